from pathlib import Path

import pytest

from engine.facts import board, place_names
from engine.facts.sheets import FactsError, read


def test_counts_of_the_board() -> None:
    maps = [place.map for place in board.provinces().values()]
    assert (maps.count("europe"), maps.count("rotw")) == (327, 357)
    assert len(board.seas()) == 99
    assert len(board.areas()) == 111
    assert sum(len(around) for around in board.borders().values()) == 2 * 2121
    assert len(board.strait_forts()) == 13
    assert len(board.trade_zones()) == 24
    assert len(board.groups()) == 42


def test_a_province_and_its_facts() -> None:
    lombardia = board.province("lombardia")
    assert (lombardia.map, lombardia.terrain, lombardia.owner) == ("europe", "plain", "milan")
    assert not lombardia.port
    assert board.province("ile-de-france").capital
    assert board.sea("sea-adriatique").region == "mediterranean"
    assert board.area("acadie").cold == 1


def test_a_sea_has_its_article_in_a_sentence() -> None:
    """One sails in the Irish Sea, but round Cape Horn, and stands in Artois."""
    assert board.called("sea-irlande") == "the Irish Sea"
    assert board.called("sea-horn") == "Cape Horn"
    assert board.called("artois") == board.name_of("artois") == "Artois"
    assert {sea.article for sea in board.seas().values()} == {"", "the"}


def test_a_province_has_its_article_and_its_number_in_a_sentence() -> None:
    """One lands in the Azores, which are besieged, and holds the Crimea, which is."""
    assert board.in_or_off("acores") == "in the Azores"
    assert board.name_of("acores") == "Azores"
    assert board.does("acores", "be") == "the Azores are"
    assert board.does("crimee", "fall") == "the Crimea falls"
    assert board.does("artois", "have") == "Artois has"
    assert board.does("sea-cinquantiemes", "be") == "the Furious Fifties are"


def test_whatever_is_called_islands_mountains_lakes_or_a_coast_wants_the_article() -> None:
    nouns = ("Islands", "Mountains", "Lakes", "Coast", "Highlands", "Midlands", "Falklands")
    places: list[board.Province | board.Sea] = [*board.provinces().values(), *board.seas().values()]
    for place in places:
        common = any(noun in place.name.split() for noun in nouns)
        assert not common or place.article == "the", place.name
        assert not place.plural or place.article == "the", place.name


def test_ships_lie_off_a_coast_or_cape_on_banks_and_in_other_seas() -> None:
    assert board.in_or_off("sea-mascate") == "off the Coast of Muscat"
    assert board.in_or_off("sea-grand-bancs") == "on the Grand Banks of Newfoundland"
    assert board.in_or_off("sea-manche") == "in the English Channel"
    assert board.in_or_off("artois") == "in Artois"
    assert {sea.preposition for sea in board.seas().values()} == {"in", "off", "on"}
    for sea in board.seas().values():
        assert ("Coast" in sea.name or "Cape" in sea.name) <= (sea.preposition == "off"), sea.name


def test_every_border_runs_both_ways() -> None:
    for place, around in board.borders().items():
        for other, kind in around:
            assert board.border(other, place) == kind
    assert board.border("lombardia", "liguria") == "river"
    assert board.border("abruzzo", "lazio") == "mountain_pass"
    assert board.border("calabria", "sicilia") == "strait"
    assert board.border("lombardia", "savoia") == ""
    assert board.border("lombardia", "ile-de-france") is None


def test_neighbours_by_land_and_by_sea() -> None:
    land = {found.other for found in board.land_neighbours("liguria")}
    assert "lombardia" in land
    assert not any(map(board.is_sea, land))
    assert all(map(board.is_sea, board.adjacent_seas("liguria")))
    assert board.adjacent_seas("lombardia") == ()
    assert {b.other for b in board.neighbours("liguria")} == land | set(
        board.adjacent_seas("liguria")
    )


def test_fortified_straits_are_found_from_both_sides() -> None:
    fort = board.strait_fort("sea-marmara", "sea-egee")
    assert fort is not None
    assert (fort.province, fort.name) == ("canakkale", "Dardanelles")
    assert fort == board.strait_fort("sea-egee", "sea-marmara")
    assert board.strait_fort("sea-egee", "sea-noire-w") is None


