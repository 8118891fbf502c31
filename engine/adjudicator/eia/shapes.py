"""What the documents of Empires in Arms share: shapes, answers with reasons, and small odds."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from textwrap import wrap
from typing import Any, Final

from engine.adjudicator.document_kind import SIX as SIX
from engine.adjudicator.document_kind import (
    Answer,
    MissingDie,
    Resolve,
    Table,
    modifier_rows,
)
from engine.adjudicator.sheet_as_text import WIDTH, Paint, told
from engine.chances.distribution import marginal, mean
from engine.chances.steps import (
    Roll,
    State,
    Step,
    Taken,
    never_decided,
    never_over,
    run_procedure,
    walk,
)
from engine.documents import typed
from engine.documents.complaints import Complaints
from engine.documents.fields import Choice, Shape
from engine.eia import leaders, tables
from engine.eia.chances import FACES, plain, spread
from engine.eia.leaders import Fate
from engine.eia.reasons import Reason
from engine.facts.document_fields import Words
from engine.modifiers import Modifier

MOST_MORALE: Final = 9
ALIASES: Final = {"great_britain": "britain", "england": "britain"}


class Morale(Shape):
    """A morale from 0 to 9 with at most one decimal, kept in tenths."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The number in tenths."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            bounded = 0 <= value <= MOST_MORALE  # NaN and infinity are not
            if bounded and abs(round(value * tables.TENTHS) - value * tables.TENTHS) < 1e-6:
                return round(value * tables.TENTHS)
        wanted = f"is not a morale from 0 to {MOST_MORALE} with at most one decimal"
        return complaints.add(path, value, wanted)

    def typed(self, text: str) -> Any:
        """The number."""
        return typed.number_of(text)

    def schema(self) -> dict[str, Any]:
        """A number."""
        return {"type": "number", "minimum": 0, "maximum": MOST_MORALE, "multipleOf": 0.1}


WORDS: Final[Words] = {
    "major power": Choice(tuple(tables.POWERS), "a major power", ALIASES),
    "tenths of a morale": Morale(),
}
IN_TENTHS: Final = "morale in tenths"  # what such modifiers are of


def in_tenths(number: int) -> float:
    """Tenths as a document holds them."""
    return number / tables.TENTHS


def reasons_told(reasons: Iterable[Reason]) -> list[dict[str, str]]:
    """Reasons as a document holds them, each once."""
    return [
        {"why": tables.singular(reason.why), "rule": reason.rule}
        for reason in dict.fromkeys(reasons)
    ]


Groups = Sequence[tuple[str, str, tuple[Modifier, ...]]]


