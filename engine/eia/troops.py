"""Troops: their kinds and morale, the types of cavalry and La Salle's (EIA-CAV, EIA-LSLC,
EIA-OE-06, EIA-SIE-03)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from engine.eia import tables
from engine.eia.reasons import Reason, applicable

TYPES: Final = ("light", "medium", "heavy")
TROOPS: Final = (
    "militia", "infantry", "feudal_infantry", "guerrilla", "artillery", "cossack", "freikorps",
    "feudal_cavalry", "cavalry", "light_cavalry", "medium_cavalry", "heavy_cavalry", "lslc",
    "guard",
)  # fmt: skip
CAVALRY: Final = frozenset(
    ("cavalry", "light_cavalry", "medium_cavalry", "heavy_cavalry", "feudal_cavalry", "cossack",
     "freikorps", "lslc")
)  # fmt: skip
KEEP: Final = frozenset(("cossack", "freikorps", "lslc"))
CORPS: Final = ("infantry", "cavalry", "artillery", "guard", "cossack", "freikorps", "guerrilla",
                "lslc")  # fmt: skip
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
    if assaulting and troop in CAVALRY - KEEP:
        return TroopMorale(_infantry(nation), Reason("Cavalry assaults as infantry.", "EIA-SIE-03"))
    if troop in KEEP:
        rule, why = "EIA-LSLC-01", "As a cossack."
        if assaulting:
            rule, why = "EIA-SIE-04", "It keeps its own morale in an assault."
        elif troop == "lslc":
            rule, why = "EIA-LSLC-04", ""
        own = tables.figure(LSLC, "morale") * tables.TENTHS if troop == "lslc" else None
        found = tables.troop_morale("cossack") if troop == "cossack" else own
        return TroopMorale(found, Reason(why, rule))
    kind = troop.removesuffix("_cavalry")
    if kind in TYPES:
        rule = f"EIA-CAV-0{TYPES.index(kind) + 1}"
        return TroopMorale(tables.cavalry(kind).morale, Reason(f"{kind} cavalry", rule))
    if troop == "cavalry":
        return _cavalry(nation, corps)
    if troop.startswith("feudal"):
        return TroopMorale(_feudal(troop, nation.dominant), Reason("feudal troops", "EIA-SET-03"))
    if troop in ("infantry", "artillery"):
        rule = "EIA-OE-06" if nation.is_ottoman else "EIA-SET-03"
        return TroopMorale(_infantry(nation), Reason("the nation's morale", rule))
    return TroopMorale(tables.troop_morale(troop), Reason(troop, "EIA-SET-03"))


def _infantry(nation: Nation) -> int | None:
    if nation.is_ottoman:
        item = "infantry morale of Turkish free states that can join the Empire"
        return tables.figure("seed_ottoman_troops", item) * tables.TENTHS
    found = tables.national_morale(nation.name, nation.dominant, nation.british)
    return None if found.disputed else found.infantry


def _cavalry(nation: Nation, corps: str) -> TroopMorale:
    if nation.is_ottoman:
        found = tables.figure("seed_ottoman_troops", "cavalry morale of the same")
        return TroopMorale(found * tables.TENTHS, Reason("Ottoman cavalry", "EIA-OE-06"))
    if nation.types:
        medium = tables.cavalry("medium").morale
        return TroopMorale(medium, Reason("Printed cavalry is medium.", "EIA-CAV-02"))
    national = tables.national_morale(nation.name, nation.dominant, nation.british)
    if nation.name == "russia" and corps in ERRATUM:
        plain = tables.national_morale("russia")
        return TroopMorale(plain.cavalry, Reason(f"Russia's {corps} corps", "EIA-ERR-04"))
    found_or_none = None if national.disputed else national.cavalry
    return TroopMorale(found_or_none, Reason("the nation's morale", "EIA-SET-03"))


def _feudal(troop: str, dominant: bool) -> int:
    line = tables.row("other_morale", troop=troop.replace("_", " "))
    return tables.tenths(line["note"].split()[0] if dominant else line["morale"])


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


NO_FORCE_MARCH: Final[Mapping[str, str]] = {
    "cossack": "Cossacks", "freikorps": "Freikorps", "guerrilla": "Guerrillas",
    "cavalry": "Cavalry corps", "lslc": "La Salle's Light Cavalry, a cossack here,",
}  # fmt: skip


class March(NamedTuple):
    """A corps's movement allowance, and why it may not march faster."""

    allowance: int
    refused: tuple[Reason, ...]


def force_march(kind: str, allowance: int, disembarking: bool, wanted: bool) -> March:
    """The allowance of a corps: one more by force marching (EIA-ERR-12), for those that may
    (EIA-ERR-13)."""
    slow = wanted and kind in NO_FORCE_MARCH
    rule = "EIA-LSLC-01" if kind == "lslc" else "EIA-ERR-13"
    lands = "A disembarking corps may not force march."
    refused = applicable(
        (slow, f"{NO_FORCE_MARCH.get(kind)} may not force march.", rule),
        (wanted and disembarking, lands, "EIA-ERR-13"),
    )
    return March(allowance + (wanted and not refused), refused)
