"""The steps of a campaign's turn: income, upkeep, redeployment, prisoners, the next turn."""

from typing import Any

import pytest

from engine import scenarios
from engine.facts import board, countries, tables
from engine.games import statistics
from engine.games.game import Game
from engine.land.supply import supply_lines
from engine.play.asks import Ask, Die
from engine.play.phase import Phase
from engine.programs import simulate
from engine.rounds import levies
from engine.sea import lost_ports
from engine.sequence.later_procedures import PROCEDURES
from engine.state import State, sides
from engine.state.forces import Kind, Position, Unit
from engine.state.land import Siege
from engine.state.leaders import Leader
from engine.state.ledger import TurnStep, War
from engine.state.overseas import Establishment
from engine.turns import (
    events,
    income,
    interphase,
    logistics,
    peace,
    provinces,
    redeployment_phase,
    turn,
    wars,
)
from engine.turns.campaign_figures import figure
from saves import store
from tests.engine import phases, plays
from tests.engine.playing import lead, play, put
from tests.engine.turns.table import campaign

PAIR = {"france": ["france"], "spain": ["spain"]}
WAR = (("france", "spain"),)


def pair(**fields: Any) -> State:
    fields.setdefault("alliances", PAIR)
    fields.setdefault("war", WAR)
    return campaign(**fields)


def test_the_steps_of_a_turn_follow_each_other() -> None:
    game = phases.played(scenarios.read("artois"), 1, "random", rules=simulate.Rules((), 2))
    kinds = [entry.kind for entry in game.story]
    first = [kinds.index(kind) for kind in ("round", "cost", "turn", "income")]
    last = [len(kinds) - kinds[::-1].index(kind) for kind in ("cost", "stability", "turn")]
    assert first + last == sorted(first + last), "in the second turn the war goes on"
    assert game.state.turn == scenarios.read("artois").turn + 1
    assert game.state.ledger.step == "over"


@pytest.mark.rule("NAV-10")
def test_ships_leave_the_ports_of_former_allies() -> None:
    state = campaign(war=(), initiatives={"france": 9, "spain": 8, "venice": 7})
    for country, place in (("spain", "andalucia"), ("savoy", "provence")):
        state.add(Unit(0, country, "NGD", place, "port"))
    state.ledger.step, state.sequence.step = "negotiations", "start"
    phase = Phase(state, procedures=PROCEDURES)
    assert not lost_ports.lost_ports(state)
    wars.leave_alliance(state, "savoy")
    running = turn.play_campaign(phase)
    value: Any = None
    while phase.state.ledger.step == "negotiations":
        request = running.send(value)
        if isinstance(request, Ask):
            value = request.parse(1 if isinstance(request, Die) else request.default)
        else:
            value = None
    running.close()
    places = {unit.country: unit.place for unit in state.units.values()}
    assert places["spain"] == "andalucia"
    assert places["savoy"] == "nice"


def test_one_turn_is_the_military_phase_alone() -> None:
    state = scenarios.read("artois").state(turns=1)
    assert state.ledger.last_turn == 0
    assert state.to_plain() == scenarios.load("artois").to_plain()


def test_a_campaign_is_saved_and_opened_in_any_step(tmp_path: Any) -> None:
    scenario = scenarios.read("artois")
    start = scenario.state(("truce",), 2)
    saved = store.create(tmp_path, start, {"seed": 5, "seats": {}})
    whole = Game(start.to_plain(), turn.play_campaign, {"seed": 5, "seats": {}}, checkpoints=False)
    from engine.programs import bots

    count, steps = 0, set()
    while saved.game.ask is not None:
        steps.add(saved.game.state.ledger.step)
        raw = bots.random_player(whole, whole.ask)  # type: ignore[arg-type]
        whole.answer(raw)
        saved.game.answer(raw)
        count += 1
        if count % 59 == 0:
            saved.close()
            saved = store.open_game(saved.folder)
            assert saved.warning == ""
    assert saved.game.position() == whole.position()
    assert {"negotiations", "military", "peace"} <= steps
    saved.close()


# Money.


def test_income_is_of_provinces_owned_and_of_enemy_land_held() -> None:
    state = pair(owners={"hainaut": "spain", "artois": "spain"})
    state.land.controllers["hainaut"] = "france"
    before = {name: country.treasury for name, country in state.countries.items()}
    income_of = {item.what: item.to for item in income.items(state)}
    assert income_of["Hainaut"] == "france"
    assert income_of["Artois"] == "spain"
    play(income.income, state)
    earned = sum(item.ducats for item in income.items(state) if item.to == "france")
    assert state.countries["france"].treasury == before["france"] + earned


