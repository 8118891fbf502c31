"""What there is to know of a siege before a die falls: what it looks at, and what may come of it.

Pure. `seen` is what an undermining roll reads from the state; the odds of siege_odds follow.
"""

from __future__ import annotations

from typing import Any, Final

from engine.facts import board
from engine.fleets import ports
from engine.land.battle import contingents, parameters
from engine.land.siege import siege_odds, undermining
from engine.land.siege.storm import chances as storm_chances
from engine.land.siege.storm import controlling_alliance, switched_off_rules
from engine.land.supply import modifiers, supply
from engine.situation import command
from engine.state import State, sides
from engine.state.sides import Stack

ODDS_ROUNDS: Final = 5


def distance(state: State, stack: Stack) -> int | None:
    """Movement points to the nearest source of supply, a weak one too; None for none at all.

    UND-39, UND-40: it need not be the source of the supply segment.
    """
    return supply.distance_to_source(state, stack.units, stack.place, stack.alliance)


def seen(state: State, place: str) -> undermining.Siege:
    """What an undermining roll in a besieged province looks at (UND-06 to UND-12)."""
    siege, where = state.land.sieges[place], board.province(place)
    stack = sides.stack(state, place, siege.alliance)
    inside = sides.stack(state, place, controlling_alliance(state, place), "inside")
    port = ""
    if ports.open_to_ships(state, place):
        closed = supply.blockaded(state, place) and place not in state.land.resupplied
        port = "blockaded" if closed else "open"
    artillery = [
        value
        for contingent in parameters.contingents(state, stack.units)
        for value in contingent.artillery(state.period)
    ]
    return undermining.Siege(
        level=sides.fortress_level(state, place),
        map="europe" if sides.european(state, place) else "rotw",
        fort=not sides.fortress_level(state, place),
        terrain=where.terrain,
        port=port,
        works=tuple(siege.works),
        breach=siege.breach,
        assaulted=siege.assaulted,
        first_round=siege.rounds == 0,
        continued=siege.continued,
        artillery=contingents.stack_artillery(artillery),
        siege=command.best_siege(state, modifiers.besieging_leaders(state, place, siege.alliance)),
        enemy_siege=command.best_siege(state, inside.leaders),
        inside=inside.thirds,
        army_inside=any(unit.army for unit in inside.units),
        supply=distance(state, stack) or 0,
        off=switched_off_rules(state),
    )


def chances(state: State, place: str) -> dict[str, Any]:
    """The odds of a besieger: each undermining result now, the fall within 1, 2, … rounds,
    assaults.

    The rounds reckon with war honour granted and every breach stormed.
    """
    looked = seen(state, place)
    breach = storm_chances(state, place, True)
    return {
        "undermine": siege_odds.undermine(looked),
        "modifiers": [list(part) for part in undermining.fortress_modifiers(looked)],
        "falls_within": siege_odds.falls_within(
            looked, ODDS_ROUNDS, war_honour=True, storm=lambda now: float(breach["falls"])
        ),
        "assault": storm_chances(state, place, False),
        "breach": breach,
    }
