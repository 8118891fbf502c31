"""What one may do about the others at the same game: sit down, rise, lock a seat, pass the pen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Final, NamedTuple

from engine.facts.countries import possessive, with_article
from engine.grammar import join_names
from saves.sharing.pen import Person
from saves.store import Saved
from tui.words.places import country_name

MOST_TOLD: Final = 3  # comings and goings at a time


COMES: Final = "its decisions come to you; then it can be locked"


class SeatAction(NamedTuple):
    """Something that may be done: its name, what it means, and what does it, with the passphrase
    that `question` asks for (or what else, where it is `seen`), or "" where none is wanted. It
    raises SaveError."""

    name: str
    what: str
    do: Callable[[str], object]
    question: str = ""
    seen: bool = False


def seat_actions(saved: Saved, powers: Collection[str]) -> Iterator[SeatAction]:
    """What may be done now; `powers` are those that persons play. Raises SaveError."""
    me, pen, locks = saved.pen.me, saved.pen, saved.locks()
    others = [one for one in saved.people() if one.id != me.id]
    if pen.mine:
        decides = saved.game.decides
        left = f", for {with_article(decides)} too" if decides in me.seats else ""
        for one in others:
            yield SeatAction(f"Hand the pen to {one.player}", f"he answers from now on{left}",
                       partial(_bare, partial(saved.hand_over, one.id)))  # fmt: skip
    elif others:
        yield SeatAction("Ask for the pen", "whoever holds it is told", partial(_bare, pen.ask))
    for power in sorted(powers):
        if power not in me.seats:
            asked = f"The passphrase of {possessive(power)} seat" if power in locks else ""
            there = [one.player or "somebody" for one in others if power in one.seats]
            said = "its passphrase is asked" if asked else COMES
            said += f"; there sits {join_names(there)} too" if there else ""
            yield SeatAction(
                f"Sit down as {with_article(power)}", said, partial(saved.sit, power), asked
            )
            continue
        yield SeatAction(
            f"Rise from {possessive(power)} seat", "", partial(_bare, partial(saved.rise, power))
        )
        if power not in locks:
            yield SeatAction(f"Lock {possessive(power)} seat", "with a passphrase of yours",
                       partial(saved.lock, power),
                       f"A passphrase for {possessive(power)} seat, 8 letters at "
                       "least")  # fmt: skip
    if pen.mine and others:
        minutes = saved.silence()
        now = f"after {minutes} minutes now" if minutes else "never now"
        yield SeatAction(
            "When a silent player's pen goes on", f"to who asked for it: {now}",
            saved.set_silence, "Minutes without a key (0 for never)", seen=True,
        )  # fmt: skip
    if pen.mine:
        has = saved.hints()
        said = "nobody is told then what captain would do" if has else "none are given now"
        yield SeatAction("Play without hints" if has else "Allow hints again", said,
                   partial(_bare, partial(saved.set_hints, not has)))  # fmt: skip


def _bare(action: Callable[[], object], _passphrase: str) -> object:
    return action()


def who_is_there(saved: Saved) -> list[str]:
    """Everybody who has the game open, with his seats and the pen, a line each."""
    holder = saved.pen.held().holder
    return [_described(one, holder) for one in saved.people()]


class Company:
    """Who has come to a game, left it, sat down or risen, as others at it are told."""

    def __init__(self, saved: Saved) -> None:
        self.saved = saved
        self.known = self._seats()

    def news(self) -> str:
        """What has changed since one last asked, the latest in few words; "" for nothing.

        Whoever comes again under the same name meanwhile has never been away.
        """
        before, self.known = self.known, self._seats()
        said = [f"{name} has left." for name in before if name not in self.known]
        for name, seats in self.known.items():
            powers = join_names(with_article(power) for power in sorted(seats))
            if name not in before:
                said.append(f"{name} has come" + (f" and sits for {powers}." if seats else "."))
            elif seats != before[name]:
                said.append(f"{name} sits for {powers or 'nobody'} now.")
        more = ["Others have come or gone."] if len(said) > MOST_TOLD else []
        return " ".join(said[:MOST_TOLD] + more)

    def _seats(self) -> dict[str, frozenset[str]]:
        """The seats of everybody else, by his name."""
        powers = self.saved.game.rules.powers(self.saved.game.state)
        there: dict[str, frozenset[str]] = {}
        for one in self.saved.people():
            if one.id != self.saved.pen.me.id:
                name = one.player or "somebody"
                there[name] = there.get(name, frozenset()).union({*one.seats} & {*powers})
        return there


def _described(person: Person, holder: str) -> str:
    seats = ", ".join(country_name(seat) for seat in person.seats)
    pen = " · has the pen" if person.id == holder else ""
    return f"{person.player}{f' ({seats})' if seats else ''}{pen}"
