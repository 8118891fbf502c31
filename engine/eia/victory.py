"""Winning, bids, votes, and powers without a player (EIA-WIN, EIA-BID, EIA-GEN-01, EIA-UMP)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.eia import minors_and_dominance
from engine.eia.minors_and_dominance import Territory
from engine.eia.reasons import Reason, applicable
from engine.grammar import counted


class Standing(NamedTuple):
    """A power's victory points, its goal, and whether it is out of the game."""

    points: int
    goal: int
    out: bool = False


class Won(NamedTuple):
    """Who has won (several share a draw), what was counted, and why."""

    winners: tuple[str, ...]
    counted: Mapping[str, int]
    reasons: tuple[Reason, ...]


def goals_reached(powers: Mapping[str, Standing]) -> tuple[str, ...]:
    """The powers at their goal (EIA-WIN-01); several share a draw (EIA-WIN-02). Those out of the
    game don't win (EIA-UMP-03)."""
    return tuple(name for name, each in powers.items() if each.points >= each.goal and not each.out)


def before_the_end(powers: Mapping[str, Standing]) -> Won:
    """A step of victory points before the last Economic Phase (EIA-WIN-01, EIA-WIN-02)."""
    winners = goals_reached(powers)
    return Won(winners, {}, _words(winners, "EIA-WIN-01"))


def _words(winners: Sequence[str], rule: str) -> tuple[Reason, ...]:
    draw, who = len(winners) > 1, ", ".join(winners)
    return applicable(
        (draw, f"A draw between {who}.", "EIA-WIN-02"),
        (winners and not draw, f"{who} has reached its goal.", rule),
    )


def own_lands(lands: Sequence[Territory]) -> list[Territory]:
    """What counts in the final count: own home provinces and conquered minors (EIA-WIN-05), no free
    states and nothing ceded (EIA-WIN-06)."""
    return [land for land in lands if land.status in ("home", "conquered")]


def final_manpower(power: str, lands: Sequence[Territory]) -> int:
    """The manpower of a power in the final count (EIA-WIN-05, EIA-OE-05)."""
    return minors_and_dominance.manpower(power, own_lands(lands))[0]


def at_the_end(
    powers: Mapping[str, Standing],
    lands: Mapping[str, Sequence[Territory]],
    britain_default: bool,
) -> Won:
    """The last Economic Phase (EIA-WIN-03): first the plain count (EIA-WIN-04), else manpower is
    added (EIA-WIN-05 to EIA-WIN-07), else Britain wins if it still may (EIA-WIN-08)."""
    extra = {power: final_manpower(power, lands.get(power, ())) for power in powers}
    return final_victory(powers, extra, britain_default)


def final_victory(
    powers: Mapping[str, Standing], extra: Mapping[str, int], britain_default: bool
) -> Won:
    """As `at_the_end`, from the manpower that was counted for each power."""
    winners = goals_reached(powers)
    if winners:
        return Won(winners, {}, _words(winners, "EIA-WIN-04"))
    added = {
        power: each._replace(points=each.points + extra.get(power, 0))
        for power, each in powers.items()
    }
    winners = goals_reached(added)
    if winners:
        words = tuple(Reason(f"{winner}, manpower added.", "EIA-WIN-07") for winner in winners)
        return Won(winners, dict(extra), words)
    if britain_default:
        return Won(("britain",), dict(extra), (Reason("Nobody: Britain wins.", "EIA-WIN-08"),))
    why = "Nobody wins: Britain has taken over a power and lost its right."
    return Won((), dict(extra), (Reason(why, "EIA-UMP-05"),))


def is_last_economic_phase(month: int, last: int) -> bool:
    """Whether the final count follows the Economic Phase of a month: the last one of the campaign,
    and no other, decides (EIA-WIN-03)."""
    return month == last


# Bids


class Bid(NamedTuple):
    """A player's bid."""

    player: str
    bid: int


def order_bids(bids: Sequence[Bid], dice: Mapping[str, Sequence[int]]) -> list[Bid]:
    """Bids from the highest to the lowest (EIA-BID-01); equal ones by their dice, which are rolled
    again while they tie (EIA-BID-02)."""
    return sorted(bids, key=lambda each: (each.bid, tuple(dice.get(each.player, ()))), reverse=True)


def tied_players(bids: Sequence[Bid], dice: Mapping[str, Sequence[int]]) -> list[list[str]]:
    """The players that still tie with each other."""
    groups: dict[tuple[int, tuple[int, ...]], list[str]] = {}
    for each in bids:
        groups.setdefault((each.bid, tuple(dice.get(each.player, ()))), []).append(each.player)
    return [group for group in groups.values() if len(group) > 1]


def may_bid(bid: int, points: int, out: bool) -> tuple[Reason, ...]:
    """Why a player may not make a bid for a power without a player (EIA-UMP-02, EIA-UMP-04)."""
    why = f"A bid is whole, from 0 to the bidder's {counted(points, 'victory point')}."
    return applicable(
        (out, "A player out of the game may not bid.", "EIA-UMP-04"),
        (not 0 <= bid <= points, why, "EIA-UMP-02"),
    )


class Auctioned(NamedTuple):
    """Who controls an auctioned power, what he pays, and whether Britain loses its right."""

    winner: str
    paid: int
    britain_loses_default: bool
    reasons: tuple[Reason, ...]


def auction_outcome(power: str, order: Sequence[Bid]) -> Auctioned:
    """The outcome of an auction (EIA-UMP-01 to EIA-UMP-03, EIA-UMP-05)."""
    if not order:
        why = "Nobody bids: it stays uncontrolled."
        return Auctioned("", 0, False, (Reason(why, "EIA-UMP-02"),))
    player, bid = order[0]
    britain = player == "britain"
    reasons = applicable(
        (True, f"{power} is auctioned.", "EIA-UMP-01"),
        (True, f"{player} controls {power} for {counted(bid, 'victory point')}.", "EIA-UMP-02"),
        (True, f"{power} itself collects no more victory points.", "EIA-UMP-03"),
        (britain, "Britain no longer wins if nobody wins.", "EIA-UMP-05"),
    )
    return Auctioned(player, bid, britain, reasons)


def outcome(votes: Mapping[str, str]) -> list[str]:
    """The answers with most votes on an unclear rule; several are left to a die (EIA-GEN-01)."""
    counts = Counter(votes.values())
    most = max(counts.values(), default=0)
    return sorted(answer for answer, count in counts.items() if count == most)
