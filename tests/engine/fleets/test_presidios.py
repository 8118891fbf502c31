"""Fire of presidios, strait forts and siegeworks on ships that pass."""

from __future__ import annotations

from typing import Any

import pytest

from engine.fleets import presidios
from engine.fleets.presidios import Gun
from engine.sequence import movement
from engine.state import State
from engine.state.land import Siege
from tests.engine.playing import Played, play, put
from tests.engine.sea.afloat import at, fleet, sea_table, sizes


def moves(state: State, *answers: Any, dice: Any = ()) -> Played:
    return play(movement.moves, state, answers, dice)


def fire(gun: Gun, fleet: bool = False, map_: str = "europe") -> dict[str, int]:
    return {each.rule: each.value for each in presidios.modifiers(gun, fleet, map_)}


@pytest.mark.rule("PRE-05", "PRE-06", "PRE-07", "PRE-08", "PRE-09")
def test_the_modifiers_of_fire() -> None:
    assert fire(Gun("presidio", "spain", "magrib", 3)) == {"PRE-05": 3}
    assert fire(Gun("strait", "turkey", "trakya", 4)) == {"PRE-06": 2}
    assert fire(Gun("strait", "portugal", "ormus-i", 3), map_="rotw") == {"PRE-07": 1}
    assert fire(Gun("siegeworks", "spain", "malta", works=2)) == {"PRE-08": 2}
    assert fire(Gun("siegeworks", "spain", "malta"), True) == {"PRE-09": 1}


@pytest.mark.rule("PRE-10", "PRE-11", "PRE-12")
@pytest.mark.parametrize(
    ("modified", "stops", "lost"),
    [(8, False, 0), (9, True, 0), (10, True, 0), (11, True, 1), (12, True, 1), (13, True, 2)],
)
def test_the_results_of_fire(modified: int, stops: bool, lost: int) -> None:
    assert presidios.fire_result(modified) == (stops, lost)


def test_what_fire_may_do_is_foreseen() -> None:
    none = Gun("siegeworks", "spain", "malta")
    assert (
        presidios.fire_in_words(presidios.modifiers(none, False, map_="europe"))
        == "stops them 20 %, sinks none"
    )
    strong = presidios.modifiers(Gun("presidio", "spain", "magrib", 3), True, map_="europe")
    assert presidios.fire_in_words(strong) == "stops them 60 %, sinks 1 ND 20 %, 2 ND 20 %"


def straits(**fields: Any) -> tuple[State, int]:
    """A Venetian warship in the Aegean; Turkey holds the Dardanelles."""
    state = sea_table(alliances={"england": ["venice"], "france": ["turkey"]}, **fields)
    (ship,) = fleet(state, "venice", "sea-egee", "NWD", "NWD")[:1]
    return state, ship


INTO_MARMARA = ("sail", ["sea-marmara"])


@pytest.mark.rule("PRE-01", "PRE-03", "PRE-04", "PRE-10", "PRE-11", "PRE-12")
def test_a_strait_stops_ships_before_it() -> None:
    state, ship = straits()
    moves(
        state,
        ("next-move", f"sea-egee:{ship}"), ("mover", [str(ship), str(ship + 1)]), INTO_MARMARA,
        ("fire", True),
        dice={"turkey.fire": 9, "venice.attrition": 1},
    )  # fmt: skip
    assert at(state, ship + 1) == ("sea-egee", "field")
    assert sizes(state, "venice") == {"NWD": 1}, "9 and 2 for the strait are 11"


@pytest.mark.rule("PRE-10")
def test_who_is_stopped_does_no_action_and_rolls() -> None:
    state, ship = straits()
    state.remove(state.units[ship + 1])
    (turkish,) = fleet(state, "turkey", "sea-marmara", "NGD")
    played = moves(
        state,
        ("next-move", f"sea-egee:{ship}"), ("sail", ["sea-marmara", f"!battle:{turkish}"]),
        ("fire", True),
        dice={"turkey.fire": 7, "venice.attrition": 1},
    )  # fmt: skip
    assert state.marks.naval_battles == []
    assert at(state, ship)[0] == "sea-egee"
    rolled = [entry.text for entry in played.phase.story if entry.kind == "roll"]
    assert len(rolled) == 2
    assert rolled[0].startswith("The strait fort of Turkey at ")


@pytest.mark.rule("PRE-03")
def test_its_controller_may_hold_his_fire() -> None:
    state, ship = straits()
    moves(
        state,
        ("next-move", f"sea-egee:{ship}"), ("mover", [str(ship), str(ship + 1)]), INTO_MARMARA,
        ("fire", False),
        dice={"venice.attrition": 1},
    )  # fmt: skip
    assert at(state, ship)[0] == "sea-marmara"


