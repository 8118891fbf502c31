"""Between the ledger and the desk: what is begun there, and what comes back.

It imports the ledger's state and entries. A *situation* is a document that is begun with what the
ledger knows; a *side* is a power's part of a battle; an *engagement* is a battle said in short;
*booking* makes entries of an outcome.
"""
