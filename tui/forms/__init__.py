"""Documents as forms."""
