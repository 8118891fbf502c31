"""A cursor that goes from province to province, by arrows."""

from engine.facts import atlas, board
from tui.map.directions import towards

ARROWS = (-1, 0), (1, 0), (0, -1), (0, 1)


def test_an_arrow_goes_to_the_neighbour_that_lies_straightest_ahead() -> None:
    assert towards("europe", "ile-de-france", 0, -1) == "artois"
    assert towards("europe", "ile-de-france", 1, 0) == "champagne"
    assert towards("europe", "picardie", 0, 1) == "ile-de-france"


def test_every_place_is_reached_and_nearly_every_neighbour_in_two_arrows() -> None:
    known = atlas.labels()
    pairs = missed = 0
    for shown in ("europe", "rotw"):
        places = {name for (on, name), one in known.items()
                  if on == shown and one.kind in ("land", "sea")}  # fmt: skip
        ways = {name: {towards(shown, name, *arrow) for arrow in ARROWS} - {""} for name in places}
        seen, todo = set[str](), [min(places)]
        while todo:
            here = todo.pop()
            todo += ways[here] - seen
            seen |= ways[here]
        assert len(places - seen) <= 12, places - seen  # islands, by cells or by name
        for name in places:
            near = {each.other for each in board.borders().get(name, ()) if each.other in places}
            twice = ways[name].union(*(ways[other] for other in ways[name]))
            pairs, missed = pairs + len(near), missed + len(near - twice)
    assert missed < pairs / 10, (missed, pairs)
