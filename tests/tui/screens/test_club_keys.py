"""What a typist at the screen presses: a war declared and joined, a battle of six corps booked, a
peace with its terms, an Economic Phase."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import OptionList

from tests.tui.club_nights import POSITION, campaign
from tests.tui.screens.test_campaign import ledger, night, type_text
from tests.tui.small_game import drive, press
from tui.application.app import Tercio
from tui.screens.desk.desk import Desk
from tui.settings.files import Local


class Typist:
    """Presses keys, and counts them; `|` in what is typed is Enter."""

    def __init__(self, pilot: Pilot[int]) -> None:
        self.pilot = pilot
        self.keys = 0

    async def press(self, *keys: str) -> None:
        self.keys += len(keys)
        await press(self.pilot, *keys)

    async def type(self, text: str) -> None:
        for part in text.split("|")[:-1]:
            self.keys += len(part) + 1
            await type_text(self.pilot, part)
            await self.pilot.press("enter")
        await press(self.pilot)

    async def entry(self, name: str) -> None:
        """Opens an entry from the list."""
        entries = night(self.pilot).query_one("#entries", OptionList)
        steps = entries.get_option_index(name) - (entries.highlighted or 0)
        await self.press(*["down" if steps > 0 else "up"] * abs(steps), "enter")

    async def to(self, step: str) -> None:
        """Goes on to a step that is picked by its letters."""
        await self.press("G", *("space" if each == " " else each for each in step), "enter")

    def counted(self) -> int:
        """The keys since the last time."""
        keys, self.keys = self.keys, 0
        return keys


def test_an_evening_at_the_screen(tmp_path: Path) -> None:
    saved = campaign(tmp_path)
    saved.game.answer({"do": "setup-text", "text": POSITION, "sure": True})
    priced = {"holder": "spain", "nation": "turkey", "troop": "infantry", "number": 1}
    saved.game.answer({"do": "prisoners", **priced, "money": 3, "manpower": 1})
    saved.game.answer({"do": "on", "to": "declarations of war"})

    async def play(pilot: Pilot[int]) -> None:
        typist = Typist(pilot)
        await typist.entry("war")
        await typist.type("au|fr|")
        assert ledger(pilot).at_war("austria", "france")
        await typist.entry("join-war")
        await typist.type("ru|au|fr|")
        assert ledger(pilot).at_war("russia", "france")
        assert typist.counted() <= 24

        await typist.to("land c")
        typist.counted()
        await typist.entry("fight")
        await typist.type("fr|i,iii,g|nap,dav|au||mack|escalateda|cord|Ulm|")
        await typist.press("ctrl+s")
        desk = pilot.app.screen
        assert isinstance(desk, Desk)
        assert desk.complaints == ()
        assert [each["name"] for each in desk.document["attacker"]["corps"]] == [
            "I",
            "III",
            "Guard",
        ]
        await typist.press("ctrl+r", "ctrl+l")
        written = 0
        while night(pilot).has_class("writing") and written < 6:
            await typist.press("ctrl+s")
            written += 1
        assert typist.counted() <= 66
        lost = sum(ledger(pilot).corps["III of austria"].factors.values())
        assert lost <= 10

        await typist.entry("peace")
        await typist.type("fr|au|18|y|y||Charles|Tyrol|30|")
        assert ledger(pilot).ceded["Tyrol"].holder == "france"
        assert typist.counted() <= 48

        await typist.to("vict")
        typist.counted()
        await typist.entry("track")
        await typist.type("fr=1 gb=1|fr=9 gb=8 ru=5 au=4 pr=4 sp=3 tu=3|fr=30 gb=40||")
        assert ledger(pilot).powers["france"].victory == 9
        assert typist.counted() <= 76

    drive(Tercio(Local(tmp_path), saved), (80, 24), play)
