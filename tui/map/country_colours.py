"""Which tone and shade a country and a province take, so that neighbours differ."""

from collections.abc import Mapping
from functools import cache

from engine.facts import board
from themes import Palette, Tint


@cache
def tones(count: int) -> dict[str, int]:
    """A tone for every country, so that neighbours at the start differ; it never changes."""
    home = {place: facts.owner or facts.owner_1492 for place, facts in board.provinces().items()}
    beside: dict[str, set[str]] = {}
    for place, owner in home.items():
        around = {home[found.other] for found in board.land_neighbours(place)}
        beside.setdefault(owner, set()).update(around - {owner})
    chosen: dict[str, int] = {}
    for country in sorted(beside, key=lambda place: (-len(beside[place]), place)):
        used = [chosen[other] for other in beside[country] if other in chosen]
        chosen[country] = min(range(count), key=lambda tone: (used.count(tone), tone))
    return chosen


def tint(palette: Palette, country: str) -> Tint:
    """The colours of a country, or of nobody's land."""
    if not country:
        return palette.nobody
    tone = tones(len(palette.minors)).get(country, len(country) % len(palette.minors))
    return palette.powers.get(country) or palette.minors[tone]


def shades(region_of: Mapping[str, str]) -> dict[str, bool]:
    """Which provinces take the alternate fill: not their neighbours in the same region."""
    found: dict[str, bool] = {}
    for place in sorted(region_of):
        around = [
            found[each.other]
            for each in board.land_neighbours(place)
            if each.other in found and region_of.get(each.other) == region_of[place]
        ]
        found[place] = around.count(False) > around.count(True)
    return found
