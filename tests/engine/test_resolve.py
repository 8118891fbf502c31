import io
import json
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import countries, resolve
from engine.resolving import KINDS
from tests.engine.fighting import examples
from tests.engine.spoiling import WRONG, changed, paths

ROOT = Path(__file__).parents[2]
BY_THE_RULES = (
    "battle", "undermine", "assault", "attrition", "start", "continuation", "intercept", "evade",
    "suppress", "hunt", "levies", "naval-battle", "explore", "conquistador", "activation",
)  # fmt: skip
NO_DICE = ("levies",)


def run(*words: str, document: Any = None, text: str | None = None) -> tuple[int, str, str]:
    """The command's exit status, output and complaints."""
    given = json.dumps(document) if text is None else text
    out, err = io.StringIO(), io.StringIO()
    status = resolve.main(list(words), io.StringIO(given), out, err)
    return status, out.getvalue(), err.getvalue()


def answer(kind: str, document: Any, *words: str) -> dict[str, Any]:
    status, out, err = run(kind, "-", *words, document=document)
    assert (status, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def complaints(kind: str, document: Any = None, text: str | None = None) -> list[str]:
    status, out, err = run(kind, document=document, text=text)
    assert (status, out) == (2, "")
    return err.splitlines()


def example(kind: str) -> dict[str, Any]:
    return deepcopy(dict(resolve.kind_of(kind).example))


def agrees(wanted: Any, found: Any) -> bool:
    """Whether everything that is wanted is found; more may be there."""
    if isinstance(wanted, dict):
        return all(key in found and agrees(each, found[key]) for key, each in wanted.items())
    return bool(wanted == found)


# The examples


def test_the_battle_of_the_rulebook() -> None:
    worked = examples()["frahis-full"]
    found = answer("battle", worked["given"], "--no-roll")
    assert agrees(worked["then"], found["outcome"])
    assert found["unused_dice"] == []
    assert [roll["name"] for roll in found["rolls"]] == [
        "FRA.fire1", "HIS.fire1", "FRA.shock1", "HIS.shock1", "HIS.retreat1", "FRA.fire2",
        "HIS.fire2", "FRA.shock2", "HIS.shock2", "FRA.pursuit", "HIS.losses", "FRA.casualty",
        "HIS.casualty", "HIS.wound",
    ]  # fmt: skip
    first = found["rolls"][0]
    assert (first["die"], first["modifier"], first["result"]) == (8, 2, 10)
    assert {"value": 2, "why": "Fire differential", "rule": "DRM-03"} in first["modifiers"]
    assert agrees({"value": 2, "why": "Fire differential", "rule": "DRM-03"}, found["modifiers"][0])


@pytest.mark.parametrize("name", ["frahis-drm", "frahis-drm-seven-detachments"])
def test_modifiers_of_the_rulebook(name: str) -> None:
    worked = examples()[name]
    sides = [{"name": side, **each} for side, each in worked["given"]["sides"].items()]
    dice = {f"{side}.{roll}1": 5 for side in ("FRA", "HIS") for roll in ("fire", "shock")}
    found = answer("battle", {**worked["given"], "sides": sides, "dice": dice})
    for side, wanted in worked["then"]["drm"].items():
        made = found["outcome"]["sides"][side]["drm"]
        assert made["fire1"] == wanted["fire1"]
        assert made["shock1"] == wanted["shock1"]


@pytest.mark.parametrize("name", ["round-1", "round-2", "round-3", "round-4", "level-2"])
def test_the_sieges_of_the_rulebook(name: str) -> None:
    worked = examples()[f"undermining-{name}"]
    found = answer("undermine", worked["given"], "--no-roll")["outcome"]
    then = {key: value for key, value in worked["then"].items() if key != "controller"}
    assert agrees(then, found)


def test_the_setup_of_the_rulebooks_siege() -> None:
    worked = examples()["undermining-setup"]
    found = answer("undermine", worked["given"])
    outcome = found["outcome"]
    for key in ("artillery", "artillery_bonus", "modifier", "may_undermine"):
        assert outcome[key] == worked["then"][key]
    named = {
        each["why"]: each["value"] for each in found["modifiers"] if "undermine" in each["rolls"]
    }
    assert named == {why: by for why, by in worked["then"]["modifiers"].items() if by}


# Dice, seeds, policies


@pytest.mark.parametrize("kind", BY_THE_RULES)
def test_examples_resolve(kind: str) -> None:
    document = example(kind)
    document.pop("dice", None)
    one, two = (answer(kind, document, "--seed", "7") for _ in range(2))
    assert one == two
    assert one["seed"] == 7
    assert set(one) == {"kind", "seed", "modifiers", "rolls", "unused_dice", "outcome"}
    dice = {roll["name"]: roll["die"] for roll in one["rolls"]}
    fixed = answer(kind, {**document, "dice": dice}, "--no-roll")
    assert fixed["outcome"] == one["outcome"]
    if kind in NO_DICE:
        assert one["rolls"] == []
        return
    status, out, err = run(kind, "--no-roll", document=document)
    assert (status, out) == (3, "")
    assert one["rolls"][0]["name"] in err


@pytest.mark.parametrize("kind", BY_THE_RULES)
def test_sheets_are_80_columns_wide(kind: str) -> None:
    for words in (["--text", "--seed", "1"], ["--text", "--odds"]):
        if kind in NO_DICE and "--odds" in words:
            continue
        status, out, _ = run(kind, *words, document=example(kind))
        assert status == 0
        assert max(map(len, out.splitlines())) <= 80


def test_one_die_fixed_shifts_no_other() -> None:
    document = example("battle")
    document["dice"] = {}
    free = answer("battle", document, "--seed", "5")
    first = {roll["name"]: roll["die"] for roll in free["rolls"]}
    document["dice"] = {"HIS.fire1": first["HIS.fire1"] % 10 + 1, "HIS.small7": 3}
    fixed = answer("battle", document, "--seed", "5")
    for roll in fixed["rolls"]:
        if roll["name"] in first and roll["name"] != "HIS.fire1":
            assert roll["die"] == first[roll["name"]]
    assert fixed["unused_dice"] == ["HIS.small7"]


def test_a_missing_die_is_named_with_what_it_is_for() -> None:
    document = example("battle")
    del document["dice"]["FRA.shock2"]
    status, _, err = run("battle", "--no-roll", document=document)
    assert status == 3
    assert "FRA.shock2" in err
    assert "Shock, day 2" in err


def test_a_fresh_seed_is_named() -> None:
    document = example("battle")
    document["dice"] = {}
    found = answer("battle", document)
    again = answer("battle", document, "--seed", str(found["seed"])[:18])
    if found["seed"] < 10**18:
        assert again["outcome"] == found["outcome"]


def sums(odds: dict[str, Any]) -> list[float]:
    wins = sum(odds["win"].values()) + odds["tie"] + odds.get("evaded", {}).get("chance", 0.0)
    tables = [*odds["losses"].values(), *odds["leader"].values()]
    return [wins, *(sum(table.values()) for table in tables)]


@pytest.mark.parametrize("kind", ["battle", "assault"])
def test_odds_sum_to_one(kind: str) -> None:
    document = example(kind)
    document["dice"] = {}
    odds = answer(kind, document, "--odds")["odds"]
    for whole in sums(odds):
        assert whole == pytest.approx(1, abs=1e-12)


def test_odds_with_a_die_held_and_an_evasion() -> None:
    document = example("battle")
    document["dice"] = {"FRA.fire1": 9, "FRA.nothing": 2}
    document["decisions"] = {"HIS.evade": True, "HIS.retreat1": True}
    found = answer("battle", document, "--odds")
    assert found["odds"]["evaded"] == {"chance": pytest.approx(0.5), "to": "province"}
    assert found["unused_dice"] == ["FRA.nothing"]
    for whole in sums(found["odds"]):
        assert whole == pytest.approx(1, abs=1e-12)


def test_odds_of_replacement_leaders() -> None:
    document = example("battle")
    document["dice"] = {"HIS.replacement": 3}
    document["sides"][1]["leader"] = None
    held = answer("battle", document, "--odds")["odds"]["win"]
    document["dice"] = {}
    document["sides"][1]["leader"] = "332"
    known = answer("battle", document, "--odds")["odds"]["win"]
    assert held == pytest.approx(known, abs=1e-12)


def test_odds_of_undermining_and_of_the_rounds() -> None:
    document = example("undermine")
    odds = answer("undermine", document, "--odds")["odds"]
    assert sum(odds["result"].values()) == pytest.approx(1, abs=1e-12)
    assert odds["falls_within"]["1"] == pytest.approx(odds["result"]["B/WH"])
    odds = answer("continuation", {"round": "S5", "period": "I"}, "--odds")["odds"]
    assert odds["ends_next"] == pytest.approx(0.5)
    assert odds["left"] == {"0": pytest.approx(0.5), "1": pytest.approx(0.5)}


# What the kinds do


def test_evasion_ends_a_battle_before_it_begins() -> None:
    document = example("battle")
    document["sides"][1]["fortress"] = 3
    document["dice"] = {"HIS.evade": 6}
    for decided, place in ((True, "province"), ({"fortress": 2, "province": 3}, "split")):
        document["decisions"] = {"HIS.evade": decided}
        outcome = answer("battle", document)["outcome"]
        assert (outcome["winner"], outcome["ended"]) == (None, "evaded")
        assert outcome["sides"]["HIS"] == {"evaded_to": place}
    document["dice"] = {"HIS.evade": 5}
    assert answer("battle", document)["outcome"]["ended"] != "evaded"
    document["sides"][1]["units"] = ["LD", "LD", "LD"]
    document["decisions"] = {"HIS.evade": {"fortress": 3}}
    found = answer("battle", document, "--no-roll")
    assert found["outcome"]["sides"]["HIS"] == {"evaded_to": "fortress"}
    assert found["rolls"] == []


@pytest.mark.rule("EVA-01", "EVA-10", "EVA-15")
def test_who_may_not_evade() -> None:
    document = example("battle")
    document["decisions"] = {"FRA.evade": True}
    assert "never evade" in complaints("battle", document)[0]
    document["decisions"] = {"HIS.evade": {"fortress": 2, "province": 3}}
    assert "decisions.HIS.evade.fortress: 2 is too many" in complaints("battle", document)[0]
    document["sides"][1]["fortress"] = 2
    document["decisions"] = {"HIS.evade": {"fortress": 2, "province": 1}}
    assert "who stays outside fights" in complaints("battle", document)[0]
    document["interception"] = True
    document["decisions"] = {"HIS.evade": True}
    assert "never evade" in complaints("battle", document)[0]


@pytest.mark.rule("EVA-17", "PAR-09", "EVA-A3")
def test_replacements_do_not_help_to_evade_but_a_vizier_does() -> None:
    document = example("battle")
    document["sides"][1]["leader"] = None
    document["decisions"] = {"HIS.evade": True}
    document["dice"] = {"HIS.evade": 7, "HIS.replacement": 10}
    found = answer("battle", document)
    assert [roll["name"] for roll in found["rolls"]][:2] == ["HIS.evade", "HIS.replacement"]
    document["sides"][1]["leader"] = {"kind": "vizier", "name": "Vizier"}
    found = answer("battle", {**document, "dice": {"HIS.replacement": 6, "HIS.evade": 5}})
    assert [roll["name"] for roll in found["rolls"]] == ["HIS.replacement", "HIS.evade"]
    assert found["outcome"]["ended"] == "evaded"
    found = answer("battle", {**document, "dice": {"HIS.replacement": 6, "HIS.evade": 4}})
    assert [roll["name"] for roll in found["rolls"]].count("HIS.replacement") == 1


def test_no_room_to_retreat_destroys() -> None:
    document = example("battle")
    document["dice"] |= {"FRA.shock1": 1, "FRA.fire2": 1, "FRA.shock2": 1, "HIS.shock2": 1}
    document["dice"] |= {"HIS.fire2": 1, "HIS.shock1": 1, "HIS.fire1": 1, "FRA.pursuit": 1}
    document["dice"] |= {"HIS.losses": 1, "FRA.fire1": 10}
    free = answer("battle", document)["outcome"]
    assert free["winner"] == "FRA"
    assert free["sides"]["HIS"]["losses"] < 4
    document["sides"][1] |= {"retreat_province": False, "fortress": 1}
    assert answer("battle", document)["outcome"]["sides"]["HIS"]["losses"] == 4
    document["sides"][1] |= {"retreat_room": 0}
    assert answer("battle", document)["outcome"]["sides"]["HIS"]["destroyed"]


def test_losses_outside_europe_keep_their_thirds() -> None:
    document = example("battle")
    document["map"] = "rotw"
    side = answer("battle", document)["outcome"]["sides"]["FRA"]
    assert (side["losses"], side["losses_rest_thirds"]) == (2, 1)


def test_a_breach_may_be_stormed_at_once() -> None:
    document = example("undermine") | {"siegeworks": ["+", "+"], "dice": {"undermine": 7}}
    document["decisions"] = {"assault": True, "man_fortress": True}
    found = answer("undermine", document, "--seed", "1")
    assert found["outcome"]["result"] == "B"
    assert found["outcome"]["assault"]["besieged"]["resistance_thirds"] == 3
    assert "BESIEGED.replacement" in {roll["name"] for roll in found["rolls"]}


@pytest.mark.rule("UND-39", "SIE-12", "SIE-18")
def test_siege_attrition_of_the_besieger() -> None:
    document = example("undermine") | {"first_round": False, "supply_distance": 6}
    document["besieger"]["siege"] = 1
    document["dice"] = {"undermine": 5, "BESIEGER.attrition": 9}
    found = answer("undermine", document, "--no-roll")["outcome"]["attrition"]
    assert (found["total"], found["needed"], found["rolls"]) == (5, 6, True)
    assert found["result"]["total"] == 9 + 2 - 1


def test_attrition_of_the_contract() -> None:
    outcome = answer("attrition", example("attrition"), "--no-roll")["outcome"]
    assert outcome == {
        "modifier": 1, "total": 10, "result": "1+P", "losses": 1, "pillage": True, "foraging": True,
    }  # fmt: skip
    far = example("attrition") | {"map": "rotw"}
    found = answer("attrition", far, "--seed", "2")["outcome"]
    assert set(found) == {"modifier", "total", "percent", "remaining"}
    assert set(found["remaining"]) == {"D", "d"}
    odds = answer("attrition", {**far, "dice": {}}, "--odds")["odds"]
    assert sum(odds["result"].values()) == pytest.approx(1, abs=1e-12)


def test_the_continuation_of_the_contract() -> None:
    found = answer("continuation", example("continuation"), "--no-roll")["outcome"]
    assert found == {
        "modified": 5, "next": "W3", "extended_campaign": True, "bad_weather": True,
        "sund_frozen": False,
    }  # fmt: skip


# Complaints


def test_every_defect_at_once() -> None:
    document = example("battle")
    document["period"] = "VIII"
    document["terrain"] = 4
    document["sides"][1]["technology"] = "muskets"
    document["sides"][0]["units"] = ["A+", "B+"]
    document["sides"][0]["veteran"] = "yes"
    del document["sides"][1]["country"]
    document["dice"]["FRA.fire1"] = 11
    document["nonsense"] = 1
    lines = complaints("battle", document)
    for start in (
        "period: 'VIII' is not a period; one of: I, II",
        "terrain: 4 is not a terrain; one of: plain",
        "sides[1].technology: 'muskets' is not a land technology; one of: medieval, renaissance",
        "sides[0].units[1]: 'B+' is not a land unit; one of: A+, A-",
        "sides[0].veteran: 'yes' is neither true nor false",
        "sides[1].country: is missing",
        "dice.FRA.fire1: 11 is not a die from 1 to 10",
        "nonsense: there is no such field",
    ):
        assert any(line.startswith(start) for line in lines), start
    assert len(lines) == 8


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("{", "is not JSON"),
        ("[1]", "a list is not an object in braces"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('{"period": NaN}', "period: NaN is not a period"),
        ('{"period": "I", "period": "II"}', "period: stands twice"),
        ('{"dice": {"A.fire1": 1, "A.fire1": 2}}', "dice.A.fire1: stands twice"),
        ('{"turn": 1' + "0" * 5000 + "}", "too many digits"),
        ('{"turn": 1' + "0" * 500 + "}", "turn: a number of more than 60 digits is not a turn"),
        ('{"turn": 1e999}', "turn: inf is not a turn"),
        ('{"\\ud800": 1}', "there is no such field"),
        (" " * 2_000_000, "more than 1,000,000 characters"),
    ],
)
def test_documents_that_are_none(text: str, said: str) -> None:
    assert any(said in line for line in complaints("battle", text=text))


