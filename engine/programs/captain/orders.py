"""Orders for an impulse: what each stack does in it, and what each country pays for that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from engine.facts import board, countries
from engine.grammar import join_names
from engine.land.ground import entering_provinces
from engine.land.movement.march_ask import March
from engine.play.asks import Ask, Raw
from engine.programs import steady_on_land
from engine.programs.captain import by_halves
from engine.programs.captain.homeward import Homeward, homeward
from engine.rounds import campaign_choice, campaigns, treasuries
from engine.situation import command
from engine.state import State, forces, sides
from engine.state.stacks import Group

MARCHES: Final = 3
"""The marches of each stack that are looked at, the best first."""

LEAST: Final = -15.0
"""How much worse than to stay a march may look by its place alone, in steady's points."""

SINGLE: Final = 4
"""Marches of a country that are weighed alone."""

MASSED: Final = 2
"""Places where all that can get there meets."""


class Order(NamedTuple):
    """What the troops of a stack do: their way, none to stay. `active` says that they enter among
    enemies; `worth` is steady's; `half` are those of them that go, all where it is empty."""

    place: str
    units: tuple[int, ...]
    path: tuple[str, ...] = ()
    active: bool = False
    worth: float = 0.0
    half: tuple[int, ...] = ()

    @property
    def goes(self) -> set[int]:
        """The counters that go."""
        return {*(self.half or self.units)}

    def waits(self, state: State) -> bool:
        """Whether all of it still stands there and has not moved."""
        return all(
            (unit := state.units.get(number)) is not None
            and unit.place == self.place
            and number not in state.marks.moved
            for number in self.units
        )

    def told(self, state: State, alliance: str) -> str:
        """It in words."""
        where = f"the stack {board.in_or_off(self.place)}"
        if not self.path:
            return f"{where} stays"
        goal = self.path[-1]
        if goal == self.place:
            return f"half of {where} goes out and back"
        verb = "goes to"
        if sides.enemy_units(state, goal, alliance):
            verb = "attacks in"
        elif goal in state.land.sieges and state.land.sieges[goal].alliance != alliance:
            verb = "relieves"
        elif sides.fortress_level(state, goal) and not sides.controlled_by(state, goal, alliance):
            verb = "besieges"
        return f"{where} {verb} {board.called(goal)}"


class Design(NamedTuple):
    """Orders for the stacks of some countries, the ships that sail home, and the campaigns that
    these countries pay for them. What it does not name is left to steady."""

    campaigns: tuple[tuple[str, str], ...] = ()
    orders: tuple[Order, ...] = ()
    voyages: tuple[Homeward, ...] = ()

    def answer(self, state: State, ask: Ask[Any]) -> Raw:
        """What the orders say to a question of the impulse they are for; None for nothing."""
        match ask.name:
            case "campaign":
                key = dict(self.campaigns).get(ask.about["country"])
                return key if key in ask.offers() else None
            case "next-move":
                ready = {each.place for each in self.orders if each.path and each.waits(state)}
                first = next((place for place in ask.about["places"] if place in ready), None)
                return first or self._voyage(state, ask)
            case "mover":
                order = self._order(ask.about["place"])
                going = order is not None and {*order.half} & {*ask.about["units"]}
                return [str(number) for number in sorted(going)] if going else None
            case "march":
                return self._march(ask)
            case "sail":
                return self._voyage(state, ask)
            case _:
                return None

    def _voyage(self, state: State, ask: Ask[Any]) -> Raw:
        found = (each.answer(state, ask) for each in self.voyages)
        return next((each for each in found if each is not None), None)

    def _march(self, ask: Ask[Any]) -> Raw:
        assert isinstance(ask, March)
        if ask.alone or any(ask.spent.values()) or any(ask.led.values()):
            return None
        order = self._order(ask.place)
        if order is None:
            return None
        way: list[Raw] = [*order.path] if order.goes == {*ask.units} else []
        return way if ask.is_legal(way) else None

    def _order(self, place: str) -> Order | None:
        return next((each for each in self.orders if each.place == place), None)

    def broken(self, state: State, alliance: str) -> bool:
        """Whether a stack that went is not where it was to go: a battle lost, an interception."""
        return any(
            each.path
            and not each.waits(state)
            and not sides.stack(state, each.path[-1], alliance).units
            for each in self.orders
        )

    @property
    def moves(self) -> bool:
        """Whether a stack marches."""
        return any(each.path for each in self.orders)

    @property
    def active(self) -> bool:
        """Whether a stack enters among enemies."""
        return any(each.active for each in self.orders)

    def with_orders(self, other: Design) -> Design:
        """Both, the other's where they name the same country."""
        named = dict(other.campaigns)
        kept = [each for each in self.campaigns if each[0] not in named]
        places = {each.place for each in other.orders}
        orders = [each for each in self.orders if each.place not in places]
        voyages = dict.fromkeys((*self.voyages, *other.voyages))
        return Design((*kept, *other.campaigns), (*orders, *other.orders), tuple(voyages))

    def told(self, state: State, alliance: str) -> str:
        """It in words: who pays for what, who goes where."""
        if self == NO_DESIGN:
            return "every stack as steady would lead it"
        paid = [
            f"{countries.with_article(name)}: {campaigns.NAMES[_campaign(key)]}"
            for name, key in self.campaigns
        ]
        moved = [each.told(state, alliance) for each in self.orders if each.path]
        moved += [each.told(state) for each in self.voyages]
        return "; ".join([*paid, join_names(moved) if moved else "all stay"])


