"""Kinds that are one modified die against a threshold: intercept, evade, suppress."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from engine.adjudicator import land_shapes
from engine.adjudicator.document_kind import Answer, Resolve, Table, call_with, one_roll
from engine.combat import leaders
from engine.combat.leaders import DETACHMENT
from engine.documents.fields import Choice
from engine.facts import tables
from engine.land.movement import interception_math as on_land
from engine.land.movement.interception_math import Interception, intercepts, needed_die
from engine.land.siege import revolts_math
from engine.land.siege.revolts_math import Suppression
from engine.modifiers import Modifier, total
from engine.sea.interception import interception_math as at_sea
from engine.sea.interception.interception_math import LANDINGS, Attempt


class Check(NamedTuple):
    """A check as a document describes it: modifiers, the total needed, and which dice succeed."""

    what: str
    modifiers: tuple[Modifier, ...]
    needed: int
    succeeds: Callable[[int, int], bool]


Read: TypeAlias = Callable[[dict[str, Any]], Check]


def resolve(name: str, read: Read, values: dict[str, Any], table: Table) -> Answer:
    """The check with the die of its name."""
    check = read(values)
    added = total(check.modifiers)
    die = table.throw(name, check.modifiers, f"{check.what.lower()}: {check.needed} or more")
    success = check.succeeds(die, added)
    outcome = {"total": die + added, "needed": check.needed, "success": success}
    said, role = ("succeeds", "good") if success else ("fails", "bad")
    line = f"{check.what} {die} {added:+} = {die + added}, {check.needed} or more: {said}"
    return one_roll(name, check.modifiers, (line, role), outcome)


def odds(name: str, read: Read, values: dict[str, Any], table: Table) -> Answer:
    """The chance of the check, exact."""
    check, dice = read(values), table.faces(name)
    added = total(check.modifiers)
    tenths = sum(check.succeeds(die, added) for die in dice)
    chance = {"success": tenths / len(dice), "failure": (len(dice) - tenths) / len(dice)}
    line = f"{check.what} at {added:+} succeeds: {chance['success']:.0%}"
    return one_roll(name, check.modifiers, (line, "head"), None, chance)


def ways(name: str, read: Read) -> tuple[Resolve, Resolve]:
    """How a check is resolved, and how its odds are told."""
    return partial(resolve, name, read), partial(odds, name, read)


def evasion(values: dict[str, Any]) -> Check:
    """A test of evasion (EVA-03)."""
    needed = tables.interception_value(values["domain"], "evasion", "success_on")
    modifiers = leaders.evasion_modifiers(values["manoeuvre"], values["enemy_manoeuvre"])
    return Check("Evasion", modifiers, needed, lambda die, added: die + added >= needed)


def _levels_ahead(values: dict[str, Any]) -> int:
    """The levels by which the interceptor is ahead, the boxes of two technologies counted in."""
    pair, ahead = (values["technology"], values["enemy_technology"]), int(values["levels_ahead"])
    if None in pair:
        return ahead
    own, enemy = (tables.technology_goals(each).initial_box for each in pair)
    return ahead + own - enemy


def interception(values: dict[str, Any]) -> Check:
    """An attempt to intercept (INT-18 to INT-29)."""
    seen = call_with(values, Interception, levels_ahead=_levels_ahead(values))
    return Check("Interception", on_land.interception(seen), needed_die(), intercepts)


def naval_interception(values: dict[str, Any]) -> Check:
    """An attempt to intercept at sea (NIN-22 to NIN-34)."""
    seen = call_with(values, Attempt, levels_ahead=_levels_ahead(values))
    succeeds = partial(intercepts, domain="sea")
    return Check("Interception", at_sea.modifiers(seen), needed_die("sea"), succeeds)


def suppression(values: dict[str, Any]) -> Check:
    """A fight against a revolt (REV-01 to REV-11)."""
    troops: land_shapes.Troops = values["units"]
    seen = call_with(
        values,
        Suppression,
        detachments=troops.outside // DETACHMENT,
        pashas=troops.pashas,
        plain=values["terrain"] == "plain",
    )
    needed = tables.revolt_value(revolts_math.REVOLTS, "success_on")
    return Check("Revolt", revolts_math.suppression(seen), needed, revolts_math.suppresses)


NEAR: Final = Choice(tuple(LANDINGS), "what makes the landing near")
WORDS: Final = {**land_shapes.WORDS, "what makes the landing near": NEAR}
resolve_evade, odds_evade = ways("evade", evasion)
resolve_suppress, odds_suppress = ways("suppress", suppression)
resolve_intercept, odds_intercept = ways("intercept", interception)
resolve_intercept_at_sea, odds_intercept_at_sea = ways("intercept", naval_interception)
