"""Every question and every moment of whole phases can be drawn, and Enter answers legally."""

from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest

from engine import scenarios
from engine.games.game import Game
from engine.land.movement.march_ask import March
from engine.play.asks import Ask
from engine.programs import bots
from engine.sea.voyages.sail_ask import Sail
from engine.sequence.sequence import military_phase
from tui.answers.march import MarchPrompt
from tui.answers.odds import by_choice
from tui.answers.path import PathPrompt
from tui.answers.prompts import REDRAW, Answer, Prompt
from tui.answers.risks_on_the_way import asked_odds
from tui.answers.simple_prompts import Several
from tui.answers.which_prompt import prompt_for
from tui.map.board_view import view_of
from tui.panes.rounds_track import track_lines
from tui.panes.stacks import here_lines, own_lines
from tui.words.chronicle import entry_lines
from tui.words.combat_sheet import latest, odds_lines, sheet_lines
from tui.words.line import text_of, width_of
from tui.words.place_line import place_rows

KEYS = (
    "up", "down", "left", "right", "enter", "space", "escape", "pageup", "pagedown", "home", "end",
    "backspace", "asterisk", "plus", "minus", *"euwxynf12390",
)  # fmt: skip
STEPS, FEW = 12, 4


def draws(prompt: Prompt[Ask[object]]) -> None:
    for width in (38, 64):
        assert prompt.lines(width)
        assert all(len(row) <= width for row in prompt.verdict(width))
    if isinstance(prompt, MarchPrompt):
        for place in list(prompt.reach())[:2]:
            prompt.look(place)
            assert prompt.lines(64)
    default = prompt.ask.default
    fresh = prompt_for(prompt.ask)
    outcome = fresh.press("enter")
    if outcome is REDRAW and default is not None and prompt.ask.stake(default):
        assert any(row.strip() for row in fresh.verdict(64)), "what it spends is said first"
        outcome = fresh.press("enter")
    if default is not None and not isinstance(prompt.ask, March | Sail):
        assert outcome == Answer(default), prompt.ask.name


def weighs(ask: Ask[object]) -> None:
    """Odds that tell of several things tell each of an answer, and the hand says so."""
    odds = asked_odds(ask)
    if not odds:
        return
    assert odds_lines(odds)
    prompt = prompt_for(ask)
    prompt.chances = by_choice(ask, prompt.listed, odds)
    prompt.page = len(prompt.listed) * 4
    drawn = " ".join(text_of(prompt.lines(64)).split())
    assert all(told in drawn for told in prompt.chances.values()), ask.name
    named = {
        name
        for name, told in odds.items()
        if isinstance(told, Mapping) and ("win" in told or "deserters" in told)
    }
    if ask.complete:
        assert named <= {ask.odds_name(raw) for raw in ask.listed()}, ask.name


def fumbles(prompt: Prompt[Ask[object]], luck: Random) -> None:
    """Whatever keys are pressed, there is an answer that is taken, or something to draw."""
    for _ in range(STEPS):
        if isinstance(prompt, PathPrompt):
            prompt.look(luck.choice([prompt.end, luck.choice([prompt.end, *prompt.reach()])]))
            for asked, leave in (
                (prompt.parting(), prompt.drop),
                (prompt.gathering(), prompt.gather),
            ):
                if asked is not None and luck.random() < 0.3:
                    keys = [*map(str, asked.units), *asked.leaders]
                    leave(luck.sample(keys, luck.randrange(len(keys))))
        key = luck.choice(KEYS)
        outcome = prompt.press(key) if prompt.sought is None else prompt.spell(key, key[:1])
        if isinstance(outcome, Answer):
            assert isinstance(prompt, Several) or prompt.ask.is_legal(outcome.raw), (
                prompt.ask,
                outcome,
            )
            return
        prompt.lines(64)
        prompt.verdict(64)
        assert prompt.row <= prompt.last_row


@pytest.mark.parametrize(
    ("scenario", "seed", "program"),
    [("artois", 1, "random"), ("italian-wars-1494", 1, "steady"), ("hungary-1526", 2, "random")],
)
def test_whole_phases_can_be_drawn(scenario: str, seed: int, program: str) -> None:
    header = {"seed": seed}
    game = Game(scenarios.read(scenario).state().to_plain(), military_phase, header)
    ask = game.ask
    while ask is not None:
        draws(prompt_for(ask))
        weighs(ask)
        state = game.state
        if len(game.records) % 5 == 0:
            assert track_lines(state)
            view = view_of(state, ask.who)
            for place in {stack.place for stack in view.stacks}:
                assert place_rows(state, place, ask.who, fog=())[0]
                assert here_lines(state, place, ask.who)
            own_lines(state, ask.who)
        fight = latest(game.story)
        if fight is not None:
            for width in (52, 86):
                drawn = sheet_lines(fight.sheet, width)
                assert all(width_of(row) <= width for row in drawn if len(row) > 1)
        game.answer(bots.player(program)(game, ask))
        ask = game.ask
    for entry in game.story:
        assert entry_lines(entry, 50)


@pytest.mark.parametrize(
    "scenario",
    ["spice-route-1498", "conquistadors-1519", "burgundy-1494", "channel-1588", "lepanto-1571"],
)
def test_every_kind_of_question_has_a_hand_and_odds_of_its_answers(scenario: str) -> None:
    game = Game(scenarios.read(scenario).state().to_plain(), military_phase, {"seed": 1})
    asked, luck = Counter[str](), Random(1)
    while game.ask is not None:
        asked[game.ask.name] += 1
        if asked[game.ask.name] <= FEW:
            fumbles(prompt_for(game.ask), luck)
        if asked[game.ask.name] <= 2:
            draws(prompt_for(game.ask))
            weighs(game.ask)
        game.answer(bots.random_player(game, game.ask))
    assert len(asked) > 9
