"""How captain explores: voyages, explorations and ways home by their exact odds in ducats.

Where a country sees no enemy its explorers go only where what they may find is worth what the sea,
the unknown and the campaign cost (engine.programs.captain.discoveries). None leaves a question to
steady and the playouts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.expeditions import exploring_parties
from engine.expeditions.exploration import DONE
from engine.expeditions.exploring_parties import Explorers
from engine.land.ground.stack_parts import Parting
from engine.land.movement.march_ask import March
from engine.play.asks import Ask, Raw
from engine.programs import steady_at_sea, steady_on_land, steady_overseas
from engine.programs.captain import discoveries, explorer_tasks
from engine.programs.captain.balance import Character
from engine.programs.captain.explorer_tasks import Outing
from engine.rounds import campaign_choice
from engine.sea.under_way import announced_action
from engine.sea.voyages.sail_ask import Sail
from engine.sequence import voyages as sea
from engine.situation import establishments, naval_command
from engine.state import State, known_zones, sides
from engine.state.stacks import Band


def answer(state: State, ask: Ask[Any], character: Character) -> Raw | None:
    """What captain answers to a question overseas; None leaves it to steady."""
    if not known_zones.knowledge_counts(state):
        return None
    find = _ANSWERS.get(ask.name)
    return find(state, ask, character) if find is not None else None


def decides(state: State, ask: Ask[Any], character: Character) -> bool:
    """Whether its answer needs no playouts: explorations are weighed by their odds, and who sees no
    enemy has nothing else to weigh."""
    found = answer(state, ask, character)
    if found is None or not ask.is_legal(found):
        return False
    return ask.name in ("explore", "next-exploration") or unwatched(state, ask.who)


def lines(state: State, ask: Ask[Any], character: Character) -> list[str]:
    """What the explorers of a country might do in the impulse that it pays for, the best first,
    with its figures; nothing at any other question."""
    if ask.name != "campaign":
        return []
    found = expected(state, ask.about["country"], character)
    told = [each.line for each in sorted(found, key=lambda each: (-each.gain, each.place))]
    return told or ["No explorer would find what it costs to look for it."]


def unwatched(state: State, country: str) -> bool:
    """Whether a country sees no enemy anywhere: nobody to fight, to fear or to besiege."""
    alliance = sides.alliance_of(state, country)
    if not any(alliance in war for war in state.diplomacy.wars):
        return True
    enemies = {each.id for each in state.diplomacy.alliances
               if sides.at_war(state, alliance, each.id)}  # fmt: skip
    return not any(
        unit.place
        and sides.alliance_of(state, unit.country) in enemies
        and known_zones.knows(state, country, unit.place)
        for unit in state.units.values()
    )


def expected(state: State, country: str, character: Character) -> list[Outing]:
    """What the explorers of a country gain in an impulse in which they may move."""
    if not steady_overseas.has_explorers(state, country):
        return []
    allies = sides.members(state, sides.alliance_of(state, country))
    trial = steady_on_land.under("passive", state, allies)
    return [each for each in explorer_tasks.outings(trial, country, character) if each.gain > 0]


# Campaigns and moves.


def _campaign(state: State, ask: Ask[Any], character: Character) -> Raw | None:
    """A passive campaign where the explorers gain more than it costs, else none."""
    country = ask.about["country"]
    if not unwatched(state, country):
        return None
    offers = campaign_choice.choices(state, state.countries[country])
    if not {"none", "passive"} <= {*ask.offers()} & offers.keys():
        return None
    gained = sum(each.gain for each in expected(state, country, character))
    return "passive" if gained > character.money * offers["passive"].ducats else "none"


def _next_move(state: State, ask: Ask[Any], character: Character) -> Raw | None:
    """The explorers who gain most."""
    alliance = sides.phasing_alliance(state)
    ready = sea.movers(state, alliance)
    found = {key: explorer_tasks.sailing(state, ready[key], character) for key in ask.offers()
             if key in ready}  # fmt: skip
    for place in ask.about["places"]:
        for country in sides.members(state, alliance):
            home = explorer_tasks.homeward(state, alliance, country, place, character)
            if home.gain > found.get(place, explorer_tasks.NOWHERE).gain:
                found[place] = home
    best = max(found, key=lambda key: (found[key].gain, key), default="")
    return best if best and found[best].gain > 0 else None


def _mover(state: State, ask: Ask[Any], character: Character) -> Raw | None:
    """The part of a stack that does best."""
    assert isinstance(ask, Parting)
    alliance = sides.phasing_alliance(state)
    if all(not state.units[number].land for number in ask.units):
        stack = next((each for each in sea.movers(state, alliance).values()
                      if {*ask.units} == {*each.unit_ids}), None)  # fmt: skip
        found = explorer_tasks.NOWHERE
        if stack is not None:
            found = explorer_tasks.sailing(state, stack, character)
    else:
        place = state.units[ask.units[0]].place
        each_of = (explorer_tasks.homeward(state, alliance, country, place, character)
                   for country in sides.members(state, alliance))  # fmt: skip
        found = max(each_of, key=lambda each: each.gain)
    raw = [*map(str, found.units), *found.leaders]
    return raw if found.gain > 0 and ask.is_legal(raw) else None


def _march(state: State, ask: Ask[Any], character: Character) -> Raw | None:
    """The way home of whoever carries a discovery."""
    assert isinstance(ask, March)
    return steady_overseas.homeward(ask) or None


def _sail(state: State, ask: Ask[Any], character: Character) -> Raw | None:
    """The best way of ships with business in the unknown. Who sees no enemy stays where none gains
    anything, and has other ships go to port."""
    assert isinstance(ask, Sail)
    if ask.rest:
        return None
    if ask.cargo is not None:
        return _with_cargo(state, ask, character)
    found = explorer_tasks.voyage(ask, character)
    if found.gain > 0:
        return [*found.way]
    ships, people = state.units_by_id(ask.units), state.leaders_by_id(ask.leaders)
    if not unwatched(state, naval_command.commander(state, ships, people).country):
        return None
    way = (
        [] if explorer_tasks.has_business(state, ships, people) else [*steady_at_sea.plan(ask).way]
    )
    return way if ask.is_legal(way) else None


def _with_cargo(state: State, ask: Sail, character: Character) -> Raw | None:
    """Discoverers are brought home, a conquistador before the coast that is best explored."""
    assert ask.cargo is not None
    part = ask.cargo.move
    if discoveries.brought_home(state, part):
        return next((
            [*way] for way in ask.landings()
            if establishments.at_phase_start(
                state, announced_action.read(way[-1]).target, ask.alliance
            )
        ), None)  # fmt: skip
    if not any(map(steady_overseas.pioneer, part.leaders)):
        return None
    band = Explorers(ask.place, tuple(part.units), tuple(part.leaders))
    third = explorer_tasks.price_of_a_third(state, ask.units)
    gain, _, way = explorer_tasks.before_a_coast(ask, band, third, character)
    return [*way] if gain > 0 else None


# Explorations.


def _explore(state: State, ask: Ask[Any], character: Character) -> Raw | None:
    """The sea zone whose exploration gains most, none where none gains anything."""
    band = Band(ask.about["place"], tuple(ask.about["units"]), tuple(ask.about["leaders"]))
    return _most({
        zone: explorer_tasks.by_sea(state, band, zone, character)
        for zone in ask.offers()
        if zone != DONE
    })  # fmt: skip


def _next_exploration(state: State, ask: Ask[Any], character: Character) -> Raw | None:
    """The exploration by land that gains most, of troops whom a pioneer leads."""
    alliance = sides.phasing_alliance(state)
    found: Sequence[Outing] = [
        explorer_tasks.ashore(state, band, alliance, character)
        for band in exploring_parties.exploring_stacks(state, alliance)
    ]
    gains = {f"{each.place}>{each.way[0]}": each.gain for each in found if each.way}
    return _most({key: gain for key, gain in gains.items() if key in ask.offers()})


def _most(gains: Mapping[str, float]) -> str:
    best = max(gains, key=lambda key: (gains[key], key), default="")
    return best if best and gains[best] > 0 else DONE


_ANSWERS: Final[Mapping[str, Callable[[State, Ask[Any], Character], Raw | None]]] = {
    "campaign": _campaign,
    "explore": _explore,
    "march": _march,
    "mover": _mover,
    "next-exploration": _next_exploration,
    "next-move": _next_move,
    "sail": _sail,
}
