"""Burgundy, the vassal of Spain and of the Habsburgs (EUV-BUR)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from engine.facts import board, tables, variant_sheets
from engine.facts.force_pools import Force
from engine.grammar import counted
from engine.play.asks import Choose, Option, YesNo
from engine.play.phase import Phase
from engine.situation.variants import Variant
from engine.state import State, sides
from engine.state.countries import Country
from engine.state.diplomacy import Alliance
from engine.state.ledger import War
from engine.turns import minors, provinces, wars

BURGUNDY: Final = "burgundy"
SPAIN: Final = "spain"
HABSBURG: Final = "habsburg"
HOLLAND: Final = "holland"
HIGHEST: Final = 5
DUTCH_FLEET: Final = "the Dutch commercial fleet at the Atlantic trade centre"


async def _spain_enters(state: State) -> bool:
    """Whether Spain enters a war for Burgundy, as it decides (EUV-BUR-04)."""
    return await YesNo(
        who=SPAIN,
        name="defend-burgundy",
        what="Does Spain enter the war for Burgundy?",
        detail="the Habsburgs enter it in any case" if HABSBURG in state.countries else "",
        enter=True,
        about={"country": SPAIN},
    )


class BurgundyVariant(Variant):
    """The inheritance until the first Spanish monarch dies."""

    id = BURGUNDY

    def why_unfit(self, state: State) -> str:
        """It takes Spain or the Habsburgs, and a time before Holland has risen there: by then the
        first Spanish monarch has long died, and Burgundy is gone (EUV-BUR-01, EUV-BUR-12)."""
        if any(sides.owner(state, place) == HOLLAND for place in inheritance()):
            return "Holland has provinces of it: Burgundy fell to Spain long before"
        here = SPAIN in state.countries or HABSBURG in state.countries
        return "" if here else "neither Spain nor the Habsburgs play a part"

    def set_up(self, state: State) -> None:
        """Burgundy has its twelve provinces; it is in Spain's box and nobody else's (EUV-BUR-01,
        EUV-BUR-02), and the Habsburgs are there to be its other lords (EUV-BUR-04)."""
        for place in inheritance():
            if sides.owner(state, place) != BURGUNDY:
                provinces.transfer(state, place, BURGUNDY)
        patron = next(each for each in (SPAIN, HABSBURG) if each in state.countries)
        if patron == SPAIN:
            minors.bring_in(state, HABSBURG, SPAIN)
        pattern = state.countries[patron].land_technology
        state.countries.setdefault(
            BURGUNDY, Country(BURGUNDY, patron, minor=True, land_technology=pattern)
        )
        state.countries[BURGUNDY].patron = sides.decider(state, patron)
        state.ledger.boxes[BURGUNDY] = (patron, "VA")
        if not any(BURGUNDY in alliance.members for alliance in state.diplomacy.alliances):
            state.diplomacy.join(sides.alliance_of(state, patron), BURGUNDY)
        if state.options.get("wars_asked"):
            stand_alone(state)
        for unit in [unit for unit in state.units.values() if unit.country == BURGUNDY]:
            state.remove(unit)

    def why_locked(self, state: State, minor: str) -> str:
        """No diplomacy changes it (EUV-BUR-02)."""
        return "Burgundy is a vassal of Spain and of the Habsburgs" if minor == BURGUNDY else ""

    # War.

    async def wars_declared(self, phase: Phase) -> None:
        """Who makes war on it makes war on the Habsburgs, and on Spain where Spain enters it
        (EUV-BUR-03, EUV-BUR-04); their own wars do not draw it in (EUV-BUR-05)."""
        state = phase.state
        own = sides.alliance_of(state, BURGUNDY)
        enemies = [
            one if other == own else other
            for one, other in state.diplomacy.wars
            if own in (one, other)
        ]
        if sides.members(state, own) != (BURGUNDY,) or not enemies:
            return
        beside = HABSBURG if HABSBURG in state.countries else SPAIN
        if SPAIN in state.countries and not await self._fights(phase, enemies):
            if beside == SPAIN:
                return
            state.diplomacy.leave(HABSBURG)
            state.diplomacy.join(own, HABSBURG)
            phase.tell("burgundy", "Spain keeps out of the war; the Habsburgs fight.", who=SPAIN)
            return
        theirs = sides.alliance_of(state, beside)
        wanted = {(each, theirs) for each in enemies if not sides.at_war(state, each, theirs)}
        state.diplomacy.wars = sorted(
            {pair for pair in state.diplomacy.wars if own not in pair} | wanted
        )
        state.diplomacy.join(theirs, BURGUNDY)
        state.diplomacy.alliances = [each for each in state.diplomacy.alliances if each.id != own]
        phase.tell("burgundy", "War on Burgundy is war on Spain and the Habsburgs.", who=SPAIN)

    async def _fights(self, phase: Phase, enemies: Collection[str]) -> bool:
        """Whether Spain enters a war for Burgundy; it is in it already where it has those
        enemies (EUV-BUR-04)."""
        state = phase.state
        spain = sides.alliance_of(state, SPAIN)
        if all(sides.at_war(state, each, spain) for each in enemies):
            return True
        return await _spain_enters(state)

    def may_be_called(self, state: State, war: War, country: str) -> bool:
        """Spain is called to no war for Burgundy that it has kept out of (EUV-BUR-04)."""
        return country != SPAIN or BURGUNDY not in war.defenders

    def why_no_war(self, state: State, country: str, target: str) -> str:
        """It declares no war and is called to none (EUV-BUR-05)."""
        return "Burgundy never declares war (EUV-BUR-05)" if country == BURGUNDY else ""

    async def declared(self, phase: Phase, war: War, aggressor: str, target: str) -> None:
        """War on it is war on Spain and on the Habsburgs; Spain alone may stay out, at no cost
        (EUV-BUR-03, EUV-BUR-04)."""
        state = phase.state
        if target != BURGUNDY or BURGUNDY not in war.defenders:
            return
        for vassal_of in (HABSBURG, SPAIN):
            if vassal_of in state.countries and vassal_of not in war.members:
                war.defenders.append(vassal_of)
                wars.join_alliance(state, BURGUNDY, vassal_of)
        if SPAIN not in war.defenders:
            return
        if not await _spain_enters(state):
            stay_out(phase, war)

    def foreign_quarters(self, state: State, country: str) -> Collection[str]:
        """In a war on Burgundy the Habsburgs raise troops there as at home (EUV-BUR-09)."""
        if country == HABSBURG and at_war(state):
            return provinces.owned_provinces(state, BURGUNDY)
        return ()

    async def logistics(self, phase: Phase) -> None:
        """There they may build fortress levels too, one in a province each turn (EUV-BUR-09)."""
        if HABSBURG not in phase.state.countries:
            return
        who = sides.decider(phase.state, HABSBURG)
        built: list[str] = []
        while found := [each for each in buildable(phase.state, who) if each not in built]:
            options = [
                Option(
                    place,
                    board.province(place).name,
                    counted(price(phase.state, place) or 0, "ducat"),
                )
                for place in found
            ]
            answer = await Choose(
                who=who,
                name="build-fortress",
                what="Which Burgundian fortress do the Habsburgs raise by a level?",
                options=[Option("done", "none"), *options],
                enter="done",
                about={"country": who},
            )
            if answer == "done":
                return
            phase.state.countries[who].treasury -= price(phase.state, answer) or 0
            build(phase, answer)
            built.append(answer)

    def basic_forces(self, state: State, country: str) -> tuple[Force, ...] | None:
        """It has no army of its own (EUV-BUR-08)."""
        return () if country == BURGUNDY else None

    async def peace_made(self, phase: Phase, countries: Collection[str]) -> None:
        """After peace the Habsburg units leave; the levels they built stay (EUV-BUR-10,
        EUV-BUR-11)."""
        state = phase.state
        if BURGUNDY not in countries or at_war(state):
            return
        land = provinces.owned_provinces(state, BURGUNDY)
        for unit in [unit for _, unit in sorted(state.units.items())]:
            if unit.country == HABSBURG and unit.place in land:
                state.remove(unit)
                name = board.called(unit.place)
                phase.tell("losses", f"{unit.kind} of the Habsburgs leaves {name}.", unit.place)
        for leader in [each for place in land for each in state.leaders_at(place)]:
            if leader.country == HABSBURG:
                state.remove_leader(leader, "away")

    # Income and inheritance.

    def income_goes_to(self, state: State, owner: str, item: str) -> str | None:
        """All its income is Spain's but that of the Dutch fleet (EUV-BUR-06, EUV-BUR-07)."""
        ours = owner == BURGUNDY and item != DUTCH_FLEET
        return SPAIN if ours and SPAIN in state.countries else None

    async def monarch_died(self, phase: Phase, country: str) -> None:
        """At the death of the first Spanish monarch Spain annexes it, for good, with the points of
        its twelve provinces, though this board draws two of them finer (EUV-BUR-12)."""
        state = phase.state
        first = state.ledger.monarchs.get(SPAIN) == 2
        if country != SPAIN or not first or BURGUNDY in state.ledger.gone:
            return
        owned = provinces.owned_provinces(state, BURGUNDY)
        drawn_finer = {
            place
            for ids in variant_sheets.sheets()[self.id].places.values()
            for place in [each for each in ids if each in owned][1:]
        }
        for place in owned:
            provinces.annex(phase, place, SPAIN, points=place not in drawn_finer)
        provinces.remove_minor(state, BURGUNDY)
        wars.align(state)
        await provinces.withdraw(phase)
        phase.tell("burgundy", "Burgundy falls to Spain and ceases to exist.", who=SPAIN)


