"""What a power does not know never appears in its view: over random play, and on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from engine import scenarios
from engine.facts import board
from engine.games.game import Game
from engine.land.movement.march_ask import March
from engine.play.asks import Ask, Choose, Option, YesNo
from engine.play.phase import Entry
from engine.programs import bots, simulate
from engine.sea.under_way import attrition_math
from engine.sea.voyages.sail_ask import Sail
from engine.state import known_zones, sides
from engine.state.stacks import Band
from saves.store import keep
from tests.tui.small_game import drive, press, screen, settled, shown, sitting
from tests.tui.small_game import terminal as terminal
from tui.answers.risks_on_the_way import sea_threats
from tui.application.app import Tercio
from tui.lines.game import PlainTable
from tui.map.board_view import view_of
from tui.panes.stacks import StacksPane
from tui.screens.finding.find_province import FindPlace
from tui.screens.finding.search import FoundList
from tui.screens.game.game import GameScreen
from tui.table import visibility
from tui.table.table import Table
from tui.words.line import text_of
from tui.words.place_line import described_place, place_rows
from tui.words.places import entry_line, place_name, situation
from tui.words.statistics import dice_lines

OVERSEAS = ("conquistadors-1519", "spice-route-1498")
EXPLORING = ("explore", "next-exploration", "explorers")
"""Questions that name zones which the one who is asked does not know yet."""


def played(name: str, program: str, seed: int) -> Iterator[Game]:
    """A phase, at every question of it."""
    game = simulate.new_game(scenarios.read(name), seed)
    answer = bots.player(program)
    while game.ask is not None:
        yield game
        game.answer(answer(game, game.ask))


def words_in(raw: Any) -> Iterator[str]:
    """Every word of an answer that may be the id of a place."""
    if isinstance(raw, list):
        for each in raw:
            yield from words_in(each)
    elif isinstance(raw, str):
        for mark in "!:>+":
            raw = raw.replace(mark, " ")
        yield from raw.split()


def leaks(game: Game, power: str) -> Iterator[str]:
    """Everything in the view of a power that it does not know."""
    state, fog = game.state, visibility.fog(game.state, power)
    assert not fog & known_zones.seen_by(state, power)
    for world in ("europe", "rotw"):
        view = view_of(state, sides.alliance_of(state, power), "control", world, fog)
        drawn = {*view.owners, *view.controllers, *view.fortresses, *view.sieges}
        drawn |= {each.place for each in view.stacks} | {each.place for each in view.marks}
        yield from (f"drawn: {place}" for place in drawn & fog)
    mine = visibility.countries_decided(state, power)
    for entry in visibility.visible(game.story, state, power, fog):
        secret = entry.place in fog or visibility.names_hidden(entry.text, fog)
        witnessed = power in entry.only if entry.only else entry.who in mine or not secret
        if not witnessed:
            yield f"told: {entry}"
    if visibility.names_hidden(situation(game, fog, ours=""), fog):
        yield f"the situation: {situation(game, fog, ours='')}"
    if game.ask is not None and game.ask.who == power and game.ask.name not in EXPLORING:
        yield from (f"asked: {each}" for each in asked(game.ask, fog))


def asked(ask: Ask[Any], fog: frozenset[str]) -> Iterator[str]:
    """The unknown zones in a question and its answers."""
    if visibility.names_hidden(ask.question, fog):
        yield ask.question
    for offer in ask.offers():
        yield from (f"{ask.name} {offer}" for word in words_in(offer) if word in fog)
    if isinstance(ask, March | Sail):
        yield from (f"{ask.name} reaches {place}" for place in ask.reach() if place in fog)


@pytest.mark.parametrize(("program", "seed"), [("random", 1), ("steady", 3)])
@pytest.mark.parametrize("name", OVERSEAS)
def test_no_power_is_shown_what_it_does_not_know(name: str, program: str, seed: int) -> None:
    for number, game in enumerate(played(name, program, seed)):
        assert game.ask is not None
        powers = {sides.decider(game.state, each) for each in game.state.countries}
        for power in sorted(powers) if number % 4 == 0 else [game.ask.who]:
            assert not list(leaks(game, power)), f"record {len(game.records)}, {power}"


@pytest.mark.parametrize("name", OVERSEAS)
def test_lines_say_only_what_the_one_at_the_keyboard_knows(name: str, tmp_path: Path) -> None:
    """Every line that plain play writes while a power has the keyboard, its questions apart."""
    game = simulate.new_game(scenarios.read(name), 3, True)
    game.header["seats"] = {}
    saved = keep(tmp_path, game, "kept")
    written: list[str] = []
    asked: list[int] = []

    def read(_: str) -> str:
        ask = saved.game.ask
        assert ask is not None
        fog = visibility.fog(saved.game.state, ask.who)
        own = visibility.countries_decided(saved.game.state, ask.who)
        his = [e for e in saved.game.story if e.who in own or ask.who in e.only]
        mine = {entry_line(e) for e in his} | {f">> {e.text}" for e in his}
        question = ask.name in EXPLORING or ask.who not in ("spain", "portugal", "gujarat")
        for text in "\n".join(written).splitlines():
            echo = text.startswith("No province or sea is called")
            if text not in mine and not question and not echo:
                assert not visibility.names_hidden(text, fog), f"{ask.who} reads {text}"
        written.clear()
        asked.append(len(asked))
        turn = len(asked)
        if turn > 240:
            return "q"
        if turn % 4 == 1:
            return "s"
        if turn % 4 == 2:
            return "c"
        if turn % 4 == 3:
            return f"p {place_name(sorted(fog)[turn % len(fog)])}"
        raw, listed = bots.random_player(saved.game, ask), ask.listed()
        return str(1 + (listed.index(raw) if raw in listed else turn % len(listed)))

    PlainTable(saved, read, written.append).play()
    assert len(asked) > 100
    saved.close()


@pytest.mark.parametrize(
    "programs", [{}, {"portugal": "random"}, dict.fromkeys(("spain", "portugal"), "random")]
)
def test_what_is_read_of_a_growing_story_is_what_is_read_of_it_anew(
    tmp_path: Path, programs: dict[str, str]
) -> None:
    """Also where answers were taken back and others given, and from one power to another."""
    game = simulate.new_game(scenarios.read("conquistadors-1519"), 3, True)
    game.header["seats"], game.header["programs"] = {"gujarat": "spain"}, programs
    saved = keep(tmp_path, game, "kept")
    game = saved.game
    table, random, steady = Table(saved), bots.player("random"), bots.player("steady")
    for turn in range(40):
        back = 4 if turn % 5 == 4 else 0
        for _ in range(back):
            if game.can_undo:
                game.undo(agreed=True)
        for _ in range(back + 1):
            if game.ask is not None:
                game.answer((steady if back else random)(game, game.ask))
        assert read_of(table) == read_of(Table(saved)), turn


def read_of(table: Table) -> tuple[list[Entry], list[list[Entry]]]:
    """The story and everybody's news."""
    powers = table.game.rules.powers(table.game.state)
    return table.story(), [table.news(power, own) for power in powers for own in (True, False)]


