"""Battles in play: which and in what order, sortie, who commands, the fight and its sheet."""

from dataclasses import replace

import pytest

from engine.adjudicator import from_a_game
from engine.chances.steps import run_procedure
from engine.games.game import Game
from engine.land.battle import battle, parameters
from engine.overseas import active_natives
from engine.play.asks import Raw
from engine.play.phase import Phase
from engine.sequence import battle_order
from engine.sequence.later_procedures import PROCEDURES
from engine.state import forces
from engine.state.land import Siege
from engine.state.stacks import Band
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
from tests.engine.playing import lead, play, put

AWAY = ("retreat-to", "flandre")


@pytest.mark.rule("BAT-01", "BAT-02")
def test_the_phasing_alliance_picks_the_order_and_each_battle_ends_before_the_next() -> None:
    state = artois()
    for place, origin in (("artois", "picardie"), ("flandre", "picardie")):
        came(state, put(state, "france", place, "A+"), origin)
        put(state, "spain", place, "A-")
    twice = {name: [die, die] for name, die in ROUT.items()}
    answers: list[Raw] = [("next-battle", "flandre/spain"), STAND, STAY, STAND, STAY]
    played = play(battle_order.battles, state, answers, twice)
    assert played.asks[0].who == "france"
    assert played.asks[0].offers() == ["artois/spain", "flandre/spain"]
    kinds = [(entry.kind, entry.place) for entry in played.phase.story]
    ends = [kinds.index(("battle", place)) for place in ("flandre", "artois")]
    assert ends[0] < kinds.index(("battle-begins", "artois")) < ends[1]


def test_the_odds_of_each_battle_stand_beside_the_choice_of_the_next() -> None:
    state = artois()
    for place, enemies in (("artois", ("LD",)), ("flandre", ("A+", "A+"))):
        came(state, put(state, "france", place, "A+"), "picardie")
        put(state, "spain", place, *enemies)
    before = state.to_plain()
    game = Game(before, battle_order.battles, {"seed": 1, "dice": "typed"})
    assert game.ask is not None
    easy, hard = game.ask.about["odds"].values()
    assert easy["win"] > hard["win"]
    assert game.state.to_plain() == before


@pytest.mark.rule("INT-15")
def test_interceptors_whose_prey_is_gone_keep_to_the_stacking_limits() -> None:
    state = artois(contested=["artois"])
    units = put(state, "spain", "artois", "A+", "A-", "LD", "LD")
    state.marks.locked.update(units)
    played = play(battle_order.battles, state)
    assert sorted(unit.kind for unit in played.phase.state.units.values()) == ["A+", "A+"]


@pytest.mark.rule("BAT-05")
def test_two_enemies_in_a_place_are_fought_one_after_the_other() -> None:
    state = artois(
        alliances={"france": ["france"], "spain": ["spain"], "england": ["england"]},
        wars=[("france", "spain"), ("france", "england")],
    )
    came(state, put(state, "france", "artois", "A+"), "picardie")
    put(state, "spain", "artois", "A-")
    put(state, "england", "artois", "A-")
    assert battle_order.pending_battles(state) == [("artois", "england"), ("artois", "spain")]
    dice = {name: [die, die] if "france" in name else [die] for name, die in ROUT.items()}
    for name in ("replacement", "shock1", "losses"):
        dice[f"england.{name}"] = dice[f"spain.{name}"]
    answers: list[Raw] = [("next-battle", "artois/england"), STAND, STAY]
    played = play(battle_order.battles, state, answers, dice)
    pairs = [
        [side["alliance"] for side in entry.sheet["sides"]]
        for entry in played.phase.story
        if entry.kind == "battle" and entry.sheet
    ]
    assert pairs == [["france", "england"], ["france", "spain"]]


@pytest.mark.rule("BAT-06", "PAR-04", "PAR-05", "PAR-06")
def test_allies_fight_as_one_stack_under_the_country_with_most_troops() -> None:
    state = artois(alliances={"france": ["france", "savoy"], "spain": ["spain"]})
    came(state, put(state, "france", "artois", "LD", leader="grand-conde"), "picardie")
    came(state, put(state, "savoy", "artois", "A-"), "picardie")
    put(state, "spain", "artois", "A-")
    dice = {name.replace("france", "savoy"): die for name, die in ROUT.items()}
    played = play(battle_order.battles, state, [STAND, STAY, AWAY], dice)
    side = sheet(played)["sides"][0]
    # Savoy's row is that of the minors; Condé is there and does not command.
    assert (side["country"], side["thirds"], side["replacement"]) == ("savoy", 9, True)
    assert side["values"] == [2, 3, 2]


