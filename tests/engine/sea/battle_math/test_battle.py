"""The battle at sea before and in the fight: line, wind, columns, modifiers, breaking off."""

from __future__ import annotations

import pytest

from engine.chances.steps import Choice, Roll
from engine.combat import major_battle
from engine.combat.fight import days, with_star_mark
from engine.combat.losses import inflicted
from engine.combat.options import LEADER_CAP_OPTION
from engine.combat.prepared_battle import ROLLS, WORSE
from engine.facts import tables
from engine.modifiers import total
from engine.sea.battle_math import battle, fleet_in_battle
from engine.sea.battle_math.fleet_in_battle import GALLEYS, TRANSPORTS, WARSHIPS
from tests.engine.fighting import examples
from tests.engine.sea.at_sea import fight, fleet, modifier, prepared, ships, wind

# The first line.


@pytest.mark.rule("PAR-11", "PAR-14", "PAR-A2")
@pytest.mark.parametrize(
    ("held", "lines"),
    [
        ("4 NWD 2 NGD NTD", (WARSHIPS, GALLEYS)),
        ("4 NWD 2 VGD", (WARSHIPS, GALLEYS)),
        ("NDE 3 NTD", (WARSHIPS,)),
        ("2 NGD 3 NTD", (GALLEYS,)),
        ("3 NTD", (TRANSPORTS,)),
    ],
)
def test_first_lines(held: str, lines: tuple[str, ...]) -> None:
    assert fleet_in_battle.lines(ships(held)) == lines


@pytest.mark.rule("PAR-12", "PAR-13")
def test_the_other_kind_takes_no_part() -> None:
    mixed = fleet("A", "4 NWD NDE 6 NGD 2 VGD 3 NTD", line=WARSHIPS)
    assert mixed.first_line == {"NWD": 4, "NDE": 1}
    assert mixed.strength == 13
    galleys = mixed._replace(line=GALLEYS)
    assert galleys.first_line == {"NGD": 6, "VGD": 2}
    assert galleys.strength == 24


# The wind.


@pytest.mark.rule("PAR-17")
def test_galleys_against_galleys_have_no_wind() -> None:
    assert wind(fleet("A", "6 NGD"), fleet("B", "4 NGD")) == (False, False)


@pytest.mark.rule("PAR-15", "PAR-A3")
def test_transports_leave_the_wind_to_the_enemy() -> None:
    transports = fleet("A", "3 NTD")
    assert wind(transports, fleet("B", "NGD")) == (False, True)
    assert wind(transports, fleet("B", "NWD")) == (False, True)
    assert wind(transports, fleet("B", "2 NTD")) == (False, False)


@pytest.mark.rule("PAR-18", "PAR-19")
@pytest.mark.parametrize(
    ("technology", "against", "dice", "winner"),
    [
        ("battery", "carrack", (4, 6), 0),  # +3
        ("battery", "carrack", (3, 6), None),
        ("battery", "carrack", (2, 6), 1),
        ("battery", "galleon-fluyt", (5, 5), None),  # 0
        ("nao-galleon", "carrack", (4, 6), None),  # +2
    ],
)
def test_the_wind_goes_to_the_higher_total(
    technology: str, against: str, dice: tuple[int, int], winner: int | None
) -> None:
    one = fleet("A", "4 NWD", technology=technology)
    other = fleet("B", "4 NWD", technology=against)
    found = wind(one, other, A=dice[0], B=dice[1])
    assert found == (winner == 0, winner == 1)


@pytest.mark.rule("PAR-18", "PAR-A4")
def test_warships_against_galleys_read_the_galley_line() -> None:
    carracks, galleys = fleet("A", "4 NWD"), fleet("B", "4 NGD", technology="battery")
    found = battle.winds(carracks, galleys)
    assert [total(parts) for parts in found.modifiers] == [2 - 3, 2]
    assert wind(carracks, galleys, A=8, B=5) == (False, False)
    assert wind(carracks, galleys, A=8, B=4) == (True, False)


@pytest.mark.rule("PAR-18")
def test_manoeuvre_helps_to_the_wind() -> None:
    assert wind(fleet("A", "NWD", "500"), fleet("B", "NWD", "100"), A=2, B=5) == (True, False)


# Morale, columns, replacements.


