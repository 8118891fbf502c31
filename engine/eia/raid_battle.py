"""Port raids: who may join, the harbour guns, three rounds, and what is left (EIA-RAID).

A raid is steps over the state (attacker's losses, defender's losses, attacker's morale lost,
defender's morale lost, and what either side has just rolled). Losses are ships, morale is in
tenths.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from engine.chances.steps import NOT_ROLLED, Roll, State, Step, Test
from engine.eia import tables
from engine.eia.battles import combat_tables, sea_battle
from engine.eia.chances import way
from engine.eia.reasons import Reason, Verdict, applicable
from engine.modifiers import Modifier

ATTACKER, DEFENDER = 0, 1
START: Final[State] = (0,) * 8


class Side(NamedTuple):
    """A side of a raid: ships, morale in tenths, and the modifiers of its combat die."""

    name: str
    ships: int
    morale: int
    modifiers: tuple[Modifier, ...] = ()


class Raid(NamedTuple):
    """A raid: both sides, the harbour number, and whether the guns fire."""

    attacker: Side
    defender: Side
    harbour: int
    guns: bool

    def side(self, at: int) -> Side:
        """The attacker (0) or the defender (1)."""
        return self.defender if at else self.attacker


def may_join(minor_ships: int, major_ships: int) -> tuple[Reason, ...]:
    """Why minor fleets may not join a raid (EIA-RAID-01); empty when they may."""
    why = f"{minor_ships} ships of minors need as many of a player's major, not {major_ships}."
    return applicable((minor_ships > major_ships, why, "EIA-RAID-01"))


class Troops(NamedTuple):
    """Factors of a player in a port or around it, and whether he wants the guns to fire."""

    player: str
    factors: int
    fire: bool


def guns(
    garrison: Iterable[Troops],
    corps: Iterable[Troops],
    hostile: bool,
    access: str,
    own_fleet_attacked: bool,
) -> Verdict:
    """Whether the harbour guns fire at an attacker.

    They may when a garrison or corps there is at war with him or refused him access (`hostile`,
    EIA-RAID-02), not when the port's major gave access (EIA-RAID-04), unless one of the attacked
    fleets is that major's (EIA-RAID-07). After a refusal its controller chooses (EIA-RAID-05), and
    no declaration of war is needed (EIA-RAID-06). Of a mixed garrison the player with most factors
    decides (EIA-GUN-01), equals have to agree (EIA-GUN-02); without a garrison the corps outside
    may fire (EIA-GUN-03), and if they disagree the men are compared (EIA-GUN-04).
    """
    inside, outside = _men(garrison), _men(corps)
    given, refused = access == "given", access == "refused"
    nobody, own = "No garrison and no corps: nobody mans the guns.", given and own_fleet_attacked
    spite = "A fleet of the port's own power is attacked: the guns fire in spite of access."
    silent = "The port's major gave the attacker access: the guns stay silent."
    peaceful = "Nobody there is at war with the attacker or has refused him access."
    settled = applicable(
        (not inside and not outside, nobody, "EIA-RAID-04"),
        (own, spite, "EIA-RAID-07"),
        (given, silent, "EIA-RAID-04"),
        (not hostile and not refused, peaceful, "EIA-RAID-02"),
    )
    if settled:
        return Verdict(settled[0].rule == "EIA-RAID-07", settled[:1])
    reasons = applicable(
        (True, "At war with the attacker, or access refused.", "EIA-RAID-02"),
        (refused, "Access refused: the port's player may use the guns.", "EIA-RAID-05"),
        (refused, "No declaration of war is needed; the attacker may make one.", "EIA-RAID-06"),
        (not inside, "No garrison: corps outside may fire.", "EIA-GUN-03"),
    )
    if not inside:
        return _compared(outside, reasons)
    most = max(factors for factors, _ in inside.values())
    leading = {player: fire for player, (factors, fire) in inside.items() if factors == most}
    first, alone = next(iter(leading)), len(leading) == 1
    reasons += applicable(
        (alone and len(inside) > 1, f"{first} has most garrison factors: decides.", "EIA-GUN-01"),
        (len(set(leading.values())) > 1, "Equal factors and no agreement: the guns stay silent.",
         "EIA-GUN-02"),
    )  # fmt: skip
    return Verdict(all(leading.values()), reasons)


def _men(troops: Iterable[Troops]) -> dict[str, tuple[int, bool]]:
    """Factors and wish by player; a player's minors count for him."""
    found: dict[str, tuple[int, bool]] = {}
    for player, factors, fire in troops:
        before, wish = found.get(player, (0, True))
        found[player] = before + factors, wish and fire
    return found


