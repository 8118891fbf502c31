"""What will probably come of a game: played to the end of the phase many times by programs.

From the position as it is, each time with dice of its own; the position and its dice are not
touched. The same numbers of dice are used whatever the position, so that two forecasts (as it is,
and *if I march there*) differ by what differs, not by luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.facts import board
from engine.games.game import Game
from engine.games.records import EngineError, Record, Snapshot
from engine.play.asks import BadAnswer
from engine.programs import bots, outcomes
from engine.state import State, sides
from engine.turns.turn import war

MOST_DECISIONS: Final = 20_000
SEEDS: Final = 1_000_003


class Position(NamedTuple):
    """A game as it can be handed to another process: a snapshot, and the answers since."""

    header: dict[str, Any]
    state: dict[str, Any]
    records: list[list[Any]]


class Future(NamedTuple):
    """One way in which the phase may go on."""

    fallen: dict[str, tuple[str, str]]  # place: by whom, in which box
    gone: frozenset[str]  # stacks (place of now, alliance) of which nothing is left
    strength: dict[str, int]  # by power, thirds left less thirds of now
    money: dict[str, int]
    ended: str


def position_of(game: Game) -> Position:
    """A game's position, to be laid out elsewhere."""
    snapshot: Snapshot = game.snapshots[-1]
    since = [record.to_plain() for record in game.records[snapshot.record :]]
    return Position(dict(game.header), snapshot.state, since)


def game_at(position: Position, seed: int, checkpoints: bool = False) -> Game:
    """The game at that position with dice of that seed."""
    header = {**position.header, "seed": seed}
    records = [Record.from_plain(each) for each in position.records]
    return Game(position.state, war, {**header, "dice": "rolled"}, records, (), checkpoints)


def _stacks(state: State) -> dict[str, tuple[int, ...]]:
    """The counters of every stack in the field or at sea, by place and alliance."""
    found: dict[str, list[int]] = {}
    for unit in state.units.values():
        alliance = sides.alliance_of(state, unit.country) if unit.country else ""
        if alliance:
            found.setdefault(f"{alliance} {unit.place}", []).append(unit.id)
    return {name: tuple(ids) for name, ids in found.items()}


def _strength(state: State) -> dict[str, int]:
    found: dict[str, int] = {}
    for unit in state.units.values():
        country = state.countries.get(unit.country)
        power = (country.patron or country.id) if country else ""
        if power:
            found[power] = found.get(power, 0) + unit.thirds + unit.afloat
    return found


def future(position: Position, seed: int, program: str = "steady") -> Future | None:
    """One way in which the phase may go on; None where it could not be played to its end."""
    game = game_at(position, seed)
    answer = bots.player(program)
    turn = game.state.turn
    now = game.state.to_plain()
    start = State.from_plain(now)
    holders = {place: sides.controller(start, place) for place in board.provinces()}
    strength, stacks = _strength(start), _stacks(start)
    money = {each.id: each.treasury for each in start.countries.values() if not each.patron}
    fallen: dict[str, tuple[str, str]] = {}
    controlled = dict(start.land.controllers)
    try:
        for _ in range(MOST_DECISIONS):
            state = game.state
            if game.ask is None or state.turn != turn:
                break
            if state.land.controllers != controlled:
                for place in {*controlled, *state.land.controllers}:
                    holder = sides.controller(state, place)
                    if holder != holders[place] and place not in fallen:
                        fallen[place] = (holder, state.sequence.box)
                controlled = dict(state.land.controllers)
            game.answer(answer(game, game.ask))
    except (EngineError, BadAnswer):
        return None
    end = game.state
    left = _strength(end)
    return Future(
        {place: by for place, by in fallen.items() if sides.controller(end, place) == by[0]},
        frozenset(name for name, ids in stacks.items() if end.units.keys().isdisjoint(ids)),
        {power: left.get(power, 0) - thirds for power, thirds in strength.items()},
        {power: end.countries[power].treasury - had
         for power, had in money.items() if power in end.countries},
        end.sequence.rounds[-1] if end.sequence.rounds else end.sequence.box,
    )  # fmt: skip


