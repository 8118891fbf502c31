"""Leaders in battle, on land and at sea: values, replacements, evasion (PAR, EVA)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final, NamedTuple

from engine.chances.steps import FACES
from engine.combat.options import LEADER_CAP_OPTION
from engine.facts import tables
from engine.facts.countries import Leader
from engine.modifiers import Modifier, Rolled, nonzero

DETACHMENT: Final = 3  # thirds
LEADER_CAP: Final = 3


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
    def called(self) -> str:
        """His name in a sentence: one who is given by his values alone has none."""
        return f"leader {self.figures}" if self.name.isdecimal() else self.name

    @property
    def heading(self) -> str:
        """Name and values as a sheet has them."""
        return self.called if self.name.isdecimal() else f"{self.name} {self.figures}"

    @property
    def in_words(self) -> str:
        """Manoeuvre, fire, shock in words."""
        return in_words(self.manoeuvre, self.fire, self.shock)

    @property
    def figures(self) -> str:
        """The same as the sheets have them."""
        return f"{self.manoeuvre}·{self.fire}·{self.shock}"


def commander_of(leader: Leader, values: Sequence[int] = ()) -> Commander:
    """A leader of the facts as he commands, with other values where there are some."""
    printed = leader.manoeuvre, leader.fire, leader.shock, leader.siege
    manoeuvre, fire, shock, siege = values or printed
    about = leader.kind, leader.monarch, leader.anonymous, leader.no_survival_malus
    return Commander(leader.name, manoeuvre, fire, shock, siege, *about)


def in_words(manoeuvre: int, fire: int, shock: int) -> str:
    """The values of a leader as a sentence tells them."""
    return f"manoeuvre {manoeuvre}, fire {fire}, shock {shock}"


def evasion_modifiers(evading: int, phasing: int) -> tuple[Modifier, ...]:
    """The modifiers of an evasion test from both commanders' manoeuvres, 0 for none (EVA-03)."""
    return nonzero((max(0, evading - phasing), "manoeuvre differential", "EVA-03"))


def evades(result: int) -> bool:
    """Whether a modified evasion test succeeds (EVA-03)."""
    return result >= _evasion_needs()


def evasion_in_words(rolled: Rolled) -> str:
    """The die of an evasion test in words, beside what it needs (EVA-03)."""
    return rolled.spoken_beside(_evasion_needs())


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
    """The replacement leader of an unmodified die (PAR-04, PAR-05, PAR-07, PAR-08, PAR-10)."""
    found = tables.replacement_leader(line, die, admiral)
    values = found.manoeuvre, found.fire, found.shock, found.siege
    kind = "admiral" if admiral else "general"
    return Commander("replacement", *values, kind=kind, replacement=True)


def differential(own: int, enemy: int, off: Container[str]) -> int:
    """A leader's advantage over the enemy's, never below 0, at most 3 unless that rule is `off`.

    DRM-A1.
    """
    best = max(0, own - enemy)
    return best if LEADER_CAP_OPTION in off else min(best, LEADER_CAP)
