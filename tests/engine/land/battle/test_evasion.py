"""Evasion before a battle on land."""

import pytest

from engine.land.battle import evasion, parameters, shelter
from engine.land.battle.shelter import Part, Shelter
from engine.play.asks import BadAnswer, Raw
from engine.sequence import battle_order
from engine.state import State
from engine.state.forces import Kind
from engine.state.land import Siege
from engine.state.overseas import Establishment
from tests.engine.battlefield import ROUT, artois, came, fight, force, places, sheet
from tests.engine.playing import band, play, put, use_up

SPAIN_OUT = {"spain.evade": 8}


def table(
    *french: Kind, spanish: tuple[Kind, ...] = ("A-",), **fields: object
) -> tuple[State, list[int], list[int]]:
    state = artois(**fields)
    attackers = put(state, "france", "artois", *(french or ("A+",)))
    defenders = put(state, "spain", "artois", *spanish)
    came(state, attackers, "picardie")
    return state, attackers, defenders


@pytest.mark.rule("EVA-02", "EVA-03", "EVA-05", "EVA-12", "EVA-16", "EVA-17", "EVA-A2")
def test_a_successful_roll_leads_to_an_adjacent_friendly_province_without_a_battle() -> None:
    state, attackers, defenders = table()
    played = play(
        battle_order.battles,
        state,
        [("evade", "roll"), ("evade-to", "flandre")],
        SPAIN_OUT,  # no replacement leaders, no fight, no attrition
    )
    assert places(state, defenders) == [("flandre", "field")]
    assert places(state, attackers) == [("artois", "field")]
    assert "battle" not in {entry.kind for entry in played.phase.story}
    assert state.land.sieges["artois"].alliance == "france"
    ask = played.asks[0]
    assert ask.who == "spain"
    assert ask.offers() == ["roll", "shelter", "stand"]
    assert ask.question == "Spain in Artois: stand, withdraw or evade?"
    # Provinces of the enemy are none to evade to.
    assert {offer.removeprefix("split:") for offer in played.asks[1].offers()} == {
        "flandre", "hainaut", "inside",
    }  # fmt: skip


@pytest.mark.rule("EVA-03")
@pytest.mark.parametrize(
    ("own", "enemy", "die", "evades"),
    [(4, 2, 6, True), (4, 2, 5, False), (2, 4, 8, True), (2, 4, 7, False)],
)
def test_the_manoeuvre_differential_helps_and_never_hinders(
    own: int, enemy: int, die: int, evades: bool
) -> None:
    state, _attackers, defenders = table()
    for country, leader, manoeuvre in (("spain", "farnese", own), ("france", "grand-conde", enemy)):
        put(state, country, "artois", leader=leader)
        state.leaders[leader].values = [manoeuvre, 1, 1, 0]
    answers: list[Raw] = [("evade", "roll"), ("evade-to", "hainaut")]
    dice = {"spain.evade": die}
    if not evades:
        answers = [("evade", "roll"), ("withdraw", False)]
        dice |= {name: value for name, value in ROUT.items() if "replacement" not in name}
        dice["spain.casualty"] = 10  # 2 LD are too few for a test of the French leader (LDR-05)
    played = play(battle_order.battles, state, answers, dice)
    assert ("evades the battle" in played.told) == evades
    assert (places(state, defenders) == [("hainaut", "field")]) == evades


@pytest.mark.rule("BAT-08")
def test_an_explorer_evades_on_land_with_half_his_manoeuvre() -> None:
    state, _attackers, defenders = table()
    put(state, "spain", "artois", leader="magallanes")
    state.leaders["magallanes"].values = [5, 3, 2, 0]
    answers: list[Raw] = [("evade", "roll"), ("evade-to", "flandre")]
    played = play(battle_order.battles, state, answers, {"spain.evade": 6})
    assert "+2 of 8 or more: 50 %" in played.asks[0].label("roll")
    assert places(state, defenders)[0] == ("flandre", "field")


@pytest.mark.rule("EVA-04", "EVA-11")
def test_a_failed_roll_costs_nothing_but_the_way_into_the_fortress() -> None:
    state, _attackers, _defenders = table()
    played = play(
        battle_order.battles,
        state,
        [("evade", "roll"), ("withdraw", False)],
        {"spain.evade": 7, **ROUT},
    )
    begun = sheet(played, "battle-begins")
    assert begun["sides"][1]["thirds"] == 6
    assert [ask.name for ask in played.asks] == ["evade", "withdraw"]


