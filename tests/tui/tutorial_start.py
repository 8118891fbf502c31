"""What the tutorial begins with, as its scenario lays it out; after that has changed
`python -m tests.tui.tutorial_start` writes it down."""

import json
from typing import Any

from engine import scenarios
from tui.table.course import course
from tui.table.tutorial import START


def laid_out() -> dict[str, Any]:
    """The scenario, with the guards of a fortress together."""
    scenario = scenarios.read(course().scenario)
    state = scenario.state()
    for place, to in course().moved.items():
        for unit in state.units_at(place):
            state.put(unit, to, "field")
        for leader in [one for one in state.leaders.values() if one.place == place]:
            state.put_leader(leader, to, "field")
    return {"title": scenario.title, "powers": list(scenario.powers), "state": state.to_plain()}


if __name__ == "__main__":
    text = json.dumps(laid_out(), ensure_ascii=False, separators=(",", ":"))
    START.write_text(f"{text}\n", encoding="utf-8")
