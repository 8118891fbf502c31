"""Establishments as the war sees them: whose they are, what they hold, who is an enemy there."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import board
from engine.land.ground import besieging
from engine.land.siege import fall
from engine.overseas import active_natives, forts
from engine.play.phase import Phase
from engine.situation import establishments
from engine.state import State, sides
from engine.state.overseas import Establishment
from tests.engine.playing import play, put, tabletop

PLACE = "senegal-n"
INLAND = next(
    place.id
    for place in board.provinces().values()
    if place.map == "rotw" and not board.adjacent_seas(place.id)
)


def table(*here: Establishment, **fields: Any) -> State:
    """Portugal with England for ally, Spain its enemy and France neutral."""
    state = tabletop(
        alliances={"portugal": ["portugal", "england"], "spain": ["spain"], "france": ["france"]},
        wars=[("portugal", "spain")], **fields,
    )  # fmt: skip
    state.overseas.known = {name: {PLACE} for name in state.countries}
    state.overseas.natives = {PLACE: "gone"}
    if here:
        state.overseas.establishments[PLACE] = list(here)
    return state


def one(country: str, kind: Any, stage: int = 0, founded: int = 0) -> Establishment:
    return Establishment(country, kind, 1 if kind in ("colony", "trading_post") else 0, stage,
                         founded)  # fmt: skip


@pytest.mark.rule("FRT-02")
def test_a_fort_under_construction_is_no_establishment_yet() -> None:
    state = table()
    forts.begin(Phase(state), f"{forts.FORT}{PLACE}:portugal")
    (works,) = state.overseas.establishments[PLACE]
    state.overseas.establishments[PLACE].append(one("spain", "fort", stage=2))
    assert establishments.standing_establishments(state, PLACE) == []
    assert establishments.under_construction(state, PLACE) == state.overseas.establishments[PLACE]
    assert establishments.owning_establishment(state, PLACE) is None
    works.stage = 0
    assert establishments.standing_establishments(state, PLACE) == [works]
    assert works not in establishments.under_construction(state, PLACE)
    assert establishments.owning_establishment(state, PLACE) is works


@pytest.mark.rule("DIS-04")
def test_any_establishment_of_several_that_is_old_is_a_home() -> None:
    state = table(one("portugal", "fort", founded=1))
    assert not establishments.at_phase_start(state, PLACE, "portugal"), "of this very turn"
    state.overseas.establishments[PLACE].append(one("portugal", "mission", founded=1))
    assert establishments.at_phase_start(state, PLACE, "portugal")
    state.overseas.establishments[PLACE].pop()
    state.turn = 2
    assert establishments.at_phase_start(state, PLACE, "portugal")
    assert not establishments.at_phase_start(state, PLACE, "spain")


@pytest.mark.rule("EXP-23")
def test_neutral_is_an_establishment_of_neither_side() -> None:
    for country, neutral in (("portugal", False), ("england", False), ("spain", False),
                             ("france", True)):  # fmt: skip
        state = table(one(country, "trading_post"))
        assert establishments.neutral(state, PLACE, "portugal") is neutral, country
    state = table(one("france", "fort", stage=1))
    state.land.controllers[PLACE] = "france"
    assert not establishments.neutral(state, PLACE, "portugal"), "none stands"
    assert not establishments.neutral(table(), PLACE, "portugal")


@pytest.mark.rule("CMB-14", "NAC-30")
def test_who_of_the_enemy_is_in_a_province() -> None:
    def presence(*here: Establishment, holder: str = "") -> str:
        state = table(*here)
        if holder:
            state.land.controllers[PLACE] = holder
        return establishments.enemy_presence(state, PLACE, "portugal")

    assert presence() == ""
    assert presence(one("portugal", "colony")) == ""
    assert presence(one("france", "colony")) == "", "neutral"
    assert "trading post of Spain" in presence(one("spain", "trading_post"))
    assert presence(one("spain", "trading_post"), holder="portugal") == "", "taken"
    assert "fort of Spain" in presence(one("spain", "fort", stage=1), holder="portugal")
    assert "held by Spain" in presence(holder="spain")
    for position in ("field", "inside"):
        state = table()
        put(state, "spain", PLACE, "LDE", position=position)
        found = establishments.enemy_presence(state, PLACE, "portugal")
        assert "troops of Spain" in found, position
    state = table()
    active_natives.rouse(state, PLACE, 3)
    assert establishments.enemy_presence(state, PLACE, "portugal"), "active natives"


@pytest.mark.rule("CMB-14", "NAC-30")
def test_an_army_of_natives_who_follow_is_no_army_counter() -> None:
    state = table()
    put(state, "portugal", PLACE, "LD", leader="dias")
    recruits = [state.units[number] for number in active_natives.join(state, "dias", 12)]
    assert [unit.kind for unit in recruits] == ["A+"]
    free = establishments.landing_free
    assert free(state, PLACE, "portugal", recruits, ["dias"])
    army = [state.units[number] for number in put(state, "portugal", PLACE, "A-")]
    assert not free(state, PLACE, "portugal", army, ["dias"])
    assert not free(state, PLACE, "portugal", [], ["almeida"]), "no pioneer"
    assert not free(state, "sea-gambie", "portugal", [], ["dias"])
    assert not free(state, "tejo", "portugal", [], ["dias"]), "in Europe"


@pytest.mark.rule("SUP-28", "SUP-29")
def test_which_port_establishments_make() -> None:
    for kind, harbour in (("colony", "port"), ("trading_post", "port"), ("fort", "fort"),
                          ("mission", "fort")):  # fmt: skip
        state = table(one("portugal", kind))
        assert establishments.port_of_establishments(state, PLACE) == harbour, kind
        state.overseas.establishments[INLAND] = state.overseas.establishments[PLACE]
        assert establishments.port_of_establishments(state, INLAND) == "", "no coast"
    assert establishments.port_of_establishments(table(), PLACE) == ""
    assert (
        establishments.port_of_establishments(table(one("portugal", "fort", stage=2)), PLACE) == ""
    )


@pytest.mark.rule("SUP-08", "SUP-19")
def test_what_supplies_whom() -> None:
    for kind, armies in (("colony", True), ("trading_post", True), ("fort", False),
                         ("mission", False)):  # fmt: skip
        state = table(one("portugal", kind))
        assert establishments.supplies(state, PLACE, True), kind
        assert establishments.supplies(state, PLACE, False) is armies, kind
    assert not establishments.supplies(table(), PLACE, True), "nothing stands"
    assert establishments.supplies(table(), "azteca-c", False), "a city"


def test_establishments_in_words() -> None:
    assert (
        establishments.establishment_in_words(one("spain", "colony")) == "colony of Spain, level 1"
    )
    assert establishments.establishment_in_words(one("spain", "fort")) == "fort of Spain"
    assert establishments.establishment_in_words(one("spain", "fort", stage=2)) == (
        "fort of Spain, being built (round 2 of 3)"
    )


# Natives beside them.


@pytest.mark.rule("NAT-01")
def test_only_a_colony_that_stands_has_made_peace_with_the_natives() -> None:
    state = table(one("portugal", "fort", stage=1))
    state.overseas.natives.clear()
    whole = active_natives.inactive_natives(state, PLACE)
    assert whole > 0
    state.overseas.establishments[PLACE] = [Establishment("portugal", "colony", 1, stage=1)]
    assert active_natives.inactive_natives(state, PLACE) == whole, "it does not stand"
    state.overseas.establishments[PLACE] = [one("portugal", "colony")]
    assert active_natives.inactive_natives(state, PLACE) == 0
    assert active_natives.inactive_natives(state, "tejo") == 0, "no natives in Europe"


@pytest.mark.rule("NAT-23", "NAT-28")
def test_who_joins_has_moved_and_stands_with_his_leader() -> None:
    state = table()
    put(state, "portugal", PLACE, "LD", leader="dias")
    joined = active_natives.join(state, "dias", 9)
    assert set(joined) <= state.marks.moved
    assert {(state.units[each].place, state.units[each].position) for each in joined} == {
        (PLACE, "field")
    }
    assert [unit.kind for unit in active_natives.recruits(state)] == ["A-", "LD"]
    assert [unit.id for unit in active_natives.recruits(state)] == joined


@pytest.mark.rule("NAT-A8")
def test_natives_and_a_stack_leave_each_other_alone_when_the_natives_are_routed() -> None:
    state = table(rounds=["S3"])
    put(state, "portugal", PLACE, "LD", "LD")
    natives = active_natives.rouse(state, PLACE, 9)
    assert not active_natives.leave_alone(state, PLACE, "portugal")
    state.marks.beaten.add(natives[0])
    assert not active_natives.leave_alone(state, PLACE, "portugal"), "one of them is not"
    state.marks.beaten.update(natives)
    assert active_natives.leave_alone(state, PLACE, "portugal")
    state.marks.locked.add(natives[0])
    assert not active_natives.leave_alone(state, PLACE, "portugal"), "who is locked fights"
    state.marks.locked.clear()
    state.marks.beaten.clear()
    active_natives.note_rout(state, PLACE, "portugal")
    for rounds, settled in ((1, True), (2, True), (3, False)):
        state.sequence.rounds = ["S3"] * rounds
        assert active_natives.leave_alone(state, PLACE, "portugal") is settled, rounds
        assert not active_natives.leave_alone(state, PLACE, "spain"), "another alliance"


# Forts.


@pytest.mark.rule("FRT-01", "FRT-A3")
def test_no_fort_in_the_land_of_another_country_and_one_s_own_detachments_only() -> None:
    state = table()
    assert "less than 1 LD" in forts.why_not(state, PLACE, "portugal")
    put(state, "portugal", PLACE, "NWD", position="port")
    assert "less than 1 LD" in forts.why_not(state, PLACE, "portugal"), "ships build none"
    put(state, "portugal", PLACE, "LD")
    assert forts.why_not(state, PLACE, "portugal") == ""
    state.land.controllers[PLACE] = "portugal"
    assert forts.why_not(state, PLACE, "portugal") == ""
    state.land.controllers[PLACE] = "england"
    assert "another country" in forts.why_not(state, PLACE, "portugal")


@pytest.mark.rule("FRT-01")
def test_forts_are_offered_to_one_s_own_troops_overseas_alone() -> None:
    state = table()
    put(state, "portugal", "tejo", "LD")
    put(state, "spain", PLACE, "LD")
    put(state, "portugal", "sea-gambie", "LD", position="aboard")
    for place in ("tejo", PLACE, "sea-gambie"):
        assert forts.answers(state, place, "portugal") == []
    state.overseas.natives["senegal-s"] = "gone"
    put(state, "portugal", "senegal-s", "LD")
    assert forts.answers(state, "senegal-s", "portugal") == [f"{forts.FORT}senegal-s:portugal"]
    state.overseas.known.clear()
    assert forts.answers(state, "senegal-s", "portugal") == [], "a game that leaves it out"


@pytest.mark.rule("FRT-04", "FRT-05", "CLN-02")
def test_what_stands_already_goes_on_no_stage_and_stays_when_the_works_are_lost() -> None:
    colony, works = one("portugal", "colony"), one("portugal", "fort", stage=1)
    state = table(colony, works)
    state.land.controllers[PLACE] = "portugal"
    phase = Phase(state)
    forts.advance(phase)
    assert (colony.stage, works.stage) == (0, 2)
    forts.remove_abandoned(phase)  # nobody stands by
    assert state.overseas.establishments == {PLACE: [colony]}
    assert state.land.controllers[PLACE] == "portugal"
    state.overseas.establishments[PLACE].append(works)
    forts.finish(phase)
    assert works.stage == 0
    assert [entry.text.endswith("stands.") for entry in phase.story] == [False, False, True]
    forts.remove(state, PLACE, works)
    forts.remove(state, PLACE, colony)
    assert PLACE not in state.overseas.establishments
    assert PLACE not in state.land.controllers


def test_what_is_besieged_is_called_what_it_is() -> None:
    state = table(one("portugal", "trading_post"))
    put(state, "spain", PLACE, "A+", "A+")
    told = play(besieging.settle, state, (), (), PLACE).told
    assert "The trading post of Portugal in" in told
    assert "is besieged by Spain." in told


@pytest.mark.rule("SIE-01", "FAL-02")
def test_a_city_beside_a_trading_post_is_besieged_and_falls_as_a_city() -> None:
    """Text 3658 to 3661: in the Rest of the World cities keep level 1, other fortresses may be
    destroyed; so it matters which of them is besieged."""
    city = next(
        place for place, where in board.provinces().items() if where.map == "rotw" and where.city
    )
    state = table()
    state.overseas.establishments = {city: [one("portugal", "trading_post")]}
    state.land.controllers[city] = "portugal"
    put(state, "spain", city, "A+", "A+")
    name = board.province(city).city
    assert f"The city of {name} in" in play(besieging.settle, state, (), (), city).told
    answers = ["leave"] if sides.fortress_level(state, city) > 2 else []
    fallen = play(fall.fall, state, answers, (), city, "surrender").told
    assert f"The city of {name} in" in fallen
    assert "surrenders to Spain" in fallen
    walls = table(one("portugal", "trading_post"))
    assert "trading post" in establishments.besieged_in(walls, PLACE)
    walls.land.levels[PLACE] = 2
    assert establishments.besieged_in(walls, PLACE).startswith("the fortress of")


@pytest.mark.parametrize(("placed", "left"), [(9, True), (10, False), (11, False)])
def test_a_country_founds_no_more_than_it_has_counters_for(placed: int, left: bool) -> None:
    """Ten forts of Spain, those of others and its other settlements not counted."""
    state = tabletop()
    at = ["haiti-e", "haiti-w", "cuba-w"]
    state.overseas.establishments = {
        at[0]: [Establishment("spain", "fort") for _ in range(placed)],
        at[1]: [Establishment("portugal", "fort")], at[2]: [Establishment("spain", "mission")],
    }  # fmt: skip
    assert establishments.left_in_box(state, "spain", "fort") is left
    assert establishments.left_in_box(state, "spain", "mission")
