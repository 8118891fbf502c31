"""The rules index: each rule's id, its line, the section it stands in and the readings taken on
it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.facts.toml_documents import document

GLOSSARY = "Glossary"
LISTS = ("military-1", "military-2", "eu-variants", "eia")


class Rule(NamedTuple):
    """One rule or reading of the index."""

    id: str
    text: str
    section: str
    list: str


@cache
def rules() -> dict[str, Rule]:
    """Every rule by its id, then every reading, in the order of the lists."""
    index = document("rules")
    found: dict[str, Rule] = {}
    for name in (*LISTS, "readings"):
        for key, text in index[name].items():
            section = index["sections"].get(key.rpartition("-")[0], "")
            if key in found:
                found[key] = found[key]._replace(text=f"{found[key].text} [reading: {text}]")
            else:
                found[key] = Rule(key, text, section, name)
    return found


def sections() -> dict[str, str]:
    """The title of every section by the letters of its rules."""
    return dict(document("rules")["sections"])


def line(id: str) -> str:
    """The one-line text of a rule, "" for an unknown id."""
    known = rules().get(id)
    return known.text if known else ""


def search(words: str) -> list[Rule]:
    """The rules whose ids are the words, else those whose id begins with the word, else those that
    hold every word, before others what the glossary calls so (EUV-TERM-25 to EUV-TERM-29); all
    without words."""
    wanted = words.casefold().split()
    named = [rules()[word.upper()] for word in wanted if word.upper() in rules()]
    if len(wanted) > 1 and len(named) == len(wanted):
        return named
    if len(wanted) == 1:
        by_id = [rule for rule in rules().values() if rule.id.casefold().startswith(wanted[0])]
        if by_id:
            return by_id
    found = [
        rule
        for rule in rules().values()
        if all(word in f"{rule.text} {rule.section}".casefold() for word in wanted)
    ]
    term = f"{GLOSSARY} {words.strip()}:".casefold()
    return sorted(
        found, key=lambda rule: not f"{rule.section} {rule.text}".casefold().startswith(term)
    )
