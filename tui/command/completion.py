"""Completion of the command line for bash, zsh and fish, and its man page, from the parser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final, NamedTuple

from engine import EDITION, __version__
from engine.grammar import capitalised

GAMES: Final = ("save",)  # arguments that are games of the store
SCENARIOS: Final = ("scenario",)


BASH: Final = """\
# bash completion of tercio: source <(tercio completion bash)
_tercio() {{
    local here="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" words=""
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="{names} --help --version --store"
    else
        case "${{COMP_WORDS[1]}}" in
{cases}
        esac
        case "$before" in
{values}
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$here"))
}}
complete -o default -F _tercio tercio
"""
ZSH: Final = """\
#compdef tercio
# zsh completion of tercio: source <(tercio completion zsh), or a file _tercio in fpath
_tercio() {{
    local -a commands offered
    commands=(
{names}
    )
    if (( CURRENT == 2 )); then _describe command commands; return; fi
    case "$words[2]" in
{cases}
    esac
}}
compdef _tercio tercio
"""
AFTER: Final = """\
.SH KEYS
The bottom line says who decides, what is asked and what the keys do. ? explains what is under the
cursor, ctrl+p lists every command, q leaves; everything is saved at every answer.
.SH FILES
Games, settings.json and keys.toml are kept in \\-\\-store, else $TERCIO_STORE, else the user's data
directory.
.SH ENVIRONMENT
.TP
.B TERCIO_STORE
where games are kept
.TP
.B NO_COLOR
no colours, only reverse video, letters and signs
.SH EXIT STATUS
0 done, 1 a game or save is at fault, 2 bad usage, 128 and more: ended by a signal.
.SH EDITION
"""


class Words(NamedTuple):
    """One command: its name, what it does, its options and its arguments."""

    name: str
    said: str
    options: list[argparse.Action]
    arguments: list[argparse.Action]


def commands(parser: argparse.ArgumentParser) -> Iterator[Words]:
    """Every command of a parser, itself first."""
    found = [parser]
    said = {"": parser.description or ""}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            said |= {each.dest: each.help or "" for each in action._choices_actions}
            found += action.choices.values()
    for each in found:
        name = each.prog.removeprefix(parser.prog).strip()
        plain = [one for one in each._actions if not isinstance(one, argparse._SubParsersAction)]
        yield Words(
            name, said[name],
            [one for one in plain if one.option_strings],
            [one for one in plain if not one.option_strings],
        )  # fmt: skip


def script(parser: argparse.ArgumentParser, shell: str) -> str:
    """The completion script for bash, zsh or fish."""
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](list(commands(parser)))


def _kind(action: argparse.Action) -> str:
    """What completes an argument or an option's value: words, games, scenarios, files or ""."""
    if action.choices is not None:
        return " ".join(str(one) for one in action.choices)
    if action.dest in GAMES:
        return "$(tercio completion games 2>/dev/null)"
    if action.dest in SCENARIOS:
        return "$(tercio completion scenarios 2>/dev/null)"
    return ""


def _bash(found: list[Words]) -> str:
    names = " ".join(one.name for one in found[1:])
    cases = []
    for one in found[1:]:
        words = [flag for option in one.options for flag in option.option_strings]
        words += [kind for argument in one.arguments if (kind := _kind(argument))]
        cases.append(f'        {one.name}) words="{" ".join(words)}" ;;')
    values = [
        f'        {"|".join(option.option_strings)}) words="{_kind(option)}" ;;'
        for option in {o.option_strings[-1]: o for one in found for o in one.options}.values()
        if _kind(option)
    ]
    return BASH.format(names=names, cases="\n".join(cases), values="\n".join(values))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "’").replace(":", " -").replace("[", "(").replace("]", ")") + "'"


