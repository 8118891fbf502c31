"""Evasion, retreat and the follow-up at sea (EVA, RET)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import board
from engine.fleets import fleets, ports
from engine.fleets.naval_journey import Journey
from engine.land.battle.parameters import Force
from engine.land.ground.stack_parts import Parting
from engine.play.asks import Ask, BadAnswer, Choose, Raw, YesNo
from engine.play.phase import Phase
from engine.sea.battle import battle, interception_battle, retreat
from engine.sea.battle.retreat import Fled
from engine.sea.under_way.voyage import Voyage
from engine.sequence import movement
from engine.state import State, forces
from engine.state.stacks import Band
from tests.engine.playing import Played, lead, play, put
from tests.engine.sea.afloat import at, fleet, sea_table
from tests.engine.sea.channel import CHANNEL, ROUT, START, asked, beaten_french, fight, rolled, told


@pytest.mark.rule("EVA-01", "EVA-02", "EVA-03", "EVA-05", "EVA-06", "EVA-07", "EVA-17", "EVA-A2")
def test_an_evading_fleet_goes_to_port_with_attrition() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "NDE")
    foe = fleet(state, "france", CHANNEL, "F-: 2 NWD", leader="villeneuve")

    def caux(ask: Ask[Any]) -> Raw:
        assert isinstance(ask, Choose)
        near = {option.detail for option in ask.options}
        assert near == {"1 zone entered, attrition -6: no loss 100 %"}
        return "caux"

    answers: list[Raw] = [("evade", "evade"), ("retreat-to", caux)]
    played = fight(state, own, foe, {"france.evade": 4, "france.attrition": 3}, answers)
    # Villeneuve's manoeuvre of 4 against nobody's 0.
    assert rolled(played, "france.evade")["result"] == 8
    assert at(state, foe[0]) == ("caux", "port")
    assert state.leaders["villeneuve"].place == "caux"
    assert (played.result.fought, played.result.winner) == (False, "")
    assert "england.replacement" not in played.told


@pytest.mark.rule("EVA-03", "EVA-04")
def test_a_failed_evasion_costs_nothing() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "NDE", leader="howard")
    foe = fleet(state, "france", CHANNEL, "NWD", leader="villeneuve")
    dice = {"france.evade": 6, "england.wind": 5, "france.wind": 4}
    dice |= {"england.fire1": 1, "france.fire1": 10, "france.pursuit": 1}
    dice |= {"england.casualty": 9, "france.casualty": 9}
    played = fight(state, own, foe, dice, ["evade", ("withdraw", False)])
    # 4 against 3: one more; 7 is too little, and the battle is fought and lost for England.
    assert played.result.fought
    assert played.result.winner == "france"


@pytest.mark.rule("EVA-A4")
def test_without_a_port_in_reach_nobody_evades() -> None:
    state = sea_table(alliances={"england": ["england"], "venice": ["venice"]},
                      wars=[("england", "venice")])  # fmt: skip
    own = fleet(state, "england", CHANNEL, "NWD")
    foe = fleet(state, "venice", CHANNEL, "NGD")
    one = Force("england", tuple(own), ())
    other = Force("venice", tuple(foe), ())
    every = [place for place in board.provinces() if ports.harbour(state, place, "venice")]
    for place in every:
        state.land.controllers[place] = "england"

    async def procedure(phase: Phase) -> object:
        return await retreat.evade(phase, CHANNEL, (one, other))

    assert play(procedure, state).result is None


@pytest.mark.rule("EVA-01")
def test_nobody_evades_in_an_interception_battle() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F-: 2 NWD", "NWD")
    foe = fleet(state, "france", CHANNEL, "NWD", "NWD", "NWD")
    played = fight(state, own, foe, {**ROUT, "england.pursuit": 1, "france.attrition": 1},
                   [("retreat-to", "caux"), ("follow", False)], interception=True)  # fmt: skip
    assert "evade" not in asked(played)


@pytest.mark.rule("EVA-A1", "NIN-16")
def test_a_stack_that_interceptors_joined_may_not_evade() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F-: 2 NWD", "NWD")
    foe = fleet(state, "france", CHANNEL, "NWD", "NWD", "NWD")
    state.marks.naval_battles.append((CHANNEL, own, foe[:1]))
    voyage = Voyage("england", own, [], Journey((CHANNEL,)))
    band = Band(CHANNEL, (foe[1],), ())
    interception_battle.merge(state, voyage, [band])
    played = fight(state, own, foe, {**ROUT, "england.pursuit": 1, "france.attrition": 1},
                   [("withdraw", False), ("retreat-to", "caux"), ("follow", False)])  # fmt: skip
    assert "evade" not in asked(played)
    withdraw = next(ask for ask in played.asks if ask.name == "withdraw")
    assert isinstance(withdraw, YesNo)
    assert withdraw.meaning.startswith("Cornwall: 1 zone entered, attrition ")


@pytest.mark.rule("EVA-08", "EVA-09", "AFT-03")
def test_the_phasing_stack_may_follow_an_evader_and_blockade_its_port() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F+: 4 NWD, 1 NTD", "NWD")
    foe = fleet(state, "france", CHANNEL, "F-: 2 NWD")
    answers: list[Raw] = ["evade", ("retreat-to", "caux"), ("follow", True)]
    answers.append(("follower", [str(own[0])]))
    dice = {"france.evade": 9, "france.attrition": 3, "england.attrition": 3}
    played = fight(state, own, foe, dice, answers)
    asked = next(ask for ask in played.asks if ask.name == "follow")
    assert isinstance(asked, YesNo)
    assert asked.meaning.startswith("attrition -2: no loss 70 %, up to 1 ND 20 %")
    assert state.sea.tasks[str(own[0])] == "blockade:caux"
    assert str(own[1]) not in state.sea.tasks
    assert at(state, own[0]) == (CHANNEL, "field")
    assert played.result.left[0] == tuple(own)


@pytest.mark.rule("RET-10")
@pytest.mark.parametrize("routed", [True, False])
def test_the_admiral_helps_on_the_way_unless_routed(routed: bool) -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F+: 4 NWD", "NWD")
    foe = fleet(state, "france", CHANNEL, "F+: 4 NWD", "NWD")
    dice = {**ROUT, "england.pursuit": 3, "france.attrition": 1}
    answers: list[Raw] = [("retreat-to", "caux"), ("follow", False)]
    if not routed:
        dice = {**START, "england.fire1": 3, "france.fire1": 3, "england.shock1": 3,
                "france.shock1": 3, "france.retreat1": 1, "england.pursuit": 3,
                "france.attrition": 1}  # fmt: skip
        answers = [("retreat-attempt", False), ("retreat-attempt", True), *answers]
    played = fight(state, own, foe, dice, answers, True)
    modifiers = {why: value for value, why, _ in rolled(played, "france.attrition")["modifiers"]}
    # The French replacement is a 223.
    assert modifiers.get("manoeuvre of the commander", 0) == (0 if routed else -2)


@pytest.mark.rule("RET-01", "RET-03", "FIG-A2", "PUR-07")
def test_after_a_draw_both_fleets_go_to_port() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "NWD", "NWD", "NWD")
    foe = fleet(state, "france", CHANNEL, "NWD", "NWD", "NWD")
    dice = {**START, "england.fire1": 8, "france.fire1": 8, "england.attrition": 1,
            "france.attrition": 1}  # fmt: skip
    answers: list[Raw] = [("retreat-to", "caux"), ("retreat-to", "kent")]
    played = fight(state, own, foe, dice, answers, True)
    assert played.result.winner == ""
    assert "nobody wins; England is hit for 1 ND, France is hit for 1 ND." in played.told
    assert "withdraw" not in asked(played), "only a winner may choose"
    where = {unit.country: unit.place for unit in state.units.values()}
    assert where == {"england": "kent", "france": "caux"}
    # Nobody has won, so nobody is refitted; 3 thirds less 1 in each fleet (S1).
    assert state.marks.beaten >= set(played.result.left[0]) | set(played.result.left[1])


@pytest.mark.rule("RET-09", "NIN-14")
def test_a_mover_takes_its_journey_into_its_retreat() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "NWD", "NWD", "NWD")
    foe = fleet(state, "france", CHANNEL, "NWD", "NWD", "NWD")
    journey = Journey(("cornwall", "sea-celtique", "sea-gascogne", "sea-celtique", CHANNEL))
    one = Force("england", tuple(own), (), journey=journey)
    other = Force("france", tuple(foe), ())

    async def procedure(phase: Phase) -> object:
        return await battle.battle(phase, CHANNEL, one, other, True)

    dice = {**START, "england.fire1": 3, "france.fire1": 10, "france.pursuit": 1,
            "england.attrition": 1}  # fmt: skip
    answers: list[Raw] = [("withdraw", False), ("retreat-to", "kent"), ("follow", False)]
    played = play(procedure, state, answers=answers, dice=dice)
    modifiers = [why for _, why, _ in rolled(played, "england.attrition")["modifiers"]]
    assert "5 zones entered" in modifiers


@pytest.mark.rule("RET-06", "RET-12")
def test_a_fleet_without_any_port_stays_at_sea_and_nobody_follows_it() -> None:
    state = sea_table()
    for place in [each for each in board.provinces() if ports.harbour(state, each, "france")]:
        state.land.controllers[place] = "england"
    own = fleet(state, "england", CHANNEL, "F-: 2 NWD", "NWD")
    foe = fleet(state, "france", CHANNEL, "NWD", "NWD", "NWD")
    dice = {**ROUT, "england.pursuit": 1, "france.attrition": 1}
    played = fight(state, own, foe, dice, [], True)
    assert "follow" not in asked(played)
    assert {unit.place for unit in state.units.values()} == {CHANNEL}


@pytest.mark.rule("RET-12", "RET-13", "RET-14")
def test_the_winner_follows_with_a_part_and_blockades() -> None:
    _, first, _ = beaten_french([("follow", False)])
    answers: list[Raw] = [("follow", True), ("follower", [str(first[0])])]
    answers += [("ship-lost", "england/NWD")]
    state, own, played = beaten_french(answers, england_attrition=10)
    assert state.sea.tasks[str(own[0])] == "blockade:caux"
    assert str(own[1]) not in state.sea.tasks
    modifiers = {why: value for value, why, _ in rolled(played, "england.attrition")["modifiers"]}
    assert modifiers["manoeuvre of the commander"] == -2  # the replacement of the battle
    english = [unit for unit in state.units.values() if unit.country == "england"]
    assert set(played.result.left[0]) == {unit.id for unit in english}, "the change too"
    afloat = fleets.thirds(english)
    assert told(played, "battle")[0]["outcome"]["lost"][0] == 18 - afloat > 0


@pytest.mark.rule("RET-12", "AFT-03")
def test_a_winner_too_small_to_blockade_is_not_asked() -> None:
    _, _, played = beaten_french([], england=("NWD",) * 5)
    assert "follow" not in asked(played)


@pytest.mark.rule("RET-15")
def test_nobody_follows_with_troops_that_the_rest_cannot_carry() -> None:
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F+: 4 NWD, 1 NTD", "NWD")
    put(state, "england", CHANNEL, "LD", position="aboard")
    units = [state.units[number] for number in own]
    assert retreat.can_carry(state, units, CHANNEL, "england")
    assert not retreat.can_carry(state, units[1:], CHANNEL, "england")
    put(state, "england", CHANNEL, "LD", "LD", "LD", position="aboard")
    assert retreat.can_carry(state, units, CHANNEL, "england")
    put(state, "england", CHANNEL, "A-", position="aboard")
    assert not retreat.can_carry(state, units, CHANNEL, "england")


@pytest.mark.rule("RET-12", "RET-13", "NIN-13")
@pytest.mark.parametrize("all_go", [False, True])
def test_who_follows_in_the_middle_of_a_move_has_ended_it_and_only_the_rest_sails_on(
    all_go: bool,
) -> None:
    state = sea_table()
    large, small = fleet(state, "england", "kent", "F+: 6 NWD", "F-: 4 NWD")
    (enemy,) = fleet(state, "france", CHANNEL, "F+: 6 NWD")
    part = [str(large), str(small)] if all_go else [str(small)]
    played = play(
        movement.moves, state,
        [
            ("next-move", f"kent:{large}"), ("mover", [str(large), str(small)]),
            ("sail", [CHANNEL, "sea-celtique"]), ("intercept", [str(enemy)]),
            ("retreat-to", "caux"), ("follow", True), ("follower", part),
            *([] if all_go else [("sail", ["sea-celtique"])]),
        ],
        {**ROUT, "france.intercept": 10, "england.pursuit": 1, "france.attrition": 1,
         "england.attrition": [1] if all_go else [1, 1]},
    )  # fmt: skip
    assert at(state, small) == (CHANNEL, "field")
    assert state.sea.tasks[str(small)] == "blockade:caux"
    assert at(state, large) == (CHANNEL if all_go else "sea-celtique", "field")
    assert ("F+ (6 NWD) of England in the Celtic Sea: attrition at sea" in played.told) != all_go


# The follow-up, step by step.


def following(
    state: State, own: list[int], way: tuple[str, ...], answers: list[Raw], dice: Any = (),
    leaders: tuple[str, ...] = (), zone: str = CHANNEL,
) -> Played:  # fmt: skip
    """England's ships of a zone may follow an enemy who fled that way."""
    force = Force("england", tuple(own), leaders)

    async def procedure(phase: Phase) -> object:
        return await retreat.follow(phase, zone, force, Fled(way[-1], way, (), 0))

    return play(procedure, state, answers, dice)


