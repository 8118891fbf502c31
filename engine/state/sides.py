"""Who stands where and with whom: alliances, wars, control, stacks, friendly and enemy provinces.

A stack is not stored: it is the land counters and leaders of one alliance in one place and
position. C-FRD, C-STK, AFT-01.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import chain, combinations
from typing import Final, Literal

from engine.facts import board, countries
from engine.state import State
from engine.state.diplomacy import Stance
from engine.state.forces import Position, Unit
from engine.state.land import Revolt
from engine.state.leaders import Leader
from engine.state.lookups import lookup, lookup_at
from engine.state.stacks import Stack

Relation = Literal["friendly", "enemy", "neutral"]
EUROPEAN_FROM: Final = 6
"""The level from which a colony makes its province a European one (C-FRT-04)."""
NATIVES: Final = "natives"
"""The country of native counters: active natives are everybody's enemies."""


def alliance_of(state: State, country: str) -> str:
    """The alliance a country plays in this turn; a country of no alliance stands alone."""
    found: str = (state._answers.known.get(_playing) or playing(state)).get(country, country)
    return found  # asked more often than anything else


def _playing(state: State) -> dict[str, str]:
    """The alliance of every country that plays in one."""
    found = reversed(state.diplomacy.alliances)
    return {country: alliance.id for alliance in found for country in alliance.members}


playing = lookup(_playing)


def at_war(state: State, one: str, other: str) -> bool:
    """Whether two alliances are at war; natives that are active are with everybody (NAT-04)."""
    if one == NATIVES or other == NATIVES:
        return one != other
    return (one, other) in (state._answers.known.get(_at_wars) or at_wars(state))


def _at_wars(state: State) -> frozenset[tuple[str, str]]:
    """The wars, each from both its sides."""
    return frozenset(pair for war in state.diplomacy.wars for pair in (war, war[::-1]))


at_wars = lookup(_at_wars)


@lookup
def enemies(state: State, alliance: str) -> frozenset[str]:
    """The countries at war with an alliance; natives are, and everybody is with them (NAT-04)."""
    found: Iterable[str] = countries.countries()
    if alliance != NATIVES:
        foes = [other for one, other in at_wars(state) if one == alliance]
        found = {NATIVES, *foes, *(each for other in foes for each in members(state, other))}
    return frozenset([each for each in found if at_war(state, alliance, alliance_of(state, each))])


def stance(state: State, alliance: str, country: str) -> Stance:
    """Whether a country is friend, enemy or neutral to an alliance; nobody is none (C-FRD-02)."""
    return stances(state, alliance).get(country, "neutral")


@lookup
def stances(state: State, alliance: str) -> dict[str, Stance]:
    """Who is friend or enemy to an alliance, and that nobody is neither."""
    found: dict[str, Stance] = {"": "nobody"}
    found.update(dict.fromkeys(members(state, alliance), "friend"))
    found.update(dict.fromkeys(enemies(state, alliance), "enemy"))
    return found


@lookup
def at_peace(state: State, alliance: str) -> bool:
    """Whether an alliance is at war with nobody."""
    return not any(alliance in war for war in state.diplomacy.wars)


def phasing_alliance(state: State) -> str:
    """The alliance whose impulse it is; empty outside impulses (OVW-05)."""
    if state.sequence.step in ("supply", "campaign", "movement", "exploration", "battles"):
        return state.diplomacy.alliances[state.sequence.impulse].id
    return ""


def members(state: State, alliance: str) -> tuple[str, ...]:
    """The countries of an alliance."""
    known: dict[str, tuple[str, ...]] = state._answers.known.get(_allied) or allied(state)
    return known.get(alliance, (alliance,))


def _allied(state: State) -> dict[str, tuple[str, ...]]:
    """The countries of every alliance."""
    return {each.id: tuple(each.members) for each in reversed(state.diplomacy.alliances)}


allied = lookup(_allied)


def may_stack(state: State, countries: Iterable[str]) -> bool:
    """Whether countries that play together may also lie in one stack: not with an ally's ally
    alone, whom only initiative joins (INI-03)."""
    return not state.diplomacy.pacts or all(
        any(one in pact and other in pact for pact in state.diplomacy.pacts)
        for one, other in combinations(sorted(set(countries)), 2)
    )


def may_join(state: State, place: str, alliance: str, owners: Iterable[str]) -> bool:
    """Whether troops of these countries may join what stands of their side in a place (INI-03)."""
    if not state.diplomacy.pacts:
        return True
    here = stack(state, place, alliance).units
    return may_stack(state, [*owners, *(unit.country for unit in here)])


