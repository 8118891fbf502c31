"""The screens and dialogs, one a file, their style sheets beside them.

It imports panes and all below, and of the application what app_interface.py here declares. A *page*
fills the screen, a *dialog* stands over one; both are done with a result. The game's screen (game/)
is built up in steps, each a class on the one before. The *desk* (desk/) adjudicates what is typed.
"""
