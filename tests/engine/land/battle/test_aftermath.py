"""Major battles, beaten stacks, sieges and stacking after a battle."""

import pytest

from engine.combat import fight as fights
from engine.combat import leader_casualties
from engine.combat.leader_casualties_math import Fate
from engine.combat.prepared_battle import encode_end
from engine.land.battle import aftermath
from engine.land.battle.parameters import Force
from engine.play.asks import Raw
from engine.play.phase import Phase
from engine.rounds import levies
from engine.sequence import battle_order
from engine.situation import command
from engine.state import State, sides
from engine.state.forces import Kind
from engine.state.land import Siege
from tests.engine.battlefield import (
    BEATEN,
    DRAW,
    FIGHT_ON,
    ROUT,
    STAND,
    STAY,
    artois,
    came,
    fight,
    force,
    places,
    sheet,
)
from tests.engine.fighting import prepared, side
from tests.engine.playing import Played, play, put, tabletop


def rout(*spanish: Kind, **fields: object) -> tuple[State, Played]:
    """8 French LD rout and destroy what Spain has in Artois."""
    state = artois(**fields)
    french = put(state, "france", "artois", "A+", "A+")
    put(state, "spain", "artois", *spanish)
    came(state, french, "picardie")
    dice = ROUT | {"france.pursuit": 10}
    if fields.get("minors"):
        dice |= {"spain.casualty": 10, "france.casualty": 10}
    return state, play(battle_order.battles, state, [STAND, STAY], dice)


@pytest.mark.rule("MAJ-01", "MAJ-02", "MAJ-05", "MAJ-06", "MAJ-07", "LEV-01")
def test_a_rout_by_3_ld_more_is_a_major_battle() -> None:
    state, played = rout("A-", "LD")
    assert state.countries["france"].stability == 1
    assert state.countries["spain"].stability == -1
    assert state.countries["france"].victory_points == 5
    assert state.countries["spain"].victory_points == 0
    assert state.countries["spain"].defeats == ["major"]
    assert state.countries["france"].defeats == []
    assert sheet(played)["outcome"]["major"]["differential"] == 9
    assert played.result is None


@pytest.mark.rule("MAJ-01", "MAJ-05", "LEV-01")
def test_of_a_beaten_attacker_the_defeat_is_his() -> None:
    """*The loser was routed*: France, which came, by Spain, which stood there."""
    state = artois()
    put(state, "spain", "artois", "A+", "A+")
    came(state, put(state, "france", "artois", "A-", "LD"), "picardie")
    dice = BEATEN | {"spain.pursuit": 10}
    major = sheet(play(battle_order.battles, state, [STAND, STAY], dice))["outcome"]["major"]
    assert (major["stability"], major["victory_points"]) == ([-1, 1], [0, 5])
    assert (state.countries["france"].defeats, state.countries["spain"].defeats) == (["major"], [])
    assert (state.countries["france"].stability, state.countries["spain"].stability) == (-1, 1)


@pytest.mark.rule("LEV-01", "LEV-04", "LEV-A1")
@pytest.mark.parametrize(
    ("place", "leaders", "major", "written"),
    [
        ("artois", ["albuquerque"], True, ["major"]), ("artois", [], False, ["minor"]),
        ("congo-s", ["cortes"], True, ["major", "major-overseas"]),
        ("congo-s", ["cortes", "albuquerque"], False,
         ["minor", "minor-overseas", "minor-viceroy"]),
        ("sea-angola", ["albuquerque"], True, ["major-overseas", "major-viceroy"]),
        ("sea-cadix", ["albuquerque"], True, []),
    ],
)  # fmt: skip
def test_a_defeat_is_written_down_for_the_levies_that_it_allows(
    place: str, leaders: list[str], major: bool, written: list[str]
) -> None:
    """On land for all; *a major defeat at sea or on land in the ROTW, or any such defeat with the
    viceroy* for those of Portugal."""
    state = tabletop(alliances={"portugal": ["portugal"], "spain": ["spain"]}, wars=[])
    levies.note_defeat(state, place, "portugal", leaders, major)
    assert state.countries["portugal"].defeats == written
    state.countries["spain"].minor = True
    levies.note_defeat(state, place, "spain", leaders, major)
    assert state.countries["spain"].defeats == []


