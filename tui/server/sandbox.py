"""What binds the process of a player whom nobody here knows, whatever its program is made to do.

Limits say how much memory, how large and how many files and how many processes it may have. Where
the kernel has Landlock (Linux 5.13 and newer) it can write nothing but the store, read nothing but
the program and its libraries, start nothing but Python, open no connection and signal nobody.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

MEGABYTE: Final = 2**20
MEMORY: Final = 512 * MEGABYTE
LARGEST: Final = 64 * MEGABYTE  # bytes of a file: four times the largest journal
OPEN: Final = 256  # files
PROCESSES: Final = 4096  # of the whole account, as the system counts them; each player has a few
PACKAGES: Final = ("engine", "saves", "themes", "tui")
ROOT: Final = Path(__file__).resolve().parents[2]
LIBRARIES: Final = (
    *(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")),
    *(str(ROOT / package) for package in PACKAGES),
    *("/lib", "/lib64", "/usr/lib", "/usr/lib64", f"{sys.base_prefix}/lib"),
    *(f"{sys.prefix}/pyvenv.cfg", "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo"),
)

# Landlock: linux/landlock.h. The numbers of its calls are the same on every architecture.
CREATE, ADD, RESTRICT = 444, 445, 446
NO_NEW_PRIVILEGES: Final = 38  # of prctl
EXECUTE, WRITE, READ, LIST, REMOVE_FOLDER, REMOVE = (1 << bit for bit in range(6))
MAKE_FOLDER, MAKE_FILE, REFER, TRUNCATE, DEVICES = 1 << 7, 1 << 8, 1 << 13, 1 << 14, 1 << 15
RIGHTS: Final = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
KEEPS: Final = (
    WRITE | READ | LIST | REMOVE_FOLDER | REMOVE | MAKE_FOLDER | MAKE_FILE | REFER | TRUNCATE
)
OF_FILES: Final = EXECUTE | WRITE | READ | TRUNCATE | DEVICES
CONNECT: Final = 3  # bind and connect, from version 4
OUTSIDE: Final = 3  # abstract sockets and signals, from version 6


def confine(store: Path) -> list[str]:
    """Binds this process and its children for good; what this system cannot bind, as sentences.

    To be called once in the process of a player, before anything of his is read and before any
    thread is started: Landlock binds the thread that asks for it and what that starts.
    """
    os.umask(mask(store))
    return [*_limit(), *_lock(store)]


def mask(store: Path) -> int:
    """Which rights new files have not: all of others; those of the group too, unless the store is
    one that accounts of this machine share."""
    with suppress(OSError):
        if store.stat().st_mode & stat.S_ISGID and store.stat().st_mode & stat.S_IWGRP:
            return 0o007
    return 0o077


def _limit() -> Iterator[str]:
    try:
        import resource
    except ImportError:
        yield "this system has no limits: nothing bounds a player's memory and files"
        return
    # Linux counts private memory as data; an address space of 512 MB would be too little for the
    # stacks of a few threads.
    memory = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    for what, most in (
        (resource.RLIMIT_CORE, 0),
        (memory, MEMORY),
        (resource.RLIMIT_FSIZE, LARGEST),
        (resource.RLIMIT_NOFILE, OPEN),
        (resource.RLIMIT_NPROC, PROCESSES),
    ):
        _, hard = resource.getrlimit(what)
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(what, (bound, bound))
        except (OSError, ValueError) as error:
            yield f"a limit of a player's process cannot be set: {error}"


# Landlock.


def version() -> int:
    """The version of Landlock that the kernel has, 0 for none."""
    if sys.platform != "linux":
        return 0
    return max(0, _call(CREATE, None, 0, 1))


def _call(number: int, *arguments: object) -> int:
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    longs = (ctypes.c_long(one) if isinstance(one, int) else one for one in arguments)
    return int(library.syscall(ctypes.c_long(number), *longs))


def _lock(store: Path) -> Iterator[str]:
    known = version()
    if not known:
        yield "this kernel has no Landlock: limits and the service's own rights bind players alone"
        return
    handled = RIGHTS[max(each for each in RIGHTS if each <= known)]
    nets, scopes = CONNECT if known >= 4 else 0, OUTSIDE if known >= 6 else 0
    size = 8 if known < 4 else 16 if known < 6 else 24
    ruleset = _call(CREATE, struct.pack("=QQQ", handled, nets, scopes), size, 0)
    if ruleset < 0:
        yield f"Landlock refuses: {os.strerror(ctypes.get_errno())}"
        return
    try:
        for path, rights in _granted(store):
            _grant(ruleset, path, rights & handled)
        library = ctypes.CDLL(None, use_errno=True)
        if library.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) or _call(RESTRICT, ruleset, 0) < 0:
            yield f"Landlock refuses: {os.strerror(ctypes.get_errno())}"
    finally:
        os.close(ruleset)


def _grant(ruleset: int, path: str, rights: int) -> None:
    """Grants rights to what lies at and beneath a path; what is not there needs none."""
    try:
        handle = os.open(path, getattr(os, "O_PATH", 0) | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(handle).st_mode):
            rights &= OF_FILES
        _call(ADD, ruleset, 1, struct.pack("=Qi", rights, handle), 0)
    finally:
        os.close(handle)


def _granted(store: Path) -> Iterator[tuple[str, int]]:
    """Paths, and what may be done beneath them."""
    yield str(store), KEEPS
    yield str(ROOT), LIST
    for path in LIBRARIES:
        yield path, READ | LIST
    yield str(Path(sys.executable).resolve()), READ | EXECUTE
    for path in _loaders():
        yield path, READ | EXECUTE
    yield "/dev/null", READ | WRITE
    yield "/dev/tty", READ | WRITE | DEVICES
    yield "/dev/urandom", READ


def _loaders() -> set[str]:
    """What the kernel runs to start a program that is linked to libraries."""
    with suppress(OSError), Path("/proc/self/maps").open(encoding="utf-8") as maps:
        names = {line.split(maxsplit=5)[-1].strip() for line in maps if "/ld-" in line}
        return {name for name in names if name.startswith("/")}
    return set()
