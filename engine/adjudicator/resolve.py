"""One document in, one adjudication out: `python -m engine resolve KIND [FILE]`.

`main` reads a JSON document, has its kind (engine.adjudicator) adjudicate it by the rules, and
prints one JSON document, a combat sheet or the exact odds. Exit status: 0 resolved; 2 bad input,
one line a defect; 3 a die is missing and rolling was forbidden.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, Final, NamedTuple, TextIO

from engine import modifiers
from engine.adjudicator import KINDS, document_kind
from engine.documents.complaints import NOTHING, Complaints, Constant, Document
from engine.documents.complaints import BadInput as BadInput
from engine.documents.printable import gated
from engine.facts.sheets import FactsError

RESOLVED, BAD_INPUT, NO_DIE = 0, 2, 3
LARGEST: Final = 1_000_000  # characters of a document
MOST_COMPLAINTS: Final = 200
SEEDS: Final = 2**63

USAGE: Final = """\
usage: python -m engine resolve KIND [FILE] [options]
       python -m engine resolve --list

Reads one JSON document (FILE, or standard input when FILE is - or missing), adjudicates it by the
rules and prints the answer.

  --text        the combat sheet, as a person reads it
  --odds        exact probabilities instead of one outcome
  --fine        those that are estimates, ten times as finely (--finest: a hundred times)
  --seed N      roll the dice that are not given from this seed
  --no-roll     refuse to roll: name the die that is missing (exit status 3)
  --example     a complete document of the kind to start from
  --schema      JSON Schema of the kind's document
  --list        every kind, one line each

A battle in one line, without a document:
  python -m engine fight "2A+ Condé v A+ LD Farnese tercios, plain, 1597"