def followers(played: Played) -> Parting:
    return next(ask for ask in played.asks if isinstance(ask, Parting))


TO_POITOU = ("sea-celtique", "sea-gascogne", "poitou")


@pytest.mark.rule("RET-12", "RET-13", "EVA-09")
def test_a_follow_up_is_a_move_of_all_its_zones() -> None:
    """*This is also a move, hence a following fleet must roll for attrition as usual* (2965): two
    zones by two fleet counters, as it was foreseen, and the port itself is not entered."""
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F+: 4 NWD", "F+: 4 NWD, 1 NTD", leader="howard")
    every: list[Raw] = [("follow", True), ("follower", [*map(str, own), "howard"])]
    played = following(state, own, TO_POITOU, every, {"england.attrition": 1}, ("howard",))
    roll = rolled(played, "england.attrition")
    assert [2, "2 zones entered", "ATS-17"] in roll["modifiers"]
    (ask,) = (ask for ask in played.asks if isinstance(ask, YesNo))
    foreseen = sum(value for value, _, _ in roll["modifiers"])
    assert ask.meaning.startswith(f"attrition {foreseen:+}:")
    assert {state.units[number].place for number in own} == {"sea-gascogne"}
    assert state.leaders["howard"].place == "sea-gascogne"
    assert state.sea.tasks == dict.fromkeys([*map(str, own), "howard"], "blockade:poitou")
    assert played.result == Fled("poitou", TO_POITOU[:-1], tuple(own), 0)


