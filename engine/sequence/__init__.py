"""The sequence of a phase: impulses and their steps, moves, sieges, wintering, clean-up.

It imports expeditions and what lies below. An *impulse* is the turn of an alliance, who is
*phasing*; *marches* and *voyages* are moves from the first question to the end; `leader_assignment`
gives leaders their places, in wintering too (WIN-08 to WIN-14); `later_procedures` are handed to
the Phase.
"""
