"""Postings: who comes back, who takes command where, whom the box sends (WIN, LDR, C-LDR)."""

from typing import Any

import pytest

from engine.overseas import active_natives
from engine.play.asks import Choose
from engine.sequence import leader_assignment, wintering
from engine.state import State
from engine.state.land import Revolt, Siege
from tests.engine.playing import lead, new_year, options, play, put, tabletop


def led(state: State) -> State:
    """France with La Trémoille (A) and an unnamed general (E) over two stacks."""
    put(state, "france", "picardie", "A+", leader="tremoille")
    put(state, "france", "champagne", "LD", leader="france-anonymous-general-1")
    return state


def hosts(**fields: Any) -> State:
    return led(new_year(**fields))


@pytest.mark.rule("WIN-09", "WIN-11")
def test_a_country_may_put_its_leaders_anywhere_or_leave_them() -> None:
    state = hosts()
    played = play(leader_assignment.leaders, state, ["done"], (), "france")
    assert options(played) == ["done", "france-anonymous-general-1", "tremoille"]
    state = hosts()
    put(state, "france", "provence", "LD")
    state.leaders["france-anonymous-general-1"].place = "champagne"
    answers = ["france-anonymous-general-1", ("place-leader", "provence"), "done"]
    play(leader_assignment.leaders, state, answers, (), "france")
    assert state.leaders["france-anonymous-general-1"].place == "provence"


@pytest.mark.rule("WIN-10")
def test_hierarchy_has_to_hold_once_a_leader_was_moved() -> None:
    state = hosts()
    put(state, "france", "provence", "LD", leader="france-anonymous-general-2")
    answers = [
        "tremoille",
        ("place-leader", "provence"),
        "france-anonymous-general-1",
        ("place-leader", "picardie"),
        "restore",
    ]
    played = play(leader_assignment.leaders, state, answers, (), "france")
    assert "done" in options(played, 2)
    assert options(played, 4) == ["restore", "france-anonymous-general-2"]
    places = {name: leader.place for name, leader in state.leaders.items()}
    assert places["tremoille"] == "picardie"
    assert places["france-anonymous-general-1"] == "champagne"
    assert "takes over" not in played.told


@pytest.mark.rule("WIN-10")
def test_when_nothing_can_mend_the_hierarchy_all_goes_back() -> None:
    state = hosts()
    play(
        leader_assignment.leaders, state, ["france-anonymous-general-1", "tremoille"], (), "france"
    )
    assert state.leaders["tremoille"].place == "picardie"
    assert state.leaders["france-anonymous-general-1"].place == "champagne"


@pytest.mark.rule("WIN-11")
def test_without_a_move_hierarchy_is_not_asked_for() -> None:
    state = new_year()
    put(state, "france", "picardie", "LD", leader="tremoille")
    put(state, "france", "champagne", "A+", leader="france-anonymous-general-1")
    played = play(leader_assignment.leaders, state, ["done"], (), "france")
    assert "done" in options(played)


@pytest.mark.rule("WIN-12")
def test_the_besieged_stay_and_do_not_count() -> None:
    state = hosts(sieges={"artois": Siege("spain")}, controllers={"artois": "france"})
    put(state, "france", "artois", "LD", position="inside", leader="france-anonymous-general-2")
    put(state, "spain", "artois", "A+")
    played = play(leader_assignment.leaders, state, ["done"], (), "france")
    assert "france-anonymous-general-2" not in options(played)
    assert leader_assignment.own_stacks(state, "france") == ["champagne", "picardie"]


@pytest.mark.rule("WIN-10")
def test_one_who_comes_back_counts_as_moved() -> None:
    """La Trémoille (A) on one LD beside an unnamed general (E) on an army: that cannot stay so."""
    state = new_year()
    general = "france-anonymous-general-1"
    put(state, "france", "picardie", "A+", leader=general)
    put(state, "france", "champagne", "LD")
    lead(state, "france", "picardie", "tremoille")
    state.remove_leader(state.leaders["tremoille"], "wounded", "W2")
    answers = [("place-leader", "champagne"), ("redeploy-leader", "tremoille"), "done"]
    played = play(leader_assignment.leaders, state, answers, (), "france")
    assert options(played, 1) == [general, "tremoille"], "not to leave them so"
    said = played.asks[1].label("tremoille")
    assert said.endswith("(in Champagne, to Picardie)"), "he can go nowhere else"
    assert options(played, 2) == ["done", general]
    assert state.leaders["tremoille"].place == "picardie"


