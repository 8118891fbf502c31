"""The siege segment: siege attrition, undermining, assaults, redeployment (SIE, UND).

Each alliance, highest initiative first, deals with all its sieges and fights against revolts in an
order of its choice (SIE-03); every stack does one thing (SIE-22). Leaders, blockades and supply by
sea enter where a land rule reads them.
"""

from __future__ import annotations

from engine.facts import board, countries
from engine.facts.wordings import wordings
from engine.fleets import blockades
from engine.land.ground.besieging import settle, settle_all, too_small
from engine.land.siege import fall, revolts, undermining_math
from engine.land.siege.assault import chances as storm_chances
from engine.land.siege.assault import storm
from engine.land.supply import attrition, attrition_math, supply_lines
from engine.modifiers import total
from engine.play.asks import Choose, Option, Told
from engine.play.decision_details import Weighed
from engine.play.phase import Phase, rolled_sheet
from engine.sea import corsairs, lost_ports
from engine.sequence import siege_redeployment
from engine.sequence.siege_outlook import (
    before_assault,
    before_undermining,
    chances,
    distance,
    siege_of,
)
from engine.situation import command, establishments, variants
from engine.state import State, sides
from engine.state.stacks import Stack


async def siege(phase: Phase) -> None:
    """The siege segment of a round (SIE-01 to SIE-07, SIE-22, RND-05, SIE-A2)."""
    order = [alliance.id for alliance in phase.state.diplomacy.alliances]
    await settle_all(phase, {*phase.state.occupied_places(), *phase.state.land.sieges})
    if "siege" not in phase.state.marks.done:
        for alliance in order:
            await _attrition_first(phase, alliance)
            blockades.lift_too_small(phase, alliance)
        phase.state.marks.done.add("siege")
    for alliance in order:
        await corsairs.hunts(phase, alliance)
        while places := _due(phase.state, alliance):
            phase.mark()
            place = await _next(phase, alliance, places)
            phase.state.marks.done.add(f"siege:{alliance}:{place}")
            await _act(phase, alliance, place)
            await lost_ports.leave(phase)
        phase.state.marks.done.add(f"siege:{alliance}")
    await corsairs.minors_hunt_pirates(phase)
    supply_lines.refresh(phase.state)
    for siege in phase.state.land.sieges.values():
        siege.rounds += 1


async def _attrition_first(phase: Phase, alliance: str) -> None:
    """Besiegers that are too small or have no line of supply roll siege attrition (SIE-01)."""
    state = phase.state
    for place in sorted(state.land.sieges):
        siege = state.land.sieges.get(place)
        if siege is None or siege.alliance != alliance:
            continue
        stack = sides.stack(state, place, alliance)
        small = too_small(state, place, stack.thirds)
        if small or distance(state, stack) is None:
            why = "too small for the fortress" if small else "without a line of supply"
            await _siege_attrition(phase, place, alliance, f"a besieger {why}")


async def _siege_attrition(phase: Phase, place: str, alliance: str, why: str) -> None:
    """One roll of siege attrition by the besieger, if there is one left (SIE-08 to SIE-21)."""
    state = phase.state
    stack = sides.stack(state, place, alliance)
    if not stack.units:
        return
    modifiers = attrition_math.besieger_modifiers(state, place, alliance)
    await attrition.land_attrition(phase, stack, modifiers, [place], "besieger", why)
    await settle(phase, place)


def _due(state: State, alliance: str) -> list[str]:
    """The provinces where an alliance has still to besiege or to fight a revolt (SIE-05)."""
    if f"siege:{alliance}" in state.marks.done:
        return []
    return [
        place
        for place in sorted({*state.land.sieges, *state.land.revolts})
        if f"siege:{alliance}:{place}" not in state.marks.done
        and (stack := sides.stack(state, place, alliance)).units
        and (_besieges(state, stack) or _fights(state, stack))
    ]


