"""The Rest of the World in a scenario document: what is known, settled, carried home, and awake."""

from __future__ import annotations

from typing import Any, Final, cast

from engine.facts import board, countries
from engine.facts.board import called
from engine.fleets import fleets
from engine.overseas import active_natives, discoveries
from engine.scenarios.countries import Belligerents
from engine.situation import establishments as settlements
from engine.state.forces import Unit
from engine.state.overseas import Establishment
from engine.state.sea import Convoy
from engine.state.sides import NATIVES

GROWING: Final = {"colony", "trading_post"}  # these have levels


class Overseas(Belligerents):
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
        for _, row in self.in_play("known"):
            self.state.overseas.known.setdefault(row["country"], set()).update(row["places"])

    def gold(self) -> None:
        """Ducats that wait in a province to be shipped (CMB-30)."""
        for where, row in self.rows("gold"):
            if row["place"] in self.state.sea.gold:
                self.wrong(f"{where}, place", "gold of that province is written already")
            self.state.sea.gold[row["place"]] = row["ducats"]

    def convoys(self) -> None:
        """Convoys and their ships, all NTD, in a port or at sea (CMB-35, NAC-31)."""
        for where, row in self.in_play("convoys"):
            country, name, place = row["country"], row["name"], row["place"]
            if name in self.state.sea.convoys:
                self.wrong(f"{where}, name", f"there are two convoys {name!r}")
                continue
            position = fleets.lies(place)
            made = [self.state.add(Unit(0, country, "NTD", place, position)).id
                    for _ in range(row["ships"])]  # fmt: skip
            self.state.sea.convoys[name] = Convoy(country, row["ships"], made)

    def establishments(self) -> None:
        for where, row in self.in_play("establishments"):
            country, place, kind = row["country"], row["place"], row["kind"]
            if (kind in GROWING) != bool(row["level"]):
                said = "a colony or trading post, and nothing else, has a level from 1 to 6"
                self.wrong(f"{where}, level", said)
            if row["stage"] and kind != "fort":
                self.wrong(f"{where}, stage", "only a fort is under construction")
            here = self.state.overseas.establishments.setdefault(place, [])
            name = kind.replace("_", " ")
            if any(one.kind == kind or {one.kind, kind} <= GROWING for one in here):
                self.wrong(
                    f"{where}, kind", f"{board.does(place, 'have')} a {name} or its like already"
                )
            elif not settlements.left_in_box(self.state, country, kind):
                has = countries.does(country, "have")
                self.wrong(f"{where}, kind", f"{has} no counter {name} left in the box")
            else:
                here.append(Establishment(country, cast(Any, kind), row["level"], row["stage"]))

    def natives(self) -> None:
        for where, row in self.rows("natives"):
            place = row["place"]
            if row["gone"] == bool(row["units"]):
                what = "say what is left of active natives, or gone = true"
                self.wrong(f"{where}, units", what)
            self.state.overseas.natives[place] = "gone" if row["gone"] else "active"
            for kind in row["units"]:
                self.state.add(Unit(0, NATIVES, kind, place, corps=active_natives.CORPS))

    def appeals(self) -> None:
        for _, row in self.rows("appeals"):
            self.state.overseas.appeals[row["area"]] = row["uses"]

    def discoveries(self) -> None:
        """What stacks carry and have not brought home: read when they are there."""
        for where, row in self.in_play("discoveries"):
            country, place, zones = row["country"], row["place"], set(row["places"])
            carriers = discoveries.possible_carriers(self.state, place, country)
            if not carriers:
                has = countries.does(country, "have")
                self.wrong(f"{where}, place", f"{has} nobody in {place!r} who could carry it")
            for known in sorted(zones & self.state.overseas.known.get(country, set())):
                self.wrong(f"{where}, places", f"{board.does(known, 'be')} known for good already")
            for carrier in carriers:
                self.state.overseas.discoveries.setdefault(carrier, set()).update(zones)

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
            known = state.overseas.known.get(country, set())
            carried = state.overseas.discoveries.get(carrier, set())
            if country != NATIVES and not self.in_europe(place) and place not in known | carried:
                said = f"{countries.does(country, 'have')} somebody in {called(place)}"
                said = f"{said}, which is not known to it; name it in [[known]]"
                self.wrong(f"known, {country}", said)
