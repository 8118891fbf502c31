"""Running the command that was named: what is wrong with its input is said in a sentence."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine import scenarios
from engine.documents import complaints
from saves.disk.packing import SaveError
from tui.application import crash_reports
from tui.command import arguments, commands
from tui.command.resume_game import GOING_ON

if TYPE_CHECKING:
    from argparse import Namespace

    from tui.command.resume_game import GoingOn


def guarded(command: Callable[[Any], int], options: GoingOn | Namespace) -> int:
    """Runs a command; whatever is wrong with its input is one sentence on standard error, and a
    defect of Tercio's own a few."""
    try:
        return command(options)
    except arguments.Usage as error:
        print(f"tercio: {error}", file=sys.stderr)
        return 2
    except SaveError as error:
        print(f"tercio: {error}", file=sys.stderr)
        return 1
    except OSError:
        raise  # said by whoever carries commands out
    except Exception as error:
        if isinstance(error, scenarios.ScenarioError | complaints.BadInput):
            print(f"tercio: {error}", file=sys.stderr)
            return 2
        print(
            crash_reports.explain(error, options.files, getattr(options, "save", "")),
            file=sys.stderr,
        )
        return 1


def run_command(options: GoingOn | Namespace) -> int:
    """Runs the command that was named."""
    found: Callable[[Any], int] | None = GOING_ON.get(options.command)
    if found is None:
        found = commands.COMMANDS[options.command]
    return guarded(found, options)
