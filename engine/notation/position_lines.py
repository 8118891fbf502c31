"""Lines of a position's text, changed one at a time, and what two positions differ by."""

from __future__ import annotations

from engine.notation import shorthand
from engine.notation.position_marks import SEVERAL, SINGLE


def items_of(lines: list[str], place: str) -> list[str]:
    """The items of a place, none where it has no line."""
    told = next((line for line in lines if _place_of(line) == place and ": " in line), "")
    return told.partition(": ")[2].split("; ") if told else []


def _place_of(line: str) -> str:
    """The place that a line is about, "" for another line."""
    name = line.partition(": ")[0]
    return name.rpartition(" = ")[2] if " = " in name else ""


def with_items(lines: list[str], place: str, items: list[str]) -> list[str]:
    """The lines with these items at a place, instead of those that stood there."""
    left = [line for line in lines if _place_of(line) != place]
    return [*left, f"x = {place}: {'; '.join(items)}"] if items else left


def _leader(item: str) -> str:
    """The leader that an item is about, "" for another item."""
    return item[1:].split()[0].split("(")[0] if item.startswith("@") else ""


def without_leaders(line: str, gone: list[str]) -> str:
    """A line without some leaders; a line that was about one alone becomes a remark."""
    if line.startswith("off @"):
        return "// " if _leader(line.removeprefix("off ")) in gone else line
    head, found, items = line.partition(": ")
    if not found or " = " not in head:
        return line
    kept = [item for item in items.split("; ") if _leader(item) not in gone]
    return f"{head}: {'; '.join(kept)}" if kept else "// "


def join_items(now: list[str], new: list[str], more: bool) -> list[str]:
    """Items of a place with new ones: a second of its kind takes the first one's place, or
    troops join it where there shall be more."""
    found = list(now)
    for item in new:
        word = item.split()[0]
        if word in SINGLE or word.startswith("@"):
            found = [each for each in found if each.split()[0] != word]
        elif word not in SEVERAL and not more:
            kind = shorthand.whose(item)
            found = [each for each in found if each[0] == "@" or shorthand.whose(each) != kind]
        found.append(item)
    return found


def difference(before: str, after: str) -> str:
    """What is different between two positions, a line less and a line more, in one sentence."""
    old, new = before.splitlines(), after.splitlines()
    more = [line.partition(" = ")[0] + ": " + line.partition(": ")[2] if " = " in line else line
            for line in new if line not in old]  # fmt: skip
    left = {line.partition(" = ")[0] for line in old if line not in new and " = " in line}
    left -= {line.partition(" = ")[0] for line in new if " = " in line}
    said = [*more, *(f"{name}: empty" for name in sorted(left))]
    return "; ".join(said[:3]) + (f" and {len(said) - 3} more" if len(said) > 3 else "") or (
        "; ".join(f"no {line}" for line in old if line not in new)
    )
