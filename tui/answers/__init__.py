"""How a person answers each kind of question, on the screen and by lines."""
