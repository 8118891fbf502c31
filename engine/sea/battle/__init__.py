"""Battles at sea (BAT, PAR, DRM, NLS, RET)."""
