"""Explorations, and stacks that come among natives (EXP, NAT)."""
