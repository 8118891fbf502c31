"""Twelve pairs of chapters read together: each play says by its sentence what must happen."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import board, tables
from engine.fleets import blockades, ports, presidios
from engine.fleets.naval_journey import Journey
from engine.land.ground import besieging, entering_provinces
from engine.land.movement import overrun
from engine.land.movement.march_ask import March
from engine.land.siege import revolts
from engine.modifiers import total
from engine.overseas import exploration_rights
from engine.rounds import campaigns, levies, rounds
from engine.sea import corsairs_math
from engine.sea.voyages.sail_ask import Sail
from engine.sequence import leader_assignment, movement, siege_segment, voyages
from engine.situation import naval_command
from engine.state import State, sides
from engine.state.land import Revolt, Siege
from engine.state.overseas import Establishment
from engine.state.sea import Corsair
from tests.engine.playing import band, lead, put, tabletop
from tests.engine.plays import played, rolls
from tests.engine.sea.afloat import fleet, sea_table, units

GUIDE = "spain-anonymous-explorer-1"

# Revolts x sieges x garrisons.


def torn(*kinds: Any, friend: str = "", side: Any = "-") -> State:
    """France before Artois, which Spain holds, with a revolt in it."""
    state = tabletop(step="siege", campaign="active", controllers={"artois": "spain"})
    put(state, "france", "artois", *kinds)
    state.land.sieges["artois"] = Siege("france")
    state.land.revolts["artois"] = [Revolt("revolt", side, friend)]
    return state


def test_who_is_too_small_to_undermine_fights_no_revolt_either() -> None:
    """3449: "if it has no LoS or is too small to undermine, it may not fight the Revolt either"."""
    assert siege_segment.actions(torn("LD"), "artois", "france") == ["assault", "redeploy"]


def test_who_is_large_enough_does_one_of_the_two() -> None:
    """3447: "it cannot both besiege and fight. It must do one of the two"."""
    state = torn("A+")
    assert siege_segment.actions(state, "artois", "france") == [
        "undermine",
        "assault",
        "redeploy",
        "revolt",
    ]
    found = played(siege_segment.siege, state, {"siege-action": ["revolt"]}, {"france.revolt": 10})
    assert rolls(found, "france.undermine") == 0
    assert "artois" not in found.phase.state.land.revolts
    assert "artois" in found.phase.state.land.sieges


def test_a_fortress_and_garrison_that_are_friends_of_the_revolt_count_for_it() -> None:
    """3989: "-N level of the fortress of the province, if it is friendly", "-1 for each LD"."""
    state = torn("A+", friend="spain")
    put(state, "spain", "artois", "LD", position="inside")
    friendly = total(revolts.modifiers(state, "artois", "france"))
    state.land.revolts["artois"][0].country = ""
    level = sides.fortress_level(state, "artois")
    assert total(revolts.modifiers(state, "artois", "france")) - friendly == level + 1


def test_a_revolt_in_the_besieged_province_weighs_on_the_besieger_s_attrition() -> None:
    """3500: "+2 per Pillage+, Revolt+ or unfriendly Rebellion+ in the province"."""
    found = played(siege_segment.siege, torn("LD", side="+"), {"siege-action": ["redeploy"]}, {})
    sheet = next(e.sheet for e in found.phase.story if (e.sheet or {}).get("name") == "france.siege"
                 or "siege" in str((e.sheet or {}).get("name", "")))  # fmt: skip
    assert sheet is not None
    assert 2 in [value for value, why, _ in sheet["modifiers"] if "revolt" in why.lower()]


# Levies x siege x occupied provinces.


def beaten(**fields: Any) -> State:
    state = tabletop(turn=8, period="II", step="end", next_box="S4", **fields)
    state.countries["france"].defeats = ["major"]
    state.countries["france"].levies_declared = True
    return state


def test_levies_are_raised_in_no_province_that_the_enemy_holds() -> None:
    """4105: recruitment "follows the normal recruitment rules": where its country rules."""
    state = beaten()
    assert "champagne" in levies.places(state, "france", "LD")
    state.land.controllers["champagne"] = "spain"
    assert "champagne" not in levies.places(state, "france", "LD")


def test_levies_come_into_no_besieged_province_and_no_revolt() -> None:
    """The same, under siege or in revolt."""
    state = beaten()
    put(state, "spain", "champagne", "A+")
    state.land.sieges["champagne"] = Siege("spain")
    state.land.revolts["normandie"] = [Revolt("revolt", "+")]
    found = levies.places(state, "france", "LD")
    assert "champagne" not in found
    assert "normandie" not in found


def test_a_limited_intervention_declares_no_levies() -> None:
    """4083: "fully involved in a regular war (not ... a limited or foreign intervention)"."""
    state = beaten()
    state.countries["france"].levies_declared = False
    assert not levies.may_declare(state, state.countries["france"])
    state.countries["france"].role = "limited"
    assert levies.may_declare(state, state.countries["france"])


def test_a_minor_defeat_raises_no_levies_but_in_sweden() -> None:
    """4085 and 4093: "a major defeat in a land battle"; Sweden and Prussia after any."""
    for country, may in (("france", False), ("sweden", True)):
        state = tabletop(alliances={country: [country], "spain": ["spain"]},
                         wars=[(country, "spain")], step="end", next_box="S4",
                         period="IV")  # fmt: skip
        state.countries[country].defeats = ["minor"]
        assert (not levies.may_declare(state, state.countries[country])) == may


# Presidios x blockade x port.


def guarded(level: int = 3) -> State:
    state = sea_table(campaign="multiple")
    state.sea.presidios["normandie"] = ("england", level)
    return state


def test_a_presidio_blockades_nothing() -> None:
    """1496: presidios are not "actually blockading the port for any purpose"."""
    assert not blockades.is_blockaded(guarded(), "normandie")


def test_a_presidio_fires_at_its_level_and_one_more_at_a_fleet() -> None:
    """1470 and 1476: "+? level of the Presidio", "+1" for "at least one FLEET counter"."""
    [gun] = presidios.guns_between(guarded(), "normandie", "sea-manche", "france")
    assert total(presidios.modifiers(gun, True, map_="europe")) == 4
    assert total(presidios.modifiers(gun, False, map_="europe")) == 3


@pytest.mark.parametrize(("value", "stops", "lost"), [(8, False, 0), (9, True, 0), (11, True, 1),
                                                      (13, True, 2)])  # fmt: skip
def test_what_its_fire_does(value: int, stops: bool, lost: int) -> None:
    """1480 to 1485: 9 stops, 11 costs 1 ND, 13 two."""
    fire = presidios.fire_result(value)
    assert (fire.stops, fire.lost) == (stops, lost)


def test_a_fleet_that_is_stopped_does_nothing_more_and_rolls() -> None:
    """1480: it "must stop moving immediately (before crossing ...) and roll for attrition as usual.
    It may not attempt any action this round"."""
    state = guarded()
    ships = fleet(state, "france", "normandie", "F+: 4 NWD")
    state.sequence.impulse = [a.id for a in state.diplomacy.alliances].index("france")
    found = played(
        voyages.move, state, {"sail": [["sea-manche", "!blockade:kent"]]}, {}, "france",
        f"normandie:{ships[0]}", quiet=6,
    )  # fmt: skip
    assert {unit.place for unit in found.phase.state.units.values()} == {"normandie"}, found.told
    assert not found.phase.state.sea.tasks


