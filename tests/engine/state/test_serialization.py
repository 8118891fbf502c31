"""A record's plain form follows from its declaration, and shares nothing with the record."""

from __future__ import annotations

from dataclasses import dataclass, field, is_dataclass
from operator import attrgetter
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import pytest

from engine.documents import bounds
from engine.documents.records import Kept, fields_kept, kept, part
from engine.state import State
from engine.state.serialization import row, table, tabled


@dataclass
class Gun:
    id: int
    crew: list[str] = field(default_factory=list)
    spare: dict[str, int] = field(default_factory=dict)


@dataclass
class Weather:
    wet: bool = kept(False, within="weather")
    cold: bool = kept(False, within="weather")
    wind: dict[str, int] = kept(factory=dict, after="seen")


@tabled
@dataclass
class Battery:
    id: str
    guns: dict[int, Gun] = kept(factory=dict, form="rows")
    names: list[str] = kept(factory=list, form="sorted")
    seen: set[str] = field(default_factory=set)
    ways: dict[int, list[str]] = kept(factory=dict, form="pairs")
    ends: list[tuple[str, list[int]]] = field(default_factory=list)
    weather: Weather = part(Weather)
    notes: dict[str, Any] = field(default_factory=dict)
    _cache: int = 0


def battery() -> Battery:
    return Battery(
        "east", {7: Gun(7, ["b", "a"], {"z": 1, "a": 2}), 3: Gun(3)}, ["y", "x"], {"q", "p"},
        {9: ["k"], 2: ["m", "l"]}, [("north", [2, 1])], Weather(True, wind={"n": 4}),
        {"n": [1, 2]}, 5,
    )  # fmt: skip


def test_each_part_is_written_as_it_is_declared() -> None:
    assert table(Battery).write(battery()) == {
        "id": "east",
        "guns": [[3, [], {}], [7, ["b", "a"], {"a": 2, "z": 1}]],
        "names": ["x", "y"],
        "seen": ["p", "q"],
        "wind": {"n": 4},
        "ways": [[2, ["m", "l"]], [9, ["k"]]],
        "ends": [["north", [2, 1]]],
        "weather": [True, False],
        "notes": {"n": [1, 2]},
    }


def test_what_is_written_is_read_again() -> None:
    plain = table(Battery).write(battery())
    again = table(Battery).read(plain)
    assert again._cache == 0
    again._cache = 5
    again.names.reverse()  # their order means nothing, and is not kept
    assert again == battery()


def test_nothing_is_shared_with_the_record_nor_with_the_document() -> None:
    one = battery()
    plain = table(Battery).write(one)
    again = table(Battery).read(plain)
    for each in (one, again):
        each.guns[7].crew.append("c")
        each.guns[7].spare["b"] = 3
        each.ways[9].append("n")
        each.ends[0][1].append(4)
        each.notes["n"].append(3)
    assert plain == table(Battery).write(battery())


def test_a_part_that_is_missing_begins_as_declared() -> None:
    assert table(Battery).read({"id": "west", "weather": [False, True]}) == Battery(
        "west", weather=Weather(cold=True)
    )
    assert row(Gun).read([4]) == Gun(4)
    assert row(Gun).read([4, ["x"]]) == Gun(4, ["x"])


@pytest.mark.parametrize("plain", [[], [1, [], {}, 9], "ab"])
def test_what_is_no_row_is_refused(plain: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        row(Gun).read(plain if plain != "ab" else 7)


def test_private_parts_are_not_kept() -> None:
    assert [one.name for one in fields_kept(Battery)][-1] == "notes"


def test_the_fields_of_a_part_stand_where_they_are_told_to() -> None:
    assert list(table(Battery).write(battery())) == [
        "id", "guns", "names", "seen", "wind", "ways", "ends", "notes", "weather",
    ]  # fmt: skip


def something(hint: Any) -> Any:
    """A value of a type other than that with which it begins."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (list, set):
        return origin([something(inside[0])])
    if origin is dict:
        return {something(inside[0]): something(inside[1])}
    if origin is tuple:
        return tuple(map(something, inside))
    if origin is Literal:
        return inside[-1]
    if origin in (Union, UnionType):
        return something(inside[0])
    if is_dataclass(hint):
        needed = {one.name: something(one.hint) for one in fields_kept(hint)}
        return hint(**needed)  # type: ignore[operator]
    return {int: 3, str: "a", bool: True}.get(hint, "a")


def test_no_two_parts_of_a_state_have_a_field_of_the_same_name() -> None:
    names = [each.name for each in fields_kept(State)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("one", fields_kept(State), ids=lambda one: one.path)
def test_a_field_of_a_state_is_written_read_compared_and_held_against_its_bounds(one: Kept) -> None:
    """From its declaration alone: no list of fields has to be kept in step with it."""
    start, state = State("test", 1, "I"), State("test", 1, "I")
    where, _, name = one.path.rpartition(".")
    record: Any = attrgetter(where)(state) if where else state
    setattr(record, name, something(one.hint))
    plain = state.to_plain()
    assert state != start
    assert plain != start.to_plain()
    assert State.from_plain(plain) == state
    assert not list(bounds.defects(state))
    setattr(record, name, object())
    assert [each.partition(":")[0] for each in bounds.defects(state)] == [one.name]
