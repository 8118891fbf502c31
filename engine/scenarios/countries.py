"""The countries of a scenario document: what they have, their technologies, alliances, wars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.documents.complaints import Complaints
from engine.facts import tables
from engine.rounds import rounds
from engine.scenarios.fields import DOCUMENT
from engine.situation import turkey
from engine.state import State
from engine.state.countries import Country
from engine.state.diplomacy import Alliance

OF_A_POWER: Final = ("treasury", "stability", "initiative")
AS_GIVEN: Final = ("patron", "role", "tercios", "reforms", "free_campaigns", "treaties")


class Belligerents:
    """The sections that say who plays and who is at war with whom.

    `given` are the sound values of the document, `state` is what has been read of it so far.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.complaints = Complaints()
        self.given = DOCUMENT.valid_values(document, "", self.complaints)
        self.state = State("", 1, "I")

    def wrong(self, key: str, reason: str) -> None:
        self.complaints.say(key, reason)

    def rows(self, section: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """The sound tables of a section, each with its path."""
        yield from self.given.get(section, ())

    def in_play(self, section: str, besides: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
        """Those whose country is in play, or the one besides; it is a defect of the others."""
        known = self.state.countries
        for where, row in self.rows(section):
            if row["country"] in (*known, besides):
                yield where, row
            else:
                said = f"{row['country']!r} is none of this scenario's countries"
                self.wrong(f"{where}, country", f"{said}: {', '.join(sorted(known))}")

    def belligerents(self) -> None:
        for name, given in self.given.get("countries", {}).items():
            where = f"countries.{name}"
            country = self.country(name, given, where) if given else Country(name)
            self.state.countries[name] = country
        for name, country in self.state.countries.items():
            patron = self.state.countries.get(country.patron)
            if country.patron and (patron is None or patron.minor):
                said = f"{country.patron!r} is not a power of this scenario"
                self.wrong(f"countries.{name}.patron", f"{said}: one decides for a minor")

    def country(self, name: str, given: Mapping[str, Any], where: str) -> Country:
        minor = bool(given["patron"])
        if minor and given["initiative"] is not None:
            self.wrong(f"{where}.initiative", "a minor has no initiative; leave it out")
        elif not minor:
            for key in OF_A_POWER:
                if given[key] is None:
                    self.complaints.lack(f"{where}.{key}", "a whole number is wanted of a power")
            self.state.sequence.initiatives[name] = given["initiative"] or 0
        if given["tercios"] and self.state.turn < tables.technology_goals("tercios").first_turn:
            self.wrong(f"{where}.tercios", f"there are no tercios yet in turn {self.state.turn}")
        return Country(
            id=name,
            minor=minor,
            land_technology=self.technology(given, "land", where),
            naval_technology=self.technology(given, "naval", where),
            treasury=given["treasury"] or 0,
            stability=given["stability"] or 0,
            recruited=2 * given["recruited"],
            ottoman_fright=turkey.fears_ottomans(name, self.state.turn),
            **{key: given[key] for key in AS_GIVEN},
        )

    def technology(self, given: Mapping[str, Any], key: str, where: str) -> str:
        found: str = given[key]
        first = tables.technology_goals(found).first_turn
        if first > self.state.turn:
            self.because(given, where, f"{found} before turn {first}, when its goal appears,", ".")
        return found

    def because(self, row: Mapping[str, Any], where: str, what: str, between: str = ", ") -> None:
        """A line of reason, which what is unusual wants."""
        if not row["because"].strip():
            self.wrong(f"{where}{between}because", f"is missing; {what} wants a line of reason")

    def alliances(self) -> None:
        state = self.state
        for name, members in self.given.get("alliances", {}).items():
            key = f"alliances.{name}"
            if not members:
                self.wrong(key, "is empty; the countries of the alliance are wanted")
            for each in members:
                if each not in state.countries:
                    self.wrong(key, f"{each!r} is not among the countries of the scenario")
            known = [each for each in members if each in state.countries]
            if known:
                state.diplomacy.alliances.append(Alliance(name, known, 0))
        for name in state.countries if "alliances" in self.given else ():
            if not any(name in each.members for each in state.diplomacy.alliances):
                self.wrong(f"countries.{name}", "is in no alliance; name it in [alliances]")
        for alliance in state.diplomacy.alliances:
            alliance.initiative = rounds.initiative(state, alliance.members)
        names = [alliance.id for alliance in state.diplomacy.alliances]
        for number, war in enumerate(self.given.get("wars", ()), 1):
            if any(side not in names for side in war):
                said = f"{war!r} names none of the alliances: {', '.join(names)}"
                self.wrong(f"wars {number}", said)
            else:
                state.diplomacy.wars.append((war[0], war[1]))
