"""Supply: sources, lines, weak supply, and the supply step."""

from types import SimpleNamespace
from typing import Any

import pytest

from engine.facts import board
from engine.fleets import blockades
from engine.games import statistics
from engine.land.supply import attrition_math, supply_lines, supply_step
from engine.modifiers import Modifier
from engine.play.phase import Phase
from engine.sequence import sequence
from engine.state import State, sides
from engine.state.land import Revolt, Siege
from tests.engine.playing import Played, play, put, set_fields, tabletop

NEAR = ("artois", "picardie", "ile-de-france", "champagne", "flandre", "hainaut")


def _around(**fields: Any) -> State:
    """Artois and what lies around it Spanish and unfortified; beyond it France is French."""
    state = tabletop(
        controllers=dict.fromkeys(NEAR, "spain"), levels=dict.fromkeys(NEAR, 0), step="supply"
    )
    set_fields(state, **fields)
    return state


def _line(
    state: State, place: str = "artois", alliance: str = "france"
) -> supply_lines.Line | None:
    units = [unit for unit in state.units_at(place) if unit.country == alliance]
    return supply_lines.trace_line(state, units, place, alliance)


def _rules(line: supply_lines.Line | None) -> list[str]:
    assert line is not None
    return [cause.rule for cause in line.weak]


# Sources and lines.


@pytest.mark.rule("SUP-08", "SUP-10")
def test_the_line_costs_what_the_stack_would_pay_from_the_source() -> None:
    state = _around()
    put(state, "france", "artois", "LD")
    line = _line(state)
    assert line is not None
    assert line[:4] == (4, "caux", ("caux", "picardie", "artois"), ())
    state.land.controllers["picardie"] = "france"
    assert _line(state) == (2, "picardie", ("picardie", "artois"), (), 0)
    state.land.controllers["artois"] = "france"
    state.land.owners["artois"] = "france"
    assert _line(state) == (0, "artois", ("artois",), (), 0)
    troops = state.units_at("artois")
    across = supply_lines.trace_line(state, troops, "ile-de-france", "france")
    assert across is not None
    assert across.source == "artois"
    for place in board.provinces():
        if place != "picardie" and sides.controlled_by(state, place, "france"):
            state.land.controllers[place] = "spain"
    across = supply_lines.trace_line(state, troops, "ile-de-france", "france")
    assert across is not None
    assert (across.source, across.cost) == ("picardie", 3), "over the river"


@pytest.mark.rule("SUP-09")
def test_a_source_supplies_any_number_of_stacks() -> None:
    state = _around()
    for place in ("artois", "picardie", "ile-de-france"):
        put(state, "france", place, "A+", "A+")
        assert _line(state, place) is not None


@pytest.mark.rule("SUP-12")
def test_no_line_is_longer_than_12() -> None:
    state = _around()
    put(state, "france", "artois", "LD")
    for place in board.provinces():
        if place != "provence" and board.province(place).owner_1492 == "france":
            state.land.controllers[place] = "spain"
            state.land.levels[place] = 0
    assert _line(state) is None, "Provence lies further away"
    put(state, "france", "lyonnais", "LD")
    near = _line(state, "lyonnais")
    assert near is not None
    assert near.source == "provence"


@pytest.mark.rule("SUP-12", "SUP-13")
def test_from_6_movement_points_on_a_line_is_weak_and_none_has_more_than_12() -> None:
    state = _around()
    for place in board.provinces():
        if place != "provence" and board.province(place).owner_1492 == "france":
            state.land.controllers[place] = "spain"
            state.land.levels[place] = 0
    troops = [state.units[number] for number in put(state, "france", "lyonnais", "LD")]
    around = (place for place, each in board.provinces().items() if each.map == "europe")
    traced = (supply_lines.trace_line(state, troops, place, "france") for place in around)
    found = [line for line in traced if line is not None]
    for line in found:
        assert _rules(line) == (["SUP-13"] if line.cost >= 6 else [])
    assert {5, 6, 12} <= {line.cost for line in found} <= set(range(13))


