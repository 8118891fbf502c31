"""The Rest of the World as it lies: natives, discoveries, forts, and one exploration's dice.

It imports fleets and what lies below. NAME_math calculates what engine.expeditions plays; who may
explore is in `exploration_rights`, who knows which zone in situation/knowledge; what attrition
leaves there in `attrition_percentages` (ARS, ATT). Natives are *active* when they fight, *inactive*
while they don't; they *desert* to a conquistador, whom they follow until they go home: counters of
natives of both kinds are in `active_natives` (NAT-22 to NAT-31). A *discovery* is carried until it
is *settled*, brought home, and then may *spread* to all (`discoveries`); a *star* of a table costs
a third more.
"""
