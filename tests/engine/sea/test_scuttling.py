"""Ships that a place has no room for, and what the statistics say of them."""

import pytest

from engine.fleets import arrange_fleets, fleet_counters, fleets, stacking
from engine.games import statistics
from engine.play.asks import Choose
from tests.engine.playing import play
from tests.engine.sea.afloat import fleet, sea_table

LEAGUE = ("england", "holland", "portugal", "venice")


@pytest.mark.rule("MOV-03")
def test_what_one_stack_cannot_hold_is_scuttled_and_counts_as_lost() -> None:
    state = sea_table(alliances={"england": list(LEAGUE), "france": ["france"]})
    ships = [fleet(state, country, "sea-manche", "NWD")[0] for country in LEAGUE]
    played = play(stacking.enforce_stacking, state, [("scuttle", str(ships[3]))], [],
                  "sea-manche", "england")  # fmt: skip
    assert ships[3] not in state.units
    assert "NWD of Venice in the English Channel is too many and is scuttled." in played.told
    assert statistics.losses(played.phase.story) == [
        statistics.Loss("venice", 0, 3, "scuttling", state.turn, state.sequence.box)
    ]


@pytest.mark.rule("MOV-03")
def test_counters_that_are_alike_are_one_choice_and_galleasses_are_kept_longest() -> None:
    state = sea_table(alliances={"england": list(LEAGUE), "france": ["france"]})
    (galleass,) = fleet(state, "venice", "sea-manche", "VGD")
    galleys = fleet(state, "holland", "sea-manche", "NGD", "NGD")
    (other,) = fleet(state, "england", "sea-manche", "NGD")
    state.sea.gold.update({str(number): 5 for number in galleys})
    answers = [("scuttle", str(galleys[0]))]
    played = play(stacking.enforce_stacking, state, answers, [], "sea-manche", "england")
    (ask,) = played.asks
    assert isinstance(ask, Choose)
    assert [(option.answer, option.label, option.detail) for option in ask.options] == [
        (str(galleys[0]), "NGD of Holland", "one of 2"),
        (str(other), "NGD of England", ""), (str(galleass), "VGD of Venice", ""),
    ]  # fmt: skip
    assert galleys[0] not in state.units


@pytest.mark.rule("MOV-03")
def test_of_counters_that_are_alike_one_goes_without_a_question() -> None:
    state = sea_table(alliances={"england": list(LEAGUE), "france": ["france"]})
    fleet(state, "england", "sea-manche", *["F+: 4 NWD, 1 NTD"] * 4)
    played = play(stacking.enforce_stacking, state, [], [], "sea-manche", "england")
    assert not played.asks
    assert fleets.fleet_counters(state.units_at("sea-manche")) == 3


@pytest.mark.rule("MOV-03")
def test_loose_ships_make_fleets_before_any_is_scuttled() -> None:
    state = sea_table(alliances={"england": list(LEAGUE), "france": ["france"]})
    ships = fleet(state, "england", "sea-manche", "F-: 3 NWD", *["NWD"] * 4)
    state.marks.moved.update(ships)
    played = play(stacking.enforce_stacking, state, [], [], "sea-manche", "england")
    assert "ships in the English Channel form F+ (3 NWD), F+ (4 NWD) of England." in played.told
    assert fleets.ships(state.units.values()) == {"NWD": 7}
    assert fleets.within_stacking(state.units.values())
    assert state.marks.moved >= set(state.units), "they have moved"


@pytest.mark.rule("MOV-03")
@pytest.mark.parametrize(
    ("ships", "packs"),
    [
        (("NWD",), False),
        (("NWD", "NWD"), True),
        (("F-: 2 NWD",), False),
        (("F-: 2 NWD", "NTD"), True),
    ],
)
def test_ships_are_packed_only_into_fewer_counters(ships: tuple[str, ...], packs: bool) -> None:
    state = sea_table()
    fleet(state, "england", "sea-manche", *ships)
    assert arrange_fleets.pack(state, state.units_at("sea-manche")) == packs
    assert len(state.units_at("sea-manche")) == (1 if packs else len(ships))


@pytest.mark.rule("MOV-03")
@pytest.mark.parametrize(("place", "gone"), [("kent", True), ("wessex", False)])
def test_a_port_keeps_one_fleet_and_an_arsenal_all(place: str, gone: bool) -> None:
    """C-STK-04: the smaller of two fleets goes, no ship that is loose, however many lie there."""
    state = sea_table()
    large, small = fleet(state, "england", place, "F-: 2 NWD", "F-: 1 NWD")
    loose = fleet(state, "england", place, "NWD", "NTD", "NTD", "NTD", "NDE")
    answers = [("scuttle", str(small))] if gone else []
    played = play(stacking.enforce_stacking, state, answers, [], place, "england")
    if gone:
        (ask,) = played.asks
        assert isinstance(ask, Choose)
        assert [option.answer for option in ask.options] == [str(small), str(large)]
        assert ask.enter == str(small)
    assert set(state.units) == {large, *loose} | (set() if gone else {small})


def test_ships_are_not_packed_where_it_would_take_loose_counters_that_the_box_has_not() -> None:
    """C-NAV-04, C-NAV-07: nine warships, eight in a fleet of a later period, make two fleets of
    period I and one that is loose; no counter is left for it."""
    for spare in (1, 0):
        state = sea_table()
        here = fleet(state, "england", "sea-manche", "F+: 8 NWD", "F-: 1 NWD", "NTD", "NTD")
        for kind, left in (("F+", 0), ("NWD", spare)):
            while (free := fleet_counters.free_counters(state, "england", kind)) > left:
                fleet(state, "england", "wessex", "F-: 1 NWD" if kind == "F+" else "NWD")
            assert free == left
        before = {number: dict(state.units[number].ships) for number in here}
        assert arrange_fleets.pack(state, state.units_at("sea-manche")) == bool(spare)
        if not spare:
            assert {unit.id: unit.ships for unit in state.units_at("sea-manche")} == before