# Overseas establishments x siege x peace.


def colony(kind: Any = "trading_post", **fields: Any) -> State:
    state = tabletop(
        alliances={"spain": ["spain"], "france": ["france"], "england": ["england"]},
        wars=[("france", "spain")], campaign="multiple", step="movement",
        known={name: {"sea-guinee", "gabon-n"} for name in ("spain", "france", "england")},
        **fields,
    )  # fmt: skip
    state.overseas.establishments["gabon-n"] = [
        Establishment("spain", kind, 2 if kind in ("colony", "trading_post") else 0, 0, 3)
    ]
    return state


def test_only_who_is_at_war_besieges_an_establishment() -> None:
    """3297: "any side is now in a province with an enemy fortress": a power at peace has none."""
    for country, besieges in (("france", True), ("england", False)):
        state = colony("fort")
        put(state, country, "gabon-n", "LD")
        assert (besieging.besieger(state, "gabon-n") == country) == besieges


def test_neutrals_may_pass_a_settlement_overseas_that_is_no_minor_s() -> None:
    """684: "In the ROTW, provinces that do not explicitly belong to minors are not concerned"."""
    state = colony("fort")
    put(state, "spain", "gabon-n", "LD")
    assert not entering_provinces.why_closed(state, "gabon-n", "england", ["england"])


