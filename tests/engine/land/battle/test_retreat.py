"""Retreat after a battle on land: losses, places, what is removed."""

import pytest

from engine.facts import board
from engine.land.battle import evasion, retreat
from engine.land.battle.parameters import Force
from engine.play.asks import Raw
from engine.sequence import battle_order
from engine.situation import counters
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
from tests.engine.playing import Played, band, lead, play, put, tabletop


def regular(
    state: State,
    french: list[int],
    spanish: list[int],
    answers: list[Raw],
    dice: dict[str, int],
    origin: str = "picardie",
) -> Played:
    """A battle of the impulse: the French came from Picardy, the Spaniards were there."""
    came(state, french, origin)
    return play(battle_order.battles, state, answers, dice)


def table(
    french: Kind = "A+", spanish: Kind = "A-", **fields: object
) -> tuple[State, list[int], list[int]]:
    state = artois(**fields)
    return state, put(state, "france", "artois", french), put(state, "spain", "artois", spanish)


@pytest.mark.rule("RET-01", "RET-18", "RET-A5", "RET-24")
def test_who_did_not_win_leaves_for_an_adjacent_province_or_the_fortress() -> None:
    state, french, _ = table(spanish="A+")
    spanish = [unit.id for unit in state.units_at("artois") if unit.country == "spain"]
    put(state, "france", "hainaut", "LD")
    dice = ROUT | {"france.shock1": 8}
    state.land.owners["champagne"] = "spain"
    answers: list[Raw] = [STAND, STAY, ("retreat-to", "champagne")]
    played = regular(state, french, spanish, answers, dice)
    goals = played.asks[-1].offers()
    # Not where the winner stays, nor beside the French in Hainaut or their fortress in Picardy.
    assert {goal.removeprefix("split:") for goal in goals} == {"champagne", "flandre"}
    assert {unit.place for unit in state.units.values() if unit.country == "spain"} == {"champagne"}
    assert played.result is None


@pytest.mark.rule("RET-17", "RET-02", "RET-33", "LOS-25")
@pytest.mark.parametrize(("die", "lost"), [(2, 3), (4, 6), (8, 6)])
def test_the_retreat_costs_thirds_that_are_rounded_with_the_rest(die: int, lost: int) -> None:
    state, french, spanish = table(spanish="A+")
    # A Shock of 8 costs 1 2/3, less 2/3 for 4 LD, more by size: 1 1/3.
    dice = ROUT | {"france.shock1": 8, "spain.losses": die}
    answers: list[Raw] = [STAND, STAY, ("retreat-to", "hainaut")]
    played = regular(state, french, spanish, answers, dice)
    assert sheet(played)["outcome"]["lost"] == [0, lost]


@pytest.mark.rule("RET-17", "FIG-23")
@pytest.mark.parametrize(("routed", "modifier"), [(False, -2), (True, 0)])
def test_manoeuvre_saves_losses_unless_the_side_is_routed(routed: bool, modifier: int) -> None:
    state, french, spanish = table(spanish="A+")
    answers: list[Raw] = [STAND, STAY, ("retreat-to", "flandre")]
    dice = ROUT | {"france.shock1": 8, "spain.replacement": 1}
    if not routed:
        dice |= {"france.shock1": 5, "spain.retreat1": 1, "spain.losses": 10}
        answers = [STAND, ("retreat-attempt", True), STAY, ("retreat-to", "flandre")]
    played = regular(state, french, spanish, answers, dice)
    roll = next(line for line in sheet(played)["rolls"] if line["roll"] == "losses")
    assert sum(modifier[0] for modifier in roll["modifiers"]) == modifier


@pytest.mark.rule("RET-03", "RET-04", "RET-23", "RET-A1")
def test_a_winner_may_retreat_last_with_all_that_it_costs_and_has_still_won() -> None:
    state, french, spanish = table(spanish="A+")
    dice = ROUT | {"france.shock1": 8, "france.losses": 8}
    answers: list[Raw] = [
        STAND, ("withdraw", True), ("retreat-to", "flandre"),
    ]  # fmt: skip
    # The replacement's manoeuvre of 3 makes 5 of the 8: 2/3, rounded to 1.
    played = regular(state, french, spanish, answers, dice)
    assert sheet(played)["outcome"]["lost"] == [3, 3]
    assert {unit.place for unit in state.units.values() if unit.country == "france"} == {"picardie"}
    rolls = [line["side"] for line in sheet(played)["rolls"] if line["roll"] == "losses"]
    assert rolls == [1, 0]
    assert sheet(played)["outcome"]["winner"] == 0
    assert "artois" not in state.land.sieges