"""


class Arguments(NamedTuple):
    """The command line, read."""

    kind: str = ""
    file: str = "-"
    flags: frozenset[str] = frozenset()
    seed: int | None = None


EFFORTS: Final = {"fine": 10, "finest": 100}
FLAGS: Final = (
    "--text", "--odds", "--fine", "--finest", "--no-roll", "--example", "--schema", "--list",
    "--help", "-h",
)  # fmt: skip


def arguments(words: list[str]) -> Arguments:
    """The command line. Raises BadInput for an unknown option, a word too many, a bad seed."""
    found, flags, wrong = list[str](), set[str](), list[str]()
    seed: int | None = None
    rest = iter(words)
    for word in rest:
        if word in FLAGS:
            flags.add(word.removeprefix("--") if word != "-h" else "help")
        elif word == "--seed" or word.startswith("--seed="):
            text = word.partition("=")[2] if "=" in word else next(rest, "")
            if re.fullmatch(r"[0-9]{1,18}", text, re.ASCII):
                seed = int(text)
            else:
                wrong.append(f"--seed: {text!r} is not a whole number of at most 18 digits")
        elif word.startswith("-") and word != "-":
            known = ", ".join(FLAGS)
            wrong.append(f"{word}: there is no such option; there are: {known}, --seed N")
        else:
            found.append(word)
    if len(found) > 2:
        wrong.append(f"{found[2]!r}: one word too many after the kind and its file")
    if wrong:
        raise BadInput(wrong)
    kind, file = (found + ["", "-"][len(found) :])[:2]
    return Arguments(kind, file, frozenset(flags), seed)


def kind_of(name: str) -> document_kind.Kind:
    """The kind of that name. Raises BadInput when there is none."""
    if name not in KINDS:
        said = f"{name!r} is not a kind" if name else "a kind is missing"
        raise BadInput([f"{said}; one of: {', '.join(KINDS)}"])
    return _known(name)


@cache
def _known(name: str) -> document_kind.Kind:
    family, _, at_sea = KINDS[name]
    return document_kind.kind_in(import_module(f"engine.adjudicator.{family}"), name, at_sea)


def parse_json(text: str) -> Any:
    """A JSON document with its repetitions noted. Raises BadInput for what is no JSON."""
    text = text.removeprefix("\ufeff")  # which some editors put before the text

    def collect(pairs: list[tuple[str, Any]]) -> Document:
        found = Document(pairs)
        if len(found) < len(pairs):
            counts = Counter(name for name, _ in pairs)
            twice = [name for name, count in counts.items() if count > 1]
            found.repeated = twice[:MOST_COMPLAINTS]
        return found

    if len(text) > LARGEST:
        most = f"more than {LARGEST:,} characters"
        raise BadInput([f"the document: {most}; no document needs so many"])
    if not text.strip():
        raise BadInput(["the document: is empty; one JSON object is wanted (see --example)"])
    try:
        return json.loads(text, object_pairs_hook=collect, parse_constant=Constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BadInput([f"the document: is not JSON ({error.msg}, {place})"]) from None
    except RecursionError:
        raise BadInput(["the document: is nested too deeply; no document needs so much"]) from None
    except ValueError:
        raise BadInput(["the document: holds a number with far too many digits"]) from None


def parse_document(kind: document_kind.Kind, text: str) -> dict[str, Any]:
    """A document of a kind, defaults filled in. Raises BadInput with every defect at once."""
    complaints, document = Complaints(), parse_json(text)
    kind = kind.meant(document)
    read = kind.document.read(document, "", complaints)
    if read is not NOTHING and kind.check is not None:
        kind.check(read, complaints)
    if complaints.lines:
        lines = complaints.lines[:MOST_COMPLAINTS]
        more = len(complaints.lines) - len(lines)
        raise BadInput(lines + ([f"… and {more} defects more"] if more else []))
    values: dict[str, Any] = read
    return values


def adjudicate(
    name: str,
    text: str,
    seed: int = 0,
    odds: bool = False,
    rolling: bool = True,
    effort: int = 1,
) -> tuple[dict[str, Any], document_kind.Answer]:
    """The answer to a document of that kind, as it is printed and as its sheet is drawn.

    Raises BadInput, with every defect, and MissingDie.
    """
    kind = kind_of(name)
    values = parse_document(kind, text)
    kind = kind.meant(values)
    table = document_kind.Table(values["dice"], seed, rolling, kind.faces)
    table.effort = effort
    if odds:
        if kind.odds is None:
            raise BadInput([f"--odds: there are no odds of the kind {name}"])
        answer = kind.odds(values, table)
        found: dict[str, Any] = {"odds": answer.odds}
    else:
        answer = kind.resolve(values, table)
        found = {"outcome": answer.outcome}
    return {
        "kind": name,
        "seed": seed,
        "modifiers": answer.modifiers,
        "rolls": [] if odds else [_rolled(roll, answer) for roll in table.rolled],
        "unused_dice": table.unused,
        **found,
    }, answer


def _rolled(roll: modifiers.Rolled, answer: document_kind.Answer) -> dict[str, Any]:
    return {
        "name": roll.name,
        "die": roll.die,
        "modifier": roll.modifier,
        "result": roll.result,
        "purpose": roll.purpose,
        "modifiers": [modifier._asdict() for modifier in roll.modifiers],
        **answer.notes.get(roll.name, {}),
    }


def main(
    words: list[str],
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    stderr: TextIO | None = None,
) -> int:
    """Runs the command with the words after `resolve`; returns its exit status."""
    stdin, stdout = stdin or sys.stdin, gated(stdout or sys.stdout)
    stderr = gated(stderr or sys.stderr)

    def write() -> str:
        return _written(arguments(words), stdin, stdout)

    lacking = "a die is missing and --no-roll forbids to roll it: {}"
    return answered(write, stdout, stderr, lacking)


def answered(write: Callable[[], str], stdout: TextIO, stderr: TextIO, lacking: str) -> int:
    """Writes an answer, or what is wrong, one line a defect; the exit status. `lacking` says that a
    die is missing."""
    try:
        written = write()
    except (BadInput, FactsError) as error:
        wrong, status = "\n".join(error.lines), BAD_INPUT
    except document_kind.MissingDie as error:
        wrong, status = lacking.format(error), NO_DIE
    else:
        stdout.write(written)
        return RESOLVED
    stderr.write(f"{wrong}\n")
    return status


def _written(given: Arguments, stdin: TextIO, stdout: TextIO) -> str:
    """What the command prints."""
    flags = given.flags
    if "help" in flags:
        return USAGE
    if "list" in flags:
        width = max(map(len, KINDS))
        return "".join(f"{name:{width}}  {line}\n" for name, (_, line, _) in KINDS.items())
    kind = kind_of(given.kind)
    if "example" in flags:
        return json_text(kind.example)
    if "schema" in flags:
        head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": kind.name}
        return json_text({**head, **kind.schema()})
    seed = fresh_seed() if given.seed is None else given.seed
    text = _read(given.file, stdin)
    effort = max(EFFORTS.get(flag, 1) for flag in ("odds", *flags))
    printed, answer = adjudicate(
        kind.name, text, seed, "odds" in flags, "no-roll" not in flags, effort
    )
    if "text" in flags:
        lines = answer.sheet(_paint if _coloured(stdout) else plain)
        return "".join(f"{line}\n" for line in lines)
    return json_text(printed)


def fresh_seed() -> int:
    """A seed that nobody has named."""
    return int.from_bytes(os.urandom(7), "big") % SEEDS


def _read(file: str, stdin: TextIO) -> str:
    """The document as text, never much more of it than is allowed."""
    if file != "-":
        return read_file(file)
    try:
        return stdin.read(LARGEST + 1)
    except UnicodeDecodeError:
        raise BadInput(["the document: is not UTF-8 text"]) from None


def read_file(file: str) -> str:
    """A document's text from a file. Raises BadInput when it cannot be read."""
    try:
        with open(file, encoding="utf-8") as lines:  # noqa: PTH123 - see engine.facts.sheets
            return lines.read(LARGEST + 1)
    except UnicodeDecodeError:
        raise BadInput(["the document: is not UTF-8 text"]) from None
    except OSError as error:
        raise BadInput([f"{file}: cannot be read ({error.strerror})"]) from None
    except ValueError:
        raise BadInput([f"{file!r}: is not a name of a file"]) from None


def json_text(value: Any) -> str:
    """A document as it is printed."""
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def _coloured(stream: TextIO) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


COLOURS: Final = {"head": "1", "first": "36", "second": "33", "good": "32", "bad": "31", "dim": "2"}


def _paint(text: str, role: str) -> str:
    return f"\x1b[{COLOURS[role]}m{text}\x1b[0m"


def plain(text: str, role: str) -> str:
    """A text of a sheet without colours."""
    return text
