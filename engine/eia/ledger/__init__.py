"""The ledger of a campaign of Empires in Arms: its months, entries and reminders."""
