"""A battle of fleets: the wind, three rounds of fire, who broke, the chase and the hulks.

The house rules give its morale, its modifiers, its hulks and what a blockade makes of it; its
rounds are those of a port raid, under sail (EIA-NAV-A1). A battle is steps over the state
(attacker's losses, defender's losses, attacker's morale lost, defender's morale lost, what either
side has just rolled, who has the wind, how it ended). Losses are ships, morale is in tenths.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from engine.chances.steps import NOT_ROLLED, Roll, State, Step, Test
from engine.eia import tables
from engine.eia.battles import combat_tables
from engine.eia.battles.combat_tables import Struck
from engine.eia.chances import way
from engine.facts.wordings import wordings
from engine.modifiers import Modifier, nonzero

ATTACKER, DEFENDER = 0, 1
WIND, END = 8, 9
START: Final[State] = (0,) * 10
BOTH_BROKE: Final = 3
"""How a battle ended: 0 not, 1 and 2 the side (less one) that broke, 3 both."""
ORDER: Final = ("ship of the line", "heavy ship", "frigate", "transport")
"""The kinds of ships in the order in which a stack loses them."""
UNDER_SAIL: Final = "3-3"
WINDS: Final = tuple(wordings("wind"))


class Stack(NamedTuple):
    """A side before the first die: its ships by kind, its morale in tenths, the modifiers of its
    combat die and of its die for the wind, and the table that it fires on in each round."""

    name: str
    ships: Mapping[str, int]
    morale: int
    modifiers: tuple[Modifier, ...] = ()
    wind: tuple[Modifier, ...] = ()
    tables: Sequence[str] = (UNDER_SAIL,)

    @property
    def size(self) -> int:
        """All ships that can be lost."""
        return sum(self.ships.values())

    def table(self, number: int) -> str:
        """Its table in a round; the last one holds on."""
        return self.tables[min(number, len(self.tables)) - 1]

    def lost(self, number: int) -> dict[str, int]:
        """So many losses by kind of ship."""
        return combat_tables.shares(number, {ship: self.ships.get(ship, 0) for ship in ORDER})

    def guns(self, lost: int) -> int:
        """The ships that fire after so many losses: transports don't, frigates count half."""
        gone = self.lost(lost)
        left = {ship: self.ships.get(ship, 0) - gone.get(ship, 0) for ship in ORDER}
        return left["ship of the line"] + left["heavy ship"] + left["frigate"] // 2


class SeaBattle(NamedTuple):
    """Two stacks, and who has the wind: one of `WINDS`."""

    attacker: Stack
    defender: Stack
    wind: str = "none"

    def side(self, at: int) -> Stack:
        """The attacker (0) or the defender (1)."""
        return self.defender if at else self.attacker


def heavier(mine: int, theirs: int) -> tuple[Modifier, ...]:
    """The modifier of a stack with three heavy ships to two of the enemy's, by the club's list."""
    listed = tables.row("naval_ships_club", ship="heavy ship")["combat"]
    to, of, more = map(int, tables.NUMBER.findall(listed))
    superior = mine > 0 and of * mine >= to * theirs
    return nonzero((more * superior, "three heavy ships to two", "EIA-SET-02"))


def wind_modifiers(british: bool, nelson: bool) -> tuple[Modifier, ...]:
    """What a stack adds to its die for the wind."""
    figure, sheet = tables.figure, "naval_combat_partial"
    return nonzero(
        (figure(sheet, "wind gauge: British fleet") * british, "British fleet", "EIA-SET-02"),
        (figure(sheet, "wind gauge: Nelson") * nelson, "Nelson", "EIA-SET-02"),
    )


def combat_modifiers(from_port: bool, doctrine: bool) -> tuple[Modifier, ...]:
    """What the advanced naval rules add to a combat die."""
    port = tables.figure("advanced_naval", "fleet that began the turn in port")
    chit = tables.figure("advanced_naval", "doctrine chit of the power")
    return nonzero(
        (port * from_port, "began the turn in port", "EIA-SET-02"),
        (chit * doctrine, "the power's doctrine", "EIA-SET-02"),
    )


def is_broken(battle: SeaBattle, state: State, at: int) -> bool:
    """Whether a side has no morale or no ship left."""
    side = battle.side(at)
    return state[2 + at] >= side.morale or state[at] >= side.size


def is_over(state: State) -> bool:
    """Whether a side has broken."""
    return bool(state[END])


def winner(state: State) -> int | None:
    """The side that broke the other; None for a draw (EIA-NAV-A2)."""
    return {1: DEFENDER, 2: ATTACKER}.get(state[END])