@pytest.mark.rule("SUP-15", "SUP-18")
def test_a_source_that_is_not_owned_is_weak_and_another_is_taken_to_avoid_it() -> None:
    state = _around()
    state.land.controllers["flandre"] = "france"
    put(state, "france", "artois", "LD")
    line = _line(state)
    assert line is not None
    assert (line.source, line.cost, line.weak) == ("caux", 4, ())
    assert (
        supply_lines.distance_to_source(state, list(state.units_at("artois")), "artois", "france")
        == 2
    )
    for place in board.provinces():
        if board.province(place).owner_1492 == "france":
            state.land.controllers[place] = "spain"
            state.land.levels[place] = 0
    line = _line(state)
    assert line is not None
    assert [(each.rule, each.why) for each in line.weak] == [
        ("SUP-15", "the source Flandre is controlled but not owned")
    ]
    state.land.owners["flandre"] = "england"
    state.diplomacy.alliances[0].members.append("england")
    assert _line(state) == (2, "flandre", ("flandre", "artois"), (), 0), "owned by an ally"


@pytest.mark.rule("SUP-14", "SUP-A5", "MOV-01")
def test_desert_is_weak_and_double_but_not_for_its_own_people_nor_in_place() -> None:
    state = tabletop(
        alliances={"spain": ["spain"], "algeria": ["algeria"]},
        wars=[("spain", "algeria")],
        controllers={"oran": "spain"},
        owners={"oran": "spain"},
        levels={"kabylie": 0},
    )
    put(state, "spain", "oran", "LD")
    assert _line(state, "oran", "spain") == (0, "oran", ("oran",), (), 0)
    put(state, "spain", "kabylie", "LD")
    away = _line(state, "kabylie", "spain")
    assert away is not None
    assert (away.cost, _rules(away)) == (5, ["SUP-14"])
    state = tabletop(alliances={"algeria": ["algeria"]}, wars=[])
    put(state, "algeria", "kabylie", "LD")
    state.land.controllers["kabylie"] = "spain"
    home = _line(state, "kabylie", "algeria")
    assert home is not None
    assert home.weak == ()


@pytest.mark.rule("SUP-14", "SUP-A5")
def test_a_stack_in_the_desert_is_in_weak_supply_from_outside_it() -> None:
    state = tabletop(
        alliances={"turkey": ["turkey"], "mamluks": ["mamluks"]}, wars=[("turkey", "mamluks")],
        owners={"nil": "turkey"},
    )  # fmt: skip
    put(state, "turkey", "tobrouk", "LD")
    state.land.sieges["tobrouk"] = Siege("turkey")
    line = _line(state, "tobrouk", "turkey")
    assert line is not None
    assert (line.source, _rules(line)) == ("nil", ["SUP-14"])


@pytest.mark.rule("SUP-17", "SUP-18")
def test_the_fewest_causes_win_before_the_shortest_way() -> None:
    state = _around()
    for place in ("caux", "troyes", "bourgogne", "orleanais"):
        state.land.controllers[place] = "spain"
        state.land.levels[place] = 0
    state.land.controllers["flandre"] = "france"
    put(state, "france", "artois", "LD")
    line = _line(state)
    assert line is not None
    assert (line.source, _rules(line)) == ("flandre", ["SUP-15"]), "one cause each: the shorter"
    state.land.owners["picardie"] = "france"
    state.land.controllers["picardie"] = "france"
    line = _line(state)
    assert line is not None
    assert (line.source, line.weak) == ("picardie", ())


@pytest.mark.rule("SUP-A3")
def test_what_cuts_a_line() -> None:
    state = _around()
    for place in NEAR[2:]:
        state.land.levels[place] = 2
    put(state, "france", "artois", "LD")
    assert _line(state) is not None, "through Picardie alone"
    [enemy] = put(state, "spain", "picardie", "LD")
    assert _line(state) is None, "an unbesieged enemy"
    state.put(state.units[enemy], "picardie", "inside")
    state.land.levels["picardie"] = 1
    assert _line(state) is None, "an enemy fortress"
    state.land.sieges["picardie"] = Siege("france")
    assert _line(state) is not None, "a besieged fortress does not cut"
    state.remove(state.units[enemy])
    state.land.revolts["picardie"] = [Revolt("rebellion", "-", "france")]
    assert _line(state) is not None, "a friendly rebellion does not cut"
    state.land.revolts["picardie"] = [Revolt("revolt", "-")]
    assert _line(state) is None
    state.land.revolts.clear()
    del state.land.sieges["picardie"]
    state.land.controllers["picardie"] = "burgundy"
    state.land.levels["picardie"] = 0
    assert _line(state) is None, "neutral land"


@pytest.mark.rule("SUP-A3")
def test_the_own_province_never_cuts() -> None:
    state = _around()
    put(state, "france", "artois", "LD")
    put(state, "spain", "artois", "A+")
    assert _line(state) is not None


