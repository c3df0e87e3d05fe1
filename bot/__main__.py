"""`python -m bot`: the entry point and the only module that knows every command of the program.

Each command imports only its own dependencies, because the health check runs every half minute and
needs almost none.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

NOT_INSTALLED: Final = 2
"""The exit code for a problem that the operator must correct (bot.ops.exits)."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code; only the owner may read the files that it makes."""
    os.umask(0o077)
    arguments = _arguments(argv)
    if arguments.command == "health":
        from bot.ops import health

        return health.report()
    try:
        from bot.ops import exits
    except ModuleNotFoundError as missing:
        # The engine can be installed alone, without the bot's dependencies.
        sys.stderr.write(
            f"The bot is not part of this installation ({missing.name} is missing). "
            "Install it with: pip install 'gin-rummy-bot[bot]'\n"
        )
        return NOT_INSTALLED
    return exits.ended(lambda: _run(arguments))


def _run(arguments: argparse.Namespace) -> int:
    if arguments.command == "run":
        from bot import serving

        return serving.run(
            port=arguments.port, browser=not arguments.no_browser, playground=arguments.playground
        )
    from bot.ops import maintenance

    match arguments.command:
        case "backup":
            return maintenance.back_up()
        case "restore":
            return maintenance.restore(Path(arguments.place))
        case "move":
            return maintenance.move(arguments.place)
        case "new-epoch":
            return maintenance.new_epoch()
    raise AssertionError(arguments.command)


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Gin rummy for Discord")
    parser.add_argument(
        "command",
        nargs="?",
        choices=("run", "health", "backup", "restore", "move", "new-epoch"),
        default="run",
    )
    parser.add_argument(
        "place", nargs="?", help="the backup to restore, or the URL of the database to move to"
    )
    parser.add_argument("--port", type=_port, help="the playground's port on this machine")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser window")
    parser.add_argument(
        "--playground", action="store_true", help="the playground in spite of a token"
    )
    arguments = parser.parse_args(argv)
    if (arguments.place is not None) != (arguments.command in ("restore", "move")):
        parser.error("restore needs the file of a backup, move needs a URL, nothing else takes one")
    return arguments


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65535:
        raise ValueError(text)
    return port


if __name__ == "__main__":
    sys.exit(main())
