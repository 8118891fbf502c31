"""Entries about war and peace."""

from __future__ import annotations

from typing import Final

from engine.eia import peace, tables, war
from engine.eia.ledger import entries_cessions as cessions
from engine.eia.ledger import falling_due, roster
from engine.eia.ledger.entries_powers import owe
from engine.eia.ledger.entry import (
    Entry,
    of_both,
    tell_points,
    two_powers,
)
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.ledger.records import Minor, Peace
from engine.eia.reasons import BASE, Claims
from engine.eia.war import Corps, Declaration
from engine.grammar import join_names

OPENED: Final = ("forcible access", "sphere")
"""Rights to declare war at once that another entry opens, to the end of its step."""


class War(Entry, name="war"):
    """A declaration of war on a major."""

    def _declared(self, state: Ledger) -> Declaration:
        power, on, why = self.power, self.on, self.because
        return war.declaration(
            at_war=bool(state.enemies(power)),
            corps=[Corps(True)] * self.enemies_at_home,
            forcible_access=why == "forcible access",
            breach=why == "breach",
            sphere=why == "sphere",
            **falling_due.ties(state, power, on),
        )

    def refuse(self, state: Ledger) -> Claims:
        """War outside its step needs a right that stands open (EIA-ERR-29, EIA-TRM-07, EIA-TRM-08,
        EIA-ALL-09); the rest is of the rules on declarations."""
        power, on, why = self.power, self.on, self.because
        term = state.peace(power, on)
        sphere = term is not None and term.sphere and term.victor == power
        shut = why in OPENED and [power, on, why] not in state.rights
        yield power == on, "A power doesn't declare war on itself."
        yield state.at_war(power, on), "They are at war already."
        late = state.now.name != "declarations of war" and why == "none"
        yield late, "War is declared in its own step."
        yield why == "sphere" and not sphere, "No sphere of influence is in force.", "EIA-TRM-08"
        unforced = f"{on} hasn't used forcible access on {power} in this step."
        yield shut and why == "forcible access", unforced, "EIA-ERR-29"
        kept = f"{on} hasn't declared war in this step on a minor next to {power}'s areas."
        yield shut and why == "sphere" and sphere, kept, "EIA-TRM-07"
        stranger = why == "breach" and state.alliance(power, on) is None
        yield stranger, f"{on} is not an ally of {power}.", "EIA-ALL-09"
        yield from self._declared(state).refused

    async def apply(self, night: Night) -> None:
        """Ends what bound the two, and may call allies, as any does after forcible access too
        (EIA-ERR-31, EIA-ALL-07)."""
        state, power, on = night.state, self.power, self.on
        found = self._declared(state)
        state.points(power, 2 * found.points)
        ally, term = state.alliance(power, on), state.peace(power, on)
        if ally is not None:
            state.alliances.remove(ally)
        if term is not None:
            state.peaces.remove(term)
        _go_to_war(state, power, on)
        night.tell("war", f"{power} declares war on {on}: {found.points} points.", power)
        night.say_all(found.reasons)
        for modifier in found.modifiers if len(found.modifiers) > 1 else ():
            night.say(f"{modifier.value:+} {modifier.why}", modifier.rule)
        _deny(night)
        calls = "EIA-ERR-31" if self.because == "forcible access" else BASE
        night.remind("Both sides may call their allies.", calls)
        for caller, against_power in ((power, on), (on, power)):
            for name in state.powers:
                if war.alliances_at_stake(state.allies(name), caller, against_power):
                    why = f"{name} is an ally of both: called, it has to break one alliance."
                    night.remind(why, "EIA-ALL-07", name)


class JoinWar(Entry, name="join-war"):
    """An ally goes to war on a call."""

    def refuse(self, state: Ledger) -> Claims:
        """An ally answers a call to war; called against another ally it first breaks
        one of the two alliances (EIA-ALL-07)."""
        power, caller, on = self.power, self.caller, self.on
        yield not state.at_war(caller, on), f"{caller} is not at war with {on}."
        yield state.alliance(power, caller) is None, f"{caller} is not an ally of {power}."
        choice = war.alliances_at_stake(state.allies(power), caller, on)
        yield choice, f"{power} has to break one of the two alliances first.", "EIA-ALL-07"
        yield power == on or state.at_war(power, on), "It needs no call."
        bound = state.peace(power, on) is not None
        yield bound, f"An enforced peace of {power} and {on} lasts.", "EIA-PEACE-02"

    async def apply(self, night: Night) -> None:
        """Which is a declaration of war on whom he joins against."""
        _go_to_war(night.state, self.power, self.on)
        why = f"{self.power} goes to war with {self.on}, called by {self.caller}."
        night.tell("war", why, self.power)
        _deny(night)


def _go_to_war(state: Ledger, power: str, on: str) -> None:
    """A war; a power that had war declared on it this turn may flee (EIA-NAV-04)."""
    state.wars = sorted([*state.wars, sorted((power, on))])
    if on not in state.declared_on:
        state.declared_on.append(on)


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


