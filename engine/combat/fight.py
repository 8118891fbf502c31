"""The fight of two sides, on land or at sea: the two days, and what was inflicted (FIG).

Everything here is pure. `fight` walks the steps of the two days and of the pursuit with the dice
and the decisions of its caller (engine.chances.steps). Losses are thirds of a detachment. Names of
dice: `SIDE.small7`, `SIDE.fire1` … `SIDE.pursuit`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, Generic, NamedTuple, TypeAlias

from engine.chances.steps import (
    FACES,
    Choice,
    Decide,
    Dice,
    Roll,
    State,
    Step,
    Taken,
    Test,
    Way,
    walk,
)
from engine.combat.leaders import DETACHMENT
from engine.combat.losses import destruction, inflicted
from engine.combat.prepared_battle import (
    NOBODY,
    ROLLS,
    START,
    TRIED,
    WORSE,
    AnySetup,
    O,
    P,
    Setup,
    decode_end,
    encode_end,
    is_routed,
    odd_even_die,
    total_hits,
)
from engine.combat.pursuit import pursuit
from engine.combat.volleys import odd_or_even, volleys
from engine.modifiers import Modifier

TRIED_BONUS: Final = Modifier(1, "the enemy failed to retreat", "FIG-25")
WORSE_MALUS: Final = Modifier(-1, "more stars suffered", "FIG-06")


def days(prepared: AnySetup) -> list[Step]:
    """The steps of the two days (FIG-04 to FIG-33, FIG-A3, FIG-A6, FIG-A8); over when the state has
    an end (FIG-03)."""
    if "days" not in prepared.listed:
        prepared.listed["days"] = _days(prepared)
    return prepared.listed["days"]


def _days(prepared: AnySetup) -> list[Step]:
    forces, sea = prepared.forces, prepared.at_sea
    morale_a, morale_b = forces[0].morale, forces[1].morale

    def rolls(roll: str) -> list[Step]:
        found: list[Step] = []
        for at, force in enumerate(forces):
            column = force.fire_column if roll.startswith("fire") else force.shock_column
            if column is None or (roll.startswith("fire") and not force.fires):
                continue
            usual = force.modifiers[roll]
            purpose = f"{roll[:-1].capitalize()}, day {roll[-1]}, column {column}"
            ways = [(usual, purpose)]
            if sea or roll.endswith("2"):
                ways.append(((*usual, TRIED_BONUS), purpose))
            if sea:
                ways += [((*parts, WORSE_MALUS), purpose) for parts, _ in ways]
            found += volleys(force, at, roll, column, ways)
        return found

    def rout(stage: str, last: bool = False) -> Test:
        ends = [encode_end(stage, winner) for winner in (NOBODY, 0, 1)]

        def test(state: State) -> State:
            stars_a, stars_b, hits_a, hits_b, marks, _ = state
            if stars_a >= morale_b:
                end = ends[0] if stars_b >= morale_a else ends[1]
            elif stars_b >= morale_a:
                end = ends[2]
            elif last:
                end = ends[0]
            else:
                return with_star_mark(state) if sea else state
            return stars_a, stars_b, hits_a, hits_b, marks, end

        return Test(test)

    def break_off(at: int, stage: str) -> list[Step]:
        if not forces[at].breaks:
            return []
        name = f"{forces[at].name}.{stage}"
        end = encode_end(stage, 1 - at)
        question = f"{forces[at].name} has the wind: break off and lose the battle?"
        return [Choice(name, question, lambda state: (*state[:5], end))]

    def breaks(stage: str) -> list[Step]:
        return [*break_off(0, stage), *break_off(1, stage)]

    destroyed = destruction(prepared)

    def destroys(state: State) -> State:
        lost_a, lost_b = destroyed(state)
        if not (lost_a or lost_b):
            return state
        winner = NOBODY if lost_a and lost_b else int(lost_a)
        return (*state[:5], encode_end("destroyed1", winner))

    first = 0 if forces[0].side.phasing == prepared.situation.interception else 1
    ashore: list[Step] = [] if sea else [*odd_or_even(prepared), Test(destroys)]
    return [
        *rolls("fire1"), rout("fire1"), *breaks("break_fire1"),
        *rolls("shock1"), rout("shock1"), *ashore,
        _retreat(prepared, first), _retreat(prepared, 1 - first),
        *rolls("fire2"), rout("fire2"), *breaks("break_fire2"),
        *rolls("shock2"), rout("shock2", last=True),
    ]  # fmt: skip


def with_star_mark(state: State) -> State:
    """The state with the mark on the side that has suffered more stars so far (FIG-06, FIG-A1)."""
    stars_a, stars_b, hits_a, hits_b, marks, end = state
    marks &= ~(WORSE[0] | WORSE[1])
    if stars_a != stars_b:
        marks |= WORSE[0] if stars_b > stars_a else WORSE[1]
    return stars_a, stars_b, hits_a, hits_b, marks, end


def is_over(state: State) -> bool:
    """Whether the days have ended."""
    return state[5] != 0


def _retreat(prepared: AnySetup, at: int) -> Roll:
    """A side's attempt to break off after the first day (FIG-17 to FIG-25)."""
    force = prepared.forces[at]

    def stands(state: State) -> int:
        return force.morale - state[1 - at]

    def attempt(state: State, success: bool) -> State:
        if success:
            return (*state[:5], encode_end("retreat1", 1 - at))
        return (*state[:4], state[4] | TRIED[at], state[5])

    name = f"{force.name}.retreat1"
    # What morale is left hangs on the enemy's stars.
    ways = _retreat_ways(force.commander.manoeuvre, force.morale)
    question = f"{force.name}: break off and retreat?"
    return Roll(name, ways, stands, attempt, name, question, side=1 - at)


