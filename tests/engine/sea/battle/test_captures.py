"""Captures at sea: ships taken, and who mans them (PUR-20, PUR-21)."""

from __future__ import annotations

import pytest

from engine.fleets import fleet_counters, fleets
from engine.games import statistics
from engine.play.asks import Choose, Raw
from engine.sea.battle import captures, losses
from tests.engine.playing import put
from tests.engine.sea.afloat import fleet, sea_table, sizes
from tests.engine.sea.channel import CHANNEL, ROUT, START, fight, told


@pytest.mark.rule("PUR-20", "PUR-21", "NLS-09")
def test_captured_ships_change_sides() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F+: 4 NWD, 1 NTD")
    foe = fleet(state, "france", CHANNEL, "F+: 4 NWD, 1 NTD", "NTD")
    dice = {**ROUT, "england.fire1": 9, "england.pursuit": 9, "france.attrition": 1}
    answers: list[Raw] = [("capture", "france.NTD"), ("capture", "nothing")]
    answers += [("retreat-to", "caux"), ("follow", False)]
    played = fight(state, own, foe, dice, answers, True)
    assert sizes(state, "england")["NTD"] == 3
    assert "NTD" not in sizes(state, "france")
    lost = statistics.losses(played.phase.story)
    assert [each[:4] for each in lost if each.cause == "capture"] == [("france", 0, 6, "capture")]
    # 4 + 6 thirds by both rolls, less 2 for four ships: two transports lower the damaged ones.
    assert told(played, "capture")[0]["ships"] == {"NTD": 2}
    assert told(played, "battle")[0]["outcome"]["lost"][1] > 0
    assert [each for each in state.sea.damaged if each.country == "france"] == []


@pytest.mark.parametrize(
    ("dice", "asked", "winner", "then"),
    [({"england.pursuit": 8}, {"capture": "france.NWD", "prize-crew": "holland"}, 0,
      ("follow", False)),
     ({"france.fire1": 8, "england.attrition": 1}, {"ships-lost": {"england.NWD": 1}}, None,
      ("retreat-to", "kent"))],
)  # fmt: skip
def test_who_has_won_is_told_where_ships_are_captured_and_lost(
    dice: dict[str, int], asked: dict[str, Raw], winner: int | None, then: tuple[str, Raw]
) -> None:
    state = sea_table(alliances={"england": ["england", "holland"], "france": ["france"]})
    own = fleet(state, "england", CHANNEL, "F+: 4 NWD") + fleet(state, "holland", CHANNEL, "NWD")
    foe = fleet(state, "france", CHANNEL, "F+: 4 NWD", "NWD", "NWD")
    answers = [*asked.items(), ("retreat-to", "caux"), then]
    played = fight(state, own, foe, {**ROUT, "france.attrition": 1, **dice}, answers, True)
    for name in asked:
        ask = next(ask for ask in played.asks if ask.name == name)
        assert ask.about["sheet"]["decided"]["winner"] == winner, name


@pytest.mark.rule("PUR-23", "PUR-24")
def test_who_may_capture_ships_is_told_what_gold_each_brings() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F+: 4 NWD, 1 NTD")
    foe = fleet(state, "france", CHANNEL, "F+: 4 NWD, 1 NTD", "NTD")
    state.sea.gold[str(foe[1])] = 40
    dice = {**ROUT, "england.fire1": 9, "england.pursuit": 9, "france.attrition": 1}
    answers: list[Raw] = [("capture", "france.NTD"), ("capture", "france.NWD")]
    answers += [("retreat-to", "caux"), ("follow", False)]
    played = fight(state, own, foe, dice, answers, True)
    first, then = [ask for ask in played.asks if isinstance(ask, Choose) and ask.name == "capture"]
    assert {option.answer: option.label for option in first.options} == {
        "france.NWD": "1 NWD of France", "france.NTD": "2 NTD of France", "nothing": "none",
    }, "of four and of two"  # fmt: skip
    assert {option.answer: option.detail for option in first.options} == {
        "france.NWD": "", "france.NTD": "20 ducats seized, 10 sunk", "nothing": "they get away",
    }  # fmt: skip
    assert then.options[0].detail == "5 ducats seized", "no transport is left"
    assert "England seizes 25 ducats of gold; 10 are sunk." in played.told
    assert "NWD, 2 NTD of France are captured." in played.told


@pytest.mark.rule("PUR-21")
def test_captured_ships_may_go_to_any_nation_of_the_stack() -> None:
    state = sea_table(alliances={"england": ["england", "holland"], "france": ["france"]})
    own = fleet(state, "england", CHANNEL, "F+: 4 NWD") + fleet(state, "holland", CHANNEL, "NWD")
    foe = fleet(state, "france", CHANNEL, "F+: 4 NWD", "NWD", "NWD")
    dice = {**ROUT, "england.pursuit": 8, "france.attrition": 1}
    answers: list[Raw] = [("capture", "france.NWD"), ("prize-crew", "holland")]
    answers += [("retreat-to", "caux"), ("follow", False)]
    fight(state, own, foe, dice, answers, True)
    assert sizes(state, "holland") == {"NWD": 2}


