"""What falls due at each step of a campaign: reminders, ends, drains, recoveries, the count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.eia import cities, leaders, months, naval, prisoners, tables, victory, war
from engine.eia.ledger import disputed_figures
from engine.eia.ledger.falling_due_economy import (
    Due,
    close_collection,
    collection,
    last_step,
    recovery,
)
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.ledger.records import Broken
from engine.eia.prisoners import Held
from engine.eia.reasons import Reason, applicable, plural, reminders
from engine.eia.victory import Standing
from engine.grammar import join_names


def open_step(night: Night) -> None:
    """Tells, at the beginning of a step, what falls due in it."""
    tell(night, OPENINGS.get(night.state.now.name))


def close_step(night: Night) -> None:
    """Does, at the end of a step, what happens by itself, and ends the peaces of its phase
    (EIA-PEACE-02, EIA-PEACE-04); rights to declare war at once lapse with it (EIA-TRM-07,
    EIA-ALL-08)."""
    state = night.state
    state.rights = []
    tell(night, CLOSINGS.get(state.now.name))
    if state.now.name == "victory points":
        _victory(night)
    last_of_phase = [step for step in tables.steps() if step.phase == state.phase][-1]
    later = state.turn and state.turn in state.order() and state.turn != state.order()[-1]
    ends = state.now == last_of_phase and state.phase != months.POLITICAL and not later
    if state.now.name == "peace" or ends:
        tell(night, _peaces)


def tell(night: Night, due: Happens | None) -> None:
    """Tells what is due, if anything is."""
    told = due(night.state) if due is not None else None
    for said in told or ():
        night.remind(*said)


def why_unfinished(state: Ledger) -> str:
    """Why the present step can't be ended yet, else empty."""
    missing = powers_to_count(state)
    if missing:
        return f"the final count of manpower is missing: {', '.join(missing)} (EIA-WIN-05)"
    return ""


TOLD_ONCE: Final = 3  # the edition since which what is told once is told as today
STOPS: Final = ("declarations of war", "victory points", "money and manpower collection")
AT_WAR: Final = ("land movement", "land combat")


def stops(state: Ledger) -> bool:
    """Whether the players are asked in a step though nothing falls due in it by itself."""
    fights = bool(state.enemies(state.turn)) if state.turn else bool(state.wars)
    sails = fights and any(fleet.power == state.turn for fleet in state.fleets.values())
    asked = {"peace": fights, **dict.fromkeys(AT_WAR, fights), "naval movement": sails}
    return state.now.name in STOPS or asked.get(state.now.name, False)


def end_of_campaign(state: Ledger) -> tuple[Reason, ...]:
    """That the end of the present step ends the campaign, and for whom."""
    if state.now.name != "victory points":
        return ()
    found = _won(state)
    names = join_names(found.winners if found else ()) or "nobody"
    why = f"This would end the campaign: {names} would have won."
    return applicable((found, why, "EIA-WIN-01"))


def _won(state: Ledger) -> victory.Won | None:
    """Who has won at the end of a step of victory points; None while the campaign goes on."""
    powers = standings(state)
    found = victory.before_the_end(powers)
    if victory.is_last_economic_phase(state.month, state.last):
        return victory.final_victory(powers, state.counts, state.britain_default)
    return found if found.winners else None


def powers_to_count(state: Ledger) -> list[str]:
    """The powers whose manpower is still to be counted in the last Economic Phase."""
    last = victory.is_last_economic_phase(state.month, state.last)
    won = victory.goals_reached(standings(state))
    due = last and not won and state.now.name == "victory points"
    return [name for name, each in state.powers.items()
            if due and not each.out and name not in state.counts]  # fmt: skip


def new_month(state: Ledger) -> None:
    """Forgets what held for one turn only."""
    state.declared_on, state.fled, state.tested, state.paid_access = [], [], [], {}
    state.sailed = []


def turns_waited(state: Ledger, broken: Broken) -> int:
    """The turns waited since an alliance was broken: 0 in the first step of declarations after
    it (EIA-ALL-05)."""
    return max(0, state.month - broken.month - (not broken.early))


def ties(state: Ledger, power: str, other: str) -> dict[str, Any]:
    """What binds a power to another, as a declaration of war asks it."""
    broken = state.broke(power, other)
    return {
        "peace_lasts": state.peace(power, other) is not None,
        "allied": state.alliance(power, other) is not None,
        "broke_alliance": broken is not None,
        "turns_since": 0 if broken is None else turns_waited(state, broken),
        "other_broke": broken is not None and broken.breaker != power,
    }


def standings(state: Ledger) -> dict[str, Standing]:
    """Points and goals of the powers that have one: without a goal none is reached."""
    return {
        name: Standing(each.victory, each.goal, each.out)
        for name, each in state.powers.items()
        if each.goal
    }


