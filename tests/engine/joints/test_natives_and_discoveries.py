"""Natives, explorations and discoveries: what the text says where they meet, then what is played.

Each play begins with its sentence of the text, by line.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.expeditions import exploration, exploring_parties
from engine.land.ground import besieging
from engine.land.movement.march_ask import March
from engine.overseas import active_natives, discoveries
from engine.play.asks import BadAnswer
from engine.play.phase import Phase
from engine.sequence import battle_order, movement, sequence, siege_segment
from engine.situation import knowledge
from engine.state import State
from engine.state.overseas import Establishment
from tests.engine.overseas.coasts import ANGOLA, COAST, MEXICO, SOUTH, native
from tests.engine.overseas.unknown import ARGUIN, CANARIES, GAMBIA
from tests.engine.playing import band, decide_battles, lead, play, put, tabletop

CHIEF = "cortes"


def table(*known: str, **fields: Any) -> State:
    """Spain on the coast of Mexico; inland is unknown to it."""
    fields.setdefault("known", {"spain": {COAST, "sea-mexique", *known}, "france": set()})
    fields.setdefault("campaign", "passive")
    fields.setdefault("alliances", {"spain": ["spain"], "france": ["france"]})
    fields.setdefault("wars", [("spain", "france")])
    fields.setdefault("step", "exploration")
    return tabletop(**fields)


def ashore(state: State, *kinds: Any, leader: str | None = CHIEF) -> list[int]:
    return put(state, "spain", COAST, *kinds, leader=leader)


def explores(state: State, *answers: Any, **dice: Any) -> Any:
    """Spain explores inland from the coast with all that is there."""
    named = {f"spain.{name}": value for name, value in dice.items()}
    return play(exploration.explorations, state, [f"{COAST}>{MEXICO}", *answers], named)


def test_an_explorer_of_land_meets_the_natives_as_if_he_had_marched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """1703: "When a land stack enters a province by exploration, test for activation of natives as
    if this was a movement"; 695: those who rise attack at once, as interceptors."""
    state = table(known={"spain": {SOUTH, "sea-angola"}, "france": set()})
    units = put(state, "spain", SOUTH, "LD", "LD", "LD", leader=CHIEF)
    fought = decide_battles(monkeypatch, "spain")
    answers = [f"{SOUTH}>{ANGOLA}", [*map(str, units), CHIEF], ("natives", "peace")]
    dice = {"spain.explore": 1, "spain.natives": 1}
    play(exploration.explorations, state, answers, dice)
    assert [(each.place, each.interception) for each in fought] == [(ANGOLA, True)]
    assert {state.units[number].place for number in units} == {ANGOLA}
    assert all(ANGOLA in state.overseas.discoveries[str(number)] for number in units)


def test_natives_who_are_attacked_fight_with_the_regular_battles() -> None:
    """697: "Before the test for activation, the stack may decide to attack the natives": no die,
    the stack stops, the battle waits; 700: it is "still a passive move"."""
    state = table(MEXICO, step="movement")
    units = ashore(state, "LD", "LD")
    play(movement.moves, state,
         [COAST, [*map(str, units), CHIEF], [MEXICO], ("natives", "attack")],
         {"spain.attrition": 1})  # fmt: skip
    assert native(state, MEXICO) > 0
    assert battle_order.pending_battles(state) == [(MEXICO, "natives")]
    assert not state.marks.active_moves, "passive"


def test_a_leader_alone_is_not_tested_wherever_he_comes() -> None:
    """688: "leaders alone never test for activation"; 1571: he "may also explore"."""
    state = table()
    ashore(state, leader=CHIEF)
    explores(state, explore=1)
    assert state.leaders[CHIEF].place == MEXICO
    assert native(state, MEXICO) == 0


def test_who_is_about_to_fight_natives_explores_nothing() -> None:
    """1561: "each phasing land stack not engaged in battle" may explore: who attacks natives is."""
    state = table("azteca-w")
    put(state, "spain", MEXICO, "LD", leader=CHIEF)
    active_natives.rouse(state, MEXICO, 6)
    assert [band.place for band in exploring_parties.exploring_stacks(state, "spain")] == []


