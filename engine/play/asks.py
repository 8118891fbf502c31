"""What can be asked of a player, and what may be answered.

A procedure awaits an Ask; Game hands it to whoever decides (a person, a program, a script, a test),
parses the raw answer at the door and sends the parsed value back into the procedure. A raw answer
is plain data (text, whole numbers, booleans and lists of these), so that the journal can hold it.

An Ask is a *list* (short and complete) or a *construction* (a route, a split of a stack): then
`offers` suggests some answers and `parse` decides whether any other is legal.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeAlias, TypeVar, overload

from engine.grammar import capitalised

Raw: TypeAlias = Any
"""A raw answer: str, int, bool, or a list or dict (with text keys) of these."""

Draw: TypeAlias = Callable[[int], int]
"""Chance: `draw(n)` gives a number from 0 to n - 1."""

T = TypeVar("T")

LONGEST_NUMBER: Final = 9  # digits
NAMED: Final = 100  # answers that a refusal names


class BadAnswer(ValueError):
    """An answer that is not legal: a sentence that says what is wrong and what may stand there."""


def ordinal(text: str) -> int:
    """The number that a text is, from 1 and of at most nine digits; 0 for any other text."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else 0


def dice_in(text: str, faces: int) -> list[int]:
    """The dice in a text, in their order: `4 2 6`, or `426` where a face is one digit; empty where
    it holds anything else than dice from 1 to that many."""
    words = text.replace(",", " ").split()
    if len(words) == 1 and faces < 10:
        words = [*words[0]]
    found = [ordinal(word) for word in words]
    return found if all(1 <= die <= faces for die in found) else []


def texts(raw: Raw, what: str) -> list[str]:
    """A raw answer that is a list of texts. Raises BadAnswer, which says of what it is none."""
    if type(raw) is not list or not {str}.issuperset(map(type, raw)):
        raise BadAnswer(f"{raw!r} is not a list of {what}")
    return raw


class Option(NamedTuple):
    """One thing that may be answered, how it reads, what it costs or means, and the name under
    which the odds of the question tell of it, where that is not how it reads.

    `stake` tells what it spends, of money or of a turn; "" where nothing is spent.
    """

    answer: str
    label: str
    detail: str = ""
    foretold: str = ""
    stake: str = ""


@dataclass(slots=True, kw_only=True)
class Ask(Generic[T]):
    """A decision: who takes it, its name (a key for screens and programs), and what is asked.

    `about` holds what the decision concerns (a place, units, a side of a battle) as plain data, for
    the screen and for programs that play; no rule reads it. `what` is the sentence and `enter` what
    Enter answers, or they find it when somebody wants to know.
    """

    complete: ClassVar[bool] = True

    who: str
    name: str
    what: str | Callable[[], str]
    about: Mapping[str, Any] = field(default_factory=dict)
    enter: Raw = None

    @property
    def question(self) -> str:
        """The question as a sentence; once it was read it stays, whatever happens to those of whom
        it tells."""
        if callable(self.what):
            self.what = self.what()
        return capitalised(self.what)

    @abstractmethod
    def parse(self, raw: Raw) -> T:
        """The value of a raw answer; raises BadAnswer with a sentence when it is not legal."""

    def is_legal(self, raw: Raw) -> bool:
        """Whether a raw answer is legal."""
        try:
            self.parse(raw)
        except BadAnswer:
            return False
        return True

    @abstractmethod
    def offers(self) -> list[Raw]:
        """Legal raw answers, unique and sorted: all of them for a list, some for a construction."""

    def random_answer(self, draw: Draw) -> Raw:
        """A legal answer by chance: any of the offers is as likely as the others, unless an Ask has
        more of them than is worth looking for."""
        offers = self.offers()
        return offers[draw(len(offers))]

    def listed(self) -> Sequence[Raw]:
        """The offers in the order in which a person reads them."""
        return self.offers()

    def label(self, raw: Raw) -> str:
        """How an offered answer reads in a list."""
        return str(raw)

    def odds_name(self, raw: Raw) -> str:
        """The name under which the odds of the question tell of an answer, "" where they do not."""
        return self.label(raw)

    def stake(self, raw: Raw) -> str:
        """What an answer spends, of money or of a turn, as a sentence; "" where it spends nothing.
        What asks for it makes sure that it is meant."""
        return ""

    @property
    def final_answer(self) -> Raw:
        """The answer that is done with all of this kind; None where there is none."""
        return None

    def answer_from_words(self, text: str) -> Raw:
        """The raw answer that typed words mean: a number of the list, or an answer as it reads.

        Raises BadAnswer when they mean none.
        """
        listed = self.listed()
        if 1 <= ordinal(text) <= len(listed):
            return listed[ordinal(text) - 1]
        for raw in listed:
            if text.casefold() in (str(raw).casefold(), self.label(raw).casefold()):
                return raw
        raise BadAnswer(f"{text!r} is not an answer here; a number from 1 to {len(listed)}")

    @property
    def default(self) -> Raw:
        """What Enter answers; None when nothing is taken for granted."""
        return self.enter() if callable(self.enter) else self.enter

    def __await__(self) -> Generator[Ask[Any], T, T]:
        return (yield self)


