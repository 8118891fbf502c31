"""What an explorer's ships, troops and couriers might do, each by its exact odds in ducats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.expeditions import exploring_parties
from engine.expeditions.exploring_parties import Explorers
from engine.facts import board, countries
from engine.fleets import fleets
from engine.fleets.sailing_rights import may_sail
from engine.grammar import join_names
from engine.land.movement.march_ask import March
from engine.overseas import exploration_rights
from engine.play.asks import Raw
from engine.programs import score, steady_at_sea, steady_on_land, steady_overseas
from engine.programs.captain import discoveries
from engine.programs.captain.balance import Character
from engine.sea.under_way import announced_action
from engine.sea.under_way.boarding import EMBARK
from engine.sea.voyages.sail_ask import Sail
from engine.sequence import voyages as sea
from engine.situation import establishments, knowledge, naval_command
from engine.state import State, forces, sides
from engine.state.forces import Unit
from engine.state.leaders import Leader
from engine.state.stacks import Band, Group, Stack


class Outing(NamedTuple):
    """What a stack might do in the unknown: who goes, the way, the ducats it gains over to stay,
    and what for, in words."""

    gain: float
    place: str = ""
    units: tuple[int, ...] = ()
    leaders: tuple[str, ...] = ()
    way: tuple[str, ...] = ()
    told: str = ""

    @property
    def line(self) -> str:
        """It in a line, with its figure."""
        return f"{self.told}: {self.gain:+.0f} ducats."


NOWHERE: Final = Outing(0.0)


def outings(state: State, country: str, character: Character) -> Iterator[Outing]:
    """The best of each stack that a country commands, where it may move as `state` says."""
    alliance = sides.alliance_of(state, country)
    for stack in sea.movers(state, alliance).values():
        if naval_command.commander(state, stack.units, stack.leaders).country == country:
            yield sailing(state, stack, character)
    for place in sorted({unit.place for unit in state.units.values() if unit.land and unit.place}):
        yield homeward(state, alliance, country, place, character)
    for band in exploring_parties.exploring_stacks(state, alliance):
        if knowledge.commanding_country(state, band) == country:
            yield ashore(state, band, alliance, character)


# By sea.


def sailing(state: State, stack: Stack, character: Character) -> Outing:
    """The best that a naval stack can do, with all that may sail of it or with one counter."""
    best = NOWHERE
    for units in _parts(state, stack):
        found = voyage(steady_overseas.sail_of(state, stack, units), character)
        if found.gain > best.gain:
            best = found
    return best


def has_business(state: State, units: Iterable[Unit], leaders: Iterable[Leader]) -> bool:
    """Whether ships have anything to do in the unknown: an explorer or a discovery aboard."""
    band = Band.of(units, leaders)
    carried = knowledge.discoveries_carried(state, band)
    return any(map(steady_overseas.pioneer, band.leaders)) or bool(carried)


def _parts(state: State, stack: Stack) -> Iterator[list[Unit]]:
    """What may sail of a stack: the most of it, and each kind of counter alone to explore."""
    business = has_business(state, stack.units, stack.leaders)
    whole = steady_at_sea.part(state, stack.units, stack.leader_ids)
    if not whole or not (business or _passengers(state, stack.alliance)):
        return
    yield whole
    carried = knowledge.discoveries_carried(state, stack.band)
    if len(whole) == 1 or carried or not business:
        return
    kinds = {(unit.kind, unit.country, unit.afloat): unit for unit in reversed(stack.units)}
    for unit in kinds.values():
        if not may_sail(state, [unit], stack.leader_ids):
            yield [unit]


def _passengers(state: State, alliance: str) -> bool:
    """Whether troops overseas have a pioneer to be carried, or discoveries to be fetched."""
    found = {leader.place for leader in state.leaders.values()
             if leader.status == "map" and steady_overseas.pioneer(leader.id)
             and sides.alliance_of(state, leader.country) == alliance}  # fmt: skip
    for country in sides.members(state, alliance):
        for each in knowledge.all_carriers(state, country):
            unit = state.units.get(int(each)) if each.isdecimal() else None
            found |= {unit.place} if unit is not None and unit.land else set()
    return any(place and not board.is_sea(place) for place in found)


def voyage(ask: Sail, character: Character) -> Outing:
    """The best way of these ships."""
    third = price_of_a_third(ask.state, ask.units)
    stays, best = _wear(ask, [], third), NOWHERE
    for offer in ask.offers():
        gain, told = _gain(ask, offer, third, character) if offer else (0.0, "")
        if gain > 0:
            gain -= character.own * (_wear(ask, offer, third) - stays)
        if gain > best.gain:
            led = f" with {_named(ask.leaders)}" if ask.leaders else ""
            said = f"Ships {board.in_or_off(ask.place)}{led} {told}"
            best = Outing(gain, ask.place, tuple(ask.units), tuple(ask.leaders), tuple(offer), said)
    return best


def _wear(ask: Sail, way: Raw, third: float) -> float:
    """What the attrition of a way costs on average."""
    return third * float(ask.outlook(way).expected) if ask.is_legal(way) else 0.0


def _gain(ask: Sail, offer: Sequence[str], third: float, character: Character) -> tuple[float, str]:
    """What a way gains, its attrition left out, and what for."""
    state = ask.state
    end, action = announced_action.end_of(offer, ask.place)
    if action is None:
        if board.is_sea(end) or not establishments.at_phase_start(state, end, ask.alliance):
            return 0.0, ""
        found = discoveries.brought_home(state, ask)
        return character.discoveries * found, f"bring discoveries home to {board.called(end)}"
    if action.kind == EMBARK:
        return _embarked(ask, action.target, third, character)
    if action.kind != exploration_rights.EXPLORE:
        return 0.0, ""
    goals = exploration_rights.seas(state, ask, end)
    gains = {goal: by_sea(state, ask, goal, character) for goal in goals}
    best = max(gains, key=lambda goal: (gains[goal], goal), default="")
    return (gains[best], f"explore {board.called(best)}") if best else (0.0, "")


def _embarked(ask: Sail, place: str, third: float, character: Character) -> tuple[float, str]:
    """What it gains to take the troops of a place aboard: to bring home what they found and cannot
    by land, or to carry a conquistador before an unknown coast."""
    state, here = ask.state, sides.stack(ask.state, place, ask.alliance)
    name = board.called(place)
    if not here.units:
        return 0.0, ""
    found = discoveries.brought_home(state, here.band)
    if found:
        country = knowledge.commanding_country(state, here.band)
        by_themselves = homeward(state, ask.alliance, country, place, character).gain
        return character.discoveries * found - by_themselves, f"fetch the discoverers in {name}"
    band = Explorers(here.place, tuple(here.unit_ids), tuple(here.leader_ids))
    if not any(map(steady_overseas.pioneer, band.leaders)) or band.goals(state):
        return 0.0, ""
    gain, goal, _ = before_a_coast(ask, band, third, character)
    return gain, f"carry {_named(band.leaders)} to explore {board.called(goal)}" if goal else ""


def before_a_coast(
    ask: Sail, band: Explorers, third: float, character: Character
) -> tuple[float, str, tuple[str, ...]]:
    """The unknown province that troops aboard would best explore, the way there, and its gain."""
    best: tuple[float, str, tuple[str, ...]] = (0.0, "", ())
    for zone, path in ask.nearest_places():
        if not board.is_sea(zone) or (path and not ask.is_legal(list(path))):
            continue
        aboard = Explorers(zone, band.units, band.leaders)
        goals = aboard.goals(ask.state)
        wear = character.own * _wear(ask, list(path), third) if goals else 0.0
        for goal in goals:
            gain = by_land(ask.state, aboard, goal, ask.alliance, character) - wear
            best = max(best, (gain, goal, path))
    return best


# By land.


def ashore(state: State, band: Explorers, alliance: str, character: Character) -> Outing:
    """The best exploration of a band by land; nothing without a pioneer among troops."""
    if not band.units or not any(map(steady_overseas.pioneer, band.leaders)):
        return NOWHERE
    gains = {goal: by_land(state, band, goal, alliance, character) for goal in band.goals(state)}
    best = max(gains, key=lambda goal: (gains[goal], goal), default="")
    if not best or gains[best] <= 0:
        return NOWHERE
    where, led = board.in_or_off(band.place), _named(band.leaders)
    told = f"Troops {where} with {led} explore {board.called(best)}"
    return Outing(gains[best], band.place, band.units, band.leaders, (best,), told)


def homeward(state: State, alliance: str, country: str, place: str, character: Character) -> Outing:
    """The way home of troops with discoveries, or of their leader as a courier where they have
    none: alone he goes by sea (LDM-02), and loses the natives who follow him."""
    stack = sides.stack(state, place, alliance)
    people = [leader.id for leader in stack.leaders if leader.country == country]
    for band in (stack.band, Band(place, (), tuple(people[:1]))):
        units, leaders = band.units, band.leaders
        if not units and not leaders:
            continue
        found = discoveries.brought_home(state, band)
        if not found or knowledge.commanding_country(state, band) != country:
            continue
        march = steady_on_land.march_of(state, alliance, place) if units else March(
            who=sides.decider(state, country), name="march", what="", state=state,
            alliance=alliance, place=place, units=[], leaders=leaders,
        )  # fmt: skip
        way = steady_overseas.homeward(march) if march is not None else []
        if way:
            where, home = board.in_or_off(place), board.called(way[-1])
            who = f"Troops {where}" if units else f"{_named(leaders)} leaves his troops {where}"
            bring = "bring" if units else "and brings"
            followers = 0 if units else sum(
                score.unit_worth(state, unit) for unit in stack.units if unit.leader in leaders
            )  # fmt: skip
            gain = character.discoveries * found - character.own * followers
            told = f"{who} {bring} discoveries home to {home}"
            return Outing(gain, place, units, leaders, tuple(way), told)
    return NOWHERE


# What an exploration gains.


def by_sea(state: State, group: Group, goal: str, character: Character) -> float:
    """What the exploration of a sea zone by ships gains."""
    party = exploring_parties.by_sea(state, group, goal)
    ships, people = state.units_by_id(group.units), state.leaders_by_id(group.leaders)
    chief = naval_command.commander(state, ships, people).leader
    return _explored(state, goal, exploring_parties.odds(party), group.units, chief, character)


def by_land(state: State, band: Explorers, goal: str, alliance: str, character: Character) -> float:
    """What the exploration of a province by troops gains."""
    part = band.party(state, goal)
    units = [int(key.partition("/")[0]) for key in part.troops]
    party = exploring_parties.by_land(state, part.of(band.place), goal, alliance)
    chief = max(part.leaders, key=score.leader_worth, default="")
    return _explored(state, goal, exploring_parties.odds(party), units, chief, character)


def _explored(
    state: State, goal: str, odds: Mapping[str, Any], units: Sequence[int], chief: str,
    character: Character,
) -> float:  # fmt: skip
    leader = score.leader_worth(chief) if chief else 0
    third = character.own * price_of_a_third(state, units)
    return discoveries.explored(goal, odds, third, leader, character.discoveries)


def price_of_a_third(state: State, units: Sequence[int]) -> float:
    """What a third of a detachment of these counters costs on average."""
    counters = state.units_by_id(units)
    size = forces.strength(counters) + fleets.thirds(counters)
    return sum(score.unit_worth(state, unit) for unit in counters) / size if size else 0.0


def _named(leaders: Sequence[str]) -> str:
    return join_names([countries.leader(name).name for name in leaders])
