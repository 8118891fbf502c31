"""Voyages step by step: the way as an answer, its actions, landings (NAV, NAC, CMB, BLK).

It imports all else of sea. `sail_ask` is the question for the way, `best_ways` finds ways; a *step*
enters a zone, or is turned back by a blockade (BLK-06, BLK-07); *actions* are what ships may
announce at the end, each explained where its thing is; *stationary* ships did not move: whether
they may go on with what they did is in `naval_actions` (NAC-26, NAC-27).
"""
