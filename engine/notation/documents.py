"""From a line to the document of its kind (contract: `resolve KIND` takes it), kind by kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from engine.combat.leaders import DETACHMENT
from engine.facts import board, countries, tables
from engine.land.battle.contingents import THIRDS
from engine.land.movement.movement_attrition import CAUSES, movement_causes
from engine.notation import eia_documents, eia_words, sides
from engine.notation.reading_errors import Unread
from engine.notation.vocabulary import meanings
from engine.notation.words import LAND_UNITS, SHIPS, Line, read, turn_of

MASSED: Final = 6 * DETACHMENT
"""Thirds from which a marching stack is massed (MOV-06)."""

ATTEMPTED: Final = ("friend", "bad_weather", "same_province", "besieging")
CAUSED: Final = ("supply", "besieged", "besieger", "redeployment")
"""Words that name another cause of attrition than a march."""

SAID_OF_ATTRITION: Final = meanings("said_of_attrition")
COUNTED_IN_ATTRITION: Final = meanings("counted_in_attrition")


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


def _only(line: Line, *known: str) -> None:
    """Complains of words that say nothing of this kind, rather than passing over them."""
    said = {
        word: table
        for each in (*line.sides, line.whole)
        for word, table in each.words.items()
        if table in ("situation", "troops", "crossings")
    }
    for word in said.keys() - set(known):
        line.wrong.append(f"{word.replace('_', ' ')!r} says nothing about this; leave it out")


TROOPS: Final = (
    "veteran", "conscript", "tercios", "no_tercios", "natives", "minor", "sipahi", "janissary",
    "reformed", "no_leader",
)  # fmt: skip


def _sides(line: Line, what: str, made: Callable[[int], dict[str, Any]]) -> list[dict[str, Any]]:
    """Both sides of a battle with their names, the one that moves marked."""
    if not _two(line, what):
        return []
    found = [made(0), made(1)]
    found["phasing" in line.sides[1].words]["phasing"] = True
    return [{"name": name, **each} for name, each in zip(sides.names(found), found, strict=True)]


def battle(line: Line) -> dict[str, Any]:
    """A battle on land."""
    _only(line, *TROOPS, "foraging", "phasing", "retreats", "overseas", "interception_battle",
          "river", "pass", "strait", "sea")  # fmt: skip
    turn = turn_of(line)
    document: dict[str, Any] = {"period": tables.period_of(turn), "turn": turn}
    _ground(line, document)
    if "interception_battle" in line.whole.words:
        document["interception"] = True

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
    _only(line, "veteran", "conscript", "minor", "phasing", "mediterranean", "wind", "no_leader",
          "interception_battle")  # fmt: skip
    turn = turn_of(line)
    document: dict[str, Any] = {"turn": turn}
    place = line.whole.place
    south = place in board.seas() and board.in_group(place, "mediterranean")
    if "mediterranean" in line.whole.words or south:
        document["mediterranean"] = True
    if "interception_battle" in line.whole.words:
        document["interception"] = True
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


def _siege(line: Line, storm: bool) -> dict[str, Any]:
    _only(line, *TROOPS, "overseas", "breach", "fort", "open_port", "blockaded", "bad_weather",
          "continued", "later_round")  # fmt: skip
    turn = turn_of(line)
    document: dict[str, Any] = {"period": tables.period_of(turn)}
    _ground(line, document)
    words, known, level = line.whole.words, _known(line), line.numbers.get("fortress")
    if "fort" in words:
        document |= {"fortress": 0, "fort": True}
    elif level is not None:
        document["fortress"] = level
    elif known is not None and known.fortress:
        document["fortress"] = known.fortress
        line.assumed.append(f"{known.city or known.name} has a fortress of level {known.fortress}")
    else:
        line.wrong.append("how strong is the fortress? Say for example: siege of Milano 3")
    if "blockaded" in words or "open_port" in words:
        document["port"] = "blockaded" if "blockaded" in words else "open"
    if line.signs.get("works"):
        document["siegeworks"] = [*line.signs["works"]]
    if "breach" in words:
        document["breach" if storm else "breach_this_turn"] = True
    if "later_round" in words or "continued" in words:
        document["first_round"] = False
    for word, field in (("continued", "continued_from_last_turn"), ("bad_weather", "bad_weather")):
        if word in words:
            document[field] = True
    if "distance" in line.numbers:
        document["supply_distance"] = line.numbers["distance"]
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
    _only(line, "friend", "bad_weather", "same_province", "besieging", "river", "pass", "no_leader")
    document = _attempt(line, "an interception", turn_of(line))
    words = {*line.whole.words, *(word for side in line.sides[:2] for word in side.words)}
    said = {"river_or_pass": words & {"river", "pass"}, "target_swamp": words & {"swamp"}}
    said |= {word: words & {word} for word in ATTEMPTED}
    if document:
        document |= {field: True for field in (*ATTEMPTED, *said) if said[field]}
    return document


def evade(line: Line) -> dict[str, Any]:
    """A test of evasion on land."""
    _only(line, "no_leader")
    return _attempt(line, "an evasion", turn_of(line))


def attrition(line: Line) -> dict[str, Any]:
    """Attrition of a march, whose causes follow from its points, the weather and its size; or of
    supply, a siege, a redeployment."""
    _only(line, "bad_weather", "overseas", "no_leader", "minor", "veteran",
          "plunder", *CAUSED, *SAID_OF_ATTRITION)  # fmt: skip
    turn = turn_of(line)
    said = line.sides[0]
    if len(line.sides) > 1:
        line.wrong.append("attrition has one side only")
    troops = sides.units(line, 0)
    leader = sides.leader_of(line, said, turn, at_sea=False)
    country = said.country or (leader.country if leader is not None else "")
    known = _known(line)
    technology = said.technology or line.whole.technology
    if not technology:
        technology = sides.technology(country or "france", "land", turn)
        line.assumed.append(technology)
    words = line.whole.words
    cause = next((cause for cause in CAUSED if cause in words), "movement")
    modifiers: dict[str, Any] = {
        field: True for word, field in SAID_OF_ATTRITION.items() if word in words
    }
    document: dict[str, Any] = {
        "cause": cause, "map": known.map if known else "rotw" if "overseas" in words else "europe",
        "technology": technology, "modifiers": modifiers,
        "strength": {kind: troops.count(kind) for kind in LAND_UNITS if kind in troops},
    }  # fmt: skip
    if cause == "movement":
        modifiers["causes"] = _causes(line, troops)
    elif "bad_weather" in words:
        modifiers["bad_weather"] = True
    modifiers |= {
        each: line.numbers[each] for each in COUNTED_IN_ATTRITION if line.numbers.get(each)
    }
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


def _causes(line: Line, troops: list[str]) -> int:
    """How many causes of attrition a march has: as many as were said, else what its points, the
    weather and its size give."""
    if "causes" in line.numbers:
        return line.numbers["causes"]
    strength = sum(THIRDS.get(kind, DETACHMENT) for kind in troops if kind != "PASHA")
    massed = strength >= MASSED or troops.count("PASHA") > 1
    bad = "bad_weather" in line.whole.words
    found = [CAUSES[cause] for cause in movement_causes(massed, line.numbers.get("points", 0), bad)]
    if not found:
        line.wrong.append(
            "this march rolls for no attrition: fewer than 6 LD, fewer than 6 MP (3 in bad weather)"
        )
    line.assumed.append(f"causes: {', '.join(found)}")
    return max(1, len(found))


KINDS: Final[Mapping[str, Callable[[Line], dict[str, Any]]]] = {
    "battle": battle, "naval-battle": naval_battle, "intercept": intercept, "evade": evade,
    "undermine": lambda line: _siege(line, storm=False),
    "assault": lambda line: _siege(line, storm=True), "attrition": attrition,
}  # fmt: skip
OF_A_SIEGE: Final = ("fortress", "distance", "works")
MEASURED: Final[Mapping[str, tuple[str, ...]]] = {
    "undermine": OF_A_SIEGE, "assault": OF_A_SIEGE,
    "attrition": ("points", "causes", *COUNTED_IN_ATTRITION, "works", "pillage", "revolt",
                  "rebellion"),
}  # fmt: skip
"""Numbers and signs that say something, by kind; a turn and a year always do."""


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
    kind = kind_of(line)
    document = KINDS[kind](line)
    for said in (*line.numbers, *line.signs):
        if said not in ("turn", "year", *MEASURED.get(kind, ())):
            word = {"points": "MP", **COUNTED_IN_ATTRITION}.get(said, said)
            line.wrong.append(f"{word!r} says nothing about this; leave it out")
    if line.wrong:
        raise Unread(list(dict.fromkeys(line.wrong)))
    return Adjudicable(kind, document, tuple(dict.fromkeys(line.assumed)))
