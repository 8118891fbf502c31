"""New games in the store."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine import games
from engine.games.records import Plain
from engine.scenarios.document import Scenario
from saves import store
from saves.store import Saved


def create_campaign(
    where: Path, values: Plain, dice: str = "rolled", seed: int | None = None, name: str = ""
) -> Saved:
    """A new campaign of Empires in Arms in the store. Raises SaveError."""
    from engine.eia.ledger import campaign, ledger

    header: Plain = {
        "game": games.EIA,
        "title": values["scenario"],
        "dice": dice,
        "programs": {},
        "seats": {ledger.TABLE: ledger.TABLE},
    }
    if seed is not None:
        header["seed"] = seed
    return store.create(where, campaign.started(values), header, name)


def create(
    where: Path,
    scenario: Scenario,
    programs: dict[str, str],
    dice: str = "rolled",
    seed: int | None = None,
    name: str = "",
    changes: Sequence[str] = (),
    turns: int | None = None,
) -> Saved:
    """A new game in the store: a seat for each power, programs where named.

    `changes` are variants beside the scenario's own, `turns` those of a campaign.
    """
    header: Plain = {
        "title": scenario.title,
        "dice": dice,
        "programs": programs,
        "seats": {power: power for power in scenario.powers},
    }
    if seed is not None:
        header["seed"] = seed
    return store.create(where, scenario.state(changes, turns), header, name)
