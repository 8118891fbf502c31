"""What a person meets of Tercio: the screen, the lines, the command, the server.

It imports saves, themes and the engine. Rooms from the lowest to the highest: words, settings and
terminal; table; answers and forms; map; panes; screens; lines, application and server; command.
Each imports only those before it (a contract in pyproject.toml holds it). `__main__` is the command
`tercio`; *guest*, above it, is the process of a player on a server.
"""

import sys

from engine import lazy_modules

sys.dont_write_bytecode = False  # whatever the shell says: the next start is twice as quick
lazy_modules.postpone(__name__)
# What Textual and the standard library import whole or take by name, and a game on a terminal
# hardly ever uses: of platformdirs, for one, where pictures of a screen go.
lazy_modules.seldom_used.update(
    dict.fromkeys(("asyncio.sslproto", "bz2", "ipaddress", "linecache", "lzma"), ())
    | dict.fromkeys(("mimetypes", "ssl", "tokenize"), ())
    | {
        "difflib": ("get_close_matches",),
        "platformdirs": ("user_downloads_path",),
        "textual.canvas": ("Canvas", "Rectangle"),
        "textual.command": ("CommandListItem", "CommandPalette", "DiscoveryHit", "Hit", "Hits",
                            "Provider", "SimpleProvider"),
        "textual.types": ("IgnoreReturnCallbackType",),
        "urllib.parse": ("quote_from_bytes", "urlparse"),
        "uuid": ("uuid4",),
    }
)  # fmt: skip
