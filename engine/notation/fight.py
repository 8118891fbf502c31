"""`python -m engine fight LINE…`: one line in, the sheet with its exact odds out.

The line becomes a document (engine.notation.documents) and goes the way of `resolve`. Standard
output holds the answer, standard error what could not be read, a sentence a defect.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import Any, Final, NoReturn, TextIO

from engine.adjudicator.document_kind import Answer, MissingDie
from engine.adjudicator.resolve import (
    BadInput,
    adjudicate,
    answered,
    fresh_seed,
    json_text,
    plain,
)
from engine.adjudicator.sheet_as_text import WIDTH
from engine.facts.countries import name_by_code
from engine.facts.wordings import wordings
from engine.notation.documents import Adjudicable, document_meant

MOST_ROWS: Final = 40
MOST_RESULTS: Final = 6
MOST_DICE: Final = 200
RANGE: Final = re.compile(r"(?<![\w.])([0-9]{1,3})\.\.([0-9]{1,3})(?=\s*\S)")
EXAMPLES: Final = """\
lines to begin with:
  2A+ Condé v A+ LD Farnese tercios, plain, 1597
  F+[6 NWD 2 NTD] english Drake v 4 NWD spanish, 1588
  siege of Milano 3, A+ 2LD french v LD, works +
  assault of Arras 2, 3A+ french v LD spanish, breach
  march 5 MP bad weather 7 LD in Castilla
  Farnese intercepts Condé, river
  french 14i 1lc Davout=4-5-3 v austrian 12i 2mc Charles, assault v cordon
docs/NOTATION.md is the grammar."""


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are sentences of the command."""

    def error(self, message: str) -> NoReturn:
        raise BadInput([f"fight: {message}"])


