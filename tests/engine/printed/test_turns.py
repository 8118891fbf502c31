"""The printed tables of rounds, campaigns, movement, interception, revolts and forts' fire."""

from typing import Any

import pytest

from engine.facts import board, tables
from engine.land.ground import movement_costs
from engine.rounds import campaigns
from engine.sea.under_way import carried_troops
from engine.state.forces import Unit
from tests.engine.adjudicating import answer
from tests.engine.playing import tabletop
from tests.engine.printed.transcription import Row, dice, rows


@pytest.mark.rule("INI-08", "CON-02", "CON-04", "TAB-01")
@pytest.mark.parametrize("box", sorted({row["from_round"] for row in rows("rounds_track")}))
def test_every_arrow_of_the_track_of_rounds(box: str) -> None:
    """Each natural die, and each modified one from 0 to 12, leads where the arrow points."""
    lines = [row for row in rows("rounds_track") if row["from_round"] == box]
    if box == "start":
        for die in range(1, 11):
            found = answer("start", {"dice": {"start": die}}, "--no-roll")["outcome"]
            row = next(row for row in lines if die in dice(row, 1, 10))
            assert found["round"] == row["to_round"], die
        return
    for poor, period, added in ((False, "I", 0), (True, "I", 2), (False, "VI", -1)):
        for die in range(1, 11):
            given = {"round": box, "period": period, "poor_weather": poor,
                     "dice": {"continuation": die}}  # fmt: skip
            found = answer("continuation", given, "--no-roll")["outcome"]
            modified = max(1, min(10, die + added))
            row = next(row for row in lines if modified in dice(row, 1, 10))
            assert found["modified"] in (modified, die + added)
            assert found["next"] == row["to_round"], (die, added)
            extended = row["extended_campaign"] == "1"
            assert found["extended_campaign"] == extended, (die, added)


@pytest.mark.rule("CAM-11", "CAM-12", "CAM-14", "CAM-15", "CAM-16", "CAM-17", "CAM-18", "CAM-19")
@pytest.mark.rule("CAM-21", "CAM-22", "CAM-24", "MOV-06", "MOV-07", "CAM-20")
def test_every_campaign() -> None:
    """Its price, rights of interception, active moves and actions at n and n + 1, massed forces."""
    rights = {"no": "none", "friendly_provinces": "friendly", "any": "any"}
    for name in dict.fromkeys(row["campaign"] for row in rows("campaign_costs")):
        lines = [row for row in rows("campaign_costs") if row["campaign"] == name]
        state = tabletop(campaign=name)  # type: ignore[arg-type]
        first = lines[0]
        assert campaigns.cost(name) == int(first["cost_ducats"])
        assert campaigns.interception_right(state, "france") == rights[first["intercept_land"]]
        assert campaigns.naval_interception_right(state, "france") == first["intercept_sea"]
        assert campaigns.massed_threshold(state, "france") == int(first["massed_forces_ld"])
        for stacks in range(1, 4):
            for small in (True, False):
                assert campaigns.land_allows(name, [small] * stacks) == any(
                    allows(line, "land", stacks) and (small or not line["land_active_max_ld"])
                    for line in lines
                ), (name, stacks, small)
            for counters in range(4):
                assert campaigns.sea_allows(name, [counters] * stacks) == any(
                    allows(line, "sea", stacks)
                    and counters <= int(line["sea_active_max_fleets"] or 9)
                    for line in lines
                ), (name, stacks, counters)
        for counters in range(4):
            most = first["sea_move_max_fleets"]
            sails = name != "none" and counters <= int(most or 9)
            assert campaigns.sails(name, counters) == sails, (name, counters)


@pytest.mark.rule("CAM-16", "CAM-21", "SUP-23")
def test_a_small_stack_is_as_large_as_the_campaigns_print() -> None:
    """One LD less, as many, and one more; as many pashas and one more, whatever they hold."""
    for row in rows("campaign_costs"):
        if not row["land_active_max_ld"]:
            continue
        most, pashas = int(row["land_active_max_ld"]), int(row["land_active_max_pashas"])
        held = tables.campaign(row["campaign"], row["option"])
        assert (held.land_active_max_ld, held.land_active_max_pashas) == (most, pashas)
        for detachments in (most - 1, most, most + 1):
            troops = [Unit(at, "turkey", "LD", "trakya") for at in range(detachments)]
            assert campaigns.is_small(troops) == (detachments <= most)
            for number in (pashas, pashas + 1):
                more = [Unit(90 + at, "turkey", "PASHA", "trakya", size=3) for at in range(number)]
                fits = detachments <= most and number <= pashas
                assert campaigns.is_small([*troops, *more]) == fits, (detachments, number)


