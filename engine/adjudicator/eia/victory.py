"""Kinds of Empires in Arms about winning, bids and votes."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator.document_kind import Answer, Table
from engine.adjudicator.eia import dominance_and_minors
from engine.adjudicator.eia.shapes import SIX, answer, check_apart, complain
from engine.documents.complaints import Complaints
from engine.documents.fields import Choice
from engine.eia import tables, victory
from engine.eia.reasons import Reason, applicable, reminders
from engine.eia.victory import Bid, Standing
from engine.facts.document_fields import Words

SCENARIOS: Final = dict.fromkeys(line["scenario"] for line in tables.rows("victory_goals"))
WORDS: Final[Words] = {
    **dominance_and_minors.WORDS,
    "scenario": Choice(tuple(SCENARIOS), "a scenario"),
}

# Winning, bids, votes


def _goal(values: dict[str, Any], each: dict[str, Any]) -> int | None:
    given: int | None = each["goal"]
    return tables.goal(values["scenario"] or "", each["power"]) if given is None else given


def check_victory(values: dict[str, Any], complaints: Complaints) -> None:
    """Goals that the sources dispute or lack have to be given."""
    names = [each["power"] for each in values["powers"]]
    check_apart(names, "powers", "a power stands twice", complaints)
    for number, each in enumerate(values["powers"]):
        if _goal(values, each) is None:
            why = "is missing: no goal is known without dispute for this power and scenario"
            complaints.say(f"powers[{number}].goal", why)


def resolve_victory(values: dict[str, Any], table: Table) -> Answer:
    """Who has won (EIA-WIN)."""
    powers = {
        each["power"]: Standing(each["points"], _goal(values, each) or 0, each["out"])
        for each in values["powers"]
    }
    if values["last"]:
        lands = {each["power"]: each["lands"] for each in values["powers"]}
        found = victory.at_the_end(powers, lands, values["britain_default"])
    else:
        found = victory.before_the_end(powers)
    ottoman = any(land.ottoman for each in values["powers"] for land in each["lands"])
    reasons = [*found.reasons, *applicable(
        (found.counted, "Units off the board: home provinces and conquered minors.", "EIA-WIN-05"),
        (found.counted, "No free states, nothing ceded by others.", "EIA-WIN-06"),
        (found.counted and ottoman, "Ottoman minors count as they pay.", "EIA-OE-05"),
    )]  # fmt: skip
    outcome = {
        "winners": list(found.winners),
        "draw": len(found.winners) > 1,
        "manpower": dict(found.counted),
        "over": bool(found.winners) or values["last"],
    }
    head = f"Won: {', '.join(found.winners)}." if found.winners else "Nobody has won."
    lines = [f"{power}: {points} manpower" for power, points in found.counted.items()]
    return answer(head, outcome, reasons, lines=lines)


AGAIN: Final = 40  # times that a tie is rolled again before it goes by the order of the bids


def check_bids(values: dict[str, Any], complaints: Complaints) -> None:
    """Who is out may not bid, and nobody bids more than he has."""
    names = [each["player"] for each in values["bids"]]
    check_apart(names, "bids", "a player bids twice", complaints)
    for number, each in enumerate(values["bids"] if values["auction"] is not None else ()):
        points = each["bid"] if each["points"] is None else each["points"]
        barred = victory.may_bid(each["bid"], points, each["out"])
        complain(f"bids[{number}].bid", barred, complaints)


def resolve_bids(values: dict[str, Any], table: Table) -> Answer:
    """Bids in order, and an auction (EIA-BID-01, EIA-BID-02, EIA-UMP-01 to EIA-UMP-05)."""
    given = [Bid(each["player"], each["bid"]) for each in values["bids"]]
    dice: dict[str, list[int]] = {}
    for number in range(1, AGAIN + 1):
        tied = victory.tied_players(given, dice)
        if not tied:
            break
        for player in (player for group in tied for player in group):
            again = "" if number == 1 else f".{number}"
            die = table.throw(f"{player}.tie{again}", (), "the highest of the tied comes first")
            dice.setdefault(player, []).append(die)
    order = victory.order_bids(given, dice)
    reasons = applicable(
        (True, "From the highest to the lowest.", "EIA-BID-01"),
        (dice, "Equal bids by dice, again while they tie.", "EIA-BID-02"),
    )
    outcome: dict[str, Any] = {"order": [each.player for each in order]}
    head = f"In order: {', '.join(outcome['order']) or 'nobody'}."
    if values["auction"] is not None:
        found = victory.auction_outcome(values["auction"], order)
        reasons += found.reasons
        more = {"paid": found.paid, "britain_loses_default": found.britain_loses_default}
        outcome |= {"controller": found.winner or None, **more}
        head = f"{found.winner or 'Nobody'} controls {values['auction']}."
    return answer(head, outcome, reasons)


def resolve_vote(values: dict[str, Any], table: Table) -> Answer:
    """A vote on an unclear rule (EIA-GEN-01)."""
    leading = victory.outcome(values["votes"])
    chosen = leading[0] if len(leading) == 1 else None
    if len(leading) > 1:
        fits = [at for at in range(1, SIX + 1) if SIX - SIX % len(leading) >= at]
        for number in range(1, AGAIN + 1):
            name = "vote" if number == 1 else f"vote.{number}"
            die = table.throw(name, (), "a tie is settled by a die")
            if die in fits:
                chosen = leading[(die - 1) * len(leading) // len(fits)]
                break
    reason = Reason("Unclear rules are settled by a vote, ties by a die.", "EIA-GEN-01")
    outcome = {"result": chosen, "tied": leading if len(leading) > 1 else []}
    undecided = "still tied, vote again" if leading else "nobody voted"
    head = f"{values['question']}: {chosen or undecided}."
    return answer(head, outcome, [reason], reminders=reminders("setup", "diplomacy"))
