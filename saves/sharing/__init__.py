"""Who is at a game that several have open: the pen, seats and their locks, what is taken back.

It imports saves.disk. The *pen* is the right to answer; a *seat* decides for a power and may be
*locked* by a passphrase; a *wish* to undo what others have seen is *voted* on; *news* is what one
looks for. `spoken_lines` keeps what players say to each other, and refuses what is too long.
"""
