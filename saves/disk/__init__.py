"""What lies on disk: bytes, files, names, what they may hold, and the list of a store's games.

It imports the engine alone. *Plain* documents are whole numbers, texts, lists and tables, and
`files` writes them whole or not at all; a *journal* is `append_only`; *contents* are read and
checked before anything is made of them; a *migration* brings an old format up; a *signature* says
that this store wrote it.
"""
