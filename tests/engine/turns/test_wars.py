"""Declarations of war, also on an enemy, and the alliances of a phase (EUV-DOW)."""

import pytest

from engine.facts import board
from engine.play.asks import Raw
from engine.play.phase import Phase
from engine.sequence.later_procedures import PROCEDURES
from engine.situation import counters
from engine.state import State, sides
from engine.state.ledger import Truce, War
from engine.turns import declarations, events, minors, provinces, turn, wars
from engine.turns.campaign_figures import declaration
from tests.engine.playing import play, put, use_up
from tests.engine.sea.afloat import fleet
from tests.engine.turns.table import campaign

NO_CALLS: list[Raw] = [("call-allies", []), ("call-allies", [])]
THREE = {"france": ["france"], "spain": ["spain"], "england": ["england"]}


@pytest.mark.rule("EUV-DOW-01")
def test_war_may_be_declared_again_without_a_peace() -> None:
    assert "at war already" in declarations.why_not_declare(campaign(), "france", "spain")
    state = campaign("second-declaration")
    assert declarations.why_not_declare(state, "france", "spain") == ""
    assert "allied with France" in declarations.why_not_declare(state, "france", "savoy")
    asked = play(turn.declare_wars, state, [("declare-war", [])] * 3).asks
    said = {option.answer: option.detail for option in asked[0].options}  # type: ignore[attr-defined]
    assert said["spain"] == turn.SECOND, "one sees whom one fights already"


@pytest.mark.rule("EUV-DOW-02")
@pytest.mark.parametrize("reason", [False, True])
def test_the_second_costs_what_the_first_does(reason: bool) -> None:
    def paid(state: State) -> tuple[int, int]:
        if reason:
            wars.give_reason(state, "france", "spain", 1, "a test")
        play(declarations.declare, state, NO_CALLS, (), "france", "spain")
        country = state.countries["france"]
        return country.stability, country.victory_points

    first = paid(campaign(alliances=THREE, war=()))
    second = paid(campaign("second-declaration", alliances=THREE, war=(("france", "spain"),)))
    stability, points = declaration(reason)
    assert first == second == (-stability, -points)


@pytest.mark.rule("EUV-DOW-03")
def test_it_changes_nothing_but_ends_a_truce() -> None:
    state = campaign("second-declaration", alliances=THREE, war=(("france", "spain"),))
    war = state.ledger.wars[0]
    war.age = 3
    state.land.controllers["artois"] = "france"
    war.truces.append(Truce([("france", "spain")], 1))
    wars.align(state)
    assert state.diplomacy.wars == []
    found = play(declarations.declare, state, NO_CALLS, (), "france", "spain").result
    assert found is war
    assert state.ledger.wars == [war]
    assert (war.age, war.truces) == (3, [])
    assert state.land.controllers["artois"] == "france"
    assert state.diplomacy.wars == [("france", "spain")]


@pytest.mark.rule("EUV-DOW-04")
@pytest.mark.parametrize("second", [False, True])
def test_allies_are_called_as_for_any_declaration(second: bool) -> None:
    war = (("france", "spain"),) if second else ()
    state = campaign("second-declaration", alliances=THREE, war=war)
    answers = [("call-allies", ["england"]), ("answer-call", True)]
    play(declarations.declare, state, answers, (), "france", "spain")
    assert state.ledger.enemies("england") == ["spain"]
    assert sides.alliance_of(state, "england") == sides.alliance_of(state, "france")


def test_a_refused_call_leaves_the_power_out() -> None:
    state = campaign(alliances=THREE, war=())
    answers = [("call-allies", ["england"]), ("answer-call", False), ("call-allies", [])]
    play(declarations.declare, state, answers, (), "france", "spain")
    assert state.ledger.enemies("england") == []


@pytest.mark.rule("EUV-END-01")
def test_endogamy_is_never_applied() -> None:
    for names, reminded in (((), True), (("no-endogamy",), False)):
        state = campaign(*names, alliances=THREE)
        told = play(events.monarch_dies, state, (), (), "spain").told
        assert ("endogamy" in told) is reminded
        assert state.ledger.monarchs["spain"] == 2


def test_two_wars_between_the_same_alliances_are_one_for_the_phase() -> None:
    state = campaign()
    ours, theirs = state.ledger.wars[0].aggressors, state.ledger.wars[0].defenders
    state.ledger.wars.append(War(list(theirs), list(ours), state.turn))
    wars.align(state)
    assert state.diplomacy.wars == [("france", "league")]


