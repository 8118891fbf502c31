"""Entries about leaders, points, loans, reparations, victory and powers without a player."""

from __future__ import annotations

from typing import Any, Final

from engine.eia import leaders, peace, tables
from engine.eia.ledger import disputed_figures, roster
from engine.eia.ledger.entries_roster import RATINGS
from engine.eia.ledger.entries_votes import not_played
from engine.eia.ledger.entry import (
    Entry,
)
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.ledger.records import Debt, Loan, Peace
from engine.eia.reasons import Claim, Claims, plural
from engine.eia.status_track import box_of
from engine.grammar import counted, join_names


def made_now(state: Ledger, loser: str) -> list[Peace]:
    """The enforced peaces that a power has lost this month, whose terms are named now; those of
    which nobody wrote down when they were made."""
    return [each for each in state.peaces if each.loser == loser and each.since in (0, state.month)]


def ungranted(state: Ledger, victor: str, loser: str, it: str, rule: str) -> Claim:
    """That no peace which a power has forced on another now grants a term: it, or them."""
    granted = any(each.victor == victor for each in made_now(state, loser))
    why = f"No peace that {victor} has forced on {loser} now grants {it}."
    return victor != loser and not granted, why, rule


# Leaders


class SendAway(Entry, name="exile"):
    """A leader goes into exile."""

    def refuse(self, state: Ledger) -> Claims:
        """Exile is a term of an unconditional surrender, and of no later time (EIA-TRM-12)."""
        term = any(each.unconditional for each in made_now(state, self.power))
        yield not term, f"{self.power} has not surrendered unconditionally now.", "EIA-TRM-12"
        yield from roster.stays(state, self.leader, self.power, self.rank)

    async def apply(self, night: Night) -> None:
        """For a while at least (EIA-TRM-12)."""
        roster.exile(night, self.leader, self.power, self.rank)


class ComeBack(Entry, name="return"):
    """A leader's return from exile."""

    def _price(self, state: Ledger) -> int | None:
        """What his return costs; None while his ratings are not known."""
        exile, known = state.exiles[self.leader], roster.leader(state, self.leader)
        zone = state.zone(exile.power)
        found: list[Any] = [
            getattr(known, key, None) if self.values[key] is None else self.values[key]
            for key in RATINGS
        ]
        if None in found:
            return None
        strategic, tactical, maximum = found
        return leaders.exile_cost(strategic, tactical, maximum, exile.rank, zone).cost

    def refuse(self, state: Ledger) -> Claims:
        """A leader comes back when his time is over and the price can be paid (EIA-TRM-12 to
        EIA-TRM-14)."""
        name, exile = self.leader, state.exiles.get(self.leader)
        if exile is None:
            yield True, f"{name} is not in exile.", "EIA-TRM-12"
            return
        price, power = self._price(state), state.powers.get(exile.power)
        if price is None:
            yield True, f"The ratings of {name} are not written down: say them.", "EIA-TRM-13"
            return
        left = self.points_left
        if left is None and power is not None and power.marker >= 0:
            left = power.marker // 2
        if left is None:
            why = f"The box of {exile.power} is not written down: say how far its marker may fall."
            yield True, why, "EIA-TRM-14"
            return
        yield from leaders.may_return(exile.rank, state.month - exile.since, price, left).reasons

    async def apply(self, night: Night) -> None:
        """Paid in political points (EIA-TRM-13, EIA-POL-03)."""
        state, price = night.state, self._price(night.state) or 0
        exile = state.exiles.pop(self.leader)
        state.points(exile.power, -2 * price)
        why = f"{self.leader} returns for {plural(price, 'political point')}."
        night.say(why, "EIA-TRM-13", "exile", exile.power)
        if tables.is_same_name(self.leader, "Napoleon"):
            state.napoleon_back = True
            why = "French manpower is doubled at the next collection."
            night.remind(why, "EIA-POL-03", "france")


