"""What the desk begins with: documents of a written ledger, each whole."""

from __future__ import annotations

from typing import Any

import pytest

from engine.eia import months
from engine.eia.ledger.desk.document_sides import raider, side_of, stack_of
from engine.eia.ledger.desk.situations import situations, with_settled_figures
from engine.eia.ledger.ledger import Ledger
from engine.eia.ledger.records import (
    Alliance,
    Broken,
    Ceded,
    City,
    Corps,
    Exile,
    Fleet,
    Land,
    Leader,
    Loan,
    Minor,
    Peace,
)
from tests.engine.eia.nights import written

DAVOUT = Leader("france", 4, 5, 3, "A")
NEY = Leader("france", 3, 4, 2, "B")


def documents(state: Ledger, kind: str) -> dict[str, dict[str, Any]]:
    """The documents of a kind by what they are about."""
    return {each.about: each.fields for each in situations(state) if each.kind == f"eia-{kind}"}


# A side of a battle on land.


def test_a_side_has_its_corps_in_the_field_those_on_loan_to_it_and_its_first_leader() -> None:
    lent = Loan("prussia", "france", 0, 0)
    state = written(
        corps={"I of france": Corps("france", "france", "guard", {"guard": 6, "artillery": 0}),
               "II of france": Corps("france", "france"),
               "III of france": Corps("france", "france", "infantry", {"infantry": 0}),
               "Polish of france": Corps("france", "Poland", "cavalry", {"light_cavalry": 2}),
               "I of austria": Corps("austria", "austria", "infantry", {"infantry": 9})},
        loans={"Yorck": lent, "Tauenzien": Loan("prussia", "spain", 0, 0), "St.": lent,
               "IV Corps": lent},
        leaders={"Charles": Leader("austria", 4, 4, 6), "Davout": DAVOUT, "Ney": NEY},
    )  # fmt: skip
    assert side_of(state, "france") == {
        "name": "France", "nation": "france",
        "corps": [
            {"name": "Yorck", "nation": "prussia"},
            {"name": "I", "type": "guard", "factors": {"guard": 6, "artillery": 0}},
            {"name": "Polish", "type": "cavalry", "factors": {"light_cavalry": 2},
             "nation": "Poland"},
        ],
        "commander": {"name": "Davout", "strategic": 4, "tactical": 5, "maximum": 3},
    }  # fmt: skip
    assert side_of(state, "spain")["corps"] == [{"name": "Tauenzien", "nation": "prussia"}]
    assert side_of(state, "russia") == {"name": "Russia", "nation": "russia", "corps": [{}]}


@pytest.mark.parametrize(
    ("away", "leads"),
    [({}, "La_Salle"), ({"wounded": {"La Salle": 9}}, "Ney"),
     ({"captured": {"La Salle": "spain"}}, "Ney"),
     ({"exiles": {"La Salle": Exile("france", "A", 0)}}, "Ney")],
)  # fmt: skip
def test_who_is_away_or_dead_does_not_lead(away: dict[str, Any], leads: str) -> None:
    gone = Leader("france", 5, 5, 5, dead=True)
    leaders = {"Lannes": gone, "La Salle": DAVOUT, "Ney": NEY}
    assert side_of(written(leaders=leaders, **away), "france")["commander"]["name"] == leads


def test_the_corps_of_a_dominant_power_are_dominant_though_none_is_written_down() -> None:
    state = written(corps={"I of france": Corps("france", "france", factors={"infantry": 3})})
    state.powers["france"].dominant = state.powers["austria"].dominant = True
    (corps,) = side_of(state, "france")["corps"]
    assert corps["dominant"] is True
    assert side_of(state, "austria")["corps"] == [{"dominant": True}]
    del state.powers["austria"]
    assert side_of(state, "austria")["corps"] == [{}], "it is not played"


