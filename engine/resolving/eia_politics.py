"""Kinds of Empires in Arms about war, peace, alliances, leaders in exile and victory."""

from __future__ import annotations

from typing import Any, Final

from engine.eia import leaders, months, ottoman, peace, tables, victory, war
from engine.eia.ottoman import Territory
from engine.eia.reasons import Reason, reminders
from engine.eia.victory import Bid, Standing
from engine.eia.war import Corps
from engine.resolving.eia_shapes import (
    FACTORS,
    FLAG,
    LABEL,
    NAME,
    NUMBER,
    POINTS,
    POWER,
    RATING,
    SIX,
    answer,
    chances,
    counted,
    every,
    fields,
    kind,
    kinds,
    listed,
    yes,
)  # fmt: skip
from engine.resolving.fields import Choice, Complaints, Field, Named, Perhaps, Whole
from engine.resolving.kind import Answer, Table

YEAR: Final = Whole(1700, 1900, "a year")
MONTH: Final = Choice(tables.MONTHS, "a month")
TURNS: Final = Whole(0, 600, "a number of turns")

# Peace

PEACE: Final = (
    Field("year", YEAR, "the year in which it is made", 1805),
    Field("month", MONTH, "the month"),
    Field("phase", Choice(months.phases(), "a phase"), "the phase it is made in (Peace step: "
          "Political)", months.POLITICAL),
    Field("months", Whole(1, 120, "a number of months"), "how long it lasts", 18),
)  # fmt: skip


def enforced(values: dict[str, Any], table: Table) -> Answer:
    """When an enforced peace ends (EIA-PEACE)."""
    start = months.month(values["year"], values["month"])
    found = peace.enforced(start, values["months"], values["phase"])
    outcome = {
        "ends": months.said(found.month),
        "ends_month": tables.MONTHS[found.month % months.YEAR],
        "ends_year": found.month // months.YEAR,
        "ends_phase": found.phase,
        "first_war": months.said(found.first_war),
        "first_war_month": tables.MONTHS[found.first_war % months.YEAR],
        "first_war_year": found.first_war // months.YEAR,
    }
    head = f"It ends in {outcome['ends']}, {found.phase} Phase; war from {outcome['first_war']}."
    return answer(head, outcome, found.reasons)


SURRENDER: Final = (
    Field("power", POWER, "the power"),
    Field("manpower", NUMBER, "the manpower it collected this Economic Phase"),
    Field("hostile", listed(LABEL), "powers at war with it", []),
)


def surrender(values: dict[str, Any], table: Table) -> Answer:
    """Forced unconditional surrender (EIA-FUS-01)."""
    found = peace.forced(values["manpower"], values["hostile"])
    outcome = {"forced": bool(found.powers), "peace_with": list(found.powers)}
    head = "No peace is forced." if not found.powers else "It has to make peace."
    return answer(head, outcome, found.reasons)


REPARATIONS: Final = (
    Field("amount", NUMBER, "what is to be paid, of the base rules"),
    Field("phases", Whole(1, 2, "Economic Phases"), "over how many, as the loser chooses", 1),
)


def reparations(values: dict[str, Any], table: Table) -> Answer:
    """Reparations in one or two instalments (EIA-TRM-01)."""
    found = peace.instalments(values["amount"], values["phases"])
    reason = Reason("The loser chooses one or two Economic Phases.", "EIA-TRM-01")
    head = f"To pay: {' and '.join(map(str, found))}."
    return answer(head, {"instalments": list(found)}, [reason])


LOAN: Final = (
    Field("owner", LABEL, "whose corps it is"),
    Field("borrower", LABEL, "who has it on loan"),
    Field("forages", FLAG, "it is to forage", False),
    Field("forage_losses", FACTORS, "factors lost by foraging", 0),
    Field("chosen", Named(FACTORS, "factors by kind"), "what its owner gives up", {}),
    Field("returned", Choice(("no", "foraging", "end"), "a cause"),
          "whether it returns: for its forage losses, or by the peace's end", "no"),
    Field("step", Choice(("before", "after"), "a time"),
          "before or after this turn's reinforcement step", "before"),
)  # fmt: skip


