"""Gold aboard ships, and corsairs that attack it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import board, countries
from engine.fleets import fleets, gold
from engine.fleets.naval_journey import Journey
from engine.games import statistics
from engine.modifiers import total
from engine.play.phase import Phase
from engine.sea import convoys, corsairs_math
from engine.sea.battle import captures
from engine.sea.under_way import attrition
from engine.sea.under_way.voyage import Voyage
from engine.sequence import movement
from engine.state import State, forces, sides
from engine.state.sea import Corsair
from engine.state.stacks import Band
from tests.engine.playing import Played, band, lead, play, put
from tests.engine.sea.afloat import at, fleet, sea_table, units

ZONE = "sea-thyrrenienne"
SYMBOL = "sea-lion"
SIDES = {"spain": ["spain"], "france": ["france"], "algeria": ["algeria"]}


def table(*found: Corsair, place: str = SYMBOL, **fields: Any) -> State:
    """Spain at war with France and Algeria; corsairs in the Gulf of Lion."""
    state = sea_table(
        alliances=SIDES, wars=[("spain", "france"), ("spain", "algeria")],
        minors={"algeria": "france"}, **fields,
    )  # fmt: skip
    if found:
        state.sea.corsairs[place] = list(found)
    return state


def laden(state: State, ducats: int, *ships: str) -> tuple[list[int], Voyage]:
    """Spanish ships with gold that have come to the Tyrrhenian Sea."""
    numbers = fleet(state, "spain", ZONE, *ships)
    gold.settle(state, units(state, numbers), ducats)
    return numbers, Voyage("spain", list(numbers), [], Journey(("palermo", ZONE)))


def pirate(side: str = "+", leader: str = "") -> Corsair:
    return Corsair("pirates", side, leader)  # type: ignore[arg-type]


def attack(state: State, voyage: Voyage, *answers: Any, dice: Any = ()) -> Played:
    return play(convoys.attacks, state, answers, dice, voyage)


# Gold.


@pytest.mark.rule("CMB-29", "CMB-A4")
def test_five_ducats_need_a_transport_point() -> None:
    assert [gold.transport_points_needed(ducats) for ducats in (0, 1, 5, 6, 30)] == [0, 1, 1, 2, 6]


@pytest.mark.rule("CMB-31", "CMB-32")
def test_gold_is_unloaded_in_the_first_port_and_may_stay_aboard_till_then() -> None:
    state = table()
    ships = fleet(state, "spain", ZONE, "NTD")
    gold.settle(state, units(state, ships), 15)
    money = state.countries["spain"].treasury
    play(movement.moves, state, [("next-move", "done")], {"spain.attrition": 1})
    assert state.sea.gold == {str(ships[0]): 15}
    state.marks.done.clear()
    played = play(
        movement.moves, state,
        [("next-move", f"{ZONE}:{ships[0]}"), ("sail", ["palermo"])],
        {"spain.attrition": 1},
    )  # fmt: skip
    assert (state.sea.gold, state.countries["spain"].treasury) == ({}, money + 15)
    assert "unloads 15 ducats of gold in Palermo" in played.told
    assert at(state, ships[0]) == ("palermo", "port")


@pytest.mark.rule("CMB-33", "CMB-A2")
def test_attrition_costs_the_same_share_of_the_gold(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [gold.lost_to_attrition(30, percent) for percent in (0, 10, 50, 100)] == [0, 5, 15, 30]
    for had, percent, lost in ((10, 24, 0), (10, 25, 5), (35, 7, 0), (300, 100, 300)):
        assert gold.lost_to_attrition(had, percent) == lost
    monkeypatch.setattr("engine.facts.tables.attrition_percent", lambda result: 50)
    state = table()
    ships, voyage = laden(state, 30, "NTD", "NTD")
    play(attrition.voyage_attrition, state, (), {"spain.attrition": 9}, band(ships), voyage.journey)
    assert list(state.sea.gold.values()) == [15]
    assert fleets.ships(state.units.values()) == {"NTD": 1}


@pytest.mark.rule("PUR-23", "PUR-24", "PUR-25", "PUR-A6", "CMB-34")
def test_a_pursuit_seizes_gold() -> None:
    assert captures.gold_lost_in_pursuit(60, {"NTD": 2}, True) == (20, 10)
    assert captures.gold_lost_in_pursuit(60, {"NWD": 1}, True) == (0, 0), "transports are left"
    assert captures.gold_lost_in_pursuit(60, {"NTD": 1, "NWD": 2}, False) == (20, 5)
    assert captures.gold_lost_in_pursuit(12, {"NTD": 2}, False) == (12, 0), (
        "never more than there is"
    )
    state = table()
    ships, _ = laden(state, 30, "NTD")
    before = state.countries["france"].treasury
    phase = play(_plunder, state, (), (), ships)
    assert state.countries["france"].treasury == before + 10
    assert list(state.sea.gold.values()) == [15]
    assert "seizes 10 ducats" in phase.told


async def _plunder(phase: Any, ships: list[int]) -> None:
    captures.plunder(phase, ZONE, 30, ships, {"NTD": 1}, "france")


# Attacks.


@pytest.mark.rule("CNV-02", "CNV-A5")
def test_a_corsair_acts_in_its_whole_trade_zone() -> None:
    state = table(pirate(), place="sea-petites-antilles")
    near = {zone for zone in board.seas() if convoys.attackers(state, zone, "spain")}
    assert {"sea-petites-antilles", "sea-caraibes", "sea-mexique"} <= near, "the rule's example"
    assert not near & {"sea-acores", "sea-canarias", "sea-cadix"}
    state.sea.corsairs = {"sea-nord": [pirate()]}
    assert convoys.attackers(state, "sea-manche", "spain") == [[("sea-nord", 0)]], "two boxes there"


@pytest.mark.rule("CNV-04", "CNV-05")
def test_only_a_corsair_plus_that_may_attack_its_owner() -> None:
    state = table(pirate("-"), Corsair("algeria", "+"))
    assert convoys.attackers(state, SYMBOL, "spain") == [[(SYMBOL, 1)]]
    assert convoys.attackers(state, SYMBOL, "algeria") == []
    channel = "sea-nord"
    state.sea.corsairs = {channel: [Corsair("algeria", "+")]}
    assert convoys.attackers(state, channel, "spain") == [], "not in the Mediterranean"
    state.sea.corsairs = {channel: [Corsair("france", "+")]}
    assert convoys.attackers(state, channel, "spain") == [[(channel, 0)]]
    state.sea.corsairs = {"palermo": [Corsair("france", "+")]}
    assert convoys.attackers(state, SYMBOL, "spain") == [], "ashore"


@pytest.mark.rule("CNV-06", "CNV-08", "CNV-09", "CNV-10")
def test_pirates_first_and_one_of_them_then_by_initiative() -> None:
    state = table(
        Corsair("algeria", "+"), pirate(leader="hawkins"), pirate(leader="howard"),
        Corsair("france", "+"), Corsair("france", "+"),
    )  # fmt: skip
    groups = [[state.sea.corsairs[SYMBOL][number] for _, number in group]
              for group in convoys.attackers(state, SYMBOL, "spain")]  # fmt: skip
    order = [[each.country for each in group] for group in groups]
    assert order == [["pirates"], ["france", "france"], ["algeria"]]
    assert groups[0][0].leader == "howard", "of rank A"
    state.sea.corsairs[SYMBOL] = [pirate(), pirate(leader="hawkins")]
    assert convoys.attackers(state, SYMBOL, "spain") == [[(SYMBOL, 1)]], "a leader before none"


@pytest.mark.rule("CNV-10")
def test_of_pirates_of_one_rank_a_die_says_who_attacks() -> None:
    leaders = countries.leaders().values()
    one, other, *_ = (each for each in leaders if each.rank == "B")
    better = next(each for each in leaders if each.rank == "A")
    state = table(pirate(leader=one.id), pirate(leader=other.id), pirate())
    played = attack(state, sailing(state, 60, "NTD"),
                    dice={"pirates.tied": [4, 4, 3, 9], "pirates.convoy": 1})  # fmt: skip
    said = [f"Pirates under {each.name} in the Gulf of Lion: {die}" for die, each in
            ((4, one), (4, other), (3, one), (9, other))]  # fmt: skip
    assert all(line in played.told for line in said)
    assert played.told.count("misses the gold") == 1, "only one of them attacks"
    assert f"The corsair + of the pirates under {other.name} misses the gold" in played.told
    state.sea.corsairs = {SYMBOL: [pirate(), pirate()]}
    again = attack(state, sailing(state, 60, "NTD"), dice={"pirates.convoy": 1})
    assert "of those tied" not in again.told, "two alike in one zone are the same"
    state.sea.corsairs = {SYMBOL: [pirate(leader=one.id), pirate(leader=better.id)]}
    attack(state, sailing(state, 60, "NTD"), dice={"pirates.convoy": 1})


def test_what_corsairs_may_do_to_gold_is_foreseen() -> None:
    state = table(pirate(), Corsair("france", "+"))
    voyage = sailing(state, 60, "NTD")
    said = convoys.attacks_in_words(state, voyage, SYMBOL, landing="")
    pirates, french = (each.partition("the 60 ducats: ") for each in said)
    assert pirates[0] == "in the Gulf of Lion the corsair + of the pirates may attack "
    assert pirates[2] == "finds them 60 %, is then driven off 10 %", "2 for manoeuvre, 1 near"
    assert french[2] == "finds them 40 %, is then driven off 10 %", "-2 each for pirates and a port"
    state.sea.corsairs[SYMBOL] = [pirate()]
    escorted = [*voyage.ships(state), *units(state, fleet(state, "spain", SYMBOL, "F+: 4 NWD"))]
    (alone,) = convoys.attacks_in_words(state, Band.of(escorted), SYMBOL, landing="")
    assert alone.endswith("is then driven off 70 %"), "8 in 4 of the F+: it is no + itself any more"
    state.sea.gold.clear()
    assert convoys.attacks_in_words(state, voyage, SYMBOL, landing="") == []


def sailing(state: State, ducats: int, *ships: str) -> Voyage:
    numbers = fleet(state, "spain", SYMBOL, *ships)
    gold.settle(state, units(state, numbers), ducats)
    return Voyage("spain", list(numbers), [], Journey(("catalunya", SYMBOL)))


@pytest.mark.rule("CNV-13", "CNV-14", "CNV-15", "CNV-16", "CNV-17", "CNV-19")
def test_pirates_take_ships_with_their_gold_and_stay() -> None:
    state = table(pirate())
    voyage = sailing(state, 60, "NTD", "NTD", "NTD", "NTD")
    played = attack(state, voyage, dice={"pirates.convoy": 5, "spain.hunt": 1, "pirates.raid": 1})
    assert "finds the gold" in played.told, "5 +2 manoeuvre +1 in the zone: 8"
    assert "(5 +3 = 8, 8 needed)" in played.told
    assert "The raid on the gold (1 +4 = 5): at most 3 ships." in played.told
    raid = next(entry for entry in played.phase.story if "The raid on the gold" in entry.text)
    assert raid.sheet is not None, "with its die and modifiers"
    assert "CNV-16" in str(raid.sheet)
    assert state.sea.corsairs[SYMBOL] == [pirate("-")], "reduced, still there"
    lost = 4 - sum(unit.kind == "NTD" for unit in state.units.values())
    assert lost > 0
    assert sum(state.sea.gold.values()) == 60 - 15 * lost, "a minor's loot is lost"


@pytest.mark.rule("CNV-13", "NIN-23", "NIN-28", "NIN-30")
def test_a_corsair_finds_gold_like_anybody_who_intercepts_at_sea() -> None:
    state = table(Corsair("france", "+"))
    state.countries["france"].naval_technology = "three-decker"
    state.countries["spain"].naval_technology = "carrack"
    voyage = sailing(state, 60, "NTD")

    def finds(*landing: str) -> dict[str, int]:
        again = State.from_plain(state.to_plain())
        sails = Voyage("spain", list(voyage.units), [], voyage.journey)
        answers = [("attack-convoy", True)]
        dice = {"france.convoy": 1}
        played = play(convoys.attacks, again, answers, dice, sails, *landing)
        sheet = next(entry.sheet for entry in played.phase.story if entry.kind == "roll")
        assert sheet is not None
        return {rule: value for value, _, rule in sheet["modifiers"]}

    assert finds() == {"NIN-23": 1, "NIN-28": 1}
    assert finds("lyonnais") == {"NIN-23": 1, "NIN-30": 2}
    told = convoys.attacks_in_words(state, voyage, SYMBOL, landing="")
    ashore = convoys.attacks_in_words(state, voyage, SYMBOL, "lyonnais")
    assert ("finds them 50 %" in told[0], "finds them 60 %" in ashore[0]) == (True, True)
    state.sea.corsairs[ZONE] = state.sea.corsairs.pop(SYMBOL)
    state.countries["france"].naval_technology = "carrack"
    assert finds("lyonnais") == {}, "it lies elsewhere in the trade zone"


@pytest.mark.rule("CNV-15", "COR-07")
def test_a_corsair_from_elsewhere_in_the_trade_zone_brings_its_leader_along() -> None:
    state = table(pirate("+", "drake"), place=ZONE)
    voyage = sailing(state, 60, "NTD")
    played = attack(state, voyage, dice={"pirates.convoy": 10, "spain.hunt": 10})
    hunt = [entry.sheet for entry in played.phase.story if entry.kind == "roll"][1]
    assert hunt is not None
    assert [-5, "manoeuvre of the corsair", "COR-07"] in [list(each) for each in hunt["modifiers"]]


@pytest.mark.rule("CNV-14")
def test_a_failed_interception_ends_the_attack() -> None:
    state = table(pirate())
    voyage = sailing(state, 60, "NTD")
    attack(state, voyage, dice={"pirates.convoy": 4})
    assert state.sea.corsairs[SYMBOL] == [pirate("+")]
    assert sum(state.sea.gold.values()) == 60


@pytest.mark.rule("CNV-15", "CNV-A2")
def test_a_convoy_that_defends_itself_ends_the_attack() -> None:
    state = table(pirate())
    voyage = sailing(state, 60, "NTD")
    attack(state, voyage, dice={"pirates.convoy": 8, "spain.hunt": 10})
    assert state.sea.corsairs[SYMBOL] == [pirate("-")], "no further reduction"
    assert sum(state.sea.gold.values()) == 60
    assert convoys.attackers(state, SYMBOL, "spain") == [], "they stay, but attack no more"


@pytest.mark.rule("CNV-18", "CNV-20", "CNV-12", "CNV-A1")
def test_a_major_books_the_gold_and_its_corsair_goes_home() -> None:
    state = table(Corsair("france", "+"))
    voyage = sailing(state, 15, "NTD")
    money = state.countries["france"].treasury
    attack(
        state, voyage, ("attack-convoy", True),
        dice={"france.convoy": 10, "spain.hunt": 1, "france.raid": 1},
    )  # fmt: skip
    assert state.countries["france"].treasury == money + 15
    assert state.sea.corsairs == {}
    assert state.notes["corsairs.home"] == ["france -"]
    other = table(Corsair("algeria", "+"))
    played = attack(
        other, sailing(other, 15, "NTD"), ("attack-convoy", True), dice={"algeria.convoy": 1}
    )
    assert played.asks[0].who == "france", "its patron decides"
    assert other.sea.corsairs == {}, "home, though it found nothing"


@pytest.mark.rule("CNV-06", "CNV-09")
def test_after_the_corsair_of_one_alliance_that_of_the_next_may_attack() -> None:
    """Only one corsair of each alliance may attack a convoy in a zone, by decreasing initiative."""
    state = table(Corsair("algeria", "+"), Corsair("france", "+"), Corsair("france", "-"))
    asks = attack(state, sailing(state, 15, "NTD"), *[("attack-convoy", True)] * 2,
                  dice={"france.convoy": 1, "algeria.convoy": 1}).asks  # fmt: skip
    assert len(asks) == 2
    assert state.notes["corsairs.home"] == ["france +", "algeria +"]


@pytest.mark.rule("CNV-01", "CNV-02")
def test_no_attack_without_gold_or_with_the_experimental_system() -> None:
    state = table(pirate())
    attack(state, sailing(state, 0, "NTD"))
    state.options["experimental_revolts"] = True
    attack(state, sailing(state, 30, "NTD"))
    assert state.sea.corsairs[SYMBOL] == [pirate("+")]


@pytest.mark.rule("CNV-03", "CNV-07")
def test_the_attack_comes_before_interceptions_and_stops_nobody() -> None:
    state = table(pirate())
    ships = fleet(state, "spain", "catalunya", "NTD", "NTD")
    gold.settle(state, units(state, ships), 30)
    (foe,) = fleet(state, "france", SYMBOL, "NWD")
    played = play(
        movement.moves, state,
        [
            ("next-move", f"catalunya:{ships[0]}"), ("mover", [str(ships[0]), str(ships[1])]),
            ("sail", [SYMBOL]), ("intercept", []),
        ],
        {"pirates.convoy": 1, "spain.attrition": 1},
    )  # fmt: skip
    kinds = [entry.text for entry in played.phase.story]
    assert any("misses the gold" in text for text in kinds)
    assert at(state, ships[0]) == (SYMBOL, "field")
    assert state.units[foe].place == SYMBOL


@pytest.mark.rule("CNV-07", "CNV-A4", "NIN-09")
def test_the_attrition_of_an_announced_action_comes_before_the_attack() -> None:
    state = table(pirate())
    ships = fleet(state, "spain", "catalunya", "F-: 2 NWD", "NTD")
    gold.settle(state, units(state, ships), 15)
    played = play(
        movement.moves, state,
        [
            ("next-move", f"catalunya:{ships[0]}"), ("mover", [str(ships[0]), str(ships[1])]),
            ("sail", [SYMBOL, "!blockade:provence"]),
        ],
        {"pirates.convoy": 1, "spain.attrition": 1},
    )  # fmt: skip
    story = [entry for entry in played.phase.story if entry.kind == "roll"]
    rolls = [entry.sheet["name"] for entry in story if entry.sheet]
    assert rolls == ["spain.attrition", "pirates.convoy"]


@pytest.mark.rule("CNV-13", "CNV-16", "COR-12")
def test_pirates_without_a_leader_have_a_manoeuvre_to_find_the_gold_alone() -> None:
    """1533: "Roll for naval interception by the \\corsaire. \\corsaire of \\pays{pirates} with no
    \\LeaderA use 2 as \\Man": the defence and the raid that follow know no such leader."""
    state = table()
    ships = fleet(state, "spain", SYMBOL, "NTD")
    stack, found = fleets.stack(state, SYMBOL, "spain"), pirate("+")
    assert ships
    assert convoys.finding_manoeuvre(found) == 2
    assert convoys.finding_manoeuvre(pirate("+", "drake")) == 5
    assert "manoeuvre of the corsair" not in str(convoys.raid_modifiers(state, stack, found))
    assert corsairs_math.hunt_of(state, stack, found).corsair_manoeuvre == 0


