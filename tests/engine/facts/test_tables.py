import pytest

from engine.facts import tables
from engine.facts.sheets import FactsError


def test_open_ended_dice_read_as_the_nearest_line() -> None:
    assert tables.combat_result("A", -5) == tables.combat_result("A", 3) == (0, 0)
    assert tables.combat_result("A", 4) == (1, 0)
    assert tables.combat_result("C", 10) == (5, 2)
    assert tables.combat_result("E", 14) == tables.combat_result("E", 99) == (7, 3)
    with pytest.raises(FactsError, match=r"combat_results\.csv has no line for 'F'"):
        tables.combat_result("F", 5)


def test_a_gap_in_the_dice_is_refused() -> None:
    with pytest.raises(FactsError, match=r"x.csv, line 3: the dice 6-7"):
        tables.Scale("x.csv", [("", "4", 0), ("6", "7", 1)])


@pytest.mark.rule("PAR-20", "PAR-25")
def test_land_technologies() -> None:
    morale = {
        name: tables.land_columns(name, "arquebus").morale for name in tables.LAND_TECHNOLOGIES
    }
    assert list(morale.values()) == [1, 2, 2, 3, 3, 3, 3]
    assert tables.land_columns("renaissance", "medieval").morale == 1
    for name in tables.LAND_TECHNOLOGIES:
        assert tables.land_columns("medieval", name).fire_column is None
        assert tables.land_columns("medieval", name).shock_column is not None
    musket = tables.land_columns("musket", "musket")
    assert (musket.fire_column, musket.shock_column, musket.fire_losses) == ("C", "B", "full")
    assert tables.land_columns("arquebus", "lace").fire_losses == "half_down"
    assert len(tables.land_columns.all()) == 49


@pytest.mark.rule("PAR-23")
def test_naval_technologies() -> None:
    morale = [tables.naval_columns(name, "battery").morale for name in tables.NAVAL_TECHNOLOGIES]
    assert morale == [2, 1, 2, 2, 3, 3, 3, 3]
    assert tables.naval_columns("NTD", "battery").morale == 0
    assert tables.naval_columns("battery", "NTD") == tables.naval_columns("battery", "battery")
    assert tables.wind("NTD", "carrack").status == "opponent_automatic"
    assert tables.wind("galley", "galley").status == "no_test"


def test_technologies_by_name_and_code() -> None:
    assert tables.technology("GLN") == tables.technology("nao-galleon") == "nao-galleon"
    assert tables.technology("L") == "lace"
    with pytest.raises(FactsError, match="'laser' is not a technology; on land there are medieval"):
        tables.technology("laser")
    assert tables.technology_rank("musket") - tables.technology_rank("medieval") == 3
    assert tables.technology_rank("galley") == 0
    assert tables.turkish_reforms.all()["M-2"].janissary_armies == 6


def test_periods_turns_and_years() -> None:
    assert [tables.period_of(turn) for turn in (1, 6, 7, 25, 26, 62)] == [
        "I", "I", "II", "III", "IV", "VII",
    ]  # fmt: skip
    assert tables.period("IV") == ("IV", 26, 34, 1615, 1659)
    assert [tables.first_year(turn) for turn in (1, 2, 7, 62)] == [1492, 1495, 1520, 1795]
    for turn in range(1, 63):
        assert tables.turn_of(tables.first_year(turn)) == turn
    assert [tables.turn_of(year) for year in (1494, 1526, 1642)] == [1, 8, 31]
    with pytest.raises(FactsError, match="no period has the turn 63"):
        tables.period_of(63)
    with pytest.raises(FactsError, match="no period has the year 1491"):
        tables.turn_of(1491)


@pytest.mark.rule("LOS-03", "LOS-05", "LOS-A1")
def test_small_stacks_on_land() -> None:
    strengths = {1: -9, 2: -7, 3: -6, 4: -5, 6: -4, 9: -3, 12: -2, 15: -2, 18: -1, 24: 0, 48: 0}
    for strength, change in strengths.items():
        assert tables.small_stack_loss("land", strength) == change
        assert not tables.small_stack_needs_die("land", strength)
    assert tables.small_stack_needs_die("land", 21)
    assert [tables.small_stack_loss("land", 21, die) for die in range(1, 11)] == [-1, 0] * 5
    with pytest.raises(ValueError, match="needs a die"):
        tables.small_stack_loss("land", 21)
    assert tables.small_stack_loss("land", 5) == -5  # between two lines: the lower


