"""Whatever a theme writes on the map can be read: 4.5 between ink and ground, also in sixteen."""

from collections.abc import Iterator

import pytest

import themes
from tests.tui.contrast import LEAST, VGA, XTERM, indexed, ratio


def written(palette: themes.Palette) -> Iterator[tuple[str, int, int]]:
    """What is written on what: a name for it, ink and ground."""
    yield "names of seas", palette.sea_ink, palette.sea.fill
    yield "names beside the coast", palette.coast_ink, palette.sea.fill
    for name in ("cursor", "mountain_pass", "siege", "reach", "path", "mark"):
        pair = getattr(palette, name)
        yield name, pair.ink, pair.ground
    tints = {**palette.powers, "nobody": palette.nobody}
    tints |= {f"minor {number}": tint for number, tint in enumerate(palette.minors)}
    for name, tint in tints.items():
        for fill in (tint.fill, tint.alternate):
            yield f"land of {name}", palette.ink_on(fill), fill
        yield f"stacks of {name}", palette.stack_ink, tint.stack
    grounds = dict(palette.ground)
    grounds |= dict(zip(palette.tones._fields, palette.tones, strict=True))
    for name, ground in grounds.items():
        yield name, palette.ink_on(ground.fill), ground.fill


@pytest.mark.parametrize("name", themes.names())
def test_all_that_is_written_on_the_map_can_be_read(name: str) -> None:
    palette = themes.load(name).palette
    if palette is None:
        return
    found = {
        f"{what}: {ink} on {ground}, {least:.1f}"
        for what, ink, ground in written(palette)
        if (least := min(ratio(indexed(ink, each), indexed(ground, each))
                         for each in (XTERM, VGA))) < LEAST
    }  # fmt: skip
    assert found == set()
