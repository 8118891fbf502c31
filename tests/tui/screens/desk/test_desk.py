"""The desk: typing, odds beside it, dice, documents, and what if from a running game."""

import asyncio
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from engine.adjudicator import KINDS, land_shapes, resolve, sea_shapes
from engine.documents.complaints import Complaints
from engine.documents.fields import (
    Choice,
    Fields,
    Flag,
    Listed,
    Named,
    Perhaps,
    Text,
    Whole,
    value_of,
)
from engine.facts.ids import CountryId
from tests.engine.eia.adjudicating import example, run
from tests.tui.small_game import (
    TO_SPAIN,
    TO_THE_MARCH,
    drive,
    press,
    screen,
    seated,
    settled,
    shown,
    terminal,  # noqa: F401 - used by every test here
)
from tui.application.app import Tercio
from tui.forms import form_rows, values
from tui.panes.form_drawing import LABEL
from tui.screens.desk.desk import Desk
from tui.screens.dialogs import TypedLine
from tui.screens.game.game import GameScreen
from tui.screens.title import Title
from tui.settings.files import Local
from tui.words import adjudication
from tui.words.line import text_of

SIZES = ((80, 24), (200, 60))


def desk(pilot: Pilot[int]) -> Desk:
    found = pilot.app.screen
    assert isinstance(found, Desk)
    return found


async def opened(pilot: Pilot[int], *given: Any) -> Desk:
    app = pilot.app
    assert isinstance(app, Tercio)
    app.open_screen(Desk(*given))
    await pilot.pause()
    await reckoned(pilot)
    return desk(pilot)


def test_odds_that_are_estimates_are_refined_while_one_looks() -> None:
    """The odds of an Empires in Arms battle, refined while one looks where exact is bounded."""
    found = Desk("eia-battle")
    asked: list[tuple[str, ...]] = []

    async def answer(kind: str, text: str, fineness: Sequence[str]) -> None:
        asked.append((kind, *fineness))
        found.odds = {"estimate": 0.01} if not fineness else {"win": {}}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(found, "_reckoned", answer)
        asyncio.run(found._reckon("eia-battle", "{}"))
    assert asked == [("eia-battle",), ("eia-battle", "--fine")]
    found.odds = {"estimate": 0.01, "pairs_estimate": 0.02}
    assert "right to 2.0 in a hundred" in text_of(found._refining())
    found.odds = {"win": {}}
    assert found._refining() == []


async def reckoned(pilot: Pilot[int]) -> None:
    """Waits until the odds are worked out."""
    while desk(pilot).reckoning:
        await pilot.pause(0.01)
    await pilot.pause()


async def type_text(pilot: Pilot[int], text: str) -> None:
    keys = {" ": "space", "+": "plus", "-": "minus", "=": "equals_sign", ".": "full_stop",
            "/": "slash", "_": "underscore"}  # fmt: skip
    await pilot.press(*(keys.get(letter, letter) for letter in text))


def seen(pilot: Pilot[int]) -> str:
    return text_of(desk(pilot).result.lines)


# Text and values


@pytest.mark.parametrize(
    ("shape", "text", "value"),
    [
        (Flag(), "y", True),
        (Flag(), "no", False),
        (Whole(0, 9), "7", 7),
        (Whole(0, 9), "seven", "seven"),
        (Perhaps(Whole(0, 9)), "-", None),
        (land_shapes.TECHNOLOGY, "Musket", "musket"),
        (CountryId(), "HIS", "spain"),
        (CountryId(), "Spain", "spain"),
        (CountryId(), "Nowhere", "Nowhere"),
        (land_shapes.LandUnits(1), "2A+ LD", ["A+", "A+", "LD"]),
        (land_shapes.LandUnits(1), "a-, 2 x LDE PASHA(2)", [{"PASHA": 2}, "A-", "LDE", "LDE"]),
        (land_shapes.LandUnits(1), '{"LD": 2}', {"LD": 2}),
        (land_shapes.LandUnits(1), "A+ 5", ["A+", "5"]),
        (land_shapes.Leader(), "242", "242"),
        (land_shapes.Leader(), "nobody", None),
        (land_shapes.Leader(), "Marlborough", "marlborough"),
        (
            land_shapes.Leader(),
            "Condé 2·4·2",
            {"name": "Condé", "manoeuvre": 2, "fire": 4, "shock": 2},
        ),
        (Listed(Choice(("-", "+"), "a siegework"), 0, 2), "- +", ["-", "+"]),
        (Named(Whole(1, 10), "dice"), "A.fire1=8 B.fire1 = 6", {"A.fire1": 8, "B.fire1": 6}),
        (Choice(("none", "C2"), "a condition"), "none", "none"),
        (Text(), "none", "none"),
        (Named(Flag(), "switches"), "one two=no", {"one": True, "two": False}),
    ],
)  # fmt: skip
def test_what_typed_text_means(shape: Any, text: str, value: Any) -> None:
    assert value_of(shape, text) == value


