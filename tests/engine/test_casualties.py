"""Leaders after a battle: killed, wounded until a box, captured."""

import pytest

from engine.facts import countries
from engine.play.asks import Raw
from engine.sequence import battle_order
from engine.state import State
from tests.engine.battlefield import DRAW, FIGHT_ON, ROUT, STAND, STAY, artois, came, places, sheet
from tests.engine.playing import Played, play, put

FRENCH = "grand-conde"
SPANISH = "farnese"


def duel(
    dice: dict[str, int],
    *,
    box: str = "S3",
    spanish: str = SPANISH,
    destroyed: bool = True,
    answers: tuple[Raw, ...] = (),
    **fields: object,
) -> tuple[State, Played]:
    """France routs Spain; both commanders have 1 for every value and test."""
    state = artois(box=box, **fields)
    french = put(state, "france", "artois", "A+", leader=FRENCH)
    # 3 LD: 8 thirds of a Shock of 10 destroy them, 3 thirds of an 8 do not.
    put(state, "spain", "artois", "A-", "LD", leader=spanish)
    for leader in (FRENCH, spanish):
        state.leaders[leader].values = [1, 1, 1, 0]
    came(state, french, "picardie")
    fight = {name: die for name, die in ROUT.items() if "replacement" not in name}
    fight |= {"france.casualty": 10} | dice
    fight |= {"france.shock1": 10 if destroyed else 8, "france.pursuit": 10 if destroyed else 1}
    given: list[Raw] = [STAND, STAY]
    if not destroyed:
        given += [("losses", "3:3"), ("retreat-to", "flandre")]
    return state, play(battle_order.battles, state, [*given, *answers], fight)


@pytest.mark.rule("LDR-01", "LDR-02", "LDR-03", "LDR-A1", "LDR-A2")
@pytest.mark.parametrize(
    ("die", "destroyed", "hurt"),
    [(7, True, True), (8, True, False), (2, False, True), (3, False, False)],
)
def test_who_did_not_win_tests_at_minus_one_and_the_destroyed_at_minus_six(
    die: int, destroyed: bool, hurt: bool
) -> None:
    dice = {"spain.casualty": die} | ({"spain.wound": 1} if hurt else {})
    state, played = duel(dice, destroyed=destroyed)
    assert (state.leaders[SPANISH].status == "killed") == hurt
    roll = next(
        line for line in sheet(played)["rolls"] if (line["roll"], line["side"]) == ("casualty", 1)
    )
    whys = {modifier[2]: modifier[0] for modifier in roll["modifiers"]}
    assert whys == {"LDR-02": -1} | ({"LDR-03": -5} if destroyed else {})


@pytest.mark.rule("LDR-04")
def test_a_value_of_6_is_dangerous_unless_the_counter_says_otherwise() -> None:
    for leader, modifier in (("farnese", -1), ("friedrich-ii", 0)):
        state = artois(
            alliances={"france": ["france"], "prussia": ["prussia"]},
            wars=[("france", "prussia")],
            owners={"artois": "prussia"},
        )
        french = put(state, "france", "artois", "A+", leader=FRENCH)
        put(state, "prussia", "artois", "A+", leader=leader)
        state.leaders[leader].values = [1, 6, 6, 0]
        state.leaders[leader].country = "prussia"
        state.leaders[FRENCH].values = [1, 6, 6, 0]
        came(state, french, "picardie")
        dice = {"france.shock1": 1, "prussia.shock1": 10, "prussia.pursuit": 1, "france.losses": 1,
                "france.casualty": 10, "prussia.casualty": 10}  # fmt: skip
        played = play(battle_order.battles, state, [STAND], dice)
        roll = [line for line in sheet(played)["rolls"] if line["roll"] == "casualty"][1]
        assert sum(each[0] for each in roll["modifiers"]) == modifier


@pytest.mark.rule("LDR-05")
def test_nobody_tests_in_europe_against_less_than_3_ld() -> None:
    state = artois()
    french = put(state, "france", "artois", "A+", leader=FRENCH)
    put(state, "spain", "artois", "A-", leader=SPANISH)
    came(state, french, "picardie")
    dice = {name: die for name, die in ROUT.items() if "replacement" not in name}
    # Spain's leader faced 4 LD and tests, the French one faced 2.
    played = play(battle_order.battles, state, [STAND, STAY], dice | {"spain.casualty": 10})
    tested = [line["side"] for line in sheet(played)["rolls"] if line["roll"] == "casualty"]
    assert tested == [1]


@pytest.mark.rule("LDR-06", "LDR-07", "LDR-08", "LDR-09")
@pytest.mark.parametrize(
    ("die", "status", "returns"),
    [(7, "killed", ""), (4, "wounded", "W5"), (10, "wounded", "End")],
)
def test_odd_kills_and_even_wounds_for_half_the_die_in_rounds(
    die: int, status: str, returns: str
) -> None:
    state, played = duel({"spain.casualty": 6, "spain.wound": die}, box="W4")
    leader = state.leaders[SPANISH]
    assert (leader.status, leader.returns) == (status, returns)
    assert sheet(played)["outcome"]["leaders"][1].startswith(status)


