"""What the desk adjudicated, as entries of the campaign ledger: forms that are begun.

Each kind of the adjudicator that changes what a club keeps written down becomes the entries that
write it down, with the fields that its document and its outcome answer. The players add the rest,
and the rules of the ledger have the last word. What the ledger rolls dice for itself is left to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from engine.eia import blockade_and_supply, cities, tables
from engine.eia.ledger import roster
from engine.eia.ledger.entries import ENTRIES
from engine.eia.ledger.entry import SIDES
from engine.eia.ledger.ledger import Ledger
from engine.eia.ledger.records import Fleet

Values = Mapping[str, Any]
CHASED: Final = ("lost_cavalry", "lost_others", "lost_surplus", "lost_doubled")
"""What a pursuit costs the beaten side, beside its losses in the battle."""


class Booking(NamedTuple):
    """An entry that is begun: its name, and its fields as far as they are known."""

    entry: str
    fields: dict[str, Any]


Book = Callable[[Ledger, Values, Values], Iterator[Booking]]


def bookings(
    state: Ledger, kind: str, values: Values, outcome: Values, about: Values
) -> list[Booking]:
    """The entries that write an outcome down, in order; none where the ledger keeps nothing of it.

    `values` is the document as it was read, with its defaults; `about` is what the campaign knows
    of the matter beside it, such as whose dominance it is.
    """
    found = []
    for entry, fields in BOOKED[kind](state, values, outcome) if kind in BOOKED else ():
        wanted = {field.name for field in ENTRIES[entry].fields}
        said = {key: each for key, each in about.items() if key in wanted}
        given = {key: each for key, each in fields.items() if each is not None}
        found.append(Booking(entry, {**said, **given}))
    return found


def _power(side: Values) -> str | None:
    """The power that a side of a document is, by its nation or its name; None for a minor."""
    names = (str(side.get("nation") or ""), str(side["name"]).replace("_", " "))
    return next((found for name in names if (found := tables.power(name))), None)


def _battle(state: Ledger, values: Values, outcome: Values) -> Iterator[Booking]:
    """Who won, the points and the losses; then the prisoners and the leaders who were hurt. Nothing
    was fought where no chits are chosen."""
    if "sides" not in outcome:
        return
    battle, pursuit = _fought(state, values, outcome), outcome.get("pursuit")
    by = pursuit["by"] if pursuit else ""
    chaser, chased = SIDES if values[SIDES[0]]["name"] == by else SIDES[::-1]
    if pursuit:
        battle.fields[f"{chased}_lost"] += sum(pursuit[each] for each in CHASED)
        _run_down(state, battle.fields, chased, pursuit["lost_by_corps"])
    yield battle
    if pursuit and pursuit["prisoners"]:
        holder, beaten = values[chaser], values[chased]
        taken = {"holder": _power(holder), "nation": beaten["nation"]}
        for troop, number in pursuit["prisoners_by_troop"].items():
            yield Booking("prisoners", {**taken, "troop": troop, "number": number})
    for fates in (outcome.get("leaders") or {}).values():
        yield from _hurt(fates)


def _told(outcome: Values) -> list[str]:
    """How it was fought; what is still to be decided is asked in the form, and is no news."""
    return [line for line in outcome.get("story", []) if not line.startswith("To be decided")]


def _run_down(state: Ledger, fields: dict[str, Any], key: str, lost: Mapping[str, int]) -> None:
    """Adds what a pursuit cost to the losses of the corps of the roster."""
    have, losses = roster.corps(state, fields[key] or ""), fields[f"{key}_losses"]
    for corps, number in lost.items():
        whole = losses.get(corps, 0) + number
        if whole <= _left(have, corps):
            losses[corps] = whole


def _fought(state: Ledger, values: Values, outcome: Values) -> Booking:
    fields: dict[str, Any] = {}
    for key, side in _sides(values, outcome, fields):
        lost, have = side["lost"], roster.corps(state, fields[key] or "")
        fields[f"{key}_losses"] = {
            corps: number for corps, number in side.get("lost_by_corps", {}).items()
            if number <= _left(have, corps)
        }  # fmt: skip
        fields[f"{key}_lost"] = None if lost is None else lost + side.get("surplus_lost", 0)
    fields["story"] = _told(outcome)[2:]
    return Booking("battle", fields)


def _sides(
    values: Values, outcome: Values, fields: dict[str, Any]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Both sides of a battle, and what became of each; who they are, what points they have and who
    has won is put into the fields."""
    points = outcome["political_points"] or {}
    for key in SIDES:
        name = values[key]["name"]
        fields[key] = _power(values[key])
        fields[f"{key}_points"] = points.get(name, 0)
        yield key, outcome["sides"][name]
        if name == outcome["winner"]:
            fields["winner"] = fields[key]


