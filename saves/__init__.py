"""Games kept on disk and shared. Hostile bytes stop here.

It imports the engine alone. A *snapshot* is a state, the *journal* the answers since, a *store* the
folder of games; the *pen* is the right to answer, a *seat* who decides for a power; a *letter* is a
game in one file to be sent.
"""

from engine import lazy_modules

lazy_modules.postpone(__name__)