@pytest.mark.rule("CNV-16")
def test_the_modifiers_of_the_raid() -> None:
    state = table()
    ships = fleet(state, "spain", SYMBOL, "F-: 2 NWD, 1 NTD")
    stack = fleets.stack(state, SYMBOL, "spain")
    assert total(convoys.raid_modifiers(state, stack, pirate("+", "drake"))) == 2 - 5
    assert total(convoys.raid_modifiers(state, stack, pirate("-"))) == 3 + 2
    assert [unit.id for unit in stack.units] == ships


@pytest.mark.rule("CNV-16")
def test_ships_without_a_fleet_great_fleets_and_a_battle_there_count_in_the_raid() -> None:
    def values(*ships: str, fought: int = 0) -> list[int]:
        state = table()
        fleet(state, "spain", SYMBOL, *ships)
        state.notes[f"{corsairs_math.FOUGHT}{SYMBOL}"] = fought
        stack = fleets.stack(state, SYMBOL, "spain")
        france = Corsair("france", "+")
        return [each.value for each in convoys.raid_modifiers(state, stack, france)]

    assert values("NTD") == [1]
    assert values("NDE") == [], "no detachment of ships"
    assert values("F+: 6 NWD", "NTD") == [4]
    assert values("F-: 2 NWD", "F-: 2 NWD", "NTD") == [4]
    assert values("F+: 6 NWD", fought=1) == [4, 1]


