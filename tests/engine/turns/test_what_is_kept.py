"""Between two phases: what is paid for, what comes home, what a minor leaves behind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.facts import board, tables
from engine.play.phase import Phase
from engine.sequence.later_procedures import PROCEDURES
from engine.sequence.next_moves import NextMoves
from engine.situation.variants import Variant
from engine.state import State, sides
from engine.state.forces import Kind, Unit
from engine.state.land import Siege
from engine.state.leaders import LeaderStatus
from engine.turns import (
    income,
    interphase,
    logistics,
    minors,
    peace,
    provinces,
    redeployment_phase,
    wars,
)
from engine.turns.campaign_figures import figure
from tests.engine.playing import lead, play, put, tabletop, use_up
from tests.engine.sea.afloat import fleet
from tests.engine.turns.table import campaign

PAIR = {"france": ["france"], "spain": ["spain"]}
HOME = "ile-de-france"


def pair(**fields: Any) -> State:
    fields.setdefault("alliances", PAIR)
    fields.setdefault("war", (("france", "spain"),))
    return campaign(**fields)


def phase_of(state: State) -> Phase:
    return Phase(state, procedures=PROCEDURES)


def test_only_provinces_of_europe_that_yield_something_are_an_income() -> None:
    state = pair()
    found = [item for item in income.items(state) if item.what != "extra"]
    assert all(item.ducats > 0 for item in found)
    state.land.owners["cuba-w"] = "spain"
    assert [item.what for item in income.items(state)] == [item.what for item in found]


@pytest.mark.parametrize(
    ("country", "kinds", "paid"),
    [
        # France: an A+ and a detachment of land or sea
        ("france", ["A+", "LD"], []),
        ("france", ["A+", "LD", "LD"], ["LD"]),
        ("france", ["A+", "A-"], ["A-"]),
        ("france", ["LD", "LD", "LD", "LD", "LD"], []),
        ("france", ["A+", "A+"], ["A+"]),
        # Venice: an F- and three detachments of land or sea
        ("venice", ["F-", "LD", "LD", "LD"], []),
        ("venice", ["NGD", "NGD"], []),
        ("venice", ["NGD", "NGD", "NGD"], ["NGD"]),
        ("venice", ["F+"], ["F+"]),
        ("venice", ["LD", "LD", "LD", "LD"], ["LD"]),
    ],
)
def test_the_basic_forces_cover_the_largest_counters_first(
    country: str, kinds: list[Kind], paid: list[Kind]
) -> None:
    """C-NAV-14, C-VET-01."""
    state = campaign()
    place = {"france": "provence", "venice": "veneto"}[country]
    put(state, country, place, *(kind for kind in kinds if kind in ("A+", "A-", "LD")))
    put(state, country, place, *(kind for kind in kinds if kind not in ("A+", "A-", "LD")),
        position="port")  # fmt: skip
    assert [unit.kind for unit in logistics.beyond_basic(state, country)] == paid


@pytest.mark.parametrize(
    ("counters", "paid"),
    [(["F+: 3 NWD"], 0), (["F-: 2 NWD", "F-: 2 NWD"], 0), (["F+: 3 NWD", "NWD"], 1),
     (["F-: 2 NWD", "NWD", "NWD"], 0), (["F-: 2 NWD", "NWD", "NWD", "NWD"], 1)],
)  # fmt: skip
def test_a_full_fleet_is_as_good_as_two_reduced_ones_or_four_detachments(
    counters: list[str], paid: int
) -> None:
    """C-NAV-14: England's basic forces are an A- and an F+."""
    state = campaign(alliances={"england": ["england"], "france": ["france"]}, war=())
    fleet(state, "england", "wessex", *counters)
    put(state, "england", "wessex", "A-")
    assert len(logistics.beyond_basic(state, "england")) == paid


