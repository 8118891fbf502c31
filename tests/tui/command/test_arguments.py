"""Words of the command line."""

import pytest

from tui.command.arguments import COMMANDS, parser


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
