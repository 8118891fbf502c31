"""Battles and assaults for the tests: sides in a line, dice written down, examples by their id."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engine.chances.steps import Pending, run_procedure
from engine.combat import fight as fights
from engine.combat.leaders import Commander
from engine.land.battle import battle_math
from engine.land.battle.battle_math import Fought, Setup
from engine.land.battle.contingents import Contingent, Side
from engine.land.battle.modifiers import Situation
from engine.land.siege import assault_math
from engine.modifiers import Modifier

DATA = Path(__file__).parents[1] / "data"


@cache
def examples() -> dict[str, Any]:
    """The worked examples of the rules, by id."""
    files = (DATA / "examples-1.json", DATA / "examples-2.json")
    texts = [each for file in files for each in json.loads(file.read_text(encoding="utf-8"))]
    return {each["id"]: each for each in texts}


def side(
    name: str,
    country: str,
    army_class: str,
    units: str,
    leader: str = "222",
    technology: str = "musket",
    **changes: Any,
) -> Side:
    """A side: `units` as in `A+ LD LD`, a leader by his digits; contingent's fields by `own`."""
    own: Mapping[str, Any] = changes.pop("own", {})
    troops = Contingent(country, army_class, tuple(units.split()), **own)
    manoeuvre, fire, shock = map(int, leader)
    commander = changes.pop("commander", None) or Commander("leader", manoeuvre, fire, shock)
    contingents = (troops,) if units else ()
    return Side(name, country, technology, contingents, commander, **changes)


def french(**changes: Any) -> Side:
    """The French of the rulebook's battle."""
    given: dict[str, Any] = {"phasing": True, "veteran": True, "leader": "242", **changes}
    return side("FRA", "france", "IV", given.pop("units", "A+ A+"), **given)


def spanish(**changes: Any) -> Side:
    """The Spanish of the rulebook's battle."""
    given: dict[str, Any] = {"tercios": True, "veteran": True, "leader": "423", **changes}
    return side("HIS", "spain", "III", given.pop("units", "A+ LD"), **given)


def prepared(one: Side | None = None, other: Side | None = None, **situation: Any) -> Setup:
    """The rulebook's battle, or another."""
    where = Situation(**{"period": "III", **situation})
    return battle_math.setup(where, one or french(), other or spanish())


class Script:
    """Dice by name; it fails on a die that is not written down, and lists what was asked."""

    def __init__(
        self, dice: Mapping[str, int], decisions: Mapping[str, bool] | None = None
    ) -> None:
        self.dice, self.decisions = dice, decisions or {}
        self.asked: list[str] = []
        self.questions: list[str] = []

    async def roll(self, name: str, modifiers: tuple[Modifier, ...], purpose: str) -> int:
        """The die of that name."""
        assert name in self.dice, f"{name} is asked for ({purpose})"
        self.asked.append(name)
        return self.dice[name]

    async def decide(self, name: str, question: str, pending: Pending) -> bool:
        """The decision of that name, no by default."""
        self.questions.append(name)
        return self.decisions.get(name, False)


def fight(setup: Setup, dice: Mapping[str, int], **decisions: bool) -> Fought:
    """The battle with these dice, every one of which must be used; decisions with _ for the dot."""
    script = Script(dice, {name.replace("_", "."): on for name, on in decisions.items()})
    fought = run_procedure(fights.fight(setup, script.roll, script.decide))
    assert sorted(script.asked) == sorted(dice)
    return fought


def storm(setup: assault_math.Setup, dice: Mapping[str, int]) -> assault_math.Assaulted:
    """The assault with these dice, every one of which must be used."""
    script = Script(dice)
    found = run_procedure(assault_math.assault(setup, script.roll))
    assert sorted(script.asked) == sorted(dice)
    return found


FRAHIS = {
    "FRA.fire1": 8, "HIS.fire1": 6, "FRA.shock1": 4, "HIS.shock1": 7, "HIS.retreat1": 7,
    "FRA.fire2": 2, "HIS.fire2": 9, "FRA.shock2": 6, "HIS.shock2": 5, "FRA.pursuit": 9,
}  # fmt: skip


def second(**changes: Any) -> Side:
    """A Spanish side of the second seat whose leader matters not."""
    return spanish(**{"tercios": False, "leader": "000", **changes})


def first(**changes: Any) -> Side:
    """A French side without cavalry or leader, with troops as many as the enemy's."""
    given = {"leader": "000", "units": "A+ LD", "own": {"by_class": True}, **changes}
    return french(**given)._replace(
        contingents=(Contingent("portugal", "III", tuple(str(given["units"]).split())),)
    )
