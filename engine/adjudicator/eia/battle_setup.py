"""The document of a land battle of Empires in Arms, what doesn't fit in it, and its setup."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator.eia import shapes
from engine.adjudicator.eia.shapes import (
    check_apart,
    check_sides,
    complain,
    in_tenths,
    side_name,
)
from engine.chances.steps import State
from engine.documents.complaints import Complaints
from engine.documents.fields import Choice, Named, Whole
from engine.eia import leaders, stacking, tables, troops
from engine.eia.battles import battle, combat_tables
from engine.eia.battles.battle import Force, Guard, Reinforcement, Setup
from engine.eia.reasons import Reason
from engine.eia.troops import Nation
from engine.facts.document_fields import Words
from engine.modifiers import Modifier, total

ATTACKING, DEFENDING = (Choice(them, "a chit") for them in combat_tables.chits())
WORDS: Final[Words] = {
    **shapes.WORDS,
    "nation whose morale is known": Choice(tables.nations(), "a nation whose morale is known"),
    "factors": Named(Whole(0, 500, "a number of factors"), "factors", troops.TROOPS),
    "attacker's chit": ATTACKING,
    "defender's chit": DEFENDING,
    "terrain": Choice(combat_tables.terrains(), "a terrain"),
    "table": Choice(combat_tables.levels(), "a table"),
}  # fmt: skip

KEYS: Final = ("attacker", "defender")


def nation_of(corps: dict[str, Any], side: dict[str, Any], types: bool) -> Nation:
    """What the morale of a corps is read with."""
    return Nation(
        corps["nation"] or side["nation"], corps["dominant"], corps["british_trained"],
        corps["ottoman"], types,
    )  # fmt: skip


def is_ottoman(corps: dict[str, Any], side: dict[str, Any]) -> bool:
    """Whether a corps is of the Ottoman Empire, or of a state that could join it (EIA-OE-07)."""
    return nation_of(corps, side, True).is_ottoman


def morale_of(
    troop: str, corps: dict[str, Any], side: dict[str, Any], types: bool
) -> tuple[int | None, Reason]:
    """The morale of a troop in tenths, or the figure of the document where the sources disagree."""
    found = troops.morale(troop, nation_of(corps, side, types), corps["name"])
    return corps["morale"] if found.morale is None else found.morale, found.reason


def leader_names(side: dict[str, Any]) -> tuple[str, ...]:
    """The names of the leaders of a side, those of reinforcements too."""
    named = [side["commander"], *side["leaders"]]
    named += [each["leader"] for each in side["reinforcements"]]
    return tuple(leader["name"] for leader in named if leader is not None)


def guard_led(side: dict[str, Any], leader: str, last: int = battle.ROUNDS[-1]) -> int:
    """The highest commitment of guards that a leader leads up to some round, 0 for none."""
    led = [each["commitment"] for each in side["guards"]
           if each["leader"] == leader and each["round"] <= last]  # fmt: skip
    return max(led, default=0)


def chits_of(values: dict[str, Any]) -> tuple[str, str] | None:
    """The two chits, where they are chosen."""
    given = values["chits"]
    return None if given is None else (given["attacker"], given["defender"])


# What does not fit


def check_battle(values: dict[str, Any], complaints: Complaints) -> None:
    """Stacking, guards, disputed figures, and who may withdraw."""
    check_sides(values, complaints)
    for key in KEYS:
        _check_side(values, key, complaints)
    chits = chits_of(values)
    if chits is None:
        return
    found = battle.chart_dispute(chits, values["river"])
    if found and values["disputed_table"] is None:
        complaints.lack("disputed_table", f"the sources dispute a table, {found}")
    for key, chit in zip(KEYS, chits, strict=True):
        around = [corps for corps in values[key]["corps"] if corps["role"] == "outflanking"]
        if around and chit != "Outflank":
            complaints.say(f"{key}.corps", "corps go round only with the chit Outflank")
    attackers = [corps["type"] for corps in values["attacker"]["corps"]]
    if chits[1] == "Withdraw":
        complain("chits.defender", troops.may_retire(attackers), complaints)


def _check_side(values: dict[str, Any], key: str, complaints: Complaints) -> None:
    side = values[key]
    corps = [(f"{key}.corps[{n}]", each) for n, each in enumerate(side["corps"])]
    for m, joining in enumerate(side["reinforcements"]):
        corps += [
            (f"{key}.reinforcements[{m}].corps[{n}]", each)
            for n, each in enumerate(joining["corps"])
        ]
        complain(f"{key}.reinforcements[{m}].corps", _joins(joining), complaints)
        if joining["leader"] is None and intrinsic(side) is None:
            complaints.lack(f"{key}.ratings", "no source rates this nation's corps")
    for where, each in corps:
        for troop, number in each["factors"].items():
            spirit, _ = morale_of(troop, each, side, values["cavalry_types"])
            if number and spirit is None and side["morale"] is None:
                why = f"is missing: the morale of {troop} of {each['nation'] or side['nation']}"
                complaints.say(f"{where}.morale", f"{why} is disputed or not known")
    if not any(sum(each["factors"].values()) for each in corps_of(side, "fighting")):
        complaints.say(f"{key}.corps", "no factor of the side fights")
    why = "two leaders have the same name"
    check_apart(leader_names(side), f"{key}.leaders", why, complaints)
    if side["commander"] is None and intrinsic(side) is None:
        complaints.lack(f"{key}.ratings", "no source rates this nation's corps")
    if side["commander"] is not None:
        complain(f"{key}.corps", forces_brought(side).refused, complaints)
    _check_guards(side, key, complaints)


def _check_guards(side: dict[str, Any], key: str, complaints: Complaints) -> None:
    rounds = [each["round"] for each in side["guards"]]
    check_apart(rounds, f"{key}.guards", "guards are committed once a round", complaints)
    for n, each in enumerate(side["guards"]):
        here = f"{key}.guards[{n}]"
        barred = leaders.may_lead_guard(each["leader"], leader_names(side))
        complain(f"{here}.leader", barred, complaints)
        limit = combat_tables.guard_limit(side["nation"])
        whose = f"guards of {tables.printed_name(side['nation'])}"
        if each["troop"] == "heavy_cavalry":
            limit, whose = combat_tables.heavy_limit(), "heavy cavalry (EIA-CAV-04)"
        if each["commitment"] > limit:
            most = f"may be at most +{limit}" if limit else "is not allowed"
            complaints.say(f"{here}.commitment", f"{most} for {whose}")
        coming = [one["leader"]["name"] for one in side["reinforcements"] if one["leader"]]
        if each["round"] == 1 and each["leader"] in coming:
            complaints.say(f"{here}.leader", "joins after the first round at best (EIA-LDR-02)")
        if not factors_of(corps_of(side, "fighting", "outflanking")).get(each["troop"]):
            complaints.say(f"{here}.troop", f"no corps that fights has {each['troop']}")


def corps_of(side: dict[str, Any], *roles: str) -> list[dict[str, Any]]:
    """The corps of a side that have one of these roles."""
    return [corps for corps in side["corps"] if corps["role"] in roles]


def reinforcements(side: dict[str, Any], state: State, at: int, come: bool) -> list[dict[str, Any]]:
    """The reinforcements of a side that have come, or those that have not."""
    bits = state[battle.REINFORCED + at]
    return [each for n, each in enumerate(side["reinforcements"]) if bool(bits >> n & 1) == come]


def cavalry_corps(corps: list[dict[str, Any]]) -> int:
    """How many of them are cavalry corps."""
    return sum(each["type"] == "cavalry" for each in corps)


def forces_brought(side: dict[str, Any]) -> stacking.Brought:
    """What a side brings into the battle."""
    fighting = corps_of(side, "fighting", "outflanking")
    here = len(side["corps"])
    here += sum(len(each["corps"]) for each in side["reinforcements"] if each["same_area"])
    maximum = side["commander"]["maximum"]
    return stacking.brought(maximum, len(fighting), cavalry_corps(fighting), here)


def _joins(joining: dict[str, Any]) -> tuple[Reason, ...]:
    leader, corps = joining["leader"], joining["corps"]
    if leader is None:
        return ()
    count = len(corps)
    return stacking.brought(leader["maximum"], count, cavalry_corps(corps), count, True).refused


def intrinsic(side: dict[str, Any]) -> tuple[int, int] | None:
    """The ratings of a side without a leader; None where no source knows them."""
    given = side["ratings"]
    return (given["strategic"], given["tactical"]) if given else tables.intrinsic(side["nation"])


# The setup


def factors_of(corps: list[dict[str, Any]]) -> dict[str, int]:
    """Factors by troop in the order in which they are lost."""
    return {
        troop: number
        for troop in troops.TROOPS
        if (number := sum(each["factors"].get(troop, 0) for each in corps))
    }


def _sum(corps: list[dict[str, Any]]) -> int:
    return sum(factors_of(corps).values())


def _morale(side: dict[str, Any], types: bool) -> tuple[int, list[Reason]]:
    """The average morale of a side's troops, in tenths, and the rules that make it (EIA-CAV-01 to
    EIA-CAV-03, EIA-SET-03)."""
    reasons: list[Reason] = []
    parts: list[tuple[int, int]] = []
    for corps in corps_of(side, "fighting", "outflanking"):
        for troop, number in corps["factors"].items():
            spirit, reason = morale_of(troop, corps, side, types)
            if number and spirit is not None:
                parts.append((number, spirit))
                if reason.why and reason.rule != "EIA-SET-03":
                    whose = (
                        f"{side_name(side['name'])}, {troop.replace('_', ' ')} {in_tenths(spirit)}"
                    )
                    reasons.append(Reason(f"{whose}: {reason.why}", reason.rule))
    given: int | None = side["morale"]
    return (troops.average(parts) if given is None else given), reasons


def force_of(side: dict[str, Any], types: bool) -> tuple[Force, tuple[Modifier, ...], list[Reason]]:
    """A side before the first die, the modifiers of its rating, and what makes its morale."""
    fighting = corps_of(side, "fighting", "outflanking")
    commander = side["commander"]
    penalty: tuple[Modifier, ...] = ()
    if commander is None:
        strategic, rating = intrinsic(side) or (0, 0)
    else:
        penalty = forces_brought(side).modifiers
        strategic, rating = commander["strategic"], commander["tactical"] + total(penalty)
    spirit, reasons = _morale(side, types)
    cavalry = sum(troops.superiority(each["factors"], is_ottoman(each, side)) for each in fighting)
    counted = factors_of(fighting)
    joining = []
    for each in side["reinforcements"]:
        leader = each["leader"]
        own = leader["strategic"] if leader is not None else (intrinsic(side) or (0, 0))[0]
        joining.append(Reinforcement(_sum(each["corps"]), own, each["same_area"]))
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
        _sum(corps_of(side, "surplus")),
        _sum(corps_of(side, "outflanking")),
        counted.get("artillery", 0) if side["bombard"] else 0,
        all(troop in troops.CAVALRY for troop in counted),
        side["surrounded"],
        guards,
        tuple(joining),
    )
    return force, penalty, reasons


def setup_of(values: dict[str, Any], chits: tuple[str, str]) -> Setup:
    """The battle of a document with two chits."""
    forces = tuple(force_of(values[key], values["cavalry_types"])[0] for key in KEYS)
    return Setup(
        (forces[0], forces[1]), chits, values["terrain"], values["river"],
        values["disputed_table"] or "",
    )  # fmt: skip