def test_a_settlement_of_a_power_at_peace_supplies_its_own_alone() -> None:
    """292: "Fort and mission can only supply ND"; a source is one's own side's."""
    state = colony("fort")
    ships = units(state, fleet(state, "england", "sea-guinee", "NWD"))
    assert not ports.harbour(state, "gabon-n", "england")
    assert ports.harbour(state, "gabon-n", "spain")
    assert ships


# Exploration x weather x winter.


def explorers_table(**fields: Any) -> State:
    state = tabletop(alliances={"spain": ["spain"]}, wars=[], known={"spain": {"sea-guinee"}},
                     **fields)  # fmt: skip
    fleet(state, "spain", "sea-guinee", "NWD", leader=GUIDE)
    return state


def test_who_makes_no_campaign_explores_nothing_and_a_passive_one_does() -> None:
    """428 and 438: none: "no exploration"; exploration is a passive action."""
    for campaign, may in (("none", False), ("passive", True)):
        state = explorers_table(campaign=campaign)
        [ship] = state.units
        why = exploration_rights.why_not(state, band([ship], GUIDE), "sea-guinee", False)
        assert bool(voyages.movers(state, "spain")) == may
        assert not why


def test_winter_and_bad_weather_do_not_forbid_it() -> None:
    """No sentence of 1560 to 1700 does: bad weather adds 2 to an exploration at sea (1596)."""
    state = explorers_table(campaign="passive", box="W1", bad_weather=True)
    [ship] = state.units
    assert not exploration_rights.why_not(state, band([ship], GUIDE), "sea-guinee", False)


def test_leaders_with_discoveries_stay_where_they_are_in_winter() -> None:
    """159: "leaders on stacks with discoveries that have not been brought back to Europe must stay
    in place"."""
    state = explorers_table(step="wintering", box="W1")
    [ship] = state.units
    leader = state.leaders[GUIDE]
    assert not leader_assignment.must_stay(state, leader)
    state.overseas.discoveries[str(ship)] = {"sea-angola"}
    assert leader_assignment.must_stay(state, leader)


# Captured leaders x exchange x death.


def test_a_monarch_who_is_captured_comes_back_at_no_wintering() -> None:
    """3273: "captured monarchs may not evade or get freed in anyway and must be ransomed at the end
    of the turn"."""
    state = tabletop(step="wintering", box="W1", rounds=["S1", "W1"])
    put(state, "france", "champagne", "A+")
    lead(state, "france", "champagne", "tremoille")
    state.remove_leader(state.leaders["tremoille"], "captured")
    assert "tremoille" not in leader_assignment.returning_leaders(state, "france")


# Allied stacks x command x monarch.


def test_a_stack_of_several_countries_moves_by_its_commander_s_campaign() -> None:
    """405: "multinational stacks are moved as part of the campaign of the commander"."""
    state = tabletop(alliances={"france": ["france", "savoy"], "spain": ["spain"]})
    state.countries["france"].campaign = "none"
    state.countries["savoy"].campaign = "multiple"
    both = [*put(state, "france", "champagne", "LD"), *put(state, "savoy", "champagne", "LD", "LD")]
    troops = [state.units[number] for number in both]
    assert campaigns.may_move(state, "france", troops, False)
    assert not campaigns.may_move(state, "savoy", troops, False)


# Overruns x retreat x fortress.


