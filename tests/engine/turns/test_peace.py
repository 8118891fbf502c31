"""The peace phase: who is asked, who leaves a war, ransoms and what war costs."""

import pytest

from engine.play.phase import Phase
from engine.state import State
from engine.state.leaders import Leader
from engine.state.ledger import Truce
from engine.turns import peace, provinces
from engine.turns.campaign_figures import figure
from engine.variants import hungary
from tests.engine.playing import play
from tests.engine.sea.afloat import fleet
from tests.engine.turns.table import campaign

OTTOMANS = {"turkey": ["turkey"], "hungary": ["hungary"], "habsburg": ["habsburg"]}


def ottomans(*names: str, **owners: str) -> State:
    return campaign(
        *names, turn=8, period="II", alliances=OTTOMANS, minors={"hungary": "habsburg"}, war=(),
        owners=owners,
    )  # fmt: skip


@pytest.mark.rule("EUV-HUN-05", "EUV-HUN-18")
def test_the_peace_phase_begins_with_what_variants_and_reminders_have_to_say() -> None:
    """At the peace phase Hungary offers its surrender; where that rule is off, the Habsburgs are
    reminded of their right to Turkish provinces that were Hungarian."""
    state = ottomans("hungary")
    state.ledger.facts[hungary.OFFERED] = True
    play(peace.peace, state, [("hungary-surrenders", True)])
    assert "hungary" not in state.countries
    assert "Hungarian" in play(peace.peace, ottomans("truce", pecs="turkey")).told


@pytest.mark.rule("EUV-HUN-18")
def test_of_what_was_never_hungarian_nobody_is_reminded() -> None:
    for owners, reminded in (({}, False), ({"pecs": "turkey"}, True)):
        phase = Phase(ottomans("truce", **owners))
        peace.remind(phase)
        assert bool(phase.story) is reminded


@pytest.mark.rule("EUV-TRU-01", "EUV-TRU-02")
def test_a_minor_under_truce_is_offered_peace_and_no_second_truce() -> None:
    state = campaign("truce")
    war = state.ledger.wars[0]

    def offered() -> set[str]:
        found = peace.choices(state, war, war.aggressors, war.defenders, "france", True, False)
        return {option.answer for option in found}

    assert {"truce:milan", "white-peace:milan"} <= offered()
    war.truces.append(Truce([("france", "milan"), ("savoy", "milan")], 1))
    assert "truce:milan" not in offered()
    assert {"white-peace:milan", "truce"} <= offered()


@pytest.mark.rule("EUV-TRU-02", "EUV-TRU-03")
@pytest.mark.parametrize(
    ("theirs", "who", "asked"),
    [(["milan"], "venice", "Does Milan accept"), (["savoy"], "france", "Does Savoy accept"),
     (["milan", "savoy"], "venice", "Do Milan and Savoy accept"),
     (["savoy", "milan"], "france", "Do Savoy and Milan accept")],
)  # fmt: skip
def test_for_minors_their_controller_answers_the_first_ones_where_they_differ(
    theirs: list[str], who: str, asked: str
) -> None:
    answers = [("minor-accepts", True)]
    played = play(peace.is_accepted, campaign("truce"), answers, (), "spain", theirs, "white-peace")
    assert played.asks[0].who == who
    assert asked in played.asks[0].question


@pytest.mark.rule("EUV-TRU-03", "EUV-TRU-16")
def test_who_leaves_a_war_leaves_its_truces_and_those_of_others_last() -> None:
    """A truce is over for the one who makes peace; one that was his alone is over."""
    state = campaign("truce")
    war = state.ledger.wars[0]
    war.truces = [
        Truce([("france", "venice"), ("france", "spain")], 1), Truce([("savoy", "venice")], 1),
    ]  # fmt: skip
    peace.leave(Phase(state), war, [], ["venice", "milan"])
    assert [truce.pairs for truce in war.truces] == [[("france", "spain")]]
    assert war.defenders == ["spain"]


def captive(of: str, captor: str) -> State:
    state = campaign()
    state.leaders["lajos-ii"] = Leader("lajos-ii", of, status="captured")
    state.notes["captive.lajos-ii"] = captor
    return state


@pytest.mark.parametrize("captor", ["france", "savoy", "england", ""])
def test_a_powers_monarch_costs_the_same_whoever_holds_him_and_pays_a_power_alone(
    captor: str,
) -> None:
    """The captor gets the ducats where it is a power in play; the prisoner comes back once."""
    state = captive("spain", captor)
    told = play(peace.ransoms, state).told
    ducats = figure("ransom", "ducats")
    assert state.countries["spain"].treasury == 1000 - ducats
    assert state.countries["france"].treasury == 1000 + (ducats if captor == "france" else 0)
    assert state.countries["savoy"].treasury == 1000
    assert f"for {ducats} ducats" in told
    assert state.leaders["lajos-ii"].status == "away"
    assert "captive.lajos-ii" not in state.notes


@pytest.mark.parametrize(
    ("of", "captor"), [("milan", "savoy"), ("milan", "england"), ("milan", ""),
                       ("hungary", "france")],
)  # fmt: skip
def test_nobody_chooses_a_ransom_for_a_minors_monarch_but_a_power_that_holds_him(
    of: str, captor: str
) -> None:
    """Nor for the monarch of a country that plays no part."""
    state = captive(of, captor)
    assert play(peace.ransoms, state).asks == []
    assert state.leaders["lajos-ii"].status == "away"


@pytest.mark.parametrize(("chosen", "said"), [
    ("ducats", f"{figure('ransom', 'minor')} ducats"), ("proposal", "+2 to a peace proposal"),
    ("separate", "leave to propose a separate peace"),
])  # fmt: skip
def test_what_is_taken_for_a_minors_monarch_is_told(chosen: str, said: str) -> None:
    state = captive("milan", "france")
    told = play(peace.ransoms, state, [("ransom", chosen)]).told
    assert f"is set free for {said}." in told
    gained = figure("ransom", "minor") if chosen == "ducats" else 0
    assert state.countries["france"].treasury == 1000 + gained


@pytest.mark.rule("EUV-TRU-18")
@pytest.mark.parametrize(("turns", "lost"), [(3, 1), (4, 2), (5, 2)])
def test_a_war_costs_more_stability_from_its_fourth_turn_on(turns: int, lost: int) -> None:
    """The rising stability loss of long wars, for every power in it."""
    state = campaign()
    state.ledger.wars[0].age = turns - 1
    peace.war_weariness(Phase(state))
    assert [state.countries[each].stability for each in ("france", "spain")] == [-lost] * 2
    assert state.ledger.enemies("france")


@pytest.mark.rule("NAC-04", "ATS-26")
@pytest.mark.parametrize("peace_made", [True, False])
def test_with_the_peace_blockades_are_over(peace_made: bool) -> None:
    """*Blockading an enemy port* lasts into the next turn, but no longer than the enemy is one: the
    ships wore out as if they blockaded it."""
    state = campaign(alliances={"france": ["france"], "spain": ["spain"]},
                     war=() if peace_made else (("france", "spain"),))  # fmt: skip
    ships = fleet(state, "france", "sea-alboran", "NWD", task="blockade:valencia")
    told = play(provinces.withdraw, state).told
    assert (state.sea.tasks == {}) == peace_made
    assert ("The blockade of València is lifted: no enemy holds" in told) == peace_made
    assert state.units[ships[0]].place == "sea-alboran"