@pytest.mark.rule("CNV-16")
def test_the_knights_raid_better_while_a_christian_port_lies_in_the_levant() -> None:
    state = table()
    fleet(state, "spain", SYMBOL, "NTD")
    stack = fleets.stack(state, SYMBOL, "spain")

    def value(country: str) -> int:
        return total(convoys.raid_modifiers(state, stack, Corsair(country, "+")))

    assert (value("knights-of-saint-john"), value("france")) == (1 - 2, 1)
    for zone in ("sea-egee", "sea-levantin"):
        for border in board.land_neighbours(zone):
            state.land.controllers[border.other] = "turkey"
    assert value("knights-of-saint-john") == 1


@pytest.mark.rule("CNV-13")
def test_the_admiral_the_weather_and_the_zone_count_for_finding_the_gold() -> None:
    def found(**fields: Any) -> dict[str, int]:
        state = table(pirate(leader="drake"), **fields)
        voyage = sailing(state, 30, "NWD", "NTD")
        lead(state, "spain", SYMBOL, "santa-cruz")
        voyage.leaders.append("santa-cruz")
        played = attack(state, voyage, dice={"pirates.convoy": 1})
        (roll,) = [entry.sheet for entry in played.phase.story if entry.kind == "roll"]
        assert roll is not None
        return {rule: value for value, _, rule in roll["modifiers"]}

    assert found() == {"NIN-22": 2, "NIN-29": 1}, "Drake 5, Santa Cruz 3"
    assert found(bad_weather=True) == {"NIN-22": 2, "NIN-24": -2, "NIN-29": 1}


