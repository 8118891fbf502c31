"""Entries of the roster: leaders with their ratings, corps with their factors."""

from __future__ import annotations

import re
from typing import Any, Final

from engine.documents.complaints import Complaints
from engine.documents.fields import Choice, Field, Named, Perhaps, Whole, folding
from engine.eia import leaders, tables, troops
from engine.eia.ledger import roster
from engine.eia.ledger.entry import FLAG, LABEL, NUMBER, POWER, Entry
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.ledger.position import Strength
from engine.eia.ledger.records import Corps, Leader
from engine.eia.reasons import Reason, applicable

RATING: Final = Whole(0, 6, "a rating")
RATINGS: Final = ("strategic", "tactical", "maximum")
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


FACTORS: Final = Factors(most=80)

LEADER: Final = (
    Field("leader", LABEL, "the leader"),
    Field("power", Perhaps(POWER), "whose he is; null: as written down, or as a source says", None),
    Field("strategic", Perhaps(RATING), "strategic rating; null: as before", None),
    Field("tactical", Perhaps(RATING), "tactical rating; null: as before", None),
    Field("maximum", Perhaps(RATING), "tactical maximum; null: as before", None),
    Field("rank", Perhaps(Choice(leaders.RANKS, "a rank")), "rank; null: as before", None),
)


def _rated(state: Ledger, values: dict[str, Any]) -> dict[str, Any]:
    """What is said of a leader, the rest as it is known."""
    known = roster.leader(state, values["leader"])
    keys = ("power", *RATINGS, "rank")
    return {key: getattr(known, key, None) if values[key] is None else values[key] for key in keys}


def refuse_leader(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """A leader is somebody's, and rated: nobody's ratings are taken for granted."""
    lacking = [key for key, value in _rated(state, values).items() if value is None]
    lacking = [key for key in lacking if key != "rank"]
    why = f"{values['leader']} is new: say also {', '.join(lacking)}."
    return applicable((bool(lacking), why, "EIA-SET-03"))


def doubt_leader(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """A leader who would change sides."""
    before, power = state.leaders.get(values["leader"]), values["power"]
    if before is None or power in (None, before.power):
        return ()
    return (Reason(f"{values['leader']} is a leader of {before.power}.", "EIA-SET-03"),)


async def write_leader(night: Night, values: dict[str, Any]) -> None:
    """A leader and his ratings, once for the whole campaign."""
    state, name = night.state, values["leader"]
    found = {key: each for key, each in _rated(state, values).items() if each is not None}
    dead = name in state.leaders and state.leaders[name].dead
    one = state.leaders[name] = Leader(**found, dead=dead)
    rank = f", {one.rank}" if one.rank else ""
    rated = f"{one.strategic}-{one.tactical}-{one.maximum}"
    night.tell("setup", f"{name} of {one.power} is {rated}{rank}.", who=one.power)


CORPS: Final = (
    Field("power", POWER, "whose it is"),
    Field("corps", LABEL, "the corps"),
    Field("factors", FACTORS, "its factors by kind of troop"),
    *folding(
        Field(
            "type",
            Perhaps(Choice(troops.CORPS, "a type of corps")),
            "infantry, cavalry, …; null: as its factors say",
            None,
        ),
        Field("nation", Perhaps(LABEL), "its nation, if another", None),
        Field("gone", FLAG, "it is taken off the roster", False),
    ),
)


def refuse_corps(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """A nation whose morale is known, and a corps that is there before it goes."""
    nation, key = values["nation"], roster.key(values["corps"], values["power"])
    strange = nation is not None and nation not in tables.nations()
    missing = values["gone"] and key not in state.corps
    return applicable(
        (strange, f"No morale of {nation} is known.", "EIA-SET-03"),
        (missing, f"{key} is not written down.", "EIA-SET-03"),
    )


async def write_corps(night: Night, values: dict[str, Any]) -> None:
    """A corps with its factors, as they are from now on; how strong it is is nobody else's to know
    (EIA-NAV-15)."""
    state, power = night.state, values["power"]
    name = roster.key(values["corps"], power)
    if values["gone"]:
        del state.corps[name]
        night.tell("roster", f"{name} is off the roster.", who=power)
        return
    factors = {troop: number for troop, number in values["factors"].items() if number}
    kind = values["type"] or roster.type_of(factors)
    state.corps[name] = Corps(power, values["nation"] or power, kind, factors)
    night.tell("setup", f"{name} is written down.", who=power)


ENTRIES: Final = (
    Entry("leader", "a leader and his ratings", LEADER, write_leader, refuse_leader, (),
          doubt_leader),
    Entry("corps", "a corps and its factors", CORPS, write_corps, refuse_corps),
)  # fmt: skip
