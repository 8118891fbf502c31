"""What may come of a battle or assault: who wins and loses what, who falls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol, TypeVar

from engine.adjudicator import fight_answers, fight_sheet, land_shapes
from engine.adjudicator.document_kind import Answer, Table, modifier_rows
from engine.adjudicator.fight_answers import Evasion, Group, Pairs
from engine.adjudicator.fight_sheet import Setting
from engine.chances.distribution import Joint, mix
from engine.chances.steps import DIE
from engine.combat import fight_odds, leader_casualties, leaders
from engine.combat.leaders import DETACHMENT
from engine.combat.major_battle import Ended, major_winner
from engine.combat.prepared_battle import AnySetup
from engine.grammar import thirds
from engine.modifiers import total

C = TypeVar("C", bound="Costly")
R = TypeVar("R", bound=Ended)


class Costly(Protocol):
    """What the odds say of one way a fight may end."""

    @property
    def lost(self) -> tuple[int, int]:
        """Thirds that both sides lost."""


def pairs_to_fight(
    values: dict[str, Any], evades: Evasion | None, table: Table, ashore: bool
) -> tuple[Pairs, list[Group], float]:
    """The pairs of commanders that may come to fight, each with its weight, the modifiers of an
    evasion, and its chance."""
    sides = [(each["name"], each) for each in values["sides"]]
    pairs = land_shapes.commanders(sides, values["dice"], table, not ashore)
    if evades is None or not evades.rolled:
        return pairs, [], 0.0 if evades is None else 1.0
    attempts = [fight_answers.evasion(values, evades.at, both, ashore) for _, both in pairs]
    left: Pairs = []
    for (weight, commanders), (name, roll, modifiers) in zip(pairs, attempts, strict=True):
        dice = table.faces(f"{name}.{roll}")
        fail = sum(not leaders.evades(die + total(modifiers)) for die in dice) * DIE // len(dice)
        if fail:
            left.append((weight * fail, commanders))
    whole = DIE * sum(weight for weight, _ in pairs)
    chance = (whole - sum(weight for weight, _ in left)) / whole
    return left or pairs, attempts[:1], chance


def answer(
    setting: Setting,
    doomed: Callable[[AnySetup, int, R], bool],
    battles: Sequence[tuple[int, AnySetup, Joint[R]]],
    evades: Evasion | None,
    groups: list[Group],
    chance: float,
    table: Table,
    besides: Callable[[float, int], dict[str, Any]] = lambda fought, whole: {},
) -> Answer:
    """The odds of a battle, which its commanders (and at sea the wind) mix of several, each with
    its weight; `doomed` tells whether a side is destroyed, `besides` adds to the odds, given the
    chance that it is fought and all weights."""
    _, prepared, _ = battles[0]
    names = [force.name for force in prepared.forces]
    found: dict[tuple[str, str], float] = {}
    for weight, each, joint in battles:
        destroyed = partial(doomed, each)
        add_fates(each, joint, destroyed, weight, found, setting.map, table.given)
    joint = mix((weight, joint) for weight, _, joint in battles)
    fight_answers.note_dice(prepared, table)
    fought = 1.0 - chance
    whole = sum(weight for weight, *_ in battles)
    odds = summary(prepared, joint, names, fought, setting.map)
    add_leaders(odds, found, names, fought / whole)
    odds |= besides(fought, whole)
    if evades is not None:
        add_evasion(odds, names, chance, evades.place)
    rows = modifier_rows([*groups, *fight_answers.possible_groups(prepared)])
    return Answer(None, rows, partial(fight_sheet.odds_sheet, setting, prepared, odds), odds)


def add_fates(
    prepared: AnySetup,
    joint: Joint[R],
    destroyed: Callable[[int, R], bool],
    weight: int,
    found: dict[tuple[str, str], float],
    map_: str,
    dice: Mapping[str, int],
) -> None:
    """Adds the chances of both commanders' fates, whose tests look at who has won, and who is
    destroyed."""
    for at, force in enumerate(prepared.forces):
        if not leader_casualties.tests_casualty(prepared.forces[1 - at].strength, map_):
            found[force.name, "no test"] = found.get((force.name, "no test"), 0.0) + weight
            continue

        def tested(outcome: R, at: int = at) -> tuple[bool, bool, bool]:
            return outcome.winner == at, destroyed(at, outcome), outcome.winner == 1 - at

        met, minor = joint.spread(tested), force.side.minor
        fates = fight_odds.fates(force.name, force.side.commander, met, minor, dice)
        for fate, chance in fates.items():
            key = force.name, fate.what + (f" {fate.rounds}" if fate.rounds else "")
            found[key] = found.get(key, 0.0) + chance * weight


def summary(
    prepared: AnySetup,
    joint: Joint[R],
    names: list[str],
    share: float,
    map_: str,
) -> dict[str, Any]:
    """The odds of a battle as an answer holds them; fought with the chance `share`."""

    def each(holds: Callable[[int, R], bool]) -> dict[str, float]:
        return {name: share * joint.chance(partial(holds, at)) for at, name in enumerate(names)}

    return {
        "win": each(_won),
        "tie": share * joint.chance(partial(_won, None)),
        "rout": each(lambda at, outcome: outcome.routed[at]),
        "major": each(lambda at, outcome: major_winner(prepared, outcome) == at),
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


def _won(at: int | None, outcome: Ended) -> bool:
    return outcome.winner == at


def _lost(at: int, outcome: Costly) -> int:
    return outcome.lost[at]