@pytest.mark.rule("EVA-10", "EVA-A5")
def test_one_detachment_a_level_goes_inside_without_a_roll_and_the_rest_fights() -> None:
    state, _attackers, defenders = table(spanish=("A+",))
    inside = put(state, "spain", "artois", "LD", position="inside")
    played = play(
        battle_order.battles,
        state,
        [("evade", "shelter"), ("shelter", [f"{defenders[0]}:1"]), ("withdraw", False),
         ("losses", "2:6"), ("retreat-to", "flandre")],
        ROUT,
    )  # fmt: skip
    begun = sheet(played, "battle-begins")
    assert begun["sides"][1]["thirds"] == 9  # level 2, one LD was inside already
    shelter = played.asks[1]
    assert isinstance(shelter, Shelter)
    assert shelter.room == 3
    assert "LD of Spain withdraws into the fortress of Artois." in played.told
    garrison = [unit for unit in state.units_at("artois") if unit.position == "inside"]
    assert len(garrison) == 2
    assert inside[0] in {unit.id for unit in garrison}


@pytest.mark.rule("EVA-A5", "RET-A6")
def test_a_fort_takes_one_detachment() -> None:
    place = "senegal-n"
    state = artois(controllers={place: "spain"})
    assert shelter.room(state, place, "spain") == 0, "nothing stands there"
    state.overseas.establishments[place] = [Establishment("spain", "fort")]
    assert shelter.room(state, place, "spain") == 3
    assert shelter.room(state, place, "france") == 0
    put(state, "spain", place, "LDE", position="inside")
    assert shelter.room(state, place, "spain") == 2, "three LDE take the room of an LD"
    state.land.controllers[place] = "natives"
    assert shelter.room(state, place, "natives") == 0, "they stay outside"


@pytest.mark.rule("EVA-10", "EVA-05")
def test_a_stack_that_fits_goes_inside_whole_and_is_besieged() -> None:
    state, _attackers, defenders = table()
    put(state, "spain", "artois", leader="farnese")
    played = play(battle_order.battles, state, [("evade", "shelter")], {})
    assert places(state, defenders) == [("artois", "inside")]
    assert state.leaders["farnese"].position == "inside"
    assert state.land.sieges["artois"].alliance == "france"
    assert "besiege" in played.told


@pytest.mark.rule("EVA-14", "EVA-15")
def test_after_a_successful_roll_the_stack_may_split_and_no_part_fights() -> None:
    state, _attackers, defenders = table(spanish=("LD", "LD"))
    put(state, "spain", "artois", leader="farnese")
    played = play(
        battle_order.battles,
        state,
        [("evade", "roll"), ("evade-to", "split:hainaut"), ("shelter", [str(defenders[0])]),
         ("leader-goes", "inside")],
        SPAIN_OUT,
    )  # fmt: skip
    assert places(state, defenders) == [("artois", "inside"), ("hainaut", "field")]
    assert state.leaders["farnese"].position == "inside"
    assert "battle-begins" not in {entry.kind for entry in played.phase.story}


@pytest.mark.rule("EVA-14")
def test_without_a_friendly_province_nothing_goes_into_its_fortress() -> None:
    state, _attackers, _defenders = table(controllers={"artois": "france"})
    played = play(
        battle_order.battles, state, [("evade", "roll"), ("evade-to", "hainaut")], SPAIN_OUT
    )
    assert played.asks[0].question == "Spain in Artois: stand or evade?"
    assert played.asks[0].offers() == ["roll", "stand"]
    assert played.asks[1].offers() == ["flandre", "hainaut"]


@pytest.mark.rule("EVA-12", "MOV-24")
def test_a_besieged_or_enemy_province_is_no_place_to_evade_to() -> None:
    state, _attackers, _defenders = table()
    assert shelter.refuges(state, "artois", "spain") == ["flandre", "hainaut"]
    [neutral] = put(state, "savoy", "flandre", "LD")
    assert shelter.refuges(state, "artois", "spain") == ["hainaut"], "neutral troops are there"
    state.remove(state.units[neutral])
    put(state, "france", "flandre", "LD")
    assert shelter.refuges(state, "artois", "spain") == ["hainaut"]
    state.land.sieges["hainaut"] = Siege("england")
    assert shelter.refuges(state, "artois", "spain") == []


