"""The Rest of the World in a scenario document: what is known, settled, carried home, and awake."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast, get_args

from engine.facts import board, countries, muster, place_names
from engine.facts.board import name_of
from engine.overseas import active
from engine.scenarios.fields import Fields
from engine.state.forces import LAND_THIRDS, Kind, Position, Unit
from engine.state.holdings import Convoy, Establishment
from engine.state.sides import NATIVES

SETTLED: Final = ("colony", "trading_post", "mission", "fort")
LEVELS: Final[Mapping[str, tuple[int, int]]] = {"colony": (1, 6), "trading_post": (1, 6)}
STAGES: Final = (0, 3)


class Overseas(Fields):
    """The sections of a document that speak of the Rest of the World alone."""

    def overseas(self) -> None:
        """Zones known for good, establishments, natives that are active or gone, old appeals."""
        self.zones_known()
        self.establishments()
        self.natives()
        self.appeals()
        self.gold()
        self.convoys()

    def zones_known(self) -> None:
        for where, row in self.rows("known"):
            country = self.in_play(row, where)
            self.because(row, where, True, "what a country knows")
            for name in self.texts(row, "places", where, None):
                place = self.zone(name, where + "places")
                if place and country:
                    self.state.known.setdefault(country, set()).add(place)

    def gold(self) -> None:
        """Ducats that wait in a province to be shipped (CMB-30)."""
        for where, row in self.rows("gold"):
            place = self.overseas_place(row, where)
            ducats = self.number(row, "ducats", where, (1, 1000))
            self.because(row, where, True, "gold that waits")
            if place in self.state.gold:
                self.wrong(where + "place", "gold of that province is written already")
            elif place:
                self.state.gold[place] = ducats

    def convoys(self) -> None:
        """Convoys and their ships, all NTD, in a port or at sea (CMB-35, NAC-31)."""
        for where, row in self.rows("convoys"):
            country, name = self.in_play(row, where), self.text(row, "name", where)
            place = self.text(row, "place", where)
            ships = self.number(row, "ships", where, (1, 5))
            self.because(row, where, True, "a convoy")
            if place not in board.provinces() and place not in board.seas():
                self.wrong(where + "place", f"there is no province or sea zone {place!r}")
            elif name in self.state.convoys:
                self.wrong(where + "name", f"there are two convoys {name!r}")
            elif country:
                position: Position = "field" if board.is_sea(place) else "port"
                made = [self.state.add(Unit(0, country, "NTD", place, position)).id
                        for _ in range(ships)]  # fmt: skip
                self.state.convoys[name] = Convoy(country, ships, made)

    def zone(self, name: str, key: str) -> str:
        """The id of a province or sea zone of the Rest of the World, or "" after a complaint."""
        known = board.seas().get(name) or board.provinces().get(name)
        if known is not None and known.map == "rotw":
            return name
        if known is not None:
            self.wrong(key, f"{known.name} is on the map of Europe, which everybody knows")
        elif name:
            near = [found.id for found in place_names.find(name, ("province", "sea"))][:3]
            hint = f"; perhaps {', '.join(near)}" if near else ""
            self.wrong(key, f"there is no province or sea zone {name!r}{hint}")
        return ""

    def overseas_place(self, row: Mapping[str, Any], where: str) -> str:
        """The id of a province of the Rest of the World, or "" after a complaint."""
        place = self.zone(self.text(row, "place", where), where + "place")
        if place and board.is_sea(place):
            self.wrong(where + "place", f"{name_of(place)} is a sea zone; a province is wanted")
            return ""
        return place

    def establishments(self) -> None:
        for where, row in self.rows("establishments"):
            country, place = self.in_play(row, where), self.overseas_place(row, where)
            kind = self.choice(row, "kind", where, SETTLED, None)
            span = LEVELS.get(kind, (0, 0))
            level = self.number(row, "level", where, span, None if span[1] else 0)
            stage = self.number(row, "stage", where, STAGES, 0)
            self.because(row, where, True, "an establishment")
            if stage and kind != "fort":
                self.wrong(where + "stage", "only a fort is under construction")
            if kind not in SETTLED or not place or not country:
                continue
            here = self.state.establishments.setdefault(place, [])
            if any(one.kind == kind or {one.kind, kind} <= set(LEVELS) for one in here):
                said = f"{name_of(place)} has a {kind.replace('_', ' ')} or its like already"
                self.wrong(where + "kind", said)
            elif self._no_counter(country, kind):
                has = countries.does(country, "have")
                said = f"{has} no counter {kind.replace('_', ' ')} left in the box"
                self.wrong(where + "kind", said)
            else:
                here.append(Establishment(country, cast(Any, kind), level, stage))

    def _no_counter(self, country: str, kind: str) -> bool:
        held = sum(
            one.country == country and one.kind == kind
            for here in self.state.establishments.values()
            for one in here
        )
        return held >= muster.counter_limit(country, kind)

    def natives(self) -> None:
        for where, row in self.rows("natives"):
            place = self.overseas_place(row, where)
            units = self.texts(row, "units", where)
            gone = self.value(row, "gone", where, bool, False)
            self.because(row, where, True, "a change of the natives")
            if gone == bool(units):
                self.wrong(where + "units", "say what is left of active natives, or gone = true")
            elif place:
                self.state.natives[place] = "gone" if gone else "active"
            for kind in units:
                if kind not in LAND_THIRDS:
                    self.wrong(where + "units", f"{kind!r} is none of {', '.join(LAND_THIRDS)}")
                elif place:
                    sort: Kind = next(each for each in get_args(Kind) if each == kind)
                    self.state.add(Unit(0, NATIVES, sort, place, corps=active.CORPS))

    def appeals(self) -> None:
        for where, row in self.rows("appeals"):
            area = self.choice(row, "area", where, board.areas(), None)
            uses = self.number(row, "uses", where, (1, 99))
            self.because(row, where, True, "the memory of conquistadors")
            if area in board.areas():
                self.state.appeals[area] = uses

    def discoveries(self) -> None:
        """What stacks carry and have not brought home: read when they are there."""
        for where, row in self.rows("discoveries"):
            country = self.in_play(row, where)
            place = self.text(row, "place", where)
            self.because(row, where, True, "a discovery not yet brought home")
            zones = {
                zone
                for name in self.texts(row, "places", where, None)
                if (zone := self.zone(name, where + "places"))
            }
            carriers = [
                str(unit.id) for unit in self.state.units_at(place) if unit.country == country
            ]
            carriers += [
                leader.id for leader in self.state.leaders_at(place) if leader.country == country
            ]
            if not carriers and place and country:
                has = countries.does(country, "have")
                self.wrong(where + "place", f"{has} nobody in {place!r} who could carry it")
            for known in sorted(zones & self.state.known.get(country, set())):
                self.wrong(where + "places", f"{name_of(known)} is known for good already")
            for carrier in carriers:
                self.state.discoveries.setdefault(carrier, set()).update(zones)

    def in_europe(self, place: str) -> bool:
        """Whether a place is on the map of Europe; one that is no place counts as there."""
        found = board.seas().get(place) or board.provinces().get(place)
        return found is None or found.map == "europe"

    def strangers(self) -> None:
        """Counters and leaders stand in no zone that their country does not know."""
        state = self.state
        standing = [(str(one.id), one.country, one.place) for one in state.units.values()]
        standing += [(one.id, one.country, one.place) for one in state.leaders.values()]
        for carrier, country, place in standing:
            known = state.known.get(country, set()) | state.discoveries.get(carrier, set())
            if country != NATIVES and not self.in_europe(place) and place not in known:
                said = f"{countries.does(country, 'have')} somebody in {name_of(place)}"
                self.wrong(
                    f"known, {country}", f"{said}, which is not known to it; name it in [[known]]"
                )
