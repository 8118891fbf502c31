"""After a fight at sea: captures, gold, what both fleets lose (PUR-20 to PUR-25, NLS)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.facts import countries
from engine.facts.board import name_of
from engine.fleets import fleet_counters, fleets, gold
from engine.grammar import conjugate, join_names
from engine.land.battle import aftermath as after
from engine.play.asks import Choose, Option
from engine.play.phase import Phase
from engine.sea.battle_math import battle as fighting
from engine.sea.battle_math import losses
from engine.sea.battle_math.battle import Fought
from engine.sea.battle_math.fleet_in_battle import Fleet
from engine.sea.battle_math.parameters import Both
from engine.sea.under_way import carried_troops
from engine.state import sides

NOTHING: Final = "nothing"

SUNK, SEIZED, LOOSE = 5, 10, 5
"""Per NTD captured in a pursuit: ducats sunk and seized; per other ship when no NTD is left."""


async def apply_losses(
    phase: Phase, zone: str, both: Both, fought: Fought, told: losses.Told
) -> tuple[list[tuple[int, ...]], list[int]]:
    """Captures of the pursuit, then what both fleets lose: counters left, thirds lost.

    PUR-20 to PUR-24, NLS: they are applied now, before the retreats (NLS-15, NLS-A3), and with them
    the gold and the troops that find no room any more (CMB-27, CMB-28). The questions say what is
    `told` of the battle: who has won.
    """
    left = [force.unit_ids for force in both]
    prizes: list[dict[str, int]] = [{}, {}]
    winner = fought.winner
    if winner is not None and (stars := fighting.pursuit_stars(fought)):
        beaten = both[1 - winner]
        ducats = gold.ducats_aboard(phase.state, beaten.units(phase.state))
        prizes[1 - winner] = await _capture(phase, zone, both, fought, stars, ducats, told)
        captor = fought.setup.forces[winner].name
        plunder(phase, zone, ducats, beaten.unit_ids, prizes[1 - winner], captor)
    lost = []
    for at, force in enumerate(fought.setup.forces):
        found = losses.toll(force.side, fought.suffered(at), winner == at, prizes[at])
        lost.append(found.lost)
        routed = fought.routed(at)
        ducats = gold.ducats_aboard(phase.state, phase.state.units_by_id(left[at]))
        left[at] = await losses.suffer(phase, zone, left[at], force.side, found.dealt, routed, told)
        gold.keep(phase, phase.state.units_by_id(left[at]), ducats, zone)
        if prizes[at]:
            await carried_troops.lose_with_captures(phase, zone, both[at].alliance, prizes[at])
        await carried_troops.drop_excess(phase, zone, both[at].alliance, left[at])
        _tell_losses(phase, zone, force.side, found)
    if winner is not None and left[winner] and prizes[1 - winner]:
        left[winner] = await _man(phase, zone, fought, left[winner], prizes[1 - winner], told)
    return left, lost


def _tell_losses(phase: Phase, zone: str, fleet: Fleet, found: losses.Toll) -> None:
    dealt = found.dealt
    parts = [
        f"{after.battle_losses(number, 'ND')} {fate}"
        for number, fate in (
            (dealt.damaged, "damaged"), (dealt.destroyed, "destroyed"), (dealt.refitted, "refitted")
        )
        if number
    ]  # fmt: skip
    if parts:
        text = f"{countries.country_name(fleet.country)}: {', '.join(parts)}."
        sheet = {"country": fleet.country, "afloat": dealt.destroyed, "cause": "the battle"}
        phase.tell("losses", text, zone, sides.decider(phase.state, fleet.country), sheet)


async def _capture(
    phase: Phase, zone: str, both: Both, fought: Fought, stars: int, ducats: int, told: losses.Told
) -> dict[str, int]:
    """The pursuer takes ships, one kind for each star; what was taken by kind (PUR-20, PUR-21).

    Each choice says what it would cost the pursued of the `ducats` they carry (PUR-23, PUR-24).
    """
    assert fought.winner is not None
    beaten = both[1 - fought.winner]
    who = sides.decider(phase.state, fought.setup.forces[fought.winner].name)
    taken: dict[str, int] = {}
    owned: dict[str, dict[str, int]] = {}
    for star in range(stars):
        enemies = beaten.units(phase.state)
        held = {
            f"{country}.{kind}": number
            for country in sorted({unit.country for unit in enemies})
            for kind, number in fleets.ships(
                unit for unit in enemies if unit.country == country
            ).items()
            if kind in losses.PER_STAR
        }
        if not held:
            break
        chosen = await Choose(
            who=who,
            name="capture",
            what=f"Which ships are captured in {name_of(zone)} (star {star + 1} of {stars})?",
            about={"place": zone, "units": [unit.id for unit in enemies], **told},
            options=[
                _prize(key, number, _gold(ducats, taken, key, held)) for key, number in held.items()
            ]
            + [Option(NOTHING, "none", "they get away")],
            enter=max(held, key=lambda key: (losses.PER_STAR[key.partition(".")[2]], held[key])),
        )
        if chosen == NOTHING:
            continue
        owner, _, kind = chosen.partition(".")
        for _ in range(min(losses.PER_STAR[kind], held[chosen])):
            fleet_counters.take_ship(phase.state, beaten.unit_ids, owner, kind)
            taken[kind] = taken.get(kind, 0) + 1
            own = owned.setdefault(owner, {})
            own[kind] = own.get(kind, 0) + 1
    if taken:
        are = conjugate("be captured", sum(taken.values()))
        gone = [
            f"{fleets.ships_in_words(own)} of {countries.with_article(name)}"
            for name, own in owned.items()
        ]
        text = f"{join_names(gone)} {are}."
        phase.tell("capture", text, zone, who, {"ships": taken})
    return taken


def _prize(key: str, number: int, detail: str) -> Option:
    owner, _, kind = key.partition(".")
    count = min(number, losses.PER_STAR[kind])
    return Option(key, f"{count} {kind} of {countries.with_article(owner)}", detail)


def _gold(ducats: int, taken: Mapping[str, int], key: str, held: Mapping[str, int]) -> str:
    """What a choice adds to the ducats seized and sunk, "" for nothing."""
    kind = key.partition(".")[2]
    count = min(held[key], losses.PER_STAR[kind])
    transports = sum(number for each, number in held.items() if each.endswith(".NTD"))
    then = {**taken, kind: taken.get(kind, 0) + count}
    left = transports - (count if kind == "NTD" else 0)
    before = gold_lost_in_pursuit(ducats, dict(taken), transports > 0)
    after = gold_lost_in_pursuit(ducats, then, left > 0)
    seized, sunk = (new - old for new, old in zip(after, before, strict=True))
    said = [f"{seized} ducats seized"] if seized else []
    return ", ".join([*said, *([f"{sunk} sunk"] if sunk > 0 else [])])


async def _man(
    phase: Phase, zone: str, fought: Fought, left: tuple[int, ...], taken: Mapping[str, int],
    told: losses.Told,
) -> tuple[int, ...]:  # fmt: skip
    """Captured ships join the pursuing stack, under any nationality already in it (PUR-21)."""
    assert fought.winner is not None
    nations = sorted({phase.state.units[number].country for number in left})
    crew = await Choose(
        who=sides.decider(phase.state, fought.setup.forces[fought.winner].name),
        name="prize-crew",
        what=f"Who mans {fleets.ships_in_words(taken)} captured in {name_of(zone)}?",
        about={"place": zone, "ships": dict(taken), **told},
        options=[Option(name, countries.country_name(name)) for name in nations],
        enter=nations[0],
    )
    are = conjugate("be", sum(taken.values()))
    text = (
        f"{fleets.ships_in_words(taken)} {are} manned by {countries.with_article(crew)} (PUR-21)."
    )
    phase.tell("capture", text, zone, sides.decider(phase.state, crew))
    last = phase.state.last_unit
    for kind, number in taken.items():
        for _ in range(number):
            losses.man_prize(phase.state, left, crew, kind)
    return tuple(losses.alive(phase.state, left, last))


def gold_lost_in_pursuit(
    ducats: int, taken: dict[str, int], transports_left: bool
) -> tuple[int, int]:
    """What a pursuit costs of the gold aboard: ducats seized, and ducats sunk (PUR-23, PUR-24).

    Never more than there is, the seized part first (PUR-A6).
    """
    prizes = SEIZED * taken.get("NTD", 0)
    if not transports_left:
        prizes += LOOSE * sum(number for kind, number in taken.items() if kind != "NTD")
    prizes = min(ducats, prizes)
    return prizes, min(ducats - prizes, SUNK * taken.get("NTD", 0))


def plunder(
    phase: Phase, zone: str, before: int, left: Sequence[int], taken: dict[str, int], captor: str
) -> None:
    """Gold of a pursued stack is seized, booked at once and tracked no further (PUR-23 to 25).

    `before` are the ducats it carried before the capture, `captor` who pursues it (CMB-34).
    """
    state = phase.state
    units = state.units_by_id(left)
    prizes, sunk = gold_lost_in_pursuit(before, taken, bool(fleets.ships(units).get("NTD")))
    gold.settle(state, units, before - prizes - sunk)
    if prizes or sunk:
        state.countries[captor].treasury += prizes
        lost = f"; {sunk} are sunk" if sunk else ""
        text = f"{countries.does(captor, 'seize')} {prizes} ducats of gold{lost}."
        phase.tell("gold", text, zone, sides.decider(state, captor))
