"""The kind `naval-battle`: one document in, one adjudication out."""

from __future__ import annotations

from typing import Any

import pytest

from engine.adjudicator.fight_sheet import ENDS
from engine.combat.prepared_battle import STAGES
from tests.engine.adjudicating import agrees, answer, complaints, example, run, sums

KIND = "naval-battle"


def document(**changes: Any) -> dict[str, Any]:
    """Two fleets of warships with admirals of 222, dice that do nothing."""
    names = ("ENG", "england", True), ("FRA", "france", False)
    found: dict[str, Any] = {
        "turn": 40,
        "sides": [
            {
                "name": name,
                "country": country,
                "phasing": phasing,
                "technology": "battery",
                "units": {"F+": {"NWD": 6}},
                "leader": "222",
            }
            for name, country, phasing in names
        ],
        "dice": {
            f"{name}.{roll}": 3 if "wind" not in roll else 5
            for name, _, _ in names
            for roll in ("wind", "fire1", "shock1", "fire2", "shock2", "pursuit")
        },
        "decisions": {},
    }
    found["dice"] |= {"ENG.casualty": 9, "FRA.casualty": 9}
    found["dice"] |= changes.pop("dice", {})
    for at, key in enumerate(("one", "other")):
        found["sides"][at] |= changes.pop(key, {})
    return {**found, **changes}


def outcome(given: dict[str, Any], *words: str) -> dict[str, Any]:
    found: dict[str, Any] = answer(KIND, given, *words)["outcome"]
    return found


def test_the_example_by_hand() -> None:
    # Spain: 8+3 on E, 7+2 on A, 9+3 on C inflict 5+6+7 thirds and 1+2+2 stars; size +2: 6 are 8.
    # Turkey: 7 on E halved and rounded up, 5-1 on A inflict 1+1 thirds; size +2: 2/3 are 1.
    found = outcome(example(KIND))
    assert (found["winner"], found["ended"], found["major"]) == ("HIS", "shock1", False)
    spain, turkey = found["sides"]["HIS"], found["sides"]["TUR"]
    assert agrees(
        {
            "morale": 2, "morale_lost": 0, "routed": False, "wind": False, "line": "NGD",
            "columns": {"fire": "E", "shock": "A"}, "size_differential": 2,
            "drm": {"fire1": 3, "shock1": 2, "fire2": None, "shock2": None, "pursuit": 3},
            "inflicted_thirds": 18, "inflicted_small_thirds": 18, "inflicted_final_thirds": 24,
            "suffered_thirds": 3, "losses": 1, "losses_rest_thirds": 0, "damaged_thirds": 3,
            "destroyed_thirds": 0, "refitted_thirds": 0, "captured": {"NGD": 2},
            "destroyed": False, "leader": "unhurt", "remaining_thirds": 48,
        },
        spain,
    )  # fmt: skip
    assert agrees(
        {
            "morale": 3, "morale_lost": 5, "routed": True, "size_differential": 2,
            "drm": {"fire1": 0, "shock1": -1, "fire2": None, "shock2": None, "pursuit": None},
            "inflicted_thirds": 2, "inflicted_final_thirds": 3, "suffered_thirds": 24,
            "losses": 8, "damaged_thirds": 9, "destroyed_thirds": 9, "refitted_thirds": 0,
            "captured": {}, "leader": "killed", "remaining_thirds": 45 - 18 - 6,
        },
        turkey,
    )  # fmt: skip


def test_the_wind_is_rolled_for_and_reported() -> None:
    given = document(one={"technology": "vessel"}, dice={"ENG.wind": 6, "FRA.wind": 6})
    found = answer(KIND, given)
    rolls = {each["name"]: each["result"] for each in found["rolls"]}
    assert (rolls["ENG.wind"], rolls["FRA.wind"]) == (6 + 2 + 1, 6 + 2)
    assert [found["outcome"]["sides"][name]["wind"] for name in ("ENG", "FRA")] == [True, False]
    helped = [each["rolls"] for each in found["modifiers"] if each["rule"] == "DRM-10"]
    assert helped == [["fire1", "shock1", "fire2", "shock2"]]


