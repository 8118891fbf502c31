"""Reports: every number a rule makes, with the reason for each part of it.

A modifier is a value, a reason and a rule id; a roll is a die, what was added and what it read as.
The combat sheet, the chronicle, the adjudicator and the tests all read these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple


class Modifier(NamedTuple):
    """One part of a number: its value, why it applies, and the rule that says so."""

    value: int
    why: str
    rule: str


class Rolled(NamedTuple):
    """One die as it was read: the unmodified die, the sum of its modifiers, and the result."""

    name: str
    die: int
    modifiers: tuple[Modifier, ...] = ()
    purpose: str = ""

    @property
    def modifier(self) -> int:
        """The sum of the modifiers."""
        return total(self.modifiers)

    @property
    def result(self) -> int:
        """The die with its modifiers, before any table clamps it."""
        return self.die + self.modifier

    def spoken(self) -> str:
        """The die and how it is read: `9 +1 = 10`, the die alone without modifiers."""
        return f"{self.die} {self.modifier:+} = {self.result}" if self.modifiers else str(self.die)


class Entry(NamedTuple):
    """One line of the chronicle: when, what kind of thing, the sentence, where, whom, and its
    sheet.

    `sheet` is plain data for a screen that shows more (a combat sheet, a roll with its modifiers);
    `record` is the number of the journal's record that caused it. `only` are the powers that may
    read it, where it tells of zones that others do not know; empty for everybody.
    """

    box: str
    impulse: str
    kind: str
    text: str
    place: str = ""
    who: str = ""
    sheet: dict[str, Any] | None = None
    record: int = 0
    only: Sequence[str] = ()

    def to_plain(self) -> list[Any]:
        """The entry as a plain list; `Entry(*plain)` reads it back."""
        return [*self[:-1], list(self.only)] if self.only else list(self[:-1])

    def shown_to(self, power: str) -> bool:
        """Whether a power may read it while it has the keyboard; "" is anybody or nobody."""
        return not self.only or power in self.only


VALUE: Final = attrgetter("value")


def total(modifiers: Iterable[Modifier]) -> int:
    """The sum of the modifiers' values."""
    return sum(map(VALUE, modifiers))


def nonzero(*candidates: tuple[int, str, str]) -> tuple[Modifier, ...]:
    """The modifiers among (value, reason, rule id) triples that are not zero, in the given
    order."""
    return tuple([Modifier(*candidate) for candidate in candidates if candidate[0]])


def capitalised(text: str) -> str:
    """A text as a sentence begins: its first letter large, the names in it as they are."""
    return text[:1].upper() + text[1:]


def with_article(noun: str) -> str:
    """A noun as the first of its kind is named: `a province`, `an area`."""
    return f"{'an' if noun[:1].lower() in 'aeio' else 'a'} {noun}"


def thirds(number: int) -> str:
    """A number of thirds as people write it: 5 is `1 2/3`."""
    sign, number = ("-", -number) if number < 0 else ("", number)
    whole, rest = divmod(number, 3)
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}/3" if whole else f"{sign}{rest}/3"


ODD_VERBS: Final = {"be": ("is", "are"), "have": ("has", "have"), "was": ("was", "were")}


def conjugate(verb: str, subjects: int) -> str:
    """A verb as so many subjects want it, the first word of it alone: `enter`, `do`, `have won`,
    of one `enters`, `does`, `has won`; `be` is `is` or `are`."""
    verb, space, rest = verb.partition(" ")
    one, many = ODD_VERBS.get(verb, ("", verb))
    if not one:
        hissed = verb.endswith(("s", "x", "ch", "sh", "o"))
        carried = verb.endswith("y") and verb[-2] not in "aeiou"
        one = f"{verb}es" if hissed else f"{verb[:-1]}ies" if carried else f"{verb}s"
    return f"{one if subjects == 1 else many}{space}{rest}"


def join_names(names: Iterable[str]) -> str:
    """Names in a row as one says them: `Spain, Venice and Genoa`."""
    *most, last = [*names] or [""]
    return f"{', '.join(most)} and {last}" if most else last
