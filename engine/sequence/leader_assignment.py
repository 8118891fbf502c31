"""Postings: which leaders come back, who takes command where, whom the box sends.

WIN-08 to WIN-12, LDR-04, LDR-09, LDR-11, C-LDR-03 to C-LDR-08, EXP-28.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from operator import attrgetter
from typing import Final, NamedTuple, cast

from engine.facts import board, countries, force_pools
from engine.facts.board import called, in_or_off
from engine.facts.countries import leader_in_words
from engine.fleets import fleets
from engine.overseas import active_natives, discoveries
from engine.play.asks import Choose, Option, Told
from engine.play.phase import Phase
from engine.rounds import rounds
from engine.situation import command, hierarchy, leaders_overseas
from engine.state import State, forces, known_zones, sides
from engine.state.forces import Position, Unit
from engine.state.leaders import Leader

PIONEERS: Final = ("explorer", "conquistador")
COUNTED: Final = ("general", "admiral", *PIONEERS)
"""The kinds of whom a country has a least number."""

LAST_RANK: Final = "ZZ"
BESIDE: Final = {"inside": ", inside the fortress", "port": ", in port", "aboard": ", aboard"}


def must_stay(state: State, leader: Leader) -> bool:
    """Whether a leader has to stay where he is: he is besieged, or his stack carries discoveries
    that are not brought home (WIN-12, WIN-13)."""
    if leader.position == "inside" and sides.is_besieged(state, leader.place):
        return True
    return bool(state.overseas.discoveries) and known_zones.carries_discoveries(
        state, leader.place, leader.position, sides.alliance_of(state, leader.country)
    )


def own_stacks(state: State, country: str, naval: bool = False) -> list[str]:
    """Where a country has troops, or ships, that are not shut in: `place`, `place inside`, `place
    port`."""
    found = {
        _at(unit)
        for unit in (state.ships_of(country) if naval else state.troops_of(country))
        if unit.position in ("field", "port" if naval else "inside")
        and not (unit.position == "inside" and sides.is_besieged(state, unit.place))
        and known_zones.knows(state, country, unit.place)
    }
    return sorted(found)


class Posts(NamedTuple):
    """Where leaders of a country may be put: its stacks on land, and its ships (WIN-10)."""

    country: str
    land: list[str]
    sea: list[str]


def _at(each: Unit | Leader) -> str:
    return each.place if each.position == "field" else f"{each.place} {each.position}"


def _put(state: State, leader: Leader, where: str) -> None:
    place, _, position = where.partition(" ")
    state.put_leader(leader, place, cast("Position", position or "field"))


def _told(where: str, there: Callable[[str], str] = called) -> str:
    place, _, position = where.partition(" ")
    return there(place) + BESIDE.get(position, "")


def _there(state: State, country: str, where: str) -> str:
    """What of a country is there to be led, and who leads it now."""
    place, _, position = where.partition(" ")
    here = country, position or "field"
    own = [unit for unit in state.units_at(place) if (unit.country, unit.position) == here]
    land, ships = ([unit for unit in own if unit.land is ashore] for ashore in (True, False))
    parts = forces.units_in_words(land), fleets.units_in_words(ships) if ships else ""
    chiefs = [each for each in state.leaders_at(place) if (each.country, each.position) == here]
    led = ", ".join(countries.leader(each.id).name for each in chiefs)
    return " with ".join(filter(None, (", ".join(filter(None, parts)), led)))


def returning_leaders(state: State, country: str) -> list[str]:
    """Who comes back now: the wounded whose box is reached, and those who lost their troops.

    WIN-08, WIN-A4, LDR-A4, LDR-A5. Who waits in End comes back next turn (LDR-09, C-INT-01).
    """
    return sorted(
        leader.id
        for leader in state.leaders.values()
        if leader.country == country
        and (
            leader.status == "away"
            or (
                leader.status == "wounded"
                and leader.returns != rounds.END
                and rounds.at_or_after(state.sequence.box, leader.returns)
            )
        )
    )


async def leaders(phase: Phase, country: str) -> None:
    """The wounded of a country come back, and it may put its leaders on its stacks as it likes.

    WIN-08 to WIN-12: once anybody came or moved, hierarchy has to hold in the whole country, or at
    least to be mended in part where it did not hold before (C-HIE-06). Restoring what was ends it,
    but where one move could mend what a return has broken. Natives whose conquistador has gone
    elsewhere go home (NAT-31).
    """
    if (posted := f"leaders {country}") in phase.state.marks.done:
        return
    phase.mark()
    await _posted(phase, country)
    active_natives.disband(phase)
    discoveries.settle(phase)
    phase.state.marks.done.add(posted)


async def _posted(phase: Phase, country: str) -> None:
    state = phase.state
    returning = returning_leaders(state, country)
    if not (movable := _movable(state, country)) and not returning:
        return
    posts = Posts(country, own_stacks(state, country), own_stacks(state, country, naval=True))
    free = _free(state, movable, posts)
    if not returning and not free:
        return
    before = len(hierarchy.hierarchy_broken(state, country)) if returning else 0
    came = False
    for name in filter(state.leaders.__contains__, returning):  # one may end another (C-LDR-05)
        came |= await _come_back(phase, country, name)
    if came and state.overseas.natives:  # those who followed a leader no longer needed are no post
        posts = Posts(country, own_stacks(state, country), own_stacks(state, country, naval=True))
    moved: dict[str, str] = {}  # from where
    mends: dict[str, list[str]] = {}  # who may still go where, once all was put back
    while True:
        if returning or moved:
            still = [each for each in _movable(state, country) if each.id not in moved]
            free = _free(state, still, posts)
        if mends and not moved:
            free = state.leaders_by_id(mends)
        broken = hierarchy.hierarchy_broken(state, country) if came or moved else []
        if broken and not returning:
            before = len(hierarchy.hierarchy_broken(_posted_at(state, moved), country))
        holds = not broken or len(broken) < before
        answer = await _next(phase, posts, free, holds or not (moved or came), moved, broken)
        if answer == "done":
            break
        if answer == "restore":
            for name, where in moved.items():
                _put(state, state.leaders[name], where)
            moved, mends = {}, _mends(state, posts, before) if came else {}
            if mends:
                continue
            break
        goals = mends[answer] if mends and not moved else _elsewhere(state, answer, posts)
        goal = await _goal(phase, country, answer, goals)
        moved[answer] = _at(state.leaders[answer])
        _put(state, state.leaders[answer], goal)
    for name in moved:
        led = _told(_at(state.leaders[name]), in_or_off)
        phase.tell("leader", f"{leader_in_words(name, country)} takes over {led}.", who=country)


def _posted_at(state: State, posts: dict[str, str]) -> State:
    """The table with leaders at these posts."""
    for name, where in posts.items():
        place, _, position = where.partition(" ")
        state = state.with_moved((), [name], place, cast("Position", position or "field"))
    return state


def _mends(state: State, posts: Posts, before: int) -> dict[str, list[str]]:
    """Where each leader alone could go to mend a hierarchy that a return has broken, as far as it
    held `before` (WIN-10, C-HIE-06)."""
    found: dict[str, list[str]] = {}
    for leader in _movable(state, posts.country):
        for goal in _elsewhere(state, leader.id, posts):
            broken = hierarchy.hierarchy_broken(_posted_at(state, {leader.id: goal}), posts.country)
            if not broken or len(broken) < before:
                found.setdefault(leader.id, []).append(goal)
    return found


def _allowed(state: State, leader: str, goals: list[str]) -> list[str]:
    """Those of the goals to which he may go overseas (C-LDR-07)."""
    if not state.overseas.known:
        return goals
    return [
        goal for goal in goals if not leaders_overseas.why_not(state, leader, goal.split(" ")[0])
    ]


def _free(state: State, leaders: list[Leader], posts: Posts) -> list[Leader]:
    """Those of the leaders who may go somewhere else."""
    return [each for each in leaders if _elsewhere(state, each.id, posts)]


def _movable(state: State, country: str) -> list[Leader]:
    own = [
        leader
        for leader in state.leaders.values()
        if leader.country == country and leader.status == "map" and not must_stay(state, leader)
    ]
    return sorted(own, key=attrgetter("id"))


async def _next(
    phase: Phase, posts: Posts, free: list[Leader], done: bool, moved: Collection[str],
    broken: list[str],
) -> str:  # fmt: skip
    state, country = phase.state, posts.country
    ends: dict[str, Option] = {}
    if done:
        ends["done"] = Option("done", "keep the leaders as they are")
    elif moved or not free:
        back = "put all back, and keep the leaders as they were"
        ends["restore"] = Option("restore", back, "; ".join(broken))

    def told(answer: str) -> Option:
        if answer in ends:
            return ends[answer]
        goals = _elsewhere(state, answer, posts)
        only = f", to {_told(goals[0])}" if len(goals) == 1 else ""
        here = _told(_at(state.leaders[answer]), in_or_off)
        return Option(answer, countries.leader(answer).name, here + only)

    return await Choose(
        who=sides.decider(state, country),
        name="redeploy-leader",
        what=f"Which leader of {countries.with_article(country)} moves to another post for "
        "the new year?",
        options=Told([*ends, *(leader.id for leader in free)], told),
        enter="done" if done else None,
        about={"country": country},
    )


def _elsewhere(state: State, leader: str, posts: Posts) -> list[str]:
    """The other stacks, and the own ports of admirals, to which a leader may go (C-LDR-07)."""
    here = _at(state.leaders[leader])
    stacks = posts.sea if command.sails(leader) else posts.land
    return [goal for goal in _allowed(state, leader, stacks) if goal != here]


async def _goal(phase: Phase, country: str, leader: str, goals: list[str]) -> str:
    state = phase.state
    known = state.leaders.get(leader) or Leader(leader, country)
    return await Choose(
        who=sides.decider(state, country),
        name="place-leader",
        what=f"Where does {leader_in_words(leader, country)} ({command.values(known).in_words}) "
        "take command?",
        options=Told(goals, lambda goal: Option(goal, _told(goal), _there(state, country, goal))),
        about={"leader": leader, "country": country},
    )


async def _come_back(phase: Phase, country: str, leader: str) -> bool:
    """Puts a leader back on the map; the least of the unnamed of his kind makes room (C-LDR-05)."""
    state = phase.state
    wounded, naval = state.leaders[leader].status == "wounded", command.sails(leader)
    goals = _allowed(state, leader, own_stacks(state, country, naval))
    goals = goals or ([] if naval else refuge(state, country))
    if not goals:
        return False
    goal = await _goal(phase, country, leader, goals)
    _put(state, state.leaders[leader], goal)
    text = f"{leader_in_words(leader, country)} is back, {_told(goal, in_or_off)}."
    phase.tell("leader", text, goal.split(" ")[0], country)
    if wounded and (unnamed := superfluous(state, country, leader)):
        state.remove_leader(state.leaders[unnamed], "killed")
        del state.leaders[unnamed]
        text = f"{leader_in_words(unnamed, country)} is no longer needed."
        phase.tell("leader", text, who=country)
        active_natives.disband(phase)
    return True


def refuge(state: State, country: str) -> list[str]:
    """Where a leader without troops to go to waits: the capital, else any province that his country
    owns and holds (C-LDR-08)."""
    alliance = sides.alliance_of(state, country)
    held = [
        place
        for place in sorted(board.provinces())
        if sides.owner(state, place) == country == sides.controller(state, place)
        and sides.is_quiet(state, place, alliance)
    ]
    capital = [place for place in countries.country(country).capitals if place in held]
    return (capital or held)[:1]


def leaders_of_kind(state: State, country: str, kind: str) -> list[Leader]:
    """The leaders of a kind that a country has on the map, or still to be posted (LDR-A5)."""
    return [
        leader
        for name, leader in sorted(state.leaders.items())
        if leader.country == country
        and leader.status in ("map", "away")
        and countries.leader(name).kind == kind
    ]


def superfluous(state: State, country: str, back: str) -> str:
    """The lowest of the unnamed of his kind, if the country has enough without him (C-LDR-05)."""
    kind = countries.leader(back).kind
    if kind not in COUNTED:
        return ""
    here = leaders_of_kind(state, country, kind)
    unnamed = [
        leader.id
        for leader in here
        if leader.id != back and "anonymous" in countries.leader(leader.id).flags
    ]
    if not unnamed or len(here) <= minimum(state, country, kind):
        return ""
    return max(unnamed, key=lambda name: (countries.leader(name).rank or LAST_RANK, name))


def minimum(state: State, country: str, kind: str = "general") -> int:
    """The least number of leaders of a kind in this period, 0 where none is printed."""
    return force_pools.period_limit(country, state.period, f"min_leader_{kind}") or 0


async def arrivals(phase: Phase) -> None:
    """Countries that fell below their minimum of generals draw unnamed ones (LDR-11, C-LDR-04).

    They arrive where one fell, or with other troops of the country when none are left there. The
    same for admirals, who come to ships, and for explorers and conquistadors (EXP-28), where one of
    them fell. Nobody comes at the very end (WIN-08).
    """
    state = phase.state
    fallen = {key: place for key, place in state.notes.items() if key.startswith("fallen.")}
    for key in fallen:
        del state.notes[key]
    if state.sequence.box == rounds.END:
        return
    wanted: dict[tuple[str, str], str] = {}
    for key, place in sorted(fallen.items()):
        leader = state.leaders.get(key.removeprefix("fallen."))
        if leader is not None:
            kind = countries.leader(leader.id).kind
            if kind != "admiral":
                wanted.setdefault((leader.country, "general"), place)
            if kind in COUNTED:
                wanted.setdefault((leader.country, kind), place)
    for (country, kind), place in wanted.items():
        while len(leaders_of_kind(state, country, kind)) < minimum(state, country, kind):
            if not await _draw(phase, country, place, kind):
                break


def _room_for(state: State, country: str, place: str, kind: str) -> list[str]:
    """Where an unnamed leader may arrive: where one fell, with counters left there (LDR-11,
    EXP-28)."""
    stacks = own_stacks(state, country, kind in ("explorer", "admiral"))
    goals = [goal for goal in stacks if goal.split(" ")[0] == place][:1]
    if kind in PIONEERS and not goals and not known_zones.knows(state, country, place):
        own = [unit for unit in state.units_at(place) if unit.country == country]
        here = sorted(own, key=lambda unit: unit.land is (kind == "explorer"))
        goals = [*map(_at, here[:1])]
    return goals or stacks or ([] if kind == "admiral" else refuge(state, country))


async def _draw(phase: Phase, country: str, place: str, kind: str) -> bool:
    state = phase.state
    box = [
        each.id
        for each in countries.anonymous_leaders(country, (kind,))
        if each.id not in state.leaders
        and not each.variant
        and (each.first_turn or 0) <= state.turn <= (each.last_turn or state.turn)
    ]
    goals = _room_for(state, country, place, kind)
    if not box or not goals:
        return False
    drawn = box[0]
    if len(box) > 1:
        rolled = await phase.roll(f"{country}.leader", purpose=f"a new {kind}", faces=len(box))
        drawn = box[rolled.die - 1]
    goal = await _goal(phase, country, drawn, goals)
    state.leaders[drawn] = Leader(drawn, country)
    _put(state, state.leaders[drawn], goal)
    for unit in state.units_at(goal.split(" ")[0]):
        if unit.country == country:
            known_zones.remember(state, drawn, known_zones.memory(state, unit.id))
    text = f"{leader_in_words(drawn, country)} arrives {_told(goal, in_or_off)}."
    phase.tell("leader", text, goal.split(" ")[0], country)
    return True
