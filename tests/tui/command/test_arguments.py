"""Words of the command line."""

import io
import re
import shlex
from pathlib import Path

import pytest

from tests.terminal import ROOT
from tui.__main__ import main
from tui.command.arguments import COMMANDS, parser
from tui.command.resume_game import without_options
from tui.settings.files import Local


@pytest.mark.parametrize("command", ["new", "tutorial", "desk", "open", ""])
@pytest.mark.parametrize("where", ["before", "behind", "nowhere"])
def test_plain_stands_before_the_command_or_behind_it(command: str, where: str) -> None:
    words = [*(["--plain"] if where == "before" else []), *([command] if command else [])]
    words += ["a-game"] if command == "open" else []
    words += ["--plain"] if where == "behind" else []
    assert parser().parse_args(words).plain is (where != "nowhere")


@pytest.mark.parametrize("command", [one.name for one in COMMANDS])
def test_a_command_alone_has_the_help_that_it_has_among_all(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for only in ("", command):
        with pytest.raises(SystemExit):
            parser(only).parse_args([command, "--help"])
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]


@pytest.mark.parametrize("words", ["open", "open a b", "tutorial --nonsense", "new --seed x"])
def test_a_command_alone_says_what_is_wrong_as_it_does_among_all(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for only in ("", words.split()[0]):
        with pytest.raises(SystemExit):
            parser(only).parse_args(words.split())
        said.append(capsys.readouterr().err)
    assert said[0] == said[1]
    assert "usage: tercio" in said[0]


@pytest.mark.parametrize("words", ["tutorial", "open artois", "open ../a.tercio"])
def test_going_on_without_options_means_what_the_parser_says(words: str) -> None:
    found = without_options(words.split(), lambda: Local(Path("store")))
    assert found is not None
    said = parser().parse_args(words.split())
    assert found == (said.command, found.files, getattr(said, "save", ""), said.plain,
                     getattr(said, "think", None))  # fmt: skip


@pytest.mark.parametrize(
    "words",
    ["open", "open -h", "open a b", "open a --plain", "tutorial --plain", "saves", "--plain"],
)
def test_all_else_is_read_by_the_parser(words: str) -> None:
    assert without_options(words.split(), lambda: Local(Path("store"))) is None


README = (ROOT / "README.md").read_text(encoding="utf-8").replace("\\\n", " ")
BEGUN = [
    line.partition(" #")[0].strip()
    for line in re.findall(r"^    tercio (new .*)$", README, re.MULTILINE)
]


@pytest.mark.parametrize("words", BEGUN)
def test_the_games_that_the_readme_begins_can_be_begun(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    plain = [] if "--plain" in words else ["--plain"]
    assert main([*shlex.split(words), *plain, "--store", str(tmp_path)]) == 0
    assert [*tmp_path.glob("[!.]*/snapshot.msgpack")]
