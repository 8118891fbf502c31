"""Which prompt an Ask gets."""

from __future__ import annotations

from typing import Any, Final

from engine.land.movement import march_ask
from engine.play.asks import Ask, Choose, Die, Number, Subset, YesNo
from engine.sea.voyages import sail_ask
from tui.answers import composing, march, voyage
from tui.answers.losses import Paying, ways_to_pay
from tui.answers.prompts import Prompt
from tui.answers.simple_prompts import HowMany, Several, YesOrNo
from tui.answers.typed_die import TypedDie

PLAIN: Final[tuple[tuple[type[Ask[Any]], type[Prompt[Any]]], ...]] = (
    (Die, TypedDie), (Number, HowMany), (YesNo, YesOrNo), (Subset, Several), (Choose, Prompt),
)  # fmt: skip
"""The prompts of questions that any chapter asks. A chapter's own are answered in ways of their
own, which are read when such a question comes."""


def prompt_for(ask: Ask[Any]) -> Prompt[Any]:
    """The prompt of an Ask: what it offers can all be chosen in it, at least from a list."""
    if isinstance(ask, Choose) and (ways := ways_to_pay(ask)) is not None:
        return Paying(ask, ways)
    for kind, prompt in PLAIN:
        if isinstance(ask, kind):
            return prompt(ask)
    if isinstance(ask, march_ask.March):
        return march.MarchPrompt(ask)
    if isinstance(ask, sail_ask.Sail):
        return voyage.VoyagePrompt(ask)
    return composing.composing(ask) or Prompt(ask)
