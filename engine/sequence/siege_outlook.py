"""What there is to know of a siege before a die falls: what it looks at, and what may come of it.

Pure. `siege_of` is what an undermining roll reads from the state. `chances` are the odds of all
that a besieger may do; `before_undermining` and `before_assault` set both sides beside each other,
with what weighs most in the odds; `expectation` tells how long the siege will probably take.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any, Final, NamedTuple

from engine.chances.steps import FACES
from engine.combat.comparison import heaviest
from engine.combat.leaders import DETACHMENT
from engine.combat.what_weighs_most import Weight
from engine.facts import board, countries
from engine.fleets import blockades, ports
from engine.land.battle import contingents, parameters
from engine.land.siege import assault_math, siege_odds, undermining_math
from engine.land.siege.assault import chances as storm_chances
from engine.land.siege.assault import controlling_alliance, expected_sides, fortress_of
from engine.land.supply import attrition_math, supply_lines
from engine.modifiers import Modifier
from engine.rounds import rounds
from engine.situation import command
from engine.state import State, forces, sides
from engine.state.stacks import Stack

ODDS_ROUNDS: Final = 5
LONGEST: Final = 12  # rounds that an expectation looks ahead
OPENED: Final = ("B", "B/WH", "R")
WORKED: Final = ("S-", "S+")


def distance(state: State, stack: Stack) -> int | None:
    """Movement points to the nearest source of supply, a weak one too; None for none at all.

    UND-39, UND-40: it need not be the source of the supply segment.
    """
    return supply_lines.distance_to_source(state, stack.units, stack.place, stack.alliance)


def siege_of(state: State, place: str) -> undermining_math.Siege:
    """What an undermining roll in a besieged province looks at (UND-02, UND-35); recruits of a
    conquistador inside are an army from 2 LD on (UND-19, NAT-A11)."""
    siege, where = state.land.sieges[place], board.province(place)
    stack = sides.stack(state, place, siege.alliance)
    inside = sides.stack(state, place, controlling_alliance(state, place), "inside")
    port = ""
    if ports.open_to_ships(state, place):
        closed = blockades.is_blockaded(state, place) and place not in state.land.resupplied
        port = "blockaded" if closed else "open"
    artillery = [
        value
        for contingent in parameters.contingents(state, stack.units)
        for value in contingent.artillery(state.period)
    ]
    return undermining_math.Siege(
        level=sides.fortress_level(state, place),
        map="europe" if sides.european(state, place) else "rotw",
        fort=not sides.fortress_level(state, place),
        terrain=where.terrain,
        port=port,
        works=tuple(siege.works),
        breach=siege.breach,
        assaulted=siege.assaulted,
        first_round=siege.rounds == 0,
        continued=siege.continued,
        artillery=contingents.stack_artillery(artillery),
        siege=command.best_siege(attrition_math.besieging_leaders(state, place, siege.alliance)),
        enemy_siege=command.best_siege(inside.leaders),
        inside=inside.thirds,
        army_inside=any(each.armies for each in parameters.contingents(state, inside.units)),
        supply=distance(state, stack) or 0,
        off=state.switched_off,
    )


def chances(state: State, place: str) -> dict[str, Any]:
    """The odds of a besieger: each undermining result now, the fall within 1, 2, … rounds,
    assaults.

    The rounds reckon with war honour granted and every breach stormed.
    """
    looked = siege_of(state, place)
    breach = storm_chances(state, place, True)
    return {
        "undermine": siege_odds.undermine(looked),
        "modifiers": [list(part) for part in undermining_math.fortress_modifiers(looked)],
        "falls_within": siege_odds.falls_within(
            looked, ODDS_ROUNDS, war_honour=True, storm=lambda now: float(breach["falls"])
        ),
        "assault": storm_chances(state, place, False),
        "breach": breach,
    }


# Both sides beside each other.


def before_undermining(state: State, place: str) -> dict[str, Any]:
    """Besieger and fortress before an undermining roll: the chance that it opens the walls or the
    fortress surrenders (`win`), that it gains siegeworks (`draw`) or nothing, and what weighs most
    in the first."""
    looked = siege_of(state, place)
    parts = undermining_math.fortress_modifiers(looked)
    likely = siege_odds.undermine(looked)

    def opens(modifiers: tuple[Modifier, ...]) -> float:
        found = [undermining_math.undermining_result(face, modifiers) in OPENED for face in FACES]
        return sum(found) / len(FACES)

    now = opens(parts)
    weights = [
        Weight(part.why, part.rule, now - opens(tuple(each for each in parts if each != part)))
        for part in parts
    ]
    besieger, fortress = _columns(state, place)
    besieger["also"] = f"siege value {looked.siege}, artillery {looked.artillery}"
    works = "".join(looked.works)
    fortress["also"] = ", ".join(
        (f"level {looked.level}", *([f"siegeworks {works}"] if works else []),
         *(["breached"] if looked.breach else []))
    )  # fmt: skip
    return {
        "place": place,
        "sides": [besieger, fortress],
        "ends": ["a breach or surrender", "siegeworks", "nothing"],
        "odds": {
            "win": sum(likely[each] for each in OPENED),
            "draw": sum(likely[each] for each in WORKED),
            "lose": likely["-"],
        },
        "why": heaviest(weights),
        "besides": expectation_words(expectation(state, place)),
    }


def before_assault(state: State, place: str, breach: bool = False) -> dict[str, Any]:
    """Besieger and besieged before an assault: whether it takes the fortress, and what weighs most
    in that."""
    setup = assault_math.setup(fortress_of(state, place, breach), *expected_sides(state, place))
    joint = siege_odds.assault(setup)
    falls = _falls(setup)
    columns = _columns(state, place)
    for column, known in zip(columns, setup.storms, strict=True):
        chief = known.side.commander
        column |= {
            "morale": known.morale,
            "leader": "" if chief.replacement else chief.name,
            "values": [chief.manoeuvre, chief.fire, chief.shock],
        }
    columns[1]["also"] = f"level {setup.walls.level}{', breached' if breach else ''}"
    weights = [
        Weight(said, rule, falls - _falls(without)) for said, rule, without in _without(setup)
    ]
    return {
        "place": place,
        "sides": columns,
        "ends": ["takes it", "", "beaten off"],
        "odds": {
            "win": falls,
            "draw": 0.0,
            "lose": 1 - falls,
            "losses": [
                joint.mean(lambda end: end.lost[0]) / DETACHMENT,
                joint.mean(lambda end: end.lost[1]) / DETACHMENT,
            ],
        },
        "why": heaviest(weights),
    }


def _falls(setup: assault_math.Setup) -> float:
    return siege_odds.assault(setup).chance(lambda outcome: outcome.falls)


def _without(setup: assault_math.Setup) -> Iterable[tuple[str, str, assault_math.Setup]]:
    """Each reason on either side, and the assault as it would be without it."""
    for at, storm in enumerate(setup.storms):
        whose = f"{countries.country_name(str(storm.side.country))}: " if at else ""

        def put(bare: assault_math.Storm, at: int = at) -> assault_math.Setup:
            one, other = setup.storms
            return setup._replace(storms=(one, bare) if at else (bare, other))

        for part in dict.fromkeys(chain.from_iterable(storm.modifiers.values())):
            bare = {roll: _bare(parts, part) for roll, parts in storm.modifiers.items()}
            yield f"{whose}{part.why}", part.rule, put(storm._replace(modifiers=bare))
        for part in storm.morale_parts[1:]:
            fewer = max(1, storm.morale - part.value)
            yield f"{whose}{part.why} (morale)", part.rule, put(storm._replace(morale=fewer))
    for part in setup.correction:
        yield part.why, part.rule, setup._replace(correction=_bare(setup.correction, part))
    for part in setup.bonus:
        yield part.why, part.rule, setup._replace(bonus=())


def _bare(parts: tuple[Modifier, ...], without: Modifier) -> tuple[Modifier, ...]:
    return tuple(part for part in parts if part != without)


def _columns(state: State, place: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Who besieges and who is inside, who may be nobody."""
    ours = sides.stack(state, place, state.land.sieges[place].alliance)
    inside = sides.stack(state, place, controlling_alliance(state, place), "inside")
    chief = command.commander(state, ours.units, ours.leaders)
    besieger = _column(ours, chief.country, chief.leader)
    warden = command.commander(state, inside.units, inside.leaders) if inside.units else None
    country = warden.country if warden else sides.controller(state, place)
    return besieger, _column(inside, country, warden.leader if warden else "")


