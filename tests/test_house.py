"""What holds for the whole repository: arrows between packages, names, locks, the rules index."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement

from engine.facts import citations

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "saves", "themes", "tui")
RULES = tomllib.loads((ROOT / "engine/data/rules.toml").read_text(encoding="utf-8"))
LISTS = ("military-1", "military-2", "eu-variants", "eia")
CLASS = re.compile(r"^\s*class\s+(\w+)", re.MULTILINE)
VAGUE = re.compile(r"manager|helpers?|utils?|base|misc|common", re.IGNORECASE)
# Each with a letter in brackets, so that this file doesn't name what it forbids.
REGISTRIES = re.compile(
    r"p[y]pi\.org|python[h]osted|npm[j]s\.|deb\.[d]ebian|[i]ndex-url|/[s]imple/"
)
MACHINE_PATHS = re.compile(r"(?<![\w./~$}{-])/(?:work|root|home|Users|opt)/[\w.]")


def modules(*packages: str) -> Iterator[Path]:
    for package in packages:
        yield from sorted((ROOT / package).rglob("*.py"))


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> list[tuple[ast.Import | ast.ImportFrom, bool]]:
    """What a module imports, and whether as soon as it is loaded itself."""
    tree = parsed(path)
    return [
        (node, node in tree.body)
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]


def committed() -> list[Path]:
    """The files under version control; without git, all but what is built."""
    if shutil.which("git") and (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
        )
        paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        made = re.compile(r"(^|/)(\.venv|__pycache__|build|dist|\.\w+_cache|[^/]*\.egg-info)(/|$)")
        paths = [p for p in ROOT.rglob("*") if not made.search(p.relative_to(ROOT).as_posix())]
    return [path for path in paths if path.is_file()]


def test_imports_follow_the_arrows() -> None:
    # In a process of its own: the checker configures logging and so silences every other logger.
    run = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as go; go()",
         "--no-cache"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr


@cache
def arrows() -> dict[str, set[str]]:
    """Which module imports which, also inside functions and for the types alone."""
    files = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in modules(*PACKAGES)
    }
    graph: dict[str, set[str]] = {}
    for name, path in files.items():
        wanted = graph.setdefault(name, set())
        for node, _ in imports(path):
            if isinstance(node, ast.Import):
                wanted |= {alias.name for alias in node.names} & files.keys()
                continue
            assert node.module, f"{name}: imports are absolute"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                wanted |= {inner if inner in files else node.module} & files.keys()
        wanted.discard(name)
    return graph


# What needs a library or a system that is not everywhere.
NOT_EVERYWHERE: Final = {"tui/command/commands.py: serve", "tui/command/simulate.py: cluster"}


def test_imports_of_our_own_stand_on_top() -> None:
    """A module is read when it is used (engine.lazy_modules): none has to be imported later."""
    found = {
        f"{path.relative_to(ROOT).as_posix()}: {function.name}"
        for path in modules(*PACKAGES)
        for function in ast.walk(parsed(path))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in PACKAGES
    }
    assert found == NOT_EVERYWHERE


def test_no_modules_import_each_other_in_a_circle() -> None:
    TopologicalSorter(arrows()).prepare()  # raises CycleError, which names the circle


def test_no_packages_import_each_other_in_a_circle() -> None:
    """The rooms of a package are one way too, whichever of their modules makes the arrow."""
    for package in {name.rpartition(".")[0] for name in arrows() if "." in name}:
        depth = package.count(".") + 2
        rooms: dict[str, set[str]] = {}
        for name, wanted in arrows().items():
            for other in wanted:
                if name.startswith(f"{package}.") and other.startswith(f"{package}."):
                    room, its = (".".join(each.split(".")[:depth]) for each in (name, other))
                    rooms.setdefault(room, set()).update({its} - {room})
        TopologicalSorter(rooms).prepare()


def test_every_room_is_small_enough_to_be_looked_over() -> None:
    for folder in sorted({path.parent for path in modules(*PACKAGES)}):
        found = [
            path for path in folder.glob("*.py") if path.name not in ("__init__.py", "__main__.py")
        ]
        most = 10 if folder.parent == ROOT else 25
        assert len(found) <= most, f"{folder.relative_to(ROOT)} holds {len(found)} modules"


def test_every_package_says_what_is_in_it_what_it_imports_and_its_words() -> None:
    for path in modules(*PACKAGES):
        if path.name == "__init__.py":
            said = ast.get_docstring(parsed(path)) or ""
            where = path.parent.relative_to(ROOT)
            assert len(said.splitlines()) >= 4, f"{where}: a glossary has some five lines"
            assert re.search("(It|They) import", said), f"{where}: what may it import?"
            assert re.search(r"[*`]\w[\w ]*[*`]", said), f"{where}: which words does it use?"


def test_every_module_is_short_enough_to_be_read_at_a_sitting() -> None:
    for path in modules(*PACKAGES):
        lines = path.read_text(encoding="utf-8").count("\n")
        assert lines <= 400, f"{path.relative_to(ROOT)}: {lines} lines"


@pytest.mark.parametrize(
    "path", list(modules("engine")), ids=lambda p: p.relative_to(ROOT).as_posix()
)
def test_engine_imports_the_standard_library_only(path: Path) -> None:
    for node, _ in imports(path):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif not node.level:
            names = [node.module or ""]
        for name in names:
            top = name.partition(".")[0]
            assert top == "engine" or top in sys.stdlib_module_names, f"imports {name}"


def test_engine_loads_in_a_bare_interpreter() -> None:
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in modules("engine")
        if path.name != "__main__.py"
    ]
    program = (
        f"import importlib, sys; sys.path.insert(0, {str(ROOT)!r})\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        "sys.modules['engine.lazy_modules'].read_all()\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    run = subprocess.run(
        [sys.executable, "-S", "-I", "-c", program], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    foreign = {"textual", "rich", "msgpack", "asyncssh", "asyncio", "saves", "themes", "tui"}
    assert not foreign & set(run.stdout.split())


def test_no_file_names_a_registry_or_a_path_of_a_machine() -> None:
    found = []
    for path in committed():
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        found += [
            f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
            for number, line in enumerate(lines, 1)
            if REGISTRIES.search(line) or MACHINE_PATHS.search(line)
        ]
    assert not found, "\n".join(found)


def test_names_say_what_a_thing_does() -> None:
    found = []
    for path in modules(*PACKAGES, "tests"):
        if any(VAGUE.fullmatch(part) for part in path.relative_to(ROOT).with_suffix("").parts):
            found.append(f"{path.relative_to(ROOT)}")
        found += [
            f"{path.relative_to(ROOT)}: class {name}"
            for name in CLASS.findall(path.read_text(encoding="utf-8"))
            if VAGUE.search(name)
        ]
    assert not found, "\n".join(found)


# What reaches files, and the modules that may: the capability, the package's own data, and the
# server, which is the operator's and no player's.
REACHES: Final = re.compile(
    r"open|read_text|write_text|read_bytes|write_bytes|exists|is_file|is_dir|is_symlink|"
    r"is_fifo|stat|lstat|iterdir|glob|rglob|walk|mkdir|rmdir|unlink|touch|chmod|rename|"
    r"symlink_to|hardlink_to|readlink|samefile|expanduser|absolute|resolve|home|cwd|"
    r"read_file|read_document|write_document|read_journal|write_journal|save_screenshot|"
    r"deliver_\w+|create_subprocess_shell"
)
STARTS: Final = "create_subprocess_exec"
LIBRARIES: Final = re.compile(
    r"shutil\b|tempfile\b|glob\b|fileinput\b|subprocess\b|multiprocessing\b|webbrowser\b|"
    r"readline\b|runpy\b|linecache\b|zipfile\b|tarfile\b|shelve\b|dbm\b|sqlite3\b|pickle\b|"
    r"socket\b|urllib\b|http\b|mmap\b|ctypes\b|pty\b|saves\.mail$|saves\.store\.find$|"
    r"saves\.disk\.files\.|os\.(?!environ$|name$|_exit$|get_terminal_size$)"
)
OWN_WAYS: Final = (
    "tui/settings/files.py", "tui/settings/shelf.py", "tui/server/", "tui/guest/",
    "tui/terminal/keys.py", "tui/terminal/job_control.py",  # its terminal and shell
    "tui/map/labels.py", "tui/map/placing.py", "tui/panes/coats_of_arms.py",
    "tui/table/course.py", "tui/table/tutorial.py",
)  # fmt: skip
BESIDE: Final = (  # a Python of its own, which gets a document and no name
    "tui/screens/desk/desk.py", "tui/table/background_playout.py",
)  # fmt: skip


def reached(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """What in a module may reach a file: the line and the name."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                wanted = [one.name for one in names]
            case ast.ImportFrom(module=module, names=names):
                inner = [one.name for one in names]
                wanted = [module or ""]
                if module in (
                    "saves",
                    "saves.disk",
                    "saves.mail",
                    "saves.store",
                    "saves.disk.files",
                    "os",
                ):
                    wanted += [f"{module}.{name}" for name in inner]
            case ast.Attribute(value=ast.Name(id="os"), attr=name):
                wanted = [f"os.{name}"]
            case ast.Attribute(value=ast.Name(id="store"), attr="find"):
                wanted = ["saves.store.find"]
            case ast.Call(func=ast.Name(id="open" | "exec" | "eval" | "__import__" as name)):
                yield node.lineno, name
                continue
            case ast.Attribute(attr=name) if REACHES.fullmatch(name) or name == STARTS:
                yield node.lineno, name
                continue
            case ast.Call(func=ast.Attribute(attr="replace"), args=[_], keywords=[]):
                yield node.lineno, "replace"  # a text's takes two
                continue
            case _:
                continue
        yield from ((node.lineno, name) for name in wanted if LIBRARIES.match(name))


