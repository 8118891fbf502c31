"""Die roll modifiers of a battle at sea: the four rolls of its two days (DRM-01 to DRM-15)."""

from __future__ import annotations

from typing import Final

from engine.combat.leaders import DETACHMENT, differential
from engine.combat.prepared_battle import ROLLS
from engine.modifiers import Modifier, nonzero
from engine.sea.battle_math.fleet_in_battle import GALLEYS, WARSHIPS, Fleet, Waters

GALLEASSES: Final = 2  # needed before that technology (DRM-07)
GALLEY_BONUS_UNTIL: Final = 25  # turn (DRM-08)
GALLEY_MALUS_FROM: Final = 35  # turn (DRM-09)
MORE: Final = (1 * DETACHMENT, 3 * DETACHMENT, 7 * DETACHMENT)  # DRM-11, DRM-13, DRM-12


def modifiers(waters: Waters, own: Fleet, enemy: Fleet) -> dict[str, tuple[Modifier, ...]]:
    """The modifiers of the four rolls (DRM-01 to DRM-15)."""
    one, other = own.commander, enemy.commander
    more = own.strength - enemy.strength
    galleys, against = own.line == GALLEYS, enemy.line
    galleasses = own.ships.get("VGD", 0) >= GALLEASSES or own.all_galleasses
    heyday = waters.mediterranean and waters.turn <= GALLEY_BONUS_UNTIL
    bonus = galleys and against != GALLEYS and heyday
    malus = galleys and against == WARSHIPS and waters.turn >= GALLEY_MALUS_FROM
    wind = int(own.wind)
    fire = differential(one.fire, other.fire, waters.off)
    shock = differential(one.shock, other.shock, waters.off)
    # Fire and boarding of the first day, of the second, reason, rule: in the order of the rules.
    day: list[tuple[int, int, str, str]] = [
        (fire, 0, "Fire differential", "DRM-03"),
        (0, shock, "Shock differential", "DRM-04"),
        (0, -2 * own.ottoman_fright, "facing the Ottomans", "DRM-06"),
        (int(galleasses and against == GALLEYS), 0, "galleasses", "DRM-07"),
        (int(bonus), int(bonus), "galleys in the Mediterranean", "DRM-08"),
        (-malus, -malus, "galleys against later warships", "DRM-09"),
        (wind, wind, "the wind", "DRM-10"),
        (0, int(more >= MORE[0]), "at least 1 ND more", "DRM-11"),
        (0, int(more >= MORE[2]), "at least 7 ND more", "DRM-12"),
        (int(more >= MORE[1]), 0, "at least 3 ND more", "DRM-13"),
    ]
    first = nonzero(*((on_fire, why, rule) for on_fire, _, why, rule in day))
    boarding = nonzero(*((on_shock, why, rule) for _, on_shock, why, rule in day))
    later = (Modifier(-1, "second day", "DRM-05"),)
    return dict(zip(ROLLS, (first, boarding, first + later, boarding + later), strict=True))