@pytest.mark.rule("LOS-04")
def test_small_stacks_at_sea_count_whole_detachments() -> None:
    changes = [tables.small_stack_loss("sea", 3 * ships) for ships in range(9)]
    assert changes == [-6, -5, -4, -3, -2, -1, 0, 0, 0]
    assert tables.small_stack_loss("sea", 5) == -5


@pytest.mark.rule("LOS-14", "LOS-15")
def test_size_differentials_are_a_third_of_the_difference() -> None:
    for own in range(8):
        for enemy in range(8):
            differential = tables.size_differential(own, enemy)
            assert differential == -tables.size_differential(enemy, own)
            assert abs(differential) == (abs(own - enemy) + 1) // 3
    poland, france, spain = (
        tables.army_size(name, "I", variant="") for name in ("IIM", "IV", "III")
    )
    assert tables.size_differential(poland, france) == 1
    assert tables.size_differential(france, spain) == 1
    assert tables.size_differential(poland, spain) == 1


@pytest.mark.rule(
    "LOS-17", "LOS-18", "LOS-19", "LOS-20", "LOS-21", "LOS-22", "LOS-23", "LOS-A6", "LOS-A7"
)
@pytest.mark.parametrize(
    ("differential", "after"),
    [
        (-2, [1, 1, 2, 4, 7, 9, 12, 14, 21 - 4]),
        (-1, [1, 2, 3, 6, 9, 12, 15, 18, 21]),
        (0, [1, 2, 3, 6, 9, 12, 15, 18, 21]),
        (1, [1, 2, 4, 7, 11, 14, 18, 21, 21 + 3]),
        (2, [2, 3, 5, 8, 13, 17, 21, 24, 21 + 6]),
        (3, [2, 4, 6, 10, 15, 21, 27, 33, 21 + 15]),
    ],
)
def test_losses_by_size(differential: int, after: list[int]) -> None:
    before = [1, 2, 3, 6, 9, 12, 15, 18, 21]
    assert [tables.loss_by_size(differential, thirds) for thirds in before] == after
    assert tables.loss_by_size(differential, 0) == 0
    # Whole losses and thirds apart; above six the thirds are carried over unchanged.
    assert tables.loss_by_size(differential, 8) == after[3] + after[1]
    assert tables.loss_by_size(differential, 22) == after[8] + 1
    assert tables.loss_by_size(differential, 19) == after[8] - 2  # 6⅓ is above six


@pytest.mark.rule("RET-A4")
def test_retreat_losses() -> None:
    assert [tables.retreat_losses(die) for die in (-4, 0, 2, 3, 4, 5, 6, 7, 10)] == [
        0, 0, 0, 1, 1, 2, 2, 3, 3,
    ]  # fmt: skip


@pytest.mark.rule("PAR-07", "PAR-08", "PAR-10")
def test_replacement_leaders() -> None:
    assert tables.replacement_leader("venice", 1, admiral=False)[:4] == (3, 1, 2, 0)
    for die in range(1, 11):
        assert tables.replacement_leader("vizier", die, admiral=False).siege == die % 2
        for line, manoeuvre, fire in (("poland", 1, 0), ("prussia", 0, 1), ("france", 0, 0)):
            general = tables.replacement_leader(line, die, admiral=False)
            admiral = tables.replacement_leader(line, die, admiral=True)
            assert general.manoeuvre - admiral.manoeuvre == manoeuvre
            assert general.fire - admiral.fire == fire
            assert general.shock == admiral.shock
    assert len(tables.replacement_leaders.all()) == 150
    lines = [tables.replacement_line(who) for who in ("milan", "france", "royalists", "natives")]
    assert lines == ["minor", "france", "england", "natives"]


