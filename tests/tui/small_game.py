"""A small game for the screen: a fixed table and a procedure that asks every kind of question."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.worker import WorkerCancelled

from engine.games.game import Game
from engine.land.ground.stack_parts import Parting
from engine.land.movement.march_ask import March
from engine.modifiers import Modifier
from engine.play.asks import Choose, Number, Option, Subset, YesNo
from engine.play.phase import Phase
from engine.state import State
from saves.store import Saved, keep
from tests.engine.playing import put, tabletop
from tui.application.app import Tercio
from tui.lines.campaign import PlainCampaign
from tui.lines.game import PlainTable
from tui.screens.game.cover import Cover
from tui.screens.game.game import GameScreen
from tui.settings.files import Local

ODDS = {"win": 0.61, "draw": 0.17, "lose": 0.22, "routed": [0.1, 0.3], "losses": [2.1, 3.4]}
FIRE = [[2, "Fire differential", "DRM-03"], [-1, "second day", "DRM-05"]]


def table() -> State:
    state = tabletop(turn=22, period="III", box="S3", rounds=["S2", "W2", "S3"], campaign="major",
                     owners={"artois": "spain", "hainaut": "spain"})  # fmt: skip
    put(state, "france", "ile-de-france", "A+", "A+", leader="navarre-2")
    put(state, "france", "picardie", "LD")
    put(state, "spain", "artois", "A+", "LD", veteran=True, leader="farnese")
    put(state, "spain", "hainaut", "LD")
    leader = state.leaders["farnese"]
    state.remove_leader(leader, "wounded", "W4")
    return state


def side(country: str, **more: Any) -> dict[str, Any]:
    return {
        "country": country, "units": "2 A+", "thirds": 24, "veteran": True, "leader": "Condé",
        "values": [2, 4, 2], "technology": "musket", "columns": ["C", "B"], "morale": 4,
        "morale_parts": [[3, "musket", "PAR-20"], [1, "veteran", "PAR-21"]],
        "modifiers": {"fire1": [], "shock1": [], "fire2": FIRE, "shock2": []}, **more,
    }  # fmt: skip


BEGINS: dict[str, Any] = {
    "title": "Battle of Artois", "place": "artois", "terrain": "plain", "box": "S3",
    "sides": [side("france"), side("spain", morale=3)], "rolls": [],
}  # fmt: skip
ROLL = {"side": 0, "roll": "fire1", "die": 8, "modifiers": FIRE, "result": 9, "purpose": "Fire",
        "losses": 5, "stars": 2}  # fmt: skip
OUTCOME = {"winner": 0, "inflicted": [[12, 12, 14], [9, 9, 7]], "stars": [4, 2],
           "routed": [False, True], "lost": [6, 15], "destroyed": [False, True],
           "leaders": ["unhurt", "wounded"]}  # fmt: skip


async def questions(phase: Phase) -> None:
    """France chooses, answers yes or no, names several and a number; a die falls; Spain follows."""
    state = phase.state
    phase.mark(segment=True)
    phase.tell("round", "Round S3 begins.")
    options = [Option("major", "a major campaign", "50 ducats"), Option("none", "no campaign")]
    await Choose(who="france", name="campaign", what="Which campaign for France?",
                 options=options, enter="none")  # fmt: skip
    await YesNo(who="france", name="retreat-attempt", what="Break off?", enter=False,
                about={"place": "artois", "odds": ODDS})  # fmt: skip
    await Subset(who="france", name="declare-war", what="On whom does France make war?",
                 options=[Option("spain", "Spain"), Option("venice", "Venice")])  # fmt: skip
    await Number(who="france", name="how-many", what="How many LD?", least=1, most=12, enter=3)
    army = tuple(unit.id for unit in state.units_at("ile-de-france"))
    await Parting(who="france", name="mover", what="Who moves from Île-de-France?", state=state,
                  units=army, leaders=("navarre-2",), enter=["1", "2", "navarre-2"])  # fmt: skip
    await March(who="france", name="march", what="Where does the army go?", state=state,
                alliance="france", place="ile-de-france", units=army,
                leaders=("navarre-2",))  # fmt: skip
    rolled = await phase.roll("france.supply", [Modifier(1, "weak supply", "SAT-01")])
    phase.tell_roll(rolled, "A French stack suffers on the march.", "picardie")
    phase.tell("battle-begins", "Battle of Artois.", "artois", "france", BEGINS)
    phase.tell("battle-roll", "France, fire: 8 +1 = 9.", "artois", "france", ROLL)
    await Choose(who="spain", name="evade", what="Spain in Artois: stand or evade?",
                 options=[Option("stand", "Stand"), Option("evade", "Evade")])  # fmt: skip
    sheet = {**BEGINS, "rolls": [ROLL], "outcome": OUTCOME}
    phase.tell("battle", "Battle of Artois: France wins.", "artois", "france", sheet)
    await YesNo(who="spain", name="last", what="Has Spain had enough?")


def saved(folder: Path, answers: tuple[Any, ...] = (), **header: Any) -> Saved:
    """The small game in a folder, with some answers given."""
    set_up = {"seed": 7, "dice": "rolled", "title": "A small game",
              "seats": {"france": "france", "spain": "spain"}, **header}  # fmt: skip
    game = Game(table().to_plain(), questions, set_up)
    kept = keep(folder.parent, game, folder.name)
    for answer in answers:
        kept.game.answer(answer)
    return kept


def sitting(kept: Saved) -> Tercio:
    """The application with a game of a store, where the one who decides has sat down."""
    app = Tercio(Local(kept.folder.parent), kept)
    app.seated = True
    return app


def seated(store: Path, answers: tuple[Any, ...] = (), **header: Any) -> Tercio:
    """The same with the small game."""
    return sitting(saved(store / "small", answers, **header))


def anna_and_otto(where: Path) -> tuple[Saved, Saved]:
    """Anna sits for France and has marched on, Otto for Spain has seen what came of it."""
    anna = saved(where, TO_SPAIN)
    anna.sit("france")
    otto = Saved(where, questions, "otto")
    otto.sit("spain")
    return anna, otto


def typing(
    play: Callable[[Callable[[str], str], Callable[[str], None]], object], *typed: str
) -> str:
    """What is said by lines while all of this is typed, and then nothing more; `play` is given what
    reads a line and what writes one."""
    said, waiting = list[str](), list(typed)

    def read(prompt: str) -> str:
        said.append(prompt)
        if not waiting:
            raise EOFError
        return waiting.pop(0)

    play(read, said.append)
    assert waiting == []
    return "\n".join(said)


def by_lines(kept: Saved, *typed: str, table: type[PlainTable | PlainCampaign] = PlainTable) -> str:
    """What a game by lines says while all of this is typed, and then nothing more."""
    return typing(lambda read, write: table(kept, read, write).play(), *typed)


TO_THE_MARCH: tuple[Any, ...] = ("major", False, ["spain"], 3, ["1", "2", "navarre-2"])
TO_SPAIN: tuple[Any, ...] = (*TO_THE_MARCH, ["picardie"])


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same colours whatever terminal the tests run in, and a caret that does not blink while a
    slow machine draws."""
    monkeypatch.setattr("textual.widgets.Input._toggle_cursor", lambda _: None)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)