def test_nothing_of_the_screens_and_commands_reaches_a_file_but_by_the_one_way() -> None:
    found = []
    for path in modules("tui"):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(OWN_WAYS):
            found += [
                f"{name}:{line}: {what}"
                for line, what in reached(parsed(path))
                if name not in BESIDE or what != STARTS
            ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "line",
    ["open('x')", "Path('x').write_text('')", "p.exists()", "os.open('x', 0)", "import tempfile",
     "from os import remove", "import os.path", "p.replace(q)", "from saves import mail",
     "from saves.store import find", "store.find(a, b)",
     "from saves.disk.files import write_document", "os.system('x')",
     "from pathlib import Path; Path.home()", "resolve.read_file(x)", "import subprocess as s",
     "app.save_screenshot()", "__import__('os')", "f = p.open"],
)  # fmt: skip
def test_a_way_to_a_file_is_seen(line: str) -> None:
    assert list(reached(ast.parse(line)))


def test_rules_cited_in_the_code_are_of_the_index() -> None:
    """A rule id in code, comment or docstring is one of the index; those of the concepts (`C-`) are
    a list of their own."""
    known = {rule for name in (*LISTS, "readings", "withdrawn") for rule in RULES[name]}
    cited = re.compile(rf"(?<!C-)\b(?:{'|'.join(RULES['sections'])})-(?:\d\d|A\d\d?)\b")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {rule}"
        for path in modules(*PACKAGES)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for rule in cited.findall(line)
        if rule not in known and not any(f"{game}-{rule}" in known for game in ("EUV", "EIA"))
    ]
    assert not found, "\n".join(found)