@pytest.mark.parametrize("rate", ["veteran", "conscript", "disband"])
def test_upkeep_in_war_decides_who_is_veteran(rate: str) -> None:
    state = pair()
    put(state, "france", "ile-de-france", "A+", veteran=True)
    extra = put(state, "france", "champagne", "A+")[0]
    before = state.countries["france"].treasury
    played = play(logistics.maintenance, state, [("maintenance", rate)], (), "france")
    paid = before - state.countries["france"].treasury
    if rate == "disband":
        assert extra not in state.units
        (lost,) = statistics.losses(played.phase.story)
        assert (lost.country, lost.thirds, lost.cause) == ("france", 12, "disbanding")
        assert paid == 0
        return
    assert state.units[extra].veterans == (12 if rate == "veteran" else 0)
    item = f"war_army_plus_{rate}"
    assert paid == tables.land_price("france", "renaissance", item)


@pytest.mark.parametrize("peace", [True, False])
def test_in_peace_all_are_veterans(peace: bool) -> None:
    """C-VET-01: the land forces of the country itself, but timars, and in war nobody."""
    state = pair(war=() if peace else WAR)
    (own,) = put(state, "france", "ile-de-france", "LD")
    (timar,) = put(state, "france", "ile-de-france", "LD", corps="timar")
    (other,) = put(state, "spain", "madrid", "LD")
    assert logistics.beyond_basic(state, "france") == []
    play(logistics.maintenance, state, (), (), "france")
    found = [state.units[number].veterans for number in (own, timar, other)]
    assert found == [3 if peace else 0, 0, 0]


def test_recruits_cost_twice_beyond_the_limit_and_twice_abroad() -> None:
    state = pair(owners={"artois": "france"})
    country = state.countries["france"]
    at_home = {offer.place: offer.ducats for offer in logistics.on_offer(state, country)
               if offer.kind == "LD"}  # fmt: skip
    listed = tables.land_price("france", "renaissance", "buy_ld") or 0
    assert at_home["champagne"] == listed
    assert at_home["artois"] == 2 * listed
    country.recruited = 8
    again = {offer.place: offer.ducats for offer in logistics.on_offer(state, country)
             if offer.kind == "LD"}  # fmt: skip
    assert again["champagne"] == 2 * listed
    answers = [("recruit-troops", "LD champagne"), ("recruit-troops", "done")]
    before = country.treasury
    play(logistics.recruitment, state, answers, (), "france")
    assert before - country.treasury == 2 * listed
    new = [unit for unit in state.units.values() if unit.place == "champagne"]
    assert [(unit.kind, unit.veterans) for unit in new] == [("LD", 0)]


def test_no_recruits_under_siege_or_in_revolt() -> None:
    state = pair()
    put(state, "spain", "champagne", "A+")
    assert "champagne" not in logistics.places(state, "france")
    state.land.controllers["picardie"] = "spain"
    assert "picardie" not in logistics.places(state, "france")


def test_leaders_of_the_turn_come_and_the_dead_go() -> None:
    state = pair(turn=2)
    put(state, "france", "ile-de-france", "A+")
    lead(state, "france", "ile-de-france", "tremoille")
    state.turn = 60
    play(logistics.leaders, state, (), {"france.leader": [1, 1]}, "france")
    assert state.leaders["tremoille"].status == "killed"
    unnamed = [leader for leader in state.leaders.values() if leader.status == "map"]
    assert [leader.place for leader in unnamed] == ["ile-de-france"] * 2
    assert all("anonymous" in countries.leader(leader.id).flags for leader in unnamed)


# Redeployment.


@pytest.mark.rule("ARS-10")
def test_a_reduced_pillage_goes_at_the_end_of_the_turn() -> None:
    state = pair()
    state.land.pillages = {"artois": ["-"], "hainaut": ["+"], "brabant": ["+", "-"],
                      "limburg": ["+", "+"]}  # fmt: skip
    redeployment_phase.recover_from_pillage(state)
    assert state.land.pillages == {"hainaut": ["-"], "brabant": ["+"], "limburg": ["+", "-"]}


def test_looting_pays_only_where_no_pillage_lay() -> None:
    state = pair(owners={"hainaut": "spain", "artois": "spain"})
    for place in ("hainaut", "artois"):
        put(state, "france", place, "A+")
        state.land.sieges[place] = Siege("france")
    state.land.pillages["artois"] = ["+", "+"]
    before = state.countries["france"].treasury
    play(redeployment_phase.loot, state, [("loot", ["hainaut", "artois"])])
    assert state.countries["france"].treasury - before == 7
    assert state.land.pillages == {"hainaut": ["+"], "artois": ["+", "+"]}


def besieging(works: list[str]) -> State:
    state = pair(owners={"hainaut": "spain"})
    put(state, "france", "hainaut", "A+")
    state.land.sieges["hainaut"] = Siege("france", works)
    return state


