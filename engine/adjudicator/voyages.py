"""Kinds of what ships meet under way: attrition, blockades to be run, fire from the shore."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain
from operator import itemgetter
from typing import Any, Final, TypeAlias

from engine.adjudicator import land_shapes, sea_shapes
from engine.adjudicator.document_kind import Answer, Table, call_with, one_roll
from engine.adjudicator.land_shapes import WORDS as WORDS
from engine.adjudicator.sheet_as_text import chance_lines
from engine.chances.distribution import mean, spread
from engine.combat.leaders import DETACHMENT, Commander
from engine.documents.complaints import Complaints
from engine.facts import tables
from engine.fleets import presidios
from engine.fleets.presidios import Gun
from engine.grammar import thirds
from engine.modifiers import Modifier, total
from engine.overseas import attrition_percentages
from engine.sea.interception import blockade_roll
from engine.sea.under_way import attrition_math
from engine.sea.under_way.attrition_math import Circumstances

MOST: Final = 300  # thirds of a detachment

# Attrition at sea.


def check_attrition_at_sea(values: dict[str, Any], complaints: Complaints) -> None:
    """There must be ships, and a leader must have values."""
    if not 0 < sea_shapes.thirds_of(values["strength"]) <= MOST:
        complaints.say("strength", f"must hold ships, at most {MOST // 3} detachments of them")
    land_shapes.check_leader(values, complaints)


def attrition_modifiers(values: dict[str, Any]) -> tuple[Modifier, ...]:
    """The modifiers of a document about attrition at sea (ATS-06 to ATS-26)."""
    given, strength = values["modifiers"], values["strength"]
    leader: Commander | None = values["leader"]
    siege = given["siege"]
    if leader is not None and given["blockaded_level"] is not None:
        siege = max(siege, leader.siege)
    return attrition_math.modifiers(
        call_with(
            {**values, **given},
            Circumstances,
            manoeuvre=leader.manoeuvre if leader else 0,
            warships=strength["NWD"] > 0,
            fleets=strength["F"],
            difficulty=given["greatest_difficulty"],
            distance=given["distance_to_port"],
            siege=siege,
            blockaded=given["blockaded_level"],
            crossings=given["retreat_crossings"],
        )
    )


def what_is_left(strength: int, reached: int, unit: str, table: Table) -> dict[str, Any]:
    """The percentage of a total of attrition and what it leaves of a strength, as an answer holds
    them; the stars are thrown, each of which may cost one such unit more."""
    percent = tables.attrition_percent(reached)
    dice = attrition_percentages.star_dice("star", strength, percent)
    stars = [table.throw(star, (), f"1 to 5 loses one {unit} more") for star in dice]
    left = attrition_percentages.thirds_surviving(strength, percent, stars)
    return {"percent": percent, "remaining": land_shapes.split(left)}


def left_in_words(percent: int, left: int, unit: str) -> str:
    """What a percentage leaves, in words."""
    return f"{percent} %, {thirds(left)} {unit} left"


Way: TypeAlias = tuple[str, int, Fraction]
"""What attrition may come to: in words, in thirds that are lost, and its chance."""


def ways_left(
    strength: int, percent: int, unit: str, share: Fraction, dice: Mapping[str, int]
) -> Iterator[Way]:
    """What a percentage that comes with a chance may leave of a strength, stars counted in."""
    for left, chance in attrition_percentages.chances("star", strength, percent, dice).items():
        yield left_in_words(percent, left, unit), strength - left, share * chance


def attrition_odds(
    head: str, unit: str, modifiers: tuple[Modifier, ...], ways: Iterable[Way]
) -> Answer:
    """The odds of attrition, of all the ways it may go."""
    found: dict[tuple[str, int], Fraction] = {}
    for said, lost, chance in ways:
        found[said, lost] = found.get((said, lost), Fraction(0)) + chance
    result = spread(found, itemgetter(0))
    expected = float(mean(found, itemgetter(1)) / DETACHMENT)
    lines = [*chance_lines(result), f"Expects to lose {expected:.2f} {unit}"]
    odds = {"result": result, "unit": unit, "expected_losses": expected}
    return one_roll("attrition", modifiers, (head, "head"), None, odds, lines, False)


def resolve_attrition_at_sea(values: dict[str, Any], table: Table) -> Answer:
    """Attrition of a naval stack (ATS-27, ATS-28)."""
    modifiers, strength = attrition_modifiers(values), sea_shapes.thirds_of(values["strength"])
    die = table.throw("attrition", modifiers, "attrition at sea")
    reached = die + total(modifiers)
    left = what_is_left(strength, reached, "NDE", table)
    said = left_in_words(left["percent"], land_shapes.joined(left["remaining"]), "ND")

    head = f"Attrition {die} {total(modifiers):+} = {reached}: {said}"
    outcome = {"modifier": total(modifiers), "total": reached, **left}
    return one_roll("attrition", modifiers, (head, "head"), outcome)


def odds_attrition_at_sea(values: dict[str, Any], table: Table) -> Answer:
    """The chance of each result, stars counted in."""
    modifiers, strength = attrition_modifiers(values), sea_shapes.thirds_of(values["strength"])
    dice, faces = values["dice"], table.faces("attrition")
    share = Fraction(1, len(faces))
    table.asked |= {name for name in dice if name.startswith("star")}
    percents = (tables.attrition_percent(face + total(modifiers)) for face in faces)
    ways = (ways_left(strength, percent, "ND", share, dice) for percent in percents)
    return attrition_odds("Attrition at sea", "ND", modifiers, chain.from_iterable(ways))


# Running a blockade.


def _escape(values: dict[str, Any]) -> tuple[Modifier, ...]:
    names = ("manoeuvre", "blockader_manoeuvre", "blockader_smaller", "blockader_nwd_not_sf")
    return blockade_roll.modifiers(*(values[name] for name in names))


def resolve_escape_blockade(values: dict[str, Any], table: Table) -> Answer:
    """A roll to enter or leave a blockaded port (BLK-01 to BLK-09)."""
    modifiers = _escape(values)
    die = table.throw("escape-blockade", modifiers, "escape from a blockade: 8 or more")
    reached = die + total(modifiers)
    result = blockade_roll.result(reached)
    outcome = {"total": reached, "result": result, "success": result == "through",
               "forced_battle": result == "caught" and not values["corsair"]}  # fmt: skip
    if values["corsair"]:
        outcome["sides_lost"] = blockade_roll.corsair_sides(result)

    line = f"Escape {die} {total(modifiers):+} = {reached}: {result}"
    style = "good" if result == "through" else "bad"
    return one_roll("escape-blockade", modifiers, (line, style), outcome)


def odds_escape_blockade(values: dict[str, Any], table: Table) -> Answer:
    """The chance of each result of running a blockade."""
    modifiers, dice = _escape(values), table.faces("escape-blockade")
    results = [blockade_roll.result(die + total(modifiers)) for die in dice]
    found = {each: results.count(each) / len(dice) for each in ("through", "held", "caught")}
    head, *lines = (f"{name}: {chance:.0%}" for name, chance in found.items())
    odds = {"success": found["through"], **found}
    return one_roll("escape-blockade", modifiers, head, None, odds, lines, False)


# Fire from the shore.


def _fire(values: dict[str, Any]) -> tuple[Modifier, ...]:
    gun = Gun(values["kind"], "", "", values["level"], values["siegeworks_plus"])
    return presidios.modifiers(gun, values["fleet"], values["map"])


def resolve_presidio(values: dict[str, Any], table: Table) -> Answer:
    """Fire on ships that pass (PRE-05 to PRE-12)."""
    modifiers = _fire(values)
    die = table.throw("presidio", modifiers, "fire on ships: 9 stops them")
    reached = die + total(modifiers)
    stops, lost = presidios.fire_result(reached)
    outcome = {"total": reached, "success": stops, "stops": stops, "lost": lost}

    said, style = (f"stops them, {lost} ND lost", "bad") if stops else ("they pass", "good")
    line = f"Fire {die} {total(modifiers):+} = {reached}: {said}"
    return one_roll("presidio", modifiers, (line, style), outcome)


def odds_presidio(values: dict[str, Any], table: Table) -> Answer:
    """The chance that ships are stopped, and of each loss."""
    modifiers, dice = _fire(values), table.faces("presidio")
    results = [presidios.fire_result(die + total(modifiers)) for die in dice]
    stops = sum(each.stops for each in results) / len(dice)
    lost = {str(number): sum(each.lost == number for each in results) / len(dice)
            for number in range(3)}  # fmt: skip
    odds = {"success": stops, "unit": "ND", "lost": lost}
    return one_roll("presidio", modifiers, f"stopped: {stops:.0%}", None, odds, (), False)
