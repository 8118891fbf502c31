"""Battles at sea in play: evasion, first lines, wind, the fight, retreats, aftermath.

`battle` is one battle from its first step to its last, called for interceptions in mid-move and by
engine.sea.battle.announced_battles for those that were announced; engine.sea.battle_math.battle
holds the arithmetic, this chapter what players decide and what happens on the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.chances.steps import Pending
from engine.chances.weighing import Decisions
from engine.combat import combat_sheet, leader_casualties
from engine.combat.battle import fight_out, header
from engine.combat.combat_sheet import CombatSheet
from engine.combat.fight import retreats
from engine.combat.fight_odds import chances
from engine.facts import countries
from engine.facts.board import called, in_or_off, name_of
from engine.fleets import fleets
from engine.fleets.fleets import still_in_zone
from engine.land.battle import aftermath as after
from engine.land.battle.battle import BattleResult
from engine.land.battle.parameters import Force
from engine.land.battle.retreat import Retreated
from engine.modifiers import Modifier
from engine.play.asks import YesNo
from engine.play.phase import Phase
from engine.sea import corsairs_math
from engine.sea.battle import aftermath, retreat
from engine.sea.battle.captures import Field, apply_losses
from engine.sea.battle_math import battle as fighting
from engine.sea.battle_math import battle_odds as sea_odds
from engine.sea.battle_math.battle import Force as ForceAtSea
from engine.sea.battle_math.fleet_in_battle import Fleet
from engine.sea.battle_math.parameters import (
    commander,
    first_line,
    fleets_of,
    in_command,
    waters,
)
from engine.sea.under_way import staying_aboard
from engine.situation import turkey
from engine.state import State, sides


async def battle(
    phase: Phase, zone: str, phasing: Force, other: Force, interception: bool = False
) -> BattleResult:
    """One battle from evasion to aftermath (BAT-02 to BAT-12), in that order (BAT-10).

    The phasing force comes first. An interception battle is fought at once, in mid-move, by the
    same steps (BAT-03); stacking of the interceptors is left to the caller (NIN-19). A vizier
    without a name is one for it alone (LDR-15).
    """
    both = phasing, other
    alliances = phasing.alliance, other.alliance
    if retreat.may_evade(phase.state, other, interception):
        fled = await retreat.evade(phase, zone, both)
        if fled is not None:
            followed = await retreat.follow(phase, zone, phasing, fled)
            for force in both:
                for name in force.leader_ids:
                    leader_casualties.forget_vizier(phase.state, name)
            await aftermath.settle_places(phase, (zone, fled.port, *fled.way), alliances, "")
            await _strangers(phase, zone, fled)
            return BattleResult("", False, (followed.left, fled.left))
    phase.state.notes[f"{corsairs_math.FOUGHT}{zone}"] = phase.state.turn
    commanders = [await commander(phase, force) for force in both]
    lines: list[str] = []
    while len(lines) < len(both):
        lines.append(await first_line(phase, zone, both, commanders, lines, interception))
    one, enemy = fleets_of(phase.state, both, commanders, lines)
    one, enemy = await _windward(phase, zone, one, enemy)
    setup = fighting.setup(waters(phase.state, zone, interception), one, enemy)
    chiefs = [in_command(phase.state, force).leader for force in both]
    columns = [_column(phase.state, *each) for each in zip(both, setup.forces, strict=True)]
    sheet = CombatSheet(phase, zone, setup, header(phase.state, zone, setup, columns))

    def odds(step: Pending, decisions: Decisions) -> dict[str, Any]:
        joint = sea_odds.battle_from(setup, step, decisions)
        return {**chances(setup, joint), "afloat": True}

    fought = await fight_out(phase, zone, setup, sheet, odds)
    turkey.end_fright(phase.state, *(force.units(phase.state) for force in both))
    told = {"sheet": sheet.decided(fought)}
    field = Field(zone, both, fought, told, [force.unit_ids for force in both])
    await apply_losses(phase, field)
    await _retreats(phase, field)
    await _follow(phase, field)
    return await _conclude(phase, field, sheet, chiefs)


async def _windward(phase: Phase, zone: str, one: Fleet, other: Fleet) -> tuple[Fleet, Fleet]:
    """The test for the wind, each roll told (PAR-15 to PAR-19)."""

    async def roll(name: str, modifiers: tuple[Modifier, ...], purpose: str) -> int:
        rolled = await phase.roll(name, modifiers, purpose)
        rolls = countries.does(name.partition(".")[0], "roll")
        phase.tell_roll(rolled, f"{rolls} for the wind: {rolled.spoken()}.", zone)
        return rolled.die

    return await fighting.windward(one, other, roll)


def _column(state: State, force: Force, known: ForceAtSea) -> dict[str, Any]:
    """One side's column: ships, first line, wind, technology, columns, morale, modifiers."""
    return {
        **force.column(state),
        "ships": dict(known.side.ships),
        "line": known.side.line,
        "wind": known.side.wind,
        **combat_sheet.parameters(known),
        "technology": known.side.table_line,
    }