@pytest.mark.rule("UND-35", "UND-36")
@pytest.mark.parametrize("works", [["+", "+"], ["+"], ["-"]])
def test_a_siege_kept_up_has_one_reduced_siegework_and_begins_its_rounds_anew(
    works: list[str],
) -> None:
    """C-RED-08: whatever it had; the breach and the assaults were of the turn, and the first round
    of the next one is the first *this turn for this fortress* again."""
    state = besieging([])
    state.land.sieges["hainaut"] = Siege("france", works, breach=True, assaulted=True, rounds=3)
    play(redeployment_phase.land_forces, state, [("keep-siege", True)])
    assert state.land.sieges == {"hainaut": Siege("france", ["-"], continued=True)}


def test_without_a_full_siegework_the_besieger_redeploys() -> None:
    state = besieging(["-"])
    unit = next(iter(state.units))
    stack = sides.stack(state, "hainaut", "france")
    assert "siegework" in redeployment_phase.must_go(state, stack)
    played = play(redeployment_phase.land_forces, state, (), {"france.redeployment": 1})
    assert state.land.sieges == {}
    assert sides.controlled_by(state, state.units[unit].place, "france")
    assert "must redeploy" in played.told


@pytest.mark.rule("AFT-04", "EUV-TRU-07")
@pytest.mark.parametrize("ends", ["redeployment", "disbanding", "peace"])
def test_the_besieged_come_out_when_a_siege_ends_between_the_turns(ends: str) -> None:
    """3306: where *the province now contains only friendly troops, the siege is now lifted …, move
    besieged troops out of the fortress*: within walls that nobody besieges they met no enemy."""
    state = besieging(["-"])
    (besieger,) = state.units.values()
    (garrison,) = put(state, "spain", "hainaut", "LD", position="inside", leader="duque-de-alva")
    state.put_leader(state.leaders["duque-de-alva"], "hainaut", "inside")
    if ends == "redeployment":
        played = play(redeployment_phase.land_forces, state, (), {"france.redeployment": 1})
        assert "LD of Spain comes out of the fortress of Hainaut." in played.told
    elif ends == "disbanding":
        state.remove(besieger)
        provinces.lift_sieges(state)
    else:
        state.ledger.wars.clear()
        wars.align(state)
    assert not state.land.sieges
    assert state.units[garrison].position == "field"
    assert state.leaders["duque-de-alva"].position == "field"


def test_after_the_loot_land_forces_redeploy_and_then_ships_return_to_port() -> None:
    """C-RED: the order of the phase."""
    state = besieging(["-"])
    state.add(Unit(0, "france", "NWD", "sea-gascogne"))
    found = plays.played(redeployment_phase.redeployments, state, {}, {}, quiet=1)
    assert plays.asked(found) == ["loot", "return-to-port"]
    kinds = [entry.kind for entry in found.phase.story]
    assert kinds.index("redeployment") < kinds.index("return")
    assert state.land.sieges == {}


@pytest.mark.rule("AFT-04", "SIE-25")
def test_enemies_who_redeploy_themselves_bar_no_way() -> None:
    """*May: other besiegers … decided by initiative, carried out together afterwards* (C-RED-01);
    *barred: provinces with unbesieged enemy troops that are not themselves redeploying*
    (C-RED-04)."""
    state = besieging(["-"])
    (besieger,) = state.units
    (other,) = put(state, "spain", "champagne", "A+")
    state.land.sieges["champagne"] = Siege("spain", ["-"])
    dice = {"france.redeployment": 1, "spain.redeployment": 1}
    played = play(redeployment_phase.land_forces, state, (), dice)
    where = {number: state.units[number].place for number in (besieger, other)}
    assert where == {besieger: "champagne", other: "hainaut"}
    assert state.land.sieges == {}
    asked = [entry.text for entry in played.phase.story if "must redeploy" in entry.text]
    assert len(asked) == 2


def test_a_voluntary_redeployment_is_easier_on_the_troops() -> None:
    state = besieging(["+"])
    played = play(redeployment_phase.land_forces, state, [("keep-siege", False)],
                  {"france.redeployment": 1})  # fmt: skip
    sheets = [entry.sheet for entry in played.phase.story if entry.sheet]
    parts = [part for sheet in sheets for part in sheet.get("modifiers", ())]
    assert any("voluntary" in str(part[1]) for part in parts)


def test_a_stack_that_would_lose_its_supply_goes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    state = besieging(["+"])
    put(state, "france", "artois", "LD")
    usual = supply_lines.trace_line

    def line(now: State, units: Any, place: str, alliance: str) -> Any:
        alone = not sides.stack(now, "hainaut", "france").units
        return None if place == "artois" and alone else usual(now, units, place, alliance)

    monkeypatch.setattr(supply_lines, "trace_line", line)
    assert redeployment_phase.cut_off(state, "france", []) == []
    assert redeployment_phase.cut_off(state, "france", ["hainaut"]) == ["artois"]
    answers = [("keep-siege", False), ("redeploy-to", "picardie")]
    dice = {"france.redeployment": [1, 1]}
    played = play(redeployment_phase.land_forces, state, answers, dice)
    assert not list(state.units_at("artois"))
    assert "The stack in Artois must redeploy too" in played.told


