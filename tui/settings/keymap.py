"""Which key does what: every binding, and the keys of the prompts, can be changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from textual.binding import Binding

if TYPE_CHECKING:
    from textual.widget import Widget

PROMPT: Final = "hand."
PROMPT_KEYS: Final = {
    "space": "Mark, take, fix a part of the path", "asterisk": "All or none",
    "g": "Take troops along", "x": "Stop the march here", "w": "Why not?", "y": "Yes", "n": "No",
    "backspace": "Take the last step back", "f": "Find a choice by its letters",
    "e": "Answer by hand", "plus": "One more", "minus": "One less", "enter": "Take it",
    "escape": "Back to the list or the way", "up": "Choice before", "down": "Next choice",
    "left": "Less, or the piece before", "right": "More, or the next piece",
    "pageup": "Page up", "pagedown": "Page down", "home": "First choice", "end": "Last choice",
}  # fmt: skip
UNDO: Final = "game.undo"  # in a prompt it takes the last change back
SIGNS: Final = {"asterisk": "*", "slash": "/", "colon": ":", "question_mark": "?", "plus": "+",
                "exclamation_mark": "!", "minus": "-", "full_stop": ".", "less_than_sign": "<",
                "greater_than_sign": ">", "equals_sign": "=", "comma": ","}  # fmt: skip
NAMED: Final = {"Enter": "enter", "Esc": "escape", "Escape": "escape", "PageUp": "pageup",
                "PageDown": "pagedown", "Backspace": "backspace", "Tab": "tab",
                "Space": "space"}  # fmt: skip
WORDS: Final = {**NAMED, **{sign: key for key, sign in SIGNS.items()}}
ARROWS: Final = {"←": "left", "→": "right", "↑": "up", "↓": "down"}
TOKEN: Final = re.compile(
    r"(^ *(?:▸ )?|· |[:?] |\. |, or |, | or | (?=\^))(\+ -|← →|[^ :,]+)(?=[ :,]|$)"
)
PRESSED: Final = re.compile(rf".|ctrl\+.+|f\d+|{'|'.join(NAMED.values())}")


class KeyAction(NamedTuple):
    """Something a key does: its id, where, what, and the keys it has by itself."""

    id: str
    where: str
    said: str
    keys: str


def give_ids(owner: type) -> None:
    """Gives every key of a screen or pane an id, by which it can be changed."""
    found = vars(owner).get("BINDINGS")
    if found:
        name = owner.__name__.lower()
        owner.BINDINGS = [  # type: ignore[attr-defined]
            replace(one, id=f"{name}.{one.key.partition(',')[0]}")
            if isinstance(one, Binding) and not one.id and one.key != "ctrl+c"
            else one
            for one in found
        ]


@cache
def bound(owner: type) -> tuple[Binding, ...]:
    """The bindings of a screen or pane itself whose keys can be changed."""
    found = vars(owner).get("BINDINGS", ())
    return tuple(one for one in found if isinstance(one, Binding) and one.id)


def key_actions(owners: Iterable[tuple[str, type]]) -> list[KeyAction]:
    """Everything whose key can be changed, of screens and panes as people call them."""
    found = [
        KeyAction(one.id or "", where, one.description, one.key)
        for where, owner in owners
        for one in bound(owner)
    ]
    prompts = [
        KeyAction(f"{PROMPT}{key}", "The question", said, key) for key, said in PROMPT_KEYS.items()
    ]
    return [*found, *prompts]


def key_names(keys: str) -> str:
    """Keys as people read them: `question_mark,f1` is ? f1."""
    return " ".join(SIGNS.get(key, key) for key in keys.split(","))


def usual_key(keys: Mapping[str, str], key: str) -> str:
    """What a pressed key means to a prompt."""
    for name, own in keys.items():
        if name.startswith(PROMPT) and key in own.split(","):
            return name.removeprefix(PROMPT)
        if name == UNDO and key in own.split(","):
            return "u"
    return "" if keys.get(PROMPT + key) or (key == "u" and keys.get(UNDO)) else key


def hint_for(node: Widget, hint: str) -> str:
    """A hint with the keys that were chosen in it, for what has the keys there: the same key means
    less for the application than for the screen, the pane that has the keys, its prompt, the
    node."""
    keys: dict[str, str] = getattr(node.app, "keys", {})
    if not keys:
        return hint
    screen = node.screen
    usual = _keys_of((node.app, screen, screen.focused), keys)
    if getattr(screen.focused, "prompt", None) or getattr(screen, "route", None):
        usual |= own_prompt_keys(keys)
    usual |= _keys_of((node,), keys)
    return hint_with_own_keys({key: own for key, own in usual.items() if own != key}, hint)


def _keys_of(nodes: Iterable[object], keys: Mapping[str, str]) -> dict[str, str]:
    """The usual keys of some nodes, each with those that were chosen for it, else with itself."""
    return {
        key: keys.get(one.id or "", key)
        for node in nodes
        for owner in type(node).__mro__
        for one in bound(owner)
        for key in one.key.split(",")
    }


def hint_with_own_keys(usual: Mapping[str, str], hint: str) -> str:
    """A hint such as `u undo · ? help` with other keys in it, by the usual ones."""
    own = {SIGNS.get(key, key): key_names(keys).split()[0] for key, keys in usual.items()}
    own |= {word: own[key] for word, key in NAMED.items() if key in own}
    own |= {sign: own[key] for sign, key in ARROWS.items() if key in own}
    own |= {key.upper(): own[key] for key in usual if re.fullmatch("f[0-9]+", key)}
    own |= {f"^{key[-1].upper()}": own[key] for key in usual if key.startswith("ctrl+")}

    def other(found: re.Match[str]) -> str:
        word = found[2]
        if word in own:
            return found[1] + own[word]
        if " " in word and any(each in own for each in word.split()):
            return found[1] + " ".join(own.get(each, each) for each in word.split())
        if set(word) <= ARROWS.keys() and any(each in own for each in word):
            return found[1] + " ".join(own.get(each, each) for each in word)
        return found[0]

    return TOKEN.sub(other, hint)


def own_prompt_keys(keys: Mapping[str, str]) -> dict[str, str]:
    """The keys of the prompts that were changed, by the usual ones."""
    found = {
        name.removeprefix(PROMPT): own for name, own in keys.items() if name.startswith(PROMPT)
    }
    return {**({"u": keys[UNDO]} if UNDO in keys else {}), **found}


def shorter_hints(hint: str) -> Iterator[str]:
    """A hint, then without one after the other of its keys, the last first; the first two, Enter
    and why not stay to the end."""
    parts = hint.split(" · ")
    yield hint
    for at in range(len(parts) - 1, 1, -1):
        if parts[at].split()[0] not in ("w", "Enter"):
            del parts[at]
            yield " · ".join(parts)


def key_at(row: str, x: int) -> str:
    """The key that a line of hints such as `w why not · u undo` names at a column; "" for none."""
    start = 0
    for hint in row.split(" · "):
        if start <= x < start + len(hint) + 3:
            word = next(iter(hint.rpartition(". ")[2].rpartition(": ")[2].split()), "")
            key = WORDS.get(word, word)
            return key if PRESSED.fullmatch(key) or key in SIGNS else ""
        start += len(hint) + 3
    return ""


def clash(found: list[KeyAction], keys: Mapping[str, str], changed: str) -> str:
    """What else the keys of an action do in the same place, "" for nothing."""
    own = {action.id: set(keys.get(action.id, action.keys).split(",")) for action in found}
    where = {action.id: action.where for action in found}
    others = [action.said for action in found
              if action.id != changed and own[action.id] & own[changed]
              and ({action.where, where[changed]} <= {"The game", "The question"}
                   or action.where == where[changed]
                   or "Everywhere" in (action.where, where[changed]))]  # fmt: skip
    return others[0] if others else ""
