"""Naval interception: who may, the odds of a fleet in being, timing, the battle that follows."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import countries
from engine.fleets import fleets, ports
from engine.fleets.naval_journey import Journey
from engine.land.movement.interception_math import intercepts
from engine.land.movement.interceptors import Chance
from engine.modifiers import Modifier
from engine.play.asks import BadAnswer
from engine.sea.interception import interception, interception_math, interceptors
from engine.sea.under_way.announced_action import Action
from engine.sea.under_way.voyage import Arrival, Voyage
from engine.sea.voyages.naval_actions import why_not
from engine.sequence import movement
from engine.situation import command
from engine.state import State
from engine.state.forces import Unit
from engine.state.land import Siege
from engine.state.stacks import Band
from tests.engine.playing import Played, band, lead, play, put
from tests.engine.sea.afloat import at, decide, fleet, sea_table, units

DONE = ("next-move", "done")


def moves(state: State, *answers: Any, dice: Any = ()) -> Played:
    return play(movement.moves, state, answers, dice)


def table(**fields: Any) -> State:
    """France moves, England may intercept."""
    return sea_table(impulse=1, **fields)


def odds(state: State, zone: str, ships: list[int], landing: str = "", leader: str = ""
         ) -> dict[str, int]:  # fmt: skip
    mover = [number for number, unit in state.units.items() if unit.country == "france"]
    mover = mover or fleet(state, "france", "sea-gascogne", "NWD")
    band = Band(state.units[ships[0]].place, tuple(ships), (leader,) if leader else ())
    found = interception_math.chance(state, zone, band, Band.of(units(state, mover)), landing)
    return {each.rule: each.value for each in found.modifiers}


def where(state: State, *zones: str) -> list[str]:
    return [zone for zone in zones if interceptors.eligible_stacks(state, zone, "england", ())]


ZONES = (
    "sea-irlande", "sea-celtique", "sea-manche", "sea-gascogne", "sea-rockall", "sea-nord",
    "sea-acores",
)  # fmt: skip


# A fleet in being: the example of the rulebook.


@pytest.mark.rule("NIN-33", "NIN-35", "ITG-02")
def test_a_fleet_in_the_port_of_cornwall() -> None:
    state = table()
    ships = fleet(state, "england", "cornwall", "F-: 2 NWD")
    assert where(state, *ZONES) == ["sea-irlande", "sea-celtique", "sea-manche"]
    for zone in ("sea-irlande", "sea-celtique", "sea-manche"):
        assert odds(state, zone, ships) == {"NIN-33": -3}


@pytest.mark.rule("NIN-27", "NIN-31")
@pytest.mark.parametrize("zone", ["sea-irlande", "sea-celtique", "sea-manche"])
def test_a_landing_at_the_port_of_the_fleet(zone: str) -> None:
    state = table()
    ships = fleet(state, "england", "cornwall", "F-: 2 NWD")
    assert odds(state, zone, ships, "cornwall") == {"NIN-31": 2}
    assert odds(state, zone, ships, "wessex") == {"NIN-33": -3}, "elsewhere it helps nothing"


@pytest.mark.rule("NIN-29", "NIN-36")
def test_a_fleet_that_cruises() -> None:
    state = table()
    ships = fleet(state, "england", "sea-celtique", "F-: 2 NWD")
    assert set(where(state, *ZONES)) == {
        "sea-celtique", "sea-irlande", "sea-manche", "sea-gascogne", "sea-rockall", "sea-acores",
    }  # fmt: skip
    assert odds(state, "sea-celtique", ships) == {"NIN-29": 1}
    for zone in ("sea-irlande", "sea-manche", "sea-gascogne", "sea-rockall"):
        assert odds(state, zone, ships) == {}


@pytest.mark.rule("NIN-27", "NIN-30")
@pytest.mark.parametrize("province", ["cornwall", "finistere"])
def test_a_landing_from_the_zone_of_the_fleet(province: str) -> None:
    state = table()
    ships = fleet(state, "england", "sea-celtique", "F-: 2 NWD")
    assert odds(state, "sea-celtique", ships, province) == {"NIN-30": 2}
    assert odds(state, "sea-manche", ships, province) == {}, "neither +1 nor +2 in another zone"


@pytest.mark.rule("NIN-32", "NIN-38")
def test_a_fleet_in_the_arsenal_of_portsmouth() -> None:
    state = table()
    ships = fleet(state, "england", "wessex", "F-: 2 NWD")
    assert where(state, *ZONES) == ["sea-manche"]
    assert odds(state, "sea-manche", ships) == {}
    for province in ("wessex", "normandie", "picardie", "kent"):
        found = odds(state, "sea-manche", ships, province)
        assert sum(found.values()) == 2
        assert found.keys() <= {"NIN-31", "NIN-32"}


# The other modifiers.


@pytest.mark.rule("NIN-28", "NIN-27")
def test_advanced_ships_at_sea() -> None:
    state = table()
    state.countries["england"].naval_technology = "three-decker"
    state.countries["france"].naval_technology = "three-decker"
    ships = fleet(state, "england", "sea-celtique", "NWD")
    assert odds(state, "sea-manche", ships) == {"NIN-28": 1}
    assert sum(odds(state, "sea-celtique", ships).values()) == 1, "not added to the zone's own"
    state.countries["england"].naval_technology = "vessel"
    state.countries["france"].naval_technology = "vessel"
    assert odds(state, "sea-manche", ships) == {}
    port = fleet(state, "england", "wessex", "NWD")
    state.countries["england"].naval_technology = "three-decker"
    state.countries["france"].naval_technology = "three-decker"
    assert odds(state, "sea-manche", port) == {}, "in an arsenal it is not at sea"


@pytest.mark.rule("NIN-22", "NIN-23", "NIN-24", "NIN-25", "NIN-26")
def test_what_adds_up() -> None:
    state = table(bad_weather=True)
    ships = fleet(
        state, "england", "sea-celtique", "F-: 2 NWD", leader="england-anonymous-admiral-3",
        task="blockade:armor",
    )  # fmt: skip
    state.countries["england"].naval_technology = "nao-galleon"
    found = odds(state, "sea-manche", ships, leader="england-anonymous-admiral-3")
    assert found == {"NIN-22": 4, "NIN-23": 1, "NIN-24": -2, "NIN-25": -1}
    mover = fleet(state, "france", "sea-gascogne", "NWD", leader="duquesne")
    band = Band("sea-celtique", tuple(ships), ())
    chance = interception_math.chance(
        state, "sea-manche", band, Band.of(units(state, mover), [state.leaders["duquesne"]])
    )
    assert {each.rule: each.value for each in chance.modifiers}["NIN-22"] == -3


@pytest.mark.rule("NIN-34")
def test_eight_or_a_natural_ten() -> None:
    for modifier, faces in ((0, 3), (2, 5), (-3, 1), (-9, 1), (7, 10)):
        assert Chance("sea", (Modifier(modifier, "any", "NIN-34"),)).tenths == faces
    assert intercepts(10, -9, "sea")
    assert not intercepts(9, -2, "sea")


# Who may.


@pytest.mark.rule("NIN-01", "NIN-02")
def test_the_campaign_of_the_interceptor() -> None:
    state = table()
    two = fleet(state, "england", "wessex", "F-: 2 NWD", "F-: 2 NWD")
    here = units(state, two)
    england = state.countries["england"]
    assert interceptors.why_barred(state, here, []) == ""
    england.campaign = "passive"
    assert "NIN-02" in interceptors.why_barred(state, here, [])
    assert interceptors.why_barred(state, here[:1], []) == ""
    england.campaign = "none"
    assert "NIN-01" in interceptors.why_barred(state, here[:1], [])
    england.campaign = england.campaign_before = None
    assert interceptors.why_barred(state, here[:1], []) == "", "in the first round as if passive"
    assert "NIN-02" in interceptors.why_barred(state, here, [])


@pytest.mark.rule("NIN-03", "NIN-06", "ITG-11", "ITG-12", "ITG-13")
def test_who_is_engaged_beaten_or_has_tried_may_not() -> None:
    state = table()
    (ship,) = fleet(state, "england", "wessex", "NWD")
    assert where(state, "sea-manche")
    assert not interceptors.eligible_stacks(state, "sea-manche", "england", {ship})
    state.marks.locked.add(ship)
    assert not where(state, "sea-manche")
    state.marks.locked.clear()
    state.marks.beaten.add(ship)
    assert not where(state, "sea-manche")


# In play.

TO_CHANNEL = ("sail", ["sea-manche"])


def sailing(*counters: str, place: str = "normandie", **fields: Any) -> tuple[State, list[int]]:
    state = table(**fields)
    ships = fleet(state, "france", place, *counters)
    return state, ships


@pytest.mark.rule("ITG-01", "NIN-07", "NIN-10", "NIN-11", "NIN-12", "ITG-05", "NAV-11")
def test_an_interception_is_fought_before_any_attrition(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = decide(monkeypatch, "france")
    state, ships = sailing("NWD")
    english = fleet(state, "england", "wessex", "NWD", "NWD")
    state.countries["england"].campaign = "active"
    played = moves(
        state,
        ("next-move", f"normandie:{ships[0]}"), TO_CHANNEL,
        ("intercept", [str(english[0])]),
        ("sail", []),
        dice={"england.intercept": 8, "england.attrition": 1, "france.attrition": 1},
    )  # fmt: skip
    assert [battle.zone for battle in fought] == ["sea-manche"]
    assert fought[0].rolls == 1, "only that of the interception"
    assert fought[0].other.unit_ids == (english[0],), "a part may intercept (ITG-04)"
    assert at(state, english[0])[1] == "port", "it lost and went home"
    assert [ask.who for ask in played.asks if ask.name == "intercept"] == ["england"]


@pytest.mark.rule("NIN-14", "NAV-13", "NAV-12")
def test_a_mover_that_loses_rolls_once_for_way_and_retreat(monkeypatch: pytest.MonkeyPatch) -> None:
    """EX-NAV-01: three zones before the battle, two in retreat: one roll, distance 5."""
    fought = decide(monkeypatch, "england")
    state = table()
    ships = fleet(state, "france", "provence", "F-: 2 NWD")
    for place in ("guyenne", "poitou", "vendee"):
        state.land.controllers[place] = "england"
    state.land.controllers["andalucia"] = "france"
    english = fleet(state, "england", "sea-gascogne", "NWD")
    played = moves(
        state,
        ("next-move", f"provence:{ships[0]}"),
        ("sail", ["sea-lion", "sea-alboran", "sea-cadix", "sea-gascogne"]),
        ("intercept", []), ("intercept", [str(english[0])]),
        dice={"england.intercept": 7, "france.attrition": 1},
    )  # fmt: skip
    assert fought[0].phasing.journey is not None
    assert fought[0].phasing.journey.zones == 4
    rolls = [entry for entry in played.phase.story if entry.kind == "roll"]
    assert len(rolls) == 2, "the interception and one attrition"
    assert at(state, ships[0]) == ("andalucia", "port")
    assert rolls[-1].sheet is not None
    reasons = {each[2]: each[0] for each in map(list, _modifiers(rolls[-1].sheet))}
    assert reasons["ATS-16"] == 1, "6 zones: 4 sailed and 2 back"


def _modifiers(sheet: dict[str, Any]) -> list[Any]:
    found = sheet["modifiers"]
    return [list(each.values()) if isinstance(each, dict) else each for each in found]


@pytest.mark.rule("NIN-08", "NIN-09", "NAV-08", "NAV-09", "NIN-13", "NAV-A1")
def test_an_announced_action_rolls_first_and_is_done_after_a_victory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fought = decide(monkeypatch, "france")
    state, ships = sailing("NWD", "NWD")
    english = fleet(state, "england", "wessex", "NWD")
    played = moves(
        state,
        ("next-move", f"normandie:{ships[0]}"), ("mover", [str(each) for each in ships]),
        ("sail", ["sea-manche", "!blockade:cornwall"]),
        ("intercept", [str(english[0])]),
        dice={"england.intercept": 9, "england.attrition": 1, "france.attrition": 1},
    )  # fmt: skip
    assert fought[0].rolls == 2, "attrition, then the interception"
    assert fought[0].phasing.journey is None, "its way is paid"
    assert {state.sea.tasks[str(each)] for each in ships} == {"blockade:cornwall"}
    (ask,) = [ask for ask in played.asks if ask.name == "intercept"]
    assert "the blockade of Cornwall" in ask.question


@pytest.mark.rule("ITG-10")
def test_a_prevented_action_was_none(monkeypatch: pytest.MonkeyPatch) -> None:
    decide(monkeypatch, "england")
    state, ships = sailing("NWD", "NWD", campaign="active")
    english = fleet(state, "england", "wessex", "NWD")
    played = moves(
        state,
        ("next-move", f"normandie:{ships[0]}"), ("mover", [str(each) for each in ships]),
        ("sail", ["sea-manche", "!blockade:cornwall"]),
        ("intercept", [str(english[0])]),
        dice={"england.intercept": 9, "france.attrition": [1, 1]},
    )  # fmt: skip
    assert state.marks.active_fleets == {}
    assert state.sea.tasks == {}
    assert "France cannot carry out the blockade of Cornwall: its ships were beaten" in played.told


@pytest.mark.rule("NIN-15", "NIN-16")
@pytest.mark.parametrize("later", [False, True])
def test_friends_of_the_attacked_may_wait_for_the_battle(
    later: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    fought = decide(monkeypatch, *([] if later else ["france"]))
    dice = {"england.intercept": 9, "france.attrition": 1}
    if not later:
        dice["england.attrition"] = 1
    state, ships = sailing("NWD", "NWD")
    (english,) = fleet(state, "england", "wessex", "NWD")
    (target,) = fleet(state, "england", "sea-manche", "NWD", task="supply")
    moves(
        state,
        ("next-move", f"normandie:{ships[0]}"), ("mover", [str(each) for each in ships]),
        ("sail", ["sea-manche", f"!battle:{target}"]),
        ("intercept", [str(english)]),
        ("interception-battle", "later" if later else "now"),
        dice=dice,
    )  # fmt: skip
    (battle,) = state.marks.naval_battles
    if later:
        assert battle == ("sea-manche", ships, sorted([english, target]))
        assert {english, target, *ships} <= state.marks.locked
    else:
        assert len(fought) == 1
        assert battle == ("sea-manche", ships, [target])


@pytest.mark.rule("NIN-17", "ITG-07", "NIN-18")
def test_others_must_fight_at_once_and_one_alliance_only(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = decide(monkeypatch, "france")
    alliances = {"spain": ["spain"], "england": ["england"], "france": ["france"]}
    wars = [("spain", "france"), ("england", "france")]
    state = sea_table(alliances=alliances, wars=wars, impulse=2)
    ships = fleet(state, "france", "normandie", "NWD")
    (spanish,) = fleet(state, "spain", "sea-nord", "NWD")
    (english,) = fleet(state, "england", "wessex", "NWD")
    (target,) = fleet(state, "england", "sea-manche", "NWD")
    moves(
        state,
        ("next-move", f"normandie:{ships[0]}"),
        ("sail", ["sea-manche", f"!battle:{target}"]),
        ("intercept", [str(spanish)]),
        dice={"spain.intercept": 9, "spain.attrition": 1, "france.attrition": 1},
    )  # fmt: skip
    assert fought[0].other.alliance == "spain"
    assert state.marks.naval_battles == [("sea-manche", ships, [target])]
    assert at(state, english) == ("wessex", "port")


@pytest.mark.rule("NIN-04", "NIN-37")
def test_nothing_is_intercepted_or_attacked_in_port() -> None:
    state, ships = sailing("NWD", place="sea-manche")
    (english,) = fleet(state, "england", "sea-celtique", "NWD")
    (lying,) = fleet(state, "england", "wessex", "NWD")
    played = moves(
        state,
        ("next-move", f"sea-manche:{ships[0]}"), ("sail", ["normandie"]),
        dice={"france.attrition": 1},
    )  # fmt: skip
    assert not [ask for ask in played.asks if ask.name == "intercept"]
    french = units(state, ships)
    assert why_not(Arrival(state, french, ["sea-manche"], "france"), Action("battle", str(lying)))
    assert (
        why_not(Arrival(state, french, ["sea-celtique"], "france"), Action("battle", str(english)))
        == ""
    )


@pytest.mark.rule("ITG-13", "ITG-03", "NIN-05")
def test_one_attempt_a_move_and_none_against_interceptors() -> None:
    state, ships = sailing("NWD", place="sea-gascogne")
    english = fleet(state, "england", "sea-celtique", "NWD")
    helper = fleet(state, "france", "finistere", "NWD")
    played = moves(
        state,
        ("next-move", f"sea-gascogne:{ships[0]}"),
        ("sail", ["sea-celtique", "sea-manche"]),
        ("intercept", [str(english[0])]),
        ("sail", ["sea-manche"]),
        ("next-move", "done"),
        dice={"england.intercept": 1, "france.attrition": 1},
    )  # fmt: skip
    assert len([ask for ask in played.asks if ask.name == "intercept"]) == 1
    assert at(state, helper[0]) == ("finistere", "port")


@pytest.mark.rule("NIN-A3")
@pytest.mark.parametrize("escape", [5, 8])
def test_out_of_a_blockaded_port_one_runs_the_blockade_first(
    escape: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    fought = decide(monkeypatch, *(["france"] if escape == 8 else []))
    state, ships = sailing("NWD")
    (english,) = fleet(state, "england", "kent", "NWD")
    fleet(state, "france", "sea-manche", "NGD", "NGD", task="blockade:kent")
    dice: dict[str, Any] = {"england.escape": escape, "france.attrition": [1, 1]}
    if escape == 8:
        dice |= {"england.intercept": 10, "england.attrition": 1}
    moves(
        state,
        ("next-move", f"normandie:{ships[0]}"), TO_CHANNEL,
        ("intercept", [str(english)]), ("sail", []), ("next-move", "done"),
        dice=dice,
    )  # fmt: skip
    assert len(fought) == (escape == 8)


@pytest.mark.rule("PRE-A4", "PRE-02", "NIN-05")
def test_guns_of_the_mover_do_not_fire_at_who_leaves_port_to_intercept_him(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """*Non-phasing stacks may attempt to intercept a moving enemy stack* (1198): guns do, *although
    it is an interception* (1464), and *it is not possible to counter-intercept* (1330)."""
    decide(monkeypatch, "england")
    state, ships = sailing("NWD")
    state.sea.presidios["wessex"] = ("france", 3)
    put(state, "france", "wessex", "A+")
    state.land.sieges["wessex"] = Siege("france", works=["+", "+"])
    (english,) = fleet(state, "england", "wessex", "NWD")
    played = moves(
        state,
        ("next-move", f"normandie:{ships[0]}"), TO_CHANNEL, ("intercept", [str(english)]), DONE,
        dice={"england.intercept": 8, "france.attrition": 1},
    )  # fmt: skip
    assert "fire" not in [ask.name for ask in played.asks]
    assert at(state, english) == ("sea-manche", "field")


@pytest.mark.rule("NIN-19", "NIN-20")
def test_what_is_more_than_a_stack_does_not_fight(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = decide(monkeypatch, "england")
    state, ships = sailing("NWD")
    waiting = fleet(state, "france", "sea-manche", "NWD")
    east = fleet(state, "england", "sea-nord", "F-: 2 NWD", "NWD")
    west = fleet(state, "england", "sea-celtique", "F-: 1 NWD", "NWD")
    moves(
        state,
        ("next-move", f"normandie:{ships[0]}"), TO_CHANNEL,
        ("intercept", [str(each) for each in (*east, *west)]),
        ("return", ["sea-celtique"]),
        ("next-move", "done"),
        dice={"england.intercept": [8, 8], "france.attrition": [1, 1]},
    )  # fmt: skip
    assert len(fought[0].other.unit_ids) == 3
    assert fought[0].phasing.unit_ids == tuple(ships), "not those who wait in the zone"
    assert at(state, west[0]) == ("sea-celtique", "field")
    assert at(state, east[0]) == ("sea-manche", "field")
    assert at(state, waiting[0]) == ("sea-manche", "field")


def test_a_leader_alone_does_not_intercept() -> None:
    state, ships = sailing("NWD")
    state.options["hierarchy"] = False
    fleet(state, "england", "wessex", "NWD")
    lead(state, "england", "wessex", "england-anonymous-admiral-1", "port")
    ask = interception.Intercept(
        who="england", name="intercept", what="?", state=state, target="sea-manche",
        posts=interceptors.eligible_stacks(state, "sea-manche", "england", ()),
        mover=band(ships),
    )  # fmt: skip
    with pytest.raises(BadAnswer, match="leaders alone"):
        ask.parse(["england-anonymous-admiral-1"])
    assert ask.label(["never"]) == "let it pass everywhere in this move"
    assert "30 %" in ask.label([str(ships[0] + 1)])


@pytest.mark.rule("ITG-04")
def test_an_admiral_without_a_mark_does_not_intercept_in_the_rest_of_the_world() -> None:
    """C-LDR-07: R *may enter the ROTW*; whoever may not stays behind where his ships come from, as
    those may *intercept with only part of the stack*."""
    near, far = "sea-gascogne", "sea-acores"
    state = table(known={"england": {far}, "france": {far}})
    fleet(state, "france", far, "NWD")
    ships = fleet(state, "england", near, "NWD")
    both = ("england-anonymous-admiral-1", "england-anonymous-admiral-4")
    for name in both:
        lead(state, "england", near, name)
    assert interceptors.eligible_stacks(state, near, "england", ()) == [
        Band(near, tuple(ships), both)
    ]
    found = interceptors.eligible_stacks(state, far, "england", ())
    assert found == [Band(near, tuple(ships), ("england-anonymous-admiral-4",))]


@pytest.mark.rule("NIN-A1", "ITG-09")
def test_a_tie_is_no_victory(monkeypatch: pytest.MonkeyPatch) -> None:
    decide(monkeypatch, "")
    state, ships = sailing("NWD")
    (english,) = fleet(state, "england", "sea-manche", "NWD")
    played = moves(
        state,
        ("next-move", f"normandie:{ships[0]}"), ("sail", ["sea-manche", "sea-nord"]),
        ("intercept", [str(english)]),
        dice={"england.intercept": 8, "england.attrition": 1, "france.attrition": 1},
    )  # fmt: skip
    assert at(state, ships[0])[1] == "port", "it goes on no more"
    assert {ships[0], english} <= state.marks.beaten
    assert len([ask for ask in played.asks if ask.name == "sail"]) == 1


@pytest.mark.rule("NIN-A2")
def test_leaving_port_to_intercept_costs_no_attrition(monkeypatch: pytest.MonkeyPatch) -> None:
    decide(monkeypatch, "england")
    state, ships = sailing("NWD")
    (english,) = fleet(state, "england", "wessex", "NWD")
    moves(
        state,
        ("next-move", f"normandie:{ships[0]}"), TO_CHANNEL, ("intercept", [str(english)]),
        dice={"england.intercept": 8, "france.attrition": 1},
    )  # fmt: skip
    assert at(state, english) == ("sea-manche", "field")


@pytest.mark.rule("LDM-04", "LDM-06")
def test_a_leader_alone_at_sea_has_no_manoeuvre_unless_he_sails() -> None:
    def crossing(name: str, die: int) -> tuple[State, Played]:
        state = sea_table(options={"hierarchy": False})
        (foe,) = fleet(state, "france", "sea-manche", "NWD")
        lead(state, "england", "kent", name)
        dice = {"france.intercept": die} if die else {}
        answers: list[Any] = [
            ("next-move", "kent"), ("march", ["sea-manche", "wessex"]),
            ("intercept", [str(foe)] if die else []),
        ]  # fmt: skip
        played = play(movement.moves, state, answers, dice)
        return state, played

    state, played = crossing("dudley", 7)
    assert state.leaders["dudley"].status == "killed", "7 +1 in its zone: 8"
    assert "caught at sea" in played.told
    asked = next(ask.question for ask in played.asks if ask.name == "intercept")
    assert (
        asked
        == "England's Dudley enters the English Channel alone and dies if intercepted: intercept?"
    )
    state, _ = crossing("dudley", 6)
    assert state.leaders["dudley"].place == "wessex"
    state, _ = crossing("dudley", 0)
    assert state.leaders["dudley"].place == "wessex"


@pytest.mark.rule("LDM-04")
def test_of_leaders_alone_at_sea_the_best_who_sails_has_his_manoeuvre() -> None:
    """At sea a land leader has a manoeuvre of 0."""
    state = sea_table(options={"hierarchy": False})
    sailors = [lead(state, "england", "kent", name) for name in ("howard", "byng", "drake")]
    soldier = lead(state, "england", "kent", "cromwell")

    def manoeuvre(*names: str) -> int:
        return interception_math._manoeuvre(state, [], [state.leaders[name] for name in names])

    known = {name: countries.leader(name).manoeuvre for name in sailors}
    assert len({*known.values()}) > 1, "two that differ"
    assert manoeuvre(*sailors, soldier) == max(known.values())
    assert countries.leader(soldier).manoeuvre > 0
    assert manoeuvre(soldier) == manoeuvre() == 0


@pytest.mark.rule("INI-03")
def test_allies_of_allies_intercept_and_lie_in_port_apart() -> None:
    sides_ = {"england": ["england"], "france": ["france", "venice", "spain"]}
    pacts = [["france", "venice"], ["venice", "spain"]]
    state = sea_table(alliances=sides_, pacts=pacts)
    (mover,) = fleet(state, "england", "sea-manche", "NWD")
    (french,) = fleet(state, "france", "caux", "NWD")
    (spanish,) = fleet(state, "spain", "picardie", "NWD")
    bands = [Band("caux", (french,), ()), Band("picardie", (spanish,), ())]
    ask = interception.Intercept(
        who="france", name="intercept", what="?", state=state, target="sea-manche", posts=bands,
        mover=band([mover]),
    )  # fmt: skip
    assert sorted(ask.offers()) == [[], [str(french)], [str(spanish)], ["never"]]
    with pytest.raises(BadAnswer, match="INI-03"):
        ask.parse([str(french), str(spanish)])
    here = units(state, [french])
    assert "INI-03" in ports.why_crowded(state, here, "picardie", "france")
    state.diplomacy.pacts = []
    assert ports.why_crowded(state, here, "picardie", "france") == ""


@pytest.mark.rule("ITG-04")
def test_a_split_for_an_interception_keeps_the_hierarchy_of_admirals() -> None:
    state = sea_table()
    (mover,) = fleet(state, "england", "sea-manche", "NWD")
    small, large = fleet(state, "france", "caux", "NWD", "F-: 2 NWD", leader="tourville")
    lead(state, "france", "caux", "duquesne", "port")
    post = Band("caux", (small, large), ("duquesne", "tourville"))
    ask = interception.Intercept(
        who="france", name="intercept", what="?", state=state, target="sea-manche", posts=[post],
        mover=band([mover]),
    )  # fmt: skip
    better, worse = sorted(
        ("duquesne", "tourville"), key=lambda name: command.values(state.leaders[name]).rank
    )
    ask.parse(sorted([str(large), better]))
    with pytest.raises(BadAnswer, match="commands more ships"):
        ask.parse(sorted([str(large), worse]))
    state.options["hierarchy"] = False
    ask.parse(sorted([str(large), worse]))


@pytest.mark.rule("ITG-04")
def test_of_two_stacks_in_one_zone_each_may_go_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table()
    (mover,) = fleet(state, "france", "sea-manche", "NWD")
    first = fleet(state, "england", "sea-celtique", "NWD", "NWD")
    second = fleet(state, "england", "sea-celtique", "NWD", task="supply")
    found = interceptors.eligible_stacks(state, "sea-manche", "england", ())
    assert sorted(band.units for band in found) == [tuple(first), tuple(second)]
    ask = interception.Intercept(
        who="england", name="intercept", what="?", state=state, target="sea-manche", posts=found,
        mover=band([mover]),
    )  # fmt: skip
    monkeypatch.setattr("engine.fleets.hierarchy.why_worse", lambda *_: "hierarchy: a part offends")
    for whole in (first, second):
        ask.parse([*map(str, whole)])
    with pytest.raises(BadAnswer, match="a part offends"):
        ask.parse([str(first[0])])


@pytest.mark.rule("ITG-02", "NIN-01", "NIN-03", "NIN-06")
def test_who_may_not_intercept_at_sea_is_told_by_the_one_rule_that_forbids_it() -> None:
    state = table()
    (ship,) = fleet(state, "england", "wessex", "NWD")

    def why(place: str = "wessex", zone: str = "sea-manche") -> str:
        return interceptors.why_not_eligible(state, zone, place, "england", moving=())

    assert why() == ""
    assert why("kent") == "no ships lie there that could"
    assert "(ITG-02)" in why(zone="sea-cadix")
    state.countries["england"].campaign = "none"
    assert "(NIN-01)" in why()
    state.marks.beaten.add(ship)
    assert "NIN-06" in why()
    state.marks.locked.add(ship)
    assert "(NIN-03)" in why()
    (galley,) = fleet(state, "england", "kent", "NGD")
    assert "C-NAV-02" in why("kent", "sea-nord")
    assert galley


def test_the_battle_of_each_stack_is_weighed_for_who_may_intercept() -> None:
    state, ships = sailing("NWD")
    fleet(state, "england", "wessex", "NWD")
    fleet(state, "england", "sea-manche", "NWD", "NWD", "NWD")
    voyage = Voyage("france", ships, [], Journey(("caux", "sea-manche")))
    found = interceptors.eligible_stacks(state, "sea-manche", "england", ())
    about = interception._about(state, voyage, found, "")
    one, three = about["odds"].items()
    assert one[0].startswith("3 NWD (")
    assert three[0].startswith("NWD from Wessex (")
    assert one[1]["lose"] > three[1]["lose"], "of the phasing side"
    ask = interception.Intercept(
        who="england", name="intercept", what="?", about=about, state=state, target="sea-manche",
        posts=found, mover=band(ships),
    )  # fmt: skip
    alone = [list(map(str, band.units)) for band in found]
    assert {ask.odds_name(raw) for raw in alone} == {one[0], three[0]}


@pytest.mark.rule("LDM-02")
def test_the_ships_that_carry_a_leader_alone_are_neither_ahead_nor_behind() -> None:
    state = table()
    state.countries["england"].naval_technology = "three-decker"
    state.countries["france"].naval_technology = "carrack"
    (own,) = fleet(state, "england", "sea-manche", "NWD")
    leader = state.leaders[lead(state, "france", "caux", "bonaparte")]
    ship = units(state, fleet(state, "france", "caux", "NWD"))
    band = Band("sea-manche", (own,), ())

    def added(*mover: Unit) -> dict[str, int]:
        found = interception_math.chance(state, "sea-manche", band, Band.of(mover, [leader]), "")
        return {each.rule: each.value for each in found.modifiers}

    assert "NIN-23" in added(*ship)
    assert "NIN-23" not in added()


@pytest.mark.rule("ITG-05", "NIN-19")
@pytest.mark.parametrize("back", ["wessex", "sea-nord"])
def test_an_admiral_sails_with_the_interceptors_and_back_with_them(
    monkeypatch: pytest.MonkeyPatch, back: str
) -> None:
    """*If an interception is successful, the intercepting stack is moved into the zone* (1213);
    *an optional retreat of exceeding forces* (1376) takes him back to his port."""
    decide(monkeypatch, "england")
    state, ships = sailing("NWD")
    east = fleet(state, "england", "sea-nord", "F-: 2 NWD", "NWD")
    west = fleet(state, "england", "wessex", "F-: 2 NWD", "NWD", leader="howard")
    moves(
        state, ("next-move", f"normandie:{ships[0]}"), TO_CHANNEL,
        ("intercept", [str(each) for each in (*east, *west)] + ["howard"]),
        ("return", [back]),
        dice={"england.intercept": [10, 10], "france.attrition": 1},
    )  # fmt: skip
    howard, there = state.leaders["howard"], ("sea-manche", "field")
    stays = back != "wessex"
    assert (howard.place, howard.position) == (there if stays else ("wessex", "port"))
    assert at(state, west[0]) == (there if stays else ("wessex", "port"))
    assert at(state, east[0]) == (("sea-nord", "field") if stays else there)


@pytest.mark.rule("ITG-04")
def test_more_than_a_stack_of_one_place_does_not_intercept() -> None:
    """*Hierarchy and other usual rules for movement and splitting stacks must be respected* (1209):
    three counters of an arsenal may sail, four not."""
    state, ships = sailing("NWD")
    port = fleet(state, "england", "wessex", *["NWD"] * 4)
    ask = interception.Intercept(
        who="england", name="intercept", what="?", state=state, target="sea-manche",
        posts=interceptors.eligible_stacks(state, "sea-manche", "england", ()),
        mover=band(ships),
    )  # fmt: skip
    assert ask.parse([str(number) for number in port[:3]])
    with pytest.raises(BadAnswer, match="C-STK-02"):
        ask.parse([str(number) for number in port])


@pytest.mark.rule("ITG-01", "ITG-07")
def test_who_lets_a_stack_pass_everywhere_is_not_asked_again() -> None:
    way = ["sea-manche", "sea-celtique", "sea-gascogne"]
    for answer, times in (("never", 1), (None, 2)):
        state, ships = sailing("NWD")
        fleet(state, "england", "sea-manche", "NWD")
        asked = [("intercept", [answer])] if answer else [("intercept", [])] * 2
        played = moves(
            state, ("next-move", f"normandie:{ships[0]}"), ("sail", way), *asked,
            dice={"france.attrition": 1},
        )  # fmt: skip
        assert sum(ask.name == "intercept" for ask in played.asks) == times


@pytest.mark.rule("NIN-22", "LDM-04")
def test_the_manoeuvre_is_of_who_commands_the_mover_and_of_no_land_leader() -> None:
    """*The difference of the manoeuvres of the commanders*: the senior admiral's, were the other
    better; *at sea a land leader has MAN 0*."""
    state = table()
    (own,) = fleet(state, "england", "sea-manche", "NWD")
    ship = units(state, fleet(state, "france", "caux", "NWD"))
    band = Band("sea-manche", (own,), ())
    admirals = sorted(
        (each for each in countries.leaders().values()
         if each.country == "france" and each.kind == "admiral" and not each.flags),
        key=lambda each: (each.rank, each.id),
    )  # fmt: skip
    senior, junior = next(
        (one, other) for one in admirals for other in admirals
        if one.rank < other.rank and one.manoeuvre < other.manoeuvre
    )  # fmt: skip

    def lost(*names: str) -> int:
        chiefs = [state.leaders[lead(state, "france", "caux", name)] for name in names]
        found = interception_math.chance(state, "sea-manche", band, Band.of(ship, chiefs), "")
        return -sum(each.value for each in found.modifiers if each.rule == "NIN-22")

    assert lost(junior.id) == junior.manoeuvre
    assert lost(senior.id, junior.id) == senior.manoeuvre
    assert lost("bonaparte") == 0
    assert lost() == 0


@pytest.mark.rule("NIN-23")
@pytest.mark.parametrize(
    ("ours", "theirs", "ahead"),
    [("three-decker", "three-decker", 0), ("carrack", "battery", 0), ("battery", "vessel", 0),
     ("battery", "galleon-fluyt", 1)],
)  # fmt: skip
def test_only_who_is_six_levels_ahead_intercepts_better(ours: str, theirs: str, ahead: int) -> None:
    """*At least 6 levels ahead of the mover's*: being equal is no lead, nor is being behind."""
    state = table()
    state.countries["england"].naval_technology = ours
    state.countries["france"].naval_technology = theirs
    ships = fleet(state, "england", "cornwall", "NWD")
    mover = units(state, fleet(state, "france", "sea-gascogne", "NWD"))
    lead_ = fleets.technology_box(state, units(state, ships)) - fleets.technology_box(state, mover)
    assert (lead_ >= 6) == bool(ahead)
    assert odds(state, "sea-celtique", ships).get("NIN-23", 0) == ahead


@pytest.mark.rule("NIN-19", "MOV-03")
def test_interceptors_who_do_not_go_back_are_one_stack_after_the_battle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """*Stacking is enforced after the battle and the optional return of excess stacks*: four
    counters of five warships make two fleets before any would be lost."""
    decide(monkeypatch, "england")
    state, ships = sailing("NWD")
    east = fleet(state, "england", "sea-nord", "F-: 2 NWD", "NWD")
    west = fleet(state, "england", "sea-celtique", "F-: 1 NWD", "NWD")
    moves(
        state, ("next-move", f"normandie:{ships[0]}"), TO_CHANNEL,
        ("intercept", [str(each) for each in (*east, *west)]), ("return", []),
        dice={"england.intercept": [8, 8], "france.attrition": 1},
    )  # fmt: skip
    left = [unit for unit in state.units_at("sea-manche") if unit.country == "england"]
    assert fleets.ships(left) == {"NWD": 5}
    assert fleets.within_stacking(left)
