"""Battles at sea in play: evasion, lines, captures, retreats to port, follow-up, fates."""

from __future__ import annotations

import pytest

from engine.chances.steps import FACES
from engine.facts import board, countries
from engine.fleets import fleets, gold, ports
from engine.land.battle.parameters import Force, average
from engine.play.asks import Raw
from engine.play.phase import Phase
from engine.sea import corsairs_math
from engine.sea.battle import aftermath, announced_battles, battle, retreat
from engine.sea.battle_math import battle as fighting
from engine.sea.battle_math import parameters
from engine.sequence import battle_order
from engine.situation import turkey
from engine.state import State
from engine.state.sea import Convoy
from tests.engine.playing import play, put
from tests.engine.sea import at_sea
from tests.engine.sea.afloat import at, fleet, sea_table, sizes
from tests.engine.sea.channel import CHANNEL, ROUT, START, asked, beaten_french, fight, told

# Parameters.


@pytest.mark.rule("PAR-11", "PAR-12")
def test_each_side_chooses_its_first_line() -> None:
    state = sea_table(alliances={"france": ["france"], "spain": ["spain"]},
                      wars=[("france", "spain")])  # fmt: skip
    zone = "sea-lion"
    own = fleet(state, "france", zone, "NWD", "NGD", "NGD")
    foe = fleet(state, "spain", zone, "NGD", "NWD")
    one, other = Force("france", tuple(own), ()), Force("spain", tuple(foe), ())

    async def procedure(phase: Phase) -> object:
        return await battle.battle(phase, zone, one, other, True)

    dice = {"france.replacement": 2, "spain.replacement": 1, "france.fire1": 1, "spain.fire1": 1,
            "france.shock1": 10, "spain.shock1": 1, "france.pursuit": 1}  # fmt: skip
    answers: list[Raw] = [("first-line", "NGD"), ("first-line", "NGD")]
    answers += [("retreat-to", "saldigna"), ("follow", False)]
    played = play(procedure, state, answers=answers, dice={**dice, "spain.attrition": 1})
    after = [ask.about["sheet"]["decided"] for ask in played.asks if ask.name != "first-line"]
    assert [each["winner"] for each in after] == [0, 0], "who flees or follows knows who has won"
    begun = told(played, "battle-begins")[0]["sides"]
    assert [(side["line"], side["technology"]) for side in begun] == [("NGD", "galley")] * 2
    # Galleys on both sides: no wind. The first line suffers first.
    assert "NGD" not in sizes(state, "spain")
    assert sizes(state, "france") == {"NWD": 1, "NGD": 2}


def test_each_first_line_is_weighed_before_it_is_chosen() -> None:
    state = sea_table(alliances={"france": ["france"], "spain": ["spain"]},
                      wars=[("france", "spain")])  # fmt: skip
    zone = "sea-lion"
    own = fleet(state, "france", zone, "NWD", "NGD", "NGD", "NGD")
    foe = fleet(state, "spain", zone, "NGD", "NGD", "NWD")
    both = Force("france", tuple(own), ()), Force("spain", tuple(foe), ())
    commanders = [parameters.expected_commander(state, force) for force in both]

    async def procedure(phase: Phase) -> object:
        line = await parameters.first_line(phase, zone, both, commanders, [], False)
        return await parameters.first_line(phase, zone, both, commanders, [line], False)

    played = play(procedure, state, answers=[("first-line", "NGD"), ("first-line", "NWD")])
    mine, theirs = (ask.about for ask in played.asks)
    assert (mine["side"], theirs["side"]) == (0, 1), "whose the odds are not"
    assert list(mine["odds"]) == list(theirs["odds"]) == ["warships", "galleys"]
    for ask in played.asks:
        assert [ask.odds_name(raw) for raw in ask.listed()] == ["warships", "galleys"]
    assert mine["odds"]["galleys"]["win"] > mine["odds"]["warships"]["win"], "three against one"
    assert theirs["odds"]["galleys"] == mine["odds"]["galleys"], "the same battle"
    assert mine["odds"]["galleys"]["afloat"], "its losses are ND"


