"""The kind `eia-battle`: a land battle of Empires in Arms from its chits to its leaders."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from engine.eia import battle, leaders, stacking, tables, troops
from engine.eia.battle import Force, Guard, Reinforcement, Setup
from engine.eia.chances import faces, marginal, plain, spread
from engine.eia.reasons import Reason
from engine.eia.troops import Nation
from engine.report import Modifier, total
from engine.resolving.eia_shapes import (
    FACTORS,
    FLAG,
    MORALE,
    NAME,
    RATING,
    Groups,
    answer,
    chances,
    fields,
    kind,
    kinds,
    listed,
    tens,
)  # fmt: skip
from engine.resolving.fields import (
    Choice,
    Complaints,
    Field,
    Listed,
    Named,
    Perhaps,
    Text,
    Whole,
)  # fmt: skip
from engine.resolving.kind import Answer, Table, finished
from engine.steps import Pending, Roll, State, Taken, walk

NATION: Final = Choice(tables.nations(), "a nation whose morale is known")
LEADER: Final = fields(
    "a leader",
    Field("name", NAME, "his name, for his dice"),
    Field("strategic", RATING, "strategic rating", 1),
    Field("tactical", RATING, "tactical rating", 1),
    Field("maximum", RATING, "tactical maximum: how many corps he brings", 2),
)
COUNTS: Final = Named(
    FACTORS, "factors", lambda name: name in troops.TROOPS, ", ".join(troops.TROOPS)
)
CORPS: Final = fields(
    "a corps",
    Field("name", Text(), "its number or name (I, II and III of Russia have an erratum)", "corps"),
    Field("nation", Perhaps(NATION), "whose it is; null: the side's", None),
    Field("type", Choice(troops.CORPS, "a type of corps"), "infantry, cavalry, …", "infantry"),
    Field("factors", COUNTS, "its factors by kind of troop"),
    Field("role", Choice(("fighting", "outflanking", "surplus"), "a role"),
          "fights, goes round (chit Outflank), or stands by in the area", "fighting"),
    Field("ottoman", FLAG, "of the Ottoman Empire, or of a Turkish free state that could join it",
          False),
    Field("british_trained", FLAG, "a minor trained by Britain", False),
    Field("dominant", FLAG, "its power is dominant", False),
    Field("morale", Perhaps(MORALE),
          "morale of its infantry or freikorps where the sources don't agree; null: as printed",
          None),
)  # fmt: skip
REINFORCEMENT: Final = fields(
    "a reinforcement",
    Field("leader", Perhaps(LEADER), "who brings it; null: its intrinsic rating", None),
    Field("corps", listed(CORPS, 1, 7), "the corps that try to join"),
)
GUARD: Final = fields(
    "a commitment of guards",
    Field("round", Whole(1, 3, "a round"), "the round"),
    Field("commitment", Whole(1, 2, "a commitment"), "+1 or +2"),
    Field("leader", NAME, "the leader who leads them"),
    Field("troop", Choice(("guard", "heavy_cavalry"), "troops to commit"), "which", "guard"),
)
SIDE: Final = fields(
    "a side",
    Field("name", NAME, "name of the side, for its dice"),
    Field("nation", NATION, "nation of its commander"),
    Field("commander", Perhaps(LEADER), "who commands; null: the intrinsic rating", None),
    Field("leaders", listed(LEADER, 0, 8), "other leaders who take part", []),
    Field("corps", listed(CORPS, 1, 12), "its corps in the area"),
    Field("reinforcements", Listed(REINFORCEMENT, 0, 3), "what tries to join, each apart", []),
    Field("guards", Listed(GUARD, 0, 3), "guards it will commit, a round each", []),
    Field("bombard", FLAG, "its artillery fires before each round", False),
    Field("morale", Perhaps(MORALE), "its morale; null: the average of its factors", None),
    Field("surrounded", FLAG, "it is surrounded", False),
    Field("cavalry_first", FLAG, "it takes pursuit losses from cavalry first", False),
    Field("withdraws_at_night", FLAG, "it withdraws if the day ends undecided", False),
    Field("ratings", Perhaps(fields("ratings", Field("strategic", RATING, "strategic"),
                                    Field("tactical", RATING, "tactical"))),
          "ratings without a leader where the charts know none; null: as printed", None),
)  # fmt: skip
ATTACKING, DEFENDING = (Choice(them, "a chit") for them in tables.chits())
CHITS: Final = fields(
    "two chits",
    Field("attacker", ATTACKING, "the attacker's chit"),
    Field("defender", DEFENDING, "the defender's chit"),
)
LEVEL: Final = Choice(tuple(dict.fromkeys(
    line["table"] for line in tables.rows("combat_resolution_chart"))), "a table")  # fmt: skip
BATTLE: Final = (
    Field("terrain", Choice(tables.terrains(), "a terrain"), "the ground", "clear"),
    Field("river", FLAG, "the attack goes across a river", False),
    Field("attacker", SIDE, "the attacker"),
    Field("defender", SIDE, "the defender"),
    Field("chits", Perhaps(CHITS), "the chits chosen; null: only for the odds of all pairs", None),
    Field("disputed_table", Perhaps(LEVEL),
          "the table for the cell of these chits that the transcriptions dispute", None),
    Field("cavalry_types", FLAG, "the types of cavalry are used: printed cavalry is medium", True),
    Field("points", Perhaps(Whole(0, 9, "political points")),
          "political points of a battle of this size by the base rules; null: not said", None),
)  # fmt: skip
KEYS: Final = ("attacker", "defender")


def _nation(corps: dict[str, Any], side: dict[str, Any], types: bool) -> Nation:
    return Nation(
        corps["nation"] or side["nation"], corps["dominant"], corps["british_trained"],
        corps["ottoman"] or corps["nation"] == tables.OTTOMAN, types,
    )  # fmt: skip


def _spirit(
    troop: str, corps: dict[str, Any], side: dict[str, Any], types: bool
) -> tuple[int | None, Reason]:
    found = troops.morale(troop, _nation(corps, side, types), corps["name"])
    if found.morale is None and corps["morale"] is not None:
        return corps["morale"], found.reason
    return found.morale, found.reason


def _present(side: dict[str, Any]) -> tuple[str, ...]:
    """The names of the leaders of a side, those of reinforcements too."""
    named = [side["commander"], *side["leaders"]]
    named += [each["leader"] for each in side["reinforcements"]]
    return tuple(leader["name"] for leader in named if leader is not None)


def _chits(values: dict[str, Any]) -> tuple[str, str] | None:
    given = values["chits"]
    return None if given is None else (given["attacker"], given["defender"])


# What does not fit


def check(values: dict[str, Any], complaints: Complaints) -> None:
    """Stacking, guards, disputed figures, and who may withdraw."""
    if values["attacker"]["name"] == values["defender"]["name"]:
        complaints.say("defender.name", "is the name of the other side too")
    for key in KEYS:
        _check_side(values, key, complaints)
    chits = _chits(values)
    if chits is None:
        return
    found = battle.disputed(chits, values["river"])
    if found and values["disputed_table"] is None:
        complaints.say("disputed_table", f"is missing: the sources dispute a table, {found}")
    for key, chit in zip(KEYS, chits, strict=True):
        around = [corps for corps in values[key]["corps"] if corps["role"] == "outflanking"]
        if around and chit != "Outflank":
            complaints.say(f"{key}.corps", "corps go round only with the chit Outflank")
    attackers = [corps["type"] for corps in values["attacker"]["corps"]]
    if chits[1] == "Withdraw":
        for reason in troops.may_retire(attackers):
            complaints.say("chits.defender", f"{reason.why} ({reason.rule})")


def _check_side(values: dict[str, Any], key: str, complaints: Complaints) -> None:
    side = values[key]
    corps = [(f"{key}.corps[{n}]", each) for n, each in enumerate(side["corps"])]
    for m, joining in enumerate(side["reinforcements"]):
        corps += [
            (f"{key}.reinforcements[{m}].corps[{n}]", each)
            for n, each in enumerate(joining["corps"])
        ]
        for reason in _joins(joining):
            complaints.say(f"{key}.reinforcements[{m}].corps", f"{reason.why} ({reason.rule})")
        if joining["leader"] is None and _intrinsic(side) is None:
            complaints.say(f"{key}.ratings", "is missing: no source rates this nation's corps")
    for where, each in corps:
        for troop, number in each["factors"].items():
            spirit, _ = _spirit(troop, each, side, values["cavalry_types"])
            if number and spirit is None and side["morale"] is None:
                why = f"is missing: the morale of {troop} of {each['nation'] or side['nation']}"
                complaints.say(f"{where}.morale", f"{why} is disputed or not known")
    if not any(sum(each["factors"].values()) for each in _of(side, "fighting")):
        complaints.say(f"{key}.corps", "no factor of the side fights")
    names = _present(side)
    if len(set(names)) < len(names):
        complaints.say(f"{key}.leaders", "two leaders have the same name")
    if side["commander"] is None and _intrinsic(side) is None:
        complaints.say(f"{key}.ratings", "is missing: no source rates this nation's corps")
    for reason in _stacked(side).refused if side["commander"] is not None else ():
        complaints.say(f"{key}.corps", f"{reason.why} ({reason.rule})")
    _check_guards(side, key, complaints)


def _check_guards(side: dict[str, Any], key: str, complaints: Complaints) -> None:
    rounds = [each["round"] for each in side["guards"]]
    if len(set(rounds)) < len(rounds):
        complaints.say(f"{key}.guards", "guards are committed once a round")
    for n, each in enumerate(side["guards"]):
        here = f"{key}.guards[{n}]"
        for reason in leaders.may_lead_guard(each["leader"], _present(side)):
            complaints.say(f"{here}.leader", f"{reason.why} ({reason.rule})")
        heavy = each["troop"] == "heavy_cavalry"
        limit = tables.heavy_limit() if heavy else tables.guard_limit(side["nation"])
        if each["commitment"] > limit:
            rule = "EIA-CAV-04" if heavy else "guard_limits.csv"
            most = f"+{limit}" if limit else "nothing"
            complaints.say(f"{here}.commitment", f"may be at most {most} ({rule})")
        if not sum(corps["factors"].get(each["troop"], 0) for corps in side["corps"]):
            complaints.say(f"{here}.troop", f"the side has no {each['troop']}")


def _of(side: dict[str, Any], *roles: str) -> list[dict[str, Any]]:
    return [corps for corps in side["corps"] if corps["role"] in roles]


def _cavalry_corps(corps: list[dict[str, Any]]) -> int:
    return sum(each["type"] == "cavalry" for each in corps)


def _stacked(side: dict[str, Any]) -> stacking.Brought:
    fighting = _of(side, "fighting", "outflanking")
    return stacking.brought(
        side["commander"]["maximum"], len(fighting), _cavalry_corps(fighting), len(side["corps"])
    )


def _joins(joining: dict[str, Any]) -> tuple[Reason, ...]:
    leader = joining["leader"]
    if leader is None:
        return ()
    corps = joining["corps"]
    return stacking.brought(
        leader["maximum"], len(corps), _cavalry_corps(corps), len(corps), True
    ).refused


def _intrinsic(side: dict[str, Any]) -> tuple[int, int] | None:
    given = side["ratings"]
    if given is not None:
        return given["strategic"], given["tactical"]
    return tables.intrinsic(side["nation"])


# The setup


def _factors(corps: list[dict[str, Any]]) -> dict[str, int]:
    """Factors by troop in the order in which they are lost."""
    return {
        troop: number
        for troop in troops.TROOPS
        if (number := sum(each["factors"].get(troop, 0) for each in corps))
    }


def _sum(corps: list[dict[str, Any]]) -> int:
    return sum(_factors(corps).values())


def _morale(side: dict[str, Any], types: bool) -> tuple[int, list[Reason]]:
    reasons: list[Reason] = []
    parts: list[tuple[int, int]] = []
    for corps in _of(side, "fighting", "outflanking"):
        for troop, number in corps["factors"].items():
            spirit, reason = _spirit(troop, corps, side, types)
            if number and spirit is not None:
                parts.append((number, spirit))
                if reason.why and reason.rule != "EIA-SET-03":
                    why = f"{side['name']}, {troop.replace('_', ' ')} {tens(spirit)}: {reason.why}"
                    reasons.append(Reason(why, reason.rule))
    given: int | None = side["morale"]
    return (troops.average(parts) if given is None else given), reasons


def _force(side: dict[str, Any], types: bool) -> tuple[Force, tuple[Modifier, ...], list[Reason]]:
    fighting = _of(side, "fighting", "outflanking")
    commander = side["commander"]
    penalty: tuple[Modifier, ...] = ()
    if commander is None:
        strategic, rating = _intrinsic(side) or (0, 0)
    else:
        penalty = _stacked(side).modifiers
        strategic, rating = commander["strategic"], commander["tactical"] + total(penalty)
    spirit, reasons = _morale(side, types)
    cavalry = sum(
        troops.superiority(each["factors"], each["ottoman"] or each["nation"] == tables.OTTOMAN)
        for each in fighting
    )
    counted = _factors(fighting)
    joining = []
    for each in side["reinforcements"]:
        leader = each["leader"]
        own = leader["strategic"] if leader is not None else (_intrinsic(side) or (0, 0))[0]
        joining.append(Reinforcement(_sum(each["corps"]), own))
    guards = {
        each["round"]: Guard(
            each["commitment"], each["leader"], counted.get(each["troop"], 0),
            each["troop"] == "heavy_cavalry",
        )
        for each in side["guards"]
    }  # fmt: skip
    force = Force(
        side["name"],
        side["nation"],
        _sum(fighting),
        spirit,
        strategic,
        rating,
        cavalry,
        _sum(_of(side, "surplus")),
        _sum(_of(side, "outflanking")),
        counted.get("artillery", 0) if side["bombard"] else 0,
        all(troop in troops.CAVALRY for troop in counted),
        side["surrounded"],
        guards,
        tuple(joining),
    )
    return force, penalty, reasons


def _setup(values: dict[str, Any], chits: tuple[str, str]) -> Setup:
    forces = tuple(_force(values[key], values["cavalry_types"])[0] for key in KEYS)
    return Setup(
        (forces[0], forces[1]), chits, values["terrain"], values["river"],
        values["disputed_table"] or "",
    )  # fmt: skip


# With dice


async def _nothing(name: str, question: str, pending: Pending) -> bool:
    return False


def resolve(values: dict[str, Any], table: Table) -> Answer:
    """A land battle (EIA-CAV, EIA-STK, EIA-RNF, EIA-LDR, EIA-PUR, EIA-LSLC, EIA-WDR, EIA-RET-02,
    EIA-ERR-17)."""
    chits = _chits(values)
    if chits is None:
        return answer(
            "No chits are chosen: ask for the odds of every pair.",
            {"winner": None, "ended": None, "needs": ["chits: both sides' chits"]},
        )
    setup = _setup(values, chits)
    taken: list[Taken] = []
    state = finished(
        walk(battle.steps(setup), battle.START, table.roll, _nothing, taken, battle.over)
    )
    reasons, groups = _grounds(values, setup)
    names = [force.name for force in setup.forces]
    beaten = battle.loser(state)
    winner = None if beaten is None else names[1 - beaten]
    outcome: dict[str, Any] = {
        "winner": winner,
        "ended": battle.ended(state),
        "tables": {
            f"round{n}": [battle.table(setup, at, n, bool(state[battle.ARRIVED])) for at in (0, 1)]
            for n in battle.ROUNDS
        },
        "arrived": bool(state[battle.ARRIVED]),
        "sides": {name: _side(values, setup, state, at) for at, name in enumerate(names)},
    }
    pursuit, why = _pursuit(values, setup, state, table)
    outcome["pursuit"] = pursuit
    outcome["leaders"] = {}
    for key, name in zip(KEYS, names, strict=True):
        outcome["leaders"][name] = _fates(values[key], name, state, key == KEYS[1], table)
    reasons += [*why, Reason("Every leader who took part rolls on his own.", "EIA-LDR-01")]
    points, needs = _points(values, setup, state)
    outcome["political_points"], outcome["needs"] = points, needs
    lines = [
        f"{one.rolled.name} {one.rolled.die} {one.rolled.modifier:+}: {_said(one.effect)}"
        for one in taken
    ]
    for name, each in outcome["sides"].items():
        lines.append(
            f"{name}: lost {each['lost']} of {each['factors']}, "
            f"morale {each['morale']} - {each['morale_lost']}"
        )
    head = (
        f"{winner} wins, {battle.ended(state)}." if winner else f"Nobody wins: {outcome['ended']}."
    )
    return answer(head, outcome, reasons, groups, lines + needs)


def _said(effect: Any) -> str:
    if isinstance(effect, bool):
        return "yes" if effect else "no"
    if isinstance(effect, tuple):
        return f"{effect[0]} %, morale {tens(effect[1])}"
    return f"{effect} factors"


def _grounds(values: dict[str, Any], setup: Setup) -> tuple[list[Reason], Groups]:
    """The reasons and modifiers that stand before the first die."""
    reasons: list[Reason] = []
    groups: list[tuple[str, str, tuple[Modifier, ...]]] = []
    for at, key in enumerate(KEYS):
        side = values[key]
        force, penalty, why = _force(side, values["cavalry_types"])
        reasons += why
        groups.append((force.name, "tactical rating", penalty))
        groups.append((force.name, "morale", battle.morale(setup, at)[1]))
        for number in battle.ROUNDS:
            added = battle.modifiers(setup, at, number)
            groups.append((force.name, f"round{number}", added))
        if force.reinforcements:
            why_free = "Reinforcing corps don't count to the commander's limit or rating."
            reasons.append(Reason(why_free, "EIA-RNF-04"))
        if any(corps["ottoman"] for corps in side["corps"]):
            reasons.append(Reason("Ottoman cavalry counts twice for superiority.", "EIA-OE-07"))
    if setup.chits == ("EscalatedAssault", "Cordon") and setup.river:
        first = battle.table(setup, 0, 1, False)
        reasons.append(Reason(f"The attacker's first table is {first}.", "EIA-ERR-17"))
    if setup.chits[1] == "Withdraw":
        reasons.append(Reason("A successful withdrawal costs no point.", "EIA-WDR-01"))
    return reasons, groups


def _side(values: dict[str, Any], setup: Setup, state: State, at: int) -> dict[str, Any]:
    side, force = values[KEYS[at]], setup.forces[at]
    lost = state[battle.LOST + at]
    damage = battle.spill(setup, state, at)
    joined = [
        corps
        for n, each in enumerate(side["reinforcements"])
        if state[battle.REINFORCED + at] >> n & 1
        for corps in each["corps"]
    ]
    counted = _factors(_of(side, "fighting", "outflanking") + joined)
    whole = battle.facing(setup, at)(state)
    return {
        "morale": tens(battle.morale(setup, at)[0]),
        "morale_lost": tens(state[battle.SHAKEN + at]),
        "factors": force.factors,
        "lost": lost,
        "lost_by_troop": battle.shares(damage.fighting, counted),
        "surplus_lost": damage.surplus,
        "surplus_lost_by_troop": battle.shares(damage.surplus, _factors(_of(side, "surplus"))),
        "destroyed": lost >= whole,
        "broken": battle.loser(state) == at or state[battle.END] == battle.BOTH_BROKE,
        "reinforced": battle.joined(force, state, at),
        "tactical": force.tactical,
    }


def _left(side: dict[str, Any], setup: Setup, state: State, at: int) -> tuple[int, int]:
    """The cavalry and the other factors that a side has left in the battle."""
    counted = _factors(_of(side, "fighting", "outflanking"))
    lost = battle.shares(battle.spill(setup, state, at).fighting, counted)
    left = {troop: number - lost.get(troop, 0) for troop, number in counted.items()}
    horse = sum(number for troop, number in left.items() if troop in troops.CAVALRY)
    foot = sum(left.values()) - horse + battle.joined(setup.forces[at], state, at)
    return horse, foot


def _leaves(values: dict[str, Any], state: State) -> int | None:
    if battle.over(state):
        return None
    return next((at for at in (1, 0) if values[KEYS[at]]["withdraws_at_night"]), None)


def _pursuit(
    values: dict[str, Any], setup: Setup, state: State, table: Table
) -> tuple[dict[str, Any] | None, list[Reason]]:
    found = battle.chase(setup, state, _leaves(values, state))
    reasons: list[Reason] = []
    if _leaves(values, state) is not None:
        reasons.append(Reason("Withdrawing at night costs no point.", "EIA-WDR-02"))
    if found is None or found.pursuit is None:
        return None, reasons
    pursuer, pursued = (values[KEYS[at]] for at in (found.pursuer, found.pursued))
    cavalry, _ = _left(pursuer, setup, state, found.pursuer)
    name = pursuer["name"]
    die = table.throw(f"{name}.pursuit", (), f"pursuit in class {found.pursuit}")
    points = tables.casualties(tables.pursuit_percent(found.pursuit, die), cavalry)
    horse, foot = _left(pursued, setup, state, found.pursued)
    beaten = battle.loser(state) is not None
    share = table.throw(f"{name}.prisoners", (), "the share of prisoners") if points else 1
    lost = battle.pursued(
        points, horse, foot, share, pursued["surrounded"] and beaten, not pursued["cavalry_first"]
    )
    fighting = lost.cavalry + lost.others
    surplus = setup.forces[found.pursued].surplus
    over = max(0, points - lost.cavalry - -(-lost.others // tables.pursuit_cost()))
    spilled = min(surplus, over) if horse + foot <= fighting else 0
    reasons += found.reasons
    reasons.append(Reason(f"{share}0 % of {fighting} losses are prisoners.", "EIA-PUR-01"))
    if spilled:
        reasons.append(Reason("What is left falls on surplus corps.", "EIA-RNF-02"))
    if lost.doubled:
        reasons.append(Reason("Surrounded: as much again, all prisoners.", "EIA-RET-02"))
    return {
        "by": name,
        "class": found.pursuit,
        "points": points,
        "lost_cavalry": lost.cavalry,
        "lost_others": lost.others,
        "lost_surplus": spilled,
        "lost_doubled": lost.doubled,
        "prisoners": lost.prisoners,
    }, reasons


def _fates(
    side: dict[str, Any], name: str, state: State, defends: bool, table: Table
) -> dict[str, Any]:
    """The fates of the leaders who took part."""
    if state[battle.END] == battle.WITHDREW and not state[battle.ROUND]:
        return {}
    joined = state[battle.REINFORCED + defends]
    took_part = [side["commander"], *side["leaders"]]
    took_part += [
        each["leader"] for n, each in enumerate(side["reinforcements"]) if joined >> n & 1
    ]
    last = state[battle.ROUND] or battle.ROUNDS[-1]
    found: dict[str, Any] = {}
    for leader in filter(None, took_part):
        who = leader["name"]
        led = [each["commitment"] for each in side["guards"]
               if each["leader"] == who and each["round"] <= last]  # fmt: skip
        guard = max(led, default=0)
        modifiers = leaders.casualty_modifiers(guard)
        die = table.throw(f"{name}.casualty.{who}", modifiers, f"is {who} hit")
        found[who] = "unhurt"
        if leaders.hit(die, guard):
            fate = leaders.fate(table.throw(f"{name}.wound.{who}", (), f"how badly {who} is hit"))
            found[who] = {"wounded": fate.months} if fate.months else fate.what
    return found


def _points(
    values: dict[str, Any], setup: Setup, state: State
) -> tuple[dict[str, int] | None, list[str]]:
    names = [force.name for force in setup.forces]
    needs = []
    if state[battle.END] == battle.BOTH_BROKE:
        needs.append("both sides broke in the same round: the base rule says who has won")
    if state[battle.END] == battle.WITHDREW or not battle.over(state):
        return dict.fromkeys(names, battle.withdrawal_points()), needs
    beaten = battle.loser(state)
    if beaten is None:
        return None, needs
    if values["points"] is None:
        needs.append("points: what a battle of this size is worth is of the base rules")
        return None, needs
    return {names[1 - beaten]: values["points"], names[beaten]: -values["points"]}, needs


# Every die


def odds(values: dict[str, Any], table: Table) -> Answer:
    """Exact odds: of the chits chosen, and of winning with every pair of chits."""
    chits = _chits(values)
    found: dict[str, Any] = {}
    names = [values[key]["name"] for key in KEYS]
    if chits is not None:
        found = _answered(values, _setup(values, chits), names, table)
    pairs: dict[str, Any] = {}
    attackers = {corps["type"] for corps in values["attacker"]["corps"]}
    for mine in tables.chits()[0]:
        pairs[mine] = {
            his: _pair(values, (mine, his), names, attackers) for his in tables.chits()[1]
        }
    shown = chances("The battle", found)
    return shown._replace(
        odds={**found, "pairs": pairs},
        sheet=lambda paint: [*shown.sheet(paint), *_table(pairs, names)],
    )


def _pair(
    values: dict[str, Any], chits: tuple[str, str], names: list[str], attackers: set[str]
) -> dict[str, float] | None:
    """The chance of winning with a pair of chits; None where the document lacks a figure for it,
    or the defender may not choose it."""
    if battle.disputed(chits, values["river"]) and values["disputed_table"] is None:
        return None
    if chits[1] == "Withdraw" and troops.may_retire(attackers):
        return None
    won = battle.wins(_setup(values, chits), {})
    return {name: float(chance) for name, chance in zip(names, won, strict=True)}


def _answered(
    values: dict[str, Any], setup: Setup, names: list[str], table: Table
) -> dict[str, Any]:
    dice = values["dice"]
    steps = battle.steps(setup)
    found = spread(steps, battle.START, dice, battle.over)
    table.asked |= {step.name for step in steps if isinstance(step, Roll)}
    rest = ("pursuit", "prisoners", "casualty", "wound")
    table.asked |= {name for name in dice if "." in name and name.split(".")[1] in rest}
    won = marginal(found, battle.loser)
    return {
        "win": {name: float(won.get(1 - at, 0)) for at, name in enumerate(names)},
        "undecided": float(won.get(None, 0)),
        "ended": plain(marginal(found, battle.ended)),
        "losses": {
            name: plain(dict(sorted(marginal(found, _lost(at)).items())))
            for at, name in enumerate(names)
        },
        "expected_losses": {
            name: float(battle.expected(found, at)) for at, name in enumerate(names)
        },
        "expected_pursuit_points": _chased(values, setup, found, names),
        "leaders": {
            name: {
                leader: _casualty(dice, name, leader, side) for leader in _present(side)
            }
            for name, side in zip(names, (values[key] for key in KEYS), strict=True)
        },
    }  # fmt: skip


def _lost(at: int) -> Any:
    return lambda state: state[battle.LOST + at]


def _chased(
    values: dict[str, Any], setup: Setup, found: Mapping[State, Fraction], names: list[str]
) -> dict[str, float]:
    """The points of pursuit that each side expects to suffer."""
    expected = dict.fromkeys(names, Fraction(0))
    dice = values["dice"]
    for state, chance in found.items():
        chase = battle.chase(setup, state, _leaves(values, state))
        if chase is None or chase.pursuit is None:
            continue
        cavalry, _ = _left(values[KEYS[chase.pursuer]], setup, state, chase.pursuer)
        for die, share in faces(dice.get(f"{names[chase.pursuer]}.pursuit")).items():
            points = tables.casualties(tables.pursuit_percent(chase.pursuit, die), cavalry)
            expected[names[chase.pursued]] += chance * share * points
    return {name: float(points) for name, points in expected.items()}


def _casualty(
    dice: Mapping[str, int], name: str, leader: str, side: dict[str, Any]
) -> dict[str, float]:
    """A leader's chances if he takes part to the end."""
    led = [each["commitment"] for each in side["guards"] if each["leader"] == leader]
    return casualty_chances(
        max(led, default=0),
        dice.get(f"{name}.casualty.{leader}"),
        dice.get(f"{name}.wound.{leader}"),
    )


