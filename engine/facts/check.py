"""`python -m engine facts`: loads every sheet of facts, checks them all, and counts them."""

import sys
from collections.abc import Callable, Container

from engine.facts import atlas, board, countries, force_pools, tables
from engine.facts.sheets import DATA, FactsError, groups_by

TERRAINS = ("plain", "sparse_forest", "dense_forest", "mountain", "swamp", "desert")
MAPS = ("europe", "rotw")
BORDERS = ("", "river", "mountain_pass", "strait", "bering_strait")
EIA = "eia/"


def _files(folder: str) -> list[str]:
    # os is loaded anyway when Python starts; pathlib is not.
    import os

    return sorted(file for file in os.listdir(DATA + folder) if file.endswith(".csv"))  # noqa: PTH208


def _lines(file: str) -> int:
    """The lines of any sheet after its header, all as wide as the header. Raises FactsError."""
    return len(groups_by(file, {}, {})[()])


def _references(file: str, columns: dict[str, Container[str]]) -> None:
    """Every cell of some columns of a sheet, empty ones apart, is a known id, else FactsError.

    A cell of several ids has them separated by semicolons.
    """

    def among(name: str, known: Container[str]) -> Callable[[str], None]:
        def check(cells: str) -> None:
            for cell in filter(None, cells.split(";")):
                if cell not in known:
                    raise ValueError(f"the column {name} has {cell!r}, which does not exist")

        return check

    groups_by(file, {}, {name: among(name, known) for name, known in columns.items()})


def _check_board() -> None:
    known, provinces = countries.countries(), board.provinces()
    seas, areas = board.seas(), board.areas()
    owners: dict[str, Container[str]] = {"owner": known, "owner_1492": known}
    _references("provinces.csv", {**owners, "map": MAPS, "area": areas, "terrain": TERRAINS})
    _references("seas.csv", {"trade_zone": board.trade_zones()})
    _references("areas.csv", {"owner_1492": known})
    _references("trade_zones.csv", {"country": known, "sea": seas})
    straits: dict[str, Container[str]] = {"sea_a": seas, "sea_b": seas, "province": provinces}
    _references("strait_forts.csv", straits)
    _references("borders.csv", {"type": BORDERS})
    _references("country_provinces.csv", {"country": known})
    board.groups(), board.national_provinces("france")
    for place in (*provinces, *seas):
        board.neighbours(place)
    for province in provinces.values():
        if province.port and not board.adjacent_seas(province.id):
            raise FactsError(f"provinces.csv: {province.id} has a port but no sea")
    for (a, b), fort in board.strait_forts().items():
        if board.border(a, b) != "strait" or not {a, b} & set(board.adjacent_seas(fort.province)):
            raise FactsError(f"strait_forts.csv: {fort.name} is not on the strait of {a} and {b}")


def _check_countries() -> None:
    known, leaders = countries.countries(), countries.leaders()
    _references("countries.csv", {"capitals": board.provinces(), "army_class": tables.ARMY_CLASSES})
    letters = [each.letter for each in known.values() if each.letter.isupper()]
    if len(letters) != len(set(letters)):
        raise FactsError("country_labels.csv: two powers have the same letter")
    for country in known:
        countries.army_class_member(country)
    _references("leaders.csv", {"country": known, "other_side": leaders})
    classes = dict.fromkeys(("army_class", "later_class"), tables.ARMY_CLASSES)
    _references("tables/army_class_members.csv", {"country": known, **classes})
    _references("basic_forces.csv", {"period": tables.PERIODS})
    _references("counter_limits.csv", {"period": tables.PERIODS})
    _references("setup_1492.csv", {"province": board.provinces(), "country": known})
    _references("setup_1492_boxes.csv", {"country": known, "patron": known})
    _references("trade_fleets_1492.csv", {"country": known, "zone": board.trade_zones()})
    force_pools.counter_limits(), force_pools.basic_forces("france", "I")
    force_pools.reinforcements("naples")
    force_pools.setup_1492(), force_pools.setup_1492_boxes(), force_pools.trade_fleets_1492()


