"""What an entry's form knows before anybody types."""

from engine.eia.ledger.known_fields import known_fields
from tests.engine.eia.nights import Club

POSITION = (
    "Austria: allies Russia, Prussia; Russia: fleets Baltic=8; France: fleets Brest=9, Toulon=4"
)


def test_a_call_knows_who_called_against_whom_and_who_alone_may_answer() -> None:
    club = Club("December")
    club.enter("setup-text", text=POSITION)
    assert known_fields(club.ledger, "join-war") == {}
    club.at("declarations of war")
    club.enter("war", power="austria", on="france")
    assert known_fields(club.ledger, "join-war") == {"caller": "austria", "on": "france"}
    club.enter("join-war", power="russia", caller="austria", on="france")
    assert known_fields(club.ledger, "join-war") == {
        "power": "prussia", "caller": "austria", "on": "france",
    }  # fmt: skip


def test_at_sea_it_knows_who_sails_who_flees_and_what_is_shut_in() -> None:
    club = Club("December", wars=["britain france"])
    club.enter("setup-text", text=POSITION)
    club.at("declarations of war")
    club.enter("war", power="austria", on="france")
    assert known_fields(club.ledger, "flee") == {"power": "france", "fleets": ["Brest", "Toulon"]}
    club.at("naval movement", of="france")
    assert known_fields(club.ledger, "test-blockade") == {}
    club.enter("fleet", fleet="Brest", power="france", ships=9, blockaded=True)
    assert known_fields(club.ledger, "test-blockade") == {"port": "Brest"}
    assert known_fields(club.ledger, "sail") == {"power": "france"}
    club.enter("test-blockade", port="Brest")
    assert known_fields(club.ledger, "test-blockade") == {}


def test_it_knows_the_minor_that_was_held_for_a_month_and_the_power_to_count() -> None:
    club = Club("December", last=3)
    club.at("land movement", of="france")
    assert known_fields(club.ledger, "occupy") == {"by": "france"}
    club.enter("occupy", minor="Hesse", by="france", cities={"Cassel": True})
    club.at("conquest")
    assert known_fields(club.ledger, "minor-conquered") == {}
    club.at("conquest")
    assert known_fields(club.ledger, "minor-conquered") == {"minor": "Hesse"}
    club.at("victory points")
    assert known_fields(club.ledger, "final-count") == {"power": "austria"}
    club.enter("final-count", power="austria", manpower=4)
    assert known_fields(club.ledger, "final-count") == {"power": "britain"}


def test_forcible_access_is_spoken_of_to_who_used_it() -> None:
    club = Club("December")
    club.at("land movement", of="france")
    club.enter("forcible-access", power="france", controller="prussia")
    before = len(club.told("EIA-ERR-30"))
    club.at("land movement", of="spain")
    assert len(club.told("EIA-ERR-30")) == before
