"""Naval stacks: sizes, what a fleet counter holds, losses of ships, stacking, who commands."""

from __future__ import annotations

import pytest

from engine.facts import tables
from engine.facts.countries import leaders
from engine.fleets import fleet_counters, fleets
from engine.situation import naval_command
from engine.state.leaders import Leader
from tests.engine.playing import lead
from tests.engine.sea.afloat import fleet, sea_table, sizes, units


def test_sizes_count_every_ship() -> None:
    state = sea_table()
    numbers = fleet(state, "england", "wessex", "F+: 4 NWD, 1 NTD", "NGD", "NDE", "NDE")
    here = units(state, numbers)
    assert fleets.ships(here) == {"NWD": 4, "NGD": 1, "NTD": 1, "NDE": 2}
    assert (fleets.thirds(here), fleets.detachments(here), fleets.fleet_counters(here)) == (
        20,
        6,
        1,
    )
    assert fleets.units_in_words(here) == "F+ (4 NWD, NTD), NGD, 2 NDE"


def test_a_fleet_shows_its_full_side_only_when_it_must() -> None:
    state = sea_table(period="III")
    assert fleet_counters.capacity(state, "england", "F+") == tables.FleetCapacity(5, 1)
    assert fleet_counters.side(state, "england", {"NWD": 2, "NTD": 1}) == "F-"
    assert fleet_counters.side(state, "england", {"NGD": 4}) == "F-", "a galley is half a warship"
    assert fleet_counters.side(state, "england", {"NGD": 5}) == "F+"
    assert fleet_counters.side(state, "england", {"NWD": 5, "NTD": 1}) == "F+"
    assert fleet_counters.side(state, "england", {"NWD": 6}) is None
    assert fleet_counters.side(state, "england", {"NTD": 2}) is None


def test_losses_flip_a_fleet_and_take_an_empty_one_away() -> None:
    state = sea_table()
    (number,) = fleet(state, "england", "wessex", "F+: 3 NWD")
    fleet_counters.take_ship(state, [number], "england", "NWD")
    assert (state.units[number].kind, state.units[number].ships) == ("F-", {"NWD": 2})
    fleet_counters.take_ship(state, [number], "england", "NWD")
    fleet_counters.take_ship(state, [number], "england", "NWD")
    assert number not in state.units
    with pytest.raises(ValueError, match="England has no NWD"):
        fleet_counters.take_ship(state, [number], "england", "NWD")


def test_loose_ships_go_before_those_in_fleets() -> None:
    state = sea_table()
    big, loose = fleet(state, "england", "wessex", "F-: 2 NWD", "NWD")
    fleet_counters.take_ship(state, [big, loose], "england", "NWD")
    assert loose not in state.units
    assert state.units[big].ships == {"NWD": 2}


def test_three_explorers_become_a_warship() -> None:
    state = sea_table()
    numbers = fleet(state, "england", "sea-manche", "NDE", "NDE", "NDE", "NDE")
    fleet_counters.gather_explorers(state, units(state, numbers))
    assert sizes(state, "england") == {"NWD": 1, "NDE": 1}


def test_stacking_at_sea() -> None:
    state = sea_table()
    three = fleet(state, "england", "sea-manche", "F-: 2 NWD", "NWD", "NWD", "NTD", "NTD", "NDE")
    assert fleets.within_stacking(units(state, three))
    for more in ("NWD", "NTD", "NGD"):
        extra = fleet(state, "england", "sea-manche", more)
        assert not fleets.within_stacking(units(state, three + extra)), more
    two = fleet(state, "england", "sea-manche", "NDE", "NDE")
    assert not fleets.within_stacking(units(state, three + two))


def test_counters_are_not_endless() -> None:
    state = sea_table()
    free = fleet_counters.free_counters(state, "england", "F-")
    fleet(state, "england", "wessex", "F-: 1 NWD", "NTD", "NTD", "NTD")
    assert fleet_counters.free_counters(state, "england", "F+") == free - 1, (
        "both sides share a counter"
    )
    assert fleet_counters.free_counters(state, "england", "NTD") == 1
    before = fleet_counters.free_counters(state, "england", "NGD")
    fleet(state, "england", "wessex", "NWD")
    assert fleet_counters.free_counters(state, "england", "NGD") == before - 1, (
        "one pool of detachments"
    )