def check_loan(values: dict[str, Any], complaints: Complaints) -> None:
    """The owner chooses as many factors as are lost."""
    chosen = sum(values["chosen"].values())
    if values["chosen"] and chosen != values["forage_losses"]:
        why = f"{chosen} factors are chosen, {values['forage_losses']} are lost (EIA-TRM-03)"
        complaints.say("chosen", why)


def loan(values: dict[str, Any], table: Table) -> Answer:
    """A corps on loan (EIA-TRM-02 to EIA-TRM-05)."""
    reasons = []
    losses = values["forage_losses"]
    if losses:
        reasons.append(Reason(f"{values['owner']} chooses the factors lost.", "EIA-TRM-03"))
    points, placed = 0, None
    if values["returned"] != "no":
        placed = "this turn" if values["step"] == "before" else "next turn"
        why = f"Placed at home in the reinforcement step of {placed}, once."
        reasons.append(Reason(why, "EIA-TRM-04"))
    if values["returned"] == "foraging":
        points = tables.figure(
            "seed_gold_and_money", "corps on loan returned because of forage losses"
        )
        reasons.append(Reason(f"{values['borrower']} loses a political point.", "EIA-TRM-05"))
    outcome = {
        "chooses": values["owner"] if losses else None,
        "borrower_points": points,
        "placed": placed,
    }
    said = reminders("foraging") if values["forages"] or losses else ()
    return answer("A corps on loan.", outcome, reasons, reminders=said)


# War and alliances

ENEMY: Final = fields(
    "an enemy corps",
    Field("infantry", FLAG, "whether it is an infantry corps", True),
    Field("besieged", FLAG, "whether it is besieged", False),
    Field("by_land", FLAG, "whether its area can be reached by land from Paris or London", True),
)
WAR: Final = (
    Field("on", Choice(("major", "minor"), "a target"), "on whom war is declared", "major"),
    Field("at_war", FLAG, "the power is at war with another major already", False),
    Field("enemies_at_home", listed(ENEMY), "enemy corps in its home nation", []),
    Field("peace_lasts", FLAG, "an enforced peace between the two lasts", False),
    Field("allied", FLAG, "the two are allies", False),
    Field("broke_alliance", FLAG, "an alliance of the two was broken", False),
    Field("turns_since", TURNS, "turns waited since, 0 for the first step of declarations", 0),
    Field("other_broke", FLAG, "the other broke it", False),
    Field("forcible_access", FLAG, "the other uses forcible access on it at this moment", False),
    Field("breach", FLAG, "the other breaks a peace term on trade or a sphere", False),
    Field("sphere", FLAG, "a minor in the victor's sphere of influence (next to an area that the "
          "victor controls, the peace unconditional)", False),
    Field("sphere_lasts", FLAG, "the enforced peace of the sphere still lasts", True),
)  # fmt: skip


def declare(values: dict[str, Any], table: Table) -> Answer:
    """Declaring war (EIA-ERR-07, 08, EIA-ALL-04 to 09, EIA-TRM-07, 08)."""
    corps = [
        Corps(each["infantry"], each["besieged"], each["by_land"])
        for each in values["enemies_at_home"]
    ]
    found = war.declared(
        at_war=values["at_war"],
        corps=corps,
        peace_lasts=values["peace_lasts"],
        allied=values["allied"],
        broke_alliance=values["broke_alliance"],
        turns_since=values["turns_since"],
        other_broke=values["other_broke"],
        forcible_access=values["forcible_access"],
        breach=values["breach"],
        on_minor=values["on"] == "minor",
    )
    reasons = [*found.refused, *found.reasons]
    if any(each.infantry and not each.besieged and not each.by_land for each in corps):
        why = "Islands out of reach by land from Paris or London don't count."
        reasons.append(Reason(why, "EIA-ERR-08"))
    victor = False
    if values["sphere"] and values["on"] == "minor":
        breached = peace.sphere_breached(True, values["sphere_lasts"], True)
        victor = breached.allowed
        reasons += breached.reasons
    outcome = {
        "allowed": not found.refused,
        "political_points": found.points if not found.refused else 0,
        "victor_may_declare": victor,
    }
    head = f"Declaring war: {yes(not found.refused)}, {outcome['political_points']} points."
    return answer(head, outcome, reasons, [("", "political points", found.modifiers)])


