"""Assaults on the map: the sides that the state describes, the rolls, and what comes of them (ASL).

The arithmetic is engine.land.siege.assault_math's. A side without a leader draws a replacement,
also an empty fortress.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from engine.combat import combat_sheet
from engine.combat.leader_casualties import forget_vizier, leader_casualty
from engine.combat.leaders import DETACHMENT, Commander
from engine.facts import board, countries
from engine.grammar import thirds
from engine.land.battle import parameters, retreat_math
from engine.land.battle.contingents import Side
from engine.land.battle.parameters import Force
from engine.land.ground import losses
from engine.land.siege import assault_math, fall, siege_odds
from engine.modifiers import Modifier, total
from engine.play.phase import Phase
from engine.situation import command
from engine.state import State, sides

LOSS = 3  # thirds: an assault counts from one whole loss on (UND-13, ASL-13)


def controlling_alliance(state: State, place: str) -> str:
    """The alliance that controls a province."""
    return sides.alliance_of(state, sides.controller(state, place))


def fortress_of(state: State, place: str, breach: bool) -> assault_math.Walls:
    """The fortress that is stormed; `breach` when the assault follows one at once (ASL-04)."""
    where = board.province(place)
    return assault_math.Walls(
        sides.fortress_level(state, place),
        state.period,
        "europe" if sides.european(state, place) else "rotw",
        breach=breach,
        assaulted=state.land.sieges[place].assaulted,
        city=bool(where.city),
        off=state.switched_off,
    )


def both_forces(state: State, place: str) -> tuple[Force, Force]:
    """The besiegers and those inside, who may be nobody."""
    holder = sides.controller(state, place)
    inside = sides.stack(state, place, sides.alliance_of(state, holder), "inside")
    return (
        Force.of_stack(sides.stack(state, place, state.land.sieges[place].alliance)),
        Force.of_stack(inside)._replace(holder=holder),
    )


def _side(state: State, place: str, force: Force, leader: Commander) -> Side:
    """A side of an assault on a place; a minor's replacement leader is tested too (LDR-16). Walls
    without troops have the technology of who controls them, whoever leads there, his tercios too
    (ASL-03, PAR-22), a city of nobody that of the natives who hold it (C-TER-13, C-TER-14)."""
    if force.unit_ids:
        return parameters.side(state, force, leader, False, ())
    country = parameters.in_command(state, force).country
    known = state.countries.get(force.holder)
    if known is None:
        native = force.holder == sides.NATIVES
        technology = command.native_technology(state, place) if native else command.MEDIEVAL
        return Side(country, country, technology, (), leader, minor=True)
    technology, tercios = known.land_technology, known.tercios
    return Side(country, country, technology, (), leader, tercios=tercios, minor=known.minor)


async def storm(phase: Phase, place: str, breach: bool) -> bool:
    """The besieger assaults the fortress; whether it falls.

    `breach` when the assault follows a breach at once. Losses are removed, leaders on both sides
    tested (replacements only where a minor fights, LDR-16), and the loss that it caused is
    remembered for later assaults and undermining (ASL-01, ASL-26 to ASL-30, UND-13); a nameless
    vizier's values are forgotten (LDR-15). The caller settles the siege.
    """
    both = both_forces(phase.state, place)
    chiefs = [parameters.in_command(phase.state, force) for force in both]
    leaders = [await parameters.commander(phase, force, place) for force in both]
    state = phase.state
    one, other = (_side(state, place, *pair) for pair in zip(both, leaders, strict=True))
    prepared = assault_math.setup(fortress_of(state, place, breach), one, other)
    columns = [_column(state, *pair) for pair in zip(both, prepared.storms, strict=True)]

    async def roll(name: str, modifiers: tuple[Modifier, ...], purpose: str) -> int:
        return (await phase.roll(name, modifiers, purpose)).die

    why = "the assault"
    stormed = await assault_math.assault(prepared, roll)
    sheet = _sheet(state, place, stormed, columns)
    paid = await losses.lose(phase, both[0].unit_ids, stormed.lost[0], why, sheet)
    stormed = _after_losses(state, place, stormed, paid)
    name, country = board.called(place), one.country
    outcome = "takes the fortress" if stormed.falls else "is beaten off"
    costs = f"{thirds(paid)} LD" if paid else "nothing"
    phase.tell(
        "assault",
        f"The assault of {countries.with_article(country)} on {name} {outcome}; it costs {costs}.",
        place,
        sides.decider(state, country),
        _sheet(state, place, stormed, columns),
    )
    siege = state.land.sieges[place]
    caused = stormed.rolled(0) + total(prepared.correction)
    siege.assaulted = siege.assaulted or caused >= LOSS
    if not stormed.falls:
        await losses.lose(phase, both[1].unit_ids, stormed.lost[1], why)
    minors = one.minor or other.minor
    for at, (chief, enemy) in enumerate((chiefs, chiefs[::-1])):
        if assault_math.tests_casualty(prepared, at) and (chief.leader or minors):
            await leader_casualty(
                phase,
                place,
                chief.country,
                chief.leader,
                leaders[at],
                won=stormed.falls == (at == 0),
                destroyed=stormed.destroyed(at),
                enemy=enemy.country,
            )
    for chief in chiefs:
        forget_vizier(state, chief.leader)
    if stormed.falls:
        _trapped(state, place, both[1].leader_ids)
        await fall.fall(phase, place, "storm")
    return stormed.falls


def _trapped(state: State, place: str, leader_ids: Sequence[str]) -> None:
    """Who was only wounded in a fortress is still inside when it falls (ASL-29)."""
    for name in leader_ids:
        if name in state.leaders and state.leaders[name].status == "wounded":
            state.put_leader(state.leaders[name], place, "inside")


def _after_losses(
    state: State, place: str, stormed: assault_math.Assaulted, paid: int
) -> assault_math.Assaulted:
    """The assault with the thirds that the besieger could pay only.

    A besieger who died of the rise to the last LD does not take the fortress either (ASL-23).
    """
    inside = stormed.lost[1]
    if not sides.stack(state, place, state.land.sieges[place].alliance).units:
        known = stormed.setup.storms[1]
        inside = retreat_math.round_losses(
            stormed.inflicted(0), known.strength, stormed.setup.walls.map
        )
        return stormed._replace(why="besieger destroyed", lost=(paid, inside))
    return stormed._replace(lost=(paid, inside))


# The sheet, as plain data.


def _column(state: State, force: Force, known: assault_math.Storm) -> dict[str, Any]:
    """One side's column before the first die: troops, leader, technology, morale, modifiers."""
    return {
        **force.column(state), **combat_sheet.side_parameters(known, known.side.commander)
    }  # fmt: skip


