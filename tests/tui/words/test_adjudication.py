"""What the desk shows of odds, in words."""

import json
import re

from engine.adjudicator import resolve
from tui.words.adjudication import odds_lines
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
