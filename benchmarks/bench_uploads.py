"""The uploads to Discord per press while two people play with pictures.

``python -m benchmarks.bench_uploads [--presses N] [--seeds N]``. The real bot plays on SimCord;
counted are the edits that carry pictures, those of them that upload any, and their bytes. Table
messages are edited at once here; live they are edited at most once a second, so that less is
uploaded.
"""

import argparse
import asyncio
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from simcord.backend.cdn import CdnStore

from engine.game.match import MatchPhase
from tests.journeys.people import Person, mover_of
from tests.journeys.world import World, running_world
from tests.worlds.tables import live_match, seated


class Wire:
    """The uploaded bytes of every kind of picture."""

    def __init__(self) -> None:
        self.bytes: Counter[str] = Counter()
        self.files: Counter[str] = Counter()
        self._genuine = CdnStore.store_attachment

    def __enter__(self) -> "Wire":
        def noted(
            cdn: CdnStore, number: int, channel: int, name: str, data: bytes, *more: Any
        ) -> Any:
            kind = name.partition(".")[0].partition("-")[0]
            self.bytes[kind] += len(data)
            self.files[kind] += 1
            return self._genuine(cdn, number, channel, name, data, *more)

        CdnStore.store_attachment = noted  # type: ignore[assignment]
        return self

    def __exit__(self, *_: object) -> None:
        CdnStore.store_attachment = self._genuine  # type: ignore[method-assign]


def edits(world: World, since: int) -> tuple[int, int]:
    """Return the number of requests that carry pictures, and of those that upload any."""
    carrying = uploading = 0
    for request in world.env.http_requests[since:]:
        body = request.json or {}
        attachments = (body.get("data") or body).get("attachments") or []
        carrying += bool(attachments)
        uploading += any("filename" in one for one in attachments)
    return carrying, uploading


async def play(wire: Wire, seed: int, presses: int) -> tuple[int, int, int]:
    """Return presses, edits with pictures, and uploads of one match."""
    with tempfile.TemporaryDirectory() as folder:
        async with running_world(Path(folder), people=2) as world:
            people, _ = await seated(world, seed)
            wire.bytes.clear()
            wire.files.clear()
            since, match = len(world.env.http_requests), await live_match(world)
            while pressed(people) < presses:
                live = await world.service.load(match)
                if live is None or live.public().phase is MatchPhase.OVER:
                    break
                await (await mover_of(people)).take_turn()
            return pressed(people), *edits(world, since)


def pressed(people: list[Person]) -> int:
    return sum(len(person.pressed) for person in people)


async def played(presses: int, seeds: int) -> None:
    """Print the totals over some matches."""
    total, size, files = Counter[str](), Counter[str](), Counter[str]()
    for seed in range(seeds):
        with Wire() as wire:
            made, carrying, uploading = await play(wire, seed, presses)
            total.update(presses=made, carrying=carrying, uploading=uploading)
            size.update(wire.bytes)
            files.update(wire.files)
    made = total["presses"]
    print(f"{made} presses, {total['carrying'] / made:.2f} edits with pictures a press")
    print(f"edits that upload: {100 * total['uploading'] / total['carrying']:.0f} %")
    print(f"uploaded: {size.total() / made / 1000:.1f} kB a press")
    for kind, count in files.most_common():
        mean = size[kind] / count / 1000
        print(f"  {kind:8} {count / made:5.2f} a press, {mean:5.1f} kB each")


def main(presses: int = 60, seeds: int = 3) -> None:
    """Play, and print the uploads."""
    asyncio.run(played(presses, seeds))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--presses", type=int, default=60)
    parser.add_argument("--seeds", type=int, default=3)
    given = parser.parse_args()
    main(given.presses, given.seeds)
