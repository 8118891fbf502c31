"""Every kind of the house rules: its example, its schema, its sheet, and documents gone wrong."""

import ast
import json
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import resolve
from tests.engine.eia.adjudicating import EIA, example, run

ROOT = Path(__file__).parents[3]
NEUTRAL = {
    "engine.asks", "engine.dice", "engine.report", "engine.resolving.fields", "engine.rulebook",
    "engine.sheets", "engine.steps",
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
    status, out, err = run(kind, "--text", "--odds", document=document)
    assert (status, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80


def test_kinds_without_odds_say_so() -> None:
    status, _, err = run("eia-pillage", "--odds", document=example("pillage"))
    assert (status, err) == (2, "--odds: there are no odds of the kind eia-pillage\n")


WRONG: list[Any] = [None, True, -1, 10**30, 1.5, "", "x" * 1000, "\x00", [], [[]], {}, {"a": {}}]


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    children: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        children = list(value.items())
    elif isinstance(value, list):
        children = list(enumerate(value))
    return [here, *(path for key, each in children for path in paths(each, (*here, key)))]


def changed(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    copy = deepcopy(document)
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return copy


@pytest.mark.parametrize("kind", EIA)
def test_each_field_in_turn_wrong_or_missing(kind: str) -> None:
    document = example(kind.removeprefix("eia-"))
    for path in paths(document):
        for value in WRONG:
            status, out, err = run(kind, "--seed", "1", document=changed(document, path, value))
            assert (status, bool(out), bool(err)) in ((0, True, False), (2, False, True)), path
        if path:
            missing = deepcopy(document)
            inner = missing
            for key in path[:-1]:
                inner = inner[key]
            del inner[path[-1]]
            assert run(kind, "--seed", "1", document=missing)[0] in (0, 2), path


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(st.sampled_from(EIA), JSON)
def test_any_document_is_answered_or_refused(kind: str, document: Any) -> None:
    status, out, err = run(kind, "--seed", "1", document=document)
    assert (status, bool(out), bool(err)) in ((0, True, False), (2, False, True))


def values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Documents that a schema allows."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of(*map(values, schema["anyOf"]))
    kind = schema.get("type")
    if kind == "object" and "properties" in schema:
        required = set(schema["required"])
        made = {name: values(each) for name, each in schema["properties"].items()}
        return st.fixed_dictionaries(
            {name: each for name, each in made.items() if name in required},
            optional={name: each for name, each in made.items() if name not in required},
        )
    if kind == "object":
        return st.dictionaries(st.sampled_from(["a", "guard", "infantry"]),
                               values(schema["additionalProperties"]), max_size=3)  # fmt: skip
    if kind == "array":
        most = min(schema["maxItems"], schema["minItems"] + 2)
        return st.lists(values(schema["items"]), min_size=schema["minItems"], max_size=most)
    if kind == "integer":
        return st.integers(schema["minimum"], min(schema["maximum"], schema["minimum"] + 40))
    if kind == "number":
        return st.integers(10 * schema["minimum"], 10 * schema["maximum"]).map(lambda n: n / 10)
    if kind == "boolean":
        return st.booleans()
    return st.none() if kind == "null" else st.sampled_from(["a", "b", "Ney", "france"])


@pytest.mark.parametrize("kind", EIA)
def test_documents_of_the_schema_are_answered_or_refused(kind: str) -> None:
    schema = resolve.kind_of(kind).document.schema()

    @settings(max_examples=25)
    @given(values(schema))
    def answered(document: Any) -> None:
        status, out, err = run(kind, "--seed", "1", "--text", document=document)
        assert (status, bool(out), bool(err)) in ((0, True, False), (2, False, True))

    answered()


# The wing


def test_the_wing_knows_nothing_of_europa_universalis() -> None:
    for path in sorted((ROOT / "engine/eia").glob("*.py")):
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
    names = [f"engine.eia.{path.stem}" for path in (ROOT / "engine/eia").glob("[a-z]*.py")]
    program = (
        f"import importlib, sys; sys.path.insert(0, {str(ROOT)!r})\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        "print(*sorted(name for name in sys.modules if name.startswith('engine.')))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-I", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    loaded = {name for name in done.stdout.split() if not name.startswith("engine.eia")}
    assert loaded <= NEUTRAL | {"engine.resolving"}
