"""What goes to a terminal and comes from it."""
