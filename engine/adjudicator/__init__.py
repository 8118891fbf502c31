"""One situation in, one adjudication out: the documents that `resolve` answers, a module a family.

It imports the chapters whose rules it asks, and nothing of a game. A *document* names the facts of
a situation; a *kind* (engine.adjudicator.document_kind) is its fields and what to do with it; an
*answer* has outcome, modifiers, reasons and the *sheet* that is drawn. A family is imported when it
is asked for; it decides the kind `port-raid` by its function `resolve_port_raid`, tells its odds by
`odds_port_raid`, and what fits together by `check_port_raid`. To add a kind, add its line to
engine/data/documents/kinds.csv, its fields to fields.csv (whose notation
engine.facts.document_fields tells), and beside them a document to start from.
"""

from __future__ import annotations

from typing import Final

from engine.facts.sheets import read

SHEET: Final = "documents/kinds.csv"
# Name of the kind: the module of this package that decides it, its line for --list, and the field
# whose word `sea` makes a document of another form.
KINDS: Final[dict[str, tuple[str, str, str]]] = {
    kind: (family, what, at_sea)
    for kind, family, what, at_sea in read(SHEET, "kind,family,what,at_sea", lambda *cells: cells)
}
