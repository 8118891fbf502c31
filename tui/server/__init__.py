"""The game over SSH."""
