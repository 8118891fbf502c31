"""What an interception on land and a fight against revolts look at, without a state (INT, REV).

`interception` and `suppression` read circumstances as plain values and give the modifiers, each
with its reason and rule; `intercepts` and `suppresses` say whether an unmodified die with their sum
succeeds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.facts import tables
from engine.report import Modifier, applying

LEVELS_AHEAD: Final = 6
REVOLTS: Final = "fight_revolt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Interception:
    """What modifies an interception on land.

    Manoeuvres are those of the commanders (0 for nobody), `levels_ahead` the lead of the
    interceptor's technology in numbers of the technology track. `river_or_pass` tells of the border
    that he crosses, `friend` of a friendly force or city where the mover is, `other_enemy` of an
    unbesieged enemy there besides the mover.
    """

    manoeuvre: int = 0
    enemy_manoeuvre: int = 0
    levels_ahead: int = 0
    friend: bool = False
    same_province: bool = False
    target_swamp: bool = False
    from_swamp_or_flooded: bool = False
    bad_weather: bool = False
    river_or_pass: bool = False
    other_enemy: bool = False
    besieging: bool = False


def interception(seen: Interception) -> tuple[Modifier, ...]:
    """The modifiers of an attempt to intercept on land (INT-18 to INT-28)."""

    def value(applies: bool, name: str) -> int:
        return _interception(name) if applies else 0

    ahead = seen.levels_ahead >= LEVELS_AHEAD
    return applying(
        (seen.manoeuvre - seen.enemy_manoeuvre, "difference of manoeuvre", "INT-18"),
        (value(ahead, "technology_6_levels_ahead"), "technology 6 levels ahead", "INT-19"),
        (value(seen.friend, "friendly_force_or_city"), "a friendly force or city there", "INT-20"),
        (value(seen.same_province, "same_province"), "already in the province", "INT-21"),
        (value(seen.target_swamp, "target_swamp"), "swamps there", "INT-22"),
        (
            value(seen.from_swamp_or_flooded, "from_swamp_or_flooded"),
            "out of a swamp or flooded land",
            "INT-23",
        ),
        (value(seen.bad_weather, "bad_weather"), "bad weather", "INT-24"),
        (
            value(seen.river_or_pass, "river_or_pass"),
            "across a river or mountain pass",
            "INT-25",
        ),
        (
            value(seen.other_enemy, "other_unbesieged_enemy"),
            "another enemy force there",
            "INT-26",
        ),
        (value(seen.besieging, "interceptor_besieging"), "besieging", "INT-27"),
    )


def intercepts(die: int, modifier: int) -> bool:
    """Whether an attempt succeeds: a natural 10, or a modified 8 or more (INT-29)."""
    return die == _interception("natural_success") or die + modifier >= needed()


def needed() -> int:
    """The modified die with which an interception on land succeeds (INT-29)."""
    return _interception("success_on")


def _interception(name: str) -> int:
    return tables.interception_value("land", "interception", name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Suppression:
    """What modifies a stack's fight against the revolts of a province.

    Whole detachments count; a pasha counts as one, whatever it holds (REV-A1). `fortress` is the
    level of a fortress that is friendly to the revolt, `inside` the detachments in it; `plus` are
    the revolts and rebellions + to be fought.
    """

    detachments: int = 0
    pashas: int = 0
    manoeuvre: int = 0
    rebel_manoeuvre: int = 0
    fortress: int = 0
    inside: int = 0
    plain: bool = True
    plus: int = 0


def suppression(seen: Suppression) -> tuple[Modifier, ...]:
    """The modifiers of a fight against revolts (REV-03 to REV-10)."""

    def value(name: str) -> int:
        return tables.revolt_value(REVOLTS, name)

    return applying(
        (seen.detachments * value("per_ld"), f"{seen.detachments} LD", "REV-03"),
        (seen.pashas * value("per_pasha"), "pashas", "REV-04"),
        (seen.manoeuvre, "manoeuvre", "REV-05"),
        (-seen.rebel_manoeuvre, "manoeuvre of the rebels' leader", "REV-06"),
        (-seen.fortress, "a fortress friendly to the revolt", "REV-07"),
        (seen.inside * value("per_ld_in_fortress"), "LD in that fortress", "REV-08"),
        (0 if seen.plain else value("not_plain"), "not plain", "REV-09"),
        (seen.plus * value("per_plus_counter"), "revolts or rebellions +", "REV-10"),
    )


def suppresses(die: int, modifier: int) -> bool:
    """Whether a fight takes a side of a revolt: a natural 10, or a modified 8 or more (REV-01)."""
    natural = tables.revolt_value(REVOLTS, "natural_success")
    return die >= natural or die + modifier >= tables.revolt_value(REVOLTS, "success_on")
