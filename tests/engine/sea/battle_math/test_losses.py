"""Losses at sea: captures, the three categories, thirds, which ships suffer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fleets import fleets
from engine.play.asks import BadAnswer, Raw
from engine.play.phase import Phase
from engine.sea.battle_math import losses
from engine.sea.battle_math.fleet_in_battle import GALLEYS, WARSHIPS, thirds
from engine.sea.battle_math.losses import Dealt, Ships
from engine.state import State
from engine.state.forces import Kind
from engine.state.sea import Damaged
from tests.engine.playing import play, put, tabletop
from tests.engine.sea import afloat
from tests.engine.sea.at_sea import fleet, ships

ZONE = "sea-ionienne"


# The rulebook's examples.


@pytest.mark.rule("NLS-03", "NLS-04", "NLS-10")
def test_a_winner_with_four_losses() -> None:
    found = losses.toll(fleet("A", "10 NWD"), 12, True, {})
    assert found == (12, Dealt(damaged=6, destroyed=3, refitted=3))
    assert found.gone == 9


@pytest.mark.rule("NLS-03", "NLS-05", "NLS-06", "NLS-07")
def test_warships_that_lose_five_and_two_thirds() -> None:
    found = losses.toll(fleet("A", "10 NWD"), 17, False, {})
    assert found == (17, Dealt(damaged=11, destroyed=6))


@pytest.mark.rule("NLS-08")
def test_galleys_that_suffer_five_and_a_third() -> None:
    found = losses.toll(fleet("A", "10 NGD"), 16, False, {})
    assert found == (18, Dealt(damaged=12, destroyed=6))
    assert losses.toll(fleet("A", "10 NTD"), 16, False, {}).lost == 18


@pytest.mark.rule("NLS-13", "NLS-A1")
def test_more_losses_than_ships() -> None:
    assert losses.dealt(24, True) == Dealt(9, 9, 6)
    found = losses.toll(fleet("A", "5 NWD"), 24, True, {})
    assert found == (15, Dealt(damaged=6, destroyed=9))


@pytest.mark.rule("NLS-08", "NLS-13")
@pytest.mark.parametrize("held", ["NGD", "NTD"])
@pytest.mark.parametrize("won", [True, False])
def test_thirds_beyond_the_last_galley_sink_it(held: Kind, won: bool) -> None:
    """2839: *When NGD or NTD suffer thirds of losses, round them up*; 2860: *If the losses are
    more than the total number of ND in the stack*, destroyed ones come first: of 1 2/3 losses a
    galley alone does not sail home."""
    assert losses.toll(fleet("A", held), 5, won, {}) == (3, Dealt(destroyed=3))
    assert losses.toll(fleet("A", f"5 {held}"), 22, False, {}) == (15, Dealt(6, 9))
    state = tabletop()
    put(state, "venice", ZONE, held)

    async def suffers(phase: Phase) -> tuple[int, ...]:
        found = losses.toll(fleet("A", held), 5, won, {})
        side = fleet("A", held)
        return (await losses.suffer(phase, ZONE, [1], side, found.dealt, routed=False)).left

    assert play(suffers, state).result == ()


@pytest.mark.rule("NLS-08", "NLS-09", "NLS-10", "NLS-11", "NLS-A1")
def test_one_warship_before_ten_galleys() -> None:
    mixed = fleet("A", "NWD 10 NGD", line=WARSHIPS)
    assert losses.toll(mixed, 26, False, {}) == (27, Dealt(damaged=18, destroyed=9))
    assert losses.toll(mixed, 26, False, {"NGD": 2}) == (27, Dealt(damaged=12, destroyed=9))


@pytest.mark.rule("NLS-09")
def test_captures_lower_destroyed_ships_when_no_damaged_ones_are_left() -> None:
    assert losses.less_captures(Dealt(6, 3, 3), 1) == Dealt(3, 3, 3)
    assert losses.less_captures(Dealt(6, 6, 3), 3) == Dealt(0, 3, 3)
    assert losses.less_captures(Dealt(4, 6, 0), 2) == Dealt(0, 4, 0)


@pytest.mark.rule("NLS-07", "NLS-08", "NLS-11")
@pytest.mark.parametrize(
    ("held", "line", "suffered", "counted"),
    [
        ("4 NWD", WARSHIPS, 5, 5), ("4 NGD", GALLEYS, 5, 6), ("4 NGD", GALLEYS, 6, 6),
        ("4 NGD NWD", GALLEYS, 5, 6),
        ("4 NGD 2 NWD", GALLEYS, 13, 13), ("4 NGD 2 NTD", GALLEYS, 13, 15),
        ("NWD 3 NTD", WARSHIPS, 4, 6), ("NWD 2 NDE 3 NTD", WARSHIPS, 4, 4),
    ],
)  # fmt: skip
def test_where_the_thirds_fall(held: str, line: str, suffered: int, counted: int) -> None:
    assert losses.thirds_counted(fleet("A", held, line=line), suffered) == counted


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 3), st.integers(0, 90), st.booleans())
@pytest.mark.rule("NLS-13")
def test_no_ship_is_lost_twice(
    galleys: int, warships: int, prizes: int, suffered: int, won: bool
) -> None:
    held = {"NGD": galleys + prizes + 1, "NWD": warships}
    taken = {"NGD": prizes}
    found = losses.toll(fleet("A", "NGD", line=GALLEYS)._replace(ships=held), suffered, won, taken)
    assert found.gone + found.dealt.refitted + thirds(taken) <= thirds(held)
    assert found.lost <= thirds(held)


# Captures.


@pytest.mark.rule("PUR-20", "PUR-A4")
@pytest.mark.parametrize(
    ("stars", "wanted", "taken"),
    [
        (1, ["NWD"], {"NWD": 1}), (1, ["NGD"], {"NGD": 2}), (1, ["NGD", "NGD"], {"NGD": 2}),
        (2, ["NTD", "NWD"], {"NTD": 2, "NWD": 1}), (1, ["NWD", "NWD"], {"NWD": 1}),
        (1, ["NGD", "VGD"], {"NGD": 1, "VGD": 1}), (1, ["VGD"], {"VGD": 1}), (0, ["NWD"], {}),
        (3, ["NWD"], {"NWD": 1}), (2, [], {}), (3, ["NGD", "NGD"], {"NGD": 4}),
    ],
)  # fmt: skip
def test_a_star_takes_a_warship_or_two_others(
    stars: int, wanted: list[str], taken: dict[str, int]
) -> None:
    assert losses.ships_captured(ships("2 NWD 4 NGD VGD 2 NTD"), stars, wanted) == taken


# Which ships.


def suffers(
    state: State, units: list[int], line: str, found: Dealt, *answers: object, routed: bool = False
) -> tuple[int, ...]:
    """What is left of a Spanish fleet, with these answers."""
    held = fleets.ships(state.units[number] for number in units)
    side = fleet("A", "NWD", line=line)._replace(name="spain", ships=held)

    async def procedure(phase: Phase) -> tuple[int, ...]:
        return (await losses.suffer(phase, ZONE, units, side, found, routed)).left

    played = play(procedure, state, answers=list(answers))
    left: tuple[int, ...] = played.result
    return left


@pytest.mark.rule("NLS-01", "NLS-02", "NLS-A2", "REF-06")
def test_damaged_ships_are_kept_by_region() -> None:
    state = tabletop()
    units = put(state, "spain", ZONE, "NWD", "NWD", "NWD")
    left = suffers(state, units, WARSHIPS, Dealt(damaged=3, destroyed=3, refitted=3))
    assert len(left) == 1
    (damaged,) = state.sea.damaged
    assert damaged == Damaged(
        "spain", "mediterranean", "NWD", 1, f"{state.turn}:{state.sequence.box}"
    )


@pytest.mark.parametrize(("thirds_", "said"), [
    (3, "1 ship of Spain is destroyed: which?"), (6, "2 ships of Spain are destroyed: which?"),
])  # fmt: skip
def test_one_ship_is_asked_for_as_one(thirds_: int, said: str) -> None:
    state = tabletop()
    units = put(state, "spain", ZONE, "NGD", "NGD", "VGD", "VGD")
    held = fleets.ships(state.units[number] for number in units)
    side = fleet("A", "NGD", line=GALLEYS)._replace(name="spain", ships=held)

    async def procedure(phase: Phase) -> tuple[int, ...]:
        return (await losses.suffer(phase, ZONE, units, side, Dealt(destroyed=thirds_), False)).left

    number = thirds_ // 3
    asks = play(procedure, state, answers=[{"spain.VGD": number}]).asks
    assert asks[0].question == said


@pytest.mark.rule("NLS-12")
def test_it_is_said_whose_ships_may_suffer() -> None:
    state = tabletop(alliances={"spain": ["spain", "venice"], "turkey": ["turkey"]})
    units = [*put(state, "spain", ZONE, "NGD", "NGD"), *put(state, "venice", ZONE, "NGD")]
    held = fleets.ships(state.units[number] for number in units)
    side = fleet("A", "NGD", line=GALLEYS)._replace(name="venice", ships=held)

    async def procedure(phase: Phase) -> tuple[int, ...]:
        return (await losses.suffer(phase, ZONE, units, side, Dealt(destroyed=3), False)).left

    asks = play(procedure, state, answers=[{"spain.NGD": 1}]).asks
    assert asks[0].question == "1 ship of Spain and Venice is destroyed: which?"


@pytest.mark.rule("NLS-02")
def test_the_owner_chooses_the_region_at_cape_horn() -> None:
    state = tabletop()
    units = put(state, "spain", "sea-horn", "NWD", "NWD")
    side = fleet("A", "2 NWD")._replace(name="spain")

    async def procedure(phase: Phase) -> object:
        return (await losses.suffer(phase, "sea-horn", units, side, Dealt(damaged=3), False)).left

    play(procedure, state, answers=[("damage-region", "pacific")])
    assert state.sea.damaged[0].region == "pacific"


@pytest.mark.rule("NLS-11", "NLS-12")
def test_the_first_line_suffers_first() -> None:
    state = tabletop()
    units = put(state, "spain", ZONE, "NWD", "NGD", "NGD", "NTD")
    suffers(state, units, GALLEYS, Dealt(destroyed=6))
    assert [unit.kind for unit in state.units_at(ZONE)] == ["NWD", "NTD"]
    state = tabletop()
    units = put(state, "spain", ZONE, "NWD", "NGD", "NGD", "NTD")
    suffers(state, units, GALLEYS, Dealt(destroyed=9), {"spain.NTD": 1})
    assert [unit.kind for unit in state.units_at(ZONE)] == ["NWD"]


@pytest.mark.rule("NLS-07")
@pytest.mark.parametrize(
    ("kinds", "lost", "left"),
    [
        (("NWD", "NWD"), 1, ["NDE", "NDE", "NWD"]),
        (("NWD", "NWD"), 2, ["NDE", "NWD"]),
        (("NWD", "NDE"), 1, ["NWD"]),
        (("NWD", "NDE"), 4, []),
    ],
)
def test_thirds_of_warships_become_explorers(
    kinds: tuple[Kind, ...], lost: int, left: list[str]
) -> None:
    state = tabletop()
    units = put(state, "spain", ZONE, *kinds)
    suffers(state, units, WARSHIPS, Dealt(damaged=lost))
    assert sorted(unit.kind for unit in state.units_at(ZONE)) == left
    whole = sum(each.number * (1 if each.kind == "NDE" else 3) for each in state.sea.damaged)
    assert whole == lost


@pytest.mark.rule("NLS-14")
@pytest.mark.parametrize("found", [Dealt(damaged=3, destroyed=3), Dealt(destroyed=3)])
def test_a_routed_fleet_loses_a_galleass(found: Dealt) -> None:
    state = tabletop(alliances={"venice": ["venice"], "turkey": ["turkey"]})
    units = put(state, "venice", ZONE, "NGD", "NGD", "NGD", "VGD")
    side = fleet("A", "3 NGD VGD", country="venice")._replace(name="venice")

    async def procedure(phase: Phase) -> object:
        return (await losses.suffer(phase, ZONE, units, side, found, True)).left

    answers: list[object] = [{"venice.VGD": 1}]
    if found.damaged:
        answers.insert(0, {"venice.NGD": 1})
    play(procedure, state, answers=answers)
    assert fleets.ships(state.units_at(ZONE)).get("VGD") is None


@pytest.mark.rule("NLS-12", "NLS-14")
def test_what_may_be_answered() -> None:
    ask = Ships(
        who="spain", name="ships-lost", what="", number=2, due="VGD",
        present={"spain.NGD": 3, "spain.VGD": 1},
    )  # fmt: skip
    assert ask.parse({"spain.NGD": 1, "spain.VGD": 1}) == {"spain.NGD": 1, "spain.VGD": 1}
    wrong: list[Raw] = [
        {"spain.NGD": 2},
        {"spain.VGD": 2},
        {"spain.VGD": 1},
        {"spain.NWD": 2},
        [],
        2,
    ]
    for raw in wrong:
        with pytest.raises(BadAnswer):
            ask.parse(raw)
    for offer in ask.offers():
        ask.parse(offer)
    assert ask.default in ask.offers()


@pytest.mark.rule("NLS-14")
@pytest.mark.parametrize(("sunk", "owed"), [("NGD", "VGD"), ("VGD", "")])
def test_a_galleass_that_was_destroyed_is_not_owed_again(sunk: str, owed: str) -> None:
    """*At least one of the losses (either damaged or destroyed, controller's choice) must be a
    galleass* (2862): whoever gave one among the destroyed chooses freely among the damaged."""
    state = tabletop(alliances={"venice": ["venice"], "turkey": ["turkey"]})
    ships = put(state, "venice", ZONE, "NGD", "NGD", "VGD", "VGD")
    side = fleet("A", "2 NGD 2 VGD", country="venice")._replace(name="venice")

    async def procedure(phase: Phase) -> object:
        return (
            await losses.suffer(phase, ZONE, ships, side, Dealt(damaged=3, destroyed=3), True)
        ).left

    played = play(procedure, state, [{f"venice.{sunk}": 1}, {f"venice.{owed or 'NGD'}": 1}])
    assert [getattr(ask, "due", "?") for ask in played.asks] == ["", owed]
    left = fleets.ships(state.units_at(ZONE))
    assert left == {"NGD": 1, "VGD": 1}


@pytest.mark.rule("NLS-14")
@pytest.mark.parametrize("routed", [False, True])
def test_only_a_routed_fleet_owes_a_galleass(routed: bool) -> None:
    """Not routed, galleys alone may be given; routed, an answer without the galleass is refused."""
    state = tabletop(alliances={"venice": ["venice"], "turkey": ["turkey"]})
    units = put(state, "venice", ZONE, "NGD", "NGD", "NGD", "VGD")
    side = fleet("A", "3 NGD VGD", country="venice")._replace(name="venice")

    async def procedure(phase: Phase) -> object:
        return (await losses.suffer(phase, ZONE, units, side, Dealt(destroyed=3), routed)).left

    kind = "VGD" if routed else "NGD"
    played = play(procedure, state, answers=[{f"venice.{kind}": 1}])
    assert [getattr(ask, "due", "") for ask in played.asks] == ["VGD" if routed else ""]
    left = fleets.ships(state.units_at(ZONE))
    assert left == ({"NGD": 3} if routed else {"NGD": 2, "VGD": 1})


@pytest.mark.rule("PUR-21", "PUR-A4")
@pytest.mark.parametrize(
    ("own", "kind", "left"),
    [
        (("NWD", "F-: 1 NWD"), "NWD", {"NWD": 3}),
        (("NWD", "F-: 1 NWD"), "VGD", {"NWD": 2, "NGD": 1}),
        (("NWD",), "NWD", {"NWD": 2}),
        (("NWD", "F-: 2 NWD"), "NWD", {"NWD": 4}),
    ],
)
def test_a_prize_joins_a_fleet_with_room_else_sails_beside(
    own: tuple[str, ...], kind: str, left: dict[str, int]
) -> None:
    """*Add the same number to the pursuing one* (2548): into a fleet, not a loose ship."""
    state = afloat.sea_table()
    losses.man_prize(state, afloat.fleet(state, "england", ZONE, *own), "england", kind, ZONE)
    assert fleets.ships(state.units_at(ZONE)) == left
    assert not any(unit.ships for unit in state.units_at(ZONE) if unit.kind not in ("F-", "F+"))
    assert len(state.units_at(ZONE)) == 2
    for unit in state.units_at(ZONE):
        assert unit.kind not in ("F-", "F+") or (unit.kind == "F+") == (unit.afloat > 6)


@pytest.mark.rule("PUR-20")
def test_nothing_is_captured_of_a_kind_that_is_not_there() -> None:
    assert losses.ships_captured(ships("2 NWD"), 2, ["NTD", "NGD"]) == {}


@pytest.mark.rule("NLS-09")
@pytest.mark.parametrize(
    ("damaged", "destroyed", "ships", "left"),
    [
        (6, 3, 0, (6, 3)), (6, 3, 1, (3, 3)), (6, 3, 2, (0, 3)), (6, 3, 3, (0, 0)),
        (6, 3, 4, (0, 0)), (2, 3, 1, (0, 2)), (0, 1, 1, (0, 0)), (4, 0, 1, (1, 0)),
    ],
)  # fmt: skip
def test_captured_ships_lower_the_damaged_then_the_destroyed(
    damaged: int, destroyed: int, ships: int, left: tuple[int, int]
) -> None:
    """*One for one*, in thirds, and never below nought; what is refitted stays."""
    found = losses.less_captures(losses.Dealt(damaged, destroyed, 3), ships)
    assert found == losses.Dealt(*left, 3)


@pytest.mark.rule("NLS-12")
def test_what_an_ally_loses_is_told_by_itself() -> None:
    """Of three galleys two are destroyed and one damaged: those of Venice are told as one."""
    state = tabletop(alliances={"spain": ["spain", "venice"], "turkey": ["turkey"]})
    ships = [*put(state, "spain", ZONE, "NGD"), *put(state, "venice", ZONE, "NGD", "NGD", "NGD")]
    held = fleets.ships(state.units[number] for number in ships)
    side = fleet("A", "NGD", line=GALLEYS)._replace(country="spain", name="spain", ships=held)

    async def procedure(phase: Phase) -> object:
        return (
            await losses.suffer(phase, ZONE, ships, side, Dealt(damaged=3, destroyed=6), False)
        ).left

    answers = [{"venice.NGD": 2}, {"venice.NGD": 1}]
    told = play(procedure, state, answers=answers).told
    assert told == "Of these Venice loses 3 NGD."


@pytest.mark.rule("NLS-12")
def test_none_of_a_kind_may_be_named_too() -> None:
    ask = Ships(who="spain", name="ships-lost", what="", number=2,
                present={"spain.NGD": 3, "spain.VGD": 1})  # fmt: skip
    assert ask.parse({"spain.NGD": 2, "spain.VGD": 0}) == {"spain.NGD": 2}
    assert ask.parse({"spain.NGD": 1, "spain.VGD": 1}) == {"spain.NGD": 1, "spain.VGD": 1}
    for raw in ({"spain.NGD": 3, "spain.VGD": -1}, {"spain.NGD": 0, "spain.VGD": 2}):
        with pytest.raises(BadAnswer, match="there are 0 to"):
            ask.parse(raw)


@pytest.mark.rule("PUR-21")
def test_a_prize_with_a_counter_of_its_own_knows_what_its_captors_have_found() -> None:
    """It *joins the pursuing stack*, whose discoveries are those of all its counters; and it has
    moved with them."""
    state = afloat.sea_table()
    (ship,) = afloat.fleet(state, "england", ZONE, "NWD")
    state.overseas.discoveries = {str(ship): {"sea-canarias"}}
    losses.man_prize(state, [ship], "england", "NTD", ZONE)
    (prize,) = [unit.id for unit in state.units.values() if unit.id != ship]
    assert state.overseas.discoveries[str(prize)] == {"sea-canarias"}
    assert state.marks.moved == {prize}
