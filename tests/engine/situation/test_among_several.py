"""Where one of several counts, or a number is just enough: who commands, what is free, how far."""

from __future__ import annotations

import pytest

from engine.combat.leaders import Commander
from engine.facts import board, countries
from engine.fleets import fleets
from engine.land.battle import parameters
from engine.land.battle.parameters import crossing
from engine.land.ground import besieging
from engine.land.siege import assault_math
from engine.land.supply import attrition_math, supply_lines
from engine.sequence import battle_order, wintering
from engine.situation import command, counters, hierarchy, turkey
from engine.state import sides
from engine.state.forces import LAND_THIRDS
from engine.state.land import Siege
from engine.state.leaders import Leader
from tests.engine.playing import lead, new_year, put, tabletop


def test_an_army_breaks_when_just_enough_counters_are_free() -> None:
    """C-FOR-02, C-FOR-05."""
    for spare, breaks in ((2, True), (1, False)):
        state = tabletop()
        (army,) = put(state, "france", "artois", "A-")
        free = counters.free_counters(state, "france", "LD")
        for _ in range(free - spare):
            put(state, "france", "picardie", "LD")
        assert counters.free_counters(state, "france", "LD") == spare
        if breaks:
            made = counters.break_counter(state, state.units[army], ("LD", "LD"))
            assert [unit.kind for unit in made] == ["LD", "LD"]
        else:
            with pytest.raises(ValueError, match="2 counters LD are needed"):
                counters.break_counter(state, state.units[army], ("LD", "LD"))


def test_natives_have_as_many_counters_as_they_like() -> None:
    """C-FOR-05."""
    state = tabletop()
    for _ in range(40):
        put(state, "france", "artois", "LD", position="inside")
    assert counters.free_counters(state, "france", "LD") == 0
    assert counters.free_counters(state, "france", "LD", "native") > 40


def test_of_equal_ranks_the_better_values_stand_first() -> None:
    """C-CMD-01: manoeuvre, then fire and shock together, then siege."""
    state = tabletop()
    for name in ("foix", "tremoille"):
        put(state, "france", "artois", "LD", leader=name)
    a, b = state.leaders["foix"], state.leaders["tremoille"]
    units = state.troops_of("france")
    for mine, other, first in (
        ([3, 0, 0, 0], [2, 5, 5, 5], "foix"),
        ([2, 3, 3, 0], [2, 2, 3, 5], "foix"),
        ([2, 2, 3, 0], [2, 3, 3, 0], "tremoille"),
        ([2, 3, 2, 0], [2, 2, 2, 5], "foix"),
        ([2, 3, 3, 0], [2, 3, 3, 1], "tremoille"),
    ):
        a.values, b.values = mine, other
        found = command.candidates(state, [*units], [a, b])
        if {command.values(each)[0] for each in (a, b)} == {command.values(a)[0]}:
            assert found[0].leader == first, (mine, other)
            assert len(found) == 2


def test_a_vizier_is_known_as_one() -> None:
    """C-CMD-04."""
    viziers = [each.id for each in countries.leaders().values() if each.variant == "vizier"]
    assert viziers
    assert all(command.vizier(Leader(name, "turkey")) for name in viziers)
    assert not command.vizier(Leader("foix", "france"))


def test_natives_have_the_best_technology_of_the_countries_overseas() -> None:
    """C-TER-14."""
    overseas = sorted(
        name
        for name, each in countries.countries().items()
        if each.kind == "rotw" and countries.technology_group(name) == "ROTW"
    )[:2]
    state = tabletop(alliances={"france": ["france"], **{each: [each] for each in overseas}})
    place = next(
        each.id for each in board.provinces().values()
        if each.map != "europe" and each.area and command.native_technology(state, each.id)
        != "medieval"
    )  # fmt: skip
    for one, other in (("arquebus", "medieval"), ("medieval", "arquebus")):
        for name, technology in zip(overseas, (one, other), strict=True):
            state.countries[name].land_technology = technology
        assert command.native_technology(state, place) == "arquebus"


# Turkey.


@pytest.mark.rule("WIN-07")
def test_home_is_as_many_provinces_off_as_lie_on_the_turkish_way() -> None:
    """Through land that Turkey owns or holds; where there is none, over any land; nowhere, 0."""
    state = tabletop(alliances={"turkey": ["turkey"], "spain": ["spain"]})
    home = turkey.home(state)
    beside = {
        border.other for place in home for border in board.land_neighbours(place)
    } - {*home}  # fmt: skip
    assert all(turkey.from_home(state, place) == 0 for place in home)
    assert all(turkey.from_home(state, place) == 1 for place in beside)
    direct = turkey.from_home(state, "artois")
    assert direct > 5
    island = next(
        each.id for each in board.provinces().values() if not board.land_neighbours(each.id)
    )
    assert turkey.from_home(state, island) == 0
    # a way round through Turkish land counts before the shorter one over the land of others
    rim = {
        border.other for place in beside for border in board.land_neighbours(place)
    } - {*home, *beside}  # fmt: skip
    far = min(rim)
    assert turkey.from_home(state, far) == 2
    for place in beside:
        if far in {border.other for border in board.land_neighbours(place)}:
            state.land.controllers[place] = "turkey"
    assert turkey.from_home(state, far) == 2


