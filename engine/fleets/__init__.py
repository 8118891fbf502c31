"""Ships and ports as they lie, and what they supply and carry. It moves nothing.

It imports rounds and what lies below. `ports` says which ships a port holds and lets in (SUP-28 to
SUP-30), `supply_ports` which of them supply (SUP-27), `supply_by_sea` traces lines. A *stack* at
sea is told from others by its *task*, what it goes on with (a blockade, supply); its *line* of
supply leads to a port. `naval_journey` counts the zones of a move and of a line (ATS-05),
`distance_from_port` is what a long line adds to attrition (ATS-21). A *harbour* is a port or an
arsenal; a *haven* a port to flee to, or to be sent back to (PRE-13); *presidios* and straits fire
on who passes; the *flota* carries gold.
"""
