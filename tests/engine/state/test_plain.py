"""A record's plain form follows from its declaration, and shares nothing with the record."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from engine.state.plain import kept, parts, row, table, tabled


@dataclass
class Gun:
    id: int
    crew: list[str] = field(default_factory=list)
    spare: dict[str, int] = field(default_factory=dict)


@tabled
@dataclass
class Battery:
    id: str
    guns: dict[int, Gun] = kept(factory=dict, form="rows")
    names: list[str] = kept(factory=list, form="sorted")
    seen: set[str] = field(default_factory=set)
    ways: dict[int, list[str]] = kept(factory=dict, form="pairs")
    ends: list[tuple[str, list[int]]] = field(default_factory=list)
    wet: bool = kept(False, within="weather")
    cold: bool = kept(False, within="weather")
    notes: dict[str, Any] = field(default_factory=dict)
    _cache: int = 0


def battery() -> Battery:
    return Battery(
        "east", {7: Gun(7, ["b", "a"], {"z": 1, "a": 2}), 3: Gun(3)}, ["y", "x"], {"q", "p"},
        {9: ["k"], 2: ["m", "l"]}, [("north", [2, 1])], True, False, {"n": [1, 2]}, 5,
    )  # fmt: skip


def test_each_part_is_written_as_it_is_declared() -> None:
    assert table(Battery).write(battery()) == {
        "id": "east",
        "guns": [[3, [], {}], [7, ["b", "a"], {"a": 2, "z": 1}]],
        "names": ["x", "y"],
        "seen": ["p", "q"],
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
        "west", cold=True
    )
    assert row(Gun).read([4]) == Gun(4)
    assert row(Gun).read([4, ["x"]]) == Gun(4, ["x"])


@pytest.mark.parametrize("plain", [[], [1, [], {}, 9], "ab"])
def test_what_is_no_row_is_refused(plain: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        row(Gun).read(plain if plain != "ab" else 7)


def test_private_parts_are_not_kept() -> None:
    assert [one.name for one in parts(Battery)][-1] == "notes"
