"""The sequence of play: set-up, rounds of impulses until the track reaches End, clean-up (OVW).

Every step is a procedure that can start again from the state alone; the step that ends says which
one follows. An impulse has five steps (OVW-04): supply, choice of campaign, movements,
explorations, battles.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

from engine.expeditions import exploration
from engine.facts import board, variant_sheets
from engine.land.ground import besieging
from engine.land.movement import march_under_way
from engine.land.supply import supply_lines
from engine.land.supply import supply_step as supplying
from engine.overseas import active_natives, discoveries, forts
from engine.play.phase import Phase
from engine.rounds import campaign_choice, levies, rounds
from engine.sea import lost_ports, refit
from engine.sequence import battle_order, cleanup, movement, siege_segment, wintering
from engine.situation import variants
from engine.state import State, sides
from engine.state.sequence import Step

Procedure: TypeAlias = Callable[[Phase], Coroutine[Any, Any, None]]
"""What plays a step; it can start again from the state alone."""


async def military_phase(phase: Phase) -> None:
    """Plays the Military phase from the step the state is in to its end (OVW-01, OVW-04, OVW-08,
    OVW-10, RND-01, OVW-A2)."""
    while phase.state.sequence.step != "over":
        phase.mark(segment=True)
        await STEPS[phase.state.sequence.step](phase)


async def start(phase: Phase) -> None:
    """Set-up, once a turn: alliances in order of initiative, the starting round (INI). Who stands
    beside a fortress that is an enemy's since the last turn besieges it (AFT-01), ships leave a
    port that is none of theirs any more (NAV-10), and who stands by a fort of the last turn brings
    home what he found (DIS-04)."""
    for sheet in variant_sheets.sheets().values() if phase.state.variants else ():
        if sheet.id in phase.state.variants and begins(phase.state):
            phase.tell("variant", f"Variant in force: {sheet.title}. {sheet.about}")
    discoveries.spread_between_countries(phase)
    discoveries.settle(phase)
    await rounds.start(phase)
    await _new_enemies(phase)
    phase.state.sequence.impulse = 0
    phase.state.sequence.step = "supply"


async def _new_enemies(phase: Phase) -> None:
    """What wars and provinces that have changed since the last turn bring where troops stand."""
    for place in phase.state.occupied_places():
        if not board.is_sea(place) and besieging.besieger(phase.state, place):
            await besieging.settle(phase, place)
    await lost_ports.leave(phase)


def begins(state: State) -> bool:
    """Whether this is the first Military phase of the game."""
    return bool(state.ledger.facts.get("first turn", state.turn) == state.turn)


async def supply_step(phase: Phase) -> None:
    """The supply step of an impulse; a new impulse begins with it, and with that truces may end
    (EUV-TRU-13)."""
    if "impulse" not in phase.state.marks.done:
        await variants.in_force(phase.state).before_impulse(phase)
        phase.state.marks.done.add("impulse")
    await supplying.supply(phase)
    phase.state.sequence.step = "campaign"


async def battles_step(phase: Phase) -> None:
    """The battles of the impulse that were not interceptions (BAT-01); then the impulse is over
    (OVW-03, RND-02)."""
    await battle_order.battles(phase)
    await lost_ports.leave(phase)
    discoveries.settle(phase)
    await _scouts_vanish(phase)
    state = phase.state
    end_impulse(phase)
    if state.sequence.impulse + 1 < len(state.diplomacy.alliances):
        state.sequence.impulse += 1
        state.sequence.step = "supply"
    else:
        state.sequence.step = "siege"


async def _scouts_vanish(phase: Phase) -> None:
    """Exploration detachments whom a battle has driven to Europe do not outlive the impulse
    (DIS-10)."""
    state = phase.state
    if not state.overseas.known:
        return  # Nobody explores.
    found: dict[tuple[str, str], list[int]] = {}
    for unit in state.units.values():
        if unit.kind == "LDE" and board.in_europe(unit.place):
            key = unit.place, sides.alliance_of(state, unit.country)
            found.setdefault(key, []).append(unit.id)
    for _, scouts in sorted(found.items()):
        await march_under_way.scouts_vanish(phase, scouts)


def end_impulse(phase: Phase) -> None:
    """Forgets what holds for one impulse only (ATT-17), its ways once variants have looked at them
    (EUV-NAP-13); who has come into supply is no longer without (SUP-02)."""
    state = phase.state
    variants.in_force(state).after_impulse(state)
    supply_lines.refresh(state)
    state.marks.end_impulse()


async def siege_step(phase: Phase) -> None:
    """The siege segment: sieges, fights against revolts (OVW-06, SIE, REV); ships leave a port that
    has fallen (NAV-10)."""
    await siege_segment.siege(phase)
    await lost_ports.leave(phase)
    discoveries.settle(phase)
    phase.state.marks.done.clear()
    phase.state.sequence.step = "continuation"


async def end_step(phase: Phase) -> None:
    """The end of the round: exceptional levies (LEV), refit (REF-01), forts (FRT-03); then the next
    begins (CLN-01, RND-06)."""
    await levies.end_of_round(phase)
    await refit.refit(phase)
    forts.advance(phase)
    phase.state.marks.done.clear()
    rounds.advance(phase)
    phase.state.sequence.step = "wintering"


async def wintering_step(phase: Phase) -> None:
    """Wintering, when the year changes; End counts as S6 (WIN-01, WIN-02)."""
    await wintering.wintering(phase)
    active_natives.disband(phase)
    phase.state.marks.done.clear()
    phase.state.sequence.impulse = 0
    phase.state.sequence.step = "cleanup" if phase.state.sequence.box == "End" else "supply"


async def campaign_step(phase: Phase) -> None:
    """The choice of campaign of an impulse (CAM)."""
    await campaign_choice.choose(phase)
    phase.state.sequence.step = "movement"


async def movement_step(phase: Phase) -> None:
    """The moves of an impulse (MVG)."""
    await movement.moves(phase)
    phase.state.sequence.step = "exploration"


async def exploration_step(phase: Phase) -> None:
    """The explorations of an impulse (EXP)."""
    await exploration.explorations(phase)
    phase.state.sequence.step = "battles"


async def continuation_step(phase: Phase) -> None:
    """The roll for the next round; it takes effect after the end of this one (OVW-A1)."""
    await rounds.continuation(phase)
    phase.state.sequence.step = "end"


async def cleanup_step(phase: Phase) -> None:
    """The clean-up, and with it the end of the phase (CLN)."""
    await cleanup.cleanup(phase)
    phase.state.sequence.step = "over"


STEPS: dict[Step, Procedure] = {
    "start": start,
    "supply": supply_step,
    "campaign": campaign_step,
    "movement": movement_step,
    "exploration": exploration_step,
    "battles": battles_step,
    "siege": siege_step,
    "continuation": continuation_step,
    "end": end_step,
    "wintering": wintering_step,
    "cleanup": cleanup_step,
}
