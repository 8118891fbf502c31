"""Sieges, assaults and what falls (SIE, UND, ASL, FAL, REV).

It imports ground and battle. *Works* are siegeworks, won by *undermining*, which
sequence/siege_segment plays; an *assault* or *storm* is one Fire and one Shock; a fortress *falls*
with those inside. What a siege costs either side in attrition is in supply.
"""
