"""A table as it is laid out: a position, changed line by line where one stands, and taken back.

What is typed at a place is short and forgiving: `fr 2A+ LD henri iv inside, level 3, siege hi +`.
What is kept is the text of the position (engine.notation.position_writer), so that every change,
undo and redo is one of text, and what can be laid out can be written, sent and played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from engine import scenarios
from engine.facts import board, countries, tables
from engine.facts.place_names import plain_letters
from engine.notation import lexicon, position_reader, shorthand
from engine.notation.position_lines import (
    difference,
    items_of,
    join_items,
    members,
    with_initiative,
    with_items,
    with_line,
    without_leaders,
)
from engine.notation.position_marks import SEVERAL, SINGLE
from engine.notation.position_writer import position_text
from engine.notation.reading_errors import Unread
from engine.scenarios.placement import defects
from engine.situation import counters
from engine.state import State
from engine.state.forces import Kind

MOST_STEPS: Final = 1_000
"""Steps that can be taken back."""

BLANK: Final = "europe-1492"
"""The scenario whose powers an empty table has."""

COUNTED: Final[tuple[Kind, ...]] = ("A+", "LD", "LDE")
"""Land counters of which there are so many and no more (both sides of an army are one)."""


def empty(turn: int = 1) -> str:
    """The text of a table with the powers of 1492 and nothing on it, at a turn: technologies of
    the countries' groups as they were within reach (technology_goals), nobody at war."""
    state = scenarios.load(BLANK)
    lines = [
        line
        for line in position_text(state).splitlines()
        if line.startswith(("Tercio", "scenario", "alliance", "power")) or "initiatives" in line
    ]
    layout = Layout("\n".join(lines) + "\n")
    if turn != 1:
        layout.typed("", f"turn {turn}")
    return layout.text


def place_first(text: str) -> tuple[str, str]:
    """The place that a typed line names first, `artois: fr 2A+`, and the rest; "" for none."""
    name, named, rest = text.partition(": ")
    if name in board.provinces() or name in board.seas():
        return name, rest
    found = lexicon.places(plain_letters(name)) if named else ()
    return (found[0], rest) if len(found) == 1 else ("", text)


