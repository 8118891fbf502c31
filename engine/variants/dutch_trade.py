"""Dutch commercial fleets (EUV-HOL)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.facts import board, force_pools
from engine.play.asks import Choose, Number, Option
from engine.play.phase import Phase
from engine.situation.variants import Variant
from engine.state import State, sides
from engine.turns.campaign_figures import figure

HOLLAND: Final = "holland"
THREE: Final = 3


class DutchTrade(Variant):
    """Where new levels of Dutch trade fleets may come."""

    id = "dutch-trade"

    def set_up(self, state: State) -> None:
        """The fleets of the start are remembered with their levels."""
        for (country, zone), level in force_pools.trade_fleets_1492().items():
            state.ledger.fleets.setdefault(f"{country} {zone}", level)

    async def negotiations(self, phase: Phase) -> None:
        """New Dutch levels of the turn are entered, and placed one by one; the game's rules of
        trade say how many."""
        state = phase.state
        who = sides.decider(state, HOLLAND)
        who = (
            who if who in state.countries else sides.speaker(state, state.diplomacy.alliances[0].id)
        )
        levels = await Number(
            who=who,
            name="dutch-levels",
            what="How many new levels of Dutch trade fleets come this turn?",
            least=0,
            most=THREE,
            enter=0,
        )
        placed: list[str] = []
        for number in range(levels):
            zones = places(state, levels, placed)
            if not zones:
                return
            zone = await Choose(
                who=who,
                name="dutch-zone",
                what=f"Where does new level {number + 1} of {levels} of Dutch trade come?",
                options=[Option(each, board.trade_zones()[each].name) for each in zones],
            )
            placed.append(zone)
            place(state, zone)
            text = f"Dutch trade grows in {board.trade_zones()[zone].name}."
            phase.tell("trade", text, who=who)


VARIANT = DutchTrade()


def mediterranean(zone: str) -> bool:
    """Whether a trade zone lies in the Mediterranean."""
    return board.sea(board.trade_zones()[zone].sea).region == "mediterranean"


def level(state: State, zone: str) -> int:
    """The level of the Dutch fleet in a zone."""
    return state.ledger.fleets.get(f"{HOLLAND} {zone}", 0)


def place(state: State, zone: str) -> None:
    """Adds a level to the Dutch fleet in a zone."""
    state.ledger.fleets[f"{HOLLAND} {zone}"] = level(state, zone) + 1


def eligible(state: State, besides: bool = True) -> list[str]:
    """The zones where a level may come at all, those of the Mediterranean `besides`.

    While Holland is no player: where there was a fleet at the start, new counters elsewhere only
    once none of these has room (EUV-HOL-01, EUV-HOL-02). A level where a counter lies is no new
    counter.
    """
    room = [
        zone
        for zone in sorted(board.trade_zones())
        if level(state, zone) < highest_level() and (besides or not mediterranean(zone))
    ]
    if sides.is_power(state, HOLLAND):
        return room
    start = force_pools.trade_fleets_1492()
    first = [zone for zone in room if (HOLLAND, zone) in start or level(state, zone)]
    return first or room


def highest_level() -> int:
    """The highest level of a trade fleet."""
    return figure("trade", "most")


def places(state: State, levels: int, placed: Sequence[str]) -> list[str]:
    """Where the next of so many new levels of a turn may come.

    The Mediterranean gets one only when three come, and then exactly one (EUV-HOL-03, EUV-HOL-04);
    without room there the duty lapses. Room there is none for the levels that go elsewhere.
    """
    south = [zone for zone in eligible(state) if mediterranean(zone)]
    north = eligible(state, besides=False)
    there = sum(mediterranean(zone) for zone in placed)
    if levels < THREE or there:
        return north
    last = len(placed) == levels - 1
    return south if last and south else (north + south if south else north)