def test_places_that_are_not_known_are_not_found() -> None:
    state = scenarios.load("spice-route-1498")
    fog = visibility.fog(state, "portugal")
    assert described_place(state, "Mozambique Channel", fog, ours="").startswith(
        "No province or sea"
    )
    assert "Gulf of Guinea" in described_place(state, "Gulf of Guinea", fog, ours="")
    assert place_rows(state, "kenya-s", "portugal", fog)[0] == " Unknown land"
    assert place_rows(state, "sea-mozambique", "portugal", fog)[0] == " Unknown sea"
    assert "trading post of Gujarat" in place_rows(state, "kenya-s", "sultans", frozenset())[1]


def test_everybody_sees_everything_where_nobodys_knowledge_is_written() -> None:
    assert visibility.fog(scenarios.load("artois"), "france") == frozenset()


def test_what_a_stack_carries_is_told_to_its_own_side_alone() -> None:
    state = scenarios.load("spice-route-1498")
    for unit in state.units_at("cotedor-w"):
        state.overseas.discoveries[str(unit.id)] = {"gabon-n"}
    assert "discovered: Gabon N" in place_rows(state, "cotedor-w", "portugal", fog=())[1]
    assert "discovered" not in place_rows(state, "cotedor-w", "sultans", fog=())[1]
    assert "discovered: Gabon N" in described_place(state, "Gold Coast W", (), "portugal")
    assert "discovered" not in described_place(state, "Gold Coast W", (), "sultans")
    assert "gabon-n" not in visibility.fog(state, "portugal")
    assert "gabon-n" in visibility.fog(state, "gujarat")
    assert "gabon-n" in visibility.fog(state, ""), "one who only watches sees what all know"


