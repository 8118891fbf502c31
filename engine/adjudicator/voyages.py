"""Kinds of what ships meet under way: attrition, blockades to be run, fire from the shore."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator import land, sea
from engine.adjudicator.kind import Answer, Kind, Table, call_with, kinds, one_roll
from engine.adjudicator.sheet import chance_lines
from engine.chances.steps import DIE
from engine.combat.leaders import Commander
from engine.documents.complaints import Complaints
from engine.facts import tables
from engine.fleets import presidios
from engine.fleets.presidios import Gun
from engine.overseas import remainders
from engine.report import Modifier, thirds, total
from engine.sea.interception import blockade
from engine.sea.under_way import circumstances
from engine.sea.under_way.circumstances import Circumstances

MOST: Final = 300  # thirds of a detachment

# Attrition at sea.


def check(values: dict[str, Any], complaints: Complaints) -> None:
    """There must be ships, and a leader must have values."""
    if not 0 < _thirds(values["strength"]) <= MOST:
        complaints.say("strength", f"must hold ships, at most {MOST // 3} detachments of them")
    leader: Commander | None = values["leader"]
    if leader is not None and leader.manoeuvre < 0:
        complaints.lack("leader.manoeuvre", "a whole number from 0 to 9")


def _thirds(strength: dict[str, int]) -> int:
    return sum(strength[kind] * (1 if kind == "NDE" else 3) for kind in sea.SHIPS)


def attrition_modifiers(values: dict[str, Any]) -> tuple[Modifier, ...]:
    """The modifiers of a document about attrition at sea (ATS-06 to ATS-26)."""
    given, strength = values["modifiers"], values["strength"]
    leader: Commander | None = values["leader"]
    siege = given["siege"]
    if leader is not None and given["blockaded_level"] is not None:
        siege = max(siege, leader.siege)
    return circumstances.modifiers(
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


def _remaining(strength: int, reached: int, stars: list[int]) -> dict[str, Any]:
    percent = tables.attrition_percent(reached)
    left = remainders.thirds_surviving(strength, percent, stars)
    return {"percent": percent, "remaining": dict(zip("Dd", divmod(left, 3), strict=True))}


def resolve(values: dict[str, Any], table: Table) -> Answer:
    """Attrition of a naval stack (ATS-27, ATS-28)."""
    modifiers, strength = attrition_modifiers(values), _thirds(values["strength"])
    die = table.throw("attrition", modifiers, "attrition at sea")
    reached = die + total(modifiers)
    dice = remainders.star_dice("star", strength, tables.attrition_percent(reached))
    stars = [table.throw(star, (), "1 to 5 loses one NDE more") for star in dice]
    outcome = {"modifier": total(modifiers), "total": reached}
    outcome |= _remaining(strength, reached, stars)

    head = f"Attrition {die} {total(modifiers):+} = {reached}: {_said(outcome)}"
    return one_roll("attrition", modifiers, (head, "head"), outcome)


def _said(outcome: dict[str, Any]) -> str:
    left = 3 * outcome["remaining"]["D"] + outcome["remaining"]["d"]
    return f"{outcome['percent']} %, {thirds(left)} ND left"


def odds(values: dict[str, Any], table: Table) -> Answer:
    """The chance of each result, stars counted in."""
    modifiers, strength = attrition_modifiers(values), _thirds(values["strength"])
    dice, faces = values["dice"], table.faces("attrition")
    found: dict[str, float] = {}
    lost = 0.0
    for face in faces:
        reached = face + total(modifiers)
        names = remainders.star_dice("star", strength, tables.attrition_percent(reached))
        number = len(names)
        for pattern in range(2**number):
            stars = [1 if pattern >> at & 1 else DIE for at in range(number)]
            chance = 1 / len(faces)
            for name, star in zip(names, stars, strict=True):
                given = dice.get(name)
                chance *= 0.5 if given is None else float(_unlucky(given) == _unlucky(star))
            outcome = _remaining(strength, reached, stars)
            found[_said(outcome)] = found.get(_said(outcome), 0.0) + chance
            left = 3 * outcome["remaining"]["D"] + outcome["remaining"]["d"]
            lost += chance * (strength - left)
    table.asked |= {name for name in dice if name.startswith("star")}
    result = {name: chance for name, chance in found.items() if chance}
    odds = {"result": result, "expected_losses": lost / 3}
    lines = [*chance_lines(result), f"Expects to lose {lost / 3:.2f} ND"]
    return one_roll("attrition", modifiers, ("Attrition at sea", "head"), None, odds, lines, False)


def _unlucky(die: int) -> bool:
    return die <= remainders.STAR_LOSES


ATTRITION: Final = Kind("attrition", resolve, odds, check)


# Running a blockade.


def _escape(values: dict[str, Any]) -> tuple[Modifier, ...]:
    names = ("manoeuvre", "blockader_manoeuvre", "blockader_smaller", "blockader_nwd_not_sf")
    return blockade.modifiers(*(values[name] for name in names))


def escape(values: dict[str, Any], table: Table) -> Answer:
    """A roll to enter or leave a blockaded port (BLK-01 to BLK-09)."""
    modifiers = _escape(values)
    die = table.throw("escape-blockade", modifiers, "escape from a blockade: 8 or more")
    reached = die + total(modifiers)
    result = blockade.result(reached)
    outcome = {"total": reached, "result": result, "success": result == "through",
               "forced_battle": result == "caught" and not values["corsair"]}  # fmt: skip
    if values["corsair"]:
        outcome["sides_lost"] = blockade.corsair_sides(result)

    line = f"Escape {die} {total(modifiers):+} = {reached}: {result}"
    style = "good" if result == "through" else "bad"
    return one_roll("escape-blockade", modifiers, (line, style), outcome)


def escape_odds(values: dict[str, Any], table: Table) -> Answer:
    """The chance of each result of running a blockade."""
    modifiers, dice = _escape(values), table.faces("escape-blockade")
    results = [blockade.result(die + total(modifiers)) for die in dice]
    found = {each: results.count(each) / len(dice) for each in ("through", "held", "caught")}
    head, *lines = (f"{name}: {chance:.0%}" for name, chance in found.items())
    odds = {"success": found["through"], **found}
    return one_roll("escape-blockade", modifiers, head, None, odds, lines, False)


# Fire from the shore.


def _fire(values: dict[str, Any]) -> tuple[Modifier, ...]:
    gun = Gun(values["kind"], "", "", values["level"], values["siegeworks_plus"])
    return presidios.modifiers(gun, values["fleet"], values["map"])


def fire(values: dict[str, Any], table: Table) -> Answer:
    """Fire on ships that pass (PRE-05 to PRE-12)."""
    modifiers = _fire(values)
    die = table.throw("presidio", modifiers, "fire on ships: 9 stops them")
    reached = die + total(modifiers)
    stops, lost = presidios.fire_result(reached)
    outcome = {"total": reached, "success": stops, "stops": stops, "lost": lost}

    said, style = (f"stops them, {lost} ND lost", "bad") if stops else ("they pass", "good")
    line = f"Fire {die} {total(modifiers):+} = {reached}: {said}"
    return one_roll("presidio", modifiers, (line, style), outcome)


def fire_odds(values: dict[str, Any], table: Table) -> Answer:
    """The chance that ships are stopped, and of each loss."""
    modifiers, dice = _fire(values), table.faces("presidio")
    results = [presidios.fire_result(die + total(modifiers)) for die in dice]
    stops = sum(each.stops for each in results) / len(dice)
    lost = {str(number): sum(each.lost == number for each in results) / len(dice)
            for number in range(3)}  # fmt: skip
    odds = {"success": stops, "lost": lost}
    return one_roll("presidio", modifiers, f"stopped: {stops:.0%}", None, odds, (), False)


KINDS: Final = kinds(
    land.WORDS,
    Kind("escape-blockade", escape, escape_odds),
    Kind("presidio", fire, fire_odds),
)
