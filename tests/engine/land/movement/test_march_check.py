"""What is dropped and picked up on a march, and what may not leave (MVG-07, MOV-26)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.facts import board
from engine.land.ground import entering_provinces
from engine.land.movement.march_ask import March
from engine.play.asks import BadAnswer
from engine.situation import hierarchy, variants
from engine.state import State
from engine.state.land import Siege
from engine.state.overseas import Establishment
from tests.engine.playing import band, lead, put, tabletop

HAITI = "haiti-e"


def march(state: State, place: str, units: list[int], alliance: str = "spain") -> March:
    return March(who=alliance, name="march", what="?", state=state, alliance=alliance,
                 place=place, units=units, leaders=())  # fmt: skip


def before_a_colony(level: int) -> State:
    """Spain beside a colony of Portugal whose fortress has that level; the next province is
    nobody's."""
    state = tabletop(
        alliances={"spain": ["spain"], "portugal": ["portugal"]}, wars=[("spain", "portugal")],
        campaign="multiple", known={"spain": {HAITI, "haiti-w"}, "portugal": {HAITI}},
        natives={HAITI: "gone", "haiti-w": "gone"}, levels={HAITI: level},
        sieges={HAITI: Siege("spain")},
    )  # fmt: skip
    state.overseas.establishments[HAITI] = [Establishment("portugal", "colony", 3, 0, 3)]
    return state


@pytest.mark.rule("MVG-07", "MOV-26", "MOV-27")
@pytest.mark.parametrize(
    ("level", "dropped", "enough"),
    [(2, 4, False), (2, 5, False), (2, 6, True), (1, 2, False), (1, 3, True), (1, 4, True),
     (0, 0, False), (0, 1, True)],
)  # fmt: skip
def test_what_is_dropped_at_a_fortress_watches_it_to_the_third(
    level: int, dropped: int, enough: bool
) -> None:
    """*At least 1 LD per fortress level must stay*: five thirds of a detachment are too few before
    level 2, and before a fort some troops are enough."""
    state = before_a_colony(level)
    troops = put(state, "spain", HAITI, "LD", "LDE", "LDE", "LDE", "LD")
    keys = {0: [], 1: [1], 2: [1, 2], 3: [0], 4: [0, 1], 5: [0, 1, 2], 6: [0, 1, 2, 3]}[dropped]
    way = [*(f"-{troops[at]}" for at in keys), "haiti-w"]
    assert march(state, HAITI, troops).is_legal(way) is enough


