"""The board: provinces, seas, areas and their borders, and who belongs to what.

Europe and the Rest of the World are one board here: `Province.map` says on which a province lies.
Ids of seas begin with `sea-`; ids of provinces, seas and trade zones never collide.
"""

from collections.abc import Callable, Container, Iterator
from functools import cache
from typing import Final, NamedTuple

from engine.facts.sheets import ID, FactsError, cached, groups_by, known, read, records_by
from engine.grammar import conjugate

SUND: Final = "sea-oresund"


class Province(NamedTuple):
    """A land province. Empty strings stand for none; `article` stands before its name in a
    sentence, and `plural` says that several are meant; `fortress` is the printed level."""

    id: str
    name: str
    article: str
    plural: bool
    city: str
    map: str  # europe or rotw
    area: str  # of the Rest of the World
    terrain: str
    income: int  # ducats
    fortress: int
    owner: str
    owner_1492: str
    capital: bool
    port: bool  # an arsenal is a port too
    arsenal: bool
    presidio: bool  # a presidio may be set up here
    gold: int
    x: int  # map units, y upwards; each map has its own
    y: int
    aliases: tuple[str, ...]


class Sea(NamedTuple):
    """A sea zone; `article` stands before its name in a sentence, `preposition` where somebody is
    there, `plural` says that several are meant; `difficulty` is the number of its storm symbol,
    `malus` its printed penalty."""

    id: str
    name: str
    preposition: str  # in, off, on
    article: str
    plural: bool
    difficulty: int
    malus: int
    region: str  # mediterranean, baltic, caspian, atlantic_europe, atlantic, indian, pacific
    trade_zones: tuple[str, ...]  # whose boxes are printed in it
    map: str
    x: int
    y: int
    aliases: tuple[str, ...]


class Area(NamedTuple):
    """An area of the Rest of the World; `cold` counts snowflakes, None where it is no cold area.
    America is its `continent` of that name (EUV-TERM-02)."""

    id: str
    name: str
    continent: str
    subcontinent: str
    income: int
    difficulty: int
    tolerance: int | None
    natives: int  # strength in every province of the area, in `natives_unit`
    natives_unit: str  # land_detachment or land_exploration
    cold: int | None
    owner_1492: str


class Border(NamedTuple):
    """What lies on the other side of a border, and what the border is."""

    other: str
    kind: str  # "" for plain, river, mountain_pass, strait, bering_strait


class StraitFort(NamedTuple):
    """A strait that the fortress of a province covers."""

    province: str
    name: str


class TradeZone(NamedTuple):
    """A trade zone of a sea or of a country; `sea` is where its box is printed."""

    id: str
    name: str
    kind: str  # sea or country
    sea: str
    country: str


@cache
def provinces() -> dict[str, Province]:
    """Every province by its id. Raises FactsError for a damaged sheet."""
    return records_by("provinces.csv", ID, Province)


@cached
def province(id: str) -> Province:
    """The province of that id. Raises FactsError when there is none."""
    return known("provinces", "province", provinces(), id)


@cache
def printed_owners() -> dict[str, str]:
    """Who owns the European provinces by the board in 1492, "" for nobody."""
    return {
        place: province.owner_1492
        for place, province in provinces().items()
        if province.map == "europe"
    }


@cache
def seas() -> dict[str, Sea]:
    """Every sea zone by its id. Raises FactsError for a damaged sheet."""
    return records_by("seas.csv", ID, Sea, trade_zones="trade_zone")


@cached
def sea(id: str) -> Sea:
    """The sea zone of that id. Raises FactsError when there is none."""
    return known("seas", "sea zone", seas(), id)


@cache
def areas() -> dict[str, Area]:
    """Every area of the Rest of the World by its id. Raises FactsError for a damaged sheet."""
    columns = {"natives": "natives_count", "natives_unit": "natives_type"}
    return records_by("areas.csv", ID, Area, **columns)


def area(id: str) -> Area:
    """The area of that id. Raises FactsError when there is none."""
    return known("areas", "area", areas(), id)


@cache
def area_provinces() -> dict[str, tuple[str, ...]]:
    """The provinces of each area, in the order of their ids."""
    members: dict[str, list[str]] = {}
    for each in provinces().values():
        if each.area:
            members.setdefault(each.area, []).append(each.id)
    return {held: tuple(sorted(found)) for held, found in members.items()}


@cached
def is_sea(id: str) -> bool:
    """Whether an id is that of a sea zone."""
    return id.startswith("sea-")


@cached
def in_europe(id: str) -> bool:
    """Whether an id is that of a province on the map of Europe."""
    return id in provinces() and province(id).map == "europe"


@cache
def borders() -> dict[str, tuple[Border, ...]]:
    """What every province and sea borders on, land and sea, in the order of the ids."""
    around: dict[str, list[Border]] = {place: [] for place in sorted((*seas(), *provinces()))}

    def border(a: str, b: str, kind: str) -> None:
        around[a].append(Border(b, kind))
        around[b].append(Border(a, kind))

    read("borders.csv", "a,b,type", border)
    return {place: tuple(sorted(found)) for place, found in around.items() if found}


def neighbours(id: str) -> tuple[Border, ...]:
    """Every border of a province or sea zone, land and sea. Raises FactsError for a wrong id."""
    try:
        return borders()[id]
    except KeyError:
        raise FactsError(f"borders.csv: {id!r} has no border") from None


