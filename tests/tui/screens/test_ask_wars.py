"""Who is at war with whom, on one page."""

from pathlib import Path

from textual.pilot import Pilot

from engine import scenarios
from tests.tui.small_game import drive, press, shown, terminal  # noqa: F401 - used by every test
from tui.application.app import Tercio
from tui.screens.ask_wars import Wars
from tui.screens.game.handover import Handover
from tui.settings.files import Local
from tui.table.new_game import create


def test_all_wars_of_europe_are_said_at_once(tmp_path: Path) -> None:
    kept = create(tmp_path, scenarios.read("europe-1492"), {}, seed=1)
    game = kept.game
    assert game.ask is not None
    usual = {frozenset(war) for war in game.ask.about["usual"]}

    async def play(pilot: Pilot[int]) -> None:
        page = pilot.app.screen
        assert isinstance(page, Wars)
        assert page.wars == usual
        first = frozenset(page.sides[n][0] for n in page.at)
        assert first not in usual
        await press(pilot, "space")
        assert "at war." in shown(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Handover)
        wars = {frozenset(war) for war in game.state.diplomacy.wars}
        assert wars == usual | {first}
        assert game.ask is not None
        assert game.ask.name == "campaign"

    drive(Tercio(Local(tmp_path), kept), (80, 24), play)


def test_escape_asks_each_alliance_by_itself(tmp_path: Path) -> None:
    kept = create(tmp_path, scenarios.read("europe-1492"), {}, seed=1)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, Handover)
        assert kept.game.records == [] or kept.game.records[-1].answer is None
        assert "make war" in " ".join(shown(pilot).split())

    drive(Tercio(Local(tmp_path), kept), (80, 24), play)
