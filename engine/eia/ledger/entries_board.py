"""Entries about prisoners, leaders hurt, cavalry, cities, depots and minors."""

from __future__ import annotations

from typing import Any, Final

from engine.documents.fields import Field, Named, Perhaps, Whole
from engine.eia import leaders, supply, tables, troops
from engine.eia.ledger import roster
from engine.eia.ledger.entries_cities import (
    CITY,
    CONQUERED,
    FOUGHT,
    HELD,
    OCCUPY,
    conquer,
    doubt_city,
    fight,
    hold_city,
    occupy,
    refuse_city,
    refuse_conquest,
    refuse_held,
    refuse_occupy,
    sack,
)
from engine.eia.ledger.entry import FLAG, LABEL, NUMBER, POWER, Entry
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.reasons import Reason, applicable, plural

CAVALRY: Final = Named(
    NUMBER, "cavalry", lambda name: name in troops.TYPES, ", ".join(troops.TYPES)
)


# Prisoners, leaders, cavalry

PRISONERS: Final = (
    Field("holder", POWER, "who holds them"),
    Field("nation", LABEL, "their nationality"),
    Field("troop", LABEL, "the kind of troop"),
    Field("number", Whole(-500, 500, "a number"), "how many; less than 0 when they are given back"),
    Field("money", Perhaps(NUMBER), "price of the troop; null: as said before, or cavalry's", None),
    Field("manpower", Perhaps(NUMBER), "its price in manpower, said with its money", None),
)


def _price(state: Ledger, values: dict[str, Any]) -> list[int] | None:
    troop = values["troop"]
    if values["money"] is not None and values["manpower"] is not None:
        return [values["money"], values["manpower"]]
    known = tables.price(troop)
    return state.prices.get(troop) if known is None else list(known)


