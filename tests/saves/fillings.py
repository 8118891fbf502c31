"""Forms filled in at random, with hostile texts and numbers in every field: what a game accepts it
opens again, to the same position."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest import mock

from engine import scenarios
from engine.documents.fields import Shape
from engine.eia.ledger import campaign, ledger
from engine.eia.ledger.entries import ENTRIES
from engine.games import EIA
from engine.games.journal_records import EngineError, Refused
from engine.play.asks import BadAnswer, Die
from engine.umpire import umpire
from engine.umpire.ruling import NameInState
from saves import store
from saves.disk.packing import SaveError
from saves.saved import Saved
from tests.engine.eia import fuzzing
from tests.engine.test_printable import FINE, HOSTILE

TEXTS: Final = (
    *HOSTILE, *FINE, "a" * 40, "a" * 41, "a" * 80, "a" * 200, "a" * 201, "a" * 5000, "e\u0301" * 20,
    "France", "artois", "Paris", "12", "-", "none", "../../etc", "[red]", "{0}", "%s", "a.b", "']",
)  # fmt: skip
NUMBERS: Final = (
    0, 1, -1, 99, 100, 200, 999, 1000, 10**5, 10**6, 10**6 + 1, 2 * 10**6, -(10**6) - 1, 2**31,
    2**63, 2**64, -(2**63) - 1, 10**30, True, False,
)  # fmt: skip
HALF: Final = 0.5


def spoiled(value: Any, dice: Random) -> Any:
    """A value with a hostile one here and there."""
    if type(value) is dict:
        return {
            (dice.choice(TEXTS) if dice.random() < 0.03 else key): spoiled(each, dice)
            for key, each in value.items()
        }
    if type(value) is list:
        return [spoiled(each, dice) for each in value]
    if dice.random() < 0.1:
        return dice.choice((*TEXTS, *NUMBERS, None, [], {}, ["a"], {"a": 1}))
    if dice.random() < 0.3:
        return dice.choice(NUMBERS if type(value) is int else TEXTS)
    return value


def ledger_entry(game: Saved, dice: Random) -> Callable[[], object]:
    """Something to enter into a campaign's ledger, or to rule in it."""
    ask = game.game.ask
    if isinstance(ask, Die):
        raw: Any = dice.choice((1, 2, 3, 4, 5, 6, 0, 7, *TEXTS, *NUMBERS))
    elif dice.random() < 0.1 and ask is not None:
        raw = "done" if ask.default is not None else dice.choice(ask.offers())
    elif dice.random() < 0.2:
        kind = dice.choice(("note", "points"))
        filled = fuzzing.drawn(ledger.RULINGS[kind].schema(), dice)
        return lambda: game.game.rule({"do": kind, **spoiled(filled, dice)})
    else:
        name = dice.choice(sorted(ENTRIES))
        filled = fuzzing.drawn(ENTRIES[name].document.schema(), dice)
        raw = {"do": name, **(spoiled(filled, dice) if dice.random() < HALF else filled),
               "sure": dice.random() < HALF}  # fmt: skip
    return lambda: game.game.answer(raw)


def ruled(game: Saved, dice: Random) -> Callable[[], object]:
    """A ruling of a game of Europa Universalis, or any answer."""
    ask = game.game.ask
    if dice.random() < 0.2 and ask is not None:
        offers = ask.offers()
        raw = dice.choice(offers) if offers and dice.random() < 0.8 else dice.choice(TEXTS)
        return lambda: game.game.answer(raw)
    kind = dice.choice(sorted(umpire.RULINGS))
    fields = {
        field.name: _named(game, field.shape, dice)
        for field in umpire.RULINGS[kind].fields
        if dice.random() < 0.8
    }
    return lambda: game.game.rule({"do": kind, **spoiled(fields, dice)})


def _named(game: Saved, shape: Shape, dice: Random) -> Any:
    if isinstance(shape, NameInState):
        names = shape.names(game.game.state)
        return dice.choice(names) if names else ""
    return fuzzing.drawn(shape.schema(), dice)


def around(game: Saved, dice: Random) -> Callable[[], object]:
    """Undo, redo, a lock, a seat."""
    power = dice.choice(("france", "spain", "table", *TEXTS))
    word = dice.choice(("open sesame", *TEXTS))
    return dice.choice((
        lambda: game.game.undo(agreed=True), lambda: game.game.undo(agreed=True), game.game.redo,
        lambda: game.lock(power, word, "open sesame"), lambda: game.sit(power, word),
        lambda: game.rise(power),
    ))  # fmt: skip


REFUSALS: Final = (BadAnswer, Refused, SaveError, EngineError)


@contextmanager
def no_power_cut() -> Iterator[None]:
    """What is written is on the disk at once."""
    with mock.patch.object(os, "fsync"):
        yield


def begun(where: Path, kind: str) -> Saved:
    """A game to fill forms in."""
    if kind == EIA:
        header = {"game": EIA, "title": "Rise", "seed": 7, "dice": "rolled", "programs": {},
                  "seats": {ledger.TABLE: ledger.TABLE}}  # fmt: skip
        given = {field.name: field.default for field in campaign.SETUP}
        return store.create(where, campaign.start_campaign(given), header, "game")
    state = scenarios.read(kind).state()
    return store.create(where, state, {"seed": 7, "dice": "rolled", "seats": {}}, "game")


def filled(kind: str, seed: int, count: int, every: int = 1) -> tuple[int, list[str]]:
    """So many forms filled in: how many were accepted, and which game did not open again as it
    stood. It is opened after every so many that were accepted, and at the end."""
    dice, accepted, wrong = Random(seed), 0, list[str]()
    with tempfile.TemporaryDirectory() as where, no_power_cut():
        game = begun(Path(where), kind)
        for number in range(count):
            entered = ledger_entry if kind == EIA else ruled
            act = (around if dice.random() < 0.1 else entered)(game, dice)
            try:
                act()
            except EngineError as error:
                wrong.append(f"{kind}, seed {seed}, filling {number}: {error}")
                continue
            except REFUSALS:
                continue
            accepted += 1
            if accepted % every == 0 and (trouble := reopened(game)):
                wrong.append(f"{kind}, seed {seed}, filling {number}: {trouble}")
                break
        wrong += [f"{kind}, seed {seed}, end: {each}" for each in [reopened(game)] if each]
        game.close()
        if game.warning:
            wrong.append(f"{kind}, seed {seed}: {game.warning}")
    return accepted, wrong


def reopened(game: Saved) -> str:
    """Why a game does not open again to where it stands, "" when it does."""
    try:
        again = store.open_game(game.folder, watch=True)
    except SaveError as error:
        return str(error)
    try:
        if again.warning:
            return again.warning
        if again.game.position() != game.game.position():
            return "it stands elsewhere"
        if [one.to_plain() for one in again.game.story] != [
            one.to_plain() for one in game.game.story
        ]:
            return "its chronicle is another"
        return ""
    finally:
        again.close()
