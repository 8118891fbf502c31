"""The charts of Empires in Arms, line by line from their transcription through what reads them."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import cache
from typing import Any

import pytest

from engine.eia import stacking, tables, troops
from engine.eia.battles import battle, battle_rounds, combat_tables, pursuit
from engine.eia.battles.battle import Force, Guard, Setup
from engine.eia.ledger import disputed_figures
from engine.modifiers import total
from tests.engine.eia.adjudicating import outcome
from tests.engine.eia.nights import written
from tests.engine.printed.transcription import DATA, Row, sheet


@cache
def rows(name: str) -> tuple[Row, ...]:
    return tuple(sheet(DATA / "eia" / f"{name}.csv"))


def tenths(cell: str) -> int:
    return int(Decimal(cell) * 10)


def test_every_die_of_the_combat_resolution_chart() -> None:
    """Casualties and morale of every table; beyond its columns a die reads as their end."""
    ends = {"0": -3, "7": 12}
    for row in rows("combat_resolution_chart"):
        wanted = int(row["casualty_pct"]), tenths(row["morale_loss"])
        die = int(row["modified_die"])
        assert combat_tables.modified_die(row["table"], die) == wanted, row
        assert (
            combat_tables.modified_die(row["table"], ends.get(row["modified_die"], die)) == wanted
        )


def test_every_line_of_the_casualty_rounding() -> None:
    for row in rows("casualty_rounding"):
        found = combat_tables.casualties(int(row["casualty_pct"]), int(row["factors"]))
        assert found == int(row["casualties"]), row


@pytest.mark.rule("EIA-SET-03")
def test_every_pair_of_the_leaders_tactical_chart() -> None:
    """What the ratings of both commanders add to both dice of a battle."""
    for row in rows("leader_tactical_chart"):
        ratings = int(row["attacker_tactical"]), int(row["defender_tactical"])
        forces = (Force("A", "france", 20, 90, 4, ratings[0]),
                  Force("D", "austria", 20, 90, 2, ratings[1]))  # fmt: skip
        setup = Setup(forces, ("Assault", "Counterattack"))
        for at, column in enumerate(("attacker_die_mod", "defender_die_mod")):
            found = [each.value for each in battle.modifiers(setup, at, 1)
                     if each.why == "tactical ratings"]  # fmt: skip
            assert sum(found) == int(row[column]), row


@pytest.mark.rule("EIA-SET-03", "EIA-ERR-17")
def test_every_table_of_the_operational_possibilities() -> None:
    """Of every pair of chits in every round, before and after an outflanking force has come, across
    a river and not: what either side fires on in clear terrain."""
    for row in rows("operational_possibilities"):
        forces = (Force("A", "france", 20, 90, 4, 3), Force("D", "spain", 20, 90, 2, 3))
        at, arrived = row["side"] == "defender", row["outflank_arrival"] == "after"
        for river in {"any": (False, True), "yes": (True,), "no": (False,)}[
            row["attack_across_river"]
        ]:
            setup = Setup(forces, (row["attacker_chit"], row["defender_chit"]), river=river)
            assert battle.table(setup, at, int(row["round"]), arrived) == row["table"], row


def prepared(row: Row, nation: str = "france", **more: Any) -> Setup:
    """Both sides of a nation with the chits of a line of the procedure, or a pair for any."""
    chits = [row["attacker_chit"].partition(" (")[0], row["defender_chit"]]
    chosen = [other if chit == "any" else chit
              for chit, other in zip(chits, ("Assault", "Counterattack"), strict=True)]  # fmt: skip
    rated = {"strategic": 3, "tactical": 2, **more}
    first, second = (Force(name, nation, 20, 40, **rated) for name in "AD")
    return Setup((first, second), (chosen[0], chosen[1]))


def withdrawal(row: Row, **more: Any) -> int:
    return total(battle_rounds.withdrawal_modifiers(prepared(row, **more)))


def arrival(row: Row, number: int) -> int:
    return total(battle_rounds.arrival_modifiers(prepared(row), 0, number))


def spirits(row: Row, nation: str) -> list[int]:
    """By how many tenths the morale of either side is other than that of its troops."""
    return [battle.morale(prepared(row, nation), at)[0] - 40 for at in (0, 1)]


def die(row: Row, nation: str = "france", **more: Any) -> int:
    """What the attacker's combat die gets in the first round; the defender has none of it."""
    setup = prepared(row, nation, **more)
    plain = Force("D", nation, 20, 40, 3, 2)
    return total(battle.modifiers(setup._replace(forces=(setup.forces[0], plain)), 0, 1))


