"""What each step of a campaign reminds of, and when not: the same ledger but for one fact."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.eia import leaders, months, tables
from engine.eia.ledger import disputed_figures, falling_due, falling_due_economy
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.ledger.records import (
    Alliance,
    Broken,
    City,
    Corps,
    Exile,
    Fleet,
    Loan,
    Minor,
    Peace,
)
from tests.engine.eia.nights import Club


def at(step: str, turn: str = "", **fields: Any) -> Ledger:
    """The ledger of a campaign at a step, with parts of it as they are given."""
    ledger = Club().ledger
    ledger.step = [each.name for each in tables.steps()].index(step)
    ledger.turn = turn
    for name, value in fields.items():
        assert hasattr(ledger, name), name
        setattr(ledger, name, value)
    return ledger


def due(
    ledger: Ledger, happens: Callable[[Night], None] = falling_due.open_step
) -> dict[str, list[str]]:
    """The lines that are told then, by rule."""
    night = Night(ledger)
    happens(night)
    found: dict[str, list[str]] = {}
    for entry in night.story:
        found.setdefault((entry.sheet or {}).get("rule", ""), []).append(entry.text)
    return found


NOW = Club().ledger.month


def told(rule: str, step: str, turn: str = "", **fields: Any) -> list[str]:
    return due(at(step, turn, **fields)).get(rule, [])


@pytest.mark.rule("EIA-PEACE-01")
@pytest.mark.parametrize(
    ("phase", "end", "ends"),
    [(months.POLITICAL, NOW, True), (months.POLITICAL, NOW + 1, False),
     (months.POLITICAL, NOW - 1, False), ("Land", NOW, False)],
)  # fmt: skip
def test_the_step_in_which_an_enforced_peace_ends_is_told(phase: str, end: int, ends: bool) -> None:
    peace = Peace("france", "austria", end, phase)
    lines = told("EIA-PEACE-01", "peace", peaces=[peace])
    assert lines == (["The enforced peace of France and Austria ends in this step."] * ends)


@pytest.mark.rule("EIA-ALL-03")
@pytest.mark.parametrize(("until", "expires"), [(NOW, True), (NOW + 1, False), (0, False)])
def test_an_alliance_expires_in_its_month_at_no_cost(until: int, expires: bool) -> None:
    ledger = at("breaking alliances", alliances=[Alliance(["austria", "france"], until)])
    lines = due(ledger).get("EIA-ALL-03", [])
    assert lines == ["The alliance of Austria and France expires: no cost."] * expires
    assert bool(ledger.alliances) != expires


@pytest.mark.rule("EIA-ALL-05")
@pytest.mark.parametrize(
    ("ago", "early", "kept"),
    [(0, False, True), (1, False, True), (2, False, False), (0, True, True), (1, True, False)],
)
def test_a_broken_alliance_is_forgotten_when_war_costs_no_more_than_usual(
    ago: int, early: bool, kept: bool
) -> None:
    """*For every turn player waits, this penalty lowers by one*: what was broken before that
    month's declarations has waited a turn more."""
    broken = Broken("france", "austria", NOW - ago, early)
    ledger = at("breaking alliances", broken=[broken])
    due(ledger)
    assert ledger.broken == [broken] * kept


@pytest.mark.rule("EIA-ERR-30")
@pytest.mark.parametrize(
    ("turn", "paid", "reminded"),
    [("austria", {"austria": ["prussia"]}, True), ("", {"austria": ["prussia"]}, True),
     ("france", {"austria": ["prussia"]}, False), ("austria", {}, False), ("", {}, False)],
)  # fmt: skip
def test_who_moves_by_forcible_access_is_reminded_of_its_price(
    turn: str, paid: dict[str, Any], reminded: bool
) -> None:
    """*Each counter that moves gives its host the right to declare war.*"""
    assert bool(told("EIA-ERR-30", "land movement", turn, paid_access=paid)) == reminded


@pytest.mark.rule("EIA-TRM-12")
@pytest.mark.parametrize(
    ("rank", "months_ago", "reminded"),
    [("A", 11, False), ("A", 12, True), ("A", 13, False), ("B", 12, False), ("B", 0, False)],
)
def test_the_least_time_of_an_exile_is_told_when_it_is_over(
    rank: str, months_ago: int, reminded: bool
) -> None:
    """*Rank A leaders stay away at least 12 months; other ranks have no least time.*"""
    exiles = {"Ney": Exile("france", rank, NOW - months_ago)}
    assert leaders.least_exile("A") == 12
    lines = told("EIA-TRM-12", "army reinforcement", exiles=exiles)
    assert lines == ["Ney has been away as long as he had to."] * reminded


