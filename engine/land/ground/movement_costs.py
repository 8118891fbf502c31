"""What a step costs: roads by land, and the seas for a leader alone.

Movement points are those of the printed table: terrain by whether the province is friendly, what
is crossed on the border, swamps both in and out (MOV-01, C-TER-01).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

from engine.facts import board, countries, place_names, tables
from engine.facts.board import SUND, called, shores
from engine.modifiers import Modifier, total
from engine.play.asks import BadAnswer
from engine.state import State, sides
from engine.state.forces import Unit

CROSSED: Final = {"river": "river", "mountain_pass": "mountain pass", "strait": "strait"}

WASTELAND_PEOPLES: Final = frozenset(
    ("astrakhan", "crimea", "don-cossacks", "golden-horde", "kazan", "pskov", "revolt-ukraine",
     "russia", "ryazan", "ukraine")
)  # fmt: skip
"""The khanates, the Cossacks and the Russians, at home in the wasteland (C-SUP-05)."""

NORTHERN_ROADS: Final[Mapping[str, tuple[str, ...]]] = {
    "jamtland": ("finland", "tavastland"),
    "gastrikland": ("finland", "tavastland"),
    "finland": ("gastrikland", "jamtland"),
    "tavastland": ("gastrikland", "jamtland"),
}
"""The roads round the Gulf of Bothnia, for Swedes only and a whole move long (C-TER-09)."""


def typed_way(text: str) -> list[str]:
    """The items of a way that a person typed: places by name with commas between, `-12`,
    `!land:Cyprus`.

    Raises BadAnswer for a name that nothing has.
    """
    found = []
    for word in filter(None, (each.strip() for each in text.split(","))):
        deed, sign, target = word.partition(":")
        if word[0] == "!" and sign and not target.isdecimal():
            found.append(f"{deed}:{_meant(target.strip())}")
        else:
            found.append(word if word[0] in "+-!" else _meant(word))
    return found


def _meant(word: str) -> str:
    named = place_names.best_matches(word)
    if not named:
        raise BadAnswer(f"{word!r} is not a choice here, a province or a sea")
    if len(named) > 1:
        raise BadAnswer(f"{word!r} may be {', '.join(one.name for one in named[:8])}")
    return named[0].id


@dataclass(slots=True)
class Road:
    """One step to a neighbour: what it adds by its border and swamps, and its terrain's cost, which
    is least where it is friendly; the sum where it is, and where it is not."""

    other: str
    extra: tuple[Modifier, ...]
    friendly: Modifier
    unfriendly: Modifier
    wasteland: bool = False
    desert: bool = False
    along: bool = False
    least: int = field(init=False)
    most: int = field(init=False)

    def __post_init__(self) -> None:
        added = total(self.extra)
        self.least, self.most = self.friendly.value + added, self.unfriendly.value + added


def most_points(alone: bool = False) -> int:
    """The movement points of a unit, or of a leader alone (MOV-02, LDM-01)."""
    return tables.movement_cost("maximum_move_leader_alone" if alone else "maximum_move")


@cache
def roads(place: str, light: bool, native: bool) -> tuple[Road, ...]:
    """The steps from a province to the provinces around it.

    Along a river overseas everything is clear terrain to those who travel `light` (C-SUP-08), and
    what is rough there costs troops of its countries less: they are `native` (MOV-A8).
    """
    found = (
        _road(place, border.other, border.kind, native) for border in board.land_neighbours(place)
    )
    return tuple(_lightened(road) if light and road.along else road for road in found)


@cache
def at_home_overseas(owners: tuple[str, ...]) -> bool:
    """Whether all of these countries are of the Rest of the World (MOV-A8)."""
    return bool(owners) and all(countries.country(owner).kind == "rotw" for owner in owners)


def detachments_only(units: Iterable[Unit]) -> bool:
    """Whether these are detachments only, that follow rivers overseas (SUP-11): no army counters
    but those that stand for natives (NAT-28)."""
    found = False
    for unit in units:
        if unit.kind == "PASHA" or (unit.army and unit.corps != "native"):
            return False
        found = True
    return found


@cache
def along_river(a: str, b: str) -> bool:
    """Whether two neighbours overseas lie along one river: on both its banks, or on one bank of a
    river that parts both from the same third province (C-SUP-08)."""
    if board.province(a).map != "rotw" or board.province(b).map != "rotw":
        return False
    if board.border(a, b) == "river":
        return True
    banks = [
        {each.other for each in board.land_neighbours(place) if each.kind == "river"}
        for place in (a, b)
    ]
    return bool(banks[0] & banks[1])


def _lightened(road: Road) -> Road:
    points = tables.movement_cost("rotw_along_river", "rotw")
    hostile = _terrain("plain", False, "rotw").value
    extra = tuple(each for each in road.extra if "swamp" not in each.why)
    return Road(
        road.other,
        extra,
        Modifier(points, "along a river, friendly", "MOV-01"),
        Modifier(hostile, "along a river, not friendly", "MOV-01"),
        wasteland=road.wasteland,
        desert=road.desert,
        along=True,
    )


def _road(place: str, other: str, kind: str, native: bool = False, map_: str = "") -> Road:
    """What one step costs, friendly and not (MOV-01), and what a line of supply over it meets
    (SUP-11, SUP-14); by the costs of the board's half it leads to, or of `map_`."""
    there = board.province(other)
    map_ = map_ or there.map
    extra = []
    if kind in CROSSED:
        extra.append(_crossing(kind, map_))
    swamp = tables.movement_cost("swamp_in_or_out", map_)
    if not board.is_sea(place) and board.province(place).terrain == "swamp":
        extra.append(Modifier(swamp, "out of a swamp", "MOV-01"))
    if there.terrain == "swamp":
        extra.append(Modifier(swamp, "into a swamp", "MOV-01"))
    return Road(
        other,
        tuple(extra),
        _terrain(there.terrain, True, map_, native),
        _terrain(there.terrain, False, map_, native),
        wasteland=board.in_group(other, "wasteland"),
        desert=there.terrain == "desert",
        along=not board.is_sea(place) and along_river(place, other),
    )


