"""The printed costs, reforms, raids and first technologies, line by line through what uses them."""

from __future__ import annotations

import pytest

from engine.facts import tables
from engine.fleets import fleets, gold
from engine.fleets.naval_journey import Journey
from engine.modifiers import total
from engine.sea import convoys, corsairs_math, refit
from engine.sea.under_way.voyage import Voyage
from engine.situation import command, counters
from engine.state.forces import Kind, Unit
from engine.state.sea import Corsair
from engine.turns import logistics
from tests.engine.playing import lead, play, put, tabletop
from tests.engine.printed.transcription import COUNTRIES, TECHNOLOGIES, Row, dice, rows
from tests.engine.sea.afloat import fleet, sea_table, units


def figure(row: Row, column: str) -> int:
    return int(row[column] or 0)


def test_every_price_of_keeping_troops() -> None:
    """Veterans, conscripts and peace, for a detachment, a reduced and a full army (C-VET-01)."""
    columns: tuple[tuple[Kind, str], ...] = (
        ("LD", "ld"), ("A-", "army_minus"), ("A+", "army_plus")
    )  # fmt: skip
    for row in rows("land_prices"):
        name = COUNTRIES[row["country"]]
        state = tabletop(alliances={name: [name]}, wars=())
        country = state.countries[name]
        country.land_technology = TECHNOLOGIES[row["technology"]]
        for kind, column in columns:
            unit = Unit(1, name, kind, "artois")
            kept = [logistics.upkeep(country, unit, rate)
                    for rate in ("veteran", "conscript", "peace")]  # fmt: skip
            printed = (f"war_{column}_veteran", f"war_{column}_conscript", f"peace_{column}")
            assert kept == [figure(row, each) for each in printed], (row, kind)


