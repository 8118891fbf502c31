"""The printed tables of battles, row by row through the battle that uses them."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.chances.steps import Roll
from engine.combat import fight as fights
from engine.combat import leaders
from engine.combat.leaders import Commander
from engine.combat.losses import inflicted
from engine.combat.prepared_battle import Force
from engine.facts import tables
from engine.land.battle.contingents import Side, artillery_of
from engine.modifiers import total
from engine.sea.battle_math import battle as naval
from engine.sea.battle_math import fleet_in_battle
from engine.sea.battle_math.fleet_in_battle import Fleet
from tests.engine.adjudicating import answer
from tests.engine.fighting import prepared, side
from tests.engine.printed.transcription import COUNTRIES, PERIODS, TECHNOLOGIES, Row, dice, rows

LAND = tables.LAND_TECHNOLOGIES
WATERS = fleet_in_battle.Waters(20)
WORTH: dict[str, Callable[[int], int]] = {
    "none": lambda thirds: 0,
    "morale_only": lambda thirds: 0,
    "half_down": lambda thirds: thirds // 2,
    "half_up": lambda thirds: (thirds + 1) // 2,
    "full": lambda thirds: thirds,
}
# A country of every class of armies whose line the tables give by class alone.
OF_CLASS = {
    "I": "crimea", "II": "mamluks", "IIM": "hungary", "III": "milan", "A": "aztecs",
}  # fmt: skip


def result(column: str, modified: int) -> tuple[int, int]:
    """What the printed battle table gives: thirds and stars."""
    row = next(row for row in rows("combat_results") if modified in dice(row, -9, 30))
    return int(row[f"{column}_losses_thirds"]), int(row[f"{column}_morale"])


@pytest.mark.rule("PAR-20", "PAR-21", "PAR-22", "PAR-25", "FIG-08", "FIG-09", "FIG-10")
@pytest.mark.parametrize("row", rows("land_technology"), ids=lambda r: "-".join([*r.values()][:2]))
def test_every_pair_of_land_technologies(row: Row) -> None:
    """Columns, morale with and without veterans and tercios, and what each face of Fire takes.

    Tercios add a star up to arquebus, against everybody (PAR-A6).
    """
    own, enemy = (TECHNOLOGIES[row[name]] for name in ("technology", "opponent_technology"))
    other = side("B", "milan", "III", "A+", "222", enemy)
    for veteran in (False, True):
        for tercios in (False, True):
            first = side("A", "milan", "III", "A+", "222", own, veteran=veteran, tercios=tercios)
            force = prepared(first, other, terrain="plain").forces[0]
            printed = LAND.index(own) in (1, 2)
            assert printed == (row["tercios_morale_bonus"] == "1") or (own, enemy) == (
                "renaissance", "medieval",
            )  # fmt: skip
            gained = tercios and LAND.index(own) <= LAND.index("arquebus")
            wanted = int(row["morale"]) + veteran * int(row["veteran_morale_bonus"]) + gained
            assert force.morale == wanted
            assert (force.fire_column or "") == row["fire_column"]
            assert force.shock_column == row["shock_column"]
            assert force.fires == bool(row["fire_column"])
    assert tables.land_columns(own, enemy).veteran_morale_bonus == (
        row["veteran_morale_bonus"] == "1"
    )
    document = {
        "period": "III", "map": "europe", "terrain": "plain",
        "sides": [
            {"name": "A", "phasing": True, "country": "milan", "technology": own,
             "units": ["A+", "A+", "LD", "LD"], "leader": "242"},
            {"name": "B", "country": "genoa", "technology": enemy,
             "units": ["A+", "A+", "LD", "LD"], "leader": "222"},
        ],
    }  # fmt: skip
    for die in (5, 8, 10):
        given = {"A.fire1": die, "B.fire1": 1, "A.shock1": die, "B.shock1": 1}
        found = answer("battle", document | {"dice": given}, "--seed", "1")["rolls"]
        rolls = {roll["name"]: roll for roll in found}
        assert ("A.fire1" in rolls) == bool(row["fire_column"])
        if "A.fire1" in rolls:
            thirds, stars = result(row["fire_column"], die + 2)
            assert rolls["A.fire1"]["losses_thirds"] == WORTH[row["fire_losses"]](thirds)
            assert rolls["A.fire1"]["stars"] == stars
        if "A.shock1" in rolls:
            roll = rolls["A.shock1"]
            wanted_shock = result(row["shock_column"], die)
            assert (roll["losses_thirds"], roll["stars"]) == wanted_shock


@pytest.mark.rule("FIG-04", "FIG-05", "FIG-07", "DRM-04", "DRM-28")
@pytest.mark.parametrize("column", "ABCDE")
def test_every_die_of_the_battle_table(column: str) -> None:
    """A Shock of the first day in each column, with 0 to 3 of the leader and 1 for more troops."""
    pair = next(row for row in rows("land_technology") if row["shock_column"] == column)
    own, enemy = (TECHNOLOGIES[pair[name]] for name in ("technology", "opponent_technology"))
    for led in range(4):
        for more in range(2):
            document = {
                "period": "I", "map": "europe", "terrain": "plain",
                "sides": [
                    {"name": "A", "phasing": True, "country": "milan", "technology": own,
                     "units": ["A+", "A+"], "leader": f"22{2 + led}"},
                    {"name": "B", "country": "genoa", "technology": enemy,
                     "units": ["A+", "LD"] if more else ["A+", "A+"], "leader": "222"},
                ],
            }  # fmt: skip
            for die in range(1, 11) if not led + more else range(8, 11):
                given = {"A.fire1": 1, "B.fire1": 1, "A.shock1": die, "B.shock1": 1}
                found = answer("battle", document | {"dice": given}, "--seed", "1")["rolls"]
                roll = next(roll for roll in found if roll["name"] == "A.shock1")
                wanted = result(column, die + led + more)
                assert (roll["losses_thirds"], roll["stars"]) == wanted, (die, led, more)


def fleet(line: str, name: str, technology: str = "carrack", **changes: Any) -> Fleet:
    """Six detachments that fight on that line of the naval tables."""
    kind = {"NTD": "NTD", "galley": "NGD"}.get(line, "NWD")
    technology = technology if kind != "NWD" else line
    commander = changes.pop("commander", Commander("x", 2, 2, 2))
    return Fleet(name, "spain", technology, {kind: 6}, kind, commander, **changes)


def lines_of(row: Row) -> tuple[str, str]:
    """The lines of the naval tables that a row sets against each other."""
    own, enemy = row["technology"], row["opponent_technology"]
    return TECHNOLOGIES.get(own, own), TECHNOLOGIES.get(enemy, enemy)


@pytest.mark.rule("PAR-21", "PAR-23", "PAR-26", "PAR-A4", "PAR-A5", "FIG-10")
@pytest.mark.parametrize("row", rows("naval_technology"), ids=lambda r: "-".join([*r.values()][:2]))
def test_every_pair_of_naval_technologies(row: Row) -> None:
    """Columns, morale with and without veterans, and what each face of Fire takes."""
    own, enemy = lines_of(row)
    other = fleet(enemy, "B")
    for veteran in (False, True):
        setup = naval.setup(WATERS, fleet(own, "A", veteran=veteran), other)
        force = setup.forces[0]
        gained = veteran * int(row["veteran_morale_bonus"])
        assert force.morale == int(row["morale"]) + gained
        assert (force.fire_column or "") == row["fire_column"]
        assert (force.shock_column or "") == row["boarding_column"]
        # Only galleys that are no galleasses fire at less than full power (FIG-10).
        assert force.fire_losses == (row["fire_losses"] if own == "galley" else "full")
        if own not in ("NTD", "galley"):
            assert row["fire_losses"] == "full"
        if own == enemy and own != "galley":
            galleys = fleet("galley", "A", own)
            bonus = naval.setup(WATERS, galleys, fleet("galley", "B")).forces[0].modifiers["fire1"]
            counted = any(each.rule == "DRM-07" for each in bonus)
            assert counted == (row["galleys_count_as_galleasses"] == "1")
    held = tables.naval_columns(own, enemy)
    assert held.galleys_count_as_galleasses == (row["galleys_count_as_galleasses"] == "1")
    assert held.fire_losses == row["fire_losses"]


@pytest.mark.rule("FIG-05", "FIG-10", "PUR-09")
def test_fire_and_pursuit_of_galleys_and_warships() -> None:
    """Half the losses of a galley's Fire, rounded up; pursuit in column C, or E after warships."""
    for line, enemy, worth in (
        ("galley", "galley", "half_up"), ("carrack", "carrack", "full"), ("galley", "carrack", ""),
    ):  # fmt: skip
        setup = naval.setup(WATERS, fleet(line, "A"), fleet(enemy, "B"))
        fire = setup.forces[0]
        assert fire.pursuit_column == ("E" if enemy == "carrack" else "C")
        if not worth:
            continue
        way = next(step for step in fights.days(setup) if getattr(step, "name", "") == "A.fire1")
        assert isinstance(way, Roll)
        assert fire.fire_column
        for face, effect in enumerate(way.ways[0].effects, 1):
            thirds, stars = result(fire.fire_column, face)
            assert effect == (WORTH[worth](thirds), stars)


