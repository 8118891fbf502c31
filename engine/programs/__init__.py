"""Programs that play, whole phases played by them, matches and forecasts.

It imports games and what lies below. A *bot* answers questions; `random` anything legal, `steady`
what it *judges* best; a *match* plays programs against each other.
"""
