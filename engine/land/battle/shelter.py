"""Where troops shelter that leave a battle: fortresses with room, and places outside (EVA)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.combat.leaders import DETACHMENT
from engine.facts import board, countries
from engine.grammar import strength_does, thirds
from engine.land.ground import entering_provinces
from engine.play.asks import Ask, BadAnswer, Raw, texts
from engine.play.phase import Phase
from engine.situation import counters, knowledge, leaders_overseas, variants
from engine.state import State, neutrals, sides
from engine.state.forces import Kind, Unit, breaks, strength

INSIDE: Final = "inside"


class Part(NamedTuple):
    """A counter, or some LD to be broken off it (0: the whole counter)."""

    unit: int
    detachments: int = 0

    @property
    def key(self) -> str:
        """How an answer names it: `17`, or `17:2` for 2 LD of it."""
        return f"{self.unit}:{self.detachments}" if self.detachments else str(self.unit)


@dataclass(slots=True, kw_only=True)
class Shelter(Ask[tuple[Part, ...]]):
    """Which troops go into a fortress; the answer is a list of counters and of parts of armies.

    `sizes` are the thirds of everything that may be named, by its key; `room` what finds room.
    """

    complete = False

    sizes: dict[str, int]
    labels: dict[str, str]
    room: int

    def parse(self, raw: Raw) -> tuple[Part, ...]:
        parts = []
        for item in texts(raw, "counters"):
            if item not in self.sizes:
                raise BadAnswer(f"{item!r} is not among: {', '.join(self.sizes)}")
            unit, _, detachments = item.partition(":")
            parts.append(Part(int(unit), int(detachments or 0)))
        if len({part.unit for part in parts}) != len(parts):
            raise BadAnswer("a counter is named twice")
        wanted = sum(self.sizes[item] for item in raw)
        if wanted > self.room:
            fit = strength_does("do not fit", wanted)
            raise BadAnswer(
                f"{thirds(wanted)} LD {fit}: the fortress has room for {thirds(self.room)}"
            )
        return tuple(sorted(parts))

    def offers(self) -> list[Raw]:
        filled: list[str] = []
        left = self.room
        for key, size in sorted(self.sizes.items(), key=lambda item: (-item[1], item[0])):
            if size <= left and key.partition(":")[0] not in {
                each.partition(":")[0] for each in filled
            }:
                filled.append(key)
                left -= size
        single = [(key,) for key in self.sizes]
        return [list(offer) for offer in sorted({(), tuple(sorted(filled)), *single})]

    def label(self, raw: Raw) -> str:
        return ", ".join(self.labels.get(item, str(item)) for item in raw) or "nobody"

    @property
    def default(self) -> Raw:
        return max(self.offers(), key=lambda offer: sum(self.sizes[key] for key in offer))


def room(state: State, place: str, alliance: str) -> int:
    """Thirds of a detachment that still find room in a fortress friendly to the alliance.

    1 LD a level, in a fort 1 LD, less the troops already inside; 0 where the fortress is not
    friendly, and for natives, who stay outside. EVA-10, EVA-A5, RET-A6.
    """
    friendly = alliance != sides.NATIVES and sides.controlled_by(state, place, alliance)
    if not (friendly and sides.fortified(state, place)):
        return 0
    level = max(1, sides.fortress_level(state, place))
    inside = strength(
        unit for unit in state.units_at(place) if unit.position == INSIDE and unit.land
    )
    return max(0, DETACHMENT * level - inside)


async def shelter(
    phase: Phase, place: str, who: str, unit_ids: Sequence[int], space: int
) -> tuple[list[int], list[int]]:
    """Asks which of these counters go inside, breaks armies for it, and puts them there.

    `space` is what the fortress takes, in thirds of a detachment (EVA-10). Returns the ids inside
    and those outside.
    """
    state = phase.state
    sizes: dict[str, int] = {}
    labels: dict[str, str] = {}
    for number in sorted(unit_ids):
        unit = state.units[number]
        whose = f"{unit.kind} of {countries.with_article(unit.country)}"
        if unit.thirds <= space:
            sizes[Part(number).key], labels[Part(number).key] = unit.thirds, whose
        for detachments in range(1, 4):
            size = DETACHMENT * detachments
            if size < unit.thirds and size <= space and _way(state, unit, detachments):
                key = Part(number, detachments).key
                sizes[key] = size
                labels[key] = f"{detachments} LD of the {whose}"
    if not sizes:
        return [], list(unit_ids)
    parts = await Shelter(
        who=who,
        name="shelter",
        what=f"Which troops go into the fortress of {board.called(place)}? "
        f"There is room for {thirds(space)} LD",
        about={"place": place, "units": list(unit_ids), "room": space},
        sizes=sizes,
        labels=labels,
        room=space,
    )
    inside: list[int] = []
    outside = [number for number in unit_ids if number not in {part.unit for part in parts}]
    for part in parts:
        unit = state.units[part.unit]
        pieces = [unit]
        if part.detachments:
            way = _way(state, unit, part.detachments)
            assert way is not None
            pieces = counters.break_counter(state, unit, way)
        left = part.detachments or 1
        for piece in sorted(pieces, key=lambda each: (each.kind != "LD", each.id)):
            if left:
                state.put(piece, place, INSIDE)
                inside.append(piece.id)
                left -= 1
            else:
                outside.append(piece.id)
    return inside, sorted(outside)


def left_outside(place: str, outside: str) -> str:
    """Where the troops are that do not go into the fortress of a place."""
    if outside == place:
        return "outside its walls"
    return f"to {board.called(outside)}"


def bars_strangers(state: State, place: str) -> bool:
    """Whether neutrals close a province: in Europe, overseas where it is a minor's (MOV-24,
    MOV-25)."""
    overseas = board.province(place).map != "europe"
    return not overseas or sides.is_minor(state, sides.controller(state, place))


def refuges(
    state: State,
    place: str,
    alliance: str,
    chart: knowledge.Chart = None,
    owners: Iterable[str] = (),
    leaders: Sequence[str] = (),
) -> list[str]:
    """The adjacent provinces to which a stack of these `owners` and `leaders` may evade: friendly,
    unbesieged, barred to it by no variant, on its `chart`, open to its leaders, and without allies
    of its allies alone (EVA-12, EVA-13, INI-03, C-LDR-07)."""
    owners = list(owners)
    barred = variants.closed_provinces(state, owners)
    return [
        border.other
        for border in board.land_neighbours(place)
        if not knowledge.is_hidden(state, chart, border.other)
        and border.other not in barred
        and not leaders_overseas.why_refused(state, leaders, border.other)
        and entering_provinces.is_refuge(state, border.other, alliance, owners)
        and not (
            bars_strangers(state, border.other)
            and neutrals.neutral_units(state, border.other, alliance)
        )
    ]


def _way(state: State, unit: Unit, detachments: int) -> tuple[Kind, ...] | None:
    """The way to break a counter so that some LD come off it, if its counters are free."""
    free = counters.free_counters(state, unit.country, "LD", unit.corps)
    for way in breaks(unit):
        if detachments <= way.count("LD") <= free:
            return way
    return None