def test_natives_awake_already_are_no_one_s_to_speak_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """704: the table may be used "only ... if the natives in the province are not already activated
    when it enters it": an explorer who comes to active natives has a battle, and no question."""
    state = table()
    units = ashore(state, "LD", "LD")
    active_natives.rouse(state, MEXICO, 6)
    played = explores(state, [*map(str, units), CHIEF], explore=1)
    assert all(ask.name != "natives" for ask in played.asks)
    assert battle_order.pending_battles(state) == [(MEXICO, "natives")]


def test_what_a_stack_found_is_unknown_to_the_next_one() -> None:
    """1652: "only the stack that made it knows about it"; 1654: others "must explore again if they
    want to enter that zone", and their march is refused."""
    state = table(step="movement", campaign="multiple")
    [first] = put(state, "spain", MEXICO, "LD")
    [second] = put(state, "spain", COAST, "LD")
    state.overseas.discoveries[str(first)] = {MEXICO}
    ask = March(who="spain", name="march", what="?", state=state, alliance="spain", place=COAST,
                units=(second,), leaders=())  # fmt: skip
    assert "DIS-02" in ask.why_not(MEXICO)
    assert not ask.is_legal([MEXICO])
    assert not knowledge.is_hidden(state, knowledge.chart(state, band([first])), MEXICO)


def test_a_fort_of_this_phase_hears_of_no_discovery() -> None:
    """1659: a stack brings it home to an establishment "existing at the beginning of the military
    phase": a fort that is still being built is none, one that stood is."""
    for stage, heard in ((0, True), (2, False)):
        state = table(turn=8)
        [unit] = ashore(state, "LD", leader=None)
        state.overseas.establishments[COAST] = [Establishment("spain", "fort", 0, stage, 0)]
        state.land.controllers[COAST] = "spain"
        state.overseas.discoveries[str(unit)] = {MEXICO}
        discoveries.settle(Phase(state))
        assert (MEXICO in state.overseas.known["spain"]) == heard, stage


@pytest.mark.rule("DIS-04")
def test_who_stands_by_a_fort_of_the_last_turn_is_home_when_the_phase_begins() -> None:
    """1660: an establishment "existing at the beginning of the military phase" is home: a fort that
    was finished last turn hears of what its builders found before any of them starves."""
    state = table(turn=8, step="start")
    [unit] = ashore(state, "LD", leader=None)
    state.overseas.establishments[COAST] = [Establishment("spain", "fort", 0, 0, 7)]
    state.overseas.discoveries[str(unit)] = {MEXICO}
    state.sequence.initiatives = {"spain": 12, "france": 9}
    play(sequence.start, state, dice={"start": 7})
    assert MEXICO in state.overseas.known["spain"]


def test_discoveries_are_shared_within_a_country_and_with_no_ally() -> None:
    """1667: two stacks that meet where both know the zone share "if both stacks are of the same
    country (not alliance)"; 1672: "never shared that way with another country"."""
    state = table(alliances={"spain": ["spain", "portugal"]}, wars=[],
                  known={"spain": {COAST}, "portugal": {COAST}})  # fmt: skip
    [mine] = ashore(state, "LD", leader=None)
    [other] = put(state, "spain", COAST, "LD")
    [ally] = put(state, "portugal", COAST, "LD")
    state.overseas.discoveries[str(mine)] = {MEXICO}
    phase = Phase(state)
    discoveries.settle(phase)
    assert state.overseas.discoveries[str(other)] == {MEXICO}
    assert str(ally) not in state.overseas.discoveries
    assert "tell each other" in phase.story[-1].text


