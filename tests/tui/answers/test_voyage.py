"""The prompt of a voyage, and ships in the panes, without a screen."""

import pytest

from engine.facts import board
from engine.grammar import thirds
from engine.land.battle.parameters import Force
from engine.land.ground.stack_parts import Parting
from engine.land.movement import march_under_way
from engine.sea.battle_math import parameters
from engine.sea.under_way import attrition_math, voyage
from engine.sea.voyages.sail_ask import Sail
from engine.state import State
from engine.state.sea import Convoy, Corsair
from tests.engine.playing import band, lead, put, tabletop
from tests.engine.sea.afloat import fleet
from tui.answers.path import ALONE, paragraph
from tui.answers.prompts import REDRAW, Answer
from tui.answers.risks_on_the_way import seen_from
from tui.answers.voyage import LIST, VoyagePrompt
from tui.answers.which_prompt import prompt_for
from tui.map.board_view import view_of
from tui.map.symbols import ascii_text, stack_text
from tui.map.view import StackMark
from tui.panes.stacks import here_lines, own_lines
from tui.words.combat_sheet import odds_lines, odds_words
from tui.words.line import text_of
from tui.words.place_line import described_place, place_rows
from tui.words.places import fleet_words


@pytest.fixture
def state() -> State:
    return tabletop(campaign="major")


@pytest.fixture
def prompt(state: State) -> VoyagePrompt:
    """A French fleet at Provence, a Spanish one in the sea off Catalonia."""
    ships = fleet(state, "france", "provence", "F-:3 NGD", "NWD")
    fleet(state, "spain", "catalunya", "F-:2 NGD")
    journey = attrition_math.begin(state, band(ships))
    ask = Sail(who="france", name="sail", what="?", state=state, alliance="france",
               units=ships, leaders=[], journey=journey, everyone=ships)  # fmt: skip
    found = prompt_for(ask)
    assert isinstance(found, VoyagePrompt)
    return found


def test_a_voyage_tells_attrition_interception_and_actions(prompt: VoyagePrompt) -> None:
    assert "Move the cursor" in text_of(prompt.lines(90))
    assert "the modifier of attrition; ! is fire" in text_of(prompt.lines(90))
    assert len(f" {prompt.keys}") <= 80, "all its keys on a small screen"
    price = prompt.reach()["sea-lion"]
    prompt.look("sea-lion")
    drawn = text_of(prompt.lines(90))
    assert "to the Gulf of Lion" in drawn
    assert f"attrition {price}: no loss" in drawn
    assert "Spain's F- (2 NGD) from Catalunya may intercept" in drawn
    assert "blockade Catalunya" in drawn
    assert prompt.places() == ("provence", "sea-lion")


def test_enter_asks_what_is_done_there(prompt: VoyagePrompt) -> None:
    prompt.look("sea-lion")
    assert prompt.press("enter") is REDRAW
    assert (prompt.listing, prompt.keys) == (True, LIST)
    drawn = text_of(prompt.lines(90))
    assert "End in the Gulf of Lion, no action" in drawn
    assert prompt.press("escape") is REDRAW
    assert not prompt.listing
    prompt.press("enter")
    prompt.press("down")
    answer = prompt.press("enter")
    assert isinstance(answer, Answer)
    assert answer.raw[0] == "sea-lion"
    assert answer.raw[1].startswith("!")
    prompt.ask.parse(answer.raw)


def test_another_place_ends_the_list(prompt: VoyagePrompt) -> None:
    prompt.look("sea-lion")
    prompt.press("enter")
    prompt.look("sea-thyrrenienne")
    assert not prompt.listing
    assert prompt.press("x") == Answer([])


def test_a_voyage_refuses_with_the_reason(prompt: VoyagePrompt) -> None:
    prompt.look("tunis")
    assert prompt.press("enter") is REDRAW
    assert "NAV-10" in text_of(prompt.lines(90))
    prompt.look("savoie")
    prompt.press("w")
    assert prompt.said


def test_enter_on_a_coast_acts_on_it_from_the_sea_beside(prompt: VoyagePrompt) -> None:
    prompt.look("catalunya")
    drawn = text_of(prompt.lines(90))
    assert "to Catalunya by the Gulf of Lion" in drawn
    assert "Enter: blockade Catalunya" in drawn
    assert prompt.places() == ("provence", "sea-lion")
    assert prompt.why_not() == ""
    prompt.press("w")
    assert "Catalunya: nothing forbids you to blockade Catalunya" in text_of(prompt.lines(90))
    assert prompt.press("enter") == Answer(["sea-lion", "!blockade:catalunya"])
    prompt.look("sea-lion")
    prompt.press("space")
    prompt.look("catalunya")
    assert "Enter: blockade Catalunya" in text_of(prompt.lines(90)), "from where they lie"


