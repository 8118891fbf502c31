"""Naples, a Spanish vassal, and the War of Italy (EUV-NAP)."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Final

from engine.facts import board, variant_sheets
from engine.play.asks import YesNo
from engine.play.phase import Phase
from engine.situation.variants import Event, Variant
from engine.state import State, sides
from engine.state.ledger import War
from engine.state.lookups import lookup
from engine.turns import minors, provinces, wars

NAPLES: Final = "naples"
SPAIN: Final = "spain"
FRANCE: Final = "france"
WAR_OF_ITALY: Final = "War of Italy"
INDEPENDENT: Final = "Naples by rule 7.2.B"

FREE: Final = "naples.free"
ITALY: Final = "naples.war-of-italy"
CLOSED: Final = "naples.closed"

NOT_INVADED: Final = "nobody has invaded Naples yet: its allies stay out of its land (EUV-NAP-13)"
NO_STACK: Final = "Neapolitan troops do not stack with allies before the invasion (EUV-NAP-14)"


class NaplesVariant(Variant):
    """The vassal, the event, the land that Spain may not enter."""

    id = NAPLES

    def why_unfit(self, state: State) -> str:
        """It takes Spain."""
        return "" if SPAIN in state.countries else "Spain plays no part"

    def set_up(self, state: State) -> None:
        """Naples has Napoli and Pouilles alone and is a vassal of Spain; the rest of the kingdom on
        this board is Spanish (EUV-NAP-01, EUV-NAP-02).

        A scenario that begins with France at war with Naples begins with the event's war
        (EUV-NAP-13).
        """
        sheet = variant_sheets.sheets()[self.id]
        own = {place for ids in sheet.places.values() for place in ids}
        for place in {*own, *provinces.owned_provinces(state, NAPLES)}:
            provinces.transfer(state, place, NAPLES if place in own else SPAIN)
        minors.bring_in(state, NAPLES, SPAIN)
        state.countries[NAPLES].patron = SPAIN
        state.ledger.boxes[NAPLES] = (SPAIN, "VA")
        if FRANCE in state.countries:
            one, other = (sides.alliance_of(state, each) for each in (FRANCE, NAPLES))
            if sides.at_war(state, one, other):
                state.ledger.facts[ITALY] = "war"
                state.ledger.facts[CLOSED] = True

    # The vassal.

    def why_locked(self, state: State, minor: str) -> str:
        """Naples stays in Spain's VA until it is a normal minor (EUV-NAP-02)."""
        if minor != NAPLES or normal(state):
            return ""
        return "Naples is a vassal of Spain and cannot be moved (EUV-NAP-02)"

    def may_declare_on_ally(self, state: State, country: str, target: str) -> bool:
        """Spain may declare war on its vassal (EUV-NAP-03)."""
        return (country, target) == (SPAIN, NAPLES) and not normal(state)

    async def declared(self, phase: Phase, war: War, aggressor: str, target: str) -> None:
        """Spain's own declaration of war frees Naples, which leaves the wars that it fights beside
        Spain; France's by the event closes its land (EUV-NAP-03, EUV-NAP-13 to
        EUV-NAP-15)."""
        state = phase.state
        if aggressor == SPAIN and target == NAPLES:
            for held in state.ledger.wars:
                if any({SPAIN, NAPLES} <= set(side) for side in (held.aggressors, held.defenders)):
                    wars.leave_war(state, held, NAPLES)
            minors.control(state, NAPLES, "", "")
            set_free(phase, "Spain has declared war on it")
        facts = state.ledger.facts
        if aggressor == FRANCE and claim_holds(state) and target in (NAPLES, SPAIN):
            facts[ITALY] = "war"
            war.event = war.event or WAR_OF_ITALY
            if not normal(state):
                facts[CLOSED] = True

    def surrendered(self, phase: Phase, country: str) -> None:
        """So does its unconditional surrender to an enemy (EUV-NAP-04)."""
        if country == NAPLES:
            set_free(phase, "it has surrendered unconditionally")

    def annexable(self, state: State, place: str) -> bool:
        """Napoli is a capital but no red city (EUV-NAP-06)."""
        return place in _napoli()

    def annexed(self, phase: Phase, place: str, before: str, by: str) -> None:
        """With Napoli annexed Naples is gone; Spain annexes the rest (EUV-NAP-07)."""
        state = phase.state
        if place not in _napoli() or before != NAPLES:
            return
        for other in provinces.owned_provinces(state, NAPLES):
            provinces.annex(phase, other, SPAIN)
        provinces.remove_minor(state, NAPLES)
        wars.align(state)
        phase.tell("naples", "Naples ceases to exist.", place, by)

    # The War of Italy.

    def events(self, state: State) -> list[Event]:
        """The first War of Italy, once, and the extension's own rule that frees Naples (EUV-NAP-05,
        EUV-NAP-08, EUV-TERM-24)."""
        found = []
        present = {NAPLES, SPAIN, FRANCE} <= state.countries.keys()
        if present and not state.ledger.facts.get(ITALY) and neapolitan(state):
            found.append(Event(WAR_OF_ITALY, "The first War of Italy"))
        if NAPLES in state.countries and not normal(state):
            found.append(Event(INDEPENDENT, "Naples becomes a normal minor by rule 7.2.B"))
        return found

    async def carry_out_event(self, phase: Phase, event: str) -> None:
        """France may decline the event, and nothing changes; Spain cannot (EUV-NAP-08,
        EUV-NAP-09). Rule 7.2.B sets it free (EUV-NAP-05), a declined claim is no reason for war
        (EUV-NAP-10)."""
        if event == INDEPENDENT:
            set_free(phase, "rule 7.2.B says so")
        if event != WAR_OF_ITALY:
            return
        takes = await YesNo(
            who=FRANCE,
            name="war-of-italy",
            what="The War of Italy: does France take up its claim on Naples?",
            enter=True,
            about={"country": FRANCE},
        )
        state = phase.state
        state.ledger.facts[ITALY] = "taken" if takes else "declined"
        if not takes:
            phase.tell("naples", "France declines the War of Italy; Naples goes on.", who=FRANCE)
            return
        for target in (NAPLES, SPAIN):
            wars.give_reason(state, FRANCE, target, 1, WAR_OF_ITALY)
        phase.tell("naples", "France has a casus belli against Naples and Spain.", who=FRANCE)

    async def negotiations(self, phase: Phase) -> None:
        """Before war is declared by the event Spain may leave Naples to itself, at no cost
        (EUV-NAP-10)."""
        state = phase.state
        if not claim_holds(state) or normal(state) or NAPLES not in state.countries:
            return
        defends = await YesNo(
            who=SPAIN,
            name="defend-naples",
            what="Does Spain stand by Naples, if France declares war on it?",
            detail="without Spain Naples is neutral and a normal minor for good",
            enter=True,
            about={"country": SPAIN},
        )
        if not defends:
            await abandon(phase)

    def closed_provinces(
        self, state: State, movers: Collection[str], afloat: bool
    ) -> dict[str, str]:
        """Spain and its allies stay out of Neapolitan land and ports until an enemy has invaded it,
        and Naples does not join them elsewhere; other Italian minors may (EUV-NAP-13, EUV-NAP-14).
        """
        if not state.ledger.facts.get(CLOSED) or NAPLES not in state.countries:
            return {}
        land, shunned = _kept_apart(state, frozenset(movers))
        if not (land or shunned) or is_invaded(state):
            return {}
        found = dict.fromkeys(land, NOT_INVADED)
        units_of, position = (state.ships_of, "port") if afloat else (state.troops_of, "field")
        for country in shunned:
            for unit in units_of(country):
                if unit.position == position:
                    found.setdefault(unit.place, NO_STACK)
        return found

    def entered(self, state: State, place: str) -> None:
        """An invasion counts though it is beaten back at once (EUV-NAP-13)."""
        if place in provinces.owned_provinces(state, NAPLES):
            self.after_impulse(state)

    def after_impulse(self, state: State) -> None:
        """Remembers the first invasion of Neapolitan land for good (EUV-NAP-13)."""
        if state.ledger.facts.get(CLOSED) and is_invaded(state):
            del state.ledger.facts[CLOSED]