@pytest.mark.rule("PAR-04", "PAR-06", "BAT-06")
def test_a_replacement_admiral_where_the_commanding_country_has_none() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F-: 2 NWD", "NWD", leader="byng")
    foe = fleet(state, "france", CHANNEL, "NWD", "NWD", "NWD")
    dice = {
        "france.replacement": 8,
        "england.wind": 5,
        "france.wind": 5,
        "england.fire1": 10,
        "france.fire1": 1,
        "england.pursuit": 1,
        "france.attrition": 1,
        "england.casualty": 5,
    }
    played = fight(state, own, foe, dice, [("retreat-to", "caux"), ("follow", False)], True)
    begun = told(played, "battle-begins")[0]["sides"]
    assert [side["values"] for side in begun] == [[2, 1, 2], [2, 2, 3]]
    assert [side["replacement"] for side in begun] == [False, True]
    values = "manoeuvre 2, fire 2, shock 3"
    assert f"France has no admiral there: a replacement admiral ({values})" in played.told
    assert "France (3 NWD under a replacement)" in played.told


@pytest.mark.rule("PAR-A7")
def test_the_technology_of_the_median_ship() -> None:
    state = sea_table(alliances={"england": ["england", "holland"], "france": ["france"]})
    state.countries["england"].naval_technology = "battery"
    own = fleet(state, "england", CHANNEL, "NWD", "NWD") + fleet(state, "holland", CHANNEL, "NWD")
    units = [state.units[number] for number in own]
    assert parameters.technology(state, units, "NWD") == "battery"
    assert parameters.technology(state, units[1:], "NWD") == "carrack"


@pytest.mark.rule("FIG-13", "PAR-19")
def test_who_has_the_wind_is_asked_whether_to_break_off() -> None:
    state = sea_table()
    for country in state.countries.values():
        country.naval_technology = "battery"
    own = fleet(state, "england", CHANNEL, "NWD", "NWD", "NWD")
    foe = fleet(state, "france", CHANNEL, "NWD", "NWD", "NWD")
    dice = {**START, "england.wind": 9, "england.fire1": 3, "france.fire1": 3,
            "england.attrition": 1}  # fmt: skip
    played = fight(
        state,
        own,
        foe,
        dice,
        [("break-off", True), ("withdraw", False), ("retreat-to", "wessex"), ("follow", False)],
        True,
    )
    assert played.result.winner == "france"
    assert told(played, "battle")[0]["outcome"]["ended"] == "break_fire1"
    assert at(state, own[0])[0] == "wessex"
    assert played.asks[0].question == (
        "England has the wind in the English Channel: break off and retreat?"
    )
    odds = played.asks[0].about["odds"]
    assert set(odds) == {"attempt", "stay"}
    assert odds["attempt"]["lose"] == 1


# Losses.


@pytest.mark.rule("NLS-01", "NLS-04", "NLS-05", "NLS-15", "RET-01", "RET-02", "RET-09", "RET-11")
def test_ships_damaged_destroyed_and_sunk_on_the_retreat() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F+: 4 NWD, 1 NTD", "NWD", "NWD")
    foe = fleet(state, "france", CHANNEL, "F+: 4 NWD", "NWD", "NWD")
    before = sizes(state, "france")
    dice = {**ROUT, "england.pursuit": 3, "france.attrition": 10}
    answers: list[Raw] = [("retreat-to", "caux"), ("follow", False)]
    played = fight(state, own, foe, dice, answers, True)
    # Column D, 10: 5 thirds and a star; 7 on E in the pursuit would add, 3 + 3 = 6 adds a third.
    outcome = told(played, "battle")[0]["outcome"]
    assert [(each.kind, each.number) for each in state.sea.damaged] == [("NWD", 1)]
    assert "France: 1 ND damaged (NWD), 1 ND destroyed (NWD)." in played.told
    hit = "Battle of the English Channel: England wins, unhurt; France is routed, hit for 3 ND."
    assert hit in played.told, "one damaged, one sunk, one lost on the retreat (NLS-10)"
    left = fleets.thirds(unit for unit in state.units.values() if unit.country == "france")
    sunk = outcome["lost"][1] - 6
    assert sunk > 0
    assert left == 3 * before["NWD"] - 6 - sunk
    assert {unit.place for unit in state.units.values() if unit.country == "france"} == {"caux"}


