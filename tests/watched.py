"""A demonstration on a terminal that watches how late its loop comes round: for tests.bench.

`python -m tests.watched STORE PROGRAM DECISIONS SECONDS` lets a program play so many decisions a
second at most; how long each round of the loop took (seconds) and how many decisions were played
then stands in `STORE/watched.json`.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import ClassVar

from engine import scenarios
from tui.application import app
from tui.screens.dialog import Styles
from tui.screens.game import playing
from tui.settings.files import Local
from tui.table.new_game import create


class Watched(app.Tercio):
    """The application, watched from the moment on that its programs play."""

    CSS_PATH: ClassVar[Styles] = Path(app.__file__).with_name("app.tcss")
    seconds = 0.0

    def on_mount(self) -> None:
        """Watch."""
        self.run_worker(self.measure(), exit_on_error=True)

    async def measure(self) -> None:
        """A key is heard when the loop comes round: how late that is."""
        assert self.saved is not None
        records = self.saved.game.records
        while len(records) < 5:
            await asyncio.sleep(0.05)
        late: list[float] = []
        before, ends = len(records), time.perf_counter() + self.seconds
        while (began := time.perf_counter()) < ends and self.saved.game.ask is not None:
            await asyncio.sleep(0.001)
            late.append(time.perf_counter() - began)
        played = sum(record.answer is not None for record in records[before:])
        found = {"late": late, "played": played}
        (self.store / "watched.json").write_text(json.dumps(found), encoding="utf-8")
        self.exit(0)


def main(store: str, program: str, decisions: str, seconds: str) -> None:
    """Play."""
    scenario = scenarios.read("italian-wars-1494")
    programs = dict.fromkeys(scenario.powers, program)
    saved = create(Path(store), scenario, programs, seed=1, name="watched")
    playing.PACE = 1 / int(decisions)
    Watched.seconds = float(seconds)
    setattr(app, "Tercio", Watched)  # noqa: B010 - run() takes it from there
    app.run(Local(Path(store)), saved, demo=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