@lru_cache(maxsize=256)
def _retreat_ways(manoeuvre: int, morale: int) -> tuple[Way, ...]:
    """How an attempt to break off is read, by the morale that is left."""
    return tuple(
        Way(
            (),
            f"retreat: at most {manoeuvre + left} (manoeuvre {manoeuvre} + morale left {left})",
            tuple(face <= manoeuvre + left for face in FACES),
        )
        for left in range(morale + 1)
    )


class Inflicted(NamedTuple):
    """Thirds that a side inflicted: as rolled, after table L1 and the cap, after table L2."""

    rolled: int
    small: int
    final: int


class Fought(NamedTuple, Generic[P, O]):
    """A battle after its pursuit. `winner` is 0, 1 or None; `ended` one of STAGES."""

    setup: Setup[P, O]
    state: State
    ended: str
    winner: int | None
    taken: tuple[Taken, ...] = ()

    def inflicted(self, at: int) -> Inflicted:
        """What a side did to the other (FIG-A7)."""
        force = self.setup.forces[at]
        hits = self.state[2 + at]
        suffered = inflicted(force, hits, odd_even_die(self.state[4], at), self.routed(1 - at))
        return Inflicted(total_hits(hits), *suffered)

    def suffered(self, at: int) -> int:
        """Thirds that a side suffered in the end, before its retreat (RET-33)."""
        return self.inflicted(1 - at).final

    def morale_lost(self, at: int) -> int:
        """Stars that a side suffered, the pursuit's included."""
        return self.state[1 - at]

    def routed(self, at: int) -> bool:
        """Whether a side has no morale left (FIG-12, PUR-26)."""
        return is_routed(self.setup, self.state, at)

    def drm(self, at: int) -> dict[str, int | None]:
        """The modifiers of a side's rolls as they were, None for those it did not make (DRM-01,
        FIG-25)."""
        made = {each.rolled.name: each.rolled.modifier for each in self.taken}
        name = self.setup.forces[at].name
        return {roll: made.get(f"{name}.{roll}") for roll in (*ROLLS, "pursuit")}


AnyFought: TypeAlias = Fought[Any, Any]


def end_of_fight(
    prepared: Setup[P, O], state: State, taken: tuple[Taken, ...] = ()
) -> Fought[P, O]:
    """The battle that a state at the end of its pursuit describes."""
    stage, winner = decode_end(state[5])
    return Fought(prepared, state, stage, None if winner == NOBODY else winner, taken)


async def fight(
    prepared: Setup[P, O], roll: Dice, decide: Decide, taken: list[Taken] | None = None
) -> Fought[P, O]:
    """The two days, the pursuit and the losses, with the dice that fall (FIG, PUR, LOS).

    Each roll is added to `taken` as it falls, for a sheet that grows.
    """
    taken = [] if taken is None else taken
    state = await walk(days(prepared), START, roll, decide, taken, is_over)
    state = await walk(pursuit(prepared), state, roll, decide, taken)
    return end_of_fight(prepared, state, tuple(taken))


# After the battle


def retreats(setup: AnySetup, winner: int | None, withdraws: bool = False) -> tuple[int, ...]:
    """The sides that retreat, in the order of their retreats (RET-01, RET-23).

    After an interception battle the non-phasing side goes first, otherwise the phasing one; a
    winner who chooses to retreat (`withdraws`) goes second.
    """
    if winner is not None:
        return (1 - winner, winner) if withdraws else (1 - winner,)
    phasing = 0 if setup.forces[0].side.phasing else 1
    first = 1 - phasing if setup.situation.interception else phasing
    return first, 1 - first


def loss_strokes(losses: int) -> str:
    """Losses as players draw them: a stroke a detachment, a dot a third."""
    whole, rest = divmod(losses, DETACHMENT)
    return "|" * whole + ("", ".", ":")[rest]