@pytest.mark.rule("PAR-01", "PAR-02")
@pytest.mark.parametrize("comes", [True, False])
def test_the_besieged_may_come_out_and_join_with_their_leader(comes: bool) -> None:
    state = artois(impulse=1)
    put(state, "france", "artois", "A+")
    garrison = put(state, "spain", "artois", "LD", position="inside", leader="farnese")
    state.leaders["farnese"].position = "inside"
    relief = put(state, "spain", "artois", "A-")
    came(state, relief, "hainaut")
    state.land.sieges["artois"] = Siege("france")
    state.leaders["farnese"].values = [1, 1, 1, 0]
    dice = BEATEN | {"spain.shock1": 10}
    answers: list[Raw] = [STAND, ("sortie", comes), STAY, ("retreat-to", "picardie")]
    if comes:
        del dice["spain.replacement"]
        dice |= {"spain.casualty": 10}
    played = play(battle_order.battles, state, answers, dice)
    side = sheet(played)["sides"][0]
    assert side["thirds"] == (9 if comes else 6)
    assert side["replacement"] == (not comes)
    assert places(state, garrison) == [("artois", "field")]  # the siege is lifted


@pytest.mark.rule("PAR-01")
def test_troops_in_a_fortress_that_was_not_besieged_are_not_asked_to_come_out() -> None:
    state = artois()
    came(state, put(state, "france", "artois", "A+"), "picardie")
    put(state, "spain", "artois", "A-")
    put(state, "spain", "artois", "LD", position="inside")
    played = play(battle_order.battles, state, [STAND, STAY], ROUT)
    assert "sortie" not in {ask.name for ask in played.asks}


@pytest.mark.rule("DRM-16", "DRM-22", "DRM-23", "DRM-A7", "DRM-28", "DRM-24")
def test_foraging_and_the_worst_crossing_count_for_the_whole_phasing_stack() -> None:
    state = artois(owners={"ile-de-france": "spain"})
    one = put(state, "france", "ile-de-france", "A+")
    two = put(state, "france", "ile-de-france", "A-")
    spanish = put(state, "spain", "ile-de-france", "LD")
    state.marks.foraging.update(two)
    came(state, one, "artois")
    came(state, two, "picardie")  # over a river
    found = parameters.stack_force(state, "ile-de-france", "france")
    assert found.crossing == "river"
    assert found.came_from == {one[0]: "artois", two[0]: "picardie"}
    other = parameters.stack_force(state, "ile-de-france", "spain")
    leaders = [parameters.expected_commander(state, each) for each in (found, other)]
    setup = parameters.prepare(state, "ile-de-france", (found, other), leaders, False)
    rules = {part.rule: part.value for part in setup.forces[0].modifiers["shock1"]}
    assert (rules["DRM-16"], rules["DRM-22"], rules["DRM-28"]) == (-1, -1, 1)
    assert "DRM-24" in {part.rule for part in setup.forces[1].modifiers["fire1"]}
    assert parameters.worst_crossing(["river", "strait", "pass"]) == "strait"
    assert parameters.crossing("calabria", "sicilia") == "strait"
    assert parameters.crossing("sea-lion", "calabria") == "sea"
    assert spanish


@pytest.mark.rule("ATT-16", "MOV-15")
def test_who_forages_does_in_the_first_battle_of_the_impulse_only() -> None:
    state = artois()
    army = put(state, "france", "artois", "A+", "A-")
    state.marks.foraging.update(army)
    seen = []
    for _ in range(2):
        own = force(state, "france", army, origin="picardie")
        foe = force(state, "spain", put(state, "spain", "artois", "LD"))
        played = fight(state, own, foe, [STAY], {**ROUT, "spain.losses": 10}, True)
        modifiers = sheet(played)["sides"][0]["modifiers"]["shock1"]
        seen.append("DRM-16" in [rule for _, _, rule in modifiers])
    assert seen == [True, False]


@pytest.mark.rule("ATT-16")
def test_the_desk_knows_in_the_midst_of_a_battle_who_forages() -> None:
    state = artois()
    french = put(state, "france", "artois", "A+")
    came(state, french, "picardie")
    put(state, "spain", "artois", "A+")
    state.marks.foraging.update(french)
    games = [
        Game(state.to_plain(), battle_order.battles, {"seed": seed, "dice": "rolled"})
        for seed in range(9)
    ]
    for game in games:
        game.answer("stand")
    asks = [(game.ask.name, game.state) for game in games if game.ask is not None]
    document = from_a_game.battle_at(dict(asks)["retreat-attempt"], "artois", "france")
    assert document is not None
    assert document["sides"][0]["foraging"]


