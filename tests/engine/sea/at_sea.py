"""Battles at sea for the tests: fleets in a line, dice written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.chances.steps import run_procedure
from engine.combat.fight import fight as fight_it
from engine.combat.leaders import Commander
from engine.combat.prepared_battle import ROLLS
from engine.sea.battle_math import battle, fleet_in_battle
from engine.sea.battle_math.battle import Fought, Setup
from engine.sea.battle_math.fleet_in_battle import Fleet, Waters
from tests.engine.fighting import Script


def ships(text: str) -> dict[str, int]:
    """Ships as players write them: `6 NWD NTD`."""
    found: dict[str, int] = {}
    number = 1
    for word in text.split():
        if word.isdecimal():
            number = int(word)
        else:
            found[word] = found.get(word, 0) + number
            number = 1
    return found


def fleet(name: str, text: str, leader: str = "222", **changes: Any) -> Fleet:
    """A fleet: its ships, an admiral by his digits, the first line it has if it has but one."""
    held = ships(text)
    manoeuvre, fire, shock = map(int, leader)
    given = {
        "country": "spain" if name == "A" else "turkey",
        "technology": "carrack",
        "line": fleet_in_battle.lines(held)[0],
        "commander": Commander("admiral", manoeuvre, fire, shock, kind="admiral"),
        "phasing": name == "A",
        **changes,
    }
    return Fleet(name=name, ships=held, **given)


def prepared(one: Fleet, other: Fleet, turn: int = 20, **waters: Any) -> Setup:
    """The battle of two fleets whose wind is known."""
    return battle.setup(Waters(turn, **waters), one, other)


def modifier(setup: Setup, at: int, rule: str) -> list[int]:
    """What a rule adds to the four rolls of a side."""
    return [
        sum(part.value for part in setup.forces[at].modifiers[roll] if part.rule == rule)
        for roll in ROLLS
    ]


def fight(setup: Setup, dice: Mapping[str, int], *decided: str) -> Fought:
    """The battle with these dice, every one of which must be used; decisions that are yes."""
    script = Script(dice, dict.fromkeys(decided, True))
    fought = run_procedure(fight_it(setup, script.roll, script.decide))
    assert sorted(script.asked) == sorted(dice)
    return fought


def wind(one: Fleet, other: Fleet, **dice: int) -> tuple[bool, bool]:
    """Who has the wind with these dice, every one of which must be used."""
    script = Script({f"{name}.wind": die for name, die in dice.items()})
    blown = run_procedure(battle.windward(one, other, script.roll))
    assert sorted(script.asked) == sorted(script.dice)
    return blown[0].wind, blown[1].wind
