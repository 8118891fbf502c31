"""The command line of `tercio`: its words, what each command does, completion.

It imports everything but guest; Textual is loaded only by those commands that show the screen. A
*command* is a function of its parsed *arguments* that gives the exit status; an *export* is what
goes out of a game: JSON, story, picture, report; *completion* also writes the man page.
"""
