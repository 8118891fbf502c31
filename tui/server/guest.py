"""The application as a player of `tercio serve` gets it: in a process bound to the store."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from engine.documents.printable import gates
from tui.__main__ import title
from tui.application.files import Served
from tui.server.confine import confine


def play(store: Path) -> int:
    """Shows a player the title until he leaves; the exit status.

    To be called once in his own process, with TERCIO_PLAYER set, before any of his input is read
    and before any thread is started. Afterwards the process stands in the store and knows no way
    to it: no sentence can show its path.
    """
    confine(store)
    os.chdir(store)
    os.environ["TERCIO_STORE"] = "."
    sys.path[:] = [path for path in sys.path if path not in ("", ".")]
    files = Served(Path(), os.environ.get("TERCIO_PLAYER", ""))
    with gates():
        return title(files)


if __name__ == "__main__":
    sys.exit(play(Path(os.environ["TERCIO_STORE"])))
