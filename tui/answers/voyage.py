"""The prompt of a naval move: the way on the map, its attrition, and the actions at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeAlias

from rich.cells import cell_len

from engine.facts import board, countries
from engine.fleets import blockades, fleets
from engine.fleets.sailing_rights import idle
from engine.grammar import join_names, thirds
from engine.play.asks import BadAnswer, Raw
from engine.sea import corsairs_math
from engine.sea.under_way import announced_action, boarding
from engine.sea.under_way.voyage import Arrival
from engine.sea.voyages import naval_actions
from engine.sea.voyages.best_ways import Price
from engine.sea.voyages.sail_ask import Sail
from engine.sea.voyages.sail_check import why_closed
from engine.state.stacks import Stack
from tui.answers.path import FREE, PathPrompt, paragraph
from tui.answers.prompts import REDRAW, Answer, Outcome
from tui.answers.risks_on_the_way import (
    escape,
    fire,
    natives,
    price_sign,
    raids,
    sea_battle,
    sea_interceptions,
    sea_sides,
    sea_what_if,
)
from tui.words.line import Bit, Line, line
from tui.words.places import place_name

WAY: Final = "←↑↓→ way · Enter sail · space fix · d leave · g take · w why not · x stay"
SAIL: Final = "sail there"
FIGURES: Final = "The map writes the modifier of attrition; ! is fire, a blockade or a raid."
SOME: Final = 3  # so many actions are told before they are asked
LIST: Final = "↑↓ or number · Enter takes it · Escape back to the way"
Stake: TypeAlias = tuple[str, int, tuple[str, ...]]  # the zone, the enemy, the fixed way


class VoyagePrompt(PathPrompt[Sail]):
    """A voyage to the place under the cursor; Enter there asks what is done, where there is a
    choice."""

    asks = "where to sail?"
    keys_line = WAY

    def __init__(self, ask: Sail) -> None:
        self.known: dict[tuple[str, ...], list[list[str]]] = {}
        self.aimed: dict[tuple[str, ...], list[str] | None] = {}
        super().__init__(ask)

    @property
    def keys(self) -> str:
        """Those of the list, or those of the way."""
        return LIST if self.listing and self.sought is None else super().keys

    def reach(self) -> Mapping[str, int | str]:
        """The modifier of attrition of a voyage to each place, `!` for dangers."""
        return {place: price_sign(price) for place, price in self.onward.reach().items()}

    def _from(self, path: list[str], gone: set[str]) -> Sail:
        ask = self.ask
        numbers, names = self.joined(path)
        return replace(
            ask,
            units=[unit for unit in (*ask.units, *numbers) if str(unit) not in gone],
            leaders=[leader for leader in (*ask.leaders, *names) if leader not in gone],
            journey=ask.journey.extended(*(item for item in path if item[0] not in "+-")),
            everyone=tuple(ask.everyone or ask.units),
            rest=(),
        )

    def _idle(self) -> tuple[list[int], list[str]]:
        free = idle(self.ask.state, self.end, self.ask.alliance)
        return list(free.units), list(free.leaders)

    # The way to a coast: to the zone beside it from which something may be done there.

    def path(self) -> list[str]:
        """The way to the place under the cursor, or to a zone from which ships act on it."""
        path = self._way()
        beside = None if self._ends(path) else self._beside()
        return path if beside is None else beside

    def _way(self) -> list[str]:
        """The cheapest way to the place under the cursor; but from a zone that was fixed straight
        into the next one, through a strait under fire too."""
        ask, here, there = self.onward, self.end, self.goal
        beside = board.is_sea(here) and board.is_sea(there) and board.border(here, there)
        if self.fixed and beside and not why_closed(ask, ask.ships(ask.units), here, there, [here]):
            return [*self.fixed, there]
        return super().path()

    def _reached(self, path: list[str]) -> bool:
        return self.goal == self.end or bool(path[len(self.fixed) :])

    def _ends(self, path: list[str]) -> bool:
        """Whether a way may end where the cursor is: a port may be passed that is too full to stay
        in (C-STK-04)."""
        return self._reached(path) and bool(self._answers(path))

    def _beside(self) -> list[str] | None:
        """The cheapest way to a zone from which something is done to the coast under the cursor;
        None where there is none."""
        key = (*self.fixed, self.goal)
        if key not in self.aimed:
            self.aimed[key] = next(filter(self._done_there, self._off()), None)
        return self.aimed[key]

    def _off(self) -> list[list[str]]:
        """The ways to the zones beside the coast under the cursor, the cheapest first."""
        prices = self.onward.reach()
        land = self.goal in board.provinces() and self.goal in board.borders()
        zones = board.adjacent_seas(self.goal) if land else ()
        ways = [(prices[zone], [*self.fixed, *self.onward.path_to(zone)])
                for zone in zones if zone in prices]  # fmt: skip
        ways += [(Price(0, -99, 0), list(self.fixed)) for zone in zones if zone == self.end]
        return [way for _, way in sorted(ways)]

    def _done_there(self, path: list[str]) -> list[list[str]]:
        """The answers that end with an action aimed at the coast under the cursor."""
        ends = ((raw, _action_at_end(raw)) for raw in self._answers(path))
        return [raw for raw, end in ends if end is not None and end.target == self.goal]

    # What may be done where the way ends.

    def choices(self) -> list[list[str]]:
        """The answers that end where the cursor is: nothing more, and every action there; on a
        coast where ships cannot lie, what they do to it."""
        path = self._way()
        if self._ends(path):
            return self._answers(path)
        beside = self._beside()
        return [] if beside is None else self._done_there(beside)

    def _answers(self, path: list[str]) -> list[list[str]]:
        key = tuple(path)
        if key not in self.known:
            ask = self.ask
            gone = {item[1:] for item in path if item[0] == "-"}
            numbers = (*ask.units, *self.joined(path)[0])
            units = [ask.state.units[unit] for unit in numbers if str(unit) not in gone]
            way = [*ask.journey.way, *(item for item in path if item[0] not in "+-")]
            found: Iterable[announced_action.Action] = ()
            if units:
                at = Arrival(ask.state, units, way, ask.alliance, ask.cargo, ask.fought)
                found = naval_actions.possible(at)
            asked = [path, *([*path, str(action)] for action in found)]
            self.known[key] = [raw for raw in asked if self.ask.is_legal(raw)]
        return self.known[key]

    def why_not(self) -> str:
        """Why nothing can be done where the cursor is; "" when something can."""
        return "" if self.choices() else self._refused() or super().why_not()

    def _refused(self) -> str:
        """Why the coast under the cursor is not acted on from the zone beside it, where only that
        could be meant: a landing, a blockade, boarding; "" where nothing could."""
        ask, off = self.ask, [] if self._reached(self._way()) else self._off()
        for way in off[:1]:
            zone = next((item for item in reversed(way) if item[0] not in "+-"), ask.place)
            for action in naval_actions.candidates(ask.state, zone, ask.alliance, ask.cargo):
                if action.target == self.goal:
                    try:
                        ask.parse([*way, str(action)])
                    except BadAnswer as error:
                        return str(error)
        return ""

    def _label(self, raw: Raw) -> tuple[str, str]:
        if (action := _action_at_end(raw)) is not None:
            said = announced_action.answer_in_words(self.ask.state, action)
            if action.kind == corsairs_math.HUNT:
                return said[0].upper() + said[1:], self._hunt(self.places()[-1])
            odds = self._odds_against(int(action.target)) if action.kind == "battle" else None
            return said[0].upper() + said[1:], _chances(odds) if odds else ""
        if self.ask.cargo is not None and not raw:
            return "Put the troops ashore again", ""
        there = board.in_or_off(self.places()[-1])
        return (f"End {there}, no action" if self._sails(raw) else f"Stay {there}"), ""

    def _odds_against(self, target: int) -> dict[str, Any] | None:
        """The odds against the stack of a counter: those of the marked one are worked out."""
        return self.odds() if target == self._target() else self.weighed.get(self._stake(target))

    def _hunt(self, zone: str) -> str:
        """How likely a fight against each kind of corsair in a zone takes a side (COR-02)."""
        ask, state = self.onward, self.ask.state
        chiefs = state.leaders_by_id(ask.leaders)
        stack = Stack(zone, ask.alliance, "field", ask.ships(ask.units), chiefs)
        found = {
            corsairs_math.corsair_in_words(each): corsairs_math.chance(state, stack, each)
            for each in corsairs_math.targets(state, stack.units, zone, ask.alliance)
        }
        return ", ".join(f"{who} loses a side {10 * tenths} %" for who, tenths in found.items())

    # Keys.

    @property
    def alone(self) -> str:
        """Why no ships are picked up; troops are taken aboard with Enter."""
        boards = any(
            raw and raw[-1].startswith(f"!{boarding.EMBARK}") for raw in self._answers(self.fixed)
        )
        return "No ships are here to join; Enter takes troops aboard." if boards else super().alone

    def press(self, key: str) -> Outcome:
        """In the list, its keys; Escape or backspace go back to the way. x stays here."""
        if self.listing:
            if key in ("escape", "backspace"):
                self._list(None)
                return REDRAW
            if key != "enter":
                return super(PathPrompt, self).press(key)
            return Answer(self.listed[self.at])
        if key == "x":
            self.look(self.end)
            return self._go(ending=True)
        return super().press(key)

    def _go(self, ending: bool = False) -> Outcome:
        choices = self.choices()
        if not choices:
            self.said = self.why_not() or "nothing can be done there"
            return REDRAW
        if len(choices) == 1 and (choices[0] or self.ask.cargo is None):
            return Answer(choices[0])
        self._list(choices, ending and self.ask.cargo is None)
        return REDRAW

    def _list(self, choices: list[list[str]] | None, ending: bool = False) -> None:
        """Become a list of answers, the planned one marked, or the first when one ends the move; or
        the way again."""
        planned = list(self.ask.rest)
        self.listed = [*(choices or ())]
        self.at = self.listed.index(planned) if planned in self.listed else 0
        if ending:
            self.at = 0
        elif not planned and self.listed[:1] == [[]] and len(self.listed) > 1:
            self.at = 1  # who asks what can be done here does not ask to stay
        self.typed = ""
        self.listing = choices is not None

    def look(self, place: str) -> None:
        """The cursor came to a place: the list is over."""
        if place and place != self.goal:
            self._list(None)
        super().look(place)

    # What is shown.

    def lines(self, width: int) -> list[Line]:
        """Who sails where, the attrition of it and why, what could happen, what may be done."""
        if self.listing:
            return super(PathPrompt, self).lines(width)
        ask, goal = self.ask, place_name(self.goal)
        drawn = self._who(width)
        choices = self.choices()
        names = [board.called(place) for place in self.places()[1:]]
        if self.said == FREE:
            said = [deed for deed in map(self._word, choices) if deed]
            end = f"nothing forbids you to {said[0]}" if said and said[0] != SAIL else FREE
            drawn += paragraph(f"{goal}: {end}", width, "strong")
        elif self.said:
            drawn += paragraph(self.refusal(), width, "bad")
        elif not choices:
            drawn.append(self.nowhere("no way ends there"))
        elif names:
            end = board.called(self.goal)
            by = names if names[-1] != end else names[:-1]
            drawn += paragraph(f"to {end}" + (f" by {', '.join(by)}" if by else ""),
                               width, "strong")  # fmt: skip
        elif self.goal == self.end:
            drawn += paragraph("Move the cursor to where the ships should go.", width)
            drawn += paragraph(FIGURES, width, "quiet")
        if choices:
            outlook = ask.outlook(choices[-1])
            if names or ask.cargo is not None:
                drawn += paragraph(outlook.words, width)
            drawn += self.sides(width)
            for risk in self.risks():
                drawn += paragraph(risk, width)
            told = [said for said in map(self._word, choices) if said]
            if told:
                more = f", or {len(told) - SOME} others" if len(told) > SOME + 1 else ""
                shown = told[:SOME] if more else told
                enter = self.told("Enter:")
                drawn += paragraph(f"{enter} {', or '.join(shown)}{more}", width)
            why = ", ".join(f"{each.value:+} {each.why}" for each in outlook.modifiers)
            drawn += paragraph(why, width, "quiet")
        return [*drawn, *self.left()]

    def _who(self, width: int) -> list[Line]:
        ask = self.ask
        units = [ask.state.units[number] for number in ask.units]
        led = ", ".join(countries.leader(name).name for name in ask.leaders)
        who = fleets.units_in_words(units) + (f" with {led}" if led else "")
        troops = ask.cargo.move.troops(ask.state) if ask.cargo is not None else []
        size = f"{thirds(sum(unit.thirds for unit in troops))} LD" if troops else ""
        leaders = ask.cargo.move.leaders if ask.cargo is not None else ()
        people = join_names([countries.leader(name).name for name in leaders])
        aboard = " with ".join(filter(None, (size, people)))
        carried = f"{aboard} aboard " if aboard else ""
        start = f" from {board.called(ask.place)}"
        if 2 + cell_len(carried + who + start) > width:
            return paragraph(carried + who + start, width, "strong")
        return [line(" ", Bit(carried, "good"), Bit(who, "strong"), Bit(start, "quiet"))]

    def _word(self, raw: list[str]) -> str:
        if (action := _action_at_end(raw)) is not None:
            return announced_action.answer_in_words(self.ask.state, action)
        return SAIL if self._sails(raw) else ""

    def _sails(self, raw: list[str]) -> bool:
        """Whether an answer leads anywhere: ships may be left, or taken along, where one is."""
        return any(item[0] not in "+-!" for item in raw)

    def risks(self) -> list[str]:
        """Blockades run, fire from the shore, corsairs after gold, and who may intercept in which
        zone, a sentence each."""
        ask, places = self.ask, self.places()
        found = [
            escape(ask, port)
            for port in dict.fromkeys((places[0], places[-1]) if len(places) > 1 else ())
            if not board.is_sea(port) and blockades.is_blockaded(ask.state, port)
        ]
        announced = filter(None, map(_action_at_end, self.choices()))
        landings = sorted(
            {end.target for end in announced if end.kind in announced_action.LANDINGS}
        )
        if ask.cargo is not None:
            found += natives(ask.state, ask.cargo.move, landings)
        found += fire(self.onward, places) + raids(self.onward, places[1:], landings)
        return found + sea_interceptions(self.onward, places[1:], landings)

    def stake(self) -> Stake | None:
        """Where the marked action, or else the first, would attack whom, and what of the way is
        fixed, with who is left on it; None for no battle."""
        target = self._target()
        return None if target is None else self._stake(target)

    def _stake(self, target: int) -> Stake:
        return self.goal, target, tuple(self.fixed)

    def _weigh(self) -> Callable[[], dict[str, Any] | None]:
        target = self._target()
        assert target is not None
        return partial(sea_battle, self.onward, self.goal, target)

    def _compare(self) -> Callable[[], dict[str, Any] | None]:
        target = self._target()
        assert target is not None
        return partial(sea_sides, self.onward, self.goal, target)

    def what_if(self) -> dict[str, Any] | None:
        """That battle as a document for the desk; None without one."""
        target = self._target()
        return sea_what_if(self.onward, self.goal, target) if target is not None else None

    def _target(self) -> int | None:
        """A counter of the stack that the marked action, or else the first, would attack."""
        choices = [self.listed[self.at]] if self.listing else self.choices()
        announced = filter(None, map(_action_at_end, choices))
        return next((int(end.target) for end in announced if end.kind == "battle"), None)


def _action_at_end(raw: list[str]) -> announced_action.Action | None:
    """What an answer announces at its end; None for nothing."""
    return (
        announced_action.read(raw[-1])
        if raw and raw[-1].startswith(announced_action.ANNOUNCE)
        else None
    )


def _chances(odds: Mapping[str, Any]) -> str:
    """The odds of a battle in a few words."""
    chances = "/".join(f"{100 * odds[key]:.0f}" for key in ("win", "draw", "lose"))
    return f"{chances} % win/draw/lose"
