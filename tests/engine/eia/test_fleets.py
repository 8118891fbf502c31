"""A battle of fleets, each test from a sentence of the house rules."""

from __future__ import annotations

from typing import Any

import pytest

from engine.eia.battles import sea_battle
from engine.eia.battles.sea_battle import Chase, SeaBattle, Stack
from tests.engine.eia.adjudicating import odds, outcome, refused, rules
from tests.engine.eia.nights import Club


def side(name: str, ships: int, nation: str, **more: Any) -> dict[str, Any]:
    fleet = {"name": "I", "nation": nation, "ships": ships}
    fleet |= {key: more.pop(key) for key in ("heavy", "transports", "dominant") if key in more}
    return {"name": name, "fleets": [fleet], **more}


def battle(**more: Any) -> dict[str, Any]:
    """Twenty French ships and twenty Russian ones, with nothing to prefer either."""
    sides = {"attacker": side("FRANCE", 20, "france"), "defender": side("RUSSIA", 20, "russia")}
    return {**sides, "points": 1, "chase": 0, **more}


def fought(first: tuple[int, ...], second: tuple[int, ...], **more: Any) -> dict[str, Any]:
    dice = {f"{name}.round{number}": die
            for name, them in (("FRANCE", first), ("RUSSIA", second))
            for number, die in enumerate((*them, *them[-1:] * 3), 1)}  # fmt: skip
    return outcome("naval-battle", **battle(dice={**dice, **more.pop("dice", {})}, **more))


@pytest.mark.rule("EIA-NAV-02")
def test_a_transporting_fleet_rolls_one_lower() -> None:
    """'Transporting fleets have a –1 to all combat rolls.'"""
    carrying = side("FRANCE", 20, "france", transporting=True)
    found = fought((5, 5, 5), (1, 1, 1), attacker=carrying)
    level = fought((4, 4, 4), (1, 1, 1))
    assert found["sides"]["RUSSIA"]["hit"] == level["sides"]["RUSSIA"]["hit"]


@pytest.mark.rule("EIA-NAV-03")
def test_modifiers_end_at_two() -> None:
    """'Naval combat die roll modifier maximum is +/-2.'"""
    many = [{"value": 1, "why": word} for word in ("a", "b", "c")]
    hit = [
        fought((3,), (1,), attacker=side("FRANCE", 20, "france", modifiers=many[:count]))["sides"][
            "RUSSIA"
        ]["hit"]
        for count in (1, 2, 3)
    ]
    assert hit == [4, 6, 6]


@pytest.mark.rule("EIA-SET-02")
@pytest.mark.parametrize(
    ("more", "dies"),
    [({"from_port": True}, 4), ({"doctrine": True}, 2), ({"from_port": True, "doctrine": True}, 3)],
)
def test_the_advanced_rules_weaken_who_left_port_and_favour_a_doctrine(
    more: dict[str, Any], dies: int
) -> None:
    """Of the advanced naval rules: one less for a fleet that began the turn in port, one more for
    the chit of the power's doctrine. So changed, a die does what a 3 does without."""
    changed = fought((dies,), (1,), attacker=side("FRANCE", 20, "france", **more))
    plain = fought((3,), (1,))
    assert changed["sides"]["RUSSIA"]["hit"] == plain["sides"]["RUSSIA"]["hit"] == 6


@pytest.mark.rule("EIA-NAV-A2")
@pytest.mark.parametrize(("die", "ended"), [(6, "round2"), (2, "round3"), (1, "draw")])
def test_the_battle_ends_in_the_round_in_which_one_side_alone_breaks(die: int, ended: str) -> None:
    assert fought((die,), (1,))["ended"] == ended


@pytest.mark.rule("EIA-NMOR-01", "EIA-NMOR-02", "EIA-NMOR-03")
def test_its_morale_is_that_of_its_fleets() -> None:
    """'Others 3,0 / +0,5 Dominant Britain/Spain / +0,5 British fleets adjacent to Britain'"""
    british = side("FRANCE", 20, "britain", dominant=True)
    found = fought((1, 1, 1), (1, 1, 1), attacker=british, near_britain=True)
    assert found["sides"]["FRANCE"]["morale"] == 4.0
    assert found["sides"]["RUSSIA"]["morale"] == 3.0


