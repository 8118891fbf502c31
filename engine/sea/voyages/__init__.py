"""Moves of ships and what they carry (NAV, NAC, CMB, ATS)."""
