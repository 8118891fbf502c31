"""Postings: who comes back, who takes command where, whom the box sends (WIN, LDR, C-LDR)."""

from typing import Any

import pytest

from engine.overseas import active_natives
from engine.play.asks import Ask, Choose, Raw
from engine.sequence import leader_assignment, wintering
from engine.situation import hierarchy
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

    def tremoille(ask: Ask[Any]) -> Raw:
        said = ask.label("tremoille")
        assert said.endswith("(in Champagne, to Picardie)"), "he can go nowhere else"
        return "tremoille"

    answers = [("place-leader", "champagne"), ("redeploy-leader", tremoille), "done"]
    played = play(leader_assignment.leaders, state, answers, (), "france")
    assert options(played, 1) == [general, "tremoille"], "not to leave them so"
    assert options(played, 2) == ["done", general]
    assert state.leaders["tremoille"].place == "picardie"


@pytest.mark.rule("WIN-10", "WIN-A6")
def test_who_has_come_back_does_not_stay_where_he_breaks_the_hierarchy_if_one_move_mends_it() -> (
    None
):
    """153: "If it chooses to do so (including return of wounded leaders), then the hierarchy must
    be globally respected after this redeployment": to put back who was moved besides ends nothing
    while somebody could still mend it."""
    state = new_year()
    general = "france-anonymous-general-1"
    put(state, "france", "picardie", "A+", leader=general)
    put(state, "france", "champagne", "LD")
    put(state, "france", "provence", "LD")
    lead(state, "france", "picardie", "tremoille")
    state.remove_leader(state.leaders["tremoille"], "wounded", "W2")
    answers = [
        ("place-leader", "champagne"), ("redeploy-leader", "tremoille"),
        ("place-leader", "provence"), ("redeploy-leader", "restore"),
        ("redeploy-leader", "tremoille"), ("redeploy-leader", "done"),
    ]  # fmt: skip
    played = play(leader_assignment.leaders, state, answers, (), "france")
    assert options(played, 3) == ["restore", general]
    assert options(played, 4) == [general, "tremoille"], "whose move alone mends it"
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

    def picardie(ask: Ask[Any]) -> Raw:
        values = "rank A, manoeuvre 4, fire 3, shock 3"
        assert ask.question == f"Where does La Trémoille ({values}) take command?"
        assert isinstance(ask, Choose)
        assert {option.answer: option.detail for option in ask.options} == {
            "picardie": "A+",
            "champagne": "LD with Bayard, Anonymous general 1",
            "provence": "LD with Anonymous general 6",
        }
        return "picardie"

    answers = [("place-leader", picardie), "done"]
    played = play(leader_assignment.leaders, state, answers, (), "france")
    assert state.leaders["tremoille"].place == "picardie"
    assert "france-anonymous-general-6" not in state.leaders
    assert "no longer needed" in played.told


@pytest.mark.rule("WIN-08", "LDR-11", "LDR-A5")
def test_an_unnamed_leader_who_waits_to_be_posted_makes_room_too_and_comes_no_more() -> None:
    """*A wounded leader who returns removes the lowest-ranked unnamed leader of his category*
    (C-LDR-05), be it one whose troops are lost, who would have come behind him."""
    state = hosts()
    lead(state, "france", "picardie", "bayard")
    state.remove_leader(state.leaders["bayard"], "wounded", "W2")
    lead(state, "france", "picardie", "france-anonymous-general-6")
    state.remove_leader(state.leaders["france-anonymous-general-6"], "away")
    answers = [("place-leader", "picardie"), "done"]
    played = play(leader_assignment.leaders, state, answers, (), "france")
    assert state.leaders["bayard"].place == "picardie"
    assert "france-anonymous-general-6" not in state.leaders
    assert "Anonymous general 6 of France is no longer needed" in played.told


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


@pytest.mark.rule("NAT-31", "LDR-11")
def test_natives_go_home_at_once_whose_unnamed_conquistador_makes_room_for_one_who_returns() -> (
    None
):
    """NAT-31: they go home when he is gone, before anybody is asked who is posted to them."""
    unnamed = "spain-anonymous-conquistador-1"
    state = new_year(known={"spain": {"azteca-c", "azteca-e"}})
    lead(state, "spain", "azteca-c", unnamed)
    put(state, "spain", "azteca-e", "LD", leader="cortes")
    state.remove_leader(state.leaders["cortes"], "wounded", "W2")
    state.overseas.natives["azteca-c"] = "active"
    active_natives.join(state, unnamed, 3)
    told = play(leader_assignment.leaders, state, [("place-leader", "azteca-e")], (), "spain").told
    assert unnamed not in state.leaders
    assert (state.leaders["cortes"].place, active_natives.recruits(state)) == ("azteca-e", [])
    assert told.index("is no longer needed") < told.index("go home")


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


