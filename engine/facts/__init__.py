"""The facts of the board and the printed tables, typed and read when first needed."""
