"""Four months by lines: what a secretary types, what the ledger says to it, and its newspaper."""

from pathlib import Path

from pytest_snapshot.plugin import Snapshot

from engine.documents.fields import Named, Whole, value_of
from tests.tui.club_nights import BATTLE, ECONOMY, MONTHS, PEACE, WAR, Secretary, campaign
from tests.tui.screens.test_campaign import state
from tui.words.campaign_newspaper import newspaper


def test_four_months_by_lines(tmp_path: Path, snapshot: Snapshot) -> None:
    saved = campaign(tmp_path)
    secretary = Secretary(saved)
    said = "\n".join(secretary.type(*month) for month in MONTHS)
    assert "No:" not in said
    ledger = state(saved)
    assert ledger.box == "January 1806, diplomacy"
    assert (ledger.ceded["Tyrol"].holder, ledger.exiles["Mack"].power) == ("france", "austria")
    assert ledger.debts == [], "paid in December"
    assert ledger.corps["I of austria"].factors == {"medium_cavalry": 2}
    assert ledger.fleets["Toulon"].ships == 9
    snapshot.assert_match(newspaper("The club", saved.game.story, form="text"), "newspaper.txt")
    saved.close()


def test_few_keys_are_typed() -> None:
    """A war declared and joined, a battle of six corps booked, a peace with its terms, an Economic
    Phase: 54, 98, 91 and 181 keys before all this."""
    keys = [sum(len(line) + 1 for line in lines) for lines in (WAR, BATTLE, PEACE, ECONOMY)]
    booked = len("y") + 1
    assert keys[0] <= 18
    assert keys[1] + booked <= 76
    assert keys[2] <= 68
    assert keys[3] <= 92


def test_losses_are_typed_by_corps_and_troop() -> None:
    """A name with a blank needs no comma behind its number."""
    shape = Named(Whole(0, 999), "factors")
    for text in ("I infantry=3", "I infantry=3,", "I infantry = 3"):
        assert value_of(shape, text) == {"I infantry": 3}
    both = {"I infantry": 3, "II light_cavalry": 1}
    assert value_of(shape, "I infantry=3 II light_cavalry=1") == both
    assert value_of(shape, "a=1 foo") == {"a": 1, "foo": ""}
    deep = "[" * 5_000
    assert value_of(shape, deep) == deep
