"""The words of a line of Empires in Arms: nations, leaders, troops, ships, chits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from engine.eia import naval, tables, troops
from engine.eia.battles import combat_tables
from engine.notation.line_fields import phrases
from engine.notation.phrase_tables import meanings
from engine.notation.token_reader import BETWEEN, LONGEST

LAND: Final = "eia-battle"
SEA: Final = "eia-naval-battle"
KEYS: Final = ("attacker", "defender")
WORDS_OF_A_NAME: Final = 3
SHORTEST: Final = 3  # letters that name a chit

WORDS: Final = meanings("eia_troops")
SHIPS: Final = meanings("eia_ships")
PADDING: Final = meanings("eia_padding")
ROLES: Final = ("outflanking", "surplus", "fighting")
CORPS: Final = "corps (eia)"
OF_CORPS: Final = phrases(CORPS)
OF_A_SIDE: Final = phrases(f"side ({LAND})")
OF_SHIPS: Final = phrases(f"side ({SEA})")
OF_THE_WHOLE: Final = phrases(LAND, SEA)
SIGN: Final = re.compile(
    r"(?<![\w.=+-])eia(?!\w)"
    r"|(?<![\w.+-])[0-9]{1,3}\s*(?:i|lc|mc|hc|co|inf|infantry|cav|cavalry|guards?|militia|cossacks?"
    r"|artillery|light_cavalry|medium_cavalry|heavy_cavalry|ships?|frigates?)(?![\w+-])",
    re.IGNORECASE | re.ASCII,
)  # fmt: skip

TOKEN: Final = re.compile(r'"[^"]*"|[^\s,;()="]+|[,;()=]|"')
SIDES: Final = re.compile(r"(?<!\S)(?:v|vs|versus|against)\.?(?!\S)", re.IGNORECASE | re.ASCII)
CHITS: Final = re.compile(
    r"[,;]\s*([A-Za-z ]+?)\s+(?:v|vs|versus|against)\.?\s+([A-Za-z ]+)\s*(?=[,;]|$)"
)
RATINGS: Final = "([0-6])-([0-6])-([0-6])(?:-?[a-dA-D])?"
NAME: Final = rf'("[^"]*"|[^,;()="{BETWEEN}]+)'
COUNTED: Final = "|".join(
    (*(f"{each} cavalry" for each in troops.TYPES), *SHIPS, *troops.SHORT, *WORDS, *troops.TROOPS)
)
"""What may be counted."""
AFLOAT: Final = re.compile(
    r"(?<![\w.+-])(?:[0-9]{1,3}\s*)?(?:ships?|frigates?)(?!\w)", re.IGNORECASE
)


def is_eia(text: str) -> bool:
    """Whether a line is of Empires in Arms: it says so, or counts factors or ships of the line."""
    return SIGN.search(text[:LONGEST]) is not None


@cache
def nations() -> Mapping[str, str]:
    """Every way to write a nation, small and without accents."""
    found = {tables.plain(each): each for each in (*naval.FLEETS, *tables.nations())}
    found |= {tables.plain(row["written"]): row["nation"] for row in tables.rows("nation_names")}
    return found


@cache
def people() -> Mapping[str, str]:
    """Every way to write a leader whose name a sheet has."""
    found = {tables.plain(each): each for each in tables.leaders()}
    found |= {tables.plain(r["written"]): r["leader"] for r in tables.rows("leader_names")}
    return found | {tables.plain(each): each for each in dict.fromkeys(found.values())}


def known_words() -> tuple[str, ...]:
    """What may be typed by name in such a line, for completion."""
    chits = {each.casefold() for side in combat_tables.chits() for each in side}
    return tuple(sorted({*nations(), *people(), *chits, *combat_tables.terrains()}))


def zip_ratings(values: Iterable[int]) -> dict[str, int]:
    """Strategic and tactical rating and tactical maximum, by name."""
    return dict(zip(("strategic", "tactical", "maximum"), values, strict=True))


def troop(word: str) -> str:
    """The kind of troop that a word or its short form names; "" for none."""
    low = word.lower()
    found = troops.SHORT.get(low) or WORDS.get(low, low)
    return found if found in troops.TROOPS else ""
