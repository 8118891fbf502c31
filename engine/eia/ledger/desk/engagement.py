"""A battle in short: who, where, which corps or fleets, who leads them, the chits.

What the roster knows is filled in: a short form, or one line of words, becomes a document of the
adjudicator. `fight` is a battle on land, `engage` one of fleets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from engine.documents.fields import Fields
from engine.eia import naval, tables
from engine.eia.battles import combat_tables
from engine.eia.ledger import roster
from engine.eia.ledger.desk.document_sides import Situation, fleets_at_sea, side_of, stack_of
from engine.eia.ledger.entries_roster import RATINGS
from engine.eia.ledger.entry import SHAPES, SIDES
from engine.eia.ledger.ledger import Ledger
from engine.eia.reasons import Reason
from engine.facts.document_fields import record

FIGHT, ENGAGE = "fight", "engage"
KINDS: Final = {FIGHT: "eia-battle", ENGAGE: "eia-naval-battle"}
FORMS: Final[Mapping[str, Fields]] = {
    FIGHT: record("a battle (fight)", SHAPES),
    ENGAGE: record("a battle of fleets (engage)", SHAPES),
}
WHAT: Final[Mapping[str, str]] = {
    FIGHT: "fight a battle: who, where, corps, leaders, chits",
    ENGAGE: "fight a battle of fleets: who, where, fleets, leaders",
}


def likely_sides(state: Ledger) -> dict[str, str]:
    """Who attacks and who is attacked, as far as the step and the wars tell."""
    attacker = state.turn or (state.wars[0][0] if len(state.wars) == 1 else "")
    enemies = state.enemies(attacker) if attacker else []
    found = {"attacker": attacker} if enemies else {}
    return {**found, **({"defender": enemies[0]} if len(enemies) == 1 else {})}


def with_whole_names(state: Ledger, name: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The fields with the names that are meant, where they are cut short."""
    found, what = dict(values), _what(name)
    for key in SIDES:
        own, people = _own(state, name, values[key])
        found[f"{key}_{what}"] = [_meant(each, own) or each for each in values[f"{key}_{what}"]]
        leaders = values[f"{key}_leaders"]
        found[f"{key}_leaders"] = [_meant(tables.person(each), people) or each for each in leaders]
    return found


def _what(name: str) -> str:
    return "corps" if name == FIGHT else "fleets"


def _own(state: Ledger, name: str, power: str) -> tuple[list[str], list[str]]:
    """The corps or the fleets of a power, and its leaders."""
    own = roster.corps(state, power) if name == FIGHT else fleets_at_sea(state, power, None)
    rated: dict[str, Any] = {**tables.leaders(), **state.leaders}
    return [*own], [each for each, one in rated.items() if one.power == power]


def why_refused(state: Ledger, name: str, values: Mapping[str, Any]) -> tuple[Reason, ...]:
    """What of a battle can't be: who isn't at war, what isn't there, who isn't rated or away."""
    one, other = values["attacker"], values["defender"]
    found = []
    if one == other:
        found.append("A battle takes two powers.")
    elif not state.at_war(one, other):
        found.append(f"{one} and {other} are not at war.")
    for key in SIDES:
        found += _missing(state, name, values, key)
    if name == FIGHT and (values["attacker_chit"] is None) != (values["defender_chit"] is None):
        found.append("Both sides choose a chit, or neither: then the odds of all pairs are told.")
    return tuple(Reason(why) for why in found)


def _missing(state: Ledger, name: str, values: Mapping[str, Any], key: str) -> Iterator[str]:
    power, land = values[key], name == FIGHT
    have = [*(roster.corps(state, power) if land else _fleets(state, values, key))]
    for each in values[f"{key}_{_what(name)}"]:
        if tables.as_known(each, have) not in have:
            yield (f"{power} has no corps {each} on its roster." if land
                   else f"{each} is not a fleet of {power} in the ledger.")  # fmt: skip
    if not have:
        yield (f"No corps of {power} is on the roster: enter them with corps, or setup." if land
               else f"No fleet of {power} is in the ledger: enter it with fleet, or setup."
               )  # fmt: skip
    for each in values[f"{key}_leaders"]:
        person = tables.person(each)
        known = roster.leader(state, tables.as_known(person, state.leaders))
        away = {**state.wounded, **state.exiles, **state.captured}
        if known is None and name == FIGHT:
            yield f"{person} is not rated: enter him with leader."
        elif known is not None and known.power != power:
            yield f"{person} is a leader of {known.power}, not of {power}."
        elif known is not None and known.dead:
            yield f"{person} is dead."
        elif tables.as_known(person, away) in away:
            yield f"{person} is away: wounded, captured or in exile."


