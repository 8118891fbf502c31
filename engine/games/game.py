"""Game: the state, the procedure that plays it and the journal of what was answered.

A record of the journal is one answer with the dice that fell because of it. A position is a
snapshot and the records since; undo, redo, replay, crash recovery and what-if are all replay up to
a point. Dice are recorded and never rolled again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Coroutine, Iterable, Sequence
from traceback import extract_tb
from typing import Any

from engine.games import Procedure as Procedure
from engine.games import rules
from engine.games.dice_source import DiceSource
from engine.games.journal import Journal
from engine.games.journal_records import (
    Diverged,
    EngineError,
    Plain,
    Record,
    Refused,
    Ruling,
    Snapshot,
    Thrown,
)
from engine.games.snapshots import back_to
from engine.play.asks import Ask, BadAnswer, Die, Raw
from engine.play.phase import Entry, Phase
from engine.state import State


class Game:
    """A game: `ask` is the pending question (None when the phase is over), `answer` answers it.

    `start` is a plain document, or reads one that is kept elsewhere.
    `header` says how it was set up: `seed` (int), `dice` ("rolled" or "typed"), `seats` (power to
    the name of the player who sits there). `latest` are later snapshots, the last to open
    at, with the `story` up to it, of which `told` lines are from before the start; the one at the
    record `needed` is kept. `proving` plays records of a stranger: their
    dice are those of the seed, and who ruled was asked. `listener` is called after every change of
    the journal, before anybody sees what came of it, with the number of leading records that stand
    unchanged: a store writes down the rest. Where it raises, the change has not happened. So many
    `standing_lines` of the story were not told anew since a store set them.
    """

    def __init__(
        self,
        start: Plain | Callable[[], Plain],
        procedure: Procedure,
        header: Plain | None = None,
        records: Iterable[Record] = (),
        story: Iterable[Entry] = (),
        checkpoints: bool = True,
        latest: Sequence[Snapshot] = (),
        told: int = 0,
        proving: bool = False,
        needed: int = -1,
    ) -> None:
        self.header: Plain = {"seed": secrets.randbits(63), "dice": "rolled", "seats": {}}
        self.header.update(header or {})
        self.procedure = procedure
        self.rules = rules(self.header)
        self.checkpoints = checkpoints
        self.story: list[Entry] = list(story)
        self.records: list[Record] = []
        self.redoable: list[Record] = []
        self.snapshots = [Snapshot(0, start, told, True)]
        self.standing_lines = len(self.story)
        self.listener: Callable[[int], None] | None = None
        self.ask: Ask[Any] | None = None
        self._dice = DiceSource(self.header, proving)
        self._journal = Journal(self.records, self.snapshots, self._dice, checkpoints, needed)
        self._running: Coroutine[Any, Any, None] | None = None
        again = list(records)
        self.snapshots += [each for each in latest if each.record]
        self.records += again[: self.snapshots[-1].record]
        self._open(self.snapshots[-1])
        self._replay(again[len(self.records) :])
        self._dice.proving = False

    # Playing.

    @property
    def state(self) -> State:
        """The state as it lies on the table; read it, never change it."""
        return self.phase.state

    @property
    def decides(self) -> str:
        """The power that is asked, "" for nobody."""
        return self.ask.who if self.ask is not None else ""

    @property
    def track_box(self) -> str:
        """Where on its track the game stands."""
        return self.rules.box(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the phase has ended."""
        return self.ask is None

    def answer(self, raw: Raw) -> None:
        """Answers the pending question.

        Raises BadAnswer when it is not legal and EngineError when a rule fails; in both cases the
        game stands where it stood.
        """
        if self.ask is None:
            raise BadAnswer("the phase is over: nothing is asked")
        value = self.ask.parse(raw)
        before = len(self.records)
        try:
            self._journal.begin(self.phase, raw, self.ask.who)
            self._pump(value)
        except BaseException as error:
            where = " > ".join(frame.name for frame in extract_tb(error.__traceback__)[2:])
            self._rewind(before)
            if not isinstance(error, Exception):
                raise
            what = f"{type(error).__name__}: {error} (seed {self.header['seed']}; {where})"
            raise EngineError(f"record {before}: {what}") from error
        if self.rules.entered and (why := self.rules.why_unfit(self.state)):
            self._rewind(before)
            raise BadAnswer(f"that position is not possible: {why}")
        if self.listener is not None:
            self._heard(before)
        self.redoable = []

    def _heard(self, standing: int, undone: Sequence[Record] = ()) -> None:
        if self.listener is None:
            return
        try:
            self.listener(standing)
        except BaseException:
            self.follow(standing, undone)
            raise

    def follow(self, standing: int, records: Sequence[Record]) -> None:
        """Keeps the first `standing` records and plays these after them; no listener is told.

        Raises Diverged when they do not fit the rules.
        """
        self.records[standing:] = records
        back_to(self.snapshots, standing)
        self._rewind(len(self.records))

    def _pump(self, value: Any) -> None:
        """Drives the procedure to its next question."""
        assert self._running is not None
        try:
            request = self._running.send(value)
        except StopIteration:
            self.ask = None
            return
        if not isinstance(request, Ask):
            raise TypeError(f"a procedure awaited {request!r}, which is not a question")
        self.ask = request

    # Going back and forth.

    def _open(self, snapshot: Snapshot) -> None:
        """Stands at a snapshot, up to its first question."""
        if self._running is not None:
            self._running.close()
        del self.story[snapshot.story :]
        self.standing_lines = min(self.standing_lines, snapshot.story)
        self.phase: Phase = self.rules.load(snapshot.state, self.story)
        self._journal.open(self.phase, snapshot.record)
        self._running = self.procedure(self.phase)

    def _replay(self, records: list[Record], whole: bool = False) -> None:
        """Plays recorded answers with their recorded dice, from the snapshot just opened.

        A journal cut off before the dice of a boundary rolls these anew; what is `whole`,
        as for an undo, holds every die.
        """
        answers = [number for number, record in enumerate(records) if record.answer is not None]
        ends = [*answers, len(records)]
        if records or whole:
            self._dice.script = [thrown for record in records[: ends[0]] for thrown in record.dice]
        try:
            self._dice.lenient = not whole and not answers
            self._pump(None)
            self._dice.check_all_used(len(self.records))
            for number, end in zip(answers, ends[1:], strict=True):
                dice = [thrown for record in records[number:end] for thrown in record.dice]
                self._dice.lenient = not whole and end == len(records)
                self._replay_one(records[number], dice)
        finally:
            self._dice.script, self._dice.lenient = None, False

    def _replay_one(self, record: Record, dice: list[Thrown]) -> None:
        where = len(self.records)
        if isinstance(record.answer, dict) and "ruling" in record.answer:
            if self._dice.proving and record.who != (who := self.decides):
                raise Diverged(f"record {where}: {record.who} ruled, the rules ask {who}")
            self._dice.script = dice
            self._rule(record)
        else:
            if self.ask is None:
                raise Diverged(f"record {where}: the phase is over, the journal goes on")
            if record.who != (who := self.ask.who):
                raise Diverged(f"record {where}: {record.who} answered, the rules ask {who}")
            try:
                value = self.ask.parse(record.answer)
            except BadAnswer as error:
                raise Diverged(f"record {where}: {error}") from error
            self._dice.script = dice
            try:
                self._journal.begin(self.phase, record.answer, who)
                self._pump(value)
            except Diverged:
                raise
            except Exception as error:
                what = f"{type(error).__name__}: {error}"
                raise Diverged(f"record {where}: the rules fail on it: {what}") from error
        self._dice.check_all_used(where)

    def _rewind(self, count: int) -> None:
        """Goes back to the position after the first `count` records."""
        snapshot = back_to(self.snapshots, count)
        again = self.records[snapshot.record : count]
        del self.records[snapshot.record :]
        self._open(snapshot)
        self._replay(again, whole=True)

    def _last_answer(self) -> int | None:
        """The number of the last record that holds an answer."""
        numbers = range(len(self.records) - 1, -1, -1)
        return next((each for each in numbers if self.records[each].answer is not None), None)

    def undo_consent(self) -> set[str]:
        """The powers whose agreement the undo of the last answer takes; empty when it is free.

        It is free when no die fell since and the same player is still to decide.
        """
        last = self._last_answer()
        if last is None:
            return set()
        undone = self.records[last]
        dice = any(record.dice for record in self.records[last:])
        if not dice and self._seat(undone.who) == self._seat(self.decides):
            return set()
        powers = self.rules.powers(self.state)
        return {power for power in powers if self._seat(power) != self._seat(undone.who)}

    def _seat(self, power: str) -> str:
        return str(self.header["seats"].get(power, power))

    @property
    def can_undo(self) -> bool:
        """Whether there is an answer to take back."""
        return self._last_answer() is not None

    @property
    def can_redo(self) -> bool:
        """Whether an answer that was taken back can be given again."""
        return bool(self.redoable)

    def undo(self, agreed: bool = False) -> None:
        """Takes back the last answer. Raises Refused when there is none, or it takes agreement."""
        last = self._last_answer()
        if last is None:
            raise Refused("nothing to undo: this is where the game begins")
        if self.undo_consent() and not agreed:
            raise Refused("a die fell or another player decided since: the others must agree")
        undone = self.records[last:]
        before = list(self.records), list(self.snapshots), list(self.story)
        try:
            self._rewind(last)
        except Diverged as error:
            self.records[:], self.snapshots[:], self.story = before
            self._rewind(len(self.records))
            raise Refused(f"what lies further back no longer fits the rules: {error}") from error
        self._heard(last, undone)
        self.redoable[:0] = undone

    def redo(self) -> None:
        """Gives the last answer taken back again, with the dice that fell then."""
        if not self.redoable:
            raise Refused("nothing to redo")
        taken = 1
        while taken < len(self.redoable) and self.redoable[taken].answer is None:
            taken += 1
        dice = [thrown for record in self.redoable[:taken] for thrown in record.dice]
        standing = len(self.records)
        self._dice.proving = True  # what was taken back may have come from a stranger
        try:
            self._replay_one(self.redoable[0], dice)
        except (Diverged, BadAnswer) as error:
            self._rewind(standing)
            self.redoable = []
            raise Refused(f"what was taken back no longer fits the rules: {error}") from error
        finally:
            self._dice.script, self._dice.proving = None, False
        self._heard(standing)
        del self.redoable[:taken]

    # Rulings.

    @property
    def is_clean(self) -> bool:
        """Whether nothing has happened since the procedure could last start again."""
        return self._journal.clean

    @property
    def can_rule(self) -> bool:
        """Whether an umpire's ruling may be made now: between moves, not in the middle of one."""
        return self.is_clean and self.checkpoints

    def rule(self, ruling: Ruling) -> None:
        """Records an umpire's ruling and plays on from it. Raises Refused or BadAnswer."""
        if not self.can_rule:
            raise Refused("an umpire's ruling waits until the move or battle in progress is over")
        standing = len(self.records)
        self._rule(Record({"ruling": ruling}, self.decides))
        self._heard(standing)
        self.redoable = []

    def _rule(self, record: Record) -> None:
        latest = self.snapshots[-1]
        marked = latest.record == len(self.records)
        fresh = self.rules.load(latest.state if marked else self.state.to_plain(), []).state
        text = self.rules.apply_ruling(fresh, record.answer["ruling"])
        if why := self.rules.why_unfit(fresh):
            raise BadAnswer(f"that position is not possible: {why}")
        self.records.append(record)
        self.phase.tell("ruling", f"Umpire's ruling: {text}", who=record.who)
        snapshot = Snapshot(len(self.records), fresh.to_plain(), len(self.story), False)
        self.snapshots.append(snapshot)
        self._open(snapshot)
        self._pump(None)

    # Looking.

    def breadcrumb(self) -> str:
        """The procedures that wait for the answer, outermost first: `sequence > movement >
        battle`."""
        names = []
        waiting: Any = self._running
        while waiting is not None and hasattr(waiting, "cr_code"):
            names.append(waiting.__name__)
            waiting = waiting.cr_await
        return " > ".join(names)

    def branch(self, seed: int | None = None) -> Game:
        """A second game at the same position with dice of its own: what if. Touches nothing
        here."""
        snapshot = self.snapshots[-1]
        header = dict(self.header)
        if seed is not None:
            header["seed"] = seed
        again = self.records[snapshot.record :]
        other = Game(lambda: snapshot.state, self.procedure, header, again, (), False)
        other.roll_on()
        return other

    def roll_on(self) -> None:
        """From here on dice are rolled, that which players were to throw now as well."""
        self.header["dice"] = "rolled"
        while isinstance(die := self.ask, Die):
            self._pump(self._journal.throw(self.phase, die.name, die.most, die.modifier))

    def position(self) -> Plain:
        """The plain state of this position; equal positions have equal documents."""
        return self.state.to_plain()