def double(row: Row) -> int:
    """How often an outflanking factor counts that has arrived."""
    state = list(battle.START)
    state[battle.ARRIVED] = 1
    return battle.strength(prepared(row, outflanking=5), 0)(tuple(state)) - 15


CHECKED: dict[str, Callable[[Row, int], bool]] = {
    "defender withdrawal roll": lambda row, by: withdrawal(row) == by,
    "attacker arrival roll": lambda row, by: arrival(row, 2) == by,
    "a side with a Turkish commander": lambda row, by: spirits(row, "turkey") == [10 * by] * 2,
    "leader tactical rating chart not used; Russian defending commander":
        lambda row, by: spirits(row, "russia") == [0, 10 * by],
    "Russian defending commander": lambda row, by: spirits(row, "russia") == [0, 10 * by],
    "a side with an Austrian commander":
        lambda row, by: die(row, "austria", tactical=0) - die(row, tactical=0) == by,
    "arrival before round 2": lambda row, by: arrival(row, 2) == by,
    "arrival before round 3": lambda row, by: arrival(row, 3) == by,
    "factors of the outflanking force": lambda row, by: double(row) == 5 * by,
    "land combat die modifiers cap":
        lambda row, by: die(row, cavalry=1, guards={1: Guard(2, "Ney", 5)}) == by,
    "cavalry superiority":
        lambda row, by: die(row, tactical=0, cavalry=1) - die(row, tactical=0) == by,
    "cavalry withdrawal": lambda row, by: withdrawal(row, all_cavalry=True) - withdrawal(row) == by,
}  # fmt: skip


@pytest.mark.rule("EIA-SET-01", "EIA-SET-03")
@pytest.mark.parametrize(
    "row", [row for row in rows("operational_procedure") if row["value"]],
    ids=lambda row: f"{row['attacker_chit']}-{row['defender_chit']}",
)  # fmt: skip
def test_every_figure_of_the_operational_procedure(row: Row) -> None:
    """Of a line's own chits, nation or round; what bombards is a table."""
    if row["effect"].startswith("artillery bombardment"):
        most = combat_tables.modified_die(row["value"], 6).percent
        assert battle_rounds.guns(20) == combat_tables.casualties(most, 20) > 0
        return
    (checked,) = {each for words, each in CHECKED.items() if row["effect"].startswith(words)}
    assert checked(row, int(row["value"].lstrip("x")))


@pytest.mark.rule("EIA-LDR-02")
def test_every_commitment_of_the_guard() -> None:
    for row in rows("guard_commitment"):
        found = combat_tables.guard_lost(int(row["commitment"]), int(row["die"]))
        assert found == int(row["guard_factors_lost"]), row
    limits = {row["power"]: row["max_commitment"] for row in rows("guard_limits")}
    for name, limit in limits.items():
        printed = 0 if limit == "none" else int(limit)
        if "heavy" in name:
            assert combat_tables.heavy_limit() == printed
        else:
            assert combat_tables.guard_limit("poland" if "other" in name else name) == printed


@pytest.mark.rule("EIA-WDR-03")
def test_every_class_and_die_of_a_pursuit() -> None:
    """The class by the round and the victor's morale, shifted by the terrain, at least the lowest;
    then the share of his cavalry for each die."""
    shifts = {row["terrain"]: row["class_shift"] for row in rows("pursuit_terrain")}
    lowest = int(shifts.pop("any").split()[-1])
    for row in rows("pursuit_class"):
        low, _, high = row["victor_morale_lost"].partition("-")
        printed = None if row["pursuit_class"] == "none" else int(row["pursuit_class"])
        for end in (low.rstrip("+"), high):
            if not end:
                continue
            number, shaken = int(row["round_enemy_broke"]), tenths(end)
            assert combat_tables.pursuit_class(number, shaken) == printed, row
            for terrain, shift in shifts.items():
                forces = (Force("A", "france", 20, 90, 4, 3), Force("D", "austria", 20, 10, 2, 3))
                setup = Setup(forces, ("Assault", "Counterattack"), terrain=terrain)
                state = list(battle.START)
                state[battle.ROUND], state[battle.SHAKEN] = number, shaken
                state[battle.END] = battle.DEFENDER_BROKE
                chase = pursuit.chase(setup, tuple(state), leaves=None)
                assert chase is not None
                shifted = None if printed is None else max(lowest, printed + int(shift))
                assert (chase.pursuit, chase.pursuer) == (shifted, 0), (row, terrain)
    for row in rows("pursuit_losses"):
        found = combat_tables.pursuit_percent(int(row["pursuit_class"]), int(row["die"]))
        assert found == int(row["pct_of_victor_cavalry"]), row


