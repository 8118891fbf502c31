"""Battles on land: parameters, modifiers, two days, pursuit, losses, major battle, leaders' fates.

Everything here is pure. `setup` works out once what does not hang on dice; `fight` walks the steps
of the two days and of the pursuit with the dice and the decisions of its caller; what follows is
called piece by piece, because the rulebook puts places on the map between the pieces (BAT-10):

    prepared = setup(situation, one_side, other_side)
    fought = await fight(prepared, roll, decide)   # days, pursuit, loss modifications
    for at in retreats(prepared, fought.winner):   # RET-23: the order of the retreats
        thirds = await retreat_losses(fought, at, roll)   # table L3
    lost = removed(prepared, at, fought.suffered(at), thirds, room)   # no way out, rounding, cap
    major(fought, (lost_a, lost_b))                # Major or None
    await casualty(name, commander, won, destroyed, captor, minor, roll)   # Fate

`roll(name, modifiers, purpose)` gives an unmodified die of ten, `decide(name, question, pending)`
an answer (engine.steps). Sides are 0 and 1, in the order they were given. Losses are thirds of a
detachment. Names of dice: `SIDE.small7`, `SIDE.fire1` … `SIDE.pursuit`, `SIDE.losses`,
`SIDE.casualty`, `SIDE.wound`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine import tables
from engine.report import Modifier, applying, total
from engine.steps import NOT_ROLLED, Decide, Dice, Roll, State, Step, Taken, Test, Way, walk, way

STAGES: Final = ("fire1", "shock1", "destroyed1", "retreat1", "fire2", "shock2")
ROLLS: Final = ("fire1", "shock1", "fire2", "shock2")
PURSUIT_COLUMN: Final = "E"
DETACHMENT: Final = 3  # thirds
THIRDS: Final = {"A+": 4 * DETACHMENT, "A-": 2 * DETACHMENT, "LD": DETACHMENT, "LDE": 1}
DIE_STRENGTH: Final = 8 * DETACHMENT  # what one die of a native stack stands for (FIG-28)
NOBODY: Final = -1
# The last die of a native stack tallies its losses apart, in this unit, so that an ordinary side
# needs no second number in its state (FIG-31).
LAST: Final = 4096

LEADER_CAP: Final = 3
LEADER_CAP_OPTION: Final = "leader_cap"


class Commander(NamedTuple):
    """Who commands a side. `kind` is general, conquistador, governor, explorer, vizier …"""

    name: str
    manoeuvre: int
    fire: int
    shock: int
    siege: int = 0
    kind: str = "general"
    monarch: bool = False
    anonymous: bool = False
    no_survival_malus: bool = False
    replacement: bool = False

    @property
    def on_land(self) -> Commander:
        """The values that count on land: an explorer's are halved, rounded down (BAT-08)."""
        if self.kind != "explorer":
            return self
        return self._replace(
            manoeuvre=self.manoeuvre // 2, fire=self.fire // 2, shock=self.shock // 2
        )

    @property
    def digits(self) -> str:
        """Manoeuvre, fire, shock as players write them."""
        return f"{self.manoeuvre}{self.fire}{self.shock}"


class Contingent(NamedTuple):
    """The land units of one country in a stack: kinds of counters, pashas apart by their LD.

    `by_class` tells that the class was given in place of the country's own lines, `european` that
    the country is none of the Rest of the World. `janissary`, `sipahi` and `reformed` are the
    Turkish (and Russian) flags of the contract.
    """

    country: str
    army_class: str
    units: tuple[str, ...] = ()
    pashas: int = 0
    by_class: bool = False
    janissary: bool = False
    sipahi: bool = False
    reformed: bool = False
    natives: bool = False
    european: bool = True

    @property
    def strength(self) -> int:
        """Thirds of a detachment."""
        return sum(THIRDS[unit] for unit in self.units) + DETACHMENT * self.pashas

    @property
    def armies(self) -> tuple[str, ...]:
        """Its army counters; 4 or 2 LD of natives count as one (DRM-26, C-FOR-13)."""
        if self.natives:
            whole, rest = divmod(self.strength, 12)
            return ("A+",) * whole + ("A-",) * (rest >= 6)
        return tuple(unit for unit in self.units if unit in ("A+", "A-"))

    def size(self, period: str) -> int:
        """Army size, 0 to 7 (LOS-13)."""
        reformed = self.army_class == "I" and self.country == "turkey" and self.reformed
        return tables.army_size(self.army_class, period, "reformed_turkey" if reformed else "")

    def artillery(self, period: str) -> list[int]:
        """The artillery value of each army counter (C-DOC-02, C-DOC-03)."""
        condition = ""
        if self.janissary:
            condition = tables.JANISSARY_ARTILLERY
        elif self.reformed:
            condition = tables.REFORMED_ARTILLERY
        country = "" if self.by_class else self.country
        # A class with cavalry of its own has no artillery line of its own: that of its letter
        # holds.
        army_class = self.army_class
        if (("class", army_class, "")) not in tables.artillery_values():
            army_class = army_class.removesuffix("M")
        return [
            tables.artillery_value(country, army_class, period, army, condition)
            for army in self.armies
        ]


