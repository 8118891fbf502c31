"""The application as a player of `tercio serve` gets it: in a process bound to the store."""

from __future__ import annotations

import errno
import logging
import os
import sys
import threading
from contextlib import suppress
from pathlib import Path
from socket import socket
from types import TracebackType

from engine.documents.printable import gates
from tui.__main__ import title
from tui.application import app
from tui.application.crash_reports import explain
from tui.application.operator_line import Operator
from tui.server.sandbox import confine
from tui.settings.files import Files, Served
from tui.terminal.capabilities import shows_lines


def play(store: Path, line: socket) -> int:
    """Shows a player the title until he leaves; the exit status.

    To be called once in his own process, with TERCIO_PLAYER set, before any of his input is read
    and before any thread is started. Afterwards the process stands in the store and knows no way
    to it: no sentence can show its path. `line` is where the server speaks to this process.
    """
    unbound = confine(store)
    os.chdir(store)
    os.environ["TERCIO_STORE"] = "."
    for name in [name for name in os.environ if name.startswith("TEXTUAL")]:
        del os.environ[name]  # they have it write logs and pictures
    sys.path[:] = [path for path in sys.path if path not in ("", ".")]
    files = Served(Path(), os.environ["TERCIO_PLAYER"])
    _hush(files)
    operator = Operator(line)
    operator.tell(process=os.getpid(), unbound="; ".join(unbound))
    with gates():
        try:
            if not shows_lines():
                return app.run(files, operator=operator)
            operator.tell(shown=True)
            threading.Thread(target=_speak, args=(operator,), daemon=True).start()
            return title(files)
        except KeyboardInterrupt:
            return 130
        except Exception as error:
            if isinstance(error, OSError) and error.errno == errno.EIO:
                return 129  # the terminal is gone
            _tell(error, files)
            return 1


def _speak(operator: Operator) -> None:
    """Writes what the operator says between the lines of the game."""
    while (said := operator.hear()) is not None:
        for notice in said:
            print(f"\n[{notice.text}]", flush=True)
            if notice.ends:
                os.close(0)  # the game reads the end of its input, saves and leaves
                return


def _hush(files: Files) -> None:
    """Has no traceback and no log on the player's terminal, from whatever corner they come."""
    logging.lastResort = None
    sys.unraisablehook = lambda _: None
    threading.excepthook = lambda _: None

    def hook(kind: type[BaseException], error: BaseException, _: TracebackType | None) -> None:
        _tell(error, files)

    sys.excepthook = hook


def _tell(error: BaseException, files: Files) -> None:
    """Tells the player of a defect, if his terminal is still there."""
    said = explain(error, files)
    with suppress(OSError):
        print(said, file=sys.stderr)
