"""Where a rule can be broken by one small change, and how: the mutants of the rules and tables.

A mutant is found again by its file, the number of its node in `ast.walk`, the kind of the change
and which of its choices. Texts, errors, types and what is told are left alone: they are no rules.
"""

from __future__ import annotations

import ast
import csv
import random
import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from engine.facts import citations

ROOT: Final = Path(__file__).parents[2]
INDEX: Final = tomllib.loads((ROOT / "engine/data/rules.toml").read_text(encoding="utf-8"))
RULES: Final = frozenset(rule for listed in INDEX.values() for rule in listed)
ROOMS: Final = (
    "combat", "eia", "expeditions", "fleets", "land", "overseas", "rounds", "sea", "sequence",
    "situation", "turns", "variants",
)  # fmt: skip
# Rooms that set up, read, rule or weigh what the rules decide: drawn from only when named.
AROUND: Final = (
    "adjudicator", "chances", "facts", "games", "play", "scenarios", "state", "umpire",
)  # fmt: skip
# Odds, texts and the reading of entries: no rules.
NO_RULES: Final = {
    "__init__", "fight_odds", "siege_odds", "combat_sheet", "chances", "battle_chances",
    "reasons", "knowledge", "booking", "entry", "situations", "months", "club_night",
    "records", "journal_records", "roster", "campaign_figures", "disputed_figures", "ledger",
    "position", "what_weighs_most", "comparison", "sheet_as_text", "fight_sheet", "battle_story",
    "naval_battle_story", "citations", "rulebook", "check", "battle_odds",
}  # fmt: skip
TELLS: Final = ("tell", "tell_roll", "mark", "say", "told", "note")
# Functions that say, weigh, suggest or draw at random what the rules allow.
SAYS: Final = re.compile(
    r"_?(described?\w*|label\w*|said|text|sentence|words|told|tell(_\w+)?|drawn|odds\w*|weigh\w*|foretold"
    r"|foreseen|\w+_told|\w+_in_words|comparison|stroll|outlook|whose|sheet|compared|default|about|detail|hints?"
    r"|stake|against|does|spoken|written|summary|\w+_(words|text|line|odds|outlook)|before_\w+|expectation|heaviest|chance_of"
    r"|listed|random_\w+|chances_from|option)|__\w+__"
)
# What a question says beside what may be answered, and the answer that Enter takes.
BESIDE: Final = ("what", "detail", "about", "enter", "hint", "note", "why")
OPPOSITE: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
NOTHING: Final = {
    "bool": "False", "int": "0", "str": "''", "list": "[]", "tuple": "()", "dict": "{}",
    "set": "set()", "frozenset": "frozenset()", "Sequence": "()", "Iterable": "()", "Mapping": "{}",
}  # fmt: skip
PRINTED: Final = ("engine/data/tables", "engine/data/modifiers", "engine/data/eia")
# The last figure of a cell (no faces of a die), and the columns that tell where a line is from.
FIGURE: Final = re.compile(r"(?<![\d.d])[+-]?\d+(?:\.\d+)?(?!.*\d)")
# Cells that no rule reads, each with its reason.
UNREAD: Final = tomllib.loads(Path(__file__).with_name("unread.toml").read_text(encoding="utf-8"))[
    "unread"
]
ABOUT: Final = re.compile(r"sourc|agreement|note|kind|condition")
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Site(NamedTuple):
    """A place of a file where one change is possible; `choice` tells two of a kind apart."""

    file: str
    node: int
    kind: str
    choice: int = 0


class Mutant(NamedTuple):
    """One change: where, what it is as text, and the rules that the changed code names."""

    site: Site
    line: int
    function: str  # its outermost function, with its class; "" where there is none
    change: str
    rules: frozenset[str]

    @property
    def key(self) -> tuple[str, str, str]:
        """What the list of equivalents knows it by: lines move."""
        return self.site.file, self.function, self.change

    @property
    def of_facts(self) -> bool:
        """Whether it changes what is read of the facts: that is remembered from test to test."""
        return self.site.kind == "cell" or self.site.file.startswith("engine/facts/")

    def __str__(self) -> str:
        named = " ".join(sorted(self.rules)) or "names no rule"
        where = f"{self.site.file}:{self.line} {self.function}"
        return f"{where} {self.site.kind}: {self.change} [{named}]"


