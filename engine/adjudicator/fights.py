"""What documents about battles and assaults share: checks, answers, odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from engine.adjudicator import fight_sheet, land
from engine.adjudicator.kind import Answer, Table, finished, reported
from engine.adjudicator.sheet import Paint
from engine.chances.distribution import Joint
from engine.chances.steps import DIE, FACES, Decide, Pending, Roll, Taken
from engine.combat import fight as fights
from engine.combat import fight_odds, leaders, pursuit
from engine.combat.fight import AnyFought
from engine.combat.leaders import DETACHMENT, Commander, Fate
from engine.combat.major_battle import Major
from engine.combat.prepared_battle import AnySetup, added_up
from engine.documents.fields import Complaints
from engine.facts import countries, tables
from engine.report import Modifier, thirds, total

C = TypeVar("C", bound="Costly")
R = TypeVar("R", bound="Outcome")
Group: TypeAlias = tuple[str, str, tuple[Modifier, ...]]
Pairs: TypeAlias = list[tuple[int, list[Commander]]]


class Costly(Protocol):
    """What the odds say of one way a fight may end."""

    @property
    def lost(self) -> tuple[int, int]:
        """Thirds that both sides lost."""


class Outcome(Costly, Protocol):
    """What the odds of a battle say of one way it may end."""

    @property
    def winner(self) -> int | None:
        """0, 1 or None."""

    @property
    def routed(self) -> tuple[bool, bool]:
        """Which sides are routed."""


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
        complaints.add(
            "turn", turn,
            f"is not in period {period.name}, turns {period.first_turn} to {period.last_turn}",
        )  # fmt: skip


def check_decision(name: str, known: list[str], complaints: Complaints) -> bool:
    """Whether there is such a decision; complains when there is none."""
    if name in known:
        return True
    complaints.say(
        f"decisions.{name}" if name.isprintable() else "decisions",
        f"there is no such decision; there are: {', '.join(known)}",
    )
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


def known_leaders(values: dict[str, Any], table: Table) -> list[Commander | None]:
    """The leaders of both sides; a vizier is rolled now (EVA-A3), a replacement not yet."""
    for each in values["sides"]:
        leader: Commander | None = each["leader"]
        if leader is not None:
            each["leader"] = land.commander(each, each["name"], table)
    return [each["leader"] for each in values["sides"]]


def tried_evasion(group: Group, table: Table) -> bool:
    """Whether a side evades with these modifiers (EVA-03)."""
    name, roll, modifiers = group
    die = table.throw(f"{name}.{roll}", modifiers, leaders.evasion_test())
    return leaders.evades(die + total(modifiers))


def by_document(values: dict[str, Any]) -> Decide:
    """The decisions of a document, no where it has none."""

    async def decide(name: str, question: str, pending: Pending) -> bool:
        return values["decisions"].get(name, False) is True

    return decide


def fates_of(
    setup: AnySetup,
    commanders: list[Commander],
    winner: int | None,
    destroyed: list[bool],
    map_: str,
    table: Table,
) -> list[Fate | None]:
    """What became of both commanders; None for one who takes no test (LDR-05)."""
    fates: list[Fate | None] = [None, None]
    for at, force in enumerate(setup.forces):
        if leaders.tests_casualty(setup.forces[1 - at].strength, map_):
            fates[at] = finished(
                leaders.casualty(
                    force.name, commanders[at], winner == at, destroyed[at], winner == 1 - at,
                    force.side.minor, table.roll,
                )
            )  # fmt: skip
    return fates


def groups(taken: tuple[Taken, ...]) -> list[Group]:
    """The modifiers of the rolls that were made, for `reported`."""
    found = []
    for each in taken:
        side, _, roll = each.rolled.name.partition(".")
        found.append((side, roll, each.rolled.modifiers))
    return found


def foreseen(prepared: AnySetup) -> list[Group]:
    """The modifiers of every roll that a battle may see, for `reported`."""
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
    for each in taken:
        if isinstance(each.effect, tuple):
            losses, stars = each.effect
            found[each.rolled.name] = {"losses_thirds": added_up(losses), "stars": stars}
    return found


class Toll(NamedTuple):
    """What a battle cost a side: the thirds lost on its retreat and in all, what its answer says of
    it, and what the sheet adds.
    """

    retreat: int
    lost: int
    destroyed: bool
    told: Mapping[str, Any]
    added: Sequence[str] = ()


def answer(
    map_: str,
    fought: AnyFought,
    commanders: list[Commander],
    tolls: Sequence[Toll],
    major: Major | None,
    before: list[Group],
    table: Table,
    title: str,
    head: fight_sheet.Head,
) -> Answer:
    """The answer to a battle that was fought; `before` are the modifiers of what went before."""
    setup, winner = fought.setup, fought.winner
    names = [force.name for force in setup.forces]
    destroyed = [toll.destroyed for toll in tolls]
    fates = fates_of(setup, commanders, winner, destroyed, map_, table)
    outcome = {
        "winner": None if winner is None else names[winner],
        "ended": fought.ended,
        **effects(major, names),
        "sides": {
            names[at]: side_outcome(
                fought, at, toll.told, toll.destroyed, fates[at], commanders[at]
            )
            for at, toll in enumerate(tolls)
        },
    }

    def sheet(paint: Paint) -> list[str]:
        ends = [
            [
                *fight_sheet.end_lines(fought, at, toll.retreat, toll.lost, toll.destroyed),
                *toll.added,
            ]
            for at, toll in enumerate(tolls)
        ]
        foot = fight_sheet.verdict(outcome, commanders, names)
        return fight_sheet.of_battle(title, head, fought, commanders, ends, foot, paint)

    rolled = reported([*before, *groups(fought.taken)])
    return Answer(outcome, rolled, sheet, notes=notes(fought.taken), setup=setup)


def effects(major: Major | None, names: list[str]) -> dict[str, Any]:
    """What a major battle brings, as an answer holds it."""
    return {
        "major": major is not None,
        "stability": {names[at]: by for at, by in major.stability.items()} if major else {},
        "victory_points": (
            {names[at]: points for at, points in major.victory_points.items()} if major else {}
        ),
    }


def side_outcome(
    fought: AnyFought,
    at: int,
    lost: Mapping[str, Any],
    destroyed: bool,
    fate: Fate | None,
    commander: Commander,
) -> dict[str, Any]:
    """What an answer says of one side; `lost` is what it lost, as it is printed."""
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
        **lost,
        "destroyed": destroyed,
        "leader": land.fate(fate),
        "commander": {
            "name": commander.name,
            "manoeuvre": commander.manoeuvre,
            "fire": commander.fire,
            "shock": commander.shock,
            "replacement": commander.replacement,
        },
    }


# Odds.


def unevaded(pairs: Pairs, attempts: list[Group], table: Table) -> tuple[Pairs, float]:
    """The pairs of commanders that may come to fight, each with its weight, and the chance of an
    evasion; `attempts` has the modifiers of every pair.
    """
    fights: Pairs = []
    for (weight, commanders), (name, roll, modifiers) in zip(pairs, attempts, strict=True):
        die = f"{name}.{roll}"
        table.asked.add(die)
        given = table.given.get(die)
        fail = [not leaders.evades((given or face) + total(modifiers)) for face in FACES]
        if any(fail):
            fights.append((weight * sum(fail), commanders))
    whole = DIE * sum(weight for weight, _ in pairs)
    return fights or pairs, (whole - sum(weight for weight, _ in fights)) / whole


def add_fates(
    prepared: AnySetup,
    joint: Joint[R],
    tested: Callable[[int, R], tuple[bool, bool, bool]],
    commanders: list[Commander],
    weight: int,
    found: dict[tuple[str, str], float],
    map_: str,
    dice: dict[str, int],
) -> None:
    """Adds the chances of both commanders' fates; `tested` tells what a test looks at."""
    for at, force in enumerate(prepared.forces):
        if not leaders.tests_casualty(prepared.forces[1 - at].strength, map_):
            found[force.name, "no test"] = found.get((force.name, "no test"), 0.0) + weight
            continue
        met = joint.spread(partial(tested, at))
        fates = fight_odds.fates(force.name, commanders[at], met, force.side.minor, dice)
        for fate, chance in fates.items():
            key = force.name, fate.what + (f" {fate.rounds}" if fate.rounds else "")
            found[key] = found.get(key, 0.0) + chance * weight


