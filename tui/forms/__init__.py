"""Documents as forms: those of the adjudicator, entries, rulings, a new campaign.

It imports words. A *row* is a field of a form with its *path* in the document; its *text* is
what is typed there and its *value* what the document holds. The form on the screen is
panes/form.py, the one by lines lines/fields.py.
"""
