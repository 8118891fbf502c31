import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from engine import games
from engine.adjudicator import resolve
from engine.eia import tables
from engine.eia.ledger import disputed_figures, known_names
from engine.eia.ledger.club_night import club_night
from engine.eia.ledger.desk import situations
from engine.eia.ledger.entries import ENTRIES, USUAL
from engine.eia.ledger.entry import TOLD
from engine.eia.ledger.ledger import Ledger, with_defaults
from engine.facts.document_fields import SHEET
from engine.facts.sheets import groups_by
from engine.games.game import Game
from engine.play.asks import BadAnswer
from engine.programs.bots import random_player
from saves import store
from saves.disk.validity import defects
from tests.engine.eia import fuzzing
from tests.engine.eia.nights import Club, power, sack


def test_a_month_has_its_steps_and_economic_ones_only_in_their_months() -> None:
    club = Club("December")
    assert club.ledger.box == "December 1805, diplomacy"
    club.to("levy")
    assert club.ledger.box == "December 1805, levy"
    club.to("diplomacy")
    assert club.ledger.box == "January 1806, diplomacy"
    club.to("conquest")
    club.on()
    assert club.ledger.box == "January 1806, advance month"


def test_the_sheets_name_each_entry_and_the_steps_that_there_are() -> None:
    """A line for an entry or a step that is not there would say nothing to anybody."""
    steps = {step.name for step in tables.steps()}
    assert TOLD.keys() == ENTRIES.keys()
    assert {each for told in TOLD.values() for each in (*told.steps, *told.usual)} <= steps
    assert USUAL.keys() <= steps
    assert {name for names in USUAL.values() for name in names} <= ENTRIES.keys()
    objects = groups_by(SHEET, {"object": str}, {"field": str})
    declared = {name.removeprefix("entry ") for name in objects if name.startswith("entry ")}
    assert declared == ENTRIES.keys()


# The ledger as a game


def filled() -> Club:
    """A campaign with something of everything in its ledger."""
    club = Club("December", wars=["austria france", "france prussia", "britain france"])
    club.enter("peace", victor="britain", loser="france", unconditional=True,
               exile={"Napoleon": "A"})  # fmt: skip
    club.enter("peace", victor="france", loser="prussia")
    club.enter("fleet", fleet="Brest", power="france", ships=27, blockaded=True)
    club.enter("hulks", power="russia", hulks=4, port="Reval", distance=1)
    club.enter(
        "prisoners",
        holder="france",
        nation="austria",
        troop="infantry",
        number=11,
        money=3,
        manpower=1,
    )
    club.enter("loan", corps="Yorck", owner="prussia", borrower="france")
    club.enter("city", **sack(club, act="burn"))
    club.enter("occupy", minor="Saxony", by="france", cities={"Dresden": True})
    club.enter("peace", victor="france", loser="austria", unconditional=True, sphere=True)
    club.enter("reparations", payer="austria", payee="france", amount=25, phases=2)
    club.enter("break-alliance", **allied(club))
    club.to("diplomacy", "February")
    return club


def allied(club: Club) -> dict[str, str]:
    club.to("creating alliances")
    club.enter("alliance", powers=["spain", "turkey"], months=9)
    club.enter("alliance", powers=["spain", "russia"])
    return {"breaker": "spain", "other": "russia"}


def test_the_ledger_is_plain_and_reads_back() -> None:
    plain = filled().ledger.to_plain()
    assert Ledger.from_plain(json.loads(json.dumps(plain))).to_plain() == plain
    assert Ledger.from_plain(plain).defects() == []


def test_undo_redo_and_replay_of_a_night() -> None:
    club = filled()
    before, told = club.game.position(), len(club.game.story)
    club.enter("promote", leader="Davout", rank="B")
    club.game.undo()
    assert (club.game.position(), len(club.game.story)) == (before, told)
    club.game.redo()
    assert club.ledger.promoted
    again = Game(club.game.snapshots[0].state, club_night, club.game.header, club.game.records)
    assert again.position() == club.game.position()
    assert [entry.text for entry in again.story] == [entry.text for entry in club.game.story]


def test_an_umpire_sets_points_right() -> None:
    club = Club("December")
    club.game.rule({"do": "points", "power": "france", "victory": 7})
    assert power(club, "france").victory == 7
    club.game.rule({"do": "note", "text": "we play on"})
    rulings: list[Any] = [
        {"do": "x"},
        {"do": "points", "power": "x"},
        None,
        {"do": "points", "power": "france", "victory": "x"},
        {"do": "points", "power": "france", "zone": []},
    ]
    for wrong in rulings:
        with pytest.raises(BadAnswer):
            club.game.rule(wrong)


