"""What ships may announce, where they may lie, and what a refusal says (NAC, NAV, CMB, INI)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.facts import board
from engine.fleets import gold
from engine.fleets.naval_journey import Journey
from engine.land.ground.stack_parts import Part
from engine.land.movement.interception import Attempts
from engine.play.asks import BadAnswer
from engine.play.phase import Phase
from engine.sea.under_way import announced_action, boarding
from engine.sea.under_way import staying_aboard as under_way
from engine.sea.under_way.announced_action import Action
from engine.sea.under_way.voyage import Arrival, Voyage
from engine.sea.voyages import landing, naval_actions, sail_check, voyage_step
from engine.sea.voyages.best_ways import Search
from engine.sequence import movement
from engine.state import State, sides
from engine.state.sea import Corsair
from tests.engine.overseas.test_aboard import ANGOLA, CONQUISTADOR
from tests.engine.overseas.test_aboard import table as overseas_table
from tests.engine.playing import lead, play, put
from tests.engine.sea.afloat import fleet, sea_table, units
from tests.engine.sea.laden import CHANNEL, laden, refused, sailing, siege_of_wessex
from tests.engine.sea.voyages.test_landing import _land
from tests.engine.sea.voyages.test_naval_actions import besieged, sail


def why(state: State, ships: list[int], place: str, action: Action, *way: str) -> str:
    there = Arrival(state, units(state, ships), [*way, place], "england")
    return naval_actions.why_not(there, action)


@pytest.mark.rule("NAC-24", "CMB-02", "CMB-30", "SUP-08", "NAC-25")
def test_where_each_action_is_refused_and_with_what_words() -> None:
    """*Landing them is its naval action*; *gold is loaded only in a controlled port*; *naval stacks
    in a sea zone touching the stack's province* are sources."""
    state = sea_table()
    ships = fleet(state, "england", "kent", "NWD")
    put(state, "england", "picardie", "LD")
    assert why(state, ships, CHANNEL, Action("land", "picardie")) == "no troops are aboard"
    assert "do not lie in Wessex" in why(state, ships, "kent", Action(gold.LOAD, "wessex"))
    assert "do not lie" not in why(state, ships, "kent", Action(gold.LOAD, "kent"))
    assert "SUP-08" in why(state, ships, "kent", Action("supply"))
    assert why(state, ships, CHANNEL, Action("supply")) == ""
    assert "nothing is unknown" in why(state, ships, CHANNEL, Action(announced_action.EXPLORE))
    assert "NAC-15" in why(state, ships, CHANNEL, Action("resupply"))
    ask = laden(state, fleet(state, "england", "kent", "NTD"), put(state, "england", "kent", "LD"))
    assert "CMB-02" in refused(ask, CHANNEL, "!supply")
    assert ask.parse([CHANNEL, "!land:normandie"])


@pytest.mark.rule("NAC-01", "NAV-06", "NAV-05", "CMB-10", "NAC-24")
@pytest.mark.parametrize("loaded", [False, True])
@pytest.mark.parametrize("place", [CHANNEL, "kent"])
def test_the_actions_that_a_place_offers(place: str, loaded: bool) -> None:
    """Landing and its combinations with troops aboard, all else without: at sea battle, blockade
    of an enemy's port, supply and corsairs; in port troops, supplies and gold."""
    state = sea_table()
    put(state, "england", "kent", "LD")
    put(state, "england", "normandie", "LD")
    (enemy,) = fleet(state, "france", CHANNEL, "NWD")
    state.sea.gold["kent"] = 10
    ships = fleet(state, "england", "wessex", "NTD")
    cargo = laden(state, ships, put(state, "england", "kent", "LD"), "wessex").cargo
    found = {
        str(each).removeprefix("!")
        for each in naval_actions.candidates(state, place, "england", cargo if loaded else None)
    }
    if place == "kent":
        assert found == (
            {"land:kent", "land+resupply:kent"} if loaded
            else {"embark:kent", "resupply", "load:kent"}
        )  # fmt: skip
        return
    coast = {border.other for border in board.land_neighbours(CHANNEL)}
    if loaded:
        kinds = ("land", "land+blockade", "land+supply", "land+blockade+supply")
        assert found == {f"{kind}:{each}" for kind in kinds for each in coast}
        return
    assert {each for each in found if ":" not in each} == {"supply", "hunt"}
    assert {each for each in found if each.startswith("embark")} == {
        "embark:kent", "embark:normandie", "embark:wessex",
    }  # fmt: skip
    assert f"battle:{enemy}" in found
    french = {"blockade:normandie", "blockade+supply:normandie"}
    assert french <= found
    assert not {"blockade:wessex", "blockade+supply:wessex"} & found


