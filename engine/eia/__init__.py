"""The Empires in Arms house rules: a wing of its own, sharing dice, reports, journal and saves."""
