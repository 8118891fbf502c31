"""The words of the command line: every command, its options and arguments."""

from __future__ import annotations

import argparse
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from engine import EDITION, __version__
from engine.grammar import capitalised

if TYPE_CHECKING:
    from tui.settings.files import Files


class Usage(Exception):
    """Something in the command line that cannot be: what, and what would be right."""


class Command(NamedTuple):
    """A command: its name, what it does, and what lays out its options and arguments."""

    name: str
    words: str
    lay_out: Callable[[ArgumentParser], object]


def read(words: Sequence[str], named: str, files: Files | None) -> Namespace:
    """What the words say, where one of them names the command; `files` are its own."""
    return parser(named).parse_args(words, Namespace(files=files))


def parser(only: str = "") -> ArgumentParser:
    """Every command with its words; where `only` names one, that one alone: a game that is opened
    need not wait for the words of all."""
    whole = argparse.ArgumentParser(
        prog="tercio",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="The Military phase of Europa Universalis in a terminal.",
        epilog="Without a command: the title screen. Games are kept in --store, else TERCIO_STORE, "
        "else your data directory.",
    )
    version = f"tercio {__version__}\n{EDITION}"
    whole.add_argument("--version", action="version", version=version)
    whole.add_argument("--store", type=Path, metavar="DIR", help="where games are kept")
    whole.add_argument("--plain", action="store_true", help="lines of text instead of a screen")
    whole.set_defaults(command=None)
    commands = whole.add_subparsers(title="commands", metavar="COMMAND")
    named = [one for one in COMMANDS if one.name == only]
    for name, words, lay_out in named or COMMANDS:
        found = commands.add_parser(name, help=words, description=f"{capitalised(words)}.")
        found.set_defaults(command=name)
        found.add_argument("--store", type=Path, metavar="DIR", default=argparse.SUPPRESS,
                           help="where games are kept")  # fmt: skip
        lay_out(found)
    for name, words in () if named else OF_THE_ENGINE:
        commands.add_parser(name, help=words, add_help=False)
    return whole


def _new(new: ArgumentParser) -> None:
    new.add_argument("scenario", nargs="?", metavar="SCENARIO",
                     help="a scenario's id, or the path of a file")  # fmt: skip
    new.add_argument("--game", choices=("europa", "eia"), default="europa",
                     help="eia: the ledger of a campaign of Empires in Arms")  # fmt: skip
    new.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE",
                     help="with --game eia: what its form asks: last_year=1810")  # fmt: skip
    new.add_argument("--seed", type=int, metavar="N", help="the seed of the dice")
    new.add_argument("--variant", action="append", default=[], metavar="NAME",
                     help="a rule change: see tercio variants")  # fmt: skip
    new.add_argument("--turns", type=int, metavar="N", help="a campaign of so many turns")
    new.add_argument("--bot", action="append", default=[], metavar="COUNTRY=NAME",
                     help="let a program play a power and its allies: random, page, steady, "
                          "captain, captain-bold, captain-cautious or captain-greedy; person "
                          "keeps an ally")  # fmt: skip
    new.add_argument(
        "--together",
        action="append",
        default=[],
        metavar="COUNTRY,COUNTRY",
        help="powers that one person plays: the keyboard is not passed between them",
    )
    new.add_argument("--dice", choices=("typed", "rolled"), default="rolled",
                     help="rolled by Tercio, or your own typed in")  # fmt: skip
    new.add_argument("--think", type=float, metavar="SECONDS",
                     help="the most that captain takes for a decision (1)")  # fmt: skip
    new.add_argument("--name", default="", metavar="NAME", help="the game's name in the store")
    _plain(new)


def _desk(desk: ArgumentParser) -> None:
    desk.add_argument("kind", nargs="?", default="", metavar="KIND",
                      help="battle, assault …: see tercio resolve --list")  # fmt: skip
    desk.add_argument("file", nargs="?", metavar="FILE", help="a document to begin with")
    _plain(desk)


def _edit(edit: ArgumentParser) -> None:
    edit.add_argument("file", nargs="?", default="", metavar="FILE",
                      help="a position, a scenario, a table, a game, or a new file")  # fmt: skip
    edit.add_argument("--turn", type=int, default=1, metavar="N", help="of an empty table (1)")


def _open(open_: ArgumentParser) -> None:
    open_.add_argument(
        "save", metavar="SAVE", help="a name in the store, a path, or a .tercio file"
    )
    open_.add_argument("--think", type=float, metavar="SECONDS",
                       help="the most that captain takes for a decision until it is closed: "
                            "what the game says, else 1")  # fmt: skip
    _plain(open_)


def _plain(command: ArgumentParser) -> None:
    """--plain, said before the command or behind it."""
    command.add_argument("--plain", action="store_true", default=argparse.SUPPRESS,
                         help="lines of text instead of a screen")  # fmt: skip


def _seats(command: ArgumentParser) -> None:
    command.add_argument("--seat", action="append", default=[], metavar="POWER",
                         help="see what a locked seat sees; asks for its passphrase")  # fmt: skip


def _json(command: ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="as JSON")


def _saved(command: ArgumentParser) -> None:
    command.add_argument("save", metavar="SAVE", help="a name in the store, or a path")


