"""Assaults on fortresses: one Fire, one Shock, and whether the walls hold.

Pure, like engine.land.battle.battle_math, whose sides and commanders serve here too. Side 0 is the
besieger, side 1 the besieged, whose contingents are the troops inside (there may be none):

    prepared = setup(walls, besieger, besieged)
    assaulted = await assault(prepared, roll)
    level = level_after(walls, manned)   # when it falls
    tests_casualty(prepared, at)         # then leader_casualties_math.casualty

Names of dice: `BESIEGER.fire`, `BESIEGED.fire`, `BESIEGER.shock`, `BESIEGED.shock`, by the sides'
names.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.chances.steps import (
    NOT_ROLLED,
    Dice,
    Roll,
    State,
    Step,
    Taken,
    Test,
    never_decided,
    walk,
    way,
)
from engine.combat.leader_casualties_math import tests_casualty as tests_battle_casualty
from engine.combat.leaders import DETACHMENT, differential
from engine.combat.options import PREVIOUS_ASSAULT_OPTION
from engine.combat.volleys import fire_losses
from engine.facts import tables
from engine.land.battle.battle_math import morale
from engine.land.battle.contingents import Side, artillery_of
from engine.land.battle.retreat_math import round_losses
from engine.modifiers import Modifier, nonzero, total

ROLLS: Final = ("fire", "shock")
NAMES: Final = ("besieger", "besieged")

SMALL: Final = 6 * DETACHMENT  # or less: a third off (ASL-17)
SMALLER: Final = 4 * DETACHMENT  # or less: another
REDUCED_BELOW: Final = 8 * DETACHMENT
NO_ARMY: Final = -2
# A full army that adds two thirds: country, last period, whether of janissaries (ASL-18).
FULL_ARMIES: Final = (("poland", "II", False), ("russia", "III", False), ("turkey", "III", True))
FULL_ARMY: Final = 2
ROUT: Final = 2


class Walls(NamedTuple):
    """The fortress that is stormed. `level` is 0 for a fort.

    `breach`: the assault follows a breach at once; `assaulted`: an earlier assault of this turn
    caused at least one loss; `city`: a city of the Rest of the World. `off`: experimental rules
    switched off.
    """

    level: int
    period: str
    map: str = "europe"
    breach: bool = False
    assaulted: bool = False
    city: bool = False
    off: frozenset[str] = frozenset()


class Storm(NamedTuple):
    """One side of a prepared assault."""

    side: Side
    strength: int
    morale: int
    morale_parts: tuple[Modifier, ...]
    modifiers: dict[str, tuple[Modifier, ...]]
    fire_losses: str


class Setup(NamedTuple):
    """An assault before its first die. `resistance` and `cap` in thirds.

    ASL-19, ASL-21, ASL-22.
    """

    walls: Walls
    storms: tuple[Storm, Storm]
    artillery: int
    resistance: int
    cap: int
    correction: tuple[Modifier, ...]  # thirds, to what the besieger inflicts
    bonus: tuple[Modifier, ...]  # thirds, added when the correction has come to no less than 0


def setup(walls: Walls, besieger: Side, besieged: Side) -> Setup:
    """Morale, modifiers, resistance and corrections, with their reasons (ASL-03 to ASL-22, ASL-A1,
    ASL-A2, ASL-A3, ASL-A4, ASL-A5, ASL-A8)."""
    sides = besieger, besieged._replace(veteran=True)
    artillery = artillery_of(besieger, walls.period)
    defence = tables.technology_rank(besieged.technology)
    technology = (defence == 0) - (defence >= tables.technology_rank("arquebus"))
    earlier = walls.assaulted and PREVIOUS_ASSAULT_OPTION not in walls.off
    both = (
        (technology, f"{besieged.technology} fortress", "ASL-09" if technology > 0 else "ASL-10"),
        (0 if walls.breach else -walls.level, "fortress level", "ASL-11"),
        (tables.artillery_bonus(walls.level, artillery), "artillery bonus", "ASL-12"),
        (int(earlier), "an earlier assault", "ASL-13"),
    )
    storms = []
    for at, side in enumerate(sides):
        enemy = sides[1 - at]
        own, other = side.commander.on_land, enemy.commander.on_land
        columns = tables.land_columns(side.technology, enemy.technology)
        parts = morale(side, columns)
        rule = "ASL-07" if at else "ASL-08"
        values = {"fire": (own.fire, other.fire), "shock": (own.shock, other.shock)}
        modifiers = {
            roll: nonzero(
                (differential(*values[roll], walls.off), f"{roll.capitalize()} differential", rule),
                *(() if at else both),
            )
            for roll in ROLLS
        }
        # The besieged always fire at full power (ASL-14).
        losses = "full" if at else columns.fire_losses
        storms.append(Storm(side, side.strength, total(parts), parts, modifiers, losses))
    resistance = tables.fortress_resistance(walls.level, walls.breach)
    strength = storms[0].strength
    reduced = strength < REDUCED_BELOW
    correction = nonzero(
        (-(reduced and strength <= SMALL), "6 LD or less", "ASL-17"),
        (-(reduced and strength <= SMALLER), "4 LD or less", "ASL-17"),
        (NO_ARMY * (reduced and not besieger.army), "no army counter", "ASL-17"),
    )
    full = FULL_ARMY * _full_army(besieger, walls.period)
    bonus = nonzero((full, "a full army", "ASL-18"))
    return Setup(
        walls,
        (storms[0], storms[1]),
        artillery,
        resistance,
        2 * resistance + storms[1].strength,
        correction,
        bonus,
    )


def _full_army(side: Side, period: str) -> bool:
    now = tables.PERIODS.index(period)
    return any(
        each.country == country
        and "A+" in each.units
        and now <= tables.PERIODS.index(last)
        and (each.janissary or not janissary)
        for each in side.contingents
        for country, last, janissary in FULL_ARMIES
    )


# The state: stars and thirds that each side has inflicted, the besieger's first, and whom the Fire
# has routed (ROUTED, one bit a side).
START: Final[State] = (0, 0, 0, 0, 0)
ROUTED: Final = (1, 2)


def steps(prepared: Setup) -> list[Step]:
    """The steps of an assault (ASL-01, ASL-14 to ASL-16, ASL-A6)."""
    besieger, besieged = prepared.storms

    def routs(state: State) -> State:
        broken = ROUTED[0] * (state[1] >= besieger.morale) + ROUTED[1] * (
            state[0] >= besieged.morale
        )
        return (*state[:4], broken)

    fire = [_roll(prepared, "fire", 1)]
    if besieger.fire_losses != "none":
        fire.insert(0, _roll(prepared, "fire", 0))
    return [*fire, Test(routs), _roll(prepared, "shock", 0), _roll(prepared, "shock", 1)]


def _roll(prepared: Setup, roll: str, at: int) -> Roll:
    storm = prepared.storms[at]
    breach = prepared.walls.breach

    def read(result: int) -> tuple[int, int]:
        losses, stars = tables.assault(NAMES[at], roll, breach, result)
        if roll == "fire":
            losses = fire_losses(storm.fire_losses, losses)
        return losses, stars

    def stands(state: State) -> int:
        return NOT_ROLLED if state[4] & ROUTED[at] else 0

    def inflict(state: State, effect: tuple[int, int]) -> State:
        stars_a, stars_b, hits_a, hits_b, broken = state
        losses, stars = effect
        if at:
            return stars_a, stars_b + stars, hits_a, hits_b + losses, broken
        return stars_a + stars, stars_b, hits_a + losses, hits_b, broken

    purpose = f"{roll.capitalize()} of the {NAMES[at]}" + (", breach" if at and breach else "")
    ways = (way(storm.modifiers[roll], purpose, read),)
    return Roll(f"{storm.side.name}.{roll}", ways, stands, inflict)


class Assaulted(NamedTuple):
    """An assault after its rolls. `why` is resistance, morale, holds or besieger destroyed."""

    setup: Setup
    state: State
    why: str
    lost: tuple[int, int]  # thirds removed: from the besieger's stack, of the troops inside
    taken: tuple[Taken, ...] = ()

    @property
    def falls(self) -> bool:
        """Whether the fortress falls."""
        return self.why in ("resistance", "morale")

    def morale_lost(self, at: int) -> int:
        """Stars that a side suffered."""
        return self.state[1 - at]

    def routed(self, at: int) -> bool:
        """Whether a side suffered at least its morale in stars."""
        return self.state[1 - at] >= self.setup.storms[at].morale

    def rolled(self, at: int) -> int:
        """Thirds that a side's dice inflicted, after what its technology makes of Fire."""
        return self.state[2 + at]

    def inflicted(self, at: int) -> int:
        """Thirds that a side inflicted in the end (ASL-17 to ASL-20)."""
        return inflicts(self.setup, self.state)[at]

    def destroyed(self, at: int) -> bool:
        """Whether a side has nobody left: of the besieged, when the fire and steel alone did it
        (ASL-23, ASL-26)."""
        inside = self.setup.storms[1].strength
        if at == 0:
            return self.why == "besieger destroyed"
        return self.why == "resistance" or (0 < inside <= self.inflicted(0) and self.falls)

    def drm(self, at: int) -> dict[str, int | None]:
        """The modifiers of a side's rolls, None for those it did not make (ASL-07 to ASL-13)."""
        made = {each.rolled.name: each.rolled.modifier for each in self.taken}
        name = self.setup.storms[at].side.name
        return {roll: made.get(f"{name}.{roll}") for roll in ROLLS}


