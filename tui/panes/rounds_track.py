"""The rounds track: where we are, the weather, who comes back where, and the exact chances."""

from __future__ import annotations

from fractions import Fraction

from engine.facts import countries, tables
from engine.modifiers import total
from engine.rounds import rounds
from engine.state import State
from tui.panes.scrolling_lines import LinesPane
from tui.words.line import Bit, Line, line
from tui.words.places import percent

SUMMERS = ("S1", "S2", "S3", "S4", "S5", "End")
WINTERS = ("W0", "W1", "W2", "W3", "W4", "W5")
LEAST, WAITING = 7, 2  # rows


class TrackPane(LinesPane):
    """The rounds track of the game."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("Rounds", id)

    @property
    def rows_wanted(self) -> int:
        """One height, and one where leaders are waited for: nothing below it moves each round."""
        return LEAST if super().rows_wanted <= LEAST else LEAST + WAITING

    def look(self, state: State) -> None:
        """Draw the track as the state has it."""
        self.show(track_lines(state))


def track_lines(state: State) -> list[Line]:
    """The track and all that can be said about it, a line each."""
    chances = rounds.chances(state)
    drawn = [
        line(" " * 6, *_boxes(SUMMERS, state, chances)),
        line("     ", Bit("/  \\  " * 5 + "/", "quiet")),
        line(" " * 3, *_boxes(WINTERS, state, chances)),
    ]
    drawn += _coming(state, chances)
    weather = "bad" if state.sequence.bad_weather else "fair"
    if state.sequence.sund_frozen:
        weather += ", the Sund is frozen"
    if state.sequence.extended:
        weather += ", extended campaign"
    played = " ".join(state.sequence.rounds) or "none yet"
    drawn.append(line(f" weather: {weather}"))
    drawn.append(line(Bit(f" played: {played}", "quiet")))
    drawn += _wounded(state)
    return drawn


def track_words(state: State) -> list[str]:
    """The track in a line, longer and shorter: the box, the weather, what comes next, how many
    rounds are left."""
    sequence = state.sequence
    weather = "bad weather" if sequence.bad_weather else "fair"
    if not sequence.box:
        return ["before the first round"]
    chances = rounds.chances(state)
    likely = sorted(chances.next.items(), key=lambda each: -each[1])
    then = ", ".join(f"{box} {percent(chance)}" for box, chance in likely)
    left = [count for count, chance in chances.left.items() if chance]
    few, most = min(left, default=0), max(left, default=0)
    span = f"{few} to {most}" if few < most else f"{few}"
    here = f"[{sequence.box}]"
    row = SUMMERS[:-1] if sequence.box in SUMMERS else WINTERS
    track = "─".join(here if box == sequence.box else box for box in row)
    after = f" · next {then}" if then else ""
    return [
        f"{track} {weather}{after} · rounds left {span}",
        f"{here} {weather}{after} · left {span}",
        f"{sequence.box} {weather}",
    ]


def _boxes(boxes: tuple[str, ...], state: State, chances: rounds.Chances) -> list[Bit]:
    bits = []
    for box in boxes:
        played = chances.played.get(box, Fraction(0))
        why = (f"{box}: {percent(played)} that it will be played.",)
        if box == state.sequence.box:
            bits += [Bit(f"[{box}]", "here", (f"{box}: this is the round played now.",))]
            bits += [Bit("  ")]
        elif box in state.sequence.rounds:
            bits += [Bit(f" {box} ", "quiet"), Bit("  ")]
        elif box == "End":
            bits += [Bit(f" {box}", "", ("End: the clean-up follows, no round is played.",))]
        else:
            bits += [Bit(f" {box} ", "strong" if played else "quiet", why), Bit("  ")]
    return bits


def _coming(state: State, chances: rounds.Chances) -> list[Line]:
    if not chances.next:
        return [line(" The rounds are over.")]
    modifiers = rounds.continuation_modifiers(state.period, state.sequence.poor_weather)
    reasons = [f"{value:+} {why} ({rule})" for value, why, rule in modifiers]
    start = state.sequence.box or "the start"
    how = (f"One die {total(modifiers):+} against the arrows of {start} (CON-02).", *reasons)
    parts: list[str | Bit] = [" next: "]
    summer = bool(state.sequence.box) and not rounds.winter(state.sequence.box)
    for number, (box, chance) in enumerate(sorted(chances.next.items(), key=lambda n: -n[1])):
        winter = " (extended)" if rounds.winter(box) and summer else ""
        parts += [" · "] if number else []
        parts += [Bit(f"{box} {percent(chance)}", "strong", how), winter]
    left = [count for count, chance in sorted(chances.left.items()) if chance]
    if not left:
        return [line(*parts)]
    likely = max(left, key=lambda count: chances.left[count])
    spread = tuple(f"{count} more: {percent(chances.left[count])}" for count in left)
    span = f"{left[0]} to {left[-1]}" if len(left) > 1 else f"{left[0]}"
    most = f", most likely {likely}" if len(left) > 1 else ""
    after: list[str | Bit] = [" left: ", Bit(span, "strong", (" · ".join(spread),)), most]
    after += [" · ends next: ", Bit(percent(chances.ends_next), "", how)]
    return [line(*parts), line(*after)]


def _wounded(state: State) -> list[Line]:
    waiting = sorted(
        (tables.boxes().index(leader.returns), leader.returns, leader.id)
        for leader in state.leaders.values()
        if leader.status == "wounded" and leader.returns in tables.boxes()
    )
    found = []
    for _, box, name in waiting:
        who = countries.leader(name).name
        why = (f"{who} is wounded and waits in {box} (LDR-08).",)
        comes = "comes back" if box != rounds.END else "is out until the turn ends"
        found.append(line(" ", Bit(box, "strong", why), f" + {who} {comes}"))
    return found
