"""Countries, their armies' classes, their leaders, and the counters they have."""

from collections.abc import Collection, Iterable
from functools import cache
from typing import NamedTuple

from engine.facts import board, tables
from engine.facts.sheets import ID, FactsError, cached, cells_of, known, lines_by, records_by
from engine.grammar import conjugate, join_names


class Country(NamedTuple):
    """A country, a party of a civil war, or one of those that are no power (rebels, natives …). The
    Habsburgs have both their names, also Austria's (EUV-TERM-03, EUV-TERM-04)."""

    id: str
    name: str
    code: str  # the printed tables' code, where it has one
    kind: str  # major, minor_major, minor, rotw, hab, revolt, virtual
    religion: str
    army_class: str
    capitals: tuple[str, ...]
    short: str  # at most twelve letters, for markers and lists
    letter: str  # a capital, unique, for a power; a small letter for the others
    called: str  # within a sentence, where that is not its name: the Papacy
    plural: bool


@cache
def countries() -> dict[str, Country]:
    """Every country by its id. Raises FactsError for a damaged sheet."""
    own = cells_of(Country, {"kind": "type"})
    called = {name: own.pop(name) for name in ("short", "letter", "called", "plural")}
    labels = lines_by("country_labels.csv", {"country": str}, called)
    return lines_by(
        "countries.csv", ID, own, lambda name, *cells: Country(name, *cells, *labels[name])
    )


@cache
def _codes() -> dict[str, Country]:
    return {each.code: each for each in countries().values() if each.code}


@cached
def country(text: str) -> Country:
    """The country of that id or printed code (FRA). Raises FactsError when there is none."""
    found = countries().get(text) or _codes().get(text)
    if found is None:
        raise FactsError(f"countries.csv: there is no country {text!r}")
    return found


def country_name(id: str) -> str:
    """A country as players call it, as a title; an alliance's or unknown id in words."""
    known = countries().get(id)
    return known.name if known else id.replace("-", " ").title()


def name_by_code(text: str) -> str:
    """The name of a country by its printed code or id: `Spain` for `HIS`; the text for neither."""
    known = _codes().get(text) or countries().get(text)
    return known.name if known else text


@cached
def with_article(id: str) -> str:
    """A country or an alliance within a sentence: `Spain`, `the Papacy`, `the League`."""
    known = countries().get(id)
    return known.called or known.name if known else f"the {country_name(id)}"


@cached
def possessive(id: str) -> str:
    """What is a country's or an alliance's: `Spain's`, `the English Royalists'`."""
    return (
        f"{with_article(id)}'"
        if _plural(id) and with_article(id).endswith("s")
        else f"{with_article(id)}'s"
    )


@cache
def does(id: str, verb: str) -> str:
    """A country or an alliance and what it does: `Spain pays`, `the English Royalists pay`."""
    return f"{with_article(id)} {conjugate(verb, 2 if _plural(id) else 1)}"


def does_to(id: str, verb: str, place: str) -> str:
    """The same with the province that it does it to: `France pillages Artois`."""
    return f"{does(id, verb)} {province_for(id, place)}"


def province_for(id: str, place: str) -> str:
    """A province within a sentence, told apart from a country of the same name that does something
    to it or in it: `Artois`, for Algeria `the province of Algeria`."""
    alike = board.name_of(place) == country_name(id)
    return f"{'the province of ' * alike}{board.called(place)}"


def all_do(ids: Collection[str], verb: str) -> str:
    """What one or several countries do: `the Mamluks pay`, `Spain and Venice pay`."""
    if len(ids) == 1:
        return does(*ids, verb)
    return f"{join_names(map(with_article, ids))} {conjugate(verb, len(ids))}"


@cached
def its(id: str) -> str:
    """The word for what belongs to a country or an alliance named before: `its` or `their`."""
    return "their" if _plural(id) else "its"


@cached
def in_question(id: str) -> str:
    """The verb of a question and whom it is about: `does Spain`, `do the English Royalists`."""
    return f"{conjugate('do', 2 if _plural(id) else 1)} {with_article(id)}"


def _plural(id: str) -> bool:
    known = countries().get(id)
    return known.plural if known else id.endswith("s") and not id.endswith("ss")


class ArmyClass(NamedTuple):
    """The class of a country's armies: what it is, and what an event or a period makes of it."""

    army_class: str
    later_class: str
    later_from: str  # the period from which it always holds
    technology_group: str


