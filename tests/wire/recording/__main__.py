"""Record games into a folder: ``python -m tests.wire.recording FOLDER [GAME ...]``."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.wire.recording.games import GAMES
from tests.wire.recording.recorder import record


async def record_all(folder: Path, names: list[str]) -> None:
    """Write a file for each game."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        if names and game.name not in names:
            continue
        with tempfile.TemporaryDirectory(prefix="gin-recording-") as databases:
            text = await record(game, Path(databases))
        (folder / f"{game.name}.txt").write_text(text)
        sys.stdout.write(f"{game.name}: {len(text):,} characters\n")
        sys.stdout.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", metavar="game", help="all games if none is named")
    arguments = parser.parse_args()
    known = {game.name for game in GAMES}
    if unknown := set(arguments.games) - known:
        parser.error(
            f"no such game: {', '.join(sorted(unknown))}; known: {', '.join(sorted(known))}"
        )
    asyncio.run(record_all(arguments.folder, arguments.games))