@pytest.mark.rule("FIG-17", "FIG-18", "FIG-20", "FIG-22", "FIG-25")
def test_each_side_is_asked_in_turn_whether_to_break_off_and_sees_the_odds() -> None:
    for interception, first in ((False, "spain"), (True, "france")):
        state = artois()
        french = put(state, "france", "artois", "A+")
        spanish = put(state, "spain", "artois", "A+")
        came(state, french, "picardie")
        phasing = force(state, "france", french, origin="picardie")
        other = force(state, "spain", spanish, origin="flandre" if interception else "")
        second = "france" if first == "spain" else "spain"
        dice = {name: die for name, die in DRAW.items() if "2" not in name}
        dice |= {f"{first}.retreat1": 10, f"{second}.retreat1": 1, f"{first}.pursuit": 1}
        del dice[f"{first}.losses"]
        answers: list[Raw] = [("retreat-attempt", True), ("retreat-attempt", True), STAY]
        if not interception:
            answers = [STAND, *answers]
        elif second == "spain":
            answers.append(("retreat-to", "flandre"))
        played = fight(state, phasing, other, answers, dice, interception)
        asked = [ask for ask in played.asks if ask.name == "retreat-attempt"]
        assert [ask.who for ask in asked] == [first, second]
        assert getattr(asked[0], "detail").startswith("succeeds with a die of at most ")  # noqa: B009
        assert [ask.about["side"] for ask in asked] == [
            int(who == "spain") for who in (first, second)
        ]
        assert sheet(played)["outcome"]["winner"] == (0 if first == "france" else 1)
        assert sheet(played)["outcome"]["ended"] == "retreat1"


def test_the_odds_of_a_battle_are_seen_before_it_and_at_the_attempt_to_break_off() -> None:
    state = artois()
    french = put(state, "france", "artois", "A+", "A+", leader="grand-conde")
    put(state, "spain", "artois", "A-")
    came(state, french, "picardie")
    one, other = (parameters.stack_force(state, "artois", who) for who in ("france", "spain"))
    found = parameters.odds_of(state, "artois", one, other)
    assert found["win"] + found["draw"] + found["lose"] == pytest.approx(1)
    assert found["win"] > 0.6
    assert found["losses"][1] > found["losses"][0]
    procedure = battle_order.battles(Phase(state, procedures=PROCEDURES))
    ask = procedure.send(None)
    assert ask.name == "evade"
    assert ask.about.get("leaders") is None
    assert ask.about["odds"]["win"] == pytest.approx(found["win"])
    assert sorted(ask.about) == ["compared", "enemy", "odds", "place", "side", "units"]
    procedure.close()


