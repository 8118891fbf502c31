"""Leader casualties, on land and at sea: a commander tests, and what comes of his fate (LDR)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.combat.combat_sheet import CombatSheet
from engine.combat.fight import AnyFought
from engine.combat.leader_casualties_math import UNHURT, Fate, casualty, tests_casualty
from engine.combat.leaders import Commander
from engine.facts import countries, tables
from engine.modifiers import Modifier, Rolled
from engine.play.phase import Phase
from engine.state import State, sides
from engine.state.leaders import Leader


async def after_battle(
    phase: Phase,
    place: str,
    fought: AnyFought,
    left: Sequence[Sequence[int]],
    sheet: CombatSheet,
    chiefs: Sequence[str],
) -> list[str]:
    """The commanders of both sides test, a replacement only where a minor fights; their fates in
    words (LDR-05, LDR-11, LDR-16, LDR-A2, LDR-A3). `left` are the counters left of both sides."""
    fates = ["", ""]
    map_ = "sea" if fought.setup.at_sea else fought.setup.situation.map
    minors = any(force.side.minor and force.name != sides.NATIVES for force in fought.setup.forces)
    for at, force in enumerate(fought.setup.forces):
        enemy = fought.setup.forces[1 - at]
        if not tests_casualty(enemy.strength, map_):
            continue
        if not chiefs[at] and not minors:
            continue
        fate = await casualty(
            force.name,
            force.side.commander,
            fought.winner == at,
            not left[at],
            fought.winner == 1 - at,
            force.side.minor,
            sheet.roll,
        )
        fates[at] = fate_in_words(phase.state, fate, enemy.name)
        sheet.result(fate=fates[at])
        carry_out_fate(phase, place, force.name, chiefs[at], fate, enemy.name)
    return fates


async def leader_casualty(
    phase: Phase,
    place: str,
    country: str,
    chief: str,
    leader: Commander,
    won: bool,
    destroyed: bool,
    enemy: str,
) -> Fate:
    """The test of one commander outside a battle on land, after an assault for instance (LDR-01,
    ASL-27).

    `chief` is the leader, "" for a replacement of the country. `enemy` is the country that would
    capture a monarch (LDR-12); it has won when he has not.
    """
    minor = not sides.is_power(phase.state, country)
    thrown: list[Rolled] = []

    async def roll(name: str, modifiers: tuple[Modifier, ...], purpose: str) -> int:
        thrown.append(await phase.roll(name, modifiers, purpose))
        return thrown[-1].die

    fate = await casualty(country, leader, won, destroyed, not won, minor, roll)
    name = f"a replacement of {countries.with_article(country)}"
    if chief:
        name = countries.leader_in_words(chief, country)
    # What befalls a leader has a line of its own; a replacement is no counter and has none.
    ends = "hit" if chief and fate != UNHURT else fate_in_words(phase.state, fate, enemy)
    said = f"{name} tests for a casualty: {thrown[0].spoken()}: {ends}."
    phase.tell_roll(thrown[0], said, place)
    carry_out_fate(phase, place, country, chief, fate, enemy)
    return fate


def fate_in_words(state: State, fate: Fate, enemy: str) -> str:
    """A fate as people say it: unhurt, killed, wounded until a box, captured by the enemy."""
    if fate.what == "wounded":
        return f"wounded until {tables.rounds_later(state.sequence.box, fate.rounds)}"
    if fate.what == "captured":
        return f"captured by {countries.with_article(enemy)}"
    return fate.what


def carry_out_fate(
    phase: Phase, place: str, country: str, leader: str, fate: Fate, enemy: str
) -> None:
    """Does what a fate makes of a leader; a replacement is forgotten anyway (LDR-15, LDR-A6).

    LDR-06 to LDR-08, LDR-10, LDR-12 to LDR-14: killed, wounded until a box of the track, captured;
    a country whose monarch is gone is ruled as by one of 3/3/3.
    """
    state = phase.state
    if fate.what == "unhurt" or not leader:
        return
    words = fate_in_words(state, fate, enemy)
    if leader not in state.leaders:
        for unit in state.units.values():
            if unit.leader == leader:
                unit.leader = ""
    else:
        counter = state.leaders[leader]
        if fate.what == "wounded":
            state.remove_leader(
                counter, "wounded", tables.rounds_later(state.sequence.box, fate.rounds)
            )
        elif fate.what == "captured":
            capture(state, counter, enemy)
        else:
            state.remove_leader(counter, "killed")
            _lose_monarch(state, counter)
    phase.tell(
        "leader",
        f"{countries.leader_in_words(leader, country)} is {words}.",
        place,
        sides.decider(state, country),
        {"leader": leader, "fate": fate.what, "rounds": fate.rounds},
    )


def capture(state: State, leader: Leader, taker: str) -> None:
    """A leader is a prisoner of whoever took him, until a peace or a ransom."""
    state.remove_leader(leader, "captured")
    state.notes[f"captive.{leader.id}"] = taker
    _lose_monarch(state, leader)


def _lose_monarch(state: State, leader: Leader) -> None:
    if countries.leader(leader.id).monarch and leader.country in state.countries:
        state.countries[leader.country].monarch_lost = True


def forget_vizier(state: State, leader: str) -> None:
    """A nameless vizier's values are rolled anew next time (PAR-09, LDR-15)."""
    if leader in state.leaders:
        known = countries.leader(leader)
        if known.variant == "vizier" and "table" in known.flags:
            state.leaders[leader].values = []
