"""How battles at sea end: who breaks off, withdraws, follows and returns, and who may not
(FIG, RET, NIN, AFT). Each case stands beside the one that differs from it in a single fact."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import board
from engine.fleets.naval_journey import Journey
from engine.play.asks import Raw
from engine.play.phase import Phase
from engine.sea.battle import interception_battle, retreat
from engine.sea.under_way.voyage import Voyage
from engine.state import State, sides
from engine.state.stacks import Band
from tests.engine.playing import Played, lead, play, put
from tests.engine.sea.afloat import at, fleet, sea_table, units
from tests.engine.sea.channel import CHANNEL, ROUT, START, asked, fight, leaders, rolled

BEATEN_ENGLISH = {
    **START, "england.fire1": 3, "france.fire1": 10, "france.pursuit": 1, "england.attrition": 1,
}  # fmt: skip
BEATEN_FRENCH = {**ROUT, "england.pursuit": 1, "france.attrition": 1}


def three(state: State) -> tuple[list[int], list[int]]:
    """Three English and three French warships in the Channel."""
    ships = ("NWD", "NWD", "NWD")
    return fleet(state, "england", CHANNEL, *ships), fleet(state, "france", CHANNEL, *ships)


@pytest.mark.rule("RET-03", "RET-01", "AFT-08")
@pytest.mark.parametrize(
    ("winner", "interception", "withdraws"),
    [("england", False, True), ("england", True, False), ("france", False, True),
     ("france", True, True)],
)  # fmt: skip
def test_a_winner_is_asked_whether_he_goes_to_port_unless_he_was_intercepted(
    winner: str, interception: bool, withdraws: bool
) -> None:
    """*A winner may choose to retreat*; a mover that won an interception battle sails on."""
    state = sea_table()
    own, foe = three(state)
    english = winner == "england"
    answers: list[Raw] = [] if interception else ["stand"]
    if withdraws:
        answers.append(("withdraw", False))
    answers += [("retreat-to", "caux" if english else "kent"), ("follow", False)]
    dice = BEATEN_FRENCH if english else BEATEN_ENGLISH
    played = fight(state, own, foe, dice, answers, interception)
    assert played.result.winner == winner
    assert [ask.who for ask in played.asks if ask.name == "withdraw"] == [winner] * withdraws
    assert played.result.goes_on == (english and interception)


@pytest.mark.rule("RET-03")
def test_without_a_port_to_go_to_no_winner_is_asked() -> None:
    state = sea_table()
    own, foe = three(state)
    for place in board.provinces():
        if sides.controller(state, place) == "england":
            state.land.controllers[place] = "france"
    answers: list[Raw] = ["stand", ("retreat-to", "caux"), ("follow", False)]
    played = fight(state, own, foe, BEATEN_FRENCH, answers)
    assert played.result.winner == "england"
    assert "withdraw" not in asked(played)


@pytest.mark.rule("FIG-13")
@pytest.mark.parametrize(
    ("english", "french", "offered"), [(6, 5, ["england"]), (5, 6, ["france"]), (5, 5, [])]
)
def test_after_a_fire_only_who_has_the_wind_may_break_off(
    english: int, french: int, offered: list[str]
) -> None:
    """*The side with the wind may break off; it loses, the enemy wins*; without wind nobody."""
    state = sea_table()
    own, foe = three(state)
    dice: dict[str, Any] = {**START, "england.wind": english, "france.wind": french}
    dice |= {f"{side}.fire1": 3 for side in ("england", "france")}
    ports = {"england": "kent", "france": "caux"}
    answers: list[Raw]
    if offered:
        (breaks,) = offered
        answers = [("break-off", True), ("withdraw", False), ("retreat-to", ports[breaks]),
                   ("follow", False)]  # fmt: skip
        if breaks == "france":
            del answers[1]
        dice[f"{breaks}.attrition"] = 1
    else:
        dice |= {f"{side}.{roll}": 3 for side in ports for roll in ("shock1", "fire2", "shock2")}
        dice |= {f"{side}.attrition": 1 for side in ports}
        answers = [("retreat-attempt", False), ("retreat-attempt", False),
                   ("retreat-to", "caux"), ("retreat-to", "kent")]  # fmt: skip
    played = fight(state, own, foe, dice, answers, True)
    assert [ask.who for ask in played.asks if ask.name == "break-off"] == offered
    if offered:
        assert played.result.winner == ({"england", "france"} - {*offered}).pop()


@pytest.mark.rule("PAR-15", "PAR-18", "PAR-19")
def test_the_rolls_for_the_wind_are_told_of_who_rolls() -> None:
    state = sea_table()
    own, foe = three(state)
    answers: list[Raw] = [("retreat-to", "caux"), ("follow", False)]
    played = fight(state, own, foe, BEATEN_FRENCH, answers, True)
    lines = [entry.text for entry in played.phase.story if "for the wind" in entry.text]
    assert lines == [
        "England rolls for the wind: 5 +2 = 7.",
        "France rolls for the wind: 5 +2 = 7.",
    ]
    assert rolled(played, "england.wind")["die"] == 5


@pytest.mark.rule("RET-15")
@pytest.mark.parametrize(
    ("stays", "aboard", "able"),
    [("NTD", ("LD",), True), ("NWD", ("LD",), False), ("NWD", (), True), ("NWD", ("LDE",), True),
     ("NTD", ("LD", "LDE"), True), ("NTD", ("LD", "LD"), False)],
)  # fmt: skip
def test_a_follower_leaves_ships_enough_for_the_troops(
    stays: str, aboard: tuple[Any, ...], able: bool
) -> None:
    """*It may split if the rest can carry them*: a transport holds 3 points, an LD takes 2."""
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, stays)
    put(state, "england", CHANNEL, *aboard, position="aboard")
    assert retreat.can_carry(state, units(state, ships), CHANNEL, "england") == able


# Interceptors who join, and those who are too many.


def intercepting(state: State, zone: str, *ships: str, leader: str = "") -> Band:
    numbers = fleet(state, "england", CHANNEL, *ships)
    names = (lead(state, "england", CHANNEL, leader),) if leader else ()
    return Band(zone, tuple(numbers), names)


def joined(state: State, bands: list[Band], target: int, *answers: Raw) -> Played:
    french = fleet(state, "france", CHANNEL, "NWD")
    voyage = Voyage("france", french, [], Journey(("normandie", CHANNEL)))
    return play(
        interception_battle.joins, state, answers, (), voyage, "england", bands, str(target)
    )


@pytest.mark.rule("NIN-16", "NIN-17")
def test_only_friends_of_the_attacked_who_are_not_attacked_themselves_may_wait() -> None:
    state = sea_table(
        alliances={"england": ["england"], "france": ["france"], "spain": ["spain"]},
        wars=[("england", "france"), ("spain", "france")], impulse=1,
    )  # fmt: skip
    band = intercepting(state, "sea-nord", "NWD")
    (target,) = fleet(state, "england", CHANNEL, "NWD", task="supply")
    (other,) = fleet(state, "spain", CHANNEL, "NWD")
    assert joined(state, [band], target, "later").result
    assert not joined(state, [band], target, "now").result
    for attacked in (other, band.units[0], 999):
        found = joined(state, [band], attacked)
        assert (found.result, found.asks) == (False, []), attacked


def returned(state: State, bands: list[Band], *answers: Raw) -> Played:
    async def procedure(phase: Phase) -> None:
        await interception_battle._return(phase, CHANNEL, "england", bands)

    return play(procedure, state, answers)


@pytest.mark.rule("NIN-19")
@pytest.mark.parametrize("many", [False, True])
def test_interceptors_go_back_only_where_too_many_are_in_the_zone(many: bool) -> None:
    state = sea_table()
    north = intercepting(state, "sea-nord", "NWD", "NWD", leader="howard")
    port = intercepting(state, "wessex", "NWD", *["NWD"] * many, leader="drake")
    before = intercepting(state, CHANNEL, *["NWD"] * 0)
    if not many:
        assert returned(state, [north, port]).asks == []
        assert at(state, north.units[0]) == (CHANNEL, "field")
        return
    gone = intercepting(state, "sea-lion", "NWD")
    state.remove(state.units[gone.units[0]])
    (ask,) = returned(state, [north, port, gone, before], ["wessex", "sea-nord"]).asks
    assert ask.offers()
    assert at(state, port.units[0]) == ("wessex", "port")
    assert at(state, north.units[1]) == ("sea-nord", "field")
    for name, place in (("howard", "sea-nord"), ("drake", "wessex")):
        assert state.leaders[name].place == place


@pytest.mark.rule("NIN-19")
@pytest.mark.parametrize("fate", ["wounded", "elsewhere"])
def test_a_leader_who_fell_or_left_does_not_go_back_with_them(fate: str) -> None:
    state = sea_table()
    north = intercepting(state, "sea-nord", "NWD", "NWD", leader="howard")
    intercepting(state, "wessex", "NWD", "NWD")
    howard = state.leaders["howard"]
    if fate == "wounded":
        state.remove_leader(howard, "wounded")
    else:
        state.put_leader(howard, "kent", "port")
    was = howard.place
    returned(state, [north], ["sea-nord"])
    assert at(state, north.units[0]) == ("sea-nord", "field")
    assert (state.leaders["howard"].place, howard.status) == (
        was, "wounded" if fate == "wounded" else "map",
    )  # fmt: skip


@pytest.mark.rule("BAT-10", "EVA-06", "AFT-06")
def test_who_evades_into_a_full_port_leaves_no_fleet_too_many_there() -> None:
    """After an evasion too the places are settled: explorers of one stack make one counter."""
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "NDE")
    foe = fleet(state, "france", CHANNEL, "F-: 2 NWD", leader="villeneuve")
    played = fight(
        state, own, foe, {"france.evade": 9, "france.attrition": 1},
        [("evade", "evade"), ("retreat-to", "caux")],
    )  # fmt: skip
    assert at(state, foe[0]) == ("caux", "port")
    assert leaders(state, "france", CHANNEL) == ()
    assert played.result.left[1] == tuple(foe)
