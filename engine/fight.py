"""The fight of two sides, on land or at sea: two days, pursuit, losses inflicted, major battle.

Everything here is pure. engine.battle and engine.sea.battle work out once what does not hang on
dice, a Setup of two Forces; `fight` walks the steps of the two days and of the pursuit with the
dice and the decisions of its caller (engine.steps). Sides are 0 and 1, in the order they were
given. Losses are thirds of a detachment. Names of dice: `SIDE.small7`, `SIDE.fire1` …
`SIDE.pursuit`.
"""

from __future__ import annotations

from typing import Any, Final, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from engine import tables
from engine.leaders import DETACHMENT, Commander
from engine.report import Modifier, applying
from engine.steps import (
    NOT_ROLLED,
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
    way,
)

BREAKS: Final = ("break_fire1", "break_fire2")
STAGES: Final = ("fire1", "shock1", "destroyed1", "retreat1", "fire2", "shock2", *BREAKS)
ROLLS: Final = ("fire1", "shock1", "fire2", "shock2")
NOBODY: Final = -1
# The last die of a native stack tallies its losses apart, in this unit, so that an ordinary side
# needs no second number in its state (FIG-31).
LAST: Final = 4096


class Party(Protocol):
    """What a fight must know of one side as it was given."""

    @property
    def name(self) -> str:
        """How dice and decisions call it."""

    @property
    def phasing(self) -> bool:
        """Whether it is the phasing side."""

    @property
    def minor(self) -> bool:
        """Whether a minor country commands."""


class Occasion(Protocol):
    """What a fight must know of where and when it happens."""

    @property
    def interception(self) -> bool:
        """Whether it is an interception battle."""


P = TypeVar("P", bound=Party)
O = TypeVar("O", bound=Occasion)  # noqa: E741 - an occasion