@pytest.mark.rule("CMB-27", "CMB-31")
def test_gold_survives_the_ships_that_a_battle_sinks() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F+: 4 NWD, 1 NTD", "NWD", "NWD")
    foe = fleet(state, "france", CHANNEL, "F+: 4 NWD", "NWD", "NWD")
    state.sea.gold = {str(number): 5 for number in foe[1:]}
    before = state.countries["france"].treasury
    answers: list[Raw] = [("retreat-to", "caux"), ("follow", False)]
    fight(state, own, foe, {**ROUT, "england.pursuit": 3, "france.attrition": 1}, answers, True)
    assert not all(number in state.units for number in foe[1:])
    assert state.countries["france"].treasury == before + 10, "unloaded in Caux"


# The end.


@pytest.mark.rule("MAJ-03", "MAJ-05", "MAJ-06", "MAJ-07", "MAJ-09", "RET-02", "LEV-01")
def test_a_major_battle_at_sea() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F+: 6 NWD", "F+: 6 NWD", "F+: 6 NWD")
    foe = fleet(state, "france", CHANNEL, "F+: 4 NWD", "F+: 4 NWD")
    state.countries["france"].stability = -3
    dice = {**ROUT, "england.pursuit": 10, "france.attrition": 1}
    answers: list[Raw] = [("capture", "nothing")] * 3
    played = fight(state, own, foe, dice, [*answers, *at_caux(state, foe)], True)
    assert played.result.major
    assert state.countries["england"].stability == 1
    assert state.countries["england"].victory_points == 5
    assert state.countries["france"].stability == -3
    assert state.countries["france"].defeats == [], "levies take a defeat on land"


def at_caux(state: State, foe: list[int]) -> list[Raw]:
    return [("retreat-to", "caux"), ("follow", False)]


@pytest.mark.rule("LDR-01", "LDR-02", "LDR-03", "LDR-06", "LDR-A3", "LDR-A5")
def test_admirals_test_for_casualties_however_small_the_enemy() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F-: 2 NWD", "NWD", leader="howard")
    foe = fleet(state, "france", CHANNEL, "NDE", leader="villeneuve")
    dice = {
        "england.wind": 5,
        "france.wind": 4,
        "england.fire1": 9,
        "france.fire1": 1,
        "england.pursuit": 1,
        "england.casualty": 2,
        "france.casualty": 7,
        "france.wound": 3,
    }
    played = fight(state, own, foe, dice, [], True)
    made = {line["roll"]: line["result"] for line in told(played, "battle")[0]["rolls"]
            if line["side"] == 1}  # fmt: skip
    assert made["casualty"] == 7 - 1 - 5
    assert state.leaders["villeneuve"].status == "killed"
    assert state.leaders["howard"].status == "map"
    assert "France loses all its ships there, 1/3 ND." in played.told


@pytest.mark.rule("LDR-16", "LDR-15")
def test_replacements_test_only_against_minors() -> None:
    _, _, played = beaten_french([("follow", False)])
    assert not [line for line in told(played, "battle")[0]["rolls"] if line["roll"] == "casualty"]


@pytest.mark.rule("AFT-05")
def test_a_blockade_that_is_now_too_small_is_lifted() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F-: 2 NWD", task="blockade:caux")
    foe = fleet(state, "france", CHANNEL, "NWD", "NWD", "NWD", "NWD")
    state.land.levels["caux"] = 4
    dice = {**START, "england.fire1": 10, "france.fire1": 7, "england.pursuit": 1,
            "france.attrition": 1}  # fmt: skip
    played = fight(state, own, foe, dice, [("retreat-to", "picardie"), ("follow", False)], True)
    assert played.result.winner == "england"
    assert not state.sea.tasks
    assert {unit.place for unit in state.units.values() if unit.country == "england"} == {CHANNEL}


@pytest.mark.rule("AFT-08", "AFT-09", "BAT-03")
def test_who_won_in_mid_move_goes_on_and_the_others_are_beaten() -> None:
    state, own, played = beaten_french([("follow", False)])
    assert played.result.goes_on
    french = {unit.id for unit in state.units.values() if unit.country == "france"}
    assert french <= state.marks.beaten
    assert not state.marks.beaten & set(own)


