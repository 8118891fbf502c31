"""Entries about prisoners, leaders hurt, cavalry, cities, depots and minors."""

from __future__ import annotations

from typing import Any, Final

from engine.documents.fields import Choice, Field, Named, Whole
from engine.eia import cities, leaders, months, ottoman, peace, supply, tables, troops
from engine.eia.ledger.entry import FLAG, LABEL, NUMBER, POWER, Entry, perhaps
from engine.eia.ledger.ledger import City, Ledger, Minor, Night
from engine.eia.reasons import Reason, against, counted
from engine.report import together

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
    known = tables.price(troop)
    return state.prices.get(troop) if known is None else list(known)


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
    why = f"{holder} holds {counted(sum(stock.values()), 'prisoner')} of {nation}."
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
        night.say(Reason(f"{leader} is away {counted(away, 'month')}.", "EIA-LDR-04"), "leader")
        return
    state.wounded.pop(leader, None)
    if leader in state.leaders:
        state.leaders[leader].dead = True
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
    Field("owner", LABEL, "who owns the province: a major power, or a minor that is neutral"),
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
        again = state.rolled.get(values["city"], {}).get(values["by"]) == state.month
        rolls = cities.rolls(values["taken"], rights, False)
        why = "Only after a storm or starvation, by who is subject to it."
        left_out = "The players have left the involuntary rolls out."
        return against(
            (not state.involuntary, left_out, "EIA-PIL-03"),
            (again, f"{values['by']} has rolled for {values['city']} this turn.", "EIA-INV-01"),
            (rights.compelled, "Emigrees pillage French cities without a roll.", "EIA-LIM-05"),
            (not rolls and not rights.compelled, why, "EIA-INV-01"),
            (done_by, f"{done_by} has done so this turn: one corps only.", "EIA-PIL-06"),
            (before == cities.BURNED, "It is burned already.", "EIA-PIL-05"),
        )
    return cities.refused(values["act"], values["taken"], before, done_by, values["corps"], rights)


