"""Refit: which ships, at what price, and where they come back."""

from __future__ import annotations

import pytest

from engine.facts import board, tables
from engine.fleets import fleet_counters, fleets, ports
from engine.play.asks import Raw
from engine.sea import refit
from engine.sequence import sequence
from engine.state import State, sides
from engine.state.sea import Damaged
from tests.engine.playing import play
from tests.engine.sea.afloat import fleet, sea_table, units


def table(*damaged: tuple[str, str, int, str]) -> State:
    """England with ships damaged in a region, in an earlier round unless said otherwise."""
    state = sea_table(step="end", next_box="W4")
    state.countries["england"].treasury = 100
    state.sea.damaged = [
        Damaged("england", region, kind, number, since) for region, kind, number, since in damaged
    ]
    return state


OLD = "1:S1"


def use_up(state: State, *kinds: str, left: int = 0) -> None:
    """England has so many counters left of each of these kinds."""
    for kind in kinds:
        while fleet_counters.free_counters(state, "england", kind) > left:
            fleet(state, "england", "sea-manche", f"{kind}: 1 NWD" if kind == "F-" else kind)


@pytest.mark.rule("REF-01")
def test_ships_damaged_in_this_round_wait() -> None:
    state = table(("europe", "NWD", 1, "1:S3"))
    assert play(refit.refit, state).asks == []
    assert [
        ships.kind for ships in refit.ships_due(table(("europe", "NWD", 1, OLD)), "england")
    ] == ["NWD"]


@pytest.mark.rule("REF-02", "REF-03", "REF-05", "REF-A1")
def test_each_ship_costs_half_its_price_and_comes_back() -> None:
    state = table(("europe", "NWD", 2, OLD))
    prices = [refit.price(state, "england", kind) for kind in ("NWD", "NTD", "NDE")]
    assert prices == [15, 20, 8], "30 and 40 ducats; an NDE is half an NWD, rounded up"
    played = play(
        refit.refit, state,
        [("refit", "europe NWD"), ("refit-place", "wessex"), ("refit", "done")],
    )  # fmt: skip
    assert state.countries["england"].treasury == 85
    assert [ships.number for ships in state.sea.damaged] == [1]
    (unit,) = [unit for unit in state.units.values() if unit.kind == "NWD"]
    assert (unit.place, unit.position) == ("wessex", "port")
    assert "refits NWD in Wessex: 15 ducats" in played.told


@pytest.mark.rule("REF-04", "REF-08")
def test_as_many_as_one_pays_for_in_one_place_or_several() -> None:
    state = table(("europe", "NWD", 7, OLD))
    berths = refit.berths(state, "england", "europe", "NWD")
    answers = []
    for number in range(6):
        answers += [("refit", "europe NWD"), ("refit-place", berths[number % len(berths)])]
    play(refit.refit, state, answers)
    assert state.countries["england"].treasury == 10, "the seventh cannot be paid"
    assert len({unit.place for unit in state.units.values()}) == min(6, len(berths)) > 1


@pytest.mark.rule("REF-06", "REF-07")
def test_arsenals_of_the_region_come_before_its_ports_and_others() -> None:
    state = table()
    at_home = refit.berths(state, "england", "europe", "NWD")
    assert "wessex" in at_home
    assert "kent" not in at_home, "no arsenal"
    for place in at_home:
        state.land.controllers[place] = "france"
    assert "kent" in refit.berths(state, "england", "europe", "NWD")
    assert "kent" in refit.berths(state, "england", "mediterranean", "NWD"), "any port at last"
    state.land.controllers["gibraltar"] = state.land.controllers["malta"] = "england"
    assert "malta" in refit.berths(state, "england", "mediterranean", "NWD")
    assert "kent" not in refit.berths(state, "england", "mediterranean", "NWD")


