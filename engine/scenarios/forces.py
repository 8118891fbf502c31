"""The counters of a scenario document: troops, ships, presidios, corsairs, pashas, leaders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.documents.complaints import NOTHING
from engine.facts import board, countries
from engine.fleets import fleet_counters, fleets
from engine.play.asks import ordinal
from engine.scenarios.fields import GROUND, WATERS
from engine.scenarios.overseas import Overseas
from engine.sea.corsairs_math import PIRATES
from engine.situation import counters
from engine.state import forces
from engine.state.forces import LAND_THIRDS, SEA_KINDS, Kind, Position, Unit
from engine.state.leaders import Leader
from engine.state.sea import Corsair

LAND_LEADERS: Final = ("general", "king", "engineer", "conquistador", "governor")
SEA_LEADERS: Final = ("admiral", "explorer")


class Forces(Overseas):
    """The sections that put counters on the map, within what the box of counters holds."""

    def armies(self) -> None:
        for where, row in self.in_play("forces"):
            for kind in row["units"]:
                if kind == "LDE" and self.in_europe(row["place"]):
                    self.wrong(f"{where}, units", "'LDE' is not one of A+, A-, LD")
                else:
                    self.unit(row, kind, where)

    def unit(self, row: Mapping[str, Any], kind: Kind, where: str) -> None:
        country, corps = row["country"], row["corps"]
        if counters.free_counters(self.state, country, kind, corps) < 1:
            has = countries.does(country, "have")
            self.wrong(f"{where}, units", f"{has} no counter {kind} left in the box")
            return
        veterans = LAND_THIRDS[kind] if row["veterans"] == "all" and corps != "timar" else 0
        self.state.add(Unit(0, country, kind, row["place"], row["position"], veterans, corps))

    def presidios(self) -> None:
        for where, row in self.in_play("presidios"):
            place = row["place"]
            if not board.province(place).presidio:
                self.wrong(f"{where}, place", f"{board.called(place)} can hold no presidio")
            elif place in self.state.sea.presidios:
                self.wrong(f"{where}, place", "has a presidio already; one is all it may have")
            else:
                self.state.sea.presidios[place] = row["country"], row["level"]

    def corsairs(self) -> None:
        """Corsairs of a country in play or of the pirates, at sea or raiding a province."""
        for _, row in self.in_play("corsairs", PIRATES):
            here = self.state.sea.corsairs.setdefault(row["place"], [])
            here.append(Corsair(row["country"], row["side"], row["leader"]))

    def fleets(self) -> None:
        for where, row in self.in_play("fleets"):
            for text in row["units"]:
                self.ship(row, text, f"{where}, units")

    def ship(self, row: Mapping[str, Any], text: str, key: str) -> None:
        """A naval counter: `NGD`, or a fleet with what it holds, `F-: 4 NGD, 1 NTD`."""
        kind, colon, holding = text.partition(":")
        held: dict[str, int] = {}
        for part in holding.split(",") if colon else []:
            number, _, ship = part.strip().partition(" ")
            if ship not in fleets.SHIPS or not ordinal(number):
                self.wrong(key, f"{part.strip()!r} is not a number of NWD, NGD, VGD, NTD")
                return
            held[ship] = held.get(ship, 0) + ordinal(number)
        if kind not in SEA_KINDS or (kind in forces.FLEETS) != bool(held):
            self.wrong(key, f"{text!r} is not one of {', '.join(SEA_KINDS[2:])}, F+: 4 NWD, 1 NTD")
        else:
            self.naval(row, kind, held, key)

    def naval(self, row: Mapping[str, Any], kind: str, held: dict[str, int], key: str) -> None:
        state, country, place = self.state, row["country"], row["place"]
        name = countries.with_article(country)
        sort = forces.KINDS[kind]
        if held and fleet_counters.side(state, country, held) != kind:
            needed = fleet_counters.side(state, country, held) or "more than a fleet counter"
            said = f"{fleets.ships_in_words(held)} of {name} are {needed} in period {state.period}"
            self.wrong(key, said)
        elif fleet_counters.free_counters(state, country, kind) < 1:
            self.wrong(key, f"no counter {kind} of {name} is left in the box")
        else:
            position: Position = "field" if place in board.seas() else "port"
            unit = state.add(Unit(0, country, sort, place, position, ships=held))
            unit.veterans = unit.afloat if row["veterans"] == "all" else 0

    def pashas(self) -> None:
        for where, row in self.rows("pashas"):
            name, known = row["leader"], countries.leader(row["leader"])
            if known.kind != "pasha":
                self.wrong(f"{where}, leader", f"{name!r} is not a pasha")
            elif "turkey" not in self.state.countries:
                self.wrong(f"{where}, leader", "Turkey is not in this scenario")
            elif any(unit.leader == name for unit in self.state.units.values()):
                self.wrong(f"{where}, leader", f"{known.name} is placed twice")
            else:
                at, size = (row["place"], row["position"]), known.size
                self.state.add(Unit(0, "turkey", "PASHA", *at, size=size, leader=name))

    def leaders(self) -> None:
        state = self.state
        for where, row in self.in_play("leaders"):
            name, country, known = row["leader"], row["country"], countries.leader(row["leader"])
            position: Position = row["position"]
            shape = GROUND
            if known.kind in SEA_LEADERS:
                shape, position = WATERS, "field" if row["place"] in board.seas() else "port"
            place = shape.read(row["place"], f"{where}, place", self.complaints)
            if known.kind not in (*LAND_LEADERS, *SEA_LEADERS):
                self.wrong(f"{where}, leader", f"{known.name} ({known.kind}) leads no stack")
            if name in state.leaders or known.other_side in state.leaders:
                self.wrong(f"{where}, leader", f"{known.name} is placed twice")
                continue
            self.alive(known, row, where)
            if known.country != country:
                self.because(row, where, f"{known.name} in the service of {country}")
            if place is not NOTHING:
                state.leaders[name] = Leader(name, country)
                state.put_leader(state.leaders[name], place, position)

    def alive(self, known: countries.Leader, row: Mapping[str, Any], where: str) -> None:
        if "anonymous" in known.flags:
            return
        if known.first_turn is None or known.last_turn is None:
            self.because(row, where, f"{known.name}, whom an event brings,")
        elif not known.first_turn <= self.state.turn <= known.last_turn:
            lives = f"lives in turns {known.first_turn} to {known.last_turn}"
            said = f"{known.name} {lives}, not in turn {self.state.turn}"
            self.wrong(f"{where}, leader", said)