def steps(battle: SeaBattle) -> list[Step]:
    """The dice for the wind, then three rounds: who has it fires first, and the survivors reply;
    without it both fire at once (EIA-NAV-A1)."""
    found: list[Step] = []
    if battle.wind == "roll":
        found += [_wind(battle, at) for at in (ATTACKER, DEFENDER)]
    else:
        held = WINDS.index(battle.wind)
        found.append(Test(lambda state: _held(state, held)))
    for number in range(1, tables.figure("naval_transport_club", "rounds of naval combat") + 1):
        found += [_fire(battle, number, ATTACKER, (0, 1)), _suffer(battle, (DEFENDER,), 1)]
        found += [_fire(battle, number, DEFENDER, (0, 1, 2)), _suffer(battle, (ATTACKER,), 1)]
        found += [_suffer(battle, (ATTACKER,), 2), _fire(battle, number, ATTACKER, (2,))]
        found += [_suffer(battle, (DEFENDER,), 2), _suffer(battle, (ATTACKER, DEFENDER), 0)]
        found.append(Test(lambda state: _ended(battle, state)))
    return found


def _held(state: State, held: int) -> State:
    return (*state[:WIND], held, state[END])


def _wind(battle: SeaBattle, at: int) -> Roll:
    """A die for the wind: the attacker's is kept, the defender's compared with it."""
    side = battle.side(at)
    read = way(side.wind, "the wind", lambda die: die)

    def blow(state: State, got: int) -> State:
        if at == ATTACKER:
            return _held(state, got)
        return _held(state, 1 if state[WIND] > got else 2 if state[WIND] < got else 0)

    return Roll(f"{side.name}.wind", (read,), lambda state: 0, blow)


def _fire(battle: SeaBattle, number: int, at: int, winds: tuple[int, ...]) -> Roll:
    side, table = battle.side(at), battle.side(at).table(number)

    def stands(state: State) -> int:
        silent = state[WIND] not in winds or state[END] or side.guns(state[at]) <= 0
        shaken = state[WIND] and is_broken(battle, state, at)
        return NOT_ROLLED if silent or shaken else 0

    return fire(
        f"{side.name}.round{number}", f"round {number}", table, side.modifiers, at, stands,
        side.guns,
    )  # fmt: skip


def fire(
    name: str,
    when: str,
    table: str,
    modifiers: tuple[Modifier, ...],
    at: int,
    stands: Callable[[State], int],
    guns: Callable[[int], int],
) -> Roll:
    """A side's combat die at sea: what its `guns` hit, after so many losses, takes effect later."""

    def aim(state: State, effect: Struck) -> State:
        rolled = list(state)
        hits = combat_tables.casualties(effect.percent, guns(state[at]))
        rolled[4 + 2 * at : 6 + 2 * at] = hits, effect.morale
        return tuple(rolled)

    read = way(modifiers, f"{when}, table {table}", partial(combat_tables.modified_die, table))
    return Roll(name, (read,), stands, aim)


def _suffer(battle: SeaBattle, sides: tuple[int, ...], wind: int) -> Test:
    """The fire of the enemy takes effect, where the wind is so."""

    def take(state: State) -> State:
        if state[WIND] != wind or state[END]:
            return state
        now = list(state)
        for at in sides:
            hits = 6 - 2 * at  # where the enemy's fire stands
            now[at] = min(battle.side(at).size, now[at] + now[hits])
            now[2 + at] += now[hits + 1]
            now[hits : hits + 2] = 0, 0
        return tuple(now)

    return Test(take)


def _ended(battle: SeaBattle, state: State) -> State:
    gone = [is_broken(battle, state, at) for at in (ATTACKER, DEFENDER)]
    return (*state[:END], gone[0] + 2 * gone[1])


class Chase(NamedTuple):
    """What the winner's ships that are left cost the beaten side (EIA-NAV-A3)."""

    by: int
    lost: int


def chase(battle: SeaBattle, state: State, percent: int | None) -> Chase | None:
    """The chase of a broken enemy by what is left of the winner; None where nobody is chased."""
    by = winner(state)
    if by is None or percent is None:
        return None
    guns = battle.side(by).guns(state[by])
    left = battle.side(1 - by).size - state[1 - by]
    return Chase(by, min(left, guns * percent // 100))


def share_losses(lost: int, fleets: Mapping[str, int]) -> dict[str, int]:
    """Losses of a stack shared out among its fleets by their ships, the larger rests first."""
    whole = sum(fleets.values())
    if not whole:
        return {}
    parts = {name: lost * ships // whole for name, ships in fleets.items()}
    rests = sorted(fleets, key=lambda name: -(lost * fleets[name] % whole))
    for name in rests[: lost - sum(parts.values())]:
        parts[name] += 1
    return {name: number for name, number in parts.items() if number}
