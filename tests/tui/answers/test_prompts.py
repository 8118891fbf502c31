"""The prompts that answer: keys to raw answers, without a screen."""

from dataclasses import replace
from typing import Any

import pytest

from engine.land.ground.stack_parts import Parting
from engine.land.movement.march_ask import March
from engine.play.asks import Ask, Choose, Die, Number, Option, Subset, YesNo
from engine.state import State
from tests.engine.playing import put, tabletop
from tui.answers import risks_on_the_way
from tui.answers.composing import Composing
from tui.answers.losses import Paying
from tui.answers.march import MarchPrompt
from tui.answers.prompts import REDRAW, Answer, Prompt
from tui.answers.simple_prompts import HowMany, Several, YesOrNo
from tui.answers.typed_die import TypedDie
from tui.answers.voyage import VoyagePrompt
from tui.answers.which_prompt import prompt_for
from tui.words.line import text_of, width_of


def given(ask: Ask[Any], *keys: str) -> Any:
    """What a prompt answers after some keys."""
    prompt = prompt_for(ask)
    for key in keys[:-1]:
        assert prompt.press(key) is REDRAW, key
    outcome = prompt.press(keys[-1])
    assert isinstance(outcome, Answer)
    ask.parse(outcome.raw)
    return outcome.raw


def choose(count: int = 3, **more: Any) -> Choose:
    options = [Option(f"o{number}", f"option {number}") for number in range(1, count + 1)]
    return Choose(who="france", name="x", what="?", options=options, **more)


def test_a_list_takes_arrows_numbers_and_its_default() -> None:
    assert given(choose(), "enter") == "o1"
    assert given(choose(enter="o3"), "enter") == "o3"
    assert given(choose(), "down", "down", "down", "up", "enter") == "o3"
    assert given(choose(12), "1", "2") == "o12"
    assert given(choose(), "2") == "o2"
    assert given(choose(12), "1", "enter") == "o1", "more could follow"
    assert given(choose(), "up", "enter") == "o3", "a list wraps"
    assert prompt_for(choose()).press("9") is None


def test_a_number_that_may_go_on_says_so() -> None:
    """Where a second key of the same is asked for elsewhere, here it makes another number."""
    prompt = prompt_for(choose(12))
    prompt.press("1")
    assert prompt.verdict(60) == ["number 1_   another digit, or Enter takes it"]
    prompt.press("down")
    assert prompt.verdict(60) == []


def test_a_list_shows_every_choice_and_all_words_of_the_marked_one() -> None:
    long = "a choice with so many words that no line of the panel could ever hold them"
    options = [Option("a", long, "its detail"), Option("b", "short"), Option("c", "third")]
    prompt = prompt_for(Choose(who="france", name="x", what="?", options=options))
    prompt.page = 3
    drawn = text_of(prompt.lines(40))
    assert "its detail" in drawn
    prompt.press("down")
    drawn = text_of(prompt.lines(40))
    assert "its detail" not in drawn
    assert " ".join(drawn.split()).startswith(f"1 {long} ►"), "a label is never cut"
    assert [prompt.at_row(row) for row in range(4)] == [0, 0, 0, 1]
    assert prompt.row == 3, "the cursor is on the first row of its choice"
    prompt.page = 9
    assert "its detail" in text_of(prompt.lines(40)), "where there is room all is told"


def test_a_choice_without_a_detail_ends_with_its_label() -> None:
    drawn = text_of(prompt_for(choose()).lines(60)).splitlines()
    assert [row.rstrip() for row in drawn] == ["►  1 option 1", "   2 option 2", "   3 option 3"]


def test_the_mark_of_the_usual_answer_ends_its_choice() -> None:
    detail = "so many words are said of it that they go on below"
    long = "a label so long that it needs a second line"

    def drawn(width: int, page: int, *options: Option) -> list[str]:
        prompt = prompt_for(Choose(who="france", name="x", what="?", options=options, enter="a"))
        prompt.page = page
        return [row.rstrip() for row in text_of(prompt.lines(width)).splitlines()]

    other = Option("b", "other")
    assert drawn(60, 9, Option("a", "short"), other)[0] == "►  1 short ◄ usual"
    assert drawn(60, 9, Option("a", "short", "cheap"), other)[0] == "►  1 short  cheap ◄ usual"
    told = drawn(40, 9, Option("a", "short", detail), other)
    assert [row.endswith("◄ usual") for row in told] == [False, True, False]
    assert "it that they go on below ◄ usual" in told[1]
    for width, label in ((40, long), (36, long[:29])):
        rows = drawn(width, 9, Option("a", label), other)
        assert [row.endswith(" ◄ usual") for row in rows] == [False, True, False]
    assert all(len(row) <= 40 for row in told)


