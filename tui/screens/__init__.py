"""The screens, one a file, their styles beside them."""
