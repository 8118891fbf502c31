"""What each command of `tercio` does, but those that go on with a game (resume_game.py). The screen
is loaded only by those that show it."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from engine import games, scenarios, variants
from engine.adjudicator import resolve
from engine.adjudicator.resolve import BadInput
from engine.facts import citations, rulebook, tables, variant_sheets
from engine.games.journal_records import Plain
from engine.programs import bots
from saves import store
from tui.application import app as screen_application
from tui.command import completion as shell_completion
from tui.command.arguments import Usage, parser
from tui.command.edit import edit
from tui.command.exports import export, forecast, report
from tui.command.resume_game import milliseconds, show
from tui.forms import form_rows, new_campaign
from tui.lines import desk as desk_by_lines
from tui.screens.desk import desk as desk_screen
from tui.settings.files import Files
from tui.table.new_game import PERSON, create, create_campaign, one_seat, with_allies
from tui.terminal import passphrase
from tui.terminal.capabilities import columns, shows_lines
from tui.words.places import country_name
from tui.words.saved_games import summary_line, summary_rows

OF_UNIX: Final = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")  # serve needs them


def store_of(options: Namespace) -> Path:
    """The directory of games."""
    files: Files = options.files
    return files.store


def new(options: Namespace) -> int:
    """Starts a game."""
    if options.seed is not None and abs(options.seed) >= 2**63:
        raise Usage(f"--seed {options.seed}: a seed has at most 18 digits")
    milliseconds(options.think)
    if options.game == games.EIA:
        return _new_campaign(options)
    if options.scenario is None or options.set:
        wrong = "--set is for --game eia" if options.set else "it wants a scenario, such as artois"
        raise Usage(f"new: {wrong}; tercio scenarios lists them")
    scenario = options.files.scenario(options.scenario)
    programs: dict[str, str] = {}
    for assignment in options.bot:
        country, _, name = assignment.partition("=")
        if country not in scenario.powers:
            raise Usage(
                f"--bot {assignment}: {country!r} is not one of {', '.join(scenario.powers)}"
            )
        if name not in bots.PLAYERS and name != PERSON:
            known = ", ".join((*bots.PLAYERS, PERSON))
            raise Usage(f"--bot {assignment}: {name!r} is not one of {known}")
        programs[country] = name
    together = [each.split(",") for each in options.together]
    for power in (power for each in together for power in each):
        if power not in scenario.powers:
            raise Usage(f"--together {power}: it is not one of {', '.join(scenario.powers)}")
    for name in options.variant:
        if name not in variant_sheets.sheets():
            known = ", ".join(variant_sheets.sheets())
            raise Usage(f"--variant {name}: there is no variant of that name; known are {known}")
    if options.turns is not None and not 1 <= options.turns <= tables.last_turn():
        raise Usage(f"--turns {options.turns}: a game has 1 to {tables.last_turn()} turns")
    try:
        scenario.state(options.variant)
    except variants.UnfitVariant as error:
        raise Usage(f"--variant: {error} ({scenario.title})") from error
    saved = create(
        options.files.room(), scenario, with_allies(scenario, programs), options.dice,
        options.seed, options.name, options.variant, options.turns, one_seat(together),
        options.think,
    )  # fmt: skip
    return show(saved, options.plain, options.files)


def _new_campaign(options: Namespace) -> int:
    """A campaign of Empires in Arms, from `--set FIELD=VALUE` as the form takes them."""
    if options.bot or options.variant or options.think or options.turns is not None:
        raise Usage("--game eia: a campaign has no programs, variants and turns")
    rows = form_rows.rows_of(new_campaign.FIELDS.fields, {})
    typed: dict[form_rows.Path, str] = {}
    if options.scenario:
        typed[("scenario",)] = options.scenario
    names = [row.name for row in rows]
    for assignment in options.set:
        name, equals, value = assignment.partition("=")
        if not equals or name not in names:
            raise Usage(f"--set {assignment}: it is FIELD=VALUE; fields: {', '.join(names)}")
        typed[(name,)] = value
    document = {"dice": options.dice} | form_rows.document(rows, typed)
    values, wrong = new_campaign.read(document)
    if wrong:
        raise Usage("; ".join(wrong))
    name = options.name or values["name"]
    saved = create_campaign(options.files.room(), values, values["dice"], options.seed, name)
    return show(saved, options.plain, options.files)


def desk(options: Namespace) -> int:
    """Opens the desk, with a kind and a document where they are named."""
    document: Plain | None = None
    try:
        if options.kind:
            resolve.kind_of(options.kind)
        if options.file:
            document = resolve.parse_json(options.files.read(options.file))
            if not isinstance(document, dict):
                raise Usage(f"{options.file}: the document is not a JSON object")
    except resolve.BadInput as error:
        raise Usage(str(error)) from None
    if shows_lines(options.plain):
        desk_by_lines.PlainDesk().play(options.kind, document)
        return 0
    kind = options.kind or "battle"
    return screen_application.run(options.files, opening=lambda: desk_screen.Desk(kind, document))


def demo(options: Namespace) -> int:
    """Programs play one whole phase, with the screen following."""
    if shows_lines():
        raise Usage("demo: this terminal has no screen; tercio simulate plays without one")
    files: Files = options.files
    scenario = files.scenario(options.scenario)
    saved = create(files.room(), scenario, dict.fromkeys(scenario.powers, "steady"), name="demo")
    return screen_application.run(files, saved, demo=True)


def list_scenarios(options: Namespace) -> int:
    """The scenarios, a line each."""
    found = [scenarios.read(name) for name in scenarios.ids()]
    if options.json:
        keys = ("id", "title", "year", "powers", "teaches")
        print(json.dumps([{key: getattr(one, key) for key in keys} for one in found], indent=1))
        return 0
    for one in found:
        powers = ", ".join(map(country_name, one.powers))
        print(f"{one.id:20} {one.year}  {one.title}: {powers}")
        print(f"{'':26}{one.teaches}")
    return 0


def list_saves(options: Namespace) -> int:
    """The games of the store, the latest first."""
    found = store.summaries(store_of(options))
    if options.json:
        print(json.dumps([summary._asdict() for summary in found], indent=1))
        return 0
    width = columns()
    for one in found:
        print(summary_rows(one, width) if width else summary_line(one))
    if not found:
        print(f"No games in {store_of(options)} yet: tercio new artois begins one.")
    return 0


def check(options: Namespace) -> int:
    """Reads a save through: what is wrong with it, or "sound"."""
    defects = store.check(options.files.game(options.save))
    for defect in defects:
        print(defect)
    if not defects:
        print("sound")
    return 1 if defects else 0


def rules(options: Namespace) -> int:
    """The rules index."""
    found = rulebook.search(" ".join(options.words))
    for rule in found:
        changed = ", ".join(variant_sheets.by_rule(rule.id))
        print(f"{rule.id:8} {rule.text}" + (f" [variant {changed}]" if changed else ""))
        if options.where:
            print("\n".join(f"  {line}" for line in _where(rule.id)))
    if not found:
        print(f"no rule contains {' '.join(options.words)!r}", file=sys.stderr)
        return 2
    return 0


def _where(rule: str) -> Iterator[str]:
    """The functions that cite a rule and the tests that hold it, a line each."""
    code, held = citations.code(rule), citations.tests(rule)
    yield from map(str, code)
    if not code:
        yield "no function cites it by its id"
        for other in sorted(citations.cited_rules(rulebook.line(rule)) - {rule}):
            yield from (f"{other}, which it reads: {place}" for place in citations.code(other))
    if held is None:
        yield "the tests are not installed here: look in a checkout"
    else:
        yield from map(str, held)
        if not held:
            yield "no test covers it"


def list_variants(options: Namespace) -> int:
    """The variants, what each changes."""
    if options.json:
        print(json.dumps([sheet._asdict() for sheet in variant_sheets.sheets().values()], indent=1))
        return 0
    for sheet in variant_sheets.sheets().values():
        print(f"{sheet.id:20} {sheet.title} ({', '.join(sheet.sections)})")
        print(f"{'':20} {sheet.about}")
    return 0


def completion(options: Namespace) -> int:
    """Completion for a shell; `games` and `scenarios` are what it asks for as one types."""
    if options.shell == "games":
        print("\n".join(one.name for one in store.summaries(store_of(options))))
    elif options.shell == "scenarios":
        print("\n".join(scenarios.ids()))
    else:
        print(shell_completion.script(parser(), options.shell), end="")
    return 0


def serve(options: Namespace) -> int:
    """Serves the game over SSH, adds a player, or asks the server that runs for something."""
    try:
        from tui.server import control, players, turns
        from tui.server.serve import run
        from tui.server.service import Service
    except ModuleNotFoundError as error:
        if error.name in OF_UNIX:
            raise Usage(
                "serve needs a system of the Unix family, such as Linux or macOS, which gives each "
                "player a terminal of his own; Windows has it in its subsystem for Linux (WSL)"
            ) from error
        raise Usage(f"tercio serve needs {error.name}: install tercio[serve]") from error
    where = store_of(options)
    file = options.players or where / "players"
    if options.add is not None:
        known = options.add in {name for name, _ in players.lines(file)}
        if options.mail is None or options.key is not None or not known:
            players.add(file, options.add, _proof(options))
            print(f"{options.add} may come in: {file}")
        if options.mail is not None:
            players.set_address(file, options.add, options.mail)
            to = f"goes to {options.mail}" if options.mail else "goes nowhere"
            print(f"mail for {options.add} {to}")
        return 0
    if options.mail is not None:
        raise Usage("--mail is for --add NAME")
    if options.who:
        answer = control.ask(where, {"do": "who"})
        print(json.dumps(answer) if options.json else "\n".join(control.lines(answer)))
        return 0
    if options.message is not None:
        told = control.ask(where, {"do": "message", "text": options.message})["told"]
        print(f"{told} player{'' if told == 1 else 's'} will read it")
        return 0
    if options.close:
        control.ask(where, {"do": "close"})
        print("the server saves every game and ends")
        return 0
    if not 0 <= options.port < 65536 or options.most < 1 or options.idle < 1:
        raise Usage("--port is 0 to 65535, --most and --idle at least 1")
    service = Service(where, file, options.most, idle=60.0 * options.idle)
    if options.on_turn is not None:
        how = turns.notice_command(options.on_turn, lambda: players.addresses(file))
        service.turns = turns.Turns(where, file, how)
    return run(service, options.host, options.port, options.log)


def _proof(options: Namespace) -> str:
    if options.key is None:
        return passphrase.typed_unseen(f"A passphrase for {options.add}: ")
    try:
        return str(options.files.read(str(options.key)).strip())
    except BadInput as error:
        raise Usage(f"--key {options.key}: {error}") from error


COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "new": new,
    "scenarios": list_scenarios,
    "saves": list_saves,
    "check": check,
    "export": export,
    "report": report,
    "forecast": forecast,
    "rules": rules,
    "variants": list_variants,
    "desk": desk,
    "edit": edit,
    "demo": demo,
    "serve": serve,
    "completion": completion,
}