@pytest.mark.rule("EIA-HULK-01", "EIA-HULK-02")
def test_hulks_are_the_winners() -> None:
    """'Ships of the Line and Heavy ships generate a hulk when sunk in battle. Hulks generated in a
    fleet battle belong to the winner of the battle, or in case of a draw, to the owner(s) of the
    sunk ship(s).'"""
    won = fought((6, 6), (2, 2))
    assert won["winner"] == "FRANCE"
    lost = sum(each["lost"] for each in won["sides"].values())
    assert won["hulks"] == {"FRANCE": lost}
    drawn = fought((1, 1, 1), (1, 1, 1))
    assert drawn["winner"] is None
    assert drawn["hulks"] == {
        name: each["lost"] for name, each in drawn["sides"].items() if each["lost"]
    }


@pytest.mark.rule("EIA-HULK-01")
def test_transports_leave_no_hulk_and_do_not_fire() -> None:
    carriers = side("RUSSIA", 2, "russia", transports=18)
    found = fought((6, 6, 6), (6, 6, 6), defender=carriers)
    gone = found["sides"]["RUSSIA"]["lost_by_kind"]
    assert gone["ship of the line"] == 2
    assert found["hulks"] == {"FRANCE": 2}
    assert found["sides"]["FRANCE"]["hit"] == 0  # 15 % of two ships


@pytest.mark.rule("EIA-BRK-01", "EIA-BRK-02", "EIA-BRK-03")
def test_the_blockader_must_win() -> None:
    """'the intercepting (blockading) player must win the combat to maintain blockade. If a draw
    occurs the phasing player is allowed to continue movement. The blockading fleet is not moved
    from the blockade box.'"""
    drawn = fought((1, 1, 1), (1, 1, 1), blockader="defender")
    assert drawn["blockade"] == {"kept": False, "moves_on": True, "stays": True}
    kept = fought((1, 1), (6, 6), blockader="defender")
    assert kept["winner"] == "RUSSIA"
    assert kept["blockade"]["kept"]


@pytest.mark.rule("EIA-NAV-A1", "EIA-NAV-A2", "EIA-BRK-01")
def test_the_odds_are_those_of_the_dice() -> None:
    found = odds("naval-battle", **battle(blockader="defender"))
    assert found["win"]["FRANCE"] == pytest.approx(found["win"]["RUSSIA"])
    assert found["win"]["FRANCE"] * 2 + found["draw"] == pytest.approx(1)
    assert found["blockade_holds"] == pytest.approx(found["win"]["RUSSIA"])
    windward = odds("naval-battle", **battle(wind="attacker"))
    assert windward["win"]["FRANCE"] > windward["win"]["RUSSIA"]
    sure = {f"{name}.round{n}": 6 if name == "FRANCE" else 1
            for name in ("FRANCE", "RUSSIA") for n in (1, 2, 3)}  # fmt: skip
    assert odds("naval-battle", **battle(dice=sure))["win"]["FRANCE"] == 1


@pytest.mark.rule("EIA-LDR-01", "EIA-HULK-01", "EIA-NAV-A3", "EIA-NAV-A4", "EIA-NAV-A5")
def test_leaders_roll_the_chase_and_the_troops_aboard() -> None:
    nelson = side("FRANCE", 20, "france", leaders=["Nelson"])
    troops = side("RUSSIA", 20, "russia", transporting=True, aboard=10)
    fallen = {"FRANCE.casualty.Nelson": 6, "FRANCE.wound.Nelson": 6}
    found = fought((6, 6), (3, 3), attacker=nelson, defender=troops, chase=10, dice=fallen)
    assert found["leaders"]["FRANCE"] == {"Nelson": "killed"}
    assert found["political_points"] == {"FRANCE": 2, "RUSSIA": -1}
    beaten = found["sides"]["RUSSIA"]
    assert beaten["chased"] == 1
    assert beaten["lost"] == beaten["hit"] + 1
    assert beaten["troops_lost"] == 10 * beaten["lost"] // 20
    assert "France gives chase and sinks 1 more." in found["story"]
    assert {"EIA-NAV-A1", "EIA-NAV-A2", "EIA-NAV-A5"} <= rules(found)
    prize = fought((6, 6), (3, 3), chase=10, prizes=True)
    sunk = sum(each["lost"] for each in prize["sides"].values()) - 1
    assert prize["hulks"] == {"FRANCE": sunk}