def _export(export: ArgumentParser) -> None:
    _saved(export)
    form = export.add_mutually_exclusive_group()
    for name, words in (
        ("json", "the whole game as JSON (default)"),
        ("chronicle", "its story as lines of text"),
        ("words", "what its players said, as far as you may hear it"),
        ("svg", "the screen as a picture"),
        ("position", "the position as a text that tercio new takes"),
        ("scenario", "the position as a scenario file (TOML), for authors"),
    ):
        form.add_argument(f"--{name}", dest="form", action="store_const", const=name, help=words)
    form.add_argument("--mail", type=Path, nargs="?", const=Path(), metavar="DIR",
                      help="one file to send to whose turn it is")  # fmt: skip
    export.set_defaults(form="json")
    _seats(export)


def _report(report: ArgumentParser) -> None:
    _saved(report)
    report.add_argument("--format", choices=("text", "html", "svg", "json"), default="text",
                        help="text (default), one HTML page, one SVG picture, or (of what "
                             "changed) JSON")  # fmt: skip
    report.add_argument("--turned", action="store_true",
                        help="where the phase turned, which takes a minute")  # fmt: skip
    report.add_argument("--carry", action="store_true",
                        help="only what the phase changed, for the cardboard table")  # fmt: skip
    report.add_argument("--out", type=Path, metavar="FILE", help="write it there")
    _seats(report)


def _forecast(forecast: ArgumentParser) -> None:
    _saved(forecast)
    forecast.add_argument("--games", type=int, default=60, metavar="N",
                          help="how many times it is played on (60)")  # fmt: skip
    forecast.add_argument("--jobs", type=int, default=0, metavar="N",
                          help="processes that play (one a core)")  # fmt: skip
    _json(forecast)
    _seats(forecast)


def _rules(rules: ArgumentParser) -> None:
    rules.add_argument("words", nargs="*", metavar="ID | WORDS",
                       help="SUP, SUP-03, or words of a rule; without any: all")  # fmt: skip
    rules.add_argument("--where", action="store_true",
                       help="the functions that carry it out, and its tests")  # fmt: skip


def _demo(demo: ArgumentParser) -> None:
    demo.add_argument("scenario", nargs="?", default="italian-wars-1494", metavar="SCENARIO",
                      help="a scenario's id, or a file (italian-wars-1494)")  # fmt: skip


def _serve(serve: ArgumentParser) -> None:
    serve.add_argument(
        "--host", default="127.0.0.1", metavar="H", help="the address (this machine)"
    )
    serve.add_argument("--port", type=int, default=2222, metavar="P", help="the port (2222)")
    serve.add_argument(
        "--players", type=Path, metavar="FILE", help="who may come in (in the store)"
    )
    serve.add_argument("--log", type=Path, metavar="FILE", help="who came, what was refused")
    serve.add_argument("--most", type=int, default=40, metavar="N", help="connections at once (40)")
    serve.add_argument("--idle", type=int, default=360, metavar="MINUTES",
                       help="minutes of silence that end a connection (360)")  # fmt: skip
    serve.add_argument("--add", metavar="NAME", help="add a player; asks for his passphrase")
    serve.add_argument(
        "--key", type=Path, metavar="FILE", help="with --add: his public key instead"
    )
    serve.add_argument("--mail", metavar="ADDRESS",
                       help="with --add: where --on-turn mail finds him")  # fmt: skip
    serve.add_argument(
        "--on-turn", metavar="CMD | mail | URL",
        help="tell players who are away when it is their turn: a command that gets TERCIO_GAME, "
             "TERCIO_POWER and TERCIO_PLAYER in its environment, mail, or a web address",
    )  # fmt: skip
    for name, words in (
        ("--who", "who is in, on the server that runs for this store"),
        ("--close", "tell everybody, save every game and end that server"),
        ("--json", "with --who: as JSON, for monitoring"),
    ):
        serve.add_argument(name, action="store_true", help=words)
    serve.add_argument("--message", metavar="TEXT", help="show everybody who is in a line")


def _completion(shells: ArgumentParser) -> None:
    shells.add_argument("shell", choices=("bash", "zsh", "fish", "games", "scenarios"),
                        metavar="bash | zsh | fish")  # fmt: skip


COMMANDS: Final = (
    Command("new", "start a game of a scenario", _new),
    Command("tutorial", "learn a phase in a quarter of an hour", _plain),
    Command("desk", "adjudicate one battle, siege or roll in a form", _desk),
    Command("edit", "lay out a table: any position, by typing where one stands", _edit),
    Command("open", "go on with a game", _open),
    Command("scenarios", "list the scenarios", _json),
    Command("saves", "list the games", _json),
    Command("variants", "list the variants and what they change", _json),
    Command("check", "read a save through and say what is wrong with it", _saved),
    Command("export", "a save as JSON, the story as text, or the screen as SVG", _export),
    Command("report", "the story of a phase with its statistics, to read or to send", _report),
    Command("forecast", "what will probably come of a game, played on by programs", _forecast),
    Command("rules", "the rules index: one line each, or the lines that hold the words", _rules),
    Command("demo", "let programs play one whole Military phase while you watch", _demo),
    Command("serve", "serve the game over SSH to players without an account here", _serve),
    Command("completion", "completion of this command for a shell, to be sourced", _completion),
)  # in the order of the help
OF_THE_ENGINE: Final = (
    ("resolve", "adjudicate one battle, siege or roll"),
    ("fight", "one battle, siege or roll in one line of words"),
    ("simulate", "let programs play whole phases without a screen"),
    ("match", "which of two programs plays better"),
    ("path", "the cheapest land route for a stack"),
    ("facts", "check the facts of the board and count them"),
)
