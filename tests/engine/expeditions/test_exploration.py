"""The exploration step: who explores, what it costs, and where they are then."""

from __future__ import annotations

import pytest

from engine.expeditions import exploration, exploring_parties
from engine.facts import board, countries
from engine.fleets import fleets
from engine.fleets.naval_journey import Journey
from engine.land.battle.battle import BattleResult
from engine.overseas import exploration_rights
from engine.play.asks import BadAnswer
from engine.sea.battle import battle as sea_battle
from engine.sea.battle import interception_battle
from engine.sea.under_way import announced_action, attrition_math
from engine.sea.under_way.voyage import Arrival, Voyage
from engine.sea.voyages import naval_actions
from engine.sea.voyages.sail_ask import Sail
from engine.sequence import leader_assignment, movement, sequence
from engine.situation import knowledge
from engine.state import State
from engine.state.forces import Unit
from engine.state.overseas import Establishment
from engine.state.stacks import Band
from tests.engine.overseas.expeditions import (
    ADMIRAL,
    ARGUIN,
    BAD,
    GAMBIA,
    GOOD,
    HALF,
    MAURITANIA,
    SENEGAL,
    WEAK,
    fleet,
    table,
    troops,
)
from tests.engine.playing import band, decide_battles, lead, play, put


@pytest.mark.rule("EXP-01", "EXP-02", "EXP-22", "NAC-25", "DIS-01")
def test_ships_that_announced_it_explore_a_zone_beside_them_and_go_there() -> None:
    state = table()
    ships = fleet(state, "NWD", "NWD")
    idle = put(state, "portugal", "sea-canarias", "NWD")
    played = play(
        exploration.explorations, state, [("explore", GAMBIA)], {"portugal.explore": GOOD}
    )
    assert {state.units[number].place for number in ships} == {GAMBIA}
    assert state.overseas.discoveries == {str(number): {GAMBIA} for number in ships}
    assert GAMBIA not in state.overseas.known["portugal"]
    assert state.units[idle[0]].place == "sea-canarias", "it announced nothing"
    assert not state.sea.tasks, "the action is over"
    assert set(played.asks[0].offers()) == {GAMBIA, "sea-atlantique-n", "done"}


@pytest.mark.rule("EXP-24")
def test_a_failure_leaves_the_zone_unknown_and_the_ships_where_they_are() -> None:
    state = table()
    ships = fleet(state, "NWD", "NWD", "NWD")
    play(exploration.explorations, state, [("explore", GAMBIA)], {"portugal.explore": 7})
    assert {unit.place for unit in state.units.values()} == {ARGUIN}
    assert not state.overseas.discoveries
    assert fleets.thirds(state.units.values()) == 4, "60 % of three detachments"
    assert ships


@pytest.mark.rule("EXP-01", "EXP-A7")
@pytest.mark.parametrize("mark", ["locked", "beaten", "fought"])
def test_ships_in_a_battle_of_the_impulse_do_not_explore(mark: str) -> None:
    state = table()
    ships = fleet(state, "NWD")
    if mark == "fought":
        exploration_rights.note_battle(state, ships)
    else:
        getattr(state.marks, mark).update(ships)
    play(exploration.explorations, state)
    assert "fought" in exploration_rights.why_not(state, band(ships), ARGUIN, False)


@pytest.mark.rule("EXP-02", "NAC-25")
def test_an_exploration_is_announced_at_the_end_of_the_way_and_is_passive() -> None:
    state = table(step="movement")
    ships = put(state, "portugal", "sea-canarias", "NWD")
    ask = sail(state, ships)
    assert ask.parse([ARGUIN, "!explore"])
    assert [ARGUIN, "!explore"] in ask.offers()
    with pytest.raises(BadAnswer, match="may follow"):
        ask.parse(["!explore", ARGUIN])
    with pytest.raises(BadAnswer, match="not in port"):
        sail(state, put(state, "portugal", "tejo", "NWD", position="port")).parse(["!explore"])
    answers = [f"sea-canarias:{ships[0]}", [ARGUIN, "!explore"], "done"]
    play(movement.moves, state, answers, {"portugal.attrition": 1})
    assert state.sea.tasks == {str(ships[0]): exploration_rights.EXPLORE}
    assert not state.marks.active_fleets, "no active action is used up"


