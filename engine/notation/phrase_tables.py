"""The words of a line as engine/data holds them: tables of phrases and what each of them means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from engine.facts.toml_documents import document


def tables(file: str, plain: Callable[[str], str] = str) -> dict[str, dict[str, str]]:
    """Every phrase of a file by its table, and what it stands for."""
    return {
        table: {
            plain(phrase): key if isinstance(phrases, list) else phrases
            for key, phrases in entries.items()
            for phrase in (phrases if isinstance(phrases, list) else [key])
        }
        for table, entries in document(file).items()
    }


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    return tables("notation_words")


def meanings(table: str) -> Mapping[str, str]:
    """The phrases of a table of words that mean something where they stand."""
    return _words()[table]