@pytest.mark.rule("CNV-16", "CNV-17", "CNV-A3")
def test_warships_are_worth_five_and_nothing_is_taken_twice() -> None:
    def raid(gold_aboard: int, *ships: str, country: str = "france") -> tuple[dict[str, int], int]:
        state = table(Corsair(country, "+"))
        voyage = sailing(state, gold_aboard, *ships)
        money = state.countries[country].treasury
        dice = {f"{country}.convoy": 10, "spain.hunt": 1, f"{country}.raid": 1}
        attack(state, voyage, ("attack-convoy", True), dice=dice)
        left = fleets.ships(unit for unit in state.units.values() if unit.country == "spain")
        assert sum(state.sea.gold.values()) == gold_aboard - taken(left, gold_aboard, ships)
        return left, state.countries[country].treasury - money

    def taken(left: dict[str, int], ducats: int, ships: tuple[str, ...]) -> int:
        lost = {kind: ships.count(kind) - left.get(kind, 0) for kind in set(ships)}
        return min(ducats, 15 * lost.get("NTD", 0) + 5 * lost.get("NWD", 0))

    # 1 +1 for ships without a fleet, +3 for a corsair on its - side: 5, three ships.
    assert raid(60, "NTD", "NWD", "NWD", "NWD") == ({"NWD": 1}, 25)
    assert raid(60, "NTD", "NTD", "NTD", "NWD") == ({"NWD": 1}, 45)
    assert raid(15, "NTD", "NWD") == ({}, 15), "no more than there is"
    assert raid(60, "NTD", "NTD", "NTD", "NWD", country="algeria")[1] == 0, "a minor's is lost"