def sail(state: State, ships: list[int]) -> Sail:
    units = [state.units[number] for number in ships]
    return Sail(
        who="portugal", name="sail", what="Whither?", state=state, alliance="portugal",
        units=tuple(ships), leaders=(), journey=attrition_math.begin(state, Band.of(units)),
    )  # fmt: skip


@pytest.mark.rule("EXP-01")
def test_nothing_is_explored_where_all_is_known() -> None:
    state = table(GAMBIA, "sea-atlantique-n", step="movement")
    ships = put(state, "portugal", ARGUIN, "NWD")
    there = Arrival(state, state.units_by_id(ships[:1]), [ARGUIN], "portugal")
    reason = naval_actions.why_not(there, announced_action.Action("explore"))
    assert "no sea zone beside" in reason
    state.overseas.known.clear()
    assert "nothing is unknown" in exploration_rights.why_not(state, band(ships), ARGUIN, False)


@pytest.mark.rule("EXP-03", "EXP-05")
def test_a_land_stack_explores_a_province_beside_it_once() -> None:
    state = table(MAURITANIA)
    units = put(state, "portugal", MAURITANIA, "LD", "LD")
    state.overseas.natives[SENEGAL] = "gone"
    played = play(
        exploration.explorations,
        state,
        [("next-exploration", f"{MAURITANIA}>{SENEGAL}"),
         ("explorers", [str(units[0])])],
        {"portugal.explore": GOOD},
    )  # fmt: skip
    assert state.units[units[0]].place == SENEGAL
    assert state.units[units[1]].place == MAURITANIA, "the stack has had its attempt"
    assert state.overseas.discoveries == {str(units[0]): {SENEGAL}}
    assert "% to discover it" in played.asks[0].label(f"{MAURITANIA}>{SENEGAL}")
    odds = played.asks[0].about["odds"][f"{MAURITANIA}>{SENEGAL}"]
    assert 0 < odds["discovered"] < 1
    assert sum(odds["lost"].values()) == 1


@pytest.mark.rule("EXP-03")
@pytest.mark.parametrize("engaged", ["the troops", "their ships"])
def test_troops_that_are_engaged_or_whose_ships_are_explore_nothing(engaged: str) -> None:
    state = table()
    ships = put(state, "portugal", ARGUIN, "NWD", "NWD")
    aboard = troops(state, "LD")
    assert [band.units for band in exploring_parties.exploring_stacks(state, "portugal")] == [
        tuple(aboard)
    ]
    if engaged == "their ships":
        state.marks.locked.update(ships)
    else:
        units = put(state, "portugal", "mauritanie-n", "LD")
        state.overseas.known["portugal"].add("mauritanie-n")
        assert exploring_parties.exploring_stacks(state, "portugal")[0].units == tuple(units)
        exploration_rights.note_battle(state, units)
        state.remove(state.units[aboard[0]])
    assert exploring_parties.exploring_stacks(state, "portugal") == [], engaged


@pytest.mark.rule("EXP-A4")
def test_nobody_explores_without_a_campaign() -> None:
    state = table(MAURITANIA)
    put(state, "portugal", MAURITANIA, "LD")
    assert exploring_parties.exploring_stacks(state, "portugal")
    state.countries["portugal"].campaign = "none"
    assert not exploring_parties.exploring_stacks(state, "portugal")


