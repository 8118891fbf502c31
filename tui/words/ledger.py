"""What is seen of a campaign's ledger: the month and its step, powers, treaties, the board."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from typing import Final

from engine.chronicle import Entry
from engine.eia import months, prisoners, tables
from engine.eia.ledger import roster
from engine.eia.ledger.ledger import Ledger
from engine.eia.prisoners import Held
from engine.eia.status_track import box_of, zone_of
from engine.eia.tables import in_words, printed_name
from engine.grammar import conjugate, join_names
from tui.words.line import Bit, Line, line, text_of

SHOWN: Final = 5  # months of the track
IMPORTANT: Final = {"war": "bad", "peace": "good", "victory": "head", "ruling": "strong",
                    "reminder": "quiet"}  # fmt: skip


def story_lines(story: Iterable[Entry], width: int) -> list[Line]:
    """Every line of the chronicle, each step of a month under its own head."""
    drawn: list[Line] = []
    box = ""
    for entry in story:
        if entry.box != box:
            box = entry.box
            drawn.append(line(Bit(f" {box}", "head")))
        rule = (entry.sheet or {}).get("rule", "")
        why = (f"{rule}: {entry.text}",) if rule else ()
        drawn += _wrapped(entry.text, width, IMPORTANT.get(entry.kind, ""), why)
    return drawn


def _wrapped(text: str, width: int, style: str = "", why: tuple[str, ...] = ()) -> list[Line]:
    first, *rest = wrap(text, max(10, width - 4), break_on_hyphens=False) or [""]
    return [
        line("  ", Bit(first, style, why)),
        *(line("    ", Bit(each, style)) for each in rest),
    ]


# The track and what falls due


def due_lines(state: Ledger, story: Iterable[Entry], width: int) -> list[Line]:
    """The track, then the reminders of the present step with their rules."""
    drawn = track_lines(state, width)
    found = due_now(state, story)
    if state.ended:
        wins = conjugate("win", max(1, len(state.winners)))
        names = join_names(printed_name(each) for each in state.winners) or "Nobody"
        return [*drawn, line(Bit(f" The campaign is over: {names} {wins}.", "head"))]
    drawn.append(line(Bit(" Due now" if found else " Nothing falls due in this step.", "head")))
    for text, rule in found:
        drawn += _wrapped(f"• {text} ({rule})", width)
    return drawn


def due_now(state: Ledger, story: Iterable[Entry]) -> list[tuple[str, str]]:
    """The reminders of the present step, each once, with their rules."""
    due = [entry for entry in story if entry.box == state.box and entry.kind == "reminder"]
    return list(dict.fromkeys((entry.text, (entry.sheet or {}).get("rule", "")) for entry in due))


def track_lines(state: Ledger, width: int) -> list[Line]:
    """The months with their Economic Phases, the phases, and the steps of this one."""
    row: list[str | Bit] = [" "]
    for month in range(state.month, min(state.month + SHOWN, state.last + 1)):
        name = tables.MONTHS[month % len(tables.MONTHS)][:3]
        year = f" {month // months.YEAR}" if month == state.month or not month % months.YEAR else ""
        here = month == state.month
        row += [Bit(f"{'[' if here else ''}{name}{year}{']' if here else ''}",
                    "here" if here else "quiet"), " "]  # fmt: skip
    last = state.last
    row.append(Bit(f"… {months.month_name(last)}" if last > state.month else "the last", "quiet"))
    wait = next((at for at in range(months.YEAR) if months.economic(state.month + at)), 0)
    when = "this month" if not wait else "next month" if wait == 1 else f"in {wait} months"
    winter = " · winter" if months.winter(state.month) else ""
    season = line(
        Bit(f" Economic Phase {when} · {last - state.month} months left{winter}", "quiet")
    )
    steps = [step for step in tables.steps() if step.phase == state.phase]
    phases: list[str | Bit] = [" "]
    played = [each for each in months.phases()
              if each != months.ECONOMIC or months.economic(state.month)]  # fmt: skip
    cramped = sum(len(each.split()[0]) + 1 for each in played) + 3 > width
    for phase in played:
        here = phase == state.phase
        short = phase[:5] if cramped and not here else phase.split()[0]
        phases += [Bit(f"[{short}]" if here else short, "here" if here else "quiet"), " "]
    drawn = [line(*row), season, line(*phases)]
    names = [f"[{step.name}]" if step == state.now else step.name for step in steps]
    for text in wrap(" · ".join(name.replace(" ", "\u00a0") for name in names), width - 3):
        before, bracket, rest = text.replace("\u00a0", " ").partition("[")
        now, closed, after = rest.partition("]")
        marked = Bit(f"[{now}]", "here") if bracket and closed else Bit(bracket + rest)
        drawn.append(line(Bit(f"  {before}", "quiet"), marked, Bit(after, "quiet")))
    return drawn


# Powers


def power_lines(state: Ledger, width: int) -> list[Line]:
    """Each power's points, goal, money, zone and depots."""
    drawn = [line(Bit(" power          VP  goal    PP money zone      depots", "head"))]
    for name, power in state.powers.items():
        goal = str(power.goal or "-")
        halves = power.political_halves
        points = f"{'-' if halves < 0 else ''}{abs(halves) // 2}{'½' if halves % 2 else ''}"
        box = box_of(power.marker)
        place = box if box and zone_of(power.marker) == power.zone else power.zone[:9]
        depots = f"{len(power.depots)}/{tables.depots(name)}"
        marks = []
        if power.dominant:
            marks.append("dominant")
        if power.out:
            held = (
                f"played by {printed_name(power.controller)}" if power.controller else "no player"
            )
            marks.append(held)
        style = (
            "quiet" if power.out else "good" if power.goal and power.victory >= power.goal else ""
        )
        wants = f"{printed_name(name)} wants {power.goal - power.victory} more victory points."
        won = Bit(f"{power.victory:4}", style or "strong", (wants,) if power.goal else ())
        drawn.append(line(
            f" {printed_name(name):13}", won,
            f" {goal:>5} {points:>5} {power.money:5} {place:9}", f" {depots:>4} ",
            Bit(", ".join(marks), "strong"),
        ))  # fmt: skip
        if power.depots:
            drawn += [line(Bit(each, "quiet")) for each in
                      wrap(f"depots: {', '.join(power.depots)}", width - 2, initial_indent="   ",
                           subsequent_indent="   ")]  # fmt: skip
    default = "" if state.britain_default else " Great Britain doesn't win by default."
    rules = "pillaging in force" if state.pillaging else "no pillaging"
    if state.pillaging and not state.involuntary:
        rules += ", no involuntary rolls"
    drawn += [line(""), line(Bit(f" {rules.capitalize()}.{default}", "quiet"))]
    for name, value in sorted(state.figures.items()):  # as typed here, or as the journal sorts them
        drawn += _wrapped(in_words(f"settled: {name} {value}"), width, "quiet")
    return drawn