@pytest.mark.rule("RET-12")
@pytest.mark.parametrize(("number", "goes"), [(1, False), (4, True)])
def test_an_admiral_without_a_mark_does_not_follow_into_the_rest_of_the_world(
    number: int, goes: bool
) -> None:
    """C-LDR-07: R *may enter the ROTW*; whoever may not stays with the ships that stay, as where
    they intercept."""
    name, way = f"england-anonymous-admiral-{number}", ("sea-canarias", "islas-canarias")
    known = {"england": {*way}, "france": {*way}}
    state = sea_table(owners={way[-1]: "france"}, known=known)
    own = fleet(state, "england", "sea-cadix", "NWD", "NWD", leader=name)
    answers: list[Raw] = [("follow", True), ("follower", [str(own[0])])]
    played = following(state, own, way, answers, {"england.attrition": 1}, (name,), "sea-cadix")
    assert followers(played).leaders == ((name,) if goes else ())
    assert state.leaders[name].place == "sea-cadix"


@pytest.mark.rule("RET-12")
def test_one_counter_follows_whole_or_not_at_all() -> None:
    for follows in (True, False):
        state = sea_table()
        own = fleet(state, "england", CHANNEL, "F+: 6 NWD")
        dice = {"england.attrition": 1} if follows else {}
        played = following(state, own, ("caux",), [("follow", follows)], dice)
        assert asked(played) == ["follow"]
        assert state.sea.tasks == ({str(own[0]): "blockade:caux"} if follows else {})
        assert played.result.sunk == 0


