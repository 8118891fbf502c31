"""From a line to the document of its kind (contract: `resolve KIND` takes it), kind by kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from engine.facts import board, countries, tables
from engine.land.movement import attrition_causes
from engine.notation import eia_documents, eia_words, line_fields, sides
from engine.notation.phrase_tables import meanings
from engine.notation.reading_errors import Unread
from engine.notation.words import LAND_UNITS, SHIPS, Line, read, turn_of
from engine.state.forces import Kind, Unit, is_massed

CAUSED: Final = ("supply", "besieged", "besieger", "redeployment")
"""Words that name another cause of attrition than a march."""

NUMBERS: Final = meanings("numbers_of_a_kind")
"""What a number is called that says nothing of a kind, where it is not as it is named here."""


class Adjudicable(NamedTuple):
    """A line as a document of a kind, and what was assumed, a sentence each."""

    kind: str
    document: dict[str, Any]
    assumed: tuple[str, ...]


def _ground(line: Line, document: dict[str, Any]) -> None:
    """Map and terrain: as said, else those of the place, else plain."""
    terrain = next((word for word, table in line.whole.words.items() if table == "terrains"), "")
    known, usual = _known(line), "plain"
    document["map"] = "rotw" if "overseas" in line.whole.words else "europe"
    if known is not None:
        document["map"], usual = known.map, known.terrain
    if not terrain:
        named = f"{known.name}: " if known is not None else ""
        line.assumed.append(f"{named}{usual.replace('_', ' ')}")
    document["terrain"] = terrain or usual


def _known(line: Line) -> board.Province | None:
    """The province that a line names."""
    place = line.whole.place
    return board.province(place) if place in board.provinces() else None


def _two(line: Line, what: str) -> bool:
    if len(line.sides) == 2:
        return True
    line.wrong.append(f"{what} has two sides, with “v” between them: 2A+ Condé v A+ LD Farnese")
    return False


def _filled(line: Line, document: dict[str, Any]) -> dict[str, Any]:
    """The document with the fields that words, numbers and signs of the line are said of."""
    said = [word for each in (line.whole, *line.sides) for word in each.words]
    signs = {what: [*each] for what, each in line.signs.items()}
    line_fields.fill(document, line.kind, {**dict.fromkeys(said, True), **line.numbers, **signs})
    return document


def _sides(line: Line, what: str, made: Callable[[int], dict[str, Any]]) -> list[dict[str, Any]]:
    """Both sides of a battle with their names, the one that moves marked."""
    if not _two(line, what):
        return []
    found = [made(0), made(1)]
    found["phasing" in line.sides[1].words]["phasing"] = True
    return [{"name": name, **each} for name, each in zip(sides.names(found), found, strict=True)]


def battle(line: Line) -> dict[str, Any]:
    """A battle on land."""
    turn = turn_of(line)
    document: dict[str, Any] = {"period": tables.period_of(turn), "turn": turn}
    _ground(line, document)
    _filled(line, document)

    def made(at: int) -> dict[str, Any]:
        one = {**sides.side(line, at, turn), "units": sides.units(line, at)}
        crossed = [word for word, of in line.sides[at].words.items() if of == "crossings"]
        return {**one, **({"crossing": crossed[0]} if crossed else {})}

    document["sides"] = _sides(line, "a battle", made)
    for each, said in zip(document["sides"], line.sides, strict=False):
        if "retreats" in said.words:
            document.setdefault("decisions", {})[f"{each['name']}.retreat1"] = True
    if document["sides"] and not any("phasing" in each.words for each in line.sides):
        line.assumed.append("the first side attacks")
    return document


def naval_battle(line: Line) -> dict[str, Any]:
    """A battle at sea."""
    turn = turn_of(line)
    place = line.whole.place
    if place in board.seas() and board.in_group(place, "mediterranean"):
        line.whole.words["mediterranean"] = "situation"
    document = _filled(line, {"turn": turn})
    found = _sides(line, "a battle at sea", lambda at: {
        **sides.side(line, at, turn, "naval"), "units": sides.ships(line, at)
    })  # fmt: skip
    if found and any("wind" in each.words for each in (*line.sides, line.whole)):
        upwind = "wind" in line.sides[1].words
        named = [each["name"] for each in found]
        document["dice"] = {f"{named[upwind]}.wind": 10, f"{named[1 - upwind]}.wind": 1}
        line.assumed.append(f"{named[upwind]} has the wind (dice of 10 and 1)")
    document["sides"] = found
    return document


def siege(line: Line) -> dict[str, Any]:
    """A round of a siege, or an assault."""
    turn = turn_of(line)
    document: dict[str, Any] = {"period": tables.period_of(turn)}
    _ground(line, document)
    words, known, level = line.whole.words, _known(line), line.numbers.get("fortress")
    if "fort" in words:
        document["fortress"] = 0
    elif level is not None:
        document["fortress"] = level
    elif known is not None and known.fortress:
        document["fortress"] = known.fortress
        line.assumed.append(f"{known.city or known.name} has a fortress of level {known.fortress}")
    else:
        line.wrong.append("how strong is the fortress? Say for example: siege of Milano 3")
    _filled(line, document)
    if len(line.sides) == 1:
        line.sides.append(type(line.whole)())
        line.assumed.append("nobody inside")
    owner = known.owner if known is not None else ""
    document["besieger"] = {**sides.side(line, 0, turn), "units": sides.units(line, 0)}
    document["besieged"] = {
        **sides.side(line, 1, turn, lent=owner), "units": sides.units(line, 1, needed=False)
    }  # fmt: skip
    return document


def _manoeuvre(line: Line, at: int, turn: int) -> int | None:
    said = line.sides[at]
    if said.values:
        return int(said.values[0])
    leader = sides.leader_of(line, said, turn, at_sea=False)
    if leader is not None:
        line.assumed.append(f"{leader.name} has a manoeuvre of {leader.manoeuvre}")
        return leader.manoeuvre
    return None


def _attempt(line: Line, what: str, turn: int) -> dict[str, Any]:
    return {
        "domain": "land",
        "manoeuvre": _manoeuvre(line, 0, turn),
        "enemy_manoeuvre": _manoeuvre(line, 1, turn),
    } if _two(line, what) else {}  # fmt: skip


def intercept(line: Line) -> dict[str, Any]:
    """An attempt to intercept on land."""
    return _filled(line, _attempt(line, "an interception", turn_of(line)))


def evade(line: Line) -> dict[str, Any]:
    """A test of evasion on land."""
    return _attempt(line, "an evasion", turn_of(line))


def attrition(line: Line) -> dict[str, Any]:
    """Attrition of a march, whose causes follow from its points, the weather and its size; or of
    supply, a siege, a redeployment."""
    turn = turn_of(line)
    said = line.sides[0]
    if len(line.sides) > 1:
        line.wrong.append("attrition has one side only")
    troops = sides.units(line, 0)
    leader = sides.leader_of(line, said, turn, at_sea=False)
    country = said.country or (leader.country if leader is not None else "")
    known = _known(line)
    whose = country or "france"
    technology = sides.technology_of(line, said, whose, turn, "land", line.assumed)
    words = line.whole.words
    cause = next((cause for cause in CAUSED if cause in words), "movement")
    document: dict[str, Any] = {
        "cause": cause, "map": known.map if known else "rotw" if "overseas" in words else "europe",
        "technology": technology, "modifiers": {},
        "strength": {kind: troops.count(kind) for kind in LAND_UNITS if kind in troops},
    }  # fmt: skip
    if cause == "movement":
        line.numbers["causes"] = _causes(line, troops)
        words.pop("bad_weather", None)
    else:
        line.numbers.pop("causes", None)
    modifiers = document["modifiers"] = line_fields.applying(_filled(line, document)["modifiers"])
    if "plunder" in words:
        document["decisions"] = {"plunder": True}
    for what, signs in line.signs.items():
        named = "siegeworks" if what == "works" else what
        for sign, word in (("-", "minus"), ("+", "plus")):
            if sign in signs:
                modifiers[f"{named}_{word}"] = signs.count(sign)
    if said.values or (leader is not None and "no_leader" not in words):
        document["leader"] = said.values or getattr(leader, "id", None)
    foreign = known and known.owner and known.owner != country
    if cause == "movement" and country and known and foreign and "enemy_province" not in modifiers:
        modifiers["enemy_province"] = True
        whose = countries.with_article(known.owner)
        line.assumed.append(f"{known.name} is {whose}'s, an enemy province")
    return document


def _causes(line: Line, troops: list[Kind]) -> int:
    """How many causes of attrition a march has: as many as were said, else what its points, the
    weather and its size give."""
    if "causes" in line.numbers:
        return line.numbers["causes"]
    massed = is_massed(Unit(0, "", kind, "") for kind in troops)
    bad = "bad_weather" in line.whole.words
    points = line.numbers.get("points", 0)
    found = attrition_causes.movement_causes(massed, points, bad)
    if not found:
        few = "fewer than 6 LD, fewer than 6 MP (3 in bad weather)"
        line.wrong.append(f"this march rolls for no attrition: {few}")
    named = ", ".join(attrition_causes.CAUSES[cause] for cause in found)
    line.assumed.append(f"causes: {named}")
    return max(1, len(found))


KINDS: Final[Mapping[str, Callable[[Line], dict[str, Any]]]] = {
    "battle": battle, "naval-battle": naval_battle, "intercept": intercept, "evade": evade,
    "undermine": siege, "assault": siege, "attrition": attrition,
}  # fmt: skip


def kind_of(line: Line) -> str:
    """What a line is about: what it says, else a battle, at sea where there are ships."""
    if line.kind:
        return line.kind
    at_sea = any(each.fleets or {*each.units} & {*SHIPS} for each in line.sides)
    return "naval-battle" if at_sea else "battle"


def document_meant(text: str) -> Adjudicable:
    """The document that a line means. Raises Unread with a sentence for each defect."""
    if eia_words.is_eia(text):
        eia, filled, taken = eia_documents.document_meant(text)
        return Adjudicable(eia, filled, tuple(taken))
    line = read(text)
    line.kind = kind_of(line)
    _strange(line, [
        word for each in (*line.sides, line.whole) for word, table in each.words.items()
        if table in ("situation", "troops", "crossings")
    ])  # fmt: skip
    document = KINDS[line.kind](line)
    _strange(line, [each for each in (*line.numbers, *line.signs) if each not in ("turn", "year")])
    if line.wrong:
        raise Unread(list(dict.fromkeys(line.wrong)))
    return Adjudicable(line.kind, document, tuple(dict.fromkeys(line.assumed)))


def _strange(line: Line, said: list[str]) -> None:
    """Complains of what says nothing of this kind, rather than passing over it."""
    known = line_fields.known_words(line.kind)
    for word in said:
        if word not in known:
            named = NUMBERS.get(word, word.replace("_", " "))
            line.wrong.append(f"{named!r} says nothing about this; leave it out")