@pytest.mark.parametrize(
    ("reforms", "paid"), [([], []), (["M-1a"], ["A-"]), (["M-1a", "M-1b", "M-2"], ["A-"])]
)
def test_a_reformed_turkey_keeps_no_janissaries_of_the_old_kind_free(
    reforms: list[str], paid: list[str]
) -> None:
    """The sheet of basic forces: *3 army_plus timar; 1 army_minus janissary, before army
    reforms*."""
    state = campaign(alliances={"turkey": ["turkey"], "france": ["france"]}, war=())
    state.countries["turkey"].reforms = list(reforms)
    put(state, "turkey", "trakya", "A+", "A+", "A+", "A-")
    assert [unit.kind for unit in logistics.beyond_basic(state, "turkey")] == paid


@pytest.mark.parametrize(("owned", "detachments"), [(("holland",), 0), (("holland", "zeeland"), 2)])
def test_the_north_east_provinces_have_troops_once_they_own_two(
    owned: tuple[str, ...], detachments: int
) -> None:
    """The sheet of basic forces: *2 land_detachment, if at least 2 provinces owned*."""
    alliances = {"spain": ["spain"], "north-east-provinces": ["north-east-provinces"]}
    state = campaign(alliances=alliances, minors={"north-east-provinces": "spain"}, war=())
    for place in provinces.owned_provinces(state, "north-east-provinces"):
        state.land.owners[place] = "spain"
    for place in owned:
        provinces.transfer(state, place, "north-east-provinces")
    minors.raise_forces(phase_of(state), "north-east-provinces")
    assert len(state.units) == detachments


def test_a_pasha_is_paid_by_nobody_and_who_has_no_line_of_prices_pays_nothing() -> None:
    state = campaign(alliances={"turkey": ["turkey"], "venice": ["venice", "savoy"]}, war=())
    put(state, "turkey", "trakya", "A+", "A+", "A+", "A+")
    put(state, "turkey", "trakya", "PASHA", size=2)
    assert "PASHA" not in [unit.kind for unit in logistics.beyond_basic(state, "turkey")]
    for kind in ("LD", "NWD"):
        (number,) = put(state, "savoy", "savoia", kind)
        assert logistics.upkeep(state.countries["savoy"], state.units[number], "peace") == 0


@pytest.mark.parametrize(
    ("kind", "rate", "ducats"),
    [("LD", "veteran", 9), ("LDE", "veteran", 5), ("LD", "conscript", 5), ("LDE", "conscript", 3),
     ("LD", "peace", 12), ("LDE", "peace", 6), ("NWD", "peace", 15), ("NDE", "peace", 8)],
)  # fmt: skip
def test_an_exploration_detachment_is_kept_for_half_rounded_up(
    kind: Kind, rate: str, ducats: int
) -> None:
    """C-FOR-10, C-NAV-08: for maintenance it counts and costs half a detachment, rounded up. The
    English renaissance line prints 9, 5 and 12 for an LD; nao-galleons cost 15."""
    state = campaign(alliances={"england": ["england"]}, war=())
    england = state.countries["england"]
    england.naval_technology = "nao-galleon"
    (number,) = put(state, "england", "malabar-s", kind)
    assert logistics.upkeep(england, state.units[number], rate) == ducats


def test_an_inactive_minor_is_not_reinforced_and_one_at_war_is() -> None:
    for war in ((), (("france", "league"),)):
        state = campaign(war=war)
        state.marks.done.update(f"leaders {name}" for name in state.countries)
        state.marks.done.update(
            f"logistics {name}" for name, known in state.countries.items() if not known.minor
        )
        play(logistics.logistics, state)
        found = {unit.country for unit in state.units.values()}
        assert found == ({"savoy"} if war else set())


def test_disbanded_besiegers_leave_no_siege_behind() -> None:
    state = pair(owners={"artois": "spain"})
    put(state, "france", HOME, "A+", "LD")
    put(state, "france", "artois", "LD")
    state.land.sieges["artois"] = Siege("france")
    play(logistics.maintenance, state, [("maintenance", "disband")], (), "france")
    assert len(state.units) == 2
    for unit in list(state.units.values()):
        state.remove(unit)
    state.land.sieges["artois"] = Siege("france")
    put(state, "france", HOME, "A+")
    put(state, "france", "artois", "A-")
    play(logistics.maintenance, state, [("maintenance", "disband")], (), "france")
    assert state.land.sieges == {}


# Minors.


