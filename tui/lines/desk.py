"""The desk by lines: a kind is chosen, its fields are asked one by one, and what comes of it is
told in lines that may be read aloud."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from random import SystemRandom
from typing import Any, Final

from engine.adjudicator import KINDS, resolve
from engine.adjudicator.document_kind import Answer, Kind
from engine.adjudicator.fight_sheet import fate_in_words
from engine.adjudicator.resolve import BadInput
from engine.combat.combat_sheet import ROLL_NAMES
from engine.documents.fields import REQUIRED, Field
from engine.documents.printable import read_line
from engine.facts.countries import name_by_code
from engine.facts.sheets import FactsError
from engine.grammar import capitalised, ended, join_names, thirds
from engine.notation import lexicon
from engine.notation.documents import Adjudicable, document_meant
from engine.notation.reading_errors import Unread
from engine.play.asks import ordinal
from tui.forms import form_rows
from tui.lines.fields import GIVEN_UP, REST, FieldReader
from tui.lines.line_output import write_line
from tui.words import adjudication

HELP: Final = """\
Each field tells what may stand there, in brackets what does. Enter keeps it, * keeps all the rest,
- is none, . gives up, some letters and ? the names that fit. Dice that are not given are rolled."""
AFTER: Final = (
    "Enter the fields again, r rolls again, o the odds, j as JSON, k another kind, q leaves"
)
WHICH: Final = (
    "which kind? number, name or a part of it, or a line such as 2A+ Condé v A+ LD Farnese"
    " (Farn? offers names); Enter leaves > "
)
TOLD: Final = {
    "morale": "morale {}", "morale_lost": "{} of it lost", "routed": "routed",
    "inflicted_final_thirds": "inflicts {}", "suffered_thirds": "suffers {}",
    "retreat_thirds": "{} more in the retreat", "damaged_thirds": "{} damaged",
    "destroyed_thirds": "{} destroyed", "captured": "captures {}", "losses": "loses {} in all",
    "destroyed": "destroyed", "leader": "leader {}", "evaded_to": "evades to {}",
}  # fmt: skip
ALWAYS: Final = ("inflicted_final_thirds", "losses")  # none of these is told too


class PlainDesk:
    """The desk; `read` gives a line (EOFError at the end), `write` shows one."""

    def __init__(
        self, read: Callable[[str], str] = read_line, write: Callable[[str], None] = write_line
    ) -> None:
        self.read = read
        self.write = write

    def play(self, kind: str = "", document: Mapping[str, Any] | None = None) -> None:
        """Adjudicates until one leaves; begins with a kind and a document where they are named.
        Raises BadInput for no kind."""
        try:
            while True:
                said = not kind
                if said:
                    kind, document = self._chosen()
                if not kind:
                    return
                self._adjudicated(resolve.kind_of(kind), document, said)
                kind, document = "", None
        except (EOFError, KeyboardInterrupt):
            return

    def _chosen(self) -> tuple[str, Mapping[str, Any] | None]:
        """The kind that is wanted, "" for none; with a document where it was said in words."""
        names = found = list(KINDS)
        while True:
            for name in found:
                self.write(f" {names.index(name) + 1:3}  {name}: {KINDS[name][1]}")
            text = self.read(WHICH).strip()
            if text in ("", "q"):
                return "", None
            if text.endswith("?") and " " in text:
                known = lexicon.completions(text.rstrip("? "))
                self.write(f"  {', '.join(known) or 'nothing begins so: three letters at least'}")
                continue
            if 1 <= ordinal(text) <= len(names):
                return names[ordinal(text) - 1], None
            found = [text] if text in names else [name for name in names if text in name]
            if len(found) == 1:
                return found[0], None
            if not found and " " not in text:
                self.write(f"No: {text!r} is not a kind, and in the name of none.")
            elif not found and (said := self._in_words(text)) is not None:
                return said.kind, said.document

    def _in_words(self, text: str) -> Adjudicable | None:
        """A line of words as a document, told with what it leaves open; None with the reasons."""
        try:
            found = document_meant(text)
        except (Unread, FactsError) as error:
            self.write(f"No: {text[:60]!r} is not a kind, nor is it a line of words:")
            self.write("\n".join(f"  {capitalised(each)}." for each in error.lines))
            return None
        self.write(f"{capitalised(found.kind)}. Assumed: {'; '.join(found.assumed) or 'nothing'}.")
        return found

    def _adjudicated(self, kind: Kind, document: Mapping[str, Any] | None, said: bool) -> None:
        """Fields and answers, until another kind is wanted; of what was `said` in words the odds
        and a roll first."""
        asked: dict[str, Any] | None
        if said and document is not None:
            asked = dict(document)
            self.write("\n".join(_odds(kind, asked)))
        else:
            given = {key: each for key, each in kind.example.items() if key != "dice"}
            asked = self._fields(kind, dict(given if document is None else document))
        while asked is not None:
            if wrong := self._told(kind, asked):
                self.write("\n".join(f"No: {each}." for each in wrong))
            text = self.read(f"{AFTER} > ").strip()
            while text in ("o", "j"):
                self.write("\n".join(_odds(kind, asked)) if text == "o" else json.dumps(asked))
                text = self.read(f"{AFTER} > ").strip()
            if text == "q":
                raise EOFError
            if text == "k":
                return
            if text != "r":
                asked = self._fields(kind, asked)

    def _fields(self, kind: Kind, document: dict[str, Any]) -> dict[str, Any] | None:
        """The document as it is filled in; None when that is given up."""
        self.write(f"{capitalised(kind.name)}. {HELP}")
        asked, done = FieldReader(self.read, self.write, rest="*"), set[form_rows.Path]()
        opened = set[form_rows.Path]()
        while True:
            rows = form_rows.rows(kind, document, opened)
            left = (row for row in rows if row.path not in done)
            row = next((row for row in left if row.stops), None)
            if row is None:
                return document
            done.add(row.path)
            if row.role == form_rows.FOLD:
                if self.read(f"  the rest, {row.what}? (y/n) [as it is] > ").strip() == "y":
                    opened.add(row.path)
                continue
            if row.shape is None:
                if self.read(f"  {row.label}? (y/n) [no] > ").strip().casefold() in ("y", "yes"):
                    document = form_rows.with_part(document, row.path)
                continue
            now = form_rows.value_at(document, row.path, row.default)
            name = adjudication.spoken_path(row.name)
            value = asked.field(Field(row.label, row.shape, row.what, now), name)
            if value is REST:
                return document
            if value is GIVEN_UP:
                return None
            if value is not REQUIRED:
                document = form_rows.with_value(document, row.path, value)

    def _told(self, kind: Kind, document: Mapping[str, Any]) -> list[str]:
        """Tells what comes of a document; what is wrong with it, if anything is."""
        seed = SystemRandom().randrange(2**53)
        try:
            printed, answer = resolve.adjudicate(kind.name, json.dumps(document), seed)
        except (BadInput, FactsError) as error:
            return error.lines
        self.write("\n".join(report(printed, answer)))
        return []


def report(printed: Mapping[str, Any], answer: Answer) -> Iterator[str]:
    """What came of a document, a thing a line: the rolls, the verdict, each side, the modifiers."""
    unit = "ND" if answer.at_sea else "LD"
    rolls = printed["rolls"]
    if answer.setup is None:
        sheet = answer.sheet(lambda text, role: text)
        if answer.head_tells_die:
            added = takewhile(lambda row: row.startswith(" "), sheet[1:])
            told = [sheet[0], *added]  # the first die with its modifiers
            yield from told
            rolls, sheet = rolls[1:], sheet[len(told) :]
        yield from (_roll(roll, unit) for roll in rolls)
        yield from sheet
        return
    yield from (_roll(roll, unit) for roll in rolls)
    outcome = answer.outcome or {}
    sides = outcome.get("sides") or {name: outcome[name] for name in ("besieger", "besieged")}
    yield adjudication.verdict(outcome, list(sides) if "sides" in outcome else [])
    for name, side in sides.items():
        yield f"{capitalised(name_by_code(name))}: {', '.join(_side(side, unit))}"
    for each in printed["modifiers"]:
        whose = adjudication.whose_die(each.get("side", ""))
        rolls = ", ".join([whose, *(ROLL_NAMES.get(roll, roll) for roll in each.get("rolls", ()))])
        yield f"{each['value']:+} {each['why']} ({each['rule']}): {rolls}"


def _roll(roll: Mapping[str, Any], unit: str) -> str:
    whose = f"{adjudication.whose_die(roll['name'])}, " if "." in roll["name"] else ""
    said = capitalised(f"{whose}{roll['purpose']}: {roll['die']}")
    if roll["modifier"]:
        said += f" {roll['modifier']:+} = {roll['result']}"
    if "losses_thirds" in roll:
        lost, stars = roll["losses_thirds"], roll["stars"]
        parts = [f"{thirds(lost)} {unit}"] * bool(lost) + [f"{stars} morale"] * bool(stars)
        said += f": inflicts {join_names(parts) or 'nothing'}"
    return said


def _side(side: Mapping[str, Any], unit: str) -> Iterator[str]:
    """What came of a side, without what is none."""
    for key, said in TOLD.items():
        value = side.get(key)
        if not value and (key not in ALWAYS or value is None):
            continue
        if key == "losses":
            value = 3 * value + side.get("losses_rest_thirds", 0)
        if key == "losses" or key.endswith("_thirds"):
            value = f"{thirds(value)} {unit}" if value else "nothing"
        elif key == "leader":
            value = fate_in_words(value)
        elif isinstance(value, Mapping):
            value = ", ".join(f"{each} {count}" for each, count in value.items())
        yield said.format(value)


def _odds(kind: Kind, document: Mapping[str, Any]) -> list[str]:
    """The exact odds, both sides one below the other."""
    try:
        _, answer = resolve.adjudicate(kind.name, json.dumps(document), odds=True)
    except (BadInput, FactsError) as error:
        return [ended(f"No: {error}")]
    return list(unboxed(answer.sheet(lambda text, role: text)))


def unboxed(rows: list[str]) -> Iterator[str]:
    """A sheet of two columns as lines one below the other, without its frame."""
    halves: tuple[list[str], list[str]] = ([], [])
    names: list[str] = []  # of both sides, which only the first part has
    for row in rows:
        cells = [cell.strip() for cell in row.strip("│").split("│")]
        if row[:1] == "│" and len(cells) == 2:
            for half, cell in zip(halves, cells, strict=True):
                half.append(cell)
            continue
        if any(halves):
            for half, name in zip(halves, names or ("", ""), strict=True):
                yield from filter(None, (name, *half))
            names = names or [f"{half[0].partition(' ')[0]}:" for half in halves]
            for half in halves:
                half.clear()
        if said := cells[0].strip("┌┐├┤└┘─┬┴┼ "):
            yield said