@pytest.mark.rule("LEV-A1", "LEV-01")
@pytest.mark.parametrize(
    ("winner", "portugal", "spain"),
    [(0, [], ["minor", "minor-overseas"]), (1, ["minor", "minor-overseas", "minor-viceroy"], [])],
)
def test_the_viceroy_counts_in_a_defeat_of_his_own_side_alone(
    winner: int, portugal: list[str], spain: list[str]
) -> None:
    state = tabletop(alliances={"portugal": ["portugal"], "spain": ["spain"]}, wars=[])
    setup = prepared(
        side("portugal", "portugal", "III", "A+", phasing=True), side("spain", "spain", "III", "A+")
    )
    fought = fights.end_of_fight(setup, (0, 0, 0, 0, 0, encode_end("shock2", winner)))
    both = Force("portugal", (), ("albuquerque",)), Force("spain", (), ("cortes",))
    assert aftermath.major_battle(Phase(state), "congo-s", fought, both, (0, 0)) is None
    assert state.countries["portugal"].defeats == portugal
    assert state.countries["spain"].defeats == spain


def test_who_loses_all_his_troops_is_told_as_his_troops_not_his_country() -> None:
    assert "France wins, losing nothing; Spain loses all its troops there, 3 LD." in (
        rout("A-", "LD")[1].told
    )


@pytest.mark.rule("MAJ-01", "MAJ-07", "MAJ-10", "LEV-04")
def test_a_stack_of_2_ld_suffers_no_major_defeat_but_a_defeat() -> None:
    state, played = rout("A-")
    assert sheet(played)["outcome"]["major"] is None
    assert state.countries["france"].victory_points == 0
    assert state.countries["spain"].defeats == ["minor"]


@pytest.mark.rule("MAJ-11")
def test_an_orderly_retreat_however_bloody_is_no_major_battle() -> None:
    state = artois(technology="musket", period="III")
    french = put(state, "france", "artois", "A+", "A+", veteran=True)
    put(state, "spain", "artois", "A+", veteran=True)
    came(state, french, "picardie")
    # Two Fires and Shocks take 3 of 4 stars, and all 4 LD go in the retreat.
    dice = {
        "france.replacement": 5, "spain.replacement": 5, "france.fire1": 8, "spain.fire1": 1,
        "france.shock1": 8, "spain.shock1": 1, "spain.retreat1": 1, "france.pursuit": 1,
        "spain.losses": 10,
    }  # fmt: skip
    answers: list[Raw] = [STAND, ("retreat-attempt", True), STAY]
    played = play(battle_order.battles, state, answers, dice)
    outcome = sheet(played)["outcome"]
    assert outcome["routed"] == [False, False]
    assert outcome["lost"][1] >= 9
    assert outcome["major"] is None


@pytest.mark.rule("MAJ-05", "MAJ-06")
def test_stability_stops_at_both_ends_of_its_track() -> None:
    state = artois()
    state.countries["france"].stability, state.countries["spain"].stability = 3, -3
    french = put(state, "france", "artois", "A+", "A+")
    put(state, "spain", "artois", "A-", "LD")
    came(state, french, "picardie")
    played = play(battle_order.battles, state, [STAND, STAY], ROUT | {"france.pursuit": 10})
    assert sheet(played)["outcome"]["major"]["stability"] == [0, 0]
    assert state.countries["france"].stability == 3
    assert state.countries["spain"].stability == -3
    assert state.countries["france"].victory_points == 5


@pytest.mark.rule("MAJ-08", "LEV-01")
def test_minors_lose_nothing_but_their_enemies_win() -> None:
    state, _ = rout("A-", "LD", minors={"spain": "spain"})
    assert state.countries["spain"].stability == 0
    assert state.countries["spain"].defeats == []
    assert state.countries["france"].stability == 1
    assert state.countries["france"].victory_points == 5


@pytest.mark.rule("MAJ-09")
def test_the_country_that_commanded_takes_gain_and_loss() -> None:
    state = artois(alliances={"france": ["france", "savoy"], "spain": ["spain"]})
    french = put(state, "france", "artois", "A-")
    savoyards = put(state, "savoy", "artois", "A+", "LD", "LD")
    put(state, "spain", "artois", "A-", "LD")
    came(state, [*french, *savoyards], "picardie")
    dice = {name.replace("france", "savoy"): die for name, die in ROUT.items()}
    play(battle_order.battles, state, [STAND, STAY], dice | {"savoy.pursuit": 10})
    assert state.countries["savoy"].victory_points == 5
    assert state.countries["france"].victory_points == 0