@pytest.mark.rule("PUR-21")
def test_the_ships_of_each_country_are_captured_apart() -> None:
    state = sea_table(alliances={"england": ["england"], "france": ["france", "holland"]})
    own = fleet(state, "england", CHANNEL, "F+: 4 NWD, 1 NTD")
    foe = fleet(state, "france", CHANNEL, "F+: 4 NWD") + fleet(state, "holland", CHANNEL, "NTD")
    dice = {**ROUT, "england.pursuit": 8, "france.attrition": 1}
    answers: list[Raw] = [("capture", "holland.NTD"), ("retreat-to", "caux"), ("follow", False)]
    played = fight(state, own, foe, dice, answers, True)
    ask = next(ask for ask in played.asks if ask.name == "capture")
    assert ask.offers() == ["france.NWD", "holland.NTD", "nothing"]
    assert sizes(state, "holland") == {}
    assert sizes(state, "england")["NTD"] == 2


@pytest.mark.rule("PUR-21", "NLS-08", "NLS-15", "CMB-28")
def test_prizes_sail_on_and_carry_where_the_victor_has_lost_all_he_came_with() -> None:
    """2548: in the pursuit *remove them from the pursued stack and add the same number to the
    pursuing one*; only then its own losses are taken, here of a third that sinks its galley."""
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "NGD")
    put(state, "england", CHANNEL, "LDE", position="aboard")
    foe = fleet(state, "france", CHANNEL, *["NGD"] * 6)
    dice = {"england.replacement": 1, "france.replacement": 8, "england.fire1": 10,
            "france.fire1": 6, "england.shock1": 10, "france.shock1": 1, "england.pursuit": 6,
            "france.attrition": 1}  # fmt: skip
    answers: list[Raw] = [("capture", "france.NGD"), ("retreat-to", "caux"), ("follow", False)]
    played = fight(state, own, foe, dice, answers, True)
    assert told(played, "battle")[0]["outcome"]["lost"][0] == 3
    assert own[0] not in state.units
    assert sizes(state, "england") == {"NGD": 2}
    assert [unit.kind for unit in state.troops_of("england")] == ["LDE"]


@pytest.mark.rule("PUR-21")
def test_it_is_told_which_prizes_find_no_counter() -> None:
    """2548: *add the same number to the pursuing one*; for whom no counter is left nobody mans."""
    state = sea_table()
    own = fleet(state, "england", CHANNEL, *["NWD"] * 4)
    foe = fleet(state, "france", CHANNEL, "F+: 4 NWD, 1 NTD", "NTD")
    while fleet_counters.free_counters(state, "england", "NTD") > 1:
        fleet(state, "england", "kent", "NTD")
    dice = {**ROUT, "england.fire1": 9, "england.pursuit": 9, "france.attrition": 1}
    answers: list[Raw] = [("capture", "france.NTD"), ("capture", "nothing")]
    answers += [("retreat-to", "caux"), ("follow", False)]
    played = fight(state, own, foe, dice, answers, True)
    assert "NTD is manned by England (PUR-21)." in played.told
    assert "NTD is lost: no counter of England is left" in played.told


@pytest.mark.rule("PUR-A4", "PUR-21")
def test_a_captured_galleass_is_a_galley() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F-: 2 NWD")
    losses.man_prize(state, own, "england", "VGD", CHANNEL)
    assert sizes(state, "england") == {"NWD": 2, "NGD": 1}


@pytest.mark.rule("PUR-23", "PUR-24", "PUR-A6")
@pytest.mark.parametrize(
    ("ducats", "taken", "key", "held", "said"),
    [
        (90, {}, "france.NWD", {"france.NWD": 3, "france.NTD": 1}, ""),
        (90, {}, "france.NWD", {"france.NWD": 3}, "5 ducats seized"),
        (90, {}, "france.NTD", {"france.NTD": 3}, "20 ducats seized, 10 sunk"),
        (25, {}, "france.NTD", {"france.NTD": 3}, "20 ducats seized, 5 sunk"),
        (90, {"NTD": 2}, "france.NTD", {"france.NTD": 1}, "10 ducats seized, 5 sunk"),
        # With the last transports the ship taken before brings its gold too.
        (90, {"NWD": 1}, "france.NTD", {"france.NTD": 2, "france.NWD": 1},
         "25 ducats seized, 10 sunk"),
        (90, {"NWD": 1}, "france.NWD", {"france.NWD": 3}, "5 ducats seized"),
        (90, {"NWD": 1}, "france.NTD", {"france.NTD": 1}, "15 ducats seized, 5 sunk"),
        (90, {"NWD": 1}, "france.NTD", {"france.NTD": 2, "holland.NTD": 1},
         "20 ducats seized, 10 sunk"),
    ],
)  # fmt: skip
def test_each_ship_is_offered_with_the_gold_that_it_adds(
    ducats: int, taken: dict[str, int], key: str, held: dict[str, int], said: str
) -> None:
    """10 ducats seized and 5 sunk for each transport; 5 for each other without any left."""
    assert captures._gold(ducats, taken, key, held) == said


