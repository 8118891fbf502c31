"""What of a game goes out of the house: as JSON, as its story, as a picture or a report.

Whoever looks sees what the screen would show him: where seats are locked, nothing that only they
may know.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine import games
from engine.chronicle import Entry
from engine.facts.countries import with_article
from engine.games.journal_records import Plain
from engine.grammar import join_names
from engine.notation import position_reader, position_writer, scenario_file
from engine.programs import forecast as futures
from engine.programs import position as positions
from engine.programs import turning_points
from engine.state import State
from saves import store
from saves.disk.packing import SaveError
from saves.sharing import seats
from saves.store import Saved
from tui.application import app as screen_application
from tui.command.arguments import Usage
from tui.settings.files import Files
from tui.table import visibility
from tui.table.who_hears import Talk, line_of
from tui.terminal import passphrase
from tui.words import board_changes, campaign_newspaper
from tui.words import report as reports
from tui.words.places import entry_line


def export(options: Namespace) -> int:
    """A save as JSON, the story as text, or the screen as SVG."""
    files: Files = options.files
    folder = files.game(options.save)
    if options.mail is not None:
        file, who = files.post(folder, options.mail)
        print(f"{file}: " + (f"to {with_article(who)}, whose turn it is" if who else "it is over"))
        return 0
    if options.form == "json" and not seats.locks(folder):
        print(json.dumps(game_document(folder), ensure_ascii=False, indent=1))
        return 0
    with read_only(options) as saved:
        if options.form == "position":
            print(position_of(saved), end="")
        elif options.form == "scenario":
            print(scenario_file.scenario_text(position_reader.read(position_of(saved))), end="")
        elif options.form == "json":
            document = game_document(folder) | why_withheld(saved)
            print(json.dumps(document, ensure_ascii=False, indent=1))
        elif options.form == "words":
            saved.words.look()
            for word in Talk(saved).readable():
                print(line_of(word))
        elif options.form == "chronicle":
            for entry in readable(saved):
                print(entry_line(entry))
        else:
            print(screen_application.picture(files, saved))
    return 0


def position_of(saved: Saved) -> str:
    """The position as a text: where the last move or battle that is over left it."""
    open_to_all(saved, "its text")
    return position_writer.position_text(State.from_plain(dict(saved.game.snapshots[-1].state)))


def open_to_all(saved: Saved, what: str) -> None:
    """Raises Usage for a campaign's ledger, and where `what` would tell what a locked seat alone
    knows."""
    game = saved.game
    if games.find_game(game.header) == games.EIA:
        raise Usage(f"{saved.name} is a campaign's ledger: there is no {what.split()[-1]} of it")
    secret = [each for each in game.rules.powers(game.state) if not saved.may_see(each)]
    if secret:
        raise Usage(
            f"{saved.name} has locked seats "
            f"({', '.join(map(with_article, sorted(secret)))}): {what} "
            "would tell what only they know; --seat POWER asks for a passphrase"
        )


@contextmanager
def read_only(options: Namespace) -> Iterator[Saved]:
    """The game of a command that only looks: nothing of it is written, and it may lie where nothing
    can be. Whoever wants to see what a locked seat sees sits down there first."""
    saved = store.open_game(options.files.game(options.save), watch=True)
    try:
        for power in options.seat:
            locked = power in saved.locks()
            typed = passphrase.typed_unseen(f"The passphrase of {power}: ") if locked else ""
            saved.sit(power, typed)
        yield saved
    finally:
        saved.close()


def readable(saved: Saved) -> list[Entry]:
    """The lines of the story that whoever looks may read: where seats are locked, what those who
    are not locked out may know."""
    if not saved.locks() or games.find_game(saved.game.header) == games.EIA:
        return saved.game.story
    powers = saved.game.rules.powers(saved.game.state)
    return visibility.open_to(
        saved.game.story, saved.game.state, sorted(filter(saved.may_see, powers))
    )


def game_document(folder: Path) -> Plain:
    """A whole game as a document."""
    held = store.read(folder)
    return {
        "turn": held.tape.turn._asdict(),
        "header": held.header,
        "start": held.start,
        "record": held.latest.record,
        "state": held.latest.state,
        "journal": [record.to_plain() for record in held.records],
        "story": [entry.to_plain() for entry in held.story],
    }


def why_withheld(saved: Saved) -> Plain:
    """What stands in the place of what only locked seats may know; nothing where all are open."""
    locked = [power for power in saved.locks() if not saved.may_see(power)]
    if not locked:
        return {}
    names = join_names(sorted(map(with_article, locked)))
    why = (
        f"the seat of {names} is locked: the seed, the positions and the journal are left out; "
        "--seat POWER asks for its passphrase"
    )
    print(f"tercio: {why}", file=sys.stderr)
    return {
        "withheld": why,
        "header": {**saved.game.header, "seed": None},
        **dict.fromkeys(("start", "state", "journal")),
        "story": [entry.to_plain() for entry in readable(saved)],
    }


def report(options: Namespace) -> int:
    """The story of a phase with its statistics, as text, HTML or SVG; or only what it changed. Of a
    campaign of Empires in Arms its months, as a newspaper."""
    forms = board_changes.FORMATS if options.carry else reports.FORMATS
    if options.format not in forms:
        raise Usage(f"--format {options.format}: {' or '.join(forms)} is wanted here")
    with read_only(options) as saved:
        if games.find_game(saved.game.header) == games.EIA:
            if options.carry or options.format not in campaign_newspaper.FORMATS:
                raise Usage(f"{saved.name} is a campaign's ledger: it is told as text or html")
            title = str(saved.game.header.get("title") or saved.name)
            text = campaign_newspaper.newspaper(title, saved.game.story, options.format)
        elif options.turned:
            text = turned_text(saved)
        elif options.carry:
            text = visibility.changed(saved, options.format)
        else:
            text = reports.report(saved.game, readable(saved), options.format)
    if options.out is None:
        print(text, end="")
        return 0
    try:
        options.files.write(str(options.out), text)
    except SaveError as error:
        raise Usage(str(error)) from error
    return 0


def turned_text(saved: Saved) -> str:
    """Where the phase turned: the decisions and dice that moved its forecast most."""
    open_to_all(saved, "where it turned")
    if not saved.game.is_over:
        raise Usage(f"{saved.name} is not over: where it turned is told then")
    hidden = visibility.unknown_to_reader(saved)
    found = turning_points.lines(turning_points.turns(saved.game))
    return "".join(f"{each}\n" for each in found if not visibility.names_hidden(each, hidden))


def forecast(options: Namespace) -> int:
    """What will probably come of a game; the game is read, and not touched."""
    from concurrent.futures import ProcessPoolExecutor
    from functools import partial

    if options.games < 1 or options.jobs < 0:
        raise Usage("--games must be 1 or more, --jobs 0 or more")
    with read_only(options) as saved:
        open_to_all(saved, "a forecast")
        ask = saved.game.ask
        if ask is None:
            raise Usage(f"{saved.name} is over: nothing is left to foretell")
        position = positions.position_of(saved.game, ask.who)
    seeds = list(futures.seeds(options.games))
    with ProcessPoolExecutor(options.jobs or None) as pool:
        play = partial(futures.future, position)
        found = futures.summary(list(pool.map(play, seeds, chunksize=2)))
    print(json.dumps(found) if options.json else "\n".join(futures.forecast_lines(found)))
    return 0
