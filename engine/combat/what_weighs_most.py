"""What weighs most in a battle: how much each thing that sets two sides apart does for the odds.

A reason's weight is exact: the chance of victory less what it would be if the reason were not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from engine.combat.prepared_battle import AnyForce, AnySetup
from engine.facts.countries import country_name
from engine.modifiers import Modifier

MOST: Final = 10  # reasons that are weighed, those of the largest modifiers first


class Weight(NamedTuple):
    """A reason in words, its rule, and what it does for the chance of the side that asks."""

    said: str
    rule: str
    chance: float


def weights(
    setup: AnySetup, chances: Callable[[AnySetup], Mapping[str, Any]], side: int
) -> list[Weight]:
    """The reasons that set the sides of a battle apart, for one of them the heaviest first.

    `chances` gives those of a battle, `win` and `lose` of the phasing side.
    """
    key = "lose" if side else "win"
    now = chances(setup)[key]
    found = [
        Weight(said, rule, now - chances(without)[key])
        for said, rule, without in _without(setup, side)
    ]
    return sorted(found, key=lambda each: -abs(each.chance))


def _without(setup: AnySetup, side: int) -> Iterator[tuple[str, str, AnySetup]]:
    """Each reason, and the battle as it would be without it."""
    one, other = setup.forces
    sizes: list[tuple[int, str, str, AnySetup]] = []
    for at, (mine, theirs) in enumerate(((one, other), (other, one))):
        theirs_ = "" if at == side else f"{country_name(_country(mine))}: "
        for reason, weight in _apart(_reasons(mine), _reasons(theirs)).items():
            bare = mine._replace(
                modifiers={name: _bare(parts, reason) for name, parts in mine.modifiers.items()},
                pursuit=_bare(mine.pursuit, reason),
            )
            sizes.append((weight, f"{theirs_}{reason[0]}", reason[1], _with(setup, at, bare)))
        for reason, weight in _apart(_parts(mine), _parts(theirs)).items():
            fewer = max(1, mine.morale - weight)
            bare = mine._replace(morale=fewer)
            said = f"{theirs_}{reason[0]} (morale)"
            sizes.append((3 * abs(weight), said, reason[1], _with(setup, at, bare)))
    if one.size_differential:
        larger = 0 if one.size_differential > 0 else 1
        mine = setup.forces[larger]
        who = "" if larger == side else f"{country_name(_country(mine))}: "
        alike = _with(setup, 0, one._replace(size_differential=0))
        alike = _with(alike, 1, other._replace(size_differential=0))
        said = "larger fleet" if setup.at_sea else "better class of army"
        sizes.append((9, f"{who}{said}", "LOS-16" if setup.at_sea else "LOS-14", alike))
    sizes.sort(key=lambda each: -abs(each[0]))
    for _, said, rule, without in sizes[:MOST]:
        yield said, rule, without


def _country(force: AnyForce) -> str:
    return str(force.side.country)


def _with(setup: AnySetup, at: int, force: AnyForce) -> AnySetup:
    forces = (force, setup.forces[1]) if at == 0 else (setup.forces[0], force)
    fresh = [each._replace(losses={}) for each in forces]
    return setup._replace(forces=(fresh[0], fresh[1]), listed={})


def _bare(parts: tuple[Modifier, ...], reason: tuple[str, str]) -> tuple[Modifier, ...]:
    return tuple(part for part in parts if (part.why, part.rule) != reason)


def _reasons(force: AnyForce) -> dict[tuple[str, str], int]:
    """What changes its dice, with the sum over all of them."""
    found: dict[tuple[str, str], int] = {}
    for parts in (*force.modifiers.values(), force.pursuit):
        for part in parts:
            key = part.why, part.rule
            found[key] = found.get(key, 0) + part.value
    return found


def _parts(force: AnyForce) -> dict[tuple[str, str], int]:
    return {(part.why, part.rule): part.value for part in force.morale_parts}


def _apart(
    mine: Mapping[tuple[str, str], int], theirs: Mapping[tuple[str, str], int]
) -> dict[tuple[str, str], int]:
    """What of a side's reasons the other side has not as well."""
    return {
        reason: value for reason, value in mine.items() if value and theirs.get(reason) != value
    }
