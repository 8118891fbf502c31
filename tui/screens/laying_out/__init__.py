"""Laying out a table: the map, what stands where, and the tools to put it there.

It imports the notation's layout, the panes and the dialogs. A *brush* is a phrase that is put down
place after place; the *palette* lists what may be put down of a country.
"""
