"""Naval interception: the question and the attempts (ITG, NIN).

A stack at sea may try in its own and the adjacent zones, one in port in the zones of its coasts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine.facts import board, countries
from engine.facts.board import called, whence
from engine.fleets import blockades, fleets, hierarchy
from engine.fleets.naval_journey import Journey
from engine.grammar import conjugate, join_names
from engine.land.battle.parameters import Force
from engine.land.ground.stack_parts import Part
from engine.land.movement.interception import (
    NEVER,
    NONE_SUCCEEDED,
    NONE_TRIED,
    Attempts,
    Interceptors,
    roll_attempt,
)
from engine.play.asks import Raw
from engine.play.decision_details import Weighed
from engine.play.phase import Phase
from engine.rounds import rounds
from engine.sea.battle_math.parameters import odds_of
from engine.sea.interception import blockade_roll
from engine.sea.interception.interception_math import chance
from engine.sea.interception.interceptors import (
    eligible_stacks,
    largest_part,
    why_barred,
    why_not_apart,
)
from engine.sea.under_way.voyage import Voyage, lay, tell_way
from engine.situation import naval_command
from engine.state import State, sides
from engine.state.stacks import Band


@dataclass(slots=True, kw_only=True)
class Intercept(Interceptors[tuple[Band, ...] | None]):
    """Which ships intercept; `never` gives None. `landing` is where the mover lands next."""

    landing: str = ""

    def read(self, raw: list[str]) -> tuple[Band, ...] | None:
        """The bands that intercept, of each place the whole or a part (ITG-04); None for never."""
        return None if raw == [NEVER] else tuple(_band(*each) for each in self.chosen(raw))

    def why_not(self, post: Band, part: Part) -> str:
        state, band = self.state, _band(post, part)
        units, leaders = band.units_and_leaders(state)
        reason = why_barred(state, units, leaders)
        if not reason and not fleets.within_stacking(units):
            reason = "more than 3 counters and 2 transports cannot sail as one stack (C-STK-02)"
        reason = reason or why_not_apart(state, units, self.target)
        split = set(band.units) != set(post.units) or set(band.leaders) != set(post.leaders)
        if not reason and split and band.place != self.target:
            reason = hierarchy.why_worse(state, band, self.target)
        return reason

    def largest(self, post: Band) -> Sequence[str]:
        return largest_part(self.state, post, self.target)

    def odds(self, band: Band) -> int:
        return chance(self.state, self.target, band, self.mover, self.landing).tenths

    def named(self, raw: Raw) -> str:
        return self.odds_name(raw)

    def odds_name(self, raw: Raw) -> str:
        parts = []
        for band in self.parse(raw) or ():
            ships = fleets.units_in_words(self.state.units_by_id(band.units))
            parts.append(f"{ships}{whence(band.place, self.target)} ({10 * self.odds(band)} %)")
        return "; ".join(parts)


def _band(post: Band, part: Part) -> Band:
    return Band(post.place, tuple(int(key) for key in part.troops), part.leaders)


# The attempts.


async def attempts(phase: Phase, voyage: Voyage, landing: str = "") -> Attempts:
    """The non-phasing stacks may intercept what moves in the zone where it has just come.

    Alliance after alliance in order of initiative; once one has succeeded, no other may try here
    (ITG-01, ITG-07, NIN-10, NIN-11, NIN-18). A stack tries the same mover once (ITG-13). Nothing is
    intercepted in a port (NIN-04).
    """
    tried = False
    zone = voyage.place
    for alliance in rounds.hostile_alliances(phase.state, voyage.alliance):
        if alliance in voyage.never:
            continue
        found = eligible_stacks(phase.state, zone, alliance, voyage.tried, voyage.units)
        if not found:
            continue
        chosen = await _announce(phase, alliance, voyage, found, landing)
        if chosen is None:
            voyage.never.add(alliance)
        elif chosen:
            tried = True
            tell_way(phase, voyage)
            voyage.tried.update(number for band in chosen for number in band.units)
            bands = await _resolve(phase, voyage, chosen, landing)
            if bands:
                return Attempts(True, alliance, bands)
    return NONE_SUCCEEDED if tried else NONE_TRIED


async def _announce(
    phase: Phase, alliance: str, voyage: Voyage, found: Sequence[Band], landing: str
) -> tuple[Band, ...] | None:
    state = phase.state
    return await Intercept(
        who=sides.speaker(state, alliance),
        name="intercept",
        what=partial(_question, state, voyage.place, voyage.band, voyage.announced),
        about=_about(state, voyage, found, landing),
        state=state,
        target=voyage.place,
        posts=tuple(found),
        mover=voyage.band,
        landing=landing,
    )


def _question(state: State, zone: str, mover: Band, announced: str) -> str:
    """Who enters a zone and what they announced, as a question; of a leader alone it says that he
    dies (LDM-06)."""
    units, leaders = mover.units_and_leaders(state)
    many = len(units or leaders)
    if units:
        country = naval_command.commanding_country(state, units, leaders)
        movers = fleets.units_in_words(units)
        doing = f" and {conjugate('announce', many)} {announced}" if announced else ""
    else:
        country, movers = leaders[0].country, join_names(map(_named, mover.leaders))
        doing = f" alone and {conjugate('die', many)} if intercepted"
    enters = f"{countries.possessive(country)} {movers} {conjugate('enter', many)} {called(zone)}"
    return f"{enters}{doing}: intercept?"


def _about(state: State, voyage: Voyage, found: Sequence[Band], landing: str) -> Mapping[str, Any]:
    """What an interception concerns: the chance of each stack, the battle that it would fight
    alone, and the likeliest enemy."""
    zone, mover = voyage.place, voyage.band

    def tenths() -> dict[str, int]:
        return {post.place: chance(state, zone, post, mover, landing).tenths for post in found}

    def enemy(post: Band) -> Force:
        alliance = sides.alliance_of(state, state.units[post.units[0]].country)
        ships = tuple(int(key) for key in largest_part(state, post, zone) if key.isdecimal())
        return Force(alliance, ships, post.leaders)

    def likely() -> list[int]:
        chances = tenths()
        return list(enemy(max(found, key=lambda post: chances[post.place])).unit_ids)

    def battles() -> dict[str, Any]:
        known: dict[str, Any] = {}
        for post in found:
            odds = chance(state, zone, post, mover, landing).tenths
            ships = fleets.units_in_words(state.units_by_id(enemy(post).unit_ids))
            name = f"{ships}{whence(post.place, zone)} ({10 * odds} %)"
            known[name] = odds_of(state, zone, voyage.force, enemy(post), True)
        return known

    if not voyage.ships(state):
        return Weighed(mover.about, chances=tenths)
    return Weighed({**mover.about, "side": 1}, battles, chances=tenths, enemy=likely)


def _named(leader: str) -> str:
    return countries.leader(leader).name


async def leaders_caught(phase: Phase, alliance: str, leaders: Sequence[str], zone: str) -> bool:
    """Whether leaders who cross a sea zone alone are intercepted there (LDM-04, LDM-06)."""
    voyage = Voyage(alliance, [], list(leaders), Journey((zone,)))
    return bool((await attempts(phase, voyage)).bands)


async def _resolve(
    phase: Phase, voyage: Voyage, bands: Sequence[Band], landing: str
) -> tuple[Band, ...]:
    """Rolls every announced attempt; who succeeds comes into the zone (ITG-05, NIN-34).

    Out of a blockaded port one must first run the blockade (NIN-A3); guns there do not fire
    (PRE-A4). The modifiers are those before the first roll, since all were announced together.
    """
    state, zone = phase.state, voyage.place
    odds = [chance(state, zone, band, voyage, landing) for band in bands]
    came = []
    for band, attempt in zip(bands, odds, strict=True):
        own = sides.alliance_of(state, state.units[band.units[0]].country)
        if not board.is_sea(band.place) and blockades.is_blockaded(state, band.place, own):
            got = await blockade_roll.escape(phase, band, band.place, True)
            if got != "through":
                continue
        units, leaders = band.units_and_leaders(state)
        country = naval_command.commanding_country(state, units, leaders)
        where = f"{fleets.units_and_owners(units, country)}{whence(band.place, zone)}"
        if await roll_attempt(phase, zone, country, where, len(units), attempt):
            came.append(band)
    for band in came:
        enter(state, zone, band)
    return tuple(came)


def enter(state: State, zone: str, band: Band) -> None:
    """Moves an intercepting band into the zone, free of any campaign and attrition (ITG-05,
    NIN-A2)."""
    if band.place != zone:
        lay(state, band, zone)
