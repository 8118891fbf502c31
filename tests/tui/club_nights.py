"""Four months of a campaign as a club plays them: what is typed, and how many keys it takes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Final

from saves.saved import Saved
from tui.forms.new_campaign import read
from tui.lines.campaign import PlainCampaign
from tui.table.new_game import create_campaign

POSITION: Final = (
    "France: box D1; money 60; manpower 20; dominant; corps I=14i 1lc, III=16i 2lc, IV=15i 1lc, "
    "Guard=8g 2a; leaders Napoleon=5-5-6 A, Davout=4-5-3 A, Ney=3-4-3 B; "
    "fleets Brest=18, Toulon=12; minors Baden, Lombardy; depots Strassburg; "
    "Austria: box N5; money 40; corps I=12i 2mc, II=12i 1mc, III=10i; leaders Charles=4-4-6 A, "
    "Mack=2-2-4 C; minors Bavaria; allies Russia=0; "
    "Russia: box N6; money 30; corps IV=12i, V=10i 3c; leaders Kutuzov=3-3-5 B; "
    "Great Britain: box N8; money 90; fleets Channel=27, Gibraltar=14; leaders Nelson=1-5-2 A; "
    "at war France; Turkey: box N4; Prussia: box N5; Spain: box N4; fleets Cadiz=10"
)
DICE: Final = (4, 2, 6, 3, 5, 1, 5, 4, 2, 3, 6, 1, 4)
ANSWERS: Final = {
    "y writes it down": "y",
    "hulks port": "Plymouth",
    "hulks distance": "2",
    "prisoners money": "3",
    "prisoners manpower": "1",
}
WAR: Final = ("war au,fr", "join ru")
BATTLE: Final = ("fight fr I III G Nap Dav v au I II III Mack, Ulm, esc v cor, points 1",)
PEACE: Final = ("peace fr, au, 18, uncond, sphere, exile=Mack, ceded=Tyrol, rep=30",)
ECONOMY: Final = (
    "track victory=fr=9 gb=8 ru=5 au=4 pr=4 sp=3 tu=3, money=fr=30 gb=40 ru=20, points=fr=1 gb=1",
)
SEPTEMBER: Final = (
    f"setup-text {POSITION}",
    "g declarations of war", *WAR,
    "g naval movement", "fleet Brest,fr,18,yes",
    "g naval combat", "engage gb Gib Nel v fr Toulon, Toulon roads, wind, chase 10, points 1",
    "g land movement", "forc fr, pr",
    "g land combat", *BATTLE,
    "g victory points", *ECONOMY,
)  # fmt: skip
OCTOBER: Final = (
    "g land combat", "fight fr I III IV Nap v ru Kut, Bruenn, ass v cou, points 2",
    "minor-fought Bavaria",
    "g conquest", "occupy Bavaria, fr, Munich",
)  # fmt: skip
NOVEMBER: Final = (
    "g peace", *PEACE, "peace fr, ru, 12",
    "g creating alliances", "alliance pr ru, 18",
    "g minor country control", "status sp, points=-1",
    "g land movement", "depot fr, Vienna",
)  # fmt: skip
DECEMBER: Final = (
    "g army reinforcement", "corps fr, V, 12i 1lc",
    "g naval movement", "test-blockade Brest",
    "engage fr Brest v gb Channel Nelson, blockade, points 1, chase 10",
    "g victory points", *ECONOMY,
    "g diplomacy",
)  # fmt: skip
MONTHS: Final = (SEPTEMBER, OCTOBER, NOVEMBER, DECEMBER)


def campaign(folder: Path) -> Saved:
    """A campaign of September 1805 whose dice fall on the table."""
    begins = {"first_year": 1805, "first_month": "September", "pillaging": False}
    values, wrong = read(begins)
    assert wrong == []
    return create_campaign(folder, values, "typed", seed=3, name="club")


class Secretary:
    """Who keeps the ledger by lines: types a script, throws the dice that are asked for."""

    def __init__(self, saved: Saved) -> None:
        self.saved = saved
        self.said: list[str] = []
        self.keys = 0
        self.left: Iterator[str] = iter(())
        self.dice = cycle(DICE)

    def type(self, *lines: str) -> str:
        """What the ledger says while these lines are typed."""
        self.left, self.said = iter(lines), []
        PlainCampaign(self.saved, self._read, self.said.append).play()
        return "\n".join(self.said)

    def _read(self, prompt: str) -> str:
        self.said.append(prompt)
        known = next((each for words, each in ANSWERS.items() if words in prompt), None)
        if "(1 to 6)" in prompt:
            text = str(next(self.dice))
        elif known is not None:
            text = known
        else:
            found = next(self.left, None)
            if found is None:
                raise EOFError
            text = found
        self.keys += len(text) + 1
        self.said.append(f"» {text}")
        return text
