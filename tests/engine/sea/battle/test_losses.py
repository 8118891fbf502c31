"""Losses at sea on the board: which ships suffer, prizes."""

from __future__ import annotations

import pytest

from engine.fleets import fleets
from engine.play.asks import BadAnswer, Raw
from engine.play.phase import Phase
from engine.sea.battle import losses
from engine.sea.battle.losses import Ships
from engine.sea.battle_math.fleet_in_battle import GALLEYS, WARSHIPS
from engine.sea.battle_math.losses import Dealt, toll
from engine.state import State
from engine.state.forces import Kind
from engine.state.sea import Damaged
from tests.engine.playing import play, put, tabletop
from tests.engine.sea import afloat
from tests.engine.sea.at_sea import fleet

ZONE = "sea-ionienne"


@pytest.mark.rule("NLS-08", "NLS-13")
@pytest.mark.parametrize("held", ["NGD", "NTD"])
@pytest.mark.parametrize("won", [True, False])
def test_thirds_beyond_the_last_galley_sink_it(held: Kind, won: bool) -> None:
    """2839: *When NGD or NTD suffer thirds of losses, round them up*; 2860: *If the losses are
    more than the total number of ND in the stack*, destroyed ones come first: of 1 2/3 losses a
    galley alone does not sail home."""
    assert toll(fleet("A", held), 5, won, {}) == (3, Dealt(destroyed=3))
    assert toll(fleet("A", f"5 {held}"), 22, False, {}) == (15, Dealt(6, 9))
    state = tabletop()
    put(state, "venice", ZONE, held)

    async def suffers(phase: Phase) -> tuple[int, ...]:
        found = toll(fleet("A", held), 5, won, {})
        side = fleet("A", held)
        return (await losses.suffer(phase, ZONE, [1], side, found.dealt, routed=False)).left

    assert play(suffers, state).result == ()


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
