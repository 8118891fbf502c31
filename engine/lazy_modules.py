"""Modules that are read when something of them is first used, not when they are imported.

All imports stand on top of a module, where one sees what it knows; yet a title, or a game whose
first picture needs a third of the rules, starts without the rest. An `import` finds the file and
nothing more; `module.name`, or `from module import name`, reads it. What a module needs for a case
that may not come it therefore imports whole (`from engine.land import battle`). The standard
library's LazyLoader reads a module as soon as a second one imports it.
"""

from __future__ import annotations

import os
import sys
from _thread import RLock  # as functools does; threading is read where threads are
from collections.abc import Sequence
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType
from typing import Any, Final, NamedTuple

UNREAD: Final = frozenset(
    ("__class__", "__spec__", "__name__", "__loader__", "__package__", "__path__", "__file__")
)
"""What Python itself asks of a module while it is imported; that reads nothing."""

postponed: Final = set[str]()  # packages of which every module is read when it is first used
seldom_used: Final = dict[str, tuple[str, ...]]()
"""Modules of others of which the same holds, and what others take of each by name and only call."""
reading: Final = RLock()  # one thread reads at a time, the others wait until the module is whole


def postpone(package: str) -> None:
    """From now on the modules of a package are read when they are first used."""
    if not postponed:
        sys.meta_path.insert(0, Finder())
    postponed.add(package)


def read_all() -> None:
    """Reads what was imported and not yet read, and what that imports, but for what is seldom used.
    Raises as `read` does."""
    while unread := [
        each for each in list(sys.modules.values())
        if type(each) is Unread and each.__name__ not in seldom_used
    ]:  # fmt: skip
        for module in unread:
            read(module)


def read(module: ModuleType) -> None:
    """Reads a module, if that was not done. Raises what its code raises, an ImportError for an
    AttributeError, which Python would take for a name that it has not."""
    with reading:
        loader = module.__loader__
        if not isinstance(loader, Postponing) or loader.begun:
            return
        loader.begun = True
        try:
            loader.read(module)
        except BaseException as error:
            loader.begun = False
            sys.modules.pop(module.__name__, None)  # as after any import that fails
            if isinstance(error, AttributeError):
                raise ImportError(f"{module.__name__}: {error}") from error
            raise
        module.__class__ = ModuleType


class Unread(ModuleType):
    """A module that was found, and not read yet."""

    def __getattribute__(self, name: str) -> object:
        if name not in UNREAD:
            module = ModuleType.__getattribute__(self, "__name__")
            if name in seldom_used.get(module, ()):
                return Called(self, name)
            read(self)
        return ModuleType.__getattribute__(self, name)


class Called(NamedTuple):
    """What was taken by name from a module that is not read yet, and reads it when called."""

    module: ModuleType
    name: str

    def __call__(self, *given: Any, **named: Any) -> Any:
        """What the module's own gives."""
        read(self.module)
        return getattr(self.module, self.name)(*given, **named)

    def __mro_entries__(self, bases: tuple[object, ...]) -> tuple[type, ...]:
        """None: a class that is made of it is used as seldom."""
        return ()


class Postponing(SourceFileLoader):
    """Reads a module when that is asked for."""

    begun = False

    def exec_module(self, module: ModuleType) -> None:
        module.__class__ = Unread

    def read(self, module: ModuleType) -> None:
        """Reads it now."""
        super().exec_module(module)


class Finder:
    """Finds the modules of the postponed packages; all others are found as ever."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a module lies."""
        if path is not None and name.partition(".")[0] in postponed:
            if len(path) == 1 and (file := source(path[0], name.rpartition(".")[2])):
                spec = ModuleSpec(name, Postponing(name, file), origin=file)
                spec.has_location = True
                if file.endswith(PACKAGE):
                    spec.submodule_search_locations = [file.removesuffix(PACKAGE)]
                return spec
        elif name not in seldom_used:
            return None
        found = PathFinder.find_spec(name, path, target)
        if found is not None and type(found.loader) is SourceFileLoader:
            found.loader = Postponing(name, found.loader.path)
        return found


def source(folder: str, name: str) -> str:
    """The file of a module or package that is written in Python, "" for any other: a compiled one,
    or one that came after its folder was listed. Python looks at the folder for each again."""
    there = listed(folder)
    if name in there:
        return source(f"{folder}{os.sep}{name}", "__init__")
    written = f"{name}.py" in there
    compiled = any(name + suffix in there for suffix in EXTENSION_SUFFIXES)
    return f"{folder}{os.sep}{name}.py" if written and not compiled else ""


@cache
def listed(folder: str) -> frozenset[str]:
    """What lies in a folder."""
    try:
        return frozenset(os.listdir(folder))  # noqa: PTH208 - pathlib is not read yet
    except OSError:
        return frozenset()


PACKAGE: Final = os.sep + "__init__.py"
