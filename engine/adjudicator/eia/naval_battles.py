"""The kind `eia-naval-battle`: a battle of fleets, from the wind to the hulks and a blockade."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.adjudicator.document_kind import Answer, Table
from engine.adjudicator.eia import naval_battle_story, sea
from engine.adjudicator.eia.shapes import (
    IN_TENTHS,
    POINTS_NEEDED,
    WAY_HOME,
    answer,
    chances,
    check_apart,
    check_sides,
    damaged,
    dice_lines,
    fates,
    in_tenths,
    lacking,
    odds_at_sea,
    played,
    side_name,
    weighed,
)
from engine.chances.steps import State
from engine.documents.complaints import Complaints
from engine.documents.fields import Choice
from engine.eia import blockade_and_supply, hulks, naval, tables
from engine.eia.battles import combat_tables, sea_battle
from engine.eia.battles.sea_battle import ORDER, UNDER_SAIL, SeaBattle, Stack
from engine.eia.naval import Waters
from engine.eia.reasons import Reason, applicable
from engine.facts.document_fields import Words
from engine.modifiers import Modifier, total

WORDS: Final[Words] = {
    **sea.WORDS,
    "table": Choice(combat_tables.levels(), "a table"),
}

COLUMNS: Final = dict(zip(ORDER, ("ships", "heavy", "frigates", "transports"), strict=True))
KEYS: Final = ("attacker", "defender")


def check_naval_battle(values: dict[str, Any], complaints: Complaints) -> None:
    """Sides and fleets have names of their own, and every side has a ship."""
    check_sides(values, complaints)
    for key in KEYS:
        side = values[key]
        names, why = [each["name"] for each in side["fleets"]], "have the same name"
        check_apart(names, f"{key}.fleets", f"two fleets {why}", complaints)
        if not sum(_by_kind(side).values()):
            complaints.say(f"{key}.fleets", "no ship of the side fights")
        check_apart(side["leaders"], f"{key}.leaders", f"two leaders {why}", complaints)
        if side["aboard"] and not side["transporting"]:
            complaints.say(f"{key}.transporting", "troops are aboard: the side carries them")


def _by_kind(side: Mapping[str, Any]) -> dict[str, int]:
    return {ship: sum(each[column] for each in side["fleets"]) for ship, column in COLUMNS.items()}


def _sizes(side: Mapping[str, Any]) -> dict[str, int]:
    return {
        each["name"]: sum(each[column] for column in COLUMNS.values()) for each in side["fleets"]
    }


def _morale(values: dict[str, Any], side: dict[str, Any]) -> tuple[int, tuple[Modifier, ...]]:
    """A side's morale in tenths, and what was added to that of its fleets."""
    waters, parts, added = Waters(values["sea"], values["near_britain"]), [], []
    for each in side["fleets"]:
        first, more = naval.morale(each["nation"], each["dominant"], waters)
        parts.append((_sizes({"fleets": [each]})[each["name"]], first + total(more)))
        added += [one for one in more if one not in added]
    given: int | None = side["morale"]
    return (naval.stack_morale(parts), tuple(added)) if given is None else (given, ())


def _stack(values: dict[str, Any], key: str) -> Stack:
    side = values[key]
    mine, theirs = (_by_kind(values[one])["heavy ship"] for one in (key, KEYS[key == KEYS[0]]))
    others = (
        *sea_battle.combat_modifiers(side["from_port"], side["doctrine"]),
        *sea_battle.heavier(mine, theirs),
        *side["modifiers"],
    )
    british = any(each["nation"] == "britain" for each in side["fleets"])
    nelson = any(tables.person(name) == "Nelson" for name in side["leaders"])
    return Stack(
        side["name"], _by_kind(side), _morale(values, side)[0],
        naval.die_modifiers(side["transporting"], others),
        sea_battle.wind_modifiers(british, nelson), tuple(side["table"]),
    )  # fmt: skip