def test_a_stack_that_comes_home_delivers_before_its_attrition(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """1676: "if a stack return home and is destroyed by the attrition of this movement, its
    discoveries are brought back before"."""
    state = tabletop(alliances={"portugal": ["portugal"]}, wars=[], campaign="passive",
                     known={"portugal": {CANARIES, ARGUIN}})  # fmt: skip
    [ship] = put(state, "portugal", ARGUIN, "NWD")
    state.overseas.discoveries[str(ship)] = {GAMBIA}
    monkeypatch.setattr("engine.facts.tables.attrition_percent", lambda result: 100)
    way = [CANARIES, "sea-cadix", "algarve"]
    play(movement.moves, state, [f"{ARGUIN}:{ship}", ("sail", way)], {"portugal.attrition": 10})
    assert not state.units, "all lost"
    assert GAMBIA in state.overseas.known["portugal"]


def test_where_both_only_found_the_zone_they_leave_each_other_alone() -> None:
    """1697: two stacks in a zone that neither has brought back "may not interact"; 1699: one "from
    a country who already knows of this zone" may initiate."""
    state = table(known={"spain": set(), "france": set()}, step="movement")
    [mine], [theirs] = put(state, "spain", MEXICO, "LD"), put(state, "france", MEXICO, "LD")
    state.overseas.discoveries = {str(mine): {MEXICO}, str(theirs): {MEXICO}}
    assert not knowledge.may_interact(state, [mine], [theirs], MEXICO)
    state.overseas.known["spain"].add(MEXICO)
    del state.overseas.discoveries[str(mine)]
    assert knowledge.may_interact(state, [mine], [theirs], MEXICO)
    assert not knowledge.may_interact(state, [theirs], [mine], MEXICO)


@pytest.mark.rule("DIS-13", "DIS-14", "AFT-01")
def test_who_only_found_the_zone_may_storm_walls_and_those_within_though_no_stack() -> None:
    """1699: a stack "from a country who already knows of this zone ... may initiate any
    interaction": the other may not, but storms the walls where that one is shut in at last."""
    state = table(known={"spain": set(), "france": {MEXICO}}, campaign="active")
    state.overseas.establishments[MEXICO] = [Establishment("france", "fort")]
    [mine], [theirs] = put(state, "spain", MEXICO, "LD"), put(state, "france", MEXICO, "LD")
    state.overseas.discoveries = {str(mine): {MEXICO}}
    assert active_natives.foes(state, MEXICO, "spain") == []
    assert active_natives.foes(state, MEXICO, "france") == ["spain"]
    state.put(state.units[theirs], MEXICO, "inside")
    play(besieging.settle, state, (), (), MEXICO)
    assert "assault" in siege_segment.actions(state, MEXICO, "spain")


def test_recruits_go_home_with_the_conquistador_who_dies_exploring() -> None:
    """759: natives in a stack "are automatically disbanded if the LeaderC is wounded or killed":
    also where an exploration kills him (1636)."""
    state = table()
    ashore(state, "LD")
    active_natives.join(state, CHIEF, 6)
    state.overseas.natives[COAST] = "gone"  # they follow him now
    units = [unit.id for unit in state.units_at(COAST)]
    who = [*map(str, units), CHIEF]
    explores(state, who, ("losses", "1:1,2:2"), explore=10, half=1, death=10)
    assert state.leaders[CHIEF].status == "killed"
    assert not active_natives.recruits(state)


def test_a_neutral_s_establishment_keeps_the_discoverers_out() -> None:
    """1623: "if the explored province contains an establishment of a neutral country, the stack
    stays in place. The discovery is noted"."""
    state = table(wars=[])
    units = ashore(state, "LD")
    state.overseas.establishments[MEXICO] = [Establishment("france", "colony", 1, 0, 1)]
    state.land.controllers[MEXICO] = "france"
    explores(state, [*map(str, units), CHIEF], explore=1)
    assert state.units[units[0]].place == COAST
    assert state.overseas.discoveries[str(units[0])] == {MEXICO}


def test_an_explorer_goes_along_the_coast_and_no_further() -> None:
    """1612: explorers "may explore coastal provinces ... they may never go further inland"."""
    state = table()
    lead(state, "spain", COAST, "spain-anonymous-explorer-1")
    with pytest.raises((BadAnswer, AssertionError)):
        explores(state, explore=1)
