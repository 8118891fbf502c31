"""The report of a phase, for people who were not there: as text, as a page, or as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from textwrap import wrap
from typing import Final, NamedTuple

from engine.documents.printable import lines
from engine.facts import tables
from engine.facts.countries import with_article
from engine.games.game import Game
from engine.play.phase import Entry
from tui.words.line import Line, text_of
from tui.words.places import country_name, war_words
from tui.words.statistics import dice_lines, loss_lines

FORMATS: Final = ("text", "html", "svg")
WIDTH: Final = 78
UNTOLD: Final = ("battle-begins", "battle-roll", "roll", "order")


class Chapter(NamedTuple):
    """A heading with sentences under it; the weighty ones are marked."""

    title: str
    sentences: list[tuple[bool, str]]


def report(game: Game, story: Sequence[Entry], form: str) -> str:
    """The report in one of the FORMATS."""
    return lines({"text": as_text, "html": as_page, "svg": as_picture}[form](game, story))


def title(game: Game) -> str:
    """What the report is about."""
    state = game.state
    name = str(game.header.get("title") or state.scenario)
    return f"{name}: turn {state.turn}, {tables.first_year(state.turn)}, period {state.period}"


def foreword(game: Game) -> list[str]:
    """Who fights whom, and how it stands."""
    state = game.state
    found = []
    for alliance in state.diplomacy.alliances:
        names = ", ".join(country_name(country) for country in alliance.members)
        war = war_words(state, alliance.id)
        found.append(f"{names}: {war}, initiative {alliance.initiative}.")
    ended = (
        "The phase is over." if game.is_over else f"It stands in round {state.sequence.box or '-'}."
    )
    return [*found, ended]


def chapters(story: Sequence[Entry]) -> Iterator[Chapter]:
    """The story by impulses, without its single rolls; who has won a battle comes before what it
    cost."""
    before: tuple[str, str] | None = None
    chapter: Chapter | None = None
    begun = 0
    for entry in story:
        if entry.kind == "battle-begins":
            begun = len(chapter.sentences) if chapter is not None else 0
        if entry.kind in UNTOLD:
            continue
        if (entry.box, entry.impulse) != before or chapter is None:
            if chapter is not None:
                yield chapter
            before = (entry.box, entry.impulse)
            chapter, begun = Chapter(_heading(entry), []), 0
        weighty = entry.kind in ("battle", "assault", "fall", "war", "ruling")
        at = begun if entry.kind == "battle" else len(chapter.sentences)
        chapter.sentences.insert(at, (weighty, entry.text))
    if chapter is not None:
        yield chapter


def _heading(entry: Entry) -> str:
    if not entry.box:
        return "Before the first round"
    if entry.impulse:
        return f"Round {entry.box}: the impulse of {with_article(entry.impulse)}"
    return "After the last round" if entry.box == "End" else f"Round {entry.box}: for all"


def _plots(game: Game, story: Sequence[Entry]) -> list[tuple[str, list[Line]]]:
    return [
        ("The dice", dice_lines(game, story, WIDTH)),
        ("The losses", loss_lines(game, story, WIDTH)),
    ]


def _rows(game: Game, story: Sequence[Entry]) -> Iterator[tuple[str, str]]:
    """Every row of the report, with how it looks: title, head, strong, plain or plot."""
    yield "title", title(game)
    for text in foreword(game):
        yield from (("plain", row) for row in wrap(text, WIDTH))
    for chapter in chapters(story):
        yield "plain", ""
        yield "head", chapter.title
        for weighty, text in chapter.sentences:
            for number, row in enumerate(wrap(text, WIDTH - 4)):
                yield "strong" if weighty else "plain", f"{'  ' if number == 0 else '    '}{row}"
    for name, drawn in _plots(game, story):
        yield "plain", ""
        yield "head", name
        yield from (("plot", row.rstrip()) for row in text_of(drawn).splitlines())


def as_text(game: Game, story: Sequence[Entry]) -> str:
    """The report as lines of text."""
    rows = []
    for look, text in _rows(game, story):
        rows.append(text)
        if look in ("title", "head"):
            rows.append(("=" if look == "title" else "-") * len(text))
    return "\n".join(rows) + "\n"


STYLE: Final = """
body { max-width: 46em; margin: 2em auto; padding: 0 1em; font-family: serif; line-height: 1.45;
       background: #f6f1e1; color: #221; }
h1, h2 { font-weight: normal; border-bottom: 1px solid #a98; }
p { margin: .3em 0; } strong { color: #702; }
pre { font-family: monospace; line-height: 1.15; overflow-x: auto; }
@media (prefers-color-scheme: dark) {
  body { background: #16161a; color: #ddd; } strong { color: #f9a; } }
""".strip()


def as_page(game: Game, story: Sequence[Entry]) -> str:
    """The report as one HTML file that fetches nothing."""
    body = [f"<h1>{escape(title(game))}</h1>"]
    body += [f"<p>{escape(text)}</p>" for text in foreword(game)]
    for chapter in chapters(story):
        body.append(f"<h2>{escape(chapter.title)}</h2>")
        for weighty, text in chapter.sentences:
            said = escape(text)
            body.append(f"<p>{f'<strong>{said}</strong>' if weighty else said}</p>")
    for name, drawn in _plots(game, story):
        body += [f"<h2>{name}</h2>", f"<pre>{escape(text_of(drawn))}</pre>"]
    head = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title(game))}</title><style>\n{STYLE}\n</style></head>\n<body>\n"
    )
    return head + "\n".join(body) + "\n</body></html>\n"


LOOKS: Final = {
    "title": 'font-size="20" fill="#702"', "head": 'font-size="16" fill="#702"',
    "strong": 'font-weight="bold"', "plain": "", "plot": "",
}  # fmt: skip
ROW: Final = 18


def as_picture(game: Game, story: Sequence[Entry]) -> str:
    """The report as one SVG that fetches nothing."""
    rows = list(_rows(game, story))
    drawn = [
        f'<text x="24" y="{ROW * (number + 2)}" {LOOKS[look]} xml:space="preserve">'
        f"{escape(text)}</text>"
        for number, (look, text) in enumerate(rows)
        if text
    ]
    height = ROW * (len(rows) + 3)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="760" height="{height}" '
        f'viewBox="0 0 760 {height}" font-family="monospace" font-size="14" fill="#221">\n'
        f'<rect width="760" height="{height}" fill="#f6f1e1"/>\n' + "\n".join(drawn) + "\n</svg>\n"
    )
