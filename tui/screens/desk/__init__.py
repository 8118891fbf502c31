"""The desk: any situation filled in field by field, adjudicated and weighed.

What is typed is a *document* of a *kind* of the adjudicator; documents.py copies, saves and opens
it. Its lines are of words/adjudication.py, its form of panes/form.py.
"""