def _zsh(found: list[Words]) -> str:
    names = "\n".join(f"        {one.name}:{_quoted(one.said)}" for one in found[1:])
    cases = []
    for one in found[1:]:
        flags = " ".join(
            f"{flag}:{_quoted(option.help or '')}"
            for option in one.options
            for flag in option.option_strings
        )
        cases.append(f"        {one.name})\n            offered=({flags})")
        cases.append("            _describe option offered")
        for argument in one.arguments:
            kind = _kind(argument)
            if kind.startswith("$("):
                kind = '${(f)"' + kind + '"}'
            if kind:
                cases.append(f"            compadd -- {kind}")
        cases.append("            _files\n            ;;")
    return ZSH.format(names=names, cases="\n".join(cases))


def _fish(found: list[Words]) -> str:
    lines = ["# fish completion of tercio: tercio completion fish | source"]
    for one in found[1:]:
        lines.append(
            f"complete -c tercio -n __fish_use_subcommand -a {one.name} -d {_quoted(one.said)}"
        )
        where = f"complete -c tercio -n '__fish_seen_subcommand_from {one.name}'"
        for option in one.options:
            flag = next((f for f in option.option_strings if f.startswith("--")), "")
            value = f" -x -a '{_kind(option)}'" if _kind(option) else ""
            wants = " -r" if option.nargs != 0 and not value else ""
            if flag:
                said = _quoted(option.help or "")
                lines.append(f"{where} -l {flag[2:]} -d {said}{value}{wants}")
        for argument in one.arguments:
            if kind := _kind(argument):
                plain = kind.removeprefix("$") if kind.startswith("$(") else f"'{kind}'"
                lines.append(f"{where} -f -a {_fished(plain)}")
    return "\n".join([*lines, ""])


def _fished(kind: str) -> str:
    """A command substitution as fish has it, to be run while one types."""
    return f"'{kind}'" if kind.startswith("(") else kind


# The man page.


def _roff(text: str) -> str:
    return text.replace("\\", "\\e").replace("-", "\\-").replace("%%", "%")


def manual(parser: argparse.ArgumentParser) -> str:
    """The man page tercio(1), in roff."""
    lines = [
        f'.TH TERCIO 1 "" "tercio {__version__}" "Games"',
        ".SH NAME", "tercio \\- the Military phase of Europa Universalis in a terminal",
        ".SH SYNOPSIS", ".B tercio", "[\\-\\-store DIR] [COMMAND] [ARGUMENTS]",
        ".SH DESCRIPTION", _roff(parser.description or ""), _roff(parser.epilog or ""),
        ".SH OPTIONS",
    ]  # fmt: skip
    whole, *every = commands(parser)
    for option in whole.options:
        value = "" if option.nargs == 0 else f" {_named(option)}"
        lines += [".TP", f".B {_roff(', '.join(option.option_strings) + value)}"]
        lines.append(_roff(option.help or ""))
    lines.append(".SH COMMANDS")
    for one in every:
        names = " ".join(_named(each) for each in one.arguments)
        lines += [
            ".TP",
            f".B {one.name} {_roff(names)}".rstrip(),
            f"{_roff(capitalised(one.said))}.",
        ]
        for option in one.options:
            if option.dest not in ("help", "store"):
                value = "" if option.nargs == 0 else f" {_named(option)}"
                flags = ", ".join(option.option_strings)
                lines += [
                    ".RS",
                    ".TP",
                    f".B {_roff(flags + value)}",
                    _roff(option.help or ""),
                    ".RE",
                ]
    return "\n".join([*lines, f"{AFTER}{_roff(EDITION)}.", ""])


def _named(action: argparse.Action) -> str:
    shown = action.metavar if action.metavar is not None else action.dest.upper()
    if action.metavar is None and action.choices is not None:
        shown = "|".join(str(one) for one in action.choices)
    return shown if isinstance(shown, str) else " ".join(shown)


if __name__ == "__main__":
    from tui.command.arguments import parser as whole

    print(manual(whole()), end="")
