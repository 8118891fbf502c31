"""Landing, battle and retreat, read together (text 899 to 1000, 2930 to 3000, 2010 to 2030). Each
play is a whole landing, from the port on, and says what must happen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.fleets import blockades
from engine.play.asks import Raw
from engine.state import State, forces, sides
from engine.state.land import Siege
from tests.engine.playing import Played, put
from tests.engine.plays import asked, drm, impulse, modifiers, played, rolls
from tests.engine.sea.afloat import at, fleet, sea_table

CHANNEL = "sea-manche"
ROUTED = {"england.shock1": 1, "france.shock1": 10}


def ashore(
    *kinds: Any, ships: Sequence[str] = ("F-: 2 NWD, 1 NTD", "NTD"), **fields: Any
) -> tuple[State, list[int], list[int]]:
    """England with a fleet and an army in Kent against France, all medieval."""
    state = sea_table(technology="medieval", **fields)
    found = fleet(state, "england", "kent", *ships)
    return state, found, put(state, "england", "kent", *(kinds or ("A-", "LD")))


def land(
    state: State, ships: list[int], army: list[int], goal: str, dice: Any = {},  # noqa: B006
    kind: str = "land", **answers: Sequence[Raw],
) -> Played:  # fmt: skip
    """The whole fleet carries the whole army over the Channel; `_` in a name stands for `-`."""
    way: dict[str, list[Raw]] = {
        "next-move": [f"kent:{ships[0]}"], "mover": [list(map(str, ships))],
        "sail": [["!embark:kent"], [CHANNEL, f"!{kind}:{goal}"]],
        "embark": [list(map(str, army))],
    }  # fmt: skip
    for name, given in answers.items():
        way.setdefault(name.replace("_", "-"), []).extend(given)
    return played(impulse, state, way, dice)


def left(state: State, numbers: Sequence[int]) -> list[int]:
    return [number for number in numbers if number in state.units]


@pytest.mark.rule("DRM-23", "CMB-24")
def test_a_landing_among_enemies_fights_at_minus_two_and_three_on_the_first_day() -> None:
    """Text 2048 to 2052: *-2/-3//0/0 for the phasing side, if it has … used naval transport*."""
    state, ships, army = ashore()
    put(state, "france", "normandie", "LD", "LD")
    found = land(state, ships, army, "normandie")
    assert drm(found, "england", "shock1", "DRM-23") == -3
    assert drm(found, "england", "fire1", "DRM-23") == -2
    assert drm(found, "england", "shock2", "DRM-23") == 0


@pytest.mark.rule("RET-29", "RET-23", "RET-18")
def test_a_beaten_landing_goes_back_aboard_and_its_fleet_to_port_unseen() -> None:
    """Text 2984 to 2988: *the phasing stack must retreat back in the ships and the carrying fleet
    must move back to a friendly port and roll for attrition; it may not be intercepted*."""
    state, ships, army = ashore()
    put(state, "france", "normandie", "A+")
    fleet(state, "france", CHANNEL, "F+: 4 NWD")
    found = land(state, ships, army, "normandie", ROUTED, retreat_to=["kent"])
    assert {at(state, number) for number in ships} == {("kent", "port")}
    assert {at(state, number) for number in left(state, army)} <= {("kent", "field")}
    assert asked(found).count("intercept") == 2, "at sea and ashore, none on the way back"
    assert rolls(found, "england.attrition") >= 2, "the voyage, the landing, and the way back"


@pytest.mark.rule("RET-02", "RET-29")
def test_who_is_lost_on_the_way_back_to_port_is_lost_in_the_battle() -> None:
    """2924: *Any losses suffered during the retreat are counted as losses suffered during the
    battle (notably, to determine if this is a Major Battle)*, also those of the ships that carry
    a beaten landing home (3026)."""
    state, ships, army = ashore("A-", "LD", bad_weather=True)
    put(state, "france", "normandie", "A+")
    dice = {"england.shock1": 1, "france.shock1": 10, "england.attrition": [1, 1, 10]}
    found = land(state, ships, army, "normandie", dice, retreat_to=["kent"])
    battle = next(entry.sheet for entry in found.phase.story if entry.kind == "battle")
    assert battle is not None
    assert "aboard)" in found.told, "some go down with their ships on the way back"
    assert battle["outcome"]["lost"][0] == 9 - forces.strength(state.troops_of("england"))


@pytest.mark.rule("RET-23", "RET-24", "RET-29")
def test_after_a_regular_battle_that_nobody_wins_the_landed_go_back_and_the_others_stay() -> None:
    """Text 2969 to 2976: *if this was a regular battle, then the phasing side has to retreat
    first*, and *it is only possible to retreat in the province itself if retreating second*."""
    state, ships, army = ashore()
    french = put(state, "france", "normandie", "A-", "LD")
    land(state, ships, army, "normandie", retreat_to=["kent", "normandie"])
    assert {at(state, number)[0] for number in left(state, army)} == {"kent"}
    assert {at(state, number)[0] for number in left(state, french)} == {"normandie"}


