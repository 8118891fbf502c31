"""Blockade, supply and siege, read together (text 254 to 372, 843 to 897, 3429 to 3745). Each play
says what must happen.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.fleets import blockades, supply_ports
from engine.fleets import supply_by_sea as naval
from engine.land.siege import undermining_math
from engine.land.supply import supply_lines, supply_step
from engine.sea.under_way import attrition_math
from engine.sea.under_way.announced_action import Action
from engine.sea.under_way.voyage import Arrival
from engine.sea.voyages.naval_actions import why_not
from engine.sequence import movement, siege_outlook, siege_segment
from engine.state import State, sides
from engine.state.land import Siege
from engine.state.stacks import Band
from tests.engine.playing import Played, put
from tests.engine.playing import play as to_the_end
from tests.engine.plays import played
from tests.engine.sea.afloat import fleet, sea_table, units

CHANNEL = "sea-manche"


def before_caux(
    *ships: str, task: str = "", level: int = 1, **fields: Any
) -> tuple[State, list[int]]:
    """An English army of 4 LD before Caux, a French port in the plain, and ships in the Channel."""
    state = sea_table(**fields)
    army = put(state, "england", "caux", "A+")
    state.land.sieges["caux"] = Siege("england")
    state.land.levels["caux"] = level
    if ships:
        fleet(state, "england", CHANNEL, *ships, task=task)
    return state, army


def line(state: State, army: list[int], place: str = "caux") -> supply_lines.Line | None:
    return supply_lines.trace_line(state, units(state, army), place, "england")


def sheet(played: Played, name: str) -> dict[str, int]:
    """The modifiers of the first roll of that name, by rule."""
    for entry in played.phase.story:
        if entry.sheet and str(entry.sheet.get("name", "")).endswith(name):
            found: dict[str, int] = {}
            for value, _, rule in entry.sheet["modifiers"]:
                found[rule] = found.get(rule, 0) + value
            return found
    raise AssertionError(f"no roll {name}")


@pytest.mark.rule("UND-04", "NAC-04")
@pytest.mark.parametrize(("task", "malus"), [("blockade:caux", 0), ("supply", -2)])
def test_a_blockaded_port_in_the_plain_costs_the_undermining_nothing(task: str, malus: int) -> None:
    """Text 3588 to 3597: -2 for *Europe, Plain, non-blockaded/supplied port*; a fleet that only
    supplies the besiegers blockades nothing."""
    state, _ = before_caux("F-: 2 NWD", task=task if task == "supply" else "blockade+supply:caux")
    played = to_the_end(
        siege_segment.siege, state, [("siege-action", "undermine")], {"england.undermine": 2}
    )
    assert sheet(played, "undermine").get("UND-04", 0) == malus


@pytest.mark.rule("SIE-23", "SUP-20")
def test_without_the_fleet_s_supply_the_besiegers_may_not_undermine() -> None:
    """Text 3529: *in order to undermine, a stack must have a LoS*; who has none rolls siege
    attrition first (3433), at +2."""
    ships = ("F-: 2 NWD, 1 NTD", "NTD")
    state, army = before_caux(*ships, task="blockade:caux")
    assert line(state, army) is None, "a blockade alone feeds nobody"
    played = to_the_end(
        siege_segment.siege, state, [("siege-action", "redeploy"), ("redeploy-to", "kent")],
        {"england.besieger": 1, "england.redeployment": 1, "england.attrition": 1},
    )  # fmt: skip
    assert played.asks[0].offers() == ["assault", "redeploy"]
    assert sheet(played, "besieger")["SIE-10"] == 2


@pytest.mark.rule("SIE-02", "UND-04")
def test_a_blockade_too_small_is_lifted_before_the_sieges() -> None:
    """Text 3434 to 3436: *the blockade is lifted and the stack stays in the sea*, and the port is
    open when the fortress is undermined."""
    state, _ = before_caux("F-: 2 NWD", task="blockade+supply:caux", level=4)
    played = to_the_end(
        siege_segment.siege, state, [("siege-action", "undermine")], {"england.undermine": 5}
    )
    assert "The blockade of Caux is lifted" in played.told
    assert sheet(played, "undermine")["UND-04"] == -2
    assert not blockades.is_blockaded(state, "caux")


@pytest.mark.rule("SUP-27", "SUP-31", "PRE-16")
def test_neither_presidio_nor_siegeworks_blockade_a_port() -> None:
    """Text 361 to 363: *presidios and siegeworks do not blockade ports, only enemy naval stacks may
    do so*: French ships in Caux keep their source."""
    state, _ = before_caux()
    state.land.sieges["caux"].works = ["+", "+"]
    state.sea.presidios["caux"] = ("england", 2)
    (ship,) = fleet(state, "france", "caux", "NWD")
    found = naval.trace_line(state, units(state, [ship]), "caux", "france")
    assert found is not None
    assert found.source == "caux"
    fleet(state, "england", CHANNEL, "F-: 2 NWD", task="blockade:caux")
    assert supply_ports.supplies(state, units(state, [ship]), "caux", "france") is False


@pytest.mark.rule("PRE-16", "UND-04")
@pytest.mark.parametrize(
    ("works", "presidio", "task", "terrain"),
    [((), 0, "", -2), (("+", "+"), 0, "", -2), ((), 3, "", -2), ((), 0, "blockade:caux", 0)],
)
def test_for_undermining_too_ships_alone_close_a_port(
    works: tuple[str, ...], presidio: int, task: str, terrain: int
) -> None:
    """*None of the three ever counts as a blockade*: an open port helps the besieged by 2, whatever
    fires at it, until a fleet lies before it."""
    state, _ = before_caux()
    state.land.sieges["caux"].works = list(works)
    if presidio:
        state.sea.presidios["caux"] = ("england", presidio)
    if task:
        fleet(state, "england", CHANNEL, "F-: 2 NWD", task=task)
    modifiers = undermining_math.fortress_modifiers(siege_outlook.siege_of(state, "caux"))
    found = {each.rule: each.value for each in modifiers}
    assert found.get("UND-04", 0) == terrain


@pytest.mark.rule("NAC-15", "NAC-16", "NAC-19", "SUP-05", "UND-04")
def test_a_besieged_port_that_is_resupplied_is_open_this_segment_and_eats_next_round() -> None:
    """Text 867 to 876: *this will remove the blockade situation of the port for the siege segment
    of this round (only) and remove any attrition roll for troops inside for the next supply step
    (only)*."""
    state, _ = before_caux("F-: 2 NWD", task="blockade+supply:caux", impulse=1)
    put(state, "france", "caux", "LD", position="inside")
    ships = fleet(state, "france", "normandie", "F-: 2 NWD")
    to_the_end(
        movement.moves, state,
        [("next-move", f"normandie:{ships[0]}"), ("sail", [CHANNEL, "caux", "!resupply"]),
         ("intercept", [])],
        {"france.attrition": 1, "france.escape": 10},
    )  # fmt: skip
    assert state.land.resupplied == {"caux"}
    state.sequence.step = "siege"
    state.marks.done.clear()
    played = to_the_end(
        siege_segment.siege, state, [("siege-action", "undermine")], {"england.undermine": 2}
    )
    assert sheet(played, "undermine")["UND-04"] == -2, "the port counts as open"
    state.sequence.step, state.sequence.impulse = "supply", 1
    state.marks.done.clear()
    told = to_the_end(supply_step.supply, state).told
    assert told == "The fortress of Caux, supplied by sea, rolls no siege attrition (SUP-05)."
    state.marks.done.clear()
    rolled = to_the_end(supply_step.supply, state, (), {"france.besieged": 1})
    assert sum(sheet(rolled, "besieged").values()) == 0, "only that step"


@pytest.mark.rule("NAC-15", "NAC-16")
def test_ships_too_few_to_blockade_a_port_do_not_resupply_it_nor_without_a_load() -> None:
    """Text 868 to 871: *the stack must have exited a non-blocked friendly port … moreover, it must
    be a stack large enough to blockade the supplied port*."""
    state, _ = before_caux(level=2)
    put(state, "france", "caux", "LD", position="inside")
    small = units(state, fleet(state, "france", "normandie", "NWD", "NWD"))
    way = ["normandie", CHANNEL, "caux"]
    assert "NAC-16" in why_not(Arrival(state, small, way, "france"), Action("resupply"))
    large = units(state, fleet(state, "france", "normandie", "F-: 2 NWD"))
    assert not why_not(Arrival(state, large, way, "france"), Action("resupply"))
    assert "NAC-15" in why_not(
        Arrival(state, large, [CHANNEL, "caux"], "france"), Action("resupply")
    )
    fleet(state, "england", CHANNEL, "F-: 2 NWD", task="blockade:normandie")
    assert "NAC-15" in why_not(Arrival(state, large, way, "france"), Action("resupply")), (
        "blockaded itself"
    )


@pytest.mark.rule("SAT-16", "SUP-04", "SUP-06")
@pytest.mark.parametrize(("task", "wanted"), [("", -3), ("blockade:caux", 0)])
def test_the_besieged_eat_by_an_unblocked_port(task: str, wanted: int) -> None:
    """Text 367 to 373 (siege attrition of the besieged): *-3 if besieged in an unblocked port*; and
    274: it replaces the roll of supply attrition."""
    state, _ = before_caux("F-: 2 NWD", task=task, impulse=1, step="supply")
    put(state, "france", "caux", "LD", position="inside")
    played = to_the_end(supply_step.supply, state, (), {"france.besieged": 1})
    assert sum(sheet(played, "besieged").values()) == wanted


@pytest.mark.rule("NAC-14")
def test_a_fleet_that_blockades_and_supplies_feeds_that_province_alone() -> None:
    """Text 864 to 866: *it can only supply the land stack in the province of the port it is
    blockading*."""
    state, army = before_caux("F+: 4 NWD", task="blockade+supply:caux")
    other = put(state, "england", "normandie", "A+")
    state.land.sieges["normandie"] = Siege("england")
    assert line(state, army) is not None
    assert line(state, other, "normandie") is None


@pytest.mark.rule("SUP-16", "SUP-A7", "SUP-31")
def test_a_fleet_whose_own_port_is_blockaded_still_feeds_the_troops_but_weakly() -> None:
    """Text 302: weak supply *if it is supplied by a naval stack that is not adjacent to a port or
    arsenal able to supply it*; a blockaded port is none (359)."""
    state, army = before_caux("NWD", "NWD", "NWD", task="supply")
    for unit in units(state, army):
        state.remove(unit)
    army = put(state, "england", "caux", "LD")
    found = line(state, army)
    assert found is not None
    assert not found.weak
    for place in ("kent", "wessex", "cornwall"):
        state.land.levels[place] = 1
        fleet(state, "france", CHANNEL, "F-: 2 NWD", task=f"blockade:{place}")
    found = line(state, army)
    assert found is not None
    assert "SUP-16" in [each.rule for each in found.weak]


@pytest.mark.rule("UND-41", "NAC-04", "SIE-03")
def test_a_fortress_that_falls_feeds_the_next_siege_and_its_blockade_is_over() -> None:
    """Text 3711 to 3714: *a first siege succeeds and thus creates a new SoS to use for the next
    siege*; nobody blockades his own port (849)."""
    state, _ = before_caux("F-: 2 NWD", task="blockade+supply:caux")
    state.land.sieges["caux"].works = ["+", "+"]
    far = put(state, "england", "picardie", "A+")
    state.land.sieges["picardie"] = Siege("england")
    state.land.levels["picardie"] = 1
    assert line(state, far, "picardie") is None
    to_the_end(
        siege_segment.siege, state,
        [("next-siege", "caux"), ("siege-action", "undermine"), ("siege-action", "undermine")],
        {"england.besieger": 1, "england.undermine": [10, 1]},
    )  # fmt: skip
    assert sides.controller(state, "caux") == "england"
    assert "caux" not in state.land.sieges
    assert not blockades.is_blockaded(state, "caux")


@pytest.mark.rule("ATS-25", "ATS-26", "NIN-25", "SUP-20")
@pytest.mark.parametrize(
    ("task", "left"), [("blockade:caux", ""), ("blockade+supply:caux", "supply:caux")]
)
def test_ships_before_a_port_that_has_fallen_blockade_nothing_any_more(
    task: str, left: str
) -> None:
    """Text 1173 and 1175: what weighs is a port blockaded *at the start of its move*, and 1382 that
    *the interceptor is blockading*; the fortress is their own now, and they feed the troops on."""
    state, _ = before_caux("F-: 2 NWD", task=task, controllers={"picardie": "england"})
    state.land.sieges["caux"].works = ["+", "+"]
    [ships] = [unit for unit in state.units.values() if not unit.land]
    found = to_the_end(
        siege_segment.siege, state, [("siege-action", "undermine")], {"england.undermine": 10}
    )
    assert sides.controller(state, "caux") == "england"
    assert state.sea.tasks.get(str(ships.id), "") == left
    assert attrition_math.begin(state, Band.of([ships])).blockaded is None
    assert "The blockade of Caux is lifted" in found.told


@pytest.mark.rule("SIE-18", "UND-17", "ATS-26")
def test_an_admiral_who_blockades_lends_his_siege_value() -> None:
    """Text 3494 and 3606: *one besieger or allied blockading leader*, the largest alone."""
    state, _ = before_caux("F-: 2 NWD", task="blockade+supply:caux")
    admiral = "england-anonymous-admiral-1"
    fleet(state, "england", CHANNEL, leader=admiral, task="blockade+supply:caux")
    state.leaders[admiral].values = [1, 1, 1, 2]
    played = to_the_end(
        siege_segment.siege, state, [("siege-action", "undermine")], {"england.undermine": 2}
    )
    assert sheet(played, "undermine")["UND-17"] == 2


@pytest.mark.rule("SUP-01", "SUP-02", "SUP-20")
def test_besiegers_whose_fleet_leaves_are_without_supply_and_die_of_it_in_the_second_round() -> (
    None
):
    """Text 259 to 261: *each phasing land stack which has no supply for two consecutive rounds is
    immediately destroyed*."""
    state, army = before_caux("F-: 2 NWD", task="blockade:caux", step="supply")
    to_the_end(supply_step.supply, state, (), {"england.supply": 1})
    assert state.marks.unsupplied == set(army)
    state.marks.done.clear()
    to_the_end(supply_step.supply, state)
    assert not any(number in state.units for number in army)
    assert "caux" not in state.land.sieges


@pytest.mark.rule("SUP-22", "SUP-09", "SUP-20")
def test_troops_that_become_too_many_for_the_fleet_that_feeds_them_are_told() -> None:
    """Text 331 to 341: ships without a fleet counter supply *at most 3 LD*; what joins them may end
    the supply of all, which has to be said."""
    state = sea_table()
    put(state, "england", "normandie", "LD", "LD")
    put(state, "england", "caux", "A-")
    state.land.sieges["normandie"] = Siege("england")
    state.land.controllers["caux"] = "england"
    fleet(state, "england", CHANNEL, "NWD", "NWD", task="supply")
    found = played(movement.moves, state, {"next-move": ["caux"], "march": [["normandie"]]})
    assert "No ships supply the troops in Normandie any more: they have another line" in found.told