def test_a_huge_file(tmp_path: Path) -> None:
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(100_000_000)
    status, _, err = run("battle", str(huge))
    assert status == 2
    assert "more than 1,000,000 characters" in err
    latin = tmp_path / "latin.json"
    latin.write_bytes(b'{"period": "\xe9"}')
    assert run("battle", str(latin))[::2] == (2, "the document: is not UTF-8 text\n")
    assert "cannot be read" in run("battle", str(tmp_path / "none.json"))[2]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "a kind is missing"),
        (["batle"], "'batle' is not a kind; one of: battle"),
        (["battle", "-", "more"], "one word too many"),
        (["battle", "--dice"], "--dice: there is no such option"),
        (["battle", "--seed", "x"], "--seed: 'x' is not a whole number"),
        (["battle", "--seed"], "--seed: '' is not a whole number"),
    ],
)
def test_command_lines_that_are_wrong(words: list[str], said: str) -> None:
    status, out, err = run(*words, document=example("battle"))
    assert (status, out) == (2, "")
    assert said in err


def test_two_sides_that_do_not_fit() -> None:
    document = example("battle")
    document["sides"][1]["phasing"] = True
    assert "exactly one side is phasing" in complaints("battle", document)[0]
    document["sides"][1] |= {"phasing": False, "name": "FRA"}
    lines = complaints("battle", document)
    assert any("is the name of the other side too" in line for line in lines)
    document = example("battle") | {"turn": 1}
    assert complaints("battle", document) == ["turn: 1 is not in period III, turns 15 to 25"]
    document = example("battle") | {"decisions": {"HIS.retreat": True}}
    assert "there is no such decision" in complaints("battle", document)[0]


