"""The application: its settings, keys, commands, and how it ends."""
