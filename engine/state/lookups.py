"""Look-ups whose answers are kept until something changes that they read.

Who plays with whom, who is at war and who holds what is asked a hundred times an answer and changes
a few times a round. A look-up marked by `lookup` reads nothing of the state but what is *watched*:
the fields that the records of diplomacy, land, sea and overseas name in READ, and all that lies in
them. Whatever changes there, in whatever way, forgets all answers at once; nobody has to think of
it. A test holds every kept answer against a fresh one at every decision of random games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Answers(dict[Any, Any]):
    """What the look-ups of a state have found, by look-up and what it was asked of; what they
    have found of a place under that place."""

    __slots__ = ()

    def fresh(self, state: Holder) -> dict[Any, Any]:
        """The same found anew."""
        return {
            key: {(look, of): look(state, key, *of) for look, of in list(found)}
            if isinstance(key, str)
            else key[0](state, *key[1])
            for key, found in list(self.items())
        }


class Holder(Protocol):
    """A state, as look-ups know it."""

    _answers: Answers


H = TypeVar("H", bound=Holder)


def lookup(look: Callable[Concatenate[H, P], T]) -> Callable[Concatenate[H, P], T]:
    """Marks a look-up of which every answer is kept, by what it is asked of in order."""
    find: Callable[..., T] = look

    @wraps(look)
    def kept(state: Any, /, *of: Any) -> Any:
        try:
            return state._answers[look, of]
        except KeyError:
            found = state._answers[look, of] = find(state, *of)
            return found

    return kept  # type: ignore[return-value]  # nothing is asked by its name


def lookup_at(
    look: Callable[Concatenate[H, str, P], T],
) -> Callable[Concatenate[H, str, P], T]:
    """Marks a look-up that reads besides who stands in the place that it is asked of: whose
    counters and leaders, on land or at sea, and in which position."""
    find: Callable[..., T] = look

    @wraps(look)
    def kept(state: Any, place: str, /, *of: Any) -> Any:
        try:
            return state._answers[place][look, of]
        except KeyError:
            found = find(state, place, *of)
            state._answers.setdefault(place, {})[look, of] = found
            return found

    return kept  # type: ignore[return-value]  # nothing is asked by its name


class Watched:
    """A record of which look-ups read the fields READ."""

    __slots__ = ("_answers",)

    READ: ClassVar[tuple[str, ...]] = ()

    def watch(self, answers: Answers) -> None:
        """Forgets these answers from now on whenever one of the fields changes."""
        object.__setattr__(self, "_answers", answers)
        for name in self.READ:
            object.__setattr__(self, name, watched(getattr(self, name), answers))

    if not TYPE_CHECKING:  # else any attribute might be set

        def __setattr__(self, name: str, value: Any) -> None:
            answers = getattr(self, "_answers", None)
            if answers is not None and name in self.READ:
                answers.clear()
                value = watched(value, answers)
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
