"""Situations in a line of text and positions as text, for people who type (docs/NOTATION.md).

It imports the adjudicator, the scenarios and what lies below. A *line* becomes the document that
`resolve` takes, with what was *assumed* in sentences; a *position* is a whole table as text; a
*layout* is one that is being typed, place by place. Words are data (engine/data/notation.toml).
"""
