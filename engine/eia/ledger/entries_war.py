"""Entries about war, peace, alliances and access."""

from __future__ import annotations

from typing import Any, Final

from engine.documents.complaints import Complaints
from engine.documents.fields import Choice, Field, Listed, Named, Perhaps, Text, Whole, folding
from engine.eia import leaders, peace, tables, war
from engine.eia.ledger import dues, roster
from engine.eia.ledger import entries_cessions as cessions
from engine.eia.ledger.entries_alliances import (
    ACCESS,
    ALLIANCE,
    BREAK,
    FORCIBLE,
    MONTHS,
    ally,
    break_alliance,
    doubt_force,
    force_access,
    grant,
    refuse_access,
    refuse_alliance,
    refuse_break,
    refuse_force,
)
from engine.eia.ledger.entry import FLAG, HALVES, LABEL, NUMBER, POWER, Entry, always, counts
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.ledger.records import Debt, Minor, Peace
from engine.eia.reasons import Reason, applicable
from engine.eia.war import Corps, Declaration
from engine.report import join_names

RELIEFS: Final = ("none", "forcible access", "breach", "sphere")
OPENED: Final = ("forcible access", "sphere")
"""Rights to declare war at once that another entry opens, to the end of its step."""

# War and peace

WAR: Final = (
    Field("power", POWER, "who declares war"),
    Field("on", POWER, "on whom"),
    *folding(
        Field("enemies_at_home", NUMBER, "unbesieged enemy infantry corps in the power's home "
              "nation, islands apart", 0),
        Field("because", Choice(RELIEFS, "a right to declare at once"),
              "what lets it declare at once, if anything", "none"),
    ),
)  # fmt: skip


def _declared(state: Ledger, values: dict[str, Any]) -> Declaration:
    power, on, why = values["power"], values["on"], values["because"]
    broken = state.broke(power, on)
    return war.declaration(
        at_war=bool(state.enemies(power)),
        corps=[Corps(True)] * values["enemies_at_home"],
        peace_lasts=state.peace(power, on) is not None,
        allied=state.alliance(power, on) is not None,
        broke_alliance=broken is not None,
        turns_since=0 if broken is None else dues.turns_waited(state, broken),
        other_broke=broken is not None and broken.breaker != power,
        forcible_access=why == "forcible access",
        breach=why == "breach",
        sphere=why == "sphere",
    )