def doubt_city(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """A second roll of the same conqueror takes a second capture (EIA-INV-01)."""
    since = state.rolled.get(values["city"], {}).get(values["by"])
    if values["act"] != "involuntary" or since is None:
        return ()
    why = (
        f"{values['by']} rolled for {values['city']} when it took it in {months.said(since)}: this "
        "is another capture, after its loss."
    )
    return (Reason(why, "EIA-INV-01"),)


async def sack(night: Night, values: dict[str, Any]) -> None:
    """A city is pillaged or burned, at will or by the dice (EIA-PIL, EIA-BRN, EIA-INV)."""
    state, name, act = night.state, values["city"], values["act"]
    if act == "involuntary":
        dice = [(await night.roll(f"{values['by']}.pillage", (), "6: pillaged")).die]
        if cities.involuntary(dice) != cities.WHOLE:
            dice.append((await night.roll(f"{values['by']}.burn", (), "6: burned")).die)
        fate = cities.involuntary(dice)
        state.rolled.setdefault(name, {})[values["by"]] = state.month
        if fate == cities.WHOLE:
            night.say(Reason(f"{name} is spared.", "EIA-INV-01"), "city", values["by"])
            return
        act = "burn" if fate == cities.BURNED else "pillage"
    city = state.cities.get(name)
    before = cities.WHOLE if city is None else city.state
    if act == "pillage" and before != cities.WHOLE:
        night.say(Reason(f"{name} is {before} already.", "EIA-PIL-05"), "city", values["by"])
        return
    found = cities.effects(act, before, values["towers"], values["capital"], values["taken"])
    due = found.money + (0 if city is None else city.due)
    owner, by = values["owner"], values["by"]
    state.cities[name] = City(
        owner, values["towers"], values["capital"], found.state, values["corps"],
        state.month, due, owner_controls=not state.at_war(owner, by), by=by,
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
    left = counted(supply.depots_left(values["power"], len(there)), "depot")
    night.say(Reason(f"{values['power']} has {left} left.", "EIA-DEP-01"), "depot")


# Minors

OCCUPY: Final = (
    Field("minor", LABEL, "the minor"),
    Field("by", perhaps(POWER), "who holds them", None),
    Field("cities", Named(FLAG, "cities, and whether each is held"),
          "the cities of its primary district, held without a siege or not"),
)  # fmt: skip


def refuse_occupy(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Somebody holds what is held, and nobody conquers his own minor."""
    minor, by = state.minors.get(values["minor"], Minor()), values["by"]
    some = any(values["cities"].values())
    return against(
        (not values["cities"], "Which cities?", "EIA-ERR-32"),
        (some and by is None, f"Who holds the cities of {values['minor']}?", "EIA-ERR-32"),
        (
            some and by is not None and by == minor.controller,
            f"{by} controls {values['minor']} itself.",
            "EIA-ERR-32",
        ),
    )


async def occupy(night: Night, values: dict[str, Any]) -> None:
    """Who holds which cities of a minor; a loss, and another holder, start the month anew
    (EIA-ERR-32)."""
    state, by = night.state, values["by"] or ""
    minor = state.minors.setdefault(values["minor"], Minor())
    known = set(minor.held)
    for name, held in values["cities"].items():
        city = tables.as_known(name, known)
        same = held and minor.holders.get(city, "") == by
        minor.held[city] = (minor.held.get(city) if same else 0) or (_since(state) if held else 0)
        minor.holders[city] = by if held else ""
    for holder in dict.fromkeys(minor.holders.values()):
        mine = [city for city, power in minor.holders.items() if power == holder]
        who = f"{holder} holds" if holder else "nobody holds"
        text = f"{values['minor']}: {who} {together(mine)}."
        night.say(Reason(text, "EIA-ERR-32"), "minor", holder)


def _since(state: Ledger) -> int:
    """The month of the first conquest step at which cities taken now are held."""
    later = [step.name for step in tables.steps()[: state.step]]
    return state.month + ("conquest" in later)


FOUGHT: Final = (Field("minor", LABEL, "the minor whose own troops fought"),)


async def fight(night: Night, values: dict[str, Any]) -> None:
    """A minor's own troops have fought for it (EIA-POL-02)."""
    night.state.minors.setdefault(values["minor"], Minor()).fought = True
    night.say(Reason(f"{values['minor']} was defended.", "EIA-POL-02"))


CONQUERED: Final = (
    Field("minor", LABEL, "the minor"),
    Field("by", perhaps(POWER), "who conquers it; null: who holds its cities", None),
    Field("controller", perhaps(POWER), "who controlled it; null: as written down", None),
    Field("had_troops", FLAG, "it had troops of its own", True),
)


def refuse_conquest(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """One power has held all cities of the primary district, unbesieged, for a month, to the
    conquest step (EIA-ERR-32); the controller is who is written down."""
    name, by, said = values["minor"], values["by"], values["controller"]
    minor = state.minors.get(name, Minor())
    holders = set(minor.holders.values())
    held, reason = ottoman.conquered([s or None for s in minor.held.values()], state.month)
    other = minor.controller if said not in (None, minor.controller) else ""
    return against(
        (state.now.name != "conquest", "Minors are conquered in the conquest step.", "EIA-ERR-32"),
        (not minor.held, f"Nobody is written down to hold the cities of {name}.", "EIA-ERR-32"),
        (
            len(holders) > 1 and bool(minor.held),
            f"{together(sorted(holders - {''}))} don't hold it alone.",
            "EIA-ERR-32",
        ),
        (
            by is not None and holders != {by} and len(holders) == 1,
            f"{next(iter(holders), '') or 'Nobody'} holds its cities, not {by}.",
            "EIA-ERR-32",
        ),
        (bool(minor.held) and not held, reason.why, reason.rule),
        (other, f"{other} controls {name}, not {said}.", "EIA-POL-01"),
    )


async def conquer(night: Night, values: dict[str, Any]) -> None:
    """A minor is conquered and controlled by who held it; the controller that it had pays if he
    didn't use its troops (EIA-POL-01), for a neutral one nobody."""
    state, name = night.state, values["minor"]
    minor = state.minors.get(name, Minor())
    by, before = next(iter(minor.holders.values())), minor.controller or values["controller"] or ""
    state.minors[name] = Minor(by)
    night.tell("minor", f"{by} conquers {name}.", who=by)
    points = peace.defence_points(values["had_troops"], int(minor.fought), 0, bool(before))
    if points:
        state.points(before, 2 * points)
        why = f"{before} never used the troops of {name}: {points} political point."
        night.say(Reason(why, "EIA-POL-01"), "minor", before)


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
