"""The application as a player of `tercio serve` gets it: in a process bound to the store."""

from __future__ import annotations

import logging
import os
import sys
import threading
from pathlib import Path
from types import TracebackType

from engine.documents.printable import gates
from tui.__main__ import title
from tui.application.defects import told
from tui.server.confine import confine
from tui.settings.files import Files, Served


def play(store: Path) -> int:
    """Shows a player the title until he leaves; the exit status.

    To be called once in his own process, with TERCIO_PLAYER set, before any of his input is read
    and before any thread is started. Afterwards the process stands in the store and knows no way
    to it: no sentence can show its path.
    """
    confine(store)
    os.chdir(store)
    os.environ["TERCIO_STORE"] = "."
    for name in [name for name in os.environ if name.startswith("TEXTUAL")]:
        del os.environ[name]  # they have it write logs and pictures
    sys.path[:] = [path for path in sys.path if path not in ("", ".")]
    files = Served(Path(), os.environ["TERCIO_PLAYER"])
    _hush(files)
    with gates():
        try:
            return title(files)
        except Exception as error:
            print(told(error, files), file=sys.stderr)
            return 1


def _hush(files: Files) -> None:
    """Has no traceback and no log on the player's terminal, from whatever corner they come."""
    logging.lastResort = None
    sys.unraisablehook = lambda _: None
    threading.excepthook = lambda _: None

    def hook(kind: type[BaseException], error: BaseException, _: TracebackType | None) -> None:
        print(told(error, files), file=sys.stderr)

    sys.excepthook = hook


if __name__ == "__main__":
    sys.exit(play(Path(os.environ["TERCIO_STORE"])))
