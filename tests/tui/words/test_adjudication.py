"""What the desk shows of odds, in words."""

import json
import re

from engine.adjudicator import resolve
from tui.words.adjudication import answer_lines, odds_lines
from tui.words.line import text_of


def test_means_are_no_chances_and_sides_have_their_names() -> None:
    for kind in ("eia-naval-battle", "eia-hulk"):
        document = {**resolve.kind_of(kind).example, "dice": {}}
        text = json.dumps(document).replace("BRITAIN", "Great_Britain")
        odds = resolve.adjudicate(kind, text, odds=True)[0]["odds"]
        rows = text_of(odds_lines(odds, 58)).splitlines()
        assert not any("_" in row for row in rows), kind
        assert all(float(each) <= 100 for row in rows for each in re.findall(r"([\d.]+) %", row))
        assert [row for row in rows if row.startswith(" expected")], kind


def test_the_verdict_of_a_battle_stands_first() -> None:
    """At 80x24 the sheet is longer than its pane: who won was below its end."""
    printed, answer = resolve.adjudicate("battle", json.dumps(resolve.kind_of("battle").example))
    drawn = text_of(answer_lines(answer, printed["rolls"], True, "Battle", 78)).splitlines()
    assert drawn[0].startswith(" France wins: decided in the second Shock.")
    assert sum("France wins" in row for row in drawn) == 1


def test_what_is_lost_at_sea_is_counted_in_ships() -> None:
    """A naval battle on the desk told *17 LD* and *Spain loses LD*."""
    lost = (("battle", "LD", "ND"), ("assault", "LD", "ND"), ("naval-battle", "ND", "LD"),
            ("eia-battle", "factors", "LD"))  # fmt: skip
    for kind, unit, other in lost:
        text = json.dumps({**resolve.kind_of(kind).example, "dice": {}})
        printed, answer = resolve.adjudicate(kind, text, odds=True)
        said = text_of(odds_lines(printed["odds"], 78))
        said += text_of(answer_lines(answer, printed["rolls"], False, kind, 78))
        assert f" loses {unit}" in said
        assert not re.search(rf"\b{other}\b", said), kind


def test_odds_of_other_losses_say_what_is_counted() -> None:
    """*Expected losses 1.00* of whom, ships or men? The odds know, and said it of battles alone."""
    sea = {"cause": "sea", "strength": {"NWD": 4}, "technology": "carrack"}
    for kind, document, said in (
        ("attrition", None, r" expected losses [\d.]+ LD$"),
        ("attrition", sea, r" expected losses [\d.]+ ND$"),
        ("explore", None, r" expected losses [\d.]+ LD$"),
        ("presidio", None, r" ND lost$"),
    ):
        text = json.dumps(document or {**resolve.kind_of(kind).example, "dice": {}})
        printed, _ = resolve.adjudicate(kind, text, odds=True)
        assert re.search(said, text_of(odds_lines(printed["odds"], 78)), re.MULTILINE), kind


def test_what_undermining_may_do_is_said_in_words() -> None:
    odds = {"result": {"-": 0.2, "S-": 0.3, "S+": 0.3, "B": 0.1, "B/WH": 0.1, "R": 0.0}}
    drawn = text_of(odds_lines(odds, 78))
    for word in ("no effect", "siegeworks -", "siegeworks +", "breach", "breach/honours"):
        assert f" {word} " in drawn
    assert "surrender" not in drawn
