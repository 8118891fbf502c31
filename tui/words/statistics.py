"""The statistics of a game in lines: whose dice were bad, how bad exactly, and who lost what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from textwrap import wrap

from engine.chronicle import Entry
from engine.facts.countries import possessive
from engine.games import statistics
from engine.games.game import Game
from engine.games.statistics import Dice, Loss, Throw
from engine.grammar import capitalised, thirds
from tui.words.line import Bit, Line, line
from tui.words.places import country_name, percent
from tui.words.plots import Bar, bars, curve

RARE = Fraction(1, 20)
MEAN = Fraction(statistics.FACES + 1, 2)


def dice_lines(game: Game, story: Sequence[Entry], width: int) -> list[Line]:
    """The dice of every country that threw any: how bad they were, what fell, what for; without
    those of records that tell of what the reader of the story may not know."""
    read = {id(entry) for entry in story}
    secret = {each.record for each in game.story if each.only and id(each) not in read}
    thrown = [each for each in statistics.throws(game.records, story) if each.record not in secret]
    countries = Counter(each.country for each in thrown if each.country)
    if not countries:
        return [line(" No die has fallen yet.")]
    drawn = _head("Are mine really worse?")
    drawn.append(line(Bit(" Luck is the die, or 11 minus the die where a low one is better.",
                          "quiet")))  # fmt: skip
    shares = []
    for country, _ in countries.most_common():
        dice = statistics.counted_together(each for each in thrown if each.country == country)
        why = (verdict(possessive(country), dice),)
        said = f"{float(dice.mean):.2f}  {dice.number} {'die' if dice.number == 1 else 'dice'}"
        shares.append(Bar(country_name(country), float(dice.mean), said, float(MEAN), why))
    drawn += bars(shares, width)
    for country, _ in countries.most_common():
        own = [each for each in thrown if each.country == country]
        drawn += _of_country(country, own, width)
    return drawn


def verdict(whose: str, dice: Dice) -> str:
    """Whether the dice of a country are unusual, with the exact chance of it."""
    many, each = (f"{dice.number} dice are", " each") if dice.number > 1 else ("one die is", "")
    mean = f"{capitalised(whose)} {many} worth {float(dice.mean):.2f}{each}, 5.5 is expected"
    worse = dice.mean < MEAN
    chance = dice.as_bad if worse else dice.as_good
    how = "bad" if worse else "good"
    words = f"as {how} as these or {'worse' if worse else 'better'}"
    if dice.mean == MEAN:
        return f"{mean}: exactly that."
    usual = "ordinary luck" if chance > RARE else f"really {how} luck"
    once = f", once in {round(1 / chance)} games" if chance <= RARE else ""
    return f"{mean}; fair dice are {words} in {percent(chance)} of all games{once}: {usual}."


def _head(text: str) -> list[Line]:
    return [line(), line(Bit(f" {text}", "head"))]


def _of_country(country: str, own: Sequence[Throw], width: int) -> list[Line]:
    dice = statistics.counted_together(own)
    name, said = country_name(country), verdict(possessive(country), dice)
    drawn = [line(), *(line(f" {row}") for row in wrap(said, width - 2))]
    drawn += _head(f"{name}: what fell, and what was to be expected (│)")
    expected = dice.number / statistics.FACES
    drawn += bars(
        [Bar(f"{face:2}", count, str(count), expected) for face, count in enumerate(dice.faces, 1)],
        min(width, 64),
    )
    drawn.append(line())
    drawn.append(line(Bit(f" {'for':28} dice  luck  as bad in", "quiet")))
    for purpose, _ in Counter(each.purpose for each in own).most_common():
        some = statistics.counted_together(each for each in own if each.purpose == purpose)
        bad = percent(some.as_bad)
        why = (f"{capitalised(purpose)}: {verdict(possessive(country), some)}",)
        drawn.append(line(
            f" {purpose:28} {some.number:4}  ",
            Bit(f"{float(some.mean):4.1f}", _style(some), why),
            f"  {bad}",
        ))  # fmt: skip
    drawn.append(line())
    drawn.append(line(Bit(f" {name}: luck above and below the expected, die after die", "quiet")))
    running = list(accumulate(float(each.luck - MEAN) for each in own))
    return drawn + curve(running, width)


def _style(dice: Dice) -> str:
    return "bad" if dice.as_bad <= RARE else "good" if dice.as_good <= RARE else ""


def loss_lines(game: Game, story: Sequence[Entry], width: int) -> list[Line]:
    """Who lost what: by country, by round, by cause."""
    turn = game.state.turn - sum(
        1 for entry in story if entry.kind == "turn" and entry.text.startswith("Turn ")
    )
    found = statistics.losses(story, turn)
    if not found:
        return [line(" Nothing has been lost yet.")]
    drawn: list[Line] = []
    for afloat, title in ((False, "Troops lost, in LD"), (True, "Ships lost, in ND")):
        some = [each for each in found if _amount(each, afloat)]
        if not some:
            continue
        groups = (
            (title, [(country_name(each.country), each) for each in some]),
            ("by round", [(_when(each), each) for each in some]),
            ("by cause", [(f"{country_name(each.country)}: {each.cause}", each) for each in some]),
        )
        wide = max(len(name) for _, rows in groups for name, _ in rows)
        for head, rows in groups:
            drawn += _head(head)
            sums: dict[str, int] = {}
            for name, each in rows:
                sums[name] = sums.get(name, 0) + _amount(each, afloat)
            ordered = sums.items() if head == "by round" else Counter(sums).most_common()
            drawn += bars([Bar(name, total, thirds(total)) for name, total in ordered], width, wide)
    return drawn


def _amount(loss: Loss, afloat: bool) -> int:
    return loss.afloat if afloat else loss.thirds


def _when(loss: Loss) -> str:
    return f"turn {loss.turn}, {loss.box or 'before'}: {country_name(loss.country)}"
