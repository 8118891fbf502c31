"""What may stand in a scenario document: every table of it with its fields, declared once.

The second table `[[forces]]` has the path `forces 2`, and its fields paths as `forces 2, units`.
Rows with a defect are left out; how a row stands to others is looked at by who reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, Final, get_args, get_type_hints

from engine.documents.complaints import NOTHING, Complaints, field_path, shown
from engine.documents.fields import Choice, Field, Fields, Listed, Named, Shape, Text
from engine.documents.printable import LONGEST
from engine.facts import board, countries, place_names, tables, variant_sheets
from engine.facts.document_fields import Words, fields_of
from engine.grammar import with_article
from engine.rounds.campaigns import CAMPAIGNS
from engine.state.countries import Country
from engine.state.forces import LAND_THIRDS
from engine.state.land import Revolt

MOST: Final = 500  # rows of a table, words of a list
MOST_OF_A_PART: Final = 200_000  # letters of the JSON of a part
FEW: Final = 30  # words that a complaint lists
NUMBERED: Final = "{path} {count}"  # the path of an entry: `wars 2`, `forces 2`
NEAR: Final = 3  # names that a complaint gives as hints


class Prose(Shape):
    """Lines that the players read."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The text, which may not be blank."""
        if isinstance(value, str) and value.strip():
            return value
        if value == "":
            return complaints.say(path, "is empty; the players read it")
        return complaints.add(path, value, "is not a text that the players read")


class Reason(Shape):
    """A line of reason; `of` is what wants one, "" where it may be left out."""

    def __init__(self, of: str = "") -> None:
        self.of = of

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The line."""
        if isinstance(value, str) and (value.strip() or not self.of):
            return value
        return complaints.say(path, f"{self.of or 'what is unusual'} wants a line of reason")


class IdOf(Shape):
    """The id of something of the facts, which are read when somebody asks; nothing, where `nobody`
    may be meant."""

    def __init__(
        self, noun: str, known: Callable[[], Collection[str]], nobody: bool = False
    ) -> None:
        self.noun, self.known, self.nobody = noun, known, nobody

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The id."""
        known = self.known()
        if isinstance(value, str) and (value in known or (self.nobody and not value)):
            return value
        few = f"; one of: {', '.join(known)}" if len(known) <= FEW else ""
        return complaints.add(path, value, f"is not {with_article(self.noun)}{few}")

    def offers(self) -> Sequence[str]:
        """All of them."""
        return list(self.known())


ELSEWHERE: Final = {
    "europe": "is on the map of Europe, which everybody knows",
    "rotw": "is in the Rest of the World; a province of Europe is wanted",
}


class PlaceId(Shape):
    """The id of a province, or of a sea zone where `sea` says so; `map` leaves those of one map."""

    def __init__(self, sea: bool = False, map: str = "", port: bool = False) -> None:
        self.sea, self.map, self.port = sea, map, port
        self.noun = "province or sea zone" if sea else "province"

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The id."""
        if not isinstance(value, str):
            return complaints.add(path, value, f"is not {with_article(self.noun)}")
        found = board.seas().get(value) or board.provinces().get(value)
        if found is None:
            kinds = ("province", "sea") if self.sea else ("province",)
            near = [each.id for each in place_names.find(value, kinds)][:NEAR]
            hint = f"; perhaps {', '.join(near)}" if near else ""
            return complaints.say(path, f"there is no {self.noun} {shown(value)}{hint}")
        if board.is_sea(value) and not self.sea:
            return complaints.say(path, f"{found.name} is a sea zone; a province is wanted")
        if self.map and found.map != self.map:
            return complaints.say(path, f"{found.name} {ELSEWHERE[found.map]}")
        harbour = board.is_sea(value) or found.map == "rotw" or board.province(value).port
        if self.port and not harbour:  # overseas an establishment is one
            return complaints.say(path, f"{found.name} has no port")
        return value


class Rows(Listed):
    """The tables of a section, each with its path, the sound ones alone; `of` is what wants a line
    of reason."""

    def __init__(self, of: str, *fields: Field) -> None:
        reason = Field("because", Reason(of), f"{of} wants a line of reason") if of else OWN
        super().__init__(Fields((*fields, reason), "a table", ", "), 0, MOST, entry=NUMBERED)

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The sound ones with their paths."""
        if not isinstance(value, list):
            return complaints.add(path, value, f"stands where tables [[{path}]] are wanted")
        found = []
        for number, row in enumerate(value):
            where = self.entry(path, number)
            read = self.shape.read(row, where, complaints)
            if read is not NOTHING:
                found.append((where, read))
        return found


