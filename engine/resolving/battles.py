"""The kind `battle`: a battle on land, as one document."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from engine import battle as fighting
from engine import fight, leaders, odds, tables
from engine.battle import Fought, Setup, Situation
from engine.contingents import Side
from engine.leaders import DETACHMENT, Commander, Fate
from engine.report import thirds, total
from engine.resolving import fights as shared
from engine.resolving import land
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
from engine.steps import Pending

SIDES: Final = 2
CROSSING: Final = Choice(("river", "pass", "strait", "sea"), "a crossing")


class Evasion:
    """The decision to evade: true, or how many detachments go where."""

    split: Final = Fields(
        [
            Field("fortress", Whole(0, 8), "detachments into the fortress", 0),
            Field("province", Whole(0, 200), "detachments into the next province", 0),
        ],
        "a split between fortress and province",
    )

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """A flag, or the split."""
        if isinstance(value, dict):
            return self.split.read(value, path, complaints)
        return Flag().read(value, path, complaints)

    def schema(self) -> dict[str, Any]:
        """Either."""
        return {"anyOf": [{"type": "boolean"}, self.split.schema()]}


class Decision:
    """A decision of a battle, by the name it has."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """A flag, or a split for an evasion."""
        shape = Evasion() if path.endswith(".evade") else Flag()
        return shape.read(value, path, complaints)

    def schema(self) -> dict[str, Any]:
        """Either."""
        return Evasion().schema()


SIDE: Final = Fields(
    [
        Field("name", Perhaps(Text(plain=True)), "its name in dice and decisions", None),
        Field("phasing", Flag(), "whether it is the phasing side", False),
        *land.TROOPS[:1],
        Field("technology", land.TECHNOLOGY, "land technology of the stack"),
        Field("units", land.LandUnits(1), "its land units"),
        *land.TROOPS[1:],
        Field("ottoman_fright", Flag(), "suffers Facing the Ottomans", False),
        Field("crossing", Perhaps(CROSSING), "what it crossed to get here", None),
        Field("foraging", Flag(), "whether it is foraging", False),
        Field("fortress", Perhaps(Whole(0, 5, "a level")), "level of a friendly fortress", None),
        Field("fort", Flag(), "whether that is a fort", False),
        Field("retreat_province", Flag(), "whether a legal next province exists", True),
        Field("retreat_room", Perhaps(Whole(0, 200)), "detachments that can retreat", None),
        Field("can_retreat", Flag(), "false: nobody can retreat at all", True),
        Field("stability", Whole(-3, 3, "a stability"), "stability of the country", 0),
    ],
    "a side",
)

FIELDS: Final = (
    Field("period", land.PERIOD, "period, I to VII"),
    Field("turn", Perhaps(Whole(1, 62, "a turn")), "turn; null: the first of the period", None),
    Field("round", Perhaps(Text()), "box of the rounds track, for the report", None),
    Field("map", land.MAP, "europe, or rotw for the Rest of the World", "europe"),
    Field("terrain", land.TERRAIN, "terrain of the province", "plain"),
    Field("interception", Flag(), "whether it is an interception battle", False),
    Field("sides", Listed(SIDE, SIDES, SIDES), "the two sides"),
    Field("decisions", Named(Decision(), "decisions"), "SIDE.evade, .retreat1, .withdraw", {}),
    land.OPTION_FIELD,
)

EXAMPLE: Final[dict[str, Any]] = {
    "period": "III",
    "map": "europe",
    "terrain": "plain",
    "interception": False,
    "sides": [
        {
            "name": "FRA",
            "phasing": True,
            "country": "france",
            "technology": "musket",
            "veteran": True,
            "units": ["A+", "A+"],
            "leader": {"name": "Condé", "manoeuvre": 2, "fire": 4, "shock": 2},
            "crossing": None,
            "foraging": False,
        },
        {
            "name": "HIS",
            "country": "spain",
            "technology": "musket",
            "tercios": True,
            "veteran": True,
            "units": ["A+", "LD"],
            "leader": {"name": "Farnese", "manoeuvre": 4, "fire": 2, "shock": 3},
        },
    ],
    "decisions": {"HIS.retreat1": True},
    "dice": {
        "FRA.fire1": 8, "HIS.fire1": 6, "FRA.shock1": 4, "HIS.shock1": 7, "HIS.retreat1": 7,
        "FRA.fire2": 2, "HIS.fire2": 9, "FRA.shock2": 6, "HIS.shock2": 5, "FRA.pursuit": 9,
        "HIS.losses": 2, "FRA.casualty": 3, "HIS.casualty": 6, "HIS.wound": 4,
    },
}  # fmt: skip


def check(values: dict[str, Any], complaints: Complaints) -> None:
    """What no field alone can tell: names, who is phasing, the turn, the decisions."""
    sides = values["sides"]
    names = shared.check_sides(values, complaints)
    shared.check_turn(values, complaints)
    for number, each in enumerate(sides):
        if each["fort"] and each["fortress"]:
            complaints.say(f"sides[{number}].fortress", "a fort has no level; leave it out, or 0")
    known = [f"{name}.{what}" for name in names for what in ("evade", "retreat1", "withdraw")]
    for name, decided in values["decisions"].items():
        if not shared.check_decision(name, known, complaints):
            continue
        if name.endswith(".evade") and decided is not False:
            _check_evasion(values, sides[names.index(name[: -len(".evade")])], decided, complaints)
        elif isinstance(decided, dict):
            complaints.add(f"decisions.{name}", decided, "is neither true nor false")


def _check_evasion(
    values: dict[str, Any], each: dict[str, Any], decided: Any, complaints: Complaints
) -> None:
    """Who may evade, and where to (EVA-01, EVA-10 to EVA-15)."""
    path = f"decisions.{each['name']}.evade"
    strength = _strength(each)
    room = _fortress_room(each)
    if each["phasing"] or values["interception"]:
        complaints.say(path, "the phasing side and interceptors never evade; false may stand here")
    elif decided is True:
        if not each["retreat_province"]:
            complaints.say(path, "there is no province to evade to; a split may name the fortress")
    elif decided["fortress"] * DETACHMENT > room:
        wanted = f"the fortress takes at most {room // DETACHMENT} LD"
        complaints.add(f"{path}.fortress", decided["fortress"], f"is too many: {wanted}")
    elif (decided["fortress"] + decided["province"]) * DETACHMENT < strength:
        complaints.say(
            path,
            f"places fewer than {thirds(strength)} LD; who stays outside fights: name only those "
            "in `units`, and no evasion",
        )
    elif decided["province"] and not each["retreat_province"]:
        complaints.add(f"{path}.province", decided["province"], "is too many: there is no province")


def _strength(each: dict[str, Any]) -> int:
    troops: land.Troops = each["units"]
    return troops.strength


def _fortress_room(each: dict[str, Any]) -> int:
    """Thirds that the friendly fortress takes: 1 LD a level, 1 LD in a fort (EVA-A5, RET-A6)."""
    if each["fort"]:
        return DETACHMENT
    return DETACHMENT * (each["fortress"] or 0)


def _room(each: dict[str, Any]) -> int | None:
    """Thirds that can retreat, None for all (RET-18, RET-21)."""
    if each["retreat_room"] is not None:
        return DETACHMENT * int(each["retreat_room"])
    if not each["can_retreat"]:
        return 0
    return None if each["retreat_province"] else _fortress_room(each)


def _rooms(values: dict[str, Any], order: tuple[int, ...]) -> list[int | None]:
    """The room of each side for a given order of retreats."""
    return [
        _room(each) if each["retreat_room"] is not None else fighting.room(order, at, _room(each))
        for at, each in enumerate(values["sides"])
    ]


def _situation(values: dict[str, Any]) -> Situation:
    return Situation(
        values["period"],
        values["map"],
        values["terrain"],
        values["interception"],
        land.switched_off(values["options"]),
    )


def _side(values: dict[str, Any], at: int, commander: Commander) -> Side:
    each = values["sides"][at]
    found = land.side(each, each["name"], values["period"], commander)
    return found._replace(
        phasing=each["phasing"],
        ottoman_fright=each["ottoman_fright"],
        crossing=each["crossing"] or "",
        foraging=each["foraging"],
    )


def _prepared(values: dict[str, Any], commanders: list[Commander]) -> Setup:
    return fighting.setup(
        _situation(values), _side(values, 0, commanders[0]), _side(values, 1, commanders[1])
    )


# Evasion


def _evader(values: dict[str, Any]) -> tuple[int, Any] | None:
    """The side that tries to evade, and how."""
    for at, each in enumerate(values["sides"]):
        decided = values["decisions"].get(f"{each['name']}.evade", False)
        if decided is not False:
            return at, decided
    return None


def _manoeuvre(each: dict[str, Any], table: Table) -> int:
    """The manoeuvre for evasion: replacements don't help, a vizier is rolled for it (EVA-A3)."""
    leader: Commander | None = each["leader"]
    if leader is None:
        return 0
    if leader.kind == "vizier" and leader.manoeuvre < 0:
        each["leader"] = leader = land.commander(each, each["name"], table)
    return leader.on_land.manoeuvre


