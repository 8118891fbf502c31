"""Losses of land troops: who dies, and making change (RET-33 to RET-37).

Losses are in thirds of a detachment. A counter pays by being broken (engine.situation.counters); a
pasha dies whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from engine.facts import board, countries
from engine.facts.board import name_of
from engine.overseas import active_natives
from engine.play.asks import Choose, Option
from engine.play.phase import Phase
from engine.report import join_names
from engine.report import thirds as written
from engine.situation import command
from engine.situation.counters import become, free_counters, in_europe, sharing_stack_limit
from engine.state import State, forces, sides
from engine.state.forces import Kind, Unit
from engine.state.sides import Stack

CHANGE: Final[tuple[Kind, ...]] = ("LD", "LDE")


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
        here = [*_stack(state, first).units, *sharing_stack_limit(state, first)]
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
                payment = payment_of([*lost, *((unit, unit.thirds) for unit in dead)])
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
        step = 3 if unit.thirds >= 3 and in_europe(unit.place) else 1
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


def payment_of(lost: Sequence[tuple[Unit, int]], named: bool = False) -> Payment:
    """What a loss comes to; `named` says of every counter whose it is, and of a pasha his name."""
    several = named or len({unit.country for unit, _ in lost}) > 1
    labels: list[tuple[str, str]] = []
    veterans = armies = 0
    for unit, part in lost:
        left = remains(unit, part)
        name = f"{countries.country_name(unit.country)}: {unit.kind}" if several else unit.kind
        if unit.kind == "PASHA":
            name = f"pasha of {unit.size} LD"
            if named and unit.leader:
                name = f"{countries.leader(unit.leader).name} ({unit.size} LD)"
        elif unit.veterans > 0:
            name += " (veteran)" if unit.veterans == unit.thirds else " (partly veteran)"
        kept = ", ".join(
            f"{left.count(kind)} {kind}" if left.count(kind) > 1 else kind
            for kind in dict.fromkeys(left)
        )
        labels.append((name, f"becomes {kept}" if left else "is lost"))
        veterans += max(0, part - (unit.thirds - unit.veterans))
        armies -= {"A+": 2, "A-": 1}.get(unit.kind, 0) - ("A-" in left)
    parts = tuple(sorted((unit.id, part) for unit, part in lost))
    total = sum(part for _, part in lost)
    told = [_several(*each, labels.count(each)) for each in dict.fromkeys(labels)]
    return Payment(parts, "; ".join(told), total, veterans, armies)


def _several(name: str, fate: str, number: int) -> str:
    """What becomes of counters that are alike: `LD is lost`, `Savoy: 2 LD are lost`."""
    if number == 1:
        return f"{name} {fate}"
    *owner, kind = name.split(": ")
    each = f"{fate.replace('becomes', 'become')} each" if "becomes" in fate else "are lost"
    kind = kind.replace("pasha", "pashas")
    return ": ".join([*owner, f"{number} {kind} {each}"])


# Losing.


async def lose(
    phase: Phase,
    unit_ids: Sequence[int],
    thirds: int,
    why: str,
    sheet: Mapping[str, Any] | None = None,
) -> int:
    """Takes so many thirds from these counters of one stack; the thirds really lost (RET-34 to
    RET-37).

    The controller chooses who dies, the conscripts of a counter first (C-VET-04). What counters
    cannot express raises the loss; a loss of the whole strength or more destroys all and is no more
    than it. Natives are thinned out as they stand (FIG-28). `sheet` is that of a fight of which the
    losses come before it is told.
    """
    state = phase.state
    units = state.units_by_id(unit_ids)
    if thirds <= 0 or not units:
        return 0
    if units[0].country == sides.NATIVES:
        return _thin(phase, units, thirds, why)
    if thirds >= forces.strength(units):
        payment = payment_of([(unit, unit.thirds) for unit in units])
        _pay(phase, payment, why)
        return payment.thirds
    ways, here = payments(state, units, thirds), name_of(units[0].place)
    count, lost = "" if thirds == 3 else f"{written(thirds)} ", "are" if thirds > 3 else "is"
    return await settle_payment(
        phase, ways, why, "losses", f"Which {count}LD in {here} {lost} lost ({why})?", sheet
    )


def _thin(phase: Phase, units: Sequence[Unit], thirds: int, why: str) -> int:
    """Takes losses from natives, for whom nobody chooses: as few counters as possible are left."""
    state, place = phase.state, units[0].place
    lost = min(thirds, forces.strength(units))
    left = active_natives.counters(forces.strength(units) - lost)
    for unit in units[1:]:
        state.remove(unit)
    become(state, units[0], left, 0)
    text = f"The natives of {_name(place)} lose {written(lost)} LD ({why})."
    sheet = {"country": sides.NATIVES, "thirds": lost, "cause": why}
    phase.tell("losses", text, place, sheet=sheet)
    return lost


async def settle_payment(
    phase: Phase,
    ways: Sequence[Payment],
    why: str,
    name: str,
    question: str,
    sheet: Mapping[str, Any] | None = None,
) -> int:
    """Loses in one of these `ways`, that which the controller chooses; the thirds lost."""
    payment = ways[0]
    if len(ways) > 1:
        state = phase.state
        units = [state.units[number] for way in ways for number, _ in way.parts]
        here = _stack(state, units[0])
        labels = [way.label for way in ways]
        if len(set(labels)) < len(ways):  # alike but for their owners or their pashas
            labels = [payment_of(_lost(state, way), named=True).label for way in ways]
        pairs = {pair for way in ways for pair in way.parts}
        about = {
            "place": here.place,
            "units": sorted({unit.id for unit in units}),
            "pays": {f"{number}:{part}": payment_of([(state.units[number], part)], named=True).label
                     for number, part in sorted(pairs)},
            "counters": {str(unit.id): _kept(unit) for unit in units},
        }  # fmt: skip
        key = await Choose(
            who=sides.decider(state, command.commanding_country(state, here.units, here.leaders)),
            name=name,
            what=question,
            about=about if sheet is None else {**about, "sheet": sheet},
            options=[Option(way.key, label) for way, label in zip(ways, labels, strict=True)],
            enter=ways[0].key,
        )
        payment = next(way for way in ways if way.key == key)
    _pay(phase, payment, why)
    return payment.thirds


def _kept(unit: Unit) -> str:
    """How a counter that loses nothing reads."""
    return payment_of([(unit, 0)], named=True).label.removesuffix(f" becomes {unit.kind}")


def _lost(state: State, way: Payment) -> list[tuple[Unit, int]]:
    """The counters of a payment and what each loses, pashas last."""
    lost = [(state.units[number], part) for number, part in way.parts]
    return sorted(lost, key=lambda each: each[0].kind == "PASHA")


def _pay(phase: Phase, payment: Payment, why: str) -> None:
    state = phase.state
    units = [(state.units[number], lost) for number, lost in payment.parts]
    place, country = units[0][0].place, units[0][0].country
    for unit, lost in units:
        left = remains(unit, lost)
        veterans = min(unit.veterans, unit.thirds - lost)
        become(state, unit, left, veterans)
    lost_by: dict[str, list[int]] = {}
    for unit, lost in units:
        lost_by.setdefault(unit.country, [0, 0])[0] += lost
    sheet: dict[str, Any] = {"country": country, "thirds": payment.thirds, "cause": why}
    lose = countries.does(country, "lose")
    if len(lost_by) > 1:
        lose = f"{join_names(map(countries.with_article, lost_by))} lose"
        sheet = {"cause": why, "lost": lost_by}
    phase.tell(
        "losses",
        f"{lose} {written(payment.thirds)} LD in {_name(place)} ({why}): {payment.label}.",
        place,
        country,
        sheet,
    )


def _stack(state: State, unit: Unit) -> Stack:
    return sides.stack(state, unit.place, sides.alliance_of(state, unit.country), unit.position)


def _name(place: str) -> str:
    return board.sea(place).name if board.is_sea(place) else board.province(place).name
