"""Situations in one line of text, for people who type: docs/NOTATION.md is the grammar.

A line becomes the document that `resolve` takes, with what was assumed in sentences. Words are data
(engine/data/notation.toml); leaders, countries and places are those of the board.
"""
