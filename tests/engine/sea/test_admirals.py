"""Admirals at the turn of the year go to ships, generals to troops."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import board
from engine.fleets import hierarchy
from engine.fleets.naval_journey import Journey
from engine.land.movement.march_ask import March
from engine.play.phase import Phase
from engine.sea.under_way import announced_action, staying_aboard
from engine.sea.under_way.announced_action import Action
from engine.sea.under_way.voyage import Voyage
from engine.sequence import leader_assignment, movement, voyages
from engine.situation import command
from engine.state import State
from tests.engine.playing import Played, band, lead, play, put
from tests.engine.sea.afloat import fleet, sea_table

ADMIRAL = "england-anonymous-admiral-1"
GENERAL = "england-anonymous-general-1"


@pytest.mark.rule("WIN-08")
def test_admirals_are_put_on_ships() -> None:
    state = sea_table(step="wintering")
    fleet(state, "england", "wessex", "NWD", leader=ADMIRAL)
    fleet(state, "england", "sea-nord", "NWD")
    put(state, "england", "kent", "LD", leader=GENERAL)
    played = play(leader_assignment.leaders, state, [("redeploy-leader", ADMIRAL)], (), "england")
    assert (state.leaders[ADMIRAL].place, state.leaders[ADMIRAL].position) == ("sea-nord", "field")
    assert played.asks[0].offers() == ["done", ADMIRAL], "the general has nowhere else to go"
    assert "North Sea" in played.told
    play(leader_assignment.leaders, sea_table(step="wintering"), (), (), "england")


@pytest.mark.rule("LDR-08")
def test_a_wounded_admiral_comes_back_to_ships() -> None:
    state = sea_table(step="wintering")
    fleet(state, "england", "wessex", "NWD", leader=ADMIRAL)
    state.remove_leader(state.leaders[ADMIRAL], "wounded", state.sequence.box)
    put(state, "england", "kent", "LD")
    assert command.sails(ADMIRAL)
    assert not command.sails(GENERAL)
    play(leader_assignment.leaders, state, (), (), "england")
    back = state.leaders[ADMIRAL]
    assert (back.status, back.place, back.position) == ("map", "wessex", "port")


@pytest.mark.rule("NAC-10", "UND-17")
def test_an_admiral_whom_his_ships_leave_behind_blockades_nothing_any_more() -> None:
    """*Blockade last until the next movement of the naval stack*: his siege value serves besiegers
    no longer, and he may join others. While a ship of his side goes on, he does."""
    state = sea_table(step="movement")
    (one, other) = fleet(state, "england", "sea-manche", "NWD", "NWD", leader=ADMIRAL)
    (stranger,) = fleet(state, "france", "sea-manche", "NWD")
    for key in (one, other, stranger, ADMIRAL):
        state.sea.tasks[str(key)] = "blockade:vlaanderen"
    state.put(state.units[one], "kent", "port")
    assert ADMIRAL in state.sea.tasks
    state.remove(state.units[other])
    assert [*state.sea.tasks] == [str(stranger)]


@pytest.mark.rule("NAC-10", "UND-17")
def test_an_admiral_beside_ships_that_do_something_else_without_him_does_nothing() -> None:
    """*Blockade last until the next movement of the naval stack*, which may begin another where it
    lies, and leave him out."""
    state = sea_table(step="movement")
    (one, other) = fleet(state, "england", "sea-manche", "NWD", "NWD", leader=ADMIRAL)
    state.sea.tasks = {str(one): "supply", str(other): "supply", ADMIRAL: "supply"}
    voyage = Voyage("england", [one], [], Journey(("sea-manche",)))
    announced_action.join(state, voyage, Action("blockade", "vlaanderen"))
    assert state.sea.tasks[ADMIRAL] == "supply", "the other ship goes on"
    voyage.units = [other]
    announced_action.join(state, voyage, Action("blockade", "vlaanderen"))
    assert state.sea.tasks == {str(one): "blockade:vlaanderen", str(other): "blockade:vlaanderen"}


@pytest.mark.rule("LDR-A5", "CMB-19")
@pytest.mark.parametrize("ships", [True, False])
def test_a_leader_aboard_alone_leaves_the_map_with_the_last_ship(ships: bool) -> None:
    """*Both embarking and disembarking must occur as part of a single move*, but overseas; whose
    ships have left him in the sea, or are lost, stays there no more than an admiral does."""
    state = sea_table(step="movement")
    if ships:
        fleet(state, "england", "sea-manche", "NWD")
    fleet(state, "france", "sea-manche", "NWD")
    lead(state, "england", "sea-manche", GENERAL, "aboard")
    phase = Phase(state)
    staying_aboard.leaders_without_ships(phase, names=())
    assert state.leaders[GENERAL].status == ("map" if ships else "away")


# Hierarchy at sea: Medina Sidonia has rank A, Recalde C.

BEST, WORSE = "medina-sidonia", "recalde"


def armada(small: int, large: int, **fields: Any) -> State:
    """Medina Sidonia with some warships off Lion, Recalde with others in the Tyrrhenian Sea."""
    state = sea_table(
        alliances={"spain": ["spain"], "france": ["france"]}, wars=[("spain", "france")], **fields
    )
    fleet(state, "spain", "sea-lion", *["NWD"] * small, leader=BEST)
    fleet(state, "spain", "sea-thyrrenienne", *["NWD"] * large, leader=WORSE)
    return state


@pytest.mark.rule("RET-14")
def test_the_better_admiral_commands_at_least_as_many_ships() -> None:
    assert hierarchy.why_broken(armada(2, 2), "spain") == []
    (reason,) = hierarchy.why_broken(armada(1, 2), "spain")
    assert "more ships" in reason
    assert hierarchy.why_broken(armada(1, 2, options={"hierarchy": False}), "spain") == []
    assert hierarchy.why_broken(armada(1, 2), "france") == [], "not of that country"


@pytest.mark.rule("RET-14")
def test_generals_the_absent_and_strangers_have_no_part_in_the_hierarchy_of_admirals() -> None:
    state = armada(1, 2)
    state.remove_leader(state.leaders[WORSE], "wounded", "End")
    assert hierarchy.why_broken(state, "spain") == []
    state = armada(1, 2)
    state.leaders[WORSE].country = "england"
    state.diplomacy.alliances[0].members.append("england")
    assert hierarchy.why_broken(state, "spain") == [], "another country's"
    state = armada(1, 0)
    fleet(state, "spain", "sea-thyrrenienne", "NWD", "NWD")
    state.remove(next(unit for unit in state.units_at("sea-lion")))
    assert hierarchy.why_broken(state, "spain"), "without ships while others are unled"


@pytest.mark.rule("WIN-13")
def test_fleets_that_carry_discoveries_are_left_out_of_the_hierarchy() -> None:
    state = armada(1, 2, known={"spain": {"sea-canarias"}})
    (ship, _) = [unit.id for unit in state.units_at("sea-thyrrenienne")]
    state.overseas.discoveries = {str(ship): {"sea-arguin"}}
    assert hierarchy.why_broken(state, "spain") == []
    state.remove(next(unit for unit in state.units_at("sea-lion")))
    state.remove_leader(state.leaders[WORSE], "wounded", "End")
    assert hierarchy.why_broken(state, "spain") == [], "nor do they want for an admiral"
    state.overseas.discoveries.clear()
    assert hierarchy.why_broken(state, "spain")


@pytest.mark.rule("RET-14")
def test_a_part_may_not_go_where_it_would_make_the_hierarchy_worse() -> None:
    state = armada(3, 2)
    part = [unit.id for unit in state.units_at("sea-lion")][:2]
    assert "hierarchy" in hierarchy.why_worse(state, band(part), "sea-alger")
    assert hierarchy.why_worse(state, band(part[:1]), "sea-alger") == ""
    assert hierarchy.why_worse(state, band(part, BEST), "sea-alger") == "", "two and two"
    assert "hierarchy" in hierarchy.why_worse(state, band([], BEST), "sea-alger"), "a leader alone"
    assert {state.units[number].place for number in part} == {"sea-lion"}, "only a trial"


@pytest.mark.rule("RET-14")
@pytest.mark.parametrize(
    ("owner", "leader", "unled"),
    [("spain", "", True), ("england", "", False), ("spain", "carlos-i", False)],
)
def test_an_idle_admiral_is_wanted_where_ships_of_his_country_are_under_nobody(
    owner: str, leader: str, unled: bool
) -> None:
    """Not by those of an ally, nor by those under their king."""
    state = armada(1, 0)
    state.remove(next(unit for unit in state.units_at("sea-lion")))
    state.remove_leader(state.leaders[WORSE], "wounded", "End")
    state.diplomacy.alliances[0].members.append("england")
    fleet(state, owner, "sea-alger", "NWD", "NWD", leader=leader)
    assert bool(hierarchy.why_broken(state, "spain")) is unled


@pytest.mark.rule("LDM-A2", "LDM-02", "MVG-07", "WIN-08")
def test_an_admiral_whom_his_ships_leave_at_sea_waits_there_for_others() -> None:
    """*The moving stack may pick up and drop units along its movement* (510), and a leader alone
    *does not need a naval stack to be carried (the leader sails on some non represented ships)*
    (652): other ships take him along, or he is posted anew."""
    state = sea_table(options={"hierarchy": False})
    (ship,) = fleet(state, "england", "sea-nord", "NWD", leader=ADMIRAL)
    (other,) = fleet(state, "england", "sea-manche", "NWD")
    leaves = [("next-move", f"sea-nord:{ship}"), ("mover", [str(ship)]), ("sail", ["sea-manche"])]
    play(movement.moves, state, [*leaves, ("next-move", "done")], {"england.attrition": [1, 1]})
    assert (state.leaders[ADMIRAL].status, state.leaders[ADMIRAL].place) == ("map", "sea-nord")
    state.marks.moved.clear()
    state.marks.moved_leaders.clear()
    state.marks.done.clear()
    way = ["sea-nord", f"+{ADMIRAL}"]
    play(movement.moves, state, [("next-move", f"sea-manche:{ship}"), ("mover", [str(other)]),
                                 ("sail", way), ("next-move", "done")],
         {"england.attrition": [1, 1]})  # fmt: skip
    assert state.units[other].place == "sea-nord"
    assert state.leaders[ADMIRAL].place == "sea-nord"
    state.sequence.step = "wintering"
    played = play(leader_assignment.leaders, state, [("redeploy-leader", ADMIRAL)], (), "england")
    assert state.leaders[ADMIRAL].place == "sea-manche"
    assert played.asks


# Admirals alone.


def leaves(state: State, place: str, way: list[str], *more: Any, dice: Any = ()) -> Played:
    """The admiral in a place leaves his ships by that way, and nobody else moves."""
    ships = [unit.id for unit in state.units_at(place) if unit.country == "england"]
    answers = [("next-move", f"{place}:{ships[0]}"), ("mover", [ADMIRAL]), ("march", way), *more]
    return play(movement.moves, state, [*answers, ("next-move", "done")], dice)


def stands(state: State) -> tuple[str, str, str]:
    led = state.leaders[ADMIRAL]
    return led.status, led.place, led.position


@pytest.mark.rule("LDM-01", "LDM-02", "LDM-A1", "LDM-A3")
@pytest.mark.parametrize(
    ("start", "way", "points"),
    [
        ("wessex", ["sea-manche", "kent"], 2),  # from port to port
        ("wessex", ["sea-manche"], 3),  # to ships at sea
        ("sea-nord", ["kent"], 3),
        ("sea-nord", ["sea-manche"], 3),
    ],
)
def test_an_admiral_goes_alone_to_other_ships(start: str, way: list[str], points: int) -> None:
    """649: "Movement of leaders alone is allowed", and 651: it "does not need a naval stack to be
    carried": only "for the land leaders" is a manoeuvre of 0 named at sea."""
    state = sea_table()
    places = {start, "kent", "sea-manche"}
    for place in sorted(places):
        fleet(state, "england", place, "NWD", leader=ADMIRAL if place == start else "")
    dice = {"england.attrition": [1] * len([*filter(board.is_sea, places)])}
    found = leaves(state, start, way, dice=dice)
    assert stands(state) == ("map", way[-1], "field" if way[-1] == "sea-manche" else "port")
    assert f"({points} MP)" in found.told
    march = next(ask for ask in found.asks if isinstance(ask, March))
    assert march.question.endswith(", to other ships or to a port?")
    assert march.cost(way)[-1].sum == points
    for goal, spent in march.reach().items():
        assert march.cost(march.path_to(goal))[-1].sum == spent
    assert [unit.place for unit in state.units.values()] == sorted(places), "his ships stay"


