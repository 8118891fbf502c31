"""What the steady program thinks of the Rest of the World: voyages, explorations, natives.

Worths are points, as in engine.programs.steady_on_land: a discovery is worth some 10, brought home
some 5 more, a third of a detachment that is lost 1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from typing import Any, Final

from engine.expeditions import exploring_parties
from engine.expeditions.exploration import DONE
from engine.expeditions.exploring_parties import Explorers
from engine.expeditions.natives import PEACE, WIN
from engine.facts import board, countries
from engine.fleets import fleets
from engine.games.game import Game
from engine.land.movement.march_ask import March
from engine.overseas import exploration_rights
from engine.overseas.exploration_rights import EXPLORE
from engine.play.asks import Ask, Raw
from engine.sea.under_way import announced_action, attrition_math
from engine.sea.under_way.boarding import EMBARK
from engine.sea.voyages.sail_ask import Sail
from engine.situation import establishments, knowledge
from engine.state import State, known_zones, sides
from engine.state.forces import Unit
from engine.state.stacks import Band, Group, Stack

DISCOVERED: Final = 10
HOME: Final = 5
WEAK: Final = 3
"""Thirds of a detachment: ships or troops that are no more hurry home."""

HURRY: Final = 10
COAST: Final = 12
ABOARD: Final = 8
LIKELY: Final = Fraction(3, 10)
"""The least chance of a discovery that is tried."""

BEHIND: Final = 0.5
SETTLED: Final = 0.5
PIONEERS: Final = ("explorer", "conquistador", "governor")


def has_explorers(state: State, country: str) -> bool:
    """Whether a country has somebody whose business is the unknown, or a discovery to bring
    home."""
    if not known_zones.knowledge_counts(state):
        return False
    found = any(True for _ in knowledge.all_carriers(state, country))
    return found or any(
        leader.country == country and leader.status == "map" and pioneer(leader.id)
        for leader in state.leaders.values()
    )


def pioneer(leader: str) -> bool:
    """Whether a leader's business is the unknown."""
    return countries.leader(leader).kind in PIONEERS


# Voyages.


def sail_of(state: State, stack: Stack, units: Sequence[Unit]) -> Sail:
    """The question of the voyage that these ships of a stack might make."""
    return Sail(
        who="",
        name="sail",
        what="",
        state=state,
        alliance=stack.alliance,
        units=[unit.id for unit in units],
        leaders=stack.leader_ids,
        journey=attrition_math.begin(state, Band.of(units, stack.leaders)),
    )


def worth_sailing(state: State, stack: Stack) -> float:
    """What the best voyage of a naval stack is worth."""
    known = known_zones.knowledge_counts(state)
    return _best(sail_of(state, stack, stack.units))[0] if known else 0


def voyage(game: Game, ask: Ask[Any]) -> Raw | None:
    """The voyage to explore, to bring a discovery home, or to carry a conquistador to a coast."""
    assert isinstance(ask, Sail)
    if not known_zones.knowledge_counts(game.state) or ask.rest:
        return None
    worth, way = _best(ask)
    return way if worth > 0 else None


def _best(ask: Sail) -> tuple[float, Raw]:
    found = [(_worth(ask, offer), offer) for offer in ask.offers()]
    return max(found, key=lambda each: each[0], default=(0, []))


def _worth(ask: Sail, offer: Raw) -> float:
    """What a voyage is worth, its attrition counted."""
    end, action = announced_action.end_of(offer, ask.place)
    sails = any(item[0] not in "+-!" for item in offer)
    kind = action.kind if action is not None else ""
    if ask.cargo is not None:
        worth = _carried(ask, end, kind)
    elif kind == EXPLORE:
        worth = _explored(ask.state, ask, end)
    elif action is not None and kind == EMBARK and not sails:
        worth = _embarked(ask.state, ask.alliance, action.target)
    elif not kind and sails:
        worth = _home(ask, end)
    else:
        worth = 0
    return worth - float(ask.outlook(offer).expected) if worth else 0


def _explored(state: State, group: Group, zone: str) -> float:
    """The best exploration from a zone; nothing for one that isn't likely enough."""
    goals = exploration_rights.seas(state, group, zone)
    known = knowledge.known_to(state, group)
    return max((_goal(state, group, goal, known) for goal in goals), default=0)


