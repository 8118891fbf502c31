"""What has just happened, the weightiest first: who won, what it cost, what was gained.

Everything is read from the entries of the chronicle, and from the sheet of a fight whose losses are
still being chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.chronicle import Entry
from engine.facts import board, countries
from engine.facts.countries import does, leader_in_words, with_article
from engine.grammar import capitalised, conjugate, join_names, thirds
from tui.words.places import country_name

Sheet = Mapping[str, Any]

DEATH, FALL, BATTLE, BLOW, CHANGE, MONEY, QUIET = range(7)  # the weightiest first
FOUGHT: Final = ("the battle", "the assault")  # losses that the fight's own result tells
MONEY_KINDS: Final = ("cost", "income", "ransom", "loot", "gold")
CHANGES: Final = ("capture", "revolt", "interception", "war-honour", "tercios", "annexed", "supply",
                  "discovery")  # fmt: skip
QUIETS: Final = ("roll", "attrition", "naval-action", "corsairs", "exploration", "natives",
                 "evasion", "fort", "refit", "pillage", "transport")  # fmt: skip


class Result(NamedTuple):
    """Something that happened: a sentence, what it means, how much it weighs, and where."""

    text: str
    weight: int
    means: tuple[str, ...] = ()
    place: str = ""
    great: bool = False
    title: str = ""
    who: str = ""


def results(
    news: Sequence[Entry], fight: Sheet | None = None, mine: Collection[str] = ()
) -> list[Result]:
    """The results among the news: the great ones, then those of `mine`, then the others', of each
    the weightiest first, of equals the newest. What one has just rolled oneself is not behind what
    the others lost meanwhile. `fight` is the sheet of one whose losses are being chosen: it is not
    told yet."""
    found = [result._replace(who=entry.who) for entry in news for result in _result(entry, news)]
    if fight is not None and (now := _undecided(fight)) is not None:
        found.append(now)
    found.reverse()
    found.sort(
        key=lambda each: (each.weight if each.great else BLOW, each.who not in mine, each.weight)
    )
    return found


def last_quiet(news: Sequence[Entry], asked: str, persons: Collection[str]) -> list[Result]:
    """The last thing of the news that was tried and weighs little, a blockade that holds or a roll
    of a power that `persons` play that cost nothing, if no other result and no fight follows and
    what is `asked` does not say it itself; for a screen on which the chronicle is not seen."""
    for entry in reversed(news):
        if entry.kind == "battle-roll" or next(_result(entry, news), None) is not None:
            break
        if entry.kind == "roll" and entry.who not in persons:
            continue
        if entry.kind in QUIETS and entry.place:
            said = asked.startswith(entry.text.partition(":")[0])
            return [] if said else [Result(entry.text, QUIET, place=entry.place, who=entry.who)]
    return []


def _result(entry: Entry, news: Sequence[Entry]) -> Iterator[Result]:
    known = KINDS.get(entry.kind)
    if known is not None:
        yield from known(entry, entry.sheet or {}, news)
    elif entry.kind in CHANGES:
        yield Result(entry.text, CHANGE, place=entry.place)
    elif entry.kind in MONEY_KINDS and (entry.sheet or {}).get("cost") != 0:
        yield Result(entry.text, MONEY, place=entry.place)


# Leaders.


def _fate(entry: Entry, sheet: Sheet, _: Sequence[Entry]) -> Iterator[Result]:
    """What befell a leader; one who only comes or goes is no result."""
    fate = str(sheet.get("fate") or ("captured" if "by" in sheet else ""))
    if not fate:
        return
    known = countries.leader(str(sheet["leader"]))
    lost = fate in ("killed", "captured")
    named = "anonymous" not in known.flags
    means: list[str] = []
    if known.monarch:
        whose = with_article(known.country)
        means.append(
            f"The monarch of {whose} is lost: {whose} is ruled with values of 3/3/3."
            if lost
            else f"He is the monarch of {whose}."
        )
    elif lost and named:
        means.append(f"He served {with_article(known.country)}.")
    great = lost and (named or known.monarch)
    weight = DEATH if great else BLOW
    title = f"{leader_in_words(known.id, known.country)} {fate}"
    yield Result(entry.text, weight, tuple(means), entry.place, great, title)


def _monarch(entry: Entry, _: Sheet, __: Sequence[Entry]) -> Iterator[Result]:
    yield Result(entry.text, DEATH, place=entry.place, great=True, title="A monarch dies")


# Fights.


def _battle(entry: Entry, sheet: Sheet, news: Sequence[Entry]) -> Iterator[Result]:
    outcome = sheet.get("outcome")
    if outcome is None:
        yield Result(entry.text, BLOW, place=entry.place)
        return
    gained = [other.text for other in news if (other.kind, other.place) == ("major", entry.place)]
    means = (*_morale(sheet, outcome.get("morale_left")), *_retreats(entry, news), *gained[-1:],
             *_unhurt(sheet, outcome.get("leaders", ())))  # fmt: skip
    title = str(sheet.get("title", "Battle"))
    yield Result(entry.text, BATTLE, means, entry.place, True, title)


def _retreats(battle: Entry, news: Sequence[Entry]) -> Iterator[str]:
    """Where those go who retreat from a battle: told between its beginning and its result."""
    for other in reversed(news[: news.index(battle)]):
        if other.place == battle.place and other.kind in ("battle", "battle-begins"):
            return
        if other.place == battle.place and other.kind == "retreat":
            yield other.text


def _evasion(entry: Entry, _: Sheet, news: Sequence[Entry]) -> Iterator[Result]:
    """Where somebody goes who evades; a retreat is told with its battle."""
    fought = (other for other in news if (other.kind, other.place) == ("battle", entry.place))
    if not any(entry.text in _retreats(other, news) for other in fought):
        yield Result(entry.text, CHANGE, place=entry.place)


def _morale(sheet: Sheet, left: Sequence[int] | None) -> Iterator[str]:
    if left is not None:
        sides = [country_name(str(side["country"])) for side in sheet["sides"]]
        yield f"Morale left: {sides[0]} {left[0]}, {sides[1]} {left[1]}."


def _unhurt(sheet: Sheet, fates: Sequence[str | None]) -> Iterator[str]:
    """The leaders who came through; what befell others is told of itself."""
    came = [
        str(side["leader"])
        for side, fate in zip(sheet["sides"], fates, strict=False)
        if fate == "unhurt" and side.get("leader") and not side.get("replacement")
    ]
    if came:
        yield f"{join_names(came)} {conjugate('be', len(came))} unhurt."


def _assault(entry: Entry, sheet: Sheet, _: Sequence[Entry]) -> Iterator[Result]:
    means = tuple(_costs(sheet)) if "sides" in sheet else ()  # nobody's losses: the text says it
    title = str(sheet.get("title", "Assault"))
    yield Result(entry.text, BATTLE, means, entry.place, True, title)


def _costs(sheet: Sheet) -> Iterator[str]:
    """What a storm has cost each side, and the morale that is left to it."""
    sides = sheet["sides"]
    losses = [(str(side["country"]), int(side.get("lost") or 0)) for side in sides]
    told = [f"{with_article(country)} {thirds(lost)} LD" for country, lost in losses if lost]
    if told:
        yield f"Lost: {join_names(told)}."
    yield from _morale(
        sheet, [max(0, int(side.get("morale", 0)) - int(side.get("stars") or 0)) for side in sides]
    )


def _undecided(sheet: Sheet) -> Result | None:
    """The result of a fight while its losses are chosen; None where its sheet knows none yet."""
    title, place = str(sheet.get("title", "")), str(sheet.get("place", ""))
    if "falls" in sheet:
        said = "the fortress falls" if sheet["falls"] else "it is beaten off"
        return Result(f"{title}: {said}.", BATTLE, tuple(_costs(sheet)), place, True, title)
    decided = sheet.get("decided")
    if decided is None:
        return None
    names = [str(side["country"]) for side in sheet["sides"]]
    winner, routed = decided["winner"], decided["routed"]
    if winner is None:
        said = "nobody wins"
    else:
        fate = "be routed" if routed[1 - winner] else "be driven off"
        said = f"{does(names[winner], 'win')}; {does(names[1 - winner], fate)}"
    means = tuple(_morale(sheet, decided["morale_left"]))
    return Result(f"{title}: {said}.", BATTLE, means, place, True, title)


def _fall(entry: Entry, sheet: Sheet, news: Sequence[Entry]) -> Iterator[Result]:
    """A fortress falls; who holds it then is told with it."""
    mine = [other for other in news if other.kind == "fall" and other.place == entry.place]
    if sheet:
        held = [other.text for other in mine if not other.sheet]
        title = capitalised(board.does(entry.place, "fall"))
        yield Result(entry.text, FALL, tuple(held[-1:]), entry.place, True, title)
    elif not any(other.sheet for other in mine):
        yield Result(entry.text, CHANGE, place=entry.place)


def _overrun(entry: Entry, sheet: Sheet, _: Sequence[Entry]) -> Iterator[Result]:
    """One that becomes a battle is told by the battle."""
    if sheet:
        yield Result(entry.text, BLOW, place=entry.place)


# Sieges, losses, politics.


def _siege(entry: Entry, sheet: Sheet, _: Sequence[Entry]) -> Iterator[Result]:
    """A siege's roll, or that one begins or is lifted."""
    means: tuple[str, ...] = ()
    if "works" in sheet:
        works = "".join(sheet["works"][1])
        parts = "".join(f" {value:+} {why}" for value, why, _ in sheet.get("modifiers", ()))
        die, reads = sheet["die"], sheet["result"]
        means = (f"Die {die}{parts} = {reads}; siegeworks now: {works or 'none'}.",)
    yield Result(entry.text, BLOW if means else CHANGE, means, entry.place)


