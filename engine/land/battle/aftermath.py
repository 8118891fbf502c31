"""After a battle on land: major battle, leaders' fates, beaten stacks, sieges, stacking (MAJ, LDR,
AFT)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.combat import leaders
from engine.combat import major_battle as major_battles
from engine.combat.combat_sheet import CombatSheet, morale_left
from engine.combat.fight import AnyFought
from engine.combat.leaders import Commander, Fate
from engine.combat.major_battle import Major
from engine.facts import board, countries, force_pools, tables
from engine.facts.board import name_of
from engine.grammar import thirds
from engine.land.battle.retreat import Field, Retreated
from engine.land.ground import besieging, stacking
from engine.modifiers import Modifier, Rolled
from engine.play.phase import Phase
from engine.rounds import levies, rounds
from engine.situation import command
from engine.state import State, known_zones, sides


def major_battle(phase: Phase, field: Field, lost: tuple[int, int]) -> Major | None:
    """Carries out the effects of a major battle, and writes down every defeat on land.

    MAJ-01 to MAJ-11, LEV-01, LEV-04: minors gain and lose nothing; the country in command answers.
    """
    found = major_battles.major_battle(field.fought, lost, stabilities(phase.state, field.fought))
    winner = field.fought.winner
    if winner is not None:
        loser = field.fought.setup.forces[1 - winner].name
        leaders = field.both[1 - winner].leader_ids
        note_defeat(phase.state, field.place, loser, leaders, found is not None)
    apply_major_battle(phase, field.place, field.fought, found)
    if found is not None:
        _tercios_lost(phase, field)
    return found


def note_defeat(
    state: State, place: str, loser: str, leader_ids: Sequence[str], major: bool
) -> None:
    """Writes a defeat down: on land for levies (LEV-01, LEV-04, LEV-A3), overseas by land or sea
    for those of Portugal, with the viceroy in it or not (LEV-A1)."""
    country = state.countries.get(loser)
    if country is None or country.minor:
        return
    word = "major" if major else "minor"
    if not board.is_sea(place):
        country.defeats.append(word)
    if known_zones.overseas(place):
        country.defeats.append(f"{word}-overseas")
        if any(countries.leader(name).variant == levies.VICEROY for name in leader_ids):
            country.defeats.append(f"{word}-viceroy")


def stabilities(state: State, fought: AnyFought) -> tuple[int, int]:
    """The stability of both countries in command before the battle."""
    one, other = (state.countries.get(force.name) for force in fought.setup.forces)
    return one.stability if one else 0, other.stability if other else 0


def apply_major_battle(phase: Phase, place: str, fought: AnyFought, found: Major | None) -> None:
    """What a major battle on land or at sea brings (MAJ-05 to MAJ-09)."""
    if fought.winner is None or found is None:
        return
    names = [force.name for force in fought.setup.forces]
    known = [phase.state.countries.get(name) for name in names]
    for at, country in enumerate(known):
        if country is not None:
            country.stability += found.stability.get(at, 0)
            country.victory_points += found.victory_points.get(at, 0)
    phase.tell("major", _major_text(names, fought.winner, found), place, names[fought.winner])


def _major_text(names: Sequence[str], winner: int, found: Major) -> str:
    effects = []
    for at in (winner, 1 - winner):
        parts = []
        if found.stability.get(at):
            parts.append(f"{found.stability[at]:+} stability")
        if found.victory_points.get(at):
            parts.append(f"{found.victory_points[at]:+} victory points")
        if parts:
            effects.append(f"{countries.with_article(names[at])} {', '.join(parts)}")
    text = f"A major victory of {countries.with_article(names[winner])}"
    return f"{text}: {'; '.join(effects)}." if effects else f"{text}."


def _tercios_lost(phase: Phase, field: Field) -> None:
    """An A+ with tercios beaten in a major battle by a baroque stack ends them for good
    (C-DOC-07)."""
    state, fought = phase.state, field.fought
    assert fought.winner is not None
    victor, beaten = (fought.setup.forces[at].side for at in (fought.winner, 1 - fought.winner))
    if tables.technology_rank(victor.technology) < tables.technology_rank("baroque"):
        return
    for each in beaten.contingents:
        country = state.countries.get(each.country)
        if country is not None and country.tercios and "A+" in each.armies:
            country.tercios = False
            name = countries.with_article(country.id)
            phase.tell("tercios", f"The tercios of {name} are no more.", field.place, country.id)


# Leaders.


async def close(
    phase: Phase,
    place: str,
    fought: AnyFought,
    retreated: Retreated,
    sheet: CombatSheet,
    chiefs: Sequence[str],
    major: Major | None,
) -> None:
    """Ends a battle on land or at sea: the commanders test, the whole sheet is told, and who did
    not win may not intercept again this impulse (AFT-09, ITG-11, LDR-15).

    `chiefs` are the leaders in command, "" for a replacement.
    """
    fates = await _casualties(phase, place, fought, retreated.left, sheet, chiefs)
    for chief in chiefs:
        forget_vizier(phase.state, chief)
    sheet.close(summary(place, fought, retreated), outcome(fought, retreated, major, fates))
    for at in (0, 1):
        if fought.winner != at:
            phase.state.marks.beaten.update(retreated.left[at])


async def _casualties(
    phase: Phase,
    place: str,
    fought: AnyFought,
    left: Sequence[Sequence[int]],
    sheet: CombatSheet,
    chiefs: Sequence[str],
) -> list[str]:
    """The commanders of both sides test, a replacement only where a minor fights; their fates in
    words (LDR-01 to LDR-16, LDR-A3, LDR-A2). `left` are the counters left of both sides."""
    fates = ["", ""]
    map_ = "sea" if fought.setup.at_sea else fought.setup.situation.map
    minors = any(force.side.minor and force.name != sides.NATIVES for force in fought.setup.forces)
    for at, force in enumerate(fought.setup.forces):
        enemy = fought.setup.forces[1 - at]
        if not leaders.tests_casualty(enemy.strength, map_):
            continue
        if not chiefs[at] and not minors:
            continue
        fate = await leaders.casualty(
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
    chief: command.Commander,
    leader: Commander,
    won: bool,
    destroyed: bool,
    enemy: str,
) -> Fate:
    """The test of one commander outside a battle on land, after an assault for instance (LDR-01,
    ASL-27).

    `enemy` is the country that would capture a monarch (LDR-12); it has won when he has not.
    """
    state = phase.state
    who = sides.decider(state, chief.country)
    known = state.countries.get(chief.country)
    thrown: list[Rolled] = []

    async def roll(name: str, modifiers: tuple[Modifier, ...], purpose: str) -> int:
        thrown.append(await phase.roll(who, name, modifiers, purpose))
        return thrown[-1].die

    fate = await leaders.casualty(
        chief.country, leader, won, destroyed, not won, known.minor if known else True, roll
    )
    name = f"a replacement of {countries.with_article(chief.country)}"
    if chief.leader:
        name = countries.leader_in_words(chief.leader, chief.country)
    phase.tell_roll(thrown[0], f"{name} tests for a casualty: {thrown[0].result}.", place, who)
    carry_out_fate(phase, place, chief.country, chief.leader, fate, enemy)
    return fate


def fate_in_words(state: State, fate: Fate, enemy: str) -> str:
    """A fate as people say it: unhurt, killed, wounded until a box, captured by the enemy."""
    if fate.what == "wounded":
        return f"wounded until {rounds.rounds_later(state.sequence.box, fate.rounds)}"
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
    known = countries.leader(leader)
    if leader not in state.leaders:
        for unit in state.units.values():
            if unit.leader == leader:
                unit.leader = ""
    else:
        counter = state.leaders[leader]
        if fate.what == "wounded":
            state.remove_leader(
                counter, "wounded", rounds.rounds_later(state.sequence.box, fate.rounds)
            )
        elif fate.what == "captured":
            state.remove_leader(counter, "captured")
            state.notes[f"captive.{leader}"] = enemy
        else:
            state.remove_leader(counter, "killed")
        if known.monarch and fate.what != "wounded" and country in state.countries:
            state.countries[country].monarch_lost = True
    phase.tell(
        "leader",
        f"{countries.leader_in_words(leader, country)} is {words}.",
        place,
        sides.decider(state, country),
        {"leader": leader, "fate": fate.what, "rounds": fate.rounds},
    )


def forget_vizier(state: State, leader: str) -> None:
    """A nameless vizier's values are rolled anew next time (PAR-09, LDR-15)."""
    if leader in state.leaders:
        known = countries.leader(leader)
        if known.variant == "vizier" and "table" in known.flags:
            state.leaders[leader].values = []


