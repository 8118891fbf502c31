"""Where a rule is: the functions whose text cites it, and the tests that hold it, read from source.

Nothing is listed by hand. A citation is an id in a docstring, a comment or a sentence of the code
(three letters, a number), a range of them with `to` between its ends, the rule of a modifier in its
sheet, or in a test the mark `@pytest.mark.rule(…)`.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
CODE: Final = ("engine", "saves", "tui")
ASKING: Final = (
    "engine/adjudicator/", "engine/notation/", "engine/programs/", "engine/scenarios/",
    "engine/umpire/", "saves/", "tui/",
)  # fmt: skip
CITED: Final = re.compile(
    r"(?<![\w-])([A-Z]{3}(?:-[A-Z]+)?)-(A?)(\d\d?)(?:\s+to\s+(?:\1-)?(A?)(\d\d?)(?!\d))?"
)


class Place(NamedTuple):
    """A function, method, class or module (`name` is "") of a file, from the root of the tree."""

    path: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" + (f" {self.name}" if self.name else "")


def cited_rules(text: str) -> set[str]:
    """The ids that a text cites, ranges written out."""
    found = set()
    for section, mark, first, _, last in CITED.findall(text):
        numbers = range(int(first), int(last or first) + 1)
        found |= {f"{section}-{mark}{number:0{len(first)}}" for number in numbers}
    return found


def code(rule: str) -> list[Place]:
    """Who cites a rule in the code, the smallest function or class that does: first the files that
    cite most of its section, last the rooms that ask the rules and hold none."""
    files = _files(rule.rpartition("-")[0])
    found = _index(CODE).get(rule, [])
    return sorted(found, key=lambda place: (place.path.startswith(ASKING), -files[place.path]))


def tests(rule: str) -> list[Place] | None:
    """The tests that would catch a rule broken; None where the tests are not installed."""
    return _index(("tests",)).get(rule, []) if (ROOT / "tests").is_dir() else None


@cache
def _index(folders: tuple[str, ...]) -> dict[str, list[Place]]:
    found: dict[str, list[Place]] = {}
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for place, text in _read(path, folder == "tests"):
                for rule in cited_rules(text):
                    found.setdefault(rule, []).append(place)
        for sheet in sorted((ROOT / folder).glob("data/modifiers/*.csv")):
            for number, row in enumerate(sheet.read_text(encoding="utf-8").splitlines(), 1):
                for rule in cited_rules(row):
                    name = sheet.relative_to(ROOT).as_posix()
                    found.setdefault(rule, []).append(Place(name, number, ""))
    return found


@cache
def _files(section: str) -> Counter[str]:
    """How many rules of a section each file cites."""
    cited = (found for rule, found in _index(CODE).items() if rule.startswith(f"{section}-"))
    return Counter(path for found in cited for path in {place.path for place in found})


def _read(path: Path, marks: bool) -> Iterator[tuple[Place, str]]:
    """The parts of a file with their text: its tests with their marks, or its functions with all
    that they say."""
    source = path.read_text(encoding="utf-8")
    if not CITED.search(source):
        return
    name, lines = path.relative_to(ROOT).as_posix(), source.splitlines()
    free = set(range(len(lines)))
    for node, called in _parts(ast.parse(source), ""):
        place = Place(name, node.lineno, called)
        if marks:
            text = " ".join(map(ast.unparse, node.decorator_list))
            yield place, text if "mark.rule" in text else ""
            continue
        own = [at for at in range(node.lineno - 1, node.end_lineno or node.lineno) if at in free]
        free -= set(own)
        yield place, "\n".join(lines[at] for at in own)
    if not marks:
        yield Place(name, 1, ""), "\n".join(lines[at] for at in sorted(free))


Part = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _parts(tree: ast.AST, within: str) -> Iterator[tuple[Part, str]]:
    """Functions, methods and classes with their names, those inside before those around them."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Part):
            name = f"{within}.{node.name}" if within else node.name
            if isinstance(node, ast.ClassDef):
                yield from _parts(node, name)
            yield node, name
