"""Places, countries and situations in words, for the screen's status lines and for plain play."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Final

from engine.chronicle import Entry
from engine.facts import board, countries, tables
from engine.facts.countries import with_article
from engine.fleets import fleets, gold
from engine.games.game import Game
from engine.grammar import conjugate, counted, thirds
from engine.land.ground import besieging
from engine.overseas import active_natives
from engine.sea import corsairs_math
from engine.situation import establishments
from engine.state import State, forces, sides
from engine.state.stacks import Stack
from engine.turns import turn as turn_steps
from tui.words.saved_games import country_name as country_name

POSITIONS: Final[tuple[forces.Position, ...]] = ("field", "inside")


def years(turn: int) -> str:
    """The years of a turn, the last with two digits."""
    first = tables.first_year(turn)
    last = max(year for year in range(first, first + 5) if tables.turn_of(year) == turn)
    return f"{first}-{last % 100:02}"


def entry_line(entry: Entry) -> str:
    """A line of the chronicle as plain text, with its round."""
    return f"{entry.box:4} {entry.text}"


def percent(chance: float | Fraction) -> str:
    """A chance in whole percent, with a decimal where it is small or nearly certain."""
    value = 100 * float(chance)
    return f"{value:.0f} %" if 1 <= value <= 99 else percent_exactly(chance)


def percent_exactly(chance: float | Fraction) -> str:
    """A chance in percent with a decimal; never 0 % or 100 % for what is neither."""
    value = round(100 * float(chance), 9)  # sums of floats are not quite 1
    shown = f"{value:.1f}"
    if shown == "0.0" and value > 0:
        return "<0.1 %"
    if shown == "100.0" and value < 100:
        return ">99.9 %"
    return f"{shown.removesuffix('.0')} %"


def place_name(place: str) -> str:
    """The display name of a province or sea zone."""
    return board.sea(place).name if board.is_sea(place) else board.province(place).name


def stack_words(stack: Stack) -> str:
    """A stack in words: whose, what, who leads, how strong."""
    by_country: dict[str, list[forces.Unit]] = {}
    for unit in stack.units:
        by_country.setdefault(unit.country, []).append(unit)
    parts = [
        f"{country_name(country)} {forces.units_in_words(units)}"
        for country, units in sorted(by_country.items())
    ]
    leaders = _leaders(stack)
    if not parts:
        return f"{leaders} of {owners(stack)}, without troops"
    led = f" led by {leaders}" if leaders else ""
    return f"{' and '.join(parts)}{led} ({thirds(stack.thirds)} LD)"


def _leaders(stack: Stack) -> str:
    """Who leads and who is with him, the highest rank first."""
    leaders = sorted((countries.leader(each.id) for each in stack.leaders), key=countries.by_rank)
    return ", ".join(each.name for each in leaders)


def brief_words(stack: Stack) -> str:
    """A stack in a few words: whose, how strong, who leads."""
    inside = " inside" if stack.position == "inside" else ""
    size = f" {thirds(stack.thirds)} LD" if stack.units else ""
    led = f" with {leaders}" if (leaders := _leaders(stack)) else ""
    return f"{owners(stack)}{inside}{size}{led}"


def owners(stack: Stack) -> str:
    """Whose a stack is: its countries, or its alliance where there are more than two or none."""
    found = list(dict.fromkeys(each.country for each in stack.units or stack.leaders))
    return " and ".join(map(country_name, found if 0 < len(found) < 3 else [stack.alliance]))


def _sailing(state: State, stack: Stack) -> str:
    """The ships of a naval stack, who leads them and what they do."""
    led = f" with {leaders}" if (leaders := _leaders(stack)) else ""
    doing = [*cargo_words(state, stack.units), task_words(fleets.task(state, stack))]
    return ", ".join(filter(None, [f"{fleets.units_in_words(stack.units)}{led}", *doing]))


def fleet_words(state: State, place: str) -> list[str]:
    """The naval stacks of a place, whose, what, who leads and what they do; then troops aboard."""
    found = [
        f"{owners(stack)} {_sailing(state, stack)}" for stack in fleets.stacks_at(state, place)
    ]
    aboard = [unit for unit in state.units_at(place) if unit.land and unit.position == "aboard"]
    for country in sorted({unit.country for unit in aboard}):
        troops = [unit for unit in aboard if unit.country == country]
        found.append(f"aboard: {country_name(country)} {forces.units_in_words(troops)}")
    chiefs = [one.id for one in state.leaders_at(place) if one.position == "aboard"]
    if chiefs:
        found.append(f"aboard: {', '.join(countries.leader(name).name for name in chiefs)}")
    return found


def settled_words(state: State, place: str) -> list[str]:
    """The establishments of a province, and its natives."""
    said = [
        establishments.establishment_in_words(one)
        for one in state.overseas.establishments.get(place, ())
    ]
    natives = active_natives.natives_in_words(state, place)
    return [*said, natives] if natives else said


def carried_words(state: State, place: str, ours: str) -> list[str]:
    """What the stacks of an alliance in a place have discovered and not brought home."""
    here = [(str(unit.id), unit.country) for unit in state.units_at(place)]
    here += [(leader.id, leader.country) for leader in state.leaders_at(place)]
    found = {
        zone
        for carrier, country in here
        if ours and sides.alliance_of(state, country) == ours
        for zone in state.overseas.discoveries.get(carrier, ())
    }
    return [f"discovered: {', '.join(sorted(map(place_name, found)))}"] if found else []


def cargo_words(state: State, units: Iterable[forces.Unit]) -> list[str]:
    """The convoys that ships belong to, and the gold aboard."""
    units = list(units)
    convoys = dict.fromkeys(name for unit in units if (name := gold.convoy(state, unit.id)))
    said = [gold.convoy_name(name) for name in convoys]
    if ducats := gold.ducats_aboard(state, units):
        said.append(f"{counted(ducats, 'ducat')} of gold aboard")
    return said


def shore_words(state: State, place: str) -> list[str]:
    """What threatens or awaits ships in a place: a presidio, corsairs, gold to be shipped."""
    said = []
    if place in state.sea.presidios:
        who, level = state.sea.presidios[place]
        said.append(f"presidio of {with_article(who)}, level {level}")
    said += [corsairs_math.corsair_in_words(one) for one in state.sea.corsairs.get(place, ())]
    if not board.is_sea(place) and state.sea.gold.get(place):
        ducats = state.sea.gold[place]
        wait = conjugate("wait", ducats)
        said.append(f"{counted(ducats, 'ducat')} of gold {wait} to be shipped")
    return said


def task_words(task: str) -> str:
    """What a naval stack does that lasts, "" for nothing."""
    doing = ["fighting corsairs"] if task == corsairs_math.HUNT else []
    if port := fleets.blockaded_port(task):
        doing.append(f"blockading {board.called(port)}")
    if fleets.supplies_ashore(task):
        only = "" if port else task.partition(":")[2]
        where = f"in {board.called(only)}" if only else "there" if port else "ashore"
        doing.append(f"supplying troops {where}")
    return " and ".join(doing)


def siege_words(state: State, place: str) -> str:
    """A siege: by whom, what has been dug, whether the wall is open."""
    siege = state.land.sieges[place]
    works = f", siegeworks {' '.join(siege.works)}" if siege.works else ""
    breach = ", breached" if siege.breach else ""
    return f"besieged by {besieging.besiegers_in_words(state, place)}{works}{breach}"


def alliances_present(state: State, place: str, position: forces.Position) -> list[str]:
    """The alliances with troops, or leaders ashore, in a place, sorted."""
    leaders = [each for each in state.leaders_at(place) if each.position == position]
    alone = {sides.alliance_of(state, leader.country) for leader in leaders}
    return sorted(alone.union(sides.alliances_at(state, place, position)))


def war_words(state: State, alliance: str) -> str:
    """With whom an alliance is at war, or that it is at peace."""
    foes = [
        with_article(each.id)
        for each in state.diplomacy.alliances
        if sides.at_war(state, alliance, each.id)
    ]
    return f"at war with {', '.join(foes)}" if foes else "at peace"


def _stacks(state: State, alliance: str, hidden: Collection[str]) -> list[str]:
    """The stacks of an alliance in the field, inside and at sea, a line each."""
    found = [
        (stack.place, f"{where}{place_name(stack.place)}: {stack_words(stack)}")
        for where, stacks in (
            ("", sides.stacks(state, alliance)),
            ("inside ", sides.stacks(state, alliance, "inside")),
        )
        for stack in stacks
    ]
    found += [
        (stack.place, f"{place_name(stack.place)}: {_sailing(state, stack)}")
        for stack in fleets.stacks(state, alliance)
    ]
    return [f"  {said}" for place, said in found if place not in hidden]


def situation(game: Game, hidden: Collection[str], ours: str) -> str:
    """Where the game stands: round, weather, whose impulse, alliances, stacks and sieges, and what
    the stacks of one side have discovered; of hidden places nothing."""
    state = game.state
    weather = "bad weather" if state.sequence.bad_weather else "fair weather"
    when = f"Turn {state.turn}, {years(state.turn)}, period {state.period}"
    lines = [f"{when}, round {state.sequence.box or '-'}, {weather}."]
    acting = sides.phasing_alliance(state)
    if not acting and state.ledger.step not in ("", "military"):
        lines = [f"{when}. {turn_steps.NAMES.get(state.ledger.step, 'The campaign is over')}."]
    elif acting:
        lines[0] += f" Impulse of {with_article(acting)}, {state.sequence.step}."
    for alliance in state.diplomacy.alliances:
        names = ", ".join(country_name(country) for country in alliance.members)
        war = war_words(state, alliance.id)
        lines.append(f"{names}: initiative {alliance.initiative}, {war}")
        lines += _stacks(state, alliance.id, hidden)
    for place in state.occupied_places():
        lines += [f"{place_name(place)}: {said}" for said in carried_words(state, place, ours)]
    for place in sorted(state.land.sieges):
        if place not in hidden:
            lines.append(
                f"Siege of {board.called(place)} by {besieging.besiegers_in_words(state, place)}."
            )
    return "\n".join(lines)
