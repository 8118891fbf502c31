"""Forty stacks of a real position in mid-game, laid out by typing, with the keys that it takes."""

from __future__ import annotations

from collections.abc import Iterator

from engine.facts import countries
from engine.notation import shorthand
from engine.notation.layout import Layout, empty, place_first
from engine.notation.position_writer import items_at, position_text
from engine.state import State
from tests.engine.notation.test_position import midway
from tests.tui.small_game import (
    terminal,  # noqa: F401 - used by the test of the screen
)

TEN_MINUTES = 2_000
"""Keys that somebody who types with two fingers presses in ten minutes, 200 in one."""


def short(country: str) -> str:
    """The fewest letters that name a country."""
    names = (country[:length] for length in range(2, len(country) + 1))
    return next((each for each in names if shorthand.country_of([each])[0] == country), country)


def typed(item: str) -> str:
    """An item of a position as somebody types it."""
    words = [word.partition("#")[0] for word in item.split()]
    if words[0].startswith("@"):
        named = words[0][1:].partition("(")[0]
        name = countries.leader(named).name.casefold().split()[-1]
        several = len(name) < 4 or len(shorthand.leaders_meant([name])) > 1
        return " ".join([short(words[1]), f"#{named}" if several else name, *words[2:]])
    if words[0] in countries.countries():
        words[0] = short(words[0])
    elif words[0] in ("owner", "controller", "presidio"):
        words[1] = short(words[1])
    return " ".join(words)


def lines(state: State) -> Iterator[tuple[str, int]]:
    """What is typed for each place of a position, and the stacks and marks that it is."""
    text = position_text(state).splitlines()
    for row in text:
        head, found, _ = row.partition(": ")
        if found and " = " in head:
            place = head.rpartition(" = ")[2]
            items = items_at(state, place)
            yield f"{place}: {', '.join(map(typed, items))}", len(items)
        elif row.startswith("war "):
            yield row, 0


def test_forty_stacks_take_fewer_keys_than_ten_minutes() -> None:
    """Forty stacks of a real mid-game position within ten minutes."""
    state = State.from_plain(dict(midway("europe-1492", 3, 200).snapshots[-1].state))
    layout = Layout(empty())
    stacks = keys = 0
    for line, number in lines(state):
        layout.typed(*place_first(line))
        stacks, keys = stacks + number, keys + len(line) + 1
    assert stacks >= 40
    assert keys <= TEN_MINUTES

    def stand(table: State) -> list[tuple[object, ...]]:
        return sorted(
            (u.place, u.country, u.kind, u.position, u.veterans, *sorted(u.ships.items()))
            for u in table.units.values()
        )

    assert stand(layout.state) == stand(state)
    on_map = {each.id: each.place for each in state.leaders.values() if each.status == "map"}
    assert {each.id: each.place for each in layout.state.leaders.values()} == on_map
    print(f"{stacks} stacks and marks, {keys} keys")
