"""Prompts: how a person answers an Ask with keys. They draw lines and know no widgets.

A prompt takes a key and gives REDRAW, an Answer, or None when the key means nothing to it. This is
the plain one, a list with a cursor; tui.answers.which_prompt tells which one an Ask gets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, ClassVar, Final, Generic, TypeVar
from unicodedata import combining, normalize

from rich.cells import cell_len

from engine.facts import board
from engine.play.asks import Ask, Choose, Raw
from tui.words import decision
from tui.words.line import Bit, Line, line, truncate


def wrapped(text: str, width: int, first: int | None = None) -> list[str]:
    """A text in lines of a width, the first perhaps shorter, a number and its % on one of them."""
    width = max(20, width)
    short = 0 if first is None else max(0, width - first)
    rows = wrap(text.replace(" %", "\u00a0%"), width, initial_indent="x" * short)
    return [row[0 if at else short :].replace("\u00a0", " ") for at, row in enumerate(rows)]


def ended(text: str, style: str = "quiet") -> list[Bit]:
    """A text, the mark of the usual answer at its end as quiet as a detail."""
    said = text.removesuffix(USUAL)
    bits = (Bit(said, style), Bit(text[len(said) :], "quiet"))
    return [bit for bit in bits if bit.text]


def numbered(number: int, here: bool) -> tuple[Bit, Bit]:
    """How a line of a prompt begins: the mark of its cursor, and what to type for it."""
    return Bit("►" if here else " "), Bit(f"{number + 1:3} ", "quiet")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the prompt answers."""

    raw: Raw


class Redraw:
    """The key was taken; the prompt looks different now."""


REDRAW: Final = Redraw()
Outcome = Answer | Redraw | None

A = TypeVar("A", bound=Ask[Any])

FEW: Final = 4  # so many lines are shown even where there is less room
PAGE: Final = 9  # lines of a page until the pane tells how many it has
LONG: Final = 12  # a longer list wants more room
BOX_COLUMNS: Final = range(5, 8)
USUAL: Final = " ◄ usual"  # at the end of the choice that Enter takes where nothing is chosen
SCANT: Final = 12  # less room than that shows no detail at all
AGAIN: Final = "    The same key again, or Enter, does it · Escape does not"
FINDING: Final = "letters find · ↑↓ the next that fits · Enter or Escape ends it"


def plain(text: str) -> str:
    """A text as one types it to find it: small letters without accents."""
    return "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))


