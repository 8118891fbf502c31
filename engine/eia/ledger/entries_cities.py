"""Entries about cities and minors: pillaging, occupation, conquest."""

from __future__ import annotations

from typing import Any, Final

from engine.documents.fields import Choice, Field, Named, Perhaps, Whole, folding
from engine.eia import cities, months, ottoman, peace, tables
from engine.eia.ledger.entry import FLAG, LABEL, NUMBER, POWER
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.ledger.records import City, Minor
from engine.eia.reasons import Reason, applicable
from engine.report import join_names

CITY: Final = (
    Field("city", LABEL, "the city"),
    Field("owner", LABEL, "who owns the province: a major power, or a minor that is neutral"),
    Field("towers", Whole(0, 12, "a number of towers"), "its towers"),
    Field("capital", FLAG, "it is a major power's capital", False),
    Field("by", POWER, "who takes it"),
    Field("nation", LABEL, "the nation of the corps, france (royalist) for the royalists"),
    Field("corps", LABEL, "the corps that does it"),
    *folding(
        Field("leader", Perhaps(LABEL), "who commands it", None),
        Field("cossacks", NUMBER, "cossacks in the area", 0),
        Field("emigres", FLAG, "the corps are Austrian emigrees", False),
        Field("kind", Perhaps(Choice(("french", "turkish", "african"), "a kind of city")),
              "whose city it is, where that matters", None),
        Field("province", Perhaps(LABEL), "its province or minor, whose manpower a burned city "
              "lowers", None),
    ),
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
        return applicable(
            (not state.involuntary, left_out, "EIA-PIL-03"),
            (again, f"{values['by']} has rolled for {values['city']} this turn.", "EIA-INV-01"),
            (rights.compelled, "Emigrees pillage French cities without a roll.", "EIA-LIM-05"),
            (not rolls and not rights.compelled, why, "EIA-INV-01"),
            (done_by, f"{done_by} has done so this turn: one corps only.", "EIA-PIL-06"),
            (before == cities.BURNED, "It is burned already.", "EIA-PIL-05"),
        )
    return cities.why_refused(
        values["act"], values["taken"], before, done_by, values["corps"], rights
    )


def doubt_city(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """A second roll of the same conqueror takes a second capture (EIA-INV-01)."""
    since = state.rolled.get(values["city"], {}).get(values["by"])
    if values["act"] != "involuntary" or since is None:
        return ()
    why = (
        f"{values['by']} rolled for {values['city']} when it took it in "
        f"{months.month_name(since)}: this "
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
        province=values["province"] or ("" if city is None else city.province),
    )  # fmt: skip
    state.points(values["by"], found.points_halves)
    state.pay(values["by"], found.money)
    said = f"{values['by']} leaves {name} {found.state}: {found.money} money."
    night.tell("city", said, who=values["by"])
    followed = [each for each in _rights(values).reasons if each.rule == "EIA-LIM-11"]
    for reason in (*followed, *found.reasons):
        night.say(reason, "city", values["by"])


HELD: Final = (
    Field("city", LABEL, "the city"),
    Field("owner_controls", FLAG, "the owner of the province controls it", True),
    Field("rebuild", FLAG, "he pays to rebuild it at the end of this Economic Phase", False),
)


def refuse_held(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Only a city that was pillaged or burned."""
    missing = values["city"] not in state.cities
    return applicable((missing, f"{values['city']} is whole.", "EIA-REC-01"))


async def hold_city(night: Night, values: dict[str, Any]) -> None:
    """Who controls a damaged city, and whether it is rebuilt (EIA-REC)."""
    city = night.state.cities[values["city"]]
    city.owner_controls, city.rebuilding = values["owner_controls"], values["rebuild"]
    words = "controls" if city.owner_controls else "doesn't control"
    night.tell("city", f"{city.owner} {words} {values['city']}.", who=city.owner)


OCCUPY: Final = (
    Field("minor", LABEL, "the minor"),
    Field("by", Perhaps(POWER), "who holds them", None),
    Field("cities", Named(FLAG, "cities, and whether each is held"),
          "the cities of its primary district, held without a siege or not"),
)  # fmt: skip


def refuse_occupy(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Somebody holds what is held, and nobody conquers his own minor."""
    minor, by = state.minors.get(values["minor"], Minor()), values["by"]
    some = any(values["cities"].values())
    return applicable(
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
        text = f"{values['minor']}: {who} {join_names(mine)}."
        night.say(Reason(text, "EIA-ERR-32"), "minor", holder)


def _since(state: Ledger) -> int:
    """The month of the first conquest step at which cities taken now are held."""
    later = [step.name for step in tables.steps()[: state.step]]
    return state.month + ("conquest" in later)


FOUGHT: Final = (Field("minor", LABEL, "the minor whose own troops fought"),)


async def fight(night: Night, values: dict[str, Any]) -> None:
    """A minor's own troops have fought for it (EIA-POL-02)."""
    night.state.minors.setdefault(values["minor"], Minor()).fought = True
    why = f"The troops of {values['minor']} have fought for it."
    night.say(Reason(why, "EIA-POL-02"), "minor")


CONQUERED: Final = (
    Field("minor", LABEL, "the minor"),
    Field("had_troops", FLAG, "it had troops of its own", True),
    *folding(
        Field("by", Perhaps(POWER), "who conquers it; null: who holds its cities", None),
        Field("controller", Perhaps(POWER), "who controlled it; null: as written down", None),
    ),
)


def refuse_conquest(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """One power has held all cities of the primary district, unbesieged, for a month, to the
    conquest step (EIA-ERR-32); the controller is who is written down."""
    name, by, said = values["minor"], values["by"], values["controller"]
    minor = state.minors.get(name, Minor())
    holders = set(minor.holders.values())
    held, reason = ottoman.is_conquered([s or None for s in minor.held.values()], state.month)
    other = minor.controller if said not in (None, minor.controller) else ""
    return applicable(
        (state.now.name != "conquest", "Minors are conquered in the conquest step.", "EIA-ERR-32"),
        (not minor.held, f"Nobody is written down to hold the cities of {name}.", "EIA-ERR-32"),
        (
            len(holders) > 1 and bool(minor.held),
            f"{join_names(sorted(holders - {''}))} don't hold it alone.",
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