@pytest.mark.rule("EIA-OE-06")
@pytest.mark.parametrize(
    ("holder", "free", "land", "joins"),
    [("turkey", True, Land("", 3, True), True), ("turkey", False, Land("", 3, True), False),
     ("turkey", True, Land("", 3), False), ("turkey", True, None, False),
     ("france", True, Land("", 3, True), False)],
)  # fmt: skip
def test_a_free_state_of_turkey_that_can_join_the_empire_fights_as_an_ottoman(
    holder: str, free: bool, land: Land | None, joins: bool
) -> None:
    """Turkish free states that can join it have infantry morale 2 and cavalry 3."""
    state = written(
        minors={"Egypt": Minor(holder, free=free)}, lands={"Egypt": land} if land else {},
        corps={"Nile": Corps(holder, "egypt", "infantry", {"infantry": 5})},
    )  # fmt: skip
    (corps,) = side_of(state, holder)["corps"]
    assert corps.get("ottoman", False) is joins
    assert corps["nation"] == "egypt"


def test_each_war_is_a_battle_either_way_and_belongs_to_the_land() -> None:
    state = written("land combat", wars=[["austria", "france"]])
    state.month = months.month(1806, "March")
    first, second, third = situations(state)[:3]
    assert (first.kind, first.about) == ("eia-battle", "a battle: Austria attacks France")
    assert (second.kind, second.about) == ("eia-battle", "a battle: France attacks Austria")
    assert (first.fields["attacker"]["name"], first.fields["defender"]["name"]) == (
        "Austria", "France",
    )  # fmt: skip
    assert (third.kind, third.fields) == ("eia-leader-casualty", {"leaders": [{}], "month": 2})
    assert first.steps == third.steps == ("land combat", "land movement")
    state = written(wars=[["austria", "france"]])
    assert all("diplomacy" not in each.steps for each in situations(state))


# At sea.


@pytest.mark.rule("EIA-BLK-01", "EIA-BLK-03")
def test_a_blockade_is_tested_for_each_fleet_that_is_shut_in() -> None:
    state = written(
        fleets={"Toulon": Fleet("france", 6, 5), "Cadiz": Fleet("spain", 7),
                "Brest": Fleet("france", 9, 4, ["britain", "spain"])},
        tested=["Toulon"],
    )  # fmt: skip
    found = documents(state, "blockade-test")
    assert found == {
        "the blockade of Brest": {
            "port": "Brest", "tested_this_phase": False,
            "blockaders": [{"name": "Great_Britain", "british": True},
                           {"name": "Spain", "british": False}],
        },
        "the blockade of Toulon": {"port": "Toulon", "tested_this_phase": True},
    }  # fmt: skip
    assert list(found) == ["the blockade of Brest", "the blockade of Toulon"]


@pytest.mark.rule("EIA-BLK-05")
def test_fleets_at_large_meet_each_other_and_blockaded_ones_break_out() -> None:
    """The testing power starts a blockade battle with its stack against all blockaders."""
    state = written(wars=[["britain", "france"]], fleets={
        "Brest": Fleet("france", 9, 4), "Toulon": Fleet("france", 6),
        "Rochefort": Fleet("france", 0), "Channel": Fleet("britain", 12),
        "Cadiz": Fleet("spain", 7),
    })  # fmt: skip
    state.powers["france"].dominant = True
    brest, toulon = (
        {"name": "France", "fleets": [{"name": name, "nation": "france", "ships": ships,
                                       "dominant": True}]}
        for name, ships in (("Brest", 9), ("Toulon", 6))
    )  # fmt: skip
    channel = {
        "name": "Great_Britain",
        "fleets": [{"name": "Channel", "nation": "britain", "ships": 12}],
        "modifiers": [{"value": 1, "why": "British fleets"}],
    }
    assert documents(state, "naval-battle") == {
        "a battle of fleets: Great Britain attacks France":
            {"attacker": channel, "defender": toulon, "wind": "none"},
        "a battle of fleets: France attacks Great Britain":
            {"attacker": toulon, "defender": channel, "wind": "none"},
        "a battle of fleets: France breaks out against Great Britain":
            {"attacker": brest, "defender": channel, "wind": "none", "blockader": "defender"},
    }  # fmt: skip
    state.fleets["Channel"].ships = 0
    assert documents(state, "naval-battle") == {}
    state.fleets["Channel"].ships = 3
    state.fleets["Toulon"].ships = 0
    assert [*documents(state, "naval-battle")] == [
        "a battle of fleets: France breaks out against Great Britain"
    ]