@pytest.mark.rule("RET-23", "RET-30", "INT-13")
def test_after_an_interception_that_nobody_wins_the_interceptors_go_and_the_landed_may_stay() -> (
    None
):
    """Text 2969 to 2971: *if this was an interception battle, then the non-phasing side has to
    retreat first*, where it came from (2990), and the landed stack second, in the province."""
    state, ships, army = ashore()
    french = put(state, "france", "caux", "A-", "LD")
    land(
        state, ships, army, "normandie", {"france.intercept": 10},
        intercept=[list(map(str, french))], retreat_to=["caux", "normandie"],
    )  # fmt: skip
    assert {at(state, number)[0] for number in left(state, french)} == {"caux"}
    assert {at(state, number)[0] for number in left(state, army)} == {"normandie"}


@pytest.mark.rule("CMB-03", "ITG-09", "CMB-21", "MOV-26")
def test_a_landed_stack_that_wins_its_interception_marches_on() -> None:
    """Text 901: *may continue moving after disembarking*; 1185: who won it may continue."""
    state, ships, army = ashore()
    french = put(state, "france", "caux", "LD")
    found = land(
        state, ships, army, "normandie", {"france.intercept": 10, "england.shock2": 10},
        intercept=[list(map(str, french))], march=[[f"-{army[1]}", "armor"]],
    )  # fmt: skip
    assert [at(state, number)[0] for number in army] == ["armor", "normandie"], "one keeps watch"
    assert "besieged" in found.told


@pytest.mark.rule("MOV-11", "MOV-15", "MOV-16", "ATT-01")
def test_a_massed_landing_rolls_before_it_is_fought_and_once() -> None:
    """Text 630 to 634: *the movement is enough to trigger attrition and the large stack will count
    as an extra cause… it does not need to do so again*."""
    ships = ("F+: 4 NWD, 2 NTD", "NTD", "NTD")
    state, own, army = ashore("A+", "LD", "LD", ships=ships)
    french = put(state, "france", "caux", "A+")
    found = land(
        state, own, army, "normandie", {"france.intercept": 10, **ROUTED},
        intercept=[list(map(str, french))], retreat_to=["kent"],
    )  # fmt: skip
    marches = [
        entry.sheet for entry in found.phase.story
        if entry.sheet and "attrition on the march" in str(entry.sheet.get("purpose", ""))
    ]  # fmt: skip
    assert len(marches) == 1
    assert [2, "ATT-01"] in [[value, rule] for value, _, rule in marches[0]["modifiers"]]


@pytest.mark.rule("NIN-13", "CMB-12")
def test_a_fleet_that_wins_at_sea_lands_its_troops() -> None:
    """Text 1294: *if the moving stack is victorious, it may … do its action*; 934: *resolved after
    any interception and resulting battle (and thus only if victorious)*."""
    state, ships, army = ashore(ships=("F+: 4 NWD, 2 NTD", "NTD"))
    (french,) = fleet(state, "france", CHANNEL, "NWD")
    land(
        state, ships, army, "normandie",
        {"france.intercept": 10, "england.fire1": 10, "england.wind": 9, "france.wind": 1},
        intercept=[[str(french)]],
    )  # fmt: skip
    assert {at(state, number)[0] for number in left(state, army)} == {"normandie"}
    assert "normandie" in state.land.sieges


@pytest.mark.rule("CMB-18", "NIN-14", "RET-09")
def test_a_fleet_beaten_at_sea_lands_its_troops_in_the_port_it_flees_to_and_they_may_go_on() -> (
    None
):
    """Text 954 to 958: *it retreats to port and the land stack is automatically disembarked. The
    land stack may continue its move*."""
    state, ships, army = ashore()
    (french,) = fleet(state, "france", CHANNEL, "F+: 6 NWD")
    found = land(
        state, ships, army, "normandie",
        {"france.intercept": 10, "france.fire1": 10, "france.wind": 9, "england.wind": 1},
        intercept=[[str(french)]], retreat_to=["wessex"], march=[["gloucester"]],
    )  # fmt: skip
    assert {at(state, number) for number in left(state, ships)} == {("wessex", "port")}
    assert {at(state, number)[0] for number in left(state, army)} == {"gloucester"}
    assert "normandie" not in state.land.sieges
    assert "cannot carry out a landing in Normandie" in found.told


@pytest.mark.rule("CMB-25", "CMB-26", "ATS-28")
def test_a_storm_takes_of_the_troops_what_it_takes_of_the_ships_before_they_land() -> None:
    """Text 966 to 970: *the land stack suffers the exact same percentage of losses*, and *attrition
    of naval stacks is always resolved before their action*."""
    state, ships, army = ashore("LD", "LD", "LD", ships=("F-: 2 NWD, 1 NTD", "NTD", "NTD"))
    before = forces.strength(state.units[number] for number in army)
    found = land(state, ships, army, "normandie", {"england.attrition": [10, 1]})
    now = forces.strength(unit for unit in state.units.values() if unit.land)
    assert now < before
    storm, landing = found.told.index("attrition at sea"), found.told.index("carries out a landing")
    assert storm < landing