def test_what_a_point_of_a_pursuit_costs() -> None:
    """One factor of cavalry, or three others."""
    horse, foot = (int(row["loss_taken_as"].split()[0]) for row in rows("pursuit_cost"))
    assert [row["points"] for row in rows("pursuit_cost")] == ["1", "1"]
    for points in (1, 2):
        lost = pursuit.pursuit_losses(points, (9, 9), (0, 0), 1, False, False)
        assert (lost.cavalry, lost.others) == (horse * points, 0)
        lost = pursuit.pursuit_losses(points, (0, 9), (0, 0), 1, False, False)
        assert (lost.cavalry, lost.others) == (0, foot * points)


def test_every_terrain_of_a_battle() -> None:
    for row in rows("terrain_combat"):
        found = combat_tables.terrain(row["terrain"])
        sides = [[int(row[f"{side}_{level}_level"]) for level in ("casualty", "morale")]
                 for side in ("attacker", "defender")]  # fmt: skip
        assert [[*found.attacker], [*found.defender]] == sides, row
        assert found.rating == int(row["outflank_and_reinforce_rating"]), row


@pytest.mark.rule("EIA-SET-03", "EIA-CAV-01", "EIA-CAV-02", "EIA-CAV-03", "EIA-LSLC-04")
def test_every_morale() -> None:
    """Of nations, dominant and not, of types of cavalry with their prices, and of other troops."""
    for row in rows("national_morale"):
        name, _, sort = row["nation"].rstrip(")").partition(" (")
        if name.startswith("Ottoman") or sort not in ("", "dominant", "not dominant",
                                                      "British trained"):  # fmt: skip
            continue
        power = tables.power(name) or name
        found = tables.national_morale(power, sort == "dominant", sort == "British trained")
        printed = tenths(row["infantry_morale"]), tenths(row["cavalry_morale"])
        assert (found.infantry, found.cavalry) == printed, row
    for row in rows("other_morale"):
        if row["morale"] == "as infantry":
            continue
        assert tables.troop_morale(row["troop"]) == tenths(row["morale"]), row
    for row in rows("seed_cavalry_types"):
        kind = row["type"].partition(" ")[0]
        assert tables.cavalry_types()[kind] == (
            tenths(row["morale"]), int(row["money"]), int(row["manpower"])
        )  # fmt: skip
    lancers = {row["item"]: row["value"] for row in rows("seed_lslc")}["morale"]
    france = troops.Nation("france")
    for assaulting in (False, True):
        assert troops.morale("lslc", france, assaulting=assaulting).morale == tenths(lancers)


def test_every_rating_of_leaders_and_of_corps_without_one() -> None:
    for row in rows("intrinsic_corps_ratings"):
        if row["nation"].islower():
            continue  # irregulars, who form no corps
        names, _, since = row["nation"].partition(" from ")
        for name in names.split(","):
            nation = tables.power(name) or name.strip()
            found = tables.intrinsic(nation, int(since or 0))
            assert found == (int(row["strategic"]), int(row["tactical"])), row
            assert not since or tables.intrinsic(nation, int(since) - 1) != found, row
    for row in rows("leaders_1789_variant"):
        rated = tables.leaders()[row["leader"]]
        columns = ("strategic", "tactical", "tactical_maximum")
        assert [*rated[1:4]] == [int(row[column]) for column in columns], row
        assert rated.rank == row["rank"]


@pytest.mark.rule("EIA-DEP-01", "EIA-ERR-05", "EIA-WIN-01")
def test_every_figure_of_a_power() -> None:
    """Depots, Finland's modifier, the box it begins in, and the goal where the sources agree."""
    for row in rows("seed_depots_per_power"):
        assert tables.depots(tables.power(row["power"])) == int(row["depots"]), row
    for row in rows("seed_finland_modifiers"):
        assert tables.finland(tables.power(row["power"])) == int(row["modifier"]), row
    for row in rows("start_status"):
        if not tables.power(row["power"]):
            continue  # Sweden is played by nobody
        found = tables.start_box(row["scenario"].rpartition(" ")[0], tables.power(row["power"]))
        assert found == row["box"], row
    for row in rows("victory_goals"):
        power = tables.power(row["power"])
        if not power:
            continue
        assert tables.goal_note(row["scenario"], power) == f"{row['goal']}, {row['agreement']}"
        known = tables.goal(row["scenario"], power)
        if known is None:
            continue
        for points, won in ((known - 1, []), (known, [power])):
            found = outcome("victory", scenario=row["scenario"],
                            powers=[{"power": power, "points": points}])["winners"]  # fmt: skip
            assert (known, found) == (int(row["goal"]), won), row


