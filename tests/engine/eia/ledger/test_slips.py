"""What a slip of the hand may not do on a club night: entries that the rules don't grant, and what
is confirmed before it is overwritten. Each test begins from a sentence of the house rules."""

from typing import Any

import pytest

from engine.eia import tables
from engine.eia.ledger.desk.situations import situations
from engine.play.asks import Die
from tests.engine.eia.nights import Club, power, sack

SAXONY = {"Dresden": True, "Leipzig": True}

# "A minor country is conquered by one month's unbesieged occupation of all cities in the minor's
# primary district."


@pytest.mark.rule("EIA-ERR-32")
def test_a_neutral_minor_is_conquered_by_who_holds_it_and_nobody_pays() -> None:
    club = Club("December")
    club.enter("occupy", minor="Saxony", by="France", cities=SAXONY)
    club.to("conquest", "January")
    club.enter("minor-conquered", minor="Saxony")
    assert club.ledger.minors["Saxony"].controller == "france"
    assert {one.political_halves for one in club.ledger.powers.values()} == {0}
    assert [each.text for each in club.game.story][-1] == "France conquers Saxony."


@pytest.mark.rule("EIA-POL-01")
def test_only_the_controller_that_is_written_down_pays_for_a_minor() -> None:
    """If a player controls a minor country with troops and refuses to use those troops to defend
    the minor, the player gets a penalty of one extra PP."""
    club = Club("December")
    club.to("declarations of war")
    club.enter("war-on-minor", power="france", minor="Saxony", controller="prussia")
    club.enter("occupy", minor="Saxony", by="france", cities=SAXONY)
    club.to("conquest", "January")
    said = club.refuses("minor-conquered", minor="Saxony", controller="austria")
    assert "Prussia controls Saxony, not Austria" in said
    club.enter("minor-conquered", minor="Saxony")
    assert power(club, "prussia").political_halves == -2
    assert power(club, "austria").political_halves == 0


@pytest.mark.rule("EIA-ERR-32")
def test_no_conquest_without_an_occupier_or_outside_its_step() -> None:
    club = Club("December")
    club.enter("occupy", minor="Saxony", by="france", cities=SAXONY)
    club.to("land combat", "January")
    assert "in the conquest step" in club.refuses("minor-conquered", minor="Saxony")
    club.to("conquest")
    assert "Nobody is written down" in club.refuses("minor-conquered", minor="Bavaria")
    assert "France holds its cities" in club.refuses("minor-conquered", minor="Saxony", by="turkey")


@pytest.mark.rule("EIA-ERR-32")
def test_a_new_occupier_begins_the_month_anew() -> None:
    club = Club("December")
    club.enter("occupy", minor="Saxony", by="france", cities=SAXONY)
    club.to("land combat", "January")
    club.enter("occupy", minor="Saxony", by="austria", cities=SAXONY)
    club.to("conquest")
    assert "Not yet" in club.refuses("minor-conquered", minor="Saxony")
    club.to("conquest")
    club.enter("minor-conquered", minor="Saxony")
    assert club.ledger.minors["Saxony"].controller == "austria"


@pytest.mark.rule("EIA-ERR-32")
def test_two_occupiers_conquer_nothing() -> None:
    club = Club("December")
    club.enter("occupy", minor="Saxony", by="france", cities={"Dresden": True})
    club.enter("occupy", minor="Saxony", by="austria", cities={"Leipzig": True})
    club.to("conquest", "January")
    assert "don't hold it alone" in club.refuses("minor-conquered", minor="Saxony")


@pytest.mark.rule("EIA-ERR-32")
def test_cities_taken_after_a_conquest_step_wait_for_the_second_one_after() -> None:
    club = Club("December")
    club.to("victory points")
    club.enter("occupy", minor="Saxony", by="france", cities=SAXONY)
    club.to("conquest", "January")
    assert "Not yet" in club.refuses("minor-conquered", minor="Saxony")
    club.to("conquest", "February")
    club.enter("minor-conquered", minor="Saxony")


# "A city can be burned or pillaged only when it's captured by successful besieging."