@pytest.mark.rule("FIG-13")
@pytest.mark.parametrize("day", [1, 2])
def test_breaking_off_with_the_wind(day: int) -> None:
    name = f"break_fire{day}"
    given = document(dice={"ENG.wind": 9}, decisions={f"ENG.{name}": True, f"FRA.{name}": True})
    found = outcome(given)
    assert (found["winner"], found["ended"]) == ("FRA", name)
    assert found["sides"]["FRA"]["drm"]["pursuit"] is None


@pytest.mark.rule("NLS-04", "NLS-05", "NLS-06", "NLS-07")
def test_losses_are_split_by_who_has_won() -> None:
    # 12 on B: 8 thirds and two stars, 9 on C: 4 and one; the pursuit at 3 + 2.
    found = outcome(document(dice={"ENG.fire1": 12 - 2, "ENG.shock1": 10, "FRA.fire1": 10}))
    assert found["winner"] == "ENG"
    for name, won in (("ENG", True), ("FRA", False)):
        side = found["sides"][name]
        whole, rest = divmod(side["suffered_thirds"], 3)
        piles = [3] * whole + [rest] * bool(rest)
        order = ["damaged", "destroyed", "refitted" if won else "damaged"]
        wanted = {"damaged": 0, "destroyed": 0, "refitted": 0}
        for number, pile in enumerate(piles):
            wanted[order[number % 3]] += pile
        assert {what: side[f"{what}_thirds"] for what in wanted} == wanted


@pytest.mark.rule("MAJ-03", "RET-02", "MAJ-05", "MAJ-07")
def test_losses_of_the_retreat_make_a_battle_major() -> None:
    # 9 on B, 10 + 1 on C: 5 + 6 thirds and the rout; 3 2/3 losses by 12 ships are 4 1/3.
    dice = {"ENG.fire1": 9, "ENG.shock1": 10}
    larger = {"units": {"F+": [{"NWD": 6}, {"NWD": 6}]}}
    base = document(dice=dice, one=larger, other={"units": {"NWD": 10}})
    found = outcome(base)
    assert found["winner"] == "ENG"
    short = 15 - (found["sides"]["FRA"]["losses"] * 3 + found["sides"]["FRA"]["losses_rest_thirds"])
    assert not found["major"]
    assert short == 15 - 13
    base["sides"][1]["retreat_thirds"] = short
    more = outcome(base)
    assert more["major"]
    assert (more["stability"], more["victory_points"]) == ({"ENG": 1, "FRA": -1}, {"ENG": 5})


@pytest.mark.rule("EVA-03", "EVA-01")
def test_evasion_at_sea() -> None:
    given = document(decisions={"FRA.evade": True}, dice={"FRA.evade": 8})
    found = outcome(given)
    assert (found["winner"], found["ended"]) == (None, "evaded")
    assert found["sides"]["FRA"] == {"evaded_to": "port"}
    given["dice"]["FRA.evade"] = 7
    assert outcome(given)["ended"] != "evaded"
    assert complaints(KIND, document(decisions={"ENG.evade": True})) == [
        "decisions.ENG.evade: the phasing side and interceptors never evade; false may stand here"
    ]


@pytest.mark.rule("PAR-11", "PAR-12")
def test_the_first_line_may_be_chosen() -> None:
    mixed = {"units": ["NWD", {"F+": {"NGD": 4, "NTD": 1}}]}
    assert outcome(document(one=mixed))["sides"]["ENG"]["line"] == "NGD"
    chosen = outcome(document(one={**mixed, "line": "NWD"}))["sides"]["ENG"]
    assert (chosen["line"], chosen["columns"]["fire"]) == ("NWD", "B")
    (line,) = complaints(KIND, document(one={**mixed, "line": "NTD"}))
    assert line.startswith("sides[0].line: 'NTD' cannot be its first line; it may be: NWD, NGD")