@pytest.mark.parametrize("kind", BY_THE_RULES)
def test_each_field_in_turn_wrong_or_missing(kind: str) -> None:
    document = example(kind)
    for path in paths(document):
        for value in WRONG:
            status, _, err = run(kind, "--seed", "1", document=changed(document, path, value))
            assert status in (0, 2), (path, value)
            assert "Traceback" not in err
            if status == 2:
                name = str(path[0]) if path else "the document"
                assert err.strip(), (path, value)
                if value != {"a": {}} and len(path) == 1:
                    assert name in err, (path, value, err)
        if path:
            missing = deepcopy(document)
            inner = missing
            for key in path[:-1]:
                inner = inner[key]
            del inner[path[-1]]
            status, _, err = run(kind, "--seed", "1", document=missing)
            assert status in (0, 2), path


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(st.sampled_from(BY_THE_RULES), JSON)
def test_any_document_is_answered_or_refused(kind: str, document: Any) -> None:
    status, out, err = run(kind, "--seed", "1", document=document)
    assert (status, bool(out), bool(err)) in ((0, True, False), (2, False, True))


@given(st.sampled_from(BY_THE_RULES), st.text(max_size=200))
def test_any_text_is_answered_or_refused(kind: str, text: str) -> None:
    status, _, err = run(kind, "--seed", "1", text=text)
    assert (status, bool(err)) == (2, True)