def test_a_stack_has_eight_fleets_at_most() -> None:
    fleets = [{"name": str(number)} for number in range(1, 10)]
    assert stack_of("france", fleets) == {"name": "France", "fleets": fleets[:8]}


@pytest.mark.rule("EIA-NAV-09", "EIA-NMOR-01", "EIA-NMOR-02")
def test_the_ships_of_a_port_raid_are_those_at_large_in_port_all_and_the_loose_ones() -> None:
    """A ship in port without a fleet counter can fire in port raids."""
    state = written(
        fleets={"Brest": Fleet("france", 9, 4), "Toulon": Fleet("france", 6),
                "Cadiz": Fleet("spain", 7)},
        loose={"Brest": {"france": 2, "spain": 5}, "Cadiz": {"spain": 3}, "Toulon": {"france": 1}},
    )  # fmt: skip
    france = {"name": "France", "morale": 3.0}
    assert raider(state, "france") == {**france, "ships": 6}
    assert raider(state, "france", True) == {**france, "ships": 15, "loose_ships": 3}
    assert raider(state, "spain")["ships"] == 7
    state.loose = {"Brest": {"spain": 2}, "Cadiz": {"spain": 3}}
    assert raider(state, "france", True) == {**france, "ships": 15}
    state.fleets = {"Brest": Fleet("france", 9, 4)}
    assert raider(state, "france") == {"name": "France"}, "shut in"
    assert raider(state, "france", True) == {**france, "ships": 9}
    state.fleets |= {"Cadiz": Fleet("spain", 7), "Smyrna": Fleet("turkey", 3)}
    state.powers["spain"].dominant = True
    assert raider(state, "spain")["morale"] == 3.5
    assert raider(state, "turkey")["morale"] == 2.0, "what the sea adds is said on the desk"
    state.wars = [["britain", "france"]]
    (raid, _) = (each for each in situations(state) if each.kind == "eia-port-raid")
    assert raid.about == "a port raid of Great Britain on France"
    assert raid.fields["attacker"] == {
        "name": "Great_Britain", "modifiers": [{"value": 1, "why": "British fleets"}],
    }  # fmt: skip
    assert raid.fields["defender"]["ships"] == 9
    assert raid.beside == {"captor": "britain"}


# Diplomacy, cities, counts.


@pytest.mark.rule("EIA-PEACE-02", "EIA-TRM-07", "EIA-ALL-09")
def test_a_war_is_asked_about_where_a_peace_or_an_alliance_is_in_the_way() -> None:
    now = months.month(1805, "December")
    state = written(
        "declarations of war",
        peaces=[Peace("france", "prussia", now + 9, months.POLITICAL, sphere=True)],
        alliances=[Alliance(["austria", "russia"])], wars=[["france", "spain"]],
        broken=[Broken("turkey", "spain", now)],
        rights=[["france", "prussia", "sphere"], ["russia", "austria", "breach"]],
    )  # fmt: skip
    found = documents(state, "declare-war")
    assert set(found) == {
        "war of France on Prussia", "war of Prussia on France", "war of Austria on Russia",
        "war of Russia on Austria", "war of Turkey on Spain", "war of Spain on Turkey",
    }  # fmt: skip
    said = found["war of France on Prussia"]
    assert (said["on"], said["at_war"], said["sphere"], said["sphere_lasts"]) == (
        "major", True, True, True,
    )  # fmt: skip
    said = found["war of Prussia on France"]
    assert (said["at_war"], said["sphere"], said["sphere_lasts"]) == (False, False, False)
    said = found["war of Russia on Austria"]
    assert (said["sphere"], said["sphere_lasts"], said["allied"]) == (False, False, True)
    state.peaces[0].sphere = False
    assert not documents(state, "declare-war")["war of France on Prussia"]["sphere_lasts"]
    state.wars.append(["austria", "russia"])
    assert "war of Austria on Russia" not in documents(state, "declare-war"), "they are at war"