@pytest.mark.rule("PRE-01")
def test_who_is_not_at_war_passes() -> None:
    state, _ = straits(wars=[])
    assert presidios.strait_gun(state, "sea-egee", "sea-marmara", "england") is None
    assert presidios.strait_gun(state, "sea-lion", "sea-alboran", "england") is None
    state, _ = straits()
    gun = presidios.strait_gun(state, "sea-marmara", "sea-egee", "england")
    assert gun is not None
    assert (gun.kind, gun.country) == ("strait", "turkey")
    state.sea.presidios["canakkale"] = ("venice", 1)
    assert presidios.strait_gun(state, "sea-egee", "sea-marmara", "england") is None
    assert presidios.strait_gun(state, "sea-noire-w", "sea-marmara", "england") is not None


@pytest.mark.rule("PRE-02", "PRE-A1")
def test_presidios_and_siegeworks_fire_at_ports() -> None:
    state = sea_table()
    state.sea.presidios["wessex"] = ("france", 2)
    state.land.sieges["wessex"] = Siege("france", ["+", "-"])
    found = presidios.guns_at(state, "wessex", "england")
    assert [(gun.kind, gun.level, gun.works) for gun in found] == [
        ("presidio", 2, 0), ("siegeworks", 0, 1),
    ]  # fmt: skip
    assert presidios.guns_at(state, "wessex", "france") == []
    assert presidios.guns_at(state, "kent", "england") == []


@pytest.mark.rule("PRE-02", "PRE-10", "PRE-11")
def test_leaving_under_fire() -> None:
    state = sea_table()
    state.sea.presidios["wessex"] = ("france", 3)
    (ship,) = fleet(state, "england", "wessex", "F-: 2 NWD")
    played = moves(
        state, ("next-move", f"wessex:{ship}"), ("sail", ["sea-manche"]), ("fire", True),
        dice={"france.fire": 7},
    )  # fmt: skip
    assert at(state, ship) == ("wessex", "port")
    assert state.units[ship].ships == {"NWD": 1}
    assert ship in state.marks.moved
    assert len([entry for entry in played.phase.story if entry.kind == "roll"]) == 1


@pytest.mark.rule("CMB-27", "PRE-11")
def test_gold_survives_the_ship_that_fire_sinks() -> None:
    state = sea_table()
    state.sea.presidios["wessex"] = ("france", 3)
    ships = fleet(state, "england", "wessex", "NTD", "NTD")
    for number in ships:
        state.sea.gold[str(number)] = 5
    moves(
        state, ("next-move", f"wessex:{ships[0]}"), ("mover", [str(number) for number in ships]),
        ("sail", ["sea-manche"]), ("fire", True), dice={"france.fire": 8},
    )  # fmt: skip
    assert sum(number in state.units for number in ships) == 1
    assert sum(state.sea.gold.values()) == 10


@pytest.mark.rule("PRE-02")
def test_entering_under_fire() -> None:
    state = sea_table()
    state.land.sieges["wessex"] = Siege("france", ["-"])
    (ship,) = fleet(state, "england", "sea-manche", "NWD")
    moves(
        state, ("next-move", f"sea-manche:{ship}"), ("sail", ["wessex"]), ("fire", True),
        dice={"france.fire": 9, "england.attrition": 1},
    )  # fmt: skip
    assert at(state, ship) == ("sea-manche", "field")
    state.marks.moved.clear()
    state.marks.done.clear()
    moves(
        state, ("next-move", f"sea-manche:{ship}"), ("sail", ["wessex"]), ("fire", True),
        dice={"france.fire": 8, "england.attrition": 1},
    )  # fmt: skip
    assert at(state, ship) == ("wessex", "port")


@pytest.mark.rule("LDR-A5", "PRE-11")
def test_an_admiral_whose_last_ship_the_guns_sink_does_not_stay_at_sea() -> None:
    """1482: *the stack loses 1 ND*; LDR-A5: at sea, *where nothing carries him any more, he leaves
    the map until leaders are posted again*, as after a storm or a battle."""
    state = sea_table()
    state.land.sieges["wessex"] = Siege("france", ["+"])
    admiral = "england-anonymous-admiral-1"
    (ship,) = fleet(state, "england", "kent", "NWD", leader=admiral)
    moves(
        state, ("next-move", f"kent:{ship}"), ("mover", [str(ship), admiral]),
        ("sail", ["sea-manche", "wessex"]), ("fire", True), dice={"france.fire": 10},
    )  # fmt: skip
    assert ship not in state.units
    assert state.leaders[admiral].status == "away"