def test_yes_and_no_answer_at_once() -> None:
    ask = YesNo(who="france", name="x", what="?", enter=False, detail="costs 1 LD")
    assert isinstance(prompt_for(ask), YesOrNo)
    assert given(ask, "y") is True
    assert given(ask, "n") is False
    assert given(ask, "enter") is False


def test_several_are_marked() -> None:
    options = [Option(name, name) for name in "abc"]
    ask = Subset(who="france", name="x", what="?", options=options, enter=["b"])
    assert isinstance(prompt_for(ask), Several)
    assert given(ask, "enter") == ["b"]
    assert given(ask, "space", "enter") == ["a", "b"]
    assert given(ask, "asterisk", "asterisk", "enter") == ["a", "b", "c"]


def test_numbers_are_typed_or_counted() -> None:
    ask = Number(who="france", name="x", what="?", least=1, most=12, enter=3)
    assert given(ask, "enter") == 3
    assert given(ask, "right", "right", "left", "enter") == 4
    assert given(ask, "1", "1", "enter") == 11
    assert given(ask, "9", "9", "enter") == 9


def test_a_die_is_typed_and_zero_is_ten() -> None:
    reasons = [[3, "Fire differential", "DRM-03"], [-1, "second day", "DRM-05"]]
    ask = Die(who="france", name="france.fire1", what="the die", modifier=2,
              about={"modifiers": reasons})  # fmt: skip
    prompt = prompt_for(ask)
    assert isinstance(prompt, TypedDie)
    assert prompt.press("enter") is REDRAW
    assert given(ask, "7", "enter") == 7
    assert given(ask, "0", "enter") == 10
    prompt.press("4")
    drawn = text_of(prompt.lines(40))
    assert "+2 = 6" in drawn
    assert "+3 Fire differential  DRM-03" in drawn
    assert "-1 second day  DRM-05" in drawn


def test_a_die_of_few_faces_takes_no_other_number() -> None:
    ask = Die(who="habsburg", name="habsburg.leader", what="who?", most=5)
    prompt = prompt_for(ask)
    assert "1 to 5 ·" in prompt.keys
    for key in ("9", "0"):
        assert prompt.press(key) is REDRAW
        assert prompt.verdict(40) == [f"{key} is not from 1 to 5"]
        assert prompt.press("enter") is REDRAW, "nothing fell yet"
    assert prompt.press("3") is REDRAW
    assert prompt.verdict(40) == []
    assert given(ask, "5", "enter") == 5


class Odd(Ask[str]):
    """A question of a kind that no hand knows."""

    def parse(self, raw: Any) -> str:
        return str(raw)

    def offers(self) -> list[Any]:
        return ["one", "other"]


def test_any_other_question_is_a_list_of_its_offers() -> None:
    ask = Odd(who="france", name="x", what="?")
    assert type(prompt_for(ask)) is Prompt
    assert given(ask, "2") == "other"


def test_a_part_of_a_stack_may_be_a_piece_of_an_army() -> None:
    state = tabletop()
    army, detachment = put(state, "france", "artois", "A+", "LD", leader="navarre-2")
    ask = Parting(who="france", name="mover", what="?", state=state, units=[army, detachment],
                  leaders=["navarre-2"], enter=[str(army)])  # fmt: skip
    assert isinstance(prompt_for(ask), Composing)
    assert given(ask, "enter") == [str(army)]
    assert given(ask, "down", "space", "enter") == [str(army), str(detachment)]
    assert given(ask, "right", "enter")[0].startswith(f"{army}/")
    assert given(ask, "asterisk", "asterisk", "enter") == [
        str(army), str(detachment), "navarre-2"
    ]  # fmt: skip
    prompt = prompt_for(ask)
    assert prompt.verdict(78) == ["A+"]
    prompt.press("space")
    assert prompt.verdict(78) == ["Choose at least one counter or leader."], (
        "that nobody goes is said once"
    )


def paris(state: State, army: list[int], *leaders: str) -> March:
    """The question where an army goes from Paris."""
    return March(who="france", name="march", what="?", state=state, alliance="france",
                 place="ile-de-france", units=army, leaders=leaders)  # fmt: skip


def out_of_paris(state: State, army: list[int]) -> MarchPrompt:
    prompt = prompt_for(paris(state, army))
    assert isinstance(prompt, MarchPrompt)
    return prompt


@pytest.fixture
def march() -> March:
    state = tabletop(campaign="major", owners={"artois": "spain"})
    army = put(state, "france", "ile-de-france", "A+", "A+", leader="navarre-2")
    put(state, "spain", "artois", "A+", "LD", leader="farnese")
    return paris(state, army, "navarre-2")


