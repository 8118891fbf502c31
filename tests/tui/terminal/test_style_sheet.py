"""The style sheet that remembers styles every widget as Textual's own does."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.widgets import Button, Input, OptionList, Static

from tui.terminal.style_sheet import StyleSheet

RULES = """
Screen.wide #left { width: 10; }
#left Static { height: 1; color: red; }
Input:focus-within { background: blue; }
Screen.wide Static.odd-one { color: green; }
Input:focus { color: yellow; }
Static:first-child { text-style: bold; }
Button:disabled { color: magenta; }
"""


class Shown(App[None]):
    """Widgets of several kinds, under rules that ask for classes, states and order."""

    CSS = RULES

    def __init__(self, sheet: type[Stylesheet]) -> None:
        super().__init__()
        self.stylesheet = sheet(variables=self.get_css_variables())

    def compose(self) -> ComposeResult:
        """All of them."""
        with Vertical(id="left"):
            yield Static("one")
            yield Static("two", classes="odd-one")
            yield Input()
        yield OptionList("a", "b")
        yield Button("press")


def styles(node: DOMNode) -> dict[str, dict[str, str]]:
    """The styles of a widget and of its parts."""
    styles = {"": node.styles, **node._component_styles}
    return {
        part: {rule: repr(value) for rule, value in each.base._rules.items()}
        for part, each in styles.items()
    }


async def turned(sheet: type[Stylesheet]) -> list[list[dict[str, dict[str, str]]]]:
    """The styles of all while classes, focus, states, order, tree and theme change, twice."""
    found = []
    app = Shown(sheet)
    async with app.run_test() as pilot:
        screen = app.screen

        def note() -> None:
            found.append([styles(node) for node in screen.walk_children(with_self=True)])

        for theme in ("textual-light", "textual-dark"):
            for wide in (True, False, True):
                screen.set_class(wide, "wide")
                note()
            for which in (Input, OptionList, Input, Button):
                screen.query_one(which).focus()
                await pilot.pause()
                note()
            for off in (True, False):
                screen.query_one(Button).disabled = off
                note()
            screen.query(Static).last().set_class(False, "odd-one")
            note()
            await screen.query(Static).first().remove()
            await screen.query_one("#left").mount(Static("three", classes="odd-one"))
            note()
            app.theme = theme
            await pilot.pause()
            note()
    return found


def test_all_have_the_styles_that_textual_would_give_them() -> None:
    async def work() -> None:
        ours, theirs = await turned(StyleSheet), await turned(Stylesheet)
        for step, (found, given) in enumerate(zip(ours, theirs, strict=True)):
            assert found == given, step

    asyncio.run(work())


def test_who_has_the_rules_already_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        app = Shown(StyleSheet)
        async with app.run_test():
            styled: list[DOMNode] = []
            replaced: Any = Stylesheet.replace_rules

            def noted(cls: Any, node: DOMNode, rules: Any, animate: bool = False) -> None:
                styled.append(node)
                replaced.__func__(cls, node, rules, animate)

            monkeypatch.setattr(Stylesheet, "replace_rules", classmethod(noted))
            app.screen.set_class(True, "wide")
            assert {node.id for node in styled if node.id} == {"left"}
            styled.clear()
            app.screen.update_node_styles()
            theirs = {type(node._parent) for node in styled}
            assert theirs == {Input}  # for what has the focus in it nothing is remembered

    asyncio.run(work())
