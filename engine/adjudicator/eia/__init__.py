"""The kinds of documents of Empires in Arms."""
