"""Attrition at sea: every modifier, the roll, and the ships that are lost."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engine.facts import board, tables
from engine.fleets.naval_journey import Journey, NavalLine
from engine.modifiers import Modifier
from engine.play.asks import Choose
from engine.sea.under_way import attrition, attrition_math
from engine.sea.under_way.attrition import Outlook
from engine.sea.under_way.attrition_math import Circumstances
from engine.sea.under_way.voyage import Voyage
from engine.sea.voyages import voyage_step
from engine.state import State
from engine.state.forces import Unit
from engine.state.stacks import Band
from tests.engine.playing import Played, band, lead, play
from tests.engine.sea.afloat import fleet, sea_table, sizes, units
from tests.engine.sea.channel import CHANNEL

HOME = NavalLine(0, "wessex", ("wessex",))


def rules(**seen: Any) -> dict[str, int]:
    return {each.rule: each.value for each in attrition_math.modifiers(Circumstances(**seen))}


def rules_of(state: State, numbers: list[int], *way: str, leader: str = "", **more: Any
             ) -> dict[str, int]:  # fmt: skip
    leaders = [state.leaders[leader]] if leader else []
    journey = more.pop("journey", None) or Journey(way, HOME)
    journey = replace(journey, **more)
    seen = attrition_math.circumstances_of(state, Band.of(units(state, numbers), leaders), journey)
    return {each.rule: each.value for each in attrition_math.modifiers(seen)}


@pytest.mark.rule("ATS-06", "ATS-07", "ATS-14", "ATS-15")
def test_what_always_counts() -> None:
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", "NTD", leader="england-anonymous-admiral-2")
    assert rules_of(state, ships, "sea-manche") == {"ATS-06": -6, "ATS-15": 3}
    state.sequence.bad_weather = True
    found = rules_of(state, ships, "sea-manche", leader="england-anonymous-admiral-2")
    assert found == {"ATS-06": -6, "ATS-15": 3, "ATS-14": 2, "ATS-07": -3}
    routed = rules_of(state, ships, "sea-manche", leader="england-anonymous-admiral-2", manoeuvre=0)
    assert "ATS-07" not in routed, "a routed admiral's manoeuvre is 0"


@pytest.mark.rule("ATS-02", "ATS-03", "ATS-04", "ATS-A4")
def test_the_greatest_difficulty_of_the_seas() -> None:
    state = sea_table()
    ships = units(state, fleet(state, "england", "sea-manche", "NWD"))
    hard = {zone: board.sea(zone).difficulty for zone in ("sea-manche", "sea-gascogne")}
    assert hard == {"sea-manche": 5, "sea-gascogne": 5}
    assert attrition_math.difficulty(state, ships, ["sea-manche"], "england") == 3, (
        "a port of its own"
    )
    assert attrition_math.difficulty(state, ships, [], "england") == 0, "from port to port"
    both = ["sea-manche", "sea-gascogne"]
    assert attrition_math.difficulty(state, ships, both, "england") == 5, "EX-ATS-01: the greatest"
    for port in ("cornwall", "kent", "wessex"):
        fleet(state, "france", "sea-manche", "F-: 2 NWD", task=f"blockade:{port}")
    assert attrition_math.difficulty(state, ships, ["sea-manche"], "england") == 5


@pytest.mark.rule("ATS-10", "ATS-11", "ATS-12", "ATS-13", "ATS-A2")
@pytest.mark.parametrize(
    ("technology", "warships", "found"),
    [
        ("carrack", True, {"ATS-10": 1}),
        ("carrack", False, {}),
        ("nao-galleon", True, {}),
        ("galleon-fluyt", True, {}),
        ("battery", False, {"ATS-11": -1}),
        ("vessel", True, {"ATS-12": -2}),
        ("three-decker", True, {"ATS-12": -2}),
        ("seventy-four", True, {"ATS-13": -3}),
    ],
)
def test_technology(technology: str, warships: bool, found: dict[str, int]) -> None:
    base = rules(technology="nao-galleon")
    assert rules(technology=technology, warships=warships) == {**base, **found}


@pytest.mark.rule("ATS-A2")
def test_a_stack_has_its_worst_technology() -> None:
    state = sea_table(alliances={"england": ["england", "holland"], "france": ["france"]})
    state.countries["england"].naval_technology = "vessel"
    state.countries["holland"].naval_technology = "battery"
    ships = fleet(state, "england", "sea-manche", "NWD") + fleet(
        state, "holland", "sea-manche", "NWD"
    )
    assert rules_of(state, ships, "sea-manche")["ATS-11"] == -1
    state.countries["holland"].naval_technology = "carrack"
    assert rules_of(state, ships, "sea-manche")["ATS-10"] == 1
    galley = fleet(state, "holland", "sea-lion", "NGD")
    assert "ATS-10" not in rules_of(state, galley, "sea-lion")


@pytest.mark.rule("ATS-16", "ATS-17", "ATS-18", "ATS-19")
@pytest.mark.parametrize(
    ("counters", "zones", "value"),
    [
        (2, 1, 0), (3, 1, 0), (2, 2, 2), (3, 2, 4), (2, 3, 2), (3, 5, 8), (1, 3, 0), (1, 4, 1),
        (0, 8, 2),
    ],
)  # fmt: skip
def test_the_distance_of_the_rulebook(counters: int, zones: int, value: int) -> None:
    found = rules(fleets=counters, zones=zones)
    rule = {0: "ATS-16", 1: "ATS-16", 2: "ATS-17", 3: "ATS-18"}[counters]
    assert found.get(rule, 0) == value
    assert sum(found.values()) == -6 + value


@pytest.mark.rule("NAV-03", "ATS-05", "ATS-16")
def test_zones_and_ports_entered_count() -> None:
    state = sea_table()
    ships = fleet(state, "england", "wessex", "NWD")
    way = ("wessex", "sea-manche", "kent", "sea-nord", "sea-manche")
    assert Journey(("wessex", "sea-manche")).zones == 1, "EX-ATS-03"
    assert rules_of(state, ships, *way)["ATS-16"] == 1, "four were entered, a port among them"
    assert "ATS-16" not in rules_of(state, ships, *way[:-1])


@pytest.mark.rule("ATS-09")
def test_malus_of_the_zones_entered() -> None:
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", "NWD")
    hard = next(each for each in board.seas().values() if each.malus)
    other = board.sea_neighbours(hard.id)[0].other
    entered = rules_of(state, ships, other, hard.id)
    assert entered["ATS-09"] == hard.malus
    assert "ATS-09" not in rules_of(state, ships, hard.id), "the start does not count"
    again = rules_of(state, ships, hard.id, other, hard.id)
    assert again["ATS-09"] == hard.malus + board.sea(other).malus


@pytest.mark.rule("ATS-20")
def test_from_arsenal_to_arsenal() -> None:
    state = sea_table()
    two = fleet(state, "england", "wessex", "F-: 2 NWD", "F-: 2 NWD")
    way = ("wessex", "sea-manche", "sea-nord", "east-anglia")
    assert rules_of(state, two, *way)["ATS-20"] == -1
    assert "ATS-20" not in rules_of(state, two[:1], *way), "one fleet counter"
    assert "ATS-20" not in rules_of(state, two, *way[:-1]), "no arsenal at the end"
    assert "ATS-20" not in rules_of(state, two, "wessex", "sea-manche", "wessex"), "the same"


@pytest.mark.rule("ATS-21", "ATS-22", "ATS-23", "ATS-A3")
@pytest.mark.parametrize(
    ("length", "found"),
    [
        (0, {}), (1, {"ATS-21": 3}), (2, {"ATS-22": 6}), (4, {"ATS-22": 6}), (5, {"ATS-23": 9}),
        (None, {"ATS-23": 9}),
    ],
)  # fmt: skip
def test_the_distance_from_port(length: int | None, found: dict[str, int]) -> None:
    assert rules(distance=length) == {"ATS-06": -6, **found}


@pytest.mark.rule("ATS-08", "ATS-21")
def test_the_line_is_that_at_the_start() -> None:
    state = sea_table()
    ships = fleet(state, "england", "sea-gascogne", "NWD")
    journey = attrition_math.begin(state, band(ships))
    assert journey.line is not None
    assert journey.line.length == 1
    state.land.controllers |= dict.fromkeys(("morbihan", "vendee"), "england")
    assert rules_of(state, ships, journey=journey.extended("sea-celtique"))["ATS-21"] == 3
    closed = replace(journey, line=NavalLine(1, "wessex", (), 4))
    assert rules_of(state, ships, journey=closed)["ATS-08"] == 4


@pytest.mark.rule("ATS-24")
def test_corsairs() -> None:
    found = attrition_math.modifiers(Circumstances(corsair_minus=3, corsair_plus=1))
    assert [each.value for each in found if each.rule == "ATS-24"] == [3, 2]


@pytest.mark.rule("ATS-25", "ATS-26")
def test_a_blockade_at_the_start() -> None:
    state = sea_table()
    state.land.levels["normandie"] = 3
    leader = "blas-de-lezo"
    ships = fleet(
        state, "england", "sea-manche", "F-: 2 NWD", leader=leader, task="blockade:normandie"
    )
    journey = attrition_math.begin(state, band(ships, leader))
    found = rules_of(state, ships, journey=journey)
    assert (found["ATS-25"], found["ATS-26"]) == (-1, 2), "half of 3, rounded up"
    state.sea.tasks.clear()
    free = attrition_math.begin(state, band(ships, leader))
    assert not {"ATS-25", "ATS-26"} & rules_of(state, ships, journey=free).keys()
    king = lead(state, "england", "sea-manche", "christian-iv")
    state.sea.tasks |= dict.fromkeys((*map(str, ships), king), "blockade:normandie")
    led = attrition_math.begin(state, band(ships, king))
    assert "ATS-25" not in rules_of(state, ships, journey=led), "a king is no admiral"


@pytest.mark.rule("PRE-15", "RET-08")
def test_places_of_fire_on_the_way_back() -> None:
    assert rules(crossings=2)["PRE-15"] == 4


# The roll.


def voyage(state: State, ships: list[int], *answers: Any, dice: Any, way: Any = ("sea-manche",)
           ) -> Played:  # fmt: skip
    return play(
        attrition.voyage_attrition, state, answers, dice, band(ships), Journey(tuple(way), HOME)
    )


def lose(state: State, ships: list[int], lost: int, *answers: Any) -> Played:
    return play(attrition.lose, state, answers, (), ships, lost, "storm")


@pytest.mark.rule("ATS-27", "ATS-30", "ATS-31")
@pytest.mark.parametrize(
    ("kind", "lost", "left"),
    [
        ("NWD", 1, {"NDE": 2}), ("NWD", 2, {"NDE": 1}), ("NWD", 3, {}),
        ("NGD", 1, {"NGD": 1}), ("NGD", 2, {}), ("NGD", 3, {}),
        ("NTD", 1, {"NTD": 1}), ("NTD", 2, {}),
        ("VGD", 1, {"VGD": 1}), ("VGD", 2, {}),
        ("NDE", 1, {}),
    ],
)  # fmt: skip
def test_what_becomes_of_a_ship(kind: str, lost: int, left: dict[str, int]) -> None:
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", kind)
    lose(state, ships, lost)
    assert sizes(state, "england") == left


@pytest.mark.rule("ATS-30", "RET-11", "CMB-33")
def test_explorers_that_a_warship_leaves_are_no_loss_and_carry_its_gold_on() -> None:
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", "NWD")
    state.sea.gold[str(ships[0])] = 5
    played = play(attrition.suffer, state, (), (), ships, "england", 1, 10, [], "storm")
    assert played.result == 1
    assert "ducats" not in played.told, "none is lost"
    assert sizes(state, "england") == {"NDE": 2}
    assert sum(state.sea.gold.values()) == 5
    assert str(ships[0]) not in state.sea.gold


@pytest.mark.rule("ATS-29")
def test_the_controller_chooses_the_ships() -> None:
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", "F-: 2 NWD, 1 NTD", "NGD")
    played = lose(state, ships, 4, ("ship-lost", "england/NWD"), ("ship-lost", "england/NWD"))
    assert sizes(state, "england") == {"NGD": 1, "NTD": 1, "NDE": 2}
    assert [ask.who for ask in played.asks] == ["england", "england"]
    assert state.units[ships[0]].ships == {"NTD": 1}
    asked = [ask for ask in played.asks if isinstance(ask, Choose)]
    assert [ask.enter for ask in asked] == ["england/NTD"] * 2, "what one would rather lose"
    details = [{each.answer: each.detail for each in ask.options} for ask in asked]
    assert details[0] == dict.fromkeys(("england/NGD", "england/NTD", "england/NWD"), "is lost")
    assert details[1]["england/NWD"] == "becomes 2 NDE"
    assert details[1]["england/NTD"] == "unharmed by one third"
    which = "Which ship in the English Channel loses"
    assert [ask.question for ask in asked] == [
        f"{which} 1 ND (storm)?",
        f"{which} 1/3 ND (storm)? Lost so far: NWD of England.",
    ]
    lose(state, ships, 1, ("ship-lost", "england/NGD"))
    assert sizes(state, "england")["NGD"] == 1, "one third does a galley no harm"


def test_explorers_suffer_last_and_all_can_be_lost() -> None:
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", "NWD", "NDE", "NDE")
    lose(state, ships, 3)
    assert sizes(state, "england") == {"NDE": 2}
    lose(state, ships, 9)
    assert sizes(state, "england") == {}


@pytest.mark.rule("ATS-01", "ATS-27", "ATS-28")
def test_the_roll_reads_percentage_and_remainders() -> None:
    state = sea_table()
    state.countries["england"].naval_technology = "nao-galleon"
    ships = fleet(state, "england", "sea-gascogne", "F+: 4 NWD", "NWD")
    played = voyage(state, ships, dice={"england.attrition": 10}, way=("sea-gascogne",))
    roll = played.phase.story[0].sheet
    assert roll is not None
    assert roll["result"] == 9
    percent = tables.attrition_percent(9)
    left = tables.remainders(15, percent)
    found = sizes(state, "england")
    assert (found.get("NWD", 0), found.get("NDE", 0)) == (left.detachments, left.explorations)
    assert played.result == 15 - 3 * left.detachments - left.explorations > 0


@pytest.mark.rule("ATS-27", "ATS-28")
def test_stars_and_sets_of_ten() -> None:
    odds = attrition.chances(3, 9)
    assert sum(odds.values()) == 1
    by_hand: dict[int, Fraction] = {}
    for strength in (36,):
        for die in range(1, 11):
            percent = tables.attrition_percent(die + 6)
            ten, two = tables.remainders(30, percent), tables.remainders(6, percent)
            stars = ten.stars + two.stars
            kept = 3 * (ten.detachments + two.detachments) + ten.explorations + two.explorations
            for unlucky in range(2**stars):
                lost = min(strength, strength - kept + unlucky.bit_count())
                by_hand[lost] = by_hand.get(lost, Fraction(0)) + Fraction(1, 10 * 2**stars)
        assert attrition.chances(strength, 6) == dict(sorted(by_hand.items()))


@pytest.mark.parametrize(
    ("tenths", "said"),
    [
        ({0: 10}, "no loss 100 %"),
        ({0: 9, 3: 1}, "no loss 90 %, up to 1 ND 10 %"),
        ({0: 8, 6: 2}, "no loss 80 %, more than 1 ND 20 %, 2 ND at worst"),
        ({1: 7, 4: 3}, "up to 1 ND 70 %, more 30 %, 1 1/3 ND at worst"),
    ],
)
def test_what_a_voyage_may_cost_in_a_line(tenths: dict[int, int], said: str) -> None:
    losses = {lost: Fraction(faces, 10) for lost, faces in tenths.items()}
    assert Outlook((Modifier(-4, "always", "ATS-06"),), losses).words == f"attrition -4: {said}"
    assert Outlook((), losses).words == "no attrition"


@pytest.mark.rule("ATS-07")
@pytest.mark.parametrize(("status", "value"), [("map", -3), ("wounded", None), ("killed", None)])
def test_the_manoeuvre_of_an_admiral_counts_while_he_is_with_them(
    status: str, value: int | None
) -> None:
    """Howard has 3; who fell in a battle on the way helps nobody."""
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", "NWD", "NWD", leader="howard")
    sailing = Voyage("england", [*ships], ["howard"], Journey(("sea-manche",), HOME))
    sailing.everyone = [*ships]
    if status != "map":
        state.remove_leader(state.leaders["howard"], status)  # type: ignore[arg-type]
    sailing.leaders = ["howard"]
    played = play(voyage_step.voyage_attrition, state, (), {"england.attrition": 1}, sailing)
    (roll,) = [entry.sheet for entry in played.phase.story if entry.kind == "roll"]
    assert roll is not None
    assert {rule: worth for worth, _, rule in roll["modifiers"]}.get("ATS-07") == value


@pytest.mark.rule("ATS-27", "ATS-29", "ATS-30", "ATS-31")
@pytest.mark.parametrize(
    ("counters", "lost", "gone", "told"),
    [
        (("NWD",), 1, 1, [("England loses 1/3 NWD in the English Channel (storm).", 1)]),
        (("NWD",), 2, 2, [("England loses 2/3 NWD in the English Channel (storm).", 2)]),
        (("NWD",), 3, 3, [("England loses 1 NWD in the English Channel (storm).", 3)]),
        (("NWD",), 9, 3, [("England loses 1 NWD in the English Channel (storm).", 3)]),
        (("NWD", "NWD"), 4, 4, [("England loses 1/3 NWD in the English Channel (storm).", 1),
                                ("England loses 1 NWD in the English Channel (storm).", 3)]),
        (("NWD", "NWD", "NWD"), 6, 6, [("England loses 2 NWD in the English Channel (storm).", 6)]),
        (("NTD",), 1, 0, [("One third of an ND harms no NTD of England (storm).", 0)]),
        (("NTD",), 2, 3, [("England loses 1 NTD in the English Channel (storm).", 3)]),
        (("NGD", "NGD"), 3, 3, [("England loses 1 NGD in the English Channel (storm).", 3)]),
        (("NGD", "NGD"), 4, 3, [("One third of an ND harms no NGD of England (storm).", 0),
                                ("England loses 1 NGD in the English Channel (storm).", 3)]),
        (("NGD", "NGD"), 5, 6, [("England loses 2 NGD in the English Channel (storm).", 6)]),
        (("NWD",), 0, 0, []),
    ],
)  # fmt: skip
def test_what_is_lost_and_what_is_told_of_it(
    counters: tuple[str, ...], lost: int, gone: int, told: list[tuple[str, int]]
) -> None:
    """*An NTD or NGD with 1 NDE of loss is unharmed, with 2 destroyed*; a warship leaves the rest
    as exploration detachments; nobody loses more than there is."""
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", *counters)
    played = lose(state, ships, lost)
    assert played.result == gone
    lines = [entry for entry in played.phase.story if entry.kind in ("attrition", "losses")]
    assert [(entry.text, (entry.sheet or {}).get("afloat", 0)) for entry in lines] == told
    for entry in lines:
        assert entry.place == "sea-manche"
        assert entry.kind == "attrition" or (entry.sheet or {})["country"] == "england"


@pytest.mark.rule("ATS-29", "ATS-30", "ATS-31")
@pytest.mark.parametrize(
    ("lost", "details", "first"),
    [
        (1, {"NGD": "unharmed by one third", "NTD": "unharmed by one third",
             "NWD": "becomes 2 NDE"}, "NTD"),
        (2, {"NGD": "is lost", "NTD": "is lost", "NWD": "becomes an NDE"}, "NTD"),
        (3, {"NGD": "is lost", "NTD": "is lost", "NWD": "is lost"}, "NTD"),
    ],
)  # fmt: skip
def test_each_choice_says_what_becomes_of_the_ship(
    lost: int, details: dict[str, str], first: str
) -> None:
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", "NGD", "NTD", "NWD")
    (ask,) = lose(state, ships, lost, ("ship-lost", "england/NTD")).asks
    assert isinstance(ask, Choose)
    assert {each.label: each.detail for each in ask.options} == details
    assert ask.enter == f"england/{first}"


@pytest.mark.rule("ATS-29")
def test_of_the_ships_of_two_countries_each_choice_names_whose_it_is() -> None:
    state = sea_table(alliances={"england": ["england", "holland"], "france": ["france"]})
    ships = fleet(state, "england", "sea-manche", "NWD") + fleet(
        state, "holland", "sea-manche", "NWD", "NDE"
    )
    played = lose(state, ships, 3, ("ship-lost", "holland/NWD"))
    assert played.asks[0].offers() == ["england/NWD", "holland/NWD"], "explorers last"
    assert isinstance(played.asks[0], Choose)
    assert [each.label for each in played.asks[0].options] == ["NWD of England", "NWD of Holland"]
    assert (sizes(state, "england"), sizes(state, "holland")) == ({"NWD": 1}, {"NDE": 1})


@pytest.mark.rule("CMB-25", "CMB-26", "CMB-33", "CMB-A2")
@pytest.mark.parametrize(
    ("percent", "lost", "kept"),
    [(0, 0, 20), (50, 3, 10), (25, 0, 15), (100, 6, 0), (20, 3, 15)],
)
def test_gold_aboard_loses_the_percentage_of_the_ships_and_what_finds_no_room(
    percent: int, lost: int, kept: int
) -> None:
    """Two transports hold 30 ducats and carry 20; the share is lost to the nearest 5, and one of
    them alone holds no more than 15."""
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", "NTD", "NTD")
    state.sea.gold = {str(ships[0]): 15, str(ships[1]): 5}
    played = play(attrition.suffer, state, (), (), ships, "england", lost, percent, [], "storm")
    assert played.result == lost
    assert sum(state.sea.gold.values()) == kept
    lines = [entry.text for entry in played.phase.story if entry.kind == "gold"]
    assert lines == ([f"England loses {20 - kept} ducats of gold (storm)."] if kept < 20 else [])


@pytest.mark.rule("CMB-25", "CMB-26")
@pytest.mark.parametrize(("percent", "left"), [(0, 6), (50, 3), (100, 0)])
def test_troops_aboard_lose_the_percentage_of_the_ships(percent: int, left: int) -> None:
    """*The troops aboard lose the same percentage*, of their own six thirds."""
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", "NTD", "NTD")
    troops = [unit.id for unit in (
        state.add(Unit(0, "england", "LD", "sea-manche", "aboard")) for _ in range(2)
    )]  # fmt: skip
    play(attrition.suffer, state, (), (), ships, "england", 0, percent, troops, "storm")
    assert sum(unit.thirds for unit in state.units.values() if unit.land) == left


@pytest.mark.rule("ATS-01", "ATS-02")
def test_without_ships_nothing_is_rolled() -> None:
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", "NWD")
    state.remove(state.units[ships[0]])
    played = voyage(state, ships, dice=())
    assert (played.result, played.phase.story) == (0, [])


@pytest.mark.rule("ATS-25")
@pytest.mark.parametrize(
    ("names", "lent"),
    [(("rooke",), 1), (("rooke", "blas-de-lezo"), 1), (("england-anonymous-admiral-2",), 0)],
)
def test_the_best_siege_value_of_the_admirals_before_the_port_counts(
    names: tuple[str, ...], lent: int
) -> None:
    """*Minus the siege value of one A or E in the stack if it was blockading a port*."""
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", "F-: 2 NWD", task="blockade:normandie")
    ids = [*names, "england-anonymous-admiral-3"]
    people = [state.leaders[lead(state, "england", "sea-manche", name)] for name in ids]
    journey = attrition_math.begin(state, Band.of(units(state, ships), people))
    assert journey.siege == lent


@pytest.mark.rule("ATS-29", "NAV-12")
def test_what_losses_leave_as_change_sails_on_and_is_counted_once() -> None:
    """A warship that becomes an exploration detachment is still part of the voyage; what belongs to
    others, lies elsewhere or was there before is none of it."""
    state = sea_table()
    (ship,) = fleet(state, "england", CHANNEL, "NWD")
    voyage = Voyage("england", [ship], [], Journey((CHANNEL,)), everyone=[ship],
                    last=state.last_unit)  # fmt: skip
    (made,) = fleet(state, "england", CHANNEL, "NDE")
    fleet(state, "france", CHANNEL, "NDE")
    fleet(state, "england", "sea-nord", "NDE")
    for _ in range(2):
        voyage.take_stock(state)
        assert (voyage.units, voyage.everyone) == ([ship, made], [ship, made])
    state.remove(state.units[ship])
    voyage.take_stock(state)
    assert (voyage.units, voyage.everyone) == ([made], [made])
