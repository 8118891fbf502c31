"""The films of an evening can be shown, and are what the screen does."""

import json
import re

import pytest

from tests.tui.film import FILMS, Film, shoot


@pytest.mark.parametrize("film", FILMS, ids=lambda film: film.scenario)
def test_a_film_is_an_asciicast_that_stays_in_its_screen(film: Film) -> None:
    head, *frames = film.path.read_text(encoding="utf-8").splitlines()
    about = json.loads(head)
    assert (about["version"], about["width"], about["height"]) == (2, film.width, film.height)
    times = []
    for frame in frames:
        at, kind, sent = json.loads(frame)
        assert kind == "o"
        times.append(at)
        for row, column in re.findall(r"\x1b\[(\d+);(\d+)H", sent):
            assert 1 <= int(row) <= film.height
            assert 1 <= int(column) <= film.width
    assert times == sorted(times)
    assert len(frames) > 40
    assert "The phase is over." in frames[-1] or "The phase is over." in frames[-2]


def test_a_film_begins_with_the_screen_and_sends_what_changes() -> None:
    head, first, *others = shoot(Film("artois", 80, 24, 1)).splitlines()
    assert json.loads(head)["title"] == "Tercio: Artois"
    assert "Which campaign for France?" in json.loads(first)[2]
    assert others
    assert all(len(frame) < len(first) for frame in others)
