"""The hand of a march: the path builds on the map as the cursor moves."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from engine import board, sides
from engine.asks import BadAnswer, Raw
from engine.march import March, Step
from engine.parting import described
from engine.state import State
from tui.hands import STAY, Answer, Hand, Outcome
from tui.panes.lines import Bit, Line, line
from tui.words import place_name


class Route(Hand[March]):
    """A path to the place under the cursor, by way of the places fixed so far."""

    keys: ClassVar[str] = (
        "←↑↓→ path · Enter march · space fix a step · d drop troops · w why not · x stop here"
    )

    def __init__(self, ask: March) -> None:
        self.fixed: list[str] = []
        self.goal = ask.rest[-1] if ask.rest else ask.place
        self.said = ""
        self.onward = ask
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
        bits: list[str | Bit] = [" "]
        for number, step in enumerate(steps):
            why = tuple(f"{value:+} MP {why} ({rule})" for value, why, rule in step.reasons)
            bits += [" "] if number else []
            bits.append(Bit(f"{place_name(step.place)} {step.points}", "", why))
        if steps:
            drawn.append(line(*bits))
            drawn.append(line(Bit(f" {'; '.join(risk for risk in self.risks() if risk)}", "quiet")))
        left = [item[1:] for item in self.fixed if item[0] == "-"]
        if left:
            drawn.append(line(Bit(f" left on the way: {described(self.ask.state, left)}", "quiet")))
        return drawn

    def risks(self) -> list[str]:
        """What could happen at the end of the path, in a few words each."""
        ask, place = self.ask, self.goal
        if board.is_sea(place):
            return []
        foes = sides.enemy_units(ask.state, place, ask.alliance)
        said = ["an enemy stands there: battle or overrun" if foes else ""]
        if sides.enemy_fortress(ask.state, place, ask.alliance):
            said.append(f"enemy fortress, level {sides.fortress_level(ask.state, place)}")
        said.append(intercepted(ask.state, ask.alliance, place))
        return said


def intercepted(state: State, alliance: str, place: str) -> str:
    """Which enemy stacks stand so near that they may intercept a march to a place."""
    near = sorted(
        place_name(border.other)
        for border in board.land_neighbours(place)
        if not board.is_sea(border.other) and sides.enemy_units(state, border.other, alliance)
    )
    return f"enemies next to it may intercept: {', '.join(near)}" if near else ""
