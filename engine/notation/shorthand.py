"""What a hand types while it lays out a table (see layout), and how it is put down.

Countries by code, name or their first letters, leaders by any way to name them, counters with or
without a space behind their number; what is ambiguous is refused with the readings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from engine.facts import board, countries, tables
from engine.facts.countries import Leader
from engine.facts.place_names import plain_letters
from engine.notation import lexicon, phrase_tables
from engine.notation.position_marks import Wrong, mark
from engine.notation.position_reader import UNIT, Placing, value_written
from engine.notation.reading_errors import Unread
from engine.notation.sides import AT_SEA, has_tercios, technology
from engine.notation.token_reader import did_you_mean
from engine.state import State
from engine.state.countries import Country
from engine.state.diplomacy import Alliance
from engine.state.forces import LAND_KINDS
from engine.state.reference_types import BODIES

INITIATIVE: Final = 8
"""Initiative of an alliance of which nobody said one."""

LONGEST: Final = 500
"""Letters that may be typed at once."""

TOKEN: Final = re.compile(r"[^\s\[(;,]+(?:\[[^\]]*\]|\([^)]*\))*[^\s\[(;,]*|[;,]")
PLACED: Final = phrase_tables.meanings("placed")
VALUES: Final = phrase_tables.meanings("values")
NUMBERS: Final = ("treasury", "stability", "victory_points")
WORDS_OF_A_NAME: Final = 5


def phrases(typed: str) -> Iterator[list[str]]:
    """The words of what was typed, by phrase. Raises Unread for what nobody types."""
    if len(typed) > LONGEST or not typed.isprintable():
        raise Unread([f"at most {LONGEST} letters that one can see may be typed at once"])
    phrase: list[str] = []
    some = False
    for token in [*TOKEN.findall(typed), ";"]:
        if token not in ";,":
            phrase.append(token)
        elif phrase:
            some = True
            yield phrase
            phrase = []
    if not some:
        raise Unread(["nothing is typed; say for example: france A+ LD, level 3"])


# Who is meant


def country_of(words: Sequence[str]) -> tuple[str, int]:
    """The country that some words begin with, and how many of them name it; "" and 0 for none."""
    for length in range(min(3, len(words)), 0, -1):
        typed = " ".join(words[:length])
        if typed in BODIES or typed in countries.countries():
            return typed, length
        table, meant = lexicon.phrases().get(plain_letters(typed), ("", ""))
        if table == "countries":
            return meant, length
    begun = plain_letters(words[0]) if words else ""
    if len(begun) < 2 or not begun.isalpha():
        return "", 0
    alike = [each.id for each in countries.countries().values()
             if plain_letters(each.name).startswith(begun) or each.id.startswith(begun)
             ]  # fmt: skip
    majors = [each for each in alike if countries.country(each).kind in ("major", "minor_major")]
    found = majors if len(majors) == 1 else alike
    return (found[0], 1) if len(found) == 1 else ("", 0)


def begins_with_country(words: Sequence[str]) -> tuple[str, list[str]]:
    """The country that some words begin with ("" for none), and the words behind it."""
    country, length = country_of(words)
    return country, list(words[length:])


def countries_of(words: Sequence[str]) -> list[str]:
    """Every country that some words name, in order. Raises Unread where a word names none."""
    found, rest = list[str](), [word for word in words if word not in ("and", "v", "with", "to")]
    while rest:
        country, left = begins_with_country(rest)
        if not country:
            raise Unread([f"{rest[0][:40]!r} is not a country"])
        found.append(country)
        rest = left
    return found


def may_be_on_board(leader: Leader, turn: int) -> bool:
    """Whether a leader may be on the board in a turn; anonymous ones always may."""
    first, last = leader.first_turn, leader.last_turn
    return not (first and last) or first <= turn <= last


def leaders_meant(words: Sequence[str]) -> list[str]:
    """Every leader whom some words may name; an id behind a # is his alone."""
    typed = " ".join(words)
    id_ = typed.lstrip("@#")
    named = [each.id for each in lexicon.leaders().get(plain_letters(id_), ())]
    if id_ in countries.leaders() and (id_ != typed or not named):
        return [id_]
    return named


