"""What is said at a game, as one player hears it: to everybody or his alliances, but for whom he
muted; and to whom he may say something."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from engine.facts.countries import with_article
from engine.games import EIA, find_game
from engine.grammar import join_names
from engine.state import State
from saves.disk.packing import SaveError
from saves.saved import Saved
from saves.sharing.spoken_lines import Word

EVERYBODY: tuple[str, ...] = ()
FEW = 3  # lines that are shown at once as they are said


class Circle(NamedTuple):
    """To whom a line goes: what they are called, and the powers, none for everybody."""

    name: str
    powers: tuple[str, ...] = EVERYBODY


class Talk:
    """What one player hears and says at a game; `muted` are those he does not want to hear."""

    def __init__(self, saved: Saved, muted: Callable[[], Collection[str]] = frozenset) -> None:
        self.saved = saved
        self.muted = muted
        self._told = 0  # lines that were looked at

    def circles(self) -> list[Circle]:
        """Everybody, then the alliances in which he sits with somebody else."""
        found, state = [Circle("everybody")], self.saved.game.state
        if find_game(self.saved.game.header) == EIA or not isinstance(state, State):
            return found
        powers = self.saved.game.rules.powers(state)
        for alliance in state.diplomacy.alliances:
            members = tuple(sorted(powers.intersection(alliance.members)))
            if len(members) > 1 and not set(members).isdisjoint(self.saved.pen.me.seats):
                found.append(Circle(join_names(list(map(with_article, members))), members))
        return found

    def readable(self) -> list[Word]:
        """All that he may read, the first first."""
        return self._mine(self.saved.words.said)

    def news(self) -> list[Word]:
        """What others said since he last looked, as far as he may read it. Raises SaveError for a
        file that cannot be read."""
        me, words = self.saved.pen.me, self.saved.words
        words.look()
        new, self._told = words.said[self._told :], len(words.said)
        return [word for word in self._mine(new) if word.by != me.player]

    def _mine(self, words: Iterable[Word]) -> list[Word]:
        me, muted = self.saved.pen.me, self.muted()
        return [
            word for word in words
            if word.heard_by(me.player, me.seats) and (word.by not in muted or word.by == me.player)
        ]  # fmt: skip

    def say(self, text: str, circle: Circle) -> None:
        """Says a line. Raises SaveError with what is wrong with it."""
        self.saved.words.say(self.saved.pen, text, circle.powers)

    def ally(self) -> Circle:
        """The one alliance to whom a line by lines goes. Raises SaveError for none or several."""
        match self.circles()[1:]:
            case [circle]:
                return circle
            case []:
                raise SaveError("you sit in no alliance with others: sit down in your seat first")
        raise SaveError("you sit in several alliances: rise from all seats but one's")

    def speakers(self) -> list[str]:
        """Everybody else who said something he may read, or is here; muted or not."""
        me = self.saved.pen.me
        said = (word.by for word in self.saved.words.said if word.heard_by(me.player, me.seats))
        here = (person.player for person in self.saved.people())
        return sorted({*said, *here} - {me.player, ""})


def line_of(word: Word) -> str:
    """A line with who said it, to whom where not to everybody, and when."""
    when = datetime.fromtimestamp(word.when, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
    return f"{when}  {spoken_line(word)}"


def spoken_line(word: Word) -> str:
    """A line with who said it, and to whom where not to everybody."""
    to = f" to {join_names(list(map(with_article, word.to)))}" if word.to else ""
    return f"{word.by or 'somebody'}{to}: {word.text}"


def in_short(words: list[Word]) -> str:
    """What was said just now, the last lines of it."""
    told = [spoken_line(word) for word in words[-FEW:]]
    if more := len(words) - len(told):
        told.insert(0, f"({more} more)")
    return "\n".join(told)