class Battle(
    Entry,
    name="battle",
    former=(("attacker_halves", "attacker_points", 2), ("defender_halves", "defender_points", 2)),
):
    """A battle, siege battle or port raid."""

    def refuse(self, state: Ledger) -> Claims:
        """A battle takes two powers, and one of them wins it if anybody does."""
        yield from two_powers(self.attacker, self.defender, self.winner)
        for power, losses in of_both(self, "_losses"):
            yield from roster.unfit(state, power, losses)

    async def apply(self, night: Night) -> None:
        """Its political points, its losses for the chronicle."""
        one, other, winner = self.attacker, self.defender, self.winner
        for power, points in of_both(self, "_points"):
            night.state.points(power, points)
        where = f" at {self.place}" if self.place else ""
        won = f"{winner} wins" if winner else "nobody wins"
        lost = f"; {one} loses {self.attacker_lost}, {other} {self.defender_lost}"
        told = "" if self.story else lost
        night.tell("battle", f"{one} attacks {other}{where}: {won}{told}.", winner or "")
        for line in self.story:
            night.tell("story", line, winner or "")
        for power, losses in of_both(self, "_losses"):
            for line in roster.lose(night.state, power, losses):
                if not self.story or line.endswith(roster.NO_MORE):
                    night.tell("roster", f"{line}.", power)
        tell_points(night, self, "battle")


class WarOnMinor(Entry, name="war-on-minor"):
    """War on a minor."""

    def refuse(self, state: Ledger) -> Claims:
        """A minor is no power, nor one's own."""
        name = self.minor
        major = {name.lower(), name.title()} & {*tables.POWERS, *tables.IDS}
        yield major, f"{name} is a major power: that is the entry war."
        yield self.controller == self.power, f"{self.power} controls it itself."

    async def apply(self, night: Night) -> None:
        """It may open a victor's right (EIA-TRM-07)."""
        state, power, controller = night.state, self.power, self.controller or ""
        before = state.minors.get(self.minor)
        if before is None or before.controller != controller:
            state.minors[self.minor] = Minor(controller)
        night.tell("war", f"{power} declares war on {self.minor}.", power)
        for term in state.peaces:
            near = term.loser == power and term.sphere and term.victor in self.next_to
            if near and peace.sphere_breached(True, term.unconditional).allowed:
                state.rights.append([term.victor, power, "sphere"])
                why = f"{term.victor} may declare war on {power} at once, in spite of the peace"
                invaded = bool(state.enemies(term.victor))
                unless = ", unless enemy infantry is in its home" if invaded else ""
                night.remind(f"{why}{unless}.", "EIA-TRM-07", term.victor)


class MakePeace(Entry, name="peace"):
    """An enforced peace."""

    def refuse(self, state: Ledger) -> Claims:
        """A peace ends a war (EIA-PEACE-01); three terms are for unconditional surrender only
        (EIA-TRM-07, EIA-TRM-09, EIA-TRM-12)."""
        bound, victor, loser = self.unconditional, self.victor, self.loser
        standing = state.peace(victor, loser)
        lasts = "" if standing is None else f", and have an enforced peace {standing.lasting}"
        yield victor == loser, "A peace takes two powers."
        friends = victor != loser and not state.at_war(victor, loser)
        yield friends, f"{victor} and {loser} are not at war{lasts}.", "EIA-PEACE-01"
        yield self.sphere and not bound, "Spheres need unconditional surrender.", "EIA-TRM-07"
        yield self.denied and not bound, "Denial needs unconditional surrender.", "EIA-TRM-09"
        yield self.exile and not bound, "Exile needs unconditional surrender.", "EIA-TRM-12"
        for leader, rank in self.exile.items():
            yield from roster.stays(state, leader, loser, rank)
        yield from cessions.stays(state, loser, victor, self.ceded, True)

    def doubt(self, state: Ledger) -> Claims:
        """Hungary among what is ceded."""
        return cessions.hungary_last(self.loser, self.ceded)

    async def apply(self, night: Night) -> None:
        """From this phase of this month (EIA-PEACE); with a power's last war ends what its minors
        have done in it (EIA-POL-02)."""
        state, victor, loser = night.state, self.victor, self.loser
        found = peace.enforced_peace_end(state.month, self.months, state.phase)
        state.wars = [each for each in state.wars if each != sorted((victor, loser))]
        both = {victor, loser}
        state.peaces = [each for each in state.peaces if {each.victor, each.loser} != both]
        terms = self.unconditional, self.sphere, self.denied
        state.peaces.append(Peace(victor, loser, found.month, found.phase, *terms, state.month))
        more = ["with a sphere of influence"] if self.sphere else []
        more += ["with co-operation denied"] if self.denied else []
        bound = ", which surrenders unconditionally" if self.unconditional else ""
        whom = f"{loser}{bound}{', ' if more else ''}{join_names(more)}"
        night.tell("peace", f"{victor} forces a peace of {self.months} months on {whom}.")
        night.say_all(found.reasons)
        for leader, rank in self.exile.items():
            roster.exile(night, leader, loser, rank)
        if self.ceded:
            cessions.cede(night, loser, victor, self.ceded)
        if self.reparations:
            owe(night, loser, victor, self.reparations, self.phases)
        _deny(night)
        for name, city in state.cities.items():
            if not city.owner_controls and {city.owner, city.by} == both:
                city.owner_controls = True
                night.remind(f"{name} is {city.owner}'s again, unless it is ceded.", "EIA-REC-01")
        for minor in state.minors.values():
            if minor.controller in both and not state.enemies(minor.controller):
                minor.fought = False
