"""Exceptional levies, declared and used at the end of a round (LEV, OVW-07)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.facts import board, countries
from engine.grammar import conjugate, counted
from engine.play.asks import Choose, Option, YesNo
from engine.play.phase import Phase
from engine.rounds import levies_math as arithmetic
from engine.rounds import rounds
from engine.situation import counters, establishments
from engine.state import State, forces, known_zones, sides
from engine.state.countries import Country
from engine.state.forces import Kind, Unit

VICEROY: Final = "viceroy"
SCOUTS: Final[Kind] = "LDE"
RAISED: Final = "levied."  # in the notes: halves of a detachment raised in a settlement this turn
OCCASIONS: Final = ("major-overseas", "major-viceroy", "minor-viceroy")


class Recruit(NamedTuple):
    """A counter that may be bought, and its price in ducats at home."""

    kind: Kind
    corps: str
    ducats: int

    @property
    def key(self) -> str:
        """The answer that buys it."""
        return f"{self.corps} {self.kind}".strip()


# Who may declare.


def may_declare(state: State, country: Country) -> str:
    """Why a country may not declare exceptional levies now, "" when it may (LEV-01 to LEV-06,
    LEV-A1)."""
    has = countries.does(country.id, "have")
    if country.levies_declared:
        return f"{has} declared exceptional levies this turn (LEV-03)"
    if portuguese(state, country):
        if not set(OCCASIONS) & set(country.defeats):
            return f"{has} lost no major battle overseas this round, nor its viceroy one"
        return "" if _printed(state, country) else f"{has} no limit of recruitment of its own"
    if (
        country.role != "full"
        or country.minor
        or sides.at_peace(state, sides.alliance_of(state, country.id))
    ):
        return f"{countries.does(country.id, 'be')} not fully engaged in a regular war (LEV-01)"
    if _printed(state, country) is None:
        return f"{has} no limit of recruitment of its own"
    if not arithmetic.enough_defeats(
        country.id, "major" in country.defeats, "minor" in country.defeats
    ):
        lenient = country.id in arithmetic.LENIENT
        return f"{has} lost no {'battle' if lenient else 'major battle'} this round"
    return ""


def portuguese(state: State, country: Country) -> bool:
    """Whether the rules of Portugal's viceroys hold: one lives, in an overseas war or one against
    countries of the Rest of the World alone (LEV-06, LEV-A1)."""
    return viceroy(state, country.id) and (
        country.role == "overseas" or (country.role == "full" and _enemies_overseas(state, country))
    )


def _enemies_overseas(state: State, country: Country) -> bool:
    """Whether all its enemies are countries of the Rest of the World: an overseas war (LEV-01,
    LEV-06)."""
    own = sides.alliance_of(state, country.id)
    foes = [
        member
        for pair in state.diplomacy.wars
        if own in pair
        for each in pair
        if each != own
        for member in sides.members(state, each)
    ]
    return bool(foes) and all(countries.country(each).kind == "rotw" for each in foes)


def viceroy(state: State, country: str) -> bool:
    """Whether a viceroy of a country lives: then it may declare in an overseas war too (LEV-06)."""
    return any(
        leader.country == country
        and leader.status in ("map", "wounded", "away")
        and countries.leader(leader.id).variant == VICEROY
        for leader in state.leaders.values()
    )


def stability_cost(state: State, country: Country) -> int:
    """The stability that declaring costs: 1, or nothing at the lowest (LEV-02, LEV-05).

    For a plain defeat of its viceroy Portugal pays one more (LEV-A1).
    """
    if portuguese(state, country):
        cost = 1 if "major-overseas" in country.defeats else 2
        return min(cost, country.stability - arithmetic.LOWEST_STABILITY)
    return arithmetic.stability_cost(country.id, "major" in country.defeats, country.stability)


# What may be recruited, and for how much.


def _printed(state: State, country: Country) -> int | None:
    return arithmetic.printed_limit(
        country.id, state.period, country.land_technology, country.reformed
    )


def limit(state: State, country: Country) -> int:
    """The limit of exceptional levies in LD: half the usual one, rounded up (LEV-09); all of it
    for Portugal's viceroys (LEV-A1)."""
    usual = _printed(state, country) or 0
    return usual if portuguese(state, country) else arithmetic.levy_limit(usual)


