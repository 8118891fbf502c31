"""Taking an answer back and giving it again, and who has to agree first."""

from __future__ import annotations

from tui.table.table import Table


def is_free(table: Table) -> bool:
    """Whether an undo takes nobody's word."""
    return not table.game.undo_consent() and not table.saved.must_agree()


def must_agree(table: Table) -> set[str]:
    """The powers of other persons whose agreement an undo takes: of whoever sits here he who
    asks for it, so that the one whose answer is taken back agrees, if he is another."""
    here = table.game.undo_consent() if len(table.persons()) > 1 else set()
    asks = table.sitting or (table.seat(table.ask.who) if table.ask is not None else "")
    if here and asks and not table.saved.pen.me.seats:
        here = {each for each in table.persons_powers() if table.seat(each) != asks}
    powers = here | table.saved.must_agree().keys()
    mine = table.saved.pen.me.seats
    return {power for power in powers if not table.program(power) and power not in mine}


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