def note_dice(prepared: AnySetup, table: Table) -> None:
    """Dice that the steps know count as used when they are given."""
    steps = (*fights.days(prepared), *pursuit.pursuit(prepared))
    table.asked.update(step.name for step in steps if isinstance(step, Roll))
    for force in prepared.forces:
        table.asked.update(f"{force.name}.{die}" for die in ("losses", "casualty", "wound"))


def summary(
    joint: Joint[R],
    major: Callable[[R], int | None],
    names: list[str],
    share: float,
    map_: str,
) -> dict[str, Any]:
    """The odds of a battle as an answer holds them; it is fought with the chance `share`.

    `major` tells who has won a major battle.
    """

    def each(holds: Callable[[int, R], bool]) -> dict[str, float]:
        return {name: share * joint.chance(partial(holds, at)) for at, name in enumerate(names)}

    return {
        "win": each(_won),
        "tie": share * joint.chance(partial(_won, None)),
        "rout": each(lambda at, outcome: outcome.routed[at]),
        "major": each(lambda at, outcome: major(outcome) == at),
        **losses(joint, names, share, map_),
    }


def losses(joint: Joint[C], names: Sequence[str], share: float, map_: str) -> dict[str, Any]:
    """The chance of every loss and the expected one; losses are whole on the map `europe`."""

    def lost(number: int) -> str:
        return str(number // DETACHMENT) if map_ == "europe" else thirds(number)

    return {
        "losses": {
            name: {
                lost(number): share * chance
                for number, chance in sorted(joint.spread(partial(_lost, at)).items())
            }
            for at, name in enumerate(names)
        },
        "expected_losses": {
            name: share * joint.mean(partial(_lost, at)) / DETACHMENT
            for at, name in enumerate(names)
        },
    }


def add_leaders(
    answer: dict[str, Any],
    found: Mapping[tuple[str, str], float],
    names: Sequence[str],
    share: float,
) -> None:
    """Puts the chance of each leader's fate into the answer; `share` is what a weight of 1
    means."""
    answer["leader"] = {
        name: {fate: chance * share for (owner, fate), chance in found.items() if owner == name}
        for name in names
    }


def add_evasion(answer: dict[str, Any], names: list[str], evades: float, to: str) -> None:
    """Puts the chance of an evasion into the answer: nothing is lost, no leader tests."""
    answer["evaded"] = {"chance": evades, "to": to}
    for name in names:
        for figures, key in ((answer["losses"], "0"), (answer["leader"], "no test")):
            figures[name][key] = figures[name].get(key, 0.0) + evades


def _won(at: int | None, outcome: Outcome) -> bool:
    return outcome.winner == at


def _lost(at: int, outcome: Costly) -> int:
    return outcome.lost[at]