class Module:
    """A module's tree, with the parent and the statement of each node."""

    def __init__(self, file: str) -> None:
        self.source = (ROOT / file).read_text(encoding="utf-8")
        self.tree = ast.parse(self.source, file)
        self.nodes = list(ast.walk(self.tree))
        self.parents = {
            id(child): node for node in self.nodes for child in ast.iter_child_nodes(node)
        }

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes around a node, from the inside out."""
        while id(node) in self.parents:
            node = self.parents[id(node)]
            yield node

    def statement(self, node: ast.AST) -> ast.stmt:
        """The innermost statement that a node is part of."""
        return next(each for each in (node, *self.above(node)) if isinstance(each, ast.stmt))

    def function(self, node: ast.AST) -> tuple[Function | None, str]:
        """The outermost function around a node, and its name with its class before it."""
        found: Function | None = None
        name = ""
        for each in (node, *self.above(node)):
            if isinstance(each, Function):
                found, name = each, each.name
            elif isinstance(each, ast.ClassDef) and found:
                name = f"{each.name}.{name}"
        return found, name

    def rules(self, node: ast.AST) -> frozenset[str]:
        """The rules that the statement of a node names, else its function, else its class."""
        statement = self.statement(node)
        around = [each for each in self.above(node) if isinstance(each, Function | ast.ClassDef)]
        plain = [] if hasattr(statement, "body") else [statement]
        for each in [*plain, *around]:
            cited = citations.cited_rules(ast.get_source_segment(self.source, each) or "")
            found = cited & RULES
            if found:
                return frozenset(found)
        return frozenset()


@cache
def module(file: str) -> Module:
    """A module of the checkout, read once. Whoever changes its tree reads it anew."""
    return Module(file)


def files() -> list[str]:
    """The modules of the rules, and of the rooms around them."""
    found = [path for room in ROOMS + AROUND for path in (ROOT / "engine" / room).rglob("*.py")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found if path.stem not in NO_RULES)


def sites(file: str) -> Iterator[Site]:
    """Every place of a file where a rule can be broken by one change."""
    held = module(file)
    for at, node in enumerate(held.nodes):
        for kind, choice in _changes(held, node):
            if not _left_alone(held, node):
                yield Site(file, at, kind, choice)


def _changes(held: Module, node: ast.AST) -> Iterator[tuple[str, int]]:
    match node:
        case ast.Compare(ops=ops):
            yield from (("compare", at) for at in range(len(ops)))
        case ast.BoolOp():
            yield "and/or", 0
        case ast.UnaryOp(op=ast.Not()):
            yield "not", 0
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            yield from (("constant", 1), ("constant", -1))
        case ast.Return(value=ast.expr() as value):
            nothing = _nothing(held.function(node)[0], held, node)
            if nothing and ast.unparse(value) != nothing:
                yield "return", 0
        case ast.If(orelse=[], body=body) if not isinstance(body[-1], ast.Raise):
            yield "guard", 0
        case ast.Expr(value=ast.Call() | ast.Await()):
            if _called(node.value) not in TELLS and not SAYS.fullmatch(_named(node.value)):
                yield "drop", 0
        case ast.AugAssign(op=op, value=value):
            yield "drop", 0
            if isinstance(op, ast.Add | ast.Sub) and not _texts(value):
                yield "plus/minus", 0
        case ast.Assign(targets=[ast.Subscript(value=ast.Name(id="about"))]):
            pass  # what a question says beside
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript(), *_]) | ast.Delete():
            yield "drop", 0
        case ast.Name(id="min" | "max"):
            yield "min/max", 0
        case ast.BinOp(op=ast.Add() | ast.Sub(), left=left, right=right):
            if not _texts(node, left, right):
                yield "plus/minus", 0
        case _:
            pass


def _left_alone(held: Module, node: ast.AST) -> bool:
    """Whether a node is no rule: part of a text, an error, a type, or of what runs on import."""
    below = node
    within = False
    for each in held.above(node):
        match each:
            case ast.JoinedStr() | ast.FormattedValue() | ast.Raise() | ast.Assert():
                return True
            case ast.AnnAssign(annotation=type_) | ast.arg(annotation=type_) if type_ is below:
                return True
            case ast.ClassDef() if not within:
                return True
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                within = True
                head = [each.returns, each.args, *each.decorator_list]
                if any(below is part for part in head) or SAYS.fullmatch(each.name):
                    return True
            case ast.Call() if _tells(each) and (
                below in each.args or getattr(below, "arg", "") in ("who", "sheet")
            ):
                return True
            case ast.keyword(arg=name) if name in BESIDE:
                return True
            case ast.Call(func=ast.Name(id="Unit"), args=[first, *_]) if first is below:
                return True  # the state gives each counter its number
            case ast.If(test=test) if "TYPE_CHECKING" in ast.dump(test):
                return True
            case _:
                pass
        below = each
    return not within and not isinstance(below, ast.Assign | ast.AnnAssign)


def _called(node: ast.AST) -> str:
    call = getattr(node, "value", node) if isinstance(node, ast.Await) else node
    return getattr(getattr(call, "func", None), "attr", "")


def _tells(call: ast.Call) -> bool:
    return _called(call) in TELLS or _named(call).lstrip("_").startswith("tell_")


def _named(node: ast.AST) -> str:
    """The name of the function or method that an expression calls."""
    call = node.value if isinstance(node, ast.Await) else node
    func = getattr(call, "func", None)
    return getattr(func, "id", getattr(func, "attr", ""))


def _texts(*nodes: ast.AST) -> bool:
    return any(
        isinstance(each, ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp)
        or (isinstance(each, ast.Constant) and isinstance(each.value, str | bytes))
        for each in nodes
    )


def _nothing(function: Function | None, held: Module, node: ast.AST) -> str:
    """What the innermost function of a return gives when it finds nothing; "" where unknown."""
    inner = next((each for each in held.above(node) if isinstance(each, Function)), function)
    type_ = ast.unparse(inner.returns) if inner and inner.returns else ""
    if type_.endswith("| None"):
        return "None"
    if type_.startswith("tuple") and "..." not in type_:
        return ""
    return NOTHING.get(type_.partition("[")[0], "")


def changed(site: Site) -> tuple[ast.Module, str]:
    """The tree with the change in it, and the change as text."""
    held = Module(site.file)
    node: ast.AST = held.nodes[site.node]
    shown = node
    while not isinstance(shown, ast.stmt) and len(ast.unparse(shown)) < 50:
        shown = held.parents[id(shown)]
    if hasattr(shown, "body") and not isinstance(shown, ast.Lambda | ast.IfExp):
        shown = getattr(shown, "test", getattr(shown, "iter", node))
    before = ast.unparse(shown)
    new: ast.AST | None = None
    match node, site.kind:
        case ast.Compare(ops=ops), _:
            ops[site.choice] = OPPOSITE[type(ops[site.choice])]()
        case ast.BoolOp(op=op), _:
            node.op = ast.And() if isinstance(op, ast.Or) else ast.Or()
        case ast.UnaryOp(operand=operand), _:
            new = operand
        case ast.Constant(value=int() as value), _:
            node.value = value + site.choice
        case ast.Return(), _:
            node.value = ast.parse(_nothing(None, held, node), mode="eval").body
        case ast.If(test=test), _:
            before = f"if {ast.unparse(test)}: {ast.unparse(node.body[0])}"
            node.test = shown = ast.Constant(False)
        case ast.AugAssign(op=op) | ast.BinOp(op=op), "plus/minus":
            node.op = ast.Sub() if isinstance(op, ast.Add) else ast.Add()
        case ast.Name(id=name), _:
            node.id = "max" if name == "min" else "min"
        case _:
            new = ast.Pass()
    if new is not None:
        _put(held.parents[id(node)], node, ast.copy_location(new, node))
        shown = new if shown is node else shown
    return ast.fix_missing_locations(held.tree), f"{before}  ->  {ast.unparse(shown)}"


def _put(above: ast.AST, node: ast.AST, new: ast.AST) -> None:
    for name, value in ast.iter_fields(above):
        if value is node:
            setattr(above, name, new)
        elif isinstance(value, list):
            setattr(above, name, [new if each is node else each for each in value])


def mutant(site: Site) -> Mutant:
    """A site's mutant, described."""
    held = module(site.file)
    node = held.nodes[site.node]
    line = getattr(node, "lineno", held.statement(node).lineno)
    return Mutant(site, line, held.function(node)[1], changed(site)[1], held.rules(node))


