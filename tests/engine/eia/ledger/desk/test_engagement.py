"""A battle in short: a line of words or a short form, with what the roster knows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.adjudicator import resolve
from engine.documents.complaints import Complaints
from engine.eia.ledger.desk import booking, engagement
from engine.eia.ledger.desk.document_sides import Situation
from engine.eia.ledger.records import Corps, Leader
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
    typed = {"attacker": "france", "defender": "britain", "attacker_fleets": ["brest"]}
    values = engagement.FORMS["engage"].read(typed, "", Complaints())
    found = engagement.situation(club.ledger, "engage", values).fields
    assert found["blockader"] == "defender", "as people write it"


# Names that are cut short, and what a line may say beside.


def fields(name: str, attacker: str, defender: str, **more: Any) -> dict[str, Any]:
    """The fields of a short form, as it is read."""
    said = {"attacker": attacker, "defender": defender, **more}
    found: dict[str, Any] = engagement.FORMS[name].read(said, "", Complaints())
    return found


def test_names_that_are_cut_short_become_whole_and_others_stay(club: Club) -> None:
    said = fields("fight", "france", "austria", attacker_corps=["III", "g", "Q"],
                  attacker_leaders=["dav", "Bonaparte"], defender_leaders=["cha"])  # fmt: skip
    found = engagement.with_whole_names(club.ledger, "fight", said)
    assert found == {**said, "attacker_corps": ["III", "Guard", "Q"],
                     "attacker_leaders": ["Davout", "Bonaparte"],
                     "defender_leaders": ["Charles"]}  # fmt: skip
    said = fields("engage", "britain", "france", attacker_fleets=["chan", "Q"],
                  defender_fleets=["t"], attacker_leaders=["NEL"])  # fmt: skip
    found = engagement.with_whole_names(club.ledger, "engage", said)
    assert found == {**said, "attacker_fleets": ["Channel", "Q"], "defender_fleets": ["Toulon"],
                     "attacker_leaders": ["Nelson"]}  # fmt: skip


@pytest.mark.rule("EIA-SET-03")
@pytest.mark.parametrize(
    ("name", "sides", "more", "expected"),
    [
        ("fight", ("france", "austria"), {}, []),
        ("fight", ("france", "france"), {}, ["A battle takes two powers."]),
        ("fight", ("austria", "britain"), {}, [
            "austria and britain are not at war.",
            "No corps of britain is on the roster: enter them with corps, or setup."]),
        ("fight", ("france", "austria"), {"attacker_corps": ["i", "IX"]},
         ["france has no corps IX on its roster."]),
        ("fight", ("france", "austria"), {"defender_corps": ["Guard"]},
         ["austria has no corps Guard on its roster."]),
        ("engage", ("france", "britain"), {"attacker_fleets": ["brest", "Home fleet"]},
         ["Home fleet is not a fleet of france in the ledger."]),
        ("engage", ("austria", "france"), {},
         ["No fleet of austria is in the ledger: enter it with fleet, or setup."]),
        ("fight", ("france", "austria"), {"attacker_leaders": ["Villars"]},
         ["Villars is not rated: enter him with leader."]),
        ("engage", ("britain", "france"), {"attacker_leaders": ["Villars"]}, []),
        ("fight", ("france", "austria"), {"defender_leaders": ["ney", "Charles"]},
         ["Ney is a leader of france, not of austria."]),
        ("engage", ("france", "britain"), {"attacker_leaders": ["Nelson"]},
         ["Nelson is a leader of britain, not of france."]),
    ],
)  # fmt: skip
def test_what_of_a_battle_cannot_be_and_nothing_else_is_said(
    club: Club, name: str, sides: tuple[str, str], more: dict[str, Any], expected: list[str]
) -> None:
    said = fields(name, *sides, **more)
    assert [each.why for each in engagement.why_refused(club.ledger, name, said)] == expected


@pytest.mark.rule("EIA-LDR-04", "EIA-TRM-12")
@pytest.mark.parametrize("where", ["wounded", "exiles", "captured"])
def test_whoever_is_away_is_told_by_his_name(club: Club, where: str) -> None:
    getattr(club.ledger, where)["Ney"] = "somewhere"
    said = fields("fight", "france", "austria", attacker_leaders=["NEY", "Davout"])
    (why,) = engagement.why_refused(club.ledger, "fight", said)
    assert why.why == "Ney is away: wounded, captured or in exile."


def test_the_commander_is_who_is_named_first_and_nobody_where_none_is(club: Club) -> None:
    found = document(club, "fight", "fr Ney Davout I I v au").fields
    assert names(found["attacker"]["corps"]) == ["I"], "each corps once"
    assert found["attacker"]["commander"]["name"] == "Ney"
    assert names(found["attacker"]["leaders"]) == ["Davout"]
    assert "commander" not in found["defender"], "though Charles is on the roster"
    assert "leaders" not in found["defender"]
    alone = document(club, "fight", "fr Ney Ney v au").fields["attacker"]
    assert alone["commander"]["name"] == "Ney"
    assert "leaders" not in alone


def test_a_stack_takes_four_leaders_and_each_fleet_once(club: Club) -> None:
    line = "gb Channel Channel Hood Howe Jervis Keith Duncan v fr"
    found = document(club, "engage", line).fields
    assert names(found["attacker"]["fleets"]) == ["Channel"]
    assert found["attacker"]["leaders"] == ["Hood", "Howe", "Jervis", "Keith"]
    assert names(found["defender"]["fleets"]) == ["Brest", "Toulon"], "all that are at large"
    assert "leaders" not in found["defender"]


@pytest.mark.parametrize(
    ("name", "part", "expected"),
    [
        ("fight", "points 3", {"points": 3}), ("fight", "3 points", {"points": 3}),
        ("fight", "points 1234", {"points": 123}), ("engage", "points 2", {"points": 2}),
        ("engage", "chase 1234", {"chase": 123}), ("fight", "chase 10", {"place": "chase 10"}),
        ("engage", "chase", {"place": "chase"}), ("engage", "wind", {"wind": "roll"}),
        ("engage", "wind defender", {"wind": "defender"}), ("fight", "wind", {"place": "wind"}),
        ("engage", "near britain", {"near_britain": True}),
        ("engage", "blockade", {"blockade": True}), ("fight", "blockade", {"place": "blockade"}),
        ("engage", "Baltic", {"sea": "baltic"}), ("fight", "Baltic", {"place": "Baltic"}),
        ("fight", "River", {"river": True}), ("engage", "River", {"place": "River"}),
        ("fight", "Forest", {"terrain": "forest"}), ("engage", "Forest", {"place": "Forest"}),
        ("fight", "Linz", {"place": "Linz"}), ("fight", "points", {"place": "points"}),
        ("fight", "ass v def", {"attacker_chit": "Assault", "defender_chit": "Defend"}),
        ("fight", "EA v EC", {"attacker_chit": "EscalatedAssault",
                              "defender_chit": "EscalatedCounterattack"}),
        ("fight", "x v cor", "x is not a chit"), ("fight", "o v c", "c is not a chit"),
        ("fight", "echelon vs outflank", {"attacker_chit": "Echelon", "defender_chit": "Outflank"}),
        ("fight", "e v cor", {"attacker_chit": "Echelon", "defender_chit": "Cordon"}),
        ("engage", "ass v def", {"place": "ass v def"}),
    ],
)  # fmt: skip
def test_what_stands_behind_the_sides_of_a_line(
    club: Club, name: str, part: str, expected: Any
) -> None:
    line = f"fr v {'au' if name == 'fight' else 'gb'}, {part}"
    if isinstance(expected, str):
        assert expected in refused(club, name, line)
        return
    found = engagement.read(club.ledger, name, line)
    del found["attacker"], found["defender"]
    assert found == expected


@pytest.mark.parametrize(
    ("name", "side", "expected"),
    [
        ("fight", "La Salle I", {"leaders": ["La Salle"], "corps": ["I"]}),
        ("fight", "Old Imperial Guard", {"corps": ["Old Imperial Guard"]}),
        ("fight", "Young Guard Ney", {"corps": ["Young Guard"], "leaders": ["Ney"]}),
        ("fight", "I II", {"corps": ["I", "II"]}), ("fight", "I I", {"corps": ["I", "I"]}),
        ("fight", "Ney", {"leaders": ["Ney"]}), ("fight", "Saint", {"corps": ["Saint-Cyr"]}),
        ("fight", "Lannes", {"corps": ["Lannes"], "leaders": ["Lannes"]}),
        ("engage", "Villeneuve Brest Ganteaume",
         {"leaders": ["Villeneuve", "Ganteaume"], "fleets": ["Brest"]}),
        ("engage", "iX Brest", "iX is neither a fleet nor a leader of France"),
    ],
)  # fmt: skip
def test_the_names_of_a_side_are_read_the_longest_first(
    name: str, side: str, expected: Any
) -> None:
    found = Club(wars=["britain france"], last=600)
    found.enter("setup-text", text="France: fleets Brest=9; corps I=9i, II=8i, III=7i; "
                "leaders Ney=3-4-2 B")  # fmt: skip
    ledger = found.ledger
    for corps in ("Old Imperial Guard", "Young Guard", "Saint-Cyr"):
        ledger.corps[f"{corps} of france"] = Corps("france", "france", "guard", {"guard": 3})
    ledger.leaders["La Salle"] = Leader("france", 3, 4, 2)
    if side == "Lannes":
        ledger.corps["Lannes of france"] = Corps("france", "france", "infantry", {"infantry": 3})
        ledger.leaders["Lannes"] = Leader("france", 3, 4, 2)
        expected = {"leaders": ["Lannes"]}
    if isinstance(expected, str):
        assert expected in refused(found, name, f"fr {side} v gb")
        return
    read = engagement.read(ledger, name, f"fr {side} v gb")
    assert read == {"attacker": "france", "defender": "britain",
                    **{f"attacker_{key}": each for key, each in expected.items()}}  # fmt: skip


def test_a_name_that_is_whole_is_meant_before_those_that_begin_so_and_two_are_nobody() -> None:
    known = ["Guard Cavalry", "guard", "GUARD", "Corps"]
    assert engagement._meant("Guard", known) == "guard", "the first that is written so"
    assert engagement._meant("gu", known) == ""
    assert engagement._meant("co", known) == "Corps"
    assert engagement._meant("guard c", known) == "Guard Cavalry"
    assert engagement._meant("i", ["III"]) == "", "a number is said in full"


def test_the_defender_is_the_only_enemy_of_the_attacker_that_is_named(club: Club) -> None:
    club.ledger.wars = [["austria", "france"], ["britain", "france"], ["austria", "russia"]]
    assert engagement.read(club.ledger, "fight", "gb v")["defender"] == "france"
    assert refused(club, "fight", "fr I v II") == (
        "Say which power is the defender: it is not clear."
    )
