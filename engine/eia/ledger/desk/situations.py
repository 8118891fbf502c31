"""What the ledger knows of what is to be adjudicated: documents for the desk, begun.

Each is a kind of the adjudicator with the fields that the campaign answers; the players add the
rest. Nothing is invented: what the ledger doesn't know is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

from engine.eia import leaders, tables
from engine.eia.ledger import disputed_figures, falling_due, roster
from engine.eia.ledger.desk.document_sides import (
    LAND,
    SEA,
    Situation,
    dominance,
    fleets_at_sea,
    named_side,
    raider,
    side_of,
    stack_of,
)
from engine.eia.ledger.desk.situations_by_step import BY_STEP
from engine.eia.ledger.entries_roster import RATINGS
from engine.eia.ledger.ledger import Ledger
from engine.eia.ledger.records import Fleet


def situations(state: Ledger) -> list[Situation]:
    """What may be adjudicated now, what belongs to the present step first."""
    found = [each._replace(about=tables.in_words(each.about)) for each in _all(state)]
    return sorted(found, key=lambda each: state.now.name not in each.steps)


def _all(state: Ledger) -> Iterator[Situation]:
    for begin in (_battles, _at_sea, _battles_at_sea, _diplomacy, _cities, _counts):
        yield from begin(state)
    if state.now.name in BY_STEP:
        yield from BY_STEP[state.now.name](state)


def _hostile(state: Ledger) -> Iterator[tuple[str, str]]:
    """Who may attack whom."""
    for one, other in state.wars:
        yield from ((one, other), (other, one))


def _battles(state: Ledger) -> Iterator[Situation]:
    for attacker, defender in _hostile(state):
        sides = {"attacker": side_of(state, attacker), "defender": side_of(state, defender)}
        yield Situation("eia-battle", f"a battle: {attacker} attacks {defender}", sides, LAND)
    led = {"leaders": [{}], "month": state.month % len(tables.MONTHS)}
    yield Situation("eia-leader-casualty", "the leaders of a battle", led, LAND)


def _at_sea(state: Ledger) -> Iterator[Situation]:
    for name, fleet in sorted(state.fleets.items()):
        if fleet.blockaded:
            said = {"port": name, "tested_this_phase": name in state.tested, **_blockaders(fleet)}
            yield Situation("eia-blockade-test", f"the blockade of {name}", said, SEA)
    for attacker, defender in _hostile(state):
        about = f"a port raid of {attacker} on {defender}"
        sides = {"attacker": raider(state, attacker), "defender": raider(state, defender, True)}
        yield Situation("eia-port-raid", about, sides, SEA, {"captor": attacker})


def _blockaders(fleet: Fleet) -> dict[str, Any]:
    """The stacks that blockade a fleet, where somebody has said whose they are."""
    stacks = [{**named_side(power), "british": power == "britain"} for power in fleet.by]
    return {"blockaders": stacks} if stacks else {}


def _battles_at_sea(state: Ledger) -> Iterator[Situation]:
    """A battle of fleets at large; and one in which a blockaded stack gives battle (EIA-BLK-05)."""
    for (attacker, defender), shut in product(_hostile(state), (False, True)):
        mine = stack_of(attacker, fleets_at_sea(state, attacker, shut).values())
        theirs = stack_of(defender, fleets_at_sea(state, defender, False).values())
        if mine["fleets"] and theirs["fleets"]:
            held = {"blockader": "defender"} if shut else {}
            what = "breaks out against" if shut else "attacks"
            about = f"a battle of fleets: {attacker} {what} {defender}"
            said = {"attacker": mine, "defender": theirs, "wind": "none", **held}
            yield Situation("eia-naval-battle", about, said, SEA)


def _diplomacy(state: Ledger) -> Iterator[Situation]:
    for power, on in permutations(state.powers, 2):
        ties, term = falling_due.ties(state, power, on), state.peace(power, on)
        bound = ties["peace_lasts"] or ties["allied"] or ties["broke_alliance"]
        if bound and not state.at_war(power, on):
            lasts = term is not None and term.sphere and term.victor == power
            said = {"on": "major", "at_war": bool(state.enemies(power)), **ties,
                    "sphere": [power, on, "sphere"] in state.rights,
                    "sphere_lasts": lasts}  # fmt: skip
            yield Situation("eia-declare-war", f"war of {power} on {on}", said,
                            ("declarations of war",), {"power": power, "on": on})  # fmt: skip
    for leader, exile in sorted(state.exiles.items()):
        months = state.month - exile.since
        if months >= leaders.least_exile(exile.rank):
            rated = roster.leader(state, leader)
            ratings = {key: getattr(rated, key) for key in RATINGS} if rated is not None else {}
            his = {"leader": leader, "rank": exile.rank, "zone": state.zone(exile.power)}
            said = {**his, **ratings, "months": months}
            about = f"{leader}'s return from exile"
            yield Situation("eia-exile-cost", about, said, ("army reinforcement",))
    for name, one in state.powers.items():
        if one.dominant:
            yield dominance(state, name, True)


def _cities(state: Ledger) -> Iterator[Situation]:
    for name, city in sorted(state.cities.items()):
        said = {key: getattr(city, key) for key in ("state", "towers", "owner_controls")}
        about, step = f"the recovery of {name}", ("uncontrolled major power control",)
        yield Situation("eia-recovery", about, said, step, {"city": name})
    if state.pillaging:
        rolls = {"in_force": state.involuntary}
        yield Situation("eia-involuntary", "involuntary pillage", rolls, ("land combat",))


def _counts(state: Ledger) -> Iterator[Situation]:
    held = [
        {"nation": nation, "held": [
            {"troop": troop, "money": state.prices[troop][0], "number": number,
             "manpower": state.prices[troop][1]} for troop, number in counts.items()]}
        for nations in state.prisoners.values() for nation, counts in nations.items()
    ]  # fmt: skip
    if held:
        drained = {"prisoners": held}
        yield Situation("eia-prisoner-drain", "the prisoners", drained, ("army reinforcement",))
    powers = [{"power": name, "points": power.victory, "goal": power.goal or None, "out": power.out}
              for name, power in state.powers.items()]  # fmt: skip
    said = {"last": state.month == state.last, "britain_default": state.britain_default,
            "powers": powers}  # fmt: skip
    yield Situation("eia-victory", "who wins", said, ("victory points",))
    bids = [{"player": name, "points": power.victory}
            for name, power in state.powers.items() if not power.out]  # fmt: skip
    for name, power in state.powers.items():
        if power.out and not power.controller:
            yield Situation("eia-bids", f"the auction of {name}", {"auction": name, "bids": bids},
                            ("uncontrolled major power control",))  # fmt: skip


def with_settled_figures(state: Ledger, kind: str, document: dict[str, Any]) -> dict[str, Any]:
    """The document with the figures that the club settled, where it needs one and names none."""
    if kind == "eia-naval-supply":
        return {**document, "path": _depots(state, document.get("path"))}
    if kind != "eia-battle":
        return document
    chits = document.get("chits")
    if isinstance(chits, dict) and document.get("disputed_table") is None:
        kept = disputed_figures.table(state, str(chits.get("attacker")), str(chits.get("defender")))
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
    kept = disputed_figures.morale(state, str(corps.get("nation") or nation), "infantry")
    return corps if kept is None else {**corps, "morale": kept}


def _depots(state: Ledger, path: Any) -> Any:
    """A path of sea areas and ports, its depots those that are written down."""
    known = [place for power in state.powers.values() for place in power.depots]
    return [
        {**each, "depot": True}
        if isinstance(each, dict) and tables.as_known(str(each.get("name")), known) in known
        else each
        for each in (path if isinstance(path, list) else ())
    ]
