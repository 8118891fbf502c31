"""Sieges, assaults and what falls (SIE, UND, ASL, FAL, REV).

It imports ground and battle. *Works* are siegeworks, won by *undermining*; an *assault* is one Fire
and one Shock; a *storm* is an assault on the map; a fortress *falls* with those inside. What a
siege costs either side in attrition is in supply.
"""