@pytest.mark.rule("RET-13")
def test_what_sinks_on_the_follow_up_is_told_and_who_stays_is_not_part_of_it() -> None:
    """*Any ND or NDE sunk during this follow-up are counted as battle losses* (2967)."""
    state = sea_table()
    large, small = fleet(state, "england", CHANNEL, "F+: 6 NWD", "NWD")
    answers: list[Raw] = [("follow", True), ("follower", [str(large)])]
    played = following(state, [large, small], ("caux",), answers, {"england.attrition": 10})
    lost = 18 - fleets.thirds([state.units[large]])
    change = [unit for unit in state.units.values() if unit.id > small]
    lost -= fleets.thirds(change)
    assert played.result.sunk == lost > 0
    assert state.units[small].afloat == 3
    assert set(played.result.left) == {large, small, *(unit.id for unit in change)}


@pytest.mark.rule("RET-15")
def test_a_part_follows_if_the_rest_can_carry_the_troops() -> None:
    """*It is not possible to follow-up with troops on board (it is possible to split if the
    remaining stack can carry the troops)* (2971): an A+ takes 6 points."""
    state = sea_table()
    light, carrier = fleet(state, "england", CHANNEL, "F+: 4 NWD", "F+: 4 NWD, 1 NTD")
    put(state, "england", CHANNEL, "A+", position="aboard")
    answers: list[Raw] = [("follow", True), ("follower", [str(light)])]
    played = following(state, [light, carrier], ("caux",), answers, {"england.attrition": 1})
    ask = followers(played)
    for part in ([str(carrier)], [str(light), str(carrier)]):
        with pytest.raises(BadAnswer, match="RET-15"):
            ask.parse(part)
    assert state.sea.tasks == {str(light): "blockade:caux"}
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "F+: 6 NWD")
    put(state, "england", CHANNEL, "LD", position="aboard")
    assert not asked(following(state, own, ("caux",), []))


