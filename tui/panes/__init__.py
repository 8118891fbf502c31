"""The widgets: map, question, stacks, track, combat sheet, chronicle, form.

It imports map, answers, forms and all below; a screen gives a *pane* what to draw and hears of keys
by its messages. Most are a `LinesPane` (scrolling_lines, which draws its frame too): *lines* with a
cursor that goes from one number to the next and asks each *why*. A *fixed* pane has a line a fact,
as have the *tabs* of a small window, the *foot line* names the keys; the *thumbnail* is the front
of a scenario in small, beside a list.
"""