def decider(state: State, country: str) -> str:
    """The power that decides for a country: itself, or the patron of a minor.

    Nobody decides for natives; whoever fights them throws their dice.
    """
    if country == NATIVES:
        return speaker(state, phasing_alliance(state) or state.diplomacy.alliances[0].id)
    known = state.countries.get(country)
    return known.patron if known and known.patron else country


def is_power(state: State, country: str) -> bool:
    """Whether a country is in play and no minor: a player's (EUV-TERM-01); major battles count for
    no others (MAJ-08)."""
    known = state.countries.get(country)
    return known is not None and not known.minor


def is_minor_in_play(state: State, country: str) -> bool:
    """Whether a country is in play and a minor, as those are who fight corsairs (COR-13)."""
    return country in state.countries and state.countries[country].minor


def speaker(state: State, alliance: str) -> str:
    """The power that answers for a whole alliance: its first member's (MVG-03, BAT-01)."""
    return decider(state, members(state, alliance)[0])


# Control.


def owner(state: State, place: str) -> str:
    """The country that owns a province, "" for nobody; the rules call it by its nation
    (EUV-TERM-07).

    Overseas that is the country of the establishment that stands there, else the minor that owns
    the area.
    """
    known = state.land.owners.get(place)
    if known is None:
        known = board.printed_owners().get(place)
    if known is not None:
        return known
    province = board.province(place)
    for one in state.overseas.establishments.get(place, ()):
        if not one.stage:
            return one.country
    return province.owner_1492 or board.area(province.area).owner_1492


def controller(state: State, place: str) -> str:
    """The country that controls a province's city, "" for nobody."""
    known = (state._answers.known.get(_held_in_europe) or held_in_europe(state)).get(place)
    return _holder_overseas(state, place) if known is None else known


def _held_in_europe(state: State) -> dict[str, str]:
    """Who controls each province of Europe: by the board its owner, "" for nobody."""
    printed, now = board.printed_owners(), {**state.land.owners, **state.land.controllers}
    return printed | {place: who for place, who in now.items() if place in printed}


held_in_europe = lookup(_held_in_europe)


@lookup
def _holder_overseas(state: State, place: str) -> str:
    """Who controls a province overseas: a city of nobody the natives once active (C-TER-13)."""
    known = state.land.controllers.get(place)
    if known is None:
        known = owner(state, place)
        if not known and place in state.overseas.natives and board.province(place).city:
            return NATIVES
    return known


def fortress_level(state: State, place: str) -> int:
    """The level of the fortress in a province now, 0 for none."""
    known = state.land.levels.get(place)
    if known is not None:
        return known
    printed = board.province(place).fortress
    grown = state.overseas.establishments and place in grown_colonies(state)
    return max(printed, 1) if grown else printed


@lookup
def grown_colonies(state: State) -> frozenset[str]:
    """Where colonies of level 6 stand: these provinces are European (C-FRT-04, C-TER-04)."""
    return frozenset([
        place
        for place, here in state.overseas.establishments.items()
        if any(one.kind == "colony" and one.level >= EUROPEAN_FROM for one in here)
    ])  # fmt: skip


def european(state: State, place: str) -> bool:
    """Whether a province is European: on that map, or a colony of level 6 (C-FRT-04)."""
    return board.in_europe(place) or place in grown_colonies(state)


def half_of_board(state: State, place: str) -> str:
    """By which costs of movement a place counts: those of `europe` or of `rotw` (C-TER-04)."""
    if european(state, place):
        return "europe"
    return board.sea(place).map if board.is_sea(place) else "rotw"


def fortified(state: State, place: str) -> bool:
    """Whether a fortress stands in a province, forts of level 0 included (C-FRT-03)."""
    return fortress_level(state, place) > 0 or any(
        not one.stage for one in state.overseas.establishments.get(place, ())
    )


def controlled_by(state: State, place: str, alliance: str) -> bool:
    """Whether a member of the alliance controls the province."""
    who = controller(state, place)
    return bool(who) and alliance_of(state, who) == alliance


def admitted(state: State, alliance: str, country: str) -> bool:
    """Whether a country of the Rest of the World lets an alliance in: one has its AT (NAT-03,
    NAT-A1)."""
    return any(
        country in state.countries[each].treaties
        for each in members(state, alliance)
        if each in state.countries
    )


def held_by_enemy(state: State, place: str, alliance: str) -> bool:
    """Whether a country at war with the alliance controls the province (C-FRD-02)."""
    return controller(state, place) in enemies(state, alliance)


def national(place: str, country: str) -> bool:
    """Whether the province is national territory of the country."""
    return place in board.national_provinces(country)


# Stacks.