class Layout:
    """A table that is being laid out. `state` is what stands on it now."""

    def __init__(self, text: str) -> None:
        """Raises Unread where the text is no position."""
        self._read(text)
        self._past: list[str] = []
        self._future: list[str] = []
        self.begun = self.text

    def _read(self, text: str) -> None:
        self.state: State = position_reader.read(text)
        self.text = position_text(self.state)
        self.lines = self.text.splitlines()

    # What stands where

    def items(self, place: str) -> list[str]:
        """What is written of a place, an item each."""
        return items_of(self.lines, place)

    def complaints(self) -> Iterator[tuple[str, str]]:
        """What is against playing from here, with the place it is about ("" for none): counters
        that there are not, stacks over their limits, ground nobody may stand on, the dead."""
        yield from self._no_counters()
        yield from self._not_alive()
        for country in self.state.countries.values():
            if country.minor and not country.patron:
                name = countries.country(country.id).name
                yield "", f"{name} is a minor that nobody plays: “ally {country.id} france” does it"
        yield from defects(self.state)

    def _no_counters(self) -> Iterator[tuple[str, str]]:
        state = self.state
        for country in sorted({unit.country for unit in state.units.values()}):
            for kind in COUNTED:
                over = counters.missing_counters(state, country, kind)
                if over:
                    name = countries.country(country).name
                    yield "", f"{name}: {over} {kind} more than there are counters (C-FOR-05)"

    def _not_alive(self) -> Iterator[tuple[str, str]]:
        for leader in self.state.leaders.values():
            known = countries.leader(leader.id)
            if not shorthand.may_be_on_board(known, self.state.turn):
                lived = f"lived from turn {known.first_turn} to {known.last_turn}"
                yield leader.place, f"{known.name} {lived}"

    # Changes

    def typed(self, place: str, typed: str) -> str:
        """Takes what was typed while the cursor was at a place; what it did, in a sentence.

        Raises Unread, and changes nothing, where a word is no word or the table can't be so.
        """
        lines = list(self.lines)
        for phrase in shorthand.phrases(typed):
            lines = self._whole(lines, phrase) or self._local(lines, place, phrase)
        before = self.text
        self._read("\n".join(lines) + "\n")
        return self._changed(before) if self.text != before else "That is how it stands already."

    def replaced(self, text: str) -> str:
        """Lays out another position instead, a change like others; what it did.

        Raises Unread where the text is no position.
        """
        before = self.text
        self._read(text)
        return self._changed(before)

    def _changed(self, before: str) -> str:
        """Notes a change that can be taken back; what it did."""
        self._past, self._future = [*self._past[-MOST_STEPS:], before], []
        return difference(before, self.text)

    def undo(self) -> bool:
        """Takes the last change back; whether there was one."""
        return self._step(self._past, self._future)

    def redo(self) -> bool:
        """Makes the change again that was taken back; whether there was one."""
        return self._step(self._future, self._past)

    def _step(self, where: list[str], other: list[str]) -> bool:
        if not where:
            return False
        other.append(self.text)
        self._read(where.pop())
        return True

    def _whole(self, lines: list[str], phrase: list[str]) -> list[str] | None:
        """A phrase about the whole table; None where it is about a place."""
        word, rest = phrase[0], phrase[1:]
        known: dict[str, Callable[[list[str], list[str]], list[str]]] = {
            "turn": partial(self._turn, word), "year": partial(self._turn, word),
            "war": partial(self._war, True), "peace": partial(self._war, False),
            "ally": self._ally, "power": self._power, "initiative": self._initiative,
            "off": self._off,
        }  # fmt: skip
        return known[word](lines, rest) if word in known else None

    def _turn(self, word: str, lines: list[str], rest: list[str]) -> list[str]:
        number = shorthand.number(rest, f"{word} 22" if word == "turn" else "year 1595")
        years = range(tables.first_year(1), tables.last_year() + 1)
        if word == "year" and number not in years:
            raise Unread([f"year {number}: the game has the years {years[0]} to {years[-1]}"])
        turn = tables.turn_of(number) if word == "year" else number
        if not 1 <= turn <= tables.last_turn():
            raise Unread([f"turn {turn}: there are turns 1 to {tables.last_turn()}"])
        period = tables.period_of(turn)
        name = self.state.scenario
        lines = [
            f"scenario {name}; turn {turn}; period {period}" if line.startswith("scenario ") else
            shorthand.power_of_turn(line, turn) if line.startswith("power ") else line
            for line in lines
        ]  # fmt: skip
        gone = [each for each in self.state.leaders
                if not shorthand.may_be_on_board(countries.leader(each), turn)]  # fmt: skip
        return [without_leaders(line, gone) for line in lines]

    def _war(self, begins: bool, lines: list[str], rest: list[str]) -> list[str]:
        sides = [self._alliance(each) for each in shorthand.countries_of(rest)]
        if len(sides) != 2 or sides[0] == sides[1]:
            example = "war france spain" if begins else "peace france spain"
            raise Unread([f"two countries of different alliances are wanted: {example}"])
        pair = " ".join(sorted(sides))
        lines = [line for line in lines if line != f"war {pair}"]
        return with_line(lines, f"war {pair}") if begins else lines

    def _alliance(self, country: str) -> str:
        for one in self.state.diplomacy.alliances:
            if country in one.members:
                return one.id
        raise Unread([f"{countries.country(country).name} is in no alliance: “ally” names one"])

    def _ally(self, lines: list[str], rest: list[str]) -> list[str]:
        found = shorthand.countries_of(rest)
        if len(found) != 2 or found[0] == found[1]:
            raise Unread(["who with whom? Say for example: ally savoy france"])
        joins, other = found
        lines = self._known(self._known(lines, other), joins)
        changed = []
        renamed = ""  # what the allies are called whom it leaves, where they bore its name
        for line in lines:
            if line.startswith("alliance "):
                name, _, told = line.removeprefix("alliance ").partition(": ")
                listed, _, tail = told.partition(";")
                kept = [each for each in listed.split() if each != joins]
                if other in kept:
                    kept.append(joins)
                if kept and name == joins and joins not in kept:
                    renamed = name = kept[0]
                if kept:
                    changed.append(f"alliance {name}: {' '.join(kept)};{tail}")
            elif countries.country(joins).kind == "minor":
                changed.append(shorthand.with_patron(line, joins, other))
            else:
                changed.append(line)
        changed = [
            " ".join(renamed if word == joins else word for word in line.split())
            if renamed and line.startswith("war ") else line
            for line in changed
        ]  # fmt: skip
        known = {line.split()[1].rstrip(":") for line in changed if line.startswith("alliance ")}
        return [line for line in changed
                if not line.startswith("war ") or {*line.split()[1:]} <= known]  # fmt: skip

    def _known(self, lines: list[str], country: str) -> list[str]:
        """The lines with one for a country that had none: its own alliance, and what it has."""
        head = f"power {country}"
        if country in ("natives", "rebels", "pirates") or any(
            line == head or line.startswith((f"{head}:", f"{head} ")) for line in lines
        ):
            return lines
        minor = countries.country(country).kind == "minor"
        line = f"power {country}: {'minor' if minor else 'treasury 0'}"
        lines = with_line(lines, shorthand.power_of_turn(line, self.state.turn))
        if any(country in members(line) for line in lines):
            return lines
        lines = lines if minor else with_initiative(lines, country, shorthand.INITIATIVE)
        return with_line(lines, f"alliance {country}: {country}; initiative {shorthand.INITIATIVE}")

    def _power(self, lines: list[str], rest: list[str]) -> list[str]:
        country, words = shorthand.begins_with_country(rest)
        if not country or not words:
            raise Unread(["what has which power? Say for example: power france treasury 300"])
        lines = self._known(lines, country)
        own = re.compile(rf"power {re.escape(country)}(:|$)")
        return [shorthand.with_values(line, words) if own.match(line) else line for line in lines]

    def _initiative(self, lines: list[str], rest: list[str]) -> list[str]:
        country, words = shorthand.begins_with_country(rest)
        if not country:
            raise Unread(["whose initiative? Say for example: initiative france 10"])
        number = shorthand.number(words, "initiative france 10")
        own, begins = f"alliance {self._alliance(country)}:", f"initiative {number}"
        return [re.sub(r"initiative \d+", begins, line) if line.startswith(own) else line
                for line in with_initiative(lines, country, number)]  # fmt: skip

    def _off(self, lines: list[str], rest: list[str]) -> list[str]:
        leader, words = shorthand.begins_with_leader(rest, "", self.state.turn, False)
        if leader is None or not words:
            raise Unread(["who is where? Say for example: off henri iv wounded S3"])
        country = self.state.leaders[leader.id].country if leader.id in self.state.leaders else ""
        lines = [without_leaders(line, [leader.id]) for line in lines]
        return [*lines, f"off @{leader.id} {country or leader.country} {' '.join(words)}"]

    # One place

    def _local(self, lines: list[str], place: str, phrase: list[str]) -> list[str]:
        if not place:
            what = "turn, war, peace, ally, power, initiative or off"
            raise Unread([f"{phrase[0][:40]!r} says nothing of the whole table, as {what} would"])
        now = items_of(lines, place)
        if phrase == ["clear"]:
            return with_items(lines, place, [])
        if phrase[0] == "no" or phrase[0].startswith("-"):
            return with_items(lines, place, self._taken_away(now, phrase))
        more = phrase[0] in ("+", "and", "more") and len(phrase) > 1
        items = shorthand.items(phrase[1:] if more else phrase, self.state, place)
        for country in dict.fromkeys(shorthand.country_of_item(item) for item in items):
            if country:
                lines = self._known(lines, country)
        for item in items:
            if item.startswith("@"):
                lines = [without_leaders(line, [item[1:].split()[0]]) for line in lines]
        return with_items(lines, place, join_items(items_of(lines, place), items, more))

    def _taken_away(self, now: list[str], phrase: list[str]) -> list[str]:
        words = [phrase[0].removeprefix("-"), *phrase[1:]]
        words = [word for word in words if word not in ("", "no")]
        if not words:
            raise Unread(["what is to go? Say for example: no france, no siege, no henri iv"])
        if words[0] in (*SINGLE, *SEVERAL):
            left = [item for item in now if item.split()[0] != words[0]]
        else:
            country, rest = shorthand.begins_with_country(words)
            meant = shorthand.leaders_meant(rest or words)
            here = [item for item in now if item.split()[0][1:] in meant]
            if here and (rest or not country):
                left = [item for item in now if item not in here]
            elif country:
                left = [item for item in now if shorthand.country_of_item(item) != country]
            else:
                raise Unread([f"{' '.join(words)[:60]!r} is nothing that stands here"])
        if left == now:
            raise Unread([f"there is no {' '.join(words)[:60]} here"])
        return left

    # Cut, copied, put down

    def standing(self, place: str) -> list[str]:
        """The troops, ships and leaders of a place, as items that can be put down elsewhere."""
        return [item for item in self.items(place) if shorthand.country_of_item(item)]

    def put_down(self, place: str, items: list[str], cut_from: str = "") -> str:
        """Adds what was copied, without its leaders, or moves what was cut with them; what it did.

        Raises Unread where the table can't be so.
        """
        before, lines = self.text, list(self.lines)
        if cut_from:
            left = [item for item in self.items(cut_from) if item not in items]
            lines = with_items(lines, cut_from, left)
        else:
            items = [item for item in items if not item.startswith("@")]
        fit = [shorthand.fit_to_place(item, place) for item in items]
        lines = with_items(lines, place, join_items(items_of(lines, place), fit, more=True))
        self._read("\n".join(lines) + "\n")
        return self._changed(before)
