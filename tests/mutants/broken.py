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
import inspect
import io
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from engine import lazy_modules
from engine.facts.sheets import Found
from tests.mutants.reached import functions, noted
from tests.mutants.sites import ROOT, Function, Module, Mutant, changed, sheet_with

# What is remembered of the facts comes of no rule: the arrows between the packages hold that.
FACTS: Final = (
    "engine.facts",
    "engine.documents",
    "engine.modifiers",
    "engine.grammar",
    "engine.chronicle",
)


class Unfit(Exception):
    """A mutant that cannot be put into a running process."""


class Loaded:
    """The functions and caches of engine/ as they lie in memory, found once."""

    def __init__(self, files: Iterable[str] = ()) -> None:
        for file in files:  # a variant is loaded when a game plays with it, too late for this
            importlib.import_module(file.removesuffix(".py").replace("/", "."))
        lazy_modules.read_all()
        gc.unfreeze()
        self.functions: dict[tuple[str, str, int], list[FunctionType]] = defaultdict(list)
        self.caches: list[Any] = []
        self.facts: list[Found[Any, Any]] = []
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                code = each.__code__
                self.functions[code.co_filename, code.co_qualname, code.co_firstlineno].append(each)
            elif isinstance(each, functools._lru_cache_wrapper) and str(each.__module__).startswith(
                "engine"
            ):
                self.caches.append(each)
            elif isinstance(each, Found):
                self.facts.append(each)
        gc.freeze()

    def forget(self, facts: bool = False) -> None:
        """Nothing is remembered of what the rules computed before the change, nor of the facts."""
        for cache in self.caches:
            if facts or not cache.__module__.startswith(FACTS):
                cache.cache_clear()
        for found in self.facts if facts else ():
            found.clear()

    def remember(self) -> None:
        """Reads the facts now, so that no child of this process has to."""
        for cache in self.caches:
            if cache.__module__.startswith(FACTS) and not inspect.signature(cache).parameters:
                cache()

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
        self.forget(facts=mutant.of_facts)

    def note(self, file: str, first: Mapping[tuple[str, str, int], int]) -> None:
        """From now on every statement of a module notes that it runs (reached.noted)."""
        held = Module(file)
        found = [*functions(held)]
        for function, name in found:
            if (file, name, function.lineno) in first:
                noted(function, first[file, name, function.lineno])
        whole = compile(held.tree, str(ROOT / file), "exec", dont_inherit=True)
        for function, name in found:
            self._put(file, whole, function, name)

    def _replace(self, file: str, tree: ast.Module, function: Function, name: str) -> None:
        whole = compile(tree, str(ROOT / file), "exec", dont_inherit=True)
        if not self._put(file, whole, function, name):
            raise Unfit(f"{file}: {name} is not in memory")

    def _put(self, file: str, whole: CodeType, function: Function, name: str) -> bool:
        path = str(ROOT / file)
        first = min([function.lineno, *(each.lineno for each in function.decorator_list)])
        code = _found(whole, name, first)
        live = self.functions.get((path, name, first), [])
        if code is None:
            return False
        for each in live:
            if each.__code__.co_freevars != code.co_freevars:
                raise Unfit(f"{file}: {name} would close over other names")
            each.__code__ = code
        return bool(live)

    def _assign(self, file: str, statement: ast.stmt) -> None:
        """Assigns a constant of a module anew, also where others have taken it over by name."""
        loaded = importlib.import_module(file.removesuffix(".py").replace("/", "."))
        before = dict(vars(loaded))
        one = ast.fix_missing_locations(ast.Module([statement], []))
        exec(compile(one, str(ROOT / file), "exec", dont_inherit=True), vars(loaded))
        for name, value in vars(loaded).items():
            if name in before and before[name] is not value:
                for module in _taking(loaded, name):
                    setattr(module, name, value)


def _taking(loaded: ModuleType, name: str) -> list[ModuleType]:
    """The modules that import a name from another."""
    line = re.compile(rf"from {re.escape(loaded.__name__)} import [^\n]*\b{name}\b")
    engine = [module for each, module in sys.modules.items() if each.startswith("engine.")]
    return [each for each in engine if line.search(inspect.getsource(each).replace("\n    ", " "))]


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
