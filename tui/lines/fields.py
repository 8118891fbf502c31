"""Fields of a document asked one by one in lines of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from engine.documents.complaints import Complaints
from engine.documents.fields import REQUIRED, Field, Fields, value_of
from tui.forms.form_rows import Row, assumed, candidates
from tui.forms.values import text_of

GIVEN_UP: Final = object()
REST: Final = object()
MORE: Final = "+"
NOTHING_KNOWN: Final[Mapping[str, Any]] = MappingProxyType({})
MOST: Final = 6  # names that are offered for what is typed


class FieldReader:
    """Reads the values of fields; `names` offers what may stand in a field of free names, `said`
    makes a sentence of what a field means; `rest` is what leaves all further ones as they are, ""
    for nothing."""

    def __init__(
        self,
        read: Callable[[str], str],
        write: Callable[[str], None],
        names: Callable[[Row], Sequence[str]] = lambda row: (),
        said: Callable[[str], str] = str,
        rest: str = "",
    ) -> None:
        self.read = read
        self.write = write
        self.names = names
        self.said = said
        self.rest = rest
        self.more = False  # whether folded fields are asked for too

    def fields(
        self, fields: tuple[Field, ...], path: str = "", known: Mapping[str, Any] = NOTHING_KNOWN
    ) -> Any:
        """The values by name, of which `known` stand there unless others are typed; GIVEN_UP when
        one gives the whole up."""
        found: dict[str, Any] = {}
        rest = [field for field in fields if field.folded]
        if rest:
            self.write(f"  The rest as usual ({MORE} asks for it too): {assumed(rest)}")
        self.more = False
        for field in sorted(fields, key=lambda field: field.folded):
            if field.folded and not self.more:
                break
            told = field.name in known
            asked = field._replace(default=known[field.name]) if told else field
            value = self.field(asked, f"{path}{field.name}")
            if value is GIVEN_UP:
                return GIVEN_UP
            if value is REQUIRED and told:
                value = known[field.name]
            if value is not REQUIRED:
                found[field.name] = value
        return found

    def field(self, field: Field, name: str) -> Any:
        """One field; REQUIRED where its default holds, GIVEN_UP or REST where that is said."""
        shape = field.shape
        if isinstance(shape, Fields):
            return self.fields(shape.fields, f"{name}.")
        default = "" if field.default is REQUIRED else f" [{text_of(field.default)}]"
        while True:
            self.write(f"  {name}: {self.said(field.what)}. {shape.help()}{default}")
            text = self.read(f"  {name} > ").strip()
            if text == ".":
                return GIVEN_UP
            if text == MORE:
                self.more = True
                continue
            if text and text == self.rest:
                return REST
            if not text and default:
                return REQUIRED
            if not text:
                self.write("  No: something has to stand here; . gives up.")
                continue
            if text.endswith("?"):
                self._offer(field, name, text[:-1].strip())
                continue
            complaints = Complaints()
            value = value_of(shape, text)
            shape.read(value, name, complaints)
            if not complaints.lines:
                return value
            for line in complaints.lines:
                self.write(f"  No: {line}.")

    def _offer(self, field: Field, name: str, typed: str) -> None:
        row = Row((field.name,), name, 0, field.shape, field.what)
        found = candidates(field.shape, typed, self.names(row))
        more = f" and {len(found) - MOST} more" if len(found) > MOST else ""
        self.write(f"  {' · '.join(found[:MOST]) or 'no name fits'}{more}")
