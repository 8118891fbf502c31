"""The prompt of a march."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from engine.facts import board
from engine.grammar import capitalised
from engine.land.ground import entering_provinces
from engine.land.ground.stack_parts import part_in_words
from engine.land.movement.march_ask import March, Step
from engine.play.asks import BadAnswer
from engine.state import sides
from tui.answers.path import FREE, PathPrompt, paragraph
from tui.answers.prompts import REDRAW, Answer, Outcome
from tui.answers.risks_on_the_way import (
    attrition,
    battle,
    crowd,
    forces,
    interceptions,
    natives,
    sides_of,
    supply_words,
    unguarded,
    what_if,
)
from tui.words.decision import odds_lines
from tui.words.line import Bit, Line, line, width_of
from tui.words.places import place_name

GUARD: Final = "(MOV-26)"
LEAVE: Final = "Enter again leaves them there and marches on"
ANYWAY: Final = "Enter again marches there all the same"
STAY: Final = "x ends the move here"
HERE: Final = f"Move the cursor to where it should go · {STAY}"


class MarchPrompt(PathPrompt[March]):
    """A march to the place under the cursor, by way of the places fixed so far."""

    offered: Sequence[str] = ()  # a way that leaves a guard, or on which some are lost, until
    # another place is looked at
    asks = "where to march?"
    keys_line = "←↑↓→ path · Enter march · space fix · d drop · g take · w why not · x stop here"

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
        )

    def _idle(self) -> tuple[list[int], list[str]]:
        free = entering_provinces.idle(self.ask.state, self.end, self.ask.alliance)
        return [int(key) for key in free.troops], list(free.leaders)

    def press(self, key: str) -> Outcome:
        """Enter marches, x stops the march; the rest is any way's."""
        return Answer(list(self.fixed)) if key == "x" else super().press(key)

    def _go(self) -> Outcome:
        reason = self.why_not()
        if self.offered and (reason or self.offered == self.path()):
            return Answer(list(self.offered))
        if GUARD in reason and self.offer():
            return REDRAW
        if reason or not self.path():
            self.said = reason or self.told("the path has no step yet: x ends the move here")
            return REDRAW
        if over := self._crowd(self.goal):
            self.offered = self.path()
            self.said = self.told(f"{over}. {ANYWAY}")
            return REDRAW
        return Answer(self.path())

    def offer(self) -> bool:
        """Offers to leave behind those who must stay at a fortress; whether that is enough."""
        path = self.path()
        if self.goal not in path:
            path = [*path, self.goal]
        self.offered = self.ask.leaving_guard(path)
        stay = [item[1:] for item in self.offered if item[0] == "-" and item not in path]
        if not stay:
            return False
        before = self.offered[: self.offered.index(f"-{stay[0]}")]
        places = [item for item in before if item[0] not in "+-"]
        where = board.called(places[-1] if places else self.ask.place)
        who = part_in_words(self.ask.state, stay)
        self.said = self.told(f"{who} must stay at the fortress of {where} {GUARD}. {LEAVE}")
        return True

    def look(self, place: str) -> None:
        """The cursor came to a place."""
        if place and place != self.goal:
            self.offered = []
        super().look(place)

    def lines(self, width: int) -> list[Line]:
        """Where to, what each step costs and why, what could happen, what is refused."""
        keys = [*(str(unit) for unit in self.ask.units), *self.ask.leaders]
        steps = self._steps(self.path())
        there = bool(steps) and steps[-1].place == self.goal
        drawn = self._way(part_in_words(self.ask.state, keys), steps if there else [], width)
        drawn += self.left()
        if self.said:
            style = "strong" if self.said == FREE else "bad"
            drawn += paragraph(self.refusal(), width, style)
        elif self.goal == self.ask.place and not self.fixed:
            left = self.ask.left_to_do()
            drawn += paragraph(self.told(f"{capitalised(left)} · {STAY}" if left else HERE), width)
        elif not there:
            drawn.append(self.nowhere("no way there"))
        if there:
            known, odds = self.sides(width), self.odds()
            if known:
                drawn += known
            elif odds is not None:
                drawn += odds_lines(odds, width, False)
            elif self.unweighed() is not None:
                drawn.append(line(Bit(" a battle: its odds are being weighed", "quiet")))
        if steps:
            for risk in self.risks(steps):
                drawn += paragraph(risk, width)
            drawn += paragraph(" · ".join(_step(step) for step in steps), width, "quiet")
        free = self.said in ("", FREE)
        if steps and free and (over := self._crowd(steps[-1].place)):
            drawn += paragraph(over, width)
        return drawn

    def _way(self, who: str, steps: list[Step], width: int) -> list[Line]:
        """Who goes which way, each step with its price, and what is left of the points."""
        start, left = board.called(self.end), f"{self.ask.points - self._spent()} MP left"
        if not steps:
            row = line(" ", Bit(who, "strong"), Bit(f" from {start}, {left}", "quiet"))
            if width_of(row) <= width:
                return [row]
            return paragraph(f"{who} from {start}, {left}", width, "strong")
        way = " → ".join(
            [place_name(self.end), *(f"{place_name(each.place)} {each.points}" for each in steps)]
        )
        sum_ = f"{steps[-1].sum} of {self.ask.points} MP"
        row = line(" ", Bit(who, "strong"), f"  {way}  ", Bit(sum_, "strong"))
        return [row] if width_of(row) <= width else paragraph(f"{who}  {way}  {sum_}", width)

    def risks(self, steps: list[Step]) -> list[str]:
        """What could happen on the path and at its end, a sentence each."""
        ask, place = self.ask, steps[-1].place
        way = [step.place for step in steps]
        found = unguarded(ask) + natives(ask.state, ask, way)
        found += interceptions(self.onward, way)
        worn = attrition(ask, self.onward, way, steps[-1].sum)
        found += filter(None, (worn, supply_words(self.onward, place)))
        if not board.is_sea(place) and sides.enemy_fortress(ask.state, place, ask.alliance):
            level = sides.fortress_level(ask.state, place)
            found.append(f"enemy fortress, level {level}")
        return found

    def besides(self) -> str:
        """What is lost where too many would stand."""
        over = self._crowd(self.goal) if self.said == FREE and self._steps(self.path()) else ""
        return f"; {over}" if over else ""

    def _crowd(self, place: str) -> str:
        """What the stack would lose over the limits with its friends where it ends, "" for
        nothing; of counters in pieces nothing is said."""
        return "" if any("/" in item for item in self.fixed) else crowd(self.onward, place)

    def stake(self) -> tuple[str, str, tuple[str, ...]] | None:
        """The last step of the path, and what of it is fixed; None where no enemy is met."""
        places = self.places()
        if len(places) < 2 or forces(self.onward, places[-1], places[-2]) is None:
            return None
        return places[-2], places[-1], tuple(self.fixed)

    def _weigh(self) -> Callable[[], dict[str, Any] | None]:
        *_, before, place = self.places()
        return partial(battle, self.onward, place, before)

    def _compare(self) -> Callable[[], dict[str, Any] | None]:
        *_, before, place = self.places()
        return partial(sides_of, self.onward, place, before)

    def what_if(self) -> dict[str, Any] | None:
        """The battle at the end of the path as a document for the desk."""
        places = self.places()
        return what_if(self.onward, places[-1], places[-2]) if len(places) > 1 else None


def _step(step: Step) -> str:
    why = ", ".join(reason.why for reason in step.reasons)
    return f"{place_name(step.place)} {step.points} ({why})"
