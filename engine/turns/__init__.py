"""What lies between two Military phases: events, diplomacy, income, logistics, peace (EUV).

It imports the sequence and what lies below. A *turn* is a campaign's; the *ledger* (in the state)
is what lasts; a *minor* stands in a *box* of a power's diplomatic track; a *truce* stops a war
between pairs. The glossary of the rules (TERM) is kept by what it speaks of: who owns and who has
conquered by `provinces`, control of minors by `minors`, activity and reasons for war by `wars`,
aggressor and defender by `declarations`; of places, countries and units by engine.facts.
"""