# Treaties


def treaty_lines(state: Ledger, width: int) -> list[Line]:
    """Wars, peaces, alliances, what was broken, access, spheres, loans, debts, exiles, rulings."""
    now = state.month
    spheres = [each for each in state.peaces if each.sphere]
    return _sections(width, {
        "Wars": [f"{one} and {other}" for one, other in state.wars],
        "Enforced peaces": [
            f"{each.victor} over {each.loser} to the {each.phase} Phase of "
            f"{months.month_name(each.end)} "
            f"({each.end - now} months){', unconditional' if each.unconditional else ''}"
            f"{', co-operation denied' if each.denied else ''}"
            for each in state.peaces
        ],
        "Spheres of influence": [
            f"{each.victor}'s over {each.loser}, to {months.month_name(each.end)}"
            for each in spheres
        ],
        "Alliances": [
            f"{' and '.join(each.powers)}"
            f"{f', to {months.month_name(each.until)}' if each.until else ''}"
            for each in state.alliances
        ],
        "Alliances broken": [
            f"{each.breaker} broke with {each.other} in {months.month_name(each.month)}"
            for each in state.broken
        ],
        "Access": [f"{giver} lets {receiver} through" for giver, receiver in state.access],
        "Corps on loan": [
            f"{name} of {each.owner} with {each.borrower}"
            f"{f', to {months.month_name(each.until)}' if each.until else ''}"
            f"{', returning' if each.returning else ''}{_lost(each.lost)}"
            for name, each in sorted(state.loans.items())
        ],
        "Reparations": [
            f"{each.payer} to {each.payee}: {', '.join(map(str, each.left))}"
            for each in state.debts
        ],
        "In exile": [
            f"{name} ({each.rank}) of {each.power}, since {months.month_name(each.since)}"
            for name, each in sorted(state.exiles.items())
        ],
        "Leaders": [
            *(f"{name} of {each.power} {each.strategic}-{each.tactical}-{each.maximum}"
              f"{f' {each.rank}' if each.rank else ''}{', dead' if each.dead else ''}"
              for name, each in sorted(state.leaders.items())),
            *(f"{name} wounded, back in {months.month_name(month)}" for name, month in
              sorted(state.wounded.items())),
            *(f"{name} held by {power}" for name, power in sorted(state.captured.items())),
            *(f"{name} promoted to {rank}" for name, rank in sorted(state.promoted.items())),
        ],
        "Rulings": [f"{question}: {answer}" for question, answer in state.rulings],
    }, "No war, no treaty, nobody in exile.")  # fmt: skip


