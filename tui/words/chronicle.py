"""The chronicle in lines under the headings of its impulses, and what of it fits some words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from textwrap import wrap
from typing import Any, Final

from engine.facts import place_names
from engine.play.phase import Entry
from tui.words.line import Bit, Line, line
from tui.words.places import country_name, place_name

IMPORTANT = {"battle": "strong", "assault": "strong", "fall": "strong", "round": "head",
             "turn": "head", "ruling": "bad", "war": "bad"}  # fmt: skip
KINDS: Final = {
    "battles": ("battle", "battle-begins", "battle-roll", "overrun", "retreat", "capture"),
    "sieges": ("siege", "assault", "fall", "war-honour"),
    "marches": (
        "move",
        "naval-action",
        "transport",
        "locked",
        "interception",
        "withdrawal",
        "exploration",
    ),
    "dice": ("roll", "battle-roll"),
    "losses": ("losses", "attrition", "overrun", "leader", "captured"),
    "money": ("campaign", "cost", "ransom", "loot", "gold", "trade"),
    "politics": ("war", "peace", "alliance", "truce", "declaration", "stability", "ruling"),
}
SOON: Final = ("battle-begins", "battle-roll")  # told again by the sentence that ends them


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
        return place_names.plain_letters(wanted) in place_names.plain_letters(fields[where])
    if word.casefold() == entry.box.casefold() or entry.kind in KINDS.get(word.casefold(), ()):
        return True
    return place_names.plain_letters(word) in place_names.plain_letters(
        f"{kinds} {place} {entry.text}"
    )


def _word(name: str) -> str:
    """The longest word of a name: a filter is made of words."""
    return max(name.split(), key=lambda word: (word[:1].isalpha(), len(word)))


def filter_words(story: Sequence[Entry]) -> list[tuple[str, int]]:
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
    room, text = max(10, width - len(indent) - 1), entry.text
    short = len(text) <= room and text.isprintable() and text == text.strip()
    rows = [text] if short else wrap(text, room) or [""]  # most are short, and wrapping takes long
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
