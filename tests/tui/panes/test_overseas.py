"""The second map on the screen: fog, establishments, odds of explorations and natives."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot

import themes
from engine import scenarios
from engine.expeditions import exploring_parties
from engine.games.game import Game
from engine.land.movement.march_ask import March
from engine.overseas import active_natives, exploration_rights
from engine.play.asks import Choose, Option
from engine.play.phase import Phase
from engine.programs import simulate
from engine.sea.voyages.sail_ask import Sail
from engine.state import sides
from engine.state.overseas import Establishment
from saves.store import keep
from tests.engine.overseas import coasts
from tests.engine.playing import band, put
from tests.tui.panes.test_map import picture as window
from tests.tui.small_game import drive, picture, press, screen, settled, shown, sitting
from tests.tui.small_game import terminal as terminal
from tui.answers.march import MarchPrompt
from tui.answers.odds import by_choice
from tui.answers.risks_on_the_way import natives, unguarded
from tui.answers.which_prompt import prompt_for
from tui.application.app import Tercio
from tui.map.board_view import view_of
from tui.map.raster import Raster
from tui.map.view import Mark
from tui.panes.stacks import here_lines
from tui.screens.game.handover import Handover
from tui.table import visibility
from tui.words import overseas
from tui.words.combat_sheet import odds_lines, odds_words
from tui.words.line import Bit, line, wrap
from tui.words.place_line import place_news

ODDS = {
    "cuba-w>azteca-e": {
        "discovered": Fraction(3, 5), "dies": Fraction(1, 10),
        "lost": {0: Fraction(1, 2), 1: Fraction(1, 2)},
    },
    "sea-horn": {"discovered": Fraction(1, 5), "dies": Fraction(0), "lost": {0: Fraction(1)}},
}  # fmt: skip
NATIVES = {
    "battle": {"win": 0.3, "draw": 0.2, "lose": 0.5, "losses": [1.0, 2.0], "routed": [0.5, 0.1]},
    "Cortés": {
        "deserters": 4.25,
        "resisters": 6.0,
        "chance": 1.0,
        "answers": {"R20/D80": {"deserters": 4.0, "resisters": 16.0, "chance": 0.3}},
    },
}


def text(lines: Any) -> list[str]:
    return ["".join(bit.text for bit in row) for row in lines]


def test_every_outcome_of_an_exploration_is_weighed() -> None:
    drawn = text(odds_lines(ODDS))
    assert drawn[:5] == [
        " Azteca E from Cuba W", "   discovered 60 % · leader dies 10 %",
        "   lost: none 50 % · 1/3 50 %",
        " Cape Horn", "   discovered 20 %",
    ]  # fmt: skip
    alike = text(odds_lines({"sea-horn": ODDS["sea-horn"], "sea-plata": ODDS["sea-horn"]}))
    assert alike[:3] == [" Cape Horn", " Río de la Plata", "   discovered 20 %"]
    assert odds_words(ODDS) == "likeliest: Azteca E 60 %"
    equal = dict.fromkeys(("sea-horn", "sea-plata"), ODDS["sea-horn"])
    assert odds_words(equal) == "likeliest: 2 of them 20 %"
    assert overseas.explores(ODDS)
    assert not overseas.explores(NATIVES)


def test_what_natives_answer_is_weighed_with_the_battle() -> None:
    drawn = text(odds_lines(NATIVES))
    assert drawn[0] == " Cortés speaks: 4.2 LD follow, 6.0 resist"
    assert drawn[1] == "   R20/D80 30 %: 4.0 LD follow, 16.0 resist"
    assert "win 30 %" in drawn[3]
    assert odds_words(NATIVES) == "Cortés: 4.2 LD follow, 6.0 resist · battle: win 30 %"
    speaks = Option("win:cortes", "Cortés speaks to them", foretold="Cortés")
    attack = Option("attack", "Attack them", foretold="battle")
    options = [Option("peace", "Leave them in peace"), speaks, attack]
    ask = Choose(who="spain", name="natives", what="?", options=options)
    told = by_choice(ask, ask.listed(), NATIVES)
    assert told[1] == "4.2 LD follow, 6.0 resist"
    assert told[2].startswith("win 30 %")
    assert 0 not in told


def test_the_map_goes_to_the_zone_that_a_choice_explores() -> None:
    answers = ("cuba-w>azteca-e", "sea-horn:7", "fort cuba-e:spain", "arrange kent:4")
    options = [Option(each, "…") for each in answers]
    prompt = prompt_for(Choose(who="spain", name="next-exploration", what="", options=options))
    assert prompt.where() == "azteca-e"
    prompt.press("down")
    assert prompt.where() == "sea-horn"
    prompt.press("down")
    assert prompt.where() == "cuba-e"
    prompt.press("down")
    assert prompt.where() == "kent"


@pytest.mark.parametrize("theme", themes.names())
@pytest.mark.parametrize("ascii_only", [False, True])
def test_nothing_is_written_on_zones_that_are_not_known(theme: str, ascii_only: bool) -> None:
    state = scenarios.load("conquistadors-1519")
    fog = visibility.fog(state, "spain")
    view = view_of(state, "spain", "control", "rotw", fog)
    for n in (1, 2, 3, 5):
        raster = Raster(view, n, themes.load(theme), ascii_only)
        said = " ".join(written.text for row in raster.texts.values() for written in row)
        for name in ("Azteca", "Inca", "Panama, Gulf of", "Virginia", "China Sea"):
            assert name not in said, f"{name} at level {n}"
    assert Mark("cuba-w", "C") in view.marks
    assert not any(mark.place == "cotedor-w" for mark in view.marks)


@pytest.mark.parametrize("theme", ["atlas", "sixteen", "monochrome"])
def test_the_caribbean_in_1519(snapshot: Snapshot, theme: str) -> None:
    state = scenarios.load("conquistadors-1519")
    view = view_of(state, "spain", "control", "rotw", visibility.fog(state, "spain"))
    snapshot.assert_match(
        window(Raster(view, 2, themes.load(theme), False), "cuba-w", 100, 30), f"{theme}.txt"
    )


def app(tmp_path: Path, name: str, **header: Any) -> Tercio:
    game = simulate.new_game(scenarios.read(name), 3, True)
    game.header.update(header)
    return sitting(keep(tmp_path, game, "kept"))


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)])
def test_the_second_map_with_its_fog(
    tmp_path: Path, snapshot: Snapshot, size: tuple[int, int]
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        snapshot.assert_match(picture(pilot), f"africa-{size[0]}x{size[1]}.txt")

    drive(app(tmp_path, "spice-route-1498", programs={"gujarat": "random"}), size, play)


async def explores(phase: Phase) -> None:
    """Cortés's ships are asked which sea they explore."""
    state = phase.state
    phase.mark(segment=True)
    zone = "sea-mexique"
    ships = [unit.id for unit in state.units_at("cuba-w") if not unit.land]
    plans = {goal: exploring_parties.by_sea(state, band(ships), goal)
             for goal in exploration_rights.seas(state, band(ships), zone)}  # fmt: skip
    await Choose(
        who="spain", name="explore", what="Which sea do they explore?",
        about={
            "place": zone,
            "odds": {goal: exploring_parties.odds(plan) for goal, plan in plans.items()},
        },
        options=[*(Option(goal, f"explore {goal}", exploring_parties.odds_in_words(plan))
                   for goal, plan in plans.items()), Option("none", "explore none")],
    )  # fmt: skip


