"""Entries about manpower: what provinces and minors yield, what is collected, the final count."""

from __future__ import annotations

from typing import Any, Final

from engine.documents.fields import Field, Perhaps, folding
from engine.eia import peace, tables
from engine.eia.ledger import lands
from engine.eia.ledger.entries_victory import refuse_power
from engine.eia.ledger.entry import FLAG, LABEL, NUMBER, POWER, Entry
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.ledger.records import Land
from engine.eia.reasons import Reason, applicable
from engine.report import join_names

COLLECTS: Final = 2  # the edition since which what is collected is added to a power's manpower
YIELDS: Final = (
    Field("land", LABEL, "the home province or the minor"),
    Field("manpower", NUMBER, "its manpower, as printed"),
    Field("home", Perhaps(POWER), "whose home province it is; null: a minor", None),
    *folding(Field("ottoman", FLAG, "a minor that can join the Ottoman Empire", False)),
)  # fmt: skip


def refuse_yields(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """A minor is nobody's home province."""
    name, home = values["land"], values["home"]
    known = tables.as_known(name, tables.minors()) in tables.minors()
    return applicable(
        (home and known, f"{name} is a minor, not a home province.", "EIA-WIN-05"),
        (
            home and values["ottoman"],
            "A home province cannot join the Ottoman Empire.",
            "EIA-OE-01",
        ),
    )


async def write_yields(night: Night, values: dict[str, Any]) -> None:
    """A land and its manpower, once for the whole campaign."""
    name = values["land"]
    night.state.lands[name] = Land(values["home"] or "", values["manpower"], values["ottoman"])
    why = f"{name} yields {values['manpower']} manpower."
    night.tell("setup", why, who=values["home"] or "")


COLLECT: Final = (
    Field("power", Perhaps(POWER), "the power; null: every one whose provinces are known", None),
    Field("manpower", Perhaps(NUMBER),
          "the manpower it collects; null: what its provinces and minors yield", None),
)  # fmt: skip


def _unsaid(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """What has to be known before the ledger counts by itself."""
    power, found = values["power"], list(refuse_power(state, values))
    unknown = [] if values["manpower"] is not None or found else lands.unknown(state, power)
    why = f"Nobody has said what {join_names(unknown)} of {power} yield: enter it once with yields."
    return (*found, *applicable((unknown, why, "EIA-WIN-05")))


def _collecting(state: Ledger, values: dict[str, Any]) -> list[str]:
    """The powers that collect: the one that is named, else all with a province that yields."""
    if values["power"] is not None:
        return [values["power"]]
    homes = {land.home for land in state.lands.values()}
    return [name for name, each in state.powers.items() if name in homes and not each.out]


def refuse_collect(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Powers of this campaign, whose lands are known where no figure is said."""
    collecting, whose = _collecting(state, values), values["manpower"] is not None
    all_of_them = values["power"] is None and whose
    return applicable(
        (not collecting, "Nobody has said what any province yields.", "EIA-WIN-05"),
        (all_of_them, "A figure belongs to one power: say which.", "EIA-WIN-05"),
    ) + tuple(
        reason for power in collecting for reason in _unsaid(state, {**values, "power": power})
    )


async def collect(night: Night, values: dict[str, Any]) -> None:
    """Collections of manpower."""
    for power in _collecting(night.state, values):
        _collect(night, power, values["manpower"])


def _collect(night: Night, power: str, said: int | None) -> None:
    """A collection of manpower, which may force a surrender (EIA-FUS-01)."""
    state = night.state
    points, reasons = lands.collected(state, power) if said is None else (said, ())
    for reason in reasons:
        night.say(reason, "collection", power)
    if state.edition >= COLLECTS:
        one = state.powers[power]
        one.manpower += points
        night.tell(
            "collection", f"{power} collects {points} manpower: {one.manpower} in all.", who=power
        )
    found = peace.forced_surrender(points, state.enemies(power))
    for reason in found.reasons:
        why = f"{power} has to accept any peace of {', '.join(found.powers)}, at once."
        night.remind(why, reason.rule, power)


COUNT: Final = (
    Field("power", POWER, "the power"),
    Field("manpower", Perhaps(NUMBER), "manpower of own home provinces and conquered minors; null: "
          "as they yield", None),
)  # fmt: skip


async def count(night: Night, values: dict[str, Any]) -> None:
    """The final count of a power's manpower (EIA-WIN-05)."""
    state, power, said = night.state, values["power"], values["manpower"]
    points, reasons = lands.counted(state, power) if said is None else (said, ())
    for reason in reasons:
        night.say(reason, "victory", power)
    state.counts[power] = points
    night.say(Reason(f"{power} counts {points} manpower.", "EIA-WIN-05"), "victory", power)


ENTRIES: Final = (
    Entry("yields", "what a province or a minor yields in manpower", YIELDS, write_yields,
          refuse_yields),
    Entry("collect", "manpower collected", COLLECT, collect, refuse_collect,
          ("money and manpower collection",)),
    Entry("final-count", "the final count of a power", COUNT, count, _unsaid,
          ("victory points",)),
)  # fmt: skip
