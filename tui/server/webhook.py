"""Posts a document to a web address: `python -m tui.server.webhook`, the order on standard input.

It goes there and nowhere else: no other scheme, no proxy, no place that the answer names.
"""

from __future__ import annotations

import json
import sys
import urllib.request
from http.client import HTTPException
from typing import Any, Final

WITHIN: Final = 10.0  # seconds


def post(address: str, document: Any) -> str:
    """Posts it; what went wrong, "" for nothing."""
    if not address.startswith(("http://", "https://")):
        return "only http and https are known"
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.HTTPHandler(), urllib.request.HTTPSHandler(),
        urllib.request.HTTPErrorProcessor(), urllib.request.HTTPDefaultErrorHandler(),
    ):  # fmt: skip
        opener.add_handler(handler)
    wish = urllib.request.Request(
        address,
        json.dumps(document).encode(),
        {"Content-Type": "application/json", "User-Agent": "Tercio"},
    )
    try:
        opener.open(wish, timeout=WITHIN).close()
    except (OSError, HTTPException, ValueError) as error:
        return str(error)
    return ""


if __name__ == "__main__":
    order = json.load(sys.stdin)
    trouble = post(order["address"], order["post"])
    print(trouble, end="")
    sys.exit(1 if trouble else 0)
