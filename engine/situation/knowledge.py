"""What is known of the Rest of the World: by a country for good, or by a stack alone (DIS).

`state.overseas.known` holds the zones of each country, `state.overseas.discoveries` what a counter
(by its number) or a leader has found and not brought home, `state.overseas.unheard` what its
country learnt meanwhile. Zones of the European map are known to all. In a game in which nobody
knows any zone of the Rest of the World nothing is unknown either: such a scenario leaves
exploration out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from engine.facts.board import does, in_or_off
from engine.situation import command, naval_command
from engine.state import State, sides
from engine.state.known_zones import NOTHING, country_of, is_public, knows, overseas
from engine.state.stacks import Band, Group

Chart: TypeAlias = frozenset[str] | None
"""The zones of the Rest of the World that a stack may enter; None in a game that binds nobody."""


def commanding_country(state: State, group: Group) -> str:
    """The country that commands a stack, whose alone its discoveries are (DIS-01).

    That of the ships where there are any. Raises ValueError for nobody at all.
    """
    units, leaders = state.units_by_id(group.units), state.leaders_by_id(group.leaders)
    if ships := [unit for unit in units if not unit.land]:
        return naval_command.commanding_country(state, ships, leaders)
    return command.commanding_country(state, units, leaders)


def carriers(state: State, group: Group) -> list[str]:
    """The counters and leaders of a stack who carry its discoveries: the commanding country's
    (DIS-01)."""
    units = state.units_by_id(group.units)
    if not units and not group.leaders:
        return []
    country = commanding_country(state, group)
    return [str(unit.id) for unit in units if unit.country == country] + [
        name for name in group.leaders if state.leaders[name].country == country
    ]


def discoveries_carried(state: State, group: Group) -> set[str]:
    """What the whole of a stack has discovered and not yet brought home (DIS-01, DIS-11)."""
    found = [state.overseas.discoveries.get(each, NOTHING) for each in carriers(state, group)]
    return set(found[0]).intersection(*found[1:]) if found else set()


def open_to(state: State, group: Group, place: str) -> bool:
    """Whether a stack may be in a zone: each of its carriers knows it, by itself or by its country
    (DIS-01, DIS-02); what others brought home while it was away it has not heard of (DIS-05)."""
    return (
        not state.overseas.known
        or not overseas(place)
        or place in known_to(state, group)
        or is_public(state, place)
    )


def known_to(state: State, group: Group) -> set[str]:
    """Every zone of the Rest of the World that a stack may be in (DIS-01, DIS-02, DIS-05)."""
    who = carriers(state, group)
    if not who:
        return set()
    home = state.overseas.known.get(country_of(state, who[0]), set())
    if not any(
        each in state.overseas.discoveries or each in state.overseas.unheard for each in who
    ):
        return set(home)
    found = [_of(state, each, home) for each in who]
    return found[0].intersection(*found[1:])


def _of(state: State, carrier: str, home: Iterable[str]) -> set[str]:
    known = set(home) - state.overseas.unheard.get(carrier, NOTHING)
    return known | state.overseas.discoveries.get(carrier, NOTHING)


def chart(state: State, group: Group) -> Chart:
    """What a stack may enter, looked up once for a search of many zones (DIS-01, DIS-02): nothing
    of the Rest of the World with a pasha (MOV-A9)."""
    if not state.overseas.known:
        return None
    if any(unit.kind == "PASHA" for unit in state.units_by_id(group.units)):
        return NOTHING
    return frozenset(known_to(state, group))


def is_hidden(state: State, known: Chart, place: str) -> bool:
    """Whether a zone is not on a stack's chart: it may only be explored (DIS-02)."""
    return known is not None and place not in known and not is_public(state, place)


def why_unknown(place: str) -> str:
    """The refusal to go into a zone that is not on a stack's chart."""
    return f"{does(place, 'be')} unknown to this stack: it can only be explored (DIS-02)"


def may_interact(state: State, mine: Sequence[int], theirs: Collection[int], place: str) -> bool:
    """Whether counters may begin a fight with others in a zone, or anything else (DIS-13, DIS-14).

    Their country has to know the zone for good, when those they meet are there as well. Without
    counters on the other side (natives, cities) a discovery is enough.
    """
    if not state.overseas.known or is_public(state, place):
        return True
    if all(state.units[number].country == sides.NATIVES for number in theirs):
        return True
    return _settled(state, mine, place)


def _settled(state: State, mine: Sequence[int], place: str) -> bool:
    """Whether the country that commands counters knows a zone for good, and they know of it."""
    return knows(state, commanding_country(state, Band(place, tuple(mine))), place) and not any(
        place in state.overseas.unheard.get(str(number), NOTHING) for number in mine
    )


def only_found(state: State, mine: Sequence[int]) -> frozenset[str]:
    """The zones that troops carry as a discovery alone: there they meet nobody but natives, and
    nobody holds them (DIS-13)."""
    if not state.overseas.discoveries:
        return frozenset()
    found = {
        place for number in mine for place in state.overseas.discoveries.get(str(number), NOTHING)
    }
    return frozenset(
        place for place in found if not (is_public(state, place) or _settled(state, mine, place))
    )


def unknown_to_others(state: State, place: str, alliance: str, going: Iterable[int]) -> bool:
    """Whether a zone holds counters of the side beside these whose country does not know it for
    good: two such stacks may not merge, and here a side has one stack in a place (DIS-03)."""
    if not state.overseas.known or is_public(state, place):
        return False
    ids = set(going)
    return any(
        unit.id not in ids
        and unit.position in ("field", "port")
        and not knows(state, unit.country, place)
        and sides.alliance_of(state, unit.country) == alliance
        for unit in state.units_at(place)
    )


def why_not_merge(place: str) -> str:
    """The refusal to join a stack of the side in a zone that only its stacks know."""
    return f"{in_or_off(place)}, which only stacks know, two may not merge (DIS-03)"


def discover(state: State, carrier: str, place: str) -> None:
    """A counter or leader has found a zone: to be brought home, unless its country learnt it
    meanwhile from others, which it now knows too (DIS-01, DIS-05)."""
    if place in state.overseas.known.get(country_of(state, carrier), NOTHING):
        state.overseas.unheard.get(carrier, set()).discard(place)
        if not state.overseas.unheard.get(carrier):
            state.overseas.unheard.pop(carrier, None)
    else:
        state.overseas.discoveries.setdefault(carrier, set()).add(place)


def known_elsewhere(state: State, country: str, place: str) -> bool:
    """Whether at least one other country, minors included, knows a zone for good (EXP-17)."""
    return any(place in found for name, found in state.overseas.known.items() if name != country)


def all_carriers(state: State, country: str) -> Iterator[str]:
    """The counters and leaders of a country who carry discoveries, in order."""
    for carrier in sorted(state.overseas.discoveries):
        if country_of(state, carrier) == country:
            yield carrier