# The field afterwards.


def fright_ends(state: State, field: Field) -> None:
    """Whoever fought Turkish units with an army of his own fears them no longer (C-TUR-15)."""
    one, other = (force.side for force in field.fought.setup.forces)
    for own, enemy in ((one, other), (other, one)):
        if any(each.country == "turkey" for each in enemy.contingents):
            for each in own.contingents:
                country = state.countries.get(each.country)
                armed = each.armies or not force_pools.counter_limit(each.country, "army")
                if country is not None and armed:
                    country.ottoman_fright = False


async def aftermath(
    phase: Phase, places: Sequence[str], alliances: Sequence[str], crowded: str = ""
) -> None:
    """What stands in these places now: sieges begin or are lifted, what is too much is lost
    (RET-22, RET-27).

    AFT-01 to AFT-04, AFT-06, AFT-07 (commanders are found anew whenever they are asked for). In
    the province `crowded` a stack may be too large for now (MOV-03, INT-14).
    """
    for place in dict.fromkeys(places):
        await besieging.settle(phase, place)
        for alliance in alliances:
            if place != crowded:
                await stacking.enforce_stacking(phase, place, alliance)


def outcome(
    fought: AnyFought, retreated: Retreated, major: Major | None, fates: Sequence[str]
) -> dict[str, Any]:
    """The foot of the combat sheet: what each side inflicted by every step, and what came of it."""
    return {
        "winner": fought.winner,
        "ended": fought.ended,
        "inflicted": [list(fought.inflicted(at)) for at in (0, 1)],
        "stars": [fought.morale_lost(1 - at) for at in (0, 1)],
        "morale_left": morale_left(fought),
        "routed": [fought.routed(at) for at in (0, 1)],
        "lost": list(retreated.lost),
        "destroyed": [not retreated.left[at] for at in (0, 1)],
        "major": None
        if major is None
        else {
            "differential": major.differential,
            "threshold": major.threshold,
            "stability": [major.stability.get(at, 0) for at in (0, 1)],
            "victory_points": [major.victory_points.get(at, 0) for at in (0, 1)],
        },
        "leaders": list(fates),
    }


