"""Whole phases played by programs, and what must hold of each: for the tests and for the soak."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from engine import scenarios
from engine.games.game import Game
from engine.games.journal_records import Record
from engine.play.asks import Ask
from engine.programs import bots, simulate
from engine.scenarios.document import Scenario
from engine.state import State
from saves import store
from saves.disk import packing as packing
from tests.engine.invariants import Watch, plain_only
from tests.saves.errands import die

LONG: Final = ("lepanto-1571", "channel-1588", "europe-1492")
"""Where a steady program thinks for long: it plays a phase there, elsewhere a campaign."""

WEIGHED: Final = ("odds", "compared")
"""What questions say of themselves that is weighed for long."""


class Broken(AssertionError):
    """Something did not hold: what, and the game just before it."""

    def __init__(self, what: str, before: Game) -> None:
        super().__init__(what)
        self.before = before


def played(
    scenario: Scenario,
    seed: int,
    program: str,
    watch: Callable[[Game], None] | None = None,
    checkpoints: bool = False,
    rules: simulate.Rules = simulate.USUAL,
) -> Game:
    """One phase with one program on every side; `watch` sees the game at every decision."""
    game = simulate.new_game(scenario, seed, checkpoints or bots.looks_ahead(program), rules)
    answer = bots.player(program)
    while watch is not None and game.ask is not None:
        watch(game)
        game.answer(answer(game, game.ask))
    return simulate.play_on(game, program)


def watched(name: str, seed: int, program: str, rules: simulate.Rules = simulate.USUAL) -> Game:
    """Plays a phase and looks at every decision; raises Broken with the game before a failure."""
    game = simulate.new_game(scenarios.read(name), seed, rules=rules)
    answer, watch = bots.player(program), Watch()
    try:
        while game.ask is not None:
            watch(game)
            _copies(game)
            _undo_is_free_within_one_hand_only(game)
            game.answer(answer(game, game.ask))
            assert len(game.records) < simulate.MOST_DECISIONS, "the phase does not end"
        assert game.state.sequence.step == "over", (
            f"the phase ends in the step {game.state.sequence.step}"
        )
    except Exception as error:
        why = error.__cause__ or error
        what = f"{name}, {program}, seed {seed}, record {len(game.records)}: "
        raise Broken(f"{what}{type(why).__name__}: {error}", _before(game, why)) from error
    return game


def _before(game: Game, why: BaseException) -> Game:
    """The game as it stood before the answer that broke it."""
    records = game.records
    if isinstance(why, AssertionError):
        answers = [at for at, record in enumerate(records) if record.answer is not None]
        records = records[: answers[-1]] if answers else []
    return again(game, records)


def again(game: Game, records: list[Record], checkpoints: bool = False) -> Game:
    """A second game with these records from the same start."""
    return Game(
        game.snapshots[0].state, game.procedure, game.header, records, checkpoints=checkpoints
    )


def _copies(game: Game) -> None:
    """The plain state builds an equal one: at the first decisions, then at powers of two."""
    count = len(game.records)
    if count <= 10 or count & (count - 1) == 0:
        plain = game.position()
        plain_only(plain)
        assert State.from_plain(plain).to_plain() == plain, "the state does not read back"
        assert packing.unpack(packing.pack(plain), "state") == plain, "the state does not pack"


def _undo_is_free_within_one_hand_only(game: Game) -> None:
    """Nothing is taken back without the others across a die or a change of player."""
    last = game._last_answer()
    if last is None or game.undo_consent():
        return
    assert not any(record.dice for record in game.records[last:]), "a die is taken back freely"
    assert game.ask is not None
    assert game.records[last].who == game.ask.who, "another player's time is taken back freely"


def packed(game: Game) -> bytes:
    """The position as the bytes of a save."""
    return packing.pack(game.position())


def repeats(game: Game, program: str) -> None:
    """The same seed and program play to the same bytes."""
    name = game.state.scenario
    other = played(scenarios.read(name), game.header["seed"], program)
    assert packed(other) == packed(game), "played again it ends otherwise"


def replays(game: Game) -> None:
    """The journal alone plays to the same bytes and the same chronicle."""
    other = again(game, game.records)
    assert packed(other) == packed(game), "the journal plays to another end"
    assert [entry.text for entry in other.story] == [entry.text for entry in game.story]


def shown(ask: Ask[Any] | None) -> str:
    """All that a question shows of itself, but for what takes long to weigh."""
    if ask is None:
        return ""
    offers = ask.offers()
    about = {key: ask.about[key] for key in sorted(ask.about) if key not in WEIGHED}
    return repr((ask.who, ask.question, offers, [*map(ask.label, offers)], ask.default, about))


def reopens(game: Game, program: str, folder: Path) -> None:
    """Saved, closed and opened at random decisions, it goes on to the same bytes; its journal leads
    from the start to its last snapshot, and from there to the same end and the same chronicle.

    Who looks ahead forgets the plan of an impulse with the game that is closed: of him the answers
    that he gave are given again.
    """
    seed = game.header["seed"]
    chance, player = random.Random(seed), bots.player(program)
    given = iter([record.answer for record in game.records if record.answer is not None])
    saved = store.keep(
        folder, simulate.new_game(scenarios.read(game.state.scenario), seed, True), "kept"
    )
    while saved.game.ask is not None:
        planned = bots.looks_ahead(program)
        saved.game.answer(next(given) if planned else player(saved.game, saved.game.ask))
        if chance.random() < 0.02:
            asked = shown(saved.game.ask)
            (saved.close if chance.random() < 0.5 else partial(die, saved))()
            saved = store.open_game(saved.folder, game.procedure)
            assert saved.warning == "", saved.warning
            assert shown(saved.game.ask) == asked, "opened in between it asks otherwise"
    saved.close()
    assert store.check(saved.folder, game.procedure) == [], "the save is not sound"
    saved = store.open_game(saved.folder, game.procedure)
    assert packed(saved.game) == packed(game), "opened in between it ends otherwise"
    assert [entry.text for entry in saved.game.story] == [entry.text for entry in game.story]
    saved.close()


def undoes(game: Game, most: int | None = None) -> None:
    """Undo of the first `most` answers to the start and redo give the same bytes at every step."""
    other = again(game, [], checkpoints=True)
    positions = [packed(other)]
    answers = [record.answer for record in game.records if record.answer is not None][:most]
    for raw in answers:
        other.answer(raw)
        positions.append(packed(other))
    for position in positions[-2::-1]:
        other.undo(agreed=True)
        assert packed(other) == position, f"undo to record {len(other.records)} differs"
    assert not other.can_undo
    for position in positions[1:]:
        other.redo()
        assert packed(other) == position, f"redo to record {len(other.records)} differs"


def dump(broken: Broken, folder: Path) -> str:
    """Writes the game just before a failure into a store; the command that opens it."""
    header: dict[str, Any] = broken.before.header
    name = f"{broken.before.state.scenario}-{header['seed']}"
    saved = store.keep(folder, again(broken.before, broken.before.records, True), name)
    saved.close()
    return f"tercio open {saved.folder.resolve()}"
