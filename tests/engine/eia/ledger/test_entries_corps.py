"""Entries of the board on the ledger: leaders wounded, prisoners, depots, cavalry, cities."""

import pytest

from engine.eia.ledger import entries
from tests.engine.eia.nights import Club, power, sack


@pytest.mark.rule("EIA-LDR-04")
def test_a_wounded_leader_comes_back() -> None:
    club = Club("December")
    club.to("land combat")
    club.enter("wound", leader="Lannes", months=2)
    club.to("army reinforcement", "January")
    assert "Lannes" in club.ledger.wounded
    club.to("army reinforcement", "February")
    assert "Lannes" not in club.ledger.wounded
    assert "Lannes is back" in club.told("EIA-LDR-04")[-1]


@pytest.mark.rule("EIA-LSLC-02", "EIA-LSLC-03", "EIA-LSLC-06", "EIA-LSLC-07")
def test_la_salle_on_the_table() -> None:
    club = Club("December")
    club.enter("la-salle", cavalry=0)
    assert club.ledger.la_salle == "waiting"
    club.to("army reinforcement")
    assert "EIA-LSLC-07" in club.reminders()
    assert "EIA-LSLC-07" in club.refuses("la-salle", cavalry=0, exchanged=True)
    club.enter("la-salle", cavalry=3)
    assert club.ledger.la_salle == "due"
    club.enter("la-salle", cavalry=3, exchanged=True)
    assert club.ledger.la_salle == "field"
    assert "EIA-LSLC-06" in club.refuses("la-salle", cavalry=2, exchanged=True)
    club.enter("wound", leader="La Salle", months=3)
    assert club.ledger.la_salle == "field"
    club.enter("wound", leader="La Salle", months=0)
    assert club.ledger.la_salle == "eliminated"
    assert "EIA-LSLC-02" in club.refuses("la-salle", cavalry=9)


@pytest.mark.rule("EIA-PRIS-01", "EIA-PRIS-02", "EIA-PRIS-03", "EIA-PRIS-04")
def test_prisoners_are_kept_and_drained() -> None:
    club = Club("December")
    given = {"holder": "france", "nation": "austria"}
    assert "EIA-PRIS-03" in club.refuses("prisoners", **given, troop="infantry", number=11)
    club.enter("prisoners", **given, troop="infantry", number=11, money=3, manpower=1)
    club.enter("prisoners", **given, troop="heavy_cavalry", number=4)
    club.enter("prisoners", holder="france", nation="russia", troop="infantry", number=1)
    club.to("army reinforcement")
    assert club.ledger.prisoners["france"]["austria"] == {"infantry": 11, "heavy_cavalry": 4}
    club.on()
    assert club.ledger.prisoners["france"] == {"austria": {"infantry": 9, "heavy_cavalry": 4}}
    assert "EIA-PRIS-01" in club.reminders()
    refused = club.refuses("prisoners", **given, troop="infantry", number=-10)
    assert refused == "France holds 9 of them (EIA-PRIS-04)"
    club.enter("prisoners", **given, troop="infantry", number=-9)
    assert club.ledger.prisoners["france"]["austria"] == {"heavy_cavalry": 4}


@pytest.mark.rule("EIA-DEP-01")
def test_depots_of_each_power() -> None:
    club = Club("December")
    club.to("depot creation and removal")
    assert not club.told("EIA-DEP-01"), "nobody is told what he needn't know"
    for number in range(6):
        club.enter("depot", power="britain", place=f"area {number}")
    assert "EIA-DEP-01" in club.refuses("depot", power="britain", place="one more")
    club.to("depot creation and removal", of="britain")
    assert "Great Britain has all its 6 depots" in club.told("EIA-DEP-01")[-1]
    club.enter("depot", power="britain", place="area 0", remove=True)
    club.enter("depot", power="britain", place="Aaland")
    assert power(club, "britain").depots[:2] == ["Aaland", "area 1"], "as in an index"


@pytest.mark.rule("EIA-SET-03", "EIA-DEP-01")
def test_a_power_that_plays_no_part_has_no_depots() -> None:
    club = Club("December")
    club.to("depot creation and removal")
    del club.ledger.powers["prussia"]
    assert "EIA-SET-03" in club.refuses("depot", power="prussia", place="Berlin")


