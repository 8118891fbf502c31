"""The treasury of a country in a line, with what else it has to spend or to mend."""

from __future__ import annotations

from collections.abc import Iterable

from engine.grammar import counted
from engine.rounds import campaigns, treasuries
from engine.state import State
from engine.state.countries import Country
from engine.state.sea import Damaged
from tui.words.line import Bit, Line, line
from tui.words.places import country_name


def treasury_line(state: State, country: Country, damaged: Iterable[Damaged]) -> Line:
    """What a country has: treasury, with what of it is pledged this turn, stability, victory
    points, this round's campaign, and what ships lie damaged."""
    pledged = treasuries.ducats_owed(state, country.id)
    owed = f", {pledged} of them pledged" if pledged else ""
    said = [f"{counted(country.treasury, 'ducat')}{owed}", f"stability {country.stability:+}"]
    said += [f"{country.victory_points} VP"] if country.victory_points else []
    said += [campaigns.SHORT[country.campaign]] if country.campaign else []
    said += [f"{one.number} {one.kind} damaged" for one in damaged]
    return line(" $ ", country_name(country.id), Bit(f"  {' · '.join(said)}", "quiet"))