@pytest.mark.parametrize(("strong", "weak", "ratio"), [(12, 3, 4), (24, 3, 8), (9, 3, 0)])
def test_how_many_times_as_many(strong: int, weak: int, ratio: int) -> None:
    """661 and 664: four and eight times as many LD."""
    found = overrun.times_stronger(strong, weak)
    assert (8 if found >= 8 else 4 if found >= 4 else 0) == ratio


def test_a_stack_overrun_eight_to_one_is_gone_and_the_mover_goes_on() -> None:
    """664: "immediately destroyed without battle ... the phasing stack does not roll for attrition
    before the overrun and may then continue moving"."""
    state = tabletop(
        campaign="multiple",
        controllers={"artois": "france"},
        owners={"artois": "france", "flandre": "spain"},
    )
    big = put(state, "france", "picardie", "A+", "A+")
    put(state, "spain", "artois", "LD")
    found = played(
        movement.moves,
        state,
        {
            "next-move": ["picardie"],
            "mover": [[str(n) for n in big]],
            "march": [["artois", "picardie"]],
            "overrun": [True],
        },
    )
    assert not [u for u in found.phase.state.units.values() if u.country == "spain"], found.told
    assert {u.place for u in found.phase.state.units.values()} == {"picardie"}, found.told


# Straits x frozen Sund x fleets in port.


def ice() -> State:
    return tabletop(
        alliances={"denmark": ["denmark"], "sweden": ["sweden"]}, wars=[("denmark", "sweden")],
        campaign="multiple", box="W1", sund_frozen=True,
    )  # fmt: skip


def test_a_fleet_in_a_port_of_the_frozen_sund_stays_and_is_unharmed() -> None:
    """205 and CON-A3: no fleet enters, leaves or crosses it, and those inside are unharmed."""
    state = ice()
    port = next(b.other for b in board.land_neighbours(board.SUND)
                if board.province(b.other).port and sides.controller(state, b.other) == "denmark"
                and len(board.adjacent_seas(b.other)) == 1)  # fmt: skip
    [ship] = fleet(state, "denmark", port, "NWD")
    found = played(movement.moves, state, {"next-move": [f"{port}:{ship}"], "sail": [[]]})
    assert found.phase.state.units[ship].place == port
    assert rolls(found, "denmark.attrition") == 0


def test_troops_walk_over_the_ice_and_do_not_stop_on_it() -> None:
    """CON-A3: armies may cross but not stop."""
    state = ice()
    near = [b.other for b in board.land_neighbours(board.SUND)]
    start = next(p for p in near if sides.controller(state, p) == "denmark")
    army = put(state, "denmark", start, "LD")
    ask = March(who="denmark", name="march", what="?", state=state, alliance="denmark",
                place=start, units=tuple(army), leaders=())  # fmt: skip
    assert not ask.is_legal([board.SUND])
    across = [p for p in near if p != start and ask.is_legal([board.SUND, p])]
    assert across, near


# Pirates x minors at peace x convoys.


def test_a_minor_at_peace_fights_no_pirates_with_its_ships_but_for_its_own_trade() -> None:
    """4063 to 4070: at war where it has a trade fleet; Christians hurt by Barbary corsairs at peace
    too; pirates are fought by minors at peace "in an abstract way"."""
    state = sea_table(alliances={"spain": ["spain"], "genoa": ["genoa"]}, wars=[],
                      minors={"genoa": "spain"})  # fmt: skip
    state.sea.corsairs["sea-lion"] = [Corsair("pirates", "+")]
    ships = units(state, fleet(state, "genoa", "sea-lion", "NWD"))
    assert corsairs_math.why_not(state, ships, "sea-lion", "genoa")
    own = units(state, fleet(state, "spain", "sea-lion", "NWD"))
    assert not corsairs_math.why_not(state, own, "sea-lion", "spain")


# Evacuation x interception at sea.