@pytest.mark.rule("EIA-TRM-12", "EIA-TRM-13")
def test_a_return_from_exile_is_begun_when_his_time_is_over() -> None:
    now = months.month(1805, "December")
    state = written(
        exiles={"Ney": Exile("france", "C", now), "Davout": Exile("france", "A", now - 12),
                "Nobody": Exile("turkey", "B", now - 1),
                "Blucher": Exile("prussia", "A", now - 11)},
        leaders={"Davout": DAVOUT, "Ney": NEY},
    )  # fmt: skip
    state.powers["france"].zone = "fiasco"
    del state.powers["turkey"]
    found = documents(state, "exile-cost")
    assert found == {
        "Davout's return from exile": {
            "leader": "Davout", "rank": "A", "zone": "fiasco", "strategic": 4, "tactical": 5,
            "maximum": 3, "months": 12},
        "Ney's return from exile": {
            "leader": "Ney", "rank": "C", "zone": "fiasco", "strategic": 3, "tactical": 4,
            "maximum": 2, "months": 0},
        "Nobody's return from exile": {
            "leader": "Nobody", "rank": "B", "zone": "neutral", "months": 1},
    }  # fmt: skip


@pytest.mark.rule("EIA-DOM-01", "EIA-DOM-02", "EIA-DOM-03")
def test_dominance_is_begun_for_who_has_it_and_in_its_step_for_who_has_not() -> None:
    state = written("political status adjustment", wars=[["france", "spain"]])
    state.powers = {name: state.powers[name] for name in ("austria", "france")}
    state.powers["france"].dominant = True
    assert documents(state, "dominance") == {
        "the dominance of France": {"dominant": True, "at_peace": False},
        "whether Austria is dominant": {"dominant": False, "at_peace": True},
    }
    besides = {
        each.about: each.beside for each in situations(state) if each.kind == "eia-dominance"
    }
    assert besides["the dominance of France"] == {"power": "france"}
    assert [*documents(written(), "dominance")] == []


@pytest.mark.rule("EIA-REC-01", "EIA-INV-01")
def test_each_damaged_city_recovers_and_involuntary_rolls_are_made_where_they_are_in_force() -> (
    None
):
    cities = {"Wien": City("austria", 5, True, "burned", "I", 0, 3, owner_controls=False),
              "Graz": City("austria", 2, False, "pillaged", "I", 0, 0)}  # fmt: skip
    state = written("land combat", cities=cities)
    assert documents(state, "recovery") == {
        "the recovery of Graz": {"state": "pillaged", "towers": 2, "owner_controls": True},
        "the recovery of Wien": {"state": "burned", "towers": 5, "owner_controls": False},
    }
    assert next(iter(documents(state, "recovery"))) == "the recovery of Graz"
    assert documents(state, "involuntary") == {"involuntary pillage": {"in_force": True}}
    state.involuntary = False
    assert documents(state, "involuntary") == {"involuntary pillage": {"in_force": False}}
    state.pillaging = False
    assert documents(state, "involuntary") == {}


@pytest.mark.rule("EIA-PRIS-01")
def test_the_drain_of_prisoners_begins_with_their_prices() -> None:
    state = written(
        prisoners={"france": {"austria": {"infantry": 4, "guard": 2}},
                   "spain": {"france": {"infantry": 1}}},
        prices={"infantry": [3, 1], "guard": [8, 2]},
    )  # fmt: skip
    infantry = {"troop": "infantry", "money": 3, "manpower": 1}
    assert documents(state, "prisoner-drain") == {"the prisoners": {"prisoners": [
        {"nation": "austria", "held": [{**infantry, "number": 4}, {
            "troop": "guard", "money": 8, "manpower": 2, "number": 2}]},
        {"nation": "france", "held": [{**infantry, "number": 1}]},
    ]}}  # fmt: skip
    assert documents(written(), "prisoner-drain") == {}


