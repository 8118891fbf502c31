"""The combat sheet as players draw it: two columns, roll by roll, and why behind every number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Any, Final, NamedTuple

from engine.grammar import thirds
from engine.play.phase import Entry
from tui.words import overseas
from tui.words.line import Bit, Line, line, pad, width_of
from tui.words.places import country_name, percent

ROLLS: Final = {
    "fire1": "Fire 1", "shock1": "Shock 1", "retreat1": "Retreat", "fire2": "Fire 2",
    "shock2": "Shock 2", "retreat2": "Retreat", "small7": "7 LD", "losses": "Losses",
    "casualty": "Leader",
}  # fmt: skip
EFFECTS: Final = {
    "-": "nothing", "S-": "siegeworks-", "S+": "siegeworks+", "B": "breach",
    "B/WH": "breach or war honour", "R": "surrender",
}  # fmt: skip
COMPACT: Final = 28  # columns of a side below which rolls are written close
LEAST: Final = 24  # columns of one side: what a roll written close takes

Sheet = Mapping[str, Any]


class Fight(NamedTuple):
    """The last battle, assault or siege roll: its sheet as far as it has grown, and its record."""

    sheet: Sheet
    record: int


def latest(story: Sequence[Entry]) -> Fight | None:
    """The last fight of the story. A battle that goes on has the rolls told since it began."""
    rolls: list[Any] = []
    for entry in reversed(story):
        sheet = entry.sheet
        if not sheet:
            continue
        if entry.kind == "battle-roll":
            rolls.insert(0, sheet)
        elif "sides" in sheet:
            told = {} if entry.kind == "battle-begins" else {"told": entry.text}
            grown = [*sheet.get("rolls", ()), *rolls] if not told else sheet.get("rolls", ())
            return Fight({**sheet, "rolls": grown, **told}, entry.record)
        elif entry.kind == "siege" and "title" in sheet:
            return Fight({**sheet, "told": entry.text}, entry.record)
    return None


def losses(number: int) -> str:
    """Thirds of a detachment as players mark them: a bar a detachment, dots for thirds."""
    return "|" * (number // 3) + ("", ".", ":")[number % 3]


def reasons(what: str, parts: Sequence[Sequence[Any]]) -> tuple[str, ...]:
    """Why a number is what it is."""
    said = [f"{value:+} {why} ({rule})" for value, why, rule in parts]
    return (f"{what}: {'; '.join(said) or 'no modifier'}.",)


def sheet_lines(sheet: Sheet, width: int) -> list[Line]:
    """The whole sheet in that many columns."""
    told = [line(Bit(f" {row}", "strong")) for row in wrap(str(sheet.get("told", "")), width - 2)]
    if "sides" not in sheet:
        return [*_siege(sheet), *told]
    half = (width - 1) // 2
    about = [str(sheet[key]) for key in ("terrain", "box") if sheet.get(key)]
    if "level" in sheet:
        about.append(f"level {sheet['level']}{', breached' if sheet.get('breach') else ''}")
        about.append(f"resistance {thirds(int(sheet.get('resistance', 0)))}")
    if sheet.get("overrun"):
        about.append("overrun: a battle at once")
    elif sheet.get("interception"):
        about.append("interception")
    rule = line(Bit("─" * half + "┼" + "─" * half, "quiet"))
    drawn = [line(Bit(f" {' · '.join(about).replace('_', ' ')}", "quiet"))]
    drawn += _pairs([_head(side, half) for side in sheet["sides"]], half)
    drawn.append(rule)
    counted = _counted(sheet["sides"][0])
    for name, both in _rolls(sheet).items():
        cells = [[_roll(name, roll, half, counted)] if roll else [] for roll in both]
        drawn += _pairs(cells, half)
    results = [_result(sheet, at, half) for at in (0, 1)]
    if any(results):
        drawn += [rule, *_pairs(results, half)]
    return drawn + told


def _siege(sheet: Sheet) -> list[Line]:
    """A siege's roll: the die and all that changes it, one modifier a line."""
    parts = sheet["modifiers"]
    drawn = [line(Bit(f" level {sheet.get('level', 0)} · {sheet.get('purpose', '')}", "quiet"))]
    drawn.append(line(f" die {sheet['die']}"))
    for value, why, rule in parts:
        drawn.append(line(Bit(f"     {value:+}  ", "strong"), why, Bit(f"  {rule}", "quiet")))
    effect = str(sheet.get("effect"))
    result = Bit(str(sheet["result"]), "strong")
    drawn.append(line(" reads ", result, f": {EFFECTS.get(effect, effect)}"))
    return drawn


def _pairs(columns: Sequence[Sequence[Line]], half: int) -> list[Line]:
    """Two columns of lines beside each other."""
    both = zip_longest(*columns, fillvalue=())
    return [_pair(one, other, half) for one, other in both]


def _pair(one: Line, other: Line, half: int) -> Line:
    return (*pad(one, half), Bit("│", "quiet"), *pad(other, half))


