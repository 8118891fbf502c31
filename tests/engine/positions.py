"""Rich positions by chance: where one chapter's result is another's condition.

Random play alone rarely comes there: fleets that blockade together and alone, landed armies,
leaders alone, corsairs of every owner, powers and minors at peace beside those at war, besieged
ports with fleets, active natives beside explorers, trading posts beside cities, gold ashore and
afloat, wounded and captured leaders, breaches, mixed stacks of allies under monarchs, evacuations,
pashas, forts that are building, natives who follow, convoys, damaged ships, ice.
`position(seed)` makes one, `table(seed)` a game of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, Final

from engine.facts import board, countries, force_pools
from engine.fleets import blockades, fleet_counters, fleets, ports
from engine.games.game import Game
from engine.games.journal_records import Snapshot
from engine.overseas import active_natives, natives_math
from engine.play import journal
from engine.sea import corsairs_math, damaged_ships
from engine.sequence import sequence
from engine.situation import counters
from engine.state import State, forces, known_zones, sides
from engine.state.countries import Country
from engine.state.forces import Kind, Position, Unit
from engine.state.land import Revolt, Siege
from engine.state.leaders import Leader
from engine.state.overseas import Establishment
from engine.state.sea import Convoy, Corsair, Damaged
from engine.state.sequence import Step
from tests.engine.invariants import check_rest, check_state
from tests.engine.playing import tabletop

POWERS: Final = ("spain", "france", "england", "venice", "turkey", "portugal")
MINORS: Final = (
    "naples", "algeria", "tunisia", "knights-of-saint-john", "savoy", "genoa", "milan", "mamluks",
    "scotland", "papacy", "denmark", "sweden", "hanse", "teutonic-order",
)  # fmt: skip
EUROPE: Final = (
    "sea-thyrrenienne", "sea-ionienne", "sea-levantin", "sea-alger", "sea-manche", "sea-lion",
    "sea-cadix", "sea-adriatique", "sea-gascogne", "sea-egee", "sea-gabes",
    "sea-oresund", "sea-baltique", "sea-nord", "sea-celtique", "sea-alboran", "sea-noire-w",
)  # fmt: skip
OVERSEAS: Final = (
    "sea-caraibes", "sea-mexique", "sea-petites-antilles", "sea-recife", "sea-guinee", "sea-angola",
    "sea-malabar", "sea-arguin",
)  # fmt: skip
STEPS: Final[tuple[Step, ...]] = (
    "movement",
    "movement",
    "movement",
    "supply",
    "siege",
    "wintering",
)
CAMPAIGNS: Final = ("multiple", "multiple", "multiple", "major", "active", "passive", "none")
ARMIES: Final[tuple[tuple[Kind, ...], ...]] = (
    ("LD",), ("LD", "LD"), ("A-",), ("A-", "LD"), ("A+",), ("A+", "LD"), ("A+", "A-"),
)  # fmt: skip
PARTIES: Final[tuple[tuple[Kind, ...], ...]] = (
    ("LDE",), ("LD",), ("LD", "LDE"), ("LD", "LD"), ("A-",), ("A-", "LD"),
)  # fmt: skip
ROUNDS: Final = ("S1", "W1", "S2", "S3", "W3", "S4")


class Unfit(Exception):
    """What chance has put together is no position."""


class Maker:
    """Puts one position together; `chance` decides everything."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.state = self._sides()

    def one(self, of: Sequence[Any]) -> Any:
        """One of several; Unfit where there is none."""
        if not of:
            raise Unfit
        return self.chance.choice(list(of))

    def often(self, share: float) -> bool:
        """Whether it is so, with that chance."""
        return self.chance.random() < share

    def _sides(self) -> State:
        """Who is allied and at war: powers and minors at peace beside those at war."""
        powers = self.chance.sample(POWERS, self.chance.randint(3, 5))
        minors = {
            name: self.one(powers) for name in self.chance.sample(MINORS, self.chance.randint(2, 4))
        }
        alliances: dict[str, list[str]] = {}
        for name in powers:
            host = self.one(list(alliances)) if alliances and self.often(0.25) else name
            alliances.setdefault(host, []).append(name)
        for name, patron in minors.items():
            host = next(each for each, members in alliances.items() if patron in members)
            alliances.setdefault(host if self.often(0.5) else name, []).append(name)
        order = list(alliances)
        self.chance.shuffle(order)
        wars = [
            (one, other)
            for at, one in enumerate(order)
            for other in order[at + 1 :]
            if self.often(0.45)
        ]
        box = self.one(ROUNDS)
        ice = box.startswith("W")
        state = tabletop(
            turn=8, period="II", alliances={name: alliances[name] for name in order}, wars=wars,
            minors=minors, box=box, rounds=list(ROUNDS[: ROUNDS.index(box) + 1]),
            step=self.one(STEPS), bad_weather=self.often(0.2), sund_frozen=ice and self.often(0.7),
            poor_weather=self.often(0.1),
        )  # fmt: skip
        if state.sequence.step not in ("siege", "wintering"):
            state.sequence.impulse = self.chance.randrange(len(order))
        for country in state.countries.values():
            country.naval_technology = self.one(("nao-galleon", "carrack"))
            country.land_technology = self.one(("medieval", "renaissance"))
            if self.often(0.1):
                country.role = self.one(("limited", "foreign"))
            country.treasury = self.one((1000, 1000, 40))
            self._campaigns(state, country)
        return state

    def _campaigns(self, state: State, country: Country) -> None:
        """What it did in its last impulse, and in this one where it had one."""
        country.campaign_before = self.one(CAMPAIGNS)
        if country.minor and not any(
            sides.alliance_of(state, country.id) in w for w in state.diplomacy.wars
        ):
            country.campaign_before = "passive"
        played = state.sequence.impulse + (state.sequence.step != "supply")
        order = [each.id for each in state.diplomacy.alliances]
        later = order.index(sides.alliance_of(state, country.id)) >= played
        if state.sequence.step == "wintering" or (state.sequence.step != "siege" and later):
            country.campaign = None
        else:
            country.campaign = country.campaign_before
        if country.campaign_before != "none":
            country.ticks.append(country.campaign_before)

    # Whose, and where.

    def members(self, alliance: str) -> list[str]:
        """The countries of an alliance that are in play."""
        return [
            name for name in sides.members(self.state, alliance) if name in self.state.countries
        ]

    def foes(self, alliance: str) -> list[str]:
        """The alliances at war with one."""
        ids = [each.id for each in self.state.diplomacy.alliances]
        return [each for each in ids if sides.at_war(self.state, alliance, each)]

    def holder(self, place: str) -> str:
        """Who controls a place, "" for none in play."""
        who = sides.controller(self.state, place)
        return who if who in self.state.countries else ""

    def give(self, place: str) -> str:
        """A place whose owner is in play, or is given a holder from the table."""
        if not self.holder(place):
            self.state.land.controllers[place] = self.one(sorted(self.state.countries))
        return self.holder(place)

    def coast(self, zone: str, port: bool = False) -> str:
        """A province on a sea zone."""
        near = [border.other for border in board.land_neighbours(zone)]
        return str(self.one([each for each in near if not port or board.province(each).port]))

    # What stands there.

    def troops(
        self, country: str, place: str, kinds: Sequence[Kind], position: Position = "field"
    ) -> list[int]:
        """Land counters of a country, as far as it has some left in the box and they may be
        there."""
        state, made = self.state, []
        alliance = sides.alliance_of(state, country)
        if position == "field":
            stands = [each for each in sides.alliances_at(state, place) if each != alliance]
            neutral = sides.neutral_fortress(state, place, alliance) and sides.european(
                state, place
            )
            if stands or neutral:
                return []
        here = [*sides.stack(state, place, alliance, position).units]
        for kind in kinds:
            if counters.free_counters(state, country, kind) <= 0:
                continue
            if not forces.within_stacking([*here, Unit(0, country, kind, place, position)]):
                continue
            unit = state.add(Unit(0, country, kind, place, position))
            if self.often(0.4):
                unit.veterans = unit.thirds
            here.append(unit)
            made.append(unit.id)
        return made

    def fleet(self, country: str, place: str, task: str = "", size: int | None = None) -> list[int]:
        """Ships of a country, at sea or in a port of its side that has room for them."""
        state = self.state
        alliance = sides.alliance_of(state, country)
        sea = board.is_sea(place)
        seas = [place] if sea else board.adjacent_seas(place)
        galleys = any(map(fleets.galleys_sail, seas))
        warship: Kind = "NGD" if galleys and self.often(0.4) else "NWD"
        size = self.chance.randint(1, 5) if size is None else size
        made: list[Unit] = []
        position: Position = "field" if sea else "port"
        held: dict[Any, int] = {warship: size}
        if self.often(0.4):
            held["NTD"] = 1
        side = fleet_counters.side(state, country, held) if size > 1 else None
        if side is not None and fleet_counters.free_counters(state, country, side) > 0:
            made.append(Unit(0, country, side, place, position, ships=held))
        else:
            kinds = [warship] * min(size, 2) + (["NTD"] if "NTD" in held else [])
            made += [Unit(0, country, kind, place, position) for kind in kinds]
        if not sea and (
            ports.why_closed(state, made, place, alliance)
            or ports.why_crowded(state, made, place, alliance)
        ):
            return []
        there = fleets.stack(state, place, alliance, task).units
        while made and not fleets.within_stacking([*there, *made]):
            made.pop()
        for unit in made:
            state.add(unit)
            if task:
                state.sea.tasks[str(unit.id)] = task
        return [unit.id for unit in made]

    def lead(self, country: str, place: str, *kinds: str, position: Position = "field") -> str:
        """A leader of a country who is not on the table yet, "" where it has none."""
        state = self.state
        free = [name for name in of_kind(country, kinds) if name not in state.leaders]
        if not free:
            return ""
        name = str(self.one(free))
        state.leaders[name] = Leader(name, country)
        state.put_leader(state.leaders[name], place, position)
        return name

    def general(self, country: str, place: str, share: float, position: Position = "field") -> None:
        """Perhaps a general with troops."""
        if self.often(share):
            self.lead(country, place, "general", "king", position=position)

    def admiral(self, ships: Sequence[int], share: float = 0.5) -> None:
        """Perhaps an admiral with ships, who does what they do."""
        if ships and self.often(share):
            first = self.state.units[ships[0]]
            name = self.lead(first.country, first.place, "admiral", position=first.position)
            if name and (task := self.state.sea.tasks.get(str(first.id))):
                self.state.sea.tasks[name] = task

    # Situations.

    def besieged(self, zone: str) -> None:
        """A siege on a coast, perhaps broken, perhaps of a port with ships, perhaps blockaded."""
        state, place = self.state, self.coast(zone, port=self.often(0.7))
        holder = self.give(place)
        if not sides.fortified(state, place) or place in state.land.sieges:
            return
        home = sides.alliance_of(state, holder)
        foe = self.one(self.foes(home))
        besieger = self.one(self.members(foe))
        if not self.troops(besieger, place, self.one(ARMIES)):
            return
        works = self.one(([], [], ["-"], ["+"], ["+", "-"], ["+", "+"]))
        breach = self.often(0.25)
        state.land.sieges[place] = Siege(
            foe, list(works), breach, breach and self.often(0.5), continued=self.often(0.3)
        )
        self.general(besieger, place, 0.5)
        if self.often(0.6) and self.troops(holder, place, self.one(ARMIES[:4]), "inside"):
            self.general(holder, place, 0.4, "inside")
        if self.often(0.5):
            self.admiral(self.fleet(holder, place))
        if self.often(0.6):
            self.blockade(zone, place, foe)
        if self.often(0.2):
            state.land.resupplied.add(place)

    def blockade(self, zone: str, place: str = "", alliance: str = "") -> None:
        """A port blockaded by one country or by two together, who may supply troops there too."""
        state = self.state
        place = place or self.coast(zone, port=True)
        home = sides.alliance_of(state, self.give(place))
        alliance = alliance or self.one(self.foes(home))
        kind = "blockade+supply" if self.often(0.3) else "blockade"
        for country in (
            self.chance.sample(self.members(alliance), 1 + self.often(0.4))
            if len(self.members(alliance)) > 1
            else self.members(alliance)
        ):
            ships = self.fleet(country, zone, f"{kind}:{place}", self.chance.randint(2, 6))
            self.admiral(ships)
        found = blockades.blockaders(state, place)
        if found and blockades.why_no_blockade(state, found, zone, place):
            for unit in found:
                state.sea.tasks.pop(str(unit.id), None)
            for leader in state.leaders_at(zone):
                state.sea.tasks.pop(leader.id, None)

    def landed(self, zone: str) -> None:
        """An army on a coast that ships supply, alone or several stacks of them."""
        state, place = self.state, self.coast(zone)
        holder = self.give(place)
        home = sides.alliance_of(state, holder)
        alliance = self.one([*self.foes(home), *self.foes(home), home])
        country = self.one(self.members(alliance))
        if self.troops(country, place, self.one(ARMIES)):
            self.general(country, place, 0.4)
            if sides.enemy_fortress(state, place, alliance):
                state.land.sieges.setdefault(place, Siege(alliance))
            for _ in range(self.chance.randint(0, 2)):
                ally = self.one(self.members(alliance))
                self.admiral(self.fleet(ally, zone, self.one(("supply", "supply", ""))))
            if self.often(0.3):
                state.marks.unsupplied.update(
                    unit.id for unit in sides.stack(state, place, alliance).units
                )

    def privateers(self, zone: str) -> None:
        """Corsairs of anybody at sea or raiding, and who fights them."""
        state = self.state
        owners = [corsairs_math.PIRATES, *sorted(state.countries)]
        where = zone if self.often(0.75) else self.coast(zone)
        owner = self.one([corsairs_math.PIRATES, *owners])
        captains = [
            name for name in of_kind(owner, ("privateer",)) if name not in state.leaders
        ]  # a privateer leads a corsair from beside the leaders on the map
        captain = self.one(["", "", *captains])
        state.sea.corsairs.setdefault(where, []).append(
            Corsair(owner, self.one(("+", "-")), captain)
        )
        for _ in range(self.chance.randint(0, 2)):
            country = self.one(sorted(state.countries))
            if board.is_sea(where):
                home = sides.alliance_of(state, country)
                hunts = not corsairs_math.why_not(
                    state, [Unit(0, country, "NWD", zone)], zone, home
                )
                task = corsairs_math.HUNT if hunts and self.often(0.6) else ""
                self.admiral(self.fleet(country, zone, task))
            elif self.holder(where):
                self.troops(self.holder(where), where, self.one(ARMIES))

    def fleets(self, zone: str) -> None:
        """Ships at sea and in port, of enemies, friends and neutrals."""
        for _ in range(self.chance.randint(1, 3)):
            country = self.one(sorted(self.state.countries))
            place = zone if self.often(0.5) else self.coast(zone, port=True)
            self.admiral(self.fleet(country, place))

    def wanderer(self, zone: str) -> None:
        """A leader alone on a coast of his side, or beside troops."""
        state, place = self.state, self.coast(zone)
        holder = self.give(place)
        ally = self.one(self.members(sides.alliance_of(state, holder)))
        if not any(unit.position == "field" for unit in state.units_at(place)):
            self.lead(ally, place, "general", "king")

    def garrison(self, zone: str) -> None:
        """Troops of its holder in a province."""
        place = self.coast(zone)
        holder = self.give(place)
        if self.troops(holder, place, self.one(ARMIES)):
            self.general(holder, place, 0.4)

    def revolt(self, zone: str) -> None:
        """A revolt, with troops of its enemy beside it or none."""
        state, place = self.state, self.coast(zone)
        holder = self.give(place)
        friend = self.one(["", *sorted(state.countries)])
        if place not in state.land.revolts and friend != holder:
            kind = self.one(("revolt", "revolt", "rebellion"))
            state.land.revolts[place] = [Revolt(kind, self.one(("-", "+")), friend)]
            if self.often(0.6):
                self.troops(holder, place, self.one(ARMIES))

    def presidio(self, zone: str) -> None:
        """A presidio before a port of others, or fire from siegeworks."""
        state, place = self.state, self.coast(zone, port=True)
        holder = sides.alliance_of(state, self.give(place))
        others = [name for name in state.countries if sides.alliance_of(state, name) != holder]
        state.sea.presidios[place] = (self.one(sorted(others)), self.chance.randint(1, 3))

    def mixed(self, zone: str) -> None:
        """Troops and ships of allies in one stack each, perhaps under a monarch."""
        state = self.state
        hosts = [each for each in state.diplomacy.alliances if len(self.members(each.id)) > 1]
        alliance = self.one(hosts).id
        place = self.coast(zone)
        holder = self.give(place)
        if self.often(0.5) and not sides.at_war(state, alliance, sides.alliance_of(state, holder)):
            place = self.coast(zone, port=True)
            state.land.controllers[place] = self.one(self.members(alliance))
        for country in self.chance.sample(self.members(alliance), 2):
            if self.troops(country, place, self.one(ARMIES[:4])):
                self.general(country, place, 0.6)
                if self.often(0.3):
                    self.lead(country, place, "king")
            self.admiral(self.fleet(country, zone))
        here = sides.stack(state, place, alliance).units
        if here and sides.enemy_fortress(state, place, alliance):
            state.land.sieges.setdefault(place, Siege(alliance))

    def evacuation(self, zone: str) -> None:
        """Troops on a hostile coast without a port, their fleet beside them, the enemy's too."""
        state, place = self.state, self.coast(zone)
        home = sides.alliance_of(state, self.give(place))
        alliance = self.one(self.foes(home))
        country = self.one(self.members(alliance))
        if self.troops(country, place, self.one(ARMIES[:4])):
            self.general(country, place, 0.5)
            if sides.enemy_fortress(state, place, alliance):
                state.land.sieges.setdefault(place, Siege(alliance))
            self.admiral(self.fleet(country, zone, size=self.chance.randint(3, 6)))
            if self.often(0.6):
                self.admiral(self.fleet(self.one(self.members(home)), zone))

    def timariots(self, zone: str) -> None:
        """Pashas on a coast, in the field."""
        state, place = self.state, self.coast(zone)
        if "turkey" not in state.countries:
            raise Unfit
        made = self.troops("turkey", place, self.one((("LD",), ("A-",), ("A+",))))
        free = [name for name in of_kind("turkey", ("pasha",)) if name not in state.leaders]
        if made and self.often(0.7):
            unit = Unit(0, "turkey", "PASHA", place, size=self.chance.randint(1, 3))
            here = sides.stack(state, place, sides.alliance_of(state, "turkey")).units
            if forces.within_stacking([*here, unit]):
                state.add(unit)
                if free:
                    unit.leader = self.lead("turkey", place, "pasha")
        alliance = sides.alliance_of(state, "turkey")
        if made and sides.enemy_fortress(state, place, alliance):
            state.land.sieges.setdefault(place, Siege(alliance))

    def captive(self, zone: str) -> None:
        """A leader in the hands of an enemy, a monarch perhaps."""
        state = self.state
        country = self.one(sorted(state.countries))
        name = self.lead(country, self.coast(zone), self.one(("general", "king")))
        if name:
            state.remove_leader(state.leaders[name], "captured")
            state.notes.clear()

    def damage(self, zone: str) -> None:
        """Ships damaged in an earlier round."""
        country = self.one(sorted(self.state.countries))
        self.state.sea.damaged.append(
            Damaged(country, damaged_ships.region(zone), "NWD", self.chance.randint(1, 2), "7:S1")
        )

    def treasure(self, zone: str) -> None:
        """The Flota de Oro at sea with gold, and whoever may want it."""
        state = self.state
        if "spain" not in state.countries or state.sea.convoys:
            raise Unfit
        self.known("spain", zone)
        ships = [state.add(Unit(0, "spain", "NTD", zone)).id for _ in range(2)]
        state.sea.convoys["flota-de-oro"] = Convoy("spain", 2, ships)
        state.sea.gold[str(ships[0])] = 5 * self.chance.randint(1, 6)
        if self.often(0.5):
            self.admiral(self.fleet("spain", zone))
        for _ in range(self.chance.randint(0, 2)):
            owner = self.one([corsairs_math.PIRATES, *sorted(state.countries)])
            state.sea.corsairs.setdefault(zone, []).append(Corsair(owner, "+"))

    def builders(self, zone: str) -> None:
        """A fort under construction with its watch, and gold or enemies about."""
        state, place = self.state, self.coast(zone)
        country = self.one([name for name in sorted(state.countries) if name in POWERS])
        if place in state.overseas.establishments or sides.controller(state, place):
            raise Unfit
        self.known(country, zone, place)
        if self.troops(country, place, self.one((("LD",), ("LD", "LDE"), ("LD", "LD")))):
            fort = Establishment(country, "fort", 0, self.chance.randint(1, 3), 8)
            state.overseas.establishments[place] = [fort]
            self.fleet(country, zone)
            if self.often(0.5):
                self.lead(country, place, "conquistador")

    def followers(self, zone: str) -> None:
        """A conquistador whom natives follow, where others of their kind are awake or asleep."""
        state, place = self.state, self.coast(zone)
        country = self.one([name for name in sorted(state.countries) if name in POWERS])
        if not board.province(place).area or state.overseas.establishments.get(place):
            raise Unfit
        self.known(country, zone, place)
        if self.troops(country, place, self.one((("LDE",), ("LD",)))):
            chief = self.lead(country, place, "conquistador")
            if chief:
                state.overseas.natives[place] = "active"
                state.overseas.appeals[board.province(place).area] = 1
                active_natives.join(state, chief, self.chance.randint(1, 4))
                state.marks.moved.clear()
                self.fleet(country, zone)

    def colony(self, zone: str) -> None:
        """A settlement, perhaps beside a city's fortress, with troops, gold, ships, natives."""
        state, place = self.state, self.coast(zone)
        if place in state.overseas.establishments:
            return
        country = self.one([name for name in sorted(state.countries) if name in POWERS])
        if sides.controller(state, place):
            state.land.controllers[place] = country
        kinds = ("colony", "trading_post", "mission", "fort")
        kind = self.one([k for k in kinds if force_pools.counter_limit(country, k) > 0])
        level = self.chance.randint(1, 5) if kind in kinds[:2] else 0
        state.overseas.establishments[place] = [Establishment(country, kind, level, 0, 3)]
        if kind != "fort" and self.often(0.3):
            state.overseas.establishments[place].append(Establishment(country, "fort", 0, 0, 3))
        self.known(country, zone, place)
        if self.often(0.5):
            self.troops(country, place, self.one(PARTIES))
            if self.often(0.5):
                self.lead(country, place, "conquistador", "governor", "general")
        if self.often(0.4):
            state.sea.gold[place] = 10 * self.chance.randint(1, 8)
        if self.often(0.5):
            ships = self.fleet(country, zone if self.often(0.5) else place)
            self.admiral(ships, 0.3)
            if ships and self.often(0.4) and not state.units[ships[0]].land:
                state.sea.gold[str(ships[0])] = 5
        home = sides.alliance_of(state, country)
        if self.often(0.4) and self.foes(home):
            self.besiege_overseas(zone, place, self.one(self.foes(home)))

    def besiege_overseas(self, zone: str, place: str, foe: str) -> None:
        """Enemies before a settlement, who came by sea."""
        state = self.state
        besieger = self.one(self.members(foe))
        for unit in [*state.units_at(place)]:
            if unit.land:
                state.put(unit, place, "inside")
        for leader in [*state.leaders_at(place)]:
            state.put_leader(leader, place, "inside")
        self.known(besieger, zone, place)
        if not sides.fortified(state, place):
            return
        if self.troops(besieger, place, self.one(PARTIES)):
            state.land.sieges[place] = Siege(foe)
            if self.often(0.5):
                self.fleet(besieger, zone, "supply")

    def expedition(self, zone: str) -> None:
        """Explorers at sea with troops aboard or ashore, discoveries to bring home, natives about
        them asleep or awake."""
        state = self.state
        country = self.one([name for name in sorted(state.countries) if name in POWERS])
        self.known(country, zone)
        ships = self.fleet(country, zone)
        if not ships:
            return
        explorer = self.lead(country, zone, "explorer") if self.often(0.7) else ""
        place = self.coast(zone)
        if self.often(0.4):
            aboard = self.troops(country, zone, ("LD",), "aboard")
            if aboard and self.often(0.5):
                self.lead(country, zone, "conquistador", position="aboard")
        if self.often(0.6):
            self.known(country, zone, place)
            if self.troops(country, place, self.one(PARTIES)) and self.often(0.7):
                self.lead(country, place, "conquistador", "governor", "explorer")
        if self.often(0.5):
            self.rouse(place)
        if self.often(0.4):
            beyond = [
                border.other
                for border in board.sea_neighbours(zone)
                if known_zones.overseas(border.other)
                and border.other not in state.overseas.known.get(country, ())
            ]
            carrier = explorer or str(ships[0])
            if beyond:
                state.overseas.discoveries[carrier] = {self.one(beyond)}
        if explorer and self.often(0.2):
            state.remove_leader(state.leaders[explorer], "wounded", "S5")

    def rouse(self, place: str) -> None:
        """Natives who are awake in a province."""
        state, area = self.state, board.province(place).area
        if (
            area
            and place not in state.overseas.natives
            and not state.overseas.establishments.get(place)
        ):
            whole = natives_math.strength(board.area(area))
            if whole:
                active_natives.rouse(state, place, self.one((whole, max(3, whole // 2))))

    def known(self, country: str, *places: str) -> None:
        """What a country and its allies know, besides its home waters."""
        state = self.state
        for name in self.members(sides.alliance_of(state, country)):
            state.overseas.known.setdefault(name, set()).update(
                p for p in places if known_zones.overseas(p)
            )

    def wounded(self, zone: str) -> None:
        """A wounded leader who comes back some time."""
        state = self.state
        country = self.one(sorted(state.countries))
        name = self.lead(country, self.coast(zone), "general", "admiral")
        if name:
            state.remove_leader(state.leaders[name], "wounded", self.one(("S2", "W2", "S4", "End")))
            state.notes.clear()

    def weather(self, zone: str) -> None:
        """Pillage on a coast."""
        self.state.land.pillages.setdefault(self.coast(zone), [self.one(("-", "+"))])


NEAR: Final = (
    Maker.besieged, Maker.besieged, Maker.blockade, Maker.landed, Maker.landed, Maker.privateers,
    Maker.privateers, Maker.fleets, Maker.wanderer, Maker.garrison, Maker.revolt, Maker.presidio,
    Maker.wounded, Maker.weather, Maker.mixed, Maker.mixed, Maker.evacuation, Maker.evacuation,
    Maker.timariots, Maker.captive, Maker.damage,
)  # fmt: skip
FAR: Final = (
    Maker.colony, Maker.colony, Maker.expedition, Maker.expedition, Maker.privateers, Maker.fleets,
    Maker.wounded, Maker.treasure, Maker.builders, Maker.followers, Maker.mixed, Maker.evacuation,
)  # fmt: skip


@cache
def of_kind(country: str, kinds: tuple[str, ...]) -> list[str]:
    """The leaders of a country of these kinds, on their first sides."""
    return [
        name
        for name, each in sorted(countries.leaders().items())
        if each.country == country and each.kind in kinds and not each.variant
    ]


def position(seed: int) -> State:
    """The position of a seed: the first of its attempts that is sound."""
    for attempt in range(200):
        made = _attempt(200 * seed + attempt)
        if made is not None:
            return made
    raise AssertionError(f"no position comes of seed {seed}")


def _attempt(seed: int) -> State | None:
    maker = Maker(seed)
    chance = maker.chance
    try:
        for zone in chance.sample(EUROPE, chance.randint(1, 2)):
            for situation in chance.sample(NEAR, chance.randint(2, 4)):
                _try(maker, situation, zone)
        if chance.random() < 0.55:
            state = maker.state
            state.overseas.known = {name: set() for name in state.countries}
            for zone in chance.sample(OVERSEAS, chance.randint(1, 2)):
                for situation in chance.sample(FAR, chance.randint(1, 3)):
                    _try(maker, situation, zone)
        settle(maker.state)
        check_state(maker.state)
        check_rest(maker.state)
    except (AssertionError, Unfit):
        return None
    return maker.state


def _try(maker: Maker, situation: Any, zone: str) -> None:
    with suppress(Unfit):
        situation(maker, zone)


def settle(state: State) -> None:
    """What would not stand on a table goes: sieges without besiegers, explorers nobody knows."""
    for place in sorted(state.land.sieges):
        if not sides.stack(state, place, state.land.sieges[place].alliance).units:
            del state.land.sieges[place]
    for unit in state.units.values():
        if unit.position == "inside" and unit.place not in state.land.sieges:
            state.put(unit, unit.place)
    for leader in state.leaders.values():
        if leader.position == "inside" and leader.place not in state.land.sieges:
            state.put_leader(leader, leader.place)
    for country, places in state.overseas.known.items():
        here = [unit.place for unit in state.units.values() if unit.country == country]
        here += [one.place for one in state.leaders.values() if one.country == country]
        places.update(each for each in here if each and known_zones.overseas(each))
    for carrier in sorted(state.overseas.discoveries):
        home = state.overseas.known.get(known_zones.country_of(state, carrier), set())
        left = state.overseas.discoveries[carrier] - home
        if left:
            state.overseas.discoveries[carrier] = left
        else:
            del state.overseas.discoveries[carrier]


class Table(Game):
    """A game of a position whose `watches` look at it at every mark: between any two moves."""

    watches: list[Callable[[Table], None]]

    def __init__(self, start: State, seed: int) -> None:
        self.watches = []
        header = {"seed": seed, "dice": "rolled", "seats": {}}
        super().__init__(start.to_plain(), sequence.military_phase, header, checkpoints=False)

    def _open(self, snapshot: Snapshot) -> None:
        super()._open(snapshot)
        self.phase.journal = Watched(self)

    def look(self) -> None:
        """Has it looked at."""
        watches, self.watches = self.watches, []  # what fails is played back without them
        for watch in watches:
            watch(self)
        self.watches = watches


class Watched:
    """The journal of a table that is looked at at every mark."""

    checkpoints = False

    def __init__(self, game: Table) -> None:
        self.game = game

    def throw(self, table: journal.Table, name: str, faces: int, modifier: int) -> int | None:
        """What the die shows in the game."""
        return self.game._journal.throw(table, name, faces, modifier)

    def mark(self, table: journal.Table, segment: bool) -> None:
        """A mark of the game, at which it is looked at."""
        self.game._journal.mark(table, segment)
        self.game.look()


def table(seed: int, start: State | None = None) -> Table:
    """A game of a position, with dice of the seed."""
    return Table(position(seed) if start is None else start, seed)
