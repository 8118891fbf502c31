"""Marches, interceptions and overruns (MVG, MOV, LDM, OVR, ITG, INT)."""
