"""The players round the table, and the settings of the screen."""

from pathlib import Path

import pytest

import themes
from engine import scenarios
from engine.play.asks import BadAnswer
from engine.play.phase import Entry
from tests.tui.small_game import TO_SPAIN, TO_THE_MARCH, by_lines, saved
from tests.tui.small_game import table as small_table
from tui.forms.ruling import read, why_refused
from tui.settings import settings
from tui.settings.files import Local
from tui.table import undo
from tui.table.new_game import create
from tui.table.table import Table


def test_the_keyboard_passes_between_persons_only(tmp_path: Path) -> None:
    two = Table(saved(tmp_path / "two", TO_SPAIN))
    assert two.someone_else()
    two.sit()
    assert not two.someone_else()
    alone = Table(saved(tmp_path / "alone", TO_SPAIN, programs={"france": "random"}))
    assert not alone.someone_else()


def test_who_plays_against_a_program_looks_with_his_own_eyes_while_it_plays(tmp_path: Path) -> None:
    """`tercio new lepanto-1571 --bot turkey=steady`: Algeria, Turkey's minor, was taken for a power
    that a person plays, and the League's player saw the Sultan's treasury till his first turn."""
    kept = create(tmp_path, scenarios.read("lepanto-1571"), {"turkey": "steady"}, seed=3)
    opened = Table(kept)
    assert opened.program_decides
    assert opened.viewer() == "spain"


def test_a_typed_die_is_nobodys_secret(tmp_path: Path) -> None:
    table = Table(saved(tmp_path / "dice", TO_SPAIN, dice="typed"))
    assert table.ask is not None
    assert table.ask.name == "france.supply"
    assert not table.someone_else()


def test_refusals_are_sentences_and_change_nothing(tmp_path: Path) -> None:
    table = Table(saved(tmp_path / "game"))
    assert table.answer("nonsense").startswith("'nonsense' cannot be answered here; one of: ")
    assert "Nothing to redo." in undo.redo(table)
    assert "is not a ruling" in table.rule({"do": "nothing"})
    assert not table.game.records


def test_a_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    table = Table(saved(tmp_path / "game"))
    monkeypatch.setattr("os.fsync", full)
    said = table.answer("major")
    assert "No space left on device" in said
    assert "does not count" in said


def test_what_happened_since_ones_last_decision(tmp_path: Path) -> None:
    table = Table(saved(tmp_path / "game", TO_SPAIN))
    told = [entry.text for entry in table.since_last_decision("spain")]
    assert told[-1] == "France, fire: 8 +1 = 9."
    assert len(told) <= 5
    assert "Battle of Artois." in told
    france = [entry.text for entry in table.since_last_decision("france")]
    assert "Round S3 begins." not in france


def test_what_happened_to_others_fills_the_five_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(saved(tmp_path / "game"))
    own = [Entry("S3", "spain", "move", f"Spain marches {n}.", "", "spain") for n in range(7)]
    others = [Entry("S3", "venice", "move", f"Others march {n}.", "", "venice") for n in range(4)]

    def told(*news: Entry) -> list[Entry]:
        monkeypatch.setattr(table, "news", lambda power: list(news))
        return table.since_last_decision("spain")

    for count in range(5):
        assert told(own[0], *others[:count]) == [own[0], *others[:count]]
    assert told(own[0], *others, own[1]) == [own[0], *others[1:], own[1]]
    assert told(*own, *others) == own[2:]
    assert told(*others) == others


def test_undo_goes_back_over_the_programs(tmp_path: Path) -> None:
    table = Table(saved(tmp_path / "game", TO_THE_MARCH, programs={"spain": "random"}))
    table.answer(["picardie"])
    table.answer(table.program_chooses())
    assert undo.undo_last(table) == ""
    assert table.ask is not None
    assert table.ask.name == "march"


def test_who_plays_against_programs_alone_need_not_agree_with_himself(tmp_path: Path) -> None:
    found = saved(tmp_path / "game", TO_SPAIN, programs={"france": "random"})
    table = Table(found)
    assert table.game.undo_consent() == {"spain"}, "a die has fallen since France answered"
    assert not undo.is_free(table)
    assert undo.must_agree(table) == set()
    assert undo.why_asked(table).startswith("A die has fallen since (France: ")
    told = by_lines(found, "u", "n", "q")
    assert "Nobody else sits at the table." in told
    assert "must agree" not in told