def _left(have: Mapping[str, Any], corps: str) -> int:
    """The factors that a corps of the roster has of what is called `I infantry`."""
    name, _, troop = corps.rpartition(" ")
    known = have.get(name)
    return known.factors.get(troop, 0) if known is not None else -1


def _hurt(fates: Values) -> Iterator[Booking]:
    for leader, fate in fates.items():
        if fate == "killed" or isinstance(fate, Mapping):
            months = 0 if fate == "killed" else fate["wounded"]
            yield Booking("wound", {"leader": leader, "months": months})


def _captives(state: Ledger, values: Values, outcome: Values) -> Iterator[Booking]:
    if outcome["prisoners"]:
        yield Booking("prisoners", {"troop": "infantry", "number": outcome["prisoners"]})


def _raid(state: Ledger, values: Values, outcome: Values) -> Iterator[Booking]:
    """The points of a raid; one with success costs the port its hulks (EIA-HULK-09)."""
    winner, points = outcome["winner"], outcome["political_points"] or 0
    gains = {name: points if name == winner else -points
             for name in (values[key]["name"] for key in SIDES)}  # fmt: skip
    yield _fought(state, values, {**outcome, "political_points": gains if winner else {}})
    if winner == values["attacker"]["name"]:
        yield Booking("port", {"captor": _power(values["attacker"]), "raided": True})


def _at_sea(state: Ledger, values: Values, outcome: Values) -> Iterator[Booking]:
    """A battle of fleets: its losses on the fleets of the ledger, prizes for the winner's first,
    hulks to bring home, leaders who were hurt, and a blockade that is broken."""
    fields: dict[str, Any] = {"story": _told(outcome)[1:]}
    chase = outcome["pursuit"]
    for key, side in _sides(values, outcome, fields):
        fields[f"{key}_lost"] = side["lost"]
        fields[f"{key}_fleets"] = {
            fleet: number for fleet, number in side["lost_by_fleet"].items()
            if fleet in state.fleets and state.fleets[fleet].ships >= number
        }  # fmt: skip
        own = [each["name"] for each in values[key]["fleets"] if each["name"] in state.fleets]
        won = values[key]["name"] == outcome["winner"]
        if won and own and chase and chase["prizes"] and chase["lost"]:
            fields["prizes"] = {own[0]: chase["lost"]}
    yield Booking("sea-battle", fields)
    for owner, number in outcome["hulks"].items():
        yield Booking("hulks", {"power": tables.power(owner.replace("_", " ")) or None,
                                "hulks": number})  # fmt: skip
    for fates in outcome["leaders"].values():
        yield from _hurt(fates)
    held = outcome.get("blockade")
    if held is not None and held["moves_on"]:
        breaking = values[SIDES[values["blockader"] == SIDES[0]]]
        for each in breaking["fleets"]:
            fleet = state.fleets.get(each["name"])
            gone = outcome["sides"][breaking["name"]]["lost_by_fleet"].get(each["name"], 0)
            if fleet is not None and fleet.blockaded and fleet.ships > gone:
                yield _at_large(each["name"], fleet, gone)


def _at_large(name: str, fleet: Fleet, gone: int = 0) -> Booking:
    """A fleet whose blockade is over."""
    at_large = {"power": fleet.power, "ships": fleet.ships - gone, "blockaded": False}
    return Booking("fleet", {"fleet": name, **at_large})


def _tested(state: Ledger, values: Values, outcome: Values) -> Iterator[Booking]:
    """The test, once a phase; a fleet whose blockade is lifted is at large (EIA-BLK-02)."""
    name = values["port"]
    if name not in state.tested:
        yield Booking("test-blockade", {"port": name})
    fleet = state.fleets.get(name)
    if outcome["result"] == blockade_and_supply.LIFTED and fleet is not None:
        yield _at_large(name, fleet)


def _port(state: Ledger, values: Values, outcome: Values) -> Iterator[Booking]:
    kept = {key: values[key] for key in ("captor", "owner", "leaders")}
    yield Booking("port", {**kept, "fleets": list(values["fleets"])})


def _hulks(state: Ledger, values: Values, outcome: Values) -> Iterator[Booking]:
    """Those that were saved: their dice have fallen, so nothing is left to be rolled."""
    if outcome["gained"]:
        power = outcome["owner"] if outcome["owner"] in tables.POWERS else None
        home = {"hulks": outcome["gained"], "port": outcome["port"], "distance": 0}
        yield Booking("hulks", {"power": power, **home})


