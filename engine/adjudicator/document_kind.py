"""A kind of document, the dice it is resolved with, and its answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from engine.adjudicator.sheet_as_text import Line, Sheet, told
from engine.chances.steps import DIE
from engine.documents.complaints import Complaints
from engine.documents.fields import Field, Fields, Named, Whole
from engine.facts.document_fields import fields_of
from engine.facts.sheets import DATA
from engine.modifiers import Modifier, Rolled
from engine.play.dice import seeded

T = TypeVar("T")
SIX: Final = 6  # faces of the dice of Empires in Arms


class MissingDie(Exception):
    """A die is wanted that the document does not give, and rolling is forbidden: its name, and
    what it is for."""

    def __init__(self, name: str, purpose: str) -> None:
        super().__init__(f"{name} ({purpose})")
        self.name, self.purpose = name, purpose


class Answer(NamedTuple):
    """What a document resolves to: the modifiers applied, the outcome, and the sheet as text.

    `odds` stands in place of `outcome` when the odds were asked for. `notes` are what each roll
    did, by the name of its die, to be printed beside it; `setup` is the battle or assault itself,
    to draw its columns from. `head_tells_die` says that the first line of the sheet names the die
    and what was added to it, `at_sea` that it is a battle there.
    """

    outcome: dict[str, Any] | None
    modifiers: list[dict[str, Any]]
    sheet: Sheet
    odds: dict[str, Any] | None = None
    notes: Mapping[str, Mapping[str, Any]] = {}
    setup: Any = None
    head_tells_die: bool = False
    at_sea: bool = False


class Table:
    """The dice of one document: given, or rolled from a seed by name; it notes what was rolled."""

    def __init__(
        self, given: Mapping[str, int], seed: int, rolling: bool = True, faces: int = DIE
    ) -> None:
        self.given, self.seed, self.rolling, self.faces_of_die = given, seed, rolling, faces
        self.rolled: list[Rolled] = []
        self.asked: set[str] = set()
        self.effort = 1  # how many times as many positions are counted, or sampled, as at first

    def throw(self, name: str, modifiers: tuple[Modifier, ...], purpose: str) -> int:
        """The unmodified die of that name. Raises MissingDie when it may not be rolled."""
        die = self.given.get(name)
        if die is None:
            if not self.rolling:
                raise MissingDie(name, purpose)
            die = seeded(self.seed, name, 0, self.faces_of_die)
        self.asked.add(name)
        self.rolled.append(Rolled(name, die, modifiers, purpose))
        return die

    async def roll(self, name: str, modifiers: tuple[Modifier, ...], purpose: str) -> int:
        """As `throw`, for a procedure that awaits its dice."""
        return self.throw(name, modifiers, purpose)

    def faces(self, name: str) -> Sequence[int]:
        """What the die of that name may show, all at once: every face, or the one given."""
        self.asked.add(name)
        return (self.given[name],) if name in self.given else range(1, self.faces_of_die + 1)

    @property
    def unused(self) -> list[str]:
        """The dice that were given and never asked for."""
        return [name for name in self.given if name not in self.asked]


Resolve = Callable[[dict[str, Any], Table], Answer]


class Kind(NamedTuple):
    """A kind of document.

    `check` looks at what one field alone cannot tell and may complain; `resolve` adjudicates with a
    table of dice; `odds`, where there is one, gives the exact odds (its table notes what it knows).
    `fork` are documents of a second form.
    """

    name: str
    resolve: Resolve
    odds: Resolve | None = None
    check: Callable[[dict[str, Any], Complaints], None] | None = None
    faces: int = DIE
    fields: tuple[Field, ...] = ()
    fork: Fork | None = None

    @property
    def example(self) -> dict[str, Any]:
        """A complete document to start from, that of engine/data/documents."""
        with open(f"{DATA}documents/{self.name}.json", encoding="utf-8") as file:  # noqa: PTH123
            document: dict[str, Any] = json.load(file)
        return document

    @property
    def document(self) -> Fields:
        """The shape of the whole document, its dice included."""
        dice = Named(Whole(1, self.faces, "a die"), f"dice from 1 to {self.faces}")
        field = Field("dice", dice, "fixed dice by name; every other die is rolled", {})
        return Fields((*self.fields, field), "an object in braces")

    def meant(self, document: object) -> Kind:
        """The kind that a document is of: where the word of a second form stands in it, that."""
        if self.fork is None or not isinstance(document, dict):
            return self
        return self.fork.kind if document.get(self.fork.field) == self.fork.word else self

    def schema(self) -> dict[str, Any]:
        """The document as JSON Schema; of two forms either, with the properties of both."""
        usual = self.document.schema()
        if self.fork is None:
            return usual
        other = self.fork.kind.document.schema()
        properties = {**other["properties"], **usual["properties"]}
        for name in usual["properties"].keys() & other["properties"].keys():
            both = [usual["properties"][name], other["properties"][name]]
            properties[name] = both[0] if both[0] == both[1] else {"anyOf": both}
        required = [name for name in usual["required"] if name in other["required"]]
        whole = {**usual, "properties": properties, "required": required}
        return {**whole, "anyOf": [usual, other]}


class Fork(NamedTuple):
    """Documents whose field holds a word are of another kind, with fields of its own."""

    field: str
    word: str
    kind: Kind


def kind_in(module: Any, name: str, at_sea: str) -> Kind:
    """The kind that a module decides: `eia-port-raid` by its `resolve_port_raid`; where there are
    such, `odds_port_raid` tells its odds, and `check_port_raid` what of it doesn't fit. `WORDS` are
    what the shapes of its fields are named by. Where a field that says `sea` makes it another form,
    `resolve_attrition_at_sea` and its like come before them."""
    way = name.removeprefix("eia-").replace("-", "_")

    def made(form: str, besides: str) -> Kind:
        resolve, odds, check = (
            getattr(module, f"{what}_{way}{form}", None) or getattr(module, f"{what}_{way}", None)
            for what in ("resolve", "odds", "check")
        )
        assert resolve is not None, name
        faces = SIX if name.startswith("eia-") else DIE
        return Kind(name, resolve, odds, check, faces, fields_of(name + besides, module.WORDS))

    kind = made("", "")
    return kind._replace(fork=Fork(at_sea, "sea", made("_at_sea", " (at sea)"))) if at_sea else kind


def call_with(values: Mapping[str, Any], make: Callable[..., T], /, **besides: Any) -> T:
    """What is made of the fields of a document that have the names of its parameters, and of what
    is given besides."""
    return make(**{name: values[name] for name in make.__annotations__ if name in values}
                | besides)  # fmt: skip


def facts_of(found: Any, *names: str) -> dict[str, Any]:
    """What a rule has found, as a document holds it: what is named of it, or all but the
    reasons."""
    values = ((name, getattr(found, name)) for name in names or found._fields if name != "reasons")
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values}


def one_roll(
    name: str,
    modifiers: Sequence[Modifier],
    head: Line,
    outcome: dict[str, Any] | None,
    odds: dict[str, Any] | None = None,
    lines: Iterable[Line] = (),
    shown: bool = True,
) -> Answer:
    """The answer to a single roll, whose die the head tells, or its odds; the sheet has its
    modifiers where they are shown."""
    rows = modifier_rows([("", name, modifiers)])
    sheet = told(head, lines, modifiers if shown else None)
    return Answer(outcome, rows, sheet, odds, head_tells_die=odds is None)


def modifier_rows(
    groups: Iterable[tuple[str, str, Iterable[Modifier]]],
) -> list[dict[str, Any]]:
    """Modifiers with the side and the rolls that they apply to, each once.

    `groups` are (side, roll, modifiers); side may be empty.
    """
    found: dict[tuple[str, Modifier], list[str]] = {}
    for side, roll, modifiers in groups:
        for modifier in modifiers:
            found.setdefault((side, modifier), []).append(roll)
    return [
        {**modifier._asdict(), **({"side": side} if side else {}), "rolls": rolls}
        for (side, modifier), rolls in found.items()
    ]