def test_artillery_of_an_army() -> None:
    assert tables.artillery_value("france", "IV", "I") == 2
    assert tables.artillery_value("france", "IV", "V", "A-") == 2
    assert tables.artillery_value("france", "IV", "V", "LD") == 0
    assert tables.artillery_value("milan", "III", "IV") == 3
    assert tables.artillery_value("royalists", "IVM", "IV") == 4  # England's line
    plain, reformed = (
        tables.artillery_value("russia", "IM", "V", "A+", case)
        for case in ("", tables.REFORMED_ARTILLERY)
    )
    assert (plain, reformed) == (3, 4)
    janissary = tables.artillery_value("turkey", "I", "I", "A+", tables.JANISSARY_ARTILLERY)
    assert janissary == tables.artillery_value("turkey", "I", "I") + 1
    with pytest.raises(FactsError, match="no line for 'nobody' or class 'X'"):
        tables.artillery_value("nobody", "X", "I")


@pytest.mark.rule("SIE-28")
def test_artillery_bonus_against_each_fortress_level() -> None:
    least = {0: (1, 3, 5), 1: (1, 3, 6), 2: (2, 4, 7), 3: (4, 5, 7), 4: (5, 6, 7), 5: (6, 7, 8)}
    for level, steps in least.items():
        for artillery in range(13):
            expected = sum(artillery >= step for step in steps)
            assert tables.artillery_bonus(level, artillery) == expected


@pytest.mark.rule(
    "UND-05", "UND-06", "UND-07", "UND-08", "UND-09", "UND-10", "UND-11", "UND-12"
)  # fmt: skip
def test_terrain_of_a_siege() -> None:
    expected = {
        ("europe", "plain"): (0, 0, -2),
        ("europe", "swamp"): (-2, -2, -3),
        ("rotw", "plain"): (0, 0, -2),
        ("rotw", "desert"): (-2, 0, -2),
        ("fort", "plain"): (0, 0, -1),
        ("fort", "mountain"): (-1, 0, -1),
    }
    for (setting, terrain), maluses in expected.items():
        ports = ("none", "blockaded", "open_or_supplied")
        assert tuple(tables.siege_terrain(setting, terrain, port) for port in ports) == maluses


def test_undermining_results() -> None:
    results = [tables.undermining(die) for die in (-3, 3, 4, 6, 7, 9, 10, 11, 12, 13, 20)]
    assert results == [
        "none", "none", "siegework_minus", "siegework_minus", "siegework_plus", "siegework_plus",
        "breach", "breach", "breach_or_war_honour", "surrender", "surrender",
    ]  # fmt: skip


@pytest.mark.rule("ASL-05", "ASL-06")
def test_assaults() -> None:
    dice = range(1, 15)
    for step in ("fire", "shock"):
        for die in dice:
            whole = tables.assault("besieged", step, False, die)
            breach = tables.assault("besieged", step, True, die)
            assert whole.morale == breach.morale
            assert breach.losses_thirds == max(whole.losses_thirds - 3, 0)
            assert tables.assault("besieger", step, True, die) == tables.assault(
                "besieger", step, False, die
            )
    stars = [tables.assault("besieged", "fire", False, die).morale for die in (10, 11, 12, 14)]
    assert stars == [3, 2, 3, 3]
    assert tables.assault("besieged", "fire", False, 3) == (0, 0)
    assert tables.assault("besieged", "fire", False, 1) == (0, 0)
    assert tables.assault("besieger", "shock", False, 12) == (8, 2)


def test_fortresses() -> None:
    whole = [tables.fortress_resistance(level, breach=False) for level in range(6)]
    breached = [tables.fortress_resistance(level, breach=True) for level in range(6)]
    assert (whole, breached) == ([2, 3, 6, 9, 9, 9], [1, 2, 2, 3, 4, 5])
    cost = tables.fortress_cost(3)
    assert (cost.build_cost_europe, cost.required_technology) == (50, "renaissance")
    assert tables.fortress_cost(0, "fort").build_cost_europe is None
    with pytest.raises(FactsError, match=r"fortress_costs\.csv"):
        tables.fortress_cost(6)


