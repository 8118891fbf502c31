"""Entries about prisoners, leaders hurt, cavalry, cities, depots and minors."""

from __future__ import annotations

from typing import Any, Final

from engine.documents.fields import Choice, Field, Named, Whole
from engine.eia import cities, leaders, ottoman, peace, supply, tables, troops
from engine.eia.ledger.entry import FLAG, LABEL, NUMBER, POWER, Entry, perhaps
from engine.eia.ledger.ledger import City, Ledger, Minor, Night
from engine.eia.reasons import Reason, against

CAVALRY: Final = Named(
    NUMBER, "cavalry", lambda name: name in troops.TYPES, ", ".join(troops.TYPES)
)


# Prisoners, leaders, cavalry

PRISONERS: Final = (
    Field("holder", POWER, "who holds them"),
    Field("nation", LABEL, "their nationality"),
    Field("troop", LABEL, "the kind of troop"),
    Field("number", Whole(-500, 500, "a number"), "how many; less than 0 when they are given back"),
    Field("money", perhaps(NUMBER), "price of the troop; null: as said before, or cavalry's", None),
    Field("manpower", perhaps(NUMBER), "its price in manpower, said with its money", None),
)


def _price(state: Ledger, values: dict[str, Any]) -> list[int] | None:
    troop = values["troop"]
    if values["money"] is not None and values["manpower"] is not None:
        return [values["money"], values["manpower"]]
    kind = troop.removesuffix("_cavalry")
    if kind in troops.TYPES:
        found = tables.cavalry(kind)
        return [found.money, found.manpower]
    return state.prices.get(troop)