@pytest.mark.rule("REF-07")
def test_a_port_between_two_naval_regions_serves_both() -> None:
    state = table()
    for place in ports.sites():
        state.land.controllers[place] = "france"
    state.land.controllers["tanger"] = state.land.controllers["malta"] = "england"
    for region in ("europe", "mediterranean"):
        assert "tanger" in refit.berths(state, "england", region, "NWD")


@pytest.mark.rule("REF-09")
def test_a_refitted_ship_joins_a_fleet_at_once() -> None:
    state = table(("europe", "NWD", 1, OLD))
    ships = fleet(state, "england", "wessex", "F-: 1 NWD")
    play(refit.refit, state, [("refit", "europe NWD"), ("refit-place", "wessex")])
    assert fleets.ships(units(state, ships)) == {"NWD": 2}
    assert list(state.units) == ships


@pytest.mark.rule("REF-09")
def test_without_a_counter_left_a_ship_comes_back_only_into_a_fleet_with_room() -> None:
    state = table(("europe", "NTD", 1, OLD))
    use_up(state, "NTD", "F-")
    assert refit.berths(state, "england", "europe", "NTD") == []
    assert play(refit.refit, state).asks == []
    fleet(state, "england", "wessex", "F-: 1 NWD")
    assert refit.berths(state, "england", "europe", "NTD") == ["wessex"]


@pytest.mark.rule("REF-09")
@pytest.mark.parametrize(("held", "room"), [("F+: 4 NWD, 1 NTD", False), ("F+: 4 NWD", True)])
def test_a_full_fleet_has_no_room_for_a_refitted_ship(held: str, room: bool) -> None:
    """*They may be immediately merged into an existing FLEET counter* (4207), as far as it holds
    them: in period I an F+ of England holds one transport."""
    state = table(("europe", "NTD", 1, OLD))
    use_up(state, "NTD", "F-")
    fleet(state, "england", "wessex", held)
    assert refit.berths(state, "england", "europe", "NTD") == (["wessex"] if room else [])


@pytest.mark.rule("REF-01", "OVW-07")
def test_refit_belongs_to_the_end_of_the_round() -> None:
    state = table(("europe", "NWD", 1, OLD))
    state.sequence.next_weather = [False, False, False]
    played = play(sequence.end_step, state, [("refit", "done")])
    assert [ask.name for ask in played.asks] == ["refit"]


@pytest.mark.rule("RND-06", "OVW-07", "REF-01", "LEV-07")
@pytest.mark.parametrize("last", [False, True])
def test_the_end_of_a_round_declares_levies_uses_those_declared_and_refits(last: bool) -> None:
    """*End of round covers three things*: each is done, in this order, and in the last round of the
    turn the levies, which nobody could use any more, fall away."""
    state = table(("europe", "NWD", 1, OLD))
    france, england = state.countries["france"], state.countries["england"]
    france.defeats, england.levies_declared = ["major"], True
    state.sequence.next_weather = [False, False, False]
    if last:
        state.sequence.next_box = "End"
    answers: list[Raw] = [("refit", "europe NWD"), ("refit-place", "wessex")]
    if not last:
        answers = [("recruit", "LD"), ("recruit-place", "kent"), ("recruit", "done"),
                   ("declare-levies", True), ("recruit", "done"), *answers]  # fmt: skip
    played = play(sequence.end_step, state, answers)
    assert played.phase.state.sequence.step == "wintering"
    raised = [unit.place for unit in state.units.values() if unit.kind == "LD"]
    ships = [unit.place for unit in state.units.values() if unit.kind == "NWD"]
    assert (raised, ships) == ([] if last else ["kent"], ["wessex"])
    assert state.sea.damaged == []
    assert (england.treasury, england.recruited_cost) == (85, 0 if last else 11)
    assert france.levies_declared != last


