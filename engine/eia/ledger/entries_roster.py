"""Entries of the roster: leaders with their ratings, corps with their factors."""

from __future__ import annotations

from typing import Any, Final

from engine.eia import tables
from engine.eia.ledger import roster
from engine.eia.ledger.entry import Entry
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.ledger.records import Corps, Leader
from engine.eia.reasons import Claims

RATINGS: Final = ("strategic", "tactical", "maximum")


class WriteLeader(Entry, name="leader"):
    """A leader and his ratings."""

    def _rated(self, state: Ledger) -> dict[str, Any]:
        """What is said of a leader, the rest as it is known."""
        known, own = roster.leader(state, self.leader), self.values
        return {key: getattr(known, key, None) if own[key] is None else own[key]
                for key in ("power", *RATINGS, "rank")}  # fmt: skip

    def refuse(self, state: Ledger) -> Claims:
        """A leader is somebody's, and rated: nobody's ratings are taken for granted."""
        rated = self._rated(state).items()
        lacking = [key for key, value in rated if value is None and key != "rank"]
        yield lacking, f"{self.leader} is new: say also {', '.join(lacking)}."

    def doubt(self, state: Ledger) -> Claims:
        """A leader who would change sides."""
        before = state.leaders.get(self.leader)
        if before is not None and self.power not in (None, before.power):
            yield True, f"{self.leader} is a leader of {before.power}."

    async def apply(self, night: Night) -> None:
        """Once for the whole campaign."""
        state, name = night.state, self.leader
        found = {key: each for key, each in self._rated(state).items() if each is not None}
        dead = name in state.leaders and state.leaders[name].dead
        one = state.leaders[name] = Leader(**found, dead=dead)
        rank = f", {one.rank}" if one.rank else ""
        rated = f"{one.strategic}-{one.tactical}-{one.maximum}"
        night.tell("setup", f"{name} of {one.power} is {rated}{rank}.", one.power)


class WriteCorps(Entry, name="corps"):
    """A corps with its factors, as they are from now on."""

    def refuse(self, state: Ledger) -> Claims:
        """A nation whose morale is known, and a corps that is there before it goes."""
        strange = self.nation is not None and self.nation not in tables.nations()
        yield strange, f"No morale of {self.nation} is known."
        name = roster.key(self.corps, self.power)
        yield self.gone and name not in state.corps, f"{name} is not written down."

    async def apply(self, night: Night) -> None:
        """How strong it is is nobody else's to know (EIA-NAV-15)."""
        state, name = night.state, roster.key(self.corps, self.power)
        if self.gone:
            del state.corps[name]
            night.tell("roster", f"{name} is off the roster.", self.power)
            return
        factors = {troop: number for troop, number in self.factors.items() if number}
        kind = self.type or roster.type_of(factors)
        state.corps[name] = Corps(self.power, self.nation or self.power, kind, factors)
        night.tell("setup", f"{name} is written down.", self.power)
