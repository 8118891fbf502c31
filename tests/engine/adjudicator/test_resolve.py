import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.adjudicator import KINDS, resolve
from engine.adjudicator.document_kind import Table
from engine.facts.sheets import DATA, FactsError
from tests.engine.adjudicating import (
    BY_THE_RULES,
    NO_DICE,
    ROOT,
    agrees,
    answer,
    example,
    run,
    sums,
)
from tests.engine.fighting import examples

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


@pytest.mark.rule("UND-01", "UND-02", "UND-03")
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
        "from engine.adjudicator.resolve import main\n"
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


# Leaders, codes, odds, the command


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
        "from engine.adjudicator import resolve\n"
        "from engine.adjudicator import KINDS\n"
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


def test_each_kind_and_nothing_else_has_a_document_to_start_from() -> None:
    kept = {path.stem for path in Path(DATA, "documents").glob("*.json")}
    assert kept == set(KINDS)


def test_a_seed_stands_behind_its_option_or_in_it() -> None:
    document = example("start")
    document.pop("dice", None)
    assert answer("start", document, "--seed=7") == answer("start", document, "--seed", "7")
    assert resolve.arguments(["start", "--seed=7"]).seed == 7


def test_names_that_stand_twice_are_noted_and_no_others() -> None:
    assert resolve.parse_json('{"a": 1, "b": 2, "a": 3, "c": 4, "c": 5}').repeated == ["a", "c"]
    assert not getattr(resolve.parse_json('{"a": 1, "b": 2}'), "repeated", [])


def test_a_document_may_be_as_long_as_is_allowed_and_no_longer() -> None:
    text = "{}" + " " * (resolve.LARGEST - 2)
    assert resolve.parse_json(text) == {}
    with pytest.raises(resolve.BadInput):
        resolve.parse_json(text + " ")


def test_what_the_printed_sheets_lack_is_told_and_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(*_: object) -> str:
        raise FactsError("tables/x.csv: there is no line for that")

    monkeypatch.setattr(resolve, "_written", lacking)
    assert run("start", document={}) == (2, "", "tables/x.csv: there is no line for that\n")


def test_more_effort_counts_or_samples_more() -> None:
    """What is asked more closely is weighed more finely: the table knows by how much."""
    efforts = []
    kind = resolve.kind_of("start")

    def noted(values: dict[str, Any], table: Table) -> Any:
        efforts.append(table.effort)
        return kind.odds(values, table) if kind.odds else None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resolve, "kind_of", lambda name: kind._replace(odds=noted))
        for effort in (1, 10):
            resolve.adjudicate("start", "{}", odds=True, effort=effort)
    assert efforts == [1, 10]
