"""Entries about provinces and minors that are ceded, and about free states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.eia import access, tables
from engine.eia.ledger.entry import Entry
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.ledger.records import Ceded, Minor
from engine.eia.reasons import Claims, Reason

HUNGARY: Final = "Hungary"


def status(state: Ledger, name: str) -> str:
    """What a name is that may be ceded, as a document of a cession calls it."""
    known = state.minors.get(name)
    if known is not None and known.free:
        return "free state"
    if known is not None or tables.as_known(name, tables.minors()) in tables.minors():
        return "minor"
    return "ceded province" if name in state.ceded else "home province"


def stays(state: Ledger, giver: str, receiver: str, what: Sequence[str], formal: bool) -> Claims:
    """Why a power can't cede these: free states (EIA-ERR-22), by no peace nor to an ally
    (EIA-ERR-21), or not its own."""
    yield giver == receiver, "A cession takes two powers.", "EIA-ERR-21"
    allied = state.alliance(giver, receiver) is not None
    for name in dict.fromkeys(what):
        kind, holder = status(state, name), _holder(state, name)
        other = holder not in ("", giver) and kind != "free state"
        yield other, f"{name} is {holder}'s, not {giver}'s.", "EIA-ERR-21"
        cause = "peace" if formal else "gift"
        for each in access.may_cede(kind, cause, allied, not state.enemies(giver)):
            yield Reason(f"{name}: {each.why}", each.rule)


def _holder(state: Ledger, name: str) -> str:
    """Who has a minor or a ceded province; empty for what nobody wrote down."""
    if name in state.ceded:
        return state.ceded[name].holder
    return state.minors[name].controller if name in state.minors else ""


def cede(night: Night, giver: str, receiver: str, what: Sequence[str]) -> None:
    """Gives minors and provinces away; what was neutral there has to ask anew (EIA-ERR-23)."""
    state = night.state
    for name in what:
        if status(state, name) == "minor":
            state.minors[name] = Minor(receiver)
        else:
            owner = state.ceded.pop(name, Ceded(giver, giver)).owner
            if owner != receiver:
                state.ceded[name] = Ceded(owner, receiver)
                why = f"The cities of {name} are no sources of supply while it is ceded."
                night.remind(why, "EIA-ERR-10", receiver)
        night.tell("peace", f"{giver} cedes {name} to {receiver}.", receiver)
    why = "Neutral forces in what was ceded need access from its new holder, or go home."
    night.remind(why, "EIA-ERR-23", receiver)


def hungary_last(giver: str, what: Sequence[str]) -> Claims:
    """Hungary is chosen after all other Austrian provinces, which the club knows (EIA-ERR-03)."""
    chosen = giver == "austria" and any(tables.is_same_name(each, HUNGARY) for each in what)
    why = "Hungary may be chosen only when all other Austrian provinces are ceded."
    yield chosen, why, "EIA-ERR-03"


class Cede(Entry, name="cede"):
    """A cession."""

    def refuse(self, state: Ledger) -> Claims:
        """By the formal peace of this month, or to an ally."""
        term = state.peace(self.giver, self.receiver)
        formal = term is not None and term.loser == self.giver and term.since in (0, state.month)
        return stays(state, self.giver, self.receiver, self.ceded, formal)

    def doubt(self, state: Ledger) -> Claims:
        """Hungary, whose turn the ledger can't see."""
        return hungary_last(self.giver, self.ceded)

    async def apply(self, night: Night) -> None:
        """What is ceded changes hands."""
        cede(night, self.giver, self.receiver, self.ceded)


class FreeState(Entry, name="free-state"):
    """A free state, or its end."""

    def refuse(self, state: Ledger) -> Claims:
        """A free state is made by the power that controls the minor."""
        holder, known = _holder(state, self.minor), state.minors.get(self.minor)
        yield holder not in ("", self.power), f"{self.minor} is {holder}'s.", "EIA-FRE-01"
        not_free = self.ended and not (known is not None and known.free)
        yield not_free, f"{self.minor} is not a free state.", "EIA-FRE-01"

    async def apply(self, night: Night) -> None:
        """Never ceded (EIA-ERR-22), full manpower (EIA-OE-04), left out of the final count
        (EIA-WIN-06)."""
        one = night.state.minors.setdefault(self.minor, Minor(self.power))
        one.controller, one.free = self.power, not self.ended
        is_one = "is no longer a free state" if self.ended else f"is a free state of {self.power}"
        night.tell("minor", f"{self.minor} {is_one}.", self.power)