ALLIANCE: Final = (
    Field("end_date", FLAG, "it has an end date", False),
    Field("ended", Choice(("lasts", "expired", "broken"), "an end"), "how it ended", "lasts"),
    Field("points_made", Perhaps(POINTS), "points of making one by the base rules; null: not said",
          None),
    Field("points_broken", Perhaps(POINTS),
          "points of breaking one by the base rules; null: not said", None),
    Field("allies", listed(LABEL), "the power's allies, when it is called", []),
    Field("caller", Perhaps(LABEL), "who calls it to war", None),
    Field("against", Perhaps(LABEL), "against whom", None),
)  # fmt: skip


def alliance(values: dict[str, Any], table: Table) -> Answer:
    """What an alliance is worth, and a call against an ally (EIA-ALL-02, 03, 07)."""
    found = war.alliance(
        values["end_date"], values["ended"], values["points_made"], values["points_broken"]
    )
    choice = war.called(values["allies"], values["caller"] or "", values["against"] or "")
    reasons = list(found.reasons)
    if choice:
        why = f"One has to be broken: the alliance with {' or '.join(choice)}."
        reasons.append(Reason(why, "EIA-ALL-07"))
    needs = []
    if found.made is None:
        needs.append("points_made: the points of making an alliance are of the base rules")
    if found.ended is None:
        needs.append("points_broken: the points of breaking an alliance are of the base rules")
    outcome = {
        "points_made": found.made,
        "points_ended": found.ended,
        "break_one_of": list(choice),
        "needs": needs,
    }
    return answer("An alliance.", outcome, reasons, lines=needs)


# Leaders

ZONE: Final = Choice(leaders.ZONES, "a zone of the political status display")
RANK: Final = Choice(leaders.RANKS, "a rank")
EXILE: Final = (
    Field("leader", LABEL, "the leader", "the leader"),
    Field("strategic", RATING, "his strategic rating"),
    Field("tactical", RATING, "his tactical rating"),
    Field("maximum", RATING, "his tactical maximum"),
    Field("rank", RANK, "his rank"),
    Field("zone", ZONE, "zone of the power that brings him back"),
    Field("months", Perhaps(TURNS), "months he has been in exile; null: not said", None),
    Field("points_left", Perhaps(NUMBER), "boxes its marker may still fall; null: not said", None),
)


def exile(values: dict[str, Any], table: Table) -> Answer:
    """The return of a leader from exile (EIA-TRM-12 to EIA-TRM-15)."""
    found = leaders.exile_cost(
        values["strategic"], values["tactical"], values["maximum"], values["rank"], values["zone"]
    )
    least = leaders.least_exile(values["rank"])
    away = least if values["months"] is None else values["months"]
    left = found.cost if values["points_left"] is None else values["points_left"]
    verdict = leaders.may_return(values["rank"], away, found.cost, left)
    reasons = [
        Reason(f"({values['strategic']} + {values['tactical']} + {values['maximum']}) / 3, and "
               "the total rounded up.", "EIA-TRM-13"),
        *verdict.reasons,
    ]  # fmt: skip
    outcome = {
        "cost": found.cost,
        "allowed": verdict.allowed,
        "least_months": least,
        "doubled_manpower": values["leader"] == "Napoleon",
    }
    if values["leader"] == "Napoleon":
        why = "French manpower is doubled in the next Economic Phase."
        reasons.append(Reason(why, "EIA-POL-03"))
    head = f"The return of {values['leader']} costs {found.cost} political points."
    return answer(head, outcome, reasons, [("", "cost", found.modifiers)])


PROMOTION: Final = (
    Field("rank", RANK, "his rank"),
    Field("promoted_before", FLAG, "he was promoted by leader improvement before", False),
)