def test_an_annexed_minor_leaves_play_with_all_that_is_its_own() -> None:
    state = campaign(owners={"lombardia": "milan"})
    own = provinces.owned_provinces(state, "milan")
    assert own
    (troops,) = put(state, "milan", own[0], "LD")
    (others,) = put(state, "venice", "veneto", "LD")
    state.land.controllers["savoia"] = "milan"
    state.land.controllers["veneto"] = "france"
    lead(state, "milan", own[0], "foix")
    lead(state, "france", "provence", "bayard")
    state.sequence.initiatives["milan"] = 3
    state.ledger.allies.append(["milan", "england"])
    allies = [[each for each in group if each != "milan"] for group in state.ledger.allies]
    phase = phase_of(state)
    minors.absorb(phase, "milan", "venice")
    assert {sides.owner(state, place) for place in own} == {"venice"}
    assert "milan" not in state.countries
    assert not [note for note in state.notes if note.startswith("fallen.")], "nobody comes for him"
    assert state.ledger.gone == ["milan"]
    assert "milan" not in state.ledger.boxes
    assert "foix" not in state.leaders
    assert not state.leaders_at(own[0])
    assert state.leaders["bayard"].status == "map"
    assert "milan" not in state.sequence.initiatives
    assert state.ledger.allies == [group for group in allies if group]
    assert set(state.units) == {others}
    assert troops not in state.units
    assert state.land.controllers == {"veneto": "france"}, "what it held is its owner's again"
    assert state.ledger.wars[0].defenders == ["spain", "venice"]
    minors.absorb(phase, "milan", "france")
    assert {sides.owner(state, place) for place in own} == {"venice"}, "once and for all"
    assert state.ledger.gone == ["milan"]


def test_without_its_capital_a_country_has_the_first_of_its_provinces() -> None:
    state = campaign()
    assert minors.capital(state, "france") == HOME
    state.land.owners[HOME] = "spain"
    first, *_, last = sorted(provinces.owned_provinces(state, "france"))
    assert minors.capital(state, "france") == first != last
    state.ledger.capitals["france"] = "champagne"
    assert minors.capital(state, "france") == "champagne"


def test_a_minor_that_has_troops_raises_no_more_and_its_first_come_to_the_capital() -> None:
    state = campaign(war=())
    phase = phase_of(state)
    minors.raise_forces(phase, "savoy")
    raised = sorted(unit.kind for unit in state.units.values())
    assert raised == ["A+", "LD"]
    assert {unit.place for unit in state.units.values()} == {minors.capital(state, "savoy")}
    minors.raise_forces(phase, "savoy")
    assert len(state.units) == 2


# Lands.


def test_the_conquest_of_either_by_the_other_is_what_a_peace_settles() -> None:
    state = pair(owners={"hainaut": "spain"})
    for place, holder, taken in (
        ("hainaut", "france", True), ("champagne", "spain", True), ("hainaut", "venice", False),
        ("veneto", "france", False),
    ):  # fmt: skip
        state.land.controllers[place] = holder
        assert peace._taken(state, place, ["france"], ["spain"]) is taken
        assert peace._taken(state, place, ["spain"], ["france"]) is taken


def test_who_has_no_way_home_over_land_goes_to_the_first_province_overseas() -> None:
    state = campaign(
        alliances={"france": ["france"], "spain": ["spain"]}, war=(("france", "spain"),)
    )
    unit = state.units[put(state, "france", HOME, "LD")[0]]
    assert provinces.goal(state, unit) in {each.other for each in board.land_neighbours(HOME)}
    own = provinces.owned_provinces(state, "spain")
    unit = state.units[put(state, "spain", "cornwall", "LD")[0]]
    assert provinces.goal(state, unit) == min(own)


