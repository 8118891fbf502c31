"""A small game for the tests of the store: three segments, a choice each, and dice for some."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.games.game import Game
from engine.play.asks import Choose, Option
from engine.play.phase import Phase
from engine.state import State
from engine.state.countries import Country
from saves import store
from saves.disk import files

SIDES = ("france", "spain")
OPTIONS = [Option("rest", "rest"), Option("roll", "roll"), Option("roll-twice", "twice")]


async def errands(phase: Phase) -> None:
    """France, Spain and France again are sent on an errand, a die falling before each."""
    while phase.state.turn <= 3:
        phase.mark(segment=True)
        rolled = await phase.roll("france.dawn")
        phase.tell("roll", f"dawn {rolled.die}")
        who = SIDES[(phase.state.turn - 1) % 2]
        answer = await Choose(who=who, name="errand", what="what?", options=OPTIONS)
        for _ in range({"rest": 0, "roll": 1, "roll-twice": 2}[answer]):
            die = (await phase.roll(f"{who}.errand")).die
            phase.state.countries[who].treasury += die
        phase.tell("errand", answer)
        phase.state.turn += 1


def start() -> State:
    return State("errands", 1, "I", countries={who: Country(who) for who in SIDES})


def begun(where: Path, *answers: str, **header: Any) -> store.Saved:
    saved = store.create(where, start(), {"seed": 7, **header}, "errands", errands)
    for answer in answers:
        saved.game.answer(answer)
    return saved


def alone(folder: Path) -> dict[str, Any]:
    """The document of a game's snapshot as in a letter, where it holds its chronicle."""
    plain: dict[str, Any] = files.read_document(folder / store.SNAPSHOT)
    story = [entry.to_plain() for entry in store.read(folder).story]
    apart = ("chronicle", "lines", "marks", "seal")
    return {**{key: plain[key] for key in plain if key not in apart}, "story": story}


def opened(folder: Path, player: str = "") -> store.Saved:
    return store.open_game(folder, errands, player)


def positions(*answers: str) -> list[Any]:
    """The positions before the first answer and after each."""
    game = Game(start().to_plain(), errands, {"seed": 7})
    found: list[Any] = [game.position()]
    for answer in answers:
        game.answer(answer)
        found.append(game.position())
    return found


def die(saved: store.Saved) -> None:
    """What the system does for a process that is gone: its files are closed, nothing else."""
    saved.pen._over.set()
    if saved.pen._own is not None:
        saved.pen._own.close()
        saved.pen._own = None
    saved._put_down()