@pytest.mark.rule("EIA-TRM-04", "EIA-TRM-06")
def test_a_corps_on_loan_comes_back_when_it_returns_and_is_told_when_its_loan_ends() -> None:
    back, ended = Loan("austria", "france", 0, 0, returning=True), Loan("prussia", "france", 0, NOW)
    lasting = Loan("russia", "france", 0, NOW + 1)
    ledger = at("army reinforcement", loans={"I": back, "II": ended, "III": lasting})
    found = due(ledger)
    assert found["EIA-TRM-04"] == ["I returns to Austria: placed at home, once."]
    assert found["EIA-TRM-06"] == ["II's loan to France has ended."]
    assert set(ledger.loans) == {"II", "III"}


@pytest.mark.rule("EIA-TRM-02", "EIA-TRM-03")
@pytest.mark.parametrize(("turn", "reminded"), [("france", True), ("", True), ("austria", False)])
def test_who_has_borrowed_a_corps_is_reminded_how_it_forages(turn: str, reminded: bool) -> None:
    ledger = at("supply", turn, loans={"I": Loan("austria", "france", 0, 0)})
    lines = [line for found in due(ledger).values() for line in found]
    assert any(line.startswith("I, on loan to France: ") for line in lines) == reminded


@pytest.mark.rule("EIA-PIL-12", "EIA-BRN-04")
@pytest.mark.parametrize("state", ["pillaged", "burned"])
def test_a_sacked_city_gives_no_forage_and_a_burned_one_no_supply(state: str) -> None:
    """*Forage 0 to garrison and corps in the area*; told once of each."""
    city = City("austria", 5, True, state, "I", NOW, NOW + 3)
    ledger = at("supply", cities={"Vienna": city})
    found = due(ledger)
    assert found["EIA-PIL-12"] == [f"Vienna is {state}: forage 0 for its garrison and corps there."]
    burned = ["Vienna is burned: no source of supply."] if state == "burned" else []
    assert found.get("EIA-BRN-04", []) == burned
    again = due(ledger)
    assert not {"EIA-PIL-12", "EIA-BRN-04"} & again.keys()


@pytest.mark.rule("EIA-NAV-08")
@pytest.mark.parametrize(("month", "launched"), [(NOW - 1, True), (NOW, True), (NOW + 1, False)])
def test_a_ship_is_launched_in_its_month(month: int, launched: bool) -> None:
    ledger = at("naval reinforcement", building=[[month, "britain", "heavy ship", "London"]])
    lines = due(ledger).get("EIA-NAV-08", [])
    assert lines == ["The heavy ship of Great Britain is launched: place it."] * launched
    assert bool(ledger.building) != launched


@pytest.mark.rule("EIA-HULK-08")
def test_who_has_hulks_is_told_how_many_in_all_ports() -> None:
    hulks = {"London": {"britain": 2, "france": 0}, "Plymouth": {"britain": 3}, "Brest": {}}
    lines = told("EIA-HULK-08", "naval reinforcement", hulks=hulks)
    assert lines == ["Great Britain has 5 hulks to build from."]


@pytest.mark.rule("EIA-LDR-04")
@pytest.mark.parametrize(("month", "back"), [(NOW, True), (NOW - 1, True), (NOW + 1, False)])
def test_a_wounded_leader_is_back_in_his_month(month: int, back: bool) -> None:
    ledger = at("army reinforcement", wounded={"Ney": month})
    assert due(ledger).get("EIA-LDR-04", []) == ["Ney is back from his wound."] * back
    assert ("Ney" not in ledger.wounded) == back


@pytest.mark.rule("EIA-LSLC-06", "EIA-LSLC-07")
@pytest.mark.parametrize(
    ("state", "rule"), [("due", "EIA-LSLC-06"), ("waiting", "EIA-LSLC-07"), ("field", "")]
)
def test_la_salles_cavalry_is_exchanged_as_soon_as_there_is_some(state: str, rule: str) -> None:
    found = due(at("army reinforcement", la_salle=state))
    assert {each for each in found if each.startswith("EIA-LSLC")} == ({rule} if rule else set())