@pytest.mark.rule("SUP-31", "SUP-08")
def test_without_ships_nobody_supplies_or_blockades_by_sea() -> None:
    state = _around()
    units = [state.units[number] for number in put(state, "france", "picardie", "LD")]
    assert supply_lines.fleet_sources(state, units, "picardie", "france") == []
    assert not blockades.is_blockaded(state, "picardie")
    assert supply_lines.trace_line(state, [], "picardie", "france") is None


# The supply step.


def _step(state: State, answers: list[Any] | None = None, **dice: Any) -> Played:
    return play(
        supply_step.supply, state, answers or [], {k.replace("_", "."): v for k, v in dice.items()}
    )


def _cut_off(state: State) -> None:
    for border in board.land_neighbours("artois"):
        put(state, "spain", border.other, "LD")


@pytest.mark.rule("SUP-01", "SUP-A1")
def test_two_rounds_without_supply_destroy_a_stack() -> None:
    state = _around()
    units = put(state, "france", "artois", "A+", leader="foix")
    _cut_off(state)
    played = _step(state, france_supply=3)
    assert "has no line of supply" in played.told
    assert state.marks.unsupplied == set(units)
    state.marks.done.clear()
    played = _step(state)
    assert "was without supply in two rounds running and is destroyed" in played.told
    assert statistics.losses(played.phase.story) == [
        statistics.Loss("france", 12, 0, "want of supply", 1, state.sequence.box)
    ]
    assert not list(state.units_at("artois"))
    assert state.leaders["foix"].status == "map", "he stays alone (LDR-A5)"


@pytest.mark.rule("SUP-01", "SUP-A1", "LDR-A5")
@pytest.mark.parametrize(("leader", "whole"), [("foix", True), ("foix", False), (None, True)])
def test_a_leader_stays_alone_only_where_all_his_troops_are_destroyed(
    leader: str | None, whole: bool
) -> None:
    state = _around()
    units = put(state, "france", "artois", "A+", leader=leader)
    _cut_off(state)
    state.marks.unsupplied.update(units)
    fresh = [] if whole else put(state, "france", "artois", "LD")
    played = _step(state) if whole else _step(state, france_supply=3)
    assert [*state.units_at("artois")] == [state.units[number] for number in fresh]
    assert ("alone (LDR-A5)" in played.told) is (leader is not None and whole)


@pytest.mark.rule("SUP-02", "SUP-A1")
def test_supply_between_the_tests_saves_it() -> None:
    state = _around()
    [unit] = put(state, "france", "artois", "A+")
    _cut_off(state)
    _step(state, france_supply=3)
    supply_lines.refresh(state)
    assert state.marks.unsupplied == {unit}, "still cut off"
    enemy = state.units_at("picardie")[0]
    state.put(enemy, "brabant")
    supply_lines.refresh(state)
    assert state.marks.unsupplied == set()
    state.put(enemy, "picardie")
    state.marks.done.clear()
    _step(state, france_supply=3)
    assert state.marks.unsupplied == {unit}


@pytest.mark.rule("SUP-02")
def test_supply_at_the_end_of_an_impulse_saves_it() -> None:
    state = _around()
    [unit] = put(state, "france", "artois", "A+")
    state.marks.unsupplied.add(unit)
    sequence.end_impulse(Phase(state))
    assert state.marks.unsupplied == set()


@pytest.mark.rule("SUP-01")
def test_only_what_was_out_of_supply_before_is_destroyed() -> None:
    state = _around()
    [old] = put(state, "france", "artois", "A+", leader="foix")
    _cut_off(state)
    _step(state, france_supply=3)
    [new] = put(state, "france", "artois", "LD")
    state.marks.done.clear()
    _step(state, france_supply=3)
    assert old not in state.units
    assert new in state.marks.unsupplied
    assert state.leaders["foix"].status == "map"


@pytest.mark.rule("SUP-03")
def test_only_phasing_stacks_without_full_supply_roll() -> None:
    state = _around()
    put(state, "france", "artois", "LD")
    put(state, "france", "lyonnais", "LD")
    put(state, "spain", "orleanais", "A+")
    assert _step(state).phase.story == [], "everybody is in full supply, Spain is not phasing"
    _cut_off(state)
    state.marks.done.clear()
    assert "no line of supply" in _step(state, france_supply=3).told


