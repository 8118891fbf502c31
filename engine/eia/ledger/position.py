"""A position as a club has it on the table: what a power has and is bound by, set and not earned.

It is written down at the start of a campaign or in its midst, one form a power or as a text in
notation, and costs nothing. The notation names a power and its fields, `France: box N7; money 30;
at war Austria, Britain; fleets Brest=20; Austria: box N5`; a line ends as a semicolon does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from engine.documents.complaints import NOTHING, Complaints
from engine.documents.fields import Fields, Flag, Listed, Named, Perhaps, Shape, Text
from engine.eia import months, status_track, tables, troops
from engine.eia.ledger import roster
from engine.eia.ledger.entry import LONGEST, SHAPES
from engine.eia.ledger.ledger import BEFORE, Ledger
from engine.eia.ledger.records import (
    Alliance,
    Ceded,
    Corps,
    Exile,
    Fleet,
    Land,
    Leader,
    Minor,
    Peace,
)
from engine.eia.reasons import Claim, Reason
from engine.facts.document_fields import fields_of

FIELDS: Final = fields_of("a position", SHAPES)
DOCUMENT: Final = Fields(fields_of("entry setup", SHAPES), "a set-up")
SEPARATOR: Final = re.compile(r"[;\n]+")


def why_refused(state: Ledger, values: dict[str, Any]) -> Iterator[Claim]:
    """What of a power's set-up can't be (EIA-TRM-07, EIA-TRM-12, EIA-PRIS-03, EIA-PRIS-04,
    EIA-DEP-01)."""
    power, over = values["power"], values["victor_over"]
    if power not in state.powers:
        yield True, f"{power} is not played in this campaign."
        return
    named = {*values["at_war"], *values["allies"], *over}
    yield power in named, f"{power} cannot be at war, allied or at peace with itself."
    strange = sorted(named - set(state.powers))
    yield strange, f"{', '.join(strange)} are not played in this campaign."
    friends = sorted({*values["allies"], *over} & {*values["at_war"]})
    yield friends, f"{', '.join(friends)}: at war and allied at once."
    terms = sorted({*values["unconditional"], *values["sphere"], *values["denied"]} - set(over))
    yield terms, f"No peace has been forced on {', '.join(terms)}.", "EIA-TRM-07"
    bound = {*values["sphere"], *values["denied"]} - {*values["unconditional"]}
    yield bound, "Spheres and denial need unconditional surrender.", "EIA-TRM-07"
    rankless = ", ".join(name for name in values["exiles"] if not _rank(state, name, values))
    unranked = f"The rank of {rankless} is not written down: name him among the leaders."
    yield rankless, unranked, "EIA-TRM-12"
    held = [troop for _, troop in _captives(values)]
    invented = [troop for troop in held if troop not in troops.TROOPS
                and state.edition >= roster.KNOWN_TROOPS]  # fmt: skip
    known = f"not a kind of troop; one of: {', '.join(troops.TROOPS)}."
    yield invented, f"{', '.join(invented)}: {known}", "EIA-PRIS-04"
    unpriced = ", ".join(troop for troop in held if not tables.price(troop)
                         and troop not in (*state.prices, *invented))  # fmt: skip
    why = f"The price of {unpriced} is not in hand: enter prisoners of it once."
    yield unpriced, why, "EIA-PRIS-03"
    most = tables.depots(power)
    yield len(values["depots"]) > most, f"{power} has {most} depots.", "EIA-DEP-01"


def why_doubtful(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """What that is written down otherwise would be overwritten."""
    power, found = values["power"], list[str]()
    if (one := state.powers.get(power)) is None:
        return ()
    for key, before in (("victory", one.victory), ("money", one.money), ("box", one.marker)):
        untouched = key == "box" and not one.political_halves
        if values[key] is not None and before not in (0, -1, values[key]) and not untouched:
            told = status_track.box_of(before) if key == "box" else before
            found.append(f"the {key} of {power}, {told}")
    for other in (*values["at_war"], *values["allies"], *values["victor_over"]):
        if other not in values["victor_over"] and state.peace(power, other) is not None:
            found.append(f"the enforced peace of {power} and {other}")
        if other not in values["at_war"] and state.at_war(power, other):
            found.append(f"the war of {power} and {other}")
    for name in values["fleets"]:
        if name in state.fleets and state.fleets[name].power != power:
            found.append(f"the fleet {name} of {state.fleets[name].power}")
    for name in values["minors"]:
        if (known := state.minors.get(name)) and known.controller not in ("", power):
            found.append(f"{name}, which is {known.controller}'s")
    return (Reason(f"This overwrites {'; '.join(found)}."),) if found else ()


def _rank(state: Ledger, name: str, values: dict[str, Any]) -> str:
    said = values["leaders"].get(name)
    return said[3] if said else roster.rank(state, name, None)


def _captives(values: dict[str, Any]) -> list[tuple[str, str]]:
    """The nation and the troop of each kind of prisoners; without a nation's name, none."""
    found = []
    for words in values["prisoners"]:
        nation, _, troop = words.rpartition(" ")
        kind = tables.as_known(troop, troops.TROOPS) if nation else "infantry"
        found.append((tables.power(nation) or nation or words, kind))
    return found