@pytest.mark.rule("INI-03")
def test_nobody_evades_to_an_ally_of_an_ally() -> None:
    state, _attackers, _defenders = table()
    state.diplomacy.pacts = [["spain", "england"], ["england", "venice"], ["france"]]
    next(each for each in state.diplomacy.alliances if each.id == "spain").members += [
        "england",
        "venice",
    ]
    put(state, "venice", "flandre", "LD")
    put(state, "england", "hainaut", "LD")
    assert shelter.refuges(state, "artois", "spain", owners=["spain"]) == ["hainaut"]
    assert shelter.refuges(state, "artois", "spain", owners=["england"]) == [
        "flandre",
        "hainaut",
    ]


@pytest.mark.rule("EVA-13")
def test_there_is_no_evasion_over_the_sea() -> None:
    state = artois()
    attackers = put(state, "france", "illes-balears", "A+")
    put(state, "spain", "illes-balears", "A-")
    put(state, "spain", "illes-balears", "F-", position="port")
    came(state, attackers, "sea-lion")
    assert shelter.refuges(state, "illes-balears", "spain") == []


@pytest.mark.rule("EVA-01")
@pytest.mark.parametrize("origin", ["flandre", ""])
def test_neither_phasing_stacks_nor_interceptors_evade(origin: str) -> None:
    state, attackers, defenders = table()
    phasing = force(state, "france", attackers, origin="picardie")
    other = force(state, "spain", defenders, origin=origin)
    played = fight(state, phasing, other, [("withdraw", False)], ROUT, interception=True)
    assert "evade" not in {ask.name for ask in played.asks}


@pytest.mark.rule("EVA-01", "EVA-A1")
def test_who_stood_there_may_evade_a_regular_battle_and_nobody_else() -> None:
    """Not the interceptor, not a stack that one has joined, not in an interception battle; natives
    never."""
    state, _attackers, defenders = table(spanish=("LD", "LD"))
    stood = force(state, "spain", defenders)
    assert evasion.may_evade(stood, False)
    assert not evasion.may_evade(stood, True)
    joined = stood._replace(came_from={defenders[1]: "flandre"})
    assert not evasion.may_evade(joined, False)
    assert evasion.may_evade(stood._replace(came_from={99: "flandre"}), False)
    assert not evasion.may_evade(stood._replace(alliance="natives"), False)


@pytest.mark.rule("EVA-02", "EVA-A6")
def test_evading_is_optional_and_who_stands_fights_as_he_is() -> None:
    state, attackers, defenders = table()
    phasing, other = force(state, "france", attackers), force(state, "spain", defenders)
    both = "artois", phasing, other
    played = play(evasion.evade, state, [("evade", "stand")], {}, *both)
    assert played.result == other
    state.land.sieges["artois"] = Siege("france")
    ask = play(evasion.evade, state, [("evade", "stand")], {}, *both).asks[0]
    assert ask.offers() == ["roll", "stand"], "nobody goes into a besieged fortress"


@pytest.mark.rule("EVA-10")
def test_a_leader_who_went_inside_does_not_fight_before_the_walls() -> None:
    """*Whatever stays outside fights*: of an A+ before level 2 half goes inside, and one of two
    leaders with it."""
    state, attackers, (army,) = table(spanish=("A+",))
    put(state, "spain", "artois", leader="farnese")
    put(state, "spain", "artois", leader="don-juan")
    other = force(state, "spain", [army], "don-juan", "farnese")
    answers: list[Raw] = [("evade", "shelter"), ("shelter", [f"{army}:2"]),
                          ("leader-goes", "inside"), ("leader-goes", "artois")]  # fmt: skip
    both = "artois", force(state, "france", attackers), other
    found = play(evasion.evade, state, answers, {}, *both).result
    assert found.leader_ids == ("farnese",)
    assert [state.units[number].kind for number in found.unit_ids] == ["A-"]
    assert state.leaders["don-juan"].position == "inside"