def test_many_ships_are_told_on_two_lines_and_great_losses_at_worst(state: State) -> None:
    ships = fleet(state, "france", "provence", "F+:5 NWD,2 NTD", "NWD", "NTD")
    journey = attrition_math.begin(state, band(ships))
    ask = Sail(who="france", name="sail", what="?", state=state, alliance="france",
               units=ships, leaders=[], journey=journey, everyone=ships)  # fmt: skip
    prompt = prompt_for(ask)
    assert isinstance(prompt, VoyagePrompt)
    drawn = [text_of([row]) for row in prompt.lines(32)]
    assert " ".join(" ".join(drawn[:2]).split()) == "F+ (5 NWD, 2 NTD), NWD, NTD from Provence"
    prompt.look("sea-thyrrenienne")
    shown = " ".join(text_of(prompt.lines(90)).split())
    worst = max(ask.outlook(prompt.choices()[-1]).losses)
    assert worst > 3
    assert f"no loss 50 %, up to 1 ND 10 %, more 40 %, {thirds(worst)} ND at worst" in shown


def test_zones_are_fixed_and_ships_left(prompt: VoyagePrompt) -> None:
    prompt.look("sea-lion")
    prompt.press("space")
    prompt.drop([str(prompt.ask.units[1])])
    assert "left on the way: NWD" in text_of(prompt.lines(90))
    prompt.look("provence")
    assert prompt.press("enter") == Answer(["sea-lion", f"-{prompt.ask.units[1]}", "provence"])
    prompt.press("backspace")
    prompt.press("backspace")
    assert prompt.fixed == []


def test_words_name_the_way(prompt: VoyagePrompt) -> None:
    assert prompt.ask.answer_from_words("Gulf of Lion") == ["sea-lion"]
    assert prompt.ask.answer_from_words("tyrrhenian") == prompt.ask.path_to("sea-thyrrenienne")
    way = prompt.ask.answer_from_words("gulf of lion, !blockade:catalunya")
    assert way == ["sea-lion", "!blockade:catalunya"]
    far = prompt.ask.answer_from_words("tyrrhenian, !blockade:Sardinia")
    assert far == [*prompt.ask.path_to("sea-thyrrenienne"), "!blockade:saldigna"]
    prompt.ask.parse(far)
    for nowhere in ("nowhere at all", "gulf of lion, !land:nowhere"):
        with pytest.raises(ValueError, match="a province or a sea"):
            prompt.ask.answer_from_words(nowhere)


def test_ships_are_seen(state: State, prompt: VoyagePrompt) -> None:
    blockaders = fleet(state, "spain", "sea-lion", "F+:4 NWD", task="blockade:provence")
    view = view_of(state, "france")
    assert [mark for mark in view.stacks if mark.place == "sea-lion"] == [
        StackMark("sea-lion", "spain", "enemy", 4, afloat=True)
    ]
    assert ("provence", "x") in view.marks
    drawn = text_of(here_lines(state, "sea-lion", "france"))
    assert "◄ Spain  F+ (4 NWD) = 4 ND" in drawn
    assert "blockading Provence" in drawn
    state.marks.locked.update(blockaders)
    assert "locked in battle" in text_of(here_lines(state, "sea-lion", "france"))
    state.marks.locked.clear()
    assert "► Provence  F- (3 NGD), NWD" in text_of(own_lines(state, "france"))
    rows = place_rows(state, "provence", "france", fog=())
    assert "port blockaded" in rows[1]
    assert "difficulty" in place_rows(state, "sea-lion", "france", fog=())[0]
    assert fleet_words(state, "sea-lion") == ["Spain F+ (4 NWD), blockading Provence"]
    assert "Spain F+ (4 NWD)" in described_place(
        state, board.sea("sea-lion").name, ours="", hidden=()
    )
    put(state, "spain", "sea-lion", "LD", position="aboard")
    assert "aboard: Spain LD" in text_of(here_lines(state, "sea-lion", "spain"))
    assert blockaders