def refuse_war(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """War outside its step needs a right that stands open; the rest is of the rules on
    declarations."""
    power, on, why = values["power"], values["on"], values["because"]
    term = state.peace(power, on)
    sphere = term is not None and term.sphere and term.victor == power
    shut = why in OPENED and [power, on, why] not in state.rights
    stranger = why == "breach" and state.alliance(power, on) is None
    late = state.now.name != "declarations of war" and why == "none"
    return (
        *applicable(
            (power == on, "A power doesn't declare war on itself.", "EIA-SET-03"),
            (state.at_war(power, on), "They are at war already.", "EIA-SET-03"),
            (late, "War is declared in its own step.", "EIA-SET-03"),
            (why == "sphere" and not sphere, "No sphere of influence is in force.", "EIA-TRM-08"),
            (
                shut and why == "forcible access",
                f"{on} hasn't used forcible access on {power} in this step.",
                "EIA-ERR-29",
            ),
            (
                shut and why == "sphere" and sphere,
                f"{on} hasn't declared war in this step on a minor next to {power}'s areas.",
                "EIA-TRM-07",
            ),
            (stranger, f"{on} is not an ally of {power}.", "EIA-ALL-09"),
        ),
        *_declared(state, values).refused,
    )


async def declare(night: Night, values: dict[str, Any]) -> None:
    """A declaration of war on a major."""
    state, power, on = night.state, values["power"], values["on"]
    found = _declared(state, values)
    state.points(power, 2 * found.points)
    ally, term = state.alliance(power, on), state.peace(power, on)
    if ally is not None:
        state.alliances.remove(ally)
    if term is not None:
        state.peaces.remove(term)
    state.wars.append(sorted((power, on)))
    state.wars.sort()
    _declared_on(state, on)
    night.tell("war", f"{power} declares war on {on}: {found.points} points.", who=power)
    for reason in found.reasons:
        night.say(reason)
    for modifier in found.modifiers if len(found.modifiers) > 1 else ():
        night.say(Reason(f"{modifier.value:+} {modifier.why}", modifier.rule))
    _deny(night)
    night.remind("Both sides may call their allies.", "EIA-ERR-31")
    for caller, against_power in ((power, on), (on, power)):
        for name in state.powers:
            if war.alliances_at_stake(state.allies(name), caller, against_power):
                why = f"{name} is an ally of both: called, it has to break one alliance."
                night.remind(why, "EIA-ALL-07", name)


JOIN: Final = (
    Field("power", POWER, "who answers the call"),
    Field("caller", POWER, "the ally who calls"),
    Field("on", POWER, "against whom"),
)


def refuse_join(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """An ally answers a call to war; called against another ally it first breaks one of the two
    alliances (EIA-ALL-07)."""
    power, caller, on = values["power"], values["caller"], values["on"]
    choice = war.alliances_at_stake(state.allies(power), caller, on)
    no_ally = state.alliance(power, caller) is None
    return applicable(
        (not state.at_war(caller, on), f"{caller} is not at war with {on}.", "EIA-ERR-31"),
        (no_ally, f"{caller} is not an ally of {power}.", "EIA-ERR-31"),
        (choice, f"{power} has to break one of the two alliances first.", "EIA-ALL-07"),
        (power == on or state.at_war(power, on), "It needs no call.", "EIA-ERR-31"),
        (
            state.peace(power, on) is not None,
            f"An enforced peace of {power} and {on} lasts.",
            "EIA-PEACE-02",
        ),
    )


async def join(night: Night, values: dict[str, Any]) -> None:
    """An ally goes to war on a call, which is a declaration of war on whom he joins against."""
    night.state.wars.append(sorted((values["power"], values["on"])))
    night.state.wars.sort()
    said = f"{values['power']} goes to war with {values['on']}, called by {values['caller']}."
    night.tell("war", said, who=values["power"])
    _declared_on(night.state, values["on"])
    _deny(night)


def _declared_on(state: Ledger, power: str) -> None:
    """A power that had war declared on it this turn may flee (EIA-NAV-04)."""
    if power not in state.declared_on:
        state.declared_on.append(power)


def _deny(night: Night) -> None:
    """Ends access agreements, either way, of losers who are denied co-operation with nations at war
    with the victor (EIA-TRM-10)."""
    state = night.state
    for term in [term for term in state.peaces if term.denied]:
        for pair in [pair for pair in state.access if term.loser in pair]:
            other = pair[0] if pair[1] == term.loser else pair[1]
            if peace.cancelled_access([other], state.enemies(term.victor)):
                state.access.remove(pair)
                night.remind(f"{other}'s access with {term.loser} ends at once.", "EIA-TRM-10")


CORPS_LOSSES: Final = counts("factors by corps and troop")
BATTLE: Final = (
    Field("attacker", POWER, "who attacked, or whose minor did"),
    Field("defender", POWER, "who was attacked, or whose minor was"),
    Field("place", Perhaps(LABEL), "where", None),
    Field("winner", Perhaps(POWER), "who won; null: nobody", None),
    Field("attacker_points", HALVES, "political points of the attacker to add", 0),
    Field("defender_points", HALVES, "political points of the defender to add", 0),
    *folding(Field("attacker_lost", NUMBER, "factors or ships that the attacker lost", 0),
             Field("defender_lost", NUMBER, "factors or ships that the defender lost", 0)),
    Field("attacker_losses", CORPS_LOSSES, "of them by corps of the roster, such as I infantry=3",
          {}),
    Field("defender_losses", CORPS_LOSSES, "the same of the defender", {}),
    *folding(Field("story", Listed(Text(most=200), 0, 20),
                   "how it was fought, as the desk tells it", [])),
)  # fmt: skip


def refuse_battle(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """A battle takes two powers, and one of them wins it if anybody does."""
    both = (values["attacker"], values["defender"])
    stranger = values["winner"] is not None and values["winner"] not in both
    return applicable(
        (both[0] == both[1], "A battle takes two powers.", "EIA-SET-03"),
        (stranger, f"{values['winner']} wasn't in the battle.", "EIA-SET-03"),
    ) + tuple(
        reason
        for key in ("attacker", "defender")
        for reason in roster.unfit(state, values[key], values[f"{key}_losses"])
    )


async def fought(night: Night, values: dict[str, Any]) -> None:
    """A battle, siege battle or port raid: its political points, its losses for the chronicle."""
    one, other, winner = values["attacker"], values["defender"], values["winner"]
    for key in ("attacker", "defender"):
        night.state.points(values[key], values[f"{key}_points"])
    where = f" at {values['place']}" if values["place"] else ""
    won = f"{winner} wins" if winner else "nobody wins"
    lost = f"{one} loses {values['attacker_lost']}, {other} {values['defender_lost']}"
    told = "" if values["story"] else f"; {lost}"
    night.tell("battle", f"{one} attacks {other}{where}: {won}{told}.", who=winner or "")
    for line in values["story"]:
        night.tell("story", line, who=winner or "")
    for key in ("attacker", "defender"):
        for said in roster.lose(night.state, values[key], values[f"{key}_losses"]):
            if not values["story"] or said.endswith(roster.NO_MORE):
                night.tell("roster", f"{said}.", who=values[key])
    gained = {one: values["attacker_points"], other: values["defender_points"]}
    if any(gained.values()) and not values["story"]:
        said = ", ".join(f"{power} {halves / 2:+g}" for power, halves in gained.items() if halves)
        night.tell("battle", f"Political points: {said}.", who=winner or "")


WAR_ON_MINOR: Final = (
    Field("power", POWER, "who declares war"),
    Field("minor", LABEL, "on which minor"),
    Field("controller", Perhaps(POWER), "who controls it then", None),
    Field("next_to", Listed(POWER), "powers that control an area next to it", []),
)


def refuse_minor(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """A minor is no power, nor one's own."""
    name, power = values["minor"], values["power"]
    return applicable(
        (
            {name.lower(), name.title()} & {*tables.POWERS, *tables.IDS},
            f"{name} is a major power: that is the entry war.",
            "EIA-SET-03",
        ),
        (values["controller"] == power, f"{power} controls it itself.", "EIA-SET-03"),
    )


async def declare_on_minor(night: Night, values: dict[str, Any]) -> None:
    """War on a minor, which may open a victor's right (EIA-TRM-07)."""
    state, power = night.state, values["power"]
    before = state.minors.get(values["minor"])
    if before is None or before.controller != (values["controller"] or ""):
        state.minors[values["minor"]] = Minor(values["controller"] or "")
    night.tell("war", f"{power} declares war on {values['minor']}.", who=power)
    for term in state.peaces:
        if term.loser == power and term.sphere and term.victor in values["next_to"]:
            found = peace.sphere_breached(True, term.unconditional)
            if found.allowed:
                state.rights.append([term.victor, power, "sphere"])
                why = f"{term.victor} may declare war on {power} at once, in spite of the peace"
                unless = ", unless enemy infantry is in its home" * bool(state.enemies(term.victor))
                night.remind(f"{why}{unless}.", "EIA-TRM-07", term.victor)


class Ranked(Choice):
    """A rank, or "yes" for that of the roster."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The rank; empty for that of the roster."""
        if value is True or value == "":
            return ""
        return super().read(value, path, complaints)


RANKED: Final = Ranked(leaders.RANKS, "a rank")
PEACE: Final = (
    Field("victor", POWER, "the victor"),
    Field("loser", POWER, "the loser"),
    Field("months", MONTHS, "how long the enforced peace lasts", 18),
    Field("unconditional", FLAG, "the loser surrenders unconditionally", False),
    Field("sphere", FLAG, "with a sphere of influence", False),
    Field("denied", FLAG, "with co-operation denied", False),
    Field("exile", Named(RANKED, "leaders, each with his rank where the roster has none"),
          "the loser's leaders who go into exile", {}),
    Field("ceded", Listed(LABEL), "minors and provinces that the loser cedes", []),
    Field("reparations", NUMBER, "money that the loser pays, of the base rules", 0),
    *folding(Field("phases", Whole(1, 2, "Economic Phases"),
                   "over how many the reparations are paid, as the loser chooses", 1)),
)  # fmt: skip


def refuse_peace(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """A peace ends a war; two terms are for unconditional surrender only."""
    bound, victor, loser = values["unconditional"], values["victor"], values["loser"]
    standing = state.peace(victor, loser)
    lasts = "" if standing is None else f", and have an enforced peace {standing.lasting}"
    return applicable(
        (victor == loser, "A peace takes two powers.", "EIA-SET-03"),
        (
            victor != loser and not state.at_war(victor, loser),
            f"{victor} and {loser} are not at war{lasts}.",
            "EIA-PEACE-01",
        ),
        (values["sphere"] and not bound, "Spheres need unconditional surrender.", "EIA-TRM-07"),
        (values["denied"] and not bound, "Denial needs unconditional surrender.", "EIA-TRM-09"),
        (bool(values["exile"]) and not bound, "Exile needs unconditional surrender.", "EIA-TRM-12"),
    ) + tuple(
        reason
        for leader, rank in values["exile"].items()
        for reason in roster.stays(state, leader, loser, rank)
    ) + cessions.stays(state, loser, victor, values["ceded"], True)  # fmt: skip


def doubt_peace(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Hungary among what is ceded."""
    return cessions.hungary_last(values["loser"], values["ceded"])


async def make_peace(night: Night, values: dict[str, Any]) -> None:
    """An enforced peace, from this phase of this month (EIA-PEACE); with a power's last war ends
    what its minors have done in it (EIA-POL-02)."""
    state, victor, loser = night.state, values["victor"], values["loser"]
    found = peace.enforced_peace_end(state.month, values["months"], state.phase)
    state.wars = [each for each in state.wars if each != sorted((victor, loser))]
    state.peaces = [each for each in state.peaces if {each.victor, each.loser} != {victor, loser}]
    made = Peace(
        victor, loser, found.month, found.phase, values["unconditional"], values["sphere"],
        values["denied"], state.month,
    )  # fmt: skip
    state.peaces.append(made)
    terms = [
        said for key, said in (("sphere", "with a sphere of influence"),
                               ("denied", "with co-operation denied"))
        if values[key]
    ]  # fmt: skip
    bound = ", which surrenders unconditionally" if values["unconditional"] else ""
    said = f"{loser}{bound}{', ' if terms else ''}{join_names(terms)}"
    night.tell("peace", f"{victor} forces a peace of {values['months']} months on {said}.")
    for reason in found.reasons:
        night.say(reason)
    for leader, rank in values["exile"].items():
        roster.exile(night, leader, loser, rank)
    if values["ceded"]:
        cessions.cede(night, loser, victor, values["ceded"])
    if values["reparations"]:
        left = list(peace.instalments(values["reparations"], values["phases"]))
        state.debts.append(Debt(loser, victor, left))
        why = f"{loser} owes {victor} {values['reparations']} money."
        night.say(Reason(why, "EIA-TRM-01"), "debt", loser)
    _deny(night)
    for name, city in state.cities.items():
        if not city.owner_controls and {city.owner, city.by} == {victor, loser}:
            city.owner_controls = True
            night.remind(f"{name} is {city.owner}'s again, unless it is ceded.", "EIA-REC-01")
    for minor in state.minors.values():
        if minor.controller in (victor, loser) and not state.enemies(minor.controller):
            minor.fought = False


# Alliances and access


ENTRIES: Final = (
    Entry("war", "a declaration of war on a major power", WAR, declare, refuse_war),
    Entry("join-war", "an ally answers a call to war", JOIN, join, refuse_join),
    Entry("battle", "a battle or port raid", BATTLE, fought, refuse_battle, (), always,
          (("attacker_halves", "attacker_points", 2), ("defender_halves", "defender_points", 2)),
          ("naval movement", "naval combat", "land movement", "land combat", "guerrilla")),
    Entry("war-on-minor", "a declaration of war on a minor", WAR_ON_MINOR, declare_on_minor,
          refuse_minor),
    Entry("peace", "an enforced peace with its terms", PEACE, make_peace, refuse_peace, (),
          doubt_peace, (), ("peace", "money and manpower collection")),
    Entry("alliance", "a new alliance", ALLIANCE, ally, refuse_alliance, ("creating alliances",)),
    Entry("break-alliance", "an alliance broken", BREAK, break_alliance, refuse_break),
    Entry("access", "access granted", ACCESS, grant, refuse_access),
    Entry("forcible-access", "a counter moves by forcible access", FORCIBLE, force_access,
          refuse_force, (), doubt_force),
)  # fmt: skip