def drive(
    app: Tercio,
    size: tuple[int, int],
    play: Callable[[Pilot[int]], Coroutine[Any, Any, None]],
    notices: bool = False,
) -> None:
    """Runs the application at a size and plays on it; without notices on the screen where they
    are not what is looked at."""

    async def run() -> None:
        async with app.run_test(size=size, notifications=notices) as pilot:
            await settled(pilot)
            await play(pilot)

    asyncio.run(run())


async def settled(pilot: Pilot[int]) -> None:
    """Waits for messages, programs, what is worked out beside the screen because of them, and the
    game beneath its cover."""
    await pilot.pause()
    if isinstance(pilot.app.screen, Cover):
        pilot.app.screen.draw_beneath()
        await pilot.pause()
    while pilot.app.workers:
        with suppress(WorkerCancelled):  # overtaken by another
            await pilot.app.workers.wait_for_complete()
        await pilot.pause()
    await pilot.pause()
    while any(
        node.is_running and node._message_queue.qsize()  # who has ended takes none any more
        for node in (pilot.app, *pilot.app._registry)
    ):
        await pilot.pause()  # Textual takes a machine that is busy with others for an idle screen


async def press(pilot: Pilot[int], *keys: str) -> None:
    await pilot.press(*keys)
    await settled(pilot)


def screen(pilot: Pilot[int]) -> GameScreen:
    found = pilot.app.screen
    assert isinstance(found, GameScreen)
    return found


def picture(pilot: Pilot[int]) -> str:
    """The screen as plain text, then a digest of every style on it."""
    rows, styles = [], sha256()
    for strip in pilot.app.screen._compositor.render_strips():
        rows.append("".join(segment.text for segment in strip).rstrip())
        for segment in strip.simplify():
            styles.update(f"{len(segment.text)}:{segment.style}|".encode())
    return "\n".join([*rows, f"styles {styles.hexdigest()[:16]}", ""])


def shown(pilot: Pilot[int]) -> str:
    """The screen as plain text."""
    return picture(pilot).rpartition("styles ")[0]
