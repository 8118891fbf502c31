"""Hungary's conquest by Turkey, Transylvania, and the end of Bohemia (EUV-HUN)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from engine.facts import board, countries, force_pools, variant_sheets
from engine.facts.force_pools import Force
from engine.grammar import capitalised
from engine.land.battle.battle_math import Fought
from engine.play.asks import Choose, Option, YesNo
from engine.play.phase import Phase
from engine.situation import variants
from engine.situation.variants import Event, Variant
from engine.state import State, sides
from engine.turns import declarations, minors, peace, provinces, wars
from engine.turns.events import CLAIM

HUNGARY: Final = "hungary"
TURKEY: Final = "turkey"
HABSBURG: Final = "habsburg"
BOHEMIA: Final = "bohemia"
TRANSYLVANIA: Final = "transylvania"
EVENT: Final = "event 6:I"
LAST_PERIOD: Final = ("I", "II")
TO_TURKEY: Final = ("BANAT", "PECS", "CROATIA", "MAGYAR")
TO_HABSBURG: Final = ("CARPATHIA",)
VASSAL_AT, ANNEXED_AT = 5, 10

COLLAPSED: Final = "hungary.collapsed"
OFFERED: Final = "hungary.condition"


class HungarysConquest(Variant):
    """Collapse, surrender, partition."""

    id = HUNGARY

    def why_unfit(self, state: State) -> str:
        """It takes Hungary, whose end may also be event 6:I (EUV-HUN-01), or what can conquer it:
        Turkey, in one of the first two periods (EUV-HUN-02)."""
        if HUNGARY in state.countries:
            return ""
        if TURKEY not in state.countries:
            return "neither Hungary nor Turkey plays a part"
        if state.period not in LAST_PERIOD:
            return "Hungary plays no part, and is conquered in the first two periods alone"
        return ""

    def set_up(self, state: State) -> None:
        """Hungary stands by itself where the scenario has none."""
        minors.bring_in(state, HUNGARY, "")

    # The conditions.

    def after_battle(
        self, phase: Phase, place: str, fought: Fought, left: Sequence[Collection[int]], major: bool
    ) -> None:
        """A major victory of Turkish units alone over a Hungarian army, or its end
        (EUV-HUN-02, EUV-HUN-03)."""
        state = phase.state
        if fought.winner is None or not possible(state):
            return
        victor, loser = (fought.setup.forces[at].side for at in (fought.winner, 1 - fought.winner))
        alone = {each.country for each in victor.contingents} == {TURKEY}
        beaten = any(
            each.country == HUNGARY and {"A+", "A-"} & set(each.units) for each in loser.contingents
        )
        rest = left[1 - fought.winner]
        wiped_out = not any(
            number in state.units and state.units[number].country == HUNGARY for number in rest
        )
        if alone and beaten and (major or wiped_out):
            what = "major victory" if major else "annihilation"
            note_surrender(phase, f"the {what} in {board.called(place)}")

    async def end_of_turn(self, phase: Phase) -> None:
        """Buda held by the Turks at the end of a turn: the surrender is offered in the next peace
        phase (EUV-HUN-04, EUV-HUN-05)."""
        if possible(phase.state) and buda_taken(phase.state):
            note_surrender(phase, "the conquest of Buda")

    async def peace(self, phase: Phase) -> None:
        """Hungary offers its surrender where a condition was met (EUV-HUN-05).

        The peace phase comes before the end of the turn, so that Buda held now counts too.
        """
        state = phase.state
        if possible(state) and buda_taken(state):
            note_surrender(phase, "the conquest of Buda")
        if not state.ledger.facts.get(OFFERED) or not in_play(state):
            return
        state.ledger.facts.pop(OFFERED)
        accepts = await YesNo(
            who=sides.decider(state, TURKEY),
            name="hungary-surrenders",
            what="Hungary offers to surrender unconditionally. Does Turkey accept?",
            enter=True,
            about={"country": TURKEY},
        )
        if accepts:
            await partition(phase)

    def events(self, state: State) -> list[Event]:
        """Event 6:I ends Hungary too, whoever plays (EUV-HUN-01)."""
        here = HUNGARY in state.countries
        return [Event(EVENT, "Hungary leaves the game by event 6:I")] if here else []

    async def carry_out_event(self, phase: Phase, event: str) -> None:
        leave_play(phase)

    # What lasts.

    def lender(self, state: State, country: str) -> str:
        """Transylvania uses Hungary's counters and leaders (EUV-HUN-08, EUV-TERM-22)."""
        return HUNGARY if country == TRANSYLVANIA and COLLAPSED in state.ledger.facts else ""

    def inherited_from(self, state: State, country: str) -> tuple[str, ...]:
        """The Habsburgs have Hungary's counters with its forces (EUV-HUN-19)."""
        return (HUNGARY,) if country == HABSBURG and habsburgs_inherited(state) else ()

    def basic_forces(self, state: State, country: str) -> tuple[Force, ...] | None:
        """Transylvania has two detachments; the Habsburgs have Hungary's forces besides theirs only
        where they own Pécs and Magyarország and Transylvania is gone (EUV-HUN-09, EUV-HUN-19)."""
        if country == TRANSYLVANIA and COLLAPSED in state.ledger.facts:
            return (Force("land_detachment", 2),)
        if country == HABSBURG and habsburgs_inherited(state):
            own = None
            for variant in variants.each_in_force(state):
                if variant is not self:
                    own = own or variant.basic_forces(state, country)
            minor = sides.is_minor_in_play(state, country)
            own = own or force_pools.basic_forces(country, state.period, minor)
            return (*own, *force_pools.basic_forces(HUNGARY, state.period, minor=True))
        return None

    def cancels_reminder(self, rule: str) -> bool:
        """Austria's right to formerly Hungarian provinces is off for good (EUV-HUN-18)."""
        return rule == CLAIM