def _head(side: Sheet, half: int) -> list[Line]:
    """A side: its name and counters, its strength, its leader, its morale and modifiers."""
    named = {"veteran": "veteran", "tercios": "tercios", "wind": "windward"}
    marks = " ".join(word for key, word in named.items() if side.get(key))
    size = f"{thirds(int(side.get('thirds', 0)))} {_counted(side)} {marks}".rstrip()
    who = (" ", Bit(country_name(str(side["country"])).upper(), "head"), f"  {side['units']}")
    values = "·".join(str(value) for value in side.get("values", ()))
    leader = f" {side.get('leader') or 'no leader'} {values}"
    columns = "/".join(str(column) for column in side.get("columns", ()) if column)
    arms = Bit(f"{side.get('technology', '')} {columns}".replace("_", " ").strip(), "quiet")
    morale = int(side.get("morale", 0))
    stars = Bit("*" * morale or "-", "strong", reasons("Morale", side.get("morale_parts", ())))
    drm: list[Bit] = []
    for number, (roll, parts) in enumerate(side.get("modifiers", {}).items()):
        value = sum(part[0] for part in parts)
        drm += [Bit("//" if number == 2 else "/")] if number else []
        drm.append(Bit(f"{value:+}" if value else "0", "strong", reasons(_name(roll), parts)))
    last = line(" ", stars, f" {morale}   ", *drm)
    if half < 40 or width_of(line(*who)) + len(size) + 1 >= half:
        whole = width_of(line(*who)) < half
        units = [] if whole else wrap(str(side["units"]), half - 2)
        above = [line(*who if whole else who[:2]), *(line(f" {row}") for row in units)]
        led = [line(f" {row}") for row in wrap(leader.strip(), half - 1)]
        return [*above, line(f" {size}"), *led, line(" ", arms), last]
    gap = " " * max(1, half - 1 - width_of(line(*who)) - len(size))
    room = " " * max(1, half - 1 - len(leader) - len(arms.text))
    return [line(*who, gap, size), line(leader, room, arms), last]


def _counted(side: Sheet) -> str:
    """What the strength of a side is counted in: ships or troops."""
    return "ND" if "ships" in side else "LD"


def _name(roll: str) -> str:
    return ROLLS.get(roll, roll.replace("-", " ").capitalize())


def _rolls(sheet: Sheet) -> dict[str, list[Sheet | None]]:
    """The rolls in order, each name with those of both sides."""
    rows: dict[str, list[Sheet | None]] = {}
    known = [str(side["country"]) for side in sheet["sides"]]
    for roll in sheet.get("rolls", ()):
        who, _, name = str(roll.get("name", "")).partition(".")
        name = str(roll.get("roll", name or who))
        at = roll.get("side")
        if at not in (0, 1):
            at = known.index(who) if who in known else 0
        row = rows.setdefault(name, [None, None])
        while row[at] is not None:
            name += "+"
            row = rows.setdefault(name, [None, None])
        row[at] = roll
    return rows


def _roll(name: str, roll: Sheet, half: int, counted: str) -> Line:
    """One roll: die, modifiers, what it reads, losses as bars and dots, morale as stars."""
    parts = roll.get("modifiers", ())
    label = _name(name.rstrip("+"))
    why = (f"{roll.get('purpose') or label}.", *reasons(f"Die {roll['die']}", parts))
    gap = "" if half < COMPACT else " "
    bits = [
        Bit(f" {label:8}{roll['die']:2}{gap}"),
        Bit(f"{sum(part[0] for part in parts):+}", "strong", why),
        Bit(f"{gap}={roll['result']:{2 + len(gap)}} "),
    ]
    if "success" in roll:
        bits.append(Bit("yes" if roll["success"] else "no", "strong"))
    if roll.get("fate") and half >= 40:
        bits.append(Bit(str(roll["fate"])))
    if roll.get("losses"):
        said = (f"{thirds(int(roll['losses']))} {counted}.",)
        bits.append(
            Bit(losses(int(roll["losses"])).ljust(4 if roll.get("stars") else 0), "bad", said)
        )
    if roll.get("stars"):
        bits.append(Bit("*" * int(roll["stars"]), "strong", (f"{roll['stars']} morale.",)))
    return tuple(bits)


def _result(sheet: Sheet, at: int, half: int) -> list[Line]:
    """What a side inflicted and lost in the end, as far as it is known."""
    found = sheet.get("outcome") or sheet["sides"][at]

    def known(key: str) -> Any:
        value = found.get(key)
        return value[at] if "outcome" in sheet and isinstance(value, list) else value

    drawn = []
    inflicted = known("inflicted")
    if inflicted is not None:
        chain = inflicted if isinstance(inflicted, list) else [inflicted]
        why = ("As rolled, capped by the strength, after the size of the enemy.",)
        steps = [thirds(int(each)) for each in chain]
        shown = " > ".join(steps if half >= 40 else dict.fromkeys((steps[0], steps[-1])))
        stars = "*" * int(known("stars") or 0)
        gap = " " * max(1, min(2, half - len(" inflicts ") - len(shown) - len(stars)))
        drawn.append(line(" inflicts ", Bit(shown, "strong", why), gap + stars))
    lost = known("lost")
    if lost is not None:
        ends = [word for word in ("routed", "destroyed") if known(word)]
        if found.get("winner") == at:
            ends.insert(0, "wins")
        fate = (found.get("leaders") or ["", ""])[at]
        if half >= 40 and fate not in ("", "unhurt", None):
            ends.append(f"leader {fate}")
        shown, said = f" loses {thirds(int(lost))}", f" {', '.join(ends)}"
        bits = [Bit(shown, "bad" if lost else ""), Bit(said, "strong")]
        fits = len(shown) + len(said) <= half
        drawn += [tuple(bits)] if fits else [(bits[0],), (bits[1],)]
    return drawn