@pytest.mark.rule("PAR-15", "PAR-16", "PAR-17", "PAR-18", "PAR-19")
@pytest.mark.parametrize("row", rows("wind_advantage"), ids=lambda r: "-".join([*r.values()][:2]))
def test_every_pair_in_the_test_for_the_wind(row: Row) -> None:
    """No test between galleys, none against transports alone; else manoeuvre and the table."""
    own, enemy = lines_of(row)
    winds = naval.winds(fleet(own, "A"), fleet(enemy, "B"))
    held = tables.wind(own, enemy)
    assert (held.status, held.modifier) == (row["status"], int(row["drm"] or 0))
    if row["status"] == "no_test":
        assert winds == naval.Winds(naval.NOBODY)
    elif row["status"] == "opponent_automatic":
        assert winds == naval.Winds(1)
        assert naval.winds(fleet(enemy, "B"), fleet(own, "A")) == naval.Winds(0)
    else:
        assert winds.known is None
        assert total(winds.modifiers[0]) == 2 + int(row["drm"] or 0)
        swapped = naval.winds(fleet(enemy, "B"), fleet(own, "A")).modifiers[1]
        assert total(swapped) == 2 + int(row["drm"] or 0)


def by_size(differential: int, thirds: int) -> int:
    """The printed line of table L2: whole losses and left-over thirds apart, above six one sum."""
    row = next(r for r in rows("loss_by_size") if int(r["size_differential"]) == differential)
    if thirds > 18:
        return thirds + int(row["over_6_add_thirds"])
    whole, rest = divmod(thirds, 3)
    found = int(row[f"inflicted_{whole}_thirds"]) if whole else 0
    return found + (int(row[("", "inflicted_1_third_thirds", "inflicted_2_thirds_thirds")[rest]])
                    if rest else 0)  # fmt: skip


