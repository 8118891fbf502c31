"""The forecast as a layer over the map: where fortresses fall, and where the front will be."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from engine.facts.countries import with_article
from tui.map.view import Layer, Legend, Sign, Tone
from tui.words.places import percent

FORECAST: Final = "forecast"
LIKELY: Final = 0.5


def forecast_layer(found: Mapping[str, Any], ours: str, fog: Collection[str]) -> Layer:
    """A forecast (engine.programs.forecast.summary) as an alliance sees it: the chances that
    fortresses fall as signs, and as tones where troops will probably stand in the end. Of zones in
    the fog it tells nothing."""
    tones: dict[str, Tone] = {}
    signs: dict[str, Sign] = {}
    words: dict[str, list[str]] = {}
    most: dict[str, float] = {}
    for name, chance in found["stands"].items():
        alliance, _, place = name.partition(" ")
        if place in fog:
            continue
        said = f"troops of {with_article(alliance)} here in the end: {percent(chance)}"
        words.setdefault(place, []).append(said)
        if chance >= LIKELY and chance > most.get(place, 0):
            most[place] = chance
            tones[place] = "good" if alliance == ours else "bad"
    for place, chance in found["fortresses"].items():
        if place in fog:
            continue
        share = round(100 * chance["falls"])
        if share:
            signs[place] = Sign(f"{share}%" if share < 100 else "100", str(share // 10)[:1])
        taker = max(chance["to"], key=lambda each: chance["to"][each])
        said = f"falls to {with_article(taker)}: {percent(chance['falls'])}"
        words.setdefault(place, []).insert(0, said)
    games = found["games"]
    legend: Legend = (
        (f"forecast of {games} game{'s' * (games != 1)}: ", None),
        ("40% falls ", None),
        (" we stand ", "good"),
        (" they stand ", "bad"),
    )
    told = {place: "; ".join(said) for place, said in words.items()}
    return Layer(FORECAST, legend, tones, signs, words=told)
