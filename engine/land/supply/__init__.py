"""Supply and attrition on land (SUP, SAT, ARS, ATT).

It imports the ground. A *source* feeds, a *line* leads to it, *weak* where it is long;
*circumstances* modify a roll of attrition; a *P* pillages; who *forages* fights worse.
`supply_step` tests, `supply_lines` says who has supply, who has found it again, and how far a fleet
feeds those ashore (SUP-A4, SUP-A7); which fleets may is in fleets/supply_by_sea. What counts for a
besieger (SIE-10 to SIE-20) is in `attrition_math`. What causes attrition on the march is in
movement/movement_attrition.
"""
