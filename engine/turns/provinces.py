"""Provinces in a campaign: owned, conquered, annexed, and units that have to leave (EUV-TERM).

To own a province is politics, to conquer one is to take its fortress.
"""

from __future__ import annotations

from functools import cache

from engine.facts import board, countries
from engine.fleets import blockades
from engine.grammar import counted
from engine.land.battle import shelter
from engine.land.ground import besieging, stacking
from engine.play.phase import Phase
from engine.situation import knowledge, variants
from engine.state import State, forces, neutrals, sides
from engine.state.forces import Unit
from engine.state.lookups import lookup
from engine.state.stacks import Band
from engine.turns import wars
from engine.turns.campaign_figures import figure


@lookup
def owned_provinces(state: State, country: str) -> list[str]:
    """The provinces of Europe that a country owns (EUV-TERM-13)."""
    now, places = state.land.owners, board.provinces()
    kept = [place for place in _at_first(country) if now.get(place, country) == country]
    gained = [
        place
        for place, owner in now.items()
        if owner == country
        and places[place].map == "europe"
        and places[place].owner_1492 != country
    ]
    return sorted(kept + gained, key=_order().__getitem__) if gained else kept


@cache
def _order() -> dict[str, int]:
    """Where each province stands on the sheet."""
    return {place: at for at, place in enumerate(board.provinces())}


@cache
def _at_first(country: str) -> tuple[str, ...]:
    """The provinces of Europe that a country owns at first."""
    return tuple(
        place
        for place, province in board.provinces().items()
        if province.map == "europe" and province.owner_1492 == country
    )


def transfer(state: State, place: str, to: str) -> None:
    """Makes a country the owner; who has conquered the province from another keeps holding it
    (EUV-TERM-14)."""
    before, holder = sides.owner(state, place), sides.controller(state, place)
    state.land.owners[place] = to
    if board.province(place).owner_1492 == to:
        del state.land.owners[place]
    state.land.controllers.pop(place, None)
    if holder not in (before, to):
        state.land.controllers[place] = holder


def give_back(state: State, place: str) -> None:
    """Ends the conquest of a province: its owner controls it."""
    state.land.controllers.pop(place, None)


def annexable(state: State, place: str) -> bool:
    """Whether a country may annex a province: not the capital of another, unless a variant lets it
    (EUV-NAP-06)."""
    owner = sides.owner(state, place)
    capital = state.ledger.capitals.get(owner, "")
    red = place == capital or (
        not capital and owner in countries.countries()
        and place in countries.country(owner).capitals
    )  # fmt: skip
    return not red or variants.in_force(state).annexable(state, place)


def annex(phase: Phase, place: str, by: str, points: bool = True) -> None:
    """A country annexes a province for good, with the normal victory points unless told."""
    state = phase.state
    before = sides.owner(state, place)
    transfer(state, place, by)
    text = f"{countries.does_to(by, 'annex', place)}."
    known = state.countries.get(sides.decider(state, by))
    if points and known is not None:
        gained = figure("victory_points", "province")
        known.victory_points += gained
        text = f"{text[:-1]} ({counted(gained, 'victory point')})."
    phase.tell("annexed", text, place, by)
    variants.in_force(state).annexed(phase, place, before, by)


def remove_minor(state: State, country: str) -> None:
    """Takes a minor out of play for good, with its counters and leaders."""
    for unit in [unit for unit in state.units.values() if unit.country == country]:
        state.remove(unit)
    for leader in [each for each in state.leaders.values() if each.country == country]:
        state.remove_leader(leader, "killed")
        state.notes.pop(f"fallen.{leader.id}", None)
        del state.leaders[leader.id]
    for place in [place for place, held in state.land.controllers.items() if held == country]:
        give_back(state, place)
    ledger = state.ledger
    ledger.gone.append(country)
    ledger.boxes.pop(country, None)
    ledger.allies = [
        left for group in ledger.allies if (left := [e for e in group if e != country])
    ]
    for war in list(ledger.wars):
        wars.leave_war(state, war, country)
    state.countries.pop(country, None)
    state.sequence.initiatives.pop(country, None)


# Leaving.


