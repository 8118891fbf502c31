"""Losses of land troops: who dies, and who chooses it (RET-33 to RET-37).

Losses are in thirds of a detachment; what a counter pays tells
engine.land.ground.loss_payments, in which ways a stack does engine.land.ground.loss_ways.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.facts import countries
from engine.facts.board import called, in_or_off
from engine.grammar import join_names
from engine.grammar import thirds as written
from engine.land.ground.loss_payments import Payment, label, loss_in_words, payment_of, remains
from engine.land.ground.loss_ways import Answers, Ways, only_payment, payments
from engine.overseas import active_natives
from engine.play.asks import About, Choose, Option, Told
from engine.play.phase import Phase
from engine.situation import command
from engine.situation.counters import become
from engine.state import forces, sides
from engine.state.forces import Unit


async def lose(
    phase: Phase,
    unit_ids: Sequence[int],
    thirds: int,
    why: str,
    sheet: Mapping[str, Any] | None = None,
) -> int:
    """Takes so many thirds from these counters of one stack; the thirds really lost (RET-34 to
    RET-37).

    The controller chooses who dies, the conscripts of a counter first (C-VET-04). What counters
    cannot express raises the loss; a loss of the whole strength or more destroys all and is no more
    than it. Natives are thinned out as they stand (FIG-28). `sheet` is that of a fight of which the
    losses come before it is told.
    """
    state = phase.state
    units = state.units_by_id(unit_ids)
    if thirds <= 0 or not units:
        return 0
    if units[0].country == sides.NATIVES:
        return _thin(phase, units, thirds, why)
    if thirds >= forces.strength(units):
        payment = payment_of([(unit, unit.thirds) for unit in units])
        _pay(phase, payment, why)
        return payment.thirds
    if len(units) == 1 and units[0].kind != "PASHA":
        payment = only_payment(state, units[0], thirds)
        _pay(phase, payment, why)
        return payment.thirds
    ways, here = payments(state, units, thirds), called(units[0].place)
    count, lost = "" if thirds == 3 else f"{written(thirds)} ", "are" if thirds > 3 else "is"
    return await pay_losses(
        phase, ways, why, "losses", f"Which {count}LD in {here} {lost} lost ({why})?", sheet
    )


def _thin(phase: Phase, units: Sequence[Unit], thirds: int, why: str) -> int:
    """Takes losses from natives, for whom nobody chooses: as few counters as possible are left
    (NAT-A7)."""
    state, place = phase.state, units[0].place
    lost = min(thirds, forces.strength(units))
    left = active_natives.counters(forces.strength(units) - lost)
    for unit in units[1:]:
        state.remove(unit)
    become(state, units[0], left, 0)
    text = f"The natives of {called(place)} lose {written(lost)} LD ({why})."
    sheet = {"country": sides.NATIVES, "thirds": lost, "cause": why}
    phase.tell("losses", text, place, sheet=sheet)
    return lost


async def pay_losses(
    phase: Phase,
    ways: Ways,
    why: str,
    name: str,
    question: str,
    sheet: Mapping[str, Any] | None = None,
) -> int:
    """Loses in one of these `ways`, that which the controller chooses; the thirds lost."""
    if len(ways) == 1:
        payment = ways[0]
    else:
        state, first = phase.state, ways.told[0]
        alliance = sides.alliance_of(state, first.country)
        here = sides.stack(state, first.place, alliance, first.position)
        before = {unit.id: unit for unit in ways.told}  # as they stand while one decides

        def told(answer: str) -> Option:
            lost = [(before[number], part) for number, part in ways.of_key(answer).lost]
            if ways.read_alike:  # in order of their ids, pashas last
                lost.sort(key=lambda each: (each[0].kind == "PASHA", each[0].id))
            return Option(answer, loss_in_words(lost, ways.read_alike))

        def about() -> dict[str, Any]:
            pairs = sorted(ways.paying())
            units = [before[number] for number in sorted({number for number, _ in pairs})]
            pays = {f"{number}:{part}": loss_in_words([(before[number], part)], named=True)
                    for number, part in pairs}  # fmt: skip
            kept = {str(unit.id): label(unit, 0, True, named=True)[0] for unit in units}
            found = {"place": here.place, "units": [unit.id for unit in units], "pays": pays,
                     "counters": kept}  # fmt: skip
            return found if sheet is None else {**found, "sheet": sheet}

        key = await Choose(
            who=sides.decider(state, command.commanding_country(state, here.units, here.leaders)),
            name=name,
            what=question,
            about=About(about),
            options=Told(
                Answers(ways), told, lambda draw: ways.in_order_of_keys(draw(len(ways))).key
            ),
            enter=lambda: ways[0].key,
        )
        payment = ways.of_key(key)
    _pay(phase, payment, why)
    return payment.thirds


def _pay(phase: Phase, payment: Payment, why: str) -> None:
    state = phase.state
    told = [(state.units[number], part) for number, part in payment.lost]
    text, units = loss_in_words(told), sorted(told, key=lambda each: each[0].id)
    place, country = units[0][0].place, units[0][0].country
    for unit, lost in units:
        become(state, unit, remains(unit, lost), unit.veterans)
    lost_by: dict[str, list[int]] = {}
    for unit, lost in units:
        lost_by.setdefault(unit.country, [0, 0])[0] += lost
    sheet: dict[str, Any] = {"country": country, "thirds": payment.thirds, "cause": why}
    lose = countries.does(country, "lose")
    if len(lost_by) > 1:
        lose = f"{join_names(map(countries.with_article, lost_by))} lose"
        sheet = {"cause": why, "lost": lost_by}
    phase.tell(
        "losses",
        f"{lose} {written(payment.thirds)} LD {in_or_off(place)} ({why}): {text}.",
        place,
        country,
        sheet,
    )