def _evasion_place(values: dict[str, Any]) -> tuple[int, str, bool] | None:
    """Who evades, where to, and whether a roll is needed (EVA-10 to EVA-14)."""
    evader = _evader(values)
    if evader is None:
        return None
    at, decided = evader
    if decided is True or not decided["fortress"]:
        return at, "province", True
    return (at, "split", True) if decided["province"] else (at, "fortress", False)


def _evasion_modifiers(values: dict[str, Any], at: int, table: Table) -> Any:
    manoeuvres = [_manoeuvre(each, table) for each in values["sides"]]
    return leaders.evasion_modifiers(manoeuvres[at], manoeuvres[1 - at])


# One outcome


def resolve(values: dict[str, Any], table: Table) -> Answer:
    """The battle with the dice of the table."""
    evasion = _evasion_place(values)
    evasion_groups: list[Any] = []
    if evasion is not None:
        at, place, rolls = evasion
        name = values["sides"][at]["name"]
        done = True
        if rolls:
            modifiers = _evasion_modifiers(values, at, table)
            evasion_groups = [(name, "evade", modifiers)]
            die = table.throw(f"{name}.evade", modifiers, "evasion: 8 or more")
            done = leaders.evades(die + total(modifiers))
        if done:
            return _evaded(values, at, place, reported(evasion_groups))
    commanders = [land.commander(each, each["name"], table) for each in values["sides"]]
    prepared = _prepared(values, commanders)
    decisions = values["decisions"]

    async def decide(name: str, question: str, pending: Pending) -> bool:
        return decisions.get(name, False) is True

    fought = finished(fight.fight(prepared, table.roll, decide))
    return _answer(values, table, fought, commanders, evasion_groups)


