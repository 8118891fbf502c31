"""Sieges, assaults and what falls (SIE, UND, ASL, FAL, REV).

It imports ground and battle. *Works* are siegeworks, won by *undermining*, which
sequence/siege_segment plays; an *assault* or *storm* is one Fire and one Shock; a fortress *falls*
with those inside. What modifies the roll on a fortress is in `undermining_math`; what a siege costs
either side in attrition is in supply, and modified in data/modifiers/land.csv (UND-35 to UND-38).
"""