def test_a_line_is_secret_by_its_place_its_words_and_its_readers() -> None:
    state = scenarios.load("spice-route-1498")
    fog = visibility.fog(state, "gujarat")
    lines = [
        Entry("S1", "", "roll", "Portugal explores Sea of Recife.", "sea-atlantique", "portugal"),
        Entry("S1", "", "roll", "Ships are in the Gulf of Guinea.", "", ""),
        Entry("S1", "", "move", "Portugal sails to Tejo.", "tejo", "portugal"),
        Entry("S1", "", "roll", "Gujarat explores Gulf of Guinea.", "sea-guinee", "gujarat"),
        Entry(
            "S1", "", "roll", "Portugal tells itself.", "tejo", "portugal", None, 0, ["portugal"]
        ),
    ]
    told = [entry.text for entry in visibility.visible(lines, state, "gujarat", fog)]
    assert told == ["Portugal sails to Tejo.", "Gujarat explores Gulf of Guinea."]


def test_an_enemy_who_lurks_in_an_unknown_zone_is_not_foreseen() -> None:
    state = scenarios.load("spice-route-1498")
    state.sequence.box, state.sequence.step = "S2", "movement"
    state.countries["portugal"].campaign = state.countries["gujarat"].campaign = "major"
    ships = next(unit for unit in state.units_at("gujarat-w") if not unit.land)
    state.put(ships, "sea-mozambique", "field")
    ours = [unit.id for unit in state.units_at("cabo-verde-i") if not unit.land]
    for number in ours:
        state.put(state.units[number], "sea-bonne-esperance", "field")
    units = [state.units[number] for number in ours]
    journey = attrition_math.begin(state, Band.of(units))
    ask = Sail(who="portugal", name="sail", what="", state=state, alliance="portugal",
               units=ours, leaders=[], journey=journey)  # fmt: skip
    assert sea_threats(ask, "sea-tempetes") == []
    state.overseas.known["portugal"].add("sea-mozambique")
    assert [each.band.place for each in sea_threats(ask, "sea-tempetes")] == ["sea-mozambique"]


# The screen.


def seated(tmp_path: Path, name: str, **header: Any) -> Tercio:
    game = simulate.new_game(scenarios.read(name), 3, True)
    game.header.update(header)
    return sitting(keep(tmp_path, game, "kept"))


def test_the_search_finds_no_unknown_zone(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "slash")
        found = pilot.app.screen
        assert isinstance(found, FindPlace)
        found.query_one(Input).value = "azteca"
        await settled(pilot)
        listed = found.query_one(FoundList)
        assert len(listed.lines) == 1
        assert "discovered" in text_of(listed.lines), "why there is none"
        await pilot.press("enter")
        assert pilot.app.screen is found, "nowhere to go to"
        found.query_one(Input).value = "cuba"
        await settled(pilot)
        assert found.query_one(FoundList).rows
        found.query_one(Input).value = "lepanto"
        await settled(pilot)
        near = [one.text for one in found.query_one(FoundList).rows.found]
        assert near == ["Ionian Sea  sea  near Lepanto", "Hellas  Athena  near Lepanto"]
        found.query_one(Input).value = "otumba"
        await settled(pilot)
        assert not found.query_one(FoundList).rows, "what is near it is hidden"

    drive(seated(tmp_path, "conquistadors-1519", programs={"portugal": "random"}), (120, 40), play)


def test_the_cover_between_two_players_tells_nobodys_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = seated(tmp_path, "conquistadors-1519")
    assert app.saved is not None
    table = Table(app.saved)
    state = table.game.state
    others = visibility.fog(state, "portugal") - visibility.fog(state, "spain")
    found = min(others)
    secret = Entry("S1", "spain", "move", "Spain marches far away.", found, "spain")
    known = Entry("S1", "spain", "move", "Spain marches at home.", "castilla-nueva", "spain")
    monkeypatch.setattr(table, "news", lambda power: [secret, known])
    assert table.since_last_decision("spain") == [known]
    assert table.lines_for_all([secret, known]) == [known]