def _fleets(state: Ledger, values: Mapping[str, Any], key: str) -> dict[str, Any]:
    shut = values["blockade"] and key == SIDES[0]
    return fleets_at_sea(state, values[key], None if values[f"{key}_fleets"] else shut)


def situation(state: Ledger, name: str, values: Mapping[str, Any]) -> Situation:
    """The document that a short form means, with what the ledger knows beside it."""
    one, other = (tables.printed_name(values[key]) for key in SIDES)
    made = _army if name == FIGHT else _stack
    fields: dict[str, Any] = {key: made(state, values, key) for key in SIDES}
    if name == FIGHT:
        fields |= {"terrain": values["terrain"], "river": values["river"]}
        if values["attacker_chit"] is not None:
            fields["chits"] = {key: values[f"{key}_chit"] for key in SIDES}
    else:
        fields |= {key: values[key] for key in ("sea", "near_britain", "wind") if values[key]}
        if values["blockade"] or _sallies(state, values):
            fields["blockader"] = SIDES[1]
    more = ("points",) if name == FIGHT else ("chase", "points")
    fields |= {key: values[key] for key in more if values[key] is not None}
    beside = {"place": values["place"]} if values["place"] else {}
    return Situation(KINDS[name], f"{one} attacks {other}", fields, (), beside)


def _sallies(state: Ledger, values: Mapping[str, Any]) -> bool:
    """Whether all fleets that are named for the attacker are blockaded (EIA-BRK-01)."""
    known = _fleets(state, values, SIDES[0])
    named = [tables.as_known(each, known) for each in values[f"{SIDES[0]}_fleets"]]
    return bool(named) and all(state.fleets[each].blockaded for each in named)


def _army(state: Ledger, values: Mapping[str, Any], key: str) -> dict[str, Any]:
    side = side_of(state, values[key])
    have = {each["name"]: each for each in side["corps"] if "name" in each}
    wanted = [tables.as_known(each, have) for each in values[f"{key}_corps"]]
    if wanted:
        side["corps"] = [have[each] for each in dict.fromkeys(wanted)]
    side.pop("commander", None)
    rated = [_rated(state, each) for each in dict.fromkeys(values[f"{key}_leaders"])]
    side |= {"commander": rated[0]} if rated else {}
    return {**side, **({"leaders": rated[1:]} if rated[1:] else {})}


def _rated(state: Ledger, name: str) -> dict[str, Any]:
    known = tables.as_known(tables.person(name), state.leaders)
    found = roster.leader(state, known)
    assert found is not None  # refused before
    return {"name": _written(known), **{key: getattr(found, key) for key in RATINGS}}


def _written(name: str) -> str:
    return name.replace(" ", "_").replace(".", "")


def _stack(state: Ledger, values: Mapping[str, Any], key: str) -> dict[str, Any]:
    have = _fleets(state, values, key)
    wanted = [tables.as_known(each, have) for each in values[f"{key}_fleets"]] or [*have]
    people = [_written(tables.person(each)) for each in dict.fromkeys(values[f"{key}_leaders"])]
    side = stack_of(values[key], [have[each] for each in dict.fromkeys(wanted)])
    return {**side, **({"leaders": people[:4]} if people else {})}


# One line of words


AGAINST: Final = re.compile(r"\s+(?:v|vs\.?|against)\s+")  # V is a corps


class Unread(ValueError):
    """What of a line could not be read, as a sentence."""


