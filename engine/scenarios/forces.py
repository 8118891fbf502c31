"""The counters of a scenario document: troops, ships, presidios, corsairs, pashas, leaders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_args

from engine.facts import board, countries
from engine.fleets import fleet_counters, fleets
from engine.play.asks import ordinal
from engine.scenarios.overseas import Overseas
from engine.sea.corsairs import PIRATES
from engine.situation import counters
from engine.state import forces
from engine.state.forces import LAND_THIRDS, SEA_KINDS, Kind, Position, Unit
from engine.state.holdings import Corsair, Leader

LAND_LEADERS: Final = ("general", "king", "engineer", "conquistador", "governor")
SEA_LEADERS: Final = ("admiral", "explorer")
CORPS: Final = ("janissary", "timar")


class Forces(Overseas):
    """The sections that put counters on the map, within what the box of counters holds."""

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
        if counters.free_counters(self.state, country, sort, corps) < 1:
            has = countries.does(country, "have")
            self.wrong(where + "units", f"{has} no counter {kind} left in the box")
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

    def corsairs(self) -> None:
        """Corsairs of a country in play or of the pirates, at sea or raiding a province."""
        for where, row in self.rows("corsairs"):
            pirates = row.get("country") == PIRATES
            country = PIRATES if pirates else self.in_play(row, where)
            at_sea = row.get("place") in board.seas()
            place = self.text(row, "place", where) if at_sea else self.ground(row, where)
            side = self.choice(row, "side", where, ("+", "-"), None)
            leader = self.text(row, "leader", where, "")
            self.because(row, where, True, "a corsair")
            if leader and leader not in countries.leaders():
                self.wrong(where + "leader", f"there is no leader {leader!r}")
            elif place and country:
                here = self.state.corsairs.setdefault(place, [])
                here.append(Corsair(country, "+" if side == "+" else "-", leader))

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
            if ship not in fleets.SHIPS or not ordinal(number):
                self.wrong(where + "units", f"{part.strip()!r} is no number of NWD, NGD, VGD, NTD")
                return
            held[ship] = held.get(ship, 0) + ordinal(number)
        if kind not in SEA_KINDS or (kind in forces.FLEETS) != bool(held):
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
        state, name = self.state, countries.called(country)
        sort: Kind = next(each for each in get_args(Kind) if each == kind)
        if held and fleet_counters.side(state, country, held) != kind:
            needed = fleet_counters.side(state, country, held) or "more than a fleet counter"
            said = f"{fleets.written(held)} of {name} are {needed} in period {state.period}"
            self.wrong(where + "units", said)
        elif fleet_counters.free_counters(state, country, kind) < 1:
            self.wrong(where + "units", f"no counter {kind} of {name} is left in the box")
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