def _lost(lost: dict[str, int]) -> str:
    words = ", ".join(f"{number} {troop}" for troop, number in lost.items())
    return f", lost {words}" if words else ""


# The board


def board_lines(state: Ledger, width: int, secrets: bool) -> list[Line]:
    """Fleets, ports with hulks and loose ships, ships that are built, cities, prisoners, minors;
    without `secrets` no strength of a fleet and no ship before it is placed (EIA-NAV-13,
    EIA-NAV-15)."""
    return _sections(width, {
        "Fleets": [
            f"{name} of {each.power}{f': {each.ships} ships' if secrets else ''}"
            f"{f', blockaded since {months.month_name(each.blockaded)}' if each.blockaded else ''}"
            for name, each in sorted(state.fleets.items())
        ],
        "Hulks": _ports(state.hulks),
        "Ships without a fleet": _ports(state.loose),
        "Building": [
            f"{power}: a {ship}, {months.month_name(due)}{f', in {place}' if secrets else ''}"
            for due, power, ship, place in state.building
        ],
        "Prisoners": [
            f"{', '.join(f'{count} {troop}' for troop, count in counts.items())} of {nation} "
            f"with {holder}"
            f"{_dying(state, counts)}"
            for holder, nations in state.prisoners.items()
            for nation, counts in nations.items()
        ],
        "Cities": [
            f"{name} of {each.owner}: {each.state} in {months.month_name(each.month)}"
            f"{f', {each.due} money due' if each.due else ''}"
            f"{'' if each.owner_controls else ', not in his hands'}"
            f"{', to be rebuilt' if each.rebuilding else ''}"
            for name, each in sorted(state.cities.items())
        ],
        "Corps": [
            f"{name}{f': {roster.words(each.factors)}' if secrets else ''}"
            for name, each in sorted(state.corps.items())
        ],
        "Cavalry": [
            f"{name}: {', '.join(f'{count} {kind}' for kind, count in kinds.items())}"
            for name, kinds in sorted(state.cavalry.items())
        ],
        "Minors": [
            f"{name}{f', of {each.controller}' if each.controller else ''}"
            f"{', a free state' if each.free else ''}"
            f"{', defended' if each.fought else ''}{_held(each.held)}"
            for name, each in sorted(state.minors.items())
        ],
        "Ceded provinces": [
            f"{name} of {each.owner}, held by {each.holder}"
            for name, each in sorted(state.ceded.items())
        ],
        "La Salle's cavalry": [state.la_salle] if state.la_salle else [],
    }, "Nothing is written down of the board.")  # fmt: skip


def _ports(ports: dict[str, dict[str, int]]) -> list[str]:
    return [
        f"{port}: {', '.join(f'{count} of {power}' for power, count in owners.items())}"
        for port, owners in sorted(ports.items())
        if owners
    ]


def _dying(state: Ledger, counts: dict[str, int]) -> str:
    held = [
        Held(troop, state.prices[troop][0], state.prices[troop][1], count)
        for troop, count in counts.items()
    ]
    dead = prisoners.which_die(held)
    words = ", ".join(f"{count} {troop}" for troop, count in dead.items())
    return f"; next to die: {words}" if words else ""


def _held(held: dict[str, int]) -> str:
    words = ", ".join(
        f"{city} since {months.month_name(month)}" for city, month in held.items() if month
    )
    return f", taken: {words}" if words else ""


def _sections(width: int, sections: dict[str, list[str]], empty: str) -> list[Line]:
    drawn: list[Line] = []
    for head, rows in sections.items():
        if rows:
            drawn.append(line(Bit(f" {head}", "head")))
            for row in rows:
                drawn += _wrapped(in_words(row), width)
    return drawn or [line(Bit(f" {empty}", "quiet"))]


def situation(state: Ledger, story: Iterable[Entry], secrets: bool) -> list[str]:
    """Everything as plain lines; what is secret only where that is wanted."""
    parts = (due_lines(state, story, 80), power_lines(state, 80), treaty_lines(state, 80),
             board_lines(state, 80, secrets))  # fmt: skip
    return [row.rstrip() for part in parts for row in text_of(part).splitlines()]
