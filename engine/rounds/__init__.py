"""The rounds track and what a round allows: campaigns, exceptional levies."""
