"""The kind `battle`: a battle on land, as one document."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator import fight_answers as shared
from engine.adjudicator import fight_chances, fight_sheet, land_shapes
from engine.adjudicator.battle_document import Decision, room_of, rooms_for, setup_of
from engine.adjudicator.battle_document import check_battle as check_battle
from engine.adjudicator.document_kind import Answer, Table
from engine.adjudicator.fight_answers import Evasion
from engine.adjudicator.fight_sheet import Setting, Toll
from engine.chances.steps import run_procedure
from engine.combat import fight
from engine.combat.leaders import Commander
from engine.combat.major_battle import major_battle
from engine.facts.countries import name_by_code
from engine.grammar import thirds
from engine.land.battle import battle_odds, retreat_math
from engine.land.battle.battle_math import Fought, Setup

# Evasion


def _evasion(values: dict[str, Any]) -> Evasion | None:
    """Who evades, where to, and whether a roll is needed (EVA-10 to EVA-14)."""
    for at, each in enumerate(values["sides"]):
        decided = values["decisions"].get(f"{each['name']}.evade", False)
        if decided is False:
            continue
        if decided is True or not decided["fortress"]:
            return Evasion(at, "province", "the province")
        if decided["province"]:
            return Evasion(at, "split", "the fortress and the next province")
        return Evasion(at, "fortress", "the fortress", False)
    return None


# One outcome


def resolve_battle(values: dict[str, Any], table: Table) -> Answer:
    """The battle with the dice of the table."""
    started = shared.before_battle(values, _evasion(values), table, True)
    if isinstance(started, Answer):
        return started
    commanders, before = started
    prepared = setup_of(values, commanders)
    fought: Fought = run_procedure(fight.fight(prepared, table.roll, shared.decisions_of(values)))
    setup, winner = fought.setup, fought.winner
    names = [force.name for force in setup.forces]
    withdraws = winner is not None and values["decisions"].get(f"{names[winner]}.withdraw", False)
    order = fight.retreats(setup, winner, bool(withdraws))
    rooms = rooms_for(values, order)
    retreat = [0, 0]
    for at in order:
        retreat[at] = run_procedure(retreat_math.retreat_losses(fought, at, table.roll))
    lost = [0, 0]
    for at in (0, 1):
        room = rooms[at] if at in order else None
        suffered = fought.suffered(at)
        lost[at] = retreat_math.thirds_removed(setup, at, suffered, retreat[at], room)
    one, other = (each["stability"] for each in values["sides"])
    major = major_battle(fought, (lost[0], lost[1]), (one, other))
    tolls = []
    for at, force in enumerate(setup.forces):
        told = {"artillery": force.artillery, "retreat_thirds": retreat[at]}
        told |= land_shapes.losses(lost[at], values["map"])
        tolls.append(Toll(retreat[at], lost[at], lost[at] >= force.strength, told))
    return shared.answer(_setting(values), fought, commanders, tolls, major, before, table)


# Odds


def odds_battle(values: dict[str, Any], table: Table) -> Answer:
    """The exact odds of the battle, replacement leaders mixed in."""
    before = fight_chances.before_battle(values, _evasion(values), table, True)
    setups = [setup_of(values, commanders) for _, commanders in before.pairs]
    decisions = {name: on is True for name, on in values["decisions"].items()}
    one, other = map(room_of, values["sides"])
    first, second = (each["retreat_room"] is not None for each in values["sides"])
    joints = battle_odds.battles(setups, decisions, values["dice"], (one, other), (first, second))
    battles = list(zip((weight for weight, _ in before.pairs), setups, joints, strict=True))
    return fight_chances.answer(_setting(values), battles, before, table)


# The sheet


def _setting(values: dict[str, Any]) -> Setting:
    where = "Rest of the World" if values["map"] == "rotw" else "Europe"
    words = ["Battle", where, values["terrain"].replace("_", " "), f"period {values['period']}"]
    return Setting(values["map"], "LD", fight_sheet.title(words, values), _head)


def _head(setup: Setup, at: int, commander: Commander) -> list[str]:
    force = setup.forces[at]
    side = force.side
    flags = [word for word, on in (("veteran", side.veteran), ("tercios", side.tercios)) if on]
    return [
        f"{name_by_code(side.name)}  {land_shapes.troops_in_words(side)}",
        f"{thirds(force.strength)} LD {', '.join(flags)}".rstrip(),
        *fight_sheet.commander_lines(force, commander, side.technology),
    ]


WORDS: Final = {**land_shapes.WORDS, "decision": Decision()}