# Prisoners, peace.


def test_a_powers_monarch_is_ransomed_for_stability_and_ducats() -> None:
    state = pair()
    lead(state, "france", "ile-de-france", "navarre-2")
    state.remove_leader(state.leaders["navarre-2"], "captured")
    state.notes["captive.navarre-2"] = "spain"
    state.countries["france"].monarch_lost = True
    play(peace.ransoms, state)
    ducats = figure("ransom", "ducats")
    assert state.countries["france"].treasury == 1000 - ducats
    assert state.countries["spain"].treasury == 1000 + ducats
    assert state.countries["france"].stability == -figure("ransom", "stability")
    assert state.leaders["navarre-2"].status == "away"
    assert not state.countries["france"].monarch_lost
    # It is done in the peace phase, whatever is agreed.
    state.remove_leader(state.leaders["navarre-2"], "captured")
    state.notes["captive.navarre-2"] = "spain"
    play(peace.peace, state, [("peace-offer", "none")] * 2)
    assert state.countries["spain"].treasury == 1000 + 2 * ducats


def test_a_minors_monarch_is_worth_a_choice() -> None:
    state = campaign()
    state.leaders["lajos-ii"] = Leader("lajos-ii", "milan", status="captured")
    state.notes["captive.lajos-ii"] = "france"
    play(peace.ransoms, state, [("ransom", "ducats")])
    assert state.countries["france"].treasury == 1000 + figure("ransom", "minor")


def test_a_cession_gives_what_is_conquered_a_white_peace_gives_it_back() -> None:
    for terms, owner in (("cession", "france"), ("white-peace", "spain")):
        state = pair(owners={"hainaut": "spain"})
        state.land.controllers["hainaut"] = "france"
        guard = put(state, "france", "hainaut", "LD", position="inside")[0]
        war = state.ledger.wars[0]
        play(peace.conclude, state, (), (), war, ["spain"], ["france"], terms)
        assert state.ledger.wars == []
        assert state.diplomacy.wars == []
        assert sides.owner(state, "hainaut") == sides.controller(state, "hainaut") == owner
        assert (state.units[guard].place == "hainaut") is (owner == "france")


def test_a_separate_peace_leaves_the_alliance() -> None:
    state = campaign()
    war = state.ledger.wars[0]
    play(peace.conclude, state, (), (), war, ["venice", "milan"], ["france", "savoy"],
         "white-peace")  # fmt: skip
    assert war.defenders == ["spain"]
    assert sides.alliance_of(state, "venice") == sides.alliance_of(state, "milan")
    assert sides.alliance_of(state, "venice") != sides.alliance_of(state, "spain")
    assert not sides.at_war(state, sides.alliance_of(state, "venice"), "france")


def test_the_siege_of_a_fort_goes_on_as_that_of_a_fortress_does() -> None:
    state = pair()
    fort = "senegal-n"
    state.overseas.establishments[fort] = [Establishment("spain", "fort")]
    state.land.sieges[fort] = Siege("france")
    put(state, "france", fort, "LD")
    provinces.lift_sieges(state)
    assert fort in state.land.sieges
    del state.overseas.establishments[fort]
    state.land.owners[fort] = "spain"
    provinces.lift_sieges(state)
    assert not state.land.sieges


def test_who_has_nowhere_to_go_is_disbanded() -> None:
    state = pair(owners={"hainaut": "spain"}, war=())
    for place in provinces.owned_provinces(state, "france"):
        state.land.owners[place] = "england"
    unit = put(state, "france", "hainaut", "LD")[0]
    played = play(provinces.withdraw, state)
    assert unit not in state.units
    assert [lost.thirds for lost in statistics.losses(played.phase.story)] == [3]


# The end of the turn.


def test_the_next_turn_begins_clean() -> None:
    state = pair(turn=6)
    country = state.countries["france"]
    country.campaign, country.recruited, country.levies_declared = "major", 6, True
    country.ticks.append("major")
    lead(state, "france", "ile-de-france", "navarre-2")
    state.remove_leader(state.leaders["navarre-2"], "wounded", "End")
    state.land.levels["champagne"] = 0
    state.land.levels["artois"] = 1
    wars.give_reason(state, "france", "spain", 1, "a test")
    play(interphase.interphase_step, state)
    assert (state.turn, state.period, state.sequence.step, state.sequence.box) == (
        7,
        "II",
        "start",
        "",
    )
    assert state.to_plain()["countries"][0]["campaign"] is None
    assert (country.recruited, country.ticks) == (0, [])
    assert state.leaders["navarre-2"].status == "away"
    assert state.ledger.casus_belli == []
    assert state.ledger.step == "events"
    assert "champagne" in state.land.levels, "its owner is at war"
    state.ledger.wars.clear()
    interphase.rebuild(state)
    assert "champagne" not in state.land.levels