def test_a_question_on_the_other_map_turns_to_it_and_shows_its_odds(tmp_path: Path) -> None:
    header = {"seed": 3, "dice": "rolled", "seats": {}, "programs": {"portugal": "random"}}
    game = Game(scenarios.load("conquistadors-1519").to_plain(), explores, header)
    found = sitting(keep(tmp_path, game, "kept"))

    async def play(pilot: Pilot[int]) -> None:
        page = screen(pilot)
        await settled(pilot)
        assert page.world == "rotw"
        assert page.place == "sea-mexique"
        assert " Straits of Florida " in shown(pilot)
        assert "   discovered 40 %" in shown(pilot)
        await press(pilot, "enter")
        records = page.table.game.records
        assert [record.answer for record in records if record.answer] == ["sea-floride"]

    drive(found, (120, 40), play)


def test_who_is_sent_on_is_told_that_unknown_land_is_explored_after_the_moves(
    tmp_path: Path,
) -> None:
    """Balboa in Panamá, chosen to move, could only *stay here*, and nothing said why."""

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "4", "4", "3")
        assert "Where does Spain's LD with Balboa go from Panamá N?" in shown(pilot)
        assert "Unknown land beside it may be explored after all moves" in shown(pilot)

    drive(app(tmp_path, "conquistadors-1519"), (120, 40), play)


@pytest.mark.rule("EXP-03", "CMB-17")
@pytest.mark.parametrize(
    ("place", "counts", "told"),
    [("panama-n", True, "stay here · unknown land beside it may be explored after all moves"),
     ("cabo-verde-i", True, "stay here · it gets on aboard ships only"),
     ("cuba-w", True, "stay here"), ("panama-n", False, "stay here")],
)  # fmt: skip
def test_by_lines_the_answer_to_stay_says_how_a_stack_gets_on(
    place: str, counts: bool, told: str
) -> None:
    state = scenarios.load("conquistadors-1519")
    state.countries["spain"].campaign = "passive"
    state.overseas.known["spain"].add(place)
    if not counts:
        state.overseas.known.clear()
    (unit,) = put(state, "spain", place, "LD")
    ours = sides.alliance_of(state, "spain")
    march = March(who="spain", name="march", what="", state=state, alliance=ours, place=place,
                  units=(unit,), leaders=())  # fmt: skip
    assert march.label([]) == told