@pytest.mark.rule("SUP-03", "SUP-13", "SAT-03")
def test_weak_supply_rolls_with_its_causes() -> None:
    state = _around()
    for place in ("caux", "troyes", "bourgogne", "orleanais"):
        state.land.controllers[place] = "spain"
        state.land.levels[place] = 0
    put(state, "france", "artois", "LD")
    played = _step(state, france_supply=5)
    assert "a line of 7 movement points" in played.told
    assert played.phase.story[0].sheet is not None
    assert played.phase.story[0].sheet["modifiers"] == []
    assert state.marks.unsupplied == set()


def _garrison(state: State) -> list[int]:
    state.land.controllers["artois"] = state.land.owners["artois"] = "france"
    state.land.levels["artois"] = 2
    state.land.sieges["artois"] = Siege("spain", ["-"])
    put(state, "spain", "artois", "A+")
    return put(state, "france", "artois", "LD", "LD", position="inside")


@pytest.mark.rule("SUP-04", "SUP-06", "SAT-14")
def test_the_besieged_roll_siege_attrition_only() -> None:
    state = _around()
    units = _garrison(state)
    state.land.owners["artois"] = "spain"
    played = _step(state, france_besieged=8)
    assert [number for number in units if number in state.units] == [units[1]]
    [roll] = [entry for entry in played.phase.story if entry.kind == "roll"]
    assert roll.sheet is not None
    assert [rule for _, _, rule in roll.sheet["modifiers"]] == ["SAT-18"]


@pytest.mark.rule("SUP-05", "SUP-A2")
def test_a_resupplied_fortress_lets_its_garrison_off_once() -> None:
    state = _around()
    units = _garrison(state)
    state.land.controllers["artois"] = "france"
    state.land.resupplied.add("artois")
    state.marks.unsupplied.update(units)
    assert "supplied by sea, rolls no siege attrition (SUP-05)" in _step(state).told
    assert (state.land.resupplied, state.marks.unsupplied) == (set(), set())
    state.marks.done.clear()
    _step(state, france_besieged=2)


@pytest.mark.rule("SUP-05")
def test_the_flag_of_another_alliance_stays() -> None:
    state = _around(resupplied={"artois"})
    _step(state)
    assert state.land.resupplied == {"artois"}


@pytest.mark.rule("SUP-03")
def test_the_alliance_chooses_the_order_of_the_rolls() -> None:
    state = _around()
    put(state, "france", "artois", "LD")
    put(state, "france", "flandre", "LD")
    for place in ("artois", "flandre"):
        for border in board.land_neighbours(place):
            if border.other not in ("artois", "flandre"):
                put(state, "spain", border.other, "LD")
    played = _step(state, [("next-supply", "flandre/field")], france_supply=[3, 4])
    assert [ask.who for ask in played.asks] == ["france"]
    rolls = [entry.place for entry in played.phase.story if entry.kind == "roll"]
    assert rolls == ["flandre", "artois"]


@pytest.mark.rule("SIE-09", "SUP-07")
def test_nobody_else_rolls_in_the_supply_step() -> None:
    state = _around()
    put(state, "france", "sea-manche", "F+")
    state.land.sieges["artois"] = Siege("france")
    state.land.levels["artois"] = 5
    put(state, "france", "artois", "LD")
    assert _step(state).phase.story == [], "a besieger in supply rolls in the siege segment"
    assert attrition_math.besieger_modifiers(state, "artois", "france") == ()


@pytest.mark.rule("AFT-02")
@pytest.mark.parametrize("before", [False, True])
def test_besiegers_who_die_of_attrition_or_want_besiege_no_longer(before: bool) -> None:
    state = _around()
    around = ("artois", *(border.other for border in board.land_neighbours("artois")))
    state.land.controllers |= dict.fromkeys(around, "france")
    state.land.levels["artois"] = 2
    state.diplomacy.alliances.reverse()
    besiegers = put(state, "spain", "artois", "LD")
    state.land.sieges["artois"] = Siege("spain")
    if before:
        state.marks.unsupplied.update(besiegers)
    played = play(supply_step.supply, state, dice={} if before else {"spain.supply": 10})
    assert not played.phase.state.units
    assert not played.phase.state.land.sieges


@pytest.mark.rule("UND-39", "UND-40", "SUP-17")
def test_the_nearer_of_land_and_fleet_is_the_distance_to_supply() -> None:
    """*Any source will do*: of a city and a fleet off the coast the nearer one, and a fleet alone
    where no city is."""
    state = _around()
    put(state, "france", "picardie", "LD")
    troops = list(state.units_at("picardie"))

    def distance() -> int | None:
        return supply_lines.distance_to_source(state, troops, "picardie", "france")

    assert distance() == 2, "from Caux"
    ship = put(state, "france", "sea-manche", "NWD")[0]
    state.sea.tasks[str(ship)] = "supply"
    fleet = [line.cost for line in supply_lines.fleet_sources(state, troops, "picardie", "france")]
    assert fleet == [3]
    assert distance() == 2, "the city is nearer still"
    for place in ("caux", "ile-de-france"):
        state.land.controllers[place] = "spain"
    assert distance() == 3, "now the fleet is nearer"


