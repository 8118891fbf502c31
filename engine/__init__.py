"""The rules of the Military phase, a package a chapter; pyproject.toml has their order.

It imports the standard library alone, and neither saves nor tui. A *procedure* plays a chapter and
asks; a *situation* is what is known of the table; *facts* are what is printed. `__version__` is the
project's, `EDITION` that of the rules and facts in engine/data.
Its modules are read when they are first used (lazy_modules), as those of saves and tui are.
"""

from engine import lazy_modules

lazy_modules.postpone(__name__)
# The one for a document, the other for a sheet whose lines are broken between words.
lazy_modules.seldom_used.update(json=(), textwrap=())

__version__ = "0.1.0"
EDITION = "Europa Universalis EU8, rules text of 2016-08-19"
