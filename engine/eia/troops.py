"""Troops: their kinds and morale, the types of cavalry and La Salle's (EIA-CAV, EIA-LSLC,
EIA-OE-06, EIA-SIE-03)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from engine.eia import tables
from engine.eia.reasons import BASE, Reason, applicable
from engine.facts.wordings import wordings

TYPES: Final = ("light", "medium", "heavy")
SHORT: Final = {short: troop for troop, short in wordings("kind of troop").items() if short}
"""How troops are written in short: `12i 2lc`."""
TROOPS: Final = tuple(wordings("kind of troop"))
KEEP: Final = frozenset(("cossack", "freikorps", "lslc"))
CAVALRY: Final = KEEP | {troop for troop in TROOPS if troop.endswith("cavalry")}
CORPS: Final = tuple(wordings("type of corps"))
ERRATUM: Final = ("I", "II", "III")
LSLC: Final = "seed_lslc"


class Nation(NamedTuple):
    """Whose troops they are: the nation, whether it is dominant, British trained or Ottoman.

    `ottoman` is for corps of the Ottoman Empire, and for Turkish free states that could join it.
    `types` says whether the types of cavalry are used; printed cavalry is then medium.
    """

    name: str
    dominant: bool = False
    british: bool = False
    ottoman: bool = False
    types: bool = True

    @property
    def is_ottoman(self) -> bool:
        """Whether they are Ottoman, by their nation or as such a state's."""
        return self.ottoman or self.name == tables.OTTOMAN


class TroopMorale(NamedTuple):
    """A troop's morale in tenths (None: no source gives it) and why."""

    morale: int | None
    reason: Reason


def morale(troop: str, nation: Nation, corps: str = "", assaulting: bool = False) -> TroopMorale:
    """The morale of a factor of some kind.

    Cavalry has the morale of its type (EIA-CAV-01 to EIA-CAV-03), that of the Russian corps I to
    III is corrected (EIA-ERR-04), and Ottoman troops have their own even while the Empire does not
    exist (EIA-OE-06). In an assault cavalry fights as infantry (EIA-SIE-03), but for cossacks,
    freikorps and La Salle's (EIA-SIE-04). Where sources dispute a figure it is None.
    """
    foot, horse = _national(nation)
    found: int | None
    kind = troop.removesuffix("_cavalry")
    if troop in KEEP:
        found, why, rule = None, "As a cossack.", "EIA-LSLC-01"
        if troop == "cossack":
            found = tables.troop_morale(troop)
        elif troop == "lslc":
            found, why, rule = tables.figure(LSLC, "morale") * tables.TENTHS, "", "EIA-LSLC-04"
        if assaulting:
            why, rule = "It keeps its own morale in an assault.", "EIA-SIE-04"
    elif assaulting and troop in CAVALRY:
        found, why, rule = foot, "Cavalry assaults as infantry.", "EIA-SIE-03"
    elif kind in TYPES:
        found, why = tables.cavalry_types()[kind].morale, f"{kind} cavalry"
        rule = f"EIA-CAV-0{TYPES.index(kind) + 1}"
    elif troop == "cavalry" and nation.is_ottoman:
        found, why, rule = horse, "Ottoman cavalry", "EIA-OE-06"
    elif troop == "cavalry" and nation.types:
        found = tables.cavalry_types()["medium"].morale
        why, rule = "Printed cavalry is medium.", "EIA-CAV-02"
    elif troop == "cavalry" and nation.name == "russia" and corps in ERRATUM:
        found = tables.national_morale("russia").cavalry
        why, rule = f"Russia's {corps} corps", "EIA-ERR-04"
    elif troop in ("infantry", "artillery", "cavalry"):
        found, why = horse if troop == "cavalry" else foot, "the nation's morale"
        rule = "EIA-OE-06" if nation.is_ottoman else BASE
    elif troop.startswith("feudal"):
        line = tables.row("other_morale", troop=troop.replace("_", " "))
        found = tables.tenths(line["note"].split()[0] if nation.dominant else line["morale"])
        why, rule = "feudal troops", BASE
    else:
        found, why, rule = tables.troop_morale(troop), troop, BASE
    return TroopMorale(found, Reason(why, rule))