@pytest.mark.rule("RET-03")
def test_a_winner_does_not_retreat_from_enemies_who_did_not_fight() -> None:
    state, french, spanish = table()
    bystanders = put(state, "spain", "artois", "LD")
    phasing = force(state, "france", french, origin="picardie")
    other = force(state, "spain", spanish, origin="flandre")
    played = fight(state, phasing, other, [], ROUT, interception=True)
    assert "withdraw" not in {ask.name for ask in played.asks}
    assert places(state, bystanders) == [("artois", "field")]


@pytest.mark.rule("RET-05")
def test_a_winner_may_not_stay_beside_a_neutral_fortress() -> None:
    # Artois is Burgundy's, which is at peace with both.
    state, french, spanish = table(owners={"artois": "burgundy"})
    played = regular(state, french, spanish, [STAND], ROUT | {"france.losses": 1})
    assert "withdraw" not in {ask.name for ask in played.asks}
    assert places(state, french) == [("picardie", "field")]


@pytest.mark.rule("RET-05")
def test_where_a_stack_may_stand_nobody_neutral_is() -> None:
    state = artois()
    assert retreat.may_stand(state, "flandre", "spain")
    put(state, "savoy", "flandre", "LD")
    assert not retreat.may_stand(state, "flandre", "spain"), "troops of a neutral"
    overseas = artois(alliances={"spain": ["spain"], "vijayanagar": ["vijayanagar"]}, wars=[])
    place = next(
        each for each in board.provinces() if sides.controller(overseas, each) == "vijayanagar"
    )
    assert retreat.neutral_ground(overseas, place, "spain")
    overseas.countries["spain"].treaties = ["vijayanagar"]
    assert not retreat.neutral_ground(overseas, place, "spain"), "one has its AT"


@pytest.mark.rule("RET-05", "AFT-08")
def test_a_mover_that_beat_an_interception_on_neutral_ground_may_go_on_instead() -> None:
    state, french, spanish = table(owners={"artois": "burgundy"})
    phasing = force(state, "france", french, origin="picardie")
    other = force(state, "spain", spanish, origin="flandre")
    played = fight(state, phasing, other, [], ROUT, interception=True)
    assert places(state, french) == [("artois", "field")]
    assert played.result.goes_on


@pytest.mark.rule("RET-23", "RET-24", "RET-25")
def test_in_a_draw_of_a_regular_battle_the_phasing_side_goes_and_the_other_may_stay() -> None:
    state, french, spanish = table()
    answers = [STAND, *FIGHT_ON, ("retreat-to", "artois")]
    played = regular(state, french, spanish, answers, DRAW)
    assert places(state, french) == [("picardie", "field")]
    assert places(state, spanish) == [("artois", "field")]
    assert [line["side"] for line in sheet(played)["rolls"] if line["roll"] == "losses"] == [0, 1]


@pytest.mark.rule("RET-23", "RET-25", "RET-30")
def test_in_a_draw_of_an_interception_battle_the_phasing_side_may_stay() -> None:
    state, french, spanish = table()
    phasing = force(state, "france", french, origin="picardie")
    other = force(state, "spain", spanish, origin="flandre")
    answers: list[Raw] = [*FIGHT_ON, ("retreat-to", "flandre"), ("retreat-to", "artois")]
    played = fight(state, phasing, other, answers, DRAW, interception=True)
    assert played.asks[-2].offers() == ["flandre", "inside", "split:flandre"]
    assert played.asks[-1].offers() == ["artois", "picardie"]
    assert played.asks[-2].question == "Spain retreats from Artois: where to?"
    assert played.asks[-1].question == "France may stay in Artois or retreat: where to?"
    assert places(state, french) == [("artois", "field")]
    assert not played.result.goes_on  # AFT-A2


