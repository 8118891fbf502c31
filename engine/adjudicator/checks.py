"""Kinds that are one modified die against a threshold: intercept, evade, suppress."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from engine.adjudicator import land, sea
from engine.adjudicator.kind import Answer, Kind, Table, call_with, either_kind, kinds, one_roll
from engine.combat import leaders
from engine.combat.leaders import DETACHMENT
from engine.documents.fields import Choice, Field, Flag, Perhaps, Whole
from engine.facts import tables
from engine.land.movement import interception_modifiers
from engine.land.movement.interception_modifiers import Interception
from engine.land.siege import revolt_modifiers
from engine.land.siege.revolt_modifiers import Suppression
from engine.report import Modifier, total
from engine.sea.interception import interception_odds
from engine.sea.interception.interception_odds import LANDINGS, Attempt

MANOEUVRE: Final = Perhaps(Whole(0, 9, "a manoeuvre"), 0)
ON: Final = Flag()


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


def kind(name: str, fields: tuple[Field, ...], read: Read) -> Kind:
    """The kind of a check."""
    return Kind(name, fields, partial(resolve, name, read), partial(odds, name, read))


EVADE: Final = (
    Field("domain", Choice(("land", "sea"), "a domain"), "land or sea", "land"),
    Field("manoeuvre", MANOEUVRE, "manoeuvre of the evading commander; null: no leader", 0),
    Field("enemy_manoeuvre", MANOEUVRE, "manoeuvre of the phasing commander", 0),
)


def evasion(values: dict[str, Any]) -> Check:
    """A test of evasion (EVA-03)."""
    needed = tables.interception_value(values["domain"], "evasion", "success_on")
    modifiers = leaders.evasion_modifiers(values["manoeuvre"], values["enemy_manoeuvre"])
    return Check("Evasion", modifiers, needed, lambda die, added: die + added >= needed)


INTERCEPT: Final = (
    Field("domain", Choice(("land", "sea"), "a domain"), "land or sea", "land"),
    Field("manoeuvre", MANOEUVRE, "manoeuvre of the interceptor's commander; null: none", 0),
    Field("enemy_manoeuvre", MANOEUVRE, "manoeuvre of the mover's commander", 0),
    Field("technology", Perhaps(land.TECHNOLOGY), "land technology of the interceptor", None),
    Field("enemy_technology", Perhaps(land.TECHNOLOGY), "land technology of the mover", None),
    Field("levels_ahead", Whole(-99, 99), "levels by which its technology is ahead", 0),
    Field("friend", ON, "another friendly force, or a friendly city, is there", False),
    Field("same_province", ON, "the interceptor is in that province already", False),
    Field("target_swamp", ON, "swamps where the mover is", False),
    Field("from_swamp_or_flooded", ON, "the interceptor starts in a swamp or flood", False),
    Field("bad_weather", ON, "bad weather", False),
    Field("river_or_pass", ON, "it crosses a river or a mountain pass", False),
    Field("other_enemy", ON, "another unbesieged enemy is there", False),
    Field("besieging", ON, "the interceptor is besieging", False),
)


def _levels_ahead(values: dict[str, Any]) -> int:
    """The levels by which the interceptor is ahead, the boxes of two technologies counted in."""
    pair, ahead = (values["technology"], values["enemy_technology"]), int(values["levels_ahead"])
    if None in pair:
        return ahead
    own, enemy = (tables.technology_goals()[each].initial_box for each in pair)
    return ahead + own - enemy


def interception(values: dict[str, Any]) -> Check:
    """An attempt to intercept (INT-18 to INT-29)."""
    needed = tables.interception_value("land", "interception", "success_on")
    seen = call_with(values, Interception, levels_ahead=_levels_ahead(values))
    return Check(
        "Interception",
        interception_modifiers.interception(seen),
        needed,
        interception_modifiers.intercepts,
    )


AT_SEA: Final = (
    Field("domain", Choice(("land", "sea"), "a domain"), "land or sea"),
    Field("manoeuvre", MANOEUVRE, "manoeuvre of the interceptor's commander; null: none", 0),
    Field("enemy_manoeuvre", MANOEUVRE, "manoeuvre of the mover's commander", 0),
    Field("technology", Perhaps(sea.TECHNOLOGY), "naval technology of the interceptor", None),
    Field("enemy_technology", Perhaps(sea.TECHNOLOGY), "naval technology of the mover", None),
    Field("levels_ahead", Whole(-99, 99), "levels by which its technology is ahead", 0),
    Field("bad_weather", ON, "bad weather", False),
    Field("blockading", ON, "the interceptor is blockading", False),
    Field("advanced", ON, "the interceptor is at sea with three-deckers or better", False),
    Field("same_zone", ON, "the interceptor is in that zone already", False),
    Field(
        "landing",
        Perhaps(Choice(tuple(LANDINGS), "what makes the landing near"), ""),
        "the mover announced a landing from its zone, at its port, or beside its arsenal",
        "",
    ),
    Field("in_port", ON, "the interceptor is in a port that is no arsenal", False),
)


def naval_interception(values: dict[str, Any]) -> Check:
    """An attempt to intercept at sea (NIN-22 to NIN-34)."""
    needed = tables.interception_value("sea", "interception", "success_on")
    seen = call_with(values, Attempt, levels_ahead=_levels_ahead(values))
    return Check(
        "Interception", interception_odds.modifiers(seen), needed, interception_odds.succeeds
    )


SUPPRESS: Final = (
    Field("units", land.LandUnits(1), "the land units that fight"),
    Field("manoeuvre", MANOEUVRE, "manoeuvre of their commander; null: no leader", 0),
    Field("rebel_manoeuvre", MANOEUVRE, "manoeuvre of the leader of the revolt", 0),
    Field("fortress", Whole(0, 5, "a level"), "level of a fortress friendly to the revolt", 0),
    Field("inside", Whole(0, 99, "a number"), "LD in that fortress", 0),
    Field("terrain", land.TERRAIN, "terrain of the province", "plain"),
    Field("plus", Whole(0, 20, "a number"), "revolts and rebellions + there", 0),
)


def suppression(values: dict[str, Any]) -> Check:
    """A fight against a revolt (REV-01 to REV-11)."""
    troops: land.Troops = values["units"]
    seen = call_with(
        values,
        Suppression,
        detachments=troops.outside // DETACHMENT,
        pashas=troops.pashas,
        plain=values["terrain"] == "plain",
    )
    needed = tables.revolt_value(revolt_modifiers.REVOLTS, "success_on")
    return Check("Revolt", revolt_modifiers.suppression(seen), needed, revolt_modifiers.suppresses)


KINDS: Final = kinds(
    kind("evade", EVADE, evasion),
    kind("suppress", SUPPRESS, suppression),
    either_kind(
        "domain",
        "sea",
        kind("intercept", INTERCEPT, interception),
        kind("intercept", AT_SEA, naval_interception),
    ),
)