def inflicts(prepared: Setup, state: State) -> tuple[int, int]:
    """The thirds inflicted in the end by the besieger and by the besieged (ASL-17 to ASL-20,
    ASL-A7)."""
    _, stars_b, hits_a, hits_b, _ = state
    besieger = max(hits_a + total(prepared.correction), 0) + total(prepared.bonus)
    besieged = min(hits_b, prepared.cap)
    if stars_b >= prepared.storms[0].morale:
        besieged += ROUT
    return besieger, besieged


def result(prepared: Setup, state: State) -> tuple[str, tuple[int, int]]:
    """Why the fortress falls or not, and the thirds removed on both sides (ASL-23 to ASL-26,
    ASL-A9, ASL-A10, ASL-A12)."""
    besieger, besieged = prepared.storms
    suffered_b, suffered_a = inflicts(prepared, state)
    lost = round_losses(suffered_a, besieger.strength, prepared.walls.map)
    if lost >= besieger.strength:
        why = "besieger destroyed"
    elif state[0] >= besieged.morale:
        why = "morale"
    elif suffered_b - besieged.strength >= prepared.resistance:
        why = "resistance"
    else:
        why = "holds"
    if why in ("morale", "resistance"):
        return why, (lost, besieged.strength)
    return why, (lost, round_losses(suffered_b, besieged.strength, prepared.walls.map))


async def assault(prepared: Setup, roll: Dice) -> Assaulted:
    """The assault with the dice that fall (ASL-14 to ASL-26)."""
    taken: list[Taken] = []
    state = await walk(steps(prepared), START, roll, never_decided, taken)
    return Assaulted(prepared, state, *result(prepared, state), tuple(taken))


def tests_casualty(prepared: Setup, at: int) -> bool:
    """Whether a side's commander tests: the besieger always (ASL-27, ASL-A11)."""
    return at == 0 or tests_battle_casualty(prepared.storms[0].strength, prepared.walls.map)


def level_after(walls: Walls, manned: bool) -> int:
    """The level of a fallen fortress: one less manned again, two less otherwise (FAL-02 to FAL-06,
    FAL-A2).

    Never below 1 in Europe and for a city; elsewhere 0 says that the counter is gone.
    """
    if walls.level == 0:
        return 0
    least = 1 if walls.map == "europe" or walls.city else 0
    return max(walls.level - (1 if manned else 2), least)


def may_man(besieger_left: int) -> bool:
    """Whether a stack has a whole LD left to man a fortress with (FAL-02, FAL-A4)."""
    return besieger_left >= DETACHMENT