def test_the_way_to_the_guns_is_told_before_they_fire() -> None:
    state = sea_table()
    state.land.sieges["wessex"] = Siege("france", ["+"])
    (ship,) = fleet(state, "england", "kent", "NWD")
    played = moves(
        state, ("next-move", f"kent:{ship}"), ("sail", ["sea-manche", "wessex"]), ("fire", True),
        dice={"france.fire": 5, "england.attrition": 1},
    )  # fmt: skip
    told = [entry.text for entry in played.phase.story]
    assert told[0] == "England sails NWD: Kent - English Channel."
    assert told[1].startswith("The siegeworks of France at Wessex do not stop NWD of England")
    assert told[2] == "England sails NWD: English Channel - Wessex."


@pytest.mark.rule("PRE-02", "PRE-03")
def test_who_besieges_a_port_decides_on_the_fire_of_the_siegeworks() -> None:
    state = sea_table(alliances={"england": ["england"], "france": ["france", "spain"]})
    state.land.sieges["wessex"] = Siege("france", ["+"])
    put(state, "spain", "wessex", "A+")
    assert [gun.country for gun in presidios.guns_at(state, "wessex", "england")] == ["spain"]
    put(state, "france", "wessex", "LD", leader="bonaparte")
    assert [gun.country for gun in presidios.guns_at(state, "wessex", "england")] == ["spain"]
    put(state, "france", "wessex", "A+", "LD")
    assert [gun.country for gun in presidios.guns_at(state, "wessex", "england")] == ["france"]


@pytest.mark.rule("PRE-09", "PRE-03")
@pytest.mark.parametrize(("ships", "value"), [(("NWD", "NWD"), None), (("F-: 2 NWD",), 1)])
def test_a_fleet_counter_is_the_better_target_in_play(
    ships: tuple[str, ...], value: int | None
) -> None:
    """+1 where a fleet is aimed at; loose ships, however many, give nothing."""
    state = sea_table()
    state.sea.presidios["wessex"] = ("france", 1)
    numbers = fleet(state, "england", "wessex", *ships)
    whole: list[Any] = [("mover", [str(each) for each in numbers])] if len(numbers) > 1 else []
    played = moves(
        state, ("next-move", f"wessex:{numbers[0]}"), *whole, ("sail", ["sea-manche"]),
        ("fire", True), dice={"france.fire": 1, "england.attrition": 1},
    )  # fmt: skip
    (fire,) = [entry.sheet for entry in played.phase.story
               if entry.sheet and entry.sheet.get("name") == "france.fire"]  # fmt: skip
    assert {rule: worth for worth, _, rule in fire["modifiers"]}.get("PRE-09") == value


@pytest.mark.rule("PRE-01")
def test_the_strait_of_jakarta_is_closed_by_its_owner_alone() -> None:
    """C-STR-01: *Jakarta must be owned*: who has only conquered it closes nothing."""
    state = sea_table()
    state.land.controllers[presidios.JAKARTA] = "france"
    assert presidios.strait_gun(state, "sea-java", "sea-wharton", "england") is None
    state.land.owners[presidios.JAKARTA] = "france"
    gun = presidios.strait_gun(state, "sea-java", "sea-wharton", "england")
    assert gun is not None
    assert (gun.kind, gun.country, gun.place) == ("strait", "france", presidios.JAKARTA)


@pytest.mark.rule("PRE-02", "PRE-A1")
def test_the_fortress_of_ormus_fires_at_the_port_across_the_strait() -> None:
    state = sea_table()
    opposite, port = presidios.ORMUS
    assert presidios.guns_at(state, port, "england") == [], "held by nobody at war with England"
    state.land.controllers[opposite] = "france"
    state.land.levels[opposite] = 2
    assert presidios.guns_at(state, port, "england") == [Gun("presidio", "france", port, 2)]
    assert presidios.guns_at(state, port, "france") == []
    state.sea.presidios[port] = ("france", 1)
    assert presidios.guns_at(state, port, "england") == [Gun("presidio", "france", port, 1)]


@pytest.mark.rule("PRE-03")
def test_a_minor_at_war_always_uses_its_strait_and_is_asked_for_its_presidio() -> None:
    """C-STR-04: *minors at war always use their strait fortifications*, and nothing else: their
    presidios fire, as those of powers, where who decides for them wishes it."""
    state = sea_table(
        alliances={"england": ["england"], "denmark": ["denmark"], "france": ["france"]},
        minors={"denmark": "france"},
    )  # fmt: skip
    guns = [Gun(kind, country, "sjaelland") for kind in ("strait", "presidio", "siegeworks")
            for country in ("denmark", "france", "sweden")]  # fmt: skip
    always = [gun for gun in guns if presidios.must_fire(state, gun)]
    assert [(gun.kind, gun.country) for gun in always] == [
        ("strait", "denmark"), ("strait", "sweden"),
    ]  # fmt: skip
