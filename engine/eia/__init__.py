"""The Empires in Arms house rules: a wing of its own, sharing dice, reports, journal and saves.

It imports play and what lies below, and nothing of Europa Universalis. A *corps* and its *factors*
fight with a *chit*; a *hulk* is a ship to be built from; the *ledger* keeps a club's campaign.
"""