VARIANT = BurgundyVariant()


def inheritance() -> list[str]:
    """Its twelve provinces, as this board draws them (EUV-BUR-01)."""
    return [place for ids in variant_sheets.sheets()[BURGUNDY].places.values() for place in ids]


def stand_alone(state: State) -> None:
    """Burgundy stands apart while the powers say who is at war: it is called to no declaration
    (EUV-BUR-05)."""
    own = sides.alliance_of(state, BURGUNDY)
    if sides.members(state, own) != (BURGUNDY,):
        state.diplomacy.leave(BURGUNDY)
        state.diplomacy.alliances.append(Alliance(BURGUNDY, [BURGUNDY], 0))


def at_war(state: State) -> bool:
    """Whether somebody is at war with Burgundy."""
    if state.ledger.last_turn:
        return bool(state.ledger.enemies(BURGUNDY))
    own = sides.alliance_of(state, BURGUNDY)
    return any(own in war for war in state.diplomacy.wars)


def price(state: State, place: str) -> int | None:
    """What the next level of a fortress costs the Habsburgs in ducats, None when they cannot."""
    level = sides.fortress_level(state, place) + 1
    if level > HIGHEST:
        return None
    cost = tables.fortress_cost(level)
    known = tables.technology_rank(state.countries[HABSBURG].land_technology)
    wanted = tables.technology_rank(cost.required_technology or "medieval")
    if wanted > known or cost.required_turn > state.turn:
        return None
    return cost.build_cost_europe


