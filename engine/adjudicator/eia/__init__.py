"""The kinds of documents of Empires in Arms, a module a family.

It imports engine.eia and the adjudicator's own reading. A *kind* is a document with its fields, an
example and an answer; an answer has *reasons*. A module decides `eia-port-raid` by its function
`resolve_port_raid`; `odds_port_raid` and `check_port_raid`, where there are such, tell its odds and
what of it doesn't fit. What the sections RNF, LIM and RAID say of a whole battle or raid, and not
of one step, is in battles, cities and raids here.
"""