@pytest.mark.rule("WIN-08", "WIN-A4", "LDR-A4")
def test_the_wounded_come_back_at_the_first_wintering_after_their_box() -> None:
    state = new_year()
    put(state, "france", "picardie", "A+")
    lead(state, "france", "picardie", "tremoille")
    tremoille = state.leaders["tremoille"]
    state.remove_leader(tremoille, "wounded", "W3")
    play(leader_assignment.leaders, state, (), (), "france")
    assert tremoille.status == "wounded"
    state.remove_leader(tremoille, "wounded", "W2")
    state.marks.done.clear()
    play(leader_assignment.leaders, state, (), (), "france")
    assert (tremoille.status, tremoille.place) == ("map", "picardie")


@pytest.mark.rule("WIN-08", "LDR-09")
def test_who_waits_in_end_comes_back_next_turn() -> None:
    state = tabletop(step="wintering", rounds=["W5"], box="End")
    put(state, "france", "picardie", "A+", leader="tremoille")
    state.remove_leader(state.leaders["tremoille"], "wounded", "End")
    play(wintering.wintering, state)
    assert state.leaders["tremoille"].status == "wounded"


@pytest.mark.rule("WIN-08")
def test_one_who_comes_back_takes_any_stack_and_the_least_unnamed_makes_room() -> None:
    state = hosts()
    put(state, "france", "provence", "LD", leader="france-anonymous-general-6")
    state.remove_leader(state.leaders["tremoille"], "wounded", "W2")
    lead(state, "france", "champagne", "bayard")
    put(state, "venice", "champagne", "A+")
    put(state, "france", "provence", "NWD", position="port")
    played = play(
        leader_assignment.leaders, state, [("place-leader", "picardie"), "done"], (), "france"
    )
    values = "rank A, manoeuvre 4, fire 3, shock 3"
    assert played.asks[0].what == f"Where does La Trémoille ({values}) take command?"
    assert isinstance(played.asks[0], Choose)
    told = {option.answer: option.detail for option in played.asks[0].options}
    assert told == {
        "picardie": "A+",
        "champagne": "LD with Bayard, Anonymous general 1",
        "provence": "LD with Anonymous general 6",
    }
    assert state.leaders["tremoille"].place == "picardie"
    assert "france-anonymous-general-6" not in state.leaders
    assert "no longer needed" in played.told


@pytest.mark.rule("NAT-31", "WIN-09")
def test_natives_go_home_as_soon_as_their_conquistador_has_taken_over_elsewhere() -> None:
    state = new_year(known={"spain": {"azteca-c", "azteca-e"}})
    put(state, "spain", "azteca-c", "LD", leader="cortes")
    put(state, "spain", "azteca-e", "LD")
    state.overseas.natives["azteca-c"] = "active"
    active_natives.join(state, "cortes", 6)
    stays = play(leader_assignment.leaders, state, ["done"], (), "spain")
    assert active_natives.recruits(state)
    assert "go home" not in stays.told
    state.marks.done.clear()
    played = play(leader_assignment.leaders, state, ["cortes"], (), "spain")
    assert not active_natives.recruits(state), "before the next country is asked"
    assert "Cortés of Spain in" in played.told


@pytest.mark.rule("LDR-A5")
def test_a_leader_without_troops_is_placed_at_the_next_wintering() -> None:
    state = new_year()
    lead(state, "france", "picardie", "tremoille")
    state.remove_leader(state.leaders["tremoille"], "away")
    play(leader_assignment.leaders, state, (), (), "france")
    assert state.leaders["tremoille"].place == "ile-de-france"  # no troops: the capital
    state.land.revolts["caux"] = [Revolt("revolt", "-")]
    assert leader_assignment.refuge(state, "france") == ["ile-de-france"]


def fallen() -> State:
    return led(tabletop(rounds=["S2", "W2"], box="W2", step="wintering"))


@pytest.mark.rule("LDR-11", "WIN-01")
def test_a_country_below_its_minimum_draws_an_unnamed_general_where_one_fell() -> None:
    state = fallen()
    state.remove_leader(state.leaders["tremoille"], "killed")
    play(wintering.wintering, state, dice={"france.leader": 2})
    assert state.leaders["france-anonymous-general-3"].place == "picardie"
    assert state.notes == {}
    play(wintering.wintering, state)  # once only