def allows(line: Row, domain: str, stacks: int) -> bool:
    """Whether a printed line allows so many active stacks."""
    most = line[f"{domain}_active_stacks"]
    return most == "all" or stacks <= int(most)


def cost(key: str, board_: str) -> int:
    """The printed points of a line."""
    row = next(row for row in rows("movement_costs") if row["key"] == key)
    return int(row["europe_mp" if board_ == "europe" else "rotw_mp"])


@pytest.mark.rule("MOV-01", "SUP-11", "TAB-05")
def test_every_step_on_the_map_costs_what_is_printed() -> None:
    """All roads of both maps: the terrain, friendly and not, and borders and swamps on top."""
    seen = set()
    for place, province in board.provinces().items():
        for border, road in zip(
            board.land_neighbours(place),
            movement_costs.roads(place, native=False, light=False),
            strict=True,
        ):
            there = board.province(border.other)
            plain, mountain = there.terrain == "plain", there.terrain == "mountain"
            rough = cost("rough_other", there.map)
            friendly = cost("clear_friendly", there.map) if plain else rough
            hostile = cost("clear_enemy", there.map) if plain else rough
            hostile = cost("mountain_enemy", there.map) if mountain else hostile
            assert (road.friendly.value, road.unfriendly.value) == (friendly, hostile), road
            assert friendly <= hostile, "a search looks at no place too far even for friends"
            swamps = (province.terrain == "swamp") + (there.terrain == "swamp")
            crossed = border.kind in ("river", "strait", "pass", "mountain_pass")
            added = swamps * cost("swamp_in_or_out", there.map)
            added += crossed * cost("frontier_strait_river_pass", there.map)
            assert road.least == friendly + added, (place, road)
            assert road.most == hostile + added, (place, road)
            seen.add((there.map, there.terrain))
            if road.along:
                light = next(
                    each
                    for each in movement_costs.roads(place, True, native=False)
                    if each.other == road.other
                )
                assert light.friendly.value == cost("rotw_along_river", "rotw")
                assert light.unfriendly.value == cost("clear_enemy", "rotw")
    assert {("europe", "plain"), ("europe", "mountain"), ("rotw", "plain")} <= seen


@pytest.mark.rule("MOV-02", "LDM-01", "CMB-21", "SUP-12", "LDM-A1")
def test_every_limit_and_passage() -> None:
    assert (
        movement_costs.most_points()
        == cost("maximum_move", "europe")
        == cost("maximum_move", "rotw")
    )
    assert movement_costs.most_points(alone=True) == cost("maximum_move_leader_alone", "europe")
    provinces = board.provinces().items()
    state = tabletop()
    for board_ in ("europe", "rotw"):
        place = next(name for name, each in provinces if each.map == board_)
        apart, between = cost("naval_move", board_), cost("naval_move_ports", board_)
        assert movement_costs.voyage_points(False, board_) == apart
        assert movement_costs.voyage_points(True, board_) == between
        assert carried_troops.passage_points(state, place, evacuated=False, ashore=False) == between
        assert carried_troops.passage_points(state, place, evacuated=True, ashore=False) == apart
        assert carried_troops.passage_points(state, place, evacuated=False, ashore=True) == apart


# What the documents call the modifiers of the table.
ON_LAND: dict[str, dict[str, Any]] = {
    "technology_6_levels_ahead": {"levels_ahead": 6}, "bad_weather": {"bad_weather": True},
    "friendly_force_or_city": {"friend": True}, "same_province": {"same_province": True},
    "target_swamp": {"target_swamp": True},
    "from_swamp_or_flooded": {"from_swamp_or_flooded": True},
    "river_or_pass": {"river_or_pass": True}, "other_unbesieged_enemy": {"other_enemy": True},
    "interceptor_besieging": {"besieging": True},
}  # fmt: skip
AT_SEA: dict[str, dict[str, Any]] = {
    "technology_6_levels_ahead": {"levels_ahead": 6}, "bad_weather": {"bad_weather": True},
    "interceptor_blockading": {"blockading": True},
    "at_sea_technology_td_or_better": {"advanced": True}, "same_sea_zone": {"same_zone": True},
    "landing_near": {"landing": "zone"}, "in_port_not_arsenal": {"in_port": True},
}  # fmt: skip
ESCAPES: dict[str, dict[str, Any]] = {
    "blockader_smaller": {"blockader_smaller": True},
    "blockader_nwd_not_sf": {"blockader_nwd_not_sf": True},
}
KINDS = {"interception": "intercept", "evasion": "evade", "escape_blockade": "escape-blockade"}


