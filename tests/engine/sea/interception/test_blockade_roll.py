"""Running a blockade: the odds, what each result means, forced battles."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from engine.fleets import blockades, supply_ports
from engine.land.battle.parameters import Force
from engine.play.asks import Choose
from engine.play.phase import Phase
from engine.sea.battle import battle as sea_battle
from engine.sea.interception import blockade_roll
from engine.sequence import movement, siege_segment
from engine.state import State
from engine.state.stacks import Band
from tests.engine.playing import Played, lead, play
from tests.engine.plays import played
from tests.engine.sea.afloat import at, decide, fleet, sea_table, units


def moves(state: State, *answers: Any, dice: Any = ()) -> Played:
    return play(movement.moves, state, answers, dice)


def risk(state: State, ships: list[int], leader: str = "") -> dict[str, int]:
    leaders = [state.leaders[leader]] if leader else []
    found = blockade_roll.risk(state, Band.of(units(state, ships), leaders), "cornwall")
    return {each.rule: each.value for each in found}


def blockaded(*french: str, leader: str = "") -> tuple[State, list[int], list[int]]:
    """French ships blockade Plymouth; an English warship lies there."""
    state = sea_table()
    english = fleet(state, "england", "cornwall", "NWD")
    task = "blockade:cornwall"
    ships = fleet(state, "france", "sea-manche", *french, leader=leader, task=task)
    return state, english, ships


@pytest.mark.rule("BLK-02", "BLK-03", "BLK-04", "BLK-A2")
def test_the_modifiers() -> None:
    state, english, _ = blockaded("NGD", leader="france-anonymous-admiral-1")
    assert risk(state, english) == {}
    fleet(state, "england", "cornwall", leader="england-anonymous-admiral-3")
    assert risk(state, english, "england-anonymous-admiral-3") == {"BLK-02": 2}
    state.leaders.clear()
    state, english, _ = blockaded("NGD", leader="duquesne")
    fleet(state, "england", "cornwall", leader="england-anonymous-admiral-1")
    assert risk(state, english, "england-anonymous-admiral-1") == {}, "only if positive"
    state, english, _ = blockaded("NDE", "NDE")
    assert risk(state, english) == {"BLK-03": 1}
    state, english, _ = blockaded("NWD")
    assert risk(state, english) == {"BLK-04": 1}
    state.countries["france"].naval_technology = "seventy-four"
    assert risk(state, english) == {}
    state, english, _ = blockaded("NWD", "NGD")
    assert risk(state, english) == {}, "galleys among them"


@pytest.mark.rule("BLK-05", "BLK-06", "BLK-07", "BLK-08")
def test_the_results() -> None:
    found = [blockade_roll.result(modified) for modified in (4, 5, 6, 7, 8, 12)]
    assert found == ["caught", "caught", "held", "held", "through", "through"]


@pytest.mark.rule("BLK-01", "BLK-05")
def test_leaving_and_entering_are_two_attempts() -> None:
    state, (ship,), _ = blockaded("NGD")
    moves(
        state,
        ("next-move", f"cornwall:{ship}"), ("sail", ["sea-manche", "sea-celtique", "cornwall"]),
        dice={"england.escape": [8, 9], "england.attrition": 1},
    )  # fmt: skip
    assert at(state, ship) == ("cornwall", "port")


@pytest.mark.rule("BLK-06", "NAV-A2")
def test_who_is_held_stays_in_port() -> None:
    state, (ship,), _ = blockaded("NGD")
    played = moves(
        state, ("next-move", f"cornwall:{ship}"), ("sail", ["sea-celtique"]),
        dice={"england.escape": 7},
    )  # fmt: skip
    assert at(state, ship) == ("cornwall", "port")
    assert ship in state.marks.moved, "its move is over"
    assert "NWD of England fails to get past the blockade of Cornwall" in played.told
    assert len([entry for entry in played.phase.story if entry.kind == "roll"]) == 1


@pytest.mark.rule("BLK-07", "PRE-15")
@pytest.mark.parametrize("answer", ["stay", "mumhan"])
def test_who_cannot_enter_stays_or_goes_back(answer: str) -> None:
    """Ships without troops pass no place of fire for it: their way home costs nothing more."""
    state, _, _ = blockaded("NGD")
    (ship,) = fleet(state, "england", "sea-celtique", "NWD")
    state.marks.done.add("stays 1")
    played = moves(
        state,
        ("next-move", f"sea-celtique:{ship}"), ("sail", ["cornwall"]), ("turned-back", answer),
        dice={"england.escape": 6, "england.attrition": 1},
    )  # fmt: skip
    (ask,) = (each for each in played.asks if each.name == "turned-back")
    assert isinstance(ask, Choose)
    assert [option.answer for option in ask.options] == ["stay", "mumhan"]
    assert ask.enter == "stay"
    assert at(state, ship)[0] == ("sea-celtique" if answer == "stay" else "mumhan")
    rolls = [entry.sheet or {} for entry in played.phase.story if entry.kind == "roll"]
    assert "PRE-15" not in {rule for sheet in rolls for *_, rule in sheet["modifiers"]}


@pytest.mark.rule("BLK-07", "PRE-10", "NAC-10")
def test_who_is_turned_back_does_not_go_on_with_what_he_did_either() -> None:
    """*Stop moving or return …, in both cases it may not do any action* (827), of which going on
    with a blockade is one, for ships that *may not move*; those that stayed go on."""
    state, _, _ = blockaded("NGD")
    one, other = fleet(state, "england", "sea-manche", "NWD", "NWD", task="blockade:caux")
    moves(
        state,
        ("next-move", f"sea-manche:{one}"), ("mover", [str(one)]), ("sail", ["cornwall"]),
        ("turned-back", "stay"), ("next-move", "done"),
        dice={"england.escape": 6, "england.attrition": [1, 1]},
    )  # fmt: skip
    assert at(state, one)[0] == at(state, other)[0] == "sea-manche"
    assert state.sea.tasks.get(str(one)) is None
    assert state.sea.tasks[str(other)] == "blockade:caux"


@pytest.mark.rule("BLK-08", "BLK-10", "NIN-21")
def test_who_is_caught_may_be_engaged_without_a_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = decide(monkeypatch, "france")
    state, (ship,), french = blockaded("NGD", "NGD")
    state.marks.done.add("stays 1")
    (mover,) = fleet(state, "england", "sea-celtique", "NWD")
    moves(
        state,
        ("next-move", f"sea-celtique:{mover}"), ("sail", ["cornwall"]), ("engage", True),
        dice={"england.escape": 5, "england.attrition": 1},
    )  # fmt: skip
    assert fought[0].other.unit_ids == tuple(french)
    assert fought[0].rolls == 1, "the blockade, no interception"
    assert fought[0].zone == "sea-manche"
    assert state.sea.tasks[str(french[0])] == "blockade:cornwall", "it goes on"
    assert at(state, mover)[0] in ("kent", "wessex"), "the nearest ports that are open"
    assert at(state, ship) == ("cornwall", "port")


@pytest.mark.rule("BLK-01", "SUP-27")
def test_nobody_runs_his_own_blockade_to_come_to_his_presidio() -> None:
    state = sea_table()
    state.sea.presidios["normandie"] = ("england", 1)
    fleet(state, "england", "sea-manche", "F-: 2 NWD", task="blockade:normandie")
    (mover,) = fleet(state, "england", "sea-celtique", "NWD")
    state.marks.done.add("stays 1")
    moves(
        state, ("next-move", f"sea-celtique:{mover}"), ("sail", ["sea-manche", "normandie"]),
        dice={"england.attrition": [1, 1]},
    )  # fmt: skip
    assert at(state, mover) == ("normandie", "port")
    assert blockades.is_blockaded(state, "normandie"), "to the enemy it is closed"
    ship = [state.units[mover]]
    assert supply_ports.supplies(state, ship, "normandie", "england")


@pytest.mark.rule("BLK-08", "BLK-06")
def test_a_victor_who_was_caught_on_leaving_is_back_in_port(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fought = decide(monkeypatch, "england")
    state, (ship,), french = blockaded("NGD")
    moves(
        state, ("next-move", f"cornwall:{ship}"), ("sail", ["sea-celtique"]), ("engage", True),
        dice={"england.escape": 2, "france.attrition": 1},
    )  # fmt: skip
    assert fought[0].zone == "sea-manche"
    assert at(state, ship) == ("cornwall", "port")
    assert at(state, french[0])[1] == "port", "the loser has gone home"


@pytest.mark.rule("BLK-08", "BLK-07", "BLK-A3")
@pytest.mark.parametrize("answer", ["stay", "mumhan"])
def test_a_victor_who_was_caught_on_entering_is_turned_back_all_the_same(
    monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    """*The stack did not manage to escape blockade (as above). Additionally, the blockading stack
    may choose to immediately engage* (833): not even the port, which is open now, is entered."""
    decide(monkeypatch, "england")
    state, _, french = blockaded("NGD")
    (ship,) = fleet(state, "england", "sea-celtique", "NWD")
    state.marks.done.add("stays 1")
    played = moves(
        state, ("next-move", f"sea-celtique:{ship}"), ("sail", ["cornwall"]), ("engage", True),
        ("turned-back", answer),
        dice={"england.escape": 5, "france.attrition": 1, "england.attrition": 1},
    )  # fmt: skip
    (ask,) = (each for each in played.asks if each.name == "turned-back")
    assert isinstance(ask, Choose)
    assert [option.answer for option in ask.options] == ["stay", "mumhan"]
    assert at(state, french[0])[1] == "port"
    assert not blockades.is_blockaded(state, "cornwall")
    assert at(state, ship)[0] == ("sea-celtique" if answer == "stay" else "mumhan")
    assert ship in state.marks.moved, "its movement is over"


@pytest.mark.rule("BLK-10", "BLK-08")
def test_who_is_engaged_already_or_may_not_intercept_or_declines_lets_it_be() -> None:
    for kept in ("locked", "beaten", "no campaign"):
        state, (ship,), french = blockaded("NGD")
        if kept == "no campaign":
            state.countries["france"].campaign = "none"
        else:
            getattr(state.marks, kept).update(french)
        moves(
            state, ("next-move", f"cornwall:{ship}"), ("sail", ["sea-celtique"]),
            dice={"england.escape": 2},
        )  # fmt: skip
        assert at(state, ship) == ("cornwall", "port"), kept
    state, (ship,), _ = blockaded("NGD")
    moves(
        state, ("next-move", f"cornwall:{ship}"), ("sail", ["sea-celtique"]), ("engage", False),
        dice={"england.escape": 2},
    )  # fmt: skip
    assert at(state, ship) == ("cornwall", "port")


@pytest.mark.rule("SIE-02")
def test_before_the_sieges_a_fleet_too_small_lifts_its_blockade_and_stays() -> None:
    state = sea_table(step="siege")
    (small,) = fleet(state, "england", "sea-manche", "F-: 2 NWD", task="blockade:caux")
    state.land.levels["caux"] = 2
    play(siege_segment.siege, state)
    assert state.sea.tasks == {str(small): "blockade:caux"}
    state.land.levels["caux"] = 4
    state.marks.done.clear()
    played = play(siege_segment.siege, state)
    assert state.sea.tasks == {}
    assert at(state, small) == ("sea-manche", "field")
    assert "The blockade of Caux is lifted" in played.told


@pytest.mark.rule("BLK-08", "BLK-10", "NIN-21")
def test_who_is_caught_is_brought_into_the_zone_of_the_blockade(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """*The blockading stack may engage at once*, where it blockades: so the battle finds the mover
    there, and who has nowhere to go stays there."""
    state, (ship,), _ = blockaded("NGD")
    lead(state, "england", "cornwall", "howard", "port")

    class Result(NamedTuple):
        winner: str

    async def battle(
        phase: Phase, zone: str, phasing: Force, other: Force, interception: bool
    ) -> Result:
        assert {each.place for each in phasing.units(phase.state)} == {"sea-manche"}
        assert phase.state.leaders["howard"].place == "sea-manche"
        return Result("france")

    monkeypatch.setattr(sea_battle, "battle", battle)
    moves(
        state, ("next-move", f"cornwall:{ship}"), ("mover", [str(ship), "howard"]),
        ("sail", ["sea-celtique"]), ("engage", True), dice={"england.escape": 2},
    )  # fmt: skip
    assert at(state, ship) == ("sea-manche", "field")


@pytest.mark.rule("BLK-08", "BLK-10", "NIN-21")
def test_the_admiral_of_the_blockade_leads_those_who_engage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """*The blockading stack may engage at once*: as it lies there, under its admiral."""
    fought = decide(monkeypatch, "france")
    state, (ship,), french = blockaded("NGD", leader="duquesne")
    moves(
        state, ("next-move", f"cornwall:{ship}"), ("sail", ["sea-celtique"]), ("engage", True),
        dice={"england.escape": 2, "england.attrition": 1},
    )  # fmt: skip
    assert fought[0].other.unit_ids == tuple(french)
    assert fought[0].other.leader_ids == ("duquesne",)


@pytest.mark.rule("BLK-08", "PUR-21", "BLK-06")
def test_prizes_go_back_to_port_with_the_victor_who_was_caught() -> None:
    """*If it was trying to exit a port, it must stay in*: all of the stack that was engaged, and so
    what has joined it in the battle, be it a ship that it has taken or what is left of one hit."""
    state = sea_table()
    english = fleet(state, "england", "cornwall", "NWD", "NWD", "NWD")
    fleet(state, "france", "sea-manche", "NWD", "NWD", task="blockade:cornwall")
    found = played(
        movement.moves, state,
        {"next-move": [f"cornwall:{english[0]}"], "mover": [list(map(str, english))],
         "sail": [["sea-celtique"]], "engage": [True]},
        {"england.escape": 2, "england.shock1": 10, "england.pursuit": 10},
    )  # fmt: skip
    assert "2 NWD are manned by England" in found.told
    after = [unit.id for unit in state.units.values() if unit.country == "england"]
    assert len(after) == 5
    assert {at(state, number) for number in after} == {("cornwall", "port")}


def test_the_ships_that_run_are_told_with_their_owner() -> None:
    """An admiral of an ally commands them."""
    state, _, _ = blockaded("NGD")
    (ship,) = fleet(state, "holland", "cornwall", "NWD")
    admiral = lead(state, "england", "cornwall", "england-anonymous-admiral-1", "port")
    band = Band("cornwall", (ship,), (admiral,))
    played = play(blockade_roll.escape, state, (), {"england.escape": 7}, band, "cornwall", True)
    assert "NWD of Holland runs the blockade of Cornwall (7 +2 = 9)" in played.told
