"""What a press costs at the wire, beside an echo and a parrot, on a Discord on loopback.

``scripts/bench wire [--short] [--compare] [--keep RELEASE] [--profile]``. People play real matches
by the buttons of their panels. The Discord and the people run in this process, so that their CPU
is nobody else's. Each bot is measured alone, in turns with the others. With ``--against COMMIT``
this tree and that commit's are measured in pairs; only such a ratio is a claim of speed.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.wire import lifetimes, parrot, report
from benchmarks.wire.load import Figures, Load
from benchmarks.wire.pairs import TURN_S, in_turns, print_pairs, tree_of
from benchmarks.wire.parrot import Phrase
from benchmarks.wire.processes import Tree, echo, gin, saying
from benchmarks.wire.profiled import BEGIN
from benchmarks.wire.tables import (
    FIRST_USER,
    EchoPlace,
    ParrotPlace,
    Place,
    Table,
    add_channels,
    seat_all,
)
from tests.wire.server import CHANNEL, running_discord

if sys.platform != "win32":
    import uvloop

FIRST_CHANNEL = 8000
WARMING: Final = 8
OPENING: Final = 4
"""The presses until somebody has a hand to discard from."""
PICTURES, TEXT = "pictures", "text"
UPLOADED: Final = {PICTURES: (13_500, 3_500, 12_500), TEXT: (0, 0, 10_500)}
"""The bytes of a hand, of an opponent's head and of a table: the means of presses made alone."""


@dataclass(frozen=True)
class Plan:
    """How much is measured. ``tables``: with pictures, and as many in text mode."""

    name: str = "full"
    tables: int = 100
    channels: int = 40
    rates: tuple[float, ...] = (10, 50, 200)
    seconds: float = 10
    rounds: int = 2
    people: int = 8
    """The people of the closed loop; 0: none. Few at few tables would press faster than allowed."""
    parrot: bool = True
    alone: int = 30
    finished: int = 100
    filling: int = 300
    """Matches that fill the bounded caches of pictures before memory is measured."""
    crowd: int = 5000


SHORT = Plan(
    name="short",
    tables=12,
    channels=6,
    rates=(10,),
    seconds=5,
    rounds=1,
    people=0,
    parrot=False,
    alone=6,
    finished=0,
    crowd=0,
)


async def bots(stack: AsyncExitStack, plan: Plan, profile: Path | None) -> dict[str, Load]:
    """Start the bots with their tables; Gin's are played with pictures and in text mode."""
    found, phrases = await _gin(stack, plan, Tree(), profile)
    if plan.parrot:
        found |= await _parrot(stack, plan, phrases)
    found[report.ECHO] = await _echo(stack, plan)
    return found


async def _gin(
    stack: AsyncExitStack, plan: Plan, tree: Tree, profile: Path | None = None
) -> tuple[dict[str, Load], dict[str, Phrase]]:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gin-wire-")))
    pairs = [(FIRST_USER + 2 * one, FIRST_USER + 2 * one + 1) for one in range(2 * plan.tables)]
    with_text = [user for pair in pairs[plan.tables :] for user in pair]
    await lifetimes.prefer_text_at(tree, folder, with_text)
    discord = await stack.enter_async_context(running_discord())
    discord.rest.takes_emojis = True
    channels = add_channels(discord, range(FIRST_CHANNEL, FIRST_CHANNEL + plan.channels))
    process = await stack.enter_async_context(gin(folder, discord.api, profile=profile, tree=tree))
    await discord.gateway.identified.wait()
    await Load(discord, process, ()).quiet()
    found: dict[str, Load] = {}
    phrases: dict[str, Phrase] = {}
    for name, own in ((PICTURES, pairs[: plan.tables]), (TEXT, pairs[plan.tables :])):
        tables = await seat_all(discord, own, channels)
        found[name] = Load(discord, process, tables)
        await found[name].alone(OPENING)
        phrases[name] = _phrase(tables, name)
    return found, phrases


async def against(commit: str, plan: Plan, turns: int) -> int:
    """Measure this tree and another commit's in pairs, and print the ratios; 1 without answers."""
    with ExitStack() as trees:
        other = tree_of(trees, commit)
        async with AsyncExitStack() as running:
            now = (await _gin(running, plan, Tree()))[0]
            then = (await _gin(running, plan, other))[0]
            for loads in (now, then):
                await warm_up(loads)
            under: dict[str, Callable[[Load], Awaitable[Figures]]] = {
                f"{rate:g}/s": lambda load, rate=rate: load.open_loop(rate, TURN_S)  # type: ignore[misc]
                for rate in plan.rates
            }
            if plan.people:
                under[f"loop {plan.people}"] = lambda load: load.closed_loop(plan.people, TURN_S)
            pairs = await in_turns((now, then), under, turns)
    print(f"   load average {os.getloadavg()[0]:.2f}, {os.cpu_count()} cores, {turns} turns each")
    print_pairs(pairs, commit)
    return 0 if all(pair.logs for pair in pairs.values()) else 1


def _phrase(tables: Sequence[Table], mode: str) -> Phrase:
    """What stands on the panel that offers the most, which is that of somebody who discards."""
    found = [(panel, one.table) for one in tables for panel in one.panels.values()]
    panel, table = max(found, key=lambda one: len(list(one[0].parts())))
    return Phrase(panel.components, table.components, *UPLOADED[mode])


