"""Events of a turn: those the variants know, deaths of monarchs; all others are umpire's
rulings."""

from __future__ import annotations

from typing import Final

from engine.facts import countries
from engine.play.asks import Option, Subset
from engine.play.phase import Phase
from engine.situation import variants
from engine.situation.variants import Event
from engine.state import State, sides
from engine.turns import truces, wars

DEATH: Final = "monarch dies: "
BREAK: Final = "truce broken by "
ENDOGAMY: Final = "endogamy"
CLAIM: Final = "Austria annexes formerly Hungarian provinces"
BOHEMIAN_UNION: Final = "Bohemia joins the Habsburgs"


def possible(state: State) -> list[Event]:
    """The events that the group may enter this turn."""
    found = [*variants.in_force(state).events(state)]
    found += [
        Event(
            f"{BREAK}{country}",
            f"An event makes {countries.with_article(country)} break "
            f"{countries.its(country)} truce",
        )
        for country in sorted(state.countries)
        if not state.countries[country].patron
        and state.countries[country].minor
        and truces.in_truce(state, country)
    ]
    found += [
        Event(f"{DEATH}{country}", f"The monarch of {countries.with_article(country)} dies")
        for country in sorted(state.ledger.monarchs)
        if country in state.countries
    ]
    return found


async def events(phase: Phase) -> None:
    """The group says which of these events occur this turn."""
    state = phase.state
    found = possible(state)
    if not found:
        return
    chosen = await Subset(
        who=sides.speaker(state, state.diplomacy.alliances[0].id),
        name="events",
        what=f"Which of these events occur in turn {state.turn}?",
        options=[Option(event.key, event.what) for event in found],
        enter=[],
    )
    for key in chosen:
        if key.startswith(DEATH):
            await monarch_dies(phase, key.removeprefix(DEATH))
        elif key.startswith(BREAK):
            break_truce(phase, key.removeprefix(BREAK))
        for variant in variants.each_in_force(state):
            if any(event.key == key for event in variant.events(state)):
                await variant.carry_out_event(phase, key)
    wars.align(state)


def break_truce(phase: Phase, country: str) -> None:
    """A non-aligned minor breaks its truces because an event says so (EUV-TRU-14)."""
    for war in phase.state.ledger.wars:
        wars.leave_truces(war, country)
    text = f"{countries.does(country, 'break')} {countries.its(country)} truce."
    phase.tell("truce", text, who=country)


async def monarch_dies(phase: Phase, country: str) -> None:
    """A monarch dies and the next one follows; Spain is reminded of endogamy (EUV-END-01)."""
    state = phase.state
    state.ledger.monarchs[country] = state.ledger.monarchs.get(country, 1) + 1
    phase.tell("monarch", f"The monarch of {countries.with_article(country)} dies.", who=country)
    if country == "spain" and applies(state, ENDOGAMY):
        phase.tell("reminder", "The rule of endogamy applies to the new monarch.", who=country)
    await variants.in_force(state).monarch_died(phase, country)


async def dead_monarchs(phase: Phase) -> None:
    """The monarchs of powers who died in the field this turn are succeeded."""
    for leader in [each.id for each in phase.state.leaders.values() if each.status == "killed"]:
        held = phase.state.leaders.get(leader)
        known = phase.state.countries.get(held.country) if held else None
        if (
            known is not None
            and known.monarch_lost
            and not known.minor
            and countries.leader(leader).monarch
        ):
            known.monarch_lost = False
            await monarch_dies(phase, known.id)


def applies(state: State, rule: str) -> bool:
    """Whether a rule that Tercio only reminds of is in force."""
    return not variants.in_force(state).cancels_reminder(rule)
