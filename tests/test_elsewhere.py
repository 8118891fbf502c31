"""Everything but serving runs where no module of Unix is, as on Windows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_house import ROOT, modules

HIDDEN = """
import asyncio, getpass, io, os, shutil, signal, subprocess, sys
os.environ["TEXTUAL_DRIVER"] = "textual.drivers.headless_driver:HeadlessDriver"
import portalocker, rich, textual.app, textual.drivers.headless_driver  # with parts for each system

UNIX = ("fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name in UNIX:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None

for name in UNIX:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Finder())
for name in ("fchmod", "fchown", "fork", "forkpty", "getuid", "geteuid", "getgid", "getpgid",
             "setsid", "killpg", "mkfifo", "openpty", "uname", "register_at_fork", "statvfs",
             "nice", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "O_PATH", "set_blocking", "sync"):
    vars(os).pop(name, None)
for name in ("SIGHUP", "SIGALRM", "SIGXFSZ", "SIGWINCH", "SIGQUIT", "SIGUSR1", "SIGPIPE",
             "alarm", "setitimer", "pthread_sigmask"):
    vars(signal).pop(name, None)
os.supports_dir_fd.clear()
os.supports_fd.clear()
shutil._use_fd_functions = False
for name in ("LOGNAME", "USER", "LNAME", "USERNAME", "TERCIO_PLAYER"):
    os.environ.pop(name, None)

def unable(*_, **__):
    raise NotImplementedError
asyncio.SelectorEventLoop.add_signal_handler = unable

# Windows neither moves nor removes what is open, and opens no folder.
def open_here():
    for number in os.listdir("/proc/self/fd"):
        try:
            yield os.readlink(f"/proc/self/fd/{number}")
        except OSError:
            pass

def shut(real):
    def act(*paths, **named):
        for path in map(os.path.abspath, map(os.fspath, paths)):
            if any(one == path or one.startswith(path + "/") for one in open_here()):
                raise PermissionError(13, "The process cannot access the file", path)
        return real(*paths, **named)
    return act

for name in ("replace", "rename", "unlink", "remove", "rmdir"):
    setattr(os, name, shut(getattr(os, name)))

opening = os.open
def no_folder(path, *how, **named):
    if os.path.isdir(path):
        raise PermissionError(13, "Permission denied", path)
    return opening(path, *how, **named)
os.open = no_folder
"""


def without_unix(tmp_path: Path, *lines: str) -> subprocess.CompletedProcess[str]:
    """Runs lines in a process that has no module of Unix."""
    return subprocess.run(
        [sys.executable, "-c", "\n".join([HIDDEN, *lines]), str(tmp_path)], cwd=ROOT,
        stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip


def test_every_module_is_loaded_but_the_servers(tmp_path: Path) -> None:
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in modules("engine", "saves", "themes", "tui")
        if not {"server", "guest", "cluster.py"} & set(path.parts)
    ]
    run = without_unix(
        tmp_path,
        "import importlib; from engine import lazy_modules",
        f"for name in {names!r}: lazy_modules.read(importlib.import_module(name))",
    )
    assert run.returncode == 0, run.stderr


def test_a_game_is_played_saved_checked_and_sent(tmp_path: Path) -> None:
    run = without_unix(
        tmp_path,
        "from tui.__main__ import main",
        "def tercio(*words, typed='', status=0):",
        "    sys.stdin = io.StringIO(typed)",
        "    assert main(['--store', sys.argv[1], *words]) == status, words",
        "tercio('new', 'artois', '--seed', '1', '--plain', typed='\\n\\n\\nu\\nq\\n')",
        "tercio('open', 'artois', '--plain', typed='\\nt\\nq\\n')",
        "tercio('check', 'artois')",
        "tercio('saves')",
        "tercio('export', 'artois', '--mail', sys.argv[1])",
        "letter = next(one for one in os.listdir(sys.argv[1]) if one.endswith('.tercio'))",
        "tercio('open', os.path.join(sys.argv[1], letter), '--plain', typed='q\\n')",
        "tercio('report', 'artois', '--out', sys.argv[1] + '/report.txt')",
        "tercio('desk', 'start', '--plain', typed='*\\n\\nq\\n')",
        "tercio('--plain', typed='\\n')",
        "assert main(['resolve', 'battle', '--example']) == 0",
    )
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr
    assert run.stdout.count("The game is saved as artois.") == 3
    assert "artois stands here as it was sent." in run.stdout
    assert "sound" in run.stdout
    assert (tmp_path / "report.txt").read_text(encoding="utf-8")


def test_the_screen_is_played(tmp_path: Path) -> None:
    run = without_unix(
        tmp_path,
        "from pathlib import Path",
        "from tui.application.app import Tercio",
        "from tui.settings.files import Local",
        "from tui.screens.desk.desk import Desk",
        "async def play():",
        "    app = Tercio(Local(Path(sys.argv[1])))",
        "    app._listen()",
        "    async with app.run_test(size=(80, 24)) as pilot:",
        "        await pilot.press('d')",
        "        await pilot.pause()",
        "        assert isinstance(app.screen, Desk)",
        "        await pilot.press('escape')",
        "        app.learn()",
        "        await pilot.pause()",
        "        app.settings.theme = 'night'",
        "        app.take_settings()",
        "        assert app.saved is not None",
        "        app.close_game()",
        "asyncio.run(play())",
        "assert sorted(os.listdir(sys.argv[1] + '/tutorial/here')) == []",
    )
    assert run.returncode == 0, run.stderr
    assert (tmp_path / "settings.json").exists()


def test_serving_says_what_it_needs(tmp_path: Path) -> None:
    for words in (["serve"], ["serve", "--add", "anna"]):
        run = without_unix(
            tmp_path,
            "from tui.__main__ import main",
            f"sys.exit(main(['--store', sys.argv[1], *{words!r}]))",
        )
        assert run.returncode == 2, run.stderr
        assert run.stderr.startswith("tercio: serve needs a system of the Unix family")
        assert "Traceback" not in run.stderr


def test_macos_is_asked_in_its_own_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from saves.disk import files

    asked: list[int] = []
    monkeypatch.setattr(files, "WHOLLY", asked.append)
    files.write_document(tmp_path / "a", {"a": 1})
    assert len(asked) == 2, "the file and its folder"

    def unable(handle: int) -> None:
        raise OSError(25, "Inappropriate ioctl for device")

    monkeypatch.setattr(files, "WHOLLY", unable)
    files.write_document(tmp_path / "a", {"a": 2})
    assert files.read_document(tmp_path / "a") == {"a": 2}


@pytest.mark.parametrize("words", [["saves"], ["rules", "SUP-03"], []])
def test_a_python_without_the_packages_is_told_where_they_come_from(words: list[str]) -> None:
    command = [sys.executable, "-S", "-m", "tui", *words]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("tercio needs msgpack, which this Python does not have: make play")
    assert run.stderr.count("\n") == 1
