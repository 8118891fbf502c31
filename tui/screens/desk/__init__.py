"""The desk: any situation filled in field by field, adjudicated and weighed.

It imports panes and what lies below. What is typed is a *document* of a *kind* of the adjudicator;
documents.py copies, saves and opens it; in_words.py takes it as one line. Its lines are of
words/adjudication.py, its *form* of panes/form.py.
"""
