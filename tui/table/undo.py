"""Taking an answer back and giving it again, and who has to agree first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.facts.countries import country_name, possessive, with_article
from engine.games import statistics
from engine.grammar import capitalised, join_names
from tui.table.table import Table

NOBODY_ELSE: Final = "Nobody else sits at the table."


def is_free(table: Table) -> bool:
    """Whether an undo takes nobody's word."""
    return not table.game.undo_consent() and not table.saved.must_agree()


def must_agree(table: Table) -> set[str]:
    """The powers of other persons whose agreement an undo takes: of whoever sits here he who
    asks for it, so that the one whose answer is taken back agrees, if he is another."""
    here = table.game.undo_consent() if len(table.persons()) > 1 else set()
    asks = table.sitting or (table.seat(table.ask.who) if table.ask is not None else "")
    ask, mine = table.ask, table.saved.pen.me.seats
    if ask is not None and not table.held_back and table.seat(ask.who) not in map(table.seat, mine):
        mine = ()  # who is asked has the keyboard, though another's seat was taken at it
    if here and asks and not mine:
        here = {each for each in table.persons_powers() if table.seat(each) != asks}
    powers = here | table.saved.must_agree().keys()
    return {power for power in powers if not table.program(power) and power not in mine}


def why_asked(table: Table) -> str:
    """What has come since the answer that would be taken back, and who has to agree."""
    game, start = table.game, table.saved.undone_to
    asked, undone = game.decides, game.records[start]
    parts = [*_fallen(table, start)]
    if asked and table.seat(asked) != table.seat(undone.who):
        parts.append(f"it is now {possessive(asked)} turn to answer")
    why = capitalised(" and ".join(parts) or "others have seen the answer")
    agree = [with_article(power) for power in sorted(must_agree(table))]
    who = f"{capitalised(join_names(agree))} must agree." if agree else NOBODY_ELSE
    return f"{why}. {who}"


def _fallen(table: Table, start: int) -> Iterator[str]:
    """The dice since that record, and which was the last, unless it is not for all to see."""
    thrown = statistics.throws(table.game.records[start:])
    if not thrown:
        return
    last, read = thrown[-1], {id(entry) for entry in table.story()}
    hidden = any(
        id(entry) not in read
        for entry in table.game.story
        if entry.only and entry.record == start + last.record
    )
    said = ": ".join(filter(None, (country_name(last.country), f"{last.purpose}, {last.die}")))
    if len(thrown) == 1:
        yield "a die has fallen since" if hidden else f"a die has fallen since ({said})"
    else:
        many = f"{len(thrown)} dice have fallen since"
        yield many if hidden else f"{many} (the last: {said})"


def agree_elsewhere(table: Table) -> list[str]:
    """Those at other screens who are asked before the last answer is taken back."""
    people = table.saved.must_agree().values()
    return sorted({one.player for one in people if one is not None})


def undo_last(table: Table) -> str:
    """Takes back the last answer of a person, with those of programs since; where others have
    to agree at their screens, they are asked."""
    return table.attempt(table.saved.undo)


def take_back(table: Table) -> str:
    """Takes the last answer back, and the one before where the last was taken for granted."""
    trouble = undo_last(table)
    if not trouble and table.granted() and table.game.can_undo and is_free(table):
        trouble = undo_last(table)
    return trouble


def step_back(table: Table) -> str | None:
    """Takes the last answer back where that takes nobody's word and the same person decided;
    None where it does not, else what is wrong, "" for nothing."""
    ask, records = table.game.ask, table.game.records
    if not table.game.can_undo or not is_free(table) or not records:
        return None
    if ask is not None and table.seat(records[-1].who) != table.seat(ask.who):
        return None
    return take_back(table)


def ungrant(table: Table) -> bool:
    """Takes back an answer that was taken for granted, so that it can be given otherwise;
    whether there was one."""
    if not table.game.can_undo or not is_free(table) or undo_last(table):
        return False
    if table.granted():
        return True
    redo(table)
    return False


def redo(table: Table) -> str:
    """Gives an answer that was taken back again, with those of programs after it."""
    return table.attempt(lambda: _give_again(table))


def _give_again(table: Table) -> None:
    table.game.redo()
    while (table.program_decides or table.granted()) and table.game.can_redo:
        table.game.redo()
