"""`python -m engine path FROM TO`: the cheapest land route, each step with its points and why.

Without a scenario everything that is not the country's own in 1492 is open and not friendly; with
one, alliances and wars are its own, and neutral land is closed (MOV-24).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple

from engine import scenarios
from engine.facts import board, countries, place_names
from engine.facts.sheets import FactsError
from engine.land.ground import entering_provinces, movement_costs
from engine.modifiers import Modifier
from engine.play.asks import BadAnswer
from engine.state import State, sides
from engine.state.diplomacy import Alliance, Diplomacy


class Step(NamedTuple):
    """One step of a route: the province entered, its movement points, the sum, the reasons."""

    place: str
    points: int
    sum: int
    reasons: tuple[Modifier, ...]


def route(state: State, country: str, start: str, goal: str, open_: bool) -> list[Step]:
    """The cheapest way of a stack of a country by land, however long; empty when there is none.

    `open_` lets it cross neutral land. Enemies on the way are no matter here.
    """
    alliance = sides.alliance_of(state, country)
    found: dict[str, Step] = {}
    before: dict[str, str] = {}
    heap = [(0, start)]
    done: set[str] = set()
    while heap:
        cost, here = heappop(heap)
        if here in done:
            continue
        done.add(here)
        if here == goal:
            break
        for road in movement_costs.ways_from(state, here, [country]):
            there = road.other
            if there in done or not (
                open_ or not entering_provinces.why_closed(state, there, alliance)
            ):
                continue
            points, reasons = movement_costs.owners_step_cost(
                state, [country], here, there, alliance
            )
            if there not in found or cost + points < found[there].sum:
                found[there] = Step(there, points, cost + points, reasons)
                before[there] = here
                heappush(heap, (cost + points, there))
    steps = []
    while goal != start and goal in found:
        steps.append(found[goal])
        goal = before[goal]
    return steps[::-1]


def province(text: str, map_: str) -> str:
    """The one province that a name, city or id means on a map; raises BadAnswer with candidates."""
    found = [
        each
        for each in place_names.find(text, ("province",))
        if not map_ or board.province(each.id).map == map_
    ]
    if text in board.provinces():
        return text
    if not found:
        raise BadAnswer(f"{text!r} is not a province")
    same = [
        each
        for each in found
        if place_names.plain_letters(each.name) == place_names.plain_letters(text)
    ]
    if len(same or found) > 1:
        names = ", ".join(each.id for each in (same or found)[:8])
        raise BadAnswer(f"{text!r} may be: {names}")
    return (same or found)[0].id


def peaceful_board(country: str) -> State:
    """The board of 1492 with one country alone on it."""
    return State("", 1, "I", diplomacy=Diplomacy([Alliance(country, [country], 0)]))


def document(country: str, start: str, goal: str, steps: Sequence[Step]) -> dict[str, Any]:
    """The route as the document that --json prints."""
    return {
        "from": start,
        "to": goal,
        "country": country,
        "points": steps[-1].sum if steps else 0,
        "steps": [
            {
                "province": step.place,
                "points": step.points,
                "sum": step.sum,
                "why": [each._asdict() for each in step.reasons],
            }
            for step in steps
        ],
    }


def lines(country: str, start: str, steps: Sequence[Step]) -> list[str]:
    """The route as lines of text."""
    name = countries.with_article(country)
    total = steps[-1].sum if steps else 0
    goal = f" to {board.called(steps[-1].place)}" if steps else ""
    found = [f"A stack of {name} from {board.called(start)}{goal}: {total} MP"]
    for step in steps:
        alone = len(step.reasons) == 1
        why = ", ".join(each.why if alone else f"{each.value} {each.why}" for each in step.reasons)
        found.append(f"{step.sum:4}  {board.name_of(step.place)} (+{step.points}: {why})")
    return found


def main(arguments: list[str]) -> int:
    """The command; exit status 0 found, 1 when there is no way, 2 for bad usage or input."""
    import argparse

    parser = argparse.ArgumentParser(
        prog="python -m engine path", description="The cheapest land route."
    )
    parser.add_argument("start", metavar="FROM", help="a province: id, name or city")
    parser.add_argument("goal", metavar="TO", help="another")
    parser.add_argument("--country", metavar="ID", help="whose stack; else the owner of FROM")
    parser.add_argument("--map", choices=("europe", "rotw"), default="", help="on which map")
    parser.add_argument("--at", metavar="SCENARIO", help="with its alliances, wars and owners")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    options = parser.parse_args(arguments)
    try:
        start, goal = province(options.start, options.map), province(options.goal, options.map)
        state = scenarios.load(options.at) if options.at else None
        owner = sides.owner(state, start) if state else board.province(start).owner_1492
        if not (options.country or owner):
            raise BadAnswer(f"nobody owns {board.called(start)}: name a --country")
        country = countries.country(options.country or owner).id
    except (BadAnswer, FactsError, scenarios.ScenarioError) as error:
        print(error, file=sys.stderr)
        return 2
    known = state or peaceful_board(country)
    steps = route(known, country, start, goal, open_=state is None)
    if not steps and start != goal:
        print(
            f"no land way leads from {board.called(start)} to {board.called(goal)}",
            file=sys.stderr,
        )
        return 1
    if options.json:
        import json

        print(json.dumps(document(country, start, goal, steps)))
    else:
        print("\n".join(lines(country, start, steps)))
    return 0
