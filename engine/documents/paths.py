"""Whether there is something at a path: not where one may not look, or where no path is so long.

Path's own methods raise there, and a screen that asks would end.
"""

from __future__ import annotations

import os
from pathlib import Path


def is_there(path: Path) -> bool:
    """Whether there is anything."""
    return os.path.exists(path)  # noqa: PTH110 - see above


def is_file(path: Path) -> bool:
    """Whether there is a file."""
    return os.path.isfile(path)  # noqa: PTH113 - see above
