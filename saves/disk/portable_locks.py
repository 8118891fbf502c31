"""Locks on open files as portalocker has them for any system.

Where the system has flock this is not loaded: portalocker brings the reading of letters with it.
"""

from __future__ import annotations

import os
from typing import BinaryIO, Final

import portalocker
from portalocker import LockFlags
from portalocker.exceptions import AlreadyLocked, LockException

LOOKING: Final = LockFlags.SHARED if os.name == "posix" else LockFlags.EXCLUSIVE
"""Several may look at once whether a file is held; Windows alone cannot tell so."""


def hold(file: BinaryIO, wait: bool = False) -> bool:
    """Holds a file alone until it is closed; False when another does. Raises OSError where the file
    system has no locks."""
    return _lock(
        file, LockFlags.EXCLUSIVE if wait else LockFlags.EXCLUSIVE | LockFlags.NON_BLOCKING
    )


def is_held(file: BinaryIO) -> bool:
    """Whether another holds a file, or nobody can say so."""
    try:
        if not _lock(file, LOOKING | LockFlags.NON_BLOCKING):
            return True
        portalocker.unlock(file)
    except (OSError, LockException):
        return True
    return False


def _lock(file: BinaryIO, how: LockFlags) -> bool:
    try:
        portalocker.lock(file, how)
    except AlreadyLocked:
        return False
    except LockException as error:
        raise OSError(*getattr(error.__cause__, "args", error.args)) from error
    return True