@pytest.mark.rule("EIA-PRIS-01", "EIA-PRIS-02", "EIA-PRIS-03", "EIA-PRIS-04")
def test_prisoners_die_at_the_end_of_reinforcement_by_nation() -> None:
    prices = {"infantry": [3, 1], "cavalry": [15, 2]}
    held = {"france": {"austria": {"infantry": 1, "cavalry": 1}, "russia": {"infantry": 1}}}
    ledger = at("army reinforcement", prisoners=held, prices=prices)
    lines = due(ledger, falling_due.close_step)["EIA-PRIS-01"]
    assert lines == [
        "Prisoners of Austria held by France die: 1 infantry.",
        "Prisoners of Russia held by France die: 1 infantry.",
    ]
    assert ledger.prisoners == {"france": {"austria": {"cavalry": 1}}}


@pytest.mark.rule("EIA-NAV-04")
@pytest.mark.parametrize(
    ("turn", "wars", "reminded"),
    [("", [["austria", "france"]], True), ("russia", [["austria", "france"]], True),
     ("spain", [["austria", "france"]], False), ("", [], False)],
)  # fmt: skip
def test_a_power_on_which_war_was_declared_may_flee_before_the_first_movement(
    turn: str, wars: list[list[str]], reminded: bool
) -> None:
    found = told("EIA-NAV-04", "naval movement", turn, declared_on=["austria"], wars=wars)
    assert bool(found) == reminded


@pytest.mark.rule("EIA-BLK-01")
@pytest.mark.parametrize(
    ("turn", "since", "tests"),
    [("france", NOW, True), ("", NOW, True), ("britain", NOW, False), ("france", 0, False)],
)
def test_a_blockaded_fleet_may_be_tested_in_its_owners_turn(
    turn: str, since: int, tests: bool
) -> None:
    fleets = {"Brest": Fleet("france", 20, since)}
    lines = told("EIA-BLK-01", "naval movement", turn, fleets=fleets)
    assert lines == ["France may test the blockade of Brest."] * tests


@pytest.mark.rule("EIA-ERR-32")
@pytest.mark.parametrize(
    ("held", "holders", "conquered"),
    [
        ((NOW - 1, NOW - 1), ("france", "france"), True),
        ((NOW - 1, NOW), ("france", "france"), False),
        ((NOW - 1, 0), ("france", "france"), False),
        ((NOW - 1, NOW - 1), ("france", "spain"), False),
        ((), (), False),
    ],
)  # fmt: skip
def test_a_minor_is_conquered_by_a_month_of_all_its_cities(
    held: tuple[int, ...], holders: tuple[str, ...], conquered: bool
) -> None:
    cities = ("Dresden", "Leipzig")
    minor = Minor(held=dict(zip(cities, held, strict=False)))
    minor.holders = dict(zip(cities, holders, strict=False))
    minors = {"Saxony": minor}
    lines = told("EIA-ERR-32", "conquest", minors=minors)
    assert (
        lines == ["France has held all cities of Saxony for a month: it is conquered."] * conquered
    )


@pytest.mark.rule("EIA-WIN-03", "EIA-UMP-03")
@pytest.mark.parametrize("last", [True, False])
def test_the_last_economic_phase_is_announced_and_who_is_out_of_the_game(last: bool) -> None:
    ledger = at("victory points")
    ledger.powers["spain"].out = True
    if last:
        ledger.month = ledger.last
    found = due(ledger)
    assert found["EIA-UMP-03"] == ["Spain is out of the game: no victory points."]
    assert ("EIA-WIN-03" in found) == last


@pytest.mark.rule("EIA-WIN-01")
@pytest.mark.parametrize(
    ("step", "points", "ends"),
    [("victory points", 450, True), ("victory points", 451, True), ("victory points", 449, False),
     ("conquest", 450, False)],
)  # fmt: skip
def test_the_step_that_ends_the_campaign_is_asked_about(step: str, points: int, ends: bool) -> None:
    """*Reaching one's VP goal before the last Economic Phase wins*: France needs 450."""
    ledger = at(step)
    ledger.powers["france"].victory = points
    found = [reason.why for reason in falling_due.end_of_campaign(ledger)]
    assert found == ["This would end the campaign: france would have won."] * ends


