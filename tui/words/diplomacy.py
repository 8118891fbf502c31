"""The state of diplomacy in lines: who fights with whom and against whom, and by what right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Final

from engine.facts import variant_sheets
from engine.facts.countries import with_article
from engine.grammar import counted
from engine.state import State, sides
from engine.state.countries import Country
from engine.state.ledger import Truce, War
from tui.words.line import Bit, Line, line
from tui.words.places import country_name

ROLES: Final = {
    "full": "", "limited": "limited intervention", "foreign": "foreign intervention",
    "overseas": "overseas war", "civil": "civil war",
}  # fmt: skip
WHY: Final = {
    "limited": (
        "In a limited intervention: one land stack and one naval stack (C-INI-03).",
        "What it conquers goes to the side it helps (C-INI-03).",
        "A minor has a free passive campaign a round, a simple one a turn (CAM-04).",
    ),
    "foreign": (
        "In a foreign intervention: a land stack of at most one A+ (C-INI-03).",
        "One fleet counter of each country, and nothing overseas (C-INI-03).",
    ),
    "overseas": ("At war overseas only.",),
    "civil": ("In a civil war.",),
}
BOXES: Final = {
    "RM": "royal marriage", "SUB": "subsidies", "MA": "military alliance",
    "EC": "expeditionary corps", "EW": "entry in war", "VA": "vassal",
}  # fmt: skip
ENDLESS: Final = ("A truce has no last turn: one side ends it when it wants to (EUV-TRU-16).",
                  "It is ended at the start of an impulse (EUV-TRU-13).")  # fmt: skip


def names(countries: Iterable[str]) -> str:
    """Countries as players read them, one after the other."""
    return ", ".join(country_name(each) for each in countries) or "nobody"


def lines(state: State, width: int) -> list[Line]:
    """Everything about diplomacy, under headings; none for what there is nothing of."""
    drawn: list[Line] = []
    for head, rows in _sections(state):
        shown = list(rows)
        if shown:
            drawn += [line("")] if drawn else []
            drawn.append(line(Bit(f" {head}", "head")))
            for bit in shown:
                drawn += _wrapped(bit, width)
    return drawn or [line(Bit(" There are no alliances, wars or truces.", "quiet"))]


def _wrapped(bit: Bit, width: int) -> list[Line]:
    rows = wrap(bit.text, max(20, width - 1), initial_indent="  ", subsequent_indent="    ")
    why = bit.why or (bit.text,)
    return [line(Bit(row, bit.style, why if at == 0 else ())) for at, row in enumerate(rows)]


def _sections(state: State) -> Iterator[tuple[str, Iterator[Bit]]]:
    yield "Alliances of this turn", _alliances(state)
    yield "Wars of this turn", _fights(state)
    yield "Wars in the ledger", _wars(state)
    yield "Truces", _truces(state)
    yield "Casus belli", _reasons(state)
    yield "Standing alliances", _standing(state)
    yield "Minors and their patrons", _minors(state)
    yield "Treaties overseas", _treaties(state)
    yield "Variants in force", _variants(state)


def _alliances(state: State) -> Iterator[Bit]:
    """Each alliance in the order of its impulses, with what its members are in it for."""
    for number, alliance in enumerate(state.diplomacy.alliances, 1):
        members = [_member(state.countries[each]) for each in alliance.members]
        order = f"initiative {alliance.initiative}"
        why = [f"Impulse {number} of each round: the lowest initiative of its members (INI-04)."]
        for each in alliance.members:
            said = WHY.get(state.countries[each].role, ())
            why += [f"{country_name(each)}: {text}" for text in said]
        yield Bit(f"{number} {', '.join(members)} · {order}", "", tuple(why))
    here = {each for alliance in state.diplomacy.alliances for each in alliance.members}
    apart = sorted(name for name in state.countries if name not in here)
    if apart:
        yield Bit(f"in no alliance: {names(apart)}", "quiet")


def _member(country: Country) -> str:
    said = [ROLES[country.role]] if ROLES[country.role] else []
    said += [f"with {country_name(country.patron)}"] if country.patron else []
    return country_name(country.id) + (f" ({', '.join(said)})" if said else "")


def _fights(state: State) -> Iterator[Bit]:
    for one, other in sorted(state.diplomacy.wars):
        ours, theirs = sides.members(state, one), sides.members(state, other)
        yield Bit(f"{names(ours or [one])} against {names(theirs or [other])}")


def _wars(state: State) -> Iterator[Bit]:
    for war in state.ledger.wars:
        yield Bit(
            f"{names(war.aggressors)} against {names(war.defenders)} · {', '.join(_about(war))}",
            "",
            (f"{names(war.aggressors)} declared war, {names(war.defenders)} defend.",
             "Turns under a truce do not make it a longer war (EUV-TRU-18)."),
        )  # fmt: skip


def _about(war: War) -> Iterator[str]:
    yield f"since turn {war.since}"
    if war.civil:
        yield "civil war"
    if war.event:
        yield f"by {war.event}"
    if war.age:
        yield f"{counted(war.age, 'turn')} of a long war"


def _truces(state: State) -> Iterator[Bit]:
    for war in state.ledger.wars:
        for truce in war.truces:
            yield Bit(
                f"{_parties(truce)} · since turn {truce.since}, no last turn", "good", ENDLESS
            )


def _parties(truce: Truce) -> str:
    one = dict.fromkeys(first for first, _ in truce.pairs)
    other = dict.fromkeys(second for _, second in truce.pairs)
    return f"{names(one)} with {names(other)}"


def _reasons(state: State) -> Iterator[Bit]:
    for each in state.ledger.casus_belli:
        last = f"to the end of turn {each.until}"
        why = f" · {each.why}" if each.why else ""
        yield Bit(f"{country_name(each.holder)} against {country_name(each.against)} · {last}{why}")


def _standing(state: State) -> Iterator[Bit]:
    """Alliances that last; those of one country are none."""
    for group in [*state.ledger.allies, *state.diplomacy.pacts]:
        if len(group) > 1:
            yield Bit(names(group))


def _minors(state: State) -> Iterator[Bit]:
    patrons = {name: country.patron for name, country in state.countries.items() if country.minor}
    patrons |= {minor: patron for minor, (patron, _) in state.ledger.boxes.items()}
    for patron in sorted(set(patrons.values()), key=lambda each: (not each, each)):
        own = sorted(minor for minor in patrons if patrons[minor] == patron)
        text = ", ".join(_boxed(state, minor) for minor in own)
        yield Bit(f"{country_name(patron) if patron else 'nobody'}: {text}")
    if state.ledger.gone:
        yield Bit(f"out of play: {names(state.ledger.gone)}", "quiet")


def _boxed(state: State, minor: str) -> str:
    box = state.ledger.boxes.get(minor, ("", ""))[1]
    return country_name(minor) + (f" ({BOXES.get(box, box)})" if box else "")


def _treaties(state: State) -> Iterator[Bit]:
    for name, country in sorted(state.countries.items()):
        if country.treaties:
            why = f"The natives there are not tested when troops of {with_article(name)} come."
            yield Bit(f"{country_name(name)} has AT with {names(country.treaties)}", "",
                      (f"{why} (NAT-03)",))  # fmt: skip


def _variants(state: State) -> Iterator[Bit]:
    for name, sheet in variant_sheets.sheets().items():
        if name in state.variants:
            yield Bit(sheet.title, "", (sheet.about,))