@pytest.mark.rule("RET-28")
def test_a_phasing_stack_goes_back_only_where_it_came_from() -> None:
    state, french, spanish = table()
    regular(state, french, spanish, [STAND, STAY], BEATEN)
    assert places(state, french) == [("picardie", "field")]
    assert not state.marks.entered, "he has come nowhere in the end"


@pytest.mark.rule("RET-28", "RET-21", "RET-36")
def test_a_phasing_stack_whose_way_back_is_held_is_destroyed() -> None:
    state, french, spanish = table()
    put(state, "spain", "picardie", "LD")
    played = regular(state, french, spanish, [STAND, STAY], BEATEN)
    assert places(state, french) == []
    assert sheet(played)["outcome"]["lost"][0] == 12
    assert sheet(played)["outcome"]["destroyed"] == [True, False]


@pytest.mark.rule("RET-19")
def test_a_stack_from_neutral_land_goes_on_to_the_next_friendly_province() -> None:
    state, french, spanish = table(owners={"picardie": "burgundy"})
    answers = [STAND, STAY, ("retreat-to", "ile-de-france")]
    played = regular(state, french, spanish, answers, BEATEN)
    assert set(played.asks[-1].offers()) == {"caux", "ile-de-france"}
    assert places(state, french) == [("ile-de-france", "field")]


@pytest.mark.rule("CON-A3", "RET-19")
def test_a_stack_that_came_over_the_frozen_sund_goes_one_province_further() -> None:
    owners = {"sjaelland": "spain", "skane": "france"}
    state = artois(owners=owners, sund_frozen=True)
    french = put(state, "france", "sjaelland", "A+")
    put(state, "spain", "sjaelland", "A-")
    state.marks.entered[french[0]] = ["skane", "sea-oresund", "sjaelland"]
    dice = BEATEN | {"france.losses": 1}
    played = play(battle_order.battles, state, [STAND], dice)
    assert places(state, french) == [("skane", "field")]
    rolls = {
        line["roll"]: line["modifiers"] for line in sheet(played)["rolls"] if line["side"] == 0
    }
    assert [each[0] for each in rolls["losses"]] == [2]
    assert "DRM-23" not in {each[2] for each in rolls["shock1"]}, "no effect on the battle"


@pytest.mark.rule("RET-20", "RET-18")
def test_a_stack_may_split_between_the_fortress_and_one_province() -> None:
    state, french, spanish = table(spanish="A+")
    dice = ROUT | {"france.shock1": 8}
    answers: list[Raw] = [
        STAND, STAY, ("retreat-to", "split:hainaut"),
        ("shelter", [str(spanish[0])]),
    ]  # fmt: skip
    regular(state, french, spanish, answers, dice)
    found = {
        (unit.kind, unit.place, unit.position)
        for unit in state.units.values()
        if unit.country == "spain"
    }
    assert found == {("A-", "artois", "inside"), ("LD", "hainaut", "field")}
    assert state.land.sieges["artois"].alliance == "france"


@pytest.mark.rule("RET-20")
def test_a_stack_is_not_split_between_the_fortress_and_its_ships() -> None:
    state, _, spanish = table(spanish="A+")
    found = evasion.goals(state, band(spanish, place="artois"), ["hainaut", "sea-manche"], 6)
    assert [each.answer for each in found] == ["hainaut", "split:hainaut", "sea-manche"]


