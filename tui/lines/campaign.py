"""A club night as lines of text: what falls due, what may be entered, one field after the other."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from engine.documents.complaints import Complaints
from engine.documents.fields import Field, Flag, Listed, Named, Text, value_of
from engine.documents.printable import read_line
from engine.eia import tables
from engine.eia.ledger import known_names
from engine.eia.ledger.club_night import DONE, ON, SURE, Enter
from engine.eia.ledger.desk import engagement, situations
from engine.eia.ledger.entries import sorted_for
from engine.eia.ledger.known_fields import known_fields
from engine.eia.ledger.ledger import Ledger
from engine.eia.reasons import Reason
from engine.grammar import capitalised
from engine.play.asks import BadAnswer, Die, Raw, dice_in, ordinal
from saves.store import Saved
from tui.forms.form_rows import Row
from tui.lines import talk
from tui.lines.engagement import Engagement
from tui.lines.fields import GIVEN_UP, FieldReader
from tui.lines.line_output import write_line
from tui.lines.talk import Voice
from tui.settings.files import Files
from tui.table import undo
from tui.table.table import Table
from tui.words.ledger import situation

HELP = f"""\
Answer with the number or the name of an entry; its fields are asked one by one, or said behind it:
  peace France, Austria, months=12, unconditional
A battle is fought and booked from one line, corps and leaders as the roster knows them; of fleets:
  fight France I III Davout v Austria I II Charles, Linz, esc v cor, river
  engage Britain Channel Nelson v France Brest, Ushant
