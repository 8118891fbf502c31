"""Palettes and style sheets."""
