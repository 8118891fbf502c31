"""Naval moves: ways, ports on the way, what is picked up, attrition once, staying at sea."""

from __future__ import annotations

from typing import Any

import pytest

from engine.fleets import fleets, gold, unmoved_ships
from engine.fleets.naval_journey import Journey
from engine.land.ground import stack_parts
from engine.land.ground.stack_parts import Part
from engine.play.asks import BadAnswer
from engine.play.phase import Phase
from engine.sea.under_way import attrition_math
from engine.sea.under_way.announced_action import Action
from engine.sea.under_way.voyage import Voyage
from engine.sea.voyages import stationary
from engine.sea.voyages.sail_ask import Sail
from engine.sequence import movement, voyages
from engine.state import LOST, State
from engine.state.sea import Convoy
from engine.state.stacks import Band
from tests.engine import plays
from tests.engine.playing import Played, lead, play, put, tabletop, use_up
from tests.engine.sea.afloat import at, fleet, sea_table, sizes, units

DONE = ("next-move", "done")
QUIET = 1


def moves(state: State, *answers: Any, dice: Any = ()) -> Played:
    return play(movement.moves, state, answers, dice)


def sail(state: State, *numbers: int, **more: Any) -> Sail:
    here = units(state, list(numbers))
    leaders = tuple(leader.id for leader in state.leaders_at(here[0].place))
    journey = attrition_math.begin(state, Band.of(here, state.leaders_by_id(leaders)))
    return Sail(
        who="england", name="sail", what="?", state=state, alliance="england", units=numbers,
        leaders=leaders, journey=journey, everyone=numbers, **more,
    )  # fmt: skip


def rolls(played: Played) -> list[tuple[str, dict[str, int]]]:
    """The rolls that were told: place, and the modifiers by rule."""
    found = []
    for entry in played.phase.story:
        if entry.kind == "roll" and entry.sheet:
            reasons = [list(each.values()) if isinstance(each, dict) else list(each)
                       for each in entry.sheet["modifiers"]]  # fmt: skip
            found.append((entry.place, {each[2]: each[0] for each in reasons}))
    return found


@pytest.mark.rule("NAV-01", "NAV-02", "NAV-03", "NAV-12", "MVG-02")
def test_a_voyage_has_no_limit_and_rolls_once() -> None:
    state = sea_table()
    (ship,) = fleet(state, "england", "wessex", "NWD")
    way = ["sea-manche", "sea-celtique", "sea-gascogne", "sea-cadix", "sea-alboran", "sea-lion",
           "sea-thyrrenienne", "sea-ionienne"]  # fmt: skip
    played = moves(
        state, ("next-move", f"wessex:{ship}"), ("sail", way), dice={"england.attrition": QUIET}
    )
    assert at(state, ship) == ("sea-ionienne", "field")
    (roll,) = rolls(played)
    assert roll[1]["ATS-16"] == 2, "8 zones"
    assert "England sails NWD: Wessex - " in played.told


@pytest.mark.rule("NAV-02", "ATS-01", "NAV-A2", "MVG-05")
def test_who_rolls_for_attrition() -> None:
    state = sea_table()
    fleet(state, "england", "wessex", "NWD")
    assert rolls(moves(state, DONE)) == [], "who stays in port does not"
    state = sea_table()
    (ship,) = fleet(state, "england", "wessex", "NWD")
    out_and_in = ["sea-manche", "wessex"]
    played = moves(
        state, ("next-move", f"wessex:{ship}"), ("sail", out_and_in),
        dice={"england.attrition": QUIET},
    )  # fmt: skip
    assert len(rolls(played)) == 1
    state = sea_table(campaign="none")
    fleet(state, "england", "sea-gascogne", "NWD")
    fleet(state, "france", "sea-gascogne", "NWD")
    played = moves(state, dice={"england.attrition": QUIET})
    assert rolls(played) == [
        ("sea-gascogne", {"ATS-06": -6, "ATS-10": 1, "ATS-15": 5, "ATS-21": 3})
    ]