@pytest.mark.rule("SUP-14", "SUP-A4")
def test_a_fleet_that_supplies_a_foreign_desert_does_so_weakly_and_at_double_cost() -> None:
    """The landing is part of the line; the desert's own people and other coasts are spared."""
    for country, place, cost, weak in (
        ("spain", "algerie", 6, True), ("algeria", "algerie", 3, False),
        ("spain", "provence", 3, False),
    ):  # fmt: skip
        state = tabletop(alliances={country: [country], "france": ["france"]},
                         wars=[(country, "france")])  # fmt: skip
        put(state, country, place, "LD")
        zone = "sea-alger" if place == "algerie" else "sea-lion"
        state.sea.tasks[str(put(state, country, zone, "NWD")[0])] = "supply"
        found = supply_lines.fleet_sources(state, list(state.units_at(place)), place, country)
        lengths = [line.cost for line in found]
        assert [each >= cost for each in lengths] == [True]
        assert [("SUP-14" in _rules(line)) for line in found] == [weak], (country, place)


@pytest.mark.rule("SUP-13", "SUP-14", "SUP-16")
def test_each_cause_of_a_fleets_line_is_one() -> None:
    """By sea too *weak supply* is one worse for each cause: through desert, far, from afar."""
    state = tabletop(alliances={"spain": ["spain"], "france": ["france"]},
                     wars=[("spain", "france")])  # fmt: skip
    put(state, "spain", "algerie", "LD")
    state.sea.tasks[str(put(state, "spain", "sea-alger", "NWD")[0])] = "supply"
    (line,) = supply_lines.fleet_sources(state, list(state.units_at("algerie")), "algerie", "spain")
    assert {each.rule: each.value for each in line.weak}["SUP-14"] == 1
    assert {each.value for each in line.weak} == {1}


@pytest.mark.rule("SUP-01", "DIS-08")
def test_what_a_starved_stack_had_discovered_is_lost_with_it() -> None:
    """Text 215: a stack without supply for two rounds is destroyed at once, and nobody is left to
    bring home what it knew."""
    state = tabletop(step="supply", known={"france": {"azteca-c"}})
    (scouts,) = put(state, "france", "azteca-c", "LDE")
    state.overseas.discoveries[str(scouts)] = {"azteca-e"}
    state.marks.unsupplied.add(scouts)
    played = _step(state)
    assert not state.units
    assert "is lost with its discoverers" in played.told


@pytest.mark.rule("SUP-16", "SUP-A4", "SUP-A7")
def test_a_fleet_without_a_port_supplies_at_the_landing_alone_and_weakly() -> None:
    """C-SUP-06: 3 MP, and one more for each sea between the fleet and its port; where it has none
    the line is as short as the landing and weak (text 254)."""
    state = tabletop()
    put(state, "france", "cornwall", "LD")
    state.sea.tasks[str(put(state, "france", "sea-manche", "NWD")[0])] = "supply"
    here = list(state.units_at("cornwall"))
    (line,) = supply_lines.fleet_sources(state, here, "cornwall", "france")
    assert (line.cost, [each.rule for each in line.weak]) == (3, [])
    for place in board.provinces():
        if board.province(place).port and sides.controlled_by(state, place, "france"):
            state.land.controllers[place] = "spain"
    (line,) = supply_lines.fleet_sources(state, here, "cornwall", "france")
    assert (line.cost, [each.rule for each in line.weak]) == (3, ["SUP-16"])


@pytest.mark.rule("SUP-16", "SUP-18")
def test_of_two_fleets_the_better_supplies() -> None:
    """Text 259: it is possible to take supply from a further source to avoid weak supply: not from
    the fleet that is far from its port while another lies beside its own."""
    state = tabletop()
    put(state, "spain", "kreta", "LD")
    for zone in ("sea-levantin", "sea-ionienne"):
        state.sea.tasks[str(put(state, "spain", zone, "NWD")[0])] = "supply"
    here = list(state.units_at("kreta"))
    found = supply_lines.fleet_sources(state, here, "kreta", "spain")
    assert sorted(len(line.weak) > 0 for line in found) == [False, True]
    line = supply_lines.trace_line(state, here, "kreta", "spain")
    assert line is not None
    assert (line.source, line.weak) == ("sea-ionienne", ())


