"""Look-ups whose answers are kept until something changes that they read.

Who plays with whom, who is at war and who holds what is asked a hundred times an answer and changes
a few times a round. A look-up marked by `lookup` reads nothing of the state but what is *watched*:
the fields that the records of diplomacy, land, sea and overseas name in READ, and all that lies in
them. Whatever changes there, in whatever way, forgets all answers at once. One marked by
`lookup_at` is asked of a place, and reads besides who stands there, and how, and the marks about
them and the place that fields name in ABOUT: whoever comes, goes or gets a mark forgets what was
found of his place. So no rule has to think of it. A test holds every kept answer against a fresh
one at every decision of random games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import update_wrapper
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, Final, ParamSpec, Protocol, TypeVar

STAYS: Final = "stays "
"""Begins the mark of a counter or leader who was told to stay where he is."""

SHIPS_IN_PORT: Final = "ships in port"
"""Asked of this place, a look-up reads which ships lie in port, and where."""

LONGEST_ID: Final = 9  # digits
P = ParamSpec("P")
T = TypeVar("T")


class Answers:
    """What the look-ups of a state have found: `known` by look-up and what it was asked of,
    `of_one` by look-up and then by the one thing that it was asked of, `at` by the place. They
    know the counters and leaders of the state."""

    __slots__ = ("at", "known", "leaders", "of_one", "units")

    def __init__(self, units: Mapping[int, Standing], leaders: Mapping[str, Standing]) -> None:
        self.known: dict[Any, Any] = {}
        self.of_one: defaultdict[Any, dict[Any, Any]] = defaultdict(dict)
        self.at: defaultdict[str, dict[Any, Any]] = defaultdict(dict)
        self.units, self.leaders = units, leaders

    def clear(self) -> None:
        """Forgets all."""
        self.known.clear()
        self.of_one.clear()
        self.at.clear()

    def forget(self, place: str) -> None:
        """Forgets what was found of a place, or asked of a country."""
        self.at.pop(place, None)

    def about(self, mark: int | str) -> None:
        """Forgets the place that a mark is about, or that of the counter or leader: the mark is his
        id, or that he stays; other marks are about none. No id has a blank in it."""
        if isinstance(mark, str):
            name = mark
            if " " not in mark:
                self.at.pop(mark, None)
            elif mark.startswith(STAYS):
                name = mark[len(STAYS) :]
            else:
                return
            who = self.leaders.get(name)
            if who is None and name.isdecimal() and len(name) <= LONGEST_ID:
                who = self.units.get(int(name))
        else:
            who = self.units.get(mark)
        if who is not None:
            self.at.pop(who.place, None)

    def shared(self, units: Mapping[int, Standing], leaders: Mapping[str, Standing]) -> Answers:
        """The same for a table that differs in who stands where alone."""
        found = Answers(units, leaders)
        found.known, found.of_one = self.known.copy(), self.of_one.copy()
        found.at = self.at.copy()
        return found

    def kept(self) -> dict[Any, Any]:
        """All that is kept, by place or look-up."""
        of_one = {look: dict(found) for look, found in self.of_one.items()}
        return self.known | of_one | {place: dict(found) for place, found in self.at.items()}

    def fresh(self, state: Holder) -> dict[Any, Any]:
        """The same found anew."""
        found: dict[Any, Any] = {key: _again(key, state) for key in list(self.known)}
        for look, known in list(self.of_one.items()):
            found[look] = {one: look(state, one) for one in list(known)}
        for place, known in list(self.at.items()):
            found[place] = {asked: _again(asked, state, place) for asked in list(known)}
        return found


def _again(asked: Any, *of: Any) -> Any:
    """What a look-up finds now, asked of this and what else it was asked of."""
    look, *more = asked if isinstance(asked, tuple) else (asked,)
    return look(*of, *more)


class Standing(Protocol):
    """A counter or leader, as look-ups know it."""

    place: str


class Holder(Protocol):
    """A state, as look-ups know it."""

    _answers: Answers


H = TypeVar("H", bound=Holder)


def lookup(look: Callable[Concatenate[H, P], T]) -> Callable[Concatenate[H, P], T]:
    """Marks a look-up of which every answer but None is kept, by the up to two things that it is
    asked of, in order."""
    find: Callable[..., T] = look

    def plain(state: Any) -> Any:
        answers = state._answers.known
        if (found := answers.get(look)) is None:
            found = answers[look] = find(state)
        return found

    def of_one(state: Any, one: Any) -> Any:
        answers = state._answers.of_one[look]
        if (found := answers.get(one)) is None:
            found = answers[one] = find(state, one)
        return found

    def of_two(state: Any, one: Any, other: Any) -> Any:
        answers, key = state._answers.known, (look, one, other)
        if (found := answers.get(key)) is None:
            found = answers[key] = find(state, one, other)
        return found

    kept: Callable[Concatenate[H, P], T] = _asked(look, (plain, of_one, of_two), 1)
    return kept


def lookup_at(
    look: Callable[Concatenate[H, str, P], T],
) -> Callable[Concatenate[H, str, P], T]:
    """Marks a look-up that reads besides who stands in the place that it is asked of, of what kind,
    in which position and with which marks, and which ships fleets hold; not veterans. Asked of a
    country it reads of what kind its counters are, asked of SHIPS_IN_PORT which those are."""
    find: Callable[..., T] = look

    def plain(state: Any, place: str) -> Any:
        here = state._answers.at[place]
        if (found := here.get(look)) is None:
            found = here[look] = find(state, place)
        return found

    def of_one(state: Any, place: str, one: Any) -> Any:
        here = state._answers.at[place]
        if (found := here.get((look, one))) is None:
            found = here[look, one] = find(state, place, one)
        return found

    def of_two(state: Any, place: str, one: Any, other: Any) -> Any:
        here, key = state._answers.at[place], (look, one, other)
        if (found := here.get(key)) is None:
            found = here[key] = find(state, place, one, other)
        return found

    kept: Callable[Concatenate[H, str, P], T] = _asked(look, (plain, of_one, of_two), 2)
    return kept


def _asked(look: Any, ways: tuple[Any, ...], fixed: int) -> Any:
    """The way that fits what a look-up is asked of."""
    kept: Any = update_wrapper(ways[look.__code__.co_argcount - fixed], look)
    kept.__defaults__ = look.__defaults__
    return kept


class Watched:
    """A record of which look-ups read the fields READ, and the marks ABOUT counters, leaders and
    places."""

    __slots__ = ("_answers",)

    READ: ClassVar[tuple[str, ...]] = ()
    ABOUT: ClassVar[tuple[str, ...]] = ()

    def watch(self, answers: Answers) -> None:
        """Forgets these answers from now on whenever one of the fields changes."""
        object.__setattr__(self, "_answers", answers)
        for name in self.READ:
            object.__setattr__(self, name, watched(getattr(self, name), answers))
        for name in self.ABOUT:
            object.__setattr__(self, name, marked(getattr(self, name), answers))

    if not TYPE_CHECKING:  # else any attribute might be set

        def __setattr__(self, name: str, value: Any) -> None:
            read = name in self.READ
            if read or name in self.ABOUT:
                answers = getattr(self, "_answers", None)
                if answers is not None:
                    answers.clear()
                    value = (watched if read else marked)(value, answers)
            object.__setattr__(self, name, value)


def watched(value: Any, answers: Answers) -> Any:
    """A value of a watched field, and all that lies in it, watched likewise."""
    if isinstance(value, dict):
        return Table(value, answers)
    if isinstance(value, list):
        return Row(value, answers)
    if isinstance(value, Watched):
        value.watch(answers)
    return value


def marked(value: Any, answers: Answers) -> Any:
    """Marks about counters, leaders and places, watched."""
    kinds: dict[type, Any] = {set: Marked, dict: Tasks}
    return kinds[type(value)](value, answers) if type(value) in kinds else value


class Table(dict[Any, Any]):
    """A table that is watched."""

    __slots__ = ("_answers",)

    def __init__(self, found: dict[Any, Any], answers: Answers) -> None:
        super().__init__({key: watched(value, answers) for key, value in found.items()})
        self._answers = answers

    def __setitem__(self, key: Any, value: Any) -> None:
        self._answers.clear()
        super().__setitem__(key, watched(value, self._answers))

    def setdefault(self, key: Any, usual: Any = None) -> Any:
        if key not in self:
            self[key] = usual
        return self[key]

    def update(self, *found: Any, **named: Any) -> None:
        for key, value in dict(*found, **named).items():
            self[key] = value

    def __ior__(self, found: Any) -> Table:  # type: ignore[misc]
        self.update(found)
        return self


class Row(list[Any]):
    """A list that is watched."""

    __slots__ = ("_answers",)

    def __init__(self, found: Iterable[Any], answers: Answers) -> None:
        super().__init__([watched(value, answers) for value in found])
        self._answers = answers

    def _all_watched(self) -> None:
        super().__setitem__(slice(None), [watched(value, self._answers) for value in self])


class Marked(set[Any]):
    """Marks about counters and leaders."""

    __slots__ = ("_answers",)

    def __init__(self, found: Iterable[Any], answers: Answers) -> None:
        super().__init__(found)
        self._answers = answers

    def add(self, mark: Any) -> None:
        if mark not in self:
            self._answers.about(mark)
            set.add(self, mark)

    def discard(self, mark: Any) -> None:
        if mark in self:
            self._answers.about(mark)
            set.discard(self, mark)

    def update(self, *many: Iterable[Any]) -> None:
        for marks in many:
            for mark in marks:
                self.add(mark)

    def clear(self) -> None:
        forget = self._answers.about
        for mark in self:
            forget(mark)
        super().clear()


class Tasks(dict[str, Any]):
    """What counters and leaders do, or what is done to places."""

    __slots__ = ("_answers",)

    def __init__(self, found: Mapping[str, Any], answers: Answers) -> None:
        super().__init__(found)
        self._answers = answers

    def __setitem__(self, key: str, task: Any) -> None:
        self._answers.about(key)
        super().__setitem__(key, task)

    def __delitem__(self, key: str) -> None:
        self._answers.about(key)
        super().__delitem__(key)

    def pop(self, key: str, *usual: Any) -> Any:
        if key in self:
            self._answers.about(key)
        return super().pop(key, *usual)


def _forgetting(
    does: Callable[..., Any], then: Callable[[Any], None] | None = None
) -> Callable[..., Any]:
    """A method of a container that forgets the answers before it changes anything."""

    def change(self: Any, *of: Any, **named: Any) -> Any:
        self._answers.clear()
        found = does(self, *of, **named)
        if then is not None:
            then(self)
        return found

    return change


for _name in ("__delitem__", "pop", "popitem", "clear"):
    setattr(Table, _name, _forgetting(getattr(dict, _name)))
for _name in ("__delitem__", "pop", "remove", "clear", "sort", "reverse"):
    setattr(Row, _name, _forgetting(getattr(list, _name)))
for _name in ("__setitem__", "append", "extend", "insert", "__iadd__", "__imul__"):
    setattr(Row, _name, _forgetting(getattr(list, _name), Row._all_watched))
for _name in (
    "remove", "pop", "__ior__", "__iand__", "__isub__", "__ixor__", "difference_update",
    "intersection_update", "symmetric_difference_update",
):  # fmt: skip
    setattr(Marked, _name, _forgetting(getattr(set, _name)))
for _name in ("setdefault", "update", "popitem", "clear", "__ior__"):
    setattr(Tasks, _name, _forgetting(getattr(dict, _name)))