@pytest.mark.rule("NAV-04", "MVG-07", "MVG-10")
def test_ports_on_the_way_and_ships_that_join() -> None:
    state = sea_table()
    (first,) = fleet(state, "england", "wessex", "F-: 2 NWD")
    (second,) = fleet(state, "england", "kent", "F-: 2 NWD", leader="england-anonymous-admiral-1")
    way = ["sea-manche", "kent", f"+{second}", "+england-anonymous-admiral-1", "sea-nord",
           f"-{first}", "east-anglia"]  # fmt: skip
    played = moves(
        state, ("next-move", f"wessex:{first}"), ("sail", way), dice={"england.attrition": QUIET}
    )
    assert (at(state, first)[0], at(state, second)[0]) == ("sea-nord", "east-anglia")
    assert state.leaders["england-anonymous-admiral-1"].place == "east-anglia"
    assert {first, second} <= state.marks.moved
    (roll,) = rolls(played)
    assert roll[1]["ATS-17"] == 4, "4 zones, and both fleets were part of it"


@pytest.mark.rule("MVG-07", "NAV-03", "ATS-07")
@pytest.mark.parametrize(
    ("way", "less"),
    [
        (["kent", "sea-nord"], 0),
        (["kent", "+england-anonymous-admiral-2", "sea-nord"], -3),
        (["kent", "+england-anonymous-admiral-2", "-england-anonymous-admiral-2", "sea-nord"], 0),
    ],
)
def test_an_admiral_who_is_picked_up_lends_his_manoeuvre(way: list[str], less: int) -> None:
    """*-M: manoeuvre of the commanding leader* (1142), his of manoeuvre 3 who came aboard."""
    state = sea_table()
    (ship,) = fleet(state, "england", "wessex", "NWD")
    fleet(state, "england", "kent", "NTD", leader="england-anonymous-admiral-2")
    found = sail(state, ship).outlook(["sea-manche", *way]).modifiers
    assert sum(each.value for each in found if each.rule == "ATS-07") == less


@pytest.mark.rule("MVG-07", "MVG-08")
def test_what_has_moved_cannot_be_picked_up() -> None:
    state = sea_table()
    first, second = fleet(state, "england", "wessex", "NWD", "NWD")
    state.marks.moved.add(second)
    with pytest.raises(BadAnswer, match="free to be picked up"):
        sail(state, first).parse([f"+{second}", "sea-manche"])


@pytest.mark.rule("NAV-10")
def test_ways_that_are_closed() -> None:
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", "F-: 2 NWD", "F-: 2 NWD")
    ask = sail(state, *ships)
    assert ask.parse(["wessex"]) == ("wessex",)
    for way, reason in [
        (["kent"], "too small"),
        (["normandie"], "no port of England"),
        (["sea-gascogne"], "not next to"),
        (["nowhere"], "not a sea zone"),
        (["wessex", "sussex"], "not a sea zone"),
        ([f"-{ships[0]}", f"-{ships[1]}"], "all would stay"),
        (["-99"], "not in the stack"),
        (["!dance"], "no naval action"),
        (["!blockade:nowhere"], "'nowhere' is not a province"),
        (["!load:sea-manche"], "'sea-manche' is not a province"),
        (["!battle:nobody"], "is not a ship at sea"),
        (["!blockade:normandie", "wessex"], "ends the movement"),
        ("wessex", "not a list"),
    ]:
        with pytest.raises(BadAnswer, match=reason):
            ask.parse(way)
    state.sequence.sund_frozen = True
    with pytest.raises(BadAnswer, match="frozen"):
        ask.parse(["sea-nord", "sea-oresund"])


def test_galleys_do_not_leave_their_waters() -> None:
    state = sea_table(alliances={"england": ["spain"], "france": ["france"]})
    (ship,) = fleet(state, "spain", "andalucia", "NGD")
    ask = sail(state, ship)
    assert ask.parse(["sea-cadix", "sea-alboran", "sea-lion"])
    with pytest.raises(BadAnswer, match="galleys"):
        ask.parse(["sea-cadix", "sea-gascogne"])
    assert "sea-gascogne" not in ask.reach()
    assert "sea-levantin" in ask.reach()