@pytest.mark.rule("BAT-01", "BAT-02", "BAT-04")
def test_announced_battles_are_fought_in_the_order_of_the_phasing_side() -> None:
    state = sea_table(step="battles")
    own = fleet(state, "england", CHANNEL, "F-: 2 NWD", "NWD")
    foe = fleet(state, "france", CHANNEL, "NDE")
    north = fleet(state, "england", "sea-nord", "F-: 2 NWD", "NWD")
    enemy = fleet(state, "france", "sea-nord", "NDE")
    state.marks.naval_battles += [(CHANNEL, own, foe), ("sea-nord", north, enemy)]
    assert announced_battles.odds_next(state, CHANNEL, "france")["win"] > 0.6
    dice = {name: [die] * 2 for name, die in {**ROUT, "england.pursuit": 1}.items()}
    answers: list[Raw] = [
        ("next-battle", "sea-nord/france"),
        "stand",
        ("withdraw", False),
        "stand",
        ("withdraw", False),
    ]
    played = play(battle_order.battles, state, answers=answers, dice=dice)
    assert [entry.place for entry in played.phase.story if entry.kind == "battle"] == [
        "sea-nord", CHANNEL,
    ]  # fmt: skip
    assert state.marks.naval_battles == []


@pytest.mark.rule("BAT-05", "BAT-06")
def test_leaders_fight_with_the_stack_whose_task_they_share() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "NWD", leader="howard", task="blockade:caux")
    fleet(state, "england", CHANNEL, "NWD", leader="byng")
    force = announced_battles.force_of(state, own)
    assert (force.alliance, force.leader_ids) == ("england", ("howard",))


@pytest.mark.rule("BAT-06")
def test_neither_an_enemy_nor_who_lies_in_port_leads_ships_that_share_their_task() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "NWD", "NWD", leader="howard")
    fleet(state, "france", CHANNEL, "NWD", leader="annebault")
    fleet(state, "england", "kent", "NWD", leader="byng")
    assert announced_battles.force_of(state, own) == Force("england", tuple(own), ("howard",))


@pytest.mark.rule("DRM-06", "DRM-A2", "BAT-09")
def test_a_fleet_that_fought_the_turks_fears_them_no_longer() -> None:
    state = sea_table(alliances={"spain": ["spain"], "turkey": ["turkey"]},
                      wars=[("spain", "turkey")])  # fmt: skip
    state.countries["spain"].ottoman_fright = True
    zone = "sea-ionienne"
    own = fleet(state, "spain", zone, "F+: 4 NGD")
    foe = fleet(state, "turkey", zone, "NGD", "NGD", "NGD", "NGD")
    one, other = Force("spain", tuple(own), ()), Force("turkey", tuple(foe), ())

    async def procedure(phase: Phase) -> object:
        return await battle.battle(phase, zone, one, other, True)

    dice = {
        "spain.replacement": 1,
        "turkey.replacement": 1,
        "spain.fire1": 1,
        "turkey.fire1": 1,
        "spain.shock1": 1,
        "turkey.shock1": 10,
        "turkey.pursuit": 1,
        "spain.attrition": 1,
    }
    played = play(
        procedure, state, answers=[("withdraw", False), ("retreat-to", "sicilia")], dice=dice
    )
    begun = told(played, "battle-begins")[0]["sides"]
    assert [-2, "facing the Ottomans", "DRM-06"] in begun[0]["modifiers"]["shock1"]
    assert not state.countries["spain"].ottoman_fright