@cached
def place_and_neighbours(id: str) -> tuple[str, ...]:
    """A place and all that it borders on, in the order of the ids."""
    return tuple(sorted({id, *(found.other for found in neighbours(id))}))


@cached
def land_neighbours(id: str) -> tuple[Border, ...]:
    """The provinces that a province or sea borders on, straits included."""
    return tuple(found for found in neighbours(id) if not is_sea(found.other))


@cached
def sea_neighbours(id: str) -> tuple[Border, ...]:
    """The sea zones that a province or sea borders on."""
    return tuple(found for found in neighbours(id) if is_sea(found.other))


def rings(start: str, through: Callable[[str], bool]) -> Iterator[list[str]]:
    """A place, the provinces beside it, those beside them, by land and `through` what may be
    passed: ring after ring, each sorted."""
    ring, seen = [start], {start}
    while ring:
        yield ring
        beside = {border.other for place in ring for border in land_neighbours(place)} - seen
        ring = sorted(filter(through, beside))
        seen.update(ring)


@cached
def _kinds(id: str) -> dict[str, str]:
    return {found.other: found.kind for found in neighbours(id)}


def border(a: str, b: str) -> str | None:
    """The kind of the border between two places ("" when plain), None when they do not touch."""
    return _kinds(a).get(b)


@cached
def adjacent_seas(id: str) -> tuple[str, ...]:
    """The sea zones on the coasts of a province."""
    return tuple(found.other for found in sea_neighbours(id))


@cache
def strait_forts() -> dict[tuple[str, str], StraitFort]:
    """The fortified straits, by their two seas in the order of the ids."""
    return records_by("strait_forts.csv", {"sea_a": str, "sea_b": str}, StraitFort)


def strait_fort(a: str, b: str) -> StraitFort | None:
    """The fortified strait between two seas, in whichever order, or None."""
    return strait_forts().get((a, b) if a < b else (b, a))


@cache
def trade_zones() -> dict[str, TradeZone]:
    """Every trade zone by its id."""
    return records_by("trade_zones.csv", ID, TradeZone, kind="type")


@cache
def trade_zones_at(sea_id: str) -> tuple[str, ...]:
    """The trade zones that a sea zone belongs to: those printed in it, else in a sea beside it.

    The facts tell where the boxes are printed, not how far the trade zones reach (CNV-A5).
    """
    beside = [sea(each.other) for each in neighbours(sea_id) if is_sea(each.other)]
    near = dict.fromkeys(zone for each in beside for zone in each.trade_zones)
    return sea(sea_id).trade_zones or tuple(near)


@cache
def groups() -> dict[str, frozenset[str]]:
    """The named groups of provinces, seas, areas or trade zones (hre, italy, wasteland …)."""
    kinds: dict[str, Container[str]] = {
        "province": provinces(),
        "sea": seas(),
        "area": areas(),
        "trade_zone": trade_zones(),
    }

    def member(kind: str, id: str) -> str:
        if id not in kinds[kind]:
            raise KeyError(id)
        return id

    found = groups_by("geo_groups.csv", {"group": str}, {"kind": str, "member": str}, member)
    return {group: frozenset(ids) for group, ids in found.items()}


def in_group(id: str, group: str) -> bool:
    """Whether a place belongs to a group; a province also through its area.

    Raises FactsError for an unknown group.
    """
    members = known("geo_groups", "group", groups(), group)
    if id in members:
        return True
    place = provinces().get(id)
    return place is not None and place.area in members


def is_northern_forest(id: str) -> bool:
    """Whether a province is northern forest: dense forest inside the European cold area."""
    return province(id).terrain == "dense_forest" and in_group(id, "cold-area-europe")


@cache
def _national() -> dict[str, frozenset[str]]:
    def national(province: str) -> str:
        return provinces()[province].id

    found = groups_by("country_provinces.csv", {"country": str}, {"province": national})
    return {country: frozenset(ids) for country, ids in found.items()}


def national_provinces(country: str) -> frozenset[str]:
    """The national provinces of a country; empty for a country that has none."""
    return _national().get(country, frozenset())


@cached
def shores(sea: str) -> tuple[str, ...]:
    """The provinces on the coasts of a sea."""
    return tuple(border.other for border in land_neighbours(sea))


def _zone(place: str) -> Province | Sea:
    return sea(place) if is_sea(place) else province(place)


@cached
def name_of(place: str) -> str:
    """The name of a province or sea zone for people, as it stands in a list."""
    return _zone(place).name


@cached
def called(place: str) -> str:
    """The name as it stands in a sentence: `the Irish Sea`, `Cape Horn`, `the Azores`, `Artois`."""
    return f"{_zone(place).article} {name_of(place)}".lstrip()


def does(place: str, verb: str) -> str:
    """A place in a sentence with what it does: `Artois is`, `the Azores are`."""
    return f"{called(place)} {conjugate(verb, 2 if _zone(place).plural else 1)}"


@cached
def in_or_off(place: str) -> str:
    """Where somebody is, in a sentence: `in Artois`, `in the Irish Sea`, `off Cape Horn`."""
    return f"{sea(place).preposition if is_sea(place) else 'in'} {called(place)}"


def whence(place: str, target: str) -> str:
    """Where somebody comes from to a target, in a sentence: ` from Artois`, nothing for one who is
    there already."""
    return "" if place == target else f" from {called(place)}"
