"""The printed tables of attrition, exploration and conquistadors through their rolls."""

from typing import Any

import pytest

from tests.engine.adjudicating import answer
from tests.engine.printed.transcription import Row, dice, rows

LINES = {modified: row for row in rows("discovery_attrition") for modified in dice(row, -9, 30)}
HALVES = {die: row for row in rows("discovery_half_result") for die in dice(row, 1, 10)}
SIZES = {"1": (1,), "2": (2,), "3_5": (3, 4, 5), "6_plus": (6, 7, 9)}
UNITS = ("LD", "LDE")


def marched(die: int, **changes: Any) -> dict[str, Any]:
    """A march's attrition with that die and nothing else that modifies it."""
    given = {"cause": "movement", "technology": "musket", "decisions": {"plunder": True}}
    return {**given, "dice": {"attrition": die}, **changes}


def shifted(modified: int) -> dict[str, Any]:
    """A die and pillage that together make that modified roll, from 1 to 20."""
    if modified <= 10:
        return {"dice": {"attrition": modified}}
    return {"dice": {"attrition": 10}, "modifiers": {"revolt_minus": modified - 10}}


@pytest.mark.rule("ATT-10", "ATT-11", "TAB-03")
@pytest.mark.parametrize("size", SIZES)
def test_every_line_of_attrition_in_europe(size: str) -> None:
    """The number of LD lost and the pillage, for each size of stack and each die."""
    for strength in SIZES[size]:
        for modified in (1, 5, *range(6, 17)):
            given = marched(1, strength={"LD": strength}) | shifted(modified)
            found = answer("attrition", given, "--no-roll")["outcome"]
            row = LINES[found["total"]]
            lost, pillage = row[f"europe_{size}_loss"], row[f"europe_{size}_pillage"]
            wanted = "+".join([lost] * (lost != "0") + ["P"] * (pillage == "1")) or "-"
            assert found["result"] == wanted
            assert found["losses"] == min(int(lost), strength)
            assert found["pillage"] == (pillage == "1")


def percents() -> dict[str, dict[str, Any]]:
    """What makes each percentage of the table, from 0 to 100."""
    return {LINES[modified]["rotw_or_sea_percent"]: shifted(modified) for modified in range(5, 16)}


@pytest.mark.rule("ARS-11", "ATT-18", "ATT-19", "TAB-04")
@pytest.mark.parametrize("percent", sorted(percents()))
def test_every_line_of_the_remainders(percent: str) -> None:
    """What is left of each strength overseas, with the star that falls well and the one that falls
    ill."""
    lines = [row for row in rows("attrition_remainders") if row["percent"] == percent]
    if not lines:  # 0 and 100 aren't printed: all is left, or nothing.
        lines = [
            {"detachments": str(whole), "explorations": "0", "percent": percent,
             "remaining_detachments": str(whole if percent == "0" else 0),
             "remaining_explorations": "0", "star": "0"}
            for whole in (1, 4, 10)
        ]  # fmt: skip
    for row in lines:
        whole, spare = int(row["detachments"]), int(row["explorations"])
        left = 3 * int(row["remaining_detachments"]) + int(row["remaining_explorations"])
        for star in (1, 10) if row["star"] == "1" else (0,):
            given = marched(1, map="rotw", strength={"LD": whole, "LDE": spare})
            given |= percents()[percent]
            given = {**given, "dice": {**given["dice"], **({"star": star} if star else {})}}
            found = answer("attrition", given, "--no-roll")
            outcome = found["outcome"]
            assert outcome["percent"] == int(percent)
            assert any(each["name"] == "star" for each in found["rolls"]) == bool(star)
            remaining = 3 * outcome["remaining"]["D"] + outcome["remaining"]["d"]
            assert remaining == left - (star == 1), row


@pytest.mark.rule("ATS-27", "TAB-03")
def test_every_percentage_at_sea() -> None:
    """Ten warships lose the percentage of each line: a tenth of them for ten in the hundred."""
    for modified in range(5, 16):
        given = {"cause": "sea", "technology": "carrack", "strength": {"NWD": 10}}
        always = -6 + 1  # and one for carracks
        given |= {"modifiers": {"malus": modified - 10 - always}, "dice": {"attrition": 10}}
        found = answer("attrition", given, "--seed", "1")["outcome"]
        assert found["total"] == modified
        percent = int(LINES[modified]["rotw_or_sea_percent"])
        assert found["percent"] == percent
        if percent not in (0, 100):
            row = next(r for r in rows("attrition_remainders")
                       if (r["detachments"], r["percent"]) == ("10", str(percent)))  # fmt: skip
            assert found["remaining"]["D"] == int(row["remaining_detachments"])


