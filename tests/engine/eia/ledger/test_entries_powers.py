"""Entries of powers on the ledger: leaders, loans, minors, winning and auctions."""

from dataclasses import replace

import pytest

from engine.eia import months, tables
from engine.eia.ledger import entries_powers, manpower_yields
from engine.eia.ledger.records import Ceded, Exile, Land
from engine.eia.reasons import applicable
from engine.play.asks import BadAnswer
from tests.engine.eia.nights import Club, power


@pytest.mark.rule("EIA-TRM-12", "EIA-TRM-13", "EIA-TRM-14", "EIA-TRM-15", "EIA-POL-03")
def test_napoleon_in_exile() -> None:
    club = Club("December", wars=["austria france"])
    club.enter("peace", victor="austria", loser="france", unconditional=True,
               exile={"Napoleon": "A"})  # fmt: skip
    club.enter("status", power="france", zone="fiasco")
    ratings = {"strategic": 4, "tactical": 4, "maximum": 6}
    assert "EIA-TRM-12" in club.refuses("return", leader="Napoleon", **ratings, points_left=9)
    club.to("diplomacy", "December")
    assert "EIA-TRM-12" in club.reminders() or club.told("EIA-TRM-12")
    assert "EIA-TRM-14" in club.refuses("return", leader="Napoleon", **ratings, points_left=5)
    club.enter("return", leader="Napoleon", **ratings, points_left=6)
    assert power(club, "france").political_halves == -12
    assert club.ledger.napoleon_back
    club.to("money and manpower collection")
    assert "EIA-POL-03" in club.reminders()
    club.on()
    assert not club.ledger.napoleon_back


@pytest.mark.rule("EIA-TRM-12")
def test_exile_is_for_unconditional_surrender_only() -> None:
    club = Club("December", wars=["austria france", "france russia"])
    given = {"leader": "Napoleon", "power": "france", "rank": "A"}
    club.enter("peace", victor="russia", loser="france")
    assert "EIA-TRM-12" in club.refuses("exile", **given)
    club.enter("peace", victor="austria", loser="france", unconditional=True)
    club.enter("exile", **given)


@pytest.mark.rule("EIA-TRM-12")
@pytest.mark.parametrize(("since", "now"), [(0, True), (-1, False)])
def test_a_peace_that_nobody_dated_may_still_name_its_terms(since: int, now: bool) -> None:
    """A campaign kept since before peaces were dated has 0 there; one of an earlier month names no
    terms any more."""
    club = Club("December", wars=["austria france"])
    club.enter("peace", victor="austria", loser="france", unconditional=True)
    (made,) = club.ledger.peaces
    club.ledger.peaces = [replace(made, since=since and club.ledger.month - 1)]
    given = {"leader": "Napoleon", "power": "france", "rank": "A"}
    if now:
        club.enter("exile", **given)
    else:
        assert "EIA-TRM-12" in club.refuses("exile", **given)


@pytest.mark.rule("EIA-ERR-33", "EIA-ERR-34", "EIA-ERR-35")
def test_a_leader_is_promoted_once_and_for_good() -> None:
    club = Club("December")
    club.enter("status", power="france", dominant=True)
    club.enter("promote", leader="Davout", rank="B")
    assert club.ledger.promoted == {"Davout": "A"}
    club.enter("status", power="france", dominant=False)
    assert club.ledger.promoted == {"Davout": "A"}
    club.enter("status", power="france", dominant=True)
    assert "EIA-ERR-34" in club.refuses("promote", leader="Davout", rank="A")
    assert "EIA-ERR-34" in club.refuses("promote", leader="davout", rank="A")


@pytest.mark.rule("EIA-DOM-03")
def test_dominance_stays_while_at_war() -> None:
    club = Club("December")
    club.enter("status", power="france", dominant=True)
    club.to("declarations of war")
    club.enter("war", power="russia", on="france")
    assert "EIA-DOM-03" in club.refuses("status", power="france", dominant=False)


