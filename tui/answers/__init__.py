"""How a person answers each kind of question, with keys and without a screen.

It imports the table and words. An *Ask* is the engine's question; a *prompt* takes keys and gives
its answer: a list, a number, a path on the map (`MarchPrompt`, `VoyagePrompt`), and draws its own
lines, `◄ usual` at the choice that Enter takes; panes/ask frames them. A *draft* is an
answer made by hand, set by *dials*. *Risks* and *odds* are what may come of it; *rules* say why
another answer is none, and `path` why a way does not lead there (`w`): it is what marches and
voyages share, with what is left behind or picked up on the way (`d`, `g`). A second key for what
costs money is asked by `prompts`.
"""
