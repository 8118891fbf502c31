"""A battle to watch: two facing columns, morale as pips that go out, losses as counters that fall.

It shows a battle as far as some of its rolls; the sheet that players draw (combat_sheet) has all of
the figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any, Final

from rich.cells import cell_len

from engine.grammar import thirds
from tui.words.combat_sheet import ROLLS, losses, reasons
from tui.words.line import Bit, Line, line, pad, truncate
from tui.words.places import country_name

LEGEND: Final = (
    "● morale · ■ 1 LD · | 1 LD hit, . a third, : two thirds, * a star of morale",
    "● morale ■ LD · | LD . third : two thirds * star",
    "● morale ■ LD  | . : LD hit  * star",
)
ONE: Final = 3  # thirds of an LD
WORDS: Final = 64  # columns from which a die says in words what it does
LOW: Final = 8  # rows below which a side is a row
NAME: Final = 9  # letters of a country in a row of a die

NOTHING: Final = "nothing"
SEVEN: Final = "small7"  # the die of a stack of exactly 7 LD
OWN: Final = ("losses", "casualty", "wound")  # dice for what befalls one's own side

Sheet = Mapping[str, Any]


def battle_lines(
    sheet: Sheet, width: int, shown: int | None = None, height: int = 99
) -> list[Line]:
    """A battle after so many of its rolls (all, if None), the latest rolls as there is room."""
    half = (width - 1) // 2
    rolls = list(sheet.get("rolls", ()))
    seen = rolls if shown is None else rolls[:shown]
    whole = len(seen) == len(rolls)
    low = height < LOW
    columns = [_column(sheet, at, seen, half, whole, low) for at in (0, 1)]
    drawn = [
        (*pad(one, half), Bit("│", "quiet"), *pad(other, half))
        for one, other in zip(*columns, strict=True)
    ]
    if not low:
        drawn.append(line(Bit("─" * half + "┴" + "─" * half, "quiet")))
    told = wrap(str(sheet.get("told", "")), width - 2) if whole and not low else []
    below = [*(line(Bit(f" {row}", "strong")) for row in told), _legend(width, _unit(sheet))]
    room = max(2, height - len(drawn) - len(below))
    hurt = [_name(after) == "wound" for after in (*rolls[1:], {})]
    fell = [_roll(sheet, roll, width, each) for roll, each in zip(seen, hurt, strict=False)]
    return [*drawn, *fell[-room:], *below]


def _unit(sheet: Sheet) -> str:
    """What losses are counted in: ships or troops."""
    return "ND" if any("ships" in side for side in sheet["sides"]) else "LD"


def _legend(width: int, unit: str) -> Line:
    """What the marks mean, as much of it as fits."""
    said = next((text for text in LEGEND if cell_len(text) < width), LEGEND[-1])
    return line(Bit(f" {truncate(said.replace('LD', unit), width - 1)}", "quiet"))


def _column(
    sheet: Sheet, at: int, seen: Sequence[Sheet], half: int, whole: bool, low: bool
) -> list[Line]:
    """One side: its name and commander, its morale, its strength, what it has lost; where there is
    no room for that, its name, morale and strength in a row."""
    side, theirs = sheet["sides"][at], [each for each in seen if _hits(sheet, each, at)]
    stars = sum(int(roll.get("stars") or 0) for roll in theirs)
    hits = sum(int(roll.get("losses") or 0) for roll in theirs)
    morale, strength = int(side.get("morale", 0)), int(side.get("thirds", 0))
    unit = _unit(sheet)
    left = max(0, morale - stars)
    cost: tuple[str, ...] = ()
    gone, said = min(hits, strength), f"hit for {thirds(hits)} {unit}" if hits else "not hit"
    values = side.get("values", ())
    chief = f"{side.get('leader') or 'no leader'} {'·'.join(map(str, values))}".strip()
    ability = " · ".join(map("{} {}".format, ("manoeuvre", "fire", "shock"), values))
    who = f"{chief}: {ability}." if values else f"{chief}."
    if whole and (outcome := sheet.get("outcome")):
        gone = min(strength, int(outcome["lost"][at]))
        ends = ["wins"] if outcome.get("winner") == at else []
        ends += [word for word in ("routed", "destroyed") if outcome[word][at]]
        said, cost = ", ".join([f"loses {thirds(gone)} {unit}", *ends]), _toll(outcome, at)
        dice = int(outcome["inflicted"][1 - at][0]) if cost else gone
        hit = f"hit for {thirds(dice)}, {said}"
        less = gone < dice and not outcome["destroyed"][at]
        said = hit if less and cell_len(hit) <= half - 2 else said
        fate = outcome.get("leaders", ["", ""])[at]
        chief += f", {fate}" if fate and fate != "unhurt" else ""
    name = country_name(str(side["country"])).upper()
    led = truncate(f"  {chief}", max(3, half - len(name) - 2))
    why = reasons("Morale", side.get("morale_parts", ()))
    pips = (Bit("●" * left, "good"), Bit("○" * (morale - left), "quiet"))
    if low:
        room = half - len(name) - morale - 10
        named = Bit(name, "head", (who, *why))
        return [line(" ", named, " ", *pips, " ", *_counters(strength, gone, room),
                     f" {thirds(strength)} {unit}")]  # fmt: skip
    return [
        line(" ", Bit(name, "head"), Bit(led, "", (who,))),
        line(" ", *pips, Bit(f"  morale {left} of {morale}", "", why)),
        line(" ", *_counters(strength, gone, half - 14), f"  {thirds(strength)} {unit}"),
        line(" ", Bit(truncate(said, half - 2), "bad" if gone else "quiet", cost)),
    ]  # fmt: skip


def _toll(outcome: Sheet, at: int) -> tuple[str, ...]:
    """How the enemy's dice came to what a side has lost, step by step; on land alone."""
    chain = outcome.get("inflicted")
    if not chain:
        return ()
    rolled, small, final = (int(each) for each in chain[1 - at])
    lost, said = int(outcome["lost"][at]), [f"{thirds(rolled)} LD by the enemy's dice"]
    if small != rolled:
        said.append(f"{thirds(small)} by the enemy's strength (LOS-01)")
    if final != small:
        said.append(f"{thirds(final)} by the size of the armies (LOS-14)")
    if lost != final:
        said.append(f"{thirds(lost)} with the retreat, rounded (RET-33)")
    return (f"Losses: {'; '.join(said)}.",)


