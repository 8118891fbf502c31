"""What lies between two Military phases: events, diplomacy, income, logistics, peace (EUV).

It imports the sequence and what lies below. A *turn* is a campaign's; the *ledger* (in the state)
is what lasts; a *minor* stands in a *box* of a power's diplomatic track; a *truce* stops a war
between pairs; the `glossary` has the terms and abbreviations of the rules (TERM).
"""