@pytest.mark.rule("CAM-14", "CAM-17", "CAM-11")
def test_campaigns_and_what_may_sail() -> None:
    state = sea_table(campaign="passive")
    ships = fleet(state, "england", "wessex", "F-: 2 NWD", "F-: 2 NWD")
    with pytest.raises(BadAnswer, match="CAM-14"):
        sail(state, *ships).parse(["sea-manche"])
    assert sail(state, ships[0]).parse(["sea-manche"])
    state.countries["england"].campaign = "active"
    assert sail(state, *ships).parse(["sea-manche"])
    state.countries["england"].campaign = "none"
    assert moves(state).asks == []


@pytest.mark.rule("NAV-10")
def test_room_where_the_way_ends() -> None:
    state = sea_table()
    (ship,) = fleet(state, "england", "wessex", "F-: 2 NWD")
    fleet(state, "england", "kent", "F-: 2 NWD")
    fleet(state, "england", "sea-nord", "NWD", "NWD", "NWD")
    ask = sail(state, ship)
    assert ask.parse(["sea-manche", "kent", "sea-manche"]), "in passing it does not matter"
    with pytest.raises(BadAnswer, match="no room"):
        ask.parse(["sea-manche", "kent"])
    with pytest.raises(BadAnswer, match="too many ships"):
        ask.parse(["sea-manche", "sea-nord"])
    assert not {"kent", "sea-nord"} & ask.reach().keys()
    assert "no room" in ask.why_not("kent")


@pytest.mark.rule("NAV-02")
def test_the_price_of_every_zone_in_attrition() -> None:
    state = sea_table()
    ships = fleet(state, "england", "wessex", "F-: 2 NWD", "F-: 2 NWD")
    ask = sail(state, *ships)
    reach = ask.reach()
    assert reach["sea-manche"].modifier == -6 + 1 + 3
    assert reach["sea-nord"].modifier == -6 + 1 + 3 + 2, "two zones by two fleets"
    assert reach["sea-gascogne"].zones == 3
    for place in ("sea-nord", "sea-gascogne", "east-anglia", "sea-norvege"):
        path = ask.path_to(place)
        if not place.startswith("sea-"):
            continue
        foreseen = ask.outlook(path)
        assert sum(each.value for each in foreseen.modifiers) == reach[place].modifier, place
        assert 0 <= foreseen.expected <= 12
    assert ask.why_not("sea-caspienne") == "there is no way by sea to the Caspian Sea (NAV-03)"
    assert ask.why_not("sea-nord") == ""
    assert "attrition" in ask.label(["sea-manche"])


@pytest.mark.rule("NAV-05")
def test_the_offers_are_few_and_legal() -> None:
    state = sea_table()
    ships = fleet(state, "england", "wessex", "F-: 2 NWD")
    fleet(state, "france", "sea-manche", "NWD")
    ask = sail(state, *ships, rest=["sea-manche"])
    offers = ask.offers()
    assert 8 <= len(offers) <= 24
    assert offers == sorted(offers)
    for offer in offers:
        assert ask.parse(offer) == tuple(offer)
    assert any(offer[-1:] == ["!battle:2"] for offer in offers)
    assert ask.default == ["sea-manche"]


@pytest.mark.rule("CAM-02")
def test_a_stack_sails_under_the_campaign_of_its_commander() -> None:
    state = sea_table(alliances={"england": ["england", "holland"], "france": ["france"]})
    ships = fleet(state, "england", "sea-manche", "NWD")
    ships += fleet(state, "holland", "sea-manche", "NWD", "NWD")
    state.countries["england"].campaign = "none"
    assert sail(state, *ships).parse(["sea-nord"])
    with pytest.raises(BadAnswer, match="England has paid no campaign"):
        sail(state, ships[0]).parse(["sea-nord"])


def test_who_stays_is_not_asked_again_and_losses_flip_the_fleet() -> None:
    state = sea_table()
    state.countries["england"].naval_technology = "nao-galleon"
    (ship,) = fleet(state, "england", "wessex", "F+: 3 NWD")
    assert moves(state, ("next-move", f"wessex:{ship}"), ("sail", [])).told == ""
    state = sea_table()
    (ship,) = fleet(state, "england", "sea-rockall", "F+: 3 NWD")
    moves(state, DONE, dice={"england.attrition": 9})
    assert sizes(state, "england").get("NWD", 0) < 3
    assert ship not in state.units or state.units[ship].kind == "F-"


