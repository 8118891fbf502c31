"""Battles at sea in play: evasion, first lines, wind, the fight, retreats, aftermath.

`battle` is one battle from its first step to its last, called for interceptions in mid-move and by
engine.sea.battle.announced for those that were announced; engine.sea.reckoning.battle holds the
arithmetic, this chapter what players decide and what happens on the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.chances.steps import Choice, Pending
from engine.combat import combat_sheet
from engine.combat.combat_sheet import CombatSheet
from engine.combat.comparison import battle_so_far
from engine.combat.fight import fight, retreats
from engine.facts import countries, force_pools
from engine.facts.board import name_of
from engine.fleets import fleet_counters, fleets, gold, havens, stacking
from engine.fleets.fleets import NavalForce, still_in_zone
from engine.land.battle import aftermath as after
from engine.land.battle.engagement import BattleResult
from engine.land.battle.parameters import Weighed, chances
from engine.land.battle.retreat import Retreated
from engine.land.supply import supply
from engine.overseas import discoveries
from engine.play.asks import YesNo
from engine.play.phase import Phase
from engine.report import Modifier
from engine.sea import corsairs
from engine.sea.battle import retreat
from engine.sea.battle.captures import apply_losses
from engine.sea.battle.retreat import Fled
from engine.sea.interception import blockade
from engine.sea.reckoning import battle as fighting
from engine.sea.reckoning import odds as sea_odds
from engine.sea.reckoning.battle import Fleet, Fought, Setup
from engine.sea.reckoning.losses import Told
from engine.sea.reckoning.parameters import (
    Both,
    commander,
    first_line,
    fleets_of,
    in_command,
    ships_of,
    waters,
)
from engine.situation import lone_leaders, turkey
from engine.state import State, forces, sides


async def battle(
    phase: Phase, zone: str, phasing: NavalForce, other: NavalForce, interception: bool = False
) -> BattleResult:
    """One battle from evasion to aftermath (BAT-02 to BAT-12); the phasing force comes first.

    An interception battle is fought at once, in mid-move, by the same steps (BAT-03); stacking of
    the interceptors is left to the caller (NIN-19).
    """
    both = phasing, other
    alliances = phasing.alliance, other.alliance
    if retreat.may_evade(phase.state, other, interception):
        fled = await retreat.evade(phase, zone, both)
        if fled is not None:
            followed = await retreat.follow(phase, zone, phasing, fled)
            for force in both:
                for name in force.leader_ids:
                    after.forget_vizier(phase.state, name)
            await _aftermath(phase, (zone, fled.port, *fled.way), alliances, "")
            return BattleResult("", False, (followed.left, fled.left))
    phase.state.notes[f"{corsairs.FOUGHT}{zone}"] = phase.state.turn
    commanders = [await commander(phase, force) for force in both]
    lines: list[str] = []
    while len(lines) < len(both):
        lines.append(await first_line(phase, zone, both, commanders, lines, interception))
    one, enemy = fleets_of(phase.state, both, commanders, lines)
    one, enemy = await _windward(phase, zone, one, enemy)
    setup = fighting.setup(waters(phase.state, zone, interception), one, enemy)
    chiefs = [in_command(phase.state, force).leader for force in both]
    sheet = CombatSheet(phase, zone, setup, header(phase.state, zone, both, setup))
    fearless = _fearless(phase.state, both)
    fought = await _fight(phase, zone, setup, sheet)
    for name, country in phase.state.countries.items():
        country.ottoman_fright = country.ottoman_fright and name not in fearless
    told = {"sheet": sheet.decided(fought)}
    left, lost = await apply_losses(phase, zone, both, fought, told)
    gone = await _retreats(phase, zone, both, fought, left, lost, told)
    await _follow(phase, zone, both, fought, left, lost, gone)
    return await _conclude(phase, zone, both, fought, sheet, chiefs, left, lost, gone)


async def _windward(phase: Phase, zone: str, one: Fleet, other: Fleet) -> tuple[Fleet, Fleet]:
    """The test for the wind, each roll told (PAR-15 to PAR-19)."""

    async def roll(name: str, modifiers: tuple[Modifier, ...], purpose: str) -> int:
        country = name.partition(".")[0]
        who = sides.decider(phase.state, country)
        rolled = await phase.roll(who, name, modifiers, purpose)
        text = f"{countries.does(country, 'roll')} for the wind: {rolled.result}."
        phase.tell_roll(rolled, text, zone, who)
        return rolled.die

    return await fighting.windward(one, other, roll)


def header(state: State, zone: str, both: Both, setup: Setup) -> dict[str, Any]:
    """The head of a sheet: both sides, the phasing one first, before the first die."""
    return {
        "place": zone,
        "title": f"Battle of {name_of(zone)}",
        "terrain": "sea",
        "box": state.sequence.box,
        "interception": setup.situation.interception,
        "sides": [
            {
                "alliance": force.alliance,
                "units": fleets.units_in_words(ships_of(state, force)),
                "unit_ids": [unit.id for unit in ships_of(state, force)],
                "ships": dict(known.side.ships),
                "line": known.side.line,
                "wind": known.side.wind,
                **combat_sheet.parameters(known),
                "technology": known.side.fights_as,
            }
            for force, known in zip(both, setup.forces, strict=True)
        ],
        "rolls": [],
    }


async def _fight(phase: Phase, zone: str, setup: Setup, sheet: CombatSheet) -> Fought:
    """The two days and the pursuit, each roll told; who may break off is asked (FIG-13, FIG-17)."""

    async def decide(name: str, question: str, step: Pending) -> bool:
        sheet.tell_taken()
        country, _, stage = name.partition(".")
        wind = isinstance(step.steps[0], Choice)
        people, where = countries.with_article(country), name_of(zone)
        what = f"{countries.does(country, 'have')} the wind in {where}: break off and retreat?"
        if not wind:
            what = f"{people}, end of the first day in {where}: break off and retreat?"
        return await YesNo(
            who=sides.decider(phase.state, country),
            name="break-off" if wind else "retreat-attempt",
            what=what,
            detail="the battle is lost" + (", and there is no pursuit" if wind else ""),
            about=Weighed(
                {"place": zone, "country": country, "stage": stage, "side": _side(setup, country)},
                lambda: _remaining(setup, name, step),
                stands=lambda: battle_so_far(setup, step, _side(setup, country)),
            ),
            enter=False,
        )

    fought = await fight(setup, sheet.throw, decide, sheet.taken)
    sheet.tell_taken()
    return fought


def _side(setup: Setup, country: str) -> int:
    """The number of a country's side, 0 the phasing one."""
    return [force.name for force in setup.forces].index(country)


