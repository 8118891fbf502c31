"""Documents gone wrong, and documents that a schema allows, for every kind of Empires in Arms."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.adjudicator import resolve
from engine.eia.ledger.desk.situations import situations
from engine.eia.ledger.entries import ENTRIES
from engine.eia.ledger.ledger import Ledger
from engine.play.asks import BadAnswer, Die
from tests.engine.eia.adjudicating import run
from tests.engine.eia.nights import Club


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


def answers(kind: str, examples: int, seeds: int = 1) -> list[str]:
    """What a kind does with documents of its schema other than answer or refuse them in words."""
    schema = resolve.kind_of(kind).document.schema()
    wrong: list[str] = []

    @settings(max_examples=examples, suppress_health_check=[HealthCheck.too_slow])
    @given(values(schema), st.integers(1, seeds))
    def answered(document: Any, seed: int) -> None:
        try:
            status, out, err = run(kind, "--seed", str(seed), "--text", document=document)
        except Exception as error:
            wrong.append(f"{kind}: {document}: {type(error).__name__}: {error}")
            return
        if (status, bool(out), bool(err)) not in ((0, True, False), (2, False, True)):
            wrong.append(f"{kind}: {document}: exit status {status}, {err!r:.200}")

    answered()
    return wrong


def night(seed: int, entries: int) -> list[str]:
    """What a club night does with random entries other than write them down or refuse them."""
    club, dice = Club("December", last=12, dice={}), Random(seed)
    game = club.game
    shapes = {name: entry.document.schema() for name, entry in ENTRIES.items()}
    for _ in range(entries):
        ask = game.ask
        if ask is None:
            break
        if isinstance(ask, Die):
            raw: Any = dice.randint(ask.least, ask.most)
        elif dice.random() < 0.3:
            raw = "done" if ask.default is not None else dice.choice(ask.offers())
        else:
            name = dice.choice(sorted(ENTRIES))
            raw = {"do": name, **drawn(shapes[name], dice), "sure": dice.random() < 0.5}
        try:
            game.answer(raw)
        except BadAnswer:
            continue
        except Exception as error:
            return [f"night {seed}: {raw}: {type(error).__name__}: {error}"]
        plain = club.ledger.to_plain()
        if (wrong := club.ledger.defects()) or Ledger.from_plain(plain).to_plain() != plain:
            return [f"night {seed}: {raw}: {wrong}"]
        situations(club.ledger)
    return []


def drawn(schema: dict[str, Any], dice: Random) -> Any:
    """A value that a schema allows, few names and small numbers, so that entries meet."""
    if "enum" in schema:
        return dice.choice(schema["enum"])
    if "anyOf" in schema:
        return drawn(dice.choice(schema["anyOf"]), dice)
    kind = schema.get("type")
    if kind == "object" and "properties" in schema:
        return {
            name: drawn(each, dice)
            for name, each in schema["properties"].items()
            if name in schema["required"] or dice.random() < 0.5
        }
    if kind == "object":
        names = dice.sample(["infantry", "france", "russia", "Wien", "light"], dice.randint(0, 2))
        return {name: drawn(schema["additionalProperties"], dice) for name in names}
    if kind == "array":
        most = min(schema["maxItems"], schema["minItems"] + 2)
        count = dice.randint(schema["minItems"], most)
        return [drawn(schema["items"], dice) for _ in range(count)]
    if kind == "integer":
        return dice.randint(schema["minimum"], min(schema["maximum"], schema["minimum"] + 20))
    if kind == "number":
        return dice.randint(-9, 9) / 2
    if kind == "boolean":
        return dice.random() < 0.5
    words = ["infantry", "Brest", "Ney", "Saxony", "La Salle", "Wien", "3"]
    return None if kind == "null" else dice.choice(words)