@pytest.mark.rule("EIA-CAV-05")
def test_cavalry_is_kept_by_type() -> None:
    club = Club("December")
    club.enter("cavalry", corps="I", cavalry={"light": 3, "heavy": 1})
    assert club.ledger.cavalry == {"I": {"heavy": 1, "light": 3}}
    assert "no such name" in club.refuses("cavalry", corps="I", cavalry={"huge": 3})
    club.enter("cavalry", corps="I", cavalry={"light": 0})
    assert club.ledger.cavalry == {}


@pytest.mark.rule("EIA-PIL-05", "EIA-PIL-06", "EIA-PIL-10", "EIA-PIL-11", "EIA-REC-01")
def test_a_pillaged_city_pays_less_once_and_recovers() -> None:
    club = Club("December")
    club.to("land combat")
    club.enter("city", **sack(club, capital=True))
    assert power(club, "turkey").political_halves == -5
    assert "EIA-PIL-05" in club.refuses("city", **sack(club))
    assert "EIA-PIL-06" in club.refuses("city", **sack(club, act="burn", corps="II"))
    club.enter("city-held", city="Vienna", owner_controls=True)
    club.to("money and manpower collection")
    assert {"EIA-PIL-10", "EIA-PIL-11"} <= club.reminders()
    assert "15 money less" in club.told("EIA-PIL-10")[-1]
    club.on()
    assert club.ledger.cities["Vienna"].due == 0
    club.to("diplomacy")
    assert club.ledger.cities == {}
    assert "EIA-REC-01" in club.reminders()


@pytest.mark.rule("EIA-BRN-02", "EIA-REC-02", "EIA-REC-03")
def test_a_burned_city_is_rebuilt_and_then_recovers() -> None:
    club = Club("December")
    club.to("land combat")
    club.enter("city", **sack(club, act="burn"))
    club.enter("city-held", city="Vienna", owner_controls=True)
    club.to("money and manpower collection")
    assert "EIA-BRN-02" in club.reminders()
    club.to("diplomacy")
    assert club.ledger.cities["Vienna"].state == "burned"
    club.to("levy", "March")
    club.enter("city-held", city="Vienna", owner_controls=True, rebuild=True)
    before = power(club, "austria").money
    club.to("diplomacy")
    assert club.ledger.cities["Vienna"].state == "pillaged"
    assert power(club, "austria").money == before - 5  # one for each tower
    assert "EIA-REC-03" in club.reminders()
    club.to("diplomacy", "July")
    assert club.ledger.cities == {}


@pytest.mark.rule("EIA-PIL-01", "EIA-PIL-02", "EIA-PIL-03")
def test_cities_are_safe_where_the_rules_are_not_in_force() -> None:
    club = Club("December", pillaging=False)
    assert "EIA-PIL-02" in club.refuses("city", **sack(club))
    club = Club("December")
    club.ledger.involuntary = False
    assert "EIA-PIL-03" in club.refuses("city", **sack(club, act="involuntary", taken="storm"))


@pytest.mark.rule("EIA-INV-01", "EIA-INV-02")
def test_involuntary_pillaging_on_the_table() -> None:
    club = Club("December", dice={"prussia.pillage": 6, "prussia.burn": 6})
    given = sack(club, by="prussia", nation="prussia", act="involuntary")
    assert "EIA-INV-01" in club.refuses("city", **given)
    club.enter("city", **{**given, "taken": "storm"})
    assert club.ledger.cities["Vienna"].state == "burned"
    assert power(club, "prussia").political_halves == -2
    assert not club.dice


@pytest.mark.rule("EIA-INV-01", "EIA-PIL-05")
def test_a_pillaged_city_that_is_rolled_for_pays_nobody_again() -> None:
    """The soldiers of the next who takes it find it pillaged; no money, no other owner of it."""
    club = Club("December", dice={"prussia.pillage": 6, "prussia.burn": 1})
    club.enter("city", **sack(club))
    club.ledger.cities["Vienna"].month -= 1
    before = power(club, "prussia").money
    given = sack(club, by="prussia", nation="prussia", act="involuntary", taken="storm")
    club.enter("city", **given)
    assert power(club, "prussia").money == before
    assert (club.ledger.cities["Vienna"].state, club.ledger.cities["Vienna"].by) == (
        "pillaged", "turkey",
    )  # fmt: skip


