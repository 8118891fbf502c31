"""What is said of a game: places, stacks, sheets, reports, statistics in words and lines.

It imports the engine and nothing of tui: no widget, no key. A question and a refusal are worded
where the rules ask and refuse, in the engine; here is what is told of a game. A *line* is a row of
*bits*, each with the name of a style and the sentences that answer *why*; panes draw lines, and by
lines they are printed. The *combat sheet* is what players draw of a battle; *in short* a paragraph
about what happened since; the *ledger* what a campaign of Empires in Arms has on paper.
"""
