"""What entries leave in the ledger, exactly: amounts added up, what is emptied, what stays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.documents.complaints import Complaints
from engine.eia.ledger import (
    campaign,
    disputed_figures,
    entries_cessions,
    falling_due,
    falling_due_economy,
    known_fields,
)
from engine.eia.ledger.desk import engagement
from engine.eia.ledger.entries import sorted_for
from engine.eia.ledger.ledger import Night
from engine.eia.ledger.records import Alliance, Ceded, City, Debt, Exile, Fleet, Minor, Peace
from tests.engine.eia.ledger.test_refusals import club
from tests.engine.eia.nights import Club, power, sack, written


def city(state: str, **more: Any) -> City:
    return City("austria", 5, True, state, "I", 0, **{"due": 0, **more})


def reminded(night: Club, happens: Any) -> dict[str, list[str]]:
    told = Night(night.ledger)
    falling_due.tell(told, happens)
    found: dict[str, list[str]] = {}
    for entry in told.story:
        found.setdefault((entry.sheet or {})["rule"], []).append(entry.text)
    return found


# At sea.


@pytest.mark.rule("EIA-NAV-08", "EIA-NAV-13")
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"fleet": "I"}, ""),
        ({"port": "Brest"}, ""),
        ({}, "into a fleet or into a port"),
        ({"fleet": "I", "port": "Brest"}, "into a fleet or into a port"),
        ({"fleet": "IX"}, "There is no fleet IX"),
        ({"fleet": "Home"}, "Home is not a fleet of"),
    ],
)
def test_launched_ships_are_added_to_a_fleet_or_lie_loose_in_a_port(
    fields: Mapping[str, Any], said: str
) -> None:
    """*A launched ship goes into a fleet or into a port.*"""
    night = club(fleets={"I": Fleet("france", 10), "Home": Fleet("britain", 8)})
    if said:
        assert said in night.refuses("launch", power="france", ships=3, **fields)
        return
    for _ in range(2):
        night.enter("launch", power="france", ships=3, **fields)
    assert night.ledger.fleets["I"].ships == (16 if "fleet" in fields else 10)
    assert night.ledger.loose == ({"Brest": {"france": 6}} if "port" in fields else {})


@pytest.mark.rule("EIA-HULK-05", "EIA-HULK-10")
@pytest.mark.parametrize(
    ("distance", "dice", "gained"),
    [(0, (), 2), (2, (3, 3), 2), (2, (2, 3), 1), (2, (2, 1), 0), (6, (6, 6), 0)],
)
def test_hulks_reach_a_port_by_a_die_each_unless_they_are_there(
    distance: int, dice: tuple[int, ...], gained: int
) -> None:
    """*More than the distance saves it*; a raid's defender rolls nothing."""
    night = Club(dice={})
    night.ledger.hulks = {"Brest": {"france": 1, "spain": 4}}
    night.game.answer(
        {"do": "hulks", "power": "france", "hulks": 2, "port": "Brest", "distance": distance,
         "sure": True}
    )  # fmt: skip
    for die in dice:
        assert night.game.ask is not None
        assert night.game.ask.name == "france.hulk"
        night.game.answer(die)
    assert night.ledger.hulks == {"Brest": {"france": 1 + gained, "spain": 4}}


@pytest.mark.rule("EIA-HULK-07", "EIA-HULK-08", "EIA-HULK-06")
def test_a_hulk_is_used_up_and_the_ship_paid_and_ready_in_its_month() -> None:
    night = club(hulks={"Brest": {"france": 1, "spain": 2}}, building=[[99999, "spain", "x", "y"]])
    assert "has no hulk in Toulon" in night.refuses(
        "use-hulk", power="france", port="Toulon", ship="ship of the line"
    )
    night.ledger.powers["france"].money = 50
    night.enter(
        "use-hulk", power="france", port="Brest", ship="ship of the line", price=10, at="Brest"
    )
    assert night.ledger.hulks == {"Brest": {"spain": 2}}
    (due, owner, ship, place), other = night.ledger.building
    assert (owner, ship, place, other[1]) == ("france", "ship of the line", "Brest", "spain")
    assert due > night.ledger.month
    paid = 50 - power(night, "france").money
    assert 0 < paid <= 10
    assert f"It pays {paid} money" in "\n".join(night.told("EIA-HULK-07"))