def test_what_is_no_battle_is_refused() -> None:
    twice = battle(defender=side("FRANCE", 3, "russia"))
    assert "other side" in refused("naval-battle", **twice)
    assert "no ship" in refused("naval-battle", **battle(attacker=side("FRANCE", 0, "france")))
    aboard = battle(attacker=side("FRANCE", 5, "france", aboard=3))
    assert "carries them" in refused("naval-battle", **aboard)


@pytest.mark.rule("EIA-HULK-02", "EIA-PORT-01")
def test_it_is_booked_on_the_fleets() -> None:
    club = Club(wars=["france britain"])
    for name, power, ships in (("Brest", "france", 12), ("Channel", "britain", 15)):
        club.enter("fleet", fleet=name, power=power, ships=ships)
    both = {"attacker": "france", "defender": "britain"}
    assert "not a fleet of Great Britain" in club.refuses(
        "sea-battle", **both, defender_fleets={"Brest": 1}
    )
    assert "not 13" in club.refuses("sea-battle", **both, attacker_fleets={"Brest": 13})
    assert "Nobody won" in club.refuses("sea-battle", **both, prizes={"Channel": 1})
    club.enter("sea-battle", **both, winner="GB", place="Ushant", attacker_fleets={"Brest": 12},
               defender_fleets={"Channel": 2}, prizes={"Channel": 1}, defender_points=1,
               attacker_points="-1")  # fmt: skip
    assert "Brest" not in club.ledger.fleets
    assert club.ledger.fleets["Channel"].ships == 14
    assert club.ledger.powers["britain"].political_halves == 2
    told = [entry.text for entry in club.game.story if entry.kind == "sea"]
    assert told[0] == (
        "France and Great Britain fight at sea off Ushant: Great Britain wins. "
        "Lost: France 12 ships and Great Britain 2 ships."
    )
    assert "Brest of France is no more." in told


@pytest.mark.rule("EIA-SET-02")
@pytest.mark.parametrize(
    ("nation", "leaders", "adds"),
    [("britain", ["Nelson"], 2), ("britain", [], 1), ("france", ["Nelson"], 1), ("france", [], 0)],
)
def test_british_fleets_and_nelson_take_the_wind(
    nation: str, leaders: list[str], adds: int
) -> None:
    """Advanced naval rules: each adds 1 to the die for the wind, which the higher sum has."""
    first = side("FRANCE", 20, nation, leaders=leaders)
    for die, who in ((4 - adds, None), (5 - adds, "FRANCE")):
        dice = {"FRANCE.wind": die, "RUSSIA.wind": 4}
        dice |= {f"FRANCE.casualty.{name}": 1 for name in leaders}
        found = fought((3, 3, 3), (3, 3, 3), attacker=first, wind="roll", dice=dice)
        assert found["wind"] == who


@pytest.mark.rule("EIA-SET-02")
@pytest.mark.parametrize(
    ("mine", "theirs", "more"),
    [(3, 2, True), (4, 3, False), (2, 2, False), (5, 3, True), (1, 0, True), (0, 0, False)],
)
def test_three_heavy_ships_to_two_are_superior(mine: int, theirs: int, more: bool) -> None:
    found = [(each.value, each.rule) for each in sea_battle.heavier(mine, theirs)]
    assert found == [(1, "EIA-SET-02")] * more