@pytest.mark.rule("CMB-28", "CNV-16")
@pytest.mark.parametrize(
    ("ships", "left"), [(("NTD", "NTD", "NTD", "NTD"), 3), (("NTD", "NTD", "NTD"), 0)]
)
def test_troops_for_whom_a_raid_leaves_no_room_are_lost(ships: tuple[str, ...], left: int) -> None:
    """1000: *If the transport capacity of the naval stack falls below the requirement to carry the
    land stack …, then the land stack immediately suffers enough loss to be small enough*: three
    of four transports are taken, which carried 5 ducats and four detachments, or all."""
    state = table(Corsair("france", "+"))
    voyage = sailing(state, 5, *ships)
    put(state, "spain", SYMBOL, "LD", "LD", "LD", "LD", position="aboard")
    dice = {"france.convoy": 10, "spain.hunt": 1, "france.raid": 1}
    told = attack(state, voyage, ("attack-convoy", True), dice=dice).told
    assert "takes 3 NTD of Spain and 5 ducats" in told
    assert forces.strength(state.troops_of("spain")) == left


@pytest.mark.rule("CNV-16", "CNV-18")
def test_ships_of_whoever_has_them_are_taken_and_the_voyage_goes_on_with_the_rest() -> None:
    state = sea_table(
        alliances={"spain": ["spain", "venice"], "france": ["france"]}, wars=[("spain", "france")]
    )
    state.sea.corsairs[SYMBOL] = [Corsair("france", "+")]
    voyage = sailing(state, 60, "NWD", "NWD", "NWD", "NWD")
    (guest,) = fleet(state, "venice", SYMBOL, "NTD")
    voyage.units.append(guest)
    voyage.last = state.last_unit
    dice = {"france.convoy": 10, "spain.hunt": 1, "france.raid": 1}
    played = attack(state, voyage, ("attack-convoy", True), dice=dice)
    assert guest not in state.units, "transports first"
    assert "takes NTD of Venice and 2 NWD of Spain and " in played.told
    lost = {each.country: each.afloat for each in statistics.losses(played.phase.story)}
    assert lost == {"venice": 3, "spain": 6}
    assert set(voyage.units) == {unit.id for unit in state.units.values()}
    assert len(voyage.units) == 2
    assert sum(state.sea.gold.values()) == 60 - 15 - 2 * 5


