"""What goes to a terminal and comes from it, for any application.

It imports nothing of tui. The *wire* sends only the cells that differ from what the terminal
shows; *strokes* are cells beside each other in one style; the *gate* lets nothing pass that a
terminal would obey; the *sweeps* of the collector are kept so short that no key waits for one.
"""
