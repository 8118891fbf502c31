"""The kind `naval-battle`: a battle at sea, as one document."""

from __future__ import annotations

from typing import Any

from engine.adjudicator import fight_answers as shared
from engine.adjudicator import fight_chances, fight_sheet, land_shapes, sea_shapes
from engine.adjudicator.document_kind import Answer, Table
from engine.adjudicator.fight_answers import Evasion
from engine.adjudicator.fight_sheet import Setting, Toll
from engine.adjudicator.naval_document import CAPTURE, fleets_of, waters
from engine.adjudicator.naval_document import WORDS as WORDS
from engine.adjudicator.naval_document import check_naval_battle as check_naval_battle
from engine.chances.steps import FACES, run_procedure
from engine.combat import leader_casualties_math
from engine.combat.fight import fight
from engine.combat.leaders import Commander
from engine.combat.major_battle import major_battle
from engine.facts.countries import name_by_code
from engine.grammar import thirds
from engine.sea.battle_math import battle as fighting
from engine.sea.battle_math import battle_odds as sea_odds
from engine.sea.battle_math import fleet_in_battle, losses
from engine.sea.battle_math.battle import Fought, Setup

# Evasion


def _evasion(values: dict[str, Any]) -> Evasion | None:
    """The side that tries to evade, to the nearest port."""
    for at, each in enumerate(values["sides"]):
        if values["decisions"].get(f"{each['name']}.evade", False):
            return Evasion(at, "port", "the nearest port")
    return None


# One outcome


def resolve_naval_battle(values: dict[str, Any], table: Table) -> Answer:
    """The battle with the dice of the table."""
    started = shared.before_battle(values, _evasion(values), table, False)
    if isinstance(started, Answer):
        return started
    commanders, before = started
    one, other = fleets_of(values, commanders)
    winds = fighting.winds(one, other)
    one, other = run_procedure(fighting.windward(one, other, table.roll))
    prepared = fighting.setup(waters(values), one, other)
    fought: Fought = run_procedure(fight(prepared, table.roll, shared.decisions_of(values)))
    if winds.known is None:
        before += [
            (fleet.name, "wind", modifiers)
            for fleet, modifiers in zip((one, other), winds.modifiers, strict=True)
        ]
    tolls = _tolls(values, fought)
    one, other = (each["stability"] for each in values["sides"])
    major = major_battle(fought, (tolls[0].lost, tolls[1].lost), (one, other))
    return shared.answer(_setting(values), fought, commanders, tolls, major, before, table)


def _tolls(values: dict[str, Any], fought: Fought) -> list[Toll]:
    """What the battle cost each fleet: its losses, the ships that were taken, those that sink on
    its way, as its answer and its sheet tell it."""
    setup, winner = fought.setup, fought.winner
    taken: list[dict[str, int]] = [{}, {}]
    if winner is not None:
        wanted = values["decisions"].get(f"{setup.forces[winner].name}.{CAPTURE}", [])
        beaten = setup.forces[1 - winner].side
        taken[winner] = losses.ships_captured(beaten.ships, fighting.pursuit_stars(fought), wanted)
    found = []
    for at, force in enumerate(setup.forces):
        fleet = force.side
        toll = losses.toll(fleet, fought.suffered(at), winner == at, taken[1 - at])
        left = force.strength - toll.gone - fleet_in_battle.thirds(taken[1 - at])
        sunk = min(left, values["sides"][at]["retreat_thirds"])
        lost, dealt = min(force.strength, toll.lost + sunk), toll.dealt
        told = {
            "wind": fleet.wind,
            "line": fleet.line,
            "damaged_thirds": dealt.damaged,
            "destroyed_thirds": dealt.destroyed,
            "refitted_thirds": dealt.refitted,
            "captured": taken[at],
            "retreat_thirds": sunk,
            "remaining_thirds": left - sunk,
            **land_shapes.losses(lost, "sea"),
        }
        damage = f"damaged {thirds(dealt.damaged)}, destroyed {thirds(dealt.destroyed)}"
        added = [f"{damage}, refitted {thirds(dealt.refitted)}"]
        if taken[at]:
            added.append(f"captures {sea_shapes.ships_in_words(taken[at])}")
        found.append(Toll(sunk, lost, left <= sunk, told, added))
    return found


# Odds


def odds_naval_battle(values: dict[str, Any], table: Table) -> Answer:
    """The exact odds of the battle; replacement admirals and the wind are mixed in."""
    dice = values["dice"]
    before = fight_chances.before_battle(values, _evasion(values), table, False)
    setups: list[tuple[int, Setup]] = []
    for weight, commanders in before.pairs:
        winds = list(sea_odds.wind(*fleets_of(values, commanders), dice))
        share = weight * len(FACES) ** 2 // sum(each for each, *_ in winds)
        setups += [
            (share * each, fighting.setup(waters(values), one, other)) for each, one, other in winds
        ]
    battles = list(sea_odds.battles(setups, values["decisions"], dice, _doom))
    table.asked.update(f"{each['name']}.wind" for each in values["sides"])

    def wind(fought: float, whole: int) -> dict[str, Any]:
        return {
            "wind": {
                force.name: sum(weight for weight, each in setups if each.forces[at].side.wind)
                * fought
                / whole
                for at, force in enumerate(setups[0][1].forces)
            }
        }

    return fight_chances.answer(_setting(values), battles, before, table, wind)


def _doom(prepared: Setup) -> object:
    """What the commanders' fates take from who commands."""
    return tuple(
        leader_casualties_math.casualty_modifiers(force.commander, won=True, destroyed=False)
        for force in prepared.forces
    )


# The sheet


def _setting(values: dict[str, Any]) -> Setting:
    words = ["Naval battle", *["Mediterranean"] * values["mediterranean"], f"turn {values['turn']}"]
    return Setting("sea", "ND", fight_sheet.title(words, values), _head)


def _head(setup: Setup, at: int, commander: Commander) -> list[str]:
    force = setup.forces[at]
    fleet = force.side
    flags = [word for word, on in (("veteran", fleet.veteran), ("the wind", fleet.wind)) if on]
    return [
        f"{name_by_code(fleet.name)}  {sea_shapes.ships_in_words(dict(fleet.ships))}",
        f"line {fleet.line}, {thirds(fleet.strength)} ND {', '.join(flags)}".rstrip(),
        *fight_sheet.commander_lines(force, commander, fleet.table_line),
    ]
