"""The kind `battle`: a battle on land, as one document."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from engine import battle as fighting
from engine import fight, leaders, odds, tables
from engine.battle import Fought, Setup
from engine.joint import Joint, at_least, mixed
from engine.leaders import Commander, Fate
from engine.report import thirds, total
from engine.resolving import fights as shared
from engine.resolving import land
from engine.resolving.battle_document import EXAMPLE, FIELDS, check, room_of, rooms_for, setup_of
from engine.resolving.kind import Answer, Kind, Table, finished, reported
from engine.resolving.sheet import Column, Paint, columns
from engine.steps import Pending

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
    prepared = setup_of(values, commanders)
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
    rooms = rooms_for(values, order)
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
            evades = at_least(needed, modifiers)
            die = dice.get(f"{names[at]}.evade")
            if die is not None:
                table.asked.add(f"{names[at]}.evade")
                evades = float(leaders.evades(die + total(modifiers)))
    pairs = land.commanders(
        [(each["name"], each) for each in values["sides"]], values["dice"], table
    )
    setups = [setup_of(values, commanders) for _, commanders in pairs]
    prepared = setups[0]
    groups += shared.foreseen(prepared)
    joints: list[tuple[int, Joint[odds.BattleOutcome]]] = []
    found: dict[Any, float] = {}
    walked = _joints(values, setups)
    for (weight, commanders), each, joint in zip(pairs, setups, walked, strict=True):
        joints.append((weight, joint))
        tested = partial(_tested, each)
        shared.add_fates(each, joint, tested, commanders, weight, found, values["map"], dice)
    joint = mixed(joints)
    shared.note_dice(prepared, table)
    whole = sum(weight for weight, _ in joints)
    fights = 1.0 - evades
    answer = shared.summary(joint, partial(odds.major, prepared), names, fights, values["map"])
    shared.add_leaders(answer, found, names, fights / whole)
    if evasion is not None:
        shared.add_evasion(answer, names, evades, place)

    def head(at: int) -> list[str]:
        return _head(prepared, at, prepared.forces[at].side.commander)

    sheet = partial(shared.odds_sheet, _title(values), head, answer, names, "LD")

    return Answer(None, reported(groups), sheet, answer)


def _joints(values: dict[str, Any], setups: list[Setup]) -> list[Joint[odds.BattleOutcome]]:
    decisions = {name: on is True for name, on in values["decisions"].items()}
    rooms = tuple(room_of(each) for each in values["sides"])
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