def _evaded(values: dict[str, Any], at: int, place: str, modifiers: list[Any]) -> Answer:
    names = [each["name"] for each in values["sides"]]
    sides: dict[str, Any] = {names[0]: {"evaded_to": None}, names[1]: {"evaded_to": None}}
    sides[names[at]]["evaded_to"] = place
    outcome = {"winner": None, "ended": "evaded", "sides": sides}

    def sheet(paint: Paint) -> list[str]:
        where = {"split": "the fortress and the next province"}.get(place, f"the {place}")
        return [paint(f"{names[at]} evades the battle, to {where}.", "head")]

    return Answer(outcome, modifiers, sheet)


def _answer(
    values: dict[str, Any],
    table: Table,
    fought: Fought,
    commanders: list[Commander],
    evasion_groups: list[Any],
) -> Answer:
    setup, winner = fought.setup, fought.winner
    names = [force.name for force in setup.forces]
    withdraws = winner is not None and values["decisions"].get(f"{names[winner]}.withdraw", False)
    order = fight.retreats(setup, winner, bool(withdraws))
    rooms = _rooms(values, order)
    retreat = [0, 0]
    for at in order:
        retreat[at] = finished(fighting.retreat_losses(fought, at, table.roll))
    lost = tuple(
        fighting.removed(
            setup, at, fought.suffered(at), retreat[at], rooms[at] if at in order else None
        )
        for at in (0, 1)
    )
    destroyed = [lost[at] >= setup.forces[at].strength for at in (0, 1)]
    stabilities = tuple(each["stability"] for each in values["sides"])
    major = fighting.major(fought, (lost[0], lost[1]), (stabilities[0], stabilities[1]))
    fates: list[Fate | None] = [None, None]
    for at in (0, 1):
        if leaders.tests_casualty(setup.forces[1 - at].strength, values["map"]):
            fates[at] = finished(
                leaders.casualty(
                    names[at], commanders[at], winner == at, destroyed[at], winner == 1 - at,
                    setup.forces[at].side.minor, table.roll,
                )
            )  # fmt: skip
    outcome = {
        "winner": None if winner is None else names[winner],
        "ended": fought.ended,
        **shared.effects(major, names),
        "sides": {
            names[at]: shared.side_outcome(
                fought,
                at,
                {
                    "artillery": setup.forces[at].artillery,
                    "retreat_thirds": retreat[at],
                    **land.losses(lost[at], values["map"]),
                },
                destroyed[at],
                fates[at],
                commanders[at],
            )
            for at in (0, 1)
        },
    }
    groups = [*evasion_groups, *shared.groups(fought.taken)]

    def sheet(paint: Paint) -> list[str]:
        rolled = [shared.rolled_lines(fought, at) for at in (0, 1)]
        ends = [shared.end_lines(fought, at, retreat[at], lost[at], destroyed[at]) for at in (0, 1)]
        longest = max(map(len, rolled))
        body = [
            Column(
                _head(setup, at, commanders[at]),
                [*rolled[at], *[""] * (longest - len(rolled[at])), *ends[at]],
            )
            for at in (0, 1)
        ]
        return columns(_title(values), body, shared.verdict(outcome, commanders, names), paint)

    return Answer(outcome, reported(groups), sheet, notes=shared.notes(fought.taken), setup=setup)