def _goal(state: State, group: Group, goal: str, known: Collection[str]) -> float:
    """What it is worth to explore a zone: more where more that is unknown lies behind it."""
    worth = _of(exploring_parties.odds(exploring_parties.by_sea(state, group, goal)))
    behind = sum(border.other not in known for border in board.neighbours(goal))
    return worth + BEHIND * behind if worth else 0


def _of(odds: dict[str, Any]) -> float:
    """The worth of an exploration by its odds; 0 for one that is not to be tried."""
    if odds["discovered"] < LIKELY:
        return 0
    lost = sum((gone * chance for gone, chance in odds["lost"].items()), Fraction(0))
    return max(0, float(DISCOVERED * odds["discovered"] - lost - 2 * odds["dies"]))


def _home(ask: Sail, place: str) -> float:
    """What it is worth to be in a place with what the stack has discovered."""
    state = ask.state
    found = knowledge.discoveries_carried(state, ask)
    settled = not board.is_sea(place) and establishments.at_phase_start(state, place, ask.alliance)
    if not found or not settled:
        return 0
    weak = fleets.thirds(state.units_by_id(ask.units)) <= WEAK
    return HOME * len(found) + HURRY * weak


def _carried(ask: Sail, place: str, kind: str) -> float:
    """What it is worth to have troops before a coast; those of nobody's business go ashore."""
    assert ask.cargo is not None
    part = ask.cargo.move
    if not kind and board.is_sea(place) and any(map(pioneer, part.leaders)):
        goals = Explorers(place, tuple(part.units), tuple(part.leaders)).goals(ask.state)
        return max((COAST + _income(goal) for goal in goals), default=0)
    return 0


def _income(province: str) -> int:
    return board.area(board.province(province).area).income


def _embarked(state: State, alliance: str, place: str) -> float:
    """What it is worth to take the troops of a place aboard: those who find nothing by land."""
    here = sides.stack(state, place, alliance)
    led = any(pioneer(leader.id) for leader in here.leaders)
    if not here.units or not led or board.is_sea(place):
        return 0
    band = Explorers(here.place, tuple(here.unit_ids), tuple(here.leader_ids))
    return 0 if band.goals(state) else ABOARD


# Explorations and natives.


def zone(game: Game, ask: Ask[Any]) -> Raw | None:
    """The sea zone that is the best to explore, if any is."""
    band = Band(ask.about["place"], tuple(ask.about["units"]), tuple(ask.about["leaders"]))
    known = knowledge.known_to(game.state, band)

    def behind(offer: str) -> float:
        return BEHIND * sum(border.other not in known for border in board.neighbours(offer))

    return _likeliest(ask, ask.offers(), behind)


def province(game: Game, ask: Ask[Any]) -> Raw | None:
    """The exploration by land that is the best, if any is; troops that a pioneer leads
    make it, and no captain leaves his ships."""
    led = []
    for offer in ask.offers():
        place = offer.partition(">")[0]
        leaders = [one.id for one in game.state.leaders_at(place)]
        troops = any(unit.land for unit in game.state.units_at(place))
        led += [offer] if troops and any(map(pioneer, leaders)) else []
    return _likeliest(ask, led, lambda offer: _income(offer.partition(">")[2]))


def _likeliest(ask: Ask[Any], among: Iterable[str], more: Callable[[str], float]) -> Raw:
    odds = ask.about["odds"]
    found = [
        (worth + more(each), each) for each in among if each in odds and (worth := _of(odds[each]))
    ]
    return max(found, default=(0, DONE))[1]


def natives(game: Game, ask: Ask[Any]) -> Raw | None:
    """Speaks to natives where more come along, with the stack, than half of those who resist."""
    state, odds = game.state, ask.about["odds"]
    own = sum(state.units[number].thirds for number in ask.about["units"]) / 3
    for offer in ask.offers():
        if offer.startswith(WIN):
            answer = odds[countries.leader(offer.removeprefix(WIN)).name]
            if own + answer["deserters"] > SETTLED * answer["resisters"]:
                return offer
    return PEACE


# Marches.


def homeward(ask: March) -> list[str]:
    """The way of troops with discoveries to the nearest establishment of theirs, if there is
    any."""
    state = ask.state
    if not known_zones.knowledge_counts(state) or not knowledge.discoveries_carried(state, ask):
        return []
    homes = [
        (points, place)
        for place, points in ask.reach().items()
        if not board.is_sea(place) and establishments.at_phase_start(state, place, ask.alliance)
    ]
    return ask.path_to(min(homes)[1]) if homes else []
