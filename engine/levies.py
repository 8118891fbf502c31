"""Exceptional levies, at the end of a round (LEV, OVW-07); their arithmetic is engine.recruits."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine import board, countries, forces, losses, rounds, sides
from engine import recruits as arithmetic
from engine.asks import Choose, Option, YesNo
from engine.forces import Kind, Unit
from engine.phase import Phase
from engine.state import Country, State

VICEROY: Final = "viceroy"


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
    """Why a country may not declare exceptional levies now, "" when it may (LEV-01 to LEV-06)."""
    name = countries.country(country.id).name
    if country.levies_declared:
        return f"{name} has declared exceptional levies this turn (LEV-03)"
    regular = country.role == "full" or (country.role == "overseas" and viceroy(state, country.id))
    if not regular or country.minor or not _at_war(state, country.id):
        return f"{name} is not fully engaged in a regular war (LEV-01)"
    if _printed(state, country) is None:
        return f"{name} has no limit of recruitment of its own"
    if not arithmetic.enough_defeats(
        country.id, "major" in country.defeats, "minor" in country.defeats
    ):
        lenient = country.id in arithmetic.LENIENT
        return f"{name} has lost no {'battle' if lenient else 'major battle'} this round"
    return ""


def viceroy(state: State, country: str) -> bool:
    """Whether a viceroy of a country lives: then it may declare in an overseas war too (LEV-06)."""
    return any(
        leader.country == country
        and leader.status in ("map", "wounded", "away")
        and countries.leader(leader.id).variant == VICEROY
        for leader in state.leaders.values()
    )


def _at_war(state: State, country: str) -> bool:
    alliance = sides.alliance_of(state, country)
    return any(alliance in war for war in state.wars)


def stability_cost(country: Country) -> int:
    """The stability that declaring costs: 1, or nothing at the lowest (LEV-02, LEV-05)."""
    return arithmetic.stability_cost(country.id, "major" in country.defeats, country.stability)


# What may be recruited, and for how much.


def _printed(state: State, country: Country) -> int | None:
    return arithmetic.printed(
        country.id, state.period, country.land_technology, bool(country.reforms)
    )


def limit(state: State, country: Country) -> int:
    """The limit of exceptional levies in LD: half the usual one, rounded up (LEV-09)."""
    return arithmetic.halved(_printed(state, country) or 0)


def price(state: State, country: Country, kind: Kind, abroad: bool = False) -> int | None:
    """The price of a counter now, None beyond thrice the limit (LEV-10, LEV-11)."""
    return arithmetic.price(
        country.id, country.land_technology, kind, country.recruited, limit(state, country), abroad
    )


def recruits(state: State, country: Country) -> list[Recruit]:
    """What a country may buy now: counters in the box, within thrice its limit, with a place."""
    found = []
    corps: tuple[str, ...] = ("janissary", "timar") if country.id == "turkey" else ("",)
    for each in corps:
        for kind in arithmetic.BOUGHT_AS:
            ducats = price(state, country, kind)
            free = losses.free_counters(state, country.id, kind, each)
            if ducats is not None and free > 0 and places(state, country.id, kind, each):
                found.append(Recruit(kind, each, ducats))
    return found


def places(state: State, country: str, kind: Kind, corps: str = "") -> list[str]:
    """Where recruits may be placed: provinces owned and controlled, neither besieged nor in revolt
    nor full, without an enemy (C-LOG-03)."""
    alliance = sides.alliance_of(state, country)
    new = Unit(0, country, kind, "", corps=corps)
    return [
        place
        for place, province in sorted(board.provinces().items())
        if province.map == "europe"
        and sides.owner(state, place) == country
        and sides.controller(state, place) == country
        and not sides.besieged(state, place)
        and not state.revolts.get(place)
        and not sides.enemy_units(state, place, alliance)
        and forces.within_stacking([*sides.stack(state, place, alliance).units, new])
    ]


# The end of a round.


async def end_of_round(phase: Phase) -> None:
    """Each alliance in order declares new levies and recruits by those declared (RND-06, OVW-07).

    Not in the last round, when nobody could recruit any more (LEV-08, LEV-A2).
    """
    state = phase.state
    if state.next_box == rounds.END:
        return
    for alliance in [each.id for each in state.alliances]:
        for name in list(sides.members(phase.state, alliance)):
            if f"levies {name}" in phase.state.done:
                continue
            await phase.mark()
            await _declare(phase, name)
            if phase.state.countries[name].levies_declared:
                await _recruit(phase, name)
            phase.state.done.add(f"levies {name}")


async def _declare(phase: Phase, name: str) -> None:
    country = phase.state.countries[name]
    if may_declare(phase.state, country):
        return
    cost = stability_cost(country)
    declares = await YesNo(
        who=sides.decider(phase.state, name),
        name="declare-levies",
        what=f"Does {countries.country(name).name} declare exceptional levies?",
        detail=f"{cost} stability; {limit(phase.state, country)} LD at list price",
        enter=False,
        about={"country": name},
    )
    if not declares:
        return
    country = phase.state.countries[name]
    country.levies_declared = True
    country.stability -= cost
    country.recruited = 0
    text = f"{countries.country(name).name} declares exceptional levies"
    phase.tell("levies", text + (" and loses 1 stability." if cost else "."), who=name)


async def _recruit(phase: Phase, name: str) -> None:
    """Buys counters until the country has enough; the recruits are conscripts (LEV-08, LEV-13)."""
    who = sides.decider(phase.state, name)
    while found := recruits(phase.state, phase.state.countries[name]):
        by_key = {each.key: each for each in found}
        answer = await Choose(
            who=who,
            name="recruit",
            what=f"What does {countries.country(name).name} recruit by exceptional levies?",
            options=[
                Option("done", "nothing more"),
                *(Option(each.key, each.key, f"{each.ducats} ducats") for each in found),
            ],
            enter="done",
            about={"country": name},
        )
        if answer == "done":
            return
        await _place(phase, name, who, by_key[answer])


async def _place(phase: Phase, name: str, who: str, recruit: Recruit) -> None:
    state = phase.state
    country, home = state.countries[name], board.national_provinces(name)
    at_home, abroad = recruit.ducats, price(state, country, recruit.kind, True)
    where = places(state, name, recruit.kind, recruit.corps)
    place = where[0]
    if len(where) > 1:
        place = await Choose(
            who=who,
            name="recruit-place",
            what=f"Where is the new {recruit.key} raised?",
            options=[
                Option(
                    each,
                    board.province(each).name,
                    f"{at_home if each in home else abroad} ducats",
                )
                for each in where
            ],
            about={"country": name},
        )
    state = phase.state
    country = state.countries[name]
    ducats = price(state, country, recruit.kind, place not in home) or 0
    country.recruited += arithmetic.halves(recruit.kind)
    country.recruited_cost += ducats
    state.add(Unit(0, name, recruit.kind, place, corps=recruit.corps))
    phase.tell(
        "levies",
        f"{countries.country(name).name} raises {recruit.key} in {board.province(place).name} "
        f"for {ducats} ducats.",
        place,
        name,
    )