def promotion(values: dict[str, Any], table: Table) -> Answer:
    """Leader improvement (EIA-ERR-33 to EIA-ERR-35)."""
    found = leaders.promoted(values["rank"], values["promoted_before"])
    reasons = [*found.reasons, Reason("Kept when dominance is lost.", "EIA-ERR-35")]
    return answer(f"Rank {found.rank}.", {"rank": found.rank}, reasons)


# Manpower, dominance

LAND: Final = fields(
    "a province or minor",
    Field("name", LABEL, "its name (Egypt, Morocco and Algeria have rules of their own)"),
    Field("manpower", NUMBER, "its manpower"),
    Field("status", Choice(ottoman.STATUSES, "a status"),
          "home province, ceded by another major, conquered minor or free state", "conquered"),
    Field("ottoman", FLAG, "it can join the Ottoman Empire", False),
    Field("burned", Whole(0, 9, "a number of cities"), "its burned cities", 0),
)  # fmt: skip
OTTOMAN: Final = (
    Field("power", POWER, "who collects"),
    Field("lands", listed(LAND, 1, 60), "the provinces and minors"),
    Field("napoleon_back", FLAG, "Napoleon has come back from exile since the last collection",
          False),
)  # fmt: skip


def _lands(values: list[dict[str, Any]]) -> list[Territory]:
    return [
        Territory(one["name"], one["manpower"], one["status"], one["ottoman"], one["burned"])
        for one in values
    ]


def manpower(values: dict[str, Any], table: Table) -> Answer:
    """The manpower a power collects (EIA-OE-01 to EIA-OE-04, EIA-BRN-02, EIA-POL-03)."""
    found, reasons = ottoman.manpower(values["power"], _lands(values["lands"]))
    doubles = values["napoleon_back"] and values["power"] == "france"
    said = list(reasons)
    if doubles:
        said.append(Reason("Napoleon has come back: doubled.", "EIA-POL-03"))
    outcome = {"manpower": ottoman.doubled(found, doubles)}
    return answer(f"{outcome['manpower']} manpower.", outcome, said)


DOMINANCE: Final = (
    Field("dominant", FLAG, "the power is dominant now"),
    Field("gains", FLAG, "it meets the base tests for becoming dominant", False),
    Field("loses", FLAG, "it meets the base tests for losing dominance", False),
    Field("at_peace", FLAG, "it is at peace with all majors", False),
    Field("gold_convoy", FLAG, "Spain rolls for a gold convoy", False),
)


def dominance(values: dict[str, Any], table: Table) -> Answer:
    """Becoming and losing dominant (EIA-DOM)."""
    found, reason = ottoman.dominance(
        values["dominant"], values["gains"], values["loses"], values["at_peace"]
    )
    outcome: dict[str, Any] = {"dominant": found, "gold": None}
    reasons = [reason]
    if values["gold_convoy"]:
        rolled = table.throw("gold1", (), "gold convoy") + table.throw("gold2", (), "gold convoy")
        outcome["gold"] = ottoman.gold(rolled, found)
        if found:
            reasons.append(Reason("+2 for a dominant Spain, at most 12.", "EIA-DOM-01"))
    return answer("Dominant." if found else "Not dominant.", outcome, reasons)


def dominance_odds(values: dict[str, Any], table: Table) -> Answer:
    """The chance of each gold convoy result."""
    ways = every(dominance, values, table)
    return chances("Gold", {"gold": counted(ways, lambda found: found["gold"])})


# Minors

FINLAND: Final = (
    Field("power", Perhaps(POWER), "whose national modifier is asked; null: none", None),
    Field("year", Perhaps(Choice(("1805", "1812", "1813"), "a scenario's year")),
          "the scenario's year; null: none", None),
)  # fmt: skip


def finland(values: dict[str, Any], table: Table) -> Answer:
    """Finland's modifiers and status (EIA-ERR-05, EIA-ERR-06)."""
    outcome: dict[str, Any] = {"modifier": None, "status": None}
    reasons = []
    if values["power"] is not None:
        outcome["modifier"] = tables.finland(values["power"])
        reasons.append(Reason(f"{outcome['modifier']:+} for {values['power']}.", "EIA-ERR-05"))
    if values["year"] is not None:
        found = ottoman.finland_status(int(values["year"]))
        outcome["status"] = found.why
        reasons.append(found)
    return answer("Finland", outcome, reasons)


