"""The screen of a game, a class upon a class: each file adds what it says.

It imports panes and what lies below. From the lowest: sharing (others at the same game), game_map,
background_odds, game_panes, looking_around, looking_back, lessons, forecasts, playing (programs,
the keyboard that is passed), game (its keys). *Handover* is the quiet screen between two players;
*looking back* opens the past (screens/replay), the report and the statistics.
"""
