"""The tutorial: lessons that wait for what a player really does in a real game.

The lessons are data (tui/table/course.py). The tutor looks at where the game and the screen stand
and says which lesson is on, and which keys it takes; whatever else is done, it finds its way.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine import games
from engine.games.game import Game
from engine.games.journal_records import Record
from engine.land.movement import march_ask
from engine.play.asks import Ask, Die, Number, Raw, Subset, YesNo
from engine.programs import bots
from engine.sea.voyages import sail_ask
from engine.sequence.next_moves import NextMoves
from engine.state import State
from saves import store as saves
from tui.table.course import FILE, Card, Lesson, course
from tui.words.places import place_name

if TYPE_CHECKING:
    from saves.store import Saved

START: Final = FILE.with_name("tutorial_start.json")
NAME: Final = "tutorial"
USUAL: Final = "usual"


class Seen(NamedTuple):
    """Where the screen stands: the cursor's place, the pane with the keys, the screen closed last,
    how many lessons were read, and whether a number that rules explain has the cursor."""

    place: str = ""
    focus: str = ""
    opened: str = ""
    entered: int = 0
    asking: bool = False


def _begun() -> dict[str, int]:
    """What is done when the board is first seen: the lesson on the cover."""
    return {lesson.id: 0 for lesson in course().lessons if lesson.until == "begun"}


@dataclass(slots=True)
class Tutor:
    """Which lessons are done, after how many records of the journal each was, and which of them
    with another answer than they advise; `asked` is what the learner was asked when it last
    looked."""

    game: Game
    done: dict[str, int] = field(default_factory=_begun)
    missed: set[str] = field(default_factory=set)
    shown: str = ""
    since: Seen = field(default_factory=Seen)
    records: int = 0
    strayed_from: str = ""
    asked: str = ""

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """All lessons."""
        return course().lessons

    def look(self, seen: Seen) -> Card | None:
        """What to show now; None when the course is over."""
        count = len(self.game.records)
        if count < self.records:
            self.done = {name: at for name, at in self.done.items() if at <= count}
            self.strayed_from = ""
        lesson = self._named(self.shown)
        if lesson is not None and self._happened(lesson, seen):
            self._close(lesson)
        elif self.strayed_from and self._answered(self.game.records[self.records : count]):
            self.strayed_from = ""
        if lesson is not None and lesson.until != "answered" and count > self.records:
            self._answered_early()
        ask, self.records = self.game.ask, count
        self.asked = ask.name if ask is not None and ask.who == course().power else ""
        if self.strayed_from:
            lost = self._named(self.strayed_from)
            if lost is not None and self.game.ask is not None:
                return course().card(lost, ("u",), otherwise=True)
        lesson = self._current()
        if lesson is None:
            return self._unforeseen()
        if lesson.place and (lost := self._another_stack(lesson)) is not None:
            return course().card(lost, ("u",), otherwise=True)
        if lesson.id != self.shown:
            self.shown, self.since = lesson.id, seen
        return course().card(lesson, self._press(lesson, seen))

    def resume(self, read: Collection[str] | None = None) -> None:
        """Counts the lessons of the questions that were answered before, where a game goes on that
        was left; of those between that ask nothing what was `read`, all of them where that is not
        known."""
        game, power = self.game, course().power
        answers = [n for n, record in enumerate(game.records) if record.answer is not None]
        if not answers:
            return
        ends = [*answers[1:], len(game.records)]
        before = game.records[: answers[0]]
        past = Game(game.snapshots[0].state, game.procedure, game.header, before)
        for number, end in zip(answers, ends, strict=True):
            ask = past.ask
            left = [lesson for lesson in self.lessons if lesson.id not in self.done]
            found = next((each for each in left if ask is not None and each.ask == ask.name), None)
            if found is not None and ask is not None and ask.who == power:
                for lesson in left[: left.index(found) + 1]:
                    unread = not lesson.ask and read is not None and lesson.id not in read
                    if lesson is found or not (lesson.perhaps or lesson.aside or unread):
                        self.done[lesson.id] = number
                self._note(found, number)
            past.follow(number, game.records[number:end])

    @property
    def read(self) -> list[str]:
        """The lessons that ask nothing and are done."""
        return [each.id for each in self.lessons if not each.ask and each.id in self.done]

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that is on."""
        return self._named(self.shown)

    def _named(self, name: str) -> Lesson | None:
        return next((lesson for lesson in self.lessons if lesson.id == name), None)

    def _answered(self, records: Sequence[Record]) -> bool:
        """Whether the learner gave one of these answers, and not a program."""
        return any(each.answer is not None and each.who == course().power for each in records)

    def _another_stack(self, lesson: Lesson) -> Lesson | None:
        """The lesson that chose the stack, where the question is about another one's move
        and that stack could go."""
        ask = self.game.ask
        if ask is None or ask.name not in ("mover", "march") or place_of(ask) == lesson.place:
            return None
        if not self._waits(lesson):
            return None
        return next(one for one in self.lessons if one.want == lesson.place)

    def _waits(self, lesson: Lesson) -> bool:
        """Whether the stack of a lesson could move still."""
        power = course().power
        return bool(lesson.place) and lesson.place in NextMoves(self.game.state, power).marches

    def _happened(self, lesson: Lesson, seen: Seen) -> bool:
        kind, _, what = lesson.until.partition(":")
        if kind == "answered":
            return len(self.game.records) > self.records
        if kind == "cursor":
            return seen.place != self.since.place
        if kind == "place":
            return seen.place == what or len(self.game.records) > self.records
        if kind == "why":
            return seen.focus == what and seen.asking
        if kind == "screen":
            return seen.opened == what
        return seen.entered > self.since.entered

    def _close(self, lesson: Lesson) -> None:
        self.done[lesson.id] = len(self.game.records)
        self.shown = ""
        if lesson.until == "answered" and self._note(lesson, self.records):
            self.strayed_from = lesson.id

    def _answered_early(self) -> None:
        """A question that was answered before its lesson was on: that lesson is done."""
        early = (each for each in self.lessons if each.ask == self.asked != "")
        found = next((each for each in early if each.id not in self.done), None)
        if found is not None and found.until == "answered":
            self._close(found)

    def _note(self, lesson: Lesson, number: int) -> bool:
        """Whether that record is another answer than the lesson needs: it comes once more then."""
        missed = bool(lesson.otherwise) and self.game.records[number].answer != lesson.want
        (self.missed.add if missed else self.missed.discard)(lesson.id)
        return missed

    def _reopen(self, ask: Ask[Any]) -> None:
        """A lesson that was answered otherwise is on again where its answer can be given still."""
        for lesson in self.lessons:
            again = lesson.id in self.missed & self.done.keys() and lesson.ask == ask.name
            if again and ask.is_legal(lesson.want):
                del self.done[lesson.id]

    def _current(self) -> Lesson | None:
        """The first lesson that is not done, or the one about what is asked now."""
        ask = self.game.ask
        name = ask.name if ask is not None and ask.who == course().power else ""
        if ask is not None and not name:
            return None  # a program plays
        if ask is not None:
            self._reopen(ask)
        left = [lesson for lesson in self.lessons if lesson.id not in self.done]
        for lesson in left:
            if not self._comes(lesson):
                continue
            if not lesson.ask or (lesson.ask == name and _fits(lesson, ask, self._waits(lesson))):
                return lesson
            if not (lesson.perhaps or lesson.aside) and ask is not None:
                break
        about = (lesson for lesson in left if name and lesson.ask == name)
        return next((lesson for lesson in about if _fits(lesson, ask, self._waits(lesson))), None)

    def _comes(self, lesson: Lesson) -> bool:
        """Whether what a lesson speaks of has been there."""
        return not lesson.after or any(name in self.done for name in lesson.after)

    def _unforeseen(self) -> Card | None:
        ask = self.game.ask
        if ask is None or ask.who != course().power:
            return None
        known = next((lesson for lesson in self.lessons if lesson.ask == ask.name), None)
        taught = known is not None and known.id in self.done
        text = (
            f"{'This was asked before' if taught else 'There is no lesson about this'}. Read the "
            "question and what each answer would mean; these keys give the answer that a steady "
            "player would give."
        )
        return Card(ask.question, text, tuple(keys_to(ask, self.advice(ask, None))))

    def spoken(self, ask: Ask[Any], listed: Sequence[Raw]) -> list[str]:
        """The lesson about a question as lines of text, once each, with what to type; what another
        answer than the last one advised means. `listed` are the answers as they are numbered."""
        told = self._told_otherwise()
        left = [lesson for lesson in self.lessons if lesson.id not in self.done]
        lesson = next((each for each in left if each.ask == ask.name and each.want is not None
                       and self._comes(each) and _fits(each, ask, waits=False)), None)  # fmt: skip
        if lesson is None:
            return told
        self.done[lesson.id] = len(self.game.records)
        self.shown = lesson.id
        raw = self.advice(ask, lesson.want)
        if isinstance(ask, march_ask.March):
            typed = raw[-1] if raw else "Enter"
        elif isinstance(ask, YesNo):
            typed = "y" if raw else "n"
        elif raw == ask.default:
            typed = "Enter"
        else:
            typed = str(listed.index(raw) + 1) if raw in listed else ask.label(raw)
        return [*told, f"Lesson: {lesson.title}: {lesson.text}", f"Type: {typed}", ""]

    def _told_otherwise(self) -> list[str]:
        """By lines: what the answer to the last lesson means that it did not advise; it comes once
        more then."""
        lesson, self.shown = self._named(self.shown), ""
        if lesson is None or len(self.game.records) <= self.done.get(lesson.id, 0):
            return []
        if not self._note(lesson, self.done[lesson.id]):
            return []
        del self.done[lesson.id]
        return [f"Something else: {lesson.otherwise}", "Type: u", ""]

    def advice(self, ask: Ask[Any], want: Any) -> Raw:
        """The answer that a lesson wants where it is legal, the usual one, or a program's."""
        for raw in (want, ask.default):
            if raw is not None and raw != USUAL and ask.is_legal(raw):
                return raw
        return bots.steady_player(self.game, ask)

    def _press(self, lesson: Lesson, seen: Seen) -> tuple[str, ...]:
        ask = self.game.ask
        if lesson.press or ask is None or lesson.until != "answered":
            return tuple(lesson.press)
        keys = keys_to(ask, self.advice(ask, lesson.want), seen.place)
        moving = isinstance(ask, (march_ask.March, sail_ask.Sail))
        return tuple(keys) if moving or seen.focus == "ask" else ("a", *keys)


