"""Every screen and pane whose keys can be changed, by what people call it."""

from __future__ import annotations

from collections.abc import Iterator

from tui.panes.chronicle import ChroniclePane
from tui.panes.combat_sheet import SheetPane
from tui.panes.map import MapPane
from tui.panes.scrolling_lines import LinesPane
from tui.screens import (
    ask_wars,
    campaign,
    dialogs,
    diplomacy,
    forecast,
    list_widgets,
    new_campaign,
    new_game,
    open_game,
    pick,
    reading,
    replay,
    report,
    rules,
    ruling,
    settings,
    statistics,
    theme_list,
    title,
)
from tui.screens.desk import desk, in_words
from tui.screens.finding import find_province, palette
from tui.screens.game import (
    first_lesson,
    forecasts,
    game,
    handover,
    lessons,
    looking_back,
    sharing,
    talk,
)
from tui.screens.help import Help, Told
from tui.screens.laying_out import lay_out


def owners(application: type) -> Iterator[tuple[str, type]]:
    """What they are called, and their classes; the application's own keys work everywhere."""
    yield from (
        ("Everywhere", application), ("The game", game.GameScreen),
        ("The game", looking_back.LookingBack),
        ("The game", lessons.Lessons), ("The game", forecasts.Forecasts),
        ("The map", MapPane), ("A pane", LinesPane),
        ("The chronicle", ChroniclePane), ("The combat sheet", SheetPane),
        ("A list", list_widgets.Listing), ("A text", reading.Reading),
        ("What happened", replay.Replay),
        ("The forecast", forecast.ForecastPage), ("Statistics", statistics.Statistics),
        ("The report", report.Report),
        ("Diplomacy", diplomacy.Diplomacy), ("The title", title.Title),
        ("New game", new_game.NewGame), ("Open a game", open_game.OpenGame),
        ("Settings", settings.Settings), ("Keys", settings.Keys), ("Themes", theme_list.ThemeList),
        ("The wars", ask_wars.Wars), ("Rules", rules.Rules), ("Help", Help),
        ("What is told", Told),
        ("The desk", desk.Desk), ("The desk", in_words.LineInput),
        ("A kind for the desk", pick.Pick),
        ("A table to lay out", lay_out.LayOut), ("Yes or no", dialogs.Agree),
        ("A typed line", dialogs.TypedLine), ("A part of a stack", dialogs.PromptDialog),
        ("Find a place", find_province.FindPlace), ("All commands", palette.Palette),
        ("The filter", looking_back.Filter),
        ("A ruling", ruling.Ruling), ("The fields of a ruling", ruling.RulingForm),
        ("Pass the keyboard", handover.Handover), ("The tutorial", first_lesson.FirstLesson),
        ("A passphrase", dialogs.Passphrase),
        ("Others at the table", sharing.Sharing), ("Words", talk.Words),
        ("A campaign", campaign.Campaign), ("New campaign", new_campaign.NewCampaign),
    )  # fmt: skip
