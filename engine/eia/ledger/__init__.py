"""The ledger of a campaign of Empires in Arms: its months, entries and reminders.

It imports the rules of engine.eia. An *entry* is what a club writes down; what is *due* is a
reminder; *booking* makes entries of what the desk adjudicated; a *night* is one sitting.
"""