# The command as a whole


def test_lists_examples_and_schemas() -> None:
    status, out, _ = run("--list")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == list(KINDS)
    for kind in BY_THE_RULES:
        schema = json.loads(run(kind, "--schema")[1])
        assert set(example(kind)) <= set(schema["properties"])
        assert schema["title"] == kind
        assert set(schema["required"]) <= set(example(kind))
        assert run(kind, "--text", text=run(kind, "--example")[1])[0] == 0
    assert run("--help")[1].startswith("usage:")


def test_colours_are_for_terminals() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    out = Terminal()
    text = json.dumps(example("battle"))
    resolve.main(["battle", "--text"], io.StringIO(text), out, io.StringIO())
    assert "\x1b[" in out.getvalue()
    plain = run("battle", "--text", text=text)[1]
    assert "\x1b[" not in plain


def test_it_runs_bare_and_loads_little(tmp_path: Path) -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv.pop(1))\n"
        "from engine.resolve import main\n"
        "status = main(['battle', '-'])\n"
        "loaded = {'textual', 'rich', 'msgpack', 'asyncio'} & set(sys.modules)\n"
        "sys.exit(status or len(loaded))\n"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-I", "-c", program, str(ROOT)],
        input=json.dumps(example("battle")), cwd=tmp_path, capture_output=True, text=True,
        timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["outcome"]["winner"] == "FRA"


