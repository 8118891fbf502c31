"""The glossary's terms decided for a state or a text (EUV-TERM).

A fortress counter is no unit; a leader alone is a unit but does not invade.
"""

from __future__ import annotations

from typing import Final, Literal

from engine.facts import board, countries
from engine.facts.place_names import plain_letters
from engine.state import State, sides
from engine.state.forces import Unit
from engine.state.leaders import Leader
from engine.state.ledger import War
from engine.turns import minors, provinces, wars

MARKERS: Final = ("siegework", "pillage", "revolt", "rebellion", "fortress", "presidio", "breach")
WORDS: Final = {
    "d": "ducat", "stab": "stability", "vp": "victory points", "rotw": "Rest-of-the-World map",
    "es1": "extension set I", "(*)": "can occur several times",
}  # fmt: skip


def is_played(state: State, code: str) -> bool:
    """Whether a code of three capitals (SPA, HOL) is a country that a player plays now
    (EUV-TERM-01)."""
    return sides.is_power(state, _coded(code))


def _coded(code: str) -> str:
    """The country of a code: the printed one, or the beginning of its name."""
    for country in countries.countries().values():
        if code == country.code:
            return country.id
    return next(
        (each.id for each in countries.countries().values()
         if code.isupper() and plain_letters(each.name).upper().startswith(code)), "",
    )  # fmt: skip


def american(place: str) -> bool:
    """Whether a province lies in America (EUV-TERM-02)."""
    area = board.province(place).area
    return bool(area) and board.area(area).continent == "america"


def habsburg_name(state: State) -> str:
    """What the Habsburgs are called: Austria once they are parted from Spain (EUV-TERM-03,
    EUV-TERM-04)."""
    tied = not state.ledger.facts.get("habsburg.parted")
    return "Habsburgs" if tied else "Austria"


def name_meaning(word: str) -> tuple[Literal["province", "minor", ""], str]:
    """What a name means: in capitals the province, capitalised the minor (EUV-TERM-05,
    EUV-TERM-06)."""
    wanted = plain_letters(word).casefold()
    if word.isupper():
        for province in board.provinces().values():
            if wanted in (plain_letters(each).casefold() for each in (province.name, province.id)):
                return "province", province.id
    elif word[:1].isupper():
        for country in countries.countries().values():
            if wanted in (plain_letters(country.name).casefold(), country.id):
                return "minor", country.id
    return "", ""


def of_nation(state: State, word: str, country: str) -> bool:
    """Whether a nationality stands rightly before a name: before a province for its owner, before a
    minor for its controller (EUV-TERM-07, EUV-TERM-08)."""
    kind, found = name_meaning(word)
    if kind == "province":
        return sides.owner(state, found) == country
    return kind == "minor" and state.ledger.boxes.get(found, ("", ""))[0] == country


def role(war: War, country: str) -> Literal["aggressor", "defender", ""]:
    """On which side of a war a country stands (EUV-TERM-09, EUV-TERM-10)."""
    if country in war.aggressors:
        return "aggressor"
    return "defender" if country in war.defenders else ""


def coalition_allies(state: State, war: War, country: str) -> list[str]:
    """The allies of a country in a war; of a minor its controller alone (EUV-TERM-11)."""
    side = {"aggressor": war.aggressors, "defender": war.defenders}.get(role(war, country), [])
    if sides.is_minor_in_play(state, country):
        return [each for each in side if each == state.countries[country].patron]
    return [each for each in side if each != country]


def controls(state: State, power: str, minor: str) -> bool:
    """Whether a power controls a minor, by an alliance or a royal marriage (EUV-TERM-12)."""
    patron, box = state.ledger.boxes.get(minor, ("", ""))
    return patron == power and box in minors.BOXES


def owns(state: State, country: str, place: str) -> bool:
    """Political ownership of a province (EUV-TERM-13)."""
    return sides.owner(state, place) == country


def has_conquered(state: State, country: str, place: str) -> bool:
    """Whether a country has taken the fortress of another's province (EUV-TERM-14)."""
    return place in provinces.conquests(state, country)


def occupies(state: State, country: str, place: str) -> bool:
    """Military presence in a province, conquered or not (EUV-TERM-15)."""
    return any(unit.country == country and unit.land for unit in state.units_at(place))


def invades(state: State, unit: Unit | Leader, place: str) -> bool:
    """Whether a counter that moves into a province invades it: an army or detachment in land that
    an enemy owns, not land he has just conquered (EUV-TERM-16)."""
    if isinstance(unit, Leader) or not unit.land:
        return False
    return sides.owner(state, place) in wars.enemies(state, unit.country)


def enforced_by_conquest(state: State, surrendering: str) -> bool:
    """Whether an unconditional surrender is caused by conquest: nothing that the country owns is
    free of enemies (EUV-TERM-17)."""
    owned = provinces.owned_provinces(state, surrendering)
    foes = wars.enemies(state, surrendering)
    return bool(owned) and all(sides.controller(state, place) in foes for place in owned)


def gives(state: State, minor: str, power: str) -> tuple[bool, bool]:
    """Whether a friendly minor gives a power access and supply: active both, inactive access alone
    (EUV-TERM-18, EUV-TERM-19)."""
    if not controls(state, power, minor):
        return False, False
    return True, not wars.inactive(state, minor)


def unit(thing: object) -> bool:
    """Whether a thing is a unit, a counter that may move; missionaries and privateers are counters
    of their own in the rules (EUV-TERM-21)."""
    return isinstance(thing, (Unit, Leader)) or thing in ("missionary", "privateer")


def marker(thing: object) -> bool:
    """Whether a thing is a marker: any piece in use, units too, control flags not (EUV-TERM-22)."""
    return unit(thing) or thing in MARKERS


def meaning(word: str) -> str:
    """What an abbreviation stands for, "" for none (EUV-TERM-24 to EUV-TERM-29)."""
    return WORDS.get(word.casefold(), "")


def times(event: str) -> int | None:
    """How often an event may occur by its sign: (*) any number of times (None), (2) twice, else
    once (EUV-TERM-24)."""
    sign = event.rpartition("(")[2].rstrip(")") if event.endswith(")") else ""
    if sign == "*":
        return None
    digits = sign.removesuffix("*").strip()
    return int(digits) if digits.isdecimal() else 1
