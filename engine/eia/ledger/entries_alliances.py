"""Entries about alliances and access."""

from __future__ import annotations

from typing import Any, Final

from engine.documents.fields import Field, Listed, Perhaps, Whole
from engine.eia import access, months, peace, war
from engine.eia.ledger.entry import FLAG, POINTS, POWER
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.ledger.records import Alliance, Broken
from engine.eia.reasons import Reason, applicable

MONTHS: Final = Whole(1, 240, "a number of months")

ALLIANCE: Final = (
    Field("powers", Listed(POWER, 2, 2), "the two allies"),
    Field("months", Perhaps(MONTHS), "in how many months it expires; null: never", None),
    Field("points", POINTS, "points of making it by the base rules, for either", 0),
)


def refuse_alliance(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Enemies and allies make no alliance; one with an end brings no points (EIA-ALL-02)."""
    one, other = values["powers"]
    paid = values["months"] is not None and values["points"] != 0
    return applicable(
        (one == other or state.at_war(one, other), "They are not friends.", "EIA-SET-03"),
        (state.alliance(one, other) is not None, "They are allies already.", "EIA-SET-03"),
        (paid, "An alliance with an end date brings no points.", "EIA-ALL-02"),
    )


async def ally(night: Night, values: dict[str, Any]) -> None:
    """A new alliance."""
    state = night.state
    until = state.month + values["months"] if values["months"] else 0
    state.alliances.append(Alliance(sorted(values["powers"]), until))
    for power in values["powers"]:
        state.points(power, 2 * values["points"])
    words = f", to {months.month_name(until)}" if until else ""
    night.tell("alliance", f"{' and '.join(values['powers'])} are allies{words}.")


BREAK: Final = (
    Field("breaker", POWER, "who breaks it"),
    Field("other", POWER, "with whom"),
    Field("points", POINTS, "points it costs by the base rules", 0),
)


def refuse_break(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Only an alliance can be broken."""
    missing = state.alliance(values["breaker"], values["other"]) is None
    return applicable((missing, "They are not allies.", "EIA-SET-03"))


async def break_alliance(night: Night, values: dict[str, Any]) -> None:
    """A broken alliance, remembered while war would cost more (EIA-ALL-05, EIA-ALL-06)."""
    state, breaker, other = night.state, values["breaker"], values["other"]
    found = state.alliance(breaker, other)
    if found is not None:
        state.alliances.remove(found)
    early = state.now.name in ("diplomacy", "declarations of war")
    state.broken.append(Broken(breaker, other, state.month, early))
    state.points(breaker, 2 * values["points"])
    night.tell("alliance", f"{breaker} breaks its alliance with {other}.", who=breaker)
    why = f"War of {breaker} on {other} costs {-war.waiting_points(0)} points more, less each turn."
    night.remind(why, "EIA-ALL-05", breaker)


ACCESS: Final = (
    Field("giver", POWER, "who grants access"),
    Field("receiver", POWER, "to whom"),
    Field("leave", FLAG, "a victor who denied co-operation gives leave", False),
)


def refuse_access(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Denied co-operation bars access to third parties (EIA-TRM-09)."""
    giver, receiver = values["giver"], values["receiver"]
    denied = any(
        term.denied and term.loser == giver and term.victor != receiver for term in state.peaces
    )
    return peace.may_grant_access(denied, values["leave"], denied)


async def grant(night: Night, values: dict[str, Any]) -> None:
    """An access agreement."""
    pair = [values["giver"], values["receiver"]]
    if pair not in night.state.access:
        night.state.access.append(pair)
        night.state.access.sort()
    night.tell("access", f"{pair[0]} grants access to {pair[1]}.", who=pair[0])


FORCIBLE: Final = (
    Field("power", POWER, "whose counter moves, or traces supply"),
    Field("controller", POWER, "who controls the areas"),
    Field("supply", FLAG, "supply is traced", False),
)


def refuse_force(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Access is forced on others, and not needed in a war (EIA-ERR-26)."""
    power, host = values["power"], values["controller"]
    return applicable(
        (power == host, f"{power} needs no access of its own.", "EIA-ERR-26"),
        (state.at_war(power, host), "They are at war: it needs no access.", "EIA-ERR-26"),
    )


ACCESS_ASKED: Final = 3  # the edition since which access that was granted is not forced unasked


def doubt_force(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Access that was granted need not be forced, unless on other conditions (EIA-ERR-26)."""
    power, host = values["power"], values["controller"]
    granted = [host, power] in state.access and state.edition >= ACCESS_ASKED
    why = f"{host} has granted {power} access: none has to be forced, unless on other conditions."
    return applicable((granted, why, "EIA-ERR-26"))


async def force_access(night: Night, values: dict[str, Any]) -> None:
    """A counter that moves by forcible access (EIA-ERR-28 to EIA-ERR-30); an enforced peace bars
    the war that it would allow (EIA-ERR-29)."""
    state, power, host = night.state, values["power"], values["controller"]
    paid = state.paid_access.setdefault(power, [])
    use = "supply" if values["supply"] else "move"
    found = access.forcible([access.Entered("areas", host, False, use)], paid)
    if host not in paid:
        paid.append(host)
    state.points(power, 2 * found.points)
    night.tell(
        "access", f"{power} forces its way through {host}: {found.points} points.", who=power
    )
    standing = state.peace(power, host)
    if standing is not None:
        why = f"{host} has an enforced peace with {power} {standing.lasting}: no war."
        night.remind(why, "EIA-PEACE-02", host)
        return
    state.rights.append([host, power, "forcible access"])
    unless = ", unless enemy infantry stands in its home nation" if state.enemies(host) else ""
    night.remind(f"{host} may declare war on {power} at once{unless}.", "EIA-ERR-30", host)
    if state.alliance(power, host) is not None:
        night.remind(f"{power} is its ally: now without penalty.", "EIA-ALL-08", host)
