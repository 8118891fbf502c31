"""A club night as lines of text, and the commands that begin, list and check one."""

import json
from io import StringIO
from pathlib import Path

import pytest

from saves.store import open_game
from tests.tui.screens.test_campaign import begun, state
from tests.tui.small_game import by_lines
from tui.__main__ import main
from tui.lines.campaign import PlainCampaign


def test_a_night_as_lines(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    text = by_lines(
        saved, "?", "", "war", "france", "nowhere", "austria", "0", "none",
        '{"do": "peace", "victor": "france", "loser": "austria"}', "y", "u", "r", "s", "d", "c",
        "nonsense", "war", ".", "{", '{"do": ' + "[" * 5_000, "q", table=PlainCampaign,
    )  # fmt: skip
    assert "== December 1805, declarations of war" in text
    assert "No: on: 'nowhere' is not a major power" in text
    assert "France declares war on Austria: -3 points." in text
    assert "France over Austria to the Political Phase of June 1807 (18 months)" in text
    assert "eia-victory: who wins" in text
    assert "No: there is no entry 'nonsense' here" in text
    assert text.count("No: this is not JSON.") == 2
    assert text.endswith("The campaign is saved as club.")
    assert state(saved).peaces
    saved.close()


def test_the_entries_of_a_step_are_listed_when_it_begins_and_all_when_asked(tmp_path: Path) -> None:
    text = by_lines(begun(tmp_path), "", "", "s", "l", "war", "", ".", "q", table=PlainCampaign)
    rows = [row.split()[1] for row in text.splitlines() if row[:4].strip().isdecimal()]
    assert rows.count("battle") == 1, "by l alone"
    assert rows.count("war") == 2
    assert "What happened? (l lists all 5" in text
    assert "No: something has to stand here; . gives up." in text


def test_what_is_secret_is_shown_when_asked_for(tmp_path: Path) -> None:
    """EIA-NAV-13: the strength of a fleet is secret."""
    saved = begun(tmp_path)
    fleet = '{"do": "fleet", "fleet": "Brest", "power": "france", "ships": 23}'
    for typed, seen in ((("s",), False), (("S", "n"), False), (("S", "y"), True)):
        text = by_lines(saved, fleet, *typed, "c", "d", "q", table=PlainCampaign)
        assert "Brest of" in text
        assert ("23 ships" in text) == seen
    saved.close()


def test_dice_as_lines(tmp_path: Path) -> None:
    saved = begun(tmp_path, "typed")
    typed = "hulks", "russia", "1", "Riga", "3", "x", "9", "4", "q"
    text = by_lines(saved, *typed, table=PlainCampaign)
    assert "No: a die is wanted." in text
    assert "more than 3 saves it (1 to 6)" in text
    assert "1 of 1 hulk reaches Riga." in text
    saved.close()


def test_the_command_begins_a_campaign(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("q\n"))
    words = ["new", "--game", "eia", "--store", str(tmp_path), "--plain", "--name", "night"]
    assert main([*words, "--set", "first_year=1805", "--set", "goals=spain=300, turkey=0"]) == 0
    out, err = capsys.readouterr()
    assert (err, "The campaign is saved as night." in out) == ("", True)
    saved = open_game(tmp_path / "night")
    assert state(saved).powers["spain"].goal == 300
    saved.close()
    assert main(["saves", "--store", str(tmp_path), "--json"]) == 0
    (kept,) = json.loads(capsys.readouterr()[0])
    assert (kept["title"], kept["box"]) == ("Rise of Napoleon", "September 1805, diplomacy")
    assert main(["saves", "--store", str(tmp_path)]) == 0
    assert "Rise of Napoleon · September 1805, diplomacy · 20" in capsys.readouterr()[0]
    assert main(["check", "night", "--store", str(tmp_path)]) == 0
    assert main(["report", "night", "--store", str(tmp_path)]) == 0
    assert "Rise of Napoleon: no news yet." in capsys.readouterr()[0]
    assert main(["report", "night", "--format", "svg", "--store", str(tmp_path)]) == 2
    assert "it is told as text or html" in capsys.readouterr()[1]
    assert main(["export", "night", "--chronicle", "--store", str(tmp_path)]) == 0
    assert "September 1805, diplomacy Unclear rules" in capsys.readouterr()[0]
    for wrong, why in (
        (["--set", "first_year=x"], "first_year: 'x' is not a year from 1700 to 1899"),
        (["--set", "nothing=1"], "it is FIELD=VALUE; fields: scenario, first_month"),
        (["--set", "last_month=January"], "a campaign ends with an Economic Phase"),
        (["--bot", "france=steady"], "a campaign has no programs"),
        (["--seed", "9" * 20], "a seed has at most 18 digits"),
    ):
        capsys.readouterr()
        assert main([*words, *wrong]) == 2
        assert why in capsys.readouterr()[1]
    assert main(["new"]) == 2
    assert "it wants a scenario" in capsys.readouterr()[1]


def test_an_entry_is_said_in_one_line_however_its_names_are_written(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    typed = (
        "",
        "war Fr, AUSTRIA",
        "battle fr, au, Ulm, winner=France, attacker_points=1.5",
        "y",
        "q",
    )
    text = by_lines(saved, *typed, table=PlainCampaign)
    assert "France declares war on Austria: -3 points." in text
    assert "A battle or port raid belongs to naval movement, naval combat, land movement" in text
    assert "France attacks Austria at Ulm: France wins" in text
    assert state(saved).powers["france"].political_halves == 3 - 6
    assert "'nowhere=3' is not a major power" in by_lines(
        saved, "war fr, nowhere=3", "q", table=PlainCampaign
    )
    saved.close()


def test_what_would_overwrite_is_confirmed_by_lines(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    typed = ("fleet Brest, fr, 20", "fleet Brest, sp, 20", "n", "fleet Brest, sp, 9", "y", "q")
    text = by_lines(saved, *typed, table=PlainCampaign)
    assert text.count("Brest is a fleet of France; Spain would get it.") == 2
    assert "Nothing is written down." in text
    assert (state(saved).fleets["Brest"].power, state(saved).fleets["Brest"].ships) == ("spain", 9)
    saved.close()


def test_a_finished_campaign_is_taken_back_by_lines(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    typed = ("g victory points", "track victory=fr=600", "y", "", "y", "c", "u", "q")
    text = by_lines(saved, *typed, table=PlainCampaign)
    assert "This would end the campaign: France would have won." in text
    assert "The campaign is over. u takes the last entry back, q leaves." in text
    assert not state(saved).ended
    saved.close()


def test_several_dice_and_what_is_known_are_not_asked_for(tmp_path: Path) -> None:
    saved = begun(tmp_path, "typed")
    saved.game.answer({"do": "setup-text", "text": "Russia: allies Austria; Prussia: money 1"})
    lines = ("g declarations of war", "war au, fr", "join ru", "hulks ru, 3, Riga, 3", "453", "q")
    text = by_lines(saved, *lines, table=PlainCampaign)
    assert "Russia goes to war with France, called by Austria." in text
    assert text.count("(1 to 6)") == 1
    assert "Russia: hulk 2 of 3, more than 3 saves it: 5" in text
    assert "2 of 3 hulks reach Riga." in text
