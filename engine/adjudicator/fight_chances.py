"""What may come of a battle or assault: who wins and loses what, who falls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

from engine.adjudicator import fight_answers, fight_sheet, land_shapes
from engine.adjudicator.document_kind import Answer, Table, modifier_rows
from engine.adjudicator.fight_answers import Evasion, Group, Pairs
from engine.adjudicator.fight_sheet import Setting
from engine.chances.distribution import Joint, mix
from engine.chances.steps import DIE
from engine.combat import fight_odds, leader_casualties_math, leaders
from engine.combat.leaders import DETACHMENT
from engine.combat.major_battle import Ended, major_winner
from engine.combat.prepared_battle import AnySetup
from engine.grammar import thirds
from engine.modifiers import total

C = TypeVar("C", bound="Costly")


class Costly(Protocol):
    """What the odds say of one way a fight may end."""

    @property
    def lost(self) -> tuple[int, int]:
        """Thirds that both sides lost."""

    @property
    def routed(self) -> tuple[bool, bool]:
        """Whether they are routed."""


class Before(NamedTuple):
    """What goes before a battle: the pairs of commanders that may come to fight, each with its
    weight, who evades, the modifiers of that, and its chance."""

    pairs: Pairs
    evades: Evasion | None
    groups: Sequence[Group]
    chance: float


def before_battle(
    values: dict[str, Any], evades: Evasion | None, table: Table, ashore: bool
) -> Before:
    """Who may come to fight, and the chance that a side evades (EVA-03, EVA-A3)."""
    sides = [(each["name"], each) for each in values["sides"]]
    pairs = land_shapes.commanders(sides, values["dice"], table, not ashore)
    if evades is None or not evades.rolled:
        return Before(pairs, evades, (), 0.0 if evades is None else 1.0)
    attempts = [fight_answers.evasion(values, evades.at, both, ashore) for _, both in pairs]
    left: Pairs = []
    for (weight, commanders), (name, roll, modifiers) in zip(pairs, attempts, strict=True):
        dice = table.faces(f"{name}.{roll}")
        fail = sum(not leaders.evades(die + total(modifiers)) for die in dice) * DIE // len(dice)
        if fail:
            left.append((weight * fail, commanders))
    whole = DIE * sum(weight for weight, _ in pairs)
    chance = (whole - sum(weight for weight, _ in left)) / whole
    return Before(left or pairs, evades, attempts[:1], chance)


def answer(
    setting: Setting,
    battles: Sequence[tuple[int, AnySetup, Joint[Ended]]],
    before: Before,
    table: Table,
    besides: Callable[[float, int], dict[str, Any]] = lambda fought, whole: {},
) -> Answer:
    """The odds of a battle, which its commanders (and at sea the wind) mix of several, each with
    its weight; `besides` adds to the odds, given the chance that it is fought and all weights."""
    _, prepared, _ = battles[0]
    names = [force.name for force in prepared.forces]
    ends: defaultdict[tuple[str, str], float] = defaultdict(float)
    for weight, each, joint in battles:
        for name, fate, chance in _fates(each, joint, setting.map, table):
            ends[name, fate] += chance * weight
    joint = mix((weight, joint) for weight, _, joint in battles)
    fight_answers.note_dice(prepared, table)
    fought, whole = 1.0 - before.chance, sum(weight for weight, *_ in battles)

    def major(at: int, outcome: Ended) -> bool:
        return major_winner(prepared, outcome) == at

    odds = {
        "win": each_side(_won, joint, names, fought),
        "tie": fought * joint.chance(partial(_won, None)),
        "rout": each_side(routed, joint, names, fought),
        "major": each_side(major, joint, names, fought),
        **losses(joint, names, fought, setting.map, setting.unit),
        "leader": by_side(ends, names, fought / whole),
        **besides(fought, whole),
    }
    if before.evades is not None:  # nothing is lost, no leader tests
        odds["evaded"] = {"chance": before.chance, "to": before.evades.place}
        for name in names:
            for figures, key in ((odds["losses"][name], "0"), (odds["leader"][name], "no test")):
                figures[key] = figures.get(key, 0.0) + before.chance
    rows = modifier_rows([*before.groups, *fight_answers.possible_groups(prepared)])
    return Answer(None, rows, partial(fight_sheet.odds_sheet, setting, prepared, odds), odds)


def _fates(
    prepared: AnySetup, joint: Joint[Ended], map_: str, table: Table
) -> Iterator[tuple[str, str, float]]:
    """The chances of both commanders' fates, whose tests look at who has won, and who is
    destroyed."""
    for at, force in enumerate(prepared.forces):
        if not leader_casualties_math.tests_casualty(prepared.forces[1 - at].strength, map_):
            yield force.name, "no test", 1.0
            continue

        def tested(outcome: Ended, at: int = at) -> tuple[bool, bool, bool]:
            return outcome.winner == at, outcome.destroyed[at], outcome.winner == 1 - at

        met, commander = joint.spread(tested), force.side.commander
        fates = fight_odds.fates(force.name, commander, met, force.side.minor, table.given)
        for fate, chance in fates.items():
            yield force.name, fate.what + (f" {fate.rounds}" if fate.rounds else ""), chance


def each_side(
    holds: Callable[[int, C], bool], joint: Joint[C], names: Sequence[str], share: float
) -> dict[str, float]:
    """The chance that something holds for each side."""
    return {name: share * joint.chance(partial(holds, at)) for at, name in enumerate(names)}


def losses(
    joint: Joint[C], names: Sequence[str], share: float, map_: str, unit: str
) -> dict[str, Any]:
    """The chance of every loss and the expected one, and what both are counted in; losses are whole
    on the map `europe`."""

    def lost(number: int) -> str:
        return str(number // DETACHMENT) if map_ == "europe" else thirds(number)

    return {
        "unit": unit,
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


def by_side(
    ends: Mapping[tuple[str, str], float], names: Sequence[str], share: float
) -> dict[str, dict[str, float]]:
    """The chance of each leader's fate by his side; `share` is what a weight of 1 means."""
    return {
        name: {fate: chance * share for (owner, fate), chance in ends.items() if owner == name}
        for name in names
    }


def routed(at: int, outcome: Costly) -> bool:
    """Whether a side is routed."""
    return outcome.routed[at]


def _won(at: int | None, outcome: Ended) -> bool:
    return outcome.winner == at


def _lost(at: int, outcome: Costly) -> int:
    return outcome.lost[at]
