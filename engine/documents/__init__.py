"""Reading documents: one declaration of a field reads, complains and describes."""