def _counters(strength: int, gone: int, room: int) -> list[Bit]:
    """A block for every LD, or for two and more where there is no room; those that fell are
    empty."""
    each = ONE
    while -(-strength // each) > max(4, room):
        each += ONE
    whole = -(-strength // each)
    fallen = min(whole, -(-gone // each))
    return [Bit("■" * (whole - fallen)), Bit("□" * fallen, "bad")]


def _hits(sheet: Sheet, roll: Sheet, at: int) -> bool:
    """Whether a die of the other side hits one: not what it loses itself as it retreats."""
    return _side(sheet, roll) != at and _name(roll) not in OWN


def _name(roll: Sheet) -> str:
    """The name of a die: `fire1`, `losses`."""
    name = roll.get("roll") or str(roll.get("name", "")).partition(".")[2]
    return str(name).partition(".")[0]


def _side(sheet: Sheet, roll: Sheet) -> int:
    """Which side threw a die."""
    at = roll.get("side")
    if at in (0, 1):
        return int(at)
    known = [str(side["country"]) for side in sheet["sides"]]
    who = str(roll.get("name", "")).partition(".")[0]
    return known.index(who) if who in known else 0


def _roll(sheet: Sheet, roll: Sheet, width: int, hurt: bool) -> Line:
    """One die: whose, what for, how it reads, and what it does to the other side, or to the leader
    who is `hurt` by it."""
    whose = country_name(str(sheet["sides"][_side(sheet, roll)]["country"]))[:NAME]
    name = _name(roll)
    parts = roll.get("modifiers", ())
    label = f" {ROLLS.get(name, name.capitalize()):8}{whose:{NAME + 1}}"
    reads = f"{roll['die']:2} {sum(part[0] for part in parts):+} = {roll['result']:2}"
    does = "hit" if hurt else _effect(roll, _unit(sheet) if width >= WORDS else "")
    effect = truncate(does, max(4, width - len(label + reads) - 3))
    why = (f"{roll.get('purpose') or name}.", *reasons(f"Die {roll['die']}", parts))
    return line(
        label, Bit(reads, "", why), "  ", Bit(effect, "quiet" if effect == NOTHING else "strong")
    )


def _effect(roll: Sheet, unit: str) -> str:
    """What a die does: marks as players draw them, and in words where there is room for the unit
    that losses are counted in."""
    if "success" in roll:
        return "breaks off" if roll["success"] else "fails to get away"
    if _name(roll) == SEVEN:
        less = "a third less" if roll["die"] % 2 else "no less"
        return f"it inflicts {less}" if unit else less
    if roll.get("fate"):
        return str(roll["fate"])
    hit, stars = int(roll.get("losses") or 0), int(roll.get("stars") or 0)
    marks = " ".join(filter(None, (losses(hit), "*" * stars)))
    if not marks:
        return NOTHING
    return f"{marks}   {thirds(hit)} {unit}, {stars} morale" if unit else marks
