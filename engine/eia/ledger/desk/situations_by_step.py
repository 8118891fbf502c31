"""Documents for the desk that a step alone calls for, begun with what the ledger knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from engine.eia import months, tables
from engine.eia.ledger import roster
from engine.eia.ledger.desk.document_sides import LAND, SEA, Situation, dominance, fleets_at_sea
from engine.eia.ledger.ledger import Ledger


def _guns(state: Ledger) -> Iterator[Situation]:
    """The guns of a port, which a power at war or one with access attacks (EIA-RAID-02)."""
    hostile = [pair for war in state.wars for pair in (war, war[::-1])]
    for host, guest in (*hostile, *(each for each in state.access if each not in hostile)):
        access = {"access": "given"} if [host, guest] in state.access else {}
        said = {"hostile": True} if [host, guest] in hostile else access
        about = f"the port guns of {host} against {guest}"
        yield Situation("eia-port-guns", about, said, SEA, {"port": host})
    for name, fleet in sorted(state.fleets.items()):
        if fleet.blockaded and fleets_at_sea(state, fleet.power, False):
            how = {"third_fleet": "engage"}
            yield Situation("eia-blockade-break", f"another fleet before {name}", how, SEA)
    turk = state.turn != "turkey" and "turkey" in state.powers
    if turk and state.turn and fleets_at_sea(state, state.turn, None):
        granted = {"power": state.turn, "access": ["turkey", state.turn] in state.access}
        yield Situation("eia-strait", f"{state.turn} in the Dardanelles", granted, SEA)


def _hulks(state: Ledger) -> Iterator[Situation]:
    for port, owners in sorted(state.hulks.items()):
        for power in (power for power, count in owners.items() if count):
            about = f"a ship of {power} from a hulk in {port}"
            said = {"builder": power, "owner": power, "hulk_port": port}
            yield Situation("eia-hulk-build", about, said, ("naval reinforcement",),
                            {"port": port, "power": power})  # fmt: skip


def _marches(state: Ledger) -> Iterator[Situation]:
    kinds = {each.type for each in roster.corps(state, state.turn).values()}
    for kind in sorted(kinds):
        about = f"a force march of {state.turn}, {kind} corps"
        yield Situation("eia-force-march", about, {"corps": kind}, LAND)
    entering = {"power": state.turn, "paid": state.paid_access.get(state.turn, []),
                "allies": state.allies(state.turn)}  # fmt: skip
    yield Situation("eia-forcible-access", f"forcible access of {state.turn}", entering, LAND)


def _supply(state: Ledger) -> Iterator[Situation]:
    here, winter = ("supply",), months.winter(state.month)
    for place in state.powers[state.turn].depots if state.turn in state.powers else ():
        yield Situation("eia-depot-supply", f"supply from {place}", {"winter": winter}, here)
    for name, each in sorted(state.cities.items()):
        yield Situation("eia-supply-source", f"supply from {name}", {"state": each.state}, here)
    for name in sorted(state.ceded):
        yield Situation("eia-supply-source", f"supply from {name}", {"ceded": True}, here)


def _sieges(state: Ledger) -> Iterator[Situation]:
    """A siege and an assault, with all corps of the power that plays."""
    corps = roster.corps(state, state.turn)
    if not state.enemies(state.turn) or not corps:
        return
    guns = sum(each.type == "artillery" and bool(each.factors) for each in corps.values())
    yield Situation("eia-siege", f"a siege of {state.turn}", {"artillery_corps": guns}, LAND)
    factors: dict[str, int] = {}
    for each in corps.values():
        for troop, number in each.factors.items():
            factors[troop] = factors.get(troop, 0) + number
    force = {"nation": state.turn, "dominant": state.powers[state.turn].dominant,
             "factors": factors}  # fmt: skip
    yield Situation("eia-assault", f"an assault of {state.turn}", force, LAND)


def _minors(state: Ledger) -> Iterator[Situation]:
    year = str(state.month // months.YEAR)
    if year in FINLAND:
        yield Situation("eia-finland", "Finland", {"year": year}, ("minor country control",))


def _statuses(state: Ledger) -> Iterator[Situation]:
    """Who may become dominant: with wars or without (EIA-DOM-02)."""
    for name, one in state.powers.items():
        if not one.dominant:
            yield dominance(state, name, False)


def _gold(state: Ledger) -> Iterator[Situation]:
    spain = state.powers.get("spain")
    if spain is not None:
        rolled = {"dominant": spain.dominant, "gold_convoy": True}
        yield Situation("eia-dominance", "a gold convoy of spain", rolled,
                        ("money and manpower collection",))  # fmt: skip


FINLAND: Final = tuple(line["year"] for line in tables.rows("seed_finland_status"))
BY_STEP: Final[Mapping[str, Callable[[Ledger], Iterator[Situation]]]] = {
    "minor country control": _minors,
    "naval reinforcement": _hulks,
    "naval combat": _guns,
    "land movement": _marches,
    "supply": _supply,
    "land combat": _sieges,
    "political status adjustment": _statuses,
    "money and manpower collection": _gold,
}