NO_DESIGN: Final = Design()


def _campaign(key: str) -> Any:
    return key.partition(" ")[0]


# What could be ordered.


def designs(state: State, alliance: str) -> dict[str, list[Design]]:
    """The designs that are weighed first, by the country whose stacks they lead: to stay, one march
    each of the likeliest, the best march of every stack, the best among friends alone, and all that
    can get there to one place."""
    members = sides.members(state, alliance)
    free = [each for each in members if not _chosen(state, each)]
    trial = steady_on_land.under("multiple", state, free)
    goals = steady_on_land.aims(trial, alliance)
    found = {}
    for country in members:
        stacks = list(_stacks(trial, alliance, country))
        home = tuple(homeward(trial, alliance, country))
        if not stacks and not home:
            continue
        price = _Prices(state, country)
        stay = [Order(each.place, tuple(each.units)) for each in stacks]
        marches = [order for each in stacks for order in _marches(each, goals)]
        marches.sort(key=lambda each: (-each.worth, each.place, each.path))
        spared = list(_halved(stacks))
        ways = [[], *([each] for each in marches[:SINGLE])]
        ways += [_best(marches), _best([each for each in marches if not each.active])]
        ways += islice(_massed(trial, stacks, marches), MASSED)
        ways[1:1] = [spared] if spared else []
        sails = [((), way) for way in ways] + [(home, way) for way in ([], _best(marches)) if home]
        drawn = [
            Design(paid, _instead(stay, way, spared if price.logistics(paid) else ()), ships)
            for ships, way in sails
            for paid in price.campaigns(way, ships)
        ]
        found[country] = list(dict.fromkeys(drawn))
    return found


def _chosen(state: State, country: str) -> bool:
    return f"campaign {country}" in state.marks.done


def _instead(
    stay: Sequence[Order], moves: Sequence[Order], spared: Sequence[Order]
) -> tuple[Order, ...]:
    """These moves, and everybody else where he is: where there are any, what they leave alone of
    the massed forces that are `spared` in halves."""
    named = {each.place for each in moves} | {each.path[-1] for each in moves}
    halved = [each for each in spared if moves and each.place not in named]
    gone = {each.place for each in (*moves, *halved)}
    return (*moves, *halved, *(each for each in stay if each.place not in gone))


def _halved(stacks: Sequence[March]) -> Iterator[Order]:
    """The massed forces that go out and back by halves (MOV-13)."""
    for each in stacks:
        if (found := by_halves.parted(each)) is not None:
            yield Order(each.place, tuple(each.units), found.way, half=found.half)


