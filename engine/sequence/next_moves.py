"""What an alliance may do next among its moves, as answers to one question (MVG-01, CAM-02,
C-FOR-04, FRT-01)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import Final, overload

from engine.facts import board
from engine.facts.board import in_or_off, name_of
from engine.grammar import conjugate, join_names
from engine.land.ground import entering_provinces, stack_parts
from engine.land.ground.stack_parts import Part
from engine.land.movement import attrition_causes, merging
from engine.overseas import forts
from engine.play.asks import About, Choose, Draw, Option, Told
from engine.rounds import campaigns
from engine.sequence import voyages as sea
from engine.state import State, sides
from engine.state.forces import COUNTRY, Unit
from engine.state.leaders import Leader
from engine.state.lookups import lookup_at

DONE: Final = "done"
NOBODY: Final = Part((), ())
FIRST: Final = itemgetter(0)
ANSWER: Final = itemgetter(1)


class NextMoves(Sequence[str]):
    """Provinces whose troops or leaders march, counters that become one, forts that are begun,
    ships that sail or form other fleets, and last `DONE`.

    They are found place by place, when somebody asks for them. Nothing moves while the question
    stands.
    """

    def __init__(self, state: State, alliance: str) -> None:
        self.state, self.alliance = state, alliance
        own = sides.members(state, alliance)
        on_land = {*state.places_of_troops(own)}
        for leader in state.leaders.values():
            if leader.country in own and leader.place:
                on_land.add(leader.place)
        self.on_land: Final = on_land
        self.at_sea: Final = state.places_of_ships(own)
        # Where something may be done perhaps, in order.
        self.places: Final = sorted(self.on_land | self.at_sea)
        self._found: Final[dict[str, list[str]]] = {}

    def at(self, place: str) -> list[str]:
        """What may be done in a place."""
        found = self._found.get(place)
        if found is None:
            found = self._found[place] = [*self._at(place)]
        return found

    def _at(self, place: str) -> Iterator[str]:
        state, alliance = self.state, self.alliance
        if place in self.on_land:
            if (here := _there(state, place, alliance)) is not NOTHING:
                if _begins(state, here):
                    yield place
                if here.merges:
                    yield from map(ANSWER, here.merges)
            if state.overseas.known:
                yield from forts.answers(state, place, alliance)
        if place in self.at_sea:
            yield from sea.choices(state, place, alliance)

    @property
    def any_left(self) -> bool:
        """Whether anything may be done at all."""
        for place in self.places:
            for _ in self._at(place):
                return True
            self._found[place] = []
        return False

    def drawn(self, draw: Draw) -> str:
        """One by chance: a place, or to be done, and then what is done there."""
        places = [*self.places, DONE]
        while (place := places.pop(draw(len(places)))) != DONE:
            if found := self.at(place):
                return found[draw(len(found))]
        return DONE

    # All of them, in the order in which a person reads them.

    @cached_property
    def marches(self) -> dict[str, Part]:
        """The provinces with troops or leaders that may still move, and which."""
        found = ((place, free(self.state, place, self.alliance)) for place in sorted(self.on_land))
        return {place: part for place, part in found if part != NOBODY}

    @cached_property
    def voyages(self) -> list[str]:
        """The ships that may sail or form other fleets."""
        places = sorted(self.at_sea)
        return [key for at in places for key in sea.choices(self.state, at, self.alliance)]

    @cached_property
    def _all(self) -> list[str]:
        places = sorted(self.on_land)
        alike = (_there(self.state, at, self.alliance).merges for at in places)
        merges = sorted(chain.from_iterable(alike), key=FIRST)
        works = [key for at in places for key in forts.answers(self.state, at, self.alliance)]
        return [*self.marches, *(key for _, key in merges), *works, *self.voyages, DONE]

    def __len__(self) -> int:
        return len(self._all)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        return self._all[at]

    def __contains__(self, answer: object) -> bool:
        known: Iterable[object] = chain.from_iterable(self._found.values())
        return answer == DONE or answer in known or answer in self._all

    # As they read.

    def told(self, answer: str) -> Option:
        """One of them as it reads."""
        if answer == DONE:
            return Option(DONE, "No more moves", stake=_unmoved_in_words(self))
        if answer in self.marches:
            about = stack_parts.part_in_words(self.state, self.marches[answer].keys)
            return Option(answer, name_of(answer), about)
        if answer.startswith(merging.MERGE):
            return merging.option(self.state, answer)
        if answer.startswith(forts.FORT):
            return forts.option(answer)
        return sea.option(self.state, self.alliance, answer)

    def about(self) -> dict[str, list[str]]:
        """What the question is about."""
        return {"places": [*self.marches]}


def question(moves: NextMoves) -> Choose:
    """Which of them comes next."""
    return Choose(
        who=sides.speaker(moves.state, moves.alliance),
        name="next-move",
        what="Which stack moves next?",
        options=Told(moves, moves.told, moves.drawn),
        about=About(moves.about),
        done=DONE,
    )


def _unmoved_in_words(moves: NextMoves) -> str:
    """What is given away by moving no more, and which massed forces roll for attrition where they
    stay (MOV-08); that ships lie still is usual."""
    if not moves.marches:
        return ""
    sail = sum(not each.startswith(sea.ARRANGE) for each in moves.voyages)
    number = len(moves.marches) + sail
    stacks = "1 stack" if number == 1 else f"{number} stacks"
    stay = "It will stay where it is" if number == 1 else "They will stay where they are"
    text = f"{stacks} could still move. {stay} this impulse."
    massed = [
        place
        for place in sorted(moves.on_land)
        if attrition_causes.standing(moves.state, place, moves.alliance)
    ]
    if massed:
        forces = "force" if len(massed) == 1 else "forces"
        where = join_names(map(in_or_off, massed))
        text += f" The massed {forces} {where} {conjugate('roll', len(massed))} for attrition."
    return text


def free(state: State, place: str, alliance: str) -> Part:
    """What may still begin a move in a place: not moved, not kept there.

    Under no campaign at all nothing may; a stack goes under its commander's country (CAM-02).
    """
    return _free(state, _there(state, place, alliance))


def _free(state: State, here: _There) -> Part:
    if not campaigns.any_acts(state, here.owners):
        return NOBODY
    part = stack_parts.whole_stack(here.units, here.leaders)
    return _with_natives(state, part) if state.overseas.natives else part


def _begins(state: State, here: _There) -> bool:
    """Whether something there may still begin a move."""
    if state.overseas.natives:
        return _free(state, here) != NOBODY
    return campaigns.any_acts(state, here.owners)


def _with_natives(state: State, part: Part) -> Part:
    """What of it goes where natives follow leaders (NAT-30)."""
    names = part.leaders
    troops = [key for key in part.troops if not stack_parts.why_unled(state, [int(key)], names)]
    owners = {state.units[int(key)].country for key in troops}
    owners = owners.union(state.leaders[name].country for name in names)
    return Part(tuple(troops), names) if campaigns.any_acts(state, owners) else NOBODY


@dataclass(slots=True)
class _There:
    """What has not moved in a province and was not told to stay, and whose it is; what may become
    one there."""

    units: Sequence[Unit]
    leaders: Sequence[Leader]
    owners: Set[str]
    merges: merging.Merges


NOTHING: Final = _There((), (), frozenset(), ())


@lookup_at
def _there(state: State, place: str, alliance: str) -> _There:
    if board.is_sea(place):
        return NOTHING
    units, leaders = entering_provinces.idle_troops(state, place, alliance)
    # One alone becomes one with nobody; who is besieged inside does not move, but may become one.
    alike = len(units) > 1 or place in state.land.sieges
    merges = merging.merges_at(state, place, alliance) if alike else ()
    stays = state.marks.told_to_stay
    if units:
        units = [each for each in units if not stays(each.id)]
    if leaders:
        leaders = [each for each in leaders if not stays(each.id)]
    if not (units or leaders or merges):
        return NOTHING
    return _There(units, leaders, {*map(COUNTRY, units), *map(COUNTRY, leaders)}, merges)
