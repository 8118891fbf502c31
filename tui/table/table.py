"""The table the players sit at: who decides, who sits there, answers and the programs."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

from engine.facts.countries import with_article
from engine.games.game import Game
from engine.games.journal_records import EngineError, Record, Refused
from engine.play.asks import Ask, Die, Raw, Subset
from engine.play.phase import Entry
from engine.state import known_zones, sides
from saves.disk.packing import SaveError
from saves.sharing.news import News
from tui.table import visibility
from tui.table.orders import answer_by_orders
from tui.table.program_thinking import Thinking
from tui.words.in_short import recap
from tui.words.places import country_name, place_name
from tui.words.saved_games import sentence

if TYPE_CHECKING:
    from saves.store import Saved


FEW: Final = 5  # lines of news


class Table:
    """A game with its players. What is refused comes back as a sentence, "" when it was done."""

    def __init__(self, saved: Saved) -> None:
        self.saved = saved
        self.sitting = ""
        self.held_back = ""
        self.orders: dict[str, list[str]] = {}  # standing ones, by seat
        self.thinking = Thinking(saved.think or saved.game.header.get("think"))
        self._readings = defaultdict[str, visibility.Reading](visibility.Reading)
        self._decided: dict[str, tuple[int, Record, int]] = {}  # by seat: so many records, the last
        # of them, and the number of that in which somebody of the seat decided last, or -1
        self.look_around()

    @property
    def game(self) -> Game:
        """The game itself."""
        return self.saved.game

    @property
    def taught(self) -> bool:
        """Whether the game is that of the tutorial."""
        return self.game.header.get("tutorial") is True

    @property
    def untaught(self) -> bool:
        """Whether the first lesson is still to be read, before anybody plays."""
        answered = any(record.answer is not None for record in self.game.records)
        return self.taught and not (self.sitting or answered)

    @property
    def ask(self) -> Ask[Any] | None:
        """What is asked now."""
        return self.game.ask

    # Others at the same game.

    def look_around(self) -> tuple[News, str]:
        """Follows what others did; a sentence when that cannot be. `held_back` says afterwards why
        nobody can answer here now, "" when one can."""
        try:
            news, trouble = self.saved.poll(), ""
        except SaveError as error:
            news, trouble = News(), sentence(error)
        self._see_who_holds_back()
        return news, trouble

    def _see_who_holds_back(self) -> None:
        try:
            self.held_back = self.saved.refusal()
        except SaveError as error:
            self.held_back = sentence(error)

    # Who sits where.

    def seat(self, power: str) -> str:
        """The player who decides for a power."""
        return str(self.game.header["seats"].get(power, power))

    def program(self, power: str) -> str:
        """The program that plays a power, "" for a person."""
        return str(self.game.header.get("programs", {}).get(power, ""))

    @property
    def program_decides(self) -> bool:
        """Whether a program is to answer, and does so from here."""
        return self.ask is not None and bool(self.program(self.ask.who)) and not self.held_back

    def persons(self) -> set[str]:
        """The seats at which persons sit."""
        return {self.seat(power) for power in self.persons_powers()}

    def persons_powers(self) -> set[str]:
        """The powers that persons play."""
        powers = self.game.rules.powers(self.game.state)
        return {power for power in powers if not self.program(power)}

    def viewer(self) -> str:
        """The power that looks at the screen: who decides, who sits there, or the first to play."""
        if self.ask is not None and not self.program_decides:
            return self.ask.who
        powers = [power for each in self.game.state.diplomacy.alliances for power in each.members]
        played = self.persons_powers()  # no minor, which its patron plays
        persons = [power for power in powers if power in played]
        seated = [power for power in persons if self.seat(power) == self.sitting]
        return next(iter([*seated, *persons, *powers]), "")

    def viewpoint_power(self) -> str:
        """The power whose knowledge is shown: the viewer's; "" for one who watches others play, and
        where that power's seat is locked and not taken here."""
        seats, ask = self.saved.pen.me.seats, self.ask
        if seats:
            return ask.who if ask is not None and ask.who in seats else seats[0]
        viewer = self.viewer()
        return viewer if not self.held_back and self.saved.may_see(viewer) else ""

    def eyes(self) -> str:
        """The power whose stacks are shown as one's own: the viewer, but where zones may be unknown
        nobody whose knowledge is not shown."""
        unknown = known_zones.knowledge_counts(self.game.state) and self.persons_powers()
        return self.viewpoint_power() if unknown else self.viewer()

    def fog(self) -> frozenset[str]:
        """The zones that are unknown to the one who looks; none where programs play alone."""
        return (
            visibility.fog(self.game.state, self.viewpoint_power())
            if self.persons_powers()
            else visibility.NOTHING
        )

    def story(self) -> list[Entry]:
        """The lines of the story that the one who looks may read."""
        hidden = self.fog()
        if not hidden:
            return self.game.story
        power = self.viewpoint_power()
        return list(self._readings[power].read(self.game.story, self.game.state, power, hidden))

    def secret(self, ask: Ask[Any]) -> bool:
        """Whether a question of another power tells of zones that the one who looks knows not."""
        hidden = self.fog()
        if ask.who == self.viewpoint_power() or not hidden:
            return False
        place = getattr(ask, "place", ask.about.get("place", ""))
        said = [ask.question, *(option.label for option in getattr(ask, "options", ()))]
        return place in hidden or any(visibility.names_hidden(each, hidden) for each in said)

    def told_to_all(self, ask: Ask[Any]) -> str:
        """A question as far as everybody at the table may hear it."""
        common = visibility.fog(self.game.state, "")
        place = ask.about.get("place", "")
        return (
            "" if place in common or visibility.names_hidden(ask.question, common) else ask.question
        )

    def someone_else(self) -> bool:
        """Whether the keyboard must go to another person; a typed die is nobody's secret."""
        ask = self.ask
        if ask is None or self.program_decides or isinstance(ask, Die) or self.held_back:
            return False
        if ask.who in self.saved.pen.me.seats:
            return False
        return self.seat(ask.who) != self.sitting and len(self.persons()) > 1

    def sit(self) -> None:
        """The one who decides has sat down, where he can do so here."""
        if self.ask is not None and not self.held_back:
            self.sitting = self.seat(self.ask.who)

    # Playing.

    def attempt(self, action: Callable[[], object]) -> str:
        """Does something to the game; a sentence when it is refused or cannot be written down."""
        try:
            action()
        except (ValueError, Refused) as error:  # BadAnswer is a ValueError
            return sentence(error)
        except EngineError as error:
            return f"Tercio made a mistake; the game stands where it stood. {sentence(error)}"
        except SaveError as error:
            return sentence(error)
        self._see_who_holds_back()
        return ""

    def answer(self, raw: Raw) -> str:
        """Answers what is asked; a sentence when it is refused."""
        return self.attempt(lambda: self.game.answer(raw))

    # What is taken for granted.

    def granted(self) -> bool:
        """Whether the question is one that is answered as usual unless somebody asks for it: who of
        a stack moves, all of it."""
        ask = self.ask
        return ask is not None and ask.name == "mover" and ask.default is not None

    def grant(self) -> None:
        """Answers what is taken for granted, for a person who may answer here."""
        while self.granted() and not self.program_decides and not self.someone_else():
            if self.held_back or self.answer(self.ask.default if self.ask is not None else None):
                return

    def war_page(self) -> bool:
        """Whether all wars may be said on one page: the persons sit at one keyboard."""
        ask = self.ask
        wars = ask is not None and "apart" in ask.about
        return wars and not self.saved.pen.me.seats and not self.held_back

    def make_wars(self, wars: Collection[frozenset[str]]) -> None:
        """Answers who makes war on whom as it was said on one page."""
        while self.war_page() and not self.program_decides and isinstance(self.ask, Subset):
            own = str(self.ask.about["alliance"])
            foes = [each.answer for each in self.ask.options]
            if self.answer([foe for foe in foes if frozenset((own, foe)) in wars]):
                return

    def obey(self) -> list[str]:
        """Answers what the standing orders of whoever decides answer; a sentence each."""
        said: list[str] = []
        while (ask := self.ask) is not None and not self.program_decides and not self.held_back:
            found = answer_by_orders(ask, self.game.state, self.orders.get(self.seat(ask.who), ()))
            if found is None or self.answer(found[0]):
                break
            said.append(f"Standing order of {with_article(ask.who)}: {found[1]}.")
        return said

    def program_chooses(self) -> Raw:
        """What the program that is to decide would answer; it only looks at the game."""
        assert self.ask is not None
        return self.thinking.chosen(self.game, self.ask, self.program(self.ask.who))

    def rule(self, ruling: dict[str, Any]) -> str:
        """Records an umpire's ruling."""
        return self.attempt(lambda: self.game.rule(ruling))

    # What happened.

    def news(self, power: str, own: bool = False) -> list[Entry]:
        """What the chronicle tells to a power since somebody of its seat last decided; with what
        that decision itself has told, if `own`."""
        last, state = self._last_decision(self.seat(power)), self.game.state
        after = bisect_left if own else bisect_right
        start = after(self.game.story, last, key=lambda entry: entry.record)
        return list(
            visibility.visible(self.game.story[start:], state, power, visibility.fog(state, power))
        )

    def _last_decision(self, seat: str) -> int:
        """The number of the record in which somebody of a seat decided last; -1 for none. Only the
        records that are new are looked at."""
        records, count, last = self.game.records, 0, -1
        if not records:
            return -1
        if (known := self._decided.get(seat)) is not None:
            before, newest, found = known
            if before <= len(records) and records[before - 1] is newest:
                count, last = before, found
        new = range(len(records) - 1, count - 1, -1)
        last = next((n for n in new if self._sat(seat, records[n])), last)
        self._decided[seat] = len(records), records[-1], last
        return last

    def _sat(self, seat: str, record: Record) -> bool:
        person = record.answer is not None and not self.program(record.who)
        return person and self.seat(record.who) == seat

    def unread_news(self) -> list[Entry]:
        """The news of whoever looks; where nobody may look as he does, what all may hear."""
        news = self.news(self.viewer())
        return news if self.viewpoint_power() == self.viewer() else self.lines_for_all(news)

    def in_short(self, told: Sequence[Entry] | None = None) -> str:
        """What happened since the last impulse of the person who is asked, in a paragraph; "" where
        somebody else looks. `told` is the story as he reads it, where it is known already."""
        ask, power = self.ask, self.viewpoint_power()
        if ask is None or ask.who != power or self.program_decides:
            return ""
        ours = sides.alliance_of(self.game.state, power)
        story = self.story() if told is None else told
        news = takewhile(lambda entry: entry.impulse != ours, reversed(story))
        return recap([*news][::-1], ours)

    def lines_for_all(self, told: Iterable[Entry]) -> list[Entry]:
        """What of some lines everybody at the table may hear."""
        state = self.game.state
        return list(visibility.visible(told, state, "", visibility.fog(state, "")))

    def since_last_decision(self, power: str) -> list[Entry]:
        """What the chronicle tells to a power since it last decided, while another may still look:
        the latest five lines that are nobody's secret, those about it before others."""
        new = self.lines_for_all(self.news(power))
        own = [entry for entry in new if concerns(self.game, entry, power)][-FEW:]
        others = [entry for entry in new if entry not in own]
        chosen = own + others[max(0, len(others) + len(own) - FEW) :]
        return [entry for entry in new if entry in chosen][-FEW:]


def concerns(game: Game, entry: Entry, power: str) -> bool:
    """Whether a line of the chronicle is about a power or one of its minors, or about everybody."""
    mine = {power, *(c.id for c in game.state.countries.values() if c.patron == power)}
    if entry.kind in ("round", "order", "war", "ruling") or entry.who in mine:
        return True
    if entry.place and any(unit.country in mine for unit in game.state.units_at(entry.place)):
        return True
    return any(with_article(country) in entry.text or country_name(country) in entry.text
               for country in mine)  # fmt: skip


def jumps(game: Game, hidden: Collection[str]) -> Iterator[tuple[str, str]]:
    """Every place with troops that is not hidden, as name and id, for the palette."""
    for place in game.state.occupied_places():
        if place not in hidden:
            yield place_name(place), place