@lookup_at
def stack(state: State, place: str, alliance: str, position: Position = "field") -> Stack:
    """The stack of an alliance in a place; empty where it has nothing."""
    units: tuple[Unit, ...] = ()
    leaders: tuple[Leader, ...] = ()
    own = members(state, alliance)
    for unit in state.units_at(place):
        if unit.country in own and unit.position == position and unit.land:
            units += (unit,)
    for leader in state.leaders_at(place):
        if leader.country in own and leader.position == position:
            leaders += (leader,)
    return Stack(place, alliance, position, units, leaders)


def stacks(state: State, alliance: str, position: Position = "field") -> list[Stack]:
    """Every stack of an alliance with land counters, by place."""
    own = members(state, alliance)
    there: Collection[str] = state.places_of_troops(own)
    if position != "field":
        troops = chain.from_iterable(map(state.troops_of, own))
        there = {unit.place for unit in troops if unit.position == position}
    return [
        each
        for place in sorted(there)
        if not board.is_sea(place) and (each := stack(state, place, alliance, position)).units
    ]


@lookup_at
def alliances_at(state: State, place: str, position: Position = "field") -> tuple[str, ...]:
    """The alliances with land counters in a place, sorted."""
    units = state.units_at(place)
    if not units:
        return ()
    present = {unit.country for unit in units if unit.position == position and unit.land}
    if len(present) == 1:
        return (alliance_of(state, present.pop()),)
    return tuple(sorted({alliance_of(state, country) for country in present}))


def enemy_units(
    state: State, place: str, alliance: str, position: Position = "field"
) -> tuple[Unit, ...]:
    """The land counters in a place that are at war with an alliance (C-FRD-02)."""
    found: tuple[Unit, ...] = ()
    if here := state.units_at(place):
        foes = enemies(state, alliance)
        for unit in here:
            if unit.country in foes and unit.position == position and unit.land:
                found += (unit,)
    return found


# Sieges.


def is_besieged(state: State, place: str) -> bool:
    """Whether the fortress of a province is besieged."""
    return place in state.land.sieges


def is_quiet(state: State, place: str, alliance: str) -> bool:
    """Whether an alliance controls a province that nobody besieges and where no enemy stands."""
    held = controlled_by(state, place, alliance) and not is_besieged(state, place)
    return held and not enemy_units(state, place, alliance)


def inside(state: State, place: str) -> tuple[list[Unit], list[Leader]]:
    """The counters and leaders inside the fortress of a province, whoever's they are."""
    return (
        [unit for unit in state.units_at(place) if unit.position == "inside"],
        [leader for leader in state.leaders_at(place) if leader.position == "inside"],
    )


def enemy_fortress(state: State, place: str, alliance: str) -> bool:
    """Whether a country at war with the alliance controls a fortress in the province."""
    return held_by_enemy(state, place, alliance) and fortified(state, place)


def unfriendly_revolts(state: State, place: str, alliance: str) -> list[Revolt]:
    """The revolts and rebellions in a province that are not the alliance's friends (C-FRD-04)."""
    revolts = state.land.revolts.get(place)
    if not revolts:
        return []
    return [
        one for one in revolts if not one.country or alliance_of(state, one.country) != alliance
    ]


def is_minor(state: State, country: str) -> bool:
    """Whether a country is a minor, in play or not, those of the Rest of the World too (MOV-25)."""
    known = state.countries.get(country)
    if known is not None:
        return known.minor or countries.country(country).kind == "rotw"
    return bool(country) and countries.country(country).kind not in ("major", "minor_major")


def neutral_fortress(state: State, place: str, alliance: str) -> bool:
    """Whether a neutral country controls a fortress in the province that nobody besieges
    (MOV-24)."""
    who = controller(state, place)
    if not who or is_besieged(state, place) or not fortified(state, place):
        return False
    other = alliance_of(state, who)
    return other != alliance and not at_war(state, alliance, other)


@lookup_at
def relation(state: State, place: str, alliance: str) -> Relation:
    """Whether a province is friendly, enemy or neutral to an alliance (C-FRD-02).

    Friendly: a member controls it and no enemy, besieged or not, and no unfriendly revolt is there.
    Enemy: its controller is at war with the alliance, or an enemy or an unfriendly revolt is there.
    """
    who, foes = controller(state, place), enemies(state, alliance)
    if who in foes or unfriendly_revolts(state, place, alliance):
        return "enemy"
    for unit in state.units_at(place):
        if unit.country in foes and unit.land and unit.position in ("field", "inside"):
            return "enemy"
    return "friendly" if who and alliance_of(state, who) == alliance else "neutral"


def is_friendly(state: State, place: str, alliance: str) -> bool:
    """Whether one could enter the province under a passive campaign (C-FRD-01)."""
    return relation(state, place, alliance) == "friendly"
