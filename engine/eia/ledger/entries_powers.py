"""Entries about leaders, points, loans, manpower, victory and powers without a player."""

from __future__ import annotations

from typing import Any, Final

from engine.documents.fields import Choice, Field, Perhaps, Whole
from engine.eia import leaders, peace, tables
from engine.eia.ledger import figures, roster
from engine.eia.ledger.entries_alliances import MONTHS
from engine.eia.ledger.entries_victory import (
    AUCTION,
    DOWN,
    FIGURE,
    VOTE,
    auction,
    refuse_auction,
    refuse_figure,
    refuse_power,
    settle,
    step_down,
    vote,
)
from engine.eia.ledger.entry import (
    FLAG,
    HALVES,
    LABEL,
    NUMBER,
    POINTS,
    POWER,
    ByPower,
    Entry,
    always,
    counts,
)
from engine.eia.ledger.ledger import Ledger, Night, box_of
from engine.eia.ledger.records import Debt, Loan, Peace
from engine.eia.reasons import Reason, applicable, plural
from engine.report import join_names

RATING: Final = Whole(0, 6, "a rating")
RANK: Final = Choice(leaders.RANKS, "a rank")


def made_now(state: Ledger, loser: str) -> list[Peace]:
    """The enforced peaces that a power has lost this month, whose terms are named now; those of
    which nobody wrote down when they were made."""
    return [each for each in state.peaces if each.loser == loser and each.since in (0, state.month)]


# Leaders

EXILE: Final = (
    Field("leader", LABEL, "the leader"),
    Field("power", POWER, "whose he is"),
    Field("rank", Perhaps(RANK), "his rank; null: as in the roster", None),
)