VARIANT = NaplesVariant()


def _napoli() -> tuple[str, ...]:
    return variant_sheets.sheets()[NAPLES].places["NAPOLI"]


def normal(state: State) -> bool:
    """Whether Naples is a minor like others, without its link to Spain (EUV-NAP-15)."""
    return bool(state.ledger.facts.get(FREE))


def claim_holds(state: State) -> bool:
    """Whether France has taken up the event's claim and its reason for war still holds."""
    return state.ledger.facts.get(ITALY) == "taken" and any(
        (held.holder, held.why) == (FRANCE, WAR_OF_ITALY) and held.until >= state.turn
        for held in state.ledger.casus_belli
    )


def neapolitan(state: State) -> bool:
    """Whether Napoli belongs to Naples."""
    return all(sides.owner(state, place) == NAPLES for place in _napoli())


@cache
def italian(country: str) -> bool:
    """Whether a country is an Italian minor: its national land lies in Italy."""
    home = board.national_provinces(country)
    return country not in (SPAIN, FRANCE) and any(board.in_group(each, "italy") for each in home)


@lookup
def _kept_apart(state: State, movers: frozenset[str]) -> tuple[list[str], list[str]]:
    """Before an invasion, the provinces out of which these countries stay, and the allies with
    whom they do not stack, if they play with Naples (EUV-NAP-13, EUV-NAP-14)."""
    own = sides.members(state, sides.alliance_of(state, NAPLES))
    allied = movers.intersection(own)
    foreign = allied - {NAPLES}
    shunned = set() if all(map(italian, foreign)) else {NAPLES}
    if NAPLES in allied:
        shunned |= {each for each in own if not italian(each)} - {NAPLES}
    return provinces.owned_provinces(state, NAPLES) if foreign else [], sorted(shunned)


