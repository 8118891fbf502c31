"""Entries about provinces and minors that are ceded, and about free states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.documents.fields import Field, Listed
from engine.eia import access, tables
from engine.eia.ledger.entry import FLAG, LABEL, POWER, Entry, always
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.ledger.records import Ceded, Minor
from engine.eia.reasons import Reason, applicable

CEDE: Final = (
    Field("giver", POWER, "who cedes"),
    Field("receiver", POWER, "to whom"),
    Field("ceded", Listed(LABEL, 1), "the minors and provinces"),
)
HUNGARY: Final = "Hungary"


def status(state: Ledger, name: str) -> str:
    """What a name is that may be ceded: one of access.STATUSES."""
    known = state.minors.get(name)
    if known is not None and known.free:
        return "free state"
    if known is not None or tables.as_known(name, tables.minors()) in tables.minors():
        return "minor"
    return "ceded province" if name in state.ceded else "home province"


def stays(
    state: Ledger, giver: str, receiver: str, what: Sequence[str], formal: bool
) -> tuple[Reason, ...]:
    """Why a power can't cede these: free states (EIA-ERR-22), by no peace nor to an ally
    (EIA-ERR-21), or not its own."""
    found = list(applicable((giver == receiver, "A cession takes two powers.", "EIA-ERR-21")))
    for name in what:
        kind = status(state, name)
        holder = _holder(state, name)
        found += applicable(
            (
                holder not in ("", giver) and kind != "free state",
                f"{name} is {holder}'s, not {giver}'s.",
                "EIA-ERR-21",
            )
        )
        allied = state.alliance(giver, receiver) is not None
        cause = "peace" if formal else "gift"
        for each in access.may_cede(kind, cause, allied, not state.enemies(giver)):
            found.append(Reason(f"{name}: {each.why}", each.rule))
    return tuple(dict.fromkeys(found))


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
        night.tell("peace", f"{giver} cedes {name} to {receiver}.", who=receiver)
    why = "Neutral forces in what was ceded need access from its new holder, or go home."
    night.remind(why, "EIA-ERR-23", receiver)


def hungary_last(giver: str, what: Sequence[str]) -> tuple[Reason, ...]:
    """Hungary is chosen after all other Austrian provinces, which the club knows (EIA-ERR-03)."""
    chosen = giver == "austria" and any(tables.is_same_name(each, HUNGARY) for each in what)
    why = "Hungary may be chosen only when all other Austrian provinces are ceded."
    return applicable((chosen, why, "EIA-ERR-03"))


def refuse_cession(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """By the formal peace of this month, or to an ally."""
    giver, receiver = values["giver"], values["receiver"]
    term = state.peace(giver, receiver)
    formal = term is not None and term.loser == giver and term.since in (0, state.month)
    return stays(state, giver, receiver, values["ceded"], formal)


def doubt_cession(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Hungary, whose turn the ledger can't see."""
    return hungary_last(values["giver"], values["ceded"])


async def write_cession(night: Night, values: dict[str, Any]) -> None:
    """A cession."""
    cede(night, values["giver"], values["receiver"], values["ceded"])


FREE: Final = (
    Field("minor", LABEL, "the minor"),
    Field("power", POWER, "who made it a free state, and controls it"),
    Field("ended", FLAG, "it is no longer a free state", False),
)


def refuse_free(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """A free state is made by the power that controls the minor."""
    name, power = values["minor"], values["power"]
    holder = _holder(state, name)
    known = state.minors.get(name)
    not_free = values["ended"] and not (known is not None and known.free)
    return applicable(
        (holder not in ("", power), f"{name} is {holder}'s.", "EIA-FRE-01"),
        (not_free, f"{name} is not a free state.", "EIA-FRE-01"),
    )


async def make_free(night: Night, values: dict[str, Any]) -> None:
    """A free state: never ceded (EIA-ERR-22), full manpower (EIA-OE-04), left out of the final
    count (EIA-WIN-06)."""
    state, name, power = night.state, values["minor"], values["power"]
    one = state.minors.setdefault(name, Minor(power))
    one.controller, one.free = power, not values["ended"]
    said = "is no longer a free state" if values["ended"] else f"is a free state of {power}"
    night.tell("minor", f"{name} {said}.", who=power)


ENTRIES: Final = (
    Entry("cede", "minors and provinces are ceded", CEDE, write_cession, refuse_cession, (),
          doubt_cession),
    Entry("free-state", "a minor becomes a free state", FREE, make_free, refuse_free, (), always),
)  # fmt: skip