@pytest.mark.rule("PAR-23", "PAR-16")
@pytest.mark.parametrize(
    ("technology", "morale"),
    [
        ("carrack", 1), ("nao-galleon", 2), ("galleon-fluyt", 2), ("battery", 3), ("vessel", 3),
        ("three-decker", 3), ("seventy-four", 3),
    ],
)  # fmt: skip
def test_morale_by_technology(technology: str, morale: int) -> None:
    setup = prepared(fleet("A", "4 NWD", technology=technology), fleet("B", "4 NWD"))
    assert setup.forces[0].morale == morale
    assert (
        prepared(fleet("A", "4 NGD", technology=technology), fleet("B", "NWD")).forces[0].morale
        == 2
    )
    assert (
        prepared(fleet("A", "NTD", technology=technology), fleet("B", "NWD")).forces[0].morale == 0
    )


@pytest.mark.rule("PAR-21", "PAR-A5")
@pytest.mark.parametrize(
    ("held", "technology", "more"),
    [
        ("4 NGD", "carrack", 1), ("4 NWD", "carrack", 0), ("4 NWD", "vessel", 0),
        ("4 NWD", "three-decker", 1), ("4 NWD", "seventy-four", 1), ("NTD", "carrack", 0),
    ],
)  # fmt: skip
def test_veterans_at_sea(held: str, technology: str, more: int) -> None:
    enemy = fleet("B", "4 NWD")
    raw = prepared(fleet("A", held, technology=technology), enemy).forces[0].morale
    seasoned = fleet("A", held, technology=technology, veteran=True)
    assert prepared(seasoned, enemy).forces[0].morale == raw + more


@pytest.mark.rule("PAR-24", "PAR-A4")
def test_columns_of_both_sides_differ() -> None:
    one = fleet("A", "4 NWD", technology="battery")
    other = fleet("B", "4 NGD", technology="carrack")
    columns = [(each.fire_column, each.shock_column) for each in prepared(one, other).forces]
    assert columns == [("B", "B"), ("E", "B")]


@pytest.mark.rule("PAR-16", "PAR-A3")
def test_transports_never_roll_and_rout_after_the_first_fire() -> None:
    setup = prepared(fleet("A", "3 NTD"), fleet("B", "2 NGD", wind=True))
    fought = fight(setup, {"B.fire1": 3, "B.pursuit": 5})
    assert (fought.winner, fought.ended, fought.routed(0)) == (1, "fire1", True)
    assert fought.taken[-1].rolled.modifier == 2 + 1 + 1  # first day, Fire, the wind
    both = fight(prepared(fleet("A", "3 NTD"), fleet("B", "2 NTD")), {})
    assert (both.winner, both.routed(0), both.routed(1)) == (None, True, True)


@pytest.mark.rule("PAR-04", "PAR-05", "PAR-07", "PAR-08", "PAR-A1")
def test_replacement_admirals() -> None:
    for die in range(1, 11):
        for country, lower in (("poland", (1, 0, 0)), ("prussia", (0, 1, 0)), ("france", (0,) * 3)):
            line = tables.replacement_leader(tables.replacement_line(country), die, admiral=False)
            found = battle.replacement(country, die, vizier=False)
            assert (found.manoeuvre, found.fire, found.shock) == (
                max(0, line.manoeuvre - lower[0]),
                max(0, line.fire - lower[1]),
                line.shock,
            )
            assert found.replacement


# Modifiers.


@pytest.mark.rule("DRM-03", "DRM-04", "DRM-05", "BAT-09")
def test_leaders_and_the_second_day() -> None:
    setup = prepared(fleet("A", "4 NWD", "042"), fleet("B", "4 NWD", "213"))
    assert modifier(setup, 0, "DRM-03") == [3, 0, 3, 0]
    assert modifier(setup, 1, "DRM-03") == [0, 0, 0, 0]
    assert modifier(setup, 0, "DRM-04") == [0, 0, 0, 0]
    assert modifier(setup, 1, "DRM-04") == [0, 1, 0, 1]
    assert modifier(setup, 0, "DRM-05") == modifier(setup, 1, "DRM-05") == [0, 0, -1, -1]


@pytest.mark.rule("DRM-A1")
def test_the_cap_of_a_leader_can_be_switched_off() -> None:
    one, other = fleet("A", "4 NWD", "066"), fleet("B", "4 NWD", "011")
    assert modifier(prepared(one, other), 0, "DRM-03")[0] == 3
    free = prepared(one, other, off=frozenset((LEADER_CAP_OPTION,)))
    assert modifier(free, 0, "DRM-03")[0] == 5


