"""The sea: what is under way, blockades and interceptions, battles, voyages, convoys, corsairs.

It imports land and what lies below. Low to high: corsairs and reckoning, under_way, interception,
convoys, battle, lost_ports, voyages. Zones are *entered*; ships *run* a blockade; a *task* is what
a stack goes on with.
"""
