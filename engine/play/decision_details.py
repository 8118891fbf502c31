"""What a decision concerns, with what is worked out only when somebody looks at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any


class Weighed(Mapping[str, Any]):
    """What a decision concerns, with what is worked out when somebody looks at it: mostly `odds`,
    perhaps `more`."""

    def __init__(
        self,
        known: Mapping[str, Any],
        odds: Callable[[], Mapping[str, Any]] | None = None,
        **more: Callable[[], Any],
    ) -> None:
        self._known, self._weigh = dict(known), more if odds is None else {"odds": odds, **more}

    def __getitem__(self, key: str) -> Any:
        if key in self._weigh and key not in self._known:
            self._known[key] = self._weigh[key]()
        return self._known[key]

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._known, *self._weigh)))

    def __len__(self) -> int:
        return len(self._known | self._weigh)
