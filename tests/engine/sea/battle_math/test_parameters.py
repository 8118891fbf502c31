"""What stands on the table as the sides of a battle at sea."""

from __future__ import annotations

import pytest

from engine.combat.leaders import Commander
from engine.land.battle.parameters import Force
from engine.play.phase import Phase
from engine.sea.battle_math import battle as fighting
from engine.sea.battle_math import parameters
from tests.engine.playing import play
from tests.engine.sea.afloat import fleet, sea_table, units

CHANNEL = "sea-manche"


@pytest.mark.rule("PAR-21", "PAR-A8")
@pytest.mark.parametrize(("seasoned", "veteran"), [(0, False), (5, False), (6, False), (7, True)])
def test_a_stack_at_sea_is_veteran_with_more_than_half_of_its_ships(
    seasoned: int, veteran: bool
) -> None:
    """*Veteran stacks add 1 to this value* (1921): of four galleys two are not enough."""
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", "F-: 2 NGD", "NGD", "NGD")
    state.units[ships[0]].veterans = min(seasoned, 6)
    state.units[ships[1]].veterans = max(0, seasoned - 6)
    force = Force("england", tuple(ships), ())
    chief = parameters.expected_commander(state, force)
    found = parameters.fleet(state, force, chief, "NGD", True, [])
    assert found.veteran == veteran


@pytest.mark.rule("PAR-A7")
@pytest.mark.parametrize(
    ("dutch", "line", "technology"),
    [
        (["NTD", "NTD", "NTD", "NGD"], "NWD", "battery"),
        (["NTD", "NWD", "NWD"], "NWD", "carrack"),
        (["NWD"], "NWD", "carrack"),
    ],
)
def test_only_ships_of_the_first_line_tell_its_technology(
    dutch: list[str], line: str, technology: str
) -> None:
    """The median ship of the first line; transports and galleys beside it are none of it, and of
    two the older counts."""
    state = sea_table(alliances={"england": ["england", "holland"], "france": ["france"]})
    state.countries["england"].naval_technology = "battery"
    state.countries["holland"].naval_technology = "carrack"
    ships = fleet(state, "england", CHANNEL, "NWD") + fleet(state, "holland", CHANNEL, *dutch)
    assert parameters.technology(state, units(state, ships), line) == technology


@pytest.mark.rule("PAR-18")
@pytest.mark.parametrize(
    ("zone", "inside"), [("sea-lion", True), (CHANNEL, False), ("sea-cadix", False)]
)
def test_a_battle_knows_whether_it_is_in_the_mediterranean(zone: str, inside: bool) -> None:
    found = parameters.waters(sea_table(), zone, False)
    assert (found.mediterranean, found.interception) == (inside, False)
    assert parameters.waters(sea_table(), zone, True).interception


@pytest.mark.rule("PAR-A7")
def test_the_median_of_three_technologies_is_counted_in_thirds() -> None:
    """Two thirds of older ships are fewer than the three of a warship."""
    alliances = {"england": ["england", "holland", "portugal"], "france": ["france"]}
    state = sea_table(alliances=alliances)
    ships = []
    for country, technology, counter in (
        ("england", "carrack", "NDE"), ("holland", "nao-galleon", "NDE"),
        ("portugal", "battery", "NWD"),
    ):  # fmt: skip
        state.countries[country].naval_technology = technology
        ships += fleet(state, country, CHANNEL, counter)
    assert parameters.technology(state, units(state, ships), "NWD") == "battery"
    ships += fleet(state, "holland", CHANNEL, "NDE")
    assert parameters.technology(state, units(state, ships), "NWD") == "nao-galleon", "a tie"


@pytest.mark.rule("PAR-05", "PAR-06", "PAR-10")
@pytest.mark.parametrize("die", [1, 2, 9])
def test_a_nameless_vizier_at_sea_is_rolled_for_the_battle(die: int) -> None:
    """*Minors, natives and the vizier have rows*: he commands with the values of his own, and no
    replacement is rolled."""
    state = sea_table(alliances={"venice": ["venice"], "turkey": ["turkey"]},
                      wars=[("venice", "turkey")])  # fmt: skip
    name = "turkey-vizier-table-admiral-1"
    ships = fleet(state, "turkey", "sea-egee", "NGD", leader=name)

    async def procedure(phase: Phase) -> Commander:
        return await parameters.commander(phase, Force("turkey", tuple(ships), (name,)))

    found = play(procedure, state, dice={"turkey.vizier": die}).result
    line = fighting.replacement("turkey", die, vizier=True)
    assert (found.manoeuvre, found.fire, found.shock) == (line.manoeuvre, line.fire, line.shock)
    assert state.leaders[name].values == [line.manoeuvre, line.fire, line.shock, die % 2]
