"""The kind `naval-battle`: a battle at sea, as one document."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from engine import countries, leaders, odds, tables
from engine.fight import fight
from engine.leaders import DETACHMENT, Commander, Fate
from engine.report import thirds, total
from engine.resolving import fights as shared
from engine.resolving import land, sea
from engine.resolving.fields import (
    Choice,
    Complaints,
    Field,
    Fields,
    Flag,
    Listed,
    Named,
    Perhaps,
    Text,
    Whole,
)
from engine.resolving.kind import Answer, Kind, Table, finished, reported
from engine.resolving.sheet import Column, Paint, columns
from engine.sea import battle as fighting
from engine.sea import losses
from engine.sea import odds as sea_odds
from engine.sea.battle import Fleet, Fought, Setup, Waters
from engine.steps import FACES, Pending

SIDES: Final = 2
LINE: Final = Choice(tuple(fighting.LINES), "a first line")
FLAGS: Final = ("evade", "break_fire1", "break_fire2", "retreat1")
CAPTURE: Final = "capture"


class Decision:
    """A decision of a battle at sea, by the name it has."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """A flag, or the ships to capture."""
        if path.endswith("." + CAPTURE):
            return sea.PRIZES.read(value, path, complaints)
        return Flag().read(value, path, complaints)

    def schema(self) -> dict[str, Any]:
        """Either."""
        return {"anyOf": [Flag().schema(), sea.PRIZES.schema()]}


SIDE: Final = Fields(
    [
        Field("name", Perhaps(Text(plain=True)), "its name in dice and decisions", None),
        Field("phasing", Flag(), "whether it is the phasing side", False),
        Field("country", land.CountryId(), "the country in command"),
        Field("technology", sea.TECHNOLOGY, "its technology of the sea"),
        Field("units", sea.NavalUnits(), "its naval units"),
        Field("line", Perhaps(LINE), "first line; null: the larger kind of ships", None),
        Field("leader", land.Leader(), "who commands; null: a replacement is rolled", None),
        Field("veteran", Flag(), "whether the stack is veteran", False),
        Field("minor", Perhaps(Flag()), "a minor country; null: as the country is in 1492", None),
        Field("ottoman_fright", Flag(), "suffers Facing the Ottomans", False),
        Field("retreat_thirds", Whole(0, 300), "thirds sunk on the retreat or follow-up", 0),
        Field("stability", Whole(-3, 3, "a stability"), "stability of the country", 0),
    ],
    "a side",
)

FIELDS: Final = (
    Field("period", Perhaps(land.PERIOD), "period, I to VII; null: that of the turn", None),
    Field("turn", Perhaps(Whole(1, 62, "a turn")), "turn; null: the first of the period", None),
    Field("round", Perhaps(Text()), "box of the rounds track, for the report", None),
    Field("map", Perhaps(land.MAP), "europe or rotw, for the report", None),
    Field("mediterranean", Flag(), "whether it is fought in the Mediterranean", False),
    Field("interception", Flag(), "whether it is an interception battle", False),
    Field("sides", Listed(SIDE, SIDES, SIDES), "the two sides"),
    Field(
        "decisions",
        Named(Decision(), "decisions"),
        "SIDE.evade, .break_fire1, .break_fire2, .retreat1; .capture lists a kind for each star, "
        "or each ship",
        {},
    ),
    land.OPTION_FIELD,
)

EXAMPLE: Final[dict[str, Any]] = {
    "turn": 20,
    "mediterranean": True,
    "interception": False,
    "sides": [
        {
            "name": "HIS",
            "phasing": True,
            "country": "spain",
            "technology": "carrack",
            "units": {"F+": [{"NGD": 8, "VGD": 2}, {"NGD": 6}], "NWD": 1},
            "line": "NGD",
            "leader": {"name": "Don Juan", "manoeuvre": 4, "fire": 4, "shock": 4},
        },
        {
            "name": "TUR",
            "country": "turkey",
            "technology": "carrack",
            "veteran": True,
            "units": {"F+": [{"NGD": 8}, {"NGD": 7}]},
            "leader": {"name": "Ali Pasha", "manoeuvre": 3, "fire": 2, "shock": 3},
        },
    ],
    "decisions": {"HIS.capture": ["NGD"], "TUR.retreat1": False},
    "dice": {
        "HIS.fire1": 8, "TUR.fire1": 7, "HIS.shock1": 7, "TUR.shock1": 5, "HIS.fire2": 9,
        "TUR.fire2": 4, "HIS.pursuit": 9, "HIS.casualty": 4, "TUR.casualty": 2, "TUR.wound": 7,
    },
}  # fmt: skip


def check(values: dict[str, Any], complaints: Complaints) -> None:
    """What no field alone can tell: names, who is phasing, the turn, lines, the decisions."""
    names = shared.check_sides(values, complaints)
    if values["turn"] is None and values["period"] is None:
        complaints.say("turn", "is missing: a turn from 1 to 62, or a period")
    elif values["period"] is not None:
        shared.check_turn(values, complaints)
        values["turn"] = values["turn"] or tables.period(values["period"]).first_turn
    for number, each in enumerate(values["sides"]):
        possible = fighting.lines(each["units"].ships)
        if each["line"] is None:
            each["line"] = max(possible, key=partial(_size, each))
        elif each["line"] not in possible:
            wanted = f"cannot be its first line; it may be: {', '.join(possible)}"
            complaints.add(f"sides[{number}].line", each["line"], wanted)
    known = [f"{name}.{what}" for name in names for what in (*FLAGS, CAPTURE)]
    for name, decided in values["decisions"].items():
        if not shared.check_decision(name, known, complaints) or not name.endswith(".evade"):
            continue
        phasing = values["sides"][names.index(name.removesuffix(".evade"))]["phasing"]
        if decided and (phasing or values["interception"]):
            complaints.say(
                f"decisions.{name}",
                "the phasing side and interceptors never evade; false may stand here",
            )


def _size(each: dict[str, Any], line: str) -> int:
    return fighting.thirds(
        {kind: each["units"].ships.get(kind, 0) for kind in fighting.LINES[line]}
    )


def _waters(values: dict[str, Any]) -> Waters:
    return Waters(
        values["turn"],
        values["mediterranean"],
        values["interception"],
        land.switched_off(values["options"]),
    )


def _fleet(each: dict[str, Any], commander: Commander) -> Fleet:
    country = countries.country(each["country"])
    minor = each["minor"]
    return Fleet(
        each["name"],
        country.id,
        each["technology"],
        each["units"].ships,
        each["line"],
        commander,
        each["phasing"],
        each["veteran"],
        country.kind not in ("major", "minor_major") if minor is None else minor,
        each["ottoman_fright"],
    )


def _fleets(values: dict[str, Any], commanders: list[Commander]) -> tuple[Fleet, Fleet]:
    one, other = (
        _fleet(each, commander) for each, commander in zip(values["sides"], commanders, strict=True)
    )
    return one, other


# Evasion


def _evasion(values: dict[str, Any], table: Table) -> tuple[str, shared.Group] | None:
    """The side that tries to evade, and its modifiers (EVA-03, EVA-A2, EVA-A3)."""
    for at, each in enumerate(values["sides"]):
        if values["decisions"].get(f"{each['name']}.evade", False):
            own, enemy = (_manoeuvre(values["sides"][side], table) for side in (at, 1 - at))
            modifiers = leaders.evasion_modifiers(own, enemy)
            return each["name"], (each["name"], "evade", modifiers)
    return None


def _manoeuvre(each: dict[str, Any], table: Table) -> int:
    leader: Commander | None = each["leader"]
    if leader is None:
        return 0
    if leader.kind == "vizier" and leader.manoeuvre < 0:
        each["leader"] = leader = land.commander(each, each["name"], table)
    return leader.manoeuvre


# One outcome


def resolve(values: dict[str, Any], table: Table) -> Answer:
    """The battle with the dice of the table."""
    evasion = _evasion(values, table)
    if evasion is not None:
        name, group = evasion
        die = table.throw(f"{name}.evade", group[2], "evasion: 8 or more")
        if leaders.evades(die + total(group[2])):
            return _evaded(values, name, group)
    commanders = [
        land.commander(each, each["name"], table, admiral=True) for each in values["sides"]
    ]
    one, other = _fleets(values, commanders)
    winds = fighting.winds(one, other)
    one, other = finished(fighting.windward(one, other, table.roll))
    prepared = fighting.setup(_waters(values), one, other)
    decisions = values["decisions"]

    async def decide(name: str, question: str, pending: Pending) -> bool:
        return decisions.get(name, False) is True

    fought: Fought = finished(fight(prepared, table.roll, decide))
    before = [] if evasion is None else [evasion[1]]
    if winds.known is None:
        before += [
            (fleet.name, "wind", modifiers)
            for fleet, modifiers in zip((one, other), winds.modifiers, strict=True)
        ]
    return _answer(values, table, fought, commanders, before)


def _evaded(values: dict[str, Any], name: str, group: shared.Group) -> Answer:
    sides = {
        each["name"]: {"evaded_to": "port" if each["name"] == name else None}
        for each in values["sides"]
    }
    outcome = {"winner": None, "ended": "evaded", "sides": sides}

    def sheet(paint: Paint) -> list[str]:
        return [paint(f"{name} evades the battle, to the nearest port.", "head")]

    return Answer(outcome, reported([group]), sheet)


def _answer(
    values: dict[str, Any],
    table: Table,
    fought: Fought,
    commanders: list[Commander],
    before: list[shared.Group],
) -> Answer:
    setup, winner = fought.setup, fought.winner
    names = [force.name for force in setup.forces]
    taken: list[dict[str, int]] = [{}, {}]
    if winner is not None:
        wanted = values["decisions"].get(f"{names[winner]}.{CAPTURE}", [])
        beaten = setup.forces[1 - winner].side
        taken[winner] = losses.captured(beaten.ships, fighting.pursuit_stars(fought), wanted)
    tolls = [
        losses.toll(force.side, fought.suffered(at), winner == at, taken[1 - at])
        for at, force in enumerate(setup.forces)
    ]
    left = [
        force.strength - tolls[at].gone - fighting.thirds(taken[1 - at])
        for at, force in enumerate(setup.forces)
    ]
    sunk = [min(left[at], each["retreat_thirds"]) for at, each in enumerate(values["sides"])]
    one, other = (
        min(force.strength, tolls[at].lost + sunk[at]) for at, force in enumerate(setup.forces)
    )
    lost = one, other
    destroyed = [left[at] <= sunk[at] for at in (0, 1)]
    one, other = (each["stability"] for each in values["sides"])
    major = fighting.major(fought, lost, (one, other))
    fates: list[Fate] = [
        finished(
            leaders.casualty(
                names[at],
                commanders[at],
                winner == at,
                destroyed[at],
                winner == 1 - at,
                setup.forces[at].side.minor,
                table.roll,
            )
        )
        for at in (0, 1)
    ]
    outcome = {
        "winner": None if winner is None else names[winner],
        "ended": fought.ended,
        **shared.effects(major, names),
        "sides": {
            names[at]: shared.side_outcome(
                fought,
                at,
                {
                    "wind": setup.forces[at].side.wind,
                    "line": setup.forces[at].side.line,
                    "damaged_thirds": tolls[at].dealt.damaged,
                    "destroyed_thirds": tolls[at].dealt.destroyed,
                    "refitted_thirds": tolls[at].dealt.refitted,
                    "captured": taken[at],
                    "retreat_thirds": sunk[at],
                    "remaining_thirds": left[at] - sunk[at],
                    "losses": lost[at] // DETACHMENT,
                    "losses_rest_thirds": lost[at] % DETACHMENT,
                },
                destroyed[at],
                fates[at],
                commanders[at],
            )
            for at in (0, 1)
        },
    }
    groups = [*before, *shared.groups(fought.taken)]

    def sheet(paint: Paint) -> list[str]:
        rolled = [shared.rolled_lines(fought, at) for at in (0, 1)]
        longest = max(map(len, rolled))
        body = []
        for at in (0, 1):
            dealt = tolls[at].dealt
            ends = shared.end_lines(fought, at, sunk[at], lost[at], destroyed[at])
            ends.append(
                f"damaged {thirds(dealt.damaged)}, destroyed {thirds(dealt.destroyed)}, "
                f"refitted {thirds(dealt.refitted)}"
            )
            ends += [f"captures {sea.described(taken[at])}"] * bool(taken[at])
            padded = [*rolled[at], *[""] * (longest - len(rolled[at]))]
            body.append(Column(_head(setup, at, commanders[at]), [*padded, *ends]))
        return columns(_title(values), body, shared.verdict(outcome, commanders, names), paint)

    return Answer(outcome, reported(groups), sheet, notes=shared.notes(fought.taken), setup=setup)


# Odds


def odds_of(values: dict[str, Any], table: Table) -> Answer:
    """The exact odds of the battle; replacement admirals and the wind are mixed in."""
    names = [each["name"] for each in values["sides"]]
    dice, evades = values["dice"], 0.0
    groups: list[shared.Group] = []
    evasion = _evasion(values, table)
    if evasion is not None:
        name, group = evasion
        groups = [group]
        evades = odds.at_least(tables.interception_value("sea", "evasion", "success_on"), group[2])
        die = dice.get(f"{name}.evade")
        if die is not None:
            table.asked.add(f"{name}.evade")
            evades = float(leaders.evades(die + total(group[2])))
    pairs = land.commanders(
        [(each["name"], each) for each in values["sides"]], dice, table, admiral=True
    )
    setups: list[tuple[int, Setup]] = []
    for weight, commanders in pairs:
        winds = list(sea_odds.wind(*_fleets(values, commanders), dice))
        share = weight * len(FACES) ** 2 // sum(chance for chance, *_ in winds)
        setups += [
            (share * chance, fighting.setup(_waters(values), one, other))
            for chance, one, other in winds
        ]
    prepared = setups[0][1]
    joints = sea_odds.battles(setups, values["decisions"], dice, _doom)
    found: dict[tuple[str, str], float] = {}
    for weight, each, joint in joints:
        commanders = [force.commander for force in each.forces]
        shared.add_fates(each, joint, _tested, commanders, weight, found, "sea", dice)
    groups += [
        (force.name, roll, modifiers)
        for force in prepared.forces
        for roll, modifiers in (*force.modifiers.items(), ("pursuit", force.pursuit))
    ]
    joint = odds.mixed((weight, joint) for weight, _, joint in joints)
    shared.note_dice(prepared, table)
    table.asked.update(f"{name}.wind" for name in names)
    whole = sum(weight for weight, _ in setups)
    fights = 1.0 - evades
    answer = shared.summary(joint, partial(sea_odds.major, prepared), names, fights, "sea")
    shared.add_leaders(answer, found, names, fights / whole)
    answer["wind"] = {
        name: sum(weight for weight, each in setups if each.forces[at].side.wind) * fights / whole
        for at, name in enumerate(names)
    }
    if evasion is not None:
        shared.add_evasion(answer, names, evades, "port")

    def sheet(paint: Paint) -> list[str]:
        body = [
            Column(
                _head(prepared, at, prepared.forces[at].side.commander),
                shared.odds_lines(answer, names[at], "ND"),
            )
            for at in (0, 1)
        ]
        tie = f"draw {answer['tie']:.1%}"
        tie += f" · evaded {evades:.1%}" if evasion is not None else ""
        return columns(_title(values), body, [tie], paint)

    return Answer(None, reported(groups), sheet, answer)


def _doom(prepared: Setup) -> object:
    """What the commanders' fates take from who commands."""
    return tuple(
        leaders.casualty_modifiers(force.commander, won=True, destroyed=False)
        for force in prepared.forces
    )


