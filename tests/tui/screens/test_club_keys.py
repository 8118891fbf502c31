"""What a typist at the screen presses: a war declared and joined, a battle of six corps booked, a
peace with its terms, an Economic Phase."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot

from tests.tui.club_nights import POSITION, campaign
from tests.tui.club_typist import Typist
from tests.tui.screens.test_campaign import ledger
from tests.tui.small_game import drive
from tui.application.app import Tercio
from tui.settings.files import Local


def test_an_evening_at_the_screen(tmp_path: Path) -> None:
    saved = campaign(tmp_path)
    saved.game.answer({"do": "setup-text", "text": POSITION, "sure": True})
    saved.game.answer({"do": "on", "to": "declarations of war"})

    async def play(pilot: Pilot[int]) -> None:
        typist = Typist(pilot)
        await typist.entry("war", "au|fr|")
        assert ledger(pilot).at_war("austria", "france")
        await typist.entry("join-war")
        assert ledger(pilot).at_war("russia", "france")
        assert typist.counted() <= 12

        await typist.to("land c")
        typist.counted()
        said = "fr|i,iii,g|nap,dav|au||mack|escalateda|cord|Ulm|"
        await typist.fight("fight", said, "42361442")
        assert typist.counted() <= 63
        assert ledger(pilot).corps["I of austria"].factors == {"medium_cavalry": 2}

        await typist.to("vict")
        typist.counted()
        table = "fr=1 gb=1|fr=9 gb=8 ru=5 au=4 pr=4 sp=3 tu=3|fr=30 gb=40||"
        await typist.entry("track", table)
        assert ledger(pilot).powers["france"].victory == 9
        assert typist.counted() <= 62

        await typist.to("peace")
        typist.counted()
        await typist.entry("peace", "fr|au|18|y|y||Charles|Tyrol|30|")
        assert ledger(pilot).ceded["Tyrol"].holder == "france"
        assert typist.counted() <= 36

    drive(Tercio(Local(tmp_path), saved), (80, 24), play)
