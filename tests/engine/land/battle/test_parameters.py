"""Who brings what to a battle, as the state has it (BAT, PAR, DRM)."""

from __future__ import annotations

import pytest

from engine.combat.leaders import Commander
from engine.land.battle import parameters
from engine.land.battle.contingents import Contingent
from engine.state.forces import Unit
from tests.engine.battlefield import artois, force
from tests.engine.playing import lead, play, put, tabletop


@pytest.mark.rule("DRM-22", "DRM-23", "DRM-35", "CMB-22", "CMB-24", "CON-A3")
@pytest.mark.parametrize(
    ("origin", "place", "frozen", "crossed"),
    [
        ("picardie", "ile-de-france", False, "river"), ("picardie", "ile-de-france", True, "river"),
        ("artois", "picardie", False, ""), ("navarra", "bearn", False, "pass"),
        ("calabria", "sicilia", True, "strait"), ("sea-lion", "calabria", True, "sea"),
        ("sea-oresund", "sjaelland", False, "sea"), ("sea-oresund", "sjaelland", True, ""),
    ],
)  # fmt: skip
def test_what_a_stack_crosses_that_enters_a_province(
    origin: str, place: str, frozen: bool, crossed: str
) -> None:
    """River and pass, strait and landing; over the frozen Sund nothing, and nothing else changes
    by the ice."""
    assert parameters.crossing(origin, place, frozen) == crossed


@pytest.mark.rule("DRM-33", "DRM-27", "LOS-13", "MAJ-04", "PUR-14")
@pytest.mark.parametrize(
    ("country", "corps", "reforms", "flags"),
    [
        ("turkey", "janissary", [], (True, True, False, False, True)),
        ("turkey", "timar", [], (False, True, False, False, True)),
        ("turkey", "janissary", ["M-2"], (True, False, False, False, True)),
        ("france", "", [], (False, False, False, False, True)),
        ("mughals", "", [], (False, False, False, False, False)),
        ("france", "native", [], (False, False, False, True, True)),
    ],
)
def test_the_flags_of_a_contingent(
    country: str, corps: str, reforms: list[str], flags: tuple[bool, ...]
) -> None:
    """*Turkish army counter before reform M-2* for Sipahi; janissaries alone for their artillery;
    natives who follow and countries overseas."""
    state = tabletop(alliances={"france": ["france"], "turkey": ["turkey", "mughals"]}, wars=[])
    state.countries["turkey"].reforms = reforms
    units = [Unit(1, country, "A+", "artois", corps=corps)]
    (found,) = parameters.contingents(state, units)
    assert (found.janissary, found.sipahi, found.reformed, found.natives) == flags[:4]
    assert found.european is (flags[4] or corps == "native")
    assert (found.units, found.pashas) == (("A+",), 0)


@pytest.mark.rule("LOS-13", "DRM-26")
def test_pashas_and_counters_are_counted_apart() -> None:
    state = tabletop(alliances={"turkey": ["turkey"]}, wars=[])
    units = [Unit(1, "turkey", "LD", "artois", corps="timar"),
             Unit(2, "turkey", "PASHA", "artois", size=3, corps="timar")]  # fmt: skip
    (found,) = parameters.contingents(state, units)
    assert (found.units, found.pashas, found.strength) == (("LD",), 3, 12)


@pytest.mark.rule("DRM-26")
@pytest.mark.parametrize(
    ("thirds", "armies"),
    [(5, ()), (6, ("A-",)), (11, ("A-",)), (12, ("A+",)), (17, ("A+",)), (18, ("A+", "A-")),
     (24, ("A+", "A+"))],
)  # fmt: skip
def test_2_ld_of_natives_count_as_a_reduced_army_and_4_as_a_full_one(
    thirds: int, armies: tuple[str, ...]
) -> None:
    natives = Contingent("natives", "A", ("LDE",) * thirds, natives=True)
    assert natives.armies == armies
    assert Contingent("natives", "A", ("LDE",) * thirds).armies == ()


@pytest.mark.rule("LOS-13", "DRM-27")
@pytest.mark.parametrize(
    ("country", "flags", "values"),
    [("russia", {}, [2, 2]), ("russia", {"reformed": True}, [3, 3]), ("turkey", {}, [4, 4]),
     ("france", {"by_class": True}, [3, 3])],
)  # fmt: skip
def test_the_artillery_of_armies_by_country_or_class_and_after_the_reform(
    country: str, flags: dict[str, bool], values: list[int]
) -> None:
    """The sheet of period IV: Russia 2, after its military reform 3; class II 3."""
    troops = Contingent(country, "II", ("A+", "A+", "LD"), **flags)
    assert troops.artillery("IV") == values


@pytest.mark.rule("BAT-06")
def test_of_commanders_equally_entitled_the_chosen_one_commands() -> None:
    """*The commander is found over the merged stack*: of equal rank him whom the players choose,
    else the better; of countries with as many troops the chosen one."""
    state = artois(alliances={"france": ["france", "england"], "spain": ["spain"]})
    units = put(state, "france", "artois", "A+", leader="foix")
    lead(state, "france", "artois", "tremoille")
    both = force(state, "france", units, "foix", "tremoille")
    for chief, commands in (("foix", "foix"), ("tremoille", "tremoille"), ("", "tremoille"),
                            ("bayard", "tremoille")):  # fmt: skip
        assert parameters.in_command(state, both._replace(chief=chief)).leader == commands
    played = play(parameters.with_chief, state, [("commander", "foix")], {}, both)
    assert played.result.chief == "foix"
    one, other = put(state, "france", "picardie", "LD")[0], put(state, "england", "picardie", "LD")
    unled = force(state, "france", [one, *other])
    for chief, country in (("england", "england"), ("france", "france"), ("", "france")):
        assert parameters.in_command(state, unled._replace(chief=chief)).country == country
    played = play(parameters.with_chief, state, [("commander", "england")], {}, unled)
    assert played.result.chief == "england"


def test_the_usual_leader_has_the_mean_values_rounded_to_the_nearest() -> None:
    """Of 1, 2 and 2 (1 2/3), of 0, 0 and 1 (1/3); half is rounded up."""
    three = [Commander("x", 1, 0, 3), Commander("x", 2, 0, 3), Commander("x", 2, 1, 4)]
    assert parameters.average(three).figures == "2·0·3"
    two = [Commander("x", 1, 0, 4), Commander("x", 2, 1, 5)]
    assert parameters.average(two).figures == "2·1·5"


@pytest.mark.rule("DRM-A1")
def test_a_battle_knows_the_options_that_are_off() -> None:
    state = tabletop(options={"leader_cap": False, "hierarchy": True})
    assert parameters.situation(state, "artois", False).off == {"leader_cap"}