@pytest.mark.rule("EIA-TRM-07", "EIA-ALL-08")
def test_a_right_to_declare_war_at_once_lapses_with_its_step() -> None:
    ledger = at("conquest", rights=[["france", "austria", "sphere"]])
    due(ledger, falling_due.close_step)
    assert ledger.rights == []


@pytest.mark.rule("EIA-PEACE-02", "EIA-PEACE-04")
@pytest.mark.parametrize(
    ("step", "turn", "phase", "rule"),
    [("peace", "", months.POLITICAL, "EIA-PEACE-02"), ("conquest", "", months.POLITICAL, ""),
     ("peace", "", "Land", "")],
)  # fmt: skip
def test_a_peace_ends_with_its_phase(step: str, turn: str, phase: str, rule: str) -> None:
    ledger = at(step, turn, peaces=[Peace("france", "austria", NOW, phase)])
    found = due(ledger, falling_due.close_step)
    assert {each for each in found if each.startswith("EIA-PEACE")} == ({rule} if rule else set())
    assert bool(ledger.peaces) == (not rule)


@pytest.mark.rule("EIA-NAV-04", "EIA-ERR-30", "EIA-BLK-01")
def test_a_new_month_forgets_what_held_for_one_turn() -> None:
    ledger = at("diplomacy", declared_on=["spain"], fled=["spain"], tested=["Brest"],
                sailed=["france"], paid_access={"austria": ["prussia"]})  # fmt: skip
    falling_due.new_month(ledger)
    assert (ledger.declared_on, ledger.fled, ledger.tested, ledger.sailed) == ([], [], [], [])
    assert ledger.paid_access == {}


@pytest.mark.rule("EIA-ALL-05")
@pytest.mark.parametrize(
    ("ago", "early", "waited"), [(0, True, 0), (0, False, 0), (1, True, 1), (1, False, 0),
                                 (3, False, 2)],
)  # fmt: skip
def test_the_turns_waited_begin_with_the_first_step_of_declarations_after(
    ago: int, early: bool, waited: int
) -> None:
    broken = Broken("france", "austria", NOW - ago, early)
    assert falling_due.turns_waited(at("diplomacy"), broken) == waited


@pytest.mark.rule("EIA-GEN-01")
@pytest.mark.parametrize(
    ("nation", "wars", "told"),
    [("disputed", True, True), ("disputed", False, False), ("france", True, False)],
)
def test_a_disputed_morale_is_asked_for_before_the_first_battle_of_its_nation(
    nation: str, wars: bool, told: bool
) -> None:
    """*Unclear rules are settled by a vote*: once, while somebody fights who has such corps."""
    ledger = at("land combat", wars=[["austria", "france"]] if wars else [])
    disputed = next(
        (each.name.rpartition(" ")[2] for each in disputed_figures.unsettled_figures(ledger)
         if not each.name.startswith(disputed_figures.GOAL)), "",
    )  # fmt: skip
    assert disputed
    name = disputed if nation == "disputed" else nation
    ledger.corps = {"I": Corps("france", name, "infantry", {"infantry": 5})}
    ledger.turn = "france"
    lines = due(ledger).get("EIA-GEN-01", [])
    assert bool(lines) == told, lines
    assert due(ledger).get("EIA-GEN-01", []) == [], "once"


@pytest.mark.rule("EIA-PEACE-02", "EIA-PEACE-04", "EIA-TRM-07", "EIA-ALL-08")
@pytest.mark.parametrize(
    ("step", "turn", "phase", "ends"),
    [
        ("guerrilla", -1, "Land", False), ("conquest", None, "Land", True),
        ("naval combat", -1, "Naval", True), ("naval combat", 0, "Naval", False),
        ("naval combat", -2, "Naval", False), ("naval movement", -1, "Naval", False),
        ("naval combat", -1, "Land", False), ("peace", None, "Political", True),
        ("declaration of combined movement", None, "Political", False),
    ],
)  # fmt: skip
def test_a_peace_ends_with_the_last_step_of_its_phase_of_the_last_power(
    step: str, turn: int | None, phase: str, ends: bool
) -> None:
    """Enforced peace ends at the end of its phase; what a sphere or a breach allows ends sooner."""
    ledger = at(step)
    ledger.turn = "" if turn is None else ledger.order()[turn]
    ledger.rights = [["france", "austria", "sphere"]]
    ledger.peaces = [Peace("france", "austria", ledger.month, phase),
                     Peace("france", "prussia", ledger.month + 1, phase)]  # fmt: skip
    falling_due.close_step(Night(ledger))
    assert [each.loser for each in ledger.peaces] == (
        ["prussia"] if ends else ["austria", "prussia"]
    )
    assert ledger.rights == []


