"""A club night for tests: a small campaign, played to a step, with entries and dice."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.adjudicator import resolve
from engine.documents.complaints import Complaints
from engine.eia import months, tables
from engine.eia.ledger.club_night import club_night
from engine.eia.ledger.desk import engagement
from engine.eia.ledger.desk.situations import situations, with_settled_figures
from engine.eia.ledger.ledger import Ledger, new_campaign
from engine.games.game import Game
from engine.play.asks import BadAnswer

GOALS = {"austria": 400, "britain": 500, "france": 450, "prussia": 300, "russia": 400,
         "spain": 300, "turkey": 300}  # fmt: skip


class Club:
    """A campaign's game, by its steps and entries."""

    def __init__(
        self,
        month: str = "December",
        year: int = 1805,
        last: int = 120,
        dice: Mapping[str, int] | None = None,
        pillaging: bool = True,
        wars: Sequence[str] = (),
    ) -> None:
        start = months.month(year, month)
        ledger = new_campaign(
            "Rise of Napoleon", start, start + last, GOALS, pillaging, involuntary=True
        )
        ledger.wars = sorted(sorted(pair.split()) for pair in wars)
        header = {"game": "eia", "seed": 5, "dice": "typed" if dice is not None else "rolled"}
        self.dice = dict(dice or {})
        self.game = Game(ledger.to_plain(), club_night, header)

    @property
    def ledger(self) -> Ledger:
        state: Any = self.game.state
        assert isinstance(state, Ledger)
        return state

    def enter(self, what: str, **fields: Any) -> None:
        """Enters something, confirmed where it has to be, with the dice it asks for."""
        self.game.answer({"do": what, "sure": True, **fields})
        while self.game.ask is not None and self.game.ask.name != "entry":
            self.game.answer(self.dice.pop(self.game.ask.name))

    def doubts(self, what: str, **fields: Any) -> str:
        """What of an entry has to be confirmed; it is then confirmed."""
        with pytest.raises(BadAnswer) as caught:
            self.game.answer({"do": what, **fields})
        self.enter(what, **fields, sure=True)
        return str(caught.value).partition(" Confirm it")[0]

    def refuses(self, what: str, **fields: Any) -> str:
        """Why an entry is refused."""
        with pytest.raises(BadAnswer) as caught:
            self.game.answer({"do": what, **fields})
        return str(caught.value)

    def refuses_raw(self, raw: Any) -> str:
        """Why an answer is refused."""
        with pytest.raises(BadAnswer) as caught:
            self.game.answer(raw)
        return str(caught.value)

    def on(self) -> None:
        """Ends the step, and the campaign with it."""
        self.game.answer({"do": "done", "sure": True})

    def to(self, step: str, month: str = "", until: int = 3000, of: str = "") -> list[str]:
        """Goes on to the next time of a step (of a month, of a power, else of the first that plays
        it); what was told on the way."""
        before = len(self.game.story)
        for _ in range(until):
            self.on()
            state = self.ledger
            turn = of or (state.order()[0] if state.turn else "")
            here = state.now.name == step and state.turn == turn
            if state.ended or (here and month in ("", tables.MONTHS[state.month % 12])):
                break
        return [entry.text for entry in self.game.story[before:]]

    def at(self, step: str, month: str = "", of: str = "") -> list[str]:
        """As `to`, with one answer a step of that name, what lies between passed over."""
        before = len(self.game.story)
        while True:
            self.game.answer({"do": "on", "to": step, "sure": True})
            state = self.ledger
            turn = of or (state.order()[0] if state.turn else "")
            if state.turn == turn and month in ("", tables.MONTHS[state.month % 12]):
                return [entry.text for entry in self.game.story[before:]]

    def reminders(self, since: int = 0) -> set[str]:
        """The rules of the reminders so far."""
        return {
            entry.sheet["rule"]
            for entry in self.game.story[since:]
            if entry.kind == "reminder" and entry.sheet is not None
        }

    def told(self, rule: str) -> list[str]:
        """The lines of the chronicle that name a rule."""
        return [
            entry.text
            for entry in self.game.story
            if entry.sheet is not None and entry.sheet.get("rule") == rule
        ]


def written(step: str = "diplomacy", turn: str = "", **fields: Any) -> Ledger:
    """A ledger of December 1805 in a step, with parts of it as they are given: nobody plays it."""
    start = months.month(1805, "December")
    state = new_campaign(
        "Rise of Napoleon", start, start + 120, GOALS, pillaging=True, involuntary=True
    )
    state.step = next(at for at, each in enumerate(tables.steps()) if each.name == step)
    state.turn = turn
    for name, value in fields.items():
        assert hasattr(state, name), name
        setattr(state, name, value)
    return state


def power(club: Club, name: str) -> Any:
    return club.ledger.powers[name]


def sack(club: Club, **fields: Any) -> dict[str, Any]:
    given = {"city": "Vienna", "owner": "austria", "towers": 5, "by": "turkey", "nation": "turkey",
             "corps": "I", "taken": "siege", "act": "pillage"}  # fmt: skip
    return {**given, **fields}


def begun(club: Club, kind: str, about: str = "", **more: Any) -> dict[str, Any]:
    """The document that the desk opens with from what was entered; `more` is typed there. A side's
    fields are added to what the ledger knows of it."""
    own = [each for each in situations(club.ledger) if each.kind == f"eia-{kind}"]
    found = [each for each in own if about in each.about]
    assert found, f"the desk begins no {kind} about {about}, but {[each.about for each in own]}"
    whole = dict(found[0].fields)
    for key, value in more.items():
        beside = isinstance(value, dict) and isinstance(whole.get(key), dict)
        whole[key] = {**whole[key], **value} if beside else value
    return with_settled_figures(club.ledger, f"eia-{kind}", whole)


def came_of(kind: str, document: dict[str, Any], **dice: int) -> dict[str, Any]:
    """What a document comes to; dice that nobody gives are thrown."""
    named = {name.replace("__", "."): die for name, die in dice.items()}
    text = json.dumps({**document, "dice": {**document.get("dice", {}), **named}})
    found: dict[str, Any] = resolve.adjudicate(f"eia-{kind}", text, 7)[0]["outcome"]
    return found


def complaints_of(kind: str, document: dict[str, Any]) -> str:
    """What is wrong with a document; empty for a sound one."""
    found = Complaints()
    one = resolve.kind_of(f"eia-{kind}")
    values = one.document.read(document, "", found)
    if not found.lines and one.check is not None:
        one.check(values, found)
    return " ".join(found.lines)


def fight(club: Club, line: str, name: str = "fight") -> dict[str, Any]:
    """The document of a battle that is said in a line."""
    values = engagement.FORMS[name].read(engagement.read(club.ledger, name, line), "", Complaints())
    assert engagement.why_refused(club.ledger, name, values) == ()
    about = engagement.situation(club.ledger, name, values)
    return with_settled_figures(club.ledger, about.kind, dict(about.fields))