@pytest.mark.rule("EXP-04", "EXP-06")
def test_a_fleet_explores_and_its_troops_then_explore_the_coast_from_there() -> None:
    state = table(wars=[("portugal", "spain")])
    state.overseas.known["spain"].add(GAMBIA)
    put(state, "spain", GAMBIA, "NWD")
    fleet(state, "NWD", "NWD")
    units = troops(state, "LD")
    state.overseas.natives[SENEGAL] = "gone"
    play(
        exploration.explorations,
        state,
        [("explore", GAMBIA), ("next-exploration", f"{GAMBIA}>{SENEGAL}")],
        {"portugal.explore": [GOOD, GOOD]},
    )  # neither an interception is asked nor attrition rolled
    unit = state.units[units[0]]
    assert (unit.place, unit.position) == (SENEGAL, "field")
    assert state.overseas.discoveries[str(units[0])] == {GAMBIA, SENEGAL}


@pytest.mark.rule("EXP-21", "CMB-25")
def test_the_percentage_is_taken_from_the_troops_aboard_too() -> None:
    state = table()
    ships = fleet(state, "NWD", "NWD", "NWD")
    units = troops(state, "LD")
    play(
        exploration.explorations,
        state,
        [("explore", GAMBIA), ("next-exploration", "done")],
        {"portugal.explore": HALF, "portugal.half": 3},
    )
    assert fleets.thirds(state.units.values()) == 4, "50 % of three detachments"
    assert sum(unit.thirds for unit in state.units.values()) == 1, "50 % of one"
    assert ships
    assert units


@pytest.mark.rule("EXP-23")
def test_behind_a_neutral_establishment_the_stack_stays_and_notes_the_discovery() -> None:
    state = table(MAURITANIA)
    units = put(state, "portugal", MAURITANIA, "LD")
    state.overseas.establishments[SENEGAL] = [Establishment("spain", "trading_post", 2)]
    play(
        exploration.explorations,
        state,
        [("next-exploration", f"{MAURITANIA}>{SENEGAL}")],
        {"portugal.explore": GOOD},
    )
    assert state.units[units[0]].place == MAURITANIA
    assert state.overseas.discoveries == {str(units[0]): {SENEGAL}}


@pytest.mark.rule("EXP-23", "MOV-24", "MOV-25")
@pytest.mark.parametrize(("treaty", "enters"), [(False, False), (True, True)])
def test_nobody_comes_into_a_neutral_minors_province_by_exploration(
    treaty: bool, enters: bool
) -> None:
    """682: "Phasing stacks may not enter provinces with presence of unbesieged neutral countries";
    "In the ROTW, provinces that do not explicitly belong to minors are not concerned".

    Malabar N is Vijayanagar's; who holds its treaty may come in.
    """
    state = table("sea-malabar")
    if treaty:
        state.countries["portugal"].treaties = ["vijayanagar"]
    fleet(state, "NWD", "NTD", zone="sea-malabar")
    state.sea.tasks.clear()
    (unit,) = troops(state, "LD", zone="sea-malabar")
    play(
        exploration.explorations,
        state,
        [("next-exploration", "sea-malabar>malabar-n")],
        {"portugal.explore": GOOD},
    )
    assert state.units[unit].place == ("malabar-n" if enters else "sea-malabar")
    assert state.overseas.discoveries[str(unit)] == {"malabar-n"}


@pytest.mark.rule("EXP-05", "EXP-18", "EXP-19")
def test_an_explorer_alone_goes_from_coast_to_coast_but_not_inland() -> None:
    state = table("rio-c")
    lead(state, "portugal", "rio-c", "da-gama-2")
    band = exploring_parties.exploring_stacks(state, "portugal")[0]
    inland = {goal for goal in _around("rio-c") if not _coastal(goal)}
    assert inland, "the test needs a province inland"
    assert set(band.goals(state)) == {"rio-n", "rio-s"}
    play(
        exploration.explorations,
        state,
        [("next-exploration", "rio-c>rio-s")],
        {"portugal.explore": GOOD},
    )
    assert state.leaders["da-gama-2"].place == "rio-s"
    assert state.leaders["da-gama-2"].position == "field"
    units = put(state, "portugal", "rio-c", "LD")
    lead(state, "portugal", "rio-c", "da-gama-2")
    state.marks.done.clear()
    band = exploring_parties.exploring_stacks(state, "portugal")[0]
    assert band.may_go(state, min(inland)) == [str(units[0])], "he stays on the coast"