@pytest.mark.rule("EIA-WIN-01", "EIA-WIN-05", "EIA-UMP-02")
def test_the_winner_is_asked_for_with_goals_and_the_bids_of_those_who_play() -> None:
    state = written(britain_default=False)
    state.powers = {name: state.powers[name] for name in ("france", "spain", "russia", "turkey")}
    for name, points in (("france", 90), ("russia", 40)):
        state.powers[name].victory = points
    state.powers["spain"].goal = 0
    for name, controller in (("spain", ""), ("turkey", "france")):
        state.powers[name].out, state.powers[name].controller = True, controller
    assert documents(state, "victory") == {"who wins": {
        "last": False, "britain_default": False, "powers": [
            {"power": "france", "points": 90, "goal": 450, "out": False},
            {"power": "spain", "points": 0, "goal": None, "out": True},
            {"power": "russia", "points": 40, "goal": 400, "out": False},
            {"power": "turkey", "points": 0, "goal": 300, "out": True},
        ]}}  # fmt: skip
    assert documents(state, "bids") == {"the auction of Spain": {
        "auction": "spain",
        "bids": [{"player": "france", "points": 90}, {"player": "russia", "points": 40}],
    }}  # fmt: skip
    state.month = state.last
    assert documents(state, "victory")["who wins"]["last"]


# What only a step calls for.


@pytest.mark.rule("EIA-RAID-02", "EIA-BRK-06")
def test_in_naval_combat_guns_fire_at_enemies_and_at_who_has_access() -> None:
    """The guns of a port are attacked by a power at war or by one with access."""
    state = written(
        "naval combat", "britain", wars=[["britain", "france"]],
        access=[["france", "britain"], ["spain", "russia"]],
        fleets={"Brest": Fleet("france", 9, 4), "Toulon": Fleet("france", 6),
                "Cadiz": Fleet("spain", 7, 2), "Channel": Fleet("britain", 9)},
    )  # fmt: skip
    assert documents(state, "port-guns") == {
        "the port guns of Great Britain against France": {"hostile": True},
        "the port guns of France against Great Britain": {"hostile": True},
        "the port guns of Spain against Russia": {"access": "given"},
    }
    (guns, *_) = [each for each in situations(state) if each.kind == "eia-port-guns"]
    assert guns.beside == {"port": "britain"}
    assert documents(state, "blockade-break") == {
        "another fleet before Brest": {"third_fleet": "engage"}
    }
    assert documents(state, "strait") == {
        "Great Britain in the Dardanelles": {"power": "britain", "access": False}
    }
    state.access = [["turkey", "britain"]]
    assert documents(state, "strait")["Great Britain in the Dardanelles"]["access"]
    state.fleets["Channel"].blockaded = 5
    assert documents(state, "strait"), "whatever shuts it in now"


@pytest.mark.rule("EIA-RAID-02")
@pytest.mark.parametrize(
    ("turn", "played", "ships"), [("turkey", True, 5), ("britain", False, 5), ("britain", True, 0)]
)
def test_nobody_passes_the_dardanelles_without_turkey_or_ships(
    turn: str, played: bool, ships: int
) -> None:
    state = written("naval combat", turn, fleets={
        "Home": Fleet("britain", ships), "Black Sea": Fleet("turkey", 4)})  # fmt: skip
    if not played:
        del state.powers["turkey"]
    assert documents(state, "strait") == {}


@pytest.mark.rule("EIA-HULK-08")
def test_a_ship_is_built_from_each_hulk_that_is_left() -> None:
    state = written("naval reinforcement", hulks={
        "Toulon": {"france": 1}, "Brest": {"france": 2, "spain": 0, "britain": 1}})  # fmt: skip
    found = [each for each in situations(state) if each.kind == "eia-hulk-build"]
    assert [(each.about, each.beside) for each in found] == [
        ("a ship of France from a hulk in Brest", {"port": "Brest", "power": "france"}),
        ("a ship of Great Britain from a hulk in Brest", {"port": "Brest", "power": "britain"}),
        ("a ship of France from a hulk in Toulon", {"port": "Toulon", "power": "france"}),
    ]
    assert found[0].fields == {"builder": "france", "owner": "france", "hulk_port": "Brest"}
    assert situations(state)[:3] == found, "what the step is for comes first"


