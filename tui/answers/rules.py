"""The rules that a question goes by, for whoever asks why it has no other answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from engine.facts import board, rulebook
from engine.facts.countries import with_article
from engine.grammar import capitalised
from engine.land.movement import interception, interceptors
from engine.play.asks import Ask, Die
from engine.rounds import campaigns
from engine.sea.interception import interception as sea
from engine.sea.interception import interceptors as at_sea
from engine.state import State, sides
from tui.words.places import place_name

GOVERNED: Final[Mapping[str, tuple[str, ...]]] = {
    "campaign": ("CAM-01", "CAM-02"), "interception-battle": ("INT-04", "INT-06"),
    "evade": ("EVA-02", "EVA-03", "EVA-10"), "evade-to": ("EVA-12", "EVA-14"),
    "shelter": ("EVA-10",), "retreat-to": ("RET-18", "RET-20", "RET-28", "RET-30"),
    "retreat-attempt": ("FIG-17",), "withdraw": ("RET-03", "RET-04"), "losses": ("RET-34",),
    "over-stacking": ("MOV-03",), "pillage": ("ATT-12", "ATT-15"),
    "pillage-or-loss": ("ATT-13", "ATT-14"), "next-battle": ("BAT-01", "BAT-02"),
    "next-siege": ("SIE-03", "SIE-05"), "siege-action": ("SIE-22", "SIE-23", "SIE-24"),
    "redeploy-to": ("SIE-24", "SIE-25"), "man-fortress": ("FAL-02",), "overrun": ("OVR-01",),
    "place-leader": ("WIN-10", "WIN-12"), "redeploy-leader": ("WIN-10", "WIN-13"),
    "recruit": ("LEV-09", "LEV-11"), "recruit-place": ("LEV-11",),
    "declare-levies": ("LEV-01", "LEV-02"), "refit": ("REF-01", "REF-02"),
    "refit-place": ("REF-07",), "explore": ("EXP-01", "EXP-02"),
    "next-exploration": ("EXP-03", "EXP-05"), "explorers": ("EXP-05",), "fire": ("PRE-03",),
    "engage": ("BLK-08", "BLK-10"), "turned-back": ("BLK-07",), "capture": ("PUR-20",),
    "prize-crew": ("PUR-21",), "ships-lost": ("NLS-01", "NLS-04", "NLS-05"),
    "damage-region": ("NLS-02",), "embark": ("CMB-05", "CMB-06"), "scuttle": ("MOV-03",),
    "return": ("MOV-03",), "breach": ("UND-24", "UND-25", "UND-26"),
    "war-honour": ("UND-24", "UND-27", "UND-28", "UND-30"), "war-honour-place": ("UND-29",),
    "sortie": ("PAR-01", "PAR-02"), "fighters": ("INT-13",), "break-off": ("FIG-13", "FIG-14"),
    "first-line": ("PAR-11", "PAR-13", "PAR-14"), "follow": ("RET-12", "RET-13"),
    "follower": ("RET-12", "RET-15"), "attack-convoy": ("CNV-02", "CNV-04"),
    "convoy-attacker": ("CNV-09",), "commander": ("BAT-06", "CAM-02"),
    "next-supply": ("SUP-01", "SUP-03", "SUP-04"), "mover": ("MVG-01", "MVG-07"),
    "leader-goes": ("EVA-14",), "revolt-counter": ("REV-02",), "flota-port": ("NAC-31",),
    "natives": ("NAT-04", "NAT-06", "NAT-08", "NAT-11"), "ship-lost": ("ATS-29", "ATS-31"),
    "take-along": ("CMB-19",), "corsair-counter": ("REV-02",),
}  # fmt: skip
AT_SEA: Final[Mapping[str, tuple[str, ...]]] = {
    "interception-battle": ("NIN-04",),
    "evade": ("EVA-02", "EVA-06"), "retreat-to": ("RET-06", "RET-07"),
}  # fmt: skip


def why_not(state: State, ask: Ask[Any], place: str, fog: Collection[str]) -> str:
    """Why a place is no answer to a question: for the next move why none begins there, for any
    other the rules that it goes by, and that it goes by them alone where it asks for no place."""
    if isinstance(ask, interception.Intercept | sea.Intercept):
        return _why_no_interception(state, ask, place)
    if isinstance(ask, Die):
        rules = dict.fromkeys(str(rule) for _, _, rule in ask.about.get("modifiers", ()))
        reasons = [f"{rulebook.line(name)} ({name})" for name in rules if name in rulebook.rules()]
        return "\n".join(["Every number may have fallen: type the one that did.", *reasons])
    where = ask.about.get("place", "")
    at_sea = isinstance(where, str) and bool(where) and board.is_sea(where)
    names = (AT_SEA.get(ask.name, ()) if at_sea else ()) or GOVERNED.get(ask.name, ())
    if not names:
        return why_not_move(state, ask, place, fog)
    told = "\n".join(f"{rulebook.line(name)} ({name})" for name in names)
    places = board.provinces().keys() | board.seas().keys()
    asked = any(isinstance(raw, str) and raw.split("+")[0] in places for raw in ask.listed())
    if not place or not asked:
        return f"No place is asked for here. {told}"
    return f"{capitalised(board.does(place, 'be'))} not an answer here. {told}"


def _why_no_interception(
    state: State, ask: interception.Intercept | sea.Intercept, place: str
) -> str:
    """Why the stack in a place is not offered to intercept; of a place without any stack of its
    side, why others that are near are not."""
    alliance = sides.alliance_of(state, ask.who)
    afloat = isinstance(ask, sea.Intercept)
    there = ask.target

    def reason(where: str) -> str:
        if any(band.place == where for band in ask.posts):
            return ""
        if isinstance(ask, sea.Intercept):
            found = at_sea.why_not_eligible(state, there, where, alliance, ask.mover.units)
        else:
            mover = set(ask.mover.units)
            found = interceptors.why_not_eligible(state, there, where, alliance, mover)
        return found or "it has already tried to intercept this move (ITG-13)"

    def stands(where: str) -> bool:
        mine = [unit for unit in state.units_at(where) if unit.land != afloat]
        return any(sides.alliance_of(state, unit.country) == alliance for unit in mine)

    near = sorted({there, *(border.other for border in board.neighbours(there))})
    looked = [place] if place and stands(place) else [where for where in near if stands(where)]
    told = [f"{place_name(where)}: {said}." for where in looked if (said := reason(where))]
    if told:
        return "\n".join(told)
    if looked == [place]:
        return f"The stack {board.in_or_off(place)} is among those offered."
    return f"All of this side {board.in_or_off(there)} and beside it are offered (ITG-02)."


def why_not_move(state: State, ask: Ask[Any], place: str, fog: Collection[str]) -> str:
    """Why a question is not answered with a place: for the next move, why none begins there."""
    if not place:
        return "Nothing is under the cursor."
    there = board.in_or_off(place)
    alliance = sides.phasing_alliance(state) or sides.alliance_of(state, ask.who)
    own = [unit for unit in state.units_at(place) if unit.country in sides.members(state, alliance)]
    if ask.name != "next-move" or place in fog:
        return (
            f"{capitalised(board.does(place, 'be'))} not an answer to this question: {ask.question}"
        )
    if not own:
        return f"No stack of {with_article(alliance)} is {there} (MVG-01)."
    if all(unit.id in state.marks.moved for unit in own):
        return f"The stack {there} has moved already this impulse (MVG-07)."
    if any(unit.id in state.marks.locked for unit in own):
        return f"The stack {there} is held by a battle (MOV-28)."
    refusals = {campaigns.may_act(state, unit.country) for unit in own}
    made = f"What is {there} stays there: its move is over (MVG-02)."
    return next(iter(sorted(refusals - {""})), made)