@pytest.mark.rule("ASL-02")
def test_a_besieger_without_a_leader_draws_one_too() -> None:
    document = example("assault")
    document["besieger"]["leader"] = None
    names = {roll["name"] for roll in answer("assault", document, "--seed", "4")["rolls"]}
    assert {"BESIEGER.replacement", "BESIEGED.replacement"} <= names


@pytest.mark.rule("UND-01", "UND-18", "UND-26")
def test_one_die_of_undermining_serves_twice_and_any_leader_helps() -> None:
    document = example("undermine") | {"siegeworks": [], "dice": {"undermine": 8}}
    document["besieger"] |= {"leader": "2421", "siege": 2}
    found = answer("undermine", document, "--no-roll")["outcome"]
    assert (found["total"], found["attrition"]["total"]) == (8 - 3 + 1 + 2, 8 + 4)
    document["besieger"]["leader"] = "2423"
    assert answer("undermine", document)["outcome"]["modifier"] == -3 + 1 + 3
    again = document | {"breach_this_turn": True}
    assert answer("undermine", again)["outcome"]["modifier"] == -3 + 1 + 3 + 2


# Interceptions, revolts, levies


@pytest.mark.rule("INT-18", "INT-19", "INT-24", "INT-25", "INT-29")
def test_an_interception_with_its_modifiers() -> None:
    document = {"manoeuvre": 4, "enemy_manoeuvre": 2, "technology": "lace",
                "enemy_technology": "medieval", "bad_weather": True, "river_or_pass": True,
                "dice": {"intercept": 8}}  # fmt: skip
    found = answer("intercept", document, "--no-roll")
    assert [each["value"] for each in found["modifiers"]] == [2, 1, -2, -2]
    assert found["outcome"] == {"total": 7, "needed": 8, "success": False}
    document["dice"] = {"intercept": 10}
    document["manoeuvre"] = 0
    assert answer("intercept", document)["outcome"] == {"total": 5, "needed": 8, "success": True}
    document["dice"] = {}
    odds = answer("intercept", document, "--odds")["odds"]
    assert odds == {"success": pytest.approx(0.1), "failure": pytest.approx(0.9)}