def is_invaded(state: State) -> bool:
    """Whether enemy troops are or were this impulse in land that Naples owns, in any war
    (EUV-NAP-04, EUV-NAP-13, EUV-TERM-16)."""
    enemies = sides.enemies(state, sides.alliance_of(state, NAPLES))
    land = provinces.owned_provinces(state, NAPLES)
    if not state.places_of_troops(enemies).isdisjoint(land):
        return True
    for number, way in state.marks.entered.items():
        unit = state.units[number]
        if unit.country in enemies and unit.land and not set(land).isdisjoint(way):
            return True
    return False


def set_free(phase: Phase, why: str) -> None:
    """Naples is a normal minor from now on (EUV-NAP-03 to EUV-NAP-05)."""
    facts = phase.state.ledger.facts
    facts.pop(CLOSED, None)
    if not facts.get(FREE):
        facts[FREE] = True
        phase.tell("naples", f"Naples is a minor like others: {why}.", who=NAPLES)


async def abandon(phase: Phase) -> None:
    """Spain declines to defend Naples: neutral at once in every war, a normal minor; France's
    reason holds against Naples alone (EUV-NAP-10 to EUV-NAP-12)."""
    state = phase.state
    for war in list(state.ledger.wars):
        wars.leave_war(state, war, NAPLES)
    for place, holder in list(state.land.controllers.items()):
        if NAPLES in (holder, sides.owner(state, place)):
            provinces.give_back(state, place)
    minors.control(state, NAPLES, "", "")
    set_free(phase, "Spain will not defend it")
    state.ledger.casus_belli = [
        held
        for held in state.ledger.casus_belli
        if (held.holder, held.against, held.why) != (FRANCE, SPAIN, WAR_OF_ITALY)
    ]
    wars.align(state)
    await provinces.withdraw(phase)