def _around(place: str) -> list[str]:
    return [border.other for border in board.land_neighbours(place)]


def _coastal(place: str) -> bool:
    return bool(board.adjacent_seas(place))


@pytest.mark.rule("EXP-09", "EXP-20")
def test_on_land_the_explorer_guides_with_half_his_manoeuvre() -> None:
    state = table(SENEGAL)
    whole = countries.leader("da-gama-2").manoeuvre
    lead(state, "portugal", SENEGAL, "da-gama-2")
    plan = exploring_parties.by_land(state, band([], "da-gama-2"), "senegal-s", "portugal")
    assert plan.guide.manoeuvre == whole // 2
    ships = put(state, "portugal", ARGUIN, "NWD", leader="da-gama-2")
    assert (
        exploring_parties.by_sea(state, band(ships, "da-gama-2"), GAMBIA).guide.manoeuvre == whole
    )


@pytest.mark.rule("EXP-11", "EXP-16", "EXP-17", "EXP-A6")
def test_the_zone_the_weather_and_who_knows_it_count_at_sea() -> None:
    zone = "sea-atlantique-se"
    state = table("sea-atlantique-s", bad_weather=True, period="IV")
    ships = put(state, "portugal", "sea-atlantique-s", "NWD")
    plan = exploring_parties.by_sea(state, band(ships), zone)
    assert (plan.malus, plan.bad_weather, plan.known_to_another) == (1, True, False)
    state.overseas.known["spain"].add(zone)
    assert exploring_parties.by_sea(state, band(ships), zone).known_to_another
    state.overseas.known["spain"].discard(zone)
    state.overseas.known["portugal"].add(zone)
    assert not exploring_parties.by_sea(state, band(ships), zone).known_to_another, (
        "its own does not count"
    )
    assert plan.technology == "nao-galleon"


@pytest.mark.rule("EXP-26", "EXP-27", "EXP-28")
def test_a_leader_who_fails_his_test_dies_and_another_comes_to_the_stack_that_is_left() -> None:
    state = table(rounds=["S3"], box="S3")
    state.leaders.clear()
    fleet(state, "NWD", "NWD", "NWD", leader=WEAK)
    play(
        exploration.explorations,
        state,
        [("explore", GAMBIA)],
        {"portugal.explore": 9, "portugal.half": 1, "portugal.death": 4},
    )
    assert state.leaders[WEAK].status == "killed"
    least = leader_assignment.minimum(state, "portugal", "explorer")
    assert least >= 1
    assert {unit.place for unit in state.units.values()} == {ARGUIN}
    state.sequence.box, state.sequence.rounds = "S4", ["S3", "S4"]
    draws = 0
    for kind in ("general", "explorer"):
        box = [
            each for each in countries.anonymous_leaders("portugal", (kind,)) if not each.variant
        ]
        free = len(box) - (kind == "explorer")
        draws += min(leader_assignment.minimum(state, "portugal", kind), max(0, free - 1))
    put(state, "portugal", "tejo", "LD")
    play(leader_assignment.arrivals, state, [], {"portugal.leader": [1] * draws})
    new = leader_assignment.leaders_of_kind(state, "portugal", "explorer")
    assert [leader.place for leader in new] == [ARGUIN] * least


@pytest.mark.rule("EXP-29", "EXP-A3", "DIS-08")
def test_with_its_last_ship_an_expedition_its_leader_and_its_discoveries_are_lost() -> None:
    state = table()
    ships = fleet(state, "NDE", leader=ADMIRAL)
    for carrier in (str(ships[0]), ADMIRAL):
        state.overseas.discoveries[carrier] = {"sea-guinee"}
    play(exploration.explorations, state, [("explore", GAMBIA)], {"portugal.explore": BAD})
    assert not state.units
    assert not state.overseas.discoveries
    assert state.leaders[ADMIRAL].status == "killed"