@pytest.mark.rule("REF-04", "REF-08")
def test_with_one_place_only_nobody_is_asked_where() -> None:
    for held, asked in ((("wessex",), []), (("east-anglia", "wessex"), ["refit-place"])):
        state = table(("europe", "NWD", 1, OLD))
        for place in board.provinces():
            if sides.controller(state, place) == "england" and place not in held:
                state.land.controllers[place] = "france"
        assert refit.berths(state, "england", "europe", "NWD") == list(held)
        answers: list[Raw] = [("refit", "europe NWD"), *[("refit-place", "wessex")] * len(asked)]
        played = play(refit.refit, state, answers)
        assert [ask.name for ask in played.asks] == ["refit", *asked]
        assert [unit.place for unit in state.units.values() if unit.kind == "NWD"] == ["wessex"]


@pytest.mark.rule("REF-02", "REF-04")
@pytest.mark.parametrize(("missing", "offered"), [(0, True), (1, False)])
def test_the_last_ducat_refits_a_ship(missing: int, offered: bool) -> None:
    """*The country must pay half the recruitment price of each ND it wants to refit* (4194)."""
    state = table(("europe", "NWD", 1, OLD))
    ducats = refit.price(state, "england", "NWD")
    assert ducats is not None
    state.countries["england"].treasury = ducats - missing
    assert bool(refit._wares(state, "england")) == offered


@pytest.mark.rule("REF-A1")
def test_a_galleass_is_refitted_for_the_price_of_two_galleys() -> None:
    """Venice buys a galley for 10 ducats and a warship for 45, rounded up at the end."""
    state = sea_table(alliances={"venice": ["venice"], "turkey": ["turkey"]},
                      wars=[("venice", "turkey")])  # fmt: skip
    prices = [refit.price(state, "venice", kind) for kind in ("NGD", "VGD", "NWD", "NDE")]
    assert prices == [5, 10, 23, 12]


@pytest.mark.rule("REF-07")
@pytest.mark.parametrize(("left", "found"), [(2, True), (1, True), (0, False)])
def test_a_new_counter_is_made_while_one_is_left(left: int, found: bool) -> None:
    """A counter for the ship alone: with the last one too."""
    state = table()
    use_up(state, "F-")
    use_up(state, "NTD", left=left)
    assert ("wessex" in refit.berths(state, "england", "europe", "NTD")) == found


@pytest.mark.rule("REF-02", "REF-A1")
def test_who_has_no_printed_price_pays_what_his_patron_would() -> None:
    state = sea_table(
        alliances={"england": ["england"], "france": ["france"], "genoa": ["genoa"]},
        minors={"genoa": "france"},
    )  # fmt: skip
    for name in ("england", "france", "genoa"):
        state.countries[name].naval_technology = "carrack"
    assert refit.payer(state, "england") == "england"
    payer = refit.payer(state, "genoa")
    assert payer in {"genoa", "france"}
    assert refit.price(state, "genoa", "NWD") == refit.price(state, payer, "NWD")
    state.countries["genoa"].naval_technology = "no such"
    assert refit.payer(state, "genoa") == "france"
    assert refit.price(state, "genoa", "NWD") == refit.price(state, "france", "NWD")


@pytest.mark.rule("REF-02", "REF-A1")
@pytest.mark.parametrize(
    ("kind", "ducats"), [("NWD", 15), ("NTD", 20), ("NDE", 8), ("NGD", None), ("VGD", None)]
)
def test_what_each_kind_of_ship_costs_to_refit(kind: str, ducats: int | None) -> None:
    """Half a warship of 30, a quarter for an exploration detachment; England builds no galleys."""
    assert refit.price(table(), "england", kind) == ducats


@pytest.mark.rule("REF-02")
def test_a_galleass_is_refitted_at_the_price_of_two_galleys() -> None:
    state = sea_table(alliances={"venice": ["venice"], "turkey": ["turkey"]}, wars=[])
    state.countries["venice"].naval_technology = "carrack"
    full = tables.naval_price("venice", "carrack", "buy_ngd")
    assert full is not None
    assert refit.price(state, "venice", "NGD") == (full + 1) // 2
    assert refit.price(state, "venice", "VGD") == full