def test_stacks_are_told_apart_by_what_they_do() -> None:
    state = sea_table()
    idle = fleet(state, "england", "sea-manche", "NWD")
    busy = fleet(state, "england", "sea-manche", "NWD", "NWD", task="blockade:normandie")
    found = fleets.stacks(state, "england")
    assert [[unit.id for unit in stack.units] for stack in found] == [idle, busy]
    assert [fleets.task(state, stack) for stack in found] == ["", "blockade:normandie"]
    state.put(state.units[busy[0]], "sea-nord")
    assert fleets.task(state, fleets.stack(state, "sea-nord", "england")) == "", "moving ends it"


def test_who_commands_at_sea() -> None:
    state = sea_table(alliances={"england": ["england", "holland"], "france": ["france"]})
    numbers = fleet(state, "england", "sea-manche", "F-: 2 NWD")
    numbers += fleet(state, "holland", "sea-manche", "NWD", "NWD", "NWD")
    here = units(state, numbers)
    assert naval_command.commander(state, here, []).country == "holland", "it has most ships"
    howard = lead(state, "england", "sea-manche", "england-anonymous-admiral-3")
    ruyter = lead(state, "holland", "sea-manche", "hein")
    assert leaders()[ruyter].rank < leaders()[howard].rank
    both = [state.leaders[howard], state.leaders[ruyter]]
    assert naval_command.commander(state, here, both).leader == howard, (
        "only he has a fleet counter"
    )
    loose = [unit for unit in here if unit.country == "holland"]
    assert naval_command.commander(state, loose, both).leader == ruyter
    king = next(name for name, known in sorted(leaders().items()) if known.kind == "king")
    assert naval_command.commander(state, here, [*both, Leader(king, "england")]).leader == king


@pytest.mark.parametrize(
    ("england", "holland", "commands"), [(2, 1, "england"), (1, 2, "holland"), (2, 2, "england")]
)
def test_the_country_with_most_ships_commands_those_without_a_leader(
    england: int, holland: int, commands: str
) -> None:
    """C-CMD-02; of equals the one that is named first in the alliance, whoever came first."""
    state = sea_table(alliances={"england": ["england", "holland"], "france": ["france"]})
    ships = [*fleet(state, "holland", "sea-nord", *["NWD"] * holland),
             *fleet(state, "england", "sea-nord", *["NWD"] * england)]  # fmt: skip
    assert naval_command.commander(state, units(state, ships), []).country == commands


@pytest.mark.parametrize(
    ("leaders", "commands"),
    [
        (("drake", "hawkins"), "hawkins"),  # C and B
        (("benbow", "de-ruyter"), "de-ruyter"),  # both B, manoeuvre 3 and 5
        (("benbow", "hawkins"), "hawkins"),  # both B and 3: 2 and 4 against 3 and 5
        (("blake-2", "christian-iv"), "christian-iv"),  # a monarch before all
        (("england-table-admiral-10", "ayscue"), "ayscue"),  # one without a rank, and F
        (("cromwell", "ayscue"), "ayscue"),  # A, but a general
        (("blake-2", "oruc-reis"), "oruc-reis"),  # C, but a king of corsairs
    ],
)
def test_the_better_of_two_commands_ships(leaders: tuple[str, str], commands: str) -> None:
    """C-CMD-02; of equal ranks the better values."""
    state = sea_table(alliances={"england": ["england", "holland"], "france": ["france"]})
    ships = units(state, fleet(state, "england", "sea-nord", "F-: 2 NWD"))
    present = [Leader(name, "england") for name in leaders]
    for order in (present, present[::-1]):
        assert naval_command.commander(state, ships, order).leader == commands


def test_galleys_keep_to_their_waters() -> None:
    assert fleets.galleys_sail("sea-lion")
    assert fleets.galleys_sail("sea-botnie")
    assert fleets.galleys_sail("sea-cadix"), "next to the Mediterranean, where Cádiz lies"
    assert not fleets.galleys_sail("sea-manche")
