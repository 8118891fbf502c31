"""A table as it is laid out: a position, changed line by line where one stands, and taken back.

What is typed at a place is short and forgiving: `fr 2A+ LD henri iv inside, level 3, siege hi +`.
What is kept is the text of the position (engine.notation.position_writer), so that every change,
undo and redo is one of text, and what can be laid out can be written, sent and played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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
    with_items,
    without_leaders,
)
from engine.notation.position_marks import SEVERAL, SINGLE
from engine.notation.position_writer import position_text
from engine.notation.reading_errors import Unread
from engine.scenarios.placement import defects
from engine.situation import counters
from engine.state import State
from engine.state.countries import Country
from engine.state.diplomacy import Alliance
from engine.state.forces import Kind
from engine.state.leaders import Leader
from engine.state.reference_types import BODIES

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


def _turn(of_year: bool, state: State, rest: list[str]) -> None:
    turn = shorthand.number(rest, "year 1595" if of_year else "turn 22")
    years = range(tables.first_year(1), tables.last_year() + 1)
    if of_year:
        if turn not in years:
            raise Unread([f"year {turn}: the game has the years {years[0]} to {years[-1]}"])
        turn = tables.turn_of(turn)
    if not 1 <= turn <= tables.last_turn():
        raise Unread([f"turn {turn}: there are turns 1 to {tables.last_turn()}"])
    state.turn, state.period = turn, tables.period_of(turn)
    for country in state.countries.values():
        shorthand.reach_turn(country, turn)
    for leader in [*state.leaders]:
        if not shorthand.may_be_on_board(countries.leader(leader), turn):
            _take_off(state, leader)


def _take_off(state: State, leader: str) -> None:
    state.remove_leader(state.leaders[leader], "away")
    del state.leaders[leader]


def _war(begins: bool, state: State, rest: list[str]) -> None:
    sides = sorted(_alliance(state, each).id for each in shorthand.countries_of(rest))
    if len(sides) != 2 or sides[0] == sides[1]:
        example = "war france spain" if begins else "peace france spain"
        raise Unread([f"two countries of different alliances are wanted: {example}"])
    pair = sides[0], sides[1]
    wars = [war for war in state.diplomacy.wars if war != pair]
    state.diplomacy.wars = [*wars, pair] if begins else wars


def _alliance(state: State, country: str) -> Alliance:
    for one in state.diplomacy.alliances:
        if country in one.members:
            return one
    raise Unread([f"{countries.country(country).name} is in no alliance: “ally” names one"])


def _ally(state: State, rest: list[str]) -> None:
    found = shorthand.countries_of(rest)
    if len(found) != 2 or found[0] == found[1]:
        raise Unread(["who with whom? Say for example: ally savoy france"])
    joins, other = found
    _enter(state, [other, joins])
    if countries.country(joins).kind == "minor":
        state.countries[joins].patron = other
    renamed = {}  # what the allies are called whom it leaves, where they bore its name
    for one in [*state.diplomacy.alliances]:
        one.members = [each for each in one.members if each != joins]
        one.members += [joins] * (other in one.members)
        if not one.members:
            state.diplomacy.alliances.remove(one)
        elif one.id == joins and joins not in one.members:
            one.id = renamed[joins] = one.members[0]
    known = {one.id for one in state.diplomacy.alliances}
    wars = [(renamed.get(a, a), renamed.get(b, b)) for a, b in state.diplomacy.wars]
    state.diplomacy.wars = [war for war in wars if {*war} <= known]


def _enter(state: State, names: list[str]) -> None:
    """Lets countries in that have nothing yet: their own alliances, and what they have reached."""
    for name in names:
        if name in state.countries or name in BODIES:
            continue
        minor = countries.country(name).kind == "minor"
        state.countries[name] = Country(name, minor=minor)
        shorthand.reach_turn(state.countries[name], state.turn)
        if not minor:
            state.sequence.initiatives[name] = shorthand.INITIATIVE
        state.diplomacy.alliances.append(Alliance(name, [name], shorthand.INITIATIVE))


def _power(state: State, rest: list[str]) -> None:
    country, words = shorthand.begins_with_country(rest)
    if not country or not words:
        raise Unread(["what has which power? Say for example: power france treasury 300"])
    _enter(state, [country])
    shorthand.set_values(state.countries[country], words)


def _initiative(state: State, rest: list[str]) -> None:
    country, words = shorthand.begins_with_country(rest)
    if not country:
        raise Unread(["whose initiative? Say for example: initiative france 10"])
    number = shorthand.number(words, "initiative france 10")
    _alliance(state, country).initiative = state.sequence.initiatives[country] = number


def _off(state: State, rest: list[str]) -> None:
    leader, words = shorthand.begins_with_leader(rest, "", state.turn, False)
    if leader is None or not words:
        raise Unread(["who is where? Say for example: off henri iv wounded S3"])
    country, (status, box) = leader.country, (*words, "")[:2]
    if leader.id in state.leaders:
        country = state.leaders[leader.id].country
        _take_off(state, leader.id)
    state.leaders[leader.id] = Leader(leader.id, country, status=status, returns=box)  # type: ignore[arg-type]  # bounds tell a wrong one


WHOLE: Final[Mapping[str, Callable[[State, list[str]], None]]] = {
    "turn": partial(_turn, False), "year": partial(_turn, True),
    "war": partial(_war, True), "peace": partial(_war, False),
    "ally": _ally, "power": _power, "initiative": _initiative, "off": _off,
}  # fmt: skip
"""What a phrase about the whole table changes, by its first word."""


def _taken_away(now: list[str], phrase: list[str]) -> list[str]:
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
        state = self.state
        for name in sorted({unit.country for unit in state.units.values()}):
            for kind in COUNTED:
                if over := counters.missing_counters(state, name, kind):
                    said = f"{over} {kind} more than there are counters (C-FOR-05)"
                    yield "", f"{countries.country(name).name}: {said}"
        for leader in state.leaders.values():
            known = countries.leader(leader.id)
            if not shorthand.may_be_on_board(known, state.turn):
                lived = f"lived from turn {known.first_turn} to {known.last_turn}"
                yield leader.place, f"{known.name} {lived}"
        for country in state.countries.values():
            if country.minor and not country.patron:
                name = countries.country(country.id).name
                yield "", f"{name} is a minor that nobody plays: “ally {country.id} france” does it"
        yield from defects(state)

    # Changes

    def typed(self, place: str, typed: str) -> str:
        """Takes what was typed while the cursor was at a place; what it did, in a sentence.

        Raises Unread, and changes nothing, where a word is no word or the table can't be so.
        """
        lines = self.lines
        for phrase in shorthand.phrases(typed):
            if change := WHOLE.get(phrase[0]):
                lines = self._with(lines, change, phrase[1:])
            else:
                lines = self._local(lines, place, phrase)
        before = self.text
        self._read("\n".join(lines))
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

    def _with(
        self, lines: list[str], change: Callable[[State, list[str]], None], words: list[str]
    ) -> list[str]:
        """The lines after a change to what stands on the table."""
        state = self.state if lines is self.lines else position_reader.read("\n".join(lines))
        state = State.from_plain(state.to_plain())
        change(state, words)
        return position_text(state).splitlines()

    # One place

    def _local(self, lines: list[str], place: str, phrase: list[str]) -> list[str]:
        if not place:
            what = "turn, war, peace, ally, power, initiative or off"
            raise Unread([f"{phrase[0][:40]!r} says nothing of the whole table, as {what} would"])
        if phrase == ["clear"]:
            return with_items(lines, place, [])
        if phrase[0] == "no" or phrase[0].startswith("-"):
            return with_items(lines, place, _taken_away(items_of(lines, place), phrase))
        more = phrase[0] in ("+", "and", "more") and len(phrase) > 1
        items = shorthand.items(phrase[1:] if more else phrase, self.state, place)
        owners = dict.fromkeys(filter(None, map(shorthand.country_of_item, items)))
        if not owners.keys() <= {*self.state.countries, *BODIES}:
            lines = self._with(lines, _enter, [*owners])
        leaders = [item[1:].split()[0] for item in items if item.startswith("@")]
        lines = [without_leaders(line, leaders) for line in lines]
        return with_items(lines, place, join_items(items_of(lines, place), items, more))

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
        self._read("\n".join(lines))
        return self._changed(before)
