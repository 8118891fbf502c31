"""Four months of a campaign as one typist keeps them at the screen: every key is counted."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from textual.pilot import Pilot
from textual.widgets import OptionList

from engine.eia.ledger.ledger import Ledger
from tests.tui.club_nights import POSITION, campaign
from tests.tui.screens.test_campaign import night, state, type_text
from tests.tui.small_game import drive, press
from tui.application.app import Tercio
from tui.screens.campaign import Campaign
from tui.screens.desk.desk import Desk
from tui.screens.dialogs import Agree
from tui.settings.files import Local

MOST: Final = {
    "war": 12, "battle": 63, "peace": 36, "economy": 68, "economy again": 52, "all": 720,
}  # fmt: skip
"""Keys of a war declared and joined, a battle of six corps booked, a peace with its terms, the
first Economic Phase and a later one, and of all four months."""
FORMS_OF_A_BATTLE: Final = 9  # at most


class Typist:
    """Presses keys, and counts them; `|` in what is typed is Enter."""

    def __init__(self, pilot: Pilot[int]) -> None:
        self.pilot = pilot
        self.keys = 0
        self.whole = 0

    async def press(self, *keys: str) -> None:
        self.keys += len(keys)
        await press(self.pilot, *keys)

    async def type(self, text: str) -> None:
        """Letters, each as it stands, and Enter for every `|`."""
        *parts, last = text.split("|")
        for part in parts:
            self.keys += len(part) + 1
            await type_text(self.pilot, part)
            await self.pilot.press("enter")
        self.keys += len(last)
        await type_text(self.pilot, last)
        await press(self.pilot)

    @property
    def writing(self) -> bool:
        """Whether a form is open."""
        screen = self.pilot.app.screen
        return isinstance(screen, Campaign) and screen.has_class("writing")

    async def entry(self, letters: str, text: str = "") -> None:
        """An entry found by its letters, or in the list where that is nearer, filled in, written
        down and, where it is asked, confirmed; a battle in short leads to the desk."""
        entries = night(self.pilot).query_one("#entries", OptionList)
        names = [str(entries.get_option_at_index(at).id) for at in range(entries.option_count)]
        steps = next(at for at, name in enumerate(names) if name.startswith(letters))
        steps -= entries.highlighted or 0
        near = abs(steps) < len(letters) + 1
        await self.press(*["down" if steps > 0 else "up"] * abs(steps) if near else ("e", *letters))
        await self.press("enter")
        assert self.writing, letters
        await self.type(text)
        if self.writing:
            await self.press("ctrl+s")
        if isinstance(self.pilot.app.screen, Agree):
            await self.press("y")
        assert not self.writing, (letters, text)

    async def to(self, letters: str) -> None:
        """Goes on to a step that is found by its letters."""
        await self.press("G", *("space" if each == " " else each for each in letters), "enter")

    async def fight(self, letters: str, text: str, dice: str, **forms: str) -> None:
        """A battle said in short, its dice typed at once, and booked; `forms` are what the forms
        that follow lack, by a word of their heads."""
        await self.entry(letters, text)
        desk = self.pilot.app.screen
        assert isinstance(desk, Desk)
        assert desk.complaints == ()
        await self.press("ctrl+t", *dice, "enter", "ctrl+l")
        for _ in range(FORMS_OF_A_BATTLE):
            if not self.writing:
                break
            head = str(night(self.pilot).form.border_title).lower()
            lacking = next((each for word, each in forms.items() if word in head), "")
            typed, _, more = lacking.partition("/")
            await self.type(typed)
            if self.writing:
                await self.press("ctrl+s")
            await self.press(*more, *["enter"] * bool(more))
        assert not self.writing

    def counted(self) -> int:
        """The keys since the last time."""
        keys, self.keys, self.whole = self.keys, 0, self.whole + self.keys
        return keys


async def september(typist: Typist, keys: dict[str, int]) -> None:
    await typist.to("decl")
    typist.counted()
    await typist.entry("war", "au|fr|")
    await typist.entry("join")
    keys["war"] = typist.counted()
    await typist.to("naval m")
    await typist.entry("fleet", "Brest|fr|18|y|")
    await typist.to("naval c")
    await typist.fight(
        "eng", "gb|gib|nel|fr|toulon||Toulon roads||", "653", hulks="||Plymouth|2|/5154"
    )
    await typist.to("land m")
    await typist.entry("forc", "fr|pr||")
    await typist.to("land c")
    typist.counted()
    await typist.fight("fight", "fr|i,iii,g|nap,dav|au||mack|escalateda|cord|Ulm|", "42361442")
    keys["battle"] = typist.counted()
    await typist.to("vict")
    typist.counted()
    await typist.entry("track", "fr=1 gb=1|fr=9 gb=8 ru=5 au=4 pr=4 sp=3 tu=3|fr=30 gb=40 ru=20||")
    keys["economy"] = typist.counted()


async def october(typist: Typist, keys: dict[str, int]) -> None:
    await typist.to("land c")
    await typist.fight(
        "fight", "fr|i,iii,iv|nap|ru||kut|assa|count|Bruenn|", "63515423", prisoners="||||3|1|"
    )
    await typist.entry("minor-f", "Bavaria|")
    await typist.to("conq")
    await typist.entry("occ", "Bavaria|fr|Munich|")


async def november(typist: Typist, keys: dict[str, int]) -> None:
    await typist.to("peace")
    typist.counted()
    await typist.entry("peace", "fr|au|18|y|y||Mack|Tyrol|30|")
    keys["peace"] = typist.counted()
    await typist.entry("peace", "fr|ru|12|")
    await typist.to("creat")
    await typist.entry("alliance", "pr ru|18||")
    await typist.to("minor c")
    await typist.entry("status", "sp||-1|")
    await typist.to("land m")
    await typist.entry("depot", "fr|Vienna|")


async def december(typist: Typist, keys: dict[str, int]) -> None:
    await typist.to("army")
    await typist.entry("corps", "fr|V|12i 1lc|")
    await typist.to("naval m")
    await typist.entry("test", "Brest|")
    await typist.fight(
        "eng", "fr|brest||gb|chan|nel|||", "333333333", hulks="||Plymouth|2|/4444444444"
    )
    await typist.to("vict")
    typist.counted()
    await typist.entry("track", "fr=1 gb=1|fr=9 gb=8 sp=3|fr=30 gb=40 ru=20||")
    keys["economy again"] = typist.counted()
    await typist.to("dipl")


MONTHS: Final = (september, october, november, december)


def kept(folder: Path, size: tuple[int, int]) -> tuple[dict[str, int], Ledger]:
    """Plays the months at a size; the keys of each thing that was done, and of all, and the ledger
    in the end."""
    saved = campaign(folder)
    saved.game.answer({"do": "setup-text", "text": POSITION, "sure": True})
    keys: dict[str, int] = {}

    async def play(pilot: Pilot[int]) -> None:
        typist = Typist(pilot)
        for month in MONTHS:
            await month(typist, keys)
        typist.counted()
        keys["all"] = typist.whole

    drive(Tercio(Local(folder), saved), size, play)
    return keys, state(saved)
