"""Entries about manpower: what provinces and minors yield, what is collected, the final count."""

from __future__ import annotations

from typing import Final

from engine.eia import peace, tables
from engine.eia.ledger import manpower_yields
from engine.eia.ledger.entries_votes import not_played
from engine.eia.ledger.entry import Entry
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.ledger.records import Land
from engine.eia.reasons import Claims
from engine.grammar import join_names

COLLECTS: Final = 2  # the edition since which what is collected is added to a power's manpower


class Yields(Entry, name="yields"):
    """A land and its manpower."""

    def refuse(self, state: Ledger) -> Claims:
        """A minor is nobody's home province (EIA-WIN-05)."""
        minor = self.home and tables.as_known(self.land, tables.minors()) in tables.minors()
        yield minor, f"{self.land} is a minor, not a home province.", "EIA-WIN-05"
        joins = self.home and self.ottoman
        yield joins, "A home province cannot join the Ottoman Empire.", "EIA-OE-01"

    async def apply(self, night: Night) -> None:
        """Once for the whole campaign."""
        night.state.lands[self.land] = Land(self.home or "", self.manpower, self.ottoman)
        night.tell("setup", f"{self.land} yields {self.manpower} manpower.", self.home or "")


def _unsaid(state: Ledger, power: str, manpower: int | None) -> Claims:
    """What has to be known before the ledger counts by itself."""
    yield not_played(state, power)
    known = manpower is not None or power not in state.powers
    unknown = [] if known else manpower_yields.unknown(state, power)
    why = f"Nobody has said what {join_names(unknown)} of {power} yield: enter it once with yields."
    yield unknown, why, "EIA-WIN-05"


class Collect(Entry, name="collect"):
    """Collections of manpower."""

    def _collecting(self, state: Ledger) -> list[str]:
        """The powers that collect: the one that is named, else all with a province that yields."""
        if self.power is not None:
            return [self.power]
        homes = {land.home for land in state.lands.values()}
        return [name for name, each in state.powers.items() if name in homes and not each.out]

    def refuse(self, state: Ledger) -> Claims:
        """Powers of this campaign, whose lands are known where no figure is said (EIA-WIN-05)."""
        collecting = self._collecting(state)
        yield not collecting, "Nobody has said what any province yields.", "EIA-WIN-05"
        all_of_them = self.power is None and self.manpower is not None
        yield all_of_them, "A figure belongs to one power: say which.", "EIA-WIN-05"
        for power in collecting:
            yield from _unsaid(state, power, self.manpower)

    async def apply(self, night: Night) -> None:
        """Adds it up, which may force a surrender (EIA-FUS-01)."""
        state, said = night.state, self.manpower
        for power in self._collecting(state):
            points, reasons = (
                manpower_yields.collected(state, power) if said is None else (said, ())
            )
            night.say_all(reasons, "collection", power)
            if state.edition >= COLLECTS:
                one = state.powers[power]
                one.manpower += points
                told = f"{power} collects {points} manpower: {one.manpower} in all."
                night.tell("collection", told, power)
            found = peace.forced_surrender(points, state.enemies(power))
            for _, rule in found.reasons:
                why = f"{power} has to accept any peace of {', '.join(found.powers)}, at once."
                night.remind(why, rule, power)


class Count(Entry, name="final-count"):
    """The final count of a power's manpower."""

    def refuse(self, state: Ledger) -> Claims:
        """As for a collection."""
        return _unsaid(state, self.power, self.manpower)

    async def apply(self, night: Night) -> None:
        """Kept to the end of the campaign (EIA-WIN-05)."""
        state, power, said = night.state, self.power, self.manpower
        points, reasons = manpower_yields.counted(state, power) if said is None else (said, ())
        night.say_all(reasons, "victory", power)
        state.counts[power] = points
        night.say(f"{power} counts {points} manpower.", "EIA-WIN-05", "victory", power)
