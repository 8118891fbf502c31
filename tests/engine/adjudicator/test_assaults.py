"""What a document of an assault comes to: the fortress, the leaders, the odds and the sheet."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.adjudicating import answer, example, run

STORM = {"BESIEGED.replacement": 1, "BESIEGER.fire": 10, "BESIEGED.fire": 1, "BESIEGER.shock": 10,
         "BESIEGED.shock": 1, "BESIEGER.casualty": 9, "BESIEGED.casualty": 9}  # fmt: skip
REPELLED = STORM | {"BESIEGER.fire": 1, "BESIEGER.shock": 1, "BESIEGED.fire": 10,
                    "BESIEGED.shock": 10}  # fmt: skip
MONARCH = {"name": "Henri", "manoeuvre": 3, "fire": 3, "shock": 3, "monarch": True}


def document(dice: dict[str, int], **more: Any) -> dict[str, Any]:
    """France with six detachments before a fortress of level 3 in Spain, after a breach."""
    found = example("assault") | {"breach": True, "dice": dice}
    for key in ("besieger", "besieged"):
        found[key] |= more.pop(key, {})
    return found | more


def stormed(dice: dict[str, int], **more: Any) -> dict[str, Any]:
    return answer("assault", document(dice, **more), "--no-roll")


def rules(found: dict[str, Any], die: str) -> set[str]:
    (rolled,) = [each for each in found["rolls"] if each["name"] == die]
    return {each["rule"] for each in rolled["modifiers"]}


@pytest.mark.rule("ASL-30", "FAL-02", "FAL-03", "FAL-A4")
@pytest.mark.parametrize(
    ("man", "units", "map_", "loses", "level"),
    [
        (True, ["A+", "A-"], "europe", 1, 2), (False, ["A+", "A-"], "europe", 1, 1),
        # Overseas a third of the only detachment is lost: nobody whole is left to man it.
        (True, ["LD"], "rotw", 7, 1), (True, ["LD"], "rotw", 1, 2), (True, ["LD"], "europe", 7, 2),
        # Two of three detachments are lost, and the third mans it.
        (True, ["LD", "LD", "LD"], "europe", 8, 2),
    ],
)  # fmt: skip
def test_a_fallen_fortress_has_a_level_less_manned_again_and_two_less_otherwise(
    man: bool, units: list[str], map_: str, loses: int, level: int
) -> None:
    """*Manned again by a detachment of the besieger*, by one that is left of him."""
    dice = STORM | {"BESIEGED.fire": loses, "BESIEGED.shock": loses}
    given = document(dice, besieger={"units": units}, map=map_, decisions={"man_fortress": man})
    found = answer("assault", given, "--seed", "1")["outcome"]
    assert (found["falls"], found["manned"], found["fortress_level_after"]) == (
        True, level == 2, level
    )  # fmt: skip


@pytest.mark.rule("ASL-27", "ASL-A11", "LDR-02", "LDR-03")
@pytest.mark.parametrize(
    ("dice", "falls", "besieger", "besieged"),
    [(STORM, True, set(), {"LDR-02"}), (REPELLED, False, {"LDR-02"}, set())],
)
def test_the_besieger_has_won_where_the_fortress_fell_and_else_the_besieged(
    dice: dict[str, int], falls: bool, besieger: set[str], besieged: set[str]
) -> None:
    found = stormed(dice)
    assert found["outcome"]["falls"] == falls
    assert rules(found, "BESIEGER.casualty") & {"LDR-02"} == besieger
    assert rules(found, "BESIEGED.casualty") & {"LDR-02"} == besieged


@pytest.mark.rule("ASL-27", "ASL-29", "LDR-12", "LDR-A8")
def test_who_captures_whom() -> None:
    """*A monarch whose stack is entirely destroyed and who is a casualty is captured by the
    winner*; *leaders inside go to the End box; a monarch inside is captured*."""
    lost = stormed(REPELLED | {"BESIEGER.casualty": 1},
                   besieger={"units": ["LD"], "leader": MONARCH}, besieged={"leader": None},
                   fortress=5, breach=False)  # fmt: skip
    assert lost["outcome"]["besieger"]["destroyed"]
    assert lost["outcome"]["besieger"]["leader"] == "captured"
    inside = stormed(STORM, besieged={"leader": MONARCH, "units": ["LD"]})
    assert inside["outcome"]["falls"]
    assert inside["outcome"]["besieged"]["leader"] == "captured"


@pytest.mark.rule("ASL-17", "ASL-18")
def test_what_corrects_the_losses_is_the_besiegers() -> None:
    """A third less with six detachments or less; two more with a full army of Russia."""
    found = stormed(STORM, besieger={"country": "russia"})
    whose = {(each["side"], each["rule"]) for each in found["modifiers"]
             if "losses, in thirds" in each["rolls"]}  # fmt: skip
    assert whose == {("BESIEGER", "ASL-17"), ("BESIEGER", "ASL-18")}


@pytest.mark.rule("ASL-10")
@pytest.mark.parametrize(("technology", "harder"), [("musket", True), ("renaissance", False)])
def test_the_besieged_have_a_technology_of_their_own(technology: str, harder: bool) -> None:
    found = stormed(STORM, besieged={"technology": technology})
    assert ("ASL-10" in {each["rule"] for each in found["modifiers"]}) == harder


@pytest.mark.rule("LDR-05", "ASL-A11")
@pytest.mark.parametrize(("units", "tested"), [(["LD", "LD"], False), (["A+"], True)])
def test_the_odds_test_nobody_inside_against_few(units: list[str], tested: bool) -> None:
    """*No test if the enemy had strictly less than 3 LD at the start*; the besieger always does."""
    odds = answer("assault", document({}, besieger={"units": units}), "--odds")["odds"]
    assert ("no test" in odds["leader"]["besieged"]) == (not tested)
    assert "no test" not in odds["leader"]["besieger"]
    for fates in odds["leader"].values():
        assert sum(fates.values()) == pytest.approx(1)


@pytest.mark.rule("LDR-12", "ASL-27")
def test_a_monarch_is_captured_in_the_odds_where_the_dice_capture_him() -> None:
    dice = REPELLED | {"BESIEGER.casualty": 1}
    given = document(dice, besieger={"units": ["LD"], "leader": MONARCH}, fortress=5, breach=False)
    found = answer("assault", given, "--odds")
    assert found["odds"]["leader"]["besieger"] == {"captured": pytest.approx(1)}
    assert found["unused_dice"] == []


@pytest.mark.rule("ASL-20", "ASL-26")
def test_the_sheet_says_what_each_side_does_and_loses() -> None:
    told = run("assault", "--text", "--no-roll", document=document(REPELLED))[1]
    found = stormed(REPELLED)["outcome"]
    assert "inflicts" in told
    assert told.count("loses ") == 2
    assert ("routed" in told) == found["besieger"]["routed"]
    told = run("assault", "--text", "--no-roll", document=document(STORM))[1]
    assert "routed" in told, "the besieged, whose fortress falls by morale"


@pytest.mark.parametrize(("level", "what"), [(0, "fort"), (3, "fortress of level 3")])
def test_a_fortress_without_a_level_is_called_a_fort(level: int, what: str) -> None:
    told = run("assault", "--text", "--seed", "1", document=document({}, fortress=level))[1]
    assert f"Assault on a {what} · period III" in told


@pytest.mark.rule("ASL-27", "ASL-29", "LDR-A8")
@pytest.mark.parametrize(
    ("fell", "monarch", "dice", "fate"),
    [
        (True, True, {}, "captured"), (True, True, {"wound": 4}, "captured"),
        (True, True, {"wound": 9}, "killed"), (True, False, {}, "wounded until the end"),
        (True, False, {"wound": 4}, "wounded until the end"), (True, False, {"wound": 9}, "killed"),
        (False, True, {}, "unhurt"), (False, True, {"wound": 4}, "wounded 2"),
        (False, False, {"wound": 9}, "killed"),
    ],
)  # fmt: skip
def test_the_odds_of_dice_that_are_known_are_what_comes_of_them(
    fell: bool, monarch: bool, dice: dict[str, int], fate: str
) -> None:
    """*Leaders inside go to the End box; a monarch inside is captured*, unless he is killed; where
    the fortress holds he has his fate of the dice, and the besiegers are routed."""
    thrown = STORM if fell else REPELLED
    thrown = {name: die for name, die in thrown.items() if "replacement" not in name}
    thrown |= {f"BESIEGED.{name}": die for name, die in dice.items()}
    thrown |= {"BESIEGED.casualty": 1} if dice else {}
    given = document(thrown, besieged={"leader": MONARCH | {"monarch": monarch}})
    found = answer("assault", given, "--odds")["odds"]
    assert found["leader"] == {"besieged": {fate: pytest.approx(1)},
                               "besieger": {"unhurt": pytest.approx(1)}}  # fmt: skip
    assert found["rout"] == {"besieger": not fell, "besieged": fell}
    played = answer("assault", given, "--seed", "1")["outcome"]
    held = played["besieged"]["leader"]
    known = held if isinstance(held, str) else f"wounded {held['wounded']}"
    if isinstance(held, dict) and "until" in held:
        known = "wounded until the end"
    assert (known, played["falls"]) == (fate, fell)
    for key in ("besieger", "besieged"):
        assert played[key]["routed"] == found["rout"][key]


@pytest.mark.rule("ASL-27", "LDR-01")
@pytest.mark.parametrize("side", ["besieger", "besieged"])
def test_the_leader_of_either_side_is_hurt_by_his_own_die(side: str) -> None:
    """Each leader has a test of his own: one man's die never hurts the other."""
    other = {"besieger": "besieged", "besieged": "besieger"}[side]
    given = document(REPELLED | {f"{side.upper()}.casualty": 1, f"{side.upper()}.wound": 2})
    given |= {other: given[other] | {"leader": MONARCH | {"monarch": False}}}
    given |= {side: given[side] | {"leader": MONARCH | {"monarch": False}}}
    found = answer("assault", given, "--seed", "1")["outcome"]
    assert (found[side]["leader"], found[other]["leader"]) == ({"wounded": 1}, "unhurt")
