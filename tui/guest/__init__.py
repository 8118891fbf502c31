"""The process of a player of `tercio serve`: forked with everything loaded, bound, then the title.

It imports all of tui but what serves (of that what binds a process); nothing imports it: the server
starts `python -m tui.guest.forkserver`. A *guest* is a player who came in over SSH; a *line* is the
socket on which his process and the server talk.
"""
