"""Reading documents: one declaration of a field reads, complains and describes.

It imports nothing. A *field* is a value with its kind and range; a *complaint* a sentence that says
what is wrong, where, and what would be right; *bounds* are what a kept value may be; *printable*
text has letters that a terminal shows and does not obey.
"""
