"""Battles at sea as they are played: battle, captures, retreats (BAT, PUR, RET, NIN).

It imports what of sea lies below voyages. An *announced* battle waits for its turn; an
*interception battle* is what an interception leads to; *running* a blockade may end in one; beaten
fleets *flee* to a haven. What is calculated for a battle at sea is in battle_math.
"""
