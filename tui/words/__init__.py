"""Places, reports and statistics in words."""