def test_troops_and_ships_of_a_place_have_signs_of_their_own() -> None:
    both = [StackMark("a", "x", "ours", 7), StackMark("a", "x", "ours", 3, "A", afloat=True)]
    assert [stack_text(both, width) for width in (1, 2, 4)] == ["▲", "▲►", "▲7►3"]
    assert ascii_text("►3◄2") == ">3<2"


def carrying(state: State) -> VoyagePrompt:
    """French ships with troops from Picardie, a Spanish fleet in a port of England's coast."""
    ships = fleet(state, "france", "picardie", "NTD")
    troops = put(state, "france", "picardie", "LD")
    journey = attrition_math.begin(state, band(ships))
    cargo = voyage.Cargo(march_under_way.begin(state, "france", "picardie", troops, []), "picardie",
                            "picardie")  # fmt: skip
    for number in troops:
        state.put(state.units[number], "picardie", "aboard")
    ask = Sail(who="france", name="sail", what="?", state=state, alliance="france",
               units=ships, leaders=[], journey=journey, everyone=ships, cargo=cargo)  # fmt: skip
    found = prompt_for(ask)
    assert isinstance(found, VoyagePrompt)
    return found


def test_a_coast_where_troops_may_not_land_says_so_and_not_that_it_is_no_port(state: State) -> None:
    for place in ("kent", "wessex", "cornwall"):
        state.land.owners[place] = state.land.controllers[place] = "spain"
    prompt = carrying(state)
    prompt.look("kent")
    assert prompt.why_not() == ""
    state.countries["france"].campaign = "passive"
    prompt = carrying(state)
    prompt.look("kent")
    assert prompt.press("enter") is REDRAW
    drawn = " ".join(text_of(prompt.lines(90)).split())
    assert "Kent: France has a passive campaign" in drawn
    assert "MOV-23" in drawn
    assert "NAV-10" not in drawn


def test_the_name_of_the_goal_is_not_said_twice(prompt: VoyagePrompt) -> None:
    prompt.look("tunis")
    prompt.press("w")
    assert text_of(prompt.lines(90)).count("Tunis") == 1


@pytest.mark.rule("NIN-30", "NIN-32")
def test_a_landing_tells_the_better_chance_to_intercept_it(state: State) -> None:
    for place in ("kent", "wessex", "cornwall"):
        state.land.owners[place] = state.land.controllers[place] = "spain"
    fleet(state, "spain", "sea-manche", "NWD")
    prompt = carrying(state)
    prompt.look("sea-manche")
    assert "in the English Channel Spain's NWD may intercept: 50 %" in text_of(prompt.lines(90)), (
        "+2, not +1"
    )


def test_a_blockade_is_told_with_its_chances(state: State) -> None:
    ships = fleet(state, "france", "picardie", "NWD")
    fleet(state, "spain", "sea-manche", "F-: 2 NWD", task="blockade:picardie")
    journey = attrition_math.begin(state, band(ships))
    ask = Sail(who="france", name="sail", what="?", state=state, alliance="france",
               units=ships, leaders=[], journey=journey, everyone=ships)  # fmt: skip
    prompt = prompt_for(ask)
    assert isinstance(prompt, VoyagePrompt)
    prompt.look("sea-manche")
    drawn = " ".join(text_of(prompt.lines(200)).split())
    assert (
        "blockaded: the ships get through with 40 %, are caught and may be engaged with 40 %"
        in drawn
    )
    assert prompt.what_if() is not None, "the blockaders may be attacked"


def test_odds_are_read_by_the_side_that_is_asked(state: State) -> None:
    """They are worked out for the phasing side; who is attacked reads his own first."""
    odds = {"win": 0.2, "draw": 0.1, "lose": 0.7, "losses": [3.0, 1.0], "routed": [0.6, 0.1],
            "major": [0.0, 0.5], "afloat": True}  # fmt: skip
    assert seen_from(odds, 0) == odds
    turned = seen_from(odds, 1)
    assert (turned["win"], turned["lose"]) == (0.7, 0.2)
    assert (turned["losses"], turned["routed"]) == ([1.0, 3.0], [0.1, 0.6])
    assert odds_words(turned).startswith("win 70 %")
    both = seen_from({"stay": odds, "attempt": odds}, 1)
    assert both["stay"] == both["attempt"] == turned
    assert "losses 1.0 / 3.0 ND" in text_of(odds_lines(turned))
    one = fleet(state, "france", "sea-lion", "F+:5 NWD")
    other = fleet(state, "spain", "sea-lion", "NWD")
    forces = Force("france", tuple(one), ()), Force("spain", tuple(other), ())
    about = parameters.weigh_battle({"place": "sea-lion"}, state, "sea-lion", forces)
    assert about["side"] == 1
    assert about["odds"]["win"] > 0.5 > seen_from(about["odds"], about["side"])["win"]