async def _parrot(
    stack: AsyncExitStack, plan: Plan, phrases: Mapping[str, Phrase]
) -> dict[str, Load]:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gin-parrot-")))
    parrot.write(folder / "phrases.json", phrases)
    discord = await stack.enter_async_context(running_discord())
    channels = add_channels(discord, range(FIRST_CHANNEL, FIRST_CHANNEL + plan.channels))
    process = await stack.enter_async_context(saying(folder, discord.api))
    await discord.gateway.identified.wait()
    found: dict[str, Load] = {}
    for name in phrases:
        places: list[Place] = []
        for number in range(plan.tables):
            channel = channels[number % len(channels)]
            asked = await discord.slash(FIRST_USER + number, name, channel=channel)
            places.append(ParrotPlace((await discord.answered(asked)).shown[0]))
        found[f"{report.PARROT} {name}"] = Load(discord, process, places)
    return found


async def _echo(stack: AsyncExitStack, plan: Plan) -> Load:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gin-echo-")))
    discord = await stack.enter_async_context(running_discord())
    process = await stack.enter_async_context(echo(folder, discord.api))
    await discord.gateway.identified.wait()
    places: list[Place] = []
    for number in range(plan.tables):
        one = await discord.answered(await discord.slash(FIRST_USER + number, "echo"))
        places.append(EchoPlace(one.shown[0]))
    return Load(discord, process, places)


async def warm_up(loads: dict[str, Load]) -> None:
    """Press until caches, pools and the interpreter's own optimizations are as they stay."""
    for name, load in loads.items():
        await load.rest()
        await load.closed_loop(WARMING, 2)
        print(f"   {name} is warm; load average {os.getloadavg()[0]:.2f}", flush=True)


async def measure(loads: dict[str, Load], plan: Plan) -> report.Results:
    """Measure every mode, the bots by turns."""
    results: report.Results = {}
    for rate in plan.rates:
        results[f"{rate:g}/s"] = found = {name: Figures() for name in loads}
        for _ in range(plan.rounds):
            for name, load in loads.items():
                found[name].add(await load.open_loop(rate, plan.seconds))
    if not plan.people:
        return results
    results[f"loop {plan.people}"] = found = {name: Figures() for name in loads}
    for _ in range(plan.rounds):
        for name, load in loads.items():
            found[name].add(await load.closed_loop(plan.people, plan.seconds))
    return results


async def memory(plan: Plan) -> None:
    """Measure live and finished matches, after as many others have filled the caches."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gin-wire-")))
        discord = await stack.enter_async_context(running_discord())
        channels = add_channels(discord, range(FIRST_CHANNEL, FIRST_CHANNEL + plan.channels))
        process = await stack.enter_async_context(gin(folder, discord.api))
        await discord.gateway.identified.wait()
        users = iter(range(FIRST_USER, FIRST_USER + 2 * (plan.filling + plan.finished)))
        pairs = [(user, next(users)) for user in users]
        many, filling = plan.finished, plan.filling
        tables = await seat_all(discord, pairs[:filling], channels)
        await lifetimes.kb_per_finished(discord, process, tables)
        live, tables = await lifetimes.kb_per_live(discord, process, pairs[filling:], channels)
        after = await lifetimes.kb_per_finished(discord, process, tables)
        print(
            f"   memory: {live:.0f} kB for each of {many} live matches with open panels; "
            f"{live + after:.0f} kB are left of it when they have ended"
        )


async def starts(plan: Plan) -> None:
    """Measure the start with no match and with many."""
    found = []
    for matches in (0, plan.crowd):
        with tempfile.TemporaryDirectory(prefix="gin-start-") as name:
            folder = Path(name)
            await lifetimes.play_begun(folder, matches, CHANNEL)
            await lifetimes.start_seconds(folder)  # the files are read once
            found.append(await lifetimes.start_seconds(folder))
    print(
        f"   start to the first answer: {found[0]:.1f} s with no match, "
        f"{found[1]:.1f} s with {plan.crowd} live ones (x{found[1] / found[0]:.1f})"
    )


async def run(given: argparse.Namespace, plan: Plan) -> int:
    """Measure and print; 1 if no press was answered."""
    profile = None
    async with AsyncExitStack() as stack:
        if given.profile:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="gin-profile-"))
            profile = Path(folder) / "profile"
        async with AsyncExitStack() as running:
            loads = await bots(running, plan, profile)
            await warm_up(loads)
            if profile is not None:
                loads[PICTURES].signal(BEGIN)
            results = await measure(loads, plan)
            alone = {name: await load.alone(plan.alone) for name, load in loads.items()}
        print(f"   load average {os.getloadavg()[0]:.2f}, {os.cpu_count()} cores")
        report.print_table(results)
        report.print_requests(alone)
        if profile is not None:
            report.print_profile(profile)
    if plan.finished:
        await memory(plan)
    if plan.crowd:
        await starts(plan)
    found = report.ratios(results)
    report.note_goals(found)
    if given.compare:
        report.compare(found, plan.name)
    if given.keep:
        report.write_baseline(found, plan.name, given.keep)
    return 0 if all(one.answered for bots in results.values() for one in bots.values()) else 1


def main(options: Sequence[str] = ()) -> int:
    """Measure at the wire."""
    parser = argparse.ArgumentParser(prog="scripts/bench wire", description=__doc__)
    parser.add_argument("--short", action="store_true", help="a look of about a minute")
    parser.add_argument("--compare", action="store_true", help="with the last release")
    parser.add_argument("--keep", metavar="RELEASE", help="keep the ratios as this release's")
    parser.add_argument("--profile", action="store_true", help="where the bot's time goes")
    parser.add_argument("--against", metavar="COMMIT", help="this tree and that one in pairs")
    parser.add_argument("--turns", type=int, default=12, help="of each bot under each load")
    given = parser.parse_args(options)
    plan = SHORT if given.short else Plan()
    work = against(given.against, plan, given.turns) if given.against else run(given, plan)
    return asyncio.run(work) if sys.platform == "win32" else uvloop.run(work)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