def test_a_route_builds_as_the_cursor_moves(march: March) -> None:
    prompt = prompt_for(march)
    assert isinstance(prompt, MarchPrompt)
    prompt.look("troyes")
    assert prompt.places() == ("ile-de-france", *march.path_to("troyes"))
    drawn = text_of(prompt.lines(80))
    assert f"{march.reach()['troyes']} of 12 MP" in drawn
    assert "plain, friendly" in drawn
    assert prompt.press("enter") == Answer(march.path_to("troyes"))


def test_a_route_tells_who_may_intercept_and_the_odds_of_the_battle(march: March) -> None:
    prompt = prompt_for(march)
    assert isinstance(prompt, MarchPrompt)
    prompt.look("artois")
    drawn = text_of(prompt.lines(80))
    assert "may intercept" in drawn
    assert " win " in drawn
    odds = prompt.odds()
    assert odds is not None
    assert abs(odds["win"] + odds["draw"] + odds["lose"] - 1) < 1e-9


@pytest.mark.rule("BAT-06")
def test_a_route_to_a_battle_counts_those_who_are_there_already(march: March) -> None:
    """*All stacks of one alliance are merged*: who comes second does not fight alone."""
    march = replace(march, units=march.units[:1])
    alone = risks_on_the_way.battle(march, "artois", "ile-de-france")
    first = put(march.state, "france", "artois", "A+")
    march.state.marks.locked.update(first)
    together = risks_on_the_way.forces(march, "artois", "ile-de-france")
    assert together is not None
    assert set(together[0].unit_ids) == {*march.units, *first}
    both = risks_on_the_way.battle(march, "artois", "ile-de-france")
    assert alone is not None
    assert both is not None
    assert both["win"] > alone["win"]


def test_a_route_says_that_its_odds_are_weighed_beside(march: March) -> None:
    prompt = prompt_for(march)
    assert isinstance(prompt, MarchPrompt)
    prompt.beside = True
    prompt.look("troyes")
    assert prompt.unweighed() is None  # no battle
    prompt.look("artois")
    assert "a battle: its odds are being weighed" in text_of(prompt.lines(80))
    work = prompt.unweighed()
    assert prompt.odds() is None
    assert work is not None
    work()
    assert prompt.unweighed() is None
    assert " win " in text_of(prompt.lines(80))
    meet = prompt.unmet()
    assert meet is not None
    meet()
    assert " why " in text_of(prompt.lines(80))


@pytest.mark.parametrize("width", [40, 66, 78])
def test_a_route_loses_no_word_at_the_edge(march: March, width: int) -> None:
    prompt = prompt_for(march)
    assert isinstance(prompt, MarchPrompt)
    prompt.look("artois")
    drawn = prompt.lines(width)
    assert all(width_of(row) <= width for row in drawn)
    said = " ".join(text_of(drawn).split())
    assert "of 12 MP" in said
    assert "lose" in said.partition(" win ")[2]
    prompt.look("kent")
    prompt.press("w")
    drawn = prompt.lines(width)
    assert all(width_of(row) <= width for row in drawn)
    assert prompt.said in " ".join(text_of(drawn).split())


def test_a_route_refuses_with_the_reason(march: March) -> None:
    prompt = prompt_for(march)
    assert isinstance(prompt, MarchPrompt)
    prompt.look("kent")
    assert prompt.press("enter") is REDRAW
    assert prompt.said
    assert prompt.said in text_of(prompt.lines(80))
    prompt.look("troyes")
    assert not prompt.said


def test_fixed_steps_are_kept_and_taken_back(march: March) -> None:
    prompt = prompt_for(march)
    assert isinstance(prompt, MarchPrompt)
    prompt.look("champagne")
    prompt.press("space")
    prompt.look("ile-de-france")
    assert prompt.path() == ["champagne", "ile-de-france"]
    assert int(prompt.reach()["troyes"]) > march.reach()["champagne"]
    prompt.press("backspace")
    assert prompt.press("x") == Answer([])


def test_what_spends_money_or_a_turn_is_taken_by_a_second_key() -> None:
    options = [Option("free", "free"), Option("dear", "dear", stake="50 of the 60 ducats left.")]
    ask = Choose(who="france", name="x", what="?", options=options, enter="dear")
    assert given(ask, "1") == "free"
    for first, second in (("2", "2"), ("enter", "enter"), ("2", "enter")):
        assert given(ask, first, second) == "dear"
    prompt = prompt_for(ask)
    prompt.press("2")
    assert prompt.verdict(60)[0] == "50 of the 60 ducats left."
    prompt.press("escape")
    assert prompt.verdict(60) == []
    prompt.press("2")
    prompt.press("up")
    assert prompt.press("enter") == Answer("free")