def test_a_night_is_saved_and_opened_like_any_game(tmp_path: Path) -> None:
    club = filled()
    start = Ledger.from_plain(club.game.snapshots[0].state)
    saved = store.create(tmp_path, start, {"game": "eia", "title": "Friday"}, "night")
    for record in club.game.records:
        if record.answer is not None:
            saved.game.answer(record.answer)
    position = saved.game.position()
    saved.close()
    again = store.open_game(saved.folder)
    assert again.warning == ""
    assert again.game.position() == position
    assert again.game.ask is not None
    assert again.game.ask.name == "entry"
    again.game.answer({"do": "promote", "leader": "Ney", "rank": "C"})
    again.close()
    assert store.check(saved.folder) == []
    assert [each.problem for each in store.summaries(tmp_path)] == [""]


@pytest.mark.rule("EIA-WIN-08")
def test_a_campaign_that_nobody_enters_anything_into_is_britains() -> None:
    club = Club("December", last=24)
    while club.game.ask is not None:
        club.game.answer(random_player(club.game, club.game.ask))
    assert club.ledger.winners == ["britain"]


@pytest.mark.rule("EIA-WIN-03")
def test_a_campaign_ends_with_an_economic_phase() -> None:
    with pytest.raises(ValueError, match="the last month is January 1808; a campaign ends with"):
        Club("December", last=25)


def test_a_header_with_another_game_is_refused() -> None:
    with pytest.raises(games.UnknownGame, match="'chess' is not known; one of: europa, eia"):
        games.find_game({"game": "chess"})


def test_every_entry_describes_its_fields() -> None:
    for entry in ENTRIES.values():
        assert entry.what
        schema = entry.document.schema()
        assert all(each["description"] for each in schema["properties"].values())


WRONG: list[Any] = [None, True, -1, 10**30, 1.5, "", "\x00", [], {}, {"a": {}}]


def test_entries_gone_wrong_are_refused_in_words() -> None:
    club = filled()
    club.to("declarations of war")
    before = club.game.position()
    for name, entry in ENTRIES.items():
        for field in entry.fields:
            for value in WRONG:
                with suppress(BadAnswer):
                    club.game.branch().answer({"do": name, field.name: value})
    nonsense: list[Any] = [None, 7, "x", [], {"do": "x"}, {"do": []}]
    for raw in nonsense:
        with pytest.raises(BadAnswer):
            club.game.answer(raw)
    assert club.game.position() == before


@pytest.mark.parametrize("seed", range(6))
def test_any_entries_are_written_down_or_refused(seed: int) -> None:
    assert fuzzing.night(seed, 250) == []


# What the desk is told


def whole() -> Club:
    """A campaign in which everything may have to be adjudicated."""
    club = Club("December", wars=["france spain", "france prussia", "britain france"])
    club.enter("peace", victor="britain", loser="france", months=1, unconditional=True,
               exile={"Napoleon": "B"})  # fmt: skip
    club.enter("peace", victor="france", loser="prussia", months=1)
    club.enter("loan", corps="Yorck", owner="prussia", borrower="france")
    club.to("creating alliances")
    club.enter("alliance", powers=["russia", "prussia"])
    club.enter("peace", victor="france", loser="spain", unconditional=True, sphere=True)
    club.to("declarations of war")
    club.enter("war", power="france", on="austria")
    club.enter("fleet", fleet="Brest", power="france", ships=20, blockaded=True)
    club.enter("prisoners", holder="france", nation="austria", troop="infantry", number=3,
               money=3, manpower=1)  # fmt: skip
    club.enter("status", power="france", dominant=True, zone="dominant", victory=12)
    club.enter("city", city="Lyon", owner="france", towers=4, by="turkey", nation="turkey",
               corps="III", taken="storm", act="pillage")  # fmt: skip
    club.enter("step-down", power="turkey")
    return club


def test_what_the_ledger_knows_fits_the_kinds_it_is_told_to() -> None:
    club = whole()
    found = {each.about: each for each in situations.situations(club.ledger)}
    assert {each.kind for each in found.values()} == {
        "eia-battle", "eia-leader-casualty", "eia-blockade-test", "eia-port-raid",
        "eia-declare-war", "eia-exile-cost", "eia-dominance", "eia-recovery", "eia-involuntary",
        "eia-prisoner-drain", "eia-victory", "eia-bids",
    }  # fmt: skip
    for each in found.values():
        complaints = []
        try:
            resolve.parse_document(resolve.kind_of(each.kind), json.dumps(each.fields))
        except resolve.BadInput as error:
            complaints = error.lines
        assert all(": is missing: " in line for line in complaints), (each, complaints)
    battle = found["a battle: France attacks Austria"].fields
    assert battle["attacker"]["corps"] == [{"name": "Yorck", "nation": "prussia", "dominant": True}]
    war = found["war of Spain on France"].fields
    assert (war["peace_lasts"], war["sphere"], war["allied"]) == (True, False, False)
    assert found["war of Russia on Prussia"].fields["allied"]
    exile = found["Napoleon's return from exile"].fields
    assert (exile["zone"], exile["months"]) == ("dominant", 1)
    assert found["the recovery of Lyon"].fields["owner_controls"] is True
    powers = {each["power"]: each for each in found["who wins"].fields["powers"]}
    assert (powers["france"]["points"], powers["turkey"]["out"]) == (12, True)