def _besieges(state: State, stack: Stack) -> bool:
    siege = state.land.sieges.get(stack.place)
    return siege is not None and siege.alliance == stack.alliance


def _fights(state: State, stack: Stack) -> bool:
    """Whether a stack may fight a revolt where it stands (REV-12); without any campaign it fights
    nobody (CAM-11), nor under a truce of a civil war (EUV-TRU-09)."""
    if variants.in_force(state).freezes_revolts(state, stack.place):
        return False
    against = sides.unfriendly_revolts(state, stack.place, stack.alliance)
    return bool(against) and _campaign(state, stack) != "none"


async def _next(phase: Phase, alliance: str, places: list[str]) -> str:
    return await Choose(
        who=sides.speaker(phase.state, alliance),
        name="next-siege",
        what="Which siege or fight against a revolt is next?",
        options=[
            Option(place, board.province(place).name, _told(phase.state, place)) for place in places
        ],
        enter=places[0],
        about={"places": places},
    )


def _told(state: State, place: str) -> str:
    """What a siege has come to, or which revolt is fought."""
    siege = state.land.sieges.get(place)
    if siege is None:
        return "a revolt"
    holder = sides.controller(state, place)
    held = f", held by {countries.with_article(holder)}" if holder else ""
    works = f", siegeworks {' '.join(siege.works)}" if siege.works else ""
    level = sides.fortress_level(state, place)
    what = f"fortress of level {level}" if level else establishments.besieged_in(state, place)
    return f"{what}{held}{works}"


def actions(state: State, place: str, alliance: str) -> list[str]:
    """What the stack of an alliance may do in a province in the siege segment; empty for nothing
    (CAM-29).

    undermine takes a line of supply and 1 LD a level (SIE-23); assault and redeploy are always open
    (SIE-22, SIE-26); beside an enemy revolt or raiders the stack may fight those instead (SIE-06,
    COR-01), but not when it may not undermine (SIE-07). Without any campaign a besieger may only
    redeploy (CAM-A3).
    """
    stack = sides.stack(state, place, alliance)
    if not stack.units:
        return []
    fights = _fights(state, stack)
    if not _besieges(state, stack):
        return ["revolt"] if fights else []
    if _campaign(state, stack) == "none":
        return ["redeploy"]
    if too_small(state, place, stack.thirds) or distance(state, stack) is None:
        return ["assault", "redeploy"]
    found = ["undermine", "assault", "redeploy", *(["revolt"] if fights else [])]
    return [*found, "raiders"] if corsairs.may_fight_raiders(state, place, alliance) else found


def _campaign(state: State, stack: Stack) -> str:
    known = state.countries.get(command.commander(state, stack.units, stack.leaders).country)
    return (known.campaign or "") if known else ""


async def _act(phase: Phase, alliance: str, place: str) -> None:
    """A stack does one of what it may (SIE-05 to SIE-07, SIE-22, CAM-A3)."""
    state = phase.state
    may = actions(state, place, alliance)
    match await _choose(phase, alliance, place, may):
        case "undermine":
            await undermine(phase, place)
        case "assault":
            await storm(phase, place, breach=False)
            await settle(phase, place)
        case "revolt":
            await revolts.fight(phase, place, alliance)
        case "raiders":
            await corsairs.fight_raiders(phase, place, alliance)
        case _:
            await siege_redeployment.redeploy(phase, place, alliance, forced=may == ["redeploy"])
            await settle(phase, place)


LABELS = {
    "undermine": ("Undermine", "roll a die: siegeworks, a breach or a surrender"),
    "assault": ("Assault", "storm the walls now; both sides lose men"),
    "redeploy": ("Redeploy: abandon the siege", ""),
    "revolt": ("Fight the revolt", "instead of the siege this round"),
    "raiders": ("Fight the raiders", "instead of the siege this round"),
}
COMPARED = {"undermine": before_undermining, "assault": before_assault}


