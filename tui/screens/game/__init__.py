"""The screen of a game: its map, panes, questions, the handover between players."""
