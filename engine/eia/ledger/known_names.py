"""The names that the ledger knows: what a field may hold, and one name for one thing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.eia import tables, troops
from engine.eia.ledger import roster
from engine.eia.ledger.ledger import Ledger


def names(state: Ledger, field: str, values: Mapping[str, Any] = MappingProxyType({})) -> list[str]:
    """The names in the ledger that a field of that name may hold, beside what stands in the other
    fields: of a power that is named there, its own."""
    power = _whose(field, values)
    ports = {*state.hulks, *state.loose, *state.fleets, *state.tested}
    people = {*state.exiles, *state.wounded, *state.captured, *state.promoted, *state.leaders,
               *tables.leaders()}  # fmt: skip
    led = {name for name in people if power and (one := roster.leader(state, name)) is not None
           and one.power == power}  # fmt: skip
    people = led or people
    minors = {*state.minors, *tables.minors()}
    fleets = {name for name, each in state.fleets.items() if power in ("", each.power)}
    corps = set(roster.corps(state, power)) if power else _corps(state)
    losses = {f"{name} {troop}=" for name, each in roster.corps(state, power).items()
              for troop in each.factors}  # fmt: skip
    ceded = {name for name, each in state.minors.items() if power in ("", each.controller)}
    sides = {f"{side}_{key}": found for side in ("attacker", "defender") for key, found in
             (("fleets", fleets), ("leaders", people), ("corps", corps), ("losses", losses))
             }  # fmt: skip
    by_field: dict[str, Iterable[str]] = {
        **sides, "fleet": fleets, "fleets": fleets, "port": ports, "prizes": fleets,
        "leader": people, "leaders": people, "exile": people,
        "corps": {*state.loans, *state.cavalry, *corps}, "owner": {*tables.POWERS, *minors},
        "city": state.cities, "minor": minors, "nation": tables.nations(), "ceded": ceded,
        "place": {depot for power in state.powers.values() for depot in power.depots},
        "troop": troops.TROOPS, "goals": state.powers, "bids": state.powers,
        "scenario": tables.scenarios(),
    }  # fmt: skip
    return sorted(by_field.get(field, ()))


WHOSE: Final = {"exile": "loser", "ceded": "loser", "prizes": "winner"}


def _whose(field: str, values: Mapping[str, Any]) -> str:
    """The power whose names a field holds, where another field names it."""
    side = next((key for key in ("attacker", "defender") if field.startswith(f"{key}_")), "")
    named = (side or WHOSE.get(field) or "power", "owner", "giver")
    said = next((values[key] for key in named if values.get(key)), "")
    return tables.power(said) if isinstance(said, str) else ""


def _corps(state: Ledger) -> set[str]:
    return {name.removesuffix(f" of {each.power}") for name, each in state.corps.items()}


def with_known_names(state: Ledger, values: dict[str, Any]) -> dict[str, Any]:
    """The fields of an entry with the names that the ledger knows as it writes them: who or what
    is only typed otherwise is no other (EIA-PRIS-02, EIA-ERR-34, EIA-PIL-05)."""
    found = dict(values)
    for field, value in values.items():
        if isinstance(value, str):
            found[field] = _known(state, field, value)
        elif isinstance(value, list):
            found[field] = [_known(state, field, each) for each in value]
        elif isinstance(value, dict) and field in NAMED:
            found[field] = {_known(state, NAMED[field], name): each for name, each in value.items()}
    return found


NAMED: Final = {"exile": "leader"}
PEOPLE: Final = ("leader", "leaders")


def _known(state: Ledger, field: str, name: Any) -> Any:
    """A name as the ledger writes it; other values of a list as they are."""
    if not isinstance(name, str):
        return name
    known = names(state, field)
    if field in PEOPLE:
        return tables.as_known(tables.person(name), known)
    if field in ("owner", "nation") and tables.power(name):
        return tables.power(name)
    return tables.as_known(name, known)
