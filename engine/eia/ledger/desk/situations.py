"""What the ledger knows of what is to be adjudicated: documents for the desk, begun.

Each is a kind of the adjudicator with the fields that the campaign answers; the players add the
rest. Nothing is invented: what the ledger doesn't know is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from engine.eia import leaders, tables
from engine.eia.ledger import dues, figures, roster
from engine.eia.ledger.ledger import Ledger

LAND: Final = ("land combat", "land movement")
SEA: Final = ("naval movement", "naval combat")


class Situation(NamedTuple):
    """A document that is begun: its kind, what it is about, its fields, the steps it is for, and
    what is known of it for the ledger beside."""

    kind: str
    about: str
    fields: dict[str, Any]
    steps: tuple[str, ...]
    beside: Mapping[str, Any] = MappingProxyType({})


def situations(state: Ledger) -> list[Situation]:
    """What may be adjudicated now, what belongs to the present step first."""
    found = [each._replace(about=tables.in_words(each.about)) for each in _all(state)]
    return sorted(found, key=lambda each: state.now.name not in each.steps)


def _all(state: Ledger) -> Iterator[Situation]:
    yield from _battles(state)
    yield from _at_sea(state)
    yield from _battles_at_sea(state)
    yield from _diplomacy(state)
    yield from _cities(state)
    yield from _counts(state)


def side_of(state: Ledger, power: str) -> dict[str, Any]:
    """A side of a battle on land: all corps and leaders of a power that the ledger knows."""
    corps: list[dict[str, Any]] = [
        {"name": loan, "nation": lent.owner}
        for loan, lent in sorted(state.loans.items())
        if lent.borrower == power and "." not in loan and " " not in loan
    ]
    corps += [
        {"name": name, "type": each.type, "factors": dict(each.factors),
         **({"nation": each.nation} if each.nation != power else {})}
        for name, each in roster.corps(state, power).items()
        if any(each.factors.values())
    ]  # fmt: skip
    if power in state.powers and state.powers[power].dominant:
        corps = [{**each, "dominant": True} for each in corps] or [{"dominant": True}]
    side = {
        "name": tables.printed_name(power).replace(" ", "_"),
        "nation": power,
        "corps": corps or [{}],
    }
    here = [
        {"name": name.replace(" ", "_"), "strategic": each.strategic, "tactical": each.tactical,
         "maximum": each.maximum}
        for name, each in state.leaders.items()
        if each.power == power and not each.dead
        and name not in {**state.wounded, **state.exiles, **state.captured}
    ]  # fmt: skip
    return {**side, "commander": here[0]} if here else side


def _battles(state: Ledger) -> Iterator[Situation]:
    for one, other in state.wars:
        for attacker, defender in ((one, other), (other, one)):
            yield Situation(
                "eia-battle",
                f"a battle: {attacker} attacks {defender}",
                {"attacker": side_of(state, attacker), "defender": side_of(state, defender)},
                LAND,
            )
    yield Situation(
        "eia-leader-casualty",
        "the leaders of a battle",
        {"leaders": [{}], "month": state.month % len(tables.MONTHS)},
        LAND,
    )


def _at_sea(state: Ledger) -> Iterator[Situation]:
    for name, fleet in sorted(state.fleets.items()):
        if fleet.blockaded:
            yield Situation(
                "eia-blockade-test",
                f"the blockade of {name}",
                {"port": name, "tested_this_phase": name in state.tested},
                SEA,
            )
    for one, other in state.wars:
        for attacker, defender in ((one, other), (other, one)):
            yield Situation(
                "eia-port-raid",
                f"a port raid of {attacker} on {defender}",
                {"attacker": _fleets(state, attacker), "defender": _fleets(state, defender)},
                SEA,
                {"captor": attacker},
            )


def _fleets(state: Ledger, power: str) -> dict[str, Any]:
    return {"name": tables.printed_name(power).replace(" ", "_")}


def _battles_at_sea(state: Ledger) -> Iterator[Situation]:
    """A battle of fleets at large; and one in which a blockaded stack gives battle (EIA-BLK-05)."""
    for one, other in state.wars:
        for attacker, defender in ((one, other), (other, one)):
            for shut in (False, True):
                mine = stack_of(state, attacker, fleets_at_sea(state, attacker, shut).values())
                theirs = stack_of(state, defender, fleets_at_sea(state, defender, False).values())
                if not mine["fleets"] or not theirs["fleets"]:
                    continue
                held = {"blockader": "defender"} if shut else {}
                what = "breaks out against" if shut else "attacks"
                yield Situation(
                    "eia-naval-battle",
                    f"a battle of fleets: {attacker} {what} {defender}",
                    {"attacker": mine, "defender": theirs, "wind": "none", **held},
                    SEA,
                )


def fleets_at_sea(state: Ledger, power: str, shut: bool | None) -> dict[str, dict[str, Any]]:
    """The fleets of a power by name, as a battle takes them: those that are blockaded, those that
    aren't, or (None) all."""
    dominant = power in state.powers and state.powers[power].dominant
    return {
        name: {"name": name, "nation": power, "ships": each.ships,
               **({"dominant": True} if dominant else {})}
        for name, each in sorted(state.fleets.items())
        if each.power == power and each.ships and shut in (None, bool(each.blockaded))
    }  # fmt: skip


