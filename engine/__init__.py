"""The rules of the Military phase. Standard library only; `__version__` is the project's, and
`EDITION` that of the rules and facts in its data."""

__version__ = "0.1.0"
EDITION = "Europa Universalis EU8, rules text of 2016-08-19"
