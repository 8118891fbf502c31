"""Reading one scenario document into a state, with everything that is wrong with it.

CONTRIBUTING.md tells the format to those who write one; engine.scenarios finds and reads the files.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine import variants
from engine.facts import countries, tables, variant_sheets
from engine.scenarios.countries import Belligerents
from engine.scenarios.placement import Standing
from engine.state import State, sides
from engine.state.holdings import Revolt, Siege


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

    def state(self, changes: Iterable[str] = (), turns: int | None = None) -> State:
        """A new state at the start, with further variants, for so many turns.

        Raises engine.variants.UnknownVariant.
        """
        from engine.turns.turn import begin

        state = State.from_plain(self.plain)
        variants.switch_on(state, changes)
        begin(state, self.turns if turns is None else turns)
        return state


class Reader(Belligerents, Standing):
    """Reads a document part by part into a state, and checks how it all stands together."""

    def scenario(self) -> Scenario:
        document, state = self.document, self.state
        self.known_keys(document, "", "")
        name, title, about, teaches, length = (
            self.text(document, key, "") for key in ("id", "title", "about", "teaches", "length")
        )
        for key in ("id", "title", "about", "teaches", "length"):
            if document.get(key) == "":
                self.wrong(key, "is empty; the players read it")
        year = self.time()
        state.scenario = name
        state.poor_weather = self.value(document, "poor_weather", "", bool, False)
        changes = self.texts(document, "variants", "")
        for change in changes:
            if change not in variant_sheets.sheets():
                known = ", ".join(variant_sheets.sheets())
                self.wrong("variants", f"{change!r} is none of {known}")
        turns = self.number(document, "turns", "", (1, tables.last_turn()), 1)
        for key, held in self.value(document, "options", "", dict, {}).items():
            state.options[key] = bool(held)
            if type(held) is not bool:
                self.wrong(f"options.{key}", f"{held!r} stands where true or false is wanted")
        if self.value(document, "wars_asked", "", bool, False):
            state.options["wars_asked"] = True
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
        self.discoveries()
        self.sieges()
        self.revolts()
        if not self.defects:
            variants.switch_on(state, changes)
        self.standing()
        powers = tuple(
            dict.fromkeys(
                sides.decider(state, each)
                for alliance in state.alliances
                for each in alliance.members
            )
        )
        return Scenario(
            name, title, year, state.turn, state.period, about, teaches, length, powers,
            state.to_plain(), turns,
        )  # fmt: skip

    def time(self) -> int:
        document, state = self.document, self.state
        last = max(period.last_turn for period in tables.periods().values())
        span = (tables.first_year(1), max(period.last_year for period in tables.periods().values()))
        year = self.number(document, "year", "", span)
        turn = self.number(document, "turn", "", (1, last))
        period = self.choice(document, "period", "", tables.PERIODS, None)
        if not 1 <= turn <= last:
            return year
        state.turn, state.period = turn, tables.period_of(turn)
        if period in tables.PERIODS and period != state.period:
            self.wrong("period", f"turn {turn} is in period {state.period}, not {period}")
        if span[0] <= year <= span[1] and tables.turn_of(year) != turn:
            self.wrong("turn", f"{year} is in turn {tables.turn_of(year)}, not {turn}")
        return year

    def lands(self) -> None:
        state = self.state
        for section, changed in (("owners", state.owners), ("controllers", state.controllers)):
            for where, row in self.rows(section):
                country = self.nation(row, where, nobody=True)
                self.because(row, where, True, "a change of the board")
                for name in self.texts(row, "places", where, None):
                    place = self.province(name, where + "places")
                    if place:
                        changed[place] = country
        for where, row in self.rows("fortresses"):
            place = self.place(row, where)
            level = self.number(row, "level", where, (0, 5))
            self.because(row, where, True, "a change of the board")
            if place:
                state.levels[place] = level

    def sieges(self) -> None:
        state = self.state
        for where, row in self.rows("sieges"):
            place = self.place(row, where)
            alliance = self.choice(
                row, "alliance", where, [each.id for each in state.alliances], None
            )
            works = self.texts(row, "works", where)
            self.because(row, where, True, "a siege")
            if len(works) > 2 or any(work not in ("+", "-") for work in works):
                self.wrong(where + "works", f"{works!r}: at most two siegeworks, + or -")
            if not place:
                continue
            if not sides.enemy_fortress(state, place, alliance):
                self.wrong(where + "place", "no enemy of the besieger holds a fortress there")
            elif not sides.stack(state, place, alliance).units:
                self.wrong(where + "place", f"{alliance} has no troops there")
            else:
                state.sieges[place] = Siege(alliance, sorted(works), continued=True)

    def revolts(self) -> None:
        for where, row in self.rows("revolts"):
            place = self.place(row, where)
            kind = self.choice(row, "kind", where, ("revolt", "rebellion"), None)
            side = self.choice(row, "side", where, ("-", "+"), None)
            country = self.text(row, "country", where, "")
            self.because(row, where, True, "a revolt")
            if country and country not in countries.countries():
                self.wrong(where + "country", f"there is no country {country!r}")
            if place:
                revolt = Revolt(
                    "rebellion" if kind == "rebellion" else "revolt",
                    "+" if side == "+" else "-",
                    country,
                )
                self.state.revolts.setdefault(place, []).append(revolt)