class Told(Sequence[Option]):
    """Options whose texts are made when somebody reads them: `tell` makes that of an answer.
    Nothing moves while the question stands. Where the answers are too many to be found at once,
    `drawn` finds one by chance."""

    __slots__ = ("answers", "drawn", "tell")

    def __init__(
        self,
        answers: Sequence[str],
        tell: Callable[[str], Option],
        drawn: Callable[[Draw], str] | None = None,
    ) -> None:
        self.answers, self.tell, self.drawn = answers, tell, drawn

    def __len__(self) -> int:
        return len(self.answers)

    @overload
    def __getitem__(self, at: int) -> Option: ...
    @overload
    def __getitem__(self, at: slice) -> list[Option]: ...
    def __getitem__(self, at: int | slice) -> Option | list[Option]:
        if isinstance(at, slice):
            return [self.tell(answer) for answer in self.answers[at]]
        return self.tell(self.answers[at])


class About(Mapping[str, Any]):
    """What a decision concerns, found when somebody reads it. What it is found of does not change
    once the question is answered."""

    __slots__ = ("_find", "_found")

    def __init__(self, find: Callable[[], Mapping[str, Any]]) -> None:
        self._find = find
        self._found: Mapping[str, Any] | None = None

    def _read(self) -> Mapping[str, Any]:
        if self._found is None:
            self._found = self._find()
        return self._found

    def __getitem__(self, key: str) -> Any:
        return self._read()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())


@dataclass(slots=True, kw_only=True)
class Choose(Ask[str]):
    """One of a short, complete list; the answer is the option's key. Of one alone none is asked."""

    options: Sequence[Option]
    done: str | None = None

    def parse(self, raw: Raw) -> str:
        known = self.listed()
        if type(raw) is str and raw in known:
            return raw
        some = ", ".join(known[:NAMED]) + (", …" if len(known) > NAMED else "")
        raise BadAnswer(f"{raw!r} cannot be answered here; one of: {some}")

    def offers(self) -> list[Raw]:
        return sorted(self.listed())

    def random_answer(self, draw: Draw) -> Raw:
        told = self.options
        if type(told) is Told and told.drawn is not None:
            return told.drawn(draw)
        known = sorted(self.listed())
        return known[draw(len(known))]

    def __await__(self) -> Generator[Ask[Any], str, str]:
        told = self.options
        if type(told) is Told and told.drawn is not None:  # they are many
            return (yield self)
        known = self.listed()
        return known[0] if len(known) == 1 else (yield self)

    def listed(self) -> Sequence[Raw]:
        told = self.options
        return told.answers if type(told) is Told else [option.answer for option in told]

    def option(self, raw: Raw) -> Option | None:
        """The option of an answer; None where it is none."""
        told = self.options
        if type(told) is Told:
            return told.tell(raw) if raw in told.answers else None
        return next((option for option in told if option.answer == raw), None)

    def label(self, raw: Raw) -> str:
        option = self.option(raw)
        detail = f" ({option.detail})" if option and option.detail else ""
        return f"{option.label}{detail}" if option else str(raw)

    def odds_name(self, raw: Raw) -> str:
        return "" if (one := self.option(raw)) is None else one.foretold or one.label

    def stake(self, raw: Raw) -> str:
        return "" if (one := self.option(raw)) is None else one.stake

    @property
    def final_answer(self) -> Raw:
        return self.done