@pytest.mark.rule("DRM-06")
def test_facing_the_ottomans_at_sea() -> None:
    setup = prepared(fleet("A", "4 NGD", ottoman_fright=True), fleet("B", "4 NGD"))
    assert modifier(setup, 0, "DRM-06") == [0, -2, 0, -2]


@pytest.mark.rule("DRM-07", "DRM-A3", "FIG-10")
@pytest.mark.parametrize(
    ("held", "technology", "enemy", "bonus", "losses"),
    [
        ("4 NGD", "carrack", "4 NGD", 0, "half_up"),
        ("4 NGD VGD", "carrack", "4 NGD", 0, "full"),
        ("4 NGD 2 VGD", "carrack", "4 NGD", 1, "full"),
        ("4 NGD 2 VGD", "carrack", "4 NWD", 0, "full"),
        ("4 NGD", "battery", "4 NGD", 1, "full"),
        ("4 NGD", "galleon-fluyt", "4 NGD", 0, "half_up"),
    ],
)
def test_galleasses(held: str, technology: str, enemy: str, bonus: int, losses: str) -> None:
    against = fleet("B", enemy, technology="battery")
    setup = prepared(fleet("A", held, technology=technology), against)
    assert modifier(setup, 0, "DRM-07") == [bonus, 0, bonus, 0]
    assert setup.forces[0].fire_losses == losses


@pytest.mark.rule("DRM-07")
def test_both_sides_may_have_galleasses() -> None:
    setup = prepared(fleet("A", "4 NGD 2 VGD"), fleet("B", "4 NGD 3 VGD"))
    assert [modifier(setup, at, "DRM-07")[0] for at in (0, 1)] == [1, 1]


@pytest.mark.rule("DRM-08")
@pytest.mark.parametrize(
    ("enemy", "turn", "mediterranean", "bonus"),
    [
        ("4 NWD", 25, True, 1), ("4 NTD", 25, True, 1), ("4 NGD", 25, True, 0),
        ("4 NWD", 26, True, 0), ("4 NWD", 25, False, 0),
    ],
)  # fmt: skip
def test_galleys_in_the_mediterranean(
    enemy: str, turn: int, mediterranean: bool, bonus: int
) -> None:
    setup = prepared(fleet("A", "4 NGD"), fleet("B", enemy), turn, mediterranean=mediterranean)
    assert modifier(setup, 0, "DRM-08") == [bonus] * 4
    assert modifier(setup, 1, "DRM-08") == [0] * 4


@pytest.mark.rule("DRM-09")
@pytest.mark.parametrize(
    ("enemy", "turn", "malus"),
    [("4 NWD", 35, -1), ("4 NWD", 34, 0), ("4 NGD", 35, 0), ("NTD", 35, 0)],
)
def test_galleys_against_later_warships(enemy: str, turn: int, malus: int) -> None:
    setup = prepared(fleet("A", "4 NGD"), fleet("B", enemy), turn)
    assert modifier(setup, 0, "DRM-09") == [malus] * 4


@pytest.mark.rule("DRM-10")
def test_the_wind_helps_every_roll() -> None:
    setup = prepared(fleet("A", "4 NWD", wind=True), fleet("B", "4 NWD"))
    assert modifier(setup, 0, "DRM-10") == [1] * 4
    assert modifier(setup, 1, "DRM-10") == [0] * 4


@pytest.mark.rule("DRM-11", "DRM-12", "DRM-13", "DRM-14", "DRM-15")
@pytest.mark.parametrize(
    ("held", "fire", "shock"),
    [
        ("5 NWD 2 NDE", 0, 0), ("6 NWD", 0, 1), ("7 NWD 2 NDE", 0, 1), ("8 NWD", 1, 1),
        ("10 NWD", 1, 1), ("12 NWD", 1, 2), ("8 NGD", 1, 1), ("5 NWD 9 NTD", 0, 0),
        ("5 NWD 9 NGD", 0, 0),
    ],
)  # fmt: skip
def test_more_ships(held: str, fire: int, shock: int) -> None:
    setup = prepared(fleet("A", held), fleet("B", "5 NWD"))
    more = [
        sum(modifier(setup, 0, rule)[roll] for rule in ("DRM-11", "DRM-12", "DRM-13"))
        for roll in range(4)
    ]
    assert more == [fire, shock, fire, shock]


# The fight.


