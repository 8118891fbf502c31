"""The rounds track: alliances and initiative, starting round, continuation, weather, chances."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import Any

import pytest

from engine import scenarios
from engine.facts import tables
from engine.play.asks import Die
from engine.play.dice import seeded
from engine.play.journal import Table
from engine.play.phase import Phase
from engine.rounds import rounds
from engine.sequence.sequence import military_phase
from engine.state import State, sides
from engine.state.diplomacy import Alliance
from tests.engine.fighting import examples
from tests.engine.playing import play, tabletop


def three_powers() -> State:
    return tabletop(
        alliances={"france": ["france"], "spain": ["spain"], "turkey": ["turkey"]},
        step="start",
        box="",
        rounds=[],
    )


@pytest.mark.rule("INI-01", "INI-04", "INI-08", "OVW-03", "RND-02")
def test_the_highest_initiative_plays_first_and_one_die_finds_the_round() -> None:
    state = three_powers()
    state.sequence.initiatives = {"france": 9, "spain": 12, "turkey": 14}
    played = play(rounds.start, state, dice={"start": 6})
    assert [each.id for each in state.diplomacy.alliances] == ["turkey", "spain", "france"]
    assert (state.sequence.box, state.sequence.rounds) == ("W2", ["W2"])
    assert "Turkey (14), Spain (12), France (9)" in played.told


@pytest.mark.rule("INI-02", "INI-04")
def test_the_ally_of_my_ally_is_my_ally_and_the_lowest_initiative_counts() -> None:
    state = three_powers()
    state.diplomacy.alliances[0].members.append("venice")
    state.diplomacy.alliances[1].members = ["venice", "spain"]
    state.countries["venice"] = replace(state.countries["france"], id="venice")
    state.diplomacy.wars = [("france", "turkey"), ("spain", "turkey")]
    state.sequence.initiatives = {"france": 12, "venice": 8, "spain": 10, "turkey": 9}
    play(rounds.start, state, dice={"start": 1})
    order = [(each.id, each.members, each.initiative) for each in state.diplomacy.alliances]
    assert order == [("turkey", ["turkey"], 9), ("france", ["france", "venice", "spain"], 8)]
    assert state.diplomacy.pacts == [["france", "venice"], ["venice", "spain"], ["turkey"]]
    assert state.diplomacy.wars == [("france", "turkey")]


@pytest.mark.rule("INI-02", "INI-03")
def test_where_no_alliances_overlap_nobody_is_an_allys_ally() -> None:
    """Also after a turn in which some did."""
    state = three_powers()
    state.diplomacy.pacts = [["france", "venice"], ["venice", "spain"]]
    play(rounds.start, state, dice={"france.initiative": 3, "spain.initiative": 2,
                                    "turkey.initiative": 1, "start": 1})  # fmt: skip
    assert state.diplomacy.pacts == []


@pytest.mark.rule("INI-01", "INI-08")
def test_the_alliance_that_plays_first_rolls_for_the_round_and_for_the_next() -> None:
    state = tabletop(
        alliances={"spain": ["spain"], "turkey": ["turkey"], "france": ["france", "venice"]},
        step="start", box="", rounds=[],
    )  # fmt: skip
    state.sequence.initiatives = {"france": 14, "spain": 12, "turkey": 9, "venice": 14}
    phase = Phase(state)
    assert who_rolls(rounds.start(phase)) == "france"
    assert "France and Venice (14); Spain (12); Turkey (9)." in phase.story[-1].text
    assert who_rolls(rounds.continuation(phase)) == "france"


def who_rolls(running: Any) -> str:
    """Whose the first die of a procedure is."""
    request = next(each for each in iter(lambda: running.send(None), None) if isinstance(each, Die))
    running.close()
    return request.who


@pytest.mark.rule("RND-07", "CON-05", "OVW-02")
def test_what_is_told_of_a_round_names_what_is_out_of_the_ordinary() -> None:
    state = tabletop(box="S2", rounds=["S2"], step="continuation", poor_weather=True)
    played = play(rounds.continuation, state, dice={"continuation": 1})
    told = "W2 (extended campaign, bad weather, the Sund is frozen)"
    assert f"Continuation (1 +2 = 3): round {told} follows." in played.told
    rounds.advance(played.phase)
    assert f"Round {told} begins." in played.told
    state = tabletop(box="W5", rounds=["W5"], step="continuation", poor_weather=True)
    played = play(rounds.continuation, state, dice={"continuation": 1})
    assert "Continuation (1 +2 = 3): no further round is played." in played.told
    rounds.advance(played.phase)
    assert "The rounds are over." in played.told
    assert (state.sequence.box, state.sequence.bad_weather) == ("End", False)


@pytest.mark.rule("INI-05", "INI-A4")
def test_ties_are_broken_by_dice_once_and_again_among_those_still_tied() -> None:
    state = three_powers()
    state.sequence.initiatives = dict.fromkeys(("france", "spain", "turkey"), 10)
    tied = {"france.initiative": [4, 3], "spain.initiative": [4, 8], "turkey.initiative": [2]}
    play(rounds.start, state, dice={**tied, "start": [10]})
    assert [each.id for each in state.diplomacy.alliances] == ["spain", "france", "turkey"]


@pytest.mark.rule("INI-06", "INI-07", "INI-A3")
def test_interventions_follow_their_alliance_and_lone_minors_their_patron() -> None:
    state = tabletop(
        alliances={"france": ["france", "savoy", "turkey"], "naples": ["naples"]},
        minors={"savoy": "france", "naples": "spain"},
    )
    state.sequence.initiatives = {"france": 11, "turkey": 5, "spain": 8, "savoy": 3}
    state.countries["turkey"].role = "limited"
    assert rounds.initiative(state, ["france", "savoy", "turkey"]) == 11
    assert rounds.initiative(state, ["naples"]) == 8


@pytest.mark.rule("INI-08")
@pytest.mark.parametrize(
    ("die", "box"),
    [(1, "W0"), (2, "S1"), (3, "S1"), (4, "S2"), (5, "S2"), (6, "W2"), (7, "S3"), (10, "S3")],
)
def test_the_starting_die_is_read_in_the_boxes(die: int, box: str) -> None:
    assert rounds.first_round(die, False) == rounds.Round(box)


@pytest.mark.rule("INI-09", "INI-10", "INI-A2", "CON-06")
def test_the_first_round_has_bad_weather_in_winter_after_poor_weather_only() -> None:
    assert rounds.first_round(6, True) == rounds.Round("W2", bad_weather=True)
    assert rounds.first_round(6, False) == rounds.Round("W2")
    assert rounds.first_round(3, True) == rounds.Round("S1")
    assert rounds.first_round(1, True) == rounds.Round("W0", bad_weather=True, sund_frozen=True)
    assert rounds.first_round(1, False) == rounds.Round("W0")


@pytest.mark.rule("CON-01")
@pytest.mark.parametrize(
    ("period", "poor", "total"),
    [("I", False, 0), ("I", True, 2), ("VI", False, -1), ("VII", True, 1)],
)
def test_poor_weather_and_the_late_periods_change_the_roll(
    period: str, poor: bool, total: int
) -> None:
    assert sum(each.value for each in rounds.continuation_modifiers(period, poor)) == total


@pytest.mark.rule("CON-02", "CON-04", "CON-A1", "CON-A2")
def test_arrows_lead_by_the_modified_die() -> None:
    assert rounds.round_after("S2", 4, 4, False) == rounds.Round("W2", extended=True)
    assert rounds.round_after("S2", 4, 6, False) == rounds.Round("S3")
    assert rounds.round_after("S2", 2, 0, False) == rounds.Round("W2", extended=True)
    assert rounds.round_after("W2", 8, 8, False) == rounds.Round("W3")
    assert rounds.round_after("W2", 9, 9, False) == rounds.Round("S4")
    assert rounds.round_after("W5", 1, 1, False) == rounds.Round("End")
    assert rounds.round_after("S5", 10, 12, False) == rounds.Round("End")


@pytest.mark.rule("CON-05", "CON-08")
@pytest.mark.parametrize("die", range(1, 7))
def test_an_extended_round_has_bad_weather_on_a_natural_1_3_or_5(die: int) -> None:
    found = rounds.round_after("S3", die, die - 1, False)
    assert found.extended
    assert found.bad_weather == (die in (1, 3, 5))
    assert not rounds.round_after("W3", die, die, False).bad_weather


@pytest.mark.rule("CON-06", "CON-07", "CON-08")
def test_poor_weather_makes_every_winter_bad_and_a_natural_1_freezes_the_sund() -> None:
    assert rounds.round_after("W2", 6, 8, True) == rounds.Round("W3", bad_weather=True)
    assert rounds.round_after("S2", 2, 4, True) == rounds.Round("W2", True, True)
    assert rounds.round_after("S2", 1, 3, True) == rounds.Round("W2", True, True, True)
    assert rounds.round_after("S2", 1, 1, False) == rounds.Round("W2", True, True, False)
    assert rounds.round_after("S2", 5, 7, True) == rounds.Round("S3")


@pytest.mark.rule("CON-01", "CON-03", "OVW-A1")
def test_the_continuation_waits_for_the_end_of_the_round() -> None:
    state = tabletop(box="S5", step="continuation", poor_weather=True, period="VI")
    played = play(rounds.continuation, state, dice={"continuation": 5})
    assert (state.sequence.box, state.sequence.next_box) == ("S5", "End")
    assert played.phase.story[-1].sheet is not None
    assert played.phase.story[-1].sheet["result"] == 6
    rounds.advance(played.phase)
    assert (state.sequence.box, state.sequence.rounds) == ("End", ["S5"])
    assert (state.sequence.bad_weather, state.sequence.extended, state.sequence.sund_frozen) == (
        False,
        False,
        False,
    )


@pytest.mark.rule("CON-04", "CON-05", "CAM-09")
def test_a_new_round_takes_its_weather_and_remembers_the_campaigns() -> None:
    state = tabletop(box="S2", step="continuation", campaign="major")
    state.countries["france"].campaign_before = None
    state.countries["france"].defeats.append("major")
    played = play(rounds.continuation, state, dice={"continuation": 3})
    rounds.advance(played.phase)
    assert (state.sequence.box, state.sequence.extended, state.sequence.bad_weather) == (
        "W2",
        True,
        True,
    )
    assert state.sequence.rounds == ["S2", "W2"]
    france = state.countries["france"]
    assert (france.campaign, france.campaign_before, france.defeats) == (None, "major", [])


@pytest.mark.rule("SUP-05", "SUP-A2")
def test_a_fortress_supplied_by_sea_stays_so_until_the_supply_step_of_the_next_round() -> None:
    state = tabletop(box="S2", step="continuation", resupplied={"artois"})
    rounds.advance(play(rounds.continuation, state, dice={"continuation": 3}).phase)
    assert state.land.resupplied == {"artois"}


@pytest.mark.rule("RND-03", "RND-04", "RND-A1", "WIN-02")
def test_the_boxes_carry_season_and_year() -> None:
    assert tables.boxes() == (
        "W0", "S1", "W1", "S2", "W2", "S3", "W3", "S4", "W4", "S5", "W5", "End",
    )  # fmt: skip
    assert [rounds.year(box) for box in ("W0", "S3", "End")] == [0, 3, 6]
    assert rounds.winter("W3")
    assert not rounds.winter("S3")
    assert not rounds.winter("End")


@pytest.mark.rule("LDR-08", "LDR-09")
def test_wounds_are_counted_along_the_longest_path() -> None:
    assert tables.rounds_later("W4", 2) == "W5"
    assert tables.rounds_later("W4", 5) == "End"
    assert tables.rounds_later("S1", 3) == "W2"
    assert rounds.at_or_after("S3", "W2")
    assert not rounds.at_or_after("W2", "S3")


@pytest.mark.rule("OVW-02", "RND-07")
def test_a_turn_has_three_to_eleven_rounds() -> None:
    chances = rounds.track_chances("start", 0)
    then = examples()["EX-CON-02"]["then"]
    assert (min(chances.left), max(chances.left)) == (then["rounds_min"], then["rounds_max"])
    assert sum(chances.left.values()) == 1


@pytest.mark.rule("INI-08")
@pytest.mark.parametrize("modifier", [0, 2])
def test_nothing_modifies_the_die_for_the_first_round(modifier: int) -> None:
    first = {
        box: 10 * chance for box, chance in rounds.track_chances("start", modifier).next.items()
    }
    assert first == {"W0": 1, "S1": 2, "S2": 2, "W2": 1, "S3": 4}


def columns_left(box: str) -> int:
    return (len(tables.boxes()) - tables.boxes().index(box) + 1) // 2


@pytest.mark.rule("RND-07", "RND-A1")
@pytest.mark.parametrize("box", ["W0", "W1", "W2", "W3", "W4"])
def test_each_column_left_gets_one_box_or_two(box: str) -> None:
    left = rounds.track_chances(box, 0).left
    boxes = {count + 2 for count in left}  # with this box and End, which is one
    assert min(boxes) == columns_left(box)
    assert max(boxes) == 2 * columns_left(box)
    example = examples()["EX-CON-01"]
    if columns_left(box) == example["given"]["track_columns_left"]:
        assert min(boxes) == example["then"]["rounds_left_min"]
        assert max(boxes) == example["then"]["rounds_left_max"]


def test_the_chances_are_exact() -> None:
    last = rounds.track_chances("S5", 0)
    assert last.next == {"W5": Fraction(1, 2), "End": Fraction(1, 2)}
    assert last.left == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert last.ends_next == Fraction(1, 2)
    before = rounds.track_chances("W4", 0)
    assert before.next == {"S5": Fraction(7, 10), "W5": Fraction(1, 10), "End": Fraction(2, 10)}
    assert before.played["W5"] == Fraction(1, 10) + Fraction(7, 20)
    assert rounds.track_chances("S5", 2).ends_next == Fraction(7, 10)
    assert rounds.track_chances("W5", 0).left == {0: 1}
    assert rounds.track_chances("W3", 0).ends_next == 0
    nothing = rounds.Chances({}, {}, {0: Fraction(1)}, Fraction(0))
    assert rounds.track_chances("End", 0) == nothing


def test_the_chances_know_a_roll_that_has_fallen() -> None:
    state = tabletop(box="S4", next_box="S5")
    known = rounds.chances(state)
    assert known.next == {"S5": 1}
    assert known.left == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert known.played == {"S5": 1, "W5": Fraction(1, 2)}
    assert known.ends_next == 0
    state.sequence.next_box = "End"
    assert rounds.chances(state) == rounds.Chances(
        {"End": Fraction(1)}, {}, {0: Fraction(1)}, Fraction(1)
    )
    state.sequence.next_box, state.sequence.box = "", ""
    assert sum(rounds.chances(state).next.values()) == 1


@pytest.mark.rule("INI-01")
def test_the_players_say_who_is_at_war_where_the_scenario_asks() -> None:
    state = three_powers()
    state.sequence.initiatives = {"france": 14, "spain": 12, "turkey": 9}
    state.diplomacy.wars = [("spain", "france")]
    state.options["wars_asked"] = True
    played = play(rounds.start, state, [["spain"], ["turkey"], []], dice={"start": 10})
    assert [ask.name for ask in played.asks] == ["declare-war"] * 3
    assert played.asks[0].default == ["spain"]
    assert played.asks[1].default == []
    assert state.diplomacy.wars == [("france", "spain"), ("spain", "turkey")]


def test_alliances_without_a_common_member_stay_apart() -> None:
    one, other = Alliance("a", ["france"], 1), Alliance("b", ["spain"], 1)
    assert rounds.joined_alliances([one, other]) == {"a": "a", "b": "b"}


class Segments:
    """A journal that keeps where each segment begins, and knows no die."""

    checkpoints = False

    def __init__(self) -> None:
        self.found: list[tuple[str, str, int]] = []

    def throw(self, table: Table, name: str, faces: int, modifier: int) -> None:
        """Every die is asked for."""

    def mark(self, table: Table, segment: bool) -> None:
        """Keeps where a segment begins."""
        at = table.state.sequence
        if segment:
            self.found.append((at.box, at.step, at.impulse))


def segments(name: str, seed: int) -> tuple[Phase, list[tuple[str, str, int]]]:
    """A whole phase played with the answers that Enter gives, segment by segment."""
    phase = Phase(scenarios.load(name))
    phase.journal = journal = Segments()
    running = military_phase(phase)
    value: Any = None
    found = journal.found
    while True:
        try:
            request = running.send(value)
        except StopIteration:
            return phase, found
        if isinstance(request, Die):
            value = seeded(seed, request.name, len(found), request.most)
        else:
            raw = request.default if request.default is not None else request.offers()[0]
            value = request.parse(raw)


@pytest.mark.rule(
    "OVW-01", "OVW-03", "OVW-04", "OVW-05", "OVW-06", "OVW-08", "OVW-10", "RND-01", "RND-02",
    "CON-03", "CLN-01", "OVW-A1",
)  # fmt: skip
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_phase_runs_through_its_rounds_impulses_and_steps(seed: int) -> None:
    phase, found = segments("italian-wars-1494", seed)
    alliances = phase.state.diplomacy.alliances
    assert found[0] == ("", "start", 0)
    assert [each[1] for each in found[-2:]] == ["wintering", "cleanup"]
    assert found[-2][0] == "End"
    assert [each[1] for each in found].count("start") == 1
    assert [each[1] for each in found].count("cleanup") == 1
    impulse = ["supply", "campaign", "movement", "exploration", "battles"]
    wanted = [(step, number) for number in range(len(alliances)) for step in impulse]
    by_box = [(box, list(rows)) for box, rows in groupby(found[1:-2], lambda row: row[0])]
    assert [box for box, _ in by_box] == phase.state.sequence.rounds
    for number, (_, rows) in enumerate(by_box):
        steps = [row[1] for row in rows]
        if number:
            assert steps.pop(0) == "wintering"
            rows = rows[1:]
        assert [(row[1], row[2]) for row in rows[: len(wanted)]] == wanted
        assert steps[len(wanted) :] == ["siege", "continuation", "end"]


@pytest.mark.rule("OVW-05")
def test_the_alliance_of_the_impulse_is_phasing() -> None:
    state = tabletop(step="movement", impulse=1)
    assert sides.phasing_alliance(state) == "spain"
    state.sequence.step = "siege"
    assert sides.phasing_alliance(state) == ""


@pytest.mark.rule("INI-01")
def test_wars_are_possible_between_all_who_decide_for_themselves() -> None:
    """Who speaks for both makes no war on himself, and minors alone make none."""
    state = tabletop(
        alliances={
            "france": ["france"], "spain": ["spain"], "savoy": ["savoy"], "milan": ["milan"],
        },
        minors={"savoy": "france", "milan": "spain"}, wars=(),
    )  # fmt: skip
    assert rounds._apart(state) == [
        ["france", "spain"], ["france", "milan"], ["spain", "savoy"]
    ]  # fmt: skip


@pytest.mark.rule("INI-01")
def test_nobody_is_asked_for_war_who_has_nobody_left_to_make_it_on() -> None:
    """*Once per turn, fix the list of alliances*: France declares on Spain; Spain is not asked."""
    state = tabletop(wars=())
    played = play(rounds.declare_wars, state, [("declare-war", ["spain"])])
    assert [ask.who for ask in played.asks] == ["france"]
    assert state.diplomacy.wars == [("france", "spain")]


@pytest.mark.rule("INI-01")
def test_minors_alone_are_not_asked_for_war_and_may_be_its_aim() -> None:
    state = tabletop(alliances={"milan": ["milan"], "france": ["france"], "spain": ["spain"]},
                     minors={"milan": ""}, wars=())  # fmt: skip
    answers = [("declare-war", ["milan"]), ("declare-war", [])]
    played = play(rounds.declare_wars, state, answers)
    assert [ask.who for ask in played.asks] == ["france", "spain"]
    assert state.diplomacy.wars == [("france", "milan")]
