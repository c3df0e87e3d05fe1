"""The application's emojis: cards, suits and backs, uploaded once by name (Discord: emoji)."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import discord

from bot.render import render_back_emoji, render_card_emoji, render_suit_emoji
from bot.render.models import Back, Picture
from bot.ui.failures import described, may_pass
from bot.ui.markup import SUIT_EMOJIS, Markup, card_emoji_name
from bot.wording.cards import SIGNS, short
from engine.game.cards import FULL_DECK, Suit, cards_of

RETRY_SECONDS: Final = 60.0
log = logging.getLogger(__name__)


def pictures() -> Iterator[tuple[str, Callable[[], Picture]]]:
    """Return every emoji by name, with the function that draws it."""
    for card in cards_of(FULL_DECK):
        yield card_emoji_name(short(card)), partial(render_card_emoji, card)
    for suit in Suit:
        yield SUIT_EMOJIS[SIGNS[suit]], partial(render_suit_emoji, suit)
    for back in Back:
        yield f"gin_back_{back.value}", partial(render_back_emoji, back)


async def sync_emojis(client: discord.Client, dressing: Markup) -> int:
    """Upload the missing emojis and return their number.

    Texts and buttons use emojis only when all of them exist, so that no message mixes them with
    plain signs. What Discord does not take now is tried again in a minute; what it refuses, at the
    next start.
    """
    uploaded = 0
    while True:
        try:
            present = {emoji.name: str(emoji) for emoji in await client.fetch_application_emojis()}
            for name, draw in pictures():
                if name not in present:
                    picture = await asyncio.to_thread(draw)
                    emoji = await client.create_application_emoji(name=name, image=picture.data)
                    present[name] = str(emoji)
                    uploaded += 1
        except discord.HTTPException as error:
            log.warning("the emojis are not complete (%s)", described(error))
            if not may_pass(error):
                return uploaded
            await asyncio.sleep(RETRY_SECONDS)
        else:
            dressing.emojis = present
            return uploaded