def _check_tables() -> None:
    for file in _files("tables"):
        name = file.removesuffix(".csv")
        if name in tables.LOADERS:
            tables.LOADERS[name]()
        elif name != "army_class_members":
            raise FactsError(f"tables/{file}: no look-up reads this sheet")
    known = {**countries.countries(), "minor": None, "natives": None, "vizier": None}
    groups = {"Latin": None, "Orthodox": None, "Islam": None, "ROTW": None}
    keys = known | dict.fromkeys(tables.ARMY_CLASSES) | groups
    for name in ("land_prices", "naval_prices", "recruitment_limits"):
        _references(f"tables/{name}.csv", {"country": known})
    for name in ("artillery_per_army", "fleet_capacity", "replacement_leaders"):
        _references(f"tables/{name}.csv", {"key": keys})
    _references("tables/technology_goals.csv", {"only_for": known})
    _references("tables/civil_war_lines.csv", {"country": known, "line": known})


def _check_map() -> None:
    places = {**board.provinces(), **board.seas(), **dict.fromkeys(atlas.NOWHERE)}
    _references("map/legend.csv", {"id": places})
    labels = atlas.labels()
    for name, levels in atlas.LEVELS.items():
        for n in levels:
            raster = atlas.level(name, n)
            shown = {raster.names[number] for number in set(raster.ids)}
            for place in raster.names:
                if place not in shown and place not in atlas.NOWHERE:
                    raise FactsError(f"the map {name} does not show {place} at level {n}")
        whole = atlas.level(name, 1)
        for place in whole.names:
            label = labels.get((name, place))
            if place != "_outside" and (label is None or whole.at(label.x, label.y) != place):
                raise FactsError(f"map/labels.csv: {place} on {name} has no label inside it")


CHECKS: tuple[Callable[[], None], ...] = (
    _check_board,
    _check_countries,
    _check_tables,
    _check_map,
)


def fact_counts() -> dict[str, int]:
    """How much there is of everything, after checking it all. Raises FactsError."""
    for check in CHECKS:
        check()
    provinces = board.provinces().values()
    return {
        "provinces": len(provinces),
        "provinces_europe": sum(each.map == "europe" for each in provinces),
        "provinces_rotw": sum(each.map == "rotw" for each in provinces),
        "seas": len(board.seas()),
        "areas": len(board.areas()),
        "borders": sum(len(around) for around in board.borders().values()) // 2,
        "strait_forts": len(board.strait_forts()),
        "trade_zones": len(board.trade_zones()),
        "groups": len(board.groups()),
        "countries": len(countries.countries()),
        "leaders": len(countries.leaders()),
        "counter_limits": len(force_pools.counter_limits()),
        "basic_forces": _lines("basic_forces.csv"),
        "reinforcements": _lines("reinforcements.csv"),
        "setup_1492": len(force_pools.setup_1492()) + len(force_pools.setup_1492_boxes()),
        "tables": len(_files("tables")),
        "table_rows": sum(_lines(f"tables/{file}") for file in _files("tables")),
        "eia_tables": len(_files(EIA)),
        "eia_rows": sum(_lines(EIA + file) for file in _files(EIA)),
        "map_levels": sum(len(levels) for levels in atlas.LEVELS.values()),
    }


def main(arguments: list[str]) -> int:
    """Print the counts, as lines or with --json as one document; 1 when a fact is wrong."""
    if arguments not in ([], ["--json"]):
        print("usage: python -m engine facts [--json]", file=sys.stderr)
        return 2
    try:
        found = fact_counts()
    except FactsError as error:
        print(error, file=sys.stderr)
        return 1
    if arguments:
        import json

        print(json.dumps(found))
    else:
        for name, number in found.items():
            print(f"{number:6}  {name.replace('_', ' ')}")
    return 0