def drawn(count: int, seed: int, only: str | tuple[str, ...] = "") -> list[Mutant]:
    """A sample of the mutants of the rules, or of the files whose paths begin so: no module and no
    kind of change rules it, and no two are of one statement."""
    chance = random.Random(seed)
    rooms = only or tuple(f"engine/{room}/" for room in ROOMS)
    wanted = [file for file in files() if file.startswith(rooms)]
    by_file = {file: found for file in wanted if (found := list(sites(file)))}
    weights = [len(found) ** 0.6 for found in by_file.values()]
    taken: set[tuple[str, int]] = set()
    sample: list[Mutant] = []
    for _ in range(50 * count if by_file else 0):
        if len(sample) == count:
            break
        file = chance.choices(list(by_file), weights)[0]
        kind = chance.choice(sorted({site.kind for site in by_file[file]}))
        site = chance.choice([site for site in by_file[file] if site.kind == kind])
        held = module(file)
        statement = held.statement(held.nodes[site.node]).lineno
        if (file, statement) not in taken:
            taken.add((file, statement))
            sample.append(mutant(site))
    return sample


def every(only: str | tuple[str, ...]) -> list[Mutant]:
    """All mutants of the files whose paths begin so, and of the sheets."""
    changes = [mutant(site) for file in files() if file.startswith(only) for site in sites(file)]
    printed = [name for name in sheets() if name.startswith(only)]
    return [*changes, *(cell(name, *at) for name in printed for at in figures(name))]


