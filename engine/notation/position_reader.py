"""Reading a position: line by line, with everything that is wrong and the number of its line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import Any, Final

from engine import variants
from engine.documents import bounds
from engine.documents.printable import is_printable
from engine.facts import board, countries, place_names, tables
from engine.notation.position_marks import MARKS, Wrong, known_country, mark
from engine.notation.position_writer import HEAD, WRITTEN
from engine.notation.reading_errors import Unread
from engine.scenarios.document import Scenario
from engine.state import State, reference_check
from engine.state.countries import Country
from engine.state.diplomacy import Alliance
from engine.state.forces import Unit
from engine.state.leaders import Leader
from engine.state.reference_types import BODIES

LARGEST: Final = 1_000_000
MOST_LINES: Final = 5_000
MOST_COMPLAINTS: Final = 40
PLACED: Final = ", ".join(each.words[0] for each in MARKS)
POSITIONS: Final = ("field", "inside", "port", "aboard")

UNIT: Final = re.compile(
    r"(?:(\d{1,3})x?)?((?i:A\+|A-|LDE|LD|PASHA|F\+|F-|NWD|NGD|VGD|NTD|NDE))"
    r"(?:\[([^\]]*)\])?(?:\(([^)]*)\))?(?:/(\d{1,3}))?(?::([a-z]+))?(?:#(\d{1,6}))?",
    re.ASCII,
)
SHIPS: Final = re.compile(r"(\d{1,3})(NWD|NGD|VGD|NTD)", re.ASCII)


def is_position(text: str) -> bool:
    """Whether a text is meant as a position, by its first line."""
    return text.lstrip("\ufeff \n").startswith(HEAD.rpartition(" ")[0])


def read(text: str) -> State:
    """The position that a text describes. Raises Unread with a sentence for each line that is
    wrong, by its number."""
    if len(text) > LARGEST:
        raise Unread([f"the text has {len(text):,} letters; a position has at most {LARGEST:,}"])
    reader = _Reader(text.lstrip("\ufeff").splitlines()[:MOST_LINES])
    return reader.state()


@dataclass(frozen=True)
class PositionScenario(Scenario):
    """A position as a scenario that begins exactly there, whatever step that is."""

    def state(self, changes: Iterable[str] = (), turns: int | None = None) -> State:
        """A new state at that position; further variants may be switched on."""
        state = State.from_plain(self.plain)
        variants.switch_on(state, changes)
        return state


def scenario(text: str) -> Scenario:
    """A position to be played on. Raises Unread."""
    state = read(text)
    powers = tuple(each.id for each in state.countries.values() if not each.patron)
    return PositionScenario(
        state.scenario, f"Position of turn {state.turn}", tables.first_year(state.turn),
        state.turn, state.period, "A position that was laid out or written down.", "", "", powers,
        state.to_plain(),
    )  # fmt: skip


class Placing:
    """Puts down what items say stands in the places of a table. Raises Wrong."""

    def __init__(self, state: State) -> None:
        self.found = state

    def put_item(self, place: str, words: list[str]) -> None:
        """Puts down one item."""
        if not self._mark(place, words) and not self._stands(place, words):
            known = "troops (spain A+ LD inside), @leader, " + PLACED
            raise Wrong(f"{' '.join(words)[:60]!r} says nothing of a place: {known}")

    def _mark(self, place: str, words: list[str]) -> bool:
        found = mark(words)
        try:
            if found is not None:
                found.put(self.found, place, words)
        except (IndexError, ValueError):
            raise Wrong(f"{' '.join(words)[:60]!r}: a word or a number is missing") from None
        return found is not None

    def _stands(self, place: str, words: list[str]) -> bool:
        position = position_of(words)
        if words[0].startswith("@"):
            if len(words) < 2:
                raise Wrong(f"{words[0]}: whom does he serve? Name a country")
            leader = _read_leader(words[0], words[1])
            leader.place, leader.position = place, position  # type: ignore[assignment]
            self._leads(leader)
            return True
        if len(words) < 2:
            return False
        if words[0] not in countries.countries() and words[0] not in BODIES:
            no_word = f"{words[0][:40]!r} is not a country, nor a word for a place: {PLACED}"
            raise Wrong(f"{' '.join(words)[:60]!r}: {no_word}")
        country = words[0]
        counters = words[1:-1] if words[-1] in POSITIONS else words[1:]
        for word in counters:
            found = UNIT.fullmatch(word)
            if found is None:
                known = "A+, A-, LD, LDE, PASHA(2), F+[4NWD] …"
                raise Wrong(f"{word[:40]!r} is not a counter: {known}")
            self.put_counters(found, country, place, position)
        return bool(counters)

    def _leads(self, leader: Leader) -> None:
        if leader.id in self.found.leaders:
            raise Wrong(f"@{leader.id} stands in two places")
        self.found.leaders[leader.id] = leader

    def put_counters(
        self, found: re.Match[str], country: str, place: str, position: str, veteran: bool = True
    ) -> None:
        """Puts down counters as a text names them, veterans where it says nothing else."""
        count = int(found.group(1) or 1)
        if len(self.found.units) + count > bounds.MOST_LISTED:
            most = f"a position holds {bounds.MOST_LISTED} counters at most"
            raise Wrong(f"{found.group()[:40]!r}: {most}")
        kind = found.group(2).upper()
        for _ in range(count):
            self._put(Unit(0, country, kind, place, position), found, veteran)  # type: ignore[arg-type]

    def _put(self, unit: Unit, found: re.Match[str], veteran: bool) -> None:
        _, _, held, pasha, veterans, unit.corps, number = found.groups("")
        if held:
            parts = held.upper().split()
            ships = [SHIPS.fullmatch(part) for part in parts]
            if not all(ships) or unit.kind not in ("F+", "F-"):
                raise Wrong(f"{held[:40]!r} is not what a fleet holds, such as 4NWD 2NTD")
            unit.ships = {each.group(2): int(each.group(1)) for each in ships if each}
        if unit.kind == "PASHA":
            size, _, leader = (pasha or "1").partition(" ")
            if not re.fullmatch("[0-9]{1,2}", size):
                raise Wrong(f"{pasha!r:.40} is not a size of a pasha, such as PASHA(2)")
            unit.size, unit.leader = int(size), leader
        usual = unit.thirds + unit.afloat if veteran else 0
        unit.veterans = int(veterans) if veterans else usual
        if unit.land and unit.veterans > unit.thirds:
            raise Wrong(f"{found.group()}: it has {unit.thirds} thirds, not {unit.veterans}")
        unit.id = int(number) if number else self.found.last_unit + 1
        if unit.id in self.found.units:
            raise Wrong(f"#{unit.id}: there are two counters of that number")
        self.found.units[unit.id] = unit
        self.found.last_unit = max(self.found.last_unit, unit.id)


class _Reader(Placing):
    """Reads a position line by line and notes what is wrong."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(State("", 1, "I"))
        self.lines, self.wrong = lines, list[str]()
        self.also: dict[str, Any] = {}

    def state(self) -> State:
        """The whole position. Raises Unread."""
        numbered = [
            (number, line.split(" // ")[0].strip())
            for number, line in enumerate(self.lines, 1)
            if line.strip() and not line.startswith("//")
        ]
        if not numbered or numbered[0][1] != HEAD:
            raise Unread([f"line 1: a position begins with “{HEAD}”"])
        for number, line in numbered[1:]:
            try:
                if not is_printable(line):
                    raise Wrong("holds letters that one cannot see")
                self._line(line)
            except Wrong as error:
                self.wrong.append(f"line {number}: {error}")
            if len(self.wrong) >= MOST_COMPLAINTS:
                break
        self._raise()
        return self._whole()

    def _raise(self) -> None:
        if self.wrong:
            raise Unread(self.wrong)

    def _whole(self) -> State:
        if not self.found.scenario:
            raise Unread(["there is no line “scenario NAME; turn N; period P”"])
        plain = self.found.to_plain()
        for part, value in self.also.items():
            plain[part] = {**plain[part], **value} if part == "gold" else value
        plain["last_unit"] = max(self.also.get("last_unit", 0), self.found.last_unit)
        try:
            state = State.from_plain(plain)
            self.wrong += [f"{defect}" for defect in bounds.defects(state)]
            again = state.to_plain()
            self.wrong += [f"also {part}: {json.dumps(plain[part])[:60]} is no {part}"
                           for part in plain if plain[part] != again[part]]  # fmt: skip
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise Unread([f"what stands under “also” makes no position: {error!s:.80}"]) from None
        for one in state.diplomacy.alliances:
            self.wrong += [f"alliance {one.id}: {who} has no line “power {who}”"
                           for who in one.members if who not in state.countries]  # fmt: skip
        if not state.diplomacy.alliances:
            self.wrong.append("there is no line “alliance NAME: COUNTRIES; initiative N”")
        self._raise()
        self.wrong += reference_check.defects(state)
        self._raise()
        return state

    def _line(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        known: dict[str, Callable[[str], None]] = {
            "scenario": self._scenario, "alliance": self._alliance, "war": self._war,
            "power": self._power, "off": self._off, "also": self._also,
        }  # fmt: skip
        place, equals, items = line.partition(": ")
        if word in known and " = " not in place:
            known[word](rest)
        elif equals:
            self._place(place.rpartition(" = ")[2].strip(), items)
        else:
            there = f"{', '.join(known)}, or PLACE: what stands there"
            raise Wrong(f"{line[:60]!r} is not a line of a position: {there}")

    def _matched(self, pattern: str, text: str, wanted: str) -> re.Match[str]:
        found = re.fullmatch(pattern, text)
        if found is None:
            raise Wrong(f"{text[:60]!r}: “{wanted}” is wanted")
        return found

    def _scenario(self, text: str) -> None:
        pattern = r"([\w.-]{1,60}); turn (\d{1,2}); period (I|II|III|IV|V|VI|VII)"
        found = self._matched(pattern, text, "scenario NAME; turn N; period P")
        self.found.scenario, turn, self.found.period = found.groups()
        self.found.turn = int(turn)

    def _alliance(self, text: str) -> None:
        pattern = r"([\w-]{1,60}): ([\w -]+); initiative (\d{1,2})"
        found = self._matched(pattern, text, "alliance NAME: COUNTRIES; initiative N")
        members = [known_country(name) for name in found.group(2).split()]
        self.found.diplomacy.alliances.append(Alliance(found[1], members, int(found[3])))

    def _war(self, text: str) -> None:
        words = text.split()
        known = [one.id for one in self.found.diplomacy.alliances]
        if len(words) != 2 or any(word not in known for word in words):
            raise Wrong(f"{text[:60]!r}: a war is between two of {', '.join(known) or 'none yet'}")
        self.found.diplomacy.wars.append((words[0], words[1]))

    def _power(self, text: str) -> None:
        name, _, rest = text.partition(":")
        country = Country(known_country(name.strip()))
        known = {one.name: one for one in fields(Country)}
        for item in filter(None, map(str.strip, rest.split(";"))):
            key, _, value = item.partition(" ")
            if key not in known or key == "id":
                names = ", ".join(name for name in known if name != "id")
                raise Wrong(f"{key[:40]!r} is nothing of a power; there are {names}")
            usual = getattr(Country(""), key)
            try:
                setattr(country, key, value_written(usual, value))
            except ValueError:
                raise Wrong(f"{item[:60]!r}: {value[:40]!r} is not a number") from None
        self.found.countries[country.id] = country

    def _off(self, text: str) -> None:
        words = words_of(text)
        if len(words) < 3:
            raise Wrong(f"{text[:60]!r}: “off @LEADER COUNTRY STATUS [BOX]” is wanted")
        leader = _read_leader(words[0], words[1])
        leader.status = words[2]  # type: ignore[assignment]  # bounds tell a wrong one
        leader.returns = words[3] if len(words) > 3 else ""
        self._leads(leader)

    def _also(self, text: str) -> None:
        part, _, value = text.partition(" ")
        if part not in self.found.to_plain() or part in WRITTEN - {"gold", "last_unit"}:
            raise Wrong(f"{part[:40]!r} is no further part of a position")
        try:
            self.also[part] = json.loads(value)
        except (ValueError, RecursionError):
            raise Wrong(f"{part}: {value[:40]!r} is not JSON") from None
        if part == "gold" and not isinstance(self.also[part], dict):
            raise Wrong("gold: an object of counters and ducats is wanted")
        if part == "last_unit" and type(self.also[part]) is not int:
            raise Wrong("last_unit: a whole number is wanted")

    def _place(self, typed: str, text: str) -> None:
        place = _somewhere(typed)
        for item in filter(None, map(str.strip, text.split(";"))):
            self.put_item(place, words_of(item))


def position_of(words: list[str]) -> str:
    """Where in its place lies what some words name: as the last of them says, else in the
    field."""
    return words[-1] if words[-1] in POSITIONS else "field"


def words_of(text: str) -> list[str]:
    """The words of an item; what stands in brackets is one with the word before it."""
    return re.findall(r"[^\s\[(]+(?:\[[^\[\]]*\]|\([^()]*\))*[^\s]*", text) or [text]


def value_written(usual: Any, text: str) -> Any:
    """A value of a power as it is written, of the sort of what stands there."""
    if isinstance(usual, bool):
        return True
    if isinstance(usual, int):
        return int(text)
    return text.split() if isinstance(usual, list) else text


def _somewhere(typed: str) -> str:
    """The place of an id or a whole name."""
    if typed in board.provinces() or typed in board.seas():
        return typed
    found = place_names.best_matches(typed, ("province", "sea"))
    if len(found) == 1:
        return found[0].id
    several = f": {', '.join(each.id for each in found[:4])}" if found else ""
    raise Wrong(f"{typed[:40]!r} is not a place{several}")


def _read_leader(word: str, country: str) -> Leader:
    found = re.fullmatch(r"@([\w.-]{1,80})(?:\(([0-9 ]{1,20})\))?", word)
    if found is None or found.group(1) not in countries.leaders():
        raise Wrong(f"{word[:60]!r} is not a leader")
    values = [int(each) for each in (found.group(2) or "").split()]
    return Leader(found.group(1), known_country(country), values=values)