@pytest.mark.rule("REF-09")
@pytest.mark.parametrize(
    ("country", "place", "counter", "joins"),
    [
        ("england", "wessex", "F-: 1 NWD", True), ("england", "sea-manche", "F-: 1 NWD", False),
        ("holland", "wessex", "F-: 1 NWD", False), ("england", "wessex", "NWD", False),
        ("england", "kent", "F-: 1 NWD", False),
    ],
)  # fmt: skip
def test_a_refitted_ship_joins_a_fleet_of_its_country_in_port_alone(
    country: str, place: str, counter: str, joins: bool
) -> None:
    state = sea_table(alliances={"england": ["england", "holland"], "france": ["france"]})
    (other,) = fleet(state, country, place, counter)
    found = refit._fleet(state, "wessex", "england", "NWD")
    assert (found is not None and found.id == other) == joins


@pytest.mark.rule("REF-05", "REF-09")
@pytest.mark.parametrize(
    ("kind", "there", "ships"),
    [("NTD", (), ["NTD {}"]), ("NDE", (), ["NDE {}"]), ("NWD", (), ["NWD {}"]),
     ("NTD", ("F-: 1 NWD",), ["F- {'NWD': 1, 'NTD': 1}"]),
     ("NDE", ("F-: 1 NWD",), ["F- {'NWD': 1}", "NDE {}"]),
     ("NWD", ("F-: 2 NWD",), ["F+ {'NWD': 3}"])],
)  # fmt: skip
def test_a_refitted_ship_comes_back_as_what_it_was(
    kind: str, there: tuple[str, ...], ships: list[str]
) -> None:
    """*The counters are put on the map*, or into a fleet of the port, which shows its full side
    when it must; a detachment of exploration lies beside it."""
    state = table(("europe", kind, 1, OLD))
    fleet(state, "england", "wessex", *there)
    play(refit.refit, state, [("refit", f"europe {kind}"), ("refit-place", "wessex")])
    assert [f"{unit.kind} {unit.ships}" for unit in state.units.values()] == ships
    assert state.sea.damaged == []


@pytest.mark.rule("REF-09", "REF-A3")
@pytest.mark.parametrize(
    ("number", "there", "found"),
    [(2, (), ["NDE", "NDE"]), (3, (), ["NWD"]), (1, ("NDE", "NDE"), ["NWD"]),
     (4, ("F-: 1 NWD",), ["F-", "NDE", "NWD"])],
)  # fmt: skip
def test_stacking_is_enforced_behind_a_refit_and_three_explorers_are_a_warship(
    number: int, there: tuple[str, ...], found: list[str]
) -> None:
    """*They may be immediately (before stacking is enforced) merged into an existing FLEET counter
    or used to create a new one* (4209): behind it, a port holds them by its fleets, and at most two
    detachments of exploration lie loose in a stack (C-STK-03)."""
    state = table(("europe", "NDE", number, OLD))
    fleet(state, "england", "wessex", *there)
    answers = [("refit", "europe NDE"), ("refit-place", "wessex")] * number
    play(refit.refit, state, answers)
    assert sorted(unit.kind for unit in state.units_at("wessex")) == found


@pytest.mark.rule("REF-07", "REF-09")
def test_an_arsenal_with_room_for_a_new_fleet_comes_before_a_port() -> None:
    """*In controlled arsenals in the corresponding region (with enough room to hold them, possibly
    immediately creating new fleet counter)* (4201): where no detachment is left in the box, too."""
    state = table(("europe", "NWD", 1, OLD))
    fleet(state, "england", "kent", "F-: 1 NWD")
    use_up(state, "NWD")
    berths = refit.berths(state, "england", "europe", "NWD")
    assert "wessex" in berths
    assert "kent" not in berths, "a port, though a fleet there has room"
    play(refit.refit, state, [("refit", "europe NWD"), ("refit-place", "wessex")])
    (made,) = state.units_at("wessex")
    assert (made.kind, made.ships, made.position) == ("F-", {"NWD": 1}, "port")
