"""Game: answers, undo and redo, replay, rulings, branches, recovery, and what a journal may say."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.games.game import Game
from engine.games.journal_records import Diverged, EngineError, Plain, Record, Refused, Thrown
from engine.modifiers import Modifier
from engine.play.asks import BadAnswer, Choose, Number, Option, YesNo
from engine.play.phase import Phase
from tests.engine.playing import put, tabletop

SIDES = ("france", "spain")


async def gamble(phase: Phase) -> None:
    """Four turns: whose it is says how much he stakes, and whether he rolls for it."""
    while phase.state.turn <= 4:
        phase.mark(segment=phase.state.turn == 3)
        who = SIDES[phase.state.turn % 2]
        if phase.state.turn == 4:
            await phase.roll(f"{who}.before")
        await stake(phase, who)
        phase.state.turn += 1


async def stake(phase: Phase, who: str) -> None:
    ducats = await Number(who=who, name="stake", what="How much?", least=0, most=100)
    if ducats == 99:
        phase.state.countries[who].treasury = -1
        raise KeyError("ninety-nine")
    if ducats == 98:
        phase.state.countries[who].treasury = -1
        raise KeyboardInterrupt
    if await YesNo(who=who, name="roll", what="Roll for it?"):
        rolled = await phase.roll(f"{who}.gamble", (Modifier(MALUS[0], "odds", "TST-01"),))
        phase.state.countries[who].treasury += ducats if rolled.result > 5 else -ducats
        phase.tell_roll(rolled, f"{who} rolls {rolled.result}.")


MALUS = [-1]
ANSWERS: tuple[Any, ...] = (10, True, 20, False, 30, True, 40, True)


def game(**header: Any) -> Game:
    return Game(start(), gamble, {"seed": 7, **header})


def start() -> Plain:
    state = tabletop()
    put(state, "france", "picardie", "LD")
    return state.to_plain()


def played(**header: Any) -> Game:
    found = game(**header)
    for answer in ANSWERS:
        found.answer(answer)
    return found


def position(found: Game) -> str:
    asked = None if found.ask is None else (found.ask.who, found.ask.name)
    story = [entry.to_plain() for entry in found.story]
    return json.dumps([found.position(), asked, story, [r.to_plain() for r in found.records]])


def test_answers_lead_to_the_end() -> None:
    found = played()
    assert found.is_over
    assert found.ask is None
    assert [r.answer for r in found.records if r.answer is not None] == list(ANSWERS)
    with pytest.raises(BadAnswer, match="the phase is over"):
        found.answer(1)


def test_a_record_holds_the_dice_of_its_answer() -> None:
    found = played()
    assert [[t.name for t in record.dice] for record in found.records] == [
        [], ["spain.gamble"], [], [], [], ["spain.gamble"], ["france.before"], [],
        ["france.gamble"],
    ]  # fmt: skip
    assert found.records[6].answer is None
    assert found.records[1].dice[0].modifier == -1
    assert [entry.record for entry in found.story] == [2, 6, 9]
    plain = [record.to_plain() for record in found.records]
    assert [Record.from_plain(each).to_plain() for each in plain] == plain


def test_a_bad_answer_changes_nothing() -> None:
    found = game()
    before = position(found)
    for raw in (True, "10", 101, None, [10]):
        with pytest.raises(BadAnswer, match="whole number"):
            found.answer(raw)
    assert position(found) == before


@pytest.mark.parametrize("dice", ["rolled", "typed"])
def test_undo_to_the_start_and_redo_to_the_end(dice: str) -> None:
    found = game(dice=dice)
    answers = list(ANSWERS)
    positions = [position(found)]
    while not found.is_over:
        assert found.ask is not None
        found.answer(4 if "." in found.ask.name else answers.pop(0))
        positions.append(position(found))
    for before in reversed(positions[:-1]):
        assert found.can_undo
        found.undo(agreed=True)
        assert position(found) == before
    assert not found.can_undo
    with pytest.raises(Refused, match="nothing to undo"):
        found.undo()
    for after in positions[1:]:
        assert found.can_redo
        found.redo()
        assert position(found) == after
    with pytest.raises(Refused, match="nothing to redo"):
        found.redo()


def test_another_answer_forgets_what_was_undone() -> None:
    found = played()
    found.undo(agreed=True)
    found.answer(False)
    assert not found.can_redo


def test_undo_takes_agreement_across_a_die_or_another_player() -> None:
    found = game()
    found.answer(10)
    assert found.undo_consent() == set()  # Spain staked, Spain is asked, no die fell
    found.answer(True)
    assert found.undo_consent() == {"france"}
    with pytest.raises(Refused, match="agree"):
        found.undo()
    found.undo(agreed=True)
    found.answer(False)
    assert found.undo_consent() == {"france"}  # no die, but France is asked now
    alone = game(seats={"france": "Anna", "spain": "Anna"})
    alone.answer(10)
    alone.answer(False)
    assert alone.undo_consent() == set()


def test_the_journal_replays_to_the_same_bytes() -> None:
    found = played()
    for count in range(len(found.records) + 1):
        again = Game(start(), gamble, {"seed": 1000}, found.records[:count])
        if count == len(found.records):
            assert position(again) == position(found)
        for record in found.records[count:]:
            if record.answer is not None:
                again.answer(record.answer)
        assert again.is_over
    latest = next(snapshot for snapshot in found.snapshots if snapshot.record == 4)
    opened = Game(start(), gamble, {"seed": 7}, found.records, found.story, latest=[latest])
    assert position(opened) == position(found)


def test_dice_hang_on_name_and_count_not_on_what_else_is_rolled() -> None:
    one = played()
    other = game()
    for answer in (10, False, 20, False, 30, True, 40, True):
        other.answer(answer)
    first = {t.name: t.die for record in reversed(one.records) for t in record.dice}
    second = {t.name: t.die for record in reversed(other.records) for t in record.dice}
    assert first == second


def test_an_error_in_a_rule_takes_the_game_back() -> None:
    found = game()
    found.answer(10)
    found.answer(True)
    before = position(found)
    with pytest.raises(EngineError, match=r"record 2: KeyError: 'ninety-nine' \(seed 7; .*stake"):
        found.answer(99)
    assert position(found) == before
    with pytest.raises(KeyboardInterrupt):
        found.answer(98)
    assert position(found) == before
    found.answer(20)
    assert found.ask is not None
    assert found.ask.name == "roll"


def change(records: list[Record], number: int, **changed: Any) -> list[Record]:
    found = [Record.from_plain(record.to_plain()) for record in records]
    for name, value in changed.items():
        setattr(found[number], name, value)
    return found


def test_a_journal_that_does_not_fit_says_which_record_differs() -> None:
    records = played().records
    die = Thrown("spain.gamble", 6, -1)
    for changed, words in [
        (change(records, 1, dice=[]), "record 1: the rules ask for the die spain.gamble"),
        (change(records, 1, dice=[die, die]), "record 1: the rules never ask for the die"),
        (change(records, 1, dice=[die._replace(modifier=0)]), r"record 1: the journal holds spa"),
        (change(records, 1, dice=[die._replace(name="x")]), r"record 1: the journal holds x"),
        (change(records, 2, who="spain"), "record 2: spain answered, the rules ask france"),
        (change(records, 2, answer=500), "record 2: 500 is not a whole number from 0 to 100"),
        (change(records, 2, answer=99), "record 2: the rules fail on it: KeyError"),
        ([*records, Record(1, "spain")], "record 9: the phase is over, the journal goes on"),
    ]:
        with pytest.raises(Diverged, match=words):
            Game(start(), gamble, {"seed": 7}, changed)


def test_a_corrected_modifier_is_noticed_at_its_die(monkeypatch: pytest.MonkeyPatch) -> None:
    records = played().records
    monkeypatch.setattr(f"{__name__}.MALUS", [-2])
    with pytest.raises(Diverged, match=r"record 1: .*\(-1\).*\(-2\)"):
        Game(start(), gamble, {"seed": 7}, records)


def test_rulings_are_made_between_moves_and_undone_like_answers() -> None:
    found = game()
    found.answer(10)
    with pytest.raises(Refused, match="waits"):
        found.rule({"do": "treasury", "country": "france", "ducats": 5})
    found.answer(False)
    before = position(found)
    assert found.can_rule
    with pytest.raises(BadAnswer):
        found.rule({"do": "treasury", "country": "atlantis", "ducats": 5})
    assert position(found) == before
    found.rule({"do": "treasury", "country": "france", "ducats": 5})
    assert found.state.countries["france"].treasury == 5
    assert "Umpire's ruling" in found.story[-1].text
    after = position(found)
    found.undo(agreed=True)
    assert position(found) == before
    found.redo()
    assert position(found) == after
    for checkpoints in (True, False):
        again = Game(start(), gamble, {"seed": 7}, found.records, checkpoints=checkpoints)
        assert again.position() == found.position()
    found.answer(20)
    found.answer(True)
    assert found.state.countries["france"].treasury in (25, -15)


@pytest.mark.parametrize("dice", ["rolled", "typed"])
def test_a_branch_tries_and_touches_nothing(dice: str) -> None:
    found = game(dice=dice)
    found.answer(10)
    before = position(found)
    branch = found.branch(seed=3)
    assert branch.position() == found.position()
    assert (branch.header["seed"], found.branch().header["seed"]) == (3, found.header["seed"])
    branch.answer(True)
    while branch.ask is not None:
        branch.answer(branch.ask.offers()[-1])
    assert branch.is_over
    assert position(found) == before
    if dice == "typed":
        found.answer(True)
        assert found.ask is not None
        assert found.ask.name == "spain.gamble"
        rolled = found.branch(seed=3)
        assert rolled.ask is not None
        assert rolled.ask.name == "stake"


def test_typed_dice_are_asked_of_the_players() -> None:
    found = game(dice="typed")
    found.answer(10)
    found.answer(True)
    assert found.ask is not None
    assert (found.ask.who, found.ask.name) == ("spain", "spain.gamble")
    found.answer(7)
    assert found.state.countries["spain"].treasury == 1010


def test_the_listener_hears_how_much_of_the_journal_stands() -> None:
    found = game()
    heard: list[tuple[int, int]] = []
    found.listener = lambda standing: heard.append((standing, len(found.records)))
    found.answer(10)
    found.answer(True)
    found.undo(agreed=True)
    found.redo()
    found.rule({"do": "treasury", "country": "france", "ducats": 5})
    assert heard == [(0, 1), (1, 2), (1, 1), (1, 2), (2, 3)]


def test_the_breadcrumb_names_the_procedures_that_wait() -> None:
    assert game().breadcrumb() == "gamble > stake"


def test_what_is_no_question_is_refused() -> None:
    class Nothing:
        def __await__(self) -> Any:
            yield "nothing"

    async def wrong(phase: Phase) -> None:
        options = [Option("yes", "yes"), Option("no", "no")]
        await Choose(who="france", name="go", what="?", options=options)
        await Nothing()

    found = Game(start(), wrong, {"seed": 1})
    with pytest.raises(EngineError, match="which is not a question"):
        found.answer("yes")
    assert found.ask is not None
    assert found.ask.name == "go"


@pytest.mark.parametrize("change", ["answer", "undo", "redo"])
def test_what_a_listener_cannot_write_down_has_not_happened(change: str) -> None:
    found = game()
    for answer in ANSWERS[:6]:
        found.answer(answer)
    found.undo(agreed=True)
    before, redoable = position(found), list(found.redoable)

    def full(_standing: int) -> None:
        raise OSError("no space left")

    found.listener = full
    act = {
        "answer": lambda: found.answer(False),
        "undo": lambda: found.undo(agreed=True),
        "redo": found.redo,
    }[change]
    with pytest.raises(OSError, match="no space"):
        act()
    assert position(found) == before
    assert found.redoable == redoable
    found.listener = None
    act()
    assert position(found) != before


def test_a_game_follows_what_another_program_played() -> None:
    leader, watcher = game(), game()
    for answer in ANSWERS:
        leader.answer(answer)
        watcher.follow(len(watcher.records), leader.records[len(watcher.records) :])
        assert position(watcher) == position(leader)
    leader.undo(agreed=True)
    leader.undo(agreed=True)
    leader.answer(7)
    watcher.follow(len(leader.records) - 1, leader.records[-1:])
    assert position(watcher) == position(leader)
    with pytest.raises(Diverged, match="whole number"):
        watcher.follow(0, [Record("nonsense", "spain")])


def test_an_undo_into_what_no_longer_fits_the_rules_is_refused() -> None:
    found = played()
    latest = found.snapshots[-1]
    again = Game(start(), gamble, {"seed": 7}, found.records, found.story, True, [latest])
    again.records[1].dice = (Thrown("spain.other", 1, 0),)
    positions = [position(again)]
    with pytest.raises(Refused, match=r"no longer fits .* spain\.other"):
        back(again, positions)
    assert position(again) == positions[-1]
    again.redo()
    assert position(again) == positions[-2]


def back(found: Game, positions: list[str]) -> None:
    while found.can_undo:
        found.undo(agreed=True)
        positions.append(position(found))


async def early(phase: Phase) -> None:
    """A die before anything is asked, and nowhere a boundary."""
    await phase.roll("spain.before")
    await stake(phase, "spain")


async def unmarked(phase: Phase) -> None:
    await stake(phase, "spain")


def test_where_nothing_was_marked_an_undo_leads_to_the_very_beginning() -> None:
    """The dice before the first question are a record of their own again, and the umpire may rule
    where nobody has answered yet."""
    for procedure, clean in ((early, False), (unmarked, True)):
        found = Game(start(), procedure, {"seed": 7})
        before = position(found)
        assert found.can_rule is clean
        found.answer(10)
        found.undo(agreed=True)
        assert position(found) == before
        assert found.can_rule is clean
        found.redo()
        found.answer(True)
        again = Game(start(), procedure, {"seed": 7}, found.records)
        assert position(again) == position(found)


def test_lines_that_are_told_anew_stand_no_longer_as_they_were_written() -> None:
    found = played()
    assert len(found.story) == 3
    found.standing_lines = 3
    found.undo(agreed=True)
    assert (len(found.story), found.standing_lines) == (2, 2)
    found.redo()
    assert (len(found.story), found.standing_lines) == (3, 2)


@pytest.mark.parametrize("proving", [False, True])
def test_the_dice_of_a_strangers_journal_are_those_of_its_seed(proving: bool) -> None:
    records = played().records
    (die,) = records[1].dice
    forged = change(records[:2], 1, dice=(die._replace(die=die.die % 10 + 1),))
    if not proving:
        assert Game(start(), gamble, {"seed": 7}, forged).records[1].dice != records[1].dice
        return
    assert Game(start(), gamble, {"seed": 7}, records[:2], proving=True).records == records[:2]
    with pytest.raises(Diverged, match="and its seed gives another"):
        Game(start(), gamble, {"seed": 7}, forged, proving=True)
