"""Reading one scenario document into a state, with everything that is wrong with it.

CONTRIBUTING.md tells the format to those who write one; engine.scenarios finds and reads the files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, get_args

from engine import board, countries, forces, losses, rounds, sides, tables, turkey, variants
from engine.campaigns import CAMPAIGNS
from engine.forces import LAND_THIRDS, SEA_KINDS, Kind, Position, Unit
from engine.holdings import Alliance, Country, Leader, Revolt, Siege
from engine.scenario_overseas import Overseas
from engine.sea import fleets, ports
from engine.state import State
from engine.ways import name_of

ROLES: Final = ("full", "limited", "foreign", "overseas", "civil")
LAND_LEADERS: Final = ("general", "king", "engineer", "conquistador", "governor")
SEA_LEADERS: Final = ("admiral", "explorer")
CORPS: Final = ("janissary", "timar")


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario's header and its start; `powers` are the countries that somebody decides for.

    `turns` are those of its campaign, 1 for a single Military phase.
    """

    id: str
    title: str
    year: int
    turn: int
    period: str
    about: str
    teaches: str
    length: str
    powers: tuple[str, ...]
    plain: dict[str, Any]
    turns: int = 1

    def state(self, changes: Iterable[str] = (), turns: int | None = None) -> State:
        """A new state at the start, with further variants, for so many turns.

        Raises engine.variants.UnknownVariant.
        """
        from engine.campaign.turn import begin

        state = State.from_plain(self.plain)
        variants.switch_on(state, changes)
        begin(state, self.turns if turns is None else turns)
        return state