@pytest.mark.rule("PAR-04", "PAR-07")
def test_replacement_admirals_are_rolled_before_the_wind() -> None:
    given = document(one={"leader": None, "country": "poland"}, dice={"ENG.replacement": 1})
    found = answer(KIND, given)
    assert found["rolls"][0]["name"] == "ENG.replacement"
    commander = found["outcome"]["sides"]["ENG"]["commander"]
    assert commander["replacement"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"turn": None}, "turn: is missing"),
        ({"period": "I"}, "turn: 40 is not in period I"),
        ({"one": {"units": {}}}, "sides[0].units: must hold ships"),
        ({"one": {"units": "NWD"}}, "sides[0].units: 'NWD' is neither"),
        ({"one": {"units": {"F+": {"NDE": 1}}}}, "sides[0].units.F+: 'NDE' is not a ship"),
        ({"one": {"units": {"NWD": -1}}}, "sides[0].units.NWD: -1 is not a number of ships"),
        ({"one": {"technology": "musket"}}, "sides[0].technology: 'musket' is not a technology"),
        ({"decisions": {"ENG.capture": True}}, "decisions.ENG.capture: true is not a list"),
        ({"decisions": {"ENG.dance": True}}, "decisions.ENG.dance: there is no such decision"),
    ],
)
def test_what_is_wrong_is_named(changes: dict[str, Any], said: str) -> None:
    lines = complaints(KIND, document(**changes))
    assert len(lines) == 1
    assert lines[0].startswith(said)


def test_units_in_every_form() -> None:
    forms: list[Any] = [
        {"F+": {"NWD": 4, "NTD": 1}, "NWD": 2},
        {"F+": [{"NWD": 4, "NTD": 1}], "NWD": 2},
        ["NWD", {"F+": {"NWD": 4, "NTD": 1}}, "NWD"],
        [{"F-": {"NWD": 2}}, {"F-": {"NWD": 2, "NTD": 1}, "NWD": 2}],
    ]
    found = [outcome(document(one={"units": form})) for form in forms]
    assert all(each == found[0] for each in found)


# Odds.


def test_odds_at_sea_sum_to_one() -> None:
    for given in (example(KIND), document(), document(decisions={"FRA.evade": True})):
        given["dice"] = {}
        given["sides"][0]["leader"] = None
        odds = answer(KIND, given, "--odds")["odds"]
        for whole in sums(odds):
            assert whole == pytest.approx(1, abs=1e-12)
        assert set(odds["wind"]) == {side["name"] for side in given["sides"]}


def test_odds_with_every_die_held_are_the_outcome() -> None:
    given = document(dice={"ENG.fire1": 10, "ENG.shock1": 10, "FRA.fire1": 10})
    found, odds = outcome(given), answer(KIND, given, "--odds")["odds"]
    assert odds["win"] == {"ENG": 1.0, "FRA": 0.0}
    for name, side in found["sides"].items():
        lost = 3 * side["losses"] + side["losses_rest_thirds"]
        assert odds["expected_losses"][name] == pytest.approx(lost / 3)
        assert odds["rout"][name] == side["routed"]


def test_the_sheet_shows_what_becomes_of_the_ships() -> None:
    status, out, _ = run(KIND, "--text", document=example(KIND))
    assert status == 0
    assert "damaged 3, destroyed 3, refitted 0" in out
    assert "captures 2 NGD" in out
    assert "Spain wins: decided in the first Shock." in out


@pytest.mark.parametrize(("wound", "said"), [(2, "1 round."), (4, "2 rounds.")])
def test_the_sheet_says_for_how_long_a_commander_is_wounded(wound: int, said: str) -> None:
    given = document(dice={"ENG.casualty": 1, "ENG.wound": wound})
    assert f"(ENG) is wounded for {said}" in run(KIND, "--text", document=given)[1]


def test_every_stage_at_which_a_battle_may_end_has_its_words() -> None:
    assert set(ENDS) == set(STAGES)
