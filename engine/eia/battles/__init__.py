"""Battles of Empires in Arms: chits and charts, the rounds, pursuit, exact chances."""