def test_no_troops_go_aboard_after_a_battle_of_this_impulse() -> None:
    """932: a naval stack "may not embark troops if it has already been engaged in a battle this
    impulse"."""
    state = sea_table(campaign="multiple")
    ships = fleet(state, "england", "sea-manche", "F+: 4 NWD, 1 NTD")
    put(state, "england", "normandie", "LD")

    def ask(fought: bool) -> Sail:
        return Sail(
            who="england",
            name="sail",
            what="?",
            state=state,
            alliance="england",
            units=tuple(ships),
            leaders=(),
            journey=Journey(("sea-manche",)),
            everyone=tuple(ships),
            rest=(),
            cargo=None,
            fought=fought,
        )

    assert ask(False).is_legal(["!embark:normandie"])
    assert not ask(True).is_legal(["!embark:normandie"])


# Campaigns x initiative x alliances.


def test_an_alliance_plays_at_the_lowest_initiative_of_its_members() -> None:
    """89: "Each alliance plays at the lowest initiative of one of its member"."""
    state = tabletop(alliances={"france": ["france", "savoy"], "spain": ["spain"]})
    state.sequence.initiatives = {"france": 12, "savoy": 3}
    assert rounds.initiative(state, ["france", "savoy"]) == 3


def test_before_his_first_move_who_has_no_initiative_intercepts_as_after_a_passive_one() -> None:
    """421: "During first round, players without initiative may intercept (before their first move)
    as if they had done a passive campaign"."""
    state = tabletop()
    state.countries["spain"].campaign = None
    state.countries["spain"].campaign_before = None
    assert campaigns.in_force(state, "spain") == "passive"


# More of them: captives, allies, ice, corsairs, evacuation, campaigns, overruns.


def test_a_killed_leader_comes_back_at_no_wintering_and_a_wounded_one_in_his_box() -> None:
    """149: "Leaders that were wounded during a previous round come back now"; 3246: a killed one is
    removed from play."""
    state = tabletop(step="wintering", box="W1", rounds=["S1", "W1"])
    put(state, "france", "champagne", "A+")
    for name in ("tremoille", "foix", "conde"):
        lead(state, "france", "champagne", name)
    state.remove_leader(state.leaders["tremoille"], "killed")
    state.remove_leader(state.leaders["foix"], "wounded", "W1")
    state.remove_leader(state.leaders["conde"], "wounded", "S3")
    assert leader_assignment.returning_leaders(state, "france") == ["foix"]


def test_wounds_are_counted_along_the_longest_path() -> None:
    """3252: "Count rounds on the Round track using the longest possible path (S1, W1, S2, W2)"."""
    assert tables.rounds_later("S1", 3) == "W2"
    assert tables.rounds_later("W4", 2) == "W5"
    assert tables.rounds_later("W4", 5) == "End"


def test_besieged_leaders_stay_where_they_are_in_winter() -> None:
    """159: "besieged leaders ... must stay in place"."""
    state = tabletop(step="wintering", box="W1")
    put(state, "france", "champagne", "LD", position="inside", leader="tremoille")
    put(state, "spain", "champagne", "A+")
    state.land.sieges["champagne"] = Siege("spain")
    assert leader_assignment.must_stay(state, state.leaders["tremoille"])


def test_the_pair_of_allies_moves_or_stays_by_who_commands() -> None:
    """405, at sea: the larger contingent commands and its campaign counts."""
    state = sea_table(alliances={"england": ["england", "holland"], "france": ["france"]},
                      wars=[("england", "france")], campaign="multiple")  # fmt: skip
    ships = [
        *fleet(state, "england", "sea-manche", "NWD", "NWD"),
        *fleet(state, "holland", "sea-manche", "NWD"),
    ]
    assert naval_command.commanding_country(state, units(state, ships), []) == "england"
    state.countries["england"].campaign = "none"
    assert campaigns.may_sail(state, "england", 0)
    assert not campaigns.may_sail(state, "holland", 0)


def test_an_enemy_fleet_in_the_port_of_the_ice_is_neither_met_nor_fought() -> None:
    """CON-A3: "no battle or interception there": a fleet beyond may not sail in."""
    state = ice()
    assert not ports.sailable(state, board.SUND, False)
    state.sequence.sund_frozen = False
    assert ports.sailable(state, board.SUND, False)


