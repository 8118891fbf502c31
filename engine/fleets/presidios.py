"""Presidios, fortified straits and siegeworks fire on ships that pass (PRE, C-PRS, C-STR).

Fire is no battle: from 9 on it stops the stack where it is, and more costs it ships.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from engine.chances.steps import FACES
from engine.facts import board, countries, tables
from engine.facts.board import called
from engine.modifiers import Modifier, nonzero, total
from engine.situation import command
from engine.state import State, sides

Place = Literal["presidio", "strait", "siegeworks"]
DARDANELLES: Final = "canakkale"
JAKARTA: Final = "java-w"
ORMUS: Final = ("ormus-i", "bam")
"""The fortress of the first is a presidio for the port of the second (C-PRS-03)."""


class Gun(NamedTuple):
    """Who may fire on passing ships, from where, and how strongly.

    `level` is that of the presidio or of the fortress that holds the strait; `works` counts the
    siegeworks +.
    """

    kind: Place
    country: str
    place: str
    level: int = 0
    works: int = 0


class Fire(NamedTuple):
    """What fire does: whether it stops the stack, and how many ND it costs (PRE-10 to PRE-12)."""

    stops: bool
    lost: int


def modifiers(gun: Gun, fleet: bool, map_: str) -> tuple[Modifier, ...]:
    """The modifiers of fire on ships, with or without a fleet counter (PRE-05 to PRE-09, SAT-A2).

    Siegeworks roll by themselves, beside a presidio too (PRE-A1).
    """
    presidio, works = gun.kind == "presidio", gun.works * (gun.kind == "siegeworks")
    built = overseas = 0
    if gun.kind == "strait" and map_ == "europe":
        built = _figure("strait_fortification_europe")
    elif gun.kind == "strait":
        overseas = gun.level // 2
    return nonzero(
        (gun.level * presidio, "level of the presidio", "PRE-05"),
        (built, "a fortified strait", "PRE-06"),
        (overseas, "half the fortress's level", "PRE-07"),
        (works * _figure("per_siegework_plus"), "siegeworks +", "PRE-08"),
        (fleet * _figure("target_has_fleet"), "a fleet counter is aimed at", "PRE-09"),
    )


def fire_result(modified: int) -> Fire:
    """What a modified roll of fire does."""
    return Fire(*tables.presidio_result(modified))


def fire_in_words(found: Iterable[Modifier]) -> str:
    """What fire with these modifiers may do: `stops them 50 %, sinks 1 ND 20 %, 2 ND 10 %`."""
    modifier = total(found)
    falls = [fire_result(die + modifier) for die in FACES]
    lost = Counter(fire.lost for fire in falls if fire.lost)
    sinks = ", ".join(f"{number} ND {10 * lost[number]} %" for number in sorted(lost))
    stops = 10 * sum(fire.stops for fire in falls)
    return f"stops them {stops} %" + (f", sinks {sinks}" if sinks else ", sinks none")


def _figure(key: str) -> int:
    return tables.presidio_fire("modifier", key, 0).value or 0


def strait_gun(state: State, a: str, b: str, alliance: str) -> Gun | None:
    """The fort of the strait between two seas if it is closed to an alliance (PRE-01, C-STR-01,
    ATT-A1).

    It is closed when its controller is at war with the alliance (C-STR-04). A presidio on the
    Dardanelles frees its owner from them (C-STR-03); Jakarta must be owned.
    """
    fort = board.strait_fort(a, b)
    if fort is None:
        return None
    who = sides.controller(state, fort.province)
    if not who or not sides.at_war(state, alliance, sides.alliance_of(state, who)):
        return None
    if fort.province == JAKARTA and sides.owner(state, JAKARTA) != who:
        return None
    held = state.sea.presidios.get(DARDANELLES)
    if fort.province == DARDANELLES and held and sides.alliance_of(state, held[0]) == alliance:
        return None
    return Gun("strait", who, fort.province, sides.fortress_level(state, fort.province))


def strait(state: State, a: str, b: str, alliance: str) -> int:
    """What a closed strait adds to attrition, 0 for an open one or none (ATS-08)."""
    gun = strait_gun(state, a, b, alliance)
    return sum(each.value for each in modifiers(gun, False, board.sea(a).map)) if gun else 0


def guns_at(state: State, place: str, alliance: str) -> list[Gun]:
    """Whose presidio and whose siegeworks may fire on an alliance's ships at a port (PRE-02).

    One gun for each controller and kind (PRE-A1); siegeworks are those of whose stack besieges.
    """
    found = []
    held = state.sea.presidios.get(place)
    if place == ORMUS[1] and (who := sides.controller(state, ORMUS[0])):
        held = held or (who, sides.fortress_level(state, ORMUS[0]))
    if held and sides.at_war(state, alliance, sides.alliance_of(state, held[0])):
        found.append(Gun("presidio", held[0], place, held[1]))
    siege = state.land.sieges.get(place)
    if siege and siege.works and sides.at_war(state, alliance, siege.alliance):
        here = sides.stack(state, place, siege.alliance)
        whose = sides.members(state, siege.alliance)[0]
        if here.units:
            whose = command.commander(state, here.units, here.leaders).country
        found.append(Gun("siegeworks", whose, place, works=siege.works.count("+")))
    return found


def guns_between(state: State, here: str, there: str, alliance: str) -> list[Gun]:
    """Who fires on an alliance's ships between two places: a strait (PRE-01), a port (PRE-02)."""
    if board.is_sea(here) and board.is_sea(there):
        strait = strait_gun(state, here, there, alliance)
        return [strait] if strait else []
    return guns_at(state, there if board.is_sea(here) else here, alliance)


def gun_name(gun: Gun) -> str:
    """A gun for people: `the presidio of Spain at Oran`."""
    kind = {"presidio": "presidio", "strait": "strait fort", "siegeworks": "siegeworks"}[gun.kind]
    return f"the {kind} of {countries.with_article(gun.country)} at {called(gun.place)}"


def must_fire(state: State, gun: Gun) -> bool:
    """Whether it fires without being asked: a minor at war always uses its strait (C-STR-04)."""
    return gun.kind == "strait" and not sides.is_power(state, gun.country)
