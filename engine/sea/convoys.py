"""Corsairs attack gold on its way (CNV)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from engine.chances.steps import FACES
from engine.facts import board, countries, tables
from engine.facts.board import called, in_or_off
from engine.fleets import fleet_counters, fleets
from engine.fleets.gold import ducats_aboard, settle
from engine.grammar import capitalised, conjugate, counted
from engine.land.movement.interception_math import die_in_words, intercepts
from engine.modifiers import Modifier, nonzero, total
from engine.play.asks import Choose, Option, YesNo
from engine.play.phase import Phase
from engine.sea import corsairs_math
from engine.sea.interception import interception_math
from engine.sea.under_way import carried_troops
from engine.sea.under_way.voyage import Voyage, tell_way
from engine.situation import naval_command
from engine.state import State, sides
from engine.state.sea import Corsair
from engine.state.stacks import Group, Stack

CONVOYS: Final = "convoy_attack"
PRIZES: Final = ("NTD", "NWD")


class Raider(NamedTuple):
    """A corsair that may attack: where it lies, and which it is of those there."""

    place: str
    at: int

    def corsair(self, state: State) -> Corsair:
        """Its counter."""
        return state.sea.corsairs[self.place][self.at]

    def alliance(self, state: State) -> str:
        """The alliance that sends it."""
        return sides.alliance_of(state, self.corsair(state).country)

    def in_words(self, state: State) -> str:
        """Its counter in words."""
        return corsairs_math.corsair_in_words(self.corsair(state))


def attackers(state: State, zone: str, alliance: str) -> list[list[Raider]]:
    """The corsairs that may attack a convoy in a zone, by alliance, in their order.

    They lie + anywhere in its trade zone (CNV-02, CNV-04), those of the Barbaresques only in the
    Mediterranean (CNV-05). Pirates come first, of whom only one of the highest rank attacks; then
    one of each alliance, by initiative (CNV-06 to CNV-10), the highest rank foremost.
    """
    near = set(board.trade_zones_at(zone))
    mediterranean = board.sea(zone).region == "mediterranean"
    found: dict[str, list[tuple[tuple[bool, int, str], Raider]]] = {}
    for place in sorted(state.sea.corsairs):
        if not board.is_sea(place) or near.isdisjoint(board.trade_zones_at(place)):
            continue
        able = corsairs_math.enemies(state, place, alliance)
        for at, corsair in enumerate(state.sea.corsairs[place]):
            barred = corsair.country in corsairs_math.BARBARESQUES and not mediterranean
            if corsair.side != "+" or barred or corsair not in able:
                continue
            who = sides.alliance_of(state, corsair.country)
            pirates = corsair.country == corsairs_math.PIRATES
            rank = countries.leader(corsair.leader).rank if corsair.leader else ""
            key = (not pirates, -_initiative(state, who), rank or "Z")
            found.setdefault(who, []).append((key, Raider(place, at)))
    groups = sorted(sorted(group) for group in found.values())
    return [[each for key, each in group if key[0] or key == group[0][0]] for group in groups]


def _initiative(state: State, alliance: str) -> int:
    return next((each.initiative for each in state.diplomacy.alliances if each.id == alliance), 0)


def manoeuvre(corsair: Corsair) -> int:
    """The manoeuvre of a corsair's leader, 0 without one (COR-12)."""
    return countries.leader(corsair.leader).manoeuvre if corsair.leader else 0


def finding_manoeuvre(corsair: Corsair) -> int:
    """That with which a corsair finds its prey: pirates without a leader have 2 (CNV-13)."""
    if corsair.country == corsairs_math.PIRATES and not corsair.leader:
        return tables.revolt_value(CONVOYS, "pirates_without_leader_manoeuvre")
    return manoeuvre(corsair)


async def attacks(phase: Phase, voyage: Voyage, landing: str = "") -> None:
    """Corsairs attack a stack with gold that has entered a zone; it sails on all the same.

    After the announcement, perhaps of a `landing`, and its attrition, before ordinary interceptions
    (CNV-03, CNV-07, CNV-A4). Not with the experimental system for corsairs (CNV-01).
    """
    state, zone = phase.state, voyage.place
    if state.options.get("experimental_revolts") or not board.is_sea(zone):
        return
    done: set[str] = set()
    while ducats_aboard(state, voyage.ships(state)):
        left = [
            group
            for group in attackers(state, zone, voyage.alliance)
            if group[0].alliance(state) not in done
        ]
        if not left:
            return
        done.add(left[0][0].alliance(state))
        chosen = await _agreed(phase, voyage, left[0], landing)
        if chosen is not None:
            tell_way(phase, voyage)
            await _attack(phase, voyage, chosen, landing)