@pytest.mark.rule("EIA-PIL-04", "EIA-REC-01")
def test_a_neutral_minors_city_is_pillaged_and_recovers() -> None:
    club = Club("December")
    club.enter("city", **sack(club, city="Dresden", owner="saxony"))
    assert club.ledger.cities["Dresden"].owner == "Saxony"
    club.to("money and manpower collection")
    club.to("diplomacy")
    assert "Dresden" not in club.ledger.cities


@pytest.mark.rule("EIA-REC-01")
def test_the_recovery_of_a_city_is_told_before_it_comes() -> None:
    """A city that is pillaged but not burned automatically recovers completely at the end of the
    next economic phase if in control of the owner of the province."""
    club = Club("December", wars=["austria turkey"])
    club.enter("city", **sack(club))
    club.to("uncontrolled major power control")
    assert "if Austria controls it, would recover" in club.told("EIA-REC-01")[-1]
    club.to("peace")
    assert club.ledger.cities["Vienna"].state == "pillaged"
    club.enter("peace", victor="turkey", loser="austria")
    assert club.told("EIA-REC-01")[-1] == "Vienna is Austria's again, unless it is ceded."
    club.to("uncontrolled major power control")
    assert "which controls it, recovers at the end of this step" in club.told("EIA-REC-01")[-1]
    club.on()
    assert not club.ledger.cities


# "Whenever a city is taken by storm or starved to death the conqueror must roll a d6"


@pytest.mark.rule("EIA-INV-01")
def test_a_city_is_rolled_for_once_each_time_it_is_taken() -> None:
    club = Club("December", dice={"turkey.pillage": 2})
    rolls = sack(club, taken="storm", act="involuntary", nation="turkey")
    club.enter("city", **rolls)
    assert not club.ledger.cities
    assert "has rolled for Vienna this turn" in club.refuses("city", **rolls)
    club.to("land combat")
    club.to("land combat", "January")
    club.dice = {"turkey.pillage": 6, "turkey.burn": 1}
    assert "this is another capture" in club.doubts("city", **rolls)
    assert club.ledger.cities["Vienna"].state == "pillaged"


# "Enforced peace is counted as lasting the marked number of months from Peace step to Peace step."


@pytest.mark.rule("EIA-PEACE-01")
def test_a_peace_ends_a_war_and_no_other_peace() -> None:
    club = Club("December", wars=["austria france"])
    said = club.refuses("peace", victor="france", loser="russia")
    assert said == "France and Russia are not at war (EIA-PEACE-01)"
    club.enter("peace", victor="france", loser="austria", months=18)
    said = club.refuses("peace", victor="france", loser="austria", months=1)
    assert "have an enforced peace to the Political Phase of June 1807" in said


# "The major power controlling territory in which forcible access occurs may, if desired,
# immediately declare war … unless prevented by limitation in 4.2.2.1."


@pytest.mark.rule("EIA-ERR-29", "EIA-PEACE-02")
def test_forcible_access_promises_no_war_that_a_peace_forbids() -> None:
    club = Club("December", wars=["austria france"])
    club.enter("peace", victor="france", loser="austria")
    club.to("land movement")
    club.enter("forcible-access", power="france", controller="austria")
    assert not club.told("EIA-ERR-30")[1:]
    assert "have" not in club.told("EIA-PEACE-02")[-1]
    assert "no war" in club.told("EIA-PEACE-02")[-1]
    refused = club.refuses("war", power="austria", on="france", because="forcible access")
    assert "EIA-PEACE-02" in refused
    club.enter("forcible-access", power="france", controller="prussia")
    assert "Prussia may declare war on France at once" in club.told("EIA-ERR-30")[-1]
    club.enter("war", power="prussia", on="france", because="forcible access")


