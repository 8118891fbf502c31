"""Where the dice of a game come from: its seed, or the journal that is replayed."""

from __future__ import annotations

from engine.games.journal_records import Diverged, Plain, Thrown
from engine.play.dice import seeded


class DiceSource:
    """What each die of a game shows.

    `script` are the dice that a journal holds for what is replayed, None while the game is played;
    `lenient` tells the end of a journal that may have been cut off before its last dice. `proving`
    replays records of a stranger: their dice must be those of the seed.
    """

    def __init__(self, header: Plain, proving: bool) -> None:
        self.header, self.proving = header, proving
        self.script: list[Thrown] | None = None
        self.lenient = False

    @property
    def rolls(self) -> bool:
        """Whether the seed gives the dice; else players type theirs in."""
        return bool(self.header["dice"] == "rolled")

    @property
    def next_is_known(self) -> bool:
        """Whether the next die shows something without being asked for."""
        return bool(self.script) or self.header["dice"] == "rolled"

    def throw(
        self, die: str, faces: int, modifier: int, times: int, record: int, between: bool
    ) -> int:
        """What a die of a name thrown so many times before shows; `between` answers or in one.

        Raises Diverged where the journal holds another die, or none.
        """
        if self.script is None or (self.lenient and between and not self.script):
            return self._seeded(die, times, faces)
        wrong = ""
        name, value, held = self.script.pop(0) if self.script else ("", 0, 0)
        if not name:
            wrong = f"the rules ask for the die {die}, the journal holds none"
        elif (name, held) != (die, modifier):
            asked = f"the rules ask for {die} ({modifier:+})"
            wrong = f"the journal holds {name} ({held:+}), {asked}"
        elif not 1 <= value <= faces:
            wrong = f"the die {name} shows {value}, and has {faces} faces"
        elif self.proving and not self.rolls:
            wrong = f"the die {name} was rolled, and the players type theirs in"
        elif self.proving and value != self._seeded(die, times, faces):
            wrong = f"the die {name} shows {value}, and its seed gives another"
        if wrong:
            raise Diverged(f"record {record}: {wrong}")
        return value

    def check_all_used(self, record: int) -> None:
        """Raises Diverged where the journal holds dice that the rules never asked for."""
        if self.script:
            name = self.script[0].name
            raise Diverged(f"record {record}: the rules never ask for the die {name}")

    def _seeded(self, die: str, times: int, faces: int) -> int:
        return seeded(self.header["seed"], die, times, faces)
