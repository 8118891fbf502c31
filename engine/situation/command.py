"""Who commands a stack, and by what technology it fights (CMD, STK).

A leader's values are those of his counter, or those that were rolled for him. Strengths are in
thirds of a detachment. Nothing here asks or changes anything but `choose_commander`, which asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from engine.combat.leaders import in_words
from engine.facts import board, countries, tables
from engine.facts.sheets import cached
from engine.play.asks import Choose, Option
from engine.play.phase import Phase
from engine.state import State, forces, sides
from engine.state.forces import Unit
from engine.state.leaders import Leader, only_country
from engine.state.stacks import Band

COMMANDING: Final = ("king", "general", "engineer", "conquistador", "governor", "explorer")
SAILING: Final = ("admiral", "explorer", "privateer")
MOST_UNDER_PASHA: Final = 15
NO_RANK: Final = "Z"
MEDIEVAL: Final = "medieval"
BACKWARD: Final = ("aztecs", "incas")
BACKWARD_CONTINENTS: Final = ("africa", "siberia")
BACKWARD_AREAS: Final = ("oceania", "pacifique")


class Values(NamedTuple):
    """The values of a leader and his rank, A being the best."""

    rank: str
    manoeuvre: int
    fire: int
    shock: int
    siege: int

    @property
    def in_words(self) -> str:
        """Rank and values in words, the siege value where he has one."""
        siege = f", siege {self.siege}" if self.siege else ""
        return f"rank {self.rank}, {in_words(self.manoeuvre, self.fire, self.shock)}{siege}"


class Commander(NamedTuple):
    """Who commands: the country that pays and takes the stability, and its leader ("" for none).

    Without a leader the values are 0 and the rank is empty: a battle rolls a replacement.
    """

    country: str
    leader: str = ""
    rank: str = ""
    manoeuvre: int = 0
    fire: int = 0
    shock: int = 0
    siege: int = 0

    @property
    def manoeuvre_on_land(self) -> int:
        """What his manoeuvre counts on land: an explorer's is halved, rounded down."""
        explorer = self.leader and countries.leader(self.leader).kind == "explorer"
        return self.manoeuvre // 2 if explorer else self.manoeuvre


def values(leader: Leader) -> Values:
    """The rank and values of a leader in play; rolled values count before printed ones
    (C-CMD-04)."""
    if leader.values:
        return Values(countries.leader(leader.id).rank, *leader.values)
    return _printed(leader.id)


@cached
def _printed(leader: str) -> Values:
    known = countries.leader(leader)
    return Values(known.rank, known.manoeuvre, known.fire, known.shock, known.siege)


def monarch(leader: Leader) -> bool:
    """Whether he bears the monarch symbol: monarchs, viziers, heirs allowed to lead."""
    return countries.leader(leader.id).kind == "king"


def sails(leader: str) -> bool:
    """Whether a leader's place is with ships: admirals, explorers, captains of privateers."""
    return countries.leader(leader).kind in SAILING


def vizier(leader: Leader) -> bool:
    """Whether he is a vizier: the sultan ranks above him (C-CMD-04)."""
    return countries.leader(leader.id).variant == "vizier"


def best_siege(leaders: Sequence[Leader]) -> int:
    """The best siege value among the leaders: one leader's counts, never a sum (SAT-A4)."""
    return max((values(leader).siege for leader in leaders), default=0)


# Who commands.


def commanding_country(state: State, units: Sequence[Unit], leaders: Sequence[Leader] = ()) -> str:
    """The country that commands these counters (C-CMD-01).

    That of a monarch who is present; else that with most troops; in a tie that of the best rank,
    and at last the first in the alliance. Raises ValueError when there is nobody at all.
    """
    return only_country(units, leaders) or candidates(state, units, leaders)[0].country


def candidates(state: State, units: Sequence[Unit], leaders: Sequence[Leader]) -> list[Commander]:
    """All who are equally entitled to command, the best values first (C-CMD-01, C-CMD-05).

    A monarch must command. Else the country with most troops does, by its best-ranked leader, or
    without one (a replacement in battle); between equal countries the better rank. A pasha commands
    only where no leader of his country is, no other pasha and at most 5 LD besides his own
    (C-TUR-10). Raises ValueError when there is neither counter nor leader.
    """
    if len(leaders) < 2 and (only := _alone(units)):  # mostly
        if not leaders:
            return [leaderless(only)]
        if leaders[0].country == only and _able(leaders[0]):
            return [_lead(leaders[0])]
    able = [each for each in leaders if _able(each)]
    monarchs = [each for each in able if monarch(each)] if able else []
    if monarchs:
        sovereign = {each.country for each in monarchs if not vizier(each)}
        return _best(
            [_lead(each) for each in monarchs if not (vizier(each) and each.country in sovereign)]
        )
    troops: dict[str, int] = {}
    for unit in units:
        if unit.corps != "native":
            troops[unit.country] = troops.get(unit.country, 0) + unit.thirds
    if not troops:
        home = {unit.country for unit in units} | {leader.country for leader in leaders}
        everybody = [_lead(each) for each in able] or [
            Commander(country) for country in sorted(home)
        ]
        if not everybody:
            raise ValueError("nobody is there to command")
        return _best(everybody)
    most = max(troops.values())
    first = [country for country, strength in troops.items() if strength == most]
    if len(first) > 1:
        first.sort(key=lambda name: place_in_alliance(state, name))
    found: list[Commander] = []
    for country in first:
        own = [_lead(each) for each in able if each.country == country] if able else []
        found += own or _pasha(units, country) or [leaderless(country)]
    return _best(found)


def _able(leader: Leader) -> bool:
    return countries.leader(leader.id).kind in COMMANDING