@pytest.mark.rule("REV-01", "REV-03", "REV-04", "REV-09", "REV-10")
def test_a_revolt_is_fought_by_what_the_stack_holds() -> None:
    document = {"units": ["A-", "LD", {"PASHA": 3}], "terrain": "swamp", "plus": 1,
                "dice": {"suppress": 9}}  # fmt: skip
    found = answer("suppress", document, "--no-roll")
    assert [(each["value"], each["rule"]) for each in found["modifiers"]] == [
        (3, "REV-03"), (1, "REV-04"), (-3, "REV-09"), (-2, "REV-10"),
    ]  # fmt: skip
    assert found["outcome"] == {"total": 8, "needed": 8, "success": True}


@pytest.mark.rule("LEV-02", "LEV-03", "LEV-07", "LEV-09", "LEV-10", "LEV-11")
def test_the_levies_of_the_rulebook() -> None:
    worked = examples()
    spain = {"country": "spain", "period": "IV", "technology": "baroque"}
    declare = worked["levies-declare"]["then"]
    beaten = {"defeat": "major", "stability": declare["stability_after_defeat"], "recruited": 6}
    found = answer("levies", spain | beaten)["outcome"]
    assert (found["limit"], found["ceiling"]) == (declare["limit"], declare["ceiling"])
    assert found["stability_after"] == declare["stability_after_declaring"]
    assert found["recruited"] == declare["recruited"]
    for name in ("first", "second"):
        case = worked[f"levies-{name}-round"]
        later = {"declared": True, "recruited": case["given"]["recruited"]}
        bought = spain | later | {"recruits": case["given"]["recruits"]}
        found = answer("levies", bought)["outcome"]
        assert [each["ducats"] for each in found["recruits"]] == case["then"]["cost_each"]
        assert (found["total"], found["recruited"]) == (
            case["then"]["cost"], case["then"]["recruited"],
        )  # fmt: skip
        assert found["success"]
    again = spain | {"declared": True, "defeat": "major", "recruited": 8, "recruits": ["LD", "LD"]}
    found = answer("levies", again)["outcome"]
    assert (found["may_declare"], found["success"], found["recruited"]) == (False, False, 9)