@cache
def army_class_members() -> dict[tuple[str, str], ArmyClass]:
    """By country id and kind, major or minor (tables/army_class_members.csv)."""
    key = {"country": str, "kind": str}
    return records_by("tables/army_class_members.csv", key, ArmyClass)


def army_class_member(id: str) -> ArmyClass:
    """The line of a country among the army classes; of two, that of the major power."""
    members = army_class_members()
    found = members.get((id, "major")) or members.get((id, "minor"))
    if found is None:
        raise FactsError(f"tables/army_class_members.csv has no line for {id!r}")
    return found


def _later(member: ArmyClass, period: str, changed: bool) -> bool:
    order = tables.PERIODS
    reached = bool(member.later_from) and order.index(period) >= order.index(member.later_from)
    return bool(member.later_class) and (changed or reached)


def army_class(id: str, period: str, changed: bool = False) -> str:
    """The army class of a country in a period.

    `changed` says that the event of its line has happened: Turkey's reform M-1a, the end of the
    Habsburg union, Persia's Safavids.
    """
    member = army_class_member(id)
    return member.later_class if _later(member, period, changed) else member.army_class


def technology_group(id: str) -> str:
    """The first technology group of a country: Latin, Orthodox, Islam, ROTW or Medieval."""
    return army_class_member(id).technology_group.partition(" and ")[0]


class Leader(NamedTuple):
    """One side of a leader's counter. Turns are None where an event or a rule brings him."""

    id: str
    name: str
    country: str  # "" for the variants any-minor, any-neutral, any-mercenary
    variant: str
    kind: str  # general, admiral, king, conquistador, explorer, governor, pasha …
    rank: str  # A is the highest
    manoeuvre: int
    fire: int
    shock: int
    siege: int
    first_turn: int | None
    last_turn: int | None
    event: str
    flags: frozenset[str]
    size: int  # of pashas
    other_side: str

    @property
    def monarch(self) -> bool:
        """Whether he is a monarch of his country; viziers are none (LDR-12, LDR-14)."""
        return (self.kind == "king" or "king" in self.flags) and self.variant != "vizier"

    @property
    def anonymous(self) -> bool:
        """Whether he is never wounded, killed or captured."""
        return "anonymous" in self.flags

    @property
    def no_survival_malus(self) -> bool:
        """Whether a value of 6 does not endanger him: his name stands in white (LDR-04)."""
        return self.variant == "no-survival-malus"


@cache
def leaders() -> dict[str, Leader]:
    """Every side of every leader by its id. Raises FactsError for a damaged sheet."""
    columns = {"kind": "type", "first_turn": "begin_turn", "last_turn": "end_turn"}
    return records_by("leaders.csv", ID, Leader, **columns)


@cached
def leader(id: str) -> Leader:
    """The side of a leader's counter of that id. Raises FactsError when there is none."""
    return known("leaders", "leader", leaders(), id)


def join_with_articles(ids: Iterable[str]) -> str:
    """Several countries within a sentence, each once: `Spain, Venice and Genoa`."""
    return join_names(map(with_article, dict.fromkeys(ids)))


def leader_in_words(id: str, country: str) -> str:
    """A leader within a sentence, with the country he serves where he has no name of his own:
    `Farnese`, `Anonymous general 1 of Spain`."""
    known = leader(id)
    unnamed = "anonymous" in known.flags and known.kind != "pasha"
    return f"{known.name} of {with_article(country)}" if unnamed else known.name


def by_rank(known: Leader) -> tuple[str, str]:
    """What leaders are ordered by: the highest rank first, those without one last."""
    return known.rank or "ZZ", known.id


@cache
def leaders_alive(id: str, turn: int, kinds: tuple[str, ...]) -> tuple[Leader, ...]:
    """The named leaders of a country in a turn, by rank and name, both sides of a counter.

    Only those with printed turns; those that an event brings and the anonymous are not among
    them. `kinds` keeps only some (general, king …).
    """
    alive = [
        each
        for each in leaders().values()
        if each.country == id
        and each.first_turn is not None
        and each.last_turn is not None
        and each.first_turn <= turn <= each.last_turn
        and (not kinds or each.kind in kinds)
    ]
    return tuple(sorted(alive, key=by_rank))


@cache
def anonymous_leaders(id: str, kinds: tuple[str, ...]) -> tuple[Leader, ...]:
    """The anonymous leaders of a country in the current edition, by rank and id."""
    found = [
        each
        for each in leaders().values()
        if each.country == id
        and "anonymous" in each.flags
        and "older-edition" not in each.flags
        and (not kinds or each.kind in kinds)
    ]
    return tuple(sorted(found, key=by_rank))
