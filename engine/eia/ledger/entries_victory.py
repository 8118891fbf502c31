"""Entries about winning, powers without a player, auctions, votes and disputed figures."""

from __future__ import annotations

from typing import Any, Final

from engine.documents.fields import Choice, Field, Named, Text, Whole
from engine.eia import victory
from engine.eia.ledger import figures
from engine.eia.ledger.entry import (  # fmt: skip
    LABEL,
    POWER,
    ByPower,
)
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.reasons import Reason, applicable
from engine.eia.victory import Bid

DOWN: Final = (Field("power", POWER, "the power whose player steps down"),)


async def step_down(night: Night, values: dict[str, Any]) -> None:
    """A power that cannot win is auctioned (EIA-UMP-01, EIA-UMP-03)."""
    power = night.state.powers[values["power"]]
    power.out, power.controller = True, ""
    why = f"{values['power']} is auctioned by secret bids; it collects no more victory points."
    night.say(Reason(why, "EIA-UMP-01"), "auction", values["power"])


def refuse_power(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Only powers of this campaign."""
    name = values["power"]
    return applicable(
        (name not in state.powers, f"{name} is not played in this campaign.", "EIA-SET-03")
    )


AUCTION: Final = (
    Field("power", POWER, "the power that is auctioned"),
    Field("bids", ByPower(Whole(0, 999, "a bid"), "bids by power"),
          "each bidder's victory points"),
)  # fmt: skip


def refuse_auction(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Who may bid how much (EIA-UMP-02, EIA-UMP-04)."""
    found = list(refuse_power(state, values))
    power = state.powers.get(values["power"])
    if power is not None and (not power.out or power.controller):
        found.append(Reason(f"{values['power']} is not to be auctioned.", "EIA-UMP-01"))
    for name, bid in values["bids"].items():
        bidder = state.powers.get(name)
        if bidder is None:
            found.append(Reason(f"{name} is not played in this campaign.", "EIA-UMP-04"))
        elif name == values["power"]:
            found.append(Reason(f"{name} is what is auctioned.", "EIA-UMP-04"))
        else:
            found += victory.may_bid(bid, bidder.victory, bidder.out)
    return tuple(found)


async def auction(night: Night, values: dict[str, Any]) -> None:
    """An auction: bids from the highest down, ties by dice (EIA-BID, EIA-UMP)."""
    state = night.state
    bids = [Bid(name, bid) for name, bid in sorted(values["bids"].items())]
    dice: dict[str, list[int]] = {}
    while any(victory.tied_players(bids, dice)):
        tie = [player for group in victory.tied_players(bids, dice) for player in group]
        for number, player in enumerate(tie, 1):
            which = f"a tie of bids, {player}'s, {number} of {len(tie)}"
            rolled = await night.roll(f"{player}.bid", (), which)
            dice.setdefault(player, []).append(rolled.die)
    found = victory.auction_outcome(values["power"], victory.order_bids(bids, dice))
    for reason in found.reasons:
        night.say(reason, "auction", found.winner)
    if not found.winner:
        return
    state.powers[values["power"]].controller = found.winner
    state.powers[found.winner].victory -= found.paid
    if found.britain_loses_default:
        state.britain_default = False


VOTE: Final = (
    Field("question", LABEL, "what is unclear"),
    Field("votes", Named(LABEL, "answers by player"), "each player's answer"),
)


async def vote(night: Night, values: dict[str, Any]) -> None:
    """A vote on an unclear rule, kept in the log of rulings (EIA-GEN-01)."""
    leading = victory.outcome(values["votes"])
    while len(leading) > 1:
        dice = [
            ((await night.roll("vote", (), f"for {each}, {at} of {len(leading)}")).die, each)
            for at, each in enumerate(leading, 1)
        ]
        best = max(die for die, _ in dice)
        leading = [each for die, each in dice if die == best]
    chosen = leading[0] if leading else "nobody voted"
    night.state.rulings.append([values["question"], chosen])
    night.say(Reason(f"{values['question']}: {chosen}.", "EIA-GEN-01"), "ruling")


FIGURE: Final = (
    Field("figure", Choice(figures.names(), "a figure to settle"), "which figure"),
    Field("value", Text(), "what the club settles on: a morale such as 2.5, a table such as 4-3, "
          "or points"),
)  # fmt: skip


def refuse_figure(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """A figure has to be one of its kind."""
    why = figures.fits(values["figure"], values["value"])
    return applicable((why, f"{why}.", "EIA-GEN-01"))


async def settle(night: Night, values: dict[str, Any]) -> None:
    """A figure that the sources don't agree on is settled for this campaign (EIA-GEN-01)."""
    state, name = night.state, values["figure"]
    state.figures[name] = values["value"]
    power = name.removeprefix(f"{figures.GOAL} ")
    if power in state.powers:
        state.powers[power].goal = int(values["value"])
    night.say(Reason(f"The {name} is {values['value']} in this campaign.", "EIA-GEN-01"), "ruling")
