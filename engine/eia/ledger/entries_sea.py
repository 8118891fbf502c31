"""Entries about fleets, ports and hulks."""

from __future__ import annotations

from typing import Any, Final

from engine.documents.fields import Choice, Field, Listed, Named, Perhaps, Text, Whole, folding
from engine.eia import hulks, naval
from engine.eia.ledger.entry import FLAG, HALVES, LABEL, NUMBER, POWER, Entry, always
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.ledger.records import Fleet
from engine.eia.reasons import Reason, applicable, plural
from engine.report import conjugate, join_names

SHIPS: Final = Whole(0, 200, "a number of ships")

# Fleets and hulks

FLEET: Final = (
    Field("fleet", LABEL, "the fleet"),
    Field("power", POWER, "whose it is"),
    Field("ships", SHIPS, "its ships"),
    Field("blockaded", FLAG, "it is blockaded", False),
    *folding(Field("by", Listed(POWER), "the powers whose fleets blockade it", [])),
)


def doubt_fleet(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """A fleet that goes over to another power."""
    before = state.fleets.get(values["fleet"])
    if before is None or before.power == values["power"]:
        return ()
    why = f"{values['fleet']} is a fleet of {before.power}; {values['power']} would get it."
    return (Reason(why, "EIA-SET-03"),)


async def fleet(night: Night, values: dict[str, Any]) -> None:
    """A fleet's strength and whether it is blockaded (EIA-NAV-16)."""
    state, name = night.state, values["fleet"]
    before = state.fleets.get(name)
    since = before.blockaded if before is not None else 0
    shut = values["blockaded"]
    by = values["by"] or (before.by if before is not None else [])
    state.fleets[name] = Fleet(
        values["power"], values["ships"], (since or state.month) if shut else 0, by if shut else []
    )
    whom = f" by {join_names(by)}" if by else ""
    words = f"is blockaded{whom}" if shut else "is at large"
    night.tell("fleet", f"{name} {words}.", who=values["power"])


FLEE: Final = (
    Field("power", POWER, "the power"),
    Field("fleets", Listed(LABEL, 1), "the fleets it moves"),
    Field("troops", FLAG, "they carry troops", False),
)


def refuse_flee(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """The Flee step (EIA-NAV-04, EIA-NAV-05)."""
    declared = values["power"] in state.declared_on
    return naval.may_flee(declared, values["troops"], bool(state.sailed)).reasons


async def flee(night: Night, values: dict[str, Any]) -> None:
    """A power flees, and then stays put (EIA-NAV-06, EIA-NAV-07)."""
    if values["power"] not in night.state.fled:
        night.state.fled.append(values["power"])
    why = f"{values['power']} flees with {', '.join(values['fleets'])}: no other naval movement."
    night.say(Reason(why, "EIA-NAV-06"), "fleet", values["power"])


SAIL: Final = (
    Field("power", POWER, "the power"),
    Field("act", Choice(naval.ACTS, "an act at sea"), "what its fleets do", "movement"),
)


def refuse_sail(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Who fled does little else (EIA-NAV-06, EIA-NAV-07)."""
    return naval.may_act(values["power"] in state.fled, values["act"]).reasons


async def sail(night: Night, values: dict[str, Any]) -> None:
    """Fleets act; the first movement ends the Flee step (EIA-NAV-04)."""
    if values["act"] == "movement" and values["power"] not in night.state.sailed:
        night.state.sailed.append(values["power"])
    night.tell("fleet", f"{values['power']}: naval {values['act']}.", who=values["power"])


TEST: Final = (Field("port", LABEL, "the blockaded port or fleet"),)


def refuse_test(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Once a port and phase, at the very start of its power's (EIA-BLK-01)."""
    again, fleet = values["port"] in state.tested, state.fleets.get(values["port"])
    late = fleet is not None and fleet.power in state.sailed
    return applicable(
        (again, f"{values['port']} was tested this phase.", "EIA-BLK-01"),
        (late, "A blockade is tested before its power's fleets move.", "EIA-BLK-01"),
    )


async def test_blockade(night: Night, values: dict[str, Any]) -> None:
    """A blockade is tested; the adjudicator rolls it."""
    night.state.tested.append(values["port"])
    night.say(Reason(f"The blockade of {values['port']} is tested.", "EIA-BLK-01"), "fleet")


LAUNCH: Final = (
    Field("power", POWER, "whose ships"),
    Field("ships", SHIPS, "how many"),
    Field("fleet", Perhaps(LABEL), "the fleet they join", None),
    Field("port", Perhaps(LABEL), "or the port they lie in", None),
)


def refuse_launch(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """A launched ship goes into a fleet or a port (EIA-NAV-08)."""
    named = (values["fleet"] is None) != (values["port"] is None)
    fleet = state.fleets.get(values["fleet"] or "")
    missing = values["fleet"] is not None and fleet is None
    stranger = fleet is not None and fleet.power != values["power"]
    return applicable(
        (not named, "A launched ship goes into a fleet or into a port.", "EIA-NAV-08"),
        (missing, f"There is no fleet {values['fleet']}.", "EIA-NAV-08"),
        (stranger, f"{values['fleet']} is not a fleet of {values['power']}.", "EIA-NAV-08"),
    )


async def launch(night: Night, values: dict[str, Any]) -> None:
    """Ships are launched; only a harbour is announced (EIA-NAV-08, EIA-NAV-13)."""
    state, power, ships = night.state, values["power"], values["ships"]
    if values["fleet"] is not None:
        state.fleets[values["fleet"]].ships += ships
        night.tell("fleet", f"{power} launches ships.", who=power)
        return
    port = state.loose.setdefault(values["port"], {})
    port[power] = port.get(power, 0) + ships
    why = f"{power} launches {ships} ships in {values['port']}, without a fleet."
    night.say(Reason(why, "EIA-NAV-08"), "fleet", power)


LOST: Final = Named(SHIPS, "ships by fleet")
SEA_BATTLE: Final = (
    Field("attacker", POWER, "who attacked, or whose minor did"),
    Field("defender", POWER, "who was attacked, or whose minor was"),
    Field("winner", Perhaps(POWER), "who won; null: nobody", None),
    Field("place", Perhaps(LABEL), "where", None),
    Field("attacker_fleets", LOST, "ships that fleets of the attacker lost, such as I=3", {}),
    Field("defender_fleets", LOST, "the same of the defender", {}),
    Field("attacker_points", HALVES, "political points of the attacker to add", 0),
    Field("defender_points", HALVES, "political points of the defender to add", 0),
    *folding(
        Field("attacker_lost", Perhaps(NUMBER), "all its ships lost; null: those of its fleets",
              None),
        Field("defender_lost", Perhaps(NUMBER), "the same of the defender", None),
        Field("prizes", LOST, "ships taken, by the fleet of the winner that takes them along", {}),
        Field("story", Listed(Text(most=200), 0, 20), "how it was fought, as the desk tells it",
              []),
    ),
)  # fmt: skip


def refuse_sea_battle(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Two powers, one of which wins if anybody does, with fleets that have the ships they lose."""
    both, winner = (values["attacker"], values["defender"]), values["winner"]
    found = list(
        applicable(
            (both[0] == both[1], "A battle takes two powers.", "EIA-SET-03"),
            (winner not in (None, *both), f"{winner} wasn't in the battle.", "EIA-SET-03"),
            (values["prizes"] and winner is None, "Nobody won, so nobody took a ship.",
             "EIA-SET-03"),
        )
    )  # fmt: skip
    for key in ("attacker", "defender"):
        for name, lost in values[f"{key}_fleets"].items():
            found += _unfit(state, name, values[key], lost)
    for name in values["prizes"] if winner else ():
        found += _unfit(state, name, winner, 0)
    return tuple(found)


def _unfit(state: Ledger, name: str, power: str, lost: int) -> tuple[Reason, ...]:
    """Why a fleet of a power can't have lost so many ships."""
    known = state.fleets.get(name)
    if known is None or known.power != power:
        return (Reason(f"{name} is not a fleet of {power} in the ledger.", "EIA-SET-03"),)
    why = f"{name} has {plural(known.ships, 'ship')}, not {lost}."
    return applicable((lost > known.ships, why, "EIA-SET-03"))


async def fought_at_sea(night: Night, values: dict[str, Any]) -> None:
    """A battle of fleets: its losses and prizes on the fleets, its points, its story."""
    state, winner = night.state, values["winner"]
    gained = {values[key]: values[f"{key}_points"] for key in ("attacker", "defender")}
    lost: dict[str, int] = {}
    for key in ("attacker", "defender"):
        power, fleets = values[key], values[f"{key}_fleets"]
        said = values[f"{key}_lost"]
        lost[power] = max(said or 0, sum(fleets.values()))
        state.points(power, gained[power])
        for name, number in fleets.items():
            state.fleets[name].ships -= number
    for name, number in values["prizes"].items():
        state.fleets[name].ships += number
    one, other = values["attacker"], values["defender"]
    where = f" off {values['place']}" if values["place"] else ""
    won = f"{winner} wins" if winner else "nobody wins"
    ships = " and ".join(f"{power} {plural(lost[power], 'ship')}" for power in (one, other))
    night.tell("sea", f"{one} and {other} fight at sea{where}: {won}. Lost: {ships}.",
               who=winner or "")  # fmt: skip
    for line in values["story"]:
        night.tell("story", line, who=winner or "")
    for key in ("attacker", "defender"):
        for name in [name for name in values[f"{key}_fleets"] if not state.fleets[name].ships]:
            del state.fleets[name]
            night.tell("sea", f"{name} of {values[key]} is no more.", who=values[key])
    if any(gained.values()) and not values["story"]:
        words = ", ".join(f"{power} {halves / 2:+g}" for power, halves in gained.items() if halves)
        night.tell("sea", f"Political points: {words}.", who=winner or "")
    if winner and any(lost.values()):
        why = "Ships of the line and heavy ships sunk leave hulks: they are the winner's."
        night.remind(why, "EIA-HULK-02", winner)


HULKS: Final = (
    Field("power", POWER, "who takes them home"),
    Field("hulks", SHIPS, "how many"),
    Field("port", LABEL, "to which port"),
    Field("distance", Whole(0, 20, "a distance"), "movement points; 0 for a raid's defender"),
)


async def take_hulks(night: Night, values: dict[str, Any]) -> None:
    """Hulks on their way to a port, a die each (EIA-HULK-05, EIA-HULK-10)."""
    state, power, distance = night.state, values["power"], values["distance"]
    gained = 0
    for number in range(1, values["hulks"] + 1):
        if distance == 0:
            gained += 1
        else:
            which = f"hulk {number} of {values['hulks']}, more than {distance} saves it"
            rolled = await night.roll(f"{power}.hulk", (), which)
            gained += hulks.hulk_saved(rolled.die, distance)
    stock = state.hulks.setdefault(values["port"], {})
    stock[power] = stock.get(power, 0) + gained
    of = plural(values["hulks"], "hulk")
    why = f"{gained} of {of} {conjugate('reach', gained)} {values['port']}."
    night.say(Reason(why, "EIA-HULK-05"), "hulk", power)


USE: Final = (
    Field("power", POWER, "who builds"),
    Field("port", LABEL, "where the hulk lies"),
    Field("ship", Choice(hulks.SHIPS, "a ship"), "what is built"),
    *folding(
        Field("at", LABEL, "where it is built, kept secret until it is placed", "a port"),
        Field("price", Perhaps(Whole(0, 99, "a price")),
              "what the ship costs without the hulk; null: as the club's list says", None),
    ),
)  # fmt: skip


def _built(values: dict[str, Any]) -> hulks.Built | None:
    """What the ship costs built from a hulk; None for one that can't be."""
    price = values["price"]
    return hulks.price_from_hulk(
        values["ship"], hulks.price(values["ship"]) if price is None else price
    )


def doubt_use(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """A price that the power can't pay."""
    made, power = _built(values), state.powers.get(values["power"])
    short = made is not None and power is not None and power.money < made.price
    price = made.price if made is not None else 0
    has = power.money if power is not None else 0
    why = f"It costs {price} money, and {values['power']} has {has} written down."
    return applicable((short, why, "EIA-HULK-07"))


def refuse_use(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """A hulk of one's own, for a ship that may be built of it (EIA-HULK-06)."""
    have = state.hulks.get(values["port"], {}).get(values["power"], 0)
    made = _built(values)
    return applicable(
        (not have, f"{values['power']} has no hulk in {values['port']}.", "EIA-HULK-08"),
        (made is None, f"No {values['ship']} is built from a hulk.", "EIA-HULK-06"),
    )


async def use_hulk(night: Night, values: dict[str, Any]) -> None:
    """A hulk is used up, anywhere and in any order (EIA-HULK-07, EIA-HULK-08)."""
    state, power, port = night.state, values["power"], values["port"]
    stock = state.hulks[port]
    stock[power] -= 1
    state.hulks[port] = {name: count for name, count in stock.items() if count}
    made = _built(values)
    if made is not None:
        state.pay(power, -made.price)
        due = state.month + made.months
        state.building.append([due, power, values["ship"], values["at"]])
        state.building.sort()
    night.say(Reason(f"{power} builds from a hulk in {port}.", "EIA-HULK-08"), "hulk", power)
    if made is not None:
        paid = f"It pays {made.price} money, and the ship is ready in {made.months} months."
        night.say(Reason(paid, "EIA-HULK-07"), "hulk", power)


PORT: Final = (
    Field("port", LABEL, "the port"),
    Field("captor", POWER, "who controls it now, or raided it with success"),
    Field("raided", FLAG, "it was raided with success, not taken", False),
    Field("owner", Perhaps(POWER), "the major whose fleets were in it", None),
    Field("fleets", Listed(LABEL), "its fleets that didn't get out", []),
    Field("leaders", Listed(LABEL), "naval leaders with them", []),
)


async def take_port(night: Night, values: dict[str, Any]) -> None:
    """A port falls (EIA-PORT, EIA-NAV-10) or is raided (EIA-HULK-09)."""
    state, port, captor = night.state, values["port"], values["captor"]
    if state.hulks.pop(port, None):
        night.say(Reason(f"The hulks in {port} are lost.", "EIA-HULK-09"), "port", captor)
    if values["raided"]:
        return
    loose = state.loose.pop(port, {})
    found = naval.port_taken(
        dict.fromkeys(values["fleets"], 1), values["owner"] is None, sum(loose.values()),
        values["leaders"], captor,
    )  # fmt: skip
    for name in values["fleets"]:
        state.fleets.pop(name, None)
    for leader in found.captured:
        state.captured[leader] = captor
    if values["owner"] is not None:
        state.points(values["owner"], 2 * found.points)
    for reason in found.reasons:
        night.say(reason, "port", captor)


NAVAL: Final = ("naval movement", "naval combat")

ENTRIES: Final = (
    Entry("fleet", "a fleet's ships, blockaded or not", FLEET, fleet, always, (), doubt_fleet),
    Entry("flee", "a power flees before naval movement", FLEE, flee, refuse_flee,
          ("naval movement",)),
    Entry("sail", "fleets move, intercept, evade or retreat", SAIL, sail, refuse_sail, NAVAL),
    Entry("test-blockade", "a blockade is tested", TEST, test_blockade, refuse_test,
          ("naval movement",)),
    Entry("sea-battle", "a battle of fleets", SEA_BATTLE, fought_at_sea, refuse_sea_battle,
          (), always, (), ("naval movement", "naval combat")),
    Entry("launch", "ships are launched", LAUNCH, launch, refuse_launch),
    Entry("hulks", "hulks are brought home", HULKS, take_hulks),
    Entry("use-hulk", "a ship is built from a hulk", USE, use_hulk, refuse_use, (), doubt_use),
    Entry("port", "a port is taken, or raided with success", PORT, take_port),
)  # fmt: skip
