"""Games kept on disk: snapshots with the journal since."""
