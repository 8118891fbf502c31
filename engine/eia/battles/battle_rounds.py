"""The rounds of a battle of Empires in Arms as steps: withdrawal, arrivals, guns, guards, fire."""

from __future__ import annotations

from functools import partial

from engine.chances.steps import NOT_ROLLED, Roll, State, Step, Test, Way
from engine.eia import tables
from engine.eia.battles import combat_tables
from engine.eia.battles.battle import (
    AIMED,
    ARRIVED,
    ATTACKER_BROKE,
    BOTH_BROKE,
    DEFENDER_BROKE,
    END,
    GOING,
    LOST,
    REINFORCED,
    ROUND,
    ROUNDS,
    SHAKEN,
    START,
    WITHDREW,
    Guard,
    Setup,
    _with,
    exposed_factors,
    modifiers,
    morale,
    outflanker,
    strength,
    surplus_factors,
    table,
)
from engine.eia.battles.combat_tables import Struck
from engine.eia.chances import DIE, FACES, way
from engine.eia.reasons import BASE
from engine.modifiers import Modifier, nonzero, total


def steps(setup: Setup, losses: bool = True) -> list[Step]:
    """The battle's rolls and tests in their order; without `losses` those that morale hangs on."""
    found: list[Step] = []
    if setup.chits[1] == "Withdraw":
        found += [_withdrawal(setup), Test(lambda state: state)]
    for number in ROUNDS:
        if number > 1:
            found += _arrivals(setup, number, losses)
        if losses:
            guns = [at for at in (0, 1) if setup.forces[at].artillery]
            found += [_bombardment(setup, at, number) for at in guns]
            for at in (0, 1):
                guard = setup.forces[at].guards.get(number)
                if guard is not None:
                    found.append(_guards(setup, at, number, guard))
        found += [_fire(setup, at, number, losses) for at in (0, 1)]
        found.append(_after(setup, number))
    return found


def withdrawal_modifiers(setup: Setup) -> tuple[Modifier, ...]:
    """What is added to the defender's strategic rating when he tries to withdraw."""
    rated = combat_tables.procedure(*setup.chits, "withdrawal roll")
    horse = combat_tables.procedure("", "", "cavalry withdrawal (option)")
    return nonzero(
        (rated, f"Withdraw against {setup.chits[0]}", BASE),
        (horse * setup.forces[1].all_cavalry, "all cavalry", "EIA-SET-01"),
    )


def _withdrawal(setup: Setup) -> Step:
    """The defender's attempt; against a Probe it needs no die."""
    if tables.says(*setup.chits, "withdrawal succeeds without a roll"):
        return Test(lambda state: _with(state, (END, WITHDREW)))
    force, added = setup.forces[1], withdrawal_modifiers(setup)
    needed = force.strategic + total(added)
    read = Way((), f"withdrawal: {needed} or less", tuple(die <= needed for die in FACES))
    around = outflanker(setup) == 0

    def withdraw(state: State, effect: bool) -> State:
        # Outflanked, nobody is away before the second round, whatever the die (see _escape).
        return _with(state, (END, WITHDREW)) if effect and not around else state

    return Roll(f"{force.name}.withdraw", (read,), lambda state: 0, withdraw)


def arrival_modifiers(setup: Setup, at: int, number: int) -> tuple[Modifier, ...]:
    """What is added to the rating of an outflanking force that tries to arrive before a round."""
    chits = setup.chits
    by_round = combat_tables.procedure("Outflank", "", f"arrival before round {number}")
    defended = combat_tables.procedure(*chits, "attacker arrival roll") * (at == 0)
    return nonzero(
        (combat_tables.terrain(setup.terrain).rating, setup.terrain, BASE),
        (defended, "Outflank against Defend", BASE),
        (by_round, "the third round", BASE),
    )


def _reached(name: str, needed: int, purpose: str, place: int, value: int) -> Roll:
    """A roll of at most a rating that sets a bit of the state, unless it is set."""
    read = Way((), f"{purpose}: {needed} or less", tuple(die <= needed for die in FACES))

    def stands(state: State) -> int:
        return NOT_ROLLED if state[place] & value else 0

    def arrive(state: State, effect: bool) -> State:
        return _with(state, (place, state[place] | value)) if effect else state

    return Roll(name, (read,), stands, arrive)


def _arrivals(setup: Setup, number: int, losses: bool) -> list[Step]:
    """The outflanking force and the reinforcements, before rounds two and three."""
    found: list[Step] = []
    around = outflanker(setup)
    if around is not None and setup.forces[around].outflanking:
        force = setup.forces[around]
        needed = force.strategic + total(arrival_modifiers(setup, around, number))
        name = f"{force.name}.outflank{number}"
        found.append(_reached(name, needed, "the outflanking force arrives", ARRIVED, 1))
    if setup.chits == ("Outflank", "Withdraw") and number == 2:
        found.append(Test(_escape))
    for at, force in enumerate(setup.forces):
        for n, each in enumerate(force.reinforcements if losses else ()):
            needed = each.rating + combat_tables.terrain(setup.terrain).rating
            name = f"{force.name}.reinforce{n + 1}.{number}"
            purpose = f"reinforcement {n + 1} arrives"
            found.append(_reached(name, needed, purpose, REINFORCED + at, 1 << n))
    return found