def test_corsairs_of_a_country_are_fought_by_its_enemies_alone() -> None:
    """3444, 4034: who is at peace with the corsair's owner fights pirates alone."""
    state = sea_table(alliances={"spain": ["spain"], "genoa": ["genoa"], "algeria": ["algeria"]},
                      wars=[("spain", "algeria")],
                      minors={"genoa": "spain", "algeria": "spain"})  # fmt: skip
    state.sea.corsairs["sea-lion"] = [Corsair("algeria", "+")]
    spain = units(state, fleet(state, "spain", "sea-lion", "NWD"))
    assert not corsairs_math.why_not(state, spain, "sea-lion", "spain")
    genoa = units(state, fleet(state, "genoa", "sea-lion", "NWD"))
    assert corsairs_math.why_not(state, genoa, "sea-lion", "genoa")


def test_who_is_besieged_by_evacuation_lands_in_a_port_alone() -> None:
    """947: "Either the start (evacuation) or end (invasion) ... may be uncontrolled", not both."""
    state = sea_table(campaign="multiple")
    ships = fleet(state, "england", "sea-manche", "F+: 4 NWD, 1 NTD")
    army = put(state, "england", "normandie", "LD")
    ways = {"sail": [["!embark:normandie"], ["kent", "!land:kent"]]}
    found = played(voyages.move, state, ways, {}, "england", f"sea-manche:{ships[0]}")
    assert found.phase.state.units[army[0]].place == "kent", found.told
    state = sea_table(campaign="multiple")
    ships = fleet(state, "england", "sea-manche", "F+: 4 NWD, 1 NTD")
    army = put(state, "england", "normandie", "LD")
    found = played(
        voyages.move,
        state,
        {"sail": [["!embark:normandie"], []]},
        {},
        "england",
        f"sea-manche:{ships[0]}",
    )
    sail = [a for a in found.asks if a.name == "sail"][1]
    assert not sail.is_legal(["!land:picardie"]), "no port of theirs"


def test_an_evacuation_is_an_active_action() -> None:
    """967: passive "if both endpoints contains a large enough controlled port", else active."""
    for campaign, may in (("passive", False), ("multiple", True)):
        state = sea_table(campaign=campaign)
        ships = fleet(state, "england", "sea-manche", "NTD")
        put(state, "england", "normandie", "LD")
        found = played(voyages.move, state, {"sail": [[]]}, {}, "england", f"sea-manche:{ships[0]}")
        assert found.asks[-1].is_legal(["!embark:normandie"]) == may


def test_a_minor_at_war_alone_has_the_initiative_of_who_controls_it() -> None:
    """94: "Minors at war alone act at the initiative of the country controlling them"."""
    state = tabletop(
        alliances={"france": ["france"], "spain": ["spain"], "savoy": ["savoy"]},
        minors={"savoy": "france"},
    )
    state.sequence.initiatives = {"france": 11, "spain": 4}
    assert rounds.initiative(state, ["savoy"]) == 11


def test_a_campaign_of_none_intercepts_nowhere_and_a_passive_one_among_friends() -> None:
    """427 and 431."""
    state = tabletop()
    rights = {}
    for campaign in ("none", "passive", "active"):
        state.countries["spain"].campaign = None
        state.countries["spain"].campaign_before = campaign
        rights[campaign] = campaigns.interception_right(state, "spain")
    assert len(set(map(str, rights.values()))) == 3, rights


def test_four_to_one_is_a_battle_at_once_and_the_mover_may_go_on() -> None:
    """668: "the battle occurs immediately, as an interception battle"; who wins may go on."""
    state = tabletop(
        campaign="multiple", controllers={"artois": "france"}, owners={"artois": "france"}
    )
    put(state, "france", "picardie", "A+")
    put(state, "spain", "artois", "LD")
    found = played(
        movement.moves,
        state,
        {"next-move": ["picardie"], "march": [["artois"], ["picardie"]], "overrun": [True]},
        {"france.fire1": 10},
    )
    assert "Battle of Artois" in found.told, found.told