def _parser() -> argparse.ArgumentParser:
    found = _Parser(
        prog="python -m engine fight",
        usage="python -m engine fight LINE… [options]",
        description="One battle, siege or roll in one line: its sheet and its exact odds.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    found.add_argument("line", nargs="*", help="the situation, in words")
    found.add_argument("--or", dest="other", metavar="LINE", help="another line, to compare with")
    for flag, what in (("table", "a row for each number of a range, 2..6"),
                       ("odds", "exact odds (as without any option)"),
                       ("roll", "roll the dice instead")):  # fmt: skip
        found.add_argument(f"--{flag}", action="store_true", help=what)
    found.add_argument("--dice", metavar="7,4,…", help="adjudicate with these dice, in their order")
    found.add_argument("--seed", metavar="N", help="roll from this seed")
    found.add_argument("--json", action="store_true", help="one JSON document")
    return found


def main(words: list[str], stdout: TextIO | None = None, stderr: TextIO | None = None) -> int:
    """Runs the command with the words after `fight`; returns its exit status (2: a line that
    cannot be read, 3: dice are missing)."""
    stdout, stderr = stdout or sys.stdout, stderr or sys.stderr
    lacking = "the dice end too soon; the next is {0.name}, {0.purpose}"
    try:
        return answered(lambda: _written(words), stdout, stderr, lacking)
    except SystemExit as end:  # --help
        return int(end.code or 0)


def _written(words: list[str]) -> str:
    given = _parser().parse_args(words)
    text = " ".join(given.line)
    if given.table:
        return _table(text, given.json)
    if given.other is not None:
        return _compared([text, given.other], given.json)
    found = document_meant(text)
    rolled = given.roll or given.dice is not None
    told, answer = _described(found), None
    if not rolled or (given.json and given.odds):
        printed, answer = line_odds(found)
        told["odds"] = printed["odds"]
    if rolled:
        told["result"], answer = adjudicate_line(found, _dice(given.dice), _seed(given.seed))
    if given.json or answer is None:
        return json_text(told)
    return "\n".join([*answer.sheet(plain), *_assumed(found.assumed)]) + "\n"


def _described(found: Adjudicable) -> dict[str, Any]:
    return {"kind": found.kind, "document": found.document, "assumed": list(found.assumed)}


def line_odds(found: Adjudicable) -> tuple[dict[str, Any], Answer]:
    """The exact odds of a line, as `resolve KIND --odds` gives them for its document."""
    return adjudicate(found.kind, json.dumps(found.document), odds=True)


def adjudicate_line(
    found: Adjudicable, dice: Sequence[int] | None, seed: int
) -> tuple[dict[str, Any], Answer]:
    """One outcome of a line: with these dice in the order in which they are asked for, or rolled.

    Raises MissingDie when the dice end too soon, BadInput when some are left over.
    """
    if dice is None:
        return adjudicate(found.kind, json.dumps(found.document), seed)
    document = {**found.document, "dice": dict(found.document.get("dice", {}))}
    left = list(dice)
    while True:
        try:
            printed, answer = adjudicate(found.kind, json.dumps(document), rolling=False)
        except MissingDie as missing:
            if not left:
                raise
            document["dice"][missing.name] = left.pop(0)
        else:
            if left:
                many = ", ".join(map(str, left))
                raise BadInput([f"--dice: {many} left over; the battle ends before"])
            return printed, answer


def _dice(text: str | None) -> list[int] | None:
    if text is None:
        return None
    parts = [part for part in re.split(r"[,\s]+", text.strip()) if part]
    if not parts or len(parts) > MOST_DICE or not all(re.fullmatch("[0-9]{1,2}", p) for p in parts):
        raise BadInput([f"--dice: {text[:60]!r} is not a list of dice such as 7,4,9"])
    return [int(part) for part in parts]


def _seed(text: str | None) -> int:
    if text is None:
        return fresh_seed()
    if not re.fullmatch("[0-9]{1,18}", text):
        raise BadInput([f"--seed: {text[:60]!r} is not a whole number of at most 18 digits"])
    return int(text)


def _assumed(sentences: Sequence[str]) -> list[str]:
    return _filled(f"Assumed: {'; '.join(sentences)}.") if sentences else []


def _filled(text: str) -> list[str]:
    return fill(text, WIDTH, subsequent_indent="  ").splitlines()


# Lines beside each other


def figures(odds: Mapping[str, Any]) -> dict[str, float]:
    """The figures of some odds that one compares: chances, and expected losses by side."""
    found: dict[str, float] = {}
    for name, value in odds.items():
        said = _SAID.get(name, name)
        if name in _SAID and isinstance(value, dict):
            found |= {f"{name_by_code(side)} {said}": float(each) for side, each in value.items()}
        elif name in BY_RESULT:
            found |= {f"{BY_RESULT[name]} {each}": float(one) for each, one in value.items()}
        elif isinstance(value, int | float) and name not in ESTIMATES:
            found[said] = float(value)
    return found


WITHIN: Final = "falls_within"
BY_RESULT: Final = {WITHIN: "falls within rounds:", "result": "result"}
ESTIMATES: Final = ("estimate", "pairs_estimate")
_SAID: Final = wordings("figure of odds")


def _shown(name: str, value: float) -> str:
    return f"{value:.2f}" if name.endswith(("expects to lose", "loses")) else f"{value:.1%}"


def _compared(texts: Sequence[str], as_json: bool) -> str:
    """Several lines, a figure a row."""
    found = [document_meant(text) for text in texts]
    odds = [line_odds(each)[0]["odds"] for each in found]
    if as_json:
        told = zip(texts, found, odds, strict=True)
        rows = [{"line": text, **_described(each), "odds": one} for text, each, one in told]
        return json_text({"lines": rows})
    lines = [f"{letter}: {text}" for letter, text in zip("AB", texts, strict=True)]
    lines += _columns(odds, "AB")
    for letter, each in zip("AB", found, strict=True):
        lines += _filled(f"{letter} assumes: {'; '.join(each.assumed)}.")
    return "\n".join(lines) + "\n"


def compare_odds(
    kind: str, one: Mapping[str, Any], other: Mapping[str, Any], names: Sequence[str]
) -> str:
    """The odds of two documents of a kind, a figure a row. Raises BadInput."""
    odds = [adjudicate(kind, json.dumps(each), odds=True)[0]["odds"] for each in (one, other)]
    return "\n".join(_columns(odds, names))


def _columns(odds: Sequence[dict[str, Any]], names: Sequence[str]) -> list[str]:
    columns = [figures(one) for one in odds]
    rows = list(dict.fromkeys(name for column in columns for name in column))
    wide = max(map(len, rows), default=0)
    lines = [" " * wide + "".join(f"{names[at]:>9}" for at in range(len(odds)))]
    for name in rows:
        cells = [_shown(name, column[name]) if name in column else "" for column in columns]
        lines.append(f"{name:{wide}}" + "".join(f"{cell:>9}" for cell in cells))
    return lines


def _table(text: str, as_json: bool) -> str:
    """A line with one range of numbers (2..6 A+), a row for each."""
    ranges = RANGE.findall(text)
    if len(ranges) != 1:
        raise BadInput(["--table: one range is wanted in the line, such as 2..6 A+"])
    first, last = map(int, ranges[0])
    if not first <= last < first + MOST_ROWS:
        raise BadInput([f"--table: {first}..{last} is no range of at most {MOST_ROWS} numbers"])
    numbers = range(first, last + 1)
    found = [document_meant(RANGE.sub(str(number), text)) for number in numbers]
    odds = [line_odds(each)[0]["odds"] for each in found]
    if as_json:
        rows = [{"number": number, "document": each.document, "odds": one}
                for number, each, one in zip(numbers, found, odds, strict=True)]  # fmt: skip
        return json_text({"kind": found[0].kind, "rows": rows, "assumed": list(found[0].assumed)})
    columns = [_brief(figures(one)) for one in odds]
    names = list(dict.fromkeys(name for column in columns for name in column))
    names.sort(key=lambda name: not name.startswith("result "))
    wide = {name: max(8, len(name)) + 2 for name in names}
    lines = ["     " + "".join(f"{name:>{wide[name]}}" for name in names)]
    for number, column in zip(numbers, columns, strict=True):
        cells = (_shown(name, column[name]) if name in column else "" for name in names)
        row = (f"{cell:>{wide[name]}}" for name, cell in zip(names, cells, strict=True))
        lines.append(f"{number:5}" + "".join(row))
    return "\n".join([*lines, *_assumed(found[0].assumed)]) + "\n"


def _brief(found: dict[str, float]) -> dict[str, float]:
    """The figures that have room in a row: who wins, and what it costs; of a siege every fifth
    round, of other results all where there are few."""
    left = {
        name.replace("expects to lose", "loses"): value
        for name, value in found.items()
        if not name.endswith(("routed", "battle")) and not re.search(r"rounds: [1-46-9]$", name)
    }
    results = [name for name in left if name.startswith("result ")]
    many = len(results) > MOST_RESULTS
    return {name: value for name, value in left.items() if not (many and name in results)}
