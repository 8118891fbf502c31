import json
from array import array

import pytest

from engine.facts import atlas, check
from engine.facts.sheets import FactsError


def test_every_fact_is_sound_and_counted() -> None:
    found = check.fact_counts()
    assert found == found | {
        "provinces": 684,
        "provinces_europe": 327,
        "provinces_rotw": 357,
        "seas": 99,
        "areas": 111,
        "borders": 2121,
        "countries": 119,
        "leaders": 1064,
        "tables": 41,
        "eia_tables": 57,
        "map_levels": 12,
    }


def test_the_command_prints_lines_or_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main([]) == 0
    assert "   684  provinces\n" in capsys.readouterr().out
    assert check.main(["--json"]) == 0
    assert json.loads(capsys.readouterr().out) == check.fact_counts()
    assert check.main(["--jsn"]) == 2
    assert "usage" in capsys.readouterr().err


def test_a_wrong_fact_is_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong() -> None:
        raise FactsError("seas.csv, line 7: no such id or name: 'x'")

    monkeypatch.setattr(check, "CHECKS", (wrong,))
    assert check.main([]) == 1
    assert capsys.readouterr().err == "seas.csv, line 7: no such id or name: 'x'\n"


def test_references_name_the_line() -> None:
    with pytest.raises(FactsError, match=r"countries.csv, line \d+: the column capitals has"):
        check._references("countries.csv", {"capitals": ("lazio",)})


def test_levels_of_the_map() -> None:
    europe = atlas.level("europe", 1)
    assert (europe.width, europe.height) == (1053, 730)
    assert (atlas.level("europe", 16).width, atlas.level("europe", 16).height) == (66, 46)
    label = atlas.labels()["europe", "lombardia"]
    assert europe.at(label.x, label.y) == "lombardia"
    with pytest.raises(FactsError, match="no level 16"):
        atlas.level("rotw", 16)
    with pytest.raises(FactsError, match="no map 'moon'"):
        atlas.level("moon", 1)
    with pytest.raises(IndexError):
        europe.at(1053, 0)


def test_a_level_is_what_the_build_makes() -> None:
    assert atlas.coarser(atlas.level("europe", 1), 16) == atlas.level("europe", 16)


def test_a_coarser_level_prefers_land_and_loses_no_place() -> None:
    names = [*atlas.NOWHERE, "a", "b", "sea-c"]
    rows = (3, 3, 5, 5), (5, 5, 5, 4)
    fine = atlas.Level(4, 2, array("H", [place for row in rows for place in row]), names)
    assert list(atlas.coarser(fine, 2).ids) == [3, 5]  # the one of b is the last of the sea
    fine.ids[0] = fine.ids[1] = 5
    assert list(atlas.coarser(fine, 2).ids) == [5, 4]
