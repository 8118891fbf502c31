"""Standing orders of a seat: questions that are answered as it has said, and are not asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from engine.play.asks import Ask, Option, Raw, Subset
from engine.state import State
from tui.settings import game_settings
from tui.words.places import country_name

if TYPE_CHECKING:
    from tui.settings.files import Files

FILE: Final = "orders.json"
BELOW: Final = (20, 40)  # per cent
PASS: Final = "pass "
LOSSES: Final = "losses"
Held = dict[str, list[str]]


def load(files: Files, game: str) -> Held:
    """The orders of the seats of a game; none where none are known, or they make no sense."""
    held = game_settings.load(files, FILE, game)
    if not isinstance(held, dict):
        return {}
    return {
        seat: [each for each in given if type(each) is str]
        for seat, given in held.items()
        if isinstance(given, list)
    }


def save(files: Files, game: str, orders: Mapping[str, Sequence[str]]) -> None:
    """Keeps the orders of a game; where they cannot be written they hold until one leaves."""
    game_settings.save(
        files, FILE, game, {seat: list(given) for seat, given in orders.items() if given}
    )


def impulse(state: State) -> str:
    """The order that lets everything pass for the impulse that is played."""
    return f"{PASS}{state.sequence.box}.{len(state.sequence.rounds)}.{state.sequence.impulse}"


def choice(state: State, power: str, given: Sequence[str]) -> Subset:
    """The standing orders of a power as a question: those marked hold until they are unmarked."""
    options = [
        *(Option(str(percent), f"never ask about an interception that succeeds with less than "
                 f"{percent} %: let it pass") for percent in BELOW),
        Option(impulse(state), "let every enemy pass in this impulse, whatever the chance"),
        Option(LOSSES, "always take the usual, the cheapest loss"),
    ]  # fmt: skip
    known = [option.answer for option in options]
    return Subset(
        who=power,
        name="standing-orders",
        what=f"Standing orders of {country_name(power)}",
        options=options,
        enter=[each for each in given if each in known],
    )


def answer_by_orders(ask: Ask[Any], state: State, given: Sequence[str]) -> tuple[Raw, str] | None:
    """What the orders of a seat answer, and the sentence that says so; None where one is asked."""
    if "pays" in ask.about and LOSSES in given and ask.default is not None:
        return ask.default, "the usual loss is taken"
    if ask.name not in ("intercept", "counter-intercept") or not given:
        return None
    if impulse(state) in given:
        return [], "they pass in this impulse"
    below = max((percent for percent in BELOW if str(percent) in given), default=0)
    best = 10 * max(ask.about.get("chances", {}).values(), default=0)
    if best < below:
        return [], f"let it pass ({best} % to intercept)"
    return None
