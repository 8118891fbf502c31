"""What the steady program does overseas: it explores, speaks to natives and comes home."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine import scenarios
from engine.land.movement.march_ask import March
from engine.play.asks import Ask, Choose, Option
from engine.programs import bots, simulate, steady_on_land, steady_overseas
from engine.rounds import campaigns
from engine.sea.under_way import attrition_math
from engine.sea.voyages.sail_ask import Sail
from engine.sequence import voyages as sea
from engine.state import State, known_zones
from tests.engine import phases
from tests.engine.playing import band
from tests.engine.programs_at_table import table


def at_sea(name: str = "spice-route-1498", country: str = "portugal") -> State:
    state = scenarios.load(name)
    state.sequence.box, state.sequence.step, state.sequence.rounds = "S2", "movement", ["S2"]
    state.sequence.impulse = [country in each.members for each in state.diplomacy.alliances].index(
        True
    )
    state.countries[country].campaign = "passive"
    return state


def sails(state: State, place: str, alliance: str = "portugal") -> Sail:
    key = next(key for key in sea.movers(state, alliance) if key.startswith(place))
    stack = sea.movers(state, alliance)[key]
    return Sail(
        who=alliance, name="sail", what="", state=state, alliance=alliance,
        units=[unit.id for unit in stack.units], leaders=[each.id for each in stack.leaders],
        journey=attrition_math.begin(state, stack.band),
    )  # fmt: skip


def answered(state: State, ask: Ask[Any]) -> Any:
    game = table(state, ask)
    assert game.ask is not None
    return bots.steady_player(game, ask)


def test_an_explorer_sails_to_explore() -> None:
    state = at_sea()
    way = answered(state, sails(state, "cabo-verde-i"))
    assert way[-1] == "!explore"


def test_ships_with_discoveries_go_home_before_they_are_lost() -> None:
    state = at_sea()
    ships = [unit for unit in state.units_at("cotedor-w") if not unit.land]
    for carrier in (*(str(unit.id) for unit in ships), "dias"):
        state.overseas.discoveries[carrier] = {"sea-recife", "sea-bahia", "sea-plata"}
    for unit in ships:
        state.put(unit, "sea-guinee", "field")
    state.put_leader(state.leaders["dias"], "sea-guinee", "field")
    assert answered(state, sails(state, "sea-guinee")) == ["cotedor-w"]


def test_a_conquistador_goes_aboard_where_nothing_is_left_to_find_by_land() -> None:
    state = at_sea("conquistadors-1519", "spain")
    way = answered(state, sails(state, "cuba-w", "spain"))
    assert way == ["!embark:cuba-w"]
    state.overseas.known["spain"].discard("cuba-e")
    way = answered(state, sails(state, "cuba-w", "spain"))
    assert way != ["!embark:cuba-w"]


def test_the_next_move_is_the_voyage_worth_most_and_none_without_a_worth() -> None:
    state = at_sea()
    places = sea.movers(state, "portugal")
    worths = {key: steady_overseas.worth_sailing(state, each) for key, each in places.items()}
    best = max(worths, key=lambda key: worths[key])
    options = [Option(key, key) for key in (*places, "done")]
    ask = Choose(who="portugal", name="next-move", what="?", options=options, about={"places": []})
    assert worths[best] > 0
    assert answered(state, ask) == best
    blind = at_sea()
    blind.overseas.known.clear()
    assert all(steady_overseas.worth_sailing(blind, each) == 0 for each in places.values())
    assert answered(blind, ask) == "done"


def odds(found: Fraction | int, lost: int = 0, dies: Fraction | int = 0) -> dict[str, Any]:
    return {"discovered": Fraction(found), "dies": Fraction(dies), "lost": {lost: Fraction(1)}}


@pytest.mark.parametrize(
    ("weighed", "answer"),
    [
        ({"sea-recife": odds(Fraction(9, 10)), "sea-bahia": odds(Fraction(4, 10))}, "sea-recife"),
        ({"sea-recife": odds(Fraction(2, 10)), "sea-bahia": odds(Fraction(1, 10))}, "done"),
        ({"sea-recife": odds(Fraction(4, 10), 9), "sea-bahia": odds(Fraction(1, 10))}, "done"),
    ],
)
def test_a_zone_is_explored_when_the_odds_please(weighed: dict[str, Any], answer: str) -> None:
    state = at_sea()
    ships = [unit.id for unit in state.units_at("cabo-verde-i") if not unit.land]
    options = [Option(key, key) for key in (*weighed, "done")]
    about = {"odds": weighed, **band(ships, "da-gama-2").about}
    ask = Choose(who="portugal", name="explore", what="?", options=options, about=about)
    assert answered(state, ask) == answer


def test_only_troops_with_a_pioneer_explore_by_land_and_captains_stay_aboard() -> None:
    state = at_sea()
    keys = ["cotedor-w>cotedor-e", "oman-e>oman-w", "cabo-verde-i>senegal-n"]
    weighed = {key: odds(1) for key in keys}
    options = [Option(key, key) for key in (*keys, "done")]
    ask = Choose(
        who="portugal", name="next-exploration", what="?", options=options, about={"odds": weighed}
    )
    assert answered(state, ask) == "cotedor-w>cotedor-e"
    del weighed["cotedor-w>cotedor-e"]
    assert answered(state, ask) == "done"


@pytest.mark.parametrize(
    ("deserters", "resisters", "answer"), [(5.0, 8.0, "win:cortes"), (0.0, 12.0, "peace")]
)
def test_natives_are_spoken_to_where_enough_come_along(
    deserters: float, resisters: float, answer: str
) -> None:
    state = at_sea("conquistadors-1519", "spain")
    units = [unit.id for unit in state.units_at("cuba-w") if unit.land]
    weighed = {"battle": {"win": 0.5}, "Cortés": {"deserters": deserters, "resisters": resisters}}
    options = [Option(key, key) for key in ("peace", "win:cortes", "attack")]
    ask = Choose(
        who="spain", name="natives", what="?", options=options,
        about={"odds": weighed, "units": units},
    )  # fmt: skip
    assert answered(state, ask) == answer


def test_the_answers_of_natives_are_weighed_cell_by_cell() -> None:
    game = simulate.new_game(scenarios.read("conquistadors-1519"), 1)
    while game.ask is not None and game.ask.name != "natives":
        game.answer(bots.steady_player(game, game.ask))
    assert game.ask is not None
    speakers = {name: each for name, each in game.ask.about["odds"].items() if name != "battle"}
    assert speakers
    for answer in speakers.values():
        cells = answer["answers"].values()
        assert sum(each["chance"] for each in cells) == pytest.approx(1)
        for kind in ("deserters", "resisters"):
            mean = sum(each["chance"] * each[kind] for each in cells)
            assert mean == pytest.approx(answer[kind])


def test_troops_with_a_discovery_march_to_the_next_establishment() -> None:
    state = at_sea()
    for carrier in [str(unit.id) for unit in state.units_at("cotedor-w") if unit.land]:
        state.overseas.discoveries[carrier] = {"cotedor-e"}
        state.put(state.units[int(carrier)], "cotedor-e")
    state.put_leader(state.leaders["portugal-anonymous-conquistador-1"], "cotedor-e")
    state.overseas.discoveries["portugal-anonymous-conquistador-1"] = {"cotedor-e"}
    march = steady_on_land.march_of(state, "portugal", "cotedor-e")
    assert isinstance(march, March)
    assert steady_overseas.homeward(march) == ["cotedor-w"]
    assert answered(state, march) == ["cotedor-w"]
    state.overseas.discoveries.clear()
    state.overseas.known["portugal"].add("cotedor-e")
    again = steady_on_land.march_of(state, "portugal", "cotedor-e")
    assert isinstance(again, March)
    assert steady_overseas.homeward(again) == []


def test_a_country_with_explorers_pays_a_campaign_though_it_is_at_peace() -> None:
    state = scenarios.load("conquistadors-1519")
    assert steady_overseas.has_explorers(state, "spain")
    state.leaders.clear()
    assert not steady_overseas.has_explorers(state, "spain")
    state.overseas.discoveries[next(str(unit.id) for unit in state.units.values())] = {"azteca-e"}
    assert steady_overseas.has_explorers(state, "spain")
    assert not steady_overseas.has_explorers(scenarios.load("artois"), "france")
    game = simulate.new_game(scenarios.read("conquistadors-1519"), 1)
    while game.ask is not None and game.ask.name != "campaign":
        game.answer(bots.steady_player(game, game.ask))
    assert game.ask is not None
    assert bots.steady_player(game, game.ask) == "passive"
    assert campaigns.cost("passive") < campaigns.cost("active")


def test_whole_phases_of_the_steady_program_bring_discoveries_home() -> None:
    scenario = scenarios.read("spice-route-1498")
    game = phases.played(scenario, 3, "steady")
    begun, ended = scenario.state().overseas.known, game.state.overseas.known
    assert {entry.kind for entry in game.story} >= {"discovery", "naval-action"}
    assert begun["portugal"] < ended["portugal"], "nothing was brought home"
    assert known_zones.knowledge_counts(game.state)
