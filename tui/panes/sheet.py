"""The combat sheet as players draw it: two columns, roll by roll, and why behind every number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.phase import Entry
from engine.report import thirds
from tui.panes.lines import Bit, Line, LinesPane, line, padded
from tui.words import country_name

ROLLS: Final = {
    "fire1": "Fire 1", "shock1": "Shock 1", "retreat1": "Retreat", "fire2": "Fire 2",
    "shock2": "Shock 2", "pursuit": "Pursuit", "fire": "Fire", "shock": "Shock",
    "evasion": "Evasion", "retreat": "Retreat",
}  # fmt: skip
LEAST: Final = 26  # columns of one side

Sheet = Mapping[str, Any]


class SheetPane(LinesPane):
    """The latest battle, siege or roll; or the odds of what is asked."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("Combat sheet", id)
        self.sheet: Sheet | None = None
        self.odds: Sheet | None = None

    def look(self, sheet: Sheet | None, odds: Sheet | None) -> None:
        """Draw a sheet, or the odds of what is asked where there are any."""
        self.sheet, self.odds = sheet, odds
        self.draw()

    def draw(self) -> None:
        """Draw for the width the pane has."""
        width = max(2 * LEAST, self.size.width)
        drawn = odds_lines(self.odds) if self.odds else []
        title = "Combat sheet"
        if self.sheet is not None:
            title = str(self.sheet.get("title") or title)
            drawn += sheet_lines(self.sheet, width)
        if self.border_title != title:
            self.border_title = title
        self.show(drawn or [line(Bit(" no battle", "quiet"))])

    def on_resize(self) -> None:
        """The columns follow the width."""
        super().on_resize()
        self.draw()


def latest(story: Sequence[Entry], since: int = 0) -> Sheet | None:
    """The sheet of the last battle or assault told, if its record is not before `since`."""
    for entry in reversed(story):
        if entry.record < since:
            return None
        if entry.sheet and "sides" in entry.sheet:
            return dict(entry.sheet)
    return None


