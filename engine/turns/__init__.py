"""The campaign between Military phases: ledger, turn and its steps, by chapter."""