@pytest.mark.rule("LDR-11", "LDR-A5")
def test_who_has_lost_his_ships_and_is_not_posted_again_yet_is_none_too_few() -> None:
    """*Countries that have less leaders than their minimal will get new ones at the beginning of
    next round* (3265): France, whose least is one admiral, has one who waits to be posted."""
    state = beaten_at_sea()
    lead(state, "france", "armor", "france-anonymous-admiral-2", "port")
    state.remove_leader(state.leaders["france-anonymous-admiral-2"], "away")
    play(leader_assignment.arrivals, state)
    assert len(state.leaders) == 2


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


@pytest.mark.rule("EXP-28")
def test_a_new_conquistador_is_with_the_troops_aboard_and_not_with_their_ships() -> None:
    state = tabletop(
        alliances={"portugal": ["portugal"]}, wars=[], known={"portugal": {"sea-arguin"}}
    )
    put(state, "portugal", "sea-guinee", "NWD")
    put(state, "portugal", "sea-guinee", "LD", position="aboard")
    found = leader_assignment._room_for(state, "portugal", "sea-guinee", "conquistador")
    assert found == ["sea-guinee aboard"]
    assert leader_assignment._room_for(state, "portugal", "sea-guinee", "explorer") == [
        "sea-guinee"
    ]


@pytest.mark.rule("EXP-28", "DIS-01")
def test_a_new_conquistador_knows_what_those_know_with_whom_he_is() -> None:
    state = tabletop(
        alliances={"spain": ["spain"]}, wars=[], rounds=["S2", "W2"], box="W2", step="wintering",
        known={"spain": {"sea-caraibes"}},
    )  # fmt: skip
    (troops,) = put(state, "spain", "azteca-e", "LD", leader="cortes")
    state.overseas.discoveries[str(troops)] = {"azteca-e"}
    state.remove_leader(state.leaders["cortes"], "killed")
    goals = leader_assignment._room_for(state, "spain", "azteca-e", "conquistador")
    assert goals == ["azteca-e"]
    play(leader_assignment._draw, state, (), {"spain.leader": 1}, "spain", "azteca-e",
         "conquistador")  # fmt: skip
    (drawn,) = (name for name, one in state.leaders.items() if one.status == "map")
    assert state.leaders[drawn].place == "azteca-e"
    assert state.overseas.discoveries[drawn] == {"azteca-e"}


@pytest.mark.rule("LDR-11")
def test_as_many_are_drawn_as_fell_below_the_minimum() -> None:
    state = fallen()
    for name in ("tremoille", "france-anonymous-general-1"):
        state.remove_leader(state.leaders[name], "killed")
    play(wintering.wintering, state, dice={"france.leader": [1, 1]})
    drawn = [name for name, one in state.leaders.items() if one.status == "map"]
    assert drawn == ["france-anonymous-general-2", "france-anonymous-general-3"]


@pytest.mark.rule("LDR-11")
def test_the_last_unnamed_general_in_the_box_needs_no_die() -> None:
    state = fallen()
    for number in (2, 3, 4, 6):
        name = lead(state, "france", "berry", f"france-anonymous-general-{number}")
        state.remove_leader(state.leaders[name], "killed")
    state.notes.clear()
    state.remove_leader(state.leaders["tremoille"], "killed")
    play(wintering.wintering, state)
    assert state.leaders["france-anonymous-general-5"].place == "picardie"


@pytest.mark.rule("LDR-11")
@pytest.mark.parametrize(("turn", "period", "faces"), [(34, "IV", 5), (35, "V", 8)])
def test_unnamed_admirals_are_drawn_from_their_first_turn_on(
    turn: int, period: str, faces: int
) -> None:
    """Three of France serve from turn 35 to 62."""
    state = beaten_at_sea()
    state.turn, state.period = turn, period
    dice = {"france.leader": [1] * (leader_assignment.minimum(state, "france", "admiral"))}
    played = play(wintering.wintering, state, dice=dice)
    rolled = [entry.sheet for entry in played.phase.story if entry.sheet and entry.kind == "roll"]
    assert len(state.leaders) == 1 + len(dice["france.leader"])
    assert not rolled or rolled[0]["faces"] == faces


@pytest.mark.rule("LDR-11")
def test_who_has_no_minimum_printed_draws_nobody() -> None:
    assert leader_assignment.minimum(tabletop(), "savoy") == 0


@pytest.mark.rule("WIN-08")
def test_an_admiral_comes_back_to_ships_alone() -> None:
    """Without any he waits on."""
    state = new_year()
    put(state, "france", "picardie", "A+")
    lead(state, "france", "caux", "france-anonymous-admiral-1", "port")
    state.remove_leader(state.leaders["france-anonymous-admiral-1"], "wounded", "S2")
    play(leader_assignment.leaders, state, (), (), "france")
    assert state.leaders["france-anonymous-admiral-1"].status == "wounded"