VARIANT = HungarysConquest()


def _places(word: str) -> tuple[str, ...]:
    return variant_sheets.sheets()[HUNGARY].places[word]


def in_play(state: State) -> bool:
    """Whether Hungary and Turkey are in the game and Hungary has not left it (EUV-HUN-01)."""
    return HUNGARY in state.countries and TURKEY in state.countries


def possible(state: State) -> bool:
    """Whether Hungary can collapse now: in periods I and II only (EUV-HUN-02)."""
    return in_play(state) and state.period in LAST_PERIOD


def buda_taken(state: State) -> bool:
    """Whether Turkey has conquered Buda, which is Hungarian (EUV-HUN-04)."""
    return any(
        sides.owner(state, place) == HUNGARY and sides.controller(state, place) == TURKEY
        for place in _places("MAGYAR")
    )


def note_surrender(phase: Phase, what: str) -> None:
    """Notes that Hungary will offer its surrender in the peace phase."""
    facts = phase.state.ledger.facts
    if not facts.get(OFFERED):
        facts[OFFERED] = True
        text = f"After {what} Hungary will offer Turkey its surrender in the peace phase."
        phase.tell("hungary", text, who=TURKEY)


def habsburgs_inherited(state: State) -> bool:
    """Whether the Habsburgs have Hungary's forces and counters (EUV-HUN-19)."""
    owned = all(
        sides.owner(state, place) == HABSBURG
        for word in ("PECS", "MAGYAR")
        for place in _places(word)
    )
    return owned and not {HUNGARY, TRANSYLVANIA} & state.countries.keys()


