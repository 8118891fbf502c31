"""The combat sheet that players draw, as plain data: two columns that grow roll by roll.

The chronicle gets its head when a battle begins (kind `battle-begins`), each roll as it is known
(`battle-roll`) and the whole sheet when the battle is over (`battle`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.chances.steps import Taken
from engine.combat.fight import AnyFought
from engine.combat.leaders import Commander
from engine.combat.prepared_battle import ROLLS, AnyForce, AnySetup, total_hits
from engine.facts import countries
from engine.facts.wordings import wordings
from engine.grammar import join_names, thirds
from engine.modifiers import Modifier, Rolled, total
from engine.play.phase import Phase, rolled_sheet
from engine.state import sides

ROLL_NAMES = wordings("roll of a battle")
OUTSIDE = ("losses", "casualty", "wound")


class CombatSheet:
    """One battle's sheet. `throw` is the dice of engine.combat.fight, `taken` what its walk fills.

    `head` is its head before the first die (engine.combat.battle).
    """

    __slots__ = ("_last", "_told", "lines", "phase", "place", "setup", "sheet", "taken")

    def __init__(self, phase: Phase, place: str, setup: AnySetup, head: dict[str, Any]) -> None:
        self.phase, self.place, self.setup = phase, place, setup
        self.sheet = head
        self.lines: list[dict[str, Any]] = []
        self.taken: list[Taken] = []
        self._told = 0
        self._last: Rolled | None = None
        one, other = self.sheet["sides"]
        phase.tell(
            "battle-begins",
            f"{self.sheet['title']}: {_side(one)} against {_side(other)}.",
            place,
            self._who(one["country"]),
            {**self.sheet, "rolls": []},
        )

    def _who(self, country: str) -> str:
        return sides.decider(self.phase.state, country)

    async def roll(self, name: str, modifiers: tuple[Modifier, ...], purpose: str) -> int:
        """An unmodified die of a side; what fell before it is told first."""
        self.tell_taken()
        self.result()
        rolled = await self.phase.roll(name, modifiers, purpose)
        if name.partition(".")[2].partition(".")[0] in OUTSIDE:
            self._last = rolled
        return rolled.die

    def tell_taken(self) -> None:
        """Tells the rolls of the days and the pursuit that are not told yet."""
        for taken in self.taken[self._told :]:
            self._told += 1
            self._add(taken.rolled, effect_line(taken.effect))

    def result(self, **effect: Any) -> None:
        """Tells a roll just thrown outside the days that is not told yet, with what it did."""
        if self._last is not None:
            self._add(self._last, effect)
            self._last = None

    def _add(self, rolled: Rolled, effect: dict[str, Any]) -> None:
        names = [force.name for force in self.setup.forces]
        line = {**roll_line(rolled, names), **effect}
        self.lines.append(line)
        country, _, roll = rolled.name.partition(".")
        what = ROLL_NAMES.get(roll.partition(".")[0], roll)
        unit = "ND" if self.setup.at_sea else "LD"
        self.phase.tell(
            "battle-roll",
            f"{countries.with_article(country)}, {what}: {rolled.spoken()}"
            f"{_effect(rolled, effect, unit)}.",
            self.place,
            self._who(country),
            line,
        )

    def decided(self, fought: AnyFought) -> dict[str, Any]:
        """The sheet between the last day and the losses: who has won, the morale that is left."""
        return {
            **self.sheet,
            "rolls": list(self.lines),
            "decided": {
                "winner": fought.winner,
                "morale_left": morale_left(fought),
                "routed": [fought.routed(at) for at in (0, 1)],
            },
        }

    def close(self, text: str, outcome: dict[str, Any]) -> None:
        """Tells the whole sheet with the outcome."""
        whole = {**self.sheet, "rolls": list(self.lines), "outcome": outcome}
        self.phase.tell("battle", text, self.place, self._who(self.setup.forces[0].name), whole)


def morale_left(fought: AnyFought) -> list[int]:
    """The morale that each side has left."""
    forces = fought.setup.forces
    return [max(0, forces[at].morale - fought.morale_lost(at)) for at in (0, 1)]


def drm(force: AnyForce) -> str:
    """Modifiers as players write them: Fire/Shock of the first day // of the second."""
    fire1, shock1, fire2, shock2 = (
        f"{value:+}" if value else "0" for value in (total(force.modifiers[roll]) for roll in ROLLS)
    )
    return f"{fire1}/{shock1}//{fire2}/{shock2}"


def parameters(known: AnyForce) -> dict[str, Any]:
    """What a column says of a side on land or at sea."""
    return {
        **side_parameters(known, known.commander),
        "veteran": known.side.veteran,
        "columns": [known.fire_column or "", known.shock_column or ""],
        "fires": known.fires,
        "drm": drm(known),
        "size_differential": known.size_differential,
    }


def side_parameters(known: Any, leader: Commander) -> dict[str, Any]:
    """What a column says of a side of a battle or of an assault under its leader."""
    return {
        "country": known.side.country,
        "thirds": known.strength,
        "leader": leader.name,
        "values": [leader.manoeuvre, leader.fire, leader.shock],
        "replacement": leader.replacement,
        "technology": known.side.technology,
        "fire_losses": known.fire_losses,
        "morale": known.morale,
        "morale_parts": [list(part) for part in known.morale_parts],
        "modifiers": {
            roll: [list(part) for part in parts] for roll, parts in known.modifiers.items()
        },
    }


def roll_line(rolled: Rolled, names: Sequence[str]) -> dict[str, Any]:
    """A roll as a line of a sheet, of which side by the `names` of both."""
    numbers = rolled_sheet(rolled)
    country, _, roll = numbers.pop("name").partition(".")
    return {"side": names.index(country), "roll": roll, **numbers}


def effect_line(effect: Any) -> dict[str, Any]:
    """What a roll of the days did: thirds and stars, the success of an attempt, or nothing."""
    if isinstance(effect, bool):
        return {"success": effect}
    if isinstance(effect, tuple):
        losses, stars = effect
        return {"losses": total_hits(losses), "stars": stars}
    return {}


def _side(column: dict[str, Any]) -> str:
    name = countries.with_article(column["country"])
    leader = "a replacement" if column["replacement"] else column["leader"]
    return f"{name} ({column['units']} under {leader})"


def _effect(rolled: Rolled, effect: dict[str, Any], unit: str) -> str:
    """What a roll did; a casualty without a fate is one on which another die decides (LDR-06)."""
    roll = rolled.name.partition(".")[2].partition(".")[0]
    if roll == "small7":
        less = "odd, it inflicts a third less" if rolled.die % 2 else "even, it inflicts no less"
        return f": {less}"
    if roll == "casualty" and "fate" not in effect:
        return ": the leader is hit"
    if "success" in effect:
        return ": it succeeds" if effect["success"] else ": it fails"
    if "fate" in effect:
        return f": {effect['fate']}"
    losses, stars = effect.get("losses", 0), effect.get("stars", 0)
    lost = [f"{thirds(losses)} {unit}"] * bool(losses)
    lost += [f"{stars} {'star' if stars == 1 else 'stars'}"] * bool(stars)
    if lost:
        return f": {join_names(lost)}"
    return ": nothing" if "losses" in effect else ""