def test_one_stack_is_three_counters_and_two_transports_at_most() -> None:
    """C-STK-02: so many sail together; of a larger stack a part does."""
    state = sea_table()
    ships = [*fleet(state, "england", "kent", "NWD", "NWD", "NWD", "NWD")]
    stack = voyages.movers(state, "england")[f"kent:{ships[0]}"]
    whole, part = (Part(tuple(map(str, some)), ()) for some in (ships, ships[:3]))
    assert "C-STK-02" in voyages._refusal(state, stack, whole)
    assert voyages._refusal(state, stack, part) == ""


def test_a_fleet_may_be_formed_anew_alone_and_a_detachment_only_with_others() -> None:
    """C-NAV-06."""
    state = sea_table()
    (whole,) = fleet(state, "england", "wessex", "F-: 2 NWD")
    (single,) = fleet(state, "england", "kent", "NWD")
    assert [*voyages.choices(state, "kent", "england")] == [f"kent:{single}"]
    assert [*voyages.choices(state, "wessex", "england")] == [
        f"wessex:{whole}", f"arrange wessex:{whole}"
    ]  # fmt: skip
    fleet(state, "england", "kent", "NWD")
    assert f"arrange kent:{single}" in voyages.choices(state, "kent", "england")


@pytest.mark.rule("MVG-07")
@pytest.mark.parametrize(("free", "taken"), [(2, True), (1, False)])
def test_of_two_armies_detachments_are_broken_off_while_counters_last(
    free: int, taken: bool
) -> None:
    """C-FOR-05: of each A- one LD, which leaves another."""
    state = tabletop()
    one, two = put(state, "france", "artois", "A-", "A-")
    use_up(state, "france", "LD")
    for unit in [unit for unit in state.units.values() if unit.kind == "LD"][: 2 * free]:
        state.remove(unit)
    keys = [f"{one}/LD", f"{two}/LD"]
    if taken:
        assert stack_parts.read_part(state, keys, [one, two], ()) == Part(tuple(keys), ())
    else:
        assert stack_parts.read_part(state, keys[:1], [one, two], ()) == Part((keys[0],), ())
        with pytest.raises(BadAnswer, match="no LD free"):
            stack_parts.read_part(state, keys, [one, two], ())


@pytest.mark.rule("MVG-07")
def test_what_is_left_on_the_way_sails_on_no_more() -> None:
    """Counters and leaders are left one by one."""
    voyage = Voyage("england", [3, 4], ["drake", "rooke"], Journey(("wessex",)))
    voyages._drop(voyage, "drake")
    assert (voyage.units, voyage.leaders) == ([3, 4], ["rooke"])
    voyages._drop(voyage, "4")
    assert (voyage.units, voyage.leaders) == ([3], ["rooke"])


@pytest.mark.rule("MVG-07", "MVG-08")
def test_what_is_picked_up_has_moved_and_does_nothing_else_any_more() -> None:
    state = sea_table()
    (ship,) = fleet(state, "england", "kent", "NWD", leader="drake", task="supply")
    voyage = Voyage("england", [9], [], Journey(("kent",)))
    for key in (str(ship), "drake"):
        voyages._take(state, voyage, key)
    assert (voyage.units, voyage.everyone) == ([9, ship], [ship])
    assert voyage.leaders == voyage.chiefs == ["drake"]
    assert (state.marks.moved, state.marks.moved_leaders) == ({ship}, {"drake"})
    assert state.sea.tasks == {}


def test_at_the_end_of_a_move_three_exploration_ships_are_one_and_supply_is_looked_at() -> None:
    """C-NAV-08; SUP-02: whoever has a line of supply now is no longer without."""
    state = sea_table()
    ships = fleet(state, "england", "wessex", "NDE", "NDE", "NDE")
    (army,) = put(state, "england", "kent", "LD")
    state.marks.unsupplied.add(army)
    voyage = Voyage("england", list(ships), [], Journey(("wessex",)), last=state.last_unit)
    voyage.everyone = list(ships)
    play(voyages._end, state, (), (), voyage)
    assert sizes(state, "england") == {"NWD": 1}
    assert voyage.units == [ships[0]]
    assert state.marks.unsupplied == set()


