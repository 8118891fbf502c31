"""A battle of Empires in Arms in one line: corps or fleets, leaders, chits, and the ground.

`french Davout I=14i 1lc III=16i 2lc assault v austrian Charles I=12i 2mc cordon, forest, river` is
one on land; with `27 ships` or `Channel=27 ships` it is one of fleets. A name with `=` behind it
is any name; numbers alone are corps without one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from itertools import takewhile
from typing import Any

from engine.eia import naval, tables, troops
from engine.eia.battles import combat_tables
from engine.notation.eia_words import (
    AFLOAT,
    CHITS,
    FACTORS,
    KEYS,
    MARKS,
    MORALE,
    MOST_COMPLAINTS,
    NEAR,
    NUMBER,
    OF_A_SIDE,
    OF_CORPS,
    OF_SHIPS,
    OF_THE_WHOLE,
    PADDING,
    RATINGS,
    ROLES,
    SHIPS,
    SIDES,
    TABLE,
    TOKEN,
    TWO_RATINGS,
    TYPES,
    WORDS_OF_A_NAME,
    chit,
    known_words,
    nations,
    people,
    troop,
    zip_ratings,
)
from engine.notation.line_fields import Saying


class Line:
    """A line that is being read: what was found, what was assumed, what is wrong."""

    def __init__(self, text: str) -> None:
        self.assumed: list[str] = []
        self.wrong: list[str] = []
        self.document: dict[str, Any] = {}
        self.at_sea = AFLOAT.search(text) is not None
        self.chits: list[str] = ["", ""]
        bare = "".join(letter if letter.isprintable() else " " for letter in text)
        self.halves = SIDES.split(CHITS.sub(self._chits, bare))

    def _chits(self, found: re.Match[str]) -> str:
        """Two chits at the end, `esc v cor`; other words with a v between them stay."""
        named = [chit(found.group(at + 1), at) for at in (0, 1)]
        if not all(named):
            return found.group()
        self.chits = named
        return ""

    def complain(self, sentence: str) -> None:
        """Says what is wrong, as long as there is not too much of it."""
        if len(self.wrong) < MOST_COMPLAINTS:
            self.wrong.append(sentence)


class Side:
    """Reads one side word by word."""

    def __init__(self, line: Line, at: int, text: str) -> None:
        self.line, self.index = line, at
        self.tokens = TOKEN.findall(text)
        self.at = 0
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
        readers: tuple[Callable[[], bool], ...] = (
            self._mark, self._called, self._counted, self._guard, self._joins, self._valued,
            self._words, self._somebody, self._padding,
        )  # fmt: skip
        while self.at < len(self.tokens):
            if not any(read() for read in readers):
                self._unknown()
        return self

    def _ahead(self, count: int = WORDS_OF_A_NAME) -> Iterable[tuple[str, int]]:
        tokens = takewhile(lambda token: token not in MARKS, self.tokens[self.at : self.at + count])
        words = [token.strip('"') for token in tokens]
        for length in range(len(words), 0, -1):
            yield " ".join(words[:length]), length

    def _next(self, offset: int = 0) -> str:
        at = self.at + offset
        return self.tokens[at] if at < len(self.tokens) else ""

    def _mark(self) -> bool:
        """Commas end what joins, a plus ends a corps, brackets say something of the last corps."""
        token = self._next()
        if token in (",", ";"):
            self.open = False
            self.here, self.commas = self.groups, True
        elif token == "+":
            self.open = False
        elif token == "(":
            self._bracket()
        elif token in (")", "=", '"'):
            self.line.complain(f"{token} stands alone")
        else:
            return False
        self.at += 1
        return True

    def _group(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = {"name": name}
        self.here.append(found)
        self.open = True
        return found

    def _called(self) -> bool:
        """`I=14i` a corps, `Channel=27 ships` a fleet, `Davout=4-5-3` a leader."""
        if self._next(1) != "=":
            return False
        name, value = self._next().strip('"'), self._next(2)
        self.at += 2
        if rated := RATINGS.fullmatch(value):
            self.at += 1
            self._leads(tables.person(name), rated)
        else:
            self._group(name)
            if NUMBER.fullmatch(value) and not self._behind()[0]:
                self._ships("ships", int(value))
                self.at += 1
        return True

    def _behind(self) -> tuple[str, int]:
        """The word for troops or ships behind the number here, "" for none, and its length."""
        word = self._next(1).lower()
        if word in TYPES and self._next(2).lower() == "cavalry":
            return f"{word}_cavalry", 2
        return (word, 1) if troop(word) or word in SHIPS else ("", 0)

    def _counted(self) -> bool:
        """`14i`, `2 light_cavalry`, `27 ships`."""
        token, count, word, more = self._next(), 0, "", 0
        if stuck := FACTORS.fullmatch(token):
            count, word = int(stuck.group(1)), stuck.group(2).lower()
        elif NUMBER.fullmatch(token):
            count, (word, more) = int(token), self._behind()
        kind, ship = troop(word), SHIPS.get(word, "")
        if not kind and not ship:
            return False
        self.at += 1 + more
        if ship:
            self._ships(ship, count)
        else:
            _add(self._last().setdefault("factors", {}), kind, count)
        return True

    def _last(self) -> dict[str, Any]:
        """The corps or fleet that numbers are said of; a new one without a name where none is
        open."""
        return self.here[-1] if self.open and self.here else self._group("")

    def _ships(self, kind: str, count: int) -> None:
        fleet = self._last()
        fleet.setdefault("ships", 0)
        _add(fleet, kind, count)

    def _guard(self) -> bool:
        """`commits +1 in round 2 under Davout`, `commits heavy +1 round 3`."""
        if self._next().lower() not in ("commits", "commit"):
            return False
        self.at += 1
        given: dict[str, Any] = {}
        while self.at < len(self.tokens):
            word = self._next().lower()
            if word in ("heavy", "guard"):
                given["troop"] = "heavy_cavalry" if word == "heavy" else "guard"
            elif re.fullmatch(r"\+[12]", word):
                given["commitment"] = int(word[1])
            elif word == "round" and self._next(1) in ("1", "2", "3"):
                given["round"] = int(self._next(1))
                self.at += 1
            elif word not in ("in", "the", "under", "by"):
                break
            self.at += 1
        for words, length in self._ahead():
            if tables.plain(words) in people() or (length == 1 and words[:1].isupper()):
                given["leader"] = tables.person(words)
                self.at += length
                break
        if not {"commitment", "round"} <= given.keys():
            self.line.complain("commits: how, and when? Say: commits +1 in round 2 under Davout")
        self.guards.append(given)
        return True

    def _joins(self) -> bool:
        """`reinforced by Ney=3-4-3 VI=12i`, `reinforced here by`: until the next comma."""
        if self._next().lower() != "reinforced":
            return False
        same = self._next(1).lower() == "here"
        self.at += 1 + same
        joining: dict[str, Any] = {"leader": None, "corps": []}
        joining |= {"same_area": True} if same else {}
        self.joining.append(joining)
        self.here, self.open = joining["corps"], False
        return True

    def _valued(self) -> bool:
        """`morale 3.5`, `ratings 3-4`, `as FRANCE`, and at sea `aboard 12`, `lost on 2`,
        `modifier +1 (why)`, `table 2-2`."""
        word, value = self._next().lower(), self._next(1)
        if word == "morale" and MORALE.fullmatch(value):
            self.fields["morale"] = float(value)
        elif word == "ratings" and (found := TWO_RATINGS.fullmatch(value)):
            self.fields["ratings"] = {"strategic": int(found[1]), "tactical": int(found[2])}
        elif word == "as" and value:
            self.name = value.strip('"')
        elif word == "admiral" and value:
            self.named.append(value.strip('"'))
        elif word == "aboard" and NUMBER.fullmatch(value):
            self.fields |= {"aboard": int(value), "transporting": True}
        elif word == "lost" and value.lower() == "on" and re.fullmatch("[0-6]", self._next(2)):
            self.fields["lost_on"] = int(self._next(2))
            self.at += 1
        elif word in ("chit", "chits") and TABLE.fullmatch(value):
            self.fields.setdefault("table", []).append(value)
            while TABLE.fullmatch(self._next(2)):
                self.at += 1
                self.fields["table"].append(self._next(1))
        elif word == "modifier" and re.fullmatch("[+-]?[0-9]", value):
            why = self._next(2).strip('"') if self._next(2).startswith('"') else ""
            self.at += bool(why)
            one = {"value": int(value), "why": why or "as the club says"}
            self.fields.setdefault("modifiers", []).append(one)
        else:
            return False
        self.at += 2
        return True

    def _words(self) -> bool:
        """A nation, a chit, a flag, or a word of the whole."""
        for words, length in self._ahead():
            plain, low = tables.plain(words), words.lower()
            if low in OF_A_SIDE or low in OF_SHIPS:
                self.fields[(OF_A_SIDE.get(low) or OF_SHIPS[low]).field] = True
            elif low in OF_CORPS:
                self.of_all[OF_CORPS[low].field] = True
            elif nation := (tables.power(words) or nations().get(plain, "")):
                self._of(nation)
            elif plain not in people() and (found := chit(words, self.index)):
                self.line.chits[self.index] = found
            elif not self._whole(low):
                continue
            self.at += length
            return True
        return False

    def _of(self, nation: str) -> None:
        if self.nation and self.nation != nation:
            said = f"{tables.printed_name(self.nation)} and {tables.printed_name(nation)}"
            another = "and of a corps of another say it in brackets, III=8i (bavaria)"
            self.line.complain(f"one side has two nations, {said}: name the commander's, {another}")
        self.nation = self.nation or nation

    def _whole(self, low: str) -> bool:
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
        elif low in OF_THE_WHOLE:
            found = self._told(OF_THE_WHOLE[low], low.count(" ") + 1)
        self.line.document |= found
        return bool(found)

    def _told(self, said: Saying, taken: int) -> dict[str, Any]:
        """The field of a phrase, with the value behind it where that is wanted; nothing where it
        is not there."""
        if said.value:
            return {said.field: said.meant}
        value = self._next(taken)
        if not (TABLE if said.field == "disputed_table" else NUMBER).fullmatch(value):
            return {}
        self.at += 1
        return {said.field: value if said.field == "disputed_table" else int(value)}

    def _somebody(self) -> bool:
        """A leader by name, his ratings behind it where no source has them."""
        for words, length in self._ahead():
            known = people().get(tables.plain(words), "")
            behind = RATINGS.fullmatch(self._next(length))
            admiral = self.line.at_sea and words[:1].isupper() and words.lower() not in PADDING
            stranger = length == 1 and words[:1].isalpha() and (behind or admiral)
            if not known and not stranger:
                continue
            self.at += length + bool(behind)
            self._leads(known or words, behind)
            return True
        return False

    def _leads(self, name: str, rated: re.Match[str] | None) -> None:
        found: dict[str, Any] = {"name": name.replace(" ", "-").replace(".", "")[:40]}
        if rated is not None:
            found |= zip_ratings(int(each) for each in rated.groups())
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

    def _bracket(self) -> None:
        """What stands in brackets is said of the last corps."""
        corps = self._last()
        while self._next(1) and self._next(1) != ")":
            self.at += 1
            for words, length in self._ahead():
                low = words.lower()
                nation = tables.power(words) or nations().get(tables.plain(words), "")
                if low in ROLES:
                    corps["role"] = low
                elif low in OF_CORPS or low in troops.CORPS:
                    corps |= {OF_CORPS[low].field: True} if low in OF_CORPS else {"type": low}
                elif low.startswith("morale ") and MORALE.fullmatch(low[7:]):
                    corps["morale"] = float(low[7:])
                elif nation:
                    corps["nation"] = nation
                elif low not in PADDING:
                    continue
                self.at += length - 1
                break
            else:
                if self._next() not in (",", ";"):
                    self.line.complain(f"{self._next()[:40]!r} says nothing of a corps")
        self.at += self._next(1) == ")"

    def _padding(self) -> bool:
        bare = self._next().lower().strip(".'")
        self.at += (passed := bare in PADDING or not tables.plain(bare))
        return passed

    def _unknown(self) -> None:
        token = self._next()
        self.at += 1
        near = get_close_matches(tables.plain(token)[:40], known_words(), 2, NEAR)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        if token[:1].isupper() and not near:
            hint = f"; a leader has his ratings behind his name, {token[:20]}=3-4-4"
        known = "a nation, leader, factors (14i 2lc), chit or ground"
        self.line.complain(f"{token[:40]!r} is not {known}{hint}")


def _add(counts: dict[str, Any], kind: str, count: int) -> None:
    counts[kind] = counts.get(kind, 0) + count