def test_a_ledger_begins_with_the_boxes_of_minors_and_the_monarchs_of_powers() -> None:
    """A minor with a patron lies in his box, one without in none, and a power has a monarch."""
    state = campaign()
    state.countries["milan"].patron = ""
    state.ledger.boxes, state.ledger.monarchs = {}, {}
    wars.open_ledger(state)
    assert state.ledger.boxes == {"savoy": ("france", "MA")}
    assert state.ledger.monarchs == {"france": 1, "spain": 1, "venice": 1}


def test_wars_are_adopted_in_the_order_that_a_save_keeps() -> None:
    """A position that was opened again asked other powers first than the one that went on."""
    live = campaign(alliances=THREE, war=())
    live.diplomacy.wars = [("spain", "england"), ("france", "spain")]
    opened = State.from_plain(live.to_plain())
    wars.adopt(live)
    wars.adopt(opened)
    assert live.ledger.wars == opened.ledger.wars
    assert [war.aggressors for war in live.ledger.wars] == [["france"], ["spain"]]


def test_a_minor_drawn_into_a_war_raises_its_forces_and_no_power_does() -> None:
    state = campaign(war=())
    play(declarations.declare, state, [], (), "france", "spain")
    raised = {unit.country for unit in state.units.values()}
    assert raised == {"savoy", "milan"}


def test_forces_come_while_their_counters_last_and_home_has_room() -> None:
    """They are placed in the capital, else in another province of the minor's own."""
    state = campaign(war=())
    home = minors.capital(state, "milan")
    use_up(state, "milan", "A-")
    left = counters.free_counters(state, "milan", "LD")
    spare = [put(state, "milan", home, "LD")[0] for _ in range(left - 1)]
    phase = Phase(state, procedures=PROCEDURES)
    minors.muster(phase, "milan", ["A-", "LD", "LD"], "basic forces")
    new = [unit for number, unit in state.units.items() if number > spare[-1]]
    assert [(unit.kind, unit.place, unit.veterans) for unit in new] == [("LD", home, 3)]
    assert [entry.text.partition(": ")[2] for entry in phase.story] == [
        f"LD in {board.province(home).name}."
    ]


@pytest.mark.rule("EUV-TERM-12")
def test_control_of_a_minor_is_its_alliance_its_patron_and_its_box() -> None:
    """Control: political control of a minor through alliance; without a patron it stands alone."""
    state = campaign(war=())
    minors.control(state, "milan", "france", "MA")
    wars.align(state)
    assert state.countries["milan"].patron == "france"
    assert sides.alliance_of(state, "milan") == sides.alliance_of(state, "france")
    assert state.ledger.boxes["milan"] == ("france", "MA")
    minors.control(state, "milan", "", "")
    wars.align(state)
    assert state.countries["milan"].patron == ""
    assert sides.members(state, sides.alliance_of(state, "milan")) == ("milan",)
    assert "milan" not in state.ledger.boxes


@pytest.mark.parametrize(("holder", "has"), [("savoy", True), ("france", True), ("spain", False)])
def test_a_minors_declaration_is_paid_by_its_patron_for_whose_reason_it_may_be(
    holder: str, has: bool
) -> None:
    """The casus belli of either of them makes it cheaper; another's does not."""
    state = campaign(war=())
    wars.give_reason(state, holder, "venice", 1, "an old quarrel")
    declarations.pay_declaration(Phase(state), "savoy", "venice")
    stability, points = declaration(has)
    france = state.countries["france"]
    assert (france.stability, france.victory_points) == (-stability, -points)
    assert declaration(True) != declaration(False)


@pytest.mark.parametrize(("before", "after"), [(3, 1), (0, -2), (-1, -3), (-2, -3), (-3, -3)])
def test_a_declaration_without_a_reason_costs_two_stability_and_none_below_the_lowest(
    before: int, after: int
) -> None:
    """No power's stability is less than -3; the points are paid in full."""
    state = campaign(alliances=THREE, war=())
    state.countries["france"].stability = before
    declarations.pay_declaration(Phase(state), "france", "spain")
    assert state.countries["france"].stability == after
    assert state.countries["france"].victory_points == -declaration(False)[1]


