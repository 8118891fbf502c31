"""Entries about fleets, ports and hulks."""

from __future__ import annotations

from engine.eia import hulks, naval
from engine.eia.ledger.entry import (
    Entry,
    of_both,
    tell_points,
    two_powers,
)
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.ledger.records import Fleet
from engine.eia.reasons import Claim, Claims, plural
from engine.grammar import conjugate, join_names

# Fleets and hulks


class WriteFleet(Entry, name="fleet"):
    """A fleet's strength and whether it is blockaded."""

    def doubt(self, state: Ledger) -> Claims:
        """A fleet that goes over to another power."""
        before = state.fleets.get(self.fleet)
        if before is not None and before.power != self.power:
            yield True, f"{self.fleet} is a fleet of {before.power}; {self.power} would get it."

    async def apply(self, night: Night) -> None:
        """Blockaded since the month when it was said first (EIA-NAV-16)."""
        state, shut = night.state, self.blockaded
        before = state.fleets.get(self.fleet, Fleet("", 0))
        by = self.by or before.by
        since = (before.blockaded or state.month) if shut else 0
        state.fleets[self.fleet] = Fleet(self.power, self.ships, since, by if shut else [])
        whom = f" by {join_names(by)}" if by else ""
        words = f"is blockaded{whom}" if shut else "is at large"
        night.tell("fleet", f"{self.fleet} {words}.", self.power)


class Flee(Entry, name="flee"):
    """A power flees."""

    def refuse(self, state: Ledger) -> Claims:
        """The Flee step (EIA-NAV-04, EIA-NAV-05)."""
        declared = self.power in state.declared_on
        return naval.may_flee(declared, self.troops, bool(state.sailed)).reasons

    async def apply(self, night: Night) -> None:
        """It then stays put (EIA-NAV-06, EIA-NAV-07)."""
        if self.power not in night.state.fled:
            night.state.fled.append(self.power)
        why = f"{self.power} flees with {', '.join(self.fleets)}: no other naval movement."
        night.say(why, "EIA-NAV-06", "fleet", self.power)


class Sail(Entry, name="sail"):
    """Fleets act."""

    def refuse(self, state: Ledger) -> Claims:
        """Who fled does little else (EIA-NAV-06, EIA-NAV-07)."""
        return naval.may_act(self.power in state.fled, self.act).reasons

    async def apply(self, night: Night) -> None:
        """The first movement ends the Flee step (EIA-NAV-04)."""
        if self.act == "movement" and self.power not in night.state.sailed:
            night.state.sailed.append(self.power)
        night.tell("fleet", f"{self.power}: naval {self.act}.", self.power)


class TestBlockade(Entry, name="test-blockade"):
    """A blockade is tested; the adjudicator rolls it."""

    def refuse(self, state: Ledger) -> Claims:
        """Once a port and phase, at the very start of its power's (EIA-BLK-01)."""
        yield self.port in state.tested, f"{self.port} was tested this phase.", "EIA-BLK-01"
        late = self.port in state.fleets and state.fleets[self.port].power in state.sailed
        yield late, "A blockade is tested before its power's fleets move.", "EIA-BLK-01"

    async def apply(self, night: Night) -> None:
        """Not again in this phase."""
        night.state.tested.append(self.port)
        night.say(f"The blockade of {self.port} is tested.", "EIA-BLK-01", "fleet")


class Launch(Entry, name="launch"):
    """Ships are launched."""

    def refuse(self, state: Ledger) -> Claims:
        """A launched ship goes into a fleet or a port (EIA-NAV-08)."""
        unnamed = (self.fleet is None) == (self.port is None)
        yield unnamed, "A launched ship goes into a fleet or into a port.", "EIA-NAV-08"
        fleet = state.fleets.get(self.fleet or "")
        missing = self.fleet is not None and fleet is None
        yield missing, f"There is no fleet {self.fleet}.", "EIA-NAV-08"
        stranger = fleet is not None and fleet.power != self.power
        yield stranger, f"{self.fleet} is not a fleet of {self.power}.", "EIA-NAV-08"

    async def apply(self, night: Night) -> None:
        """Only a harbour is announced (EIA-NAV-08, EIA-NAV-13)."""
        state, power, ships = night.state, self.power, self.ships
        if self.fleet is not None:
            state.fleets[self.fleet].ships += ships
            night.tell("fleet", f"{power} launches ships.", power)
            return
        port = state.loose.setdefault(self.port, {})
        port[power] = port.get(power, 0) + ships
        why = f"{power} launches {ships} ships in {self.port}, without a fleet."
        night.say(why, "EIA-NAV-08", "fleet", power)