@pytest.mark.rule("DRM-06", "DRM-A2")
def test_facing_the_ottomans_ends_with_the_first_fight_of_an_army() -> None:
    for kind, ends in (("A-", True), ("LD", False)):
        state = artois(
            alliances={"france": ["france"], "turkey": ["turkey"]}, wars=[("france", "turkey")],
            owners={"artois": "turkey"},
        )  # fmt: skip
        state.countries["france"].ottoman_fright = True
        french = put(state, "france", "artois", kind)  # type: ignore[arg-type]
        put(state, "turkey", "artois", "A+")
        came(state, french, "picardie")
        dice = {name.replace("spain", "turkey"): die for name, die in BEATEN.items()}
        played = play(battle_order.battles, state, [STAND], dice)
        shock = sheet(played, "battle-begins")["sides"][0]["modifiers"]["shock1"]
        assert [-2, "facing the Ottomans", "DRM-06"] in shock
        assert state.countries["france"].ottoman_fright != ends


@pytest.mark.rule("MAJ-01", "MAJ-07")
@pytest.mark.parametrize(
    ("technology", "before", "kinds", "after"),
    [("baroque", True, ["A+"], False), ("musket", True, ["A+"], True),
     ("baroque", True, ["A-", "LD"], True), ("baroque", False, ["A+"], False)],
)  # fmt: skip
def test_tercios_end_when_an_army_of_theirs_is_crushed_by_baroque_troops(
    technology: str, before: bool, kinds: list[Kind], after: bool
) -> None:
    """C-DOC-07: an A+ that has them, and no other counter."""
    state = artois(technology="musket", period="IV")
    state.countries["france"].land_technology = technology
    state.countries["spain"].tercios = before
    french = put(state, "france", "artois", "A+", "A+", veteran=True)
    put(state, "spain", "artois", *kinds)
    came(state, french, "picardie")
    dice = {
        "france.replacement": 5, "spain.replacement": 5, "france.fire1": 10, "spain.fire1": 1,
        "france.shock1": 10, "spain.shock1": 1, "france.pursuit": 10, "spain.losses": 1,
    }  # fmt: skip
    played = play(battle_order.battles, state, [STAND, STAY], dice)
    assert state.countries["france"].victory_points == 5
    assert state.countries["spain"].tercios is after
    assert ("tercios of Spain are no more" in played.told) is (before and not after)


@pytest.mark.rule("AFT-01")
def test_whoever_is_left_beside_an_enemy_fortress_besieges_it() -> None:
    state = artois()
    french = put(state, "france", "artois", "A-")
    put(state, "spain", "artois", "LD")
    came(state, french, "picardie")
    play(battle_order.battles, state, [STAND, STAY], ROUT)
    assert state.land.sieges["artois"] == Siege("france")


def relieved(works: list[str], dice: dict[str, int], answers: list[Raw]) -> State:
    """Spaniards, come from Hainaut, against the French besiegers of a Spanish garrison."""
    state = artois(impulse=1)
    put(state, "france", "artois", "A-")
    put(state, "spain", "artois", "LD", position="inside", leader="farnese")
    state.leaders["farnese"].position = "inside"
    came(state, put(state, "spain", "artois", "A+"), "hainaut")
    state.land.sieges["artois"] = Siege("france", works)
    play(battle_order.battles, state, answers, dice)
    return state


@pytest.mark.rule("AFT-04")
def test_when_only_friends_are_left_the_siege_is_lifted_and_the_besieged_come_out() -> None:
    state = relieved(["+"], BEATEN, [STAND, ("sortie", False), STAY])
    assert state.land.sieges == {}
    assert {unit.position for unit in state.units_at("artois")} == {"field"}
    assert state.leaders["farnese"].position == "field"


@pytest.mark.rule("AFT-02")
def test_a_siege_that_went_on_before_the_battle_goes_on_as_it_stood() -> None:
    dice = ROUT | {"france.pursuit": 1}
    state = relieved(["+"], dice, [STAND, ("sortie", False), STAY])
    assert state.land.sieges["artois"].works == ["+"]


