"""What a variant may change: the points at which the rules ask the variants in force.

The rules know no variant by its name: where one may change something they ask all those in force as
one, `variants.in_force(state)`, which are none in most games. Every answer of `Variant` is that of
the rules without variants, so a variant states only what it changes. Who sets a game up registers
those there are (engine.variants).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from inspect import iscoroutinefunction, isfunction
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from engine.facts.variant_sheets import sheets

if TYPE_CHECKING:  # most games have no variant: what one would be told of is not read for that
    from engine.combat.fight import Fought
    from engine.facts.force_pools import Force
    from engine.play.phase import Phase
    from engine.state import State
    from engine.state.ledger import War


class Event(NamedTuple):
    """An event that the group may enter at the start of a turn."""

    key: str
    what: str


class Variant:
    """One switchable change of the rules; it keeps nothing, what lasts stands in the ledger."""

    id: ClassVar[str]

    # How the game starts.

    def why_unfit(self, state: State) -> str:
        """Why a scenario has no use for the variant; "" where it has."""
        return ""

    def set_up(self, state: State) -> None:
        """Changes the disposition of a scenario (EUV-SET-02)."""

    # The Military phase.

    async def wars_declared(self, phase: Phase) -> None:
        """After the powers have said who is at war, in a scenario that leaves it to them."""

    def is_supply_source(self, state: State, place: str, alliance: str) -> bool:
        """Whether a province is a source of supply that it would not be without the variant."""
        return False

    def neutrals_stack_apart(self, state: State) -> bool:
        """Whether troops that are neutral to each other leave each other's stacking limit alone."""
        return False

    def closed_provinces(
        self, state: State, movers: Collection[str], afloat: bool
    ) -> dict[str, str]:
        """Provinces that troops of these countries may not enter, each with its reason; or whose
        ports their ships may not, `afloat`."""
        return {}

    async def before_impulse(self, phase: Phase) -> None:
        """Before the supply step of every impulse."""

    def entered(self, state: State, place: str) -> None:
        """After troops have moved into a place, whatever becomes of them there."""

    def after_impulse(self, state: State) -> None:
        """At the end of every impulse, while the ways of its moves are still known."""

    def after_battle(
        self,
        phase: Phase,
        place: str,
        fought: Fought[Any, Any],
        left: Sequence[Collection[int]],
        major: bool,
    ) -> None:
        """After a battle on land; `left` are the counters left to each side."""

    def freezes_revolts(self, state: State, place: str) -> bool:
        """Whether the revolts of a province can neither spread nor be put down."""
        return False

    def lender(self, state: State, country: str) -> str:
        """The country whose counters and leaders another uses, "" for its own."""
        return ""

    def inherited_from(self, state: State, country: str) -> tuple[str, ...]:
        """The countries whose counters a country has besides its own."""
        return ()

    # The campaign.

    def basic_forces(self, state: State, country: str) -> tuple[Force, ...] | None:
        """The basic forces of a country, None for those of the facts."""
        return None

    def foreign_quarters(self, state: State, country: str) -> Collection[str]:
        """Provinces of others where a country may raise and place units as if they were its own."""
        return ()

    def income_goes_to(self, state: State, owner: str, item: str) -> str | None:
        """To whom an item of an owner's income goes: a province's id, or the name of another item;
        None for the usual country."""
        return None

    async def logistics(self, phase: Phase) -> None:
        """After upkeep and recruitment of the turn."""

    def events(self, state: State) -> list[Event]:
        """The events that can occur this turn."""
        return []

    async def carry_out_event(self, phase: Phase, event: str) -> None:
        """Carries out an event of `events`."""

    async def negotiations(self, phase: Phase) -> None:
        """In the negotiations step, before wars are declared."""

    def why_no_war(self, state: State, country: str, target: str) -> str:
        """Why a country may not declare war on another or be called to it; "" when it may."""
        return ""

    def may_declare_on_ally(self, state: State, country: str, target: str) -> bool:
        """Whether a country may declare war on one that stands in its own alliance."""
        return False

    def may_be_called(self, state: State, war: War, country: str) -> bool:
        """Whether a side of a war may call a country to it."""
        return True

    async def declared(self, phase: Phase, war: War, aggressor: str, target: str) -> None:
        """After a declaration of war."""

    async def peace(self, phase: Phase) -> None:
        """At the start of the peace phase."""

    async def peace_made(self, phase: Phase, countries: Collection[str]) -> None:
        """After countries have left a war for good."""

    def annexable(self, state: State, place: str) -> bool:
        """Whether a capital may be annexed all the same."""
        return False

    def annexed(self, phase: Phase, place: str, before: str, by: str) -> None:
        """After a province changed its owner for good."""

    def surrendered(self, phase: Phase, country: str) -> None:
        """After a country surrendered unconditionally."""

    async def monarch_died(self, phase: Phase, country: str) -> None:
        """After a monarch's death; the ledger counts the new one already."""

    def why_locked(self, state: State, minor: str) -> str:
        """Why a minor's box of the diplomatic track cannot change; "" when it can."""
        return ""

    def cancels_reminder(self, rule: str) -> bool:
        """Whether a rule of the game that Tercio only reminds of is off."""
        return False

    def allows_second_declarations(self) -> bool:
        """Whether war may be declared again on an enemy."""
        return False

    def allows_truces(self) -> bool:
        """Whether a truce may be proposed."""
        return False

    async def end_of_turn(self, phase: Phase) -> None:
        """At the end of the turn, before the next begins."""


