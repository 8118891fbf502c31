"""What may stand in a scenario document, and reading its values one by one.

Whatever is wrong is kept as a Defect, with its key and what would be right; reading goes on with an
empty value, so that every defect of a document is found at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from engine.facts import board, countries, place_names
from engine.state import State

HEADER: Final = ("id", "title", "year", "turn", "period", "about", "teaches", "length")
KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "": (
        *HEADER, "turns", "poor_weather", "wars_asked", "variants", "options", "alliances", "wars",
        "countries", "forces", "pashas", "leaders", "owners", "controllers", "fortresses", "sieges",
        "revolts", "fleets", "presidios", "known", "establishments", "natives", "appeals",
        "discoveries", "gold", "convoys", "corsairs",
    ),
    "countries": (
        "initiative", "treasury", "stability", "land", "naval", "role", "patron", "tercios",
        "reforms", "free_campaigns", "recruited", "treaties", "because",
    ),
    "forces": ("country", "place", "units", "veterans", "corps", "position", "because"),
    "fleets": ("country", "place", "units", "veterans", "because"),
    "presidios": ("country", "place", "level", "because"),
    "pashas": ("leader", "place", "position"),
    "leaders": ("leader", "country", "place", "position", "because"),
    "owners": ("country", "places", "because"),
    "controllers": ("country", "places", "because"),
    "fortresses": ("place", "level", "because"),
    "sieges": ("place", "alliance", "works", "because"),
    "revolts": ("place", "kind", "side", "country", "because"),
    "known": ("country", "places", "because"),
    "establishments": ("country", "place", "kind", "level", "stage", "because"),
    "natives": ("place", "units", "gone", "because"),
    "appeals": ("area", "uses", "because"),
    "discoveries": ("country", "place", "places", "because"),
    "gold": ("place", "ducats", "because"),
    "convoys": ("name", "country", "place", "ships", "because"),
    "corsairs": ("country", "place", "side", "leader", "because"),
}  # fmt: skip


NAMES: Final[Mapping[type, str]] = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}
EMPTY: Final[Mapping[type, Any]] = {str: str, int: int, bool: bool, list: list, dict: dict}


class Defect(NamedTuple):
    """What is wrong with a scenario: the key it stands under, and what is wrong and would be
    right."""

    key: str
    reason: str


class Fields:
    """The values of a document; `state` is what has been read of it so far."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.defects: list[Defect] = []
        self.state = State("", 1, "I")

    def wrong(self, key: str, reason: str) -> None:
        defect = Defect(key, reason)
        if defect not in self.defects:
            self.defects.append(defect)

    # Values.

    def value(self, table: Mapping[str, Any], key: str, where: str, kind: type, usual: Any) -> Any:
        """A value of a kind; `usual` stands for a missing one, None meaning that it must be
        there."""
        if key not in table:
            if usual is None:
                self.wrong(where + key, f"is missing; {NAMES[kind]} is wanted")
                return EMPTY[kind]()
            return usual
        found = table[key]
        if type(found) is not kind:
            self.wrong(where + key, f"{found!r} stands where {NAMES[kind]} is wanted")
            return EMPTY[kind]()
        return found

    def text(self, table: Mapping[str, Any], key: str, where: str, usual: str | None = None) -> str:
        return str(self.value(table, key, where, str, usual))

    def number(
        self,
        table: Mapping[str, Any],
        key: str,
        where: str,
        span: tuple[int, int],
        usual: int | None = None,
    ) -> int:
        found = int(self.value(table, key, where, int, usual))
        if key in table and type(table[key]) is int and not span[0] <= found <= span[1]:
            self.wrong(where + key, f"{found} is not between {span[0]} and {span[1]}")
        return found

    def choice(
        self,
        table: Mapping[str, Any],
        key: str,
        where: str,
        known: Iterable[str],
        usual: str | None,
    ) -> str:
        found = self.text(table, key, where, usual)
        allowed = list(known)
        if type(table.get(key)) is str and found not in allowed:
            self.wrong(where + key, f"{found!r} is none of {', '.join(allowed)}")
        return found

    def texts(self, table: Mapping[str, Any], key: str, where: str, usual: Any = ()) -> list[str]:
        found = self.value(table, key, where, list, None if usual is None else list(usual))
        for each in found:
            if type(each) is not str:
                self.wrong(where + key, f"{each!r} stands where a name is wanted")
        return [each for each in found if type(each) is str]

    def rows(self, section: str) -> list[tuple[str, Mapping[str, Any]]]:
        """The tables of a section, each with the beginning of its keys."""
        found = self.value(self.document, section, "", list, [])
        rows: list[tuple[str, Mapping[str, Any]]] = []
        for number, row in enumerate(found, 1):
            where = f"{section} {number}, "
            if not isinstance(row, dict):
                self.wrong(section, f"{row!r} stands where a table [[{section}]] is wanted")
                continue
            self.known_keys(row, section, where)
            rows.append((where, row))
        return rows

    def known_keys(self, table: Mapping[str, Any], section: str, where: str) -> None:
        for key in table:
            if key not in KEYS[section]:
                self.wrong(where + key, f"is no key; known are {', '.join(KEYS[section])}")

    def place(self, row: Mapping[str, Any], where: str, key: str = "place") -> str:
        return self.province(self.text(row, key, where), where + key)

    def province(self, name: str, key: str) -> str:
        """The id of a European province, or "" after saying what is wrong with the name."""
        known = board.provinces().get(name)
        if known is not None and known.map == "europe":
            return name
        if known is not None:
            self.wrong(
                key, f"{known.name} is in the Rest of the World; a province of Europe is wanted"
            )
        elif name:
            near = [found.id for found in place_names.find(name, ("province",))][:3]
            hint = f"; perhaps {', '.join(near)}" if near else ""
            self.wrong(key, f"there is no province {name!r}{hint}")
        return ""

    def ground(self, row: Mapping[str, Any], where: str) -> str:
        """The id of a province of either map, or "" after a complaint."""
        name = self.text(row, "place", where)
        known = board.provinces().get(name)
        if known is not None and known.map == "rotw" and self.document.get("known"):
            return name
        return self.province(name, where + "place")

    def waters(self, row: Mapping[str, Any], where: str) -> str:
        """The id of a sea zone, of a European province with a port, or of one overseas, whose
        establishment is a port; "" after a complaint."""
        name = self.text(row, "place", where)
        if name in board.seas():
            return name
        found = self.ground(row, where)
        if found and board.province(found).map == "europe" and not board.province(found).port:
            self.wrong(where + "place", f"{board.province(found).name} has no port")
            return ""
        return found

    def nation(self, row: Mapping[str, Any], where: str, nobody: bool = False) -> str:
        """The id of a country, "" for nobody where that is allowed."""
        name = self.text(row, "country", where)
        if name and name not in countries.countries():
            self.wrong(where + "country", f"there is no country {name!r}")
            return ""
        if not name and not nobody and type(row.get("country")) is str:
            self.wrong(where + "country", "is empty; a country is wanted")
        return name

    def in_play(self, row: Mapping[str, Any], where: str) -> str:
        """The id of a country of this scenario, or "" after saying that it is none."""
        name = self.nation(row, where)
        if name and name not in self.state.countries:
            known = ", ".join(sorted(self.state.countries))
            self.wrong(where + "country", f"{name!r} is none of this scenario's countries: {known}")
            return ""
        return name

    def because(self, row: Mapping[str, Any], where: str, wanted: bool, what: str) -> None:
        """A line of reason, where one is wanted."""
        if wanted and not self.text(row, "because", where, "").strip():
            self.wrong(where + "because", f"is missing; {what} wants a line of reason")
