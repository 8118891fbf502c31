"""Kinds of Empires in Arms at sea: blockades, ports, hulks, morale, supply."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from engine.eia import blockade, hulks, naval, tables
from engine.eia.chances import FACES, plain, successes
from engine.eia.naval import Waters
from engine.eia.reasons import Reason, reminders
from engine.report import Modifier, total
from engine.resolving.eia_shapes import (
    FLAG,
    LABEL,
    NAME,
    NUMBER,
    POWER,
    SHIPS,
    answer,
    chances,
    counted,
    every,
    fields,
    kind,
    kinds,
    listed,
    tens,
    yes,
)  # fmt: skip
from engine.resolving.fields import Choice, Complaints, Field, Named, Perhaps, Whole
from engine.resolving.kind import Answer, Table

# Testing a blockade

STACK: Final = fields(
    "a blockading stack",
    Field("name", NAME, "name of the stack, for its die", "BLOCKADER"),
    Field("british", FLAG, "whether it holds a British fleet", False),
)
STACKS: Final = listed(STACK, 1, 6)
BLOCKADE: Final = (
    Field("port", LABEL, "the blockaded port", "the port"),
    Field("tested_this_phase", FLAG, "whether this port was tested this phase already", False),
    Field("villeneuve", FLAG, "Villeneuve is with the blockaded stack", False),
    Field("blockaders", STACKS, "the blockading stacks"),
)


def _stacks(values: dict[str, Any]) -> list[tuple[str, tuple[Modifier, ...]]]:
    return [
        (f"{each['name']}.test", blockade.modifiers(each["british"], values["villeneuve"]))
        for each in values["blockaders"]
    ]


def check_test(values: dict[str, Any], complaints: Complaints) -> None:
    """A port is tested once a phase, and stacks have names of their own."""
    if values["tested_this_phase"]:
        complaints.say("tested_this_phase", "a port is tested once in a naval phase (EIA-BLK-01)")
    names = [each["name"] for each in values["blockaders"]]
    for one, other in pairwise(sorted(names)):
        if one == other:
            complaints.say("blockaders", f"two stacks have the name {one}")
    if "BLOCKADED" in names:
        complaints.say("blockaders", "BLOCKADED is the name of the blockaded stack's die")


FOLLOWS: Final = {
    blockade.HOLDS: (
        "The blockade holds.",
        (Reason("The blockader's total is equal or higher.", "EIA-BLK-02"),),
    ),
    blockade.LIFTED: (
        "The blockaders withdraw to an adjacent sea area of their choice.",
        (
            Reason("The blockaded stack's total is higher: the blockade fails.", "EIA-BLK-02"),
            Reason("All of them go to an adjacent sea area of their choice.", "EIA-BLK-03"),
            Reason("From there they may intercept fleets leaving port as usual.", "EIA-BLK-04"),
        ),
    ),
    blockade.BATTLE: (
        "The blockaded stack has to give battle to all blockaders.",
        (Reason("The blockader's total is higher by two or more.", "EIA-BLK-05"),),
    ),
}


def test_blockade(values: dict[str, Any], table: Table) -> Answer:
    """A test of a blockade (EIA-BLK)."""
    own = table.throw("BLOCKADED.test", (), "the blockaded stack")
    totals, groups = [], []
    for name, modifiers in _stacks(values):
        totals.append(table.throw(name, modifiers, "keeping the blockade") + total(modifiers))
        groups.append(("", name, modifiers))
    result = blockade.tested(own, totals)
    head, reasons = FOLLOWS[result]
    if len(totals) > 1:
        reasons = (*reasons, Reason(f"The lowest roll counts: {min(totals)}.", "EIA-BLK-06"))
    outcome = {
        "result": result,
        "blockaded": own,
        "blockaders": totals,
        "counts": min(totals),
        "difference": min(totals) - own,
        "withdraws_to": "an adjacent sea area" if result == blockade.LIFTED else None,
        "may_intercept": result == blockade.LIFTED,
    }
    said = f"Blockaded {own}, blockaders {', '.join(map(str, totals))}: {result}."
    return answer(head, outcome, reasons, groups, [said])


def blockade_odds(values: dict[str, Any], table: Table) -> Answer:
    """The chance of each result: of several stacks the lowest total counts."""
    dice, lowest = values["dice"], {99: Fraction(1)}
    for name, modifiers in _stacks(values):
        faces = [dice[name]] if name in dice else list(FACES)
        after: dict[int, Fraction] = {}
        for low, chance in lowest.items():
            for face in faces:
                key = min(low, face + total(modifiers))
                after[key] = after.get(key, Fraction(0)) + chance / len(faces)
        lowest = after
    fixed = dice.get("BLOCKADED.test")
    own = [fixed] if fixed is not None else list(FACES)
    found = dict.fromkeys((blockade.HOLDS, blockade.BATTLE, blockade.LIFTED), Fraction(0))
    for low, chance in lowest.items():
        for face in own:
            found[blockade.tested(face, [low])] += chance / len(own)
    table.asked |= {"BLOCKADED.test", *(name for name, _ in _stacks(values))}
    return chances("The blockade", {"result": plain(found)})


# Breaking a blockade

BREAK: Final = (
    Field(
        "third_fleet",
        Perhaps(Choice(("engage", "evade", "support"), "a way of a third fleet")),
        "how a third fleet comes: it engages, evades interception, or fights with the blockaded",
        None,
    ),
    Field("intercepted", FLAG, "whether the evading third fleet was intercepted", False),
    Field(
        "result",
        Perhaps(Choice(("blockader wins", "draw", "blockader loses"), "a result")),
        "how the blockade combat ended",
        None,
    ),
)


def break_blockade(values: dict[str, Any], table: Table) -> Answer:
    """Breaking a blockade (EIA-BRK)."""
    outcome: dict[str, Any] = {}
    reasons: list[Reason] = []
    combat = True
    if values["third_fleet"] is not None:
        third = blockade.third_fleet(values["third_fleet"], values["intercepted"])
        outcome |= {
            "battle": third.battle or None,
            "blockaded_fight": third.blockaded_fight,
            "joins_port": third.joins_port,
        }
        reasons += third.reasons
        combat = third.battle == "blockade"
    if values["result"] is not None and combat:
        after = blockade.after_combat(values["result"])
        outcome |= {
            "blockade_kept": not after.moves_on,
            "moves_on": after.moves_on,
            "blockader_stays": after.blockader_stays,
        }
        reasons += after.reasons
    head = "A blockade is " + ("broken." if outcome.get("moves_on") else "met.")
    return answer(head, outcome, reasons)


# Ports

GUN_TROOPS: Final = fields(
    "troops at a port",
    Field("player", LABEL, "the player; his minors count for him"),
    Field("factors", Whole(1, 500, "a number of factors"), "how many"),
    Field("fire", FLAG, "whether the player wants the guns to fire", True),
)
PORT_TAKEN: Final = (
    Field("captor", POWER, "who controls the port now"),
    Field("owner", LABEL, "whose fleets were in it"),
    Field("minor", FLAG, "whether that is a minor", False),
    Field("fleets", Named(SHIPS, "fleets with their ships"), "fleets that didn't get out", {}),
    Field("loose_ships", SHIPS, "ships without a fleet counter", 0),
    Field("leaders", listed(LABEL, 0, 6), "naval leaders with them", []),
    Field("hulks", NUMBER, "hulks in the port", 0),
)


def port_taken(values: dict[str, Any], table: Table) -> Answer:
    """A port falls to an enemy (EIA-PORT, EIA-NAV-10, EIA-HULK-09)."""
    lost = naval.port_taken(
        values["fleets"], values["minor"], values["loose_ships"], values["leaders"],
        values["captor"],
    )  # fmt: skip
    reasons = list(lost.reasons)
    if values["hulks"]:
        reasons.append(Reason("The port is taken: its hulks are lost.", "EIA-HULK-09"))
    outcome = {
        "scuttled": lost.scuttled,
        "surrendered": lost.surrendered,
        "ships_lost": lost.loose_ships,
        "political_points": lost.points,
        "leaders_captured": list(lost.captured),
        "captor": values["captor"],
        "hulks_lost": values["hulks"],
    }
    return answer(f"{values['captor']} takes the port.", outcome, reasons)


# Hulks

DISTANCE: Final = Whole(0, 20, "a distance")
HULK: Final = (
    Field("sunk", Named(SHIPS, "ships", lambda name: name in hulks.SHIPS, ", ".join(hulks.SHIPS)),
          "the ships sunk in the battle, by type"),
    Field("sunk_of", LABEL, "whose ships they were"),
    Field("winner", Perhaps(LABEL, ""), "who won; null for a draw", None),
    Field("minor", FLAG, "whether the one who gets them is a minor", False),
    Field("controller", Perhaps(LABEL, ""), "the major that controls the minor", None),
    Field("raid", Perhaps(Choice(("attacker", "defender"), "a side of a raid")),
          "after a port raid: the side that gets them", None),
    Field("distance", DISTANCE, "movement points from the battle (or raided port) to the port", 0),
    Field("port", LABEL, "the port they are taken to", "the port"),
    Field("port_owner", Perhaps(LABEL, ""), "whose port it is; null: the hulks' owner", None),
    Field("leave", FLAG, "an ally's leave to use his port", False),
)  # fmt: skip


def _tow(values: dict[str, Any]) -> tuple[str, list[Reason], int, int]:
    """Who gets the hulks and why, how many there are, and how far they go."""
    got = hulks.owner(values["sunk_of"], values["winner"] or "")
    reasons = [got.reason]
    power = got.power
    if values["minor"]:
        held = hulks.holder(power, True, values["controller"] or "")
        power = held.power
        reasons.append(held.reason)
    distance = values["distance"]
    if values["raid"] == "defender":
        distance = 0
        reasons.append(Reason("Sunk in the port: distance 0, no roll.", "EIA-HULK-10"))
    elif values["raid"] == "attacker":
        reasons.append(Reason("The distance is from the raided port.", "EIA-HULK-11"))
    return power, reasons, hulks.hulks(values["sunk"]), distance


def _barred(values: dict[str, Any], power: str) -> tuple[Reason, ...]:
    port_owner = values["port_owner"] or power
    return hulks.may_go(port_owner, power, values["leave"])


def hulk(values: dict[str, Any], table: Table) -> Answer:
    """Hulks of a battle, and their way to a port (EIA-HULK)."""
    power, reasons, count, distance = _tow(values)
    refused = _barred(values, power)
    reasons += [Reason(f"{count} ships of the line and heavy ships sunk.", "EIA-HULK-01"), *refused]
    dice: list[int | None] = []
    if power and not refused:
        for number in range(1, count + 1):
            if distance == 0:
                dice.append(None)
            else:
                dice.append(table.throw(f"hulk{number}", (), f"more than {distance} saves it"))
        if distance:
            why = f"The die has to beat the distance {distance}."
            reasons += [
                Reason("Counted as a fleet moves, the shortest way.", "EIA-HULK-04"),
                Reason(why, "EIA-HULK-05"),
            ]
    gained = sum(die is None or hulks.saved(die, distance) for die in dice)
    outcome = {
        "hulks": count,
        "owner": power or None,
        "port": values["port"],
        "distance": distance,
        "gained": gained,
        "sunk": count - gained,
    }
    return answer(f"{power or 'Nobody'} gains {gained} of {count} hulks.", outcome, reasons)


def hulk_odds(values: dict[str, Any], table: Table) -> Answer:
    """The chance of each number of hulks saved."""
    power, _, count, distance = _tow(values)
    if not power or _barred(values, power):
        return chances("Hulks gained", {"gained": {"0": 1.0}, "expected": 0.0})
    fixed = [values["dice"].get(f"hulk{number}") for number in range(1, count + 1)]
    sure = sum(hulks.saved(die, distance) for die in fixed if die is not None)
    table.asked |= {f"hulk{number}" for number, die in enumerate(fixed, 1) if die is not None}
    chance = Fraction(sum(hulks.saved(die, distance) for die in FACES), len(FACES))
    found = {
        sure + more: share
        for more, share in successes(chance, sum(die is None for die in fixed)).items()
    }
    mean = sum((number * share for number, share in found.items()), Fraction(0))
    return chances("Hulks gained", {"gained": plain(found), "expected": float(mean)})


SHIP: Final = Choice(hulks.SHIPS, "a ship")
BUILD: Final = (
    Field("ship", SHIP, "what is built"),
    Field("price", Perhaps(NUMBER), "its price in money; null: as the club's list has it", None),
    Field("builder", LABEL, "the nation that builds"),
    Field("minor", FLAG, "whether that is a minor", False),
    Field("controller", Perhaps(LABEL, ""), "the major that controls the minor", None),
    Field("owner", LABEL, "whose hulk it is"),
    Field("leave", FLAG, "whether the owner lets his minor use it", False),
    Field("hulk_port", LABEL, "where the hulk lies", "the port"),
    Field("build_port", LABEL, "where the ship is built", "the port"),
)


def check_build(values: dict[str, Any], complaints: Complaints) -> None:
    """A ship that the club's list doesn't price needs one."""
    known = [line["ship"] for line in tables.rows("naval_ships_club")]
    if values["price"] is None and values["ship"] not in known:
        complaints.say("price", f"is missing: no list prices the {values['ship']}")


def hulk_build(values: dict[str, Any], table: Table) -> Answer:
    """A ship built from a hulk (EIA-HULK-06 to EIA-HULK-08, EIA-NAV-12)."""
    price = values["price"]
    if price is None:
        price = tables.figure("naval_ships_club", values["ship"], "money")
    made = hulks.built(values["ship"], price)
    reasons = list(
        hulks.may_use(values["builder"], values["minor"], values["owner"],
                      values["controller"] or "", values["leave"])
    )  # fmt: skip
    if made is None:
        reasons.append(Reason(f"No {values['ship']} is built from a hulk.", "EIA-HULK-06"))
    allowed = not reasons
    if made is not None and allowed:
        reasons.append(Reason(f"{made.price} money and {made.months} months.", "EIA-HULK-07"))
        if values["hulk_port"] != values["build_port"]:
            reasons.append(Reason("A hulk serves building anywhere.", "EIA-HULK-08"))
    outcome = {
        "allowed": allowed,
        "price": made.price if made is not None and allowed else None,
        "months": made.months if made is not None and allowed else None,
    }
    head = f"A {values['ship']} from a hulk: {yes(allowed)}."
    return answer(head, outcome, reasons, reminders=reminders("building"))


# Morale and modifiers

FLEET: Final = fields(
    "a fleet",
    Field("nation", Choice(naval.FLEETS, "a nation with fleets", {"great_britain": "britain"}),
          "whose ships"),
    Field("ships", Whole(1, 200, "a number of ships"), "how many, for the average of a stack", 1),
    Field("dominant", FLAG, "whether the power is dominant", False),
)  # fmt: skip
NAVAL_MORALE: Final = (
    Field("fleets", listed(FLEET, 1), "the fleets of the stack"),
    Field("sea", Choice(naval.SEAS, "a sea"), "the sea it lies on, ports and boxes with it",
          "other"),
    Field("near_britain", FLAG, "in a sea area next to Britain, a blockade box next to such an "
          "area, or a port of the British home nation", False),
)  # fmt: skip


def naval_morale(values: dict[str, Any], table: Table) -> Answer:
    """The morale of a naval stack (EIA-NMOR)."""
    waters = Waters(values["sea"], values["near_britain"])
    parts, shown, groups, several = [], [], [], False
    for each in values["fleets"]:
        first, added = naval.morale(each["nation"], each["dominant"], waters)
        parts.append((each["ships"], first + total(added)))
        shown.append({"nation": each["nation"], "base": tens(first), "morale": tens(parts[-1][1])})
        groups.append((each["nation"], "morale in tenths", added))
        several |= len(added) > 1
    whole = naval.stack_morale(parts)
    reasons = [Reason("The fleets' morale, averaged by ships.", "EIA-NMOR-01")]
    if several:
        reasons.append(Reason("Different bonuses add up.", "EIA-NMOR-07"))
    outcome = {"morale": tens(whole), "fleets": shown}
    return answer(f"Naval morale {tens(whole)}.", outcome, reasons, groups)


OTHER_MODIFIER: Final = fields(
    "a modifier",
    Field("value", Whole(-9, 9, "a modifier"), "its value"),
    Field("why", LABEL, "what it is for"),
)
NAVAL_DIE: Final = (
    Field("transporting", FLAG, "whether any fleet of the stack carries troops", False),
    Field("others", listed(OTHER_MODIFIER), "the other modifiers of the naval combat die", []),
)


def naval_die(values: dict[str, Any], table: Table) -> Answer:
    """A naval combat die with its modifiers (EIA-NAV-02, EIA-NAV-03)."""
    others = [Modifier(each["value"], each["why"], "EIA-SET-03") for each in values["others"]]
    modifiers = naval.die_modifiers(values["transporting"], others)
    die = table.throw("combat", modifiers, "naval combat")
    result = max(tables.LOWEST, min(tables.HIGHEST, die + total(modifiers)))
    outcome = {"modifier": total(modifiers), "result": result}
    head = f"Naval combat {die} {total(modifiers):+} reads as {result}."
    return answer(head, outcome, (), [("", "combat", modifiers)])


def naval_die_odds(values: dict[str, Any], table: Table) -> Answer:
    """The chance of each result of a naval combat die."""
    ways = every(naval_die, values, table)
    return chances("Naval combat", {"result": counted(ways, lambda found: found["result"])})


# Movement and supply

SEA_AREA: Final = fields(
    "a sea area",
    Field("name", LABEL, "the sea area", "a sea area"),
    Field("depot", FLAG, "whether the path touches a depot there", False),
)
NAVAL_SUPPLY: Final = (Field("path", listed(SEA_AREA, 1, 60), "the sea areas in order"),)


def naval_supply(values: dict[str, Any], table: Table) -> Answer:
    """A naval supply path (EIA-NSUP-01)."""
    depots = [each["depot"] for each in values["path"]]
    allowed, longest = blockade.supplied(depots), blockade.longest_leg(depots)
    reason = Reason(f"The longest run without a depot: {longest} sea areas.", "EIA-NSUP-01")
    outcome = {"supplied": allowed, "longest": longest}
    return answer(f"Naval supply: {yes(allowed)}.", outcome, [reason])


FLEE: Final = (
    Field("war_declared", FLAG, "war was declared on the power this turn", False),
    Field("carries_troops", FLAG, "the fleet carries troops", False),
    Field("naval_begun", FLAG, "naval movement has begun", False),
    Field("fled", FLAG, "the power has moved fleets in the Flee step this turn", False),
    Field("act", Choice(("flee", *naval.ACTS), "an act"), "what a fleet wants to do", "flee"),
)


def flee(values: dict[str, Any], table: Table) -> Answer:
    """The Flee step, and what a power that fled may do (EIA-NAV-04 to EIA-NAV-07)."""
    if values["act"] == "flee":
        found = naval.may_flee(
            values["war_declared"], values["carries_troops"], values["naval_begun"]
        )
        reasons = found.reasons or (
            Reason("Up to full movement, before naval movement.", "EIA-NAV-04"),
        )
    else:
        found = naval.may_act(values["fled"], values["act"])
        reasons = found.reasons
    head = f"{values['act'].capitalize()}: {yes(found.allowed)}."
    return answer(head, {"allowed": found.allowed}, reasons)


SQUADRONS: Final = (
    Field("ships", SHIPS, "the ships of the fleet"),
    Field("full_turns", NUMBER, "full turns blockaded", 0),
)


def squadrons(values: dict[str, Any], table: Table) -> Answer:
    """What a blockaded fleet announces (EIA-NAV-16)."""
    found = naval.announced(values["ships"], values["full_turns"])
    head = "Nothing is announced." if found is None else f"It announces {found} full squadrons."
    reason = Reason("After each full blockaded turn: full squadrons.", "EIA-NAV-16")
    return answer(head, {"announced": found}, [reason], reminders=reminders("fleets"))


LANDING: Final = (
    Field("friendly", FLAG, "the area holds a friendly port", True),
    Field("besieged", FLAG, "the port is besieged", False),
    Field("blockaded", FLAG, "the port is blockaded", False),
    Field("room", FLAG, "the port has room for the counter", True),
)


def landing(values: dict[str, Any], table: Table) -> Answer:
    """Where a landing counter may go (EIA-ERR-14)."""
    places, reason = naval.disembarked(
        values["besieged"], values["blockaded"], values["friendly"], values["room"]
    )
    return answer(f"It lands in: {' or '.join(places)}.", {"places": list(places)}, [reason])


STRAIT: Final = (
    Field("power", POWER, "whose fleet"),
    Field("access", FLAG, "Turkey grants passage of the Dardanelles", False),
)


def strait(values: dict[str, Any], table: Table) -> Answer:
    """Out of Constantinople's port or blockade box (EIA-NAV-14, EIA-ALL-01)."""
    found = naval.passage(values["power"], values["access"])
    head = f"Passage to either sea: {yes(found.allowed)}."
    return answer(head, {"allowed": found.allowed}, found.reasons)


