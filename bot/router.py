"""Every press and modal finds its area by its custom id; an error becomes one private sentence."""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any, Final, cast

import discord

from bot.ops.metrics import Ended, Source
from bot.pages import route_of
from bot.ui.answers import Answer, Route
from bot.ui.custom_id import Area, CustomId, parse_custom_id
from bot.ui.errors import Refusal, failure_words
from bot.ui.i18n import mark
from bot.ui.log_context import log_context
from bot.ui.notice import notice_screen
from bot.ui.reader import Reader
from bot.ui.reply import Reply
from engine.store import StoreError

if TYPE_CHECKING:
    from bot.app import GinBot

log = logging.getLogger(__name__)
BUTTON: Final = discord.ComponentType.button.value
BURST: Final = 8
PER_SECOND: Final = 2.5
MAX_BUCKETS: Final = 20_000
TOO_FAST: Final = mark("Too fast. Try again in a moment.")

_SOURCES: Final = {
    Area.PLAY: Source.PLAY,
    Area.HAND: Source.HAND,
    Area.TABLE: Source.TABLE,
    Area.LOBBY: Source.LOBBY,
    Area.PAGE: Source.PAGE,
}


class Pace:
    """A token bucket a person: a few quick presses are play, a storm of them is not.

    Hints while somebody types have a bucket of their own, so that typing uses up no press.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def allows(self, user: int, *, typing: bool = False) -> bool:
        """Whether this interaction is within the pace; it is counted. ``typing``: it is a hint."""
        key, now = (user, typing), self._clock()
        tokens, seen = self._buckets.pop(key, (float(BURST), now))
        tokens = min(float(BURST), tokens + (now - seen) * PER_SECOND)
        allowed = tokens >= 1.0
        self._buckets[key] = (tokens - 1.0 if allowed else tokens, now)
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
    """The pressed control as its message has it; ``None``: it is not there."""
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
    press = parse_custom_id(str(data.get("custom_id", "")))
    source = Source.UNKNOWN if press is None else _SOURCES[press.area]
    with log_context(interaction, press), bot.metrics.press(source) as answer:
        answer.ended = await _answer(bot, interaction, press, data)
    await bot.mail.seen(interaction)


async def _answer(
    bot: "GinBot", interaction: discord.Interaction, press: CustomId | None, data: Mapping[str, Any]
) -> Ended:
    """Acknowledge in time whatever happens, and turn what goes wrong into a sentence."""
    submitted = interaction.type is discord.InteractionType.modal_submit
    known = press is not None and was_offered(interaction, data)
    route = route_of(press) if press is not None and known else None
    kind = Answer.PRIVATE
    if press is not None and route is not None:
        kind = route.kind_of(press, submitted=submitted)
    reply = Reply(interaction, kind)
    reply.watch()
    try:
        reader = await bot.readers.of(interaction)
        if press is None or route is None:
            return await _is_foreign(reply, reader)
        if not bot.pace.allows(interaction.user.id):
            await reply.private(notice_screen(reader.words.t(TOO_FAST)))
            return Ended.TOO_FAST
        values = tuple(str(value) for value in data.get("values", ()))
        return await _handled(bot, reply, reader, route, press, values)
    finally:
        reply.done()


async def _handled(
    bot: "GinBot",
    reply: Reply,
    reader: Reader,
    route: Route,
    press: CustomId,
    values: tuple[str, ...],
) -> Ended:
    try:
        await route.handle(bot, reply, press, values)
    except Refusal as refusal:
        await reply.private(notice_screen(str(refusal)))
        return Ended.REFUSED
    except StoreError as trouble:
        log.warning("a press could not be finished (%s): area=%s", trouble, press.area.name)
        await reply.private(notice_screen(failure_words(reader, trouble)))
        return Ended.FAILED
    except Exception as error:
        data: Mapping[str, Any] = reply.interaction.data or {}
        is_odd = isinstance(error, ValueError | LookupError)
        if is_odd and not carried(reply.interaction, data):
            log.info("a press that nothing offered: area=%s", press.area.name)
            return await _is_foreign(reply, reader)
        # The last line of defence: whatever failed, the person gets an answer.
        log.exception("a press failed: area=%s what=%s", press.area.name, press.what[:1])
        await reply.private(notice_screen(failure_words(reader, error)))
        return Ended.FAILED
    return Ended.ANSWERED


async def _is_foreign(reply: Reply, reader: Reader) -> Ended:
    text = reader.words.t("This button is from an older version. Get a new one with `/gin table`.")
    await reply.private(notice_screen(text))
    return Ended.FOREIGN
