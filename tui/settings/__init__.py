"""What a player brings: settings, keys and files of his own.

It imports nothing of tui. A *shelf* is a folder whose files are reached by bare names alone;
*files* are all that one application may reach (`Local` at one's own machine, `Served` over SSH);
the *keymap* gives every binding an id by which its key is changed; a *hint* such as `u undo` names
keys, and is said with those that were chosen.
"""
