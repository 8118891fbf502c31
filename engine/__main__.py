"""`python -m engine COMMAND`: the rules without a screen, on the standard library alone."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module

COMMANDS = {
    "resolve": ("engine.resolve", "adjudicate one battle, siege or roll"),
    "simulate": ("engine.simulate", "let programs play whole Military phases"),
    "path": ("engine.wayfinding", "the cheapest land route for a stack"),
    "facts": ("engine.facts", "check the facts of the board and count them"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit status is the command's, 2 for an unknown one."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words[0] in ("-h", "--help"):
        print("python -m engine COMMAND, one of:")
        for name, (_, purpose) in COMMANDS.items():
            print(f"  {name:9} {purpose}")
        return 0 if words else 2
    if words[0] not in COMMANDS:
        known = ", ".join(COMMANDS)
        print(f"{words[0]!r} is no command; one of: {known}", file=sys.stderr)
        return 2
    run: Callable[[list[str]], int] = import_module(COMMANDS[words[0]][0]).main
    try:
        return run(words[1:])
    except BrokenPipeError:
        return 0


if __name__ == "__main__":
    sys.exit(main())