@pytest.mark.parametrize("kind", KINDS)
def test_every_example_survives_the_form(kind: str) -> None:
    known = resolve.kind_of(kind)
    rows = form_rows.rows(known, known.example)
    again = form_rows.document(rows, form_rows.texts_of(rows, dict(known.example)))
    before = resolve.adjudicate(kind, json.dumps(dict(known.example)), 5)[0]
    assert resolve.adjudicate(kind, json.dumps(again), 5)[0] == before


@pytest.mark.parametrize(
    ("units", "text"),
    [
        ({"NTD": 1, "NWD": 2}, "1NTD 2NWD"),
        ({"F+": [{"NWD": 3, "NTD": 1}, {"NGD": 6}], "NWD": 1}, "F+(3NWD 1NTD) F+(6NGD) 1NWD"),
        ({"F-": {"NGD": 4}}, "F-(4NGD)"),
    ],
)
def test_ships_of_a_game_are_written_on_the_form_as_one_types_them(units: Any, text: str) -> None:
    assert values.text_of(units) == text
    read = sea_shapes.NavalUnits().read
    assert read(value_of(sea_shapes.NavalUnits(), text), "units", Complaints()) == read(
        units, "units", Complaints()
    )


def test_completion_offers_what_may_stand_there() -> None:
    assert form_rows.candidates(land_shapes.TECHNOLOGY, "ma") == ["manoeuvre"]
    assert "france" in form_rows.candidates(CountryId(), "fr")
    assert form_rows.candidates(land_shapes.LandUnits(1), "A+ 2l")[:2] == ["A+ 2LD", "A+ 2LDE"]
    assert form_rows.candidates(land_shapes.Leader(), "farn") == ["farnese"]
    period = land_shapes.WORDS["period"]
    assert form_rows.candidates(Perhaps(period), "") == ["-", *period.offers()]


# The screen


@pytest.mark.parametrize("width", [100, 110, 118, 120, 140, 160])
def test_what_stands_in_a_field_is_seen_at_every_width(width: int, tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot)
        assert found.form.size.width >= LABEL + 14

    drive(Tercio(Local(tmp_path)), (width, 30), play)


@pytest.mark.parametrize("size", SIZES)
def test_odds_follow_what_is_typed(size: tuple[int, int], tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot)
        before = seen(pilot)
        assert "FRA" in before
        assert "draw" in before
        found.form.goto("sides[0].leader")
        await type_text(pilot, "999")
        assert found.document["sides"][0]["leader"] == "999"
        await reckoned(pilot)
        assert seen(pilot) != before
        document = json.dumps(found.document)
        exact = resolve.adjudicate("battle", document, odds=True)[0]["odds"]["win"]
        assert found.odds is not None
        assert found.odds["win"] == exact

    drive(Tercio(Local(tmp_path)), size, play)


@pytest.mark.usefixtures("without_odds")
def test_choices_cycle_complete_and_are_put_right(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot)
        form = found.form
        form.goto("terrain")
        await pilot.press("right")
        assert form.text == "sparse_forest"
        await pilot.press("left")
        assert form.text == "plain"
        await type_text(pilot, "mou")
        assert found.complaints[0].startswith("terrain: 'mou' is not a terrain")
        assert "terrain: 'mou'" in seen(pilot)
        await pilot.press("enter")
        assert found.document["terrain"] == "mountain"
        assert not found.complaints
        assert form.field is not None
        assert form.field.name == "interception"
        form.goto("terrain")
        await type_text(pilot, "swa")
        await pilot.press("down", "up", "right")  # left unfinished, then completed
        assert form.text == "swamp"
        await pilot.press("delete")
        assert "terrain" not in found.document
        form.goto("period")
        await pilot.press("delete")
        assert found.complaints == ["period: is missing: period, I to VII"]
        await pilot.press("ctrl+r")
        assert not found.rolled

    drive(Tercio(Local(tmp_path)), (120, 40), play)


@pytest.mark.usefixtures("without_odds")
def test_rolled_dice_draw_the_sheet_and_an_edit_clears_it(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot)
        await pilot.press("ctrl+e")
        await pilot.press("ctrl+r")
        assert rolled(found)
        sheet = seen(pilot)
        for part in ("Fire 1   8 +2 = 10", "loses 5", "A major battle"):
            assert part in sheet
        assert "dice" in found.document
        await pilot.press("ctrl+d")
        assert not rolled(found)
        assert "dice" not in found.document

    drive(Tercio(Local(tmp_path)), (200, 60), play)


def rolled(desk: Desk) -> bool:
    return desk.rolled


def on_top(pilot: Pilot[int]) -> Screen[Any]:
    return pilot.app.screen