@cache
def _crossing(kind: str, map_: str) -> Modifier:
    points = tables.movement_cost("frontier_strait_river_pass", map_)
    return Modifier(points, f"across a {CROSSED[kind]}", "MOV-01")


@cache
def _terrain(terrain: str, friendly: bool, map_: str, native: bool = False) -> Modifier:
    rough = "rough_other_native_troops" if native and map_ == "rotw" else "rough_other"
    key = {
        ("plain", True): "clear_friendly",
        ("plain", False): "clear_enemy",
        ("mountain", False): "mountain_enemy",
    }.get((terrain, friendly), rough)
    side = "friendly" if friendly else "not friendly"
    why = f"{terrain.replace('_', ' ')}, {side}"
    return Modifier(tables.movement_cost(key, map_), why, "MOV-01")


@cache
def _into_grown_colony(place: str, other: str) -> Road:
    """A step to a colony of level 6, whose costs are those of Europe (C-TER-04)."""
    return _road(place, other, board.border(place, other) or "", map_="europe")


def _special_roads(state: State, place: str, owners: Iterable[str]) -> tuple[Road, ...]:
    """The northern roads for Swedes, and the frozen Sund for everybody (C-TER-09, CON-A3)."""
    found: list[Road] = []
    if place in NORTHERN_ROADS and set(owners) == {"sweden"}:
        for other in NORTHERN_ROADS[place]:
            whole = Modifier(most_points(), "the road round the Gulf of Bothnia", "MOV-01")
            found.append(Road(other, (), whole, whole))
    if state.sequence.sund_frozen:
        if place == SUND:
            found += [_road(SUND, other, "") for other in sorted(shores(SUND))]
        elif SUND in board.adjacent_seas(place):
            rough = tables.movement_cost("rough_other")
            ice = Modifier(rough, "over the frozen Sund", "CON-A3")
            found.append(Road(SUND, (), ice, ice))
    return tuple(found)


def ways_from(
    state: State, place: str, owners: Sequence[str], light: bool = False
) -> tuple[Road, ...]:
    """The steps from a place that are open to counters of these countries now (C-TER-04)."""
    native = at_home_overseas(tuple(owners))
    usual = () if board.is_sea(place) else roads(place, light, native)
    if state.overseas.establishments and (grown := sides.grown_colonies(state)):
        usual = tuple(
            _into_grown_colony(place, road.other) if road.other in grown else road for road in usual
        )
    if state.sequence.sund_frozen or place in NORTHERN_ROADS:
        return usual + _special_roads(state, place, owners)
    return usual


def doubled_cost(road: Road, owners: Iterable[str], line: bool) -> Modifier | None:
    """What multiplies the terrain: wasteland, and deserts for a line (SUP-14, C-SUP-04,
    C-SUP-05)."""
    if road.wasteland and any(
        owner not in WASTELAND_PEOPLES and road.other not in board.national_provinces(owner)
        for owner in owners
    ):
        factor = tables.movement_cost("wasteland_multiplier")
        return Modifier(factor, "wasteland of another people", "MOV-01")
    if (
        line
        and road.desert
        and any(road.other not in board.national_provinces(owner) for owner in owners)
    ):
        factor = tables.movement_cost("desert_los_multiplier")
        return Modifier(factor, "desert on the line of supply", "MOV-01")
    return None


def _paid(road: Road, friendly: bool, owners: Iterable[str], line: bool) -> tuple[Modifier, ...]:
    terrain = road.friendly if friendly else road.unfriendly
    doubled = doubled_cost(road, owners, line) if road.wasteland or (line and road.desert) else None
    if doubled is None:
        return (terrain, *road.extra)
    more = Modifier((doubled.value - 1) * terrain.value, doubled.why, doubled.rule)
    return (terrain, more, *road.extra)


