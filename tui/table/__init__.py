"""The table that players sit at: who decides, who sits where, what each may see.

It imports words and settings. A power is played by a *program* or by a person, who sits in its
*seat*: new_game chooses, table says which; the *pen* is with whoever may answer where several have
the game open; *fog* are the zones a power does not know; the *past* is the game laid out again from
its journal; *thinking* is what programs that look ahead do, a *hint* what captain would do in a
player's place; the *tutor* waits for what a lesson asks.
"""