@pytest.mark.rule("LDR-10")
def test_anonymous_leaders_of_majors_are_killed_without_a_second_die() -> None:
    state, _ = duel({"spain.casualty": 6}, spanish=anonymous("spain"))
    assert state.leaders[anonymous("spain")].status == "killed"


def anonymous(country: str) -> str:
    """An anonymous general of a country."""
    return countries.anonymous_leaders(country, ("general",))[0].id


@pytest.mark.rule("LDR-12", "LDR-13", "LDR-14")
def test_a_monarch_destroyed_with_his_stack_is_captured_without_a_second_die() -> None:
    state, played = duel({"spain.casualty": 7}, spanish="friedrich-ii")
    captive = state.leaders["friedrich-ii"]
    assert (captive.status, captive.place) == ("captured", "")
    assert state.notes["captive.friedrich-ii"] == "france"
    assert state.countries["spain"].monarch_lost
    assert "captured by France" in played.told


@pytest.mark.rule("LDR-14", "LDR-A6")
def test_a_monarch_killed_in_battle_lends_his_values_no_longer() -> None:
    state, _ = duel(
        {"spain.casualty": 2, "spain.wound": 3}, spanish="friedrich-ii", destroyed=False
    )
    assert state.leaders["friedrich-ii"].status == "killed"
    assert state.countries["spain"].monarch_lost


@pytest.mark.rule("LDR-15", "LDR-16")
def test_a_replacement_tests_only_where_a_minor_fights_and_is_then_forgotten() -> None:
    state = artois(minors={"spain": "france"})
    french = put(state, "france", "artois", "A+")
    put(state, "spain", "artois", "A+")
    came(state, french, "picardie")
    # The minor's decisions are its patron's here; the next battle rolls again.
    dice = ROUT | {"france.casualty": 10, "spain.casualty": 1, "spain.wound": 3}
    answers: list[Raw] = [STAND, STAY, ("retreat-to", "flandre")]
    played = play(battle_order.battles, state, answers, dice)
    assert sheet(played)["outcome"]["leaders"] == ["unhurt", "killed"]
    assert state.leaders == {}


@pytest.mark.rule("LDR-A5")
def test_an_unhurt_leader_of_a_destroyed_stack_stays_without_troops() -> None:
    state, _ = duel({"spain.casualty": 8})
    leader = state.leaders[SPANISH]
    assert (leader.status, leader.place) == ("map", "artois")
    assert not [unit for unit in state.units.values() if unit.country == "spain"]


@pytest.mark.rule("LDR-02")
def test_in_a_draw_nobody_has_won() -> None:
    state = artois()
    french = put(state, "france", "artois", "A+", leader=FRENCH)
    spanish = put(state, "spain", "artois", "A+", leader=SPANISH)
    for leader in (FRENCH, SPANISH):
        state.leaders[leader].values = [1, 1, 1, 0]
    came(state, french, "picardie")
    dice = {name: die for name, die in DRAW.items() if "replacement" not in name}
    dice |= {"france.casualty": 3, "spain.casualty": 3}
    answers: list[Raw] = [STAND, *FIGHT_ON, ("retreat-to", "artois")]
    played = play(battle_order.battles, state, answers, dice)
    rolls = [line for line in sheet(played)["rolls"] if line["roll"] == "casualty"]
    assert [line["result"] for line in rolls] == [2, 2]
    assert places(state, spanish) == [("artois", "field")]


@pytest.mark.rule("LDR-14")
@pytest.mark.parametrize(
    ("who", "die", "lost"),
    [(SPANISH, 3, False), ("friedrich-ii", 4, False), ("friedrich-ii", 3, True)],
)
def test_only_the_death_of_a_monarch_is_one(who: str, die: int, lost: bool) -> None:
    """A general's death and a monarch's wound leave a country its monarch; and the victor keeps
    his."""
    state, _ = duel({"spain.casualty": 2, "spain.wound": die}, spanish=who, destroyed=False)
    assert state.leaders[who].status == ("killed" if die % 2 else "wounded")
    assert state.countries["spain"].monarch_lost == lost
    assert not state.countries["france"].monarch_lost


@pytest.mark.rule("LDR-15", "PAR-05")
def test_the_next_battle_rolls_another_replacement() -> None:
    """Text 3287: *any Replacement leader used during the battle is now forgotten*."""
    state = artois()
    for place in ("artois", "hainaut"):
        came(state, put(state, "france", place, "A+"), "picardie")
        put(state, "spain", place, "A-")
    dice: dict[str, int | list[int]] = {name: [die, die] for name, die in ROUT.items()}
    dice |= {"france.replacement": [5, 1], "spain.replacement": [5, 10]}
    answers: list[Raw] = [("next-battle", "artois/spain"), *[STAND, STAY] * 2]
    played = play(battle_order.battles, state, answers, dice)
    values = [
        [side["values"] for side in entry.sheet["sides"]]
        for entry in played.phase.story
        if entry.kind == "battle-begins" and entry.sheet
    ]
    assert values == [[[3, 2, 2], [1, 2, 2]], [[3, 3, 3], [3, 3, 3]]]