def seeds(games: int, first: int = 1) -> Iterable[int]:
    """The dice of so many games: the same for every position."""
    return (SEEDS * (first + number) for number in range(games))


def summary(futures: Sequence[Future | None]) -> dict[str, Any]:
    """The document that `tercio forecast --json` prints."""
    done = [each for each in futures if each is not None]
    count = len(done)
    falls: dict[str, list[tuple[str, str]]] = {}
    gone: dict[str, int] = {}
    ends: dict[str, int] = {}
    for each in done:
        ends[each.ended] = ends.get(each.ended, 0) + 1
        for place, by in each.fallen.items():
            falls.setdefault(place, []).append(by)
        for name in each.gone:
            gone[name] = gone.get(name, 0) + 1
    powers = sorted({power for each in done for power in each.strength})
    return {
        "games": count,
        "failed": len(futures) - count,
        "fortresses": {
            place: _fall(hits, count)
            for place, hits in sorted(falls.items(), key=lambda each: (-len(each[1]), each[0]))
        },
        "stacks": {
            name: {"gone": hits / count, "interval": list(outcomes.share(hits, count)[1:])}
            for name, hits in sorted(gone.items(), key=lambda each: (-each[1], each[0]))
        },
        "powers": {
            power: {
                "strength": _estimated([each.strength.get(power, 0) for each in done]),
                "money": _estimated([each.money.get(power, 0) for each in done]),
            }
            for power in powers
        },
        "ends": {box: hits / count for box, hits in sorted(ends.items())},
    }


def _fall(hits: Sequence[tuple[str, str]], count: int) -> dict[str, Any]:
    boxes: dict[str, int] = {}
    takers: dict[str, int] = {}
    for taker, box in hits:
        boxes[box] = boxes.get(box, 0) + 1
        takers[taker] = takers.get(taker, 0) + 1
    return {
        "falls": len(hits) / count,
        "interval": list(outcomes.share(len(hits), count)[1:]),
        "to": {taker: number / count for taker, number in sorted(takers.items())},
        "by": {box: number / count for box, number in sorted(boxes.items())},
    }


def _estimated(values: Sequence[int]) -> dict[str, float]:
    found = outcomes.estimate([float(value) for value in values])
    return {"mean": found.mean, "low": found.low, "high": found.high}


def forecast(
    game: Game,
    games: int,
    program: str = "steady",
    play: Callable[[Position, Sequence[int]], Iterable[Future | None]] | None = None,
) -> dict[str, Any]:
    """What will probably come of a game, from so many ways to play on."""
    position = position_of(game)
    wanted = list(seeds(games))
    if play is not None:
        return summary(list(play(position, wanted)))
    return summary([future(position, seed, program) for seed in wanted])


def forecast_lines(found: Mapping[str, Any]) -> list[str]:
    """A forecast in lines."""
    lines = [f"{found['games']} games played on to the end of the phase by programs:"]
    for place, chance in found["fortresses"].items():
        low, high = chance["interval"]
        taker = max(chance["to"], key=lambda each: chance["to"][each])
        rounds = ", ".join(f"{box} {share:.0%}" for box, share in chance["by"].items())
        name = board.province(place).name
        lines.append(
            f"  {name} falls to {taker}: {chance['falls']:.0%} ({low:.0%} to {high:.0%}; {rounds})"
        )
    for stack, chance in found["stacks"].items():
        alliance, _, place = stack.partition(" ")
        name = board.sea(place).name if board.is_sea(place) else board.province(place).name
        low, high = chance["interval"]
        lines.append(
            f"  nothing is left of {alliance} in {name}: {chance['gone']:.0%} "
            f"({low:.0%} to {high:.0%})"
        )
    for power, figures in found["powers"].items():
        strength, money = figures["strength"], figures["money"]
        lines.append(
            f"  {power}: {strength['mean'] / 3:+.1f} detachments "
            f"({strength['low'] / 3:+.1f} to {strength['high'] / 3:+.1f}), "
            f"{money['mean']:+.0f} ducats ({money['low']:+.0f} to {money['high']:+.0f})"
        )
    ends = ", ".join(f"{box} {share:.0%}" for box, share in found["ends"].items())
    lines.append(f"  the last round: {ends}")
    return lines
