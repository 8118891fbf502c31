"""The chronicle of a club's campaign as a newspaper: an issue a month, its news by where they are
from. Reminders and what was passed over are no news."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from textwrap import wrap
from typing import Final

from engine.chronicle import Entry
from engine.grammar import capitalised

WIDTH: Final = 76
FORMATS: Final = ("text", "html")
ARMIES: Final = ("battle", "story", "minor", "city", "prisoners", "leader", "roster", "depot")
COURTS: Final = ("status", "exile", "loan", "debt", "auction", "victory", "order")
SECTIONS: Final[dict[str, tuple[str, ...]]] = {
    "War and peace": ("war", "peace", "alliance", "access"),
    "From the armies": ARMIES,
    "From the sea": ("sea", "fleet", "port", "hulk"),
    "From the courts": COURTS,
    "Rulings": ("ruling",),
}
OTHER: Final = "Other news"
QUIET: Final = ("reminder", "passed", "setup")
STORY, MORE = "story", "entry"
FOUGHT: Final = ("battle", "sea")
"""How a battle went stands in its paragraph; what follows from an entry stands with it."""


def issues(story: Iterable[Entry]) -> dict[str, dict[str, list[str]]]:
    """The news of each month, by section; what belongs to none stands under *Other news*."""
    found: dict[str, dict[str, list[str]]] = {}
    news: list[str] = []
    before = ("", "")  # the kind of the last piece, and where it is from
    for entry in story:
        if entry.kind in QUIET:
            continue
        fought = entry.kind == STORY and before[0] in (*FOUGHT, STORY)
        follows = entry.kind == MORE and before[1] == entry.box and entry.text[0] not in "+-"
        if fought or follows:
            news[-1] += f" {capitalised(entry.text)}"
            continue
        before = (entry.kind, entry.box)
        month = entry.box.partition(",")[0]
        heads = [head for head, kinds in SECTIONS.items() if entry.kind in kinds] or [OTHER]
        news = found.setdefault(month, {}).setdefault(heads[0], [])
        news.append(entry.text)
    return found


def newspaper(title: str, story: Iterable[Entry], form: str) -> str:
    """All issues, in a form."""
    found = issues(story)
    if form == "html":
        return _html(title, found)
    lines: list[str] = []
    for month, sections in found.items():
        lines += ["=" * WIDTH, f"{title}: {month}".center(WIDTH).rstrip(), "=" * WIDTH, ""]
        for head in (*SECTIONS, OTHER):
            news = sections.get(head, [])
            if news:
                lines += [head.upper(), ""]
            for text in news:
                lines += [*wrap(capitalised(text), WIDTH, subsequent_indent="  "), ""]
    return "\n".join(lines) + "\n" if lines else f"{title}: no news yet.\n"


def _html(title: str, found: dict[str, dict[str, list[str]]]) -> str:
    parts = [f"<!doctype html><meta charset=utf-8><title>{escape(title)}</title>"]
    for month, sections in found.items():
        parts.append(f"<h1>{escape(title)}: {escape(month)}</h1>")
        for head in (*SECTIONS, OTHER):
            news = sections.get(head, [])
            if news:
                parts.append(f"<h2>{head}</h2>")
            parts += [f"<p>{escape(capitalised(text))}</p>" for text in news]
    return "\n".join(parts) + "\n"