@pytest.mark.rule("RET-16")
@pytest.mark.parametrize("stops", [True, False])
def test_a_strait_fires_on_who_follows_not_on_who_flees(stops: bool) -> None:
    state = sea_table(alliances={"venice": ["venice"], "turkey": ["turkey"]},
                      wars=[("venice", "turkey")])  # fmt: skip
    zone = "sea-egee"
    inner = {border.other for border in board.land_neighbours("sea-marmara")}
    for place in board.provinces():
        if ports.harbour(state, place, "turkey") and place not in inner:
            state.land.controllers[place] = "venice"
    state.land.controllers["canakkale"] = "turkey"
    fleet(state, "venice", zone, "F-: 3 NGD", task="blockade:canakkale")
    own = fleet(state, "venice", zone, "F+: 8 NGD", "NGD")
    foe = fleet(state, "turkey", zone, "NGD", "NGD", "NGD", "NGD")
    one, other = Force("venice", tuple(own), ()), Force("turkey", tuple(foe), ())

    async def procedure(phase: Phase) -> object:
        return await battle.battle(phase, zone, one, other, True)

    dice = {"venice.replacement": 1, "turkey.replacement": 1, "venice.fire1": 1, "turkey.fire1": 1,
            "venice.shock1": 10, "turkey.shock1": 1, "venice.pursuit": 1, "turkey.attrition": 1,
            "venice.attrition": 1, "turkey.fire": 9 if stops else 1}  # fmt: skip
    answers: list[Raw] = [("follow", True), ("follower", [str(own[0])]), ("fire", True)]
    played = play(procedure, state, dice=dice, answers=answers)
    fled = {unit.place for unit in state.units.values() if unit.country == "turkey"}
    assert fled == {"trakya"}
    fired = [entry for entry in told(played, "roll") if entry["name"] == "turkey.fire"]
    assert len(fired) == 1
    assert at(state, own[0]) == (zone if stops else "sea-marmara", "field")
    assert (state.sea.tasks.get(str(own[0])) == "blockade:trakya") is not stops


@pytest.mark.rule("BAT-07", "BAT-08")
def test_an_explorer_commands_at_sea_with_his_whole_values() -> None:
    known = next(
        each for each in countries.leaders().values()
        if each.kind == "explorer" and each.country == "england" and each.fire > 1
    )  # fmt: skip
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "NWD", leader=known.id)
    force = Force("england", tuple(own), (known.id,))
    found = parameters.expected_commander(state, force)
    assert (found.manoeuvre, found.fire, found.shock) == (
        known.manoeuvre, known.fire, known.shock,
    )  # fmt: skip
    side = parameters.fleet(state, force, found, "NWD", True, [])
    enemy = at_sea.fleet("B", "NWD", "000")
    setup = fighting.setup(parameters.waters(state, CHANNEL, False), side, enemy)
    assert setup.forces[0].commander.fire == known.fire


@pytest.mark.rule("PAR-09", "EVA-A3")
def test_a_nameless_vizier_is_rolled_to_evade_and_keeps_his_values_for_the_battle() -> None:
    vizier = "turkey-vizier-table-admiral-1"
    state = sea_table(alliances={"venice": ["venice"], "turkey": ["turkey"]},
                      wars=[("venice", "turkey")])  # fmt: skip
    zone = "sea-egee"
    own = fleet(state, "venice", zone, "F+: 8 NGD")
    foe = fleet(state, "turkey", zone, "NGD", leader=vizier)
    both = Force("venice", tuple(own), ()), Force("turkey", tuple(foe), (vizier,))

    async def procedure(phase: Phase) -> object:
        gone = await retreat.evade(phase, zone, both)
        assert gone is None
        return await parameters.commander(phase, both[1])

    played = play(procedure, state, answers=["evade"],
                  dice={"turkey.vizier": 2, "turkey.evade": 1})  # fmt: skip
    usual = average([fighting.replacement("turkey", die, vizier=True) for die in FACES])
    assert f"a die {usual.manoeuvre:+} of" in played.asks[0].label("evade"), "before he is rolled"
    line = fighting.replacement("turkey", 2, vizier=True)
    found = played.result
    assert (found.manoeuvre, found.fire, found.shock) == (line.manoeuvre, line.fire, line.shock)


@pytest.mark.rule("RET-03", "RET-04")
def test_a_winner_may_go_to_port_too_and_has_still_won() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F+: 4 NWD, 1 NTD", "NWD")
    foe = fleet(state, "france", CHANNEL, "NWD", "NWD", "NWD")
    answers: list[Raw] = ["stand", ("withdraw", True)]
    answers += [("retreat-to", "caux"), ("retreat-to", "kent")]
    dice = {**ROUT, "england.pursuit": 3, "france.attrition": 1, "england.attrition": 1}
    played = fight(state, own, foe, dice, answers)
    assert played.result.winner == "england"
    assert at(state, own[0]) == ("kent", "port")
    assert "follow" not in asked(played)