@pytest.mark.rule("FIG-05", "FIG-06", "FIG-A1")
def test_more_stars_suffered_are_a_malus() -> None:
    one = fleet("A", "6 NWD", technology="battery")
    other = fleet("B", "6 NWD", technology="battery")
    setup = prepared(one, other)
    # Fire: A inflicts a star on column B at 7, B none; so B boards at -1, and both stand.
    dice = {"A.fire1": 7, "B.fire1": 6, "A.shock1": 3, "B.shock1": 8,
            "A.fire2": 3, "B.fire2": 3, "A.shock2": 3, "B.shock2": 3}  # fmt: skip
    fought = fight(setup, dice)
    made = {each.rolled.name: each.rolled.modifier for each in fought.taken}
    assert (made["A.fire1"], made["B.fire1"]) == (0, 0)
    assert (made["A.shock1"], made["B.shock1"]) == (0, -1)
    # 8 - 1 = 7 on column C inflicts a star: equal now, nobody suffers on the second day.
    assert (made["A.fire2"], made["B.fire2"]) == (-1, -1)
    assert fought.winner is None


@pytest.mark.rule("FIG-06")
def test_the_malus_looks_at_stars_suffered() -> None:
    given = examples()["morale-at-sea"]
    stars, wanted = given["given"]["stars_suffered"], given["then"]["modifier"]
    marks = with_star_mark((stars["B"], stars["A"], 0, 0, 0, 0))[4]
    assert {"A": -bool(marks & WORSE[0]), "B": -bool(marks & WORSE[1])} == wanted


@pytest.mark.rule("FIG-13")
@pytest.mark.parametrize("stage", ["fire1", "fire2"])
def test_the_side_with_the_wind_may_break_off(stage: str) -> None:
    one = fleet("A", "6 NWD", technology="battery", wind=True)
    setup = prepared(one, fleet("B", "6 NWD", technology="battery"))
    dice = {"A.fire1": 3, "B.fire1": 3}
    if stage == "fire2":
        dice |= {"A.shock1": 3, "B.shock1": 3, "A.fire2": 3, "B.fire2": 3}
    fought = fight(setup, dice, f"A.break_{stage}", f"B.break_{stage}")
    assert (fought.winner, fought.ended) == (1, f"break_{stage}")


@pytest.mark.rule("FIG-A4", "PUR-02")
def test_breaking_off_loses_even_against_a_destroyed_enemy() -> None:
    one = fleet("A", "12 NWD", technology="battery", wind=True)
    setup = prepared(one, fleet("B", "NWD", technology="battery"))
    fought = fight(setup, {"A.fire1": 5, "B.fire1": 3}, "A.break_fire1")
    assert fought.suffered(1) >= setup.forces[1].strength
    assert (fought.winner, fought.ended) == (1, "break_fire1")


@pytest.mark.rule("FIG-13", "FIG-14")
def test_only_the_wind_gives_the_choice_and_only_after_fire() -> None:
    still = prepared(fleet("A", "6 NWD"), fleet("B", "6 NWD"))
    assert not [step for step in days(still) if isinstance(step, Choice)]
    windy = prepared(fleet("A", "6 NWD"), fleet("B", "6 NWD", wind=True))
    names = [step.name for step in days(windy) if isinstance(step, Choice)]
    assert names == ["B.break_fire1", "B.break_fire2"]


@pytest.mark.rule("FIG-12", "FIG-A3")
def test_a_rout_comes_before_the_choice_of_the_wind() -> None:
    setup = prepared(fleet("A", "6 NWD", wind=True), fleet("B", "6 NWD"))
    fought = fight(setup, {"A.fire1": 9, "B.fire1": 3, "A.pursuit": 3}, "A.break_fire1")
    assert (fought.winner, fought.ended) == (0, "fire1")


@pytest.mark.rule("FIG-10")
def test_galleys_inflict_half_by_fire_rounded_up() -> None:
    quiet = {"B.fire1": 3, "A.shock1": 3, "B.shock1": 3, "A.fire2": 3, "B.fire2": 3,
             "A.shock2": 3, "B.shock2": 3, "A.pursuit": 3}  # fmt: skip
    plain = prepared(fleet("A", "6 NGD"), fleet("B", "6 NGD"))
    # 9 on column E: three thirds and a star.
    fought = fight(plain, {**quiet, "A.fire1": 9})
    assert (fought.inflicted(0).rolled, fought.morale_lost(1)) == (2, 1)
    with_galleasses = prepared(fleet("A", "5 NGD VGD"), fleet("B", "6 NGD"))
    assert fight(with_galleasses, {**quiet, "A.fire1": 9}).inflicted(0).rolled == 3


