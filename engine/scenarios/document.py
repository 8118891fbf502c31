"""Reading one scenario document into a state, with everything that is wrong with it.

CONTRIBUTING.md tells the format to those who write one; engine.scenarios finds and reads the files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine import variants
from engine.facts import tables
from engine.scenarios.placement import Standing
from engine.state import State, json_parts, sides
from engine.state.land import Revolt, Siege
from engine.turns import turn as campaign_turns

HEADER: Final = ("id", "title", "year", "turn", "period", "about", "teaches", "length", "turns")


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario's header and its start; `powers` are the countries that somebody decides for.

    `turns` are those of its campaign, 1 for a single Military phase.
    """

    id: str
    title: str
    year: int
    turn: int
    period: str
    about: str
    teaches: str
    length: str
    powers: tuple[str, ...]
    plain: dict[str, Any]
    turns: int = 1
    _begun: dict[tuple[tuple[str, ...], int | None], dict[str, Any]] = field(
        default_factory=dict, repr=False, compare=False
    )

    def state(self, changes: Iterable[str] = (), turns: int | None = None) -> State:
        """A new state at the start, with further variants, for so many turns.

        Raises engine.variants.UnknownVariant.
        """
        state = State.from_plain(self.plain)
        variants.switch_on(state, changes)
        campaign_turns.begin(state, self.turns if turns is None else turns)
        return state

    def start(self, changes: Iterable[str] = (), turns: int | None = None) -> dict[str, Any]:
        """The plain document of that state, made once for many games, which do not change it."""
        how = tuple(changes), turns
        if how not in self._begun:
            self._begun[how] = self.state(*how).to_plain()
        return self._begun[how]


class Reader(Standing):
    """Reads a document part by part into a state, and checks how it all stands together."""

    def scenario(self) -> Scenario | None:
        """The scenario; None where there are complaints."""
        given, state = self.given, self.state
        state.scenario = given.get("id", "")
        state.sequence.poor_weather = given.get("poor_weather", False)
        state.options.update(given.get("options", {}))
        if given.get("wars_asked"):
            state.options["wars_asked"] = True
        self.time()
        self.belligerents()
        self.alliances()
        self.lands()
        self.overseas()
        self.presidios()
        self.corsairs()
        self.armies()
        self.fleets()
        self.pashas()
        self.leaders()
        self.revolts()
        if self.complaints.lines:
            return None
        self.discoveries()
        self.sieges()
        variants.switch_on(state, given["variants"])
        self.standing()
        state = self.parts(given["state"])
        if self.complaints.lines:
            return None
        members = [each for alliance in state.diplomacy.alliances for each in alliance.members]
        powers = tuple(dict.fromkeys(sides.decider(state, each) for each in members))
        header = {key: given[key] for key in HEADER}
        return Scenario(**header, powers=powers, plain=state.to_plain())

    def parts(self, given: Mapping[str, str]) -> State:
        """The state with the parts that are given as they are."""
        plain, taken = self.state.to_plain(), dict[str, Any]()
        for part, value, why in json_parts.decode_parts(given, plain):
            if why:
                self.wrong(f"state.{part}", why)
            else:
                taken[part] = value
        try:
            state = json_parts.with_parts(plain, taken)
        except ValueError as error:
            self.wrong("state", f"makes no table: {error}")
            return self.state
        for part, why in json_parts.defects(state, taken) if taken else ():
            self.wrong(f"state.{part}" if part else "state", why)
        return state

    def time(self) -> None:
        """Year, turn and period fit each other."""
        given, state, last = self.given, self.state, tables.last_turn()
        years = tables.first_year(1), max(each.last_year for each in tables.period.all().values())
        spans = {"year": years, "turn": (1, last), "turns": (1, last)}
        known = dict[str, int]()
        for key, (least, most) in spans.items():
            if least <= given.get(key, 0) <= most:
                known[key] = given[key]
            elif key in given:
                self.wrong(key, f"{given[key]} is not between {least} and {most}")
        if "turn" not in known:
            return
        state.turn, state.period = turn, period = known["turn"], tables.period_of(known["turn"])
        if given.get("period", period) != period:
            self.wrong("period", f"turn {turn} is in period {period}, not {given['period']}")
        if "year" in known and tables.turn_of(known["year"]) != turn:
            year = known["year"]
            self.wrong("turn", f"{year} is in turn {tables.turn_of(year)}, not {turn}")

    def lands(self) -> None:
        land = self.state.land
        for section, changed in (("owners", land.owners), ("controllers", land.controllers)):
            for _, row in self.rows(section):
                changed.update(dict.fromkeys(row["places"], row["country"]))
        for _, row in self.rows("fortresses"):
            land.levels[row["place"]] = row["level"]

    def sieges(self) -> None:
        state = self.state
        known = [each.id for each in state.diplomacy.alliances]
        for where, row in self.rows("sieges"):
            place, alliance = row["place"], row["alliance"]
            if alliance not in known:
                self.wrong(f"{where}, alliance", f"{alliance!r} is not one of {', '.join(known)}")
            elif not sides.enemy_fortress(state, place, alliance):
                self.wrong(f"{where}, place", "no enemy of the besieger holds a fortress there")
            elif not sides.stack(state, place, alliance).units:
                self.wrong(f"{where}, place", f"{alliance} has no troops there")
            else:
                state.land.sieges[place] = Siege(alliance, sorted(row["works"]), continued=True)

    def revolts(self) -> None:
        for _, row in self.rows("revolts"):
            revolt = Revolt(row["kind"], row["side"], row["country"])
            self.state.land.revolts.setdefault(row["place"], []).append(revolt)