def beaten_at_sea() -> State:
    """France with ships in Caux and in Brittany, and two admirals of whom one is lost."""
    state = tabletop(rounds=["S2", "W2"], box="W2", step="wintering")
    put(state, "france", "caux", "NWD", position="port", leader="france-anonymous-admiral-1")
    put(state, "france", "armor", "NWD", position="port")
    state.remove_leader(state.leaders["france-anonymous-admiral-1"], "killed")
    return state


@pytest.mark.rule("LDR-11")
def test_a_country_below_its_minimum_draws_an_unnamed_admiral_too() -> None:
    state = beaten_at_sea()
    play(wintering.wintering, state, dice={"france.leader": 2})
    drawn = state.leaders["france-anonymous-admiral-3"]
    assert (drawn.place, drawn.position) == ("caux", "port"), "not those of later turns"
    state = beaten_at_sea()
    for unit in list(state.units_at("caux")):
        state.remove(unit)
    play(wintering.wintering, state, dice={"france.leader": 1})
    assert state.leaders["france-anonymous-admiral-2"].place == "armor"
    state = beaten_at_sea()
    for unit in list(state.units.values()):
        state.remove(unit)
    play(wintering.wintering, state)
    assert len(state.leaders) == 1, "there are no ships for him"
    state = beaten_at_sea()
    lead(state, "france", "armor", "france-anonymous-admiral-2", "port")
    back = lead(state, "france", "caux", "france-anonymous-admiral-1", "port")
    assert leader_assignment.superfluous(state, "france", back) == "france-anonymous-admiral-2"


@pytest.mark.rule("WIN-08")
@pytest.mark.parametrize(
    ("back", "unnamed"),
    [("cortes", "spain-anonymous-conquistador-1"), ("colon", "spain-anonymous-explorer-1")],
)
def test_pioneers_who_come_back_take_the_place_of_who_was_drawn_for_them(
    back: str, unnamed: str
) -> None:
    state = tabletop()
    lead(state, "spain", "castilla-la-vieja", back)
    assert leader_assignment.superfluous(state, "spain", back) == ""
    lead(state, "spain", "castilla-la-vieja", unnamed)
    assert leader_assignment.superfluous(state, "spain", back) == unnamed


@pytest.mark.rule("LDR-11")
def test_only_a_shortfall_counts() -> None:
    state = fallen()
    lead(state, "france", "champagne", "france-anonymous-general-2")
    state.remove_leader(state.leaders["tremoille"], "wounded", "W5")
    play(wintering.wintering, state)
    assert len(state.leaders) == 3
    state = fallen()  # nobody fell: a country that began with too few draws none
    state.remove_leader(state.leaders["tremoille"], "away")
    play(wintering.wintering, state)


@pytest.mark.rule("LDR-11")
def test_the_new_general_goes_to_other_troops_when_none_are_left_there() -> None:
    state = fallen()
    state.remove_leader(state.leaders["tremoille"], "killed")
    for unit in list(state.units_at("picardie")):
        state.remove(unit)
    play(wintering.wintering, state, dice={"france.leader": 1})
    assert state.leaders["france-anonymous-general-2"].place == "champagne"


@pytest.mark.rule("EXP-28")
def test_a_new_explorer_arrives_in_the_unknown_only_with_those_who_are_left_there() -> None:
    """Text 1643: the new one may be put in the same place as the old one only if some counters are
    still present; a general is placed by the usual rules."""
    unknown: Any = {"portugal": {"sea-arguin"}}
    state = tabletop(alliances={"portugal": ["portugal"]}, wars=[], known=unknown)
    (home,) = put(state, "portugal", "tejo", "NWD", position="port")
    assert leader_assignment._room_for(state, "portugal", "sea-guinee", "explorer") == ["tejo port"]
    put(state, "portugal", "sea-guinee", "NWD")
    assert leader_assignment._room_for(state, "portugal", "sea-guinee", "explorer") == [
        "sea-guinee"
    ]
    put(state, "portugal", "sea-angola", "LD", position="aboard")
    found = leader_assignment._room_for(state, "portugal", "sea-angola", "conquistador")
    assert found == ["sea-angola aboard"]
    assert "sea-angola aboard" not in leader_assignment._room_for(
        state, "portugal", "sea-angola", "general"
    )
    assert home