@pytest.mark.parametrize(("owner", "asked"), [("france", True), ("spain", False)])
def test_who_has_no_fleet_is_not_asked_how_it_sails(owner: str, asked: bool) -> None:
    ledger = at("naval movement", "france", wars=[["austria", "france"]],
                fleets={"Brest": Fleet(owner, 9)})  # fmt: skip
    assert falling_due.stops(ledger) is asked


@pytest.mark.rule("EIA-REC-01", "EIA-REC-02", "EIA-REC-03")
def test_which_damaged_cities_recover_at_the_end_of_an_economic_phase() -> None:
    """*A city that is pillaged but not burned automatically recovers completely at the end of the
    next economic phase if in control of the owner of the province. A city that is burned can only
    recover if the owner controls it and pays 1$ for each tower in the city. […] City then becomes
    pillaged.*"""

    def city(towers: int, state: str, controls: bool = True, rebuilding: bool = False) -> City:
        return City("austria", towers, False, state, "I", NOW, 0, controls, rebuilding)

    ledger = at("uncontrolled major power control", cities={
        "Brno": city(2, "burned", controls=False, rebuilding=True), "Graz": city(3, "pillaged"),
        "Linz": city(4, "pillaged", controls=False), "Prague": city(4, "burned"),
        "Vienna": city(5, "burned", rebuilding=True),
    })  # fmt: skip
    ledger.powers["austria"].money = 20
    found = due(ledger, lambda night: falling_due.tell(night, falling_due_economy.recovery))
    assert {name: each.state for name, each in ledger.cities.items()} == {
        "Brno": "burned", "Linz": "pillaged", "Prague": "burned", "Vienna": "pillaged",
    }  # fmt: skip
    assert not any(each.rebuilding for each in ledger.cities.values())
    assert ledger.powers["austria"].money == 15
    assert sorted(found) == ["EIA-REC-01", "EIA-REC-03"]
    assert [line.partition(":")[0] for lines in found.values() for line in lines] == [
        "Graz", "Vienna"
    ]  # fmt: skip


@pytest.mark.rule("EIA-NAV-13", "EIA-NAV-15")
@pytest.mark.parametrize(
    ("step", "rule", "fields"),
    [
        ("naval reinforcement", "EIA-NAV-13", {"building": [[NOW + 1, "france", "frigate", ""]]}),
        ("naval reinforcement", "EIA-NAV-13", {"hulks": {"Brest": {"france": 1}}}),
        ("naval movement", "EIA-NAV-15", {"fleets": {"Brest": Fleet("france", 9)}}),
    ],
)
def test_what_the_table_keeps_secret_is_said_once_and_where_it_matters(
    step: str, rule: str, fields: dict[str, Any]
) -> None:
    """*Ship building locations are not declared*; *fleet strengths are secret*: told the first time
    that somebody builds or sails."""
    ledger = at(step, **fields)
    assert [len(due(ledger).get(rule, [])) for _ in range(2)] == [1, 0]
    assert rule not in due(at(step))


@pytest.mark.rule("EIA-ALL-05")
@pytest.mark.parametrize(("ago", "more"), [(0, 2), (1, 2), (2, 1), (3, 0)])
def test_what_war_on_an_ex_ally_costs_is_told_before_wars_are_declared(ago: int, more: int) -> None:
    """*–2PP additional penalty for a DOW on his/her ex-ally. For every turn player waits, this
    penalty lowers by one*: an alliance is broken after that month's declarations."""
    broken = [Broken("france", "austria", NOW - ago)]
    assert told("EIA-ALL-05", "declarations of war", broken=broken) == [
        f"War of France on Austria, its ex-ally, costs {more} point{'s' * (more != 1)} more."
    ]