Several: Final = partial(Listed, most=MOST, entry="{path}")
"""A list of words of one shape; a complaint about one shows it, and names the list."""


class Pair(Shape):
    """Two alliances at war."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """Both names."""
        if isinstance(value, list) and len(value) == 2 and value[0] != value[1]:
            return value
        return complaints.say(path, f"{value!r} stands where a pair of alliances is wanted")


class Belligerents(Named):
    """The countries in play; None for one whose table has a defect."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """Their values by their ids."""
        if not isinstance(value, dict):
            return complaints.add(path, value, f"is not a table of {self.what}")
        found = {}
        for name, row in value.items():
            where = field_path(path, name)
            if name not in countries.countries():
                complaints.say(where, "there is no such country")
            else:
                read = self.shape.read(row, where, complaints)
                found[name] = None if read is NOTHING else read
        return found


def _reforms() -> tuple[str, ...]:
    return (*tables.turkish_reforms.all(), "reform")


def _far_countries() -> list[str]:
    return [name for name, each in countries.countries().items() if each.kind == "rotw"]


GROUND: Final = PlaceId()
WATERS: Final = PlaceId(sea=True, port=True)

OWN: Final = Field("because", Reason(), "a line of reason where something is unusual", "")
FAR: Final = IdOf("country of the Rest of the World", _far_countries)
LINE: Final = Text(most=LONGEST)
WORDS: Final[Words] = {
    "line": LINE,
    "lines": Several(LINE),
    "prose": Prose(),
    "reason": Reason(),
    "period": Choice(tables.PERIODS, "a period"),
    "country": IdOf("country", countries.countries),
    "country, or nobody": IdOf("country", countries.countries, nobody=True),
    "countries overseas": Several(FAR),
    "leader": IdOf("leader", countries.leaders),
    "leader, or nobody": IdOf("leader", countries.leaders, nobody=True),
    "area": IdOf("area", board.areas),
    "place": PlaceId(sea=True),
    "province": GROUND,
    "province of Europe": PlaceId(map="europe"),
    "provinces of Europe": Several(PlaceId(map="europe")),
    "province overseas": PlaceId(map="rotw"),
    "sea or port": WATERS,
    "zones overseas": Several(PlaceId(sea=True, map="rotw")),
    "counters": Several(Choice(tuple(LAND_THIRDS), "a counter on land")),
    "siegeworks": Several(Choice(("+", "-"), "a side"), most=2),
    "revolt": Choice(get_args(get_type_hints(Revolt)["kind"]), "a revolt"),
    "variants": Several(IdOf("variant", variant_sheets.sheets)),
    "pairs of alliances": Listed(Pair(), 0, MOST, entry=NUMBERED),
    "parts of a table": Named(Text(most=MOST_OF_A_PART), "parts of a table"),
    "land technology": Choice(tables.LAND_TECHNOLOGIES, "a land technology"),
    "naval technology": Choice(tables.NAVAL_TECHNOLOGIES, "a naval technology"),
    "role": Choice(get_args(get_type_hints(Country)["role"]), "a role"),
    "reforms": Several(IdOf("reform", _reforms)),
    "campaigns": Several(Choice(CAMPAIGNS, "a campaign")),
}
BELLIGERENT: Final = Fields(fields_of("belligerent", WORDS), "a table")
SECTIONS: Final = {
    "forces": "a force", "pashas": "", "leaders": "", "owners": "a change of the board",
    "controllers": "a change of the board", "fortresses": "a change of the board",
    "sieges": "a siege", "revolts": "a revolt", "fleets": "a naval force",
    "presidios": "a presidio", "known": "what a country knows",
    "establishments": "an establishment", "natives": "a change of the natives",
    "appeals": "the memory of conquistadors", "discoveries": "a discovery not yet brought home",
    "gold": "gold that waits", "convoys": "a convoy", "corsairs": "a corsair",
}  # fmt: skip
"""The tables of a document that are rows, each with what of it wants a line of reason."""
DOCUMENT: Final = Fields(
    fields_of(
        "scenario",
        {
            **WORDS,
            "belligerents": Belligerents(BELLIGERENT, "countries"),
            **{
                f"tables of {section}": Rows(of, *fields_of(f"scenario {section}", WORDS))
                for section, of in SECTIONS.items()
            },
        },
    ),
    "a scenario",
)
