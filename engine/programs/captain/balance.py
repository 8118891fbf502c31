"""What a position is worth to a side over its enemies, in ducats: where playouts end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from engine.facts import board
from engine.fleets import fleets
from engine.land.ground import besieging
from engine.land.siege import siege_odds
from engine.land.supply import supply_lines
from engine.programs import score
from engine.programs.captain import discoveries
from engine.rounds import rounds, treasuries
from engine.sea.under_way import attrition, attrition_math
from engine.sequence import siege_outlook
from engine.state import State, sides
from engine.state.stacks import Stack

NOW: Final = 0.9
"""The part that a siege's chances count for: what besieges may still be driven off."""


HUNGRY: Final = 0.3
"""The part of a stack without supply that is lost to want and retreat: what comes after the
horizon."""


CAMPAIGN: Final = 10.0
"""Ducats that a round to come will want: a simple campaign."""

AT_SEA: Final = 0.5
"""The part of the rounds to come in which ships at sea are still there, and roll for attrition
(ATS-01)."""

SHORT: Final = 0.5
"""What each ducat that is missing for them costs besides: who cannot pay cannot answer."""


class Character(NamedTuple):
    """What a side cares for: weights of its own strength, its enemies' strength, places, money,
    discoveries, and `rest`, the ducats that it is worth to move nobody: what wear and distance cost
    after the horizon."""

    name: str = "captain"
    own: float = 1.0
    enemy: float = 1.0
    places: float = 1.0
    money: float = 1.0
    rest: float = 8.0
    discoveries: float = 1.0


EVEN: Final = Character()
CHARACTERS: Final[Mapping[str, Character]] = {
    each.name: each
    for each in (
        EVEN,
        Character("captain-cautious", own=1.8, enemy=0.7, places=0.8, rest=20.0, discoveries=0.7),
        Character(
            "captain-bold", own=0.3, enemy=2.0, places=1.3, money=0.25, rest=-15.0, discoveries=1.5
        ),
        Character("captain-greedy", own=0.9, enemy=0.6, places=1.6, money=1.8),
    )
}
"""By the names of the programs that have them."""


class Balance(NamedTuple):
    """What a side has over its enemies, in ducats as a character weighs them; `money` is the part
    of it that is money."""

    worth: float
    money: float = 0.0

    @property
    def board(self) -> float:
        """What lies on the board: all but the money."""
        return self.worth - self.money


def balance(state: State, alliance: str, character: Character = EVEN) -> Balance:
    """What an alliance has over the alliances that it is at war with; sieges count by their chances
    in the rounds that are left."""
    signs = _signs(state, alliance)
    figure = score.figures()
    strength, enemy, places, money, other = 0.0, 0.0, 0.0, 0.0, 0.0
    for unit in state.units.values():
        sign = signs.get(unit.country, 0)
        if sign > 0:
            strength += score.unit_worth(state, unit)
        elif sign:
            enemy += score.unit_worth(state, unit)
    needed = CAMPAIGN * _rounds_left(state)
    foes = [each.id for each in state.diplomacy.alliances
            if sides.at_war(state, alliance, each.id)]  # fmt: skip
    for cost, times in ((_hungry, 1.0), (_worn, AT_SEA * _rounds_left(state))):
        strength -= times * sum(cost(state, alliance))
        enemy -= times * sum(lost for foe in foes for lost in cost(state, foe))
    for name, country in state.countries.items():
        sign = signs.get(name, 0)
        if not sign:
            continue
        if not country.patron:
            purse = country.treasury - treasuries.ducats_owed(state, name)
            money += sign * (purse - SHORT * max(0.0, needed - purse))
            other += sign * figure["stability"] * country.stability
        other += sign * figure["victory_point"] * country.victory_points
    for place in board.provinces():
        sign = signs.get(sides.controller(state, place), 0)
        if sign:
            places += sign * score.place_worth(state, place)
    for leader in state.leaders.values():
        if leader.status in ("map", "away", "wounded"):
            other += signs.get(leader.country, 0) * score.leader_worth(leader.id)
    board_worth = (
        character.own * strength
        - character.enemy * enemy
        + character.places * (places + _sieges(state, alliance))
        + character.discoveries * discoveries.known_worth(state, alliance)
        + other
    )
    return Balance(board_worth + character.money * money, character.money * money)


def _signs(state: State, alliance: str) -> dict[str, int]:
    """1 for the countries of the alliance, -1 for those of its enemies."""
    signs: dict[str, int] = {}
    for each in state.diplomacy.alliances:
        sign = 1 if each.id == alliance else -sides.at_war(state, alliance, each.id)
        if sign:
            signs.update(dict.fromkeys(sides.members(state, each.id), sign))
    return signs


def _hungry(state: State, alliance: str) -> Iterator[float]:
    """What want of supply will cost an alliance: each stack in the field that has no line."""
    for stack in sides.stacks(state, alliance):
        if supply_lines.trace_line(state, stack.units, stack.place, alliance) is None:
            yield HUNGRY * sum(score.unit_worth(state, unit) for unit in stack.units)


def _worn(state: State, alliance: str) -> Iterator[float]:
    """What the attrition of a round costs an alliance: each of its stacks in the seas of Europe."""
    for stack in fleets.stacks(state, alliance):
        if board.is_sea(stack.place) and board.sea(stack.place).map == "europe":
            yield _worn_at_sea(state, stack)


def _worn_at_sea(state: State, stack: Stack) -> float:
    """The ducats that ships lose on average in a round in which they stay at sea."""
    strength = fleets.thirds(stack.units)
    if not strength:
        return 0.0
    journey = attrition_math.begin(state, stack.band)
    seen = attrition.attrition_in_words(state, stack.band, journey)
    worth = sum(score.unit_worth(state, unit) for unit in stack.units)
    return worth * min(1.0, float(seen.expected) / strength)


def _sieges(state: State, alliance: str) -> float:
    """What the running sieges promise the alliance, less what they threaten it with: a place that
    falls is lost to one side and won by the other."""
    found = 0.0
    for place, running in state.land.sieges.items():
        ours = running.alliance == alliance
        if ours or sides.at_war(state, alliance, running.alliance):
            worth = NOW * falls(state, place) * 2 * score.place_worth(state, place)
            found += worth if ours else -worth
    return found


def falls(state: State, place: str) -> float:
    """The chance that a besieged fortress falls in the rounds that are probably left, undermined
    with what stands before it; 0 where it may not be undermined."""
    running = state.land.sieges[place]
    stack = sides.stack(state, place, running.alliance)
    if not stack.units or besieging.too_small(state, place, stack.thirds):
        return 0.0
    if siege_outlook.distance(state, stack) is None:
        return 0.0
    left = max(1, round(_rounds_left(state)))
    within = siege_odds.falls_within(siege_outlook.siege_of(state, place), left, True)
    return within[-1]


def _rounds_left(state: State) -> float:
    """The rounds that are probably left of the turn."""
    return sum(float(share) * count for count, share in rounds.chances(state).left.items())