def test_fleets_and_armies_that_one_takes_along_say_how_strong_they_are(state: State) -> None:
    units = [
        *fleet(state, "france", "provence", "F+:5 NWD,2 NTD"),
        *put(state, "france", "provence", "A+", "LD"),
    ]
    ask = Parting(who="france", name="mover", what="?", state=state, units=units, leaders=[])
    drawn = text_of(prompt_for(ask).lines(60))
    assert "[ ] F+ France (5 NWD, 2 NTD)" in drawn
    assert "[ ] A+ France (4 LD)" in drawn
    assert drawn.rstrip().endswith("[ ] LD France")


def sailor(state: State, place: str, *ships: str) -> VoyagePrompt:
    numbers = fleet(state, "france", place, *ships)
    journey = attrition_math.begin(state, band(numbers))
    ask = Sail(who="france", name="sail", what="?", state=state, alliance="france",
               units=numbers, leaders=[], journey=journey, everyone=numbers)  # fmt: skip
    return VoyagePrompt(ask)


def test_x_ends_the_move_where_enter_takes_troops_aboard(state: State) -> None:
    prompt = sailor(state, "provence", "NTD")
    assert prompt.alone == ALONE
    put(state, "france", "provence", "LD")
    prompt = VoyagePrompt(prompt.ask)
    assert prompt.alone == "No ships are here to join; Enter takes troops aboard."
    prompt.press("enter")
    assert prompt.listed[prompt.at] == ["!embark:provence"]
    prompt.press("escape")
    prompt.press("x")
    assert prompt.listed[prompt.at] == []
    assert prompt.press("enter") == Answer([])


def test_ships_are_left_in_port_before_the_others_sail(state: State) -> None:
    prompt = sailor(state, "provence", "F-:3 NGD", "NWD")
    prompt.drop([str(prompt.ask.units[1])])
    drawn = text_of(prompt.lines(90))
    assert "left on the way: NWD" in drawn
    assert "Move the cursor" in drawn
    assert "sail there" not in drawn, "nobody has sailed yet"
    prompt.look("sea-lion")
    assert "to the Gulf of Lion" in text_of(prompt.lines(90))
    answer = prompt.press("enter")
    answer = prompt.press("enter") if answer is REDRAW else answer
    assert isinstance(answer, Answer)
    assert answer.raw[:2] == [f"-{prompt.ask.units[1]}", "sea-lion"]


def test_who_is_taken_along_may_go_on_alone(state: State) -> None:
    (other,) = fleet(state, "france", "sea-lion", "NGD", task="supply")
    fleet(state, "spain", "catalunya", "NGD")
    prompt = sailor(state, "sea-lion", "NGD")
    prompt.gather([str(other)])
    prompt.drop([str(prompt.ask.units[0])])
    assert prompt.fixed == [f"+{other}", f"-{prompt.ask.units[0]}"], prompt.said
    drawn = text_of(prompt.lines(90))
    assert "picked up: NGD" in drawn
    assert "blockade Catalunya" in " ".join(drawn.split())


def test_each_battle_of_the_list_has_its_own_odds_and_those_who_stay_do_not_fight() -> None:
    alliances = {name: [name] for name in ("france", "spain", "england")}
    state = tabletop(campaign="major", alliances=alliances,
                     wars=[("france", "spain"), ("france", "england")])  # fmt: skip
    fleet(state, "spain", "sea-lion", "NGD")
    fleet(state, "england", "sea-lion", "F+:9 NWD")
    prompt = sailor(state, "provence", "F-:3 NGD", "NGD", "NGD")

    def battles() -> list[str]:
        return [row for row in text_of(prompt.lines(120)).splitlines() if "Fight " in row]

    prompt.look("sea-lion")
    assert prompt.press("enter") is REDRAW
    assert prompt.listing
    prompt.press("home")
    while "► " not in battles()[0]:
        prompt.press("down")
    weak, strong = battles()
    assert "win/draw/lose" in weak
    assert "win/draw/lose" not in strong, "not weighed yet"
    prompt.press("down")
    assert battles()[0].strip("► ") == weak.strip("► ")
    odds = [row.partition("  ")[2].split("%")[0].rsplit(maxsplit=1)[-1] for row in battles()]
    assert len(set(odds)) == 2, odds
    prompt.press("escape")
    before = prompt.odds()
    prompt.look(prompt.end)
    prompt.drop([str(prompt.ask.units[0])])
    prompt.look("sea-lion")
    assert prompt.odds() != before, "three NGD less"