@pytest.mark.rule("EIA-TRM-02", "EIA-TRM-03", "EIA-TRM-04", "EIA-TRM-05", "EIA-TRM-06")
def test_a_corps_on_loan_on_the_table() -> None:
    club = Club("December", wars=["france prussia"])
    club.enter("peace", victor="france", loser="prussia")
    club.enter("loan", corps="Yorck", owner="prussia", borrower="france", months=2)
    loan = club.ledger.loans["Yorck"]
    assert (loan.since, loan.until) == (
        months.month(1805, "December"),
        months.month(1806, "February"),
    )
    club.to("supply", of="france")
    assert "EIA-TRM-02" in club.reminders()
    club.enter("loan-back", corps="Yorck", lost={"infantry": 2})
    assert club.ledger.loans["Yorck"].lost == {"infantry": 2}
    assert "Prussia chose" in club.told("EIA-TRM-03")[0]
    club.to("army reinforcement", "February")
    assert "EIA-TRM-06" in club.reminders()
    club.enter("loan-back", corps="Yorck", returns=True, because_of_losses=True)
    assert power(club, "france").political_halves == -2
    club.to("army reinforcement")
    assert "Yorck returns to Prussia" in club.told("EIA-TRM-04")[-1]
    assert not club.ledger.loans


@pytest.mark.rule("EIA-TRM-04")
def test_a_corps_that_returns_in_the_reinforcement_step_is_placed_in_it() -> None:
    club = Club("December", wars=["france prussia"])
    club.enter("peace", victor="france", loser="prussia")
    club.enter("loan", corps="Yorck", owner="prussia", borrower="france", months=2)
    club.to("army reinforcement")
    club.enter("loan-back", corps="Yorck", returns=True)
    assert "placed at home in this step" in club.told("EIA-TRM-04")[-1]
    assert not club.ledger.loans


@pytest.mark.rule("EIA-TRM-01")
def test_reparations_fall_due_in_economic_phases() -> None:
    club = Club("December", wars=["austria france"])
    club.to("peace")
    club.enter("peace", victor="france", loser="austria")
    club.enter("reparations", payer="austria", payee="france", amount=25, phases=2)
    due = []
    for month in ("December", "March", "June"):
        club.to("money and manpower collection", month)
        due.append(club.told("EIA-TRM-01")[-1].split()[3])
    assert due == ["13", "12", "12"]
    assert not club.ledger.debts


@pytest.mark.rule("EIA-ERR-32")
def test_a_minor_is_conquered_after_a_month() -> None:
    club = Club("December")
    club.to("land combat")
    both = {"Dresden": True, "Leipzig": True}
    club.enter("occupy", minor="Saxony", by="france", cities=both)
    club.to("conquest")
    assert "EIA-ERR-32" not in club.reminders()
    taken = {"minor": "Saxony", "had_troops": False}
    assert "EIA-ERR-32" in club.refuses("minor-conquered", **taken)
    club.to("conquest")
    assert "France has held all cities of Saxony for a month" in club.told("EIA-ERR-32")[-1]
    club.enter("minor-conquered", **taken)
    assert club.ledger.minors["Saxony"].controller == "france"
    other = Club("December")
    other.enter("occupy", minor="Saxony", by="france", cities=both)
    other.to("conquest")
    other.enter("occupy", minor="Saxony", cities={"Leipzig": False})
    other.enter("occupy", minor="Saxony", by="france", cities={"Leipzig": True})
    other.to("land combat")
    other.enter("occupy", minor="Saxony", cities={"Leipzig": False})
    other.enter("occupy", minor="Saxony", by="france", cities={"Leipzig": True})
    other.to("conquest")
    assert "EIA-ERR-32" not in other.reminders()


@pytest.mark.rule("EIA-POL-01", "EIA-POL-02")
def test_a_minor_that_nobody_defended() -> None:
    club = Club("December")
    club.enter("occupy", minor="Saxony", by="russia", cities={"Dresden": True})
    club.enter("occupy", minor="Bavaria", by="russia", cities={"Munich": True})
    club.to("conquest", "January")
    club.enter("minor-conquered", minor="Saxony", controller="prussia")
    assert power(club, "prussia").political_halves == -2
    club.enter("minor-fought", minor="Bavaria")
    club.enter("minor-conquered", minor="Bavaria", controller="france")
    assert power(club, "france").political_halves == 0


