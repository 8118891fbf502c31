"""The kind `naval-battle`: a battle at sea, as one document."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, NamedTuple

from engine.adjudicator import fight_chances, fight_sheet, land, sea
from engine.adjudicator import fights as shared
from engine.adjudicator.kind import Answer, Kind, Table, kinds, modifier_rows, run_procedure
from engine.adjudicator.naval_document import CAPTURE, FIELDS, check, fleets_of, waters
from engine.adjudicator.sheet import Paint
from engine.chances.distribution import mix
from engine.chances.steps import FACES
from engine.combat import leaders
from engine.combat.fight import fight
from engine.combat.leaders import DETACHMENT, Commander
from engine.report import thirds
from engine.sea.reckoning import battle as fighting
from engine.sea.reckoning import losses
from engine.sea.reckoning import odds as sea_odds
from engine.sea.reckoning.battle import Fought, Setup

# Evasion


def _evader(values: dict[str, Any]) -> int | None:
    """The side that tries to evade (EVA-A2)."""
    for at, each in enumerate(values["sides"]):
        if values["decisions"].get(f"{each['name']}.evade", False):
            return at
    return None


# One outcome


def resolve(values: dict[str, Any], table: Table) -> Answer:
    """The battle with the dice of the table."""
    evader = _evader(values)
    before: list[shared.Group] = []
    if evader is not None:
        before = [shared.evasion(values, evader, shared.known_leaders(values, table), False)]
        if shared.try_evasion(before[0], table):
            return _evaded(values, before[0])
    commanders = [
        land.commander(each, each["name"], table, admiral=True) for each in values["sides"]
    ]
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
    return _answer(values, table, fought, commanders, before)


def _evaded(values: dict[str, Any], group: shared.Group) -> Answer:
    name = group[0]
    sides = {
        each["name"]: {"evaded_to": "port" if each["name"] == name else None}
        for each in values["sides"]
    }
    outcome = {"winner": None, "ended": "evaded", "sides": sides}

    def sheet(paint: Paint) -> list[str]:
        return [paint(f"{name} evades the battle, to the nearest port.", "head")]

    return Answer(outcome, modifier_rows([group]), sheet)


class Cost(NamedTuple):
    """What a battle has cost a fleet: its toll, the ships that it took, and in thirds what is left
    after the battle, what sank on its way, and what counts as lost.
    """

    toll: losses.Toll
    taken: dict[str, int]
    left: int
    sunk: int
    lost: int


def _costs(values: dict[str, Any], fought: Fought) -> list[Cost]:
    setup, winner = fought.setup, fought.winner
    taken: list[dict[str, int]] = [{}, {}]
    if winner is not None:
        wanted = values["decisions"].get(f"{setup.forces[winner].name}.{CAPTURE}", [])
        beaten = setup.forces[1 - winner].side
        taken[winner] = losses.ships_captured(beaten.ships, fighting.pursuit_stars(fought), wanted)
    found = []
    for at, force in enumerate(setup.forces):
        toll = losses.toll(force.side, fought.suffered(at), winner == at, taken[1 - at])
        left = force.strength - toll.gone - fighting.thirds(taken[1 - at])
        sunk = min(left, values["sides"][at]["retreat_thirds"])
        found.append(Cost(toll, taken[at], left, sunk, min(force.strength, toll.lost + sunk)))
    return found


def _answer(
    values: dict[str, Any],
    table: Table,
    fought: Fought,
    commanders: list[Commander],
    before: list[shared.Group],
) -> Answer:
    costs = _costs(values, fought)
    one, other = (each["stability"] for each in values["sides"])
    major = fighting.major_battle(fought, (costs[0].lost, costs[1].lost), (one, other))
    tolls = [_told(fought, at, cost) for at, cost in enumerate(costs)]
    return shared.answer(
        "sea", fought, commanders, tolls, major, before, table, _title(values), _head
    )


def _told(fought: Fought, at: int, cost: Cost) -> shared.Toll:
    """What a battle cost a fleet, as its answer and its sheet tell it."""
    fleet, dealt = fought.setup.forces[at].side, cost.toll.dealt
    told = {
        "wind": fleet.wind,
        "line": fleet.line,
        "damaged_thirds": dealt.damaged,
        "destroyed_thirds": dealt.destroyed,
        "refitted_thirds": dealt.refitted,
        "captured": cost.taken,
        "retreat_thirds": cost.sunk,
        "remaining_thirds": cost.left - cost.sunk,
        "losses": cost.lost // DETACHMENT,
        "losses_rest_thirds": cost.lost % DETACHMENT,
    }
    damage = f"damaged {thirds(dealt.damaged)}, destroyed {thirds(dealt.destroyed)}"
    added = [f"{damage}, refitted {thirds(dealt.refitted)}"]
    if cost.taken:
        added.append(f"captures {sea.ships_in_words(cost.taken)}")
    return shared.Toll(cost.sunk, cost.lost, cost.left <= cost.sunk, told, added)


# Odds


def odds_of(values: dict[str, Any], table: Table) -> Answer:
    """The exact odds of the battle; replacement admirals and the wind are mixed in."""
    names = [each["name"] for each in values["sides"]]
    dice, evader, evades = values["dice"], _evader(values), 0.0
    groups: list[shared.Group] = []
    pairs = land.commanders(
        [(each["name"], each) for each in values["sides"]], dice, table, admiral=True
    )
    if evader is not None:
        attempts = [shared.evasion(values, evader, both, False) for _, both in pairs]
        groups = attempts[:1]
        pairs, evades = fight_chances.pairs_after_evasion(pairs, attempts, table)
    setups: list[tuple[int, Setup]] = []
    for weight, commanders in pairs:
        winds = list(sea_odds.wind(*fleets_of(values, commanders), dice))
        share = weight * len(FACES) ** 2 // sum(chance for chance, *_ in winds)
        setups += [
            (share * chance, fighting.setup(waters(values), one, other))
            for chance, one, other in winds
        ]
    prepared = setups[0][1]
    joints = sea_odds.battles(setups, values["decisions"], dice, _doom)
    found: dict[tuple[str, str], float] = {}
    for weight, each, joint in joints:
        commanders = [force.commander for force in each.forces]
        fight_chances.add_fates(each, joint, _tested, commanders, weight, found, "sea", dice)
    groups += shared.possible_groups(prepared)
    joint = mix((weight, joint) for weight, _, joint in joints)
    shared.note_dice(prepared, table)
    table.asked.update(f"{name}.wind" for name in names)
    whole = sum(weight for weight, _ in setups)
    fights = 1.0 - evades
    answer = fight_chances.summary(joint, partial(sea_odds.major, prepared), names, fights, "sea")
    fight_chances.add_leaders(answer, found, names, fights / whole)
    answer["wind"] = {
        name: sum(weight for weight, each in setups if each.forces[at].side.wind) * fights / whole
        for at, name in enumerate(names)
    }
    if evader is not None:
        fight_chances.add_evasion(answer, names, evades, "port")

    sheet = partial(fight_sheet.odds_sheet, _title(values), _head, prepared, answer, "ND")
    return Answer(None, modifier_rows(groups), sheet, answer)


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
    return fight_sheet.title(words, values)


def _head(setup: Setup, at: int, commander: Commander) -> list[str]:
    force = setup.forces[at]
    fleet = force.side
    flags = [word for word, on in (("veteran", fleet.veteran), ("the wind", fleet.wind)) if on]
    return [
        f"{fleet.name}  {sea.ships_in_words(dict(fleet.ships))}",
        f"line {fleet.line}, {thirds(fleet.strength)} ND {', '.join(flags)}".rstrip(),
        *fight_sheet.commander_lines(force, commander, fleet.fights_as),
    ]


KINDS: Final = kinds(Kind("naval-battle", FIELDS, resolve, odds_of, check))
