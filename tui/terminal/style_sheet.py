"""A style sheet that remembers what it has found for a place in the tree of widgets.

Textual looks for the rules of each widget anew, among all rules there are, whenever something above
it changes. Here what holds for a place (types, names, classes and states from the application down
to the widget) is found once, and a widget that has it already is left alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath
from typing import Any, Final, NamedTuple

from textual._path import _make_path_object_relative
from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.styles import RulesMap
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget

PLACES: Final = 4096  # that are remembered
SOURCES: Final = 1024  # of rules, each read once
STATES: Final = ("hover", "focus", "blur", "can-focus", "disabled", "enabled")
"""What a rule may ask of a widget and what changes without a style sheet that is read anew."""
FLAGS: Final = ("_has_hover_style", "_has_focus_within", "_has_order_style", "_has_odd_or_even")
"""What Textual notes of the rules for a widget."""


class Found(NamedTuple):
    """What holds at a place, for the parts of a widget too, and Textual's flags."""

    rules: RulesMap
    flags: tuple[bool, ...]
    parts: dict[str, RulesMap]


def _parts(node: DOMNode) -> dict[str, RulesMap]:
    return {part: each.base._rules for part, each in node._component_styles.items()}


class StyleSheet(Stylesheet):
    """The rules of all screens that were opened, found once for each place."""

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._parse_cache = LRUCache(SOURCES)
        self._narrowed: list[RuleSet] | None = None  # those for the names of one widget
        self._walk: dict[DOMNode, int] | None = None  # places, while widgets are styled in one go
        self._age = 0
        self._forget({})

    def _forget(self, rules_map: dict[str, list[RuleSet]]) -> None:
        self._age += 1
        self._of = rules_map  # what all below was found in
        self._places: dict[tuple[Any, ...], int] = {}
        self._found: dict[int, Found] = {}
        self._by_names: dict[frozenset[str], list[RuleSet]] = {}
        self._order = {id(rule): at for at, rule in enumerate(self._rules)}
        asked = {state for rule in self._rules for state in rule.pseudo_classes}
        self._states = tuple(state for state in STATES if state in asked)

    @property
    def rules(self) -> list[RuleSet]:
        """All rules; while the style of a widget is made, those that may concern it."""
        return super().rules if self._narrowed is None else self._narrowed

    def reparse(self) -> None:
        """Reads again what has changed."""
        self.parse()

    def learn(self, kind: type[Widget]) -> None:
        """Reads what widgets of a kind bring, and a screen's sheets: Textual does so when the first
        of them is mounted, and styles all that is seen anew."""
        one = kind.__new__(kind)  # nothing is asked of it but its class
        for place, css, rank, scope in one._get_default_css():
            self.add_source(css, place, True, rank, scope)
        paths = kind.CSS_PATH if issubclass(kind, Screen) else None
        for path in [paths] if isinstance(paths, str | PurePath) else paths or ():
            file = _make_path_object_relative(path, one)
            if not self.has_source(str(file), ""):
                self.read(file)
        self.parse()

    def apply(
        self, node: DOMNode, *, animate: bool = False, cache: dict[Any, RulesMap] | None = None
    ) -> None:
        """Style a widget as the rules say, unless it is so already."""
        if self.rules_map is not self._of or len(self._places) > PLACES:
            self._forget(self.rules_map)
        place = self._place(node)
        if node.__dict__.get("worn_at") == (self._age, place) and (
            node._component_styles or not node._get_component_classes()  # it was taken away
        ):
            node.notify_style_update()
            return
        if (found := self._found.get(place)) is None:
            fresh: dict[Any, RulesMap] = {}
            outer, self._narrowed = self._narrowed, self._concerning(node)
            try:
                super().apply(node, animate=animate, cache=fresh)
            finally:
                self._narrowed = outer
            for rules in fresh.values():  # none where they depend on what stands beside it
                flags = tuple(getattr(node, flag) for flag in FLAGS)
                self._found[place] = Found(rules, flags, _parts(node))
        else:
            for flag, value in zip(FLAGS, found.flags, strict=True):
                setattr(node, flag, value)
            self.replace_rules(node, found.rules, animate=animate)
            if _parts(node) != found.parts:
                self._process_component_classes(node)
        if place in self._found:
            node.__dict__["worn_at"] = self._age, place

    def update_nodes(self, nodes: Iterable[DOMNode], animate: bool = False) -> None:
        """Style widgets; nothing changes meanwhile."""
        self._walk = {}
        try:
            super().update_nodes(nodes, animate=animate)
        finally:
            self._walk = None

    @classmethod
    def replace_rules(cls, node: DOMNode, rules: RulesMap, animate: bool = False) -> None:
        """Give a widget other rules, unless they are the same."""
        if node.__dict__.get("applied_rules") == rules:
            node.notify_style_update()
            return
        super().replace_rules(node, rules, animate=animate)
        node.__dict__["applied_rules"] = rules

    def _process_component_classes(self, node: DOMNode) -> None:
        """Style the parts of a widget. It is drawn anew where one has other rules: Textual takes
        every part that is styled for another, and draws the whole screen for a class of it."""
        parts = node._get_component_classes()
        before, changed = dict(node._component_styles), False
        for part in sorted(parts):
            stand_in = DOMNode(classes=part)
            stand_in._attach(node)
            self.apply(stand_in)
            old = before.get(part)
            if old is None or old.base._rules != stand_in.styles.base._rules:
                node._component_styles[part] = stand_in.styles
                changed = True
        if changed:
            node.refresh()

    def _concerning(self, node: DOMNode) -> list[RuleSet]:
        """The rules with a name that the widget has, in their order."""
        names = frozenset(node._selector_names)
        found = self._by_names.get(names)
        if found is None:
            theirs = {id(rule): rule for name in names for rule in self._of.get(name, ())}
            found = [theirs[rule] for rule in sorted(theirs, key=self._order.__getitem__)]
            self._by_names[names] = found
        return found

    def _place(self, node: DOMNode) -> int:
        place = None if self._walk is None else self._walk.get(node)
        if place is None:
            above = node._parent
            key = (
                self._place(above) if isinstance(above, DOMNode) else 0,
                type(node),
                node._id,
                frozenset(node._classes),
                *[state for state in self._states if node.has_pseudo_class(state)],
            )
            place = self._places.setdefault(key, len(self._places) + 1)
            if self._walk is not None:
                self._walk[node] = place
        return place