@pytest.mark.rule("CNV-11")
def test_where_the_controllers_do_not_agree_no_corsair_attacks() -> None:
    def plundered(*answers: Any, dice: Any = ()) -> Played:
        state = sea_table(
            alliances={"spain": ["spain"], "france": ["france", "holland"]},
            wars=[("spain", "france")],
        )
        state.sea.corsairs[SYMBOL] = [Corsair("france", "+"), Corsair("holland", "+")]
        return attack(state, sailing(state, 15, "NTD"), *answers, dice=dice)

    ask = "convoy-attacker"
    torn = plundered((ask, "0"), (ask, "1"))
    assert [each.who for each in torn.asks] == ["france", "holland"]
    assert len(torn.phase.state.sea.corsairs[SYMBOL]) == 2, "none attacks"
    plundered((ask, "none"), (ask, "none"))
    agreed = plundered((ask, "1"), (ask, "1"), dice={"holland.convoy": 1})
    assert [each.country for each in agreed.phase.state.sea.corsairs[SYMBOL]] == ["france"]


@pytest.mark.rule("CNV-13", "NIN-23", "NIN-28")
@pytest.mark.parametrize(
    ("corsair", "ships", "found"),
    [
        ("battery", ("galleon-fluyt",), {"NIN-23": 1, "NIN-29": 1}),  # 10 levels ahead
        ("battery", ("vessel",), {"NIN-29": 1}),  # behind
        ("battery", ("battery", "carrack"), {"NIN-23": 1, "NIN-29": 1}),  # the worst of the stack
        ("battery", ("battery", "battery"), {"NIN-29": 1}),
    ],
)
def test_levels_ahead_of_the_oldest_ships_help_a_corsair(
    corsair: str, ships: tuple[str, ...], found: dict[str, int]
) -> None:
    state = sea_table(
        alliances={"spain": ["spain", "venice"], "france": ["france"]}, wars=[("spain", "france")]
    )
    state.sea.corsairs[SYMBOL] = [Corsair("france", "+")]
    state.countries["france"].naval_technology = corsair
    voyage = sailing(state, 15, "NTD")
    for country, technology in zip(("spain", "venice"), ships, strict=False):
        state.countries[country].naval_technology = technology
        if country == "venice":
            voyage.units += fleet(state, "venice", SYMBOL, "NTD")
    played = attack(state, voyage, ("attack-convoy", True), dice={"france.convoy": 1})
    (roll,) = [entry.sheet for entry in played.phase.story if entry.kind == "roll"]
    assert roll is not None
    assert {rule: value for value, _, rule in roll["modifiers"]} == found


