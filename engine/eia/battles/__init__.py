"""Battles of Empires in Arms: chits and charts, the rounds, pursuit, exact chances.

It imports engine.eia and the mathematics of engine.chances. A *chit* is the way of fighting that a
side chose; a *round* has its table for either side; morale and factors are *shaken* and lost;
*surplus* corps are in the area but don't fight; a side that *broke* is pursued; a *guard* is
committed for a modifier.
"""