# Retreats, the follow-up, the end.


async def _strangers(phase: Phase, zone: str, fled: retreat.Fled | None) -> None:
    """Troops who went ashore where their fleet has gone may have come among natives (NAT-01,
    NAT-A10)."""
    if fled is None or fled.ashore is None:
        return
    units = phase.state.units
    here = [n for n in fled.ashore.units if n in units and units[n].position == "field"]
    await phase.procedures.strangers(phase, replace(fled.ashore, units=tuple(here)), zone)


async def _retreats(phase: Phase, field: Field) -> None:
    """Every fleet that did not win goes to port; ships sunk on the way are losses (RET-01, 02, 11).

    So does a winner who chooses to, after the other (RET-03, RET-04).
    The battle's admiral lends his manoeuvre, a replacement too, but not to a routed fleet (RET-10).
    """
    fought = field.fought
    for at in retreats(fought.setup, fought.winner, await _withdraws(phase, field)):
        if field.left[at]:
            known = fought.setup.forces[at]
            manoeuvre = 0 if fought.routed(at) else known.commander.manoeuvre
            goes = countries.does(known.name, "retreat")
            question = f"{goes} from {called(field.zone)}: to which port?"
            fled = await retreat.flee(
                phase, field.zone, field.force(at), manoeuvre, question, field.told
            )
            field.gone[at], field.left[at] = fled, fled.left
            field.lost[at] += fled.sunk


async def _withdraws(phase: Phase, field: Field) -> bool:
    """Whether a winner goes to port too; an intercepted mover sails on as it likes (RET-03).

    Not beside enemies who were not part of the battle.
    """
    state, zone, winner = phase.state, field.zone, field.fought.winner
    setup = field.fought.setup
    if winner is None or not field.left[winner]:
        return False
    if setup.situation.interception and winner == 0:
        return False
    force, known, beaten = field.force(winner), setup.forces[winner], field.left[1 - winner]
    others = [
        unit
        for stack in fleets.stacks_at(state, zone)
        for unit in stack.units
        if sides.at_war(state, force.alliance, stack.alliance) and unit.id not in beaten
    ]
    if others:
        return False
    nearest = retreat.nearest_ports(state, zone, force)
    if not nearest:
        return False

    def detail() -> str:
        costs = retreat.retreat_in_words(state, force, nearest[0], known.commander.manoeuvre)
        return f"{name_of(nearest[0].place)}: {costs}; the battle is still won"

    return await YesNo(
        who=sides.decider(state, known.name),
        name="withdraw",
        what=f"{countries.does(known.name, 'have')} won {in_or_off(zone)}: go to port anyway?",
        detail=detail,
        about={"place": zone, "units": list(force.unit_ids), **field.told},
        enter=False,
    )


async def _follow(phase: Phase, field: Field) -> None:
    """The winner may follow the beaten fleet to its port; what sinks is his loss (RET-12, 13)."""
    winner = field.fought.winner
    if winner is None or not field.left[winner] or field.gone[winner]:
        return
    if fled := field.gone[1 - winner]:
        manoeuvre = field.fought.setup.forces[winner].commander.manoeuvre
        followed = await retreat.follow(
            phase, field.zone, field.force(winner), fled, manoeuvre, field.told
        )
        field.left[winner] = followed.left
        field.lost[winner] += followed.sunk


async def _conclude(
    phase: Phase, field: Field, sheet: CombatSheet, chiefs: Sequence[str]
) -> BattleResult:
    """Major battle, fates, who has won and is beaten, aftermath (AFT-03).

    Whoever did not win is beaten (RET-01).
    """
    state, zone, fought, both = phase.state, field.zone, field.fought, field.both
    winner = fought.winner
    # Ships refitted or captured may sink later, but nobody loses more than he had (NLS-A1).
    one, other = (force.strength for force in fought.setup.forces)
    lost = min(field.lost[0], one), min(field.lost[1], other)
    places = (zone, *(place for fled in field.gone if fled for place in (fled.port, *fled.way)))
    retreated = Retreated(lost, (field.left[0], field.left[1]), places)
    major = await after.close(phase, fought, both, retreated, sheet, chiefs)
    people = [name for force in both for name in force.leader_ids]
    staying_aboard.leaders_without_ships(phase, people)
    alliances = both[0].alliance, both[1].alliance
    interception = fought.setup.situation.interception
    await aftermath.settle_places(phase, places, alliances, zone if interception else "")
    # The troops of a voyage may go on from where they land, and meet natives then.
    for fled in field.gone[1:] if interception else field.gone:
        await _strangers(phase, zone, fled)
    one_left, other_left = (tuple(n for n in numbers if n in state.units) for numbers in field.left)
    goes_on = interception and winner == 0 and bool(still_in_zone(state, zone, one_left))
    name = "" if winner is None else alliances[winner]
    return BattleResult(name, True, (one_left, other_left), goes_on, major is not None)
