"""Exact chances: steps, their weights, and what is asked of them. The mathematics alone."""