def buildable(state: State, payer: str) -> list[str]:
    """The Burgundian fortresses that the Habsburgs can raise in a war on Burgundy."""
    own = sides.alliance_of(state, HABSBURG)
    return [
        place
        for place in VARIANT.foreign_quarters(state, HABSBURG)
        if sides.controlled_by(state, place, own)
        and not sides.is_besieged(state, place)
        and (ducats := price(state, place)) is not None
        and ducats <= state.countries[payer].treasury
    ]


def build(phase: Phase, place: str) -> None:
    """The Habsburgs raise a Burgundian fortress by a level, which stays (EUV-BUR-09,
    EUV-BUR-11)."""
    state = phase.state
    state.land.levels[place] = min(HIGHEST, sides.fortress_level(state, place) + 1)
    text = f"The Habsburgs raise the fortress of {board.called(place)}"
    phase.tell("fortress", f"{text} to level {state.land.levels[place]}.", place, HABSBURG)


def stay_out(phase: Phase, war: War) -> None:
    """Spain keeps out of a war on Burgundy with its other minors; the Habsburgs and Burgundy stand
    together in it."""
    state = phase.state
    together = [each for each in (HABSBURG, BURGUNDY) if each in state.countries]
    for country in [each for each in war.defenders if each not in together]:
        known = state.countries.get(country)
        if country == SPAIN or (known is not None and known.patron == SPAIN):
            war.defenders.remove(country)
    for country in together:
        wars.leave_alliance(state, country)
    wars.join_alliance(state, BURGUNDY, together[0])
    fight = "; the Habsburgs fight" if HABSBURG in together else ""
    phase.tell("burgundy", f"Spain keeps out of the war{fight}.", who=SPAIN)