def begins_with_leader(
    words: Sequence[str], country: str, turn: int, at_sea: bool
) -> tuple[Leader | None, list[str]]:
    """The leader that some words name, of a country where one is said, and the words behind him.

    Of those, an admiral with ships comes before his counter as a general; of those, who lives in
    that turn before who doesn't. Raises Unread where several persons are left.
    """
    for length in range(min(WORDS_OF_A_NAME, len(words)), 0, -1):
        typed = " ".join(words[:length])
        rest = list(words[length:])
        found = [countries.leader(each) for each in leaders_meant(words[:length])]
        found = [each for each in found if each.country == country] or found
        found = [each for each in found if (each.kind in AT_SEA) == at_sea] or found
        found = [each for each in found if may_be_on_board(each, turn)] or found
        if len({each.name for each in found}) > 1:
            ids = ((each, f", {countries.with_article(each.country)}" if each.country else "")
                   for each in found[:5])  # fmt: skip
            names = ", ".join(f"{each.name} (#{each.id}{whose})" for each, whose in ids)
            raise Unread([f"{typed[:40]!r} may be {names}: say which"])
        if found:
            return found[0], rest
    return None, list(words)


def number(words: Sequence[str], example: str) -> int:
    """The one number of a phrase. Raises Unread, with an example, for anything else."""
    if len(words) != 1 or not re.fullmatch("[0-9]{1,4}", words[0]):
        raise Unread([f"a number is wanted, as in: {example}"])
    return int(words[0])


# What stands in a place


def lay_out(state: State, place: str, phrase: Sequence[str], more: bool) -> None:
    """Puts down what a phrase means at a place: instead of what is there of its kind, or with
    `more` troops beside it. Raises Unread."""
    word, rest = phrase[0], list(phrase[1:])
    word = {"post": "trading_post", "tp": "trading_post", "control": "controller"}.get(word, word)
    try:
        if words := _mark(state, word, rest):
            Placing(state).put_item(place, words)
        else:
            _forces(state, place, list(phrase), more)
    except Wrong as error:
        raise Unread([str(error)]) from error


def _mark(state: State, word: str, rest: list[str]) -> list[str]:
    """The words of an item that is about no troops; none where a phrase is about some."""
    country, more = begins_with_country(rest)
    if word in ("owner", "controller"):
        return [word, *(rest if rest == ["nobody"] else [_country(rest, f"{word} france")])]
    if word == "siege":
        whose = country or (rest or [""])[0]
        return [word, _besieger(state, whose), *(more if country else rest[1:])]
    if word in ("presidio", "colony", "trading_post", "mission", "fort"):
        if not country:
            raise Unread([f"whose {word.replace('_', ' ')}? Say for example: {word} portugal 2"])
        usual = () if word == "presidio" else ("1", "0", str(state.turn))[len(more) :]
        return [word, country, *more, *usual]
    if word in ("corsair", "revolt", "rebellion"):
        signs = [each for each in rest if each in ("+", "-")] or ["+"]
        country, more = begins_with_country([each for each in rest if each not in ("+", "-")])
        leader, left = begins_with_leader(more, country, state.turn, word == "corsair")
        if left:
            raise Unread([f"{' '.join(left)[:40]!r} says nothing of a {word}"])
        led = [f"@{leader.id}"] if leader else []
        return [word, signs[0], *filter(None, [country]), *led]
    known = word in ("level", "resupplied", "pillage", "gold")
    return [word, *rest] if known or mark([word, *rest]) else []


def _country(words: Sequence[str], example: str) -> str:
    country, rest = begins_with_country(words)
    if not country or rest:
        raise Unread([f"{' '.join(words)[:60]!r} is not a country; say for example: {example}"])
    return country


def _besieger(state: State, typed: str) -> str:
    for one in state.diplomacy.alliances:
        if typed == one.id or typed in one.members:
            return one.id
    raise Unread(["who besieges it? Say for example: siege france + - breach"])


def _forces(state: State, place: str, words: list[str], more: bool) -> None:
    """Troops, ships and leaders: `fr 2A+ LD henri iv inside`."""
    country, rest = begins_with_country(words)
    position, veteran = "", True
    counters, leaders = list[re.Match[str]](), list[Leader]()
    count, ashore = "", place not in board.seas()
    while rest:
        word = rest[0]
        unit = UNIT.fullmatch(count + word)
        if unit is not None:
            counters.append(unit)
            count, rest = "", rest[1:]
        elif word.isascii() and word.isdigit() and not count and len(rest) > 1:
            count, rest = word, rest[1:]
        elif word in PLACED:
            position, rest = PLACED[word], rest[1:]
        elif word in ("conscript", "conscripts", "fresh"):
            veteran, rest = False, rest[1:]
        elif word in ("veteran", "veterans", "and", "with"):
            rest = rest[1:]
        else:
            afloat = not ashore or not all(map(_is_land, counters))
            leader, left = begins_with_leader(rest, country, state.turn, afloat)
            if leader is None:
                raise Unread([_unknown(word)])
            leaders.append(leader)
            rest = left
    country = country or (leaders[0].country if leaders else "")
    if not country:
        raise Unread([f"whose is it? Say for example: france {' '.join(words)[:60]}"])
    if not counters and not leaders:
        whose = countries.with_article(country)
        raise Unread([f"what of {whose} stands here? Say: {country} A+ LD"])
    enter(state, [country])
    landed = position if position in ("inside", "aboard") else "field" if ashore else "aboard"
    lie = [(each, landed if _is_land(each) else "port" if ashore else "field") for each in counters]
    if not more:
        there = {(country, position) for _, position in lie}
        take_away(state.units, place, lambda unit: (unit.country, unit.position) in there)
    placing = Placing(state)
    for each, where in lie:
        placing.put_counters(each, country, place, where, veteran or not _is_land(each))
    for leader in leaders:
        sails = leader.kind in ("admiral", "explorer", "privateer") and not counters and ashore
        where = position or ("port" if sails else "field")
        state.leaders.pop(leader.id, None)
        placing.put_item(place, [f"@{leader.id}", country, where])