SIDES_ASKED = ("at_war", "at_peace", "overseas", "european", "is_power", "is_minor_in_play")
ROOMS = ("combat", "expeditions", "fleets", "land", "overseas", "rounds", "sea", "sequence",
         "situation", "state", "variants")  # fmt: skip
"""The rooms of the Military phase and its variants; other chapters of the game have no list."""


def asks_what_sort(node: ast.AST) -> bool:
    """Whether code asks if a power is major or minor, at war or at peace, in Europe or overseas."""
    if isinstance(node, ast.Attribute):
        return node.attr == "minor"
    if isinstance(node, ast.Call):
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        return name in SIDES_ASKED
    return isinstance(node, ast.Compare) and any(
        isinstance(each, ast.Constant) and each.value in ("europe", "rotw")
        for each in (node.left, *node.comparators)
    )


# Advice to the players, which no function decides.
ADVICE = {"OVW-11"}


def test_every_rule_is_cited_by_the_function_that_decides_it() -> None:
    """`tercio rules ID --where` opens it."""
    wanted = {rule for name in LISTS for rule in RULES[name]} - RULES["withdrawn"].keys() - ADVICE
    found = {rule for rule in wanted if any(place.name for place in citations.code(rule))}
    assert not sorted(wanted - found)


def test_what_hangs_on_the_sort_of_a_power_or_a_map_cites_its_rule() -> None:
    """A power's being major or minor, at war or at peace, in Europe or overseas changes only what
    a rule says: each function that asks it names the rule."""
    cited = re.compile(r"\b(?:C-)?(?:[A-Z]{3}-A?\d+|EUV-[A-Z]+-\d+)\b")
    found = []
    for path in (each for room in ROOMS for each in modules(f"engine/{room}")):
        lines = path.read_text(encoding="utf-8").splitlines()
        functions = [
            node
            for node in ast.walk(parsed(path))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        inner = {id(n) for each in functions for n in ast.walk(each) if n is not each}
        for function in functions:
            if id(function) in inner or not any(map(asks_what_sort, ast.walk(function))):
                continue
            text = "\n".join(lines[function.lineno - 1 : function.end_lineno])
            if not cited.search(text):
                name = path.relative_to(ROOT)
                found.append(f"{name}:{function.lineno}: {function.name}")
    assert not found, "\n".join(found)


def test_locks_hold_versions_and_hashes_only() -> None:
    line = re.compile(
        r"[a-z0-9][a-z0-9._-]*==[\w.+!]+( ; [^;\\]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?"
    )
    for lock in ROOT.glob("requirements*.txt"):
        for number, text in enumerate(lock.read_text(encoding="utf-8").splitlines(), 1):
            assert line.fullmatch(text), f"{lock.name}:{number}: {text}"


def pins(name: str) -> dict[str, str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9._-]+)==([\w.+!]+)", text, re.MULTILINE))


