"""The documents of engine/data that are no sheets: TOML files, each read once."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from engine.facts.sheets import DATA


@cache
def document(name: str) -> dict[str, Any]:
    """The TOML file of that name, to be read only."""
    with open(f"{DATA}{name}.toml", "rb") as file:  # noqa: PTH123 - see DATA
        return tomllib.load(file)
