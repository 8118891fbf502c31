"""The sheet of a battle or an assault, of its outcome and of its odds, for 80 columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from engine.adjudicator.sheet_as_text import Column, Paint, columns
from engine.combat import fight as fights
from engine.combat.fight import AnyFought
from engine.combat.leaders import Commander
from engine.combat.prepared_battle import AnyForce, AnySetup, total_hits
from engine.facts.countries import name_by_code
from engine.facts.wordings import wordings
from engine.grammar import capitalised, counted, thirds
from engine.modifiers import total

Head: TypeAlias = Callable[[Any, int, Commander], list[str]]
"""What stands above the lines of a side."""


class Setting(NamedTuple):
    """What a battle ashore and one at sea do not share: the map, the unit of losses, the title of
    the sheet, and what stands above the lines of a side."""

    map: str
    unit: str
    title: str
    head: Head


class Toll(NamedTuple):
    """What a battle cost a side: the thirds lost on its retreat and in all, what its answer says of
    it, and what the sheet adds.
    """

    retreat: int
    lost: int
    destroyed: bool
    told: Mapping[str, Any]
    added: Sequence[str] = ()


LABELS: Final = {"small7": "7 LD", "retreat1": "Retreat", "pursuit": "Pursuit"}
ENDS: Final = wordings("end of a battle")
"""How a battle ended at each of its stages, in words."""


def rolled_lines(fought: AnyFought, at: int) -> list[str]:
    """The rolls of one side, a blank line where the other side alone rolled, so that both sides'
    rolls stand side by side."""
    name = fought.setup.forces[at].name
    taken = {each.rolled.name: each for each in fought.taken}
    lines = []
    for roll in dict.fromkeys(each.partition(".")[2] for each in taken):
        each = taken.get(f"{name}.{roll}")
        if each is None:
            lines.append("")
            continue
        step, _, number = roll.partition(".")
        label = LABELS.get(step) or f"{step[:-1].capitalize()} {step[-1]}"
        label += f".{number}" if number else ""
        die = f"{label:9}{each.rolled.die:2} {each.rolled.modifier:+} = {each.rolled.result:2}"
        if isinstance(each.effect, tuple):
            losses, stars = each.effect
            losses = total_hits(losses)
            lines.append(f"{die}  {fights.loss_strokes(losses):5}{'*' * stars}".rstrip())
            continue
        comes = "odd, -1/3" if each.effect == 1 else "even"
        if step == "retreat1":
            comes = "breaks off" if each.effect else "fails"
        lines.append(f"{label:9}{each.rolled.die:2}: {comes}")
    return lines


def commander_lines(force: AnyForce, commander: Commander, technology: str) -> list[str]:
    """Who commands a side, its columns, morale and modifiers of both days."""
    day = [
        f"{total(force.modifiers[f'fire{d}']):+}/{total(force.modifiers[f'shock{d}']):+}"
        for d in (1, 2)
    ]
    letters = f"{force.fire_column or '-'}/{force.shock_column or '-'}"
    return [
        f"{commander.heading}  {technology} {letters}",
        f"{'*' * force.morale} morale {force.morale}  {'//'.join(day)}",
    ]


def title(words: list[str], values: dict[str, Any]) -> str:
    """The title of the sheet of a battle."""
    words = words + ["interception"] * values["interception"]
    return " · ".join(words + [values["round"]] * bool(values["round"]))


def battle_sheet(
    setting: Setting,
    fought: AnyFought,
    commanders: list[Commander],
    ends: list[list[str]],
    foot: list[str],
    paint: Paint,
) -> list[str]:
    """The sheet of a battle: both sides with their rolls side by side, then what came of it."""
    rolled = [rolled_lines(fought, at) for at in (0, 1)]
    longest = max(map(len, rolled))
    body = [
        Column(
            setting.head(fought.setup, at, commander),
            [*rolled[at], *[""] * (longest - len(rolled[at])), *ends[at]],
        )
        for at, commander in enumerate(commanders)
    ]
    return columns(setting.title, body, foot, paint)


def end_lines(fought: AnyFought, at: int, toll: Toll) -> list[str]:
    """What became of one side."""
    done = fought.inflicted(at)
    left = fought.setup.forces[at].morale - fought.morale_lost(at)
    ending = "routed" if fought.routed(at) else f"morale left {left}"
    return [
        f"inflicts {thirds(done.rolled)} > {thirds(done.small)} > {thirds(done.final)}",
        f"{ending}, retreat +{thirds(toll.retreat)}" if toll.retreat else ending,
        f"loses {thirds(toll.lost)}{': destroyed' if toll.destroyed else ''}",
        *toll.added,
    ]


def verdict(outcome: dict[str, Any], commanders: list[Commander], names: list[str]) -> list[str]:
    """What came of the battle, for the foot."""
    winner = outcome["winner"]
    ended = ENDS.get(outcome["ended"], outcome["ended"])
    lines = [f"{name_by_code(winner)} wins: {ended}." if winner else "Nobody wins."]
    if outcome["major"]:
        changes = outcome["stability"].items(), outcome["victory_points"].items()
        brings = [f"{name_by_code(name)} stability {by:+}" for name, by in changes[0]]
        brings += [f"{name_by_code(name)} {vp} VP" for name, vp in changes[1]]
        lines.append(f"A major battle: {', '.join(brings)}.")
    for name, commander in zip(names, commanders, strict=True):
        fate = outcome["sides"][name]["leader"]
        if fate is not None and fate != "unhurt":
            said = fate_in_words(fate)
            lines.append(f"{capitalised(commander.called)} ({name_by_code(name)}) is {said}.")
    return lines


def fate_in_words(fate: Any) -> str:
    """What became of a leader, as an answer holds it, in words."""
    if not isinstance(fate, dict):
        return str(fate)
    if "until" in fate:
        return "out until the end of the turn"
    rounds = fate["wounded"]
    return f"wounded for {rounds} {'round' if rounds == 1 else 'rounds'}"


def odds_lines(answer: dict[str, Any], name: str) -> list[str]:
    """The odds of one side."""
    return [
        f"routed {answer['rout'][name]:.1%}",
        f"expects to lose {answer['expected_losses'][name]:.2f} {answer['unit']}",
        *(f"  loses {lost:>5}  {chance:6.1%}" for lost, chance in answer["losses"][name].items()),
        *_leader_lines(answer["leader"][name]),
    ]


def _leader_lines(fates: Mapping[str, float]) -> Iterator[str]:
    """What may befall the leader of a side, wounds of any length in a line."""
    rounds = {fate: int(fate.split()[1]) for fate in fates if fate.startswith("wounded ")
              and fate[-1].isdigit()}  # fmt: skip
    for fate, chance in fates.items():
        if fate not in rounds:
            yield f"leader {fate} {chance:.1%}"
        elif fate == next(iter(rounds)):
            least, most = min(rounds.values()), max(rounds.values())
            long = f"{least} to {most} rounds" if most > least else counted(most, "round")
            yield f"leader wounded {sum(map(fates.__getitem__, rounds)):.1%}, {long}"


def odds_sheet(
    setting: Setting, prepared: AnySetup, answer: dict[str, Any], paint: Paint
) -> list[str]:
    """The sheet of the odds: both sides, then draw and evasion."""
    body = []
    for at, force in enumerate(prepared.forces):
        name = force.name
        wins = f"win {answer['win'][name]:.1%}  major {answer['major'][name]:.1%}"
        lines = [wins, *odds_lines(answer, name)]
        body.append(Column(setting.head(prepared, at, force.side.commander), lines))
    foot = f"draw {answer['tie']:.1%}"
    if "evaded" in answer:
        foot += f" · evaded {answer['evaded']['chance']:.1%}"
    return columns(setting.title, body, [foot], paint)
