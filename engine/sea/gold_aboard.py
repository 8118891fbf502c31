"""Gold aboard ships: carried, lost, captured, and attacked by corsairs on the way (CNV, CMB-29).

Ducats lie in `state.sea.gold` by naval counter; five need a transport point. In a sea of the trade
zone where a corsair + lies it may attack a stack that carries gold (CNV-02).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.facts import board, countries
from engine.facts.board import name_of
from engine.fleets import fleets, gold
from engine.fleets.gold import ducats_aboard, settle
from engine.play.phase import Phase
from engine.situation import naval_command
from engine.state import sides

CONVOYS: Final = "convoy_attack"
PRIZES: Final = ("NTD", "NWD")
SUNK, SEIZED, LOOSE = 5, 10, 5
"""Per NTD captured in a pursuit: ducats sunk and seized; per other ship when no NTD is left."""


# What is aboard is lost or unloaded.


def unload(phase: Phase, unit_ids: Sequence[int], place: str, overseas: bool = False) -> None:
    """Gold is unloaded in the first friendly port of the European map (CMB-31, CMB-32).

    A Flota de Oro that brought it, or comes from `overseas`, has arrived (NAC-31).
    """
    state = phase.state
    units = state.units_by_id(unit_ids)
    if not units or board.is_sea(place) or board.province(place).map != "europe":
        return
    ducats = ducats_aboard(state, units)
    if ducats:
        name = naval_command.commander(state, units, []).country
        settle(state, units, 0)
        state.countries[name].treasury += ducats
        text = f"{countries.does(name, 'unload')} {ducats} ducats of gold in {name_of(place)}."
        phase.tell("gold", text, place, sides.decider(state, name))
    if ducats or overseas:
        gold.flota_arrives(phase, unit_ids, place)


# Captures in a pursuit.


def gold_lost_in_pursuit(
    ducats: int, taken: dict[str, int], transports_left: bool
) -> tuple[int, int]:
    """What a pursuit costs of the gold aboard: ducats seized, and ducats sunk (PUR-23, PUR-24).

    Never more than there is, the seized part first (PUR-A6).
    """
    prizes = SEIZED * taken.get("NTD", 0)
    if not transports_left:
        prizes += LOOSE * sum(number for kind, number in taken.items() if kind != "NTD")
    prizes = min(ducats, prizes)
    return prizes, min(ducats - prizes, SUNK * taken.get("NTD", 0))


def plunder(
    phase: Phase, zone: str, before: int, left: Sequence[int], taken: dict[str, int], captor: str
) -> None:
    """Gold of a pursued stack is seized, booked at once and tracked no further (PUR-23 to 25).

    `before` are the ducats it carried before the capture, `captor` who pursues it (CMB-34).
    """
    state = phase.state
    units = state.units_by_id(left)
    prizes, sunk = gold_lost_in_pursuit(before, taken, bool(fleets.ships(units).get("NTD")))
    settle(state, units, before - prizes - sunk)
    if prizes or sunk:
        state.countries[captor].treasury += prizes
        lost = f"; {sunk} are sunk" if sunk else ""
        text = f"{countries.does(captor, 'seize')} {prizes} ducats of gold{lost}."
        phase.tell("gold", text, zone, sides.decider(state, captor))


# Attacks on convoys.
