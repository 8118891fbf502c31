"""What battles on land and at sea share: the days, the dice, losses, pursuit, leaders, the sheet.

It imports play and what lies below, and knows neither land nor sea. `fight` plays the two days
(FIG), `pursuit` who wins, pursues and loses more (PUR), `battle` what comes before and after. A
*Force* is one side as no die changes it, a *Setup* both of them (`prepared_battle`, PAR-26); a
*volley* the dice of a Fire, a Shock or a pursuit, and the odd-or-even die of a size (FIG-A7); a
side without morale is *routed*; *fates* are what becomes of leaders. `losses` has what both tables
share, the least that a routed side loses among it; what is lost of ships is in
sea/battle_math/losses (NLS). Which battle is a major one is in `major_battle` (MAJ), who tests and
with what fate in `leader_casualties_math` and what that makes of him in `leader_casualties` (LDR),
replacements in `leaders`, their values in facts/tables/battles (PAR).
"""
