"""The Rest of the World in scenario documents: what is known, settled, discovered and awake."""

from collections.abc import Callable
from typing import Any

import pytest

from engine import scenarios
from engine.facts import board, force_pools
from engine.fleets import ports
from engine.overseas import active_natives
from engine.situation import establishments
from engine.state import known_zones, sides
from tests.engine.documents import Document, defects, document, setting

SPICE = "spice-route-1498"
MEXICO = "conquistadors-1519"


def adding(section: str, **row: Any) -> Callable[[Document], None]:
    def change(wrong: Document) -> None:
        wrong.setdefault(section, []).append(row)

    return change


def test_establishments_of_1492_are_those_of_the_set_up() -> None:
    state = scenarios.load(SPICE)
    kinds = {"colony_plus": "colony", "trading_post_minus": "trading_post"}
    printed = {
        (line.province, line.country, kinds[line.counter], line.level)
        for line in force_pools.setup_1492()
        if line.counter in kinds and line.country in state.countries
    }
    placed = {
        (place, one.country, one.kind, one.level)
        for place, here in state.overseas.establishments.items()
        for one in here
        if one.kind in kinds.values()
    }
    assert placed == printed


@pytest.mark.parametrize("name", [SPICE, MEXICO])
def test_everybody_knows_where_he_is_and_where_his_establishments_are(name: str) -> None:
    state = scenarios.load(name)
    for place, here in state.overseas.establishments.items():
        for one in here:
            assert known_zones.knows(state, one.country, place), (place, one.country)
            assert ports.harbour(state, place, sides.alliance_of(state, one.country))
    for unit in state.units.values():
        assert known_zones.knows(state, unit.country, unit.place)


@pytest.mark.parametrize("name", [SPICE, MEXICO])
def test_what_is_known_hangs_together_and_leaves_something_to_explore(name: str) -> None:
    state = scenarios.load(name)
    for country in ("portugal", "spain", "gujarat"):
        known = state.overseas.known.get(country, set())
        beyond = {
            border.other
            for zone in known
            if board.is_sea(zone)
            for border in board.sea_neighbours(zone)
            if board.sea(border.other).map == "rotw"
        }
        assert beyond - known or not known, f"{country} has nothing to explore"


def test_the_way_to_india_is_not_known_in_1498_nor_mexico_in_1519() -> None:
    spice, mexico = scenarios.load(SPICE), scenarios.load(MEXICO)
    assert not known_zones.knows(spice, "portugal", "malabar-s")
    assert not known_zones.knows(spice, "portugal", "sea-mozambique")
    assert known_zones.knows(spice, "gujarat", "sea-mozambique")
    assert not known_zones.knows(spice, "gujarat", "sea-guinee")
    assert not known_zones.knows(mexico, "spain", "azteca-c")
    assert known_zones.seen_by(mexico, "spain") >= {"champagne", "cuba-w"}


@pytest.mark.parametrize(
    ("change", "key", "reason"),
    [
        (adding("known", country="oman", places=["oman-e"]), "known 7, because", "line of reason"),
        (
            adding("known", country="oman", places=["paris"], because="x"),
            "known 7, places",
            "no province or sea zone 'paris'",
        ),
        (
            adding("known", country="oman", places=["picardie"], because="x"),
            "known 7, places",
            "on the map of Europe",
        ),
        (
            adding("known", country="spain", places=["oman-e"], because="x"),
            "known 7, country",
            "none of this scenario's countries",
        ),
        (setting("known", 1, "places", to=["cotedor-w"]), "known, portugal", "not known to it"),
        (setting("establishments", 0, "level", to=7), "establishments 1, level", "0 to 6"),
        (setting("establishments", 3, "level", to=1), "establishments 4, level", "nothing else"),
        (setting("establishments", 0, "kind", to="town"), "establishments 1, kind", "one of: col"),
        (
            setting("establishments", 0, "place", to="sea-guinee"),
            "establishments 1, place",
            "a province is wanted",
        ),
        (setting("establishments", 0, "stage", to=1), "establishments 1, stage", "only a fort"),
        (
            adding("establishments", country="portugal", place="cabo-verde-i", kind="trading_post",
                   level=1, because="x"),
            "establishments 18, kind",
            "already",
        ),
        (
            adding("establishments", country="oman", place="nyasa-s", kind="trading_post",
                   level=1, because="x"),
            "establishments 18, kind",
            "no counter trading post left",
        ),
        (adding("natives", place="kenya-n", because="x"), "natives 1, units", "gone = true"),
        (
            adding("natives", place="kenya-n", units=["F+"], because="x"),
            "natives 1, units",
            "one of: A+, A-, LD, LDE",
        ),
        (adding("appeals", area="kenia", uses=1, because="x"), "appeals 1, area", "is not an area"),
        (
            adding("discoveries", country="portugal", place="tejo", places=["sea-canarias"],
                   because="x"),
            "discoveries 1, places",
            "known for good already",
        ),
        (
            adding("discoveries", country="portugal", place="kenya-s", places=["sea-java"],
                   because="x"),
            "discoveries 1, place",
            "has nobody in",
        ),
    ],
)  # fmt: skip
def test_a_defect_overseas_names_its_key_and_what_would_be_right(
    change: Callable[[Document], None], key: str, reason: str
) -> None:
    found = defects(change, SPICE)
    assert any(each.key == key and reason in each.reason for each in found), found
    assert len(found) == len(set(found)), "each is told once"


def test_discoveries_natives_and_old_appeals_are_there_from_the_start() -> None:
    changed = document(SPICE)
    row = {"country": "portugal", "place": "cotedor-w", "places": ["gabon-n"], "because": "x"}
    changed["discoveries"] = [row]
    changed["natives"] = [
        {"place": "kenya-n", "units": ["A-", "LD"], "because": "x"},
        {"place": "cap-w", "gone": True, "because": "x"},
    ]
    changed["appeals"] = [{"area": "kenya", "uses": 2, "because": "x"}]
    state = scenarios.parse(changed).state()
    carriers = {unit.id for unit in state.units_at("cotedor-w")}
    assert carriers
    assert all(state.overseas.discoveries[str(number)] == {"gabon-n"} for number in carriers)
    assert state.overseas.discoveries["dias"] == {"gabon-n"}
    assert "da-gama-2" not in state.overseas.discoveries
    assert state.overseas.natives == {"kenya-n": "active", "cap-w": "gone"}
    assert sum(unit.thirds for unit in state.units_at("kenya-n")) == 9
    assert active_natives.inactive_natives(state, "cap-w") == 0
    assert state.overseas.appeals == {"kenya": 2}


def test_a_fort_stands_beside_a_trading_post() -> None:
    state = scenarios.load(SPICE)
    kinds = [one.kind for one in establishments.standing_establishments(state, "cotedor-w")]
    assert kinds == ["trading_post", "fort"]