def _national(nation: Nation) -> tuple[int | None, int | None]:
    """The morale of a nation's infantry and printed cavalry; None for what the sources dispute."""
    if nation.is_ottoman:
        items = ("infantry morale of Turkish free states that can join the Empire",
                 "cavalry morale of the same")  # fmt: skip
        foot, horse = (tables.figure("seed_ottoman_troops", item) for item in items)
        return foot * tables.TENTHS, horse * tables.TENTHS
    found = tables.national_morale(nation.name, nation.dominant, nation.british)
    return (None, None) if found.disputed else (found.infantry, found.cavalry)


def average(factors: Iterable[tuple[int, int]]) -> int:
    """The morale of a force from (factors, morale in tenths): the average to the nearest tenth."""
    parts = list(factors)
    whole = sum(count for count, _ in parts)
    if not whole:
        return 0
    return int(Fraction(sum(count * each for count, each in parts), whole) + Fraction(1, 2))


def superiority(factors: Mapping[str, int], ottoman: bool) -> int:
    """Cavalry factors as they count for superiority: Ottoman ones twice (EIA-OE-07)."""
    item = "Ottoman cavalry when counting cavalry superiority"
    count = sum(number for troop, number in factors.items() if troop in CAVALRY)
    return count * tables.figure("seed_ottoman_troops", item) if ottoman else count


class Exchange(NamedTuple):
    """Whether France has to give a cavalry factor for La Salle's Light Cavalry now."""

    state: str
    reasons: tuple[Reason, ...]


def lslc(available: bool, state: str, cavalry: int, dead: bool) -> Exchange:
    """What becomes of La Salle's Light Cavalry: "", waiting, due, field or eliminated.

    It goes with La Salle's death (EIA-LSLC-03) and never comes back (EIA-LSLC-02); when he is
    available France has to give a cavalry factor for it (EIA-LSLC-06), and it waits while there is
    none (EIA-LSLC-07).
    """
    if state == "eliminated":
        found, why, rule = "eliminated", "It is never rebuilt.", "EIA-LSLC-02"
    elif dead:
        found, why, rule = "eliminated", "La Salle is dead.", "EIA-LSLC-03"
    elif state == "field" or not available:
        return Exchange(state, ())
    elif cavalry >= tables.figure(LSLC, "price"):
        why = "France has to exchange one cavalry factor for La Salle's Light Cavalry."
        found, rule = "due", "EIA-LSLC-06"
    else:
        why = "No cavalry to give: La Salle's Light Cavalry waits off the board."
        found, rule = "waiting", "EIA-LSLC-07"
    return Exchange(found, (Reason(why, rule),))


def may_retire(attackers: Iterable[str]) -> tuple[Reason, ...]:
    """Why the opponent may not avoid the battle: La Salle's Light Cavalry attacks alone
    (EIA-LSLC-05)."""
    why = "La Salle's Light Cavalry attacks alone: the opponent may not retire or withdraw."
    return applicable((set(attackers) == {"lslc"}, why, "EIA-LSLC-05"))


class March(NamedTuple):
    """A corps's movement allowance, and why it may not march faster."""

    allowance: int
    refused: tuple[Reason, ...]


def force_march(corps: str, allowance: int, disembarking: bool, force_march: bool) -> March:
    """The allowance of a corps: one more by force marching (EIA-ERR-12), for those that may
    (EIA-ERR-13)."""
    slow = wordings("type of corps").get(corps, "")
    rule = "EIA-LSLC-01" if corps == "lslc" else "EIA-ERR-13"
    lands = "A disembarking corps may not force march."
    refused = applicable(
        (force_march and slow, f"{slow} may not force march.", rule),
        (force_march and disembarking, lands, "EIA-ERR-13"),
    )
    return March(allowance + (force_march and not refused), refused)
