"""Entries about powers without a player, auctions, votes and disputed figures."""

from __future__ import annotations

from engine.eia import victory
from engine.eia.ledger import disputed_figures
from engine.eia.ledger.entry import Entry
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.reasons import BASE, Claim, Claims
from engine.eia.victory import Bid


def not_played(state: Ledger, power: str, rule: str = BASE) -> Claim:
    """Only powers of this campaign."""
    return power not in state.powers, f"{power} is not played in this campaign.", rule


class StepDown(Entry, name="step-down"):
    """A power that cannot win is auctioned."""

    def refuse(self, state: Ledger) -> Claims:
        """Only powers of this campaign."""
        yield not_played(state, self.power)

    async def apply(self, night: Night) -> None:
        """It is out, and nobody's (EIA-UMP-01, EIA-UMP-03)."""
        power = night.state.powers[self.power]
        power.out, power.controller = True, ""
        why = f"{self.power} is auctioned by secret bids; it collects no more victory points."
        night.say(why, "EIA-UMP-01", "auction", self.power)


class Auction(Entry, name="auction"):
    """A power is auctioned."""

    def refuse(self, state: Ledger) -> Claims:
        """Who may bid how much (EIA-UMP-02, EIA-UMP-04)."""
        yield not_played(state, self.power)
        power = state.powers.get(self.power)
        kept = power is not None and (not power.out or power.controller)
        yield kept, f"{self.power} is not to be auctioned.", "EIA-UMP-01"
        for name, bid in self.bids.items():
            yield not_played(state, name, "EIA-UMP-04")
            bidder = state.powers.get(name)
            itself = name == self.power and bidder is not None
            yield itself, f"{name} is what is auctioned.", "EIA-UMP-04"
            if bidder is not None and not itself:
                yield from victory.may_bid(bid, bidder.victory, bidder.out)

    async def apply(self, night: Night) -> None:
        """Bids from the highest down, ties by dice (EIA-BID, EIA-UMP)."""
        state = night.state
        bids = [Bid(name, bid) for name, bid in sorted(self.bids.items())]
        dice: dict[str, list[int]] = {}
        while any(victory.tied_players(bids, dice)):
            tie = [player for group in victory.tied_players(bids, dice) for player in group]
            for number, player in enumerate(tie, 1):
                which = f"a tie of bids, {player}'s, {number} of {len(tie)}"
                rolled = await night.roll(f"{player}.bid", (), which)
                dice.setdefault(player, []).append(rolled.die)
        found = victory.auction_outcome(self.power, victory.order_bids(bids, dice))
        night.say_all(found.reasons, "auction", found.winner)
        if found.winner:
            state.powers[self.power].controller = found.winner
            state.powers[found.winner].victory -= found.paid
            state.britain_default = state.britain_default and not found.britain_loses_default


class Vote(Entry, name="vote"):
    """A vote on an unclear rule."""

    async def apply(self, night: Night) -> None:
        """Kept in the log of rulings, a tie broken by dice (EIA-GEN-01)."""
        leading = victory.outcome(self.votes)
        while len(leading) > 1:
            dice = [
                ((await night.roll("vote", (), f"for {each}, {at} of {len(leading)}")).die, each)
                for at, each in enumerate(leading, 1)
            ]
            best = max(die for die, _ in dice)
            leading = [each for die, each in dice if die == best]
        chosen = leading[0] if leading else "nobody voted"
        night.state.rulings.append([self.question, chosen])
        night.say(f"{self.question}: {chosen}.", "EIA-GEN-01", "ruling")


class Settle(Entry, name="figure"):
    """A figure that the sources don't agree on is settled."""

    def refuse(self, state: Ledger) -> Claims:
        """A figure has to be one of its kind."""
        why = disputed_figures.fits(self.figure, self.value)
        yield why, f"{why}.", "EIA-GEN-01"

    async def apply(self, night: Night) -> None:
        """For this campaign (EIA-GEN-01)."""
        state = night.state
        state.figures[self.figure] = self.value
        power = self.figure.removeprefix(f"{disputed_figures.GOAL} ")
        if power in state.powers:
            state.powers[power].goal = int(self.value)
        why = f"The {self.figure} is {self.value} in this campaign."
        night.say(why, "EIA-GEN-01", "ruling")
