"""What holds at every decision of every game, whoever plays: AssertionError says what broke."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from engine.facts import board, force_pools
from engine.fleets import fleet_counters, fleets, gold, ports, transports
from engine.games.game import Game
from engine.land.ground.stack_parts import Part
from engine.overseas import active_natives, forts, natives_math
from engine.play.asks import Ask
from engine.sequence import next_moves, sequence
from engine.sequence import voyages as sea
from engine.sequence.next_moves import NextMoves
from engine.situation import counters, establishments
from engine.state import State, forces, known_zones, sides

PHASING_ASKS: Final = frozenset(("campaign", "mover", "next-battle", "next-move", "next-supply"))
"""Questions that only the alliance whose impulse it is may be asked."""

GAINS: Final = frozenset(
    ("fall", "interphase", "levies", "logistics", "natives", "recruits", "ruling", "wintering")
)
LOSSES: Final = frozenset(
    ("battle", "captured", "fall", "losses", "overrun", "redeployment", "retreat", "revolt",
     "ruling", "siege", "supply", "wintering")
)  # fmt: skip
"""The lines of the chronicle that tell why a country has more or fewer troops than before."""

GOLD_GOES: Final = frozenset(("battle", "gold", "losses", "roll", "ruling"))
"""Gold is unloaded, seized, or lost with its ships or like them by attrition; it never grows."""


class Watch:
    """Watches a game from decision to decision: `watch(game)` before every answer."""

    def __init__(self) -> None:
        self.strength: Counter[str] = Counter()
        self.ducats = 0
        self.told = 0
        self.there: set[tuple[str, str]] = set()

    def __call__(self, game: Game) -> None:
        """Every invariant of the position, and of the way to it from the last one seen."""
        check(game)
        self.changes(game)
        self.strangers(game.state)

    def strangers(self, state: State) -> None:
        """No side is in a zone overseas that nobody of it knows there, or as a country; who was
        led there by others is left when these are lost (DIS-01, DIS-08), and in a later turn those
        who were one side may be two."""
        if (
            not known_zones.knowledge_counts(state)
            or not sequence.begins(state)
            or state.sequence.step == "over"
        ):
            return
        found = sides_overseas(state)
        for (place, alliance), known in sorted(found.items()):
            known = known or (place, alliance) in self.there
            assert known, f"{alliance} is in {place}, which it does not know"
        self.there = set(found)

    def changes(self, game: Game) -> None:
        """No country gains or loses troops, and no gold goes, unless the chronicle tells why; one
        that leaves the game takes all with it."""
        now: Counter[str] = Counter()
        ducats = sum(game.state.sea.gold.values())
        for unit in game.state.units.values():
            now[unit.country] += unit.thirds * (unit.country != sides.NATIVES)
        if len(game.story) < self.told or not self.strength:
            self.told, self.strength, self.ducats = len(game.story), now, ducats
            return
        kinds = {entry.kind for entry in game.story[self.told :]}
        for country in now.keys() | self.strength.keys():
            change = now[country] - self.strength[country]
            assert change <= 0 or kinds & GAINS, f"{country} gains {change} thirds by {kinds}"
            told = kinds & LOSSES or country not in game.state.countries
            assert change >= 0 or told, f"{country} loses {-change} thirds by {kinds}"
        assert ducats <= self.ducats, f"{ducats - self.ducats} ducats of gold from nowhere"
        if ducats < self.ducats:
            assert kinds & GOLD_GOES, f"{self.ducats - ducats} ducats of gold go by {kinds}"
        self.told, self.strength, self.ducats = len(game.story), now, ducats


def check(game: Game) -> None:
    """Every invariant of a position; cheap enough for each decision of a simulated phase."""
    assert game.ask is not None, "a position before the end has no question"
    check_ask(game.ask, game.state)
    check_state(game.state)
    if game.is_clean:
        check_rest(game.state)


def check_ask(ask: Ask[Any], state: State) -> None:
    """The offers are there, unique, sorted and legal, and asked of whose decision it is."""
    powers = {sides.decider(state, country) for country in state.countries}
    assert ask.who in powers, f"{ask.name} is asked of {ask.who!r}, who decides for nobody"
    check_asked(ask, state)
    offers = ask.offers()
    assert offers, f"{ask.name} ({ask.question}) has no answer"
    if all(isinstance(offer, (str, int, list)) for offer in offers):
        assert all(one < other for one, other in pairwise(offers)), f"{ask.name}: not in order"
    assert len({repr(offer) for offer in offers}) == len(offers), f"{ask.name}: offered twice"
    for offer in offers:
        plain_only(offer)
        ask.parse(offer)
        assert ask.label(offer), f"{ask.name}: {offer!r} has no label"
    if ask.default is not None:
        ask.parse(ask.default)
    assert {repr(raw) for raw in ask.listed()} == {repr(offer) for offer in offers}


def check_asked(ask: Ask[Any], state: State) -> None:
    """The question goes to an alliance that it concerns."""
    allied = {
        alliance.id
        for alliance in state.diplomacy.alliances
        if any(sides.decider(state, member) == ask.who for member in alliance.members)
    }
    phasing = sides.phasing_alliance(state)
    assert not phasing or ask.name not in PHASING_ASKS or phasing in allied, (
        f"{ask.name} is asked of {ask.who}, and {phasing} has the impulse"
    )
    if ask.name == "next-move":
        check_movers(state, phasing)
    if "country" in ask.about:
        country = str(ask.about["country"])
        assert sides.decider(state, country) == ask.who, f"{ask.name}: {ask.who} for {country}"


def check_movers(state: State, alliance: str) -> None:
    """What may move, found for the whole board at once, is what may in each place by itself."""
    ready = NextMoves(state, alliance).marches
    leading = {leader.place for leader in state.leaders.values() if leader.status == "map"}
    for place in {*state.occupied_places(), *leading}:
        if not board.is_sea(place):
            here = next_moves.free(state, place, alliance)
            assert ready.get(place, Part((), ())) == here, f"{place}: {here} may move"
    stays = {key.removeprefix("stays ") for key in state.marks.done}
    gone = {*map(str, state.marks.moved | state.marks.locked), *state.marks.moved_leaders, *stays}
    for key, stack in sea.movers(state, alliance).items():
        [whole] = [
            each
            for each in fleets.stacks_at(state, stack.place, alliance)
            if stack.units[0] in each.units
        ]
        assert [*stack.units] == [unit for unit in whole.units if str(unit.id) not in gone], key
        assert [*stack.leaders] == [each for each in whole.leaders if each.id not in gone], key


def check_state(state: State) -> None:
    """Every counter and leader is in one legal place, and every marker within its limits."""
    for number, unit in state.units.items():
        assert unit.id == number <= state.last_unit, f"counter {number} has a wrong id"
        most = unit.thirds or unit.afloat
        assert 0 <= unit.veterans <= most, f"counter {number}: veterans {unit.veterans}"
        playing = unit.country in state.countries or unit.country == sides.NATIVES
        assert playing, f"{unit.country} is not in the game"
        assert unit.thirds > 0 or not unit.land, f"counter {number} is nothing"
        assert unit.thirds == replace(unit).thirds, f"counter {number} has the strength of another"
        if not board.is_sea(unit.place):
            board.province(unit.place)
    places: Counter[int] = Counter()
    for place in state.occupied_places():
        for unit in state.units_at(place):
            places[unit.id] += 1
            assert unit.place == place, f"counter {unit.id} lies in {place}, not {unit.place}"
    assert places == Counter(dict.fromkeys(state.units, 1)), "a counter is in no place or in two"
    assert list(state.units) == sorted(state.units), "counters are not in order"
    for owner in {unit.country for unit in state.units.values()}:
        own = [unit for unit in state.units.values() if unit.country == owner]
        assert list(state.troops_of(owner)) == [unit for unit in own if unit.land], owner
        assert list(state.ships_of(owner)) == [unit for unit in own if not unit.land], owner
    check_counters(state)
    check_ships(state)
    for leader in state.leaders.values():
        if leader.status == "map":
            assert leader.place, f"{leader.id} is on the map but nowhere"
            assert leader in list(state.leaders_at(leader.place)), f"{leader.id} is mislaid"
        else:
            assert not leader.place, f"{leader.id} is {leader.status} yet in {leader.place}"
        assert (leader.status == "wounded") == bool(leader.returns), leader.id
    for marks in (
        state.marks.moved,
        state.marks.locked,
        state.marks.beaten,
        state.marks.foraging,
        state.marks.unsupplied,
    ):
        assert marks <= state.units.keys(), f"marks of counters that are gone: {marks}"
    assert state.marks.entered.keys() <= state.units.keys(), "a way of a counter that is gone"
    for country in state.countries.values():
        assert -3 <= country.stability <= 3, f"{country.id}: stability {country.stability}"
        owing = (
            country.ticks or state.sequence.step in ("cleanup", "over") or state.ledger.last_turn
        )
        assert country.treasury >= 0 or owing, f"{country.id} has {country.treasury} ducats"
    check_markers(state)
    check_knowledge(state)
    check_overseas(state)


def check_overseas(state: State) -> None:
    """Natives are where they may be and no more than live there, recruits with their leader, and
    forts under construction are watched."""
    for place, found in state.overseas.establishments.items():
        assert found, f"an empty list of establishments in {place}"
        for one in found:
            assert not one.stage or one.kind == "fort", f"a {one.kind} under construction"
            assert 0 <= one.stage <= establishments.ROUNDS, (
                f"a fort of stage {one.stage} in {place}"
            )
            watched = not one.stage or forts.guard(state, place, one.country) >= 3
            assert watched, f"nobody watches over the fort of {one.country} in {place}"
    there: Counter[str] = Counter()
    for unit in state.units.values():
        if unit.corps != active_natives.CORPS:
            continue
        assert unit.land, f"native ships: {unit.id}"
        assert not unit.veterans, f"veteran natives: {unit.id}"
        if unit.country == sides.NATIVES:
            there[unit.place] += unit.thirds
            assert unit.position == "field", f"natives {unit.id} are {unit.position}"
            continue
        chief = state.leaders[unit.leader]
        assert not board.is_sea(unit.place), f"recruits {unit.id} are at sea"
        together = (chief.place, chief.position) == (unit.place, unit.position)
        assert together or state.sequence.step == "wintering", (
            f"recruits {unit.id} without {unit.leader}"
        )
        assert chief.country == unit.country, f"recruits {unit.id} of another country"
    for place, thirds in there.items():
        assert state.overseas.natives.get(place) == "active", (
            f"natives in {place} who are not active"
        )
        most = natives_math.strength(board.area(board.province(place).area))
        assert thirds <= most, f"{thirds} thirds of natives in {place}, where {most} live"


def check_knowledge(state: State) -> None:
    """Zones that are known or discovered lie overseas, and live carriers carry what their country
    does not know (DIS-01, DIS-08)."""
    alive = {str(number) for number in state.units}
    alive |= {leader.id for leader in state.leaders.values() if leader.status == "map"}
    for places in (*state.overseas.known.values(), *state.overseas.discoveries.values()):
        assert all(known_zones.overseas(place) for place in places), f"no zone overseas: {places}"
    assert state.overseas.discoveries.keys() <= alive, "a discovery is carried by nobody"
    assert state.overseas.unheard.keys() <= state.overseas.discoveries.keys(), (
        "news is missed for no discovery"
    )
    for carrier, places in state.overseas.discoveries.items():
        country = known_zones.country_of(state, carrier)
        new = places - state.overseas.known.get(country, set())
        assert new == places != set(), f"{carrier} carries what {country} knows"


def sides_overseas(state: State) -> dict[tuple[str, str], bool]:
    """The zones overseas where sides stand, and whether somebody of them there knows the zone, or
    a country of theirs."""
    found: dict[tuple[str, str], bool] = {}
    standing = [(str(unit.id), unit.country, unit.place) for unit in state.units.values()]
    standing += [(one.id, one.country, one.place) for one in state.leaders.values() if one.place]
    for carrier, country, place in standing:
        if country != sides.NATIVES and not known_zones.is_public(state, place):
            known = place in state.overseas.discoveries.get(carrier, ())
            side = sides.alliance_of(state, country)
            known = known or any(
                place in state.overseas.known.get(ally, ()) for ally in sides.members(state, side)
            )
            key = place, side
            found[key] = found.get(key, False) or known
    return found


def check_ships(state: State) -> None:
    """Ships lie at sea or in port, fleets hold what fits, and what they do is done by somebody."""
    for unit in state.units.values():
        if unit.land:
            assert not unit.ships, f"counter {unit.id} is land and holds ships"
            continue
        afloat = "field" if board.is_sea(unit.place) else "port"
        assert unit.position == afloat, f"ships {unit.id} in {unit.place}: {unit.position}"
        assert (unit.kind in ("F+", "F-")) == bool(unit.ships), (
            f"{unit.kind} {unit.id}: {unit.ships}"
        )
        if unit.ships:
            side = fleet_counters.side(state, unit.country, unit.ships)
            assert side == unit.kind, f"{unit.kind} {unit.id} holds {unit.ships}"
    for carrier, ducats in state.sea.gold.items():
        assert ducats > 0, f"{carrier}: {ducats} ducats of gold"
        if carrier.isdecimal():
            assert not state.units[int(carrier)].land, f"{carrier} carries gold and is not a ship"
    for name, convoy in state.sea.convoys.items():
        kinds = {state.units[number].kind for number in convoy.counters}
        assert kinds <= {"NTD"}, f"{name} is made of {kinds}"
    known = {*map(str, state.units), *state.leaders}
    assert state.sea.tasks.keys() <= known, "something is done by nobody"
    for zone, attackers, defenders in state.marks.naval_battles:
        assert board.is_sea(zone), f"a naval battle in {zone}"
        assert not set(attackers) & set(defenders), f"{zone}: on both sides"


def check_counters(state: State) -> None:
    """No country has more counters on the board than it has (C-FOR-05)."""
    for country in {unit.country for unit in state.units.values()}:
        own = [unit for unit in state.units.values() if unit.country == country]
        for corps, kind in {(unit.corps, unit.kind) for unit in own}:
            if kind in ("A+", "A-", "LD"):
                free = counters.free_counters(state, country, kind, corps)
                assert free >= 0, f"{country} has more {kind} than counters"
        armies = [unit for unit in own if unit.army and unit.corps not in ("timar", "native")]
        limit = force_pools.counter_limit(country, "army")
        assert len(armies) <= limit or not limit or country == "turkey", f"{country}: armies"


def check_markers(state: State) -> None:
    """Pillages, sieges and fortress levels are within their limits."""
    for place, signs in state.land.pillages.items():
        assert 1 <= len(signs) <= 2, f"{place}: pillage {signs}"
        assert signs != ["-", "-"], f"{place}: two reduced pillages have not merged"
    for place, siege in state.land.sieges.items():
        assert sides.controller(state, place), f"{place} is besieged but nobody holds it"
        assert len(siege.works) <= 2, f"{place}: siegeworks {siege.works}"
        assert siege.works != ["-", "-"], f"{place}: two reduced siegeworks have not merged"
    for place in state.land.levels:
        assert 0 <= sides.fortress_level(state, place) <= 5, f"{place}: fortress level"


def check_rest(state: State) -> None:
    """Between moves: stacks within limits but before a battle, friends inside, sieges besieged."""
    for place in state.occupied_places():
        if board.is_sea(place):
            continue
        for alliance in sides.alliances_at(state, place):
            stack = sides.stack(state, place, alliance)
            if place in state.marks.contested and any(
                unit.id in state.marks.locked for unit in stack.units
            ):
                continue
            assert forces.within_stacking(stack.units), (
                f"{place}: {alliance} has {forces.units_in_words(stack.units)}"
            )
        for alliance in sides.alliances_at(state, place, "inside"):
            assert sides.controlled_by(state, place, alliance), f"{alliance} is inside {place}"
    check_afloat(state)
    for place, siege in state.land.sieges.items():
        assert sides.stack(state, place, siege.alliance).units, f"nobody besieges {place}"
        assert sides.fortified(state, place), f"{place} is besieged without a fortress"


def check_afloat(state: State) -> None:
    """Between moves: no more aboard than ships can carry, and ships only where they may be."""
    for place in state.occupied_places():
        for stack in fleets.stacks_at(state, place):
            galleys = fleets.has_galleys(stack.units) and board.is_sea(place)
            assert not galleys or fleets.galleys_sail(place), f"galleys in {place}"
            if not board.is_sea(place) and state.sequence.step != "over":
                assert ports.harbour(state, place, stack.alliance), (
                    f"ships of {stack.alliance} lie in {place}, no port of theirs"
                )
        for alliance in sides.alliances_at(state, place, "aboard"):
            troops = sides.stack(state, place, alliance, "aboard").units
            ships = [unit for found in fleets.stacks_at(state, place, alliance)
                     for unit in found.units]  # fmt: skip
            room = transports.capacity(state, ships) - gold.beside_troops(state, ships)
            wanted = transports.transport_points_needed(state, troops)
            assert wanted <= room, f"{place}: {wanted:g} transport points aboard, {room:g} there"


def plain_only(value: Any) -> None:
    """Nothing but text, whole numbers, booleans, None, lists and dicts with text keys."""
    if isinstance(value, dict):
        for key, inner in value.items():
            assert type(key) is str, f"{key!r} is not a text key"
            plain_only(inner)
    elif isinstance(value, list):
        for inner in value:
            plain_only(inner)
    else:
        assert value is None or type(value) in (str, int, bool), f"{value!r} is not plain"
