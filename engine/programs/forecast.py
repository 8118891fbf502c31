"""What will probably come of a game: played to the end of the phase many times by programs.

From the position as it is, each time with dice of its own; the position and its dice are not
touched. The same numbers of dice are used whatever the position, so that two forecasts (as it is,
and *if I march there*) differ by what differs, not by luck.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TextIO

from engine.facts import board
from engine.facts.countries import with_article
from engine.games.game import Game
from engine.games.journal_records import EngineError
from engine.grammar import capitalised
from engine.land.supply import supply_step
from engine.play.asks import BadAnswer, Raw
from engine.programs import bots, game_outcome, score
from engine.programs.position import Position, game_at
from engine.state import State, sides

MOST_DECISIONS: Final = 20_000
SEEDS: Final = 1_000_003


class Future(NamedTuple):
    """One way in which the phase may go on. A stack is called by its alliance and its place of
    now."""

    fallen: dict[str, tuple[str, str]]  # place: by whom, in which box
    gone: frozenset[str]  # stacks of which nothing is left
    starved: frozenset[str]  # stacks that lost counters to want of supply
    strength: dict[str, int]  # by power, thirds left less thirds of now
    money: dict[str, int]  # by power, ducats left less ducats of now
    worth: dict[str, int]  # by power, as engine.programs.score counts it, less that of now
    stands: frozenset[str]  # where troops stand in the end, as `alliance place`
    ended: str

    def to_plain(self) -> dict[str, Any]:
        """As plain values."""
        found = self._asdict()
        return found | {name: sorted(found[name]) for name in ("gone", "starved", "stands")}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Future:
        """What to_plain gave."""
        sets = {name: frozenset(plain[name]) for name in ("gone", "starved", "stands")}
        fallen = {place: (taker, box) for place, (taker, box) in plain["fallen"].items()}
        return cls(**{**plain, **sets, "fallen": fallen})


def _stacks(state: State) -> dict[str, tuple[int, ...]]:
    """The counters of every stack in the field or at sea, by alliance and place."""
    found: dict[str, list[int]] = {}
    for unit in state.units.values():
        alliance = sides.alliance_of(state, unit.country) if unit.country else ""
        if alliance:
            found.setdefault(f"{alliance} {unit.place}", []).append(unit.id)
    return {name: tuple(ids) for name, ids in found.items()}


def _strength(state: State) -> dict[str, int]:
    found = Counter[str]()
    for unit in state.units.values():
        if country := state.countries.get(unit.country):
            found[country.patron or country.id] += unit.thirds + unit.afloat
    return found


class _Watch:
    """What changes hands and starves while a game is played on."""

    def __init__(self, game: Game) -> None:
        state = game.state
        self.game = game
        self.holders = score.holders(state)
        self.fallen: dict[str, tuple[str, str]] = {}
        self.starved: set[int] = set()
        self.seen()

    def seen(self) -> None:
        """All that is now is known."""
        state = self.game.state
        self.controlled = dict(state.land.controllers)
        self.units = set(state.units)
        self.told = len(self.game.story)

    def look(self) -> None:
        """What the last answer changed."""
        state = self.game.state
        if state.land.controllers != self.controlled:
            for place in {*self.controlled, *state.land.controllers}:
                holder = sides.controller(state, place)
                if holder != self.holders[place] and place not in self.fallen:
                    self.fallen[place] = (holder, state.sequence.box)
        for entry in self.game.story[self.told :]:
            if (entry.sheet or {}).get("cause") == supply_step.WANT:
                self.starved |= self.units - state.units.keys()
        self.seen()


def future(
    position: Position, seed: int, program: str = "steady", first: Sequence[Raw] = ()
) -> Future | None:
    """One way in which the phase may go on when these answers are given first; None where they are
    not legal there, or it cannot be played to its end."""
    return played_on(game_at(position, seed), program, first)


def played_on(game: Game, program: str = "steady", first: Sequence[Raw] = ()) -> Future | None:
    """The same of a game with its own dice, which is played to the end of the phase."""
    answer = bots.player(program)
    start = State.from_plain(game.state.to_plain())
    watch = _Watch(game)
    try:
        for number in range(MOST_DECISIONS):
            if game.ask is None or game.state.turn != start.turn:
                break
            game.answer(first[number] if number < len(first) else answer(game, game.ask))
            watch.look()
    except (EngineError, BadAnswer):
        return None
    end = game.state
    strength, left = _strength(start), _strength(end)
    stacks = _stacks(start)
    powers = [power for power in score.powers(start) if power in end.countries]
    return Future(
        {place: by for place, by in watch.fallen.items() if sides.controller(end, place) == by[0]},
        frozenset(name for name, ids in stacks.items() if end.units.keys().isdisjoint(ids)),
        frozenset(name for name, ids in stacks.items() if watch.starved.intersection(ids)),
        {power: left.get(power, 0) - thirds for power, thirds in strength.items()},
        {each: end.countries[each].treasury - start.countries[each].treasury for each in powers},
        {each: score.worth(end, each).total - score.worth(start, each).total for each in powers},
        frozenset(name for name in _stacks(end) if not board.is_sea(name.partition(" ")[2])),
        end.sequence.rounds[-1] if end.sequence.rounds else end.sequence.box,
    )


def answer_lines(lines: TextIO = sys.stdin, out: TextIO = sys.stdout) -> None:
    """What a process beside a screen does: a line is a position, or a seed with the answers that
    are given first from the last position on; a line for each future, till the lines end."""
    position: Position | None = None
    for line in lines:
        asked = json.loads(line)
        if len(asked) == len(Position._fields):
            position = Position(*asked)
        elif position is not None:
            found = future(position, asked[0], first=asked[1])
            print(json.dumps(found and found.to_plain()), file=out, flush=True)


def seeds(games: int, first: int = 1) -> Iterable[int]:
    """The dice of so many games: the same for every position."""
    return (SEEDS * (first + number) for number in range(games))


def summary(futures: Sequence[Future | None]) -> dict[str, Any]:
    """The document that `tercio forecast --json` prints."""
    done = [each for each in futures if each is not None]
    count = len(done)
    falls: dict[str, list[tuple[str, str]]] = {}
    gone, starved, ends, stands = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for each in done:
        ends[each.ended] += 1
        for place, by in each.fallen.items():
            falls.setdefault(place, []).append(by)
        gone.update(each.gone)
        starved.update(each.starved)
        stands.update(each.stands)
    powers = sorted({power for each in done for power in each.strength})
    return {
        "games": count,
        "failed": len(futures) - count,
        "fortresses": {
            place: _fall(hits, count)
            for place, hits in sorted(falls.items(), key=lambda each: (-len(each[1]), each[0]))
        },
        "stacks": {
            name: {
                "gone": gone[name] / count,
                "interval": list(game_outcome.share(gone[name], count)[1:]),
                "starves": starved[name] / count,
            }
            for name in sorted({*gone, *starved}, key=lambda name: (-gone[name], name))
        },
        "powers": {
            power: {
                "strength": _estimated([each.strength.get(power, 0) for each in done]),
                "money": _estimated([each.money.get(power, 0) for each in done]),
                "worth": _estimated([each.worth.get(power, 0) for each in done]),
            }
            for power in powers
        },
        "stands": {name: hits / count for name, hits in sorted(stands.items())},
        "ends": {box: hits / count for box, hits in sorted(ends.items())},
    }


def _fall(hits: Sequence[tuple[str, str]], count: int) -> dict[str, Any]:
    takers = Counter(taker for taker, _ in hits)
    boxes = Counter(box for _, box in hits)
    return {
        "falls": len(hits) / count,
        "interval": list(game_outcome.share(len(hits), count)[1:]),
        "to": {taker: number / count for taker, number in sorted(takers.items())},
        "by": {box: number / count for box, number in sorted(boxes.items())},
    }


def _estimated(values: Sequence[int]) -> dict[str, float]:
    return game_outcome.estimate([float(value) for value in values])._asdict()


def compared(
    as_is: Sequence[Future | None], if_so: Sequence[Future | None]
) -> dict[str, dict[str, Any]]:
    """What differs between two forecasts of the same dice, the second less the first: chances that
    places fall and stacks are lost, and what each power keeps; only what differs at all."""
    pairs = [(one, two) for one, two in zip(as_is, if_so, strict=False) if one and two]
    places = sorted({place for pair in pairs for each in pair for place in each.fallen})
    stacks = sorted({name for pair in pairs for each in pair for name in each.gone})
    powers = sorted({power for pair in pairs for power in pair[0].worth})

    def differences(
        names: Sequence[str], value: Callable[[Future, str], int]
    ) -> dict[str, dict[str, float]]:
        return {
            name: _estimated([value(two, name) - value(one, name) for one, two in pairs])
            for name in names
        }

    found = {
        "fortresses": differences(places, lambda way, place: place in way.fallen),
        "stacks": differences(stacks, lambda way, stack: stack in way.gone),
        "strength": differences(powers, lambda way, power: way.strength.get(power, 0)),
        "worth": differences(powers, lambda way, power: way.worth.get(power, 0)),
    }
    return {
        kind: {name: each for name, each in values.items() if each["low"] or each["high"]}
        for kind, values in found.items()
    }


# In words.


def _where(stack: str) -> str:
    alliance, _, place = stack.partition(" ")
    return f"the stack of {with_article(alliance)} {board.in_or_off(place)}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def forecast_lines(found: Mapping[str, Any]) -> list[str]:
    """A forecast in lines."""
    number = found["games"]
    lines = [f"{number} game{'s' * (number != 1)} played on to the end of the phase by programs:"]
    for place, chance in found["fortresses"].items():
        low, high = chance["interval"]
        taker = max(chance["to"], key=lambda each: chance["to"][each])
        rounds = ", ".join(f"{box} {_percent(share)}" for box, share in chance["by"].items())
        falls = capitalised(board.does(place, "fall"))
        lines.append(
            f"  {falls} to {with_article(taker)}: {_percent(chance['falls'])} "
            f"({_percent(low)} to {_percent(high)}; {rounds})"
        )
    for stack, chance in found["stacks"].items():
        low, high = chance["interval"]
        starves = f"; want of supply {_percent(chance['starves'])}" if chance["starves"] else ""
        lines.append(
            f"  nothing is left of {_where(stack)}: {_percent(chance['gone'])} "
            f"({_percent(low)} to {_percent(high)}{starves})"
        )
    for power, figures in found["powers"].items():
        strength, money = figures["strength"], figures["money"]
        lines.append(
            f"  {capitalised(with_article(power))}: {strength['mean'] / 3:+.1f} detachments "
            f"({strength['low'] / 3:+.1f} to {strength['high'] / 3:+.1f}), "
            f"{money['mean']:+.0f} ducats ({money['low']:+.0f} to {money['high']:+.0f})"
        )
    ends = ", ".join(f"{box} {_percent(share)}" for box, share in found["ends"].items())
    lines.append(f"  the last round: {ends}")
    return lines


def compared_lines(label: str, differences: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """What an answer changes, in lines; with the same dice."""
    lines = [f"{label}, with the same dice:"]
    for place, each in differences["fortresses"].items():
        lines.append(f"  {capitalised(board.does(place, 'fall'))}: {_points(each)}")
    for stack, each in differences["stacks"].items():
        lines.append(f"  nothing is left of {_where(stack)}: {_points(each)}")
    for power, each in differences["strength"].items():
        mean, low, high = (each[name] / 3 for name in ("mean", "low", "high"))
        who = capitalised(with_article(power))
        lines.append(f"  {who}: {mean:+.1f} detachments ({low:+.1f} to {high:+.1f})")
    for power, each in differences["worth"].items():
        who = capitalised(with_article(power))
        lines.append(
            f"  {who}: worth {each['mean']:+.0f} ducats ({each['low']:+.0f} to {each['high']:+.0f})"
        )
    return lines if len(lines) > 1 else [*lines, "  nothing differs."]


def _points(each: Mapping[str, float]) -> str:
    """A difference of chances in points of a hundred."""
    mean, low, high = (100 * max(-1, min(1, each[name])) for name in ("mean", "low", "high"))
    return f"{mean:+.0f} points ({low:+.0f} to {high:+.0f})"
