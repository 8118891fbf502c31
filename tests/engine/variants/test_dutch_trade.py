"""Dutch commercial fleets (EUV-HOL)."""

import pytest

from engine.facts import board, force_pools
from engine.play.asks import BadAnswer
from engine.state import State
from engine.variants import dutch_trade
from tests.engine.playing import play
from tests.engine.turns.table import campaign

START = {zone for country, zone in force_pools.trade_fleets_1492() if country == "holland"}


def table(player: bool = False) -> State:
    alliances = {"france": ["france"], "spain": ["spain"]}
    if player:
        alliances["holland"] = ["holland"]
    return campaign("dutch-trade", alliances=alliances, war=())


def full(state: State, zones: set[str]) -> None:
    for zone in zones:
        state.ledger.fleets[f"holland {zone}"] = dutch_trade.highest_level()


@pytest.mark.rule("EUV-HOL-01")
def test_new_counters_come_only_where_there_was_one() -> None:
    state = table()
    assert set(dutch_trade.eligible(state)) == START
    assert set(dutch_trade.eligible(table(player=True))) == set(board.trade_zones())


@pytest.mark.rule("EUV-HOL-02")
def test_the_limit_falls_when_no_place_is_left_and_rises_again() -> None:
    state = table()
    full(state, START)
    assert set(dutch_trade.eligible(state)) == set(board.trade_zones()) - START
    state.ledger.fleets["holland zm-nord"] = 1
    assert dutch_trade.eligible(state) == ["zm-nord"]


@pytest.mark.rule("EUV-HOL-02", "EUV-HOL-03")
def test_room_in_the_mediterranean_alone_does_not_keep_the_limit_for_one_level() -> None:
    state = table()
    full(state, {zone for zone in START if not dutch_trade.mediterranean(zone)})
    zones = dutch_trade.places(state, 1, [])
    assert zones
    assert not {*zones} & START
    assert not any(map(dutch_trade.mediterranean, zones))


@pytest.mark.rule("EUV-HOL-03")
@pytest.mark.parametrize("levels", [1, 2])
def test_fewer_than_three_never_go_to_the_mediterranean(levels: int) -> None:
    for player in (False, True):
        state = table(player)
        for placed in range(levels):
            zones = dutch_trade.places(state, levels, ["zm-nord"] * placed)
            assert zones
            assert not any(map(dutch_trade.mediterranean, zones))


@pytest.mark.rule("EUV-HOL-04")
def test_of_three_exactly_one_goes_there() -> None:
    state = table()
    assert any(map(dutch_trade.mediterranean, dutch_trade.places(state, 3, [])))
    last = dutch_trade.places(state, 3, ["zm-nord", "zm-nord"])
    assert last == ["zm-ionienne", "zm-lion"]
    after = dutch_trade.places(state, 3, ["zm-lion"])
    assert after
    assert not any(map(dutch_trade.mediterranean, after))
    full(state, {"zm-ionienne", "zm-lion"})
    lapsed = dutch_trade.places(state, 3, ["zm-nord", "zm-nord"])
    assert lapsed
    assert not any(map(dutch_trade.mediterranean, lapsed))


def test_the_levels_of_a_turn_are_entered_one_by_one() -> None:
    state = table()
    answers = [("dutch-levels", 3), ("dutch-zone", "zm-nord"), ("dutch-zone", "zm-nord"),
               ("dutch-zone", "zm-lion")]  # fmt: skip
    play(dutch_trade.VARIANT.negotiations, state, answers)
    assert state.ledger.fleets["holland zm-nord"] == 6
    assert state.ledger.fleets["holland zm-lion"] == 3


@pytest.mark.rule("EUV-HOL-01")
def test_a_level_where_a_counter_lies_is_no_new_counter() -> None:
    """Only counters are limited: a zone that has got one since the start takes further levels, up
    to the highest and no further."""
    state = table()
    outside = min(set(board.trade_zones()) - START)
    assert outside not in dutch_trade.eligible(state)
    state.ledger.fleets[f"holland {outside}"] = 1
    assert set(dutch_trade.eligible(state)) == START | {outside}
    for levels, room in (
        (dutch_trade.highest_level() - 1, True),
        (dutch_trade.highest_level(), False),
    ):
        state.ledger.fleets[f"holland {outside}"] = levels
        assert (outside in dutch_trade.eligible(state)) == room


@pytest.mark.rule("EUV-HOL-04")
def test_the_first_two_of_three_may_go_anywhere_and_the_last_must_go_south() -> None:
    """Exactly one: nobody need begin with it, and after it the others stay out of that sea."""
    state = table()
    south = {"zm-ionienne", "zm-lion"}
    for placed in ([], ["zm-nord"]):
        zones = set(dutch_trade.places(state, 3, placed))
        assert south < zones
        assert "zm-nord" in zones
    for placed in (["zm-lion"], ["zm-nord", "zm-lion"], ["zm-lion", "zm-nord"]):
        zones = set(dutch_trade.places(state, 3, placed))
        assert zones
        assert not zones & south


@pytest.mark.parametrize(
    ("alliances", "minors", "who"),
    [
        ({"france": ["france"], "holland": ["holland"]}, {}, "holland"),
        ({"france": ["france"], "spain": ["spain", "holland"]}, {"holland": "spain"}, "spain"),
        ({"france": ["france"], "spain": ["spain"]}, {}, "france"),
    ],
)
def test_who_places_the_levels_is_the_dutch_player_or_whoever_speaks_first(
    alliances: dict[str, list[str]], minors: dict[str, str], who: str
) -> None:
    state = campaign("dutch-trade", alliances=alliances, minors=minors, war=())
    asked = play(dutch_trade.VARIANT.negotiations, state, [("dutch-levels", 0)]).asks
    assert [ask.who for ask in asked] == [who]


@pytest.mark.rule("EUV-HOL-04")
def test_of_three_levels_entered_one_that_went_south_keeps_the_others_out() -> None:
    """One level (only) must be so placed."""
    answers = [("dutch-levels", 3), ("dutch-zone", "zm-lion"), ("dutch-zone", "zm-nord"),
               ("dutch-zone", "zm-nord")]  # fmt: skip
    asks = play(dutch_trade.VARIANT.negotiations, table(), answers).asks
    for ask in asks[2:]:
        assert not any(map(dutch_trade.mediterranean, ask.offers()))
    levels = asks[0]
    assert levels.parse(0) == 0
    with pytest.raises(BadAnswer):
        levels.parse(-1)


@pytest.mark.rule("EUV-HOL-02")
def test_where_one_zone_has_room_nobody_is_asked_and_where_none_has_none_comes() -> None:
    state = table()
    full(state, set(board.trade_zones()))
    state.ledger.fleets["holland zm-nord"] -= 1
    played = play(dutch_trade.VARIANT.negotiations, state, [("dutch-levels", 2)])
    assert state.ledger.fleets["holland zm-nord"] == dutch_trade.highest_level()
    assert played.told.count("Dutch trade grows") == 1
