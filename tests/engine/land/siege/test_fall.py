"""A fortress falls: those inside, control, manning and levels."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import board
from engine.land.siege import fall
from engine.situation import counters
from engine.state import State, sides
from engine.state.forces import Kind, counts
from engine.state.land import Siege
from tests.engine import plays
from tests.engine.playing import Played, lead, play, put, tabletop, use_up


def besieged(level: int = 3, **fields: Any) -> State:
    """France besieges Artois, which Spain controls."""
    return tabletop(
        step="siege",
        sieges={"artois": Siege("france", ["+"])},
        controllers={"artois": "spain"},
        owners={"artois": "spain"},
        levels={"artois": level},
        **fields,
    )


def falls(state: State, *answers: Any, terms: fall.Terms = "surrender") -> Played:
    """Artois falls on these terms, its players giving these answers."""
    return play(fall.fall, state, answers, [], "artois", terms)


@pytest.mark.rule("FAL-01", "FAL-02", "FAL-A1", "FAL-A4")
def test_the_besieger_takes_control_and_mans_the_fortress_for_one_detachment() -> None:
    state = besieged()
    put(state, "france", "artois", "A+", "LD")
    falls(state, ("man-fortress", "man"), "2:3")
    assert state.land.controllers["artois"] == "france"
    assert state.land.levels.get("artois", 2) == 2
    assert "artois" not in state.land.sieges
    assert counts(state.units_at("artois")) == {"A+": 1}


@pytest.mark.rule("SUP-A2")
def test_what_the_besieged_were_supplied_with_does_not_serve_the_taker() -> None:
    state = besieged(level=1, resupplied={"artois"})
    put(state, "france", "artois", "A+")
    falls(state)
    assert state.land.resupplied == set()


@pytest.mark.rule("FAL-02", "FAL-06")
@pytest.mark.parametrize(
    ("level", "answer", "left"), [(3, "leave", 1), (5, "man", 4), (5, "leave", 3), (4, "man", 3)]
)
def test_a_fallen_fortress_drops_one_level_manned_and_two_otherwise(
    level: int, answer: str, left: int
) -> None:
    state = besieged(level)
    put(state, "france", "artois", "LD")
    falls(state, ("man-fortress", answer))
    assert state.land.levels["artois"] == left
    assert bool(list(state.units_at("artois"))) == (answer == "leave")


@pytest.mark.rule("FAL-03", "FAL-05", "FAL-06")
@pytest.mark.parametrize("level", [1, 2])
def test_a_european_fortress_never_falls_below_one_even_where_two_is_printed(level: int) -> None:
    state = besieged(level)
    put(state, "france", "artois", "A+")
    played = falls(state)
    assert played.asks == []
    assert state.land.levels["artois"] == 1


@pytest.mark.rule("FAL-A4")
def test_a_stack_without_a_whole_detachment_cannot_man() -> None:
    state = besieged(3)
    lead(state, "france", "artois", "bayard")
    put(state, "france", "artois", "LDE")
    played = falls(state)
    assert played.asks == []
    assert state.land.levels["artois"] == 1


@pytest.mark.rule("FAL-01")
def test_the_country_of_the_commander_takes_control_in_a_mixed_stack() -> None:
    state = besieged(2, alliances={"france": ["france", "venice"], "spain": ["spain"]})
    put(state, "france", "artois", "LD")
    put(state, "venice", "artois", "A-")
    falls(state)
    assert state.land.controllers["artois"] == "venice"


@pytest.mark.rule("FAL-01")
def test_a_fortress_that_comes_back_to_its_owner_needs_no_marker() -> None:
    state = besieged(2)
    state.land.owners["artois"] = "france"
    put(state, "france", "artois", "LD")
    falls(state)
    assert "artois" not in state.land.controllers


@pytest.mark.rule("FAL-04", "FAL-A2", "FAL-A3")
def test_in_the_rest_of_the_world_only_a_city_keeps_its_last_level() -> None:
    state = besieged(2)
    state.land.levels.update({"aden-so": 2, "azteca-c": 2})
    assert fall.level_after(state, "aden-so", manned=False) == 0
    assert fall.level_after(state, "aden-so", manned=True) == 1
    assert fall.level_after(state, "azteca-c", manned=False) == 1
    fall.set_level(state, "aden-so", 0)
    assert sides.fortress_level(state, "aden-so") == 0


@pytest.mark.rule("FAL-05", "FAL-02")
@pytest.mark.parametrize(("level", "counters_"), [(2, {}), (1, {"artois": 1}), (3, {"artois": 3})])
def test_a_fortress_of_its_printed_level_has_no_counter(
    level: int, counters_: dict[str, int]
) -> None:
    """Artois is printed with 2; a counter shows any other level, and is taken off for that."""
    state = besieged(4)
    fall.set_level(state, "artois", level)
    assert state.land.levels == counters_


@pytest.mark.rule("FAL-02")
def test_a_fortress_overseas_is_manned_for_a_whole_ld() -> None:
    """*1 LD lost from the besieging stack*: three thirds where two could be paid."""
    state = tabletop(
        step="siege", sieges={"azteca-c": Siege("france")}, controllers={"azteca-c": "spain"},
        levels={"azteca-c": 3},
    )  # fmt: skip
    put(state, "france", "azteca-c", "LD")
    play(fall.fall, state, [("man-fortress", "man")], [], "azteca-c", "surrender")
    assert list(state.units_at("azteca-c")) == []
    assert state.land.levels["azteca-c"] == 2


# Those inside.


@pytest.mark.rule("UND-31", "UND-32", "UND-33", "UND-A7")
def test_surrender_destroys_the_troops_and_keeps_leaders_until_the_end() -> None:
    state = besieged(2)
    put(state, "france", "artois", "A+")
    put(state, "spain", "artois", "A-", position="inside", leader="gran-capitan")
    lead(state, "spain", "artois", "carlos-i", "inside")
    falls(state)
    assert not any(unit.country == "spain" for unit in state.units.values())
    general, king = state.leaders["gran-capitan"], state.leaders["carlos-i"]
    assert (general.status, general.returns) == ("wounded", "End")
    assert king.status == "captured"
    assert state.notes["captive.carlos-i"] == "france"
    assert state.countries["spain"].monarch_lost


@pytest.mark.rule("ASL-29", "ASL-30")
def test_a_stormed_fortress_loses_those_left_inside() -> None:
    state = besieged(2)
    put(state, "france", "artois", "A+")
    put(state, "spain", "artois", "LD", position="inside", leader="gran-capitan")
    lead(state, "spain", "artois", "carlos-i", "inside")
    falls(state, terms="storm")
    assert not any(unit.country == "spain" for unit in state.units.values())
    assert state.leaders["gran-capitan"].returns == "End"
    assert state.leaders["carlos-i"].status == "captured"
    assert state.land.controllers["artois"] == "france"
    assert state.land.levels["artois"] == 1


@pytest.mark.rule("UND-28", "UND-29")
def test_war_honour_frees_troops_leaders_and_a_garrison_together() -> None:
    state = besieged(2)
    put(state, "france", "artois", "A+")
    put(state, "spain", "artois", "A-", position="inside", leader="gran-capitan")
    falls(state, ("war-honour-place", "valencia"), terms="war honour")
    assert counts(state.units_at("valencia")) == {"A-": 1, "LD": 1}
    assert state.leaders["gran-capitan"].place == "valencia"
    assert all(unit.position == "field" for unit in state.units_at("valencia"))
    assert state.land.controllers["artois"] == "france"


@pytest.mark.rule("UND-29")
def test_war_honour_may_split_and_break_the_troops() -> None:
    state = besieged(2)
    put(state, "france", "artois", "A+")
    put(state, "spain", "artois", "A-", position="inside", leader="gran-capitan")
    answers = ["split", "break:0", "valencia", "murcia", "valencia", "murcia"]
    falls(state, *answers, terms="war honour")
    assert counts(state.units_at("valencia")) == {"LD": 2}
    assert counts(state.units_at("murcia")) == {"LD": 1}
    assert state.leaders["gran-capitan"].place == "murcia"


@pytest.mark.rule("UND-29")
def test_only_friendly_unbesieged_provinces_take_the_garrison() -> None:
    state = besieged(2)
    put(state, "france", "artois", "A+")
    put(state, "france", "valencia", "LD")
    state.land.sieges["murcia"] = Siege("france")
    put(state, "france", "murcia", "LD")
    put(state, "spain", "galiza", "A+", "A+")
    played = falls(state, "aragon", terms="war honour")
    offers = played.asks[0].offers()
    assert "aragon" in offers
    assert not {"artois", "valencia", "murcia", "champagne"} & set(offers)
    assert "galiza" not in offers, "no room"


@pytest.mark.rule("INI-03", "UND-29")
def test_a_garrison_that_goes_free_does_not_join_an_ally_of_an_ally() -> None:
    state = besieged(
        2,
        alliances={"france": ["france"], "spain": ["spain", "england", "venice"]},
        pacts=[["france"], ["spain", "england"], ["england", "venice"]],
    )
    put(state, "france", "artois", "A+")
    put(state, "venice", "valencia", "LD")
    put(state, "england", "murcia", "LD")
    offers = falls(state, "murcia", terms="war honour").asks[0].offers()
    assert "murcia" in offers
    assert "valencia" not in offers


@pytest.mark.rule("INI-03", "UND-28")
def test_who_could_only_join_allies_of_allies_does_not_go_free() -> None:
    state = besieged(
        2,
        alliances={"france": ["france"], "spain": ["spain", "england", "venice"]},
        pacts=[["france"], ["spain", "england"], ["england", "venice"]],
    )
    put(state, "france", "artois", "A+")
    for place in board.provinces():
        if place != "artois" and sides.is_friendly(state, place, "spain"):
            put(state, "venice", place, "LD")
    put(state, "spain", "artois", "A-", position="inside")
    played = falls(state, terms="war honour")
    assert "Artois: the garrison, A- of Spain, is lost." in played.told
    assert "Artois: the garrison, LD of Spain, is lost." in played.told, "that of the fortress"
    assert not [unit for unit in state.units.values() if unit.country == "spain"]


@pytest.mark.rule("UND-30")
def test_war_honour_does_not_free_a_monarch() -> None:
    state = besieged(2)
    put(state, "france", "artois", "A+")
    lead(state, "spain", "artois", "carlos-i", "inside")
    falls(state, "valencia", terms="war honour")
    assert state.leaders["carlos-i"].status == "captured"


@pytest.mark.rule("UND-A9", "UND-28")
def test_natives_who_are_given_war_honour_send_no_garrison_to_another_city() -> None:
    """*Given back to the besieged who must immediately place them in any unbesieged friendly
    province*: of a city of nobody the besieged are the natives of its area, who have no others."""
    state = tabletop(
        step="siege", sieges={"canton-s": Siege("france")}, levels={"canton-s": 1},
        natives={"canton-s": "active", "canton-e": "active"},
    )  # fmt: skip
    put(state, "france", "canton-s", "A+")
    assert sides.controller(state, "canton-e") == sides.NATIVES
    played = play(fall.fall, state, (), [], "canton-s", "war honour")
    assert not played.asks
    assert {unit.country for unit in state.units.values()} == {"france"}
    assert sides.controller(state, "canton-s") == "france"


@pytest.mark.rule("UND-A8")
def test_troops_with_nowhere_to_go_are_lost() -> None:
    state = besieged(2)
    for place in list(_controlled(state, "spain")):
        state.land.controllers[place] = "france"
    state.land.controllers["artois"] = "spain"
    put(state, "france", "artois", "A+")
    put(state, "spain", "artois", "LD", position="inside", leader="gran-capitan")
    played = falls(state, terms="war honour")
    assert played.asks == []
    assert not any(unit.country == "spain" for unit in state.units.values())
    assert state.leaders["gran-capitan"].returns == "End"


@pytest.mark.rule("UND-A8")
def test_the_garrison_needs_a_free_counter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.situation.counters.free_counters", lambda *_: 0)
    state = besieged(2)
    put(state, "france", "artois", "A+")
    played = falls(state, terms="war honour")
    assert played.asks == []
    assert not any(unit.country == "spain" for unit in state.units.values())


def _controlled(state: State, country: str) -> list[str]:
    return [place for place in board.provinces() if sides.controller(state, place) == country]


@pytest.mark.rule("UND-28", "UND-A8")
@pytest.mark.parametrize("free", [0, 1])
def test_the_last_counter_in_the_box_makes_a_garrison(free: int) -> None:
    state = besieged(2)
    put(state, "france", "artois", "A+")
    spare = counters.free_counters(state, "spain", "LD") - free
    for _ in range(spare):
        put(state, "spain", "valencia", "LD")
    assert counters.free_counters(state, "spain", "LD") == free
    before = len(state.troops_of("spain"))
    given = [("war-honour-place", "murcia")] * free
    falls(state, *given, terms="war honour")
    assert len(state.troops_of("spain")) == before + free
    assert [unit.kind for unit in state.units_at("murcia")] == ["LD"] * free


def test_of_several_provinces_the_nearest_as_the_crow_flies_is_proposed() -> None:
    """Neither the most western nor the most northern one, and none on another map."""
    assert fall._nearest("artois", ["cornwall", "hainaut", "finland"]) == "hainaut"
    assert fall._nearest("lombardia", ["andalucia", "veneto", "finland", "senegal-n"]) == "veneto"
    assert fall._nearest("senegal-n", ["andalucia", "azteca-e"]) == "azteca-e"


@pytest.mark.rule("UND-29", "UND-A8")
@pytest.mark.parametrize(("kind", "free", "ways"), [
    ("A-", 2, ["break:0"]), ("A-", 1, []), ("A-", 0, []), ("LD", 3, []),
])  # fmt: skip
def test_troops_that_go_free_break_while_counters_last(
    kind: Kind, free: int, ways: list[str]
) -> None:
    """An A- into two LD; an LD stays whole in Europe."""
    state = besieged(2)
    use_up(state, "spain", "LD")
    (number,) = put(state, "spain", "artois", kind, position="inside")
    for unit in [unit for unit in state.units.values() if unit.kind == "LD"][:free]:
        if unit.id != number:
            state.remove(unit)
    asks = plays.played(fall._place_unit, state, {}, {}, "artois", number).asks
    assert [raw for raw in asks[0].offers() if str(raw).startswith("break")] == ways


@pytest.mark.rule("UND-28", "UND-29")
@pytest.mark.parametrize(("leader", "split"), [("", False), ("gran-capitan", True)])
def test_a_garrison_alone_is_not_split(leader: str, split: bool) -> None:
    """*Split as wished*: the LD of the walls is one counter; with a leader there are two to
    place."""
    state = besieged(2)
    put(state, "france", "artois", "A+")
    if leader:
        lead(state, "spain", "artois", leader, "inside")
    asks = falls(state, "valencia", terms="war honour").asks
    assert ("split" in asks[0].offers()) is split
    assert [unit.kind for unit in state.units_at("valencia")] == ["LD"]


@pytest.mark.rule("UND-28", "UND-A8")
@pytest.mark.parametrize(("country", "corps"), [("turkey", "janissary"), ("spain", "")])
def test_the_garrison_of_turkish_walls_are_janissaries(country: str, corps: str) -> None:
    state = besieged(2, alliances={"france": ["france"], country: [country]})
    state.land.controllers["artois"] = country
    put(state, "france", "artois", "A+")
    home = "valencia" if country == "spain" else "trakya"
    falls(state, home, terms="war honour")
    assert [unit.corps for unit in state.units_at(home)] == [corps]


@pytest.mark.rule("UND-28", "UND-29", "UND-A8")
def test_leaders_who_march_out_go_one_by_one_and_who_finds_no_place_is_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """*They may be split in different provinces*: of three leaders nobody takes the first in."""
    state = besieged(2)
    put(state, "france", "artois", "A+")
    names = ["gran-capitan", "don-juan", "farnese"]
    for name in names:
        lead(state, "spain", "artois", name, "inside")
    first, *others = [leader.id for leader in sides.inside(state, "artois")[1]]

    def refuges(_: State, home: str, units: Any = (), leaders: Any = ()) -> list[str]:
        refused = first in [leader.id for leader in leaders]
        return [] if refused else ["murcia", "valencia"]

    monkeypatch.setattr(fall, "_refuges", refuges)
    goals = ["valencia", "murcia", "valencia"]
    falls(state, *(("war-honour-place", goal) for goal in goals), terms="war honour")
    assert [unit.kind for unit in state.units_at("valencia")] == ["LD"]
    assert (state.leaders[first].status, state.leaders[first].returns) == ("wounded", "End")
    assert [state.leaders[name].place for name in others] == goals[1:]


@pytest.mark.rule("UND-29", "MOV-03")
@pytest.mark.parametrize("split", [False, True])
def test_a_garrison_that_finds_no_room_anywhere_loses_what_is_too_much(
    split: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only Valencia is left, where two A+ stand: of the A- and the LD that come none may stay."""
    state = besieged(2)
    put(state, "france", "artois", "A+")
    (army,) = put(state, "spain", "artois", "A-", position="inside")
    put(state, "spain", "valencia", "A+", "A+", veteran=True)
    monkeypatch.setattr(fall, "_refuges", lambda *_: ["valencia"])
    if split:
        found = plays.played(fall._place_unit, state, {}, {}, "artois", army)
    else:
        found = plays.played(fall.fall, state, {}, {}, "artois", "war honour")
    assert "over-stacking" in plays.asked(found)
    assert sum(unit.thirds for unit in state.units_at("valencia")) <= 24