@pytest.mark.parametrize(("thirds", "number"), [(2, 0), (3, 1), (5, 1), (6, 2)])
def test_of_the_timars_at_home_whole_detachments_are_back(thirds: int, number: int) -> None:
    state = campaign(alliances={"turkey": ["turkey"], "venice": ["venice"]}, war=())
    (own,) = put(state, "turkey", "thrace", "LD", veteran=True)
    state.notes["timars.home"] = thirds
    play_now(interphase.timars_back, state)
    back = [unit for unit in state.units.values() if unit.id != own]
    assert [(unit.kind, unit.corps, unit.veterans) for unit in back] == [
        ("LD", "timar", 0)
    ] * number
    assert (state.units[own].corps, state.units[own].veterans) == ("", 3), "no timars were here"


def test_each_pasha_comes_back_to_a_province_of_turkey_without_one() -> None:
    state = campaign(
        alliances={"turkey": ["turkey"], "venice": ["venice"]}, war=(("turkey", "venice"),)
    )
    first, second, third = [
        place for place in provinces.owned_provinces(state, "turkey")
        if sides.controlled_by(state, place, "turkey")
    ][:3]  # fmt: skip
    put(state, "venice", first, "LD")
    put(state, "turkey", second, "PASHA", size=1)
    state.notes["pashas.home"] = ["turkey-pasha-hadim"]
    phase = Phase(state, procedures=PROCEDURES)
    interphase.timars_back(phase)
    assert phase.story[-1].text.endswith(f"in {board.province(third).name}.")
    (back,) = (unit for unit in state.units.values() if unit.leader)
    size = countries.leader("turkey-pasha-hadim").size
    assert (back.place, back.leader, back.size) == (third, "turkey-pasha-hadim", size)


def test_no_pasha_comes_back_to_the_capital() -> None:
    """C-TUR-11: *never ends in the capital*; nor to a second place where no other is free."""
    state = campaign(
        alliances={"turkey": ["turkey"], "venice": ["venice"]}, war=(("turkey", "venice"),)
    )
    for place in provinces.owned_provinces(state, "turkey"):
        if place not in ("trakya", "angora"):
            state.land.controllers[place] = "venice"
    state.notes["pashas.home"] = ["turkey-pasha-hadim", "turkey-pasha-mehmed"]
    phase = Phase(state, procedures=PROCEDURES)
    interphase.timars_back(phase)
    assert {unit.leader: unit.place for unit in state.units.values()} == {
        "turkey-pasha-hadim": "angora"
    }


def play_now(procedure: Any, state: State) -> None:
    """What asks nobody and rolls nothing."""
    procedure(Phase(state, procedures=PROCEDURES))


def test_incomes_come_from_the_second_turn_on() -> None:
    for later, step in ((0, "military"), (1, "income")):
        state = campaign(options={"wars_asked": True}, war=(), turn=6)
        state.ledger.facts["first turn"] = 6 - later
        play(turn.negotiations_step, state)
        assert state.ledger.step == step


@pytest.mark.rule("EUV-TRU-02", "EUV-TRU-03")
def test_what_a_minor_is_offered_holds_for_it_alone() -> None:
    """A white peace offered to a minor leaves its allies and the other minors at war."""
    state = campaign()
    war = state.ledger.wars[0]
    answers = [("peace-offer", "white-peace:milan"), ("minor-accepts", True)]
    played = play(peace._offer, state, answers, (), war, "france", True, False)
    assert (war.aggressors, war.defenders) == (["france", "savoy"], ["spain", "venice"])
    assert state.ledger.enemies("milan") == []
    assert played.asks[-1].name == "minor-accepts"
    refused = [("peace-offer", "white-peace:milan"), ("minor-accepts", False)]
    state = campaign()
    war = state.ledger.wars[0]
    play(peace._offer, state, refused, (), war, "france", True, False)
    assert war.defenders == ["spain", "venice", "milan"]


def test_timars_and_pashas_are_back_home() -> None:
    state = campaign(alliances={"turkey": ["turkey"], "venice": ["venice"]}, war=())
    state.notes["timars.home"] = 6
    state.notes["pashas.home"] = ["turkey-pasha-hadim"]
    phase = Phase(state, procedures=PROCEDURES)
    interphase.timars_back(phase)
    told = [entry.text for entry in phase.story if entry.kind == "logistics"]
    assert len(told) == 2, "whatever comes is told"
    assert told[1].startswith("Hadım Pasha is back with his troops, in ")
    units: list[Unit] = [unit for unit in state.units.values() if unit.country == "turkey"]
    assert sorted(unit.kind for unit in units) == ["LD", "LD", "PASHA"]
    assert all(unit.corps == "timar" for unit in units if unit.kind == "LD")
    assert not {"timars.home", "pashas.home"} & state.notes.keys()