@pytest.mark.usefixtures("without_odds")
def test_real_dice_are_asked_one_by_one(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot, "intercept")
        await pilot.press("ctrl+t")
        dialog = on_top(pilot)
        assert isinstance(dialog, TypedLine)
        assert dialog.question == "intercept: interception: 8 or more"
        await type_text(pilot, "11")
        await pilot.press("enter")
        assert isinstance(on_top(pilot), TypedLine)
        await pilot.press("backspace", "backspace")
        await type_text(pilot, "9")
        await pilot.press("enter")
        await pilot.pause()
        assert on_top(pilot) is found
        assert rolled(found)
        assert found.document["dice"] == {"intercept": 9}
        assert "Interception 9 +1 = 10, 8 or more: succeeds" in seen(pilot)

    drive(Tercio(Local(tmp_path)), (120, 40), play)


def test_documents_are_saved_opened_and_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    siege = dict(resolve.kind_of("undermine").example)
    (tmp_path / "siege.json").write_text(json.dumps(siege), encoding="utf-8")
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")

    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot)
        await pilot.press("ctrl+s")
        await type_text(pilot, "artois.json")
        await pilot.press("enter")
        await pilot.pause()
        written = json.loads((tmp_path / "artois.json").read_text(encoding="utf-8"))
        assert written == found.document
        await pilot.press("ctrl+y")
        assert pilot.app.clipboard == found.text
        for name in ("bad.json", "siege.json"):
            await pilot.press("ctrl+o")
            await type_text(pilot, name)
            await pilot.press("enter")
            await pilot.pause()
            assert found.kind.name == ("battle" if name == "bad.json" else "undermine")
        assert found.document["siegeworks"] == ["-", "+"]
        await reckoned(pilot)
        assert "has fallen within rounds" in seen(pilot)

    drive(Tercio(Local(tmp_path)), (120, 40), play)


@pytest.mark.usefixtures("without_odds")
def test_every_kind_opens(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot)
        for kind in KINDS:
            found.kind = resolve.kind_of(kind)
            found.load({key: each for key, each in found.kind.example.items() if key != "dice"})
            assert not found.complaints, kind
            found.action_roll()
            assert found.rolled
            assert seen(pilot).strip(), kind

    drive(Tercio(Local(tmp_path)), (80, 24), play)