@pytest.mark.rule("EIA-NAV-A2")
@pytest.mark.parametrize(("end", "by"), [(0, None), (1, 1), (2, 0), (3, None)])
def test_a_battle_is_over_when_a_side_breaks_and_drawn_when_both_do(
    end: int, by: int | None
) -> None:
    state = (*(0,) * sea_battle.END, end)
    assert sea_battle.is_over(state) == (end > 0)
    assert sea_battle.winner(state) == by


@pytest.mark.parametrize(
    ("lost", "fleets", "shares"),
    [
        (3, {"I": 10, "II": 5}, {"I": 2, "II": 1}), (4, {"I": 10, "II": 5}, {"I": 3, "II": 1}),
        (2, {"I": 10, "II": 5}, {"I": 1, "II": 1}), (1, {"I": 10, "II": 5}, {"I": 1}),
        (0, {"I": 10, "II": 5}, {}), (2, {}, {}), (2, {"I": 0}, {}),
    ],
)  # fmt: skip
def test_losses_are_shared_out_by_the_ships_of_each_fleet(
    lost: int, fleets: dict[str, int], shares: dict[str, int]
) -> None:
    assert sea_battle.share_losses(lost, fleets) == shares


@pytest.mark.rule("EIA-NAV-A1", "EIA-NAV-A2")
@pytest.mark.parametrize(
    ("wind", "dice", "lost", "broken", "winner"),
    [
        # 15 % of 40 and of 20 ships, then of 37 and 14: both break in the second round.
        ("none", 6, (5, 12), (True, True), None),
        # 14 ships reply to the first fire with 2.1, and none to the second.
        ("attacker", 6, (2, 12), (False, True), "FRANCE"),
        # 37 ships reply to the first fire with 5.55, and none to the second.
        ("defender", 6, (5, 6), (True, False), "RUSSIA"),
        # 5 % and eight tenths of morale, three times: nobody breaks.
        ("none", 1, (3, 6), (False, False), None),
        ("attacker", 1, (3, 6), (False, False), None),
        ("defender", 1, (3, 6), (False, False), None),
        # 10 % and 1.4 of morale: the third fire breaks whom it meets.
        ("attacker", 3, (3, 12), (False, True), "FRANCE"),
        ("defender", 3, (5, 8), (True, False), "RUSSIA"),
    ],
)
def test_who_has_the_wind_fires_first_and_who_has_not_broken_replies(
    wind: str, dice: int, lost: tuple[int, int], broken: tuple[bool, bool], winner: str | None
) -> None:
    """Forty ships against twenty, three rounds on 3-3."""
    found = fought((dice,), (dice,), attacker=side("FRANCE", 40, "france"), wind=wind)
    sides = [found["sides"][name] for name in ("FRANCE", "RUSSIA")]
    assert tuple(each["lost"] for each in sides) == lost
    assert tuple(each["broken"] for each in sides) == broken
    assert found["winner"] == winner


@pytest.mark.rule("EIA-NAV-A1")
@pytest.mark.parametrize(
    ("dice", "like"),
    [((4, 3), "attacker"), ((3, 4), "defender"), ((4, 4), "none"), ((1, 6), "defender")],
)
def test_the_higher_die_has_the_wind_and_a_tie_nobody(dice: tuple[int, int], like: str) -> None:
    attacker = side("FRANCE", 40, "france")
    blown = {"FRANCE.wind": dice[0], "RUSSIA.wind": dice[1]}
    found = fought((6,), (6,), attacker=attacker, wind="roll", dice=blown)
    same = fought((6,), (6,), attacker=attacker, wind=like)
    assert (found["sides"], found["winner"]) == (same["sides"], same["winner"])