def casualty_chances(guard: int, first: int | None, second: int | None) -> dict[str, float]:
    """The chances of a leader's fates."""
    found = dict.fromkeys(("unhurt", "wounded", "killed"), Fraction(0))
    for die, chance in faces(first).items():
        if not leaders.hit(die, guard):
            found["unhurt"] += chance
            continue
        for other, share in faces(second).items():
            found[leaders.fate(other).what] += chance * share
    return plain(found)


SHORT: Final = {"EscalatedCounterattack": "EscCount", "EscalatedAssault": "EscAssault"}


def _table(pairs: dict[str, Any], names: list[str]) -> list[str]:
    """The chances of winning over all pairs of chits, in percent: attacker/defender."""
    heads = [SHORT.get(chit, chit)[:10] for chit in tables.chits()[1]]
    lines = [f"Wins in percent, {names[0][:20]}/{names[1][:20]}, by chits"]
    lines.append(f"{'':10} " + " ".join(f"{head:>10}" for head in heads))
    for mine, row in pairs.items():
        cells = [
            "-" if cell is None else f"{100 * cell[names[0]]:.0f}/{100 * cell[names[1]]:.0f}"
            for cell in row.values()
        ]
        lines.append(
            f"{SHORT.get(mine, mine)[:10]:10} " + " ".join(f"{cell:>10}" for cell in cells)
        )
    return lines