@pytest.mark.rule("EXP-10", "EXP-21", "EXP-22", "EXP-24", "EXP-25", "EXP-26")
@pytest.mark.parametrize("domain", ["land", "sea"])
def test_every_line_of_a_discovery(domain: str) -> None:
    """Success, failure or the half symbol, whom death is tried for, and the percentage."""
    seen = set()
    for manoeuvre in (0, 5):
        for die in range(1, 11):
            for half in range(1, 11):
                given: dict[str, Any] = {
                    "domain": domain, "dice": {"explore": die, "half": half},
                    "leader": {"name": "X", "manoeuvre": manoeuvre, "fire": 2, "shock": 2,
                               "kind": "explorer" if domain == "sea" else "conquistador"},
                }  # fmt: skip
                if domain == "land":
                    given |= {"strength": {"LD": 4}, "coastal": False}
                else:
                    given |= {"strength": {"NWD": 4}, "technology": "carrack"}
                outcome = answer("explore", given, "--seed", "1")["outcome"]
                row = LINES[outcome["total"]]
                seen.add(max(5, min(15, outcome["total"])))
                assert outcome["percent"] == int(row["rotw_or_sea_percent"])
                symbol, test = row[f"{domain}_discovery"], row[f"{domain}_leader_test"]
                assert outcome["half"] == (symbol == "H")
                if symbol == "H":
                    symbol, test = HALVES[half]["discovery"], HALVES[half]["leader_test"]
                assert outcome["result"] == symbol, (die, half)
                assert (outcome["mark"] or "none") == test, (die, half)
                if row[f"{domain}_discovery"] != "H":
                    break
    assert seen >= set(range(5, 15)), seen


def column(row: Row) -> range:
    """The sums of values that a column of the conquistadors' table is for, up to 18."""
    return range(int(row["leader_sum_min"] or 3), int(row["leader_sum_max"] or 18) + 1)


@pytest.mark.rule("NAT-14", "NAT-20", "NAT-21", "NAT-22", "NAT-23", "NAT-24", "TAB-06")
def test_every_line_of_the_conquistadors() -> None:
    """Each die against each column, at both ends of it; what resists and what deserts of ten LD."""
    seen = set()
    left = {
        (row["percent"], row["detachments"]): row for row in rows("attrition_remainders")
    }  # fmt: skip
    for total in (7, 12, 13, 15, 16, 18):
        values = {"manoeuvre": total // 3, "fire": (total + 1) // 3, "shock": (total + 2) // 3}
        leader = {"name": "X", "kind": "conquistador", **values}
        assert sum(values.values()) == total
        for uses in (0, 3):
            for die in range(1, 11):
                given = {
                    "leader": leader, "region": "america", "natives": {"LD": 10},
                    "units": ["A-", "LD"], "uses": uses, "dice": {"conquistador": die},
                    "missionary": not uses,
                }  # fmt: skip
                outcome = answer("conquistador", given, "--seed", "1")["outcome"]
                reached = outcome["total"]
                row = next(r for r in rows("conquistadors")
                           if reached in dice(r, -5, 30) and total in column(r))  # fmt: skip
                seen.add((row["die_min"], row["leader_sum_min"]))
                resist, desert = row["resist_percent"], row["desert_percent"]
                for name, percent in (("resisters", resist), ("deserters", desert)):
                    found = outcome[name]["D"] if outcome[name] else 0
                    if percent in ("0", "100", ""):
                        wanted = 10 if percent == "0" else 0
                    else:
                        wanted = int(left[percent, "10"]["remaining_detachments"])
                    if name == "resisters":
                        deserted = outcome["deserters"]["D"] if outcome["deserters"] else 0
                        wanted = min(wanted, 10 - deserted)
                    assert found == wanted, (total, reached, row, outcome)
    assert len(seen) == len(rows("conquistadors")), len(seen)