@pytest.mark.rule("INT-18", "INT-19", "INT-20", "INT-21", "INT-22", "INT-23", "INT-24", "INT-25")
@pytest.mark.rule("INT-26", "INT-27", "INT-29", "NIN-22", "NIN-23", "NIN-24", "NIN-25", "NIN-28")
@pytest.mark.rule("EVA-03", "BLK-02", "BLK-03", "BLK-04", "BLK-05", "BLK-08")
@pytest.mark.parametrize(
    "row", rows("interception_modifiers"), ids=lambda r: "-".join([*r.values()][:3])
)
def test_every_line_of_interception(row: Row) -> None:
    """Each modifier alone changes the roll by what is printed; each threshold at n - 1 and n."""
    kind, name = KINDS[row["context"]], row["modifier"]
    plain: dict[str, Any] = {} if kind == "escape-blockade" else {"domain": row["domain"]}

    def total(die: int, **changes: Any) -> dict[str, Any]:
        given = plain | changes | {"dice": {kind: die}}
        outcome: dict[str, Any] = answer(kind, given, "--no-roll")["outcome"]
        return outcome

    if name == "manoeuvre_differential":
        enemy = "blockader_manoeuvre" if kind == "escape-blockade" else "enemy_manoeuvre"
        for one, other in ((4, 2), (2, 4), (3, 3)):
            wanted = one - other if row["value"] == "+/-M" else max(0, one - other)
            assert total(5, manoeuvre=one, **{enemy: other})["total"] == 5 + wanted
        return
    value = int(row["value"])
    if name == "success_on":
        assert [total(die)["success"] for die in (value - 1, value)] == [False, True]
    elif name == "natural_success":
        hard = {"manoeuvre": 0, "enemy_manoeuvre": 9}
        assert [total(die, **hard)["success"] for die in (value - 1, value)] == [False, True]
    elif name == "forced_battle_at_or_below":
        fights = [total(die)["forced_battle"] for die in (value, value + 1)]
        assert fights == [True, False]
    else:
        escapes = kind == "escape-blockade"
        changes = (ESCAPES if escapes else ON_LAND if row["domain"] == "land" else AT_SEA)[name]
        assert total(5, **changes)["total"] == 5 + value
        if name == "technology_6_levels_ahead":
            assert total(5, levels_ahead=5)["total"] == 5
            assert total(5, levels_ahead=7)["total"] == 5 + value


REVOLTS: dict[str, dict[str, Any]] = {
    "per_ld": {"units": ["LD", "LD", "LD"]}, "per_pasha": {"units": ["LD", {"PASHA": 3}]},
    "leader_manoeuvre": {"manoeuvre": 3}, "enemy_leader_manoeuvre": {"rebel_manoeuvre": 3},
    "fortress_level": {"fortress": 3}, "per_ld_in_fortress": {"fortress": 0, "inside": 3},
    "not_plain": {"terrain": "swamp"}, "per_plus_counter": {"plus": 2},
}  # fmt: skip
# How often each modifier counts in those documents: a stack of one LD is the least there is.
TIMES = {"per_ld": 2, "per_ld_in_fortress": 3, "per_plus_counter": 2}
CORSAIRS: dict[str, dict[str, Any]] = {
    "technology_sf": {"technology": "seventy-four"}, "per_fleet_minus": {"minus": 2},
    "per_fleet_plus": {"plus": 2}, "no_fleet_but_ships": {"ships": True},
    "leader_manoeuvre": {"manoeuvre": 3}, "enemy_leader_manoeuvre": {"corsair_manoeuvre": 3},
    "per_plus_counter": {"corsairs_plus": 2}, "friendly_port": {"friendly_port": True},
    "naval_battle_this_turn": {"naval_battle": True},
}  # fmt: skip
FIGHTS = [row for row in rows("revolt_and_piracy_modifiers") if row["context"].startswith("fight_")]