_known: dict[str, Variant] = {}


def register(variant: Variant) -> None:
    """Makes a variant known, so that a game may have it."""
    _known[variant.id] = variant


class _Together(Variant):
    """Several variants as one: each does what it does, in the order of their list; of their answers
    the first counts that is not that of the rules, and lists and tables are put together."""

    def __init__(self, them: Sequence[Variant]) -> None:
        self.at = {
            point: [each for each in them if getattr(type(each), point) is not usual]
            for point, usual in POINTS.items()
        }
        for point, changing in self.at.items():
            if len(changing) < 2:  # asked without more ado
                setattr(self, point, getattr(changing[0] if changing else NONE, point))


def _of_all(point: str, usual: Callable[..., Any]) -> Callable[..., Any]:
    async def do(self: _Together, *given: Any) -> None:
        for each in self.at[point]:
            await getattr(each, point)(*given)

    def answer(self: _Together, *given: Any) -> Any:
        rules, changing = usual(self, *given), self.at[point]
        if not changing:
            return rules
        found = [getattr(each, point)(*given) for each in changing]
        if isinstance(rules, dict):
            return {key: value for answers in found for key, value in answers.items()}
        if isinstance(rules, (list, tuple)):
            return [each for answers in found for each in answers]
        return next((each for each in found if each != rules), rules)

    return do if iscoroutinefunction(usual) else answer


POINTS: Final = {name: usual for name, usual in vars(Variant).items() if isfunction(usual)}
for _name, _usual in POINTS.items():
    setattr(_Together, _name, _of_all(_name, _usual))

NONE: Final = Variant()


def in_force(state: State) -> Variant:
    """The variants of a game, as one. Raises LookupError for one that nobody has registered."""
    return _in_force(tuple(state.variants)) if state.variants else NONE


@cache
def _in_force(names: tuple[str, ...]) -> Variant:
    return _Together(_each_of(names))


def each_in_force(state: State) -> tuple[Variant, ...]:
    """The same one by one, in the order of their list."""
    return _each_of(tuple(state.variants))


@cache
def _each_of(names: tuple[str, ...]) -> tuple[Variant, ...]:
    return tuple(variant_named(name) for name in sheets() if name in names)


def variant_named(name: str) -> Variant:
    """The variant of that name. Raises LookupError for one that nobody has registered."""
    if name not in _known:
        raise LookupError(f"the variant {name!r} is not set up: engine.variants.set_up() does it")
    return _known[name]


def closed_provinces(state: State, movers: Iterable[str], afloat: bool = False) -> dict[str, str]:
    """Provinces that troops of these countries may not enter by a variant, each with its reason;
    those whose ports are closed to their ships, `afloat`."""
    if state.variants and (countries := frozenset(movers)):
        return in_force(state).closed_provinces(state, countries, afloat)
    return {}


def lender(state: State, country: str) -> str:
    """The country whose counters and leaders a country uses: its own but for a variant."""
    return in_force(state).lender(state, country) or country