async def partition(phase: Phase) -> None:
    """Hungary's surrender: provinces to Turkey and the Habsburgs, the rest to Transylvania.

    What others own of them stays theirs (EUV-HUN-06 to EUV-HUN-12). Turkey gets the normal victory
    points, the Habsburgs' controller none (EUV-HUN-16, EUV-HUN-17). Bohemia follows (EUV-HUN-13).
    """
    state = phase.state
    former = sides.decider(state, HUNGARY)
    phase.tell("hungary", "Hungary surrenders to Turkey and ceases to exist.", who=TURKEY)
    for words, to in ((TO_TURKEY, TURKEY), (TO_HABSBURG, HABSBURG)):
        for place in [place for word in words for place in _places(word)]:
            if sides.owner(state, place) == HUNGARY:
                provinces.annex(phase, place, to, points=to == TURKEY)
    state.ledger.facts[COLLAPSED] = True
    rest = provinces.owned_provinces(state, HUNGARY)
    technology = state.countries[HUNGARY].land_technology
    provinces.remove_minor(state, HUNGARY)
    if rest:
        minors.create(state, TRANSYLVANIA, TURKEY, "VA", technology)
        for place in rest:
            provinces.transfer(state, place, TRANSYLVANIA)
        await _capital(phase, former)
        seat = _seat_text(state)
        text = f"Transylvania becomes a vassal of Turkey, with its capital in {seat}"
        ratings = [rating(state, action) for action in ("vassal", "annex")]
        text += f"; it is made a vassal at rating {ratings[0]} and annexed at {ratings[1]}."
        phase.tell("hungary", text, who=TURKEY)
    wars.align(state)
    await bohemia_falls(phase)
    wars.align(state)
    await provinces.withdraw(phase)


def _seat_text(state: State) -> str:
    return board.called(state.ledger.capitals[TRANSYLVANIA])


async def _capital(phase: Phase, former: str) -> None:
    """Klausenburg, else a fortress that Hungary's former controller chooses, else any province
    (EUV-HUN-11)."""
    state = phase.state
    owned = provinces.owned_provinces(state, TRANSYLVANIA)
    first = [place for place in _places("KLAUSENBURG") if place in owned]
    fortresses = [place for place in owned if sides.fortress_level(state, place) > 0]
    found = first or fortresses or owned
    chosen = await Choose(
        who=former if former in state.countries else TURKEY,
        name="capital",
        what="Which fortress becomes the capital of Transylvania?",
        options=[Option(place, board.province(place).name) for place in sorted(found)],
        about={"places": sorted(found)},
    )
    state.ledger.capitals[TRANSYLVANIA] = chosen


async def bohemia_falls(phase: Phase) -> None:
    """Bohemia offers its enemies a white peace; an aggressor who refuses declares war on the
    Habsburgs, with a casus belli of this turn; then it is annexed (EUV-HUN-13 to EUV-HUN-15)."""
    state = phase.state
    for war in list(state.ledger.wars):
        if BOHEMIA not in war.members:
            continue
        attacked = BOHEMIA in war.defenders
        others = war.aggressors if attacked else war.defenders
        enemies = peace.powers(state, others)
        refused = []
        for enemy in enemies:
            takes = await YesNo(
                who=enemy,
                name="bohemian-peace",
                what="Bohemia offers a white peace. "
                f"{capitalised(countries.in_question(enemy))} accept?",
                detail="a refusal is war with the Habsburgs" if attacked else "",
                enter=True,
                about={"country": enemy},
            )
            if not takes:
                refused.append(enemy)
        wars.leave_war(state, war, BOHEMIA)
        for place in [place for place, held in state.land.controllers.items()
                      if sides.owner(state, place) == BOHEMIA and held in others]:  # fmt: skip
            provinces.give_back(state, place)
        if HABSBURG in state.countries and attacked:
            for enemy in refused:
                wars.give_reason(state, enemy, HABSBURG, 1, "Bohemia annexed in war")
                if not wars.war_between(state, enemy, HABSBURG):
                    await declarations.declare(phase, enemy, HABSBURG)
    annex_bohemia(phase)


def annex_bohemia(phase: Phase) -> None:
    """The Habsburgs annex Bohemia, which leaves play (EUV-HUN-13)."""
    minors.absorb(phase, BOHEMIA, HABSBURG)


def leave_play(phase: Phase) -> None:
    """Hungary leaves the game for good by event 6:I; its land is for the event to give."""
    provinces.remove_minor(phase.state, HUNGARY)
    wars.align(phase.state)
    phase.tell("hungary", "Hungary leaves the game by event 6:I.", who=HUNGARY)


def rating(state: State, action: str) -> int | None:
    """The rating at which Transylvania is made a vassal or annexed; None where it does not exist
    (EUV-HUN-10)."""
    if TRANSYLVANIA not in state.countries or COLLAPSED not in state.ledger.facts:
        return None
    return {"vassal": VASSAL_AT, "annex": ANNEXED_AT}[action]