def summary(place: str, fought: AnyFought, retreated: Retreated) -> str:
    """The battle in a sentence."""
    unit = "ND" if fought.setup.at_sea else "LD"
    names = [force.name for force in fought.setup.forces]
    lost = [battle_losses(retreated.lost[at], unit) for at in (0, 1)]
    title = f"Battle of {name_of(place)}"
    if fought.winner is None:
        loses = countries.does(names[0], "lose")
        return (
            f"{title}: nobody wins; {loses} {lost[0]}, {countries.with_article(names[1])} "
            f"{lost[1]}."
        )
    won, beaten_ = fought.winner, 1 - fought.winner
    wins, loser = f"{countries.does(names[won], 'win')}, losing {lost[won]}", names[beaten_]
    if not retreated.left[beaten_]:
        all_ = f"all {countries.its(loser)} {'troops' if unit == 'LD' else 'ships'} there"
        return f"{title}: {wins}; {countries.does(loser, 'lose')} {all_}, {lost[beaten_]}."
    fate = countries.does(loser, "be routed" if fought.routed(beaten_) else "be driven off")
    return f"{title}: {wins}; {fate}, losing {lost[beaten_]}."


def battle_losses(lost: int, unit: str = "LD") -> str:
    """A loss in thirds as players write it."""
    return f"{thirds(lost)} {unit}" if lost else "nothing"