@pytest.mark.rule("EIA-INV-01", "EIA-PIL-05", "EIA-PIL-06")
def test_nobody_rolls_for_a_city_that_was_sacked_this_turn_or_is_burned() -> None:
    club = Club("December")
    club.to("land combat")
    club.enter("city", **sack(club, taken="storm"))
    rolled = sack(club, taken="storm", act="involuntary")
    assert "EIA-PIL-06" in club.refuses("city", **rolled)
    club.ledger.cities["Vienna"].month -= 1
    club.enter("city", **sack(club, taken="storm", act="burn"))
    club.ledger.cities["Vienna"].month -= 1
    assert "EIA-PIL-05" in club.refuses("city", **rolled)
    assert club.ledger.cities["Vienna"].state == "burned"


@pytest.mark.rule("EIA-LSLC-03")
def test_la_salle_dies_however_he_is_written() -> None:
    club = Club("December")
    club.enter("la-salle", cavalry=1, exchanged=True)
    club.enter("wound", leader="LaSalle", months=0)
    assert club.ledger.la_salle == "eliminated"


@pytest.mark.rule("EIA-PRIS-01", "EIA-PRIS-02", "EIA-PIL-05")
def test_names_typed_otherwise_are_no_other_nationality_or_city() -> None:
    club = Club("December")
    for nation in ("Austria", "austria"):
        club.enter("prisoners", holder="france", nation=nation, troop="light_cavalry", number=5)
    club.to("naval movement")
    assert club.ledger.prisoners["france"] == {"austria": {"light_cavalry": 9}}
    club.to("land combat")
    club.enter("city", **sack(club))
    assert "EIA-PIL-05" in club.refuses("city", **sack(club, city="vienna", corps="I"))


@pytest.mark.rule("EIA-LIM-05")
def test_emigrees_pillage_a_french_city_without_a_roll() -> None:
    club = Club("December")
    club.to("land combat")
    given = sack(club, city="Lyon", owner="france", by="austria", nation="austria", taken="storm",
                 emigres=True, kind="french")  # fmt: skip
    refused = club.refuses("city", **{**given, "act": "involuntary"})
    assert "EIA-LIM-05" in refused
    assert "EIA-INV-01" not in refused
    club.enter("city", **given)
    assert club.ledger.cities["Lyon"].state == "pillaged"


@pytest.mark.rule("EIA-LDR-04", "EIA-LSLC-03")
def test_who_is_killed_is_dead_on_the_roster_and_who_is_wounded_is_not() -> None:
    club = Club("December")
    for leader in ("Lannes", "Ney"):
        club.enter("leader", leader=leader, power="france", strategic=3, tactical=3, maximum=3)
    club.to("land combat")
    club.enter("wound", leader="Lannes", months=2)
    club.enter("wound", leader="Ney", months=0)
    assert [club.ledger.leaders[name].dead for name in ("Lannes", "Ney")] == [False, True]
    assert "Ney" not in club.ledger.wounded


@pytest.mark.rule("EIA-SET-03")
def test_a_leader_changes_sides_only_when_confirmed() -> None:
    club = Club("December")
    club.enter("leader", leader="Ney", power="france", strategic=3, tactical=4, maximum=3)
    said = club.doubts("leader", leader="Ney", power="austria", strategic=3, tactical=4, maximum=3)
    assert "Ney is a leader of France" in said
    assert club.ledger.leaders["Ney"].power == "austria"


def test_entries_of_a_step_stand_before_those_of_others() -> None:
    mine, rest = entries.sorted_for("depot creation and removal", entries.ENTRIES)
    assert "depot" in mine
    assert sorted((*mine, *rest)) == sorted(entries.ENTRIES), "each once"
    assert not any("depot creation and removal" in entries.ENTRIES[name].steps for name in rest)
    assert [bool(entries.ENTRIES[name].steps) for name in rest] == sorted(
        bool(entries.ENTRIES[name].steps) for name in rest
    )


@pytest.mark.rule("EIA-LDR-04")
@pytest.mark.parametrize("months", [0, 3])
def test_who_is_killed_or_wounded_anew_does_not_come_back_from_an_older_wound(months: int) -> None:
    """*6 = killed, else wounded*: what was written of him before is gone."""
    club = Club()
    club.ledger.wounded = {"Ney": club.ledger.month + 1}
    club.enter("wound", leader="Ney", months=months)
    since = {"Ney": club.ledger.month + months} if months else {}
    assert club.ledger.wounded == since
