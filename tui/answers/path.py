"""What the prompts of marches and voyages share: the path builds on the map as the cursor moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from engine.facts import board
from engine.grammar import capitalised
from engine.land.ground.stack_parts import Parting, part_in_words
from engine.play.asks import BadAnswer, Raw
from tui.answers.prompts import REDRAW, Outcome, Prompt, wrapped
from tui.words import decision
from tui.words.line import Bit, Line, line
from tui.words.places import place_name

if TYPE_CHECKING:
    from engine.land.movement.march_ask import March
    from engine.sea.voyages.sail_ask import Sail

NO_WAY: Final = "Troops and ships are {} on the way; no move is asked now."
ALONE: Final = "There is nobody to pick up where the fixed way ends; space fixes it up to here."
FREE: Final = "nothing forbids it"
W = TypeVar("W", bound="March | Sail")


class PathPrompt(ABC, Prompt[W], Generic[W]):
    """A path to the place under the cursor, by way of the places fixed so far."""

    listing = False  # whether it is a list for the moment, and the arrows are the list's
    beside = False  # whether odds are worked out beside the screen, which draws them then

    def __init__(self, ask: W) -> None:
        self.fixed: list[str] = []
        planned = [item for item in ask.rest if item[0] not in "+-!"]
        self.planned = planned[-1] if planned else ask.place
        self.goal = self.planned
        self.said = ""
        self.onward: W = ask
        self.weighed: dict[Hashable, dict[str, Any] | None] = {}
        self.met: dict[Hashable, dict[str, Any] | None] = {}
        super().__init__(ask)

    def _listed(self) -> list[Raw]:
        return []

    def _first(self) -> int:
        return 0

    @property
    def end(self) -> str:
        """Where the fixed part of the path ends."""
        ways = [item for item in self.fixed if item[0] not in "+-"]
        return ways[-1] if ways else self.ask.place

    def path(self) -> list[str]:
        """The whole path to the place under the cursor, as an answer."""
        if self.goal == self.end:
            return list(self.fixed)
        if not self.fixed and self.ask.rest and self.goal == self.planned:
            return [item for item in self.ask.rest if item[0] != "!"]
        return [*self.fixed, *self.onward.path_to(self.goal)]

    def places(self) -> tuple[str, ...]:
        """The places of the path, its start first, for the map."""
        return (self.ask.place, *(item for item in self.path() if item[0] not in "+-"))

    @abstractmethod
    def reach(self) -> Mapping[str, int | str]:
        """What each place costs, as the map writes it."""

    def look(self, place: str) -> None:
        """The cursor came to a place."""
        if place and place != self.goal:
            self.goal = place
            self.said = ""

    @abstractmethod
    def _from(self, path: list[str], gone: set[str]) -> W:
        """The question as it would be at the end of a path, without those who are gone."""

    def _fix(self, path: list[str]) -> None:
        """Takes a path as fixed; the rest is searched from its end."""
        self.fixed = path
        gone = {item[1:] for item in path if item[0] == "-"}
        self.onward = self._from(path, gone) if path else self.ask

    def why_not(self) -> str:
        """Why the way cannot end where the cursor is; "" when it can."""
        path = self.path()
        if self.goal != self.end and not path[len(self.fixed) :]:
            return self.onward.why_not(self.goal) or f"no way leads to {board.called(self.goal)}"
        try:
            self.ask.parse(path)
        except BadAnswer as error:
            return str(error)
        return ""

    def press(self, key: str) -> Outcome:
        """Enter goes; space fixes, backspace takes back, w tells why not."""
        if key == "enter":
            return self._go()
        if key == "space":
            self.said = self.why_not()
            if not self.said:
                self._fix(self.path())
        elif key == "backspace":
            self._fix(self.fixed[:-1])
        elif key == "w":
            self.said = self.why_not() or FREE
        else:
            return None
        return REDRAW

    def about_to(self) -> Raw:
        """The way that is shown, None where it cannot end there."""
        if self.listing:
            return super().about_to()
        return None if self.why_not() else self.path()

    @abstractmethod
    def _go(self) -> Outcome:
        """Enter: the way that is shown is the answer, or `said` tells why not."""

    def parting(self) -> Parting:
        """Who of the stack stays where the fixed path ends."""
        ask = self.ask
        gone = {item[1:].partition("/")[0] for item in self.fixed if item[0] == "-"}
        return Parting(
            who=ask.who, name="drop", what=f"What stays {board.in_or_off(self.end)}?",
            state=ask.state, leaders=[name for name in ask.leaders if name not in gone],
            units=[unit for unit in ask.units if str(unit) not in gone],
        )  # fmt: skip

    def drop(self, keys: list[str]) -> None:
        """Leaves counters and leaders where the fixed path ends."""
        self._add([f"-{key}" for key in keys])

    @abstractmethod
    def _idle(self) -> tuple[list[int], list[str]]:
        """Counters and leaders where the fixed path ends that could come along."""

    def gathering(self) -> Parting | None:
        """Who is picked up where the fixed path ends; None where nobody could be."""
        taken = {item[1:].partition("/")[0] for item in self.fixed if item[0] == "+"}
        units, leaders = self._idle()
        units = [unit for unit in units if str(unit) not in taken and unit not in self.ask.units]
        leaders = [name for name in leaders if name not in taken and name not in self.ask.leaders]
        if not units and not leaders:
            return None
        return Parting(
            who=self.ask.who, name="gather", what=f"Who comes along from {board.called(self.end)}?",
            state=self.ask.state, leaders=leaders, units=units,
        )  # fmt: skip

    @property
    def alone(self) -> str:
        """Why nobody is picked up where the fixed path ends."""
        return ALONE

    def gather(self, keys: list[str]) -> None:
        """Picks counters and leaders up where the fixed path ends."""
        self._add([f"+{key}" for key in keys])

    def _add(self, items: list[str]) -> None:
        path = [*self.fixed, *items]
        try:
            self.ask.parse(path)
        except BadAnswer as error:
            self.said = str(error)
        else:
            self._fix(path)

    def joined(self, path: list[str]) -> tuple[list[int], list[str]]:
        """Whole counters and leaders that a path picks up."""
        keys = [item[1:] for item in path if item[0] == "+"]
        numbers = [int(key) for key in keys if key.isdecimal()]
        return numbers, [key for key in keys if key in self.ask.state.leaders]

    def choose_place(self, place: str) -> Outcome:
        """Enter on the map goes there."""
        self.look(place)
        return self.press("enter")

    def point(self, place: str) -> bool:
        """The way leads where the cursor of the map is; that is `look`."""
        return False

    def where(self, at: int | None = None) -> str:
        """The place the way leads to."""
        return self.goal

    @abstractmethod
    def stake(self) -> Hashable | None:
        """What the odds at the end of the way hang on; None where no battle is."""

    @abstractmethod
    def _weigh(self) -> Callable[[], dict[str, Any] | None]:
        """What works out the odds of the battle at the end of the way as it is now."""

    def unweighed(self) -> Callable[[], None] | None:
        """What there is to work out before `odds` knows those of the way as it is now."""
        stake = self.stake()
        if stake is None or stake in self.weighed:
            return None
        weigh = self._weigh()

        def work() -> None:
            self.weighed[stake] = weigh()

        return work

    @abstractmethod
    def _compare(self) -> Callable[[], dict[str, Any] | None]:
        """What sets the sides of that battle beside each other."""

    def unmet(self) -> Callable[[], None] | None:
        """What there is to work out before it is known who meets whom at the end of the way."""
        stake = self.stake()
        if stake is None or stake in self.met:
            return None
        compare = self._compare()

        def work() -> None:
            self.met[stake] = compare()

        return work

    def knowledge(self, width: int) -> list[Line]:
        """The lines of a way tell it themselves."""
        return []

    def sides(self, width: int) -> list[Line]:
        """The sides of the battle at the end of the way, as soon as they are worked out."""
        work = self.unmet()
        if work is not None and not self.beside:
            work()
        found = self.met.get(self.stake())
        return decision.decision_lines(found, width) if found else []

    def odds(self) -> dict[str, Any] | None:
        """The odds of the battle at the end of the way, worked out once for each; None without one,
        and before they are worked out beside."""
        work = self.unweighed()
        if work is not None and not self.beside:
            work()
        return self.weighed.get(self.stake())

    def what_if(self) -> dict[str, Any] | None:
        """The battle at the end of the way as a document for the desk; None without one."""
        return None

    def besides(self) -> str:
        """What nothing forbids but costs, behind `said`; "" where nothing does."""
        return ""

    def refusal(self) -> str:
        """What is said of the way, of the place it leads to."""
        goal = place_name(self.goal)
        return capitalised(self.said) if goal in self.said else f"{goal}: {self.said}"

    def nowhere(self, said: str) -> Line:
        """That there is no way to where the cursor is, and the key that tells why."""
        why = self.told("w: why not?")
        return line(Bit(f" {place_name(self.goal)}: {said}", "bad"), Bit(f"   {why}", "quiet"))

    def left(self) -> list[Line]:
        """The part of the way that is fixed, who stays behind on it, and who was picked up."""
        found = []
        by = [place_name(item) for item in self.fixed if item[0] not in "+-!"]
        if by:
            back = self.told("Backspace takes it back")
            found.append(line(Bit(f" fixed: by way of {', '.join(by)} · {back}", "quiet")))
        for sign, word in (("-", "left on the way"), ("+", "picked up")):
            keys = [item[1:] for item in self.fixed if item[0] == sign]
            if keys:
                told = f" {word}: {part_in_words(self.ask.state, keys)}"
                found.append(line(Bit(told, "quiet")))
        return found


def paragraph(text: str, width: int, style: str = "") -> list[Line]:
    """A text in lines of a width, a number and its % on one of them."""
    return [line(Bit(f" {row}", style)) for row in wrapped(text, width - 2)]
