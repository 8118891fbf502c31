"""Entries about prisoners, leaders hurt, cavalry and depots."""

from __future__ import annotations

from engine.eia import depots, leaders, tables, troops
from engine.eia.ledger import roster
from engine.eia.ledger.entry import Entry
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.reasons import Claims, plural


class Prisoners(Entry, name="prisoners"):
    """Prisoners change hands."""

    def _price(self, state: Ledger) -> list[int] | None:
        if self.money is not None and self.manpower is not None:
            return [self.money, self.manpower]
        known = tables.price(self.troop)
        return state.prices.get(self.troop) if known is None else list(known)

    def refuse(self, state: Ledger) -> Claims:
        """The drain has to know what is cheapest; nobody gives back what he hasn't (EIA-PRIS-03,
        EIA-PRIS-04)."""
        have = state.prisoners.get(self.holder, {}).get(self.nation, {}).get(self.troop, 0)
        if state.edition >= roster.KNOWN_TROOPS and self.troop not in troops.TROOPS:
            known = ", ".join(troops.TROOPS)
            yield True, f"{self.troop} is not a kind of troop; one of: {known}.", "EIA-PRIS-04"
            return
        why = f"The price of {self.troop} is not in hand: say its money and manpower."
        yield self._price(state) is None, why, "EIA-PRIS-03"
        yield have + self.number < 0, f"{self.holder} holds {have} of them.", "EIA-PRIS-04"

    async def apply(self, night: Night) -> None:
        """Prisoners by holder, nationality and troop (EIA-PRIS-04)."""
        state, price = night.state, self._price(night.state)
        if price is not None:
            state.prices[self.troop] = price
        stock = state.prisoners.setdefault(self.holder, {}).setdefault(self.nation, {})
        stock[self.troop] = stock.get(self.troop, 0) + self.number
        if not stock[self.troop]:
            del stock[self.troop]
        why = f"{self.holder} holds {plural(sum(stock.values()), 'prisoner')} of {self.nation}."
        night.say(why, "EIA-PRIS-04", "prisoners", self.holder)


class Wound(Entry, name="wound"):
    """A leader is wounded or killed."""

    async def apply(self, night: Night) -> None:
        """A leader is wounded (EIA-LDR-04) or killed (EIA-LSLC-03)."""
        state, leader = night.state, self.leader
        if self.months:
            state.wounded[leader] = leaders.returns(state.month, self.months)
            away = f"{leader} is away {plural(self.months, 'month')}."
            night.say(away, "EIA-LDR-04", "leader")
            return
        state.wounded.pop(leader, None)
        if leader in state.leaders:
            state.leaders[leader].dead = True
        night.tell("leader", f"{leader} is killed.")
        if tables.is_same_name(leader, "La Salle"):
            found = troops.lslc(True, state.la_salle, 0, True)
            state.la_salle = found.state
            night.say_all(found.reasons, "leader", "france")


class LaSalle(Entry, name="la-salle"):
    """La Salle's Light Cavalry comes or goes."""

    def refuse(self, state: Ledger) -> Claims:
        """It is exchanged for a factor, once, and never rebuilt (EIA-LSLC-02)."""
        gone = state.la_salle == "eliminated"
        yield gone, "La Salle's Light Cavalry is never rebuilt.", "EIA-LSLC-02"
        none = self.exchanged and not self.cavalry
        yield none, "France has no cavalry to exchange.", "EIA-LSLC-07"
        twice = self.exchanged and state.la_salle == "field"
        yield twice, "It is in the field: a factor was exchanged for it.", "EIA-LSLC-06"

    async def apply(self, night: Night) -> None:
        """La Salle is available (EIA-LSLC-06, EIA-LSLC-07)."""
        state = night.state
        if self.lost:
            state.la_salle = "eliminated"
            night.say("La Salle's Light Cavalry is gone for good.", "EIA-LSLC-02", "leader")
            return
        found = troops.lslc(True, state.la_salle, self.cavalry, False)
        state.la_salle = "field" if self.exchanged else found.state
        night.say_all(found.reasons, "leader", "france")


class Cavalry(Entry, name="cavalry"):
    """The types of a corps's cavalry."""

    async def apply(self, night: Night) -> None:
        """Kept by corps (EIA-CAV-05)."""
        kept = {kind: count for kind, count in self.cavalry.items() if count}
        if kept:
            night.state.cavalry[self.corps] = kept
        else:
            night.state.cavalry.pop(self.corps, None)
        night.say(f"{self.corps}: its cavalry is written down.", "EIA-CAV-05")


class Depot(Entry, name="depot"):
    """A depot is placed or removed."""

    def refuse(self, state: Ledger) -> Claims:
        """No more depots than a power has (EIA-DEP-01)."""
        name, place = self.power, self.place
        if name not in state.powers:
            yield True, f"{name} is not played in this campaign."
            return
        there = state.powers[name].depots
        full = depots.depots_left(name, len(there)) <= 0 and not self.remove
        yield full, f"{name} has all its {tables.depots(name)} depots on the map.", "EIA-DEP-01"
        article = "a" if place in there else "no"
        twice = (place in there) != self.remove
        yield twice, f"{name} has {article} depot in {place}.", "EIA-DEP-01"

    async def apply(self, night: Night) -> None:
        """The depots of the power, and how many it has left."""
        there = night.state.powers[self.power].depots
        if self.remove:
            there.remove(self.place)
        else:
            there.append(self.place)
            there.sort()
        left = plural(depots.depots_left(self.power, len(there)), "depot")
        does = "removes its depot from" if self.remove else "has a depot in"
        why = f"{self.power} {does} {self.place}: {left} left."
        night.say(why, "EIA-DEP-01", "depot")
