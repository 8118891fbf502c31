"""The programs that play: what they may answer, and what a steady player would never do."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import games
from engine.land.movement.march_ask import March
from engine.land.supply import supply_lines
from engine.play.asks import BadAnswer, Choose, Number, Option, YesNo
from engine.play.picks import Pick
from engine.programs import bots, simulate_command, steady, steady_on_land
from engine.rounds import campaign_choice, rounds
from engine.state import State
from engine.state.land import Siege
from tests.engine.playing import put, tabletop
from tests.engine.programs_at_table import table

ROOT = Path(__file__).parents[3]


def question(**more: Any) -> Choose:
    options = [Option(answer, answer) for answer in "abc"]
    return Choose(who="france", name="letters", what="?", options=options, **more)


def war(**fields: Any) -> State:
    fields.setdefault("campaign", "multiple")
    state = tabletop(**fields)
    state.land.owners |= {"artois": "spain", "flandre": "spain", "hainaut": "spain"}
    return state


def planned(state: State, place: str, alliance: str = "france") -> steady_on_land.Plan:
    ask = steady_on_land.march_of(state, alliance, place)
    assert isinstance(ask, March)
    return steady_on_land.plan(ask)


def test_an_unknown_program_is_refused_by_name() -> None:
    assert bots.player("steady") is bots.steady_player
    with pytest.raises(ValueError, match="'bold' is not a program; one of: random, page, steady"):
        bots.player("bold")


def test_the_random_program_answers_the_same_at_the_same_point_and_differs_elsewhere() -> None:
    state = war()
    one = table(state, *[question() for _ in range(30)])
    answers = []
    while one.ask is not None:
        answer = bots.random_player(one, one.ask)
        assert answer == bots.random_player(one, one.ask)
        answers.append(answer)
        one.answer(answer)
    assert set(answers) == set("abc")


class Letters(Pick[str]):
    """One of three letters, of which b is not legal."""

    def likely(self) -> list[str]:
        return ["c", "b", "a", "a"]

    def read(self, raw: list[str]) -> str:
        if raw == ["b"]:
            raise BadAnswer("b is not legal")
        return str(raw[0])


def test_of_what_is_likely_only_the_legal_is_offered_and_drawn_once() -> None:
    ask = Letters(who="france", name="letters", what="?")
    assert ask.offers() == [["a"], ["c"]]
    draws = iter([0, 1, 1, 2])
    drawn = [ask.random_answer(lambda _: next(draws)) for _ in range(3)]
    assert drawn == [["a"], ["c"], ["c"]], "b is drawn, and then another"


def test_a_way_by_chance_is_legal_ends_where_one_may_rest_and_comes_nowhere_twice() -> None:
    state = war()
    units = put(state, "france", "picardie", "A+")
    put(state, "spain", "flandre", "A-", "LD")
    ask = steady_on_land.march_of(state, "france", "picardie")
    assert isinstance(ask, March)
    assert list(ask.units) == units
    game = table(state, *[ask] * 40)
    ways = []
    while game.ask is not None:
        ways.append(tuple(bots.random_player(game, game.ask)))
        game.answer(list(ways[-1]))
    assert all(len({"picardie", *way}) == 1 + len(way) for way in ways)
    anew = replace(ask)
    assert all(anew.is_legal([*way]) for way in ways), "what is drawn is not walked again"
    assert all(not way or way[-1] in ask.reach() for way in ways)
    assert len({way[-1] for way in ways if way}) > 10


def test_the_steady_program_takes_the_default_of_what_it_does_not_know() -> None:
    game = table(war(), question(enter="b"))
    assert bots.steady_player(game, question(enter="b")) == "b"
    assert bots.steady_player(game, question()) in "abc"
    number = Number(who="france", name="anything", what="?", least=1, most=3, enter=2)
    assert bots.steady_player(game, number) == 2


def test_every_judgement_is_of_a_question_that_the_rules_ask() -> None:
    source = "".join(path.read_text("utf-8") for path in (ROOT / "engine").rglob("*.py"))
    asked = [
        name for name in steady.JUDGEMENTS if f'"{name}"' in source.replace(f'    "{name}": _', "")
    ]
    assert asked == list(steady.JUDGEMENTS)


# Marches.


def test_it_marches_to_besiege_and_stays_at_the_siege() -> None:
    state = war(levels={"artois": 2})
    put(state, "france", "picardie", "A+")
    found = planned(state, "picardie")
    assert (found.path, found.active) == (["artois"], True)
    besieging = war(levels={"artois": 2}, sieges={"artois": Siege("france")})
    put(besieging, "france", "artois", "A+")
    assert planned(besieging, "artois") == steady_on_land.STAYS


def test_it_relieves_its_fortress_rather_than_besiege_another() -> None:
    state = war(levels={"artois": 2, "ile-de-france": 2})
    state.land.sieges["ile-de-france"] = Siege("spain")
    put(state, "spain", "ile-de-france", "LD", "LD")
    put(state, "france", "picardie", "A+")
    assert planned(state, "picardie").path == ["ile-de-france"]


def test_it_marches_into_no_hopeless_battle() -> None:
    state = war(levels={"artois": 1})
    put(state, "spain", "artois", "A+", "A+", veteran=True)
    put(state, "france", "picardie", "LD", "LD")
    assert "artois" not in planned(state, "picardie").path


def test_it_keeps_its_supply() -> None:
    state = war()
    state.land.owners |= dict.fromkeys(("luxemburg", "limburg", "brabant"), "spain")
    state.land.levels |= {"limburg": 1, **dict.fromkeys(("luxemburg", "brabant"), 0)}
    put(state, "france", "champagne", "A+")
    path = planned(state, "champagne").path
    assert not path or supply_lines.trace_line(
        state, list(state.units.values()), path[-1], "france"
    )


def test_the_lesser_stack_joins_the_larger() -> None:
    state = war(levels=dict.fromkeys(("artois", "flandre", "hainaut"), 0))
    put(state, "france", "caux", "LD")
    put(state, "france", "picardie", "A+")
    assert planned(state, "caux").path == ["picardie"]
    assert planned(state, "picardie").path[-1:] != ["caux"]


# Campaigns.


def choice(state: State, country: str = "france") -> Any:
    known = state.countries[country]
    offers = [*campaign_choice.choices(state, known)]
    ask = Choose(
        who=country, name="campaign", what="?", about={"country": country},
        options=[Option(offer, offer) for offer in offers],
    )  # fmt: skip
    return steady.JUDGEMENTS["campaign"](table(state, ask), ask)


def test_it_pays_for_the_campaign_that_its_stacks_need_and_it_can_bear() -> None:
    state = war(levels={"artois": 2}, step="campaign", campaign=None)
    put(state, "france", "picardie", "A+")
    assert choice(state) == "active", "one small stack besieges Artois"
    put(state, "france", "picardie", "A+")
    assert choice(state) == "major", "a large one does"
    state.countries["france"].treasury = 30
    assert choice(state) == "passive", "that is too dear now"
    state.countries["france"].treasury = 0
    assert choice(state) == "none"
    peace = war(levels={"artois": 2}, step="campaign", campaign=None, wars=[])
    put(peace, "france", "picardie", "A+")
    assert choice(peace) == "none", "who is at war with nobody keeps his money"


# Battles and sieges, by the odds that the question shows.


def odds(win: float, lose: float) -> dict[str, Any]:
    return {"win": win, "draw": 1 - win - lose, "lose": lose, "losses": [1.0, 1.0]}


def judged(name: str, offers: list[str], **about: Any) -> Any:
    ask = Choose(
        who="spain", name=name, what="?", options=[Option(each, each) for each in offers],
        about=about,
    )  # fmt: skip
    state = war()
    units = put(state, "spain", "artois", "LD")
    ask.about["units"] = units  # type: ignore[index]
    return steady.JUDGEMENTS[name](table(state, ask), ask)


def test_it_stands_where_it_may_win_and_evades_where_it_must_lose() -> None:
    offers = ["stand", "shelter", "roll"]
    known = {"place": "artois"}
    assert judged("evade", offers, odds=odds(0.3, 0.6), **known) == "stand"
    assert judged("evade", ["stand", "roll"], odds=odds(0.9, 0.05), **known) == "roll"
    assert judged("evade", offers, odds=odds(0.9, 0.05), **known) == "shelter"


def test_it_breaks_off_only_what_is_lost() -> None:
    ask = YesNo(
        who="spain", name="retreat-attempt", what="?",
        about={"side": 1, "odds": {"stay": odds(0.9, 0.0), "attempt": odds(0.7, 0.0)}},
    )  # fmt: skip
    game = table(war(), ask)
    assert steady.JUDGEMENTS["retreat-attempt"](game, ask) is True
    winning = YesNo(
        who="spain", name="retreat-attempt", what="?",
        about={"side": 1, "odds": {"stay": odds(0.1, 0.8), "attempt": odds(0.7, 0.0)}},
    )  # fmt: skip
    assert steady.JUDGEMENTS["retreat-attempt"](game, winning) is False


def test_it_storms_when_the_walls_will_probably_fall_and_undermines_else() -> None:
    offers = ["undermine", "assault", "redeploy"]
    likely, unlikely = {"assault": {"falls": 0.9}}, {"assault": {"falls": 0.2}}
    assert judged("siege-action", offers, odds=likely) == "assault"
    assert judged("siege-action", offers, odds=unlikely) == "undermine"
    assert judged("siege-action", offers[1:], odds=unlikely) == "redeploy"
    assert judged("war-honour", ["war-honour", "assault"], odds={"falls": 0.9}) == "war-honour"
    assert judged("breach", ["assault", "wait"], odds={"falls": 0.9}) == "assault"


# simulate.


def test_simulate_prints_what_the_contract_says_and_the_same_digest_again() -> None:
    words = [
        sys.executable,
        "-m",
        "engine",
        "simulate",
        "--scenario",
        "artois",
        "--games",
        "2",
        "--json",
    ]
    first, again = (subprocess.run(words, cwd=ROOT, capture_output=True, text=True) for _ in "ab")
    assert first.returncode == 0, first.stderr
    one, other = json.loads(first.stdout), json.loads(again.stdout)
    assert {"games", "decisions", "dice", "rounds", "seconds", "errors", "digest"} <= one.keys()
    assert (one["games"], one["errors"]) == (2, [])
    assert one["digest"] == other["digest"]
    assert len(one["digest"]) == 64


def test_simulate_tells_seed_and_record_of_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("broken on purpose")

    monkeypatch.setattr(rounds, "advance", fail)
    assert simulate_command.main(["--scenario", "artois", "--seed", "4"]) == 1
    told = capsys.readouterr().out
    assert "seed 4: record " in told
    assert "ZeroDivisionError: broken on purpose" in told


def test_simulate_refuses_what_it_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate_command.main(["--scenario", "atlantis"]) == 2
    assert "atlantis" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        simulate_command.main(["--games", "0"])


def test_a_header_may_name_every_program_and_no_other() -> None:
    assert sorted(games.PROGRAMS) == sorted(bots.PLAYERS)
