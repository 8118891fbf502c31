"""The tests of the screen wait for what is left to do, not for a while."""

from collections.abc import Iterator
from typing import Any

import pytest
from textual.css.stylesheet import Stylesheet

from tests.tui.idling import idle


@pytest.fixture(autouse=True, scope="session")
def nobody_dozes() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("textual.app.wait_for_idle", idle)
        patch.setattr("textual.pilot.wait_for_idle", idle)
        yield


@pytest.fixture(autouse=True, scope="session")
def everybody_reads_at_once() -> Iterator[None]:
    """A key may be pressed again as soon as the next question stands."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tui.terminal.repeated_keys.AGAIN", 0.0)
        yield


@pytest.fixture(autouse=True, scope="session")
def sheets_are_read_once() -> Iterator[None]:
    """A style sheet has the same rules in every application that has the same colours."""
    real, known = Stylesheet._parse_rules, dict[Any, Any]()

    def parsed(sheet: Stylesheet, *what: Any, **named: Any) -> Any:
        key = what, tuple(named.items()), frozenset(sheet._variables.items())
        if key not in known:
            known[key] = real(sheet, *what, **named)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parsed)
        yield


@pytest.fixture
def without_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A desk at whose odds nobody looks: no process works them out."""
    given = "tui.screens.desk.desk.Desk._weigh"
    monkeypatch.setattr(given, lambda desk: setattr(desk, "reckoning", False))
