"""Kinds of Empires in Arms: port guns and port raids."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from engine.adjudicator.document_kind import Answer, Table, call_with
from engine.adjudicator.eia import sea
from engine.adjudicator.eia.shapes import (
    POINTS_NEEDED,
    WAY_HOME,
    answer,
    chances,
    complain,
    damaged,
    dice_lines,
    in_tenths,
    lacking,
    odds_at_sea,
    played,
    side_name,
    weighed,
)
from engine.chances.distribution import mean
from engine.chances.steps import Taken
from engine.documents.complaints import Complaints
from engine.eia import naval, raid_battle
from engine.eia.raid_battle import ATTACKER, DEFENDER, Raid, Side, Troops
from engine.eia.reasons import Reason, applicable
from engine.facts.document_fields import Words, record

WORDS: Final[Words] = {**sea.WORDS, "troops at a port": record("troops at a port", {}, Troops)}


def resolve_port_guns(values: dict[str, Any], table: Table) -> Answer:
    """Whether the port guns fire (EIA-RAID-02, EIA-RAID-04 to EIA-RAID-07, EIA-GUN)."""
    found = call_with(values, raid_battle.guns)
    refused = values["access"] == "refused"
    outcome = {"fire": found.allowed, "war_needed": False, "may_declare_war": refused}
    head = f"The port guns {'fire' if found.allowed else 'stay silent'}."
    return answer(head, outcome, found.reasons)


def check_port_raid(values: dict[str, Any], complaints: Complaints) -> None:
    """Minor fleets need as many ships of majors along (EIA-RAID-01)."""
    attacker, defender = values["attacker"], values["defender"]
    minor = attacker["minor_ships"]
    barred = raid_battle.may_join(minor, max(0, attacker["ships"] - minor))
    complain("attacker.minor_ships", barred, complaints)
    if attacker["name"] == defender["name"]:
        complaints.say("defender.name", f"{defender['name']} is the name of the other side too")
    if "guns" in (attacker["name"], defender["name"]):
        complaints.say("attacker.name", "guns is the name of the harbour's dice")


def _side(values: dict[str, Any]) -> Side:
    return Side(
        values["name"],
        values["ships"] + values.get("loose_ships", 0),
        values["morale"],
        naval.die_modifiers(values["transporting"], values["modifiers"]),
    )


def _prepared(values: dict[str, Any]) -> Raid:
    attacker, defender = _side(values["attacker"]), _side(values["defender"])
    return Raid(attacker, defender, values["harbour"], values["guns"])


def resolve_port_raid(values: dict[str, Any], table: Table) -> Answer:
    """A port raid (EIA-RAID, EIA-NAV-09)."""
    prepared = _prepared(values)
    state, taken = played(raid_battle.steps(prepared), raid_battle.START, table)
    names = prepared.attacker.name, prepared.defender.name
    winner = raid_battle.winner(prepared, state)
    home = damaged(table, names[1], state[DEFENDER], "1: it is lost", raid_battle.lost_at_home)
    lost_on, at_sea = values["attacker"]["lost_on"], None
    if lost_on is not None:
        why = f"{lost_on} or less: lost"
        at_sea = damaged(table, names[0], state[ATTACKER], why, lambda die: die <= lost_on)
    loose, guns = values["defender"]["loose_ships"], values["guns"]
    beaten = "" if winner is None else f"{side_name(names[winner])} broke the enemy and hit more."
    reasons = applicable(
        Reason("No chits: 3-3 against 1-1, 2-2 and 2-2.", "EIA-RAID-08"),
        (loose, "Ships in port without a fleet fire too.", "EIA-NAV-09"),
        (guns, "The guns fire on the way in, table 4-1, unmodified.", "EIA-RAID-03"),
        (guns, "The attacker's morale is cut before round 1.", "EIA-RAID-09"),
        (guns, "And on the way out, table 5-1.", "EIA-RAID-12"),
        (not beaten, "No winner: a draw, no political points.", "EIA-RAID-14"),
        (beaten, beaten, "EIA-RAID-13"),
    )
    reasons += raid_battle.afterwards(values["to"])
    needs = lacking(
        (winner is not None and values["points"] is None, POINTS_NEEDED),
        (state[ATTACKER] and lost_on is None, f"attacker.{WAY_HOME}"),
    )
    outcome: dict[str, Any] = {
        "winner": None if winner is None else names[winner],
        "draw": winner is None,
        "political_points": 0 if winner is None else values["points"],
        "sides": {
            name: {
                "damaged": state[at],
                "morale_lost": in_tenths(state[2 + at]),
                "broken": raid_battle.is_broken(prepared, state, at),
                "lost": home if at else at_sea,
            }
            for at, name in enumerate(names)
        },
        "attacker_to": values["to"],
        "pursuit": False,
        "needs": needs,
    }
    lines = dice_lines(taken, _said)
    lines += [f"{side_name(name)}: {state[at]} damaged" for at, name in enumerate(names)]
    groups = [
        (side.name, "combat", side.modifiers) for side in (prepared.attacker, prepared.defender)
    ]
    head = "A draw." if winner is None else f"{side_name(names[winner])} wins the raid."
    return answer(head, outcome, reasons, groups, [*lines, *needs])


def _said(taken: Taken) -> str:
    number, morale = taken.effect
    unit = "%" if taken.rolled.name.rpartition(".")[2].startswith("round") else " ships"
    return f"{number}{unit}, morale {in_tenths(morale)}"


def odds_port_raid(values: dict[str, Any], table: Table) -> Answer:
    """The exact chances of a raid over every die."""
    prepared = _prepared(values)
    names = prepared.attacker.name, prepared.defender.name
    found = weighed(raid_battle.steps(prepared), raid_battle.START, table, (".damaged",))
    winner = partial(raid_battle.winner, prepared)
    won, hit = odds_at_sea(found, names, winner, "damaged")
    broken = {
        name: float(mean(found, partial(raid_battle.is_broken, prepared, at=at)))
        for at, name in enumerate(names)
    }
    return chances("The raid", {**won, "broken": broken, **hit})
