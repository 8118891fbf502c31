"""The whole game by lines of text and numbered choices."""