@pytest.mark.rule("RET-21", "RET-A7", "RET-A6", "RET-33")
def test_royalists_in_cornwall_save_one_detachment_inside_plymouth() -> None:
    """The example of the rulebook: 4 1/3 losses, and only 1 LD finds room: 7 LD are lost."""
    state = artois(
        alliances={"sweden": ["sweden"], "royalists": ["royalists"]},
        wars=[("sweden", "royalists")],
        turn=31, period="IV", technology="musket",
        owners={"cornwall": "royalists", "wessex": "england", "gloucester": "england"},
    )  # fmt: skip
    state.countries["sweden"].land_technology = "baroque"
    swedes = put(state, "sweden", "cornwall", "A+", veteran=True, leader="gustav-adolf")
    royalists = put(state, "royalists", "cornwall", "A+", "A+", leader="rupertroy")
    dice = {
        "sweden.fire1": 10, "royalists.fire1": 5, "sweden.pursuit": 4, "royalists.losses": 3,
        "sweden.casualty": 10, "royalists.casualty": 10,
    }  # fmt: skip
    put(state, "sweden", "wessex", "LD")
    put(state, "sweden", "gloucester", "LD")
    came(state, swedes, "wessex")
    played = play(battle_order.battles, state, [STAND], dice)
    begun, ended = sheet(played, "battle-begins"), sheet(played)["outcome"]
    assert [side["columns"] for side in begun["sides"]] == [["B", "B"], ["D", "C"]]
    assert [side["morale"] for side in begun["sides"]] == [4, 3]
    assert ended["inflicted"][0] == [12, 10, 12]
    assert ended["lost"] == [0, 21]
    assert places(state, royalists) == [("cornwall", "inside")]


@pytest.mark.rule("RET-22", "AFT-06", "AFT-A1")
def test_stacking_is_checked_after_the_battle_and_costs_nothing_in_it() -> None:
    state, french, _ = table()
    put(state, "france", "picardie", "A+", "A-", "A-")
    dice = BEATEN | {"spain.shock1": 8}
    answers: list[Raw] = [STAND, STAY, ("over-stacking", "1:12")]
    came(state, french, "picardie")
    played = play(battle_order.battles, state, answers, dice)
    assert sheet(played)["outcome"]["lost"] == [0, 0]
    assert sum(unit.thirds for unit in state.units_at("picardie")) == 24
    assert "over the stacking limits" in played.told


def besieged(
    french: Kind = "A+", inside: Kind = "LD", relief: Kind = "A-"
) -> tuple[State, list[int], list[int], list[int]]:
    """France has besieged Artois since earlier; a Spanish relief and the garrison fight it."""
    state = artois(impulse=1)
    besiegers = put(state, "france", "artois", french)
    garrison = put(state, "spain", "artois", inside, position="inside")
    relievers = put(state, "spain", "artois", relief)
    state.land.sieges["artois"] = Siege("france")
    came(state, relievers, "hainaut")
    return state, besiegers, garrison, relievers


SPAIN_ROUTED = ROUT | {"france.shock1": 8}


@pytest.mark.rule("RET-26", "PAR-03")
def test_after_a_defeat_the_besieged_go_back_in_and_their_relief_away() -> None:
    state, _, garrison, relievers = besieged()
    answers: list[Raw] = [STAND, ("sortie", True), STAY, ("losses", f"{relievers[0]}:3")]
    played = play(battle_order.battles, state, answers, SPAIN_ROUTED)
    assert places(state, garrison) == [("artois", "inside")]
    assert places(state, relievers) == [("hainaut", "field")]
    assert state.land.sieges["artois"].alliance == "france"
    assert sheet(played, "battle-begins")["sides"][0]["thirds"] == 9


@pytest.mark.rule("RET-26", "RET-21")
def test_the_relief_may_not_take_refuge_in_the_besieged_fortress() -> None:
    state, _besiegers, garrison, relievers = besieged()
    put(state, "france", "hainaut", "LD")
    answers: list[Raw] = [STAND, ("sortie", True), STAY]
    answers += [("losses", f"{relievers[0]}:6")]
    played = play(battle_order.battles, state, answers, SPAIN_ROUTED)
    assert places(state, garrison) == [("artois", "inside")]
    assert places(state, relievers) == []
    assert sheet(played)["outcome"]["lost"] == [6, 0]


@pytest.mark.rule("RET-26", "RET-21")
def test_a_relief_without_a_way_dies_even_where_the_garrison_paid_the_losses() -> None:
    """Text 3009: exceeding troops are destroyed and the losses are part of the battle. The 2 LD
    that no place is left for are paid half by the garrison; what is left outside dies too."""
    state, _, garrison, relievers = besieged()
    put(state, "france", "hainaut", "LD")
    answers: list[Raw] = [STAND, ("sortie", True), STAY]
    answers += [("losses", f"{garrison[0]}:3,{relievers[0]}:3")]
    played = play(battle_order.battles, state, answers, SPAIN_ROUTED)
    assert places(state, [*garrison, *relievers]) == []
    assert sheet(played)["outcome"]["lost"] == [9, 0]
    assert sheet(played)["outcome"]["destroyed"] == [True, False]


