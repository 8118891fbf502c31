"""The campaign ledger: everything a club keeps written down between and during its nights.

The state is plain data: months are numbers (engine.eia.months), political points stand in halves.
`Night` is the table that the procedure of engine.eia.ledger.club_night works on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import partial
from typing import Any, Final

from engine.chronicle import Entry
from engine.documents.complaints import Complaints
from engine.documents.fields import Text
from engine.documents.printable import LONGEST
from engine.eia import months, status_track, tables
from engine.eia.ledger.records import (
    RECORDS,
    Alliance,
    Broken,
    Ceded,
    City,
    Corps,
    Debt,
    Exile,
    Fleet,
    Land,
    Leader,
    Loan,
    Minor,
    Peace,
    Power,
)
from engine.eia.reasons import Reason
from engine.facts.document_fields import Words, record
from engine.grammar import counted
from engine.modifiers import Modifier, Rolled, total
from engine.play.asks import BadAnswer, Die
from engine.play.journal import Journal

TABLE: Final = "table"  # the one keyboard that everybody shares
BEFORE: Final = -1  # when a peace was made that was in force before it was written down
EDITION: Final = 3  # of the ledger's rules: those of before refused less


@dataclass(slots=True)
class Ledger:
    """The whole state of a campaign."""

    scenario: str
    month: int
    last: int
    powers: dict[str, Power]
    step: int = 0
    turn: str = ""  # the power whose naval or land steps are played
    opened: bool = False
    ended: bool = False
    winners: list[str] = field(default_factory=list)
    britain_default: bool = True
    pillaging: bool = False
    involuntary: bool = False
    wars: list[list[str]] = field(default_factory=list)
    peaces: list[Peace] = field(default_factory=list)
    alliances: list[Alliance] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)
    access: list[list[str]] = field(default_factory=list)
    prisoners: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)
    prices: dict[str, list[int]] = field(default_factory=dict)
    hulks: dict[str, dict[str, int]] = field(default_factory=dict)
    loose: dict[str, dict[str, int]] = field(default_factory=dict)
    fleets: dict[str, Fleet] = field(default_factory=dict)
    building: list[list[Any]] = field(default_factory=list)
    cavalry: dict[str, dict[str, int]] = field(default_factory=dict)
    cities: dict[str, City] = field(default_factory=dict)
    loans: dict[str, Loan] = field(default_factory=dict)
    exiles: dict[str, Exile] = field(default_factory=dict)
    wounded: dict[str, int] = field(default_factory=dict)
    promoted: dict[str, str] = field(default_factory=dict)
    captured: dict[str, str] = field(default_factory=dict)
    la_salle: str = ""
    minors: dict[str, Minor] = field(default_factory=dict)
    debts: list[Debt] = field(default_factory=list)
    napoleon_back: bool = False
    counts: dict[str, int] = field(default_factory=dict)
    rulings: list[list[str]] = field(default_factory=list)
    declared_on: list[str] = field(default_factory=list)
    fled: list[str] = field(default_factory=list)
    tested: list[str] = field(default_factory=list)
    paid_access: dict[str, list[str]] = field(default_factory=dict)
    rights: list[list[str]] = field(default_factory=list)  # who may declare war on whom, and why
    sailed: list[str] = field(default_factory=list)
    figures: dict[str, str] = field(default_factory=dict)
    thrown: dict[str, int] = field(default_factory=dict)
    edition: int = 0  # of the ledger's rules that it was begun under
    confirms: bool = False  # begun before anything was to be confirmed: until its next step
    leaders: dict[str, Leader] = field(default_factory=dict)
    corps: dict[str, Corps] = field(default_factory=dict)
    ceded: dict[str, Ceded] = field(default_factory=dict)  # home provinces that were ceded
    lands: dict[str, Land] = field(default_factory=dict)  # provinces and minors, and what they give
    floating: dict[str, str] = field(default_factory=dict)  # phase, the power it comes after
    talked: list[str] = field(default_factory=list)  # what was said once, and is not said again
    rolled: dict[str, dict[str, int]] = field(default_factory=dict)  # city, who took it, when

    @property
    def box(self) -> str:
        """Where the campaign stands: `December 1805, peace`."""
        whose = f" of {tables.printed_name(self.turn)}" if self.turn else ""
        return f"{months.month_name(self.month)}, {self.now.name}{whose}"

    @property
    def now(self) -> tables.Step:
        """The step that is played."""
        return tables.steps()[self.step]

    @property
    def phase(self) -> str:
        """The phase of that step."""
        return self.now.phase

    def to_plain(self) -> dict[str, Any]:
        """The state as a plain document; equal states have equal documents."""
        plain: dict[str, Any] = _sorted(self)
        return plain

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Ledger:
        """The state a plain document describes."""
        copied = _sorted(dict(plain))
        for name, kind in RECORDS.items():
            copied[name] = _each(copied[name], partial(_made, kind))
        return cls(**copied)

    def defects(self) -> list[str]:
        """What in a ledger from a file no campaign could have left; empty for a sound one."""
        strange, last = sorted({*self.powers} - {*tables.POWERS}), months.month_name(self.last)
        no_step = not 0 <= self.step < len(tables.steps())
        wrong = (
            (strange, f"powers: {', '.join(strange)} are none"),
            (no_step, f"step: {self.step} is not a step of a turn"),
            (not 0 <= self.month <= self.last,
             f"month: {self.month} is not before the last one, {self.last}"),
            (not months.economic(self.last), f"last: {last} has no Economic Phase to end with"),
        )  # fmt: skip
        found = [why for applies, why in wrong if applies]
        found += [
            f"prices: {troop} has none, and is held prisoner"
            for nations in self.prisoners.values()
            for stock in nations.values()
            for troop in stock
            if len(self.prices.get(troop, ())) != 2
        ]
        found += [
            f"powers[{name}].marker: {power.marker} is beside the track"
            for name, power in self.powers.items()
            if not -1 <= power.marker <= 2 * status_track.HIGHEST_BOX + 1
        ]
        found += [f"building: {each} is not a ship" for each in self.building if len(each) != 4]
        found += [f"rights: {each} is no right to war" for each in self.rights if len(each) != 3]
        found += [f"debts: {each.payer} owes nothing" for each in self.debts if not each.left]
        return found

    def at_war(self, one: str, other: str) -> bool:
        """Whether two powers are at war."""
        return sorted((one, other)) in self.wars

    def enemies(self, power: str) -> list[str]:
        """The powers at war with a power."""
        return [name for pair in self.wars if power in pair for name in pair if name != power]

    def peace(self, one: str, other: str) -> Peace | None:
        """The enforced peace between two powers."""
        both = {one, other}
        return next((each for each in self.peaces if {each.victor, each.loser} == both), None)

    def alliance(self, one: str, other: str) -> Alliance | None:
        """The alliance of two powers."""
        return next((each for each in self.alliances if {*each.powers} == {one, other}), None)

    def broke(self, power: str, other: str) -> Broken | None:
        """The last alliance that a power broke with another; else the last that this one broke."""
        found = [each for each in self.broken if {each.breaker, each.other} == {power, other}]
        own = [each for each in found if each.breaker == power]
        return next(reversed(own or found), None)

    def allies(self, power: str) -> list[str]:
        """The allies of a power."""
        own = [each.powers for each in self.alliances if power in each.powers]
        return [name for powers in own for name in powers if name != power]

    def part(self, one: str, other: str) -> None:
        """Takes away what two powers were to each other."""
        both = {one, other}
        self.wars = [each for each in self.wars if set(each) != both]
        self.alliances = [each for each in self.alliances if set(each.powers) != both]
        self.peaces = [each for each in self.peaces if {each.victor, each.loser} != both]

    def points(self, power: str, halves: int) -> None:
        """Adds political points, in halves, to a power; its marker on the political status track
        goes with them, and its zone with the marker."""
        one = self.powers.get(power)
        if one is None:
            return
        one.political_halves += halves
        if one.marker >= 0:
            one.marker = max(0, min(2 * status_track.HIGHEST_BOX, one.marker + halves))
            one.zone = status_track.zone_of(one.marker)

    def order(self) -> list[str]:
        """The powers in the order in which they play the present phase; who says where it comes in
        does so after the power that it last named, else last."""
        named, floating = tables.order(self.phase)
        found = [name for name in named if name != floating]
        after = self.floating.get(self.phase, "")
        if floating:
            found.insert(found.index(after) + 1 if after in found else len(found), floating)
        return [name for name in found if name in self.powers]

    def zone(self, power: str) -> str:
        """The zone that a power stands in; neutral for one that is not played."""
        return self.powers[power].zone if power in self.powers else "neutral"

    def is_dominant(self, power: str) -> bool:
        """Whether a power is played and dominant."""
        return power in self.powers and self.powers[power].dominant

    def pay(self, power: str, money: int) -> None:
        """Adds money to a power."""
        if power in self.powers:
            self.powers[power].money += money


def _sorted(value: Any) -> Any:
    """A deep copy of plain data, records as tables, with its tables in order."""
    if isinstance(value, (str, int)):
        return value
    if is_dataclass(value):
        names = sorted([each.name for each in fields(value)])
        return {name: _sorted(getattr(value, name)) for name in names}
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    if isinstance(value, list):
        return [_sorted(each) for each in value]
    return value


def with_defaults(plain: Mapping[str, Any]) -> dict[str, Any]:
    """A plain ledger with what has come into it since it was written, as it is at the start."""
    whole = {**Ledger("", 0, 0, {}).to_plain(), **plain}
    for name, kind in RECORDS.items():
        fresh = {
            each.name: each.default if each.default_factory is MISSING else each.default_factory()
            for each in fields(kind)
            if (each.default, each.default_factory) != (MISSING, MISSING)
        }
        if type(whole[name]) in (dict, list):
            whole[name] = _each(whole[name], partial(_filled, fresh))
    return whole


def _made(kind: type, record: Mapping[str, Any]) -> Any:
    return kind(**record)


def _filled(fresh: Mapping[str, Any], record: Any) -> Any:
    return dict(sorted({**fresh, **record}.items())) if type(record) is dict else record


def _each(records: Any, make: Callable[[Any], Any]) -> Any:
    """What is made of each record of a table or a list of them."""
    if isinstance(records, dict):
        return {key: make(each) for key, each in records.items()}
    return [make(each) for each in records]


def new_campaign(
    scenario: str,
    start: int,
    last: int,
    goals: Mapping[str, int],
    pillaging: bool,
    involuntary: bool,
) -> Ledger:
    """A campaign before its first step: its months, and the goals of its powers.

    Raises ValueError when the last month has no Economic Phase to end with (EIA-WIN-03), or comes
    before the first.
    """
    if last < start or not months.economic(last):
        names = ", ".join(name for at, name in enumerate(tables.MONTHS) if months.economic(at))
        raise ValueError(
            f"the last month is {months.month_name(last)}; a campaign ends with an Economic "
            f"Phase, in one of: {names}"
        )
    powers = {name: Power(goal=goal, controller=name) for name, goal in sorted(goals.items())}
    return Ledger(
        scenario, start, last, powers, pillaging=pillaging, involuntary=pillaging and involuntary,
        edition=EDITION,
    )  # fmt: skip


class Night:
    """What the procedure of a club night works on: the ledger, its dice and its chronicle."""

    __slots__ = ("journal", "record", "state", "story")

    def __init__(self, state: Ledger, story: list[Entry] | None = None) -> None:
        self.state = state
        self.story: list[Entry] = [] if story is None else story
        self.journal: Journal | None = None
        self.record = 0

    async def roll(
        self, name: str, modifiers: Sequence[Modifier] = (), purpose: str = ""
    ) -> Rolled:
        """Throws a die of six faces and reads it with its modifiers."""
        modifiers = tuple(modifiers)
        added = total(modifiers)
        value = None if self.journal is None else self.journal.throw(self, name, 6, added)
        if value is None:
            who, _, kind = name.partition(".")
            what = tables.in_words(f"{who}: {purpose or kind}")
            value = await Die(who=TABLE, name=name, what=what, most=6, modifier=added)
        return Rolled(name, value, modifiers, purpose)

    def mark(self, segment: bool = False) -> None:
        """A point from which the night can start again from the ledger alone."""
        if self.journal is not None:
            self.journal.mark(self, segment)

    def tell(
        self, kind: str, text: str, who: str = "", sheet: dict[str, Any] | None = None
    ) -> None:
        """Adds a line to the chronicle."""
        said = tables.in_words(text)
        self.story.append(Entry(self.state.box, "", kind, said, "", who, sheet, self.record))

    def say(self, why: str, rule: str, kind: str = "entry", who: str = "") -> None:
        """Adds a line with the rule that says so."""
        self.tell(kind, why, who, {"rule": rule})

    def say_all(self, reasons: Iterable[Reason], kind: str = "entry", who: str = "") -> None:
        """Adds a line for each reason."""
        for why, rule in reasons:
            self.say(why, rule, kind, who)

    def remind(self, why: str, rule: str, who: str = "") -> None:
        """Adds a reminder of what falls due now."""
        self.say(why, rule, "reminder", who)


def load_night(plain: Mapping[str, Any], story: list[Entry]) -> Night:
    """The table of a plain ledger."""
    return Night(Ledger.from_plain(plain), story)


def apply_ruling(state: Ledger, ruling: Any) -> str:
    """An umpire's ruling on the ledger: points of a power set right, or a note. Raises BadAnswer.

    `{"do": "points", "power": "france", "victory": 3, "political_halves": -1}`, also with a `zone`,
    or `{"do": "note", "text": "…"}`.
    """
    kind = ruling.get("do") if type(ruling) is dict else None
    if type(kind) is not str or kind not in RULINGS:
        raise BadAnswer(f"{kind!r} is not a ruling; one of: {', '.join(RULINGS)}")
    complaints = Complaints()
    fields = {name: value for name, value in ruling.items() if name != "do"}
    given = RULINGS[kind].read(fields, "", complaints)
    if complaints.lines:
        raise BadAnswer("; ".join(complaints.lines))
    if kind == "note":
        state.rulings.append([given["text"], "umpire"])
        return str(given["text"])
    name = given["power"]
    if name not in state.powers:
        raise BadAnswer(f"power: {name!r} is not in this campaign: {', '.join(state.powers)}")
    power = state.powers[name]
    power.victory += given["victory"]
    state.points(name, given["political_halves"])
    power.zone = given["zone"] or power.zone
    return f"{name} stands at {counted(power.victory, 'victory point')}"


RULING: Final[Words] = {"ruling": Text(most=LONGEST)}
RULINGS: Final = {name: record(f"a ruling ({name})", RULING) for name in ("note", "points")}
"""What an umpire may rule in a campaign, and what may stand in it."""
