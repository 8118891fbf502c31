"""What a player brings: settings, keys and files of his own.

It imports nothing of tui but itself. A *shelf* is a folder whose files are reached by bare names
alone; *files* are all that one application may reach (`Local` at one's own machine, `Served` over
SSH); the *keymap* says which key does what; a *hint* names keys as they were chosen.
"""