@pytest.mark.rule(
    "BAT-10",
    "BAT-11",
    "BAT-12",
    "FIG-02",
    "FIG-04",
    "FIG-21",
    "FIG-26",
    "RET-33",
    "MAJ-01",
    "LDR-07",
    "LDR-08",
    "AFT-01",
)
def test_conde_and_farnese_in_artois_as_the_rulebook_plays_it() -> None:
    state = artois(turn=31, period="III", technology="musket", box="W4")
    french = put(state, "france", "artois", "A+", "A+", veteran=True, leader="grand-conde")
    spanish = put(state, "spain", "artois", "A+", "LD", veteran=True, leader="farnese")
    state.leaders["grand-conde"].values = [2, 4, 2, 0]
    state.leaders["farnese"].values = [4, 2, 3, 0]
    state.countries["spain"].tercios = True
    came(state, french, "picardie")
    dice = {
        "france.fire1": 8, "spain.fire1": 6, "france.shock1": 4, "spain.shock1": 7,
        "spain.retreat1": 7, "france.fire2": 2, "spain.fire2": 9, "france.shock2": 6,
        "spain.shock2": 5, "france.pursuit": 9, "spain.losses": 2, "france.casualty": 3,
        "spain.casualty": 6, "spain.wound": 4,
    }  # fmt: skip
    answers: list[Raw] = [STAND, ("retreat-attempt", True), ("retreat-attempt", False), STAY]
    played = play(battle_order.battles, state, answers, dice)
    whole = sheet(played)
    assert [side["columns"] for side in whole["sides"]] == [["C", "B"], ["C", "B"]]
    assert [side["morale"] for side in whole["sides"]] == [4, 4]
    assert [side["drm"] for side in whole["sides"]] == ["+2/+1//+1/0", "0/+1//-1/0"]
    assert [side["artillery"] for side in whole["sides"]] == [5, 4]
    assert [side["size_differential"] for side in whole["sides"]] == [1, -1]
    assert [(line["side"], line["roll"], line["result"]) for line in whole["rolls"]] == [
        (0, "fire1", 10), (1, "fire1", 6), (0, "shock1", 5), (1, "shock1", 8), (1, "retreat1", 7),
        (0, "fire2", 4), (1, "fire2", 8), (0, "shock2", 7), (1, "shock2", 5), (0, "pursuit", 9),
        (1, "losses", 2), (0, "casualty", 3), (1, "casualty", 0), (1, "wound", 4),
    ]  # fmt: skip
    outcome = whole["outcome"]
    assert (outcome["winner"], outcome["ended"]) == (0, "shock2")
    assert outcome["inflicted"] == [[12, 12, 14], [9, 7, 7]]
    assert outcome["stars"] == [4, 2]
    assert outcome["routed"] == [False, True]
    assert outcome["lost"] == [6, 15]
    assert outcome["destroyed"] == [False, True]
    assert outcome["major"] == {
        "differential": 9, "threshold": 9, "stability": [1, -1], "victory_points": [5, 0],
    }  # fmt: skip
    assert outcome["leaders"] == ["unhurt", "wounded until W5"]
    assert state.leaders["farnese"].returns == "W5"
    assert places(state, spanish) == []
    assert sum(state.units[number].thirds for number in french) == 18
    assert state.land.sieges["artois"].alliance == "france"
    told = [entry for entry in played.phase.story if entry.kind == "battle-roll"]
    assert [entry.sheet for entry in told] == whole["rolls"]
    assert [entry.text for entry in told][:2] == [
        "France, first Fire: 8 +2 = 10: 1 2/3 LD and 2 stars.", "Spain, first Fire: 6: 1/3 LD.",
    ]  # fmt: skip
    hit, wound = (entry.text for entry in told[-2:])
    assert hit.startswith("Spain, casualty: ")
    assert hit.endswith(": the leader is hit."), "a roll on which another decides says so"
    assert wound.endswith(": wounded until W5.")


@pytest.mark.rule("FIG-17")
def test_fighting_on_leads_to_the_second_day_and_a_draw_drives_both_back() -> None:
    state = artois()
    french = put(state, "france", "artois", "A-")
    spanish = put(state, "spain", "artois", "A-")
    came(state, french, "picardie")
    answers: list[Raw] = [STAND, *FIGHT_ON, ("retreat-to", "hainaut")]
    played = play(battle_order.battles, state, answers, DRAW)
    assert sheet(played)["outcome"]["winner"] is None
    (asked,) = (ask for ask in played.asks if ask.name == "retreat-to")
    assert asked.about["sheet"]["decided"]["winner"] is None, "who retreats knows of the draw"
    assert places(state, french) == [("picardie", "field")]
    assert places(state, spanish) == [("hainaut", "field")]


@pytest.mark.rule("FIG-16", "FIG-15")
def test_who_is_destroyed_on_the_first_day_is_still_pursued_and_may_be_routed() -> None:
    state = artois(technology="musket", period="III")
    french = put(state, "france", "artois", "A+", "A+", veteran=True)
    put(state, "spain", "artois", "LD", veteran=True)
    came(state, french, "picardie")
    dice = {
        "france.replacement": 5, "spain.replacement": 5, "france.fire1": 7, "spain.fire1": 1,
        "france.shock1": 7, "spain.shock1": 1, "france.pursuit": 10, "spain.losses": 1,
    }  # fmt: skip
    played = play(battle_order.battles, state, [STAND, STAY], dice)
    outcome = sheet(played)["outcome"]
    assert (outcome["winner"], outcome["ended"]) == (0, "destroyed1")
    assert "retreat-attempt" not in {ask.name for ask in played.asks}
    assert [line["roll"] for line in sheet(played)["rolls"]][-2:] == ["pursuit", "losses"]


@pytest.mark.rule("PAR-A7", "PAR-A8", "PAR-21", "DRM-A4")
def test_a_mixed_stack_has_the_technology_and_drill_of_its_larger_half() -> None:
    state = artois(alliances={"france": ["france", "savoy"], "spain": ["spain"]})
    state.countries["savoy"].land_technology = "renaissance"
    state.countries["savoy"].tercios = True
    french = put(state, "france", "artois", "A-")
    savoyards = put(state, "savoy", "artois", "LD", "LD", veteran=True)
    half = force(state, "france", [*french, *savoyards])
    leader = parameters.expected_commander(state, half)
    side = parameters.side(state, half, leader, True, ())
    assert (side.technology, side.veteran, side.tercios) == ("medieval", False, True)
    more = put(state, "savoy", "artois", "LD", veteran=True)
    most = force(state, "france", [*french, *savoyards, *more])
    side = parameters.side(state, most, leader, True, ())
    assert (side.technology, side.veteran) == ("renaissance", True)