def _prepared(values: dict[str, Any]) -> SeaBattle:
    attacker, defender = (_stack(values, key) for key in KEYS)
    return SeaBattle(attacker, defender, values["wind"])


def resolve_naval_battle(values: dict[str, Any], table: Table) -> Answer:
    """A battle of fleets (EIA-NAV-02, EIA-NAV-03, EIA-NMOR, EIA-BRK-01 to EIA-BRK-03, EIA-HULK-01,
    EIA-HULK-02)."""
    prepared = _prepared(values)
    steps = sea_battle.steps(prepared)
    state, taken = played(steps, sea_battle.START, table, sea_battle.is_over)
    winner = sea_battle.winner(state)
    chased = sea_battle.chase(prepared, state, values["chase"])
    sides = {
        values[key]["name"]: _side(values, prepared, state, at, chased, table)
        for at, key in enumerate(KEYS)
    }
    names = [*sides]
    rounds = [int(one.rolled.name[-1]) for one in taken if one.rolled.name[-1].isdecimal()]
    fallen = {
        name: fates(name, dict.fromkeys(values[key]["leaders"], 0), table)
        for key, name in zip(KEYS, names, strict=True)
    }
    outcome: dict[str, Any] = {
        "winner": None if winner is None else names[winner],
        "ended": "both broke" if state[sea_battle.END] == sea_battle.BOTH_BROKE
        else "draw" if winner is None else f"round{max(rounds)}",
        "wind": (None, *names)[state[sea_battle.WIND]],
        "sides": sides,
        "pursuit": None if chased is None else {
            "by": names[chased.by], "lost": chased.lost, "prizes": values["prizes"],
        },
        "leaders": fallen,
        "hulks": _hulks(values, prepared, sides, winner),
        "political_points": _points(values, winner, fallen),
        "needs": _needs(values, state),
    }  # fmt: skip
    reasons = _reasons(values)
    if values["blockader"] != "none":
        held = KEYS.index(values["blockader"])
        result = "draw" if winner is None else f"blockader {'wins' if winner == held else 'loses'}"
        *held_it, why = blockade_and_supply.after_combat(result)
        outcome["blockade"] = dict(zip(("kept", "moves_on", "stays"), held_it, strict=True))
        reasons += why
    outcome["story"] = [
        tables.singular(line) for line in naval_battle_story.story_lines(values, outcome)
    ]
    lines = dice_lines(taken, lambda one: _said(one.effect))
    groups: list[tuple[str, str, tuple[Modifier, ...]]] = []
    for key, stack in zip(KEYS, (prepared.attacker, prepared.defender), strict=True):
        groups.append((stack.name, "combat", stack.modifiers))
        groups.append((stack.name, IN_TENTHS, _morale(values, values[key])[1]))
    head = "Nobody wins."
    if winner is not None:
        head = f"{side_name(names[winner])} wins at sea."
    return answer(head, outcome, reasons, groups, [*outcome["story"], *lines])


def _said(effect: Any) -> str:
    if isinstance(effect, int):
        return f"{effect} for the wind"
    return f"{effect.percent}%, morale {in_tenths(effect.morale)}"


def _side(
    values: dict[str, Any], battle: SeaBattle, state: State, at: int,
    chased: sea_battle.Chase | None, table: Table,
) -> dict[str, Any]:  # fmt: skip
    """What becomes of a side: ships hit, sunk and by which fleet, troops that go down with them."""
    side, stack = values[KEYS[at]], battle.side(at)
    hit, name = state[at], side["name"]
    run_down = chased.lost if chased is not None and chased.by != at else 0
    lost = hit
    if values["struck"] == "damaged":
        on = side["lost_on"] or 0
        home = f"{on} or less: lost on its way home"
        ships = 0 if side["lost_on"] is None else hit
        lost = damaged(table, name, ships, home, lambda die: die <= on)
    lost += run_down
    return {
        "ships": stack.size,
        "morale": in_tenths(stack.morale),
        "morale_lost": in_tenths(state[2 + at]),
        "hit": hit,
        "chased": run_down,
        "lost": lost,
        "lost_by_kind": stack.lost(lost),
        "lost_by_fleet": sea_battle.share_losses(lost, _sizes(side)),
        "troops_lost": side["aboard"] * lost // stack.size,
        "broken": sea_battle.is_broken(battle, state, at),
    }