@pytest.mark.rule("LDM-A3")
def test_an_admiral_alone_ends_with_ships_of_his_side_or_in_a_port_of_theirs() -> None:
    """658: leaders move alone "typically to take command of a stack": his is of ships."""
    state = sea_table()
    fleet(state, "england", "wessex", "NWD", leader=ADMIRAL)
    fleet(state, "france", "sea-manche", "NWD")
    fleet(state, "england", "sea-rockall", "NWD")
    fleet(state, "england", "cornwall", "NWD")
    ask = March(who="england", name="march", what="?", state=state, alliance="england",
                place="wessex", units=(), leaders=(ADMIRAL,), afloat=True)  # fmt: skip
    ways = ask.reach()
    assert "cornwall" in ways
    assert not {"sea-manche", "midlands", "normandie"} & {*ways}
    assert ways["sea-rockall"] == 3
    assert "neither ships of their side nor a port of theirs (LDM-A3)" in ask.why_not("sea-manche")


@pytest.mark.rule("LDM-06", "LDM-04", "LDM-A3")
def test_an_admiral_alone_is_lost_where_ships_catch_him_and_has_his_own_manoeuvre() -> None:
    """653: "has (for the land leaders) a \\Man of 0", and 654: he "dies immediately ... if he is
    intercepted"."""
    state = sea_table()
    fleet(state, "england", "wessex", "NWD", leader=ADMIRAL)
    fleet(state, "england", "kent", "NWD")
    foe = fleet(state, "france", "sea-manche", "NWD")
    found = leaves(
        state, "wessex", ["sea-manche", "kent"], ("intercept", [str(foe[0])]),
        dice={"france.intercept": 10},
    )  # fmt: skip
    assert stands(state)[0] == "killed"
    (roll,) = [entry for entry in found.phase.story if entry.kind == "roll"]
    manoeuvre = command.values(state.leaders[ADMIRAL]).manoeuvre
    assert ["manoeuvre" in str(roll.sheet), manoeuvre > 0] == [True, True]