@pytest.mark.rule("RET-26")
def test_after_a_defeat_the_leaders_go_where_their_troops_go() -> None:
    """Text 3020: who was in the fortress must retreat back in it, and any other troops away."""
    state, _, garrison, relievers = besieged()
    lead(state, "spain", "artois", "duque-de-alva", "inside")
    lead(state, "spain", "artois", "don-juan")
    answers: list[Raw] = [STAND, ("sortie", True), STAY, ("losses", f"{relievers[0]}:3")]
    dice = {name: die for name, die in SPAIN_ROUTED.items() if name != "spain.replacement"}
    dice |= {"spain.casualty": 10}
    play(battle_order.battles, state, answers, dice)
    assert places(state, garrison) == [("artois", "inside")]
    found = {each.id: (each.place, each.position) for each in state.leaders.values()}
    assert found == {"duque-de-alva": ("artois", "inside"), "don-juan": ("hainaut", "field")}


@pytest.mark.rule("RET-27", "RET-21")
def test_after_a_draw_without_a_way_the_fortress_takes_what_it_holds_whoever_sortied() -> None:
    """Text 3022: in case of tie any friendly troop can retreat in; text 3005: 1 LD a level."""
    state, _, garrison, relievers = besieged()
    state.land.levels["artois"] = 2
    put(state, "france", "hainaut", "LD")
    answers: list[Raw] = [STAND, ("sortie", True), *FIGHT_ON, ("losses", f"{garrison[0]}:3")]
    answers += [("retreat-to", "artois")]
    played = play(battle_order.battles, state, answers, DRAW)
    assert sheet(played)["outcome"]["lost"] == [3, 0]
    assert places(state, relievers) == [("artois", "inside")]


@pytest.mark.rule("RET-20")
def test_change_made_on_the_retreat_is_left_of_the_side_and_nobody_else() -> None:
    """C-FOR-02: an army may be broken to shelter a part of it; all of it is left of the battle."""
    state, french, spanish = table(spanish="A+")
    state.land.levels["artois"] = 1
    bystander = put(state, "spain", "castilla-la-nueva", "LD")[0]
    phasing = force(state, "france", french, origin="picardie")
    other = force(state, "spain", spanish, origin="flandre")
    answers: list[Raw] = [
        *FIGHT_ON, ("retreat-to", "split:flandre"), ("shelter", [f"{spanish[0]}:1"]),
        ("retreat-to", "artois"),
    ]  # fmt: skip
    played = fight(state, phasing, other, answers, DRAW, interception=True)
    assert sorted(played.result.left[1]) == [
        number for number, unit in sorted(state.units.items())
        if unit.country == "spain" and number != bystander
    ]  # fmt: skip
    assert len(played.result.left[1]) > 2


@pytest.mark.rule("RET-27")
def test_after_a_draw_troops_may_change_places_with_the_besieged() -> None:
    state, besiegers, garrison, relievers = besieged()
    answers: list[Raw] = [
        STAND, ("sortie", True), *FIGHT_ON,
        ("retreat-to", "split:hainaut"), ("shelter", [str(relievers[0])]),
        ("retreat-to", "artois"),
    ]  # fmt: skip
    play(battle_order.battles, state, answers, DRAW)
    assert places(state, garrison) == [("hainaut", "field")]
    assert places(state, relievers) == [("artois", "inside")]
    assert places(state, besiegers) == [("artois", "field")]
    assert state.land.sieges["artois"].alliance == "france"