@pytest.mark.rule("EXP-30")
def test_natives_meet_who_explores_their_land() -> None:
    state = table(MAURITANIA)
    put(state, "portugal", MAURITANIA, "LD", "LD")
    played = play(
        exploration.explorations,
        state,
        [("next-exploration", f"{MAURITANIA}>{SENEGAL}"),
         ("explorers", [str(number) for number in state.units]),
         ("natives", "attack")],
        {"portugal.explore": GOOD},
    )  # fmt: skip
    assert SENEGAL in state.marks.contested, "a voluntary attack waits for the battle step"
    assert "attacked" in played.told


@pytest.mark.rule("EXP-01", "EXP-03")
def test_the_exploration_step_stands_between_movements_and_battles() -> None:
    state = table(step="movement", impulse=0)
    state.countries["portugal"].campaign = "passive"
    steps: list[str] = []
    for procedure in (sequence.STEPS["movement"], sequence.STEPS["exploration"]):
        play(procedure, state)
        steps.append(state.sequence.step)
    assert steps == ["exploration", "battles"]


@pytest.mark.rule("DIS-03")
def test_a_stack_does_not_go_where_another_of_its_side_found_the_way_for_itself() -> None:
    state = table()
    first = put(state, "portugal", GAMBIA, "NWD")
    state.overseas.discoveries[str(first[0])] = {GAMBIA}
    second = fleet(state, "NWD")
    play(exploration.explorations, state, [("explore", GAMBIA)], {"portugal.explore": GOOD})
    assert state.units[second[0]].place == ARGUIN
    assert state.overseas.discoveries[str(second[0])] == {GAMBIA}, "what it saw is noted"
    state.sequence.step = "movement"
    ask = sail(state, second)
    with pytest.raises(BadAnswer, match="may not merge"):
        ask.parse([GAMBIA])
    state.overseas.known["portugal"].add(GAMBIA)
    state.overseas.discoveries.clear()
    assert sail(state, second).parse([GAMBIA])


def test_the_unit_of_a_country_that_nobody_knows_of_carries_nothing() -> None:
    state = table()
    unit = state.add(Unit(0, "portugal", "NWD", ARGUIN))
    assert knowledge.discoveries_carried(state, band([unit.id])) == set()


@pytest.mark.rule("EXP-21", "DIS-01")
def test_exploration_detachments_left_of_a_ship_carry_what_it_discovered() -> None:
    state = table()
    ships = fleet(state, "NWD", "NWD")
    carried = {"sea-guinee"}
    for number in ships:
        state.overseas.discoveries[str(number)] = set(carried)
    dice = {"portugal.explore": 3}  # 20 % of two warships
    play(exploration.explorations, state, [("explore", GAMBIA)], dice)
    kinds = sorted(unit.kind for unit in state.units.values())
    assert kinds == ["NDE", "NDE", "NWD"]
    assert set(map(frozenset, state.overseas.discoveries.values())) == {
        frozenset({*carried, GAMBIA})
    }
    assert state.overseas.discoveries.keys() == {str(number) for number in state.units}


@pytest.mark.rule("EXP-03", "EXP-A7")
def test_troops_that_won_an_interception_battle_explore_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = table(
        "mauritanie-n", MAURITANIA, step="movement", wars=[("portugal", "spain")],
        campaign="multiple",
    )  # fmt: skip
    state.overseas.known["spain"] |= {"mauritanie-n", MAURITANIA}
    state.overseas.natives = dict.fromkeys(("mauritanie-n", MAURITANIA, SENEGAL), "gone")
    unit = put(state, "portugal", "mauritanie-n", "LD")[0]
    foe = put(state, "spain", "souss", "LD")
    state.land.owners["souss"] = state.land.controllers["souss"] = "spain"
    decide_battles(monkeypatch, "portugal")
    assert foe
    way = ["mauritanie-n", [MAURITANIA]]
    state.put(state.units[foe[0]], SENEGAL)
    state.overseas.known["spain"].add(SENEGAL)
    answers = [*way, ("intercept", [str(foe[0])]), ("march", []), "done"]
    play(movement.moves, state, answers, {"spain.intercept": 10, "portugal.attrition": 1})
    assert state.units[unit].place == MAURITANIA
    assert exploration_rights.is_engaged(state, unit)
    assert exploring_parties.exploring_stacks(state, "portugal") == []


