"""The kind `levies`: whether exceptional levies may be declared, and what recruits cost."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator import land_shapes
from engine.adjudicator.document_kind import Answer, Table
from engine.adjudicator.sheet_as_text import Paint
from engine.documents.complaints import Complaints
from engine.documents.fields import Choice
from engine.facts import countries
from engine.grammar import capitalised, counted
from engine.rounds import levies_math


def _usual(values: dict[str, Any]) -> int | None:
    return levies_math.printed_limit(
        values["country"], values["period"], values["technology"], values["reformed"]
    )


def check_levies(values: dict[str, Any], complaints: Complaints) -> None:
    """Only a country with a limit and prices of its own recruits."""
    if _usual(values) is None:
        when = f"with {values['technology']} technology in period {values['period']}"
        lacks = f"has no limit of recruitment or no price {when}; a country that has both is wanted"
        complaints.add("country", values["country"], lacks)


def _refusal(values: dict[str, Any]) -> str:
    """Why it may not declare now; "" when it may (LEV-01, LEV-03, LEV-04)."""
    major, minor = values["defeat"] == "major", values["defeat"] == "minor"
    if values["declared"]:
        return "declared already this turn (LEV-03)"
    if not values["regular_war"]:
        return "not fully engaged in a regular war (LEV-01)"
    if not levies_math.enough_defeats(values["country"], major, minor):
        return "no defeat this round that allows it (LEV-01, LEV-04)"
    return ""


def resolve_levies(values: dict[str, Any], table: Table) -> Answer:
    """Declaring and buying (LEV-01 to LEV-11). No die is rolled."""
    country = values["country"]
    refusal = _refusal(values)
    declares = not refusal and values["decisions"].get("declare", True)
    cost = levies_math.stability_cost(country, values["defeat"] == "major", values["stability"])
    limit = levies_math.levy_limit(_usual(values) or 0)
    done = 0 if declares else 2 * values["recruited"]
    levying = declares or values["declared"]
    bought: list[dict[str, Any]] = []
    for unit in values["recruits"] if levying and not values["last_round"] else ():
        prices = country, values["technology"], unit, done, limit, values["abroad"]
        ducats = levies_math.price(*prices)
        bought.append({"unit": unit, "ducats": ducats, "had": ducats is not None})
        done += levies_math.in_halves(unit) if ducats is not None else 0
    outcome = {
        "total": sum(each["ducats"] or 0 for each in bought),
        "success": levying and len(bought) == len(values["recruits"]) and all(
            each["had"] for each in bought
        ),
        "may_declare": not refusal,
        "declares": declares,
        "stability_cost": cost if declares else 0,
        "stability_after": values["stability"] - (cost if declares else 0),
        "limit": limit,
        "ceiling": levies_math.DEAREST * limit,
        "recruits": bought,
        "recruited": done // 2,
    }  # fmt: skip

    def sheet(paint: Paint) -> list[str]:
        stability = f"stability {values['stability']:+} > {outcome['stability_after']:+}"
        head = f"{countries.does(country, 'declare')} exceptional levies, {stability}"
        if not declares:
            head = countries.does(country, "levy on" if levying else "levy nothing")
            head += f": {refusal}" if refusal else ""
        times = ", ".join(
            f"{levies_math.price_multiple(2 * number * limit, limit)}× up to {number * limit} LD"
            for number in range(1, levies_math.DEAREST + 1)
        )
        lines = [paint(capitalised(head), "head"), f"Limit {limit} LD: list price {times}"]
        if values["last_round"]:
            lines.append("Nobody recruits at the end of the last round (LEV-08).")
        lines += [
            f"  {each['unit']:3} "
            + (f"{each['ducats']:4} ducats" if each["had"] else paint("not to be had", "bad"))
            for each in bought
        ]
        return [
            *lines,
            f"{counted(outcome['total'], 'ducat')}; {outcome['recruited']} LD levied this turn",
        ]

    return Answer(outcome, [], sheet)


COUNTER: Final = Choice(tuple(levies_math.BOUGHT_AS), "a counter that can be levied")
WORDS: Final = {
    **land_shapes.WORDS,
    "counter that can be levied": COUNTER,
    "decisions": land_shapes.switches("decisions", "declare"),
}