@pytest.mark.rule("FIG-15", "PUR-01", "PUR-02", "PUR-A2")
def test_destruction_is_looked_at_after_the_battle_only_and_counts_all_ships() -> None:
    # B has one warship and a transport: its size is 6 thirds although one ship fights.
    one = fleet("A", "6 NWD", technology="battery")
    other = fleet("B", "NWD NTD", technology="seventy-four", veteran=True)
    setup = prepared(one, other)
    dice = {"A.fire1": 9, "B.fire1": 3, "A.shock1": 9, "B.shock1": 3, "A.fire2": 3, "B.fire2": 3,
            "A.shock2": 3, "B.shock2": 3, "A.pursuit": 3}  # fmt: skip
    fought = fight(setup, dice)
    assert fought.ended == "shock2"
    assert fought.suffered(1) >= setup.forces[1].strength == 6
    assert fought.winner == 0


@pytest.mark.rule("FIG-17", "FIG-19", "FIG-25", "FIG-A8")
def test_retreat_attempts_at_sea() -> None:
    setup = prepared(fleet("A", "6 NWD", "300"), fleet("B", "6 NWD", "300"))
    start = {"A.fire1": 3, "B.fire1": 3, "A.shock1": 3, "B.shock1": 3}
    gone = fight(setup, {**start, "B.retreat1": 4, "A.pursuit": 3}, "B.retreat1")
    assert (gone.winner, gone.ended) == (0, "retreat1")
    second = {"A.fire2": 3, "B.fire2": 3, "A.shock2": 3, "B.shock2": 3}
    stayed = fight(setup, {**start, **second, "B.retreat1": 5}, "B.retreat1")
    assert (stayed.drm(0)["fire2"], stayed.drm(1)["fire2"]) == (-1 + 1, -1)


@pytest.mark.rule("FIG-18")
def test_who_tries_first_at_sea() -> None:
    def tries(**waters: bool) -> list[str]:
        setup = prepared(fleet("A", "6 NWD"), fleet("B", "6 NWD"), **waters)
        steps = [step for step in days(setup) if isinstance(step, Roll) and step.decision]
        return [step.name for step in steps]

    assert tries() == ["B.retreat1", "A.retreat1"]
    assert tries(interception=True) == ["A.retreat1", "B.retreat1"]


# The pursuit.


@pytest.mark.rule("PUR-09")
@pytest.mark.parametrize(
    ("loser", "column"), [("4 NWD", "E"), ("4 NGD", "C"), ("4 NTD", "C"), ("NWD 4 NTD", "E")]
)
def test_the_column_of_the_pursuit(loser: str, column: str) -> None:
    setup = prepared(fleet("A", "6 NWD"), fleet("B", loser))
    assert setup.forces[0].pursuit_column == column


@pytest.mark.rule("PUR-15", "PUR-16", "PUR-17", "DRM-14")
def test_modifiers_of_the_pursuit() -> None:
    def found(one: str, leader: str, wind: bool, other: str = "4 NWD") -> dict[str, int]:
        setup = prepared(fleet("A", one, leader, wind=wind), fleet("B", other, "222"))
        return {part.rule: part.value for part in setup.forces[0].pursuit}

    assert found("4 NWD", "222", False) == {}
    assert found("4 NWD", "522", False) == {"PUR-15": 3}
    assert found("4 NWD", "122", False) == {}
    assert found("4 NWD", "222", True) == {"PUR-16": 1}
    assert found("9 NWD", "222", False) == {"PUR-17": 1}
    assert found("8 NWD 2 NDE 9 NTD", "222", False) == {}


@pytest.mark.rule("PUR-10", "PUR-11", "PUR-18", "PUR-20")
def test_early_ends_help_the_pursuit_and_its_stars_count() -> None:
    setup = prepared(fleet("A", "6 NWD"), fleet("B", "6 NWD"))
    fought = fight(setup, {"A.fire1": 9, "B.fire1": 3, "A.pursuit": 9})
    assert fought.taken[-1].rolled.result == 12
    assert battle.pursuit_stars(fought) == 2
    assert fought.morale_lost(1) == 1 + 2


# What is inflicted.


