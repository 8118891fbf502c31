"""The screen and the `tercio` command."""
