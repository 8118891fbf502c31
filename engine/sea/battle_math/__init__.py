"""A battle at sea calculated: parameters, modifiers, losses, odds (PAR, DRM, NLS).

It imports nothing else of sea but where damaged ships are written down (REF-06, damaged_ships). The
*first line* fights, others wait; the side with the *wind* has the better columns; a *refit* mends
damaged ships.
"""