class Promote(Entry, name="promote"):
    """Leader improvement."""

    def refuse(self, state: Ledger) -> Claims:
        """Once in the game (EIA-ERR-34)."""
        rank = roster.rank(state, self.leader, self.rank)
        yield not rank, f"The rank of {self.leader} is not written down.", "EIA-ERR-33"
        if rank and self.leader in state.promoted:
            yield from leaders.promotion(rank, True).reasons

    async def apply(self, night: Night) -> None:
        """Kept for good (EIA-ERR-33, EIA-ERR-35)."""
        state, name = night.state, self.leader
        found = leaders.promotion(roster.rank(state, name, self.rank), False)
        state.promoted[name] = found.rank
        if name in state.leaders:
            state.leaders[name].rank = found.rank
        night.say(f"{name} is promoted to {found.rank}.", "EIA-ERR-33")


class Status(Entry, name="status", former=(("political_halves", "points", 2),)):
    """Points, zone and dominance of a power."""

    def refuse(self, state: Ledger) -> Claims:
        """Who is out collects nothing (EIA-UMP-03); dominance is lost at peace only
        (EIA-DOM-03)."""
        yield not_played(state, self.power)
        power = state.powers.get(self.power)
        if power is not None:
            out = power.out and self.victory > 0
            yield out, "It is out of the game.", "EIA-UMP-03"
            at_war = not self.at_peace or bool(state.enemies(self.power))
            loses = power.dominant and self.dominant is False and at_war
            yield loses, "Dominance is lost only at peace with all majors.", "EIA-DOM-03"

    async def apply(self, night: Night) -> None:
        """What is said of it; the rest stays as it is."""
        power = night.state.powers[self.power]
        power.victory += self.victory
        night.state.points(self.power, self.points)
        power.money += self.money
        power.zone = self.zone or power.zone
        power.dominant = power.dominant if self.dominant is None else self.dominant
        stands = (
            f"{counted(power.victory, 'victory point')}, {power.money} money, {power.zone} zone"
        )
        night.tell("status", f"{self.power}: {stands}.", self.power)


BOXES_ASKED: Final = 3  # the edition since which a box that nobody knows is asked about


class Track(Entry, name="track"):
    """Points move the markers: one form for all."""

    def _victory(self, state: Ledger) -> dict[str, int]:
        """The victory points of each power: those that are named, else what its box gave before, in
        the step of victory points."""
        found = dict(self.victory)
        for name, power in state.powers.items() if state.now.name == "victory points" else ():
            kept = disputed_figures.box_points(state, box_of(power.marker))
            if name not in found and kept is not None and not power.out:
                found[name] = kept
        return found

    def refuse(self, state: Ledger) -> Claims:
        """Only powers of this campaign; who is out collects nothing (EIA-UMP-03)."""
        named = {name for field in self.values.values() for name in field}
        strange = sorted(named - {*state.powers})
        yield strange, f"{', '.join(strange)} are not played in this campaign."
        out = [name for name, points in self.victory.items()
               if points > 0 and name in state.powers and state.powers[name].out]  # fmt: skip
        yield out, f"{', '.join(out)}: out of the game.", "EIA-UMP-03"

    def doubt(self, state: Ledger) -> Claims:
        """Powers that would get no victory points, for nobody has said what their boxes give."""
        if state.now.name == "victory points" and state.edition >= BOXES_ASKED:
            gained = self._victory(state)
            left = {name: box_of(power.marker) for name, power in state.powers.items()
                    if name not in gained and not power.out}  # fmt: skip
            whose = ", ".join(f"{name} in {box}" if box else name for name, box in left.items())
            why = f"Nobody has said what a box gives: {whose} would get no victory points."
            yield left, why, "EIA-WIN-01"

    async def apply(self, night: Night) -> None:
        """Zones follow the markers, victory points are kept by box."""
        state, gained = night.state, self._victory(night.state)
        if state.now.name == "victory points":
            for name, points in self.victory.items():
                disputed_figures.keep_box(state, box_of(state.powers[name].marker), points)
        for name, power in state.powers.items():
            zone, moved = power.zone, self.points.get(name, 0)
            state.points(name, moved)
            power.victory += gained.get(name, 0)
            power.money += self.money.get(name, 0)
            power.manpower += self.manpower.get(name, 0)
            if not any(name in each for each in (*self.values.values(), gained)):
                continue
            box = box_of(power.marker)
            where = f", box {box}" if box else ""
            new = f", now in the {power.zone} zone" if zone != power.zone else ""
            won = [f"{moved / 2:+g} political"] if moved else []
            won += [f"{gained[name]:+} victory"] if name in gained else []
            points = f"{join_names(won)} points, " if won else ""
            stands = f"{counted(power.victory, 'victory point')} in all{where}{new}"
            night.tell("status", f"{name}: {points}{stands}.", name)