CONQUEST: Final = (
    Field("months_held", listed(Perhaps(TURNS), 1, 20),
          "for each city of the primary district: Conquest steps since it was taken, held without "
          "a siege; null: not held"),
)  # fmt: skip


def conquest(values: dict[str, Any], table: Table) -> Answer:
    """Whether a minor is conquered (EIA-ERR-32)."""
    now = 10_000
    since = [None if held is None else now - held for held in values["months_held"]]
    found, reason = ottoman.conquered(since, now)
    return answer("Conquered." if found else "Not conquered.", {"conquered": found}, [reason])


DEFENCE: Final = (
    Field("had_troops", FLAG, "the minor had troops", True),
    Field("battles", NUMBER, "field battles fought with its own forces", 0),
    Field("sieges", NUMBER, "sieges fought to the last man with them", 0),
    Field("conquered", FLAG, "it was conquered", True),
)


def defence(values: dict[str, Any], table: Table) -> Answer:
    """A minor that was not defended (EIA-POL-01, EIA-POL-02)."""
    points = peace.defence_points(
        values["had_troops"], values["battles"], values["sieges"], values["conquered"]
    )
    reasons = []
    if points:
        reasons.append(Reason("Its own troops never fought for it.", "EIA-POL-01"))
    elif values["battles"] + values["sieges"]:
        reasons.append(Reason("One battle or siege is enough.", "EIA-POL-02"))
    return answer(f"{points} extra points.", {"political_points": points}, reasons)


TRADE: Final = (
    Field("condition", Choice(("C.5", "C.6", "C.7"), "a peace condition"), "the condition", "C.7"),
    Field("trade", Choice(("colonial", "american"), "a kind of trade"), "the trade", "colonial"),
)


def trade(values: dict[str, Any], table: Table) -> Answer:
    """Whether a victory condition hits a trade (EIA-ERR-09)."""
    found = ottoman.colonial_trade(values["condition"], values["trade"])
    reason = Reason('C.7 reads "colonial", not "American".', "EIA-ERR-09")
    return answer("It is hit." if found else "It is not hit.", {"hit": found}, [reason])


GARRISON: Final = (
    Field("outside_home", FLAG, "the garrison is outside the nation's home territory", True),
)


def garrison(values: dict[str, Any], table: Table) -> Answer:
    """Garrisons of free states and minors (EIA-FRE-01)."""
    reason = ottoman.may_garrison(values["outside_home"])
    return answer("Allowed.", {"allowed": True}, [reason])


IN_FORCE: Final = (
    Field("base", Perhaps(LABEL, ""), "the base rule; null: none", None),
    Field("house", Perhaps(LABEL, ""), "the house rule; null: none", None),
    Field("how", Choice(("change", "amendment", "addition", "clarification"), "a word"),
          "how the house rule calls itself", "change"),
)  # fmt: skip


def in_force(values: dict[str, Any], table: Table) -> Answer:
    """Which rules and options are in force (EIA-SET)."""
    text = ottoman.rule_in_force(values["base"] or "", values["house"] or "", values["how"])
    options = {name: on for name, (on, _) in ottoman.OPTIONS.items()}
    reasons = [Reason(f"{name}: {'on' if on else 'off'}", rule)
               for name, (on, rule) in ottoman.OPTIONS.items()]  # fmt: skip
    reasons.append(Reason("House rules come before base rules.", "EIA-SET-03"))
    outcome = {"rule": text or None, "options": options}
    return answer(text or "In force", outcome, reasons, reminders=reminders("setup"))


# Winning, bids, votes

