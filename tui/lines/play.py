"""The whole game as lines of text and numbered choices: no redraw, no colour, no screen.

For screen readers, dumb terminals and scripts. It asks exactly what the screen asks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.documents.printable import asked
from engine.facts import rulebook
from engine.facts.countries import called, does
from engine.land.movement.march import March
from engine.play.asks import Ask, BadAnswer, Die, Number, Raw, Subset, ordinal
from engine.play.game import EngineError, Game, Refused
from engine.play.phase import Entry
from engine.report import begun, together
from engine.sea.voyages.sail import Sail
from engine.state import sides
from saves.plain import SaveError
from saves.store import Saved
from tui.answers.by_hand import draft_for
from tui.answers.choosing import prompt_for
from tui.answers.path import PathPrompt
from tui.answers.prompts import plain
from tui.answers.what_if import at_hand
from tui.lines import looks, questions, ruling
from tui.lines.desk import PlainDesk
from tui.lines.sharing import at_table
from tui.table import visibility
from tui.table.table import NOBODY_ELSE, Table
from tui.table.tutorial import Tutor, taught
from tui.words import diplomacy
from tui.words.chronicle import fits
from tui.words.line import text_of
from tui.words.places import country_name, described_place, entry_line, situation
from tui.words.statistics import dice_lines, loss_lines

HELP = """\
Answer with the number of a choice, or with the words it shows; Enter takes the one marked *.
Several at once: 1,3 or none. A march: the name of a province to go to, or of every one on the way;
x stays. Where it says so, e makes an answer by hand: who goes, which ships, whom to leave behind.
  l  the choices once more          f WORDS  those that hold the words
  u  take back the last answer      r  give it again
  o  the odds; o NAME  what the way to a place costs, and what may happen there
  s  where everything stands        p NAME  a province and what is in it
  b NAME  what lies around a place  w NAME  why not there?
  S  supply of our stacks           B  sieges, blockades, enemy fortresses
  R  how far the stack goes, I  who may intercept it, A  attrition; R NAME  of another stack
  c [WORDS]  the chronicle, or what of it fits the words: c battles power:france
  w  the numbers of the last roll   k WORDS  the rules that hold them: k DRM-03
  d  dice and losses: was it luck?  a  alliances, wars, truces, reasons for war, minors
  t  who is at the table, and what one may do there: sit down, hand the pen over
  i  the battle or siege at hand on the desk
  !  umpire's rulings: the list, ! NAME the fields of one
  ?  these lines                    q  leave; the game is saved"""


WIDTH = questions.WIDTH
BLANK = 60  # empty lines that push what the next player may not read off a terminal
TEN = 10  # which a die shows as 0
FEW = 3  # so many choices are read once more after a look
NAMED = {"p": "a province", "b": "a place", "f": "words of a choice", "k": "words of a rule"}


class PlainTable:
    """A game played by lines; `read` gives a line (EOFError at the end), `write` shows one."""

    def __init__(
        self, saved: Saved, read: Callable[[str], str] = asked, write: Callable[[str], None] = print
    ) -> None:
        self.saved = saved
        self.table = Table(saved)
        self.game: Game = saved.game
        self.read = read
        self.write = write
        self.told = 0
        self.kept: list[Entry] = []  # lines that whoever reads them may not read
        self.reader = ""
        self.sitting = ""
        self.listed: list[tuple[Raw, str]] = []  # the choices as they were last numbered
        self.read_out: Ask[Any] | None = None  # the question whose choices were read already
        self.begged: set[str] = set()  # who is known to have asked for the pen
        self.lessons = Tutor(saved.game)

    def play(self) -> None:
        """Plays until the phase is over or somebody leaves; the game stays saved either way."""
        if self.saved.warning:
            self.write(self.saved.warning)
        if self.saved.greeting:
            self.write(self.saved.greeting)
        self.told = max(0, len(self.game.story) - 5)
        self._look()
        self._situation()
        self.write("Answer with a number, Enter takes what * marks; ? lists all that can be typed.")
        while self.game.ask is not None:
            refusal = self._look_around()
            self._tell()
            ask = self.game.ask
            if self._vote() or ask is None:
                continue
            if refusal:
                if not self._wait(ask, refusal):
                    return
                continue
            if self.table.program_decides:
                self.game.answer(self.table.program_chooses())
                continue
            if not self._turn(ask):
                self.write(f"The game is saved as {self.saved.name}.")
                return
        self._tell()
        self.write("The Military phase is over.")

    def _look_around(self) -> str:
        """Follows what others at the same game did; why one cannot answer here now, or ""."""
        news, trouble = self.table.look_around()
        if news.said:
            self.write(news.said)
        if news.people:
            asking = {one.id: one.player for one in self.saved.asking()}
            if self.saved.pen.mine:
                for one in asking.keys() - self.begged:
                    self.write(f"{asking[one]} asks for the pen: t hands it over.")
            self.begged = set(asking)
        self.game = self.saved.game
        return trouble or self.table.held_back

    def _wait(self, ask: Ask[object], refusal: str) -> bool:
        """Waits until a person looks again; False when he leaves."""
        self.write(f"{begun(does(ask.who, 'decide'))}. {refusal}")
        try:
            text = self.read(
                "Enter looks again, t the table, p asks for the pen, u takes back, q leaves > "
            ).strip()
        except (EOFError, KeyboardInterrupt):
            return False
        if text == "p":
            self._try(self.saved.pen.ask)
        elif text == "u":
            self._undo()
        elif text and text not in ("q", "quit") and not self._looked(None, text):
            self.write(f"No: {text!r} is nothing one does while others decide; ? tells what is.")
        return text not in ("q", "quit")

    def _look(self) -> None:
        """The one who is asked reads from now on, if he is a person and sits here."""
        ask, seats = self.game.ask, self.saved.pen.me.seats
        if seats:
            self.reader = ask.who if ask is not None and ask.who in seats else seats[0]
        elif ask is not None and not self.table.program(ask.who):
            self.reader = "" if self.saved.refusal() else ask.who

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
        return list(visibility.told(story, self.game.state, self.reader, self._fog()))

    def _tell(self) -> None:
        self._look()
        self.told = min(self.told, len(self.game.story))
        standing = {id(entry) for entry in self.game.story} if self.kept else set()
        kept = [entry for entry in self.kept if id(entry) in standing]
        new = [*kept, *self.game.story[self.told :]]
        readable = self._readable(new)
        for entry in readable:
            self.write(entry_line(entry))
        known = {id(entry) for entry in readable}
        self.kept = [entry for entry in new if id(entry) not in known]
        self.told = len(self.game.story)

    def _turn(self, ask: Ask[object]) -> bool:
        """One question to a person; False when he leaves."""
        seat = self.table.seat(ask.who)
        if seat != self.sitting:
            secret = self.sitting and self._fog()
            self.write("\n" * BLANK if secret else "")
            self.write(f"== Pass the keyboard to {called(ask.who)}. ==")
            self.sitting = seat
        again = self.read_out is ask
        self.read_out = ask
        if not again:
            if short := self.table.in_short():
                self.write(f"In short: {short}")
            self.listed = [] if isinstance(ask, Number) else self._choices(ask)
        self.write("")
        if taught(self.game):
            self.lessons.game = self.game
            for text in self.lessons.spoken(ask, [raw for raw, _ in self.listed]):
                self.write(text)
        if again and len(self.listed) > FEW:
            most = len(self.listed)
            self.write(f"{country_name(ask.who)}: {ask.what} (l lists the {most} choices)")
        else:
            self._ask(ask)
        try:
            text = self.read("> ").strip()
        except (EOFError, KeyboardInterrupt):
            return False
        return self._command(ask, text)

    def _ask(self, ask: Ask[Any]) -> None:
        """Reads a question out with all that may be answered."""
        self.write(f"{country_name(ask.who)}: {ask.what}")
        if isinstance(ask, Die):
            reasons = ask.about.get("modifiers", ())
            why = ", ".join(f"{value:+} {reason} ({rule})" for value, reason, rule in reasons)
            ten = ", 0 is ten" if ask.most == TEN else ""
            self.write(f"  the die as it fell, {ask.least} to {ask.most}{ten}")
            self.write(f"  read with {ask.modifier:+}" + (f": {why}" if why else ""))
        for number, (raw, label) in enumerate(self.listed, 1):
            mark = "*" if ask.default is not None and raw == ask.default else " "
            self.write(f" {mark}{number:3}  {label}")
        if isinstance(ask, Number) and not isinstance(ask, Die):
            self.write(f"  a whole number from {ask.least} to {ask.most}")
        if isinstance(ask, March | Sail):
            self.write("    e  place by place, to leave troops behind or take some along")
        elif draft_for(ask) is not None:
            self.write("    e  something else, by hand")
        if not self.listed and ask.default is not None:
            self.write(f" *     {ask.label(ask.default)}")

    def _choices(self, ask: Ask[Any]) -> list[tuple[Raw, str]]:
        """The choices with their words; of those that read alike one, the marked one foremost."""
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

    def _command(self, ask: Ask[object], text: str) -> bool:
        """What is typed: a look, a deed or the answer; False when one leaves."""
        if text in ("q", "quit"):
            return False
        if self._looked(ask, text):
            return True
        match text.split(maxsplit=1):
            case ["e"] if isinstance(ask, March | Sail) or draft_for(ask) is not None:
                return self._by_hand(ask)
            case ["!"]:
                self.write("\n".join(ruling.listed()))
            case ["!", words]:
                self._try(lambda: ruling.rule(
                    self.game, words, self._fog(), self.read, self.write))  # fmt: skip
            case ["u"]:
                self._undo()
            case ["r"]:
                self._try(self.game.redo)
            case ["x"] if isinstance(ask, March | Sail):
                self._try(lambda: self.game.answer([]))
            case []:
                if ask.default is None:
                    self.write("Enter answers nothing here: choose one.")
                else:
                    self._try(lambda: self.game.answer(ask.default))
            case _:
                self._try(lambda: self.game.answer(self._meant(ask, text)))
        return True

    def _looked(self, ask: Ask[Any] | None, text: str) -> bool:
        """Shows what one wants to look at, if that is what is typed."""
        match text.split(maxsplit=1):
            case ["?" | "help"]:
                self.write(HELP)
            case ["s"]:
                self._situation()
            case ["p", name]:
                self.write(described_place(self.game.state, name, self._fog(), self._ours()))
            case ["b", name]:
                self._lines(lambda: looks.around(self.game.state, name, self._fog()))
            case [key, *_] if key in looks.LAYERS:
                self._lines(lambda: looks.layer_lines(
                    text, self.game.state, ask, self._ours(), self._fog()))  # fmt: skip
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
            case ["t", *words]:
                powers, number = self.table.persons_powers(), " ".join(words)
                self._try(lambda: at_table(self.saved, powers, number, self.read, self.write))
            case _ if ask is not None:
                return self._looked_into(ask, text)
            case _:
                return False
        return True

    def _looked_into(self, ask: Ask[Any], text: str) -> bool:
        """The same, of the question."""
        match text.split(maxsplit=1):
            case ["l"]:
                self._ask(ask)
            case ["f", words] if self.listed:
                labels = [label for _, label in self.listed]
                self.write("\n".join(looks.fitting(labels, words)))
            case ["w", name]:
                self._try(lambda: self.write(
                    questions.why_not(self.game.state, ask, name, self._fog())))  # fmt: skip
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

    def _lines(self, look: Callable[[], Sequence[str]]) -> None:
        self._try(lambda: self.write("\n".join(look())))

    def _meant(self, ask: Ask[object], text: str) -> Raw:
        """The answer that is typed: a number is one of those that are shown, words may be the first
        ones of one of them. Raises BadAnswer."""
        if isinstance(ask, Die) and text == "0" and ask.most == TEN:
            return TEN
        if isinstance(ask, Number | Subset):
            return ask.words(text)
        number = ordinal(text)
        if not number:
            first = [raw for raw, label in self.listed if plain(label).startswith(plain(text))]
            try:
                return ask.words(text)
            except BadAnswer:
                if len(first) != 1 and isinstance(ask, March | Sail):
                    raise  # it says what of the way is none
            if len(first) > 1:
                raise BadAnswer(f"{text!r} may be one of {len(first)}; f {text} lists them")
            if first:
                return first[0]
        if not 0 < number <= len(self.listed):
            raise BadAnswer(f"{text!r} is no answer here; a number from 1 to {len(self.listed)}")
        return self.listed[number - 1][0]

    def _by_hand(self, ask: Ask[object]) -> bool:
        """An answer made by hand; False when the input ends."""
        draft, prompt = draft_for(ask), prompt_for(ask)
        try:
            if isinstance(prompt, PathPrompt):
                raw = questions.by_way(prompt, self._fog(), self.read, self.write)
            else:
                assert draft is not None
                raw = questions.by_hand(draft, self.read, self.write)
        except (EOFError, KeyboardInterrupt):
            return False
        if raw is not questions.GIVEN_UP:
            self._try(lambda: self.game.answer(raw))
        return True

    def _try(self, action: Callable[[], object]) -> None:
        try:
            action()
        except (BadAnswer, Refused) as error:
            self.write(f"No: {error}.")
        except SaveError as error:
            self.write(f"{error}.")
        except EngineError as error:
            self.write(f"Tercio made a mistake and stands where it stood: {error}.")

    def _undo(self) -> None:
        if not self.game.can_undo:
            self._try(self.saved.undo)
            return
        table = self.table
        if not table.undo_is_free:
            agree = [called(power) for power in sorted(table.must_agree())]
            who = f"{begun(together(agree))} must agree." if agree else NOBODY_ELSE
            self.write(f"A die has fallen or another player decides since. {who}")
            try:
                if self.read("agreed? (y/n) > ").strip().casefold() not in ("y", "yes"):
                    return
            except EOFError:
                return
        self._try(self.saved.undo)
        while self.saved.wishes:
            try:
                text = self.read("The others are asked. Enter looks again, q gives up > ")
            except EOFError:
                text = "q"
            if text.strip() == "q":
                self.saved.withdraw()
            self._look_around()

    def _vote(self) -> bool:
        """Asks for the word of whoever sits here, while somebody wants to undo what he has seen;
        whether he was asked."""
        vote = self.saved.asked_to_agree()
        if vote is None:
            return False
        self.write(f"{vote.name} asks to take the last answer back, and you have seen what came.")
        try:
            said = self.read("agreed? (y/n) > ").strip().casefold()
        except EOFError:
            return False
        self._try(lambda: self.saved.agree(said in ("y", "yes")))
        self._look_around()
        return True

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
