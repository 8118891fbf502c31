"""Who commands, by what technology a stack goes, and when hierarchy is broken."""

import pytest

from engine.land.movement import interceptors, movement_attrition
from engine.land.siege import revolts
from engine.land.supply import attrition_math
from engine.situation import command, hierarchy
from engine.state import State, sides
from engine.state.forces import Unit
from engine.state.land import Revolt, Siege
from engine.state.leaders import Leader
from engine.state.stacks import Band
from tests.engine.playing import band, lead, play, put, tabletop

ALLIES = {"france": ["france", "england"], "spain": ["spain"]}


def _commander(state: State, place: str = "artois") -> command.Commander:
    return command.commander(state, list(state.units_at(place)), list(state.leaders_at(place)))


def test_values_are_printed_or_rolled() -> None:
    state = tabletop()
    lead(state, "france", "artois", "foix")
    assert command.values(state.leaders["foix"]) == ("A", 3, 2, 3, 1)
    state.leaders["foix"].values = [1, 2, 0, 4]
    assert command.values(state.leaders["foix"]) == ("A", 1, 2, 0, 4)


@pytest.mark.rule("EXP-20")
def test_an_explorer_counts_half_in_all_that_he_commands_on_land() -> None:
    state = tabletop(revolts={"artois": [Revolt("revolt", "-")]})
    (number,) = put(state, "spain", "artois", "LD", leader="magallanes")
    state.leaders["magallanes"].values = [5, 3, 2, 0]
    stack = sides.stack(state, "artois", "spain")
    foes = [state.units[each] for each in put(state, "france", "picardie", "LD")]
    post = Band("artois", (number,), ("magallanes",))
    theirs = Band("picardie", (foes[0].id,), ())
    for modifiers, rule, value in (
        (attrition_math.supply_modifiers(state, stack, None), "SAT-09", -2),
        (
            movement_attrition.movement_modifiers(state, stack, 1, [], None, False),
            "ATT-02",
            -2,
        ),
        (interceptors.chance(state, "picardie", post, theirs).modifiers, "INT-18", 2),
        (
            interceptors.chance(state, "artois", theirs, post).modifiers,
            "INT-18",
            -2,
        ),
        (revolts.modifiers(state, "artois", "spain"), "REV-05", 2),
    ):
        assert {each.rule: each.value for each in modifiers}.get(rule) == value


def test_without_leader_the_country_of_most_troops_commands_with_values_0() -> None:
    state = tabletop(alliances=ALLIES)
    put(state, "france", "artois", "LD")
    put(state, "england", "artois", "A-")
    assert _commander(state) == ("england", "", "", 0, 0, 0, 0)


def test_most_troops_command_even_beside_a_better_leader_of_an_ally() -> None:
    state = tabletop(alliances=ALLIES)
    put(state, "france", "artois", "LD", leader="foix")
    put(state, "england", "artois", "A-")
    assert _commander(state).country == "england"
    assert _commander(state).leader == ""
    put(state, "france", "artois", "LD")
    assert _commander(state).leader == "foix", "equal troops: the rank decides"


def test_a_monarch_must_command_and_the_sultan_stands_above_his_vizier() -> None:
    state = tabletop(alliances={"turkey": ["turkey"], "spain": ["spain"]})
    put(state, "turkey", "artois", "A+", leader="borovinic")
    state.leaders["gran-capitan"] = Leader("gran-capitan", "turkey")
    lead(state, "turkey", "artois", "gran-capitan")
    assert _commander(state).leader == "borovinic"
    lead(state, "turkey", "artois", "abbas-shah")
    assert _commander(state).leader == "abbas-shah"


def test_best_rank_commands_and_equal_ranks_are_asked() -> None:
    state = tabletop()
    units = put(state, "france", "artois", "A+", leader="bayard")
    lead(state, "france", "artois", "foix")
    assert _commander(state).leader == "foix"
    lead(state, "france", "artois", "tremoille")
    assert _commander(state).leader == "tremoille", "more manoeuvre where nobody is asked"
    leaders = ["bayard", "foix", "tremoille"]
    played = play(
        command.choose_commander, state, [("commander", "foix")], {}, band(units, *leaders)
    )
    assert played.result.leader == "foix"
    assert [ask.who for ask in played.asks] == ["france"]
    assert "bayard" not in played.asks[0].offers()
    assert played.asks[0].question == "Who commands A+ in Artois?"
    said = "Foix (rank A, manoeuvre 3, fire 2, shock 3, siege 1)"
    assert command.commander_in_words(played.result) == said


