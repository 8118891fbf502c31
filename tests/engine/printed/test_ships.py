"""The printed tables of ships: what counters hold, carry, supply and blockade."""

import pytest

from engine.fleets import blockades, fleet_counters, gold, supply_by_sea, transports
from engine.state.forces import Kind, Unit
from tests.engine.playing import tabletop
from tests.engine.printed.transcription import COUNTRIES, PERIODS, rows

OF_CLASS = {"A": "vijayanagar", "II": "mamluks", "III": "genoa"}


@pytest.mark.rule("REF-07")
def test_every_line_of_what_fleet_counters_hold() -> None:
    """Exactly as many warships and transports as printed; a galley is half a warship.

    It is where captured and refitted ships find room.
    """
    for row in rows("fleet_capacity"):
        country = COUNTRIES.get(row["key"]) or OF_CLASS[row["key"]]
        for counter, side in (("F-", "minus"), ("F+", "plus")):
            room = fleet_counters.capacity_in(row["period"], country, counter)
            warships, transport = (int(row[f"{side}_{kind}"] or 0)
                                   for kind in ("warships", "transports"))  # fmt: skip
            assert room == (warships, transport), row
            assert fleet_counters.fits({"NWD": warships, "NTD": transport}, room)
            assert fleet_counters.fits({"NGD": 2 * warships}, room)
            assert not fleet_counters.fits({"NWD": warships + 1}, room)
            assert not fleet_counters.fits({"NGD": 2 * warships + 1}, room)
            assert not fleet_counters.fits({"NTD": transport + 1}, room)


@pytest.mark.rule("CMB-05", "TAB-08")
def test_every_class_of_armies_at_sea() -> None:
    """The transport points of an A+ of each class in each period, and half of them for an A-."""
    classes = {
        "I": ["crimea"], "IM": ["russia"], "II": ["mamluks"], "IIM": ["poland"], "III": ["spain"],
        "IIIM": ["sweden"], "IV": ["france"], "IVM": ["england"], "A": ["aztecs"],
    }  # fmt: skip
    assert {row["army_class"] for row in rows("sea_transport")} == set(classes)
    for row in rows("sea_transport"):
        for period in PERIODS:
            state = tabletop(period=period)
            points = int(row[f"army_plus_points_{period}"])
            for country in classes[row["army_class"]]:
                assert transports.points_of_counter(state, country, "A+") == points, (
                    country,
                    period,
                )
                assert transports.points_of_counter(state, country, "A-") == points / 2 // 1


@pytest.mark.rule("CMB-05", "CMB-06", "CMB-29")
def test_every_line_of_what_ships_carry() -> None:
    """What each ship gives, each detachment needs, and each five ducats of gold need."""
    state = tabletop()
    for row in rows("ship_capacity"):
        item, points = row["item"], float(row["points"] or 0)
        if row["role"] == "provides":
            ships = [Unit(1, "spain", "F+", "sea-lion", ships={item: 2})]
            if item == "NDE":
                ships = [Unit(each, "spain", "NDE", "sea-lion") for each in (1, 2)]
            assert transports.capacity(state, ships) == 2 * points, item
        elif item == "gold":
            assert [gold.transport_points_needed(ducats) for ducats in (1, 5, 6, 10)] == [
                points,
                points,
                2,
                2,
            ]
        elif item == "A-":
            assert transports.points_of_counter(
                state, "spain", "A-"
            ) * 2 == transports.points_of_counter(state, "spain", "A+")
        else:
            assert transports.points_of_counter(state, "spain", item) == points, item


def navy(size: str, detachments: int) -> list[Unit]:
    """A naval stack of a printed size with that many ND in all."""
    if size == "2 F or more":
        halves = detachments // 2, detachments - detachments // 2
        return [Unit(at, "spain", "F+", "sea-lion", ships={"NWD": each})
                for at, each in enumerate(halves, 1)]  # fmt: skip
    if size in ("F-", "F+"):
        kind: Kind = "F-" if size == "F-" else "F+"
        return [Unit(1, "spain", kind, "sea-lion", ships={"NWD": detachments})]
    if size == "ND":
        return [Unit(at, "spain", "NWD", "sea-lion") for at in range(1, detachments + 1)]
    return [Unit(1, "spain", "NDE", "sea-lion")]


def troops(detachments: int, pashas: int = 0, army: bool = False) -> list[Unit]:
    """A land stack of so many LD outside its pashas, with an army counter among them or not."""
    armies: list[Kind] = ["A-"]
    loose: list[Kind] = ["LD"]
    kinds = armies * army + loose * (detachments - 2 * army)
    found = [Unit(at, "spain", kind, "provence") for at, kind in enumerate(kinds, 50)]
    return found + [Unit(90 + at, "spain", "PASHA", "provence", size=3) for at in range(pashas)]


@pytest.mark.rule("SUP-21", "SUP-22", "SUP-23", "SUP-24", "SUP-26", "TAB-02")
def test_every_line_of_naval_supply() -> None:
    """The largest land stack of each line is supplied and one that is larger is not; a stack of
    one ND less supplies what the line before says."""
    state = tabletop()
    last = 0
    for row in rows("naval_supply"):
        size, least = row["naval_size"], int(row["min_nd"] or 6)
        ships = navy(size, least)
        most = int(row["land_supplied_max_ld"] or 9)
        assert supply_by_sea.can_supply(state, ships, troops(most)), row
        if row["land_supplied_max_ld"]:
            assert not supply_by_sea.can_supply(state, ships, troops(most + 1)), row
            pashas = int(row["land_supplied_max_pashas"])
            assert supply_by_sea.can_supply(state, ships, troops(1, pashas)), row
            assert not supply_by_sea.can_supply(state, ships, troops(1, pashas + 1)), row
        else:
            assert supply_by_sea.can_supply(state, ships, troops(12, 3)), row
        if most > 1:
            army = row["land_supplied_army_counter"] == "yes"
            assert supply_by_sea.can_supply(state, ships, troops(2, army=True)) == army, row
        if size in ("F-", "F+"):
            fewer = navy(size, least - 1)
            assert not supply_by_sea.can_supply(state, fewer, troops(most, 1)), row
            assert supply_by_sea.can_supply(state, fewer, troops(last)), row
        last = most


@pytest.mark.rule("NAC-04", "NAC-05", "NAC-06", "NAC-A1", "TAB-07")
def test_every_fortress_is_blockaded_by_its_smallest_stack() -> None:
    """The printed stack is enough; one ND less, or the next smaller counters, are not."""
    for row in rows("blockade_size"):
        level, size, least = int(row["fortress_level"]), row["min_naval_size"], int(row["min_nd"])
        assert blockades.large_enough(navy(size, least), level), row
        if size == "NDE":
            assert not blockades.large_enough([], level)
            continue
        if size == "ND":
            assert not blockades.large_enough(navy("NDE", 1), level), row
            continue
        assert not blockades.large_enough(navy(size, least - 1), level), row
        assert not blockades.large_enough(navy("ND", least + 3), level), row
        if size == "F+":
            assert not blockades.large_enough(navy("F-", least + 3), level), row