def test_settings_are_remembered_and_survive_nonsense(tmp_path: Path) -> None:
    assert settings.load(Local(tmp_path)) == settings.Settings()
    settings.save(Local(tmp_path), settings.Settings("night", "terrain", True))
    assert settings.load(Local(tmp_path)) == settings.Settings("night", "terrain", True)
    (tmp_path / settings.FILE).write_text('{"theme": "no such", "ascii_map": 3}')
    assert settings.load(Local(tmp_path)) == settings.Settings(themes.DEFAULT)
    (tmp_path / settings.FILE).write_text("{")
    assert settings.load(Local(tmp_path)) == settings.Settings()


def test_a_ruling_is_read_from_words() -> None:
    assert read("treasury country=france ducats=-5") == {
        "do": "treasury", "country": "france", "ducats": -5
    }  # fmt: skip
    assert read("level place=Île-de-France level=2") == {
        "do": "level", "place": "Île-de-France", "level": 2
    }  # fmt: skip
    assert read("place-unit kind=F+ ships=NWD=3 NTD=1 country=spain")["ships"] == {
        "NWD": 3, "NTD": 1
    }  # fmt: skip
    assert read("points power=france victory=3") == {
        "do": "points", "power": "france", "victory": 3
    }  # fmt: skip
    assert read("nonsense") == {"do": "nonsense"}
    assert "'nonsense' is not a ruling" in why_refused(small_table(), "nonsense")
    with pytest.raises(BadAnswer, match="says what to do"):
        read(" ")
    with pytest.raises(BadAnswer, match="key=value"):
        read("treasury france")


def test_a_ruling_reads_in_display_names(tmp_path: Path) -> None:
    table = Table(saved(tmp_path / "game"))
    army = table.game.state.units_at("ile-de-france")[0].id
    assert not table.rule({"do": "move-unit", "unit": army, "place": "champagne"})
    told = [entry.text for entry in table.game.story if entry.kind == "ruling"]
    assert told == ["Umpire's ruling: France's A+ goes to Champagne"]


def test_everybody_in_a_shared_store_has_settings_of_his_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.save(Local(tmp_path), settings.Settings("night"))
    for name in ("anna", "otto"):
        monkeypatch.setenv("TERCIO_PLAYER", name)
        assert settings.load(Local(tmp_path)).theme == "night"
        assert settings.load_keys(Local(tmp_path)) == {}
        settings.save(Local(tmp_path), settings.Settings("night", ascii_map=name == "anna"))
        settings.save_keys(Local(tmp_path), {"game.undo": name[0]})
    assert not settings.load(Local(tmp_path)).ascii_map
    monkeypatch.setenv("TERCIO_PLAYER", "anna")
    assert settings.load(Local(tmp_path)).ascii_map
    assert settings.load_keys(Local(tmp_path)) == {"game.undo": "a"}
    for name in ("../otto", "", "x/y"):
        monkeypatch.setenv("TERCIO_PLAYER", name)
        assert settings.load(Local(tmp_path)) == settings.Settings("night")
    assert not (tmp_path / settings.KEYS).exists()


def test_nobody_is_asked_whether_he_agrees_with_himself(tmp_path: Path) -> None:
    """By lines nobody has sat down: whoever is asked wants the undo."""
    table = Table(saved(tmp_path / "game", TO_SPAIN))
    assert table.ask is not None
    assert table.ask.who == "spain"
    assert undo.must_agree(table) == {"france"}
    assert undo.why_asked(table) == (
        "A die has fallen since (France: attrition, 9) and it is now Spain's turn to answer. "
        "France must agree."
    )
    undo.undo_last(table)
    assert table.ask.who == "france"
    assert "france" not in undo.must_agree(table)


def test_who_sat_down_at_this_screen_agrees_when_another_has_its_keyboard(tmp_path: Path) -> None:
    """France is taken, perhaps locked, at the screen at which Spain answers too."""
    found = saved(tmp_path / "game", TO_SPAIN)
    found.sit("france")
    table = Table(found)
    assert table.ask is not None
    assert table.ask.who == "spain"
    assert table.held_back == ""
    assert undo.must_agree(table) == {"france"}
    found.sit("spain")
    assert undo.must_agree(table) == set(), "both are here"