def test_one_entitled_commander_is_not_asked() -> None:
    state = tabletop()
    units = put(state, "france", "artois", "A+")
    played = play(command.choose_commander, state, [], {}, band(units))
    assert command.commander_in_words(played.result) == "no leader of France"
    with pytest.raises(ValueError, match="nobody"):
        command.commander(state, [], [])
    with pytest.raises(ValueError, match="nobody"):
        command.commanding_country(state, [], [])
    with pytest.raises(ValueError, match="empty"):
        command.technology(state, [])
    lead(state, "france", "picardie", "foix")
    alone = command.commander(state, [], [state.leaders["foix"]])
    assert (alone.country, alone.leader) == ("france", "foix")


def test_of_two_countries_that_with_most_troops_commands() -> None:
    """C-CMD-01."""
    state = tabletop(alliances=ALLIES)
    put(state, "france", "artois", "LD", leader="foix")
    put(state, "england", "artois", "A-")
    units, leaders = list(state.units_at("artois")), list(state.leaders_at("artois"))
    assert command.commanding_country(state, units, leaders) == "england"
    assert command.commanding_country(state, units[:1], leaders) == "france"


@pytest.mark.rule("NAT-29")
@pytest.mark.parametrize(
    ("place", "technology"),
    [("angola-n", "medieval"), ("amour-e", "medieval"), ("oceania-ae", "medieval"),
     ("pacifique-h", "medieval"), ("acadie-cape", "arquebus"), ("aden-e", "arquebus")],
)  # fmt: skip
def test_natives_are_medieval_in_four_lands_and_elsewhere_as_their_group(
    place: str, technology: str
) -> None:
    """C-TER-14: Africa, Siberia, Oceania and the Pacific; of the group of the Rest of the World
    the most advanced that is in play, be others ahead of it."""
    state = tabletop(
        alliances={"france": ["france"], "vijayanagar": ["vijayanagar", "china", "mughals"]},
        wars=[],
    )  # fmt: skip
    for country, known in (("vijayanagar", "arquebus"), ("china", "renaissance"),
                           ("mughals", "musket"), ("france", "baroque")):  # fmt: skip
        state.countries[country].land_technology = known
    natives = Unit(1, "natives", "LD", place, corps="native")
    assert command.land_technology(state, natives) == technology
    incas = Unit(2, "incas", "LD", place)
    assert command.land_technology(state, incas) == "medieval"
    state.countries["incas"] = state.countries["france"]
    assert command.land_technology(state, incas) == "medieval"
    assert command.land_technology(state, Unit(3, "france", "LD", place)) == "baroque"


def test_a_pasha_commands_only_where_no_general_is_and_over_few_others() -> None:
    state = tabletop(alliances={"turkey": ["turkey"], "spain": ["spain"]})
    [pasha] = put(state, "turkey", "artois", "PASHA", size=1)
    state.units[pasha].leader = "turkey-pasha-abdallah"
    put(state, "turkey", "artois", "A+", "LD")
    assert _commander(state)[:4] == ("turkey", "turkey-pasha-abdallah", "J", 2)
    [extra] = put(state, "turkey", "artois", "LD")
    assert _commander(state).leader == ""
    state.remove(state.units[extra])
    put(state, "turkey", "artois", "PASHA", size=1)
    assert _commander(state).leader == "", "he leads no other pasha"
    lead(state, "turkey", "artois", "borovinic")
    assert _commander(state).leader == "borovinic"


@pytest.mark.rule("SAT-A4")
def test_siege_values_are_never_added() -> None:
    state = tabletop()
    lead(state, "france", "artois", "foix")
    lead(state, "france", "artois", "vauban")
    leaders = list(state.leaders_at("artois"))
    assert command.best_siege(leaders) == 4
    assert command.best_siege([]) == 0


@pytest.mark.rule("ARS-A1", "INT-A1")
def test_technology_of_a_mixed_stack_needs_more_than_half() -> None:
    state = tabletop(alliances=ALLIES, technology="musket")
    state.countries["england"].land_technology = "renaissance"
    put(state, "france", "artois", "A-")
    put(state, "england", "artois", "LD", "LD")
    units = list(state.units_at("artois"))
    assert command.technology(state, units) == "renaissance", "a tie goes to the worse"
    put(state, "france", "artois", "LD")
    units = list(state.units_at("artois"))
    assert command.technology(state, units) == "musket"
    assert command.worst_technology(state, units) == "renaissance"
    assert command.technology_box(state, units) == 10