def _escape(state: State) -> State:
    """Outflanked defenders get away when the outflanking force isn't there in time."""
    return state if state[ARRIVED] else _with(state, (END, WITHDREW), (ROUND, 1))


def _guns() -> str:
    return next(
        line["value"]
        for line in tables.rows("operational_procedure")
        if line["effect"].startswith("artillery bombardment")
    )


def guns(artillery: int) -> int:
    """The most factors that artillery kills before a round."""
    return _hit(artillery, DIE)


def _hit(artillery: int, die: int) -> int:
    return combat_tables.casualties(combat_tables.modified_die(_guns(), die).percent, artillery)


def _bombardment(setup: Setup, at: int, number: int) -> Roll:
    """Artillery before a round: casualties only."""
    force = setup.forces[at]
    read = way((), f"bombardment, table {_guns()}", partial(_hit, force.artillery))
    return _costing(f"{force.name}.bombard{number}", read, 1 - at)


def _costing(name: str, read: Way, at: int) -> Roll:
    """A roll that says how many factors a side loses."""

    def suffer(state: State, effect: int) -> State:
        return _with(state, (LOST + at, state[LOST + at] + effect))

    return Roll(name, (read,), lambda state: 0, suffer)


def _guards(setup: Setup, at: int, number: int, guard: Guard) -> Roll:
    """Factors lost by committing guards, or heavy cavalry in their place (EIA-CAV-04)."""

    def lose(die: int) -> int:
        return min(guard.factors, combat_tables.guard_lost(guard.commitment, die))

    read = way((), f"guards committed at +{guard.commitment}", lose)
    return _costing(f"{setup.forces[at].name}.guard{number}", read, at)


def _fire(setup: Setup, at: int, number: int, losses: bool) -> Roll:
    """A side's combat die of a round, on the table of its chits."""
    added = modifiers(setup, at, number)
    ways: list[Way] = []
    places: dict[bool, int] = {}
    for arrived in (False, True):
        here = table(setup, at, number, arrived)
        if here is not None:
            places[arrived] = len(ways)
            purpose = f"round {number}, table {here}"
            ways.append(way(added, purpose, partial(combat_tables.modified_die, here)))

    strong, first = strength(setup, at), AIMED + 2 * at

    def stands(state: State) -> int:
        return places.get(bool(state[ARRIVED]), NOT_ROLLED)

    def aim(state: State, effect: Struck) -> State:
        lost = combat_tables.casualties(effect.percent, strong(state)) if losses else 0
        return (*state[:first], lost, effect.morale, *state[first + 2 :])

    return Roll(f"{setup.forces[at].name}.round{number}", tuple(ways), stands, aim)


def _after(setup: Setup, number: int) -> Test:
    """Both sides' fire takes effect at once; a side without morale or troops is broken."""
    spirits = [morale(setup, at)[0] for at in (0, 1)]

    stand, forces = [exposed_factors(setup, at) for at in (0, 1)], setup.forces

    def inflict(state: State) -> State:
        arrived, bits, other = state[ARRIVED], state[REINFORCED], state[REINFORCED + 1]
        mine, his = (each(state) for each in stand)
        lost = state[LOST] + state[AIMED + 2], state[LOST + 1] + state[AIMED]
        shaken = state[SHAKEN] + state[AIMED + 3], state[SHAKEN + 1] + state[AIMED + 1]
        first = shaken[0] >= spirits[0] or lost[0] >= mine
        second = shaken[1] >= spirits[1] or lost[1] >= his
        end = BOTH_BROKE if first and second else ATTACKER_BROKE if first else DEFENDER_BROKE
        broke = first or second
        if lost[0] > mine:
            lost = min(lost[0], mine + surplus_factors(forces[0], state, 0)), lost[1]
        if lost[1] > his:
            lost = lost[0], min(lost[1], his + surplus_factors(forces[1], state, 1))
        return (end if broke else GOING, number if broke else 0, *lost, *shaken, arrived, bits,
                other, *START[AIMED:])  # fmt: skip

    return Test(inflict)


def loser(state: State) -> int | None:
    """Who was beaten: the side that broke alone."""
    return {ATTACKER_BROKE: 0, DEFENDER_BROKE: 1}.get(state[END])


def end_in_words(state: State) -> str:
    """How the battle ended, in a word."""
    if state[END] == WITHDREW:
        return "withdrew"
    return f"round{state[ROUND]}" if state[END] else "night"