class Reader(Overseas):
    """Reads a document part by part into a state, and checks how it all stands together."""

    def scenario(self) -> Scenario:
        document, state = self.document, self.state
        self.known_keys(document, "", "")
        name, title, about, teaches, length = (
            self.text(document, key, "") for key in ("id", "title", "about", "teaches", "length")
        )
        for key in ("id", "title", "about", "teaches", "length"):
            if document.get(key) == "":
                self.wrong(key, "is empty; the players read it")
        year = self.time()
        state.scenario = name
        state.poor_weather = self.value(document, "poor_weather", "", bool, False)
        changes = self.texts(document, "variants", "")
        for change in changes:
            if change not in variants.sheets():
                self.wrong("variants", f"{change!r} is none of {', '.join(variants.sheets())}")
        turns = self.number(document, "turns", "", (1, 62), 1)
        for key, held in self.value(document, "options", "", dict, {}).items():
            state.options[key] = bool(held)
            if type(held) is not bool:
                self.wrong(f"options.{key}", f"{held!r} stands where true or false is wanted")
        if self.value(document, "wars_asked", "", bool, False):
            state.options["wars_asked"] = True
        self.belligerents()
        self.alliances()
        self.lands()
        self.overseas()
        self.presidios()
        self.armies()
        self.fleets()
        self.pashas()
        self.leaders()
        self.discoveries()
        self.sieges()
        self.revolts()
        if not self.defects:
            variants.switch_on(state, changes)
        self.standing()
        powers = tuple(
            dict.fromkeys(
                sides.decider(state, each)
                for alliance in state.alliances
                for each in alliance.members
            )
        )
        return Scenario(
            name, title, year, state.turn, state.period, about, teaches, length, powers,
            state.to_plain(), turns,
        )  # fmt: skip

    def time(self) -> int:
        document, state = self.document, self.state
        last = max(period.last_turn for period in tables.periods().values())
        span = (tables.first_year(1), max(period.last_year for period in tables.periods().values()))
        year = self.number(document, "year", "", span)
        turn = self.number(document, "turn", "", (1, last))
        period = self.choice(document, "period", "", tables.PERIODS, None)
        if not 1 <= turn <= last:
            return year
        state.turn, state.period = turn, tables.period_of(turn)
        if period in tables.PERIODS and period != state.period:
            self.wrong("period", f"turn {turn} is in period {state.period}, not {period}")
        if span[0] <= year <= span[1] and tables.turn_of(year) != turn:
            self.wrong("turn", f"{year} is in turn {tables.turn_of(year)}, not {turn}")
        return year

    def belligerents(self) -> None:
        section = self.value(self.document, "countries", "", dict, None)
        for name, row in section.items():
            where = f"countries.{name}."
            if name not in countries.countries():
                self.wrong(where[:-1], "there is no such country")
                continue
            if not isinstance(row, dict):
                self.wrong(where[:-1], "stands where a table is wanted")
                continue
            self.known_keys(row, "countries", where)
            self.state.countries[name] = self.country(name, row, where)
        for name, country in self.state.countries.items():
            patron = self.state.countries.get(country.patron)
            if country.patron and (patron is None or patron.minor):
                self.wrong(
                    f"countries.{name}.patron",
                    f"{country.patron!r} is no power of this scenario: one decides for a minor",
                )

    def country(self, name: str, row: Mapping[str, Any], where: str) -> Country:
        patron = self.text(row, "patron", where, "")
        country = Country(
            id=name,
            patron=patron,
            minor=bool(patron),
            role=self.choice(row, "role", where, ROLES, "full"),  # type: ignore[arg-type]
            land_technology=self.technology(row, "land", where),
            naval_technology=self.technology(row, "naval", where),
            treasury=self.number(row, "treasury", where, (-9999, 9999), 0 if patron else None),
            stability=self.number(row, "stability", where, (-3, 3), 0 if patron else None),
            tercios=self.value(row, "tercios", where, bool, False),
            reforms=self.texts(row, "reforms", where),
            free_campaigns=self.texts(row, "free_campaigns", where),
            recruited=2 * self.number(row, "recruited", where, (0, 99), 0),
            treaties=self.texts(row, "treaties", where),
            ottoman_fright=turkey.fears(name, self.state.turn),
        )
        for campaign in country.free_campaigns:
            if campaign not in CAMPAIGNS:
                self.wrong(
                    where + "free_campaigns", f"{campaign!r} is none of {', '.join(CAMPAIGNS)}"
                )
        for reform in country.reforms:
            if reform not in tables.turkish_reforms() and reform != "reform":
                known = ", ".join((*tables.turkish_reforms(), "reform"))
                self.wrong(where + "reforms", f"{reform!r} is none of {known}")
        for other in country.treaties:
            found = countries.countries().get(other)
            if found is None or found.kind != "rotw":
                self.wrong(where + "treaties", f"{other!r} is no country of the Rest of the World")
        if country.tercios and self.state.turn < tables.technology_goals()["tercios"].first_turn:
            self.wrong(where + "tercios", f"there are no tercios yet in turn {self.state.turn}")
        if not patron:
            self.state.initiatives[name] = self.number(row, "initiative", where, (0, 99))
        elif "initiative" in row:
            self.wrong(where + "initiative", "a minor has no initiative; leave it out")
        return country

    def technology(self, row: Mapping[str, Any], key: str, where: str) -> str:
        known = tables.LAND_TECHNOLOGIES if key == "land" else tables.NAVAL_TECHNOLOGIES
        usual = known[0] if key == "land" else known[1]
        found = self.choice(row, key, where, known, usual if key == "naval" else None)
        if found not in known:
            return usual
        first = tables.technology_goals()[found].first_turn
        if first > self.state.turn:
            self.because(row, where, True, f"{found} before turn {first}, when its goal appears,")
        return found

    def alliances(self) -> None:
        state = self.state
        for name, members in self.value(self.document, "alliances", "", dict, None).items():
            key = f"alliances.{name}"
            found = self.texts({name: members}, name, "alliances.")
            if not found:
                self.wrong(key, "is empty; the countries of the alliance are wanted")
                continue
            for each in found:
                if each not in state.countries:
                    self.wrong(key, f"{each!r} is not among the countries of the scenario")
            known = [each for each in found if each in state.countries]
            if known:
                state.alliances.append(Alliance(name, known, 0))
        for name in state.countries:
            if not any(name in each.members for each in state.alliances):
                self.wrong(f"countries.{name}", "is in no alliance; name it in [alliances]")
        for alliance in state.alliances:
            alliance.initiative = rounds.initiative(state, alliance.members)
        names = [alliance.id for alliance in state.alliances]
        for number, war in enumerate(self.value(self.document, "wars", "", list, []), 1):
            key = f"wars {number}"
            if not isinstance(war, list) or len(war) != 2 or war[0] == war[1]:
                self.wrong(key, f"{war!r} stands where a pair of alliances is wanted")
            elif any(side not in names for side in war):
                self.wrong(key, f"{war!r} names none of the alliances: {', '.join(names)}")
            else:
                state.wars.append((war[0], war[1]))

    def lands(self) -> None:
        state = self.state
        for section, changed in (("owners", state.owners), ("controllers", state.controllers)):
            for where, row in self.rows(section):
                country = self.nation(row, where, nobody=True)
                self.because(row, where, True, "a change of the board")
                for name in self.texts(row, "places", where, None):
                    place = self.province(name, where + "places")
                    if place:
                        changed[place] = country
        for where, row in self.rows("fortresses"):
            place = self.place(row, where)
            level = self.number(row, "level", where, (0, 5))
            self.because(row, where, True, "a change of the board")
            if place:
                state.levels[place] = level

    def armies(self) -> None:
        for where, row in self.rows("forces"):
            country, place = self.in_play(row, where), self.ground(row, where)
            veterans = self.choice(row, "veterans", where, ("all", "none"), "all")
            corps = self.choice(row, "corps", where, CORPS, "")
            position = self.position(row, where)
            units = self.texts(row, "units", where, None)
            self.because(row, where, True, "a force")
            for kind in units:
                if kind not in LAND_THIRDS or (kind == "LDE" and self.in_europe(place)):
                    wanted = "A+, A-, LD" if self.in_europe(place) else ", ".join(LAND_THIRDS)
                    self.wrong(where + "units", f"{kind!r} is none of {wanted}")
                elif country and place:
                    self.unit(country, place, kind, position, corps, veterans == "all", where)

    def unit(
        self,
        country: str,
        place: str,
        kind: str,
        position: Position,
        corps: str,
        veteran: bool,
        where: str,
    ) -> None:
        sort: Kind = next(each for each in get_args(Kind) if each == kind)
        if losses.free_counters(self.state, country, sort, corps) < 1:
            name = countries.country(country).name
            self.wrong(where + "units", f"{name} has no counter {kind} left in the box")
            return
        held = veteran and corps != "timar"
        self.state.add(
            Unit(0, country, sort, place, position, LAND_THIRDS[kind] if held else 0, corps)
        )

    def position(self, row: Mapping[str, Any], where: str) -> Position:
        found = self.choice(row, "position", where, ("field", "inside"), "field")
        return "inside" if found == "inside" else "field"

    def presidios(self) -> None:
        for where, row in self.rows("presidios"):
            country, place = self.in_play(row, where), self.place(row, where)
            level = self.number(row, "level", where, (1, 3))
            self.because(row, where, True, "a presidio")
            if place and not board.province(place).presidio:
                self.wrong(where + "place", f"{board.province(place).name} can hold no presidio")
            elif place in self.state.presidios:
                self.wrong(where + "place", "has a presidio already; one is all it may have")
            elif place and country:
                self.state.presidios[place] = country, level

    def fleets(self) -> None:
        for where, row in self.rows("fleets"):
            country, place = self.in_play(row, where), self.waters(row, where)
            veterans = self.choice(row, "veterans", where, ("all", "none"), "all")
            units = self.texts(row, "units", where, None)
            self.because(row, where, True, "a naval force")
            for text in units:
                self.ship(country, place, text, veterans == "all", where)

    def ship(self, country: str, place: str, text: str, veteran: bool, where: str) -> None:
        """A naval counter: `NGD`, or a fleet with what it holds, `F-: 4 NGD, 1 NTD`."""
        kind, colon, holding = text.partition(":")
        held: dict[str, int] = {}
        for part in holding.split(",") if colon else []:
            number, _, ship = part.strip().partition(" ")
            if ship not in fleets.SHIPS or not number.isdecimal() or int(number) < 1:
                self.wrong(where + "units", f"{part.strip()!r} is no number of NWD, NGD, VGD, NTD")
                return
            held[ship] = held.get(ship, 0) + int(number)
        if kind not in SEA_KINDS or (kind in fleets.FLEETS) != bool(held):
            wanted = ", ".join(SEA_KINDS[2:])
            self.wrong(where + "units", f"{text!r} is none of {wanted}, F+: 4 NWD, 1 NTD")
        elif country and place:
            self.naval(country, place, kind, held, veteran, where)

    def naval(
        self,
        country: str,
        place: str,
        kind: str,
        held: dict[str, int],
        veteran: bool,
        where: str,
    ) -> None:
        state, name = self.state, countries.country(country).name
        sort: Kind = next(each for each in get_args(Kind) if each == kind)
        if held and fleets.side(state, country, held) != kind:
            needed = fleets.side(state, country, held) or "more than a fleet counter"
            said = f"{fleets.written(held)} of {name} are {needed} in period {state.period}"
            self.wrong(where + "units", said)
        elif fleets.free_counters(state, country, kind) < 1:
            self.wrong(where + "units", f"{name} has no counter {kind} left in the box")
        else:
            position: Position = "field" if place in board.seas() else "port"
            unit = state.add(Unit(0, country, sort, place, position, ships=held))
            unit.veterans = unit.afloat if veteran else 0

    def pashas(self) -> None:
        for where, row in self.rows("pashas"):
            name, place = self.text(row, "leader", where), self.place(row, where)
            known = countries.leaders().get(name)
            if known is None or known.kind != "pasha":
                self.wrong(where + "leader", f"{name!r} is no pasha")
            elif "turkey" not in self.state.countries:
                self.wrong(where + "leader", "Turkey is not in this scenario")
            elif any(unit.leader == name for unit in self.state.units.values()):
                self.wrong(where + "leader", f"{known.name} is placed twice")
            elif place:
                position = self.position(row, where)
                self.state.add(
                    Unit(0, "turkey", "PASHA", place, position, size=known.size, leader=name)
                )

    def leaders(self) -> None:
        state = self.state
        for where, row in self.rows("leaders"):
            name, country = self.text(row, "leader", where), self.in_play(row, where)
            known = countries.leaders().get(name)
            if known is not None and known.kind in SEA_LEADERS:
                place = self.waters(row, where)
                position: Position = "field" if place in board.seas() else "port"
            else:
                place, position = self.ground(row, where), self.position(row, where)
            if known is None:
                if name:
                    self.wrong(where + "leader", f"there is no leader {name!r}")
                continue
            if known.kind not in (*LAND_LEADERS, *SEA_LEADERS):
                self.wrong(where + "leader", f"{known.name} ({known.kind}) leads no stack")
            if name in state.leaders or known.other_side in state.leaders:
                self.wrong(where + "leader", f"{known.name} is placed twice")
                continue
            self.alive(known, row, where)
            if country and known.country != country:
                self.because(row, where, True, f"{known.name} in the service of {country}")
            if country and place:
                state.leaders[name] = Leader(name, country)
                state.put_leader(state.leaders[name], place, position)

    def alive(self, known: countries.Leader, row: Mapping[str, Any], where: str) -> None:
        if "anonymous" in known.flags:
            return
        if known.first_turn is None or known.last_turn is None:
            self.because(row, where, True, f"{known.name}, whom an event brings,")
        elif not known.first_turn <= self.state.turn <= known.last_turn:
            self.wrong(
                where + "leader",
                f"{known.name} lives in turns {known.first_turn} to {known.last_turn}, "
                f"not in turn {self.state.turn}",
            )

    def sieges(self) -> None:
        state = self.state
        for where, row in self.rows("sieges"):
            place = self.place(row, where)
            alliance = self.choice(
                row, "alliance", where, [each.id for each in state.alliances], None
            )
            works = self.texts(row, "works", where)
            self.because(row, where, True, "a siege")
            if len(works) > 2 or any(work not in ("+", "-") for work in works):
                self.wrong(where + "works", f"{works!r}: at most two siegeworks, + or -")
            if not place:
                continue
            if not sides.enemy_fortress(state, place, alliance):
                self.wrong(where + "place", "no enemy of the besieger holds a fortress there")
            elif not sides.stack(state, place, alliance).units:
                self.wrong(where + "place", f"{alliance} has no troops there")
            else:
                state.sieges[place] = Siege(alliance, sorted(works), continued=True)

    def revolts(self) -> None:
        for where, row in self.rows("revolts"):
            place = self.place(row, where)
            kind = self.choice(row, "kind", where, ("revolt", "rebellion"), None)
            side = self.choice(row, "side", where, ("-", "+"), None)
            country = self.text(row, "country", where, "")
            self.because(row, where, True, "a revolt")
            if country and country not in countries.countries():
                self.wrong(where + "country", f"there is no country {country!r}")
            if place:
                revolt = Revolt(
                    "rebellion" if kind == "rebellion" else "revolt",
                    "+" if side == "+" else "-",
                    country,
                )
                self.state.revolts.setdefault(place, []).append(revolt)

    # How all of it stands together.

    def standing(self) -> None:
        """Every stack within its limits and on ground it may stand on, every leader with his
        own."""
        self.strangers()
        state = self.state
        for place in state.occupied():
            for position in get_args(Position):
                for alliance in sides.alliances_at(state, place, position):
                    self.stack(sides.stack(state, place, alliance, position))
        for name, leader in state.leaders.items():
            alliance = sides.alliance_of(state, leader.country)
            if countries.leader(name).kind in SEA_LEADERS:
                self.admiral(leader, alliance)
                continue
            here = sides.stack(state, leader.place, alliance, leader.position)
            if not here.units and not sides.controlled_by(state, leader.place, alliance):
                self.wrong(
                    f"leaders, {name}",
                    f"{board.province(leader.place).name} has neither troops nor a city of his",
                )

        for each in state.alliances:
            for naval in fleets.stacks(state, each.id):
                self.afloat(naval)

    def admiral(self, leader: Leader, alliance: str) -> None:
        if not fleets.stack(self.state, leader.place, alliance).units:
            self.wrong(f"leaders, {leader.id}", f"{name_of(leader.place)} has no ships of his")

    def afloat(self, stack: sides.Stack) -> None:
        """Ships lie in a port of their own that holds them, or are no more than a stack at sea."""
        place = name_of(stack.place)
        key = f"fleets, {stack.alliance} in {place}"
        if stack.position == "port":
            reason = ports.closed(self.state, [], stack.place, stack.alliance)
            reason = reason or ports.crowded(self.state, stack.units, stack.place, stack.alliance)
            if reason:
                self.wrong(key, reason)
        elif not fleets.within_stacking(stack.units):
            self.wrong(key, f"{fleets.described(stack.units)} is over the limit of a stack")

    def stack(self, stack: sides.Stack) -> None:
        state = self.state
        place = board.province(stack.place).name
        key = f"forces, {stack.alliance} in {place}"
        if not forces.within_stacking(stack.units):
            self.wrong(
                key,
                f"{forces.described(stack.units)} is over the limit of a stack: "
                f"{forces.MOST_COUNTERS} counters, {forces.MOST_THIRDS // 3} LD, "
                f"{forces.MOST_PASHAS} pashas",
            )
        if stack.position == "inside":
            if not sides.controlled_by(state, stack.place, stack.alliance):
                self.wrong(key, "troops inside a fortress that their side does not control")
            return
        if sides.neutral_fortress(state, stack.place, stack.alliance):
            holder = countries.country(sides.controller(state, stack.place)).name
            self.wrong(
                key, f"{holder}, who is neutral, holds the place; state in [[owners]] who does"
            )
        if sides.enemy_units(state, stack.place, stack.alliance):
            self.wrong(key, "an enemy stands in the same place; the phase cannot begin so")
        if sides.enemy_fortress(state, stack.place, stack.alliance) and (
            stack.place not in state.sieges
        ):
            self.wrong(key, "an enemy holds the fortress: state the siege in [[sieges]]")