@pytest.mark.rule("REF-02", "REF-A1")
def test_every_price_of_keeping_and_refitting_ships() -> None:
    """A ship and both sides of a fleet are kept; a refit costs half the price, rounded up."""
    for row in rows("naval_prices"):
        name = COUNTRIES[row["country"]]
        state = tabletop(alliances={name: [name]}, wars=())
        country = state.countries[name]
        country.naval_technology = TECHNOLOGIES[row["technology"]]
        ships: tuple[tuple[Kind, str], ...] = (
            ("NWD", "maintain_nd"), ("F-", "maintain_fleet_minus"), ("F+", "maintain_fleet_plus")
        )  # fmt: skip
        for kind, column in ships:
            unit = Unit(1, name, kind, "sea-lion")
            assert logistics.upkeep(country, unit, "peace") == figure(row, column), row
        bought: tuple[tuple[Kind, str], ...] = (
            ("NWD", "buy_nwd"), ("NGD", "buy_ngd"), ("NTD", "buy_ntd")
        )  # fmt: skip
        for kind, column in bought:
            half = -(-int(row[column]) // 2) if row[column] else None
            assert refit.price(state, name, kind) == half, (row, kind)
        galley = int(row["buy_ngd"]) if row["buy_ngd"] else None
        assert refit.price(state, name, "VGD") == galley, row  # a galleass is two galleys


def test_every_reform_of_turkey() -> None:
    """How many armies of each corps there are, and where the timars' technology stops (C-TUR-01,
    C-TUR-03)."""
    done: list[str] = []
    held = {"janissary_armies": 0, "timar_armies": 0}
    caps: list[str] = []
    for row in rows("turkish_reforms"):
        if row["reform"] != "1492":
            done.append(row["reform"])
        state = tabletop(alliances={"turkey": ["turkey"]}, wars=())
        turkey = state.countries["turkey"]
        turkey.reforms, turkey.land_technology = [*done], "lace"
        held |= {column: int(row[column]) for column in held if row[column]}
        for column, corps in (("janissary_armies", ""), ("timar_armies", "timar")):
            assert counters.free_counters(state, "turkey", "A+", corps) == held[column], row
        caps += [TECHNOLOGIES[row["timar_land_cap"]]] if row["timar_land_cap"] else []
        (timar,) = put(state, "turkey", "trakya", "LD", corps="timar")
        best = max(caps, key=tables.technology_rank)
        assert command.land_technology(state, state.units[timar]) == best, row


@pytest.mark.rule("CNV-16", "CNV-17")
@pytest.mark.parametrize(
    "row", rows("pirates_raids"), ids=lambda row: f"{row['die_min']}-{row['die_max']}"
)
def test_every_line_of_a_raid_on_gold(row: Row) -> None:
    """So many ships are taken as the line has levels of a trade fleet, for every die that reaches
    it: against an admiral or a corsair's captain, against a fleet or loose ships."""
    printed, reached = int(row["trade_fleet_plus_levels"]), set()
    for captain, admiral, ships in (
        ("drake", "", ("NTD",) * 8), ("", "", ("NTD",) * 8), ("", "santa-cruz", ("NTD",) * 8),
        ("", "santa-cruz", ("F+: 2 NWD, 4 NTD", "F-: 1 NWD, 2 NTD", "NTD", "NTD")),
    ):  # fmt: skip
        for die in range(1, 11):
            state = sea_table(alliances={"spain": ["spain"], "france": ["france"]},
                              wars=[("spain", "france")])  # fmt: skip
            corsair = Corsair("pirates", "+", captain)
            state.sea.corsairs["sea-lion"] = [corsair]
            numbers = fleet(state, "spain", "sea-lion", *ships)
            gold.settle(state, units(state, numbers), 1)
            if admiral:
                lead(state, "spain", "sea-lion", admiral)
            voyage = Voyage("spain", list(numbers), [admiral] if admiral else [],
                            Journey(("catalunya", "sea-lion")))  # fmt: skip
            stack = voyage.stack(state)
            weak = Corsair("pirates", "-", captain)  # as it is when the convoy has failed
            modified = die + total(convoys.raid_modifiers(state, stack, weak))
            kept = total(corsairs_math.modifiers(corsairs_math.hunt_of(state, stack, weak)))
            if modified not in dice(row, -20, 40) or corsairs_math.succeeds(1, kept):
                continue
            reached.add(modified)
            afloat = sum(fleets.ships(units(state, numbers)).values())
            thrown = {"pirates.convoy": 10, "spain.hunt": 1, "pirates.raid": die}
            play(convoys.attacks, state, (), thrown, voyage)
            left = sum(fleets.ships(state.units.values()).values())
            assert afloat - left == printed, (die, captain, admiral)
    assert reached == set(dice(row, 0, 17))


@pytest.mark.rule("PAR-05", "CNV-13")
def test_the_parties_of_a_civil_war_use_the_lines_of_their_country() -> None:
    for party, country in (("holy-league", "france"), ("huguenots", "france"),
                           ("parliament", "england"), ("royalists", "england")):  # fmt: skip
        assert tables.replacement_line(party) == country
        for period in ("III", "IV"):
            for counter in ("F+", "F-"):
                assert tables.fleet_capacity(party, "IV", period, counter) == tables.fleet_capacity(
                    country, "IV", period, counter
                )
    assert tables.replacement_line("savoy") == "minor"


def test_every_goal_of_technology_has_its_box_and_its_turn() -> None:
    for row in rows("technology_goals"):
        goal = tables.technology_goals(TECHNOLOGIES[row["technology"]])
        figures = ("initial_box", "first_turn")
        assert [*goal[1:3]] == [figure(row, column) for column in figures], row
        assert goal.domain == row["domain"], row


def test_every_cost_of_a_fortress() -> None:
    """To build, in Europe, and what it needs."""
    for row in rows("fortress_costs"):
        found = tables.fortress_cost(int(row["level"]), row["kind"])
        printed = row["build_cost_europe"]
        assert found.build_cost_europe == (int(printed) if printed else None), row
        assert found.required_turn == figure(row, "required_turn")
