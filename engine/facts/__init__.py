"""What is printed, typed and read when first needed: the board, countries, leaders, tables, rules.

It imports documents, for the shapes of ids, and grammar, for the sentences that name a country. A
*place* is a province or a sea zone; *Europe* and the *Rest of the World* (`rotw`) are its two maps;
an *area* groups provinces overseas. What the glossary says of places, countries and units (TERM-02
to TERM-06) is in `board`, `countries` and `place_names`, its abbreviations in `rulebook`; `atlas`
has where things are drawn. A *sheet* is one file of engine/data, that of *document fields* says
what may stand in documents; `with_article`, `possessive`, `does` put countries into sentences.
"""
