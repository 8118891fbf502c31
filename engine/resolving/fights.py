"""What documents about battles on land and at sea share: checks, answers, odds, the sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from engine import countries, leaders, odds, pursuit, tables
from engine import fight as fights
from engine.fight import AnyFought
from engine.joint import Joint
from engine.leaders import DETACHMENT, Commander, Fate
from engine.major_battle import Major
from engine.prepared_battle import AnySetup, added_up
from engine.report import Modifier, thirds
from engine.resolving import land
from engine.resolving.fields import Complaints
from engine.resolving.kind import Table
from engine.resolving.sheet import Column, Paint, columns
from engine.steps import Roll, Taken

R = TypeVar("R", bound="Outcome")
Group: TypeAlias = tuple[str, str, tuple[Modifier, ...]]


class Outcome(Protocol):
    """What the odds of a battle say of one way it may end."""

    @property
    def winner(self) -> int | None:
        """0, 1 or None."""

    @property
    def routed(self) -> tuple[bool, bool]:
        """Which sides are routed."""

    @property
    def lost(self) -> tuple[int, int]:
        """Thirds that both sides lost."""


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
        fates = odds.fates(force.name, commanders[at], met, force.side.minor, dice)
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

    `major` tells who has won a major battle. Losses are whole on the map `europe`.
    """

    def lost(number: int) -> str:
        return str(number // DETACHMENT) if map_ == "europe" else thirds(number)

    def each(holds: Callable[[int, R], bool]) -> dict[str, float]:
        return {name: share * joint.chance(partial(holds, at)) for at, name in enumerate(names)}

    return {
        "win": each(_won),
        "tie": share * joint.chance(partial(_won, None)),
        "rout": each(lambda at, outcome: outcome.routed[at]),
        "major": each(lambda at, outcome: major(outcome) == at),
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
    answer: dict[str, Any], found: Mapping[tuple[str, str], float], names: list[str], share: float
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


def _lost(at: int, outcome: Outcome) -> int:
    return outcome.lost[at]


# The sheet.


LABELS: Final = {"small7": "7 LD", "retreat1": "Retreat", "pursuit": "Pursuit"}


def rolled_lines(fought: AnyFought, at: int) -> list[str]:
    """The rolls of one side, for the sheet."""
    name = fought.setup.forces[at].name
    lines = []
    for each in fought.taken:
        owner, _, roll = each.rolled.name.partition(".")
        if owner != name:
            continue
        step, _, number = roll.partition(".")
        label = LABELS.get(step) or f"{step[:-1].capitalize()} {step[-1]}"
        label += f".{number}" if number else ""
        die = f"{label:9}{each.rolled.die:2} {each.rolled.modifier:+} = {each.rolled.result:2}"
        if isinstance(each.effect, tuple):
            losses, stars = each.effect
            losses = added_up(losses)
            lines.append(f"{die}  {fights.tally(losses):5}{'*' * stars}".rstrip())
        elif step == "retreat1":
            lines.append(
                f"{label:9}{each.rolled.die:2}: {'breaks off' if each.effect else 'fails'}"
            )
        else:
            lines.append(
                f"{label:9}{each.rolled.die:2}: {'odd, -1/3' if each.effect == 1 else 'even'}"
            )
    return lines


def end_lines(fought: AnyFought, at: int, retreat: int, lost: int, destroyed: bool) -> list[str]:
    """What became of one side, for the sheet."""
    done = fought.inflicted(at)
    ending = (
        "routed"
        if fought.routed(at)
        else f"morale left {fought.setup.forces[at].morale - fought.morale_lost(at)}"
    )
    return [
        f"inflicts {thirds(done.rolled)} > {thirds(done.small)} > {thirds(done.final)}",
        f"{ending}, retreat +{thirds(retreat)}" if retreat else ending,
        f"loses {thirds(lost)}{': destroyed' if destroyed else ''}",
    ]


ENDS: Final = {
    "fire1": "decided in the first Fire", "shock1": "decided in the first Shock",
    "destroyed1": "the enemy destroyed on the first day", "fire2": "decided in the second Fire",
    "retreat1": "the enemy retreats after the first day", "shock2": "decided in the second Shock",
    "break_fire1": "the enemy breaks off in the first Fire",
    "break_fire2": "the enemy breaks off in the second Fire",
}  # fmt: skip
"""How a battle ended at each of its stages, in words."""


def verdict(outcome: dict[str, Any], commanders: list[Commander], names: list[str]) -> list[str]:
    """What came of the battle, for the foot of the sheet."""
    winner = outcome["winner"]
    ended = ENDS.get(outcome["ended"], outcome["ended"])
    lines = [f"{winner} wins: {ended}." if winner else "Nobody wins."]
    if outcome["major"]:
        lines.append(
            "A major battle: "
            + ", ".join(f"{name} stability {by:+}" for name, by in outcome["stability"].items())
            + "".join(f", {name} {vp} VP" for name, vp in outcome["victory_points"].items())
            + "."
        )
    for name, commander in zip(names, commanders, strict=True):
        fate = outcome["sides"][name]["leader"]
        if fate is not None and fate != "unhurt":
            what = f"wounded for {fate['wounded']} rounds" if isinstance(fate, dict) else fate
            lines.append(f"{commander.name} ({name}) is {what}.")
    return lines


def odds_lines(answer: dict[str, Any], name: str, unit: str) -> list[str]:
    """The odds of one side, for the sheet; `unit` is LD or ND."""
    return [
        f"win {answer['win'][name]:.1%}  major {answer['major'][name]:.1%}",
        f"routed {answer['rout'][name]:.1%}",
        f"expects to lose {answer['expected_losses'][name]:.2f} {unit}",
        *(f"  loses {lost:>5}  {chance:6.1%}" for lost, chance in answer["losses"][name].items()),
        *(f"leader {fate} {chance:.1%}" for fate, chance in answer["leader"][name].items()),
    ]


def odds_sheet(
    title: str,
    heads: Callable[[int], list[str]],
    answer: dict[str, Any],
    names: list[str],
    unit: str,
    paint: Paint,
) -> list[str]:
    """The sheet of the odds: both sides, then draw and evasion."""
    body = [Column(heads(at), odds_lines(answer, name, unit)) for at, name in enumerate(names)]
    foot = f"draw {answer['tie']:.1%}"
    if "evaded" in answer:
        foot += f" · evaded {answer['evaded']['chance']:.1%}"
    return columns(title, body, [foot], paint)
