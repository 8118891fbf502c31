"""New games in the store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from engine import games
from engine.eia.ledger import campaign, ledger
from engine.games.journal_records import Plain
from engine.scenarios.document import Scenario
from saves import store
from saves.store import Saved

PERSON: Final = "person"  # in the place of a program


def create_campaign(
    where: Path, values: Plain, dice: str, seed: int | None = None, name: str = ""
) -> Saved:
    """A new campaign of Empires in Arms in the store. Raises SaveError."""
    header: Plain = {
        "game": games.EIA,
        "title": values["scenario"],
        "dice": dice,
        "programs": {},
        "seats": {ledger.TABLE: ledger.TABLE},
    }
    if seed is not None:
        header["seed"] = seed
    return store.create(where, campaign.start_campaign(values), header, name)


def allies(scenario: Scenario, power: str) -> list[str]:
    """The other powers of the alliance of a power."""
    state = scenario.state()
    together = next(
        (each.members for each in state.diplomacy.alliances if power in each.members), ()
    )
    return [each for each in scenario.powers if each in together and each != power]


def with_allies(scenario: Scenario, programs: Mapping[str, str]) -> dict[str, str]:
    """The programs of all powers: one that is asked for plays the allies too for whom nobody is
    named. PERSON keeps a power for a person."""
    found = dict(programs)
    for power, name in programs.items():
        for ally in allies(scenario, power) if name != PERSON else ():
            found.setdefault(ally, name)
    return {power: name for power, name in found.items() if name != PERSON}


def one_seat(powers: Iterable[Sequence[str]]) -> dict[str, str]:
    """The seats of powers that one person plays together, by the first of each."""
    return {power: together[0] for together in powers for power in together}


def create(
    where: Path,
    scenario: Scenario,
    programs: dict[str, str],
    dice: str = "rolled",
    seed: int | None = None,
    name: str = "",
    changes: Sequence[str] = (),
    turns: int | None = None,
    seats: Mapping[str, str] | None = None,
    think: float | None = None,
) -> Saved:
    """A new game in the store: a seat for each power, programs where named.

    `seats` are those of powers that one person plays together; `changes` are variants beside the
    scenario's own, `turns` those of a campaign; `think` the seconds that captain may take for a
    decision, None for the usual one.
    """
    header: Plain = {
        "title": scenario.title,
        "dice": dice,
        "programs": programs,
        "seats": {power: power for power in scenario.powers} | dict(seats or {}),
    }
    if seed is not None:
        header["seed"] = seed
    if think is not None:
        header["think"] = round(1000 * think)
    return store.create(where, scenario.state(changes, turns), header, name)
