"""Natives on the board: those who are active, those who follow a conquistador, and their peace.

Active natives are counters of the country `natives` in their province: what is left of them. Who
deserts to a conquistador is a counter of his country with the corps `native` and his id as leader.
Strengths are in thirds of a detachment.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.facts import board, countries
from engine.facts.board import called
from engine.grammar import thirds as written
from engine.overseas import natives_math
from engine.play.phase import Phase
from engine.situation import command, knowledge
from engine.state import State, known_zones, sides
from engine.state.forces import LAND_THIRDS, Kind, Unit, strength, units_in_words
from engine.state.sides import NATIVES
from engine.state.stacks import Group

CORPS: Final = "native"
SIZES: Final[tuple[Kind, ...]] = ("A+", "A-", "LD", "LDE")
STAY_EMPTY: Final = ("america", "siberia")
"""Where natives who are all gone do not come back (C-INT-03)."""


def inactive_natives(state: State, place: str) -> int:
    """The inactive natives of a province; 0 where there are none, or they are active or gone.

    A colony that is established has made its peace with them (C-TER-12).
    """
    province = board.province(place)
    if not province.area or place in state.overseas.natives or sides.european(state, place):
        return 0
    if any(
        one.kind == "colony" and not one.stage
        for one in state.overseas.establishments.get(place, ())
    ):
        return 0
    return natives_math.strength(board.area(province.area))


def natives_in_words(state: State, place: str) -> str:
    """The natives of a province in a few words, "" where none ever live or nobody explores."""
    if not state.overseas.known:
        return ""
    if size := inactive_natives(state, place):
        tolerance = board.area(board.province(place).area).tolerance
        risk = f"may attack ({10 * tolerance} %)" if tolerance else "stay calm"
        return f"{written(size)} LD of natives, who {risk}"
    if place not in state.overseas.natives:
        return ""
    there = any(unit.country == NATIVES for unit in state.units_at(place))
    return "natives active" if there else "no natives are left"


def counters(thirds: int) -> tuple[Kind, ...]:
    """The counters for so many natives: armies stand for 4 and 2 LD of them (NAT-28, DRM-26)."""
    kinds: list[Kind] = []
    for kind in SIZES:
        more, thirds = divmod(thirds, LAND_THIRDS[kind])
        kinds += [kind] * more
    return tuple(kinds)


def rouse(state: State, place: str, thirds: int) -> list[int]:
    """Makes the natives of a province active, so many of them; their counters (NAT-04)."""
    state.overseas.natives[place] = "active"
    return [state.add(Unit(0, NATIVES, kind, place, corps=CORPS)).id for kind in counters(thirds)]


def rouse_all(state: State, place: str) -> list[int]:
    """Makes all the natives of a province active; their counters (NAT-04)."""
    return rouse(state, place, inactive_natives(state, place))


def join(state: State, leader: str, thirds: int) -> list[int]:
    """Natives desert to the leader who has won them over, and move with him (NAT-23, NAT-28,
    NAT-A6); where he knows the way they do (DIS-01, NAT-30)."""
    chief = state.leaders[leader]
    joined = []
    for kind in counters(thirds):
        unit = state.add(
            Unit(0, chief.country, kind, chief.place, chief.position, corps=CORPS, leader=leader)
        )
        known_zones.remember(state, unit.id, known_zones.memory(state, leader))
        state.marks.moved.add(unit.id)
        joined.append(unit.id)
    return joined


def recruits(state: State) -> list[Unit]:
    """The natives who follow conquistadors."""
    return [
        unit for unit in state.units.values() if unit.corps == CORPS and unit.country != NATIVES
    ]


def disband(phase: Phase, everybody: bool = False) -> None:
    """Recruits go home whose conquistador is dead, wounded, elsewhere or at sea (NAT-30, NAT-31).

    With `everybody` all do: the turn ends.
    """
    state = phase.state
    if not state.overseas.natives and not everybody:
        return  # Nobody was ever asked to follow.
    leaving: dict[str, list[Unit]] = {}
    for unit in recruits(state):
        chief = state.leaders.get(unit.leader)
        together = chief is not None and (chief.place, chief.position) == (
            unit.place,
            unit.position,
        )
        if everybody or not together or board.is_sea(unit.place) or unit.position == "aboard":
            leaving.setdefault(unit.leader, []).append(unit)
    for leader, units in leaving.items():
        name, place, country = countries.leader(leader).name, units[0].place, units[0].country
        phase.tell(
            "losses",
            f"The natives who followed {name} of {countries.with_article(country)} in "
            f"{called(place)} "
            f"go home: {units_in_words(units)} (NAT-31).",
            place,
            sides.decider(state, country),
            {"country": country, "thirds": strength(units), "cause": "natives who go home"},
        )
        for unit in units:
            state.remove(unit)


def calm(phase: Phase) -> None:
    """The end of the turn: recruits disband, natives are calm and whole again (NAT-26, NAT-31).

    In America and Siberia a province without any stays empty (C-INT-03).
    """
    state = phase.state
    disband(phase, everybody=True)
    for place in [
        place for place, how in sorted(state.overseas.natives.items()) if how == "active"
    ]:
        left = [unit for unit in state.units_at(place) if unit.country == NATIVES]
        continent = board.area(board.province(place).area).continent
        if left or continent not in STAY_EMPTY:
            del state.overseas.natives[place]
        else:
            state.overseas.natives[place] = "gone"
        for unit in left:
            state.remove(unit)


def leave_alone(state: State, place: str, alliance: str) -> bool:
    """Whether active natives and the stack of an alliance leave each other alone now (C-TER-13).

    Those beaten in this impulse fight no more in it, those who were routed not in the next round
    either; they fight whoever came to fight them, or was locked by them.
    """
    theirs = sides.stack(state, place, NATIVES).units
    if any(unit.id in state.marks.locked for unit in theirs):
        return False
    if all(unit.id in state.marks.beaten for unit in theirs):
        return True
    who, when = state.notes.get(f"routed.{place}", ("", 0))
    return bool(who == alliance and len(state.sequence.rounds) <= when + 1)


def unbeaten(state: State, units: Iterable[Unit]) -> list[Unit]:
    """Those of them who fight in this impulse: no natives who were beaten in it (NAT-A8)."""
    beaten = state.marks.beaten
    return [unit for unit in units if unit.country != NATIVES or unit.id not in beaten]


def foes(state: State, place: str, alliance: str) -> list[str]:
    """The enemies whom the stack of an alliance in a province fights in the battle step, active
    natives among them (BAT-01, BAT-05, NAT-A8)."""
    mine = [unit.id for unit in sides.stack(state, place, alliance).units]
    return [
        enemy
        for enemy in (sides.alliances_at(state, place) if mine else ())
        if sides.at_war(state, alliance, enemy)
        and fought_mark(place, enemy) not in state.marks.done
        and not (enemy == NATIVES and leave_alone(state, place, alliance))
        and knowledge.may_interact(
            state, mine, [unit.id for unit in sides.stack(state, place, enemy).units], place
        )
    ]


def fought_mark(place: str, enemy: str) -> str:
    """The mark of a regular battle that has been fought in this impulse."""
    return f"battle:{place}:{enemy}"


def note_rout(state: State, place: str, alliance: str) -> None:
    """Notes that an alliance has routed the natives of a province in this round."""
    state.notes[f"routed.{place}"] = [alliance, len(state.sequence.rounds)]


def must_test(state: State, group: Group, place: str) -> bool:
    """Whether a stack that enters a province has to do with inactive natives (NAT-01 to NAT-03).

    Leaders alone have not, nor minors of the Rest of the World in their own land, nor those whose
    country has an AT with the minor that owns it and no war with it (NAT-A1).
    """
    if board.in_europe(place) or board.is_sea(place) or not inactive_natives(state, place):
        return False
    units = state.units_by_id(group.units)
    if not units:
        return False
    who = command.commanding_country(state, units, state.leaders_by_id(group.leaders))
    if countries.country(who).kind == "rotw" and sides.owner(state, place) == who:
        return False
    country = state.countries.get(who)
    owner = board.area(board.province(place).area).owner_1492
    if country is None or owner not in country.treaties:
        return True
    return sides.at_war(state, *(sides.alliance_of(state, each) for each in (who, owner)))
