"""The sea: what is under way, blockades and interceptions, battles, voyages, convoys, corsairs.

It imports land and what lies below. Low to high: battle_math, corsairs and under_way, interception,
convoys and battle, lost_ports and voyages. As on land NAME_math calculates what NAME plays, and
says why it may not be done: corsairs_math who may fight corsairs (NAC-22). Zones are *entered*;
ships *run* a blockade; a *task* is what a stack goes on with.
"""
