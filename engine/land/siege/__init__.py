"""Sieges, assaults and what falls (SIE, UND, ASL, FAL, REV)."""
