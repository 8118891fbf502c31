"""Admirals at the turn of the year go to ships, generals to troops."""

from __future__ import annotations

from typing import Any

import pytest

from engine.fleets import hierarchy
from engine.fleets.naval_journey import Journey
from engine.play.phase import Phase
from engine.sea.under_way import announced_action, staying_aboard
from engine.sea.under_way.announced_action import Action
from engine.sea.under_way.voyage import Voyage
from engine.sequence import leader_assignment, movement
from engine.situation import command
from engine.state import State
from tests.engine.playing import band, lead, play, put
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
