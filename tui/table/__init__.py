"""The table that players sit at: seats, what each may see, the past, lessons."""