def _sheet(
    state: State, place: str, stormed: assault_math.Assaulted, columns: list[dict[str, Any]]
) -> dict[str, Any]:
    """The assault as plain data."""
    prepared = stormed.setup
    names = [known.side.country for known in prepared.storms]
    return {
        "place": place,
        "title": f"Assault on {board.called(place)}",
        "box": state.sequence.box,
        "level": prepared.walls.level,
        "breach": prepared.walls.breach,
        "artillery": prepared.artillery,
        "resistance": prepared.resistance,
        "cap": prepared.cap,
        "correction": [list(part) for part in (*prepared.correction, *prepared.bonus)],
        "sides": [
            {
                **column,
                "stars": stormed.morale_lost(at),
                "inflicted": stormed.inflicted(at),
                "lost": stormed.lost[at],
                "routed": stormed.routed(at),
                "destroyed": stormed.destroyed(at),
            }
            for at, column in enumerate(columns)
        ],
        "rolls": [
            {
                **combat_sheet.roll_line(taken.rolled, names),
                **combat_sheet.effect_line(taken.effect),
            }
            for taken in stormed.taken
        ],
        "why": stormed.why,
        "falls": stormed.falls,
    }


# Odds.


def chances(state: State, place: str, breach: bool) -> dict[str, float]:
    """The chance of an assault and the LD it costs on average, with average replacement leaders."""
    return dict(_chances(fortress_of(state, place, breach), *expected_sides(state, place)))


def expected_sides(state: State, place: str) -> tuple[Side, Side]:
    """Besieger and besieged, average replacement leaders where one has none."""
    one, other = (
        _side(state, place, force, parameters.expected_commander(state, force))
        for force in both_forces(state, place)
    )
    return one, other


@lru_cache(maxsize=512)
def _chances(what: assault_math.Walls, one: Side, other: Side) -> dict[str, float]:
    joint = siege_odds.assault(assault_math.setup(what, one, other))
    return {
        "falls": joint.chance(lambda outcome: outcome.falls),
        "losses": joint.mean(lambda outcome: outcome.lost[0]) / DETACHMENT,
    }
