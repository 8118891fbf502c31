"""`tercio serve`: the game over SSH. It hands bytes to and fro and shows nothing itself.

It imports terminal. A connection stands at the *door* until it is known; then it is a *guest* with
a *seat*: a terminal, and an application on it in a process of its own. *Bounds* hold what a
connection may send; *control* is the way of the operator to the server that runs.
"""
