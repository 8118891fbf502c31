"""Where sieges begin, change hands and are lifted (AFT-01 to AFT-04, SIE-01).

A siege is in `state.land.sieges`; `settle` looks wherever what stands in a province changed.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.combat import leaders as commanders
from engine.facts import board, countries
from engine.grammar import conjugate, join_names
from engine.land.ground import stacking
from engine.overseas import active_natives, discoveries, forts
from engine.play.phase import Phase
from engine.situation import counters, establishments
from engine.state import State, sides
from engine.state.forces import COUNTRY, POSITION, Unit
from engine.state.land import Siege
from engine.state.leaders import Leader
from engine.state.lookups import lookup, lookup_at


def too_small(state: State, place: str, strength: int) -> bool:
    """Whether so many thirds are less than 1 LD a level of the fortress (SIE-01, SIE-A1)."""
    return not may_undermine(sides.fortress_level(state, place), strength)


def besieger(state: State, place: str) -> str:
    """The alliance that besieges the fortress of a province, by what stands there now; "" for none.

    An alliance at war with the controller besieges it unless the controller's side is in the field
    there too; a siege that was going on stays with its alliance while that has troops (AFT-01,
    AFT-02).
    """
    if _enemies_of_holder(state, place).isdisjoint(map(COUNTRY, state.units_at(place))):
        return ""
    defender = sides.alliance_of(state, sides.controller(state, place))
    present = sides.alliances_at(state, place)
    hostile = [
        alliance
        for alliance in present
        if alliance != sides.NATIVES and sides.at_war(state, alliance, defender)
    ]
    if not hostile or not sides.fortified(state, place):
        return ""
    siege = state.land.sieges.get(place)
    if siege and siege.alliance in hostile:
        return siege.alliance
    held = defender in present and defender != sides.NATIVES
    return "" if held else hostile[0]


@lookup
def _enemies_of_holder(state: State, place: str) -> frozenset[str]:
    """The countries at war with whoever controls a province; none where nobody does."""
    who = sides.controller(state, place)
    return sides.enemies(state, sides.alliance_of(state, who)) if who else frozenset()


async def settle(phase: Phase, place: str, passing: bool = False) -> None:
    """Begins, hands over or lifts the siege of a province after a change of what stands there.

    AFT-01, AFT-02, AFT-04: siegeworks off, besieged troops out and merged; AFT-06: an excess is
    lost, but beside who is only `passing` (MOV-03). The count of rounds goes on with the fortress
    (UND-35); recruits whose leader is gone go home (NAT-30, NAT-31), discoveries are lost with
    those who made them (DIS-08), and works without a guard are given up (FRT-05).
    """
    _settle_what_is_left(phase)
    if not (board.is_sea(place) or _stays(phase.state, place)):
        await _settle_siege(phase, place, passing)


def _settle_what_is_left(phase: Phase) -> None:
    """Recruits without their leader, discoveries of the dead, works without a guard."""
    there = phase.state.overseas
    if there.natives or there.discoveries or there.known or there.establishments:
        active_natives.disband(phase)
        discoveries.settle(phase)
        forts.remove_abandoned(phase)


async def _settle_siege(phase: Phase, place: str, passing: bool = False) -> bool:
    """Whether anything began, changed hands or ended."""
    state = phase.state
    siege, now = state.land.sieges.get(place), besieger(state, place)
    name = board.called(place)
    if now:
        if siege is None:
            state.land.sieges[place] = _again(state, place, now)
            there = join_names(map(countries.with_article, _present(state, place, now)))
            phase.tell(
                "siege",
                f"{establishments.besieged_in(state, place)} is besieged by {there}.",
                place,
            )
        elif siege.alliance != now:
            siege.alliance = now
            take = countries.all_do(_present(state, place, now), "take")
            phase.tell("siege", f"{take} over the siege of {name} as it stands.", place)
        else:
            return False
        return True
    inside, _ = sides.inside(state, place)
    if siege is not None:
        del state.land.sieges[place]
        rounds = siege.rounds + (state.sequence.step == "siege")
        state.notes[f"siege.{place}"] = [siege.breach, siege.assaulted, rounds]
        phase.tell("siege", f"The siege of {name} is lifted.", place)
    elif inside:
        come = conjugate("come", len(inside))
        troops = counters.troops_and_owners(inside)
        phase.tell("siege", f"{troops} {come} out of the fortress of {name}.", place)
    state.land.resupplied.discard(place)
    let_out(state, place)
    if inside and not passing:
        merged = sides.alliance_of(state, inside[0].country)
        await stacking.enforce_stacking(phase, place, merged)
    return True


@lookup_at
def _stays(state: State, place: str) -> bool:
    """Whether no siege of a province begins or ends: none is there, and nobody is inside."""
    here: tuple[Unit | Leader, ...] = (*state.units_at(place), *state.leaders_at(place))
    if place in state.land.sieges or "inside" in map(POSITION, here):
        return False
    return not (here and besieger(state, place))


def note_siege(state: State, place: str) -> str:
    """Begins or ends the siege of a province whose counters a ruling has changed, without a line of
    its own: what came of it in words, "" for nothing (AFT-01, AFT-04, MOV-A7)."""
    siege, now = state.land.sieges.get(place), "" if board.is_sea(place) else besieger(state, place)
    if siege is None and now:
        state.land.sieges[place] = _again(state, place, now)
        return f"{establishments.besieged_in(state, place)} is besieged"
    if siege is None or siege.alliance == now:
        return ""
    if now:
        siege.alliance = now
        return f"{countries.with_article(now)} goes on with the siege"
    del state.land.sieges[place]
    let_out(state, place)
    return f"the siege of {board.called(place)} is lifted"


def let_out(state: State, place: str) -> None:
    """Brings the besieged out of a fortress whose siege is over (AFT-04)."""
    inside, leaders = sides.inside(state, place)
    state.bring([unit.id for unit in inside], [leader.id for leader in leaders], place)


def _again(state: State, place: str, alliance: str) -> Siege:
    """A new siege; what an earlier one of this turn achieved against the fortress still counts, but
    for its siegeworks (UND-13, UND-14, UND-26, UND-35)."""
    breach, assaulted, rounds = state.notes.pop(f"siege.{place}", (False, False, 0))
    return Siege(alliance, breach=breach, assaulted=assaulted, rounds=rounds)


async def settle_sieges(phase: Phase) -> bool:
    """Settles every siege: attrition may have left nobody to besiege. Whether any began or
    ended."""
    places = {*phase.state.land.sieges, *phase.state.overseas.establishments}
    return await settle_all(phase, places)


async def settle_all(phase: Phase, places: Iterable[str]) -> bool:
    """Settles each of these places in order of their ids; whether anything began or ended."""
    _settle_what_is_left(phase)
    settled = False
    for place in sorted(places):
        if not (board.is_sea(place) or _stays(phase.state, place)):
            settled |= await _settle_siege(phase, place)
            _settle_what_is_left(phase)
    return settled


def _present(state: State, place: str, alliance: str) -> list[str]:
    return sorted({unit.country for unit in sides.stack(state, place, alliance).units})


def besiegers_in_words(state: State, place: str) -> str:
    """Who besieges a place, in words: the countries whose troops do, or else of their alliance."""
    alliance = state.land.sieges[place].alliance
    members = (each.members for each in state.diplomacy.alliances if each.id == alliance)
    who = _present(state, place, alliance) or next(members, [alliance])
    return join_names(map(countries.with_article, who))


def may_undermine(level: int, strength: int) -> bool:
    """Whether a stack of so many thirds may undermine, in supply: with 1 LD a level (SIE-23)."""
    return strength >= level * commanders.DETACHMENT and strength > 0
