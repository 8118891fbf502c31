"""Entries of the roster: leaders with their ratings, corps with their factors."""

from __future__ import annotations

import re
from typing import Any, Final

from engine.documents.complaints import Complaints
from engine.documents.fields import Choice, Named, Perhaps, Whole
from engine.eia import leaders, tables, troops
from engine.eia.ledger import roster
from engine.eia.ledger.entry import FLAG, LABEL, NUMBER, POWER, Claims, Entry, aside, said
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.ledger.position import Strength
from engine.eia.ledger.records import Corps, Leader

RATING: Final = Whole(0, 6, "a rating")
RATINGS: Final = ("strategic", "tactical", "maximum")
RANK: Final = Choice(leaders.RANKS, "a rank")
BY_TROOP: Final = Named(
    NUMBER, "factors", lambda name: name in troops.TROOPS, ", ".join(troops.TROOPS)
)


class Factors(Strength):
    """Factors by troop: an object of them, or a text such as `12i 2lc` or `infantry=12`."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The factors by troop."""
        if isinstance(value, str) and "=" in value:
            pairs = (each.partition("=") for each in re.split(r"[\s,]+", value) if each)
            value = {troop: int(n) if n.isdecimal() and len(n) < 5 else n for troop, _, n in pairs}
        if not isinstance(value, dict):
            return super().read(value, path, complaints)
        return BY_TROOP.read(value, path, complaints)

    def schema(self) -> dict[str, Any]:
        """An object, or a text."""
        return {"anyOf": [BY_TROOP.schema(), super().schema()]}


class WriteLeader(Entry, name="leader", what="a leader and his ratings"):
    """A leader and his ratings."""

    leader = said(LABEL, "the leader")
    power = said(Perhaps(POWER), "whose he is; null: as written down, or as a source says", None)
    strategic = said(Perhaps(RATING), "strategic rating; null: as before", None)
    tactical = said(Perhaps(RATING), "tactical rating; null: as before", None)
    maximum = said(Perhaps(RATING), "tactical maximum; null: as before", None)
    rank = said(Perhaps(RANK), "rank; null: as before", None)

    def _rated(self, state: Ledger) -> dict[str, Any]:
        """What is said of a leader, the rest as it is known."""
        known, own = roster.leader(state, self.leader), self.values
        return {key: getattr(known, key, None) if own[key] is None else own[key]
                for key in ("power", *RATINGS, "rank")}  # fmt: skip

    def refuse(self, state: Ledger) -> Claims:
        """A leader is somebody's, and rated: nobody's ratings are taken for granted."""
        rated = self._rated(state).items()
        lacking = [key for key, value in rated if value is None and key != "rank"]
        yield lacking, f"{self.leader} is new: say also {', '.join(lacking)}.", "EIA-SET-03"

    def doubt(self, state: Ledger) -> Claims:
        """A leader who would change sides."""
        before = state.leaders.get(self.leader)
        if before is not None and self.power not in (None, before.power):
            yield True, f"{self.leader} is a leader of {before.power}.", "EIA-SET-03"

    async def apply(self, night: Night) -> None:
        """Once for the whole campaign."""
        state, name = night.state, self.leader
        found = {key: each for key, each in self._rated(state).items() if each is not None}
        dead = name in state.leaders and state.leaders[name].dead
        one = state.leaders[name] = Leader(**found, dead=dead)
        rank = f", {one.rank}" if one.rank else ""
        rated = f"{one.strategic}-{one.tactical}-{one.maximum}"
        night.tell("setup", f"{name} of {one.power} is {rated}{rank}.", one.power)


class WriteCorps(Entry, name="corps", what="a corps and its factors"):
    """A corps with its factors, as they are from now on."""

    power = said(POWER, "whose it is")
    corps = said(LABEL, "the corps")
    factors = said(Factors(most=80), "its factors by kind of troop")
    type = aside(Perhaps(Choice(troops.CORPS, "a type of corps")),
                 "infantry, cavalry, …; null: as its factors say", None)  # fmt: skip
    nation = aside(Perhaps(LABEL), "its nation, if another", None)
    gone = aside(FLAG, "it is taken off the roster", False)

    def refuse(self, state: Ledger) -> Claims:
        """A nation whose morale is known, and a corps that is there before it goes."""
        strange = self.nation is not None and self.nation not in tables.nations()
        yield strange, f"No morale of {self.nation} is known.", "EIA-SET-03"
        name = roster.key(self.corps, self.power)
        missing = self.gone and name not in state.corps
        yield missing, f"{name} is not written down.", "EIA-SET-03"

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


ENTRIES: Final = (WriteLeader, WriteCorps)