@pytest.mark.rule("RET-14")
def test_the_follower_takes_the_better_admiral_if_it_is_the_larger_part() -> None:
    """*Usual hierarchy rules are enforced when splitting the stack* (2969): Blake is of rank A,
    Ayscue of F."""
    state = sea_table()
    large, small = fleet(state, "england", CHANNEL, "F+: 6 NWD", "F-: 3 NWD", leader="blake-2")
    lead(state, "england", CHANNEL, "ayscue")
    lead(state, "england", CHANNEL, "hawke")
    state.remove_leader(state.leaders["hawke"], "wounded", "End")
    both = ("blake-2", "ayscue", "hawke")

    def follower(ask: Parting) -> Raw:
        assert set(ask.leaders) == {"blake-2", "ayscue"}, "Hawke is wounded"
        with pytest.raises(BadAnswer, match="RET-14"):
            ask.parse([str(large), "ayscue"])
        return [str(large), "blake-2"]

    answers: list[Raw] = [("follow", True), ("follower", follower)]
    following(state, [large, small], TO_POITOU, answers, {"england.attrition": 1}, both)
    assert state.leaders["blake-2"].place == "sea-gascogne"
    assert state.leaders["ayscue"].place == CHANNEL


@pytest.mark.rule("RET-16")
@pytest.mark.parametrize("die", [5, 6])
def test_a_strait_fort_may_stop_who_follows_before_he_blockades(die: int) -> None:
    """*A possible follow-up may not be intercepted but can be subject of strait forts* (2976):
    9 is needed, 2 are added for the strait and 1 for the fleet."""
    state = sea_table(alliances={"england": ["england"], "turkey": ["turkey"]},
                      wars=[("england", "turkey")])  # fmt: skip
    state.land.controllers["sicilia"] = state.land.controllers["campania"] = "turkey"
    state.land.controllers["malta"] = "england"
    own = fleet(state, "england", "sea-ionienne", "F+: 6 NWD", "NWD")
    way = ("sea-thyrrenienne", "campania")
    answers: list[Raw] = [
        ("follow", True), ("follower", [*map(str, own)]), ("fire", True),
    ]  # fmt: skip
    played = following(state, own, way, answers, {"turkey.fire": die, "england.attrition": 1},
                       zone="sea-ionienne")  # fmt: skip
    stopped = die == 6
    assert at(state, own[0])[0] == ("sea-ionienne" if stopped else "sea-thyrrenienne")
    assert bool(state.sea.tasks) != stopped
    assert played.result.way == (() if stopped else way[:-1])
    assert played.result.sunk == 0


