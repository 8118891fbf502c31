"""Losses of land troops: who dies, making change, the limits of the counters, stacking (FOR, RET).

Strengths and losses are in thirds of a detachment. A counter pays by being broken: a full army
gives a reduced one and detachments, a reduced one detachments, a detachment exploration detachments
(in the Rest of the World only). A pasha dies whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from engine import board, command, countries, forces, sides, tables, variants
from engine.asks import Choose, Option
from engine.forces import Kind, Unit
from engine.phase import Phase
from engine.report import thirds as written
from engine.rotw import active, knowledge
from engine.sides import Stack
from engine.state import State

UNLIMITED: Final = 10**6
UNCOUNTED: Final = ("natives", "rebels", "pirates")
CHANGE: Final[tuple[Kind, ...]] = ("LD", "LDE")
POOLS: Final[Mapping[Kind, str]] = {"LD": "detachment", "LDE": "exploration"}


class Payment(NamedTuple):
    """One way to pay: what each counter loses, in thirds, by its id, and what becomes of it."""

    parts: tuple[tuple[int, int], ...]
    label: str
    thirds: int
    veterans: int
    armies: int

    @property
    def key(self) -> str:
        """The payment as an answer: `41:3,42:6`."""
        return ",".join(f"{number}:{lost}" for number, lost in self.parts)


# Counters and change.


def free_counters(state: State, country: str, kind: Kind, corps: str = "") -> int:
    """How many more counters of that kind the country has beside the board (C-FOR-05, C-FOR-06).

    Both sides of an army share a counter; a detachment may be a land or a naval one. Turkish
    janissaries and timars have counters of their own, armies by the reforms (C-TUR-01). Natives and
    powers without counters of their own are not limited.
    """
    if country not in _limited() or corps == "native" or country in UNCOUNTED:
        return UNLIMITED
    timar = "_timar" if corps == "timar" else ""
    mates = {country}
    if state.variants:
        country = variants.lender(state, country)
        mates = {each for each in state.countries if variants.lender(state, each) == country}
    own = [
        unit
        for unit in state.units.values()
        if unit.country in mates and (unit.corps == "timar") == bool(timar)
    ]
    if kind in ("A+", "A-"):
        return max(0, _armies(state, country, timar) - sum(unit.army for unit in own))
    if kind not in POOLS:
        return UNLIMITED
    pool = POOLS[kind]
    ships = ("NDE",) if kind == "LDE" else ("NWD", "NGD")
    shared = countries.counter_limit(country, f"land_or_naval_{pool}{timar}")
    naval = countries.counter_limit(country, f"naval_{pool}{timar}")
    afloat = max(0, sum(unit.kind in ships for unit in own) - naval)
    land = countries.counter_limit(country, f"land_{pool}{timar}")
    return max(0, land + max(0, shared - afloat) - sum(unit.kind == kind for unit in own))


@cache
def _limited() -> frozenset[str]:
    return frozenset(key[0] for key in countries.counter_limits() if key[1] == "counters")


def _armies(state: State, country: str, timar: str) -> int:
    limit = countries.counter_limit(country, f"army{timar}")
    if country == "turkey":
        steps = tables.turkish_reforms()
        for name in ("1492", *state.countries[country].reforms):
            step = steps.get(name)
            found = (step.timar_armies if timar else step.janissary_armies) if step else None
            limit = limit if found is None else found
    return limit


def break_counter(state: State, unit: Unit, kinds: Sequence[Kind]) -> list[Unit]:
    """Breaks a counter into smaller ones, veterans in the first of them (C-FOR-02, C-FOR-09).

    Raises ValueError when it doesn't break so, when no counter is free, or for exploration
    detachments in Europe.
    """
    if tuple(kinds) not in forces.breaks(unit):
        raise ValueError(f"{unit.kind} does not break into {', '.join(kinds)}")
    if "LDE" in kinds and _in_europe(unit.place):
        raise ValueError("exploration detachments exist in the Rest of the World only")
    for kind in sorted(set(kinds) - {"A-"}):
        more = sum(each == kind for each in kinds)
        if more > free_counters(state, unit.country, kind, unit.corps):
            raise ValueError(f"{more} counters {kind} are needed and so many are not free")
    return _become(state, unit, kinds, unit.veterans)


def possible_merges(units: Sequence[Unit]) -> list[tuple[int, ...]]:
    """Which counters of a stack may become one: A-, A-; A-, LD, LD; three LDE (C-FOR-04,
    C-FOR-09)."""
    groups: dict[tuple[str, ...], list[Unit]] = {}
    for unit in units:
        key = unit.country, unit.corps, unit.place, unit.position, unit.leader
        groups.setdefault(key, []).append(unit)
    found: list[tuple[int, ...]] = []
    for group in groups.values():
        reduced = [unit.id for unit in group if unit.kind == "A-"]
        single = [unit.id for unit in group if unit.kind == "LD"]
        scouts = [unit.id for unit in group if unit.kind == "LDE"]
        if len(reduced) >= 2:
            found.append((reduced[0], reduced[1]))
        if reduced and len(single) >= 2:
            found.append((reduced[0], single[0], single[1]))
        if len(scouts) >= 3:
            found.append((scouts[0], scouts[1], scouts[2]))
    return found


def merge_counters(state: State, unit_ids: Sequence[int]) -> Unit:
    """Makes one counter of two A-, of A- and two LD, or of three LDE, with all their marks
    (C-FOR-04).

    A counter was out of supply only if all its parts were. Raises ValueError when they don't merge.
    """
    units = [state.units[number] for number in unit_ids]
    first = units[0]
    kinds = sorted(unit.kind for unit in units)
    into: dict[tuple[str, ...], Kind] = {
        ("A-", "A-"): "A+",
        ("A-", "LD", "LD"): "A+",
        ("LDE", "LDE", "LDE"): "LD",
    }
    whole = into.get(tuple(kinds))
    alike = {(unit.country, unit.corps, unit.place, unit.position, unit.leader) for unit in units}
    if whole is None or len(alike) != 1:
        raise ValueError(f"{forces.described(units)} cannot become one counter")
    first.veterans = sum(unit.veterans for unit in units)
    first.kind = whole
    unsupplied = all(unit.id in state.unsupplied for unit in units)
    for unit in units[1:]:
        _mark_alike(state, unit, first)
        state.remove(unit)
    if not unsupplied:
        state.unsupplied.discard(first.id)
    return first


def _become(state: State, unit: Unit, kinds: Sequence[Kind], veterans: int) -> list[Unit]:
    """Replaces a counter by what is left of it; veterans fill the first counters."""
    made = []
    for number, kind in enumerate(kinds):
        if number == 0:
            unit.kind = kind
            piece = unit
        else:
            piece = state.add(
                Unit(0, unit.country, kind, unit.place, unit.position, corps=unit.corps,
                     leader=unit.leader)
            )  # fmt: skip
            _mark_alike(state, unit, piece)
        piece.veterans = min(veterans, piece.thirds)
        veterans -= piece.veterans
        made.append(piece)
    if not made:
        state.remove(unit)
    return made


def _mark_alike(state: State, unit: Unit, other: Unit) -> None:
    for marks in (state.moved, state.locked, state.beaten, state.foraging, state.unsupplied):
        if unit.id in marks:
            marks.add(other.id)
    if unit.id in state.entered:
        state.entered.setdefault(other.id, list(state.entered[unit.id]))
    knowledge.pass_on(state, unit.id, [other.id])


def _in_europe(place: str) -> bool:
    return (board.sea(place) if board.is_sea(place) else board.province(place)).map == "europe"


# Ways to pay.


def remains(unit: Unit, lost: int) -> tuple[Kind, ...]:
    """What is left of a counter that loses so many thirds: it stays an army while it can."""
    if not lost:
        return (unit.kind,)
    detachments, rest = divmod(unit.thirds - lost, 3)
    left: list[Kind] = []
    if unit.kind == "A+" and detachments >= 2:
        left.append("A-")
        detachments -= 2
    left += ["LD"] * detachments
    left += ["LDE"] * rest
    return tuple(left)


def payments(state: State, units: Sequence[Unit], thirds: int, mend: bool = False) -> list[Payment]:
    """Every way to lose at least so many thirds with the least rise, the dearest counters kept
    first.

    Change needs free counters; where no payment is exact the loss rises to the next that is
    (RET-35).
    Dying pashas may make it more (RET-37). A stack within the limits of stacking stays within; with
    `mend` one over them has to come within, and 0 thirds then find what must go.
    """
    chosen = {unit.id for unit in units}
    pashas = [unit for unit in units if unit.kind == "PASHA"]
    others = sorted((unit for unit in units if unit.kind != "PASHA"), key=_likeness)
    beside: dict[tuple[str, str], list[Unit]] = {}
    crowd = 0
    for first in {(unit.place, unit.position): unit for unit in units}.values():
        here = [*_stack(state, first).units, *sharing(state, first)]
        if mend or forces.within_stacking(here):
            neighbours = [unit for unit in here if unit.id not in chosen]
            beside[first.place, first.position] = neighbours
            crowd += max(0, sum(unit.kind == "PASHA" for unit in here) - forces.MOST_PASHAS)
    found: dict[tuple[tuple[int, int], ...], Payment] = {}
    for number in range(len(pashas) + 1):
        for dead in combinations(pashas, number):
            size = forces.strength(dead)
            needed = size - min((unit.thirds for unit in dead), default=0) < thirds
            if dead and not needed and number > crowd:
                continue
            rest = max(0, thirds - size)
            living = [unit for unit in pashas if unit not in dead]
            for split in _exact(state, others, living, rest, beside):
                lost = [(unit, part) for unit, part in zip(others, split, strict=True) if part]
                payment = _payment([*lost, *((unit, unit.thirds) for unit in dead)])
                found[payment.parts] = payment
    return sorted(
        found.values(), key=lambda each: (each.thirds, each.veterans, -each.armies, each.key)
    )


def _exact(
    state: State,
    others: Sequence[Unit],
    living: Sequence[Unit],
    thirds: int,
    beside: Mapping[tuple[str, str], Sequence[Unit]],
) -> list[tuple[int, ...]]:
    """What each counter loses in the ways that rise the least; empty where there is none."""
    free = {
        (unit.country, unit.corps, kind): free_counters(state, unit.country, kind, unit.corps)
        for unit in others
        for kind in CHANGE
    }
    for total in range(thirds, forces.strength(others) + 1):
        found = []
        for split in _splits(others, total):
            left = [(unit, remains(unit, lost)) for unit, lost in zip(others, split, strict=True)]
            if _change(left, free) and _fit([*living, *_pieces(left)], beside):
                found.append(split)
        if found:
            return found
    return []


def _fit(left: Sequence[Unit], beside: Mapping[tuple[str, str], Sequence[Unit]]) -> bool:
    """Whether what is left keeps to the stacking limits with its neighbours."""
    return all(
        forces.within_stacking(
            [*neighbours, *(unit for unit in left if (unit.place, unit.position) == where)]
        )
        for where, neighbours in beside.items()
    )


def _splits(units: Sequence[Unit], thirds: int) -> Iterator[tuple[int, ...]]:
    """Ways to share a loss among counters; counters that are alike are not told apart."""

    def share(at: int, left: int, ceiling: int) -> Iterator[tuple[int, ...]]:
        if at == len(units):
            if not left:
                yield ()
            return
        unit = units[at]
        step = 3 if unit.thirds >= 3 and _in_europe(unit.place) else 1
        most = min(left, unit.thirds)
        if at and _likeness(unit) == _likeness(units[at - 1]):
            most = min(most, ceiling)
        for lost in range(0, most + 1, step):
            for rest in share(at + 1, left - lost, lost):
                yield (lost, *rest)

    return share(0, thirds, thirds)


def _likeness(unit: Unit) -> tuple[str, str, str, int]:
    return unit.country, unit.kind, unit.corps, unit.veterans


def _change(
    left: Sequence[tuple[Unit, tuple[Kind, ...]]], free: Mapping[tuple[str, str, Kind], int]
) -> bool:
    """Whether the free counters are enough for the change."""
    for (country, corps, kind), spare in free.items():
        more = 0
        for unit, kinds in left:
            if (unit.country, unit.corps) == (country, corps):
                more += kinds.count(kind) - (unit.kind == kind)
        if more > spare:
            return False
    return True


def _pieces(left: Sequence[tuple[Unit, tuple[Kind, ...]]]) -> list[Unit]:
    return [
        Unit(0, unit.country, kind, unit.place, unit.position, corps=unit.corps)
        for unit, kinds in left
        for kind in kinds
    ]


def _payment(lost: Sequence[tuple[Unit, int]]) -> Payment:
    several = len({unit.country for unit, _ in lost}) > 1
    labels: list[str] = []
    veterans = armies = 0
    for unit, part in lost:
        left = remains(unit, part)
        name = f"{countries.country(unit.country).name}: {unit.kind}" if several else unit.kind
        if unit.kind == "PASHA":
            name = f"pasha of {unit.size} LD"
        elif unit.veterans > 0:
            name += " (veteran)" if unit.veterans == unit.thirds else " (partly veteran)"
        kept = ", ".join(
            f"{left.count(kind)} {kind}" if left.count(kind) > 1 else kind
            for kind in dict.fromkeys(left)
        )
        labels.append(f"{name} becomes {kept}" if left else f"{name} is lost")
        veterans += max(0, part - (unit.thirds - unit.veterans))
        armies -= {"A+": 2, "A-": 1}.get(unit.kind, 0) - ("A-" in left)
    parts = tuple(sorted((unit.id, part) for unit, part in lost))
    total = sum(part for _, part in lost)
    return Payment(parts, "; ".join(labels), total, veterans, armies)


# Losing.


async def lose(phase: Phase, unit_ids: Sequence[int], thirds: int, why: str) -> int:
    """Takes so many thirds from these counters of one stack; the thirds really lost (RET-34 to
    RET-37).

    The controller chooses who dies, the conscripts of a counter first (C-VET-04). What counters
    cannot express raises the loss; a loss of the whole strength or more destroys all and is no more
    than it.
    """
    state = phase.state
    units = [state.units[number] for number in unit_ids if number in state.units]
    if thirds <= 0 or not units:
        return 0
    if units[0].country == sides.NATIVES:
        return _thin(phase, units, thirds, why)
    if thirds >= forces.strength(units):
        payment = _payment([(unit, unit.thirds) for unit in units])
        _pay(phase, payment, why)
        return payment.thirds
    ways = payments(state, units, thirds)
    return await _settle(
        phase, ways, why, "losses", f"Which {written(thirds)} LD are lost ({why})?"
    )


def _thin(phase: Phase, units: Sequence[Unit], thirds: int, why: str) -> int:
    """Takes losses from natives, for whom nobody chooses: as few counters as possible are left."""
    state, place = phase.state, units[0].place
    lost = min(thirds, forces.strength(units))
    left = active.counters(forces.strength(units) - lost)
    for unit in units[1:]:
        state.remove(unit)
    _become(state, units[0], left, 0)
    text = f"The natives of {_name(place)} lose {written(lost)} LD ({why})."
    sheet = {"country": sides.NATIVES, "thirds": lost, "cause": why}
    phase.tell("losses", text, place, sheet=sheet)
    return lost


async def enforce_stacking(phase: Phase, place: str, alliance: str) -> int:
    """Destroys what is over the stacking limits in a place at rest; the thirds destroyed (MOV-03).

    Counters that may become one are put together first; then the controller chooses what dies.
    """
    state = phase.state
    here = sides.stack(state, place, alliance).units
    others = sharing(state, here[0]) if here else []
    while here and not forces.within_stacking([*here, *others]):
        merges = possible_merges([unit for unit in here if unit.kind != "LDE"])
        if not merges:
            why = "over the stacking limits"
            ways = payments(state, here, 0, mend=True)
            ways = ways or [_payment([(unit, unit.thirds) for unit in here])]
            return await _settle(phase, ways, why, "over-stacking", "Which troops are destroyed?")
        merge_counters(state, merges[0])
        here = sides.stack(state, place, alliance).units
    return 0


def sharing(state: State, unit: Unit) -> list[Unit]:
    """The troops of neutrals beside a counter that share the limit of its stack (EUV-STK)."""
    if any(variant.apart(state) for variant in variants.in_force(state)):
        return []
    alliance = sides.alliance_of(state, unit.country)
    return [
        other
        for other in state.units_at(unit.place)
        if other.land
        and other.position == unit.position
        and (each := sides.alliance_of(state, other.country)) != alliance
        and not sides.at_war(state, alliance, each)
    ]


async def _settle(phase: Phase, ways: Sequence[Payment], why: str, name: str, question: str) -> int:
    payment = ways[0]
    if len(ways) > 1:
        state = phase.state
        units = [state.units[number] for way in ways for number, _ in way.parts]
        here = _stack(state, units[0])
        key = await Choose(
            who=sides.decider(state, command.commanding_country(state, here.units, here.leaders)),
            name=name,
            what=question,
            about={"place": here.place, "units": sorted({unit.id for unit in units})},
            options=[Option(way.key, way.label) for way in ways],
            enter=ways[0].key,
        )
        payment = next(way for way in ways if way.key == key)
    _pay(phase, payment, why)
    return payment.thirds


def _pay(phase: Phase, payment: Payment, why: str) -> None:
    state = phase.state
    units = [(state.units[number], lost) for number, lost in payment.parts]
    place, country = units[0][0].place, units[0][0].country
    for unit, lost in units:
        left = remains(unit, lost) if lost < unit.thirds else ()
        veterans = min(unit.veterans, unit.thirds - lost)
        _become(state, unit, left, veterans)
    phase.tell(
        "losses",
        f"{countries.country(country).name} loses {written(payment.thirds)} LD in "
        f"{_name(place)} ({why}): {payment.label}.",
        place,
        country,
        {"country": country, "thirds": payment.thirds, "cause": why},
    )


def _stack(state: State, unit: Unit) -> Stack:
    return sides.stack(state, unit.place, sides.alliance_of(state, unit.country), unit.position)


def _name(place: str) -> str:
    return board.sea(place).name if board.is_sea(place) else board.province(place).name
