"""`tercio simulate`: the engine's command, with games of the store, any position, and clusters."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from engine.programs import position, simulate_command
from engine.programs.simulate_command import Beyond, Refused
from saves.disk.packing import SaveError
from tui.command import exports
from tui.command.arguments import Usage

if TYPE_CHECKING:
    from engine.programs.simulate import Workers
    from tui.settings.files import Files


def simulate(words: Sequence[str], files: Callable[[Path | None], Files]) -> int:
    """Runs the command; its exit status. `files` are those of a store, None for the usual one."""

    def saved(options: Namespace) -> position.Position:
        options.files = files(options.store)
        try:
            with exports.read_only(options) as found:
                exports.open_to_all(found, "its games")
                if found.game.is_over:
                    raise Refused(f"{found.name} is over: nothing is left to play")
                return position.position_of(found.game)
        except (SaveError, Usage) as error:
            raise Refused(str(error)) from error

    beyond = Beyond(saved, lambda options: files(options.store).scenario(options.scenario), cluster)
    return simulate_command.main(words, beyond)


def cluster(address: str) -> AbstractContextManager[Workers]:
    """The workers of a Dask cluster. Raises Refused where Dask is not installed."""
    try:
        from tui.command.cluster import workers
    except ModuleNotFoundError as error:
        raise Refused(f"--on needs {error.name}: pip install 'tercio[cluster]'") from error
    return workers(address)
