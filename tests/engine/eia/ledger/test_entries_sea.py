"""Entries of the sea on the ledger: ports that fall, ships launched, flight, blockades."""

import pytest

from tests.engine.eia.nights import Club, power


@pytest.mark.rule("EIA-HULK-05", "EIA-HULK-08", "EIA-HULK-06")
def test_the_gulf_of_finland_on_the_table() -> None:
    club = Club("June", dice={})
    club.game.answer(
        {"do": "hulks", "power": "russia", "hulks": 2, "port": "St. Petersburg", "distance": 1}
    )
    club.game.answer(1)
    club.game.answer(4)
    assert club.ledger.hulks == {"St. Petersburg": {"russia": 1}}
    club.to("naval reinforcement")
    assert "EIA-HULK-08" in club.reminders()
    use = {"power": "russia", "port": "St. Petersburg"}
    assert "EIA-HULK-06" in club.refuses("use-hulk", **use, ship="heavy ship")
    club.enter("status", power="russia", money=12)
    club.enter("use-hulk", **use, ship="ship of the line", at="Odessa")
    assert club.ledger.powers["russia"].money == 7, "10 money, 5 less with a hulk"
    assert "EIA-HULK-08" in club.refuses("use-hulk", **use, ship="transport")
    club.to("naval reinforcement", "August")
    assert club.ledger.building
    club.to("naval reinforcement", "September")
    assert not club.ledger.building
    assert "EIA-NAV-08" in club.reminders()


@pytest.mark.rule("EIA-HULK-09", "EIA-PORT-01", "EIA-PORT-03", "EIA-NAV-10")
def test_a_port_falls() -> None:
    club = Club("June")
    for port in ("Cadiz", "Brest"):
        club.enter("hulks", power="spain", hulks=2, port=port, distance=0)
        club.enter("launch", power="spain", ships=3, port=port)
    club.enter("fleet", fleet="I", power="spain", ships=12)
    club.enter("port", port="Brest", captor="britain", raided=True)
    assert club.ledger.hulks == {"Cadiz": {"spain": 2}}
    assert club.ledger.loose["Brest"] == {"spain": 3}
    club.enter(
        "port", port="Cadiz", captor="britain", owner="spain", fleets=["I"], leaders=["Gravina"]
    )
    assert (club.ledger.hulks, club.ledger.fleets) == ({}, {})
    assert club.ledger.captured == {"Gravina": "britain"}
    assert "Cadiz" not in club.ledger.loose
    assert power(club, "spain").political_halves == -2


@pytest.mark.rule("EIA-NAV-08", "EIA-NAV-13")
def test_ships_are_launched_into_a_fleet_or_a_port() -> None:
    club = Club("June")
    assert "EIA-NAV-08" in club.refuses("launch", power="spain", ships=2)
    assert "EIA-NAV-08" in club.refuses("launch", power="spain", ships=2, fleet="I")
    assert "EIA-NAV-08" in club.refuses("launch", power="spain", ships=2, fleet="I", port="Cadiz")
    club.enter("fleet", fleet="I", power="spain", ships=12)
    club.enter("launch", power="spain", ships=2, fleet="I")
    assert club.ledger.fleets["I"].ships == 14
    assert "2 ships" not in club.game.story[-1].text
    club.enter("launch", power="spain", ships=2, port="Cadiz")
    assert "EIA-NAV-08" in club.refuses("launch", power="france", ships=2, fleet="I")
    assert "2 ships in Cadiz" in club.game.story[-1].text
    club.enter("hulks", power="spain", hulks=1, port="Cadiz", distance=0)
    club.to("naval reinforcement")
    assert "EIA-NAV-13" in club.reminders()


@pytest.mark.rule("EIA-NAV-04", "EIA-NAV-05", "EIA-NAV-06", "EIA-NAV-07", "EIA-NAV-15")
def test_the_flee_step() -> None:
    club = Club("December")
    club.to("declarations of war")
    club.enter("war", power="britain", on="spain")
    club.enter("fleet", fleet="I", power="spain", ships=12)
    club.to("naval movement")
    assert {"EIA-NAV-04", "EIA-NAV-15"} <= club.reminders()
    assert "EIA-NAV-05" in club.refuses("flee", power="spain", fleets=["I"], troops=True)
    assert "EIA-NAV-04" in club.refuses("flee", power="france", fleets=["II"])
    club.enter("flee", power="spain", fleets=["I"])
    assert "EIA-NAV-06" in club.refuses("sail", power="spain")
    assert "EIA-NAV-07" in club.refuses("sail", power="spain", act="interception")
    club.enter("sail", power="spain", act="retreat")
    club.to("naval movement")
    club.enter("sail", power="spain")


@pytest.mark.rule("EIA-NAV-04", "EIA-BLK-01")
def test_the_first_movement_is_too_late_to_flee_and_ones_own_to_test_a_blockade() -> None:
    club = Club("December")
    club.to("declarations of war")
    club.enter("war", power="britain", on="spain")
    club.enter("fleet", fleet="Brest", power="france", ships=27, blockaded=True)
    club.to("naval movement")
    club.enter("sail", power="spain", act="evasion")
    club.enter("flee", power="spain", fleets=["I"])
    club.enter("sail", power="britain")
    assert "EIA-NAV-04" in club.refuses("flee", power="spain", fleets=["II"])
    club.enter("test-blockade", port="Brest")
    club.enter("fleet", fleet="Toulon", power="france", ships=9, blockaded=True)
    club.enter("sail", power="france")
    assert "EIA-BLK-01" in club.refuses("test-blockade", port="Toulon")
    club.to("naval movement")
    club.enter("test-blockade", port="Toulon")


@pytest.mark.rule("EIA-BLK-01", "EIA-NAV-16")
def test_blockades_are_tested_and_squadrons_announced() -> None:
    club = Club("December")
    club.enter("fleet", fleet="Brest", power="france", ships=27, blockaded=True)
    club.to("naval movement", of="france")
    club.enter("test-blockade", port="Brest")
    assert "EIA-BLK-01" in club.refuses("test-blockade", port="Brest")
    assert "EIA-NAV-16" not in club.reminders()
    club.to("naval movement", of="france")
    assert "2 full squadrons" in club.told("EIA-NAV-16")[-1]
    assert "EIA-BLK-01" in club.reminders()
    club.enter("test-blockade", port="Brest")
    club.enter("fleet", fleet="Brest", power="france", ships=27)
    told = len(club.told("EIA-NAV-16"))
    club.to("naval movement", of="france")
    assert len(club.told("EIA-NAV-16")) == told


@pytest.mark.rule("EIA-HULK-08")
def test_who_saved_no_hulk_is_not_told_of_any() -> None:
    club = Club("December", dice={"spain.hulk": 1})
    club.enter("hulks", power="spain", hulks=1, port="Cadiz", distance=3)
    club.enter("hulks", power="france", hulks=1, port="Brest", distance=0)
    club.to("naval reinforcement")
    assert club.told("EIA-HULK-08") == ["France has 1 hulk to build from."]