def refuse_exile(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Exile is a term of an unconditional surrender, and of no later time (EIA-TRM-12)."""
    power = values["power"]
    term = any(each.unconditional for each in made_now(state, power))
    return (
        *applicable((not term, f"{power} has not surrendered unconditionally now.", "EIA-TRM-12")),
        *roster.stays(state, values["leader"], power, values["rank"]),
    )


async def send_away(night: Night, values: dict[str, Any]) -> None:
    """A leader goes into exile (EIA-TRM-12)."""
    roster.exile(night, values["leader"], values["power"], values["rank"])


RETURN: Final = (
    Field("leader", LABEL, "the leader"),
    Field("strategic", Perhaps(RATING), "his strategic rating; null: as in the roster", None),
    Field("tactical", Perhaps(RATING), "his tactical rating", None),
    Field("maximum", Perhaps(RATING), "his tactical maximum", None),
    Field("points_left", Perhaps(NUMBER), "boxes that the power's marker may still fall; null: as "
          "on the political status track", None),
)  # fmt: skip


def _price(state: Ledger, values: dict[str, Any]) -> int | None:
    """What his return costs; None while his ratings are not known."""
    exile = state.exiles[values["leader"]]
    zone = state.powers[exile.power].zone if exile.power in state.powers else "neutral"
    known = roster.leader(state, values["leader"])
    found: list[int] = []
    for key in ("strategic", "tactical", "maximum"):
        said = values[key]
        if said is None and known is None:
            return None
        found.append(getattr(known, key) if said is None else said)
    strategic, tactical, maximum = found
    return leaders.exile_cost(strategic, tactical, maximum, exile.rank, zone).cost


def refuse_return(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """A leader comes back when his time is over and the price can be paid."""
    name, exile = values["leader"], state.exiles.get(values["leader"])
    if exile is None:
        return (Reason(f"{name} is not in exile.", "EIA-TRM-12"),)
    price = _price(state, values)
    if price is None:
        return (Reason(f"The ratings of {name} are not written down: say them.", "EIA-TRM-13"),)
    power = state.powers.get(exile.power)
    left = values["points_left"]
    if left is None and power is not None and power.marker >= 0:
        left = power.marker // 2
    if left is None:
        why = f"The box of {exile.power} is not written down: say how far its marker may fall."
        return (Reason(why, "EIA-TRM-14"),)
    return leaders.may_return(exile.rank, state.month - exile.since, price, left).reasons


async def come_back(night: Night, values: dict[str, Any]) -> None:
    """A leader's return from exile (EIA-TRM-13, EIA-POL-03)."""
    state = night.state
    price = _price(state, values) or 0
    exile = state.exiles.pop(values["leader"])
    state.points(exile.power, -2 * price)
    why = f"{values['leader']} returns for {plural(price, 'political point')}."
    night.say(Reason(why, "EIA-TRM-13"), "exile", exile.power)
    if tables.is_same_name(values["leader"], "Napoleon"):
        state.napoleon_back = True
        night.remind("French manpower is doubled at the next collection.", "EIA-POL-03", "france")


PROMOTE: Final = (
    Field("leader", LABEL, "the leader"),
    Field("rank", Perhaps(RANK), "his rank before; null: as in the roster", None),
)


def refuse_promotion(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Once in the game (EIA-ERR-34)."""
    rank = roster.rank(state, values["leader"], values["rank"])
    if not rank:
        return (Reason(f"The rank of {values['leader']} is not written down.", "EIA-ERR-33"),)
    before = values["leader"] in state.promoted
    return leaders.promotion(rank, True).reasons if before else ()


async def promote(night: Night, values: dict[str, Any]) -> None:
    """Leader improvement, kept for good (EIA-ERR-33, EIA-ERR-35)."""
    state, name = night.state, values["leader"]
    found = leaders.promotion(roster.rank(state, name, values["rank"]), False)
    state.promoted[name] = found.rank
    if name in state.leaders:
        state.leaders[name].rank = found.rank
    night.say(Reason(f"{values['leader']} is promoted to {found.rank}.", "EIA-ERR-33"))


STATUS: Final = (
    Field("power", POWER, "the power"),
    Field("victory", POINTS, "victory points to add", 0),
    Field("points", HALVES, "political points to add", 0),
    Field("money", POINTS, "money to add", 0),
    Field("zone", Perhaps(Choice(leaders.ZONES, "a zone")), "its zone now; null: as before", None),
    Field("dominant", Perhaps(FLAG), "whether it is dominant now; null: as before", None),
    Field("at_peace", FLAG, "it is at peace with all majors", True),
)


def refuse_status(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Who is out collects nothing (EIA-UMP-03); dominance is lost at peace only (EIA-DOM-03)."""
    power = state.powers.get(values["power"])
    if power is None:
        return (Reason(f"{values['power']} is not played in this campaign.", "EIA-SET-03"),)
    loses = power.dominant and values["dominant"] is False
    return applicable(
        (power.out and values["victory"] > 0, "It is out of the game.", "EIA-UMP-03"),
        (
            loses and (not values["at_peace"] or bool(state.enemies(values["power"]))),
            "Dominance is lost only at peace with all majors.",
            "EIA-DOM-03",
        ),
    )


async def status(night: Night, values: dict[str, Any]) -> None:
    """Points, zone and dominance of a power."""
    power = night.state.powers[values["power"]]
    power.victory += values["victory"]
    night.state.points(values["power"], values["points"])
    power.money += values["money"]
    power.zone = values["zone"] or power.zone
    power.dominant = power.dominant if values["dominant"] is None else values["dominant"]
    stands = f"{power.victory} victory points, {power.money} money, {power.zone} zone"
    night.tell("status", f"{values['power']}: {stands}.", who=values["power"])


TRACK: Final = (
    Field("points", ByPower(HALVES, "political points by power"),
          "political points won and lost, such as france=2 austria=-1.5", {}),
    Field("victory", ByPower(POINTS, "victory points by power"),
          "victory points of this Economic Phase; not named: as the box last gave", {}),
    Field("money", ByPower(POINTS, "money by power"), "money won and spent", {}),
    Field("manpower", ByPower(POINTS, "manpower by power"), "manpower won and spent", {}),
)  # fmt: skip


def _victory(state: Ledger, values: dict[str, Any]) -> dict[str, int]:
    """The victory points of each power: those that are named, else what its box gave before, in
    the step of victory points."""
    found = dict(values["victory"])
    if state.now.name != "victory points":
        return found
    for name, power in state.powers.items():
        kept = figures.box_points(state, box_of(power.marker))
        if name not in found and kept is not None and not power.out:
            found[name] = kept
    return found


def refuse_track(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Only powers of this campaign; who is out collects nothing (EIA-UMP-03)."""
    named = {name for field in values.values() for name in field}
    strange = sorted(named - set(state.powers))
    out = [name for name, points in values["victory"].items()
           if points > 0 and name in state.powers and state.powers[name].out]  # fmt: skip
    return applicable(
        (strange, f"{', '.join(strange)} are not played in this campaign.", "EIA-SET-03"),
        (out, f"{', '.join(out)}: out of the game.", "EIA-UMP-03"),
    )


BOXES_ASKED: Final = 3  # the edition since which a box that nobody knows is asked about


def doubt_track(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Powers that would get no victory points, for nobody has said what their boxes give."""
    if state.now.name != "victory points" or state.edition < BOXES_ASKED:
        return ()
    gained = _victory(state, values)
    left = {name: box_of(power.marker) for name, power in state.powers.items()
            if name not in gained and not power.out}  # fmt: skip
    said = ", ".join(f"{name} in {box}" if box else name for name, box in left.items())
    why = f"Nobody has said what a box gives: {said} would get no victory points."
    return applicable((left, why, "EIA-WIN-01"))


async def move_markers(night: Night, values: dict[str, Any]) -> None:
    """Points move the markers, zones follow, victory points are kept by box: one form for all."""
    state, gained = night.state, _victory(night.state, values)
    if state.now.name == "victory points":
        for name, points in values["victory"].items():
            figures.keep_box(state, box_of(state.powers[name].marker), points)
    for name, power in state.powers.items():
        zone, moved = power.zone, values["points"].get(name, 0)
        state.points(name, moved)
        power.victory += gained.get(name, 0)
        power.money += values["money"].get(name, 0)
        power.manpower += values["manpower"].get(name, 0)
        if not any(name in each for each in (*values.values(), gained)):
            continue
        box = box_of(power.marker)
        where = f", box {box}" if box else ""
        new = f", now in the {power.zone} zone" if zone != power.zone else ""
        by = [f"{moved / 2:+g} political"] if moved else []
        won = [f"{gained[name]:+} victory"] if name in gained else []
        points = f"{join_names([*by, *won])} points, " if by or won else ""
        stands = f"{power.victory} victory points in all{where}{new}"
        night.tell("status", f"{name}: {points}{stands}.", who=name)


# Loans, reparations, manpower

LOAN: Final = (
    Field("corps", LABEL, "the corps"),
    Field("owner", POWER, "whose it is"),
    Field("borrower", POWER, "who gets it"),
    Field("months", Perhaps(MONTHS), "for how long; null: not said", None),
)


def refuse_loan(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """A corps is lent by a term of the peace that its owner lost (EIA-TRM-06)."""
    owner, borrower, corps = values["owner"], values["borrower"], values["corps"]
    granted = any(each.victor == borrower for each in made_now(state, owner))
    lent = state.loans.get(corps)
    return applicable(
        (owner == borrower, f"{owner} lends nothing to itself.", "EIA-TRM-06"),
        (
            owner != borrower and not granted,
            f"No peace that {borrower} has forced on {owner} now grants it.",
            "EIA-TRM-06",
        ),
        (lent, f"{corps} is on loan to {lent.borrower if lent else ''} already.", "EIA-TRM-06"),
    )


async def lend(night: Night, values: dict[str, Any]) -> None:
    """A corps on loan (EIA-TRM-06)."""
    state = night.state
    until = state.month + values["months"] if values["months"] else 0
    state.loans[values["corps"]] = Loan(values["owner"], values["borrower"], state.month, until)
    why = f"{values['corps']} of {values['owner']} is on loan to {values['borrower']}."
    night.say(Reason(why, "EIA-TRM-06"), "loan", values["owner"])


BACK: Final = (
    Field("corps", LABEL, "the corps"),
    Field("lost", counts("factors"), "factors lost by foraging, as its owner chooses", {}),
    Field("returns", FLAG, "it goes back to its owner", False),
    Field("because_of_losses", FLAG, "because of its forage losses", False),
)


def refuse_back(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Only a corps on loan."""
    missing = values["corps"] not in state.loans
    return applicable((missing, f"{values['corps']} is not on loan.", "EIA-TRM-06"))


async def give_back(night: Night, values: dict[str, Any]) -> None:
    """Losses and return of a corps on loan (EIA-TRM-03 to EIA-TRM-05)."""
    state, loan = night.state, night.state.loans[values["corps"]]
    for troop, factors in values["lost"].items():
        loan.lost[troop] = loan.lost.get(troop, 0) + factors
    if values["lost"]:
        night.say(Reason(f"{loan.owner} chose the losses.", "EIA-TRM-03"), "loan", loan.owner)
    if not values["returns"]:
        return
    if state.now.name == "army reinforcement":
        del state.loans[values["corps"]]
        why = f"{values['corps']} returns to {loan.owner}: placed at home in this step, once."
    else:
        loan.returning = True
        why = f"{values['corps']} returns at the next reinforcement."
    night.say(Reason(why, "EIA-TRM-04"), "loan", loan.owner)
    if values["because_of_losses"]:
        item = "corps on loan returned because of forage losses"
        state.points(loan.borrower, 2 * tables.figure("seed_gold_and_money", item))
        night.say(Reason(f"{loan.borrower} loses a political point.", "EIA-TRM-05"), "loan")


DEBT: Final = (
    Field("payer", POWER, "who pays"),
    Field("payee", POWER, "to whom"),
    Field("amount", NUMBER, "how much, of the base rules"),
    Field("phases", Whole(1, 2, "Economic Phases"), "over how many, as the loser chooses", 1),
)


def refuse_debt(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """The loser of a war pays reparations to its victor (EIA-TRM-01)."""
    payer, payee = values["payer"], values["payee"]
    granted = any(each.victor == payee for each in made_now(state, payer))
    return applicable(
        (payer == payee, f"{payer} owes nothing to itself.", "EIA-TRM-01"),
        (
            payer != payee and not granted,
            f"No peace that {payee} has forced on {payer} now grants them.",
            "EIA-TRM-01",
        ),
    )


async def owe(night: Night, values: dict[str, Any]) -> None:
    """Reparations (EIA-TRM-01)."""
    left = list(peace.instalments(values["amount"], values["phases"]))
    night.state.debts.append(Debt(values["payer"], values["payee"], left))
    why = f"{values['payer']} owes {values['payee']} {values['amount']} money."
    night.say(Reason(why, "EIA-TRM-01"), "debt", values["payer"])


# Winning, bids, votes


ENTRIES: Final = (
    Entry("exile", "a leader goes into exile", EXILE, send_away, refuse_exile),
    Entry("return", "a leader comes back from exile", RETURN, come_back, refuse_return),
    Entry("promote", "leader improvement", PROMOTE, promote, refuse_promotion),
    Entry("status", "points, zone and dominance", STATUS, status, refuse_status, (), always,
          (("political_halves", "points", 2),)),
    Entry("track", "points of all powers", TRACK, move_markers, refuse_track, (), doubt_track),
    Entry("loan", "a corps on loan", LOAN, lend, refuse_loan),
    Entry("loan-back", "forage losses or return of a corps on loan", BACK, give_back, refuse_back),
    Entry("reparations", "reparations", DEBT, owe, refuse_debt),
    Entry("step-down", "a player steps down", DOWN, step_down, refuse_power),
    Entry("auction", "an auction of a power", AUCTION, auction, refuse_auction),
    Entry("vote", "a vote on an unclear rule", VOTE, vote),
    Entry("figure", "a figure that the sources dispute", FIGURE, settle, refuse_figure),
)  # fmt: skip