def _talk(state: Ledger, occasion: str) -> Due:
    for reason in reminders(occasion):
        yield from _once(state, *reason)


def _once(state: Ledger, why: str, rule: str, about: str = "") -> Due:
    """Tells something the first time that it matters."""
    key = f"{rule}: {about or why[:100]}"
    if key not in state.talked:
        state.talked.append(key)
        yield why, rule


# The Political Phase


def _diplomacy(state: Ledger) -> Due:
    yield from _talk(state, "setup")
    yield from _talk(state, "diplomacy")
    for figure in disputed_figures.goals(state):
        yield from _once(state, f"Not settled: the {figure.name} ({figure.said}).", "EIA-GEN-01")


def _declarations(state: Ledger) -> Due:
    for each in state.broken:
        extra = -war.waiting_points(turns_waited(state, each))
        why = f"War of {each.breaker} on {each.other}, its ex-ally, costs {extra} points more."
        yield why, "EIA-ALL-05", each.breaker


def _peace_step(state: Ledger) -> Due:
    for each in state.peaces:
        if each.phase == months.POLITICAL and each.end == state.month:
            why = f"The enforced peace of {each.victor} and {each.loser} ends in this step."
            yield why, "EIA-PEACE-01"


def _peaces(state: Ledger) -> Due:
    """Ends the peaces that run to this phase, and their terms with them."""
    rule = "EIA-PEACE-02" if state.phase == months.POLITICAL else "EIA-PEACE-04"
    then = f"is over; war can be declared in {months.month_name(state.month + 1)}."
    now = state.phase, state.month
    for each in [each for each in state.peaces if (each.phase, each.end) == now]:
        state.peaces.remove(each)
        yield f"The enforced peace of {each.victor} and {each.loser} {then}", rule
        end = f"of {each.victor} over {each.loser} ends with it."
        yield from applicable(
            (each.sphere, f"The sphere of influence {end}", "EIA-TRM-08"),
            (each.denied, f"The denial of co-operation {end}", "EIA-TRM-11"),
        )


def _breaking(state: Ledger) -> Due:
    for each in [each for each in state.alliances if each.until == state.month]:
        state.alliances.remove(each)
        yield f"The alliance of {' and '.join(each.powers)} expires: no cost.", "EIA-ALL-03"
    state.broken = [
        each for each in state.broken if war.waiting_points(state.month - each.month + each.early)
    ]


# Reinforcement


def _naval_reinforcement(state: Ledger) -> Due:
    if state.building or any(state.hulks.values()):
        yield from _talk(state, "building")
    for power in sorted({power for owners in state.hulks.values() for power in owners}):
        count = sum(owners.get(power, 0) for owners in state.hulks.values())
        if count:
            yield f"{power} has {plural(count, 'hulk')} to build from.", "EIA-HULK-08", power
    for due, power, ship, place in [each for each in state.building if each[0] <= state.month]:
        state.building.remove([due, power, ship, place])
        yield f"The {ship} of {power} is launched: place it.", "EIA-NAV-08", power


def _army_reinforcement(state: Ledger) -> Due:
    for leader in [name for name, month in state.wounded.items() if month <= state.month]:
        del state.wounded[leader]
        yield f"{leader} is back from his wound.", "EIA-LDR-04"
    for corps in [name for name, loan in state.loans.items() if loan.returning]:
        owner = state.loans.pop(corps).owner
        yield f"{corps} returns to {owner}: placed at home, once.", "EIA-TRM-04", owner
    for corps, loan in state.loans.items():
        if loan.until and loan.until <= state.month:
            yield f"{corps}'s loan to {loan.borrower} has ended.", "EIA-TRM-06", loan.owner
    if state.la_salle in ("due", "waiting"):
        rule = "EIA-LSLC-06" if state.la_salle == "due" else "EIA-LSLC-07"
        yield "France exchanges a cavalry factor for La Salle's as soon as it has one.", rule
    for leader, exile in state.exiles.items():
        least = leaders.least_exile(exile.rank)
        if least and exile.since + least == state.month:
            yield f"{leader} has been away as long as he had to.", "EIA-TRM-12", exile.power


def _drain(state: Ledger) -> Due:
    """Prisoners die at the end of the reinforcement phase (EIA-PRIS-01 to EIA-PRIS-03)."""
    for holder, nations in state.prisoners.items():
        for nation, counts in list(nations.items()):
            held = [Held(troop, state.prices[troop][0], state.prices[troop][1], count)
                    for troop, count in counts.items()]  # fmt: skip
            dead = prisoners.which_die(held)
            if not dead:
                continue
            left = prisoners.prisoners_left(counts, dead)
            nations[nation] = left
            if not left:
                del nations[nation]
            words = ", ".join(f"{count} {troop}" for troop, count in dead.items())
            yield f"Prisoners of {nation} held by {holder} die: {words}.", "EIA-PRIS-01"


