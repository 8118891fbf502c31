"""The prompt of a march."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from engine.facts import board
from engine.land.ground import entry
from engine.land.ground.parting import described
from engine.land.movement.march import March, Step
from engine.play.asks import BadAnswer
from engine.state import sides
from engine.state.forces import within_stacking
from tui.answers.path import FREE, PathPrompt, paragraph
from tui.answers.prompts import REDRAW, Answer, Outcome
from tui.answers.risks import battle, forces, interceptions, natives, unguarded, what_if
from tui.words.line import Bit, Line, line, width_of
from tui.words.places import percent, place_name

CROWDED: Final = "over the stacking limits there: some are lost (MOV-03)"
HERE: Final = "Move the cursor to where it should go · x ends the move here"


class MarchPrompt(PathPrompt[March]):
    """A march to the place under the cursor, by way of the places fixed so far."""

    usual = "←↑↓→ path · Enter march · space fix · d drop · g take · w why not · x stop here"

    def reach(self) -> dict[str, int | str]:
        """What each province costs from here, what is spent included."""
        so_far = self._spent()
        return {place: so_far + points for place, points in self.onward.reach().items()}

    def _spent(self) -> int:
        steps = self._steps(self.fixed)
        return steps[-1].sum if steps else 0

    def _steps(self, path: list[str]) -> list[Step]:
        try:
            return self.ask.cost(path)
        except BadAnswer:
            return []

    def _from(self, path: list[str], gone: set[str]) -> March:
        ask, sum_ = self.ask, self._spent()
        numbers, names = self.joined(path)
        return replace(
            ask,
            place=self.end,
            units=[unit for unit in (*ask.units, *numbers) if str(unit) not in gone],
            leaders=[leader for leader in (*ask.leaders, *names) if leader not in gone],
            spent={unit: ask.spent.get(unit, 0) + sum_ for unit in ask.units},
            led={leader: ask.led.get(leader, 0) + sum_ for leader in ask.leaders},
            rest=(),
            _found={},
        )

    def _idle(self) -> tuple[list[int], list[str]]:
        free = entry.idle(self.ask.state, self.end, self.ask.alliance)
        return [int(key) for key in free.troops], list(free.leaders)

    def press(self, key: str) -> Outcome:
        """Enter marches, x stops the march; the rest is any way's."""
        return Answer(list(self.fixed)) if key == "x" else super().press(key)

    def _go(self) -> Outcome:
        reason = self.why_not()
        if reason or not self.path():
            self.said = reason or self.told("the path has no step yet: x ends the move here")
            return REDRAW
        return Answer(self.path())

    def lines(self, width: int) -> list[Line]:
        """Where to, what each step costs and why, what could happen, what is refused."""
        keys = [*(str(unit) for unit in self.ask.units), *self.ask.leaders]
        goal, steps = place_name(self.goal), self._steps(self.path())
        start = f" from {place_name(self.ask.place)}, {self.ask.points} MP left"
        who = described(self.ask.state, keys)
        row = line(" ", Bit(who, "strong"), Bit(start, "quiet"))
        drawn = [row] if width_of(row) <= width else paragraph(who + start, width, "strong")
        if self.said:
            style = "strong" if self.said == FREE else "bad"
            drawn += paragraph(self.refusal(), width, style)
        elif self.goal == self.ask.place and not self.fixed:
            drawn += paragraph(self.told(HERE), width)
        elif not steps or steps[-1].place != self.goal:
            drawn.append(self.nowhere("no way there"))
        else:
            whole = f": {steps[-1].sum} MP of {self.ask.points}"
            odds = self.odds()
            fight: tuple[str | Bit, ...] = ()
            if odds is not None:
                fight = (" battle: ", Bit(_chances(odds), "strong"))
            elif self.unweighed() is not None:
                fight = (" battle: ", Bit("its odds are being weighed", "quiet"))
            way = line(" to ", Bit(goal, "strong"), whole)
            row = line(*way, " ·", *fight) if fight else way
            drawn += [row] if width_of(row) <= width else [way, line(*fight)]
        if steps:
            drawn += paragraph(" · ".join(_step(step) for step in steps), width, "quiet")
            for risk in self.risks(steps):
                drawn += paragraph(risk, width)
        drawn += self.left()
        if steps and self._crowded(steps[-1].place):
            drawn += paragraph(CROWDED, width)
        return drawn

    def risks(self, steps: list[Step]) -> list[str]:
        """What could happen on the path and at its end, a sentence each."""
        ask, place = self.ask, steps[-1].place
        way = [step.place for step in steps]
        found = unguarded(ask) + natives(ask.state, ask.units, ask.leaders, way)
        found += interceptions(self.onward, way)
        if not board.is_sea(place) and sides.enemy_fortress(ask.state, place, ask.alliance):
            level = sides.fortress_level(ask.state, place)
            found.append(f"enemy fortress, level {level}")
        return found

    def besides(self) -> str:
        """That some are lost where too many would stand."""
        steps = self._steps(self.path())
        return f"; {CROWDED}" if self.said == FREE and steps and self._crowded(self.goal) else ""

    def _crowded(self, place: str) -> bool:
        """Whether the stack would be over the limits with its friends where it ends."""
        if board.is_sea(place) or any("/" in item for item in self.fixed):
            return False  # of counters in pieces nothing is said
        ask = self.onward
        here = sides.stack(ask.state, place, ask.alliance).units
        coming = [ask.state.units[unit] for unit in ask.units]
        there = [unit for unit in coming if unit not in here]
        return bool(there) and not within_stacking([*here, *there])

    def stake(self) -> tuple[str, str, tuple[str, ...]] | None:
        """The last step of the path, and what of it is fixed; None where no enemy is met."""
        places = self.places()
        if len(places) < 2 or forces(self.onward, places[-1], places[-2]) is None:
            return None
        return places[-2], places[-1], tuple(self.fixed)

    def _weigh(self) -> Callable[[], dict[str, Any] | None]:
        *_, before, place = self.places()
        return partial(battle, self.onward, place, before)

    def what_if(self) -> dict[str, Any] | None:
        """The battle at the end of the path as a document for the desk."""
        places = self.places()
        return what_if(self.onward, places[-1], places[-2]) if len(places) > 1 else None


def _chances(odds: dict[str, Any]) -> str:
    """The odds of the battle that a march leads to, shortly."""
    return ", ".join(f"{key} {percent(odds[key])}" for key in ("win", "draw", "lose"))


def _step(step: Step) -> str:
    why = ", ".join(reason.why for reason in step.reasons)
    return f"{place_name(step.place)} {step.points} ({why})"
