"""Fights against revolts and rebellions in the siege segment (REV).

Which counters are enemies follows C-FRD-04 as engine.state.sides reads it: a revolt is the friend
of nobody but the country it is marked with.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.facts import board, countries
from engine.land.siege.revolts_math import Suppression, die_in_words, suppresses, suppression
from engine.modifiers import Modifier
from engine.play.asks import Choose, Option
from engine.play.phase import Phase, rolled_sheet
from engine.situation import command
from engine.state import State, sides
from engine.state.forces import strength
from engine.state.land import Revolt
from engine.state.sea import Corsair


def modifiers(state: State, place: str, alliance: str) -> tuple[Modifier, ...]:
    """The modifiers of an alliance's stack against the revolts of a province (REV-03 to REV-11).

    Whole LD count; a pasha counts as one, whatever it holds (REV-A1).
    """
    return against_counters(
        state, place, alliance, sides.unfriendly_revolts(state, place, alliance)
    )


def against_counters(
    state: State, place: str, alliance: str, against: Sequence[Revolt | Corsair]
) -> tuple[Modifier, ...]:
    """The modifiers of an alliance's stack against revolts or raiders in a province; a fortress
    there may be their friend (REV-07, REV-08)."""
    stack = sides.stack(state, place, alliance)
    fortress, inside = _fortress(state, place, against)
    led = [countries.leader(each.leader).manoeuvre for each in against if each.leader]
    return suppression(
        Suppression(
            detachments=strength(unit for unit in stack.units if unit.kind != "PASHA") // 3,
            pashas=sum(unit.kind == "PASHA" for unit in stack.units),
            manoeuvre=command.commander(state, stack.units, stack.leaders).manoeuvre_on_land,
            rebel_manoeuvre=max(led, default=0),
            fortress=fortress,
            inside=inside,
            plain=board.province(place).terrain == "plain",
            plus=sum(each.side == "+" for each in against),
        )
    )


def _fortress(state: State, place: str, against: Sequence[Revolt | Corsair]) -> tuple[int, int]:
    """The level of the fortress and the LD inside when it is a friend of one of them, else 0, 0."""
    who = sides.controller(state, place)
    home = sides.alliance_of(state, who) if who else ""
    friends = {sides.alliance_of(state, each.country) for each in against if each.country}
    if home not in friends:
        return 0, 0
    inside = sides.stack(state, place, home, "inside")
    return sides.fortress_level(state, place), inside.thirds // 3


async def fight(phase: Phase, place: str, alliance: str) -> bool:
    """The stack of an alliance fights the revolts of a province; whether it took a side of one.

    REV-01, REV-02. No replacement leader is ever rolled (REV-11, REV-A4).
    """
    state = phase.state
    stack = sides.stack(state, place, alliance)
    country = command.commander(state, stack.units, stack.leaders).country
    who = sides.decider(state, country)
    parts = modifiers(state, place, alliance)
    rolled = await phase.roll(f"{country}.revolt", parts, "fight against a revolt")
    won = suppresses(rolled.die, rolled.modifier)
    name = board.province(place).name
    troops = countries.with_article(country)
    outcome = "beat the revolt back" if won else "do not prevail against the revolt"
    told = f"{name}: the troops of {troops} {outcome} ({die_in_words(rolled)})."
    sheet = {**rolled_sheet(rolled), "success": won}
    phase.tell("revolt", told, place, who, sheet)
    if won:
        await _take_side(phase, place, alliance, who)
    return won


async def _take_side(phase: Phase, place: str, alliance: str, who: str) -> None:
    """Takes one side of a counter that the troops' controller picks (REV-02)."""
    state = phase.state
    here, against = state.land.revolts[place], sides.unfriendly_revolts(state, place, alliance)
    chosen = await Choose(
        who=who,
        name="revolt-counter",
        what=f"Which counter in {board.called(place)} loses a side?",
        options=[
            Option(str(at), revolt_in_words(each))
            for at, each in enumerate(here)
            if each in against and here.index(each) == at  # one of those that are alike
        ],
        about={"place": place},
    )
    beaten = here[int(chosen)]
    text = revolt_in_words(beaten)
    if beaten.side == "+":
        beaten.side = "-"
        fate = f"{text} is down to its - side"
    else:
        here.remove(beaten)
        fate = f"{text} is over"
    if not here:
        del state.land.revolts[place]
    phase.tell("revolt", f"{board.province(place).name}: the {fate}.", place, who)


def revolt_in_words(revolt: Revolt) -> str:
    """A counter in words: `rebellion + (England)`."""
    friend = f" ({countries.with_article(revolt.country)})" if revolt.country else ""
    return f"{revolt.kind} {revolt.side}{friend}"
