"""Names, where a game stands, errors: what is said before anything of a game is loaded."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from engine.facts.countries import country_name as country_name
from engine.facts.countries import does
from engine.grammar import capitalised, ended

CLUB: Final = "table"  # engine.eia.ledger.ledger.TABLE; a list of games does not load it

if TYPE_CHECKING:
    from saves.disk.index import Summary
    from saves.sharing.turns import OwnGame


def summary_line(one: Summary) -> str:
    """A game of a store: its name, where it stands, when and by whom; or what is wrong with it."""
    if one.problem:
        return f"{one.name:22} {one.problem}"
    when = datetime.fromtimestamp(one.when, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
    by = f" by {one.by}" if one.by else ""
    stands = where_it_stands(one.box, one.who)
    return f"{one.name:22} {one.title or one.scenario} · {stands} · {when}{by}"


def summary_rows(one: Summary, width: int) -> str:
    """The same in as many rows as it takes, broken between what it says and never within a time."""
    first, *others = summary_line(one).split(" · ")
    rows = [first]
    for part in others:
        if len(rows[-1]) + len(part) + 3 < width:
            rows[-1] += f" · {part}"
        else:
            rows.append(f"{'':23}{part}")
    return "\n".join(rows)


def where_it_stands(box: str, who: str) -> str:
    """Where a game stands, shortly: its box of the rounds track and whose decision it is; of a
    campaign of Empires in Arms its month alone, since one keyboard writes for all."""
    if not who:
        return "over"
    return box if who == CLUB else f"{box or 'start'}, {does(who, 'decide')}"


def own_line(one: OwnGame) -> str:
    """A game in which one has a seat: whether it waits for him, and where it stands."""
    game = one.game
    whose = "Your turn" if one.waits else "Your game"
    return f"{whose}  {game.title or game.name} · {where_it_stands(game.box, game.who)}"


def sentence(error: Exception) -> str:
    """An error as a sentence: a capital first, a full stop last."""
    return capitalised(ended(str(error)))