def price(state: State, country: Country, kind: Kind, abroad: bool = False) -> int | None:
    """The price of a counter now, None beyond thrice the limit (LEV-10, LEV-11)."""
    return arithmetic.price(
        country.id, country.land_technology, kind, country.recruited, limit(state, country), abroad
    )


def cost(state: State, country: Country, kind: Kind, place: str) -> int | None:
    """The price of a counter in a place, None where it is not to be had there (C-LOG-02,
    C-LOG-05)."""
    if board.province(place).map == "europe":
        abroad = place not in board.national_provinces(country.id)
        return price(state, country, kind, abroad) if kind in arithmetic.BOUGHT_AS else None
    large = _settlement(state, country.id, place)
    if large is None or not _room_left(state, kind, place, large):
        return None
    return arithmetic.price_overseas(
        country.id, country.land_technology, kind, country.recruited, limit(state, country), large
    )


def _settlement(state: State, country: str, place: str) -> bool | None:
    """Whether a colony of level 6 of a country is there, or a smaller settlement; None for none."""
    own = [
        one
        for one in establishments.standing_establishments(state, place)
        if one.country == country and one.kind in ("colony", "trading_post")
    ]
    if not own:
        return None
    return any(one.kind == "colony" and one.level >= arithmetic.LARGE_COLONY for one in own)


def _room_left(state: State, kind: Kind, place: str, large: bool) -> bool:
    """Whether a settlement gives this counter this turn, after what it has given (C-LOG-05)."""
    raised = int(state.notes.get(f"{RAISED}{place}", 0))
    if not large:
        return not raised
    return raised + arithmetic.in_halves(kind) <= arithmetic.ROOM[large]


def recruits(state: State, country: Country) -> list[Recruit]:
    """What a country may buy now: counters in the box, within thrice its limit, with a place; each
    at its least price."""
    found = []
    corps: tuple[str, ...] = ("janissary", "timar") if country.id == "turkey" else ("",)
    for each in corps:
        for kind in (*arithmetic.BOUGHT_AS, SCOUTS):
            if counters.free_counters(state, country.id, kind, each) > 0:
                ducats = [
                    known
                    for place in places(state, country.id, kind, each)
                    if (known := cost(state, country, kind, place)) is not None
                ]
                if ducats:
                    found.append(Recruit(kind, each, min(ducats)))
    return found


def places(state: State, country: str, kind: Kind, corps: str = "") -> list[str]:
    """Where recruits may be placed: provinces owned and controlled, neither besieged nor in revolt
    nor full, without an enemy (C-LOG-03); overseas those with a settlement (C-LOG-05).

    Portugal's viceroys raise troops overseas only (LEV-A1).
    """
    alliance = sides.alliance_of(state, country)
    new = Unit(0, country, kind, "", corps=corps)
    known = state.countries[country]
    settled = state.overseas.establishments if corps == "" else {}
    held = [place for place in settled if cost(state, known, kind, place) is not None]
    if kind != SCOUTS and not portuguese(state, known):
        held += [at for at, who in sides.held_in_europe(state).items() if who == country]
    return [
        place
        for place in sorted({*held})
        if sides.owner(state, place) == country
        and sides.controller(state, place) == country
        and sides.is_quiet(state, place, alliance)
        and not state.land.revolts.get(place)
        and forces.within_stacking([*sides.stack(state, place, alliance).units, new])
    ]


# The end of a round.