@pytest.mark.rule("PUR-23", "PUR-24", "PUR-25", "CMB-34")
@pytest.mark.parametrize(
    ("taken", "left", "seized", "sunk"),
    [({"NWD": 2}, (), 10, 0), ({"NTD": 1}, (), 10, 5), ({"NWD": 1}, ("NTD",), 0, 0),
     ({}, (), 0, 0)],
)  # fmt: skip
def test_what_is_seized_is_booked_and_told_with_what_is_sunk(
    taken: dict[str, int], left: tuple[str, ...], seized: int, sunk: int
) -> None:
    """10 ducats seized and 5 sunk for each transport; 5 for each other ship without any left."""
    state = table()
    ships, _ = laden(state, 30, "NWD", "NWD", "NWD", "NWD", "NWD", "NWD", *left)
    before = state.countries["france"].treasury

    async def procedure(phase: Any) -> None:
        captures.plunder(phase, ZONE, 30, ships, taken, "france")

    told = play(procedure, state).told
    assert state.countries["france"].treasury == before + seized
    assert sum(state.sea.gold.values()) == 30 - seized - sunk
    more = f"; {sunk} are sunk" if sunk else ""
    assert told == (f"France seizes {seized} ducats of gold{more}." if seized or sunk else "")


@pytest.mark.rule("CNV-12", "CNV-08")
@pytest.mark.parametrize(("whose", "attacks"), [("algeria", True), ("algeria", False)])
def test_who_controls_a_corsair_says_whether_it_attacks_and_pirates_always_do(
    whose: str, attacks: bool
) -> None:
    """*Corsairs of a neutral minor are handled by the first country in its list of controllers*:
    France for Algeria; pirates + ask nobody."""
    state = table(Corsair(whose, "+"))
    _, voyage = laden(state, 15, "NTD")
    dice = {f"{whose}.convoy": 1} if attacks else ()
    played = attack(state, voyage, ("attack-convoy", attacks), dice=dice)
    assert [ask.who for ask in played.asks] == ["france"]
    assert bool(state.sea.corsairs.get(SYMBOL)) == (not attacks)
    state = table(pirate())
    _, voyage = laden(state, 15, "NTD")
    assert attack(state, voyage, dice={"pirates.convoy": 1}).asks == []


@pytest.mark.rule("CNV-17", "CNV-18", "CNV-A3")
@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "takes no ship."),
        (1, "takes NTD of Spain and"),
        (2, "takes 2 NTD of Spain and"),
    ],
)
def test_the_ships_that_a_raid_takes_are_told(number: int, said: str) -> None:
    state = table()
    voyage = sailing(state, 15, "NTD", "NTD", "NTD")

    async def procedure(phase: Phase) -> None:
        convoys._loot(phase, voyage, Corsair("france", "+"), number, "france")

    before = len(state.units)
    assert said in play(procedure, state).told
    assert before - len(state.units) == number


@pytest.mark.rule("CNV-08", "COR-17")
def test_the_first_in_initiative_rolls_for_pirates() -> None:
    """Pirates have no player: whoever has the initiative throws their dice."""
    state = table(pirate())
    first = state.diplomacy.alliances[0].id
    assert convoys._controller(state, pirate()) == sides.speaker(state, first)
    state.diplomacy.alliances.reverse()
    second = state.diplomacy.alliances[0].id
    assert convoys._controller(state, pirate()) == sides.speaker(state, second) != first
