"""Explorations, and stacks that come among natives (EXP, NAT).

It imports the sea and what lies below. A *party* is who explores by land; an *expedition* is one
exploration with its modifiers; a march *meets* natives, who *may rise* against those that a retreat
brings; a conquistador *appeals* to them.
"""