def _is_land(counter: re.Match[str]) -> bool:
    return counter.group(2).upper() in LAND_KINDS


def take_away(
    held: dict[Any, Any], place: str, meant: Callable[[Any], bool] = lambda each: True
) -> int:
    """Takes the counters, or leaders, away that are meant in a place; how many there were."""
    gone = [key for key, each in held.items() if each.place == place and meant(each)]
    for key in gone:
        del held[key]
    return len(gone)


def _unknown(word: str) -> str:
    maybe = did_you_mean(plain_letters(word), lexicon.known_words(), 1)
    known = "country, counter (2A+, LD, F+[4NWD 2NTD]), leader or word of a place"
    return f"{word[:40]!r} is not a {known}{maybe}"


def fit_to_place(item: str, place: str) -> str:
    """An item put down in another place: ships in port ashore, in no port at sea."""
    words = item.split()
    bare = [word for word in words if word not in ("port", "aboard")]
    land = any(found and _is_land(found) for found in map(UNIT.fullmatch, words[1:]))
    if place in board.seas():
        return " ".join([*(each for each in bare if each != "inside"), *(["aboard"] * land)])
    afloat = not words[0].startswith("@") and not land
    return " ".join([*bare, "port"]) if afloat or "port" in words else " ".join(bare)


# Powers


def enter(state: State, names: Iterable[str]) -> None:
    """Lets countries in that have nothing yet: their own alliances, and what they have reached."""
    for name in names:
        if name in state.countries or name in BODIES:
            continue
        minor = countries.country(name).kind == "minor"
        state.countries[name] = Country(name, minor=minor)
        reach_turn(state.countries[name], state.turn)
        if not minor:
            state.sequence.initiatives[name] = INITIATIVE
        state.diplomacy.alliances.append(Alliance(name, [name], INITIATIVE))


def reach_turn(country: Country, turn: int) -> None:
    """Gives a power the technologies that were within its reach at a turn."""
    country.land_technology = technology(country.id, "land", turn)
    country.naval_technology = technology(country.id, "naval", turn)
    country.tercios = has_tercios(country.id, turn)


def set_values(country: Country, words: Sequence[str]) -> None:
    """What some words say of a power: `treasury 300 stability -1 land musket`."""
    rest = list(words)
    while rest:
        key = VALUES.get(rest[0].rstrip(":"), "")
        if not key:
            known = ", ".join(sorted(set(VALUES.values())))
            raise Unread([f"{rest[0][:40]!r} is nothing of a power; there are {known}"])
        value = rest[1] if len(rest) > 1 else ""
        if key in ("minor", "tercios"):
            setattr(country, key, True)
            del rest[0]
            continue
        if not value:
            raise Unread([f"{key}: what is it? Say for example: treasury 300"])
        if key in NUMBERS and not re.fullmatch("-?[0-9]{1,5}", value):
            raise Unread([f"{key}: {value[:40]!r} is not a whole number"])
        if key.endswith("technology"):
            value = _technology(key, value)
        if key == "patron":
            value = _country([value], "patron france")
        setattr(country, key, value_written(getattr(country, key), value))
        del rest[:2]


def _technology(key: str, typed: str) -> str:
    known = tables.LAND_TECHNOLOGIES if key.startswith("land") else tables.NAVAL_TECHNOLOGIES
    found = [each for each in known if each.startswith(typed.lower())]
    if len(found) != 1 and typed not in known:
        raise Unread([f"{typed[:40]!r} is not one of {', '.join(known)}"])
    return typed if typed in known else found[0]