@pytest.mark.rule("EIA-TRM-07", "EIA-ALL-09")
def test_the_right_of_a_sphere_holds_against_an_ally() -> None:
    """Immediate DOW is also allowed if ally violates earlier peace agreement relating to trading or
    sphere of influence."""
    club = Club("December", wars=["france prussia"])
    club.enter("peace", victor="france", loser="prussia", unconditional=True, sphere=True)
    club.to("creating alliances")
    club.enter("alliance", powers=["france", "prussia"])
    club.to("declarations of war")
    club.enter("war-on-minor", power="prussia", minor="Saxony", next_to=["france"])
    club.enter("war", power="france", on="prussia", because="sphere")
    assert club.ledger.at_war("france", "prussia")
    assert power(club, "france").political_halves == -6


# "A Major Power that had war declared upon it this turn may move any and all controlled Fleets"


@pytest.mark.rule("EIA-NAV-04")
def test_whom_an_ally_joins_against_may_flee() -> None:
    club = Club("December")
    club.to("creating alliances")
    club.enter("alliance", powers=["britain", "austria"])
    club.to("declarations of war")
    club.enter("war", power="france", on="austria")
    club.enter("join-war", power="britain", caller="austria", on="france", sure=True)
    club.to("naval movement")
    assert any("War was declared on France" in text for text in club.told("EIA-NAV-04"))
    club.enter("flee", power="france", fleets=["Brest"])


# Exile, corps on loan and reparations are conditions of a peace.


@pytest.mark.rule("EIA-TRM-12")
def test_exile_takes_a_surrender_of_his_own_power() -> None:
    club = Club("December", wars=["austria france"])
    given: dict[str, Any] = {"leader": "Charles", "rank": "A"}
    assert "has not surrendered" in club.refuses("exile", **given, power="austria")
    club.enter("peace", victor="france", loser="austria", unconditional=True)
    assert "has not surrendered" in club.refuses("exile", leader="Ney", rank="B", power="france")
    club.enter("leader", leader="Ney", power="france", strategic=4, tactical=4, maximum=3, rank="B")
    assert "Ney is a leader of France" in club.refuses("exile", leader="Ney", power="austria")
    club.enter("exile", **given, power="austria")
    assert "in exile already" in club.refuses("exile", **given, power="austria")
    since = club.ledger.exiles["Charles"].since
    club.to("peace", "January")
    assert "has not surrendered" in club.refuses("exile", leader="Mack", rank="B", power="austria")
    assert club.ledger.exiles["Charles"].since == since


@pytest.mark.rule("EIA-TRM-12")
def test_the_peace_itself_sends_leaders_into_exile() -> None:
    club = Club("December", wars=["austria france"])
    terms: dict[str, Any] = {
        "victor": "france",
        "loser": "austria",
        "exile": {"Archduke Charles": ""},
    }
    assert "EIA-TRM-12" in club.refuses("peace", **terms)
    club.enter("peace", **terms, unconditional=True)
    assert club.ledger.exiles["Charles"].rank == "A", "the source's rank"
    heads = {each.about for each in situations(club.ledger)}
    assert "Charles's return from exile" not in heads, "he may not return yet"


@pytest.mark.rule("EIA-TRM-01", "EIA-TRM-06")
def test_loans_and_reparations_are_terms_of_a_peace() -> None:
    club = Club("December", wars=["france prussia"])
    lent: dict[str, Any] = {"corps": "Yorck", "owner": "prussia"}
    assert "lends nothing to itself" in club.refuses("loan", **lent, borrower="prussia")
    assert "No peace" in club.refuses("loan", **lent, borrower="france")
    owed: dict[str, Any] = {"payer": "prussia", "payee": "france", "amount": 10}
    assert "No peace" in club.refuses("reparations", **owed)
    club.enter("peace", victor="france", loser="prussia")
    club.enter("loan", **lent, borrower="france")
    assert "on loan to France already" in club.refuses("loan", **lent, borrower="france")
    club.enter("reparations", **owed)
    wrong = {**owed, "payer": "france", "payee": "prussia"}
    assert "No peace" in club.refuses("reparations", **wrong), "the loser pays"
    club.to("diplomacy", "January")
    assert "No peace" in club.refuses("reparations", **owed), "terms are named with the peace"


# Confirmed before it is overwritten


