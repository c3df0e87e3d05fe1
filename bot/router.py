"""Every press and modal finds its area by its custom id; an error becomes one private sentence."""

import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

import discord

from bot.areas.lobbies import lobby_pressed
from bot.areas.pages import page_pressed
from bot.areas.play import hand_pressed, play_pressed
from bot.areas.tables import table_pressed
from bot.log_context import log_context
from bot.metrics import Ended, Source
from bot.presenter.pages import notice_screen
from bot.press import Area, Press, parse_press
from bot.reply import Reply

if TYPE_CHECKING:
    from bot.app import GinBot

log = logging.getLogger(__name__)
BUTTON: Final = discord.ComponentType.button.value
BURST: Final = 8
PER_SECOND: Final = 2.5
MAX_BUCKETS: Final = 20_000

Pressed: TypeAlias = Callable[["GinBot", Reply, Press, tuple[str, ...]], Awaitable[None]]

_AREAS: Final[dict[Area, Pressed]] = {
    Area.PLAY: play_pressed,
    Area.HAND: hand_pressed,
    Area.TABLE: table_pressed,
    Area.LOBBY: lobby_pressed,
    Area.PAGE: page_pressed,
}
_SOURCES: Final = {
    Area.PLAY: Source.PLAY,
    Area.HAND: Source.HAND,
    Area.TABLE: Source.TABLE,
    Area.LOBBY: Source.LOBBY,
    Area.PAGE: Source.PAGE,
}


class Pace:
    """A token bucket a user: a few quick presses are play, a storm of them is not."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[int, tuple[float, float]] = OrderedDict()

    def allows(self, user: int) -> bool:
        """Whether this press is within the pace; it is counted."""
        now = self._clock()
        tokens, seen = self._buckets.pop(user, (float(BURST), now))
        tokens = min(float(BURST), tokens + (now - seen) * PER_SECOND)
        allowed = tokens >= 1.0
        self._buckets[user] = (tokens - 1.0 if allowed else tokens, now)
        while len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return allowed


def was_offered(interaction: discord.Interaction, data: Mapping[str, Any]) -> bool:
    """Whether what was chosen stands in the menu it is said to come from.

    Discord looks at that too; here it means that no area has to expect a value of its own menus
    that it never made.
    """
    if data.get("component_type") != discord.ComponentType.string_select.value:
        return not data.get("values") or data.get("component_type") != BUTTON
    menu = carried(interaction, data)
    offered = menu.options if isinstance(menu, discord.SelectMenu) else []
    return {option.value for option in offered}.issuperset(data.get("values", ()))


def carried(interaction: discord.Interaction, data: Mapping[str, Any]) -> object | None:
    """What was pressed, as it stands on its message; ``None``: it is not there."""
    parts: list[Any] = [] if interaction.message is None else list(interaction.message.components)
    while parts:
        part = parts.pop()
        parts += [*getattr(part, "children", ()), *filter(None, [getattr(part, "accessory", None)])]
        if getattr(part, "custom_id", None) == data.get("custom_id"):
            return cast(object, part)
    return None


async def route(bot: "GinBot", interaction: discord.Interaction) -> None:
    """Answer a press."""
    data: Mapping[str, Any] = interaction.data or {}
    press = parse_press(str(data.get("custom_id", "")))
    source = Source.UNKNOWN if press is None else _SOURCES[press.area]
    with log_context(interaction, press), bot.metrics.press(source) as answer:
        answer.ended = await _answer(bot, interaction, press, data)
    await bot.mail.seen(interaction)


async def _answer(
    bot: "GinBot", interaction: discord.Interaction, press: Press | None, data: Mapping[str, Any]
) -> Ended:
    reply = Reply(interaction)
    reader = await bot.readers.of(interaction)
    t = reader.words.t
    if press is None or not was_offered(interaction, data):
        text = t("This button is from an older version. `/gin table` brings a fresh one.")
        await reply.private(notice_screen(text))
        return Ended.FOREIGN
    if not bot.pace.allows(interaction.user.id):
        await reply.private(notice_screen(t("That was very fast. Take a breath and press again.")))
        return Ended.TOO_FAST
    values = tuple(str(value) for value in data.get("values", ()))
    try:
        await _AREAS[press.area](bot, reply, press, values)
        return Ended.ANSWERED
    except Exception as error:
        if isinstance(error, ValueError | LookupError) and not carried(interaction, data):
            log.info("a press that nothing offered: area=%s", press.area.name)
            text = t("This button is from an older version. `/gin table` brings a fresh one.")
            await reply.private(notice_screen(text))
            return Ended.FOREIGN
        # The last line of defence: whatever failed, the person gets an answer.
        log.exception("a press failed: area=%s what=%s", press.area.name, press.what[:1])
        text = t("Something went wrong here; nothing was lost. Press again, or `/gin hand`.")
        await reply.private(notice_screen(text))
        return Ended.FAILED
    finally:
        reply.done()