@pytest.mark.rule("EVA-12", "AFT-06")
@pytest.mark.parametrize("dies", [True, False])
def test_where_an_evading_stack_comes_to_stand_no_more_stay_than_may(dies: bool) -> None:
    """Three A+ are in Flanders then, of which two may be there."""
    state, attackers, defenders = table(spanish=("A+",))
    first, _ = put(state, "spain", "flandre", "A+", "A+")
    (evader,) = defenders
    lost = f"{evader}:12" if dies else f"{evader}:6,{first}:6"
    answers: list[Raw] = [("evade", "roll"), ("evade-to", "flandre"),
                          ("over-stacking", lost)]  # fmt: skip
    phasing, other = force(state, "france", attackers), force(state, "spain", defenders)
    played = fight(state, phasing, other, answers, SPAIN_OUT)
    assert played.result.left == (tuple(attackers), () if dies else tuple(defenders))
    assert (played.result.winner, played.result.fought) == ("", False)


@pytest.mark.rule("EVA-12", "RET-18")
def test_the_ways_out_read_as_what_they_are() -> None:
    state, _attackers, defenders = table()
    found = evasion.goals(state, band(defenders, place="artois"), ["artois", "hainaut"], 6)
    assert [each.label for each in found] == [
        "into the fortress of Artois", "stay in Artois",
        "stay in Artois, a part into the fortress of Artois", "Hainaut",
        "Hainaut, a part into the fortress of Artois",
    ]  # fmt: skip


@pytest.mark.rule("EVA-10", "RET-A6")
@pytest.mark.parametrize(("inside", "space"), [(0, 6), (1, 3), (2, 0), (3, 0)])
def test_a_fortress_has_room_for_one_ld_a_level_less_those_inside(inside: int, space: int) -> None:
    """Level 2: of three who are inside nobody goes out, and nobody in."""
    state = artois()
    for _ in range(inside):
        put(state, "spain", "artois", "LD", position="inside")
    assert shelter.room(state, "artois", "spain") == space


@pytest.mark.rule("EVA-10")
@pytest.mark.parametrize(("free", "parts"), [(1, []), (2, [1, 2]), (3, [1, 2]), (4, [1, 2, 3])])
def test_so_many_ld_of_an_army_go_inside_as_there_is_change_for(
    free: int, parts: list[int]
) -> None:
    """An A+ breaks into A- and two LD, or into four: before level 3 three of them go inside."""
    state, _attackers, (army,) = table(spanish=("A+",), levels={"artois": 3})
    use_up(state, "spain", "LD")
    for unit in [unit for unit in state.units_at("berry") if unit.kind == "LD"][:free]:
        state.remove(unit)
    played = play(shelter.shelter, state, [("shelter", [])] if parts else [], [], "artois", "spain",
                  [army], 9)  # fmt: skip
    asks = [ask for ask in played.asks if isinstance(ask, Shelter)]
    assert [key for ask in asks for key in ask.sizes] == [f"{army}:{part}" for part in parts]


@pytest.mark.rule("EVA-A1")
def test_a_stack_that_an_interceptor_has_joined_does_not_evade() -> None:
    state, _attackers, _defenders = table()
    came(state, put(state, "spain", "artois", "LD"), "flandre")
    answers: list[Raw] = [("withdraw", False), ("losses", "2:6"), ("retreat-to", "flandre")]
    played = play(battle_order.battles, state, answers, ROUT)
    assert "evade" not in {ask.name for ask in played.asks}


@pytest.mark.rule("EVA-10")
def test_an_army_that_fits_not_whole_goes_inside_in_part_if_there_is_change() -> None:
    state, _attackers, (army, small) = table(spanish=("A+", "LD"))
    sheltering = "artois", "spain", [army, small]
    played = play(shelter.shelter, state, [("shelter", [f"{army}:2"])], [], *sheltering, 6)
    ask = played.asks[0]
    assert isinstance(ask, Shelter)
    assert ask.sizes == {f"{army}:1": 3, f"{army}:2": 6, str(small): 3}, "three LD are too many"
    assert ask.label([f"{army}:1"]) == "1 LD of the A+ of Spain"
    assert ask.label([str(small)]) == "LD of Spain"
    assert sum(unit.thirds for unit in state.units_at("artois") if unit.position == "inside") == 6
    outside = [unit for unit in state.units_at("artois") if unit.country == "spain"
               and unit.position == "field"]  # fmt: skip
    assert [unit.kind for unit in outside] == ["A-", "LD"]
    state, _attackers, (army, small) = table(spanish=("A+", "LD"))
    use_up(state, "spain", "LD")
    played = play(shelter.shelter, state, [("shelter", [])], [], *sheltering, 6)
    assert isinstance(played.asks[0], Shelter)
    assert list(played.asks[0].sizes) == [str(small)]
    assert play(shelter.shelter, state, [("shelter", [str(small)])], [], *sheltering, 6).result == (
        [small],
        [army],
    )
    state.remove(state.units[small])
    assert play(shelter.shelter, state, [], [], "artois", "spain", [army], 6).result == (
        [],
        [army],
    )