def _fits(lesson: Lesson, ask: Ask[Any] | None, waits: bool) -> bool:
    """Whether the answer that a lesson speaks of can be given; a lesson of a stack's move is for no
    other's, but before the stack has moved: then the other's is taken back."""
    if ask is not None and lesson.place and place_of(ask) != lesson.place:
        return waits
    kind, _, aim = lesson.until.partition(":")
    want = [aim] if kind == "place" and lesson.ask else lesson.want
    return ask is None or want in (None, USUAL) or ask.is_legal(want)


def place_of(ask: Ask[Any]) -> str:
    """Where the stack stands that a question is about."""
    return str(getattr(ask, "place", "") or ask.about.get("place", ""))


def keys_to(ask: Ask[Any], raw: Raw, place: str = "") -> list[str]:
    """The keys that give an answer, as people read them."""
    if isinstance(ask, (march_ask.March, sail_ask.Sail)):
        ways = [item for item in raw if item[0] not in "+-!"] if raw else []
        if not ways:
            return ["x"] if isinstance(ask, march_ask.March) else ["Enter"]
        find = [] if place == ways[-1] else ["/", f"type {place_name(ways[-1])}", "Enter"]
        return [*find, "Enter"]
    if isinstance(ask, YesNo):
        return ["y" if raw else "n"]
    twice = ["Enter"] if ask.stake(raw) else []
    if raw == ask.default and not isinstance(ask, Die):
        return ["Enter", *twice]
    if isinstance(ask, Number):
        return [*("0" if isinstance(ask, Die) and raw == 10 else str(raw)), "Enter"]
    if isinstance(ask, Subset):
        keys = [option.answer for option in ask.options]
        return [*(str(keys.index(one) + 1) for one in raw), "Enter"]
    listed = ask.listed()
    if raw not in listed:
        return [":", f"type {raw}", "Enter"]
    number = listed.index(raw) + 1
    vague = 10 * number <= len(listed)  # more digits could follow
    return [*str(number), *(["Enter"] if vague else []), *twice]


def begin(store: Path) -> Saved:
    """The game of the tutorial, begun afresh in the store. Raises SaveError.

    It is kept as its scenario lays it out (a test holds that): to read a scenario takes longer.
    """
    start, found = json.loads(START.read_text(encoding="utf-8")), course()
    header = {
        "title": f"{start['title']}: the tutorial", "seed": found.seed, "dice": "rolled",
        "programs": dict(found.programs), "tutorial": True,
        "seats": {power: power for power in start["powers"]},
    }  # fmt: skip
    state = State.from_plain(start["state"])
    return saves.create(store, state, header, NAME, games.procedure(header))
