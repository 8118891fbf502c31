"""Land interception: the attempts when a stack enters a province (ITG, INT).

All are announced before any is rolled, alliance after alliance in order of initiative.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple

from engine.facts import countries
from engine.facts.board import called, in_or_off, name_of, whence
from engine.grammar import conjugate
from engine.land.battle.parameters import Force, comparison, odds_of
from engine.land.ground import besieging, stack_parts, stacking
from engine.land.ground.stack_parts import Part
from engine.land.movement.interception_math import die_in_words, intercepts
from engine.land.movement.interceptors import (
    Chance,
    apart,
    chance,
    eligible_stacks,
    largest_part,
    why_barred,
    why_kept,
    worse_hierarchy,
)
from engine.land.movement.march_under_way import Move, tell_way
from engine.play.asks import BadAnswer, Raw, T, ordinal
from engine.play.decision_details import Weighed
from engine.play.phase import Phase
from engine.play.picks import Pick
from engine.rounds import rounds
from engine.situation import command, variants
from engine.state import State, forces, sides
from engine.state.stacks import Band

NEVER: Final = "never"


class Attempts(NamedTuple):
    """What came of the attempts in one province: whether any was made, who succeeded."""

    tried: bool
    alliance: str = ""
    bands: tuple[Band, ...] = ()


NONE_TRIED: Final = Attempts(False)
NONE_SUCCEEDED: Final = Attempts(True)


@dataclass(slots=True, kw_only=True)
class Interceptors(Pick[T]):
    """Which stacks intercept, on land or at sea: counters and leaders of one or more posts.

    An empty list lets what moves pass here; `never` lets this whole move pass.
    """

    state: State = field(repr=False, compare=False)
    target: str
    posts: Sequence[Band]
    mover: Band

    def chosen(self, raw: Raw) -> list[tuple[Band, Part]]:
        """What is named of each post, which tries as one stack (ITG-03, ITG-04). Raises
        BadAnswer."""
        units = [number for post in self.posts for number in post.units]
        leaders = [name for post in self.posts for name in post.leaders]
        part = stack_parts.read_part(self.state, raw, units, leaders)
        found = []
        for post in self.posts:
            troops = tuple(k for k in part.troops if stack_parts.piece(k)[0] in post.units)
            chiefs = tuple(name for name in part.leaders if name in post.leaders)
            if chiefs and not troops:
                raise BadAnswer(f"leaders alone in {called(post.place)} cannot intercept")
            if troops:
                found.append((post, Part(troops, chiefs)))
                if reason := self.why_not(*found[-1]):
                    raise BadAnswer(f"{name_of(post.place)}: {reason}")
        owners = {self.state.units[stack_parts.piece(key)[0]].country for key in part.troops}
        if not sides.may_stack(self.state, owners):
            raise BadAnswer("allies of allies do not form one stack: choose one at a time (INI-03)")
        return found

    @abstractmethod
    def why_not(self, post: Band, part: Part) -> str:
        """Why a part of a post may not try, "" when it may."""

    @abstractmethod
    def largest(self, post: Band) -> Sequence[str]:
        """The keys of the largest part of a post that may try, none where none may."""

    @abstractmethod
    def odds(self, band: Band) -> int:
        """How many faces of ten succeed for a band, or the whole stack of a post."""

    def likely(self) -> list[Sequence[str]]:
        """To let it pass, the largest part of each stack that may try, and all of them."""
        single = [keys for post in self.posts if (keys := self.largest(post))]
        return [(), (NEVER,), tuple(key for keys in single for key in keys), *single]

    def label(self, raw: Raw) -> str:
        if not raw:
            return "let it pass"
        passing = "let it pass everywhere in this move"
        return passing if raw == [NEVER] else f"intercept with {self.named(raw)}"

    @abstractmethod
    def named(self, raw: Raw) -> str:
        """Who intercepts, in words, each with its chance."""

    @property
    def default(self) -> Raw:
        return []

    @property
    def final_answer(self) -> Raw:
        return []


@dataclass(slots=True, kw_only=True)
class Intercept(Interceptors[Mapping[str, Part] | None]):
    """Which stacks intercept on land, pieces of armies too; `never` gives None."""

    counter: bool = False

    def read(self, raw: list[str]) -> Mapping[str, Part] | None:
        """What was announced: stacks or parts of them under the hierarchy (ITG-03, ITG-04), or that
        the whole movement may pass (ITG-14)."""
        if raw == [NEVER] and not self.counter:
            return None
        return {post.place: part for post, part in self.chosen(raw)}

    def why_not(self, post: Band, part: Part) -> str:
        """A part under the rules of splitting and hierarchy (ITG-04)."""
        state, target, mover = self.state, self.target, self.mover.units
        troops = stack_parts.unit_ids(part)
        reason = stack_parts.why_unled(state, troops, part.leaders)
        reason = reason or why_kept(state, target, post, part, mover)
        reason = reason or why_barred(state, target, part.of(post.place), mover)
        if not reason and set(part.keys) != {*map(str, post.units), *post.leaders}:
            reason = worse_hierarchy(state, target, part)
        return reason

    def largest(self, post: Band) -> Sequence[str]:
        part = largest_part(self.state, self.target, post, self.mover.units)
        return part.keys if part else ()

    def odds(self, band: Band) -> int:
        return chance(self.state, self.target, band, self.mover).tenths

    def named(self, raw: Raw) -> str:
        parts = []
        for post in self.posts:
            keys = [key for key in raw if key in post.leaders or self._of(post, key)]
            if keys:
                troops = stack_parts.part_in_words(self.state, keys)
                parts.append(
                    f"{troops}{whence(post.place, self.target)} ({10 * self.odds(post)} %)"
                )
        return "; ".join(parts)

    def odds_name(self, raw: Raw) -> str:
        chosen = [post for post in self.posts if any(self._of(post, key) for key in raw)]
        return _alone(chosen[0], self.target, self.odds(chosen[0])) if len(chosen) == 1 else ""

    def _of(self, post: Band, key: str) -> bool:
        return ordinal(key.partition("/")[0]) in post.units


# The attempts.


async def attempts(
    phase: Phase, move: Move, automatic: tuple[str, tuple[Band, ...]] = ("", ())
) -> Attempts:
    """The non-phasing stacks may intercept what moves, here where it has just come (ITG-08, ITG-14,
    INT-05).

    Alliance after alliance in order of initiative; once one has succeeded, no other may try here
    (ITG-01, ITG-07). `automatic` are an alliance's bands that intercept without a roll (OVR-08).
    """
    tried = False
    for alliance in rounds.hostile_alliances(phase.state, move.alliance):
        if alliance in move.never:
            continue
        bands = list(automatic[1]) if alliance == automatic[0] else []
        tried_before = move.tried.union(*(band.units for band in bands)) if bands else move.tried
        found = eligible_stacks(phase.state, move.place, alliance, move.units, tried_before)
        chosen: Mapping[str, Part] | None = {}
        if found:
            chosen = await announce(phase, alliance, move.place, found, move.band)
        if chosen is None:
            move.never.add(alliance)
        elif chosen:
            tried = True
            tell_way(phase, move)
            parted = separate(phase.state, chosen)
            move.last = phase.state.last_unit
            move.tried.update(number for band in parted for number in band.units)
            bands += await resolve(phase, move.place, parted, move.band)
        if bands:
            return Attempts(True, alliance, tuple(bands))
    return NONE_SUCCEEDED if tried else NONE_TRIED


async def announce(
    phase: Phase,
    alliance: str,
    target: str,
    found: Sequence[Band],
    mover: Band,
    counter: bool = False,
) -> Mapping[str, Part] | None:
    """Asks which stacks intercept, all at once (ITG-03), with the chance of each and the battle
    that it would fight alone; a counter-interceptor fights beside others. A leader alone has no
    battle (LDM-06)."""
    state = phase.state

    def tenths() -> dict[str, int]:
        return {post.place: chance(state, target, post, mover).tenths for post in found}

    def battles() -> Iterator[tuple[str, State, Force, Force]]:
        """Of each stack what may go of it, with the state in which that stands apart (ITG-04)."""
        chances = tenths()
        for post in found if mover.units and not counter else ():
            part = largest_part(state, target, post, mover.units)
            parted, own = apart(state, post.place, part) if part else (state, post)
            theirs, ours = (
                Force(
                    sides.alliance_of(parted, parted.units[band.units[0]].country),
                    band.units,
                    band.leaders,
                )
                for band in (mover, own)
            )
            yield _alone(post, target, chances[post.place]), parted, theirs, ours

    def weighed() -> dict[str, Any]:
        if counter or not mover.units:
            return {
                whence(place, target).lstrip() or "there": each / 10
                for place, each in tenths().items()
            }
        known = {}
        for name, parted, theirs, own in battles():
            odds = odds_of(parted, target, theirs, own, interception=True)
            turned = {each: odds[each][::-1] for each in ("routed", "major", "losses")}
            known[name] = {**odds, "win": odds["lose"], "lose": odds["win"], **turned}
        return known

    def compared() -> dict[str, Any]:
        return {
            name: comparison(parted, target, theirs, own, 1, interception=True)
            for name, parted, theirs, own in battles()
        }

    return await Intercept(
        who=sides.speaker(state, alliance),
        name="counter-intercept" if counter else "intercept",
        what=partial(_question, state, target, mover, counter),
        about=Weighed(
            Band(target, mover.units, mover.leaders).about,
            weighed,
            chances=tenths,
            compared=compared,
        ),
        state=state,
        target=target,
        posts=tuple(found),
        mover=mover,
        counter=counter,
    )


def _question(state: State, target: str, mover: Band, counter: bool) -> str:
    """Who enters a province or intercepts there, as a question; of a leader alone it says that he
    dies (LDM-06)."""
    units, leaders = mover.units_and_leaders(state)
    whose = countries.possessive(command.commanding_country(state, units, leaders))
    troops = stack_parts.in_words(units, mover.leaders)
    does = conjugate("intercept in" if counter else "enter", len(units or leaders))
    doing = "counter-intercept" if counter else "intercept"
    fate = "" if units else f" alone and {conjugate('die', len(leaders))} if intercepted"
    return f"{whose} {troops} {does} {called(target)}{fate}: {doing}?"


def _alone(post: Band, target: str, tenths: int) -> str:
    """The name of the battle that a stack would fight alone."""
    return f"{10 * tenths} %{whence(post.place, target)}, then"


def separate(state: State, chosen: Mapping[str, Part]) -> list[Band]:
    """The bands that were announced, armies broken where they must be (ITG-04)."""
    return [
        Band(place, tuple(stack_parts.break_armies(state, part)), part.leaders)
        for place, part in chosen.items()
    ]


async def resolve(phase: Phase, target: str, bands: Sequence[Band], mover: Band) -> list[Band]:
    """Rolls every announced attempt; who succeeds comes into the province (MVG-04, ITG-05), however
    many are there until the battle is over (INT-14), and beside who moves (MOV-03).

    The modifiers are those before the first roll, since all were announced together (INT-09).
    """
    state = phase.state
    odds = [chance(state, target, band, mover) for band in bands]
    came = []
    for band, attempt in zip(bands, odds, strict=True):
        troops, own = band.units_and_leaders(state)
        country = command.commanding_country(state, troops, own)
        where = f"{forces.units_in_words(troops)}{whence(band.place, target)}"
        if await roll_attempt(phase, target, country, where, len(troops), attempt):
            came.append(band)
    for band in came:
        enter(state, target, band)
    for band in came:
        if band.place != target:
            await besieging.settle(phase, band.place)
    side = sides.alliance_of(state, state.units[bands[0].units[0]].country)
    fights = bool(came) or side == sides.phasing_alliance(state)
    for place in dict.fromkeys(band.place for band in bands if band not in came):
        if place != target or not fights:  # an army was broken for nothing
            await stacking.enforce_stacking(phase, place, side)
    return came


async def roll_attempt(
    phase: Phase, target: str, country: str, who: str, many: int, attempt: Chance
) -> bool:
    """Rolls an attempt of so many counters of a country, on land or at sea, and tells it."""
    rolled = await phase.roll(f"{country}.intercept", attempt.modifiers, who)
    hit = intercepts(rolled.die, rolled.modifier, attempt.domain)
    how = conjugate("intercept", many) if hit else f"{conjugate('fail', many)} to intercept"
    text = f"{countries.country_name(country)}: {who} {how} {in_or_off(target)}"
    phase.tell_roll(rolled, f"{text} ({die_in_words(rolled, attempt.domain)}).", target)
    return hit


def enter(state: State, target: str, band: Band) -> None:
    """Moves an intercepting band into the province, free of any campaign (ITG-05, INT-08); who came
    so does not evade the battle."""
    if band.place == target:
        return
    state.bring(band.units, band.leaders, target)
    state.marks.entered.update((number, [band.place, target]) for number in band.units)
    variants.in_force(state).entered(state, target)
