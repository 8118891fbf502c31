"""What the desk shows of a document: complaints, odds with bars, the combat sheet, modifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Any, Final

from engine.adjudicator.document_kind import Answer
from engine.adjudicator.fight_sheet import ENDS, fate_in_words
from engine.combat import combat_sheet
from engine.facts.countries import name_by_code
from engine.land.siege import assault_math
from tui.words.combat_sheet import reasons, sheet_lines
from tui.words.line import Bit, Line, line
from tui.words.places import percent_exactly

BAR: Final = 20  # columns of a chance of 100 %
STYLES: Final = {"good": "good", "bad": "bad", "head": "head", "dim": "quiet"}
WORDS: Final = {
    "win": "wins", "rout": "is routed", "major": "wins a major battle",
    "leader": "leader", "result": "result", "falls_within": "has fallen within rounds",
    "next": "next round", "left": "rounds left", "played": "still played", "why": "ends by",
}  # fmt: skip
RESULTS: Final = {"-": "no effect", "S-": "siegeworks -", "S+": "siegeworks +", "B": "breach",
                  "B/WH": "breach/honours", "R": "surrender"}  # fmt: skip
CHANCES: Final = (("rout", "routed"), ("major", "major"), ("broken", "broken"))
SUMMED: Final = (
    "win", "tie", "draw", "undecided", "why", "rout", "major", "broken", "expected_losses",
    "expected_damaged",
)  # fmt: skip


def complaint_lines(complaints: Sequence[str], width: int) -> list[Line]:
    """What is wrong with the document, every defect."""
    if not complaints:
        return []
    head = f" {len(complaints)} to put right" if len(complaints) > 1 else " one thing to put right"
    drawn = [line(Bit(head, "strong"))]
    for said in complaints:
        where, colon, what = said.partition(": ")
        first, *rest = wrap(f"{spoken_path(where)}{colon}{what}", width - 4)
        drawn.append(line(Bit(f" ! {first}", "bad")))
        drawn += [line(Bit(f"   {each}", "bad")) for each in rest]
    return drawn


def spoken_path(path: str) -> str:
    """Where in a document something stands, in words: `attacker, corps 1, factors`."""
    return re.sub(r"\[(\d+)\]", lambda found: f" {int(found[1]) + 1}", path).replace(".", ", ")


def whose_die(name: str) -> str:
    """Whose a die is, by its name: `France` of `FRA.fire1`, `Great Britain` of its own name,
    `Besieged` of `BESIEGED.fire`."""
    return _spoken(name.partition(".")[0])


def _spoken(name: str) -> str:
    """A side or a leader as people call it; a result such as B/WH is none."""
    said = name_by_code(name.replace("_", " "))
    return said.title() if re.fullmatch("[A-Z][A-Z ]{3,}", said) else said


# Odds


def odds_lines(odds: Mapping[str, Any], width: int) -> list[Line]:
    """The exact odds, with bars, who wins in one line first; losses are counted in their `unit`."""
    drawn: list[Line] = []
    unit = str(odds.get("unit", ""))
    odds = {key: _named(value) for key, value in odds.items()}
    win = odds.get("win")
    if isinstance(win, Mapping):
        drawn += _who_wins(odds, unit, width)
    for key, value in odds.items():
        if key in SUMMED and win is not None:
            continue
        if key == "pairs":
            drawn += pair_lines(value, width)
            continue
        if key.startswith("expected"):
            counted = unit if key == "expected_losses" else ""
            drawn.append(_expected(key.replace("_", " "), value, counted))
            continue
        if key in ("leader", "leaders"):
            for name, spread in _leaders(value):
                drawn += _bars(name, spread, width)
            continue
        words = {**WORDS, "losses": f"loses {unit}", "lost": f"{unit} lost"}
        drawn += _spread(words.get(key, key.replace("_", " ")), value, width)
    return [*drawn, line(Bit(" exact, over every die", "quiet"))] if drawn else []


def _named(value: Any) -> Any:
    """Figures with the names of sides and leaders as people write them."""
    if not isinstance(value, Mapping):
        return value
    said = {re.sub(r"^round(?=\d$)", "round ", str(name)): each for name, each in value.items()}
    return {_spoken(name): _named(each) for name, each in said.items()}


def _expected(title: str, value: Any, unit: str) -> Line:
    """A mean, or one a side: a number of ships or factors, and no chance."""
    if isinstance(value, Mapping):
        said = " · ".join(f"{name} {each:.2f}" for name, each in value.items())
        return line(f" {title}: ", Bit(said, "strong"))
    return line(f" {title} ", Bit(f"{value:.2f} {unit}".rstrip(), "strong"))


def _leaders(value: Mapping[str, Any], name: str = "leader") -> Iterator[tuple[str, Any]]:
    """Each leader, below his side where there are sides, with his fates."""
    if all(isinstance(each, float) for each in value.values()):
        yield name, _fates(value)
        return
    for inner, each in value.items():
        yield from _leaders(each, f"{name} {inner}" if name != "leader" else inner)


def _fates(spread: Mapping[str, float]) -> dict[str, float]:
    """The fates of a leader, wounds of any length together."""
    found: dict[str, float] = {}
    for fate, chance in spread.items():
        name = fate.partition(" ")[0] if fate.startswith("wounded") else fate
        found[name] = found.get(name, 0.0) + chance
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def _who_wins(odds: Mapping[str, Any], unit: str, width: int) -> list[Line]:
    win: Mapping[str, float] = odds["win"]
    one, other = win
    evaded = odds.get("evaded", {}).get("chance", 0.0)
    draw = next((odds[word] for word in ("tie", "draw", "undecided") if word in odds), 0.0)
    parts = [(one, win[one], "good"), ("draw", draw, ""), (other, win[other], "bad")]
    if evaded:
        parts.insert(1, ("evades", evaded, "quiet"))
    room = width - 2
    marks = {"good": "█", "": "▒", "bad": "▓", "quiet": "░"}
    bar = [Bit(marks[style] * round(chance * room), style) for _, chance, style in parts]
    said: list[str | Bit] = [" "]
    for name, chance, style in parts:
        if name != "draw" or chance:
            said += [Bit(f"{name} {percent_exactly(chance)}", style or "strong"), "   "]
    drawn = [line(*said), line(" ", *bar)]
    for name in win:
        words = [f"{name}:"]
        words += [
            f"{said} {percent_exactly(odds[key][name])}" for key, said in CHANCES if key in odds
        ]
        if "expected_losses" in odds:
            words.append(f"loses {odds['expected_losses'][name]:.2f} {unit}")
        if "expected_damaged" in odds:
            words.append(f"{odds['expected_damaged'][name]:.2f} ships damaged")
        if words[1:]:
            drawn.append(line(f" {words[0]} {' · '.join(words[1:])}"))
    return drawn


def pair_lines(pairs: Mapping[str, Mapping[str, Any]], width: int) -> list[Line]:
    """Who wins with each pair of chits, in percent: a row for each chit of the attacker, and under
    it, where he stands second, the defender's chance."""
    known = [cell for row in pairs.values() for cell in row.values() if cell is not None]
    names = list(known[0]) if known else ["", ""]
    label = max(map(len, pairs))
    columns = list(next(iter(pairs.values())))
    room = max(5, min(10, (width - label - 3) // len(columns) - 1))
    drawn = [
        line(Bit(f" Who wins by chits, in percent: {names[0]}/{names[1]}", "head")),
        line(" ".ljust(label + 2), *(f" {_short(name, room):>{room}}" for name in columns)),
    ]
    for chit, row in pairs.items():
        bits: list[str | Bit] = [f" {chit:{label}} "]
        for his, cell in row.items():
            if cell is None:
                why = f"{chit} against {his}: a figure is missing, or it may not be chosen."
                bits += [" ", Bit(f"{'-':>{room}}", "quiet", (why,))]
                continue
            mine, theirs = (cell[name] for name in names)
            chances = (
                f"{names[0]} wins {percent_exactly(mine)}, {names[1]} {percent_exactly(theirs)}"
            )
            why = f"{chit} against {his}: {chances}."
            style = "good" if mine > theirs + 0.05 else "bad" if theirs > mine + 0.05 else ""
            shown = f"{100 * mine:.0f}/{100 * theirs:.0f}"
            bits += [" ", Bit(f"{shown:>{room}}", style, (why,))]
        drawn.append(line(*bits))
    return drawn


def _short(word: str, room: int) -> str:
    """A word of several put together, in fewer letters: EscalatedAssault becomes EscAss…."""
    parts = re.findall("[A-Z][a-z]*", word) or [word]
    if len(word) <= room or len(parts) == 1:
        return word[:room]
    return "".join([*(part[:3] for part in parts[:-1]), parts[-1]])[:room]


def _spread(title: str, value: Any, width: int) -> list[Line]:
    """A chance, a distribution, or several beside each other."""
    if isinstance(value, int | float):
        chance = isinstance(value, float) and value <= 1
        shown = percent_exactly(value) if chance else f"{value:.2f}"
        return [line(f" {title} ", Bit(shown, "strong"))]
    if not isinstance(value, Mapping) or "chance" in value:
        return []
    deep = [each for each in value.values() if isinstance(each, Mapping)]
    if any(isinstance(each, Mapping) for inner in deep for each in inner.values()):
        return [
            row for name, each in value.items() for row in _spread(f"{title} {name}", each, width)
        ]
    if deep and len(deep) == len(value):
        columns = [_bars(f"{name} {title}", each, width // 2 - 1) for name, each in value.items()]
        rows = []
        for both in zip_longest(*columns, fillvalue=()):
            row: list[Bit] = []
            for bits in both:
                used = sum(len(bit.text) for bit in bits)
                row += [*bits, Bit(" " * max(0, width // 2 - used))]
            rows.append(tuple(row))
        return rows
    return _bars(title, value, width)


def _bars(title: str, spread: Mapping[str, Any], width: int) -> list[Line]:
    """One chance a line, each with its bar."""
    drawn = [line(Bit(f" {title}", "head"))]
    words = RESULTS if title == "result" else {}
    shown = [(words.get(name, name), chance) for name, chance in spread.items() if chance]
    longest = max((len(name) for name, _ in shown), default=1)
    label = min(longest, max(14, width - BAR - 10))
    room = max(1, min(BAR, width - label - 10))
    for name, chance in shown:
        bar = "█" * round(chance * room) or "▏"
        said = f" {name[:label]:>{label}} {percent_exactly(chance):>6} "
        drawn.append(line(said, Bit(bar, "quiet")))
    return drawn


# The sheet


def answer_lines(
    answer: Answer, rolls: Sequence[Mapping[str, Any]], rolled: bool, title: str, width: int
) -> list[Line]:
    """The verdict and the combat sheet of a battle or an assault, before it is rolled the head with
    the modifiers alone; other kinds in their own words."""
    if answer.setup is None:
        return _words(answer) if rolled else []
    sheet = _sheet(answer, rolls, rolled, title)
    said = wrap(sheet.pop("told", ""), width - 2)  # what came of it is read without scrolling
    return [*(line(Bit(f" {row}", "strong")) for row in said), *sheet_lines(sheet, width)]


def _words(answer: Answer) -> list[Line]:
    """The lines of an answer as the command prints them."""
    marked = answer.sheet(lambda text, role: f"\0{role}\1{text}\0\1")
    drawn = []
    for row in marked:
        bits = []
        for piece in row.split("\0"):
            role, found, text = piece.partition("\1")
            bits.append(Bit(text if found else piece, STYLES.get(role, "") if found else ""))
        drawn.append((Bit(" "), *bits))
    return drawn


def _sheet(
    answer: Answer, rolls: Sequence[Mapping[str, Any]], rolled: bool, title: str
) -> dict[str, Any]:
    setup, outcome = answer.setup, answer.outcome or {}
    storms = isinstance(setup, assault_math.Setup)
    both = setup.storms if storms else setup.forces
    names = [each.side.name for each in both]
    sheet: dict[str, Any] = {
        "title": title,
        "sides": [_storming(each) if storms else _fighting(each, answer.at_sea) for each in both],
        "rolls": [_roll(each, names) for each in rolls] if rolled else [],
    }
    if not storms:
        sheet |= {
            "terrain": "" if answer.at_sea else setup.situation.terrain,
            "interception": setup.situation.interception,
        }
    if rolled and (storms or "morale" in next(iter(outcome.get("sides", {0: {}}).values()))):
        keys = [name.lower() if storms else name for name in names]
        sides = [outcome[key] if storms else outcome["sides"][key] for key in keys]
        sheet["outcome"] = _outcome(outcome, sides, names)
        sheet["told"] = verdict(outcome, names)
    return sheet


def _fighting(force: Any, at_sea: bool) -> dict[str, Any]:
    found = {**combat_sheet.parameters(force), "artillery": force.artillery}
    if at_sea:
        return found | {"units": "", "tercios": False, "ships": dict(force.side.ships)}
    units = dict[str, int]()
    for contingent in force.side.contingents:
        for kind in contingent.units:
            units[kind] = units.get(kind, 0) + 1
        if contingent.pashas:
            units["PASHA"] = contingent.pashas
    words = [f"{count if count > 1 else ''}{kind}" for kind, count in units.items()]
    return found | {"units": " ".join(words), "tercios": force.side.tercios}


def _storming(storm: Any) -> dict[str, Any]:
    side = storm.side
    leader = side.commander
    units = [kind for each in side.contingents for kind in each.units]
    return {
        "country": side.country,
        "units": " ".join(units) or "the walls",
        "thirds": storm.strength,
        "veteran": side.veteran,
        "leader": leader.name,
        "values": [leader.manoeuvre, leader.fire, leader.shock],
        "technology": side.technology,
        "columns": [],
        "morale": storm.morale,
        "morale_parts": [list(part) for part in storm.morale_parts],
        "modifiers": {
            roll: [list(part) for part in parts] for roll, parts in storm.modifiers.items()
        },
    }


def _roll(roll: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    side, _, name = str(roll["name"]).partition(".")
    found = {
        "side": names.index(side) if side in names else 0,
        "roll": name or side,
        "die": roll["die"],
        "modifiers": [[each["value"], each["why"], each["rule"]] for each in roll["modifiers"]],
        "result": roll["result"],
        "purpose": roll["purpose"],
    }
    if "success" in roll:
        found["success"] = roll["success"]
    if "losses_thirds" in roll:
        found |= {"losses": roll["losses_thirds"], "stars": roll["stars"]}
    return found


def _outcome(
    outcome: Mapping[str, Any], sides: Sequence[Mapping[str, Any]], names: Sequence[str]
) -> dict[str, Any]:
    steps = ("inflicted_thirds", "inflicted_small_thirds", "inflicted_final_thirds")
    winner = outcome.get("winner")
    return {
        "winner": names.index(winner) if winner in names else None,
        "inflicted": [[side[step] for step in steps if step in side] for side in sides],
        "routed": [side["routed"] for side in sides],
        "lost": [3 * side["losses"] + side.get("losses_rest_thirds", 0) for side in sides],
        "destroyed": [side["destroyed"] for side in sides],
        "leaders": [fate_in_words(side.get("leader") or "") for side in sides],
    }


def verdict(outcome: Mapping[str, Any], names: Sequence[str]) -> str:
    """The verdict in a sentence or two."""
    if outcome.get("ended") == "evaded":
        return "The battle is evaded."
    if "falls" in outcome:
        level = outcome["fortress_level_after"]
        if outcome["falls"]:
            return f"The fortress falls ({outcome['why']}); its level is now {level}."
        why = f" ({outcome['why']})" if outcome["why"] != "holds" else ""
        return f"The fortress holds{why}."
    winner = outcome.get("winner")
    said = f"{name_by_code(winner)} wins: {ENDS[outcome['ended']]}." if winner else "Nobody wins."
    if outcome.get("major"):
        stability, points = _named(outcome["stability"]), _named(outcome["victory_points"])
        changes = [f"{name} stability {by:+}" for name, by in stability.items()]
        changes += [f"{name} {vp} VP" for name, vp in points.items()]
        said += f" A major battle: {', '.join(changes)}."
    for name in names:
        came = fate_in_words(outcome["sides"][name].get("leader") or "")
        if came not in ("", "unhurt"):
            said += f" {name_by_code(name)}'s leader: {came}."
    return said


def modifier_lines(modifiers: Sequence[Mapping[str, Any]], width: int) -> list[Line]:
    """Every modifier with its reason and its rule, a line each; → tells the rolls it applies to."""
    drawn = [line(Bit(" modifiers", "head"))] if modifiers else []
    for each in modifiers:
        side = f"{whose_die(each['side'])} " if each.get("side") else ""
        why = reasons(
            f"{side}{', '.join(each.get('rolls', ()))}",
            [(each["value"], each["why"], each["rule"])],
        )
        text = f"{side}{each['why']}"[: width - 16]
        value = Bit(f" {each['value']:+3} ", "strong", why)
        drawn.append(line(value, f" {text} ", Bit(each["rule"], "quiet")))
    return drawn
