"""The application on a screen: what it opens, how it begins and ends.

It imports screens and all below. *commands* lists what can be done now; *bindings* every screen
whose keys can be changed; a *defect* is Tercio's own fault, told in words; the *operator* speaks to
players from the server.
"""