@pytest.mark.rule("EIA-ERR-12", "EIA-ERR-26")
def test_on_the_march_each_type_of_corps_is_begun_once_and_access_is_forced() -> None:
    state = written(
        "land movement", "france", paid_access={"france": ["prussia"]},
        alliances=[Alliance(["france", "spain"])],
        corps={"I of france": Corps("france", "france", "infantry", {"infantry": 3}),
               "II of france": Corps("france", "france", "infantry", {"infantry": 3}),
               "C of france": Corps("france", "france", "cavalry"),
               "G of austria": Corps("austria", "austria", "guard")},
    )  # fmt: skip
    assert documents(state, "force-march") == {
        "a force march of France, cavalry corps": {"corps": "cavalry"},
        "a force march of France, infantry corps": {"corps": "infantry"},
    }
    assert documents(state, "forcible-access") == {"forcible access of France": {
        "power": "france", "paid": ["prussia"], "allies": ["spain"]}}  # fmt: skip
    state.turn = "russia"
    assert documents(state, "forcible-access") == {"forcible access of Russia": {
        "power": "russia", "paid": [], "allies": []}}  # fmt: skip


@pytest.mark.rule("EIA-ERR-15", "EIA-ERR-16", "EIA-PIL-10", "EIA-ERR-10")
@pytest.mark.parametrize(("month", "winter"), [("December", True), ("October", False)])
def test_supply_begins_with_the_depots_of_the_power_and_what_was_sacked_or_ceded(
    month: str, winter: bool
) -> None:
    state = written("supply", "france", ceded={"Tyrol": Ceded("austria", "france")},
                    cities={"Graz": City("austria", 2, False, "pillaged", "I", 0, 0)})  # fmt: skip
    state.month = months.month(1805, month)
    state.powers["france"].depots = ["Metz", "Ulm"]
    state.powers["austria"].depots = ["Linz"]
    assert documents(state, "depot-supply") == {
        "supply from Metz": {"winter": winter}, "supply from Ulm": {"winter": winter},
    }  # fmt: skip
    assert documents(state, "supply-source") == {
        "supply from Graz": {"state": "pillaged"}, "supply from Tyrol": {"ceded": True},
    }  # fmt: skip
    state.turn = ""
    assert documents(state, "depot-supply") == {}


@pytest.mark.parametrize("dominant", [True, False])
def test_a_siege_and_an_assault_are_begun_with_all_factors_where_there_is_an_enemy(
    dominant: bool,
) -> None:
    state = written("land combat", "france", wars=[["austria", "france"]], corps={
        "I of france": Corps("france", "france", "infantry", {"infantry": 9, "light_cavalry": 1}),
        "II of france": Corps("france", "france", "infantry", {"infantry": 4}),
        "A of france": Corps("france", "france", "artillery", {"artillery": 2}),
        "B of france": Corps("france", "france", "artillery", {}),
        "A of austria": Corps("austria", "austria", "artillery", {"artillery": 3})})  # fmt: skip
    state.powers["france"].dominant = dominant
    assert documents(state, "siege") == {"a siege of France": {"artillery_corps": 1}}
    assert documents(state, "assault") == {"an assault of France": {
        "nation": "france", "dominant": dominant,
        "factors": {"infantry": 13, "light_cavalry": 1, "artillery": 2}}}  # fmt: skip
    state.turn = "spain"
    assert documents(state, "assault") == {}
    state.turn, state.wars = "france", []
    assert documents(state, "assault") == {}
    state.wars, state.corps = [["france", "spain"]], {}
    assert documents(state, "siege") == {}


