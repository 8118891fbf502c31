"""A folder whose files are reached by bare names alone, and never through a link.

Each file is opened relative to the folder, which is opened step by step without following links;
so nobody who may write there leads a reader or a writer anywhere else. A file is written aside and
takes its name when it is whole. Where the system cannot open relative to a folder (Windows), paths
are looked at before they are opened.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

RELATIVE: Final = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
UNLINKED: Final = getattr(os, "O_NOFOLLOW", 0)
AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0)  # a FIFO without a writer is not waited for
FOLDER: Final = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | UNLINKED
BINARY: Final = getattr(os, "O_BINARY", 0)
MOST_BYTES: Final = 4 * 2**20


class Shelf:
    """The folder `folders` beneath a root that is trusted, made when something is written first.

    It holds at most `files` files of `size` bytes each (0 files: as many as one likes). Where it
    `trusts` whoever writes there, a link that is a file's name is followed by who reads it. Methods
    raise OSError, with EDQUOT for what is too much and EINVAL for what is no bare name.
    """

    def __init__(
        self,
        root: Path,
        *folders: str,
        files: int = 0,
        size: int = MOST_BYTES,
        trusts: bool = False,
    ) -> None:
        self.root = root
        self.folders = folders
        self.files = files
        self.size = size
        self.trusts = trusts

    def names(self) -> list[str]:
        """The files that lie there, by their names; none where there is no folder."""
        with suppress(OSError), self._open() as folder:
            found = sorted(os.listdir(self._place(folder)))  # noqa: PTH208 - of a descriptor
            return [name for name in found if self._is_file(name, folder)]
        return []

    def has(self, name: str) -> bool:
        """Whether there is anything of that name, a link too."""
        with suppress(OSError), self._open() as folder:
            os.lstat(self._of(name, folder), dir_fd=folder)
            return True
        return False

    def read(self, name: str) -> str:
        """The text of a file, with signs of replacement for what is none."""
        with self._open() as folder:
            handle = self._opened(name, os.O_RDONLY | AT_ONCE, folder)
            with os.fdopen(handle, "rb") as file:
                status = os.fstat(handle)
                if not stat.S_ISREG(status.st_mode):
                    raise OSError(errno.EINVAL, "it is not a file")
                data = file.read(self.size + 1)
        if len(data) > self.size:
            raise OSError(errno.EFBIG, f"it has more than {self.size} bytes")
        return data.decode("utf-8", "replace").replace("\r\n", "\n")

    def write(self, name: str, text: str, *, sync: bool = True) -> None:
        """Writes a file whole or not at all; a link of its name is replaced, not followed. Without
        `sync` that holds for a process that dies, not for a machine without power."""
        data = text.encode("utf-8", "replace")
        if len(data) > self.size:
            raise OSError(errno.EDQUOT, f"a file here has at most {self.size} bytes")
        aside = f".{name}.new"
        with self._open(make=True) as folder:
            there = os.listdir(self._place(folder))  # noqa: PTH208 - of a descriptor
            if self.files and name not in there and len(there) >= self.files:
                raise OSError(errno.EDQUOT, f"there is room for {self.files} files")
            with suppress(FileNotFoundError):
                os.unlink(self._of(aside, folder), dir_fd=folder)
            handle = self._opened(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, folder)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(data)
                    if sync:
                        file.flush()
                        os.fsync(handle)
                os.replace(
                    self._of(aside, folder),
                    self._of(name, folder),
                    src_dir_fd=folder,
                    dst_dir_fd=folder,
                )
            except OSError:
                with suppress(OSError):
                    os.unlink(self._of(aside, folder), dir_fd=folder)
                raise

    # Names within a folder.

    @contextmanager
    def _open(self, make: bool = False) -> Iterator[int | None]:
        """The folder as a descriptor; None where the system has none, and it was looked at."""
        if make:
            self.root.mkdir(parents=True, exist_ok=True)
        if not RELATIVE:
            self._look(make)
            yield None
            return
        handle = os.open(self.root, os.O_RDONLY | os.O_DIRECTORY)
        try:
            for name in self.folders:
                if make:
                    with suppress(FileExistsError):
                        os.mkdir(_bare(name), dir_fd=handle)
                inner = os.open(_bare(name), FOLDER, dir_fd=handle)
                os.close(handle)
                handle = inner
            yield handle
        finally:
            os.close(handle)

    def _look(self, make: bool) -> None:
        path = self.root
        for name in self.folders:
            path = path / _bare(name)
            if make:
                path.mkdir(exist_ok=True)
            _no_link(path)

    def _opened(self, name: str, how: int, folder: int | None) -> int:
        of = self._of(name, folder)
        follows = self.trusts and not how & os.O_CREAT
        if folder is None and not follows:
            _no_link(Path(of))
        how |= BINARY if follows else BINARY | UNLINKED
        return os.open(of, how, 0o666, dir_fd=folder)

    def _is_file(self, name: str, folder: int | None) -> bool:
        with suppress(OSError):
            status = os.lstat(self._of(name, folder), dir_fd=folder)
            return stat.S_ISREG(status.st_mode) and not name.startswith(".")
        return False

    def _place(self, folder: int | None) -> int | str:
        return str(self.root.joinpath(*self.folders)) if folder is None else folder

    def _of(self, name: str, folder: int | None) -> str:
        bare = _bare(name)
        return str(self.root.joinpath(*self.folders, bare)) if folder is None else bare


def _bare(name: str) -> str:
    if not name or name in (".", "..") or any(sign in name for sign in "/\\\0:"):
        raise OSError(errno.EINVAL, "it is no bare name")
    return name


def _no_link(path: Path) -> None:
    if path.is_symlink():
        raise OSError(errno.ELOOP, "it is a link")