@pytest.mark.rule("LOS-01", "LOS-03", "LOS-04", "LOS-05", "LOS-07", "LOS-A1")
@pytest.mark.parametrize(
    "row", rows("small_stack_losses"), ids=lambda r: "-".join([*r.values()][:3])
)
def test_every_line_of_the_losses_of_small_stacks(row: Row) -> None:
    """What a stack inflicts is corrected by its own strength and never more than the cap."""
    whole, spare, change = (
        int(row[name] or 0) for name in ("detachments", "explorations", "modifier_thirds")
    )
    strength = 3 * whole + spare
    if row["domain"] == "land":
        units = " ".join(["LD"] * whole + ["LDE"] * spare)
        enemy = side("B", "milan", "III", "A+ A+")
        force: Force[Any] = prepared(side("A", "milan", "III", units), enemy).forces[0]
        least = strength
    else:
        ships = {"NWD": whole} if whole else {"NDE": 1}
        own = fleet("carrack", "A")._replace(ships=ships)
        force = naval.setup(WATERS, own, fleet("carrack", "B")).forces[0]
        least = 2 * strength if whole else 3
    assert force.odd_or_even == bool(row["condition"])
    for die in (1, 2) if row["condition"] else (0,):
        for thirds in range(31):
            applied = 0 if die == 2 else change
            wanted = min(max(0, thirds + applied), least)
            assert inflicted(force, thirds, die)[0] == wanted, (thirds, die)
    # The cap hides the lines of the weakest stacks, which inflict nothing before it.
    correction = tables.small_stack_loss(row["domain"], strength, 1)
    assert correction == change


@pytest.mark.rule("LOS-14", "LOS-15")
def test_every_size_against_every_other() -> None:
    """The table of sizes through a battle of two sides of those sizes."""
    for row in rows("size_comparison"):
        own, enemy = (
            side(name, "milan", "III", "A+", size=int(row[key]))
            for name, key in (("A", "own_size"), ("B", "enemy_size"))
        )
        found = prepared(own, enemy).forces[0].size_differential
        assert found == int(row["size_differential"]), row


@pytest.mark.rule("LOS-13", "LOS-14")
@pytest.mark.parametrize("period", PERIODS)
def test_every_class_of_armies_against_every_other(period: str) -> None:
    """The size differential of one A+ against another, by the printed sizes of their classes."""
    differences = {
        (row["own_size"], row["enemy_size"]): int(row["size_differential"])
        for row in rows("size_comparison")
    }
    for one in rows("army_classes"):
        for other in rows("army_classes"):
            found = prepared(army(one, "A"), army(other, "B"), period=period).forces[0]
            pair = one[f"size_{period}"], other[f"size_{period}"]
            assert found.size_differential == differences[pair], (one, other)


def army(row: Row, name: str) -> Side:
    """An A+ of a printed class."""
    reformed = bool(row["variant"])
    country = "turkey" if reformed else "milan"
    return side(name, country, row["army_class"], "A+", own={"reformed": reformed})