@pytest.mark.rule("RET-30")
def test_interceptors_go_together_to_one_province_that_one_of_them_came_from() -> None:
    state, french, spanish = table()
    more = put(state, "spain", "artois", "A-")
    came_from = {spanish[0]: "flandre", more[0]: "hainaut"}
    phasing = force(state, "france", french, origin="picardie")
    other = force(state, "spain", [*spanish, *more])._replace(came_from=came_from)
    answers: list[Raw] = [
        STAY, ("retreat-to", "hainaut"),
    ]  # fmt: skip
    dice = ROUT | {"france.shock1": 8}
    played = fight(state, phasing, other, answers, dice, interception=True)
    assert {goal for goal in played.asks[-1].offers() if ":" not in goal} == {"flandre", "hainaut"}
    assert {unit.place for unit in state.units.values() if unit.country == "spain"} == {"hainaut"}


@pytest.mark.rule("RET-30", "RET-A9")
def test_interceptors_who_were_there_before_may_go_where_they_could_stand() -> None:
    state, french, spanish = table()
    phasing = force(state, "france", french, origin="picardie")
    other = force(state, "spain", spanish)
    assert set(retreat.adjacent_refuges(state, "artois", other, False, True)) == {
        "flandre",
        "hainaut",
    }
    state.land.sieges["picardie"] = Siege("spain")
    assert "picardie" in retreat.adjacent_refuges(state, "artois", other, False, True)
    assert retreat.adjacent_refuges(state, "artois", phasing, True, True) == ["picardie"]


@pytest.mark.rule("RET-31")
def test_a_retreat_asks_nobody_to_intercept_and_rolls_no_attrition() -> None:
    state, french, spanish = table()
    put(state, "spain", "flandre", "A+")
    played = regular(state, french, spanish, [STAND, STAY], BEATEN)
    rolls = {entry.sheet["name"] for entry in played.phase.story
             if entry.kind == "roll" and entry.sheet}  # fmt: skip
    assert rolls == {"france.replacement", "spain.replacement"}
    assert "intercept" not in {ask.name for ask in played.asks}


@pytest.mark.rule("RET-32")
def test_a_mover_that_wins_beside_other_enemies_stops_and_fights_them_later() -> None:
    state, french, spanish = table()
    bystanders = put(state, "spain", "artois", "LD")
    phasing = force(state, "france", french, origin="picardie")
    other = force(state, "spain", spanish, origin="flandre")
    played = fight(state, phasing, other, [], ROUT, interception=True)
    assert not played.result.goes_on
    assert battle_order.pending_battles(state) == [("artois", "spain")]
    assert bystanders


@pytest.mark.rule("RET-34", "RET-35")
def test_a_loss_that_cannot_be_paid_is_raised_and_the_rise_counts() -> None:
    state, french, spanish = table(spanish="A+")
    for _ in range(40):
        if counters.free_counters(state, "spain", "LD") < 1:
            break
        put(state, "spain", "castilla-la-nueva", "LD")
    dice = ROUT | {"france.shock1": 8}
    played = regular(state, french, spanish, [STAND, STAY, ("retreat-to", "flandre")], dice)
    # 1 LD cannot be paid without change: the A+ becomes an A-.
    assert sheet(played)["outcome"]["lost"] == [0, 6]
    assert state.units[spanish[0]].kind == "A-"


@pytest.mark.rule("RET-36")
def test_losses_are_never_more_than_the_stack() -> None:
    state, french, spanish = table(spanish="LD")
    played = regular(state, french, spanish, [STAND, STAY], ROUT)
    assert sheet(played)["outcome"]["lost"] == [0, 3]
    assert places(state, spanish) == []


@pytest.mark.rule("RET-37")
def test_a_pasha_dies_whole_and_all_of_him_counts() -> None:
    state = artois(
        alliances={"france": ["france"], "turkey": ["turkey"]}, wars=[("france", "turkey")],
        owners={"artois": "turkey", "flandre": "turkey", "hainaut": "turkey"},
    )  # fmt: skip
    french = put(state, "france", "artois", "A+")
    turks = put(state, "turkey", "artois", "PASHA", "LD", size=3)
    came(state, french, "picardie")
    dice = {name.replace("spain", "turkey"): die for name, die in ROUT.items()}
    dice |= {"france.shock1": 8}
    played = play(
        battle_order.battles,
        state,
        [STAND, STAY, ("losses", f"{turks[0]}:9"), ("retreat-to", "flandre")],
        dice,
    )
    assert sheet(played)["outcome"]["lost"] == [0, 9]


