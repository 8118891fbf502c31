"""A club night as it is asked: entries of before, what is confirmed, steps that are passed over."""

from __future__ import annotations

from typing import Any

import pytest

from engine.documents.complaints import Complaints
from engine.eia.ledger import club_night, ledger
from engine.eia.ledger.club_night import Enter
from engine.eia.ledger.entries import ENTRIES
from engine.play.asks import BadAnswer
from tests.engine.eia.nights import Club, written

PEACE = {"do": "peace", "victor": "france", "loser": "austria"}


def begun(edition: int) -> Club:
    """A campaign that was begun under an edition of the ledger's rules, in its second step."""
    club = Club()
    club.ledger.edition = edition
    club.on()
    return club


def asked(club: Club) -> Enter:
    ask: Any = club.game.ask
    assert isinstance(ask, Enter)
    return ask


@pytest.mark.rule("EIA-PEACE-01")
@pytest.mark.parametrize(
    ("edition", "today", "counts"),
    [(0, False, True), (0, True, False), (ledger.EDITION, False, False)],
)
def test_a_peace_without_a_war_counts_only_where_it_was_entered_before_todays_rules(
    edition: int, today: bool, counts: bool
) -> None:
    """Neither refused nor to be confirmed, though it belongs to another step; entered today in the
    same campaign it is refused as in every other."""
    club = begun(edition)
    given = asked(club).dated(PEACE) if today else PEACE
    if counts:
        assert asked(club).doubts(given) == ()
        club.game.answer(given)
    else:
        with pytest.raises(BadAnswer, match="not at war"):
            club.game.answer(given)
    assert len(club.ledger.peaces) == counts


@pytest.mark.parametrize("edition", [0, ledger.EDITION])
def test_only_entries_in_a_campaign_of_before_are_dated(edition: int) -> None:
    ask = asked(begun(edition))
    more = {"edition": ledger.EDITION} if edition == 0 else {}
    assert ask.dated(PEACE) == {**PEACE, **more}
    for other in ("done", {"do": "done"}, {"do": "on", "to": "peace"}, {"do": "nothing"}):
        assert ask.dated(other) == other


@pytest.mark.rule("EIA-WIN-01")
@pytest.mark.parametrize(("confirms", "points"), [(True, 450), (True, 449), (False, 450)])
def test_the_step_that_ends_a_campaign_is_confirmed(confirms: bool, points: int) -> None:
    """*If a player reaches his/her Victory Point goal before the last Economic Phase he/she wins*;
    campaigns that were in this step before anything was confirmed go on as they were."""
    state = written("victory points", confirms=confirms)
    state.powers["france"].victory = points
    found = club_night.doubts(state, None, {})
    assert [each.rule for each in found] == ["EIA-WIN-01"] * (confirms and points == 450)


@pytest.mark.rule("EIA-PRIS-01")
@pytest.mark.parametrize("done", ["done", "on"])
def test_a_step_that_is_ended_ends_in_full_however_far_the_night_goes_on(done: str) -> None:
    """*At the end of each reinforcement phase, each major power removes 10% (round up) of it's
    prisoners.*"""
    club = Club(wars=["austria france"])
    club.at("army reinforcement")
    club.ledger.prisoners = {"france": {"austria": {"infantry": 11}}}
    club.ledger.prices = {"infantry": [3, 1]}
    club.game.answer(done)
    assert club.ledger.prisoners == {"france": {"austria": {"infantry": 9}}}


@pytest.mark.rule("EIA-WIN-01", "EIA-WIN-03")
@pytest.mark.parametrize("done", ["done", "on"])
def test_nothing_is_due_after_the_end(done: str) -> None:
    """The last Economic Phase is told when it begins, and not again when it has ended the
    campaign; then who has won is told."""
    club = Club(last=0)
    club.at("victory points")
    for name, power in club.ledger.powers.items():
        power.victory = 1000 * (name == "france")
    assert len(club.told("EIA-WIN-03")) == 1
    club.game.answer({"do": done, "sure": True})
    assert (club.ledger.winners, club.game.ask) == (["france"], None)
    assert len(club.told("EIA-WIN-03")) == 1
    assert club.told("EIA-WIN-04") == ["France has reached its goal."]


@pytest.mark.rule("EIA-LDR-04")
@pytest.mark.parametrize("wounded", [True, False])
def test_what_was_passed_over_with_nothing_due_is_named_once(wounded: bool) -> None:
    """Not the step in which a wounded leader came back; the naval steps of seven powers once."""
    club = Club()
    if wounded:
        club.ledger.wounded = {"Ney": club.ledger.month}
    club.game.answer({"do": "on", "to": "supply", "sure": True})
    (line,) = (entry.text for entry in club.game.story if entry.kind == "passed")
    steps = line.removeprefix("Nothing due: ").rstrip(".").split(", ")
    assert ("army reinforcement" in steps) != wounded
    assert (steps.count("naval movement"), steps.count("naval combat")) == (1, 1)


@pytest.mark.parametrize(("edition", "asked"), [(2, False), (3, True)])
def test_a_battle_out_of_its_step_is_confirmed_since_the_third_edition(
    edition: int, asked: bool
) -> None:
    state = written("diplomacy", edition=edition, confirms=True)
    fields = {"attacker": "france", "defender": "austria", "winner": "france"}
    entry = ENTRIES["battle"]
    values = entry.document.read(fields, "", Complaints())
    found = [each.why for each in club_night.doubts(state, entry, values)]
    assert any("belongs to naval movement" in why for why in found) == asked


@pytest.mark.rule("EIA-WIN-05")
def test_the_last_step_asks_every_power_for_its_manpower() -> None:
    """*For each players country count in the total manpower*: offered is a count of each that is
    still missing, from nothing up."""
    club = Club(last=0)
    club.at("victory points")
    club.enter("final-count", power="spain", manpower=9)
    missing = [name for name in club.ledger.powers if name != "spain"]
    assert asked(club).offers() == [
        {"do": "final-count", "power": name, "manpower": 0} for name in missing
    ]
