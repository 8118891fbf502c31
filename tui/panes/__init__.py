"""The widgets: map, question, stacks, track, combat sheet, chronicle, form.

They import map, answers, forms and all below; a screen gives them what to draw and hears of keys by
their messages. Most are a `LinesPane`: lines with a cursor that goes from one number to the next
and asks each why.
"""