GULF: Final[dict[str, Any]] = {
    "sunk": {"ship of the line": 2},
    "sunk_of": "britain",
    "winner": "russia",
    "distance": 1,
    "port": "St. Petersburg",
    "dice": {"hulk1": 1, "hulk2": 4},
}
KINDS: Final = kinds(
    kind("eia-blockade-test", BLOCKADE,
         {"port": "Brest", "villeneuve": True,
          "blockaders": [{"name": "CHANNEL", "british": True}, {"name": "BISCAY"}],
          "dice": {"BLOCKADED.test": 3, "CHANNEL.test": 4, "BISCAY.test": 5}},
         test_blockade, blockade_odds, check_test),
    kind("eia-blockade-break", BREAK, {"third_fleet": "support", "result": "draw"},
         break_blockade),
    kind("eia-port-taken", PORT_TAKEN,
         {"captor": "france", "owner": "spain", "fleets": {"II": 12}, "leaders": ["Gravina"],
          "hulks": 2}, port_taken),
    kind("eia-hulk", HULK, GULF, hulk, hulk_odds),
    kind("eia-hulk-build", BUILD,
         {"ship": "ship of the line", "builder": "russia", "owner": "russia",
          "hulk_port": "St. Petersburg", "build_port": "Odessa"}, hulk_build, None, check_build),
    kind("eia-naval-morale", NAVAL_MORALE,
         {"fleets": [{"nation": "britain", "dominant": True}], "near_britain": True},
         naval_morale),
    kind("eia-naval-die", NAVAL_DIE,
         {"transporting": True, "others": [{"value": 1, "why": "British fleets"}]},
         naval_die, naval_die_odds),
    kind("eia-naval-supply", NAVAL_SUPPLY,
         {"path": [{"name": "North Sea"}, {"name": "Kattegat", "depot": True},
                   {"name": "Baltic"}]}, naval_supply),
    kind("eia-flee", FLEE, {"war_declared": True, "act": "flee"}, flee),
    kind("eia-squadrons", SQUADRONS, {"ships": 27, "full_turns": 1}, squadrons),
    kind("eia-landing", LANDING, {"besieged": True, "blockaded": False}, landing),
    kind("eia-strait", STRAIT, {"power": "russia", "access": True}, strait),
)  # fmt: skip
