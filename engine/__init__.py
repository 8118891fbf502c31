"""The rules of the Military phase. Standard library only; `__version__` is the project's."""

__version__ = "0.1.0"
