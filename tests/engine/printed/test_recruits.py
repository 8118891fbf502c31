"""The printed prices, limits and technologies, line by line through what uses them."""

import pytest

from engine.facts import tables
from engine.fleets import fleets
from engine.rounds import levies_math
from engine.state.forces import Kind, Unit
from tests.engine.adjudicating import answer
from tests.engine.playing import tabletop
from tests.engine.printed.transcription import COUNTRIES, TECHNOLOGIES, rows


@pytest.mark.rule("LEV-07", "LEV-09", "LEV-10")
def test_every_price_of_troops() -> None:
    """An LD and an A- at the usual price within the limit, twice and thrice as much beyond it."""
    counters: tuple[tuple[Kind, str], ...] = (("LD", "buy_ld"), ("A-", "buy_army_minus"))
    for row in rows("land_prices"):
        country, technology = COUNTRIES[row["country"]], TECHNOLOGIES[row["technology"]]
        for counter, column in counters:
            printed = int(row[column]) if row[column] else None
            for limits in (1, 2, 3):
                spent = 2 * 10 * (limits - 1)  # halves of 10 LD
                wanted = None if printed is None else limits * printed
                found = levies_math.price(country, technology, counter, spent, 10)
                assert found == wanted, (row, counter, limits)


@pytest.mark.rule("LEV-07", "LEV-08")
def test_every_limit_of_recruitment() -> None:
    """The country's aid goes before the general table; a reform adds what is printed."""
    for row in rows("recruitment_limits"):
        country = COUNTRIES[row["country"]]
        priced = [TECHNOLOGIES[each["technology"]] for each in rows("land_prices")
                  if each["country"] == row["country"]]  # fmt: skip
        printed = row["aid_ld_per_turn"] or row["ld_per_turn"]
        for reformed in (False, True):
            more = int(row["ld_after_reform_delta"] or 0) if reformed else 0
            wanted = int(printed) + more if printed else None
            assert (
                levies_math.printed_limit(country, row["period"], priced[0], reformed) == wanted
            ), row


@pytest.mark.rule("INT-19", "NIN-23")
def test_every_technology_is_so_many_levels_ahead_of_every_other() -> None:
    """The boxes where their counters start: 6 levels ahead give +1 and 5 give nothing."""
    goals = [row for row in rows("technology_goals") if not row["only_for"]]
    for own in goals:
        for enemy in goals:
            if own["domain"] != enemy["domain"]:
                continue
            ahead = int(own["initial_box"]) - int(enemy["initial_box"])
            domain = "land" if own["domain"] == "land" else "sea"
            # What else is known of the levels makes the difference exactly 5 or 6.
            for further, gained in ((6 - ahead, 1), (5 - ahead, 0)):
                given = {
                    "domain": domain, "technology": TECHNOLOGIES[own["technology"]],
                    "enemy_technology": TECHNOLOGIES[enemy["technology"]],
                    "levels_ahead": further, "dice": {"intercept": 5},
                }  # fmt: skip
                found = answer("intercept", given, "--no-roll")["outcome"]["total"]
                assert found == 5 + gained, (own, enemy)
    state = tabletop()
    for row in goals:
        if row["domain"] == "naval":
            state.countries["spain"].naval_technology = TECHNOLOGIES[row["technology"]]
            box = fleets.technology_box(state, [Unit(1, "spain", "NWD", "sea-lion")])
            if row["technology"] != "GA":
                assert box == int(row["initial_box"]), row


@pytest.mark.rule("INI-08")
def test_every_turn_lies_in_its_printed_period() -> None:
    """Its turns, and the years of the first and of the last."""
    for row in rows("periods"):
        period, first, last, turns, *years = row.values()
        assert tables.period(period) == (period, int(first), int(last), *map(int, years)), row
        assert int(last) - int(first) + 1 == int(turns)
        assert [tables.period_of(turn) for turn in (int(first), int(last))] == [period] * 2
        assert tables.first_year(int(first)) == int(years[0])
        assert tables.turn_of(int(years[1])) == int(last)
