"""The countries of a scenario document: what they have, their technologies, alliances, wars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.facts import countries, tables
from engine.rounds import rounds
from engine.rounds.campaigns import CAMPAIGNS
from engine.scenarios.fields import Fields
from engine.situation import turkey
from engine.state.holdings import Alliance, Country

ROLES: Final = ("full", "limited", "foreign", "overseas", "civil")


class Belligerents(Fields):
    """The sections that say who plays and who is at war with whom."""

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
