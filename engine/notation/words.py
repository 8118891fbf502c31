"""The words of a line: units, numbers, names of leaders, countries and places, and the lexicon.

What is read here is what is *said*; what it means in a document is engine.notation.documents'.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final, NamedTuple

from engine.facts import countries, tables
from engine.facts.countries import Leader
from engine.facts.place_names import plain_letters
from engine.facts.sheets import FactsError
from engine.notation import lexicon
from engine.notation.phrase_tables import meanings
from engine.notation.reading_errors import Unread
from engine.notation.token_reader import (
    BETWEEN,
    MOST_COMPLAINTS,
    TokenReader,
    bare,
    did_you_mean,
    reads,
)
from engine.state.forces import Kind

LAND_UNITS: Final[tuple[Kind, ...]] = ("A+", "A-", "LDE", "LD", "PASHA")
SHIPS: Final = ("NWD", "NGD", "VGD", "NTD", "NDE")
WORDS_OF_A_NAME: Final = 5
SEPARATOR: Final = re.compile(
    r"(?<!\S)(?<!period )(?:v|vs|versus|against)\.?(?!\S)|⚔", re.IGNORECASE | re.ASCII
)
VERBS: Final = meanings("verbs")
VERB: Final = re.compile(rf"(?<!\S)(?:{'|'.join(VERBS)})(?!\S)", re.IGNORECASE | re.ASCII)
TOKEN: Final = re.compile(r"[^\s,;()]+|[,;()]")
COUNT: Final = "(?:([0-9]{1,3}) )?([0-9]{0,3})"
UNITS: Final = rf"{COUNT}({'|'.join(map(re.escape, (*LAND_UNITS, *SHIPS)))})S?"
UNIT: Final = re.compile(UNITS.replace(" ", BETWEEN), re.IGNORECASE)
HELD: Final = rf"(?: ?{re.sub('[(](?![?])', '(?:', UNITS)})*"
"""What a fleet counter holds."""
SIGNED: Final = meanings("signed")
NUMBERED: Final = meanings("numbered")
COUNTED: Final = meanings("counted")
BEFORE_A_PLACE: Final = frozenset(("in", "at", "near", "of", "off", "on", "before"))
PADDING: Final = meanings("padding")


class Named(NamedTuple):
    """A leader as he was named: who may be meant, the likeliest first, and the words used."""

    typed: str
    found: tuple[Leader, ...]


@dataclass
class Said:
    """What was said of one side, or of the whole."""

    units: dict[str, int] = field(default_factory=dict)
    fleets: list[tuple[str, dict[str, int]]] = field(default_factory=list)
    leader: Named | None = None
    values: str = ""
    stranger: str = ""  # a name after the units that no counter has
    country: str = ""
    technology: str = ""
    words: dict[str, str] = field(default_factory=dict)  # of the lexicon: the word, its table
    place: str = ""


@dataclass
class Line:
    """A line as it was read: its sides (two, or one), what holds for the whole, what was wrong."""

    text: str
    sides: list[Said]
    whole: Said
    kind: str = ""
    numbers: dict[str, int] = field(default_factory=dict)
    signs: dict[str, str] = field(default_factory=dict)  # of works, pillages, revolts: +, -
    period: str = ""
    assumed: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def read(text: str) -> Line:
    """A line read word by word. Raises Unread where it is empty or too long to be one."""
    said = bare(text)
    if not said.strip():
        raise Unread(["the line is empty; try: 2A+ Condé v A+ LD Farnese tercios, plain, 1597"])
    halves = SEPARATOR.split(said)
    if len(halves) > 2:
        raise Unread(["the line has more than two sides: one “v” between two sides is wanted"])
    kind = ""
    if len(halves) == 1 and (verb := VERB.search(said)) and said[: verb.start()].strip():
        halves = [said[: verb.start()], said[verb.end() :]]
        kind = VERBS[verb.group().lower()]
    line = Line(said.strip(), [Said() for _ in halves], Said(), kind)
    for half, side in zip(halves, line.sides, strict=True):
        _Reader(line, side, TOKEN.findall(half)).run()
    return line


def _digits(token: str) -> bool:
    """Whether a token is a number as a keyboard writes it: `²` is a digit too, and none here."""
    return token.isascii() and token.isdigit()


def _add(held: dict[str, int], count: str, times: str, kind: str) -> None:
    """Counts units: `2 A+`, `2A+`, `A+`."""
    number = int(count or 1) * int(times or 1)
    held[kind.upper()] = min(held.get(kind.upper(), 0) + number, 9999)


class _Reader(TokenReader):
    """Reads the words of one side, one after the other, the longest phrase first."""

    marks = (*",;()",)

    def __init__(self, line: Line, side: Said, tokens: list[str]) -> None:
        super().__init__(tokens)
        self.line, self.side, self.clause = line, side, 0

    def run(self) -> None:
        self.read_all(self.by_pattern, self._number, self._phrase, self._padding)

    @reads("[,;()]")
    def _mark(self) -> None:
        """What stands behind it is a clause of its own."""
        self.clause += 1

    @reads("([=#])(.*?)")
    def _exact(self, sign: str, id: str) -> bool:
        """`=france` and `#grand-conde`: the id of a country, of a leader, and nothing else."""
        if sign == "=" and id in countries.countries():
            self._country(id)
        elif sign == "#" and id in countries.leaders():
            self._leader(id, (countries.leader(id),))
        else:
            return False
        return True

    @reads(rf"{COUNT}(F[+-])(?:[\[:]({HELD}))?[\].]*")
    def _fleet(self, count: str, times: str, kind: str, held: str) -> None:
        """`F+[6 NWD 2 NTD]`: a fleet counter with what it holds, or without."""
        number = min(int(count or 1) * int(times or 1), 20)
        self.side.fleets += [(kind.upper(), {}) for _ in range(number)]
        for each in UNIT.findall(held) if number else ():
            _add(self.side.fleets[-1][1], *each)

    @reads(rf"{UNITS}[\].]*")
    def _unit(self, *unit: str) -> None:
        """`2A+`, `A+`, `2 A+`."""
        _add(self.side.units, *unit)

    def _number(self) -> bool:
        """A number that a word says the meaning of, and signs."""
        token, nexts = self.next(), self.next(1)
        numbers, word, taken = self.line.numbers, plain_letters(token), 1
        if self._counted():
            return True
        if word in NUMBERED and _digits(nexts) and len(nexts) <= 4:
            numbers[NUMBERED[word]], taken = int(nexts), 2
        elif word == "period" and nexts.upper() in tables.PERIODS:
            self.line.period, taken = nexts.upper(), 2
        elif word in SIGNED and nexts and set(nexts) <= set("+-"):
            signs = [*takewhile(lambda each: set(each) <= set("+-"), self.tokens[self.at + 1 :])]
            self.line.signs[SIGNED[word]] = self.line.signs.get(SIGNED[word], "") + "".join(signs)
            taken += len(signs)
        else:
            return False
        self.at += taken
        return True

    def _counted(self) -> bool:
        """`strait forts 2`: words and a number behind them."""
        for words, length in self.ahead(3):
            phrase = plain_letters(words)
            after = self.next(length)
            if phrase in COUNTED and _digits(after) and len(after) <= 2:
                self.line.numbers[COUNTED[phrase]] = int(after)
                self.at += length + 1
                return True
        return False

    @reads("t([0-9]{1,2})")
    def _turn(self, number: str) -> None:
        self.line.numbers["turn"] = int(number)

    @reads("([0-9]{1,3}) ?(?:mp|pm)")
    def _points(self, number: str) -> None:
        self.line.numbers["points"] = int(number)

    @reads("(1[45678][0-9]{2})")
    def _year(self, number: str) -> None:
        self.line.numbers["year"] = int(number)

    @reads("([0-9][·.*:-]?[0-9][·.*:-]?[0-9](?:[·.*:-]?[0-9])?)")
    def _values(self, said: str) -> None:
        """A leader's values."""
        if self.side.values or self.side.leader:
            self.line.wrong.append(f"{said!r}: this side has a leader already")
        self.side.values = "".join(filter(str.isdigit, said))

    def _phrase(self) -> bool:
        """A word of the lexicon, a place, a country, a technology, or a leader."""
        if plain_letters(self.tokens[self.at]) in BEFORE_A_PLACE and self._place(1):
            return True
        for words, length in self.ahead(WORDS_OF_A_NAME):
            phrase = plain_letters(words)
            table, meant = lexicon.phrases().get(phrase, ("", ""))
            found = lexicon.leaders().get(phrase, ())
            if table == "countries" and found and self.side.country:
                table = ""  # a second country of a side is a leader of that name
            if not table and not found:
                continue
            self.at += length
            if not table:
                self._leader(phrase, found)
            elif table == "kinds":
                self._kind(meant)
            elif table == "countries":
                self._country(meant)
            elif table == "technology":
                self._target().technology = meant
            elif table in ("terrains", "situation"):
                self.line.whole.words[meant] = table
            else:
                self._target(table).words[meant] = table
            return True
        return False

    def _target(self, table: str = "") -> Said:
        """What stands behind the last comma of the last side is said of the whole."""
        last = self.side is self.line.sides[-1] and len(self.line.sides) > 1
        return self.line.whole if last and self.clause and table != "crossings" else self.side

    def _kind(self, kind: str) -> None:
        if self.line.kind and self.line.kind != kind:
            self.line.wrong.append(f"{kind!r} and {self.line.kind!r}: one of them is wanted")
        self.line.kind = kind
        if kind in ("undermine", "assault") and self._place(0):
            level = self.next()
            if _digits(level) and len(level) == 1:
                self.line.numbers["fortress"] = int(level)
                self.at += 1

    def _place(self, skipped: int) -> bool:
        """A place behind `in`, `at`, `of` …; not a leader's or a country's name by chance."""
        start = self.at
        self.at += skipped
        for words, length in self.ahead(WORDS_OF_A_NAME):
            phrase = plain_letters(words)
            named = lexicon.places(phrase)
            if named and (phrase not in lexicon.phrases() or not skipped):
                self._somewhere(phrase, named)
                self.at += length
                return True
        self.at = start
        return False

    def _somewhere(self, phrase: str, named: tuple[str, ...]) -> None:
        """A place, or several of a name where it is the same whichever is meant."""
        if len({lexicon.ground_of(place) for place in named}) > 1:
            several = " or ".join(f"{lexicon.place_name(place)} ({place})" for place in named[:4])
            self.line.wrong.append(f"{phrase!r} may be {several}: say which")
        elif len(named) > 1:
            alike = " or ".join(map(lexicon.place_name, named[:3]))
            self.line.assumed.append(f"{alike}, which is the same")
        self.line.whole.place = named[0]

    def _country(self, id: str) -> None:
        if self.side.country and self.side.country != id:
            said = f"{countries.with_article(self.side.country)} and {countries.with_article(id)}"
            self.line.wrong.append(f"one side has two countries, {said}: name the one in command")
        self.side.country = id

    def _leader(self, typed: str, found: tuple[Leader, ...]) -> None:
        if self.side.leader is not None:
            known = self.side.leader.found[0].name
            self.line.wrong.append(f"{typed!r}: {known} commands this side already; name one")
        self.side.leader = Named(typed, found)

    def _padding(self) -> bool:
        word = plain_letters(self.tokens[self.at])
        self.at += (passed := word in PADDING or not word)
        return passed

    def unknown(self, token: str) -> None:
        """Complains of it, where it is no name that a leader may have."""
        hint = did_you_mean(plain_letters(token)[:40], lexicon.known_words())
        bare = self.side.leader is None and not self.side.values
        if token[0].isupper() and token.isalpha() and not hint and bare and self.side.units:
            self.side.stranger = token
        elif len(self.line.wrong) < MOST_COMPLAINTS:
            short = token if len(token) <= 40 else token[:40] + "…"
            known = "a unit, leader, country, ground or other word of a line"
            self.line.wrong.append(f"{short!r} is not {known}{hint}")


def turn_of(line: Line) -> int:
    """The turn of a line: as said by turn, year or period, else that of its leaders, else 22."""
    numbers = line.numbers
    try:
        if "turn" in numbers:
            tables.period_of(numbers["turn"])
            return numbers["turn"]
        if "year" in numbers:
            return tables.turn_of(numbers["year"])
    except FactsError:
        said = numbers.get("turn", numbers.get("year"))
        there = f"the game goes from 1492 to 1792, turns 1 to {tables.last_turn()}"
        line.wrong.append(f"{said}: {there}")
        return 22
    if line.period:
        return tables.period(line.period).first_turn
    led = [each for side in line.sides if side.leader for each in side.leader.found]
    turns = [range(each.first_turn, each.last_turn + 1)
             for each in led if each.first_turn and each.last_turn]  # fmt: skip
    common = set(turns[0]).intersection(*turns[1:]) if turns else set()
    turn = min(common) if common else min(turns[0]) if turns else 22
    line.assumed.append(f"{tables.first_year(turn)} (turn {turn})")
    return turn
