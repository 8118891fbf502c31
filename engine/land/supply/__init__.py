"""Supply and attrition on land (SUP, SAT, ARS, ATT).

It imports the ground. A *source* feeds, a *line* leads to it, *weak* where it is long;
*circumstances* modify a roll of attrition; a *P* pillages; who *forages* fights worse.
`supply_step` tests, `supply_lines` says who has supply, and who has found it again. What causes
attrition on the march is in movement/movement_attrition.
"""