def must_leave(state: State, unit: Unit) -> bool:
    """Whether a land unit stands where it may stay no longer: in land of neither friend nor enemy
    (EUV-TRU-06), overseas of a minor that has not let it in, for beside a power's post anybody may
    stand (MOV-25)."""
    if not unit.land or unit.position not in ("field", "inside") or board.is_sea(unit.place):
        return False
    holder = sides.controller(state, unit.place)
    own = sides.alliance_of(state, unit.country)
    other = sides.alliance_of(state, holder) if holder else own
    if other == own or holder in neutrals.set_apart(state, own):
        return False
    if unit.position == "inside":
        return True
    return _shut(state, unit.place, own) and not sides.at_war(state, own, other)


def _shut(state: State, place: str, alliance: str) -> bool:
    """Whether a province is closed to strangers: in Europe, overseas where it is a minor's that has
    not let them in (MOV-25, NAT-03)."""
    holder = sides.controller(state, place)
    return shelter.bars_strangers(state, place) and not sides.admitted(state, alliance, holder)


def goal(state: State, unit: Unit) -> str:
    """The nearest province that a unit's side controls, it knows (DIS-02) and where there is room;
    "" for none."""
    alliance = sides.alliance_of(state, unit.country)
    barred = variants.closed_provinces(state, {unit.country})
    chart = knowledge.chart(state, Band.of([unit]))

    def welcome(place: str) -> bool:
        return (
            sides.is_quiet(state, place, alliance)
            and place not in barred
            and not knowledge.is_hidden(state, chart, place)
            and forces.within_stacking([*sides.stack(state, place, alliance).units, unit])
        )

    for ring in board.rings(unit.place, lambda place: True):
        for place in ring:
            if place != unit.place and welcome(place):
                return place
    overseas = [place for place in owned_provinces(state, unit.country) if welcome(place)]
    return min(overseas, default="")


async def withdraw(phase: Phase) -> None:
    """Every unit that may stay no longer goes to the nearest friendly province, or home over sea.

    One that has nowhere to go is disbanded; leaders go with the troops of their place, and alone
    stay overseas where anybody may stand, with what they have found (MOV-25, LDM-01). Sieges and
    blockades of those who are no enemies any more are over (AFT-04, NAC-04).
    """
    state = phase.state
    went: dict[tuple[str, str], str] = {}
    for unit in [unit for _, unit in sorted(state.units.items()) if must_leave(state, unit)]:
        place, alliance = unit.place, sides.alliance_of(state, unit.country)
        to = goal(state, unit)
        name = countries.with_article(unit.country)
        if not to:
            state.remove(unit)
            text = f"{unit.kind} of {name} in {board.called(place)} is disbanded."
            toll = forces.toll([unit], "nowhere to withdraw to")
            phase.tell("losses", text, place, unit.country, toll)
            continue
        went.setdefault((place, alliance), to)
        state.put(unit, to)
        text = f"{unit.kind} of {name} leaves {board.called(place)}"
        phase.tell("withdrawal", f"{text} for {board.called(to)}.", to, unit.country)
    for leader in list(state.leaders.values()):
        if leader.position not in ("field", "inside") or board.is_sea(leader.place):
            continue
        if leader.status != "map":
            continue
        alliance = sides.alliance_of(state, leader.country)
        stays = sides.controlled_by(state, leader.place, alliance) or not _shut(
            state, leader.place, alliance
        )
        if stays or sides.stack(state, leader.place, alliance, leader.position).units:
            continue
        if (leader.place, alliance) in went:
            state.put_leader(leader, went[leader.place, alliance])
        else:
            state.remove_leader(leader, "away")
    lift_sieges(state)
    blockades.lift_without_war(phase)
    for place in sorted(set(went.values())):
        for each in [alliance.id for alliance in state.diplomacy.alliances]:
            await stacking.enforce_stacking(phase, place, each)


def lift_sieges(state: State) -> None:
    """Ends the sieges that nobody keeps up any more, or that are no war's; the besieged come out
    (AFT-04)."""
    for place in [place for place in state.land.sieges if not _besieged(state, place)]:
        del state.land.sieges[place]
        besieging.let_out(state, place)


def _besieged(state: State, place: str) -> bool:
    siege = state.land.sieges[place]
    holder = sides.controller(state, place)
    return (
        bool(holder)
        and sides.fortified(state, place)
        and bool(sides.stack(state, place, siege.alliance).units)
        and sides.at_war(state, siege.alliance, sides.alliance_of(state, holder))
    )
