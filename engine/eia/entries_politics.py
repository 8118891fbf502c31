"""Entries about war, peace, alliances, leaders in exile, points and powers without a player."""

from __future__ import annotations

from typing import Any, Final

from engine.eia import access, dues, figures, leaders, months, peace, tables, victory, war
from engine.eia.entry import (
    FLAG,
    LABEL,
    NUMBER,
    POINTS,
    POWER,
    Entry,
    counts,
    listed,
    perhaps,
)  # fmt: skip
from engine.eia.ledger import Alliance, Broken, Debt, Exile, Ledger, Loan, Minor, Night, Peace
from engine.eia.reasons import Reason, against
from engine.eia.victory import Bid
from engine.eia.war import Corps, Declaration
from engine.resolving.fields import Choice, Field, Named, Text, Whole

MONTHS: Final = Whole(1, 240, "a number of months")
RATING: Final = Whole(0, 6, "a rating")
RELIEFS: Final = ("none", "forcible access", "breach", "sphere")

# War and peace

WAR: Final = (
    Field("power", POWER, "who declares war"),
    Field("on", POWER, "on whom"),
    Field("enemies_at_home", NUMBER, "unbesieged enemy infantry corps in the power's home nation, "
          "islands apart", 0),
    Field("because", Choice(RELIEFS, "a right to declare at once"),
          "what lets it declare at once, if anything", "none"),
)  # fmt: skip


def _declared(state: Ledger, values: dict[str, Any]) -> Declaration:
    power, on, why = values["power"], values["on"], values["because"]
    broken = next((b for b in state.broken if {b.breaker, b.other} == {power, on}), None)
    return war.declared(
        at_war=bool(state.enemies(power)),
        corps=[Corps(True)] * values["enemies_at_home"],
        peace_lasts=state.peace(power, on) is not None and why != "sphere",
        allied=state.alliance(power, on) is not None,
        broke_alliance=broken is not None,
        turns_since=0 if broken is None else dues.waited(state, broken),
        other_broke=broken is not None and broken.breaker != power,
        forcible_access=why == "forcible access",
        breach=why == "breach",
    )