@pytest.mark.rule("EIA-WIN-01", "EIA-WIN-02")
def test_reaching_the_goal_ends_the_campaign() -> None:
    club = Club("December")
    club.to("victory points")
    club.enter("status", power="france", victory=450)
    club.enter("status", power="russia", victory=401)
    club.on()
    assert club.game.is_over
    assert club.ledger.winners == ["france", "russia"]


@pytest.mark.rule("EIA-WIN-01")
def test_a_power_without_a_goal_reaches_none() -> None:
    club = Club("December")
    for each in club.ledger.powers.values():
        each.goal = 0
    club.to("victory points")
    club.on()
    assert not club.game.is_over
    assert not club.ledger.winners


@pytest.mark.rule("EIA-WIN-03", "EIA-WIN-04", "EIA-WIN-05", "EIA-WIN-07", "EIA-WIN-08")
def test_the_last_economic_phase() -> None:
    def finished(count: int, britain: bool = True) -> list[str]:
        club = Club("December", last=0)
        club.to("victory points")
        assert "EIA-WIN-03" in club.reminders()
        club.enter("status", power="france", victory=440)
        with pytest.raises(BadAnswer, match="EIA-WIN-05"):
            club.on()
        club.ledger.britain_default = britain
        for name in club.ledger.powers:
            club.enter("final-count", power=name, manpower=count if name == "france" else 0)
        club.on()
        assert club.game.is_over
        return club.ledger.winners

    assert finished(10) == ["france"]
    assert finished(9) == ["britain"]
    plain = Club("December", last=0)
    plain.to("victory points")
    plain.enter("status", power="russia", victory=400)
    plain.on()
    assert plain.ledger.winners == ["russia"]


@pytest.mark.rule(
    "EIA-UMP-01", "EIA-UMP-02", "EIA-UMP-03", "EIA-UMP-04", "EIA-UMP-05", "EIA-BID-02"
)
def test_a_power_without_a_player_is_auctioned() -> None:
    club = Club("December", dice={"britain.bid": 6, "russia.bid": 2})
    for name in ("britain", "russia", "spain"):
        club.enter("status", power=name, victory=10)
    club.enter("step-down", power="prussia")
    club.enter("step-down", power="spain")
    assert "EIA-UMP-03" in club.refuses("status", power="prussia", victory=1)
    assert "EIA-UMP-04" in club.refuses("auction", power="prussia", bids={"spain": 4})
    assert "EIA-UMP-02" in club.refuses("auction", power="prussia", bids={"britain": 11})
    assert "EIA-UMP-01" in club.refuses("auction", power="austria", bids={})
    club.enter("auction", power="prussia", bids={"britain": 4, "russia": 4})
    assert power(club, "prussia").controller == "britain"
    assert (power(club, "britain").victory, power(club, "russia").victory) == (6, 10)
    assert not club.ledger.britain_default
    club.to("uncontrolled major power control")
    assert "Spain has no player" in club.told("EIA-UMP-01")[-1]
    assert {"EIA-UMP-01", "EIA-UMP-03"} <= club.reminders()


@pytest.mark.rule("EIA-GEN-01", "EIA-GEN-02")
def test_table_talk_and_votes() -> None:
    club = Club("December")
    assert {"EIA-GEN-01", "EIA-GEN-02"} <= club.reminders()
    club.enter("vote", question="May it?", votes={"Anna": "yes", "Ben": "yes", "Carl": "no"})
    assert club.ledger.rulings == [["May it?", "yes"]]
    tied = Club("December", dice={})
    tied.game.answer({"do": "vote", "question": "And this?", "votes": {"Anna": "yes", "Ben": "no"}})
    tied.game.answer(5)
    tied.game.answer(2)
    assert tied.ledger.rulings == [["And this?", "no"]]


@pytest.mark.rule("EIA-WIN-01")
@pytest.mark.parametrize(("points", "won"), [(449, False), (450, True), (451, True)])
def test_one_point_short_of_the_goal_is_not_reaching_it(points: int, won: bool) -> None:
    """The goal of France is 450; to reach it is to have as many points or more."""
    club = Club("December")
    club.to("victory points")
    club.enter("status", power="france", victory=points)
    club.on()
    assert club.game.is_over == won
    assert list(club.ledger.winners) == ["france"] * won


