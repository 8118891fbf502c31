"""Every theme loads, reads well, and a wrong one says what is wrong with it."""

import tomllib
from itertools import combinations
from typing import Any

import pytest

import themes


def rgb(index: int) -> tuple[int, int, int]:
    """The colour of an index of the 256-colour cube."""
    if index >= 232:
        grey = 8 + 10 * (index - 232)
        return grey, grey, grey
    index -= 16
    steps = [0, 95, 135, 175, 215, 255]
    return steps[index // 36], steps[index // 6 % 6], steps[index % 6]


def contrast(a: int, b: int) -> float:
    """The contrast ratio of two colours as WCAG defines it."""

    def luminance(index: int) -> float:
        parts = [part / 255 for part in rgb(index)]
        red, green, blue = (
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


COLOURFUL = [name for name in themes.names() if themes.load(name).depth == 256]


def test_there_are_themes_for_every_terminal() -> None:
    assert themes.names()[0] == themes.DEFAULT
    assert {themes.load(name).depth for name in themes.names()} == {256, 16, 0}
    assert len(COLOURFUL) >= 2


@pytest.mark.parametrize("name", themes.names())
def test_a_theme_loads_and_the_screen_takes_it(name: str) -> None:
    theme = themes.load(name)
    assert theme.title
    assert theme.note
    assert themes.as_screen_theme(theme).to_color_system().generate()
    assert (theme.palette is None) == (theme.depth == 0)


@pytest.mark.parametrize("name", COLOURFUL)
def test_names_can_be_read_on_every_fill(name: str) -> None:
    palette = themes.load(name).palette
    assert palette
    tints = [*palette.powers.values(), *palette.minors, palette.nobody]
    fills = {fill for tint in tints for fill in (tint.fill, tint.alternate)}
    fills |= {ground.fill for ground in palette.ground.values()} | {palette.lit}
    fills |= {tone.fill for tone in palette.tones}
    for fill in fills:
        assert contrast(palette.ink_on(fill), fill) >= 4, f"ink on {fill}"
    for tint in tints:
        assert contrast(palette.stack_ink, tint.stack) >= 4.5, f"stacks on {tint.stack}"
    for pair in (palette.mountain_pass, palette.siege, palette.reach, palette.path, palette.cursor):
        assert contrast(*pair) >= 3.5, str(pair)
    assert contrast(palette.coast_ink, palette.sea.fill) >= 4.5


def test_a_terminal_gets_the_theme_that_it_can_show() -> None:
    assert themes.for_console("night", "256", no_color=False).name == "night"
    assert themes.for_console("night", "truecolor", no_color=False).name == "night"
    assert themes.for_console("night", "standard", no_color=False).name == "sixteen"
    assert themes.for_console("night", None, no_color=False).name == "monochrome"
    assert themes.for_console("night", "truecolor", no_color=True).name == "monochrome"


def test_a_missing_theme_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(themes.ThemeError, match="no theme 'mud'; there are atlas, admiralty"):
        themes.load("mud")


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("depth", 8, "depth is 8, expected 256, 16 or 0"),
        ("title", 3, "title is 3, expected a value of type str"),
        ("fewer", "", "fewer names the theme for fewer colours"),
        ("minors", [], "minors is empty"),
        ("minors", [[1, 2]], "expected 4 colour numbers below 256"),
        ("map.sea", [24, 300], r"\[map\] sea is \[24, 300\], expected 2 colour numbers below 256"),
        ("map.lake", None, r"\[map\] lake is None, expected 1 colour number"),
        ("powers.france", [1], r"\[powers\] france is \[1\], expected 4"),
        ("tones", {"bad": [1]}, r"\[tones\] bad is \[1\], expected 2"),
    ],
)
def test_a_wrong_theme_says_what_is_wrong(key: str, value: Any, words: str) -> None:
    table = tomllib.loads((themes.FOLDER / "atlas.toml").read_text(encoding="utf-8"))
    *path, last = key.split(".")
    inner = table
    for step in path:
        inner = inner[step]
    inner[last] = value
    with pytest.raises(themes.ThemeError, match=words):
        themes.read("wrong", table)


def test_high_contrast_is_high() -> None:
    theme = themes.load("contrast")
    palette = theme.palette
    assert palette
    for tint in [*palette.powers.values(), *palette.minors, palette.nobody]:
        assert contrast(palette.ink_on(tint.fill), tint.fill) >= 7
        assert contrast(palette.stack_ink, tint.stack) >= 7
    for pair in (palette.siege, palette.reach, palette.path, palette.cursor, palette.mark):
        assert contrast(*pair) >= 7


# Linear RGB as people without one kind of cones see it (Viénot, Brettel and Mollon, 1999, and
# Brettel's projection for the third).
BLIND = {
    "red": ((0.11, 0.89, 0.0), (0.11, 0.89, 0.0), (0.004, -0.004, 1.0)),
    "green": ((0.29, 0.71, 0.0), (0.29, 0.71, 0.0), (-0.02, 0.02, 1.0)),
    "blue": ((1.0, 0.14, -0.14), (0.0, 0.87, 0.13), (0.0, 0.87, 0.13)),
}


def seen(index: int, kind: str) -> tuple[float, ...]:
    linear = [(part / 255) ** 2.2 for part in rgb(index)]
    mixed = (sum(a * b for a, b in zip(row, linear, strict=True)) for row in BLIND[kind])
    return tuple(255 * max(0.0, part) ** (1 / 2.2) for part in mixed)


@pytest.mark.parametrize("kind", sorted(BLIND))
def test_the_safe_theme_is_told_apart_by_the_colour_blind(kind: str) -> None:
    palette = themes.load("safe").palette
    assert palette

    def apart(one: int, other: int) -> float:
        return sum((a - b) ** 2 for a, b in zip(seen(one, kind), seen(other, kind), strict=True))

    tones = [palette.tones.good.fill, palette.tones.fair.fill, palette.tones.bad.fill]
    foes = [palette.powers[name].fill for name in ("france", "spain", "england")]
    for colours in (tones, foes):
        for one, other in combinations(colours, 2):
            assert apart(one, other) > 60**2, (one, other)
    for tint in palette.powers.values():
        assert apart(tint.fill, palette.sea.fill) > 60**2
