"""How any rules are driven: questions, dice, and the table that a procedure works on.

It imports the state and what lies below. An *Ask* is a question to a player and says what may be
answered; a *Phase* is the table: state, dice, chronicle; a *mark* is a point from which a step can
start again from the state alone; the *journal* writes down dice and marks, and no procedure waits
for it; *procedures* are what an early chapter calls of a later one.
"""