@pytest.mark.rule("EIA-HULK-07")
@pytest.mark.parametrize(("money", "asked"), [(0, True), (4, True), (5, False), (99, False)])
def test_a_price_that_is_not_in_hand_is_asked_about(money: int, asked: bool) -> None:
    night = club(hulks={"Brest": {"france": 1}})
    night.ledger.powers["france"].money = money
    fields = {"power": "france", "port": "Brest", "ship": "ship of the line", "price": 10}
    if asked:
        assert f"France has {money} written down" in night.doubts("use-hulk", **fields)
    else:
        night.game.answer({"do": "use-hulk", **fields})


@pytest.mark.rule("EIA-HULK-09", "EIA-PORT-01", "EIA-NAV-10")
@pytest.mark.parametrize("raided", [True, False])
def test_a_port_that_falls_loses_its_ships_a_raided_one_its_hulks_alone(raided: bool) -> None:
    night = club(
        fleets={"I": Fleet("france", 10), "II": Fleet("france", 5)},
        hulks={"Brest": {"france": 2}, "Toulon": {"france": 1}},
        loose={"Brest": {"france": 3}, "Toulon": {"france": 1}},
    )
    night.enter("port", port="Brest", captor="britain", owner="france", fleets=["I"],
                leaders=["Villeneuve"], raided=raided)  # fmt: skip
    ledger = night.ledger
    assert ledger.hulks == {"Toulon": {"france": 1}}
    assert set(ledger.fleets) == ({"I", "II"} if raided else {"II"})
    assert set(ledger.loose) == ({"Brest", "Toulon"} if raided else {"Toulon"})
    assert ledger.captured == ({} if raided else {"Villeneuve": "britain"})
    lost = power(night, "france").political_halves
    assert lost == 0 if raided else lost < 0


# On the board.


@pytest.mark.rule("EIA-PRIS-04", "EIA-PRIS-02", "EIA-PRIS-03")
def test_prisoners_are_added_up_by_nation_and_given_back_no_more_than_there_are() -> None:
    night = Club()
    given = {"holder": "france", "nation": "austria", "troop": "infantry", "money": 3,
             "manpower": 1}  # fmt: skip
    assert "France holds 0 of them" in night.refuses("prisoners", **given, number=-1)
    night.enter("prisoners", **given, number=2)
    night.enter("prisoners", **given, number=1)
    night.enter("prisoners", **{**given, "nation": "russia"}, number=1)
    assert night.ledger.prisoners == {
        "france": {"austria": {"infantry": 3}, "russia": {"infantry": 1}}
    }
    assert "France holds 3 of them" in night.refuses("prisoners", **given, number=-4)
    night.enter("prisoners", **given, number=-3)
    assert night.ledger.prisoners["france"].get("austria", {}) == {}
    assert night.ledger.prices["infantry"] == [3, 1]


@pytest.mark.rule("EIA-LSLC-02", "EIA-LSLC-06", "EIA-LSLC-07")
@pytest.mark.parametrize(
    ("before", "fields", "after", "said"),
    [
        ("due", {"cavalry": 2, "exchanged": True}, "field", ""),
        ("due", {"cavalry": 0, "exchanged": True}, "", "France has no cavalry to exchange"),
        ("field", {"cavalry": 2, "exchanged": True}, "", "It is in the field"),
        ("field", {"cavalry": 2, "lost": True}, "eliminated", ""),
        ("eliminated", {"cavalry": 2}, "", "is never rebuilt"),
    ],
)
def test_la_salles_cavalry_is_exchanged_once_and_never_rebuilt(
    before: str, fields: Mapping[str, Any], after: str, said: str
) -> None:
    night = club(la_salle=before)
    if said:
        assert said in night.refuses("la-salle", **fields, sure=True)
        assert night.ledger.la_salle == before
    else:
        night.enter("la-salle", **fields)
        assert night.ledger.la_salle == after


