"""The command line of `tercio`: its words, what each command does, completion."""
