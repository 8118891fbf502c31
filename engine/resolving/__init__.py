"""The kinds of documents that `resolve` adjudicates, one module a family, imported when asked for.

A module declares its kinds as `Kind` (engine.resolving.kind): the fields of the document, an
example, and what to do with a document that was read. To add a kind, add its line here.
"""

from __future__ import annotations

from typing import Final

# Name of the kind: the module of this package that holds it, and its line for --list.
KINDS: Final[dict[str, tuple[str, str]]] = {
    "battle": ("battles", "a battle on land, from evasion to the fate of its leaders"),
    "naval-battle": ("naval_battle", "a battle at sea, from evasion to the fate of its leaders"),
    "undermine": (
        "sieges",
        "one undermining roll, its siegeworks, and the besieger's attrition check",
    ),
    "assault": ("sieges", "an assault on a fortress"),
    "attrition": ("attritions", "attrition of a land stack: supply, movement, siege, redeployment"),
    "start": ("track", "the first round of a Military phase"),
    "continuation": ("track", "the continuation roll: the next round and its weather"),
    "intercept": ("checks", "an attempt to intercept on land"),
    "evade": ("checks", "a test of evasion, on land or at sea"),
    "suppress": ("checks", "a fight against a revolt or rebellion"),
    "levies": ("levying", "exceptional levies: who may declare them and what recruits cost"),
}
