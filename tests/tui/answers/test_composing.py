"""Answers made by hand: fleets, ships lost, who intercepts, who shelters, with keys and mouse."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

import engine
from engine.facts import rulebook
from engine.fleets import arrange_fleets, fleets
from engine.games.game import Game
from engine.land.battle.shelter import Shelter
from engine.land.movement import interception
from engine.play.asks import Choose, Die, Number, Option, Subset, YesNo
from engine.play.phase import Phase
from engine.sea.battle.losses import Ships
from engine.sea.interception import interception as at_sea
from engine.state import State
from engine.state.stacks import Band
from saves.store import keep
from tests.engine.playing import band, put, tabletop
from tests.engine.sea.afloat import fleet, sea_table
from tests.tui.small_game import drive, press, screen, shown, sitting
from tui.answers.composing import BY_HAND, Composing
from tui.answers.odds import by_choice
from tui.answers.prompts import REDRAW, Answer, Prompt
from tui.answers.rules import AT_SEA, GOVERNED, why_not
from tui.answers.which_prompt import prompt_for
from tui.application.app import Tercio
from tui.screens.game.looking_back import CHAPTERS
from tui.words.line import text_of


def said(prompt: Prompt[Any], width: int = 76) -> str:
    return text_of(prompt.lines(width)) + "\n" + "\n".join(prompt.verdict(width))


def pressed(prompt: Prompt[Any], *keys: str) -> Any:
    """What the last of some keys answers; all before it only change the prompt."""
    for key in keys[:-1]:
        assert prompt.press(key) is REDRAW, key
    outcome = prompt.press(keys[-1])
    assert isinstance(outcome, Answer), said(prompt)
    prompt.ask.parse(outcome.raw)
    return outcome.raw


def in_port() -> State:
    state = sea_table()
    fleet(state, "england", "wessex", "F-: 2 NWD, 1 NTD", "NWD", "NWD")
    return state


def forming(state: State) -> arrange_fleets.Arrange:
    return arrange_fleets.question(state, "england", fleets.stack(state, "wessex", "england"))


def test_fleets_are_formed_by_hand() -> None:
    prompt = prompt_for(forming(in_port()))
    assert isinstance(prompt, Composing)
    assert BY_HAND in said(prompt)
    prompt.press("e")
    assert "Fleet 1 of England" in said(prompt)
    assert "each by itself: 2 NWD" in said(prompt)
    prompt.press("plus")
    assert "each by itself: NWD" in said(prompt)
    assert pressed(prompt, "enter") == ["england F+: 3 NWD, 1 NTD", "england NWD"]


def test_ships_go_from_one_fleet_to_another_and_back_with_u() -> None:
    prompt = prompt_for(forming(in_port()))
    assert isinstance(prompt, Composing)
    prompt.press("e")
    assert "Fleet 2 of England: empty" in said(prompt)
    prompt.press("0")  # no warship in the first
    prompt.press("down")
    prompt.press("down")
    prompt.press("4")  # all four in the second
    assert "NWD" in prompt.draft.raw()[0]
    second = prompt.draft.heading("england 1")
    assert second.startswith("Fleet 2 of England: F")
    assert prompt.press("u") is REDRAW
    assert prompt.draft.heading("england 1").startswith("Fleet 2 of England: empty")
    assert prompt.press("u") is REDRAW
    assert prompt.press("u") is None, "then it is the game's"
    assert pressed(prompt, "enter") == prompt.ask.default


def test_what_makes_no_fleet_is_told_with_its_rule_and_not_taken() -> None:
    state = sea_table()
    fleet(state, "england", "wessex", *["NTD"] * 9)
    prompt = prompt_for(forming(state))
    assert isinstance(prompt, Composing)
    prompt.press("e")
    prompt.press("end")
    prompt.press("9")
    assert "Not allowed: 9 NTD makes no F+ (C-NAV-05)" in said(prompt)
    assert prompt.press("enter") is REDRAW
    assert prompt.press("escape") is REDRAW
    assert BY_HAND in said(prompt), "Escape goes back to the list"
    assert prompt.press("escape") is None


def test_ships_lost_are_counted_by_hand() -> None:
    ask = Ships(who="spain", name="ships-lost", what="?", number=3, due="VGD",
                present={"spain.NGD": 2, "spain.VGD": 2, "venice.NGD": 1})  # fmt: skip
    prompt = prompt_for(ask)
    prompt.press("e")
    assert "3 of 3 ships named" in said(prompt)
    for key in ("1", "down", "0", "down", "1"):
        prompt.press(key)
    assert "Not allowed: 2 ships are named; it must be 3" in said(prompt)
    wanted = {"spain.NGD": 1, "spain.VGD": 1, "venice.NGD": 1}
    assert pressed(prompt, "up", "plus", "enter") == wanted


def test_a_fortress_takes_parts_of_armies_by_hand() -> None:
    ask = Shelter(who="france", name="shelter", what="?", room=6,
                  sizes={"1:1": 3, "1:2": 6, "2": 3},
                  labels={"1:1": "1 LD of the A+", "1:2": "2 LD of the A+", "2": "LD"})  # fmt: skip
    prompt = prompt_for(ask)
    prompt.press("e")
    assert "2 LD of the 2 LD that find room" in said(prompt)
    prompt.press("down")
    prompt.press("space")
    assert "Not allowed: 3 LD do not fit: the fortress has room for 2" in said(prompt)
    prompt.press("up")
    assert pressed(prompt, "right", "enter") == ["1:1", "2"]


@pytest.fixture
def post() -> interception.Intercept:
    state = tabletop()
    mover = put(state, "spain", "artois", "A-")
    own = put(state, "france", "picardie", "A+", "LD", leader="navarre-2")
    return interception.Intercept(
        who="france", name="intercept", what="?", state=state, target="artois",
        posts=[Band("picardie", tuple(own), ("navarre-2",))], mover=band(mover),
    )  # fmt: skip


def test_who_intercepts_is_chosen_by_hand_with_the_chance_of_just_these(
    post: interception.Intercept,
) -> None:
    prompt = prompt_for(post)
    prompt.press("e")
    assert "nobody: let it pass" in said(prompt)
    prompt.press("asterisk")
    with_him = said(prompt)
    assert "with" in with_him
    assert " %" in with_him
    prompt.press("end")
    prompt.press("space")  # without the leader
    assert said(prompt) != with_him
    prompt.press("home")
    prompt.press("right")  # only a piece of the army
    assert "only" in said(prompt)
    assert [unit.kind for unit in post.state.units.values()] == ["A-", "A+", "LD"], "none is broken"
    assert "(INT-02)" in said(prompt), "in a passive campaign"
    post.state.countries["france"].campaign = "major"
    assert prompt.press("w") is REDRAW
    assert "Nothing forbids it." in said(prompt)


def test_a_piece_that_cannot_be_broken_off_tells_why_and_no_chance(
    post: interception.Intercept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.situation.counters.free_counters", lambda *_: 0)
    prompt = prompt_for(post)
    prompt.press("e")
    prompt.press("right")  # the army
    prompt.press("right")  # a piece of it
    assert "(C-FOR-05)" in said(prompt)
    assert " %" not in said(prompt)
    assert "let it pass" not in said(prompt)


def test_ships_that_intercept_are_chosen_by_hand() -> None:
    state = sea_table()
    mover = fleet(state, "france", "sea-manche", "NWD")
    own = fleet(state, "england", "wessex", "NWD", "NWD", "NGD")
    ask = at_sea.Intercept(
        who="england", name="intercept", what="?", state=state, target="sea-manche",
        posts=[Band("wessex", tuple(own), ())], mover=band(mover),
    )  # fmt: skip
    prompt = prompt_for(ask)
    prompt.press("e")
    prompt.press("space")
    assert "NWD from Wessex: " in said(prompt)
    assert pressed(prompt, "enter") == [str(own[0])]


async def thirty(phase: Phase) -> None:
    options = [Option(f"o{n}", f"Choice {n} of many", f"{n} ducats") for n in range(1, 31)]
    options[16] = Option(
        "o17",
        "Île-de-France, a name with accents, and words beyond any width of "
        "a narrow window that have to be read to their very end",
        "17 ducats",
    )
    while await Choose(who="england", name="many", what="Which?", options=options) != "o30":
        await Subset(who="england", name="several", what="Which of them?", options=options)
        await Number(who="england", name="how-many", what="How many?", least=0, most=30, enter=7)
    stack = fleets.stack(phase.state, "wessex", "england")
    phase.state.marks.done.add(
        "|".join(map(str, await arrange_fleets.question(phase.state, "england", stack)))
    )


def many(tmp_path: Path) -> Tercio:
    header = {"seed": 1, "dice": "rolled", "title": "Many", "seats": {"england": "england"}}
    game = Game(in_port().to_plain(), thirty, header)
    return sitting(keep(tmp_path / "many", game, "many"))


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_thirty_choices_are_within_reach(tmp_path: Path, size: tuple[int, int]) -> None:
    app = many(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        pane = screen(pilot).question
        await press(pilot, "a", "pagedown")
        assert pane.prompt is not None
        assert pane.prompt.at >= 6, "a page is what is seen"
        await press(pilot, "end")
        assert "Choice 30" in shown(pilot)
        await press(pilot, "home", *["down"] * 22)
        assert pane.prompt.at == 22
        await press(pilot, "f", "i", "l", "e")
        assert pane.prompt.at == 16, "accents need not be typed"
        assert "find: ile" in shown(pilot)
        assert "very end" in " ".join(text_of(pane.lines).split())
        last = pane.above + pane.prompt.last_row
        assert pane.row_at() <= last < pane.scroll_offset.y + pane.room, "all of it is seen"
        await press(pilot, "escape", "enter")
        await press(pilot, "space", "end", "space", "enter")  # the first and the last
        await press(pilot, "9", "enter")
        assert app.saved is not None
        assert [record.answer for record in app.saved.game.records] == ["o17", ["o1", "o30"], 9]

    drive(app, size, play)


def test_the_real_cursor_stands_on_the_choice_and_the_mouse_takes_it(tmp_path: Path) -> None:
    app = many(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        pane = screen(pilot).question
        await press(pilot, "a", *["down"] * 16)
        at = pane.focus_at()
        rows = shown(pilot).splitlines()
        assert rows[at.y][at.x] == "►"
        await press(pilot, "home")
        origin = pane.content_region.offset
        await pilot.click(offset=(origin.x + 8, origin.y + 2))
        assert pane.prompt is not None
        assert pane.prompt.at == 2
        await pilot.click(offset=(origin.x + 8, origin.y + 2), times=2)
        await press(pilot)
        assert "Which of them?" in shown(pilot)
        await pilot.click(offset=(origin.x + 6, origin.y + 1))
        assert "1 of 30 marked" in shown(pilot)

    drive(app, (80, 24), play)


def test_on_the_screen_a_fleet_is_formed_with_mouse_and_keys(tmp_path: Path) -> None:
    app = many(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "a", "end", "enter")
        assert "Which fleets do the ships" in " ".join(shown(pilot).split())
        await press(pilot, "e")
        pane = screen(pilot).question
        assert "Fleet 1 of England" in shown(pilot)
        before = shown(pilot)
        await press(pilot, "right")
        assert shown(pilot) != before
        await press(pilot, "u")
        assert pane.prompt is not None
        assert "each by itself: 2 NWD" in shown(pilot)
        await press(pilot, "asterisk", "enter")
        assert app.saved is not None
        assert app.saved.game.records[-1].answer == ["england NTD", *["england NWD"] * 4]

    drive(app, (80, 24), play)


def test_why_not_tells_the_rules_that_a_question_goes_by() -> None:
    for rules in (*GOVERNED.values(), *AT_SEA.values()):
        assert all(rulebook.line(rule) for rule in rules), rules
    state = in_port()
    ask = Choose(who="england", name="retreat-to", what="?", options=[Option("kent", "Kent")],
                 about={"place": "wessex"})  # fmt: skip
    assert "(RET-18)" in why_not(state, ask, "artois", ())
    assert "(RET-07)" not in why_not(state, ask, "artois", ())
    afloat = replace(ask, about={"place": "sea-manche"})
    assert why_not(state, afloat, "artois", ()).startswith("Artois is not an answer here. Sea:")
    assert "(RET-07)" in why_not(state, afloat, "artois", ())
    other = replace(ask, name="bid")
    assert why_not(state, other, "artois", ()) == "Artois is not an answer to this question: ?"
    for name, rule in (("commander", "BAT-06"), ("next-supply", "SUP-03"), ("mover", "MVG-07"),
                       ("natives", "NAT-06"), ("flota-port", "NAC-31")):  # fmt: skip
        assert f"({rule})" in why_not(state, replace(ask, name=name), "artois", ())
    breach = Choose(who="france", name="breach", what="?", options=[Option("assault", "Assault")])
    assert "(UND-25)" in why_not(state, breach, "artois", ())


def test_why_not_tells_at_a_die_the_rules_of_its_modifiers() -> None:
    reasons = [[-3, "fortress level", "UND-02"], [1, "artillery bonus", "UND-03"]]
    die = Die(who="france", name="undermine", what="?", about={"modifiers": reasons})
    told = why_not(in_port(), die, "artois", ())
    assert told.startswith("Every number may have fallen")
    assert "(UND-02)" in told
    assert "(UND-03)" in told


def test_why_not_names_the_one_rule_that_bars_a_stack_from_an_interception() -> None:
    state = tabletop(campaign="multiple")
    (mover,) = put(state, "france", "picardie", "LD")
    (ready,) = put(state, "spain", "hainaut", "LD")
    (beaten,) = put(state, "spain", "artois", "LD")
    state.marks.beaten.add(beaten)
    post = Band("hainaut", (ready,), ())
    ask = interception.Intercept(
        who="spain", name="intercept", what="?", about={"place": "picardie"}, state=state,
        target="picardie", posts=[post], mover=band([mover]),
    )  # fmt: skip
    only = "Artois: it fought in this impulse and did not win (ITG-11)."
    assert why_not(state, ask, "artois", ()) == only
    assert why_not(state, ask, "picardie", ()) == only, "the one near it that is not offered"
    assert "is among those offered" in why_not(state, ask, "hainaut", ())
    state.marks.beaten.clear()
    assert "ITG-13" in why_not(state, ask, "artois", ()), "nothing but an earlier attempt is left"
    state.remove(state.units[beaten])
    assert "are offered (ITG-02)" in why_not(state, ask, "picardie", ())


def test_each_stack_that_intercepts_says_the_odds_of_its_own_battle() -> None:
    state = tabletop(campaign="multiple")
    (mover,) = put(state, "france", "picardie", "LD")
    near, other = (put(state, "spain", place, "A+") for place in ("artois", "hainaut"))
    posts = [Band("artois", tuple(near), ()), Band("hainaut", tuple(other), ())]
    ask = interception.Intercept(
        who="spain", name="intercept", what="?", about={"place": "picardie"}, state=state,
        target="picardie", posts=posts, mover=band([mover]),
    )  # fmt: skip
    even = {"win": 0.5, "draw": 0.1, "lose": 0.4}
    one, two = (10 * ask.odds(post) for post in posts)
    weighed = {f"{one} % from Artois, then": even,
               f"{two} % from Hainaut, then": {**even, "win": 0.2}}  # fmt: skip
    both = [str(near[0]), str(other[0])]
    listed: list[Any] = [[], [str(near[0])], [str(other[0])], both, None]
    told = by_choice(ask, listed, weighed)
    assert told == {1: "win 50 % · draw 10 % · lose 40 %", 2: "win 20 % · draw 10 % · lose 40 %"}


def test_each_choice_says_its_own_odds() -> None:
    labels = {"undermine": "Undermine", "assault": "Assault", "redeploy": "Go"}
    options = [Option(key, label) for key, label in labels.items()]
    siege = Choose(who="france", name="siege-action", what="?", options=options)
    odds = {"undermine": {"nothing": 0.4, "SG": 0.3}, "falls_within": [0.0, 0.5],
            "assault": {"falls": 0.07}}  # fmt: skip
    told = by_choice(siege, siege.listed(), odds)
    assert "40 %" in told[0]
    assert "falls within 2 rounds 50 %" in told[0]
    assert told[1] == "takes it 7 %"
    assert 2 not in told
    retreat = YesNo(who="france", name="retreat-attempt", what="?")
    battle = {"win": 0.6, "draw": 0.1, "lose": 0.3}
    told = by_choice(retreat, [True, False], {"attempt": {**battle, "win": 0.2}, "stay": battle})
    assert told == {0: "win 20 % · draw 10 % · lose 30 %", 1: "win 60 % · draw 10 % · lose 30 %"}
    prompt = prompt_for(retreat)
    prompt.chances = told
    assert "win 60 %" in text_of(prompt.lines(60))


def test_a_dialog_without_a_line_or_a_list_has_the_real_cursor_at_its_hint(tmp_path: Path) -> None:
    app = many(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "q")
        at = app.focus_at()
        assert at is not None
        assert shown(pilot).splitlines()[at.y][at.x :].startswith("y yes")

    drive(app, (80, 24), play)


def test_help_knows_the_chapter_of_every_question_of_the_military_phase() -> None:
    asking = re.compile(
        r"\b(?:Choose|YesNo|Subset|Number|Parting|Shelter|Ships|Intercept)"
        r'\(\s*who=.{0,220}?name="([a-z-]+)"', re.DOTALL)  # fmt: skip
    source = Path(engine.__file__).parent
    found = {
        name
        for file in sorted(source.rglob("*.py"))
        if not {"turns", "eia", "umpire"} & set(file.parts)
        for name in asking.findall(file.read_text(encoding="utf-8"))
    }
    assert len(found) > 50
    assert sorted(found - CHAPTERS.keys()) == []
