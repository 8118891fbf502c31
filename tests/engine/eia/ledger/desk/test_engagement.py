"""A battle in short: a line of words or a short form, with what the roster knows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.adjudicator import resolve
from engine.documents.complaints import Complaints
from engine.eia.ledger.desk import booking, engagement
from engine.eia.ledger.desk.sides import Situation
from tests.engine.eia.nights import Club, fight

POSITION = (
    "France: corps I=14i 1lc, III=16i 2lc, Guard=6g 1a; leaders Davout=4-5-3 A, Ney=3-4-3 B; "
    "fleets Brest=18, Toulon=12; Austria: corps I=12i 2mc, II=12i 1mc, III=10i; "
    "leaders Charles=4-4-6 A; Great Britain: fleets Channel=27, Home fleet=3; "
    "leaders Nelson=1-5-2 A"
)


@pytest.fixture
def club() -> Club:
    found = Club(wars=["austria france", "britain france"], last=600)
    found.enter("setup-text", text=POSITION)
    return found


def document(club: Club, name: str, text: str) -> Situation:
    complaints = Complaints()
    said = engagement.read(club.ledger, name, text)
    values = engagement.FORMS[name].read(said, "", complaints)
    assert complaints.lines == []
    assert engagement.why_refused(club.ledger, name, values) == ()
    return engagement.situation(club.ledger, name, values)


def refused(club: Club, name: str, text: str) -> str:
    try:
        said = engagement.read(club.ledger, name, text)
    except engagement.Unread as error:
        return str(error)
    values = engagement.FORMS[name].read(said, "", Complaints())
    return " ".join(each.why for each in engagement.why_refused(club.ledger, name, values))


def names(corps: list[dict[str, Any]]) -> list[str]:
    return [each["name"] for each in corps]


@pytest.mark.rule("EIA-STK-01")
def test_a_battle_of_six_corps_is_one_line(club: Club) -> None:
    line = "fr I III G Dav Ney v au I II III Cha, Linz, esc v cor, river, points 1"
    found = document(club, "fight", line)
    assert names(found.fields["attacker"]["corps"]) == ["I", "III", "Guard"]
    assert names(found.fields["defender"]["corps"]) == ["I", "II", "III"]
    assert found.fields["attacker"]["commander"]["name"] == "Davout"
    assert names(found.fields["attacker"]["leaders"]) == ["Ney"]
    assert found.fields["chits"] == {"attacker": "EscalatedAssault", "defender": "Cordon"}
    assert found.fields["river"]
    assert found.beside == {"place": "Linz"}


def test_who_fights_is_left_out_where_the_wars_tell_it(club: Club) -> None:
    found = document(club, "fight", "au Charles v Davout")
    assert names(found.fields["attacker"]["corps"]) == ["I", "II", "III"], "all on the roster"
    assert "chits" not in found.fields, "the odds of all pairs"
    club.to("land combat", of="austria")
    assert document(club, "fight", "II Charles v I").fields["attacker"]["name"] == "Austria"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("fr I au II", "Say a battle like this"),
        ("fr IV v au", "IV is neither a corps nor a leader of France"),
        ("fr v ru", "not at war"),
        ("fr I Murat v au", "Murat is neither a corps nor a leader of France"),
        ("fr I v au, esc v nonsense", "nonsense is not a chit"),
        ("spain v austria", "No corps of spain is on the roster"),
        ("v", "Say which power is the attacker"),
        ("fr \x1b[31m v au", "is neither a corps nor a leader"),
    ],
)
def test_what_cannot_be_is_said(club: Club, text: str, why: str) -> None:
    assert why in refused(club, "fight", text)


@pytest.mark.rule("EIA-LDR-04")
def test_who_is_away_leads_nothing(club: Club) -> None:
    club.enter("wound", leader="Davout", months=3)
    assert "Davout is away" in refused(club, "fight", "fr Davout v au")
    club.enter("wound", leader="Ney", months=0)
    assert "Ney is dead" in refused(club, "fight", "fr Ney v au")


@pytest.mark.rule("EIA-BLK-05", "EIA-NAV-A1")
def test_fleets_engage_by_their_names(club: Club) -> None:
    found = document(club, "engage", "gb Channel Home fleet Nelson v fr Brest, wind, chase 10")
    assert [each["ships"] for each in found.fields["attacker"]["fleets"]] == [27, 3]
    assert found.fields["attacker"]["leaders"] == ["Nelson"]
    assert (found.fields["wind"], found.fields["chase"]) == ("roll", 10)
    club.enter("fleet", fleet="Brest", power="france", ships=18, blockaded=True)
    out = document(club, "engage", "fr v gb, blockade").fields
    assert names(out["attacker"]["fleets"]) == ["Brest"]
    assert out["blockader"] == "defender"
    assert names(document(club, "engage", "gb v fr").fields["defender"]["fleets"]) == ["Toulon"]


@pytest.mark.parametrize(("said", "percent"), [("chase 100", 100), ("chase 9 %", 9)])
def test_a_chase_is_a_percentage(club: Club, said: str, percent: int) -> None:
    assert document(club, "engage", f"gb v fr, {said}").fields["chase"] == percent


@pytest.mark.rule("EIA-PUR-01", "EIA-PRIS-04")
def test_what_it_did_is_booked_on_the_corps_and_the_prisoners_by_what_they_were(club: Club) -> None:
    about = document(club, "fight", "fr I III G Dav v au I II III Cha, Linz, esc v cor, points 1")
    text = json.dumps(about.fields)
    fought = (resolve.adjudicate(about.kind, text, seed)[0]["outcome"] for seed in range(1, 40))
    outcome = next(each for each in fought if (each["pursuit"] or {}).get("prisoners", 0) > 1)
    pursuit = outcome["pursuit"]
    values = resolve.parse_document(resolve.kind_of(about.kind), text)
    booked = booking.bookings(club.ledger, about.kind, values, outcome, about.beside)
    taken = {each.fields["troop"]: each.fields["number"]
             for each in booked if each.entry == "prisoners"}  # fmt: skip
    assert sum(taken.values()) == pursuit["prisoners"] > 1
    battle = booked[0].fields
    beaten = "defender" if outcome["winner"] == "France" else "attacker"
    assert sum(battle[f"{beaten}_losses"].values()) == battle[f"{beaten}_lost"]
    assert battle["place"] == "Linz"
    club.enter("battle", **battle)


@pytest.mark.rule("EIA-SET-03")
@pytest.mark.parametrize(
    ("chits", "stands"),
    [((None, None), True), (("Assault", "Defend"), True), (("Assault", None), False),
     ((None, "Defend"), False)],
)  # fmt: skip
def test_both_sides_choose_a_chit_or_neither(
    club: Club, chits: tuple[str | None, str | None], stands: bool
) -> None:
    said = engagement.read(club.ledger, "fight", "fr I v au II")
    values = engagement.FORMS["fight"].read(said, "", Complaints())
    values["attacker_chit"], values["defender_chit"] = chits
    found = [each.why for each in engagement.why_refused(club.ledger, "fight", values)]
    assert found == ([] if stands else [
        "Both sides choose a chit, or neither: then the odds of all pairs are told."
    ])  # fmt: skip


@pytest.mark.rule("EIA-BRK-01")
def test_a_blockaded_fleet_that_is_named_breaks_out() -> None:
    """'When a blockade combat is initiated, the intercepting (blockading) player must win'"""
    club = Club("December", wars=["britain france"])
    club.enter("setup-text", text="France: fleets Brest=9, Toulon=6; Britain: fleets Channel=9")
    club.enter("fleet", fleet="Brest", power="france", ships=9, blockaded=True)
    assert fight(club, "fr Brest v gb", "engage")["blockader"] == "defender"
    assert "blockader" not in fight(club, "fr Toulon v gb", "engage")
    assert "blockader" not in fight(club, "fr Brest Toulon v gb", "engage"), "others are along"