@pytest.mark.rule("RET-03")
def test_a_winner_beside_other_enemies_is_not_asked_to_withdraw() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F+: 4 NWD, 1 NTD", "NWD")
    foe = fleet(state, "france", CHANNEL, "NWD", "NWD", "NWD")
    fleet(state, "france", CHANNEL, "NWD", task="supply")
    answers: list[Raw] = ["stand", ("retreat-to", "caux"), ("follow", False)]
    dice = {**ROUT, "england.pursuit": 3, "france.attrition": 1}
    played = fight(state, own, foe, dice, answers)
    assert "withdraw" not in asked(played)


@pytest.mark.rule("NLS-03", "NLS-04", "NLS-05", "NLS-06", "NLS-07")
@pytest.mark.parametrize(
    ("fire", "england", "damaged_english", "france", "damaged_french"),
    [
        # Suffered in thirds: England 5, France 9. First damaged, second destroyed; the winner's
        # third would be refitted, the beaten's is damaged.
        (7, {"NWD": 10, "NDE": 1}, {"NWD": 1}, {"NWD": 9}, {"NWD": 2}),
        # England 7, France 12: the winner's last third of a ship is refitted and stays afloat, the
        # beaten have two damaged, one destroyed, and a fourth ship damaged.
        (9, {"NWD": 10}, {"NWD": 1}, {"NWD": 8}, {"NWD": 3}),
    ],
)
def test_the_third_loss_of_the_winner_is_refitted_and_of_the_beaten_damaged(
    fire: int, england: dict[str, int], damaged_english: dict[str, int],
    france: dict[str, int], damaged_french: dict[str, int],
) -> None:  # fmt: skip
    state = sea_table()
    for power in state.countries.values():
        power.naval_technology = "battery"
    own = fleet(state, "england", CHANNEL, "F+: 6 NWD", "F+: 6 NWD")
    foe = fleet(state, "france", CHANNEL, "F+: 6 NWD", "F+: 6 NWD")
    dice = {**START, "england.fire1": fire, "france.fire1": fire, "england.shock1": 10,
            "france.shock1": 5, "england.pursuit": 1, "france.attrition": 1}  # fmt: skip
    played = fight(
        state,
        own,
        foe,
        dice,
        [("follow", False)],
        True,
    )
    assert told(played, "battle")[0]["outcome"]["winner"] == 0
    assert (sizes(state, "england"), sizes(state, "france")) == (england, france)
    for country, damaged in (("england", damaged_english), ("france", damaged_french)):
        found = {each.kind: each.number for each in state.sea.damaged if each.country == country}
        assert found == damaged


@pytest.mark.rule("BAT-01", "BAT-06")
def test_the_battle_that_waits_is_the_first_of_its_zone_in_which_both_have_ships() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "NWD", "NWD")
    foe = fleet(state, "france", CHANNEL, "NWD", "NWD")
    north, enemy = fleet(state, "england", "sea-nord", "NWD"), fleet(state, "france", "sea-nord",
                                                                     "NWD")  # fmt: skip
    state.marks.naval_battles += [
        (CHANNEL, [999], foe[:1]), (CHANNEL, own[:1], [999]), (CHANNEL, own, foe),
        ("sea-nord", north, enemy),
    ]  # fmt: skip
    at, both = announced_battles.first_battle(state, "sea-nord", "france")
    assert (at, [force.unit_ids for force in both]) == (3, [tuple(north), tuple(enemy)])
    at, both = announced_battles.first_battle(state, CHANNEL, "france")
    assert (at, [force.unit_ids for force in both]) == (2, [tuple(own), tuple(foe)])
    with pytest.raises(ValueError, match="no battle against spain"):
        announced_battles.first_battle(state, CHANNEL, "spain")


@pytest.mark.rule("LEV-A1")
@pytest.mark.parametrize(("zone", "written"), [(CHANNEL, []), ("sea-arguin", ["minor-overseas"])])
def test_a_defeat_at_sea_is_written_down_overseas_alone(zone: str, written: list[str]) -> None:
    state = sea_table()
    state.overseas.known = {"england": {zone}, "france": {zone}}
    own = fleet(state, "england", zone, "F-: 2 NWD", "NWD")
    foe = fleet(state, "france", zone, "NDE")
    dice = {**ROUT, "england.pursuit": 1}
    fight(state, own, foe, dice, ["stand", ("withdraw", False)], zone=zone)
    assert state.countries["france"].defeats == written
    assert state.countries["england"].defeats == []


