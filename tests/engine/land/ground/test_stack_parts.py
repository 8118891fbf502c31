"""Parts of a stack: pieces of armies, and who may not go alone (MVG-07, NAT-30)."""

from __future__ import annotations

import pytest

from engine.land.ground import stack_parts
from engine.land.ground.stack_parts import Part
from engine.play.asks import BadAnswer
from engine.state.forces import Kind, Unit
from tests.engine.playing import lead, put, tabletop, use_up


@pytest.mark.parametrize(
    ("kind", "wanted", "way"),
    [
        ("A+", ["A-"], ("A-", "LD", "LD")), ("A+", ["LD"], ("A-", "LD", "LD")),
        ("A+", ["LD", "LD"], ("A-", "LD", "LD")), ("A+", ["LD", "LD", "LD"], ("LD",) * 4),
        ("A+", ["A-", "LD"], ("A-", "LD", "LD")), ("A+", ["A-", "LD", "LD"], ()),
        ("A+", ["LD"] * 4, ()), ("A-", ["LD"], ("LD", "LD")), ("A-", ["LD", "LD"], ()),
        ("A-", ["A-"], ()), ("A-", ["LDE"], ()), ("LD", ["LDE"], ()),
    ],
)  # fmt: skip
def test_an_army_is_broken_to_part_with_some_of_it(
    kind: Kind, wanted: list[str], way: tuple[str, ...]
) -> None:
    """C-FOR-02: into A- and two LD, or into four, as an army while it can be; who parts with all of
    it breaks nothing, and an LD is not broken for a part."""
    assert stack_parts.break_into(Unit(1, "france", kind, "artois"), wanted) == way


@pytest.mark.parametrize(("free", "enough"), [(3, False), (4, True), (5, True)])
def test_two_armies_are_broken_with_the_counters_of_one_box(free: int, enough: bool) -> None:
    """C-FOR-05: each takes two LD; the corps of an ally has its own."""
    state = tabletop(alliances={"france": ["france", "england"], "spain": ["spain"]})
    units = put(state, "france", "artois", "A-", "A-")
    use_up(state, "france", "LD")
    for unit in list(state.units_at("berry"))[:free]:
        state.remove(unit)
    keys = [f"{number}/LD" for number in units]
    if enough:
        part = stack_parts.read_part(state, keys, units, [])
        assert part == Part(tuple(keys), ())
        assert (stack_parts.thirds(state, part), stack_parts.unit_ids(part)) == (6, units)
    else:
        with pytest.raises(BadAnswer, match="no LD free"):
            stack_parts.read_part(state, keys, units, [])
    ally = put(state, "england", "artois", "A-")
    mixed = [keys[0], f"{ally[0]}/LD"]
    assert stack_parts.read_part(state, mixed, [*units, *ally], []).troops == tuple(mixed)


@pytest.mark.rule("NAT-30")
def test_natives_do_not_go_without_him_whom_they_follow() -> None:
    """Others go without their leader, a pasha's counter too."""
    state = tabletop(alliances={"spain": ["spain"], "turkey": ["turkey"]})
    natives, troops = (put(state, "spain", "congo-s", "A-", corps=corps)[0]
                       for corps in ("native", ""))  # fmt: skip
    state.units[natives].leader = lead(state, "spain", "congo-s", "cortes")
    (pasha,) = put(state, "turkey", "artois", "PASHA", size=1)
    state.units[pasha].leader = "ali-pasha"
    everybody = [natives, troops, pasha]
    reason = "natives do not move without Cortés (NAT-30)"
    assert stack_parts.why_unled(state, everybody, []) == reason
    assert stack_parts.why_unled(state, everybody, ["bayard"]) == reason
    assert stack_parts.why_unled(state, everybody, ["cortes"]) == ""
    assert stack_parts.why_unled(state, [troops, pasha], []) == ""


def test_the_highest_in_rank_is_named_first() -> None:
    """Who leads is read before whoever is with him, however they stand in the stack."""
    state = tabletop()
    (army,) = put(state, "france", "artois", "A+")
    chiefs = ["england-anonymous-general-1", "gustav-adolf"]
    for name in chiefs:
        lead(state, "france", "artois", name)
    said = stack_parts.part_in_words(state, [str(army), *chiefs])
    assert said == "A+ with Gustav Adolf, Anonymous general 1"
