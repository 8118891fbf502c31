"""From a line of Empires in Arms to its document, and from a document back to the line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from engine.eia import naval, tables, troops
from engine.eia.battles.sea_battle import UNDER_SAIL
from engine.notation.eia_line import Line, Side
from engine.notation.eia_words import CORPS, KEYS, LAND, OF_A_SIDE, OF_SHIPS, SEA
from engine.notation.line_fields import Saying, written
from engine.notation.reading_errors import Unread

ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
KINDS_OF_SHIP: Final = ("heavy", "frigates", "transports")
RATED: Final = ("strategic", "tactical", "maximum")
STRANGE: Final = (
    ("sea", "near_britain", "wind", "blockader", "struck", "prizes", "chase"),
    ("terrain", "river", "disputed_table", "cavalry_types"),
)
"""What says nothing of a battle on land, and of one at sea."""
BARE: Final = re.compile(r"[\w.'-]+")
EXAMPLE: Final = "french Davout=4-5-3 14i 1lc assault v austrian Charles 12i 2mc cordon, forest"


def document_meant(text: str) -> tuple[str, dict[str, Any], list[str]]:
    """The kind and document that a line means, and what was assumed. Raises Unread with a sentence
    for each defect."""
    line = Line(text)
    if len(line.halves) != 2:
        raise Unread([f"a battle has two sides with “v” between them: {EXAMPLE}"])
    sides = [Side(line, at, half).read() for at, half in enumerate(line.halves)]
    for side in sides:
        for corps in (side.groups, *(each["corps"] for each in side.joining)):
            _name(corps)
    made = _sea_side if line.at_sea else _land_side
    found = {key: made(line, side, key) for key, side in zip(KEYS, sides, strict=True)}
    names = [each["name"] for each in found.values()]
    if names[0] == names[1]:
        found[KEYS[1]]["name"] = f"{names[1][:38]}2"
    if line.at_sea and any(line.chits):
        line.complain("chits of a battle on land: at sea say the tables, “chits 2-2 3-1”")
    elif all(line.chits):
        found["chits"] = dict(zip(KEYS, line.chits, strict=True))
    elif any(line.chits):
        lacking = KEYS[line.chits.index("")]
        line.complain(f"the {lacking}'s chit is missing: name both, or neither")
    elif not line.at_sea:
        line.assumed.append("no chits: the odds of every pair")
    for key in STRANGE[line.at_sea]:
        if key in line.document:
            line.complain(f"{key.replace('_', ' ')!r} says nothing about this battle; leave it out")
    if line.wrong:
        raise Unread(list(dict.fromkeys(line.wrong)))
    kind = SEA if line.at_sea else LAND
    return kind, {**line.document, **found}, list(dict.fromkeys(line.assumed))


def _name(groups: Sequence[dict[str, Any]]) -> None:
    """Gives the corps and fleets that were only counted the next numbers."""
    taken = {each["name"] for each in groups}
    left = iter(each for each in ROMAN if each not in taken)
    for at, each in enumerate(groups):
        each["name"] = each["name"] or next(left, f"no. {at + 1}")


def kind_of_corps(factors: Mapping[str, int]) -> str:
    """The type of a corps that its factors tell, as a set-up of a campaign takes it."""
    kinds = set(factors)
    if kinds and kinds <= troops.CAVALRY:
        return "cavalry"
    return "guard" if "guard" in kinds else "artillery" if kinds == {"artillery"} else "infantry"


def _nation(line: Line, side: Side) -> str:
    """Whose side it is: as named, its commander's, or France's against Austria."""
    if side.nation:
        return side.nation
    known = tables.leaders()
    powers = [known[each["name"]].power for each in side.led if each["name"] in known]
    taken = next(filter(None, powers), ("france", "austria")[side.index])
    line.assumed.append(f"no nation is named: {tables.printed_name(taken)}")
    return taken


def _side_name(side: Side, nation: str) -> str:
    return (side.name or nation.upper()).replace(" ", "-").replace(".", "")[:40]


def _land_side(line: Line, side: Side, key: str) -> dict[str, Any]:
    nation = _nation(line, side)
    if not side.groups:
        line.complain(f"the {key} has no corps: say for example 14i 1lc, or III=16i 2lc")
    if wrong := [*_strange(side, OF_SHIPS, OF_A_SIDE, "table", "modifiers")]:
        line.complain(f"{', '.join(wrong)}: said of ships, and these are corps")
    _rated(line, [*side.led, *(each["leader"] for each in side.joining if each["leader"])])
    commander = side.led[0] if side.led else None
    found: dict[str, Any] = {
        "name": _side_name(side, nation), "nation": nation, "commander": commander,
        "corps": [_corps(line, each, side) for each in side.groups],
    }  # fmt: skip
    for joining in side.joining:
        joining["corps"] = [_corps(line, each, side) for each in joining["corps"]]
        if not joining["corps"]:
            line.complain("reinforced by what? Say: reinforced by Ney=3-4-3 VI=12i 1lc")
    for each in side.guards:
        if "leader" not in each:
            each["leader"] = commander["name"] if commander else ""
            if not commander:
                line.complain("who leads the guards? Say: commits +1 in round 2 under Davout")
    more = {"leaders": side.led[1:], "reinforcements": side.joining, "guards": side.guards}
    return {**found, **{key: each for key, each in more.items() if each}, **side.fields}


def _strange(
    side: Side, other: Mapping[str, Saying], own: Mapping[str, Saying], *besides: str
) -> Iterator[str]:
    """What is said of a side that is said of others alone."""
    yield from (
        word for word, said in other.items() if word not in own and said.field in side.fields
    )
    yield from (word for word in besides if word in side.fields)


def _rated(line: Line, led: Iterable[dict[str, Any]]) -> None:
    for each in led:
        if not each.keys() >= set(RATED):
            name = each["name"]
            line.complain(f"{name}: his ratings are in no source here; say {name}=5-5-6")


def _corps(line: Line, corps: dict[str, Any], side: Side) -> dict[str, Any]:
    factors = corps.get("factors", {})
    if not factors:
        line.complain(f"corps {corps['name'][:40]} has no factors: say {corps['name'][:20]}=12i")
    kind = corps.get("type") or kind_of_corps(factors)
    found = {**corps, **side.of_all, "factors": factors}
    return found if kind == "infantry" else {**found, "type": kind}


def _sea_side(line: Line, side: Side, key: str) -> dict[str, Any]:
    nation = _nation(line, side)
    nation = "venice" if nation == "venetia" else nation
    wrong = [*_strange(side, OF_A_SIDE, OF_SHIPS)]
    if wrong or side.joining or side.guards or any("factors" in each for each in side.groups):
        what = ", ".join(dict.fromkeys(wrong)) or "factors and reinforcements"
        line.complain(f"{what}: said of corps, and these are ships")
    if not side.groups:
        line.complain(f"the {key} has no ships: say for example 27 ships, or Channel=27")
    fleets = []
    for each in side.groups:
        whose = each.get("nation", nation)
        of = {"nation": whose if whose in naval.FLEETS else "other"}
        dominant = {word: True for word in side.of_all if word == "dominant"}
        fleets.append({**of, "ships": 0, **each, **of, **dominant})
    found: dict[str, Any] = {"name": _side_name(side, nation), "fleets": fleets}
    return {**found, **({"leaders": side.named} if side.named else {}), **side.fields}


# Back


def write_line(kind: str, document: Mapping[str, Any]) -> str:
    """The line of a document of a kind. Raises KeyError where a line cannot say it."""
    land = kind == LAND
    chits = document.get("chits") or dict.fromkeys(KEYS, "")
    halves = [
        " ".join(filter(None, _side(document[key], chits[key]) if land
                        else _fleets(document[key], document, key)))
        for key in KEYS
    ]  # fmt: skip
    ground = document.get("terrain", "clear") if land else document.get("sea", "other")
    where = [ground] if ground != "other" else []
    return ", ".join([f"eia {' v '.join(halves)}", *where, *written(document, kind)])


def _quoted(name: str) -> str:
    if '"' in name:
        raise KeyError("name")
    return name if BARE.fullmatch(name) and not name.isdecimal() else f'"{name}"'


def _leader(leader: Mapping[str, Any]) -> str:
    values = "-".join(
        str(leader.get(key, usual)) for key, usual in zip(RATED, (1, 1, 2), strict=True)
    )
    return f"{_quoted(leader['name'])}={values}"


def _side(side: Mapping[str, Any], chit: str) -> Iterator[str]:
    yield f"{side['nation']} as {_quoted(side['name'])}"
    if side.get("commander"):
        yield _leader(side["commander"])
    elif side.get("leaders"):
        raise KeyError("leaders")
    yield from map(_leader, side.get("leaders", ()))
    yield from map(_written_corps, side["corps"])
    yield from written(side, f"side ({LAND})")
    for each in side.get("guards", ()):
        heavy = "heavy " if each.get("troop") == "heavy_cavalry" else ""
        yield f"commits {heavy}+{each['commitment']} in round {each['round']} under"
        yield _quoted(each["leader"])
    yield chit
    for each in side.get("reinforcements", ()):
        here = "here " if each.get("same_area") else ""
        yield f"reinforced {here}by"
        if each.get("leader"):
            yield _leader(each["leader"])
        yield from map(_written_corps, each["corps"])


def _written_corps(corps: Mapping[str, Any]) -> str:
    short = {troop: word for word, troop in troops.SHORT.items()}
    factors = " ".join(
        f"{number}{short.get(troop, troop)}" for troop, number in corps["factors"].items()
    )
    kind = corps.get("type", "infantry")
    said = [corps["role"]] if corps.get("role", "fighting") != "fighting" else []
    if kind != kind_of_corps(corps["factors"]):
        said.append(kind)
    said += [corps["nation"]] if corps.get("nation") else []
    said += written(corps, CORPS)
    brackets = f" ({', '.join(said)})" if said else ""
    return f"{_quoted(corps['name'])}={factors}{brackets}"


def _fleets(side: Mapping[str, Any], document: Mapping[str, Any], key: str) -> Iterator[str]:
    nation = side["fleets"][0]["nation"]
    yield f"{nation} as {_quoted(side['name'])}"
    yield from (f"admiral {_quoted(name)}" for name in side.get("leaders", ()))
    for fleet in side["fleets"]:
        counted = [f"{fleet['ships']} ships"]
        counted += [f"{fleet[word]} {word}" for word in KINDS_OF_SHIP if fleet.get(word)]
        said = [fleet["nation"]] if fleet["nation"] != nation else []
        said += ["dominant"] if fleet.get("dominant") else []
        brackets = f" ({', '.join(said)})" if said else ""
        yield f"{_quoted(fleet['name'])}={' '.join(counted)}{brackets}"
    if side.get("aboard"):
        yield f"aboard {side['aboard']}"
    if side.get("table", [UNDER_SAIL]) != [UNDER_SAIL]:
        yield f"chits {' '.join(side['table'])}"
    for each in side.get("modifiers", ()):
        if '"' in each["why"]:
            raise KeyError("why")
        yield f'modifier {each["value"]:+} "{each["why"]}"'
    yield from written(side, f"side ({SEA})")
    if document.get("wind") == key:
        yield "wind"
    if document.get("blockader") == key:
        yield "blockade"
