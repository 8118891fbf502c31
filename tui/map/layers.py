"""Layers over the map: supply, reach, interceptions, sieges and the risk of a march.

Every figure is asked of the engine; what is here chooses signs, tones and words for it. A layer
holds for one state of the game and one selected stack.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.facts import atlas, board
from engine.facts.countries import with_article
from engine.fleets import blockades, fleets
from engine.land.ground import besieging, entering_provinces
from engine.land.movement import attrition_causes, march_ask, movement_attrition
from engine.land.supply import supply_lines
from engine.modifiers import Modifier
from engine.play.asks import BadAnswer
from engine.sea.under_way import attrition_math
from engine.sea.voyages import sail_ask
from engine.sequence import voyages as sea_movement
from engine.sequence.next_moves import NextMoves
from engine.state import State, sides
from tui.answers import risks_on_the_way
from tui.map.view import LAYER_NAMES, Layer, Legend, Sign, Tone
from tui.words.places import place_name

if TYPE_CHECKING:
    from engine.sea.under_way.attrition import Outlook
    from tui.answers.risks_on_the_way import Threat

Mover: TypeAlias = "march_ask.March | sail_ask.Sail"

LIKELY: Final = 50
"""From so many per cent on, a risk is called bad."""


def layer(
    name: str, state: State, ours: str, mover: Mover | None, fog: Collection[str] = ()
) -> Layer:
    """The layer of a name, as an alliance and its selected stack see it; of zones in the fog, and
    of who stands there, it tells nothing."""
    if name in OF_A_STATE:
        found = OF_A_STATE[name](state, ours)
    elif mover is None:
        return _nobody(name)
    elif name == "interceptions":
        found = interceptions_layer(mover, fog)
    else:
        found = OF_A_STACK[name](mover)
    if not fog:
        return found
    return replace(
        found,
        tones={place: tone for place, tone in found.tones.items() if place not in fog},
        signs={place: sign for place, sign in found.signs.items() if place not in fog},
        words={place: said for place, said in found.words.items() if place not in fog},
    )


def mover_at(state: State, place: str, alliance: str) -> Mover | None:
    """The move that everything free of an alliance in a place could make; None for nobody."""
    if not place or not alliance:
        return None
    if not board.is_sea(place):
        free = entering_provinces.idle(state, place, alliance)
        if free.troops:
            return march_ask.March(
                who=alliance, name="march", what="", state=state, alliance=alliance, place=place,
                units=[int(key) for key in free.troops], leaders=free.leaders,
            )  # fmt: skip
    for stack in fleets.stacks_at(state, place):
        if stack.alliance == alliance:
            journey = attrition_math.begin(state, stack.band)
            return sail_ask.Sail(
                who=alliance, name="sail", what="", state=state, alliance=alliance,
                units=stack.unit_ids, leaders=stack.leader_ids, journey=journey,
            )  # fmt: skip
    return None


def stacks_to_visit(state: State, ours: str) -> list[str]:
    """Where stacks of an alliance can still act, from west to east; all its stacks where it is not
    to move or none can."""
    able: set[str] = set()
    if sides.phasing_alliance(state) == ours and state.sequence.step == "movement":
        able = {*NextMoves(state, ours).marches}
        able |= {stack.place for stack in sea_movement.movers(state, ours).values()}
    stacks = [*sides.stacks(state, ours), *fleets.stacks(state, ours)]
    label = {place: (world, each.x) for (world, place), each in atlas.labels().items()}
    return sorted(
        able or {stack.place for stack in stacks}, key=lambda place: (label[place], place)
    )


def why_in_a_row(modifiers: Sequence[Modifier]) -> str:
    """Modifiers with their reasons and rules, in a row."""
    return ", ".join(f"{each.value:+} {each.why} ({each.rule})" for each in modifiers)


def supply_layer(state: State, ours: str) -> Layer:
    """The sources and lines of an alliance: full, weak or no supply of each of its stacks."""
    tones: dict[str, Tone] = {}
    words: dict[str, str] = {}
    lines: list[tuple[str, ...]] = []
    troops = [unit for each in sides.members(state, ours) if sides.is_power(state, each)
              for unit in state.troops_of(each)]  # fmt: skip
    sources = [
        place for place in board.provinces() if supply_lines.is_source(state, place, ours, troops)
    ]
    signs = {place: Sign("S", "S") for place in sources}
    for place in sources:
        words[place] = "a source of supply"
    for stack in sides.stacks(state, ours):
        if board.is_sea(stack.place) or not stack.units:
            continue
        found = supply_lines.trace_line(state, stack.units, stack.place, ours)
        name = board.called(stack.place)
        if found is None:
            tones[stack.place] = "bad"
            why = supply_lines.why_no_line(state, stack)
            words[stack.place] = f"the stack in {name} has no line of supply: {why}"
            continue
        tones[stack.place] = "fair" if found.weak else "good"
        lines.append(found.path)
        kind = f"weak supply: {why_in_a_row(found.weak)}" if found.weak else "full supply"
        whence = f"{found.cost} MP from {board.called(found.source)}"
        words[stack.place] = f"{kind}; {whence if found.cost else 'a source itself'}"
        for number, each in enumerate(found.path[:-1]):
            if number:
                words[each] = f"on the line of supply to {name}"
            else:
                words[each] = f"the source of the stack in {name}"
    legend: Legend = (
        (f"supply of {with_article(ours)}: ", None),
        ("S source ", None),
        ("·· line ", None),
        (" full ", "good"),
        (" weak ", "fair"),
        (" none ", "bad"),
    )
    return Layer("supply", legend, tones, signs, tuple(lines), words)


def range_layer(mover: Mover) -> Layer:
    """Where the selected stack can end its move, and what it costs."""
    signs: dict[str, Sign] = {}
    tones: dict[str, Tone] = {}
    words: dict[str, str] = {}
    who = f"{place_name(mover.place)}'s stack"
    if isinstance(mover, sail_ask.Sail):
        for place, price in mover.reach().items():
            text = risks_on_the_way.price_sign(price)
            tones[place] = "bad" if price.dangers else "good"
            signs[place] = Sign(text, text[0], tones[place])
            times = "once" if price.dangers == 1 else f"{price.dangers} times"
            danger = f", {times} under fire, a blockade or a raid" if price.dangers else ""
            zones = f"{price.zones} zone{'' if price.zones == 1 else 's'}"
            words[place] = f"{zones}, attrition {price.modifier:+}{danger}"
        legend: Legend = (
            (f"range of {who} ", None),
            (" +2 attrition ", "good"),
            (" !2 fire ", "bad"),
        )
        return Layer("range", legend, tones, signs, words=words)
    for place, points, outlook in _outlooks(mover):
        causes = outlook.causes
        tones[place] = "fair" if causes else "good"
        signs[place] = Sign(str(points), "+", tones[place])
        with_attrition = ", with attrition" if causes else ", without attrition"
        words[place] = f"{points} MP of {mover.points}{with_attrition}"
    tail: Legend = ((f"range of {who} in MP ", None), (" no attrition ", "good"),
                    (" attrition ", "fair"))  # fmt: skip
    return Layer("range", tail, tones, signs, words=words)


def interceptions_layer(mover: Mover, fog: Collection[str]) -> Layer:
    """Who may intercept the selected stack where it could go, and the best chance of it."""
    signs: dict[str, Sign] = {}
    tones: dict[str, Tone] = {}
    words: dict[str, str] = {}
    if isinstance(mover, sail_ask.Sail):
        ends = mover.reach()
        places = sorted({zone for end in ends for zone in mover.path_to(end) if board.is_sea(zone)})
    else:
        places = sorted(mover.reach())
    for place in places:
        all_of = (
            risks_on_the_way.sea_threats(mover, place)
            if isinstance(mover, sail_ask.Sail)
            else risks_on_the_way.threats(mover, place)
        )
        found = [each for each in all_of if each.band.place not in fog]
        if not found:
            tones[place] = "good"
            words[place] = "nobody may intercept here"
            continue
        most = 10 * max(each.tenths for each in found)
        tones[place] = _tone(most)
        signs[place] = Sign(f"{most}%" if most < 100 else "100", str(most // 10)[:1], tones[place])
        words[place] = "; ".join(_threat(place, each) for each in found)
    legend: Legend = ((f"interceptions of {place_name(mover.place)}'s stack ", None),
              (" none ", "good"), (f" 10-{LIKELY - 10} % ", "fair"),
              (f" {LIKELY} % and more ", "bad"))  # fmt: skip
    return Layer("interceptions", legend, tones, signs, words=words)


def _threat(place: str, each: Threat) -> str:
    return f"{each.who}{board.whence(each.band.place, place)} {10 * each.tenths} %"


def _tone(percent: float) -> Tone:
    return "bad" if percent >= LIKELY else "fair" if percent > 0 else "good"


def sieges_layer(state: State, ours: str) -> Layer:
    """Sieges with their works, breaches, blockades, and fortresses that are held by enemies."""
    signs: dict[str, Sign] = {}
    tones: dict[str, Tone] = {}
    words: dict[str, str] = {}
    for place, siege in sorted(state.land.sieges.items()):
        tones[place] = "good" if siege.alliance == ours else "bad"
        count = len(siege.works)
        signs[place] = Sign(f"#{count}{'!' if siege.breach else ''}", "#", tones[place])
        works = f"siegeworks {' '.join(siege.works)}" if siege.works else "no siegeworks yet"
        breach = ", breached" if siege.breach else ""
        level = sides.fortress_level(state, place)
        words[place] = (
            f"level {level} besieged by {besieging.besiegers_in_words(state, place)}: "
            f"{works}{breach}"
        )
    for port in sorted(set(map(fleets.blockaded_port, state.sea.tasks.values()))):
        if port and blockades.is_blockaded(state, port):
            who = sides.alliance_of(state, blockades.blockaders(state, port)[0].country)
            blockade = f"port blockaded by {with_article(who)}"
            words[port] = f"{words[port]}; {blockade}" if port in words else blockade
            tones.setdefault(port, "good" if who == ours else "bad")
            signs.setdefault(port, Sign("x", "x", tones[port]))
    for place in board.provinces():
        level = sides.fortress_level(state, place)
        if level and place not in words and ours and sides.enemy_fortress(state, place, ours):
            tones[place] = "fair"
            held = with_article(sides.controller(state, place))
            words[place] = f"enemy fortress, level {level}, held by {held}"
    legend: Legend = (("sieges ", None), (" #2 ours ", "good"), (" #2 theirs ", "bad"),
              (" ! breach x blockade ", None), (" enemy fortress ", "fair"))  # fmt: skip
    return Layer("sieges", legend, tones, signs, words=words)


def attrition_layer(mover: Mover) -> Layer:
    """The chance that the selected stack loses troops on its way to each place, and why."""
    signs: dict[str, Sign] = {}
    tones: dict[str, Tone] = {}
    words: dict[str, str] = {}
    found: dict[str, tuple[float, str]] = {}
    if isinstance(mover, sail_ask.Sail):
        for place in mover.reach():
            with suppress(BadAnswer):  # with troops aboard, a way that ends in no landing
                found[place] = _voyage(mover.outlook(mover.path_to(place)))
    else:
        for place, _, outlook in _outlooks(mover):
            found[place] = _march(outlook)
    for place, (percent, said) in found.items():
        words[place] = said
        tones[place] = _tone(percent)
        if percent:
            whole = min(99, round(percent))
            signs[place] = Sign(f"{whole}%", str(whole // 10), tones[place])
    legend: Legend = (
        (f"losses of {place_name(mover.place)}'s stack on a move ", None),
        (" none ", "good"),
        (f" under {LIKELY} % ", "fair"),
        (f" {LIKELY} % on ", "bad"),
    )
    return Layer("attrition", legend, tones, signs, words=words)


def _voyage(outlook: Outlook) -> tuple[float, str]:
    lost = 100 * float(1 - outlook.losses.get(0, 0))
    said = f"attrition: {lost:.0f} % to lose ships, {float(outlook.expected) / 3:.1f} ND on average"
    return (
        lost,
        f"{said}; {why_in_a_row(outlook.modifiers)}" if outlook.modifiers else "no attrition",
    )


def _march(outlook: movement_attrition.Outlook) -> tuple[float, str]:
    if not outlook.causes:
        return 0.0, "no attrition"
    causes = ", ".join(attrition_causes.CAUSES[cause] for cause in outlook.causes)
    pillage = f", {100 * float(outlook.pillage):.0f} % to pillage" if outlook.pillage else ""
    lost = 100 * float(outlook.risk)
    said = f"attrition ({causes}): {lost:.0f} % to lose troops{pillage}"
    return lost, f"{said}; {why_in_a_row(outlook.modifiers)}"


def _outlooks(ask: march_ask.March) -> Iterator[tuple[str, int, movement_attrition.Outlook]]:
    """Each place within reach of a march, what it costs, and the attrition of the cheapest way."""
    state = ask.state
    stack = ask.stack
    line = None
    if stack.units:
        line = supply_lines.mildest_line(state, stack.units, ask.place, ask.alliance)
    spent = max((*ask.spent.values(), *ask.led.values()), default=0)
    for place, points in ask.reach().items():
        outlook = movement_attrition.Outlook((), (), {})
        if stack.units:
            path = [ask.place, *ask.path_to(place)]
            outlook = movement_attrition.attrition_outlook(state, stack, path, spent + points, line)
        yield place, points, outlook


def _nobody(name: str) -> Layer:
    said = f"{LAYER_NAMES[name]}: put the cursor on a stack of yours"
    return Layer(name, ((said, None),))


OF_A_STACK: Final[dict[str, Callable[[Mover], Layer]]] = {
    "range": range_layer, "attrition": attrition_layer,
}  # fmt: skip
OF_A_STATE: Final[dict[str, Callable[[State, str], Layer]]] = {
    "supply": supply_layer, "sieges": sieges_layer,
}  # fmt: skip
