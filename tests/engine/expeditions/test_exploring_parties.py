"""Who of a stack may explore, and whom it may join (EXP, MOV-26, NAT-30, DIS-03)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.expeditions import exploration, exploring_parties
from engine.expeditions.exploring_parties import Explorers
from engine.land.ground.stack_parts import Part
from engine.overseas import active_natives, discoveries, exploration_rights
from engine.play.phase import Phase
from engine.situation import knowledge
from engine.state.forces import Kind
from tests.engine.overseas import coasts
from tests.engine.overseas.expeditions import (
    ARGUIN,
    GAMBIA,
    GOOD,
    MAURITANIA,
    SENEGAL,
    fleet,
    table,
    troops,
)
from tests.engine.playing import band, play, put, tabletop


@pytest.mark.rule("EXP-A8", "MOV-26", "EXP-03")
@pytest.mark.parametrize(
    ("kinds", "watch", "going"),
    [
        (("LD", "LD"), 0, ("LD", "LD")),
        (("LD", "LD"), 3, ("LD",)),
        (("LD", "LD"), 4, ()),
        (("LD", "LD"), 6, ()),
        (("LD", "LDE"), 1, ("LD",)),
        (("LD", "LDE"), 2, ("LDE",)),
        (("LD", "LDE"), 3, ("LDE",)),
        (("LD", "LDE"), 4, ()),
        (("A-", "LD"), 3, ("A-",)),
        (("A-", "LD"), 4, ("LD",)),
        (("A+",), 3, ("A+/LD",)),
        (("A+",), 9, ("A+/LD",)),
        (("A+",), 10, ()),
    ],
)  # fmt: skip
def test_what_the_watch_at_a_fortress_can_spare_explores(
    kinds: tuple[Any, ...], watch: int, going: tuple[str, ...]
) -> None:
    """*Leaves at least 1 LD per fortress level behind*: the largest that may be spared go, of an
    army one detachment."""
    state = table(MAURITANIA)
    units = put(state, "portugal", MAURITANIA, *kinds)
    party = Explorers(MAURITANIA, tuple(units), (), watch).party(state, SENEGAL)
    names = {str(number): kind for number, kind in zip(units, kinds, strict=True)}
    found = tuple(
        names[key.partition("/")[0]] + ("/LD" if "/" in key else "") for key in party.troops
    )
    assert found == going
    assert party.leaders == ()


@pytest.mark.rule("NAT-30", "EXP-18")
@pytest.mark.parametrize("led", [True, False])
def test_recruits_explore_only_with_the_leader_whom_they_follow(led: bool) -> None:
    """*Recruits must stay with the C who used the table.*"""
    state = coasts.table()
    (own,) = coasts.stack(state, coasts.MEXICO, "LD")
    recruits = active_natives.join(state, "cortes", 3)
    people = ("cortes",) if led else ()
    band = Explorers(coasts.MEXICO, (own, *recruits), people)
    goal = coasts.COAST
    assert recruits
    expected = [str(own), *map(str, recruits), "cortes"] if led else [str(own)]
    assert band.may_go(state, goal) == expected


@pytest.mark.rule("EXP-A8", "MOV-26", "EXP-A4")
@pytest.mark.parametrize(
    ("watch", "part", "said"),
    [
        (3, (0,), ""),
        (3, (0, 1), "1 LD of them must stay at the fortress"),
        (2, (0, 1), "2/3 LD of them must stay at the fortress"),
        (1, (0, 1), "some troops of them must stay at the fortress"),
        (0, (0, 1), ""),
    ],
)
def test_who_goes_leaves_the_watch_behind(watch: int, part: tuple[int, ...], said: str) -> None:
    state = table(MAURITANIA)
    units = put(state, "portugal", MAURITANIA, "LD", "LD")
    band = Explorers(MAURITANIA, tuple(units), (), watch)
    wanted = [str(units[at]) for at in part]

    async def procedure(phase: Phase) -> Part:
        return await exploration._part(phase, band, SENEGAL)

    if said:
        with pytest.raises(AssertionError, match=said):
            play(procedure, state, [("explorers", wanted)])
    else:
        assert play(procedure, state, [("explorers", wanted)]).result.troops == tuple(wanted)


@pytest.mark.rule("EXP-A4", "EXP-A8", "MOV-26")
def test_nobody_of_a_stack_goes_whose_country_has_no_campaign() -> None:
    state = table(MAURITANIA)
    units = put(state, "portugal", MAURITANIA, "LD", "LD")
    state.countries["portugal"].campaign = "none"
    band = Explorers(MAURITANIA, tuple(units), ())

    async def procedure(phase: Phase) -> Part:
        return await exploration._part(phase, band, SENEGAL)

    with pytest.raises(AssertionError, match="campaign"):
        play(procedure, state, [("explorers", [str(units[0])])])


@pytest.mark.rule("EXP-03", "EXP-A8")
@pytest.mark.parametrize(("kind", "asked"), [("LD", False), ("A-", True)])
def test_one_counter_goes_unasked_unless_it_is_an_army_that_may_be_broken(
    kind: Any, asked: bool
) -> None:
    state = table(MAURITANIA)
    units = put(state, "portugal", MAURITANIA, kind)
    band = Explorers(MAURITANIA, tuple(units), ())

    async def procedure(phase: Phase) -> Part:
        return await exploration._part(phase, band, SENEGAL)

    played = play(procedure, state, [("explorers", [str(units[0])])] if asked else [])
    assert played.result.troops == (str(units[0]),)
    assert len(played.asks) == asked


@pytest.mark.rule("DIS-03", "EXP-24")
@pytest.mark.parametrize(
    ("there", "goal", "may"),
    [
        (("NWD", "NWD"), GAMBIA, True), (("NWD", "NWD", "NWD"), GAMBIA, False), ((), GAMBIA, True),
        (("LD", "LD", "LD", "LD"), SENEGAL, True),
    ],
)  # fmt: skip
def test_a_stack_joins_its_side_in_a_sea_unless_they_would_be_too_many(
    there: tuple[Any, ...], goal: str, may: bool
) -> None:
    state = table(GAMBIA, SENEGAL)
    own = put(state, "portugal", ARGUIN, "NWD") if goal == GAMBIA else put(
        state, "portugal", MAURITANIA, "LD"
    )  # fmt: skip
    put(state, "portugal", goal, *there)
    put(state, "spain", goal, *(("NWD",) * 3 if goal == GAMBIA else ("LD",)))
    assert exploration.may_not_join(state, own, goal, "portugal") != may


@pytest.mark.rule("DIS-03")
@pytest.mark.parametrize("known", [True, False])
def test_who_alone_knows_a_zone_is_not_joined_there(known: bool) -> None:
    state = table(*([GAMBIA] if known else []))
    there = put(state, "portugal", GAMBIA, "NWD")
    if not known:
        state.overseas.discoveries[str(there[0])] = {GAMBIA}
    own = put(state, "portugal", ARGUIN, "NWD")
    assert exploration.may_not_join(state, own, GAMBIA, "portugal") != known


@pytest.mark.rule("INI-03")
@pytest.mark.parametrize("goal", [GAMBIA, SENEGAL])
@pytest.mark.parametrize(("country", "may"), [("england", True), ("venice", False)])
def test_an_ally_s_ally_alone_is_not_joined_in_a_zone_that_is_found(
    goal: str, country: str, may: bool
) -> None:
    """96: alliances are transitive "for this purpose (but not for stacking purpose"."""
    known = {each: {GAMBIA, SENEGAL} for each in ("portugal", "england", "venice")}
    state = tabletop(
        alliances={"portugal": [*known], "spain": ["spain"]}, wars=[], known=known,
        pacts=[["portugal", "england"], ["england", "venice"], ["spain"]],
    )  # fmt: skip
    kind: Kind = "NWD" if goal == GAMBIA else "LD"
    own = put(state, "portugal", ARGUIN if goal == GAMBIA else MAURITANIA, kind)
    put(state, country, goal, kind)
    assert exploration.may_not_join(state, own, goal, "portugal") != may


@pytest.mark.rule("EXP-01")
@pytest.mark.parametrize(
    ("place", "position", "fought", "said"),
    [(ARGUIN, "field", False, ""), (ARGUIN, "field", True, "(EXP-01)"),
     ("tejo", "port", False, "not in port (EXP-01)"),
     ("sea-lion", "field", False, "no sea zone beside")],
)  # fmt: skip
def test_ships_explore_from_a_sea_beside_the_unknown_where_they_have_not_fought(
    place: str, position: Any, fought: bool, said: str
) -> None:
    state = table()
    ships = put(state, "portugal", place, "NWD", position=position)
    found = exploration_rights.why_not(state, band(ships), place, fought)
    assert (found == "") == (said == "")
    assert said in found


@pytest.mark.rule("EXP-03", "EXP-05", "EXP-A4")
def test_each_stack_has_one_attempt_and_lands_where_enemies_are_to_be_fought() -> None:
    """*At most one attempt*; enemies whom both know are met in the battle step."""
    state = table(MAURITANIA, SENEGAL, wars=[("portugal", "spain")])
    state.overseas.known["portugal"].discard(SENEGAL)
    units = put(state, "portugal", MAURITANIA, "LD")
    state.overseas.natives[SENEGAL] = "gone"
    play(
        exploration.explorations, state, [("next-exploration", f"{MAURITANIA}>{SENEGAL}")],
        {"portugal.explore": GOOD},
    )  # fmt: skip
    assert state.units[units[0]].place == SENEGAL
    assert exploring_parties.exploring_stacks(state, "portugal") == []
    assert play(exploration.explorations, state).asks == []


@pytest.mark.rule("EXP-01", "EXP-03", "EXP-04")
@pytest.mark.parametrize("counts", [True, False])
def test_the_sea_is_explored_before_the_land_and_nothing_where_all_is_known(counts: bool) -> None:
    state = table(MAURITANIA)
    fleet(state, "NWD")
    put(state, "portugal", MAURITANIA, "LD")
    troops(state, "LD", zone="sea-canarias")
    if not counts:
        state.overseas.known.clear()
        assert play(exploration.explorations, state).asks == []
        return
    played = play(
        exploration.explorations, state, [("explore", "done"), ("next-exploration", "done")]
    )
    assert [ask.name for ask in played.asks] == ["explore", "next-exploration"]
    assert "explores nothing from" in played.told or "explore nothing from" in played.told
    assert state.sea.tasks == {}


@pytest.mark.rule("DIS-06", "DIS-07")
def test_stacks_that_meet_share_what_they_found_and_keep_what_neither_has_heard() -> None:
    """*Two stacks of the same country share all pending discoveries; the stacks also tell each
    other what was brought home meanwhile.*"""
    state = table(GAMBIA, SENEGAL, MAURITANIA, "sea-atlantique-n")
    one, other = map(str, put(state, "portugal", ARGUIN, "NWD", "NWD"))
    (stranger,) = map(str, put(state, "spain", ARGUIN, "NWD"))
    state.overseas.discoveries = {one: {"rio-c"}}
    state.overseas.unheard = {one: {SENEGAL, MAURITANIA}, other: {SENEGAL}}

    async def procedure(phase: Phase) -> None:
        discoveries.settle(phase)

    play(procedure, state)
    assert state.overseas.discoveries == {one: {"rio-c"}, other: {"rio-c"}}
    assert state.overseas.unheard == {one: {SENEGAL}, other: {SENEGAL}}
    assert stranger not in state.overseas.discoveries


@pytest.mark.rule("EXP-03", "MOV-A9")
def test_no_pasha_explores() -> None:
    """*Check specific Turkish rules for details* (146): those have none in the Rest of the World
    (C-TUR-11); he turns back from no land either, nor flees to any there."""
    near, far = "bassorah", "nedj-e"
    state = tabletop(
        alliances={"turkey": ["turkey"]}, wars=[], known={"turkey": {"nedj-c"}},
        owners={near: "turkey"}, natives={far: "gone"},
    )  # fmt: skip
    (pasha,) = put(state, "turkey", near, "PASHA", size=2)
    (troops,) = put(state, "turkey", near, "LD", corps="janissary")
    assert Explorers(near, (pasha,), ()).goals(state) == []
    both = Explorers(near, (pasha, troops), ())
    assert both.goals(state) == [far]
    assert both.party(state, far).troops == (str(troops),)
    assert knowledge.chart(state, band([troops])) == frozenset({"nedj-c"})
    assert knowledge.chart(state, band([pasha, troops])) == frozenset()