def stack_artillery(values: list[int]) -> int:
    """Artillery of a stack: the best army in full, +2 or +1 for a second one that has as much.

    C-DOC-04.
    """
    if not values:
        return 0
    best, *others = sorted(values, reverse=True)
    return best + min(max(others, default=0), 2)


def stack_size(contingents: tuple[Contingent, ...], period: str) -> int:
    """Army size of a stack, averaged over its LD and rounded down when it is mixed (C-STK-07)."""
    weight = sum(each.strength for each in contingents)
    weighted = sum(each.strength * each.size(period) for each in contingents)
    return weighted // weight if weight else 0


class Side(NamedTuple):
    """One side of a battle or an assault as it stands before the first die.

    `country` is the one in command; `technology` that of the whole stack (C-STK-08). `crossing` is
    river, pass, strait, sea or empty. `size` and `artillery` stand for what the contingents would
    give.
    """

    name: str
    country: str
    technology: str
    contingents: tuple[Contingent, ...]
    commander: Commander
    phasing: bool = False
    veteran: bool = False
    tercios: bool = False
    ottoman_fright: bool = False
    minor: bool = False
    crossing: str = ""
    foraging: bool = False
    size: int | None = None
    artillery: int | None = None

    @property
    def strength(self) -> int:
        """Thirds of a detachment."""
        return sum(each.strength for each in self.contingents)

    @property
    def army(self) -> bool:
        """Whether an army counter is there."""
        return any(each.armies for each in self.contingents)

    @property
    def natives(self) -> bool:
        """Whether it is a native stack."""
        return any(each.natives for each in self.contingents)

    @property
    def army_classes(self) -> frozenset[str]:
        """The classes of its army counters."""
        return frozenset(each.army_class for each in self.contingents if each.armies)


def artillery_of(side: Side, period: str) -> int:
    """The artillery value of a side's stack."""
    if side.artillery is not None:
        return side.artillery
    return stack_artillery([value for each in side.contingents for value in each.artillery(period)])


class Situation(NamedTuple):
    """Where and when a battle is fought; `off` holds the experimental rules that are switched
    off.
    """

    period: str
    map: str = "europe"  # or rotw
    terrain: str = "plain"
    interception: bool = False
    off: frozenset[str] = frozenset()


FORESTS: Final = ("sparse_forest", "dense_forest", "northern_forest")
ROUGH: Final = (*FORESTS, "swamp", "desert")
# Structural cavalry: class or country, first and last period, terrains, rule. Text of the rules.
CAVALRY: Final = (
    ("IIM", "I", "IV", ("plain", "sparse_forest"), "DRM-29"),
    ("IIIM", "IV", "V", ("plain", "dense_forest", "northern_forest"), "DRM-30"),
    ("IV", "III", "V", ("plain",), "DRM-31"),
    ("sweden", "III", "VI", ("plain", "northern_forest"), "DRM-32"),
)
TERCIOS_EXEMPT: Final = frozenset(("I", "IM", "II", "IIM"))
ARTILLERY_FOR_FIRE: Final = 6
CROSSINGS: Final = {
    "river": (-1, -1, "DRM-22"),
    "pass": (-1, -1, "DRM-22"),
    "strait": (-2, -3, "DRM-23"),
    "sea": (-2, -3, "DRM-23"),
}


def evasion_modifiers(evading: int, phasing: int) -> tuple[Modifier, ...]:
    """The modifiers of an evasion test from both commanders' manoeuvres, 0 for none (EVA-03)."""
    return applying((max(0, evading - phasing), "manoeuvre differential", "EVA-03"))