@pytest.mark.rule("REV-01", "REV-03", "REV-04", "REV-05", "REV-06", "REV-07", "REV-08", "REV-09")
@pytest.mark.rule("REV-10", "COR-02", "COR-03", "COR-04", "COR-05", "COR-06", "COR-07", "COR-08")
@pytest.mark.rule("COR-09", "COR-10", "COR-11")
@pytest.mark.parametrize(
    "row",
    [row for row in FIGHTS if row["context"] != "fight_pirates_abstract"],
    ids=lambda r: "-".join([*r.values()][:2]),
)
def test_every_line_of_a_fight_against_revolts_and_corsairs(row: Row) -> None:
    """Each modifier alone changes the roll by what is printed; each threshold at n - 1 and n."""
    ashore, name = row["context"] == "fight_revolt", row["modifier"]
    kind = "suppress" if ashore else "hunt"
    plain: dict[str, Any] = {"units": ["LD"]}
    if not ashore:
        plain = {"technology": "carrack", "plus": 0, "ships": False}

    def outcome(die: int, **changes: Any) -> dict[str, Any]:
        given = plain | changes | {"dice": {kind: die}}
        found: dict[str, Any] = answer(kind, given, "--no-roll")["outcome"]
        return found

    nothing = outcome(5)["total"] - 5
    assert nothing == (1 if ashore else 0)
    if name == "success_on":
        needed = int(row["value"])
        dice_ = (needed - nothing - 1, needed - nothing)
        assert [outcome(die)["success"] for die in dice_] == [False, True]
        return
    if name == "natural_success":
        worse = {"rebel_manoeuvre": 9} if ashore else {"corsair_manoeuvre": 9}
        dice_ = (int(row["value"]) - 1, int(row["value"]))
        assert [outcome(die, **worse)["success"] for die in dice_] == [False, True]
        return
    if name.startswith("enemy_") and not name.endswith("manoeuvre"):
        enemies = {"enemy_fleet_plus": "F+", "enemy_fleet_minus": "F-", "enemy_ship": "ship"}
        found = outcome(5, enemy=enemies[name])
        assert found["total"] == 5 + int(row["value"])
        return
    changes = (REVOLTS if ashore else CORSAIRS)[name]
    value = {"+M": 3, "-M": -3, "-N": -3}.get(row["value"])
    times = TIMES.get(name, 2 if name.startswith("per_fleet") else 1)
    worth = value if value is not None else times * int(row["value"])
    assert outcome(5, **changes)["total"] == 5 + nothing + worth


@pytest.mark.rule("PRE-05", "PRE-06", "PRE-07", "PRE-08", "PRE-09", "PRE-10", "PRE-11", "PRE-12")
def test_every_line_of_fire_on_ships() -> None:
    """What each place of fire adds, and what 8 to 13 do."""

    def fired(die: int, **changes: Any) -> dict[str, Any]:
        given = {"kind": "presidio", "level": 0, **changes, "dice": {"presidio": die}}
        found: dict[str, Any] = answer("presidio", given, "--no-roll")["outcome"]
        return found

    values = {row["key"]: row["value"] for row in rows("presidio_fire") if row["kind"] != "result"}
    assert values.pop("presidio_level") == "+N"
    assert values.pop("strait_fortification_rotw") == "+N/2"
    for level in range(6):
        assert fired(5, level=level)["total"] == 5 + level
        assert fired(5, kind="strait", map="rotw", level=level)["total"] == 5 + level // 2
        strait = int(values["strait_fortification_europe"])
        assert fired(5, kind="strait", level=level)["total"] == 5 + strait
    for works in (1, 2):
        found = fired(5, kind="siegeworks", siegeworks_plus=works)
        assert found["total"] == 5 + works * int(values["per_siegework_plus"])
    assert fired(5, fleet=True)["total"] == 5 + int(values["target_has_fleet"])
    results = [row for row in rows("presidio_fire") if row["kind"] == "result"]
    for modified in range(5, 16):
        found = fired(min(10, modified), level=max(0, modified - 10))
        reached = [row for row in results if modified >= int(row["value"])]
        assert found["total"] == modified
        assert found["stops"] == bool(reached)
        assert found["lost"] == max((int(row["effect_nd_lost"]) for row in reached), default=0)