@pytest.mark.rule("WIN-07")
def test_the_turkish_way_home_may_be_longer_than_the_shortest() -> None:
    state = tabletop(alliances={"turkey": ["turkey"], "spain": ["spain"]})
    home = {*turkey.home(state)}
    near = {place: {each.other for each in board.land_neighbours(place)} for place in (
        board.provinces())}  # fmt: skip
    beside = sorted(
        place for place in board.provinces() if place not in home and near[place] & home
    )
    found = 0
    for start in sorted({each for place in beside for each in near[place]} - home - {*beside}):
        for step in sorted(near[start] - home - {*beside}):
            for gate in sorted(near[step] & {*beside}):
                state.land.controllers = {step: "turkey", gate: "turkey"}
                if gate in near[start]:
                    continue
                assert turkey.from_home(state, start) == 3, (start, step, gate)
                found += 1
    assert found > 5


# Land.


@pytest.mark.rule("CMB-24", "CON-A3", "DRM-22")
def test_only_the_frozen_sund_is_crossed_without_effect() -> None:
    """CON-A3: *to come over the frozen Sund has no effect*; a landing from another sea has, and a
    river or strait is one whether the Sund is frozen or not."""
    for frozen in (False, True):
        assert crossing("sea-manche", "picardie", frozen) == "sea"
        assert crossing("picardie", "ile-de-france", frozen) == "river"
        assert crossing("picardie", "caux", frozen) == ""
    assert crossing(board.SUND, "skane", False) == "sea"
    assert crossing(board.SUND, "skane", True) == ""


@pytest.mark.rule("SIE-23")
@pytest.mark.parametrize(
    ("level", "thirds", "may"),
    [(0, 0, False), (0, 1, True), (1, 2, False), (1, 3, True), (2, 5, False), (2, 6, True),
     (5, 14, False), (5, 15, True)],
)  # fmt: skip
def test_one_detachment_a_level_undermines(level: int, thirds: int, may: bool) -> None:
    assert besieging.may_undermine(level, thirds) is may


@pytest.mark.rule("ATT-08", "SAT-13")
def test_snow_counts_once_for_each_cold_province_that_is_not_controlled() -> None:
    state = tabletop(alliances={"france": ["france"], "spain": ["spain"]})
    cold = [
        each.id for each in board.provinces().values()
        if each.map != "europe" and each.area and board.area(each.area).cold
    ][:2]  # fmt: skip
    mild = next(
        each.id for each in board.provinces().values()
        if each.map != "europe" and each.area and not board.area(each.area).cold
    )  # fmt: skip
    flakes = [board.area(board.province(place).area).cold or 0 for place in cold]
    assert attrition_math.snowflakes(state, cold, "france") == sum(flakes) > 0
    assert attrition_math.snowflakes(state, [*cold, *cold, mild, mild], "france") == sum(flakes)
    assert attrition_math.snowflakes(state, [mild], "france") == 0
    state.land.controllers[cold[0]] = "france"
    assert attrition_math.snowflakes(state, cold, "france") == flakes[1]
    assert attrition_math.snowflakes(state, cold, "spain") == sum(flakes)


@pytest.mark.rule("WIN-03", "WIN-A2", "WIN-A5")
def test_cold_is_inside_the_line_in_europe_and_where_snow_is_printed_overseas() -> None:
    """C-ATT-02."""
    for place in board.provinces().values():
        if place.map == "europe":
            assert wintering.is_cold(place.id) == board.in_group(place.id, "cold-area-europe")
        else:
            printed = board.area(place.area).cold is not None if place.area else False
            assert wintering.is_cold(place.id) == printed
    assert len({wintering.is_cold(place) for place in board.provinces()}) == 2


@pytest.mark.rule("FAL-02", "FAL-03", "FAL-04", "FAL-05", "FAL-06")
def test_no_fort_of_level_0_comes_to_a_level_by_falling() -> None:
    walls = assault_math.Walls(0, "III", "europe", city=True)
    assert assault_math.level_after(walls, manned=True) == 0
    assert assault_math.level_after(walls, manned=False) == 0


@pytest.mark.rule("BAT-01", "BAT-05")
def test_battles_of_armies_are_pending_where_both_sides_stand_on_land() -> None:
    state = tabletop()
    put(state, "france", "artois", "LD")
    put(state, "spain", "artois", "LD")
    put(state, "france", "sea-manche", "NWD")
    put(state, "spain", "sea-manche", "NWD")
    put(state, "france", "picardie", "LD")
    assert battle_order.pending_battles(state) == [("artois", "spain")]