class Prompt(Generic[A]):
    """A list with a cursor; a number or Enter takes a line, f and letters find one.

    What spends money or a turn is taken by a second key only: the first marks it and says what it
    spends.
    """

    keys_line: ClassVar[str] = "number takes it · ↑↓ · Enter takes it"
    asks: ClassVar[str] = ""  # the question in a few words, where its lines say the rest of it

    def __init__(self, ask: A) -> None:
        self.ask = ask
        self.listed: list[Raw] = self._listed()
        self.at = self._first()
        self.typed = ""
        self.warned = False  # whether what the marked choice spends has been said
        self.sought: str | None = None  # the letters typed to find a line, None while none are
        self.page = PAGE  # how many lines are seen at once
        self.rows: list[int] = []  # which choice each drawn line belongs to
        self.chances: dict[int, str] = {}  # what the odds say of a choice
        self.compared: Mapping[str, Any] = {}  # the sides of the battle of each choice, by its name
        self.stands: Mapping[str, Any] = {}  # the battle that goes on
        self.told: Callable[[str], str] = str  # a hint with the keys that were chosen in it

    def _listed(self) -> list[Raw]:
        return [*self.ask.listed()]

    def _first(self) -> int:
        default = self.ask.default
        known = default is not None and default in self.listed
        return self.listed.index(default) if known else 0

    @property
    def keys(self) -> str:
        """What the keys do, for the foot line."""
        if self.sought is not None:
            return FINDING
        ends = self.ask.final_answer
        done = f" · x {self._label(ends)[0].lower()}" if ends is not None else ""
        return self.keys_line + done + (" · f finds" if self._most() > PAGE else "")

    @property
    def holds(self) -> bool:
        """Whether all keys are the question's own for the moment."""
        return self.sought is not None

    @property
    def tall(self) -> bool:
        """Whether the prompt wants more room than a question mostly has."""
        return self._most() > LONG

    @property
    def twice(self) -> str:
        """The key that a double click stands for, "" for none."""
        return "enter"

    @property
    def row(self) -> int:
        """The line on which the cursor stands."""
        return self.rows.index(self.at) if self.at in self.rows else self.at

    @property
    def last_row(self) -> int:
        """The last line of the choice on which the cursor stands."""
        return self.row + max(1, self.rows.count(self.at)) - 1

    @property
    def column(self) -> int:
        """The column at which the terminal's own cursor belongs on that line."""
        return 0

    def lines(self, width: int) -> list[Line]:
        """The choices: every label whole, the marked one with all its words, and all of them with
        theirs where there is room."""
        drawn = self._drawn(width, True)
        return drawn if len(drawn) <= max(self.page, FEW) else self._drawn(width, False)

    def _drawn(self, width: int, whole: bool) -> list[Line]:
        drawn: list[Line] = []
        self.rows = []
        for number, raw in enumerate(self.listed):
            label, detail = self._label(raw)
            detail = " · ".join(each for each in (self.chances.get(number, ""), detail) if each)
            rows = self._choice(number, raw, label, detail, width, whole or number == self.at)
            drawn += rows
            self.rows += [number] * len(rows)
        return drawn

    def knowledge(self, width: int) -> list[Line]:
        """What there is to know before one takes the marked choice: both sides, the odds, why."""
        if self.stands:
            return decision.side_lines(self.stands["sides"], width, bool(self.stands.get("afloat")))
        raw = self.listed[self.at] if self.at < len(self.listed) else None
        name = self.ask.odds_name(raw) if self.compared and raw is not None else ""
        found = self.compared.get(name) or next(iter(self.compared.values()), None)
        return decision.decision_lines(found, width) if found else []

    def at_row(self, row: int) -> int | None:
        """The choice that a drawn line belongs to."""
        if self.rows:
            return self.rows[row] if row < len(self.rows) else None
        return row if row < len(self.listed) else None

    def verdict(self, width: int) -> list[str]:
        """What is said below the lines, always in sight: what is sought, what an answer comes
        to."""
        if self.warned:
            return [*wrapped(self._spends(), width - 2), AGAIN]
        if self.sought is None:
            begun = self.typed and 10 * int(self.typed) <= self._most()
            return [f"number {self.typed}_   another digit, or Enter takes it"] if begun else []
        found = len(self._matching())
        return [f"find: {self.sought}_   {found} of {self._most()}"]

    def _choice(
        self, number: int, raw: Raw, label: str, detail: str, width: int, told: bool
    ) -> list[Line]:
        usual = USUAL if self.ask.default is not None and raw == self.ask.default else ""
        style = "here" if number == self.at else ""
        glued = usual.replace(" ", "\u00a0")  # goes with the last word to its line
        first, *more = wrapped(label, width - 7) or [""]
        room = width - cell_len(first) - 8
        beside, below = "", list[str]()
        if detail and not more and cell_len(detail + usual) <= room:
            beside = detail + usual
        elif detail and told:
            split = not more and room > SCANT
            below = wrapped(detail + glued, width - 7, room if split else None)
            beside = below.pop(0) if split else ""
        elif detail and not more and room - len(usual) > SCANT:
            beside = truncate(detail, room - len(usual)) + usual
        else:
            first, *more = wrapped(label + glued, width - 7) or [""]
        aside = f"  {beside}" if beside else ""
        drawn = [line(*numbered(number, number == self.at), *ended(first, style), *ended(aside))]
        drawn += [line(Bit("     "), *ended(text, style)) for text in more]
        return drawn + [line(*ended(f"      {text}")) for text in below]

    def _label(self, raw: Raw) -> tuple[str, str]:
        if isinstance(self.ask, Choose):
            for option in self.ask.options:
                if option.answer == raw:
                    return option.label, option.detail
        return self.ask.label(raw), ""

    def press(self, key: str) -> Outcome:
        """What a key does."""
        step = {"up": -1, "down": 1, "pageup": 1 - self.page, "pagedown": self.page - 1,
                "home": -self._most(), "end": self._most()}.get(key)  # fmt: skip
        if step is not None and self._most():
            to = self.at + (step or 1)
            return self.move(to % self._most() if key in ("up", "down") else to)
        if key == "f" and self._most():
            self.sought = ""
            return REDRAW
        if key.isdecimal() and len(key) == 1:
            return self._digit(key)
        if key == "enter" and self.listed:
            return self._chosen()
        if (
            key == "x"
            and self.ask.final_answer in self.listed
            and self.ask.final_answer is not None
        ):
            if self.listed[self.at] != self.ask.final_answer:
                self.move(self.listed.index(self.ask.final_answer))
            return self._chosen()
        if key in ("n", "N"):
            return self._next_place(1 if key == "n" else -1)
        if key == "escape" and self.warned:
            self.warned = False
            return REDRAW
        return None

    def _chosen(self) -> Outcome:
        """The marked choice is taken; one that spends something says so first."""
        if self._spends() and not self.warned:
            self.warned = True
            return REDRAW
        return Answer(self.listed[self.at])

    def about_to(self) -> Raw:
        """The answer as it stands, None where it is none yet."""
        return self.listed[self.at] if self.at < len(self.listed) else None

    def _spends(self) -> str:
        raw = self.listed[self.at] if self.at < len(self.listed) else None
        return "" if raw is None else self.ask.stake(raw)

    def _next_place(self, step: int) -> Outcome:
        """To the next choice that is a place on the map; None where none is."""
        most = len(self.listed)
        for far in range(1, most + 1):
            at = (self.at + step * far) % most
            if (place := self.where(at)) in board.provinces() or board.is_sea(place):
                return self.move(at)
        return None

    def spell(self, key: str, letter: str) -> Outcome:
        """A key while one finds a line by its letters; Enter, Escape and arrows end that."""
        assert self.sought is not None
        if key in ("enter", "escape"):
            self.sought = None
            return REDRAW
        if key in ("up", "down"):
            return self._next(-1 if key == "up" else 1)
        if key == "backspace":
            self.sought = self.sought[:-1]
        elif letter and letter.isprintable():
            self.sought += letter
        else:
            self.sought = None
            return self.press(key)
        return self._next(0)

    def _matching(self) -> list[int]:
        """The lines in which every word that is sought begins a word."""
        words = plain(self.sought or "").split()
        found = []
        for number in range(self._most()):
            label = plain(self._sought_in(number)).replace("(", " ").replace("-", " ").split()
            if all(any(each.startswith(word) for each in label) for word in words):
                found.append(number)
        return found

    def _sought_in(self, number: int) -> str:
        return self._label(self.listed[number])[0]

    def _next(self, step: int) -> Outcome:
        """To the line that fits, the next of them, or the one before."""
        found, at, sought = self._matching(), self.at, self.sought
        if found:
            after = [each for each in found if each * step > at * step] if step else \
                [each for each in found if each >= at]  # fmt: skip
            self.move((min(after) if step >= 0 else max(after)) if after
                      else found[0 if step >= 0 else -1])  # fmt: skip
        self.sought = sought
        return REDRAW

    def move(self, to: int) -> Outcome:
        """The cursor on another line, as far as there are any."""
        self.at = max(0, min(to, self._most() - 1))
        self.typed = ""
        self.warned = False
        return REDRAW

    def click(self, choice: int, column: int) -> Outcome:
        """A click on a choice: the cursor goes there."""
        return self.move(choice)

    def _most(self) -> int:
        return len(self.listed)

    def _digit(self, key: str) -> Outcome:
        for typed in (self.typed + key, key):
            if 1 <= int(typed) <= self._most():
                if self.at != int(typed) - 1:
                    self.move(int(typed) - 1)
                self.typed = typed
                return self._numbered() if 10 * int(typed) > self._most() else REDRAW
        return None

    def _numbered(self) -> Outcome:
        """What a number does that can mean but one line: it takes it."""
        return self._chosen() if self.listed else REDRAW

    def choose_place(self, place: str) -> Outcome:
        """Enter on the map: the choice that is this place, where there is one."""
        return self._chosen() if self.point(place) else None

    def point(self, place: str) -> bool:
        """The mark goes to the choice that is a place, where there is one; it stays where that
        names the place already."""
        if not place or self.sought is not None:
            return False
        if self.where() != place:
            found = [at for at in range(len(self.listed)) if self.where(at) == place]
            if not found:
                return False
            self.move(found[0])
        return True

    def where(self, at: int | None = None) -> str:
        """The place that a line names, that under the cursor if no other, "" for none: `cuba-w`,
        `cuba-w:7` for ships that lie there, `cuba-w>cuba-e` for who goes on from there, `fort
        cuba-w:spain`."""
        at = self.at if at is None else at
        raw = self.listed[at] if at < len(self.listed) else ""
        if not isinstance(raw, str):
            return ""
        return raw.rpartition(">")[2].partition(":")[0].rpartition(" ")[2]