async def _agreed(
    phase: Phase, voyage: Voyage, group: Sequence[Raider], landing: str
) -> Raider | None:
    """The corsair of an alliance that attacks; None where its controllers do not agree (CNV-11), or
    the one that decides lets it be (CNV-12). Of pirates a die says which (CNV-08, CNV-10).

    Corsairs that are alike stand for one another.
    """
    state = phase.state
    if group[0].corsair(state).country == corsairs_math.PIRATES:
        alike = {(each.place, each.corsair(state).leader): each for each in group}
        return await _by_lot(phase, voyage, list(alike.values()))
    different: dict[tuple[str, str], Raider] = {}
    for each in group:
        corsair = each.corsair(state)
        different.setdefault((corsair.country, corsair.leader), each)
    choice = list(different.values())
    if len(choice) == 1:
        return choice[0] if await _attacks(phase, voyage, choice[0], landing) else None
    wanted, stack = set(), voyage.stack(state)
    for who in dict.fromkeys(_controller(state, each.corsair(state)) for each in choice):
        answer = await Choose(
            who=who,
            name="convoy-attacker",
            what=f"{_gold_enters(state, voyage)}: which corsair attacks? "
            "All controllers must agree.",
            options=[
                Option("none", "none"),
                *(
                    Option(str(at), each.in_words(state), _chances(state, stack, each, landing))
                    for at, each in enumerate(choice)
                ),
            ],
            about={"place": voyage.place, "units": list(voyage.units)},
            enter="0",
        )
        wanted.add(answer)
    answer = wanted.pop()
    return None if wanted or answer == "none" else choice[int(answer)]


async def _by_lot(phase: Phase, voyage: Voyage, tied: Sequence[Raider]) -> Raider:
    """The one of the pirates of one rank that attacks, drawn with a die each (CNV-08, CNV-10)."""
    if len(tied) == 1:
        return tied[0]
    by_die: dict[int, list[Raider]] = {}
    for each in tied:
        corsair = each.corsair(phase.state)
        led = f" under {countries.leader(corsair.leader).name}" if corsair.leader else ""
        who, name = _controller(phase.state, corsair), f"pirates{led} {in_or_off(each.place)}"
        purpose = f"{name}: which of those tied attack the gold"
        rolled = await phase.roll(f"{corsair.country}.tied", purpose=purpose, who=who)
        text = f"{capitalised(name)}: {rolled.die}; of those tied the highest attack the gold."
        phase.tell_roll(rolled, text, voyage.place, who)
        by_die.setdefault(rolled.die, []).append(each)
    return await _by_lot(phase, voyage, by_die[max(by_die)])


def _gold_enters(state: State, voyage: Voyage) -> str:
    """What a convoy brings into a zone, as a question begins."""
    ducats = ducats_aboard(state, voyage.ships(state))
    return f"{counted(ducats, 'ducat')} of gold {conjugate('enter', ducats)} {called(voyage.place)}"


async def _attacks(phase: Phase, voyage: Voyage, raider: Raider, landing: str) -> bool:
    """Whether a corsair attacks, as its controller decides (CNV-12)."""
    state, corsair = phase.state, raider.corsair(phase.state)
    if corsair.country not in state.countries:
        return True
    return await YesNo(
        who=sides.decider(state, corsair.country),
        name="attack-convoy",
        what=f"{_gold_enters(state, voyage)}: does {raider.in_words(state)} attack?",
        detail=f"{_chances(state, voyage.stack(state), raider, landing)}; goes home for the turn",
        about={"place": voyage.place, "units": list(voyage.units)},
        enter=True,
    )