@pytest.mark.rule("NAC-31", "DIS-08")
def test_also_of_a_move_that_nobody_ended_is_told_what_was_lost_with_it() -> None:
    """The Flota de Oro is set up again, and what nobody is left to bring home is told."""
    state = sea_table(alliances={"england": ["spain"], "france": ["france"]},
                      known={"spain": set(), "france": set()})  # fmt: skip
    state.sea.convoys[gold.FLOTA_DE_ORO] = Convoy("spain", 2)
    state.notes[f"{LOST}spain"] = ["cuba-w"]
    voyage = Voyage("england", [], [], Journey(("andalucia",)))
    played = plays.played(voyages._end, state, {}, {}, voyage)
    assert plays.asked(played) == ["flota-port"]
    assert len(state.sea.convoys[gold.FLOTA_DE_ORO].counters) == 2
    assert "Cuba W" in played.told
    assert state.notes == {}


@pytest.mark.rule("CMB-02")
@pytest.mark.parametrize(
    ("rest", "action"),
    [([], None), (["sea-manche"], None), (["!embark:kent"], None), (["kent", "!supply"], None),
     (["!land:normandie", "kent"], Action("land", "normandie")), (["!supply"], Action("supply"))],
)  # fmt: skip
def test_what_is_announced_in_the_next_place_and_going_aboard_is_nothing(
    rest: list[str], action: Action | None
) -> None:
    assert voyages._announced(rest) == action


@pytest.mark.rule("MVG-01", "CAM-02")
def test_with_ships_sail_their_own_leaders_who_are_free_and_do_the_same() -> None:
    """No general ashore, nobody who has moved or does something else, and no enemy."""
    state = sea_table(alliances={"england": ["england", "holland"], "france": ["france"]})
    (ship,) = fleet(state, "england", "sea-manche", "NWD", leader="drake")
    lead(state, "holland", "sea-manche", "de-ruyter")
    lead(state, "england", "sea-manche", "rooke")
    state.sea.tasks["rooke"] = "supply"
    lead(state, "england", "sea-manche", "boscawen")
    state.marks.moved_leaders.add("boscawen")
    lead(state, "england", "sea-manche", "marlborough", "aboard")
    lead(state, "france", "sea-manche", "tourville")
    (stack,) = voyages.movers(state, "england").values()
    assert [unit.id for unit in stack.units] == [ship]
    assert [leader.id for leader in stack.leaders] == ["de-ruyter", "drake"]


@pytest.mark.rule("MVG-07")
def test_of_a_plan_that_stays_what_drops_is_still_there() -> None:
    voyage = Voyage("england", [3], ["drake"], Journey(("wessex",)))
    plan = ["sea-manche", "-3", "-9", "+7", "-drake", "-rooke", "!supply"]
    assert voyages._rest(voyage, plan) == ["sea-manche", "-3", "+7", "-drake", "!supply"]


def test_ships_form_other_fleets_once_in_each_place_and_for_each_task() -> None:
    """C-NAV-06."""
    state = sea_table()
    for place in ("wessex", "kent"):
        fleet(state, "england", place, "F-: 2 NWD")
    for key, stack in voyages.movers(state, "england").items():
        if key.startswith("wessex"):
            state.marks.done.add(unmoved_ships.arranged(state, stack))
    left = [
        key.split(":")[0]
        for place in ("kent", "wessex")
        for key in voyages.choices(state, place, "england")
        if "arrange" in key
    ]
    assert left == ["arrange kent"]


@pytest.mark.rule("MVG-07", "MVG-02")
def test_who_leaves_ships_behind_and_goes_nowhere_has_made_no_move() -> None:
    """*All units involved in a movement count as having moved*: without one none has."""
    state = sea_table()
    first, second = fleet(state, "england", "wessex", "NWD", "NWD")
    moves(
        state, ("next-move", f"wessex:{first}"), ("mover", [str(first), str(second)]),
        ("sail", [f"-{second}"]),
    )  # fmt: skip
    assert state.marks.moved == set()


