"""`gin-bot`, also `python -m bot`: the entry point and the only module that knows every command.

Each command imports only its own dependencies, because the health check runs every half minute and
needs almost none.
"""

import argparse
import contextlib
import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

from bot import __version__
from bot.ops import terminal
from bot.ops.start_progress import StartProgress

NOT_INSTALLED: Final = 2
"""The exit code for a problem that the operator must correct (bot.ops.exits)."""
_ABOUT_ALL: Final = ("-h", "--help", "--version")
_MODULE: Final = "__main__.py"


def program() -> NoReturn:
    """Run the command of the command line, and end."""
    _on_interrupt(_end_at_once)
    terminal.print_anywhere()
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:
        terminal.print_no_more()
        code = 0
    # Only the interpreter's end is left, which would print where it was interrupted.
    _on_interrupt(_end_at_once)
    sys.exit(code)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code; only the owner may read the files that it makes."""
    os.umask(0o077)
    arguments = parsed(sys.argv[1:] if argv is None else argv)
    try:
        if arguments.command == "health":
            from bot.ops import health

            return health.report()
        from bot.ops import exits
    except ModuleNotFoundError as missing:
        # The engine can be installed alone, without the bot's dependencies.
        sys.stderr.write(
            f"The bot is not part of this installation ({missing.name} is missing). "
            "Install it with: pip install 'gin-rummy-bot[bot]'\n"
        )
        # A container knows no other code of a health check.
        return 1 if arguments.command == "health" else NOT_INSTALLED
    return exits.ended(lambda: _run(arguments))


def _run(arguments: argparse.Namespace) -> int:
    work = _work(arguments)
    # Until here there were only imports, which nobody minds ending in the middle.
    _on_interrupt(signal.default_int_handler)
    return work()


def _work(arguments: argparse.Namespace) -> Callable[[], int]:
    if arguments.command == "run":
        return _serving(arguments)
    if arguments.command == "doctor":
        from bot.ops import doctor

        return lambda: doctor.report(directory=arguments.directory)
    from bot.ops import maintenance

    match arguments.command:
        case "backup":
            return maintenance.back_up
        case "restore":
            return lambda: maintenance.restore(arguments.file)
        case "move":
            return lambda: maintenance.move(arguments.url)
        case "new-epoch":
            return maintenance.new_epoch
        case "export-games":
            return lambda: maintenance.export_games(arguments.file)
    raise AssertionError(arguments.command)


def _serving(arguments: argparse.Namespace) -> Callable[[], int]:
    progress = StartProgress("Starting Gin")
    if arguments.progress:
        progress.start()
    from bot import serving

    def work() -> int:
        try:
            return serving.run(
                port=arguments.port,
                browser=not arguments.no_browser,
                playground=arguments.playground,
                started=progress.stop,
            )
        finally:
            progress.stop()

    return work


def _on_interrupt(handler: Callable[[int, FrameType | None], object]) -> None:
    with contextlib.suppress(ValueError):  # Only the main thread hears signals.
        signal.signal(signal.SIGINT, handler)


def _end_at_once(number: int, frame: FrameType | None) -> NoReturn:
    os._exit(0)


def parsed(argv: Sequence[str]) -> argparse.Namespace:
    """Return the command and its arguments; without a command it is `run`."""
    if not argv or (argv[0].startswith("-") and argv[0] not in _ABOUT_ALL):
        argv = ("run", *argv)
    program = Path(sys.argv[0]).name
    parser = argparse.ArgumentParser(
        prog="python -m bot" if program == _MODULE else program,
        description="Gin rummy for Discord. Settings are environment variables or lines in .env.",
        epilog="Without a command it is run. Each command has a help of its own.",
    )
    parser.add_argument("--version", action="version", version=f"Gin {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    run = _command(commands, "run", "serve Discord, or without a token the playground")
    run.add_argument("--port", type=_port, help="the playground's port on this machine")
    run.add_argument("--no-browser", action="store_true", help="do not open a browser window")
    run.add_argument("--playground", action="store_true", help="the playground in spite of a token")
    run.add_argument("--progress", action="store_true", help="say how long the start takes")
    doctor = _command(
        commands, "doctor", "check settings, Discord, database and machine; changes nothing"
    )
    doctor.add_argument(
        "--directory",
        action="store_true",
        help="also what Discord's App Directory asks of an application",
    )
    _command(commands, "health", "whether a running Gin is alive; 0 or 1, for supervisors")
    _command(commands, "backup", "copy the SQLite database and check the copy, also while Gin runs")
    restore = _command(commands, "restore", "replace the SQLite database with a backup")
    restore.add_argument("file", type=Path, metavar="FILE", help="the backup")
    move = _command(commands, "move", "copy the database between SQLite and PostgreSQL")
    move.add_argument("url", metavar="URL", help="the empty database to move to")
    _command(commands, "new-epoch", "what restore does, for a database restored by other tools")
    export = _command(
        commands, "export-games", "write the matches that their players publish, without names"
    )
    export.add_argument("file", type=Path, metavar="FILE", help="the new file, as games.jsonl.gz")
    return parser.parse_args(argv)


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, text: str
) -> argparse.ArgumentParser:
    return commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")


def _port(text: str) -> int:
    if not re.fullmatch(r"\d{1,5}", text, re.ASCII) or int(text) > 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


if __name__ == "__main__":
    program()
