"""The chronicle: the history of the campaign under the headings of its impulses.

Enter goes to the place, v to the moment; a filter leaves only what fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from textwrap import wrap
from typing import Any, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.message import Message

from engine.facts import board
from engine.play.phase import Entry
from tui.panes.lines import Bit, Line, LinesPane, line
from tui.settings.keymap import told
from tui.words.places import country_name, place_name

IMPORTANT = {"battle": "strong", "assault": "strong", "fall": "strong", "round": "head",
             "turn": "head", "ruling": "bad", "war": "bad"}  # fmt: skip
KINDS: Final = {
    "battles": ("battle", "battle-begins", "battle-roll", "overrun", "retreat", "capture"),
    "sieges": ("siege", "assault", "fall", "war-honour"),
    "marches": ("move", "naval-action", "transport", "locked", "interception", "withdrawal"),
    "dice": ("roll", "battle-roll"),
    "losses": ("losses", "overrun", "leader", "captured"),
    "money": ("campaign", "cost", "ransom", "loot", "gold", "trade"),
    "politics": ("war", "peace", "alliance", "truce", "declaration", "stability", "ruling"),
}
HINT: Final = "Enter place · v moment · f filter"
SOON: Final = ("battle-begins", "battle-roll")  # told again by the sentence that ends them


class ChroniclePane(LinesPane):
    """The story of the game; it stays at the end unless one scrolls back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "moment", "See that moment again", id="chronicle.moment"),
        Binding("f", "filter", "Only what fits some words", id="chronicle.filter"),
    ]

    class Moment(Message):
        """v on a line: the moment of that entry of the story."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    class Filter(Message):
        """f: other words are wanted."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("Chronicle", id)
        self.border_subtitle = HINT
        self.entries: list[Entry] = []
        self.ends: list[int] = []  # the number of drawn lines after each entry
        self.drawn: list[Line] = []
        self.wide = 0
        self.words = ""
        self.short = ""
        self.follows = True  # the end, as it grows

    def look(self, story: Sequence[Entry], short: str = "") -> None:
        """Draw the story, then in `short` what has happened; only what is new is laid out."""
        self.short = short
        self.border_subtitle = told(self, HINT)
        width = max(20, self.size.width)
        same = 0
        if width == self.wide:
            for old, new in zip(self.entries, story, strict=False):
                if old is not new and old != new:
                    break
                same += 1
        del self.entries[same:], self.ends[same:]
        del self.drawn[self.ends[-1] if self.ends else 0 :]
        self.wide = width
        before = self._last(same)
        for entry in story[same:]:
            self.entries.append(entry)
            if fits(entry, self.words):
                self.drawn += [*heading(before, entry, width), *entry_lines(entry, width)]
                before = entry
            self.ends.append(len(self.drawn))
        self.follows = self.current is None or self.at == len(self.spots) - 1
        shown = list(self.drawn) or [line(Bit(" nothing fits" if self.words else "", "quiet"))]
        said = f"In short: {short}" if short and not self.words else ""
        self.show(shown + [line(" ", Bit(row, "strong")) for row in wrap(said, width - 2)])
        if self.follows:
            self.at = len(self.spots) - 1 if self.at >= 0 else -1
            self.scroll_end(animate=False, immediate=True)

    def _last(self, before: int) -> Entry | None:
        """The last entry shown before that one."""
        shown = (self.entries[n] for n in range(before - 1, -1, -1)
                 if fits(self.entries[n], self.words))  # fmt: skip
        return next(shown, None)

    def show_only(self, words: str) -> None:
        """Leave only what fits the words; everything without any."""
        self.words = words
        self.border_title = f"Chronicle: {words}" if words else "Chronicle"
        story = list(self.entries)
        self.wide, self.at = 0, -1
        self.look(story, self.short)

    def entry_at_cursor(self) -> int | None:
        """The number of the entry under the cursor, the last one without a cursor."""
        if not self.entries:
            return None
        if self.current is None:
            return len(self.entries) - 1
        row = self.spots[self.at].row
        return next((n for n, end in enumerate(self.ends) if end > row), None)

    def action_moment(self) -> None:
        """Ask for the moment of the entry under the cursor."""
        at = self.entry_at_cursor()
        if at is not None:
            self.post_message(self.Moment(at))

    def action_filter(self) -> None:
        """Ask for other words."""
        self.post_message(self.Filter())

    def on_resize(self) -> None:
        """Lay the sentences out for the new width."""
        if self.size.width != self.wide:
            self.look(list(self.entries), self.short)
        super().on_resize()
        if self.follows:
            self.scroll_end(animate=False, immediate=True)


