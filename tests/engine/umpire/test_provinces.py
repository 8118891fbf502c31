"""Rulings on provinces, names typed in a ruling, and what of either is refused."""

from __future__ import annotations

from typing import Any

import pytest

from engine.land.ground import besieging
from engine.play.asks import BadAnswer
from engine.state import State
from engine.state.land import Revolt, Siege
from engine.state.sea import Corsair
from engine.turns import wars
from engine.umpire.ruling import NAMES
from tests.engine.playing import lead, play, put, tabletop
from tests.engine.umpire.test_placement import said

COUNTRY, MINOR, OVERSEAS = NAMES["country"], NAMES["minor"], NAMES["country overseas"]
PROVINCE, PLACE = NAMES["province"], NAMES["place"]
ENEMIES = {"france": ["france"], "spain": ["spain"], "venice": ["venice"]}


def table() -> State:
    state = tabletop(alliances=ENEMIES)
    state.land.levels["caux"] = 2
    return state


@pytest.mark.parametrize(
    ("shape", "text", "meaning"),
    [
        (PROVINCE, "artois", "artois"), (PROVINCE, "Artois", "artois"),
        (PROVINCE, "Arras", "artois"),
        (PROVINCE, "English Channel", "refused: x: the English Channel is not a province"),
        (PLACE, "English Channel", "sea-manche"), (PLACE, "sea-manche", "sea-manche"),
        (PLACE, "Atlantis", "refused: x: there is no place 'Atlantis'"),
        (COUNTRY, "France", "france"), (COUNTRY, "venice", "venice"),
        (COUNTRY, "Poland", "refused: x: 'Poland' is not in this game"),
        (MINOR, "France", "refused: x: 'France' is not a minor of this game"),
        (MINOR, "savoy", "savoy"), (OVERSEAS, "Mughals", "mughals"),
        (OVERSEAS, "mugh", "mughals"), (OVERSEAS, "MUGHALS", "mughals"),
        (OVERSEAS, "xyz", "refused: x: 'xyz' is not a country of the Rest of the World"),
    ],
)  # fmt: skip
def test_a_name_means_what_players_call_so(shape: Any, text: str, meaning: str) -> None:
    state = tabletop(alliances={"france": ["france", "savoy"], "venice": ["venice"]},
                     minors={"savoy": "france"})  # fmt: skip
    try:
        found = shape.meaning(state, text, "x")
    except BadAnswer as error:
        found = f"refused: {error}"
    assert found == meaning


def test_what_is_like_several_names_is_refused_with_them() -> None:
    state = tabletop()
    with pytest.raises(BadAnswer, match="perhaps") as error:
        OVERSEAS.meaning(state, "m", "x")
    assert 1 <= str(error.value).partition("perhaps")[2].count(",") <= 2, "three at most"


@pytest.mark.parametrize(
    ("place", "troops", "details", "found"),
    [
        ("caux", "spain", {}, "Caux is besieged: siegeworks none"),
        (
            "caux",
            "spain",
            {"works": "+-", "breach": True},
            "Caux is besieged: siegeworks + -, a breach",
        ),
        ("caux", "", {}, "refused: place: no enemy of France is in Caux"),
        ("caux", "venice", {}, "refused: place: no enemy of France is in Caux"),
        ("caux", "spain", {"over": True}, "refused: place: Caux is not besieged"),
    ],
)
def test_a_siege_is_of_the_enemies_who_stand_at_a_fortress(
    place: str, troops: str, details: dict[str, Any], found: str
) -> None:
    state = table()
    if troops:
        put(state, troops, place, "A+")
    assert said(state, "siege", place=place, **details) == found
    if found.startswith("Caux"):
        works = sorted(details.get("works", ""))
        assert state.land.sieges == {place: Siege("spain", works, breach="breach" in details)}


def test_where_nobody_holds_a_fortress_there_is_nothing_to_besiege() -> None:
    state = table()
    state.land.levels["caux"] = 0
    put(state, "spain", "caux", "A+")
    assert "has no fortress to besiege" in said(state, "siege", place="caux")
    state = table()
    state.land.controllers["caux"] = ""
    put(state, "spain", "caux", "A+")
    assert "has no fortress to besiege" in said(state, "siege", place="caux")


