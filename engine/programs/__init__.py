"""Programs that play, and whole phases played by them."""
