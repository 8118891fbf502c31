"""Reading documents: one declaration of a field reads, complains, describes, and offers words.

It imports nothing. A *field* has a name, a *shape* (its kind and range), words of help and a start
value: documents of the adjudicator, rulings, ledger entries and scenario files are declared with
it. Forms, lines and completion ask the shape, also what a *typed* text means there. A *complaint*
is a sentence that says what is wrong, where, and what would be right; *bounds* are what a kept
value may be; *printable* text has letters that a terminal shows and does not obey. A shape of a
name ends in `Id` where the id of the facts, or the printed code, is wanted, in `Name` where one may
write it as players do.
"""
