"""Battles on land in play: order, evasion, sortie, the fight, retreats, aftermath (BAT, PAR).

`battle` is one battle from its first step to its last, called for interceptions in mid-move and by
`battles` for all others; engine.land.battle.battle_math holds the arithmetic, this chapter what
players decide and what moves on the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.chances.steps import Pending
from engine.chances.weighing import Decisions
from engine.combat import combat_sheet, leader_casualties
from engine.combat.battle import fight_out, header
from engine.combat.combat_sheet import CombatSheet
from engine.combat.fight_odds import chances
from engine.facts import board
from engine.land.battle import aftermath as after
from engine.land.battle import battle_math as fighting
from engine.land.battle import battle_odds, evasion
from engine.land.battle.parameters import (
    Force,
    commander,
    crossing,
    entered_from,
    in_command,
    prepare,
    with_chief,
    worst_crossing,
)
from engine.land.battle.retreat import Field, retreats
from engine.overseas import active_natives
from engine.play.asks import YesNo
from engine.play.phase import Phase
from engine.situation import turkey, variants
from engine.state import State, sides
from engine.state.forces import units_in_words
from engine.state.stacks import Band


class BattleResult(NamedTuple):
    """What came of a battle: the alliance that won ("" for none), and whether it was fought at all.

    `left` are the counters of the phasing and of the other force that are left, new change
    included; `goes_on` says that a phasing stack after an interception may go on with its move
    (AFT-08, RET-32).
    """

    winner: str
    fought: bool
    left: tuple[tuple[int, ...], tuple[int, ...]]
    goes_on: bool = False
    major: bool = False


async def battle(
    phase: Phase,
    place: str,
    phasing: Force,
    other: Force,
    interception: bool = False,
    *,
    overrun: bool = False,
) -> BattleResult:
    """One battle from evasion to aftermath (BAT-02 to BAT-12), in that order (BAT-10).

    The phasing force comes first. An interception battle is fought at once, in mid-move, by the
    same steps (BAT-03); stacking in its province is left to the caller, for interceptors may go
    back first (INT-15). Who forages does in this battle only; a vizier without a name is one for it
    alone (LDR-15); routed natives leave the stack alone until the next round (NAT-A8). Who has
    evaded is within the limits of stacking where he came to (AFT-06, EVA-12); whoever has fought
    the Ottomans with an army fears them no longer (DRM-A2).
    """
    alliances = phasing.alliance, other.alliance
    present = (*phasing.unit_ids, *other.unit_ids, phase.state.last_unit)
    if evasion.may_evade(other, interception):
        remaining = await evasion.evade(phase, place, phasing, other)
        if remaining is None:
            for name in (*phasing.leader_ids, *other.leader_ids):
                leader_casualties.forget_vizier(phase.state, name)
            gone = [number for number in other.unit_ids if number in phase.state.units]
            places = sorted({phase.state.units[number].place for number in gone})
            await after.aftermath(phase, [place, *places], alliances)
            await _strangers(phase, place, present)
            gone = [number for number in gone if number in phase.state.units]
            return BattleResult("", False, (phasing.unit_ids, tuple(gone)))
        other = remaining
    besieged = sides.is_besieged(phase.state, place)
    both = (
        await with_chief(phase, await sortie(phase, place, phasing, besieged)),
        await with_chief(phase, await sortie(phase, place, other, besieged)),
    )
    sortied = frozenset(
        number
        for force in both
        for number in force.unit_ids
        if phase.state.units[number].position == "inside"
    )
    leaders = [await commander(phase, force, place) for force in both]
    setup = prepare(phase.state, place, both, leaders, interception)
    chiefs = [in_command(phase.state, force).leader for force in both]
    columns = [column(phase.state, *each) for each in zip(both, setup.forces, strict=True)]
    head = header(phase.state, place, setup, columns)
    sheet = CombatSheet(phase, place, setup, {**head, "overrun": True} if overrun else head)

    def chances_from(step: Pending, decisions: Decisions) -> dict[str, Any]:
        return chances(setup, battle_odds.battle_from(setup, step, decisions))

    fought = await fight_out(phase, place, setup, sheet, chances_from)
    turkey.end_fright(phase.state, *(force.units(phase.state) for force in both))
    phase.state.marks.foraging -= {number for force in both for number in force.unit_ids}
    field = Field(place, both, fought, sheet, sortied, besieged)
    retreated = await retreats(phase, field)
    state = phase.state
    major = await after.close(phase, fought, both, retreated, sheet, chiefs)
    by_variants = variants.in_force(state)
    by_variants.after_battle(phase, place, fought, retreated.left, major is not None)
    if other.alliance == sides.NATIVES and fought.winner == 0 and fought.routed(1):
        active_natives.note_rout(state, place, phasing.alliance)
    goes_on = interception and _goes_on(state, field, retreated.left[0])
    await after.aftermath(
        phase, [place, *retreated.places], alliances, place if interception else ""
    )
    await _strangers(phase, place, present)
    winner = "" if fought.winner is None else alliances[fought.winner]
    left = tuple(tuple(n for n in side if n in state.units) for side in retreated.left)
    return BattleResult(winner, True, (left[0], left[1]), goes_on, major is not None)


async def _strangers(phase: Phase, place: str, present: Sequence[int]) -> None:
    """Those who left a battle may have come among natives (NAT-01, NAT-A10). `present` are the
    counters that were there, and last the highest number before change was made."""
    *numbers, last = present
    state = phase.state
    reached: dict[tuple[str, str], list[int]] = {}
    for unit in state.units_and_change(numbers, last):
        if not unit.land or unit.position != "field" or unit.place == place:
            continue
        if unit.country != sides.NATIVES and not board.is_sea(unit.place):
            alliance = sides.alliance_of(state, unit.country)
            reached.setdefault((unit.place, alliance), []).append(unit.id)
    for (goal, alliance), units in sorted(reached.items()):
        leaders = tuple(sides.stack(state, goal, alliance).leader_ids)
        await phase.procedures.strangers(phase, Band(goal, tuple(units), leaders), place)


def _goes_on(state: State, field: Field, left: tuple[int, ...]) -> bool:
    """Whether the mover won, stands there, and nobody else is left to fight (AFT-08, RET-32,
    AFT-A2, NAT-A9)."""
    alliance = field.both[0].alliance
    return (
        field.fought.winner == 0
        and any(
            number in state.units and state.units[number].place == field.place for number in left
        )
        and all(
            unit.country == sides.NATIVES
            for unit in sides.enemy_units(state, field.place, alliance)
        )
    )


async def sortie(phase: Phase, place: str, force: Force, besieged: bool) -> Force:
    """The force with the besieged troops of its side, if they come out to join it (PAR-01, PAR-02).

    They stay inside on the board until the battle is over (PAR-03, RET-26). Who has just
    landed there suffers for it (CMB-23).
    """
    state = phase.state
    inside = sides.stack(state, place, force.alliance, "inside")
    if not besieged or not inside.units:
        return force
    country = inside.units[0].country
    comes = await YesNo(
        who=sides.decider(state, country),
        name="sortie",
        what=f"Do the besieged in {board.called(place)} come out to fight?",
        detail=units_in_words(inside.units),
        about={"place": place, "units": inside.unit_ids},
        enter=True,
    )
    if not comes:
        return force
    landed = [crossing(origin, place) for unit in inside.units
              if (origin := entered_from(state, unit.id))]  # fmt: skip
    return force._replace(
        unit_ids=(*force.unit_ids, *inside.unit_ids),
        leader_ids=(*force.leader_ids, *inside.leader_ids),
        crossing=worst_crossing([force.crossing, *landed]),
    )


def column(state: State, force: Force, known: fighting.Force) -> dict[str, Any]:
    """One side's column: troops, leader, technology, columns, morale, modifiers with reasons."""
    return {
        **force.column(state),
        "tercios": known.side.tercios,
        "artillery": known.artillery,
        **combat_sheet.parameters(known),
    }