@pytest.mark.rule("AFT-01", "CMB-10", "NAC-04", "SUP-20")
def test_a_landing_with_blockade_and_supply_besieges_blockades_and_feeds_at_once() -> None:
    """Text 925 to 929: *the action is transport + blockade + supply (invasion)*; 3335: in a
    province with an enemy fortress it is besieged."""
    state, ships, army = ashore()
    state.land.levels["normandie"] = 2
    land(state, ships, army, "normandie", kind="land+blockade+supply")
    assert state.land.sieges["normandie"].alliance == "england"
    assert blockades.is_blockaded(state, "normandie")
    assert {state.sea.tasks[str(number)] for number in ships} == {"blockade+supply:normandie"}


@pytest.mark.rule("RET-29", "NAC-10", "SUP-20")
def test_the_blockade_of_the_ships_that_carry_the_beaten_off_is_over() -> None:
    """Text 862: it lasts until the next movement of the stack, and to carry the beaten off is one
    (2986: *must move back to a friendly port*)."""
    state, ships, army = ashore()
    put(state, "france", "normandie", "A+")
    state.land.levels["normandie"] = 2
    land(state, ships, army, "normandie", ROUTED, kind="land+blockade+supply", retreat_to=["kent"])
    assert not blockades.is_blockaded(state, "normandie")
    assert state.sea.tasks == {}


@pytest.mark.rule("PAR-01", "DRM-23", "RET-26")
def test_troops_landed_in_a_besieged_fortress_may_sally_at_the_malus_and_go_back_in() -> None:
    """Text 984 to 988: *the case where the land stack disembarks in a besieged controlled fortress
    and immediately attempts a sortie*; 2978: back in it must go, if it alone retreats."""
    state, ships, army = ashore("LD")
    state.land.levels["wessex"] = 2
    put(state, "france", "wessex", "LD", "LD")
    state.land.sieges["wessex"] = Siege("france")
    played(
        impulse, state,
        {"next-move": [f"kent:{ships[0]}"], "mover": [list(map(str, ships))],
         "sail": [["!embark:kent"], [CHANNEL, "wessex", "!land:wessex"]]},
    )  # fmt: skip
    assert at(state, army[0]) == ("wessex", "inside")
    assert not sides.stack(state, "wessex", "england").units


@pytest.mark.rule("CMB-07", "CMB-08", "MOV-11")
def test_troops_carried_off_a_coast_land_in_a_port_and_roll_for_it() -> None:
    """Text 918 to 922: *either the start (evacuation) or end (invasion) may be uncontrolled but not
    both*; 978: embarking out of a controlled port is a cause for attrition."""
    state = sea_table(technology="medieval")
    ships = fleet(state, "england", "kent", "NTD", "NTD")
    army = put(state, "england", "normandie", "LD")
    state.land.sieges["normandie"] = Siege("england")
    found = played(
        impulse, state,
        {"next-move": [f"kent:{ships[0]}"], "mover": [list(map(str, ships))],
         "sail": [[CHANNEL, "!embark:normandie"], ["kent", "!land:kent"]]},
    )  # fmt: skip
    assert at(state, army[0]) == ("kent", "field")
    assert "normandie" not in state.land.sieges
    assert modifiers(found, "england.attrition")
    assert "embarked or landed away from a port" in str(
        [entry.sheet for entry in found.phase.story if entry.sheet]
    )


@pytest.mark.rule("RET-03", "RET-05", "RET-29")
def test_a_landing_that_has_won_may_go_back_aboard() -> None:
    """Text 2935 to 2945: *a winning stack may also decide to retreat … it has to follow the whole
    procedure*; where it came from are its ships (2984)."""
    state, ships, army = ashore("A+")
    put(state, "france", "normandie", "LD")
    found = land(
        state, ships, army, "normandie", {"england.shock2": 10}, withdraw=[True],
        retreat_to=["kent"],
    )  # fmt: skip
    assert {at(state, number)[0] for number in left(state, army)} == {"kent"}, found.told
    assert "normandie" not in state.land.sieges


@pytest.mark.rule("DRM-23", "CMB-24", "RET-20", "RET-29")
def test_a_landing_in_a_friendly_port_that_interceptors_beat() -> None:
    """Text 985 to 990: the malus holds where *a landing is intercepted in a previously completely
    friendly province*; 2984: back in the ships, or into the fortress (2953), if it is theirs."""
    state, ships, army = ashore()
    french = put(state, "france", "gloucester", "A+", "A-")
    state.land.controllers["gloucester"] = "france"
    found = played(
        impulse, state,
        {"next-move": [f"kent:{ships[0]}"], "mover": [list(map(str, ships))],
         "sail": [["!embark:kent"], [CHANNEL, "wessex", "!land:wessex"]],
         "embark": [list(map(str, army))], "intercept": [list(map(str, french))]},
        {"france.intercept": 10, **ROUTED},
    )  # fmt: skip
    assert drm(found, "england", "shock1", "DRM-23") == -3
    where = {at(state, number) for number in left(state, army)}
    assert where <= {("wessex", "inside"), ("kent", "field"), ("cornwall", "field")}, where
    assert state.land.sieges["wessex"].alliance == "france"
