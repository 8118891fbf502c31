"""Interceptions and blockades at sea, fire from the shore (NIN, BLK, PRE)."""
