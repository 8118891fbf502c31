"""Writes down what the tutorial begins with, after its scenario has changed:
`python -m tests.tui.tutorial_start`."""

import json

from tui.table import tutorial

if __name__ == "__main__":
    text = json.dumps(tutorial.laid_out(), ensure_ascii=False, separators=(",", ":"))
    tutorial.START.write_text(f"{text}\n", encoding="utf-8")