@pytest.mark.rule("TAB-03")
def test_attrition_in_europe_and_discoveries() -> None:
    for size in range(1, 12):
        assert tables.european_attrition(5, size) == (0, False)
    assert [tables.european_attrition(12, size) for size in (1, 2, 3, 5, 6, 9)] == [
        (0, True), (1, False), (1, True), (1, True), (2, True), (2, True),
    ]  # fmt: skip
    assert tables.european_attrition(20, 8) == (3, True)
    assert [tables.attrition_percent(die) for die in (-2, 5, 6, 10, 15, 30)] == [
        0, 0, 10, 50, 100, 100,
    ]  # fmt: skip
    assert tables.discovery("sea", 7) == ("S", "always")
    assert tables.discovery("land", 8) == ("S", "alone")
    assert tables.discovery("land", 10).result == "H"
    assert tables.half_discovery(4) == ("F", "alone")


@pytest.mark.rule("TAB-04", "ARS-A2", "ARS-A3")
def test_remainders() -> None:
    assert tables.remainders(18, 80) == (1, 0, 0)
    assert tables.remainders(18, 30) == (4, 0, 0)
    assert tables.remainders(3, 10) == (1, 0, 1)
    assert tables.remainders(1, 70) == (0, 0, 0)
    assert tables.remainders(7, 0) == (2, 1, 0)
    assert tables.remainders(7, 100) == (0, 0, 0)
    ten, three, one = (tables.remainders(thirds, 20) for thirds in (30, 9, 1))
    together = tables.remainders(2 * 30 + 9 + 1, 20)
    assert together == tuple(
        2 * a + b + c for a, b, c in zip(ten, three, one, strict=True)
    )  # fmt: skip


@pytest.mark.rule("TAB-06")
def test_conquistadors() -> None:
    assert tables.conquistador(0, 12) == (80, 80)
    assert tables.conquistador(2, 16) == (100, None)
    assert tables.conquistador(3, 16) == (90, None)
    assert tables.conquistador(6, 14) == (30, 80)
    assert tables.conquistador(11, 20) == (0, None)


@pytest.mark.rule("TAB-05")
def test_movement_costs() -> None:
    assert tables.movement_cost("clear_friendly") == 1
    assert tables.movement_cost("mountain_enemy") == 3
    assert tables.movement_cost("mountain_enemy", "rotw") == 6
    assert tables.movement_cost("maximum_move") == 12
    assert tables.movement_cost("maximum_move_leader_alone", "rotw") == 20
    assert tables.movement_costs("swamp_in_or_out").kind == "add"
    with pytest.raises(FactsError, match="'rotw_along_river' has no figure for the map 'europe'"):
        tables.movement_cost("rotw_along_river")


def test_campaigns() -> None:
    names = ("none", "passive", "active", "multiple")
    assert [tables.campaign(name).cost_ducats for name in names] == [0, 10, 20, 100]
    small = tables.campaign("major", "small_stacks")
    assert (small.cost_ducats, small.land_active_stacks, small.land_active_max_ld) == (50, None, 5)
    assert tables.campaign("major", "one_stack").land_active_stacks == 1
    assert tables.campaign("active_no_logistic").massed_forces_ld == 3
    assert tables.campaign("passive").intercept_land == "friendly_provinces"


@pytest.mark.rule("TAB-01", "INI-A1")
def test_the_rounds_track() -> None:
    starts = [tables.first_round(die) for die in range(1, 11)]
    assert starts == ["W0", "S1", "S1", "S2", "S2", "W2", "S3", "S3", "S3", "S3"]
    for summer in range(1, 6):
        for die in range(-1, 13):
            box, extended = tables.next_round(f"S{summer}", die)
            assert extended == (die <= 5)
            after = "End" if summer == 5 else f"S{summer + 1}"
            assert box == (f"W{summer}" if extended else after)
    assert [tables.next_round("W1", die).box for die in (7, 8, 9, 12)] == ["S2", "W2", "S3", "S3"]
    assert tables.next_round("W4", 10).box == "End"
    assert tables.next_round("W5", 1) == ("End", False)
    with pytest.raises(FactsError, match=r"rounds_track\.csv has no line for 'W9'"):
        tables.next_round("W9", 1)