@pytest.mark.rule("EIA-UMP-01")
def test_only_a_power_without_player_and_without_bidder_is_called_up_for_auction() -> None:
    """Prussia's player has left; Spain's too, but Russia has won the bids for it; Austria plays."""
    club = Club("December", dice={"russia.bid": 2})
    club.enter("status", power="russia", victory=10)
    for name in ("prussia", "spain"):
        club.enter("step-down", power=name)
    club.enter("auction", power="spain", bids={"russia": 4})
    club.to("uncontrolled major power control")
    called = [text for text in club.told("EIA-UMP-01") if "has no player" in text]
    assert called == ["Prussia has no player: secret bids in victory points."]


@pytest.mark.rule("EIA-TRM-14")
def test_who_returns_may_cost_what_the_marker_can_still_fall() -> None:
    """If the points cannot be paid he may not return: a box is two half points."""
    club = Club("December")
    ratings = {"strategic": 3, "tactical": 3, "maximum": 3}
    club.ledger.exiles["Mack"] = Exile("austria", "D", 0)
    marker = power(club, "austria")
    for box, paid in ((6, True), (7, True), (5, False), (0, False)):
        marker.marker = box
        given = {"leader": "Mack", "points_left": None, **ratings}
        found = applicable(*entries_powers.ComeBack(given).refuse(club.ledger))
        assert (found == ()) is paid, box
    marker.marker = -1
    given = {"leader": "Mack", "points_left": None, **ratings}
    said = applicable(*entries_powers.ComeBack(given).refuse(club.ledger))
    assert "how far its marker may fall" in said[0].why


def test_a_corps_is_of_a_nation_with_a_morale_and_goes_only_when_it_is_there() -> None:
    club = Club("December")
    given = {"power": "austria", "corps": "I", "factors": {"infantry": 3}, "type": "infantry"}
    assert "No morale of ruritania" in club.refuses("corps", **given, nation="ruritania")
    assert "is not written down" in club.refuses("corps", **given, gone=True)
    club.enter("corps", **given, nation="bavaria")
    assert [each.nation for each in club.ledger.corps.values()] == ["bavaria"]
    club.enter("corps", **given, gone=True)
    assert club.ledger.corps == {}


@pytest.mark.rule("EIA-SET-03")
def test_who_plays_a_phase_in_turn_and_who_says_where_it_comes_in() -> None:
    """The land phase goes round, France announcing its place; the Political Phase does not."""
    order, floating = tables.order("Land")
    assert (order[0], len(order), floating) == ("russia", 6, "france")
    assert tables.order("Political") == ((), "")


@pytest.mark.rule("EIA-OE-01", "EIA-ERR-10")
def test_what_is_not_known_of_what_a_power_holds_is_named() -> None:
    """Minors and ceded provinces whose manpower nobody has written down; of others nothing."""
    ledger = Club("December").ledger
    assert manpower_yields.unknown(ledger, "france") == ["its home provinces"]
    ledger.lands["Champagne"] = Land("france", 3)
    assert manpower_yields.unknown(ledger, "france") == []
    ledger.ceded |= {"Tyrol": Ceded("austria", "france"), "Silesia": Ceded("prussia", "austria")}
    assert manpower_yields.unknown(ledger, "france") == ["Tyrol"]
    ledger.lands["Tyrol"] = Land("austria", 2)
    assert manpower_yields.unknown(ledger, "france") == []


@pytest.mark.rule("EIA-BID-02", "EIA-UMP-02")
def test_players_whose_bids_tie_throw_one_after_the_other() -> None:
    """*In case of a tie, dice determine*: each is told which of them he is."""
    club = Club(dice={})
    club.enter("step-down", power="prussia")
    for name in ("france", "spain"):
        club.ledger.powers[name].victory = 10
    club.game.answer({"do": "auction", "power": "prussia", "bids": {"france": 5, "spain": 5},
                      "sure": True})  # fmt: skip
    for told in ("1 of 2", "2 of 2"):
        assert club.game.ask is not None
        assert told in club.game.ask.question
        club.game.answer(3 if told == "1 of 2" else 5)
    assert club.ledger.powers["prussia"].controller == "spain"