@pytest.mark.rule("PUR-20")
@pytest.mark.parametrize(
    ("kind", "there", "taken"),
    [("NWD", 1, 1), ("NWD", 2, 1), ("NGD", 1, 1), ("NGD", 2, 2), ("NGD", 3, 2), ("NTD", 1, 1),
     ("NTD", 2, 2), ("NTD", 3, 2)],
)  # fmt: skip
def test_a_star_captures_a_warship_or_two_galleys_or_transports(
    kind: str, there: int, taken: int
) -> None:
    """*The pursuer may choose to capture either 1 NWD, 2 NGD, or 2 NTD.*"""
    assert captures._prize(f"france.{kind}", there, "").label == f"{taken} {kind} of France"


@pytest.mark.rule("PUR-22")
def test_the_pursued_lose_the_troops_of_the_transport_capacity_that_is_captured() -> None:
    """Two transports carry six points, a detachment takes two: three of four are lost."""
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F+: 4 NWD, 1 NTD")
    foe = fleet(state, "france", CHANNEL, "F+: 4 NWD, 2 NTD", "NTD", "NTD")
    put(state, "france", CHANNEL, "LD", "LD", "LD", "LD", position="aboard")
    dice = {**ROUT, "england.fire1": 9, "england.pursuit": 9, "france.attrition": 1}
    answers: list[Raw] = [("capture", "france.NTD"), ("capture", "nothing")]
    answers += [("retreat-to", "caux"), ("follow", False)]
    played = fight(state, own, foe, dice, answers, True)
    assert told(played, "capture")[0]["ships"] == {"NTD": 2}
    lost = [entry for entry in played.phase.story
            if entry.kind == "losses" and "captured with their ships" in entry.text]  # fmt: skip
    assert sum((entry.sheet or {})["thirds"] for entry in lost) == 9


@pytest.mark.rule("PUR-22", "CMB-19")
@pytest.mark.parametrize(("waits_aboard", "stays"), [("NTD", True), ("NWD", False)])
def test_only_troops_that_the_pursued_stack_carries_are_lost_with_its_ships(
    waits_aboard: str, stays: bool
) -> None:
    """*If the pursued stack was transporting troops, it must immediately lose* of them (2552): not
    of those who wait aboard other ships of their side in the zone, while these can carry them."""
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F+: 4 NWD, 1 NTD", "NTD")
    fleet(state, "england", CHANNEL, waits_aboard)
    foe = fleet(state, "france", CHANNEL, "F+: 4 NWD, 1 NTD")
    (carried,) = put(state, "england", CHANNEL, "LD", position="aboard")
    (waiting,) = put(state, "england", CHANNEL, "LD", position="aboard")
    state.marks.moved.update([*own, carried])
    dice = {**START, "england.fire1": 3, "france.fire1": 10, "france.pursuit": 9,
            "england.attrition": 1}  # fmt: skip
    answers: list[Raw] = [("capture", "england.NTD"), ("capture", "nothing")]
    answers += [("retreat-to", "kent"), ("follow", False)]
    played = fight(state, own, foe, dice, answers, True)
    assert told(played, "capture")[0]["ships"] == {"NTD": 2}
    assert carried not in state.units
    assert (waiting in state.units) == stays


@pytest.mark.rule("PUR-21", "PUR-A4")
@pytest.mark.parametrize(
    ("own", "free", "kind", "held"),
    [
        (("F-: 2 NWD",), 1, "NWD", {"NWD": 3}), (("F-: 2 NWD",), 0, "NWD", {"NWD": 3}),
        (("NWD",), 1, "NWD", {"NWD": 2}), (("NWD",), 0, "NWD", {"NWD": 1}),
        ((), 1, "NWD", {"NWD": 1}), (("NWD",), 1, "VGD", {"NWD": 1, "NGD": 1}),
    ],
)  # fmt: skip
def test_a_prize_joins_a_fleet_with_room_or_stands_beside_while_a_counter_is_left(
    own: tuple[str, ...], free: int, kind: str, held: dict[str, int]
) -> None:
    """*Captured ships join the stack*; where neither fleet nor counter has room they are lost."""
    state = sea_table()
    numbers = fleet(state, "england", "sea-manche", *own)
    box: list[int] = []
    while fleet_counters.free_counters(state, "england", "NWD") > free:
        box += fleet(state, "england", "sea-lion", "NWD")
    losses.man_prize(state, numbers, "england", kind, "sea-manche")
    here = [unit for unit in state.units.values() if unit.place == "sea-manche"]
    assert fleets.ships(here) == held
    made = [unit.id for unit in here if unit.id not in numbers]
    assert state.marks.moved == {*made}, "it sails no more in this impulse"
