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
from engine.notation.position_marks import MARKS, Wrong, mark
from engine.notation.position_reader import Placing, position_of, words_of
from engine.notation.position_writer import items_at, position_text
from engine.notation.reading_errors import Unread
from engine.notation.shorthand import take_away
from engine.scenarios.placement import defects
from engine.situation import counters
from engine.state import State
from engine.state.diplomacy import Alliance
from engine.state.forces import Kind
from engine.state.leaders import Leader

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
    shorthand.enter(state, [other, joins])
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


def _power(state: State, rest: list[str]) -> None:
    country, words = shorthand.begins_with_country(rest)
    if not country or not words:
        raise Unread(["what has which power? Say for example: power france treasury 300"])
    shorthand.enter(state, [country])
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


def _take_away(state: State, place: str, phrase: list[str]) -> None:
    words = [phrase[0].removeprefix("-"), *phrase[1:]]
    words = [word for word in words if word not in ("", "no")]
    if not words:
        raise Unread(["what is to go? Say for example: no france, no siege, no henri iv"])
    known = next((each for each in MARKS if words[0] in each.words), None)
    country, rest = shorthand.begins_with_country(words)
    gone = 0
    if known is not None:
        gone = known.drop(state, place, words[0])
    elif rest or not country:
        leaders = shorthand.leaders_meant(rest or words)
        gone = take_away(state.leaders, place, lambda leader: leader.id in leaders)
        if not gone and not country:
            raise Unread([f"{' '.join(words)[:60]!r} is nothing that stands here"])
    if country and not gone:
        both = (state.units, state.leaders)
        gone = sum(take_away(held, place, lambda one: one.country == country) for held in both)
    if not gone:
        raise Unread([f"there is no {' '.join(words)[:60]} here"])


def _local(state: State, place: str, phrase: list[str]) -> None:
    """Changes what stands in a place as a phrase says."""
    if not place:
        what = "turn, war, peace, ally, power, initiative or off"
        raise Unread([f"{phrase[0][:40]!r} says nothing of the whole table, as {what} would"])
    if phrase == ["clear"]:
        for each in MARKS:
            each.drop(state, place)
        take_away(state.units, place)
        take_away(state.leaders, place)
    elif phrase[0] == "no" or phrase[0].startswith("-"):
        _take_away(state, place, phrase)
    else:
        more = phrase[0] in ("+", "and", "more") and len(phrase) > 1
        shorthand.lay_out(state, place, phrase[1:] if more else phrase, more)


def _copy(state: State) -> State:
    return State.from_plain(state.to_plain())


def _difference(before: str, after: str) -> str:
    """What is different between two positions, a line less and a line more, in one sentence."""
    old, new = before.splitlines(), after.splitlines()
    more = [line.partition(" = ")[0] + ": " + line.partition(": ")[2] if " = " in line else line
            for line in new if line not in old]  # fmt: skip
    left = {line.partition(" = ")[0] for line in old if line not in new and " = " in line}
    left -= {line.partition(" = ")[0] for line in new if " = " in line}
    said = [*more, *(f"{name}: empty" for name in sorted(left))]
    return "; ".join(said[:3]) + (f" and {len(said) - 3} more" if len(said) > 3 else "") or (
        "; ".join(f"no {line}" for line in old if line not in new)
    )


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

    # What stands where

    def items(self, place: str) -> list[str]:
        """What is written of a place, an item each."""
        return items_at(self.state, place)

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
        state = _copy(self.state)
        for phrase in shorthand.phrases(typed):
            change = WHOLE.get(phrase[0])
            if change is None:
                _local(state, place, phrase)
            else:
                change(state, phrase[1:])
            state = _copy(state)
        before = self.text
        self._read(position_text(state))
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
        return _difference(before, self.text)

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

    # Cut, copied, put down

    def standing(self, place: str) -> list[str]:
        """The troops, ships and leaders of a place, as items that can be put down elsewhere."""
        return [item for item in self.items(place) if mark(item.split()) is None]

    def put_down(self, place: str, items: list[str], cut_from: str = "") -> str:
        """Adds what was copied, without its leaders, or moves what was cut with them; what it did.

        Raises Unread where the table can't be so.
        """
        before, state = self.text, _copy(self.state)
        cut = [item.split() for item in items if cut_from]
        leaders = {words[0][1:].partition("(")[0] for words in cut}
        stacks = {(words[0], position_of(words)) for words in cut}
        take_away(state.leaders, cut_from, lambda leader: leader.id in leaders)
        take_away(state.units, cut_from, lambda unit: (unit.country, unit.position) in stacks)
        placing = Placing(state)
        try:
            for item in items:
                if cut_from or not item.startswith("@"):
                    placing.put_item(place, words_of(shorthand.fit_to_place(item, place)))
        except Wrong as error:
            raise Unread([str(error)]) from error
        self._read(position_text(_copy(state)))
        return self._changed(before)