@pytest.mark.rule("WIN-08", "LDR-11")
def test_only_unnamed_leaders_of_a_kind_with_a_minimum_make_room_and_the_least_of_them() -> None:
    state = hosts()
    lead(state, "france", "picardie", "foix")
    lead(state, "france", "picardie", "bayard")  # of rank B: he has a name
    assert leader_assignment.superfluous(state, "france", "foix") == "france-anonymous-general-1"
    lead(state, "france", "picardie", "france-anonymous-general-6")
    lead(state, "france", "picardie", "france-anonymous-general-4")
    assert leader_assignment.superfluous(state, "france", "foix") == "france-anonymous-general-6"
    back = "france-anonymous-general-6"
    assert leader_assignment.superfluous(state, "france", back) == "france-anonymous-general-4"
    for number in (1, 2):
        lead(state, "france", "picardie", f"france-anonymous-governor-{number}")
    back = "france-anonymous-governor-1"
    assert leader_assignment.superfluous(state, "france", back) == "", "governors have no minimum"


@pytest.mark.rule("WIN-11", "WIN-12")
def test_a_general_may_be_sent_to_a_besieging_army_and_not_to_the_besieged() -> None:
    state = new_year()
    for place, position in (("artois", "field"), ("artois", "inside"), ("berry", "field")):
        put(state, "france", place, "LD", position=position)  # type: ignore[arg-type]
    state.land.sieges["artois"] = Siege("france")
    assert leader_assignment.own_stacks(state, "france") == ["artois", "berry"]


@pytest.mark.rule("WIN-08")
@pytest.mark.parametrize("spoilt", ["", "owner", "controller", "siege", "enemy"])
def test_a_leader_without_troops_waits_in_a_capital_that_his_country_owns_and_holds(
    spoilt: str,
) -> None:
    """C-LDR-08: else in any such province."""
    state = new_year()
    (capital,) = leader_assignment.refuge(state, "france")
    assert capital == "ile-de-france"
    match spoilt:
        case "owner":
            state.land.owners[capital] = "spain"
            state.land.controllers[capital] = "france"
        case "controller":
            state.land.controllers[capital] = "spain"
        case "siege":
            put(state, "spain", capital, "A+")
            state.land.sieges[capital] = Siege("spain")
        case "enemy":
            put(state, "spain", capital, "A+")
        case _:
            pass
    found = leader_assignment.refuge(state, "france")
    assert (found == [capital]) is not bool(spoilt)
    assert len(found) == 1


@pytest.mark.rule("WIN-11")
def test_what_is_to_be_led_is_told_with_whom_of_the_same_country_leads_it_now() -> None:
    state = new_year(alliances={"france": ["france", "venice"], "spain": ["spain"]})
    put(state, "france", "picardie", "A+", leader="tremoille")
    lead(state, "venice", "picardie", "venice-anonymous-general-1")
    lead(state, "france", "picardie", "france-anonymous-general-2", "inside")
    assert leader_assignment._there(state, "france", "picardie") == "A+ with La Trémoille"


@pytest.mark.rule("WIN-10")
def test_a_move_that_mends_hierarchy_in_part_may_be_the_end() -> None:
    """C-HIE-06: it has to hold, or at least to be mended in part."""
    state = new_year()
    put(state, "france", "picardie", "A+", leader="france-anonymous-general-1")
    put(state, "france", "champagne", "LD", leader="tremoille")
    put(state, "france", "provence", "A-", leader="france-anonymous-general-2")
    assert len(hierarchy.hierarchy_broken(state, "france")) == 2
    answers = ["tremoille", ("place-leader", "provence"), ("redeploy-leader", "done")]
    play(leader_assignment.leaders, state, answers, (), "france")
    assert len(hierarchy.hierarchy_broken(state, "france")) == 1


@pytest.mark.rule("WIN-10")
def test_a_move_that_mends_nothing_is_not_the_end_where_hierarchy_did_not_hold() -> None:
    """C-HIE-06: it has to hold, or at least to be mended in part."""
    state = new_year()
    put(state, "france", "picardie", "A+", leader="france-anonymous-general-1")
    put(state, "france", "champagne", "LD", leader="tremoille")
    put(state, "france", "provence", "LD")
    played = play(
        leader_assignment.leaders, state,
        ["tremoille", ("place-leader", "provence"), "restore"], (), "france",
    )  # fmt: skip
    assert state.leaders["tremoille"].place == "champagne"
    assert "done" in options(played, 0)
    assert "done" not in options(played, 2)


@pytest.mark.rule("WIN-09")
@pytest.mark.parametrize(("leader", "overseas"), [("cortes", True), ("a-doria", False)])
def test_overseas_only_those_are_sent_who_may_go_there(leader: str, overseas: bool) -> None:
    """C-LDR-07: the mark on his counter, or its want, tells where a leader may be put."""
    state = new_year(known={"spain": {"haiti-w"}})
    goals = ["andalucia field", "haiti-w field"]
    lead(state, "spain", "andalucia", leader)
    found = leader_assignment._allowed(state, leader, goals)
    assert found == goals[: 1 + overseas]