PLAYER: Final = fields(
    "a power",
    Field("power", POWER, "the power"),
    Field("points", POINTS, "its victory points"),
    Field("goal", Perhaps(Whole(0, 9999, "a goal")),
          "its goal; null: that of the scenario, where the sources agree", None),
    Field("out", FLAG, "it was auctioned and is out of the game", False),
    Field("lands", listed(LAND, 0, 60), "its provinces and minors, for the final count", []),
)  # fmt: skip
VICTORY: Final = (
    Field("scenario", Perhaps(Choice(tuple(dict.fromkeys(
        line["scenario"] for line in tables.rows("victory_goals"))), "a scenario")),
        "the scenario, for goals that are not given", None),
    Field("last", FLAG, "this is the last Economic Phase, usually of December 1815", False),
    Field("britain_default", FLAG, "Britain still wins if nobody does", True),
    Field("powers", listed(PLAYER, 1, 8), "the powers"),
)  # fmt: skip


def _goal(values: dict[str, Any], each: dict[str, Any]) -> int | None:
    if each["goal"] is not None:
        return int(each["goal"])
    return tables.goal(values["scenario"] or "", each["power"])


def check_victory(values: dict[str, Any], complaints: Complaints) -> None:
    """Goals that the sources dispute or lack have to be given."""
    names = [each["power"] for each in values["powers"]]
    if len(set(names)) < len(names):
        complaints.say("powers", "a power stands twice")
    for number, each in enumerate(values["powers"]):
        if _goal(values, each) is None:
            why = "is missing: no goal is known without dispute for this power and scenario"
            complaints.say(f"powers[{number}].goal", why)


def win(values: dict[str, Any], table: Table) -> Answer:
    """Who has won (EIA-WIN)."""
    powers = {
        each["power"]: Standing(each["points"], _goal(values, each) or 0, each["out"])
        for each in values["powers"]
    }
    if values["last"]:
        lands = {each["power"]: _lands(each["lands"]) for each in values["powers"]}
        found = victory.at_the_end(powers, lands, values["britain_default"])
    else:
        found = victory.before_the_end(powers)
    reasons = list(found.reasons)
    if found.counted:
        reasons += [
            Reason("Units off the board: home provinces and conquered minors.", "EIA-WIN-05"),
            Reason("No free states, nothing ceded by others.", "EIA-WIN-06"),
        ]
        if any(land["ottoman"] for each in values["powers"] for land in each["lands"]):
            reasons.append(Reason("Ottoman minors count as they pay.", "EIA-OE-05"))
    outcome = {
        "winners": list(found.winners),
        "draw": len(found.winners) > 1,
        "manpower": dict(found.counted),
        "over": bool(found.winners) or values["last"],
    }
    head = f"Won: {', '.join(found.winners)}." if found.winners else "Nobody has won."
    lines = [f"{power}: {points} manpower" for power, points in found.counted.items()]
    return answer(head, outcome, reasons, lines=lines)


BIDDER: Final = fields(
    "a bid",
    Field("player", NAME, "the bidder, for his dice"),
    Field("bid", NUMBER, "his bid"),
    Field("points", Perhaps(POINTS), "his victory points, in an auction; null: no matter", None),
    Field("out", FLAG, "he is out of the game", False),
)
BIDS: Final = (
    Field("bids", listed(BIDDER, 0, 8), "the bids"),
    Field("auction", Perhaps(LABEL), "the power that is auctioned; null: another bid", None),
)
AGAIN: Final = 40  # times that a tie is rolled again before it goes by the order of the bids


def check_bids(values: dict[str, Any], complaints: Complaints) -> None:
    """Who is out may not bid, and nobody bids more than he has."""
    names = [each["player"] for each in values["bids"]]
    if len(set(names)) < len(names):
        complaints.say("bids", "a player bids twice")
    if values["auction"] is None:
        return
    for number, each in enumerate(values["bids"]):
        points = each["bid"] if each["points"] is None else each["points"]
        for reason in victory.may_bid(each["bid"], points, each["out"]):
            complaints.say(f"bids[{number}].bid", f"{reason.why} ({reason.rule})")