def _losses(entry: Entry, sheet: Sheet, _: Sequence[Entry]) -> Iterator[Result]:
    cause = str(sheet.get("cause", ""))
    if cause not in FOUGHT and not cause.startswith("the assault"):
        yield Result(entry.text, BLOW, place=entry.place)


def _stability(entry: Entry, _: Sheet, __: Sequence[Entry]) -> Iterator[Result]:
    yield Result(entry.text, CHANGE, place=entry.place)


def _roll(entry: Entry, sheet: Sheet, _: Sequence[Entry]) -> Iterator[Result]:
    """A roll that somebody intercepts or explores with, or what natives answer or do; every other
    roll is told by what it brings."""
    name = str(sheet.get("name", ""))
    overseas = name.rpartition(".")[2] in ("conquistador", "natives", "explore")
    if overseas or "interc" in name + str(sheet.get("purpose", "")):
        yield Result(entry.text, CHANGE, place=entry.place)


KINDS: Final[Mapping[str, Callable[[Entry, Sheet, Sequence[Entry]], Iterable[Result]]]] = {
    "leader": _fate,
    "captured": _fate,
    "monarch": _monarch,
    "battle": _battle,
    "assault": _assault,
    "fall": _fall,
    "overrun": _overrun,
    "retreat": _evasion,
    "siege": _siege,
    "losses": _losses,
    "stability": _stability,
    "declaration": _stability,
    "roll": _roll,
}


# Said.


def latest_great(news: Sequence[Entry]) -> list[Result]:
    """The newest great result alone, if there is one."""
    for at in range(len(news) - 1, -1, -1):
        found = [each for each in _result(news[at], news) if each.great]
        if found:
            return found[:1]
    return []


def headlines(news: Sequence[Entry], most: int) -> list[str]:
    """The great results of the news in a line each, deaths first; for the head of a handover."""
    great = [each for each in results(news) if each.great]
    return [each.text for each in great[:most]]


def in_sentences(found: Sequence[Result], most: int) -> list[str]:
    """The results in at most so many sentences: what the first means and what the great ones do
    stands behind each, as far as that leaves room for what else happened."""
    said: list[str] = []
    less: list[str] = []  # what is left out first, from the end on
    for at, each in enumerate(found):
        means = each.means if each.great or at == 0 else ()
        new = [text for text in dict.fromkeys((each.text, *means)) if text not in said]
        said += new
        less += [text for text in new if text != each.text]
    while len(said) > most > 1 and less:
        said.remove(less.pop())
    more = len(said) - most
    if more <= 0 or most == 1:
        return said[:most]
    return [*said[: most - 1], f"And {more + 1} more, in the chronicle."]
