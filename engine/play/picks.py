"""Some of many counters and leaders, asked for together: a part of a stack, who intercepts."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from engine.play.asks import Ask, Draw, Raw, T, texts


@dataclass(slots=True, kw_only=True)
class Pick(Ask[T]):
    """The answer is a list of keys; offered is what is likely."""

    complete: ClassVar[bool] = False

    # What was found legal: nothing moves while the question stands.
    _legal: dict[tuple[str, ...], T] = field(default_factory=dict, repr=False, compare=False)

    def parse(self, raw: Raw) -> T:
        given = tuple(texts(raw, "counters and leaders"))
        if given not in self._legal:
            self._legal[given] = self.read(raw)
        return self._legal[given]

    @abstractmethod
    def read(self, raw: list[str]) -> T:
        """The value of a list of keys; raises BadAnswer with a sentence when it is not legal."""

    @abstractmethod
    def likely(self) -> Iterable[Sequence[str]]:
        """What may be meant, legal or not, in any order."""

    def offers(self) -> list[Raw]:
        return [raw for raw in map(list, self._likely()) if self.is_legal(raw)]

    def random_answer(self, draw: Draw) -> Raw:
        likely = self._likely()
        while not self.is_legal(raw := [*likely.pop(draw(len(likely)))]):
            pass
        return raw

    def _likely(self) -> list[tuple[str, ...]]:
        return sorted({*map(tuple, self.likely())})