Enter goes on to what is due, g to the next step, g land combat to a step.
A field: what it says, - for none, Enter for what stands in brackets, . gives the entry up,
some letters and ? for the names that fit.
  l  every entry that may be made; those of the step are listed when it begins
  u  take back the last entry       r  write it down again
  s  the ledger, S what is secret too    c  the chronicle so far
  d  what the desk could adjudicate; d 2  the second as a document, with what is secret in it
{talk.HELP}
  {{"do": "war", …}}  an entry in one line
  ?  these lines                    q  leave; the campaign is saved"""


class PlainCampaign:
    """A campaign kept by lines; `read` gives a line (EOFError at the end), `write` shows one."""

    def __init__(
        self,
        saved: Saved,
        read: Callable[[str], str] = read_line,
        write: Callable[[str], None] = write_line,
        files: Files | None = None,
    ) -> None:
        self.table = Table(saved)
        self.voice = Voice(saved, write, files)
        self.read = read
        self.write = write
        self.told = max(0, len(self.table.game.story) - 5)
        self.box = ""
        self.listed: list[str] = []
        self.fallen: list[int] = []  # dice that were typed at once and are still to be used
        self.several = False

    @property
    def ledger(self) -> Ledger:
        """The campaign as it stands."""
        state: Any = self.table.game.state
        assert isinstance(state, Ledger)
        return state

    def play(self) -> None:
        """Plays until the campaign is over or somebody leaves; it stays saved either way."""
        if self.table.saved.warning:
            self.write(self.table.saved.warning)
        while True:
            self.table.look_around()
            self.voice.listen()
            self._tell()
            try:
                if not self._turn():
                    break
            except (EOFError, KeyboardInterrupt):
                break
        self._tell()
        self.write(f"The campaign is saved as {self.table.saved.name}.")

    def _tell(self) -> None:
        story = self.table.game.story
        self.told = min(self.told, len(story))
        for entry in story[self.told :]:
            self._head(entry.box)
            rule = (entry.sheet or {}).get("rule", "")
            mark = "* " if entry.kind == "reminder" else "  "
            self.write(f"{mark}{entry.text}{f' ({rule})' if rule else ''}")
        self.told = len(story)

    def _head(self, box: str) -> None:
        """The month and step of what follows, once."""
        if box != self.box:
            self.box = box
            self.write(f"== {box}")

    def _turn(self) -> bool:
        """One question; False when one leaves."""
        ask = self.table.ask
        if self.table.held_back:
            self.write(self.table.held_back)
            text = self.read("Enter looks again, say TEXT says something, q leaves > ").strip()
            return self.voice.command(text) or text not in ("q", "quit")
        if isinstance(ask, Die):
            return self._throw(ask)
        if self.fallen:
            self.write(
                f"Left over of the dice that were typed: {', '.join(map(str, self.fallen))}."
            )
            self.fallen = []
        if ask is None:
            self.write("The campaign is over. u takes the last entry back, q leaves.")
            text = self.read("> ").strip()
            return bool(text) and self._command(text)
        assert isinstance(ask, Enter)
        mine, rest = sorted_for(self.ledger.now.name, list(ask.entries))
        new = self.box != self.ledger.box or not self.listed
        self._head(self.ledger.box)
        self.listed = [*mine, *rest]
        most = len(self.listed)
        self.write(f"What happened? (l lists all {most} entries, Enter goes on to what is due)")
        if new:
            self._list(ask, len(mine))
        return self._command(self.read("> ").strip())

    def _throw(self, ask: Die) -> bool:
        """A die of the table: the next of several that were typed at once, else asked for."""
        what = capitalised(tables.in_words(ask.question))
        if not self.fallen:
            text = self.read(f"{what} ({ask.least} to {ask.most}) > ").strip()
            self.fallen = dice_in(text, ask.most)
            if not self.fallen:
                return self._command(text)
        if len(self.fallen) > 1 or self.several:
            self.write(f"{what}: {self.fallen[0]}")
        self.several = len(self.fallen) > 1
        return self._answer(self.fallen.pop(0))

    def _list(self, ask: Enter, most: int) -> None:
        """The first entries, numbered: those that the step is for come first."""
        for number, name in enumerate(self.listed[:most], 1):
            self.write(f" {number:3}  {name:16} {ask.entries[name].what}")

    def _command(self, text: str) -> bool:
        ask = self.table.ask
        match text:
            case "q" | "quit":
                return False
            case "?" | "help":
                self.write(HELP)
            case "s" | "S":
                secrets = text == "S" and self._alone()
                for row in situation(self.ledger, self.table.game.story, secrets):
                    self.write(row)
            case "c":
                self.told, self.box = 0, ""
            case _ if self.voice.command(text):
                pass
            case "d":
                for number, each in enumerate(situations.situations(self.ledger), 1):
                    self.write(f" {number:3}  {each.kind}: {each.about}")
            case _ if text.startswith("d ") and 0 < ordinal(text[2:]) <= len(
                found := situations.situations(self.ledger)
            ):
                if self._alone():
                    self.write(json.dumps(found[ordinal(text[2:]) - 1].fields))
            case "l" if isinstance(ask, Enter):
                self._list(ask, len(self.listed))
            case "u":
                self._said(undo.undo_last(self.table))
            case "r":
                self._said(undo.redo(self.table))
            case "" if isinstance(ask, Enter):
                return self._answer({"do": ON})
            case _ if text.startswith("g ") and isinstance(ask, Enter):
                return self._answer({"do": ON, "to": text[2:].strip()})
            case "g" if isinstance(ask, Enter):
                return self._answer(DONE)
            case _ if text.startswith("{"):
                try:
                    return self._answer(json.loads(text))
                except (ValueError, RecursionError):
                    self.write("No: this is not JSON.")
            case _ if isinstance(ask, Enter):
                self._entry(ask, text)
            case _ if ask is None:
                self.write("No: the campaign is over; u takes the last entry back.")
            case _:
                self.write("No: a die is wanted.")
        return True

    def _alone(self) -> bool:
        """Whether nobody looks on who may not see what is secret."""
        return self.read("Strengths are secret (EIA-NAV-13). y shows them here > ").strip() == "y"

    def _said(self, trouble: str) -> None:
        if trouble:
            self.write(f"No: {trouble}")

    def _answer(self, raw: Raw) -> bool:
        """Give an answer, confirmed where it has to be."""
        ask = self.table.ask
        raw = ask.dated(raw) if isinstance(ask, Enter) else raw
        doubts: Sequence[Reason] = ()
        if isinstance(ask, Enter) and not (isinstance(raw, dict) and SURE in raw):
            with suppress(BadAnswer):
                doubts = ask.doubts(raw)
        if doubts:
            for each in doubts:
                self.write(f"{tables.in_words(each.why)} ({each.rule})")
            if self.read("y writes it down all the same > ").strip().lower() not in ("y", "yes"):
                self.write("Nothing is written down.")
                return True
            raw = {**(raw if isinstance(raw, dict) else {"do": raw}), SURE: True}
        self._said(self.table.answer(raw))
        return True

    def _fight(self, name: str, text: str) -> None:
        """A battle said in a line, fought out, and written down where one agrees."""
        typed = self.table.game.header.get("dice") == "typed"
        fought = Engagement(self.ledger, self.read, self.write, typed, self._names)
        for entry in fought.fight(name, text):
            self._answer(entry)
            while isinstance(self.table.ask, Die):
                self._turn()

    def _entry(self, ask: Enter, text: str) -> None:
        names = self.listed
        text, _, rest = text.partition(" ")
        name = names[ordinal(text) - 1] if 0 < ordinal(text) <= len(names) else text
        begins = [each for each in (*ask.entries, *engagement.FORMS) if each.startswith(name)]
        if name not in begins and len(begins) == 1 and len(name) > 1:
            name = begins[0]
        if name in engagement.FORMS:
            self._fight(name, rest.strip())
            return
        if name in ask.entries and rest:
            known = known_fields(self.ledger, name)
            said = in_a_line(ask.entries[name].fields, rest, known)
            self._answer({"do": name, **known, **said})
            return
        if name not in ask.entries:
            self.write(f"No: there is no entry {text!r} here; ? tells what may be typed.")
            return
        asked = FieldReader(self.read, self.write, self._names, tables.in_words)
        values = asked.fields(ask.entries[name].fields, known=known_fields(self.ledger, name))
        if values is not GIVEN_UP:
            self._answer({"do": name, **values})

    def _names(self, row: Row) -> Sequence[str]:
        """What the ledger knows that a field may name."""
        return known_names.names(self.ledger, str(row.path[-1]))


def in_a_line(fields: Sequence[Field], text: str, known: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an entry from one line: values between commas, in the order of the fields or by
    their names, which may be cut short; a flag by its name alone. What no field begins goes to a
    list or a table that was named just before. A field that is known needn't be said: what can't
    stand in it is the next one's."""
    found: dict[str, str] = {}
    by_name = {field.name: field for field in fields}
    if len(fields) == 1 and isinstance(fields[0].shape, Text):
        return {fields[0].name: text.removeprefix(f"{fields[0].name}=").strip()}
    waiting, last = [*fields], None
    for part in filter(None, (each.strip() for each in text.split(","))):
        word, equals, value = (each.strip() for each in part.partition("="))
        name = _field_of(by_name, word)
        field = by_name.get(name)
        if field is not None and not equals and isinstance(field.shape, Flag):
            value = "yes"
        elif field is None or not equals:
            if last is not None and isinstance(last.shape, Listed | Named):
                found[last.name] += f", {part}"
                continue
            while waiting and waiting[0].name in known and not _fits(waiting[0], part):
                del waiting[0]
            field, value = (waiting[0], part) if waiting else (None, value or part)
        if field is None:
            found[word] = value
            continue
        if field in waiting:
            waiting.remove(field)
        last = field if equals else None
        found[field.name] = value
    return {
        name: value_of(by_name[name].shape, value) if name in by_name else value
        for name, value in found.items()
    }


def _fits(field: Field, text: str) -> bool:
    """Whether a text can stand in a field."""
    complaints = Complaints()
    field.shape.read(value_of(field.shape, text), "", complaints)
    return not complaints.lines


def _field_of(by_name: Mapping[str, Field], word: str) -> str:
    """The field that a word names, or that alone begins so."""
    if word in by_name:
        return word
    begins = [name for name in by_name if len(word) > 2 and name.startswith(word.replace(" ", "_"))]
    return begins[0] if len(begins) == 1 else word