class Force(NamedTuple, Generic[P]):
    """One side of a prepared battle: everything about it that no die changes.

    `strength` is all that it can lose. `last` is the strength that table L1 or S1 looks at, that
    of the last die for natives; `most` caps what it inflicts, and `least_of_routed` is what it
    inflicts at least on a routed enemy. `pursuit_column` is the one it reads when it pursues. With
    `breaks` it may break off after a Fire.
    """

    side: P
    commander: Commander
    strength: int
    morale: int
    morale_parts: tuple[Modifier, ...]
    fire_column: str | None
    shock_column: str | None
    fires: bool
    fire_losses: str  # none, morale_only, half_down, half_up, full
    artillery: int
    size_differential: int
    modifiers: dict[str, tuple[Modifier, ...]]
    pursuit: tuple[Modifier, ...]
    dice: int
    last: int
    odd_or_even: bool
    most: int
    losses: dict[tuple[int, int, bool], tuple[int, int]]
    domain: Literal["land", "sea"] = "land"
    least_of_routed: int = 0
    pursuit_column: str = "E"
    breaks: bool = False

    @property
    def name(self) -> str:
        """The name of the side."""
        return self.side.name

    def inflicts(self, rolled: int, die: int = 0, routs: bool = False) -> tuple[int, int]:
        """Thirds after table L1 with its cap, and after table L2, for the thirds its dice rolled.

        `die` is the side's odd-or-even die, for a strength of exactly 7 LD; `routs` says that the
        enemy is routed. LOS-01 to LOS-24.
        """
        found = self.losses.get((rolled, die, routs))
        if found is None:
            correction = tables.small_stack_loss(self.domain, self.last, die or None)
            others, last = (0, rolled) if self.dice == 1 else (rolled % LAST, rolled // LAST)
            corrected = max(last + correction, 0)
            if self.dice > 1:
                corrected = min(corrected, self.last)
            small = min(others + corrected, self.most)
            if routs:
                small = max(small, self.least_of_routed)
            found = small, tables.loss_by_size(self.size_differential, small)
            self.losses[rolled, die, routs] = found
        return found


class Setup(NamedTuple, Generic[P, O]):
    """A battle before its first die."""

    situation: O
    forces: tuple[Force[P], Force[P]]
    listed: dict[str, list[Step]]  # the steps, once they were wanted

    @property
    def at_sea(self) -> bool:
        """Whether it is a battle at sea."""
        return self.forces[0].domain == "sea"


AnyForce: TypeAlias = Force[Any]
AnySetup: TypeAlias = Setup[Any, Any]


# The state of a battle: stars and thirds that each side has inflicted, marks, and the end.
# Marks: which side failed to retreat, each side's odd-or-even die (0 not rolled, 1 odd, 2 even),
# that nobody pursues, and which side has suffered more stars at sea. The end: 0 while the days go
# on, then 1 + 3 * stage + winner + 1.

START: Final[State] = (0, 0, 0, 0, 0, 0)
TRIED: Final = (1, 2)
SEVEN: Final = (4, 16)
NO_PURSUIT: Final = 64
WORSE: Final = (128, 256)


def seven(marks: int, at: int) -> int:
    """A side's odd-or-even die: 0 not rolled, 1 odd, 2 even."""
    return marks // SEVEN[at] % 4


def ending(stage: str, winner: int) -> int:
    """The end of the days as a state holds it."""
    return 2 + 3 * STAGES.index(stage) + winner


def ended(end: int) -> tuple[str, int]:
    """The stage at which the days ended, and who was declared or found the winner."""
    stage, winner = divmod(end - 1, 3)
    return STAGES[stage], winner - 1


def _name(force: AnyForce, roll: str, number: int) -> str:
    return f"{force.name}.{roll}" if number == 1 else f"{force.name}.{roll}.{number}"


def fire_losses(rule: str, losses: int) -> int:
    """What a technology makes of the thirds of a Fire: none, morale_only, a half, or full.

    FIG-08 to FIG-10.
    """
    if rule == "half_down":
        return losses // 2
    if rule == "half_up":
        return (losses + 1) // 2
    return losses if rule == "full" else 0


def _volleys(
    force: AnyForce, at: int, roll: str, column: str, ways: list[tuple[tuple[Modifier, ...], str]],
    which: dict[int, int] | None = None,
) -> list[Roll]:  # fmt: skip
    """The dice of one roll: one, or one for each 8 LD of natives (FIG-28 to FIG-31, PUR-19).

    Without `which` the ways are as modified, with the bonus for the enemy's failed retreat, with
    the malus for more stars suffered, and with both. With it they are those of the pursuit, by the
    end of the battle.
    """
    rolls = []
    for number in range(1, force.dice + 1):
        worth = LAST if force.dice > 1 and number == force.dice else 1

        def read(result: int, number: int = number, worth: int = worth) -> tuple[int, int]:
            losses, stars = tables.combat_result(column, result)
            if roll.startswith("fire"):
                losses = fire_losses(force.fire_losses, losses)
            return losses * worth, stars if number == 1 else 0

        def stands(state: State) -> int:
            if which is None:
                return bool(state[4] & TRIED[1 - at]) + 2 * bool(state[4] & WORSE[at])
            return which.get(state[5], NOT_ROLLED) if _pursues(state, at) else NOT_ROLLED

        rolls.append(
            Roll(
                _name(force, roll, number),
                tuple(way(modifiers, purpose, read) for modifiers, purpose in ways),
                stands,
                _inflict_second if at else _inflict_first,
            )
        )
    return rolls


def _inflict_first(state: State, effect: tuple[int, int]) -> State:
    stars_a, stars_b, hits_a, hits_b, marks, end = state
    return stars_a + effect[1], stars_b, hits_a + effect[0], hits_b, marks, end


def _inflict_second(state: State, effect: tuple[int, int]) -> State:
    stars_a, stars_b, hits_a, hits_b, marks, end = state
    return stars_a, stars_b + effect[1], hits_a, hits_b + effect[0], marks, end


TRIED_BONUS: Final = Modifier(1, "the enemy failed to retreat", "FIG-25")
WORSE_MALUS: Final = Modifier(-1, "more stars suffered", "FIG-06")


def days(prepared: AnySetup) -> list[Step]:
    """The steps of the two days (FIG-04 to FIG-33); over when the state has an end."""
    if "days" not in prepared.listed:
        prepared.listed["days"] = _days(prepared)
    return prepared.listed["days"]


def _days(prepared: AnySetup) -> list[Step]:
    forces, sea = prepared.forces, prepared.at_sea
    morale_a, morale_b = forces[0].morale, forces[1].morale

    def volleys(roll: str) -> list[Step]:
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
            found += _volleys(force, at, roll, column, ways)
        return found

    def rout(stage: str, last: bool = False) -> Test:
        ends = [ending(stage, winner) for winner in (NOBODY, 0, 1)]

        def test(state: State) -> State:
            stars_a, stars_b, hits_a, hits_b, marks, _ = state
            if stars_a >= morale_b:
                end = ends[0] if stars_b >= morale_a else ends[1]
            elif stars_b >= morale_a:
                end = ends[2]
            elif last:
                end = ends[0]
            else:
                return worse(state) if sea else state
            return stars_a, stars_b, hits_a, hits_b, marks, end

        return Test(test)

    def break_off(at: int, stage: str) -> list[Step]:
        if not forces[at].breaks:
            return []
        name = f"{forces[at].name}.{stage}"
        end = ending(stage, 1 - at)
        question = f"{forces[at].name} has the wind: break off and lose the battle?"
        return [Choice(name, question, lambda state: (*state[:5], end))]

    def breaks(stage: str) -> list[Step]:
        return [*break_off(0, stage), *break_off(1, stage)]

    def destruction(state: State) -> State:
        lost_a, lost_b = destroyed(prepared, state)
        if not (lost_a or lost_b):
            return state
        winner = NOBODY if lost_a and lost_b else int(lost_a)
        return (*state[:5], ending("destroyed1", winner))

    first = 0 if forces[0].side.phasing == prepared.situation.interception else 1
    ashore: list[Step] = [] if sea else [*_odd_or_even(prepared), Test(destruction)]
    return [
        *volleys("fire1"), rout("fire1"), *breaks("break_fire1"),
        *volleys("shock1"), rout("shock1"), *ashore,
        _retreat(prepared, first), _retreat(prepared, 1 - first),
        *volleys("fire2"), rout("fire2"), *breaks("break_fire2"),
        *volleys("shock2"), rout("shock2", last=True),
    ]  # fmt: skip


def worse(state: State) -> State:
    """The state with the mark on the side that has suffered more stars so far (FIG-06)."""
    stars_a, stars_b, hits_a, hits_b, marks, end = state
    marks &= ~(WORSE[0] | WORSE[1])
    if stars_a != stars_b:
        marks |= WORSE[0] if stars_b > stars_a else WORSE[1]
    return stars_a, stars_b, hits_a, hits_b, marks, end


def over(state: State) -> bool:
    """Whether the days have ended."""
    return state[5] != 0


def _odd_or_even(prepared: AnySetup) -> list[Step]:
    """The dice of the sides whose line of table L1 asks for odd or even, once each (LOS-05)."""
    rolls: list[Step] = []
    for at, force in enumerate(prepared.forces):
        if not force.odd_or_even:
            continue
        unit = SEVEN[at]

        def wanted(state: State, at: int = at) -> int:
            return NOT_ROLLED if seven(state[4], at) else 0

        def note(state: State, effect: int, unit: int = unit) -> State:
            return (*state[:4], state[4] + unit * effect, state[5])

        way_ = Way(
            (), "losses of 7 LD: odd, a third less", tuple(2 - face % 2 for face in range(1, 11))
        )
        rolls.append(Roll(f"{force.name}.small7", (way_,), wanted, note))
    return rolls


def destroyed(prepared: AnySetup, state: State) -> tuple[bool, bool]:
    """Which sides have suffered at least their size, before rounding (FIG-15, PUR-01, FIG-A5)."""
    first, second = prepared.forces
    _, _, hits_a, hits_b, marks, _ = state
    routed_a, routed_b = _routed(prepared, state, 0), _routed(prepared, state, 1)
    return (
        second.inflicts(hits_b, seven(marks, 1), routed_a)[1] >= first.strength,
        first.inflicts(hits_a, seven(marks, 0), routed_b)[1] >= second.strength,
    )


def _retreat(prepared: AnySetup, at: int) -> Roll:
    """A side's attempt to break off after the first day (FIG-17 to FIG-25)."""
    force = prepared.forces[at]
    manoeuvre = force.commander.manoeuvre
    ways = tuple(
        Way(
            (),
            f"retreat: at most {manoeuvre + left} (manoeuvre {manoeuvre} + morale left {left})",
            tuple(face <= manoeuvre + left for face in range(1, 11)),
        )
        for left in range(force.morale + 1)
    )

    def stands(state: State) -> int:
        return force.morale - state[1 - at]

    def attempt(state: State, success: bool) -> State:
        if success:
            return (*state[:5], ending("retreat1", 1 - at))
        return (*state[:4], state[4] | TRIED[at], state[5])

    name = f"{force.name}.retreat1"
    return Roll(name, ways, stands, attempt, name, f"{force.name}: break off and retreat?")


def _routed(prepared: AnySetup, state: State, at: int) -> bool:
    return state[1 - at] >= prepared.forces[at].morale


def pursuit(prepared: AnySetup) -> list[Step]:
    """Who has won, then the pursuit (PUR-01 to PUR-26); the state starts with an end."""
    if "pursuit" not in prepared.listed:
        prepared.listed["pursuit"] = _pursuit(prepared)
    return prepared.listed["pursuit"]


def _pursuit(prepared: AnySetup) -> list[Step]:
    first, second = prepared.forces

    def victor(state: State) -> State:
        stage, declared = ended(state[5])
        if stage in BREAKS:
            return (*state[:4], state[4] | NO_PURSUIT, state[5])
        lost_a, lost_b = destroyed(prepared, state)
        routed_a, routed_b = _routed(prepared, state, 0), _routed(prepared, state, 1)
        if lost_a or lost_b:
            winner = NOBODY if lost_a and lost_b else int(lost_a)
        elif declared != NOBODY:
            winner = declared
        elif routed_a and routed_b:
            winner = NOBODY
        else:
            left = (first.morale - state[1]) - (second.morale - state[0])
            winner = NOBODY if not left else int(left < 0)
        pursues = winner != NOBODY and not (lost_a and lost_b)
        if pursues and (routed_a, routed_b)[winner]:
            return (*state[:4], state[4] | NO_PURSUIT, ending(stage, winner))
        return (*state[:5], ending(stage, winner))

    steps: list[Step] = [*_odd_or_even(prepared), Test(victor)]
    for at, force in enumerate(prepared.forces):
        ways: list[tuple[tuple[Modifier, ...], str]] = []
        which: dict[int, int] = {}
        for stage in STAGES:
            early = applying(
                (2 * (not stage.endswith("2")), "ended on the first day", "PUR-10"),
                (int(stage.startswith("fire")), "ended after a Fire", "PUR-11"),
            )
            which[ending(stage, at)] = len(ways)
            ways.append(((*early, *force.pursuit), f"pursuit, column {force.pursuit_column}"))
        steps += _volleys(force, at, "pursuit", force.pursuit_column, ways, which)
    return steps


def _pursues(state: State, at: int) -> bool:
    return not state[4] & NO_PURSUIT


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
        """What a side did to the other."""
        force = self.setup.forces[at]
        hits = self.state[2 + at]
        rolled = hits if force.dice == 1 else hits % LAST + hits // LAST
        inflicts = force.inflicts(hits, seven(self.state[4], at), self.routed(1 - at))
        return Inflicted(rolled, *inflicts)

    def suffered(self, at: int) -> int:
        """Thirds that a side suffered in the end, before its retreat."""
        return self.inflicted(1 - at).final

    def morale_lost(self, at: int) -> int:
        """Stars that a side suffered, the pursuit's included."""
        return self.state[1 - at]

    def routed(self, at: int) -> bool:
        """Whether a side has no morale left (FIG-12, PUR-26)."""
        return _routed(self.setup, self.state, at)

    def drm(self, at: int) -> dict[str, int | None]:
        """The modifiers of a side's rolls as they were, None for those it did not make."""
        made = {each.rolled.name: each.rolled.modifier for each in self.taken}
        name = self.setup.forces[at].name
        return {roll: made.get(f"{name}.{roll}") for roll in (*ROLLS, "pursuit")}


AnyFought: TypeAlias = Fought[Any, Any]


def concluded(prepared: Setup[P, O], state: State, taken: tuple[Taken, ...] = ()) -> Fought[P, O]:
    """The battle that a state at the end of its pursuit describes."""
    stage, winner = ended(state[5])
    return Fought(prepared, state, stage, None if winner == NOBODY else winner, taken)


async def fight(
    prepared: Setup[P, O], roll: Dice, decide: Decide, taken: list[Taken] | None = None
) -> Fought[P, O]:
    """The two days, the pursuit and the losses, with the dice that fall (FIG, PUR, LOS).

    Each roll is added to `taken` as it falls, for a sheet that grows.
    """
    taken = [] if taken is None else taken
    state = await walk(days(prepared), START, roll, decide, taken, over)
    state = await walk(pursuit(prepared), state, roll, decide, taken)
    return concluded(prepared, state, tuple(taken))


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


class Major(NamedTuple):
    """A major battle: by how much, what was needed, and what it brings (MAJ-01 to MAJ-08)."""

    differential: int
    threshold: int
    stability: dict[int, int]
    victory_points: dict[int, int]


MAJOR_VICTORY_POINTS: Final = 5
STABILITY: Final = 3


def victory(
    setup: AnySetup,
    winner: int,
    lost: tuple[int, int],
    threshold: int,
    stabilities: tuple[int, int],
) -> Major:
    """What a major battle brings (MAJ-05 to MAJ-08); minors gain and lose nothing.

    `stabilities` are those of the commanding countries before the battle, -3 to 3.
    """
    loser = 1 - winner
    stability = {}
    for at, change in ((winner, 1), (loser, -1)):
        if setup.forces[at].side.minor:
            continue
        moved = max(-STABILITY, min(STABILITY, stabilities[at] + change)) - stabilities[at]
        if moved:
            stability[at] = moved
    points = {} if setup.forces[winner].side.minor else {winner: MAJOR_VICTORY_POINTS}
    return Major(lost[loser] - lost[winner], threshold, stability, points)


def tally(losses: int) -> str:
    """Losses as players draw them: a stroke a detachment, a dot a third."""
    whole, rest = divmod(losses, DETACHMENT)
    return "|" * whole + ("", ".", ":")[rest]