def test_the_last_turn_ends_the_campaign() -> None:
    state = pair(turn=6, turns=0)
    state.ledger.last_turn = 6
    play(interphase.interphase_step, state)
    assert state.ledger.step == "over"
    assert state.turn == 6


@pytest.mark.parametrize("name", scenarios.ids())
def test_every_scenario_is_a_campaign_too(name: str) -> None:
    program = "random" if name in phases.LONG else "steady"
    game = phases.watched(name, 2, program, simulate.Rules((), 2))
    assert game.state.ledger.step == "over"


def test_what_is_recruited_counts_against_the_limit() -> None:
    """A second detachment beyond the limit costs twice what the first did (C-LOG)."""
    state = pair()
    country = state.countries["france"]
    listed = tables.land_price("france", "renaissance", "buy_ld") or 0
    before = country.treasury
    answers = [("recruit-troops", "LD champagne")] * 2 + [("recruit-troops", "done")]
    limit = tables.recruitment_limit("france", "I").ld or 0
    country.recruited = 2 * limit - 2  # halves of an LD: one more has room
    play(logistics.recruitment, state, answers, (), "france")
    assert (before - country.treasury, country.recruited) == (3 * listed, 2 * limit + 2)


def test_a_monarch_who_died_in_the_field_is_succeeded_between_the_turns() -> None:
    state = pair()
    state.ledger.monarchs["spain"] = 1
    lead(state, "spain", "castilla-la-nueva", "carlos-i")
    state.countries["spain"].monarch_lost = True
    state.remove_leader(state.leaders["carlos-i"], "killed")
    play(interphase.interphase_step, state)
    assert state.ledger.monarchs["spain"] == 2


@pytest.mark.parametrize(
    ("leader", "status", "lost", "reigns"),
    [("carlos-i", "killed", True, 2), ("carlos-i", "killed", False, 1),
     ("carlos-i", "map", True, 1), ("gran-capitan", "killed", True, 1)],
)  # fmt: skip
def test_only_a_monarch_who_died_in_the_field_is_succeeded_after_the_phase(
    leader: str, status: str, lost: bool, reigns: int
) -> None:
    state = pair()
    state.ledger.monarchs["spain"] = 1
    lead(state, "spain", "castilla-la-nueva", leader)
    state.countries["spain"].monarch_lost = lost
    if status == "killed":
        state.remove_leader(state.leaders[leader], "killed")
    play(events.dead_monarchs, state)
    assert state.ledger.monarchs["spain"] == reigns
    assert state.countries["spain"].monarch_lost == (lost and reigns == 1)


def test_the_last_unnamed_general_needs_no_die() -> None:
    """C-LDR-04: of several the die says which comes, of one none is rolled."""
    for left, dice in ((1, []), (2, [2])):
        state = pair()
        box = [each.id for each in countries.anonymous_leaders("france", ("general",))]
        for name in box[left:]:
            state.leaders[name] = Leader(name, "france", status="wounded")
        play(logistics._unnamed, state, (), {"france.leader": dice} if dice else {}, "france")
        assert {*box[:left]} <= {*state.leaders}
        assert [state.leaders[name].status for name in box[:left]] == ["away"] * left


@pytest.mark.rule("ARS-10")
def test_between_the_phase_and_peace_the_land_recovers() -> None:
    """Text 383: reduced pillages are removed at the end of the turn."""
    state = campaign(war=(), pillages={"artois": ["-"], "flandre": ["+"]})
    state.ledger.step = "redeployment"
    play(turn.play_step, state)
    assert state.land.pillages == {"flandre": ["-"]}


def test_where_nothing_can_occur_nobody_is_asked_for_events() -> None:
    state = campaign(war=())
    state.ledger.monarchs.clear()
    assert play(events.events, state).asks == []


def test_what_was_done_in_a_step_of_the_turn_is_forgotten_before_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def step(phase: Phase) -> None:
        assert not phase.state.marks.done
        phase.state.marks.done.add("logistics france")
        phase.state.ledger.step = "over" if phase.state.ledger.step == "income" else "income"

    for name in ("events", "income"):
        monkeypatch.setitem(turn.STEPS, name, (step, None))
    state = campaign(war=())
    state.ledger.step = "events"
    play(turn.play_campaign, state)
    assert state.marks.done == set()


@pytest.mark.parametrize(
    ("owner", "holder", "enemy", "level"),
    [("spain", "spain", False, None), ("spain", "france", False, 1), ("spain", "spain", True, 1)],
)
def test_a_fortress_is_repaired_by_its_owner_who_holds_it_and_is_not_at_war(
    owner: str, holder: str, enemy: bool, level: int | None
) -> None:
    """C-INT-04."""
    state = pair(owners={"artois": owner}, levels={"artois": 1}, war=WAR if enemy else ())
    state.land.controllers = {} if holder == owner else {"artois": holder}
    interphase.rebuild(state)
    assert state.land.levels.get("artois") == level