def _remaining(setup: Setup, name: str, step: Pending) -> dict[str, object]:
    """The chances from a decision on, if the side breaks off or tries to, and if it fights on."""
    return {
        answer: {
            **chances(
                setup, sea_odds.battle_from(setup, step, decisions={name: breaks}), sea_odds.major
            ),
            "afloat": True,
        }
        for answer, breaks in (("attempt", True), ("stay", False))
    }


# Retreats, the follow-up, the end.


async def _retreats(
    phase: Phase,
    zone: str,
    both: Both,
    fought: Fought,
    left: list[tuple[int, ...]],
    lost: list[int],
    told: Told,
) -> list[Fled | None]:
    """Every fleet that did not win goes to port; ships sunk on the way are losses (RET-01, 02, 11).

    So does a winner who chooses to, after the other (RET-03, RET-04).

    The battle's admiral lends his manoeuvre, a replacement too, but not to a routed fleet (RET-10).
    """
    gone: list[Fled | None] = [None, None]
    withdraws = await _withdraws(phase, zone, both, fought, left, told)
    for at in retreats(fought.setup, fought.winner, withdraws):
        if not left[at]:
            continue
        force = both[at]._replace(unit_ids=left[at])
        manoeuvre = 0 if fought.routed(at) else fought.setup.forces[at].commander.manoeuvre
        goes = countries.does(fought.setup.forces[at].name, "retreat")
        question = f"{goes} from {name_of(zone)}: to which port?"
        fled = await retreat.flee(phase, zone, force, manoeuvre, question)
        gone[at], left[at] = fled, fled.left
        lost[at] += fled.sunk
    return gone


async def _withdraws(
    phase: Phase,
    zone: str,
    both: Both,
    fought: Fought,
    left: Sequence[tuple[int, ...]],
    told: Told,
) -> bool:
    """Whether a winner goes to port too; an intercepted mover sails on as it likes (RET-03).

    Not beside enemies who were not part of the battle.
    """
    state, winner = phase.state, fought.winner
    if winner is None or not left[winner]:
        return False
    if fought.setup.situation.interception and winner == 0:
        return False
    alliance, beaten = both[winner].alliance, left[1 - winner]
    others = [
        unit
        for stack in fleets.stacks_at(state, zone)
        for unit in stack.units
        if sides.at_war(state, alliance, stack.alliance) and unit.id not in beaten
    ]
    units = state.units_by_id(left[winner])
    nearest = havens.nearest_havens(state, units, zone, alliance)
    if others or not nearest:
        return False
    force = both[winner]._replace(unit_ids=left[winner])
    manoeuvre = fought.setup.forces[winner].commander.manoeuvre
    costs = retreat.retreat_in_words(state, force, nearest[0], manoeuvre)
    country = fought.setup.forces[winner].name
    return await YesNo(
        who=sides.decider(state, country),
        name="withdraw",
        what=f"{countries.does(country, 'have')} won in {name_of(zone)}: go to port anyway?",
        detail=f"{name_of(nearest[0].place)}: {costs}; the battle is still won",
        about={"place": zone, "units": list(left[winner]), **told},
        enter=False,
    )