@pytest.mark.rule("EXP-01", "EXP-A7")
def test_ships_that_won_an_interception_battle_explore_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = table(wars=[("portugal", "spain")])
    own = put(state, "portugal", ARGUIN, "NWD")
    foe = put(state, "spain", ARGUIN, "NWD")

    async def battle(*_: object, **__: object) -> BattleResult:
        return BattleResult("portugal", True, (tuple(own), ()))

    monkeypatch.setattr(sea_battle, "battle", battle)
    voyage = Voyage("portugal", list(own), [], Journey((ARGUIN,)), last=state.last_unit)
    band = Band(ARGUIN, tuple(foe), ())
    played = play(interception_battle.fight, state, [], {}, voyage, ARGUIN, "spain", [band])
    assert played.result
    assert exploration_rights.is_engaged(state, own[0])


@pytest.mark.rule("EXP-01")
def test_a_sea_zone_is_explored_from_the_sea_and_only_where_something_is_unknown() -> None:
    """*One adjacent unknown sea zone*: none from a port, none in a game without the unknown."""
    state = table()
    ships = fleet(state, "NWD")
    assert GAMBIA in exploration_rights.seas(state, band(ships), ARGUIN)
    assert exploration_rights.seas(state, band(ships), SENEGAL) == []
    state.overseas.known.clear()
    assert exploration_rights.seas(state, band(ships), ARGUIN) == []


@pytest.mark.rule("EXP-03", "EXP-05", "DIS-01")
def test_all_that_is_left_of_a_detachment_goes_on_and_carries_the_discovery() -> None:
    """*The surviving units discover the province*: of an LD that loses a third two LDE are left."""
    state = table(MAURITANIA)
    put(state, "portugal", MAURITANIA, "LD")
    state.overseas.natives[SENEGAL] = "gone"
    play(exploration.explorations, state, [("next-exploration", f"{MAURITANIA}>{SENEGAL}")],
         {"portugal.explore": 4})  # fmt: skip
    left = {unit.id: (unit.kind, unit.place) for unit in state.units.values()}
    assert [*left.values()] == [("LDE", SENEGAL)] * 2
    assert state.overseas.discoveries == {str(number): {SENEGAL} for number in left}


@pytest.mark.rule("EXP-A6")
@pytest.mark.parametrize(
    ("ships", "whole"),
    [(("NGD",), True), (("NTD",), True), (("NGD", "NTD"), True), (("NGD", "NWD"), False),
     (("NWD",), False)],
)  # fmt: skip
def test_galleys_and_transports_alone_are_whole_or_lost(
    ships: tuple[str, ...], whole: bool
) -> None:
    """ATS-30, ATS-31: whole with two thirds, lost with one; beside a warship the owner chooses."""
    state = table()
    found = exploring_parties.by_sea(state, band(fleet(state, *ships)), GAMBIA)
    assert found.whole_ships is whole


@pytest.mark.rule("DIS-03", "EXP-03")
@pytest.mark.parametrize(("ships", "may"), [(3, True), (4, False)])
def test_ships_at_sea_and_none_in_port_leave_no_room_to_who_explores(ships: int, may: bool) -> None:
    """One stack at sea is three counters; however many lie in the port of a coast, troops go
    there."""
    state = table(GAMBIA, "tejo")
    for _ in range(ships - 1):
        put(state, "portugal", GAMBIA, "NWD")
    (own,) = put(state, "portugal", ARGUIN, "NWD")
    assert exploration.may_not_join(state, [own], GAMBIA, "portugal") is not may
    put(state, "portugal", "tejo", "NWD", "NWD", "NWD", "NWD", position="port")
    (troops,) = put(state, "portugal", "alentejo", "LD")
    assert not exploration.may_not_join(state, [troops], "tejo", "portugal")
