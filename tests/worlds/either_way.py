"""Rounds that are played by the gateway or by the webhook."""

import asyncio

from bot.ui.custom_id import parse_custom_id
from engine.game.cards import cards_from
from engine.game.melds import STANDARD, solver
from tests.bot.webhook.running import Reached
from tests.waiting import until
from tests.wire.messages import Message
from tests.wire.objects import Payload, User

HOST, GUEST = 100, 101


MOST_PRESSES = 300


BREATH_S = 0.5
"""What the bot asks of somebody who presses faster than people do."""


PLAYS = (
    "Gin!",
    "Big gin!",
    "Best",
    "Knock with",
    "Lay off",
    "Done",
    "Finish",
    "Stock",
    "Pass",
    "Discard ",
)


def buttons(message: Message) -> dict[str, Payload]:
    """What a message offers, by label."""
    return {
        str(part.get("label") or number): part
        for number, part in enumerate(message.parts())
        if part.get("type") == 2 and "custom_id" in part and not part.get("disabled")
    }


def named(message: Message, start: str) -> str | None:
    """The custom id of the button whose label begins so."""
    found = (one for label, one in buttons(message).items() if label.startswith(start))
    return next((str(one["custom_id"]) for one in found), None)


def card_to_part_with(panel: Message) -> str | None:
    """The card that leaves the least deadwood when it is discarded."""
    held, offered = 0, {}
    for part in panel.parts():
        press = parse_custom_id(str(part.get("custom_id", "")))
        if press is not None and press.what.startswith("pick-"):
            card = cards_from(press.what.removeprefix("pick-"))[0]
            held |= 1 << card
            if not part.get("disabled"):
                offered[card] = str(part["custom_id"])
    count = solver(STANDARD).deadwood
    best = min(offered, key=lambda card: count(held & ~(1 << card)), default=None)
    return None if best is None else offered[best]


def choice(panel: Message) -> str | None:
    """What a person would press on a panel, if it is their turn."""
    for start in PLAYS:
        if (found := named(panel, start)) is not None:
            return found
    return card_to_part_with(panel)


async def pressed(
    bot: Reached, user: int, message: Message, custom_id: str | None
) -> list[Message]:
    """Press a button and wait for the answer; the messages that it brought."""
    assert custom_id is not None, message.text
    one = await bot.discord.answered(await bot.discord.press(user, message, custom_id))
    return one.shown


async def seated(bot: Reached) -> dict[int, Message]:
    """A match of two people, by their panels."""
    asked = await bot.discord.slash(HOST, "gin challenge", opponent=User(GUEST))
    await bot.discord.answered(asked)
    table = asked.shown[0]
    accepting = await bot.discord.press(GUEST, table, str(named(table, "Accept")))
    await until(lambda: bool(accepting.shown))
    host = await pressed(bot, HOST, table, named(table, "My hand"))
    return {HOST: host[-1], GUEST: accepting.shown[-1]}


async def play(bot: Reached, panels: dict[int, Message]) -> list[str]:
    """Press once for whoever may move, as soon as a panel shows it; what was pressed."""
    await until(lambda: any(choice(panel) for panel in panels.values()))
    user = next(one for one, panel in panels.items() if choice(panel))
    custom_id = choice(panels[user])
    before = panels[user].version
    answers = await pressed(bot, user, panels[user], custom_id)
    if any("Too fast" in answer.text for answer in answers):
        await asyncio.sleep(BREATH_S)
        return []
    await until(lambda: panels[user].version > before)
    return [str(custom_id)]