@pytest.mark.rule("EIA-ERR-05", "EIA-ERR-06")
@pytest.mark.parametrize(("year", "begun"), [(1805, "1805"), (1806, ""), (1812, "1812")])
def test_finland_is_asked_about_in_the_years_of_its_sheet(year: int, begun: str) -> None:
    state = written("minor country control")
    state.month = months.month(year, "December")
    assert documents(state, "finland") == ({"Finland": {"year": begun}} if begun else {})


@pytest.mark.rule("EIA-DOM-01")
@pytest.mark.parametrize("dominant", [True, False])
def test_the_gold_convoy_of_spain_is_begun_at_the_collection(dominant: bool) -> None:
    state = written("money and manpower collection")
    about = "a gold convoy of Spain"
    state.powers["spain"].dominant = dominant
    assert documents(state, "dominance")[about] == {"dominant": dominant, "gold_convoy": True}
    del state.powers["spain"]
    assert about not in documents(state, "dominance")


# Figures that the club settled.


@pytest.mark.rule("EIA-GEN-01")
def test_a_disputed_figure_that_the_club_settled_is_filled_in_and_none_that_is_said() -> None:
    state = written(figures={
        "infantry morale of Naples": "1.5", "infantry morale of Spain": "2.5",
        "table of Assault v Defend": "2-3"})  # fmt: skip
    attacker = {"nation": "Naples", "corps": [
        {"name": "I"}, {"name": "II", "nation": "spain"}, {"name": "III", "morale": 4.0},
        {"name": "IV", "nation": "france"}, "V"]}  # fmt: skip
    defender = {"corps": [{"nation": "naples"}, {}]}
    chits = {"attacker": "Assault", "defender": "Defend"}
    document = {"attacker": attacker, "defender": defender, "chits": chits}
    kept = [{"name": "I", "morale": 1.5}, {"name": "II", "nation": "spain", "morale": 2.5},
            {"name": "III", "morale": 4.0}, {"name": "IV", "nation": "france"}, "V"]  # fmt: skip
    filled = {
        "attacker": {"nation": "Naples", "corps": kept},
        "defender": {"corps": [{"nation": "naples", "morale": 1.5}, {}]},
        "chits": chits, "disputed_table": "2-3",
    }  # fmt: skip
    assert with_settled_figures(state, "eia-battle", document) == filled
    assert with_settled_figures(state, "eia-prisoners", document) is document
    said = {"chits": chits, "disputed_table": "1-1"}
    assert with_settled_figures(state, "eia-battle", said) == said
    for wrong in ({"chits": "Assault"}, {"chits": {"attacker": "Assault", "defender": "Outflank"}},
                  {"attacker": "France", "defender": {"corps": "all"}}):  # fmt: skip
        assert with_settled_figures(state, "eia-battle", wrong) == wrong


@pytest.mark.rule("EIA-NSUP-01")
def test_the_depots_of_a_path_at_sea_are_those_that_are_written_down() -> None:
    state = written()
    state.powers["france"].depots = ["Brest"]
    state.powers["spain"].depots = ["Cadiz"]
    path = [{"name": "brest"}, {"name": "Biscay"}, "Cadiz", {"name": "CADIZ", "port": True}]
    assert with_settled_figures(state, "eia-naval-supply", {"path": path, "ships": 3}) == {
        "ships": 3,
        "path": [{"name": "brest", "depot": True}, {"name": "Biscay"}, "Cadiz",
                 {"name": "CADIZ", "port": True, "depot": True}],
    }  # fmt: skip
    assert with_settled_figures(state, "eia-naval-supply", {"path": "Brest"}) == {"path": []}


@pytest.mark.parametrize(
    ("year", "ratings"), [(1809, None), (1810, {"strategic": 2, "tactical": 1})]
)
def test_prussian_corps_without_a_leader_are_better_from_1810_on(
    year: int, ratings: dict[str, int] | None
) -> None:
    """The chart of corps with no leader: *Prussia from 1810: 2, 1*; Russia's stay as they are."""
    state = written(month=months.month(year, "January"))
    assert side_of(state, "prussia").get("ratings") == ratings
    assert "ratings" not in side_of(state, "russia")