# Naval and Land


def _naval(state: Ledger) -> Due:
    if state.fleets:
        yield from _talk(state, "fleets")
    first = not state.turn or state.turn == state.order()[0]
    for power in [each for each in state.declared_on if first and state.enemies(each)]:
        why = f"War was declared on {power}: its fleets may flee before the first naval movement."
        yield why, "EIA-NAV-04", power
    for name, fleet in sorted(state.fleets.items()):
        if not fleet.blockaded or state.turn not in ("", fleet.power):
            continue
        yield f"{fleet.power} may test the blockade of {name}.", "EIA-BLK-01", fleet.power
        count = naval.squadrons_announced(fleet.ships, state.month - fleet.blockaded)
        if count is not None:
            why = f"{name} was blockaded a full turn: it announces {count} full squadrons."
            yield why, "EIA-NAV-16", fleet.power


def _depots(state: Ledger) -> Due:
    """Who has no depot left to place."""
    for name, power in state.powers.items():
        most = tables.depots(name)
        if len(power.depots) >= most and state.turn in ("", name):
            yield f"{name} has all its {most} depots on the map.", "EIA-DEP-01", name


def _movement(state: Ledger) -> Due:
    if state.paid_access and state.turn in ("", *state.paid_access):
        why = "Each counter that moves by forcible access gives its host the right to declare war."
        yield why, "EIA-ERR-30"


def _supply(state: Ledger) -> Due:
    for corps, loan in sorted(state.loans.items()):
        if state.turn in ("", loan.borrower):
            for why, rule in reminders("foraging"):
                yield f"{corps}, on loan to {loan.borrower}: {why}.", rule
    for name, city in sorted(state.cities.items()) if state.edition >= TOLD_ONCE else ():
        why, when = f"{name} is {city.state}", f"{name}, {months.month_name(city.month)}"
        forage = f"{why}: forage 0 for its garrison and corps there."
        yield from _once(state, forage, "EIA-PIL-12", f"{when}, {city.state}")
        if city.state == cities.BURNED:
            yield from _once(state, f"{why}: no source of supply.", "EIA-BRN-04", when)


def _combat(state: Ledger) -> Due:
    today = state.edition >= TOLD_ONCE
    unsettled = disputed_figures.unsettled_morale if today else disputed_figures.unsettled_figures
    found = [figure.name for figure in unsettled(state)]
    if found and stops(state):
        whose = {name.rpartition(" ")[2] for name in found} if today else {""}
        why = f"The sources dispute, and nobody has settled: {', '.join(found)}."
        about = f"disputed figures{' of ' * today}{', '.join(sorted(whose))}"
        yield from _once(state, why, "EIA-GEN-01", about)


def _conquest(state: Ledger) -> Due:
    for name, minor in sorted(state.minors.items()):
        holder, *others = {*minor.holders.values()} or [""]
        alone = holder and not others
        if alone and all(since and since < state.month for since in minor.held.values()):
            why = f"{holder} has held all cities of {name} for a month: it is conquered."
            yield why, "EIA-ERR-32", holder


# The Economic Phase


def _victory_step(state: Ledger) -> Due:
    for name, power in state.powers.items():
        if power.out:
            yield f"{name} is out of the game: no victory points.", "EIA-UMP-03", name
    if victory.is_last_economic_phase(state.month, state.last):
        yield "The last Economic Phase: the final count follows.", "EIA-WIN-03"


def _victory(night: Night) -> None:
    """Looks who has won; in the last month the manpower is counted."""
    found = _won(night.state)
    if found is not None:
        night.state.winners, night.state.ended = list(found.winners), True
        night.say_all(found.reasons, "victory")


Happens = Callable[[Ledger], Due | None]
OPENINGS: Final[dict[str, Happens]] = {
    "diplomacy": _diplomacy,
    "declarations of war": _declarations,
    "peace": _peace_step,
    "breaking alliances": _breaking,
    "naval reinforcement": _naval_reinforcement,
    "army reinforcement": _army_reinforcement,
    "naval movement": _naval,
    "depot creation and removal": _depots,
    "land movement": _movement,
    "supply": _supply,
    "land combat": _combat,
    "conquest": _conquest,
    "victory points": _victory_step,
    "money and manpower collection": collection,
    "uncontrolled major power control": last_step,
}
CLOSINGS: Final[dict[str, Happens]] = {
    "army reinforcement": _drain,
    "money and manpower collection": close_collection,
    "uncontrolled major power control": recovery,
}
