"""Random battles at sea played through: no ship appears from nowhere or is lost twice."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine.fleets import fleets
from engine.land.battle.parameters import Force
from engine.play.asks import Die
from engine.play.phase import Phase
from engine.sea.battle import battle as sea_battle
from engine.sequence.later_procedures import PROCEDURES
from engine.state import State
from engine.state import forces as state_forces
from tests.engine.sea.afloat import fleet, sea_table

ZONES = ("sea-manche", "sea-ionienne", "sea-lion", "sea-nord")
COUNTERS = (
    "F+: 4 NWD, 1 NTD", "F-: 2 NWD, 1 NTD", "F+: 8 NGD", "F-: 2 NGD, 1 VGD", "NWD", "NGD", "NTD",
    "NDE",
)  # fmt: skip
ALLIANCES = {"france": ["france", "holland"], "venice": ["venice", "spain"]}


def battle(seed: int) -> tuple[State, Force, Force, str, random.Random]:
    """Two fleets of two nations each somewhere, with or without admirals."""
    dice = random.Random(seed)
    zone = dice.choice(ZONES)
    state = sea_table(alliances=ALLIANCES, wars=[("france", "venice")], turn=dice.randint(1, 50))
    forces = []
    for alliance, nations in ALLIANCES.items():
        units: list[int] = []
        for nation in nations:
            state.countries[nation].naval_technology = dice.choice(("carrack", "battery", "vessel"))
            counters = [dice.choice(COUNTERS) for _ in range(dice.randint(nation == alliance, 2))]
            units += fleet(state, nation, zone, *counters)
        leader = {"france": "villeneuve", "venice": "veniero"}[alliance]
        leaders: tuple[str, ...] = ()
        if dice.random() < 0.5:
            fleet(state, alliance, zone, leader=leader)
            leaders = (leader,)
        forces.append(Force(alliance, tuple(units), leaders))
    return state, forces[0], forces[1], zone, dice


def play(procedure: Any, dice: random.Random) -> Any:
    """Plays to the end with any offered answers and any dice."""
    value: Any = None
    while True:
        try:
            request = procedure.send(value)
        except StopIteration as end:
            return end.value
        if isinstance(request, Die):
            value = dice.randint(request.least, request.most)
        else:
            value = request.parse(dice.choice(request.offers()))


def afloat(state: State) -> int:
    return fleets.thirds(state.units.values())


@pytest.mark.parametrize("block", range(4))
@pytest.mark.rule("NLS-01", "PUR-21")
def test_ships_are_afloat_damaged_or_lost(block: int) -> None:
    for seed in range(30 * block, 30 * (block + 1)):
        state, one, other, zone, dice = battle(seed)
        before = afloat(state)
        phase = Phase(state, procedures=PROCEDURES)
        interception = dice.random() < 0.5
        result = play(sea_battle.battle(phase, zone, one, other, interception), dice)
        kept = sum(each.number * (1 if each.kind == "NDE" else 3) for each in state.sea.damaged)
        assert afloat(state) + kept <= before, seed
        for unit in state.units.values():
            assert unit.kind not in state_forces.FLEETS or unit.ships, seed
            assert all(number > 0 for number in unit.ships.values()), seed
        assert State.from_plain(state.to_plain()).to_plain() == state.to_plain()
        if result.fought:
            (sheet,) = [entry.sheet for entry in phase.story if entry.kind == "battle"]
            assert sheet is not None
            outcome = sheet["outcome"]
            for at in (0, 1):
                assert 0 <= outcome["lost"][at] <= sheet["sides"][at]["thirds"], seed
            winners = Counter(entry.kind for entry in phase.story)["major"]
            assert winners <= 1
