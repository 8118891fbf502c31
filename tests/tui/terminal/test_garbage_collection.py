"""Sweeps for garbage are short where they are wished so, and then nowhere else."""

import gc
import subprocess
import sys
from pathlib import Path

from tui.terminal import garbage_collection

ROOT = Path(__file__).parents[3]
KNOT = """
import gc, weakref
from tui.terminal import garbage_collection
class Knot:
    def __init__(self):
        self.itself = self
garbage_collection.keep_sweeps_short()
kept = Knot()
"""  # something that only a sweep can free


def holds(program: str) -> None:
    """In a process of its own, since there is but one collector in each."""
    run = subprocess.run(
        [sys.executable, "-c", KNOT + program], capture_output=True, text=True, cwd=ROOT
    )
    assert run.returncode == 0, run.stderr


def test_nothing_is_left_out_of_sweeps_before_they_are_shortened() -> None:
    frozen = gc.get_freeze_count()
    assert not garbage_collection.short()
    garbage_collection.freeze()
    assert gc.get_freeze_count() <= frozen


def test_what_is_spared_lives_on_until_all_is_swept() -> None:
    holds(
        """
seen = weakref.ref(kept)
garbage_collection.freeze()
del kept
gc.collect()
assert seen() is not None
garbage_collection.collect()
assert seen() is None
"""
    )


def test_what_lives_through_a_sweep_is_not_swept_again() -> None:
    holds(
        """
gc.collect()
assert not any(one is kept for one in gc.get_objects())
"""
    )


def test_what_is_due_is_swept_when_nothing_is_to_be_done() -> None:
    """Not in the midst of what a key brings."""
    holds(
        """
young = garbage_collection.OFTEN[0]
seen = weakref.ref(kept)
del kept
many = [[] for _ in range(young // 2)]
garbage_collection.sweep_at_leisure()
assert seen() is not None, "it is not due"
many += [[] for _ in range(young)]
assert seen() is not None, "nothing is swept unless so much comes that something must be"
garbage_collection.put_off()
garbage_collection.sweep_at_leisure()
assert seen() is not None, "a key may be on its way"
gc.enable()
garbage_collection.sweep_at_leisure()
assert seen() is None
"""
    )


def test_what_came_while_sweeps_were_put_off_is_swept_when_it_has_become_much() -> None:
    holds(
        """
seen = weakref.ref(kept)
garbage_collection.put_off()
del kept
garbage_collection.go_on()
gc.collect()
garbage_collection.collect_many()
assert seen() is not None, "it is little"
garbage_collection.MANY = -1
garbage_collection.collect_many()
assert seen() is None
"""
    )


def test_who_serves_sweeps_what_guests_leave_behind_however_long_it_was_loaded(
    tmp_path: Path,
) -> None:
    """What a command line begins with puts sweeps off until a screen stands; a server has none."""
    (tmp_path / "players").write_text("anna scrypt$00$00\n", encoding="utf-8")
    holds(
        f"""
import logging, os, signal
from tui import __main__ as command
class Served(logging.Handler):
    def emit(self, record):
        if record.msg.startswith("serving"):
            swept.append((gc.get_threshold(), gc.get_freeze_count()))
            os.kill(os.getpid(), signal.SIGTERM)
swept = []
logging.getLogger("tercio.serve").addHandler(Served())
gc.unfreeze()
assert command.main(["--store", {str(tmp_path)!r}, "serve", "--port", "0"]) == 0
assert swept[0][0] == garbage_collection.SELDOM, swept
assert swept[0][1] > 10_000, swept
"""
    )