@pytest.mark.rule("BAT-07", "BAT-08")
def test_an_explorer_commands_on_land_with_half_of_each_value() -> None:
    state = artois()
    spanish = put(state, "spain", "artois", "A-", leader="magallanes")
    french = put(state, "france", "artois", "A-")
    state.leaders["magallanes"].values = [5, 3, 2, 0]
    own = force(state, "spain", spanish, "magallanes")
    enemy = force(state, "france", french)
    leaders = [parameters.expected_commander(state, each) for each in (own, enemy)]
    setup = parameters.prepare(state, "artois", (own, enemy), leaders, False)
    assert setup.forces[0].commander.figures == "2·1·1"


@pytest.mark.rule("PAR-A8", "PAR-21")
@pytest.mark.parametrize(
    ("veterans", "corps", "drilled"),
    [(5, "", False), (6, "", False), (7, "", True), (12, "", True), (12, "timar", False)],
)
def test_more_than_half_of_a_stack_makes_it_veteran(
    veterans: int, corps: str, drilled: bool
) -> None:
    """Less than half of an A+, half, a third of an LD more than half; Timars never."""
    state = artois()
    units = put(state, "france", "artois", "A+", corps=corps)
    state.units[units[0]].veterans = veterans
    assert forces.veteran(state.units[each] for each in units) == drilled
    pasha = put(state, "france", "artois", "PASHA", size=1)
    assert not forces.veteran(state.units[each] for each in [*units, *pasha]), "with a pasha never"
    natives = put(state, "france", "artois", "A+", corps="native")
    assert forces.veteran(state.units[each] for each in [*units, *natives]) == drilled


@pytest.mark.rule("BAT-06", "DRM-A7")
def test_stacks_that_met_there_are_one_from_the_first_step_to_the_last() -> None:
    """Two French stacks that came over different borders: one size, the best rank of both commands
    both, and the worst crossing holds for all."""
    state = artois()
    first = put(state, "france", "artois", "A-", leader="bayard")
    came(state, first, "picardie")
    second = put(state, "france", "artois", "LD", leader="foix")
    came(state, second, "hainaut")
    put(state, "spain", "artois", "A-")
    dice = {name: die for name, die in ROUT.items() if name != "france.replacement"}
    played = play(battle_order.battles, state, [STAND, STAY], dice)
    side = sheet(played, "battle-begins")["sides"][0]
    assert (side["thirds"], side["leader"]) == (9, "Foix")
    assert side["values"] == [3, 2, 3], "Foix of rank A, not Bayard of rank B with 1, 1, 6"
    assert len([entry for entry in played.phase.story if entry.kind == "battle"]) == 1


@pytest.mark.rule("NAT-01", "NAT-A10")
def test_all_who_left_a_battle_may_have_come_among_natives_and_nobody_else() -> None:
    """Each time a stack enters a province its natives are tested, after a retreat too: the stack as
    it stands, with the change made of it, each alliance's for itself; not who stayed, who is
    aboard, nor who stood there before."""
    state = artois()
    one, stayed = put(state, "spain", "congo-s", "LD")[0], put(state, "spain", "angola-n", "LD")[0]
    french = put(state, "france", "congo-s", "LD")[0]
    aboard = put(state, "spain", "sea-angola", "LD", position="aboard")[0]
    natives = active_natives.rouse(state, "congo-s", 3)
    ashore, last = put(state, "spain", "congo-s", "LD", "LD")
    change = put(state, "spain", "congo-s", "LD", "LD")
    tested: list[tuple[Band, str]] = []

    async def strangers(phase: Phase, band: Band, origin: str) -> None:
        tested.append((band, origin))

    lead(state, "spain", "congo-s", "duque-de-alva")
    phase = Phase(state, procedures=replace(PROCEDURES, strangers=strangers))
    present = (one, stayed, french, aboard, *natives, last)
    run_procedure(battle._strangers(phase, "angola-n", present))
    assert tested == [
        (Band("congo-s", (french,)), "angola-n"),
        (Band("congo-s", (one, *change), ("duque-de-alva",)), "angola-n"),
    ]
    assert state.units[ashore].place == "congo-s"