def _best(marches: Sequence[Order]) -> list[Order]:
    """The best march of every stack, to places of their own."""
    found: dict[str, Order] = {}
    goals: set[str] = set()
    for each in marches:
        if each.worth > 0 and each.place not in found and each.path[-1] not in goals:
            found[each.place] = each
            goals.add(each.path[-1])
    return list(found.values())


def _massed(
    state: State, stacks: Sequence[March], marches: Sequence[Order]
) -> Iterator[list[Order]]:
    """The ways of several stacks to one place, that of the likeliest march first."""
    for goal in dict.fromkeys(each.path[-1] for each in marches):
        there = [each for each in stacks if each.place == goal or goal in each.reach()]
        troops = [unit for each in there for unit in state.units_by_id(each.units)]
        others = [
            unit for unit in sides.stack(state, goal, there[0].alliance).units
            if unit not in troops
        ]  # fmt: skip
        if len(there) > 1 and forces.within_stacking([*others, *troops]):
            active = entering_provinces.look(state, goal, there[0].alliance).opposed
            yield [
                Order(each.place, tuple(each.units), tuple(each.path_to(goal)), active)
                for each in there
                if each.place != goal
            ]


class _Prices:
    """What a country may pay for in this impulse."""

    def __init__(self, state: State, country: str) -> None:
        self.state, self.country = state, country
        self.chosen = _chosen(state, country)
        self.besieges = any(
            _leads(state, here.band, country)
            for place, siege in state.land.sieges.items()
            if (here := sides.stack(state, place, siege.alliance)).units
        )
        known = state.countries[country]
        purse = known.treasury - treasuries.ducats_owed(state, country)
        self.offers = sorted(
            (each.ducats, campaigns.CAMPAIGNS.index(each.campaign), key)
            for key, each in campaign_choice.choices(state, known).items()
            if each.ducats <= max(0, purse)
        )

    def logistics(self, paid: Sequence[tuple[str, str]]) -> bool:
        """Whether these campaigns have logistics: without, three LD are massed (CAM-20)."""
        campaign = dict(paid).get(self.country, self.state.countries[self.country].campaign)
        return "no_logistic" not in (campaign or "")

    def campaigns(
        self, way: Sequence[Order], home: Sequence[Homeward] = ()
    ) -> list[tuple[tuple[str, str], ...]]:
        """The cheapest campaign that allows these marches and voyages; to stay, none and a passive
        one, which a besieger needs (CAM-A3) and looks at first. Nothing where none allows them."""
        if self.chosen:
            return [()]
        active = [
            campaigns.is_small(self.state.units[number] for number in each.units)
            for each in way
            if each.active
        ]
        able = [
            key
            for _, number, key in self.offers
            if number >= bool(way) and campaigns.land_allows(campaigns.CAMPAIGNS[number], active)
            if all(campaigns.sails(campaigns.CAMPAIGNS[number], each.counters) for each in home)
        ]
        passive = [key for _, number, key in self.offers if number == 1]
        stays = passive if not way and not home else []
        wanted = stays + able[:1] if self.besieges else able[:1] + stays
        return [((self.country, key),) for key in dict.fromkeys(wanted)]


def _stacks(trial: State, alliance: str, country: str) -> Iterator[March]:
    """The marches that the stacks of a country in Europe could make."""
    for stack in sides.stacks(trial, alliance):
        if board.province(stack.place).map == "europe":
            ask = steady_on_land.march_of(trial, alliance, stack.place)
            if ask is not None and _leads(trial, ask, country):
                yield ask


def _leads(state: State, group: Group, country: str) -> bool:
    counters, chiefs = state.units_by_id(group.units), state.leaders_by_id(group.leaders)
    return command.commanding_country(state, counters, chiefs) == country


def _marches(ask: March, goals: steady_on_land.Goals) -> Iterator[Order]:
    """The likeliest marches of a stack."""
    for each in islice(steady_on_land.plans(ask, goals, LEAST), MARCHES):
        yield Order(ask.place, tuple(ask.units), tuple(each.path), each.active, each.worth)