# Odds


def odds_of(values: dict[str, Any], table: Table) -> Answer:
    """The exact odds of the battle, replacement leaders mixed in."""
    names = [each["name"] for each in values["sides"]]
    dice = values["dice"]
    evades, place, evasion = 0.0, "", _evasion_place(values)
    groups: list[Any] = []
    if evasion is not None:
        at, place, rolls = evasion
        evades = 1.0
        if rolls:
            modifiers = _evasion_modifiers(values, at, table)
            groups = [(names[at], "evade", modifiers)]
            needed = tables.interception_value("land", "evasion", "success_on")
            evades = odds.at_least(needed, modifiers)
            die = dice.get(f"{names[at]}.evade")
            if die is not None:
                table.asked.add(f"{names[at]}.evade")
                evades = float(leaders.evades(die + total(modifiers)))
    pairs = land.commanders(
        [(each["name"], each) for each in values["sides"]], values["dice"], table
    )
    setups = [_prepared(values, commanders) for _, commanders in pairs]
    prepared = setups[0]
    groups += [
        (force.name, roll, modifiers)
        for force in prepared.forces
        for roll, modifiers in (*force.modifiers.items(), ("pursuit", force.pursuit))
    ]
    joints: list[tuple[int, odds.Joint[odds.BattleOutcome]]] = []
    found: dict[Any, float] = {}
    walked = _joints(values, setups)
    for (weight, commanders), each, joint in zip(pairs, setups, walked, strict=True):
        joints.append((weight, joint))
        tested = partial(_tested, each)
        shared.add_fates(each, joint, tested, commanders, weight, found, values["map"], dice)
    joint = odds.mixed(joints)
    shared.note_dice(prepared, table)
    whole = sum(weight for weight, _ in joints)
    fights = 1.0 - evades
    answer = shared.summary(joint, partial(odds.major, prepared), names, fights, values["map"])
    shared.add_leaders(answer, found, names, fights / whole)
    if evasion is not None:
        shared.add_evasion(answer, names, evades, place)

    def sheet(paint: Paint) -> list[str]:
        body = [
            Column(
                _head(prepared, at, prepared.forces[at].side.commander),
                shared.odds_lines(answer, names[at], "LD"),
            )
            for at in (0, 1)
        ]
        tie = f"draw {answer['tie']:.1%}"
        tie += f" · evaded {evades:.1%}" if evasion is not None else ""
        return columns(_title(values), body, [tie], paint)

    return Answer(None, reported(groups), sheet, answer)


def _joints(values: dict[str, Any], setups: list[Setup]) -> list[odds.Joint[odds.BattleOutcome]]:
    decisions = {name: on is True for name, on in values["decisions"].items()}
    rooms = tuple(_room(each) for each in values["sides"])
    fixed = tuple(each["retreat_room"] is not None for each in values["sides"])
    return odds.battles(
        setups, decisions, values["dice"], (rooms[0], rooms[1]), (fixed[0], fixed[1])
    )


def _tested(prepared: Setup, at: int, outcome: odds.BattleOutcome) -> tuple[bool, bool, bool]:
    """Won, destroyed, beaten by a winner: what a commander's test looks at."""
    destroyed = outcome.lost[at] >= prepared.forces[at].strength
    return outcome.winner == at, destroyed, outcome.winner == 1 - at


# The sheet


def _title(values: dict[str, Any]) -> str:
    where = "Rest of the World" if values["map"] == "rotw" else "Europe"
    words = ["Battle", where, values["terrain"].replace("_", " "), f"period {values['period']}"]
    words += ["interception"] * values["interception"]
    words += [values["round"]] * bool(values["round"])
    return " · ".join(words)


def _head(setup: Setup, at: int, commander: Commander) -> list[str]:
    force = setup.forces[at]
    side = force.side
    flags = [word for word, on in (("veteran", side.veteran), ("tercios", side.tercios)) if on]
    values = f"{commander.manoeuvre}·{commander.fire}·{commander.shock}"
    day = [
        f"{total(force.modifiers[f'fire{d}']):+}/{total(force.modifiers[f'shock{d}']):+}"
        for d in (1, 2)
    ]
    letters = f"{force.fire_column or '-'}/{force.shock_column or '-'}"
    return [
        f"{side.name}  {land.described(side)}",
        f"{thirds(force.strength)} LD {', '.join(flags)}".rstrip(),
        f"{commander.name} {values}  {side.technology} {letters}",
        f"{'*' * force.morale} morale {force.morale}  {'//'.join(day)}",
    ]


KINDS: Final = {
    "battle": Kind("battle", FIELDS, EXAMPLE, resolve, odds_of, check),
}