@pytest.mark.rule("EIA-ERR-03")
@pytest.mark.parametrize(
    ("giver", "what", "asks"),
    [("austria", ["Hungary"], True), ("austria", ["hungary", "Tyrol"], True),
     ("austria", ["Tyrol"], False), ("france", ["Hungary"], False)],
)  # fmt: skip
def test_hungary_is_asked_about_when_austria_cedes_it(
    giver: str, what: list[str], asks: bool
) -> None:
    """*Hungary may be chosen only when all other Austrian provinces are ceded.*"""
    night = club()
    night.ledger.peaces = [Peace("prussia", giver, night.ledger.month + 9, "Land")]
    if asks:
        assert "Hungary may be chosen only" in night.doubts(
            "cede", giver=giver, receiver="prussia", ceded=what
        )
    else:
        night.game.answer({"do": "cede", "giver": giver, "receiver": "prussia", "ceded": what})


@pytest.mark.rule("EIA-SET-03")
def test_only_a_leader_who_would_change_sides_is_asked_about() -> None:
    night = Club()
    ney = {"leader": "Ney", "power": "france", "strategic": 3, "tactical": 4, "maximum": 3}
    night.game.answer({"do": "leader", **ney})
    night.game.answer({"do": "leader", **ney})
    night.game.answer({"do": "leader", "leader": "Ney", "strategic": 4})
    assert night.ledger.leaders["Ney"].strategic == 4
    said = night.doubts("leader", **{**ney, "power": "austria"})
    assert said.startswith("Ney is a leader of France")


@pytest.mark.rule("EIA-FUS-01")
def test_what_is_collected_is_added_to_the_manpower() -> None:
    night = Club()
    before = power(night, "spain").manpower
    night.enter("collect", power="spain", manpower=3)
    night.enter("collect", power="spain", manpower=2)
    assert power(night, "spain").manpower == before + 5


@pytest.mark.rule("EIA-TRM-06")
@pytest.mark.parametrize(("months", "until"), [(None, 0), (6, 6)])
def test_a_loan_ends_in_its_month_where_one_is_said(months: int | None, until: int) -> None:
    night = Club()
    month = night.ledger.month
    night.ledger.peaces = [Peace("france", "austria", month + 9, "Land", since=month)]
    night.enter("loan", corps="IV", owner="austria", borrower="france", months=months)
    loan = night.ledger.loans["IV"]
    assert (loan.since, loan.until) == (month, month + until if until else 0)
    assert "on loan to France already" in night.refuses(
        "loan", corps="IV", owner="austria", borrower="france"
    )


@pytest.mark.rule("EIA-TRM-14", "EIA-TRM-13")
@pytest.mark.parametrize(
    ("marker", "said", "returns"),
    [(8, None, True), (7, None, False), (0, None, False), (-1, None, None), (-1, 4, True),
     (-1, 3, False), (0, 4, True)],
)  # fmt: skip
def test_a_price_that_cannot_be_paid_keeps_him_away(
    marker: int, said: int | None, returns: bool | None
) -> None:
    """(3 + 4 + 2) / 3 + 1 = 4: four boxes of two halves each are needed."""
    night = club(exiles={"Ney": Exile("france", "C", 0)})
    france = night.ledger.powers["france"]
    france.zone, france.marker = "neutral", marker
    fields = {"leader": "Ney", "strategic": 3, "tactical": 4, "maximum": 2, "points_left": said}
    if returns:
        night.enter("return", **fields)
        assert night.ledger.exiles == {}
    else:
        why = night.refuses("return", **fields)
        assert "EIA-TRM-14" in why
        assert ("is not written down" in why) == (returns is None)


@pytest.mark.rule("EIA-POL-03", "EIA-TRM-13")
@pytest.mark.parametrize("name", ["Napoleon", "Ney"])
def test_when_napoleon_comes_back_french_manpower_is_doubled_once(name: str) -> None:
    night = club(exiles={name: Exile("france", "A", 0)})
    night.ledger.powers["france"].zone = "fiasco"
    night.enter("return", leader=name, strategic=5, tactical=5, maximum=5, points_left=9)
    napoleon = name == "Napoleon"
    assert night.ledger.napoleon_back == napoleon
    assert bool(night.told("EIA-POL-03")) == napoleon
    found = reminded(night, falling_due_economy.collection)
    assert ("EIA-POL-03" in found) == napoleon
    falling_due_economy.close_collection(night.ledger)
    assert not night.ledger.napoleon_back