def test_timars_and_pashas_stop_at_the_cap_of_their_reform() -> None:
    state = tabletop(alliances={"turkey": ["turkey"]}, technology="musket")
    turkey = state.countries["turkey"]
    timar = Unit(1, "turkey", "A+", "artois", corps="timar")
    janissary = Unit(2, "turkey", "A+", "artois", corps="janissary")
    pasha = Unit(3, "turkey", "PASHA", "artois", size=1)
    assert command.land_technology(state, timar) == "arquebus"
    assert command.land_technology(state, pasha) == "arquebus"
    assert command.land_technology(state, janissary) == "musket"
    turkey.reforms = ["M-1a", "M-1b"]
    assert command.land_technology(state, timar) == "musket"


@pytest.mark.rule("NAT-29")
def test_natives_do_not_lower_the_technology() -> None:
    state = tabletop(technology="musket")
    put(state, "france", "artois", "LD")
    put(state, "natives", "artois", "A+", corps="native")
    assert command.worst_technology(state, list(state.units_at("artois"))) == "musket"
    state.countries["spain"].land_technology = "renaissance"
    put(state, "spain", "artois", "LD")
    units = list(state.units_at("artois"))
    assert command.technology(state, units) == "renaissance", "a tie of both, and no more"
    put(state, "france", "artois", "LDE")
    assert command.technology(state, list(state.units_at("artois"))) == "musket"


# Hierarchy.


@pytest.mark.rule("WIN-A5")
def test_the_better_rank_commands_no_fewer_troops() -> None:
    state = tabletop()
    put(state, "france", "artois", "A-", leader="foix")
    put(state, "france", "picardie", "A-", leader="bayard")
    assert hierarchy.hierarchy_broken(state, "france") == []
    [more] = put(state, "france", "picardie", "LD")
    [reason] = hierarchy.hierarchy_broken(state, "france")
    assert "Bayard (rank B) commands more troops in Picardie" in reason
    state.options["hierarchy"] = False
    assert hierarchy.hierarchy_broken(state, "france") == []
    state.options.clear()
    state.remove(state.units[more])
    lead(state, "france", "picardie", "foix")
    lead(state, "france", "picardie", "tremoille")
    assert hierarchy.hierarchy_broken(state, "france") == [], "a second in command never offends"


@pytest.mark.rule("WIN-A5")
def test_a_leader_without_troops_offends_beside_unled_or_worse_led_troops() -> None:
    state = tabletop()
    lead(state, "france", "champagne", "foix")
    assert hierarchy.hierarchy_broken(state, "france") == []
    put(state, "france", "artois", "LD")
    assert "unled" in hierarchy.hierarchy_broken(state, "france")[0]
    lead(state, "france", "artois", "bayard")
    assert "Foix (rank A) has no troops" in hierarchy.hierarchy_broken(state, "france")[0]
    lead(state, "france", "artois", "tremoille")
    assert hierarchy.hierarchy_broken(state, "france") == [], "an equal rank commands there"


@pytest.mark.rule("WIN-A5")
def test_of_equal_ranks_the_one_may_command_fewer_than_the_other() -> None:
    state = tabletop()
    put(state, "france", "artois", "LD", leader="foix")
    put(state, "france", "picardie", "A+", leader="tremoille")
    assert hierarchy.hierarchy_broken(state, "france") == []


@pytest.mark.rule("WIN-A5")
def test_troops_beside_more_of_an_ally_are_not_unled() -> None:
    """The country with most troops commands them, by no leader; France's idle general offends only
    where France commands."""
    state = tabletop(alliances=ALLIES)
    lead(state, "france", "champagne", "foix")
    put(state, "france", "artois", "LD")
    (more,) = put(state, "england", "artois", "A-")
    assert hierarchy.hierarchy_broken(state, "france") == []
    state.remove(state.units[more])
    assert "unled" in hierarchy.hierarchy_broken(state, "france")[0]


@pytest.mark.rule("WIN-12", "WIN-A5")
def test_who_besieges_is_not_besieged() -> None:
    """A besieger's command counts in full: with 1 LD he is below the lesser one who has four."""
    state = tabletop()
    put(state, "france", "artois", "LD", leader="foix")
    put(state, "france", "picardie", "A+", leader="bayard")
    state.land.sieges["artois"] = Siege("france")
    [reason] = hierarchy.hierarchy_broken(state, "france")
    assert "Bayard (rank B) commands more troops in Picardie" in reason
    put(state, "france", "berry", "A+", position="inside")
    lead(state, "france", "berry", "tremoille", "inside")
    [reason] = hierarchy.hierarchy_broken(state, "france")
    assert "than Foix" in reason, "who is inside a fortress that nobody besieges commands too"