def test_a_leader_goes_inside_or_stays_outside_the_walls() -> None:
    for outside, said in (("artois", "outside its walls"), ("hainaut", "to Hainaut")):
        state, _attackers, _defenders = table()
        put(state, "spain", "artois", leader="farnese")
        following = "spain", ["farnese"], True, outside, "artois"
        played = play(evasion.follow, state, [("leader-goes", outside)], {}, *following)
        assert played.asks[0].label(outside) == f"with the rest {said}"
        assert state.leaders["farnese"].place == outside


@pytest.mark.rule("EVA-10")
def test_part_of_an_army_goes_inside_only_where_there_is_change() -> None:
    ask = Shelter(
        who="spain", name="shelter", what="", room=6,
        sizes={"4": 6, "7": 3, "9:1": 3}, labels={"4": "A-", "7": "LD", "9:1": "1 LD of the A+"},
    )  # fmt: skip
    assert ask.offers() == [[], ["4"], ["7"], ["9:1"]]
    assert ask.parse(["9:1", "7"]) == (Part(7), Part(9, 1))
    with pytest.raises(BadAnswer, match="3 LD do not fit: the fortress has room for 2"):
        ask.parse(["4", "7"])
    for wrong in ("7", [7], ["7", "7"], ["5"]):
        with pytest.raises(BadAnswer):
            ask.parse(wrong)


@pytest.mark.rule("EVA-10")
def test_as_many_as_find_room_go_inside_unless_told_otherwise() -> None:
    """1 LD a level: of an A- and two LD before level 3 the A- and the first; no counter twice."""
    ask = Shelter(
        who="spain", name="shelter", what="", room=9,
        sizes={"4:1": 3, "7": 3, "8": 3, "4": 6}, labels={},
    )  # fmt: skip
    assert ask.default == ["4", "7"]
    assert ["4", "4:1"] not in ask.offers()
    assert not ask.is_legal(["4", "4:1"])
    assert ask.is_legal(["4", "8"])


def a_vizier_attacked_in_artois(troops: Kind) -> State:
    """A vizier without values commands these Turks; a French army has come from Picardie."""
    state = artois(
        alliances={"france": ["france"], "turkey": ["turkey"]},
        wars=[("france", "turkey")],
        owners={"artois": "turkey", "flandre": "turkey"},
    )
    attackers = put(state, "france", "artois", "A+")
    put(state, "turkey", "artois", troops, leader="turkey-vizier-table-general-1")
    came(state, attackers, "picardie")
    return state


@pytest.mark.rule("EVA-A3", "PAR-09", "PAR-10", "LDR-15")
def test_a_vizier_without_a_name_is_rolled_once_for_evasion_and_battle() -> None:
    state = a_vizier_attacked_in_artois("A+")
    played = play(
        battle_order.battles,
        state,
        [("evade", "roll"), ("withdraw", False)],
        {"turkey.vizier": 1, "turkey.evade": 1, "france.replacement": 5, "france.shock1": 1,
         "turkey.shock1": 10, "turkey.pursuit": 1, "france.losses": 1, "turkey.casualty": 10},
    )  # fmt: skip
    expected = parameters.usual("vizier").manoeuvre
    assert f"a die {expected:+} of" in played.asks[0].label("roll"), "before he is rolled"
    side = sheet(played, "battle-begins")["sides"][1]
    assert side["values"] == [2, 1, 2], "line vizier, die 1: the same that evaded"
    assert state.leaders["turkey-vizier-table-general-1"].values == []


