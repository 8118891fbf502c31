"""Leaders in battle, on land and at sea: values, replacements, evasion, casualties (PAR, EVA, LDR).

`roll(name, modifiers, purpose)` gives an unmodified die of ten. Names of dice: `SIDE.casualty`,
`SIDE.wound`.
"""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

from engine.chances.steps import FACES, Dice
from engine.facts import tables
from engine.modifiers import Modifier, nonzero, total

DETACHMENT: Final = 3  # thirds
LEADER_CAP: Final = 3
LEADER_CAP_OPTION: Final = "leader_cap"


class Commander(NamedTuple):
    """Who commands a side. `kind` is general, conquistador, governor, explorer, vizier …"""

    name: str
    manoeuvre: int
    fire: int
    shock: int
    siege: int = 0
    kind: str = "general"
    monarch: bool = False
    anonymous: bool = False
    no_survival_malus: bool = False
    replacement: bool = False

    @property
    def on_land(self) -> Commander:
        """The values that count on land: an explorer's are halved, rounded down (BAT-08)."""
        if self.kind != "explorer":
            return self
        return self._replace(
            manoeuvre=self.manoeuvre // 2, fire=self.fire // 2, shock=self.shock // 2
        )

    @property
    def in_words(self) -> str:
        """Manoeuvre, fire, shock in words."""
        return in_words(self.manoeuvre, self.fire, self.shock)

    @property
    def figures(self) -> str:
        """The same as the sheets have them."""
        return f"{self.manoeuvre}·{self.fire}·{self.shock}"


def in_words(manoeuvre: int, fire: int, shock: int) -> str:
    """The values of a leader as a sentence tells them."""
    return f"manoeuvre {manoeuvre}, fire {fire}, shock {shock}"


def evasion_modifiers(evading: int, phasing: int) -> tuple[Modifier, ...]:
    """The modifiers of an evasion test from both commanders' manoeuvres, 0 for none (EVA-03)."""
    return nonzero((max(0, evading - phasing), "manoeuvre differential", "EVA-03"))


def evades(result: int) -> bool:
    """Whether a modified evasion test succeeds (EVA-03)."""
    return result >= _evasion_needs()


def evasion_test() -> str:
    """What the die of an evasion test is for, in words."""
    return f"evasion: {_evasion_needs()} or more"


def evasion_odds(added: int) -> str:
    """What an attempt to evade comes to, for who decides on it."""
    faces = sum(evades(die + added) for die in FACES)
    return f"a die {added:+} of {_evasion_needs()} or more: {10 * faces} %; else it has to fight"


def _evasion_needs() -> int:
    return tables.interception_value("land", "evasion", "success_on")


def replacement_line(country: str, natives: bool = False, vizier: bool = False) -> str:
    """The line of the replacement table for the country in command (PAR-05)."""
    if vizier:
        return "vizier"
    return "natives" if natives else tables.replacement_line(country)


def replacement(line: str, die: int, admiral: bool = False) -> Commander:
    """The replacement leader of an unmodified die (PAR-04, PAR-05, PAR-07, PAR-08)."""
    found = tables.replacement_leader(line, die, admiral)
    values = found.manoeuvre, found.fire, found.shock, found.siege
    kind = "admiral" if admiral else "general"
    return Commander("replacement", *values, kind=kind, replacement=True)


class Options(Protocol):
    """What tells which experimental rules are switched off."""

    @property
    def off(self) -> frozenset[str]:
        """Their names."""


def differential(own: int, enemy: int, situation: Options) -> int:
    """A leader's advantage over the enemy's, never below 0, at most 3 unless that rule is off.

    DRM-A1.
    """
    best = max(0, own - enemy)
    return best if LEADER_CAP_OPTION in situation.off else min(best, LEADER_CAP)


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
    die = await roll(f"{name}.casualty", modifiers, f"casualty of {commander.name}: 1 or less")
    if die + total(modifiers) > CASUALTY:
        return UNHURT
    known = fate_at_once(commander, destroyed, captor, minor)
    if known:
        return known
    return wound(await roll(f"{name}.wound", (), f"{commander.name}: odd killed, even wounded"))