@pytest.mark.parametrize(("signs", "kept"), [("none", None), ("+", ["+"]), ("+-", ["+", "-"])])
def test_pillage_and_revolts_are_as_they_are_said(signs: str, kept: list[str] | None) -> None:
    state = table()
    state.land.pillages["caux"] = ["-"]
    state.land.revolts["caux"] = [Revolt("revolt", "-", "")]
    shown = signs if kept else "none"
    assert said(state, "pillage", place="caux", markers=signs) == f"pillage in Caux: {shown}"
    assert state.land.pillages.get("caux") == kept
    found = said(state, "revolt", place="caux", markers=signs, country="spain")
    assert found == f"revolt in Caux: {shown}" + (", friendly to Spain" if kept else "")
    revolts = [Revolt("revolt", sign, "spain") for sign in kept or ()]  # type: ignore[arg-type]
    assert state.land.revolts.get("caux", []) == revolts


def test_corsairs_replace_those_of_their_country_alone() -> None:
    state = table()
    state.sea.corsairs["sea-lion"] = [Corsair("spain", "-"), Corsair("pirates", "+")]
    said(state, "corsairs", place="sea-lion", country="spain", markers="+-")
    assert state.sea.corsairs["sea-lion"] == [
        Corsair("pirates", "+"), Corsair("spain", "+"), Corsair("spain", "-"),
    ]  # fmt: skip
    assert "no corsair of Spain" in said(
        state, "corsairs", place="sea-lion", country="spain", markers="none"
    )
    assert state.sea.corsairs["sea-lion"] == [Corsair("pirates", "+")]
    said(state, "corsairs", place="sea-lion", country="pirates", markers="none")
    assert state.sea.corsairs == {}


@pytest.mark.parametrize(
    ("place", "level", "found", "held"),
    [
        ("caux", 2, "Spain has a presidio of level 2 at Caux", {"caux": ("spain", 2)}),
        ("caux", 0, "there is no presidio at Caux", {}),
        ("ile-de-france", 2, "refused: place: Île-de-France is not on the coast", {}),
        ("ile-de-france", 0, "there is no presidio at Île-de-France", {}),
    ],
)
def test_a_presidio_stands_on_the_coast(
    place: str, level: int, found: str, held: dict[str, tuple[str, int]]
) -> None:
    state = table()
    assert said(state, "presidio", place=place, country="spain", level=level) == found
    assert state.sea.presidios == held


@pytest.mark.rule("AFT-04")
def test_control_and_levels_are_set_and_a_siege_ends_with_a_new_holder() -> None:
    state = table()
    put(state, "spain", "caux", "A+")
    state.land.sieges["caux"] = Siege("spain")
    assert said(state, "level", place="caux", level=4) == "the fortress of Caux has level 4"
    assert state.land.levels["caux"] == 4
    assert "caux" in state.land.sieges
    (shut_in,) = put(state, "france", "caux", "LD", position="inside")
    found = said(state, "control", place="caux", country="spain")
    assert found == "Spain controls Caux; the siege of Caux is lifted"
    assert state.land.controllers["caux"] == "spain"
    assert "caux" not in state.land.sieges
    assert state.units[shut_in].position == "field", "whose siege is over comes out"


@pytest.mark.rule("AFT-01", "AFT-04")
def test_a_siege_ends_with_its_fortress_and_begins_with_a_new_one() -> None:
    """*Whoever ends the battle beside an enemy fortress besieges it* (AFT-01): beside none nobody
    does, and who was shut in stands in the open."""
    state = table()
    put(state, "spain", "caux", "A+")
    (shut_in,) = put(state, "france", "caux", "LD", position="inside")
    state.land.sieges["caux"] = Siege("spain", ["+"])
    found = said(state, "level", place="caux", level=0)
    assert found == "the fortress of Caux has level 0; the siege of Caux is lifted"
    assert (state.land.sieges, state.units[shut_in].position) == ({}, "field")
    state.remove(state.units[shut_in])
    found = said(state, "level", place="caux", level=1)
    assert found == "the fortress of Caux has level 1; the fortress of Caux is besieged"
    assert state.land.sieges == {"caux": Siege("spain")}


