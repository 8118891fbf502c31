"""Which tests run which statements of the rules: found once, kept in a file, brought up to date.

A test that never runs a statement cannot notice that it is broken. A statement is known by its
file, its outermost function, what stands in that, and its number there: lines move.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import pickle
import zlib
from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tests.mutants import sites
from tests.mutants.sites import ROOT, Function, Module, Mutant

KEPT: Final = ROOT / ".mutants_cache" / "reached"
NOTES: Final = "__reached__"


class Place(NamedTuple):
    """A statement of a function as the file knows it."""

    file: str
    function: str
    text: str  # a digest of the whole function
    number: int


class Ran(NamedTuple):
    """What a test ran: the numbers of places, and the seconds of a processor that it took."""

    digest: str  # of its file
    places: array[int]
    seconds: float


def functions(held: Module) -> Iterator[tuple[Function, str]]:
    """The outermost functions of a module, with their names."""
    for node in held.nodes:
        if isinstance(node, Function):
            function, name = held.function(node)
            if function is node:
                yield node, name


def statements(function: Function) -> list[ast.stmt]:
    """The statements within a function, those of functions within it too, but for its text."""
    found = [each for each in ast.walk(function) if isinstance(each, ast.stmt)][1:]
    return found[1:] if ast.get_docstring(function) else found


def text(function: Function) -> str:
    """A digest of what a function does, wherever it stands."""
    does = "".join(
        map(ast.dump, [function.args, *function.body[ast.get_docstring(function) is not None :]])
    )
    return hashlib.sha1(does.encode(), usedforsecurity=False).hexdigest()[:12]


@functools.cache
def digest(path: Path) -> str:
    """A digest of a file."""
    return hashlib.sha1(path.read_bytes(), usedforsecurity=False).hexdigest()[:12]


def noted(function: Function, first: int) -> None:
    """Puts before each statement of a function a note that it runs: `__reached__[number] = 1`, the
    numbers from `first` on."""
    numbers = {id(each): first + at for at, each in enumerate(statements(function))}
    for node in [*ast.walk(function)]:
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                lines = []
                for each in block:
                    if id(each) not in numbers:  # its text
                        lines.append(each)
                        continue
                    note = ast.parse(f"{NOTES}[{numbers[id(each)]}] = 1").body[0]
                    for part in ast.walk(note):
                        ast.copy_location(part, each)
                    lines += [note, each]
                setattr(node, name, lines)


class Reached:
    """What every test ran when it was last tried. The file is no part of the checkout."""

    def __init__(self, kept: Path = KEPT) -> None:
        self.kept = kept
        self.numbers: dict[Place, int] = {}
        self.tests: dict[str, Ran] = {}
        if kept.exists():
            self.numbers, self.tests = pickle.loads(zlib.decompress(kept.read_bytes()))  # own file

    def keep(self) -> None:
        """Writes the file."""
        self.kept.parent.mkdir(exist_ok=True)
        whole = zlib.compress(pickle.dumps((self.numbers, self.tests)), 1)
        self.kept.write_bytes(whole)

    def number(self, files: Iterable[str]) -> dict[tuple[str, str, int], int]:
        """Numbers all statements of these modules; the first number of each function, by file,
        name and line."""
        first: dict[tuple[str, str, int], int] = {}
        for file in files:
            for function, name in functions(sites.module(file)):
                said = text(function)
                places = [Place(file, name, said, at) for at in range(len(statements(function)))]
                if any(place not in self.numbers for place in places):
                    # numbers of a function follow each other
                    after = len(self.numbers)
                    self.numbers.update({place: after + at for at, place in enumerate(places)})
                if places:
                    first[file, name, function.lineno] = self.numbers[places[0]]
        return first

    def stale(self, tests: Mapping[str, Path]) -> list[str]:
        """Which of these tests (with their files) are new, or changed since they were tried."""
        return [
            name
            for name, path in tests.items()
            if name not in self.tests or self.tests[name].digest != digest(path)
        ]

    def reaching(
        self, mutants: Mapping[int, Mutant], tests: Collection[str]
    ) -> dict[int, list[str]]:
        """The tests that run what each mutant changes, the quickest first. A function that has
        changed or moved since the tests were tried is reached by those that reached it then; of a
        constant, those that reach a function which names it; for what is read of the facts all
        tests."""
        wanted: dict[int, list[int]] = defaultdict(list)
        loose = []
        for at, mutant in mutants.items():
            places = self._places(mutant)
            if mutant.of_facts:
                loose.append(at)
            for place in places:
                wanted[place].append(at)
        found: dict[int, list[str]] = {at: [] for at in mutants}
        known = [name for name in tests if name in self.tests]
        for name in sorted(known, key=lambda name: self.tests[name].seconds):
            reached = wanted.keys() & set(self.tests[name].places)
            for at in sorted({*loose, *(at for place in reached for at in wanted[place])}):
                found[at].append(name)
        return found

    def _places(self, mutant: Mutant) -> list[int]:
        if mutant.of_facts:
            return []
        held = sites.module(mutant.site.file)
        statement = held.statement(held.nodes[mutant.site.node])
        function, name = held.function(statement)
        if function is None:
            return self._naming(statement)
        at = [id(each) for each in statements(function)].index(id(statement))
        place = Place(mutant.site.file, name, text(function), at)
        before = (  # changed since, or moved from another file
            number
            for each, number in self.numbers.items()
            if each != place
            and ((each[:2] == place[:2] and each.text != place.text) or each[1:] == place[1:])
        )
        return [self.numbers[place], *before]

    def _naming(self, statement: ast.stmt) -> list[int]:
        """The functions that name what a statement of a module assigns."""
        names = {
            each.id
            for each in ast.walk(statement)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        }
        found = []
        for file in sites.files():
            for function, name in functions(sites.module(file)):
                said = {getattr(e, "id", getattr(e, "attr", "")) for e in ast.walk(function)}
                place = Place(file, name, text(function), 0)
                if names & said and place in self.numbers:
                    found.append(self.numbers[place])
        return found
