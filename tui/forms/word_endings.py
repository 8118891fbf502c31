"""Ends the word that is being typed in a line of the notation."""

from __future__ import annotations

from textual.suggester import Suggester

from engine.notation import lexicon


class WordEndings(Suggester):
    """Leaders, countries, places and the words of the notation."""

    def __init__(self) -> None:
        super().__init__(case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        """The line with its last word ended, None where no word is begun or none fits."""
        end = lexicon.complete_word(value)
        return value + end if end else None
