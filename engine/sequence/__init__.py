"""The sequence of a phase: impulses, their steps, wintering, clean-up."""