def test_what_belongs_to_the_step_is_told_first() -> None:
    club = whole()
    assert situations.situations(club.ledger)[0].kind == "eia-declare-war"
    club.to("naval movement")
    assert situations.situations(club.ledger)[0].about == "the blockade of Brest"
    club.enter("test-blockade", port="Brest")
    assert situations.situations(club.ledger)[0].fields["tested_this_phase"]
    club.to("land combat")
    assert situations.situations(club.ledger)[0].kind == "eia-battle"


def test_names_that_the_ledger_knows_are_offered() -> None:
    ledger = whole().ledger
    assert known_names.names(ledger, "fleet") == ["Brest"]
    assert "Napoleon" in known_names.names(ledger, "leader")
    assert known_names.names(ledger, "corps") == ["Yorck"]
    assert known_names.names(ledger, "city") == ["Lyon"]
    assert known_names.names(ledger, "power") == []


# Figures and money


@pytest.mark.rule("EIA-GEN-01")
def test_disputed_figures_are_asked_for_and_kept() -> None:
    club = Club("December", wars=["austria france"])
    club.to("land combat", of="austria")
    assert "Naples" not in "".join(club.told("EIA-GEN-01")), "no figure of who is far away"
    club.enter("setup", power="france", minors=["Naples"])
    club.to("land combat", of="austria")
    told = club.told("EIA-GEN-01")[-1]
    assert "infantry morale of Naples" in told
    assert "Syria" not in told
    name = {"figure": "infantry morale of Naples"}
    for wrong in ("10", "2.55", "-1", "1e9", "x"):
        assert "not a morale from 0 to 9" in club.refuses("figure", **name, value=wrong)
    club.enter("figure", **name, value="3")
    table = {"figure": "table of EscalatedAssault v Outflank"}
    assert "is not a table" in club.refuses("figure", **table, value="9-9")
    club.enter("figure", **table, value="3-3")
    assert "not a number of points" in club.refuses("figure", figure="goal of spain", value="many")
    since = len(club.told("EIA-GEN-01"))
    club.to("land combat")
    assert len(club.told("EIA-GEN-01")) == since, "said once"
    assert disputed_figures.morale(club.ledger, "naples", "infantry") == 3.0
    assert disputed_figures.morale(club.ledger, "syria", "infantry") is None
    assert disputed_figures.table(club.ledger, "EscalatedAssault", "Outflank") == "3-3"


@pytest.mark.rule("EIA-TRM-01")
def test_money_goes_where_it_is_booked() -> None:
    club = whole()
    assert power(club, "turkey").money == 2
    club.enter("status", power="spain", money=30)
    club.enter("war", power="russia", on="spain")
    club.enter("peace", victor="russia", loser="spain")
    club.enter("reparations", payer="spain", payee="russia", amount=25, phases=2)
    club.to("money and manpower collection")
    club.on()
    assert (power(club, "spain").money, power(club, "russia").money) == (30 - 13, 13)


def test_a_campaign_that_never_could_be_is_no_ledger() -> None:
    plain = Club("December").ledger.to_plain()
    plain["last"] += 1
    (said,) = Ledger.from_plain(plain).defects()
    assert "has no Economic Phase to end with" in said


def test_a_ledger_of_before_has_what_came_since_as_at_the_start() -> None:
    plain = filled().ledger.to_plain()
    for key in ("confirms", "leaders", "corps", "rolled"):
        del plain[key]
    for name, keys in (("peaces", ("since",)), ("minors", ("holders",)), ("powers", ("marker",))):
        kept = plain[name]
        for record in kept if isinstance(kept, list) else kept.values():
            for key in keys:
                del record[key]
    whole = with_defaults(plain)
    assert defects(whole, "state", "eia") == []
    found = Ledger.from_plain(whole)
    assert (found.confirms, found.powers["france"].marker) == (False, -1)
    assert with_defaults({"powers": 3, "peaces": [7]})["peaces"] == [7], (
        "what is no ledger stays one"
    )


def test_points_set_right_are_added_and_taken_off_where_they_were() -> None:
    """A ruling adds to what a power has: less when it is negative, and nobody else's points."""
    club = Club("December")
    for victory, halves in ((7, 3), (-3, -1)):
        club.game.rule(
            {"do": "points", "power": "france", "victory": victory, "political_halves": halves}
        )
    assert (power(club, "france").victory, power(club, "france").political_halves) == (4, 2)
    zone = power(club, "france").zone
    club.game.rule({"do": "points", "power": "france", "zone": "fiasco"})
    assert (power(club, "france").victory, power(club, "france").zone) == (4, "fiasco")
    assert zone != "fiasco"
    assert (power(club, "russia").victory, power(club, "russia").political_halves) == (0, 0)