def test_who_leaves_goes_to_the_nearest_province_of_his_side_the_first_of_those_as_near() -> None:
    state = pair(owners={"champagne": "england"}, war=())
    unit = state.units[put(state, "france", "champagne", "LD")[0]]
    near = {each.other for each in board.land_neighbours("champagne")}
    first, second, *_ = sorted(near & {*provinces.owned_provinces(state, "france")})
    assert provinces.goal(state, unit) == first
    put(state, "spain", first, "LD")
    state.diplomacy.wars = [("france", "spain")]
    assert provinces.goal(state, unit) == second, "not where an enemy stands"


def test_the_first_alliance_says_which_events_occur() -> None:
    state = campaign(war=())
    asks = play(events.events, state, [("events", [])]).asks
    assert [(ask.name, ask.who) for ask in asks] == [("events", "france")]


@pytest.mark.rule("EUV-TRU-06")
@pytest.mark.parametrize(
    ("kind", "place", "position", "leaves"),
    [("LD", "savoia", "field", True), ("LD", "savoia", "inside", True),
     ("LD", "champagne", "field", False), ("NWD", "savoia", "port", False),
     ("NWD", "sea-manche", "field", False), ("LD", "sea-manche", "aboard", False)],
)  # fmt: skip
def test_land_units_in_the_land_of_neither_friend_nor_enemy_have_to_leave(
    kind: Kind, place: str, position: Position, leaves: bool
) -> None:
    """*All units leave all other areas*; ships and who is aboard stand on nobody's land."""
    state = campaign(alliances={"france": ["france"], "savoy": ["savoy"]}, war=())
    (number,) = put(state, "france", place, kind, position=position)
    assert provinces.must_leave(state, state.units[number]) is leaves


@pytest.mark.rule("EUV-TRU-06", "EVA-10")
@pytest.mark.parametrize(("position", "leaves"), [("inside", True), ("field", False)])
def test_nobody_stays_in_a_fortress_that_is_an_enemys_now(position: Position, leaves: bool) -> None:
    state = campaign(alliances={"france": ["france"], "savoy": ["savoy"]},
                     war=(("france", "savoy"),))  # fmt: skip
    (number,) = put(state, "france", "savoia", "LD", position=position)
    assert provinces.must_leave(state, state.units[number]) is leaves


@pytest.mark.parametrize(
    ("step", "following", "kind"),
    [("events", "negotiations", ""), ("income", "logistics", "income"),
     ("logistics", "military", ""), ("redeployment", "peace", ""), ("peace", "interphase", "")],
)  # fmt: skip
def test_each_step_is_carried_out_and_leads_to_the_next(
    step: TurnStep, following: TurnStep, kind: str
) -> None:
    state = campaign(war=())
    state.ledger.step = step
    found = plays.played(turn.play_step, state)
    assert state.ledger.step == following
    assert not kind or kind in {entry.kind for entry in found.phase.story}


@pytest.mark.parametrize(
    ("now", "step", "after"), [(5, "events", 6), (6, "over", 6), (7, "over", 7)]
)
def test_after_the_last_turn_no_other_begins(now: int, step: str, after: int) -> None:
    state = pair(turn=now)
    state.ledger.last_turn = 6
    play(interphase.interphase_step, state)
    assert (state.ledger.step, state.turn) == (step, after)


def test_what_holds_for_one_turn_is_forgotten_and_nothing_else() -> None:
    state = pair(turn=6)
    wars.give_reason(state, "france", "spain", 1, "this turn")
    wars.give_reason(state, "spain", "france", 2, "and the next")
    state.notes.update({"fallen.conde": [1], f"{levies.RAISED}artois": 2, "captive.conde": "spain"})
    state.land.resupplied.add("artois")
    state.marks.moved.add(3)
    country = state.countries["france"]
    country.recruited, country.recruited_cost, country.defeats = 3, 40, ["major"]
    country.campaign = country.campaign_before = "major"
    interphase.forget(state)
    assert [each.why for each in state.ledger.casus_belli] == ["and the next"]
    assert [*state.notes] == ["captive.conde"]
    assert (state.land.resupplied, state.marks.moved) == (set(), set())
    assert (country.recruited, country.recruited_cost, country.defeats) == (0, 0, [])
    again = state.countries["france"]
    assert [again.campaign, again.campaign_before] == [None, None]


@pytest.mark.parametrize(
    ("level", "number", "few"),
    [(1, 1, False), (2, 1, True), (2, 2, False), (3, 2, True), (3, 3, False)],
)
def test_a_besieger_with_fewer_detachments_than_levels_redeploys(
    level: int, number: int, few: bool
) -> None:
    """C-RED-01."""
    state = pair(owners={"artois": "spain"}, levels={"artois": level})
    kinds: list[Kind] = ["LD"] * number
    put(state, "france", "artois", *kinds)
    state.land.sieges["artois"] = Siege("france", ["+"])
    stack = sides.stack(state, "artois", "france")
    assert redeployment_phase.must_go(state, stack) == ("too few for a siege" if few else "")