def _option(state: State, place: str, alliance: str, action: str) -> Option:
    """An action as it is offered; a redeployment says where to."""
    label, detail = LABELS[action]
    if action == "redeploy":
        detail = siege_redeployment.in_words(state, place, alliance)
    return Option(action, label, detail)


async def _choose(phase: Phase, alliance: str, place: str, may: list[str]) -> str:
    state = phase.state
    stack = sides.stack(state, place, alliance)
    chief = command.commander(state, stack.units, stack.leaders)
    return await Choose(
        who=sides.decider(state, chief.country),
        name="siege-action",
        what=f"What do the besiegers of {board.called(place)} do?",
        options=Told(may, lambda action: _option(state, place, alliance, action)),
        enter=may[0],
        about=Weighed(
            {
                "place": place,
                "units": stack.unit_ids,
                "level": sides.fortress_level(state, place),
                "works": list(known.works) if (known := state.land.sieges.get(place)) else [],
            },
            lambda: chances(state, place),
            compared=lambda: {
                LABELS[each][0]: COMPARED[each](state, place) for each in may if each in COMPARED
            },
        ),
    )


# Undermining.


async def undermine(phase: Phase, place: str) -> None:
    """The besieger undermines: one die for the fortress and for his own attrition (UND).

    The distance to supply is measured before the effect, the attrition rolled after it (UND-A6).
    """
    state = phase.state
    alliance = state.land.sieges[place].alliance
    looked = siege_of(state, place)
    stack = sides.stack(state, place, alliance)
    country = command.commander(state, stack.units, stack.leaders).country
    who, name = sides.decider(state, country), board.called(place)
    parts = undermining_math.fortress_modifiers(looked)
    rolled = await phase.roll(f"{country}.undermine", parts, f"undermining of {name}")
    result = undermining_math.undermining_result(rolled.die, parts)
    works = undermining_math.siegeworks_after(looked.works, result)
    check = undermining_math.attrition_modifiers(looked)
    strikes = undermining_math.attrition_strikes(rolled.die, looked)
    phase.tell(
        "siege",
        f"{countries.does_to(country, 'undermine', place)}: {OUTCOMES[result]}.",
        place,
        who,
        {
            **rolled_sheet(rolled),
            "title": f"Siege of {name}",
            "level": looked.level,
            "effect": result,
            "works": [list(looked.works), list(works)],
            "attrition": {
                "modifiers": [list(modifier) for modifier in check],
                "result": rolled.die + total(check),
                "needed": looked.supply,
                "rolls": strikes,
            },
        },
    )
    state.land.sieges[place].works = list(works)
    await _effect(phase, place, result, who)
    if strikes:
        await _siege_attrition(phase, place, alliance, "a long siege")
    await settle(phase, place)


OUTCOMES = wordings("outcome of undermining")


async def _effect(phase: Phase, place: str, result: str, who: str) -> None:
    """What a result does to the fortress (UND-24 to UND-31, UND-A1)."""
    if result == "R":
        await fall.fall(phase, place, "surrender")
    if result not in ("B", "B/WH"):
        return
    options = [
        Option("assault", "Assault the breach at once"),
        Option("wait", "Do not assault", "the breach helps undermining this turn"),
    ]
    if result == "B/WH":
        options.insert(0, Option("war-honour", "Grant war honour", "the garrison goes free"))
    state = phase.state
    chosen = await Choose(
        who=who,
        name="war-honour" if result == "B/WH" else "breach",
        what=f"The walls of {board.called(place)} can be breached. What then?",
        options=options,
        enter=options[0].answer,
        about=Weighed(
            {"place": place},
            lambda: storm_chances(state, place, True),
            compared=lambda: {options[-2].label: before_assault(state, place, True)},
        ),
    )
    if chosen == "war-honour":
        await fall.fall(phase, place, "war honour")
        return
    state.land.sieges[place].breach = True
    if chosen == "assault":
        await storm(phase, place, breach=True)
