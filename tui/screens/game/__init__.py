"""The screen of a game, a class upon a class: each file adds what it says.

It imports panes and what lies below. From the lowest: sharing (others at the same game, whose turn
it is among them), game_map, background_odds, game_panes (what each pane shows, whom one waits for,
a program too, that the phase is over), looking_around, looking_back, lessons, forecasts, playing
(when programs move, when the keyboard is passed), game (its keys). A *cover* lies on the
game: *handover* between two players, the *first lesson* of the tutorial. *Looking back* opens the
past (screens/replay), the report and the statistics.
"""
