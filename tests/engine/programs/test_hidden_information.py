"""What a power does not see is drawn from the sheets, and what really is there changes nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import scenarios
from engine.facts import force_pools
from engine.games.game import Game
from engine.programs import bots, hidden_information
from engine.programs.position import Position, game_at, position_of
from engine.programs.simulate import new_game
from engine.state import State, known_zones, sides
from engine.state.forces import Unit
from engine.state.overseas import Establishment

POWER = "portugal"


def _game() -> Game:
    """The spice route, where Portugal is asked for its campaign."""
    game = new_game(scenarios.read("spice-route-1498"), 1, True)
    while game.ask is not None and (game.ask.name, game.ask.who) != ("campaign", POWER):
        game.answer(bots.steady_player(game, game.ask))
    return game


def _with(game: Game, change: Callable[[State], None]) -> Position:
    """What Portugal knows of the same game where something else is out of its sight."""
    whole = position_of(game)
    state = State.from_plain(whole.state)
    change(state)
    other = game_at(whole._replace(state=state.to_plain()), int(game.header["seed"]), True)
    return position_of(other, POWER)


def _nobody(state: State) -> None:
    seen = known_zones.seen_by(state, POWER)
    for unit in list(state.units.values()):
        if unit.place and unit.place not in seen:
            state.remove(unit)


def _others(state: State) -> None:
    last = state.last_unit
    for place in ("oman-e", "nyasa-n"):
        state.add(Unit(0, "oman", "LD", place, "field", 3))
    state.last_unit = last


def _a_fort(state: State) -> None:
    state.overseas.establishments["kenya-s"] = [Establishment("oman", "fort")]


def _wiser(state: State) -> None:
    state.overseas.known["oman"] |= {"malacca-n"}


@pytest.mark.parametrize("change", [_nobody, _others, _a_fort, _wiser])
def test_what_really_is_out_of_sight_has_no_influence(change: Callable[[State], None]) -> None:
    """A program has no knowledge that a player would not have: counters, settlements and what
    others know may be otherwise where Portugal sees nothing, and it plays on from the same."""
    game = _game()
    seen = known_zones.seen_by(game.state, POWER)
    assert not {"oman-e", "nyasa-n", "kenya-s", "malacca-n"} & seen
    assert _with(game, change) == _with(game, lambda state: None)


def test_forces_out_of_sight_are_those_of_the_sheets_at_the_printed_settlements() -> None:
    game = _game()
    seen = known_zones.seen_by(game.state, POWER)
    settled = {(line.country, line.province) for line in force_pools.setup_1492()}
    drawn: set[tuple[str, str, str]] = set()
    for chance in range(12):
        state = State.from_plain(position_of(game).state)
        hidden_information.take_away(state, POWER, seen)
        assert all(
            unit.place in seen
            for unit in state.units.values()
            if unit.place and sides.decider(state, unit.country) != POWER
        )
        hidden_information.draw(state, POWER, seen, chance)
        for unit in state.units.values():
            if unit.place not in seen and sides.decider(state, unit.country) != POWER:
                assert (unit.country, unit.place) in settled
                drawn.add((unit.country, unit.kind, unit.place))
    assert {kind for country, kind, _ in drawn if country == "aden"} == {"LD", "NWD", "NTD"}
    assert {place for country, _, place in drawn if country == "aden"} == {"aden-e"}


def test_what_is_out_of_sight_differs_by_chance_alone() -> None:
    game = _game()
    seen = known_zones.seen_by(game.state, POWER)
    found = []
    for chance in (1, 1, 2, 3, 4):
        state = State.from_plain(position_of(game).state)
        hidden_information.take_away(state, POWER, seen)
        hidden_information.draw(state, POWER, seen, chance)
        found.append(sorted((unit.country, unit.kind, unit.place) for unit in state.units.values()))
    assert found[0] == found[1]
    assert any(each != found[0] for each in found[2:])


def test_a_power_has_no_more_counters_than_its_sheet() -> None:
    """What is in sight is not out of sight too."""
    game = _game()
    state = State.from_plain(position_of(game).state)
    seen = frozenset(known_zones.seen_by(state, POWER)) | {"aden-e"}
    held = sum(unit.country == "aden" for unit in state.units.values())
    for chance in range(6):
        trial = State.from_plain(state.to_plain())
        hidden_information.take_away(trial, POWER, seen)
        hidden_information.draw(trial, POWER, seen, chance)
        assert sum(unit.country == "aden" for unit in trial.units.values()) == held
