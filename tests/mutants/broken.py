"""Breaking a rule in the running process: its functions get the code of the changed module.

The tests are collected once, and every mutant is tried in a child of that process: no module is
imported twice. What runs on import (a constant of a module) is assigned anew.
"""

from __future__ import annotations

import ast
import builtins
import csv
import functools
import gc
import importlib
import io
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

from tests.mutants.sites import ROOT, Function, Module, Mutant, changed, sheet_with

REACHED: Final = "__reached__"


class Unfit(Exception):
    """A mutant that cannot be put into a running process."""


class Loaded:
    """The functions and caches of engine/ as they lie in memory, found once."""

    def __init__(self, files: Iterable[str] = ()) -> None:
        for file in files:  # a variant is loaded when a game plays with it, too late for this
            importlib.import_module(file.removesuffix(".py").replace("/", "."))
        gc.unfreeze()
        self.functions: dict[tuple[str, str, int], list[FunctionType]] = defaultdict(list)
        self.caches: list[Any] = []
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                code = each.__code__
                self.functions[code.co_filename, code.co_qualname, code.co_firstlineno].append(each)
            elif isinstance(each, functools._lru_cache_wrapper) and str(each.__module__).startswith(
                "engine"
            ):
                self.caches.append(each)
        gc.freeze()

    def forget(self) -> None:
        """Nothing is remembered of what was computed before the change."""
        for cache in self.caches:
            cache.cache_clear()

    def break_(self, mutant: Mutant) -> None:
        """Puts a mutant into this process. Raises Unfit where that cannot be done."""
        if mutant.site.kind == "cell":
            _print_anew(mutant)
        else:
            held = Module(mutant.site.file)
            tree = changed(mutant.site)[0]
            node = held.nodes[mutant.site.node]
            function, name = held.function(node)
            if function is None:
                at = held.tree.body.index(next(e for e in held.above(node) if e in held.tree.body))
                self._assign(mutant.site.file, tree.body[at])
            else:
                self._replace(mutant.site.file, tree, function, name)
        self.forget()

    def probe(self, mutant: Mutant, number: int) -> bool:
        """From now on the function of a mutant notes its number in `__reached__` when it runs;
        False where there is none."""
        if mutant.site.kind == "cell":
            return False
        held = Module(mutant.site.file)
        function, name = held.function(held.nodes[mutant.site.node])
        if function is None:
            return False
        note = ast.parse(f"{REACHED}.add({number})").body[0]
        for each in ast.walk(note):
            ast.copy_location(each, function.body[0])
        function.body.insert(1 if ast.get_docstring(function) else 0, note)
        self._replace(mutant.site.file, held.tree, function, name)
        return True

    def _replace(self, file: str, tree: ast.Module, function: Function, name: str) -> None:
        path = str(ROOT / file)
        first = min([function.lineno, *(each.lineno for each in function.decorator_list)])
        whole = compile(tree, path, "exec", dont_inherit=True)
        code = _found(whole, name, first)
        live = self.functions.get((path, name, first), [])
        if code is None or not live:
            raise Unfit(f"{file}: {name} is not in memory")
        for each in live:
            if each.__code__.co_freevars != code.co_freevars:
                raise Unfit(f"{file}: {name} would close over other names")
            each.__code__ = code

    def _assign(self, file: str, statement: ast.stmt) -> None:
        loaded = importlib.import_module(file.removesuffix(".py").replace("/", "."))
        one = ast.fix_missing_locations(ast.Module([statement], []))
        exec(compile(one, str(ROOT / file), "exec", dont_inherit=True), vars(loaded))


def _found(code: CodeType, name: str, first: int) -> CodeType | None:
    if code.co_qualname == name and code.co_firstlineno == first:
        return code
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return next((found for each in inner if (found := _found(each, name, first))), None)


def _print_anew(mutant: Mutant) -> None:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(sheet_with(mutant.site))
    ordinary, path = builtins.open, Path(ROOT / mutant.site.file)

    def opened(file: Any, *arguments: Any, **named: Any) -> Any:
        if isinstance(file, str | Path) and Path(file) == path:
            return io.StringIO(text.getvalue())
        return ordinary(file, *arguments, **named)

    builtins.open = opened