def refuse_war(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """War outside its step needs a right; the rest is of the rules on declarations."""
    power, on, why = values["power"], values["on"], values["because"]
    term = state.peace(power, on)
    sphere = term is not None and term.sphere and term.victor == power
    forced = power in state.paid_access.get(on, [])
    late = state.now.name != "declarations of war" and why == "none"
    return (
        *against(
            (power == on, "A power doesn't declare war on itself.", "EIA-SET-03"),
            (state.at_war(power, on), "They are at war already.", "EIA-SET-03"),
            (late, "War is declared in its own step.", "EIA-SET-03"),
            (why == "sphere" and not sphere, "No sphere of influence is in force.", "EIA-TRM-08"),
            (
                why == "forcible access" and not forced,
                f"{on} hasn't used forcible access on {power} this turn.",
                "EIA-ERR-29",
            ),
        ),
        *_declared(state, values).refused,
    )


async def declare(night: Night, values: dict[str, Any]) -> None:
    """A declaration of war on a major."""
    state, power, on = night.state, values["power"], values["on"]
    found = _declared(state, values)
    state.points(power, 2 * found.points)
    ally, term = state.alliance(power, on), state.peace(power, on)
    if ally is not None:
        state.alliances.remove(ally)
    if term is not None:
        state.peaces.remove(term)
    state.wars.append(sorted((power, on)))
    state.wars.sort()
    if on not in state.declared_on:
        state.declared_on.append(on)
    night.tell("war", f"{power} declares war on {on}: {found.points} points.", who=power)
    for reason in found.reasons:
        night.say(reason)
    for modifier in found.modifiers:
        night.say(Reason(f"{modifier.value:+} {modifier.why}", modifier.rule))
    night.remind("Both sides may call their allies.", "EIA-ERR-31")
    for caller, against_power in ((power, on), (on, power)):
        for name in state.powers:
            if war.called(state.allies(name), caller, against_power):
                why = f"{name} is an ally of both: called, it has to break one alliance."
                night.remind(why, "EIA-ALL-07", name)


JOIN: Final = (
    Field("power", POWER, "who answers the call"),
    Field("caller", POWER, "the ally who calls"),
    Field("on", POWER, "against whom"),
)


def refuse_join(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """An ally answers a call to war; called against another ally it first breaks one of the two
    alliances (EIA-ALL-07)."""
    power, caller, on = values["power"], values["caller"], values["on"]
    choice = war.called(state.allies(power), caller, on)
    no_ally = state.alliance(power, caller) is None
    return against(
        (not state.at_war(caller, on), f"{caller} is not at war with {on}.", "EIA-ERR-31"),
        (no_ally, f"{caller} is no ally of {power}.", "EIA-ERR-31"),
        (choice, f"{power} has to break one of the two alliances first.", "EIA-ALL-07"),
        (power == on or state.at_war(power, on), "It needs no call.", "EIA-ERR-31"),
    )


async def join(night: Night, values: dict[str, Any]) -> None:
    """An ally goes to war on a call."""
    night.state.wars.append(sorted((values["power"], values["on"])))
    night.state.wars.sort()
    said = f"{values['power']} goes to war with {values['on']}, called by {values['caller']}."
    night.tell("war", said, who=values["power"])


WAR_ON_MINOR: Final = (
    Field("power", POWER, "who declares war"),
    Field("minor", LABEL, "on which minor"),
    Field("controller", perhaps(POWER), "who controls it then", None),
    Field("next_to", listed(POWER), "powers that control an area next to it", []),
)


async def declare_on_minor(night: Night, values: dict[str, Any]) -> None:
    """War on a minor, which may open a victor's right (EIA-TRM-07)."""
    state, power = night.state, values["power"]
    state.minors[values["minor"]] = Minor(values["controller"] or "")
    night.tell("war", f"{power} declares war on {values['minor']}.", who=power)
    for term in state.peaces:
        if term.loser == power and term.sphere and term.victor in values["next_to"]:
            found = peace.sphere_breached(True, True, term.unconditional)
            if found.allowed:
                why = f"{term.victor} may declare war on {power} at once, in spite of the peace."
                night.remind(why, "EIA-TRM-07", term.victor)


PEACE: Final = (
    Field("victor", POWER, "the victor"),
    Field("loser", POWER, "the loser"),
    Field("months", MONTHS, "how long the enforced peace lasts", 18),
    Field("unconditional", FLAG, "the loser surrenders unconditionally", False),
    Field("sphere", FLAG, "with a sphere of influence", False),
    Field("denied", FLAG, "with co-operation denied", False),
)


def refuse_peace(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Two terms are for unconditional surrender only."""
    bound = values["unconditional"]
    return against(
        (values["victor"] == values["loser"], "A peace takes two powers.", "EIA-SET-03"),
        (values["sphere"] and not bound, "Spheres need unconditional surrender.", "EIA-TRM-07"),
        (values["denied"] and not bound, "Denial needs unconditional surrender.", "EIA-TRM-09"),
    )


async def make_peace(night: Night, values: dict[str, Any]) -> None:
    """An enforced peace, from this phase of this month (EIA-PEACE)."""
    state, victor, loser = night.state, values["victor"], values["loser"]
    found = peace.enforced(state.month, values["months"], state.phase)
    if state.at_war(victor, loser):
        state.wars.remove(sorted((victor, loser)))
    old = state.peace(victor, loser)
    if old is not None:
        state.peaces.remove(old)
    made = Peace(
        victor, loser, found.month, found.phase, values["unconditional"], values["sphere"],
        values["denied"],
    )  # fmt: skip
    state.peaces.append(made)
    night.tell("peace", f"{victor} forces a peace of {values['months']} months on {loser}.")
    for reason in found.reasons:
        night.say(reason)
    if made.denied:
        for pair in [pair for pair in state.access if pair[0] == loser]:
            if state.at_war(pair[1], victor):
                state.access.remove(pair)
                night.remind(f"{pair[1]}'s access with {loser} ends at once.", "EIA-TRM-10")


# Alliances and access

ALLIANCE: Final = (
    Field("powers", listed(POWER, 2, 2), "the two allies"),
    Field("months", perhaps(MONTHS), "in how many months it expires; null: never", None),
    Field("points", POINTS, "points of making it by the base rules, for either", 0),
)


def refuse_alliance(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Enemies and allies make no alliance; one with an end brings no points (EIA-ALL-02)."""
    one, other = values["powers"]
    paid = values["months"] is not None and values["points"] != 0
    return against(
        (one == other or state.at_war(one, other), "They are no friends.", "EIA-SET-03"),
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
    words = f", to {months.said(until)}" if until else ""
    night.tell("alliance", f"{' and '.join(values['powers'])} are allies{words}.")


BREAK: Final = (
    Field("breaker", POWER, "who breaks it"),
    Field("other", POWER, "with whom"),
    Field("points", POINTS, "points it costs by the base rules", 0),
)


def refuse_break(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Only an alliance can be broken."""
    missing = state.alliance(values["breaker"], values["other"]) is None
    return against((missing, "They are no allies.", "EIA-SET-03"))


async def break_alliance(night: Night, values: dict[str, Any]) -> None:
    """A broken alliance, remembered while war would cost more (EIA-ALL-05, EIA-ALL-06)."""
    state, breaker, other = night.state, values["breaker"], values["other"]
    found = state.alliance(breaker, other)
    if found is not None:
        state.alliances.remove(found)
    state.broken.append(Broken(breaker, other, state.month))
    state.points(breaker, 2 * values["points"])
    night.tell("alliance", f"{breaker} breaks its alliance with {other}.", who=breaker)
    why = f"War of {breaker} on {other} costs {-war.waiting(0)} points more, less each turn."
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


async def force_access(night: Night, values: dict[str, Any]) -> None:
    """A counter that moves by forcible access (EIA-ERR-28 to EIA-ERR-30)."""
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
    why = f"{host} may declare war on {power} at once."
    night.remind(why, "EIA-ERR-30", host)
    if state.alliance(power, host) is not None:
        night.remind(f"{power} is its ally: now without penalty.", "EIA-ALL-08", host)


# Leaders

EXILE: Final = (
    Field("leader", LABEL, "the leader"),
    Field("power", POWER, "whose he is"),
    Field("rank", Choice(leaders.RANKS, "a rank"), "his rank"),
)


async def send_away(night: Night, values: dict[str, Any]) -> None:
    """A leader goes into exile (EIA-TRM-12)."""
    state = night.state
    state.exiles[values["leader"]] = Exile(values["power"], values["rank"], state.month)
    least = leaders.least_exile(values["rank"])
    until = f" at least to {months.said(state.month + least)}" if least else ""
    why = f"{values['leader']} goes into exile{until}."
    night.say(Reason(why, "EIA-TRM-12"), "exile", values["power"])


RETURN: Final = (
    Field("leader", LABEL, "the leader"),
    Field("strategic", RATING, "his strategic rating"),
    Field("tactical", RATING, "his tactical rating"),
    Field("maximum", RATING, "his tactical maximum"),
    Field("points_left", NUMBER, "boxes that the power's marker may still fall"),
)


def _price(state: Ledger, values: dict[str, Any]) -> int:
    exile = state.exiles[values["leader"]]
    zone = state.powers[exile.power].zone if exile.power in state.powers else "neutral"
    ratings = values["strategic"], values["tactical"], values["maximum"]
    return leaders.exile_cost(*ratings, exile.rank, zone).cost


def refuse_return(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """A leader comes back when his time is over and the price can be paid."""
    exile = state.exiles.get(values["leader"])
    if exile is None:
        return (Reason(f"{values['leader']} is not in exile.", "EIA-TRM-12"),)
    away, price = state.month - exile.since, _price(state, values)
    return leaders.may_return(exile.rank, away, price, values["points_left"]).reasons


async def come_back(night: Night, values: dict[str, Any]) -> None:
    """A leader's return from exile (EIA-TRM-13, EIA-POL-03)."""
    state = night.state
    price = _price(state, values)
    exile = state.exiles.pop(values["leader"])
    state.points(exile.power, -2 * price)
    why = f"{values['leader']} returns for {price} political points."
    night.say(Reason(why, "EIA-TRM-13"), "exile", exile.power)
    if values["leader"] == "Napoleon":
        state.napoleon_back = True
        night.remind("French manpower is doubled at the next collection.", "EIA-POL-03", "france")


PROMOTE: Final = (
    Field("leader", LABEL, "the leader"),
    Field("rank", Choice(leaders.RANKS, "a rank"), "his rank"),
)


def refuse_promotion(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Once in the game (EIA-ERR-34)."""
    before = values["leader"] in state.promoted
    return leaders.promoted(values["rank"], True).reasons if before else ()


async def promote(night: Night, values: dict[str, Any]) -> None:
    """Leader improvement, kept for good (EIA-ERR-33, EIA-ERR-35)."""
    found = leaders.promoted(values["rank"], False)
    night.state.promoted[values["leader"]] = found.rank
    night.say(Reason(f"{values['leader']} is promoted to {found.rank}.", "EIA-ERR-33"))


STATUS: Final = (
    Field("power", POWER, "the power"),
    Field("victory", POINTS, "victory points to add", 0),
    Field("political_halves", POINTS, "political points to add, in halves", 0),
    Field("money", POINTS, "money to add", 0),
    Field("zone", perhaps(Choice(leaders.ZONES, "a zone")), "its zone now; null: as before", None),
    Field("dominant", perhaps(FLAG), "whether it is dominant now; null: as before", None),
    Field("at_peace", FLAG, "it is at peace with all majors", True),
)


def refuse_status(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Who is out collects nothing (EIA-UMP-03); dominance is lost at peace only (EIA-DOM-03)."""
    power = state.powers.get(values["power"])
    if power is None:
        return (Reason(f"{values['power']} plays no part.", "EIA-SET-03"),)
    loses = power.dominant and values["dominant"] is False
    return against(
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
    power.political_halves += values["political_halves"]
    power.money += values["money"]
    power.zone = values["zone"] or power.zone
    power.dominant = power.dominant if values["dominant"] is None else values["dominant"]
    stands = f"{power.victory} victory points, {power.money} money, {power.zone} zone"
    night.tell("status", f"{values['power']}: {stands}.", who=values["power"])


# Loans, reparations, manpower

LOAN: Final = (
    Field("corps", LABEL, "the corps"),
    Field("owner", POWER, "whose it is"),
    Field("borrower", POWER, "who gets it"),
    Field("months", perhaps(MONTHS), "for how long; null: not said", None),
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
    return against((missing, f"{values['corps']} is not on loan.", "EIA-TRM-06"))


async def give_back(night: Night, values: dict[str, Any]) -> None:
    """Losses and return of a corps on loan (EIA-TRM-03 to EIA-TRM-05)."""
    state, loan = night.state, night.state.loans[values["corps"]]
    for troop, count in values["lost"].items():
        loan.lost[troop] = loan.lost.get(troop, 0) + count
    if values["lost"]:
        night.say(Reason(f"{loan.owner} chose the losses.", "EIA-TRM-03"), "loan", loan.owner)
    if not values["returns"]:
        return
    loan.returning = True
    night.say(Reason(f"{values['corps']} returns at the next reinforcement.", "EIA-TRM-04"), "loan")
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


async def owe(night: Night, values: dict[str, Any]) -> None:
    """Reparations (EIA-TRM-01)."""
    left = list(peace.instalments(values["amount"], values["phases"]))
    night.state.debts.append(Debt(values["payer"], values["payee"], left))
    why = f"{values['payer']} owes {values['payee']} {values['amount']} money."
    night.say(Reason(why, "EIA-TRM-01"), "debt", values["payer"])


COLLECT: Final = (
    Field("power", POWER, "the power"),
    Field("manpower", NUMBER, "the manpower it collects"),
)


async def collect(night: Night, values: dict[str, Any]) -> None:
    """A collection of manpower, which may force a surrender (EIA-FUS-01)."""
    power = values["power"]
    found = peace.forced(values["manpower"], night.state.enemies(power))
    for reason in found.reasons:
        why = f"{power} has to accept any peace of {', '.join(found.powers)}, at once."
        night.remind(why, reason.rule, power)


# Winning, bids, votes

COUNT: Final = (
    Field("power", POWER, "the power"),
    Field("manpower", NUMBER, "manpower of own home provinces and conquered minors"),
)


async def count(night: Night, values: dict[str, Any]) -> None:
    """The final count of a power's manpower (EIA-WIN-05)."""
    night.state.counts[values["power"]] = values["manpower"]
    why = f"{values['power']} counts {values['manpower']} manpower."
    night.say(Reason(why, "EIA-WIN-05"), "victory", values["power"])


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
    return against((name not in state.powers, f"{name} plays no part.", "EIA-SET-03"))


AUCTION: Final = (
    Field("power", POWER, "the power that is auctioned"),
    Field("bids", Named(Whole(0, 999, "a bid"), "bids by power",
                        lambda name: name in tables.POWERS, ", ".join(tables.POWERS)),
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
        points, out = (0, True) if bidder is None else (bidder.victory, bidder.out)
        found += victory.may_bid(bid, points, out)
    return tuple(found)


async def auction(night: Night, values: dict[str, Any]) -> None:
    """An auction: bids from the highest down, ties by dice (EIA-BID, EIA-UMP)."""
    state = night.state
    bids = [Bid(name, bid) for name, bid in sorted(values["bids"].items())]
    dice: dict[str, list[int]] = {}
    while any(victory.tied(bids, dice)):
        for player in [player for group in victory.tied(bids, dice) for player in group]:
            rolled = await night.roll(f"{player}.bid", (), "a tie of bids")
            dice.setdefault(player, []).append(rolled.die)
    found = victory.auctioned(values["power"], victory.ordered(bids, dice))
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
        dice = [((await night.roll("vote", (), f"for {each}")).die, each) for each in leading]
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
    return against((why, f"{why}.", "EIA-GEN-01"))


async def settle(night: Night, values: dict[str, Any]) -> None:
    """A figure that the sources don't agree on is settled for this campaign (EIA-GEN-01)."""
    state, name = night.state, values["figure"]
    state.figures[name] = values["value"]
    power = name.removeprefix(f"{figures.GOAL} ")
    if power in state.powers:
        state.powers[power].goal = int(values["value"])
    night.say(Reason(f"The {name} is {values['value']} in this campaign.", "EIA-GEN-01"), "ruling")


ENTRIES: Final = (
    Entry("war", "a declaration of war on a major power", WAR, declare, refuse_war),
    Entry("join-war", "an ally answers a call to war", JOIN, join, refuse_join),
    Entry("war-on-minor", "a declaration of war on a minor", WAR_ON_MINOR, declare_on_minor),
    Entry("peace", "an enforced peace and its terms", PEACE, make_peace, refuse_peace),
    Entry("alliance", "a new alliance", ALLIANCE, ally, refuse_alliance, ("creating alliances",)),
    Entry("break-alliance", "an alliance broken", BREAK, break_alliance, refuse_break),
    Entry("access", "access granted", ACCESS, grant, refuse_access),
    Entry("forcible-access", "a counter moves by forcible access", FORCIBLE, force_access),
    Entry("exile", "a leader goes into exile", EXILE, send_away),
    Entry("return", "a leader comes back from exile", RETURN, come_back, refuse_return),
    Entry("promote", "leader improvement", PROMOTE, promote, refuse_promotion),
    Entry("status", "points, zone and dominance", STATUS, status, refuse_status),
    Entry("loan", "a corps on loan", LOAN, lend),
    Entry("loan-back", "forage losses or return of a corps on loan", BACK, give_back, refuse_back),
    Entry("reparations", "reparations", DEBT, owe),
    Entry("collect", "manpower collected", COLLECT, collect, refuse_power,
          ("money and manpower collection",)),
    Entry("final-count", "the final count of a power", COUNT, count, refuse_power,
          ("victory points",)),
    Entry("step-down", "a player steps down", DOWN, step_down, refuse_power),
    Entry("auction", "an auction of a power", AUCTION, auction, refuse_auction),
    Entry("vote", "a vote on an unclear rule", VOTE, vote),
    Entry("figure", "a figure that the sources dispute", FIGURE, settle, refuse_figure),
)  # fmt: skip