@pytest.mark.rule("MOV-26")
@pytest.mark.parametrize(("dropped", "enough"), [(1, False), (2, True)])
def test_who_stands_where_a_variant_lets_nobody_in_watches_the_fortress_all_the_same(
    dropped: int, enough: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """*When exiting a province whose fortress is not controlled, a stack must … leave enough troops
    to maintain siege* (MOV-26): Neapolitans among allies too, who may not come (EUV-NAP-14)."""
    state = tabletop(campaign="multiple", owners={"artois": "spain", "flandre": "spain"},
                     levels={"artois": 2})  # fmt: skip
    state.land.sieges["artois"] = Siege("france")
    troops = put(state, "france", "artois", "LD", "LD", "LD")
    monkeypatch.setattr(variants, "closed_provinces", lambda *_: {"artois": "by a variant"})
    way = [*(f"-{number}" for number in troops[:dropped]), "flandre"]
    assert march(state, "artois", troops, "france").is_legal(way) is enough


@pytest.mark.rule("MOV-26")
@pytest.mark.parametrize(("dropped", "enough"), [(1, False), (2, True)])
def test_who_besieges_beside_neutral_troops_leaves_a_watch_all_the_same(
    dropped: int, enough: bool
) -> None:
    """*When exiting a province whose fortress is not controlled, a stack must … leave enough troops
    to maintain siege* (MOV-26), whoever else is there (EUV-STK-01)."""
    state = tabletop(
        campaign="multiple", owners={"artois": "spain", "flandre": "spain"}, levels={"artois": 2},
        alliances={name: [name] for name in ("france", "spain", "venice")},
    )  # fmt: skip
    state.land.sieges["artois"] = Siege("france")
    troops = put(state, "france", "artois", "LD", "LD", "LD")
    put(state, "venice", "artois", "LD")
    way = [*(f"-{number}" for number in troops[:dropped]), "flandre"]
    assert march(state, "artois", troops, "france").is_legal(way) is enough


@pytest.mark.rule("MVG-07", "MOV-26")
@pytest.mark.parametrize(("others", "enough"), [(1, False), (2, True)])
def test_who_is_picked_up_at_a_fortress_watches_it_no_longer(others: int, enough: bool) -> None:
    """*Units may be picked up along the way*: of two who stand there one goes along, one is left,
    who watches a fortress of level 1; of one nobody is."""
    state = tabletop(campaign="multiple", owners={"artois": "spain", "flandre": "spain"},
                     levels={"artois": 1})  # fmt: skip
    state.land.sieges["artois"] = Siege("france")
    (mover,) = put(state, "france", "artois", "LD")
    standing = [put(state, "france", "artois", "LD")[0] for _ in range(others)]
    ask = march(state, "artois", [mover], "france")
    assert ask.is_legal(["flandre"]), "those who stay watch it"
    assert ask.is_legal([f"+{standing[0]}", "flandre"]) is enough


@pytest.mark.rule("MVG-07", "MOV-26")
@pytest.mark.parametrize(("left", "enough"), [(1, False), (2, True)])
def test_a_third_that_is_picked_up_at_a_fortress_may_be_one_too_many(
    left: int, enough: bool
) -> None:
    """Before level 2 six thirds watch; seven of them may spare one, six may not."""
    state = before_a_colony(2)
    (mover,) = put(state, "spain", HAITI, "LD")
    standing = put(state, "spain", HAITI, "LD", "LDE", "LDE", "LDE")
    if left == 2:
        put(state, "spain", HAITI, "LDE")
    assert march(state, HAITI, [mover]).is_legal([f"+{standing[-1]}", "haiti-w"]) is enough


@pytest.mark.rule("MVG-07")
def test_who_is_dropped_and_picked_up_again_has_left_nobody() -> None:
    state = tabletop(campaign="multiple", owners={"artois": "spain", "flandre": "spain"},
                     levels={"artois": 1})  # fmt: skip
    state.land.sieges["artois"] = Siege("france")
    one, other = put(state, "france", "artois", "LD", "LD")
    ask = march(state, "artois", [one, other], "france")
    assert ask.is_legal([f"-{other}", "flandre"])
    with pytest.raises(BadAnswer, match="free to be picked up"):
        ask.parse([f"-{other}", f"+{other}", "flandre"])


@pytest.mark.rule("MVG-07", "MOV-02", "MOV-23")
def test_a_leader_who_is_picked_up_has_moved_nowhere_yet() -> None:
    """He goes as far as the troops that take him along at once: twelve points."""
    state = tabletop(campaign="multiple")
    (mover,) = put(state, "france", "picardie", "LD", leader="bayard")
    ask = march(state, "picardie", [mover], "france")
    far = [place for place, points in ask.reach().items() if points == 12]
    assert far
    assert all(ask.is_legal(["+bayard", *ask.path_to(place)]) for place in far)


@pytest.mark.rule("MVG-07", "MVG-08")
def test_a_leader_is_picked_up_once_and_may_be_left_again_on_the_way() -> None:
    state = tabletop(campaign="multiple")
    (mover,) = put(state, "france", "picardie", "LD", leader="bayard")
    ask = march(state, "picardie", [mover], "france")
    assert not ask.is_legal(["+bayard", "+bayard", "ile-de-france"])
    assert ask.is_legal(["+bayard", "ile-de-france", "-bayard", "champagne"])


@pytest.mark.rule("MOV-01", "MOV-02")
@pytest.mark.parametrize("doubled", [True, False])
def test_the_reach_in_the_wasteland_is_what_its_ways_cost(doubled: bool) -> None:
    """*Doubled for those who are not at home there*, unless that option is off."""
    state = tabletop(campaign="multiple", options={"wasteland": doubled},
                     controllers={"don": "france", "donets": "france"})  # fmt: skip
    (mover,) = put(state, "france", "donets", "LD")
    ask = march(state, "donets", [mover], "france")
    steps = ask.cost(["don"])
    assert ask.reach()["don"] == steps[-1].sum
    assert ("wasteland of another people" in [each.why for each in steps[0].reasons]) is doubled


@pytest.mark.rule("LDM-01", "LDM-02")
def test_a_leader_alone_sails_with_his_last_points() -> None:
    """A voyage that costs as much as he has left is open to him, one point less is not enough."""
    state = tabletop(campaign="multiple", options={"hierarchy": False})
    lead(state, "france", "provence", "bayard")

    def alone(led: int) -> March:
        return March(
            who="france", name="march", what="?", state=state, alliance="france", place="provence",
            units=(), leaders=("bayard",), led={"bayard": led},
        )  # fmt: skip

    found = alone(0)
    coasts = [place for place in ("caux", "normandie", "guyenne") if place in found.reach()]
    place = next(each for each in coasts if board.is_sea(found.path_to(each)[0]))
    cost = found.reach()[place]
    assert place in alone(found.points - cost).reach()
    assert place not in alone(found.points - cost + 1).reach()


@pytest.mark.rule("MVG-07", "INI-03")
def test_an_allys_ally_is_not_picked_up_even_to_be_left_again() -> None:
    """*Alliances are transitive for this purpose (but not for stacking purpose)* (96): nor does he
    come along for a step, wherever the way ends."""
    state = tabletop(
        campaign="multiple", alliances={"france": ["france", "venice", "milan"], "spain": ["spain"]}
    )
    (mover,) = put(state, "france", "ile-de-france", "LD")
    (other,) = put(state, "milan", "ile-de-france", "LD")
    way = [f"+{other}", "caux", f"-{other}", "picardie"]
    assert march(state, "ile-de-france", [mover], "france").is_legal(way)
    state.diplomacy.pacts = [["france", "venice"], ["venice", "milan"], ["spain"]]
    with pytest.raises(BadAnswer, match="may not come along: an ally's ally"):
        march(state, "ile-de-france", [mover], "france").parse(way)


@pytest.mark.rule("MVG-07", "MOV-28")
@pytest.mark.parametrize(("piece", "past"), [("", True), ("/A-", False), ("/LD", False)])
def test_of_an_army_that_is_picked_up_the_piece_counts_that_comes_along(
    piece: str, past: bool
) -> None:
    """*The moving stack may pick up units along its movement*: with a whole army it is four times
    as many as those on its way, with a piece of it it is not, and is held."""
    state = tabletop(campaign="multiple", owners={"artois": "spain", "flandre": "spain"},
                     levels={"artois": 0, "flandre": 0})  # fmt: skip
    (mover,) = put(state, "france", "picardie", "LD")
    (army,) = put(state, "france", "picardie", "A+")
    put(state, "spain", "artois", "LD")
    way = [f"+{army}{piece}", "artois", "flandre"]
    assert march(state, "picardie", [mover], "france").is_legal(way) is past


@pytest.mark.rule("MVG-07", "MOV-02")
def test_a_leader_who_was_picked_up_goes_twelve_points_with_whomever() -> None:
    """*Each unit may move a maximum of 12 MP*: who has marched to and fro goes no further with
    those who are picked up at last, though they have moved nowhere yet."""
    state = tabletop(campaign="multiple")
    mover, fresh = put(state, "france", "picardie", "LD", "LD", leader="bayard")
    ask = march(state, "picardie", [mover], "france")
    way = [*("caux", "picardie") * 6, f"+{fresh}", f"-{mover}", "caux"]
    assert ask.is_legal(way)
    with pytest.raises(BadAnswer, match="13 MP, and 12 is the most"):
        ask.parse(["+bayard", *way])


@pytest.mark.rule("EXP-03")
@pytest.mark.parametrize(
    ("known", "said"),
    [({HAITI}, "stay here · unknown land beside it may be explored after all moves"),
     ({HAITI, "haiti-w"}, "stay here"), (None, "stay here")],
)  # fmt: skip
def test_who_stays_is_told_that_unknown_land_is_explored_after_the_moves(
    known: set[str] | None, said: str
) -> None:
    """*Exploration happens after movement* (1566), from where a stack then is."""
    state = tabletop(campaign="multiple", natives={HAITI: "gone", "haiti-w": "gone"})
    if known is not None:
        state.overseas.known = {"spain": known, "france": set()}
    beside = {each.other for each in board.land_neighbours(HAITI)}
    assert beside == {"haiti-w"}
    units = put(state, "spain", HAITI, "LD")
    assert march(state, HAITI, units).label([]) == said


@pytest.mark.rule("LDM-05")
@pytest.mark.parametrize(("friend", "dies"), [("NWD", True), ("LD", False)])
def test_ships_in_port_are_no_friends_of_a_leader_alone(friend: Any, dies: bool) -> None:
    """*A leader alone dies immediately if he enters a province with unbesieged enemy forces and no
    friendly force* (606): land troops are one, in whatever position."""
    state = tabletop(campaign="multiple")
    put(state, "spain", "caux", "LD")
    put(state, "france", "caux", friend, position="port" if friend == "NWD" else "inside")
    assert entering_provinces.look(state, "caux", "france").kills_lone_leader is dies


@pytest.mark.rule("LDM-08")
@pytest.mark.parametrize(
    ("before", "after", "said"),
    [([], ["b"], "b"), (["a"], ["b"], ""), (["a", "c"], ["b"], ""),
     (["a"], ["a", "b"], "b"), (["a"], ["a", "a"], "")],
)  # fmt: skip
def test_a_leader_alone_may_not_make_the_hierarchy_worse_than_it_was(
    before: list[str], after: list[str], said: str
) -> None:
    """*Hierarchy rules strictly constrain moving leaders alone* (659): one offence more forbids it,
    another in the place of one does not."""
    state = tabletop()
    lead(state, "france", "picardie", "bayard")

    def broken(table: State, country: str) -> list[str]:
        return before if table is state else after

    moved = band([], "bayard")
    worse = hierarchy.worse_hierarchy(state, ["france"], moved, "caux", broken=broken)
    assert worse == said


FRONTIER, FAR, FURTHER = "bassorah", "nedj-e", "nedj-c"


def at_the_frontier() -> State:
    """Turkey in Bassorah; the Arabian desert behind it is known to it, and to the Mamluks."""
    return tabletop(
        alliances={"turkey": ["turkey"], "mamluks": ["mamluks"]}, wars=[("turkey", "mamluks")],
        campaign="multiple", known={"turkey": {FAR}, "mamluks": {FAR}},
        natives={FAR: "gone", FURTHER: "gone"}, owners={FRONTIER: "turkey"},
    )  # fmt: skip


@pytest.mark.rule("MOV-25", "MOV-A9")
def test_no_pasha_marches_to_the_rest_of_the_world() -> None:
    """*Check specific Turkish rules for details* (146): those have no pasha there (C-TUR-11);
    janissaries go, where their country knows the way, and leave him behind before."""
    state = at_the_frontier()
    (troops,) = put(state, "turkey", FRONTIER, "LD", corps="janissary")
    assert march(state, FRONTIER, [troops], "turkey").is_legal([FAR])
    (pasha,) = put(state, "turkey", FRONTIER, "PASHA", size=2)
    why = "no pasha goes to the Rest of the World (C-TUR-11)"
    for units, way in (
        ([troops, pasha], [FAR]), ([pasha], [FAR]), ([troops, pasha], [f"-{pasha}", FAR]),
        ([troops], [f"+{pasha}", FAR]),
    ):  # fmt: skip
        ask = march(state, FRONTIER, units, "turkey")
        with pytest.raises(BadAnswer) as refused:
            ask.parse(way)
        assert str(refused.value) == why
        assert (FAR in ask.reach()) == (pasha not in units)
    assert march(state, FRONTIER, [troops, pasha], "turkey").why_not(FAR) == why
    state.overseas.establishments[FAR] = [Establishment("turkey", "colony", 6, 0, 6)]
    state.land.owners[FAR] = "turkey"
    assert march(state, FRONTIER, [troops, pasha], "turkey").is_legal([FAR]), "as in Europe"


@pytest.mark.rule("MVG-07")
def test_what_was_found_of_a_whole_stack_is_not_taken_for_what_goes_on() -> None:
    """What is dropped on a way stays there (MVG-07): those who go on are asked anew, from where
    they are, and a way of the whole stack is none of theirs."""
    state = tabletop(campaign="active", owners=dict.fromkeys(("artois", "picardie"), "france"))
    first, second = put(state, "france", "artois", "LD", "LD")
    whole = march(state, "artois", [first, second], "france")
    assert whole.is_legal(["picardie"])
    part = replace(whole, place="picardie", units=[first])
    assert part.ground is not whole.ground
    assert not part.is_legal(["picardie"]), "it is there"
    assert part.is_legal(["artois"])
    assert not whole.is_legal(["artois"])


@pytest.mark.rule("MVG-07", "CAM-16")
def test_a_part_left_on_the_way_is_not_weighed_with_those_who_go_on() -> None:
    """*5 LD at most* (CAM-16): an army and two detachments may not attack under a simple campaign;
    the army alone, as a form asks about it after a drop, may."""
    state = tabletop(campaign="active", owners={"artois": "france", "flandre": "spain"})
    army, *others = put(state, "france", "artois", "A+", "LD", "LD")
    put(state, "spain", "flandre", "LD")
    whole = march(state, "artois", [army, *others], "france")
    assert whole.why_it_stands(True)
    part = replace(whole, units=[army])
    assert not part.why_it_stands(True)
    assert part.stack.unit_ids == [army]