@pytest.mark.rule("AFT-01")
def test_a_siege_overseas_ends_with_the_fort_that_a_ruling_removes() -> None:
    """A fort is a fortress (FRT-03), so its siege begins when it is set up beside an enemy."""
    state = table()
    put(state, "spain", "azteca-e", "A+")
    fort = {"place": "azteca-e", "country": "france", "kind": "fort"}
    assert said(state, "establishment", **fort).endswith("Azteca E is besieged")
    assert state.land.sieges == {"azteca-e": Siege("spain")}
    found = said(state, "remove-establishment", place="azteca-e", kind="fort")
    assert found.endswith("the siege of Azteca E is lifted")
    assert state.land.sieges == {}


@pytest.mark.rule("AFT-02")
def test_a_siege_begins_anew_against_another_enemy_who_holds_the_fortress_now() -> None:
    state = table()
    put(state, "spain", "caux", "A+")
    state.land.sieges["caux"] = Siege("spain", ["+"], True)
    assert said(state, "control", place="caux", country="france") == "France controls Caux"
    assert state.land.sieges["caux"] == Siege("spain")


@pytest.mark.rule("AFT-04", "MOV-A7")
def test_when_a_siege_is_over_by_ruling_the_besieged_come_out_and_it_stays_over() -> None:
    """*The siege is lifted: all siegeworks are removed, the besieged troops come out* (AFT-04): the
    two stand in the field, as after a battle that nobody won, and nothing begins it anew."""
    state = table()
    put(state, "spain", "caux", "A+")
    (shut_in,) = put(state, "france", "caux", "LD", position="inside")
    state.land.sieges["caux"] = Siege("spain", ["+"], True)
    found = said(state, "siege", place="caux", over=True)
    assert found == "the siege of Caux is over; LD of France comes out of the fortress"
    assert state.land.sieges == {}
    assert state.units[shut_in].position == "field"
    play(besieging.settle, state, (), (), "caux")
    assert (state.land.sieges, state.units[shut_in].position) == ({}, "field")


@pytest.mark.rule("AFT-01", "MOV-A7")
@pytest.mark.parametrize("king", [False, True])
def test_no_siege_is_over_while_besiegers_stand_before_walls_without_troops(king: bool) -> None:
    """*A fortress in a province with enemies in the field and no friends is besieged for all
    purposes*: with nobody to come out the next look would begin it anew."""
    state = table()
    put(state, "spain", "caux", "A+")
    if king:
        lead(state, "france", "caux", "bayard", "inside")
    state.land.sieges["caux"] = Siege("spain", ["+"], True)
    found = said(state, "siege", place="caux", over=True)
    assert found == (
        "refused: over: troops of Spain stand before Caux and none of its own come out: it is "
        "besieged as long as they do (AFT-01); move or remove them"
    )
    assert state.land.sieges == {"caux": Siege("spain", ["+"], True)}


@pytest.mark.rule("EUV-TRU-01", "EUV-TRU-07", "EUV-TRU-13")
@pytest.mark.parametrize(
    ("step", "early"),
    [("events", True), ("negotiations", True), ("declarations", False), ("", False)],
)
def test_a_truce_covers_its_turn_whole_where_it_was_agreed_early(step: Any, early: bool) -> None:
    """Agreed no later than the negotiations; each side first named as it attacked."""
    state = tabletop(alliances={"france": ["france"], "spain": ["spain"]},
                     wars=[("france", "spain")], step="over")  # fmt: skip
    put(state, "france", "artois", "A+")
    state.land.sieges["artois"] = Siege("france")
    wars.open_ledger(state)
    state.ledger.step = step
    said(state, "truce", one="spain", other="france")
    (war,) = state.ledger.wars
    (truce,) = war.truces
    assert (truce.since, truce.early) == (state.turn, early)
    assert truce.pairs in ([("france", "spain")], [("spain", "france")])
    assert truce.pairs[0][0] in war.aggressors
    assert "keep a truce already" not in said(state, "truce", one="france", other="spain")
    assert state.land.sieges == {}
    said(state, "truce", one="spain", other="france", over=True)
    assert war.truces == []
