"""Every kind of the house rules: its example, its schema, its sheet, and documents gone wrong."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.adjudicator import resolve
from tests.engine.eia.adjudicating import EIA, example, run
from tests.engine.eia.fuzzing import answers
from tests.engine.spoiling import JSON, WRONG, changed, paths, without

ROOT = Path(__file__).parents[3]
NEUTRAL = {
    "engine.play", "engine.play.asks", "engine.play.dice", "engine.play.journal",
    "engine.modifiers", "engine.grammar", "engine.chronicle", "engine.documents",
    "engine.documents.complaints", "engine.documents.fields", "engine.documents.printable",
    "engine.documents.typed", "engine.facts", "engine.facts.document_fields",
    "engine.facts.wordings", "engine.lazy_modules",
    "engine.facts.rulebook", "engine.facts.sheets", "engine.facts.toml_documents",
    "engine.chances", "engine.chances.distribution", "engine.chances.steps",
    "engine.chances.weighing",
}  # fmt: skip


@pytest.mark.parametrize("kind", EIA)
def test_examples_resolve(kind: str) -> None:
    document = example(kind.removeprefix("eia-"))
    document.pop("dice", None)
    words = (kind, "--seed", "7")
    one, two = (json.loads(run(*words, document=document)[1]) for _ in range(2))
    assert one == two
    assert set(one) == {"kind", "seed", "modifiers", "rolls", "unused_dice", "outcome"}
    dice = {roll["name"]: roll["die"] for roll in one["rolls"]}
    status, out, _ = run(kind, "--no-roll", document={**document, "dice": dice})
    assert status == 0
    assert json.loads(out)["outcome"] == one["outcome"]
    if dice:
        status, out, err = run(kind, "--no-roll", document=document)
        assert (status, out) == (3, "")
        assert one["rolls"][0]["name"] in err
        wrong = {**document, "dice": {next(iter(dice)): 7}}
        assert "is not a die from 1 to 6" in run(kind, document=wrong)[2]


@pytest.mark.parametrize("kind", EIA)
def test_sheets_and_schemas(kind: str) -> None:
    document = example(kind.removeprefix("eia-"))
    status, out, _ = run(kind, "--text", "--seed", "1", document=document)
    assert status == 0
    assert max(map(len, out.splitlines())) <= 80
    schema = json.loads(run(kind, "--schema")[1])
    assert set(document) <= set(schema["properties"])
    assert set(schema["required"]) <= set(document)
    assert all(each["description"] for each in schema["properties"].values())


@pytest.mark.parametrize("kind", [kind for kind in EIA if resolve.kind_of(kind).odds is not None])
def test_odds_of_examples(kind: str) -> None:
    document = example(kind.removeprefix("eia-"))
    document.pop("dice", None)
    if kind == "eia-battle":
        document["attacker"]["corps"] = document["attacker"]["corps"][2:]
        document["defender"]["corps"] = document["defender"]["corps"][:1]
        document["defender"]["commander"]["maximum"] = 1
        del document["attacker"]["guards"]
    status, out, err = run(kind, "--text", "--odds", document=document)
    assert (status, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80


def test_kinds_without_odds_say_so() -> None:
    status, _, err = run("eia-pillage", "--odds", document=example("pillage"))
    assert (status, err) == (2, "--odds: there are no odds of the kind eia-pillage\n")


@pytest.mark.parametrize("kind", EIA)
def test_each_field_in_turn_wrong_or_missing(kind: str) -> None:
    document = example(kind.removeprefix("eia-"))
    for path in paths(document):
        for value in WRONG:
            status, out, err = run(kind, "--seed", "1", document=changed(document, path, value))
            assert (status, bool(out), bool(err)) in ((0, True, False), (2, False, True)), path
        if path:
            assert run(kind, "--seed", "1", document=without(document, path))[0] in (0, 2), path


@given(st.sampled_from(EIA), JSON)
def test_any_document_is_answered_or_refused(kind: str, document: Any) -> None:
    status, out, err = run(kind, "--seed", "1", document=document)
    assert (status, bool(out), bool(err)) in ((0, True, False), (2, False, True))


@pytest.mark.parametrize("kind", EIA)
def test_documents_of_the_schema_are_answered_or_refused(kind: str) -> None:
    assert answers(kind, 25) == []


@pytest.mark.parametrize("kind", EIA)
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is empty"),
        ("{", "is not JSON"),
        ('{"a": NaN}', "there is no such field"),
        ("[" * 100_000, "is nested too deeply"),
        ('{"dice": {}, "dice": {}}', "dice: stands twice"),
        ('{"dice": {"x": Infinity}}', "dice.x: Infinity is not a die from 1 to 6"),
    ],
    ids=["empty", "torn", "nan", "deep", "twice", "infinite"],
)
def test_what_is_no_document_is_refused_in_words(kind: str, text: str, why: str) -> None:
    status, out, err = run(kind, "--seed", "1", text=text)
    assert (status, out) == (2, "")
    assert why in err


# The wing


def test_the_wing_knows_nothing_of_europa_universalis() -> None:
    for path in sorted((ROOT / "engine/eia").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "engine":
                names = [f"engine.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            else:
                continue
            for name in names:
                if name.startswith("engine"):
                    assert name.startswith("engine.eia") or name in NEUTRAL, f"{path.name}: {name}"


def test_the_wing_loads_no_module_of_europa_universalis() -> None:
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in (ROOT / "engine/eia").rglob("[a-z]*.py")
    ]
    program = (
        f"import importlib, sys; sys.path.insert(0, {str(ROOT)!r})\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        "sys.modules['engine.lazy_modules'].read_all()\n"
        "print(*sorted(name for name in sys.modules if name.startswith('engine.')))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-I", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    loaded = {name for name in done.stdout.split() if not name.startswith("engine.eia")}
    assert loaded <= NEUTRAL | {"engine.adjudicator"}
