"""Weather, movement and attrition at sea, read together (text 175 to 200, 528 to 640, 795 to 835,
1101 to 1180, 1250, 1320). Each play says what must happen.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.expeditions import exploring_parties
from engine.facts import board
from engine.fleets import ports
from engine.fleets import supply_by_sea as naval
from engine.land.movement import interceptors
from engine.overseas.exploration_math import modifiers as exploring
from engine.sea.interception import interception_math as odds
from engine.sea.interception.interceptors import eligible_stacks
from engine.sequence import movement, siege_segment
from engine.state import State
from engine.state.land import Siege
from engine.state.stacks import Band
from tests.engine.overseas.expeditions import GAMBIA, MAURITANIA, SENEGAL
from tests.engine.overseas.expeditions import fleet as explorers_out
from tests.engine.overseas.expeditions import table as overseas
from tests.engine.playing import band, lead, put
from tests.engine.plays import impulse, modifiers, played, rolls
from tests.engine.sea.afloat import fleet, sea_table, units

CHANNEL, CELTIC, IRISH, BISCAY = "sea-manche", "sea-celtique", "sea-irlande", "sea-gascogne"


def sail(state: State, ships: list[int], *way: str, **answers: Any) -> Any:
    """One voyage of a whole stack out of Kent."""
    first: dict[str, Any] = {"next-move": [f"{state.units[ships[0]].place}:{ships[0]}"]}
    if len(ships) > 1:
        first["mover"] = [list(map(str, ships))]
    return played(impulse, state, {**first, "sail": [list(way)], **answers}, quiet=1)


@pytest.mark.rule("ATS-06", "ATS-14", "ATS-15")
@pytest.mark.parametrize("bad", [False, True])
def test_bad_weather_costs_two_at_sea_whether_one_moves_or_stays(bad: bool) -> None:
    """Text 1156: *+2 if there is Bad weather this round*; 797: a stack at sea rolls *even if it
    does not move*."""
    state = sea_table(bad_weather=bad)
    ships = fleet(state, "england", "kent", "NWD")
    moved = modifiers(sail(state, ships, CHANNEL), "england.attrition")
    state = sea_table(bad_weather=bad)
    fleet(state, "england", CHANNEL, "NWD")
    stood = modifiers(played(impulse, state, quiet=1), "england.attrition")
    assert moved.get("ATS-14", 0) == stood.get("ATS-14", 0) == 2 * bad
    assert moved == stood, "one zone entered costs no more than none (1178)"


@pytest.mark.rule("ATS-01", "NAV-02", "NAV-A2")
def test_in_port_no_weather_harms_but_who_puts_out_and_comes_back_has_sailed() -> None:
    """Text 1120: *naval stacks that stay in a port do not roll*; 795: one *that does not stay in a
    port always rolls*."""
    state = sea_table(bad_weather=True)
    fleet(state, "england", "kent", "NWD")
    assert rolls(played(impulse, state), "england.attrition") == 0
    state = sea_table(bad_weather=True)
    ships = fleet(state, "england", "kent", "NWD")
    assert rolls(sail(state, ships, CHANNEL, "kent"), "england.attrition") == 1


@pytest.mark.rule("NAV-12", "ATS-16", "ATS-17", "ATS-18")
@pytest.mark.parametrize(
    ("counters", "wanted"),
    [(("F-: 2 NWD",), 1), (("F-: 2 NWD", "F-: 2 NWD"), 4), (("F-: 2 NWD",) * 3, 8)],
)
def test_a_long_voyage_costs_large_stacks_more(counters: tuple[str, ...], wanted: int) -> None:
    """Text 1158 to 1164 and 1178: +1 per 4 zones, +2 or +4 per 2 zones, ports among them (806), in
    one roll for the whole movement."""
    state = sea_table()
    state.land.levels["kent"] = 1
    ships = fleet(state, "england", "wessex", *counters)
    found = sail(state, ships, CHANNEL, CELTIC, IRISH, "sea-rockall", CELTIC)
    got = modifiers(found, "england.attrition")
    assert rolls(found, "england.attrition") == 1
    assert sum(got.get(rule, 0) for rule in ("ATS-16", "ATS-17", "ATS-18")) == wanted


@pytest.mark.rule("ATS-02", "ATS-03", "ATS-04", "ATS-A4")
def test_a_port_beside_it_calms_a_sea_unless_it_is_blockaded() -> None:
    """Text 1124 to 1129: *reduce the difficulty of any sea zone with a SoS for the stack by 2;
    lastly take the greatest*; a blockaded port is no source (359)."""
    state = sea_table()
    ships = fleet(state, "england", "kent", "NWD")
    calm = modifiers(sail(state, ships, CHANNEL), "england.attrition")["ATS-15"]
    assert calm == board.sea(CHANNEL).difficulty - 2
    state = sea_table()
    ships = fleet(state, "england", "kent", "NWD")
    for place in ("kent", "wessex", "cornwall"):
        state.land.levels[place] = 1
        fleet(state, "france", CHANNEL, "F-: 2 NWD", task=f"blockade:{place}")
    found = played(
        impulse, state, {"next-move": [f"kent:{ships[0]}"], "sail": [[CHANNEL]]},
        {"england.escape": 10}, quiet=1,
    )  # fmt: skip
    assert modifiers(found, "england.attrition")["ATS-15"] == board.sea(CHANNEL).difficulty


@pytest.mark.rule("ATS-21", "ATS-22", "ATS-23")
def test_who_begins_far_from_port_pays_for_it() -> None:
    """Text 1167 to 1172: +3 at 1 zone, +6 at 2 to 4, +9 from 5 on: where it *starts* counts."""
    found: list[int] = []
    for zone in (CHANNEL, BISCAY, "sea-cadix", "sea-egee"):
        state = sea_table()
        fleet(state, "england", zone, "NWD")
        got = modifiers(played(impulse, state, quiet=1), "england.attrition")
        found.append(sum(got.get(rule, 0) for rule in ("ATS-21", "ATS-22", "ATS-23")))
    assert found == [0, 3, 6, 9]


@pytest.mark.rule("NIN-14", "NAV-13", "RET-09", "ATS-14")
def test_a_beaten_mover_rolls_once_for_way_and_flight_in_the_weather() -> None:
    """Text 812 to 817: *roll for attrition only once (for both movement and retreat), taking into
    account the whole movement*."""
    state = sea_table(bad_weather=True)
    (ship,) = fleet(state, "england", "kent", "F-: 3 NWD")
    (french,) = fleet(state, "france", CELTIC, "F-: 3 NWD")
    found = played(
        impulse, state,
        {"next-move": [f"kent:{ship}"], "sail": [[CHANNEL, CELTIC]],
         "intercept": [[], [str(french)]]},
        {"france.intercept": 10, "france.fire1": 10}, quiet=1,
    )  # fmt: skip
    assert state.units[ship].position == "port", "beaten, it fled"
    assert rolls(found, "england.attrition") == 1
    assert modifiers(found, "england.attrition")["ATS-14"] == 2


@pytest.mark.rule("NIN-24", "INT-24")
def test_bad_weather_hides_movers_from_interceptors_on_land_and_at_sea() -> None:
    """Text 1250 and 1323: *-2 if there is Bad weather*, on land and at sea."""
    state = sea_table()
    mover = fleet(state, "england", CHANNEL, "NWD")
    fleet(state, "france", CHANNEL, "NWD")
    (band,) = eligible_stacks(state, CHANNEL, "france", (), mover)
    fair = odds.chance(state, CHANNEL, band, Band.of(units(state, mover))).tenths
    state.sequence.bad_weather = True
    assert odds.chance(state, CHANNEL, band, Band.of(units(state, mover))).tenths == fair - 2
    army = put(state, "england", "caux", "LD")
    put(state, "france", "normandie", "A+")
    (post,) = interceptors.eligible_stacks(state, "caux", "france", army, ())
    storm = interceptors.chance(state, "caux", post, Band.of(units(state, army))).modifiers
    assert [each.value for each in storm if each.rule == "INT-24"] == [-2]


@pytest.mark.rule("MOV-09", "MOV-10", "ATT-01")
@pytest.mark.parametrize(
    ("points", "bad", "cause"), [(2, True, None), (3, True, 0), (5, False, None), (6, True, 2)]
)
def test_three_points_in_bad_weather_are_a_cause_and_six_are_two(
    points: int, bad: bool, cause: int | None
) -> None:
    """Text 541 and 559 to 563: *a stack moving 6 MP or more during Bad weather has two causes*."""
    state = sea_table(bad_weather=bad)
    (army,) = put(state, "england", "kent", "LD")
    way = (["wessex", "kent"] * 6)[:points]
    found = played(
        movement.moves, state, {"next-move": ["kent"], "march": [way]}, quiet=1
    )  # fmt: skip
    assert army in state.units
    if cause is None:
        assert rolls(found, "england.attrition") == 0
    else:
        assert modifiers(found, "england.attrition").get("ATT-01", 0) == cause


@pytest.mark.rule("LDM-01", "LDM-02")
def test_a_leader_alone_does_not_mind_the_weather_by_land_or_sea() -> None:
    """Text 650: *it never rolls for attrition*."""
    state = sea_table(bad_weather=True, options={"hierarchy": False})
    name = lead(state, "england", "kent", "england-anonymous-general-1")
    put(state, "england", "cornwall", "LD")
    found = played(movement.moves, state, {"next-move": ["kent"], "march": [[CHANNEL, "cornwall"]]})
    assert state.leaders[name].place == "cornwall"
    assert rolls(found, "england.attrition") == 0


@pytest.mark.rule("CMB-25", "ATS-14", "MOV-11", "MOV-10")
def test_troops_at_sea_suffer_the_storm_with_their_ships_and_the_landing_besides() -> None:
    """Text 966 and 976: the percentage of the ships, and a cause of their own for landing out of a
    port; bad weather counts at sea, and ashore from 3 MP (a landing costs 3)."""
    state = sea_table(bad_weather=True)
    (ship,) = fleet(state, "england", "kent", "F-: 2 NWD, 2 NTD")
    (army,) = put(state, "england", "kent", "LD")
    found = played(
        impulse, state,
        {"next-move": [f"kent:{ship}"],
         "sail": [["!embark:kent"], [CHANNEL, "!land:normandie"]]}, quiet=1,
    )  # fmt: skip
    assert modifiers(found, "england.attrition")["ATS-14"] == 2
    ashore = [entry.sheet for entry in found.phase.story
              if entry.sheet and "on the march" in str(entry.sheet.get("purpose", ""))]  # fmt: skip
    assert [2, "ATT-01"] in [[value, rule] for value, _, rule in ashore[0]["modifiers"]]
    assert army in state.units


@pytest.mark.rule("SIE-13", "SAT-01")
def test_bad_weather_harms_besiegers_in_the_siege_segment_only() -> None:
    """Text 3483: *+2 if there is Bad weather* for the besieger; the supply step knows no weather
    (319 to 345)."""
    state = sea_table(bad_weather=True)
    put(state, "england", "caux", "A-")
    state.land.sieges["caux"] = Siege("england")
    state.land.levels["caux"] = 3
    state.sequence.step = "siege"
    found = played(siege_segment.siege, state, {"siege-action": ["redeploy"]})
    assert modifiers(found, "england.besieger")["SIE-13"] == 2


@pytest.mark.rule("EXP-16")
def test_bad_weather_harms_explorers_at_sea_not_on_land() -> None:
    """Text 1527: for exploration at sea *+2 if there is Bad weather*; that for land has none."""
    state = overseas(MAURITANIA, bad_weather=True)
    ships = explorers_out(state, "NWD")
    sea = exploring(exploring_parties.by_sea(state, band(ships), GAMBIA))
    troops = put(state, "portugal", MAURITANIA, "LD")
    land = exploring(exploring_parties.by_land(state, band(troops), SENEGAL, "portugal"))
    assert "EXP-16" in {each.rule for each in sea}
    assert "EXP-16" not in {each.rule for each in land}


@pytest.mark.rule("CON-07", "CON-A3")
def test_ice_in_the_sund_shuts_ships_in_and_out_and_cuts_their_line() -> None:
    """Text 205: *the Sund is frozen*; ships neither enter, leave nor cross it."""
    state = sea_table(alliances={"england": ["denmark"], "france": ["sweden"]}, sund_frozen=True)
    (ship,) = fleet(state, "denmark", "sea-nord", "NWD")
    assert not ports.sailable(state, board.SUND, False)
    found = naval.trace_line(state, units(state, [ship]), "sea-nord", "england")
    assert found is None or board.SUND not in found.path
