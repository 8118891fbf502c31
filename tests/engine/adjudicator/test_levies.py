"""What a document of exceptional levies may declare, and what its recruits cost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.adjudicating import answer, complaints, example, run


def levied(**more: Any) -> dict[str, Any]:
    """Spain in period IV after a major defeat, six detachments recruited this turn; a detachment
    costs 25, and up to three of them are had at that price."""
    found: dict[str, Any] = answer("levies", example("levies") | more)["outcome"]
    return found


def prices(found: dict[str, Any]) -> list[int | None]:
    return [each["ducats"] for each in found["recruits"]]


@pytest.mark.rule("LEV-07", "LEV-09", "LEV-10", "LEV-11")
@pytest.mark.parametrize(
    ("more", "ducats", "recruited"),
    [
        # Declared now the count begins anew; declared before, it goes on.
        ({}, [50, 25, 50], 4),
        ({"declared": True, "recruited": 2, "recruits": ["LD", "LD", "LD"]}, [25, 50, 50], 5),
        ({"declared": True, "recruited": 8, "recruits": ["A-", "LD", "LD"]}, [None, 75, None], 9),
        ({"recruits": ["A-", "A-", "A-", "A-", "A-", "LD"]}, [50, 100, 100, 150, None, 75], 9),
    ],
)  # fmt: skip
def test_recruits_cost_more_by_the_band_of_their_last_detachment(
    more: dict[str, Any], ducats: list[int | None], recruited: int
) -> None:
    """*Each counter in full under the limit at list price, under twice at double, under thrice at
    triple, beyond that not at all*; who is not to be had is neither paid nor counted."""
    found = levied(**more)
    assert prices(found) == ducats
    assert found["total"] == sum(each or 0 for each in ducats)
    assert found["recruited"] == recruited
    assert (found["limit"], found["ceiling"]) == (3, 9)
    assert found["success"] == (None not in ducats)


@pytest.mark.rule("LEV-01", "LEV-02", "LEV-03", "LEV-04", "LEV-05", "LEV-A3")
@pytest.mark.parametrize(
    ("more", "may", "cost", "after"),
    [
        ({}, True, 1, -2), ({"stability": -3}, True, 0, -3), ({"stability": 2}, True, 1, 1),
        ({"declared": True}, False, 0, -1), ({"regular_war": False}, False, 0, -1),
        ({"defeat": "minor"}, False, 0, -1),
        ({"country": "sweden", "defeat": "minor"}, True, 1, -2),
        ({"country": "sweden", "defeat": "major"}, True, 0, -1),
    ],
)  # fmt: skip
def test_who_may_declare_and_what_it_costs(
    more: dict[str, Any], may: bool, cost: int, after: int
) -> None:
    found = levied(**more)
    assert (found["may_declare"], found["declares"]) == (may, may)
    assert (found["stability_cost"], found["stability_after"]) == (cost, after)


@pytest.mark.rule("LEV-08")
@pytest.mark.parametrize(
    ("more", "levies"),
    [({}, True), ({"last_round": True}, False), ({"decisions": {"declare": False}}, False),
     ({"declared": True, "recruited": 2}, True),
     ({"declared": True, "last_round": True}, False)],
)  # fmt: skip
def test_recruits_are_had_at_the_end_of_any_round_but_the_last(
    more: dict[str, Any], levies: bool
) -> None:
    found = levied(**more)
    assert bool(found["recruits"]) == found["success"] == levies
    if not levies:
        assert found["total"] == 0
        assert found["recruited"] == (0 if more == {"last_round": True} else 6)


@pytest.mark.rule("LEV-08", "LEV-11")
def test_the_sheet_names_what_is_not_to_be_had_and_why_nobody_recruits() -> None:
    def told(**more: Any) -> str:
        return run("levies", "--text", document=example("levies") | more)[1]

    assert "1× up to 3 LD, 2× up to 6 LD, 3× up to 9 LD" in told()
    assert "not to be had" in told(recruits=["A-"] * 5)
    assert "not to be had" not in told()
    assert "Nobody recruits at the end of the last round (LEV-08)." in told(last_round=True)
    assert "Spain levies nothing: declared" not in told(declared=True)
    assert "Spain levies on: declared already" in told(declared=True)
    assert "Spain levies nothing: not fully engaged" in told(regular_war=False)


def test_a_country_without_a_limit_of_its_own_recruits_nobody() -> None:
    assert "has no limit of recruitment" in complaints(
        "levies", example("levies") | {"country": "savoy"}
    )[0]  # fmt: skip
