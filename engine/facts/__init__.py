"""What is printed, typed and read when first needed: the board, countries, leaders, tables, rules.

It imports documents, for the shapes of ids, and grammar, for the sentences that name a country. A
*place* is a province or a sea zone; *Europe* and the *Rest of the World* (`rotw`) are its two maps;
a *sheet* is one file of engine/data, that of *document fields* says what may stand in documents; an
*area* groups provinces overseas; `with_article`, `possessive`, `does` put countries into sentences.
"""
