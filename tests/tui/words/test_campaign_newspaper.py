"""The chronicle of a campaign as a newspaper."""

from engine.chronicle import Entry
from tui.words.campaign_newspaper import newspaper


def entry(box: str, kind: str, text: str) -> Entry:
    return Entry(box, "", kind, text)


STORY = [
    entry("December 1805, declarations of war", "reminder", "Both sides may call their allies."),
    entry(
        "December 1805, declarations of war", "war", "France declares war on Austria: -3 points."
    ),
    entry("December 1805, land combat of France", "story", "Davout is killed."),
    entry("December 1805, land combat of France", "passed", "Nothing due: guerrilla."),
    entry("January 1806, peace", "peace", "France forces a peace of 18 months on <Austria>."),
]


def test_a_month_is_an_issue_with_its_sections() -> None:
    text = newspaper("The war", STORY, form="text")
    assert text.index("The war: December 1805") < text.index("The war: January 1806")
    assert "WAR AND PEACE\n\nFrance declares war on Austria" in text
    assert "FROM THE ARMIES\n\nDavout is killed." in text
    assert "Both sides" not in text
    assert "Nothing due" not in text
    assert max(map(len, text.splitlines())) <= 76


def test_it_is_a_page_too_and_hostile_names_stay_text() -> None:
    page = newspaper("The <b>war", STORY, "html")
    assert "<h1>The &lt;b&gt;war: January 1806</h1>" in page
    assert "&lt;Austria&gt;" in page
    assert newspaper("The war", [], form="text") == "The war: no news yet.\n"