EXAMPLE: Final[dict[str, Any]] = {
    "terrain": "clear",
    "attacker": {
        "name": "FRANCE",
        "nation": "france",
        "commander": {"name": "Davout", "strategic": 4, "tactical": 5, "maximum": 3},
        "corps": [
            {"name": "I", "factors": {"infantry": 14, "light_cavalry": 1}},
            {"name": "III", "factors": {"infantry": 16, "light_cavalry": 2}},
            {"name": "Guard", "type": "guard", "factors": {"guard": 6, "artillery": 1}},
            {"name": "Cavalry", "type": "cavalry", "factors": {"medium_cavalry": 4,
                                                               "heavy_cavalry": 2}},
        ],
        "guards": [{"round": 2, "commitment": 1, "leader": "Davout"}],
    },
    "defender": {
        "name": "AUSTRIA",
        "nation": "austria",
        "commander": {"name": "Charles", "strategic": 4, "tactical": 4, "maximum": 6},
        "corps": [
            {"name": "I", "factors": {"infantry": 12, "medium_cavalry": 2}},
            {"name": "II", "factors": {"infantry": 12, "medium_cavalry": 1}},
            {"name": "III", "factors": {"infantry": 10}},
        ],
    },
    "chits": {"attacker": "EscalatedAssault", "defender": "Cordon"},
    "river": True,
    "points": 1,
}  # fmt: skip
KINDS: Final = kinds(kind("eia-battle", BATTLE, EXAMPLE, resolve, odds, check))
