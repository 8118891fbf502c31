"""A battle at sea calculated: parameters, modifiers, losses, odds (PAR, DRM, NLS).

It imports nothing else of sea. The *first line* fights, others wait; the side with the *wind* has
the better columns; a *refit* mends damaged ships.
"""