def read(state: Ledger, name: str, text: str) -> dict[str, Any]:
    """The fields of a line such as `fr I III Davout v au I II Charles, Linz, esc v cor, river`.

    A power may be left out where the step or the wars tell it; names may be cut short. Raises
    Unread.
    """
    head, *parts = [each.strip() for each in re.split("[,;]", text)]
    halves = AGAINST.split(f" {head} ")
    if len(halves) != 2:
        raise Unread("Say a battle like this: France I III Davout v Austria I II Charles, Linz.")
    found: dict[str, Any] = {}
    known = likely_sides(state)
    for key, words in zip(SIDES, (half.split() for half in halves), strict=True):
        power = tables.power(words[0]) if words else ""
        words = words[1:] if power else words
        if not power and key == SIDES[1]:
            enemies = state.enemies(found[SIDES[0]])
            known = {key: enemies[0]} if len(enemies) == 1 else {}
        if not power and key not in known:
            raise Unread(f"Say which power is the {key}: it is not clear.")
        found[key] = power or known[key]
        _named(state, name, found, key, words)
    for part in filter(None, parts):
        _extra(name, part, found)
    return found


def _named(state: Ledger, name: str, found: dict[str, Any], key: str, words: Sequence[str]) -> None:
    """Reads the names of a side's corps or fleets, and its leaders."""
    power, what = found[key], _what(name)
    own, people = _own(state, name, power)
    at = 0
    while at < len(words):
        for size in (3, 2, 1):
            said = " ".join(words[at : at + size])
            if at + size > len(words):
                continue
            mine = [each for each in own if each.count(" ") == size - 1]  # I II is no III
            corps, leader = _meant(said, mine), _meant(tables.person(said), people)
            if corps and not (leader and tables.is_same_name(leader, said)):
                found.setdefault(f"{key}_{what}", []).append(corps)
                break
            if leader:
                found.setdefault(f"{key}_leaders", []).append(leader)
                break
        else:
            if name == ENGAGE and words[at][:1].isupper():
                found.setdefault(f"{key}_leaders", []).append(words[at])
                size = 1
            else:
                kind, whose = "corps" if name == FIGHT else "fleet", tables.printed_name(power)
                raise Unread(f"{words[at]} is neither a {kind} nor a leader of {whose}.")
        at += size


def _meant(said: str, known: Iterable[str]) -> str:
    """The name that is meant: as it is written, else the only one that begins so."""
    plain, names = tables.plain(said), [*known]
    exact = [each for each in names if tables.plain(each) == plain]
    cut = not re.fullmatch("[ivxlc0-9]+", plain)  # a number is said in full
    begins = [each for each in names if cut and tables.plain(each).startswith(plain)]
    return exact[0] if exact else begins[0] if len(begins) == 1 else ""


def _extra(name: str, part: str, found: dict[str, Any]) -> None:
    """Reads a part behind the sides: the chits, the ground, a river, points, else the place."""
    chits = AGAINST.split(part)
    if name == FIGHT and len(chits) == 2:
        for at, (key, said) in enumerate(zip(SIDES, chits, strict=True)):
            found[f"{key}_chit"] = chit = combat_tables.chit_meant(said, at)
            if not chit:
                known = ", ".join(combat_tables.chits()[at])
                raise Unread(f"{said.strip()} is not a chit; one of: {known}.")
        return
    word, _, rest = part.partition(" ")
    number = next((each for each in part.split() if each.isdecimal()), "")
    if number and (part.startswith("point") or "point" in rest):
        found["points"] = int(number[:3])
    elif name == ENGAGE and word == "chase" and number:
        found["chase"] = int(number[:3])
    elif name == ENGAGE and word == "wind":
        found["wind"] = rest or "roll"
    elif name == ENGAGE and part in ("blockade", "near britain"):
        found[part.replace(" ", "_")] = True
    elif name == ENGAGE and part.lower() in naval.SEAS:
        found["sea"] = part.lower()
    elif name == FIGHT and part.lower() == "river":
        found["river"] = True
    elif name == FIGHT and part.lower() in combat_tables.terrains():
        found["terrain"] = part.lower()
    else:
        found["place"] = part