async def _attack(phase: Phase, voyage: Voyage, raider: Raider, landing: str) -> None:
    """One attack: interception, defence, raid (CNV-13 to CNV-16), and home (CNV-19, CNV-20)."""
    state, zone, corsair = phase.state, voyage.place, raider.corsair(phase.state)
    who, name = _controller(state, corsair), raider.in_words(state)
    found = _interception(state, voyage.stack(state), corsair, raider.place == zone, landing)
    purpose = f"{name} attacks the gold"
    rolled = await phase.roll(f"{corsair.country}.convoy", found, purpose, who=who)
    hit = intercepts(rolled.die, rolled.modifier, "sea")
    said = "finds" if hit else "misses"
    text = f"{capitalised(name)} {said} the gold {in_or_off(zone)} ({die_in_words(rolled, 'sea')})."
    phase.tell_roll(rolled, text, zone, who)
    if hit:
        await _raid(phase, voyage, corsair, who)
    _goes_home(phase, raider)


def _controller(state: State, corsair: Corsair) -> str:
    """Who rolls for a corsair: its controller, or for pirates whoever has the initiative."""
    if corsair.country in state.countries:
        return sides.decider(state, corsair.country)
    return sides.speaker(state, state.diplomacy.alliances[0].id)


def _interception(
    state: State, stack: Stack, corsair: Corsair, near: bool, landing: str
) -> tuple[Modifier, ...]:
    """The modifiers with which a corsair, `near` in the zone of a stack or elsewhere in the trade
    zone, finds it: those of any interception at sea, the corsair itself being at sea; pirates have
    no technology (CNV-13, NIN-22 to NIN-30)."""
    known = state.countries.get(corsair.country)
    ahead, technology = 0, known.naval_technology if known else ""
    if technology:
        box = tables.technology_goals(technology).initial_box
        ahead = box - fleets.technology_box(state, stack.units)
    return interception_math.modifiers(
        interception_math.Attempt(
            manoeuvre=finding_manoeuvre(corsair),
            enemy_manoeuvre=naval_command.commander(state, stack.units, stack.leaders).manoeuvre,
            levels_ahead=ahead,
            bad_weather=state.sequence.bad_weather,
            advanced=bool(technology)
            and tables.technology_rank(technology) >= interception_math.ADVANCED,
            same_zone=near,
            landing="zone" if landing and near else "",
        )
    )


def attacks_in_words(state: State, group: Group, zone: str, landing: str) -> list[str]:
    """Which corsairs may attack these ships with gold in a zone, perhaps with a `landing` announced
    there, and how likely each gets through, a sentence each (CNV-13 to CNV-15)."""
    units, leaders = state.units_by_id(group.units), state.leaders_by_id(group.leaders)
    ducats = ducats_aboard(state, units)
    if not ducats or not board.is_sea(zone):
        return []
    stack = Stack(zone, sides.alliance_of(state, units[0].country), "field", units, leaders)
    return [
        f"{in_or_off(zone)} {first.in_words(state)} may attack the {counted(ducats, 'ducat')}: "
        f"{_chances(state, stack, first, landing)}"
        for first, *_ in attackers(state, zone, stack.alliance)
    ]


def _chances(state: State, stack: Stack, raider: Raider, landing: str) -> str:
    """How likely a corsair finds the gold of a stack, and how likely it is driven off then."""
    corsair, near = raider.corsair(state), raider.place == stack.place
    finding = total(_interception(state, stack, corsair, near, landing))
    hunt = corsairs_math.hunt_of(state, stack, replace(corsair, side="-"))
    kept = total(corsairs_math.modifiers(hunt._replace(corsairs_plus=hunt.corsairs_plus - near)))
    finds = 10 * sum(intercepts(die, finding, "sea") for die in FACES)
    wards = 10 * sum(corsairs_math.succeeds(die, kept) for die in FACES)
    return f"finds them {finds} %, is then driven off {wards} %"


async def _raid(phase: Phase, voyage: Voyage, corsair: Corsair, who: str) -> None:
    """The convoy defends itself; where it fails ships are taken with their gold (CNV-14 to 18), and
    troops aboard who find no room any more are lost (CMB-28)."""
    state, zone, stack = phase.state, voyage.place, voyage.stack(phase.state)
    corsair.side = "-"
    found = corsairs_math.modifiers(corsairs_math.hunt_of(state, stack, corsair))
    rolled = await phase.roll(f"{voyage.country(state)}.hunt", found, "defence of the gold")
    safe = corsairs_math.succeeds(rolled.die, rolled.modifier)
    text = f"The convoy {'drives the corsair off' if safe else 'cannot keep the corsair off'}"
    phase.tell_roll(rolled, f"{text} ({corsairs_math.die_in_words(rolled)}).", zone)
    if safe:
        return
    found = raid_modifiers(state, stack, corsair)
    rolled = await phase.roll(f"{corsair.country}.raid", found, "the raid", who=who)
    result = tables.convoy_raid(rolled.result)
    most = f"at most {counted(result, 'ship')}" if result else "no ship"
    phase.tell_roll(rolled, f"The raid on the gold ({rolled.spoken()}): {most}.", zone, who)
    _loot(phase, voyage, corsair, result, who)
    await carried_troops.drop_excess(phase, zone, voyage.alliance, voyage.units)


