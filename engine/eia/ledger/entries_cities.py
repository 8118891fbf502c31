"""Entries about cities and minors: pillaging, occupation, conquest."""

from __future__ import annotations

from engine.eia import cities, minors_and_dominance, months, peace, tables
from engine.eia.ledger.entry import Entry
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.ledger.records import City, Minor
from engine.eia.reasons import Claims
from engine.grammar import join_names


class Sack(Entry, name="city"):
    """A city is pillaged or burned."""

    def _rights(self) -> cities.Rights:
        return cities.rights(
            self.nation, self.by, self.leader or "", self.cossacks, self.emigres, self.kind or ""
        )

    def _before(self, state: Ledger) -> str:
        """What the city is before, as far as the ledger knows."""
        return state.cities[self.city].state if self.city in state.cities else cities.WHOLE

    def refuse(self, state: Ledger) -> Claims:
        """Whether these rules are in force, and who may do what (EIA-PIL, EIA-LIM, EIA-INV)."""
        if not state.pillaging:
            yield True, "Pillaging is not in force in this campaign.", "EIA-PIL-02"
            return
        rights, city, before = self._rights(), state.cities.get(self.city), self._before(state)
        done_by = city.corps if city is not None and city.month == state.month else ""
        if self.act != "involuntary":
            yield from cities.why_refused(self.act, self.taken, before, done_by, self.corps, rights)
            return
        left_out = "The players have left the involuntary rolls out."
        yield not state.involuntary, left_out, "EIA-PIL-03"
        again = state.rolled.get(self.city, {}).get(self.by) == state.month
        yield again, f"{self.by} has rolled for {self.city} this turn.", "EIA-INV-01"
        compelled = "Emigrees pillage French cities without a roll."
        yield rights.compelled, compelled, "EIA-LIM-05"
        rolls = cities.rolls(self.taken, rights, False) or rights.compelled
        yield not rolls, "Only after a storm or starvation, by who is subject to it.", "EIA-INV-01"
        yield done_by, f"{done_by} has done so this turn: one corps only.", "EIA-PIL-06"
        yield before == cities.BURNED, "It is burned already.", "EIA-PIL-05"

    def doubt(self, state: Ledger) -> Claims:
        """A second roll of the same conqueror takes a second capture (EIA-INV-01)."""
        since = state.rolled.get(self.city, {}).get(self.by)
        if self.act == "involuntary" and since is not None:
            when = f"when it took it in {months.month_name(since)}"
            why = f"{self.by} rolled for {self.city} {when}: this is another capture"
            yield True, f"{why}, after its loss.", "EIA-INV-01"

    async def _rolled(self, night: Night) -> str:
        """What the dice make of a city that is not spared; empty for one that is."""
        dice = [(await night.roll(f"{self.by}.pillage", (), "6: pillaged")).die]
        if cities.involuntary(dice) != cities.WHOLE:
            dice.append((await night.roll(f"{self.by}.burn", (), "6: burned")).die)
        night.state.rolled.setdefault(self.city, {})[self.by] = night.state.month
        return {cities.BURNED: "burn", cities.PILLAGED: "pillage"}.get(cities.involuntary(dice), "")

    async def apply(self, night: Night) -> None:
        """At will or by the dice (EIA-PIL, EIA-BRN, EIA-INV)."""
        state, name, act, by = night.state, self.city, self.act, self.by
        if act == "involuntary":
            act = await self._rolled(night)
            if not act:
                night.say(f"{name} is spared.", "EIA-INV-01", "city", by)
                return
        city, before = state.cities.get(name), self._before(state)
        if act == "pillage" and before != cities.WHOLE:
            night.say(f"{name} is {before} already.", "EIA-PIL-05", "city", by)
            return
        found = cities.effects(act, before, self.towers, self.capital, self.taken)
        due = found.money + (0 if city is None else city.due)
        state.cities[name] = City(
            self.owner, self.towers, self.capital, found.state, self.corps, state.month, due,
            owner_controls=not state.at_war(self.owner, by), by=by,
            province=self.province or ("" if city is None else city.province),
        )  # fmt: skip
        state.points(by, found.points_halves)
        state.pay(by, found.money)
        night.tell("city", f"{by} leaves {name} {found.state}: {found.money} money.", by)
        followed = [each for each in self._rights().reasons if each.rule == "EIA-LIM-11"]
        night.say_all((*followed, *found.reasons), "city", by)