def _tested(at: int, outcome: sea_odds.Outcome) -> tuple[bool, bool, bool]:
    """Won, destroyed, beaten by a winner: what a commander's test looks at."""
    return outcome.winner == at, outcome.destroyed[at], outcome.winner == 1 - at


# The sheet


def _title(values: dict[str, Any]) -> str:
    words = ["Naval battle", *["Mediterranean"] * values["mediterranean"], f"turn {values['turn']}"]
    words += ["interception"] * values["interception"]
    words += [values["round"]] * bool(values["round"])
    return " · ".join(words)


def _head(setup: Setup, at: int, commander: Commander) -> list[str]:
    force = setup.forces[at]
    fleet = force.side
    values = f"{commander.manoeuvre}·{commander.fire}·{commander.shock}"
    day = [
        f"{total(force.modifiers[f'fire{d}']):+}/{total(force.modifiers[f'shock{d}']):+}"
        for d in (1, 2)
    ]
    letters = f"{force.fire_column or '-'}/{force.shock_column or '-'}"
    flags = [word for word, on in (("veteran", fleet.veteran), ("the wind", fleet.wind)) if on]
    return [
        f"{fleet.name}  {sea.described(dict(fleet.ships))}",
        f"line {fleet.line}, {thirds(fleet.strength)} ND {', '.join(flags)}".rstrip(),
        f"{commander.name} {values}  {fleet.fights_as} {letters}",
        f"{'*' * force.morale} morale {force.morale}  {'//'.join(day)}",
    ]


KINDS: Final = {
    "naval-battle": Kind("naval-battle", FIELDS, EXAMPLE, resolve, odds_of, check),
}
