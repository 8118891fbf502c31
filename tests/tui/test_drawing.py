"""Every question and every moment of whole phases can be drawn, and Enter answers legally."""

import pytest

from engine import bots, scenarios
from engine.asks import Ask
from engine.game import Game
from engine.march import March
from engine.sea.sail import Sail
from engine.sequence import military_phase
from tui.board_view import place_rows, view_of
from tui.choosing import hand_for
from tui.hands import Answer, Hand
from tui.panes.chronicle import entry_lines
from tui.panes.lines import width_of
from tui.panes.sheet import latest, odds_lines, sheet_lines
from tui.panes.stacks import here_lines, own_lines
from tui.panes.track import track_lines
from tui.route import Route


def draws(hand: Hand[Ask[object]]) -> None:
    for width in (38, 64):
        assert hand.lines(width)
    if isinstance(hand, Route):
        for place in list(hand.reach())[:2]:
            hand.look(place)
            assert hand.lines(64)
    default = hand.ask.default
    outcome = hand_for(hand.ask).press("enter")
    if default is not None and not isinstance(hand.ask, March | Sail):
        assert outcome == Answer(default), hand.ask.name


@pytest.mark.parametrize(
    ("scenario", "seed", "program"),
    [("artois", 1, "random"), ("italian-wars-1494", 1, "steady"), ("hungary-1526", 2, "random")],
)
def test_whole_phases_can_be_drawn(scenario: str, seed: int, program: str) -> None:
    header = {"seed": seed}
    game = Game(scenarios.read(scenario).state().to_plain(), military_phase, header)
    ask = game.ask
    while ask is not None:
        draws(hand_for(ask))
        state = game.state
        if len(game.records) % 5 == 0:
            assert track_lines(state)
            view = view_of(state, ask.who)
            for place in {stack.place for stack in view.stacks}:
                assert place_rows(state, place, ask.who)[0]
                assert here_lines(state, place, ask.who)
            own_lines(state, ask.who)
        if odds := ask.about.get("odds"):
            assert odds_lines(odds)
        fight = latest(game.story)
        if fight is not None:
            for width in (52, 86):
                drawn = sheet_lines(fight.sheet, width)
                assert all(width_of(row) <= width for row in drawn if len(row) > 1)
        game.answer(bots.player(program)(game, ask))
        ask = game.ask
    for entry in game.story:
        assert entry_lines(entry, 50)
