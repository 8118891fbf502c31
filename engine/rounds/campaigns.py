"""What each campaign costs, which moves, interceptions and actions at sea it allows (CAM).

What a country may choose now, and pays, is in campaign_choice.

Prices and limits are those of the printed table. A tick of a country is the campaign it has to pay
at the clean-up (`major`), or the campaign and the one that was free (`major-active`: the difference
is paid).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, Literal

from engine.facts import countries, tables
from engine.facts.wordings import wordings
from engine.state import State, sides
from engine.state.countries import Campaign, Country
from engine.state.forces import LAND_THIRDS, Unit

Right = Literal["none", "friendly", "any"]

CAMPAIGNS: Final[tuple[Campaign, ...]] = (
    "none", "passive", "active_no_logistic", "active", "major", "multiple",
)  # fmt: skip
NAMES: Final = wordings("campaign")
SHORT: Final = wordings("campaign in a line")
ALLOWS: Final = wordings("what a campaign allows")
REFUSALS: Final = wordings("what a campaign refuses")
RIGHTS: Final[dict[str, Right]] = {"no": "none", "friendly_provinces": "friendly", "any": "any"}


# What a campaign costs and allows.


@cache
def options(campaign: str) -> tuple[tables.Campaign, ...]:
    """The lines of the table of a campaign: one, or two for the either/or of a major one."""
    return tuple(line for (name, _), line in tables.campaigns.all().items() if name == campaign)


@cache
def _line(campaign: str) -> tables.Campaign:
    """What the lines of a campaign agree in: price, interception, the size of a massed force."""
    line, *_ = options(campaign)
    return line


def cost(campaign: str) -> int:
    """The price of a campaign in ducats (CAM-11, CAM-12, CAM-15, CAM-18, CAM-21, CAM-24)."""
    return _line(campaign).cost_ducats


@cache
def tick_cost(tick: str) -> int:
    """What a tick costs at the clean-up, in ducats: the difference to what was free (CAM-07)."""
    campaign, _, free = tick.partition("-")
    return max(0, cost(campaign) - (cost(free) if free else 0))


@cache
def _small_stack() -> tuple[int, int]:
    """The most thirds of a detachment outside pashas, and the most pashas, of a small stack, in
    which all lines agree that limit it."""
    line = tables.campaign("active")
    return 3 * (line.land_active_max_ld or 0), line.land_active_max_pashas or 0


def is_small(units: Iterable[Unit]) -> bool:
    """Whether a stack is as small as a simple campaign may move, 5 LD and a pasha (CAM-16); of
    exploration detachments any number is."""
    kinds = [unit.kind for unit in units]
    outside = sum(LAND_THIRDS[kind] for kind in kinds if kind not in ("PASHA", "LDE"))
    thirds, pashas = _small_stack()
    return outside <= thirds and kinds.count("PASHA") <= pashas


def land_allows(campaign: str, stacks_small: Sequence[bool]) -> bool:
    """Whether a campaign allows these active moves on land, each by a small stack or a large one.

    CAM-13, CAM-16, CAM-21, CAM-24. Passive moves are never limited (CAM-28).
    """
    return not stacks_small or any(
        (line.land_active_stacks is None or len(stacks_small) <= line.land_active_stacks)
        and (line.land_active_max_ld is None or all(stacks_small))
        for line in options(campaign)
    )


def sea_allows(campaign: str, fleets: Sequence[int]) -> bool:
    """Whether a campaign allows active actions by naval stacks of so many fleet counters each.

    The choice of a major campaign is made for land and for sea apart (CAM-23).
    """
    return not fleets or any(
        (line.sea_active_stacks is None or len(fleets) <= line.sea_active_stacks)
        and (line.sea_active_max_fleets is None or max(fleets) <= line.sea_active_max_fleets)
        for line in options(campaign)
    )


@cache
def sails(campaign: str, fleets: int) -> bool:
    """Whether a naval stack of so many fleet counters may move at all under a campaign."""
    return any(
        line.sea_move_max_fleets is None or fleets <= line.sea_move_max_fleets
        for line in options(campaign)
        if campaign != "none"
    )


# What a country may do now.


def in_force(state: State, country: str) -> Campaign:
    """The campaign of a country's latest impulse; before its first of the turn, passive rights
    (CAM-A4, INT-A2).

    CAM-08 to CAM-10: the campaign of this round if its impulse was played, else the one before.
    """
    known = state.countries.get(country)
    if known is None:
        return "none"
    if known.campaign is not None:
        return known.campaign
    if known.campaign_before is not None:
        return known.campaign_before
    return "passive" if len(state.sequence.rounds) <= 1 else "none"


def interception_right(state: State, country: str) -> Right:
    """Where a country may intercept on land: nowhere, in friendly provinces, anywhere.

    CAM-08 to CAM-12, CAM-15, CAM-A1.
    """
    return RIGHTS[_line(in_force(state, country)).intercept_land]


def naval_interception_right(state: State, country: str) -> str:
    """Which stacks of a country may intercept at sea: `no`, `one_fleet` at most, or `any`.

    NIN-01, NIN-02, CAM-08 to CAM-12, CAM-15.
    """
    return _line(in_force(state, country)).intercept_sea


def massed_threshold(state: State, country: str) -> int:
    """The LD from which a stack is massed and rolls for attrition under its campaign (CAM-20)."""
    return _line(state.countries[country].campaign or "none").massed_forces_ld


@cache
def least_massed() -> int:
    """The LD from which a stack is massed under the campaign that allows fewest."""
    return min(line.massed_forces_ld for line in tables.campaigns.all().values())


def acts(state: State, country: str) -> bool:
    """Whether a country may do anything in this round: it has a campaign (CAM-11)."""
    known = state.countries.get(country)
    return known is not None and known.campaign not in (None, "none")


def any_acts(state: State, countries: Iterable[str]) -> bool:
    """Whether one of these countries may do anything in this round."""
    for country in countries:  # noqa: SIM110 - mostly one: to set up anything else takes longer
        if acts(state, country):
            return True
    return False


def may_act(state: State, country: str) -> str:
    """Why a country may do nothing in this round, "" when it may (CAM-11)."""
    if acts(state, country):
        return ""
    has = countries.does(country, "have")
    return f"{has} paid no campaign: nothing may move, besiege or act (CAM-11)"


def may_move(state: State, country: str, units: Iterable[Unit], active: bool) -> str:
    """Why a stack commanded by a country may not move, with the rule; "" when it may (MVG-06,
    CAM-11 to CAM-17).

    `active` says that it enters a province with unfriendly forces. A stack that has made an active
    move goes on under the same allowance.
    """
    reason = may_act(state, country)
    if reason or not active:
        return reason
    units = list(units)
    campaign = state.countries[country].campaign or "none"
    moves = _moves(state, country)
    number = _same_stack(moves, [unit.id for unit in units])
    stacks = [small for key, (small, _) in moves.items() if key != number]
    if land_allows(campaign, [*stacks, is_small(units)]):
        return ""
    if stacks or campaign == "passive" or not _has_pashas(state, country):
        return _refusal(country, campaign, bool(stacks), "on land")
    return _refusal(country, campaign, False, "on land with pashas")


def _has_pashas(state: State, country: str) -> bool:
    """Whether a country has pashas on the board, so that a refusal has to name them (CAM-16)."""
    return any(unit.kind == "PASHA" and unit.country == country for unit in state.units.values())


def puts_to_sea(state: State, country: str, fleets: int) -> bool:
    """Whether a naval stack of so many fleet counters may move (CAM-11, CAM-14, CAM-17)."""
    known = state.countries.get(country)
    return known is not None and sails(known.campaign or "none", fleets)


def may_sail(state: State, country: str, fleets: int) -> str:
    """Why such a stack may not move; "" when it may."""
    if puts_to_sea(state, country, fleets):
        return ""
    has = countries.does(country, "have")
    passive = f"{has} a passive campaign: only stacks with one fleet counter sail (CAM-14)"
    return may_act(state, country) or passive


def may_act_at_sea(state: State, country: str, fleets: int) -> str:
    """Why a naval stack of so many fleet counters may do no active action; "" when it may.

    CAM-14, CAM-17, CAM-19, CAM-22, CAM-24; those done this impulse count.
    """
    reason = may_act(state, country)
    if reason:
        return reason
    campaign = state.countries[country].campaign or "none"
    done = state.marks.active_fleets.get(country, [])
    if sea_allows(campaign, [*done, fleets]):
        return ""
    return _refusal(country, campaign, bool(done), "at sea")


def spend_at_sea(state: State, country: str, fleets: int) -> None:
    """Counts an active naval action that was really carried out (ITG-10)."""
    state.marks.active_fleets.setdefault(country, []).append(fleets)


def _refusal(country: str, campaign: Campaign, again: bool, where: str) -> str:
    """Why a campaign allows no active move on land, or action at sea, or none `again` (MOV-23,
    CAM-14, CAM-16, CAM-17, CAM-19, CAM-21, CAM-22)."""
    case = f"again {where}" if again else where
    why = REFUSALS.get(f"{campaign} {case}") or REFUSALS[f"any {case}"]
    return f"{countries.does(country, 'have')} {NAMES[campaign]}: {why}"


def spend_active(state: State, country: str, unit_ids: Sequence[int]) -> None:
    """Counts an active move that was really carried out (ITG-10, ITG-A2); a stack counts once."""
    units = state.units_by_id(unit_ids)
    moves = _moves(state, country)
    key = _same_stack(moves, unit_ids)
    small, known = moves.get(key, (True, []))
    small = small and is_small(units)
    number = key or str(len(moves) + 1)
    state.marks.active_moves.pop(f"{country} {key} small", None)
    state.marks.active_moves.pop(f"{country} {key} large", None)
    key = f"{country} {number} {'small' if small else 'large'}"
    state.marks.active_moves[key] = sorted({*known, *unit_ids})


def _moves(state: State, country: str) -> dict[str, tuple[bool, list[int]]]:
    """The active moves of an impulse by number: whether by a small stack, and its units."""
    found = {}
    for key, units in state.marks.active_moves.items():
        who, number, size = key.split(" ")
        if who == country:
            found[number] = (size == "small", units)
    return found


def _same_stack(moves: dict[str, tuple[bool, list[int]]], unit_ids: Sequence[int]) -> str:
    for number, (_, units) in moves.items():
        if not set(units).isdisjoint(unit_ids):
            return number
    return ""


# The choice.


def free_each_round(state: State, country: Country) -> Campaign | Literal[""]:
    """The campaign that a minor gets free in every round; at peace only a passive one.

    CAM-04, CAM-05; for a dearer one its patron pays (COR-16).
    """
    if not country.minor:
        return ""
    if sides.at_peace(state, sides.alliance_of(state, country.id)):
        return "passive"
    return "passive" if country.role in ("limited", "foreign") else "active"


def free_once(country: Country) -> list[str]:
    """The campaigns that are free once in the turn and still to be used.

    A minor in limited intervention has one simple campaign, taken instead of the passive one of a
    round (CAM-04, CAM-A5); reinforcements and some powers bring others (CAM-06).
    """
    found = sorted(set(country.free_campaigns))
    intervenes = country.minor and country.role in ("limited", "foreign")
    if intervenes and not any(tick.endswith("-active") for tick in country.ticks):
        found.append("active")
    return found