def raid_modifiers(state: State, stack: Stack, corsair: Corsair) -> tuple[Modifier, ...]:
    """The modifiers of a raid at sea that hold for convoys (CNV-16)."""

    def value(name: str) -> int:
        return tables.revolt_value("raid_privateer_sea", name)

    kinds = [unit.kind for unit in stack.units]
    minus, plus = kinds.count("F-"), kinds.count("F+")
    loose = not minus and not plus and fleets.detachments(stack.units) > 0
    fought = state.notes.get(f"{corsairs_math.FOUGHT}{stack.place}") == state.turn
    chief = naval_command.commander(state, stack.units, stack.leaders)
    alone = corsair.side == "-"
    return nonzero(
        (alone * value("lone_minus_counter"), "a corsair on its - side", "CNV-16"),
        (loose * value("defending_nd_no_fleet"), "ships without a fleet", "CNV-16"),
        (minus * value("per_defending_fleet_minus"), "fleets -", "CNV-16"),
        (plus * value("per_defending_fleet_plus"), "fleets +", "CNV-16"),
        (chief.manoeuvre, "manoeuvre of the convoy's admiral", "CNV-16"),
        (-manoeuvre(corsair), "manoeuvre of the corsair", "CNV-16"),
        (fought * value("naval_battle_this_turn"), "a naval battle there", "CNV-16"),
        (
            corsairs_math.is_levant_knight(state, corsair) * value("knights_near_egee_or_levantin"),
            "a Christian port near the Levant",
            "CNV-16",
        ),
    )


def _loot(phase: Phase, voyage: Voyage, corsair: Corsair, number: int, who: str) -> None:
    """Ships are captured, transports first, each with its gold; never more than is there.

    CNV-16 to CNV-18, CNV-A3: a minor's gold is lost, a major's booked at once.
    """
    state = phase.state
    units = voyage.ships(state)
    ducats, loot = ducats_aboard(state, units), 0
    taken: dict[str, dict[str, int]] = {}
    for kind in PRIZES:
        each = tables.revolt_value(CONVOYS, f"ducats_per_{kind.lower()}")
        while number and fleets.ships(voyage.ships(state)).get(kind):
            owner = next(
                unit.country for unit in voyage.ships(state) if kind in fleets.ships([unit])
            )
            fleet_counters.take_ship(state, voyage.units, owner, kind)
            own = taken.setdefault(owner, {})
            own[kind] = own.get(kind, 0) + 1
            number -= 1
            loot += each
    loot = min(loot, ducats)
    settle(state, voyage.ships(state), ducats - loot)
    voyage.take_stock(state)
    if sides.is_power(state, corsair.country):
        state.countries[corsair.country].treasury += loot
    name = capitalised(corsairs_math.corsair_in_words(corsair))
    prizes = f"{fleets.prizes_in_words(taken)} and {counted(loot, 'ducat')}" if taken else "no ship"
    phase.tell("gold", f"{name} takes {prizes}.", voyage.place, who, fleets.toll_of_prizes(taken))


def _goes_home(phase: Phase, raider: Raider) -> None:
    """Pirates stay; others are out for the turn (CNV-19, CNV-20, CNV-A1, CNV-A2)."""
    state = phase.state
    if raider.corsair(state).country == corsairs_math.PIRATES:
        return
    corsair = corsairs_math.remove(state, *raider)
    state.notes.setdefault("corsairs.home", []).append(
        " ".join(filter(None, (corsair.country, corsair.side, corsair.leader)))
    )
    text = f"{capitalised(corsairs_math.corsair_in_words(corsair))} goes back to port for the turn."
    phase.tell("corsairs", text, raider.place, _controller(state, corsair))