@pytest.mark.rule("RET-18", "RET-19", "CON-A3")
def test_where_a_stack_that_came_from_a_place_goes_back_to() -> None:
    """RET-18: there; RET-19: from neutral land on to the nearest friendly province; nowhere where
    enemies are, and back aboard for who landed."""
    state = artois(alliances={"france": ["france"], "spain": ["spain"]})
    assert retreat.ways_back(state, "picardie", "france") == ["picardie"]
    assert retreat.ways_back(state, "sea-manche", "france") == []
    put(state, "spain", "picardie", "LD")
    assert retreat.ways_back(state, "picardie", "france") == []
    # from Lorraine, which is neutral, to the French provinces beside it
    beyond = retreat.ways_back(state, "lorraine", "france")
    beside = {each.other for each in board.land_neighbours("lorraine")}
    friends = {place for place in beside if sides.is_friendly(state, place, "france")}
    assert beyond == sorted(friends)
    assert friends
    # two provinces off, where those beside it are not friendly
    for place in friends:
        state.land.controllers[place] = "spain"
    further = retreat.ways_back(state, "lorraine", "france")
    assert further
    assert not set(further) & beside
    assert all(sides.is_friendly(state, place, "france") for place in further)
    # nobody stays on the ice
    state = artois(sund_frozen=True, owners={"skane": "france"})
    assert retreat.ways_back(state, board.SUND, "france") == ["skane"]
    state.sequence.sund_frozen = False
    assert retreat.ways_back(state, board.SUND, "france") == []


@pytest.mark.rule("RET-18", "RET-19", "RET-30")
def test_nobody_retreats_past_a_fortress_that_he_has_ceased_to_besiege() -> None:
    """*An adjacent province with no unbesieged enemy presence*, and beyond it through *neutral
    provinces* only: who left a siege as one to intercept has no way back past its walls."""
    state, french, _ = table(owners={"picardie": "spain"})
    put(state, "france", "picardie", "LD")
    other = force(state, "france", french, origin="picardie")
    state.land.sieges["picardie"] = Siege("france")
    assert retreat.adjacent_refuges(state, "artois", other, False, True) == ["picardie"]
    state.remove(state.units_at("picardie")[0])
    del state.land.sieges["picardie"]
    friends = {each.other for each in board.land_neighbours("picardie")}
    assert any(sides.is_friendly(state, place, "france") for place in friends)
    assert retreat.adjacent_refuges(state, "artois", other, False, True) == []
    assert retreat.adjacent_refuges(state, "artois", other, True, False) == []


@pytest.mark.rule("RET-A8", "RET-19")
def test_a_retreat_goes_through_as_many_neutral_provinces_as_lie_before_a_friend() -> None:
    """*Through one or more adjacent neutral provinces and into a further friendly province* (2996):
    the nearest, past no enemy."""
    state = artois(alliances={"france": ["france"], "spain": ["spain"]})
    land = {"lorraine"}
    for _ in range(2):
        land |= {each.other for place in land for each in board.land_neighbours(place)}
    for place in land:
        state.land.controllers[place] = "burgundy"
    beyond = {each.other for place in land for each in board.land_neighbours(place)} - land
    friends = sorted(place for place in beyond if sides.is_friendly(state, place, "france"))
    assert friends
    assert retreat.ways_back(state, "lorraine", "france") == friends
    for each in board.land_neighbours("lorraine"):
        state.land.controllers[each.other] = "spain"
    assert retreat.ways_back(state, "lorraine", "france") == []


@pytest.mark.rule("RET-30", "INI-03")
def test_after_an_interception_a_side_goes_where_one_of_its_own_came_from() -> None:
    state, french, _ = table()
    both = put(state, "france", "artois", "LD")
    mover = force(state, "france", french, origin="picardie")
    assert retreat.adjacent_refuges(state, "artois", mover, True, True) == ["picardie"]
    assert both
    state.land.controllers["picardie"] = "spain"
    state.land.levels["picardie"] = 2
    put(state, "spain", "picardie", "LD")
    assert retreat.adjacent_refuges(state, "artois", mover, True, True) == []