@pytest.mark.rule("MOV-25", "DIS-02")
def test_overseas_who_stands_beside_a_post_of_a_power_at_peace_or_alone_stays() -> None:
    """684: "In the ROTW, provinces that do not explicitly belong to minors are not concerned" by
    the ban on neutrals; who has to leave a minor's goes nowhere that he does not know (1655)."""
    state = campaign(alliances={"france": ["france"], "spain": ["spain"]}, war=())
    post, wild, foreign, unknown = "angola-s", "angola-n", "malabar-n", "malabar-s"
    state.overseas.known = {"france": {post, wild, foreign}, "spain": {post}}
    state.overseas.establishments[post] = [Establishment("spain", "trading_post", 2, 0, 1)]
    state.overseas.establishments[unknown] = [Establishment("france", "trading_post", 2, 0, 1)]
    state.land.owners[unknown] = "france"
    [beside] = put(state, "france", post, "LD")
    [guest] = put(state, "france", foreign, "LD")
    lead(state, "france", wild, "france-anonymous-conquistador-1")
    state.overseas.discoveries["france-anonymous-conquistador-1"] = {"gabon-s"}
    play(provinces.withdraw, state)
    assert state.units[beside].place == post
    assert guest in state.units
    assert board.in_europe(state.units[guest].place)
    assert state.leaders["france-anonymous-conquistador-1"].place == wild
    assert state.overseas.discoveries


def test_leaders_at_sea_or_in_port_have_nothing_to_leave() -> None:
    """Only who stands on land of neither friend nor enemy goes, with his troops or alone."""
    state = campaign(alliances={"france": ["france"], "savoy": ["savoy"]}, war=())
    state.add(Unit(0, "france", "NWD", "sea-lion", "field"))
    lead(state, "france", "sea-lion", "tourville")
    lead(state, "france", "nice", "conde", "port")
    lead(state, "france", "nice", "bayard")
    lead(state, "france", "champagne", "foix")
    play(provinces.withdraw, state)
    found = {name: (each.status, each.place) for name, each in state.leaders.items()}
    assert found == {"tourville": ("map", "sea-lion"), "conde": ("map", "nice"),
                     "bayard": ("away", ""), "foix": ("map", "champagne")}  # fmt: skip


def test_leaders_come_to_countries_with_troops_alone() -> None:
    """C-LDR-08: ships bring no generals, nor do the troops of others."""
    for troops in (False, True):
        state = pair(turn=2)
        put(state, "spain", "madrid", "A+")
        state.add(Unit(0, "france", "NWD", "sea-manche", "field"))
        if troops:
            put(state, "france", "ile-de-france", "LD")
        plays.played(logistics.leaders, state, {}, {}, "france")
        assert any(leader.country == "france" for leader in state.leaders.values()) is troops


def test_the_ledgers_wars_with_countries_out_of_play_are_no_wars_of_the_phase() -> None:
    state = pair()
    for sides_of in ((["france"], ["scotland"]), (["scotland"], ["spain"])):
        state.ledger.wars.append(War(*sides_of, state.turn))
    wars.align(state)
    assert state.diplomacy.wars == [("france", "spain")]


def test_a_monarch_dies_where_the_events_say_so_and_no_other() -> None:
    state = pair()
    play(events.events, state, [("events", [f"{events.DEATH}spain"])])
    assert state.ledger.monarchs == {"france": 1, "spain": 2}


def test_a_siege_whose_besiegers_have_to_leave_is_over() -> None:
    """*All units leave all other areas*: nobody is left before the walls."""
    state = campaign(alliances={"france": ["france"], "savoy": ["savoy"]}, war=())
    (gone,) = put(state, "france", "savoia", "LD")
    state.land.sieges["savoia"] = Siege("france", ["+"])
    play(provinces.withdraw, state)
    assert state.units[gone].place != "savoia"
    assert state.land.sieges == {}


@pytest.mark.parametrize("treasury", [0, -1])
def test_what_costs_nothing_is_kept_up_even_in_debt(treasury: int) -> None:
    """Savoy has no line of printed prices: its forces cost it nothing."""
    state = campaign()
    state.countries["savoy"].treasury = treasury
    put(state, "savoy", "savoia", "A+", "A+", "A+")
    played = plays.played(logistics.maintenance, state, {}, {}, "savoy")
    assert [(ask.name, ask.default) for ask in played.asks] == [("maintenance", "veteran")]
    told = f"How does Savoy keep up its forces? Its treasury holds {treasury} ducats."
    assert [ask.question for ask in played.asks] == [told], "a power is told what it has to spend"
    assert state.countries["savoy"].treasury == treasury
