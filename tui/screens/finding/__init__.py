"""Dialogs in which one of any number of things is found by typing.

It imports panes and all below, and the dialog that every dialog here is. A *search* is a line to
type and the list of what is *found*, the best first and marked: a place of the map, or one of all
*commands*, which the *palette* lists.
"""