class HoldCity(Entry, name="city-held"):
    """Who controls a damaged city, and whether it is rebuilt."""

    def refuse(self, state: Ledger) -> Claims:
        """Only a city that was pillaged or burned (EIA-REC-01)."""
        yield self.city not in state.cities, f"{self.city} is whole.", "EIA-REC-01"

    async def apply(self, night: Night) -> None:
        """Noted for the end of the Economic Phase (EIA-REC)."""
        city = night.state.cities[self.city]
        city.owner_controls, city.rebuilding = self.owner_controls, self.rebuild
        words = "controls" if city.owner_controls else "doesn't control"
        night.tell("city", f"{city.owner} {words} {self.city}.", city.owner)


class Occupy(Entry, name="occupy"):
    """Who holds which cities of a minor."""

    def refuse(self, state: Ledger) -> Claims:
        """Somebody holds what is held, and nobody conquers his own minor (EIA-ERR-32)."""
        minor, some = state.minors.get(self.minor, Minor()), any(self.cities.values())
        yield not self.cities, "Which cities?", "EIA-ERR-32"
        yield some and self.by is None, f"Who holds the cities of {self.minor}?", "EIA-ERR-32"
        own = some and self.by is not None and self.by == minor.controller
        yield own, f"{self.by} controls {self.minor} itself.", "EIA-ERR-32"

    async def apply(self, night: Night) -> None:
        """A loss, and another holder, start the month anew (EIA-ERR-32)."""
        state, by = night.state, self.by or ""
        minor = state.minors.setdefault(self.minor, Minor())
        known = set(minor.held)
        for name, held in self.cities.items():
            city = tables.as_known(name, known)
            same = held and minor.holders.get(city, "") == by
            since = minor.held.get(city) if same else 0
            minor.held[city] = since or (_since(state) if held else 0)
            minor.holders[city] = by if held else ""
        for holder in dict.fromkeys(minor.holders.values()):
            mine = [city for city, power in minor.holders.items() if power == holder]
            who = f"{holder} holds" if holder else "nobody holds"
            night.say(f"{self.minor}: {who} {join_names(mine)}.", "EIA-ERR-32", "minor", holder)


def _since(state: Ledger) -> int:
    """The month of the first conquest step at which cities taken now are held."""
    later = [step.name for step in tables.steps()[: state.step]]
    return state.month + ("conquest" in later)


class Fight(Entry, name="minor-fought"):
    """A minor's own troops have fought for it."""

    async def apply(self, night: Night) -> None:
        """Its controller doesn't pay when it is conquered (EIA-POL-02)."""
        night.state.minors.setdefault(self.minor, Minor()).fought = True
        night.say(f"The troops of {self.minor} have fought for it.", "EIA-POL-02", "minor")


class Conquer(Entry, name="minor-conquered"):
    """A minor is conquered."""

    def refuse(self, state: Ledger) -> Claims:
        """One power has held all cities of the primary district, unbesieged, for a month, to the
        conquest step (EIA-ERR-32); the controller is who is written down (EIA-POL-01)."""
        name, by = self.minor, self.by
        minor = state.minors.get(name, Minor())
        holders, some = set(minor.holders.values()), bool(minor.held)
        late = state.now.name != "conquest"
        yield late, "Minors are conquered in the conquest step.", "EIA-ERR-32"
        yield not some, f"Nobody is written down to hold the cities of {name}.", "EIA-ERR-32"
        several = join_names(sorted(holders - {""}))
        yield len(holders) > 1 and some, f"{several} don't hold it alone.", "EIA-ERR-32"
        another = by is not None and holders != {by} and len(holders) == 1
        holder = next(iter(holders), "") or "Nobody"
        yield another, f"{holder} holds its cities, not {by}.", "EIA-ERR-32"
        held, reason = minors_and_dominance.is_conquered(
            [s or None for s in minor.held.values()], state.month
        )
        yield some and not held, *reason
        other = minor.controller if self.controller not in (None, minor.controller) else ""
        yield other, f"{other} controls {name}, not {self.controller}.", "EIA-POL-01"

    async def apply(self, night: Night) -> None:
        """Who held it controls it; the controller that it had pays if he didn't use its troops
        (EIA-POL-01), for a neutral one nobody."""
        state, name = night.state, self.minor
        minor = state.minors.get(name, Minor())
        by, before = next(iter(minor.holders.values())), minor.controller or self.controller or ""
        state.minors[name] = Minor(by)
        night.tell("minor", f"{by} conquers {name}.", by)
        points = peace.defence_points(self.had_troops, int(minor.fought), 0, bool(before))
        if points:
            state.points(before, 2 * points)
            why = f"{before} never used the troops of {name}: {points} political point."
            night.say(why, "EIA-POL-01", "minor", before)
