"""Hulks: whose they are, the way to a port, and building from them (EIA-HULK)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.eia import tables
from engine.eia.reasons import Reason, applicable
from engine.facts.wordings import wordings

SHEET: Final = "seed_hulks"
SHIPS: Final = tuple(wordings("ship"))


def _listed(item: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in tables.cell(SHEET, item).split(";"))


def hulks(sunk: Mapping[str, int]) -> int:
    """How many hulks the ships sunk in battle leave (EIA-HULK-01)."""
    return sum(sunk.get(ship, 0) for ship in _listed("ships that leave a hulk"))


class Owner(NamedTuple):
    """Who gets the hulks of a ship's owner and why; empty when they are lost."""

    power: str
    reason: Reason


def owner(sunk_of: str, winner: str) -> Owner:
    """Whose a hulk is: the winner's, after a draw the owner's of the sunk ship (EIA-HULK-02)."""
    if winner:
        return Owner(winner, Reason("Hulks of a battle go to its winner.", "EIA-HULK-02"))
    return Owner(sunk_of, Reason("A draw: each keeps his own sunk ships.", "EIA-HULK-02"))


def holder(captor: str, minor: bool, controller: str) -> Owner:
    """Who owns what a captor takes: minors own no hulks (EIA-NAV-11)."""
    if not minor:
        return Owner(captor, Reason("A major owns its hulks.", "EIA-NAV-11"))
    fate = f"its hulks are {controller}'s" if controller else "without a controller they are lost"
    why = f"{captor} is a minor: {fate}."
    return Owner(controller, Reason(why, "EIA-NAV-11"))


def hulk_saved(die: int, distance: int) -> bool:
    """Whether a hulk reaches its port: the die has to beat the distance (EIA-HULK-05); a raid's
    defender has no way to go (EIA-HULK-10)."""
    return die > distance


def towing_distance(distance: int, raid: str) -> tuple[int, tuple[Reason, ...]]:
    """How far a hulk is towed, in areas as a fleet moves (EIA-HULK-04), and why: none where a
    raid's "defender" was sunk, in the port itself (EIA-HULK-10); the `distance` of an "attacker" is
    one from the raided port (EIA-HULK-11)."""
    if raid == "defender":
        none = tables.figure(SHEET, "distance after a port raid, defender")
        return none, (Reason("Sunk in the port: distance 0, no roll.", "EIA-HULK-10"),)
    if raid == "attacker":
        return distance, (Reason("The distance is from the raided port.", "EIA-HULK-11"),)
    return distance, ()


def may_go(port_owner: str, own: str, leave: bool) -> tuple[Reason, ...]:
    """Why hulks may not be taken to a port (EIA-HULK-03); empty when they may."""
    why = "A port of another power takes hulks only of an ally, with his leave."
    return applicable((port_owner != own and not leave, why, "EIA-HULK-03"))


def price(ship: str) -> int:
    """What a ship costs by the club's list."""
    return int(tables.row("naval_ships_club", ship=ship)["money"])


class Built(NamedTuple):
    """A ship built from a hulk: price in money and the months it takes."""

    price: int
    months: int


def price_from_hulk(ship: str, price: int) -> Built | None:
    """What a ship costs that is built from a hulk (EIA-HULK-07); None for what can't be
    (EIA-HULK-06)."""
    if ship not in _listed("ships buildable from a hulk"):
        return None
    discount = tables.figure(SHEET, "discount")
    return Built(max(0, price - discount), tables.figure(SHEET, "build time"))


def may_use(user: str, minor: bool, owner: str, controller: str, leave: bool) -> tuple[Reason, ...]:
    """Why a nation may not build from a power's hulk (EIA-NAV-12); empty when it may."""
    allowed = user == owner or (minor and controller == owner and leave)
    why = "Hulks serve their owner, and a minor that he controls if he allows it."
    return applicable((not allowed, why, "EIA-NAV-12"))
