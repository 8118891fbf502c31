"""The lessons of the tutorial, and the game in which they are learnt (data/tutorial.toml)."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

FILE: Final = Path(__file__).parents[1] / "data" / "tutorial.toml"


class Lesson(NamedTuple):
    """One lesson; tutorial.toml tells what each part means."""

    id: str
    title: str
    text: str
    until: str
    ask: str = ""
    want: Any = None
    press: Sequence[str] = ()
    otherwise: str = ""
    perhaps: bool = False
    aside: bool = False
    place: str = ""
    after: Sequence[str] = ()


class Card(NamedTuple):
    """What is shown: a title, a text, the keys, and how far one has come."""

    title: str
    text: str
    press: tuple[str, ...]
    number: int = 0
    of: int = 0


class Course(NamedTuple):
    """The lessons and the game in which they are learnt."""

    title: str
    about: str
    scenario: str
    seed: int
    power: str
    programs: dict[str, str]
    moved: dict[str, str]
    lessons: tuple[Lesson, ...]

    def card(self, lesson: Lesson, press: Sequence[str], otherwise: bool = False) -> Card:
        """What is shown of a lesson, or of another answer than it advises. It has its number among
        those that come to whoever answers as advised, 0 for one aside, and how many these are."""
        numbered = [each for each in self.lessons if not each.aside]
        number = 0 if lesson.aside else numbered.index(lesson) + 1
        if otherwise:
            return Card("Something else", lesson.otherwise, tuple(press), number, len(numbered))
        return Card(lesson.title, lesson.text, tuple(press), number, len(numbered))


@cache
def course() -> Course:
    """The course as its file has it."""
    table = tomllib.loads(FILE.read_text(encoding="utf-8"))
    lessons = tuple(Lesson(**lesson) for lesson in table.pop("lessons"))
    return Course(lessons=lessons, **table)