def fits(entry: Entry, words: str) -> bool:
    """Whether an entry fits every word: its kind, round, power, place or text; -word: it must not.

    `kind:`, `power:`, `place:` and `text:` before a word look only there.
    """
    return all(_fits(entry, word) for word in words.split())


def _fits(entry: Entry, word: str) -> bool:
    if word.startswith("-") and len(word) > 1:
        return not _fits(entry, word[1:])
    where, colon, wanted = word.partition(":")
    kinds = f"{entry.kind} {' '.join(name for name, all_ in KINDS.items() if entry.kind in all_)}"
    power = " ".join(f"{one} {country_name(one)}" for one in (entry.who, entry.impulse) if one)
    place = f"{entry.place} {place_name(entry.place)}" if entry.place else ""
    fields = {"kind": kinds, "power": power, "place": place, "text": entry.text}
    if colon and where in fields:
        return board.plain_letters(wanted) in board.plain_letters(fields[where])
    if word.casefold() == entry.box.casefold() or entry.kind in KINDS.get(word.casefold(), ()):
        return True
    return board.plain_letters(word) in board.plain_letters(f"{kinds} {place} {entry.text}")


def _word(name: str) -> str:
    """The longest word of a name: a filter is made of words."""
    return max(name.split(), key=lambda word: (word[:1].isalpha(), len(word)))


def offered(story: Sequence[Entry]) -> list[tuple[str, int]]:
    """Words that fit something of a story, and how much: kinds, powers, rounds, places."""
    kinds = [(name, sum(entry.kind in KINDS[name] for entry in story)) for name in KINDS]
    powers = Counter(f"power:{_word(country_name(entry.who))}" for entry in story if entry.who)
    rounds = Counter(entry.box for entry in story if entry.box)
    places = Counter(f"place:{_word(place_name(entry.place))}" for entry in story if entry.place)
    ranked = [*kinds, *powers.most_common(), *rounds.items(), *places.most_common(12)]
    return [(word, count) for word, count in ranked if count]


def heading(before: Entry | None, entry: Entry, width: int) -> list[Line]:
    """The heading between two entries of different impulses; none within one."""
    if before is not None and (before.box, before.impulse) == (entry.box, entry.impulse):
        return []
    if not entry.box:
        return []
    whose = f" · {country_name(entry.impulse)}" if entry.impulse else ""
    text = f" {entry.box}{whose} "
    return [line(Bit(f"{text}{'─' * max(0, width - len(text) - 1)}", "head"))]


def entry_lines(entry: Entry, width: int) -> list[Line]:
    """One entry, wrapped; its first line can be asked for its numbers and leads to its place."""
    indent = "   " if entry.kind in SOON or entry.kind == "roll" else " "
    rows = wrap(entry.text, max(10, width - len(indent) - 1)) or [""]
    style = IMPORTANT.get(entry.kind, "quiet" if entry.kind in ("roll", "battle-roll") else "")
    why = tuple(sheet_reasons(entry.sheet)) if entry.sheet else ()
    first = Bit(rows[0], style, why or ((entry.text,) if entry.place else ()), entry.place)
    return [line(indent, first), *(line(indent, Bit(row, style)) for row in rows[1:])]


def sheet_reasons(sheet: dict[str, Any]) -> list[str]:
    """What a roll was read with, if the sheet is that of a roll."""
    if "die" not in sheet or "modifiers" not in sheet:
        return []
    head = f"{sheet.get('purpose') or sheet.get('name', '')}: die {sheet['die']}"
    parts = [f"{value:+} {why} ({rule})" for value, why, rule in sheet["modifiers"]]
    return ["; ".join([head, *parts, f"reads {sheet['result']}"]) + "."]
