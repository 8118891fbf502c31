"""Battles on land (BAT, EVA, PAR, RET, AFT)."""