def test_groups_and_national_provinces() -> None:
    assert board.in_group("osterreich", "hre")
    assert not board.in_group("ile-de-france", "hre")
    assert len(board.groups()["cold-area-europe"]) == 25
    assert board.in_group(board.area_provinces()["angola"][0], "africa")
    assert "ile-de-france" in board.national_provinces("france")
    assert board.national_provinces("pirates") == frozenset()
    with pytest.raises(FactsError, match="no group 'nowhere'"):
        board.in_group("lombardia", "nowhere")


def test_northern_forest_is_dense_forest_in_the_cold_area() -> None:
    cold = board.groups()["cold-area-europe"]
    northern = {place for place in board.provinces() if board.is_northern_forest(place)}
    dense = {p.id for p in board.provinces().values() if p.terrain == "dense_forest"}
    assert northern == cold & dense
    assert northern < dense


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("lom", ("province", "lombardia")),
        ("ILE DE", ("province", "ile-de-france")),
        ("île-de-france", ("province", "ile-de-france")),
        ("roussillon", ("province", "rosselo")),
        ("Paris", ("province", "ile-de-france")),
        ("adriatic", ("sea", "sea-adriatique")),
        ("FRA", ("country", "france")),
        ("acadia", ("area", "acadie")),
        ("wurttemberg", ("country", "wurttemberg")),
    ],
)
def test_places_are_found_by_what_people_type(typed: str, expected: tuple[str, str]) -> None:
    assert expected in [(one.kind, one.id) for one in place_names.find(typed)][:3]


def test_finding_ranks_whole_names_first_and_keeps_to_the_kinds_asked_for() -> None:
    assert place_names.find("") == place_names.find("  ") == place_names.find("qqq") == []
    assert {one.kind for one in place_names.find("a", kinds=("country",))} == {"country"}
    assert place_names.find("France", kinds=("province",))[0].id == "ile-de-france"
    assert place_names.find("naples")[0].id == "campania"
    # Altmark's city is Magdeburg, al-Maġrib has an article before its name
    assert place_names.find("mag")[0].id == "magyarorszag"


def test_a_typed_name_means_one_place_where_it_is_clear() -> None:
    def meant(text: str) -> list[str]:
        return [one.id for one in place_names.best_matches(text)]

    assert meant("Roma") == ["lazio"], "Romagna only begins so"
    assert meant("banda") == ["iles-aux-epices-b"], "the sea is called so too"
    assert meant("hain") == ["hainaut"]
    assert meant("Cuba") == ["cuba-e", "cuba-w"]
    assert meant("") == meant("Atlantis") == []


def test_wrong_ids_are_named() -> None:
    for look_up in (board.province, board.sea, board.area, board.neighbours):
        with pytest.raises(FactsError, match="atlantis"):
            look_up("atlantis")


def test_a_damaged_sheet_names_file_and_line(tmp_path: Path) -> None:
    for text, complaint in [
        ("a,b\n1,2\nx,2\n", "damaged.csv, line 3: .*'x'"),
        ("a,b\n1\n", "line 2: 1 cells where 2 are wanted"),
        ("b,a\n1,2\n", "line 1: the columns are"),
        ("", "line 1: the columns are"),
    ]:
        (tmp_path / "damaged.csv").write_text(text, encoding="utf-8")
        with pytest.raises(FactsError, match=complaint):
            read("damaged.csv", "a,b", lambda a, b: int(a) + int(b), f"{tmp_path}/")
    with pytest.raises(FactsError, match=r"missing.csv: cannot be read"):
        read("missing.csv", "a", str, f"{tmp_path}/")


def test_a_battle_or_town_that_the_board_does_not_name_leads_to_what_is_near() -> None:
    near = place_names.near("lepanto")
    assert near is not None
    assert near.called == "Lepanto"
    assert [one.name for one in near.places] == ["Ionian Sea", "Hellas"]
    named = place_names.near("alcacer")
    assert named is not None
    assert named.called == "Alcácer Quibir"
    assert place_names.near("le") is None, "with two letters too many begin"
    assert place_names.near("qqq") is None
