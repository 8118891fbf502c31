"""Pictures of screens: blocks are boxes, all else is as it was."""

from tui.terminal.svg import boxes_for_blocks


def text(written: str, width: str) -> str:
    return (
        f'<text class="t-r3" x="24.4" y="44.4" textLength="{width}" clip-path="url(#t-line-1)">'
        f"{written}</text>"
    )


def test_blocks_become_boxes_and_letters_stay_where_they_are() -> None:
    picture = boxes_for_blocks(text("▀▀a&lt;&#160;█▄", "85.4"))
    assert picture == (
        '<rect class="t-r3" x="24.4" y="25.9" width="24.5" height="12.2"'
        ' shape-rendering="crispEdges"/>'
        '<text class="t-r3" x="48.8" y="44.4" textLength="36.6" clip-path="url(#t-line-1)">'
        "a&lt;&#160;</text>"
        '<rect class="t-r3" x="85.4" y="25.9" width="12.3" height="24.65"'
        ' shape-rendering="crispEdges"/>'
        '<rect class="t-r3" x="97.6" y="38.1" width="12.3" height="12.45"'
        ' shape-rendering="crispEdges"/>'
    )


def test_a_picture_without_blocks_is_as_it_was() -> None:
    plain = "<svg>" + text("Bay&#160;of&#160;Biscay", "158.6") + "</svg>"
    assert boxes_for_blocks(plain) == plain
