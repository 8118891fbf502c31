"""A battle of Empires in Arms in one line: corps or fleets, leaders, chits, and the ground.

`french Davout I=14i 1lc III=16i 2lc assault v austrian Charles I=12i 2mc cordon, forest, river` is
one on land; with `27 ships` or `Channel=27 ships` it is one of fleets. A name with `=` behind it
is any name; numbers alone are corps without one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from engine.eia import naval, tables, troops
from engine.eia.battles import combat_tables
from engine.notation.eia_words import (
    AFLOAT,
    CHITS,
    COUNTED,
    KEYS,
    NAME,
    OF_A_SIDE,
    OF_CORPS,
    OF_SHIPS,
    OF_THE_WHOLE,
    PADDING,
    RATINGS,
    ROLES,
    SHIPS,
    SHORTEST,
    SIDES,
    TOKEN,
    WORDS_OF_A_NAME,
    known_words,
    nations,
    people,
    troop,
    zip_ratings,
)
from engine.notation.line_fields import Saying
from engine.notation.token_reader import (
    BETWEEN,
    MOST_COMPLAINTS,
    TokenReader,
    bare,
    did_you_mean,
    reads,
)


class Line:
    """A line that is being read: what was found, what was assumed, what is wrong."""

    def __init__(self, text: str) -> None:
        self.assumed: list[str] = []
        self.wrong: list[str] = []
        self.document: dict[str, Any] = {}
        self.at_sea = AFLOAT.search(text) is not None
        self.chits: list[str] = ["", ""]
        self.halves = SIDES.split(CHITS.sub(self._chits, bare(text)))

    def _chits(self, found: re.Match[str]) -> str:
        """Two chits at the end, `esc v cor`; other words with a v between them stay."""
        named = [combat_tables.chit_meant(found.group(at + 1), at, SHORTEST) for at in (0, 1)]
        if not all(named):
            return found.group()
        self.chits = named
        return ""

    def complain(self, sentence: str) -> None:
        """Says what is wrong, as long as there is not too much of it."""
        if len(self.wrong) < MOST_COMPLAINTS:
            self.wrong.append(sentence)


class Side(TokenReader):
    """Reads one side word by word."""

    marks = (*",;()=",)

    def __init__(self, line: Line, at: int, text: str) -> None:
        super().__init__(TOKEN.findall(text))
        self.line, self.index = line, at
        self.nation = self.name = ""
        self.groups: list[dict[str, Any]] = []  # corps, or fleets
        self.open = False  # whether numbers go to the last of them
        self.led: list[dict[str, Any]] = []
        self.named: list[str] = []
        self.fields: dict[str, Any] = {}
        self.of_all: dict[str, bool] = {}
        self.joining: list[dict[str, Any]] = []
        self.guards: list[dict[str, Any]] = []
        self.commas = False  # whether one was passed
        self.here = self.groups  # where corps go: to the side, or to what joins it

    def read(self) -> Side:
        """Reads the whole side."""
        self.read_all(self.by_pattern, self._words, self._somebody, self._padding)
        return self

    def ahead(self, most: int = WORDS_OF_A_NAME) -> Iterator[tuple[str, int]]:
        """Phrases without their quotation marks."""
        return ((words.replace('"', ""), length) for words, length in super().ahead(most))

    @reads("[,;]")
    def _comma(self) -> None:
        """Ends a corps, and what joins."""
        self.open = False
        self.here, self.commas = self.groups, True

    @reads(r"\+")
    def _plus(self) -> None:
        """Ends a corps."""
        self.open = False

    @reads('([)="])')
    def _alone(self, token: str) -> None:
        self.line.complain(f"{token} stands alone")

    def _group(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = {"name": name}
        self.here.append(found)
        self.open = True
        return found

    @reads(f"{NAME} = {RATINGS}")
    def _rated(self, name: str, *ratings: str) -> None:
        """`Davout=4-5-3`: a leader."""
        self._leads(tables.person(name.strip('"')), ratings)

    @reads(f"{NAME} =(?: ([0-9]{{1,3}})(?! (?:{COUNTED})(?![^{BETWEEN}])))?")
    def _called(self, name: str, ships: str) -> None:
        """`I=14i`: a corps; `Channel=27 ships` or `Channel=27`: a fleet."""
        self._group(name.strip('"'))
        if ships:
            self._ships("ships", int(ships))

    @reads(f"([0-9]{{1,3}}) ?({COUNTED})")
    def _counted(self, number: str, word: str) -> None:
        """`14i`, `2 light cavalry`, `27 ships`."""
        low = word.lower().replace(BETWEEN, "_")
        if low in SHIPS:
            self._ships(SHIPS[low], int(number))
        else:
            _add(self._last().setdefault("factors", {}), troop(low), int(number))

    def _last(self) -> dict[str, Any]:
        """The corps or fleet that numbers are said of; a new one without a name where none is
        open."""
        return self.here[-1] if self.open and self.here else self._group("")

    def _ships(self, kind: str, count: int) -> None:
        fleet = self._last()
        fleet.setdefault("ships", 0)
        _add(fleet, kind, count)

    @reads(r"commits?((?: (?:heavy|guard|in|the|under|by|\+[12]|round [123]))*)")
    def _guard(self, said: str) -> None:
        """`commits +1 in round 2 under Davout`, `commits heavy +1 round 3`."""
        given: dict[str, Any] = {}
        if troop := re.findall("heavy|guard", said.lower()):
            given["troop"] = "heavy_cavalry" if troop[-1] == "heavy" else "guard"
        for field, number in re.findall(r"(\+|round.)(\d)", said):
            given["commitment" if field == "+" else "round"] = int(number)
        for words, length in self.ahead():
            if tables.plain(words) in people() or (length == 1 and words[:1].isupper()):
                given["leader"] = tables.person(words)
                self.at += length
                break
        if not {"commitment", "round"} <= given.keys():
            self.line.complain("commits: how, and when? Say: commits +1 in round 2 under Davout")
        self.guards.append(given)

    @reads("reinforced( here)?")
    def _joins(self, here: str) -> None:
        """`reinforced by Ney=3-4-3 VI=12i`, `reinforced here by`: until the next comma."""
        joining: dict[str, Any] = {"leader": None, "corps": []}
        joining |= {"same_area": True} if here else {}
        self.joining.append(joining)
        self.here, self.open = joining["corps"], False

    @reads(f"as {NAME}")
    def _as(self, name: str) -> None:
        """What the side is called."""
        self.name = name.strip('"')

    @reads(f"admiral {NAME}")
    def _admiral(self, name: str) -> None:
        """One whom no sheet has."""
        self.named.append(name.strip('"'))

    @reads("chits? ([1-5]-[1-5](?: [1-5]-[1-5])*)")
    def _tables(self, said: str) -> None:
        """The tables of the naval chits."""
        self.fields.setdefault("table", []).extend(said.split(BETWEEN))

    @reads('modifier ([+-]?[0-9])(?: "([^"]*)")?')
    def _modifier(self, value: str, why: str) -> None:
        """One that the club says, and why."""
        one = {"value": int(value), "why": why or "as the club says"}
        self.fields.setdefault("modifiers", []).append(one)

    def _words(self) -> bool:
        """A nation, a chit, what is said of the side or its corps, or a word of the whole."""
        for words, length in self.ahead():
            plain, low = tables.plain(words), words.lower()
            if found := self._told(OF_A_SIDE.get(low) or OF_SHIPS.get(low), length):
                self.fields |= found | ({"transporting": True} if "aboard" in found else {})
            elif found := self._told(OF_CORPS.get(low), length):
                self.of_all |= found
            elif nation := (tables.power(words) or nations().get(plain, "")):
                self._of(nation)
            elif plain not in people() and (
                chit := combat_tables.chit_meant(words, self.index, SHORTEST)
            ):
                self.line.chits[self.index] = chit
            elif not self._whole(low, length):
                continue
            self.at += length
            return True
        return False

    def _told(self, said: Saying | None, length: int) -> dict[str, Any]:
        """The field that a phrase tells, with the value behind it where that is wanted; nothing
        where it tells none."""
        value = None if said is None else said.read(self.next(length))
        if said is None or value is None:
            return {}
        self.at += bool(said.behind)
        return {said.field: value}

    def _of(self, nation: str) -> None:
        if self.nation and self.nation != nation:
            said = f"{tables.printed_name(self.nation)} and {tables.printed_name(nation)}"
            another = "and of a corps of another say it in brackets, III=8i (bavaria)"
            self.line.complain(f"one side has two nations, {said}: name the commander's, {another}")
        self.nation = self.nation or nation

    def _whole(self, low: str, length: int) -> bool:
        """What is said of the battle: its ground, and at sea its waters and wind."""
        side = KEYS[self.index] if not self.commas else ""
        found: dict[str, Any] = {}
        if low in combat_tables.terrains() or low in ("clear ground", "open ground", "plain"):
            found["terrain"] = low if low in combat_tables.terrains() else "clear"
        elif low in naval.SEAS:
            found["sea"] = low
        elif low in ("wind", "the wind"):
            found["wind"] = side or "roll"
        elif low in ("blockade", "blockades"):
            found["blockader"] = side or KEYS[1]
        else:
            found = self._told(OF_THE_WHOLE.get(low), length)
        self.line.document |= found
        return bool(found)

    def _somebody(self) -> bool:
        """A leader by name, his ratings behind it where no source has them."""
        for words, length in self.ahead():
            known = people().get(tables.plain(words), "")
            behind = re.fullmatch(RATINGS, self.next(length), re.ASCII)
            admiral = self.line.at_sea and words[:1].isupper() and words.lower() not in PADDING
            stranger = length == 1 and words[:1].isalpha() and (behind or admiral)
            if not known and not stranger:
                continue
            self.at += length + bool(behind)
            self._leads(known or words, behind.groups() if behind else ())
            return True
        return False

    def _leads(self, name: str, rated: Sequence[str]) -> None:
        found: dict[str, Any] = {"name": name.replace(" ", "-").replace(".", "")[:40]}
        if rated:
            found |= zip_ratings(map(int, rated))
        elif name in tables.leaders():
            _, *values, _ = tables.leaders()[name]
            found |= zip_ratings(values)
            said = "-".join(map(str, values))
            self.line.assumed.append(f"{name} {said}, as in the variant of 1789")
        self.named.append(found["name"])
        if self.here is self.groups:
            self.led.append(found)
        else:
            self.joining[-1]["leader"] = found

    @reads(r"\(")
    def _bracket(self) -> None:
        """What stands in brackets is said of the last corps."""
        corps = self._last()
        while self.next() not in ("", ")"):
            for words, length in self.ahead():
                low = words.lower()
                nation = tables.power(words) or nations().get(tables.plain(words), "")
                if low in ROLES:
                    corps["role"] = low
                elif found := self._told(OF_CORPS.get(low), length):
                    corps |= found
                elif low in troops.CORPS:
                    corps["type"] = low
                elif nation:
                    corps["nation"] = nation
                elif low not in PADDING:
                    continue
                self.at += length
                break
            else:
                if (token := self.next()) not in (",", ";"):
                    self.line.complain(f"{token[:40]!r} says nothing of a corps")
                self.at += 1
        self.at += self.next() == ")"

    def _padding(self) -> bool:
        bare = self.next().lower().strip(".'")
        self.at += (passed := bare in PADDING or not tables.plain(bare))
        return passed

    def unknown(self, token: str) -> None:
        """Complains of it, with what was perhaps meant."""
        hint = did_you_mean(tables.plain(token)[:40], known_words())
        if token[:1].isupper() and not hint:
            hint = f"; a leader has his ratings behind his name, {token[:20]}=3-4-4"
        known = "a nation, leader, factors (14i 2lc), chit or ground"
        self.line.complain(f"{token[:40]!r} is not {known}{hint}")


def _add(counts: dict[str, Any], kind: str, count: int) -> None:
    counts[kind] = counts.get(kind, 0) + count