def stack_of(state: Ledger, power: str, fleets: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """A side of a battle of fleets."""
    side = {**_fleets(state, power), "fleets": [*fleets][:8]}
    if power == "britain":
        side["modifiers"] = [{"value": tables.figure(*BRITISH), "why": "British fleets"}]
    return side


BRITISH: Final = ("naval_combat_partial", "British fleets combat die")


def _diplomacy(state: Ledger) -> Iterator[Situation]:
    for power in state.powers:
        for on in state.powers:
            broken = state.broke(power, on)
            term = state.peace(power, on)
            allied = state.alliance(power, on) is not None
            if power == on or state.at_war(power, on) or not (broken or term or allied):
                continue
            yield Situation(
                "eia-declare-war",
                f"war of {power} on {on}",
                {
                    "on": "major",
                    "at_war": bool(state.enemies(power)),
                    "peace_lasts": term is not None,
                    "allied": allied,
                    "broke_alliance": broken is not None,
                    "turns_since": 0 if broken is None else dues.turns_waited(state, broken),
                    "other_broke": broken is not None and broken.breaker != power,
                    "sphere": [power, on, "sphere"] in state.rights,
                    "sphere_lasts": term is not None and term.sphere and term.victor == power,
                },
                ("declarations of war",),
                {"power": power, "on": on},
            )
    for leader, exile in sorted(state.exiles.items()):
        if state.month - exile.since < leaders.least_exile(exile.rank):
            continue
        rated = roster.leader(state, leader)
        ratings = (
            {"strategic": rated.strategic, "tactical": rated.tactical, "maximum": rated.maximum}
            if rated is not None
            else {}
        )
        zone = state.powers[exile.power].zone if exile.power in state.powers else "neutral"
        yield Situation(
            "eia-exile-cost",
            f"{leader}'s return from exile",
            {"leader": leader, "rank": exile.rank, "zone": zone, **ratings,
             "months": state.month - exile.since},
            ("army reinforcement",),
        )  # fmt: skip
    for name, one in state.powers.items():
        if one.dominant:
            peaceful = not state.enemies(name)
            yield Situation(
                "eia-dominance",
                f"the dominance of {name}",
                {"dominant": True, "at_peace": peaceful},
                ("political status adjustment",),
                {"power": name},
            )


def _cities(state: Ledger) -> Iterator[Situation]:
    for name, city in sorted(state.cities.items()):
        yield Situation(
            "eia-recovery",
            f"the recovery of {name}",
            {"state": city.state, "towers": city.towers, "owner_controls": city.owner_controls},
            ("uncontrolled major power control",),
            {"city": name},
        )
    if state.pillaging:
        yield Situation(
            "eia-involuntary",
            "involuntary pillage",
            {"in_force": state.involuntary},
            ("land combat",),
        )


def _counts(state: Ledger) -> Iterator[Situation]:
    held = [
        {
            "nation": nation,
            "held": [
                {"troop": troop, "money": state.prices[troop][0], "number": number,
                 "manpower": state.prices[troop][1]}
                for troop, number in counts.items()
            ],
        }
        for nations in state.prisoners.values()
        for nation, counts in nations.items()
    ]  # fmt: skip
    if held:
        yield Situation(
            "eia-prisoner-drain", "the prisoners", {"prisoners": held}, ("army reinforcement",)
        )
    last = state.month == state.last
    yield Situation(
        "eia-victory",
        "who wins",
        {
            "last": last,
            "britain_default": state.britain_default,
            "powers": [
                {"power": name, "points": power.victory, "goal": power.goal or None,
                 "out": power.out}
                for name, power in state.powers.items()
            ],
        },
        ("victory points",),
    )  # fmt: skip
    for name, power in state.powers.items():
        if power.out and not power.controller:
            yield Situation(
                "eia-bids",
                f"the auction of {name}",
                {
                    "auction": name,
                    "bids": [
                        {"player": each, "points": other.victory}
                        for each, other in state.powers.items()
                        if not other.out
                    ],
                },
                ("uncontrolled major power control",),
            )


def names(state: Ledger, field: str, values: Mapping[str, Any] = MappingProxyType({})) -> list[str]:
    """The names in the ledger that a field of that name may hold, beside what stands in the other
    fields: of a power that is named there, its own."""
    power = _whose(field, values)
    ports = {*state.hulks, *state.loose, *state.fleets, *state.tested}
    people = {*state.exiles, *state.wounded, *state.captured, *state.promoted, *state.leaders,
               *tables.leaders()}  # fmt: skip
    if power:
        people = {name for name in people if (one := roster.leader(state, name)) is not None
                  and one.power == power} or people  # fmt: skip
    minors = {*state.minors, *tables.minors()}
    fleets = {name for name, each in state.fleets.items() if power in ("", each.power)}
    corps = set(roster.corps(state, power)) if power else _corps(state)
    losses = {f"{name} {troop}=" for name, each in roster.corps(state, power).items()
              for troop in each.factors}  # fmt: skip
    ceded = {name for name, each in state.minors.items() if power in ("", each.controller)}
    by_field: dict[str, Iterable[str]] = {
        "fleet": fleets, "fleets": fleets, "port": ports, "prizes": fleets,
        "attacker_fleets": fleets, "defender_fleets": fleets,
        "leader": people, "leaders": people, "exile": people,
        "attacker_leaders": people, "defender_leaders": people,
        "attacker_corps": corps, "defender_corps": corps,
        "attacker_losses": losses, "defender_losses": losses,
        "corps": {*state.loans, *state.cavalry, *corps}, "owner": {*tables.POWERS, *minors},
        "city": state.cities, "minor": minors, "nation": tables.nations(), "ceded": ceded,
        "place": {depot for power in state.powers.values() for depot in power.depots},
        "troop": {*state.prices, "infantry"}, "goals": state.powers, "bids": state.powers,
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


def with_settled_figures(state: Ledger, kind: str, document: dict[str, Any]) -> dict[str, Any]:
    """The document with the figures that the club settled, where it needs one and names none."""
    if kind != "eia-battle":
        return document
    chits = document.get("chits")
    if isinstance(chits, dict) and document.get("disputed_table") is None:
        kept = figures.table(state, str(chits.get("attacker")), str(chits.get("defender")))
        if kept is not None:
            document = {**document, "disputed_table": kept}
    for key in ("attacker", "defender"):
        side = document.get(key)
        corps = side.get("corps") if isinstance(side, dict) else None
        if isinstance(side, dict) and isinstance(corps, list):
            nation = side.get("nation")
            filled = [_spirit(state, each, nation) for each in corps]
            document = {**document, key: {**side, "corps": filled}}
    return document


def _spirit(state: Ledger, corps: Any, nation: object) -> Any:
    if not isinstance(corps, dict) or corps.get("morale") is not None:
        return corps
    kept = figures.morale(state, str(corps.get("nation") or nation), "infantry")
    return corps if kept is None else {**corps, "morale": kept}
