"""Where the war is: the places that the map is framed on when one first looks at it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from engine.facts import atlas
from engine.fleets import fleets
from engine.state import State, sides

LEVELS: Final = {"europe": (3, 5, 8, 10, 16), "rotw": (3, 5, 8)}  # a war's


class Theatre(NamedTuple):
    """A map, and places of it: first where the strongest stack stands of those who look."""

    map: str
    places: tuple[str, ...]


def map_of(state: State, places: Collection[str]) -> str:
    """The map that shows most of some places."""
    known = atlas.labels()
    maps = ("rotw", "europe") if state.overseas.known else ("europe",)
    return max(maps, key=lambda each: sum((each, at) in known for at in places))


def theatre(state: State, ours: str, fog: Collection[str]) -> Theatre:
    """Where the stacks of an alliance and of its enemies stand, and the fortresses they besiege;
    of all that are at war where it is at peace or none, and all stacks where there is no war."""
    everyone = [each.id for each in state.diplomacy.alliances]
    enemies = [each for each in everyone if ours and sides.at_war(state, ours, each)]
    fighting = [ours, *enemies] if enemies else [
        one for one in everyone if any(sides.at_war(state, one, other) for other in everyone)
    ]  # fmt: skip
    sizes: dict[str, tuple[bool, int]] = {}
    for alliance in fighting or everyone:
        stacks = [(each.place, each.thirds) for each in sides.stacks(state, alliance)]
        stacks += [(each.place, each.thirds) for each in sides.stacks(state, alliance, "inside")]
        stacks += [(each.place, fleets.thirds(each.units))
                   for each in fleets.stacks(state, alliance)]  # fmt: skip
        for place, thirds in stacks:
            sizes[place] = max(sizes.get(place, (False, 0)), (alliance == ours, thirds))
    sizes.update({place: (False, 0) for place in state.land.sieges if place not in sizes})
    places = [place for place in sizes if place not in fog]
    world = map_of(state, places)
    here = [place for place in places if (world, place) in atlas.labels()]
    here.sort(key=lambda place: (sizes[place], place), reverse=True)
    return Theatre(world, tuple(here))
