"""Land interception: who may, how likely it is, the attempts (ITG, INT).

Attempts are made when a stack enters a province: all are announced before any is rolled, alliance
after alliance in order of initiative. `chance` gives the exact odds with the modifiers.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, NamedTuple

from engine import (
    board,
    campaigns,
    command,
    countries,
    entry,
    forces,
    parting,
    sides,
    siege,
    variants,
)
from engine.asks import Ask, BadAnswer, Raw
from engine.attempts import Interception, interception, intercepts
from engine.forces import Unit
from engine.holdings import Leader
from engine.legs import Move, tell_way
from engine.parameters import Force, Weighed, odds_of
from engine.parting import Part
from engine.phase import Phase
from engine.report import Modifier, total
from engine.rotw import knowledge
from engine.state import State
from engine.ways import name_of

NEVER: Final = "never"


class Band(NamedTuple):
    """A stack that intercepts: where it comes from, its counters and leaders."""

    place: str
    units: tuple[int, ...]
    leaders: tuple[str, ...]


class Chance(NamedTuple):
    """The modifiers of an attempt, and how many faces of the ten succeed."""

    modifiers: tuple[Modifier, ...]
    tenths: int


class Attempts(NamedTuple):
    """What came of the attempts in one province: whether any was made, who succeeded."""

    tried: bool
    alliance: str = ""
    bands: tuple[Band, ...] = ()


# The odds.


def chance(
    state: State,
    target: str,
    band: Band,
    mover: Sequence[Unit],
    chiefs: Sequence[Leader],
) -> Chance:
    """The odds that a band intercepts what moves in a province, with every modifier (INT-18 to 29).

    For a counter-interception the mover is all interceptors merged (INT-18).
    """
    units = [state.units[number] for number in band.units]
    leaders = [state.leaders[name] for name in band.leaders]
    alliance = sides.alliance_of(state, units[0].country)
    ours = command.commander(state, units, leaders)
    theirs = command.commander(state, mover, chiefs)
    there, here = board.province(target), board.province(band.place)
    ahead = (
        command.technology_box(state, units) - command.technology_box(state, mover) if mover else 0
    )
    border = "" if band.place == target else board.border(band.place, target) or ""
    friend = sides.controlled_by(state, target, alliance) or any(
        unit.land
        and unit.id not in band.units
        and sides.alliance_of(state, unit.country) == alliance
        for unit in state.units_at(target)
    )
    moving = {unit.id for unit in mover}
    foe = any(unit.id not in moving for unit in sides.enemy_units(state, target, alliance))
    besieging = state.sieges.get(band.place)
    found = interception(
        Interception(
            manoeuvre=ours.manoeuvre,
            enemy_manoeuvre=theirs.manoeuvre,
            levels_ahead=ahead,
            friend=friend,
            same_province=band.place == target,
            target_swamp=there.terrain == "swamp",
            from_swamp_or_flooded=here.terrain == "swamp"
            or here.id in state.notes.get("flooded", ()),
            bad_weather=state.bad_weather,
            river_or_pass=border in ("river", "mountain_pass"),
            other_enemy=foe,
            besieging=besieging is not None and besieging.alliance == alliance,
        )
    )
    modifier = total(found)
    return Chance(found, sum(intercepts(die, modifier) for die in range(1, 11)))


# Who may.


def friendly_but(state: State, place: str, alliance: str, besides: Collection[int]) -> bool:
    """Whether a province is friendly, were it not for these counters (INT-02)."""
    if not sides.controlled_by(state, place, alliance):
        return False
    if sides.unfriendly_revolt(state, place, alliance):
        return False
    enemies = sides.enemy_units(state, place, alliance)
    enemies += sides.enemy_units(state, place, alliance, "inside")
    return all(unit.id in besides for unit in enemies)


def barred(
    state: State,
    target: str,
    units: Sequence[Unit],
    leaders: Sequence[Leader],
    besides: Collection[int],
) -> str:
    """Why the campaign of the commanding country forbids to intercept; "" when not (INT-01, 02)."""
    country = command.commanding_country(state, units, leaders)
    right = campaigns.interception_right(state, country)
    name = countries.country(country).name
    if right == "none":
        return f"{name} has paid no campaign: it may not intercept (INT-01)"
    if reason := variants.barred(state, {unit.country for unit in units}).get(target, ""):
        return reason
    alliance = sides.alliance_of(state, country)
    if right == "friendly" and not friendly_but(state, target, alliance, besides):
        return f"{name} has paid a passive campaign: only in friendly provinces (INT-02)"
    return ""


def posts(
    state: State, target: str, alliance: str, besides: Collection[int], tried: Collection[int]
) -> list[Band]:
    """The stacks of an alliance that may try to intercept in a province, by place.

    Not the besieged, those in a battle fought or to come, those that tried this move before, nor
    those that share a province with another enemy that stands still (ITG-02, ITG-11 to ITG-13,
    INT-03, INT-A3). `besides` are the counters to be intercepted.
    """
    found = []
    places = [target, *(border.other for border in board.land_neighbours(target))]
    for place in sorted(places):
        here = sides.stack(state, place, alliance)
        units = [
            unit
            for unit in here.units
            if unit.id not in tried and unit.id not in state.locked and unit.id not in state.beaten
        ]
        if not units:
            continue
        if any(unit.id not in besides for unit in sides.enemy_units(state, place, alliance)):
            continue
        chart = knowledge.chart(
            state, [unit.id for unit in units], [leader.id for leader in here.leaders]
        )
        if place != target and entry.closed(state, target, alliance, chart=chart):
            continue
        if not knowledge.may_interact(state, [unit.id for unit in units], besides, target):
            continue
        band = Band(
            place,
            tuple(unit.id for unit in units),
            tuple(leader.id for leader in here.leaders),
        )
        part = _largest(state, target, band, besides)
        if part is not None and not barred(
            state,
            target,
            [state.units[number] for number in parting.unit_ids(part)],
            [state.leaders[name] for name in part.leaders],
            besides,
        ):
            found.append(band)
    return found


def _largest(state: State, target: str, band: Band, besides: Collection[int]) -> Part | None:
    """The largest part of a stack that may go: all, or what a siege can spare (MOV-26, ITG-04)."""
    whole = Part(tuple(str(number) for number in band.units), band.leaders)
    if not _kept(state, target, band, whole, besides):
        return whole
    by_size = sorted(band.units, key=lambda number: (state.units[number].thirds, number))
    for stay in range(1, len(by_size)):
        gone = sorted(by_size[stay:])
        part = Part(tuple(str(number) for number in gone), band.leaders)
        if not _kept(state, target, band, part, besides):
            return part
    return None


def _kept(state: State, target: str, band: Band, part: Part, besides: Collection[int]) -> str:
    """Why a part may not leave its province for the interception; "" when it may (ITG-04)."""
    if band.place == target:
        return ""
    alliance = sides.alliance_of(state, state.units[band.units[0]].country)
    here = sides.stack(state, band.place, alliance)
    staying = here.thirds - parting.thirds(state, part)
    friendly = friendly_but(state, target, alliance, besides)
    return entry.held_back(state, band.place, target, alliance, staying, friendly)


@dataclass(frozen=True, slots=True, kw_only=True)
class Intercept(Ask[Mapping[str, Part] | None]):
    """Which stacks intercept: counters, pieces of armies and leaders, of one or more provinces.

    An empty list lets the stack pass here; `never` lets this whole move pass (None). All that is
    named in one province tries as one stack (ITG-03, ITG-04).
    """

    complete: ClassVar[bool] = False

    state: State = field(repr=False, compare=False)
    target: str
    posts: Sequence[Band]
    mover: Sequence[int]
    chiefs: Sequence[str]
    counter: bool = False

    def parse(self, raw: Raw) -> Mapping[str, Part] | None:
        if raw == [NEVER] and not self.counter:
            return None
        units = [number for post in self.posts for number in post.units]
        leaders = [name for post in self.posts for name in post.leaders]
        part = parting.read(self.state, raw, units, leaders)
        chosen: dict[str, Part] = {}
        for post in self.posts:
            troops = tuple(k for k in part.troops if parting.piece(k)[0] in post.units)
            chiefs = tuple(name for name in part.leaders if name in post.leaders)
            if chiefs and not troops:
                raise BadAnswer(f"leaders alone in {name_of(post.place)} cannot intercept")
            if troops:
                chosen[post.place] = Part(troops, chiefs)
                self._check(post, chosen[post.place])
        owners = {self.state.units[parting.piece(key)[0]].country for key in part.troops}
        if not sides.may_stack(self.state, owners):
            raise BadAnswer("allies of allies make no stack together: one at a time (INI-03)")
        return chosen

    def _check(self, post: Band, part: Part) -> None:
        state = self.state
        troops = parting.unit_ids(part)
        reason = parting.unled(state, troops, part.leaders)
        reason = reason or _kept(state, self.target, post, part, self.mover)
        reason = reason or barred(
            state,
            self.target,
            [state.units[number] for number in parting.unit_ids(part)],
            [state.leaders[name] for name in part.leaders],
            self.mover,
        )
        if not reason and set(part.keys) != {*map(str, post.units), *post.leaders}:
            reason = _hierarchy(state, self.target, part)
        if reason:
            raise BadAnswer(f"{name_of(post.place)}: {reason}")

    def offers(self) -> list[Raw]:
        single = []
        for post in self.posts:
            part = _largest(self.state, self.target, post, self.mover)
            if part is not None:
                single.append(part.keys)
        every = tuple(key for keys in single for key in keys)
        found: list[Raw] = []
        for keys in sorted({(), (NEVER,), every, *single}):
            try:
                self.parse(list(keys))
            except BadAnswer:
                continue
            found.append(list(keys))
        return found

    def label(self, raw: Raw) -> str:
        if not raw:
            return "let it pass"
        if raw == [NEVER]:
            return "let it pass everywhere in this move"
        parts = []
        for post in self.posts:
            keys = [key for key in raw if key in post.leaders or self._of(post, key)]
            if keys:
                troops = parting.described(self.state, keys)
                parts.append(f"{troops} from {name_of(post.place)} ({self.odds(post)} of 10)")
        return "intercept with " + "; ".join(parts)

    def _of(self, post: Band, key: str) -> bool:
        number = key.partition("/")[0]
        return number.isdecimal() and int(number) in post.units

    def odds(self, post: Band) -> int:
        """How many faces of ten succeed for the whole stack of a post."""
        mover = [self.state.units[number] for number in self.mover]
        chiefs = [self.state.leaders[name] for name in self.chiefs]
        return chance(self.state, self.target, post, mover, chiefs).tenths

    @property
    def default(self) -> Raw:
        return []


def _hierarchy(state: State, target: str, part: Part) -> str:
    """Why splitting so would make the hierarchy worse; "" when not (ITG-04, C-HIE-01)."""
    trial = State.from_plain(state.to_plain())
    numbers = parting.separate(trial, part)
    owners = sorted({trial.units[number].country for number in numbers})
    before = {owner: len(command.hierarchy_broken(trial, owner)) for owner in owners}
    for number in numbers:
        trial.put(trial.units[number], target)
    for name in part.leaders:
        trial.put_leader(trial.leaders[name], target)
    for owner in owners:
        after = command.hierarchy_broken(trial, owner)
        if len(after) > before[owner]:
            return f"hierarchy: {after[0]} (ITG-04)"
    return ""


# The attempts.


async def attempts(
    phase: Phase, move: Move, automatic: tuple[str, tuple[Band, ...]] = ("", ())
) -> Attempts:
    """The non-phasing stacks may intercept what moves, here where it has just come.

    Alliance after alliance in order of initiative; once one has succeeded, no other may try here
    (ITG-01, ITG-07). `automatic` are an alliance's bands that intercept without a roll (OVR-08).
    """
    tried = False
    for each in phase.state.alliances:
        if each.id in move.never or not sides.at_war(phase.state, each.id, move.alliance):
            continue
        bands = list(automatic[1]) if each.id == automatic[0] else []
        sure = {number for band in bands for number in band.units}
        found = posts(phase.state, move.place, each.id, move.units, move.tried | sure)
        chosen: Mapping[str, Part] | None = {}
        if found:
            chosen = await announce(phase, each.id, move.place, found, move.units, move.leaders)
        if chosen is None:
            move.never.add(each.id)
        elif chosen:
            tried = True
            tell_way(phase, move)
            parted = separate(phase.state, chosen)
            move.last = phase.state.last_unit
            move.tried.update(number for band in parted for number in band.units)
            bands += await resolve(phase, move.place, parted, move.units, move.leaders)
        if bands:
            return Attempts(True, each.id, tuple(bands))
    return Attempts(tried)


async def announce(
    phase: Phase,
    alliance: str,
    target: str,
    found: Sequence[Band],
    mover: Sequence[int],
    chiefs: Sequence[str],
    counter: bool = False,
) -> Mapping[str, Part] | None:
    """Asks which stacks intercept, all at once (ITG-03)."""
    state = phase.state
    units = [state.units[number] for number in mover]
    leaders = [state.leaders[name] for name in chiefs]
    who = countries.country(command.commanding_country(state, units, leaders)).name
    troops = parting.described(state, [*map(str, mover), *chiefs])
    ask = Intercept(
        who=sides.speaker(state, alliance),
        name="counter-intercept" if counter else "intercept",
        what=f"{who}'s {troops} {'intercept' if counter else 'enter'} {name_of(target)}: "
        f"{'counter-intercept' if counter else 'intercept'}?",
        about=Weighed(
            {
                "place": target,
                "units": list(mover),
                "leaders": list(chiefs),
                "chances": {
                    post.place: chance(state, target, post, units, leaders).tenths for post in found
                },
            },
            lambda: _weighed(state, target, found, mover, chiefs, counter),
        ),
        state=state,
        target=target,
        posts=tuple(found),
        mover=tuple(mover),
        chiefs=tuple(chiefs),
        counter=counter,
    )
    return await ask


def _weighed(
    state: State,
    target: str,
    found: Sequence[Band],
    mover: Sequence[int],
    chiefs: Sequence[str],
    counter: bool,
) -> dict[str, Any]:
    """The chance of each stack and the battle that it would fight alone, for the interceptor.

    A counter-interceptor fights beside others, a leader alone has no battle: the chance alone is
    told.
    """
    units = [state.units[number] for number in mover]
    leaders = [state.leaders[name] for name in chiefs]
    weighed: dict[str, Any] = {}
    for post in found:
        tenths = chance(state, target, post, units, leaders).tenths
        if counter or not units:
            weighed[f"from {name_of(post.place)}"] = tenths / 10
            continue
        theirs = Force(sides.alliance_of(state, units[0].country), tuple(mover), tuple(chiefs))
        alliance = sides.alliance_of(state, state.units[post.units[0]].country)
        own = Force(alliance, post.units, post.leaders)
        odds = odds_of(state, target, theirs, own, interception=True)
        weighed[f"{10 * tenths} % from {name_of(post.place)}, then"] = {
            **odds,
            "win": odds["lose"],
            "lose": odds["win"],
            **{name: odds[name][::-1] for name in ("routed", "major", "losses")},
        }
    return weighed


def separate(state: State, chosen: Mapping[str, Part]) -> list[Band]:
    """The bands that were announced, armies broken where they must be (ITG-04)."""
    return [
        Band(place, tuple(parting.separate(state, part)), part.leaders)
        for place, part in chosen.items()
    ]


async def resolve(
    phase: Phase,
    target: str,
    bands: Sequence[Band],
    mover: Sequence[int],
    chiefs: Sequence[str],
) -> list[Band]:
    """Rolls every announced attempt; who succeeds comes into the province (ITG-05, INT-29).

    The modifiers are those before the first roll, since all were announced together (INT-09).
    """
    state = phase.state
    units = [state.units[number] for number in mover]
    leaders = [state.leaders[name] for name in chiefs]
    odds = [chance(state, target, band, units, leaders) for band in bands]
    came = []
    for band, (modifiers, _) in zip(bands, odds, strict=True):
        state = phase.state
        troops = [state.units[number] for number in band.units]
        own = [state.leaders[name] for name in band.leaders]
        country = command.commanding_country(state, troops, own)
        name = countries.country(country).name
        where = f"{forces.described(troops)} from {name_of(band.place)}"
        rolled = await phase.roll(
            sides.decider(state, country), f"{country}.intercept", modifiers, where
        )
        hit = intercepts(rolled.die, rolled.modifier)
        how = "intercept" if hit else "fail to intercept"
        phase.tell_roll(
            rolled,
            f"{name}: {where} {how} in {name_of(target)} ({rolled.result}, 8 needed).",
            target,
            sides.decider(state, country),
        )
        if hit:
            came.append(band)
    for band in came:
        enter(phase.state, target, band)
    for band in came:
        if band.place != target:
            await siege.settle(phase, band.place)
    return came


def enter(state: State, target: str, band: Band) -> None:
    """Moves an intercepting band into the province, free of any campaign (ITG-05, INT-08)."""
    if band.place == target:
        return
    for number in band.units:
        state.put(state.units[number], target)
        state.entered[number] = [band.place, target]
    for name in band.leaders:
        state.put_leader(state.leaders[name], target)