# Loans, reparations


class Lend(Entry, name="loan"):
    """A corps on loan."""

    def refuse(self, state: Ledger) -> Claims:
        """A corps is lent by a term of the peace that its owner lost (EIA-TRM-06)."""
        owner, borrower = self.owner, self.borrower
        yield owner == borrower, f"{owner} lends nothing to itself.", "EIA-TRM-06"
        yield ungranted(state, borrower, owner, "it", "EIA-TRM-06")
        lent = state.loans.get(self.corps)
        whose = lent.borrower if lent else ""
        yield lent, f"{self.corps} is on loan to {whose} already.", "EIA-TRM-06"

    async def apply(self, night: Night) -> None:
        """To a month, if one is said (EIA-TRM-06)."""
        state = night.state
        until = state.month + self.months if self.months else 0
        state.loans[self.corps] = Loan(self.owner, self.borrower, state.month, until)
        why = f"{self.corps} of {self.owner} is on loan to {self.borrower}."
        night.say(why, "EIA-TRM-06", "loan", self.owner)


class GiveBack(Entry, name="loan-back"):
    """Losses and return of a corps on loan."""

    def refuse(self, state: Ledger) -> Claims:
        """Only a corps on loan."""
        yield self.corps not in state.loans, f"{self.corps} is not on loan.", "EIA-TRM-06"

    async def apply(self, night: Night) -> None:
        """Its owner chooses losses; it is placed once (EIA-TRM-03 to EIA-TRM-05)."""
        state, loan = night.state, night.state.loans[self.corps]
        for troop, factors in self.lost.items():
            loan.lost[troop] = loan.lost.get(troop, 0) + factors
        if self.lost:
            night.say(f"{loan.owner} chose the losses.", "EIA-TRM-03", "loan", loan.owner)
        if not self.returns:
            return
        if state.now.name == "army reinforcement":
            del state.loans[self.corps]
            why = f"{self.corps} returns to {loan.owner}: placed at home in this step, once."
        else:
            loan.returning = True
            why = f"{self.corps} returns at the next reinforcement."
        night.say(why, "EIA-TRM-04", "loan", loan.owner)
        if self.because_of_losses:
            item = "corps on loan returned because of forage losses"
            state.points(loan.borrower, 2 * tables.figure("seed_gold_and_money", item))
            night.say(f"{loan.borrower} loses a political point.", "EIA-TRM-05", "loan")


class Owe(Entry, name="reparations"):
    """Reparations."""

    def refuse(self, state: Ledger) -> Claims:
        """The loser of a war pays them to its victor (EIA-TRM-01)."""
        yield self.payer == self.payee, f"{self.payer} owes nothing to itself.", "EIA-TRM-01"
        yield ungranted(state, self.payee, self.payer, "them", "EIA-TRM-01")

    async def apply(self, night: Night) -> None:
        """In one or two Economic Phases (EIA-TRM-01)."""
        owe(night, self.payer, self.payee, self.amount, self.phases)


def owe(night: Night, payer: str, payee: str, amount: int, phases: int) -> None:
    """Writes reparations down (EIA-TRM-01)."""
    night.state.debts.append(Debt(payer, payee, list(peace.instalments(amount, phases))))
    night.say(f"{payer} owes {payee} {amount} money.", "EIA-TRM-01", "debt", payer)
