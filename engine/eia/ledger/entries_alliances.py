"""Entries about alliances and access."""

from __future__ import annotations

from typing import Final

from engine.eia import access, months, peace, war
from engine.eia.ledger.entry import Entry
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.ledger.records import Alliance, Broken
from engine.eia.reasons import Claims


class Ally(Entry, name="alliance"):
    """A new alliance."""

    def refuse(self, state: Ledger) -> Claims:
        """Enemies and allies make no alliance; one with an end brings no points (EIA-ALL-02)."""
        one, other = self.powers
        paid = self.months is not None and self.points != 0
        yield one == other or state.at_war(one, other), "They are not friends."
        yield state.alliance(one, other) is not None, "They are allies already."
        yield paid, "An alliance with an end date brings no points.", "EIA-ALL-02"

    async def apply(self, night: Night) -> None:
        """The alliance, to its end if it has one."""
        state = night.state
        until = state.month + self.months if self.months else 0
        state.alliances.append(Alliance(sorted(self.powers), until))
        for power in self.powers:
            state.points(power, 2 * self.points)
        words = f", to {months.month_name(until)}" if until else ""
        night.tell("alliance", f"{' and '.join(self.powers)} are allies{words}.")


class BreakAlliance(Entry, name="break-alliance"):
    """An alliance is broken."""

    def refuse(self, state: Ledger) -> Claims:
        """Only an alliance can be broken."""
        yield state.alliance(self.breaker, self.other) is None, "They are not allies."

    async def apply(self, night: Night) -> None:
        """Remembered while war would cost more (EIA-ALL-05, EIA-ALL-06)."""
        state, breaker, other = night.state, self.breaker, self.other
        found = state.alliance(breaker, other)
        if found is not None:
            state.alliances.remove(found)
        early = state.now.name in ("diplomacy", "declarations of war")
        state.broken.append(Broken(breaker, other, state.month, early))
        state.points(breaker, 2 * self.points)
        night.tell("alliance", f"{breaker} breaks its alliance with {other}.", breaker)
        more = f"{-war.waiting_points(0)} points more, less each turn"
        night.remind(f"War of {breaker} on {other} costs {more}.", "EIA-ALL-05", breaker)


class GrantAccess(Entry, name="access"):
    """An access agreement."""

    def refuse(self, state: Ledger) -> Claims:
        """Denied co-operation bars access to third parties (EIA-TRM-09)."""
        denied = any(
            term.denied and term.loser == self.giver and term.victor != self.receiver
            for term in state.peaces
        )
        return peace.may_grant_access(denied, self.leave, denied)

    async def apply(self, night: Night) -> None:
        """The agreement, once."""
        pair = [self.giver, self.receiver]
        if pair not in night.state.access:
            night.state.access = sorted([*night.state.access, pair])
        night.tell("access", f"{self.giver} grants access to {self.receiver}.", self.giver)


ACCESS_ASKED: Final = 3  # the edition since which access that was granted is not forced unasked


class ForceAccess(Entry, name="forcible-access"):
    """A counter that moves by forcible access."""

    def refuse(self, state: Ledger) -> Claims:
        """Access is forced on others, and not needed in a war (EIA-ERR-26)."""
        power, host = self.power, self.controller
        yield power == host, f"{power} needs no access of its own.", "EIA-ERR-26"
        yield state.at_war(power, host), "They are at war: it needs no access.", "EIA-ERR-26"

    def doubt(self, state: Ledger) -> Claims:
        """Access that was granted need not be forced, unless on other conditions (EIA-ERR-26)."""
        power, host = self.power, self.controller
        granted = [host, power] in state.access and state.edition >= ACCESS_ASKED
        rest = "none has to be forced, unless on other conditions."
        yield granted, f"{host} has granted {power} access: {rest}", "EIA-ERR-26"

    async def apply(self, night: Night) -> None:
        """Points, and the host's right to declare war (EIA-ERR-28 to EIA-ERR-30), which an enforced
        peace bars (EIA-ERR-29)."""
        state, power, host = night.state, self.power, self.controller
        paid = state.paid_access.setdefault(power, [])
        use = "supply" if self.supply else "move"
        found = access.forcible([access.Entered("areas", host, False, use)], paid)
        if host not in paid:
            paid.append(host)
        state.points(power, 2 * found.points)
        forces = f"{power} forces its way through {host}: {found.points} points."
        night.tell("access", forces, power)
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