@pytest.mark.rule("ITG-10", "NAC-01", "NAC-18", "CAM-17")
def test_what_is_carried_out_is_done_and_spent() -> None:
    """*For campaign purposes only the part of the action really carried out counts.*"""
    state = sea_table(campaign="active")
    (own,) = fleet(state, "england", "wessex", "NWD")
    (enemy,) = fleet(state, "france", CHANNEL, "NWD")
    answers: list[Any] = [
        ("next-move", f"wessex:{own}"), ("sail", [CHANNEL, f"!battle:{enemy}"]),
        ("intercept", []),
    ]  # fmt: skip
    play(movement.moves, state, answers, {"england.attrition": 1})
    assert state.marks.naval_battles == [(CHANNEL, [own], [enemy])]
    assert state.marks.locked == {own, enemy}
    assert state.marks.active_fleets == {"england": [0]}
    state, (ship,) = besieged("NWD")
    answers = [("next-move", f"wessex:{ship}"), ("sail", [CHANNEL, "cornwall", "!resupply"])]
    play(movement.moves, state, answers, {"england.attrition": 1})
    assert state.land.resupplied == {"cornwall"}


@pytest.mark.rule("EVA-10")
@pytest.mark.parametrize(("level", "fits"), [(1, False), (2, True), (3, True)])
def test_a_besieged_fortress_lets_in_a_detachment_for_each_level(level: int, fits: bool) -> None:
    state = siege_of_wessex()
    state.land.levels["wessex"] = level
    ships = fleet(state, "england", "kent", "NTD", "NTD")
    ask = laden(state, ships, put(state, "england", "kent", "LD", "LD"))
    if fits:
        assert ask.parse([CHANNEL, "wessex", "!land:wessex"])
    else:
        assert "no room for them in the fortress of Wessex" in refused(
            ask, CHANNEL, "wessex", "!land:wessex"
        )


@pytest.mark.rule("CMB-12", "CMB-10", "CMB-16")
@pytest.mark.parametrize(
    ("action", "task", "resupplied"),
    [
        (Action("land", "normandie"), "", set()),
        (Action("land+blockade", "normandie"), "blockade:normandie", set()),
        (Action("land+supply", "normandie"), "supply:normandie", set()),
    ],
)
def test_what_is_landed_for_begins_with_the_landing(
    action: Action, task: str, resupplied: set[str]
) -> None:
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, "F-: 2 NWD, 1 NTD")
    voyage = sailing(state, ships, put(state, "england", "kent", "LD"))
    play(_land, state, (), (), voyage, action)
    assert voyage.landing == "normandie"
    assert state.sea.tasks.get(str(ships[0]), "") == task
    assert state.land.resupplied == resupplied


@pytest.mark.rule("CMB-12", "CMB-16", "NAC-18")
@pytest.mark.parametrize("besides", [False, True])
def test_supplies_for_the_besieged_are_landed_where_they_were_announced(besides: bool) -> None:
    state = siege_of_wessex()
    ships = fleet(state, "england", "wessex", "F-: 2 NWD, 1 NTD")
    voyage = sailing(state, ships, put(state, "england", "kent", "LD"))
    voyage.journey = voyage.journey.extended("wessex")
    action = Action(announced_action.RESUPPLY if besides else "land", "wessex")
    play(_land, state, (), (), voyage, action)
    assert voyage.landing == "wessex"
    assert state.land.resupplied == ({"wessex"} if besides else set())


