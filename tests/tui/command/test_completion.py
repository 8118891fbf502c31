"""Shell completion, the man page, the version, and places by any of their names."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine import EDITION
from engine.facts import board, place_names
from tui.__main__ import main
from tui.command import completion
from tui.command.arguments import parser

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_names_every_command_and_its_shell_reads_it(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    for one in list(completion.commands(parser()))[1:]:
        assert one.name in script
    if shutil.which(shell):
        run = subprocess.run([shell, "-n"], input=script, capture_output=True, text=True)
        assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash here")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["tercio", "tut"], "tutorial"), (["tercio", "report", "--fo"], "--format"),
        (["tercio", "report", "--format", "h"], "html"), (["tercio", "completion", "z"], "zsh"),
        (["tercio", "new", "art"], "artois"),
    ],
)  # fmt: skip
def test_bash_completes_commands_options_values_and_scenarios(
    words: list[str], expected: str
) -> None:
    ask = (
        completion.script(parser(), "bash")
        + f"tercio() {{ echo artois; }}\nCOMP_WORDS=({' '.join(words)}); "
        + f'COMP_CWORD={len(words) - 1}; _tercio; echo "${{COMPREPLY[@]}}"'
    )
    run = subprocess.run(["bash", "-c", ask], capture_output=True, text=True)
    assert run.stdout.split() == [expected]


def test_completion_lists_games_and_scenarios(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", "scenarios"]) == 0
    assert "artois" in capsys.readouterr().out.split()
    assert main(["completion", "games", "--store", str(tmp_path)]) == 0
    assert capsys.readouterr().out.strip() == ""


def test_scenarios_are_listed_with_the_names_of_their_powers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["scenarios"]) == 0
    assert "Lepanto: Turkey, Spain, Venice" in capsys.readouterr().out


def test_the_man_page_is_up_to_date() -> None:
    """`python -m tui.command.completion > man/tercio.1` writes it anew."""
    kept = (ROOT / "man/tercio.1").read_text(encoding="utf-8")
    assert kept == completion.manual(parser())
    assert ".SH SYNOPSIS" in kept


def test_the_version_names_the_edition_of_the_facts() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tui", "--version"], capture_output=True, text=True, cwd=ROOT
    )
    assert EDITION in run.stdout


@pytest.mark.parametrize(
    ("typed", "kind", "place"),
    [
        ("Cologne", "province", "koln"), ("londres", "province", ""),
        ("venise", "province", "veneto"), ("Venedig", "country", "venice"),
        ("lisbon", "province", "tejo"), ("constantinople", "province", "trakya"),
        ("autriche", "country", "habsburg"), ("la manche", "sea", "sea-manche"),
        ("florence", "province", "toscana"), ("Turquie", "country", "turkey"),
        ("gênes", "province", "liguria"), ("munich", "province", "bayern"),
    ],
)  # fmt: skip
def test_places_are_found_by_their_local_french_and_english_names(
    typed: str, kind: str, place: str
) -> None:
    found = [one.id for one in place_names.find(typed, (kind,))]
    assert found[:1] == ([place] if place else [])


def test_a_name_that_is_another_places_own_is_no_second_name() -> None:
    own = {place_names.plain_letters(one.name): one.id for one in board.provinces().values()}
    for (kind, place), names in place_names.other_names().items():
        for name in names if kind == "province" else ():
            assert own.get(place_names.plain_letters(name), place) == place, name