@pytest.mark.rule("WIN-12")
def test_the_besieged_are_left_out_of_hierarchy() -> None:
    state = tabletop()
    put(state, "france", "artois", "LD", leader="foix", position="inside")
    put(state, "france", "picardie", "A+", leader="bayard")
    assert hierarchy.hierarchy_broken(state, "france")
    state.land.sieges["artois"] = Siege("spain")
    assert hierarchy.hierarchy_broken(state, "france") == []


def test_pashas_do_not_count_for_the_sizes_of_hierarchy() -> None:
    state = tabletop(alliances={"turkey": ["turkey"], "spain": ["spain"]})
    put(state, "turkey", "artois", "LD", leader="borovinic")
    put(state, "turkey", "picardie", "PASHA", size=3)
    lead(state, "turkey", "picardie", "bayard")
    state.leaders["bayard"].country = "turkey"
    assert hierarchy.hierarchy_broken(state, "turkey") == []


def test_an_admiral_alone_ashore_answers_for_his_country() -> None:
    state = tabletop()
    lead(state, "spain", "toledo", "medina-sidonia")
    assert command.commanding_country(state, [], [state.leaders["medina-sidonia"]]) == "spain"


@pytest.mark.rule("WIN-A5")
def test_a_monarch_commands_the_troops_of_allies_too() -> None:
    """C-CMD-01 and C-HIE-06: where only allied troops stand the king commands them, and whoever
    ranks below him may not have more; a general among them is second to their own country."""
    for country in ("england", "france"):
        for thirds, offends in ((("A-",), True), (("A-", "LD"), False), (("A+",), False)):
            state = tabletop(alliances=ALLIES)
            put(state, country, "artois", *thirds)
            lead(state, "france", "artois", "navarre-2")
            put(state, "france", "berry", "A-", "LD", leader="bayard")
            assert bool(hierarchy.hierarchy_broken(state, "france")) == offends, (country, thirds)


@pytest.mark.rule("WIN-A5")
def test_a_general_with_allied_troops_alone_is_second_in_command_and_not_idle() -> None:
    state = tabletop(alliances=ALLIES)
    put(state, "france", "berry", "A-")
    put(state, "england", "artois", "LD", leader="foix")
    lead(state, "france", "picardie", "bayard")
    reasons = hierarchy.hierarchy_broken(state, "france")
    assert len(reasons) == 1
    assert "Bayard has no troops while those in" in reasons[0], "Foix stands with England's"


def test_of_equal_ranks_the_best_values_come_first() -> None:
    """C-CMD-01, C-CMD-05: among equals manoeuvre, then fire and shock together, then siege."""
    ordered = [(3, 0, 0, 0), (2, 3, 4, 0), (2, 5, 1, 2), (2, 1, 5, 1)]
    found = [
        command.Commander("france", f"leader-{at}", "B", *values)
        for at, values in enumerate(ordered)
    ]
    assert command._best(found[::-1]) == found


@pytest.mark.rule("ARS-A1", "NAT-29")
def test_of_three_technologies_that_counts_which_more_than_half_reach() -> None:
    """C-STK-08: 2 LD have muskets and 2 arquebuses, of 7; so arquebuses are reached by 4. Natives
    of a conquistador lower nothing."""
    state = tabletop(alliances={**ALLIES, "spain": ["spain"]}, technology="musket")
    state.countries["england"].land_technology = "arquebus"
    state.countries["spain"].land_technology = "renaissance"
    put(state, "france", "artois", "A-")
    put(state, "england", "artois", "A-")
    put(state, "spain", "artois", "LD", "LD", "LD")
    units = list(state.units_at("artois"))
    assert command.technology(state, units) == "arquebus"
    natives = Unit(99, "france", "A+", "artois", corps="native")
    assert command.technology(state, [*units, natives]) == "arquebus"


@pytest.mark.parametrize("first", ["france", "venice"])
def test_of_equal_countries_without_leaders_the_first_in_the_alliance_commands(first: str) -> None:
    """C-CMD-01: whoever came first to the stack."""
    other = {"france": "venice", "venice": "france"}[first]
    state = tabletop(alliances={"league": [first, other], "spain": ["spain"]})
    put(state, other, "picardie", "LD")
    put(state, first, "picardie", "LD")
    units = [unit for unit in state.units_at("picardie") if unit.country]
    assert command.commanding_country(state, units) == first
