"""Losses counter by counter, the cheapest first."""

from typing import Any

from engine.land.ground import losses
from engine.play.asks import Choose
from engine.play.phase import Phase
from tests.engine.playing import put, tabletop
from tui.answers.losses import Paying
from tui.answers.prompts import REDRAW, Answer
from tui.answers.which_prompt import prompt_for
from tui.words.line import text_of


def asked() -> Choose:
    state = tabletop()
    put(state, "france", "artois", "A+", "A+", "A-", "LD", "LD", veteran=True)
    put(state, "savoy", "artois", "A-", "LD")
    numbers = [unit.id for unit in state.units_at("artois")]
    phase: Any = Phase(state)
    ask = losses.lose(phase, numbers, 15, "battle").send(None)
    assert isinstance(ask, Choose)
    return ask


def test_many_ways_are_taken_counter_by_counter() -> None:
    ask = asked()
    assert len(ask.options) > 20
    prompt = prompt_for(ask)
    assert isinstance(prompt, Paying)
    assert len(prompt.listed) < 8
    assert prompt.press("enter") == Answer(ask.default), "the cheapest is what Enter takes"
    drawn = text_of(prompt.lines(90))
    assert "the cheapest: " in drawn
    assert " ways" in drawn
    before = len(prompt.left())
    assert prompt.press("2") is REDRAW
    assert len(prompt.left()) < before
    assert "so far: " in prompt.verdict(90)[0]
    assert prompt.press("backspace") is REDRAW
    assert len(prompt.left()) == before


def test_every_way_can_be_taken() -> None:
    ask = asked()
    for option in ask.options:
        prompt = prompt_for(ask)
        assert isinstance(prompt, Paying)
        outcome: Any = REDRAW
        while outcome is REDRAW:
            wanted = next(
                (at for at, raw in enumerate(prompt.listed) if "=" in str(raw)
                 and dict(prompt.ways.of_key(option.answer).lost).get(int(raw.partition("=")[0]), 0)
                 == int(raw.partition("=")[2])), 0)  # fmt: skip
            prompt.move(0 if prompt.listed[0] == option.answer else wanted)
            outcome = prompt.press("enter")
        assert outcome == Answer(option.answer)
