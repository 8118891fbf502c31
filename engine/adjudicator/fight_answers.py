"""What documents about battles and assaults share: checks and answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from engine.adjudicator import fight_sheet, land_shapes
from engine.adjudicator.document_kind import Answer, Table, modifier_rows
from engine.adjudicator.fight_sheet import Setting, Toll
from engine.adjudicator.sheet_as_text import Paint, told
from engine.chances.steps import Decide, Pending, Roll, Taken, run_procedure
from engine.combat import fight as fights
from engine.combat import leader_casualties_math, leaders, pursuit
from engine.combat.fight import AnyFought
from engine.combat.leader_casualties_math import Fate
from engine.combat.leaders import Commander
from engine.combat.major_battle import Major
from engine.combat.prepared_battle import AnySetup, total_hits
from engine.documents.complaints import Complaints
from engine.facts import countries, tables
from engine.modifiers import Modifier, total

Group: TypeAlias = tuple[str, str, tuple[Modifier, ...]]
Pairs: TypeAlias = list[tuple[int, list[Commander]]]
SHOWN: Final = ("name", "manoeuvre", "fire", "shock", "replacement")
"""What an answer says of a commander."""

NO_EVASION: Final = "the phasing side and interceptors never evade; false may stand here"


def check_sides(values: dict[str, Any], complaints: Complaints) -> list[str]:
    """Names the sides that have no name; complains about names, and about who is phasing."""
    sides = values["sides"]
    for each in sides:
        if each["name"] is None:
            country = countries.country(each["country"])
            each["name"] = country.code or country.id
    names = [each["name"] for each in sides]
    if names[0] == names[1]:
        complaints.say("sides[1].name", f"{names[1]!r} is the name of the other side too")
    if sum(each["phasing"] for each in sides) != 1:
        complaints.say("sides", "exactly one side is phasing; set its `phasing` to true")
    return names


def check_turn(values: dict[str, Any], complaints: Complaints) -> None:
    """Complains about a turn outside its period."""
    period = tables.period(values["period"])
    turn = values["turn"]
    if turn is not None and not period.first_turn <= turn <= period.last_turn:
        turns = f"turns {period.first_turn} to {period.last_turn}"
        complaints.add("turn", turn, f"is not in period {period.name}, {turns}")


def check_decision(name: str, known: list[str], complaints: Complaints) -> bool:
    """Whether there is such a decision; complains when there is none."""
    if name in known:
        return True
    path = f"decisions.{name}" if name.isprintable() else "decisions"
    complaints.say(path, f"there is no such decision; there are: {', '.join(known)}")
    return False


# One outcome.


def evasion(
    values: dict[str, Any], at: int, commanders: Sequence[Commander | None], ashore: bool
) -> Group:
    """The modifiers of a side's attempt to evade; replacements don't help (EVA-03, EVA-A3)."""
    helping = [None if each and each.replacement else each for each in commanders]
    own, enemy = (
        (each.on_land if ashore else each).manoeuvre if each else 0
        for each in (helping[at], helping[1 - at])
    )
    return values["sides"][at]["name"], "evade", leaders.evasion_modifiers(own, enemy)


class Evasion(NamedTuple):
    """A side that evades: which, where to (as an answer and as a sheet says it), and whether by a
    roll."""

    at: int
    place: str
    where: str
    rolled: bool = True


def before_battle(
    values: dict[str, Any], evades: Evasion | None, table: Table, ashore: bool
) -> tuple[list[Commander], list[Group]] | Answer:
    """Who commands, and the modifiers of what went before; the answer where a side evades (EVA-03,
    EVA-A3)."""
    before: list[Group] = []
    sides = values["sides"]
    if evades is not None and evades.rolled:
        for each in sides:
            if each["leader"] is not None:  # a vizier is rolled now, a replacement not yet
                each["leader"] = land_shapes.commander(each, each["name"], table)
        before = [evasion(values, evades.at, [each["leader"] for each in sides], ashore)]
        name, roll, modifiers = before[0]
        die = table.throw(f"{name}.{roll}", modifiers, leaders.evasion_test())
        if leaders.evades(die + total(modifiers)):
            return _evaded(values, evades, before)
    elif evades is not None:
        return _evaded(values, evades, before)
    return [land_shapes.commander(each, each["name"], table, not ashore) for each in sides], before


def _evaded(values: dict[str, Any], evades: Evasion, before: list[Group]) -> Answer:
    names = [each["name"] for each in values["sides"]]
    sides = {
        name: {"evaded_to": evades.place if at == evades.at else None}
        for at, name in enumerate(names)
    }
    outcome = {"winner": None, "ended": "evaded", "sides": sides}
    line = f"{names[evades.at]} evades the battle, to {evades.where}."
    return Answer(outcome, modifier_rows(before), told((line, "head")))


def decisions_of(values: dict[str, Any]) -> Decide:
    """The decisions of a document, no where it has none."""

    async def decide(name: str, question: str, pending: Pending) -> bool:
        return values["decisions"].get(name, False) is True

    return decide


def rolled_groups(taken: tuple[Taken, ...]) -> list[Group]:
    """The modifiers of the rolls that were made, for `modifier_rows`."""
    named = [(each.rolled.name.partition("."), each.rolled.modifiers) for each in taken]
    return [(side, roll, modifiers) for (side, _, roll), modifiers in named]


def possible_groups(prepared: AnySetup) -> list[Group]:
    """The modifiers of every roll that a battle may see, for `modifier_rows`."""
    return [
        (force.name, roll, modifiers)
        for force in prepared.forces
        for roll, modifiers in (*force.modifiers.items(), ("pursuit", force.pursuit))
    ]


def notes(taken: tuple[Taken, ...]) -> dict[str, dict[str, int]]:
    """What each roll did, by the name of its die; a retreat says whether it is a success."""
    found: dict[str, dict[str, int]] = {}
    for each in taken:
        if isinstance(each.effect, bool):
            found[each.rolled.name] = {"success": each.effect}
        elif isinstance(each.effect, tuple):
            losses, stars = each.effect
            found[each.rolled.name] = {"losses_thirds": total_hits(losses), "stars": stars}
    return found


def answer(
    setting: Setting,
    fought: AnyFought,
    commanders: list[Commander],
    tolls: Sequence[Toll],
    major: Major | None,
    before: list[Group],
    table: Table,
) -> Answer:
    """The answer to a battle that was fought; `before` are the modifiers of what went before."""
    setup, winner = fought.setup, fought.winner
    names = [force.name for force in setup.forces]
    fates: list[Fate | None] = [None, None]  # none where no test is taken (LDR-05)
    for at, force in enumerate(setup.forces):
        if leader_casualties_math.tests_casualty(setup.forces[1 - at].strength, setting.map):
            fates[at] = run_procedure(
                leader_casualties_math.casualty(
                    force.name, commanders[at], winner == at, tolls[at].destroyed,
                    winner == 1 - at, force.side.minor, table.roll,
                )
            )  # fmt: skip
    outcome = {
        "winner": None if winner is None else names[winner],
        "ended": fought.ended,
        **effects(major, names),
        "sides": {
            names[at]: side_outcome(fought, at, toll, fates[at], commanders[at])
            for at, toll in enumerate(tolls)
        },
    }

    def sheet(paint: Paint) -> list[str]:
        ends = [fight_sheet.end_lines(fought, at, toll) for at, toll in enumerate(tolls)]
        foot = fight_sheet.verdict(outcome, commanders, names)
        return fight_sheet.battle_sheet(setting, fought, commanders, ends, foot, paint)

    rolled = modifier_rows([*before, *rolled_groups(fought.taken)])
    noted = notes(fought.taken)
    return Answer(outcome, rolled, sheet, notes=noted, setup=setup, at_sea=setup.at_sea)


def effects(major: Major | None, names: list[str]) -> dict[str, Any]:
    """What a major battle brings, as an answer holds it."""
    stability, points = (major.stability, major.victory_points) if major else ({}, {})
    return {
        "major": major is not None,
        "stability": {names[at]: by for at, by in stability.items()},
        "victory_points": {names[at]: won for at, won in points.items()},
    }


def side_outcome(
    fought: AnyFought, at: int, toll: Toll, fate: Fate | None, commander: Commander
) -> dict[str, Any]:
    """What an answer says of one side."""
    force = fought.setup.forces[at]
    inflicted = fought.inflicted(at)
    return {
        "morale": force.morale,
        "morale_lost": fought.morale_lost(at),
        "routed": fought.routed(at),
        "columns": {"fire": force.fire_column, "shock": force.shock_column},
        "drm": fought.drm(at),
        "size_differential": force.size_differential,
        "inflicted_thirds": inflicted.rolled,
        "inflicted_small_thirds": inflicted.small,
        "inflicted_final_thirds": inflicted.final,
        "suffered_thirds": fought.suffered(at),
        **toll.told,
        "destroyed": toll.destroyed,
        "leader": land_shapes.fate(fate),
        "commander": {name: getattr(commander, name) for name in SHOWN},
    }


# Odds.


def note_dice(prepared: AnySetup, table: Table) -> None:
    """Dice that the steps know count as used when they are given."""
    steps = (*fights.days(prepared), *pursuit.pursuit(prepared))
    table.asked.update(step.name for step in steps if isinstance(step, Roll))
    for force in prepared.forces:
        table.asked.update(f"{force.name}.{die}" for die in ("losses", "casualty", "wound"))
