"""The pictures in the README show the screen as it is."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_snapshot.plugin import Snapshot

from saves.store import Saved
from tests.tui import pictures
from tests.tui.pictures import Play
from tests.tui.small_game import terminal  # noqa: F401 - used by every test here
from tui.application.app import Tercio
from tui.settings.files import Local

README = Path(__file__).parents[2] / "README.md"


@pytest.mark.parametrize(
    ("play", "game", "size"),
    [
        (pictures.first, None, pictures.SMALL), (pictures.marching, pictures.march, pictures.WIDE),
        (pictures.fighting, pictures.battle, pictures.WIDE),
        (pictures.looking_back, pictures.over, pictures.SIZE),
        (pictures.exploring, pictures.overseas, pictures.SIZE),
    ],
)  # fmt: skip
def test_pictures_are_kept_up_to_date(
    tmp_path: Path,
    snapshot: Snapshot,
    play: Play,
    game: Callable[[Path], Saved] | None,
    size: tuple[int, int],
) -> None:
    app = Tercio(Local(tmp_path), game(tmp_path) if game is not None else None)
    snapshot.snapshot_dir = pictures.FOLDER
    for name, svg in pictures.take(app, play, size).items():
        snapshot.assert_match(svg, f"{name}.svg")


def test_the_readme_shows_every_picture_and_none_fetches_anything() -> None:
    shown = re.findall(r"\]\((tests/tui/pictures/[^)]+)\)", README.read_text(encoding="utf-8"))
    kept = sorted(pictures.FOLDER.glob("*.svg"))
    assert sorted(shown) == [str(file.relative_to(README.parent)) for file in kept]
    for file in kept:
        text = file.read_text(encoding="utf-8")
        addresses = set(re.findall(r"\w+://[^\"'\s)]+", text))
        assert addresses <= {"http://www.w3.org/2000/svg"}
