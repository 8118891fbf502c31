"""What a march tells of the supply it will have."""

import pytest

from engine.land.movement.march_ask import March
from tests.tui.small_game import table
from tui.answers.risks_on_the_way import supply_words


def march() -> March:
    state = table()
    army = tuple(unit.id for unit in state.units_at("ile-de-france"))
    return March(who="france", name="march", what="?", state=state, alliance="france",
                 place="ile-de-france", units=army, leaders=("navarre-2",))  # fmt: skip


def test_a_march_tells_the_supply_where_it_ends() -> None:
    assert supply_words(march(), "picardie").startswith("supply in Picardie: full, ")


@pytest.mark.parametrize("place", ["ile-de-france", "sea-manche"])
def test_where_it_stands_and_at_sea_nothing_is_told(place: str) -> None:
    assert supply_words(march(), place) == ""


def test_without_a_line_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.land.supply.supply_lines.trace_line", lambda *_, **__: None)
    assert supply_words(march(), "artois") == "supply in Artois: none"
