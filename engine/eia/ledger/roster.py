"""The roster of a campaign: leaders with their ratings and ranks, corps with their factors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from engine.eia import leaders, months, tables, troops
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.ledger.records import Corps, Exile, Leader
from engine.eia.reasons import Claim, Reason, applicable

KNOWN_TROOPS: Final = 2  # the edition since which prisoners are of a kind of troop that there is


def leader(state: Ledger, name: str) -> Leader | None:
    """A leader as the club wrote him down, else as a source rates him."""
    kept = state.leaders.get(name)
    if kept is not None:
        return kept
    found = tables.leaders().get(tables.as_known(name, tables.leaders()))
    return None if found is None else Leader(*found)


def rank(state: Ledger, name: str, said: str | None) -> str:
    """A leader's rank: what is said, else what the roster knows; empty for neither."""
    known = leader(state, name)
    return said or (known.rank if known is not None else "")


def stays(state: Ledger, name: str, power: str, said: str | None) -> tuple[Reason, ...]:
    """Why a leader of a power can't be sent into exile (EIA-TRM-12)."""
    known = leader(state, name)
    other = known.power if known is not None and known.power != power else ""
    return applicable(
        (name in state.exiles, f"{name} is in exile already.", "EIA-TRM-12"),
        (other, f"{name} is a leader of {other}, not of {power}.", "EIA-TRM-12"),
        (known is not None and known.dead, f"{name} is dead.", "EIA-TRM-12"),
        (not rank(state, name, said), f"The rank of {name} is not written down.", "EIA-TRM-12"),
    )


def exile(night: Night, name: str, power: str, said: str | None) -> None:
    """A leader goes into exile, an A ranked one for a while at least (EIA-TRM-12)."""
    state = night.state
    ranked = rank(state, name, said)
    state.exiles[name] = Exile(power, ranked, state.month)
    least = leaders.least_exile(ranked)
    until = f" at least to {months.month_name(state.month + least)}" if least else ""
    night.say(f"{name} goes into exile{until}.", "EIA-TRM-12", "exile", power)


def key(corps: str, power: str) -> str:
    """The name of a corps on the roster: several powers have a first corps."""
    return f"{corps} of {power}"


def words(factors: Mapping[str, int]) -> str:
    """Factors as one says them: `12 infantry, 2 light cavalry`."""
    said = [f"{number} {troop.replace('_', ' ')}" for troop, number in factors.items()]
    return ", ".join(said) or "no factors"


def type_of(factors: Iterable[str]) -> str:
    """The type of a corps of these troops: cavalry where it has nothing else, guard where it has
    any, La Salle's, cossacks and the like where they are alone."""
    kinds = {*factors}
    if len(kinds) == 1 and kinds <= {*troops.CORPS}:
        return next(iter(kinds))
    if kinds and kinds <= troops.CAVALRY:
        return "cavalry"
    return "guard" if "guard" in kinds else "infantry"


def corps(state: Ledger, power: str) -> dict[str, Corps]:
    """The corps of a power by their own names."""
    end = f" of {power}"
    return {
        name.removesuffix(end): each for name, each in state.corps.items() if each.power == power
    }


def losses_by_corps(lost: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Losses by corps and troop, from `I infantry`; without a troop they are of infantry."""
    found: dict[str, dict[str, int]] = {}
    for name, number in lost.items():
        known = next((each for each in troops.TROOPS if name.endswith(f" {each}")), "")
        own = found.setdefault(name.removesuffix(f" {known}") if known else name, {})
        own[known or "infantry"] = own.get(known or "infantry", 0) + number
    return found


def unfit(state: Ledger, power: str, lost: Mapping[str, int]) -> Iterator[Claim]:
    """Why corps of a power can't have lost so much."""
    have = corps(state, power)
    for name, gone in losses_by_corps(lost).items():
        known = tables.as_known(name, have)
        yield known not in have, f"{power} has no corps {name} on its roster."
        for troop, number in gone.items() if known in have else ():
            left = have[known].factors.get(troop, 0)
            why = f"{name} of {power} has {left} {troop.replace('_', ' ')}, not {number}."
            yield number > left, why


NO_MORE: Final = ", the last it had"


def lose(state: Ledger, power: str, lost: Mapping[str, int]) -> list[str]:
    """Takes losses from the corps that had them; what it did, in words."""
    have, said = corps(state, power), list[str]()
    for name, gone in losses_by_corps(lost).items():
        known = tables.as_known(name, have)
        factors = have[known].factors
        for troop, number in gone.items():
            factors[troop] = factors.get(troop, 0) - number
            if not factors[troop]:
                del factors[troop]
        end = "" if factors else NO_MORE
        said.append(f"{key(known, power)} loses {words(gone)}{end}")
    return said
