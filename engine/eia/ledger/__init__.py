"""The ledger of a campaign of Empires in Arms: its months, entries and reminders.

It imports the rules of engine.eia. An *entry* is what a club writes down; what is *due* is a
reminder; a *night* is one sitting.
"""