def answer(
    head: str,
    outcome: dict[str, Any],
    reasons: Iterable[Reason] = (),
    groups: Groups = (),
    lines: Sequence[str] = (),
    reminders: Iterable[Reason] = (),
) -> Answer:
    """An answer whose sheet is a head, lines, its modifiers and its reasons."""
    found, table_talk = reasons_told(reasons), reasons_told(reminders)
    outcome = {**outcome, "because": found}
    head, lines = tables.singular(head), [tables.singular(line) for line in lines]
    if table_talk:
        outcome["reminders"] = table_talk
    modifiers = modifier_rows(groups)

    def sheet(paint: Paint) -> list[str]:
        said = [paint(part, "head") for part in wrap(head, WIDTH, break_on_hyphens=False)]
        for line in lines:
            said += wrap(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
        for each in modifiers:
            whole = IN_TENTHS not in each["rolls"]
            value = each["value"] if whole else in_tenths(each["value"])
            said += _indented(f"{value:+} {each['why']} ({each['rule']})")
        for each in found:
            said += _indented(f"{each['why']} ({each['rule']})")
        for each in table_talk:
            said += [paint(part, "dim") for part in _indented(f"Remember: {each['why']}")]
        return said

    return Answer(outcome, modifiers, sheet)


def _indented(text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)


def yes_or_no(allowed: bool) -> str:
    """A verdict in a word."""
    return "allowed" if allowed else "not allowed"


def chances(head: str, odds: Mapping[str, Any]) -> Answer:
    """An answer to --odds: each question with its distribution, or one number."""

    lines = [
        line
        for question, value in odds.items()
        for line in _question(question.replace("_", " ").capitalize(), value)
    ]
    return Answer(None, [], told((head, "head"), lines), dict(odds))


def _question(head: str, value: Any) -> list[str]:
    """The lines of one question: a number, or a distribution, each by side where it is told so."""
    if not isinstance(value, Mapping):
        return [f"{head}: {value:.3f}" if head.startswith("Expected") else f"{head}: {value:.2%}"]
    lines = [] if any(isinstance(each, Mapping) for each in value.values()) else [head]
    for key, each in value.items():
        if isinstance(each, Mapping):
            lines += _question(f"{head}, {key}", each)
        elif isinstance(each, float):
            shown = f"{each:8.3f}" if head.startswith("Expected") else f"{each:8.2%}"
            lines.append(f"  {str(key)[:40]:>24} {shown}")
    return lines


def all_outcomes(
    resolve: Resolve, values: dict[str, Any], table: Table
) -> list[tuple[dict[str, Any], Fraction]]:
    """Every outcome that a document's few dice may have, with its chance; dice of the document are
    fixed."""
    found: list[tuple[dict[str, Any], Fraction]] = []
    waiting: list[tuple[dict[str, int], Fraction]] = [(dict(table.given), Fraction(1))]
    while waiting:
        dice, chance = waiting.pop()
        branch = Table(dice, 0, rolling=False, faces=SIX)
        try:
            found.append((resolve({**values, "dice": dice}, branch).outcome or {}, chance))
            table.asked |= branch.asked & set(table.given)
        except MissingDie as missing:
            waiting += [({**dice, missing.name: face}, chance / SIX) for face in reversed(FACES)]
    return found


def odds_at_sea(
    found: Mapping[State, Fraction],
    names: Sequence[str],
    winner: Callable[[State], int | None],
    hit: str,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Who wins, and how many ships are hit, by the chances of what may come of a battle of
    fleets."""
    won = marginal(found, winner)
    first = {"win": {name: float(won.get(at, 0)) for at, name in enumerate(names)},
             "draw": float(won.get(None, 0))}  # fmt: skip
    hits = [(name, itemgetter(at)) for at, name in enumerate(names)]
    return first, {
        hit: {name: plain(dict(sorted(marginal(found, at).items()))) for name, at in hits},
        f"expected_{hit}": {name: float(mean(found, at)) for name, at in hits},
    }


def odds_of(head: str, resolve: Resolve, *questions: str) -> Resolve:
    """The odds of what a few dice decide: the chances of some parts of the outcome."""

    def odds(values: dict[str, Any], table: Table) -> Answer:
        found: dict[str, dict[str, Fraction]] = {each: defaultdict(Fraction) for each in questions}
        for outcome, chance in all_outcomes(resolve, values, table):
            for question, known in found.items():
                known[str(outcome[question])] += chance
        return chances(head, {question: plain(known) for question, known in found.items()})

    return odds


def weighed(
    steps: Sequence[Step],
    start: State,
    table: Table,
    later: Sequence[str],
    over: Callable[[State], bool] = never_over,
) -> dict[State, Fraction]:
    """The chances of the states at the end of a battle; its dice, and those `later`, are not
    unused."""
    table.asked |= {step.name for step in steps if isinstance(step, Roll)}
    table.asked |= {name for name in table.given if any(each in name for each in later)}
    return spread(steps, start, table.given, over)


def damaged(table: Table, name: str, ships: int, purpose: str, lost: Callable[[int], bool]) -> int:
    """How many of a side's damaged ships are lost, by a die each."""
    return sum(
        lost(table.throw(f"{name}.damaged{number}", (), purpose)) for number in range(1, ships + 1)
    )


POINTS_NEEDED: Final = "points: the political points of a naval victory are of the base rules"
WAY_HOME: Final = "lost_on: the way home of 6.7.3.9.1 is of the base rules"


def lacking(*needs: tuple[object, str]) -> list[str]:
    """What is still to be said, each behind whether it is wanted."""
    return [why for wanted, why in needs if wanted]


def played(
    steps: Sequence[Step],
    start: State,
    table: Table,
    over: Callable[[State], bool] = never_over,
) -> tuple[State, list[Taken]]:
    """The state at the end of a battle with the dice of a table, and the rolls that were made."""
    taken: list[Taken] = []
    return run_procedure(walk(steps, start, table.roll, never_decided, taken, over)), taken


def dice_lines(taken: Iterable[Taken], said: Callable[[Taken], str]) -> list[str]:
    """The rolls of a battle, a line each with what it did."""
    return [
        f"{die_name(one.rolled.name)}: {one.rolled.die} {one.rolled.modifier:+}, {said(one)}"
        for one in taken
    ]


def fates(name: str, guards: Mapping[str, int], table: Table) -> dict[str, Any]:
    """The fates of the leaders of a side, each by a die of his own; `guards` are the commitments
    that they led (EIA-LDR-01, EIA-NAV-A4)."""
    found: dict[str, Any] = {}
    for who, guard in guards.items():
        fate = fate_of(who, guard, table, f"{name}.casualty.{who}", f"{name}.wound.{who}")
        found[who] = {"wounded": fate.months} if fate.months else fate.what
    return found


def fate_of(who: str, guard: int, table: Table, first: str, second: str) -> Fate:
    """The fate of a leader who took part, by two dice of those names."""
    die = table.throw(first, leaders.casualty_modifiers(guard), f"is {who} hit")
    if not leaders.is_casualty(die, guard):
        return Fate("unhurt")
    return leaders.fate(table.throw(second, (), f"how badly {who} is hit"))


def check_apart(names: Sequence[object], path: str, why: str, complaints: Complaints) -> None:
    """Complains where something stands twice that has to stand once."""
    if len(set(names)) < len(names):
        complaints.say(path, why)


def complain(path: str, reasons: Iterable[Reason], complaints: Complaints) -> None:
    """Complains with the reasons of a rule."""
    for reason in reasons:
        complaints.say(path, f"{reason.why} ({reason.rule})")


def check_sides(values: dict[str, Any], complaints: Complaints) -> None:
    """The sides of a battle have names of their own."""
    if values["attacker"]["name"] == values["defender"]["name"]:
        complaints.say("defender.name", "is the name of the other side too")


def side_name(side: str) -> str:
    """A side as people call it: `Great Britain` for `GREAT_BRITAIN`, `Denmark` for `DENMARK`."""
    known = side.replace("_", " ")
    if power := tables.power(known):
        return tables.printed_name(power)
    return known.title() if known.isupper() else known


def die_name(name: str) -> str:
    """The name of a die or of a stage in words: `France, round 1` for `FRANCE.round1`,
    `France, guards in round 2` for `FRANCE.guard2`."""
    side, dot, stage = re.sub(r"\.guard(?=\d)", ".guards in round", name).partition(".")
    said = f"{side_name(side)}, {stage}" if dot else name
    return re.sub(r"(?<=[a-z])(?=\d)", " ", said).replace("_", " ")
