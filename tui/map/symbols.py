"""The signs of stacks on the map and in the panes, and texts in ASCII alone."""

from functools import cache
from unicodedata import normalize

from tui.map.view import Relation, StackMark

SIGNS: dict[Relation, str] = {"ours": "▲", "enemy": "▼", "neutral": "■"}
SHIP_SIGNS: dict[Relation, str] = {"ours": "►", "enemy": "◄", "neutral": "~"}
RINGS = "◔◑◕●"  # a siege without works, with one, two, three and more
ASCII = str.maketrans("▲▼■►◄◆•·ıøłđßæœØŁ◔◑◕●", "^vo><*.:ioldsaoOL####")


def stack_text(stacks: list[StackMark], width: int) -> str:
    """The marker of the stacks of a place in that many columns: ▲, ▲7, ▲7A, ▲12A. Where troops of
    ours and of an enemy stand, the strength of both: 5v8, ours first, as wide as that is.

    Where several sides stand, or troops and ships, a sign for each, the strongest first.
    """
    sides: dict[str, list[StackMark]] = {}
    for stack in sorted(stacks, key=lambda stack: (-stack.strength, stack.country)):
        sides.setdefault(sign_of(stack), []).append(stack)
    if set(sides) == {SIGNS["ours"], SIGNS["enemy"]} and width > 1:
        ours, enemies = (
            sum(stack.strength for stack in sides[SIGNS[each]]) for each in ("ours", "enemy")
        )
        return f"{ours}v{enemies}"
    if len(sides) > 1:
        each = width // len(sides)
        if not each and all(stack.relation == stacks[0].relation for stack in stacks):
            return next(iter(sides))
        return "".join(stack_text(side, each) for side in sides.values()) if each else "*"
    sign, side = next(iter(sides.items()))
    strength = sum(stack.strength for stack in side)
    ranks = [stack.leader_rank for stack in side if stack.leader_rank]
    number = str(strength) if len(str(strength)) < width else "+"
    return (sign + number + min(ranks, default=""))[:width]


def sign_of(stack: StackMark) -> str:
    """The sign of a stack: whose it is, and whether it is ships."""
    return (SHIP_SIGNS if stack.afloat else SIGNS)[stack.relation]


@cache
def ascii_text(text: str) -> str:
    """The same text, as long, in ASCII alone."""
    letters = (normalize("NFKD", letter)[0] for letter in text.translate(ASCII))
    return "".join(letter if letter.isascii() else "?" for letter in letters)