@pytest.mark.rule("LDM-07", "CAM-11", "NAC-10")
def test_an_admiral_who_leaves_needs_a_campaign_and_gives_up_what_his_ships_do() -> None:
    """657: "It is considered a passive moves"; under no campaign nothing moves."""
    state = sea_table(campaign="passive")
    ships = fleet(state, "england", "sea-manche", "NWD", leader=ADMIRAL, task="blockade:normandie")
    fleet(state, "england", "wessex", "NWD")
    leaves(state, "sea-manche", ["wessex"], dice={"england.attrition": 1})
    assert stands(state) == ("map", "wessex", "port")
    assert state.sea.tasks == {str(ships[0]): "blockade:normandie"}
    state = sea_table(campaign="none")
    fleet(state, "england", "wessex", "NWD", leader=ADMIRAL)
    assert not voyages.movers(state, "england")


@pytest.mark.rule("LDM-08", "LDM-A3")
def test_hierarchy_binds_an_admiral_who_goes_alone() -> None:
    """659: "hierarchy rules strictly constraint moving leaders alone"."""
    state = sea_table()
    fleet(state, "england", "wessex", "NWD", "NWD", "NWD", leader=BEST)
    fleet(state, "england", "kent", "NWD", "NWD", leader=ADMIRAL)
    fleet(state, "england", "cornwall", "NWD")
    ask = March(who="england", name="march", what="?", state=state, alliance="england",
                place="wessex", units=(), leaders=(BEST,), afloat=True)  # fmt: skip
    assert "cornwall" not in ask.reach()
    assert "(LDM-08)" in ask.why_not("cornwall")
