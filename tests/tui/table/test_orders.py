"""Standing orders: what is not asked any more, and how it is asked again."""

from pathlib import Path

from engine.land.movement.interception import Intercept
from engine.land.movement.interceptors import eligible_stacks
from engine.play.asks import Choose, Option
from engine.state import State
from tests.engine.playing import band, put, tabletop
from tests.tui.small_game import by_lines, saved, table
from tui.settings.files import Local
from tui.table import orders
from tui.table.table import Table


def intercept(state: State, tenths: int) -> Intercept:
    mover = put(state, "france", "picardie", "A+")
    return Intercept(
        who="spain", name="intercept", what="intercept?", state=state, target="picardie",
        posts=eligible_stacks(state, "picardie", "spain", set(mover), ()), mover=band(mover),
        about={"place": "picardie", "chances": {"artois": tenths}},
    )  # fmt: skip


def test_a_hopeless_interception_is_not_asked() -> None:
    state = table()
    ask = intercept(state, 1)
    assert orders.answer_by_orders(ask, state, []) is None
    assert orders.answer_by_orders(ask, state, ["20"]) == ([], "let it pass (10 % to intercept)")
    assert orders.answer_by_orders(intercept(state, 2), state, ["20"]) is None, "that is not less"
    assert orders.answer_by_orders(intercept(state, 3), state, ["20", "40"]) is not None
    assert orders.answer_by_orders(intercept(state, 9), state, [orders.impulse(state)]) is not None
    assert orders.answer_by_orders(ask, state, ["9" * 5000]) is None, (
        "that is none of the orders there are"
    )
    state.sequence.impulse += 1
    before = [orders.impulse(tabletop())]
    assert orders.answer_by_orders(intercept(state, 9), state, before) is None, "another impulse"


def test_the_usual_loss_is_taken() -> None:
    options = [Option("1:3", "LD is lost"), Option("2:3", "A- becomes LD")]
    ask = Choose(who="spain", name="losses", what="?", options=options, enter="1:3",
                 about={"pays": {}})  # fmt: skip
    assert orders.answer_by_orders(ask, table(), [orders.LOSSES]) == (
        "1:3",
        "the usual loss is taken",
    )
    assert orders.answer_by_orders(ask, table(), ["20"]) is None


def test_they_are_kept_with_the_seat_and_undone_as_easily(tmp_path: Path) -> None:
    files = Local(tmp_path)
    orders.save(files, "war", {"spain": ["20"], "france": []})
    orders.save(files, "peace", {"spain": [orders.LOSSES]})
    assert orders.load(files, "war") == {"spain": ["20"]}
    (tmp_path / orders.FILE).write_text('{"war": {"spain": [7, "20"], "x": 3}, "y": 1}')
    assert orders.load(files, "war") == {"spain": ["20"]}
    assert orders.load(files, "y") == {}
    (tmp_path / orders.FILE).write_text("[[[")
    assert orders.load(files, "war") == {}
    told = by_lines(saved(tmp_path / "small"), "orders 1", "orders 1", "orders", "q")
    assert "[x] 1  never ask about an interception" in told
    assert told.rindex("[ ] 1") > told.index("[x] 1")


def test_a_table_obeys(tmp_path: Path) -> None:
    kept = saved(tmp_path / "small")
    seat = Table(kept)
    assert seat.obey() == []
