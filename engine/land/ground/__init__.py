"""The ground: what a step costs, what is closed, who stays behind, sieges that begin and end.

It imports nothing else of land. A *road* is a step to a neighbour with its movement points; a place
is *opposed* where unfriendly forces are; a *watch* stays at a fortress; a *part* of a stack is what
goes of it. Losses on land: `losses` asks which, `loss_ways` lists the ways, `loss_splits` counts
them, `loss_payments` has what a counter pays; *making change* breaks counters for them.
"""