def step_cost(
    state: State, units: Iterable[Unit], a: str, b: str, alliance: str, line: bool = False
) -> tuple[int, tuple[Modifier, ...]]:
    """The movement points of a step between neighbours, with the reasons (MOV-01).

    The terrain's points are doubled in a wasteland for those who are not at home there (until
    the option `wasteland` is switched off), and in a desert for a line of supply. Raises
    BadAnswer when no land way joins the two.
    """
    here = list(units)
    owners = sorted({unit.country for unit in here})
    return owners_step_cost(state, owners, a, b, alliance, line, detachments_only(here))


def owners_step_cost(
    state: State,
    owners: Sequence[str],
    a: str,
    b: str,
    alliance: str,
    line: bool = False,
    light: bool = False,
) -> tuple[int, tuple[Modifier, ...]]:
    """The same by the countries of the counters, sorted, and whether they are detachments only."""
    road = _open_road(state, owners, a, b, light)
    friendly = not board.is_sea(b) and sides.is_friendly(state, b, alliance)
    reasons = _paid(road, friendly, owners, line)
    return total(reasons), reasons


def owners_step_points(
    state: State, owners: Sequence[str], a: str, b: str, friendly: bool, light: bool
) -> int:
    """The movement points of that step of counters to a place that is `friendly` or not, without
    the reasons."""
    road = _open_road(state, owners, a, b, light)
    if road.wasteland:
        return total(_paid(road, friendly, owners, False))
    return road.least if friendly else road.most


@cache
def road_for_all(a: str, b: str) -> Road | None:
    """The step between neighbours in Europe that costs whoever takes it as much at any time; None
    where no land way is, and in the wasteland."""
    if not (board.in_europe(a) and board.in_europe(b)):
        return None
    known = (road for road in roads(a, False, False) if road.other == b and not road.wasteland)
    return next(known, None)


def _open_road(state: State, owners: Sequence[str], a: str, b: str, light: bool) -> Road:
    for road in ways_from(state, a, owners, light):
        if road.other == b:
            tame = road.wasteland and not state.options.get("wasteland", True)
            return replace(road, wasteland=False) if tame else road
    raise BadAnswer(f"{board.does(b, 'be')} not next to {called(a)}")


# Leaders alone, and ships that nobody sees.


def unsailable(state: State, sea: str) -> str:
    """Why a leader alone may not sail there; "" when he may (LDM-03)."""
    if board.sea(sea).malus:
        return f"{board.does(sea, 'have')} a malus: no leader sails there alone (LDM-03)"
    if sea == SUND and state.sequence.sund_frozen:
        return f"{board.does(sea, 'be')} frozen (CON-A3)"
    return ""


def friendly_port(state: State, place: str, alliance: str) -> bool:
    """Whether the province has a port or arsenal that the alliance controls; overseas every
    establishment and city has one (LDM-02, C-FRT-07). At sea there is none."""
    if board.is_sea(place):
        return False
    province = board.province(place)
    port = province.port or (province.map == "rotw" and sides.fortified(state, place))
    return port and sides.controlled_by(state, place, alliance)


def passage_cost(state: State, start: str, end: str, alliance: str) -> int:
    """The movement points of a voyage: fewer between two friendly ports (LDM-A1)."""
    ports = friendly_port(state, start, alliance) and friendly_port(state, end, alliance)
    return voyage_points(ports, sides.half_of_board(state, end))


@cache
def voyage_points(ports: bool, map: str) -> int:
    """The movement points of a voyage to a coast of that map, with friendly ports at both ends or
    not (LDM-A1)."""
    return tables.movement_cost("naval_move_ports" if ports else "naval_move", map)


@cache
def least_voyage_points(port: bool) -> int:
    """The least that a voyage costs anywhere, from a friendly port or not."""
    return min(voyage_points(port, map_) for map_ in ("europe", "rotw"))


@cache
def coasts(region: tuple[str, ...]) -> tuple[str, ...]:
    """The provinces on the coasts of these seas, sorted."""
    return tuple(sorted({other for sea in region for other in shores(sea)}))


@cache
def coasts_beyond(place: str, region: tuple[str, ...]) -> tuple[str, ...]:
    """Those of them to which no land way goes from a place."""
    near = board.place_and_neighbours(place)
    return tuple(coast for coast in coasts(region) if coast not in near)


@cache
def waters(sea: str, open_: frozenset[str]) -> tuple[str, ...]:
    """The seas that a leader alone reaches from a sea by those open to him, sorted."""
    found: list[str] = [sea] if sea in open_ else []
    for here in found:
        found += [
            border.other
            for border in board.sea_neighbours(here)
            if border.other in open_ and border.other not in found
        ]
    return tuple(sorted(found))


def voyage(start: str, end: str, open_: frozenset[str]) -> list[str]:
    """The seas between two coasts, the fewest that will do, of those that are open."""
    goals = set(board.adjacent_seas(end))
    before: dict[str, str] = {}
    queue = [sea for sea in board.adjacent_seas(start) if sea in open_]
    before.update(dict.fromkeys(queue, ""))
    for sea in queue:
        if sea in goals:
            way = [sea]
            while before[way[-1]]:
                way.append(before[way[-1]])
            return way[::-1]
        for border in board.sea_neighbours(sea):
            if border.other not in before and border.other in open_:
                before[border.other] = sea
                queue.append(border.other)
    return []