def test_x_is_done_with_what_has_an_end() -> None:
    assert given(choose(done="o3"), "x") == "o3"
    assert prompt_for(choose()).press("x") is None
    options = [Option("artois", "Artois"), Option("end", "No more", stake="1 stack could move.")]
    ask = Choose(who="france", name="x", what="?", options=options, done="end")
    assert given(ask, "x", "x") == "end"


def test_n_goes_on_to_the_next_place_and_the_map_points_at_one() -> None:
    options = [Option("artois", "Artois"), Option("end", "No more"), Option("picardie", "Picardie")]
    prompt = prompt_for(Choose(who="france", name="x", what="?", options=options))
    assert prompt.press("n") is REDRAW
    assert prompt.where() == "picardie"
    assert prompt.press("n") is REDRAW
    assert prompt.where() == "artois"
    assert prompt.point("picardie")
    assert prompt.at == 2
    assert not prompt.point("hainaut")
    assert prompt.press("enter") == Answer("picardie")


@pytest.mark.rule("MOV-26")
def test_a_march_offers_to_leave_who_must_stay_at_a_fortress() -> None:
    """A stack leaves a detachment for each level beside a fortress that it does not control."""
    near = ("artois", "hainaut", "champagne", "picardie", "ile-de-france")
    state = tabletop(campaign="major", owners=dict.fromkeys(near, "spain"))
    army, detachment = put(state, "france", "artois", "A+", "LD", leader="navarre-2")
    march = March(who="france", name="march", what="?", state=state, alliance="france",
                  place="artois", units=[army, detachment], leaders=["navarre-2"])  # fmt: skip
    prompt = prompt_for(march)
    prompt.choose_place("hainaut")
    assert "must stay at the fortress of Artois (MOV-26). Enter again" in text_of(prompt.lines(200))
    outcome = prompt.press("enter")
    assert outcome == Answer([f"-{detachment}", f"-{army}/LD", "hainaut"])
    march.parse(outcome.raw)
    prompt.choose_place("hainaut")
    prompt.choose_place("picardie")
    assert prompt.press("w") is REDRAW, "another place wants an offer of its own"


@pytest.mark.rule("MOV-06")
def test_a_march_foresees_the_attrition_of_those_whom_it_picks_up() -> None:
    """*At least 6 LD* are a massed force: 6 LD stopped where 2 had been picked up, and
    nothing had been said of it."""
    state = tabletop(campaign="active")
    army = put(state, "france", "ile-de-france", "A+")
    others = put(state, "france", "picardie", "LD", "LD")
    prompt = out_of_paris(state, army)
    prompt.look("picardie")
    prompt.press("space")
    assert "massed force" not in text_of(prompt.lines(200))
    prompt.gather([str(number) for number in others])
    assert "attrition (a massed force)" in text_of(prompt.lines(200))
    prompt.look("cuba-e")
    assert "A+ from Picardie, 10 MP left" in text_of(prompt.lines(200))


@pytest.mark.rule("MOV-03")
def test_a_march_over_the_stacking_limits_says_what_it_loses_and_wants_a_second_key() -> None:
    """*At most 3 counters and 8 LD are in a stack*; those that may become one are put together."""
    for there, coming, lost in (
        (("A+",), ("A+", "LD"), "1 LD is lost"),
        (("A+", "LD"), ("A+", "LD"), "2 LD are lost"),
        (("A-", "LD", "LD"), ("LD",), ""),
    ):
        state = tabletop(campaign="major")
        put(state, "france", "picardie", *there)
        army = put(state, "france", "ile-de-france", *coming)
        prompt = out_of_paris(state, army)
        prompt.look("picardie")
        assert ("(MOV-03)" in text_of(prompt.lines(200))) == bool(lost)
        if lost:
            assert prompt.press("enter") is REDRAW
            assert f"{lost} (MOV-03). Enter again" in text_of(prompt.lines(200))
        assert prompt.press("enter") == Answer(["picardie"])


def test_each_kind_of_question_names_its_own_keys() -> None:
    """A way has arrows, a yes or no its letters: the list's keys mean nothing there."""
    kinds = Prompt, YesOrNo, Several, HowMany, MarchPrompt, VoyagePrompt, Paying
    assert len({kind.keys_line for kind in kinds}) == len(kinds)
    yes_no = prompt_for(YesNo(who="france", name="withdraw", what="Retreat?", enter=False))
    assert yes_no.keys.startswith("y · n · ")