def lay_out(state: Ledger, values: dict[str, Any]) -> None:
    """Puts a power's set-up into the ledger; what it doesn't name stays as it is."""
    power = values["power"]
    one = state.powers[power]
    for key in ("victory", "money", "manpower", "dominant"):
        if values[key] is not None:
            setattr(one, key, values[key])
    if values["box"] is not None:
        one.marker, one.zone = values["box"], status_track.zone_of(values["box"])
    for other in values["at_war"]:
        state.part(power, other)
        state.wars = sorted([*state.wars, sorted((power, other))])
    for other, left in values["allies"].items():
        state.part(power, other)
        state.alliances.append(Alliance(sorted((power, other)), state.month + left if left else 0))
    for other, left in values["victor_over"].items():
        state.part(power, other)
        made = Peace(power, other, state.month + left, months.POLITICAL, since=BEFORE)
        for key in ("unconditional", "sphere", "denied"):
            setattr(made, key, other in values[key])
        state.peaces.append(made)
    for key, free in (("minors", False), ("free_states", True)):
        for name in values[key]:
            state.minors[tables.as_known(name, tables.minors())] = Minor(power, free=free)
    for name, owner in values["provinces"].items():
        state.ceded[name] = Ceded(owner, power)
    for name, (manpower, ottoman) in values["yields"].items():
        minors = {*state.minors, *tables.minors()}
        minor = tables.as_known(name, minors)
        home = "" if minor in minors else power
        state.lands[minor] = Land(values["provinces"].get(name, home), manpower, ottoman)
    one.depots = sorted({*one.depots, *values["depots"]})
    for name, ships in values["fleets"].items():
        state.fleets[name] = Fleet(power, ships)
    for port, number in values["hulks"].items():
        state.hulks.setdefault(port, {})[power] = number
    captives = zip(_captives(values), values["prisoners"].values(), strict=True)
    for (nation, troop), number in captives:
        if troop not in state.prices:
            state.prices[troop] = list(tables.price(troop) or ())
        state.prisoners.setdefault(power, {}).setdefault(nation, {})[troop] = number
    for name, (strategic, tactical, maximum, rank) in values["leaders"].items():
        state.leaders[tables.person(name)] = Leader(power, strategic, tactical, maximum, rank)
    for name, factors in values["corps"].items():
        corps = Corps(power, power, roster.type_of(factors), dict(factors))
        state.corps[roster.key(name, power)] = corps
    for name, away in values["exiles"].items():
        known = tables.person(name)
        state.exiles[known] = Exile(power, _rank(state, name, values), state.month - away)


# The notation


def read(text: str, complaints: Complaints, path: str = "position") -> list[dict[str, Any]]:
    """The set-ups of a text in notation, one a power, in its order; what is wrong goes to the
    complaints with the item that it stands in."""
    found: dict[str, dict[str, Any]] = {}
    power = ""
    for number, (item, begins) in enumerate(_items(text), 1):
        if begins:
            power = begins
            found.setdefault(power, {"power": power})
        if not item:
            continue
        here = f"{path}, item {number} ({item[:30]})"
        if not power:
            complaints.say(here, "no power is named before it: `France: money 30; …`")
            continue
        _item(item, found[power], here, complaints)
    read_ones = [DOCUMENT.read(each, path, complaints) for each in found.values()]
    return [each for each in read_ones if each is not NOTHING]


def _items(text: str) -> Iterator[tuple[str, str]]:
    """Each item of a text, with the power whose items begin with it."""
    for part in map(str.strip, SEPARATOR.split(text[:LONGEST])):
        head, _, rest = part.partition(":")
        power = tables.power(head.strip())
        if power or part:
            yield (rest.strip(), power) if power else (part, "")


def _item(item: str, into: dict[str, Any], where: str, complaints: Complaints) -> None:
    words = re.split(r"[\s:]+", item, maxsplit=2)
    fields = {field.name: field for field in FIELDS}
    for count in (2, 1):
        name = "_".join(words[:count]).lower()
        if name in fields:
            rest = re.split(r"[\s:]+", item, maxsplit=count)
            value = rest[count] if len(rest) > count else ""
            into[name] = _value(fields[name].shape, value.strip())
            return
    known = ", ".join(name.replace("_", " ") for name in fields)
    complaints.say(where, f"there is no such field; there are: {known}")


def _value(shape: Shape, text: str) -> Any:
    """What a text means where that shape stands; what it can't mean is left for a complaint."""
    if isinstance(shape, Perhaps):
        shape = shape.shape
    if isinstance(shape, Flag):
        return text.lower() not in ("no", "false")
    if isinstance(shape, Listed):
        return [each.strip() for each in text.split(",") if each.strip()]
    if isinstance(shape, Named):
        return dict(_pairs(shape.shape, text))
    return _number(text) if not isinstance(shape, Text) else text


def _pairs(shape: Shape, text: str) -> Iterator[tuple[str, Any]]:
    for each in text.split(","):
        name, equals, value = (part.strip() for part in each.partition("="))
        if not equals:
            name, _, value = each.strip().rpartition(" ")
            name, value = (name, value) if value.lstrip("+-").isdecimal() else (each.strip(), "0")
        if name:
            yield name, value if isinstance(shape, Text) else _number(value)


def _number(text: str) -> Any:
    return int(text) if re.fullmatch(r"[+-]?\d{1,9}", text, re.ASCII) else text
