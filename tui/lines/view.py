"""What one sees of a game by lines: the question, what happened, and all that may be looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

from engine.facts import board, place_names, rulebook
from engine.games.game import Game
from engine.games.journal_records import EngineError, Refused
from engine.grammar import ended
from engine.land.movement import march_ask
from engine.notation import what_if
from engine.play.asks import Ask, BadAnswer, Choose, Die, Number, Raw, Subset, Told
from engine.play.phase import Entry
from engine.sea.voyages import sail_ask
from engine.state import sides
from saves.disk.packing import SaveError
from saves.store import Saved
from tui.answers.composed_answers import draft_for
from tui.answers.desk_document import at_hand
from tui.answers.odds import by_choice
from tui.answers.risks_on_the_way import asked_odds, known
from tui.lines import map_in_words, questions, talk
from tui.lines.desk import PlainDesk
from tui.lines.sharing import at_table
from tui.lines.talk import Voice
from tui.settings.files import Files
from tui.table import visibility
from tui.table.hint import hint, refusal
from tui.table.table import Table
from tui.words import diplomacy, siege_card
from tui.words.breadcrumbs import question
from tui.words.chronicle import fits
from tui.words.decision import decision_lines, side_lines
from tui.words.line import text_of
from tui.words.place_line import described_place
from tui.words.places import (
    POSITIONS,
    alliances_present,
    brief_words,
    entry_line,
    situation,
)
from tui.words.saved_games import sentence
from tui.words.statistics import dice_lines, loss_lines

HELP = f"""\
Answer with the number of a choice, or with the words it shows; Enter takes the one marked *.
Several at once: 1,3 or none. A march: the name of a province to go to, or of every one on the way;
x stays, or moves nobody more; u lets a part of the stack go. Where it says so, e makes an answer by
hand: who intercepts, which ships are lost, whom to leave behind.
  l  the choices once more          f WORDS  those that hold the words
  u  take back the last answer      r  give it again
  o  the odds; o NAME  what the way to a place costs, and what may happen there
     o leave 2 LD, o with A-, o no leader: the odds if it were otherwise; o NAME leave 2 LD
  s  where everything stands        p NAME  a province and what is in it
  b NAME  what lies around a place  w NAME  why not there?
  S  supply of our stacks           B  sieges, blockades, enemy fortresses
  R  how far the stack goes, I  who may intercept it, A  attrition; R NAME  of another stack
  c [WORDS]  the chronicle, or what of it fits the words: c battles power:france
  C  what this phase changed on the table, to carry back to one of cardboard
  w  the numbers of the last roll   k WORDS  the rules that hold them: k DRM-03
  why?  what captain planned in its last impulse, and what else it weighed
  H  a hint: what captain would answer here, why, and how much better than what is marked
  F  a forecast: what will probably come of it; F ANSWER  and what that answer would change
  d  dice and losses: was it luck?  a  alliances, wars, truces, reasons for war, minors
  t  who is at the table, and what one may do there: sit down, hand the pen over
{talk.HELP}
  i  the battle or siege at hand on the desk
  orders  standing ones: questions that are not asked; orders NUMBER gives one, or takes it back
  !  umpire's rulings: the list, ! NAME the fields of one
  ?  these lines                    q  leave; the game is saved"""
WIDTH = questions.WIDTH
FEW = 3  # so many choices are read once more after a look
FEWER, MOST = 5, 20  # ways to pay that are read out, where there are so many
TEN = 10  # which a die shows as 0
NEAR = 10  # so many of the last lines are still in sight
NAMED = {"p": "a province", "b": "a place", "f": "words of a choice", "k": "words of a rule"}


class Labelled(Sequence[tuple[Raw, str]]):
    """What may be answered, each put into words when it is read."""

    def __init__(self, told: Told) -> None:
        self.told = told

    def __len__(self) -> int:
        return len(self.told)

    @overload
    def __getitem__(self, at: int) -> tuple[Raw, str]: ...
    @overload
    def __getitem__(self, at: slice) -> list[tuple[Raw, str]]: ...
    def __getitem__(self, at: int | slice) -> tuple[Raw, str] | list[tuple[Raw, str]]:
        if isinstance(at, slice):
            return [(option.answer, option.label) for option in self.told[at]]
        return self.told[at].answer, self.told[at].label

    def __iter__(self) -> Iterator[tuple[Raw, str]]:
        return ((raw, self.told.tell(raw).label) for raw in self.told.answers)


class PlainView:
    """A game as whoever reads the lines may see it."""

    def __init__(
        self,
        saved: Saved,
        read: Callable[[str], str],
        write: Callable[[str], None],
        files: Files | None = None,
    ) -> None:
        self.saved = saved
        self.voice = Voice(saved, write, files)
        self.table = Table(saved)
        self.game: Game = saved.game
        self.read = read
        self.write = write
        self.told = 0
        self.latest: list[str] = []  # the last lines of the story since a question was read out
        self.kept: list[Entry] = []  # lines that whoever reads them may not read
        self.reader = ""
        self.listed: Sequence[tuple[Raw, str]] = []  # the choices as they were last numbered

    def _look(self) -> None:
        """The one who is asked reads from now on, if he is a person and sits here; while a program
        is asked, whoever read before, or who plays against programs alone."""
        ask, seats = self.game.ask, self.saved.pen.me.seats
        if seats:
            self.reader = ask.who if ask is not None and ask.who in seats else seats[0]
        elif ask is not None and not self.table.program(ask.who):
            self.reader = "" if self.saved.refusal() else ask.who
        elif not self.reader and len(self.table.persons()) == 1:
            self.reader = self.table.viewpoint_power()

    def _fog(self) -> frozenset[str]:
        """The zones unknown to the one who reads; none where programs play alone."""
        state = self.game.state
        powers = {sides.decider(state, country) for country in state.countries}
        alone = all(map(self.table.program, powers))
        return visibility.NOTHING if alone else visibility.fog(state, self.reader)

    def _ours(self) -> str:
        return sides.alliance_of(self.game.state, self.reader) if self.reader else ""

    def _situation(self) -> None:
        self.write(situation(self.game, self._fog(), self._ours()))

    def _readable(self, story: Sequence[Entry]) -> list[Entry]:
        return list(visibility.visible(story, self.game.state, self.reader, self._fog()))

    def _tell(self) -> None:
        self._look()
        self.told = min(self.told, len(self.game.story))
        standing = {id(entry) for entry in self.game.story} if self.kept else set()
        kept = [entry for entry in self.kept if id(entry) in standing]
        new = [*kept, *self.game.story[self.told :]]
        readable = self._readable(new)
        for entry in readable:
            self.write(entry_line(entry))
        self.latest = [*self.latest, *(entry.text for entry in readable)][-NEAR:]
        known = {id(entry) for entry in readable}
        self.kept = [entry for entry in new if id(entry) not in known]
        self.told = len(self.game.story)

    def _ask(self, ask: Ask[Any], whole: bool = False) -> None:
        """Reads a question out with all that may be answered."""
        self.write(question(ask.who, ask.question))
        if isinstance(ask, Die):
            reasons = ask.about.get("modifiers", ())
            why = ", ".join(f"{value:+} {reason} ({rule})" for value, reason, rule in reasons)
            ten = ", 0 is ten" if ask.most == TEN else ""
            self.write(f"  the die as it fell, {ask.least} to {ask.most}{ten}")
            self.write(f"  read with {ask.modifier:+}" + (f": {why}" if why else ""))
        odds = asked_odds(ask) or {}
        shown = self.listed[:FEWER] if self._long(ask) and not whole else self.listed
        chances = by_choice(ask, [raw for raw, _ in shown], odds)
        for number, (raw, label) in enumerate(shown, 1):
            mark = "*" if ask.default is not None and raw == ask.default else " "
            told = f": {chances[number - 1]}" if number - 1 in chances else ""
            self.write(f" {mark}{number:3}  {label}{told}{self._met(ask, raw)}")
        if len(shown) < len(self.listed):
            more = len(self.listed) - len(shown)
            self.write(f"      and {more} more, dearer ones: l lists all, f WORDS finds some")
        self._known(ask)
        if isinstance(ask, Number) and not isinstance(ask, Die):
            self.write(f"  a whole number from {ask.least} to {ask.most}")
        if isinstance(ask, march_ask.March | sail_ask.Sail):
            self.write("    e  place by place, to leave troops behind or take some along")
        elif draft_for(ask) is not None:
            self.write("    e  something else, by hand")
        if not self.listed and ask.default is not None:
            self.write(f" *     {ask.label(ask.default)}")

    def _long(self, ask: Ask[Any]) -> bool:
        """Whether there are more ways to pay than one reads through, the cheapest first."""
        return "pays" in ask.about and len(self.listed) > MOST

    def _met(self, ask: Ask[Any], raw: Raw) -> str:
        """Which enemies stand at the end of a march, in the field and behind walls."""
        place = (
            raw[-1] if isinstance(ask, march_ask.March) and raw and raw[-1][0] not in "+-!" else ""
        )
        if (
            not isinstance(ask, march_ask.March)
            or not place
            or board.is_sea(place)
            or place in self._fog()
        ):
            return ""
        found = [
            brief_words(sides.stack(ask.state, place, each, position))
            for position in POSITIONS
            for each in alliances_present(ask.state, place, position)
            if sides.at_war(ask.state, each, ask.alliance)
        ]
        if sides.enemy_fortress(ask.state, place, ask.alliance):
            found.append(f"a fortress of level {sides.fortress_level(ask.state, place)}")
        return f"; there: {', '.join(found)}" if found else ""

    def _known(self, ask: Ask[Any]) -> None:
        """Both sides of the battle that a question is about, its odds, and why they are so."""
        found = known(ask)
        if found.stands:
            self.write(text_of(side_lines(found.stands["sides"], WIDTH, found.stands["afloat"])))
        for name, compared in found.compared.items():
            self.write("\n".join([*([f"  {name}:"] if name else []),
                                  text_of(decision_lines(compared, WIDTH))]))  # fmt: skip

    def _choices(self, ask: Ask[Any]) -> Sequence[tuple[Raw, str]]:
        """The choices with their words; of those that read alike one, the marked one foremost. More
        ways to pay than one reads through are put into words one by one."""
        told = ask.options if isinstance(ask, Choose) and "pays" in ask.about else ()
        if isinstance(told, Told) and len(told) > MOST:
            return Labelled(told)
        if isinstance(ask, Subset):
            return [
                (option.answer, f"{option.label} {option.detail}".strip()) for option in ask.options
            ]
        read: dict[str, Raw] = {}
        for raw in ask.listed():
            if raw == ask.default:
                read[ask.label(raw)] = raw
            else:
                read.setdefault(ask.label(raw), raw)
        return [(raw, label) for label, raw in read.items()]

    def _looked(self, ask: Ask[Any] | None, text: str) -> bool:
        """Shows what one wants to look at, if that is what is typed."""
        match text.split(maxsplit=1):
            case ["?" | "help"]:
                self.write(HELP)
            case ["s"]:
                self._situation()
            case ["p", name]:
                self.write(described_place(self.game.state, name, self._fog(), self._ours()))
                self._siege(name)
            case ["b", name]:
                self._lines(lambda: map_in_words.around(self.game.state, name, self._fog()))
            case [key, *_] if key in map_in_words.LAYERS:
                self._lines(lambda: map_in_words.layer_lines(
                    text, self.game.state, ask, self._ours(), self._fog()))  # fmt: skip
            case ["C"]:
                self.write(visibility.changed(self.saved))
            case ["c", *words]:
                story = self._readable(self.game.story)
                found = [entry_line(entry) for entry in story if fits(entry, " ".join(words))]
                self.write("\n".join(found) or "Nothing in the chronicle fits that.")
            case ["d"]:
                story = self._readable(self.game.story)
                for lines in (dice_lines, loss_lines):
                    self.write(text_of(lines(self.game, story, WIDTH)))
            case ["k", words]:
                told = [f"{rule.id}: {rule.text}" for rule in rulebook.search(words)]
                self.write("\n".join(told) or f"No rule holds {words!r}.")
            case ["a"]:
                self.write(text_of(diplomacy.lines(self.game.state, WIDTH)))
            case ["w"]:
                self._why()
            case ["why?" | "why"]:
                self.write("\n".join(self.table.thinking.why(self._fog())))
            case ["t", *words]:
                powers, number = self.table.persons_powers(), " ".join(words)
                self._try(lambda: at_table(self.saved, powers, number, self.read, self.write))
            case _ if self.voice.command(text):
                pass
            case _ if ask is not None:
                return self._looked_into(ask, text)
            case _:
                return False
        return True

    def _looked_into(self, ask: Ask[Any], text: str) -> bool:
        """The same, of the question."""
        match text.split(maxsplit=1):
            case ["l"]:
                if len(self.listed) > FEW:  # fewer are read out with the question itself
                    self._ask(ask, whole=True)
            case ["H" | "hint"]:
                refused = refusal(self.table)
                self.write(refused or "\n".join(hint(self.table, ask.default)()))
            case ["f", words] if self.listed:
                labels = [label for _, label in self.listed]
                self.write("\n".join(map_in_words.fitting(labels, words)))
            case ["w", name]:
                self._try(lambda: self.write(
                    questions.why_not(self.game.state, ask, name, self._fog())))  # fmt: skip
            case ["o", *words] if any(map(what_if.is_change, " ".join(words).split())):
                said = " ".join(words)
                self._try(lambda: self.write(
                    questions.compare_odds(self.game.state, ask, said, self._fog())))  # fmt: skip
            case ["o", *words]:
                self._try(lambda: self.write(
                    questions.odds(ask, " ".join(words), self._fog())))  # fmt: skip
            case ["i"]:
                found = at_hand(self.game.state, ask, None)
                if found is None:
                    self.write("This question is about no battle and no siege.")
                else:
                    PlainDesk(self.read, self.write).play(found.kind, found.document)
            case [letter] if letter in NAMED:
                self.write(f"{letter} wants {NAMED[letter]} behind it; ? tells what may be typed.")
            case _:
                return False
        return True

    def _siege(self, name: str) -> None:
        """The card of a siege, where one goes on."""
        state = self.game.state
        found = [each.id for each in place_names.best_matches(name) if each.id not in self._fog()]
        if len(found) == 1 and found[0] in state.land.sieges:
            story = self._readable(self.game.story)
            self.write(text_of(siege_card.card(state, found[0], story).lines(WIDTH)))

    def _lines(self, look: Callable[[], Sequence[str]]) -> None:
        self._try(lambda: self.write("\n".join(look())))

    def _try(self, action: Callable[[], object]) -> None:
        try:
            action()
        except (BadAnswer, Refused) as error:
            self.write(ended(f"No: {error}"))
        except SaveError as error:
            self.write(sentence(error))
        except EngineError as error:
            self.write(f"Tercio made a mistake and stands where it stood: {error}.")

    def _why(self) -> None:
        for entry in reversed(self._readable(self.game.story)):
            if entry.sheet and "die" in entry.sheet:
                sheet = entry.sheet
                self.write(f"{sheet.get('name') or entry.text}: {sheet['purpose']}")
                self.write(f"  die {sheet['die']}")
                for value, why, rule in sheet["modifiers"]:
                    self.write(f"  {value:+} {why} ({rule})")
                self.write(f"  result {sheet['result']}")
                return
        self.write("No die has been read yet.")