async def end_of_round(phase: Phase) -> None:
    """Each alliance in order declares new levies and recruits by those declared (RND-06, OVW-07).

    Not in the last round, when nobody could recruit any more (LEV-08, LEV-A2).
    """
    state = phase.state
    if state.sequence.next_box == rounds.END:
        return
    for name in state.diplomacy.countries:
        country = state.countries[name]
        if not (country.defeats or country.levies_declared) or f"levies {name}" in state.marks.done:
            continue  # who lost no battle does not, whatever else holds (LEV-01, LEV-06)
        phase.mark()
        await _declare(phase, name)
        if state.countries[name].levies_declared:
            await _recruit(phase, name)
        state.marks.done.add(f"levies {name}")


async def _declare(phase: Phase, name: str) -> None:
    country = phase.state.countries[name]
    if may_declare(phase.state, country):
        return
    stability = stability_cost(phase.state, country)
    declares = await YesNo(
        who=sides.decider(phase.state, name),
        name="declare-levies",
        what=f"{countries.in_question(name)} declare exceptional levies?",
        detail=f"costs {stability} stability; {limit(phase.state, country)} LD may be bought at "
        "list price",
        enter=False,
        about={"country": name},
    )
    if not declares:
        return
    country = phase.state.countries[name]
    country.levies_declared = True
    country.stability -= stability
    country.recruited = 0
    text = f"{countries.does(name, 'declare')} exceptional levies"
    phase.tell("levies", text + (f" for {stability} stability." if stability else "."), who=name)


async def _recruit(phase: Phase, name: str) -> None:
    """Buys counters until the country has enough; the recruits are conscripts (LEV-08, LEV-13)."""
    who = sides.decider(phase.state, name)
    while found := recruits(phase.state, phase.state.countries[name]):
        by_key = {each.key: each for each in found}
        spent = phase.state.countries[name].recruited_cost
        answer = await Choose(
            who=who,
            name="recruit",
            what=f"What {countries.in_question(name)} recruit by exceptional levies? So far "
            f"{counted(spent, 'ducat')} {conjugate('be', spent)} spent",
            options=[
                Option("done", "nothing more"),
                *(Option(each.key, each.key, counted(each.ducats, "ducat")) for each in found),
            ],
            enter="done",
            about={"country": name},
        )
        if answer == "done":
            return
        await _place(phase, name, who, by_key[answer])


async def _place(phase: Phase, name: str, who: str, recruit: Recruit) -> None:
    """Raises a recruit where its owner wants it; what settlements raise is counted (LEV-11)."""
    state = phase.state
    country = state.countries[name]
    where = places(state, name, recruit.kind, recruit.corps)
    ducats = {
        each: counted(cost(state, country, recruit.kind, each) or 0, "ducat") for each in where
    }
    place = await Choose(
        who=who,
        name="recruit-place",
        what=f"Where is the new {recruit.key} raised?",
        options=[Option(each, board.province(each).name, ducats[each]) for each in where],
        about={"country": name},
    )
    country = state.countries[name]
    paid = cost(state, country, recruit.kind, place) or 0
    if board.province(place).map != "europe":
        key = f"{RAISED}{place}"
        state.notes[key] = int(state.notes.get(key, 0)) + arithmetic.in_halves(recruit.kind)
    country.recruited += arithmetic.in_halves(recruit.kind)
    country.recruited_cost += paid
    state.add(Unit(0, name, recruit.kind, place, corps=recruit.corps))
    phase.tell(
        "levies",
        f"{countries.does(name, 'raise')} {recruit.key} in {board.called(place)} "
        f"for {counted(paid, 'ducat')}.",
        place,
        name,
    )


def note_defeat(
    state: State, place: str, loser: str, leader_ids: Sequence[str], major: bool
) -> None:
    """Writes a defeat down: on land for levies (LEV-01, LEV-04, LEV-A3), overseas by land or sea
    for those of Portugal, with the viceroy in it or not (LEV-A1)."""
    country = state.countries.get(loser)
    if country is None or country.minor:
        return
    word = "major" if major else "minor"
    if not board.is_sea(place):
        country.defeats.append(word)
    if known_zones.overseas(place):
        country.defeats.append(f"{word}-overseas")
        if any(countries.leader(name).variant == VICEROY for name in leader_ids):
            country.defeats.append(f"{word}-viceroy")
