"""Interceptions and blockades at sea, fire from the shore (NIN, BLK, PRE).

It imports under_way and battle_math. A *band* are ships that intercept from one zone; an *attempt*
is one roll; *gunfire* comes from presidios, straits and siegeworks. `blockade_roll` is the roll
alone: who is turned back is in voyages/voyage_step (BLK-07), who is caught in
battle/blockade_running (BLK-08).
"""
