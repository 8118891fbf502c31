"""A month of Empires in Arms by seven seats on one server: each power at a terminal of its own.

`python -m tests.tui.server.seats 1` lets them come over SSH and play September 1805: each asks for
the pen when it has something to enter, and gets it when the one before has written. It prints the
keys, and below them what was wrong: a seat that sees another ledger than the rest, or an entry that
the game, opened again, does not hold.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, cast

import asyncssh
import pyte

from engine.eia import tables
from engine.eia.ledger.ledger import Ledger
from saves import store
from saves.saved import Saved
from tests.tui.club_nights import POSITION, campaign
from tui.server import players, serve

SIZE: Final = (160, 50)
PATIENCE: Final = 25.0  # seconds
POWERS: Final = ("austria", "russia", "prussia", "britain", "france", "spain", "turkey")
MONTH: Final = (
    ("france", "diplomacy", "vote", "sea chits|au=yes fr=no gb=yes|"),
    ("austria", "declarations of war", "war", "au|fr|"),
    ("russia", "declarations of war", "join-war", "^"),
    ("spain", "minor country control", "status", "sp||-1|^"),
    ("france", "army reinforcement", "corps", "fr|V|12i 1lc|^"),
    ("britain", "naval movement", "fleet", "Brest|fr|18|y|"),
    ("prussia", "naval movement", "fleet", "Danzig|pr|2||^"),
    ("austria", "depot creation and removal", "depot", "au|Vienna|^"),
    ("france", "land movement", "forcible-access", "fr|pr||"),
    ("turkey", "victory points", "track",
     "fr=1 gb=1|fr=9 gb=8 ru=5 au=4 pr=4 sp=3 tu=3|fr=30 gb=40 ru=20||"),
)  # fmt: skip
"""Who enters what in which step, and what is typed into the form: `|` is Enter, `^` ctrl+s."""


class Seat:
    """A terminal over SSH; what is on it, and how many keys were pressed there."""

    def __init__(self, process: Any) -> None:
        self.process, self.keys, self.bytes = process, 0, 0
        self.screen = pyte.Screen(*SIZE)
        self.stream = pyte.ByteStream(self.screen)
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while data := await self.process.stdout.read(65536):
            self.bytes += len(data)
            self.stream.feed(data)

    def press(self, keys: str) -> None:
        self.keys += len(keys)
        self.process.stdin.write(keys.encode())

    async def opens(self, key: str, words: str) -> None:
        """Presses a key that opens something, and waits for words of it that were not there."""
        await until(lambda: words not in self.text, lambda: f"still {words!r} in\n{self.text}")
        self.press(key)
        await self.until(words)

    async def until(self, words: str) -> None:
        await until(lambda: words in self.text, lambda: f"no {words!r} in\n{self.text}")

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    @property
    def ledger(self) -> list[str]:
        """What it shows of the ledger: all on the right."""
        return [row[SIZE[0] // 2 :] for row in self.screen.display[2:-1]]


async def until(holds: Callable[[], bool], said: Callable[[], str]) -> None:
    """Waits until something holds; a RuntimeError says what there is instead."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise RuntimeError(said())
        await asyncio.sleep(0.05)