def test_the_map_key_goes_to_the_foremost_stack_there(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        page = screen(pilot)
        assert page.world == "rotw"
        await press(pilot, "m")
        assert (page.world, page.place) == ("europe", "tejo")
        await press(pilot, "m")
        assert (page.world, page.place) == ("rotw", "cabo-verde-i")
        page.map.focus()
        await press(pilot, "question_mark")
        assert "T trading post" in shown(pilot)
        assert "colony of Portugal, level 4" in shown(pilot)
        await press(pilot, "escape")

    drive(app(tmp_path, "spice-route-1498", programs={"gujarat": "random"}), (120, 40), play)


def test_the_next_player_sees_his_own_seas_when_he_sits_down(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        page = screen(pilot)
        await press(pilot, "enter")  # Portugal sits down
        assert "sea-mozambique" in page.map.view.fog
        assert "sea-guinee" not in page.map.view.fog
        while page.table.ask is not None and page.table.ask.who == "portugal":
            offers = page.table.ask.offers()
            afloat = [each for each in offers if isinstance(each, str) and ":" in each]
            explore = [each for each in offers if each and each[-1] == "!explore"]
            usual = page.table.ask.default if page.table.ask.default is not None else offers[-1]
            passive = ["passive"] if "passive" in offers else []
            page.table.answer(next(iter([*explore, *passive, *afloat, usual])))
        told = [entry.text for entry in page.table.game.story if "explores" in entry.text]
        assert told, "Portugal has explored nothing"
        page.goto("sea-guinee")
        await settled(pilot)
        assert page.place == "sea-guinee"
        page.go_on()
        await settled(pilot)
        assert isinstance(pilot.app.screen, Handover)
        cover = shown(pilot)
        assert "Pass the keyboard to Gujarat" in cover
        assert not any(text[:30] in cover for text in told)
        await press(pilot, "enter")
        assert "sea-guinee" in page.map.view.fog
        assert "sea-mozambique" not in page.map.view.fog
        await settled(pilot)
        assert page.place not in page.map.view.fog, "nor where Portugal looked"
        assert "Unknown sea" not in shown(pilot)
        assert not any(text[:30] in shown(pilot) for text in told)

    drive(app(tmp_path, "spice-route-1498"), (160, 50), play)


def test_ships_are_led_by_the_map_to_what_they_know_alone() -> None:
    state = scenarios.load("spice-route-1498")
    game = simulate.new_game(scenarios.read("spice-route-1498"), 3)
    while game.ask is not None and not isinstance(game.ask, Sail):
        offers = game.ask.offers()
        afloat = [offer for offer in offers if isinstance(offer, str) and ":" in offer]
        usual = game.ask.default if game.ask.default is not None else offers[-1]
        game.answer("passive" if "passive" in offers else afloat[0] if afloat else usual)
    assert isinstance(game.ask, Sail)
    assert game.ask.reach().keys() <= visibility.everywhere() - visibility.fog(state, "portugal")


def test_a_march_tells_of_natives_who_may_rise_and_of_the_fort_that_it_leaves() -> None:
    state = coasts.table()
    units = put(state, "spain", coasts.SOUTH, "LD", leader="cortes")
    state.overseas.natives[coasts.SOUTH] = "gone"
    state.overseas.establishments[coasts.SOUTH] = [Establishment("spain", "fort", stage=1)]
    ask = March(
        who="spain", name="march", what="?", state=state, alliance="spain", place=coasts.SOUTH,
        units=units, leaders=["cortes"],
    )  # fmt: skip
    route = MarchPrompt(ask)
    route.look(coasts.ANGOLA)
    told = " ".join(" ".join(text(route.lines(60))).split())
    assert "in Angola N 3 LD of natives may attack: 70 %" in told
    assert "the fort being built in Angola S is lost when they leave" in told
    put(state, "spain", coasts.SOUTH, "LD")
    assert unguarded(ask) == []
    assert natives(state, band([], "cortes"), [coasts.ANGOLA]) == [], "leaders alone meet nobody"


def test_the_stacks_of_a_place_tell_its_natives_and_cut_nothing_off() -> None:
    state = coasts.table()
    assert place_news(state, coasts.ANGOLA, "spain", str) == [
        "3 LD of natives, who may attack (70 %)"
    ]
    there = text(here_lines(state, coasts.MEXICO, "spain"))
    assert "   20 LD of natives, who stay calm" in there
    active_natives.rouse(state, coasts.ANGOLA, 0)
    assert place_news(state, coasts.ANGOLA, "spain", str) == ["no natives are left"]
    active_natives.rouse(state, coasts.ANGOLA, 3)
    assert "natives active" in place_news(state, coasts.ANGOLA, "spain", str)
    drawn = text(here_lines(state, coasts.ANGOLA, "spain"))
    natives_ = next(at for at, row in enumerate(drawn) if "Natives" in row)
    assert drawn[natives_ + 1].strip(), "no empty row for their technology"
    assert not any("supply" in row for row in drawn[natives_:]), "they are at home"
    state.overseas.known = {}
    assert active_natives.natives_in_words(state, coasts.MEXICO) == "", "nobody explores"
    building = line(" ⌂ ", Bit("fort of the Knights of Saint John, being built (round 1 of 3)"))
    rows = wrap(building, 48)
    assert text(rows) == [
        " ⌂ fort of the Knights of Saint John, being", "     built (round 1 of 3)",
    ]  # fmt: skip
    assert wrap(building, 80) == [building]
