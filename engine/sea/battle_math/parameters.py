"""The battle at sea that the state describes: commanders, first lines, fleets, odds (BAT, PAR)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.chances.distribution import mix
from engine.chances.steps import FACES
from engine.combat.comparison import compare
from engine.combat.fight_odds import chances
from engine.combat.leaders import Commander, replacement_line
from engine.facts import board, countries, tables
from engine.fleets import fleets
from engine.land.battle import parameters as on_land
from engine.land.battle.parameters import Force
from engine.play.asks import Choose, Option
from engine.play.decision_details import Weighed
from engine.play.phase import Phase
from engine.sea.battle_math import battle as fighting
from engine.sea.battle_math import battle_odds as sea_odds
from engine.sea.battle_math import fleet_in_battle
from engine.sea.battle_math.fleet_in_battle import LINES, Fleet, Waters, usual_line
from engine.situation import command, naval_command, turkey
from engine.state import State, sides
from engine.state.forces import Unit

MEDITERRANEAN = "mediterranean"
Both = tuple[Force, Force]


def in_command(state: State, force: Force) -> command.Commander:
    """Who commands the merged stack (BAT-06, C-CMD-02)."""
    return naval_command.commander(state, force.units(state), force.leaders(state))


async def commander(phase: Phase, force: Force) -> Commander:
    """The commander of a side, a replacement admiral where his country has none there.

    PAR-04 to PAR-09; the roll is told.
    """
    found = in_command(phase.state, force)
    if found.leader:
        await on_land.vizier(phase, found)
        return on_land.known_commander(in_command(phase.state, force))
    place, line = force.units(phase.state)[0].place, replacement_line(found.country)
    return await on_land.roll_replacement(phase, found.country, line, place, admiral=True)


def expected_commander(state: State, force: Force) -> Commander:
    """The commander, or the average of the replacement admirals that may be rolled for him."""
    found = in_command(state, force)
    if found.leader and not on_land.unrolled_vizier(state, found.leader):
        return on_land.known_commander(found)
    vizier = bool(found.leader)
    return on_land.average([fighting.replacement(found.country, die, vizier) for die in FACES])


async def first_line(
    phase: Phase,
    zone: str,
    both: Both,
    commanders: Sequence[Commander],
    chosen: Sequence[str],
    interception: bool,
) -> str:
    """Which ships of a side fight in the first line, asked where there is a choice (PAR-11 to 14).

    `chosen` are the first lines of the sides before it.
    """
    state, side = phase.state, len(chosen)
    force = both[side]
    ships = fleets.ships(force.units(state))
    possible = fleet_in_battle.lines(ships)
    country = in_command(state, force).country
    names = {"NWD": "warships", "NGD": "galleys", "NTD": "transports"}
    theirs = chosen[0] if chosen else usual_line(fleets.ships(both[1].units(state)))

    where = waters(state, zone, interception)

    def weigh() -> Mapping[str, Any]:
        lines = {line: (theirs, line) if side else (line, theirs) for line in possible}
        return {
            names[line]: _odds(where, *fleets_of(state, both, commanders, pair))
            for line, pair in lines.items()
        }

    return await Choose(
        who=sides.decider(state, country),
        name="first-line",
        what=f"Which ships of {countries.with_article(country)} fight in the first line?",
        about=Weighed({"place": zone, "units": list(force.unit_ids), "side": side}, weigh),
        options=[
            Option(
                line,
                names[line],
                fleets.ships_in_words({kind: ships.get(kind, 0) for kind in LINES[line]}),
            )
            for line in possible
        ],
        enter=usual_line(ships),
    )


def technology(state: State, units: Sequence[Unit], line: str) -> str:
    """The technology of the median ship of the first line, the older one in a tie (PAR-A7)."""
    weights: dict[str, int] = {}
    for unit in units:
        held = fleets.ships([unit])
        size = fleet_in_battle.thirds({kind: held.get(kind, 0) for kind in LINES[line]})
        if size:
            name = fleets.technology(state, unit)
            weights[name] = weights.get(name, 0) + size
    whole, below = sum(weights.values()), 0
    for name in sorted(weights, key=tables.technology_rank):
        below += weights[name]
        if 2 * below >= whole:
            return name
    raise ValueError("no ship is there")


def fleet(
    state: State, force: Force, leader: Commander, line: str, phasing: bool, enemy: Sequence[Unit]
) -> Fleet:
    """One side of a battle at sea as it stands on the table, under the given commander, veteran
    with more than half of its ships (PAR-21, PAR-A8); a minor neither gains nor loses by a major
    battle (MAJ-08)."""
    units, country = force.units(state), in_command(state, force).country
    return Fleet(
        country,
        country,
        technology(state, units, line),
        fleets.ships(units),
        line,
        leader,
        phasing=phasing,
        veteran=2 * sum(unit.veterans for unit in units) > fleets.thirds(units),
        minor=not sides.is_power(state, country),
        ottoman_fright=turkey.suffers_fright(state, country, enemy),
    )


def fleets_of(
    state: State, both: Both, leaders: Sequence[Commander], lines: Sequence[str]
) -> tuple[Fleet, Fleet]:
    """Both sides, the phasing one first, before the wind is known."""
    one, other = (
        fleet(state, both[at], leaders[at], lines[at], not at, both[1 - at].units(state))
        for at in (0, 1)
    )
    return one, other


def waters(state: State, zone: str, interception: bool) -> Waters:
    """Where and when a battle in a sea zone is fought."""
    mediterranean = board.sea(zone).region == MEDITERRANEAN
    return Waters(state.turn, mediterranean, interception, state.switched_off)


def odds_of(
    state: State, zone: str, phasing: Force, other: Force, interception: bool = False
) -> dict[str, Any]:
    """The odds of a battle at sea before it is fought, without evasion, for screens and bots.

    A side without a leader has an average replacement; both take their larger kind of ships as
    first line. Chances are of the phasing side (`win`, `draw`, `lose`); pairs are of it first;
    `afloat` says that losses are ND.
    """
    return _odds(waters(state, zone, interception), *_expected_fleets(state, (phasing, other)))


def _expected_fleets(state: State, both: Both) -> tuple[Fleet, Fleet]:
    """Both sides as they may be expected, with average replacements and the larger kind of ships
    as first line."""
    commanders = [expected_commander(state, force) for force in both]
    lines = [usual_line(fleets.ships(force.units(state))) for force in both]
    return fleets_of(state, both, commanders, lines)


def _odds(where: Waters, one: Fleet, other: Fleet) -> dict[str, Any]:
    """The odds of a battle of two fleets, before the wind is rolled for."""
    setups = [(weight, fighting.setup(where, *pair)) for weight, *pair in sea_odds.wind(one, other)]
    joint = mix([(weight, sea_odds.battle(setup)) for weight, setup in setups])
    return {**chances(setups[-1][1], joint), "afloat": True}


def weigh_battle(
    known: Mapping[str, Any], state: State, zone: str, both: Both, interception: bool = False
) -> Weighed:
    """What a decision of the other side before a battle concerns, with its odds, which are of the
    phasing one, when somebody looks at them."""
    return Weighed(
        {**known, "side": 1},
        lambda: odds_of(state, zone, *both, interception),
        compared=lambda: {"": comparison(state, zone, *both, 1, interception)},
    )


def comparison(
    state: State, zone: str, phasing: Force, other: Force, side: int = 0, interception: bool = False
) -> dict[str, Any]:
    """The two sides of a battle at sea before it is fought, for one of them. The odds are exact;
    what weighs most in them is weighed with the likeliest wind alone."""
    both = phasing, other
    where, sailing = waters(state, zone, interception), _expected_fleets(state, both)
    _, one, enemy = max(sea_odds.wind(*sailing), key=lambda each: each[0])
    units = [fleets.units_in_words(force.units(state)) for force in both]
    found = compare(
        fighting.setup(where, one, enemy), zone, "sea", units, side,
        lambda each: chances(each, sea_odds.battle(each)),
    )  # fmt: skip
    exact = _odds(where, *sailing)
    win, lose = ("lose", "win") if side else ("win", "lose")
    odds = {"win": exact[win], "draw": exact["draw"], "lose": exact[lose]}
    return {**found, "odds": {**found["odds"], **odds}}
