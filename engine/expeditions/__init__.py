"""Explorations, and stacks that come among natives (EXP, NAT).

It imports the sea and what lies below. A *party* is who explores by land; an *expedition* is one
exploration with its modifiers; natives are *entered* upon by a march, *driven* upon by a retreat;
a conquistador *appeals* to them.
"""
