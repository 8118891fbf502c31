"""Leader casualties calculated, on land and at sea: who tests, and his fate (LDR).

`roll(name, modifiers, purpose)` gives an unmodified die of ten. Names of dice: `SIDE.casualty`,
`SIDE.wound`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.chances.steps import Dice
from engine.combat.leaders import DETACHMENT, Commander
from engine.modifiers import Modifier, nonzero, total


class Fate(NamedTuple):
    """What became of a commander: unhurt, killed, captured, or wounded for some rounds."""

    what: str
    rounds: int = 0


UNHURT: Final = Fate("unhurt")
TURN_OUT: Final = Fate("wounded", 11)
"""A leader trapped in a fortress that falls: he waits in the End box, past all rounds of a turn."""

CASUALTY: Final = 1  # or less
DEADLY_VALUE: Final = 6
SPARED_BELOW: Final = 3 * DETACHMENT


def tests_casualty(enemy_strength: int, map_: str) -> bool:
    """Whether a commander tests at all after a battle: not in Europe against less than 3 LD.

    LDR-05.
    """
    return map_ != "europe" or enemy_strength >= SPARED_BELOW


def casualty_modifiers(commander: Commander, won: bool, destroyed: bool) -> tuple[Modifier, ...]:
    """The modifiers of a commander's test (LDR-02 to LDR-04, cumulative, LDR-A1)."""
    deadly = DEADLY_VALUE in (commander.fire, commander.shock) and not commander.no_survival_malus
    return nonzero(
        (-(not won), "not the winner", "LDR-02"),
        (-5 * destroyed, "destroyed", "LDR-03"),
        (-deadly, "a value of 6", "LDR-04"),
    )


def fate_at_once(commander: Commander, destroyed: bool, captor: bool, minor: bool) -> Fate | None:
    """The fate of a casualty that needs no second die, or None (LDR-10, LDR-12, LDR-A7)."""
    if commander.monarch and destroyed and captor:
        return Fate("captured")
    if commander.anonymous and not minor:
        return Fate("killed")
    return None


def wound(die: int) -> Fate:
    """The fate by the second, unmodified die: odd killed, even wounded for half of it.

    LDR-06, LDR-07.
    """
    return Fate("killed") if die % 2 else Fate("wounded", die // 2)


def fate_at_fall(commander: Commander, fate: Fate | None = None) -> Fate | None:
    """The fate of a commander inside a fortress that falls, by what the assault made of him: out
    until the end of the turn, a monarch captured (UND-32, UND-33, ASL-29, LDR-A8)."""
    if commander.replacement or fate == Fate("killed"):
        return fate
    return Fate("captured") if commander.monarch else TURN_OUT


async def casualty(
    name: str,
    commander: Commander,
    won: bool,
    destroyed: bool,
    captor: bool,
    minor: bool,
    roll: Dice,
) -> Fate:
    """The test of one commander (LDR-01 to LDR-12); the caller asks `tests_casualty` first.

    `captor` says that the other side has won and could capture a monarch.
    """
    modifiers = casualty_modifiers(commander, won, destroyed)
    die = await roll(f"{name}.casualty", modifiers, f"casualty of {commander.called}: 1 or less")
    if die + total(modifiers) > CASUALTY:
        return UNHURT
    known = fate_at_once(commander, destroyed, captor, minor)
    if known:
        return known
    return wound(await roll(f"{name}.wound", (), f"{commander.called}: odd killed, even wounded"))
