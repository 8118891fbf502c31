"""The ledger of a campaign of Empires in Arms: its months, entries and reminders.

It imports the rules of engine.eia. An *entry* is what a club writes down; what is *due* is a
reminder; a *night* is one sitting. Entries of loans, reparations, exile and points are in
entries_powers; of prisoners, cavalry and depots in entries_corps; of leaders' ratings and factors
in entries_roster; the others have the name of what they are about.
"""