# What a battle leaves.


@pytest.mark.rule("BAT-03", "RET-01")
def test_the_result_names_who_is_left_of_either_side() -> None:
    state, own, played = beaten_french([("follow", False)])
    left = {
        country: {unit.id for unit in state.units.values() if unit.country == country}
        for country in ("england", "france")
    }
    result = played.result
    assert (set(result.left[0]), set(result.left[1])) == (left["england"], left["france"])
    assert (result.winner, result.goes_on, own[0] in result.left[0]) == ("england", True, True)


@pytest.mark.rule("LDR-A5")
@pytest.mark.parametrize(("die", "status"), [(7, "killed"), (8, "away")])
def test_an_unhurt_admiral_whose_ships_are_all_gone_leaves_the_sea(die: int, status: str) -> None:
    """He would stay without troops until the next wintering; at sea there is nowhere to stay."""
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F-: 2 NWD", "NWD", leader="howard")
    foe = fleet(state, "france", CHANNEL, "NDE", leader="villeneuve")
    dice = {"england.wind": 5, "france.wind": 4, "england.fire1": 9, "france.fire1": 1,
            "england.pursuit": 1, "england.casualty": 2, "france.casualty": die}  # fmt: skip
    if status == "killed":
        dice["france.wound"] = 3
    fight(state, own, foe, dice, [], True)
    assert state.leaders["villeneuve"].status == status
    assert (state.leaders["howard"].status, state.leaders["howard"].place) == ("map", CHANNEL)


@pytest.mark.rule("AFT-03", "AFT-06")
def test_explorers_beside_each_other_are_a_warship_after_the_battle() -> None:
    """Three exploration detachments that lie together are one detachment (C-NAV-08)."""
    state, own, _ = beaten_french([("follow", False)], england=("F+: 4 NWD", "NDE", "NDE", "NDE"))
    kinds = sorted(unit.kind for unit in state.units_at(CHANNEL) if unit.id not in own[:1])
    assert "NWD" in kinds
    assert kinds.count("NDE") < 3


@pytest.mark.rule("COR-10")
@pytest.mark.parametrize("evaded", [False, True])
def test_a_battle_is_remembered_where_corsairs_are_hunted(evaded: bool) -> None:
    """*-1 if there has been a naval battle in the sea zone this turn* (4055): one that was evaded
    has not been."""
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F-: 2 NWD", "NWD")
    foe = fleet(state, "france", CHANNEL, "NWD", "NWD", "NWD", leader="villeneuve")
    if evaded:
        dice = {"france.evade": 9, "france.attrition": 1}
        fight(state, own, foe, dice, ["evade", ("retreat-to", "caux"), ("follow", False)])
    else:
        dice = {**ROUT, "england.pursuit": 1, "france.attrition": 1}
        dice.pop("france.replacement")
        dice["france.casualty"] = 10
        fight(state, own, foe, dice, [("retreat-to", "caux"), ("follow", False)], True)
    for zone, fought in ((CHANNEL, not evaded), ("sea-nord", False)):
        assert state.notes.get(f"{corsairs_math.FOUGHT}{zone}") == (state.turn if fought else None)


# What stands there afterwards.


async def afterwards(phase: Phase, crowded: str) -> None:
    await aftermath.settle_places(phase, (CHANNEL, "kent"), ("england", "france"), crowded)


@pytest.mark.rule("AFT-06", "NIN-19")
@pytest.mark.parametrize("crowded", ["", CHANNEL])
def test_what_is_more_than_one_stack_is_lost_but_where_interceptors_may_go_back(
    crowded: str,
) -> None:
    """*An overstacked stack loses the excess*: after an interception that waits for those who go
    back whence they came."""
    nations = ["england", "holland", "portugal", "venice"]
    state = sea_table(alliances={"england": nations, "france": ["france"]})
    ships = [fleet(state, nation, CHANNEL, "NWD")[0] for nation in nations]
    answers: list[Raw] = [] if crowded else [("scuttle", str(ships[2]))]
    play(afterwards, state, answers, (), crowded)
    assert set(state.units) == ({*ships} if crowded else {*ships} - {ships[2]})