@pytest.mark.usefixtures("without_odds")
def test_the_title_leads_to_the_desk_and_escape_back(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        title = pilot.app.screen
        await pilot.press("d")
        await pilot.pause()
        assert desk(pilot).kind.name == "battle"
        await pilot.press("escape")
        await pilot.pause()
        assert pilot.app.screen is title

    drive(Tercio(Local(tmp_path)), (80, 24), play)


@pytest.mark.usefixtures("without_odds")
def test_a_battle_of_the_game_is_looked_at_without_touching_it(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        game = screen(pilot)
        state = game.table.game.state
        before, records = state.to_plain(), len(game.table.game.records)
        route = game.route
        assert route is not None
        route.look("artois")
        await press(pilot, "i")
        found = desk(pilot)
        assert [each["country"] for each in found.document["sides"]] == ["france", "spain"]
        assert found.document["sides"][1]["leader"] is None
        await pilot.press("ctrl+r")
        assert found.rolled
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, GameScreen)
        assert state.to_plain() == before
        assert len(game.table.game.records) == records

    app = seated(tmp_path, TO_THE_MARCH)
    drive(app, (120, 40), play)


def test_a_question_about_no_battle_says_so(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "i")
        assert isinstance(pilot.app.screen, GameScreen)

    app = seated(tmp_path, TO_SPAIN[:1])
    drive(app, (120, 40), play)


# Lists of any length


@pytest.mark.parametrize("kind", KINDS)
def test_no_list_of_forms_is_typed_as_a_line(kind: str) -> None:
    known = resolve.kind_of(kind)
    for row in form_rows.rows(known, known.example):
        inner = row.shape.shape if isinstance(row.shape, Listed | Perhaps) else row.shape
        assert not isinstance(inner, Fields), row.name


def test_entries_of_a_list_come_and_go(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        there = await opened(pilot, "eia-bids")
        two = there.document["bids"]
        there.form.goto("bids[2]")
        assert there.form.field is not None
        assert there.form.field.role == form_rows.ADD
        await press(pilot, "enter")
        assert there.document["bids"] == [*two, {}]
        assert "bids 3, player: is missing" in seen(pilot)
        assert there.form.field.name == "bids[2].player"
        await type_text(pilot, "spain")
        assert there.document["bids"] == [*two, {"player": "spain"}]
        there.form.goto("bids[0].bid")
        await press(pilot, "ctrl+x")
        assert there.document["bids"] == [two[1], {"player": "spain"}]
        there.form.goto("bids[1].player")
        await press(pilot, "ctrl+x")
        assert there.document["bids"] == [two[1]]
        there.form.goto("bids[0].player")
        await press(pilot, "ctrl+x")
        assert "bids" not in there.document

    drive(Tercio(Local(tmp_path)), (120, 40), play)


def small_battle(corps: int = 1) -> dict[str, Any]:
    document = example("battle")
    document["attacker"]["corps"] = document["attacker"]["corps"][-corps:]
    document["defender"]["corps"] = document["defender"]["corps"][:1]
    document["attacker"].pop("guards")
    document["river"] = False
    return document


@pytest.mark.usefixtures("without_odds")
def test_a_part_that_may_be_missing_is_opened_and_closed(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        there = await opened(pilot, "eia-battle", small_battle(3))
        assert there.document["attacker"]["commander"]["name"] == "Davout"
        there.form.goto("attacker.commander.name")
        await press(pilot, "ctrl+x")
        assert "commander" not in there.document["attacker"]
        there.form.goto("attacker.commander")
        await press(pilot, "enter")
        await type_text(pilot, "Ney")
        assert there.document["attacker"]["commander"] == {"name": "Ney"}
        marked = next(
            at for at, row in enumerate(there.form.rows) if row.name == "attacker.corps[1]"
        )
        there.form.reveal(marked)
        label = len(there.form.rows[marked].label)
        y = marked - there.form.scroll_offset.y
        await pilot.click("#form", offset=(label + 2 * there.form.rows[marked].depth + 5, y + 1))
        await pilot.pause()
        assert [each["name"] for each in there.document["attacker"]["corps"]] == [
            "III", "Cavalry"
        ]  # fmt: skip

    drive(Tercio(Local(tmp_path)), (120, 40), play)


@pytest.mark.parametrize(
    ("shape", "text", "value"),
    [
        (Listed(Text(), 0, 5), "St. Petersburg, Riga", ["St. Petersburg", "Riga"]),
        (Listed(Text(), 0, 5), "St. Petersburg", ["St. Petersburg"]),
        (Named(Text(), "votes"), "Anna=may stay", {"Anna": "may stay"}),
        (Named(Text(), "votes"), "Anna=yes, Ben=no", {"Anna": "yes", "Ben": "no"}),
        (Named(Flag(), "cities"), "Old Town=yes, Riga=no", {"Old Town": True, "Riga": False}),
        (Named(Whole(0, 9), "ships"), "Old One=3,", {"Old One": 3}),
    ],
)
def test_names_may_hold_blanks(shape: Any, text: str, value: Any) -> None:
    assert value_of(shape, text) == value
    row = form_rows.Row(("it",), "it", 0, shape, "")
    (again,) = form_rows.texts_of([row], {"it": value}).values()
    assert value_of(shape, again) == value


@pytest.mark.parametrize("kind", [name for name in KINDS if resolve.kind_of(name).odds])
def test_the_odds_of_every_kind_are_drawn(kind: str) -> None:
    known = resolve.kind_of(kind)
    document = {key: each for key, each in known.example.items() if key != "dice"}
    if kind == "eia-battle":
        document = small_battle()
    found = json.loads(run(kind, "--odds", document=document)[1])["odds"]
    for width in (40, 56, 90):
        assert adjudication.odds_lines(found, width)


def test_all_pairs_of_chits_stand_in_a_table(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await opened(pilot, "eia-battle", small_battle())
        text = seen(pilot)
        assert "Who wins by chits, in percent: France/Austria" in text
        assert re.search(r"Echelon( +\d+/\d+){6}\n", text)
        assert re.search(r"EscalatedAssault +-( +\d+/\d+){5}\n", text)

    drive(Tercio(Local(tmp_path)), (200, 60), play)


def test_where_something_is_wrong_is_said_in_words() -> None:
    said = ["attacker.corps[0].factors: is missing: its factors by kind of troop"]
    drawn = text_of(adjudication.complaint_lines(said, 80))
    assert "! attacker, corps 1, factors: is missing: its factors by kind of troop" in drawn


def test_a_desk_of_no_campaign_books_nothing(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, Tercio)
        app.open_screen(Desk("eia-enforced-peace"))
        await settled(pilot)
        await press(pilot, "ctrl+l")
        assert isinstance(app.screen, Desk)
        assert "into the ledger" not in shown(pilot)

    drive(Tercio(Local(tmp_path)), (120, 40), play)


def test_the_command_opens_the_desk_over_the_title(tmp_path: Path) -> None:
    app = Tercio(Local(tmp_path))
    app.opening = lambda: Desk("assault", {"period": "V"})

    async def play(pilot: Pilot[int]) -> None:
        found = pilot.app.screen
        assert isinstance(found, Desk)
        assert (found.kind.name, found.document["period"]) == ("assault", "V")
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, Title)

    drive(app, (120, 40), play)