@pytest.mark.rule("AFT-02")
def test_a_third_power_that_drives_the_besieger_off_takes_over_its_siege() -> None:
    state = artois(
        alliances={"france": ["france"], "spain": ["spain"], "england": ["england"]},
        wars=[("france", "spain"), ("england", "spain"), ("england", "france")],
        impulse=2,
    )
    put(state, "france", "artois", "A-")
    state.land.sieges["artois"] = Siege("france", ["+", "-"], continued=True)
    came(state, put(state, "england", "artois", "A+"), "hainaut")
    dice = {name.replace("spain", "england"): die for name, die in BEATEN.items()}
    play(battle_order.battles, state, [STAND], dice)
    siege = state.land.sieges["artois"]
    assert (siege.alliance, siege.works, siege.continued) == ("england", ["+", "-"], True)


@pytest.mark.rule("AFT-08", "AFT-09", "BAT-03")
def test_a_mover_that_beats_its_interceptors_may_go_on_and_they_intercept_no_more() -> None:
    state = artois()
    french = put(state, "france", "flandre", "A+")
    spanish = put(state, "spain", "flandre", "A+")
    phasing = force(state, "france", french, origin="picardie")
    other = force(state, "spain", spanish, origin="hainaut")
    dice = ROUT | {"france.shock1": 8}
    answers: list[Raw] = [STAY, ("retreat-to", "hainaut")]
    played = fight(state, phasing, other, answers, dice, interception=True)
    result = played.result
    assert (result.winner, result.goes_on, result.fought) == ("france", True, True)
    left = {unit.id for unit in state.units.values() if unit.country == "spain"}
    assert left == state.marks.beaten
    assert (set(result.left[1]), result.left[0]) == (left, tuple(french))
    assert not result.major


@pytest.mark.rule("AFT-08", "RET-04", "RET-32")
def test_a_mover_that_beats_its_interceptors_and_goes_back_does_not_go_on() -> None:
    """*That stack may move on*: from where it has won, not from where it came."""
    state = artois()
    french = put(state, "france", "flandre", "A+")
    spanish = put(state, "spain", "flandre", "A+")
    phasing = force(state, "france", french, origin="picardie")
    other = force(state, "spain", spanish, origin="hainaut")
    dice = ROUT | {"france.shock1": 8, "france.losses": 1}
    answers: list[Raw] = [("withdraw", True), ("retreat-to", "hainaut")]
    played = fight(state, phasing, other, answers, dice, interception=True)
    assert (played.result.winner, played.result.goes_on) == ("france", False)
    assert places(state, french) == [("picardie", "field")]


@pytest.mark.rule("AFT-09", "AFT-A2")
def test_after_a_drawn_interception_neither_side_intercepts_and_the_mover_stops() -> None:
    state = artois()
    french = put(state, "france", "flandre", "A+")
    spanish = put(state, "spain", "flandre", "A+")
    phasing = force(state, "france", french, origin="picardie")
    other = force(state, "spain", spanish, origin="hainaut")
    answers: list[Raw] = [*FIGHT_ON, ("retreat-to", "hainaut"), ("retreat-to", "flandre")]
    played = fight(state, phasing, other, answers, DRAW, interception=True)
    assert state.marks.beaten == {*french, *spanish}
    assert played.result.winner == ""
    assert not played.result.goes_on


@pytest.mark.rule("AFT-07")
def test_the_commander_is_found_anew_when_the_besieged_have_joined() -> None:
    state = relieved([], BEATEN, [STAND, ("sortie", False), STAY])
    here = sides.stack(state, "artois", "spain")
    assert command.commander(state, here.units, here.leaders).leader == "farnese"
    assert places(state, [here.units[0].id]) == [("artois", "field")]


@pytest.mark.rule("LDR-06")
def test_a_pasha_who_is_killed_leaves_his_own_counter_alone() -> None:
    """Text 3254: the leader is killed, remove it from play. He stands on his counter, not on the
    map; the other keeps his."""
    state = artois(alliances={"france": ["france"], "turkey": ["turkey"]}, wars=[])
    one, other = put(state, "turkey", "artois", "PASHA", "PASHA", size=2)
    state.units[one].leader, state.units[other].leader = "ali-pasha", "husain-pasha"
    fate = Fate("killed")
    leader_casualties.carry_out_fate(Phase(state), "artois", "turkey", "ali-pasha", fate, "france")
    assert (state.units[one].leader, state.units[other].leader) == ("", "husain-pasha")
