"""Pillaging and burning of cities; recovery (EIA-PIL, EIA-BRN, EIA-REC, EIA-LIM, EIA-INV)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.eia import tables
from engine.eia.reasons import Reason, applicable
from engine.facts.wordings import wordings

SHEET: Final = "seed_pillage_amounts"
WHOLE, PILLAGED, BURNED = wordings("state of a city")
NATIONS: Final = wordings("nation that sacks cities (eia)")
"""The nations with a rule of their own, as the sheet of limits prints them."""


class Rights(NamedTuple):
    """What a conqueror may do with a city at will, whether he rolls, whether he has to pillage."""

    pillage: bool
    burn: bool
    involuntary: bool
    compelled: bool
    reasons: tuple[Reason, ...]


RULES: Final = {
    "france": "EIA-LIM-01", "france (royalist)": "EIA-LIM-03", "russia": "EIA-LIM-06",
    "spain": "EIA-LIM-09", "turkey": "EIA-LIM-10",
}  # fmt: skip


def rights(
    nation: str,
    controller: str = "",
    leader: str = "",
    cossacks: int = 0,
    emigres: bool = False,
    city: str = "",
) -> Rights:
    """What a nation's corps may do with a city of a kind: "french", "turkish", "african" or ""
    (EIA-LIM-01, EIA-LIM-03, EIA-LIM-10).

    A nation that isn't listed follows its controlling major (EIA-LIM-11).
    """
    reasons: list[Reason] = []
    nation = tables.as_known(nation, NATIONS)
    if nation not in NATIONS:
        reasons.append(Reason(f"As its controller {controller}.", "EIA-LIM-11"))
        nation = controller
    line = tables.row("seed_pillage_limits", nation=NATIONS.get(nation, nation))
    pillage, burn, rolls = (
        line[column] == "yes" for column in ("pillage_at_will", "burn_at_will", "involuntary")
    )
    rule = RULES.get(nation, "EIA-LIM-04")
    reasons.append(Reason(f"{line['nation']}: {_words(pillage, burn, rolls)}.", rule))
    compelled = nation == "austria" and emigres and city == "french"
    massena, suvorov, platov = (
        nation == power and tables.is_same_name(leader, name)
        for power, name in (("france", "Massena"), ("russia", "Suvorov"), ("russia", "Platov"))
    )
    least = tables.NUMBER.findall(tables.cell("seed_pillage_limits", "Russia", "exception"))[-1]
    many = nation == "russia" and cossacks >= int(least)
    abroad = nation == "spain" and city in ("turkish", "african")
    found = applicable(
        (massena, "Massena may pillage.", "EIA-LIM-02"),
        (compelled, "Emigrees always pillage French cities.", "EIA-LIM-05"),
        (suvorov, "Suvorov may do both.", "EIA-LIM-06"),
        (platov, "Platov may pillage.", "EIA-LIM-07"),
        (many, f"{cossacks} cossacks are present.", "EIA-LIM-08"),
        (abroad, "Any Turkish city and any city in Africa.", "EIA-LIM-09"),
    )
    pillage, burn = pillage or bool(found), burn or suvorov or abroad
    return Rights(pillage, burn, rolls, compelled, (*reasons, *found))


def _words(pillage: bool, burn: bool, rolls: bool) -> str:
    if pillage and burn:
        return "both at will" + (", and rolls for the involuntary kind" if rolls else "")
    return "only involuntarily" if rolls else "never"


def why_refused(
    act: str, taken: str, state: str, done_by: str, corps: str, rights: Rights
) -> tuple[Reason, ...]:
    """Why a corps may not pillage or burn a city; empty when it may.

    `done_by` is the corps that has already done so this turn (EIA-PIL-06).
    """
    burns = act == "burn"
    allowed = rights.burn if burns else rights.pillage
    other = done_by not in ("", corps)
    return (
        *applicable(
            (taken == "gates opened", "It was not captured by a siege.", "EIA-PIL-04"),
            (not burns and state != WHOLE, f"It is {state} already.", "EIA-PIL-05"),
            (burns and state == BURNED, "It is burned already.", "EIA-PIL-05"),
            (other, f"{done_by} has done so this turn: one corps only.", "EIA-PIL-06"),
            (done_by == corps != "", "The same corps may not do both.", "EIA-PIL-06"),
        ),
        *(() if allowed else rights.reasons),
    )


class Effects(NamedTuple):
    """What pillaging or burning a city brings and costs; points are political points in halves."""

    money: int
    points_halves: int
    state: str
    reasons: tuple[Reason, ...]


def pillage_money(towers: int, capital: bool) -> int:
    """The money that a city yields (EIA-PIL-07)."""
    half = -(-towers // 2)
    return half * (tables.figure(SHEET, "money gained, major power capital") if capital else 1)


def _halves(item: str) -> int:
    return int(2 * tables.last_number(SHEET, item))


def effects(act: str, state: str, towers: int, capital: bool, taken: str) -> Effects:
    """What happens when a city is pillaged or burned.

    Pillaging costs half a point, two more for a major capital (EIA-PIL-08), nothing when the city
    was stormed or starved, but for a capital (EIA-PIL-09). Burning a city not yet pillaged has all
    of that too (EIA-BRN-01), and costs a point in any case (EIA-BRN-03).
    """
    whole, burns, forced = state == WHOLE, act == "burn", taken in ("storm", "starvation")
    free, first = forced and not capital, whole and capital
    money, times = pillage_money(towers, capital) if whole else 0, " times 5" if capital else ""
    points = _halves("political points for pillaging") if whole and not free else 0
    more = _halves("extra for a major power capital") if first else 0
    fire = _halves("political points for burning") if burns else 0
    none = f"Taken by {taken}: no political point is lost for pillaging."
    reasons = applicable(
        (whole, f"Half of {towers} towers{times}: {money} money.", "EIA-PIL-07"),
        (whole and free, none, "EIA-PIL-09"),
        (whole and not free, f"{points / 2:+} political point.", "EIA-PIL-08"),
        (first, f"{more / 2:+.0f} for a major capital.", "EIA-PIL-08"),
        (first and forced, "A capital: the loss stands.", "EIA-PIL-09"),
        (burns and whole, "Burning pillages too.", "EIA-BRN-01"),
        (burns, f"{fire / 2:+.0f} political point for burning.", "EIA-BRN-03"),
    )
    return Effects(money, points + more + fire, BURNED if burns else PILLAGED, reasons)


def income(province: int, national: int, amount: int, capital: bool) -> tuple[int, int]:
    """Income of a province and of the nation after a pillage of some amount: the province's falls,
    not below 0 (EIA-PIL-10); what is left over for a major capital comes from the nation's, once
    (EIA-PIL-11)."""
    left = max(0, amount - province)
    return max(0, province - amount), max(0, national - left) if capital else national


def manpower(points: int, burned: int) -> int:
    """A province's manpower with some burned cities, not below 0 (EIA-BRN-02)."""
    cell = tables.cell(SHEET, "manpower of the province per burned city")
    each = int(tables.NUMBER.findall(cell)[0])
    return max(0, points + burned * each)