@pytest.mark.rule("EIA-GEN-01")
@pytest.mark.parametrize(
    ("votes", "dice", "chosen"),
    [
        ({"a": "yes", "b": "yes", "c": "no"}, (), "yes"),
        ({"a": "yes", "b": "no"}, (2, 5), "yes"), ({"a": "yes", "b": "no"}, (5, 2), "no"),
        ({"a": "yes", "b": "no"}, (4, 4, 1, 6), "yes"), ({}, (), "nobody voted"),
    ],
)  # fmt: skip
def test_a_vote_is_kept_and_a_tie_broken_by_dice(
    votes: dict[str, str], dice: tuple[int, ...], chosen: str
) -> None:
    """*Simple majority of players, tie by die*: a die for each answer, in their order."""
    night = Club(dice={})
    night.game.answer({"do": "vote", "question": "May hulks sail?", "votes": votes, "sure": True})
    for die in dice:
        assert night.game.ask is not None
        assert night.game.ask.name == "vote"
        night.game.answer(die)
    (ruling,) = night.ledger.rulings
    assert ruling == ["May hulks sail?", chosen]


@pytest.mark.rule("EIA-GEN-01")
def test_a_goal_that_is_settled_is_the_goal_of_that_power_alone() -> None:
    night = Club()
    before = {name: each.goal for name, each in night.ledger.powers.items()}
    name = next(figure for figure in disputed_figures.names() if figure.endswith(" france"))
    night.enter("figure", figure=name, value="333")
    after = {name: each.goal for name, each in night.ledger.powers.items()}
    assert after == {**before, "france": 333}
    assert night.ledger.figures[name] == "333"


# The Economic Phase.


@pytest.mark.rule("EIA-REC-01", "EIA-REC-02")
@pytest.mark.parametrize(
    ("state", "controls", "told"),
    [
        ("pillaged", True, "which controls it, recovers at the end of this step."),
        ("pillaged", False, "if Austria controls it, would recover at the end of this step."),
        ("burned", True, "which controls it, is rebuilt at the end of this step for "),
        ("burned", False, "if Austria controls it, is rebuilt at the end of this step for "),
    ],
)
def test_what_becomes_of_a_damaged_city_is_told(state: str, controls: bool, told: str) -> None:
    """*A pillaged city recovers by itself if its province's owner controls it.*"""
    night = club(cities={"Vienna": city(state, owner_controls=controls)})
    found = reminded(night, falling_due_economy.damaged_cities)
    rule = "EIA-REC-01" if state == "pillaged" else "EIA-REC-02"
    assert set(found) == {rule}
    assert found[rule][0].startswith(f"Vienna of Austria, {told}")


@pytest.mark.rule("EIA-PIL-10", "EIA-PIL-11", "EIA-BRN-02", "EIA-TRM-01")
def test_what_a_sack_and_a_debt_take_from_the_next_collection() -> None:
    cities = {"Vienna": city("burned", due=7), "Graz": city("pillaged", due=3),
              "Linz": city("pillaged")}  # fmt: skip
    cities["Graz"].capital = False
    night = club(cities=cities, debts=[Debt("austria", "france", [5, 4])])
    for each in night.ledger.powers.values():
        each.money = 20
    found = reminded(night, falling_due_economy.collection)
    assert found["EIA-PIL-10"] == [
        "The province of Graz pays 3 money less, not below 0.",
        "The province of Vienna pays 7 money less, not below 0.",
    ]
    assert len(found["EIA-PIL-11"]) == 1
    assert found["EIA-BRN-02"] == ["Vienna is burned: its province has 1 manpower less."]
    assert found["EIA-TRM-01"] == ["Austria pays France 5 money of reparations."]
    falling_due_economy.close_collection(night.ledger)
    assert [each.due for each in night.ledger.cities.values()] == [0, 0, 0]
    assert [each.left for each in night.ledger.debts] == [[4]]
    assert (power(night, "austria").money, power(night, "france").money) == (15, 25)
    falling_due_economy.close_collection(night.ledger)
    assert night.ledger.debts == []