@pytest.mark.rule("WIN-12", "WIN-13")
def test_who_is_in_an_open_fortress_answers_to_the_hierarchy_and_the_besieged_do_not() -> None:
    state = tabletop()
    put(state, "france", "artois", "LD", leader="foix", position="inside")
    put(state, "france", "picardie", "A+")
    assert hierarchy.hierarchy_broken(state, "france") == [], "alone, he commands where he is"
    put(state, "france", "champagne", "A+", leader="bayard")
    assert hierarchy.hierarchy_broken(state, "france")
    state.land.sieges["artois"] = Siege("spain")
    assert hierarchy.hierarchy_broken(state, "france") == []


def test_thirds_and_ships_are_what_they_are_printed() -> None:
    assert (LAND_THIRDS["A+"], LAND_THIRDS["A-"], LAND_THIRDS["LD"], LAND_THIRDS["LDE"]) == (
        12, 6, 3, 1
    )  # fmt: skip
    state = new_year()
    ships = [state.units[n] for n in put(state, "france", "sea-manche", "F+", "NWD", "NTD")]
    assert fleets.within_stacking(ships)
    ships += [state.units[n] for n in put(state, "france", "sea-manche", "NWD", "NWD")]
    assert not fleets.within_stacking(ships)
    assert lead(state, "france", "artois", "foix") == "foix"


@pytest.mark.rule("SUP-05")
def test_a_garrison_supplied_by_sea_has_a_line_in_its_fortress() -> None:
    """*The besieged stack makes no roll and counts as fully supplied*: it alone, not who besieges
    it, nor a garrison elsewhere."""
    state = tabletop(owners={"artois": "spain"}, sieges={"artois": Siege("france")}, controllers={})
    put(state, "france", "artois", "A+")
    put(state, "spain", "artois", "LD", position="inside")
    inside = sides.stack(state, "artois", "spain", "inside")
    state.land.resupplied.add("artois")
    found = supply_lines.line_of(state, inside)
    assert found is not None
    assert (found.cost, found.source, found.weak) == (0, "artois", ())
    besiegers = supply_lines.line_of(state, sides.stack(state, "artois", "france"))
    assert besiegers is not None
    assert besiegers.source != "artois"


@pytest.mark.rule("MAJ-04")
def test_the_reform_of_the_army_makes_janissaries_like_others() -> None:
    """C-TUR-01: janissaries are Turkey's that are no timars, until its army is reformed."""
    state = tabletop(alliances={"turkey": ["turkey"], "spain": ["spain"]})
    turkey_ = state.countries["turkey"]
    (number,) = put(state, "turkey", "trakya", "A+", corps="janissary")
    troops = [state.units[number]]
    first = parameters._contingent(state, "turkey", "janissary", troops)
    assert (first.janissary, first.sipahi, first.reformed) == (True, True, False)
    timars = parameters._contingent(state, "turkey", "timar", troops)
    assert (timars.janissary, timars.reformed) == (False, False)
    spanish = parameters._contingent(state, "spain", "", troops)
    assert (spanish.janissary, spanish.sipahi, spanish.european) == (False, False, True)
    overseas = next(name for name, each in countries.countries().items() if each.kind == "rotw")
    assert not parameters._contingent(state, overseas, "", troops).european
    turkey_.reforms.append("M-2")
    assert not parameters._contingent(state, "turkey", "janissary", troops).sipahi


@pytest.mark.rule("WIN-13")
def test_who_carries_discoveries_is_left_out_of_the_hierarchy_on_land() -> None:
    """Text 159: leaders on stacks with discoveries not brought back are not checked."""
    state = tabletop(known={"france": {"azteca-c"}})
    (scouts,) = put(state, "france", "azteca-c", "LD", leader="foix")
    put(state, "france", "champagne", "A+", leader="bayard")
    put(state, "france", "picardie", "A+", leader="tremoille")
    assert hierarchy.hierarchy_broken(state, "france")
    state.overseas.discoveries[str(scouts)] = {"azteca-e"}
    assert hierarchy.hierarchy_broken(state, "france") == []


@pytest.mark.parametrize(
    ("fires", "mean"), [((1, 1), 1), ((1, 2), 2), ((1, 1, 2), 1), ((1, 2, 2), 2), ((2, 2, 5), 3)]
)
def test_the_average_replacement_has_the_mean_values_rounded(
    fires: tuple[int, ...], mean: int
) -> None:
    """Halves up, as the values of those that may be rolled differ."""
    rolled = [Commander("replacement", fire + 2, fire, 0) for fire in fires]
    assert parameters.average(rolled)[1:4] == (mean + 2, mean, 0)