@pytest.mark.rule("EIA-NAV-16", "EIA-BLK-01")
@pytest.mark.parametrize(
    ("turn", "since", "announces"),
    [("france", NOW - 1, True), ("france", NOW, False), ("austria", NOW - 1, False),
     ("france", 0, False)],
)  # fmt: skip
def test_a_fleet_that_was_blockaded_a_full_turn_announces_its_squadrons(
    turn: str, since: int, announces: bool
) -> None:
    """*A fleet that is blockaded for a full turn must announce […] how many full "squadrons"*; its
    power may test the blockade as soon as there is one."""
    found = due(at("naval movement", turn, fleets={"Brest": Fleet("france", 27, since)}))
    assert (
        found.get("EIA-NAV-16", [])
        == ["Brest was blockaded a full turn: it announces 2 full squadrons."] * announces
    )
    assert ("EIA-BLK-01" in found) == (turn == "france" and since > 0)


@pytest.mark.rule("EIA-DEP-01")
@pytest.mark.parametrize(
    ("turn", "placed", "full"), [("britain", 6, True), ("britain", 5, False), ("france", 6, False)]
)
def test_who_has_no_depot_left_is_told_so_in_its_own_step(
    turn: str, placed: int, full: bool
) -> None:
    """*Number of depots available per major power: Britain 6.*"""
    ledger = at("depot creation and removal", turn)
    ledger.powers["britain"].depots = [f"port {number}" for number in range(placed)]
    lines = due(ledger).get("EIA-DEP-01", [])
    assert lines == ["Great Britain has all its 6 depots on the map."] * full


@pytest.mark.rule("EIA-GEN-01")
def test_a_goal_that_no_source_gives_for_sure_is_named_at_the_first_diplomacy() -> None:
    ledger = at("diplomacy")
    ledger.powers["austria"].goal = 0
    said = [line for line in due(ledger)["EIA-GEN-01"] if line.startswith("Not settled: ")]
    assert [line.partition(" (")[0] for line in said] == ["Not settled: the goal of Austria"]


@pytest.mark.rule("EIA-PRIS-01")
def test_nobody_dies_where_nobody_is_held() -> None:
    assert due(at("army reinforcement", prisoners={"france": {"austria": {}}}),
               falling_due.close_step) == {}  # fmt: skip


@pytest.mark.rule("EIA-ALL-05", "EIA-ALL-06")
@pytest.mark.parametrize(
    ("broken", "broke", "since", "other"),
    [([], False, 0, False), ([Broken("france", "austria", NOW - 3)], True, 2, False),
     ([Broken("austria", "france", NOW - 3)], True, 2, True)],
)  # fmt: skip
def test_what_binds_two_powers_is_what_a_declaration_of_war_asks(
    broken: list[Broken], broke: bool, since: int, other: bool
) -> None:
    """*After breaking alliance player will suffer –2PP additional penalty […]. This penalty does
    not apply when the one who broke the alliance is not the aggressor*: of powers that never were
    allied no turn is counted."""
    found = falling_due.ties(at("declarations of war", broken=broken), "france", "austria")
    assert found == {"peace_lasts": False, "allied": False, "broke_alliance": broke,
                     "turns_since": since, "other_broke": other}  # fmt: skip


@pytest.mark.rule("EIA-PRIS-03")
@pytest.mark.parametrize(
    ("prices", "dies"),
    [({"infantry": [3, 2], "cavalry": [4, 1]}, "infantry"),
     ({"infantry": [3, 2], "cavalry": [3, 1]}, "cavalry"),
     ({"infantry": [3, 1], "cavalry": [2, 2]}, "cavalry")],
)  # fmt: skip
def test_the_cheapest_prisoners_die_first_by_money_then_by_manpower(
    prices: dict[str, list[int]], dies: str
) -> None:
    """*Cheapest units are removed first*: one of ten."""
    held = {"infantry": 5, "cavalry": 5}
    ledger = at("army reinforcement", prices=prices, prisoners={"france": {"austria": held}})
    due(ledger, falling_due.close_step)
    assert ledger.prisoners["france"]["austria"] == {**held, dies: 4}


@pytest.mark.rule("EIA-GEN-01")
def test_what_the_sources_dispute_is_said_before_battles_once_of_each_nation_that_is_here() -> None:
    """*When the rules are unclear, we vote*: of Naples when it has come to somebody, and again when
    Syria has, too."""
    ledger = at("land combat", "france", wars=[["austria", "france"]])
    found = []
    for minors in ({}, {"Naples": Minor("france")}, {"Naples": Minor("france")},
                   {"Naples": Minor("france"), "Syria": Minor("turkey")}):  # fmt: skip
        ledger.minors = minors
        found.append(len(due(ledger).get("EIA-GEN-01", [])))
    assert found == [0, 1, 0, 1]