@pytest.mark.rule("EIA-REC-01", "EIA-TRM-01")
def test_a_peace_gives_cities_back_and_lets_minors_begin_anew() -> None:
    night = club(
        wars=[["austria", "france"]],
        cities={"Vienna": city("pillaged", owner_controls=False, by="france"),
                "Graz": city("pillaged", owner_controls=False, by="spain")},
        minors={"Saxony": Minor("france", True), "Naples": Minor("spain", True)},
    )  # fmt: skip
    night.to("peace")
    night.enter("peace", victor="france", loser="austria", months=12, reparations=10, phases=2)
    assert night.ledger.cities["Vienna"].owner_controls
    assert not night.ledger.cities["Graz"].owner_controls
    assert {name: each.fought for name, each in night.ledger.minors.items()} == {
        "Saxony": False, "Naples": True,
    }  # fmt: skip
    (debt,) = night.ledger.debts
    assert (debt.payer, debt.payee, sum(debt.left), len(debt.left)) == ("austria", "france", 10, 2)
    assert night.told("EIA-REC-01") == ["Vienna is Austria's again, unless it is ceded."]


@pytest.mark.rule("EIA-POL-01", "EIA-ERR-32")
@pytest.mark.parametrize(
    ("controller", "had_troops", "fought", "points"),
    [("prussia", True, False, -2), ("prussia", True, True, 0), ("prussia", False, False, 0),
     ("", True, False, 0)],
)  # fmt: skip
def test_who_never_used_the_troops_of_a_minor_pays_when_it_is_conquered(
    controller: str, had_troops: bool, fought: bool, points: int
) -> None:
    night = Club()
    month = night.ledger.month
    held = {"Dresden": month - 1, "Leipzig": month - 1}
    night.ledger.minors["Saxony"] = Minor(controller, fought, held, dict.fromkeys(held, "france"))
    night.at("conquest")
    night.enter("minor-conquered", minor="Saxony", had_troops=had_troops)
    assert night.ledger.minors["Saxony"] == Minor("france")
    assert power(night, "prussia").political_halves == points


@pytest.mark.rule("EIA-ALL-05", "EIA-ALL-06")
def test_a_broken_alliance_is_no_more_and_remembered_of_its_breaker() -> None:
    night = club(alliances=[Alliance(["austria", "france"]), Alliance(["france", "prussia"])])
    night.enter("break-alliance", breaker="france", other="austria", points=1)
    assert [each.powers for each in night.ledger.alliances] == [["france", "prussia"]]
    (broken,) = night.ledger.broken
    assert (broken.breaker, broken.other, broken.month) == ("france", "austria", night.ledger.month)
    assert power(night, "france").political_halves == 2
    assert power(night, "austria").political_halves == 0
    assert night.told("EIA-ALL-05")


@pytest.mark.rule("EIA-DOM-03")
@pytest.mark.parametrize(
    ("before", "now", "at_peace", "enemies", "lost"),
    [(True, False, True, False, True), (True, False, False, False, False),
     (True, False, True, True, False), (True, None, False, True, True),
     (False, False, False, True, True), (True, True, False, True, True)],
)  # fmt: skip
def test_dominance_is_lost_only_at_peace_with_all(
    before: bool, now: bool | None, at_peace: bool, enemies: bool, lost: bool
) -> None:
    """*Losing dominance needs peace with all majors*; who keeps it or has none needs nothing."""
    night = club(wars=[["austria", "france"]] if enemies else [])
    night.ledger.powers["france"].dominant = before
    fields = {"power": "france", "dominant": now, "at_peace": at_peace}
    if lost:
        night.enter("status", **fields)
        assert power(night, "france").dominant == (before if now is None else now)
    else:
        assert "EIA-DOM-03" in night.refuses("status", **fields)


@pytest.mark.rule("EIA-ERR-32")
@pytest.mark.parametrize(
    ("by", "cities", "said"),
    [
        ("france", {"Dresden": True}, ""), (None, {"Dresden": True}, "Who holds the cities"),
        ("prussia", {"Dresden": True}, "Prussia controls Saxony itself"),
        ("france", {}, "Which cities?"), (None, {"Dresden": False}, ""),
        ("prussia", {"Dresden": False}, ""),
    ],
)  # fmt: skip
def test_nobody_conquers_his_own_minor_nor_no_city(
    by: str | None, cities: dict[str, bool], said: str
) -> None:
    night = club(minors={"Saxony": Minor("prussia")})
    fields = {"minor": "Saxony", "by": by, "cities": cities}
    if said:
        assert said in night.refuses("occupy", **fields)
    else:
        night.enter("occupy", **fields)
        since = night.ledger.minors["Saxony"].held["Dresden"]
        assert bool(since) == any(cities.values())


