"""`python -m engine COMMAND`: the rules without a screen, on the standard library alone."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module

from engine.documents.printable import gates

COMMANDS = {
    "resolve": ("engine.adjudicator.resolve", "adjudicate one battle, siege or roll"),
    "fight": ("engine.notation.fight", "one battle, siege or roll in one line"),
    "simulate": ("engine.programs.simulate_command", "let programs play whole Military phases"),
    "match": ("engine.programs.match", "which of two programs plays better"),
    "calibrate": ("engine.programs.calibrate", "whether forecasts come true"),
    "path": ("engine.pathfinding", "the cheapest land route for a stack"),
    "facts": ("engine.facts.check", "check the facts of the board and count them"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit status is the command's, 2 for an unknown one."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    return run_guarded(lambda: run(words))


def run(words: Sequence[str]) -> int:
    """Runs the command that the words name."""
    if not words or words[0] in ("-h", "--help"):
        to = sys.stdout if words else sys.stderr
        print("python -m engine COMMAND, one of:", file=to)
        for name, (_, purpose) in COMMANDS.items():
            print(f"  {name:9} {purpose}", file=to)
        return 0 if words else 2
    if words[0] not in COMMANDS:
        known = ", ".join(COMMANDS)
        print(f"{words[0]!r} is no command; one of: {known}", file=sys.stderr)
        return 2
    command: Callable[[list[str]], int] = import_module(COMMANDS[words[0]][0]).main
    return command(list(words[1:]))


def run_guarded(command: Callable[[], int]) -> int:
    """Runs a command to the last letter it writes, and returns its exit status.

    A pipe that nobody reads any more ends it quietly, an interrupt with 130, a file or answer that
    cannot be written with a sentence and 1. Streams that are closed are empty ones. Whatever it
    writes goes through the gate.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r+", encoding="utf-8"))  # noqa: PTH123, SIM115
    with gates():
        try:
            status = command()
            sys.stdout.flush()
        except KeyboardInterrupt:
            return 130
        except OSError as error:
            with suppress(OSError):  # what still waits to be written would fail again at the end
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if isinstance(error, BrokenPipeError):
                return 0
            where = f"{error.filename}: " if error.filename else ""
            print(f"{where}{error.strerror or error}", file=sys.stderr)
            return 1
        return status


if __name__ == "__main__":
    # What a command has read lives to its end. To look for garbage in it, and a last time when all
    # is done, would take a sixth of a short one's time.
    gc.set_threshold(50_000)
    status = main()
    gc.freeze()
    sys.exit(status)
