"""The game as lines of text, when others have it open too."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from engine import scenarios
from engine.facts import board
from engine.games.game import Game
from engine.land.ground import losses
from engine.land.ground.loss_payments import loss_in_words
from engine.land.ground.stack_parts import Parting
from engine.land.movement.march_ask import March
from engine.play.asks import BadAnswer
from engine.play.phase import Phase
from engine.programs import simulate
from engine.programs.bots import steady_player
from engine.sea.voyages.sail_ask import Sail
from engine.state.forces import Unit
from saves.store import Saved, keep
from tests.engine.playing import put, tabletop
from tests.tui.small_game import TO_SPAIN, TO_THE_MARCH, anna_and_otto, by_lines, questions, saved
from tui.lines.game import PlainTable, untold
from tui.lines.map_in_words import around
from tui.table.new_game import create
from tui.words.places import place_name
from tui.words.results import Result


def played(game: Saved, *steps: tuple[str, Callable[[], object]]) -> str:
    """What is said while these lines are typed, each after its deed."""
    said: list[str] = []
    waiting = list(steps)

    def read(prompt: str) -> str:
        said.append(prompt)
        line, before = waiting.pop(0)
        before()
        return line

    PlainTable(game, read, said.append).play()
    assert not waiting
    return "\n".join(said)


def test_by_lines_one_follows_and_answers_when_the_pen_is_free(tmp_path: Path) -> None:
    otto = saved(tmp_path / "game")
    anna = Saved(tmp_path / "game", questions, "anna")
    told = played(
        anna,
        ("", lambda: otto.game.answer("major")), ("p", bool), ("", otto.close), ("no", bool),
        ("q", bool),
    )  # fmt: skip
    assert "France decides." in told
    assert "holds the pen" in told
    assert "Break off?" in told
    assert "On whom does France make war?" in told
    assert "The game is saved as game." in told
    assert anna.pen.mine
    anna.close()


def test_a_disk_that_refuses_is_said_and_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = saved(tmp_path / "game")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "No space left on device" in by_lines(anna, "none", "q")
    assert not anna.game.records
    anna.close()


def test_by_lines_an_undo_is_agreed_to(tmp_path: Path) -> None:
    anna, otto = anna_and_otto(tmp_path / "game")
    told = played(otto, ("s", anna.undo), ("n", lambda: None), ("s", anna.undo),
                  ("y", lambda: None), ("q", lambda: None))  # fmt: skip
    assert told.count("asks to take the last answer back") == 2
    assert "France decides." in told
    assert anna.poll().said.startswith("All agree")
    assert len(anna.game.records) == len(otto.game.records) == len(TO_SPAIN) - 1
    for one in (anna, otto):
        one.close()


def test_by_lines_an_undo_waits_for_the_others(tmp_path: Path) -> None:
    anna, otto = anna_and_otto(tmp_path / "game")

    def say(word: bool) -> None:
        otto.poll()
        otto.agree(word)

    told = played(
        anna, ("u", otto.poll), ("y", lambda: None), ("", lambda: say(False)),
        ("u", lambda: None), ("y", lambda: None), ("q", lambda: None),
        ("u", lambda: None), ("y", lambda: None), ("", lambda: say(True)), ("q", lambda: None),
    )  # fmt: skip
    assert "Spain decides." in told
    assert "otto does not agree: nothing is taken back." in told
    assert "Nothing was taken back." in told
    assert "All agree: it is taken back." in told
    assert "Where does the army go?" in told
    for one in (anna, otto):
        one.close()


def test_by_lines_what_others_did_is_told_when_one_looks(tmp_path: Path) -> None:
    otto = saved(tmp_path / "game", TO_THE_MARCH)
    anna = Saved(tmp_path / "game", questions, "anna")
    told = played(anna, ("", lambda: otto.game.answer(["picardie"])), ("q", lambda: None))
    assert told.index("A French stack suffers on the march") < told.index("Spain decides.")
    for one in (anna, otto):
        one.close()


def test_by_lines_a_part_is_made_by_hand_number_by_number(tmp_path: Path) -> None:
    game = saved(tmp_path / "game", TO_THE_MARCH[:-1])
    told = by_lines(game, "e", "9", "*", "w", "*", "u", "1=0 3=7", "2 3", "", "q")
    assert "e  something else, by hand" in told
    assert "1  A+ France (4 LD): all" in told
    assert "No: '9' is not a number of a line, 1 to 3." in told
    assert "Not allowed: choose at least one counter or leader." in told
    assert "No: '7' cannot stand there: 0 to 1." in told
    assert game.game.records[-1].answer == ["2", "navarre-2"]


def test_by_lines_a_hand_made_answer_is_given_up(tmp_path: Path) -> None:
    game = saved(tmp_path / "game", TO_THE_MARCH[:-1])
    count = len(game.game.records)
    by_lines(game, "e", ".", "q")
    assert len(game.game.records) == count


def test_by_lines_x_is_done_with_all_moves(tmp_path: Path) -> None:
    game = simulate.new_game(scenarios.read("artois"), 3)
    game.answer("passive")
    assert game.ask is not None
    assert (game.ask.name, game.ask.final_answer) == ("next-move", "done")
    kept = keep(tmp_path, game, "kept")
    count = len(kept.game.records)
    by_lines(kept, "x", "q")
    assert kept.game.records[count].answer == "done"


def test_by_lines_a_short_list_is_read_out_once_when_it_is_wanted(tmp_path: Path) -> None:
    told = by_lines(saved(tmp_path / "short"), "l", "q")
    assert told.count("  1  a major campaign") == 2, "with the question, and when it is wanted"


def test_by_lines_the_odds_the_cost_and_why_not(tmp_path: Path) -> None:
    told = by_lines(saved(tmp_path / "odds", ("major",)), "o", "w Artois", "w Atlantis", "q")
    assert "win 61 %" in told
    assert "No place is asked for here. End of first day, then" in told
    assert "(FIG-17)" in told
    assert "No: 'Atlantis' is neither a province nor a sea." in told
    told = by_lines(saved(tmp_path / "near", ("major",)), "w lepanto", "q")
    assert "nor a sea; Lepanto is near the Ionian Sea and Hellas." in told
    march = saved(tmp_path / "march", TO_THE_MARCH)
    told = by_lines(march, "o Troyes", "o Artois", "w Kent", "w Troyes", "o", "o ch", "q")
    assert " → Troyes " in told
    assert " win " in told
    assert "Nothing forbids it." in told
    assert "o NAME tells" in told
    assert " → Champagne " in told, "of several places of a name, where the stack can go"


def test_the_odds_of_a_march_if_it_were_otherwise(tmp_path: Path) -> None:
    march = saved(tmp_path / "march", TO_THE_MARCH)
    told = by_lines(
        march,
        "o Artois",
        "o Artois leave 9A+",
        "o Artois, no leader",
        "o Artois if pigs",
        "o no leader",
        "q",
    )
    assert "there is no A+ to leave" in told
    assert "now     then" in told
    assert "'pigs' is not a unit" in told
    assert "name the place first" in told


def test_by_lines_a_name_that_may_be_several_is_asked(tmp_path: Path) -> None:
    told = by_lines(saved(tmp_path / "game", TO_THE_MARCH), "w Cuba", "cuba", "p cuba", "q")
    assert told.count("No: 'Cuba' may be Cuba E, Cuba W.") == 1
    assert "No: 'cuba' may be Cuba E, Cuba W." in told
    assert "Which? Cuba E, Cuba W" in told


def test_by_lines_a_die_that_fell_is_typed_and_0_is_ten(tmp_path: Path) -> None:
    game = saved(tmp_path / "game", TO_THE_MARCH, dice="typed")
    told = by_lines(game, "picardie", "picardie", "11", "0", "q")  # there is little room
    assert "  the die as it fell, 1 to 10, 0 is ten" in told
    assert "  read with +1: +1 weak supply (SAT-01)" in told
    assert "No: 11 is not a whole number from 1 to 10." in told
    assert 10 in [record.answer for record in game.game.records]


def test_by_lines_x_stays_where_a_move_is_asked(tmp_path: Path) -> None:
    game = saved(tmp_path / "game", TO_THE_MARCH[:-1])
    told = by_lines(game, "x", "", "x", "q")
    assert "No: 'x' is not an answer here" in told
    assert [record.answer for record in game.game.records if record.who == "france"][-1] == []


def test_by_lines_choices_are_read_once(tmp_path: Path) -> None:
    game = saved(tmp_path / "game", TO_THE_MARCH)
    ask = game.game.ask
    assert ask is not None
    told = by_lines(game, "d", "l", "f poi tour", "f xx", "q").splitlines()
    choice = next(row for row in told if "Artois" in row and "MP)" in row and row.startswith("   "))
    assert told.count(choice) == 2, "once when asked, once for l"
    assert f"France: Where does the army go? (l lists the {len(ask.listed())} choices)" in told
    found = next(row for row in told if "Poitou by Orléanais, Maine, Touraine" in row)
    assert told.count(found) == 3
    assert "No choice holds 'xx'." in "\n".join(told)


def test_by_lines_a_way_goes_place_by_place_and_leaves_some_behind(tmp_path: Path) -> None:
    game = saved(tmp_path / "game", TO_THE_MARCH)
    told = by_lines(
        game, "e", "g", "Kent", "w Caux", "Orléanais", "Bourgogne", "b", "d", "2=1", "", "Troyes",
        "cuba", "?", "", "q",
    )  # fmt: skip
    assert "e  place by place, to leave troops behind or take some along" in told
    assert "Nobody here can come along." in told
    assert "Kent belongs to England, neutral (MOV-24)" in told
    assert "Caux: nothing forbids it" in told
    assert "fixed: by way of Orléanais, Bourgogne · b takes it back" in told
    assert "What stays in the Orléanais?" in told
    assert "left on the way: A+" in told
    assert "No: 'cuba' may be Cuba E, Cuba W." in told
    answered = [record.answer for record in game.game.records if record.answer is not None]
    assert answered[-1] == ["orleanais", "-2", "troyes"]


def test_by_lines_a_way_tells_what_would_be_over_the_stacking_limits(tmp_path: Path) -> None:
    march = saved(tmp_path / "march", TO_THE_MARCH)
    told = by_lines(march, "o Picardie", "o Caux", "e", "Caux", "d", "2=all 3=1", "", ".", "q")
    assert told.count("over the stacking limits there: ") == 1
    before = len(march.game.records)
    assert "1 LD is lost (MOV-03); say it again" in by_lines(march, "Picardie", "q")
    assert len(march.game.records) == before
    by_lines(march, "Picardie", "Picardie", "q")
    assert march.game.records[before].answer == ["picardie"]


def test_by_lines_part_of_a_stack_goes_after_a_step_back(tmp_path: Path) -> None:
    """That all of it moves was taken for granted; a step back asks who does."""
    march = saved(tmp_path / "march", TO_THE_MARCH)
    assert isinstance(march.game.ask, March)
    assert "Who moves from Île-de-France?" in by_lines(march, "u", "q")


def test_by_lines_a_way_is_given_up(tmp_path: Path) -> None:
    game = saved(tmp_path / "game", TO_THE_MARCH)
    count = len(game.game.records)
    by_lines(game, "e", "Orléanais", ".", "q")
    assert len(game.game.records) == count


def test_by_lines_a_voyage_is_told_what_to_do_at_its_end(tmp_path: Path) -> None:
    game = simulate.new_game(scenarios.read("lepanto-1571"), 3)
    while game.ask is not None and not isinstance(game.ask, Sail):
        game.answer(steady_player(game, game.ask))
    kept = keep(tmp_path / "store", game, "kept")
    assert isinstance(game.ask, Sail)
    end = next(place for place in game.ask.reach() if board.is_sea(place))
    told = by_lines(kept, "e", board.sea(end).name, "", "99", "", "1", "q")
    assert "what there? >" in told
    assert "No: a number from 1 to" in told
    moved = [record.answer for record in kept.game.records if record.answer is not None][-1]
    assert isinstance(moved, list)
    assert end in moved


def test_by_lines_what_the_map_shows_is_told_in_words(tmp_path: Path) -> None:
    told = by_lines(saved(tmp_path / "game", TO_THE_MARCH), "S", "B Artois", "R", "I", "A",
                    "R Picardie", "A Artois", "b Artois", "b", "c zzz", "q")  # fmt: skip
    assert "  Picardie: full supply; a source itself" in told
    assert "Artois: enemy fortress, level 2, held by Spain" in told
    assert "Range, the stack in Île-de-France:" in told
    assert "  Caux: 2 MP of 12, " in told
    assert "Interceptions, the stack in Île-de-France:\n  Artois: Spain's " in told
    assert "Range, the stack in Picardie:" in told
    assert "A NAME tells it of a stack of yours in a place." in told
    assert "  south-west: Picardie (plain, France, fortress 2, France LD (1 LD))" in told
    assert "b wants a place behind it" in told
    assert "Nothing in the chronicle fits that." in told


def test_by_lines_every_place_tells_what_lies_around_it() -> None:
    state = tabletop()
    for place in board.borders():
        assert len(around(state, place_name(place), ())) > 1
    assert "  north-east: Canary Islands (" in "\n".join(around(state, "North Atlantic", ()))


def test_by_lines_the_last_roll_of_a_battle_is_told_with_its_numbers(tmp_path: Path) -> None:
    told = by_lines(saved(tmp_path / "game", TO_SPAIN), "w", "q")
    assert "France, fire: 8 +1 = 9.: Fire" in told
    assert "  +2 Fire differential (DRM-03)" in told


def test_by_lines_one_sits_down_locks_and_hands_the_pen_over(tmp_path: Path) -> None:
    anna = saved(tmp_path / "game")
    otto = Saved(tmp_path / "game", questions, "otto")
    told = played(
        anna, ("t", otto.pen.ask), ("t 9", lambda: None), ("t 2", lambda: None),
        ("t 3", lambda: None), ("correct horse", lambda: None), ("t 1", lambda: None),
        ("t 2", lambda: None), ("t 1", lambda: None), ("zz", lambda: None), ("s", lambda: None),
        ("q", lambda: None),
    )  # fmt: skip
    assert "otto asks for the pen: t hands it over." in told
    assert "At the table:\n" in told
    assert "No: '9' is nothing that may be done there, 1 to 5." in told
    assert "Sit down as France: done." in told
    assert "A passphrase for France's seat, 8 letters at least > " in told
    assert set(anna.locks()) == {"france"}
    assert "seat is locked: who is to answer there" in told
    assert "Rise from France's seat: done." in told
    assert "Hand the pen to otto: done." in told
    assert otto.pen.mine
    assert "No: 'zz' is nothing one does while others decide" in told
    for one in (anna, otto):
        one.close()


def test_by_lines_a_number_is_asked_by_its_ends(tmp_path: Path) -> None:
    told = by_lines(saved(tmp_path / "game", TO_THE_MARCH[:3]), "q")
    assert "a whole number from 1 to 12" in told
    assert "12  12" not in told


def test_by_lines_choices_that_read_alike_are_one(tmp_path: Path) -> None:
    state = tabletop()
    first, second, army = put(state, "france", "artois", "LD", "LD", "A-")
    ask = Parting(
        who="france", name="mover", what="?", state=state, units=[first, second, army],
        leaders=[], enter=[str(second)],
    )  # fmt: skip
    choices = PlainTable(saved(tmp_path / "game", ()))._choices(ask)
    labels = [label for _, label in choices]
    assert sorted(labels) == ["A-", "A-, 2 LD", "LD"]
    assert ([str(second)], "LD") in choices, "the one that is marked"


def test_by_lines_a_number_is_the_choice_that_it_stands_at(tmp_path: Path) -> None:
    game = saved(tmp_path / "game", TO_THE_MARCH[:-1])
    ask = game.game.ask
    assert ask is not None
    shown = PlainTable(game)._choices(ask)
    at = next(at for at, (raw, _) in enumerate(shown) if ask.listed()[at] != raw)
    told = by_lines(game, str(len(shown) + 1), str(at + 1), "q")
    assert f"No: '{len(shown) + 1}' is not an answer here; a number from 1 to {len(shown)}." in told
    assert game.game.records[-1].answer == shown[at][0]


def test_by_lines_the_first_words_of_a_choice_are_enough(tmp_path: Path) -> None:
    game = saved(tmp_path / "game")
    told = by_lines(game, "a", "an act", "a maj", "q")
    assert "Alliances of this turn" in told, "letters that mean a look stay looks"
    assert "No: 'an act' is not an answer here" in told
    assert game.game.records[-1].answer == "major"


def test_by_lines_words_that_begin_several_choices_tell_how_to_list_them(tmp_path: Path) -> None:
    table = PlainTable(saved(tmp_path / "game"))
    ask = table.game.ask
    assert ask is not None
    table.listed = [("major", "a major campaign"), ("none", "a march of none")]
    with pytest.raises(BadAnswer, match="'a ma' may be one of 2; f a ma lists them"):
        table._meant(ask, "a ma")
    with pytest.raises(BadAnswer, match="a number from 1 to 2"):
        table._meant(ask, "x")


def test_by_lines_the_next_player_does_not_read_what_the_last_one_found(tmp_path: Path) -> None:
    def handover(scenario: str) -> str:
        """What stands above the second handing over, where everybody stops at once."""
        game = simulate.new_game(scenarios.read(scenario), 3)
        said: list[str] = []

        def read(prompt: str) -> str:
            if sum("== Pass" in each for each in said) > 1:
                raise EOFError
            stops = [each for each in said[-40:] if "No more" in each or "let it pass" in each]
            return stops[-1].strip(" *").partition(" ")[0] if stops else ""

        PlainTable(keep(tmp_path / scenario, game, "kept"), read, said.append).play()
        told = "\n".join(said)
        return told[: told.rindex("== Pass")]

    assert handover("spice-route-1498")[-60:].strip() == ""
    assert handover("artois")[-60:].strip() != "", "nothing is hidden in Europe"


def test_by_lines_who_plays_against_programs_sees_his_own_before_they_have_moved(
    tmp_path: Path,
) -> None:
    """`tercio new conquistadors-1519 --bot spain=steady --plain`: the first listing, while Spain
    decides, left out what Portugal has overseas."""

    def listed(name: str, **programs: str) -> str:
        scenario = scenarios.read("conquistadors-1519")
        kept = create(tmp_path, scenario, programs, seed=4, name=name)
        return by_lines(kept, "q").partition("Answer with a number")[0]

    alone = listed("alone", spain="steady")
    assert "Cabo Verde: NWD, NTD with Serrão" in alone
    assert "Recife NE: Portugal LD" in alone
    assert "Cortés" not in alone
    assert "Serrão" not in listed("both"), "Spain sits there"


def test_by_lines_a_march_lists_the_nearest_goals_first_with_their_ways(tmp_path: Path) -> None:
    told = by_lines(saved(tmp_path / "game", TO_THE_MARCH), "q")
    rows = [row for row in told.splitlines() if row.rstrip().endswith("MP)")]
    costs = [int(row.rpartition("(")[2].split()[0]) for row in rows]
    assert costs == sorted(costs)
    assert any("Bourgogne by Orléanais (3 MP)" in row for row in rows)


def test_a_passphrase_is_typed_unseen_where_somebody_types_at_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = iter(["t 1", "t 2", "q"])
    unseen: list[str] = []

    def typed(prompt: str) -> str:
        unseen.append(prompt)
        return "correct horse"

    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    monkeypatch.setattr("getpass.getpass", typed)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    kept = saved(tmp_path / "small")
    PlainTable(kept).play()
    assert unseen == ["A passphrase for France's seat, 8 letters at least > "]
    assert "france" in kept.locks()
    assert "Lock France's seat: done." in capsys.readouterr().out


def test_by_lines_a_place_says_its_port_and_a_layer_the_nearest_places(tmp_path: Path) -> None:
    told = by_lines(saved(tmp_path / "small", TO_THE_MARCH), "p caux", "p provence", "R", "q")
    assert next(row for row in told.splitlines() if row.startswith("Caux · ")).endswith("port")
    assert next(row for row in told.splitlines() if row.startswith("Provence · ")).endswith(
        "arsenal"
    )
    rows = told[told.index("Range") :].splitlines()
    assert sum(row.startswith("  ") and "MP of 12" in row for row in rows) <= 20
    assert any("farther away; R NAME tells it of a place" in row for row in rows)


@pytest.mark.rule("RET-34")
def test_of_many_ways_to_pay_only_those_that_are_read_are_put_into_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The controller chooses who dies: the cheapest ways are read out, and any can be typed."""
    allies = {"france": ["france", "savoy"], "spain": ["spain"]}
    state = tabletop(alliances=allies, minors={"savoy": "france"})
    for country in ("france", "savoy"):
        put(state, country, "artois", "A+", "A-", "LD", "LD", veteran=country == "savoy")
    here = [unit.id for unit in state.units_at("artois")]

    async def loses(phase: Phase) -> None:
        await losses.lose(phase, here, 15, "battle")

    told = list[str]()

    def in_words(lost: Sequence[tuple[Unit, int]], named: bool = False) -> str:
        told.append(text := loss_in_words(lost, named))
        return text

    game = Game(state.to_plain(), loses, {"title": "Losses", "seats": {"france": "france"}})
    kept = keep(tmp_path, game, "kept")
    assert kept.game.ask is not None
    answers = kept.game.ask.listed()
    ways = [kept.game.ask.label(raw) for raw in answers]
    assert len(ways) > 100
    monkeypatch.setattr("engine.land.ground.losses.loss_in_words", in_words)
    told.clear()
    read = by_lines(kept, "q")
    assert f"and {len(ways) - 5} more, dearer ones: l lists all, f WORDS finds some" in read
    assert all(way in read for way in ways[:5])
    assert len({*told} & {*ways[5:]}) == 0
    assert ways[-1] in by_lines(kept, "l", "q")
    by_lines(kept, "41")
    assert kept.game.records[-1].answer == answers[40]
    kept.close()


def test_by_lines_what_the_others_did_is_told_in_short_once(tmp_path: Path) -> None:
    game = simulate.new_game(scenarios.read("artois"), 3)
    game.header["programs"] = {"spain": "steady"}
    told = by_lines(keep(tmp_path, game, "kept"), *["x", "1", "", "x"] * 6, "q")
    shorts = [row for row in told.splitlines() if row.startswith("In short: ")]
    assert shorts
    assert all(one != other for one, other in pairwise(shorts))


def test_what_still_stands_above_is_not_told_again_but_what_it_means() -> None:
    """Else a battle's result is read twice; a siege's die says which siege it was thrown for."""
    battle = Result("France wins.", 2, ("Morale left: France 3.",), great=True)
    siege = Result("France undermines Artois: siegeworks +.", 3, ("Die 6 +2 = 8.",))
    loss = Result("Spain loses 1 LD.", 3)
    assert [*untold([battle, loss], ["Spain loses 1 LD.", "France wins."])] == [
        Result("Morale left: France 3.", 2, (), great=True)
    ]
    assert [*untold([siege, loss], [siege.text, loss.text])] == [siege]
    assert [*untold([loss, siege], [siege.text])] == [loss]