def test_fire_from_the_shore_is_told_before_it_falls(state: State) -> None:
    state.sea.presidios["provence"] = ("spain", 2)
    prompt = sailor(state, "provence", "F-:3 NGD")
    prompt.look("sea-lion")
    drawn = " ".join(text_of(prompt.lines(90)).split())
    assert "the presidio of Spain at Provence may fire: stops them 50 %, sinks 1 ND 20 %" in drawn
    assert prompt.reach()["sea-lion"].startswith("!")  # type: ignore[union-attr]


@pytest.mark.rule("ATS-24")
def test_the_way_of_ships_keeps_clear_of_corsairs(state: State) -> None:
    prompt = sailor(state, "sea-gascogne", "NWD")
    assert prompt.ask.path_to("sea-arguin") == ["sea-cadix", "sea-arguin"]
    cheap = prompt.ask.reach()["sea-arguin"].modifier
    state.sea.corsairs["sea-cadix"] = [Corsair("pirates", "+")]
    prompt = sailor(state, "sea-gascogne", "NWD")
    assert prompt.ask.path_to("sea-arguin") == ["sea-canarias", "sea-arguin"]
    assert prompt.ask.reach()["sea-arguin"].modifier == cheap
    assert prompt.ask.outlook(["sea-cadix"]).modifiers[-1].value == 2


def test_corsairs_after_gold_are_told_and_avoided(state: State) -> None:
    state.sea.corsairs["sea-lion"] = [Corsair("pirates", "+")]
    prompt = sailor(state, "provence", "NTD")
    prompt.look("sea-lion")
    assert "may attack" not in text_of(prompt.lines(90)), "nothing is aboard"
    state.sea.gold[str(prompt.ask.units[0])] = 15
    prompt = VoyagePrompt(prompt.ask)
    prompt.look("sea-lion")
    drawn = " ".join(text_of(prompt.lines(90)).split())
    assert "the corsair + of the pirates may attack the 15 ducats: finds them 60 %" in drawn
    state.options["experimental_revolts"] = True
    assert "may attack" not in text_of(VoyagePrompt(prompt.ask).lines(90))


def test_corsairs_presidios_and_gold_are_seen_where_they_are(state: State) -> None:
    state.sea.corsairs["sea-lion"] = [Corsair("pirates", "+"), Corsair("france", "-")]
    state.sea.presidios["catalunya"] = ("france", 1)
    state.sea.gold["cuba-w"] = 40
    both = "the corsair + of the pirates · the corsair - of France"
    assert both in place_rows(state, "sea-lion", "france", fog=())[1]
    assert "the corsair + of the pirates" in text_of(here_lines(state, "sea-lion", "france"))
    assert "presidio of France, level 1" in place_rows(state, "catalunya", "france", fog=())[1]
    assert "40 ducats of gold wait to be shipped" in described_place(
        state, "cuba-w", ours="", hidden=()
    )
    assert "Gulf of Lion  the corsair - of France" in text_of(own_lines(state, "france"))
    marks = dict(view_of(state, "france").marks)
    assert (marks["sea-lion"], marks["catalunya"]) == ("p+-", "P")
    ships = fleet(state, "france", "provence", "NTD", "NTD", task="hunt")
    state.sea.convoys["flota-de-oro"] = Convoy("france", 2, ships)
    state.sea.gold[str(ships[0])] = 25
    said = "2 NTD, Flota de Oro, 25 ducats of gold aboard, fighting corsairs"
    assert said in fleet_words(state, "provence")[0]