@pytest.mark.rule("EUV-DOW-04")
@pytest.mark.parametrize("enemy", ["", "france", "savoy"])
def test_who_is_at_war_with_the_caller_or_its_ally_is_not_called(enemy: str) -> None:
    state = campaign(
        alliances={"france": ["france", "savoy"], "spain": ["spain"], "england": ["england"]},
        minors={"savoy": "france"}, war=(),
    )  # fmt: skip
    if enemy:
        state.ledger.wars.append(War(["england"], [enemy], 1))
    state.ledger.wars.append(War(["france"], ["spain"], 1))
    answers: list[Raw] = [] if enemy else [("call-allies", [])]
    play(declarations.call_allies, state, answers, (), state.ledger.wars[-1], "france", "spain")


@pytest.mark.parametrize(
    ("before", "leaves", "after"),
    [
        ({"league": ["spain", "venice", "milan"]}, "spain",
         {"league": ["spain"], "venice": ["venice", "milan"]}),
        ({"league": ["spain", "venice", "milan"]}, "milan",
         {"league": ["spain", "venice"], "milan": ["milan"]}),
        ({"spain": ["venice", "spain"]}, "spain", {"venice": ["venice"], "spain": ["spain"]}),
        ({"spain": ["spain", "venice"]}, "spain", {"spain": ["spain"], "venice": ["venice"]}),
    ],
)  # fmt: skip
def test_an_alliance_keeps_its_name_with_its_first_member_unless_it_is_anothers(
    before: dict[str, list[str]], leaves: str, after: dict[str, list[str]]
) -> None:
    state = campaign(alliances={"france": ["france"], **before}, war=())
    wars.leave_alliance(state, leaves)
    wars.align(state)
    found = {each.id: each.members for each in state.diplomacy.alliances}
    assert found == {"france": ["france"], **after}


@pytest.mark.rule("EUV-DOW-04", "EUV-BUR-05")
def test_who_comes_when_called_brings_its_allies_but_those_who_are_called_to_no_war() -> None:
    """*Allies can be called in the normal way*; Burgundy *declares no war and is called to none*:
    it leaves the alliance, Savoy comes along."""
    state = campaign(
        "burgundy",
        alliances={"spain": ["spain", "burgundy", "savoy"], "england": ["england"],
                   "france": ["france"]},
        minors={"burgundy": "spain", "savoy": "spain"}, war=(("england", "france"),),
    )  # fmt: skip
    (war,) = state.ledger.wars
    declarations.enter_war(Phase(state, procedures=PROCEDURES), war, "spain", "england")
    wars.align(state)
    assert [*war.aggressors[:2], *war.defenders] == ["england", "spain", "france"]
    assert "burgundy" not in war.members
    assert wars.allies(state, "burgundy") == ["burgundy"]
    assert {"england", "spain", "savoy"} <= {*wars.allies(state, "england")}


def test_a_country_out_of_play_is_called_by_nobody() -> None:
    state = campaign(alliances=THREE, war=(("france", "spain"),))
    del state.countries["england"]
    war = state.ledger.wars[0]
    assert play(declarations.call_allies, state, (), (), war, "france", "spain").asks == []


def test_a_minor_raises_its_forces_in_its_capital_first() -> None:
    state = campaign(war=())
    assert provinces.owned_provinces(state, "savoy")[-2:] == ["nice", "savoia"]
    state.ledger.capitals["savoy"] = "nice"
    minors.muster(Phase(state, procedures=PROCEDURES), "savoy", ["LD"], "basic forces")
    new = max(state.units)
    assert state.units[new].place == "nice"


@pytest.mark.rule("NAC-04")
@pytest.mark.parametrize(("country", "lifted"), [("england", True), ("france", False)])
def test_who_has_left_an_alliance_blockades_its_enemies_no_longer(
    country: str, lifted: bool
) -> None:
    """*Blockading an enemy port* (849): England, in no war since it left France, wore out as if
    it blockaded València."""
    state = campaign(
        alliances={"france": ["france", "england"], "spain": ["spain"]},
        war=(("france", "spain"),), options={"wars_asked": True},
    )  # fmt: skip
    fleet(state, country, "sea-alboran", "NWD", task="blockade:valencia")
    wars.leave_war(state, state.ledger.wars[0], "england")
    wars.leave_alliance(state, "england")
    told = play(turn.negotiations_step, state).told
    assert (state.sea.tasks == {}) == lifted
    assert ("The blockade of València is lifted" in told) == lifted