@dataclass(slots=True, kw_only=True)
class YesNo(Ask[bool]):
    """Yes or no; `detail` tells what yes would mean, or finds it when somebody wants to know."""

    detail: str | Callable[[], str] = ""

    @property
    def meaning(self) -> str:
        """What yes would mean; once it was read it stays."""
        if callable(self.detail):
            self.detail = self.detail()
        return self.detail

    def parse(self, raw: Raw) -> bool:
        if type(raw) is not bool:
            raise BadAnswer(f"{raw!r} is neither yes nor no")
        return raw

    def offers(self) -> list[Raw]:
        return [False, True]

    def listed(self) -> list[Raw]:
        return [True, False]

    def answer_from_words(self, text: str) -> Raw:
        meant = {"y": True, "yes": True, "1": True, "n": False, "no": False, "2": False}
        meant[self.label(True).casefold()] = True
        if text.casefold() not in meant:
            raise BadAnswer(f"{text!r} is neither yes nor no")
        return meant[text.casefold()]

    def label(self, raw: Raw) -> str:
        return ("yes" + (f" ({self.meaning})" if self.detail else "")) if raw else "no"

    def odds_name(self, raw: Raw) -> str:
        return "attempt" if raw else "stay"


@dataclass(slots=True, kw_only=True)
class Subset(Ask[tuple[str, ...]]):
    """Any of several things at once, `least` to `most` of them; the answer is a list of their
    keys."""

    complete: ClassVar[bool] = False

    options: Sequence[Option]
    least: int = 0
    most: int | None = None

    def parse(self, raw: Raw) -> tuple[str, ...]:
        known = [option.answer for option in self.options]
        for item in texts(raw, "names"):
            if item not in known:
                there = ", ".join([option.label for option in self.options])
                raise BadAnswer(f"{item!r} is not among: {there or 'nothing'}")
        if len(set(raw)) != len(raw):
            raise BadAnswer("the same thing is named twice")
        most = len(known) if self.most is None else self.most
        if not self.least <= len(raw) <= most:
            raise BadAnswer(f"{len(raw)} are named; {self.least} to {most} may be")
        return tuple(item for item in known if item in raw)

    def offers(self) -> list[Raw]:
        known = sorted(option.answer for option in self.options)
        most = len(known) if self.most is None else self.most
        whole = [known[:size] for size in {self.least, most} if size <= len(known)]
        single = [[item] for item in known] if self.least <= 1 <= most else []
        return sorted({tuple(offer): offer for offer in [*whole, *single]}.values())

    def answer_from_words(self, text: str) -> Raw:
        if text.casefold() in ("none", "nobody", "0", "-"):
            return []
        return [item for part in text.split(",") for item in self._named(part)]

    def _named(self, text: str) -> list[str]:
        """What is named between two commas: a thing by all its words, or several by their numbers,
        names or keys."""
        known = {option.label.casefold(): option.answer for option in self.options}
        whole = known.get(text.strip().casefold())
        chosen = [] if whole is None else [whole]
        for word in text.split() if whole is None else ():
            at = ordinal(word)
            numbered = 1 <= at <= len(self.options)
            meant = self.options[at - 1].answer if numbered else known.get(word.casefold(), word)
            chosen.append(meant)
        return chosen

    def label(self, raw: Raw) -> str:
        labels = {option.answer: option.label for option in self.options}
        return ", ".join(labels.get(item, str(item)) for item in raw) or "none"

    @property
    def default(self) -> Raw:
        return None if self.enter is None else list(self.enter)


@dataclass(slots=True, kw_only=True)
class Number(Ask[int]):
    """A whole number from `least` to `most`."""

    least: int
    most: int

    def parse(self, raw: Raw) -> int:
        if type(raw) is not int or not self.least <= raw <= self.most:
            raise BadAnswer(f"{raw!r} is not a whole number from {self.least} to {self.most}")
        return raw

    def offers(self) -> list[Raw]:
        return list(range(self.least, self.most + 1))

    def answer_from_words(self, text: str) -> Raw:
        try:
            return int(text)
        except ValueError:
            return self.parse(text)


@dataclass(slots=True, kw_only=True)
class Die(Number):
    """A die: `name` is the die's name, `modifier` what it will be read with; `about` may tell the
    modifiers it is the sum of, as value, reason and rule. Game answers it by itself from the seeded
    or recorded dice; with typed dice the players do."""

    least: int = 1
    most: int = 10
    modifier: int = 0
