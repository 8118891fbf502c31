"""The hand of a march: the path builds on the map as the cursor moves."""

from __future__ import annotations

from dataclasses import replace
from textwrap import wrap
from typing import Any, ClassVar

from engine import board, sides
from engine.asks import BadAnswer, Raw
from engine.march import March, Step
from engine.parting import described
from tui.foresee import battle, interceptions, what_if
from tui.hands import STAY, Answer, Hand, Outcome
from tui.panes.lines import Bit, Line, line
from tui.words import place_name


class Route(Hand[March]):
    """A path to the place under the cursor, by way of the places fixed so far."""

    keys: ClassVar[str] = "←↑↓→ path · Enter march · space fix · d drop · w why not · x stop here"

    asks: ClassVar[bool] = True

    def __init__(self, ask: March) -> None:
        self.fixed: list[str] = []
        self.goal = ask.rest[-1] if ask.rest else ask.place
        self.said = ""
        self.onward = ask
        self.weighed: dict[tuple[str, str, int], dict[str, Any] | None] = {}
        super().__init__(ask)

    def _listed(self) -> list[Raw]:
        return []

    def _first(self) -> int:
        return 0

    # The path.

    @property
    def end(self) -> str:
        """Where the fixed part of the path ends."""
        ways = [item for item in self.fixed if item[0] not in "+-"]
        return ways[-1] if ways else self.ask.place

    def path(self) -> list[str]:
        """The whole path to the place under the cursor, as an answer."""
        if self.goal == self.end:
            return list(self.fixed)
        if not self.fixed and self.ask.rest and self.goal == self.ask.rest[-1]:
            return list(self.ask.rest)
        return [*self.fixed, *self.onward.path_to(self.goal)]

    def places(self) -> tuple[str, ...]:
        """The provinces of the path, for the map."""
        return (self.ask.place, *(item for item in self.path() if item[0] not in "+-"))

    def reach(self) -> dict[str, int]:
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

    def look(self, place: str) -> None:
        """The cursor came to a place."""
        if place:
            self.goal = place
            self.said = ""

    def _fix(self, path: list[str]) -> None:
        """Takes a path as fixed; the rest is searched from its end."""
        self.fixed = path
        sum_ = self._spent()
        gone = {item[1:] for item in path if item[0] == "-"}
        self.onward = self.ask
        if path:
            ask = self.ask
            self.onward = replace(
                ask,
                place=self.end,
                units=[unit for unit in ask.units if str(unit) not in gone],
                leaders=[leader for leader in ask.leaders if leader not in gone],
                spent={unit: ask.spent.get(unit, 0) + sum_ for unit in ask.units},
                led={leader: ask.led.get(leader, 0) + sum_ for leader in ask.leaders},
                rest=(),
                _found={},
            )

    def why_not(self) -> str:
        """Why the march cannot go where the cursor is; "" when it can."""
        path = self.path()
        if self.goal != self.end and not path[len(self.fixed) :]:
            return self.onward.why_not(self.goal) or f"no way leads to {place_name(self.goal)}"
        try:
            self.ask.parse(path)
        except BadAnswer as error:
            return str(error)
        return ""

    # Keys and lines.

    def press(self, key: str) -> Outcome:
        """Enter marches; space, backspace, d, w and x as the foot line says."""
        if key == "enter":
            reason = self.why_not()
            if reason or not self.path():
                self.said = reason or "the path has no step yet: x stops the march here"
                return STAY
            return Answer(self.path())
        if key == "x":
            return Answer(list(self.fixed))
        if key == "space":
            self.said = self.why_not()
            if not self.said:
                self._fix(self.path())
        elif key == "backspace":
            self._fix(self.fixed[:-1])
        elif key == "w":
            self.said = self.why_not() or "nothing forbids it"
        else:
            return None
        return STAY

    def drop(self, keys: list[str]) -> None:
        """Leaves counters and leaders where the fixed path ends."""
        path = [*self.fixed, *(f"-{key}" for key in keys)]
        try:
            self.ask.parse(path)
        except BadAnswer as error:
            self.said = str(error)
        else:
            self._fix(path)

    def choose_place(self, place: str) -> Outcome:
        """Enter on the map marches there."""
        self.look(place)
        return self.press("enter")

    def where(self) -> str:
        """The place the march goes to."""
        return self.goal

    def lines(self, width: int) -> list[Line]:
        """Where to, what each step costs and why, what could happen, what is refused."""
        keys = [*(str(unit) for unit in self.ask.units), *self.ask.leaders]
        goal, steps = place_name(self.goal), self._steps(self.path())
        start = f" from {place_name(self.ask.place)}, {self.ask.points} MP left"
        who = described(self.ask.state, keys)
        drawn = [line(" ", Bit(who, "strong"), Bit(start, "quiet"))]
        if self.said:
            drawn.append(line(Bit(f" {goal}: {self.said}", "bad")))
        elif self.goal == self.ask.place and not self.fixed:
            drawn.append(line(" Move the cursor to where the stack should go."))
        elif not steps or steps[-1].place != self.goal:
            drawn.append(line(Bit(f" {goal}: no way there", "bad"), Bit("   w: why not?", "quiet")))
        else:
            whole = f": {steps[-1].sum} MP of {self.ask.points}"
            drawn.append(line(" to ", Bit(goal, "strong"), whole))
        if steps:
            told = " · ".join(_step(step) for step in steps)
            drawn += [line(Bit(f" {row}", "quiet")) for row in wrap(told, max(20, width - 2))]
            drawn += [
                line(Bit(f" {row}"))
                for risk in self.risks(steps)
                for row in wrap(risk, max(20, width - 2))
            ]
        left = [item[1:] for item in self.fixed if item[0] == "-"]
        if left:
            drawn.append(line(Bit(f" left on the way: {described(self.ask.state, left)}", "quiet")))
        return drawn

    def risks(self, steps: list[Step]) -> list[str]:
        """What could happen on the path and at its end, a sentence each."""
        ask, place = self.ask, steps[-1].place
        found = interceptions(self.onward, [step.place for step in steps])
        odds = self.odds()
        if odds is not None:
            chances = "/".join(f"{100 * odds[key]:.0f}" for key in ("win", "draw", "lose"))
            found.append(f"then battle: {chances} % win/draw/lose · o the odds")
        if not board.is_sea(place) and sides.enemy_fortress(ask.state, place, ask.alliance):
            level = sides.fortress_level(ask.state, place)
            found.append(f"enemy fortress, level {level}")
        return found

    def odds(self) -> dict[str, Any] | None:
        """The odds of a battle at the end of the path, worked out once for each."""
        places = self._way()
        if len(places) < 2:
            return None
        key = (places[-2], places[-1], len(self.fixed))
        if key not in self.weighed:
            self.weighed[key] = battle(self.onward, places[-1], places[-2])
        return self.weighed[key]

    def what_if(self) -> dict[str, Any] | None:
        """The battle at the end of the path as a document for the desk."""
        places = self._way()
        return what_if(self.onward, places[-1], places[-2]) if len(places) > 1 else None

    def _way(self) -> list[str]:
        return [self.ask.place, *(item for item in self.path() if item[0] not in "+-")]


def _step(step: Step) -> str:
    why = ", ".join(reason.why for reason in step.reasons)
    return f"{place_name(step.place)} {step.points} ({why})"
