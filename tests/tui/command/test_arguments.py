"""Words of the command line."""

import pytest

from tui.command.arguments import parser


@pytest.mark.parametrize("command", ["new", "tutorial", "desk", "open", ""])
@pytest.mark.parametrize("where", ["before", "behind", "nowhere"])
def test_plain_stands_before_the_command_or_behind_it(command: str, where: str) -> None:
    words = [*(["--plain"] if where == "before" else []), *([command] if command else [])]
    words += ["a-game"] if command == "open" else []
    words += ["--plain"] if where == "behind" else []
    assert parser().parse_args(words).plain is (where != "nowhere")