def _built(state: Ledger, values: Values, outcome: Values) -> Iterator[Booking]:
    if outcome["allowed"]:
        builder = values["builder"] if values["builder"] in tables.POWERS else None
        where = {"port": values["hulk_port"], "at": values["build_port"]}
        yield Booking("use-hulk", {"power": builder, "ship": values["ship"], **where})


def _sacked(state: Ledger, values: Values, outcome: Values) -> Iterator[Booking]:
    if outcome["allowed"]:
        said = ("nation", "towers", "capital", "leader", "cossacks", "emigres", "taken", "corps")
        power = values["nation"] if values["nation"] in tables.POWERS else None
        more = {"act": values["act"], "by": values["controller"] or power}
        named = {"leader": values["leader"] or None, "kind": values["city"] or None}
        yield Booking("city", {**{key: values[key] for key in said}, **more, **named})


def _recovered(state: Ledger, values: Values, outcome: Values) -> Iterator[Booking]:
    rebuilt = values["state"] == cities.BURNED and values["pays"]
    yield Booking("city-held", {"owner_controls": values["owner_controls"], "rebuild": rebuilt})


def _forced(state: Ledger, values: Values, outcome: Values) -> Iterator[Booking]:
    for controller in outcome["controllers"]:
        uses = [each.use for each in values["entered"]
                if tables.is_same_name(each.controller, controller)]  # fmt: skip
        way = {"power": values["power"], "controller": controller}
        yield Booking("forcible-access", {**way, "supply": uses == ["supply"]})


def _loan(state: Ledger, values: Values, outcome: Values) -> Iterator[Booking]:
    back = {"returns": values["returned"] != "no", "lost": values["chosen"]}
    yield Booking("loan-back", {**back, "because_of_losses": values["returned"] == "foraging"})


def _war(state: Ledger, values: Values, outcome: Values) -> Iterator[Booking]:
    if outcome["allowed"] and values["on"] == "major":
        yield Booking("war", {})


def _promoted(state: Ledger, values: Values, outcome: Values) -> Iterator[Booking]:
    if outcome["rank"] != values["rank"]:
        yield Booking("promote", {"rank": values["rank"]})


def _dominance(state: Ledger, values: Values, outcome: Values) -> Iterator[Booking]:
    if outcome["dominant"] != values["dominant"]:
        yield Booking("status", {"dominant": outcome["dominant"]})


def _auction(state: Ledger, values: Values, outcome: Values) -> Iterator[Booking]:
    made = {each["player"]: each["bid"] for each in values["bids"]}
    bids = {player: bid for player, bid in made.items() if bid} or made
    if len({*bids.values()}) == len(bids):
        yield Booking("auction", {"power": values["auction"], "bids": bids})


def _vote(state: Ledger, values: Values, outcome: Values) -> Iterator[Booking]:
    if len(outcome["tied"]) < 2:  # a tie is broken by a die, which the ledger throws
        yield Booking("vote", {"question": values["question"], "votes": values["votes"]})


def _defended(state: Ledger, values: Values, outcome: Values) -> Iterator[Booking]:
    if values["battles"] or values["sieges"]:
        yield Booking("minor-fought", {})
    if values["conquered"]:
        yield Booking("minor-conquered", {"had_troops": values["had_troops"]})


def _copied(entry: str, *names: str) -> Book:
    """An entry whose fields stand in the document, where the outcome doesn't forbid it."""

    def book(state: Ledger, values: Values, outcome: Values) -> Iterator[Booking]:
        if outcome.get("allowed", True):
            yield Booking(entry, {name: values[name] for name in names})

    return book


BOOKED: Final[Mapping[str, Book]] = {
    "eia-battle": _battle, "eia-prisoners": _captives,
    "eia-leader-casualty": lambda state, values, outcome: _hurt(outcome["leaders"]),
    "eia-naval-battle": _at_sea, "eia-port-raid": _raid, "eia-blockade-test": _tested,
    "eia-port-taken": _port, "eia-hulk": _hulks, "eia-hulk-build": _built, "eia-pillage": _sacked,
    "eia-recovery": _recovered, "eia-forcible-access": _forced,
    "eia-enforced-peace": _copied("peace", "months"),
    "eia-reparations": _copied("reparations", "amount", "phases"),
    "eia-loan": _loan, "eia-declare-war": _war,
    "eia-exile-cost": _copied("return", "leader", "strategic", "tactical", "maximum"),
    "eia-leader-improvement": _promoted, "eia-dominance": _dominance,
    "eia-surrender": _copied("collect", "power", "manpower"), "eia-bids": _auction,
    "eia-vote": _vote, "eia-minor-defence": _defended,
}  # fmt: skip
"""The kinds whose outcome the ledger keeps, and what becomes of it."""