@pytest.mark.rule("EIA-BRK-01")
@pytest.mark.parametrize(
    ("ships", "sallies"),
    [(["Brest"], True), (["Brest", "Toulon"], False), (["Toulon"], False), ([], False)],
)
def test_fleets_sally_when_all_that_attack_are_blockaded(ships: list[str], sallies: bool) -> None:
    night = club(fleets={"Brest": Fleet("france", 9, 5), "Toulon": Fleet("france", 9),
                         "Home": Fleet("britain", 9, 5)})  # fmt: skip
    values = {"attacker": "france", "defender": "britain", "attacker_fleets": ships,
              "defender_fleets": ["Home"], "blockade": False}  # fmt: skip
    assert engagement._sallies(night.ledger, values) == sallies


@pytest.mark.rule("EIA-ALL-02", "EIA-SET-03")
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"powers": ["france", "spain"]}, ""),
        ({"powers": ["france", "spain"], "months": 6}, ""),
        ({"powers": ["france", "spain"], "points": 1}, ""),
        ({"powers": ["france", "spain"], "points": 1, "months": 6}, "brings no points"),
        ({"powers": ["france", "france"]}, "They are not friends"),
        ({"powers": ["austria", "france"]}, "They are not friends"),
        ({"powers": ["france", "prussia"]}, "They are allies already"),
    ],
)  # fmt: skip
def test_an_alliance_is_made_by_friends_with_an_end_or_with_points(
    fields: dict[str, Any], said: str
) -> None:
    """*One with an end brings no points.*"""
    night = club(wars=[["austria", "france"]], alliances=[Alliance(["france", "prussia"])])
    if said:
        assert said in night.refuses("alliance", **fields)
        return
    night.enter("alliance", **fields)
    until = night.ledger.month + 6 if "months" in fields else 0
    assert night.ledger.alliances == [
        Alliance(["france", "prussia"]), Alliance(["france", "spain"], until)
    ]  # fmt: skip
    for name in ("france", "spain"):
        assert power(night, name).political_halves == 2 * fields.get("points", 0)
    assert power(night, "prussia").political_halves == 0


@pytest.mark.rule("EIA-DOM-03", "EIA-UMP-03")
def test_what_is_said_of_a_power_is_added_and_the_rest_stays() -> None:
    night = Club()
    france = night.ledger.powers["france"]
    france.money, france.victory, france.zone, france.dominant = 10, 5, "dominant", True
    night.enter("status", power="france", money=4, victory=3, points="-1.5")
    assert (france.money, france.victory, france.political_halves) == (14, 8, -3)
    assert (france.zone, france.dominant) == ("dominant", True)
    night.enter("status", power="france", money=-14, zone="neutral", dominant=False)
    assert (france.money, france.victory, france.zone, france.dominant) == (0, 8, "neutral", False)


@pytest.mark.rule("EIA-POL-02", "EIA-REC-01", "EIA-PEACE-01")
def test_a_peace_takes_the_place_of_the_one_that_both_had_and_of_no_other() -> None:
    night = club(wars=[["austria", "france"], ["france", "russia"]])
    far = night.ledger.month + 9
    night.ledger.peaces = [
        Peace("austria", "france", far, "Land"), Peace("france", "prussia", far, "Land"),
        Peace("spain", "austria", far, "Land"),
    ]  # fmt: skip
    night.to("peace")
    night.enter("peace", victor="france", loser="austria", months=12)
    assert [(each.victor, each.loser) for each in night.ledger.peaces] == [
        ("france", "prussia"), ("spain", "austria"), ("france", "austria"),
    ]  # fmt: skip
    assert night.ledger.wars == [["france", "russia"]]
    assert night.ledger.peaces[-1].since == night.ledger.month


@pytest.mark.rule("EIA-SET-03")
@pytest.mark.parametrize(
    ("text", "said"),
    [("France: money 30; Austria: money 20", ""), (";", "no power is named"),
     ("Atlantis: money 3", "Atlantis"), ("France: money lots", "money")],
)  # fmt: skip
def test_a_text_of_positions_names_powers_and_what_they_have(text: str, said: str) -> None:
    night = Club()
    if said:
        assert said in night.refuses("setup-text", text=text, sure=True)
        return
    night.enter("setup-text", text=text)
    assert (power(night, "france").money, power(night, "austria").money) == (30, 20)


