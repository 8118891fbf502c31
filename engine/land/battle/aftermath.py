"""After a battle on land: defeats, beaten stacks, sieges, stacking, the foot of its sheet (AFT)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.combat import leader_casualties
from engine.combat import major_battle as major_battles
from engine.combat.combat_sheet import CombatSheet, morale_left
from engine.combat.fight import AnyFought
from engine.combat.major_battle import Major
from engine.facts import countries, tables
from engine.facts.board import called
from engine.grammar import thirds
from engine.land.battle.parameters import Force
from engine.land.battle.retreat import Retreated
from engine.land.ground import besieging, stacking
from engine.play.phase import Phase
from engine.rounds import levies
from engine.state import State

NOTHING: Final = "nothing"


def major_battle(
    phase: Phase, place: str, fought: AnyFought, both: tuple[Force, Force], lost: tuple[int, int]
) -> Major | None:
    """Carries out what a major battle brings, and writes down every defeat: overseas it may call
    for levies (LEV-A1)."""
    state, winner = phase.state, fought.winner
    found = major_battles.major_battle(fought, lost, _stabilities(state, fought))
    if winner is not None:
        loser, leaders = fought.setup.forces[1 - winner].name, both[1 - winner].leader_ids
        levies.note_defeat(state, place, loser, leaders, found is not None)
    _apply_major_battle(phase, place, fought, found)
    if found is not None and not fought.setup.at_sea:
        _tercios_lost(phase, place, fought)
    return found


def _stabilities(state: State, fought: AnyFought) -> tuple[int, int]:
    """The stability of both countries in command before the battle."""
    one, other = (state.countries.get(force.name) for force in fought.setup.forces)
    return one.stability if one else 0, other.stability if other else 0


def _apply_major_battle(phase: Phase, place: str, fought: AnyFought, found: Major | None) -> None:
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


def _tercios_lost(phase: Phase, place: str, fought: AnyFought) -> None:
    """An A+ with tercios beaten in a major battle by a baroque stack ends them for good
    (C-DOC-07)."""
    assert fought.winner is not None
    victor, beaten = (fought.setup.forces[at].side for at in (fought.winner, 1 - fought.winner))
    if tables.technology_rank(victor.technology) < tables.technology_rank("baroque"):
        return
    for each in beaten.contingents:
        country = phase.state.countries.get(each.country)
        if country is not None and country.tercios and "A+" in each.armies:
            country.tercios = False
            name = countries.with_article(country.id)
            phase.tell("tercios", f"The tercios of {name} are no more.", place, country.id)


# Leaders.


async def close(
    phase: Phase,
    fought: AnyFought,
    both: tuple[Force, Force],
    retreated: Retreated,
    sheet: CombatSheet,
    chiefs: Sequence[str],
) -> Major | None:
    """Ends a battle on land or at sea: what a major one brings, the commanders test, the whole
    sheet is told, and who did not win may not intercept again this impulse (AFT-09, ITG-11,
    LDR-15).

    `chiefs` are the leaders in command, "" for a replacement.
    """
    place = sheet.place
    major = major_battle(phase, place, fought, both, retreated.lost)
    fates = await leader_casualties.after_battle(
        phase, place, fought, retreated.left, sheet, chiefs
    )
    for chief in chiefs:
        leader_casualties.forget_vizier(phase.state, chief)
    sheet.close(summary(place, fought, retreated), outcome(fought, retreated, major, fates))
    for at in (0, 1):
        if fought.winner != at:
            phase.state.marks.beaten.update(retreated.left[at])
    return major


# The field afterwards.


async def aftermath(
    phase: Phase, places: Sequence[str], alliances: Sequence[str], crowded: str = ""
) -> None:
    """What stands in these places now: sieges begin or are lifted, what is too much is lost
    (RET-22, RET-27).

    AFT-01 to AFT-04, AFT-06, AFT-07 (commanders are found anew whenever they are asked for). In the
    province `crowded` a stack may be too large for now (INT-14).
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
    """The battle in a sentence; at sea ships that are hit may be refitted or damaged only (NLS-10),
    so what is lost of them is told apart."""
    at_sea = fought.setup.at_sea
    names = [force.name for force in fought.setup.forces]
    lost = [battle_losses(retreated.lost[at], "ND" if at_sea else "LD") for at in (0, 1)]
    if at_sea:
        hit = [f"hit for {each}" if each != NOTHING else "unhurt" for each in lost]
    else:
        hit = [f"losing {each}" for each in lost]
    title = f"Battle of {called(place)}"
    if fought.winner is None:
        ends = [f"be {each}" for each in hit] if at_sea else [f"lose {each}" for each in lost]
        one, other = (countries.does(name, end) for name, end in zip(names, ends, strict=True))
        return f"{title}: nobody wins; {one}, {other}."
    won, beaten_ = fought.winner, 1 - fought.winner
    wins, loser = f"{countries.does(names[won], 'win')}, {hit[won]}", names[beaten_]
    if not retreated.left[beaten_]:
        all_ = f"all {countries.its(loser)} {'ships' if at_sea else 'troops'} there"
        return f"{title}: {wins}; {countries.does(loser, 'lose')} {all_}, {lost[beaten_]}."
    fate = countries.does(loser, "be routed" if fought.routed(beaten_) else "be driven off")
    return f"{title}: {wins}; {fate}, {hit[beaten_]}."


def battle_losses(lost: int, unit: str) -> str:
    """A loss in thirds as players write it."""
    return f"{thirds(lost)} {unit}" if lost else NOTHING