@pytest.mark.rule("RET-29", "CMB-03")
def test_all_troops_who_find_no_port_are_lost() -> None:
    state = sea_table()
    army = put(state, "england", CHANNEL, "LD", "LDE", position="aboard")
    played = play(landing.lose_troops_without_port, state, (), (), army)
    assert not any(number in state.units for number in army)
    (lost,) = [entry for entry in played.phase.story if entry.kind == "losses"]
    assert (lost.sheet or {})["thirds"] == 4
    assert "no port to land in" in lost.text


@pytest.mark.rule("NAT-30")
@pytest.mark.parametrize("follow", [False, True])
def test_recruits_who_followed_disperse_on_the_shore(follow: bool) -> None:
    """*Recruits […] cannot travel by sea*: they go home where their stack goes back aboard."""
    state = sea_table()
    army = put(state, "england", "normandie", "LD", "LD")
    recruits = put(state, "england", "normandie", "LD", corps="native") if follow else []
    found: list[int] = []

    async def procedure(phase: Phase) -> None:
        found.extend(landing._without_recruits(phase, "normandie", [*army, *recruits]))

    told = play(procedure, state).told
    assert found == army
    assert all(number in state.units for number in army)
    assert not any(number in state.units for number in recruits)
    assert ("stay ashore and disperse" in told) == follow


@pytest.mark.rule("NAV-03", "NAV-10", "NAV-01")
def test_why_a_fleet_cannot_end_its_move_in_a_place() -> None:
    state = sea_table()
    ships = fleet(state, "england", "wessex", "NWD")
    ask = sail(state, *ships)
    assert ask.why_not("nowhere") == "no place"
    assert ask.why_not(CHANNEL) == ask.why_not("wessex") == ask.why_not("kent") == ""
    assert "NAV-10" in ask.why_not("normandie")
    assert ask.why_not("sea-caspienne").endswith("(NAV-03)")
    assert ask.why_not("bourgogne").endswith("(NAV-10)")
    state = sea_table(sund_frozen=True)
    ships = fleet(state, "england", "sea-nord", "NWD")
    beside = next(
        each.other for each in board.sea_neighbours(board.SUND) if each.other != board.SUND
    )
    ask = sail(state, *fleet(state, "england", beside, "NWD"))
    assert ask.why_not(board.SUND) == f"{board.called(board.SUND)} is frozen (CON-A3)"


@pytest.mark.rule("CMB-06", "MOV-26")
def test_who_goes_aboard_is_part_of_what_is_there() -> None:
    state = sea_table()
    ships = units(state, fleet(state, "england", "kent", "NTD"))
    (army,) = put(state, "england", "kent", "A+")
    part = Part((str(army), str(army)), ())
    assert boarding._refused(Arrival(state, ships, ["kent"], "england"), "kent", part) != ""


# Beside whom ships may lie.