def _compared(corps: Mapping[str, tuple[int, bool]], reasons: tuple[Reason, ...]) -> Verdict:
    for_it, against = (
        sum(factors for factors, fire in corps.values() if fire is wish) for wish in (True, False)
    )
    if len({fire for _, fire in corps.values()}) == 1:
        return Verdict(next(iter(corps.values()))[1], reasons)
    why = f"The corps disagree: {for_it} factors for firing, {against} against."
    return Verdict(for_it > against, (*reasons, Reason(why, "EIA-GUN-04")))


# The raid


def is_broken(raid: Raid, state: State, at: int) -> bool:
    """Whether a side is broken or gone."""
    side = raid.side(at)
    return state[2 + at] >= side.morale or state[at] >= side.ships


def steps(raid: Raid) -> list[Step]:
    """The run past the guns (EIA-RAID-03, EIA-RAID-09), the rounds (EIA-RAID-08, EIA-RAID-10,
    EIA-RAID-11) and the run out (EIA-RAID-12)."""
    found: list[Step] = [_past_guns(raid, "run past the guns in", "guns.in", True)]
    for number in range(1, tables.figure("seed_port_raid_misc", "longest raid") + 1):
        found += [_fire(raid, number, at) for at in (ATTACKER, DEFENDER)]
        found.append(Test(lambda state: _inflicted(raid, state)))
    found.append(_past_guns(raid, "run past the guns out", "guns.out", False))
    return found


def _past_guns(raid: Raid, stage: str, name: str, shakes: bool) -> Roll:
    table = tables.row("seed_port_raid", stage=stage)["defender_table"]

    def fire(die: int) -> tuple[int, int]:
        percent, morale = combat_tables.modified_die(table, die)
        return combat_tables.casualties(percent, raid.harbour), morale if shakes else 0

    def suffer(state: State, effect: tuple[int, int]) -> State:
        ships, morale = effect
        lost = min(raid.attacker.ships, state[0] + ships)
        return (lost, state[1], state[2] + morale, *state[3:])

    def stands(state: State) -> int:
        return 0 if raid.guns and state[0] < raid.attacker.ships else NOT_ROLLED

    purpose = f"the harbour guns, table {table}, {raid.harbour}"
    return Roll(name, (way((), purpose, fire),), stands, suffer)


def _fire(raid: Raid, number: int, at: int) -> Roll:
    side, stage = raid.side(at), f"round {number}"
    table = tables.row("seed_port_raid", stage=stage)["defender_table" if at else "attacker_table"]

    def stands(state: State) -> int:
        if is_broken(raid, state, ATTACKER) or state[DEFENDER] >= raid.defender.ships:
            return NOT_ROLLED
        return NOT_ROLLED if at == DEFENDER and is_broken(raid, state, DEFENDER) else 0

    return sea_battle.fire(
        f"{side.name}.round{number}", stage, table, side.modifiers, at, stands,
        lambda lost: side.ships - lost,
    )  # fmt: skip


def _inflicted(raid: Raid, state: State) -> State:
    """Both sides' fire takes effect at once."""
    lost = [min(raid.side(at).ships, state[at] + state[6 - 2 * at]) for at in (0, 1)]
    shaken = [state[2 + at] + state[7 - 2 * at] for at in (0, 1)]
    return (*lost, *shaken, 0, 0, 0, 0)


def winner(raid: Raid, state: State) -> int | None:
    """Who has won: the enemy broken or gone, and more ships inflicted than lost (EIA-RAID-13);
    None for a draw (EIA-RAID-14)."""
    for at in (ATTACKER, DEFENDER):
        if is_broken(raid, state, 1 - at) and state[1 - at] > state[at]:
            return at
    return None


def lost_at_home(die: int) -> bool:
    """Whether a damaged ship of the defender is lost (EIA-RAID-17)."""
    return die == tables.figure("seed_port_raid_misc", "damaged defender ship is lost on")


def afterwards(goes_to: str) -> tuple[Reason, ...]:
    """What follows a raid, whoever won it."""
    return (
        Reason(f"The attacker goes to the {goes_to}.", "EIA-RAID-15"),
        Reason("Each keeps his damaged ships; the attacker rolls for his.", "EIA-RAID-16"),
        Reason("The defender loses a damaged ship on a 1.", "EIA-RAID-17"),
        Reason("No chase and no pursuit.", "EIA-RAID-18"),
    )