def test_the_fog_lifts_when_another_power_sits_down(tmp_path: Path) -> None:
    app = seated(tmp_path, "spice-route-1498")
    assert app.saved is not None
    table = Table(app.saved)
    seen: dict[str, frozenset[str]] = {}
    while len(seen) < 2 and table.ask is not None:
        if (power := table.viewpoint_power()) not in seen:
            seen[power] = table.fog()
        table.answer(table.ask.default if table.ask.default is not None else table.ask.offers()[0])
    assert seen.keys() == {"portugal", "gujarat"}
    assert "sea-mozambique" in seen["portugal"] - seen["gujarat"]
    assert "sea-guinee" in seen["gujarat"] - seen["portugal"]


def test_a_question_is_said_aloud_only_where_everybody_knows_the_place(tmp_path: Path) -> None:
    app = seated(tmp_path, "spice-route-1498")
    assert app.saved is not None
    table, about = Table(app.saved), {"place": "sea-guinee"}
    assert table.told_to_all(YesNo(who="portugal", name="x", what="Sail on?", about=about)) == ""
    assert table.told_to_all(YesNo(who="portugal", name="x", what="To Zanzibar?")) == ""
    assert table.told_to_all(YesNo(who="portugal", name="x", what="To Tejo?")) == "To Tejo?"


def test_a_question_of_another_power_is_secret_by_its_place_its_words_and_its_choices(
    tmp_path: Path,
) -> None:
    alone = seated(tmp_path, "spice-route-1498", programs={"portugal": "random"})
    assert alone.saved is not None
    table = Table(alone.saved)
    assert table.viewpoint_power() == "gujarat"

    def ask(what: str, place: str = "", *labels: str, who: str = "portugal") -> Choose:
        options = [Option(str(at), label) for at, label in enumerate(labels or ("yes", "no"))]
        return Choose(who=who, name="x", what=what, options=options, about={"place": place})

    assert table.secret(ask("Which sea?", "sea-guinee"))
    assert table.secret(ask("From the Gulf of Guinea?"))
    assert table.secret(ask("Which sea?", "sea-tempetes", "explore Sea of Recife"))
    assert not table.secret(ask("Which campaign?"))
    assert not table.secret(ask("Which sea?", "sea-guinee", who="gujarat"))


def test_programs_among_themselves_are_watched_without_fog(tmp_path: Path) -> None:
    programs = {"portugal": "random", "gujarat": "random"}
    app = seated(tmp_path, "spice-route-1498", programs=programs)
    assert app.saved is not None
    assert Table(app.saved).fog() == frozenset()
    alone = seated(tmp_path / "alone", "spice-route-1498", programs={"portugal": "random"})
    assert alone.saved is not None
    table = Table(alone.saved)
    assert table.ask is not None
    assert table.ask.who == "portugal"
    assert table.viewpoint_power() == "gujarat"
    assert "sea-guinee" in table.fog()


def test_the_screen_says_nothing_of_an_unknown_zone(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        page = screen(pilot)
        assert isinstance(page, GameScreen)
        await press(pilot, "m")
        page.goto("azteca-c")
        await settled(pilot)
        assert page.place == "azteca-c"
        text = shown(pilot)
        assert "Unknown land" in text
        assert "Tenochtitlan" not in text
        assert "Azteca" not in text
        assert page.query_one(StacksPane).border_title == "Stacks ─ unknown"
        assert board.province("azteca-c").id in page.map.view.fog

    drive(seated(tmp_path, "conquistadors-1519", programs={"portugal": "random"}), (120, 40), play)


def test_dice_of_explorations_are_counted_for_those_who_know_of_them_alone() -> None:
    for game in played("spice-route-1498", "steady", 3):
        names = [str(entry.sheet.get("name")) for entry in game.story if entry.sheet]
        if "portugal.explore" in names and game.ask is not None and game.ask.who == "gujarat":
            break
    text = {}
    for power in ("portugal", "gujarat"):
        fog = visibility.fog(game.state, power)
        story = list(visibility.visible(game.story, game.state, power, fog))
        text[power] = text_of(dice_lines(game, story, 80))
    assert "explore" in text["portugal"]
    assert "Portugal" in text["portugal"]
    assert "explore" not in text["gujarat"]
