"""What could happen to a march or a voyage: interceptions on the way, a battle where it ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.adjudicator import from_a_game, from_a_game_at_sea
from engine.combat import leaders
from engine.facts import board
from engine.facts.countries import possessive
from engine.fleets import fleets, presidios
from engine.grammar import strength_does, thirds
from engine.land.battle import parameters
from engine.land.ground import stacking
from engine.land.movement import attrition_causes, interceptors, movement_attrition
from engine.land.supply import supply_lines
from engine.modifiers import total
from engine.overseas import active_natives, forts
from engine.play.asks import Ask
from engine.sea import convoys
from engine.sea.battle_math import parameters as sea_parameters
from engine.sea.interception import blockade_roll, interception_math
from engine.sea.interception import interceptors as sea_interceptors
from engine.situation import establishments
from engine.state import State, sides
from engine.state.forces import within_stacking
from engine.state.stacks import Band, Group
from tui.table import visibility

if TYPE_CHECKING:
    from engine.land.movement.march_ask import March
    from engine.sea.voyages.best_ways import Price
    from engine.sea.voyages.sail_ask import Sail

PAIRS: Final = ("routed", "major", "losses")
CROSSINGS = {"river": "river", "mountain_pass": "pass", "strait": "strait"}


class Threat(NamedTuple):
    """A stack that may intercept in a place: in words, the band, how many faces of ten succeed."""

    who: str
    band: Band
    tenths: int


def threats(ask: March, place: str) -> list[Threat]:
    """Who may intercept a march in a province."""
    state = ask.state
    if not state.units_by_id(ask.units) or board.is_sea(place):
        return []
    found = []
    for alliance in state.diplomacy.alliances:
        if sides.at_war(state, alliance.id, ask.alliance):
            for band in interceptors.eligible_stacks(state, place, alliance.id, set(ask.units), ()):
                size = thirds(sum(state.units[number].thirds for number in band.units))
                who = f"{possessive(_owner(state, band, alliance.id))} {size} LD"
                found.append(Threat(who, band, interceptors.chance(state, place, band, ask).tenths))
    return _known(state, ask.who, found)


def _owner(state: State, band: Band, alliance: str) -> str:
    """The one country that a band is of, else its alliance."""
    found = {state.units[number].country for number in band.units}
    return found.pop() if len(found) == 1 else alliance


def _known(state: State, who: str, found: Sequence[Threat]) -> list[Threat]:
    """Those who stand where the power that moves knows the zone."""
    hidden = visibility.fog(state, who) if who else visibility.NOTHING
    return [each for each in found if each.band.place not in hidden]


def interceptions(ask: March, way: Sequence[str]) -> list[str]:
    """Who may intercept the stack in which province of its way, and the chance of it."""
    return [_intercepts(place, each) for place in way for each in threats(ask, place)]


def _intercepts(place: str, threat: Threat) -> str:
    return (
        f"{board.in_or_off(place)} {threat.who}{board.whence(threat.band.place, place)} "
        f"may intercept: {10 * threat.tenths} %"
    )


def natives(state: State, group: Group, way: Iterable[str]) -> list[str]:
    """Where troops would meet natives who may rise against them, and the chance of it."""
    found = []
    for place in dict.fromkeys(way):
        if active_natives.must_test(state, group, place):
            tolerance = board.area(board.province(place).area).tolerance
            size = thirds(active_natives.inactive_natives(state, place))
            if tolerance:
                found.append(
                    f"{board.in_or_off(place)} {size} LD of natives may attack: {10 * tolerance} %"
                )
    return found


def unguarded(ask: March) -> list[str]:
    """Forts under construction that would be lost when this stack leaves (FRT-05)."""
    state, found = ask.state, []
    leaving = state.units_by_id(ask.units)
    for one in establishments.under_construction(state, ask.place):
        left = forts.guard(state, ask.place, one.country)
        left -= sum(unit.thirds for unit in leaving if unit.country == one.country)
        if left < leaders.DETACHMENT:
            where = board.called(ask.place)
            found.append(f"the fort being built in {where} is lost when they leave")
    return found


def forces(ask: March, place: str, before: str) -> tuple[parameters.Force, parameters.Force] | None:
    """The mover, with those of his alliance who stand there already (BAT-06), and the enemy he
    meets at the end of a march that comes from `before`, if any."""
    state = ask.state
    if board.is_sea(place) or not ask.units:
        return None
    enemies = sides.enemy_units(state, place, ask.alliance)
    if not enemies:
        return None
    foe = sides.alliance_of(state, enemies[0].country)
    stack = sides.stack(state, place, foe)
    crossing = CROSSINGS.get(board.border(before, place) or "", "")
    there = parameters.stack_force(state, place, ask.alliance)
    own = parameters.Force(
        ask.alliance,
        tuple(dict.fromkeys((*ask.units, *there.unit_ids))),
        tuple(dict.fromkeys((*ask.leaders, *there.leader_ids))),
        parameters.worst_crossing((crossing, there.crossing)),
    )
    units = tuple(unit.id for unit in stack.units)
    return own, parameters.Force(foe, units, tuple(leader.id for leader in stack.leaders))


def battle(ask: March, place: str, before: str) -> dict[str, Any] | None:
    """The odds of the battle at the end of a march; None without one."""
    both = forces(ask, place, before)
    return parameters.odds_of(ask.state, place, *both) if both is not None else None


def sides_of(ask: March, place: str, before: str) -> dict[str, Any] | None:
    """The sides of the battle at the end of a march beside each other; None without one."""
    both = forces(ask, place, before)
    return parameters.comparison(ask.state, place, *both) if both is not None else None


def attrition(ask: March, onward: March, way: Sequence[str], points: int) -> str:
    """What a march of so many points may cost at its end, its causes and the losses of each chance;
    "" where nothing is rolled for. Of who sets out and who goes `onward` the stronger is meant: who
    has marched as a massed force rolls as one."""
    if onward.alone:
        return ""
    stack = max(ask.stack, onward.stack, key=lambda each: each.thirds)
    line = supply_lines.mildest_line(ask.state, stack.units, ask.place, ask.alliance)
    spent = max((*ask.spent.values(), *ask.led.values()), default=0)
    path = [ask.place, *way]
    return attrition_words(
        movement_attrition.attrition_outlook(ask.state, stack, path, spent + points, line)
    )


def crowd(ask: March, place: str) -> str:
    """What a stack would lose over the limits with its friends where it ends, "" for nothing
    (MOV-03)."""
    if board.is_sea(place):
        return ""
    here = sides.stack(ask.state, place, ask.alliance).units
    there = [ask.state.units[unit] for unit in ask.units]
    there = [unit for unit in there if unit not in here]
    if not there or within_stacking([*here, *there]):
        return ""
    lost = stacking.least_lost(ask.state, place, ask.alliance, [unit.id for unit in there])
    are = strength_does("be lost", lost)
    said = f"over the stacking limits there: {thirds(lost)} LD {are} (MOV-03)"
    return said if lost else ""


def supply_words(ask: March, place: str) -> str:
    """The line of supply that a march would have where it ends, "" at sea and where it stands."""
    units = [ask.state.units[number] for number in ask.units]
    if not units or board.is_sea(place) or place == ask.place:
        return ""
    found = supply_lines.trace_line(ask.state, units, place, ask.alliance)
    if found is None:
        return f"supply in {board.called(place)}: none"
    how = f"weak ({', '.join(cause.why for cause in found.weak)})" if found.weak else "full"
    source = f"{found.cost} MP from {board.called(found.source)}"
    whence = "a source itself" if found.source == place else source
    return f"supply in {board.called(place)}: {how}, {whence}"


def attrition_words(outlook: movement_attrition.Outlook) -> str:
    """The attrition of a march foreseen: `attrition (8 MP or more): 50 % to lose 1 LD`."""
    if not outlook.causes:
        return ""
    causes = ", ".join(attrition_causes.CAUSES[cause] for cause in outlook.causes)
    lost = [f"{float(100 * chance):.0f} % to lose {number} LD"
            for number, chance in sorted(outlook.losses.items()) if number]  # fmt: skip
    if outlook.pillage:
        lost.append(f"{float(100 * outlook.pillage):.0f} % to pillage or lose 1 LD more")
    return f"attrition ({causes}): {', '.join(lost) or 'no loss'}"


def what_if(ask: March, place: str, before: str) -> dict[str, Any] | None:
    """The battle at the end of a march as a document for the desk; None without one."""
    both = forces(ask, place, before)
    return from_a_game.battle_document(ask.state, place, *both) if both is not None else None


def price_sign(price: Price) -> str:
    """What a voyage costs as the map writes it: the modifier of attrition, `!` for dangers."""
    return f"!{price.modifier}" if price.dangers else f"{price.modifier:+}"


def sea_threats(ask: Sail, zone: str, landings: Sequence[str] = ()) -> list[Threat]:
    """Who may intercept ships in a sea zone, at the worst of the landings announced there."""
    state, found = ask.state, list[Threat]()
    for alliance in state.diplomacy.alliances:
        if sides.at_war(state, alliance.id, ask.alliance) and board.is_sea(zone):
            for band in sea_interceptors.eligible_stacks(state, zone, alliance.id, ()):
                ships = fleets.units_in_words(state.units_by_id(band.units))
                who = f"{possessive(_owner(state, band, alliance.id))} {ships}"
                tenths = max(
                    interception_math.chance(state, zone, band, ask, landing).tenths
                    for landing in landings or ("",)
                )
                found.append(Threat(who, band, tenths))
    return _known(state, ask.who, found)


def sea_interceptions(ask: Sail, way: Sequence[str], landings: Sequence[str]) -> list[str]:
    """Who may intercept the ships in which zone of their way, and the chance of it.

    `landings` are the provinces where they may land from the last zone (NIN-30 to NIN-32).
    """
    found = []
    for zone in way:
        near = landings if zone == way[-1] else ()
        found += [_intercepts(zone, each) for each in sea_threats(ask, zone, near)]
    return found


def fire(ask: Sail, way: Sequence[str]) -> list[str]:
    """Who may fire on the ships from the shore on their way, and what that does (PRE-03 to 12)."""
    state = ask.state
    fleet = fleets.fleet_counters(ask.ships(ask.units)) > 0
    found = []
    for here, there in pairwise(way):
        for gun in presidios.guns_between(state, here, there, ask.alliance):
            may = "fires" if presidios.must_fire(state, gun) else "may fire"
            modifiers = presidios.modifiers(gun, fleet, board.province(gun.place).map)
            found.append(f"{presidios.gun_name(gun)} {may}: {presidios.fire_in_words(modifiers)}")
    return found


def raids(ask: Sail, way: Sequence[str], landings: Sequence[str]) -> list[str]:
    """Which corsairs may attack the gold aboard on the way, and how likely they find it where it
    may land at the end (CNV-02, CNV-13 to CNV-15, NIN-30)."""
    state = ask.state
    if state.options.get("experimental_revolts"):
        return []
    hidden = visibility.fog(state, ask.who) if ask.who else visibility.NOTHING
    found = []
    for zone in way:
        landing = landings[0] if landings and zone == way[-1] else ""
        if zone not in hidden:
            found += convoys.attacks_in_words(state, ask, zone, landing)
    return found


def sea_forces(ask: Sail, zone: str, target: int) -> tuple[parameters.Force, parameters.Force]:
    """The ships that sail, and the stack of a counter in a zone."""
    state = ask.state
    foe = sides.alliance_of(state, state.units[target].country)
    stack = fleets.stack(state, zone, foe, state.sea.tasks.get(str(target), ""))
    units = tuple(unit.id for unit in stack.units if unit.id not in state.marks.locked)
    return (
        parameters.Force(ask.alliance, tuple(ask.units), tuple(ask.leaders)),
        parameters.Force(foe, units, tuple(leader.id for leader in stack.leaders)),
    )


def sea_battle(ask: Sail, zone: str, target: int) -> dict[str, Any]:
    """The odds of a battle in a zone against the stack of a counter."""
    return sea_parameters.odds_of(ask.state, zone, *sea_forces(ask, zone, target))


def sea_sides(ask: Sail, zone: str, target: int) -> dict[str, Any]:
    """The sides of a battle in a zone against the stack of a counter beside each other."""
    return sea_parameters.comparison(ask.state, zone, *sea_forces(ask, zone, target))


def sea_what_if(ask: Sail, zone: str, target: int) -> dict[str, Any]:
    """The battle against the stack of a counter as a document for the desk."""
    return from_a_game_at_sea.battle_document(ask.state, zone, sea_forces(ask, zone, target))


def escape(ask: Sail, port: str) -> str:
    """What it takes to run the blockade of a port, and how likely it is (BLK-05 to BLK-08)."""
    modifier = total(blockade_roll.risk(ask.state, ask, port))
    results = [blockade_roll.result(die + modifier) for die in range(1, 11)]
    through, caught = (10 * results.count(each) for each in ("through", "caught"))
    return (
        f"{board.does(port, 'be')} blockaded: the ships get through with {through} %, "
        f"are caught and may be engaged with {caught} %"
    )


def asked_odds(ask: Ask[Any]) -> dict[str, Any] | None:
    """The odds that a question brings along, as who is asked reads them; None where it has none."""
    odds = ask.about.get("odds")
    return seen_from(odds, ask.about.get("side", 0)) if odds else None


class Known(NamedTuple):
    """What a question brings along for whoever decides: the sides of the battle of each choice, by
    its name, and the battle that goes on; empty where there is none."""

    compared: Mapping[str, Any] = {}
    stands: Mapping[str, Any] = {}


def known(ask: Ask[Any]) -> Known:
    """The sides that a question is about, worked out where they were not yet."""
    about = ask.about
    return Known(about.get("compared") or {}, about.get("stands") or {})


def seen_from(odds: Mapping[str, Any], side: int) -> dict[str, Any]:
    """The odds of a battle, which are of the phasing side, as a side reads them: its own first."""
    if not side:
        return dict(odds)
    if "win" not in odds:
        return {
            key: seen_from(each, side) if isinstance(each, Mapping) else each
            for key, each in odds.items()
        }
    turned = {name: odds[name][::-1] for name in PAIRS if name in odds}
    return {**odds, "win": odds["lose"], "lose": odds["win"], **turned}