@pytest.mark.rule("INI-03", "MOV-03")
@pytest.mark.parametrize(
    ("task", "action", "said"),
    [
        ("", None, "INI-03"),
        ("", Action("battle", "9"), "INI-03"),
        ("", Action("land", "picardie"), "INI-03"),
        ("", Action("supply"), ""),
        ("supply", None, ""),
        ("supply", Action("supply"), "INI-03"),
        ("supply:picardie", Action("land+supply", "picardie"), "INI-03"),
        ("blockade:caux", Action("blockade", "caux"), "INI-03"),
        ("blockade:caux", Action("blockade", "kent"), ""),
    ],
)
def test_allies_of_allies_lie_in_no_stack_together(
    task: str, action: Action | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """*Transitivity applies to initiative only; it gives no right to stack together*: neither at
    rest nor at the same action; two stacks with different actions share a zone."""
    state = sea_table(alliances={"england": ["england", "holland"], "france": ["france"]})
    monkeypatch.setattr("engine.state.sides.may_stack", lambda state, names: len({*names}) < 2)
    (own,) = fleet(state, "england", "wessex", "NWD")
    fleet(state, "holland", CHANNEL, "NWD", task=task)
    ask = sail(state, own)
    if said:
        with pytest.raises(BadAnswer, match=said):
            sail_check.room(ask, CHANNEL, units(state, [own]), action)
    else:
        sail_check.room(ask, CHANNEL, units(state, [own]), action)


@pytest.mark.rule("INI-03", "MOV-03", "NAV-10")
@pytest.mark.parametrize(
    ("place", "there", "going", "said"),
    [
        (CHANNEL, ("NWD", "NWD"), ("NWD",), ""),
        (CHANNEL, ("NWD", "NWD", "NWD"), ("NWD",), "C-STK-02"),
        ("kent", ("F-: 2 NWD",), ("F-: 2 NWD",), "C-STK-04"),
        ("kent", ("NWD", "NWD", "NWD"), ("F-: 2 NWD",), ""),
    ],
)
def test_no_more_lie_together_than_make_one_stack_or_fill_a_port(
    place: str, there: tuple[str, ...], going: tuple[str, ...], said: str
) -> None:
    state = sea_table()
    lying = fleet(state, "england", place, *there)
    own = fleet(state, "england", "cornwall", *going)
    ask = sail(state, *own)
    for found in (units(state, own), units(state, [*own, *lying])):
        if said:
            with pytest.raises(BadAnswer, match=said):
                sail_check.room(ask, place, found, None)
        else:
            sail_check.room(ask, place, found, None)


@pytest.mark.rule("ATS-24", "NAV-01")
@pytest.mark.parametrize(("ducats", "danger"), [(0, 0), (30, 1)])
def test_the_search_counts_corsairs_that_may_attack_gold(ducats: int, danger: int) -> None:
    state = sea_table()
    (ship,) = fleet(state, "england", "wessex", "NTD")
    if ducats:
        state.sea.gold[str(ship)] = ducats
    state.sea.corsairs[CHANNEL] = [Corsair("pirates", "+")]
    search = Search(sail(state, ship))
    assert search._dangers("wessex", CHANNEL) == danger
    assert search._dangers("wessex", "sea-adriatique") == 0


@pytest.mark.rule("NAC-15", "NAV-05", "NAV-08")
@pytest.mark.parametrize(
    ("before", "loaded"),
    [(("wessex", CHANNEL), True), (("kent", "sea-nord", CHANNEL), True), ((CHANNEL,), False),
     (("sea-nord", CHANNEL), False)],
)  # fmt: skip
def test_supplies_may_have_been_loaded_at_any_time_of_the_move(
    before: tuple[str, ...], loaded: bool
) -> None:
    """*During its movement the stack must have left a non-blockaded friendly port.*"""
    state, _ = besieged()
    (ship,) = fleet(state, "england", CHANNEL, "NWD")
    ask = replace(sail(state, ship), journey=Journey(before))
    if loaded:
        assert ask.parse(["cornwall", "!resupply"])
    else:
        assert "NAC-15" in refused(ask, "cornwall", "!resupply")


@pytest.mark.rule("MVG-07", "MOV-03", "NAV-04")
@pytest.mark.parametrize(("here", "able"), [(2, True), (3, False)])
def test_no_more_are_picked_up_in_a_port_than_make_one_stack(here: int, able: bool) -> None:
    state = sea_table()
    ships = fleet(state, "england", "wessex", *["NWD"] * here)
    (more,) = fleet(state, "england", "kent", "NWD")
    ask = sail(state, *ships)
    if able:
        assert ask.parse([CHANNEL, "kent", f"+{more}"])
    else:
        assert "C-STK-02" in refused(ask, CHANNEL, "kent", f"+{more}")


@pytest.mark.rule("MVG-07", "NAV-04")
def test_what_is_dropped_and_picked_up_lies_there_and_is_of_the_stack() -> None:
    state = sea_table()
    first, second = fleet(state, "england", "wessex", "NWD", "NWD")
    (moved,) = fleet(state, "england", "kent", "NWD")
    ask = sail(state, first, second)
    assert "is not in the stack that sails" in refused(ask, CHANNEL, f"-{moved}")
    assert "all would stay behind" in refused(ask, f"-{first}", f"-{second}", CHANNEL)
    assert "free to be picked up" in refused(ask, CHANNEL, f"+{moved}")
    assert ask.parse([CHANNEL, "kent", f"+{moved}", f"-{first}", CHANNEL])
    state.marks.moved.add(moved)
    assert "free to be picked up" in refused(ask, CHANNEL, "kent", f"+{moved}")


@pytest.mark.rule("NAV-10", "NAV-04", "DIS-02")
@pytest.mark.parametrize("frozen", [False, True])
def test_why_a_sea_is_closed_is_said_of_that_sea(frozen: bool) -> None:
    """Ice closes the Sund to all, other seas are closed to galleys only."""
    state = sea_table(sund_frozen=frozen)
    galley = sail(state, *fleet(state, "england", CHANNEL, "NGD"))
    assert "not a sea for galleys" in refused(galley, "sea-nord")
    beside = board.sea_neighbours(board.SUND)[0].other
    ship = sail(state, *fleet(state, "england", beside, "NWD"))
    if frozen:
        assert "is frozen" in refused(ship, board.SUND)
    else:
        assert ship.parse([board.SUND])


@pytest.mark.rule("CMB-06")
@pytest.mark.parametrize(
    ("aboard", "spared"),
    [((), 2), (("LD",), 1), (("LD", "LDE", "LDE"), 1), (("LD", "LDE", "LDE", "LDE"), 0)],
)
def test_ships_leave_to_intercept_whose_place_the_others_take(
    aboard: tuple[Any, ...], spared: int
) -> None:
    """A transport holds 3 points: an LD takes 2, an LDE a half; two such carry 6."""
    state = sea_table()
    ships = units(state, fleet(state, "england", CHANNEL, "NTD", "NTD"))
    put(state, "england", CHANNEL, *aboard, position="aboard")
    assert len(under_way.ships_spared(state, CHANNEL, "england", ships)) == spared


@pytest.mark.rule("CMB-14", "NAC-30")
@pytest.mark.parametrize(("army", "free"), [(False, True), (True, False)])
def test_of_the_troops_at_a_coast_only_those_who_embark_count(army: bool, free: bool) -> None:
    """*With an E, C or Gov in the combined stack and no A counter*: an army that stays ashore is
    no part of it."""
    state = overseas_table()
    (small,) = put(state, "portugal", ANGOLA, "LD")
    (large,) = put(state, "portugal", ANGOLA, "A-")
    lead(state, "portugal", ANGOLA, CONQUISTADOR)
    ships = units(state, put(state, "portugal", "sea-angola", "NTD", "NTD"))
    part = Part((str(large if army else small),), (CONQUISTADOR,))
    assert (
        boarding._as_in_port(Arrival(state, ships, ["sea-angola"], "portugal"), ANGOLA, part)
        == free
    )


@pytest.mark.rule("CMB-17", "MVG-07", "NAV-01")
@pytest.mark.parametrize("aboard", [True, False])
def test_to_stop_beside_the_coast_is_no_answer_that_is_taken_for_granted(aboard: bool) -> None:
    """Troops who have just gone aboard would go ashore again: that has to be said."""
    state = sea_table()
    ships = fleet(state, "england", CHANNEL if aboard else "kent", "NTD")
    army = put(state, "england", "kent", "LD")
    ask = laden(state, ships, army, CHANNEL) if aboard else sail(state, *ships)
    assert ask.is_legal([])
    assert ask.default == (None if aboard else [])
    assert ask.label([]) == ("put the troops ashore again" if aboard else "stay here")


@pytest.mark.rule("CMB-06")
@pytest.mark.parametrize(("room", "taken"), [(1, 1), (2, 2), (3, 3), (9, 3)])
def test_the_fullest_part_takes_each_counter_for_which_room_is_left(room: int, taken: int) -> None:
    there = Part(("1", "2", "3"), ("howard",))
    found = boarding._fullest(
        Part((), ("howard",)), there, lambda part: "full" * (len(part.troops) > room)
    )
    assert found == Part(there.troops[:taken], ("howard",))
    begun = boarding._fullest(
        Part(("2",), ()), there, lambda part: "full" * (len(part.troops) > room)
    )
    assert begun.troops == ("2", "1", "3")[:taken]


@pytest.mark.rule("CMB-13", "CMB-07", "CAM-17")
@pytest.mark.parametrize(
    ("berth", "place", "spent", "refused_"),
    [(CHANNEL, "normandie", True, True), (CHANNEL, "normandie", False, False),
     ("kent", "kent", True, False), ("kent", "kent", False, False)],
)  # fmt: skip
def test_troops_off_a_coast_need_an_active_action_and_out_of_a_port_none(
    berth: str, place: str, spent: bool, refused_: bool
) -> None:
    """*Both endpoints controlled: passive action. Otherwise active.*"""
    state = sea_table(campaign="active")
    if spent:
        state.marks.active_fleets = {"england": [0]}
    ships = fleet(state, "england", berth, "NTD")
    (army,) = put(state, "england", place, "LD")
    voyage = Voyage("england", ships, [], Journey((berth,)))
    said = boarding._evacuation(voyage.arrival(state), place, Part((str(army),), ()))
    assert bool(said) == refused_
    assert ("CAM-17" in said) == refused_


@pytest.mark.rule("NAV-03", "NAV-10", "MOV-03")
@pytest.mark.parametrize(("berth", "zones"), [("durham", 1), ("wessex", 2)])
def test_why_a_fleet_cannot_lie_where_three_counters_do_is_their_number(
    berth: str, zones: int
) -> None:
    """A sea that is full is no sea without a way to it, however far it is."""
    state = sea_table()
    ships = fleet(state, "england", berth, "NWD")
    fleet(state, "england", "sea-nord", "NWD", "NWD", "NWD")
    ask = sail(state, *ships)
    assert len(ask.path_to("sea-nord")) == zones
    assert "C-STK-02" in ask.why_not("sea-nord")


@pytest.mark.rule("CMB-11", "NAV-11", "NIN-10")
@pytest.mark.parametrize(
    ("action", "target"),
    [(Action("land", "normandie"), "normandie"), (Action("blockade", "normandie"), ""),
     (Action("battle", "9"), ""), (None, "")],
)  # fmt: skip
def test_only_a_landing_that_was_announced_helps_interceptors(
    action: Action | None, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """*Announcing a landing gives bonus to interception* (981), and no other action does."""
    state = sea_table()
    voyage = sailing(state, fleet(state, "england", CHANNEL, "NTD"), [])
    helped: list[str] = []

    async def attempts(phase: Phase, voyage: Voyage, landing: str) -> Attempts:
        helped.append(landing)
        return Attempts(False)

    monkeypatch.setattr("engine.sea.interception.interception.attempts", attempts)
    assert play(voyage_step.meet_interceptions, state, (), (), voyage, action).result == "go"
    assert helped == [target]


@pytest.mark.rule("CNV-03", "NIN-10")
def test_whose_last_ship_a_corsair_has_taken_meets_nobody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, "NTD")
    state.sea.gold[str(ships[0])] = 5
    fleet(state, "france", CHANNEL, "NWD")
    voyage = sailing(state, ships, [])

    async def attacks(phase: Phase, voyage: Voyage, target: str) -> None:
        voyage.units.clear()

    monkeypatch.setattr("engine.sea.convoys.attacks", attacks)
    played = play(voyage_step.meet_interceptions, state, (), (), voyage)
    assert (played.result, played.asks) == ("stop", [])


@pytest.mark.rule("BLK-07", "PRE-15")
@pytest.mark.parametrize(("came", "zones"), [("stop", 1), ("go", 2)])
def test_who_is_stopped_on_his_way_back_goes_no_further(
    came: str, zones: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """*Stays at sea or goes back to the closest friendly port*: over the Channel to Kent, but for
    who is stopped in it."""
    state = sea_table()
    (ship,) = fleet(state, "england", "sea-celtique", "NWD")
    for place in board.provinces():
        if place != "kent" and sides.controlled_by(state, place, "england"):
            state.land.controllers[place] = "france"
    voyage = Voyage("england", [ship], [], Journey(("sea-celtique",)))
    seen: list[str] = []

    async def step(phase: Phase, voyage: Voyage, place: str, *_: Any) -> str:
        seen.append(place)
        return came

    monkeypatch.setattr(voyage_step, "step", step)
    play(voyage_step.turn_back, state, [("turned-back", "kent")], (), voyage, ["cornwall"])
    assert seen == ["sea-manche", "kent"][:zones]