@pytest.mark.rule("EIA-STK-02", "EIA-STK-03", "EIA-STK-04")
def test_how_many_corps_a_leader_brings() -> None:
    """His maximum, with cavalry two more, six at the end; one more than is free costs a point."""
    figures = {row["item"]: row["value"] for row in rows("seed_stacking")}
    over, last = int(figures["most over the maximum"]), int(figures["absolute limit"].split()[0])
    penalty = int(figures["one corps more"].split()[-1])
    for maximum in range(1, 7):
        for cavalry, more in ((0, 1), (1, over)):
            most = min(maximum + more, last)
            for corps in range(maximum, most + 2):
                found = stacking.brought(maximum, corps, cavalry, corps)
                assert (found.most, bool(found.refused)) == (most, corps > most)
                costs = penalty if corps > maximum + cavalry else 0
                assert sum(each.value for each in found.modifiers) == costs


@pytest.mark.rule("EIA-ERR-15", "EIA-ERR-16")
def test_every_price_of_a_depots_supply() -> None:
    """*The cost of supplying every corps after the fourth is doubled*, and *in winter, costs are
    doubled twice*: for each place in the owner's order, in the depot's area and next to it."""
    for row in rows("seed_depot_surcharge"):
        distance, winter = int(row["areas_from_depot"]), row["winter"] == "yes"
        each = outcome("depot-supply", distances=[distance] * 6, winter=winter)["each"]
        first, last = {"1st to 4th": (0, 4), "5th and later": (4, 6)}[row["corps_from_one_depot"]]
        assert each[first:last] == [float(row["money_each"])] * (last - first), row


@pytest.mark.rule("EIA-NMOR-01", "EIA-NMOR-02", "EIA-NMOR-03", "EIA-NMOR-04", "EIA-NMOR-05",
                  "EIA-NMOR-06")  # fmt: skip
def test_every_morale_of_a_fleet() -> None:
    """What it has at sea far from all that favours it, and what each of the house rules' lines
    adds to that."""
    places: dict[str, dict[str, Any]] = {
        "always": {}, "in the Baltic": {"sea": "baltic"}, "in the Adriatic": {"sea": "adriatic"},
        "in the Mediterranean or the Black Sea": {"sea": "black sea"},
    }  # fmt: skip
    for row in rows("seed_naval_morale"):
        name = "russia" if row["fleet"].startswith("every") else row["fleet"]
        fleet: dict[str, Any] = {"nation": tables.power(name) or name.lower()}
        given = places.get(row["condition"], {"near_britain": True})
        if "dominant" in row["condition"]:
            given, fleet = {}, {**fleet, "dominant": True}
        found = outcome("naval-morale", fleets=[fleet], **given)["morale"]
        plain = outcome("naval-morale", fleets=[{"nation": fleet["nation"]}])["morale"]
        base = plain if row["kind"] == "modifier" else 0
        assert round(10 * (found - base)) == tenths(row["morale"]), row


@pytest.mark.rule("EIA-NAV-16")
def test_how_large_a_squadron_is() -> None:
    """*How many full "squadrons" (10 ships) are present*: of one ship less than two, of two."""
    (cell,) = (row["value"] for row in rows("seed_blockade_test") if "squadron" in row["item"])
    size = int(cell.split()[0])
    found = [outcome("squadrons", ships=ships, full_turns=1)["announced"]
             for ships in (2 * size - 1, 2 * size)]  # fmt: skip
    assert found == [1, 2]


@pytest.mark.rule("EIA-SET-03")
def test_what_the_boxes_of_the_track_are_worth() -> None:
    """The two of which a source gives the victory points of an Economic Phase."""
    printed = {row["item"].partition(", ")[2]: int(row["value"]) for row in rows("political_status")
               if row["item"].startswith("victory points per")}  # fmt: skip
    boxes = {"N10": "highest neutral box", "D2": "second dominant box (index 31)"}
    for box, item in boxes.items():
        assert disputed_figures.box_points(written(), box) == printed[item]
    assert disputed_figures.box_points(written(), "N9") is None
