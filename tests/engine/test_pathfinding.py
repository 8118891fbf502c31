"""The command that finds the cheapest land route."""

from __future__ import annotations

import json

import pytest

from engine import pathfinding
from engine.__main__ import main
from engine.land.ground import movement_costs
from engine.play.asks import BadAnswer


def test_every_step_tells_its_points_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["path", "Picardie", "Lombardia", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["from"], found["to"], found["country"]) == ("picardie", "lombardia", "france")
    assert found["points"] == found["steps"][-1]["sum"] == sum(s["points"] for s in found["steps"])
    for step in found["steps"]:
        assert step["points"] == sum(why["value"] for why in step["why"])
    assert found["steps"][-1]["province"] == "lombardia"


def test_the_route_as_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["path", "picardie", "Île-de-France"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "A stack of France from Picardie to Île-de-France: 2 MP",
        "   2  Île-de-France (+2: 1 plain, friendly, 1 across a river)",
    ]


def test_a_scenario_closes_neutral_land(capsys: pytest.CaptureFixture[str]) -> None:
    peace = pathfinding.peaceful_board("france")
    assert pathfinding.route(peace, "france", "champagne", "lorraine", open_=True)
    assert not pathfinding.route(peace, "france", "champagne", "lorraine", open_=False)
    assert pathfinding.route(peace, "france", "picardie", "picardie", open_=False) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["atlantis", "picardie"], "not a province"),
        (["picardie", "cuba"], "may be: cuba-e, cuba-w"),
        (["picardie", "caux", "--country", "atlantis"], "no country"),
        (["picardie", "caux", "--at", "atlantis"], "atlantis"),
        (["alger", "picardie", "--map", "rotw"], "not a province"),
    ],
)
def test_bad_input_is_a_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["path", *words]) == 2
    assert said in capsys.readouterr().err


def test_no_land_way(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["path", "picardie", "sicilia"]) == 0  # the strait of Messina is a land way
    assert main(["path", "picardie", "kent"]) == 1
    assert "no land way" in capsys.readouterr().err


def test_typed_words_are_places_and_what_has_a_sign_is_taken_as_it_stands() -> None:
    """`!land:Cyprus` names a place, `!battle:12` a counter, `-12` and `+12` counters."""
    assert movement_costs.typed_way("Cyprus, !land:Cyprus,-12, +7,!battle:12") == [
        "chypre", "!land:chypre", "-12", "+7", "!battle:12"
    ]  # fmt: skip
    with pytest.raises(BadAnswer, match="is not a choice here, a province or a sea"):
        movement_costs.typed_way("!land:Nowhere at all")


@pytest.mark.parametrize(
    ("word", "said"), [("congo", "Congo N, Congo S"), ("cuba", "Cuba E, Cuba W")]
)
def test_a_name_that_two_places_share_is_asked_again(word: str, said: str) -> None:
    with pytest.raises(BadAnswer, match=f"'{word}' may be {said}$"):
        movement_costs.typed_way(word)