def _hulks(
    values: dict[str, Any], battle: SeaBattle, sides: Mapping[str, Any], winner: int | None
) -> dict[str, int]:
    """The hulks by their owner: the winner's, after a draw each his own (EIA-HULK-01, 02)."""
    found: dict[str, int] = {}
    if values["struck"] == "damaged":
        return found
    for at, (name, side) in enumerate(sides.items()):
        sunk = side["lost"] - side["chased"] * values["prizes"]
        left = hulks.hulks(battle.side(at).lost(sunk))
        owner = hulks.owner(name, "" if winner is None else [*sides][winner]).power
        if left:
            found[owner] = found.get(owner, 0) + left
    return found


def _points(values: dict[str, Any], winner: int | None, fallen: Mapping[str, Any]) -> Any:
    names = [values[key]["name"] for key in KEYS]
    if winner is None:
        return dict.fromkeys(names, 0)
    if values["points"] is None:
        return None
    own = [tables.person(name) for name in fallen[names[winner]]]
    extra = tables.figure("political_points", "Nelson commands a naval victory", "points")
    gained = values["points"] + extra * ("Nelson" in own)
    return {names[winner]: gained, names[1 - winner]: -values["points"]}


def _needs(values: dict[str, Any], state: State) -> list[str]:
    won, homeward = sea_battle.winner(state) is not None, values["struck"] == "damaged"
    return lacking(
        (won and values["points"] is None, POINTS_NEEDED),
        (won and values["chase"] is None, "chase: what a chase costs is of the base rules"),
        *((homeward and state[at] and values[key]["lost_on"] is None, f"{key}.{WAY_HOME}")
          for at, key in enumerate(KEYS)),
    )  # fmt: skip


def _reasons(values: dict[str, Any]) -> list[Reason]:
    chits = "No table of naval chits is named: both fire on 3-3, as a stack that raids a port."
    owner = "Their hulks are the winner's, after a draw the owner's."
    usual = all(values[key]["table"] == [UNDER_SAIL] for key in KEYS)
    calm, sunk = values["wind"] == "none", values["struck"] == "sunk"
    led = any(values[key]["leaders"] for key in KEYS)
    return [*applicable(
        Reason("The fleets' morale, averaged by ships.", "EIA-NMOR-01"),
        (usual, chits, "EIA-NAV-A1"),
        (calm, "Nobody has the wind: both fire at once.", "EIA-NAV-A1"),
        Reason("The side that breaks alone has lost; else it is a draw.", "EIA-NAV-A2"),
        (sunk, "Ships that are hit are sunk.", "EIA-NAV-A5"),
        (sunk, owner, "EIA-HULK-02"),
        (led, "Every leader who took part rolls on his own.", "EIA-LDR-01"),
    )]  # fmt: skip


# Odds


def odds_naval_battle(values: dict[str, Any], table: Table) -> Answer:
    """The exact chances of a battle of fleets over every die."""
    prepared = _prepared(values)
    names = [values[key]["name"] for key in KEYS]
    steps, later = sea_battle.steps(prepared), (".damaged", ".casualty.", ".wound.")
    found = weighed(steps, sea_battle.START, table, later, sea_battle.is_over)
    won, hit = odds_at_sea(found, names, sea_battle.winner, "hit")
    if values["blockader"] != "none":
        hit["blockade_holds"] = won["win"][values[values["blockader"]]["name"]]
    return chances("The battle of fleets", {**won, **hit})
