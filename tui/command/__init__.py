"""The command line of `tercio`: its words, what each command does, completion.

It imports everything but guest. Textual is loaded only by those commands that show the screen.
"""