@pytest.mark.rule("EIA-NAV-A1", "EIA-SET-02")
@pytest.mark.parametrize(
    ("nation", "leaders", "die", "has"),
    [("france", [], 5, "RUSSIA"), ("france", [], 6, None), ("britain", [], 4, "RUSSIA"),
     ("britain", [], 5, None), ("britain", [], 6, "FRANCE"), ("britain", ["Nelson"], 4, None),
     ("britain", ["Nelson"], 5, "FRANCE")],
)  # fmt: skip
def test_the_british_and_nelson_add_one_each_to_their_die_for_the_wind(
    nation: str, leaders: list[str], die: int, has: str | None
) -> None:
    """Against a six of the enemy."""
    attacker = side("FRANCE", 40, nation, leaders=leaders)
    dice = {"FRANCE.wind": die, "RUSSIA.wind": 6, **{f"FRANCE.casualty.{n}": 1 for n in leaders}}
    found = fought((1,), (1,), attacker=attacker, wind="roll", dice=dice)
    assert found["wind"] == has


@pytest.mark.rule("EIA-NAV-A1", "EIA-NAV-A2")
def test_a_stack_loses_ships_of_the_line_first_and_fires_with_what_has_guns() -> None:
    """Transports don't fire, frigates count half, rounded down; the last table named holds on."""
    held = {"ship of the line": 5, "heavy ship": 3, "frigate": 5, "transport": 2}
    stack = Stack("A", held, 30, tables=("1-1", "2-2"))
    assert [stack.guns(lost) for lost in (0, 1, 6, 8, 9, 12, 15)] == [10, 9, 4, 2, 2, 0, 0]
    assert stack.lost(7) == {"ship of the line": 5, "heavy ship": 2}
    assert stack.lost(14) == {"ship of the line": 5, "heavy ship": 3, "frigate": 5, "transport": 1}
    assert [stack.table(number) for number in (1, 2, 3)] == ["1-1", "2-2", "2-2"]
    alone = Stack("B", {"heavy ship": 2}, 30)
    assert (alone.guns(0), alone.guns(1), alone.lost(3)) == (2, 1, {"heavy ship": 2})


@pytest.mark.rule("EIA-NAV-A2")
@pytest.mark.parametrize(
    ("lost", "shaken", "broken"), [(9, 29, False), (10, 0, True), (0, 30, True), (11, 31, True)]
)
@pytest.mark.parametrize("at", [0, 1])
def test_a_stack_breaks_without_ships_or_without_morale(
    at: int, lost: int, shaken: int, broken: bool
) -> None:
    sides = [Stack(name, {"ship of the line": 10}, 30) for name in "AD"]
    state = [0] * 10
    state[at], state[2 + at] = lost, shaken
    fought_out = SeaBattle(sides[0], sides[1])
    assert sea_battle.is_broken(fought_out, tuple(state), at) == broken
    assert not sea_battle.is_broken(fought_out, tuple(state), 1 - at)


@pytest.mark.rule("EIA-NAV-A3")
@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize(
    ("guns", "percent", "sunk"), [(33, 3, 0), (20, 5, 1), (40, 20, 7), (40, 100, 7), (40, 10, 4)]
)
def test_a_chase_costs_a_share_of_the_winners_guns_and_at_most_what_is_left(
    at: int, guns: int, percent: int, sunk: int
) -> None:
    """The beaten side has lost thirteen of twenty ships, the winner two of his."""
    sides = [Stack("A", {"ship of the line": 20}, 30)] * 2
    sides[at] = Stack("B", {"ship of the line": guns + 2}, 30)
    state = [0] * 10
    state[at], state[1 - at], state[sea_battle.END] = 2, 13, (2, 1)[at]
    found = sea_battle.chase(SeaBattle(sides[0], sides[1]), tuple(state), percent)
    assert found == Chase(at, sunk)


@pytest.mark.rule("EIA-NAV-A1")
def test_one_ship_fires_and_transports_alone_shake_nobody() -> None:
    """A single ship sinks none of twenty, yet its fire tells on their morale each round."""
    alone = side("RUSSIA", 1, "russia")
    found = fought((1, 1, 1), (6, 6, 6), defender=alone, wind="defender")
    assert found["sides"]["FRANCE"]["morale_lost"] > 0
    carriers = side("RUSSIA", 0, "russia", transports=18)
    found = fought((1, 1, 1), (6, 6, 6), defender=carriers)
    assert found["sides"]["FRANCE"]["morale_lost"] == 0