@pytest.mark.rule("SUP-13", "SUP-16", "SUP-A4", "SUP-A7")
@pytest.mark.parametrize(
    ("zones", "cost", "weak"),
    [(0, 3, []), (1, 4, ["SUP-16"]), (2, 5, ["SUP-16"]), (3, 6, ["SUP-13", "SUP-16"]),
     (9, 12, ["SUP-13", "SUP-16"]), (10, None, []), (None, 3, ["SUP-16"])],
)  # fmt: skip
def test_a_fleets_line_is_the_landing_and_the_zones_to_its_port(
    monkeypatch: pytest.MonkeyPatch, zones: int | None, cost: int | None, weak: list[str]
) -> None:
    """Text 245: a line is at most 12 MP; text 249: at least 6 MP long it is weak; text 254: so is
    one from a fleet that is not beside its port. Each is one cause."""
    state = tabletop()
    put(state, "france", "cornwall", "LD")
    here = list(state.units_at("cornwall"))
    line = SimpleNamespace(length=zones, strait_forts=2) if zones is not None else None
    fleet = SimpleNamespace(place="sea-manche")
    monkeypatch.setattr("engine.fleets.supply_by_sea.suppliers", lambda *_: [(fleet, line)])
    found = supply_lines.fleet_sources(state, here, "cornwall", "france")
    assert [each.cost for each in found] == ([] if cost is None else [cost])
    for each in found:
        assert [(part.rule, part.value) for part in each.weak] == [(rule, 1) for rule in weak]
        assert each.strait_forts == (2 if line else 0)


@pytest.mark.rule("SUP-05")
@pytest.mark.parametrize(
    ("position", "resupplied", "full"),
    [("inside", True, True), ("inside", False, False), ("field", True, False)],
)
def test_only_the_besieged_whom_ships_have_supplied_are_in_full_supply(
    position: Any, resupplied: bool, full: bool
) -> None:
    """*The besieged stack counts as fully supplied, even where it would be in weak supply*: the
    others have the line they have."""
    state = _around(sieges={"artois": Siege("spain")})
    put(state, "france", "artois", "LD", position=position)
    if resupplied:
        state.land.resupplied.add("artois")
    stack = sides.stack(state, "artois", "france", position)
    by_land = _line(state)
    assert by_land is not None
    assert by_land.cost == 4
    whole = supply_lines.Line(0, "artois", ("artois",))
    assert supply_lines.line_of(state, stack) == (whole if full else by_land)


@pytest.mark.rule("SUP-A6")
@pytest.mark.parametrize(
    ("place", "kinds", "exempt"),
    [
        ("congo-s", ["LD"], True), ("congo-s", ["LD", "LDE"], True), ("congo-s", ["A-"], False),
        ("congo-s", ["LD", "A+"], False), ("artois", ["LD"], False),
    ],
)  # fmt: skip
def test_ld_alone_overseas_do_not_mind_how_long_a_line_is(
    place: str, kinds: list[Any], exempt: bool
) -> None:
    """*Stacks made of LD and/or LDE with no A counter, located on the ROTW map.*"""
    state = tabletop()
    units = [state.units[number] for number in put(state, "france", place, *kinds)]
    assert supply_lines._rotw_detachments(state, units, place) is exempt


@pytest.mark.rule("SUP-18", "SAT-03", "SAT-10")
def test_of_lines_the_one_that_adds_least_to_attrition_is_best() -> None:
    """*Adds least to attrition, strait forts counted in*: none weak before one that is, each cause
    beyond the first 2 and a fort 1; then the shorter."""
    cause = Modifier(1, "weak", "SUP-13")
    lines = [
        supply_lines.Line(5, "e", ("e",)),
        supply_lines.Line(5, "f", ("f",), (), 1),
        supply_lines.Line(9, "a", ("a",), (cause,)),
        supply_lines.Line(1, "c", ("c",), (cause,), 1),
        supply_lines.Line(1, "b", ("b",), (cause,), 2),
        supply_lines.Line(2, "d", ("d",), (cause, cause)),
        supply_lines.Line(0, "g", ("g",), (cause, cause), 1),
        supply_lines.Line(0, "h", ("h",), (cause, cause, cause)),
    ]
    turned = lines[::-1]
    assert sorted(turned, key=supply_lines._merit) == lines
