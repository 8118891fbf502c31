"""What a forked process shares."""

import gc
import sys

import pytest

from tui.guest import copy_on_write


def test_the_gaps_of_each_size_are_filled_up_to_a_new_pool() -> None:
    blocks = list(copy_on_write.gaps())
    for size in copy_on_write.SIZES:
        places = [id(block) for block in blocks if sys.getsizeof(block) == size]
        whole = places[-(copy_on_write.POOL // size) :]
        assert whole == list(range(whole[0], whole[0] + len(whole) * size, size))


@pytest.mark.skipif(not copy_on_write.has_immortals(), reason="objects count from Python 3.12 on")
def test_who_refers_to_an_immortal_object_writes_nothing_to_it() -> None:
    inner = ["a stack"]
    code = compile("('some', 'names')", "a place", "eval")
    outer = {"inner": inner, "code": code}
    copy_on_write.immortalize([outer])
    before = sys.getrefcount(inner)
    more = [inner] * 1000
    assert sys.getrefcount(inner) == sys.getrefcount(outer) == sys.getrefcount(None) == before
    del more
    gc.collect()
    assert outer["inner"] == ["a stack"]
    assert sys.getrefcount(code.co_consts) == before
