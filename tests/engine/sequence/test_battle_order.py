"""Which battles are fought, and what is said of those that are not."""

from __future__ import annotations

import pytest

from engine.overseas import active_natives
from engine.play.asks import Choose
from engine.play.phase import Phase
from engine.sequence import battle_order
from engine.sequence.later_procedures import PROCEDURES
from tests.engine.playing import play, put, tabletop
from tests.engine.sea.afloat import fleet, sea_table


@pytest.mark.rule("BAT-01", "INT-16")
def test_a_battle_that_finds_nobody_any_more_says_so() -> None:
    """Text 1733: all battles caused by the movement are resolved; who was locked in one and is not
    there any more fights none, and that is told."""
    state = tabletop(step="battles", contested=["artois"])
    put(state, "france", "artois", "LD")
    assert "No battle is fought in Artois" in play(battle_order.battles, state).told
    state = sea_table(step="battles")
    ships = fleet(state, "england", "sea-manche", "NWD")
    state.marks.naval_battles = [("sea-manche", ships, [99])]
    told = play(battle_order.battles, state).told
    assert told == "No battle is fought in the English Channel: one side has nobody left there."


@pytest.mark.rule("BAT-01")
def test_of_several_battles_the_phasing_side_chooses_by_place_and_enemy() -> None:
    """Text 1729: in order of choice of the phasing alliance; each names who stands there, not who
    is merely allied to them."""
    state = tabletop(alliances={"france": ["france"], "spain": ["spain", "portugal"]},
                     step="battles", technology="medieval")  # fmt: skip
    for place, foe in (("artois", "spain"), ("flandre", "portugal")):
        put(state, "france", place, "LD")
        put(state, foe, place, "LD")
    active_natives.rouse(state, "azteca-c", 3)
    put(state, "france", "azteca-c", "LD")
    running = battle_order.battles(Phase(state, procedures=PROCEDURES))
    ask = running.send(None)
    while not isinstance(ask, Choose):
        ask = running.send(None)
    running.close()
    assert ask.who == "france"
    assert [option.label for option in ask.options] == [
        "Artois, against Spain", "Azteca C, against the natives", "Flandre, against Portugal",
    ]  # fmt: skip


@pytest.mark.rule("BAT-01", "BAT-02")
def test_each_battle_is_fought_once_though_both_sides_are_still_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = tabletop(step="battles")
    for country in ("france", "spain"):
        put(state, country, "artois", "LD")
    fought: list[str] = []

    async def battle(phase: Phase, place: str, *_: object) -> None:
        assert not fought
        fought.append(place)

    monkeypatch.setattr("engine.land.battle.battle.battle", battle)
    play(battle_order.battles, state)
    assert fought == ["artois"]
