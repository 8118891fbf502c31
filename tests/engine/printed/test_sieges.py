"""The printed tables of sieges, row by row through the undermining and the assault."""

from typing import Any

import pytest

from engine.land.siege import undermining_math
from engine.land.siege.undermining_math import RESULTS, Siege
from engine.modifiers import total
from tests.engine.adjudicating import answer
from tests.engine.printed.transcription import dice, rows

RULES_OF_RESULTS = ("UND-20", "UND-21", "UND-22", "UND-24", "UND-27", "UND-31")


def document(**changes: Any) -> dict[str, Any]:
    """A siege by two full French armies without anything that modifies a roll but the level."""
    return {
        "period": "I", "map": "europe", "terrain": "plain", "fortress": 1, "first_round": False,
        "besieger": {"country": "aztecs", "technology": "musket", "units": ["A+", "A+"],
                     "leader": "222"},
        "besieged": {"country": "spain", "technology": "renaissance", "units": [],
                     "leader": "222"},
    } | changes  # fmt: skip


@pytest.mark.rule(*RULES_OF_RESULTS)
def test_every_die_of_the_undermining_table() -> None:
    """Each modified die from 0 to 16: the siege value adds, the level of the fortress takes."""
    for siege in range(7):
        for level in (0, 1):
            for die in (1, 10) if siege else range(1, 11):
                given = document(fortress=level, dice={"undermine": die})
                given["besieger"]["siege"] = siege
                found = answer("undermine", given, "--no-roll")["outcome"]
                bonus = found["artillery_bonus"]
                row = next(r for r in rows("undermining") if die + siege + bonus - level
                           in dice(r, -5, 20))  # fmt: skip
                assert found["result"] == RESULTS[row["result"]], (die, siege, level)


@pytest.mark.rule("UND-04", "UND-05", "UND-06", "UND-07", "UND-08", "UND-09", "UND-10", "UND-11")
@pytest.mark.rule("UND-12")
def test_every_terrain_and_port_of_a_siege() -> None:
    ports = {"none": None, "blockaded": "blockaded", "open_or_supplied": "open"}
    for row in rows("siege_terrain"):
        fort = row["setting"] == "fort"
        for terrain in ("plain",) if row["terrain"] == "plain" else ("mountain", "swamp"):
            for board in ("europe", "rotw") if fort else (row["setting"],):
                given = document(map=board, terrain=terrain, port=ports[row["port"]], fort=fort)
                given |= {"fortress": 0 if fort else 2, "dice": {"undermine": 5}}
                found = answer("undermine", given, "--no-roll")["modifiers"]
                malus = sum(each["value"] for each in found if each["rule"] == "UND-04")
                assert malus == int(row["modifier"]), (row, terrain, board)


@pytest.mark.rule("UND-03", "SIE-28", "SIE-29")
def test_every_step_of_the_artillery_bonus() -> None:
    """One less, exactly as much, one more than each artillery value that gives a bonus."""
    steps: dict[int, list[tuple[int, int]]] = {}
    for row in rows("artillery_bonus"):
        pair = int(row["artillery_value_min"]), int(row["bonus"])
        steps.setdefault(int(row["fortress_level"]), []).append(pair)
    assert sorted(steps) == [0, 1, 2, 3, 4, 5]
    for level, found in steps.items():
        for artillery in range(11):
            wanted = max((bonus for least, bonus in found if artillery >= least), default=0)
            siege = Siege(level, fort=not level, artillery=artillery)
            given = undermining_math.fortress_modifiers(siege)
            bonus = total(tuple(each for each in given if each.rule == "UND-03"))
            assert bonus == wanted, (level, artillery)


@pytest.mark.rule("ASL-04", "ASL-05", "ASL-06", "ASL-14", "ASL-15")
@pytest.mark.parametrize("breach", [False, True])
def test_every_die_of_the_assault_table(breach: bool) -> None:
    """Both sides' Fire and Shock: losses, with a breach or without, and stars.

    Leaders 0 to 3 better move the dice to every line from 1 to 13.
    """
    seen: dict[str, set[int]] = {}
    lines = {modified: row for row in rows("assault_results") for modified in dice(row, -9, 20)}
    for led in range(4):
        for die in range(1, 11) if not led else (8, 9, 10):
            for better in (0, 1):
                given = document(fortress=0, breach=breach, fort=True)
                given["besieged"] |= {"units": ["LD"], "leader": f"2{2 + led}{2 + led}"}
                given["besieger"]["leader"] = "222"
                if better:
                    given["besieged"]["leader"] = "222"
                    given["besieger"]["leader"] = f"2{2 + led}{2 + led}"
                    given["besieged"]["technology"] = "medieval"
                names = [f"{who}.{roll}" for who in ("BESIEGER", "BESIEGED")
                         for roll in ("fire", "shock")]  # fmt: skip
                rolled = {**dict.fromkeys(names, 1)}
                for name in names:
                    found = answer("assault", given | {"dice": rolled | {name: die}}, "--seed", "1")
                    for roll in found["rolls"]:
                        if roll["name"] != name:
                            continue
                        who, step = name.lower().split(".")
                        row = lines[roll["result"]]
                        losses = "_breach" * (breach and who == "besieged")
                        wanted = (
                            row[f"{who}_{step}{losses}_losses_thirds"],
                            row[f"{who}_{step}_morale"],
                        )
                        assert (str(roll["losses_thirds"]), str(roll["stars"])) == wanted, roll
                        seen.setdefault(name, set()).add(max(3, min(12, roll["result"])))
    assert all(found == set(range(3, 13)) for found in seen.values()), seen


@pytest.mark.rule("ASL-19", "ASL-21", "ASL-22")
def test_every_level_resists() -> None:
    """The resistance, and the cap on what the besieged inflict: twice as much and the LD inside."""
    for row in rows("fortress_resistance"):
        level = int(row["fortress_level"])
        for breach, column in ((False, "resistance_thirds"), (True, "breach_resistance_thirds")):
            given = document(fortress=level, fort=not level, breach=breach)
            empty = answer("assault", given, "--seed", "1")["outcome"]["besieged"]
            given["besieged"]["units"] = ["LD", "LD"] if level > 1 else ["LD"]
            inside = 3 * len(given["besieged"]["units"])
            manned = answer("assault", given, "--seed", "1")["outcome"]["besieged"]
            resistance = int(row[column])
            assert (empty["resistance_thirds"], empty["cap_thirds"]) == (
                resistance, 2 * resistance,
            )  # fmt: skip
            assert manned["cap_thirds"] == 2 * resistance + inside