def bids(values: dict[str, Any], table: Table) -> Answer:
    """Bids in order, and an auction (EIA-BID, EIA-UMP)."""
    given = [Bid(each["player"], each["bid"]) for each in values["bids"]]
    dice: dict[str, list[int]] = {}
    for number in range(1, AGAIN + 1):
        tied = victory.tied(given, dice)
        if not tied:
            break
        for player in (player for group in tied for player in group):
            again = "" if number == 1 else f".{number}"
            die = table.throw(f"{player}.tie{again}", (), "the highest of the tied comes first")
            dice.setdefault(player, []).append(die)
    order = victory.ordered(given, dice)
    reasons = [Reason("From the highest to the lowest.", "EIA-BID-01")]
    if dice:
        reasons.append(Reason("Equal bids by dice, again while they tie.", "EIA-BID-02"))
    outcome: dict[str, Any] = {"order": [each.player for each in order]}
    head = f"In order: {', '.join(outcome['order']) or 'nobody'}."
    if values["auction"] is not None:
        found = victory.auctioned(values["auction"], order)
        reasons += found.reasons
        outcome |= {
            "controller": found.winner or None,
            "paid": found.paid,
            "britain_loses_default": found.britain_loses_default,
        }
        head = f"{found.winner or 'Nobody'} controls {values['auction']}."
    return answer(head, outcome, reasons)


VOTE: Final = (
    Field("question", LABEL, "the unclear rule", "the rule"),
    Field("votes", Named(LABEL, "answers by player"), "each player's answer"),
)


def vote(values: dict[str, Any], table: Table) -> Answer:
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


KINDS: Final = kinds(
    kind("eia-enforced-peace", PEACE, {"year": 1805, "month": "December", "months": 18},
         enforced),
    kind("eia-surrender", SURRENDER,
         {"power": "prussia", "manpower": 0, "hostile": ["france", "spain"]}, surrender),
    kind("eia-reparations", REPARATIONS, {"amount": 25, "phases": 2}, reparations),
    kind("eia-loan", LOAN, {"owner": "prussia", "borrower": "france", "forages": True,
                            "forage_losses": 2, "chosen": {"infantry": 2},
                            "returned": "foraging"}, loan, None, check_loan),
    kind("eia-declare-war", WAR, {"broke_alliance": True, "turns_since": 1}, declare),
    kind("eia-alliance", ALLIANCE, {"end_date": True, "ended": "expired"}, alliance),
    kind("eia-exile-cost", EXILE,
         {"leader": "Napoleon", "strategic": 4, "tactical": 4, "maximum": 6, "rank": "A",
          "zone": "fiasco"}, exile),
    kind("eia-leader-improvement", PROMOTION, {"rank": "C"}, promotion),
    kind("eia-ottoman", OTTOMAN,
         {"power": "spain", "lands": [{"name": "Morocco", "manpower": 2, "ottoman": True},
                                      {"name": "Tunisia", "manpower": 1, "ottoman": True}]},
         manpower),
    kind("eia-dominance", DOMINANCE, {"dominant": True, "loses": True, "gold_convoy": True},
         dominance, dominance_odds),
    kind("eia-finland", FINLAND, {"power": "britain", "year": "1805"}, finland),
    kind("eia-conquest", CONQUEST, {"months_held": [1, 2]}, conquest),
    kind("eia-minor-defence", DEFENCE, {"battles": 0}, defence),
    kind("eia-trade", TRADE, {"condition": "C.7", "trade": "colonial"}, trade),
    kind("eia-garrison", GARRISON, {"outside_home": True}, garrison),
    kind("eia-in-force", IN_FORCE, {"base": "the printed text", "house": "the house text"},
         in_force),
    kind("eia-victory", VICTORY,
         {"scenario": "Rise of Napoleon", "last": True,
          "powers": [{"power": "russia", "points": 580,
                      "lands": [{"name": "Ukraine", "manpower": 8, "status": "home"},
                                {"name": "Finland", "manpower": 3}]},
                     {"power": "turkey", "points": 400}]}, win, None, check_victory),
    kind("eia-bids", BIDS,
         {"auction": "prussia",
          "bids": [{"player": "russia", "bid": 12, "points": 90},
                   {"player": "austria", "bid": 12, "points": 80}],
          "dice": {"russia.tie": 2, "austria.tie": 5}}, bids, None, check_bids),
    kind("eia-vote", VOTE, {"votes": {"Anna": "yes", "Ben": "no", "Carl": "yes"}}, vote),
)  # fmt: skip
