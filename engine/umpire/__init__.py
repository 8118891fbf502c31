"""Umpire's rulings: what the players set right by agreement.

It imports turns and what lies below. A *ruling* is a document that changes the state and says how;
it is journalled like an answer; a *defect* is what could not stand so.
"""
