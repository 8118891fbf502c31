"""The whole of Tercio by lines of text and numbered choices: no screen, no redraw.

It imports map, answers, forms and what is below, and loads no Textual. `read` gives a line that is
typed, `write` shows one. `PlainTable` plays a game, on what `PlainView` shows of it; `PlainDesk`
and `PlainCampaign` are the *desk* and the *campaign*; questions.py answers place by place or *by
hand*.
"""