def test_modifiers_of_tests() -> None:
    assert tables.interception_value("land", "interception", "success_on") == 8
    assert tables.interception_value("land", "interception", "bad_weather") == -2
    assert tables.interception("sea", "interception", "landing_near").group == "best_of_group"
    assert tables.interception("land", "evasion", "manoeuvre_differential").formula == "+M"
    with pytest.raises(FactsError, match="no plain figure"):
        tables.interception_value("land", "evasion", "manoeuvre_differential")
    assert tables.revolt_value("fight_revolt", "not_plain") == -3
    assert tables.revolt_modifier("raid_privateer_sea", "per_year_at_sea").cap == -3
    assert len(tables.interception.all()) == 31
    assert len(tables.revolt_modifier.all()) == 56


def test_presidios_fire_and_raids_take() -> None:
    assert [tables.presidio_result(die) for die in (8, 9, 10, 11, 13, 15)] == [
        (False, 0), (True, 0), (True, 0), (True, 1), (True, 2), (True, 2),
    ]  # fmt: skip


@pytest.mark.rule("TAB-09")
def test_raids() -> None:
    assert [tables.convoy_raid(die) for die in (-1, 0, 3, 6, 9, 10, 13, 15, 16)] == [
        5, 5, 4, 3, 2, 2, 1, 0, 0,
    ]  # fmt: skip


@pytest.mark.rule("TAB-07")
def test_blockades() -> None:
    sizes = [tables.blockade_size(level) for level in range(6)]
    assert [(size.min_fleet_side, size.min_nd) for size in sizes] == [
        ("none", 0), ("none", 1), ("minus", 2), ("minus", 2), ("plus", 3), ("plus", 3),
    ]  # fmt: skip


@pytest.mark.rule("TAB-02")
def test_naval_supply() -> None:
    lines = {line.min_fleet_side: line for line in tables.naval_supply() if line.min_nd}
    most = {size: line.land_supplied_max_ld for size, line in lines.items()}
    assert most == {"none": 3, "minus": 5, "plus": None}
    assert [line.land_supplied_army_counter for line in lines.values()] == [False, True, True]


@pytest.mark.rule("TAB-08")
def test_sea_transport() -> None:
    assert tables.sea_transport("I", "III", counter="A+") == 10
    assert [tables.sea_transport("IV", period, counter='A+') for period in tables.PERIODS] == [
        6, 6, 6, 8, 8, 12, 12,
    ]  # fmt: skip
    assert tables.sea_transport("IV", "IV", "A-") == 4
    assert (tables.ship_capacity("LD"), tables.ship_capacity("LDE")) == (2, 0.5)
    assert (tables.ship_capacity("NTD"), tables.ship_capacity("NWD")) == (3, 1)
    with pytest.raises(FactsError, match="sea_transport"):
        tables.ship_capacity("A-")


def test_fleets_prices_and_recruitment() -> None:
    assert tables.fleet_capacity("england", "IVM", "III", "F+") == (5, 1)
    assert tables.fleet_capacity("england", "IVM", "III", "F-") == (2, 1)
    genoa = tables.fleet_capacity("genoa", "III", "I", "F+")
    assert genoa is not None
    assert genoa.warships > 0
    assert tables.fleet_capacity("nobody", "X", "I", "F+") is None
    assert tables.land_price("turkey", "medieval", "war_army_plus_veteran") == 30
    assert tables.naval_price("england", "carrack", "buy_nwd") == 30
    assert tables.naval_price("england", "carrack", "buy_ngd") is None
    assert tables.naval_price("england", "seventy-four", "buy_nwd") == tables.naval_price(
        "england", "three-decker", "buy_nwd"
    )
    assert tables.naval_line("nobody", "carrack") is None
    assert tables.naval_price("nobody", "carrack", "buy_nwd") is None
    assert tables.land_price("nobody", "medieval", "buy_ld") is None
    assert tables.recruitment_limit("habsburg", "II").ld == 3  # the aid's, where it is alone
    assert tables.recruitment_limit("turkey", "I").ld_after_reform == -1
    assert len(tables.land_prices.all()) == 73
    assert len(tables.naval_prices.all()) == 67