@pytest.mark.rule("PAR-09", "LDR-15")
def test_a_vizier_who_evades_is_rolled_anew_the_next_time() -> None:
    state = a_vizier_attacked_in_artois("LD")
    play(
        battle_order.battles,
        state,
        [("evade", "roll"), ("evade-to", "flandre")],
        {"turkey.vizier": 1, "turkey.evade": 10},
    )
    vizier = state.leaders["turkey-vizier-table-general-1"]
    assert (vizier.place, vizier.values) == ("flandre", [])


@pytest.mark.rule("PAR-09", "LDR-15")
@pytest.mark.parametrize("died", [1, 6])
def test_the_next_need_of_a_vizier_is_the_next_roll(died: int) -> None:
    """Text 1848 and 3287: who evaded is forgotten, and rolled anew when he has to fight."""
    state = a_vizier_attacked_in_artois("LD")
    play(battle_order.battles, state, [("evade", "roll"), ("evade-to", "flandre")],
         {"turkey.vizier": 2, "turkey.evade": 10})  # fmt: skip
    attackers = [unit.id for unit in state.units_at("artois") if unit.country == "france"]
    for number in attackers:
        state.put(state.units[number], "flandre")
    came(state, attackers, "picardie")
    played = play(
        battle_order.battles,
        state,
        [("evade", "stand"), ("withdraw", False)],
        {"turkey.vizier": died, "france.replacement": 5, "france.shock1": 10, "turkey.shock1": 1,
         "france.pursuit": 1, "turkey.losses": 1, "turkey.casualty": 10},
    )  # fmt: skip
    values = {1: [2, 1, 2], 6: [5, 3, 3]}[died]  # not 4, 4, 4 of the 2 that evaded
    assert sheet(played, "battle-begins")["sides"][1]["values"] == values


@pytest.mark.rule("PAR-09", "LDR-15")
def test_a_vizier_with_a_name_fights_as_his_counter_says_and_keeps_what_was_rolled_for_him() -> (
    None
):
    """The table is for the vizier without a name alone: Ibrahim is 2, 2, 4."""
    for rolled, values in (([], [2, 2, 4]), ([1, 1, 1, 0], [1, 1, 1])):
        state = artois(
            alliances={"france": ["france"], "turkey": ["turkey"]},
            wars=[("france", "turkey")],
            owners={"artois": "turkey", "flandre": "turkey"},
        )
        attackers = put(state, "france", "artois", "A+")
        put(state, "turkey", "artois", "A+", leader="ibrahim")
        state.leaders["ibrahim"].values = list(rolled)
        came(state, attackers, "picardie")
        played = play(
            battle_order.battles,
            state,
            [("evade", "stand"), ("withdraw", False)],
            {"france.replacement": 5, "france.shock1": 1, "turkey.shock1": 10,
             "turkey.pursuit": 1, "france.losses": 1, "turkey.casualty": 10},
        )  # fmt: skip
        assert sheet(played, "battle-begins")["sides"][1]["values"] == values
        assert state.leaders["ibrahim"].values == rolled


@pytest.mark.rule("EVA-12", "EVA-14")
def test_the_one_way_out_is_not_asked_for() -> None:
    """Text 1813: it must move into an adjacent friendly province; only where the fortress is
    friendly may it split."""
    state, _, defenders = table()
    state.land.owners["artois"] = "france"
    beaten = force(state, "spain", defenders)
    played = play(evasion._carry_out, state, [], (), "artois", "spain", beaten, ["flandre"], 0)
    assert played.asks == []
    assert places(state, defenders) == [("flandre", "field")]


@pytest.mark.rule("EVA-10")
def test_of_an_army_a_part_goes_in_or_all_of_it_as_it_is() -> None:
    """C-FOR-02: it may be broken for the LD that find room; as a whole it is not broken."""
    state, _, defenders = table(spanish=("A-", "LD"))
    army, lone = defenders
    played = play(shelter.shelter, state, [[str(army)]], (), "artois", "spain", defenders, 6)
    ask = played.asks[0]
    assert isinstance(ask, Shelter)
    assert set(ask.sizes) == {str(army), f"{army}:1", str(lone)}
    assert state.units[army].kind == "A-"