def evades(result: int) -> bool:
    """Whether a modified evasion test succeeds (EVA-03)."""
    return result >= tables.interception_value("land", "evasion", "success_on")


def replacement_line(country: str, natives: bool = False, vizier: bool = False) -> str:
    """The line of the replacement table for the country in command (PAR-05)."""
    if vizier:
        return "vizier"
    return "natives" if natives else tables.replacement_line(country)


def replacement(line: str, die: int) -> Commander:
    """The replacement leader of an unmodified die (PAR-04, PAR-05)."""
    found = tables.replacement_leader(line, die)
    values = (found.manoeuvre, found.fire, found.shock, found.siege)
    return Commander("replacement", *values, replacement=True)


class Force(NamedTuple):
    """One side of a prepared battle: everything about it that no die changes."""

    side: Side
    commander: Commander
    strength: int
    morale: int
    morale_parts: tuple[Modifier, ...]
    fire_column: str | None
    shock_column: str | None
    fires: bool
    fire_losses: str  # none, morale_only, half_down, full
    artillery: int
    size_differential: int
    modifiers: dict[str, tuple[Modifier, ...]]
    pursuit: tuple[Modifier, ...]
    dice: int
    last: int
    odd_or_even: bool
    losses: dict[tuple[int, int], tuple[int, int]]

    @property
    def name(self) -> str:
        """The name of the side."""
        return self.side.name

    def inflicts(self, rolled: int, die: int = 0) -> tuple[int, int]:
        """Thirds after table L1 with its cap, and after table L2, for the thirds its dice rolled.

        `die` is the side's odd-or-even die, for a strength of exactly 7 LD. LOS-01 to LOS-24.
        """
        found = self.losses.get((rolled, die))
        if found is None:
            correction = tables.small_stack_loss("land", self.last, die or None)
            others, last = (0, rolled) if self.dice == 1 else (rolled % LAST, rolled // LAST)
            corrected = min(max(last + correction, 0), self.last)
            small = min(others + corrected, self.strength)
            found = small, tables.loss_by_size(self.size_differential, small)
            self.losses[rolled, die] = found
        return found


class Setup(NamedTuple):
    """A battle before its first die."""

    situation: Situation
    forces: tuple[Force, Force]
    listed: dict[str, list[Step]]  # the steps, once they were wanted


def morale(side: Side, columns: tables.LandColumns) -> tuple[Modifier, ...]:
    """The morale of a side, part by part (PAR-20 to PAR-22)."""
    # PAR-A6: the text gives tercios their star with every technology up to arquebus.
    rank = tables.technology_rank(side.technology)
    tercios = side.tercios and rank <= tables.technology_rank("arquebus")
    return applying(
        (columns.morale, side.technology, "PAR-20"),
        (int(side.veteran), "veteran", "PAR-21"),
        (int(tercios), "tercios", "PAR-22"),
    )


def _cavalry(situation: Situation, side: Side) -> tuple[str, str] | None:
    """The reason and rule of structural cavalry, at most one (DRM-29 to DRM-34)."""
    period = tables.PERIODS.index(situation.period)
    for each in side.contingents:
        if not each.armies:
            continue
        for who, first, last, terrains, rule in CAVALRY:
            country = "" if each.by_class else each.country
            if (
                who in (each.army_class, country)
                and tables.PERIODS.index(first) <= period <= tables.PERIODS.index(last)
                and situation.terrain in terrains
            ):
                name = "Sweden" if who == "sweden" else f"class {who}"
                return f"structural cavalry, {name}", rule
    if _sipahi(situation, side):
        return "structural cavalry, Sipahi", "DRM-33"
    return None


def _sipahi(situation: Situation, side: Side) -> bool:
    return situation.terrain in ("plain", "desert") and any(
        each.sipahi and each.armies for each in side.contingents
    )


def differential(own: int, enemy: int, situation: Situation) -> int:
    """A leader's advantage over the enemy's, never below 0, at most 3 unless that rule is off.

    DRM-A1.
    """
    best = max(0, own - enemy)
    return best if LEADER_CAP_OPTION in situation.off else min(best, LEADER_CAP)


def _modifiers(
    situation: Situation, side: Side, enemy: Side, artillery: int
) -> dict[str, tuple[Modifier, ...]]:
    """The modifiers of the four rolls (DRM-01 to DRM-35)."""
    own, other = side.commander.on_land, enemy.commander.on_land
    period = tables.PERIODS.index(situation.period)
    spared = own.kind == "conquistador" and period <= tables.PERIODS.index("IV")
    no_army = not side.army and not spared
    mountain = situation.terrain == "mountain" and side.phasing and not situation.interception
    crossing = CROSSINGS.get(side.crossing, (0, 0, "")) if side.phasing else (0, 0, "")
    cavalry = _cavalry(situation, side)
    rough = -(situation.terrain in ROUGH)
    terrain = situation.terrain.replace("_", " ")
    tercios = enemy.tercios and not side.army_classes & TERCIOS_EXEMPT
    larger = side.strength - enemy.strength >= 3 * DETACHMENT
    # Fire and Shock of the first day, of the second, reason, rule: in the order of the rules.
    lines: list[tuple[tuple[int, int, int, int], str, str]] = []

    def both_days(fire: int, shock: int, why: str, rule: str) -> None:
        lines.append(((fire, shock, fire, shock), why, rule))

    both_days(differential(own.fire, other.fire, situation), 0, "Fire differential", "DRM-03")
    both_days(0, differential(own.shock, other.shock, situation), "Shock differential", "DRM-04")
    lines.append(((0, 0, -1, -1), "second day", "DRM-05"))
    both_days(0, -2 * side.ottoman_fright, "facing the Ottomans", "DRM-06")
    lines.append(((-side.foraging, -side.foraging, 0, 0), "foraging", "DRM-16"))
    both_days(0, -tercios, "against tercios", "DRM-17")
    both_days(rough, rough, terrain, "DRM-19")
    both_days(-mountain, -mountain, "mountain", "DRM-20")
    lines.append(((*crossing[:2], 0, 0), f"crossing: {side.crossing}", crossing[2]))
    both_days(-no_army, 0, "no army counter", "DRM-24")
    both_days(int(artillery >= ARTILLERY_FOR_FIRE), 0, "artillery", "DRM-27")
    both_days(0, int(larger), "at least 3 LD more", "DRM-28")
    if cavalry:
        both_days(0, 1, *cavalry)
    return {
        name: applying(*((values[at], why, rule) for values, why, rule in lines))
        for at, name in enumerate(ROLLS)
    }


def setup(situation: Situation, one: Side, other: Side) -> Setup:
    """The battle of two sides: morale, columns, modifiers, artillery, sizes, with their reasons.

    PAR-20 to PAR-26, DRM-01 to DRM-36, FIG-07, FIG-28, LOS-13, LOS-14. Raises FactsError for a
    technology, class or period that the tables do not have.
    """
    sides = one, other
    sizes = [
        stack_size(side.contingents, situation.period) if side.size is None else side.size
        for side in sides
    ]
    forces = []
    for at, side in enumerate(sides):
        enemy = sides[1 - at]
        columns = tables.land_columns(side.technology, enemy.technology)
        artillery = artillery_of(side, situation.period)
        parts = morale(side, columns)
        strength = side.strength
        dice = max(1, -(-strength // DIE_STRENGTH)) if side.natives else 1
        last = strength - (dice - 1) * DIE_STRENGTH
        small = situation.map == "europe" and columns.fire_losses == "morale_only" and not side.army
        own, pursued = side.commander.on_land, enemy.commander.on_land
        pursuit = applying(
            (max(0, own.shock - pursued.shock), "Shock differential", "PUR-12"),
            (-(situation.terrain != "plain"), situation.terrain.replace("_", " "), "PUR-13"),
            (int(_sipahi(situation, side)), "Sipahi", "PUR-14"),
        )
        forces.append(
            Force(
                side,
                own,
                strength,
                total(parts),
                parts,
                columns.fire,
                columns.shock,
                columns.fire is not None and not small,
                columns.fire_losses,
                artillery,
                tables.size_differential(sizes[at], sizes[1 - at]),
                _modifiers(situation, side, enemy, artillery),
                pursuit,
                dice,
                last,
                tables.small_stack_needs_die("land", last),
                {},
            )
        )
    return Setup(situation, (forces[0], forces[1]), {})


# The state of a battle: stars and thirds that each side has inflicted, marks, and the end.
# Marks: which side failed to retreat, and each side's odd-or-even die (0 not rolled, 1 odd, 2
# even). The end: 0 while the days go on, then 1 + 3 * stage + winner + 1.

START: Final[State] = (0, 0, 0, 0, 0, 0)
TRIED: Final = (1, 2)
SEVEN: Final = (4, 16)


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


def _name(force: Force, roll: str, number: int) -> str:
    return f"{force.name}.{roll}" if number == 1 else f"{force.name}.{roll}.{number}"


def fire_losses(rule: str, losses: int) -> int:
    """What a technology makes of the thirds of a Fire: none, morale_only, half_down or full.

    FIG-08, FIG-09.
    """
    if rule == "half_down":
        return losses // 2
    return losses if rule == "full" else 0


def _volleys(
    force: Force, at: int, roll: str, column: str, ways: list[tuple[tuple[Modifier, ...], str]],
    which: dict[int, int] | None = None,
) -> list[Roll]:  # fmt: skip
    """The dice of one roll: one, or one for each 8 LD of natives (FIG-28 to FIG-31, PUR-19).

    Without `which` the ways are two: as modified, and with the bonus for the enemy's failed
    retreat. With it they are those of the pursuit, by the end of the battle.
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
                return 1 if state[4] & TRIED[1 - at] else 0
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


def days(prepared: Setup) -> list[Step]:
    """The steps of the two days (FIG-04 to FIG-33); over when the state has an end."""
    if "days" not in prepared.listed:
        prepared.listed["days"] = _days(prepared)
    return prepared.listed["days"]


def _days(prepared: Setup) -> list[Step]:
    forces = prepared.forces
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
            if roll.endswith("2"):
                bonus = Modifier(1, "the enemy failed to retreat", "FIG-25")
                ways.append(((*usual, bonus), purpose))
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
                return state
            return stars_a, stars_b, hits_a, hits_b, marks, end

        return Test(test)

    def destruction(state: State) -> State:
        lost_a, lost_b = destroyed(prepared, state)
        if not (lost_a or lost_b):
            return state
        winner = NOBODY if lost_a and lost_b else int(lost_a)
        return (*state[:5], ending("destroyed1", winner))

    first = 0 if forces[0].side.phasing == prepared.situation.interception else 1
    return [
        *volleys("fire1"), rout("fire1"), *volleys("shock1"), rout("shock1"),
        *_odd_or_even(prepared), Test(destruction),
        _retreat(prepared, first), _retreat(prepared, 1 - first),
        *volleys("fire2"), rout("fire2"), *volleys("shock2"), rout("shock2", last=True),
    ]  # fmt: skip


def over(state: State) -> bool:
    """Whether the days have ended."""
    return state[5] != 0


def _odd_or_even(prepared: Setup) -> list[Step]:
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


def destroyed(prepared: Setup, state: State) -> tuple[bool, bool]:
    """Which sides have suffered at least their size, before rounding (FIG-15, PUR-01, FIG-A5)."""
    first, second = prepared.forces
    _, _, hits_a, hits_b, marks, _ = state
    return (
        second.inflicts(hits_b, seven(marks, 1))[1] >= first.strength,
        first.inflicts(hits_a, seven(marks, 0))[1] >= second.strength,
    )


def _retreat(prepared: Setup, at: int) -> Roll:
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


def _routed(prepared: Setup, state: State, at: int) -> bool:
    return state[1 - at] >= prepared.forces[at].morale


def pursuit(prepared: Setup) -> list[Step]:
    """Who has won, then the pursuit (PUR-01 to PUR-26); the state starts with an end."""
    if "pursuit" not in prepared.listed:
        prepared.listed["pursuit"] = _pursuit(prepared)
    return prepared.listed["pursuit"]


def _pursuit(prepared: Setup) -> list[Step]:
    first, second = prepared.forces

    def victor(state: State) -> State:
        stage, declared = ended(state[5])
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
            ways.append(((*early, *force.pursuit), f"pursuit, column {PURSUIT_COLUMN}"))
        steps += _volleys(force, at, "pursuit", PURSUIT_COLUMN, ways, which)
    return steps


NO_PURSUIT: Final = 64


def _pursues(state: State, at: int) -> bool:
    return not state[4] & NO_PURSUIT


class Inflicted(NamedTuple):
    """Thirds that a side inflicted: as rolled, after table L1 and the cap, after table L2."""

    rolled: int
    small: int
    final: int


class Fought(NamedTuple):
    """A battle after its pursuit. `winner` is 0, 1 or None; `ended` one of STAGES."""

    setup: Setup
    state: State
    ended: str
    winner: int | None
    taken: tuple[Taken, ...] = ()

    def inflicted(self, at: int) -> Inflicted:
        """What a side did to the other."""
        force = self.setup.forces[at]
        hits = self.state[2 + at]
        rolled = hits if force.dice == 1 else hits % LAST + hits // LAST
        return Inflicted(rolled, *force.inflicts(hits, seven(self.state[4], at)))

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


def concluded(prepared: Setup, state: State, taken: tuple[Taken, ...] = ()) -> Fought:
    """The battle that a state at the end of its pursuit describes."""
    stage, winner = ended(state[5])
    return Fought(prepared, state, stage, None if winner == NOBODY else winner, taken)


async def fight(
    prepared: Setup, roll: Dice, decide: Decide, taken: list[Taken] | None = None
) -> Fought:
    """The two days, the pursuit and the losses, with the dice that fall (FIG, PUR, LOS).

    Each roll is added to `taken` as it falls, for a sheet that grows.
    """
    taken = [] if taken is None else taken
    state = await walk(days(prepared), START, roll, decide, taken, over)
    state = await walk(pursuit(prepared), state, roll, decide, taken)
    return concluded(prepared, state, tuple(taken))


# After the battle


def retreats(setup: Setup, winner: int | None, withdraws: bool = False) -> tuple[int, ...]:
    """The sides that retreat, in the order of their retreats (RET-01, RET-23).

    After an interception battle the non-phasing side goes first, otherwise the phasing one; a
    winner who chooses to retreat (`withdraws`) goes second.
    """
    if winner is not None:
        return (1 - winner, winner) if withdraws else (1 - winner,)
    phasing = 0 if setup.forces[0].side.phasing else 1
    first = 1 - phasing if setup.situation.interception else phasing
    return first, 1 - first


def retreat_way(force: Force, routed: bool) -> Way:
    """The retreat die of a side on table L3; the manoeuvre helps unless it is routed (RET-17)."""
    saved = 0 if routed else -force.commander.manoeuvre
    modifiers = applying((saved, "manoeuvre", "RET-17"))
    return way(modifiers, "losses of the retreat, table L3", tables.retreat_losses)


async def retreat_losses(fought: Fought, at: int, roll: Dice) -> int:
    """The thirds that the retreat of a side costs (RET-17, RET-10's land counterpart)."""
    force = fought.setup.forces[at]
    stands = retreat_way(force, fought.routed(at))
    effect: int = stands.effects[
        await roll(f"{force.name}.losses", stands.modifiers, stands.purpose) - 1
    ]
    return effect


def rounded(suffered: int, strength: int, map_: str) -> int:
    """Losses in thirds as they are removed: whole in Europe, never more than the stack.

    RET-33, RET-36.
    """
    if suffered >= strength:
        return strength
    if map_ == "europe":
        suffered = (2 * suffered + DETACHMENT) // (2 * DETACHMENT) * DETACHMENT
    return min(suffered, strength)


def removed(setup: Setup, at: int, suffered: int, retreat: int = 0, room: int | None = None) -> int:
    """The thirds a side loses in the end: battle and retreat, no way out, rounding.

    `room` is how many thirds find a place to retreat to, None for all. RET-02, RET-21, RET-33,
    RET-36; troops lost for want of room include the other losses (RET-A7).
    """
    strength = setup.forces[at].strength
    lost = rounded(suffered + retreat, strength, setup.situation.map)
    return lost if room is None else max(lost, strength - room)


def room(order: tuple[int, ...], at: int, thirds: int | None) -> int | None:
    """How many thirds of a retreating side find a place, None for all (RET-18, RET-24, RET-25).

    `thirds` is what the fortress and the next province take. A side that retreats second, after a
    draw or as a winner by choice, may stay in the province of the battle.
    """
    return None if len(order) == 2 and order[1] == at else thirds


class Major(NamedTuple):
    """A major battle: by how much, what was needed, and what it brings (MAJ-01 to MAJ-08)."""

    differential: int
    threshold: int
    stability: dict[int, int]
    victory_points: dict[int, int]


MAJOR_LOSSES: Final = (3 * DETACHMENT, 4 * DETACHMENT)  # MAJ-02, the second at size +2
MAJOR_VICTORY_POINTS: Final = 5
LARGE_SIZE: Final = 2
STABILITY: Final = 3


def is_major(setup: Setup, winner: int | None, loser_routed: bool, lost: tuple[int, int]) -> bool:
    """Whether it was a major battle, from the thirds lost in the end (MAJ-01 to MAJ-04)."""
    if winner is None or not loser_routed:
        return False
    beaten = setup.forces[1 - winner]
    if setup.situation.map == "rotw" and not european_army(beaten.side):
        return False
    return lost[1 - winner] - lost[winner] >= major_threshold(setup, winner)


def major_threshold(setup: Setup, winner: int) -> int:
    """The loss differential in thirds that a winner needs (MAJ-02)."""
    return MAJOR_LOSSES[setup.forces[winner].size_differential >= LARGE_SIZE]


def european_army(side: Side) -> bool:
    """Whether a side has an army counter of a European country (MAJ-04)."""
    return any(each.armies and each.european and not each.natives for each in side.contingents)


def major(
    fought: Fought, lost: tuple[int, int], stabilities: tuple[int, int] = (0, 0)
) -> Major | None:
    """The major battle that this was, if it was, from the thirds each side lost in the end.

    `stabilities` are those of the commanding countries before the battle, -3 to 3 (MAJ-05, MAJ-06).
    """
    winner = fought.winner
    if winner is None or not is_major(fought.setup, winner, fought.routed(1 - winner), lost):
        return None
    loser = 1 - winner
    stability = {}
    for at, change in ((winner, 1), (loser, -1)):
        if fought.setup.forces[at].side.minor:
            continue
        moved = max(-STABILITY, min(STABILITY, stabilities[at] + change)) - stabilities[at]
        if moved:
            stability[at] = moved
    points = {} if fought.setup.forces[winner].side.minor else {winner: MAJOR_VICTORY_POINTS}
    threshold = major_threshold(fought.setup, winner)
    return Major(lost[loser] - lost[winner], threshold, stability, points)


class Fate(NamedTuple):
    """What became of a commander: unhurt, killed, captured, or wounded for some rounds."""

    what: str
    rounds: int = 0


UNHURT: Final = Fate("unhurt")
CASUALTY: Final = 1  # or less
DEADLY_VALUE: Final = 6
SPARED_BELOW: Final = 3 * DETACHMENT


def tests_casualty(enemy_strength: int, map_: str) -> bool:
    """Whether a commander tests at all after a battle: not in Europe against less than 3 LD.

    LDR-05.
    """
    return map_ != "europe" or enemy_strength >= SPARED_BELOW


def casualty_modifiers(commander: Commander, won: bool, destroyed: bool) -> tuple[Modifier, ...]:
    """The modifiers of a commander's test (LDR-02 to LDR-04, cumulative)."""
    deadly = DEADLY_VALUE in (commander.fire, commander.shock) and not commander.no_survival_malus
    return applying(
        (-(not won), "not the winner", "LDR-02"),
        (-5 * destroyed, "destroyed", "LDR-03"),
        (-deadly, "a value of 6", "LDR-04"),
    )


def fate_at_once(commander: Commander, destroyed: bool, captor: bool, minor: bool) -> Fate | None:
    """The fate of a casualty that needs no second die, or None (LDR-10, LDR-12)."""
    if commander.monarch and destroyed and captor:
        return Fate("captured")
    if commander.anonymous and not minor:
        return Fate("killed")
    return None


def wound(die: int) -> Fate:
    """The fate by the second, unmodified die: odd killed, even wounded for half of it.

    LDR-06, LDR-07.
    """
    return Fate("killed") if die % 2 else Fate("wounded", die // 2)


async def casualty(
    name: str,
    commander: Commander,
    won: bool,
    destroyed: bool,
    captor: bool,
    minor: bool,
    roll: Dice,
) -> Fate:
    """The test of one commander (LDR-01 to LDR-12); the caller asks `tests_casualty` first.

    `captor` says that the other side has won and could capture a monarch.
    """
    modifiers = casualty_modifiers(commander, won, destroyed)
    die = await roll(f"{name}.casualty", modifiers, f"casualty of {commander.name}: 1 or less")
    if die + total(modifiers) > CASUALTY:
        return UNHURT
    known = fate_at_once(commander, destroyed, captor, minor)
    if known:
        return known
    return wound(await roll(f"{name}.wound", (), f"{commander.name}: odd killed, even wounded"))


def tally(losses: int) -> str:
    """Losses as players draw them: a stroke a detachment, a dot a third."""
    whole, rest = divmod(losses, DETACHMENT)
    return "|" * whole + ("", ".", ":")[rest]
