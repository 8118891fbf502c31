"""Marches, their attrition, interceptions and overruns (MVG, MOV, ATT, LDM, OVR, ITG, INT).

It imports all else of land. A *march* is a way as an answer; a *move* is one under way, its *legs*
lie between interceptions; a *band* are those who intercept from one place; an *interception battle*
follows. What modifies an interception and the attrition of a move is in data/modifiers/land.csv,
what causes attrition in `attrition_causes`, which provinces may be entered in
ground/entering_provinces.
"""
