"""Supply and attrition on land (SUP, SAT, ARS, ATT)."""