@pytest.mark.rule("RET-18", "RET-28", "RET-A5")
@pytest.mark.parametrize("phasing", [False, True])
def test_who_stood_in_the_province_before_has_come_from_nowhere(phasing: bool) -> None:
    """A stack of which nobody came from elsewhere may use any province beside it; who came from
    Picardy goes back there if it is phasing."""
    state, french, _ = table()
    stood = force(state, "france", french)._replace(came_from=dict.fromkeys(french, "artois"))
    came = force(state, "france", french, origin="picardie")
    found = retreat.adjacent_refuges(state, "artois", stood, phasing, False)
    assert "picardie" in found
    assert len(found) > 1
    back = retreat.adjacent_refuges(state, "artois", came, phasing, False)
    assert back == (["picardie"] if phasing else found)


@pytest.mark.rule("RET-18", "RET-03")
def test_natives_stay_in_their_province_beaten_or_not() -> None:
    """They have nowhere else to go, and are not asked whether they would."""
    state = tabletop(alliances={"france": ["france"], "spain": ["spain"]})
    numbers = put(state, sides.NATIVES, "senegal-n", "LD", "LD")
    natives = Force(sides.NATIVES, tuple(numbers), ())
    assert retreat.adjacent_refuges(state, "senegal-n", natives, False, False) == ["senegal-n"]
    assert retreat.adjacent_refuges(state, "senegal-n", natives, True, True) == ["senegal-n"]


@pytest.mark.rule("INI-03", "RET-18")
def test_nobody_retreats_to_an_ally_of_an_ally() -> None:
    state, _, spanish = table()
    state.diplomacy.pacts = [["spain", "england"], ["england", "venice"], ["france"]]
    next(each for each in state.diplomacy.alliances if each.id == "spain").members += [
        "england",
        "venice",
    ]
    put(state, "venice", "flandre", "LD")
    beaten = force(state, "spain", spanish)
    assert retreat.adjacent_refuges(state, "artois", beaten, False, False) == ["hainaut"]


@pytest.mark.rule("RET-03", "RET-28", "RET-A5")
@pytest.mark.parametrize(
    ("dice", "goals"), [(ROUT, ["picardie"]), (BEATEN, ["flandre", "hainaut"])]
)
def test_a_winner_who_came_may_go_back_only_and_one_who_stood_there_anywhere(
    dice: dict[str, int], goals: list[str]
) -> None:
    state, french, spanish = table(spanish="A+")
    last = ("retreat-to", "flandre") if dice is ROUT else STAY
    answers: list[Raw] = [STAND, STAY, last] if dice is ROUT else [STAND, STAY]
    shock = {"france.shock1": 8} if dice is ROUT else {"spain.shock1": 8}
    played = regular(state, french, spanish, answers, dice | shock)
    (ask,) = (ask for ask in played.asks if ask.name == "withdraw")
    assert sorted(ask.about["places"]) == goals


@pytest.mark.rule("RET-05")
def test_an_interceptor_who_has_won_on_neutral_ground_leaves_it() -> None:
    """*A winner that may not stay must retreat or, after an interception, go on moving*, which
    only the mover does."""
    state, french, spanish = table(owners={"artois": "burgundy"})
    phasing = force(state, "france", french, origin="picardie")
    other = force(state, "spain", spanish, origin="flandre")
    dice = BEATEN | {"spain.losses": 1}
    fight(state, phasing, other, [], dice, interception=True)
    assert places(state, spanish) == [("flandre", "field")]


@pytest.mark.rule("RET-18", "RET-03")
def test_a_minor_retreats_where_its_patron_says() -> None:
    """*The controller chooses.*"""
    state, french, spanish = table(spanish="A+", minors={"spain": "england"})
    dice = ROUT | {"france.shock1": 8, "france.casualty": 9, "spain.casualty": 9}
    answers: list[Raw] = [STAND, STAY, ("retreat-to", "flandre")]
    played = regular(state, french, spanish, answers, dice)
    assert played.asks[-1].who == "england"
