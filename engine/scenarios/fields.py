"""What may stand in a scenario document: every table of it with its fields, declared once.

The second table `[[forces]]` has the path `forces 2`, and its fields paths as `forces 2, units`.
Rows with a defect are left out; how a row stands to others is looked at by who reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, get_args, get_type_hints

from engine.documents.complaints import NOTHING, Complaints, field_path, shown
from engine.documents.fields import Choice, Field, Fields, Flag, Listed, Named, Shape, Text, Whole
from engine.documents.printable import LONGEST
from engine.facts import board, countries, place_names, tables, variant_sheets
from engine.report import with_article
from engine.rounds.campaigns import CAMPAIGNS
from engine.state.countries import Country
from engine.state.forces import LAND_THIRDS
from engine.state.land import Revolt

MOST: Final = 500  # rows of a table, words of a list
MOST_OF_A_PART: Final = 200_000  # letters of the JSON of a part
FEW: Final = 30  # words that a complaint lists
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
            elsewhere = {
                "europe": "is on the map of Europe, which everybody knows",
                "rotw": "is in the Rest of the World; a province of Europe is wanted",
            }[found.map]
            return complaints.say(path, f"{found.name} {elsewhere}")
        if self.port and isinstance(found, board.Province) and not _harbour(found):
            return complaints.say(path, f"{found.name} has no port")
        return value


def _harbour(province: board.Province) -> bool:
    """Whether there may be a port; overseas an establishment is one."""
    return province.port or province.map == "rotw"


class Numbered(Listed):
    """A list whose entries are counted from 1: `wars 2`, `forces 2`."""

    def entry(self, path: str, number: int) -> str:
        """The path of an entry."""
        return f"{path} {number + 1}"


class Rows(Numbered):
    """The tables of a section, each with its path, the sound ones alone; `of` is what wants a line
    of reason."""

    def __init__(self, of: str, *fields: Field) -> None:
        reason = Field("because", Reason(of), f"{of} wants a line of reason") if of else OWN
        super().__init__(Fields((*fields, reason), "a table", ", "), 0, MOST)

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


class Words(Listed):
    """A list of words of one shape; a complaint about one shows it, and names the list."""

    def __init__(self, shape: Shape, most: int = MOST) -> None:
        super().__init__(shape, 0, most)

    def entry(self, path: str, number: int) -> str:
        """The path of the list."""
        return path


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
    return (*tables.turkish_reforms(), "reform")


def _far_countries() -> list[str]:
    return [name for name, each in countries.countries().items() if each.kind == "rotw"]


COUNTRY: Final = IdOf("country", countries.countries)
NATION: Final = IdOf("country", countries.countries, nobody=True)
LEADER: Final = IdOf("leader", countries.leaders)
PROVINCE: Final = PlaceId(map="europe")
GROUND: Final = PlaceId()
WATERS: Final = PlaceId(sea=True, port=True)
ANYWHERE: Final = PlaceId(sea=True)
FLAG: Final = Flag()
LINE: Final = Text(most=LONGEST)
SIGN: Final = Choice(("+", "-"), "a side")
COUNTERS: Final = Words(Choice(tuple(LAND_THIRDS), "a counter on land"))
PLACES: Final = Words(PROVINCE)
ZONES: Final = Words(PlaceId(sea=True, map="rotw"))
PROSE: Final = Prose()
SETTLED: Final = ("colony", "trading_post", "mission", "fort")
ROLES: Final = get_args(get_type_hints(Country)["role"])
REVOLTS: Final = get_args(get_type_hints(Revolt)["kind"])

OWN: Final = Field("because", Reason(), "a line of reason where something is unusual", "")
WHO: Final = Field("country", COUNTRY, "a country of the scenario")
EUROPEAN: Final = Field("place", PROVINCE, "a province of Europe")
STANDING: Final = Field("place", GROUND, "a province")
AFLOAT: Final = Field("place", WATERS, "a sea zone or a port")
AFAR: Final = Field("place", PlaceId(map="rotw"), "a province of the Rest of the World")
POSITION: Final = Field(
    "position", Choice(("field", "inside"), "a position"), "in the field or inside", "field"
)
VETERANS: Final = Field(
    "veterans", Choice(("all", "none"), "a word for veterans"), "none for conscripts", "all"
)
BOARD: Final = Rows(
    "a change of the board",
    Field("country", NATION, "a country, empty for nobody"),
    Field("places", PLACES, "provinces of Europe"),
)

BELLIGERENT: Final = Fields(
    (
        Field("initiative", Whole(0, 99), "the initiative of a power", None),
        Field("treasury", Whole(-9999, 9999), "the ducats of a power", None),
        Field("stability", Whole(-3, 3), "the stability of a power", None),
        Field("land", Choice(tables.LAND_TECHNOLOGIES, "a land technology"), "its technology"),
        Field("naval", Choice(tables.NAVAL_TECHNOLOGIES, "a naval technology"),
              "its technology at sea", tables.NAVAL_TECHNOLOGIES[1]),
        Field("role", Choice(ROLES, "a role"), "how it takes part in the war", ROLES[0]),
        Field("patron", NATION, "the power that decides for a minor", ""),
        Field("tercios", FLAG, "whether its infantry fights in tercios", False),
        Field("reforms", Words(IdOf("reform", _reforms)), "the reforms of Turkey", ()),
        Field("free_campaigns", Words(Choice(CAMPAIGNS, "a campaign")), "what it need not pay", ()),
        Field("recruited", Whole(0, 99), "LD recruited this turn", 0),
        Field("treaties", Words(IdOf("country of the Rest of the World", _far_countries)),
              "those whose AT it holds", ()),
        OWN,
    ),
    "a table",
)  # fmt: skip

DOCUMENT: Final = Fields((
    Field("id", LINE, "the scenario's id"),
    Field("title", PROSE, "its title"),
    Field("year", Whole(1, 9999), "a year"),
    Field("turn", Whole(1, 99), "the turn of that year"),
    Field("period", Choice(tables.PERIODS, "a period"), "the period of that turn"),
    Field("about", PROSE, "what it is about"),
    Field("teaches", PROSE, "what one learns from it"),
    Field("length", PROSE, "how long it takes to play"),
    Field("turns", Whole(1, 99), "turns of the campaign", 1),
    Field("poor_weather", FLAG, "whether the event of this turn holds", False),
    Field("wars_asked", FLAG, "whether the players say who is at war", False),
    Field("variants", Words(IdOf("variant", variant_sheets.sheets)), "changes of the rules", ()),
    Field("options", Named(FLAG, "options"), "options of the rules", {}),
    Field("alliances", Named(Words(LINE), "alliances"), "the countries of each alliance"),
    Field("wars", Numbered(Pair(), 0, MOST), "pairs of alliances", ()),
    Field("countries", Belligerents(BELLIGERENT, "countries"), "a table for every country"),
    Field("forces", Rows(
        "a force", WHO, STANDING, Field("units", COUNTERS, "counters on land"), VETERANS, POSITION,
        Field("corps", Choice(("", "janissary", "timar"), "a corps"), "a corps of Turkey", ""),
    ), "land forces", ()),
    Field("pashas", Rows(
        "", Field("leader", LEADER, "a pasha"), EUROPEAN, POSITION,
    ), "pashas", ()),
    Field("leaders", Rows(
        "", Field("leader", LEADER, "a leader"), WHO, Field("place", ANYWHERE, "a place"), POSITION,
    ), "leaders", ()),
    Field("owners", BOARD, "who owns provinces", ()),
    Field("controllers", BOARD, "who controls cities", ()),
    Field("fortresses", Rows(
        "a change of the board", EUROPEAN, Field("level", Whole(0, 5), "the level"),
    ), "fortresses", ()),
    Field("sieges", Rows(
        "a siege", EUROPEAN, Field("alliance", LINE, "the besieger"),
        Field("works", Words(SIGN, most=2), "siegeworks", ()),
    ), "sieges", ()),
    Field("revolts", Rows(
        "a revolt", EUROPEAN, Field("kind", Choice(REVOLTS, "a revolt"), "revolt or rebellion"),
        Field("side", SIGN, "a side"), Field("country", NATION, "whose friend it is", ""),
    ), "revolts", ()),
    Field("fleets", Rows(
        "a naval force", WHO, AFLOAT, Field("units", Words(LINE), "naval counters"), VETERANS,
    ), "naval forces", ()),
    Field("presidios", Rows(
        "a presidio", WHO, EUROPEAN, Field("level", Whole(1, 3), "the level"),
    ), "presidios", ()),
    Field("known", Rows(
        "what a country knows", WHO, Field("places", ZONES, "provinces and sea zones overseas"),
    ), "zones known", ()),
    Field("establishments", Rows(
        "an establishment", WHO, AFAR,
        Field("kind", Choice(SETTLED, "an establishment"), "what stands there"),
        Field("level", Whole(0, 6), "of a colony or trading post", 0),
        Field("stage", Whole(0, 3), "of a fort under construction", 0),
    ), "what is settled", ()),
    Field("natives", Rows(
        "a change of the natives", AFAR, Field("units", COUNTERS, "active counters", ()),
        Field("gone", FLAG, "whether they are gone", False),
    ), "natives active or gone", ()),
    Field("appeals", Rows(
        "the memory of conquistadors", Field("area", IdOf("area", board.areas), "an area"),
        Field("uses", Whole(1, 99), "uses of the table"),
    ), "uses of the conquistador table", ()),
    Field("discoveries", Rows(
        "a discovery not yet brought home", WHO, Field("place", ANYWHERE, "where its finders are"),
        Field("places", ZONES, "what they found"),
    ), "discoveries on their way", ()),
    Field("gold", Rows(
        "gold that waits", AFAR, Field("ducats", Whole(1, 1000), "ducats"),
    ), "gold overseas", ()),
    Field("convoys", Rows(
        "a convoy", Field("name", LINE, "its name"), WHO, Field("place", ANYWHERE, "a place"),
        Field("ships", Whole(1, 5), "how many NTD"),
    ), "convoys", ()),
    Field("state", Named(Text(most=MOST_OF_A_PART), "parts of a table"),
          "what no table here says, as JSON", {}),
    Field("corsairs", Rows(
        "a corsair", Field("country", COUNTRY, "a country of the scenario, or pirates"),
        Field("place", ANYWHERE, "a sea zone, or a province they raid"),
        Field("side", SIGN, "a side"),
        Field("leader", IdOf("leader", countries.leaders, nobody=True), "who commands them", ""),
    ), "corsairs", ()),
), "a scenario")  # fmt: skip
