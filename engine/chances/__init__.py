"""Exact chances: steps, their weights, and what is asked of them. The mathematics alone.

It imports modifiers alone. A *step* is a roll or a test, a *way* one of the modifiers a roll may
have, a *walk* goes through steps with dice; *weights* are the states of all dice at once, a
*distribution* what comes of them; *every result* of a procedure is found by playing it for all that
may fall.
"""