def test_the_size_of_a_stack_is_not_said_twice(state: State) -> None:
    put(state, "france", "champagne", "LD", "LD")
    put(state, "france", "bourgogne", "A-", "LD")
    fleet(state, "france", "sea-lion", "NWD", "NWD", "NTD")
    put(state, "france", "lorraine", "A+", "LD", veteran=True)
    assert "2 LD\n" in text_of(here_lines(state, "champagne", "france"))
    assert "A-, LD = 3 LD\n" in text_of(here_lines(state, "bourgogne", "france"))
    assert "A+, LD = 5 LD, veteran\n" in text_of(here_lines(state, "lorraine", "france"))
    assert "2 NWD, NTD = 3 ND\n" in text_of(here_lines(state, "sea-lion", "france"))


@pytest.mark.rule("COR-02")
def test_a_fight_against_corsairs_tells_its_chance(state: State) -> None:
    state.sea.corsairs["sea-lion"] = [Corsair("pirates", "+"), Corsair("pirates", "-")]
    prompt = sailor(state, "provence", "F-:3 NGD")
    prompt.look("sea-lion")
    assert prompt.press("enter") is REDRAW
    drawn = " ".join(text_of(prompt.lines(120)).split())
    assert "Fight corsairs the corsair + of the pirates loses a side 30 %" in drawn


def test_ships_of_an_ally_are_told_as_his() -> None:
    state = tabletop(campaign="major", wars=[("france", "spain")],
                     alliances={"france": ["france"], "spain": ["spain", "venice"]})  # fmt: skip
    fleet(state, "venice", "catalunya", "NGD")
    assert fleet_words(state, "catalunya") == ["Venice NGD"]
    prompt = sailor(state, "provence", "NWD")
    prompt.look("sea-lion")
    assert "Venice's NGD from Catalunya may intercept" in text_of(prompt.lines(90))
    fleet(state, "spain", "catalunya", "NGD")
    assert fleet_words(state, "catalunya") == ["Venice and Spain 2 NGD"]


def test_who_is_aboard_is_told_with_his_troops(state: State) -> None:
    prompt = carrying(state)
    assert prompt.ask.cargo is not None
    lead(state, "france", "picardie", "montmorency", "aboard")
    prompt.ask.cargo.move.leaders.append("montmorency")
    assert "1 LD with Montmorency aboard NTD" in text_of(prompt.lines(90))
    prompt.ask.cargo.move.leaders.append("conde")
    assert "1 LD with Montmorency and Condé aboard NTD" in text_of(prompt.lines(90))


def test_a_number_and_its_per_cent_stay_on_one_line() -> None:
    said = "in the Ionian Sea Venice's F+ from Corfu may intercept: 30 %"
    for width in range(30, 60):
        drawn = text_of(paragraph(said, width))
        assert not any(row.strip().startswith("%") for row in drawn.split("\n"))


def test_a_fixed_way_goes_straight_on_through_a_strait_under_fire() -> None:
    state = tabletop(campaign="major", wars=[("france", "spain")],
                     controllers={"sicilia": "spain"})  # fmt: skip
    prompt = sailor(state, "sea-ionienne", "NWD")
    prompt.look("sea-thyrrenienne")
    assert prompt.path()[0] != "sea-thyrrenienne", "round the strait"
    prompt = sailor(state, "sea-egee", "NWD")
    prompt.look("sea-ionienne")
    assert prompt.press("space") is REDRAW
    prompt.look("sea-thyrrenienne")
    assert prompt.path() == ["sea-ionienne", "sea-thyrrenienne"]
    drawn = " ".join(text_of(prompt.lines(120)).split())
    assert "the strait fort of Spain at Sicilia may fire: stops them 40 %" in drawn


def test_troops_of_a_port_too_full_to_stay_in_go_aboard_from_the_sea_beside() -> None:
    """946: "Either the start (evacuation) or end (invasion) ... may be uncontrolled": ships that
    have no room in a port (C-STK-04) take its troops from the sea, by hand as when it is typed."""
    state = tabletop(campaign="major")
    fleet(state, "spain", "saldigna", "F-:4 NGD")
    put(state, "spain", "saldigna", "LD")
    [ship] = fleet(state, "spain", "sea-lion", "F-:4 NGD")
    journey = attrition_math.begin(state, band([ship]))
    ask = Sail(who="spain", name="sail", what="?", state=state, alliance="spain", units=[ship],
               leaders=[], journey=journey, everyone=[ship])  # fmt: skip
    found = prompt_for(ask)
    assert isinstance(found, VoyagePrompt)
    found.look("saldigna")
    assert ask.answer_from_words("Sardegna") == ["!embark:saldigna"]
    assert found.choices() == [["!embark:saldigna"]]
    assert found.why_not() == ""