@pytest.mark.rule("LOS-04", "LOS-07", "LOS-08", "LOS-A2")
@pytest.mark.parametrize(
    ("held", "rolled", "small"),
    [
        ("6 NWD", 12, 12), ("5 NWD", 12, 11), ("4 NWD", 12, 10), ("3 NWD", 12, 9),
        ("2 NWD", 15, 11), ("2 NWD", 17, 12), ("NWD", 12, 6), ("NDE", 8, 2), ("2 NDE", 12, 3),
        ("5 NWD 2 NDE", 12, 11), ("5 NWD 6 NTD", 12, 11), ("NWD", 3, 0),
    ],
)  # fmt: skip
def test_small_fleets_and_the_cap(held: str, rolled: int, small: int) -> None:
    setup = prepared(fleet("A", held), fleet("B", "6 NWD"))
    assert inflicted(setup.forces[0], rolled)[0] == small


@pytest.mark.rule("LOS-09", "LOS-01")
def test_a_routed_fleet_suffers_at_least_one() -> None:
    force = prepared(fleet("A", "4 NWD"), fleet("B", "6 NWD")).forces[0]
    assert inflicted(force, 1)[0] == 0
    assert inflicted(force, 1, routs=True) == (3, 3)
    large = prepared(fleet("A", "7 NWD"), fleet("B", "6 NWD")).forces[0]
    assert inflicted(large, 0, routs=True) == (3, 4)  # the minimum before the size


@pytest.mark.rule("LOS-16")
@pytest.mark.parametrize(
    ("number", "differential"), [(6, 0), (7, 1), (12, 1), (13, 2), (18, 2), (19, 3)]
)
def test_size_at_sea_is_its_own_number(number: int, differential: int) -> None:
    for enemy in ("NWD", "30 NWD"):
        setup = prepared(fleet("A", f"{number} NWD 9 NTD"), fleet("B", enemy))
        assert setup.forces[0].size_differential == differential


# After the battle.


@pytest.mark.rule("MAJ-01", "MAJ-03", "MAJ-A3", "MAJ-11")
@pytest.mark.parametrize(
    ("held", "lost", "routed", "is_major"),
    [
        ("6 NWD", 15, True, True), ("6 NWD", 14, True, False), ("6 NWD", 15, False, False),
        ("6 NGD", 24, True, True), ("6 NGD", 23, True, False), ("3 NGD 3 VGD", 23, True, False),
    ],
)  # fmt: skip
def test_major_battles_at_sea(held: str, lost: int, routed: bool, is_major: bool) -> None:
    setup = prepared(fleet("A", held), fleet("B", "20 NWD"))
    assert major_battle.is_major(setup, 0, routed, (3, 3 + lost)) is is_major
    turned = prepared(fleet("A", "20 NWD"), fleet("B", held))
    assert major_battle.is_major(turned, 1, routed, (3 + lost, 3)) is is_major


@pytest.mark.rule("MAJ-05", "MAJ-06", "MAJ-07", "MAJ-08")
def test_what_a_major_battle_at_sea_brings() -> None:
    setup = prepared(fleet("A", "12 NWD"), fleet("B", "12 NWD"))
    fought = fight(setup, {"A.fire1": 12 - 2, "B.fire1": 3, "A.pursuit": 9})
    found = major_battle.major_battle(fought, (0, 15), (2, -3))
    assert found is not None
    assert (found.differential, found.threshold) == (15, 15)
    assert (found.stability, found.victory_points) == ({0: 1}, {0: 5})


@pytest.mark.rule("DRM-01", "DRM-02", "PAR-26")
def test_modifiers_add_up_and_hold_with_the_columns_for_the_whole_battle() -> None:
    one = fleet("A", "12 NWD", "222", technology="battery", wind=True)
    setup = prepared(one, fleet("B", "5 NWD", "211", technology="battery"))
    # Fire: leader, wind, 3 ND more; boarding: leader, wind, 1 and 7 ND more; then the second day.
    assert [total(setup.forces[0].modifiers[roll]) for roll in ROLLS] == [3, 4, 2, 3]
    quiet = {"A.fire1": 1, "B.fire1": 10, "A.shock1": 1, "B.shock1": 1, "A.fire2": 1, "B.fire2": 1,
             "A.shock2": 1, "B.shock2": 1, "B.pursuit": 1}  # fmt: skip
    fought = fight(setup, quiet)
    assert fought.suffered(0) > 0
    made = {each.rolled.name: each.rolled for each in fought.taken}
    # One star fewer inflicted is all that has changed on the second day.
    assert [made[f"A.{roll}"].modifier for roll in ROLLS] == [3, 4 - 1, 2 - 1, 3 - 1]
    assert "column B" in made["A.fire1"].purpose
    assert "column B" in made["A.fire2"].purpose
