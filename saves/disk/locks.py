"""Locks on open files: flock where the system has it, and what Windows has in its place.

The kernel lets go of a lock when the process that holds it ends, however it ends.
"""

from __future__ import annotations

from errno import EACCES, EAGAIN
from typing import BinaryIO

try:
    import fcntl
except ModuleNotFoundError:  # no system of the Unix family
    from saves.disk.portable_locks import hold as hold
    from saves.disk.portable_locks import is_held as is_held
else:

    def hold(file: BinaryIO, wait: bool = False) -> bool:
        """Holds a file alone until it is closed; False when another does. Raises OSError where the
        file system has no locks."""
        return _lock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)

    def is_held(file: BinaryIO) -> bool:
        """Whether another holds a file, or nobody can say so."""
        try:
            if not _lock(file, fcntl.LOCK_SH | fcntl.LOCK_NB):
                return True
            fcntl.flock(file, fcntl.LOCK_UN)
        except OSError:
            return True
        return False

    def _lock(file: BinaryIO, how: int) -> bool:
        try:
            fcntl.flock(file, how)
        except OSError as error:
            if error.errno in (EACCES, EAGAIN):
                return False
            raise
        return True