def refuse_prisoners(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """The drain has to know what is cheapest; nobody gives back what he hasn't."""
    have = state.prisoners.get(values["holder"], {}).get(values["nation"], {})
    left = have.get(values["troop"], 0) + values["number"]
    if state.edition >= roster.KNOWN_TROOPS and values["troop"] not in troops.TROOPS:
        why = f"{values['troop']} is not a kind of troop; one of: {', '.join(troops.TROOPS)}."
        return (Reason(why, "EIA-PRIS-04"),)
    return applicable(
        (
            _price(state, values) is None,
            f"The price of {values['troop']} is not in hand: say its money and manpower.",
            "EIA-PRIS-03",
        ),
        (left < 0, f"{values['holder']} holds {left - values['number']} of them.", "EIA-PRIS-04"),
    )


async def hold(night: Night, values: dict[str, Any]) -> None:
    """Prisoners by holder, nationality and troop (EIA-PRIS-04)."""
    state, holder, nation = night.state, values["holder"], values["nation"]
    price = _price(state, values)
    if price is not None:
        state.prices[values["troop"]] = price
    stock = state.prisoners.setdefault(holder, {}).setdefault(nation, {})
    stock[values["troop"]] = stock.get(values["troop"], 0) + values["number"]
    if not stock[values["troop"]]:
        del stock[values["troop"]]
    why = f"{holder} holds {plural(sum(stock.values()), 'prisoner')} of {nation}."
    night.say(Reason(why, "EIA-PRIS-04"), "prisoners", holder)


WOUND: Final = (
    Field("leader", LABEL, "the leader"),
    Field("months", Whole(0, 12, "a number of months"), "for how many months; 0: he is killed"),
)


async def wound(night: Night, values: dict[str, Any]) -> None:
    """A leader is wounded (EIA-LDR-04) or killed (EIA-LSLC-03)."""
    state, leader, away = night.state, values["leader"], values["months"]
    if away:
        state.wounded[leader] = leaders.returns(state.month, away)
        night.say(Reason(f"{leader} is away {plural(away, 'month')}.", "EIA-LDR-04"), "leader")
        return
    state.wounded.pop(leader, None)
    if leader in state.leaders:
        state.leaders[leader].dead = True
    night.tell("leader", f"{leader} is killed.")
    if tables.is_same_name(leader, "La Salle"):
        found = troops.lslc(True, state.la_salle, 0, True)
        state.la_salle = found.state
        for reason in found.reasons:
            night.say(reason, "leader", "france")


LA_SALLE: Final = (
    Field("cavalry", NUMBER, "French cavalry factors that could be exchanged"),
    Field("exchanged", FLAG, "one is exchanged now", False),
    Field("lost", FLAG, "the unit is eliminated", False),
)


def refuse_la_salle(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """It is exchanged for a factor, once, and never rebuilt (EIA-LSLC-02)."""
    gone = state.la_salle == "eliminated"
    none = values["exchanged"] and not values["cavalry"]
    twice = values["exchanged"] and state.la_salle == "field"
    return applicable(
        (gone, "La Salle's Light Cavalry is never rebuilt.", "EIA-LSLC-02"),
        (none, "France has no cavalry to exchange.", "EIA-LSLC-07"),
        (twice, "It is in the field: a factor was exchanged for it.", "EIA-LSLC-06"),
    )


async def la_salle(night: Night, values: dict[str, Any]) -> None:
    """La Salle is available (EIA-LSLC-06, EIA-LSLC-07)."""
    state = night.state
    if values["lost"]:
        state.la_salle = "eliminated"
        night.say(Reason("La Salle's Light Cavalry is gone for good.", "EIA-LSLC-02"), "leader")
        return
    found = troops.lslc(True, state.la_salle, values["cavalry"], False)
    state.la_salle = "field" if values["exchanged"] else found.state
    for reason in found.reasons:
        night.say(reason, "leader", "france")


HORSE: Final = (
    Field("corps", LABEL, "the corps or garrison"),
    Field("cavalry", CAVALRY, "its cavalry factors by type"),
)


async def keep_cavalry(night: Night, values: dict[str, Any]) -> None:
    """The types of a corps's cavalry (EIA-CAV-05)."""
    kept = {kind: count for kind, count in values["cavalry"].items() if count}
    if kept:
        night.state.cavalry[values["corps"]] = kept
    else:
        night.state.cavalry.pop(values["corps"], None)
    night.say(Reason(f"{values['corps']}: its cavalry is written down.", "EIA-CAV-05"))


# Cities and depots


DEPOT: Final = (
    Field("power", POWER, "whose depot"),
    Field("place", LABEL, "where"),
    Field("remove", FLAG, "it is removed", False),
)


def refuse_depot(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """No more depots than a power has (EIA-DEP-01)."""
    name = values["power"]
    if name not in state.powers:
        return (Reason(f"{name} is not played in this campaign.", "EIA-SET-03"),)
    there = state.powers[name].depots
    full = supply.depots_left(name, len(there)) <= 0
    return applicable(
        (
            full and not values["remove"],
            f"{name} has all its {tables.depots(name)} depots on the map.",
            "EIA-DEP-01",
        ),
        (
            (values["place"] in there) != values["remove"],
            f"{name} has {'a' if values['place'] in there else 'no'} depot in {values['place']}.",
            "EIA-DEP-01",
        ),
    )


async def depot(night: Night, values: dict[str, Any]) -> None:
    """A depot is placed or removed."""
    there = night.state.powers[values["power"]].depots
    if values["remove"]:
        there.remove(values["place"])
    else:
        there.append(values["place"])
        there.sort()
    left = plural(supply.depots_left(values["power"], len(there)), "depot")
    does = "removes its depot from" if values["remove"] else "has a depot in"
    why = f"{values['power']} {does} {values['place']}: {left} left."
    night.say(Reason(why, "EIA-DEP-01"), "depot")


# Minors


ENTRIES: Final = (
    Entry("prisoners", "prisoners taken or given back", PRISONERS, hold, refuse_prisoners),
    Entry("wound", "a leader is wounded or killed", WOUND, wound),
    Entry("la-salle", "La Salle's Light Cavalry", LA_SALLE, la_salle, refuse_la_salle),
    Entry("cavalry", "the types of a corps's cavalry", HORSE, keep_cavalry),
    Entry("city", "a city is pillaged or burned", CITY, sack, refuse_city, (), doubt_city),
    Entry("city-held", "who holds a damaged city", HELD, hold_city, refuse_held),
    Entry("depot", "a depot placed or removed", DEPOT, depot, refuse_depot,
          ("depot creation and removal",)),
    Entry("occupy", "cities of a minor held", OCCUPY, occupy, refuse_occupy),
    Entry("minor-fought", "a minor's own troops fought", FOUGHT, fight),
    Entry("minor-conquered", "a minor is conquered", CONQUERED, conquer,
          refuse_conquest),
)  # fmt: skip