def refuse_prisoners(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """The drain has to know what is cheapest; nobody gives back what he hasn't."""
    have = state.prisoners.get(values["holder"], {}).get(values["nation"], {})
    left = have.get(values["troop"], 0) + values["number"]
    return against(
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
    why = f"{holder} holds {sum(stock.values())} prisoners of {nation}."
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
        night.say(Reason(f"{leader} is away {away} months.", "EIA-LDR-04"), "leader")
        return
    state.wounded.pop(leader, None)
    night.tell("leader", f"{leader} is killed.")
    if tables.same(leader, "La Salle"):
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
    return against(
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

CITY: Final = (
    Field("city", LABEL, "the city"),
    Field("owner", POWER, "who owns the province"),
    Field("towers", Whole(0, 12, "a number of towers"), "its towers"),
    Field("capital", FLAG, "it is a major power's capital", False),
    Field("by", POWER, "who takes it"),
    Field("nation", LABEL, "the nation of the corps, france (royalist) for the royalists"),
    Field("corps", LABEL, "the corps that does it"),
    Field("leader", perhaps(LABEL), "who commands it", None),
    Field("cossacks", NUMBER, "cossacks in the area", 0),
    Field("emigres", FLAG, "the corps are Austrian emigrees", False),
    Field("kind", perhaps(Choice(("french", "turkish", "african"), "a kind of city")),
          "whose city it is, where that matters", None),
    Field("taken", Choice(cities.TAKEN, "a way to take a city"), "how it was taken"),
    Field("act", Choice(("pillage", "burn", "involuntary"), "an act"), "what is done"),
)  # fmt: skip


def _rights(values: dict[str, Any]) -> cities.Rights:
    return cities.rights(
        values["nation"], values["by"], values["leader"] or "", values["cossacks"],
        values["emigres"], values["kind"] or "",
    )  # fmt: skip


def refuse_city(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Whether these rules are in force, and who may do what (EIA-PIL, EIA-LIM, EIA-INV)."""
    if not state.pillaging:
        return (Reason("Pillaging is not in force in this campaign.", "EIA-PIL-02"),)
    rights, city = _rights(values), state.cities.get(values["city"])
    before = cities.WHOLE if city is None else city.state
    done_by = city.corps if city is not None and city.month == state.month else ""
    if values["act"] == "involuntary":
        rolls = cities.rolls(values["taken"], rights, False)
        why = "Only after a storm or starvation, by who is subject to it."
        left_out = "The players have left the involuntary rolls out."
        return against(
            (not state.involuntary, left_out, "EIA-PIL-03"),
            (rights.compelled, "Emigrees pillage French cities without a roll.", "EIA-LIM-05"),
            (not rolls and not rights.compelled, why, "EIA-INV-01"),
            (done_by, f"{done_by} has done so this turn: one corps only.", "EIA-PIL-06"),
            (before == cities.BURNED, "It is burned already.", "EIA-PIL-05"),
        )
    return cities.refused(values["act"], values["taken"], before, done_by, values["corps"], rights)


async def sack(night: Night, values: dict[str, Any]) -> None:
    """A city is pillaged or burned, at will or by the dice (EIA-PIL, EIA-BRN, EIA-INV)."""
    state, name, act = night.state, values["city"], values["act"]
    if act == "involuntary":
        dice = [(await night.roll(f"{values['by']}.pillage", (), "6: pillaged")).die]
        if cities.involuntary(dice) != cities.WHOLE:
            dice.append((await night.roll(f"{values['by']}.burn", (), "6: burned")).die)
        fate = cities.involuntary(dice)
        if fate == cities.WHOLE:
            night.say(Reason(f"{name} is spared.", "EIA-INV-01"), "city", values["by"])
            return
        act = "burn" if fate == cities.BURNED else "pillage"
    city = state.cities.get(name)
    before = cities.WHOLE if city is None else city.state
    if act == "pillage" and before != cities.WHOLE:
        return
    found = cities.effects(act, before, values["towers"], values["capital"], values["taken"])
    due = found.money + (0 if city is None else city.due)
    state.cities[name] = City(
        values["owner"], values["towers"], values["capital"], found.state, values["corps"],
        state.month, due, False,
    )  # fmt: skip
    state.points(values["by"], found.points_halves)
    state.pay(values["by"], found.money)
    said = f"{values['by']} leaves {name} {found.state}: {found.money} money."
    night.tell("city", said, who=values["by"])
    for reason in found.reasons:
        night.say(reason, "city", values["by"])


HELD: Final = (
    Field("city", LABEL, "the city"),
    Field("owner_controls", FLAG, "the owner of the province controls it", True),
    Field("rebuild", FLAG, "he pays to rebuild it at the end of this Economic Phase", False),
)


def refuse_held(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Only a city that was pillaged or burned."""
    missing = values["city"] not in state.cities
    return against((missing, f"{values['city']} is whole.", "EIA-REC-01"))


async def hold_city(night: Night, values: dict[str, Any]) -> None:
    """Who controls a damaged city, and whether it is rebuilt (EIA-REC)."""
    city = night.state.cities[values["city"]]
    city.owner_controls, city.rebuilding = values["owner_controls"], values["rebuild"]
    words = "controls" if city.owner_controls else "doesn't control"
    night.tell("city", f"{city.owner} {words} {values['city']}.", who=city.owner)


DEPOT: Final = (
    Field("power", POWER, "whose depot"),
    Field("place", LABEL, "where"),
    Field("remove", FLAG, "it is removed", False),
)


def refuse_depot(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """No more depots than a power has (EIA-DEP-01)."""
    name = values["power"]
    if name not in state.powers:
        return (Reason(f"{name} plays no part.", "EIA-SET-03"),)
    there = state.powers[name].depots
    full = supply.depots_left(name, len(there)) <= 0
    return against(
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
    left = supply.depots_left(values["power"], len(there))
    night.say(Reason(f"{values['power']} has {left} depots left.", "EIA-DEP-01"), "depot")


# Minors

OCCUPY: Final = (
    Field("minor", LABEL, "the minor"),
    Field("cities", Named(FLAG, "cities, and whether each is held"),
          "the cities of its primary district, held without a siege or not"),
)  # fmt: skip


async def occupy(night: Night, values: dict[str, Any]) -> None:
    """Which cities of a minor are held; a loss starts the month anew (EIA-ERR-32)."""
    state = night.state
    minor = state.minors.setdefault(values["minor"], Minor())
    for city, held in values["cities"].items():
        minor.held[city] = (minor.held.get(city) or state.month) if held else 0
    night.say(Reason(f"The cities of {values['minor']} are written down.", "EIA-ERR-32"))


FOUGHT: Final = (Field("minor", LABEL, "the minor whose own troops fought"),)


async def fight(night: Night, values: dict[str, Any]) -> None:
    """A minor's own troops have fought for it (EIA-POL-02)."""
    night.state.minors.setdefault(values["minor"], Minor()).fought = True
    night.say(Reason(f"{values['minor']} was defended.", "EIA-POL-02"))


CONQUERED: Final = (
    Field("minor", LABEL, "the minor"),
    Field("controller", POWER, "who controlled it"),
    Field("had_troops", FLAG, "it had troops of its own", True),
)


def refuse_conquest(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Cities that are written down have been held for a month (EIA-ERR-32)."""
    minor = state.minors.get(values["minor"], Minor())
    held, reason = ottoman.conquered([s or None for s in minor.held.values()], state.month)
    return (reason,) if minor.held and not held else ()


async def conquer(night: Night, values: dict[str, Any]) -> None:
    """A minor is conquered; its controller pays if he didn't use its troops (EIA-POL-01)."""
    state, name = night.state, values["minor"]
    minor = state.minors.pop(name, Minor())
    points = peace.defence_points(values["had_troops"], int(minor.fought), 0, True)
    state.points(values["controller"], 2 * points)
    night.tell("minor", f"{name} is conquered.", who=values["controller"])
    if points:
        why = f"{values['controller']} never used its troops: {points} political point."
        night.say(Reason(why, "EIA-POL-01"), "minor", values["controller"])


ENTRIES: Final = (
    Entry("prisoners", "prisoners taken or given back", PRISONERS, hold, refuse_prisoners),
    Entry("wound", "a leader is wounded or killed", WOUND, wound),
    Entry("la-salle", "La Salle's Light Cavalry", LA_SALLE, la_salle, refuse_la_salle),
    Entry("cavalry", "the types of a corps's cavalry", HORSE, keep_cavalry),
    Entry("city", "a city is pillaged or burned", CITY, sack, refuse_city),
    Entry("city-held", "who holds a damaged city", HELD, hold_city, refuse_held),
    Entry("depot", "a depot placed or removed", DEPOT, depot, refuse_depot,
          ("depot creation and removal",)),
    Entry("occupy", "cities of a minor held", OCCUPY, occupy),
    Entry("minor-fought", "a minor's own troops fought", FOUGHT, fight),
    Entry("minor-conquered", "a minor is conquered", CONQUERED, conquer,
          refuse_conquest),
)  # fmt: skip