@pytest.mark.rule("MVG-02", "MVG-08")
def test_an_admiral_who_has_sailed_sails_with_no_other_ships() -> None:
    """*All these units are considered as having moved and may not move again* (512)."""
    state = sea_table()
    (ship,) = fleet(state, "england", "kent", "NWD", leader="drake")
    (other,) = fleet(state, "england", "wessex", "NWD")
    play(
        movement.moves, state,
        [("next-move", f"kent:{ship}"), ("mover", [str(ship), "drake"]),
         ("sail", ["sea-manche", "wessex"]), ("next-move", f"wessex:{other}"), ("sail", [])],
        {"england.attrition": 1},
    )  # fmt: skip
    assert state.leaders["drake"].place == "wessex"
    assert "drake" in state.marks.moved_leaders


@pytest.mark.rule("NAV-09", "NAV-02")
def test_who_announces_an_action_where_he_lies_rolls_before_it() -> None:
    """*Announcing a naval action ends the movement of the stack and attrition is rolled immediately
    before actually resolving the action* (789)."""
    state = sea_table()
    (ship,) = fleet(state, "england", "sea-manche", "F-: 2 NWD")
    played = play(
        movement.moves, state, [("next-move", f"sea-manche:{ship}"), ("sail", ["!blockade:caux"])],
        {"england.attrition": 1},
    )  # fmt: skip
    assert "England announces" in played.told
    kinds = [entry.kind for entry in played.phase.story]
    assert kinds[:2] == ["naval-action", "roll"]
    assert state.sea.tasks == {str(ship): "blockade:caux"}


@pytest.mark.rule("NAC-31", "DIS-08")
def test_a_flota_that_attrition_sinks_is_set_up_again_and_what_was_lost_with_it_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = sea_table(alliances={"england": ["spain"], "france": ["france"]},
                      known={"spain": set(), "france": set()})  # fmt: skip
    ships = fleet(state, "spain", "sea-cadix", "NTD", "NTD")
    state.sea.convoys[gold.FLOTA_DE_ORO] = Convoy("spain", 2, list(ships))

    async def storm(phase: Phase, voyage: Voyage) -> None:
        for number in ships:
            phase.state.remove(phase.state.units[number])
        phase.state.notes[f"{LOST}spain"] = ["cuba-w"]
        voyage.rolled = True

    monkeypatch.setattr(voyages, "voyage_attrition", storm)
    voyage = Voyage("england", list(ships), [], Journey(("andalucia", "sea-cadix")))
    played = plays.played(voyages._end, state, {}, {}, voyage)
    assert plays.asked(played) == ["flota-port"]
    assert "Cuba W" in played.told


@pytest.mark.rule("NAV-09", "CMB-11")
def test_a_landing_in_a_port_is_announced_there_too() -> None:
    """Attrition is rolled before the troops land, though the port itself is entered."""
    state = sea_table()
    (ship,) = fleet(state, "england", "kent", "NTD")
    put(state, "england", "kent", "LD")
    played = plays.played(
        movement.moves, state,
        {"next-move": [f"kent:{ship}"],
         "sail": [["!embark:kent"], ["sea-manche", "wessex", "!land:wessex"]]},
        {"england.attrition": 1},
    )  # fmt: skip
    told = played.told
    assert told.index("England announces") < told.index("attrition at sea")
    assert sum(unit.land for unit in state.units_at("wessex")) == 1


@pytest.mark.rule("NAV-A2", "MOV-03")
def test_where_a_voyage_led_lie_no_more_counters_than_make_one_stack() -> None:
    """*At the end of movement of each stack, units over the stacking limit must be destroyed*, but
    for those that can form a fleet."""
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", "NWD", "NWD", "NWD", "NWD")
    voyage = Voyage("england", list(ships), [], Journey(("sea-manche",)), last=state.last_unit)
    voyage.everyone, voyage.rolled = list(ships), True
    plays.played(voyages._end, state, {}, {}, voyage)
    assert fleets.within_stacking(state.units_at("sea-manche"))
    assert sizes(state, "england") == {"NWD": 4}


@pytest.mark.rule("NAV-02", "NAC-28")
def test_of_stacks_that_stay_at_sea_those_without_a_task_roll_first() -> None:
    """*A naval stack that does not stay in a port always rolls* (776), each by itself."""
    state = sea_table()
    fleet(state, "england", "sea-manche", "NTD", task="supply")
    fleet(state, "england", "sea-manche", "NWD")
    told = play(stationary.stand, state, (), {"england.attrition": [1, 1]}, "england").told
    assert told.index("NWD of England in the English Channel") < told.index("NTD of England in")