@pytest.mark.rule("RET-09", "EVA-07", "CMB-25")
def test_troops_aboard_lose_what_the_way_to_port_costs_their_ships() -> None:
    """*Movement attrition with all its modifiers*: the percentage of the ships is that of the
    troops; a leader aboard is none of them."""
    state = sea_table(bad_weather=True)
    own = fleet(state, "england", CHANNEL, "F+: 4 NWD", "NTD", "NTD")
    troops = put(state, "england", CHANNEL, "LD", "LD", "LD", position="aboard")
    lead(state, "england", CHANNEL, "england-anonymous-general-1", "aboard")
    force = Force("england", tuple(own), ())

    async def procedure(phase: Phase) -> object:
        return await retreat.flee(phase, CHANNEL, force, 0, "whereto?")

    answers: list[Raw] = [("retreat-to", "kent"), *[("ship-lost", "england/NTD")] * 2]
    played = play(procedure, state, answers, {"england.attrition": 10})
    assert "(attrition on the way to port, aboard)" in played.told
    left = forces.strength(state.units[number] for number in troops if number in state.units)
    assert left < 9
    assert state.leaders["england-anonymous-general-1"].place == "kent"


@pytest.mark.rule("RET-12", "RET-13")
def test_who_won_without_being_the_mover_may_follow_too() -> None:
    """*The winner may follow*, whichever side it is; who goes to port as well follows nobody."""
    state = sea_table()
    own = fleet(state, "england", CHANNEL, "NWD", "NWD", "NWD")
    foe = fleet(state, "france", CHANNEL, "F+: 4 NWD", "NWD")
    dice = {**START, "england.fire1": 3, "france.fire1": 10, "france.pursuit": 1,
            "england.attrition": 1, "france.attrition": 1}  # fmt: skip
    answers: list[Raw] = [("withdraw", False), ("retreat-to", "kent"), ("follow", True)]
    answers.append(("follower", [str(foe[0])]))
    played = fight(state, own, foe, dice, answers, True)
    assert state.sea.tasks == {str(foe[0]): "blockade:kent"}
    assert played.result.winner == "france"


@pytest.mark.rule("NIN-19")
@pytest.mark.parametrize("here", [True, False])
def test_only_who_came_from_elsewhere_and_is_still_there_may_go_back(here: bool) -> None:
    state = sea_table()
    fleet(state, "france", CHANNEL, "F-: 2 NWD", "NWD", "NWD")
    (stood,) = fleet(state, "france", CHANNEL, "NWD")
    (came,) = fleet(state, "france", CHANNEL if here else "caux", "NWD")
    bands = [Band(CHANNEL, (stood,), ()), Band("armor", (came,), ()), Band("caux", (999,), ())]
    answers: list[Raw] = [("return", ["armor"])] if here else []

    async def procedure(phase: Phase) -> None:
        await interception_battle._return(phase, CHANNEL, "france", bands)

    play(procedure, state, answers)
    assert at(state, came)[0] == ("armor" if here else "caux")
    assert at(state, stood) == (CHANNEL, "field")


@pytest.mark.rule("LDR-15", "EVA-A3", "PAR-09")
def test_a_vizier_without_a_name_who_has_evaded_is_another_the_next_time() -> None:
    """*Roll on the line of viziers* for each battle: he who came away without one too."""
    state = sea_table(alliances={"spain": ["spain"], "turkey": ["turkey"]},
                      wars=[("spain", "turkey")])  # fmt: skip
    vizier = "turkey-vizier-table-admiral-1"
    own = fleet(state, "spain", "sea-egee", "NDE")
    foe = fleet(state, "turkey", "sea-egee", "F-: 2 NGD", leader=vizier)
    one, other = Force("spain", tuple(own), ()), Force("turkey", tuple(foe), (vizier,))

    async def procedure(phase: Phase) -> object:
        return await battle.battle(phase, "sea-egee", one, other)

    dice = {"turkey.vizier": 5, "turkey.evade": 10, "turkey.attrition": 1}
    play(procedure, state, [("evade", "evade"), ("retreat-to", "izmir")], dice)
    assert state.leaders[vizier].values == []
