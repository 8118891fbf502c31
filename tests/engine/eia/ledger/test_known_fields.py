"""What an entry's form knows before anybody types."""

import pytest

from engine.eia.ledger.known_fields import known_fields
from engine.eia.ledger.records import City, Exile, Fleet, Loan
from tests.engine.eia.nights import Club, written

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


def test_a_field_is_told_only_where_all_that_could_stand_in_it_agree() -> None:
    loans = {"Yorck": Loan("prussia", "france", 0, 0),
             "IV": Loan("austria", "france", 0, 0, returning=True)}  # fmt: skip
    state = written(loans=loans, exiles={"Ney": Exile("france", "A", 0)})
    assert known_fields(state, "loan-back") == {"corps": "Yorck"}
    state.loans["IV"].returning = False
    assert known_fields(state, "loan-back") == {}
    assert known_fields(state, "return") == {"leader": "Ney"}
    state.exiles["Davout"] = Exile("france", "A", 0)
    assert known_fields(state, "return") == {}
    state.cities = {"Graz": City("austria", 2, False, "pillaged", "I", 0, 0)}
    assert known_fields(state, "city-held") == {"city": "Graz"}
    state.powers["spain"].out, state.powers["spain"].controller = True, ""
    assert known_fields(state, "auction") == {"power": "spain"}
    assert known_fields(state, "cede") == {}


@pytest.mark.parametrize("middle", ["Brest", "Cadiz", "Toulon"])
def test_one_that_differs_is_enough_wherever_it_stands(middle: str) -> None:
    ports = ["Brest", "Cadiz", "Toulon"]
    shut = {name: Fleet("france", 9, 5) for name in sorted(ports, key=lambda name: name == middle)}
    state = written("naval movement", "france", fleets=shut)
    assert known_fields(state, "test-blockade") == {}
    state.tested = [name for name in ports if name != middle]
    assert known_fields(state, "test-blockade") == {"port": middle}
    state.fleets[middle].power = "spain"
    assert known_fields(state, "test-blockade") == {}


@pytest.mark.parametrize(
    ("turn", "wars", "known"),
    [
        ("", [["austria", "france"]], {"attacker": "austria", "defender": "france"}),
        ("", [["austria", "france"], ["britain", "france"]], {}), ("", [], {}),
        ("france", [["austria", "france"], ["britain", "france"]], {"attacker": "france"}),
        ("france", [["austria", "france"], ["britain", "spain"]],
         {"attacker": "france", "defender": "austria"}),
        ("russia", [["austria", "france"]], {}),
    ],
)  # fmt: skip
def test_a_battle_knows_who_fights_as_far_as_the_step_and_the_wars_tell(
    turn: str, wars: list[list[str]], known: dict[str, str]
) -> None:
    state = written(turn=turn, wars=wars)
    for entry in ("battle", "sea-battle", "fight", "engage"):
        assert known_fields(state, entry) == known
