"""The ids of facts that a document may hold: a country, an area."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.documents.complaints import Complaints
from engine.documents.fields import Shape
from engine.facts import board, countries, place_names
from engine.facts.sheets import FactsError


class CountryId(Shape):
    """A country, by its id or by the code of the tables."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The id."""
        if isinstance(value, str):
            try:
                return countries.country(value).id
            except FactsError:
                pass
        codes = [each.code for each in countries.countries().values() if each.code]
        wanted = f"is not a country: neither an id (france, spain …) nor one of {', '.join(codes)}"
        return complaints.add(path, value, wanted)

    def schema(self) -> dict[str, Any]:
        """A string."""
        return {"type": "string", "description": "id of a country, or the tables' code"}

    def offers(self) -> Sequence[str]:
        """The ids."""
        return sorted(countries.countries())

    def help(self) -> str:
        """Id or code."""
        return "a country, or its code"

    def typed(self, text: str) -> Any:
        """The id of a country by its code or name."""
        return place_names.country_id(text)


class AreaId(Shape):
    """An area of the Rest of the World, by its id."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The area."""
        if isinstance(value, str):
            try:
                return board.area(value)
            except FactsError:
                pass
        words = ", ".join(list(board.areas())[:3])
        return complaints.add(path, value, f"is not an area of the Rest of the World ({words} …)")

    def schema(self) -> dict[str, Any]:
        """A string."""
        return {"type": "string", "description": "id of an area"}

    def offers(self) -> Sequence[str]:
        """The ids."""
        return list(board.areas())