def losses(number: int) -> str:
    """Thirds of a detachment as players mark them: a bar a detachment, dots for thirds."""
    return "|" * (number // 3) + ("", ".", ":")[number % 3]


def reasons(what: str, parts: Sequence[Sequence[Any]]) -> tuple[str, ...]:
    """Why a number is what it is."""
    said = [f"{value:+} {why} ({rule})" for value, why, rule in parts]
    return (f"{what}: {'; '.join(said) or 'nothing applies'}.",)


def sheet_lines(sheet: Sheet, width: int) -> list[Line]:
    """The whole sheet in that many columns."""
    half = (width - 1) // 2
    rows = [_pair(one, other, half) for one, other in zip(*_heads(sheet), strict=True)]
    rule = line(Bit("─" * half + "┼" + "─" * half, "quiet"))
    about = [str(sheet[key]) for key in ("terrain", "box") if sheet.get(key)]
    if "level" in sheet:
        about.append(f"level {sheet['level']}{', breached' if sheet.get('breach') else ''}")
    if sheet.get("interception"):
        about.append("interception")
    drawn = [line(Bit(f" {' · '.join(about).replace('_', ' ')}", "quiet")), *rows, rule]
    for name, both in _rolls(sheet).items():
        cells = [_roll(name, roll) if roll else () for roll in both]
        drawn.append(_pair(cells[0], cells[1], half))
    results = [_result(side) for side in sheet["sides"]]
    if any(results):
        drawn.append(rule)
        for number in range(max(len(result) for result in results)):
            cells = [result[number] if number < len(result) else () for result in results]
            drawn.append(_pair(cells[0], cells[1], half))
    told = str(sheet.get("why") or sheet.get("result") or "")
    return [*drawn, line(Bit(f" {told}", "strong"))] if told else drawn


def _pair(one: Line, other: Line, half: int) -> Line:
    return (*padded(one, half), Bit("│", "quiet"), *padded(other, half))


def _heads(sheet: Sheet) -> list[list[Line]]:
    return [_head(side) for side in sheet["sides"]]


def _head(side: Sheet) -> list[Line]:
    """A side: its name and counters, its strength, its leader, its morale and modifiers."""
    size = thirds(int(side.get("thirds", 0)))
    marks = [word for word in ("veteran", "tercios") if side.get(word)]
    who = country_name(str(side["country"])).upper()
    values = side.get("values", "")
    shown = "·".join(str(value) for value in values) if type(values) is list else str(values)
    columns = "/".join(str(column) for column in side.get("columns", ()) if column)
    morale = int(side.get("morale", 0))
    lost = int(side.get("stars", 0))
    stars = "*" * max(0, morale - lost) + "-" * min(lost, morale)
    modifiers = side.get("modifiers", {})
    drm: list[Bit] = []
    for number, (roll, parts) in enumerate(modifiers.items()):
        value = sum(part[0] for part in parts)
        drm += [Bit("//" if number == 2 else "/")] if number else []
        drm.append(Bit(f"{value:+}" if value else "0", "strong", reasons(_name(roll), parts)))
    technology = str(side.get("technology", "")).replace("_", " ")
    weapons = Bit(f"{technology} {columns}".strip(), "quiet")
    return [
        line(" ", Bit(who, "head"), f"  {side.get('units', '')}"),
        line(f" {size} LD ", Bit(" ".join(marks), "quiet")),
        line(f" {side.get('leader') or 'no leader'} {shown}"),
        line(" ", weapons),
        line(
            " ",
            Bit(stars or "-", "strong", reasons(f"Morale {morale}", side.get("morale_parts", ()))),
            f" {morale}   ",
            *drm,
        ),
    ]


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


def _roll(name: str, roll: Sheet) -> Line:
    """One roll: die, modifiers, what it reads, losses as bars and dots, morale as stars."""
    parts = roll.get("modifiers", ())
    modifier = sum(part[0] for part in parts)
    label = _name(name.rstrip("+"))
    marks: list[Bit] = []
    if "success" in roll:
        marks.append(Bit("succeeds" if roll["success"] else "fails", "strong"))
    if roll.get("losses"):
        said = (f"{thirds(int(roll['losses']))} LD of losses inflicted.",)
        marks.append(Bit(f"{losses(int(roll['losses'])):4}", "bad", said))
    if roll.get("stars"):
        said = (f"{roll['stars']} morale taken.",)
        marks.append(Bit("*" * int(roll["stars"]), "strong", said))
    return line(
        f" {label:8}{roll['die']:2} ",
        Bit(f"{modifier:+}", "strong", reasons(label, parts)),
        f" ={roll['result']:3} ",
        *marks,
    )


def _result(side: Sheet) -> list[Line]:
    """What a side inflicted and lost in the end, as far as it is known."""
    drawn = []
    if "inflicted" in side:
        inflicted = side["inflicted"]
        chain = inflicted if isinstance(inflicted, list) else [inflicted]
        shown = " → ".join(thirds(int(each)) for each in chain)
        drawn.append(line(f" inflicts {shown}", Bit(f"  {'*' * int(side.get('hits', 0))}")))
    if "lost" in side:
        said = f" loses {thirds(int(side['lost']))}"
        if side.get("destroyed"):
            said += ": destroyed"
        drawn.append(line(Bit(said, "bad" if side["lost"] else "")))
    if side.get("routed"):
        drawn.append(line(Bit(" routed", "bad")))
    return drawn


def odds_lines(odds: Sheet) -> list[Line]:
    """The odds of what is asked: a battle's, or a siege's."""
    drawn: list[Line] = []
    if "win" in odds:
        parts = (("win", "win"), ("draw", "draw"), ("lose", "lose"))
        chance = " · ".join(f"{word} {_percent(odds[key])}" for key, word in parts)
        drawn.append(line(" odds: ", Bit(chance, "strong")))
        if "routed" in odds and "losses" in odds:
            one, other = odds["losses"]
            rout = " / ".join(_percent(each) for each in odds["routed"])
            drawn.append(line(f"   rout {rout} · losses {one:.1f} / {other:.1f} LD"))
    if "undermine" in odds:
        found = " · ".join(f"{key} {_percent(value)}" for key, value in odds["undermine"].items())
        why = reasons("Undermining", odds.get("modifiers", ()))
        drawn.append(line(" undermine: ", Bit(found, "strong", why)))
    if odds.get("falls_within"):
        within = odds["falls_within"]
        items = within.items() if isinstance(within, Mapping) else enumerate(within, 1)
        shown = " · ".join(f"{rounds} {_percent(value)}" for rounds, value in items)
        drawn.append(line(f" falls within rounds: {shown}"))
    for key, words in (("assault", "assault now"), ("breach", "through a breach")):
        if key in odds:
            falls, lost = odds[key]["falls"], odds[key]["losses"]
            drawn.append(
                line(f" {words}: ", Bit(_percent(falls), "strong"), f", {lost:.1f} LD lost")
            )
    if "falls" in odds:
        drawn.append(line(" assault: ", Bit(_percent(odds["falls"]), "strong"),
                          f" · {odds['losses']:.1f} LD lost"))  # fmt: skip
    if not drawn:
        others = [f"{key} {_percent(value)}" for key, value in odds.items() if type(value) is float]
        drawn = [line(f" odds: {' · '.join(others)}")] if others else []
    return [*drawn, line(Bit(" before the dice", "quiet"))] if drawn else []


def _percent(chance: float) -> str:
    return f"{float(chance) * 100:.0f} %"
