"""The program `captain`: it weighs what steady would do against what else could be done.

It imports the plain programs and what they import. A *thought* is an answer with the *plan* that it
serves; an *alternative* one of the answers weighed, with its *worth*: ducats that its side gains by
it over the usual answer. A *playout* is one way on from a position, played by steady on both sides
with dice that are not the game's, the same for all alternatives, to the *horizon*, where the
*balance* of the sides is struck. A *budget* says how many playouts, and how long at most. A
*character* is what a side cares for. The plan of an impulse is a *design*: *orders* for the stacks,
and what is paid for them. *Advice* is what captain would do in a player's place.
"""
