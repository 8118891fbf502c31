"""A place found by its name: what is on the map that one looks at comes first."""

from tui.screens.finding.find_province import FindPlace


def found(words: str, world: str) -> list[str]:
    asked = FindPlace()
    asked.ask((), world)
    return [str(one.gives) for one in asked.found(words)]


def test_gulfs_of_the_map_that_is_shown_come_first() -> None:
    """Who looked overseas and typed *gulf* had all of Europe's before Mexico's."""
    europe, overseas = found("gulf", "europe"), found("gulf", "rotw")
    assert europe.index("sea-lion") < europe.index("sea-guinee")
    assert overseas.index("sea-guinee") < overseas.index("sea-lion")


def test_a_whole_name_comes_before_what_is_shown() -> None:
    assert found("maine", "rotw")[0] == "maine"