@pytest.mark.parametrize(
    ("before", "after"),
    [([], ["+"]), (["-"], ["+", "-"]), (["+"], ["+", "+"]), (["+", "-"], ["+", "+"])],
)  # fmt: skip
def test_a_looted_province_has_one_full_pillage_more_and_two_at_most(
    before: list[str], after: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """C-RED-09."""
    monkeypatch.setattr(redeployment_phase, "recover_from_pillage", lambda state: None)
    state = pair(owners={"hainaut": "spain"})
    put(state, "france", "hainaut", "A+")
    state.land.sieges["hainaut"] = Siege("france")
    state.land.pillages["hainaut"] = before
    play(redeployment_phase.loot, state, [("loot", ["hainaut"])])
    assert state.land.pillages["hainaut"] == after


# The next turn.


def test_fright_lasts_while_there_is_cause_and_comes_to_nobody_by_itself() -> None:
    state = campaign(alliances={"turkey": ["turkey"], "venice": ["venice"], "france": ["france"]},
                     war=(), turn=6)  # fmt: skip
    state.countries["venice"].ottoman_fright = False
    phase = phase_of(state)
    interphase.next_turn(phase)
    assert not any(country.ottoman_fright for country in state.countries.values())


def test_timars_wait_for_nobody_where_there_is_no_turkey() -> None:
    state = pair()
    state.notes.update({"timars.home": 6, "pashas.home": ["turkey-pasha-hadim"]})
    interphase.timars_back(phase_of(state))
    assert state.units == {}
    assert "timars.home" not in state.notes


def test_no_two_counters_have_the_number_of_the_pasha_who_is_back() -> None:
    state = campaign(alliances={"turkey": ["turkey"], "venice": ["venice"]}, war=())
    before = put(state, "turkey", "trakya", "LD", "LD")
    state.notes["pashas.home"] = ["turkey-pasha-hadim"]
    interphase.timars_back(phase_of(state))
    kinds: dict[int, Unit] = {**state.units}
    assert [kinds[number].kind for number in before] == ["LD", "LD"]
    assert [unit.kind for number, unit in kinds.items() if number not in before] == ["PASHA"]


def test_who_besieges_is_of_those_who_stand_before_the_fortress_and_are_at_war_with_it() -> None:
    state = pair(owners={"artois": "spain"})
    put(state, "france", "artois", "LD")
    state.land.sieges["artois"] = Siege("")
    wars._besieger(state, "artois", ["france"])
    assert state.land.sieges["artois"].alliance == "france"
    wars._besieger(state, "artois", ["spain"])
    assert state.land.sieges == {}
    state.land.sieges["artois"] = Siege("france")
    state.diplomacy.wars = []
    wars._besieger(state, "artois", ["france"])
    assert state.land.sieges == {}, "no war, no siege"


def test_what_is_recruited_is_paid_at_the_printed_price() -> None:
    state = pair()
    before = state.countries["france"].treasury
    troops = put(state, "france", "champagne", "LD")
    answers = [("recruit-troops", "LD champagne"), ("recruit-troops", "done")]
    play(logistics.recruitment, state, answers, (), "france")
    assert before - state.countries["france"].treasury == tables.land_price(
        "france", "renaissance", "buy_ld"
    )
    assert len(state.units) == 2
    assert state.units[troops[0]].place == "champagne"


def test_between_two_turns_the_timars_come_home() -> None:
    """C-TUR-07."""
    state = campaign(alliances={"turkey": ["turkey"], "venice": ["venice"]}, war=(), turn=6)
    state.notes["timars.home"] = 6
    play(interphase.interphase_step, state)
    assert [(unit.kind, unit.corps) for unit in state.units.values()] == [("LD", "timar")] * 2


@pytest.mark.parametrize(
    ("country", "war", "veterans"),
    [("france", True, 0), ("france", False, 3), ("sweden", True, 3), ("sweden", False, 3)],
)
def test_recruits_are_conscripts_in_war_but_for_the_swedes(
    country: str, war: bool, veterans: int
) -> None:
    """C-VET-01."""
    state = campaign(
        alliances={country: [country], "spain": ["spain"]},
        war=((country, "spain"),) if war else (), turn=31, period="IV", technology="musket",
    )  # fmt: skip
    offer = next(
        each for each in logistics.on_offer(state, state.countries[country]) if each.kind == "LD"
    )
    answers = [("recruit-troops", offer.key), ("recruit-troops", "done")]
    play(logistics.recruitment, state, answers, (), country)
    (unit,) = state.units.values()
    assert (unit.kind, unit.place, unit.veterans) == ("LD", offer.place, veterans)


# Sides.


def test_alliances_part_join_and_leave_a_war() -> None:
    state = campaign(
        alliances={
            "france": ["france", "savoy"], "spain": ["spain", "milan"], "venice": ["venice"],
        },
        minors={"savoy": "france", "milan": "spain"}, war=(("france", "spain"),),
    )  # fmt: skip
    state.ledger.allies = [["france", "savoy"], ["spain", "milan"], ["venice"]]
    wars.leave_alliance(state, "savoy")
    assert state.ledger.allies == [["france"], ["spain", "milan"], ["venice"], ["savoy"]]
    wars.leave_alliance(state, "venice")
    assert state.ledger.allies == [["france"], ["spain", "milan"], ["savoy"], ["venice"]]
    wars.join_alliance(state, "venice", "spain")
    assert state.ledger.allies == [["france"], ["savoy"], ["spain", "milan", "venice"]]
    wars.join_alliance(state, "milan", "spain")
    assert state.ledger.allies == [["france"], ["savoy"], ["spain", "milan", "venice"]]
    (war,) = state.ledger.wars
    war.aggressors, war.defenders = ["france", "savoy"], ["spain"]
    wars.leave_war(state, war, "savoy")
    assert (war.aggressors, state.ledger.wars) == (["france"], [war])
    wars.leave_war(state, war, "spain")
    assert state.ledger.wars == []


@pytest.mark.parametrize(
    ("kinds", "level", "pillages", "can"),
    [
        (("LD", "LD"), 2, [], True),
        (("LD",), 2, [], False),
        (("LD", "LD", "LD"), 3, ["+"], True),
        (("LD", "LD"), 3, [], False),
        (("A+",), 2, ["+", "+"], False),
        (("A+",), 2, ["+", "-"], True),
    ],
)
def test_who_may_loot_is_strong_enough_to_besiege(
    kinds: tuple[Kind, ...], level: int, pillages: list[str], can: bool
) -> None:
    """C-RED-09: a detachment a level, or control of the province, and room for a pillage."""
    state = pair(owners={"artois": "spain"}, levels={"artois": level})
    put(state, "france", "artois", *kinds)
    put(state, "france", "champagne", "A+")
    if pillages:
        state.land.pillages["artois"] = pillages
    assert redeployment_phase.lootable(state, "france") == (["artois"] if can else [])
    assert redeployment_phase.lootable(state, "spain") == []
    state.land.controllers["artois"] = "france"
    assert redeployment_phase.lootable(state, "france") == (
        [] if pillages == ["+", "+"] else ["artois"]
    )  # fmt: skip
    state.diplomacy.wars = []
    assert redeployment_phase.lootable(state, "france") == []


@pytest.mark.parametrize(
    ("place", "kinds", "pillages"),
    [
        ("artois", ("LD", "LD"), ["+"]), ("malabar-s", ("LD", "LD"), ["-"]),
        ("malabar-s", ("A-",), ["+"]),
    ],
)  # fmt: skip
def test_overseas_only_an_army_loots_for_a_full_pillage(
    place: str, kinds: tuple[Kind, ...], pillages: list[str]
) -> None:
    """*It may put a full pillage (reduced in the ROTW without an army)* (C-RED-09)."""
    state = pair(owners={place: "spain"}, controllers={place: "spain"}, levels={place: 1})
    put(state, "france", place, *kinds)
    play(redeployment_phase.loot, state, [("loot", [place])])
    assert state.land.pillages == {place: pillages}


@pytest.mark.parametrize(
    ("kinds", "works", "breach", "why"),
    [
        (("LD", "LD"), ["+"], False, ""),
        (("LD",), ["+"], False, "too few for a siege"),
        (("LD", "LD"), ["-"], False, "no full siegework and no breach"),
        (("LD", "LD"), ["-"], True, ""),
        (("LD", "LD"), ["-", "+"], False, ""),
        (("LD", "LD"), [], False, "no full siegework and no breach"),
    ],
)
def test_which_besiegers_have_to_redeploy(
    kinds: tuple[Kind, ...], works: list[str], breach: bool, why: str
) -> None:
    """C-RED-01."""
    state = pair(owners={"artois": "spain"}, levels={"artois": 2})
    put(state, "france", "artois", *kinds)
    stack = sides.stack(state, "artois", "france")
    assert redeployment_phase.must_go(state, stack) == "", "who besieges nothing may stay"
    state.land.sieges["artois"] = Siege("france", works, breach=breach)
    assert redeployment_phase.must_go(state, stack) == why
    state.land.sieges["artois"].alliance = "venice"
    assert redeployment_phase.must_go(state, stack) == "", "the siege of others"
    for place in ("picardie", "champagne", "ile-de-france"):
        put(state, "spain", place, "A+")
    assert redeployment_phase.must_go(state, stack) == "no line of supply"


@pytest.mark.rule("ARS-10")
@pytest.mark.parametrize(
    ("before", "after"),
    [(["-"], None), (["+"], ["-"]), (["+", "-"], ["+"]), (["+", "+"], ["+", "-"]),
     (["-", "+"], ["+"])],
)  # fmt: skip
def test_a_province_recovers_one_level_a_turn(before: list[str], after: list[str] | None) -> None:
    state = pair()
    state.land.pillages = {"artois": before}
    redeployment_phase.recover_from_pillage(state)
    assert state.land.pillages == ({} if after is None else {"artois": after})


def test_every_power_keeps_up_its_forces_and_recruits_once_a_turn() -> None:
    state = pair()
    state.marks.done.update(f"leaders {name}" for name in state.countries)
    put(state, "france", HOME, "A+")
    put(state, "spain", "valencia", "A+", "A+")
    played = play(
        logistics.logistics, state,
        [("recruit-troops", "done"), ("maintenance", "veteran"), ("recruit-troops", "done")],
    )  # fmt: skip
    assert [(ask.name, ask.who) for ask in played.asks] == [
        ("recruit-troops", "france"), ("maintenance", "spain"), ("recruit-troops", "spain")
    ]  # fmt: skip
    assert play(logistics.logistics, state).asks == [], "begun again after a save"


@pytest.mark.parametrize(("turn", "before", "after"), [
    (12, True, True), (13, True, True), (14, True, False), (12, False, False),
])  # fmt: skip
def test_who_is_still_to_learn_fears_the_ottomans_up_to_turn_14(
    turn: int, before: bool, after: bool
) -> None:
    """C-TUR-15: the new turn is what counts."""
    state = campaign(alliances={"turkey": ["turkey"], "spain": ["spain"]}, war=(), turn=turn)
    state.countries["spain"].ottoman_fright = before
    interphase.next_turn(phase_of(state))
    assert state.turn == turn + 1
    assert state.countries["spain"].ottoman_fright is after
    assert not state.countries["turkey"].ottoman_fright


def test_the_next_turn_begins_with_an_empty_track_and_no_weather() -> None:
    state = pair(turn=6, rounds=["S1", "W1"], bad_weather=True, extended=True, sund_frozen=True,
                 poor_weather=True, next_weather=["W2"])  # fmt: skip
    interphase.next_turn(phase_of(state))
    fresh = type(state.sequence)("", [], "start", 0)
    assert state.sequence == replace(fresh, initiatives=state.sequence.initiatives)


@pytest.mark.parametrize(("status", "after"), [
    ("wounded", "away"), ("captured", "captured"), ("killed", "killed"), ("away", "away"),
])  # fmt: skip
def test_only_the_wounded_heal_at_the_end_of_a_turn(
    status: LeaderStatus, after: LeaderStatus
) -> None:
    """C-INT-01."""
    state = pair()
    lead(state, "france", HOME, "bayard")
    state.remove_leader(state.leaders["bayard"], status)
    interphase.heal(phase_of(state))
    assert state.leaders["bayard"].status == after


def test_of_ships_too_the_fleet_is_covered_before_the_detachment() -> None:
    """C-NAV-14: of Venice's an F- and, where none is, two detachments of ships."""
    state = campaign()
    single, fleet_ = fleet(state, "venice", "veneto", "NGD", "F-: 2 NGD")
    assert [unit.id for unit in logistics.beyond_basic(state, "venice")] == [single]
    state.remove(state.units[fleet_])
    assert logistics.beyond_basic(state, "venice") == []


def test_what_variants_bring_in_the_year_they_bring_once(monkeypatch: pytest.MonkeyPatch) -> None:
    brought: list[int] = []

    class Gift(Variant):
        async def logistics(self, phase: Phase) -> None:
            brought.append(phase.state.turn)

    monkeypatch.setattr("engine.situation.variants.in_force", lambda state: Gift())
    state = pair(war=())
    state.marks.done.update(f"{what} {name}" for name in PAIR for what in ("logistics", "leaders"))
    for _ in range(2):  # begun again after a save
        play(logistics.logistics, state)
    assert brought == [state.turn]


@pytest.mark.rule("MVG-01")
def test_in_the_next_turn_too_nobody_is_asked_again_who_was_told_to_stay() -> None:
    """The marks that are forgotten are those that are watched: a new record of them was not, and
    what may move was offered as before it stayed."""
    state = pair(campaign="multiple")
    (number,) = put(state, "france", HOME, "LD")
    state.marks.moved.add(number)
    state.marks.unsupplied.add(number)
    interphase.forget(state)
    state.countries["france"].campaign = "multiple"
    assert (state.marks.moved, state.marks.unsupplied) == (set(), set())
    assert [*NextMoves(state, "france").marches] == [HOME]
    state.marks.tell_to_stay([str(number)])
    assert NextMoves(state, "france").marches == {}


def test_land_that_comes_home_is_nobodys_conquest_and_another_conqueror_keeps_it() -> None:
    """To its owner of 1492 a province goes back as the board has it."""
    state = campaign(owners={"artois": "spain"}, controllers={"artois": "france"})
    assert board.province("provence").owner_1492 == "france"
    state.land.owners["provence"], state.land.controllers["provence"] = "spain", "spain"
    provinces.transfer(state, "provence", "france")
    assert "provence" not in state.land.owners
    assert "provence" not in state.land.controllers
    provinces.transfer(state, "artois", "venice")
    assert state.land.owners["artois"] == "venice"
    assert state.land.controllers["artois"] == "france", "who has conquered it keeps holding it"


@pytest.mark.parametrize(("stability", "after"), [(3, 1), (-1, -3), (-2, -3)])
def test_a_ransom_costs_no_stability_below_the_lowest(stability: int, after: int) -> None:
    state = campaign()
    lead(state, "france", "ile-de-france", "navarre-2")
    state.remove_leader(state.leaders["navarre-2"], "captured")
    state.notes["captive.navarre-2"] = "spain"
    france = state.countries["france"]
    france.stability = stability
    played = play(peace.ransoms, state)
    assert france.stability == after
    assert f"for {figure('ransom', 'ducats')} ducats" in played.told


@pytest.mark.parametrize(("treasury", "offered"), [(0, True), (-1, False)])
def test_the_last_ducat_and_the_last_counter_buy_a_recruit(treasury: int, offered: bool) -> None:
    """C-LOG: for its price, while the box has one."""
    state = campaign()
    france = state.countries["france"]
    use_up(state, "france", "LD")
    last = next(unit for unit in state.units.values() if unit.kind == "LD")
    assert "LD" not in {each.kind for each in logistics.on_offer(state, france)}
    state.remove(last)
    price = next(e.ducats for e in logistics.on_offer(state, france) if e.kind == "LD")
    france.treasury = price + treasury
    found = {each.kind for each in logistics.on_offer(state, france)}
    assert ("LD" in found) is offered


def test_what_is_told_every_turn_stands_once_in_memory() -> None:
    """A long game tells the same sentences and incomes again and again."""
    phase = Phase(tabletop(owners={"picardie": "france", "artois": "spain"}), [], PROCEDURES)
    for _ in range(2):
        with pytest.raises(StopIteration):
            income.income(phase).send(None)
        phase.tell("stability", " ".join(["it", "holds."]))
    lines = len(phase.story) // 2
    for first, again in zip(phase.story[:lines], phase.story[lines:], strict=True):
        if first.kind == "income":
            assert first.sheet is not None
            assert again.sheet is not None
            assert list(map(id, first.sheet["items"])) == list(map(id, again.sheet["items"]))
    assert phase.story[lines - 1].text is phase.story[-1].text
    assert [each.kind for each in phase.story[:lines]].count("income") > 1