def test_locks_agree_with_each_other_and_with_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    runtime, dev, bench, cluster = (
        pins(f"requirements{each}.txt") for each in ("", "-dev", "-bench", "-cluster")
    )
    assert runtime.items() <= dev.items()
    for more in (bench, cluster):
        assert {name: dev[name] for name in more.keys() & dev.keys()}.items() <= more.items()
    extras = project["optional-dependencies"]
    wanted = (
        (runtime, project["dependencies"]),
        (dev, extras["serve"] + extras["test"] + extras["check"]),
        (cluster, extras["cluster"]),
        (bench, [need for need in extras["bench"] if not need.startswith("tercio")]),
    )
    for lock, needs in wanted:
        for need in map(Requirement, needs):
            assert need.specifier.contains(lock[need.name]), need


def test_rules_are_well_formed() -> None:
    shape = re.compile(r"(?:[A-Z]{3}-\d\d|EUV-[A-Z]+-\d\d|EIA-[A-Z]+-\d\d)")
    ids = [rule for name in LISTS for rule in RULES[name]]
    assert len(ids) == len(set(ids))
    for rule in ids:
        assert shape.fullmatch(rule), rule
        assert rule.rpartition("-")[0] in RULES["sections"], rule
    for name in (*LISTS, "withdrawn", "sections", "readings", "disagreements"):
        for key, text in RULES[name].items():
            assert text == text.strip(), key
            assert text.isprintable(), key
            assert text, key


def test_readings_belong_to_a_rule_or_a_section() -> None:
    ids = {rule for name in LISTS for rule in RULES[name]}
    for key in RULES["readings"]:
        section, _, number = key.rpartition("-")
        own = re.fullmatch(r"A\d\d?", number) and section in RULES["sections"]
        assert own or key in ids, key
    for kind, rules in RULES["kinds"].items():
        assert set(rules) <= ids, kind