class Evening:
    """Seven at one game, and one who looks on at its files."""

    def __init__(self, seats: dict[str, Seat], look: Saved) -> None:
        self.seats, self.look = seats, look
        self.hands = 0
        self.waited = 0.0

    @property
    def state(self) -> Ledger:
        """The ledger as the files have it."""
        return cast(Ledger, self.look.game.state)

    @property
    def holder(self) -> str:
        """Who holds the pen, "" for nobody."""
        person = self.look.pen.holder()
        return person.player if person else ""

    async def take(self, name: str) -> Seat:
        """The seat, once it has the pen."""
        seat, began = self.seats[name], time.monotonic()
        if self.holder != name:
            self.hands += 1
            while self.holder != name:  # who has just given it is told so, and asks once more
                if time.monotonic() - began > PATIENCE:
                    raise RuntimeError(f"{name} waits for {self.holder}:\n{seat.text}")
                seat.press("p")
                with suppress(TimeoutError):
                    async with asyncio.timeout(3):
                        await until(lambda: self.holder == name, str)
            self.waited = max(self.waited, time.monotonic() - began)
        await seat.until("go on to what is due next")
        return seat

    async def type(self, seat: Seat, keys: str) -> None:
        """Keys that end in an entry."""
        records = len(self.look.game.records)
        seat.press(keys)

        def written() -> bool:
            self.look.poll()
            return len(self.look.game.records) > records

        await until(written, lambda: f"{keys!r} was not written:\n{seat.text}")

    async def month(self) -> None:
        """Every step in its order; who has the pen goes on, power by power where each has one."""
        for name, step, entry, typed in MONTH:
            await self.to(step)
            seat = await self.take(name)
            keys = typed.replace("|", "\r").replace("^", "\x13")
            await seat.opens("e", "letters, Enter takes it")
            await seat.opens(f"{entry}:\r", "ctrl+s writes it down")
            fields, writes, _ = keys.partition("\x13")
            if writes:  # it is taken before letters that wait, so it waits for them here
                seat.press(fields)
                await asyncio.sleep(1.5)
            await self.type(seat, writes or fields)
        await self.to("diplomacy")

    async def to(self, wanted: str) -> None:
        """On to a step, through all that come before it."""
        names = list(dict.fromkeys(step.name for step in tables.steps()))
        while self.state.now.name != wanted:
            now = names.index(self.state.now.name)
            seat = await self.take(self.holder or POWERS[0])
            nxt = names[(now + 1) % len(names)]
            await seat.opens("G", "To which step?")
            await self.type(seat, f"{nxt}\r")


async def play(where: Path) -> tuple[str, list[str]]:
    """What was played, in a line, and what was wrong."""
    saved = campaign(where)
    saved.game.answer({"do": "setup-text", "text": POSITION, "sure": True})
    saved.close()
    key = asyncssh.generate_private_key("ssh-ed25519")
    for name in POWERS:
        players.add(where / "players", name, key.export_public_key().decode())
    service = serve.Service(where, where / "players")
    door = await serve.listen(service, "127.0.0.1", 0)
    lines: list[Any] = []
    seats: dict[str, Seat] = {}
    look = store.open_game(where / "club", watch=True)
    try:
        for name in POWERS:
            lines.append(await asyncssh.connect(
                "127.0.0.1", door.get_port(), username=name, client_keys=[key], config=None,
                known_hosts=None, agent_path=None, compression_algs=["zlib@openssh.com"],
            ))  # fmt: skip
            seat = seats[name] = Seat(await lines[-1].create_process(
                term_type="xterm-256color", term_size=SIZE, encoding=None
            ))  # fmt: skip
            await seat.until("Continue")
            seat.press("c")
            await seat.until("What happened?")
        evening, began = Evening(seats, look), time.monotonic()
        begun = len(look.game.records)
        await evening.month()
        minutes = (time.monotonic() - began) / 60
        box = evening.state.box
        first = seats[POWERS[0]]
        wrong = []
        with suppress(RuntimeError):
            await until(lambda: all(each.ledger == first.ledger for each in seats.values()), str)
        wrong += [
            f"{name} sees {theirs.strip()!r}, {POWERS[0]} {mine.strip()!r}"
            for name, seat in seats.items()
            for theirs, mine in zip(seat.ledger, first.ledger, strict=True) if theirs != mine
        ]  # fmt: skip
        records, state = list(look.game.records), look.game.state
    finally:
        for line in lines:
            line.abort()
        look.close()
        door.close()
        await door.wait_closed()
        await until(lambda: not service.guests, lambda: "guests stay")
        service.forkserver.close()
    again = store.open_game(where / "club", watch=True)
    if list(again.game.records) != records or again.game.state != state:
        wrong.append(f"opened again it holds {len(again.game.records)} of {len(records)} records")
    held = [each.answer.get("do") for each in again.game.records[begun:]
            if isinstance(each.answer, dict)]  # fmt: skip
    wrong += [f"{entry} of {name} is not held" for name, _, entry, _ in MONTH if entry not in held]
    again.close()
    wrong += store.check(where / "club")
    keys = sum(seat.keys for seat in seats.values())
    return (
        f"{len(seats)} seats, a month to {box}: {len(MONTH)} entries in {len(held)} answers, "
        f"{keys} keys, {minutes:.1f} minutes, the pen handed over {evening.hands} times, "
        f"{evening.waited:.1f} s the longest"
    ), wrong


def main(months: int) -> int:
    """The command, so many months one after another; 1 where anything was wrong."""
    wrong = []
    for _ in range(months):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            said, broken = asyncio.run(play(Path(folder)))
        print(said, flush=True)
        wrong += broken
    print("\n".join(wrong), end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