def cells(count: int, seed: int, only: str | tuple[str, ...] = "") -> list[Mutant]:
    """A sample of the figures of the printed tables, or of those whose paths begin so, one more
    each; at most 2 of a sheet."""
    chance = random.Random(seed)
    wanted = [name for name in sheets() if not only or name.startswith(only)]
    found = {name: each for name in wanted if (each := figures(name))}
    chosen = chance.sample(2 * sorted(found), min(count, 2 * len(found)))
    return [cell(name, *chance.choice(found[name])) for name in chosen]


def sheets() -> list[str]:
    """The printed tables."""
    paths = [path for room in PRINTED for path in (ROOT / room).glob("*.csv")]
    return sorted(path.relative_to(ROOT).as_posix() for path in paths)


def figures(name: str) -> list[tuple[int, int]]:
    """The cells of a sheet that hold a figure which a rule reads: row and column."""
    rows = sheet(name)
    unread = [each for each in UNREAD if name == f"engine/data/{each['sheet']}"]

    def read(row: list[str], head: str) -> bool:
        return not any(
            {*row} & {*each.get("lines", row)} and head in each.get("columns", [head])
            for each in unread
        )

    return [
        (at, column)
        for at, row in enumerate(rows[1:], 1)
        for column, head in enumerate(rows[0])
        if FIGURE.search(row[column]) and not ABOUT.match(head) and read(row, head)
    ]


def cell(name: str, row: int, column: int) -> Mutant:
    """The mutant of a cell: its last figure is one more."""
    rows = sheet(name)
    site = Site(name, row, "cell", column)
    after = sheet_with(site)[row][column]
    change = f"{rows[0][column]} of {', '.join(rows[row])[:60]}: {rows[row][column]}  ->  {after}"
    return Mutant(site, row + 1, "", change, frozenset())


@cache
def sheet(name: str) -> list[list[str]]:
    """The rows of a sheet, its header first."""
    with (ROOT / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.reader(lines))


def sheet_with(site: Site) -> list[list[str]]:
    """The rows of a sheet with the cell of a site one more."""
    rows = [[*row] for row in sheet(site.file)]
    rows[site.node][site.choice] = FIGURE.sub(_one_more, rows[site.node][site.choice], 1)
    return rows


def _one_more(figure: re.Match[str]) -> str:
    more = Decimal(figure[0]) + 1
    return f"{more:+}" if figure[0].startswith("+") else str(more)
