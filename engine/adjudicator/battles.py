"""The kind `battle`: a battle on land, as one document."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from engine.adjudicator import fight_chances, fight_sheet, land
from engine.adjudicator import fights as shared
from engine.adjudicator.battle_document import FIELDS, check, room_of, rooms_for, setup_of
from engine.adjudicator.kind import Answer, Kind, Table, kinds, modifier_rows, run_procedure
from engine.adjudicator.sheet import Paint
from engine.chances.distribution import Joint, mix
from engine.combat import fight
from engine.combat.leaders import Commander
from engine.land.battle import battle as fighting
from engine.land.battle import odds
from engine.land.battle.battle import Fought, Setup
from engine.report import thirds

# Evasion


def _evader(values: dict[str, Any]) -> tuple[int, Any] | None:
    """The side that tries to evade, and how."""
    for at, each in enumerate(values["sides"]):
        decided = values["decisions"].get(f"{each['name']}.evade", False)
        if decided is not False:
            return at, decided
    return None


def _evasion_place(values: dict[str, Any]) -> tuple[int, str, bool] | None:
    """Who evades, where to, and whether a roll is needed (EVA-10 to EVA-14)."""
    evader = _evader(values)
    if evader is None:
        return None
    at, decided = evader
    if decided is True or not decided["fortress"]:
        return at, "province", True
    return (at, "split", True) if decided["province"] else (at, "fortress", False)


# One outcome


def resolve(values: dict[str, Any], table: Table) -> Answer:
    """The battle with the dice of the table."""
    evasion = _evasion_place(values)
    before: list[shared.Group] = []
    if evasion is not None:
        at, place, rolls = evasion
        if rolls:
            before = [shared.evasion(values, at, shared.known_leaders(values, table), True)]
        if not rolls or shared.try_evasion(before[0], table):
            return _evaded(values, at, place, modifier_rows(before))
    commanders = [land.commander(each, each["name"], table) for each in values["sides"]]
    prepared = setup_of(values, commanders)
    fought = run_procedure(fight.fight(prepared, table.roll, shared.decisions_of(values)))
    return _answer(values, table, fought, commanders, before)


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
    before: list[shared.Group],
) -> Answer:
    setup, winner = fought.setup, fought.winner
    names = [force.name for force in setup.forces]
    withdraws = winner is not None and values["decisions"].get(f"{names[winner]}.withdraw", False)
    order = fight.retreats(setup, winner, bool(withdraws))
    rooms = rooms_for(values, order)
    retreat = [0, 0]
    for at in order:
        retreat[at] = run_procedure(fighting.retreat_losses(fought, at, table.roll))
    lost = tuple(
        fighting.thirds_removed(
            setup, at, fought.suffered(at), retreat[at], rooms[at] if at in order else None
        )
        for at in (0, 1)
    )
    stabilities = tuple(each["stability"] for each in values["sides"])
    major = fighting.major_battle(fought, (lost[0], lost[1]), (stabilities[0], stabilities[1]))
    tolls = [
        shared.Toll(
            retreat[at],
            lost[at],
            lost[at] >= setup.forces[at].strength,
            {
                "artillery": setup.forces[at].artillery,
                "retreat_thirds": retreat[at],
                **land.losses(lost[at], values["map"]),
            },
        )
        for at in (0, 1)
    ]
    return shared.answer(
        values["map"], fought, commanders, tolls, major, before, table, _title(values), _head
    )


# Odds


def odds_of(values: dict[str, Any], table: Table) -> Answer:
    """The exact odds of the battle, replacement leaders mixed in."""
    names = [each["name"] for each in values["sides"]]
    dice = values["dice"]
    evades, place, evasion = 0.0, "", _evasion_place(values)
    groups: list[shared.Group] = []
    pairs = land.commanders([(each["name"], each) for each in values["sides"]], dice, table)
    if evasion is not None:
        at, place, rolls = evasion
        evades = 1.0
        if rolls:
            attempts = [shared.evasion(values, at, both, True) for _, both in pairs]
            groups = attempts[:1]
            pairs, evades = fight_chances.pairs_after_evasion(pairs, attempts, table)
    setups = [setup_of(values, commanders) for _, commanders in pairs]
    prepared = setups[0]
    groups += shared.possible_groups(prepared)
    joints: list[tuple[int, Joint[odds.BattleOutcome]]] = []
    found: dict[Any, float] = {}
    walked = _joints(values, setups)
    for (weight, commanders), each, joint in zip(pairs, setups, walked, strict=True):
        joints.append((weight, joint))
        tested = partial(_tested, each)
        fight_chances.add_fates(each, joint, tested, commanders, weight, found, values["map"], dice)
    joint = mix(joints)
    shared.note_dice(prepared, table)
    whole = sum(weight for weight, _ in joints)
    fights = 1.0 - evades
    answer = fight_chances.summary(
        joint, partial(odds.major, prepared), names, fights, values["map"]
    )
    fight_chances.add_leaders(answer, found, names, fights / whole)
    if evasion is not None:
        fight_chances.add_evasion(answer, names, evades, place)

    sheet = partial(fight_sheet.odds_sheet, _title(values), _head, prepared, answer, "LD")
    return Answer(None, modifier_rows(groups), sheet, answer)


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
    return fight_sheet.title(words, values)


def _head(setup: Setup, at: int, commander: Commander) -> list[str]:
    force = setup.forces[at]
    side = force.side
    flags = [word for word, on in (("veteran", side.veteran), ("tercios", side.tercios)) if on]
    return [
        f"{side.name}  {land.troops_in_words(side)}",
        f"{thirds(force.strength)} LD {', '.join(flags)}".rstrip(),
        *fight_sheet.commander_lines(force, commander, side.technology),
    ]


KINDS: Final = kinds(Kind("battle", FIELDS, resolve, odds_of, check))