def _column(stack: Stack, country: str, leader: str) -> dict[str, Any]:
    return {
        "country": country,
        "units": forces.units_in_words(stack.units),
        "thirds": stack.thirds,
        "leader": countries.leader(leader).name if leader else "",
    }


# How long it takes.


class Expectation(NamedTuple):
    """What a siege will probably come to, undermined every round with war honour granted and every
    breach stormed: the chance that it has fallen within 1, 2, … rounds and before this turn ends,
    None where no round is left, and that the next die brings siege attrition."""

    within: tuple[float, ...]
    this_turn: float | None
    attrition: float

    @property
    def even_round(self) -> int | None:
        """The round by which it has fallen as likely as not; None if in none that is foreseen."""
        return next((at for at, each in enumerate(self.within, 1) if each >= 0.5), None)


def expectation(state: State, place: str) -> Expectation:
    """How long a siege will probably take, its segment of this round counted as the first."""
    looked = siege_of(state, place)
    storm = storm_chances(state, place, True)["falls"]
    within = siege_odds.falls_within(looked, LONGEST, war_honour=True, storm=lambda _: storm)
    left = rounds.chances(state).left
    share = None
    if state.sequence.box != rounds.END:
        share = sum(float(each) * within[min(more, LONGEST - 1)] for more, each in left.items())
    strikes = sum(undermining_math.attrition_strikes(face, looked) for face in FACES) / len(FACES)
    return Expectation(tuple(within), share, strikes)


def expectation_words(found: Expectation) -> list[str]:
    """What a siege will probably come to, in a few phrases."""
    even = (
        f"as likely as not by round {found.even_round}"
        if found.even_round
        else f"rarely in {LONGEST} rounds"
    )
    soon = ", ".join(f"{100 * each:.0f}" for each in found.within[:3])
    ends = found.this_turn
    return [
        f"falls within 1, 2, 3 rounds: {soon} %",
        even,
        "no round is left this turn"
        if ends is None
        else f"before the turn ends {100 * ends:.0f} %",
        f"siege attrition {100 * found.attrition:.0f} %",
    ]