class SeaBattle(Entry, name="sea-battle"):
    """A battle of fleets."""

    def refuse(self, state: Ledger) -> Claims:
        """Two powers, one of which wins if anybody does, with fleets that have the ships they
        lose."""
        yield from two_powers(self.attacker, self.defender, self.winner)
        prizes = self.prizes and self.winner is None
        yield prizes, "Nobody won, so nobody took a ship."
        for power, fleets in of_both(self, "_fleets"):
            for name, lost in fleets.items():
                yield _unfit(state, name, power, lost)
        for name in self.prizes if self.winner else ():
            yield _unfit(state, name, self.winner, 0)

    async def apply(self, night: Night) -> None:
        """Its losses and prizes on the fleets, its points, its story."""
        state, winner = night.state, self.winner
        sunk: dict[str, int] = {}
        for power, fleets, lost, points in of_both(self, "_fleets", "_lost", "_points"):
            sunk[power] = max(lost or 0, sum(fleets.values()))
            state.points(power, points)
            for name, number in fleets.items():
                state.fleets[name].ships -= number
        for name, number in self.prizes.items():
            state.fleets[name].ships += number
        one, other = self.attacker, self.defender
        where = f" off {self.place}" if self.place else ""
        won = f"{winner} wins" if winner else "nobody wins"
        ships = " and ".join(f"{power} {plural(sunk[power], 'ship')}" for power in (one, other))
        told = f"{one} and {other} fight at sea{where}: {won}. Lost: {ships}."
        night.tell("sea", told, winner or "")
        for line in self.story:
            night.tell("story", line, winner or "")
        for power, fleets in of_both(self, "_fleets"):
            for name in [name for name in fleets if not state.fleets[name].ships]:
                del state.fleets[name]
                night.tell("sea", f"{name} of {power} is no more.", power)
        tell_points(night, self, "sea")
        if winner and any(sunk.values()):
            why = "Ships of the line and heavy ships sunk leave hulks: they are the winner's."
            night.remind(why, "EIA-HULK-02", winner)


def _unfit(state: Ledger, name: str, power: str, lost: int) -> Claim:
    """Why a fleet of a power can't have lost so many ships."""
    known = state.fleets.get(name)
    if known is None or known.power != power:
        return True, f"{name} is not a fleet of {power} in the ledger."
    why = f"{name} has {plural(known.ships, 'ship')}, not {lost}."
    return lost > known.ships, why


class TakeHulks(Entry, name="hulks"):
    """Hulks on their way to a port."""

    async def apply(self, night: Night) -> None:
        """A die each (EIA-HULK-05, EIA-HULK-10)."""
        gained, of = 0 if self.distance else self.hulks, plural(self.hulks, "hulk")
        for number in range(1, self.hulks + 1) if self.distance else ():
            which = f"hulk {number} of {self.hulks}, more than {self.distance} saves it"
            rolled = await night.roll(f"{self.power}.hulk", (), which)
            gained += hulks.hulk_saved(rolled.die, self.distance)
        stock = night.state.hulks.setdefault(self.port, {})
        stock[self.power] = stock.get(self.power, 0) + gained
        why = f"{gained} of {of} {conjugate('reach', gained)} {self.port}."
        night.say(why, "EIA-HULK-05", "hulk", self.power)


class UseHulk(Entry, name="use-hulk"):
    """A hulk is used up."""

    def _built(self) -> hulks.Built | None:
        """What the ship costs built from a hulk; None for one that can't be."""
        price = hulks.price(self.ship) if self.price is None else self.price
        return hulks.price_from_hulk(self.ship, price)

    def refuse(self, state: Ledger) -> Claims:
        """A hulk of one's own, for a ship that may be built of it (EIA-HULK-06)."""
        have = state.hulks.get(self.port, {}).get(self.power, 0)
        yield not have, f"{self.power} has no hulk in {self.port}.", "EIA-HULK-08"
        yield self._built() is None, f"No {self.ship} is built from a hulk.", "EIA-HULK-06"

    def doubt(self, state: Ledger) -> Claims:
        """A price that the power can't pay (EIA-HULK-07)."""
        made, power = self._built(), state.powers.get(self.power)
        if made is not None and power is not None and power.money < made.price:
            has = f"{self.power} has {power.money} written down"
            yield True, f"It costs {made.price} money, and {has}.", "EIA-HULK-07"

    async def apply(self, night: Night) -> None:
        """Anywhere and in any order (EIA-HULK-07, EIA-HULK-08)."""
        state, power, port = night.state, self.power, self.port
        stock = state.hulks[port]
        stock[power] -= 1
        state.hulks[port] = {name: count for name, count in stock.items() if count}
        night.say(f"{power} builds from a hulk in {port}.", "EIA-HULK-08", "hulk", power)
        made = self._built()
        if made is not None:
            state.pay(power, -made.price)
            due = state.month + made.months
            state.building = sorted([*state.building, [due, power, self.ship, self.at]])
            paid = f"It pays {made.price} money, and the ship is ready in {made.months} months."
            night.say(paid, "EIA-HULK-07", "hulk", power)


class TakePort(Entry, name="port"):
    """A port falls or is raided."""

    async def apply(self, night: Night) -> None:
        """A port falls (EIA-PORT, EIA-NAV-10) or is raided (EIA-HULK-09)."""
        state, port, captor = night.state, self.port, self.captor
        if state.hulks.pop(port, None):
            night.say(f"The hulks in {port} are lost.", "EIA-HULK-09", "port", captor)
        if self.raided:
            return
        loose = sum(state.loose.pop(port, {}).values())
        lost = dict.fromkeys(self.fleets, 1)
        found = naval.port_taken(lost, self.owner is None, loose, self.leaders, captor)
        for name in self.fleets:
            state.fleets.pop(name, None)
        state.captured |= dict.fromkeys(found.leaders_captured, captor)
        if self.owner is not None:
            state.points(self.owner, 2 * found.political_points)
        night.say_all(found.reasons, "port", captor)
