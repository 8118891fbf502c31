"""Battles on land (BAT, EVA, PAR, DRM, RET, AFT).

It imports the ground. A *Side* is what fights with its contingents, a *Field* the battle after its
pursuit; `battle` plays, `parameters` reads the state, `battle_math` and `modifiers` (DRM; what two
leaders differ by is in combat/leaders) calculate; where a beaten stack may go is in `retreat`, what
that costs in `retreat_math`, who goes within walls in `shelter`; a *sortie* comes out of a
fortress; a *beaten* stack may not be attacked again.
"""