@pytest.mark.rule("NAC-31")
def test_a_flota_that_is_sunk_in_battle_is_set_up_again_at_once() -> None:
    state = sea_table(alliances={"spain": ["spain"], "france": ["france"]})
    state.sea.convoys["flota-de-oro"] = Convoy("spain", 1, [])
    port = gold.flota_ports(state, "spain")[0]
    play(afterwards, state, [("flota-port", port)], (), "")
    assert [(unit.kind, unit.place) for unit in state.units.values()] == [("NTD", port)]


@pytest.mark.rule("BAT-10", "EVA-06")
def test_after_an_evasion_too_the_places_are_put_in_order() -> None:
    """*Clean-up* is the last step, of a battle that was evaded as well: three detachments of
    exploration that meet in the port of refuge become a warship (C-NAV-08)."""
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "NDE")
    foe = fleet(state, "france", CHANNEL, "NDE", "NDE")
    fleet(state, "france", "caux", "NDE")
    answers: list[Raw] = [("evade", "evade"), ("retreat-to", "caux")]
    fight(state, own, foe, {"france.evade": 10, "france.attrition": 1}, answers)
    assert [unit.kind for unit in state.units_at("caux")] == ["NWD"]


@pytest.mark.rule("DRM-06", "DRM-A2")
@pytest.mark.parametrize(
    ("country", "counter", "fears_no_longer"),
    [("spain", "NGD", False), ("spain", "F-: 1 NGD", True), ("crimea", "NGD", True)],
)
def test_only_a_fight_with_a_fleet_of_ones_own_ends_the_fright(
    country: str, counter: str, fears_no_longer: bool
) -> None:
    """C-TUR-15: *until after its first fight with an army or fleet*; whoever has no fleets in the
    box needs none. Ships of a Turkish ally alone are no Turks."""
    alliances = {"spain": ["spain", "crimea"], "turkey": ["turkey", "algeria"]}
    state = sea_table(alliances=alliances, wars=[("spain", "turkey")])
    own = fleet(state, country, "sea-ionienne", counter)
    for foe, ends in (("algeria", False), ("turkey", fears_no_longer)):
        enemy = fleet(state, foe, "sea-ionienne", "NGD")
        state.countries[country].ottoman_fright = True
        turkey.end_fright(state, state.units_by_id(own), state.units_by_id(enemy))
        assert state.countries[country].ottoman_fright != ends


@pytest.mark.rule("NLS-A3", "CMB-27", "CMB-28", "NLS-15")
def test_troops_whose_ships_are_lost_in_battle_are_lost_before_the_retreat() -> None:
    """*At once*: what the remaining ships cannot carry does not go to port with them."""
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F+: 4 NWD, 1 NTD", "NTD")
    put(state, "england", CHANNEL, "LD", "LD", "LD", "LD", "LD", position="aboard")
    foe = fleet(state, "france", CHANNEL, "F+: 4 NWD", "NWD")
    dice = {**START, "england.fire1": 1, "france.fire1": 10, "france.pursuit": 1,
            "england.attrition": 1}  # fmt: skip
    answers: list[Raw] = [("withdraw", False), ("retreat-to", "kent"), ("follow", False)]
    played = fight(state, own, foe, dice, answers, True)
    lines = played.told.splitlines()
    lost = next(at for at, line in enumerate(lines) if "too few ships to carry them" in line)
    assert lost < next(at for at, line in enumerate(lines) if "attrition on the way" in line)


@pytest.mark.rule("SUP-A1", "SUP-02", "AFT-03")
def test_who_has_a_line_of_supply_again_after_a_battle_is_told_out_of_supply_no_more() -> None:
    """A battle lifts blockades: lines are looked for anew at its end."""
    state = sea_table()
    (army,) = put(state, "england", "kent", "LD")
    (far,) = put(state, "england", "normandie", "LD")
    state.marks.unsupplied = {army, far}
    play(afterwards, state, (), (), "")
    assert state.marks.unsupplied == {far}