def _alone(units: Sequence[Unit]) -> str:
    """The country that has all of these counters, and no pasha among them; "" where that is not
    so."""
    only = ""
    for unit in units:
        if unit.kind == "PASHA" or (only and unit.country != only):
            return ""
        only = unit.country
    return only


def commander(state: State, units: Sequence[Unit], leaders: Sequence[Leader]) -> Commander:
    """Who commands; of several equally entitled the one with the best manoeuvre, fire and shock.

    Nobody's choice is asked: see `choose_commander`. Raises ValueError without counter and leader.
    """
    return candidates(state, units, leaders)[0]


async def choose_commander(phase: Phase, band: Band) -> Commander:
    """Who commands, asked of the alliance where several are equally entitled (C-CMD-01)."""
    state = phase.state
    units, leaders = band.units_and_leaders(state)
    entitled = candidates(state, units, leaders)
    by_key = {each.leader or each.country: each for each in entitled}
    place = (units or leaders)[0].place
    chosen = await Choose(
        who=sides.speaker(state, sides.alliance_of(state, entitled[0].country)),
        name="commander",
        what=f"Who commands {forces.units_in_words(units)} in {board.called(place)}?",
        about=Band(place, band.units, band.leaders).about,
        options=[Option(key, commander_in_words(each)) for key, each in by_key.items()],
        enter=entitled[0].leader or entitled[0].country,
    )
    return by_key[chosen]


def commander_in_words(commander: Commander) -> str:
    """A commander with his values in words, or that his country has none."""
    if not commander.leader:
        return f"no leader of {countries.with_article(commander.country)}"
    return f"{countries.leader(commander.leader).name} ({Values(*commander[2:]).in_words})"


@cache
def leaderless(country: str) -> Commander:
    """A country that commands without a leader."""
    return Commander(country)


def _lead(leader: Leader) -> Commander:
    return Commander(leader.country, leader.id, *values(leader))


def _pasha(units: Sequence[Unit], country: str) -> list[Commander]:
    pashas = [unit for unit in units if unit.kind == "PASHA"]
    if len(pashas) != 1 or pashas[0].country != country or not pashas[0].leader:
        return []
    if forces.strength(unit for unit in units if unit.kind != "PASHA") > MOST_UNDER_PASHA:
        return []
    pasha = pashas[0].leader
    return [Commander(country, pasha, *_printed(pasha))]


def _best(found: Sequence[Commander]) -> list[Commander]:
    if len(found) == 1:
        return list(found)
    best = min(_standing(each) for each in found)
    equal = [each for each in found if _standing(each) == best]
    return sorted(equal, key=lambda each: (-each.manoeuvre, -each.fire - each.shock, -each.siege))


def _standing(commander: Commander) -> tuple[bool, str]:
    return not commander.leader, commander.rank or NO_RANK


def place_in_alliance(state: State, country: str) -> tuple[int, str]:
    """Where a country stands in its alliance, to be compared with others."""
    allies = sides.members(state, sides.alliance_of(state, country))
    return allies.index(country), country


# Technology.


def land_technology(state: State, unit: Unit) -> str:
    """The land technology of a counter; timars and pashas stop at their reform's cap (C-TUR-03).

    Aztecs and Incas stay medieval (C-TER-14).
    """
    if unit.country == sides.NATIVES:
        return native_technology(state, unit.place)
    country = state.countries.get(unit.country)
    known = country.land_technology if country and unit.country not in BACKWARD else MEDIEVAL
    if country and (unit.kind == "PASHA" or unit.corps == "timar"):
        steps = tables.turkish_reforms.all()
        caps = [steps[name].timar_land_cap for name in ("1492", *country.reforms) if name in steps]
        cap = max((each for each in caps if each), key=tables.technology_rank)
        return min(known, cap, key=tables.technology_rank)
    return known


def native_technology(state: State, place: str) -> str:
    """The technology of the natives of a province: medieval in Africa, Siberia, Oceania and the
    Pacific, elsewhere that of the group of the Rest of the World, as its countries in play have it
    (C-TER-14)."""
    area = board.area(board.province(place).area)
    if area.continent in BACKWARD_CONTINENTS or area.id in BACKWARD_AREAS:
        return MEDIEVAL
    group = [
        country.land_technology
        for name, country in sorted(state.countries.items())
        if countries.country(name).kind == "rotw" and countries.technology_group(name) == "ROTW"
    ]
    return max(group, key=tables.technology_rank, default=MEDIEVAL)


def technology(state: State, units: Sequence[Unit]) -> str:
    """The technology of a stack: what strictly more than half its LD reach, a tie to the worse.

    C-STK-08; natives of a conquistador do not lower it (NAT-29). Raises ValueError for no counter.
    """
    ranked = sorted(
        ((land_technology(state, unit), unit.thirds) for unit in _counted(units)),
        key=lambda entry: tables.technology_rank(entry[0]),
        reverse=True,
    )
    whole = sum(size for _, size in ranked)
    reached = 0
    for name, size in ranked:
        reached += size
        if 2 * reached > whole:
            return name
    return worst_technology(state, units)


def worst_technology(state: State, units: Sequence[Unit]) -> str:
    """The oldest technology in a stack, which decides what a P of attrition means (C-STK-09,
    ARS-A1)."""
    return min(
        (land_technology(state, unit) for unit in _counted(units)), key=tables.technology_rank
    )


def technology_box(state: State, units: Sequence[Unit]) -> int:
    """The box on the technology track that interception compares: the worst of a stack (INT-A1)."""
    return tables.technology_goals(worst_technology(state, units)).initial_box


def _counted(units: Sequence[Unit]) -> list[Unit]:
    return [unit for unit in units if unit.corps != "native"] or list(units)