def test_a_fleet_goes_to_another_power_only_when_confirmed() -> None:
    club = Club("December")
    club.enter("fleet", fleet="Brest", power="france", ships=20)
    said = club.doubts("fleet", fleet="Brest", power="spain", ships=20)
    assert said == "Brest is a fleet of France; Spain would get it."
    assert club.ledger.fleets["Brest"].power == "spain"


@pytest.mark.rule("EIA-HULK-07")
def test_a_ship_that_cannot_be_paid_is_built_only_when_confirmed() -> None:
    """Using a hulk for a construction gives $5 discount to the price of the ship."""
    club = Club("December")
    club.enter("hulks", power="russia", hulks=1, port="Reval", distance=0)
    given = {"power": "russia", "port": "Reval", "ship": "transport"}
    assert "It costs 2 money, and Russia has 0" in club.doubts("use-hulk", **given)
    assert power(club, "russia").money == -2


@pytest.mark.rule("EIA-WIN-01")
def test_a_score_that_ends_the_campaign_is_confirmed() -> None:
    club = Club("December")
    club.to("victory points")
    club.enter("status", power="france", victory=600)
    ask = club.game.ask
    assert ask is not None
    with pytest.raises(ValueError, match="This would end the campaign: France would have won"):
        club.game.answer("done")
    assert not club.ledger.ended
    club.on()
    assert club.ledger.winners == ["france"]
    club.game.undo(agreed=True)
    assert not club.ledger.ended


@pytest.mark.rule("EIA-SET-03")
def test_an_entry_out_of_its_step_is_confirmed() -> None:
    """The order of play is that of the base rules: whoever enters something elsewhere says so."""
    club = Club("December")
    said = club.doubts("depot", power="france", place="Metz")
    assert said == (
        "A depot placed or removed belongs to depot creation and removal; the step now is "
        "diplomacy."
    )
    assert power(club, "france").depots == ["Metz"]


def test_what_was_entered_before_anything_was_confirmed_is_still_read() -> None:
    club = Club("December")
    club.ledger.confirms = False
    club.enter("depot", power="france", place="Metz")
    given: dict[str, Any] = {"attacker": "france", "defender": "austria"}
    club.enter("battle", **given, attacker_halves=3, defender_halves=-2)
    assert power(club, "france").political_halves == 3
    assert power(club, "austria").political_halves == -2


# Words


def test_powers_and_people_have_one_name_however_they_are_written() -> None:
    club = Club("December", wars=["austria france"])
    for written in ("GB", "Great Britain", "great_britain", "BRITAIN", "England"):
        club.enter("status", power=written, money=1)
    assert power(club, "britain").money == 5
    club.enter("wound", leader="Napoleon Bonaparte", months=3)
    club.enter("wound", leader="NAPOLÉON", months=2)
    assert list(club.ledger.wounded) == ["Napoleon"]


@pytest.mark.rule("EIA-UMP-04")
def test_an_unknown_bidder_is_named_as_one() -> None:
    club = Club("December")
    club.enter("step-down", power="turkey")
    assert "there is no such name" in club.refuses("auction", power="turkey", bids={"Saxony": 1})
    assert "what is auctioned" in club.refuses("auction", power="turkey", bids={"turkey": 0})


def test_dice_of_the_same_kind_are_numbered() -> None:
    club = Club("December", dice={})
    club.game.answer({"do": "hulks", "power": "russia", "hulks": 3, "port": "Reval", "distance": 1})
    asked = []
    while isinstance(club.game.ask, Die):
        asked.append(club.game.ask.question)
        club.game.answer(4)
    assert [text.partition("hulk ")[2][:6] for text in asked] == ["1 of 3", "2 of 3", "3 of 3"]


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("1 turns", "1 turn"), ("-1 points", "-1 point"), ("1 full squadrons", "1 full squadron"),
        ("1 losses are", "1 loss are"), ("11 turns", "11 turns"), ("0.1 points", "0.1 points"),
        ("1 corps", "1 corps"), ("1 victory points", "1 victory point"), ("-11 points",) * 2,
    ],
)  # fmt: skip
def test_one_thing_is_not_counted_as_several(plural: str, singular: str) -> None:
    assert tables.singular(plural) == singular