@pytest.mark.rule("LEV-01", "LEV-04", "LEV-08")
def test_who_levies_nothing() -> None:
    spain = {"country": "spain", "period": "IV", "technology": "baroque", "recruits": ["LD"]}
    assert answer("levies", spain | {"defeat": "minor"})["outcome"]["recruits"] == []
    assert not answer("levies", spain | {"defeat": "major", "regular_war": False})["outcome"][
        "success"
    ]
    ended = answer("levies", spain | {"defeat": "major", "last_round": True})["outcome"]
    assert (ended["declares"], ended["recruits"]) == (True, [])
    sweden = spain | {"country": "sweden", "defeat": "minor"}
    assert answer("levies", sweden)["outcome"]["success"]
    assert "has no limit of recruitment" in complaints("levies", spain | {"country": "genoa"})[0]


# Leaders, codes, odds, the command


def test_leaders_by_the_ids_of_the_data_and_codes_of_the_tables() -> None:
    document = example("battle")
    document["sides"][0] |= {"country": "FRA", "technology": "MUS", "leader": "conde"}
    document["sides"][1] |= {"country": "HIS", "leader": "farnese"}
    sides = answer("battle", document)["outcome"]["sides"]
    known = {leader: countries.leader(leader) for leader in ("conde", "farnese")}
    for side, leader in (("FRA", "conde"), ("HIS", "farnese")):
        commander = sides[side]["commander"]
        assert commander["name"] == known[leader].name
        assert commander["fire"] == known[leader].fire
    document["sides"][0]["leader"] = "nobody-of-that-name"
    assert complaints("battle", document)[0].startswith("sides[0].leader: 'nobody-of-that-name'")


