"""War on land, a package a chapter: ground, battle, siege, supply, movement, low to high.

It imports overseas and what lies below, and knows nothing of what happens at sea: landings are
handed in by the Phase. A module with a chapter's name plays it; what is calculated for it, with
nobody asked and dice handed in, is beside it in NAME_math, its exact chances in NAME_odds. A
*stack* is the counters of an alliance in a place; *thirds* of a detachment (LD) count them; a
stack is *locked* where it must fight.
"""