CHOICES: Final = {"attempt": "break off", "stay": "fight on"}


def odds_lines(odds: Sheet) -> list[Line]:
    """The odds of what is asked: a battle's, a siege's, or those of each choice."""
    drawn: list[Line] = []
    if overseas.explores(odds):
        return [*overseas.exploration_lines(odds), line(Bit(" before the next die", "quiet"))]
    if overseas.of_natives(odds):
        return overseas.native_lines(odds, odds_lines)
    if all(isinstance(value, Mapping) and "win" in value for value in odds.values()):
        for choice, chances in odds.items():
            drawn += [
                line(Bit(f" {CHOICES.get(choice, choice)}:", "strong")),
                *odds_lines(chances)[:-1],
            ]
        return [*drawn, line(Bit(" before the next die", "quiet"))]
    if "win" in odds:
        parts = (("win", "win"), ("draw", "draw"), ("lose", "lose"))
        chance = " · ".join(f"{word} {percent(odds[key])}" for key, word in parts)
        drawn.append(line(" odds: ", Bit(chance, "strong")))
        if "routed" in odds and "losses" in odds:
            one, other = odds["losses"]
            rout = " / ".join(percent(each) for each in odds["routed"])
            unit = "ND" if odds.get("afloat") else "LD"
            drawn.append(line(f"   rout {rout} · losses {one:.1f} / {other:.1f} {unit}"))
    if "undermine" in odds:
        why = reasons("Undermining", odds.get("modifiers", ()))
        likely = [(key, value) for key, value in odds["undermine"].items() if value]
        drawn.append(line(Bit(" undermining:", "strong", why)))
        drawn += _rows([f"{EFFECTS.get(key, key)} {percent(value)}" for key, value in likely])
    if odds.get("falls_within"):
        within = odds["falls_within"]
        items = within.items() if isinstance(within, Mapping) else enumerate(within, 1)
        drawn.append(line(Bit(" falls within so many rounds:", "strong")))
        drawn += _rows([f"{rounds}: {percent(value)}" for rounds, value in items])
    for key, words in (("assault", "assault now"), ("breach", "through a breach")):
        if key in odds:
            falls, lost = odds[key]["falls"], odds[key]["losses"]
            drawn.append(
                line(f" {words}: ", Bit(percent(falls), "strong"), f", {lost:.1f} LD lost")
            )
    if "falls" in odds:
        drawn.append(line(" assault: ", Bit(percent(odds["falls"]), "strong"),
                          f" · {odds['losses']:.1f} LD lost"))  # fmt: skip
    if not drawn:
        others = [f"{key} {percent(value)}" for key, value in odds.items() if type(value) is float]
        drawn = [line(f" odds: {' · '.join(others)}")] if others else []
    return [*drawn, line(Bit(" before the next die", "quiet"))] if drawn else []


def odds_words(odds: Sheet) -> str:
    """The odds in a few words: a battle's, a siege's, or the likeliest of several choices."""
    if overseas.explores(odds) or overseas.of_natives(odds):
        return overseas.words(odds)
    if odds and all(isinstance(value, Mapping) and "win" in value for value in odds.values()):
        said = [
            f"{CHOICES.get(choice, choice)}: win {percent(chances['win'])}"
            for choice, chances in odds.items()
        ]
        return " · ".join(said)
    if "win" in odds:
        keys = ("win", "draw", "lose")
        return " · ".join(f"{key} {percent(odds[key])}" for key in keys)
    said = []
    if odds.get("undermine"):
        likely = sorted(odds["undermine"].items(), key=lambda item: -item[1])[:2]
        said += [f"{EFFECTS.get(key, key)} {percent(chance)}" for key, chance in likely]
    if odds.get("falls_within"):
        within = odds["falls_within"]
        last = list(within.values() if isinstance(within, Mapping) else within)
        said.append(f"falls within {len(last)} rounds {percent(last[-1])}")
    if "assault" in odds:
        said.append(f"assault {percent(odds['assault']['falls'])}")
    if "falls" in odds:
        said.append(f"the assault takes it {percent(odds['falls'])}")
    return " · ".join(said)


def _rows(said: Sequence[str]) -> list[Line]:
    return [
        line(f"   {row}") for row in wrap(" · ".join(said), 2 * LEAST - 6, break_on_hyphens=False)
    ]
