"""One situation in, one adjudication out: the documents that `resolve` answers, a module a family.

It imports the chapters whose rules it asks, and nothing of a game. A *document* names the facts of
a situation; a *kind* (engine.adjudicator.document_kind) is its fields and what to do with it; an
*answer* has outcome, modifiers, reasons and the *sheet* that is drawn. A family is imported when it
is asked for. To add a kind, add its line to engine/data/documents/kinds.csv, its
fields to fields.csv (whose notation engine.facts.document_fields tells), and beside them a document
to start from.
"""

from __future__ import annotations

from typing import Final

from engine.facts.sheets import read

# Name of the kind: the module of this package that holds it, and its line for --list.
KINDS: Final[dict[str, tuple[str, str]]] = {
    kind: (family, what)
    for kind, family, what in read("documents/kinds.csv", "kind,family,what", lambda *cells: cells)
}