async def _follow(
    phase: Phase,
    zone: str,
    both: Both,
    fought: Fought,
    left: list[tuple[int, ...]],
    lost: list[int],
    gone: Sequence[Fled | None],
) -> None:
    """The winner may follow the beaten fleet to its port; what sinks is his loss (RET-12, 13)."""
    winner = fought.winner
    if winner is None or not left[winner] or (fled := gone[1 - winner]) is None:
        return
    if gone[winner] is not None:
        return
    force = both[winner]._replace(unit_ids=left[winner])
    manoeuvre = fought.setup.forces[winner].commander.manoeuvre
    followed = await retreat.follow(phase, zone, force, fled, manoeuvre)
    left[winner] = followed.left
    lost[winner] += followed.sunk


async def _conclude(
    phase: Phase,
    zone: str,
    both: Both,
    fought: Fought,
    sheet: CombatSheet,
    chiefs: Sequence[str],
    left: Sequence[tuple[int, ...]],
    lost: Sequence[int],
    gone: Sequence[Fled | None],
) -> BattleResult:
    """Major battle, fates, who has won and is beaten, aftermath (MAJ-01, RET-01, AFT-03)."""
    state, winner = phase.state, fought.winner
    # Ships refitted or captured may sink later, but nobody loses more than he had (NLS-A1).
    one, other = (force.strength for force in fought.setup.forces)
    losses_ = min(lost[0], one), min(lost[1], other)
    major = fighting.major_battle(fought, losses_, after.stabilities(state, fought))
    if winner is not None:
        loser = 1 - winner
        name = fought.setup.forces[loser].name
        after.note_defeat(state, zone, name, both[loser].leader_ids, major is not None)
    after.apply_major_battle(phase, zone, fought, major)
    fates = await after.casualties(phase, zone, fought, left, sheet, chiefs, "sea")
    state = phase.state
    for chief in chiefs:
        after.forget_vizier(state, chief)
    places = (zone, *(place for fled in gone if fled for place in (fled.port, *fled.way)))
    retreated = Retreated(losses_, (left[0], left[1]), places)
    sheet.close(
        after.summary(zone, fought, retreated, "ND"),
        after.outcome(fought, retreated, major, fates),
    )
    after.bar_interception(phase, fought, left)
    _forsaken(phase, zone, both)
    alliances = both[0].alliance, both[1].alliance
    interception = fought.setup.situation.interception
    await _aftermath(phase, places, alliances, zone if interception else "")
    state = phase.state
    alive = tuple(tuple(n for n in numbers if n in state.units) for numbers in left)
    goes_on = interception and winner == 0 and bool(still_in_zone(state, zone, alive[0]))
    name = "" if winner is None else alliances[winner]
    return BattleResult(name, True, (alive[0], alive[1]), goes_on, major is not None)


def _fearless(state: State, both: Both) -> set[str]:
    """Who fights Turkish ships now with a fleet of his own, and fears them no longer (C-TUR-15)."""
    found = set()
    for at in (0, 1):
        if any(unit.country == turkey.TURKEY for unit in ships_of(state, both[1 - at])):
            found |= {
                unit.country
                for unit in ships_of(state, both[at])
                if unit.kind in forces.FLEETS
                or not force_pools.counter_limit(unit.country, "fleet")
            }
    return found


def _forsaken(phase: Phase, zone: str, both: Both) -> None:
    """Leaders whose ships are all gone leave the map until the next wintering (LDR-A5)."""
    state = phase.state
    for force in both:
        for name in force.leader_ids:
            leader = state.leaders[name]
            stays = any(stack.units for stack in fleets.stacks_at(state, zone, force.alliance))
            if leader.status == "map" and leader.place == zone and not stays:
                lone_leaders.strand_leaders(phase, [name], lone_leaders.SHIPLESS)


async def _aftermath(
    phase: Phase, places: Sequence[str], alliances: Sequence[str], crowded: str
) -> None:
    """What stands in these places now: blockades, explorers, stacking (AFT-03, AFT-05, AFT-06).

    In the zone `crowded` a stack may be too large for now (NIN-19).
    """
    state = phase.state
    for place in dict.fromkeys(place for place in places if place):
        for alliance in alliances:
            for stack in fleets.stacks_at(state, place, alliance):
                fleet_counters.gather_explorers(state, stack.units)
                task = fleets.task(state, stack)
                blockade.lift(phase, fleets.stack(state, place, alliance, task))
            if place != crowded:
                await stacking.enforce_stacking(phase, place, alliance)
    await gold.renew(phase)
    discoveries.settle(phase)
    supply.refresh(phase.state)