def forage(value: int, state: str) -> int:
    """The forage value around a city (EIA-PIL-12)."""
    return value if state == WHOLE else tables.figure(SHEET, "forage value of the city area")


class Standing(NamedTuple):
    """What a city in some state still does, and why."""

    supplies: bool
    trades: bool
    reasons: tuple[Reason, ...]


def city_standing(state: str) -> Standing:
    """A burned city is no source of supply (EIA-BRN-04) and cannot trade (EIA-BRN-05); a pillaged
    one trades as before (EIA-PIL-13)."""
    found = applicable(
        (state == BURNED, "A burned city is no source of supply.", "EIA-BRN-04"),
        (state == BURNED, "A burned city cannot trade.", "EIA-BRN-05"),
        (state == PILLAGED, "Trade is not touched by pillaging.", "EIA-PIL-13"),
    )
    return Standing(state != BURNED, state != BURNED, found)


class Recovery(NamedTuple):
    """A city's state at the end of an Economic Phase, and the money that was paid."""

    state: str
    paid: int
    reason: Reason | None


def recovery(state: str, towers: int, owner_controls: bool, pays: bool, money: int) -> Recovery:
    """What becomes of a city at the end of an Economic Phase.

    A pillaged one recovers if the province's owner controls it (EIA-REC-01), a burned one only if
    he pays for every tower (EIA-REC-02), and is then pillaged (EIA-REC-03).
    """
    if state == WHOLE:
        return Recovery(WHOLE, 0, None)
    if state == PILLAGED:
        if owner_controls:
            return Recovery(WHOLE, 0, Reason("It recovers by itself.", "EIA-REC-01"))
        return Recovery(PILLAGED, 0, Reason("Its owner doesn't control it.", "EIA-REC-01"))
    price = towers * tables.figure(SHEET, "cost to repair a burned city")
    if owner_controls and pays and money >= price:
        why = f"{price} money rebuild it; it counts as pillaged until the next Economic Phase."
        return Recovery(PILLAGED, price, Reason(why, "EIA-REC-03"))
    why = f"Its owner has to control it and pay {price} money."
    return Recovery(BURNED, 0, Reason(why, "EIA-REC-02"))


def rolls(taken: str, rights: Rights, chose_to: bool, state: str = WHOLE) -> bool:
    """Whether a conqueror rolls for involuntary pillage: after a storm or starvation, if he is
    subject to it and doesn't pillage anyway (EIA-INV-01), at will or because he has to
    (EIA-LIM-05); a burned city has nothing left for it (EIA-PIL-05)."""
    anyway = chose_to or rights.compelled or state == BURNED
    return taken in ("storm", "starvation") and rights.involuntary and not anyway


def involuntary(dice: Sequence[int]) -> str:
    """What the rolls make of a city: pillaged (EIA-INV-01), then burned (EIA-INV-02), or whole."""
    on = [int(tables.NUMBER.findall(line["die"])[-1]) for line in tables.rows("seed_involuntary")]
    if not dice or dice[0] != on[0]:
        return WHOLE
    return BURNED if len(dice) > 1 and dice[1] == on[1] else PILLAGED


class Switches(NamedTuple):
    """Which parts of these rules a game uses (EIA-PIL-01 to EIA-PIL-03)."""

    pillaging: bool
    involuntary: bool


def rules_in_force(
    russia_track: bool, demanded: bool, agreed: bool, no_involuntary: bool
) -> Switches:
    """The rules hold with the Russia track (EIA-PIL-01), by agreement or demand of a scenario
    (EIA-PIL-02), and players may leave parts out (EIA-PIL-03)."""
    on = russia_track or demanded or agreed
    return Switches(on, on and not no_involuntary)
