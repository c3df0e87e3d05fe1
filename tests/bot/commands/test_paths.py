"""What one types is little; everything else is at most two presses from where people are."""

import re
from pathlib import Path

import pytest

from bot.server.greetings import greeting_screen
from tests.journeys.club import Club, gathered, journey
from tests.journeys.paths import PATHS
from tests.keys import fresh
from tests.worlds.command_tree import leaves
from tests.worlds.project import ROOT

COMMANDS = ROOT / "docs" / "play" / "commands.md"
FIRST_CARD = 3
"""The most presses from the welcome to the first drawn card."""


async def test_every_command_is_explained_and_the_rest_is_pressed(tmp_path: Path) -> None:
    explained = set(re.findall(r"/(gin(?:-admin)? [a-z-]+)", COMMANDS.read_text(encoding="utf-8")))
    async with gathered(tmp_path, people=1) as club:
        names = {name for name, _ in leaves(club)}
    assert names == explained
    assert not names & {f"gin-{one}" if "admin" in one else f"gin {one}" for one in PATHS}


@pytest.mark.slow
@pytest.mark.parametrize("what", sorted(PATHS))
async def test_what_no_command_does_is_two_presses_away(tmp_path: Path, what: str) -> None:
    assert len(PATHS[what].steps) <= 2
    async with gathered(tmp_path, people=2) as club:
        alice, bob = club.people
        asks = club.boss() if what.startswith("admin ") else alice
        await club.sits(5)
        options: dict[str, object] = {"user": bob}
        if what == "admin preset-remove":
            await asks.asks("admin house-rules", name="club", options="target=150")
            options["chosen"] = ["club"]
        if what == "friends unblock":
            await club.service.blocks.block(fresh(), alice.id, bob.id)
        if what == "friends remove":
            await club.service.friends.add(fresh(), alice.named, bob.named)
        if what in ("admin tv", "admin reports here"):
            options["chosen"] = [club.channel]
        if PATHS[what].form:
            options["days"] = 1
        if what in ("friends report", "note send"):
            options["days"] = "a few words"
        answer = await asks.asks(what, **options)
        assert answer.does_not_say("older version").text


@journey(people=1)
async def test_a_newcomer_draws_a_card_after_three_presses(club: Club) -> None:
    alice = club.alice
    message = await club.bot.parts.messenger.compose(
        greeting_screen(await club.bot.parts.messenger.preferences.public(0))
    )
    await club.bot.get_partial_messageable(club.channel.id).send(view=message.view)
    welcome = club.room()[-1]
    presses = 0
    opened = await alice.presses("Learn", welcome)
    presses += 1
    await alice.presses("Take", opened)
    presses += 1
    opened.says("You found the best answer")
    assert presses <= FIRST_CARD
    # And into a real match: Practice, then My hand, then a card.
    await alice.presses("Practice", welcome)
    presses = 1
    table = club.room()[-1]
    hand = await alice.presses("My hand", table)
    presses += 1
    label = next(one for one in ("Stock", "Take") if hand.has(one))
    await alice.presses(label, hand)
    presses += 1
    (live,) = await club.service.running()
    assert live.public().tables[0].events, "a card has been drawn"
    assert presses <= FIRST_CARD
