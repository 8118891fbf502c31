"""The whole game as lines of text and numbered choices: no redraw, no colour, no screen.

For screen readers, dumb terminals and scripts. It asks exactly what the screen asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.documents.printable import read_line
from engine.facts.countries import does, with_article
from engine.grammar import capitalised
from engine.land.movement import march_ask
from engine.play.asks import Ask, BadAnswer, Die, Number, Raw, Subset, ordinal
from engine.programs.forecast import future
from engine.sea.voyages import sail_ask
from saves.store import Saved
from tui.answers.composed_answers import draft_for
from tui.answers.path import FREE, PathPrompt
from tui.answers.prompts import plain
from tui.answers.risks_on_the_way import crowd
from tui.answers.which_prompt import prompt_for
from tui.lines import questions, ruling
from tui.lines.line_output import write_line
from tui.lines.view import FEW, TEN, PlainView
from tui.lines.wars import Pair, page
from tui.settings.files import Files
from tui.table import forecasting, orders, undo, visibility
from tui.table.seating import Company
from tui.table.tutorial import Tutor
from tui.words.breadcrumbs import question
from tui.words.results import Result, in_sentences, results

BLANK = 60  # empty lines that push what the next player may not read off a terminal
TOLD = 8  # so many sentences tell what has just happened


def untold(found: Sequence[Result], latest: Sequence[str]) -> Iterator[Result]:
    """The results that do not stand among the latest lines: of what the last of them tells what it
    means, and where that would not say of what it is said the whole once more."""
    for number, each in enumerate(found):
        means = each.means if each.great or number == 0 else ()
        if each.text not in latest or (means and each.text != latest[-1]):
            yield each
        elif means:
            yield each._replace(text=means[0], means=means[1:])


class PlainTable(PlainView):
    """A game played by lines; `read` gives a line (EOFError at the end), `write` shows one."""

    def __init__(
        self,
        saved: Saved,
        read: Callable[[str], str] = read_line,
        write: Callable[[str], None] = write_line,
        files: Files | None = None,
    ) -> None:
        super().__init__(saved, read, write, files)
        self.sitting = ""
        if files is not None:
            self.table.orders = orders.load(files, saved.name)
        self.warned: tuple[Ask[Any], str] | None = None  # a march that loses some, as it was said
        self.repeated: list[str] = []  # the results told before the last question
        self.short = ""  # what the others did, as it was told last
        self.read_out: Ask[Any] | None = None  # the question whose choices were read already
        self.wars: set[Pair] | None = None  # as they were said on one page
        self.each_war = False  # whether each alliance is asked for its wars by itself
        self.begged: set[str] = set()  # who is known to have asked for the pen
        self.company = Company(self.saved)
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
            if said := self.table.obey():
                self.write("\n".join(said))
                continue
            if self.table.program_decides:
                self.game.answer(self.table.program_chooses())
                if handed_over := self.table.thinking.untold():
                    self.write(handed_over)
                continue
            if not self._turn(ask):
                self.write(f"The game is saved as {self.saved.name}.")
                return
        self._tell()
        self.write("The Military phase is over.")
        self.write(f"tercio report {self.saved.name} tells it, with what was won and lost.")

    def _look_around(self) -> str:
        """Follows what others at the same game did; why one cannot answer here now, or ""."""
        self.saved.pen.hear()  # whoever comes here has typed a line
        news, trouble = self.table.look_around()
        if news.said:
            self.write(news.said)
        self.voice.listen()
        if news.people:
            if said := self.company.news():
                self.write(said)
            asking = {one.id: one.player for one in self.saved.asking()}
            if self.saved.pen.mine:
                for one in asking.keys() - self.begged:
                    self.write(f"{asking[one]} asks for the pen: t hands it over.")
            self.begged = set(asking)
        self.game = self.saved.game
        return trouble or self.table.held_back

    def _wait(self, ask: Ask[object], refusal: str) -> bool:
        """Waits until a person looks again; False when he leaves."""
        self.write(f"{capitalised(does(ask.who, 'decide'))}. {refusal}")
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

    def _wars(self, ask: Ask[object]) -> bool:
        """All wars on one page, where all sit at one keyboard; False when one leaves."""
        try:
            wars = page(ask.about, self.read, self.write)
        except (EOFError, KeyboardInterrupt):
            return False
        self.wars, self.each_war = wars, wars is None
        return True

    def _turn(self, ask: Ask[object]) -> bool:
        """One question to a person; False when he leaves."""
        if not self.table.war_page():
            self.wars, self.each_war = None, False
        elif (wars := self.wars) is not None:  # programs may decide between two of its answers
            self._try(lambda: self.table.make_wars(wars))
            if self.game.ask is ask:  # it was refused
                self.wars, self.each_war = None, True
            return True
        elif not self.each_war:
            return self._wars(ask)
        seat = self.table.seat(ask.who)
        if ask.who in self.saved.pen.me.seats or len(self.table.persons()) == 1:
            self.sitting = self.table.sitting = seat  # the same person, whoever he decides for
        if seat != self.sitting:
            secret = self.sitting and self._fog()
            self.write("\n" * BLANK if secret else "")
            self.write(f"== Pass the keyboard to {with_article(ask.who)}. ==")
            self.sitting = self.table.sitting = seat
        again = self.read_out is ask
        self.read_out = ask
        if not again:
            before, self.short = self.short, self.table.in_short()
            if self.short and self.short != before:
                self.write(f"In short: {self.short}")
            fight = ask.about.get("sheet")
            found = results(self.table.unread_news(), fight, (ask.who,))
            said = in_sentences([*untold(found, self.latest)], TOLD)
            for text in said:
                if text not in self.repeated:  # in one battle much may be asked
                    self.write(f">> {text}")
            self.latest, self.repeated = [], said
            self.listed = [] if isinstance(ask, Number) else self._choices(ask)
        self.write("")
        if self.table.taught and not again:
            self.lessons.game = self.game
            for text in self.lessons.spoken(ask, [raw for raw, _ in self.listed]):
                self.write(text)
        if again and len(self.listed) > FEW:
            most = len(self.listed)
            self.write(f"{question(ask.who, ask.question)} (l lists the {most} choices)")
        else:
            self._ask(ask)
        try:
            text = self.read("> ").strip()
        except (EOFError, KeyboardInterrupt):
            return False
        return self._command(ask, text)

    def _command(self, ask: Ask[object], text: str) -> bool:
        """What is typed: a look, a deed or the answer; False when one leaves."""
        if text in ("q", "quit"):
            return False
        if self._looked(ask, text):
            return True
        match text.split(maxsplit=1):
            case ["e"] if (
                isinstance(ask, march_ask.March | sail_ask.Sail) or draft_for(ask) is not None
            ):
                return self._by_hand(ask)
            case ["orders", *numbers]:
                self._orders(ask, " ".join(numbers))
            case ["F" | "forecast", *words]:
                self._try(lambda: self._forecast(ask, " ".join(words)))
            case ["!"]:
                self.write("\n".join(ruling.listed()))
            case ["!", _] if visibility.ruling_refused(self.saved):
                self.write(visibility.HIDES)
            case ["!", words]:
                self._try(lambda: ruling.rule(
                    self.game, words, self._fog(), self.read, self.write))  # fmt: skip
            case ["u"]:
                self._undo()
            case ["r"]:
                self._try(self.game.redo)
            case ["x"] if isinstance(ask, march_ask.March | sail_ask.Sail):
                self._try(lambda: self._give([]))
            case ["x"] if ask.final_answer is not None and ask.final_answer in ask.listed():
                self._try(lambda: self._give(ask.final_answer))
            case []:
                if ask.default is None:
                    self.write("Nothing is usual here, so Enter alone is no answer: choose one.")
                else:
                    self._try(lambda: self._give(ask.default))
            case _:
                self._try(lambda: self._give(self._meant(ask, text)))
        return True

    def _forecast(self, ask: Ask[object], text: str) -> None:
        """What will probably come of it, and what an answer would change."""
        if refused := forecasting.refusal(self.table):
            self.write(refused)
            return
        mine = self._meant(ask, text) if text else None
        found = forecasting.Forecasting(self.table, mine, forecasting.BY_LINES)
        for game in found.games:
            game.into[game.seed] = future(found.position, game.seed, first=game.first)
        self.write("\n".join(found.lines()))

    def _orders(self, ask: Ask[object], number: str) -> None:
        """Shows the standing orders of a seat, or gives and takes back one by its number."""
        seat = self.table.seat(ask.who)
        given = self.table.orders.setdefault(seat, [])
        known = orders.choice(self.game.state, ask.who, given).options
        if 1 <= ordinal(number) <= len(known):
            name = known[ordinal(number) - 1].answer
            (given.remove if name in given else given.append)(name)
            if self.voice.files is not None:
                orders.save(self.voice.files, self.saved.name, self.table.orders)
        for at, option in enumerate(known, 1):
            self.write(f" [{'x' if option.answer in given else ' '}] {at}  {option.label}")
        self.write("orders NUMBER gives an order, or takes it back.")

    def _give(self, raw: Raw) -> None:
        """Gives an answer, and then what is taken for granted: that all of a stack moves."""
        self.game.answer(raw)
        self.table.grant()

    def _meant(self, ask: Ask[object], text: str) -> Raw:
        """The answer that is typed: a number is one of those that are shown, words may be the first
        ones of one of them. Raises BadAnswer."""
        if isinstance(ask, Die) and text == "0" and ask.most == TEN:
            return TEN
        if isinstance(ask, Number | Subset):
            return ask.answer_from_words(text)
        number = ordinal(text)
        if not number:
            first = [raw for raw, label in self.listed if plain(label).startswith(plain(text))]
            try:
                meant = ask.answer_from_words(text)
                if isinstance(ask, march_ask.March | sail_ask.Sail) and not ask.is_legal(meant):
                    self._refuse_way(ask, text)
            except BadAnswer:
                if len(first) != 1 and isinstance(ask, march_ask.March | sail_ask.Sail):
                    self._refuse_way(ask, text)
                    raise  # it says what of the way is none
            else:
                self._warn(ask, meant, text)
                return meant
            if len(first) > 1:
                raise BadAnswer(f"{text!r} may be one of {len(first)}; f {text} lists them")
            if first:
                return first[0]
        if not 0 < number <= len(self.listed):
            raise BadAnswer(
                f"{text!r} is not an answer here; a number from 1 to {len(self.listed)}"
            )
        return self.listed[number - 1][0]

    def _warn(self, ask: Ask[object], meant: Raw, text: str) -> None:
        """Raises BadAnswer, the first time, where some of a stack would be lost (MOV-03)."""
        if not isinstance(ask, march_ask.March) or not meant or self.warned == (ask, text):
            return
        if over := "" if any(item[0] in "+-!" for item in meant) else crowd(ask, meant[-1]):
            self.warned = ask, text
            raise BadAnswer(f"{over}; say it again to march there all the same")

    def _refuse_way(self, ask: march_ask.March | sail_ask.Sail, text: str) -> None:
        """Raises BadAnswer with what `w` says of a place that is named, if it forbids it."""
        try:
            said = questions.why_not(self.game.state, ask, text, self._fog())
        except BadAnswer:
            return
        if not said.casefold().startswith(FREE):
            raise BadAnswer(said.rstrip("."))

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
            self._try(lambda: self._give(raw))
        return True

    def _undo(self) -> None:
        if not self.game.can_undo:
            self._try(self.saved.undo)
            return
        table = self.table
        if isinstance(table.ask, march_ask.March | sail_ask.Sail) and undo.ungrant(table):
            return  # now who of the stack moves is asked
        if not undo.is_free(table):
            self.write(undo.why_asked(table))
            try:
                if self.read("agreed? (y/n) > ").strip().casefold() not in ("y", "yes"):
                    return
            except EOFError:
                return
        self._try(self.saved.undo)
        if table.granted() and table.game.can_undo and undo.is_free(table):
            self._try(self.saved.undo)  # who of a stack moves was taken for granted
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
