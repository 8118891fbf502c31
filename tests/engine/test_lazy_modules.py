"""A module is read when something of it is first used, once, whole, and by whoever comes first."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module, invalidate_caches
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

from engine import lazy_modules

READ = "import builtins; builtins.read_here.append(__name__)\n"


@pytest.fixture
def read_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The modules of a package `lazy` that were read, in order."""
    (tmp_path / "lazy").mkdir()
    (tmp_path / "lazy/__init__.py").write_text(READ)
    (tmp_path / "lazy/low.py").write_text(f"{READ}from time import sleep\nsleep(0)\nVALUE = 1\n")
    (tmp_path / "lazy/high.py").write_text(
        f"{READ}from lazy import low\ndef up(): return low.VALUE\n"
    )
    (tmp_path / "lazy/wrong.py").write_text(f"{READ}import sys\nsys.nothing_of_that_name\n")
    monkeypatch.syspath_prepend(tmp_path)
    found: list[str] = []
    monkeypatch.setattr("builtins.read_here", found, raising=False)
    lazy_modules.postpone("lazy")
    yield found
    lazy_modules.postponed.remove("lazy")
    for name in [each for each in sys.modules if each.partition(".")[0] == "lazy"]:
        del sys.modules[name]


def test_a_module_is_read_when_something_of_it_is_first_used(read_here: list[str]) -> None:
    high = import_module("lazy.high")
    assert import_module("lazy.high") is high
    assert (high.__name__, read_here) == ("lazy.high", ["lazy"])
    up = high.up
    assert read_here == ["lazy", "lazy.high"]
    assert (up(), read_here) == (1, ["lazy", "lazy.high", "lazy.low"])
    assert up() == 1
    assert len(read_here) == 3
    assert type(high) is ModuleType  # as quick from now on as any


def test_a_module_that_comes_after_its_folder_was_listed_is_found(
    read_here: list[str], tmp_path: Path
) -> None:
    import_module("lazy.high")
    (tmp_path / "lazy/late.py").write_text(READ)
    invalidate_caches()
    assert import_module("lazy.late").__file__ == str(tmp_path / "lazy/late.py")


def test_a_compiled_module_goes_before_its_source(read_here: list[str], tmp_path: Path) -> None:
    (tmp_path / f"lazy/low{EXTENSION_SUFFIXES[0]}").touch()
    (tmp_path / "lazy/room").mkdir()
    (tmp_path / "lazy/room/__init__.py").touch()
    spec = [find_spec(name) for name in ("lazy.low", "lazy.room", "lazy.high")]
    assert [type(each and each.loader).__name__ for each in spec] == [
        "ExtensionFileLoader", "Postponing", "Postponing",
    ]  # fmt: skip
    assert spec[1] is not None
    assert spec[1].submodule_search_locations == [str(tmp_path / "lazy/room")]


def test_all_that_was_imported_is_read_at_once_when_that_is_asked(read_here: list[str]) -> None:
    import_module("lazy.high")
    lazy_modules.read_all()
    assert read_here == ["lazy", "lazy.high", "lazy.low"]


def test_what_is_taken_by_name_of_what_is_seldom_used_reads_it_when_called(
    read_here: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lazy/low.py").write_text(f"{READ}def twice(n, *, more=0): return 2 * n + more\n")
    (tmp_path / "lazy/taker.py").write_text(f"{READ}from lazy.low import twice\n")
    monkeypatch.setattr(lazy_modules, "seldom_used", {"lazy.low": ("twice",)})
    twice = import_module("lazy.taker").twice
    assert read_here == ["lazy", "lazy.taker"]
    assert (twice(2, more=1), twice(3)) == (5, 6)
    assert read_here == ["lazy", "lazy.taker", "lazy.low"]


def test_a_class_that_is_made_of_what_is_seldom_used_reads_none_of_it(
    read_here: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lazy/low.py").write_text(f"{READ}class Low: pass\n")
    (tmp_path / "lazy/taker.py").write_text(
        f"{READ}from lazy.low import Low\nclass One(Low): pass\n"
    )
    monkeypatch.setattr(lazy_modules, "seldom_used", {"lazy.low": ("Low",)})
    assert import_module("lazy.taker").One.__mro__[1:] == (object,)
    assert read_here == ["lazy", "lazy.taker"]


def test_what_is_seldom_used_is_read_when_it_is_and_not_with_all(
    read_here: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Python without ssl has the module, and no more of it: nobody reads it, and nothing ends."""
    lazy_modules.postponed.remove("lazy")
    monkeypatch.setattr(lazy_modules, "seldom_used", {"lazy.low": ()})
    high = import_module("lazy.high")
    lazy_modules.postpone("lazy")
    lazy_modules.read_all()
    assert read_here == ["lazy", "lazy.high"]
    assert (high.up(), read_here) == (1, ["lazy", "lazy.high", "lazy.low"])


def test_of_threads_one_reads_and_the_others_wait(read_here: list[str]) -> None:
    low = import_module("lazy.low")
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda _: low.VALUE, range(8))) == [1] * 8
    assert read_here.count("lazy.low") == 1


def test_a_name_that_its_code_lacks_is_told_and_it_is_read_again(read_here: list[str]) -> None:
    wrong = import_module("lazy.wrong")
    for times in (1, 2):
        with pytest.raises(ImportError, match=r"lazy\.wrong: .*nothing_of_that_name"):
            wrong.anything  # noqa: B018 - reads it
        assert read_here.count("lazy.wrong") == times
        assert "lazy.wrong" not in sys.modules


def test_packages_that_nobody_postponed_are_read_at_once(read_here: list[str]) -> None:
    lazy_modules.postponed.remove("lazy")
    import_module("lazy.low")
    lazy_modules.postpone("lazy")
    assert read_here == ["lazy", "lazy.low"]