@pytest.mark.rule("EIA-UMP-01")
def test_only_powers_without_a_player_are_offered_for_an_auction() -> None:
    night = Club()
    for name, out, controller in (("spain", True, ""), ("prussia", True, "russia")):
        night.ledger.powers[name].out, night.ledger.powers[name].controller = out, controller
    assert known_fields._auctioned(night.ledger) == ["spain"]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("12i 2lc", {"infantry": 12, "light_cavalry": 2}),
        ("infantry=12, light_cavalry=999", {"infantry": 12, "light_cavalry": 999}),
        ({"guard": 3}, {"guard": 3}), ("infantry=x", None), ("infantry=1000", None),
        ("infantry=99999", None), ("zouaves=3", None),
    ],
)  # fmt: skip
def test_factors_are_written_down_however_they_are_typed(
    typed: Any, kept: dict[str, int] | None
) -> None:
    night = Club()
    if kept is None:
        assert "factors" in night.refuses("corps", corps="I", power="france", factors=typed)
    else:
        night.enter("corps", corps="I", power="france", factors=typed)
        assert night.ledger.corps["I of france"].factors == kept


@pytest.mark.rule("EIA-ERR-22")
def test_what_a_name_is_that_may_be_ceded() -> None:
    """Free states are never ceded; a home province that was ceded once is another thing."""
    state = written(minors={"Saxony": Minor("france", free=True), "Ruritania": Minor("spain")},
                    ceded={"Tyrol": Ceded("austria", "france")})  # fmt: skip
    found = {name: entries_cessions.status(state, name)
             for name in ("Saxony", "Ruritania", "bavaria", "Tyrol", "Anjou")}  # fmt: skip
    assert found == {"Saxony": "free state", "Ruritania": "minor", "bavaria": "minor",
                     "Tyrol": "ceded province", "Anjou": "home province"}  # fmt: skip


def test_the_entries_of_a_step_come_first_and_those_of_other_steps_last() -> None:
    found = sorted_for(
        "naval movement", ["depot", "status", "flee", "fleet", "final-count", "vote"]
    )
    assert found == (["fleet", "flee"], ["status", "vote", "depot", "final-count"])


def test_a_campaign_of_ones_own_has_no_boxes_and_asks_for_all_goals_together() -> None:
    values = {field.name: field.default for field in campaign.SETUP}
    values |= {"scenario": "Our own", "powers": ["france", "spain"]}
    complaints = Complaints()
    campaign.check(values, complaints)
    assert ["the goals of France and Spain are missing" in each for each in complaints.lines] == [
        True
    ]
    values["goals"] = {"france": 5, "spain": 0}
    assert {each.marker for each in campaign.start_campaign(values).powers.values()} == {-1}
    complaints = Complaints()
    campaign.check({**values, "position": "tea 3"}, complaints)
    assert len(complaints.lines) == 1
    assert "no power is named before it" in complaints.lines[0]


@pytest.mark.rule("EIA-TRM-13")
@pytest.mark.parametrize(("rating", "points"), [(1, 0), (2, -2)])
def test_a_return_that_costs_nothing_takes_no_point(rating: int, points: int) -> None:
    """(1 + 1 + 1) / 3, one more for a C, two less in the fiasco zone: nothing."""
    night = club(exiles={"Ney": Exile("france", "C", 0)})
    night.ledger.powers["france"].zone = "fiasco"
    rated = dict.fromkeys(("strategic", "tactical", "maximum"), rating)
    night.enter("return", leader="Ney", points_left=9, **rated)
    assert power(night, "france").political_halves == points


@pytest.mark.rule("EIA-PIL-10", "EIA-BRN-01")
def test_a_city_that_is_burned_after_it_was_pillaged_owes_what_it_did() -> None:
    """*A pillaged city reduces the income of the province by the amount pillaged in the next
    economic phase*; burning one that was pillaged brings no money more."""
    night = Club()
    night.enter("city", **sack(night))
    assert night.ledger.cities["Vienna"].due == 3
    night.ledger.month += 1
    night.enter("city", **sack(night, act="burn", corps="II"))
    assert (night.ledger.cities["Vienna"].due, night.ledger.cities["Vienna"].state) == (3, "burned")