@pytest.mark.rule("LOS-17", "LOS-18", "LOS-19", "LOS-20", "LOS-21", "LOS-22", "LOS-23", "LOS-24")
def test_every_line_of_the_losses_by_size() -> None:
    """Tables L2 and S2 through what a large stack inflicts."""
    force = prepared(side("A", "milan", "III", "A+ A+ A+"), side("B", "milan", "III", "A+")).forces[
        0
    ]
    for row in rows("loss_by_size"):
        differential = int(row["size_differential"])
        sized = force._replace(size_differential=differential, losses={})
        for thirds in range(25):
            assert inflicted(sized, thirds) == (thirds, by_size(differential, thirds)), (
                row,
                thirds,
            )


@pytest.mark.rule("RET-17", "RET-A4")
def test_every_die_of_a_retreat() -> None:
    """Table L3: the die less the manoeuvre of who retreats."""
    for manoeuvre in (0, 2, 5):
        document = {
            "period": "I", "map": "europe", "terrain": "plain",
            "sides": [
                {"name": "A", "phasing": True, "country": "milan", "technology": "medieval",
                 "units": ["A+", "A+"], "leader": "222"},
                {"name": "B", "country": "genoa", "technology": "medieval",
                 "units": ["A+", "A+"], "leader": f"{manoeuvre}22"},
            ],
        }  # fmt: skip
        for die in range(1, 11):
            given = {"A.shock1": 1, "B.shock1": 1, "B.retreat1": 1, "A.pursuit": 1, "B.losses": die}
            chosen = document | {"dice": given, "decisions": {"B.retreat1": True}}
            found = answer("battle", chosen, "--seed", "1")["outcome"]
            row = next(r for r in rows("retreat_losses") if die - manoeuvre in dice(r, -9, 10))
            assert found["winner"] == "A"
            assert found["sides"]["B"]["retreat_thirds"] == int(row["losses_thirds"])


@pytest.mark.rule("DRM-27", "SIE-28")
@pytest.mark.parametrize("row", rows("artillery_per_army"), ids=lambda r: r["key"] + r["condition"])
def test_every_line_of_the_artillery_of_armies(row: Row) -> None:
    """The artillery of one A+ and of one A-, which has half of it, rounded down."""
    key = row["key"]
    country = COUNTRIES.get(key) or OF_CLASS.get(key, "milan" if key != "usa" else "usa")
    army_class = key if row["key_kind"] == "class" else "IV"
    own = {"janissary": "janissary" in row["condition"], "reformed": "reform" in row["condition"]}
    if own["janissary"]:
        own["reformed"] = False
    if row["key_kind"] == "class":
        own["by_class"] = True
    for period in PERIODS:
        printed = row[f"artillery_{period}"]
        if not printed:
            continue
        for counter, worth in (("A+", int(printed)), ("A-", int(printed) // 2)):
            stack = side("A", country, army_class, counter, own=own)
            assert artillery_of(stack, period) == worth, (period, counter)


@pytest.mark.rule("PAR-04", "PAR-05", "PAR-07", "PAR-08", "PAR-10")
@pytest.mark.parametrize("key", sorted({row["key"] for row in rows("replacement_leaders")}))
def test_every_replacement_leader(key: str) -> None:
    """The values of the general and the admiral whom each die brings, on every line."""
    country = COUNTRIES.get(key, "milan")
    line = leaders.replacement_line(country, natives=key == "natives", vizier=key == "vizier")
    lines = [row for row in rows("replacement_leaders") if row["key"] == key]
    assert [int(row["die"]) for row in lines] == list(range(1, 11))
    for row in lines:
        manoeuvre, fire, shock, siege, more, hotter = (int(row[name]) for name in [*row][2:])
        general = leaders.replacement(line, int(row["die"]))
        found = general.manoeuvre, general.fire, general.shock, general.siege
        assert found == (manoeuvre, fire, shock, siege), row
        admiral = leaders.replacement(line, int(row["die"]), admiral=True)
        at_sea = max(0, manoeuvre + more), max(0, fire + hotter), shock
        assert (admiral.manoeuvre, admiral.fire, admiral.shock) == at_sea, row
    if key in COUNTRIES:
        document = {
            "period": "III", "map": "europe", "terrain": "plain", "dice": {"A.replacement": 7},
            "sides": [
                {"name": "A", "phasing": True, "country": country, "technology": "musket",
                 "units": ["A+"]},
                {"name": "B", "country": "milan", "technology": "musket", "units": ["A+"],
                 "leader": "222"},
            ],
        }  # fmt: skip
        chief = answer("battle", document, "--seed", "1")["outcome"]["sides"]["A"]["commander"]
        seventh = [int(lines[6][name]) for name in ("manoeuvre", "fire", "shock")]
        assert [chief["manoeuvre"], chief["fire"], chief["shock"]] == seventh