@pytest.mark.rule("SAT-04", "MOV-06")
def test_two_pashas_are_a_massed_force_but_a_large_one_is_not() -> None:
    document = {"cause": "supply", "technology": "medieval", "dice": {"attrition": 5}}
    one = answer("attrition", document | {"strength": [{"PASHA": 3}]})["outcome"]["modifier"]
    two = answer("attrition", document | {"strength": {"PASHA": 2}})["outcome"]["modifier"]
    assert (one, two) == (0, 2)


@pytest.mark.parametrize("kind", [kind for kind in BY_THE_RULES if kind not in NO_DICE])
def test_all_odds_sum_to_one(kind: str) -> None:
    document = example(kind)
    document["dice"] = {}
    odds = answer(kind, document, "--odds")["odds"]
    if "win" in odds:
        wholes = sums(odds)
    elif "success" in odds:
        wholes = [odds["success"] + odds["failure"]]
    else:
        wholes = [sum(odds[key].values()) for key in ("result", "next", "left") if key in odds]
    assert wholes
    for whole in wholes:
        assert whole == pytest.approx(1, abs=1e-12)


def test_odds_of_two_replacements_sum_to_one() -> None:
    document = example("battle") | {"dice": {}, "decisions": {}}
    for side in document["sides"]:
        side["leader"] = None
    for whole in sums(answer("battle", document, "--odds")["odds"]):
        assert whole == pytest.approx(1, abs=1e-12)


KEYWORDS = {
    "$schema", "title", "type", "properties", "required", "additionalProperties", "description",
    "default", "enum", "minimum", "maximum", "minLength", "maxLength", "pattern", "items",
    "minItems", "maxItems", "anyOf", "multipleOf",
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_schemas_are_schemas(kind: str) -> None:
    def check(schema: Any) -> None:
        assert isinstance(schema, dict)
        assert set(schema) <= KEYWORDS
        for inner in (*schema.get("properties", {}).values(), *schema.get("anyOf", ())):
            check(inner)
        for name in ("items", "additionalProperties"):
            if isinstance(schema.get(name), dict):
                check(schema[name])
        assert set(schema.get("required", ())) <= set(schema.get("properties", {}))

    check(json.loads(run(kind, "--schema")[1]))


def test_the_examples_of_every_kind_run_bare(tmp_path: Path) -> None:
    program = (
        "import io, sys; sys.path.insert(0, sys.argv[1])\n"
        "from engine import resolve\n"
        "from engine.resolving import KINDS\n"
        "for kind in KINDS:\n"
        "    out, err = io.StringIO(), io.StringIO()\n"
        "    assert resolve.main([kind, '--example'], io.StringIO(), out, err) == 0, kind\n"
        "    text = io.StringIO(out.getvalue())\n"
        "    assert resolve.main([kind, '-'], text, io.StringIO(), err) == 0, err.getvalue()\n"
        "print(*sorted({'textual', 'rich', 'msgpack', 'asyncio'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-I", "-c", program, str(ROOT)],
        cwd=tmp_path, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
    assert list(tmp_path.iterdir()) == []


def test_tercio_resolve_is_the_same_command(tmp_path: Path) -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv.pop(1))\n"
        "from tui.__main__ import main\n"
        "status = main(['resolve', 'battle', '-', '--no-roll'])\n"
        "loaded = {'textual', 'rich', 'msgpack'} & set(sys.modules)\n"
        "sys.exit(status or len(loaded))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(ROOT)], input=json.dumps(example("battle")),
        cwd=tmp_path, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == answer("battle", example("battle"), "--no-roll") | {
        "seed": json.loads(done.stdout)["seed"]
    }
