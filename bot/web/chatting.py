"""What a person writes in the chat beside the table."""

from typing import Final

from bot.ops.metrics import Ended, Source
from bot.ui.context import Context
from bot.ui.i18n import mark
from bot.ui.names import safe_words
from bot.ui.refusal import Refusal
from bot.web.connection import Connection
from bot.web.doing import Doing, Done
from bot.web.protocol.messages import Write
from bot.web.site import Site

NO_CHAT: Final = mark("This card table has no chat. Write in your channel on Discord.")
NOTHING_WRITTEN: Final = mark("Write something first.")


class Chatting:
    """Answers ``write``."""

    def __init__(self, site: Site, doing: Doing) -> None:
        self._site = site
        self._doing = doing

    async def write(self, page: Connection, message: Write) -> None:
        """Write a message, once for each name that the page gives."""

        async def work(ctx: Context, done: Done) -> Ended:
            chat, text = self._site.chat, message.text.strip()
            if chat is None:
                raise Refusal(NO_CHAT)
            if not safe_words(text):
                raise Refusal(NOTHING_WRITTEN)
            if not chat.write(ctx.key, ctx.user, text):
                done.outcome = "repeated"
            return Ended.ANSWERED

        await self._doing.do(page, message.id, work, Source.PAGE)
